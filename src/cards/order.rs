//! How players like their hands sorted.

use serde::{Deserialize, Serialize};

use super::{Card, Colour, MystiqueCard, MystiqueSuit, Rank, Suit};

/// What the cards of a hand are sorted by first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum HandOrder {
    /// Equal numbers lie side by side.
    #[default]
    Number,
    /// Suits lie together, each from the lowest number up.
    Suit,
    /// Colours lie together, and within each the suits.
    Colour,
    /// Colours lie together, and within each the numbers.
    ColourNumber,
}

impl HandOrder {
    pub const ALL: [HandOrder; 4] = [HandOrder::Number, HandOrder::Suit, HandOrder::Colour, HandOrder::ColourNumber];

    /// "by number".
    pub fn words(self) -> &'static str {
        ["by number", "by suit", "by colour", "by colour and number"][self as usize]
    }

    /// The one after this one among these, and after the last one the first.
    ///
    /// ```
    /// use parlour::cards::HandOrder::{Colour, Number, Suit};
    ///
    /// assert_eq!(Number.next_of(&[Number, Colour]), Colour);
    /// assert_eq!(Colour.next_of(&[Number, Colour]), Number);
    /// assert_eq!(Suit.next_of(&[Number, Colour]), Number, "which is none of them");
    /// ```
    #[must_use]
    pub fn next_of(self, orders: &[HandOrder]) -> HandOrder {
        let after = orders.iter().position(|order| *order == self).map_or(0, |place| place + 1);
        orders.get(after).or(orders.first()).copied().unwrap_or(self)
    }

    /// ```
    /// use parlour::cards::{HandOrder, parse_cards};
    ///
    /// let mut hand = parse_cards("9C 2H 9S 7C")?;
    /// HandOrder::Number.sort(&mut hand);
    /// assert_eq!(hand, parse_cards("2H 7C 9S 9C")?);
    /// HandOrder::Suit.sort(&mut hand);
    /// assert_eq!(hand, parse_cards("9S 2H 7C 9C")?);
    /// # Ok::<(), parlour::cards::CardTextError>(())
    /// ```
    pub fn sort(self, hand: &mut [Card]) {
        hand.sort_unstable_by_key(|card| self.key(*card));
    }

    /// By what a French card is sorted.
    pub(super) fn key(self, card: Card) -> (Option<bool>, Option<Suit>, Rank, Suit) {
        let is_black = matches!(card.suit(), Suit::Spades | Suit::Clubs);
        let colour = self.is_by_colour().then_some(is_black);
        (colour, self.is_by_suit().then(|| card.suit()), card.rank(), card.suit())
    }

    fn is_by_colour(self) -> bool {
        matches!(self, HandOrder::Colour | HandOrder::ColourNumber)
    }

    fn is_by_suit(self) -> bool {
        matches!(self, HandOrder::Colour | HandOrder::Suit)
    }

    /// The same for cards of the Mystique deck.
    pub fn sort_mystique(self, hand: &mut [MystiqueCard]) {
        let key = |card: &MystiqueCard| -> (Option<Colour>, Option<MystiqueSuit>, u8, u8) {
            let colour = self.is_by_colour().then(|| card.colour());
            (colour, self.is_by_suit().then(|| card.suit()), card.number(), card.index())
        };
        hand.sort_unstable_by_key(key);
    }
}
