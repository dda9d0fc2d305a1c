//! What may still be, given what has come up: the ranks of each row, the suits of each column, the cards that can lie face
//! down in each pile, and the answers that remain.
//!
//! A card that has come up in a pile lies in one of the pile's cells, so its rank is the rank of one of their rows. Whether the
//! ranks can be given to rows so that all of this holds is a matching, counted over sets of rows.

use std::collections::BTreeSet;

use super::par::Seen;
use super::puzzle::{Cell, CellSet, MOST_PILES, MOST_ROWS, Mystery, Puzzle};
use super::spread::{Odds, TooMany, choices, spreads};
use crate::cards::{Card, Rank, Suit};
use crate::engine::rng::GameRng;

/// The most ways in which a mystery can have come about that are gone through after every answer.
const MOST_CASES: usize = 720;

/// What follows from what has come up.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Knowledge {
    /// For each row, the ranks it can be, as bits in the order of the grid's piles: ace, king, queen, …
    pub rows: [u8; MOST_ROWS as usize],
    /// For each column, the suits it can be, as bits.
    pub columns: [u8; 4],
    /// For each pile, the cards that can be among those that were dealt to it and have not come up, as bits 4 · rank + suit.
    pub piles: [u32; MOST_PILES],
    /// The answers that remain: cards slot by slot, or sets in ascending order.
    pub answers: BTreeSet<Vec<u8>>,
}

/// A puzzle whose outcomes are laid out, to be asked what may still be.
#[derive(Clone, PartialEq, Debug)]
pub struct Reasoner {
    rows: u8,
    ranks: Vec<Rank>,
    as_set: bool,
    cases: Vec<Case>,
}

/// A deal as far as it is hidden: which rank each row is, which suit each column, and where what lies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// For each row, the number of its rank.
    pub ranks: Vec<u8>,
    /// For each column, the number of its suit.
    pub suits: [u8; 4],
    /// For each pile what comes after what is up, next first; `None` is a joker.
    pub piles: Vec<Vec<Option<u8>>>,
    /// The mystery's cards, slot by slot.
    pub mystery: Vec<u8>,
    /// The cards under the stone that came from piles.
    pub stone: Vec<u8>,
}

/// What is given of a deal; the rest is drawn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Given {
    /// For each row, the number of its rank.
    pub ranks: Option<Vec<u8>>,
    /// For each column, the number of its suit.
    pub suits: Option<[u8; 4]>,
}

/// One way in which the mystery can have come about: what lies where.
#[derive(Clone, PartialEq, Debug)]
struct Case {
    weight: u32,
    /// The cells whose cards can come up in each pile.
    piles: Vec<CellSet>,
    mystery: Vec<Cell>,
    /// The cells that were dealt to each pile, with those that were removed.
    dealt: Vec<CellSet>,
    odds: Vec<Option<Odds>>,
}

impl Reasoner {
    /// Lays a puzzle's outcomes out.
    ///
    /// # Errors
    /// Shuffles that can fall out in too many ways.
    pub fn new(puzzle: &Puzzle) -> Result<Reasoner, TooMany> {
        let mut cases = Vec::new();
        for spread in spreads(puzzle)? {
            let odds: Vec<Option<Odds>> = spread
                .piles
                .iter()
                .zip(&spread.jokers)
                .enumerate()
                .map(|(pile, (cells, jokers))| Odds::of(puzzle, pile, cells.len(), *jokers))
                .collect();
            let dealt = spread.piles.clone();
            let Mystery::Removed { pile, count } = puzzle.mystery else {
                cases.push(Case { weight: spread.weight, piles: spread.piles, mystery: spread.mystery, dealt, odds });
                continue;
            };
            let pile = usize::from(pile) - 1;
            let cells: Vec<Cell> = spread.piles.get(pile).into_iter().flat_map(|cells| cells.iter()).collect();
            for mystery in choices(&cells, usize::from(count)) {
                let mut piles = spread.piles.clone();
                if let Some(pile) = piles.get_mut(pile) {
                    *pile = cells.iter().copied().filter(|cell| !mystery.contains(cell)).collect();
                }
                cases.push(Case { weight: spread.weight, piles, mystery, dealt: dealt.clone(), odds: odds.clone() });
            }
        }
        if cases.len() > MOST_CASES {
            return Err(TooMany);
        }
        Ok(Reasoner { rows: puzzle.rows, ranks: puzzle.ranks(), as_set: puzzle.is_named_as_a_set(), cases })
    }

    /// The card of this number: 4 · rank + suit.
    pub fn card(&self, number: u8) -> Option<Card> {
        let rank = self.ranks.get(usize::from(number / 4))?;
        Some(Card::new(*rank, *Suit::ALL.get(usize::from(number % 4))?))
    }

    /// Whether the mystery is named as a set.
    pub fn names_a_set(&self) -> bool {
        self.as_set
    }

    /// The number of a card of the grid.
    pub fn number(&self, card: Card) -> Option<u8> {
        let rank = self.ranks.iter().position(|rank| *rank == card.rank())?;
        Some(rank as u8 * 4 + card.suit() as u8)
    }

    /// What follows from what has come up. Nothing at all where what has come up cannot be.
    pub fn known(&self, seen: &Seen) -> Knowledge {
        let mut known = Knowledge::default();
        for case in self.cases.iter().filter(|case| case.can_show(seen)) {
            for columns in &COLUMN_ORDERS {
                self.add(&mut known, case, columns, seen);
            }
        }
        for (pile, seen) in known.piles.iter_mut().zip(seen.cards) {
            *pile &= !seen;
        }
        known
    }

    /// Whether a deal fits what has come up and these possibilities: for each row its ranks, for each column its suits.
    pub fn fits(&self, seen: &Seen, rows: &[u8; MOST_ROWS as usize], columns: &[u8; 4]) -> bool {
        let count = usize::from(self.rows);
        let in_columns = |order: &[u8; 4]| {
            order.iter().enumerate().all(|(suit, column)| columns[usize::from(*column)] >> suit & 1 == 1)
        };
        self.cases.iter().filter(|case| case.can_show(seen)).any(|case| {
            COLUMN_ORDERS.iter().filter(|order| in_columns(order)).any(|order| {
                let mut allowed = self.allowed(case, order, seen);
                for (rank, allowed) in allowed.iter_mut().enumerate() {
                    *allowed &= (0..count).filter(|row| rows[*row] >> rank & 1 == 1).fold(0, |set, row| set | 1 << row);
                }
                can_be_matched(&allowed[..count])
            })
        })
    }

    /// A deal that fits what has come up and what is given, every one as likely as it is; `None` where none does.
    pub fn sample(&self, seen: &Seen, given: &Given, rng: &mut GameRng) -> Option<Sample> {
        let weighed: Vec<(f64, &Case, &[u8; 4])> = self
            .cases
            .iter()
            .flat_map(|case| COLUMN_ORDERS.iter().map(move |columns| (case, columns)))
            .filter(|(_, columns)| given.suits.is_none_or(|suits| suits_of(columns) == suits))
            .map(|(case, columns)| {
                (case.likelihood(seen) * self.ways(case, columns, seen, given)[0][0] as f64, case, columns)
            })
            .filter(|(weight, ..)| *weight > 0.0)
            .collect();
        let whole: f64 = weighed.iter().map(|(weight, ..)| weight).sum();
        let mut drawn = whole * (rng.bits() >> 11) as f64 / (1u64 << 53) as f64;
        let (_, case, columns) = weighed
            .iter()
            .find(|(weight, ..)| {
                drawn -= weight;
                drawn < 0.0
            })
            .or(weighed.last())?;
        let ways = self.ways(case, columns, seen, given);
        let allowed = self.allowed_given(case, columns, seen, given);
        let mut ranks = vec![0; usize::from(self.rows)];
        let mut used = 0usize;
        for rank in 0..usize::from(self.rows) {
            let mut drawn = rng.below(u32::try_from(ways[rank][used]).unwrap_or(u32::MAX));
            let row = (0..usize::from(self.rows))
                .filter(|row| allowed[rank] >> row & 1 == 1 && used >> row & 1 == 0)
                .find(|row| {
                let here = ways[rank + 1][used | 1 << row] as u32;
                let is_here = drawn < here;
                drawn = drawn.saturating_sub(here);
                is_here
            })?;
            ranks[row] = rank as u8;
            used |= 1 << row;
        }
        Some(case.laid_out(&ranks, suits_of(columns), seen, rng))
    }

    fn allowed_given(&self, case: &Case, columns: &[u8; 4], seen: &Seen, given: &Given) -> [u8; MOST_ROWS as usize] {
        let mut allowed = self.allowed(case, columns, seen);
        for (row, rank) in given.ranks.iter().flatten().enumerate() {
            if let Some(rows) = allowed.get_mut(usize::from(*rank)) {
                *rows &= 1 << row;
            }
        }
        allowed
    }

    /// For each rank, and each set of rows that the ranks before it have: in how many ways the rest can have the others.
    fn ways(&self, case: &Case, columns: &[u8; 4], seen: &Seen, given: &Given) -> Vec<Vec<u64>> {
        let rows = usize::from(self.rows);
        let allowed = self.allowed_given(case, columns, seen, given);
        let mut ways = vec![vec![0; 1 << rows]; rows + 1];
        ways[rows][(1 << rows) - 1] = 1;
        for rank in (0..rows).rev() {
            for used in 0..1usize << rows {
                let free = (0..rows).filter(|row| allowed[rank] >> row & 1 == 1 && used >> row & 1 == 0);
                ways[rank][used] = free.map(|row| ways[rank + 1][used | 1 << row]).sum();
            }
        }
        ways
    }

    /// Adds what can be in this case when each suit has this column.
    fn add(&self, known: &mut Knowledge, case: &Case, columns: &[u8; 4], seen: &Seen) {
        let rows = usize::from(self.rows);
        let allowed = self.allowed(case, columns, seen);
        let possible = possible(&allowed[..rows]);
        if possible.iter().all(|rows| *rows == 0) {
            return;
        }
        for (rank, in_rows) in possible.iter().enumerate() {
            for row in (0..rows).filter(|row| in_rows >> row & 1 == 1) {
                known.rows[row] |= 1 << rank;
                for (suit, column) in columns.iter().enumerate() {
                    let Some(cell) = Cell::new(row as u8, *column) else { continue };
                    if let Some(pile) = case.dealt.iter().position(|cells| cells.contains(cell)) {
                        known.piles[pile] |= 1 << (4 * rank + suit);
                    }
                }
            }
        }
        for (suit, column) in columns.iter().enumerate() {
            known.columns[usize::from(*column)] |= 1 << suit;
        }
        let suit_of = |column: u8| columns.iter().position(|it| *it == column).unwrap_or(0) as u8;
        let slots: Vec<(usize, u8)> =
            case.mystery.iter().map(|cell| (usize::from(cell.row()), suit_of(cell.column()))).collect();
        self.add_answers(known, &allowed[..rows], &slots, &mut Vec::new());
    }

    /// The rows that each rank can be, by each card of it that has come up.
    fn allowed(&self, case: &Case, columns: &[u8; 4], seen: &Seen) -> [u8; MOST_ROWS as usize] {
        let all = ((1u16 << self.rows) - 1) as u8;
        let mut allowed = [all; MOST_ROWS as usize];
        for (cells, cards) in case.piles.iter().zip(seen.cards) {
            for card in (0..32u8).filter(|card| cards >> card & 1 == 1) {
                let column = columns[usize::from(card % 4)];
                let fits = |row: &u8| Cell::new(*row, column).is_some_and(|cell| cells.contains(cell));
                let rows = (0..self.rows).filter(fits).fold(0, |rows, row| rows | 1 << row);
                allowed[usize::from(card / 4)] &= rows;
            }
        }
        allowed
    }

    /// Adds every answer that has a deal, one slot after the other.
    fn add_answers(&self, known: &mut Knowledge, allowed: &[u8], slots: &[(usize, u8)], so_far: &mut Vec<u8>) {
        let Some(((row, suit), rest)) = slots.split_first().map(|(slot, rest)| (*slot, rest)) else {
            let mut answer = so_far.clone();
            if self.as_set {
                answer.sort_unstable();
            }
            known.answers.insert(answer);
            return;
        };
        for rank in 0..allowed.len() {
            if allowed[rank] >> row & 1 == 0 {
                continue;
            }
            // This rank is this row's, and no other's.
            let mut narrowed: Vec<u8> = allowed.iter().map(|rows| rows & !(1 << row)).collect();
            narrowed[rank] = 1 << row;
            if can_be_matched(&narrowed) {
                so_far.push(rank as u8 * 4 + suit);
                self.add_answers(known, &narrowed, rest, so_far);
                so_far.pop();
            }
        }
    }
}

/// For each column its suit, from the column of each suit.
fn suits_of(columns: &[u8; 4]) -> [u8; 4] {
    let mut suits = [0; 4];
    for (suit, column) in (0..).zip(columns) {
        suits[usize::from(*column)] = suit;
    }
    suits
}

impl Case {
    /// How likely it is that so many cards and jokers come up, were it this case.
    fn likelihood(&self, seen: &Seen) -> f64 {
        let odds = self.odds.iter().enumerate().map(|(pile, odds)| {
            let (cards, jokers) = (seen.cards[pile].count_ones() as usize, usize::from(seen.jokers[pile]));
            odds.as_ref().map_or(1.0, |odds| odds.weight(cards, jokers) as f64 / odds.scale().max(1) as f64)
        });
        f64::from(self.weight) * odds.product::<f64>()
    }

    /// Lays the hidden cards out: the piles in random order after what is up.
    fn laid_out(&self, ranks: &[u8], suits: [u8; 4], seen: &Seen, rng: &mut GameRng) -> Sample {
        let card = |cell: Cell| {
            let rank = ranks.get(usize::from(cell.row())).copied().unwrap_or(0);
            rank * 4 + suits[usize::from(cell.column())]
        };
        let mut sample = Sample {
            ranks: ranks.to_vec(),
            suits,
            piles: Vec::new(),
            mystery: self.mystery.iter().map(|cell| card(*cell)).collect(),
            stone: Vec::new(),
        };
        for (pile, cells) in self.piles.iter().enumerate() {
            let mut left: Vec<u8> = cells.iter().map(card).filter(|card| seen.cards[pile] >> card & 1 == 0).collect();
            rng.shuffle(&mut left);
            let (mut cards, mut jokers) = (seen.cards[pile].count_ones() as usize, usize::from(seen.jokers[pile]));
            let mut next = Vec::new();
            while let Some(odds) = self.odds.get(pile).and_then(Option::as_ref)
                && cards + jokers < odds.askable()
            {
                let chance = odds.weight(cards, jokers + 1) as f64 / odds.weight(cards, jokers).max(1) as f64;
                let is_joker = (rng.bits() >> 11) as f64 / ((1u64 << 53) as f64) < chance;
                match if is_joker { None } else { left.pop() } {
                    Some(card) => {
                        next.push(Some(card));
                        cards += 1;
                    }
                    None => {
                        next.push(None);
                        jokers += 1;
                    }
                }
            }
            sample.piles.push(next);
            sample.stone.extend(left);
        }
        sample
    }

    /// Whether so many cards and jokers can have come up in each pile.
    fn can_show(&self, seen: &Seen) -> bool {
        self.odds.iter().enumerate().all(|(pile, odds)| {
            let (cards, jokers) = (seen.cards[pile].count_ones() as usize, usize::from(seen.jokers[pile]));
            odds.as_ref().is_none_or(|odds| odds.weight(cards, jokers) > 0)
        })
    }
}

/// Whether every rank can have a row of its own among those allowed to it.
fn can_be_matched(allowed: &[u8]) -> bool {
    let full = ((1u16 << allowed.len()) - 1) as usize;
    reachable(allowed).last().is_some_and(|sets| sets.contains(full))
}

/// The rows that each rank has in some matching.
fn possible(allowed: &[u8]) -> [u8; MOST_ROWS as usize] {
    let mut possible = [0; MOST_ROWS as usize];
    let count = allowed.len();
    let full = ((1u16 << count) - 1) as usize;
    let before = reachable(allowed);
    let backwards: Vec<u8> = allowed.iter().rev().copied().collect();
    let after = reachable(&backwards);
    for rank in 0..count {
        for row in (0..count).filter(|row| allowed[rank] >> row & 1 == 1) {
            let taken = |used: &usize| {
                used >> row & 1 == 0
                    && before[rank].contains(*used)
                    && after[count - rank - 1].contains(full & !used & !(1 << row))
            };
            if (0..=full).any(|used| taken(&used)) {
                possible[rank] |= 1 << row;
            }
        }
    }
    possible
}

/// A set of sets of rows.
#[derive(Clone, Copy, Default)]
struct RowSets([u64; 4]);

impl RowSets {
    const fn contains(&self, rows: usize) -> bool {
        self.0[rows / 64] >> (rows % 64) & 1 == 1
    }

    const fn insert(&mut self, rows: usize) {
        self.0[rows / 64] |= 1 << (rows % 64);
    }
}

/// After each rank, the sets of rows that the ranks so far can have.
fn reachable(allowed: &[u8]) -> Vec<RowSets> {
    let mut start = RowSets::default();
    start.insert(0);
    let mut all = vec![start];
    for rows in allowed {
        let last = all.last().copied().unwrap_or_default();
        let mut next = RowSets::default();
        for used in (0..1usize << allowed.len()).filter(|used| last.contains(*used)) {
            for row in (0..allowed.len()).filter(|row| rows >> row & 1 == 1 && used >> row & 1 == 0) {
                next.insert(used | 1 << row);
            }
        }
        all.push(next);
    }
    all
}

/// For every order of the suits, the column of each.
static COLUMN_ORDERS: [[u8; 4]; 24] = column_orders();

const fn column_orders() -> [[u8; 4]; 24] {
    let mut all = [[0; 4]; 24];
    let (mut number, mut code) = (0, 0);
    while code < 256u16 {
        let order = [(code & 3) as u8, (code >> 2 & 3) as u8, (code >> 4 & 3) as u8, (code >> 6 & 3) as u8];
        if 1 << order[0] | 1 << order[1] | 1 << order[2] | 1 << order[3] == 15 {
            all[number] = order;
            number += 1;
        }
        code += 1;
    }
    all
}
