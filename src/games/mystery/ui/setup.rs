//! The puzzle to be played, chosen before the deal: those that come along by grade, and the player's own.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy_egui::egui::{self, Align2, Id, Ui, Vec2};

use super::plan::{self, OnShelf};
use super::puzzle::Puzzle;
use super::rules::{Options, SOLVED};
use super::verdict::Grade;
use crate::table::panels::{ChoiceAsk, Choosing, OwnPuzzle, Played};
use crate::table::theme::{self, size, space};
use crate::table::widgets::{self, Icon, Weight};
use crate::words::{capitalised, counted};

/// The width of the list, where there is room.
const LIST: f32 = 420.0;

/// The side of the tick behind a puzzle that was solved.
const TICK: f32 = 14.0;

/// The list at the left, what is chosen at the right.
pub fn show(ui: &mut Ui, choosing: &mut Choosing<'_>) {
    let mut options: Options = ron::from_str(choosing.options).unwrap_or_default();
    let before = options.clone();
    let wide = LIST.min(0.4 * ui.available_width());
    ui.horizontal_top(|ui| {
        ui.vertical(|ui| {
            ui.set_width(wide);
            let list = egui::ScrollArea::vertical().id_salt("puzzles").auto_shrink([false, false]);
            list.show(ui, |ui| the_list(ui, &mut options, choosing));
        });
        ui.add_space(space::XL);
        ui.vertical(|ui| {
            let chosen = egui::ScrollArea::vertical().id_salt("chosen puzzle").auto_shrink([false, false]);
            chosen.show(ui, |ui| the_chosen(ui, &options, choosing));
        });
    });
    if options != before {
        *choosing.options = ron::to_string(&options).unwrap_or_default();
    }
}

fn heading(ui: &mut Ui, text: &str) {
    let ink = theme::of(ui);
    ui.label(egui::RichText::new(text).font(theme::display(size::DISPLAY_S)).color(ink.brass.egui()));
}

fn the_list(ui: &mut Ui, options: &mut Options, choosing: &mut Choosing<'_>) {
    ui.spacing_mut().item_spacing.y = space::XS;
    let tally = tally(ui, choosing.played);
    if !choosing.own.is_empty() {
        heading(ui, "Your own");
        for own in choosing.own {
            one_own(ui, own, options, &tally);
        }
        ui.add_space(space::S);
    }
    let shelf = plan::shelf(ui);
    for grade in Grade::ALL {
        heading(ui, &capitalised(grade.word()));
        for known in shelf.iter().filter(|known| known.indexed.grade == grade) {
            let id = &known.indexed.id;
            let is_chosen = options.puzzle_text.is_empty() && options.puzzle == *id;
            let theirs = Options { puzzle: id.clone(), ..Options::default() };
            if line(
                ui,
                &known.puzzle.title,
                &format!("par {}", known.par),
                is_chosen,
                is_solved(tally.as_ref(), &theirs),
            ) {
                *options = theirs;
            }
        }
        ui.add_space(space::S);
    }
}

fn one_own(ui: &mut Ui, own: &OwnPuzzle, options: &mut Options, tally: &Tally) {
    let read = own.text.as_ref().map(|text| plan::read(ui, text));
    match read.as_deref().map_err(|why| *why).and_then(Result::as_ref) {
        Ok(puzzle) => {
            let is_chosen = options.puzzle_file == own.file && !options.puzzle_text.is_empty();
            let cards = counted(puzzle.piles.len(), "pile", "piles");
            let theirs = Options::own(puzzle, own.file.clone());
            if line(ui, &puzzle.title, &cards, is_chosen, is_solved(tally, &theirs)) {
                *options = theirs;
            }
        }
        Err(why) => {
            let ink = theme::of(ui);
            let words = format!("{}: {why}", own.file);
            ui.label(egui::RichText::new(words).font(theme::body(size::CAPTION)).color(ink.bad.egui()));
        }
    }
}

/// How often each puzzle was solved, and how often it was played.
type Tally = BTreeMap<String, (u32, u32)>;

/// Counted when a game was added.
fn tally(ui: &Ui, played: &[Played<'_>]) -> Arc<Tally> {
    let count = || {
        let mut tally = Tally::new();
        for game in played {
            let Ok(options) = ron::from_str::<Options>(game.options) else { continue };
            let (solved, times) = tally.entry(key(&options).to_owned()).or_default();
            *solved += u32::from(game.title == SOLVED);
            *times += 1;
        }
        Arc::new(tally)
    };
    ui.data_mut(|data| data.get_temp_mut_or_insert_with(Id::new(("puzzles played", played.len())), count).clone())
}

fn is_solved(tally: &Tally, options: &Options) -> bool {
    tally.get(key(options)).is_some_and(|(solved, _)| *solved > 0)
}

/// What tells a puzzle from others: its name, or its text.
fn key(options: &Options) -> &str {
    if options.puzzle_text.is_empty() { &options.puzzle } else { &options.puzzle_text }
}

/// A puzzle as a line to press.
fn line(ui: &mut Ui, title: &str, par: &str, is_chosen: bool, is_solved: bool) -> bool {
    let ink = theme::of(ui);
    let wide = ui.available_width() - space::M;
    let weight = if is_chosen { Weight::On } else { Weight::Plain };
    let name = format!("{title}, {par}{}", if is_solved { ", solved" } else { "" });
    let plate = widgets::plate(ui, Vec2::new(wide, theme::TARGET), &name, weight, true);
    let inside = plate.rect.shrink2(Vec2::new(space::L, 0.0));
    let font = theme::body(size::SECOND);
    let written = ui.painter().text(inside.left_center(), Align2::LEFT_CENTER, title, font.clone(), ink.text.egui());
    if is_solved {
        let tick = if is_chosen { ink.text } else { ink.brass };
        let square = egui::Rect::from_center_size(written.right_center() + Vec2::new(space::L, 0.0), Vec2::splat(TICK));
        widgets::draw_icon(ui.painter(), square, Icon::Done, tick.egui());
    }
    let muted = if is_chosen { ink.text } else { ink.muted };
    ui.painter().text(inside.right_center(), Align2::RIGHT_CENTER, par, font, muted.egui());
    plate.clicked()
}

/// The chosen puzzle, drawn small, with what is known of it.
fn the_chosen(ui: &mut Ui, options: &Options, choosing: &mut Choosing<'_>) {
    let ink = theme::of(ui);
    let shelf = plan::shelf(ui);
    let known = shelf.iter().find(|known| options.puzzle_text.is_empty() && known.indexed.id == options.puzzle);
    let own = plan::read(ui, &options.puzzle_text);
    let puzzle = match (known, &*own) {
        (Some(known), _) => &known.puzzle,
        (None, Ok(puzzle)) => puzzle,
        (None, Err(why)) => {
            ui.label(egui::RichText::new(why).color(ink.bad.egui()));
            return;
        }
    };
    ui.label(egui::RichText::new(&puzzle.title).font(theme::display(size::DISPLAY_M)));
    widgets::caption(ui, about(puzzle, known));
    if let Some((solved, times)) = tally(ui, choosing.played).get(key(options)) {
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
    let own = choosing.own.iter().find(|own| own.file == options.puzzle_file && !options.puzzle_text.is_empty());
    ui.horizontal_wrapped(|ui| {
        if widgets::button(ui, None, "New puzzle …", Weight::Plain, true, false).clicked() {
            choosing.asked.push(ChoiceAsk::Design(None));
        }
        let word = if own.is_some() { "Change it …" } else { "Change a copy …" };
        if widgets::button(ui, None, word, Weight::Plain, true, false).clicked() {
            let copy = OwnPuzzle { file: String::new(), text: Ok(puzzle.to_line()) };
            choosing.asked.push(ChoiceAsk::Design(Some(own.cloned().unwrap_or(copy))));
        }
        if let Some(own) = own {
            remove(ui, own, choosing.asked);
        }
    });
}

/// A file is removed only by a second press.
fn remove(ui: &mut Ui, own: &OwnPuzzle, asked: &mut Vec<ChoiceAsk>) {
    let id = Id::new(("remove puzzle", &own.file));
    let is_sure: bool = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    if !is_sure {
        if widgets::button(ui, None, "Remove …", Weight::Plain, true, false).clicked() {
            ui.data_mut(|data| data.insert_temp(id, true));
        }
        return;
    }
    let sure = widgets::button(ui, None, "Remove the file", Weight::Primary, true, false);
    let keep = widgets::button(ui, None, "Keep it", Weight::Plain, true, false);
    if sure.clicked() {
        asked.push(ChoiceAsk::Remove(own.file.clone()));
    }
    if sure.clicked() || keep.clicked() {
        ui.data_mut(|data| data.remove::<bool>(id));
    }
}

/// Who made it, and its par.
fn about(puzzle: &Puzzle, known: Option<&OnShelf>) -> String {
    let mut parts = Vec::new();
    if !puzzle.author.is_empty() {
        parts.push(format!("by {}", puzzle.author));
    }
    if let Some(OnShelf { indexed, par, .. }) = known {
        parts.push(format!("par {par} ({} at worst)", indexed.worst));
        parts.push(indexed.grade.word().to_owned());
    }
    if let Some(printed) = puzzle.printed_par {
        parts.push(format!("printed par {printed}"));
    }
    if puzzle.rows > 4 {
        parts.push(format!("{} rows", puzzle.rows));
    }
    if puzzle.mysteries() > 1 {
        parts.push(format!("{} mystery cards", puzzle.mysteries()));
    }
    parts.join(" · ")
}
