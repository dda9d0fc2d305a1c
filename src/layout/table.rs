//! A whole table: areas, pieces, words, and what may be chosen to go with a move.

use std::ops::Range;

use super::area::{Area, AreaId, AreaLook, Numbered};
use super::chart::Chart;
use super::contests::Contest;
use super::extent::Extent;
use super::legend::Legend;
use super::piece::{Face, Material, Piece, PieceId};
use super::place::Point;
use super::race::{LargeArrow, RaceTrack};
use crate::words::{called, capitalised, joined};

/// Everything on the table.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Layout {
    /// Width and height; everything lies within.
    pub size: (f32, f32),
    pub material: Material,
    pub areas: Vec<Area>,
    pub pieces: Vec<Piece>,
    /// Choices that may go with the next move, at most one of them at a time.
    pub options: Vec<MoveOption>,
    pub labels: Vec<Label>,
    /// What somebody new must know, in the middle of a table on which nothing else lies there.
    pub legend: Option<Legend>,
    /// The way in which something goes.
    pub arrow: Option<LargeArrow>,
    /// How far each seat is.
    pub race: Option<RaceTrack>,
    /// A chart beside the pieces, such as a map of all cards.
    pub chart: Option<Chart>,
    /// What all compete for, and who leads.
    pub contests: Vec<Contest>,
    /// Where the arrow keys begin; `None`: in the middle.
    pub first: Option<AreaId>,
    /// Whether the game's panel stays beside the table in a narrow window, too, instead of folding to a line below it.
    pub keeps_panel: bool,
    /// Whether it is laid for the [room](super::Room) that it has, and would be laid in another way in another one.
    pub fills_room: bool,
    /// Whether the viewer's own hand lies here, which can be sorted.
    pub has_hand: bool,
    /// The places of its cards, from the left; empty where they are a fan.
    pub hand_places: Vec<AreaId>,
    pub plates: Vec<SeatPlate>,
    /// The trick that was taken last, or what else can be looked at once more.
    pub last: LookBack,
    /// What can be seen of cards that lie under others.
    pub fans: Vec<CardFan>,
    /// Where the buttons for what may be done end, at their right; `None` in games that have none.
    pub actions_at: Option<Point>,
}

impl Layout {
    /// All that is written here, or read aloud from here.
    pub fn words_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let areas = self.areas.iter_mut().flat_map(|area| [&mut area.name].into_iter().chain(&mut area.caption));
        let options = self.options.iter_mut().flat_map(|option| [&mut option.label, &mut option.explanation]);
        let plates = self.plates.iter_mut().map(|plate| &mut plate.words);
        let labels = self.labels.iter_mut().map(|label| &mut label.text);
        let legend = self.legend.iter_mut().flat_map(Legend::words_mut);
        let chart = self.chart.iter_mut().flat_map(Chart::words_mut);
        areas.chain(options).chain(plates).chain(labels).chain(legend).chain(chart).chain([&mut self.last.why])
    }
}

/// At most how many times as wide and as high a plate becomes so that it can be read. Less in width: beside it lies what its
/// seat has set aside.
pub const PLATE_GROWS: (f32, f32) = (1.16, 1.42);

/// Plates are enlarged on tables that are shown smaller than this, in points for a table unit.
const READABLE_PLATE: f32 = 0.86;

/// The part of the table's height in which plates are at the upper edge.
const UPPER: f32 = 0.3;

/// The least space between two plates, in table units.
const PLATES_APART: f32 = 8.0;

/// Cards that have left the table and can be looked at once more.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LookBack {
    /// "Last trick".
    pub name: &'static str,
    /// As they were played; empty where there is nothing to look at.
    pub cards: Vec<TrickCard>,
    /// Why the one that won did, in a few words; empty where that is not said.
    pub why: String,
}

/// The cards under the top one of an area: they fan out while it is pointed at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardFan {
    pub area: AreaId,
    /// From above, down to the lowest that is known; `None` for one that is not.
    pub under: Vec<Option<Face>>,
}

impl CardFan {
    /// Of these cards, the highest first; `None` if none of them is known, so that there is nothing to look at.
    pub fn of<A: Numbered>(area: A, under: impl IntoIterator<Item = Option<Face>>) -> Option<CardFan> {
        let mut under: Vec<Option<Face>> = under.into_iter().collect();
        let lowest = under.iter().rposition(Option::is_some)?;
        under.truncate(lowest + 1);
        Some(CardFan { area: AreaId::of(area), under })
    }

    /// Its cards as they are read aloud.
    pub fn spoken(&self) -> String {
        joined(self.under.iter().map(|card| card.map_or("one unseen".to_owned(), Face::spoken)), ", ")
    }
}

/// A card that was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrickCard {
    /// Who played it, from 0.
    pub seat: u8,
    pub face: Face,
    /// Whether it won.
    pub won: bool,
}

impl TrickCard {
    pub fn of(seat: usize, card: impl Into<Face>, won: bool) -> TrickCard {
        TrickCard { seat: seat as u8, face: card.into(), won }
    }
}

/// Who sits where: their name stands on it, and these words.
#[derive(Clone, PartialEq, Debug)]
pub struct SeatPlate {
    /// From 0, in playing order.
    pub seat: u8,
    pub centre: Point,
    pub size: (f32, f32),
    pub words: String,
    /// Whether this seat may move now.
    pub is_turn: bool,
    /// Whether it dealt.
    pub is_dealer: bool,
}

/// A few words written on the cloth: the letter of a row, a step of the deal.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// Its middle; of a caption and of a verdict the middle of its upper edge, of words on a card that of their lower edge.
    pub centre: Point,
    pub text: String,
    pub look: LabelLook,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LabelLook {
    Plain,
    /// As the captions under areas are written, and in line with them.
    Caption,
    /// An announcement that lies over pieces, on a plate of its own.
    Banner,
    /// Small words over the upper edge of what lies there: "led". Seen once the pieces have arrived.
    Tag,
    /// The same for what is ahead of all others.
    BrightTag,
    /// Small words in a line or two on the lower part of a card; this is the middle of their lower edge. Seen once the pieces have
    /// arrived.
    OnCard,
    /// Who is ahead and why, in a line or two. Seen once the pieces have arrived.
    Verdict,
}

impl LabelLook {
    /// Whether it is about how pieces lie, and would be told too soon while they are on their way.
    pub fn is_of_pieces(self) -> bool {
        matches!(self, LabelLook::Tag | LabelLook::BrightTag | LabelLook::OnCard | LabelLook::Verdict)
    }
}

/// From the lower edge of an area to its caption, in table units.
pub const CAPTION_GAP: f32 = 8.0;

/// The height of a caption that a layout has room for under an area, and about how wide a letter of it is then, in table units.
pub const CAPTION_ROOM: f32 = 20.0;
const CAPTION_LETTER: f32 = 9.0;

/// By how much words are smaller than their room at most, so that they do not run into each other.
const LEAST_GROWTH: f32 = 0.8;

/// What stays free at each side of words, so that one sentence does not run into the next.
const BESIDE_WORDS: f32 = 3.0;

impl Label {
    pub fn new(centre: Point, text: impl Into<String>) -> Label {
        Label { centre, text: text.into(), look: LabelLook::Plain }
    }

    /// A caption for what ends at this height, about this middle.
    pub fn caption((x, bottom): Point, text: impl Into<String>) -> Label {
        Label { look: LabelLook::Caption, ..Label::new((x, bottom + CAPTION_GAP), text) }
    }

    /// An announcement, which may lie over pieces.
    pub fn banner(centre: Point, text: impl Into<String>) -> Label {
        Label { look: LabelLook::Banner, ..Label::new(centre, text) }
    }

    /// Small words about the middle of an upper edge; bright where they are about what is ahead.
    pub fn tag(edge: Point, text: impl Into<String>, is_bright: bool) -> Label {
        let look = if is_bright { LabelLook::BrightTag } else { LabelLook::Tag };
        Label { look, ..Label::new(edge, text) }
    }

    /// Who is ahead and why; this is the middle of its upper edge.
    pub fn verdict(top: Point, text: impl Into<String>) -> Label {
        Label { look: LabelLook::Verdict, ..Label::new(top, text) }
    }
}

/// What a player may choose to go with a move: to bury a card with it, say, or the button that is pressed. Or what may be shown on the
/// table for whoever wants it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveOption {
    /// The key that switches it, a capital letter.
    pub key: char,
    /// What its button says: "Bury 7♣".
    pub label: String,
    /// What it does, in a sentence.
    pub explanation: String,
    /// The area at which its button stands. `None`: the game's own panel has its button.
    pub near: Option<AreaId>,
    /// Areas that it joins, shown while it is on. The line between them bows to the left of its way.
    pub links: Vec<(AreaId, AreaId)>,
    /// Whether it goes with no move and only shows its links, also while a piece is picked up, until it is switched off.
    pub only_shows: bool,
}

impl Layout {
    /// What lies in an area, as it is read aloud: the area, its top piece, what is written under it, and what is known to lie there
    /// under the top.
    pub fn spoken(&self, area: &Area) -> String {
        let piece = self.top_of(area.id).map_or("empty".to_owned(), spoken_with_worth);
        let caption = area.caption.as_ref().map_or(String::new(), |caption| format!(", {caption}"));
        let fan = self.fan_of(area.id).map(CardFan::spoken);
        let under = fan.map_or(String::new(), |fan| format!("; under it, from above: {fan}"));
        format!("{}: {piece}{caption}{under}", area.name)
    }

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
    /// the cards in the middle.
    pub fn plate_extent(&self, plate: &SeatPlate, (wide, high): (f32, f32)) -> Extent {
        let (x, y) = plate.centre;
        let up = if y < UPPER * self.size.1 { (high - 1.0) * plate.size.1 / 2.0 } else { 0.0 };
        Extent::about((x, y - up), (plate.size.0 * wide, plate.size.1 * high))
    }

    /// Where a piece lies, as if it were not turned.
    pub fn piece_extent(&self, piece: &Piece) -> Extent {
        Extent::about(piece.place.centre, self.material.size_of(piece.place.scale))
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
            let about = things.iter().map(|thing| one.reaches(*thing));
            about.fold(one.leaves(self.size), f32::min)
        };
        let growth = |writings: &[Writing]| {
            let least = |limit: &dyn Fn(&Writing) -> f32| writings.iter().map(limit).fold(f32::INFINITY, f32::min);
            wanted.max(1.0).min(least(&free).max(1.0)).min(least(&apart).max(LEAST_GROWTH))
        };
        (growth(&captions), growth(&labels))
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
    fn places_taken(&self) -> Vec<Extent> {
        let growth = self.plate_growth(f32::INFINITY);
        let areas = self.areas.iter().map(|area| Extent::about(area.centre, area.size));
        let pieces = self.pieces.iter().map(|piece| self.piece_extent(piece));
        let plates = self.plates.iter().map(|plate| self.plate_extent(plate, growth));
        areas.chain(pieces).chain(plates).chain(self.chart.iter().map(Chart::extent)).collect()
    }

    /// All that lies here, in sentences: the plates, then the areas in their order, those of one name together, the legend, and what a
    /// chart says.
    pub fn described(&self) -> String {
        let plates = self.plates.iter().map(|plate| format!("{}: {}.", called(plate.seat), plate.words));
        let alike = self.areas.chunk_by(|one, next| one.name == next.name);
        let legend = self.legend.iter().map(|legend| format!("{}.", capitalised(&legend.spoken())));
        let chart = self.chart.iter().map(|chart| format!("{}.", capitalised(&chart.says)));
        let areas = alike.filter_map(|areas| self.areas_described(areas));
        plates.chain(areas).chain(legend).chain(chart).collect::<Vec<String>>().join(" ")
    }

    /// What lies in areas of one name; `None` if nothing does and nothing is written there.
    fn areas_described(&self, areas: &[Area]) -> Option<String> {
        let pieces = || areas.iter().flat_map(|area| self.pieces.iter().filter(|piece| piece.area == area.id));
        let open = pieces().filter(|piece| piece.face != Face::Back).map(spoken_with_worth);
        let hidden = Some(pieces().filter(|piece| piece.face == Face::Back).count()).filter(|count| *count > 0);
        let hidden = hidden.map(|count| format!("{count} face down"));
        let captions = areas.iter().filter_map(|area| area.caption.clone());
        let words: Vec<String> = open.chain(hidden).chain(captions).collect();
        let leads = areas.iter().any(|area| area.look == AreaLook::Marked);
        let name = format!("{}{}", areas.first()?.name, if leads { ", in the lead" } else { "" });
        (!words.is_empty()).then(|| format!("{}: {}.", capitalised(&name), words.join("; ")))
    }

    /// The areas of the viewer's own hand, from the left.
    pub fn own_hand(&self) -> impl Iterator<Item = &Area> {
        let is_held = |area: &&Area| match self.hand_places.is_empty() {
            true => area.look == AreaLook::Fan,
            false => self.hand_places.contains(&area.id),
        };
        self.areas.iter().filter(move |area| self.has_hand && is_held(area))
    }

    /// How many cards the viewer's own hand has.
    pub fn held(&self) -> usize {
        self.own_hand().map(|area| self.pieces.iter().filter(|piece| piece.area == area.id).count()).sum()
    }

    pub fn area(&self, id: AreaId) -> Option<&Area> {
        self.areas.iter().find(|area| area.id == id)
    }

    pub fn piece(&self, id: PieceId) -> Option<&Piece> {
        self.pieces.iter().find(|piece| piece.id == id)
    }

    /// What can be seen of the cards that lie under the top one of an area.
    pub fn fan_of(&self, area: AreaId) -> Option<&CardFan> {
        self.fans.iter().find(|fan| fan.area == area)
    }

    /// The piece that lies on all others of an area.
    pub fn top_of(&self, area: AreaId) -> Option<&Piece> {
        self.pieces.iter().filter(|piece| piece.area == area).max_by_key(|piece| piece.place.level)
    }

    /// The piece on top of an area, if it is as large as the area: a card in its place, and not one of many on a board.
    pub fn filling(&self, area: &Area) -> Option<&Piece> {
        let piece = self.top_of(area.id)?;
        let (wide, high) = self.material.size_of(piece.place.scale);
        let (x, y) = piece.place.centre;
        let is_near = |one: f32, other: f32, side: f32| (one - other).abs() <= 0.1 * side;
        let is_alike = is_near(wide, area.size.0, wide) && is_near(high, area.size.1, high);
        (is_alike && is_near(x, area.centre.0, wide) && is_near(y, area.centre.1, high)).then_some(piece)
    }

    /// Whether a piece of another area lies within an area, or less than this far from it, in table units. Turns are left out of
    /// account.
    pub fn is_crowded(&self, area: &Area, within: f32) -> bool {
        self.pieces.iter().filter(|piece| piece.area != area.id).any(|piece| {
            let (wide, high) = self.material.size_of(piece.place.scale);
            let (x, y) = piece.place.centre;
            let reaches = |one: f32, other: f32, sizes: f32| (one - other).abs() < sizes / 2.0 + within;
            reaches(x, area.centre.0, wide + area.size.0) && reaches(y, area.centre.1, high + area.size.1)
        })
    }

    /// Whether another piece lies right on this one.
    pub fn is_covered(&self, piece: &Piece) -> bool {
        let lies_on = |other: &Piece| other.area == piece.area && other.place.level > piece.place.level;
        self.pieces.iter().any(|other| lies_on(other) && other.place.centre == piece.place.centre)
    }

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

    /// By how much larger it leaves a table of this size.
    fn leaves(&self, (wide, high): (f32, f32)) -> f32 {
        let (x, y) = self.at;
        let up = if self.up > 0.0 { y / self.up } else { f32::INFINITY };
        (x.min(wide - x) / self.half).min((high - y) / self.down).min(up)
    }
}

fn spoken_with_worth(piece: &Piece) -> String {
    let worth = piece.badge.map_or(String::new(), |badge| format!(", worth {badge}"));
    format!("{}{worth}", piece.face.spoken())
}

#[cfg(test)]
mod tests {
    use super::super::CardArea;
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
    fn captions_grow_until_they_reach_each_other_or_what_lies_below_them() {
        assert_eq!(growth(&captioned(&[(300.0, 300.0)])).0, 2.0, "as far as wanted");
        assert_eq!(growth(&captioned(&[(300.0, 300.0), (459.0, 300.0)])).0, 1.5, "beside each other, with a gap");
        assert_eq!(growth(&captioned(&[(300.0, 300.0), (300.0, 478.0)])).0, 1.5, "above an area");
        assert_eq!(growth(&captioned(&[(300.0, 300.0), (432.5, 300.0)])).0, 1.25);
        assert_eq!(growth(&captioned(&[(79.5, 300.0)])).0, 1.5, "at the edge");
        assert_eq!(growth(&captioned(&[(300.0, 604.0)])).0, 1.0, "there is no room below");
        assert_eq!(captioned(&[(300.0, 300.0)]).caption_growth(0.5, |_| 50.0), (1.0, 1.0), "and fill their room");
    }

    #[test]
    fn captions_that_would_run_into_each_other_are_smaller_down_to_a_size_that_can_be_read() {
        assert_eq!(growth(&captioned(&[(300.0, 300.0), (392.75, 300.0)])).0, 0.875);
        assert_eq!(growth(&captioned(&[(300.0, 300.0), (310.0, 300.0)])).0, LEAST_GROWTH);
    }

    #[test]
    fn what_is_known_under_the_top_is_read_aloud_down_to_the_lowest_card_that_is() {
        let [one, two] = ["7C", "2D"].map(|card| Some(Face::French(card.parse().expect("a card"))));
        let spoken = |under: [Option<Face>; 5]| {
            let fans = CardFan::of(CardArea::Pile(0), under).into_iter().collect();
            let layout = Layout { fans, ..captioned(&[(300.0, 300.0)]) };
            layout.spoken(&layout.areas[0])
        };
        let known = spoken([one, None, two, None, None]);
        assert_eq!(
            known,
            "a pile: empty, ten digits; under it, from above: seven of clubs, one unseen, two of diamonds"
        );
        assert_eq!(spoken([None; 5]), "a pile: empty, ten digits");
        let lost = Layout { fans: CardFan::of(CardArea::Pile(3), [one]).into_iter().collect(), ..captioned(&[]) };
        assert!(lost.fault().is_some_and(|fault| fault.contains("belongs to no area")));
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
