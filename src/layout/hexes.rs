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

/// How large the cards are. A few sizes, so that they are not drawn anew with every card.
const SCALES: [f32; 11] = [0.86, 0.76, 0.68, 0.6, 0.54, 0.48, 0.43, 0.38, 0.33, 0.28, 0.24];

/// Where the hexes of a board lie on the table, each as large as a card.
pub struct HexGrid {
    pub scale: f32,
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
        let step = |scale: f32| ((CARD.0 + GAP) * scale, (CARD.1 + GAP) * scale);
        let fits = |scale: &f32| wide * step(*scale).0 <= room.0 && high * step(*scale).1 <= room.1;
        let scale = SCALES.into_iter().find(fits).unwrap_or(SCALES[SCALES.len() - 1]);
        HexGrid { scale, origin: (centre.0 - column * step(scale).0, centre.1 - row * step(scale).1) }
    }

    pub fn centre(&self, hex: Hex) -> Point {
        let (x, y) = ((CARD.0 + GAP) * self.scale, (CARD.1 + GAP) * self.scale);
        (self.origin.0 + hex.column() * x, self.origin.1 + f32::from(hex.r) * y)
    }

    pub fn place(&self, hex: Hex) -> Place {
        Place { scale: self.scale, ..Place::at(self.centre(hex)) }
    }

    /// The area of a hex, named so with its coordinates; arrow keys go from hex to hex.
    pub fn area(&self, hex: Hex, name: &str) -> Area {
        let size = (self.scale * CARD.0, self.scale * CARD.1);
        let area = Area::new(BoardArea::Place(hex), self.centre(hex), size, format!("{name} {hex}"));
        // Twice its column, which is a whole number.
        Area { key: Some((hex.q.saturating_mul(2).saturating_add(hex.r), hex.r)), ..area }
    }
}
