//! The moves of Clique Mystique and their notation.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use crate::cards::{GoldenSet, MystiqueCard, MystiqueSet};
use crate::engine::game::NotAMove;
use crate::square::{Square, SquareSet};
use crate::words::joined;

/// At most so many cards are laid in a turn.
pub const MOST_LAID: usize = 3;

/// One to three cards, each with the square that it is laid on; all of them different.
#[derive(Clone, Copy)]
pub struct Placement {
    count: u8,
    /// By square; what is behind the last of them is filled up.
    laid: [(Square, MystiqueCard); MOST_LAID],
}

impl Placement {
    /// One card alone.
    #[inline]
    pub const fn one(square: Square, card: MystiqueCard) -> Placement {
        Placement { count: 1, laid: [(square, card), FILLING, FILLING] }
    }

    /// Cards with their squares, by square.
    #[inline]
    pub(super) fn two(laid: [(Square, MystiqueCard); 2]) -> Placement {
        Placement { count: 2, laid: [laid[0], laid[1], FILLING] }
    }

    /// The same of three.
    #[inline]
    pub(super) const fn three(laid: [(Square, MystiqueCard); 3]) -> Placement {
        Placement { count: 3, laid }
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

    /// By square.
    #[inline]
    pub fn laid(&self) -> &[(Square, MystiqueCard)] {
        &self.laid[..usize::from(self.count)]
    }

    #[inline]
    pub fn squares(&self) -> SquareSet {
        self.laid().iter().map(|(square, _)| *square).collect()
    }

    #[inline]
    pub fn cards(&self) -> MystiqueSet {
        self.laid().iter().map(|(_, card)| *card).collect()
    }

    /// The card that it lays on a square.
    pub fn at(&self, square: Square) -> Option<MystiqueCard> {
        self.laid().iter().find(|(other, _)| *other == square).map(|(_, card)| *card)
    }
}

impl Placement {
    /// All of it in one number: placements are compared and sorted by the thousand.
    #[inline]
    const fn key(&self) -> u64 {
        let [(a, first), (b, second), (c, third)] = self.laid;
        let [a, b, c] = [a.index() as u8, b.index() as u8, c.index() as u8];
        u64::from_be_bytes([0, self.count, a, first.index(), b, second.index(), c, third.index()])
    }
}

impl PartialEq for Placement {
    #[inline]
    fn eq(&self, other: &Placement) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Placement {}

impl PartialOrd for Placement {
    #[inline]
    fn partial_cmp(&self, other: &Placement) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Fewer cards first, then by squares and cards.
impl Ord for Placement {
    #[inline]
    fn cmp(&self, other: &Placement) -> Ordering {
        self.key().cmp(&other.key())
    }
}

/// What stands where no card is laid, so that placements are alike if they lay the same.
const FILLING: (Square, MystiqueCard) = {
    let (Some(square), Some(card)) = (Square::new(0, 0), MystiqueCard::from_index(0)) else { unreachable!() };
    (square, card)
};

/// "4bM a4 1bS b4".
impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&joined(self.laid().iter().map(|(square, card)| format!("{card} {square}")), " "))
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
