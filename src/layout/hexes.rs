//! Hexagonal boards that grow: always whole, and as large as fits.

use super::area::{Area, Numbered};
use super::board::BoardArea;
use super::place::{CARD, Place, Point};
use crate::hex::{CELLS, Hex, REACH};

impl Numbered for Hex {
    fn all() -> impl Iterator<Item = Hex> {
        (-REACH..=REACH).flat_map(|q| (-REACH..=REACH).map(move |r| Hex::new(q, r)))
    }

    /// As the default, without counting thousands of hexes.
    fn number(self) -> u16 {
        self.cell().unwrap_or(CELLS) as u16
    }
}

/// How far cards lie from each other, in units of their scale.
const GAP: f32 = 6.0;

/// How close rows come where cards would be small otherwise, in cards' heights: each row lies on the lower edge of the one above.
const CLOSEST: f32 = 0.74;

/// Boards whose cards would be smaller have rows that come closer.
const READABLE: f32 = 0.67;

/// How large the cards are. A few sizes, so that they are not drawn anew with every card.
const SCALES: [f32; 14] = [1.1, 1.0, 0.9, 0.81, 0.74, 0.67, 0.61, 0.55, 0.5, 0.45, 0.4, 0.35, 0.29, 0.24];

/// Where the hexes of a board lie on the table, each as large as a card.
pub struct HexGrid {
    pub scale: f32,
    /// From row to row, in cards' heights.
    row: f32,
    /// The middle of hex 0,0.
    origin: Point,
}

impl HexGrid {
    /// A board of all these hexes about this point, in a room of this size.
    pub fn fitting(hexes: impl Iterator<Item = Hex> + Clone, (centre, room): (Point, (f32, f32))) -> HexGrid {
        let bounds = |at: fn(Hex) -> f32| {
            let (low, high) =
                hexes.clone().map(at).fold((f32::MAX, f32::MIN), |(low, high), at| (low.min(at), high.max(at)));
            (high - low + 1.0, (low + high) / 2.0)
        };
        let ((wide, column), (high, row)) = (bounds(Hex::column), bounds(|hex| f32::from(hex.r)));
        let height = |scale: f32, apart: f32| scale * ((high - 1.0) * apart * (CARD.1 + GAP) + CARD.1);
        let fits = |scale: f32, apart: f32| wide * (CARD.0 + GAP) * scale <= room.0 && height(scale, apart) <= room.1;
        let largest = |apart: f32| SCALES.into_iter().find(|scale| fits(*scale, apart));
        let whole = largest(1.0).filter(|scale| *scale >= READABLE).map(|scale| (scale, 1.0));
        let (scale, apart) = whole
            .or_else(|| largest(CLOSEST).map(|scale| (scale.min(READABLE), CLOSEST)))
            .unwrap_or((SCALES[SCALES.len() - 1], CLOSEST));
        let grid = HexGrid { scale, row: apart, origin: centre };
        let (x, y) = grid.step();
        HexGrid { origin: (centre.0 - column * x, centre.1 - row * y), ..grid }
    }

    fn step(&self) -> (f32, f32) {
        ((CARD.0 + GAP) * self.scale, (CARD.1 + GAP) * self.scale * self.row)
    }

    pub fn centre(&self, hex: Hex) -> Point {
        let (x, y) = self.step();
        (self.origin.0 + hex.column() * x, self.origin.1 + f32::from(hex.r) * y)
    }

    /// Where a card lies: rows further down lie on those above.
    pub fn place(&self, hex: Hex) -> Place {
        let level = i16::from(hex.r) + i16::from(REACH);
        Place { scale: self.scale, ..Place::at(self.centre(hex)).on_level(level.unsigned_abs()) }
    }

    /// The area of a hex, named so with its coordinates; arrow keys go from hex to hex.
    pub fn area(&self, hex: Hex, name: &str) -> Area {
        let size = (self.scale * CARD.0, self.scale * CARD.1);
        let area = Area::new(BoardArea::Place(hex), self.centre(hex), size, format!("{name} {hex}"));
        // Twice its column, which is a whole number.
        Area { key: Some((hex.q.saturating_mul(2).saturating_add(hex.r), hex.r)), ..area }
    }
}
