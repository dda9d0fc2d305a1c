//! By how much plates and words may be larger than the places that a layout has for them, so that they can be read in a small window
//! or in large text, and still keep clear of each other and of what lies there.

use super::area::{Area, AreaLook};
use super::chart::Chart;
use super::extent::Extent;
use super::legend::{LEGEND_PICTURE, LegendSide, LegendSign};
use super::place::Point;
use super::table::{CAPTION_GAP, CAPTION_ROOM, LabelLook, Layout, SeatPlate};

/// At most how many times as wide and as high a plate becomes so that it can be read. Less in width: beside it lies what its
/// seat has set aside.
pub const PLATE_GROWS: (f32, f32) = (1.16, 1.42);

/// Plates are enlarged on tables that are shown smaller than this, in points for a table unit.
const READABLE_PLATE: f32 = 0.86;

/// How far from the table's edge a plate stays at least, in table units.
const FROM_EDGE: f32 = 2.0;

/// The part of the table's height in which plates are at the upper edge.
const UPPER: f32 = 0.3;

/// The least space between two plates, in table units.
const PLATES_APART: f32 = 8.0;

/// By how much words are smaller than their room at most, so that they do not run into each other.
const LEAST_GROWTH: f32 = 0.8;

/// What stays free at each side of words, so that one sentence does not run into the next.
const BESIDE_WORDS: f32 = 5.0;

impl Layout {
    /// By how much plates may be larger than their places when `wanted` would do to read them: in width and in height, and so
    /// that they keep clear of each other.
    pub fn plate_growth(&self, wanted: f32) -> (f32, f32) {
        let pairs = self
            .plates
            .iter()
            .enumerate()
            .flat_map(|(number, one)| self.plates[..number].iter().map(move |other| (one, other)));
        let room = pairs.map(|(one, other)| {
            let apart = |one: f32, other: f32, size: f32| (one - other).abs() / (size + PLATES_APART);
            let (wide, high) = one.size;
            apart(one.centre.0, other.centre.0, wide).max(apart(one.centre.1, other.centre.1, high))
        });
        let growth = wanted.clamp(1.0, room.fold(PLATE_GROWS.1, f32::min).max(1.0));
        (growth.min(PLATE_GROWS.0), growth)
    }

    /// By how much plates are larger than their places, so that they can be read, on a table that is shown at so many points for a unit.
    pub fn readable_plates(&self, points: f32) -> (f32, f32) {
        self.plate_growth(READABLE_PLATE / points)
    }

    /// Where a plate is drawn that is so much larger than its place. At the upper edge it grows upwards, over its hand, and not towards
    /// the cards in the middle; but never beyond the table.
    pub fn plate_extent(&self, plate: &SeatPlate, (wide, high): (f32, f32)) -> Extent {
        let (x, y) = plate.centre;
        let up = if y < UPPER * self.size.1 { (high - 1.0) * plate.size.1 / 2.0 } else { 0.0 };
        let size = (plate.size.0 * wide, plate.size.1 * high);
        let within = |middle: f32, size: f32, room: f32| {
            let least = size / 2.0 + FROM_EDGE;
            middle.clamp(least, (room - least).max(least))
        };
        Extent::about((within(x, size.0, self.size.0), within(y - up, size.1, self.size.1)), size)
    }

    /// By how much captions may be larger than the [room](CAPTION_ROOM) that layouts leave for them when `wanted` would do to read
    /// them, and by how much plain labels: so that they reach neither each other, nor what lies here, nor the edge. Where words would
    /// run into each other they are a little smaller than the room. `wide` is the width of words that are as large as the room, in
    /// table units.
    pub fn caption_growth(&self, wanted: f32, wide: impl Fn(&str) -> f32) -> (f32, f32) {
        let [captions, labels] = self.writings(wide);
        let things = self.places_taken();
        let all = || captions.iter().chain(&labels);
        let apart = |one: &Writing| {
            let others = all().filter(|other| !std::ptr::eq(*other, one));
            others.map(|other| one.meets(other)).fold(f32::INFINITY, f32::min)
        };
        let free = |one: &Writing| {
            let table = Extent { left: 0.0, top: 0.0, right: self.size.0, bottom: self.size.1 };
            things.iter().map(|thing| thing.bounds(one)).fold(one.leaves(table), f32::min)
        };
        let growth = |writings: &[Writing]| {
            let least = |limit: &dyn Fn(&Writing) -> f32| writings.iter().map(limit).fold(f32::INFINITY, f32::min);
            wanted.max(1.0).min(least(&free).max(1.0)).min(least(&apart).max(LEAST_GROWTH))
        };
        (growth(&captions), growth(&labels))
    }

    /// How wide words beside a sign of the legend may be, from so far from its middle on, before they reach a plate that is so much larger
    /// than its place, or the edge; in table units. `None` for words over or under their sign.
    pub fn room_beside(&self, sign: &LegendSign, from: f32, growth: (f32, f32)) -> Option<f32> {
        let (x, y) = sign.centre;
        let half = LEGEND_PICTURE / 2.0;
        let plates = self.plates.iter().map(|plate| self.plate_extent(plate, growth));
        let beside = plates.filter(|plate| plate.top < y + half && plate.bottom > y - half);
        let room = match sign.side {
            LegendSide::Left => x - beside.map(|plate| plate.right).filter(|end| *end < x).fold(0.0, f32::max),
            LegendSide::Right => beside.map(|plate| plate.left).filter(|end| *end > x).fold(self.size.0, f32::min) - x,
            LegendSide::Above | LegendSide::Below => return None,
        };
        Some((room - from - BESIDE_WORDS).max(0.0))
    }

    /// What is written here as captions are: the captions, and the plain labels.
    fn writings(&self, wide: impl Fn(&str) -> f32) -> [Vec<Writing>; 2] {
        let writing = |at: Point, words: &str, up: f32| {
            let half = (wide(words) / 2.0).max(1.0) + BESIDE_WORDS;
            Writing { at, half, up, down: CAPTION_ROOM - up }
        };
        let under_areas = self.areas.iter().filter_map(|area| {
            let (x, y) = area.centre;
            Some(writing((x, y + area.size.1 / 2.0 + CAPTION_GAP), area.caption.as_deref()?, 0.0))
        });
        let of_look = |look: LabelLook| self.labels.iter().filter(move |label| label.look == look);
        let captions = of_look(LabelLook::Caption).map(|label| writing(label.centre, &label.text, 0.0));
        let plain = of_look(LabelLook::Plain).map(|label| writing(label.centre, &label.text, CAPTION_ROOM / 2.0));
        [under_areas.chain(captions).collect(), plain.collect()]
    }

    /// Where areas, pieces and plates are. Turns are left out of account.
    fn places_taken(&self) -> Vec<PlaceTaken> {
        let growth = self.plate_growth(f32::INFINITY);
        let pieces = self.pieces.iter().map(|piece| self.piece_extent(piece));
        let plates = self.plates.iter().map(|plate| self.plate_extent(plate, growth));
        let seen = pieces.chain(plates).chain(self.chart.iter().map(Chart::extent));
        let seen = seen.map(|extent| PlaceTaken { extent, is_bare: false });
        let area = |area: &Area| PlaceTaken {
            extent: Extent::about(area.centre, area.size),
            is_bare: area.look == AreaLook::Bare,
        };
        self.areas.iter().map(area).chain(seen).collect()
    }
}

/// Where something is that words keep off.
struct PlaceTaken {
    extent: Extent,
    /// Whether it is an area of which nothing is drawn: words that were put into it keep off what lies there, and not off itself.
    is_bare: bool,
}

impl PlaceTaken {
    /// How much larger words may be for this: those that were put into it stay within it, and others keep off it.
    fn bounds(&self, words: &Writing) -> f32 {
        match (self.holds(words), self.is_bare) {
            (true, true) => f32::INFINITY,
            (true, false) => words.leaves(self.extent),
            (false, _) => words.reaches(self.extent),
        }
    }

    /// Whether these words were put into it.
    fn holds(&self, words: &Writing) -> bool {
        let ((x, y), Extent { left, top, right, bottom }) = (words.at, self.extent);
        (left..right).contains(&x) && (top..bottom).contains(&y)
    }
}

/// Words about a point that they grow from: how far they reach aside, up and down.
struct Writing {
    at: Point,
    half: f32,
    up: f32,
    down: f32,
}

impl Writing {
    /// By how much larger it reaches this. Less than 1: it does so already.
    fn reaches(&self, Extent { left, top, right, bottom }: Extent) -> f32 {
        let (x, y) = self.at;
        let aside = (left - x).max(x - right) / self.half;
        let apart = match (top >= y, bottom <= y) {
            (true, _) => (top - y) / self.down,
            (false, true) if self.up > 0.0 => (y - bottom) / self.up,
            (false, true) => f32::INFINITY,
            (false, false) => 0.0,
        };
        aside.max(apart)
    }

    /// By how much larger both are when they meet.
    fn meets(&self, other: &Writing) -> f32 {
        let aside = (self.at.0 - other.at.0).abs() / (self.half + other.half);
        let (upper, lower) = if self.at.1 <= other.at.1 { (self, other) } else { (other, self) };
        aside.max((lower.at.1 - upper.at.1) / (upper.down + lower.up))
    }

    /// By how much larger it leaves this, in which it is.
    fn leaves(&self, Extent { left, top, right, bottom }: Extent) -> f32 {
        let (x, y) = self.at;
        let up = if self.up > 0.0 { (y - top) / self.up } else { f32::INFINITY };
        ((x - left).min(right - x) / self.half).min((bottom - y) / self.down).min(up)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{CARD, CardArea, CardPiece, Face, Label, Piece, Place};
    use super::*;

    /// Areas of a card's size about these middles, each with a caption of ten letters.
    fn captioned(places: &[Point]) -> Layout {
        let area = |(number, centre): (u8, &Point)| {
            Area::new(CardArea::Pile(number), *centre, (100.0, 140.0), "a pile").with_caption("ten digits")
        };
        Layout { size: (1000.0, 700.0), areas: (0..).zip(places).map(area).collect(), ..Layout::default() }
    }

    fn growth(layout: &Layout) -> (f32, f32) {
        layout.caption_growth(2.0, |words| 10.0 * words.len() as f32)
    }

    #[test]
    fn a_plate_that_is_enlarged_at_an_edge_stays_on_the_table() {
        let layout = Layout { size: (1000.0, 700.0), ..Layout::default() };
        let plate = |centre: Point| SeatPlate {
            seat: 0,
            centre,
            size: (200.0, 48.0),
            words: "8 points".to_owned(),
            is_turn: false,
            is_dealer: false,
        };
        for centre in [(100.0, 40.0), (900.0, 30.0), (895.0, 672.0), (500.0, 350.0)] {
            let extent = layout.plate_extent(&plate(centre), PLATE_GROWS);
            let is_within = extent.left >= 0.0 && extent.right <= 1000.0 && extent.top >= 0.0 && extent.bottom <= 700.0;
            assert!(is_within, "{centre:?}: {extent:?}");
        }
        let middle = layout.plate_extent(&plate((500.0, 350.0)), PLATE_GROWS);
        assert_eq!(middle.centre(), (500.0, 350.0), "where there is room it keeps its place");
    }

    #[test]
    fn captions_grow_until_they_reach_each_other_or_what_lies_below_them() {
        assert_eq!(growth(&captioned(&[(300.0, 300.0)])).0, 2.0, "as far as wanted");
        assert_eq!(growth(&captioned(&[(300.0, 300.0), (465.0, 300.0)])).0, 1.5, "beside each other, with a gap");
        assert_eq!(growth(&captioned(&[(300.0, 300.0), (300.0, 478.0)])).0, 1.5, "above an area");
        assert_eq!(growth(&captioned(&[(300.0, 300.0), (437.5, 300.0)])).0, 1.25);
        assert_eq!(growth(&captioned(&[(82.5, 300.0)])).0, 1.5, "at the edge");
        assert_eq!(growth(&captioned(&[(300.0, 604.0)])).0, 1.0, "there is no room below");
        assert_eq!(captioned(&[(300.0, 300.0)]).caption_growth(0.5, |_| 50.0), (1.0, 1.0), "and fill their room");
    }

    #[test]
    fn captions_grow_within_an_area_of_which_nothing_is_drawn() {
        let mut layout = captioned(&[(300.0, 300.0)]);
        layout.areas.push(Area::new(CardArea::Middle, (500.0, 350.0), (900.0, 600.0), "the middle"));
        assert_eq!(growth(&layout).0, 2.0);
        layout.areas.push(Area::new(CardArea::Pile(9), (300.0, 478.0), (100.0, 140.0), "below it"));
        assert_eq!(growth(&layout).0, 1.5, "but not over one that lies below them");
    }

    #[test]
    fn words_on_a_card_grow_as_far_as_its_edges() {
        let on_card = |words: &str| {
            let mut layout = captioned(&[]);
            let area = CardArea::Pile(0);
            layout.areas.push(Area::new(area, (300.0, 300.0), CARD, "a pile"));
            layout.pieces.push(Piece::new(CardPiece::Card(0), Face::Back, area, Place::at((300.0, 300.0))));
            layout.labels.push(Label::new((300.0, 300.0), words));
            growth(&layout).1
        };
        assert_eq!(on_card("9"), 2.0);
        let five = on_card("9 out");
        assert!(five > 1.0 && five < 2.0, "{five}");
    }

    #[test]
    fn captions_that_would_run_into_each_other_are_smaller_down_to_a_size_that_can_be_read() {
        assert_eq!(growth(&captioned(&[(300.0, 300.0), (396.25, 300.0)])).0, 0.875);
        assert_eq!(growth(&captioned(&[(300.0, 300.0), (310.0, 300.0)])).0, LEAST_GROWTH);
    }

    #[test]
    fn labels_grow_about_their_middle() {
        let mut layout = captioned(&[(300.0, 300.0)]);
        layout.labels.push(Label::new((300.0, 200.0), "a"));
        let (captions, labels) = growth(&layout);
        assert_eq!(captions, 2.0);
        assert_eq!(labels, 2.0, "30 units above the area it may be three times as large");
        layout.labels.push(Label::new((300.0, 215.0), "b"));
        assert_eq!(growth(&layout), (2.0, LEAST_GROWTH), "two labels that are close become smaller");
    }
}
