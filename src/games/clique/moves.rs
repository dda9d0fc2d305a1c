//! The moves of Clique Mystique and their notation.

use std::fmt;
use std::str::FromStr;

use crate::cards::{GoldenSet, MystiqueCard, MystiqueSet};
use crate::engine::game::NotAMove;
use crate::square::{Square, SquareSet};
use crate::words::joined;

/// At most so many cards are laid in a turn.
pub const MOST_LAID: usize = 3;

/// One to three cards, each with the square that it is laid on; all of them different.
///
/// They are one number, since placements are listed and compared by the thousand: from its highest byte on how many cards there are, and
/// of each by square the square and the card. So fewer cards come first, then they go by squares and cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Placement(u64);

impl Placement {
    /// One card alone.
    #[inline]
    pub const fn one(square: Square, card: MystiqueCard) -> Placement {
        Placement(1 << Placement::COUNT | laid(0, square, card))
    }

    /// Cards with their squares, by square.
    #[inline]
    pub(super) const fn two([(a, first), (b, second)]: [(Square, MystiqueCard); 2]) -> Placement {
        Placement(2 << Placement::COUNT | laid(0, a, first) | laid(1, b, second))
    }

    /// The same of three.
    #[inline]
    pub(super) const fn three(cards: [(Square, MystiqueCard); 3]) -> Placement {
        let [(a, first), (b, second), (c, third)] = cards;
        Placement(3 << Placement::COUNT | laid(0, a, first) | laid(1, b, second) | laid(2, c, third))
    }

    /// Cards with their squares, in any order; `None` if they are none or too many, or one of them is there twice.
    pub fn of(cards: impl IntoIterator<Item = (Square, MystiqueCard)>) -> Option<Placement> {
        let mut all: Vec<(Square, MystiqueCard)> = cards.into_iter().take(MOST_LAID + 1).collect();
        all.sort_unstable();
        let squares: SquareSet = all.iter().map(|(square, _)| *square).collect();
        let cards: MystiqueSet = all.iter().map(|(_, card)| *card).collect();
        match (all.as_slice(), squares.len().min(cards.len()) == all.len()) {
            ([(square, card)], _) => Some(Placement::one(*square, *card)),
            ([one, other], true) => Some(Placement::two([*one, *other])),
            ([one, two, three], true) => Some(Placement::three([*one, *two, *three])),
            _ => None,
        }
    }

    /// The place of its lowest bit that says how many cards are laid.
    const COUNT: usize = 48;

    /// How many cards are laid.
    #[inline]
    pub const fn count(self) -> usize {
        (self.0 >> Placement::COUNT) as usize
    }

    /// The cards with their squares, by square.
    #[inline]
    pub fn laid(self) -> impl Iterator<Item = (Square, MystiqueCard)> {
        (0..self.count()).filter_map(move |place| {
            let [square, card] = ((self.0 >> shift(place)) as u16).to_be_bytes();
            Some((Square::from_index(square)?, MystiqueCard::from_index(card)?))
        })
    }

    #[inline]
    pub fn squares(self) -> SquareSet {
        self.laid().map(|(square, _)| square).collect()
    }

    #[inline]
    pub fn cards(self) -> MystiqueSet {
        self.laid().map(|(_, card)| card).collect()
    }

    /// The card that it lays on a square.
    pub fn at(self, square: Square) -> Option<MystiqueCard> {
        self.laid().find(|(other, _)| *other == square).map(|(_, card)| card)
    }
}

/// Where the bits of a card and its square begin.
const fn shift(place: usize) -> usize {
    16 * (MOST_LAID - 1 - place)
}

/// The bits of a card and its square.
#[inline]
const fn laid(place: usize, square: Square, card: MystiqueCard) -> u64 {
    ((square.index() as u64) << 8 | card.index() as u64) << shift(place)
}

/// "4bM a4 1bS b4".
impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&joined(self.laid().map(|(square, card)| format!("{card} {square}")), " "))
    }
}

impl fmt::Debug for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Placement {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<Placement, NotAMove> {
        let words: Vec<&str> = text.split(' ').collect();
        let read = |pair: &[&str]| {
            let [card, square] = pair else { return None };
            Some((square.parse::<Square>().ok()?, card.parse::<MystiqueCard>().ok()?))
        };
        let laid: Option<Vec<(Square, MystiqueCard)>> = words.chunks(2).map(read).collect();
        Placement::of(laid.ok_or(NotAMove)?).ok_or(NotAMove)
    }
}

/// One turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Move {
    Place(Placement),
    /// These cards of the hand are replaced.
    Replace(GoldenSet),
    Pass,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(placement) => write!(f, "place {placement}"),
            Move::Replace(cards) => write!(f, "replace {}", joined(MystiqueCard::by_card_number(cards.cards()), " ")),
            Move::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Move {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<Move, NotAMove> {
        if text == "pass" {
            return Ok(Move::Pass);
        }
        match text.split_once(' ').ok_or(NotAMove)? {
            ("place", laid) => Ok(Move::Place(laid.parse()?)),
            ("replace", cards) => {
                let cards: MystiqueSet = cards.parse().map_err(|_| NotAMove)?;
                let golden = GoldenSet::of(cards);
                if golden.is_empty() || golden.cards() != cards { Err(NotAMove) } else { Ok(Move::Replace(golden)) }
            }
            _ => Err(NotAMove),
        }
    }
}
