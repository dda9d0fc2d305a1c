//! The choice of a puzzle before the deal: the puzzles that ship with Parlour by grade, and the player's own.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy_egui::egui::{self, Align2, Id, Ui, Vec2};

use super::plan::{self, ShippedPuzzle, style_of, text};
use crate::games::mystery::puzzle::analysis::{BackgroundTask, ParFound};
use crate::games::mystery::puzzle::grade::Grade;
use crate::games::mystery::puzzle::{Change, Puzzle, Twist};
use crate::games::mystery::rules::{GUESSED, Options, SOLVED};
use crate::table::panels::{OwnPuzzle, Played, SetupContext, SetupRequest};
use crate::table::theme::{self, size, space};
use crate::table::widgets::{self, ButtonStyle, Icon};
use crate::words::{capitalised, counted};

const LIST: f32 = 420.0;

const TICK: f32 = 14.0;

/// Which puzzles are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Mods {
    #[default]
    Any,
    Plain,
    MoreRows,
    SeveralMysteries,
    Twists,
    Shuffles,
    Jokers,
    Removals,
}

impl Mods {
    const ALL: [Mods; 8] = [
        Mods::Any,
        Mods::Plain,
        Mods::MoreRows,
        Mods::SeveralMysteries,
        Mods::Twists,
        Mods::Shuffles,
        Mods::Jokers,
        Mods::Removals,
    ];

    fn word(self) -> String {
        let words = [
            "All puzzles",
            "Without mods",
            "More rows",
            "Several mysteries",
            "Swaps and shifts",
            "Shuffles",
            "Jokers",
            "Removals",
        ];
        words[self as usize].to_owned()
    }

    fn fit(self, puzzle: &Puzzle) -> bool {
        let has = |fits: fn(&Twist) -> bool| puzzle.twists.iter().any(fits);
        match self {
            Mods::Any => true,
            Mods::Plain => puzzle.mods().is_empty() && puzzle.rows == 4 && puzzle.mysteries() == 1,
            Mods::MoreRows => puzzle.rows > 4,
            Mods::SeveralMysteries => puzzle.mysteries() > 1,
            Mods::Twists => has(|twist| matches!(twist, Twist::Swap(..) | Twist::Shift(_))),
            Mods::Shuffles => has(|twist| matches!(twist, Twist::Shuffle(_))),
            Mods::Jokers => puzzle.jokers() > 0,
            Mods::Removals => puzzle.changes.iter().any(|change| matches!(change, Change::Remove { .. })),
        }
    }
}

pub fn show(ui: &mut Ui, context: &mut SetupContext<'_>) {
    let mut options: Options = ron::from_str(context.options).unwrap_or_default();
    let before = options.clone();
    let width = LIST.min(0.4 * ui.available_width());
    let mods_id = Id::new("mods of listed puzzles");
    let mut mods: Mods = ui.data(|data| data.get_temp(mods_id)).unwrap_or_default();
    let listed_before = (mods, options.pure_logic);
    ui.horizontal_top(|ui| {
        ui.vertical(|ui| {
            ui.set_width(width);
            plan::list(ui, "mods", "Which puzzles are listed", width - space::M, &mut mods, &Mods::ALL, Mods::word);
            ui.add_space(space::S);
            let list = egui::ScrollArea::vertical().id_salt("puzzles").auto_shrink([false, false]);
            list.show(ui, |ui| puzzle_list(ui, mods, &mut options, context));
        });
        ui.add_space(space::XL);
        ui.vertical(|ui| {
            let chosen = egui::ScrollArea::vertical().id_salt("chosen puzzle").auto_shrink([false, false]);
            chosen.show(ui, |ui| chosen_puzzle(ui, &mut options, context));
        });
    });
    ui.data_mut(|data| data.insert_temp(mods_id, mods));
    if listed_before != (mods, options.pure_logic) {
        choose_listed(ui, mods, &mut options);
    }
    if options != before {
        *context.options = ron::to_string(&options).unwrap_or_default();
    }
}

/// After the list has changed: what is chosen is one of it, and in view.
fn choose_listed(ui: &Ui, mods: Mods, options: &mut Options) {
    ui.data_mut(|data| data.remove::<(String, u64)>(in_view_id()));
    let shipped = plan::shipped_puzzles(ui);
    let mut listed =
        Grade::ALL.into_iter().flat_map(|grade| shipped.iter().filter(move |puzzle| puzzle.entry.grade == grade));
    let is_listed = |puzzle: &&ShippedPuzzle| mods.fit(&puzzle.puzzle);
    let is_chosen = |puzzle: &ShippedPuzzle| options.puzzle_text.is_empty() && puzzle.entry.id == options.puzzle;
    if mods != Mods::Any
        && !listed.clone().filter(is_listed).any(is_chosen)
        && let Some(first) = listed.find(is_listed)
    {
        *options = Options { puzzle: first.entry.id.clone(), pure_logic: options.pure_logic, ..Options::default() };
    }
}

fn in_view_id() -> Id {
    Id::new("chosen puzzle in view")
}

fn heading(ui: &mut Ui, words: &str) {
    let ink = theme::of(ui);
    text(ui, words, theme::display(size::DISPLAY_S), ink.text);
}

fn puzzle_list(ui: &mut Ui, mods: Mods, options: &mut Options, context: &mut SetupContext<'_>) {
    ui.spacing_mut().item_spacing.y = space::XS;
    let counts = solved_counts(ui, context.played);
    if !context.own.is_empty() && mods == Mods::Any {
        heading(ui, "Your puzzles");
        for number in 0..context.own.len() {
            own_row(ui, number, options, &counts, context);
        }
        ui.add_space(space::S);
    }
    let shipped = plan::shipped_puzzles(ui);
    for grade in Grade::ALL {
        let graded = |puzzle: &&ShippedPuzzle| {
            let of = if options.pure_logic { puzzle.entry.reasoning } else { puzzle.entry.grade };
            of == grade && mods.fit(&puzzle.puzzle)
        };
        let listed: Vec<&ShippedPuzzle> = shipped.iter().filter(graded).collect();
        if listed.is_empty() {
            continue;
        }
        heading(ui, &capitalised(grade.word()));
        for puzzle in listed {
            shipped_row(ui, puzzle, options, &counts, context.requests);
        }
        ui.add_space(space::S);
    }
}

fn shipped_row(
    ui: &mut Ui,
    puzzle: &ShippedPuzzle,
    options: &mut Options,
    counts: &SolvedCounts,
    requests: &mut Vec<SetupRequest>,
) {
    let id = &puzzle.entry.id;
    let is_chosen = options.puzzle_text.is_empty() && options.puzzle == *id;
    let when_chosen = Options { puzzle: id.clone(), pure_logic: options.pure_logic, ..Options::default() };
    let par = format!("par {}", puzzle.par.rounded());
    if puzzle_row(ui, &puzzle.puzzle.title, &par, is_chosen, is_solved(counts, &when_chosen), requests) {
        *options = when_chosen;
    }
}

/// One of the player's own puzzles, or what is wrong with its file.
fn own_row(ui: &mut Ui, number: usize, options: &mut Options, counts: &SolvedCounts, context: &mut SetupContext<'_>) {
    let Some(own) = context.own.get(number) else { return };
    let read = own.text.as_ref().map(|text| plan::read(ui, text));
    match read.as_deref().map_err(|why| *why).and_then(Result::as_ref) {
        Ok(puzzle) => {
            let is_chosen = options.puzzle_file == own.file && !options.puzzle_text.is_empty();
            let detail = match own_par(ui, puzzle, context) {
                Some(ParFound::Par(par, _)) => format!("par {}", par.rounded()),
                Some(ParFound::AtLeast(par)) => format!("par at least {}", par.rounded()),
                Some(ParFound::None) => "no par".to_owned(),
                None => counted(puzzle.piles.len(), "pile", "piles"),
            };
            let when_chosen = Options { pure_logic: options.pure_logic, ..Options::own(puzzle, own.file.clone()) };
            let is_solved = is_solved(counts, &when_chosen);
            if puzzle_row(ui, &puzzle.title, &detail, is_chosen, is_solved, context.requests) {
                *options = when_chosen;
            }
        }
        Err(why) => {
            let ink = theme::of(ui);
            text(ui, format!("{}: {why}", own.file), theme::body(size::CAPTION), ink.bad);
        }
    }
}

/// The par of one of the player's own puzzles, once it has been computed.
fn own_par(ui: &Ui, puzzle: &Puzzle, context: &mut SetupContext<'_>) -> Option<ParFound> {
    let id = Id::new(("par of a puzzle", puzzle.to_line()));
    let known: Option<Arc<BackgroundTask<Option<ParFound>>>> = ui.data(|data| data.get_temp(id));
    if let Some(task) = known {
        return task.result();
    }
    let wake = context.wake.clone();
    let (task, work) = BackgroundTask::judge(puzzle, move || wake.wake());
    ui.data_mut(|data| data.insert_temp(id, Arc::new(task)));
    (context.work)(work);
    None
}

/// How a puzzle was played so far.
#[derive(Clone, Copy, PartialEq, Default)]
struct SolvedCount {
    solved: u32,
    /// Right, but not certain.
    guessed: u32,
    played: u32,
    /// The questions of the games that were solved for certain, and how many those were.
    questions: u32,
    certain: u32,
}

/// By puzzle key.
type SolvedCounts = BTreeMap<(String, bool), SolvedCount>;

/// Cached until another game is played.
fn solved_counts(ui: &Ui, played: &[Played<'_>]) -> Arc<SolvedCounts> {
    let count = || {
        let mut counts = SolvedCounts::new();
        for game in played {
            let Ok(options) = ron::from_str::<Options>(game.options) else { continue };
            let count = counts.entry(puzzle_key(&options)).or_default();
            count.solved += u32::from(game.title == SOLVED);
            count.guessed += u32::from(game.title == GUESSED);
            count.played += 1;
            count.questions += game.effort.unwrap_or_default();
            count.certain += u32::from(game.effort.is_some());
        }
        Arc::new(counts)
    };
    ui.data_mut(|data| data.get_temp_mut_or_insert_with(Id::new(("puzzles played", played.len())), count).clone())
}

fn is_solved(counts: &SolvedCounts, options: &Options) -> bool {
    counts.get(&puzzle_key(options)).is_some_and(|count| count.solved > 0)
}

/// Identifies a puzzle, the id of a shipped one, the text of one of the player's own, and whether it is pure logic.
fn puzzle_key(options: &Options) -> (String, bool) {
    let puzzle = if options.puzzle_text.is_empty() { &options.puzzle } else { &options.puzzle_text };
    (puzzle.clone(), options.pure_logic)
}

/// A row of the list; returns whether it was clicked. A double click, or Enter on the chosen row, deals the puzzle.
fn puzzle_row(
    ui: &mut Ui,
    title: &str,
    detail: &str,
    is_chosen: bool,
    is_solved: bool,
    requests: &mut Vec<SetupRequest>,
) -> bool {
    let ink = theme::of(ui);
    let width = ui.available_width() - space::M;
    let name = format!("{title}, {detail}{}", if is_solved { ", solved" } else { "" });
    let plate = widgets::plate(ui, Vec2::new(width, theme::TARGET), &name, style_of(is_chosen), true);
    show_chosen(ui, &plate, title, is_chosen);
    let inside = plate.rect.shrink2(Vec2::new(space::L, 0.0));
    let font = theme::body(size::SECOND);
    let written = ui.painter().text(inside.left_center(), Align2::LEFT_CENTER, title, font.clone(), ink.text.egui());
    if is_solved {
        let tick = if is_chosen { ink.text } else { ink.good };
        let square = egui::Rect::from_center_size(written.right_center() + Vec2::new(space::L, 0.0), Vec2::splat(TICK));
        widgets::draw_icon(ui.painter(), square, Icon::Done, tick.egui());
    }
    let muted = if is_chosen { ink.text } else { ink.muted };
    // Where the title takes all the room, it is enough: what is chosen is described beside the list.
    let galley = ui.painter().layout_no_wrap(detail.to_owned(), font, muted.egui());
    let left = inside.right() - galley.size().x;
    if left > written.right() + space::M {
        ui.painter().galley(egui::pos2(left, inside.center().y - galley.size().y / 2.0), galley, muted.egui());
    }
    let is_entered = plate.clicked() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    if is_chosen && (plate.double_clicked() || is_entered) {
        requests.push(SetupRequest::Deal);
    }
    plate.clicked()
}

/// Scrolls to the chosen line when the list is opened.
fn show_chosen(ui: &Ui, plate: &egui::Response, title: &str, is_chosen: bool) {
    if !is_chosen {
        return;
    }
    let id = in_view_id();
    let now = ui.ctx().cumulative_pass_nr();
    let in_view: Option<(String, u64)> = ui.data(|data| data.get_temp(id));
    // A list that was not shown in the pass before has just been opened.
    let is_in_view = in_view.is_some_and(|(shown, pass)| shown == title && pass + 1 >= now);
    if !is_in_view {
        plate.scroll_to_me(Some(egui::Align::Center));
    }
    ui.data_mut(|data| data.insert_temp(id, (title.to_owned(), now)));
}

fn chosen_puzzle(ui: &mut Ui, options: &mut Options, context: &mut SetupContext<'_>) {
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
    let par = match shipped {
        Some(shipped) => Some(ParFound::Par(shipped.par, shipped.entry.worst)),
        None => own_par(ui, puzzle, context),
    };
    let caption = widgets::caption(ui, about(puzzle, shipped, par, options.pure_logic));
    if let Some(ParFound::Par(par, _)) = par {
        widgets::tip(&caption, &plan::exact_par(par), &[]);
    }
    if let Some(count) = solved_counts(ui, context.played).get(&puzzle_key(options)) {
        widgets::caption(ui, so_far(count, par));
    }
    ui.add_space(space::S);
    let ways = [(false, "With the low deck"), (true, "Pure logic")];
    widgets::choice(ui, "How to play", &mut options.pure_logic, &ways);
    widgets::caption(ui, if options.pure_logic { PURE_LOGIC } else { LOW_DECK });
    ui.add_space(space::S);
    ui.horizontal_top(|ui| {
        plan::grid(ui, puzzle, 36.0);
        ui.add_space(space::M);
        ui.vertical(|ui| plan::piles(ui, puzzle, options.pure_logic));
    });
    for (number, words) in puzzle.mods().into_iter().enumerate() {
        widgets::caption(ui, if number == 0 { format!("{words}.") } else { format!("Then {words}.") });
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
    let is_deleted = widgets::button(ui, None, "Delete file", ButtonStyle::Plain, true, false).clicked();
    let is_cancelled = plan::button(ui, "Cancel");
    if is_deleted {
        requests.push(SetupRequest::Delete(own.file.clone()));
    }
    if is_deleted || is_cancelled {
        ui.data_mut(|data| data.remove::<bool>(id));
    }
}

const LOW_DECK: &str = "You pay for questions with cards from the low deck. The more of it is left, the better.";
const PURE_LOGIC: &str = "Questions are free. The fewer you need, the better.";

/// "Solved 2 of 3 games · 4.5 questions on average, 0.1 over par".
fn so_far(count: &SolvedCount, par: Option<ParFound>) -> String {
    let mut words = format!("solved {} of {}", count.solved, counted(count.played, "game", "games"));
    if count.guessed > 0 {
        words += &format!(" · {}", counted(count.guessed, "lucky guess", "lucky guesses"));
    }
    if count.certain > 0 {
        let mean = f64::from(count.questions) / f64::from(count.certain);
        words += &format!(" · {mean:.1} questions on average");
        if let Some(ParFound::Par(par, _)) = par {
            let over = (10.0 * (mean - par.value())).round() / 10.0;
            words += &match over {
                over if over.abs() < 0.05 => ", on par".to_owned(),
                over if over < 0.0 => format!(", {:.1} under par", over.abs()),
                over => format!(", {over:.1} over par"),
            };
        }
    }
    words
}

fn about(puzzle: &Puzzle, shipped: Option<&ShippedPuzzle>, par: Option<ParFound>, pure_logic: bool) -> String {
    let par = match par {
        Some(ParFound::Par(par, worst)) => Some(format!("par {} ({worst} at worst)", par.rounded())),
        Some(ParFound::None) => Some("no par: it cannot always be solved".to_owned()),
        Some(ParFound::AtLeast(par)) => Some(format!("par at least {}", par.rounded())),
        None => None,
    };
    let grades = |ShippedPuzzle { entry, .. }: &ShippedPuzzle| match pure_logic {
        true => format!("reasoning {}", entry.reasoning.word()),
        false => format!("low deck {} · reasoning {}", entry.grade.word(), entry.reasoning.word()),
    };
    let parts = [
        (!puzzle.author.is_empty()).then(|| format!("by {}", puzzle.author)),
        par,
        shipped.map(grades),
        puzzle.printed_par.map(|par| format!("printed par {par}")),
        (puzzle.rows > 4).then(|| format!("{} rows", puzzle.rows)),
        (puzzle.mysteries() > 1).then(|| format!("{} mystery cards", puzzle.mysteries())),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}
