//! What somebody new must know of the cards, on the cloth while nothing else lies there: small pictures with words, and arrows from
//! one to the next.
//!
//! A picture is a face or a suit; a game says what stands beside it and what the arrows mean.

use super::piece::Face;
use super::place::Point;
use crate::cards::MystiqueSuit;
use crate::words::joined;

/// How high the pictures are, in table units.
pub const LEGEND_PICTURE: f32 = 38.0;

/// About how far the words beside a picture reach, in table units.
const WORDS: f32 = 90.0;

/// How far over the pictures of a row it is said what the arrows mean, in table units.
const ROW_SAYS: f32 = 44.0;

/// A legend: its pictures, and what is written in their middle or over them.
#[derive(Clone, PartialEq, Debug)]
pub struct Legend {
    /// What the arrows mean: "each beats the next".
    pub says: String,
    /// The middle of that.
    pub centre: Point,
    pub signs: Vec<LegendSign>,
    /// Arrows from sign to sign, each by its place in `signs`.
    pub arrows: Vec<(usize, usize)>,
}

/// A picture with a few words: a sun, "suns bid 1".
#[derive(Clone, PartialEq, Debug)]
pub struct LegendSign {
    pub picture: LegendPicture,
    /// The middle of the picture.
    pub centre: Point,
    pub words: String,
    pub side: LegendSide,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LegendPicture {
    Face(Face),
    Suit(MystiqueSuit),
}

/// Where the words of a picture stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LegendSide {
    Above,
    Right,
    Below,
    Left,
}

impl Legend {
    /// A wheel: the signs about this middle, so far from it at the side and above, from the top on clockwise, each with an arrow to
    /// the next and the last one with an arrow to the first. Their words stand outside.
    ///
    /// ```
    /// use parlour::cards::MystiqueSuit::{Moons, Suns};
    /// use parlour::layout::{Legend, LegendPicture::Suit, LegendSide};
    ///
    /// let wheel = Legend::wheel((500.0, 300.0), (120.0, 70.0), "each follows the other", [
    ///     (Suit(Suns), "by day".to_owned()),
    ///     (Suit(Moons), "by night".to_owned()),
    /// ]);
    /// assert_eq!((wheel.signs[0].centre, wheel.signs[0].side), ((500.0, 230.0), LegendSide::Above));
    /// assert_eq!(wheel.arrows, [(0, 1), (1, 0)]);
    /// assert_eq!(wheel.spoken(), "each follows the other: by day, by night");
    /// ```
    pub fn wheel(
        centre: Point,
        (wide, high): (f32, f32),
        says: impl Into<String>,
        signs: impl IntoIterator<Item = (LegendPicture, String)>,
    ) -> Legend {
        let signs: Vec<(LegendPicture, String)> = signs.into_iter().collect();
        let count = signs.len();
        let sign = |(number, (picture, words)): (usize, (LegendPicture, String))| {
            let (x, y) = (std::f32::consts::TAU * number as f32 / count as f32).sin_cos();
            let side = match (x.abs() > 0.5, x > 0.0, y > 0.0) {
                (true, true, _) => LegendSide::Right,
                (true, false, _) => LegendSide::Left,
                (false, _, true) => LegendSide::Above,
                (false, _, false) => LegendSide::Below,
            };
            LegendSign { picture, centre: (centre.0 + wide * x, centre.1 - high * y), words, side }
        };
        let signs = signs.into_iter().enumerate().map(sign).collect();
        let arrows = (0..count).map(|number| (number, (number + 1) % count)).filter(|(from, to)| from != to).collect();
        Legend { says: says.into(), centre, signs, arrows }
    }

    /// A row: the signs about this middle, so far from the first to the last, each with an arrow to the next. Their words stand below
    /// them, and what the arrows mean over them.
    ///
    /// ```
    /// use parlour::cards::MystiqueSuit::{Crowns, Moons, Suns};
    /// use parlour::layout::{Legend, LegendPicture::Suit, LegendSide};
    ///
    /// let row = Legend::row((500.0, 300.0), 240.0, "each outshines the next", [
    ///     (Suit(Suns), "suns".to_owned()),
    ///     (Suit(Moons), "moons".to_owned()),
    ///     (Suit(Crowns), "crowns".to_owned()),
    /// ]);
    /// assert_eq!((row.signs[0].centre.0, row.signs[2].centre.0), (380.0, 620.0));
    /// assert_eq!((row.signs[1].side, row.arrows), (LegendSide::Below, vec![(0, 1), (1, 2)]));
    /// ```
    pub fn row(
        centre: Point,
        wide: f32,
        says: impl Into<String>,
        signs: impl IntoIterator<Item = (LegendPicture, String)>,
    ) -> Legend {
        let signs: Vec<(LegendPicture, String)> = signs.into_iter().collect();
        let steps = signs.len().saturating_sub(1);
        let sign = |(number, (picture, words)): (usize, (LegendPicture, String))| {
            let x = centre.0 + wide * (number as f32 / steps.max(1) as f32 - 0.5);
            LegendSign { picture, centre: (x, centre.1), words, side: LegendSide::Below }
        };
        let signs = signs.into_iter().enumerate().map(sign).collect();
        let arrows = (0..steps).map(|number| (number, number + 1)).collect();
        Legend { says: says.into(), centre: (centre.0, centre.1 - ROW_SAYS), signs, arrows }
    }

    /// What is written in it, in one line.
    pub fn spoken(&self) -> String {
        format!("{}: {}", self.says, joined(self.signs.iter().map(|sign| &sign.words), ", "))
    }

    /// All that is written in it.
    pub fn words_mut(&mut self) -> impl Iterator<Item = &mut String> {
        [&mut self.says].into_iter().chain(self.signs.iter_mut().map(|sign| &mut sign.words))
    }

    /// What is wrong with it on a table of this size: an arrow from or to nothing, or a sign that is not on the table with its words.
    pub(super) fn fault(&self, (wide, high): (f32, f32)) -> Option<String> {
        let arrow = self.arrows.iter().find(|(from, to)| from.max(to) >= &self.signs.len() || from == to);
        if let Some(arrow) = arrow {
            return Some(format!("{arrow:?} is no arrow between {} signs", self.signs.len()));
        }
        let is_inside = |sign: &&LegendSign| {
            let ((x, y), half) = (sign.centre, LEGEND_PICTURE / 2.0);
            let (left, right) = match sign.side {
                LegendSide::Left => (WORDS, half),
                LegendSide::Right => (half, WORDS),
                LegendSide::Above | LegendSide::Below => (WORDS / 2.0, WORDS / 2.0),
            };
            x - left >= 0.0 && x + right <= wide && y - half >= 0.0 && y + half <= high && !sign.words.is_empty()
        };
        self.signs.iter().find(|sign| !is_inside(sign)).map(|sign| format!("{sign:?} is empty, or not on the table"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn four() -> Legend {
        let signs = MystiqueSuit::ALL.map(|suit| (LegendPicture::Suit(suit), suit.word().to_owned()));
        Legend::wheel((520.0, 300.0), (120.0, 66.0), "each beats the next", signs)
    }

    #[test]
    fn the_words_of_a_wheel_stand_outside_of_it() {
        let sides: Vec<LegendSide> = four().signs.iter().map(|sign| sign.side).collect();
        assert_eq!(sides, [LegendSide::Above, LegendSide::Right, LegendSide::Below, LegendSide::Left]);
        let centres: Vec<Point> =
            four().signs.iter().map(|sign| (sign.centre.0.round(), sign.centre.1.round())).collect();
        assert_eq!(centres, [(520.0, 234.0), (640.0, 300.0), (520.0, 366.0), (400.0, 300.0)]);
        assert_eq!(four().arrows, [(0, 1), (1, 2), (2, 3), (3, 0)]);
    }

    #[test]
    fn an_arrow_to_nothing_and_a_sign_beside_the_table_are_faults() {
        let size = (1040.0, 700.0);
        assert_eq!(four().fault(size), None);
        let lost = Legend { arrows: vec![(0, 4)], ..four() };
        assert!(lost.fault(size).is_some_and(|fault| fault.contains("no arrow")));
        assert!(four().fault((600.0, 700.0)).is_some_and(|fault| fault.contains("not on the table")));
    }
}
