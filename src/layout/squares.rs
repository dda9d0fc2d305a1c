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
const SCALES: (f32, f32) = (1.15, 0.3);

/// How wide a column is, or how high a row, in which no card can be laid yet, in squares.
const FAR: f32 = 0.2;

/// The columns of a board, or its rows: their numbers, and those of them that are as large as cards.
#[derive(Clone, Copy, Debug)]
struct GridAxis {
    all: (i8, i8),
    near: (i8, i8),
}

impl GridAxis {
    /// How large a column or row is, in squares.
    fn size(self, at: i8) -> f32 {
        if (self.near.0..=self.near.1).contains(&at) { 1.0 } else { FAR }
    }

    /// How far it is from the first edge to the middle of this one, in squares.
    fn middle(self, at: i8) -> f32 {
        (self.all.0..at).map(|before| self.size(before)).sum::<f32>() + self.size(at) / 2.0
    }

    fn length(self) -> f32 {
        (self.all.0..=self.all.1).map(|at| self.size(at)).sum()
    }
}

/// Where the squares of a board lie on the table: as large as a card that lies upright, or as one that lies across as well.
#[derive(Clone, Copy, Debug)]
pub struct SquareGrid {
    pub scale: f32,
    /// The corner at the bottom left, and how large a square is with what is between it and the next.
    corner: Point,
    step: (f32, f32),
    columns: GridAxis,
    rows: GridAxis,
}

impl SquareGrid {
    /// These squares about this point, in a room of this size.
    pub fn fitting(bounds: Bounds, room: (Point, (f32, f32))) -> SquareGrid {
        SquareGrid::of_cells(bounds, bounds, room, CARD)
    }

    /// The same where cards may lie across, too: each square is as wide as a card is high.
    pub fn fitting_across(bounds: Bounds, room: (Point, (f32, f32))) -> SquareGrid {
        SquareGrid::of_cells(bounds, bounds, room, (CARD.1, CARD.1))
    }

    /// The same of a board that grows within `bounds`: columns and rows outside `near`, in which no card can be laid yet, are narrow.
    pub fn growing(bounds: Bounds, near: Bounds, room: (Point, (f32, f32))) -> SquareGrid {
        SquareGrid::of_cells(bounds, near, room, CARD)
    }

    fn of_cells(bounds: Bounds, near: Bounds, (centre, room): (Point, (f32, f32)), cell: (f32, f32)) -> SquareGrid {
        let columns = GridAxis { all: bounds.columns, near: near.columns };
        let rows = GridAxis { all: bounds.rows, near: near.rows };
        let (wide, high) = (columns.length(), rows.length());
        let fits = (room.0 / (wide * (cell.0 + GAP))).min(room.1 / (high * (cell.1 + GAP)));
        let scale = fits.clamp(SCALES.1, SCALES.0);
        let step = (scale * (cell.0 + GAP), scale * (cell.1 + GAP));
        let corner = (centre.0 - step.0 * wide / 2.0, centre.1 + step.1 * high / 2.0);
        SquareGrid { scale, corner, step, columns, rows }
    }

    pub fn centre(&self, square: Square) -> Point {
        let (column, row) = (self.columns.middle(square.column()), self.rows.middle(square.row()));
        (self.corner.0 + column * self.step.0, self.corner.1 - row * self.step.1)
    }

    /// How large the whole board is.
    pub fn size(&self) -> (f32, f32) {
        (self.columns.length() * self.step.0, self.rows.length() * self.step.1)
    }

    /// Where a card lies that has so many under it: a little higher with each.
    pub fn place(&self, square: Square, under: usize) -> Place {
        let (x, y) = self.centre(square);
        let lift = (under.min(8) as f32) * 3.0 * self.scale;
        Place { scale: self.scale, ..Place::at((x, y - lift)).on_level(under as u16) }
    }

    /// The area of a square with this name; arrow keys go from square to square, where cards can be laid.
    pub fn area(&self, square: Square, name: impl Into<String>) -> Area {
        let (wide, high) = (self.columns.size(square.column()), self.rows.size(square.row()));
        let size = (wide * self.step.0 - self.scale * GAP, high * self.step.1 - self.scale * GAP);
        let area = Area::new(BoardArea::Place(square), self.centre(square), size, name);
        let key = (square.column() - self.columns.near.0, self.rows.near.1 - square.row());
        Area { key: (wide.min(high) == 1.0).then_some(key), ..area }
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
    fn columns_and_rows_in_which_no_card_can_be_laid_yet_are_narrow_and_passed_by_the_keys() {
        let (all, near) = (Bounds { columns: (0, 6), rows: (0, 6) }, Bounds { columns: (2, 4), rows: (2, 4) });
        let room = ((500.0, 350.0), (900.0, 660.0));
        let (whole, growing) = (SquareGrid::fitting(all, room), SquareGrid::growing(all, near, room));
        assert!(growing.scale > 1.5 * whole.scale && growing.size().1 <= 660.0, "{growing:?}");
        let area = |text: &str| growing.area(text.parse().expect("a square"), "square");
        assert_eq!((area("c5").key, area("e3").key), (Some((0, 0)), Some((2, 2))));
        let [first, far, near] = ["a4", "b4", "c4"].map(area);
        assert!(first.key.is_none() && far.key.is_none() && far.size.0 < near.size.0 / 4.0);
        let right = |area: &Area| area.centre.0 + area.size.0 / 2.0;
        assert!(right(&first) < far.centre.0 && right(&far) < near.centre.0 - near.size.0 / 2.0, "none covers another");
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
