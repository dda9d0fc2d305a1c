//! The log beside a table: what happened, in sentences with small pictures of the cards. Rounds and tricks are a line each, which
//! opens; a line that is pointed at or has the focus shows the place on the table that it is about.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy_egui::egui::{
    self, Color32, CornerRadius, Galley, Id, Pos2, Rect, Response, Sense, Shape, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, WidgetType,
};

use super::parts::muted;
use super::table_view::TableView;
use crate::app::game::active::ActiveGame;
use crate::app::messages::{Requests, TableAction};
use crate::layout::{Face, LogEntry, LogLine, Spotlight, TellingPart};
use crate::table::drawings;
use crate::table::focus;
use crate::table::panels::SeatedPlayer;
use crate::table::theme::{self, Rgb, size};
use crate::table::widgets;

/// How high the pictures of cards are, in points: enough to read their index.
const CARD: f32 = 30.0;

/// Between two words, between two cards, and between two rows of a line, in points.
const WORDS_APART: f32 = 4.5;
const CARDS_APART: f32 = 2.0;
const ROWS_APART: f32 = 2.0;

/// How far lines under another one stand to the right, and how wide the sign is that it opens, in points.
const INDENT: f32 = 14.0;
const SIGN: f32 = 14.0;

/// Which lines somebody has opened or closed, by the move that they tell of and how deep they stand.
type Opened = BTreeMap<(usize, usize), bool>;

/// The log as it is shown.
struct LogView<'a> {
    game: &'a ActiveGame,
    seats: &'a [SeatedPlayer],
    names: Vec<&'a str>,
    opened: Opened,
    /// What the line is about that is pointed at.
    pointed: Option<Spotlight>,
}

/// Shows the log in so much height; returns what the line is about that is pointed at or has the focus.
pub(super) fn show(
    ui: &mut Ui,
    &TableView { game, seats, scene, .. }: &TableView,
    most_high: f32,
    requests: &mut Requests,
) -> Option<Spotlight> {
    let id = Id::new(("log", game.session().seed()));
    let opened: Opened = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let names = seats.iter().map(|seated| seated.name.as_str()).collect();
    let mut view = LogView { game, seats, names, opened, pointed: None };
    let list = egui::ScrollArea::vertical().id_salt("log").max_height(most_high).auto_shrink([false, false]);
    // However little room there is, the list ends within its panel: its last line is the latest.
    let list = list.min_scrolled_height(0.0);
    // As wide without a bar as beside one: a narrower line may be lower, and then the bar would come and go for ever.
    let wide = ui.available_width() - ui.spacing().scroll.allocated_width();
    list.stick_to_bottom(true).show(ui, |ui| {
        ui.set_width(wide);
        ui.spacing_mut().item_spacing.y = 3.0;
        let log = game.log(scene.shows_trick());
        if log.is_empty() {
            muted(ui, "None yet");
        }
        view.entries(ui, log, 0, true, requests);
    });
    ui.data_mut(|data| data.insert_temp(id, view.opened));
    view.pointed
}

impl LogView<'_> {
    /// Lines of one depth; the last one is open of itself while nothing has followed it.
    fn entries(&mut self, ui: &mut Ui, entries: &[LogEntry], depth: usize, is_latest: bool, requests: &mut Requests) {
        for (number, entry) in entries.iter().enumerate() {
            let is_latest = is_latest && number + 1 == entries.len();
            let key = (entry.line.step, depth);
            let is_open = self.opened.get(&key).copied().unwrap_or(is_latest);
            let opens = !entry.within.is_empty();
            let response = self.line(ui, &entry.line, depth, opens.then_some(is_open));
            if response.clicked() && opens {
                self.opened.insert(key, !is_open);
            } else if response.clicked() && self.game.is_replay() {
                requests.push(TableAction::Seek(entry.line.step));
            }
            if opens && is_open {
                self.entries(ui, &entry.within, depth + 1, is_latest, requests);
            }
        }
    }

    /// A line; with a sign before it if it opens, which says whether it is open.
    fn line(&mut self, ui: &mut Ui, line: &LogLine, depth: usize, is_open: Option<bool>) -> Response {
        let ink = theme::of(ui);
        // What happened since the viewer's own turn stands out.
        let landed = self.game.landed();
        let is_new = line.step == landed.made || (line.step > landed.known && self.seats.len() > 1);
        let colour = if is_new { ink.text } else { ink.muted };
        let bits = self.bits(ui, line, colour);
        let indent = INDENT * depth as f32 + if is_open.is_some() { SIGN } else { 0.0 };
        let set = SetLine::of(&bits, ui.available_width() - indent);
        let (rect, response) =
            ui.allocate_exact_size(Vec2::new(ui.available_width(), set.high.max(22.0)), Sense::click());
        let does = is_open.is_some() || self.game.is_replay();
        response.widget_info(|| {
            let kind = if does { WidgetType::Link } else { WidgetType::Label };
            WidgetInfo::labeled(kind, true, self.spoken(line, is_open))
        });
        focus::scroll_to(&response);
        let is_seen = is_seen(ui, rect);
        let is_pointed = (is_seen && response.hovered()) || response.has_focus();
        if is_pointed {
            ui.painter().rect_filled(rect.expand2(Vec2::new(2.0, 1.0)), 4.0, ink.raised.egui());
            self.pointed = Some(line.about.clone()).filter(|about| !about.is_empty());
        }
        if is_seen {
            if let Some(is_open) = is_open {
                sign(ui, rect.left_top() + Vec2::new(INDENT * depth as f32 + 5.0, set.first / 2.0), is_open, colour);
            }
            set.paint(ui, rect.left_top() + Vec2::new(indent, 0.0));
            focus::ring(ui, &response);
        }
        let seeks = self.game.is_replay() && is_open.is_none();
        if seeks { widgets::tipped(response, "Go to this move") } else { response }
    }

    fn spoken(&self, line: &LogLine, is_open: Option<bool>) -> String {
        let words = line.spoken(&self.names);
        match is_open {
            None => words,
            Some(true) => format!("{words} (open)"),
            Some(false) => format!("{words} (closed)"),
        }
    }

    /// What stands in a line, word by word and card by card.
    fn bits(&self, ui: &Ui, line: &LogLine, colour: Rgb) -> Vec<Bit> {
        let word = |word: &str, font: egui::FontId| {
            Bit::Word(ui.painter().layout_no_wrap(word.to_owned(), font, colour.egui()))
        };
        let mut bits = Vec::new();
        if let Some(seated) =
            line.seat.and_then(|seat| self.seats.get(usize::from(seat))).filter(|_| self.seats.len() > 1)
        {
            bits.push(word(&format!("{}:", seated.name), theme::strong(size::SECOND)));
        }
        for part in &line.parts {
            match part {
                TellingPart::Words(words) => {
                    bits.extend(words.split_whitespace().map(|part| word(part, theme::body(size::SECOND))));
                }
                TellingPart::Faces(faces) => bits.extend(faces.iter().copied().map(Bit::Card)),
            }
        }
        bits
    }
}

/// Whether a line is seen: all of it is in sight, or it is higher than there is room for. No line is cut at the edge of the list.
fn is_seen(ui: &Ui, line: Rect) -> bool {
    /// By how much a line may be out of the list, since places are rounded, in points.
    const ROUNDED: f32 = 1.0;
    // What reaches beyond the list by as much as the outline of what has the focus is drawn, too.
    let list = ui.clip_rect().y_range().shrink(ui.visuals().clip_rect_margin - ROUNDED);
    ui.is_rect_visible(line)
        && (line.height() > list.span() || (list.contains(line.top()) && list.contains(line.bottom())))
}

/// A word or a card of a line.
enum Bit {
    Word(Arc<Galley>),
    Card(Face),
}

impl Bit {
    fn size(&self) -> Vec2 {
        match self {
            Bit::Word(galley) => galley.size(),
            Bit::Card(_) => Vec2::new(drawings::index_width(CARD), CARD),
        }
    }
}

/// A line, set in as many rows as it needs.
struct SetLine<'a> {
    bits: Vec<(Vec2, &'a Bit)>,
    high: f32,
    /// The height of its first row.
    first: f32,
}

impl<'a> SetLine<'a> {
    fn of(bits: &'a [Bit], room: f32) -> SetLine<'a> {
        let mut rows: Vec<Vec<(f32, &Bit)>> = vec![Vec::new()];
        let mut x = 0.0;
        let mut was_card = false;
        for bit in bits {
            let (wide, is_card) = (bit.size().x, matches!(bit, Bit::Card(_)));
            let apart = match x {
                0.0 => 0.0,
                _ if is_card && was_card => CARDS_APART,
                _ => WORDS_APART,
            };
            let breaks = x > 0.0 && x + apart + wide > room;
            if breaks {
                rows.push(Vec::new());
            }
            let from = if breaks { 0.0 } else { x + apart };
            if let Some(row) = rows.last_mut() {
                row.push((from, bit));
            }
            (x, was_card) = (from + wide, is_card);
        }
        let (mut set, mut y, mut first) = (Vec::new(), 0.0, 0.0);
        for (number, row) in rows.into_iter().enumerate() {
            let high = row.iter().map(|(_, bit)| bit.size().y).fold(0.0, f32::max);
            set.extend(row.into_iter().map(|(x, bit)| (Vec2::new(x, y + (high - bit.size().y) / 2.0), bit)));
            first = if number == 0 { high } else { first };
            y += high + ROWS_APART;
        }
        SetLine { bits: set, high: y - ROWS_APART, first }
    }

    fn paint(&self, ui: &Ui, corner: Pos2) {
        for (at, bit) in &self.bits {
            match bit {
                Bit::Word(galley) => ui.painter().galley(corner + *at, Arc::clone(galley), Color32::PLACEHOLDER),
                Bit::Card(face) => {
                    let rect = Rect::from_min_size(corner + *at, bit.size());
                    drawings::index(ui.painter(), *face, rect);
                    let edge = Stroke::new(1.0, theme::of(ui).hairline.egui());
                    ui.painter().rect_stroke(rect, CornerRadius::same(3), edge, StrokeKind::Inside);
                }
            }
        }
    }
}

/// The sign of a line that opens: a triangle that points at what is under it once that is shown.
fn sign(ui: &Ui, centre: Pos2, is_open: bool, colour: Rgb) {
    let corners = match is_open {
        true => [(-4.0, -2.5), (4.0, -2.5), (0.0, 3.5)],
        false => [(-2.5, -4.0), (3.5, 0.0), (-2.5, 4.0)],
    };
    let corners = corners.map(|(x, y)| centre + Vec2::new(x, y));
    ui.painter().add(Shape::convex_polygon(corners.to_vec(), colour.egui(), Stroke::NONE));
}
