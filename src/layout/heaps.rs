//! Heaps of cards in rows, each spread as far as its slot goes, so that the cards of a pile can be counted by what they are sorted by.

use super::place::{CARD, Point};
use super::table::CAPTION_GAP;

/// The largest cards of a heap, as a scale, and the largest step from one to the next, in cards.
const LARGEST: f32 = 0.7;
const STEP: f32 = 0.72;

/// Between two heaps of a row.
const APART: f32 = 10.0;

/// Where the heaps of one row lie.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HeapRow {
    /// The middle of the row's cards.
    centre: Point,
    wide: f32,
    heaps: usize,
    pub scale: f32,
}

impl HeapRow {
    /// Rows of so many heaps each that fill this room, which is given by its middle and its size, from above; with what is written under
    /// each, so high in all.
    ///
    /// ```
    /// use parlour::layout::HeapRow;
    ///
    /// let [upper, lower] = HeapRow::filling(((300.0, 200.0), (600.0, 400.0)), 4, 40.0);
    /// assert_eq!(upper.scale, lower.scale);
    /// assert!(upper.slot(0).0.0 < upper.slot(1).0.0 && upper.slot(0).0.1 < lower.slot(0).0.1);
    /// ```
    pub fn filling<const ROWS: usize>(
        ((x, y), (wide, high)): (Point, (f32, f32)),
        heaps: usize,
        written: f32,
    ) -> [HeapRow; ROWS] {
        let each = high / ROWS as f32;
        let under = CAPTION_GAP + written;
        let scale = ((each - under) / CARD.1).min(LARGEST).min((wide / heaps.max(1) as f32 - APART) / CARD.0);
        let top = y - high / 2.0;
        std::array::from_fn(|row| HeapRow {
            centre: (x, top + each * row as f32 + (each - under) / 2.0),
            wide,
            heaps: heaps.max(1),
            scale,
        })
    }

    /// The middle of a heap, and its size.
    pub fn slot(self, number: usize) -> (Point, (f32, f32)) {
        let step = self.wide / self.heaps as f32;
        let x = self.centre.0 + step * (number as f32 - (self.heaps as f32 - 1.0) / 2.0);
        ((x, self.centre.1), (step - APART, self.scale * CARD.1))
    }

    /// From card to card of a heap of so many.
    pub fn step(self, cards: usize) -> f32 {
        let card = self.scale * CARD.0;
        let (_, (wide, _)) = self.slot(0);
        ((wide - card) / cards.saturating_sub(1).max(1) as f32).min(STEP * card)
    }
}
