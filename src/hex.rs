//! Hexagonal grids: places by two coordinates, and which of them touch.

use std::fmt;
use std::str::FromStr;

/// A place of a hexagonal grid in axial coordinates: `q` goes to the right, `r` down to the right.
///
/// ```
/// use parlour::hex::Hex;
///
/// let hex: Hex = "2,-1".parse().unwrap();
/// assert!(hex.neighbours().contains(&Hex::new(1, 0)));
/// assert_eq!(hex.column(), 1.5);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Hex {
    pub q: i8,
    pub r: i8,
}

/// How many hexes boards reach in a row, and in all.
const SIDE: usize = 2 * REACH as usize + 1;
pub const CELLS: usize = SIDE * SIDE;

/// How far from 0,0 boards go in each coordinate: a board of a whole deck whose cards touch two others each does not reach it.
pub const REACH: i8 = 31;

/// The steps to the six hexes that touch one.
const STEPS: [(i8, i8); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

impl Hex {
    pub const fn new(q: i8, r: i8) -> Hex {
        Hex { q, r }
    }

    /// Its number among all that boards reach, in ascending order of the hexes; `None` for others.
    pub fn cell(self) -> Option<usize> {
        let at = |step: i8| usize::try_from(i16::from(step) + i16::from(REACH)).ok().filter(|at| *at < SIDE);
        at(self.q).zip(at(self.r)).map(|(column, row)| SIDE * column + row)
    }

    /// Its column on a table, in hexes from 0,0: each row is shifted by half a hex.
    pub fn column(self) -> f32 {
        f32::from(self.q) + f32::from(self.r) / 2.0
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
