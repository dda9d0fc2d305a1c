//! What all compete for, side by side on the cloth: of each its picture, with the marker of whoever leads beside it and a figure below.
//!
//! It is drawn beside the pieces and never under them; a game says the same in words for those who cannot see it.

use super::piece::Face;
use super::place::Point;

/// How high the picture of a contest is, how far it and the marker are from the middle, and how high all of it is with the figure
/// below, in table units.
pub const CONTEST: ContestSize = ContestSize { picture: 38.0, aside: 13.0, figure: 20.0 };

/// The measures of a contest, in table units.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ContestSize {
    /// How high its picture is.
    pub picture: f32,
    /// How far picture and marker are from the middle.
    pub aside: f32,
    /// How high the figure is.
    pub figure: f32,
}

impl ContestSize {
    /// How high all of it is.
    pub const fn high(self) -> f32 {
        self.picture + self.figure
    }
}

/// Something that one of the seats leads, or none.
#[derive(Clone, PartialEq, Debug)]
pub struct Contest {
    /// The middle of its picture and the marker.
    pub centre: Point,
    pub picture: Face,
    /// Who leads, from 0; `None` if nobody does.
    pub leader: Option<u8>,
    /// How it stands: "7 : 4".
    pub figure: String,
    /// How many times as much as others it is worth.
    pub worth: u8,
}

impl Contest {
    /// What is wrong with it on a table of this size.
    pub(super) fn fault(&self, (wide, high): (f32, f32)) -> Option<String> {
        let (x, y) = self.centre;
        let is_inside = x >= CONTEST.aside && x + CONTEST.aside <= wide && y >= CONTEST.picture / 2.0;
        let is_right = is_inside && y + CONTEST.picture / 2.0 + CONTEST.figure <= high && !self.figure.is_empty();
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
            leader: None,
            figure: figure.to_owned(),
            worth: 1,
        };
        let fault = |contest| Layout { size: (300.0, 100.0), contests: vec![contest], ..Layout::default() }.fault();
        assert_eq!(fault(contest((50.0, 40.0), "7 : 4")), None);
        assert!(fault(contest((5.0, 40.0), "7 : 4")).is_some());
        assert!(fault(contest((50.0, 90.0), "7 : 4")).is_some());
        assert!(fault(contest((50.0, 40.0), "")).is_some());
    }
}
