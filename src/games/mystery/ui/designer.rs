//! The puzzle designer: a puzzle laid out by hand, with an exact analysis of it beside the grid at all times.

use std::collections::BTreeMap;

use bevy_egui::egui::{self, Sense, Ui, Vec2};

use super::plan::{self, paint, style_of, text};
use crate::games::mystery::puzzle::analysis::BackgroundTask;
use crate::games::mystery::puzzle::draft::{CellMark, Draft, Edit};
use crate::games::mystery::puzzle::generate::PuzzleCriteria;
use crate::games::mystery::puzzle::grade::Grade;
use crate::games::mystery::puzzle::verdict::{DEALS, Findings};
use crate::games::mystery::puzzle::{GridCell, LONGEST_TEXT, MOST_PILES, MOST_ROWS, Price, Puzzle, Twist};
use crate::games::mystery::rules::Options;
use crate::table::panels::{HistoryStep, OwnPuzzle, Workshop, WorkshopContext, WorkshopRequest};
use crate::table::theme::{self, size, space};
use crate::table::widgets::{self, ButtonStyle, Icon};
use crate::words::capitalised;

/// What a click on a cell does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Brush {
    Mark(CellMark),
    Swap,
    Shift,
    Shuffle,
    JokerSwap,
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct GeneratorChoice {
    par: f64,
    grade: Option<Grade>,
    mods: bool,
}

struct Designer {
    draft: Draft,
    /// The files that puzzles were opened from or saved to, by [`Draft::puzzle_number`].
    files: BTreeMap<u32, String>,
    brush: Brush,
    /// The cells chosen so far for the twist that the brush adds.
    twist_cells: Vec<GridCell>,
    /// The puzzle under analysis, and its analysis.
    analysis: Option<(Puzzle, BackgroundTask<Findings>)>,
    choice: GeneratorChoice,
    generator: Option<BackgroundTask<Option<Puzzle>>>,
    proposals: u64,
    notice: Option<String>,
    /// What stands in the field for the printed par while it is being typed.
    typed_par: Option<String>,
    /// Whether egui runs this frame once more, in which case its clicks have been handled already.
    is_extra_pass: bool,
}

/// Opens the designer with a puzzle or an empty grid. Undo brings back the draft of the last time.
pub fn open(own: Option<&OwnPuzzle>, draft: &str) -> Box<dyn Workshop> {
    let mut draft = Draft::read(draft).unwrap_or_default();
    let was_used = draft.puzzle() != Draft::default().puzzle();
    // A file that cannot be read is not the file of this puzzle, so that it is never overwritten.
    let read = own.and_then(|own| Some((own.file.clone(), Draft::read(own.text.as_deref().ok()?).ok()?)));
    let (file, opened) = read.unwrap_or_default();
    let is_other = draft.edit(Edit::Replace(opened.puzzle().clone()));
    let files = Some((draft.puzzle_number(), file)).into_iter().filter(|(_, file)| !file.is_empty()).collect();
    let notice = (was_used && is_other).then(|| "Undo brings back your last draft".to_owned());
    Box::new(Designer {
        draft,
        files,
        brush: Brush::Mark(CellMark::Token(0)),
        twist_cells: Vec::new(),
        analysis: None,
        choice: GeneratorChoice { par: 4.5, grade: None, mods: false },
        generator: None,
        proposals: 0,
        notice,
        typed_par: None,
        is_extra_pass: false,
    })
}

const CELL: Vec2 = Vec2::new(52.0, theme::TARGET + 2.0);
const LEFT: f32 = plan::HEAD + 4.0 * CELL.x + space::L;
const MIDDLE: f32 = 360.0;

impl Workshop for Designer {
    fn show(&mut self, ui: &mut Ui, context: &mut WorkshopContext<'_>) {
        self.is_extra_pass = ui.ctx().current_pass_index() > 0;
        if let Some(step) = context.step.take() {
            self.step(step, context);
        }
        self.take_pasted(context);
        self.take_proposal(context);
        egui::ScrollArea::both().auto_shrink([false, false]).show(ui, |ui| {
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = space::L;
                column(ui, LEFT, |ui| {
                    self.mark_brushes(ui);
                    self.grid(ui, context);
                    self.row_count(ui, context);
                });
                column(ui, MIDDLE, |ui| {
                    self.piles(ui, context);
                    self.twist_brushes(ui);
                    self.new_twist(ui, context);
                    self.mods(ui, context);
                });
                let rest = ui.available_width().max(NARROWEST_REST);
                column(ui, rest, |ui| {
                    self.names(ui, context);
                    self.file_buttons(ui, context);
                    self.edit_buttons(ui, context);
                    self.generator(ui, context);
                    // Last, because it grows while it is found out.
                    self.verdict(ui, context);
                });
            });
        });
    }
}

/// The width of what is beside the grid and the piles, at least.
const NARROWEST_REST: f32 = 260.0;

fn column(ui: &mut Ui, width: f32, add: impl FnOnce(&mut Ui)) {
    ui.vertical(|ui| {
        ui.set_width(width);
        ui.spacing_mut().item_spacing = Vec2::new(space::XS, space::XS);
        add(ui);
    });
}

impl Designer {
    fn edit(&mut self, edit: Edit, context: &mut WorkshopContext<'_>) {
        if !self.is_extra_pass && self.draft.edit(edit) {
            self.changed(context);
        }
    }

    fn file(&self) -> Option<&str> {
        self.files.get(&self.draft.puzzle_number()).map(String::as_str)
    }

    fn step(&mut self, step: HistoryStep, context: &mut WorkshopContext<'_>) {
        let has_changed = !self.is_extra_pass
            && match step {
                HistoryStep::Undo => self.draft.undo(),
                HistoryStep::Redo => self.draft.redo(),
            };
        if has_changed {
            self.twist_cells.clear();
            self.changed(context);
        }
    }

    fn changed(&mut self, context: &mut WorkshopContext<'_>) {
        self.notice = None;
        self.generator = None;
        // While the player types, the draft is saved only when the field loses the focus.
        if !self.draft.is_typing() {
            self.save_draft(context);
        }
    }

    fn save_draft(&self, context: &mut WorkshopContext<'_>) {
        context.requests.push(WorkshopRequest::Draft(self.draft.puzzle().to_line()));
    }

    fn take_pasted(&mut self, context: &mut WorkshopContext<'_>) {
        let Some(pasted) = context.pasted.take() else { return };
        match Draft::read(pasted.trim()) {
            Ok(draft) => {
                self.edit(Edit::Replace(draft.puzzle().clone()), context);
                self.notice = Some("Pasted from the clipboard".to_owned());
            }
            Err(error) => {
                self.notice = Some(format!("The clipboard does not contain a puzzle: {}: {error}", error.place));
            }
        }
    }

    fn take_proposal(&mut self, context: &mut WorkshopContext<'_>) {
        let Some(mut puzzle) = self.generator.as_ref().and_then(BackgroundTask::result) else { return };
        puzzle.title = format!("Suggestion {}", self.proposals);
        puzzle.id = format!("proposal-{}", self.proposals);
        self.edit(Edit::Replace(puzzle), context);
    }

    fn mark_brushes(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = Vec2::splat(space::XS);
            for pile in 0..self.draft.puzzle().piles.len() {
                let brush = Brush::Mark(CellMark::Token(pile));
                let rect = self.brush_button(ui, brush, &format!("Token of pile {}", pile + 1), "");
                plan::token(ui, rect, pile);
            }
            let mystery = self.brush_button(ui, Brush::Mark(CellMark::Mystery), "The mystery", "");
            paint(ui, mystery.center(), "?", theme::display(size::DISPLAY_S), theme::of(ui).text.egui());
        });
        widgets::caption(ui, "Click a cell to place the token there, or to remove it.");
    }

    fn brush_button(&mut self, ui: &mut Ui, brush: Brush, name: &str, word: &str) -> egui::Rect {
        let width = if word.is_empty() { theme::TARGET } else { 76.0 };
        let (place, style) = (Vec2::new(width, theme::TARGET), style_of(self.brush == brush));
        let button = widgets::sign(ui, place, (word, size::CAPTION), name, style);
        if button.clicked() {
            self.brush = brush;
            self.twist_cells.clear();
        }
        button.rect
    }

    fn grid(&mut self, ui: &mut Ui, context: &mut WorkshopContext<'_>) {
        let mut clicked = None;
        for (cell, place) in plan::empty_grid(ui, self.draft.puzzle().rows, CELL) {
            if self.cell(ui, place.shrink(1.0), cell) {
                clicked = Some(cell);
            }
        }
        if let Some(cell) = clicked {
            self.click_cell(cell, context);
        }
    }

    /// One cell of the grid; returns whether it was clicked.
    fn cell(&self, ui: &mut Ui, place: egui::Rect, cell: GridCell) -> bool {
        let twist_number = self.twist_cells.iter().position(|chosen| *chosen == cell);
        let style = style_of(twist_number.is_some());
        let shown = ui.scope_builder(egui::UiBuilder::new().max_rect(place), |ui| {
            let plate = widgets::plate(ui, place.size(), &self.cell_name(cell), style, self.may_join(cell));
            plan::cell_mark(ui, plate.rect, self.draft.puzzle(), cell);
            if let Some(number) = twist_number {
                let corner = plate.rect.left_top() + Vec2::splat(9.0);
                paint(ui, corner, number + 1, theme::body(size::CAPTION), theme::of(ui).text.egui());
            }
            plate.clicked()
        });
        shown.inner
    }

    /// Whether a cell can be clicked: a swap or shift stays in one row or column.
    fn may_join(&self, cell: GridCell) -> bool {
        if !matches!(self.brush, Brush::Swap | Brush::Shift) || self.twist_cells.contains(&cell) {
            return true;
        }
        self.twist_cells.iter().all(|chosen| chosen.row() == cell.row())
            || self.twist_cells.iter().all(|chosen| chosen.column() == cell.column())
    }

    fn cell_name(&self, cell: GridCell) -> String {
        let mark = match self.draft.puzzle().pile_of(cell) {
            Some(pile) => format!("pile {}", pile + 1),
            None if self.draft.puzzle().has_mystery_in(cell) => "the mystery".to_owned(),
            None => "no token".to_owned(),
        };
        format!("Cell {cell}: {mark}")
    }

    fn click_cell(&mut self, cell: GridCell, context: &mut WorkshopContext<'_>) {
        match self.brush {
            Brush::Mark(mark) => return self.edit(Edit::Cell(cell, mark), context),
            Brush::JokerSwap => return self.edit(Edit::AddTwist(Twist::JokerSwap(cell)), context),
            Brush::Swap | Brush::Shift | Brush::Shuffle => {}
        }
        if self.is_extra_pass {
            return;
        }
        match self.twist_cells.iter().position(|chosen| *chosen == cell) {
            Some(number) => drop(self.twist_cells.remove(number)),
            None => self.twist_cells.push(cell),
        }
        if let (Brush::Swap, [one, other]) = (self.brush, self.twist_cells.as_slice()) {
            let twist = Twist::Swap(*one, *other);
            self.twist_cells.clear();
            self.edit(Edit::AddTwist(twist), context);
        }
    }

    fn row_count(&mut self, ui: &mut Ui, context: &mut WorkshopContext<'_>) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::XS;
            widgets::caption(ui, "Rows");
            for count in 4..=MOST_ROWS {
                let is_on = self.draft.puzzle().rows == count;
                if small_button(ui, &count.to_string(), &format!("{count} rows"), is_on) {
                    self.edit(Edit::Rows(count), context);
                }
            }
        });
    }

    fn piles(&mut self, ui: &mut Ui, context: &mut WorkshopContext<'_>) {
        widgets::label(ui, "Piles");
        let piles = self.draft.puzzle().piles.clone();
        for (number, pile) in piles.iter().enumerate() {
            self.pile_row(ui, number, pile.price, piles.len() > 1, context);
        }
        widgets::caption(ui, "−1 removes a random card, +J adds a joker.");
        if piles.len() < MOST_PILES && plan::button(ui, "Add pile") {
            self.edit(Edit::AddPile, context);
        }
        // The pile of the current brush may have been deleted.
        if matches!(self.brush, Brush::Mark(CellMark::Token(pile)) if pile >= self.draft.puzzle().piles.len()) {
            self.brush = Brush::Mark(CellMark::Mystery);
        }
    }

    fn pile_row(
        &mut self,
        ui: &mut Ui,
        number: usize,
        price: Price,
        can_delete: bool,
        context: &mut WorkshopContext<'_>,
    ) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::XS;
            let (place, _) = ui.allocate_exact_size(Vec2::new(TOKEN_ROOM, theme::TARGET), Sense::hover());
            plan::token(ui, place, number);
            let (pile, mut chosen) = (format!("pile {}", number + 1), price);
            let name = format!("Price of {pile}: {}", price.words());
            plan::list(ui, &pile, &name, PRICE, &mut chosen, &Price::ALL, Price::words);
            if chosen != price {
                self.edit(Edit::Price(number, chosen), context);
            }
            if small_button(ui, "−1", &format!("Remove a random card from {pile}"), false) {
                self.edit(Edit::AddRemoval(number), context);
            }
            if small_button(ui, "+J", &format!("Add a joker to {pile}"), false) {
                self.edit(Edit::AddJoker(number), context);
            }
            let name = format!("Delete {pile}");
            if widgets::button(ui, Some(Icon::Close), &name, ButtonStyle::Plain, can_delete, true).clicked() {
                self.edit(Edit::DropPile(number), context);
            }
        });
    }

    fn twist_brushes(&mut self, ui: &mut Ui) {
        ui.add_space(space::S);
        widgets::label(ui, "Twists and changes");
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::XS;
            for (brush, name, word) in [
                (Brush::Swap, "Swap: exchange two cards of a row or column", "Swap"),
                (Brush::Shift, "Shift: move three or more cards of a row or column along by one step", "Shift"),
                (Brush::Shuffle, "Shuffle: mix the cards of two or more cells", "Shuffle"),
                (Brush::JokerSwap, "Joker swap: make a card a mystery and put a joker in its place", "Joker"),
            ] {
                self.brush_button(ui, brush, name, word);
            }
        });
    }

    /// What to click for the twist that the brush adds, and the button that adds a twist of any number of cells.
    fn new_twist(&mut self, ui: &mut Ui, context: &mut WorkshopContext<'_>) {
        let (least, words) = match self.brush {
            Brush::Mark(_) => return,
            Brush::Swap => (usize::MAX, "Click the two cells to swap."),
            Brush::JokerSwap => (usize::MAX, "Click the cell whose card becomes a mystery."),
            Brush::Shift => (3, "Click the cells in order: each card moves to the next cell, the last to the first."),
            Brush::Shuffle => (2, "Click the cells to shuffle."),
        };
        let ink = theme::of(ui);
        text(ui, words, theme::body(size::CAPTION), ink.note);
        if self.twist_cells.len() < least {
            return;
        }
        if widgets::button(ui, Some(Icon::Go), "Add twist", ButtonStyle::Plain, true, false).clicked() {
            let cells = std::mem::take(&mut self.twist_cells);
            let twist = if self.brush == Brush::Shift { Twist::Shift(cells) } else { Twist::Shuffle(cells) };
            self.edit(Edit::AddTwist(twist), context);
        }
    }

    fn mods(&mut self, ui: &mut Ui, context: &mut WorkshopContext<'_>) {
        let puzzle = self.draft.puzzle().clone();
        for (number, twist) in puzzle.twists.iter().enumerate() {
            if removable(ui, &twist.words()) {
                self.edit(Edit::DropTwist(number), context);
            }
        }
        for number in 0..puzzle.changes.len() {
            if removable(ui, &puzzle.change_in_words(number)) {
                self.edit(Edit::DropChange(number), context);
            }
        }
        // A button that makes the cards removed from a pile the mystery, or undoes that.
        for pile in (1..=MOST_PILES as u8).filter(|pile| puzzle.removed_from(*pile) > 0) {
            let style = style_of(puzzle.draws_mystery_from(pile));
            let word = format!("Draw the mystery from pile {pile}");
            if widgets::button(ui, None, &word, style, true, false).clicked() {
                self.edit(Edit::ToggleDrawnMystery(usize::from(pile) - 1), context);
            }
        }
    }

    fn names(&mut self, ui: &mut Ui, context: &mut WorkshopContext<'_>) {
        let puzzle = self.draft.puzzle();
        let (mut title, mut author) = (puzzle.title.clone(), puzzle.author.clone());
        let printed = puzzle.printed_par.map(|par| par.to_string()).unwrap_or_default();
        let mut par = self.typed_par.take().unwrap_or(printed);
        let width = ui.available_width();
        let title_field = name_field(ui, ("Title", "Title"), &mut title, width);
        let author_field = name_field(ui, ("Author", "Author"), &mut author, width);
        let printed = |ui: &mut Ui| {
            widgets::caption(ui, "Printed par");
            name_field(ui, ("Printed par", "none"), &mut par, 84.0)
        };
        let par_field = ui.horizontal(printed).inner;
        if title_field.changed() || author_field.changed() {
            self.edit(Edit::Title(title), context);
            self.edit(Edit::Author(author), context);
        }
        if par_field.changed() {
            self.edit(Edit::PrintedPar(par.trim().replace(',', ".").parse().ok()), context);
        }
        // What is being typed may be half a number.
        self.typed_par = par_field.has_focus().then_some(par);
        if title_field.lost_focus() || author_field.lost_focus() || par_field.lost_focus() {
            self.save_draft(context);
        }
    }

    /// What is wrong with the puzzle, or the results of its analysis so far.
    fn verdict(&mut self, ui: &mut Ui, context: &mut WorkshopContext<'_>) {
        let ink = theme::of(ui);
        ui.add_space(space::XS);
        theme::floating_frame(&ink).inner_margin(space::M).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.set_min_height(120.0);
            if self.generator.is_some() {
                return;
            }
            if let Some(problem) = self.draft.problem() {
                self.analysis = None;
                text(ui, capitalised(problem) + ".", theme::body(size::SECOND), ink.bad);
                return;
            }
            self.analyse(context);
            let Some((_, analysis)) = &self.analysis else { return };
            let findings = analysis.result();
            par(ui, &findings);
            win_rate(ui, &findings);
            for warning in findings.warnings.iter().flatten() {
                text(ui, capitalised(&warning.to_string()) + ".", theme::body(size::CAPTION), ink.note);
            }
            progress(ui, &findings, analysis);
        });
    }

    /// Starts an analysis of the puzzle, unless it has one.
    fn analyse(&mut self, context: &mut WorkshopContext<'_>) {
        // Changes that do not affect play need no new analysis.
        let bare = Puzzle {
            title: "bare".to_owned(),
            id: "bare".to_owned(),
            author: String::new(),
            printed_par: None,
            ..self.draft.puzzle().clone()
        };
        if self.analysis.as_ref().is_some_and(|(analysed, _)| *analysed == bare) {
            return;
        }
        let wake = context.wake.clone();
        let (task, work) = BackgroundTask::analyse(&bare, move || wake.wake());
        self.analysis = Some((bare, task));
        (context.work)(work);
    }

    fn file_buttons(&mut self, ui: &mut Ui, context: &mut WorkshopContext<'_>) {
        let is_valid = self.draft.problem().is_none();
        let puzzle = self.draft.puzzle().clone();
        ui.add_space(space::XS);
        ui.horizontal_wrapped(|ui| {
            if widgets::button(ui, Some(Icon::Go), "Try it", ButtonStyle::Primary, is_valid, false).clicked() {
                let options = ron::to_string(&Options::own(&puzzle, "")).unwrap_or_default();
                context.requests.push(WorkshopRequest::Try(options));
            }
            let is_saved = self.file().is_some_and(|file| is_in_file(ui, file, &puzzle, context.own));
            let word = if is_saved { "Saved" } else { "Save" };
            if widgets::button(ui, None, word, ButtonStyle::Plain, is_valid && !is_saved, false).clicked() {
                self.save(&puzzle, context);
            }
        });
    }

    fn edit_buttons(&mut self, ui: &mut Ui, context: &mut WorkshopContext<'_>) {
        let ink = theme::of(ui);
        let (can_undo, can_redo) = (self.draft.can_undo(), self.draft.can_redo());
        let can_copy = self.draft.problem().is_none();
        ui.horizontal_wrapped(|ui| {
            let undo = (HistoryStep::Undo, Icon::Undo, "Undo", can_undo);
            for (step, icon, word, enabled) in [undo, (HistoryStep::Redo, Icon::Redo, "Redo", can_redo)] {
                if widgets::button(ui, Some(icon), word, ButtonStyle::Plain, enabled, true).clicked() {
                    self.step(step, context);
                }
            }
            let copy = widgets::button(ui, None, "Copy", ButtonStyle::Plain, can_copy, false);
            if widgets::tipped(copy, "Copy the puzzle as one line of text").clicked() {
                context.requests.push(WorkshopRequest::Copy(self.draft.puzzle().to_line()));
                self.notice = Some("Copied as one line of text; paste it into a message to share it".to_owned());
            }
            let paste = widgets::button(ui, None, "Paste", ButtonStyle::Plain, true, false);
            if widgets::tipped(paste, "Paste a puzzle that somebody sent you").clicked() {
                context.requests.push(WorkshopRequest::Paste);
            }
        });
        if let Some(notice) = &self.notice {
            text(ui, notice, theme::body(size::CAPTION), ink.note);
        }
    }

    /// Saves the puzzle to its own file; a new puzzle gets an unused file name.
    fn save(&mut self, puzzle: &Puzzle, context: &mut WorkshopContext<'_>) {
        let is_free = |name: &String| context.own.iter().all(|own| own.file != *name);
        let file_name = |number: u32| match number {
            1 => format!("{}.parlour-puzzle.ron", puzzle.id),
            number => format!("{}-{number}.parlour-puzzle.ron", puzzle.id),
        };
        let file = self.file().map(str::to_owned).or_else(|| (1..=u32::MAX).map(file_name).find(is_free));
        let Some(file) = file else { return };
        context.requests.push(WorkshopRequest::Save(OwnPuzzle { file: file.clone(), text: Ok(puzzle.to_text()) }));
        self.notice = Some(format!("Saved as {file} in your puzzles folder"));
        self.files.insert(self.draft.puzzle_number(), file);
    }

    fn generator(&mut self, ui: &mut Ui, context: &mut WorkshopContext<'_>) {
        ui.add_space(space::S);
        widgets::label(ui, "Suggest a puzzle");
        if let Some(generator) = &self.generator {
            widgets::caption(ui, "Looking for a puzzle …");
            if widgets::button(ui, Some(Icon::Close), "Stop", ButtonStyle::Plain, true, false).clicked() {
                generator.cancel();
                self.generator = None;
            }
            return;
        }
        let mut choice = self.choice;
        let mut is_started = false;
        ui.horizontal_wrapped(|ui| {
            let pars = [3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0, 7.0];
            plan::list(ui, "wanted par", "Target par", 92.0, &mut choice.par, &pars, |par| format!("par {par}"));
            let grades = [None].into_iter().chain(Grade::ALL.map(Some)).collect::<Vec<Option<Grade>>>();
            let word = |grade: Option<Grade>| grade.map_or("any difficulty", Grade::word).to_owned();
            plan::list(ui, "wanted grade", "Target difficulty", 112.0, &mut choice.grade, &grades, word);
        });
        ui.horizontal_wrapped(|ui| {
            let style = style_of(choice.mods);
            if widgets::button(ui, None, "With twists and changes", style, true, false).clicked() {
                choice.mods = !choice.mods;
            }
            is_started = plan::button(ui, "Suggest");
        });
        if self.is_extra_pass {
            return;
        }
        self.choice = choice;
        if is_started {
            self.start_generator(context);
        }
    }

    fn start_generator(&mut self, context: &mut WorkshopContext<'_>) {
        let GeneratorChoice { par, grade, mods } = self.choice;
        // The generator needs the processor for itself.
        self.analysis = None;
        self.proposals += 1;
        let rows = self.draft.puzzle().rows;
        let criteria = PuzzleCriteria { rows, par: (par - 0.25, par + 0.25), grade, mods };
        let now =
            std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |since| since.as_nanos());
        let wake = context.wake.clone();
        let (task, work) = BackgroundTask::propose(criteria, now as u64, move || wake.wake());
        self.generator = Some(task);
        (context.work)(work);
    }
}

/// Wide enough for the longest price.
const PRICE: f32 = 176.0;
const TOKEN_ROOM: f32 = 32.0;

/// A field whose text is replaced by typing. Empty, it shows the hint; screen readers call it by its name.
fn name_field(ui: &mut Ui, (name, hint): (&str, &str), line: &mut String, width: f32) -> egui::Response {
    let length = line.chars().count();
    let field = widgets::field(line).hint_text(hint).char_limit(LONGEST_TEXT).desired_width(width);
    let field = widgets::replaced_field(ui, field, length);
    ui.ctx().accesskit_node_builder(field.id, |node| node.set_label(name));
    field
}

fn small_button(ui: &mut Ui, sign: &str, name: &str, is_on: bool) -> bool {
    widgets::sign(ui, Vec2::splat(theme::TARGET), (sign, size::SECOND), name, style_of(is_on)).clicked()
}

fn is_in_file(ui: &Ui, file: &str, puzzle: &Puzzle, own: &[OwnPuzzle]) -> bool {
    let text = own.iter().find(|own| own.file == file).and_then(|own| own.text.as_deref().ok());
    text.is_some_and(|text| plan::read(ui, text).as_ref().as_ref() == Ok(puzzle))
}

/// A sentence with a button that removes what it says; returns whether the button was clicked.
fn removable(ui: &mut Ui, words: &str) -> bool {
    let ink = theme::of(ui);
    ui.horizontal(|ui| {
        let name = format!("Remove: {words}");
        let is_clicked = widgets::button(ui, Some(Icon::Close), &name, ButtonStyle::Plain, true, true).clicked();
        text(ui, words, theme::body(size::CAPTION), ink.text);
        is_clicked
    })
    .inner
}

fn par(ui: &mut Ui, findings: &Findings) {
    let ink = theme::of(ui);
    let goes_on = if findings.failure.is_some() { "" } else { " …" };
    let (words, colour) = match (&findings.judgement, &findings.par_bound) {
        (Some(judgement), _) => match judgement.par {
            Some((par, worst)) => (format!("Par {} · {worst} at worst", par.rounded()), ink.text),
            None => ("No par: it cannot always be solved".to_owned(), ink.bad),
        },
        (None, Some(bound)) => (format!("Par at least {}{goes_on}", bound.rounded()), ink.muted),
        (None, None) => ("Par …".to_owned(), ink.muted),
    };
    let shown = text(ui, words, theme::display(size::DISPLAY_S), colour);
    if let Some((par, _)) = findings.judgement.as_ref().and_then(|judgement| judgement.par) {
        widgets::tip(&shown, &plan::exact_par(par), &[]);
    }
    if let Some(why) = &findings.failure {
        widgets::caption(ui, capitalised(why) + ".");
    }
}

fn win_rate(ui: &mut Ui, findings: &Findings) {
    let ink = theme::of(ui);
    let (played, won) = findings.played;
    if played == 0 {
        return;
    }
    let rate = f64::from(won) / f64::from(played);
    let grade = if findings.is_done { format!(" · {}", Grade::of(rate).word()) } else { String::new() };
    let words = format!("Good play wins {:.0} of 100 deals{grade}", 100.0 * rate);
    text(ui, words, theme::body(size::SECOND), if findings.is_done { ink.text } else { ink.muted });
    if let Some(steps) = findings.reasoning {
        let words = format!("Reasoning: {steps:.0} steps · {}", Grade::of_reasoning(steps).word());
        text(ui, words, theme::body(size::SECOND), ink.text);
    }
}

fn progress(ui: &mut Ui, findings: &Findings, analysis: &BackgroundTask<Findings>) {
    if findings.is_done {
        return;
    }
    let ink = theme::of(ui);
    if analysis.is_cancelled() {
        widgets::caption(ui, "Stopped. Change the grid, piles or twists to start again.");
        return;
    }
    let (rail, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 6.0), Sense::hover());
    ui.painter().rect_filled(rail, 3.0, ink.hairline.egui());
    let share = findings.played.0 as f32 / DEALS as f32;
    let done = egui::Rect::from_min_size(rail.min, Vec2::new(rail.width() * share, rail.height()));
    ui.painter().rect_filled(done, 3.0, ink.note.egui());
    ui.horizontal(|ui| {
        let words = match (&findings.judgement, &findings.failure) {
            (None, None) => "Computing the par".to_owned(),
            _ => format!("Playing: {} of {DEALS} deals", findings.played.0),
        };
        if widgets::button(ui, Some(Icon::Close), "Stop", ButtonStyle::Plain, true, true).clicked() {
            analysis.cancel();
        }
        widgets::caption(ui, words);
    });
}
