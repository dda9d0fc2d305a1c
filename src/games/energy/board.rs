//! The board of Mystique Energy: a hexagonal grid without borders, and the groups of cards that share a colour, suit or number.

use std::fmt;

use arrayvec::ArrayVec;

use crate::cards::{Attribute, AttributeKind, MystiqueCard, MystiqueSet};
use crate::engine::groups::Groups;
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
#[derive(Clone, PartialEq)]
pub struct HexBoard {
    pub field: HexField<MOST_OPEN>,
    cards: ArrayVec<(Hex, MystiqueCard), MOST_CARDS>,
    groups: [Groups<MOST_CARDS>; 3],
    largest: [u8; 12],
}

impl Default for HexBoard {
    fn default() -> HexBoard {
        HexBoard { field: HexField::default(), cards: ArrayVec::new(), groups: [Groups::NONE; 3], largest: [0; 12] }
    }
}

impl HexBoard {
    /// The cards, as they were laid.
    pub fn cards(&self) -> &[(Hex, MystiqueCard)] {
        &self.cards
    }

    fn card(&self, number: u8) -> MystiqueCard {
        self.cards[usize::from(number)].1
    }

    /// Lays a card; where nothing can lie, nothing happens.
    pub fn lay(&mut self, hex: Hex, card: MystiqueCard) {
        let Some(number) = self.field.lay(hex).filter(|_| self.cards.try_push((hex, card)).is_ok()) else { return };
        for (kind, groups) in AttributeKind::ALL.into_iter().zip(&mut self.groups) {
            groups.add(number);
            let alike = |near: &u8| self.cards[usize::from(*near)].1.attribute(kind) == card.attribute(kind);
            self.field.touching(hex).filter(alike).for_each(|near| groups.join(number, near));
            let largest = &mut self.largest[card.attribute(kind).index()];
            *largest = (*largest).max(groups.size(number));
        }
    }

    /// The size of the largest group of cards that have this attribute.
    pub fn largest(&self, attribute: Attribute) -> u8 {
        self.largest[attribute.index()]
    }

    /// How large the group would be that a card with this attribute would belong to.
    pub fn grown(&self, hex: Hex, attribute: Attribute) -> u8 {
        let groups = &self.groups[attribute.kind() as usize];
        let (mut size, mut counted) = (1, 0u64);
        let alike = |near: &u8| self.card(*near).attribute(attribute.kind()) == attribute;
        for first in self.field.touching(hex).filter(alike).map(|near| groups.first(near)) {
            if counted >> first & 1 == 0 {
                counted |= 1 << first;
                size += groups.size(first);
            }
        }
        size
    }

    /// The three groups that count for an energy card: the largest of its colour, its suit and its number.
    pub fn groups_for(&self, energy: MystiqueCard) -> [u8; 3] {
        COUNTED.map(|kind| self.largest(energy.attribute(kind)))
    }

    /// What an energy card scores: its three groups multiplied.
    pub fn product(&self, energy: MystiqueCard) -> i32 {
        self.groups_for(energy).into_iter().map(i32::from).product()
    }

    /// The cards of the largest group with this attribute; of several the one that was begun first.
    pub fn members(&self, attribute: Attribute) -> MystiqueSet {
        let groups = &self.groups[attribute.kind() as usize];
        let has_it = |number: &u8| attribute.cards().contains(self.card(*number));
        let is_largest = |number: &u8| groups.size(*number) == self.largest(attribute);
        self.connected(attribute, (0..self.cards.len() as u8).filter(has_it).find(is_largest))
    }

    /// The cards that one with this attribute would form a group with.
    pub fn joined(&self, hex: Hex, attribute: Attribute) -> MystiqueSet {
        self.connected(attribute, self.field.touching(hex))
    }

    /// The cards with this attribute in the groups of these.
    fn connected(&self, attribute: Attribute, to: impl IntoIterator<Item = u8>) -> MystiqueSet {
        let groups = &self.groups[attribute.kind() as usize];
        let firsts: ArrayVec<u8, 6> = to.into_iter().map(|number| groups.first(number)).collect();
        let cards = (0u8..).zip(&self.cards).filter(|(number, _)| firsts.contains(&groups.first(*number)));
        cards.map(|(_, (_, card))| *card).filter(|card| attribute.cards().contains(*card)).collect()
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
