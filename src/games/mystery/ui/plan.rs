//! A puzzle drawn small: its grid with tokens and the mystery, and what its mods do, in words. Setup and workshop show it.

use std::sync::Arc;

use bevy_egui::egui::{Align2, Id, Rect, Sense, Stroke, StrokeKind, Ui, Vec2, pos2};

use super::puzzle::{COLUMNS, Cell, Puzzle};
use super::shipped::{self, Indexed};
use crate::table::pictures;
use crate::table::theme::{self, size, space};
use crate::words::counted;

/// The width of a token's disc, the same everywhere so that one drawing serves.
pub(super) const TOKEN: f32 = 26.0;

/// Room for the letters and digits of a grid.
pub(super) const HEAD: f32 = 22.0;

/// A puzzle that comes along, with what is known of it.
pub(super) struct OnShelf {
    /// What the index says.
    pub(super) indexed: Indexed,
    /// The puzzle.
    pub(super) puzzle: Puzzle,
    /// Its par, as people write it.
    pub(super) par: String,
}

/// All puzzles that come along, the gentlest first; read once.
pub(super) fn shelf(ui: &Ui) -> Arc<Vec<OnShelf>> {
    let read = || {
        let known = shipped::index().into_iter().filter_map(|indexed| {
            let (puzzle, par) = (shipped::find(&indexed.id)?, indexed.ratio()?.mixed());
            Some(OnShelf { indexed, puzzle, par })
        });
        Arc::new(known.collect::<Vec<OnShelf>>())
    };
    ui.data_mut(|data| data.get_temp_mut_or_insert_with(Id::new("puzzles that come along"), read).clone())
}

/// A puzzle's text, read once.
pub(super) fn read(ui: &Ui, text: &str) -> Arc<Result<Puzzle, String>> {
    let read = || Arc::new(Puzzle::read(text).map_err(|broken| format!("{}: {broken}", broken.place)));
    ui.data_mut(|data| data.get_temp_mut_or_insert_with(Id::new(("a puzzle's text", text)), read).clone())
}

/// A token of a pile, in the middle of a rectangle.
pub(super) fn token(ui: &Ui, rect: Rect, pile: usize) {
    pictures::token(ui.painter(), pile as u8, Rect::from_center_size(rect.center(), Vec2::splat(TOKEN)));
}

/// What lies in a cell: its pile's token, or the sign of the mystery.
pub(super) fn in_cell(ui: &Ui, rect: Rect, puzzle: &Puzzle, cell: Cell) {
    if let Some(pile) = puzzle.pile_of(cell) {
        token(ui, rect, pile);
    }
    let ink = theme::of(ui);
    if puzzle.has_mystery_in(cell) {
        let at = if puzzle.pile_of(cell).is_some() { rect.right_top() + Vec2::new(-9.0, 9.0) } else { rect.center() };
        let font = theme::display(if puzzle.pile_of(cell).is_some() { size::BODY } else { size::DISPLAY_S });
        ui.painter().text(at, Align2::CENTER_CENTER, "?", font, ink.brass.egui());
    }
}

/// The grid, to be looked at.
pub(super) fn grid(ui: &mut Ui, puzzle: &Puzzle, side: f32) {
    let ink = theme::of(ui);
    let wanted = Vec2::new(HEAD + f32::from(COLUMNS) * side, HEAD + f32::from(puzzle.rows) * side);
    let (rect, _) = ui.allocate_exact_size(wanted, Sense::hover());
    heads(ui, rect, puzzle.rows, Vec2::splat(side));
    for cell in Cell::all(puzzle.rows) {
        let (column, row) = (f32::from(cell.column()), f32::from(cell.row()));
        let place =
            Rect::from_min_size(rect.min + Vec2::splat(HEAD) + side * Vec2::new(column, row), Vec2::splat(side));
        ui.painter().rect_stroke(place, 2.0, Stroke::new(1.0, ink.muted.veil(90)), StrokeKind::Inside);
        in_cell(ui, place, puzzle, cell);
    }
}

/// The letters of the rows and the digits of the columns of a grid with cells of this size.
pub(super) fn heads(ui: &Ui, rect: Rect, rows: u8, side: Vec2) {
    let ink = theme::of(ui);
    let write = |at, text: String| {
        ui.painter().text(at, Align2::CENTER_CENTER, text, theme::body(size::CAPTION), ink.muted.egui());
    };
    for row in 0..rows {
        let y = rect.top() + HEAD + side.y * (f32::from(row) + 0.5);
        write(pos2(rect.left() + HEAD / 2.0, y), char::from(b'A' + row).to_string());
    }
    for column in 0..COLUMNS {
        let x = rect.left() + HEAD + side.x * (f32::from(column) + 0.5);
        write(pos2(x, rect.top() + HEAD / 2.0), (column + 1).to_string());
    }
}

/// The piles with their prices, one a line.
pub(super) fn piles(ui: &mut Ui, puzzle: &Puzzle) {
    let ink = theme::of(ui);
    for (number, pile) in puzzle.piles.iter().enumerate() {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            let (place, _) = ui.allocate_exact_size(Vec2::splat(TOKEN + 4.0), Sense::hover());
            token(ui, place, number);
            let cards = counted(puzzle.askable(number), "card", "cards");
            let words = format!("pile {} · {cards} at {}", number + 1, pile.price.words());
            ui.label(bevy_egui::egui::RichText::new(words).font(theme::body(size::SECOND)).color(ink.text.egui()));
        });
    }
}
