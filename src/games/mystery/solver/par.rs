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
use std::sync::Arc;

use arrayvec::ArrayVec;

use super::spread::{PileOdds, Ratio, Spread, combinations, each_order, lcm, orders, spreads};
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
        self.cards[pile] |= 1 << card;
        self
    }

    #[must_use]
    pub fn with_joker(mut self, pile: usize) -> AnswersSeen {
        self.jokers[pile] += 1;
        self
    }

    /// How many cards and jokers have come up in a pile.
    pub(super) fn counts(&self, pile: usize) -> (usize, usize) {
        (self.cards[pile].count_ones() as usize, usize::from(self.jokers[pile]))
    }
}

/// A position up to renaming suits and ranks: for each rank the suits up in each pile, sorted, and the jokers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct PositionKey([u32; 8], u32);

type ByPosition<T> = HashMap<PositionKey, T, BuildHasherDefault<DefaultHasher>>;

/// Whether to stop, given the number of positions visited. Asked at each position, and within one that many deals fit.
pub type Stop<'a> = &'a dyn Fn(u64) -> bool;

const NEVER: Stop<'static> = &|_| false;

/// After how many deals of one position it is asked again: a few milliseconds.
const DEALS_AT_ONCE: usize = 1 << 16;

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

/// The depth that is left after a question.
fn after_question(depth: u8) -> u8 {
    if depth == EXACT { EXACT } else { depth.saturating_sub(1) }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParError {
    #[error("this puzzle can turn out in too many ways to compute its exact par")]
    TooLarge,
    #[error("stopped before the par was found")]
    Stopped,
}

type ParResult<T> = Result<T, ParError>;

const MOST_DEALS: usize = 1 << 21;

/// Every possible deal of the grid, in parallel arrays indexed by deal.
#[derive(Clone, Debug)]
struct DealTable {
    /// The cards dealt to each pile as bits; each deal has as many consecutive entries as there are piles.
    piles: Vec<u32>,
    pile_count: usize,
    spread: Vec<u16>,
    /// The mystery packed with five bits a card behind a leading 1, slot by slot, without what removals draw.
    answer: Vec<u64>,
}

#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct QuestionValues {
    /// The expected number of questions until the mystery is certain.
    pub expected: f64,
    /// For each pile by how much a question to it reduces that number; 0 if the pile has no face-down cards.
    pub gain: [f64; MOST_PILES],
}

/// How many questions a search that looks only so far ahead counts for what lies beyond.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Beyond {
    /// One, so that the par is no less than what is found.
    One,
    /// All that are left, so that it is no more.
    All,
}

#[derive(Clone, Debug)]
pub struct Solver {
    piles: usize,
    rows: usize,
    /// Shared by all copies: it can be large.
    deals: Arc<DealTable>,
    beyond: Beyond,
    /// For each outcome of the twists: its weight, and the odds of each pile.
    outcomes: Vec<(u128, Vec<PileOdds>)>,
    /// If a removal draws the mystery: the pile, and the number of cards.
    drawn_mystery: Option<(usize, u32)>,
    memo: ByPosition<ParEntry>,
    chances: ByPosition<u128>,
    values: ByPosition<QuestionValues>,
    nodes: u64,
}

/// The answers seen so far, and all deals that fit them.
#[derive(Clone, Copy)]
struct Position<'a> {
    seen: AnswersSeen,
    deals: &'a [u32],
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
    /// The weight of the position.
    weight: u128,
    /// The weight of the answers after which the mystery is not certain.
    open: u128,
    /// Those answers.
    answers: Vec<ParAnswer>,
}

/// What the deals say about one card as an answer.
#[derive(Clone, Copy, Default)]
struct CardTally {
    weight: u128,
    /// The mystery in the last deal that was counted.
    mystery: Option<(u64, u32)>,
    /// Whether the mystery is not certain after this answer.
    is_open: bool,
}

impl Solver {
    /// # Errors
    /// More deals than can be enumerated, or weights that exceed 128 bits.
    pub fn new(puzzle: &Puzzle) -> ParResult<Solver> {
        let spreads = spreads(puzzle).map_err(|_| ParError::TooLarge)?;
        let outcomes = outcome_odds(puzzle, &spreads).ok_or(ParError::TooLarge)?;
        let (piles, rows) = (puzzle.piles.len(), usize::from(puzzle.rows));
        let deals = (1..=rows).product::<usize>() * 24;
        if deals.saturating_mul(spreads.len()) > MOST_DEALS {
            return Err(ParError::TooLarge);
        }
        // No cost exceeds the first position's weight times the number of questions, so later sums cannot overflow.
        let whole = outcomes.iter().try_fold(0u128, |sum, (factor, odds)| {
            let weight = odds.iter().try_fold(*factor, |weight, odds| weight.checked_mul(odds.scale()))?;
            sum.checked_add(weight.checked_mul(deals as u128)?)
        });
        whole.and_then(|whole| whole.checked_mul(64)).ok_or(ParError::TooLarge)?;
        let drawn_mystery = match puzzle.mystery {
            Mystery::Removed { pile, count } => Some((usize::from(pile) - 1, u32::from(count))),
            Mystery::Cells(_) => None,
        };
        Ok(Solver {
            piles,
            rows,
            deals: Arc::new(DealTable::new(&spreads, piles, rows)),
            beyond: Beyond::One,
            outcomes,
            drawn_mystery,
            memo: HashMap::default(),
            chances: HashMap::default(),
            values: HashMap::default(),
            nodes: 0,
        })
    }

    /// A solver of the same puzzle whose bounds lie above the par: what is found can be kept to. Only for puzzles that can
    /// always be solved.
    pub fn from_above(&self) -> Solver {
        let (memo, values) = (HashMap::default(), HashMap::default());
        Solver { beyond: Beyond::All, memo, values, nodes: 0, ..self.clone() }
    }

    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    pub fn piles(&self) -> usize {
        self.piles
    }

    /// The greatest chance to become certain of the mystery: that of asking for everything.
    ///
    /// # Errors
    /// [`ParError::Stopped`] if `stop` returned true, as in the other methods.
    pub fn certain_chance(&mut self, stop: Stop<'_>) -> ParResult<Ratio> {
        let seen = AnswersSeen::default();
        let start = Position { seen, deals: &self.matching_deals(&seen) };
        Ok(Ratio::new(self.chance(start, stop)?, self.weight(start)))
    }

    /// The least expected number of questions from this position until the mystery is certain, and the most that such
    /// play may need. Only for puzzles that can always be solved, see [`Solver::certain_chance`].
    pub fn par(&mut self, seen: &AnswersSeen, stop: Stop<'_>) -> ParResult<(Ratio, u8)> {
        let (par, found) = self.search(seen, EXACT, stop)?;
        Ok((par, found.worst))
    }

    /// A lower bound of the par from searching `depth` questions ahead, and whether it is the par itself; an upper bound from a
    /// solver [`from_above`](Solver::from_above).
    pub fn bound(&mut self, depth: u8, stop: Stop<'_>) -> ParResult<(Ratio, bool)> {
        let (bound, found) = self.search(&AnswersSeen::default(), depth, stop)?;
        Ok((bound, found.depth == EXACT))
    }

    /// The pile, from 0, that optimal play asks next; `None` if the mystery is certain or nothing is left to ask.
    pub fn best(&mut self, seen: &AnswersSeen, stop: Stop<'_>) -> ParResult<Option<usize>> {
        let at = Position { seen: *seen, deals: &self.matching_deals(seen) };
        if self.is_certain(at) || !(0..self.piles).any(|pile| self.has_more(seen, pile)) {
            return Ok(None);
        }
        Ok(Some(usize::from(self.cost(at, EXACT, stop)?.pile)))
    }

    fn search(&mut self, seen: &AnswersSeen, depth: u8, stop: Stop<'_>) -> ParResult<(Ratio, ParEntry)> {
        let at = Position { seen: *seen, deals: &self.matching_deals(seen) };
        let found = self.cost(at, depth, stop)?;
        Ok((Ratio::new(found.cost, self.weight(at)), found))
    }

    /// How much a question to each pile helps, searched `depth` questions ahead.
    pub fn question_values(&mut self, seen: &AnswersSeen, depth: u8, stop: Stop<'_>) -> ParResult<QuestionValues> {
        let key = self.key(seen);
        if let Some(values) = self.values.get(&key) {
            return Ok(*values);
        }
        let at = Position { seen: *seen, deals: &self.matching_deals(seen) };
        let mut values = QuestionValues::default();
        if !self.is_certain(at) {
            let weight = self.weight(at);
            values.expected = self.open_cost(at, key, depth, stop)?.cost as f64 / weight as f64;
            for question in self.questions(at, weight, stop)? {
                let mut after = 0;
                for answer in &question.answers {
                    let narrowed = self.narrowed(at, question.pile, answer.card);
                    let next = Position { seen: answer.seen, deals: &narrowed };
                    after += answer.times * self.open_cost(next, answer.key, after_question(depth), stop)?.cost;
                }
                values.gain[question.pile] = values.expected - after as f64 / weight as f64;
            }
        }
        self.values.insert(key, values);
        Ok(values)
    }

    /// The chance that one question to a pile makes the mystery certain.
    pub fn one_question_chance(&self, pile: usize) -> f64 {
        let seen = AnswersSeen::default();
        if !self.has_more(&seen, pile) {
            return 0.0;
        }
        let start = Position { seen, deals: &self.matching_deals(&seen) };
        let weight = self.weight(start);
        self.question(start, weight, pile, NEVER).map_or(0.0, |question| 1.0 - question.open as f64 / weight as f64)
    }

    /// What may come up next in a pile, with the chance of each: a card by its number, or a joker (`None`). Empty where
    /// nothing is left to ask.
    pub fn next_answers(&self, seen: &AnswersSeen, pile: usize) -> Vec<(Option<u8>, f64)> {
        if !self.has_more(seen, pile) {
            return Vec::new();
        }
        let at = Position { seen: *seen, deals: &self.matching_deals(seen) };
        let tallies = self.tallies(at, pile, NEVER).unwrap_or_default();
        let cards = (0u8..).zip(tallies).map(|(card, tally)| (Some(card), tally.weight));
        let joker = self.weight(Position { seen: seen.with_joker(pile), ..at });
        let all: Vec<(Option<u8>, u128)> = cards.chain([(None, joker)]).filter(|(_, weight)| *weight > 0).collect();
        let whole = all.iter().map(|(_, weight)| *weight).sum::<u128>() as f64;
        all.into_iter().map(|(answer, weight)| (answer, weight as f64 / whole)).collect()
    }

    /// Whether any answer of a pile rules out a deal.
    pub fn is_informative(&self, pile: usize) -> bool {
        let seen = AnswersSeen::default();
        let start = Position { seen, deals: &self.matching_deals(&seen) };
        let Ok(question) = self.question(start, self.weight(start), pile, NEVER) else { return true };
        let rules_out_a_deal = |card: u32| self.narrowed(start, pile, Some(card)).len() < start.deals.len();
        question.answers.iter().any(|answer| answer.card.is_some_and(rules_out_a_deal))
    }

    /// The possible answers with their probabilities, the likeliest first. Cards are numbers, slot by slot, or
    /// ascending in a set.
    pub fn ranked_answers(&self, seen: &AnswersSeen) -> Vec<(Vec<u8>, f64)> {
        let factors = self.factors(seen);
        let mut weights: BTreeMap<Vec<u8>, f64> = BTreeMap::new();
        for deal in self.matching_deals(seen) {
            let named = unpack_answer(self.deals.answer[deal as usize]);
            let answers = match self.drawn_mystery {
                None => vec![named],
                Some((pile, count)) => {
                    let sets = subsets(self.deals.pile(deal, pile) & !seen.cards[pile], count);
                    sets.into_iter().map(|set| [named.as_slice(), &set].concat()).collect()
                }
            };
            let each = self.deals.factor(deal, &factors) as f64 / answers.len().max(1) as f64;
            for answer in answers {
                *weights.entry(answer).or_insert(0.0) += each;
            }
        }
        let total: f64 = weights.values().sum();
        let likely = weights.into_iter().filter(|(_, weight)| *weight > 0.0);
        let mut ranked: Vec<(Vec<u8>, f64)> = likely.map(|(answer, weight)| (answer, weight / total)).collect();
        ranked.sort_by(|one, other| other.1.total_cmp(&one.1));
        ranked
    }

    /// Whether the mystery is certain after these answers.
    pub fn settles(&self, seen: &AnswersSeen) -> bool {
        self.is_certain(Position { seen: *seen, deals: &self.matching_deals(seen) })
    }

    fn matching_deals(&self, seen: &AnswersSeen) -> Vec<u32> {
        // Piles of which nothing has come up need not be compared.
        let asked: ArrayVec<(usize, u32), MOST_PILES> =
            seen.cards[..self.piles].iter().copied().enumerate().filter(|(_, up)| *up != 0).collect();
        let matches = |piles: &[u32]| asked.iter().all(|(pile, up)| piles[*pile] & up == *up);
        let deals = (0..).zip(self.deals.piles.chunks_exact(self.piles.max(1)));
        deals.filter(|(_, piles)| matches(piles)).map(|(deal, _)| deal).collect()
    }

    fn has_more(&self, seen: &AnswersSeen, pile: usize) -> bool {
        self.left_to_ask(seen, pile) > 0
    }

    /// How many questions a pile can still be asked.
    fn left_to_ask(&self, seen: &AnswersSeen, pile: usize) -> usize {
        let (cards, jokers) = seen.counts(pile);
        self.outcomes.first().map_or(0, |(_, odds)| odds[pile].askable().saturating_sub(cards + jokers))
    }

    /// For each outcome of the twists the weight of a deal with these answers.
    fn factors(&self, seen: &AnswersSeen) -> Vec<u128> {
        let factor = |(factor, odds): &(u128, Vec<PileOdds>)| {
            odds.iter().enumerate().fold(*factor, |factor, (pile, odds)| {
                let (cards, jokers) = seen.counts(pile);
                factor * odds.weight(cards, jokers)
            })
        };
        self.outcomes.iter().map(factor).collect()
    }

    fn weight(&self, at: Position<'_>) -> u128 {
        let factors = self.factors(&at.seen);
        at.deals.iter().map(|deal| self.deals.factor(*deal, &factors)).sum()
    }

    /// The mystery in a deal; `None` if a removal draws it and these answers leave it open even if the deal is known.
    fn mystery_in(&self, deal: u32, seen: &AnswersSeen) -> Option<(u64, u32)> {
        let named = self.deals.answer[deal as usize];
        let Some((pile, count)) = self.drawn_mystery else { return Some((named, 0)) };
        let left = self.deals.pile(deal, pile) & !seen.cards[pile];
        (left.count_ones() == count).then_some((named, left))
    }

    fn is_certain(&self, at: Position<'_>) -> bool {
        let mut mysteries = at.deals.iter().map(|deal| self.mystery_in(*deal, &at.seen));
        let Some(Some(first)) = mysteries.next() else { return false };
        mysteries.all(|mystery| mystery == Some(first))
    }

    /// The weight of the deals in which asking for everything makes the mystery certain.
    fn chance(&mut self, at: Position<'_>, stop: Stop<'_>) -> ParResult<u128> {
        let weight = self.weight(at);
        if self.is_certain(at) {
            return Ok(weight);
        }
        let Some(pile) = (0..self.piles).find(|pile| self.has_more(&at.seen, *pile)) else { return Ok(0) };
        let key = self.key(&at.seen);
        if let Some(known) = self.chances.get(&key) {
            return Ok(*known);
        }
        self.count_node(stop)?;
        let question = self.question(at, weight, pile, stop)?;
        let mut chance = weight - question.open;
        for answer in &question.answers {
            let narrowed = self.narrowed(at, pile, answer.card);
            chance += answer.times * self.chance(Position { seen: answer.seen, deals: &narrowed }, stop)?;
        }
        self.chances.insert(key, chance);
        Ok(chance)
    }

    fn count_node(&mut self, stop: Stop<'_>) -> ParResult<()> {
        self.nodes += 1;
        if stop(self.nodes) { Err(ParError::Stopped) } else { Ok(()) }
    }

    fn cost(&mut self, at: Position<'_>, depth: u8, stop: Stop<'_>) -> ParResult<ParEntry> {
        if self.is_certain(at) {
            return Ok(ParEntry { cost: 0, worst: 0, pile: 0, depth: EXACT });
        }
        self.open_cost(at, self.key(&at.seen), depth, stop)
    }

    /// Like [`Solver::cost`], for a position in which the mystery is not certain.
    fn open_cost(&mut self, at: Position<'_>, key: PositionKey, depth: u8, stop: Stop<'_>) -> ParResult<ParEntry> {
        if let Some(found) = self.memo.get(&key).filter(|found| found.depth >= depth) {
            return Ok(*found);
        }
        let weight = self.weight(at);
        if depth == 0 {
            let questions = match self.beyond {
                Beyond::One => 1,
                Beyond::All => (0..self.piles).map(|pile| self.left_to_ask(&at.seen, pile)).sum::<usize>().max(1),
            };
            return Ok(ParEntry { cost: weight * questions as u128, worst: questions as u8, pile: 0, depth: 0 });
        }
        self.count_node(stop)?;
        let mut questions = self.questions(at, weight, stop)?;
        questions.sort_by_key(|question| question.open);
        let mut best: Option<ParEntry> = None;
        for question in &questions {
            best = self.cost_of_asking(at, question, best, depth, stop)?.or(best);
        }
        // If nothing is left to ask, the puzzle cannot always be solved, which certain_chance reports first.
        let best = best.unwrap_or(ParEntry { cost: weight, worst: u8::MAX, pile: 0, depth: EXACT });
        self.memo.insert(key, best);
        Ok(best)
    }

    /// The cost of a question, if it is better than the best so far.
    fn cost_of_asking(
        &mut self,
        at: Position<'_>,
        question: &PileQuestion,
        best: Option<ParEntry>,
        depth: u8,
        stop: Stop<'_>,
    ) -> ParResult<Option<ParEntry>> {
        // A lower bound until every answer is considered.
        let cost = question.weight + question.open;
        let mut found = ParEntry { cost, worst: 1, pile: question.pile as u8, depth: EXACT };
        let ahead = after_question(depth);
        for answer in &question.answers {
            if best.is_some_and(|best| found.cost > best.cost) {
                return Ok(None);
            }
            let after = match self.memo.get(&answer.key) {
                Some(known) if known.depth >= ahead => *known,
                _ => {
                    let narrowed = self.narrowed(at, question.pile, answer.card);
                    self.open_cost(Position { seen: answer.seen, deals: &narrowed }, answer.key, ahead, stop)?
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

    /// The questions that can be asked, pile by pile.
    fn questions(&self, at: Position<'_>, weight: u128, stop: Stop<'_>) -> ParResult<Vec<PileQuestion>> {
        let piles = (0..self.piles).filter(|pile| self.has_more(&at.seen, *pile));
        piles.map(|pile| self.question(at, weight, pile, stop)).collect()
    }

    /// A question to a pile in a position of this weight.
    fn question(&self, at: Position<'_>, weight: u128, pile: usize, stop: Stop<'_>) -> ParResult<PileQuestion> {
        let mut question = PileQuestion { pile, weight, open: 0, answers: Vec::new() };
        let (ranks, suits) = self.unseen(&at.seen);
        for (card, CardTally { weight, is_open, .. }) in (0u32..).zip(self.tallies(at, pile, stop)?) {
            // Ranks that have not come up are interchangeable, and so are suits: the first stands for all of them.
            let (rank, suit) = (1 << (card / 4), 1 << (card % 4));
            let is_later = |all: u32, one: u32| all & one != 0 && all & (one - 1) != 0;
            if weight == 0 || !is_open || is_later(ranks, rank) || is_later(suits, suit) {
                continue;
            }
            let alike = |all: u32, one: u32| if all & one != 0 { u128::from(all.count_ones()) } else { 1 };
            let times = alike(ranks, rank) * alike(suits, suit);
            self.add_answer(&mut question, at.seen.with_card(pile, card), Some(card), times, weight);
        }
        let joker = Position { seen: at.seen.with_joker(pile), ..at };
        let weight = self.weight(joker);
        if weight > 0 && !self.is_certain(joker) {
            self.add_answer(&mut question, joker.seen, None, 1, weight);
        }
        Ok(question)
    }

    /// What the deals say about each card as the answer of a pile.
    fn tallies(&self, at: Position<'_>, pile: usize, stop: Stop<'_>) -> ParResult<[CardTally; 32]> {
        let up = at.seen.cards[pile];
        // The odds depend only on the number of cards up, so any card that is not up yet will do.
        let factors = self.factors(&at.seen.with_card(pile, up.trailing_ones().min(31)));
        let mut tallies = [CardTally::default(); 32];
        for (number, deal) in at.deals.iter().enumerate() {
            if (number + 1).is_multiple_of(DEALS_AT_ONCE) && stop(self.nodes) {
                return Err(ParError::Stopped);
            }
            let mut cards = self.deals.pile(*deal, pile) & !up;
            let factor = self.deals.factor(*deal, &factors);
            while cards != 0 {
                let card = cards.trailing_zeros();
                cards &= cards - 1;
                let mystery = self.mystery_in(*deal, &at.seen.with_card(pile, card));
                let tally = &mut tallies[card as usize];
                tally.is_open |= mystery.is_none() || (tally.weight > 0 && tally.mystery != mystery);
                tally.mystery = mystery;
                tally.weight += factor;
            }
        }
        Ok(tallies)
    }

    fn add_answer(&self, question: &mut PileQuestion, seen: AnswersSeen, card: Option<u32>, times: u128, weight: u128) {
        let key = self.key(&seen);
        question.open += times * weight;
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
    fn narrowed(&self, at: Position<'_>, pile: usize, card: Option<u32>) -> Vec<u32> {
        let has_card = |deal: &u32| card.is_none_or(|card| self.deals.pile(*deal, pile) >> card & 1 == 1);
        at.deals.iter().copied().filter(has_card).collect()
    }

    /// The canonical form of a position: the least over all orders of the suits, with the ranks sorted.
    fn key(&self, seen: &AnswersSeen) -> PositionKey {
        let renamed = |order: &[u8; 16]| {
            let mut rows = [0u32; 8];
            for (row, part) in rows.iter_mut().enumerate().take(self.rows) {
                for (pile, cards) in seen.cards.iter().enumerate().take(self.piles) {
                    *part |= u32::from(order[(cards >> (4 * row) & 15) as usize]) << (4 * pile);
                }
            }
            rows[..self.rows].sort_unstable();
            rows
        };
        let least = SUIT_ORDERS.iter().map(renamed).min().unwrap_or_default();
        let jokers =
            seen.jokers.iter().enumerate().fold(0, |all, (pile, jokers)| all | u32::from(*jokers) << (2 * pile));
        PositionKey(least, jokers)
    }
}

impl DealTable {
    fn new(spreads: &[Spread], pile_count: usize, rows: usize) -> DealTable {
        let mut deals = DealTable { piles: Vec::new(), pile_count, spread: Vec::new(), answer: Vec::new() };
        let mut ranks: Vec<u8> = (0..rows as u8).collect();
        each_order(&mut ranks, 0, &mut |ranks| {
            let mut suits = [0, 1, 2, 3];
            each_order(&mut suits, 0, &mut |suits| {
                for (spread, number) in spreads.iter().zip(0..) {
                    deals.push(spread, number, ranks, suits);
                }
            });
        });
        deals
    }

    fn push(&mut self, spread: &Spread, number: u16, ranks: &[u8], suits: &[u8]) {
        let card = |cell: GridCell| u32::from(ranks[usize::from(cell.row())] * 4 + suits[usize::from(cell.column())]);
        let piles = spread.piles.iter().map(|pile| pile.iter().fold(0u32, |cards, cell| cards | 1 << card(cell)));
        self.piles.extend(piles);
        self.spread.push(number);
        self.answer.push(spread.mystery.iter().fold(1, |all, cell| all << 5 | u64::from(card(*cell))));
    }

    fn pile(&self, deal: u32, pile: usize) -> u32 {
        self.piles[deal as usize * self.pile_count + pile]
    }

    /// The weight of a deal, if each outcome of the twists has this factor.
    fn factor(&self, deal: u32, factors: &[u128]) -> u128 {
        factors[usize::from(self.spread[deal as usize])]
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
    let slots = packed.ilog2() / 5;
    (0..slots).rev().map(|slot| (packed >> (5 * slot) & 31) as u8).collect()
}

fn subsets(cards: u32, count: u32) -> Vec<Vec<u8>> {
    let all: Vec<u8> = (0..32).filter(|card| cards >> card & 1 == 1).collect();
    combinations(&all, count as usize)
}

/// For every order of the suits: what the four suit bits of a rank become.
static SUIT_ORDERS: [[u8; 16]; 24] = suit_orders();

const fn suit_orders() -> [[u8; 16]; 24] {
    let (orders, mut all) = (orders(), [[0; 16]; 24]);
    let mut number = 0;
    while number < 24 * 16 * 4 {
        let (order, bits, suit) = (number / 64, number / 4 % 16, number % 4);
        all[order][bits] |= ((bits >> suit & 1) << orders[order][suit]) as u8;
        number += 1;
    }
    all
}
