//! The exact par of a puzzle: the least expected number of questions until every mystery card is certain.
//!
//! A position is what the player knows: which cards have come up in which pile. The probability of a deal depends only
//! on twists and changes, so finding the best pile to ask is a finite Markov decision process (Bellman, *Dynamic
//! Programming*, 1957), solved by going through all answers. Two things keep it small: positions that differ only by
//! renaming suits or ranks are the same, and a pile that cannot be better than the best so far is abandoned.
//!
//! All numbers are integers. The cost of a position is its expected number of questions times its weight, and the
//! weights of the positions after a question add up to the weight before it, so the par is an exact fraction.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, DefaultHasher};

use super::spread::{PileOdds, Ratio, Spread, TooManyOutcomes, combinations, each_order, lcm, spreads};
use crate::games::mystery::puzzle::{GridCell, MOST_PILES, Mystery, Puzzle};

/// What has come up in each pile: the cards as bits 4 · rank + suit, with ranks in the order of [`Puzzle::ranks`], and
/// the number of jokers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct AnswersSeen {
    pub cards: [u32; MOST_PILES],
    pub jokers: [u8; MOST_PILES],
}

impl AnswersSeen {
    #[must_use]
    pub fn with_card(mut self, pile: usize, card: u32) -> AnswersSeen {
        if let Some(cards) = self.cards.get_mut(pile) {
            *cards |= 1 << card;
        }
        self
    }

    #[must_use]
    pub fn with_joker(mut self, pile: usize) -> AnswersSeen {
        if let Some(jokers) = self.jokers.get_mut(pile) {
            *jokers += 1;
        }
        self
    }

    fn counts(&self, pile: usize) -> (usize, usize) {
        (self.cards[pile].count_ones() as usize, usize::from(self.jokers[pile]))
    }
}

/// A position up to renaming suits and ranks: for each rank the suits up in each pile, sorted, and the jokers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct PositionKey([u32; 8], u32);

/// The best question in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ParEntry {
    /// Expected questions times weight; a lower bound if `depth` is not [`EXACT`].
    cost: u128,
    /// The most questions that optimal play may need.
    worst: u8,
    pile: u8,
    /// How many questions ahead was searched.
    depth: u8,
}

/// The depth of a search to the end.
pub const EXACT: u8 = u8::MAX;

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParError {
    #[error("the puzzle is too large to compute its exact par")]
    TooLarge,
    #[error("stopped before the par was found")]
    Stopped,
}

impl From<TooManyOutcomes> for ParError {
    fn from(_: TooManyOutcomes) -> ParError {
        ParError::TooLarge
    }
}

const MOST_DEALS: usize = 1 << 21;

/// Every possible deal of the grid, in parallel arrays indexed by deal.
#[derive(Clone, Debug)]
struct DealTable {
    /// The cards dealt to each pile as bits; each deal has as many consecutive entries as there are piles.
    piles: Vec<u32>,
    spread: Vec<u16>,
    /// The mystery packed with five bits a card behind a leading 1, slot by slot; meaningless if a removal draws it.
    answer: Vec<u64>,
}

#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct QuestionValues {
    /// The expected number of questions until the mystery is certain.
    pub expected: f64,
    /// For each pile by how much a question to it reduces that number; 0 if the pile has no face-down cards.
    pub gain: [f64; MOST_PILES],
}

#[derive(Clone, Debug)]
pub struct Solver {
    piles: usize,
    rows: usize,
    deals: DealTable,
    /// For each outcome of the twists: its weight, and the odds of each pile.
    outcomes: Vec<(u128, Vec<PileOdds>)>,
    /// If a removal draws the mystery: the pile, and the number of cards.
    drawn_mystery: Option<(usize, u32)>,
    memo: HashMap<PositionKey, ParEntry, BuildHasherDefault<DefaultHasher>>,
    chances: HashMap<PositionKey, u128, BuildHasherDefault<DefaultHasher>>,
    values: HashMap<PositionKey, QuestionValues, BuildHasherDefault<DefaultHasher>>,
    nodes: u64,
}

#[derive(Clone, Copy)]
struct ParAnswer {
    seen: AnswersSeen,
    key: PositionKey,
    card: Option<u32>,
    /// How many answers are equal to this one up to renaming.
    times: u128,
    /// The weight of one of them.
    weight: u128,
}

struct PileQuestion {
    pile: usize,
    /// A lower bound of its cost.
    least: u128,
    /// The answers after which the mystery is not certain.
    answers: Vec<ParAnswer>,
}

/// What the deals say about one card as an answer.
#[derive(Clone, Copy, Default)]
struct CardTally {
    weight: u128,
    /// The mystery in the last deal that was counted.
    mystery: Option<u64>,
    /// Whether the mystery is not certain after this answer.
    is_open: bool,
}

impl Solver {
    /// # Errors
    /// More deals than can be enumerated, or weights that exceed 128 bits.
    pub fn new(puzzle: &Puzzle) -> Result<Solver, ParError> {
        let spreads = spreads(puzzle)?;
        let outcomes = outcome_odds(puzzle, &spreads).ok_or(ParError::TooLarge)?;
        let (piles, rows) = (puzzle.piles.len(), usize::from(puzzle.rows));
        let deals = (1..=rows).product::<usize>() * 24;
        if deals.saturating_mul(spreads.len()) > MOST_DEALS {
            return Err(ParError::TooLarge);
        }
        let drawn_mystery = match puzzle.mystery {
            Mystery::Removed { pile, count } => Some((usize::from(pile) - 1, u32::from(count))),
            Mystery::Cells(_) => None,
        };
        let solver = Solver {
            piles,
            rows,
            deals: DealTable::new(&spreads, piles, rows),
            outcomes,
            drawn_mystery,
            memo: HashMap::default(),
            chances: HashMap::default(),
            values: HashMap::default(),
            nodes: 0,
        };
        // No cost exceeds the first position's weight times the number of questions, so later sums cannot overflow.
        let whole = solver.outcomes.iter().try_fold(0u128, |sum, (factor, odds)| {
            let weight = odds.iter().try_fold(*factor, |weight, odds| weight.checked_mul(odds.scale()))?;
            sum.checked_add(weight.checked_mul(deals as u128)?)
        });
        match whole.and_then(|whole| whole.checked_mul(64)) {
            Some(_) => Ok(solver),
            None => Err(ParError::TooLarge),
        }
    }

    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The greatest chance to become certain of the mystery: that of asking for everything. `stop` is given the number
    /// of positions visited.
    ///
    /// # Errors
    /// [`ParError::Stopped`] if `stop` returned true, as in the other methods.
    pub fn certain_chance(&mut self, stop: &dyn Fn(u64) -> bool) -> Result<Ratio, ParError> {
        let (all, seen) = (self.all_deals(), AnswersSeen::default());
        let whole = self.weight(&all, &seen);
        Ok(Ratio::new(self.chance(&all, &seen, stop)?, whole))
    }

    /// The least expected number of questions from this position until the mystery is certain, and the most that such
    /// play may need. Only for puzzles that can always be solved, see [`Solver::certain_chance`].
    pub fn par(&mut self, seen: &AnswersSeen, stop: &dyn Fn(u64) -> bool) -> Result<(Ratio, u8), ParError> {
        let (list, seen) = (self.matching_deals(seen), *seen);
        let found = self.cost(&list, &seen, EXACT, stop)?;
        Ok((Ratio::new(found.cost, self.weight(&list, &seen)), found.worst))
    }

    /// A lower bound of the par from searching `depth` questions ahead, and whether it is the par itself.
    pub fn bound(&mut self, depth: u8, stop: &dyn Fn(u64) -> bool) -> Result<(Ratio, bool), ParError> {
        let (all, seen) = (self.all_deals(), AnswersSeen::default());
        let found = self.cost(&all, &seen, depth, stop)?;
        Ok((Ratio::new(found.cost, self.weight(&all, &seen)), found.depth == EXACT))
    }

    /// The pile, from 0, that optimal play asks next; `None` if the mystery is certain or nothing is left to ask.
    pub fn best(&mut self, seen: &AnswersSeen, stop: &dyn Fn(u64) -> bool) -> Result<Option<usize>, ParError> {
        let (list, seen) = (self.matching_deals(seen), *seen);
        if self.is_certain(&list, &seen) || (0..self.piles).all(|pile| !self.has_more(&seen, pile)) {
            return Ok(None);
        }
        Ok(Some(usize::from(self.cost(&list, &seen, EXACT, stop)?.pile)))
    }

    /// How much a question to each pile helps, searched `depth` questions ahead.
    pub fn question_values(
        &mut self,
        seen: &AnswersSeen,
        depth: u8,
        stop: &dyn Fn(u64) -> bool,
    ) -> Result<QuestionValues, ParError> {
        let key = self.key(seen);
        if let Some(values) = self.values.get(&key) {
            return Ok(*values);
        }
        let list = self.matching_deals(seen);
        let mut values = QuestionValues::default();
        if !self.is_certain(&list, seen) {
            let weight = self.weight(&list, seen);
            values.expected = self.open_cost(&list, seen, key, depth, stop)?.cost as f64 / weight as f64;
            for pile in 0..self.piles {
                if !self.has_more(seen, pile) {
                    continue;
                }
                let mut after = 0;
                for answer in self.question(&list, seen, weight, pile).answers {
                    let narrowed = self.narrowed(&list, pile, answer.card);
                    let ahead = if depth == EXACT { EXACT } else { depth.saturating_sub(1) };
                    after += answer.times * self.open_cost(&narrowed, &answer.seen, answer.key, ahead, stop)?.cost;
                }
                values.gain[pile] = values.expected - after as f64 / weight as f64;
            }
        }
        self.values.insert(key, values);
        Ok(values)
    }

    pub fn piles(&self) -> usize {
        self.piles
    }

    /// The chance that one question to a pile makes the mystery certain.
    pub fn one_question_chance(&self, pile: usize) -> f64 {
        let (all, seen) = (self.all_deals(), AnswersSeen::default());
        if !self.has_more(&seen, pile) {
            return 0.0;
        }
        let whole = self.weight(&all, &seen);
        let open: u128 = self.question(&all, &seen, whole, pile).answers.iter().map(|it| it.times * it.weight).sum();
        1.0 - open as f64 / whole as f64
    }

    /// Whether any answer of a pile rules out a deal.
    pub fn is_informative(&self, pile: usize) -> bool {
        let (all, seen) = (self.all_deals(), AnswersSeen::default());
        let question = self.question(&all, &seen, self.weight(&all, &seen), pile);
        let rules_out_a_deal =
            |answer: &ParAnswer| answer.card.is_some() && self.narrowed(&all, pile, answer.card).len() < all.len();
        question.answers.iter().any(rules_out_a_deal)
    }

    /// The possible answers with their probabilities, the likeliest first. Cards are numbers, slot by slot, or
    /// ascending in a set.
    pub fn ranked_answers(&self, seen: &AnswersSeen) -> Vec<(Vec<u8>, f64)> {
        let factors: Vec<u128> = (0..self.outcomes.len()).map(|outcome| self.factor(outcome, seen)).collect();
        let mut weights: BTreeMap<Vec<u8>, f64> = BTreeMap::new();
        for deal in self.matching_deals(seen) {
            let factor = factors[usize::from(self.deals.spread[deal as usize])] as f64;
            match self.drawn_mystery {
                None => *weights.entry(unpack_answer(self.deals.answer[deal as usize])).or_insert(0.0) += factor,
                Some((pile, count)) => {
                    let left = self.deals.piles_of(deal, self.piles)[pile] & !seen.cards[pile];
                    let sets = subsets(left, count);
                    let each = factor / sets.len().max(1) as f64;
                    sets.into_iter().for_each(|set| *weights.entry(set).or_insert(0.0) += each);
                }
            }
        }
        let total: f64 = weights.values().sum();
        let mut ranked: Vec<(Vec<u8>, f64)> = weights
            .into_iter()
            .filter(|(_, weight)| *weight > 0.0)
            .map(|(answer, weight)| (answer, weight / total))
            .collect();
        ranked.sort_by(|one, other| other.1.total_cmp(&one.1));
        ranked
    }

    pub fn settles(&self, seen: &AnswersSeen) -> bool {
        self.is_certain(&self.matching_deals(seen), seen)
    }

    fn all_deals(&self) -> Vec<u32> {
        (0..self.deals.spread.len() as u32).collect()
    }

    fn matching_deals(&self, seen: &AnswersSeen) -> Vec<u32> {
        let matches = |deal: &u32| {
            let piles = self.deals.piles_of(*deal, self.piles);
            piles.iter().zip(seen.cards).all(|(cards, seen)| cards & seen == seen)
        };
        (0..self.deals.spread.len() as u32).filter(matches).collect()
    }

    fn has_more(&self, seen: &AnswersSeen, pile: usize) -> bool {
        let (cards, jokers) = seen.counts(pile);
        self.outcomes.first().is_some_and(|(_, odds)| odds[pile].askable() > cards + jokers)
    }

    /// The weight of a deal with this outcome of the twists and these answers.
    fn factor(&self, outcome: usize, seen: &AnswersSeen) -> u128 {
        let (factor, odds) = &self.outcomes[outcome];
        odds.iter().enumerate().fold(*factor, |factor, (pile, odds)| {
            let (cards, jokers) = seen.counts(pile);
            factor * odds.weight(cards, jokers)
        })
    }

    fn weight(&self, list: &[u32], seen: &AnswersSeen) -> u128 {
        let factors: Vec<u128> = (0..self.outcomes.len()).map(|outcome| self.factor(outcome, seen)).collect();
        list.iter().map(|deal| factors[usize::from(self.deals.spread[*deal as usize])]).sum()
    }

    /// The mystery in a deal; `None` if a removal draws it and these answers leave it open even if the deal is known.
    fn mystery_in(&self, deal: u32, seen: &AnswersSeen) -> Option<u64> {
        let Some((pile, count)) = self.drawn_mystery else { return Some(self.deals.answer[deal as usize]) };
        let left = self.deals.piles_of(deal, self.piles)[pile] & !seen.cards[pile];
        (left.count_ones() == count).then_some(u64::from(left))
    }

    fn is_certain(&self, list: &[u32], seen: &AnswersSeen) -> bool {
        let Some(first) = list.first().and_then(|deal| self.mystery_in(*deal, seen)) else { return false };
        list.iter().all(|deal| self.mystery_in(*deal, seen) == Some(first))
    }

    /// The weight of the deals in which asking for everything makes the mystery certain.
    fn chance(&mut self, list: &[u32], seen: &AnswersSeen, stop: &dyn Fn(u64) -> bool) -> Result<u128, ParError> {
        let weight = self.weight(list, seen);
        if self.is_certain(list, seen) {
            return Ok(weight);
        }
        let Some(pile) = (0..self.piles).find(|pile| self.has_more(seen, *pile)) else { return Ok(0) };
        let key = self.key(seen);
        if let Some(known) = self.chances.get(&key) {
            return Ok(*known);
        }
        self.count_node(stop)?;
        let question = self.question(list, seen, weight, pile);
        let open: u128 = question.answers.iter().map(|answer| answer.times * answer.weight).sum();
        let mut chance = weight - open;
        for answer in &question.answers {
            let narrowed = self.narrowed(list, pile, answer.card);
            chance += answer.times * self.chance(&narrowed, &answer.seen, stop)?;
        }
        self.chances.insert(key, chance);
        Ok(chance)
    }

    fn count_node(&mut self, stop: &dyn Fn(u64) -> bool) -> Result<(), ParError> {
        self.nodes += 1;
        if stop(self.nodes) { Err(ParError::Stopped) } else { Ok(()) }
    }

    fn cost(
        &mut self,
        list: &[u32],
        seen: &AnswersSeen,
        depth: u8,
        stop: &dyn Fn(u64) -> bool,
    ) -> Result<ParEntry, ParError> {
        if self.is_certain(list, seen) {
            return Ok(ParEntry { cost: 0, worst: 0, pile: 0, depth: EXACT });
        }
        let key = self.key(seen);
        self.open_cost(list, seen, key, depth, stop)
    }

    /// Like [`Solver::cost`], for a position in which the mystery is not certain.
    fn open_cost(
        &mut self,
        list: &[u32],
        seen: &AnswersSeen,
        key: PositionKey,
        depth: u8,
        stop: &dyn Fn(u64) -> bool,
    ) -> Result<ParEntry, ParError> {
        if let Some(found) = self.memo.get(&key)
            && found.depth >= depth
        {
            return Ok(*found);
        }
        let weight = self.weight(list, seen);
        if depth == 0 {
            return Ok(ParEntry { cost: weight, worst: 1, pile: 0, depth: 0 });
        }
        self.count_node(stop)?;
        let mut questions: Vec<PileQuestion> = (0..self.piles)
            .filter(|pile| self.has_more(seen, *pile))
            .map(|pile| self.question(list, seen, weight, pile))
            .collect();
        questions.sort_by_key(|question| question.least);
        let mut best: Option<ParEntry> = None;
        for question in &questions {
            if let Some(found) = self.cost_of_asking(list, question, best, depth, stop)? {
                best = Some(found);
            }
        }
        // If nothing is left to ask, the puzzle cannot always be solved, which certain_chance reports first.
        let best = best.unwrap_or(ParEntry { cost: weight, worst: u8::MAX, pile: 0, depth: EXACT });
        self.memo.insert(key, best);
        Ok(best)
    }

    /// The cost of a question, if it is better than the best so far.
    fn cost_of_asking(
        &mut self,
        list: &[u32],
        question: &PileQuestion,
        best: Option<ParEntry>,
        depth: u8,
        stop: &dyn Fn(u64) -> bool,
    ) -> Result<Option<ParEntry>, ParError> {
        let mut found = ParEntry { cost: question.least, worst: 1, pile: question.pile as u8, depth: EXACT };
        let is_worse = |found: &ParEntry| best.is_some_and(|best| found.cost > best.cost);
        let ahead = if depth == EXACT { EXACT } else { depth - 1 };
        for answer in &question.answers {
            if is_worse(&found) {
                return Ok(None);
            }
            let known = self.memo.get(&answer.key).copied().filter(|known| known.depth >= ahead);
            let after = match known {
                Some(known) => known,
                None => {
                    let narrowed = self.narrowed(list, question.pile, answer.card);
                    self.open_cost(&narrowed, &answer.seen, answer.key, ahead, stop)?
                }
            };
            found.cost += answer.times * (after.cost - answer.weight);
            found.worst = found.worst.max(after.worst.saturating_add(1));
            if after.depth != EXACT {
                found.depth = depth;
            }
        }
        let is_better = best.is_none_or(|best| (found.cost, found.worst) < (best.cost, best.worst));
        Ok(is_better.then_some(found))
    }

    fn question(&self, list: &[u32], seen: &AnswersSeen, weight: u128, pile: usize) -> PileQuestion {
        let next = seen.with_card(pile, 0);
        // The odds depend only on the number of cards up, so any card that is not up yet will do.
        let next = if next == *seen { seen.with_card(pile, 31) } else { next };
        let factors: Vec<u128> = (0..self.outcomes.len()).map(|outcome| self.factor(outcome, &next)).collect();
        let up = seen.cards[pile];
        let mut tallies = [CardTally::default(); 32];
        for deal in list {
            let mut cards = self.deals.piles_of(*deal, self.piles)[pile] & !up;
            let factor = factors[usize::from(self.deals.spread[*deal as usize])];
            while cards != 0 {
                let card = cards.trailing_zeros();
                cards &= cards - 1;
                let mystery = self.mystery_in(*deal, &seen.with_card(pile, card));
                let tally = &mut tallies[card as usize];
                tally.is_open |= mystery.is_none() || (tally.weight > 0 && tally.mystery != mystery);
                tally.mystery = mystery;
                tally.weight += factor;
            }
        }
        let (ranks, suits) = self.unseen(seen);
        let mut question = PileQuestion { pile, least: weight, answers: Vec::new() };
        for (card, CardTally { weight, is_open, .. }) in (0u32..).zip(tallies) {
            if weight == 0 || !is_open {
                continue;
            }
            // Ranks that have not come up are interchangeable, and so are suits: the first stands for all of them.
            let (rank, suit) = (1 << (card / 4), 1 << (card % 4));
            if (ranks & rank != 0 && ranks & (rank - 1) != 0) || (suits & suit != 0 && suits & (suit - 1) != 0) {
                continue;
            }
            let alike = |all: u32, one: u32| if all & one != 0 { u128::from(all.count_ones()) } else { 1 };
            let times = alike(ranks, rank) * alike(suits, suit);
            self.add_answer(&mut question, seen.with_card(pile, card), Some(card), times, weight);
        }
        let joker = seen.with_joker(pile);
        let weight = self.weight(list, &joker);
        if weight > 0 && !self.is_certain(list, &joker) {
            self.add_answer(&mut question, joker, None, 1, weight);
        }
        question
    }

    fn add_answer(&self, question: &mut PileQuestion, seen: AnswersSeen, card: Option<u32>, times: u128, weight: u128) {
        let key = self.key(&seen);
        question.least += times * weight;
        match question.answers.iter_mut().find(|answer| answer.key == key) {
            Some(answer) => answer.times += times,
            None => question.answers.push(ParAnswer { seen, key, card, times, weight }),
        }
    }

    /// The ranks and suits of which no card is up, as bits.
    fn unseen(&self, seen: &AnswersSeen) -> (u32, u32) {
        let up = seen.cards.iter().fold(0, |all, cards| all | cards);
        let ranks =
            (0..self.rows as u32).filter(|rank| up >> (4 * rank) & 15 == 0).fold(0, |all, rank| all | 1 << rank);
        let suits = (0..4).filter(|suit| up >> suit & 0x1111_1111 == 0).fold(0, |all, suit| all | 1 << suit);
        (ranks, suits)
    }

    /// The deals that remain when a card comes up, or a joker (`None`).
    fn narrowed(&self, list: &[u32], pile: usize, card: Option<u32>) -> Vec<u32> {
        let Some(card) = card else { return list.to_vec() };
        list.iter().copied().filter(|deal| self.deals.piles_of(*deal, self.piles)[pile] >> card & 1 == 1).collect()
    }

    /// The canonical form of a position: the least over all orders of the suits, with the ranks sorted.
    fn key(&self, seen: &AnswersSeen) -> PositionKey {
        let mut least: Option<[u32; 8]> = None;
        for order in &SUIT_ORDERS {
            let mut rows = [0u32; 8];
            for (row, part) in rows.iter_mut().enumerate().take(self.rows) {
                for (pile, cards) in seen.cards.iter().enumerate().take(self.piles) {
                    *part |= u32::from(order[(cards >> (4 * row) & 15) as usize]) << (4 * pile);
                }
            }
            rows[..self.rows].sort_unstable();
            if least.is_none_or(|least| rows < least) {
                least = Some(rows);
            }
        }
        let jokers =
            seen.jokers.iter().enumerate().fold(0, |all, (pile, jokers)| all | u32::from(*jokers) << (2 * pile));
        PositionKey(least.unwrap_or_default(), jokers)
    }
}

impl DealTable {
    fn new(spreads: &[Spread], piles: usize, rows: usize) -> DealTable {
        let mut deals = DealTable { piles: Vec::new(), spread: Vec::new(), answer: Vec::new() };
        let mut ranks: Vec<u8> = (0..rows as u8).collect();
        each_order(&mut ranks, 0, &mut |ranks| {
            let mut suits = [0, 1, 2, 3];
            each_order(&mut suits, 0, &mut |suits| {
                for (spread, number) in spreads.iter().zip(0..) {
                    deals.push(spread, number, piles, (ranks, suits));
                }
            });
        });
        deals
    }

    fn push(&mut self, spread: &Spread, number: u16, piles: usize, (ranks, suits): (&[u8], &[u8])) {
        let card = |cell: GridCell| u32::from(ranks[usize::from(cell.row())] * 4 + suits[usize::from(cell.column())]);
        for pile in &spread.piles[..piles] {
            self.piles.push(pile.iter().fold(0, |cards, cell| cards | 1 << card(cell)));
        }
        self.spread.push(number);
        self.answer.push(spread.mystery.iter().fold(1, |all, cell| all << 5 | u64::from(card(*cell))));
    }

    fn piles_of(&self, deal: u32, piles: usize) -> &[u32] {
        let from = deal as usize * piles;
        &self.piles[from..from + piles]
    }
}

/// The weight and the odds of each outcome of the twists, in a common unit.
fn outcome_odds(puzzle: &Puzzle, spreads: &[Spread]) -> Option<Vec<(u128, Vec<PileOdds>)>> {
    let mut all = Vec::new();
    for spread in spreads {
        let pile_odds = |pile: usize| PileOdds::new(puzzle, pile, spread.piles[pile].len(), spread.jokers[pile]);
        let odds = (0..puzzle.piles.len()).map(pile_odds).collect::<Option<Vec<PileOdds>>>()?;
        let scale = odds.iter().try_fold(1u128, |scale, odds| scale.checked_mul(odds.scale()))?;
        all.push((spread.weight, scale, odds));
    }
    let common = all.iter().try_fold(1u128, |common, (_, scale, _)| lcm(common, *scale))?;
    let outcome = |(weight, scale, odds): (u32, u128, Vec<PileOdds>)| {
        Some((u128::from(weight).checked_mul(common / scale)?, odds))
    };
    all.into_iter().map(outcome).collect()
}

fn unpack_answer(packed: u64) -> Vec<u8> {
    let mut cards = Vec::new();
    let mut left = packed;
    while left > 1 {
        cards.push((left & 31) as u8);
        left >>= 5;
    }
    cards.reverse();
    cards
}

fn subsets(cards: u32, count: u32) -> Vec<Vec<u8>> {
    let all: Vec<u8> = (0..32).filter(|card| cards >> card & 1 == 1).collect();
    combinations(&all, count as usize)
}

/// For every order of the suits: what the four suit bits of a rank become.
static SUIT_ORDERS: [[u8; 16]; 24] = suit_orders();

const fn suit_orders() -> [[u8; 16]; 24] {
    let mut all = [[0; 16]; 24];
    let (mut number, mut code) = (0, 0);
    while code < 256 {
        let order = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6 & 3];
        if 1 << order[0] | 1 << order[1] | 1 << order[2] | 1 << order[3] == 15 {
            let mut bits = 0;
            while bits < 16 {
                let mut suit = 0;
                while suit < 4 {
                    all[number][bits] |= ((bits >> suit & 1) << order[suit]) as u8;
                    suit += 1;
                }
                bits += 1;
            }
            number += 1;
        }
        code += 1;
    }
    all
}
