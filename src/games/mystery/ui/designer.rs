//! The workshop: a puzzle laid out by hand, with what is exactly known of it beside it at once.

use std::collections::{BTreeMap, BTreeSet};

use bevy_egui::egui::{self, Align2, RichText, Sense, Ui, Vec2};

use super::draft::{Draft, Edit, Holds};
use super::generate::Wish;
use super::inquiry::{Inquiry, Known};
use super::plan;
use super::puzzle::{COLUMNS, Cell, Change, LONGEST_TEXT, MOST_PILES, MOST_ROWS, Mystery, Price, Puzzle, Twist};
use super::rules::Options;
use super::verdict::{DEALS, Grade};
use crate::table::panels::{Bench, BenchAsk, OwnPuzzle, Step, Workshop};
use crate::table::theme::{self, size, space};
use crate::table::widgets::{self, Icon, Weight};
use crate::words::capitalised;

/// What a click on a cell does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Brush {
    Cell(Holds),
    Swap,
    Shift,
    Shuffle,
    JokerSwap,
}

/// A puzzle on the bench.
struct Designer {
    draft: Draft,
    /// The files that puzzles were opened from or saved into, by the puzzles' numbers on this bench.
    files: BTreeMap<u32, String>,
    brush: Brush,
    /// The cells of a twist that is being laid.
    laid: Vec<Cell>,
    /// What is found out about which puzzle.
    inquiry: Option<(Puzzle, Inquiry<Known>)>,
    /// What is wished for, and the generator at work.
    wish: (f64, Option<Grade>, bool),
    proposing: Option<Inquiry<Option<Puzzle>>>,
    /// How many were proposed: each is another one.
    proposed: u64,
    /// What was just done.
    said: Option<String>,
    /// Whether this is the same frame once more: what was pressed in it has been done.
    is_repeated: bool,
}

/// Opens the workshop with a puzzle, or with an empty grid. What was on the bench last is one step back.
pub fn open(own: Option<&OwnPuzzle>, draft: &str) -> Box<dyn Workshop> {
    let mut draft = Draft::read(draft).unwrap_or_default();
    let was_used = draft.puzzle() != Draft::default().puzzle();
    // A file that cannot be understood is not this puzzle's, and is not written over.
    let read = own.and_then(|own| Some((own.file.clone(), Draft::read(own.text.as_deref().ok()?).ok()?)));
    let (file, puzzle) = read.unwrap_or_default();
    let is_other = draft.edit(Edit::Whole(puzzle.puzzle().clone()));
    let files = Some((draft.number(), file)).into_iter().filter(|(_, file)| !file.is_empty()).collect();
    let said = (was_used && is_other).then(|| "Undo brings back what was on the bench".to_owned());
    Box::new(Designer {
        draft,
        files,
        brush: Brush::Cell(Holds::Token(0)),
        laid: Vec::new(),
        inquiry: None,
        wish: (4.5, None, false),
        proposing: None,
        proposed: 0,
        said,
        is_repeated: false,
    })
}

/// How high and wide a cell is to be hit.
const CELL: Vec2 = Vec2::new(52.0, theme::TARGET + 2.0);
/// The widths of the three columns.
const LEFT: f32 = plan::HEAD + 4.0 * CELL.x + space::L;
const MIDDLE: f32 = 360.0;

impl Workshop for Designer {
    fn show(&mut self, ui: &mut Ui, bench: &mut Bench<'_>) {
        self.is_repeated = ui.ctx().current_pass_index() > 0;
        self.obey_keys(bench);
        self.take_pasted(bench);
        self.take_proposed(bench);
        egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = space::L;
                column(ui, LEFT, |ui| {
                    self.brushes(ui);
                    self.grid(ui, bench);
                    self.rows(ui, bench);
                });
                column(ui, MIDDLE, |ui| {
                    self.piles(ui, bench);
                    self.mods(ui, bench);
                });
                let rest = ui.available_width();
                column(ui, rest, |ui| {
                    self.names(ui, bench);
                    self.verdict(ui, bench);
                    self.actions(ui, bench);
                    self.generator(ui, bench);
                });
            });
        });
    }
}

fn column(ui: &mut Ui, wide: f32, add: impl FnOnce(&mut Ui)) {
    ui.vertical(|ui| {
        ui.set_width(wide);
        ui.spacing_mut().item_spacing = Vec2::new(space::XS, space::XS);
        add(ui);
    });
}

fn text(ui: &mut Ui, words: impl Into<String>, points: f32, colour: theme::Rgb) {
    ui.add(egui::Label::new(RichText::new(words).font(theme::body(points)).color(colour.egui())).wrap());
}

impl Designer {
    fn edit(&mut self, edit: Edit, bench: &mut Bench<'_>) {
        if !self.is_repeated && self.draft.edit(edit) {
            self.changed(bench);
        }
    }

    /// The file of the puzzle on the bench, if it has one.
    fn file(&self) -> Option<&str> {
        self.files.get(&self.draft.number()).map(String::as_str)
    }

    fn step(&mut self, step: Step, bench: &mut Bench<'_>) {
        let has_changed = !self.is_repeated
            && match step {
                Step::Undo => self.draft.undo(),
                Step::Redo => self.draft.redo(),
            };
        if has_changed {
            self.laid.clear();
            self.changed(bench);
        }
    }

    fn changed(&mut self, bench: &mut Bench<'_>) {
        self.said = None;
        self.proposing = None;
        // A file is not written for every letter that is typed.
        if !self.draft.is_typing() {
            self.keep(bench);
        }
    }

    fn keep(&self, bench: &mut Bench<'_>) {
        bench.asked.push(BenchAsk::Draft(self.draft.puzzle().to_line()));
    }

    fn obey_keys(&mut self, bench: &mut Bench<'_>) {
        if let Some(step) = bench.step.take() {
            self.step(step, bench);
        }
    }

    fn take_pasted(&mut self, bench: &mut Bench<'_>) {
        let Some(pasted) = bench.pasted.take() else { return };
        match Draft::read(pasted.trim()) {
            Ok(draft) => {
                self.edit(Edit::Whole(draft.puzzle().clone()), bench);
                self.said = Some("Pasted".to_owned());
            }
            Err(broken) => {
                self.said = Some(format!("What the clipboard holds is no puzzle: {}: {broken}", broken.place))
            }
        }
    }

    fn take_proposed(&mut self, bench: &mut Bench<'_>) {
        let Some(mut puzzle) = self.proposing.as_ref().and_then(Inquiry::told) else { return };
        puzzle.title = format!("Proposal {}", self.proposed);
        puzzle.id = format!("proposal-{}", self.proposed);
        self.edit(Edit::Whole(puzzle), bench);
    }

    /// What a click on a cell does: tokens, the mystery, nothing.
    fn brushes(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = Vec2::splat(space::XS);
            for pile in 0..self.draft.puzzle().piles.len() {
                let rect = self.brush(ui, Brush::Cell(Holds::Token(pile)), &format!("Token of pile {}", pile + 1), "");
                plan::token(ui, rect, pile);
            }
            let mystery = self.brush(ui, Brush::Cell(Holds::Mystery), "The mystery", "");
            let ink = theme::of(ui);
            let font = theme::display(size::DISPLAY_S);
            ui.painter().text(mystery.center(), Align2::CENTER_CENTER, "?", font, ink.brass.egui());
        });
        widgets::caption(ui, "Press a cell to lay it there, or to take it away.");
    }

    fn brush(&mut self, ui: &mut Ui, brush: Brush, name: &str, word: &str) -> egui::Rect {
        let weight = if self.brush == brush { Weight::On } else { Weight::Plain };
        let wide = if word.is_empty() { theme::TARGET } else { 76.0 };
        let button = widgets::sign(ui, Vec2::new(wide, theme::TARGET), (word, size::CAPTION), name, weight);
        if button.clicked() {
            self.brush = brush;
            self.laid.clear();
        }
        button.rect
    }

    /// The grid: a press lays what the brush has, or takes it away.
    fn grid(&mut self, ui: &mut Ui, bench: &mut Bench<'_>) {
        let rows = self.draft.puzzle().rows;
        let wanted = Vec2::new(plan::HEAD + f32::from(COLUMNS) * CELL.x, plan::HEAD + f32::from(rows) * CELL.y);
        let (rect, _) = ui.allocate_exact_size(wanted, Sense::hover());
        plan::heads(ui, rect, rows, CELL);
        let mut pressed = None;
        for cell in Cell::all(rows) {
            let at = Vec2::new(f32::from(cell.column()), f32::from(cell.row()));
            let place = egui::Rect::from_min_size(rect.min + Vec2::splat(plan::HEAD) + at * CELL, CELL).shrink(1.0);
            let is_laid = self.laid.contains(&cell);
            let name = self.cell_name(cell);
            let weight = if is_laid { Weight::On } else { Weight::Plain };
            ui.scope_builder(egui::UiBuilder::new().max_rect(place), |ui| {
                let plate = widgets::plate(ui, place.size(), &name, weight, true);
                plan::in_cell(ui, plate.rect, self.draft.puzzle(), cell);
                if let Some(number) = self.laid.iter().position(|laid| *laid == cell) {
                    let ink = theme::of(ui);
                    let corner = plate.rect.left_top() + Vec2::splat(9.0);
                    let font = theme::body(size::CAPTION);
                    ui.painter().text(corner, Align2::CENTER_CENTER, number + 1, font, ink.text.egui());
                }
                if plate.clicked() {
                    pressed = Some(cell);
                }
            });
        }
        if let Some(cell) = pressed {
            self.press(cell, bench);
        }
    }

    fn cell_name(&self, cell: Cell) -> String {
        let puzzle = self.draft.puzzle();
        match puzzle.pile_of(cell) {
            Some(pile) => format!("Cell {cell}: pile {}", pile + 1),
            None if puzzle.has_mystery_in(cell) => format!("Cell {cell}: the mystery"),
            None => format!("Cell {cell}: no token"),
        }
    }

    fn press(&mut self, cell: Cell, bench: &mut Bench<'_>) {
        match self.brush {
            Brush::Cell(holds) => return self.edit(Edit::Cell(cell, holds), bench),
            Brush::JokerSwap => return self.edit(Edit::Twist(Twist::JokerSwap(cell)), bench),
            Brush::Swap | Brush::Shift | Brush::Shuffle => {}
        }
        if self.is_repeated {
            return;
        }
        match self.laid.iter().position(|laid| *laid == cell) {
            Some(number) => drop(self.laid.remove(number)),
            None => self.laid.push(cell),
        }
        if let (Brush::Swap, [one, other]) = (self.brush, self.laid.as_slice()) {
            let twist = Twist::Swap(*one, *other);
            self.laid.clear();
            self.edit(Edit::Twist(twist), bench);
        }
    }

    fn rows(&mut self, ui: &mut Ui, bench: &mut Bench<'_>) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::XS;
            widgets::caption(ui, "Rows");
            for count in 4..=MOST_ROWS {
                let weight = if self.draft.puzzle().rows == count { Weight::On } else { Weight::Plain };
                let (word, name) = (count.to_string(), format!("{count} rows"));
                if widgets::sign(ui, Vec2::splat(theme::TARGET), (&word, size::SECOND), &name, weight).clicked() {
                    self.edit(Edit::Rows(count), bench);
                }
            }
        });
    }

    /// Every pile with its price, and what may be done to it.
    fn piles(&mut self, ui: &mut Ui, bench: &mut Bench<'_>) {
        widgets::label(ui, "Piles");
        let mut edits = Vec::new();
        let puzzle = self.draft.puzzle().clone();
        for (number, pile) in puzzle.piles.iter().enumerate() {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = space::XS;
                let (place, _) = ui.allocate_exact_size(Vec2::new(TOKEN_ROOM, theme::TARGET), Sense::hover());
                plan::token(ui, place, number);
                edits.extend(price(ui, number, pile.price).map(|price| Edit::Price(number, price)));
                let less = small(ui, "−1", &format!("Pile {}: one card is removed at random", number + 1));
                let more = small(ui, "+J", &format!("Pile {}: a joker is added", number + 1));
                let away = widgets::button(
                    ui,
                    Some(Icon::Close),
                    &format!("Pile {} away", number + 1),
                    Weight::Plain,
                    puzzle.piles.len() > 1,
                    true,
                );
                if less {
                    edits.push(Edit::RemoveOne(number));
                }
                if more {
                    edits.push(Edit::AddJoker(number));
                }
                if away.clicked() {
                    edits.push(Edit::DropPile(number));
                }
            });
        }
        widgets::caption(ui, "−1 removes a card at random, +J adds a joker.");
        let can_add = puzzle.piles.len() < MOST_PILES;
        if can_add && widgets::button(ui, None, "One more pile", Weight::Plain, true, false).clicked() {
            edits.push(Edit::AddPile);
        }
        for edit in edits {
            self.edit(edit, bench);
        }
        // The pile of the token that was being laid may be gone.
        if matches!(self.brush, Brush::Cell(Holds::Token(pile)) if pile >= self.draft.puzzle().piles.len()) {
            self.brush = Brush::Cell(Holds::Mystery);
        }
    }

    /// Twists and changes: the ways to add them, and those that are there, each with its way out.
    fn mods(&mut self, ui: &mut Ui, bench: &mut Bench<'_>) {
        ui.add_space(space::S);
        widgets::label(ui, "Twists and changes");
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::XS;
            self.brush(ui, Brush::Swap, "Twist: two cards of a row or column change places. Press both cells.", "Swap");
            self.brush(ui, Brush::Shift, "Twist: three or more cards of a row or column move on by one", "Shift");
            self.brush(ui, Brush::Shuffle, "Twist: two or more cards are shuffled among their cells", "Shuffle");
            self.brush(
                ui,
                Brush::JokerSwap,
                "Twist: the card of a cell is a mystery, a joker takes its place",
                "Joker",
            );
        });
        self.laying(ui, bench);
        let puzzle = self.draft.puzzle().clone();
        let mut edits = Vec::new();
        for (number, twist) in puzzle.twists.iter().enumerate() {
            if listed(ui, &twist.words()) {
                edits.push(Edit::DropTwist(number));
            }
        }
        for (number, change) in puzzle.changes.iter().enumerate() {
            if listed(ui, &puzzle.change_in_words(change)) {
                edits.push(Edit::DropChange(number));
            }
        }
        edits.extend(drawing(ui, &puzzle));
        for edit in edits {
            self.edit(edit, bench);
        }
    }

    /// A twist of as many cells as are pressed.
    fn laying(&mut self, ui: &mut Ui, bench: &mut Bench<'_>) {
        let (least, words) = match self.brush {
            Brush::Cell(_) => return,
            Brush::Swap => (usize::MAX, "Press the two cells that change places."),
            Brush::JokerSwap => (usize::MAX, "Press the cell whose card becomes a mystery."),
            Brush::Shift => (3, "Press the cells in order: each card goes to the next, the last to the first."),
            Brush::Shuffle => (2, "Press the cells whose cards are shuffled."),
        };
        let ink = theme::of(ui);
        text(ui, words, size::CAPTION, ink.note);
        if self.laid.len() < least {
            return;
        }
        if widgets::button(ui, Some(Icon::Go), "Add this twist", Weight::Primary, true, false).clicked() {
            let cells = std::mem::take(&mut self.laid);
            let twist = if self.brush == Brush::Shift { Twist::Shift(cells) } else { Twist::Shuffle(cells) };
            self.edit(Edit::Twist(twist), bench);
        }
    }

    fn names(&mut self, ui: &mut Ui, bench: &mut Bench<'_>) {
        let puzzle = self.draft.puzzle();
        let (mut title, mut author) = (puzzle.title.clone(), puzzle.author.clone());
        let wide = ui.available_width();
        let (mut was_typed, mut is_typed) = (false, false);
        for (name, line) in [("Title", &mut title), ("Author", &mut author)] {
            let length = line.chars().count();
            let field = widgets::field(line).hint_text(name).char_limit(LONGEST_TEXT).desired_width(wide);
            let field = widgets::replaced_field(ui, field, length);
            ui.ctx().accesskit_node_builder(field.id, |node| node.set_label(name));
            is_typed |= field.changed();
            was_typed |= field.lost_focus();
        }
        if is_typed {
            self.edit(Edit::Title(title), bench);
            self.edit(Edit::Author(author), bench);
        }
        if was_typed {
            self.keep(bench);
        }
    }

    /// What is wrong, or what is known so far.
    fn verdict(&mut self, ui: &mut Ui, bench: &mut Bench<'_>) {
        let ink = theme::of(ui);
        ui.add_space(space::XS);
        theme::floating_frame(&ink).inner_margin(space::M).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.set_min_height(120.0);
            if self.proposing.is_some() {
                return;
            }
            if let Some(fault) = self.draft.fault() {
                self.inquiry = None;
                text(ui, capitalised(fault) + ".", size::SECOND, ink.bad);
                return;
            }
            self.inquire(bench);
            let Some((_, inquiry)) = &self.inquiry else { return };
            let known = inquiry.told();
            par(ui, &known);
            pays(ui, &known);
            for warning in known.warnings.iter().flatten() {
                text(ui, capitalised(&warning.to_string()) + ".", size::CAPTION, ink.note);
            }
            progress(ui, &known, inquiry);
        });
    }

    /// Has the puzzle looked into, unless it already is.
    fn inquire(&mut self, bench: &mut Bench<'_>) {
        // What does not change the play is not asked again.
        let bare = Puzzle {
            title: "bare".to_owned(),
            id: "bare".to_owned(),
            author: String::new(),
            printed_par: None,
            ..self.draft.puzzle().clone()
        };
        if self.inquiry.as_ref().is_some_and(|(of, _)| *of == bare) {
            return;
        }
        let wake = bench.wake.clone();
        let (inquiry, work) = Inquiry::into(&bare, move || wake.wake());
        self.inquiry = Some((bare, inquiry));
        (bench.work)(work);
    }

    /// To try it, keep it, and pass it on.
    fn actions(&mut self, ui: &mut Ui, bench: &mut Bench<'_>) {
        let ink = theme::of(ui);
        let is_fine = self.draft.fault().is_none();
        let puzzle = self.draft.puzzle().clone();
        let (can_undo, can_redo) = self.draft.steps();
        ui.add_space(space::XS);
        ui.horizontal_wrapped(|ui| {
            if widgets::button(ui, Some(Icon::Go), "Try it", Weight::Primary, is_fine, false).clicked() {
                let options = ron::to_string(&Options::own(&puzzle, "")).unwrap_or_default();
                bench.asked.push(BenchAsk::Try(options));
            }
            let is_saved = self.file().is_some_and(|file| is_in(ui, file, &puzzle, bench.own));
            let word = if is_saved { "Saved" } else { "Save" };
            if widgets::button(ui, None, word, Weight::Plain, is_fine && !is_saved, false).clicked() {
                self.save(&puzzle, bench);
            }
        });
        ui.horizontal_wrapped(|ui| {
            if widgets::button(ui, Some(Icon::Undo), "Undo", Weight::Plain, can_undo, true).clicked() {
                self.step(Step::Undo, bench);
            }
            if widgets::button(ui, Some(Icon::Redo), "Redo", Weight::Plain, can_redo, true).clicked() {
                self.step(Step::Redo, bench);
            }
            let copy = widgets::button(ui, None, "Copy", Weight::Plain, is_fine, false);
            if copy.on_hover_text("The puzzle as one line of text, for a message").clicked() {
                bench.asked.push(BenchAsk::Copy(puzzle.to_line()));
                self.said = Some("Copied as one line: paste it into a message".to_owned());
            }
            let paste = widgets::button(ui, None, "Paste", Weight::Plain, true, false);
            if paste.on_hover_text("A puzzle that somebody sent, from the clipboard").clicked() {
                bench.asked.push(BenchAsk::Paste);
            }
        });
        if let Some(said) = &self.said {
            text(ui, said, size::CAPTION, ink.note);
        }
    }

    /// Into its own file; a new one gets a name that no other file has.
    fn save(&mut self, puzzle: &Puzzle, bench: &mut Bench<'_>) {
        let is_free = |name: &String| bench.own.iter().all(|own| own.file != *name);
        let named = |number: u32| match number {
            1 => format!("{}.parlour-puzzle.ron", puzzle.id),
            number => format!("{}-{number}.parlour-puzzle.ron", puzzle.id),
        };
        let file = self.file().map(str::to_owned).or_else(|| (1..=u32::MAX).map(named).find(is_free));
        let Some(file) = file else { return };
        bench.asked.push(BenchAsk::Save(OwnPuzzle { file: file.clone(), text: Ok(puzzle.to_text()) }));
        self.said = Some(format!("Its file is {file}, among your own puzzles"));
        self.files.insert(self.draft.number(), file);
    }

    /// A puzzle as wished.
    fn generator(&mut self, ui: &mut Ui, bench: &mut Bench<'_>) {
        ui.add_space(space::S);
        widgets::label(ui, "Or have one proposed");
        if let Some(proposing) = &self.proposing {
            widgets::caption(ui, "Looking for one …");
            if widgets::button(ui, Some(Icon::Close), "Stop", Weight::Plain, true, false).clicked() {
                proposing.stop();
                self.proposing = None;
            }
            return;
        }
        let (mut par, mut grade, mut mods) = self.wish;
        let mut asks = false;
        ui.horizontal_wrapped(|ui| {
            let pars = [3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0, 7.0];
            let shown = egui::ComboBox::from_id_salt("wished par").selected_text(format!("par {par}")).width(92.0);
            let shown = shown.show_ui(ui, |ui| {
                for value in pars {
                    ui.selectable_value(&mut par, value, format!("par {value}"));
                }
            });
            shown.response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::ComboBox, true, "Wished par"));
            let word = grade.map_or("any grade", Grade::word);
            let shown = egui::ComboBox::from_id_salt("wished grade").selected_text(word).width(112.0);
            let shown = shown.show_ui(ui, |ui| {
                ui.selectable_value(&mut grade, None, "any grade");
                for value in Grade::ALL {
                    ui.selectable_value(&mut grade, Some(value), value.word());
                }
            });
            shown.response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::ComboBox, true, "Wished grade"));
        });
        ui.horizontal_wrapped(|ui| {
            let weight = if mods { Weight::On } else { Weight::Plain };
            if widgets::button(ui, None, "With twists and changes", weight, true, false).clicked() {
                mods = !mods;
            }
            asks = widgets::button(ui, None, "Propose", Weight::Plain, true, false).clicked();
        });
        if self.is_repeated {
            return;
        }
        self.wish = (par, grade, mods);
        if asks {
            self.propose(bench);
        }
    }

    fn propose(&mut self, bench: &mut Bench<'_>) {
        let (par, grade, mods) = self.wish;
        // There is one pair of hands for both.
        self.inquiry = None;
        self.proposed += 1;
        let wish = Wish { rows: self.draft.puzzle().rows, par: (par - 0.25, par + 0.25), grade, mods };
        let now =
            std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |since| since.as_nanos());
        let wake = bench.wake.clone();
        let (inquiry, work) = Inquiry::for_one(wish, now as u64, move || wake.wake());
        self.proposing = Some(inquiry);
        (bench.work)(work);
    }
}

/// As wide as the longest price.
const PRICE: f32 = 176.0;
/// Room for a token beside its price.
const TOKEN_ROOM: f32 = 32.0;

/// A small button with a sign; whether it was pressed.
fn small(ui: &mut Ui, sign: &str, name: &str) -> bool {
    widgets::sign(ui, Vec2::splat(theme::TARGET), (sign, size::SECOND), name, Weight::Plain).clicked()
}

/// Whether this puzzle is what the file holds.
fn is_in(ui: &Ui, file: &str, puzzle: &Puzzle, own: &[OwnPuzzle]) -> bool {
    let text = own.iter().find(|own| own.file == file).and_then(|own| own.text.as_deref().ok());
    text.is_some_and(|text| plan::read(ui, text).as_ref().as_ref() == Ok(puzzle))
}

/// The price of a pile, to be changed.
fn price(ui: &mut Ui, pile: usize, now: Price) -> Option<Price> {
    let mut chosen = now;
    let shown = egui::ComboBox::from_id_salt(("price", pile)).selected_text(now.words()).width(PRICE);
    let shown = shown.show_ui(ui, |ui| {
        for price in Price::ALL {
            ui.selectable_value(&mut chosen, price, price.words());
        }
    });
    let name = format!("Price of pile {}: {}", pile + 1, now.words());
    shown.response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::ComboBox, true, &name));
    (chosen != now).then_some(chosen)
}

/// A sentence with its way out; whether it was taken.
fn listed(ui: &mut Ui, words: &str) -> bool {
    let ink = theme::of(ui);
    ui.horizontal(|ui| {
        let name = format!("Away: {words}");
        let away = widgets::button(ui, Some(Icon::Close), &name, Weight::Plain, true, true).clicked();
        text(ui, words, size::CAPTION, ink.text);
        away
    })
    .inner
}

/// Whether what is removed from a pile is the mystery.
fn drawing(ui: &mut Ui, puzzle: &Puzzle) -> Option<Edit> {
    let removals: BTreeSet<u8> = puzzle
        .changes
        .iter()
        .filter_map(|change| match change {
            Change::Remove { pile, .. } => Some(*pile),
            Change::Add { .. } => None,
        })
        .collect();
    let mut edit = None;
    for pile in removals {
        let is_drawn = matches!(puzzle.mystery, Mystery::Removed { pile: of, .. } if of == pile);
        let weight = if is_drawn { Weight::On } else { Weight::Plain };
        let word = format!("What pile {pile} loses is the mystery");
        if widgets::button(ui, None, &word, weight, true, false).clicked() {
            edit = Some(Edit::DrawMystery(usize::from(pile) - 1));
        }
    }
    edit
}

/// The par, or what is known of it.
fn par(ui: &mut Ui, known: &Known) {
    let ink = theme::of(ui);
    let (words, colour) = match (&known.nothing, &known.judged, &known.at_least) {
        (Some(why), ..) => return text(ui, capitalised(why) + ".", size::SECOND, ink.bad),
        (None, Some(judged), _) => match judged.par {
            Some((par, worst)) => (format!("Par {} · {worst} at worst", par.mixed()), ink.text),
            None => ("No par: it cannot always be found out".to_owned(), ink.bad),
        },
        (None, None, Some(bound)) => (format!("Par at least {:.2} …", bound.value()), ink.muted),
        (None, None, None) => ("Par …".to_owned(), ink.muted),
    };
    let text = RichText::new(words).font(theme::display(size::DISPLAY_S)).color(colour.egui());
    ui.add(egui::Label::new(text).wrap());
}

/// How often the low deck pays for it.
fn pays(ui: &mut Ui, known: &Known) {
    let ink = theme::of(ui);
    let (played, won) = known.paid;
    if played == 0 {
        return;
    }
    let share = f64::from(won) / f64::from(played);
    let grade = if known.is_done { format!(" · {}", Grade::of(share).word()) } else { String::new() };
    let words = format!("The low deck pays for it in {:.0} of 100 deals{grade}", 100.0 * share);
    text(ui, words, size::SECOND, if known.is_done { ink.text } else { ink.muted });
}

/// How far it has come, and the way to stop it.
fn progress(ui: &mut Ui, known: &Known, inquiry: &Inquiry<Known>) {
    if known.is_done || known.nothing.is_some() {
        return;
    }
    let ink = theme::of(ui);
    if inquiry.is_stopped() {
        widgets::caption(ui, "Stopped; it goes on with the next change.");
        return;
    }
    let (rail, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 6.0), Sense::hover());
    ui.painter().rect_filled(rail, 3.0, ink.hairline.egui());
    let done = egui::Rect::from_min_size(rail.min, Vec2::new(rail.width() * known.part(), rail.height()));
    ui.painter().rect_filled(done, 3.0, ink.brass.egui());
    ui.horizontal(|ui| {
        let words = match known.judged {
            None => "Looking for the par".to_owned(),
            Some(_) => format!("Playing it: {} of {DEALS} deals", known.paid.0),
        };
        if widgets::button(ui, Some(Icon::Close), "Stop", Weight::Plain, true, true).clicked() {
            inquiry.stop();
        }
        widgets::caption(ui, words);
    });
}
