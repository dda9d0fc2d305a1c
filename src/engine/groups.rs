//! Connected groups of pieces that are laid one after the other, with their sizes; and groups of cards that touch and share an
//! attribute.

use arrayvec::ArrayVec;

use crate::cards::{Attribute, AttributeKind, MystiqueCard, MystiqueSet};

/// Which of at most `MOST` pieces, by number, are connected: each names another of its group, the first of which knows the size.
///
/// ```
/// use parlour::engine::groups::Groups;
///
/// let mut groups = Groups::<3>::NONE;
/// (0..3).for_each(|piece| groups.add(piece));
/// groups.join(0, 2);
/// assert_eq!([0, 1, 2].map(|piece| groups.size(piece)), [2, 1, 2]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Groups<const MOST: usize> {
    parent: [u8; MOST],
    size: [u8; MOST],
}

impl<const MOST: usize> Groups<MOST> {
    pub const NONE: Groups<MOST> = Groups { parent: [0; MOST], size: [0; MOST] };

    /// The piece that stands for the group of this one.
    pub fn first(&self, piece: u8) -> u8 {
        let mut at = piece;
        while self.parent[usize::from(at)] != at {
            at = self.parent[usize::from(at)];
        }
        at
    }

    /// A new piece, alone.
    pub fn add(&mut self, piece: u8) {
        self.parent[usize::from(piece)] = piece;
        self.size[usize::from(piece)] = 1;
    }

    /// Two pieces belong to one group from now on.
    pub fn join(&mut self, one: u8, other: u8) {
        let (one, other) = (self.first(one), self.first(other));
        if one == other {
            return;
        }
        let (large, small) = if self.size(one) >= self.size(other) { (one, other) } else { (other, one) };
        self.size[usize::from(large)] += self.size(small);
        self.parent[usize::from(small)] = large;
    }

    /// How large the group of a piece is.
    pub fn size(&self, piece: u8) -> u8 {
        self.size[usize::from(self.first(piece))]
    }
}

/// At most `MOST` cards that are laid one after the other, each touching some of those before, and the groups of those that touch
/// and share a colour, suit or number. Cards are numbered in the order in which they were laid, from 0; `MOST` is at most 255, and
/// every number that is given must be that of a card that was laid.
///
/// ```
/// use parlour::cards::Attribute;
/// use parlour::engine::groups::AttributeGroups;
///
/// let mut groups = AttributeGroups::<3>::default();
/// groups.lay("3rC".parse().unwrap(), [].into_iter());
/// groups.lay("3bM".parse().unwrap(), [0].into_iter());
/// assert_eq!(groups.largest(Attribute::Number(3)), 2);
/// assert_eq!(groups.grown(Attribute::Number(3), [1].into_iter()), 3, "with one more that touches the second");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AttributeGroups<const MOST: usize> {
    cards: ArrayVec<MystiqueCard, MOST>,
    of_kind: [Groups<MOST>; AttributeKind::ALL.len()],
    largest: [u8; Attribute::COUNT],
}

impl<const MOST: usize> Default for AttributeGroups<MOST> {
    fn default() -> AttributeGroups<MOST> {
        let none = [Groups::NONE; AttributeKind::ALL.len()];
        AttributeGroups { cards: ArrayVec::new(), of_kind: none, largest: [0; Attribute::COUNT] }
    }
}

impl<const MOST: usize> AttributeGroups<MOST> {
    /// Lays a card that touches these; one more than there is room for is not laid.
    pub fn lay(&mut self, card: MystiqueCard, touching: impl Iterator<Item = u8> + Clone) {
        let number = self.cards.len() as u8;
        if self.cards.try_push(card).is_err() {
            return;
        }
        for (kind, groups) in AttributeKind::ALL.into_iter().zip(&mut self.of_kind) {
            groups.add(number);
            let alike = |near: &u8| self.cards[usize::from(*near)].attribute(kind) == card.attribute(kind);
            touching.clone().filter(alike).for_each(|near| groups.join(number, near));
            let largest = &mut self.largest[card.attribute(kind).index()];
            *largest = (*largest).max(groups.size(number));
        }
    }

    /// The size of the largest group of cards that have this attribute.
    pub fn largest(&self, attribute: Attribute) -> u8 {
        self.largest[attribute.index()]
    }

    /// How large a group a card with this attribute would belong to if it touched these.
    pub fn grown(&self, attribute: Attribute, touching: impl Iterator<Item = u8>) -> u8 {
        let groups = &self.of_kind[attribute.kind() as usize];
        let mut firsts = ArrayVec::<u8, MOST>::new();
        for first in touching.filter(|near| self.has(*near, attribute)).map(|near| groups.first(near)) {
            if !firsts.contains(&first) {
                firsts.push(first);
            }
        }
        1 + firsts.into_iter().map(|first| groups.size(first)).sum::<u8>()
    }

    /// The cards of the largest group with this attribute; of several the one that was begun first.
    pub fn members(&self, attribute: Attribute) -> MystiqueSet {
        let groups = &self.of_kind[attribute.kind() as usize];
        let is_largest = |number: &u8| groups.size(*number) == self.largest(attribute);
        let numbers = (0..self.cards.len() as u8).filter(|number| self.has(*number, attribute));
        self.joined(attribute, numbers.filter(is_largest).take(1))
    }

    /// The cards with this attribute in the groups of these.
    pub fn joined(&self, attribute: Attribute, to: impl Iterator<Item = u8>) -> MystiqueSet {
        let groups = &self.of_kind[attribute.kind() as usize];
        let firsts: ArrayVec<u8, MOST> = to.map(|number| groups.first(number)).take(MOST).collect();
        let numbers = (0..self.cards.len() as u8).filter(|number| self.has(*number, attribute));
        numbers.filter(|number| firsts.contains(&groups.first(*number))).map(|number| self.card(number)).collect()
    }

    fn card(&self, number: u8) -> MystiqueCard {
        self.cards[usize::from(number)]
    }

    fn has(&self, number: u8, attribute: Attribute) -> bool {
        self.card(number).attribute(attribute.kind()) == attribute
    }
}
