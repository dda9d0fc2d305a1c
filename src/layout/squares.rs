//! Square boards: whole or as far as they have grown, as large as fits.

use super::area::{Area, AreaId, Numbered};
use super::board::BoardArea;
use super::place::{CARD, Place, Point};
use crate::square::{Bounds, Square};

impl Numbered for Square {
    fn all() -> impl Iterator<Item = Square> {
        Square::all()
    }

    fn number(self) -> u16 {
        self.index() as u16
    }
}

/// How far cards lie from each other, in units of their scale.
const GAP: f32 = 8.0;

/// How large the cards are at the most, and at the least.
const SCALES: (f32, f32) = (0.9, 0.3);

/// Where the squares of a board lie on the table: as large as a card that lies upright, or as one that lies across as well.
#[derive(Clone, Copy, Debug)]
pub struct SquareGrid {
    pub scale: f32,
    /// The middle of the board's first square, at the bottom left, and from one to the next.
    origin: Point,
    step: (f32, f32),
    bounds: Bounds,
}

impl SquareGrid {
    /// These squares about this point, in a room of this size.
    pub fn fitting(bounds: Bounds, room: (Point, (f32, f32))) -> SquareGrid {
        SquareGrid::of_cells(bounds, room, CARD)
    }

    /// The same where cards may lie across, too: each square is as wide as a card is high.
    pub fn fitting_across(bounds: Bounds, room: (Point, (f32, f32))) -> SquareGrid {
        SquareGrid::of_cells(bounds, room, (CARD.1, CARD.1))
    }

    fn of_cells(bounds: Bounds, (centre, room): (Point, (f32, f32)), cell: (f32, f32)) -> SquareGrid {
        let count = |(low, high): (i8, i8)| f32::from(high - low + 1);
        let (wide, high) = (count(bounds.columns), count(bounds.rows));
        let fits = (room.0 / (wide * (cell.0 + GAP))).min(room.1 / (high * (cell.1 + GAP)));
        let scale = fits.clamp(SCALES.1, SCALES.0);
        let step = (scale * (cell.0 + GAP), scale * (cell.1 + GAP));
        let origin = (centre.0 - step.0 * (wide - 1.0) / 2.0, centre.1 + step.1 * (high - 1.0) / 2.0);
        SquareGrid { scale, origin, step, bounds }
    }

    pub fn centre(&self, square: Square) -> Point {
        let column = f32::from(square.column() - self.bounds.columns.0);
        let row = f32::from(square.row() - self.bounds.rows.0);
        (self.origin.0 + column * self.step.0, self.origin.1 - row * self.step.1)
    }

    /// Where a card lies that has so many under it: a little higher with each.
    pub fn place(&self, square: Square, under: usize) -> Place {
        let (x, y) = self.centre(square);
        let lift = (under.min(8) as f32) * 3.0 * self.scale;
        Place { scale: self.scale, ..Place::at((x, y - lift)).on_level(under as u16) }
    }

    /// The area of a square with this name; arrow keys go from square to square.
    pub fn area(&self, square: Square, name: impl Into<String>) -> Area {
        let size = (self.step.0 - self.scale * GAP, self.step.1 - self.scale * GAP);
        let area = Area::new(BoardArea::Place(square), self.centre(square), size, name);
        let down = self.bounds.rows.1 - square.row();
        Area { key: Some((square.column() - self.bounds.columns.0, down)), ..area }
    }

    pub fn area_id(square: Square) -> AreaId {
        AreaId::of(BoardArea::Place(square))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square::SIDE;

    #[test]
    fn boards_of_every_size_lie_within_their_room() {
        let room = ((600.0, 300.0), (640.0, 560.0));
        for (columns, rows) in (0..SIDE as i8).flat_map(|wide| (0..SIDE as i8).map(move |high| ((0, wide), (0, high))))
        {
            let bounds = Bounds { columns, rows };
            for grid in [SquareGrid::fitting(bounds, room), SquareGrid::fitting_across(bounds, room)] {
                for area in bounds.squares().iter().map(|square| grid.area(square, "square")) {
                    let within = |at: f32, size: f32, centre: f32, room: f32| {
                        (at - centre).abs() + size / 2.0 <= room / 2.0 + 0.5
                    };
                    let ((x, y), (wide, high)) = (area.centre, area.size);
                    assert!(
                        within(x, wide, room.0.0, room.1.0) && within(y, high, room.0.1, room.1.1),
                        "{bounds:?}: {area:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn rows_go_up_and_arrow_keys_go_down() {
        let bounds = Bounds { columns: (1, 3), rows: (2, 4) };
        let grid = SquareGrid::fitting(bounds, ((0.0, 0.0), (600.0, 600.0)));
        let [low, high] = ["b3", "b5"].map(|text| text.parse::<Square>().expect("a square"));
        assert!(grid.centre(low).1 > grid.centre(high).1, "higher rows lie further up the table");
        assert_eq!((grid.area(high, "").key, grid.area(low, "").key), (Some((0, 0)), Some((0, 2))));
    }
}
