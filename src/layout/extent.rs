//! Rectangles without a turn: what lies on a table, and what is written about it, is kept apart by them.

use super::place::Point;

/// How far something reaches, in any unit.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Extent {
    pub left: f32,
    pub top: f32,
    pub right: f32,
    pub bottom: f32,
}

impl Extent {
    pub fn about((x, y): Point, (wide, high): (f32, f32)) -> Extent {
        Extent { left: x - wide / 2.0, top: y - high / 2.0, right: x + wide / 2.0, bottom: y + high / 2.0 }
    }

    pub fn centre(self) -> Point {
        ((self.left + self.right) / 2.0, (self.top + self.bottom) / 2.0)
    }

    /// Its width and height; less than nothing where it has been made smaller than it was.
    pub fn size(self) -> (f32, f32) {
        (self.right - self.left, self.bottom - self.top)
    }

    /// The same with each edge so much further out at the sides, and above and below; further in for less than nothing.
    #[must_use]
    pub fn grown(self, (aside, up): (f32, f32)) -> Extent {
        Extent { left: self.left - aside, top: self.top - up, right: self.right + aside, bottom: self.bottom + up }
    }

    /// The same in a unit of which so many are one of this one.
    #[must_use]
    pub fn times(self, factor: f32) -> Extent {
        let Extent { left, top, right, bottom } = self;
        Extent { left: factor * left, top: factor * top, right: factor * right, bottom: factor * bottom }
    }

    /// Whether both have a part in common that is more than a line.
    pub fn meets(self, other: Extent) -> bool {
        self.shared(other) > 0.0
    }

    /// The area that both have in common.
    ///
    /// ```
    /// use parlour::layout::Extent;
    ///
    /// let [one, other] = [0.0, 4.0].map(|x| Extent::about((x, 0.0), (6.0, 5.0)));
    /// assert_eq!((one.shared(other), one.meets(other)), (10.0, true));
    /// assert!(!one.meets(Extent::about((6.0, 0.0), (6.0, 5.0))), "they only touch");
    /// ```
    pub fn shared(self, other: Extent) -> f32 {
        let across = self.right.min(other.right) - self.left.max(other.left);
        let down = self.bottom.min(other.bottom) - self.top.max(other.top);
        across.max(0.0) * down.max(0.0)
    }
}
