//! How players like their hands sorted.

use serde::{Deserialize, Serialize};

use super::{Card, Rank, Suit};

/// What the cards of a hand are sorted by first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum HandOrder {
    /// Equal numbers lie side by side.
    #[default]
    Number,
    /// Suits lie together, each from the lowest number up.
    Suit,
}

impl HandOrder {
    pub const ALL: [HandOrder; 2] = [HandOrder::Number, HandOrder::Suit];

    /// "Number".
    pub fn title(self) -> &'static str {
        ["Number", "Suit"][self as usize]
    }

    /// The next of all orders, and after the last one the first.
    #[must_use]
    pub fn next(self) -> HandOrder {
        HandOrder::ALL[(self as usize + 1) % HandOrder::ALL.len()]
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
        let key = |card: &Card| -> (Option<Suit>, Rank, Suit) {
            ((self == HandOrder::Suit).then(|| card.suit()), card.rank(), card.suit())
        };
        hand.sort_unstable_by_key(key);
    }
}
