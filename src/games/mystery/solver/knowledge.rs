//! What the answers so far prove: the possible ranks of each row, suits of each column and face-down cards of each
//! pile, and the possible answers to the mystery.
//!
//! A card that has come up in a pile comes from one of the pile's cells, so its rank is the rank of one of their rows.
//! The assignments of ranks to rows for which all of this holds are counted by dynamic programming over sets of rows.
//!
//! All of this holds in every outcome of a puzzle's shuffles and removals, of which there can be too many to go through.
//! Then one loose scenario stands for all of them: each pile may be sent the cards of all cells that `routes.rs` finds.
//! What is possible is never left out, but something may be left that is not possible, see [`Reasoner::is_exact`].

use std::collections::{BTreeMap, BTreeSet};

use arrayvec::ArrayVec;

use super::par::AnswersSeen;
use super::routes::Routes;
use super::spread::{MOST_SCENARIOS, ORDERS, PileOdds, TooManyOutcomes, combinations, spreads};
use crate::cards::{Card, Rank, Suit};
use crate::engine::rng::GameRng;
use crate::games::mystery::puzzle::{CellSet, GridCell, MOST_PILES, MOST_ROWS, Mystery, Puzzle};

/// For each row or rank a set, as bits.
type RowSets = [u8; MOST_ROWS as usize];

/// What follows from the answers so far. Possibilities are bit sets; ranks and suits count as in [`Puzzle::ranks`] and
/// [`Suit::ALL`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Knowledge {
    /// For each row its possible ranks.
    pub rows: RowSets,
    /// For each column its possible suits.
    pub columns: [u8; 4],
    /// For each pile the cards, 4 · rank + suit, that may have been dealt to it and have not come up.
    pub piles: [u32; MOST_PILES],
    /// The possible answers: the cards slot by slot, or a set in ascending order.
    pub answers: BTreeSet<Vec<u8>>,
}

/// Derives what is possible in a puzzle, from all scenarios for its twists and removals.
#[derive(Clone, PartialEq, Debug)]
pub struct Reasoner {
    rows: u8,
    ranks: Vec<Rank>,
    /// The mystery's slots from here on are named in any order.
    set_from: usize,
    /// For each pile the cells whose cards may come up in it.
    reach: Vec<CellSet>,
    scenarios: Vec<Scenario>,
    /// If there are too many outcomes to go through, how cards may be sent instead; there is one scenario then.
    routes: Option<Routes>,
}

/// The hidden part of a deal. Ranks of rows and suits of columns are numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SampledDeal {
    pub ranks: Vec<u8>,
    pub suits: [u8; 4],
    /// For each pile its face-down cards, next first; `None` is a joker.
    pub piles: Vec<Vec<Option<u8>>>,
    pub mystery: Vec<u8>,
}

/// What an explicit deal fixes, as numbers: the ranks of the rows, the suits of the columns, and the mystery, slot by
/// slot or as a set. The rest is random.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GridConstraints {
    pub ranks: Option<Vec<u8>>,
    pub suits: Option<[u8; 4]>,
    pub mystery: Option<Vec<u8>>,
}

/// Where the cells' cards are after all twists, and which of them are the mystery.
#[derive(Clone, PartialEq, Debug)]
struct Scenario {
    weight: u32,
    /// For each pile the cells whose cards can come up in it.
    piles: Vec<CellSet>,
    /// For each slot of the mystery the cells whose card it can be: one, unless the scenario is loose.
    mystery: Vec<CellSet>,
    /// For each pile the cells that were dealt to it, including cards that were removed.
    dealt: Vec<CellSet>,
    odds: Vec<Option<PileOdds>>,
    /// If removals draw a part of the mystery: the pile, how many cards were dealt to it, and how many are drawn.
    drawn: Option<(usize, usize, usize)>,
}

/// How likely a scenario and an order of the suits, as the column of each, are compared with others.
type WeightedOrder<'a> = (f64, &'a Scenario, &'a [u8; 4]);

/// How often a deal is drawn in which cards have to be sent, before there is taken to be none.
const MOST_TRIES: usize = 500;

/// All outcomes of a puzzle's shuffles, and of the removals that draw its mystery.
fn scenarios(puzzle: &Puzzle) -> Result<Vec<Scenario>, TooManyOutcomes> {
    let mut scenarios = Vec::new();
    for spread in spreads(puzzle)? {
        let piles = spread.piles.iter().zip(&spread.jokers).enumerate();
        let odds = piles.map(|(pile, (cells, jokers))| PileOdds::new(puzzle, pile, cells.len(), *jokers)).collect();
        let mystery: Vec<CellSet> = spread.mystery.iter().map(|cell| CellSet::from_iter([*cell])).collect();
        let (weight, piles) = (spread.weight, spread.piles.clone());
        let scenario = Scenario { weight, piles, mystery, dealt: spread.piles, odds, drawn: None };
        let Mystery::Removed { pile, count } = puzzle.mystery else {
            scenarios.push(scenario);
            continue;
        };
        let pile = usize::from(pile) - 1;
        let cells: Vec<GridCell> = scenario.dealt.get(pile).into_iter().flat_map(|cells| cells.iter()).collect();
        if scenarios.len() as u64 + binomial(cells.len(), usize::from(count)) > MOST_SCENARIOS as u64 {
            return Err(TooManyOutcomes);
        }
        let drawn = Some((pile, cells.len(), usize::from(count)));
        for set in combinations(&cells, usize::from(count)) {
            let mut piles = scenario.piles.clone();
            if let Some(pile) = piles.get_mut(pile) {
                *pile = cells.iter().copied().filter(|cell| !set.contains(cell)).collect();
            }
            let set = set.into_iter().map(|cell| CellSet::from_iter([cell]));
            let mystery = scenario.mystery.iter().copied().chain(set).collect();
            scenarios.push(Scenario { piles, mystery, drawn, ..scenario.clone() });
        }
    }
    Ok(scenarios)
}

impl Reasoner {
    pub fn new(puzzle: &Puzzle) -> Reasoner {
        match scenarios(puzzle) {
            Ok(scenarios) => Reasoner::of(puzzle, scenarios, None),
            Err(TooManyOutcomes) => Reasoner::loose(puzzle),
        }
    }

    /// A reasoner that goes through no outcomes and gives bounds, as [`Reasoner::new`] does for the largest puzzles.
    pub fn loose(puzzle: &Puzzle) -> Reasoner {
        let routes = Routes::new(puzzle);
        Reasoner::of(puzzle, vec![Scenario::loose(puzzle, &routes)], Some(routes))
    }

    fn of(puzzle: &Puzzle, scenarios: Vec<Scenario>, routes: Option<Routes>) -> Reasoner {
        let reach_of = |pile: usize| {
            let piles = scenarios.iter().filter_map(|scenario: &Scenario| scenario.piles.get(pile));
            piles.flat_map(|cells| cells.iter()).collect()
        };
        let reach = (0..puzzle.piles.len()).map(reach_of).collect();
        let set_from = puzzle.named_one_by_one();
        Reasoner { rows: puzzle.rows, ranks: puzzle.ranks(), set_from, reach, scenarios, routes }
    }

    /// Whether all outcomes of the puzzle's shuffles and removals are gone through. Otherwise what is said to be
    /// possible is a bound: it may not be.
    pub fn is_exact(&self) -> bool {
        self.routes.is_none()
    }

    /// The card with this number, 4 · rank + suit.
    pub fn card(&self, number: u8) -> Option<Card> {
        let rank = self.ranks.get(usize::from(number / 4))?;
        Some(Card::new(*rank, *Suit::ALL.get(usize::from(number % 4))?))
    }

    /// The cards of the grid, by ascending number.
    pub fn cards(&self) -> impl Iterator<Item = Card> {
        (0..4 * self.rows).filter_map(move |number| self.card(number))
    }

    /// The cards of an answer in [`Knowledge::answers`], as a guess names them.
    pub fn answer_cards(&self, answer: &[u8]) -> ArrayVec<Card, 4> {
        let mut cards: ArrayVec<Card, 4> = answer.iter().take(4).filter_map(|number| self.card(*number)).collect();
        // The numbers of a set are in ascending order, but guesses use the deck's order.
        if let Some(set) = cards.get_mut(self.set_from..) {
            set.sort_unstable();
        }
        cards
    }

    /// The number of a card, 4 · rank + suit; `None` if it is not in the grid.
    pub fn number(&self, card: Card) -> Option<u8> {
        let rank = self.ranks.iter().position(|rank| *rank == card.rank())?;
        Some(rank as u8 * 4 + card.suit() as u8)
    }

    /// What follows from these answers; nothing is possible if they contradict the puzzle.
    pub fn knowledge(&self, seen: &AnswersSeen) -> Knowledge {
        let mut known = Knowledge::default();
        // Many scenarios allow the same rows, and many of those imply the same answers, so both are computed once.
        let (mut possible, mut answered) = (BTreeMap::new(), BTreeSet::new());
        for scenario in self.scenarios.iter().filter(|scenario| scenario.can_show(seen)) {
            for columns in &ORDERS {
                let allowed = self.allowed_rows(scenario, columns, seen);
                let ranks = possible
                    .entry(allowed)
                    .or_insert_with_key(|allowed| self.transposed(&self.assignments(allowed).possible()));
                if ranks.iter().all(|ranks| *ranks == 0) {
                    continue;
                }
                known.add(scenario, columns, ranks);
                if self.is_exact() && answered.insert((&scenario.mystery, columns, allowed)) {
                    self.add_answers(&mut known.answers, scenario, columns, &allowed);
                }
            }
        }
        for (pile, seen) in known.piles.iter_mut().zip(seen.cards) {
            *pile &= !seen;
        }
        if !self.is_exact() {
            known.answers = self.loose_answers(&self.loose_slots(seen));
        }
        known
    }

    /// One of the answers that are left, and how likely it is if all of them are equally likely, 0 to 1.
    pub fn any_answer(&self, seen: &AnswersSeen) -> Option<(Vec<u8>, f64)> {
        if self.is_exact() {
            let answers = self.knowledge(seen).answers;
            let each = 1.0 / answers.len().max(1) as f64;
            return answers.into_iter().next().map(|answer| (answer, each));
        }
        let mut answer: Vec<u8> = Vec::new();
        let mut ways = 1.0;
        for (slot, cards) in self.loose_slots(seen).into_iter().enumerate() {
            let free = answer.iter().fold(cards, |free, card| free & !(1 << card));
            if free == 0 {
                return None;
            }
            let of_set = slot.saturating_sub(self.set_from) + 1;
            ways *= f64::from(free.count_ones()) / of_set as f64;
            answer.push(free.trailing_zeros() as u8);
        }
        Some((answer, 1.0 / ways.max(1.0)))
    }

    /// For each slot of the mystery the cards that it may be, as bits, if there are too many outcomes to go through.
    fn loose_slots(&self, seen: &AnswersSeen) -> Vec<u32> {
        let up = seen.cards.iter().fold(0, |up, cards| up | cards);
        let mut slots = Vec::new();
        for scenario in &self.scenarios {
            slots.resize(scenario.mystery.len(), 0);
            for columns in &ORDERS {
                let allowed = self.allowed_rows(scenario, columns, seen);
                let (ranks, suits) = (self.transposed(&self.assignments(&allowed).possible()), suits_of(columns));
                for (slot, cells) in slots.iter_mut().zip(&scenario.mystery) {
                    cells.iter().for_each(|cell| *slot |= cards_of(cell, &ranks, &suits) & !up);
                }
            }
        }
        // A card that is certain in one slot is in no other.
        for slot in 0..slots.len().min(self.set_from) {
            let card = slots[slot];
            if card.is_power_of_two() {
                slots.iter_mut().enumerate().filter(|(other, _)| *other != slot).for_each(|(_, cards)| *cards &= !card);
            }
        }
        slots
    }

    /// All choices of different cards for the slots.
    fn loose_answers(&self, slots: &[u32]) -> BTreeSet<Vec<u8>> {
        let mut answers = vec![Vec::new()];
        for (slot, cards) in slots.iter().enumerate() {
            let longer = |answer: Vec<u8>| {
                // The cards of a set are in ascending order.
                let above = if slot > self.set_from { answer.last().copied() } else { None };
                let free =
                    (0..32u8).filter(move |card| cards >> card & 1 == 1 && above.is_none_or(|above| above < *card));
                let free: Vec<u8> = free.filter(|card| !answer.contains(card)).collect();
                free.into_iter().map(move |card| [answer.as_slice(), &[card]].concat())
            };
            answers = answers.into_iter().flat_map(longer).collect();
        }
        answers.into_iter().collect()
    }

    /// Whether any deal fits the answers and these possible ranks of each row and suits of each column, as bits.
    pub fn fits(&self, seen: &AnswersSeen, rows: &RowSets, columns: &[u8; 4]) -> bool {
        let rows = self.transposed(rows);
        let in_columns = |order: &&[u8; 4]| {
            order.iter().enumerate().all(|(suit, column)| columns[usize::from(*column)] >> suit & 1 == 1)
        };
        self.scenarios.iter().filter(|scenario| scenario.can_show(seen)).any(|scenario| {
            ORDERS.iter().filter(in_columns).any(|order| {
                let mut allowed = self.allowed_rows(scenario, order, seen);
                allowed.iter_mut().zip(rows).for_each(|(allowed, rows)| *allowed &= rows);
                self.assignments(&allowed).completions[0] > 0
            })
        })
    }

    /// Draws a random deal that fits the answers and the constraints, with the right probabilities; `None` if there is
    /// none.
    pub fn sample(&self, seen: &AnswersSeen, constraints: &GridConstraints, rng: &mut GameRng) -> Option<SampledDeal> {
        let weighted = self.weighted(seen, constraints);
        if let Some(routes) = &self.routes {
            return (0..MOST_TRIES).find_map(|_| self.sample_routed(routes, &weighted, seen, constraints, rng));
        }
        let (scenario, columns) = draw_weighted(&weighted, rng)?;
        let ranks = self.constrained(scenario, columns, seen, constraints).random(rng)?;
        Some(scenario.deal(&ranks, suits_of(columns), seen, rng))
    }

    /// A random deal when there are too many outcomes to go through; `None` if the cards cannot be sent in this one.
    fn sample_routed(
        &self,
        routes: &Routes,
        weighted: &[WeightedOrder<'_>],
        seen: &AnswersSeen,
        constraints: &GridConstraints,
        rng: &mut GameRng,
    ) -> Option<SampledDeal> {
        let (scenario, columns) = draw_weighted(weighted, rng)?;
        let ranks = self.constrained(scenario, columns, seen, constraints).random(rng)?;
        let suits = suits_of(columns);
        let cards: Vec<u8> = ranks.iter().flat_map(|rank| suits.map(|suit| rank * 4 + suit)).collect();
        let routed = routes.random(&cards, seen, constraints.mystery.as_deref(), self.set_from, rng)?;
        let mut piles = routed.piles;
        piles.truncate(self.reach.len());
        for (number, pile) in piles.iter_mut().enumerate() {
            pile.retain(|item| item.is_none_or(|card| seen.cards[number] >> card & 1 == 0));
            for _ in 0..seen.jokers[number] {
                let joker = pile.iter().position(Option::is_none)?;
                pile.swap_remove(joker);
            }
            rng.shuffle(pile);
        }
        Some(SampledDeal { ranks, suits, piles, mystery: routed.mystery })
    }

    /// How likely this answer to the mystery is after these answers, 0 to 1. If there are too many outcomes to go
    /// through, all answers that are left count as equally likely.
    pub fn chance(&self, seen: &AnswersSeen, answer: &[u8]) -> f64 {
        if !self.is_exact() {
            let left = self.knowledge(seen).answers;
            return if left.contains(answer) { 1.0 / left.len() as f64 } else { 0.0 };
        }
        let weight = |constraints: &GridConstraints| -> f64 {
            self.weighted(seen, constraints).iter().map(|(weight, ..)| weight).sum()
        };
        let named = GridConstraints { mystery: Some(answer.to_vec()), ..GridConstraints::default() };
        weight(&named) / weight(&GridConstraints::default()).max(f64::MIN_POSITIVE)
    }

    /// Every scenario with every order of the suits that fits, and how likely it is compared with the others.
    fn weighted(&self, seen: &AnswersSeen, constraints: &GridConstraints) -> Vec<WeightedOrder<'_>> {
        let orders = |scenario| ORDERS.iter().map(move |columns| (scenario, columns));
        let fits = |(_, columns): &(_, &[u8; 4])| constraints.suits.is_none_or(|suits| suits_of(columns) == suits);
        let weighted = self.scenarios.iter().flat_map(orders).filter(fits).map(|(scenario, columns)| {
            let ways = self.constrained(scenario, columns, seen, constraints).completions[0];
            (scenario.likelihood(seen) * f64::from(ways), scenario, columns)
        });
        weighted.filter(|(weight, ..)| *weight > 0.0).collect()
    }

    /// The ways to place the ranks that fit the answers and the constraints, if each suit has this column.
    fn constrained(
        &self,
        scenario: &Scenario,
        columns: &[u8; 4],
        seen: &AnswersSeen,
        constraints: &GridConstraints,
    ) -> Assignments {
        let mut allowed = self.allowed_rows(scenario, columns, seen);
        for (row, rank) in constraints.ranks.iter().flatten().enumerate() {
            allowed[usize::from(*rank)] &= 1 << row;
        }
        for (slot, card) in constraints.mystery.iter().flatten().enumerate() {
            // Different cards come from different cells, so a set's cards only need to be in some of its cells.
            let slots = self.slots_of(slot, scenario);
            let cells = scenario.mystery.get(slots).into_iter().flatten().flat_map(|cells| cells.iter()).collect();
            self.keep_rows_of(&cells, *card, columns, &mut allowed);
        }
        self.assignments(&allowed)
    }

    /// The cells whose cards may be this slot of the mystery; any of a set's cells may be any of its slots.
    pub fn mystery_cells(&self, slot: usize) -> CellSet {
        let cells = self.scenarios.iter().filter_map(|scenario| scenario.mystery.get(self.slots_of(slot, scenario)));
        cells.flatten().flat_map(|cells| cells.iter()).collect()
    }

    /// The slots whose cells may have the card of this one: those of the whole set, if it is one of a set.
    fn slots_of(&self, slot: usize, scenario: &Scenario) -> std::ops::Range<usize> {
        if slot < self.set_from { slot..slot + 1 } else { self.set_from..scenario.mystery.len() }
    }

    /// The cells whose cards may come up in a pile, from 0.
    pub fn cells_of(&self, pile: usize) -> CellSet {
        self.reach.get(pile).copied().unwrap_or_default()
    }

    /// For each rank its possible rows, if each suit has this column.
    fn allowed_rows(&self, scenario: &Scenario, columns: &[u8; 4], seen: &AnswersSeen) -> RowSets {
        let mut allowed = [u8::MAX >> (MOST_ROWS - self.rows); MOST_ROWS as usize];
        for (cells, cards) in scenario.piles.iter().zip(seen.cards) {
            for card in (0..32u8).filter(|card| cards >> card & 1 == 1) {
                self.keep_rows_of(cells, card, columns, &mut allowed);
            }
        }
        allowed
    }

    /// Leaves the card's rank only the rows in which it is in one of these cells.
    fn keep_rows_of(&self, cells: &CellSet, card: u8, columns: &[u8; 4], allowed: &mut RowSets) {
        let column = columns[usize::from(card % 4)];
        let fits = |row: &u8| GridCell::new(*row, column).is_some_and(|cell| cells.contains(cell));
        allowed[usize::from(card / 4)] &= (0..self.rows).filter(fits).fold(0, |rows, row| rows | 1 << row);
    }

    /// The ways to place the ranks in their allowed rows, or the rows' ranks.
    fn assignments(&self, allowed: &RowSets) -> Assignments {
        Assignments::new(&allowed[..usize::from(self.rows)])
    }

    /// For each row the ranks that have it in their set of rows, or the other way round.
    fn transposed(&self, rows: &RowSets) -> RowSets {
        std::array::from_fn(|row| {
            (0..self.rows).fold(0, |set, rank| set | (rows[usize::from(rank)] >> row & 1) << rank)
        })
    }

    /// Adds every answer that is possible in a scenario, if each suit has this column and each rank these rows.
    fn add_answers(&self, answers: &mut BTreeSet<Vec<u8>>, scenario: &Scenario, columns: &[u8; 4], allowed: &RowSets) {
        let suits = suits_of(columns);
        let mystery: Vec<GridCell> = scenario.mystery.iter().flat_map(|cells| cells.iter()).collect();
        // The mystery's rows come first, so that only assignments to them need to be enumerated.
        let mut rows: Vec<u8> = mystery.iter().map(|cell| cell.row()).collect();
        rows.sort_unstable();
        rows.dedup();
        let mystery_rows = rows.len();
        rows.extend((0..self.rows).filter(|row| !mystery.iter().any(|cell| cell.row() == *row)));
        let row_ranks = self.transposed(allowed);
        let ranks: Vec<u8> = rows.iter().map(|row| row_ranks[usize::from(*row)]).collect();
        Assignments::new(&ranks).each_prefix(mystery_rows, 0, &mut ArrayVec::new(), &mut |ranks| {
            let card = |cell: &GridCell| {
                let rank = rows.iter().position(|row| *row == cell.row()).and_then(|at| ranks.get(at));
                rank.copied().unwrap_or(0) * 4 + suits[usize::from(cell.column())]
            };
            let mut answer: Vec<u8> = mystery.iter().map(card).collect();
            if let Some(set) = answer.get_mut(self.set_from..) {
                set.sort_unstable();
            }
            answers.insert(answer);
        });
    }
}

impl Knowledge {
    /// Adds what is possible in a scenario, if each suit has this column and each row these ranks.
    fn add(&mut self, scenario: &Scenario, columns: &[u8; 4], ranks: &RowSets) {
        for (row, ranks) in self.rows.iter_mut().zip(ranks) {
            *row |= ranks;
        }
        for (suit, column) in columns.iter().enumerate() {
            self.columns[usize::from(*column)] |= 1 << suit;
        }
        let suits = suits_of(columns);
        for (pile, cells) in self.piles.iter_mut().zip(&scenario.dealt) {
            for cell in cells.iter() {
                *pile |= cards_of(cell, ranks, &suits);
            }
        }
    }
}

/// The cards that may lie in a cell, as bits, if each row may have these ranks and each column has this suit.
fn cards_of(cell: GridCell, ranks: &RowSets, suits: &[u8; 4]) -> u32 {
    let (ranks, suit) = (ranks[usize::from(cell.row())], suits[usize::from(cell.column())]);
    (0..MOST_ROWS).filter(|rank| ranks >> rank & 1 == 1).fold(0, |cards, rank| cards | 1 << (4 * rank + suit))
}

/// Draws a scenario and an order of the suits by their weights.
fn draw_weighted<'a>(weighted: &[WeightedOrder<'a>], rng: &mut GameRng) -> Option<(&'a Scenario, &'a [u8; 4])> {
    let mut drawn = weighted.iter().map(|(weight, ..)| weight).sum::<f64>() * fraction(rng);
    let found = weighted.iter().find(|(weight, ..)| {
        drawn -= weight;
        drawn < 0.0
    });
    found.or(weighted.last()).map(|(_, scenario, columns)| (*scenario, *columns))
}

/// For each column its suit, if each suit has this column.
fn suits_of(columns: &[u8; 4]) -> [u8; 4] {
    let mut suits = [0; 4];
    for (suit, column) in (0..).zip(columns) {
        suits[usize::from(*column)] = suit;
    }
    suits
}

/// A random number from 0 up to but not including 1.
fn fraction(rng: &mut GameRng) -> f64 {
    (rng.bits() >> 11) as f64 / (1u64 << 53) as f64
}

impl Scenario {
    /// Stands for all outcomes of a puzzle at once.
    fn loose(puzzle: &Puzzle, routes: &Routes) -> Scenario {
        let piles: Vec<CellSet> = (0..puzzle.piles.len()).map(|pile| routes.cells_of_pile(pile)).collect();
        let mut mystery: Vec<CellSet> = (0..puzzle.named_one_by_one()).map(|slot| routes.cells_of_slot(slot)).collect();
        if let Mystery::Removed { pile, count } = puzzle.mystery {
            mystery.extend((0..count).map(|_| routes.cells_of_pile(usize::from(pile) - 1)));
        }
        let odds = vec![None; piles.len()];
        Scenario { weight: 1, dealt: piles.clone(), piles, mystery, odds, drawn: None }
    }

    /// The likelihood of this scenario with these numbers of cards and jokers turned up.
    fn likelihood(&self, seen: &AnswersSeen) -> f64 {
        let odds = self.odds.iter().enumerate().map(|(pile, odds)| {
            let (cards, jokers) = seen.counts(pile);
            odds.as_ref().map_or(1.0, |odds| odds.weight(cards, jokers) as f64 / odds.scale().max(1) as f64)
        });
        // The odds are of all that removals may draw; any of the cards that have not come up is as likely to be drawn.
        let draws =
            self.drawn.map_or(1, |(pile, dealt, count)| binomial(dealt - seen.counts(pile).0.min(dealt), count));
        f64::from(self.weight) * odds.product::<f64>() / draws.max(1) as f64
    }

    fn deal(&self, ranks: &[u8], suits: [u8; 4], seen: &AnswersSeen, rng: &mut GameRng) -> SampledDeal {
        let card = |cell: GridCell| {
            let rank = ranks.get(usize::from(cell.row())).copied().unwrap_or(0);
            rank * 4 + suits[usize::from(cell.column())]
        };
        let mystery = self.mystery.iter().flat_map(|cells| cells.iter()).map(card).collect();
        let mut piles = Vec::new();
        for (pile, cells) in self.piles.iter().enumerate() {
            let mut left: Vec<u8> = cells.iter().map(card).filter(|card| seen.cards[pile] >> card & 1 == 0).collect();
            rng.shuffle(&mut left);
            let (mut cards, mut jokers) = seen.counts(pile);
            let mut next = Vec::new();
            while let Some(odds) = self.odds.get(pile).and_then(Option::as_ref)
                && cards + jokers < odds.askable()
            {
                let chance = odds.weight(cards, jokers + 1) as f64 / odds.weight(cards, jokers).max(1) as f64;
                let card = if fraction(rng) < chance { None } else { left.pop() };
                next.push(card);
                match card {
                    Some(_) => cards += 1,
                    None => jokers += 1,
                }
            }
            piles.push(next);
        }
        SampledDeal { ranks: ranks.to_vec(), suits, piles, mystery }
    }

    fn can_show(&self, seen: &AnswersSeen) -> bool {
        self.odds.iter().enumerate().all(|(pile, odds)| {
            let (cards, jokers) = seen.counts(pile);
            odds.as_ref().is_none_or(|odds| odds.weight(cards, jokers) > 0)
        })
    }
}

const PLACE_SETS: usize = 1 << MOST_ROWS;

/// Counts the assignments of up to eight things to as many places, when each thing allows only some places: ranks to
/// rows, or rows to ranks. Things are placed in order, so the number of taken places tells which thing is next.
struct Assignments {
    /// For each thing its allowed places as bits.
    allowed: ArrayVec<u8, { MOST_ROWS as usize }>,
    /// For each set of taken places, the number of ways to place the remaining things.
    completions: [u32; PLACE_SETS],
}

impl Assignments {
    fn new(allowed: &[u8]) -> Assignments {
        let mut assignments = Assignments {
            allowed: allowed.iter().copied().take(usize::from(MOST_ROWS)).collect(),
            completions: [0; PLACE_SETS],
        };
        let all = (1usize << assignments.allowed.len()) - 1;
        assignments.completions[all] = 1;
        for taken in (0..all).rev() {
            assignments.completions[taken] =
                assignments.free_places(taken).map(|place| assignments.completions[taken | 1 << place]).sum();
        }
        assignments
    }

    fn free_places(&self, taken: usize) -> impl Iterator<Item = usize> + use<> {
        let allowed = self.allowed.get(taken.count_ones() as usize).copied().unwrap_or(0);
        (0..usize::from(MOST_ROWS)).filter(move |place| usize::from(allowed) & !taken & 1 << place != 0)
    }

    /// For each thing the places that it has in some assignment.
    fn possible(&self) -> RowSets {
        let mut possible = [0; MOST_ROWS as usize];
        let mut is_reached = [false; PLACE_SETS];
        is_reached[0] = self.completions[0] > 0;
        for taken in 0..1usize << self.allowed.len() {
            if !is_reached[taken] {
                continue;
            }
            for place in self.free_places(taken).filter(|place| self.completions[taken | 1 << place] > 0) {
                possible[taken.count_ones() as usize] |= 1 << place;
                is_reached[taken | 1 << place] = true;
            }
        }
        possible
    }

    /// For each place its thing, in a uniformly random assignment; `None` if there is no assignment.
    fn random(&self, rng: &mut GameRng) -> Option<Vec<u8>> {
        let mut things = vec![0; self.allowed.len()];
        let mut taken = 0;
        for thing in 0..self.allowed.len() {
            let mut drawn = rng.below(self.completions[taken]);
            let place = self.free_places(taken).find(|place| {
                let here = self.completions[taken | 1 << place];
                let is_here = drawn < here;
                drawn = drawn.saturating_sub(here);
                is_here
            })?;
            things[place] = thing as u8;
            taken |= 1 << place;
        }
        Some(things)
    }

    /// Calls `found` with the places of the first `count` things, once for each choice that leaves places for the
    /// others; `so_far` are the places of the first few, which are `taken`.
    fn each_prefix(
        &self,
        count: usize,
        taken: usize,
        so_far: &mut ArrayVec<u8, { MOST_ROWS as usize }>,
        found: &mut impl FnMut(&[u8]),
    ) {
        if so_far.len() == count {
            return found(so_far);
        }
        for place in self.free_places(taken).filter(|place| self.completions[taken | 1 << place] > 0) {
            so_far.push(place as u8);
            self.each_prefix(count, taken | 1 << place, so_far, found);
            so_far.pop();
        }
    }
}

/// The number of ways to choose `count` of `of` items; `u64::MAX` on overflow.
fn binomial(of: usize, count: usize) -> u64 {
    let (of, count) = (of as u64, count as u64);
    (0..count)
        .try_fold(1u64, |ways, chosen| Some(ways.checked_mul(of.saturating_sub(chosen))? / (chosen + 1)))
        .unwrap_or(u64::MAX)
}
