//! What a player wrote down beside the table: ranks, suits and cards that are crossed out, by hand or kept by the program.
//!
//! Notes are no part of the game: no rule knows of them, and no record holds them. The window keeps them as text.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::cards::{Rank, Suit};
use crate::words::counted;

use super::knowledge::Knowledge;
use super::puzzle::{COLUMNS, MOST_PILES, MOST_ROWS};
use super::rules::View;

/// Notes beside one deal.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Notes {
    /// The deal that they are about, by its seed.
    pub seed: String,
    /// Whether the program keeps them.
    pub kept: bool,
    /// For each row, the ranks that are crossed out, as bits in the order of the grid's piles.
    rows: [u8; MOST_ROWS as usize],
    /// For each column, the suits, as bits.
    columns: [u8; COLUMNS as usize],
    /// For each pile, the cards, as bits 4 · rank + suit.
    piles: [u32; MOST_PILES],
}

/// One thing that can be crossed out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Note {
    /// That this row, from 0, has this rank, by its number.
    Row(usize, usize),
    /// That this column has this suit.
    Column(usize, usize),
    /// That this card, 4 · rank + suit, lies face down in this pile.
    Pile(usize, usize),
}

/// Why notes cannot all be true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Contradiction {
    /// No rank is left for this row.
    Row(usize),
    /// No suit is left for this column.
    Column(usize),
    /// No row is left for this rank.
    Rank(Rank),
    /// No column is left for this suit.
    Suit(Suit),
    /// Fewer cards are left for this pile than lie face down in it.
    Pile(usize, usize),
    /// Nothing so simple, but no deal fits both the notes and what has come up.
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
                let cards = counted(*down, "card lies", "cards lie");
                write!(f, "{cards} face down in pile {}, and fewer are left for it", pile + 1)
            }
            Contradiction::Together => write!(f, "no deal fits these notes and what has come up"),
        }
    }
}

/// A row's letter.
pub fn letter(row: usize) -> char {
    char::from(b'A' + (row as u8).min(MOST_ROWS - 1))
}

impl Notes {
    /// The notes that this text holds about this deal. Those about another deal, and a text that holds none, are empty notes; who
    /// keeps them stays as it was.
    pub fn read(text: &str, seed: &str) -> Notes {
        let read: Notes = ron::from_str(text).unwrap_or_default();
        if read.seed == seed {
            return read;
        }
        Notes { seed: seed.to_owned(), kept: read.kept, ..Notes::default() }
    }

    /// The text that [`Notes::read`] reads back.
    pub fn text(&self) -> String {
        ron::to_string(self).unwrap_or_default()
    }

    /// Crosses out what was not, and the other way round.
    pub fn toggle(&mut self, note: Note) {
        match note {
            Note::Row(row, rank) => self.rows[row % self.rows.len()] ^= 1 << (rank % 8),
            Note::Column(column, suit) => self.columns[column % self.columns.len()] ^= 1 << (suit % 4),
            Note::Pile(pile, card) => self.piles[pile % self.piles.len()] ^= 1 << (card % 32),
        }
    }

    /// Whether it is crossed out: by what is known, where the program keeps the notes.
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

    /// Nothing is crossed out any more.
    pub fn clear(&mut self) {
        *self = Notes { seed: std::mem::take(&mut self.seed), kept: self.kept, ..Notes::default() };
    }

    /// Why these notes cannot all be true, if they cannot; the simplest reason.
    pub fn contradiction(&self, view: &View) -> Option<Contradiction> {
        if self.kept {
            return None;
        }
        let rows = usize::from(view.puzzle.rows);
        let (all_ranks, all_suits) = (((1u16 << rows) - 1) as u8, 0b1111);
        let left = |crossed: u8, all: u8| all & !crossed;
        if let Some(row) = (0..rows).find(|row| left(self.rows[*row], all_ranks) == 0) {
            return Some(Contradiction::Row(row));
        }
        if let Some(column) = (0..4).find(|column| left(self.columns[*column], all_suits) == 0) {
            return Some(Contradiction::Column(column));
        }
        let ranks = view.puzzle.ranks();
        let nowhere = |rank: &usize| self.rows.iter().take(rows).all(|crossed| crossed >> rank & 1 == 1);
        if let Some(rank) = (0..rows).find(nowhere).and_then(|rank| ranks.get(rank)) {
            return Some(Contradiction::Rank(*rank));
        }
        let nowhere = |suit: &usize| self.columns.iter().all(|crossed| crossed >> suit & 1 == 1);
        if let Some(suit) = (0..4).find(nowhere).and_then(|suit| Suit::ALL.get(suit)) {
            return Some(Contradiction::Suit(*suit));
        }
        self.pile_contradiction(view).or_else(|| {
            let rows = self.rows.map(|crossed| left(crossed, all_ranks));
            let columns = self.columns.map(|crossed| left(crossed, all_suits));
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
        // Jokers are no cards: only where there are none must every face-down card be one of the grid.
        let are_cards = view.puzzle.jokers() == 0;
        let short = |pile: &usize| {
            let free = (0..4 * view.puzzle.rows).filter(|card| !up.contains(card));
            let left = free.filter(|card| self.piles[*pile] >> card & 1 == 0).count();
            are_cards && left < view.down[*pile]
        };
        (0..view.down.len().min(MOST_PILES)).find(short).map(|pile| Contradiction::Pile(pile, view.down[pile]))
    }
}
