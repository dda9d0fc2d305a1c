//! The player's notes beside the table: ranks, suits and cards that are crossed out, by hand or by the program.
//!
//! Notes are not part of the game: the rules do not know them and records do not contain them. The window saves them as
//! text.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::cards::{Rank, Suit};
use crate::games::mystery::puzzle::{COLUMNS, MOST_PILES, MOST_ROWS};
use crate::games::mystery::rules::View;
use crate::games::mystery::solver::knowledge::Knowledge;
use crate::words::counted;

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Notes {
    pub seed: String,
    /// Whether the program crosses out whatever is impossible.
    pub kept: bool,
    /// For each row the ranks that are crossed out by hand, as bits.
    rows: [u8; MOST_ROWS as usize],
    /// For each column the suits, as bits.
    columns: [u8; COLUMNS as usize],
    /// For each pile the cards, as bits 4 · rank + suit.
    piles: [u32; MOST_PILES],
}

/// Something that can be crossed out. Rows, columns and piles are counted from 0, ranks and suits are numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Note {
    Row(usize, usize),
    Column(usize, usize),
    /// This pile has this card, 4 · rank + suit, face down.
    Pile(usize, usize),
}

/// Why notes cannot all be true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Contradiction {
    Row(usize),
    Column(usize),
    Rank(Rank),
    Suit(Suit),
    /// Fewer cards are left for this pile than the given number that is face down in it.
    Pile(usize, usize),
    /// None of the above, but no deal fits both the notes and the face-up cards.
    Together,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contradiction::Row(row) => write!(f, "no rank is left for row {}", letter(*row)),
            Contradiction::Column(column) => write!(f, "no suit is left for column {}", column + 1),
            Contradiction::Rank(rank) => write!(f, "no row is left for {}", rank.label()),
            Contradiction::Suit(suit) => write!(f, "no column is left for {}", suit.sign()),
            Contradiction::Pile(pile, down) => {
                let cards = counted(*down, "face-down card", "face-down cards");
                write!(f, "pile {} has {cards}, but fewer are left for it", pile + 1)
            }
            Contradiction::Together => write!(f, "no deal fits both your notes and the face-up cards"),
        }
    }
}

pub fn letter(row: usize) -> char {
    char::from(b'A' + (row as u8).min(MOST_ROWS - 1))
}

impl Notes {
    /// Reads saved notes. If the text is invalid or about another deal, the notes are empty; only [`Notes::kept`] is
    /// taken over from another deal.
    pub fn read(text: &str, seed: &str) -> Notes {
        let read: Notes = ron::from_str(text).unwrap_or_default();
        if read.seed == seed {
            return read;
        }
        Notes { seed: seed.to_owned(), kept: read.kept, ..Notes::default() }
    }

    pub fn text(&self) -> String {
        ron::to_string(self).unwrap_or_default()
    }

    /// Crosses something out by hand, or restores it.
    pub fn toggle(&mut self, note: Note) {
        match note {
            Note::Row(row, rank) => self.rows[row % self.rows.len()] ^= 1 << (rank % 8),
            Note::Column(column, suit) => self.columns[column % self.columns.len()] ^= 1 << (suit % 4),
            Note::Pile(pile, card) => self.piles[pile % self.piles.len()] ^= 1 << (card % 32),
        }
    }

    /// Whether something is crossed out, by hand or, if [`Notes::kept`], because it is impossible.
    pub fn is_crossed_out(&self, note: Note, known: &Knowledge) -> bool {
        match (note, self.kept) {
            (Note::Row(row, rank), true) => known.rows.get(row).is_some_and(|ranks| ranks >> rank & 1 == 0),
            (Note::Column(column, suit), true) => known.columns.get(column).is_some_and(|suits| suits >> suit & 1 == 0),
            (Note::Pile(pile, card), true) => known.piles.get(pile).is_some_and(|cards| cards >> card & 1 == 0),
            (Note::Row(row, rank), false) => self.rows.get(row).is_some_and(|ranks| ranks >> rank & 1 == 1),
            (Note::Column(column, suit), false) => self.columns.get(column).is_some_and(|suits| suits >> suit & 1 == 1),
            (Note::Pile(pile, card), false) => self.piles.get(pile).is_some_and(|cards| cards >> card & 1 == 1),
        }
    }

    pub fn clear(&mut self) {
        *self = Notes { seed: std::mem::take(&mut self.seed), kept: self.kept, ..Notes::default() };
    }

    /// The simplest reason why notes made by hand cannot all be true, if there is one.
    pub fn contradiction(&self, view: &View) -> Option<Contradiction> {
        if self.kept {
            return None;
        }
        let rows = usize::from(view.puzzle.rows);
        let (all_ranks, all_suits) = (((1u16 << rows) - 1) as u8, 0b1111);
        let left = |crossed_out: u8, all: u8| all & !crossed_out;
        if let Some(row) = (0..rows).find(|row| left(self.rows[*row], all_ranks) == 0) {
            return Some(Contradiction::Row(row));
        }
        if let Some(column) = (0..4).find(|column| left(self.columns[*column], all_suits) == 0) {
            return Some(Contradiction::Column(column));
        }
        let ranks = view.puzzle.ranks();
        let has_no_row = |rank: &usize| self.rows.iter().take(rows).all(|crossed_out| crossed_out >> rank & 1 == 1);
        if let Some(rank) = (0..rows).find(has_no_row).and_then(|rank| ranks.get(rank)) {
            return Some(Contradiction::Rank(*rank));
        }
        let has_no_column = |suit: &usize| self.columns.iter().all(|crossed_out| crossed_out >> suit & 1 == 1);
        if let Some(suit) = (0..4).find(has_no_column).and_then(|suit| Suit::ALL.get(suit)) {
            return Some(Contradiction::Suit(*suit));
        }
        self.pile_contradiction(view).or_else(|| {
            let rows = self.rows.map(|crossed_out| left(crossed_out, all_ranks));
            let columns = self.columns.map(|crossed_out| left(crossed_out, all_suits));
            (!view.reasoner.fits(&view.seen(), &rows, &columns)).then_some(Contradiction::Together)
        })
    }

    fn pile_contradiction(&self, view: &View) -> Option<Contradiction> {
        let up: Vec<u8> = view
            .up
            .iter()
            .flatten()
            .filter_map(|answer| answer.card())
            .filter_map(|card| view.reasoner.number(card))
            .collect();
        // With jokers, fewer cards than are face down may be enough.
        let has_no_jokers = view.puzzle.jokers() == 0;
        let has_too_few = |pile: &usize| {
            let face_down = (0..4 * view.puzzle.rows).filter(|card| !up.contains(card));
            let left = face_down.filter(|card| self.piles[*pile] >> card & 1 == 0).count();
            has_no_jokers && left < view.down[*pile]
        };
        (0..view.down.len().min(MOST_PILES)).find(has_too_few).map(|pile| Contradiction::Pile(pile, view.down[pile]))
    }
}
