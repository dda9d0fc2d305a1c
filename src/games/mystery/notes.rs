//! The player's notes on the grid: ranks of rows, suits of columns, and cards of cells, each crossed out or settled, by
//! hand or by the program.
//!
//! Notes are not part of the game: the rules do not know them and records do not contain them. The window saves them as
//! text.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::cards::{Card, Rank, Suit};
use crate::games::mystery::puzzle::{COLUMNS, GridCell, MOST_ROWS};
use crate::games::mystery::rules::View;

/// What can be noted. Rows and columns count from 0; ranks and suits as in [`Puzzle::ranks`] and [`Suit::ALL`], cards
/// are 4 · rank + suit.
///
/// [`Puzzle::ranks`]: crate::games::mystery::puzzle::Puzzle::ranks
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Note {
    /// This row has this rank.
    Row(u8, u8),
    /// This column has this suit.
    Column(u8, u8),
    /// This cell has this card.
    Cell(GridCell, u8),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum NoteMark {
    #[default]
    Possible,
    CrossedOut,
    Settled,
}

impl NoteMark {
    /// The mark that a click makes of this one.
    pub fn next(self) -> NoteMark {
        match self {
            NoteMark::Possible => NoteMark::CrossedOut,
            NoteMark::CrossedOut => NoteMark::Settled,
            NoteMark::Settled => NoteMark::Possible,
        }
    }
}

/// Marks that somebody made: `true` is settled, `false` crossed out.
type Marks = BTreeMap<Note, bool>;

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Notes {
    pub seed: String,
    /// Whether the program crosses out whatever is impossible.
    pub kept: bool,
    ink: Marks,
    /// What is only tried: kept or dropped as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pencil: Option<Marks>,
}

impl Notes {
    /// Reads saved notes; empty if the text is invalid or about another deal.
    pub fn read(text: &str, seed: &str) -> Notes {
        let read: Notes = ron::from_str(text).unwrap_or_default();
        if read.seed == seed { read } else { Notes { seed: seed.to_owned(), ..Notes::default() } }
    }

    pub fn text(&self) -> String {
        ron::to_string(self).unwrap_or_default()
    }

    pub fn has_pencil(&self) -> bool {
        self.pencil.is_some()
    }

    /// From now on, marks are only tried.
    pub fn take_pencil(&mut self) {
        self.pencil.get_or_insert_default();
    }

    pub fn keep_pencil(&mut self) {
        self.ink.extend(self.pencil.take().unwrap_or_default());
    }

    pub fn drop_pencil(&mut self) {
        self.pencil = None;
    }

    pub fn is_empty(&self) -> bool {
        self.ink.is_empty() && self.pencil.as_ref().is_none_or(Marks::is_empty)
    }

    pub fn clear(&mut self) {
        self.ink.clear();
        self.pencil = None;
    }

    /// The mark made by hand, and whether in pencil.
    pub fn made(&self, note: Note) -> Option<(NoteMark, bool)> {
        let mark = |settled: &bool| if *settled { NoteMark::Settled } else { NoteMark::CrossedOut };
        let in_ink = self.ink.get(&note).map(|settled| (mark(settled), false));
        in_ink.or_else(|| Some((mark(self.pencil.as_ref()?.get(&note)?), true)))
    }

    /// Makes a mark: in pencil if that is taken, and then nothing that is marked in ink.
    pub fn set(&mut self, note: Note, mark: NoteMark) {
        let marks = match &mut self.pencil {
            Some(_) if self.ink.contains_key(&note) => return,
            Some(pencil) => pencil,
            None => &mut self.ink,
        };
        match mark {
            NoteMark::Possible => drop(marks.remove(&note)),
            NoteMark::CrossedOut => drop(marks.insert(note, false)),
            NoteMark::Settled => drop(marks.insert(note, true)),
        }
    }

    /// All marks made by hand.
    fn all(&self) -> impl Iterator<Item = (Note, bool)> {
        self.ink.iter().chain(self.pencil.iter().flatten()).map(|(note, settled)| (*note, *settled))
    }
}

/// The notes as they stand on the grid: what was marked, and what that implies at once. A settled rank is crossed out in
/// all other rows, a settled card settles its row and column, and so on; nothing is worked out beyond that.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    /// For each row its possible ranks, for each column its possible suits, as bits.
    rows: [u8; MOST_ROWS as usize],
    columns: [u8; COLUMNS as usize],
    /// The settled ones.
    ranks: [Option<u8>; MOST_ROWS as usize],
    suits: [Option<u8>; COLUMNS as usize],
    crossed: Vec<(GridCell, u8)>,
    settled: BTreeMap<GridCell, u8>,
}

impl Sheet {
    pub fn of(notes: &Notes, view: &View) -> Sheet {
        let rows = usize::from(view.puzzle.rows);
        let mut sheet = Sheet {
            rows: [u8::MAX >> (MOST_ROWS - view.puzzle.rows); MOST_ROWS as usize],
            columns: [0b1111; COLUMNS as usize],
            ranks: [None; MOST_ROWS as usize],
            suits: [None; COLUMNS as usize],
            crossed: Vec::new(),
            settled: BTreeMap::new(),
        };
        if notes.kept {
            (sheet.rows, sheet.columns) = (view.known.rows, view.known.columns);
            sheet.ranks = sheet.rows.map(only);
            sheet.suits = sheet.columns.map(only);
        } else {
            notes.all().for_each(|(note, settled)| sheet.note(note, settled));
            sheet.imply(rows);
        }
        sheet
    }

    fn note(&mut self, note: Note, settled: bool) {
        match (note, settled) {
            (Note::Row(row, rank), _) if row >= MOST_ROWS || rank >= MOST_ROWS => {}
            (Note::Column(column, suit), _) if column >= COLUMNS || suit >= COLUMNS => {}
            (Note::Row(row, rank), true) => self.ranks[usize::from(row)] = Some(rank),
            (Note::Row(row, rank), false) => self.rows[usize::from(row)] &= !(1 << rank),
            (Note::Column(column, suit), true) => self.suits[usize::from(column)] = Some(suit),
            (Note::Column(column, suit), false) => self.columns[usize::from(column)] &= !(1 << suit),
            (Note::Cell(cell, card), true) if card < 4 * MOST_ROWS => {
                self.settled.insert(cell, card);
                self.ranks[usize::from(cell.row())] = Some(card / 4);
                self.suits[usize::from(cell.column())] = Some(card % 4);
            }
            (Note::Cell(cell, card), _) => self.crossed.push((cell, card)),
        }
    }

    /// Every row has a rank of its own, and every column a suit.
    fn imply(&mut self, rows: usize) {
        let imply = |sets: &mut [u8], settled: &[Option<u8>]| {
            for (line, value) in settled.iter().enumerate().filter_map(|(line, value)| Some((line, (*value)?))) {
                for (other, set) in sets.iter_mut().enumerate() {
                    *set &= if other == line { 1 << value } else { !(1 << value) };
                }
            }
        };
        imply(&mut self.rows[..rows], &self.ranks[..rows]);
        imply(&mut self.columns, &self.suits);
    }

    pub fn mark(&self, note: Note) -> NoteMark {
        let (is_possible, is_settled) = match note {
            Note::Row(row, rank) => {
                (self.may_be(row, Some(rank), None), self.ranks.get(usize::from(row)) == Some(&Some(rank)))
            }
            Note::Column(column, suit) => {
                let possible = self.columns.get(usize::from(column)).is_some_and(|suits| suits >> suit & 1 == 1);
                (possible, self.suits.get(usize::from(column)) == Some(&Some(suit)))
            }
            Note::Cell(cell, card) => {
                (self.may_lie(cell, card), self.card_of(cell) == (Some(card / 4), Some(card % 4)))
            }
        };
        match (is_possible, is_settled) {
            (false, _) => NoteMark::CrossedOut,
            (true, true) => NoteMark::Settled,
            (true, false) => NoteMark::Possible,
        }
    }

    fn may_be(&self, row: u8, rank: Option<u8>, column_and_suit: Option<(u8, u8)>) -> bool {
        let in_row = |rank: u8| self.rows.get(usize::from(row)).is_some_and(|ranks| ranks >> rank & 1 == 1);
        let in_column = |(column, suit): (u8, u8)| self.columns[usize::from(column)] >> suit & 1 == 1;
        rank.is_none_or(in_row) && column_and_suit.is_none_or(in_column)
    }

    /// Whether a card may lie in a cell, by these notes.
    pub fn may_lie(&self, cell: GridCell, card: u8) -> bool {
        let is_elsewhere = self.settled.iter().any(|(at, settled)| *settled == card && *at != cell);
        let is_crossed = self.crossed.contains(&(cell, card));
        !is_elsewhere && !is_crossed && self.may_be(cell.row(), Some(card / 4), Some((cell.column(), card % 4)))
    }

    /// The rank and suit of a cell as far as they are settled.
    pub fn card_of(&self, cell: GridCell) -> (Option<u8>, Option<u8>) {
        match self.settled.get(&cell) {
            Some(card) => (Some(card / 4), Some(card % 4)),
            None => (self.ranks[usize::from(cell.row())], self.suits[usize::from(cell.column())]),
        }
    }
}

/// The only member of a set of bits.
fn only(set: u8) -> Option<u8> {
    (set.count_ones() == 1).then(|| set.trailing_zeros() as u8)
}

/// The turned-up cards that may lie in a cell, by number: those of the piles that the cell's card can go to.
pub fn candidates(view: &View, cell: GridCell) -> Vec<u8> {
    let piles = view.up.iter().enumerate().filter(|(pile, _)| view.reasoner.cells_of(*pile).contains(cell));
    let cards = piles.flat_map(|(_, up)| up).filter_map(|answer| view.reasoner.number(answer.card()?));
    cards.collect()
}

/// The cells in which a turned-up card of this pile may lie, by the puzzle and these notes.
pub fn cells_for(view: &View, sheet: &Sheet, pile: usize, card: Card) -> Vec<GridCell> {
    let Some(number) = view.reasoner.number(card) else { return Vec::new() };
    view.reasoner.cells_of(pile).iter().filter(|cell| sheet.may_lie(*cell, number)).collect()
}

/// Why notes cannot all be true, as anybody can see.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Contradiction {
    Row(u8),
    Column(u8),
    Rank(Rank),
    Suit(Suit),
    /// A turned-up card has no cell left.
    Card(Card),
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contradiction::Row(row) => write!(f, "no rank is left for {}", row_name(*row)),
            Contradiction::Column(column) => write!(f, "no suit is left for column {}", column + 1),
            Contradiction::Rank(rank) => write!(f, "no row is left for {}", rank.label()),
            Contradiction::Suit(suit) => write!(f, "no column is left for {}", suit.sign()),
            Contradiction::Card(card) => write!(f, "no cell is left for {}", card.pretty()),
        }
    }
}

/// A row's first and last cell: its letter alone could be taken for an ace.
pub fn row_name(row: u8) -> String {
    let letter = char::from(b'A' + row.min(MOST_ROWS - 1));
    format!("row {letter}1–{letter}4")
}

impl Sheet {
    /// The simplest reason why these notes cannot all be true, if there is one.
    pub fn contradiction(&self, view: &View) -> Option<Contradiction> {
        let rows = view.puzzle.rows;
        let (ranks_left, suits_left) = (&self.rows[..usize::from(rows)], &self.columns);
        let has_none = |sets: &[u8], value: u8| sets.iter().all(|set| set >> value & 1 == 0);
        let row = (0..rows).zip(ranks_left).find(|(_, ranks)| **ranks == 0).map(|(row, _)| Contradiction::Row(row));
        let column = || (0..COLUMNS).zip(suits_left).find(|(_, suits)| **suits == 0);
        let rank = || view.puzzle.ranks().into_iter().zip(0..).find(|(_, rank)| has_none(ranks_left, *rank));
        let suit = || Suit::ALL.into_iter().zip(0..).find(|(_, suit)| has_none(suits_left, *suit));
        row.or_else(|| column().map(|(column, _)| Contradiction::Column(column)))
            .or_else(|| rank().map(|(rank, _)| Contradiction::Rank(rank)))
            .or_else(|| suit().map(|(suit, _)| Contradiction::Suit(suit)))
            .or_else(|| self.homeless(view).map(Contradiction::Card))
    }

    /// Whether a deal fits both these notes and the turned-up cards: more than [`Sheet::contradiction`] sees, and nothing
    /// that a player should be told unasked.
    fn has_deal(&self, view: &View) -> bool {
        view.reasoner.fits(&view.seen(), &self.rows, &self.columns)
    }

    /// A turned-up card that no cell is left for.
    fn homeless(&self, view: &View) -> Option<Card> {
        let up = view.up.iter().enumerate().flat_map(|(pile, up)| up.iter().map(move |answer| (pile, answer.card())));
        let mut cards = up.filter_map(|(pile, card)| Some((pile, card?)));
        cards.find(|(pile, card)| cells_for(view, self, *pile, *card).is_empty()).map(|(_, card)| card)
    }
}

/// What comparing notes with everything that the turned-up cards prove says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Check {
    /// Something cannot be true.
    Wrong,
    /// Nothing is wrong, but something is not proven.
    Unproven,
    Proven,
}

impl Check {
    pub fn words(self) -> &'static str {
        match self {
            Check::Wrong => "Something in your notes cannot be true.",
            Check::Unproven => "Nothing here is wrong so far, but not all of it is proven yet.",
            Check::Proven => "Everything you noted is proven.",
        }
    }
}

/// Compares notes made by hand with what the turned-up cards prove.
pub fn check(notes: &Notes, view: &View) -> Check {
    let sheet = Sheet::of(notes, view);
    if sheet.contradiction(view).is_some() || !sheet.has_deal(view) {
        return Check::Wrong;
    }
    let mut worst = Check::Proven;
    for (note, settled) in notes.all() {
        let (may_be, must_be) = possibilities(note, view);
        match if settled { (may_be, must_be) } else { (!must_be, !may_be) } {
            (false, _) => return Check::Wrong,
            (true, false) => worst = Check::Unproven,
            (true, true) => {}
        }
    }
    worst
}

/// Whether a note may be true, and whether it must be, by what the turned-up cards prove.
fn possibilities(note: Note, view: &View) -> (bool, bool) {
    let of_set =
        |set: Option<&u8>, value: u8| set.map_or((false, false), |set| (set >> value & 1 == 1, *set == 1 << value));
    match note {
        Note::Row(row, rank) => of_set(view.known.rows.get(usize::from(row)), rank.min(7)),
        Note::Column(column, suit) => of_set(view.known.columns.get(usize::from(column)), suit.min(7)),
        Note::Cell(cell, card) => {
            let (mut rows, mut columns) = (view.known.rows, view.known.columns);
            let (row, column) = (usize::from(cell.row()), usize::from(cell.column()));
            let must_be = rows[row] == 1 << (card / 4).min(7) && columns[column] == 1 << (card % 4);
            rows[row] &= 1 << (card / 4).min(7);
            columns[column] &= 1 << (card % 4);
            (view.reasoner.fits(&view.seen(), &rows, &columns), must_be)
        }
    }
}

/// The answers to the mystery that these notes leave possible. Notes made by hand say nothing of how ranks and suits go
/// together, so each card is taken by itself.
pub fn answers_left(view: &View, notes: &Notes, sheet: &Sheet, slot: usize) -> Vec<Card> {
    let cards = view.reasoner.cards();
    if notes.kept {
        let set = view.puzzle.named_one_by_one();
        let of_slot = |cards: &[Card]| match slot < set {
            true => cards.get(slot..=slot).unwrap_or_default().to_vec(),
            false => cards.get(set..).unwrap_or_default().to_vec(),
        };
        let answers = view.known.answers.iter().map(|answer| view.reasoner.answer_cards(answer));
        let possible: Vec<Card> = answers.flat_map(|answer| of_slot(&answer)).collect();
        return cards.filter(|card| possible.contains(card)).collect();
    }
    let up: Vec<Card> = view.up.iter().flatten().filter_map(|answer| answer.card()).collect();
    let may_be = |card: &Card| {
        let Some(number) = view.reasoner.number(*card) else { return false };
        let mut cells = view.reasoner.mystery_cells(slot).iter();
        !up.contains(card) && cells.any(|cell| sheet.may_lie(cell, number))
    };
    cards.filter(may_be).collect()
}
