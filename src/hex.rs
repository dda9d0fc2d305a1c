//! Hexagonal grids: places by two coordinates, and which of them touch.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;

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

/// Which hexes pieces lie on, in the order they were laid, and where the next one may lie: it touches two, the second piece of all
/// the first.
///
/// `OPEN` is as many hexes as may be open at a time: a piece opens at most four.
///
/// ```
/// use parlour::hex::{Hex, HexField};
///
/// let mut field = HexField::<8>::default();
/// let numbers = [Hex::new(0, 0), Hex::new(1, 0), Hex::new(1, 0)].map(|hex| field.lay(hex));
/// assert_eq!(numbers, [Some(0), Some(1), None], "nothing is laid where a piece lies");
/// assert_eq!(field.open(), [Hex::new(0, 1), Hex::new(1, -1)], "the two that touch both");
/// assert_eq!(field.touching(Hex::new(2, 0)).collect::<Vec<u8>>(), [1]);
/// ```
#[derive(Clone, PartialEq)]
pub struct HexField<const OPEN: usize> {
    /// For each hex the number of its piece, from 1; 0 where there is none.
    at: [u8; CELLS],
    laid: u8,
    open: ArrayVec<Hex, OPEN>,
}

impl<const OPEN: usize> Default for HexField<OPEN> {
    fn default() -> Self {
        HexField { at: [0; CELLS], laid: 0, open: [Hex::default()].into_iter().collect() }
    }
}

impl<const OPEN: usize> HexField<OPEN> {
    /// Where the next piece may lie, in ascending order.
    pub fn open(&self) -> &[Hex] {
        &self.open
    }

    /// The number of the piece at a hex, from 0.
    pub fn at(&self, hex: Hex) -> Option<u8> {
        self.at[hex.cell()?].checked_sub(1)
    }

    /// The pieces that touch a hex.
    pub fn touching(&self, hex: Hex) -> impl Iterator<Item = u8> + Clone {
        hex.neighbours().into_iter().filter_map(|near| self.at(near))
    }

    /// Lays a piece and gives it the next number; `None` where one lies already, or no board reaches.
    pub fn lay(&mut self, hex: Hex) -> Option<u8> {
        let cell = hex.cell().filter(|cell| self.at[*cell] == 0)?;
        let number = self.laid;
        self.laid = number.checked_add(1)?;
        self.at[cell] = self.laid;
        self.open.retain(|open| *open != hex);
        if self.laid == 2 {
            // Until now one touching piece was enough.
            self.open.clear();
        }
        let needed = usize::from(self.laid.min(2));
        for near in hex.neighbours() {
            let is_open = near.cell().is_some_and(|cell| self.at[cell] == 0) && self.touching(near).count() >= needed;
            if let (true, Err(place)) = (is_open, self.open.binary_search(&near)) {
                // There is room for more than there can be.
                let _ = self.open.try_insert(place, near);
            }
        }
        Some(number)
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
