//! What setup, panel and designer share: words and buttons, and the parts of a puzzle, which are its tokens, its grid,
//! and its piles with their prices.

use std::sync::Arc;

use bevy_egui::egui::{
    self, Align2, Color32, FontId, Id, Pos2, Rect, Response, RichText, Sense, Stroke, StrokeKind, Ui, Vec2, pos2,
};

use crate::cards::Suit;
use crate::games::mystery::deal::low_deck;
use crate::games::mystery::puzzle::shipped::{self, IndexEntry};
use crate::games::mystery::puzzle::{COLUMNS, GridCell, Puzzle};
use crate::games::mystery::rules::View;
use crate::games::mystery::solver::spread::Ratio;
use crate::table::drawings;
use crate::table::drop_down::drop_down;
use crate::table::theme::{self, Rgb, size, space};
use crate::table::widgets::{self, ButtonStyle};
use crate::words::counted;

/// The width of a token, the same everywhere so that one texture serves.
const TOKEN: f32 = 26.0;

pub(super) const HEAD: f32 = 22.0;

pub(super) struct ShippedPuzzle {
    pub(super) entry: IndexEntry,
    pub(super) puzzle: Puzzle,
    pub(super) par: Ratio,
}

/// All shipped puzzles, the gentlest first; read once and cached.
pub(super) fn shipped_puzzles(ui: &Ui) -> Arc<Vec<ShippedPuzzle>> {
    let read = || {
        let puzzles = shipped::index().into_iter().filter_map(|entry| {
            let (puzzle, par) = (shipped::find(&entry.id)?, entry.ratio()?);
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

/// A sentence that goes on in the next line where it is too long.
pub(super) fn text(ui: &mut Ui, words: impl Into<String>, font: FontId, colour: Rgb) -> Response {
    ui.add(egui::Label::new(RichText::new(words).font(font).color(colour.egui())).wrap())
}

/// What a par is exactly, for a tooltip.
pub(super) fn exact_par(par: Ratio) -> String {
    format!("Par is exactly {} questions on average", par.mixed())
}

/// The colour in which a suit is written on panels and cloth.
pub(super) fn suit_ink(ui: &Ui, suit: Suit) -> Rgb {
    let ink = theme::of(ui);
    match (suit, drawings::has_four_colours(ui.ctx())) {
        (Suit::Hearts, _) | (Suit::Diamonds, false) => ink.bad,
        (Suit::Diamonds, true) => ink.note,
        (Suit::Clubs, true) => ink.good,
        (Suit::Spades, _) | (Suit::Clubs, false) => ink.text,
    }
}

/// Paints a word or sign about a point.
pub(super) fn paint(ui: &Ui, centre: Pos2, word: impl ToString, font: FontId, colour: Color32) {
    ui.painter().text(centre, Align2::CENTER_CENTER, word, font, colour);
}

pub(super) fn style_of(is_on: bool) -> ButtonStyle {
    if is_on { ButtonStyle::On } else { ButtonStyle::Plain }
}

/// One of several, in a list that opens; screen readers call it by its name.
pub(super) fn list<T: PartialEq + Copy>(
    ui: &mut Ui,
    id: &str,
    name: &str,
    width: f32,
    chosen: &mut T,
    options: &[T],
    word: impl Fn(T) -> String,
) {
    let words: Vec<(T, String)> = options.iter().map(|option| (*option, word(*option))).collect();
    if let Some(taken) = drop_down(ui, id, (name, &word(*chosen)), width, &words, Some(*chosen)) {
        *chosen = taken;
    }
}

/// A plain button with a word on it; returns whether it was clicked.
pub(super) fn button(ui: &mut Ui, word: &str) -> bool {
    widgets::button(ui, None, word, ButtonStyle::Plain, true, false).clicked()
}

pub(super) fn token(ui: &Ui, rect: Rect, pile: usize) {
    drawings::token(ui.painter(), pile as u8, Rect::from_center_size(rect.center(), Vec2::splat(TOKEN)));
}

/// Draws the mark of a cell: the token of its pile, a question mark for the mystery, or both.
pub(super) fn cell_mark(ui: &Ui, rect: Rect, puzzle: &Puzzle, cell: GridCell) {
    let (pile, has_mystery) = (puzzle.pile_of(cell), puzzle.has_mystery_in(cell));
    // A token and a question mark share their cell.
    let aside = Vec2::new(if pile.is_some() && has_mystery { 0.22 * rect.width() } else { 0.0 }, 0.0);
    if let Some(pile) = pile {
        token(ui, rect.translate(-0.6 * aside), pile);
    }
    if has_mystery {
        paint(ui, rect.center() + 1.5 * aside, "?", theme::display(size::DISPLAY_S), theme::of(ui).text.egui());
    }
}

pub(super) fn grid(ui: &mut Ui, puzzle: &Puzzle, side: f32) {
    let stroke = Stroke::new(1.0, theme::of(ui).muted.veil(90));
    for (cell, square) in empty_grid(ui, puzzle.rows, Vec2::splat(side)) {
        ui.painter().rect_stroke(square, 2.0, stroke, StrokeKind::Inside);
        cell_mark(ui, square, puzzle, cell);
    }
}

/// Makes room for a grid and writes its letters and digits. Returns the places of the cells.
pub(super) fn empty_grid(ui: &mut Ui, rows: u8, side: Vec2) -> impl Iterator<Item = (GridCell, Rect)> + use<> {
    let wanted = Vec2::splat(HEAD) + Vec2::new(f32::from(COLUMNS), f32::from(rows)) * side;
    let (rect, _) = ui.allocate_exact_size(wanted, Sense::hover());
    let ink = theme::of(ui).muted.egui();
    let write = |x, y, text: String| paint(ui, pos2(x, y), text, theme::body(size::CAPTION), ink);
    for row in 0..rows {
        let y = rect.top() + HEAD + side.y * (f32::from(row) + 0.5);
        write(rect.left() + HEAD / 2.0, y, char::from(b'A' + row).to_string());
    }
    for column in 0..COLUMNS {
        let x = rect.left() + HEAD + side.x * (f32::from(column) + 0.5);
        write(x, rect.top() + HEAD / 2.0, (column + 1).to_string());
    }
    let first = rect.min + Vec2::splat(HEAD);
    GridCell::all(rows).map(move |cell| {
        let at = Vec2::new(f32::from(cell.column()), f32::from(cell.row()));
        (cell, Rect::from_min_size(first + at * side, side))
    })
}

/// The piles with their numbers of cards and, where questions are not free, their prices.
pub(super) fn piles(ui: &mut Ui, puzzle: &Puzzle, is_free: bool) {
    let ink = theme::of(ui).text;
    for (number, pile) in puzzle.piles.iter().enumerate() {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            let (square, _) = ui.allocate_exact_size(Vec2::splat(TOKEN + 4.0), Sense::hover());
            token(ui, square, number);
            let cards = counted(puzzle.askable(number), "card", "cards");
            let price = if is_free { String::new() } else { format!(" · {}", pile.price.words()) };
            let words = format!("Pile {} · {cards}{price}", number + 1);
            text(ui, words, theme::body(size::SECOND), ink);
        });
    }
}

/// The low cards, those that are out of play crossed out.
pub(super) fn gone(ui: &mut Ui, view: &View) {
    let ink = theme::of(ui);
    let low = low_deck(&view.puzzle);
    let ranks = low.len() / 4;
    let side = Vec2::new(ui.available_width() / ranks.max(1) as f32, 24.0);
    let (rect, _) = ui.allocate_exact_size(side * Vec2::new(ranks as f32, 4.0), egui::Sense::hover());
    for (number, card) in low.iter().enumerate() {
        let at = Vec2::new((number % ranks) as f32 + 0.5, (number / ranks) as f32 + 0.5) * side;
        let place = Rect::from_center_size(rect.min + at, side);
        let is_gone = view.dumped.contains(card);
        let colour = suit_ink(ui, card.suit()).egui();
        let colour = if is_gone { ink.muted.veil(150) } else { colour };
        paint(ui, place.center(), card.pretty(), theme::body(13.0), colour);
        if is_gone {
            let half = Vec2::new(side.x * 0.36, 5.0);
            let line = [place.center() - half, place.center() + half].map(|at| pos2(at.x, at.y));
            ui.painter().line_segment(line, egui::Stroke::new(1.5, ink.bad.egui()));
        }
    }
}
