//! The moves of Mystique, and the spells that a hand can cast.
//!
//! A hand of twenty cards can cast thousands of different sets. Bots consider a few for each attribute and each size: the ones
//! that shed aces first, and the ones that keep them.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;

use crate::cards::{Attribute, AttributeKind, MystiqueCard, MystiqueSet};
use crate::engine::game::NotAMove;

/// The most cards of an opening.
pub const MOST_OPENING: usize = 5;

/// The most cards that share a value: both decks have forty of a colour.
pub const MOST_ALIKE: usize = 40;

/// A spell that must be answered: at least so many cards of this value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spell {
    pub value: Attribute,
    pub count: usize,
}

impl Spell {
    /// "three suns or more".
    pub fn or_more(self) -> String {
        format!("{} or more", self.value.counted(self.count))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Move {
    /// An opening, or a reply. The value is that of the lowest card; a legal spell's cards all have it.
    Cast {
        value: Attribute,
        cards: MystiqueSet,
    },
    Deflect(MystiqueCard),
    Take,
}

impl Move {
    /// These cards, announced by this attribute; `None` if there are none.
    pub fn cast(kind: AttributeKind, cards: MystiqueSet) -> Option<Move> {
        cards.iter().next().map(|card| Move::Cast { value: card.attribute(kind), cards })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Cast { value, cards } => {
                write!(f, "cast {}", value.kind().word())?;
                MystiqueCard::by_card_number(*cards).into_iter().try_for_each(|card| write!(f, " {card}"))
            }
            Move::Deflect(card) => write!(f, "deflect {card}"),
            Move::Take => f.write_str("take"),
        }
    }
}

impl FromStr for Move {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<Move, NotAMove> {
        let cast = |spell: &str| {
            let (kind, cards) = spell.split_once(' ')?;
            Move::cast(kind.parse().ok()?, cards.parse().ok()?)
        };
        let read = match text.split_once(' ') {
            Some(("cast", spell)) => cast(spell),
            Some(("deflect", card)) => card.parse().ok().map(Move::Deflect),
            _ => (text == "take").then_some(Move::Take),
        };
        read.ok_or(NotAMove)
    }
}

/// Adds spells that this hand can open with, in ascending order.
pub fn openings(hand: MystiqueSet, moves: &mut Vec<Move>) {
    for value in Attribute::all() {
        add(value, hand.intersection(value.cards()), 1, MOST_OPENING, moves);
    }
}

/// Adds spells with which this hand can answer, in ascending order.
pub fn replies(hand: MystiqueSet, spell: Spell, moves: &mut Vec<Move>) {
    add(spell.value, hand.intersection(spell.value.cards()), spell.count, MystiqueCard::COUNT, moves);
}

/// Adds spells of these cards, which share a value: for each size the lowest numbers, and the lowest but the aces. Palms, which
/// deflect, are kept by both.
fn add(value: Attribute, cards: MystiqueSet, least: usize, most: usize, moves: &mut Vec<Move>) {
    if cards.len() < least {
        return;
    }
    let numbers = [1, 2, 3, 4, 5].map(|number| cards.intersection(MystiqueSet::of_number(number)));
    let [aces, twos, threes, fours, palms] = numbers;
    let shedding = growing(numbers, least, most);
    if aces.is_empty() || aces == cards {
        return moves.extend(shedding.into_iter().map(|cards| Move::Cast { value, cards }));
    }
    let keeping = growing([twos, threes, fours, palms, aces], least, most);
    // Each set holds the one before it, so both are in ascending order.
    let (mut shedding, mut keeping) = (shedding.as_slice(), keeping.as_slice());
    while let Some(next) = shedding.first().into_iter().chain(keeping.first()).min().copied() {
        moves.push(Move::Cast { value, cards: next });
        shedding = shedding.strip_prefix(&[next]).unwrap_or(shedding);
        keeping = keeping.strip_prefix(&[next]).unwrap_or(keeping);
    }
}

/// The first cards of these sets, one after the other: from `least` to `most` of them.
fn growing(sets: [MystiqueSet; 5], least: usize, most: usize) -> ArrayVec<MystiqueSet, MOST_ALIKE> {
    let (mut grown, mut found, mut size) = (MystiqueSet::EMPTY, ArrayVec::new(), 0);
    for set in sets {
        for card in set.iter() {
            if size == most || found.is_full() {
                return found;
            }
            grown.insert(card);
            size += 1;
            if size >= least {
                found.push(grown);
            }
        }
    }
    found
}
