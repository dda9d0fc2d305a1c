//! Hands, and all other cards that not everybody sees: where they lie, what a viewer sees of them, and how they lie in a
//! world that this viewer cannot tell from the true one.

use arrayvec::ArrayVec;

use super::hidden::{Spot, deal_into};
use super::rng::GameRng;
use super::seats::{Seat, Seats, Viewer};
use crate::cards::{CardBits, DeckCard, HandOrder};
use crate::layout::{CardArea, CardTable, Face, Gesture, PieceId, ShownCard, card_of};
use crate::words::{counted, joined};

/// Cards in lots, each hidden from all but its owner. The hands come first, in seat order; a game adds what else it has: bids
/// set aside, cards that are out of play.
///
/// ```
/// use parlour::cards::{CardBits, MystiqueCard, MystiqueSet};
/// use parlour::engine::hands::Hands;
/// use parlour::engine::rng::GameRng;
/// use parlour::engine::seats::{Seat, Seats, Viewer};
///
/// let seats = Seats::new(2).unwrap();
/// let deck: Vec<MystiqueCard> = MystiqueCard::deck().collect();
/// let mut hands = Hands::<MystiqueSet, 3>::with(seats, [None]);
/// hands.deal(seats, Seat::FIRST, &deck, 20);
/// assert_eq!((hands.of(0).len(), hands.of(2).len()), (20, 20), "the rest goes to the last lot");
///
/// let seen = hands.seen_by(Viewer::Seat(Seat::FIRST));
/// assert_eq!((seen.known(0), seen.known(1).len(), seen.count(1)), (hands.of(0), 0, 20));
/// let other = hands.redealt(Viewer::Seat(Seat::FIRST), |_| MystiqueSet::EMPTY, &mut GameRng::from_number(1));
/// assert_eq!(other.seen_by(Viewer::Seat(Seat::FIRST)), seen);
/// assert_ne!(other, hands);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hands<S, const LOTS: usize> {
    lots: ArrayVec<Lot<S>, LOTS>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Lot<S> {
    /// Who sees the cards; `None`: nobody.
    owner: Option<Seat>,
    cards: S,
}

impl<S: CardBits, const LOTS: usize> Hands<S, LOTS> {
    /// An empty hand for each seat, and one lot for each of these owners. What there is no room for is left out.
    pub fn with(seats: Seats, others: impl IntoIterator<Item = Option<Seat>>) -> Hands<S, LOTS> {
        let owners = seats.iter().map(Some).chain(others);
        Hands { lots: owners.take(LOTS).map(|owner| Lot { owner, cards: S::none() }).collect() }
    }

    /// The cards of a lot; a hand has the number of its seat.
    pub fn of(&self, lot: usize) -> S {
        self.lots.get(lot).map_or(S::none(), |lot| lot.cards)
    }

    pub fn add(&mut self, lot: usize, cards: S) {
        if let Some(lot) = self.lots.get_mut(lot) {
            lot.cards = lot.cards.with(cards);
        }
    }

    pub fn remove(&mut self, lot: usize, cards: S) {
        if let Some(lot) = self.lots.get_mut(lot) {
            lot.cards = lot.cards.minus(cards);
        }
    }

    /// Deals so many cards to each seat anew, one at a time from the front of the deck, this seat first. The rest goes to the
    /// last lot, if there is one beside the hands; all others are empty.
    pub fn deal(&mut self, seats: Seats, first: Seat, deck: &[S::Card], each: usize) {
        self.lots.iter_mut().for_each(|lot| lot.cards = S::none());
        let (dealt, rest) = deck.split_at(deck.len().min(each * seats.count()));
        for round in dealt.chunks(seats.count()) {
            for (seat, card) in seats.from(first).zip(round) {
                self.add(seat.index(), S::of_one(*card));
            }
        }
        if self.lots.len() > seats.count() {
            self.add(self.lots.len() - 1, rest.iter().copied().collect());
        }
    }

    /// Every card of every lot.
    pub fn all(&self) -> S {
        self.lots.iter().fold(S::none(), |all, lot| all.with(lot.cards))
    }

    pub fn seen_by(&self, who: Viewer) -> HandsView<S> {
        let seen = |lot: &Lot<S>| {
            let is_open = who == Viewer::Referee || lot.owner.is_some_and(|owner| who.sees(owner));
            let known = if is_open { lot.cards } else { S::none() };
            Held { owner: lot.owner, count: lot.cards.count(), known }
        };
        HandsView { who, order: HandOrder::default(), lots: self.lots.iter().map(seen).collect() }
    }

    /// The same cards with all that is hidden from this viewer dealt anew. `bars` says which cards cannot lie in a lot.
    #[must_use]
    pub fn redealt(&self, who: Viewer, bars: impl Fn(usize) -> S, rng: &mut GameRng) -> Hands<S, LOTS> {
        Hands::imagined(&self.seen_by(who), self.all(), bars, rng).unwrap_or_else(|| self.clone())
    }

    /// Hands that somebody who sees these may imagine: `pool`, which are all cards that lie in the lots, dealt into them.
    /// `None` if they cannot be.
    pub fn imagined(
        seen: &HandsView<S>,
        pool: S,
        bars: impl Fn(usize) -> S,
        rng: &mut GameRng,
    ) -> Option<Hands<S, LOTS>> {
        let spot = |(number, held): (usize, &Held<S>)| {
            Spot::any(held.count).pinning(held.known).barring(bars(number).minus(held.known))
        };
        let spots: ArrayVec<Spot<S>, LOTS> = seen.lots.iter().enumerate().take(LOTS).map(spot).collect();
        let dealt = deal_into(pool, &spots, rng)?;
        let lots = seen.lots.iter().zip(dealt).map(|(held, cards)| Lot { owner: held.owner, cards });
        Some(Hands { lots: lots.collect() })
    }

    /// The same where more cards are hidden than lie in the lots: the rest, in random order, is what is drawn from.
    pub fn imagined_with_rest(
        seen: &HandsView<S>,
        pool: S,
        rng: &mut GameRng,
    ) -> Option<(Hands<S, LOTS>, ArrayVec<S::Card, 128>)> {
        let held: usize = seen.lots.iter().map(|lot| lot.count).sum();
        let spots = seen.lots.iter().map(|lot| Spot::any(lot.count).pinning(lot.known));
        let spots: Vec<Spot<S>> = spots.chain([Spot::any(pool.count().checked_sub(held)?)]).collect();
        let dealt = deal_into(pool, &spots, rng)?;
        let mut rest: ArrayVec<S::Card, 128> = dealt.last()?.cards().collect();
        rng.shuffle(&mut rest);
        let lots = seen.lots.iter().zip(dealt).take(LOTS).map(|(held, cards)| Lot { owner: held.owner, cards });
        Some((Hands { lots: lots.collect() }, rest))
    }

    /// Each card with the number of its lot, for [`Game::whereabouts`](super::game::Game::whereabouts).
    pub fn whereabouts(&self) -> impl Iterator<Item = (u32, u32)> {
        placed_from(0, self.lots.iter().map(|lot| lot.cards))
    }
}

/// Cards with the place where they all lie, for [`Game::whereabouts`](super::game::Game::whereabouts).
pub fn placed<S: CardBits>(cards: S, place: u32) -> impl Iterator<Item = (u32, u32)> {
    cards.cards().map(move |card| (u32::from(card.index()), place))
}

/// As [`placed`], each lot in a place of its own, numbered from `first`.
pub fn placed_from<S: CardBits>(first: u32, lots: impl IntoIterator<Item = S>) -> impl Iterator<Item = (u32, u32)> {
    (first..).zip(lots).flat_map(|(place, lot)| placed(lot, place))
}

/// A lot as somebody sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Held<S> {
    owner: Option<Seat>,
    /// How many cards it has.
    count: usize,
    /// Those of them that the viewer knows.
    known: S,
}

/// What a viewer sees of all hands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandsView<S> {
    pub who: Viewer,
    /// How the viewer wants the own hand sorted.
    pub order: HandOrder,
    lots: Vec<Held<S>>,
}

impl<S: CardBits> HandsView<S> {
    /// The viewer's seat, if it is one alone.
    pub fn own(&self) -> Option<Seat> {
        if let Viewer::Seat(seat) = self.who { Some(seat) } else { None }
    }

    /// Whether it is the viewer's own turn.
    pub fn has_turn(&self, turn: Option<Seat>) -> bool {
        turn.is_some() && turn == self.own()
    }

    /// The seat in front at the table: the viewer's own, or the first.
    pub fn front(&self) -> Seat {
        self.own().unwrap_or(Seat::FIRST)
    }

    /// How many cards lie in a lot.
    pub fn count(&self, lot: usize) -> usize {
        self.lots.get(lot).map_or(0, |held| held.count)
    }

    /// Those that the viewer knows.
    pub fn known(&self, lot: usize) -> S {
        self.lots.get(lot).map_or(S::none(), |held| held.known)
    }

    /// The viewer's own hand.
    pub fn hand(&self) -> S {
        self.known(self.front().index())
    }

    /// The known cards of a lot, in the viewer's order.
    pub fn sorted(&self, lot: usize) -> Vec<S::Card> {
        self.known(lot).sorted(self.order)
    }

    /// Lets everybody see everything: a round is over.
    #[must_use]
    pub fn opened<const LOTS: usize>(self, hands: &Hands<S, LOTS>) -> HandsView<S> {
        HandsView { lots: hands.seen_by(Viewer::Referee).lots, ..self }
    }

    /// So many cards come to a lot, of which these are known. For the moments of a move.
    pub fn add(&mut self, lot: usize, count: usize, known: S) {
        if let Some(held) = self.lots.get_mut(lot) {
            (held.count, held.known) = (held.count + count, held.known.with(known));
        }
    }

    /// So many cards leave a lot, of which these are known.
    pub fn remove(&mut self, lot: usize, count: usize, known: S) {
        if let Some(held) = self.lots.get_mut(lot) {
            (held.count, held.known) = (held.count.saturating_sub(count), held.known.minus(known));
        }
    }

    /// Every seat in words: who sits there, what is said of them, and how many cards they hold.
    pub fn seats_spoken(&self, seats: Seats, plate: impl Fn(Seat) -> String) -> String {
        let cards = |seat: Seat| counted(self.count(seat.index()) as u32, "card", "cards");
        joined(seats.iter().map(|seat| format!("{}: {}, {}", seat.called(), plate(seat), cards(seat))), ". ")
    }

    /// The own hand in words, card by card; nothing if it is empty.
    pub fn hand_spoken(&self) -> String {
        let cards = joined(self.sorted(self.front().index()).into_iter().map(DeckCard::spoken), ", ");
        if cards.is_empty() { cards } else { format!(" Your hand: {cards}.") }
    }
}

impl<S: CardBits<Card: Into<Face>>> HandsView<S> {
    /// Lays a seat's hand. The cards of the one in front can be picked up if its viewer `may_act`; those that are not
    /// `playable` stand back.
    pub fn lay_hand(&self, table: &mut CardTable, seat: Seat, may_act: bool, playable: S) {
        let dimmed = |card| ShownCard { is_dimmed: !playable.has(card), ..ShownCard::of(card) };
        if seat == self.front() {
            self.lay_hand_as(table, seat, may_act, dimmed);
        } else {
            self.lay_hand_as(table, seat, may_act, ShownCard::of);
        }
    }

    /// The same where each card shows more than itself, such as what it is worth.
    pub fn lay_hand_as(&self, table: &mut CardTable, seat: Seat, may_act: bool, shown: impl Fn(S::Card) -> ShownCard) {
        let cards: Vec<ShownCard> = self.sorted(seat.index()).into_iter().map(shown).collect();
        if seat == self.front() && !cards.is_empty() {
            table.own_hand(&cards, may_act);
        } else {
            table.hand(seat.index(), self.count(seat.index()), &cards);
        }
    }

    /// The card of the own hand that a gesture means: one that is clicked there, or brought to one of these areas.
    pub fn brought(&self, gesture: &Gesture, to: impl Fn(CardArea) -> bool) -> Option<S::Card> {
        let card = match (gesture.piece, gesture.area.to()?) {
            (None, CardArea::Own(place)) => self.sorted(self.front().index()).get(usize::from(place)).copied(),
            (Some(piece), area) if to(area) => card_of(piece),
            _ => None,
        };
        card.filter(|card| self.hand().has(*card))
    }

    /// The cards of the own hand that these pieces are.
    pub fn selected(&self, pieces: &[PieceId]) -> S {
        let cards: S = pieces.iter().filter_map(|piece| card_of(*piece)).collect();
        cards.common(self.hand())
    }
}
