//! Tricks: one card of each seat in turn, which of them is winning, and what a deal's tricks tell of the hands.

use std::marker::PhantomData;

use arrayvec::ArrayVec;

use super::hands::{HandsView, placed};
use super::seats::{MOST_SEATS, Seat, Seats};
use crate::cards::{CardBits, DeckCard};
use crate::layout::{CardTable, Face, ShownCard, TrickCard};
use crate::words::joined;

/// The cards of a trick in the order in which they were played.
///
/// ```
/// use parlour::engine::seats::{Seat, Seats};
/// use parlour::engine::trick::Trick;
///
/// let mut trick = Trick::new();
/// for (seat, card) in Seats::new(3).unwrap().iter().zip([7, 9, 8]) {
///     trick.play(seat, card, |card, winning, _led| card > winning);
/// }
/// assert_eq!((trick.led(), trick.winner(), trick.len()), (Some(7), Seat::new(1), 3));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trick<C: Copy> {
    cards: [Option<(Seat, C)>; MOST_SEATS as usize],
    len: u8,
    winning: u8,
}

impl<C: Copy> Default for Trick<C> {
    fn default() -> Trick<C> {
        Trick::new()
    }
}

impl<C: Copy> Trick<C> {
    pub const fn new() -> Trick<C> {
        Trick { cards: [None; MOST_SEATS as usize], len: 0, winning: 0 }
    }

    /// Adds a card. `beats` says whether it beats the winning card, given the one that was led. A ninth card is dropped.
    pub fn play(&mut self, seat: Seat, card: C, beats: impl FnOnce(C, C, C) -> bool) {
        let (winning, led) = (self.winning_card(), self.led());
        let Some(place) = self.cards.get_mut(usize::from(self.len)) else { return };
        *place = Some((seat, card));
        if let (Some(winning), Some(led)) = (winning, led)
            && beats(card, winning, led)
        {
            self.winning = self.len;
        }
        self.len += 1;
    }

    pub const fn len(&self) -> usize {
        self.len as usize
    }

    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The first card, which says what must be followed.
    pub fn led(&self) -> Option<C> {
        self.cards[0].map(|(_, card)| card)
    }

    pub fn winning_card(&self) -> Option<C> {
        self.cards[usize::from(self.winning)].map(|(_, card)| card)
    }

    /// The seat that takes the trick if nothing more is played.
    pub fn winner(&self) -> Option<Seat> {
        self.cards[usize::from(self.winning)].map(|(seat, _)| seat)
    }

    /// The cards in the order in which they were played, each with its seat.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, C)> {
        self.cards.iter().take(self.len()).filter_map(|played| *played)
    }

    pub fn of(&self, seat: Seat) -> Option<C> {
        self.iter().find(|(player, _)| *player == seat).map(|(_, card)| card)
    }

    /// The cards alone.
    pub fn cards(&self) -> ArrayVec<C, { MOST_SEATS as usize }> {
        self.iter().map(|(_, card)| card).collect()
    }
}

/// What must be followed in a trick-taking game, and what takes the lead.
pub trait TrickRules: Clone + PartialEq + std::fmt::Debug + Send + Sync + 'static {
    type Set: CardBits;

    /// The cards that follow this one when it is led.
    fn following(led: CardIn<Self>) -> Self::Set;

    /// Whether a card takes the lead from the winning one, given the card that was led.
    fn beats(card: CardIn<Self>, winning: CardIn<Self>, led: CardIn<Self>) -> bool;
}

/// The cards of a trick-taking game.
pub type CardIn<R> = <<R as TrickRules>::Set as CardBits>::Card;

const SEATS: usize = MOST_SEATS as usize;

/// What happens in a trick.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrickEvent<C: Copy> {
    Played {
        seat: Seat,
        card: C,
    },
    /// The trick is whole, and this seat takes it.
    Taken {
        seat: Seat,
        trick: Trick<C>,
    },
}

impl<C: DeckCard> TrickEvent<C> {
    /// For the list of moves.
    pub fn describe(&self) -> String {
        match self {
            TrickEvent::Played { card, .. } => card.spoken(),
            TrickEvent::Taken { seat, .. } => format!("the trick goes to {}", seat.called()),
        }
    }
}

/// The tricks of one deal, all of them public: what lies in the middle, and what has been seen of each seat.
#[derive(Clone, PartialEq, Debug)]
pub struct Tricks<R: TrickRules> {
    pub trick: Trick<CardIn<R>>,
    /// The last trick that was taken, in this deal or the one before.
    pub last: Option<Trick<CardIn<R>>>,
    /// Whose turn it is to play.
    pub turn: Seat,
    /// How many tricks each seat has taken.
    pub taken: [u8; SEATS],
    /// The cards that each seat has played.
    pub played: [R::Set; SEATS],
    /// Cards that each seat cannot hold, since it did not follow.
    pub lacks: [R::Set; SEATS],
    rules: PhantomData<R>,
}

impl<R: TrickRules> Tricks<R> {
    pub fn new(leader: Seat) -> Tricks<R> {
        let none = [R::Set::none(); SEATS];
        let (trick, last, taken) = (Trick::new(), None, [0; SEATS]);
        Tricks { trick, last, turn: leader, taken, played: none, lacks: none, rules: PhantomData }
    }

    /// The tricks of the next deal, before the first card. The last one of this deal can still be looked at.
    #[must_use]
    pub fn next_deal(&self, leader: Seat) -> Tricks<R> {
        Tricks { last: self.last, ..Tricks::new(leader) }
    }

    /// Whether a card has been played in this deal.
    pub fn has_begun(&self) -> bool {
        !self.trick.is_empty() || self.taken != [0; SEATS]
    }

    /// The cards of a hand that may be played now: those that follow, or all if none does.
    pub fn playable(&self, hand: R::Set) -> R::Set {
        let following = self.trick.led().map_or(hand, |led| hand.common(R::following(led)));
        if following == R::Set::none() { hand } else { following }
    }

    /// Whether a card would be winning the trick if it were played now.
    pub fn would_win(&self, card: CardIn<R>) -> bool {
        match (self.trick.winning_card(), self.trick.led()) {
            (Some(winning), Some(led)) => R::beats(card, winning, led),
            _ => true,
        }
    }

    /// Lays a card into the trick, which then may be whole.
    pub fn lay(&mut self, seat: Seat, card: CardIn<R>) {
        if let Some(led) = self.trick.led().map(R::following).filter(|led| !led.has(card)) {
            self.lacks[seat.index()] = self.lacks[seat.index()].with(led);
        }
        self.played[seat.index()] = self.played[seat.index()].with(R::Set::of_one(card));
        self.trick.play(seat, card, R::beats);
    }

    /// Lays a card and, if the trick is whole then, gives it to the seat that takes it, which is returned.
    pub fn play(&mut self, seats: Seats, seat: Seat, card: CardIn<R>) -> Option<Seat> {
        self.lay(seat, card);
        if self.trick.len() < seats.count() {
            self.turn = seats.after(seat);
            return None;
        }
        let winner = self.trick.winner()?;
        self.give_to(winner);
        Some(winner)
    }

    /// Gives the trick to a seat, which leads to the next.
    pub fn give_to(&mut self, seat: Seat) {
        self.last = Some(std::mem::take(&mut self.trick));
        self.taken[seat.index()] += 1;
        self.turn = seat;
    }

    pub fn count_taken(&self) -> usize {
        self.taken.into_iter().map(usize::from).sum()
    }

    /// Every card that was played.
    pub fn all_played(&self) -> R::Set {
        self.played.into_iter().fold(R::Set::none(), R::Set::with)
    }

    /// The cards that were played with a place, for [`Game::whereabouts`](super::game::Game::whereabouts).
    pub fn whereabouts(&self, place: u32) -> impl Iterator<Item = (u32, u32)> {
        placed(self.all_played(), place)
    }

    /// Whether everybody followed if they could, with the hands that they have now and what they played since. `events` is what
    /// happened in the deal's tricks so far.
    pub fn explains<'a>(
        &self,
        hand: impl Fn(Seat) -> R::Set,
        events: impl DoubleEndedIterator<Item = &'a TrickEvent<CardIn<R>>>,
    ) -> bool {
        let mut hands: ArrayVec<R::Set, SEATS> = (0..MOST_SEATS).filter_map(Seat::new).map(hand).collect();
        let mut trick = self.trick;
        for event in events.rev() {
            match event {
                TrickEvent::Taken { trick: taken, .. } => trick = *taken,
                TrickEvent::Played { seat, card } => {
                    let led = trick.led().map_or(R::Set::none(), R::following);
                    let hand = &mut hands[seat.index()];
                    if !led.has(*card) && hand.common(led) != R::Set::none() {
                        return false;
                    }
                    *hand = hand.with(R::Set::of_one(*card));
                }
            }
        }
        true
    }
}

impl<R: TrickRules<Set: CardBits<Card: Into<Face>>>> Tricks<R> {
    /// Lays the trick in the middle, and what each seat has taken before it; the last one can be looked at.
    pub fn lay_on(&self, table: &mut CardTable, seats: Seats, hands: &HandsView<R::Set>) {
        for seat in seats.iter() {
            table.taken(seat.index(), usize::from(self.taken[seat.index()]));
        }
        let cards: Vec<(usize, ShownCard)> =
            self.trick.iter().map(|(seat, card)| (seat.index(), ShownCard::of(card))).collect();
        table.trick(&cards, self.trick.winner().map(Seat::index), |seat| hands.count(seat));
        let last = self.last.unwrap_or_default();
        let shown = last.iter().map(|(seat, card)| TrickCard::of(seat.index(), card, last.winner() == Some(seat)));
        table.look_back("Last trick", shown);
    }

    /// The trick in words, and the last one, for those who cannot see the table.
    pub fn spoken(&self) -> String {
        let now = match self.trick.winner() {
            Some(winner) => {
                format!("In the trick: {}; {}", listed(&self.trick), winner.does("is winning", "are winning"))
            }
            None => "No card is in the trick".to_owned(),
        };
        match self.last.and_then(|last| Some((last, last.winner()?))) {
            Some((last, taker)) => format!("{now}. The last trick: {}; {} took it", listed(&last), taker.called()),
            None => now,
        }
    }
}

/// "Ada, the five of yellow suns; Blaise, …".
fn listed<C: DeckCard>(trick: &Trick<C>) -> String {
    joined(trick.iter().map(|(seat, card)| format!("{}, the {}", seat.called(), card.spoken())), "; ")
}
