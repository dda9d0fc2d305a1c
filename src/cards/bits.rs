//! Cards and sets of cards of any deck, for code that moves cards about without asking what they are.
//!
//! The smallest functions of cards and sets are `#[inline]`: games search with them, also in builds that do not optimise the parts
//! of the program across each other.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use arrayvec::ArrayVec;

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
    #[inline]
    fn none() -> Self {
        Self::from_bits(0)
    }

    /// The cards of both sets.
    #[inline]
    #[must_use]
    fn with(self, other: Self) -> Self {
        Self::from_bits(self.to_bits() | other.to_bits())
    }

    /// The cards that are in this set alone.
    #[inline]
    #[must_use]
    fn minus(self, other: Self) -> Self {
        Self::from_bits(self.to_bits() & !other.to_bits())
    }

    /// The cards that are in both sets.
    #[inline]
    #[must_use]
    fn common(self, other: Self) -> Self {
        Self::from_bits(self.to_bits() & other.to_bits())
    }

    #[inline]
    fn of_one(card: Self::Card) -> Self {
        Self::from_bits(1 << card.index())
    }

    #[inline]
    fn has(self, card: Self::Card) -> bool {
        self.to_bits() >> card.index() & 1 == 1
    }

    #[inline]
    fn count(self) -> usize {
        self.to_bits().count_ones() as usize
    }

    /// The cards, by ascending index.
    #[inline]
    fn cards(self) -> impl Iterator<Item = Self::Card> {
        let mut left = self.to_bits();
        std::iter::from_fn(move || {
            let lowest = (left != 0).then(|| left.trailing_zeros() as u8)?;
            left &= left - 1;
            Self::Card::from_index(lowest)
        })
    }

    /// Adds every three of these cards to a list, as what `of` makes of them. They come in ascending order of their bits; of each
    /// three, `of` gets the highest card first.
    ///
    /// It is no iterator, since bots list hundreds of threes in every playout, and a list is much faster extended by many at once.
    ///
    /// ```
    /// use parlour::cards::{CardBits, MystiqueSet};
    ///
    /// let (cards, mut threes): (MystiqueSet, _) = ("1yM 2yM 3yM 4yM".parse().unwrap(), Vec::new());
    /// cards.threes_into(&mut threes, |three| three.map(|card| card.to_string()).join(" "));
    /// assert_eq!(threes, ["3yM 2yM 1yM", "4yM 2yM 1yM", "4yM 3yM 1yM", "4yM 3yM 2yM"]);
    /// ```
    fn threes_into<T>(self, list: &mut Vec<T>, of: impl Fn([Self::Card; 3]) -> T) {
        let cards: ArrayVec<Self::Card, 128> = self.cards().collect();
        let mut pairs = ArrayVec::<[Self::Card; 2], { 128 * 127 / 2 }>::new();
        for (place, highest) in cards.iter().enumerate() {
            // With it goes every pair of the cards below it; the pairs that it is in are for those above it.
            list.extend(pairs.iter().map(|[middle, lowest]| of([*highest, *middle, *lowest])));
            pairs.extend(cards[..place].iter().map(|lowest| [*highest, *lowest]));
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// By plain counting: every subset of three, once, in ascending order, and its highest card first.
        #[test]
        fn threes_are_all_subsets_of_three(bits in any::<u128>(), most in 0usize..12) {
            let some: MystiqueSet = MystiqueSet::from_bits(bits).cards().take(most).collect();
            let cards: Vec<MystiqueCard> = some.cards().collect();
            let mut expected: Vec<u128> = (0u32..1 << cards.len())
                .filter(|chosen| chosen.count_ones() == 3)
                .map(|chosen| (0..cards.len()).filter(|at| chosen >> at & 1 == 1).map(|at| cards[at]).collect())
                .map(MystiqueSet::to_bits)
                .collect();
            expected.sort_unstable();
            let mut threes = Vec::new();
            some.threes_into(&mut threes, |three| three);
            prop_assert!(threes.iter().all(|three| three.is_sorted_by(|one, next| one > next)));
            let threes = threes.into_iter().map(|three| three.into_iter().collect::<MystiqueSet>().to_bits());
            prop_assert_eq!(threes.collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn threes_of_both_decks_are_found() {
        let mut threes = Vec::new();
        MystiqueSet::FULL.threes_into(&mut threes, |three| three);
        assert_eq!(threes.len(), 120 * 119 * 118 / 6);
    }
}
