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

impl Note {
    /// The bit of this note in sets for rows, columns and piles; `None` if there is no such row, column or pile.
    fn bit(self, rows: &[u8], columns: &[u8], piles: &[u32]) -> Option<bool> {
        let (set, bit) = match self {
            Note::Row(row, rank) => (u32::from(*rows.get(row)?), rank),
            Note::Column(column, suit) => (u32::from(*columns.get(column)?), suit),
            Note::Pile(pile, card) => (*piles.get(pile)?, card),
        };
        Some(set >> bit & 1 == 1)
    }
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
        if self.kept {
            note.bit(&known.rows, &known.columns, &known.piles) == Some(false)
        } else {
            note.bit(&self.rows, &self.columns, &self.piles) == Some(true)
        }
    }

    /// The simplest reason why notes made by hand cannot all be true, if there is one.
    pub fn contradiction(&self, view: &View) -> Option<Contradiction> {
        if self.kept {
            return None;
        }
        let rows = usize::from(view.puzzle.rows);
        // For each row its ranks that are left, and for each column its suits.
        let ranks_left = self.rows.map(|crossed_out| !crossed_out & u8::MAX >> (MOST_ROWS - view.puzzle.rows));
        let suits_left = self.columns.map(|crossed_out| !crossed_out & 0b1111);
        let has_no_row = |rank: &usize| ranks_left[..rows].iter().all(|ranks| ranks >> rank & 1 == 0);
        let has_no_column = |suit: &usize| suits_left.iter().all(|suits| suits >> suit & 1 == 0);
        let row = (0..rows).find(|row| ranks_left[*row] == 0).map(Contradiction::Row);
        row.or_else(|| (0..4).find(|column| suits_left[*column] == 0).map(Contradiction::Column))
            .or_else(|| (0..rows).find(has_no_row).map(|rank| Contradiction::Rank(view.puzzle.ranks()[rank])))
            .or_else(|| (0..4).find(has_no_column).map(|suit| Contradiction::Suit(Suit::ALL[suit])))
            .or_else(|| self.pile_contradiction(view))
            .or_else(|| {
                let is_possible = view.reasoner.fits(&view.seen(), &ranks_left, &suits_left);
                (!is_possible).then_some(Contradiction::Together)
            })
    }

    fn pile_contradiction(&self, view: &View) -> Option<Contradiction> {
        // With jokers, fewer cards than are face down may be enough.
        if view.puzzle.jokers() > 0 {
            return None;
        }
        let up = view.seen().cards.iter().fold(0, |up, cards| up | cards);
        let cards = 0..4 * view.puzzle.rows;
        let left = |crossed_out: u32| cards.clone().filter(|card| (up | crossed_out) >> card & 1 == 0).count();
        let mut piles = self.piles.iter().zip(&view.down).enumerate();
        let found = piles.find(|(_, (crossed_out, down))| left(**crossed_out) < **down);
        found.map(|(pile, (_, down))| Contradiction::Pile(pile, *down))
    }
}
