//! What all compete for, side by side on the cloth: of each its picture, with the marker of whoever leads beside it and a figure below.
//!
//! It is drawn beside the pieces and never under them; a game says the same in words for those who cannot see it.

use super::piece::Face;
use super::place::{CARD, Point};

/// How high the figure of a contest is below its picture at least, in table units.
pub const CONTEST_FIGURE: f32 = 20.0;

/// How far the middle of the marker is below the upper edge of the picture, on its right edge, in table units; and its radius.
pub const CONTEST_MARKER: f32 = 11.0;

/// Something that one of the seats leads, or none.
#[derive(Clone, PartialEq, Debug)]
pub struct Contest {
    /// The middle of its picture.
    pub centre: Point,
    pub picture: Face,
    /// How high the picture is, in table units.
    pub high: f32,
    /// Who leads, from 0; `None` if nobody does.
    pub leader: Option<u8>,
    /// How it stands: "7 : 4".
    pub figure: String,
    /// How high the figure is, in table units.
    pub figure_high: f32,
}

impl Contest {
    /// How wide the picture is, in table units.
    pub fn wide(&self) -> f32 {
        self.high * CARD.0 / CARD.1
    }

    /// What is wrong with it on a table of this size.
    pub(super) fn fault(&self, (wide, high): (f32, f32)) -> Option<String> {
        let (x, y) = self.centre;
        let half = (self.wide() / 2.0, self.high / 2.0);
        let is_inside = x >= half.0 && x + half.0 + CONTEST_MARKER <= wide && y >= half.1;
        let is_right = is_inside && y + half.1 + self.figure_high <= high && !self.figure.is_empty();
        (!is_right).then(|| format!("{self:?} says nothing, or is not on the table"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Layout;

    #[test]
    fn a_contest_beside_the_table_or_without_a_figure_is_a_fault() {
        let contest = |centre, figure: &str| Contest {
            centre,
            picture: Face::Back,
            high: 38.0,
            leader: None,
            figure: figure.to_owned(),
            figure_high: CONTEST_FIGURE,
        };
        let fault = |contest| Layout { size: (300.0, 100.0), contests: vec![contest], ..Layout::default() }.fault();
        assert_eq!(fault(contest((50.0, 40.0), "7 : 4")), None);
        assert!(fault(contest((5.0, 40.0), "7 : 4")).is_some());
        assert!(fault(contest((50.0, 90.0), "7 : 4")).is_some());
        assert!(fault(contest((50.0, 40.0), "")).is_some());
    }
}
