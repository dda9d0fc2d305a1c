//! Sets of cards of any kind as bits, for code that moves cards about without asking what they are.

use std::fmt::Debug;

use super::{CardSet, MystiqueSet};

/// A set of at most 128 different cards, one bit each.
pub trait CardBits: Copy + PartialEq + Debug {
    /// Bit n is set for the card with index n.
    fn to_bits(self) -> u128;

    /// The inverse of [`CardBits::to_bits`]. Bits that no card has are dropped.
    fn from_bits(bits: u128) -> Self;
}

impl CardBits for CardSet {
    fn to_bits(self) -> u128 {
        u128::from(self.bits())
    }

    fn from_bits(bits: u128) -> CardSet {
        CardSet::of_bits(bits as u64)
    }
}

impl CardBits for MystiqueSet {
    fn to_bits(self) -> u128 {
        self.bits()
    }

    fn from_bits(bits: u128) -> MystiqueSet {
        MystiqueSet::of_bits(bits)
    }
}
