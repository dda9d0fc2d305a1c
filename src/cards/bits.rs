//! Cards and sets of cards of any deck, for code that moves cards about without asking what they are.
//!
//! The smallest functions of cards and sets are `#[inline]`: games search with them, also in builds that do not optimise the parts
//! of the program across each other.

use std::fmt::{Debug, Display};
use std::marker::PhantomData;
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

    /// All ways to choose so many of these cards, in ascending order of their bits. Of more than 64 cards, the lowest are chosen from.
    ///
    /// ```
    /// use parlour::cards::{CardBits, MystiqueSet};
    ///
    /// let cards: MystiqueSet = "1yM 2yM 3yM".parse().unwrap();
    /// let pairs: Vec<String> = cards.choices(2).map(|pair| pair.to_string()).collect();
    /// assert_eq!(pairs, ["1yM 2yM", "1yM 3yM", "2yM 3yM"]);
    /// assert_eq!(cards.choices(4).count(), 0);
    /// ```
    fn choices(self, count: usize) -> CardChoices<Self> {
        let cards: ArrayVec<u128, 64> = self.cards().map(|card| 1 << card.index()).take(64).collect();
        let is_possible = count <= cards.len();
        let first = if count >= 64 { u64::MAX } else { (1 << count) - 1 };
        CardChoices { cards, next: is_possible.then_some(first), set: PhantomData }
    }

    fn sorted(self, order: HandOrder) -> Vec<Self::Card> {
        let mut cards: Vec<Self::Card> = self.cards().collect();
        Self::Card::sort(&mut cards, order);
        cards
    }
}

/// The ways to choose so many of some cards; see [`CardBits::choices`].
#[derive(Clone, Debug)]
pub struct CardChoices<S> {
    /// The bit of each card.
    cards: ArrayVec<u128, 64>,
    /// Which cards are chosen next, a bit for each of them.
    next: Option<u64>,
    set: PhantomData<S>,
}

impl<S: CardBits> Iterator for CardChoices<S> {
    type Item = S;

    #[inline]
    fn next(&mut self) -> Option<S> {
        let chosen = self.next?;
        self.next = number_after(chosen).filter(|next| self.cards.len() == 64 || next >> self.cards.len() == 0);
        let (mut left, mut bits) = (chosen, 0);
        while left != 0 {
            bits |= self.cards[left.trailing_zeros() as usize];
            left &= left - 1;
        }
        Some(S::from_bits(bits))
    }
}

/// The next number with as many bits set (Hacker's Delight, 2-1); `None` after the last.
const fn number_after(number: u64) -> Option<u64> {
    if number == 0 {
        return None;
    }
    let lowest = number & number.wrapping_neg();
    match number.checked_add(lowest) {
        Some(ripple) => Some(ripple | ((ripple ^ number) >> 2) >> lowest.trailing_zeros()),
        None => None,
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
        /// By plain counting: every subset of that size, once, in ascending order.
        #[test]
        fn choices_are_all_subsets_of_a_size(bits in any::<u128>(), size in 0usize..5) {
            let some: MystiqueSet = MystiqueSet::from_bits(bits).cards().take(11).collect();
            let cards: Vec<MystiqueCard> = some.cards().collect();
            let mut expected: Vec<u128> = (0u32..1 << cards.len())
                .filter(|chosen| chosen.count_ones() as usize == size)
                .map(|chosen| (0..cards.len()).filter(|at| chosen >> at & 1 == 1).map(|at| cards[at]).collect())
                .map(MystiqueSet::to_bits)
                .collect();
            expected.sort_unstable();
            prop_assert_eq!(some.choices(size).map(MystiqueSet::to_bits).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn all_cards_of_a_large_set_can_be_chosen_from() {
        assert_eq!(MystiqueSet::DECK.choices(2).count(), 60 * 59 / 2);
        assert_eq!(MystiqueSet::DECK.choices(60).collect::<Vec<_>>(), [MystiqueSet::DECK]);
    }
}
