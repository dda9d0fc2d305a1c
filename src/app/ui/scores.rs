//! Points: who has how many, beside a table of cards whose game has no panel of its own, and the score sheet of a game of
//! several rounds.

use bevy_egui::egui::{self, Align, Align2, Color32, FontId, Pos2, Rect, RichText, Sense, Stroke, Ui, Vec2};

use super::parts::{button, muted};
use crate::app::bindings::Command;
use crate::app::game::active::ActiveGame;
use crate::app::settings::Settings;
use crate::engine::tabletop::{RoundResult, ScoreSheet};
use crate::table::panels::SeatedPlayer;
use crate::table::theme::{self, size, space};
use crate::table::widgets;
use crate::words::joined;

/// The width of the column in which rounds are numbered.
const NUMBERS: f32 = 64.0;

/// The height of a row with nothing but numbers.
const ROW: f32 = 30.0;

/// The part of the window that the rounds may take; earlier ones are scrolled to.
const MOST_OF_WINDOW: f32 = 0.42;

/// The radius of the star beside the best total, in points.
const TOTAL_STAR: f32 = 10.0;

/// Returns whether the last trick, or what else can be looked at once more, is asked for, or the table again.
pub(super) fn show(ui: &mut Ui, game: &ActiveGame, seats: &[SeatedPlayer], settings: &Settings, folded: bool) -> bool {
    let sheet = &game.landed().score_sheet;
    let totals = if sheet.is_secret { &[] } else { game.landed().scores.as_slice() };
    if folded {
        ui.spacing_mut().item_spacing.x = space::L;
        if !totals.is_empty() {
            muted(ui, sheet.counts.to_owned());
        }
        if totals.is_empty() {
            ui.label(&sheet.goal);
        } else {
            let total = |side: &Side| format!("{}: {}", names(side, seats), sheet.shown(total_of(side, totals)));
            let has_button = !game.landed().layout.last.cards.is_empty();
            folded_totals(ui, &sides(sheet, seats.len()).iter().map(total).collect::<Vec<_>>(), has_button);
        }
        return look_back(ui, game, settings);
    }
    if !totals.is_empty() || !sheet.goal.is_empty() {
        widgets::label(ui, sheet.counts);
    }
    if !totals.is_empty() {
        rows(ui, sheet, totals, seats);
    }
    for words in [&sheet.goal, &sheet.reminder].into_iter().filter(|words| !words.is_empty()) {
        widgets::caption(ui, words);
    }
    ui.add_space(space::S);
    let is_asked = look_back(ui, game, settings);
    if !sheet.rounds.is_empty() {
        ui.add_space(space::S);
        widgets::fold(ui, &format!("Rounds ({})", sheet.rounds.len()), |ui| rounds(ui, sheet, seats));
    }
    ui.add_space(space::S);
    is_asked
}

/// What the button for what can be looked at once more takes of the line, in points.
const LOOK_BACK: f32 = 150.0;

/// The totals in a line; where they would reach beyond it, small and in two rows.
fn folded_totals(ui: &mut Ui, totals: &[String], has_button: bool) {
    let ink = theme::of(ui).text.egui();
    let galley =
        |ui: &Ui, words: &str, letters: f32| ui.painter().layout_no_wrap(words.to_owned(), theme::body(letters), ink);
    let wide: f32 = totals.iter().map(|words| galley(ui, words, size::BODY).size().x + space::L).sum();
    let room = ui.clip_rect().right() - ui.cursor().left() - if has_button { LOOK_BACK } else { 0.0 };
    if wide <= room {
        for words in totals {
            ui.label(words);
        }
        return;
    }
    let galleys: Vec<_> = totals.iter().map(|words| galley(ui, words, size::CAPTION)).collect();
    let column = |pair: &[std::sync::Arc<egui::Galley>]| pair.iter().map(|words| words.size().x).fold(0.0, f32::max);
    let widths: Vec<f32> = galleys.chunks(2).map(column).collect();
    let row = galleys.iter().map(|words| words.size().y).fold(0.0, f32::max);
    let all = widths.iter().sum::<f32>() + space::M * widths.len().saturating_sub(1) as f32;
    let (rect, response) = ui.allocate_exact_size(Vec2::new(all, 2.0 * row), Sense::hover());
    let spoken = joined(totals, ", ");
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &spoken));
    let mut at = rect.left_top();
    for (pair, wide) in galleys.chunks(2).zip(widths) {
        for (number, words) in pair.iter().enumerate() {
            ui.painter().galley(at + Vec2::new(0.0, row * number as f32), words.clone(), ink);
        }
        at.x += wide + space::M;
    }
}

/// The button for what can be looked at once more.
fn look_back(ui: &mut Ui, game: &ActiveGame, settings: &Settings) -> bool {
    let last = &game.landed().layout.last;
    if last.cards.is_empty() {
        return false;
    }
    button(last.name).key(&settings.keys.shown(Command::Peek)).on(game.peeks).show(ui).clicked()
}

fn rounds(ui: &mut Ui, sheet: &ScoreSheet, seats: &[SeatedPlayer]) {
    let columns = sides(sheet, seats.len());
    egui::Grid::new("rounds").num_columns(columns.len() + 1).spacing([space::M, space::XS]).show(ui, |ui| {
        ui.label("");
        for column in &columns {
            let (rect, _) = ui.allocate_exact_size(Vec2::new(22.0, 22.0), Sense::hover());
            markers(ui, rect.center(), 9.0, column, seats);
        }
        ui.end_row();
        for (number, round) in (1..).zip(&sheet.rounds) {
            widgets::caption(ui, number.to_string());
            for (points, parts) in column_results(round, &columns) {
                widgets::tip(&ui.label(sheet.shown(points)), &parts, &[]);
            }
            ui.end_row();
        }
    });
}

/// Seats whose points are one sum: somebody alone, or partners.
pub(super) type Side = Vec<usize>;

/// Who plays together.
pub(super) fn sides(sheet: &ScoreSheet, seats: usize) -> Vec<Side> {
    if sheet.sides.is_empty() {
        return (0..seats).map(|seat| vec![seat]).collect();
    }
    sheet.sides.iter().map(|side| side.iter().map(|seat| seat.index()).collect()).collect()
}

/// The points of a side.
pub(super) fn total_of(side: &[usize], totals: &[i32]) -> i32 {
    side.first().and_then(|seat| totals.get(*seat)).copied().unwrap_or_default()
}

/// The same players, with one colour for partners: that of a person among them.
pub(super) fn in_colours_of_sides(mut seats: Vec<SeatedPlayer>, sheet: &ScoreSheet) -> Vec<SeatedPlayer> {
    for side in sides(sheet, seats.len()) {
        let of_side = || side.iter().filter_map(|seat| seats.get(*seat));
        let colour = of_side().find(|seated| seated.is_person).or_else(|| of_side().next()).map(|seated| seated.colour);
        for seat in side {
            if let (Some(seated), Some(colour)) = (seats.get_mut(seat), colour) {
                seated.colour = colour;
            }
        }
    }
    seats
}

/// For each column its points in a round, and what they are made of.
fn column_results(round: &RoundResult, columns: &[Side]) -> Vec<(i32, String)> {
    let of = |column: &Side| {
        let points = column.first().and_then(|seat| round.seats.get(*seat)).map_or(0, |(points, _)| *points);
        (points, joined(round.parts_of(column).into_iter().map(|(_, words)| words), " · "))
    };
    columns.iter().map(of).collect()
}

/// "Ada", or "Ada and Clara".
pub(super) fn names(side: &[usize], seats: &[SeatedPlayer]) -> String {
    let names = side.iter().filter_map(|seat| seats.get(*seat)).map(|seated| seated.name.as_str());
    joined(names, " and ")
}

/// How far the markers of partners are apart, in radii.
const MARKER_STEP: f32 = 1.4;

/// Those of a side, beside each other.
fn markers(ui: &Ui, centre: Pos2, radius: f32, side: &[usize], seats: &[SeatedPlayer]) {
    let step = MARKER_STEP * radius;
    markers_from(ui, centre - Vec2::new(step * (side.len() as f32 - 1.0) / 2.0, 0.0), radius, side, seats);
}

/// The same from the first one's centre on; returns how much wider they are than one.
pub(super) fn markers_from(ui: &Ui, first: Pos2, radius: f32, side: &[usize], seats: &[SeatedPlayer]) -> f32 {
    let step = MARKER_STEP * radius;
    for (number, seated) in side.iter().filter_map(|seat| seats.get(*seat)).enumerate() {
        widgets::marker(ui, first + Vec2::new(step * number as f32, 0.0), radius, seated);
    }
    wider_than_one(radius, side)
}

/// How much wider the markers of a side are than one.
pub(super) fn wider_than_one(radius: f32, side: &[usize]) -> f32 {
    MARKER_STEP * radius * side.len().saturating_sub(1) as f32
}

/// How large the points of a side are written, in one line of a column.
struct RowLook {
    high: f32,
    /// The radius of a marker, and how far from the left edge its centre and the name are.
    radius: f32,
    marker: f32,
    name: f32,
    letters: f32,
}

const FEW: RowLook = RowLook { high: 34.0, radius: 11.0, marker: 14.0, name: 34.0, letters: size::BODY };
const MANY: RowLook = RowLook { high: 26.0, radius: 9.0, marker: 10.0, name: 24.0, letters: size::SECOND };

/// How many sides have their points below each other; where there are more, they stand in two columns, smaller, so that there is room
/// for the moves.
const MOST_IN_COLUMN: usize = 5;

/// The points of all sides: of many in two columns, the first half in the left one.
fn rows(ui: &mut Ui, sheet: &ScoreSheet, totals: &[i32], seats: &[SeatedPlayer]) {
    let sides = sides(sheet, seats.len());
    let wide = ui.available_width();
    let (look, columns) = if sides.len() > MOST_IN_COLUMN { (MANY, 2) } else { (FEW, 1) };
    let apart = if columns == 1 { ui.spacing().item_spacing.y } else { space::XS };
    let each = sides.len().div_ceil(columns).max(1);
    let down = each as f32 * (look.high + apart) - apart;
    let (_, all) = ui.allocate_space(Vec2::new(wide, down));
    let column = (wide - space::L * (columns - 1) as f32) / columns as f32;
    for (number, side) in sides.iter().enumerate() {
        let from =
            Vec2::new((column + space::L) * (number / each) as f32, (look.high + apart) * (number % each) as f32);
        let place = Rect::from_min_size(all.min + from, Vec2::new(column, look.high));
        row(ui, place, &look, side, seats, &sheet.shown(total_of(side, totals)));
    }
}

/// The points of a side, in one line; long names are cut short.
fn row(ui: &Ui, rect: Rect, look: &RowLook, side: &[usize], seats: &[SeatedPlayer], points: &str) {
    let (ink, names) = (theme::of(ui).text.egui(), names(side, seats));
    let response = ui.interact(rect, ui.id().with(("points", side)), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, format!("{names}: {points}")));
    let wider = markers_from(ui, rect.left_center() + Vec2::new(look.marker, 0.0), look.radius, side, seats);
    let font = theme::strong(look.letters);
    let points = ui.painter().text(rect.right_center(), Align2::RIGHT_CENTER, points, font, ink);
    let left = rect.left() + look.name + wider;
    let mut job = egui::text::LayoutJob::simple_singleline(names, theme::body(look.letters), ink);
    job.wrap = egui::text::TextWrapping::truncate_at_width(points.left() - space::S - left);
    let galley = ui.painter().layout_job(job);
    ui.painter().galley(Pos2::new(left, rect.center().y - galley.size().y / 2.0), galley, ink);
}

/// The whole score sheet: a column for each side, a row for each round, the last one with what its points are made of.
pub(super) fn sheet(ui: &mut Ui, game: &ActiveGame, seats: &[SeatedPlayer]) {
    let sheet = &game.snapshot().score_sheet;
    let Some((last, earlier)) = sheet.rounds.split_last() else { return };
    let ink = theme::of(ui);
    let columns = sides(sheet, seats.len());
    let grid = SheetGrid { width: (ui.available_width() - NUMBERS) / columns.len().max(1) as f32 };
    ui.spacing_mut().item_spacing.y = 0.0;
    let heads: Vec<String> = columns.iter().map(|column| names(column, seats)).collect();
    let head = grid.row(ui, 58.0, &heads.join(", "));
    for (number, (column, name)) in columns.iter().zip(&heads).enumerate() {
        let cell = grid.cell(head, number);
        markers(ui, cell.center_top() + Vec2::new(0.0, 18.0), 13.0, column, seats);
        grid.words(ui, cell.translate(Vec2::new(0.0, 34.0)), name, theme::body(size::SECOND), ink.text.egui());
    }
    let scroll = egui::ScrollArea::vertical().id_salt("rounds").stick_to_bottom(true);
    scroll.max_height(MOST_OF_WINDOW * ui.ctx().viewport_rect().height()).show(ui, |ui| {
        for (number, round) in (1..).zip(earlier) {
            let results = column_results(round, &columns);
            let rect = grid.row(ui, ROW, &spoken(sheet, round, &heads, &results));
            grid.number(ui, rect, &number.to_string());
            for (number, (points, _)) in results.iter().enumerate() {
                let cell = grid.cell(rect, number);
                let (font, colour) = (theme::body(size::BODY), ink.text.egui());
                ui.painter().text(cell.center(), Align2::CENTER_CENTER, sheet.shown(*points), font, colour);
            }
        }
        let results = column_results(last, &columns);
        let small = theme::body(size::CAPTION);
        let high =
            results.iter().map(|(_, words)| grid.high(ui, words, small.clone())).fold(0.0, f32::max) + 36.0 + space::S;
        let rect = grid.row(ui, high, &spoken(sheet, last, &heads, &results));
        ui.painter().rect_filled(rect, theme::BUTTON_RADIUS, ink.raised.egui());
        grid.number(ui, Rect::from_min_size(rect.min, Vec2::new(rect.width(), 36.0)), &sheet.rounds.len().to_string());
        for (number, (points, words)) in results.iter().enumerate() {
            let cell = grid.cell(rect, number);
            let (at, font) = (cell.center_top() + Vec2::new(0.0, 19.0), theme::strong(size::DISPLAY_S));
            ui.painter().text(at, Align2::CENTER_CENTER, sheet.shown(*points), font, ink.text.egui());
            grid.words(ui, cell.translate(Vec2::new(0.0, 36.0)), words, small.clone(), ink.muted.egui());
        }
    });
    totals(ui, &grid, game, &columns, &heads);
}

/// The last line: what all rounds come to, with a star beside the best.
fn totals(ui: &mut Ui, grid: &SheetGrid, game: &ActiveGame, columns: &[Side], heads: &[String]) {
    let (ink, sheet, scores) = (theme::of(ui), &game.snapshot().score_sheet, game.session().scores());
    let totals: Vec<i32> = columns.iter().map(|side| total_of(side, &scores)).collect();
    let best = totals.iter().max().copied();
    let words: Vec<String> =
        heads.iter().zip(&totals).map(|(name, total)| format!("{name} {}", sheet.shown(*total))).collect();
    let rect = grid.row(ui, 48.0, &format!("{} in total: {}", sheet.counts, words.join(", ")));
    ui.painter().hline(rect.x_range(), rect.top() + space::XS, Stroke::new(ink.line, ink.hairline.egui()));
    grid.number(ui, rect.translate(Vec2::new(0.0, space::XS)), "Total");
    for (number, total) in totals.iter().enumerate() {
        let at = grid.cell(rect, number).center() + Vec2::new(0.0, space::XS);
        let font = theme::strong(size::DISPLAY_M);
        let shown = ui.painter().text(at, Align2::CENTER_CENTER, sheet.shown(*total), font, ink.text.egui());
        if Some(*total) == best {
            widgets::star(ui.painter(), shown.left_center() - Vec2::new(space::S + TOTAL_STAR, 0.0), TOTAL_STAR);
        }
    }
    if !sheet.goal.is_empty() {
        ui.add_space(space::S);
        ui.vertical_centered(|ui| {
            ui.label(RichText::new(&sheet.goal).font(theme::body(size::CAPTION)).color(ink.muted.egui()))
        });
    }
}

/// A row in words: "Round 2: Ada 23, 3 tricks won, 3 bid, +20; Blaise 2 …".
fn spoken(sheet: &ScoreSheet, round: &RoundResult, heads: &[String], results: &[(i32, String)]) -> String {
    let cell = |(name, (points, words)): (&String, &(i32, String))| {
        let words = if words.is_empty() { String::new() } else { format!(", {words}") };
        format!("{name} {}{words}", sheet.shown(*points))
    };
    let cells: Vec<String> = heads.iter().zip(results).map(cell).collect();
    format!("{}: {}", round.title, cells.join("; "))
}

/// Where the cells of a sheet are; all of its columns are this wide.
struct SheetGrid {
    width: f32,
}

impl SheetGrid {
    /// A row of this height, read aloud as `spoken`.
    fn row(&self, ui: &mut Ui, high: f32, spoken: &str) -> Rect {
        let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), high), Sense::hover());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, spoken));
        rect
    }

    fn cell(&self, row: Rect, column: usize) -> Rect {
        let left = row.left() + NUMBERS + self.width * column as f32;
        Rect::from_min_size(Pos2::new(left, row.top()), Vec2::new(self.width, row.height()))
    }

    fn number(&self, ui: &Ui, row: Rect, words: &str) {
        let (at, ink) = (row.left_center() + Vec2::new(space::M, 0.0), theme::of(ui).muted.egui());
        ui.painter().text(at, Align2::LEFT_CENTER, words, theme::body(size::CAPTION), ink);
    }

    fn galley(&self, ui: &Ui, words: &str, font: FontId, ink: Color32) -> std::sync::Arc<egui::Galley> {
        let mut job = egui::text::LayoutJob::simple(words.to_owned(), font, ink, self.width - space::S);
        job.halign = Align::Center;
        ui.painter().layout_job(job)
    }

    fn high(&self, ui: &Ui, words: &str, font: FontId) -> f32 {
        if words.is_empty() { 0.0 } else { self.galley(ui, words, font, Color32::WHITE).size().y }
    }

    /// Words in a cell, as many lines as they need.
    fn words(&self, ui: &Ui, cell: Rect, words: &str, font: FontId, ink: Color32) {
        let galley = self.galley(ui, words, font, ink);
        ui.painter().galley(cell.center_top(), galley, ink);
    }
}
