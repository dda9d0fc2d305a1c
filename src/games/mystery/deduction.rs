//! The next thing that can be worked out from the turned-up cards and the player's notes, as a teacher would show it:
//! where to look, the rule, and what follows.

use crate::cards::{Card, Suit};
use crate::engine::game::{Bots, Cancel, Game, Observation};
use crate::engine::rng::GameRng;
use crate::engine::seats::{BotLevel, Seat, Seats, Viewer};

use super::moves::Move;
use super::notes::{Note, NoteMark, Notes, Sheet, answers_left, cells_for, row_name};
use super::puzzle::{COLUMNS, GridCell, Puzzle, list_cells};
use super::rules::{MysteryMachine, Options, View};

/// One step of reasoning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deduction {
    /// Where to look.
    pub look: String,
    /// Why something follows.
    pub rule: String,
    /// What follows.
    pub conclusion: String,
    /// The cells that it is about.
    pub cells: Vec<GridCell>,
    /// The same as notes.
    pub notes: Vec<(Note, NoteMark)>,
    /// Whether something has to be supposed and led to a contradiction.
    pub is_supposition: bool,
}

/// The simplest step that is left; `None` once everything is noted that can be known of rows and columns.
///
/// It takes the notes for true: check them first.
pub fn next(view: &View, notes: &Notes) -> Option<Deduction> {
    let sheet = Sheet::of(notes, view);
    let reader = Reader { view, sheet: &sheet };
    let up = || view.up.iter().enumerate().flat_map(|(pile, up)| up.iter().map(move |answer| (pile, answer.card())));
    let cards = || up().filter_map(|(pile, card)| Some((pile, card?)));
    cards()
        .find_map(|(pile, card)| reader.only_cell(pile, card))
        .or_else(|| cards().find_map(|(pile, card)| reader.lines_of(pile, card)))
        .or_else(|| reader.last_of_a_row())
        .or_else(|| reader.last_of_a_column())
        .or_else(|| reader.by_all_deals())
}

/// How much a supposition counts beside a step that follows at once.
const SUPPOSITION: u32 = 4;

/// How much there is to reason in a puzzle: the steps from the turned-up cards to a certain mystery, on average over so
/// many deals in which the best questions were asked, where a supposition counts as four. `None` if `stop` returned true
/// or the puzzle cannot be dealt.
pub fn effort(puzzle: &Puzzle, deals: u32, stop: &dyn Fn() -> bool) -> Option<f64> {
    let options = Options { pure_logic: true, ..Options::own(puzzle, "") };
    let mut bot = MysteryMachine::bot(BotLevel::Hard);
    let mut steps = 0;
    for number in 0..deals {
        if stop() {
            return None;
        }
        let mut rng = GameRng::from_number(u64::from(number));
        let mut game = MysteryMachine::deal(&options, Seats::ONE, None, &mut rng).ok()?;
        loop {
            let (view, legal) = (game.view(Viewer::Public), game.legal_moves(Seat::FIRST));
            let observation = Observation { seat: Seat::FIRST, view: &view, seen: &[], legal: &legal };
            let mv = bot.choose(&observation, 0, &Cancel::new())?;
            if matches!(mv, Move::Guess(_)) {
                break;
            }
            game.apply(Seat::FIRST, &mv, &mut rng);
        }
        steps += steps_to_certainty(&game.view(Viewer::Public));
    }
    Some(f64::from(steps) / f64::from(deals.max(1)))
}

/// How much there is to reason until the notes leave one answer, or nothing more can be worked out.
fn steps_to_certainty(view: &View) -> u32 {
    let mut notes = Notes::default();
    let mut steps = 0;
    let is_certain = |notes: &Notes| {
        let sheet = Sheet::of(notes, view);
        (0..view.puzzle.mysteries()).all(|slot| answers_left(view, notes, &sheet, slot).len() == 1)
    };
    while !is_certain(&notes)
        && let Some(step) = next(view, &notes)
    {
        steps += if step.is_supposition { SUPPOSITION } else { 1 };
        step.notes.into_iter().for_each(|(note, mark)| notes.set(note, mark));
    }
    steps
}

struct Reader<'a> {
    view: &'a View,
    sheet: &'a Sheet,
}

impl Reader<'_> {
    fn is_open(&self, note: Note) -> bool {
        self.sheet.mark(note) == NoteMark::Possible
    }

    fn rank_word(&self, rank: u8) -> String {
        self.view.puzzle.ranks().get(usize::from(rank)).map_or(String::new(), |rank| rank.label().to_owned())
    }

    fn suit_word(suit: u8) -> String {
        Suit::ALL.get(usize::from(suit)).map_or(String::new(), |suit| suit.sign().to_string())
    }

    /// A turned-up card that only one cell is left for.
    fn only_cell(&self, pile: usize, card: Card) -> Option<Deduction> {
        let cells = cells_for(self.view, self.sheet, pile, card);
        let number = self.view.reasoner.number(card)?;
        let [cell] = cells.as_slice() else { return None };
        let note = Note::Cell(*cell, number);
        self.is_open(note).then(|| Deduction {
            look: format!("Look at {} in pile {}.", card.pretty(), pile + 1),
            rule: format!(
                "A turned-up card lies in one of its pile’s cells, and only one cell of pile {} is left for it.",
                pile + 1
            ),
            conclusion: format!("{} lies in {cell}.", card.pretty()),
            cells: vec![*cell],
            notes: vec![(note, NoteMark::Settled)],
            is_supposition: false,
        })
    }

    /// The rank of a turned-up card is in one of the rows in which the card may lie, and its suit in one of the columns.
    fn lines_of(&self, pile: usize, card: Card) -> Option<Deduction> {
        let cells = cells_for(self.view, self.sheet, pile, card);
        let number = self.view.reasoner.number(card)?;
        let (rank, suit) = (number / 4, number % 4);
        let rows = (0..self.view.puzzle.rows).filter(|row| cells.iter().all(|cell| cell.row() != *row));
        let rows: Vec<Note> = rows.map(|row| Note::Row(row, rank)).filter(|note| self.is_open(*note)).collect();
        let columns = (0..COLUMNS).filter(|column| cells.iter().all(|cell| cell.column() != *column));
        let columns: Vec<Note> =
            columns.map(|column| Note::Column(column, suit)).filter(|note| self.is_open(*note)).collect();
        let (notes, rule, word) = match (rows.is_empty(), columns.is_empty()) {
            (false, _) => (rows, "Its rank is the rank of a row in which it may lie.", self.rank_word(rank)),
            (true, false) => (columns, "Its suit is the suit of a column in which it may lie.", Self::suit_word(suit)),
            (true, true) => return None,
        };
        let lines = lines_of(&notes);
        Some(Deduction {
            look: format!("Look at {} in pile {}: it lies in {}.", card.pretty(), pile + 1, one_of(&cells)),
            rule: rule.to_owned(),
            conclusion: format!("{word} is not the {} of {lines}.", kind_of(notes.first())),
            cells,
            notes: notes.into_iter().map(|note| (note, NoteMark::CrossedOut)).collect(),
            is_supposition: false,
        })
    }

    /// A row that one rank is left for, or a rank that one row is left for.
    fn last_of_a_row(&self) -> Option<Deduction> {
        let rows = self.view.puzzle.rows;
        let all = || (0..rows).flat_map(|row| (0..rows).map(move |rank| (row, rank)));
        let possible = |row: u8, rank: u8| self.sheet.mark(Note::Row(row, rank)) != NoteMark::CrossedOut;
        let is_last_rank = |row: u8, rank: u8| (0..rows).filter(|other| possible(row, *other)).eq([rank]);
        let is_last_row = |row: u8, rank: u8| (0..rows).filter(|other| possible(*other, rank)).eq([row]);
        let (row, rank) = all().find(|(row, rank)| {
            self.is_open(Note::Row(*row, *rank)) && (is_last_rank(*row, *rank) || is_last_row(*row, *rank))
        })?;
        let rule = match is_last_rank(row, rank) {
            true => "Every row has a rank, and for this one all others are crossed out.".to_owned(),
            false => format!("Every rank has a row, and for {} all others are crossed out.", self.rank_word(rank)),
        };
        Some(Deduction {
            look: format!("Look at {}.", row_name(row)),
            rule,
            conclusion: format!("{} is the rank of {}.", self.rank_word(rank), row_name(row)),
            cells: cells_of_row(row),
            notes: vec![(Note::Row(row, rank), NoteMark::Settled)],
            is_supposition: false,
        })
    }

    fn last_of_a_column(&self) -> Option<Deduction> {
        let all = || (0..COLUMNS).flat_map(|column| (0..COLUMNS).map(move |suit| (column, suit)));
        let possible = |column: u8, suit: u8| self.sheet.mark(Note::Column(column, suit)) != NoteMark::CrossedOut;
        let is_last_suit = |column: u8, suit: u8| (0..COLUMNS).filter(|other| possible(column, *other)).eq([suit]);
        let is_last_column = |column: u8, suit: u8| (0..COLUMNS).filter(|other| possible(*other, suit)).eq([column]);
        let (column, suit) = all().find(|(column, suit)| {
            self.is_open(Note::Column(*column, *suit))
                && (is_last_suit(*column, *suit) || is_last_column(*column, *suit))
        })?;
        let rule = match is_last_suit(column, suit) {
            true => "Every column has a suit, and for this one all others are crossed out.".to_owned(),
            false => format!("Every suit has a column, and for {} all others are crossed out.", Self::suit_word(suit)),
        };
        Some(Deduction {
            look: format!("Look at column {}.", column + 1),
            rule,
            conclusion: format!("{} is the suit of column {}.", Self::suit_word(suit), column + 1),
            cells: cells_of_column(column, self.view.puzzle.rows),
            notes: vec![(Note::Column(column, suit), NoteMark::Settled)],
            is_supposition: false,
        })
    }

    /// What no single rule shows: a rank or suit that is in no deal that fits the turned-up cards.
    fn by_all_deals(&self) -> Option<Deduction> {
        let known = &self.view.known;
        let rows = self.view.puzzle.rows;
        let of_rows = (0..rows).flat_map(|row| (0..rows).map(move |rank| Note::Row(row, rank)));
        let of_columns = (0..COLUMNS).flat_map(|column| (0..COLUMNS).map(move |suit| Note::Column(column, suit)));
        let is_out = |note: &Note| match *note {
            Note::Row(row, rank) => known.rows[usize::from(row)] >> rank & 1 == 0,
            Note::Column(column, suit) => known.columns[usize::from(column)] >> suit & 1 == 0,
            Note::Cell(..) => false,
        };
        let note = of_rows.chain(of_columns).find(|note| is_out(note) && self.is_open(*note))?;
        let (word, cells) = match note {
            Note::Row(row, rank) => (self.rank_word(rank), cells_of_row(row)),
            Note::Column(column, suit) => (Self::suit_word(suit), cells_of_column(column, rows)),
            Note::Cell(..) => return None,
        };
        Some(Deduction {
            look: format!("Suppose that {word} were the {} of {}.", kind_of(Some(&note)), line_of(note)),
            rule: "Then go through the turned-up cards one by one: one of them would have no cell left.".to_owned(),
            conclusion: format!("{word} is not the {} of {}.", kind_of(Some(&note)), line_of(note)),
            cells,
            notes: vec![(note, NoteMark::CrossedOut)],
            is_supposition: true,
        })
    }
}

fn kind_of(note: Option<&Note>) -> &'static str {
    if matches!(note, Some(Note::Row(..))) { "rank" } else { "suit" }
}

/// "row C1–C4", "rows B1–B4, C1–C4 or D1–D4", "columns 1 or 2".
fn lines_of(notes: &[Note]) -> String {
    let names: Vec<String> = notes.iter().map(|note| line_of(*note)).collect();
    let Some((kind, _)) = names.first().and_then(|name| name.split_once(' ')) else { return String::new() };
    let bare: Vec<&str> = names.iter().filter_map(|name| name.split_once(' ').map(|(_, bare)| bare)).collect();
    match bare.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{kind}s {} or {last}", others.join(", ")),
        _ => names.concat(),
    }
}

fn line_of(note: Note) -> String {
    match note {
        Note::Row(row, _) => row_name(row),
        Note::Column(column, _) => format!("column {}", column + 1),
        Note::Cell(cell, _) => cell.to_string(),
    }
}

/// "A4", "A4 or C1", "A4, B2 or C1".
fn one_of(cells: &[GridCell]) -> String {
    match cells.split_last() {
        Some((last, [])) => last.to_string(),
        Some((last, others)) => format!("{} or {last}", list_cells(others)),
        None => String::new(),
    }
}

fn cells_of_row(row: u8) -> Vec<GridCell> {
    (0..COLUMNS).filter_map(|column| GridCell::new(row, column)).collect()
}

fn cells_of_column(column: u8, rows: u8) -> Vec<GridCell> {
    (0..rows).filter_map(|row| GridCell::new(row, column)).collect()
}
