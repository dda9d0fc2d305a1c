//! What can be wrong with a layout: the tests of all games ask every position for it.

use std::ops::Range;

use super::place::Point;
use super::table::{CAPTION_LETTER, CAPTION_ROOM, Layout};

impl Layout {
    /// What is wrong with this table: something that is there twice, lies nowhere or outside, or names what is not there.
    pub fn fault(&self) -> Option<String> {
        let captions = || self.fault_of_captions();
        let legend = || self.legend.as_ref().and_then(|legend| legend.fault(self.size));
        let arrow = || self.arrow.and_then(|arrow| arrow.fault(self.size));
        let race = || self.race.as_ref().and_then(|race| race.fault(self.size));
        let chart = || self.chart.as_ref().and_then(|chart| chart.fault(self.size));
        let contests = || self.contests.iter().find_map(|contest| contest.fault(self.size));
        let drawn = || legend().or_else(arrow).or_else(race).or_else(contests).or_else(chart);
        let options = || self.fault_of_options();
        self.fault_of_areas().or_else(captions).or_else(drawn).or_else(options).or_else(|| self.fault_of_pieces())
    }

    /// Two captions that cover each other where they are largest.
    fn fault_of_captions(&self) -> Option<String> {
        let captions = self.areas.iter().filter_map(|area| {
            let caption = area.caption.as_deref()?;
            let half = CAPTION_LETTER * caption.chars().count() as f32 / 2.0;
            Some((caption, area.centre.0 - half..area.centre.0 + half, area.centre.1 + area.size.1 / 2.0))
        });
        let captions: Vec<_> = captions.collect();
        captions.iter().enumerate().find_map(|(number, (caption, across, y))| {
            let covers = |(_, other, y_other): &&(&str, Range<f32>, f32)| {
                (y - y_other).abs() < CAPTION_ROOM && across.start < other.end && other.start < across.end
            };
            let (other, ..) = captions[..number].iter().find(covers)?;
            Some(format!("the captions “{caption}” and “{other}” cover each other"))
        })
    }

    fn is_inside(&self, centre: Point, size: (f32, f32)) -> bool {
        let fits = |centre: f32, size: f32, limit: f32| centre - size / 2.0 >= 0.0 && centre + size / 2.0 <= limit;
        fits(centre.0, size.0, self.size.0) && fits(centre.1, size.1, self.size.1)
    }

    fn fault_of_areas(&self) -> Option<String> {
        for (number, area) in self.areas.iter().enumerate() {
            if self.areas[..number].iter().any(|other| other.id == area.id) {
                return Some(format!("two areas are {:?}", area.id));
            }
            if !self.is_inside(area.centre, area.size) {
                return Some(format!("{area:?} is not within {:?}", self.size));
            }
        }
        if let Some(fan) = self.fans.iter().find(|fan| self.area(fan.area).is_none()) {
            return Some(format!("{fan:?} belongs to no area"));
        }
        if let Some(plate) = self.plates.iter().find(|plate| !self.is_inside(plate.centre, plate.size)) {
            return Some(format!("{plate:?} is not within {:?}", self.size));
        }
        let label = self.labels.iter().find(|label| label.text.is_empty() || !self.is_inside(label.centre, (0.0, 0.0)));
        label.map(|label| format!("{label:?} is empty, or not within {:?}", self.size))
    }

    fn fault_of_options(&self) -> Option<String> {
        for (number, option) in self.options.iter().enumerate() {
            if !option.key.is_ascii_uppercase() || self.options[..number].iter().any(|other| other.key == option.key) {
                return Some(format!("the key of {option:?} is no capital letter, or another's too"));
            }
            let mut named = option.links.iter().flat_map(|(from, to)| [*from, *to]).chain(option.near);
            if let Some(area) = named.find(|area| self.area(*area).is_none()) {
                return Some(format!("{option:?} names {area:?}, which is not there"));
            }
        }
        None
    }

    fn fault_of_pieces(&self) -> Option<String> {
        for (number, piece) in self.pieces.iter().enumerate() {
            let before = &self.pieces[..number];
            if before.iter().any(|other| other.id == piece.id) {
                return Some(format!("two pieces are {:?}", piece.id));
            }
            if self.area(piece.area).is_none() {
                return Some(format!("{piece:?} lies in no area"));
            }
            if before.iter().any(|other| other.area == piece.area && other.place == piece.place) {
                return Some(format!("{piece:?} lies where another does"));
            }
            if !self.is_inside(piece.place.centre, (0.0, 0.0)) || piece.place.scale <= 0.0 {
                return Some(format!("{piece:?} is not within {:?}, or has no size", self.size));
            }
        }
        None
    }
}
