//! A trick: one card of each seat in turn, and which of them is winning.

use arrayvec::ArrayVec;

use super::seats::{MOST_SEATS, Seat};

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
