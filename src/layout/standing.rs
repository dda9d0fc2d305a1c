//! Where it is said what decided something, and how large: beside what it is about, in letters as large as there is room for.

use super::exhibit::{Exhibit, Weight};
use super::extent::Extent;
use super::inscription::Lettering;
use super::spotlight::Spotlight;
use super::table::Layout;

/// How high the letters of a caption and of a figure are, in points, where there is room: of what parts come to, and of a part. And how
/// high they are at least.
const SUM: (f32, f32) = (30.0, 52.0);
const PART: (f32, f32) = (18.0, 30.0);
const LEAST: (f32, f32) = (16.0, 20.0);

/// The part of the room's height that a figure may take.
const MOST_FIGURE: f32 = 0.08;

/// What is tried, the best first: sizes, as parts of the largest, and how wide lines become, as parts of the room's width.
const SIZES: [f32; 5] = [1.0, 0.87, 0.75, 0.65, 0.56];
const WIDTHS: [f32; 4] = [0.8, 0.46, 0.34, 0.26];

/// How many places are tried across and down.
const TRIED: (usize, usize) = (21, 15);

/// How far it keeps from the edge of the room and from what it is about, in points; and what may be covered without harm, in square
/// points.
const FROM_EDGE: f32 = 8.0;
const FROM_MEANT: f32 = 4.0;
const HARMLESS: f32 = 1.0;

/// How large the words of an exhibit are written, in points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExhibitLetters {
    pub caption: f32,
    pub figure: f32,
    /// How wide lines become before they are broken.
    pub widest: f32,
}

/// Where its words stand, and how large they are.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExhibitPlace {
    pub letters: ExhibitLetters,
    /// The plate on which they are written, in points from the table's upper left corner.
    pub extent: Extent,
}

impl Exhibit {
    /// Where the words stand in this room, which is given in points from the table's upper left corner: in the largest letters in which
    /// they cover nothing of what they are about, or else in those that cover least of it; and there where they cover least of all
    /// else, best in the middle of the lower edge. `measure` is how large a plate with them is, in points.
    pub fn standing(
        &self,
        layout: &Layout,
        room: Extent,
        lettering: &Lettering,
        measure: impl Fn(ExhibitLetters) -> (f32, f32),
    ) -> ExhibitPlace {
        let [meant, others] = layout.told_apart(&self.spots, lettering);
        let room = room.grown((-FROM_EDGE, -FROM_EDGE));
        let weighed = |letters: ExhibitLetters| {
            let stands = move |extent: Extent| ExhibitPlace { letters, extent };
            let weigh = |standing: ExhibitPlace| {
                (covered(standing.extent, &meant), covered(standing.extent, &others), standing)
            };
            let size = measure(letters);
            places(room, size).map(stands).map(weigh).collect::<Vec<_>>()
        };
        let mut best = (f32::INFINITY, ExhibitPlace { letters: self.letters(room, 1.0, 1.0), extent: room });
        for part in SIZES {
            let tried = WIDTHS.into_iter().flat_map(|width| weighed(self.letters(room, part, width)));
            let least = tried.min_by(|one, other| one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)));
            if let Some((hidden, _, standing)) = least.filter(|(hidden, ..)| *hidden < best.0) {
                best = (hidden, standing);
            }
            if best.0 <= 0.0 {
                break;
            }
        }
        best.1
    }

    /// So much of the largest letters, in lines that are no wider than this part of the room.
    fn letters(&self, room: Extent, part: f32, width: f32) -> ExhibitLetters {
        let (caption, figure) = if self.weight == Weight::Sum { SUM } else { PART };
        let (wide, high) = room.size();
        let figure = (part * figure.min(MOST_FIGURE * high)).max(LEAST.1);
        let caption = (part * caption).max(LEAST.0).min(figure);
        ExhibitLetters { caption, figure, widest: width * wide }
    }
}

impl Layout {
    /// Where what is meant is drawn, with what is written about it, and where all other pieces, plates and words are: in points from the
    /// upper left corner.
    fn told_apart(&self, spots: &Spotlight, lettering: &Lettering) -> [Vec<Extent>; 2] {
        let growth = self.readable_plates(lettering.points);
        let (meant_plates, plates): (Vec<_>, Vec<_>) =
            self.plates.iter().partition(|plate| spots.seats.contains(&plate.seat));
        let frames = self.frames(&Spotlight { seats: Vec::new(), ..spots.clone() });
        let meant = frames.iter().map(|frame| frame.extent());
        let meant: Vec<Extent> =
            meant.chain(meant_plates.into_iter().map(|plate| self.plate_extent(plate, growth))).collect();
        let is_meant = |words: &Extent| meant.iter().any(|meant| meant.meets(*words));
        let (about_it, words): (Vec<Extent>, Vec<Extent>) =
            self.inscriptions(lettering).into_iter().map(|inscription| inscription.extent).partition(is_meant);
        let pieces = self.pieces.iter().map(|piece| self.piece_extent(piece));
        let others = pieces.chain(plates.into_iter().map(|plate| self.plate_extent(plate, growth))).chain(words);
        let in_points = |extent: Extent| extent.times(lettering.points);
        let others = others.map(in_points).collect();
        let kept_from = |extent: Extent| in_points(extent).grown((FROM_MEANT, FROM_MEANT));
        [meant.iter().copied().chain(about_it).map(kept_from).collect(), others]
    }
}

/// Where something of this size may stand in a room: in the middle of the lower edge, of the upper one, of all, and then anywhere, from
/// below.
fn places(room: Extent, (wide, high): (f32, f32)) -> impl Iterator<Item = Extent> {
    let (spare_x, spare_y) = ((room.size().0 - wide).max(0.0), (room.size().1 - high).max(0.0));
    let at = move |(across, down): (f32, f32)| {
        let (x, y) = (room.left + across * spare_x, room.top + down * spare_y);
        Extent { left: x, top: y, right: x + wide, bottom: y + high }
    };
    let part = |number: usize, of: usize| number as f32 / (of - 1) as f32;
    let (columns, rows) = TRIED;
    let anywhere =
        (0..rows).flat_map(move |row| (0..columns).map(move |column| (part(column, columns), 1.0 - part(row, rows))));
    [(0.5, 1.0), (0.5, 0.0), (0.5, 0.5)].into_iter().chain(anywhere).map(at)
}

/// How much it covers of these.
fn covered(plate: Extent, kept: &[Extent]) -> f32 {
    let area: f32 = kept.iter().map(|kept| plate.shared(*kept)).sum();
    if area < HARMLESS { 0.0 } else { area }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Area, CardArea};

    const ROOM: Extent = Extent { left: 0.0, top: 0.0, right: 640.0, bottom: 300.0 };

    /// A table with these areas, all of them meant, and where it is said what they come to.
    fn said(areas: &[Extent]) -> ExhibitPlace {
        let area = |(number, extent): (u8, &Extent)| {
            Area::new(CardArea::Pile(number), extent.centre(), extent.size(), "a pile")
        };
        let areas: Vec<Area> = (0..).zip(areas).map(area).collect();
        let layout = Layout { size: (640.0, 300.0), areas, ..Layout::default() };
        let spots =
            (0..layout.areas.len()).fold(Spotlight::NONE, |spots, number| spots.and_area(CardArea::Pile(number as u8)));
        let exhibit = Exhibit::sum(spots, "A tie: nobody gets the sun", "13 to 13");
        let wide = |words: &str| 0.5 * words.len() as f32;
        let measure = |letters: ExhibitLetters| {
            let lines = |words: &str, size: f32| {
                let across = size * wide(words);
                (across.min(letters.widest), (across / letters.widest).ceil() * size * 1.3)
            };
            let (caption, figure) = (lines(&exhibit.caption, letters.caption), lines(&exhibit.figure, letters.figure));
            (caption.0.max(figure.0) + 48.0, caption.1 + figure.1 + 24.0)
        };
        exhibit.standing(&layout, ROOM, &Lettering { points: 1.0, growth: 1.0, wide: &wide }, measure)
    }

    #[test]
    fn what_an_exhibit_says_stands_in_the_middle_of_the_lower_edge_where_nothing_lies_there() {
        let ExhibitPlace { letters, extent } = said(&[Extent::about((320.0, 100.0), (300.0, 120.0))]);
        assert!((extent.centre().0 - 320.0).abs() < 0.1 && (extent.bottom - 292.0).abs() < 0.1, "{extent:?}");
        assert!((letters.figure - MOST_FIGURE * 284.0).abs() < 0.1, "{letters:?}");
    }

    #[test]
    fn it_is_smaller_or_in_more_lines_where_it_would_cover_what_it_is_about() {
        // What is left free is a strip at the right that is narrower than its words.
        let about = Extent { left: 0.0, top: 0.0, right: 400.0, bottom: 300.0 };
        let ExhibitPlace { letters, extent } = said(&[about]);
        assert!(extent.left >= 400.0 + FROM_MEANT && extent.right <= 632.1, "{extent:?}");
        assert!(letters.caption >= LEAST.0 && letters.figure >= LEAST.1, "{letters:?}");
    }

    #[test]
    fn where_there_is_no_room_at_all_it_is_small_and_covers_a_part() {
        let ExhibitPlace { letters, extent } = said(&[ROOM]);
        assert!(letters.figure == LEAST.1 && letters.caption < LEAST.0 + 1.0, "{letters:?}");
        assert!(extent.left >= 0.0 && extent.right <= 640.0 && extent.top >= 0.0 && extent.bottom <= 300.0);
    }
}
