//! The choice of a puzzle before the deal: the puzzles that ship with Parlour by grade, and the player's own.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy_egui::egui::{self, Align2, Id, Ui, Vec2};

use super::plan::{self, ShippedPuzzle, style_of, text};
use crate::games::mystery::puzzle::Puzzle;
use crate::games::mystery::puzzle::grade::Grade;
use crate::games::mystery::rules::{Options, SOLVED};
use crate::table::panels::{OwnPuzzle, Played, SetupContext, SetupRequest};
use crate::table::theme::{self, size, space};
use crate::table::widgets::{self, ButtonStyle, Icon};
use crate::words::{capitalised, counted};

const LIST: f32 = 420.0;

const TICK: f32 = 14.0;

pub fn show(ui: &mut Ui, context: &mut SetupContext<'_>) {
    let mut options: Options = ron::from_str(context.options).unwrap_or_default();
    let before = options.clone();
    let width = LIST.min(0.4 * ui.available_width());
    ui.horizontal_top(|ui| {
        ui.vertical(|ui| {
            ui.set_width(width);
            let list = egui::ScrollArea::vertical().id_salt("puzzles").auto_shrink([false, false]);
            list.show(ui, |ui| puzzle_list(ui, &mut options, context));
        });
        ui.add_space(space::XL);
        ui.vertical(|ui| {
            let chosen = egui::ScrollArea::vertical().id_salt("chosen puzzle").auto_shrink([false, false]);
            chosen.show(ui, |ui| chosen_puzzle(ui, &options, context));
        });
    });
    if options != before {
        *context.options = ron::to_string(&options).unwrap_or_default();
    }
}

fn heading(ui: &mut Ui, words: &str) {
    let ink = theme::of(ui);
    text(ui, words, theme::display(size::DISPLAY_S), ink.brass);
}

fn puzzle_list(ui: &mut Ui, options: &mut Options, context: &mut SetupContext<'_>) {
    ui.spacing_mut().item_spacing.y = space::XS;
    let counts = solved_counts(ui, context.played);
    if !context.own.is_empty() {
        heading(ui, "Your puzzles");
        for own in context.own {
            own_row(ui, own, options, &counts);
        }
        ui.add_space(space::S);
    }
    let shipped = plan::shipped_puzzles(ui);
    for grade in Grade::ALL {
        heading(ui, &capitalised(grade.word()));
        for puzzle in shipped.iter().filter(|puzzle| puzzle.entry.grade == grade) {
            shipped_row(ui, puzzle, options, &counts);
        }
        ui.add_space(space::S);
    }
}

fn shipped_row(ui: &mut Ui, puzzle: &ShippedPuzzle, options: &mut Options, counts: &SolvedCounts) {
    let id = &puzzle.entry.id;
    let is_chosen = options.puzzle_text.is_empty() && options.puzzle == *id;
    let when_chosen = Options { puzzle: id.clone(), ..Options::default() };
    let par = format!("par {}", puzzle.par.rounded());
    if puzzle_row(ui, &puzzle.puzzle.title, &par, is_chosen, is_solved(counts, &when_chosen)) {
        *options = when_chosen;
    }
}

/// One of the player's own puzzles, or what is wrong with its file.
fn own_row(ui: &mut Ui, own: &OwnPuzzle, options: &mut Options, counts: &SolvedCounts) {
    let read = own.text.as_ref().map(|text| plan::read(ui, text));
    match read.as_deref().map_err(|why| *why).and_then(Result::as_ref) {
        Ok(puzzle) => {
            let is_chosen = options.puzzle_file == own.file && !options.puzzle_text.is_empty();
            let piles = counted(puzzle.piles.len(), "pile", "piles");
            let when_chosen = Options::own(puzzle, own.file.clone());
            if puzzle_row(ui, &puzzle.title, &piles, is_chosen, is_solved(counts, &when_chosen)) {
                *options = when_chosen;
            }
        }
        Err(why) => {
            let ink = theme::of(ui);
            text(ui, format!("{}: {why}", own.file), theme::body(size::CAPTION), ink.bad);
        }
    }
}

/// By puzzle key: how often it was solved, and how often it was played.
type SolvedCounts = BTreeMap<String, (u32, u32)>;

/// Cached until another game is played.
fn solved_counts(ui: &Ui, played: &[Played<'_>]) -> Arc<SolvedCounts> {
    let count = || {
        let mut counts = SolvedCounts::new();
        for game in played {
            let Ok(options) = ron::from_str::<Options>(game.options) else { continue };
            let (solved, times) = counts.entry(puzzle_key(&options).to_owned()).or_default();
            *solved += u32::from(game.title == SOLVED);
            *times += 1;
        }
        Arc::new(counts)
    };
    ui.data_mut(|data| data.get_temp_mut_or_insert_with(Id::new(("puzzles played", played.len())), count).clone())
}

fn is_solved(counts: &SolvedCounts, options: &Options) -> bool {
    counts.get(puzzle_key(options)).is_some_and(|(solved, _)| *solved > 0)
}

/// Identifies a puzzle: the id of a shipped one, the text of one of the player's own.
fn puzzle_key(options: &Options) -> &str {
    if options.puzzle_text.is_empty() { &options.puzzle } else { &options.puzzle_text }
}

/// A row of the list; returns whether it was clicked.
fn puzzle_row(ui: &mut Ui, title: &str, detail: &str, is_chosen: bool, is_solved: bool) -> bool {
    let ink = theme::of(ui);
    let width = ui.available_width() - space::M;
    let name = format!("{title}, {detail}{}", if is_solved { ", solved" } else { "" });
    let plate = widgets::plate(ui, Vec2::new(width, theme::TARGET), &name, style_of(is_chosen), true);
    let inside = plate.rect.shrink2(Vec2::new(space::L, 0.0));
    let font = theme::body(size::SECOND);
    let written = ui.painter().text(inside.left_center(), Align2::LEFT_CENTER, title, font.clone(), ink.text.egui());
    if is_solved {
        let tick = if is_chosen { ink.text } else { ink.brass };
        let square = egui::Rect::from_center_size(written.right_center() + Vec2::new(space::L, 0.0), Vec2::splat(TICK));
        widgets::draw_icon(ui.painter(), square, Icon::Done, tick.egui());
    }
    let muted = if is_chosen { ink.text } else { ink.muted };
    ui.painter().text(inside.right_center(), Align2::RIGHT_CENTER, detail, font, muted.egui());
    plate.clicked()
}

fn chosen_puzzle(ui: &mut Ui, options: &Options, context: &mut SetupContext<'_>) {
    let ink = theme::of(ui);
    let all_shipped = plan::shipped_puzzles(ui);
    let shipped = all_shipped.iter().find(|known| options.puzzle_text.is_empty() && known.entry.id == options.puzzle);
    let own = plan::read(ui, &options.puzzle_text);
    let puzzle = match (shipped, &*own) {
        (Some(shipped), _) => &shipped.puzzle,
        (None, Ok(puzzle)) => puzzle,
        (None, Err(why)) => {
            text(ui, why, theme::body(size::BODY), ink.bad);
            return;
        }
    };
    text(ui, &puzzle.title, theme::display(size::DISPLAY_M), ink.text);
    let caption = widgets::caption(ui, about(puzzle, shipped));
    if let Some(shipped) = shipped {
        caption.on_hover_text(plan::exact_par(shipped.par));
    }
    if let Some((solved, times)) = solved_counts(ui, context.played).get(puzzle_key(options)) {
        widgets::caption(ui, format!("solved {solved} of {}", counted(*times, "game", "games")));
    }
    ui.add_space(space::S);
    ui.horizontal_top(|ui| {
        plan::grid(ui, puzzle, 36.0);
        ui.add_space(space::M);
        ui.vertical(|ui| plan::piles(ui, puzzle));
    });
    for words in puzzle.mods() {
        widgets::caption(ui, format!("Then {words}."));
    }
    ui.add_space(space::M);
    design_buttons(ui, puzzle, options, context);
}

fn design_buttons(ui: &mut Ui, puzzle: &Puzzle, options: &Options, context: &mut SetupContext<'_>) {
    let own = context.own.iter().find(|own| own.file == options.puzzle_file && !options.puzzle_text.is_empty());
    ui.horizontal_wrapped(|ui| {
        if plan::button(ui, "New puzzle …") {
            context.requests.push(SetupRequest::Design(None));
        }
        if plan::button(ui, if own.is_some() { "Edit …" } else { "Edit a copy …" }) {
            let copy = OwnPuzzle { file: String::new(), text: Ok(puzzle.to_line()) };
            context.requests.push(SetupRequest::Design(Some(own.cloned().unwrap_or(copy))));
        }
        if let Some(own) = own {
            delete_buttons(ui, own, context.requests);
        }
    });
}

/// Deletes a file only after a second click.
fn delete_buttons(ui: &mut Ui, own: &OwnPuzzle, requests: &mut Vec<SetupRequest>) {
    let id = Id::new(("delete puzzle", &own.file));
    let is_asking: bool = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    if !is_asking {
        if plan::button(ui, "Delete …") {
            ui.data_mut(|data| data.insert_temp(id, true));
        }
        return;
    }
    let is_deleted = widgets::button(ui, None, "Delete file", ButtonStyle::Primary, true, false).clicked();
    let is_cancelled = plan::button(ui, "Cancel");
    if is_deleted {
        requests.push(SetupRequest::Delete(own.file.clone()));
    }
    if is_deleted || is_cancelled {
        ui.data_mut(|data| data.remove::<bool>(id));
    }
}

fn about(puzzle: &Puzzle, shipped: Option<&ShippedPuzzle>) -> String {
    let par = |ShippedPuzzle { entry, par, .. }: &ShippedPuzzle| {
        format!("par {} ({} at worst) · {}", par.rounded(), entry.worst, entry.grade.word())
    };
    let parts = [
        (!puzzle.author.is_empty()).then(|| format!("by {}", puzzle.author)),
        shipped.map(par),
        puzzle.printed_par.map(|par| format!("printed par {par}")),
        (puzzle.rows > 4).then(|| format!("{} rows", puzzle.rows)),
        (puzzle.mysteries() > 1).then(|| format!("{} mystery cards", puzzle.mysteries())),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}
