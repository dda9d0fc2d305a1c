//! The board of Mystique Energy: a hexagonal grid without borders, and the groups of cards that share a colour, suit or number.

use std::fmt;

use arrayvec::ArrayVec;

use crate::cards::{Attribute, AttributeKind, MystiqueCard, MystiqueSet};
use crate::engine::groups::AttributeGroups;
use crate::hex::{Hex, HexField};

/// The most cards that can lie on it: two players keep two.
pub const MOST_CARDS: usize = 58;

/// More open hexes than there can be: a card opens at most four that were not.
const MOST_OPEN: usize = 4 * MOST_CARDS;

/// The cards on the table, where they may be laid, and how large the groups are.
///
/// ```
/// use parlour::cards::Attribute;
/// use parlour::hex::Hex;
/// use parlour::games::energy::board::HexBoard;
///
/// let mut board = HexBoard::default();
/// board.lay(Hex::new(0, 0), "3rC".parse().unwrap());
/// board.lay(Hex::new(1, 0), "3bM".parse().unwrap());
/// assert_eq!(board.largest(Attribute::Number(3)), 2);
/// ```
#[derive(Clone, PartialEq, Default)]
pub struct HexBoard {
    pub field: HexField<MOST_OPEN>,
    cards: ArrayVec<(Hex, MystiqueCard), MOST_CARDS>,
    groups: AttributeGroups<MOST_CARDS>,
}

impl HexBoard {
    /// The cards, as they were laid.
    pub fn cards(&self) -> &[(Hex, MystiqueCard)] {
        &self.cards
    }

    /// Lays a card; where nothing can lie, nothing happens.
    pub fn lay(&mut self, hex: Hex, card: MystiqueCard) {
        if !self.cards.is_full() && self.field.lay(hex).is_some() {
            self.cards.push((hex, card));
            self.groups.lay(card, self.field.touching(hex));
        }
    }

    /// The size of the largest group of cards that have this attribute.
    pub fn largest(&self, attribute: Attribute) -> u8 {
        self.groups.largest(attribute)
    }

    /// How large the group would be that a card with this attribute would belong to.
    pub fn grown(&self, hex: Hex, attribute: Attribute) -> u8 {
        self.groups.grown(attribute, self.field.touching(hex))
    }

    /// The cards of the largest group with this attribute.
    pub fn members(&self, attribute: Attribute) -> MystiqueSet {
        self.groups.members(attribute)
    }

    /// The cards that one with this attribute would form a group with.
    pub fn joined(&self, hex: Hex, attribute: Attribute) -> MystiqueSet {
        self.groups.joined(attribute, self.field.touching(hex))
    }

    /// The three groups that count for an energy card: the largest of its colour, its suit and its number.
    pub fn groups_for(&self, energy: MystiqueCard) -> [u8; 3] {
        COUNTED.map(|kind| self.largest(energy.attribute(kind)))
    }

    /// What an energy card scores: its three groups multiplied.
    pub fn product(&self, energy: MystiqueCard) -> i32 {
        self.groups_for(energy).into_iter().map(i32::from).product()
    }
}

/// The order in which the rulebook counts an energy card's groups.
pub const COUNTED: [AttributeKind; 3] = [AttributeKind::Colour, AttributeKind::Suit, AttributeKind::Number];

/// The cards alone: what else is known of them follows.
impl fmt::Debug for HexBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.cards.iter().map(|(hex, card)| (hex, card))).finish()
    }
}
