//! Cards and sets of cards of any deck, for code that moves cards about without asking what they are.
//!
//! The smallest functions of cards and sets are `#[inline]`: games search with them, also in builds that do not optimise the parts
//! of the program across each other.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use super::{Card, CardSet, HandOrder, MystiqueCard, MystiqueSet};

/// A card of some deck.
pub trait DeckCard: Copy + Ord + Debug + Display + FromStr<Err: Display> + Send + Sync + 'static {
    /// Its number among all cards of its game, from 0; cards of a [set](CardBits) have numbers below 128.
    fn index(self) -> u8;

    /// The inverse of [`DeckCard::index`].
    fn from_index(index: u8) -> Option<Self>;

    /// Its name as it is read aloud: "three of red crowns".
    fn spoken(self) -> String;

    /// Sorts a hand as its player likes it.
    fn sort(hand: &mut [Self], order: HandOrder);
}

/// A set of at most 128 different cards, one bit each.
pub trait CardBits: Copy + PartialEq + Debug + FromIterator<Self::Card> + Send + Sync + 'static {
    type Card: DeckCard;

    /// Bit n is set for the card with index n.
    fn to_bits(self) -> u128;

    /// The inverse of [`CardBits::to_bits`]. Bits that no card has are dropped.
    fn from_bits(bits: u128) -> Self;

    /// No card.
    fn none() -> Self {
        Self::from_bits(0)
    }

    /// The cards of both sets.
    #[must_use]
    fn with(self, other: Self) -> Self {
        Self::from_bits(self.to_bits() | other.to_bits())
    }

    /// The cards that are in this set alone.
    #[must_use]
    fn minus(self, other: Self) -> Self {
        Self::from_bits(self.to_bits() & !other.to_bits())
    }

    /// The cards that are in both sets.
    #[must_use]
    fn common(self, other: Self) -> Self {
        Self::from_bits(self.to_bits() & other.to_bits())
    }

    fn of_one(card: Self::Card) -> Self {
        Self::from_bits(1 << card.index())
    }

    fn has(self, card: Self::Card) -> bool {
        self.to_bits() >> card.index() & 1 == 1
    }

    fn count(self) -> usize {
        self.to_bits().count_ones() as usize
    }

    /// The cards, by ascending index.
    fn cards(self) -> impl Iterator<Item = Self::Card> {
        let mut left = self.to_bits();
        std::iter::from_fn(move || {
            let lowest = (left != 0).then(|| left.trailing_zeros() as u8)?;
            left &= left - 1;
            Self::Card::from_index(lowest)
        })
    }

    fn sorted(self, order: HandOrder) -> Vec<Self::Card> {
        let mut cards: Vec<Self::Card> = self.cards().collect();
        Self::Card::sort(&mut cards, order);
        cards
    }
}

impl DeckCard for Card {
    #[inline]
    fn index(self) -> u8 {
        self.index()
    }

    #[inline]
    fn from_index(index: u8) -> Option<Card> {
        Card::from_index(index)
    }

    fn spoken(self) -> String {
        self.spoken()
    }

    fn sort(hand: &mut [Card], order: HandOrder) {
        order.sort(hand);
    }
}

impl CardBits for CardSet {
    type Card = Card;

    #[inline]
    fn to_bits(self) -> u128 {
        u128::from(self.bits())
    }

    #[inline]
    fn from_bits(bits: u128) -> CardSet {
        CardSet::of_bits(bits as u64)
    }
}

impl DeckCard for MystiqueCard {
    #[inline]
    fn index(self) -> u8 {
        self.index()
    }

    #[inline]
    fn from_index(index: u8) -> Option<MystiqueCard> {
        MystiqueCard::from_index(index)
    }

    fn spoken(self) -> String {
        self.spoken()
    }

    fn sort(hand: &mut [MystiqueCard], order: HandOrder) {
        order.sort_mystique(hand);
    }
}

impl CardBits for MystiqueSet {
    type Card = MystiqueCard;

    #[inline]
    fn to_bits(self) -> u128 {
        self.bits()
    }

    #[inline]
    fn from_bits(bits: u128) -> MystiqueSet {
        MystiqueSet::of_bits(bits)
    }
}
