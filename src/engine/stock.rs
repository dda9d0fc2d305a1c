//! A deck that is drawn from, and its discards, which become the deck when it runs out.
//!
//! Discards lie open, so everybody knows which cards each deck was made of, and how many of them each seat has drawn. Worlds keep
//! to that: a card of the last deck was drawn after it was shuffled, any other before.

use arrayvec::ArrayVec;

use super::game::{SetupError, Unexplained};
use super::hands::{Hands, HandsView};
use super::hidden::{Spot, deal_into};
use super::rng::GameRng;
use super::rounds::given_or_shuffled;
use super::seats::{MOST_SEATS, Seat, Seats, Viewer};
use crate::cards::CardBits;

/// So many decks of which somebody still holds a card are kept apart.
const MOST_BATCHES: usize = 8;

/// The cards of one shuffle that have not been shown since.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Batch<S> {
    pub cards: S,
    /// How many of them each seat holds. The others are still in the deck.
    pub held: [u8; MOST_SEATS as usize],
}

impl<S: CardBits> Batch<S> {
    fn shuffled(cards: S) -> Batch<S> {
        Batch { cards, held: [0; MOST_SEATS as usize] }
    }

    /// How many of them are still in the deck.
    pub fn undrawn(&self) -> usize {
        let held: u8 = self.held.iter().sum();
        self.cards.count().saturating_sub(usize::from(held))
    }
}

/// What happens to a stock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StockEvent<S> {
    /// A seat draws; only that seat knows which cards.
    Drew { seat: Seat, count: usize, cards: Option<S> },
    /// The discards become the deck.
    Shuffled { cards: S },
}

impl<S: CardBits> StockEvent<S> {
    /// As this viewer may know it.
    #[must_use]
    pub fn redacted(&self, who: Viewer) -> StockEvent<S> {
        match self {
            StockEvent::Drew { seat, count, cards } => {
                StockEvent::Drew { seat: *seat, count: *count, cards: cards.filter(|_| who.sees(*seat)) }
            }
            StockEvent::Shuffled { cards } => StockEvent::Shuffled { cards: *cards },
        }
    }

    /// Gives the cards to the hand that drew them. For the moments of a move.
    pub fn reach(&self, hands: &mut HandsView<S>) {
        if let StockEvent::Drew { seat, count, cards } = self {
            hands.add(seat.index(), *count, cards.unwrap_or(S::none()));
        }
    }

    /// How many cards this seat draws.
    fn drawn_by(&self, seat: Seat) -> usize {
        match self {
            StockEvent::Drew { seat: who, count, .. } if *who == seat => *count,
            _ => 0,
        }
    }

    /// The cards that become the deck.
    fn shuffled(&self) -> Option<S> {
        if let StockEvent::Shuffled { cards } = self { Some(*cards) } else { None }
    }

    /// For the list of moves, in which drawing goes without saying.
    pub fn describe(&self) -> Option<String> {
        matches!(self, StockEvent::Shuffled { .. }).then(|| "the discards are shuffled".to_owned())
    }
}

/// What everybody knows of a deck and its discards.
///
/// ```
/// use parlour::cards::{MystiqueCard, MystiqueSet};
/// use parlour::engine::hands::Hands;
/// use parlour::engine::rng::GameRng;
/// use parlour::engine::seats::{Seat, Seats};
/// use parlour::engine::stock::{DeckOrder, Stock};
///
/// let (seats, mut rng) = (Seats::new(2).unwrap(), GameRng::from_number(1));
/// let cards: Vec<MystiqueCard> = MystiqueCard::deck().collect();
/// let (mut stock, mut deck) = (Stock::of(MystiqueSet::DECK), DeckOrder::<MystiqueSet>::of(&cards));
/// let mut hands = Hands::<MystiqueSet, 2>::with(seats, []);
/// stock.deal(&mut deck, &mut hands, seats, 5);
/// stock.draw(&mut deck, &mut hands, (Seat::FIRST, 2), &mut rng, &mut |_| {});
/// assert_eq!((hands.of(0).len(), stock.undrawn()), (7, 48));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stock<S> {
    pub discards: S,
    /// The last one is the deck.
    batches: ArrayVec<Batch<S>, MOST_BATCHES>,
}

impl<S: CardBits> Stock<S> {
    /// All cards are in the deck.
    pub fn of(cards: S) -> Stock<S> {
        Stock { discards: S::none(), batches: [Batch::shuffled(cards)].into_iter().collect() }
    }

    pub fn batches(&self) -> &[Batch<S>] {
        &self.batches
    }

    /// How many cards are left in the deck.
    pub fn undrawn(&self) -> usize {
        self.batches.last().map_or(0, Batch::undrawn)
    }

    /// A seat shows a card of its hand, which is discarded sooner or later.
    pub fn shown(&mut self, seat: Seat, card: S::Card) {
        for batch in self.batches.iter_mut().filter(|batch| batch.cards.has(card)) {
            batch.cards = batch.cards.minus(S::of_one(card));
            batch.held[seat.index()] = batch.held[seat.index()].saturating_sub(1);
        }
    }

    /// As it is after this.
    pub fn follow(&mut self, event: &StockEvent<S>) {
        match event {
            StockEvent::Drew { seat, count, .. } => {
                if let Some(deck) = self.batches.last_mut() {
                    deck.held[seat.index()] += *count as u8;
                }
            }
            StockEvent::Shuffled { cards } => {
                self.discards = self.discards.minus(*cards);
                self.batches.retain(|batch| batch.cards.count() > 0);
                if self.batches.is_full() {
                    self.forget_the_oldest();
                }
                self.batches.push(Batch::shuffled(*cards));
            }
        }
    }

    /// Takes the two oldest decks for one.
    fn forget_the_oldest(&mut self) {
        let oldest = self.batches.remove(0);
        if let Some(next) = self.batches.first_mut() {
            next.cards = next.cards.with(oldest.cards);
            next.held.iter_mut().zip(oldest.held).for_each(|(held, more)| *held += more);
        }
    }
}

/// The cards of a deck in their order, which nobody knows; the next one last.
#[derive(Clone, PartialEq, Debug)]
pub struct DeckOrder<S: CardBits>(ArrayVec<S::Card, 128>);

impl<S: CardBits> DeckOrder<S> {
    /// Of these cards, first card first.
    pub fn of(cards: &[S::Card]) -> DeckOrder<S> {
        DeckOrder(cards.iter().rev().copied().collect())
    }

    /// Of these cards: in the order that an explicit deal gives, or in random order. `name` is what errors call them: "deck".
    ///
    /// # Errors
    ///
    /// The deal does not have each of them once.
    pub fn given_or_shuffled(
        name: &str,
        given: Option<&String>,
        cards: S,
        rng: &mut GameRng,
    ) -> Result<DeckOrder<S>, SetupError> {
        Ok(DeckOrder::of(&given_or_shuffled(name, given, cards, rng)?))
    }

    /// Of these cards, in random order.
    pub fn shuffled(cards: S, rng: &mut GameRng) -> DeckOrder<S> {
        let mut deck = DeckOrder(cards.cards().collect());
        rng.shuffle(&mut deck.0);
        deck
    }

    pub fn cards(&self) -> S {
        self.0.iter().copied().collect()
    }

    /// Takes the next card.
    pub fn next_card(&mut self) -> Option<S::Card> {
        self.0.pop()
    }
}

impl<S: CardBits> Stock<S> {
    /// Deals so many cards to each seat, one at a time from the front of the deck.
    pub fn deal<const LOTS: usize>(
        &mut self,
        deck: &mut DeckOrder<S>,
        hands: &mut Hands<S, LOTS>,
        seats: Seats,
        each: usize,
    ) {
        for seat in (0..each).flat_map(|_| seats.iter()) {
            let Some(card) = deck.next_card() else { return };
            hands.add(seat.index(), S::of_one(card));
            self.follow(&StockEvent::Drew { seat, count: 1, cards: None });
        }
    }

    /// A seat draws so many cards. When the deck runs out, the discards are shuffled and become the deck; when there are none,
    /// there is no more to draw.
    pub fn draw<const LOTS: usize>(
        &mut self,
        deck: &mut DeckOrder<S>,
        hands: &mut Hands<S, LOTS>,
        (seat, mut count): (Seat, usize),
        rng: &mut GameRng,
        report: &mut impl FnMut(StockEvent<S>),
    ) {
        while count > 0 {
            if deck.0.is_empty() {
                let cards = self.discards;
                if cards.count() == 0 {
                    return;
                }
                *deck = DeckOrder::shuffled(cards, rng);
                self.happens(StockEvent::Shuffled { cards }, report);
            }
            let drawn = count.min(deck.0.len());
            let cards: S = deck.0.drain(deck.0.len() - drawn..).collect();
            hands.add(seat.index(), cards);
            self.happens(StockEvent::Drew { seat, count: drawn, cards: Some(cards) }, report);
            count -= drawn;
        }
    }

    /// Each seat in turn draws until it holds so many cards, as far as there are any.
    pub fn refill<const LOTS: usize>(
        &mut self,
        deck: &mut DeckOrder<S>,
        hands: &mut Hands<S, LOTS>,
        (seats, size): (Seats, usize),
        rng: &mut GameRng,
        report: &mut impl FnMut(StockEvent<S>),
    ) {
        for seat in seats.iter() {
            let missing = size.saturating_sub(hands.of(seat.index()).count());
            self.draw(deck, hands, (seat, missing), rng, report);
        }
    }

    fn happens(&mut self, event: StockEvent<S>, report: &mut impl FnMut(StockEvent<S>)) {
        self.follow(&event);
        report(event);
    }

    /// A deck and hands that somebody who sees these may imagine: the cards of every shuffle, dealt to those who drew them.
    pub fn imagined<const LOTS: usize>(
        &self,
        seen: &HandsView<S>,
        seats: Seats,
        rng: &mut GameRng,
    ) -> Option<(DeckOrder<S>, Hands<S, LOTS>)> {
        let (mut deck, mut hands) = (DeckOrder(ArrayVec::new()), Hands::with(seats, []));
        for batch in &self.batches {
            let held = |seat: Seat| {
                let known = seen.known(seat.index()).common(batch.cards);
                Spot::any(batch.held[seat.index()].into()).pinning(known)
            };
            let left = batch.undrawn();
            let spots: ArrayVec<Spot<S>, { MOST_SEATS as usize + 1 }> =
                seats.iter().map(held).chain([Spot::any(left)]).collect();
            let dealt = deal_into(batch.cards, &spots, rng)?;
            seats.iter().zip(&dealt).for_each(|(seat, cards)| hands.add(seat.index(), *cards));
            deck.0.extend(dealt.last()?.cards());
        }
        rng.shuffle(&mut deck.0);
        Some((deck, hands))
    }
}

/// Whether seats can have drawn as they did: what each has drawn since the discards became the deck is of that deck.
///
/// `seen` is what happened, and `stock` finds the events of the stock in it. `held` gives the cards that a seat holds or has shown in
/// the events that it is handed, which are those since the last shuffle.
pub fn explains<E, S: CardBits>(
    seats: Seats,
    seen: &[E],
    stock: impl Fn(&E) -> Option<&StockEvent<S>>,
    held: impl Fn(Seat, &[E]) -> S,
) -> Result<(), Unexplained> {
    let shuffled = |(at, event): (usize, &E)| Some((at, stock(event)?.shuffled()?));
    let Some((last, deck)) = seen.iter().enumerate().rev().find_map(shuffled) else { return Ok(()) };
    let since = &seen[last..];
    for seat in seats.iter() {
        let drawn: usize = since.iter().filter_map(&stock).map(|event| event.drawn_by(seat)).sum();
        let of_it = held(seat, since).common(deck).count();
        if of_it != drawn {
            let why = format!("seat {seat} drew {drawn} cards of the last deck, and has had {of_it} of them");
            return Err(Unexplained(why));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::MystiqueSet;

    fn set(text: &str) -> MystiqueSet {
        text.parse().expect("cards")
    }

    fn drew(seat: Seat, count: usize) -> StockEvent<MystiqueSet> {
        StockEvent::Drew { seat, count, cards: None }
    }

    #[test]
    fn a_seat_holds_as_many_cards_of_the_last_deck_as_it_has_drawn_since_the_shuffle() {
        let (seats, other) = (Seats::new(2).expect("seats"), Seat::new(1).expect("a seat"));
        let deck = set("1yM 2yM 3yM 4yM");
        let seen = [drew(Seat::FIRST, 2), StockEvent::Shuffled { cards: deck }, drew(Seat::FIRST, 1), drew(other, 2)];
        let explained = |first: &str, second: &str| {
            let held = |seat: Seat, since: &[StockEvent<MystiqueSet>]| {
                assert_eq!(since.len(), 3, "from the shuffle on");
                set(if seat == Seat::FIRST { first } else { second })
            };
            explains(seats, &seen, |event| Some(event), held).is_ok()
        };
        assert!(explained("1yM 1rC 2rC", "2yM 3yM"));
        assert!(!explained("1yM 4yM 2rC", "2yM 3yM"), "a card that was drawn before cannot be of this deck");
        assert!(!explained("1rC 2rC 3rC", "2yM 3yM"), "nor one that was drawn since of another");
        assert!(!explained("1yM 1rC 2rC", "2yM 3rC"));
        assert!(
            explains(seats, &seen[..1], |event| Some(event), |_, _| deck).is_ok(),
            "before the first shuffle every card may be anywhere"
        );
    }
}
