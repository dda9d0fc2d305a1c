//! The board of Mystique Energy: a hexagonal grid without borders, and the groups of cards that share a colour, suit or number.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;

use crate::cards::{Attribute, AttributeKind, MystiqueCard};

/// A place of the grid in axial coordinates. The first card lies at 0,0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Hex {
    pub q: i8,
    pub r: i8,
}

/// The steps to the six hexes that touch one.
const STEPS: [(i8, i8); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

impl Hex {
    pub const fn new(q: i8, r: i8) -> Hex {
        Hex { q, r }
    }

    /// The hexes that touch it.
    pub fn neighbours(self) -> [Hex; 6] {
        STEPS.map(|(q, r)| Hex { q: self.q.saturating_add(q), r: self.r.saturating_add(r) })
    }
}

/// "2,-1".
impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.q, self.r)
    }
}

/// Text that is no hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("write two small whole numbers with a comma between them, as in 1,-1")]
pub struct HexTextError;

impl FromStr for Hex {
    type Err = HexTextError;

    fn from_str(text: &str) -> Result<Hex, HexTextError> {
        let (q, r) = text.split_once(',').ok_or(HexTextError)?;
        let number = |text: &str| text.parse::<i8>().ok().filter(|number| number.to_string() == text);
        number(q).zip(number(r)).map(|(q, r)| Hex { q, r }).ok_or(HexTextError)
    }
}

/// The most cards that can lie on it: two players keep two.
pub const MOST_CARDS: usize = 58;

/// How far from the first card others can lie: each touches two, so that a row takes two cards for each step.
pub const REACH: i8 = 31;

const SIDE: usize = 64;
const MIDDLE: usize = SIDE / 2;

/// More open hexes than there can be: a card opens at most four that were not.
const MOST_OPEN: usize = 4 * MOST_CARDS;

fn cell(hex: Hex) -> Option<usize> {
    let is_near = hex.q.unsigned_abs() <= REACH as u8 && hex.r.unsigned_abs() <= REACH as u8;
    let at = |step: i8| (MIDDLE as i8 + step) as usize;
    is_near.then(|| at(hex.q) * SIDE + at(hex.r))
}

/// Which cards are connected by one kind of attribute: each names another of its group, the first of which knows the size.
#[derive(Clone, PartialEq)]
struct Groups {
    parent: [u8; MOST_CARDS],
    size: [u8; MOST_CARDS],
}

impl Groups {
    const NONE: Groups = Groups { parent: [0; MOST_CARDS], size: [0; MOST_CARDS] };

    fn first(&self, card: u8) -> u8 {
        let mut at = card;
        while self.parent[usize::from(at)] != at {
            at = self.parent[usize::from(at)];
        }
        at
    }

    /// A new card, alone.
    fn add(&mut self, card: u8) {
        self.parent[usize::from(card)] = card;
        self.size[usize::from(card)] = 1;
    }

    fn join(&mut self, one: u8, other: u8) {
        let (one, other) = (self.first(one), self.first(other));
        if one == other {
            return;
        }
        let (large, small) = if self.size_of(one) >= self.size_of(other) { (one, other) } else { (other, one) };
        self.parent[usize::from(small)] = large;
        self.size[usize::from(large)] += self.size_of(small);
    }

    /// The size of a group, by its first card.
    fn size_of(&self, first: u8) -> u8 {
        self.size[usize::from(first)]
    }
}

/// The cards on the table, where they may be laid, and how large the groups are.
///
/// ```
/// use parlour::cards::Attribute;
/// use parlour::games::energy::board::{HexBoard, Hex};
///
/// let mut board = HexBoard::new();
/// board.lay(Hex::new(0, 0), "3rC".parse().unwrap());
/// board.lay(Hex::new(1, 0), "3bM".parse().unwrap());
/// assert_eq!(board.largest(Attribute::Number(3)), 2);
/// assert_eq!(board.open(), [Hex::new(0, 1), Hex::new(1, -1)], "the two that touch both");
/// ```
#[derive(Clone, PartialEq)]
pub struct HexBoard {
    cards: ArrayVec<(Hex, MystiqueCard), MOST_CARDS>,
    /// For each hex the number of its card, from 1; 0 where there is none.
    at: [u8; SIDE * SIDE],
    open: ArrayVec<Hex, MOST_OPEN>,
    groups: [Groups; 3],
    largest: [u8; 12],
}

impl Default for HexBoard {
    fn default() -> HexBoard {
        HexBoard::new()
    }
}

impl HexBoard {
    pub fn new() -> HexBoard {
        HexBoard {
            cards: ArrayVec::new(),
            at: [0; SIDE * SIDE],
            open: [Hex::default()].into_iter().collect(),
            groups: [Groups::NONE; 3],
            largest: [0; 12],
        }
    }

    /// The cards, as they were laid.
    pub fn cards(&self) -> &[(Hex, MystiqueCard)] {
        &self.cards
    }

    /// Where the next card may lie, in ascending order: it touches two cards, the second one of all the first.
    pub fn open(&self) -> &[Hex] {
        &self.open
    }

    pub fn at(&self, hex: Hex) -> Option<MystiqueCard> {
        self.number_at(hex).map(|number| self.cards[usize::from(number)].1)
    }

    fn number_at(&self, hex: Hex) -> Option<u8> {
        self.at[cell(hex)?].checked_sub(1)
    }

    /// How many cards touch a hex.
    pub fn touching(&self, hex: Hex) -> usize {
        hex.neighbours().into_iter().filter(|near| self.number_at(*near).is_some()).count()
    }

    /// Lays a card; where nothing can lie, nothing happens.
    pub fn lay(&mut self, hex: Hex, card: MystiqueCard) {
        let (Some(cell), number) = (cell(hex), self.cards.len() as u8) else { return };
        if self.at[cell] != 0 || self.cards.try_push((hex, card)).is_err() {
            return;
        }
        self.at[cell] = number + 1;
        for (kind, groups) in AttributeKind::ALL.into_iter().zip(&mut self.groups) {
            groups.add(number);
            for near in hex.neighbours() {
                let near = near_number(&self.at, near);
                if let Some(near) =
                    near.filter(|near| self.cards[usize::from(*near)].1.attribute(kind) == card.attribute(kind))
                {
                    groups.join(number, near);
                }
            }
            let largest = &mut self.largest[card.attribute(kind).index()];
            *largest = (*largest).max(groups.size_of(groups.first(number)));
        }
        self.open_around(hex);
    }

    fn open_around(&mut self, hex: Hex) {
        self.open.retain(|open| *open != hex);
        if self.cards.len() == 2 {
            // Until now one touching card was enough.
            self.open.clear();
        }
        let needed = self.cards.len().min(2);
        for near in hex.neighbours() {
            let is_open = cell(near).is_some_and(|cell| self.at[cell] == 0) && self.touching(near) >= needed;
            if let (true, Err(place)) = (is_open, self.open.binary_search(&near)) {
                // There is room for more than there can be.
                let _ = self.open.try_insert(place, near);
            }
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
        for near in hex.neighbours() {
            let Some(number) = self.number_at(near) else { continue };
            if self.cards[usize::from(number)].1.attribute(attribute.kind()) != attribute {
                continue;
            }
            let first = groups.first(number);
            if counted >> first & 1 == 0 {
                counted |= 1 << first;
                size += groups.size_of(first);
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
    pub fn members(&self, attribute: Attribute) -> Vec<MystiqueCard> {
        let groups = &self.groups[attribute.kind() as usize];
        let has_it = |number: &u8| self.cards[usize::from(*number)].1.attribute(attribute.kind()) == attribute;
        let all = || (0..self.cards.len() as u8).filter(has_it);
        let largest = all().find(|number| groups.size_of(groups.first(*number)) == self.largest(attribute));
        let Some(first) = largest.map(|number| groups.first(number)) else { return Vec::new() };
        all().filter(|number| groups.first(*number) == first).map(|number| self.cards[usize::from(number)].1).collect()
    }

    /// The hexes that the group would take in which a card with this attribute would belong to.
    pub fn joined(&self, hex: Hex, attribute: Attribute) -> Vec<MystiqueCard> {
        let groups = &self.groups[attribute.kind() as usize];
        let has_it = |number: &u8| self.cards[usize::from(*number)].1.attribute(attribute.kind()) == attribute;
        let near = hex.neighbours().into_iter().filter_map(|near| self.number_at(near)).filter(has_it);
        let firsts: Vec<u8> = near.map(|number| groups.first(number)).collect();
        let all = (0..self.cards.len() as u8).filter(has_it).filter(|number| firsts.contains(&groups.first(*number)));
        all.map(|number| self.cards[usize::from(number)].1).collect()
    }
}

/// The order in which the rulebook counts an energy card's groups.
pub const COUNTED: [AttributeKind; 3] = [AttributeKind::Colour, AttributeKind::Suit, AttributeKind::Number];

fn near_number(at: &[u8; SIDE * SIDE], hex: Hex) -> Option<u8> {
    at[cell(hex)?].checked_sub(1)
}

/// The cards alone: what else is known of them follows.
impl fmt::Debug for HexBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.cards.iter().map(|(hex, card)| (hex, card))).finish()
    }
}
