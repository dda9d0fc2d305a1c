//! Rows, grids, piles and fans: plain functions from a position to the places of so many pieces.
//!
//! ```
//! use parlour::layout::build::{grid, row};
//!
//! let xs: Vec<f32> = row((50.0, 70.0), 110.0, 3).map(|place| place.centre.0).collect();
//! assert_eq!(xs, [50.0, 160.0, 270.0]);
//! assert_eq!(grid((0.0, 0.0), (10.0, 20.0), 2, 4), (0.0, 40.0));
//! ```

use super::place::{Place, Point};

/// How thick the first sheets of a pile are drawn, in table units, and a pile without end. The higher it is, the closer they lie.
const SHEET: f32 = 1.2;
const THICKEST: f32 = 30.0;

/// `count` places side by side, the first one's centre at `first`, each `step` further to the right. Later ones lie on
/// earlier ones, so a step smaller than a card makes a row of which every card's index shows.
pub fn row(first: Point, step: f32, count: usize) -> impl Iterator<Item = Place> {
    (0..count).map(move |number| Place::at((first.0 + step * number as f32, first.1)).on_level(number as u16))
}

/// The centre of the `number`-th place of a grid that is filled row by row.
pub fn grid(first: Point, step: (f32, f32), columns: usize, number: usize) -> Point {
    let (column, row) = (number % columns.max(1), number / columns.max(1));
    (first.0 + step.0 * column as f32, first.1 + step.1 * row as f32)
}

/// `count` places on top of each other, the lowest first, each a sheet higher.
pub fn pile(centre: Point, count: usize) -> impl Iterator<Item = Place> {
    (0..count).map(move |number| on_pile(centre, number))
}

/// The place on top of a pile of `below` sheets.
pub fn on_pile(centre: Point, below: usize) -> Place {
    let thickness = THICKEST * (1.0 - (-SHEET * below as f32 / THICKEST).exp());
    Place { thickness, level: below as u16, ..Place::at(centre) }
}

/// `count` places spread about `centre`, each `step` from the next and turned so that the outermost two differ by `arc`
/// degrees; they lie on a circle, as a hand of cards is held. With an arc of 0 it is a straight row about its middle.
pub fn fan(centre: Point, step: f32, arc: f32, count: usize) -> impl Iterator<Item = Place> {
    let gaps = count.saturating_sub(1).max(1) as f32;
    let radius = if arc == 0.0 { 0.0 } else { gaps * step / arc.to_radians() };
    (0..count).map(move |number| {
        let off = number as f32 - count.saturating_sub(1) as f32 / 2.0;
        let turn = arc * off / gaps;
        let (x, y) = match radius {
            0.0 => (step * off, 0.0),
            _ => (radius * turn.to_radians().sin(), radius * (1.0 - turn.to_radians().cos())),
        };
        Place { turn, level: number as u16, ..Place::at((centre.0 + x, centre.1 + y)) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pile_rises_a_sheet_at_a_time() {
        let pile: Vec<Place> = pile((5.0, 6.0), 3).collect();
        assert!(pile.windows(2).all(|pair| pair[1].thickness > pair[0].thickness && pair[1].level > pair[0].level));
        assert!(pile.iter().all(|place| place.centre == (5.0, 6.0)));
    }

    #[test]
    fn a_fan_is_symmetric_and_its_middle_card_is_upright_and_highest() {
        for count in 2..=24 {
            let fan: Vec<Place> = fan((500.0, 100.0), 40.0, 30.0, count).collect();
            let (first, last) = (fan[0], fan[count - 1]);
            assert!((first.turn + 15.0).abs() < 1e-3 && (last.turn - 15.0).abs() < 1e-3, "{count}");
            assert!((first.centre.0 + last.centre.0 - 1000.0).abs() < 1e-2);
            assert!((first.centre.1 - last.centre.1).abs() < 1e-2 && first.centre.1 >= 100.0);
            assert!(fan.windows(2).all(|pair| pair[1].centre.0 > pair[0].centre.0));
        }
        let middle = fan((0.0, 0.0), 40.0, 30.0, 5).nth(2).expect("a third");
        assert_eq!((middle.centre, middle.turn), ((0.0, 0.0), 0.0));
        assert_eq!(fan((7.0, 8.0), 40.0, 30.0, 1).next(), Some(Place::at((7.0, 8.0))));
    }

    #[test]
    fn a_fan_without_an_arc_is_a_row_about_its_middle() {
        let xs: Vec<(Point, f32)> = fan((50.0, 9.0), 10.0, 0.0, 3).map(|place| (place.centre, place.turn)).collect();
        assert_eq!(xs, [((40.0, 9.0), 0.0), ((50.0, 9.0), 0.0), ((60.0, 9.0), 0.0)]);
    }
}
