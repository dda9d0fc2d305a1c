//! Drawing parts of a puzzle: tokens, the grid, and the piles with their prices. Setup, panel and designer share them.

use std::sync::Arc;

use bevy_egui::egui::{Align2, Id, Rect, Sense, Stroke, StrokeKind, Ui, Vec2, pos2};

use crate::games::mystery::puzzle::shipped::{self, IndexEntry};
use crate::games::mystery::puzzle::{COLUMNS, GridCell, Puzzle};
use crate::table::drawings;
use crate::table::theme::{self, size, space};
use crate::words::counted;

/// The width of a token, the same everywhere so that one texture serves.
pub(super) const TOKEN: f32 = 26.0;

pub(super) const HEAD: f32 = 22.0;

pub(super) struct ShippedPuzzle {
    pub(super) entry: IndexEntry,
    pub(super) puzzle: Puzzle,
    /// A mixed number, for players.
    pub(super) par: String,
}

/// All shipped puzzles, the gentlest first; read once and cached.
pub(super) fn shipped_puzzles(ui: &Ui) -> Arc<Vec<ShippedPuzzle>> {
    let read = || {
        let puzzles = shipped::index().into_iter().filter_map(|entry| {
            let (puzzle, par) = (shipped::find(&entry.id)?, entry.ratio()?.mixed());
            Some(ShippedPuzzle { entry, puzzle, par })
        });
        Arc::new(puzzles.collect::<Vec<ShippedPuzzle>>())
    };
    ui.data_mut(|data| data.get_temp_mut_or_insert_with(Id::new("shipped puzzles"), read).clone())
}

/// A puzzle's text, read once and cached.
pub(super) fn read(ui: &Ui, text: &str) -> Arc<Result<Puzzle, String>> {
    let read = || Arc::new(Puzzle::read(text).map_err(|error| format!("{}: {error}", error.place)));
    ui.data_mut(|data| data.get_temp_mut_or_insert_with(Id::new(("a puzzle's text", text)), read).clone())
}

pub(super) fn token(ui: &Ui, rect: Rect, pile: usize) {
    drawings::token(ui.painter(), pile as u8, Rect::from_center_size(rect.center(), Vec2::splat(TOKEN)));
}

/// Draws the mark of a cell: the token of its pile, a question mark for the mystery, or both.
pub(super) fn cell_mark(ui: &Ui, rect: Rect, puzzle: &Puzzle, cell: GridCell) {
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

pub(super) fn grid(ui: &mut Ui, puzzle: &Puzzle, side: f32) {
    let ink = theme::of(ui);
    let wanted = Vec2::new(HEAD + f32::from(COLUMNS) * side, HEAD + f32::from(puzzle.rows) * side);
    let (rect, _) = ui.allocate_exact_size(wanted, Sense::hover());
    headings(ui, rect, puzzle.rows, Vec2::splat(side));
    for cell in GridCell::all(puzzle.rows) {
        let (column, row) = (f32::from(cell.column()), f32::from(cell.row()));
        let square =
            Rect::from_min_size(rect.min + Vec2::splat(HEAD) + side * Vec2::new(column, row), Vec2::splat(side));
        ui.painter().rect_stroke(square, 2.0, Stroke::new(1.0, ink.muted.veil(90)), StrokeKind::Inside);
        cell_mark(ui, square, puzzle, cell);
    }
}

pub(super) fn headings(ui: &Ui, rect: Rect, rows: u8, side: Vec2) {
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

pub(super) fn piles(ui: &mut Ui, puzzle: &Puzzle) {
    let ink = theme::of(ui);
    for (number, pile) in puzzle.piles.iter().enumerate() {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            let (square, _) = ui.allocate_exact_size(Vec2::splat(TOKEN + 4.0), Sense::hover());
            token(ui, square, number);
            let cards = counted(puzzle.askable(number), "card", "cards");
            let words = format!("Pile {} · {cards} · {}", number + 1, pile.price.words());
            ui.label(bevy_egui::egui::RichText::new(words).font(theme::body(size::SECOND)).color(ink.text.egui()));
        });
    }
}
