//! A whole table: areas, pieces, words, and what may be chosen to go with a move.

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
pub const CAPTION_LETTER: f32 = 9.0;

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

    /// Where a piece lies, as if it were not turned.
    pub fn piece_extent(&self, piece: &Piece) -> Extent {
        Extent::about(piece.place.centre, self.material.size_of(piece.place.scale))
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
}

fn spoken_with_worth(piece: &Piece) -> String {
    let worth = piece.badge.map_or(String::new(), |badge| format!(", worth {badge}"));
    format!("{}{worth}", piece.face.spoken())
}

#[cfg(test)]
mod tests {
    use super::super::CardArea;
    use super::*;

    /// A pile with a caption, on which nothing lies.
    fn a_pile() -> Layout {
        let pile = Area::new(CardArea::Pile(0), (300.0, 300.0), (100.0, 140.0), "a pile").with_caption("ten digits");
        Layout { size: (1000.0, 700.0), areas: vec![pile], ..Layout::default() }
    }

    #[test]
    fn what_is_known_under_the_top_is_read_aloud_down_to_the_lowest_card_that_is() {
        let [one, two] = ["7C", "2D"].map(|card| Some(Face::French(card.parse().expect("a card"))));
        let spoken = |under: [Option<Face>; 5]| {
            let fans = CardFan::of(CardArea::Pile(0), under).into_iter().collect();
            let layout = Layout { fans, ..a_pile() };
            layout.spoken(&layout.areas[0])
        };
        let known = spoken([one, None, two, None, None]);
        assert_eq!(
            known,
            "a pile: empty, ten digits; under it, from above: seven of clubs, one unseen, two of diamonds"
        );
        assert_eq!(spoken([None; 5]), "a pile: empty, ten digits");
        let lost = Layout { fans: CardFan::of(CardArea::Pile(3), [one]).into_iter().collect(), ..a_pile() };
        assert!(lost.fault().is_some_and(|fault| fault.contains("belongs to no area")));
    }
}
