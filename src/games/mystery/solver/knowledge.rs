//! What may still be, given what has come up: the ranks of each row, the suits of each column, the cards that can lie face
//! down in each pile, and the answers that remain.
//!
//! A card that has come up in a pile lies in one of the pile's cells, so its rank is the rank of one of their rows. In how many
//! ways the ranks can be given to rows so that all of this holds is counted over sets of rows (`Ways`).

use std::collections::{BTreeMap, BTreeSet};

use arrayvec::ArrayVec;

use super::par::Seen;
use super::puzzle::{Cell, CellSet, MOST_PILES, MOST_ROWS, Mystery, Puzzle};
use super::spread::{MOST_CASES, Odds, TooMany, choices, spreads};
use crate::cards::{Card, Rank, Suit};
use crate::engine::rng::GameRng;

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
    /// Shuffles and removals that can fall out in too many ways.
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
            if cases.len() as u64 + count_of_choices(cells.len(), usize::from(count)) > MOST_CASES as u64 {
                return Err(TooMany);
            }
            for mystery in choices(&cells, usize::from(count)) {
                let mut piles = spread.piles.clone();
                if let Some(pile) = piles.get_mut(pile) {
                    *pile = cells.iter().copied().filter(|cell| !mystery.contains(cell)).collect();
                }
                cases.push(Case { weight: spread.weight, piles, mystery, dealt: dealt.clone(), odds: odds.clone() });
            }
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
        // Many cases leave the same, and say the same of the mystery.
        let (mut possible, mut told) = (BTreeMap::new(), BTreeSet::new());
        for case in self.cases.iter().filter(|case| case.can_show(seen)) {
            for columns in &COLUMN_ORDERS {
                let allowed = self.allowed(case, columns, seen);
                let rows = |allowed: &[u8]| self.turned(&Ways::of(&allowed[..usize::from(self.rows)]).possible());
                let ranks = possible.entry(allowed).or_insert_with_key(|allowed| rows(allowed));
                if ranks.iter().all(|ranks| *ranks == 0) {
                    continue;
                }
                known.add(case, columns, ranks);
                if told.insert((&case.mystery, columns, allowed)) {
                    self.add_answers(&mut known.answers, case, columns, &allowed);
                }
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
                Ways::of(&allowed[..count]).from(0) > 0
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
                let allowed = self.allowed_given(case, columns, seen, given);
                let ways = Ways::of(&allowed[..usize::from(self.rows)]).from(0);
                (case.likelihood(seen) * f64::from(ways), case, columns)
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
        let allowed = self.allowed_given(case, columns, seen, given);
        let ways = Ways::of(&allowed[..usize::from(self.rows)]);
        let mut ranks = vec![0; usize::from(self.rows)];
        let mut used = 0;
        for rank in 0..self.rows {
            let mut drawn = rng.below(ways.from(used));
            let row = ways.places_from(used).find(|row| {
                let here = ways.from(used | 1 << row);
                let is_here = drawn < here;
                drawn = drawn.saturating_sub(here);
                is_here
            })?;
            ranks[row] = rank;
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

    /// For each row its ranks, from the rows of each rank.
    fn turned(&self, rows: &[u8; MOST_ROWS as usize]) -> [u8; MOST_ROWS as usize] {
        let mut ranks = [0; MOST_ROWS as usize];
        for (row, ranks) in ranks.iter_mut().enumerate() {
            *ranks = (0..self.rows).fold(0, |set, rank| set | (rows[usize::from(rank)] >> row & 1) << rank);
        }
        ranks
    }

    /// Adds every answer that has a deal in this case, when each suit has this column and each rank these rows.
    fn add_answers(
        &self,
        answers: &mut BTreeSet<Vec<u8>>,
        case: &Case,
        columns: &[u8; 4],
        allowed: &[u8; MOST_ROWS as usize],
    ) {
        let suits = suits_of(columns);
        // The mystery's rows come first, so that what the others leave them is one look.
        let mut rows: Vec<u8> = case.mystery.iter().map(|cell| cell.row()).collect();
        rows.sort_unstable();
        rows.dedup();
        let of_mystery = rows.len();
        rows.extend((0..self.rows).filter(|row| !case.mystery.iter().any(|cell| cell.row() == *row)));
        let of_row = self.turned(allowed);
        let ranks: Vec<u8> = rows.iter().map(|row| of_row[usize::from(*row)]).collect();
        Ways::of(&ranks).each(of_mystery, &mut |ranks| {
            let card = |cell: &Cell| {
                let rank = rows.iter().position(|row| *row == cell.row()).and_then(|at| ranks.get(at));
                rank.copied().unwrap_or(0) * 4 + suits[usize::from(cell.column())]
            };
            let mut answer: Vec<u8> = case.mystery.iter().map(card).collect();
            if self.as_set {
                answer.sort_unstable();
            }
            answers.insert(answer);
        });
    }
}

impl Knowledge {
    /// Adds what can be in this case when each suit has this column and each row these ranks.
    fn add(&mut self, case: &Case, columns: &[u8; 4], ranks: &[u8; MOST_ROWS as usize]) {
        for (row, ranks) in self.rows.iter_mut().zip(ranks) {
            *row |= ranks;
        }
        for (suit, column) in columns.iter().enumerate() {
            self.columns[usize::from(*column)] |= 1 << suit;
        }
        let suits = suits_of(columns);
        for (pile, cells) in self.piles.iter_mut().zip(&case.dealt) {
            for cell in cells.iter() {
                let (ranks, suit) = (ranks[usize::from(cell.row())], suits[usize::from(cell.column())]);
                *pile |= (0..MOST_ROWS)
                    .filter(|rank| ranks >> rank & 1 == 1)
                    .fold(0, |set, rank| set | 1 << (4 * rank + suit));
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

/// How many sets of places there are.
const SETS: usize = 1 << MOST_ROWS;

/// In how many ways things can have places of which each is allowed some: ranks rows, or rows ranks. The things have theirs in
/// order, so how many places are taken tells which thing is next.
struct Ways {
    /// For each thing the places allowed to it, as bits.
    allowed: ArrayVec<u8, { MOST_ROWS as usize }>,
    /// For each set of places that are taken, in how many ways the things that are left can have the others.
    from: [u32; SETS],
}

impl Ways {
    /// For each of up to eight things, the places allowed to it; there are as many places as things.
    fn of(allowed: &[u8]) -> Ways {
        let mut ways =
            Ways { allowed: allowed.iter().copied().take(usize::from(MOST_ROWS)).collect(), from: [0; SETS] };
        let all = (1usize << ways.allowed.len()) - 1;
        ways.from[all] = 1;
        for taken in (0..all).rev() {
            ways.from[taken] = ways.places_from(taken).map(|place| ways.from[taken | 1 << place]).sum();
        }
        ways
    }

    /// In how many ways the things that are left can have the places that are not taken.
    fn from(&self, taken: usize) -> u32 {
        self.from.get(taken).copied().unwrap_or(0)
    }

    /// The places that the next thing can have.
    fn places_from(&self, taken: usize) -> impl Iterator<Item = usize> + use<> {
        let allowed = self.allowed.get(taken.count_ones() as usize).copied().unwrap_or(0);
        (0..usize::from(MOST_ROWS)).filter(move |place| usize::from(allowed) & !taken & 1 << place != 0)
    }

    /// For each thing, the places that it has in some way.
    fn possible(&self) -> [u8; MOST_ROWS as usize] {
        let mut possible = [0; 8];
        let mut is_reached = [false; SETS];
        is_reached[0] = self.from(0) > 0;
        for taken in 0..1usize << self.allowed.len() {
            if !is_reached[taken] {
                continue;
            }
            for place in self.places_from(taken).filter(|place| self.from(taken | 1 << place) > 0) {
                possible[taken.count_ones() as usize] |= 1 << place;
                is_reached[taken | 1 << place] = true;
            }
        }
        possible
    }

    /// Every way in which the first few things have places and the others can have theirs: the places of those few.
    fn each(&self, few: usize, found: &mut impl FnMut(&[u8])) {
        fn next(
            ways: &Ways,
            few: usize,
            taken: usize,
            so_far: &mut ArrayVec<u8, { MOST_ROWS as usize }>,
            found: &mut impl FnMut(&[u8]),
        ) {
            if so_far.len() == few {
                return found(so_far);
            }
            for place in ways.places_from(taken).filter(|place| ways.from(taken | 1 << place) > 0) {
                so_far.push(place as u8);
                next(ways, few, taken | 1 << place, so_far, found);
                so_far.pop();
            }
        }
        next(self, few.min(self.allowed.len()), 0, &mut ArrayVec::new(), found);
    }
}

/// In how many ways so many of these can be chosen; `u64::MAX` where they are more than can be counted.
fn count_of_choices(of: usize, count: usize) -> u64 {
    let (of, count) = (of as u64, count as u64);
    (0..count)
        .try_fold(1u64, |ways, chosen| Some(ways.checked_mul(of.saturating_sub(chosen))? / (chosen + 1)))
        .unwrap_or(u64::MAX)
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
