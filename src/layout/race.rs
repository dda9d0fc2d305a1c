//! A race of the seats on the cloth: a lane for each, from left to right, with how far it is; and a large arrow, such as the way in
//! which something goes.
//!
//! Both are drawn beside the pieces and never under them. What they show stands in the words of plates and areas, too, for those who
//! cannot see it.

use super::place::Point;

/// How high a lane is, in table units.
pub const LANE: f32 = 22.0;

/// From the finish of a lane to the end of its figure, in table units.
pub const LANE_FIGURE: f32 = 78.0;

/// Lanes below each other, all of one length.
#[derive(Clone, PartialEq, Debug)]
pub struct RaceTrack {
    /// Where the first lane starts, in its middle.
    pub start: Point,
    /// From start to finish.
    pub length: f32,
    pub lanes: Vec<RaceLane>,
}

/// How far a seat is.
#[derive(Clone, PartialEq, Debug)]
pub struct RaceLane {
    /// From 0, in playing order.
    pub seat: u8,
    /// The part of the way that is done, 0 to 1.
    pub done: f32,
    /// What it still takes: "12 left".
    pub figure: String,
    /// Whether nobody is further.
    pub is_ahead: bool,
}

impl RaceTrack {
    /// Where somebody is in a lane, by its place in the list, with this part of the way done.
    ///
    /// ```
    /// use parlour::layout::{LANE, RaceTrack};
    ///
    /// let track = RaceTrack { start: (100.0, 50.0), length: 400.0, lanes: Vec::new() };
    /// assert_eq!(track.at(2, 0.25), (200.0, 50.0 + 2.0 * LANE));
    /// ```
    pub fn at(&self, lane: usize, done: f32) -> Point {
        (self.start.0 + done * self.length, self.start.1 + LANE * lane as f32)
    }

    /// What is wrong with it on a table of this size: a lane that leaves it, or somebody who is beside the lane.
    pub(super) fn fault(&self, (wide, high): (f32, f32)) -> Option<String> {
        let is_wrong = |(number, lane): &(usize, &RaceLane)| {
            let ((left, y), (right, _)) = (self.at(*number, 0.0), self.at(*number, 1.0));
            let is_inside = left >= 0.0 && right + LANE_FIGURE <= wide && y >= LANE / 2.0 && y + LANE / 2.0 <= high;
            !is_inside || !(0.0..=1.0).contains(&lane.done) || lane.figure.is_empty()
        };
        self.lanes.iter().enumerate().find(is_wrong).map(|(_, lane)| format!("{lane:?} is not on the table"))
    }
}

/// A large arrow.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LargeArrow {
    pub from: Point,
    /// Where its head ends.
    pub to: Point,
    /// How broad its shaft is, in table units.
    pub breadth: f32,
}

impl LargeArrow {
    /// What is wrong with it on a table of this size.
    pub(super) fn fault(&self, (wide, high): (f32, f32)) -> Option<String> {
        let is_inside = |(x, y): Point| (0.0..=wide).contains(&x) && (0.0..=high).contains(&y);
        let is_right = is_inside(self.from) && is_inside(self.to) && self.from != self.to && self.breadth > 0.0;
        (!is_right).then(|| format!("{self:?} is not on the table, or points nowhere"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_and_arrows_lie_on_the_table() {
        let size = (600.0, 200.0);
        let lane = |done: f32| RaceLane { seat: 0, done, figure: "3 left".to_owned(), is_ahead: true };
        let track = |start: Point, lanes: Vec<RaceLane>| RaceTrack { start, length: 400.0, lanes };
        assert_eq!(track((100.0, 20.0), vec![lane(0.0), lane(1.0)]).fault(size), None);
        assert!(track((100.0, 190.0), vec![lane(0.5)]).fault(size).is_some(), "below the table");
        assert!(track((150.0, 20.0), vec![lane(0.5)]).fault(size).is_some(), "no room for the figure");
        assert!(track((100.0, 20.0), vec![lane(1.5)]).fault(size).is_some(), "beyond the finish");
        let arrow = LargeArrow { from: (10.0, 90.0), to: (90.0, 10.0), breadth: 12.0 };
        assert_eq!(arrow.fault(size), None);
        assert!(LargeArrow { to: arrow.from, ..arrow }.fault(size).is_some());
        assert!(LargeArrow { to: (700.0, 10.0), ..arrow }.fault(size).is_some());
    }
}
