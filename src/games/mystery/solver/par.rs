//! The exact par of a puzzle: the least expected number of questions until every mystery card is certain.
//!
//! What a player knows is which cards have come up in which pile. All deals that fit are equally likely but for what twists and
//! changes make of them, so a position is that knowledge and nothing else, and the best pile to ask is found by going
//! through all answers (a finite Markov decision process; Bellman, *Dynamic Programming*, 1957). Two things keep it small: suits are as good as each
//! other and so are ranks, so positions that differ only in their names are one; and a pile whose answers cannot be better
//! than the best so far is left.
//!
//! Everything is counted in whole numbers. The cost of a position is its expected number of questions times its weight,
//! and weights of positions add up to that of the one before, so the par is a fraction without any rounding.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, DefaultHasher};

use super::puzzle::{Cell, MOST_PILES, Mystery, Puzzle};
use super::spread::{Odds, Ratio, Spread, TooMany, choices, each_order, lcm, spreads};

/// What has come up: for each pile the cards as bits, 4 · rank + suit with ranks in the order of the grid's piles, and
/// how many jokers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Seen {
    /// The cards that came up in each pile.
    pub cards: [u32; MOST_PILES],
    /// The jokers that came up in each pile.
    pub jokers: [u8; MOST_PILES],
}

impl Seen {
    /// The same with one more card up in a pile.
    #[must_use]
    pub fn with_card(mut self, pile: usize, card: u32) -> Seen {
        if let Some(cards) = self.cards.get_mut(pile) {
            *cards |= 1 << card;
        }
        self
    }

    /// The same with one more joker up in a pile.
    #[must_use]
    pub fn with_joker(mut self, pile: usize) -> Seen {
        if let Some(jokers) = self.jokers.get_mut(pile) {
            *jokers += 1;
        }
        self
    }

    /// How many cards and jokers have come up in a pile.
    fn up(&self, pile: usize) -> (usize, usize) {
        (self.cards[pile].count_ones() as usize, usize::from(self.jokers[pile]))
    }
}

/// A position without the names of its suits and ranks: the rows' parts, sorted, and the jokers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Key([u32; 8], u32);

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Found {
    /// Expected questions times weight; a bound from below if it is not exact.
    cost: u128,
    /// The most questions that best play may need.
    worst: u8,
    /// The pile to ask.
    pile: u8,
    /// How many questions ahead it was looked; `EXACT` if to the end.
    depth: u8,
}

/// Looked to the end.
pub const EXACT: u8 = u8::MAX;

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoAnswer {
    /// The puzzle is too large to be gone through exactly.
    #[error("the puzzle is too large for an exact par")]
    TooLarge,
    /// It was asked to stop, or its effort is spent.
    #[error("stopped before the par was found")]
    Stopped,
}

impl From<TooMany> for NoAnswer {
    fn from(_: TooMany) -> NoAnswer {
        NoAnswer::TooLarge
    }
}

/// The most deals that are gone through one by one.
const MOST_WORLDS: usize = 1 << 21;

/// What a deal may be.
#[derive(Clone, Debug)]
struct Worlds {
    /// The cards of each pile, so many in a row as there are piles.
    piles: Vec<u32>,
    /// Which outcome of the twists.
    spread: Vec<u16>,
    /// The mystery, five bits a card, slot by slot; of no meaning where a removal draws it.
    answer: Vec<u64>,
}

/// What asking is worth in a position.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Worth {
    /// The expected number of questions until all is certain.
    pub left: f64,
    /// By how much a question to each pile brings that number down; 0 where nothing is left to ask.
    pub gain: [f64; MOST_PILES],
}

/// A puzzle made ready to be solved; it keeps what it has found out.
#[derive(Clone, Debug)]
pub struct Solver {
    piles: usize,
    rows: usize,
    worlds: Worlds,
    /// For each outcome of the twists: its factor, and the odds of each pile.
    outcomes: Vec<(u128, Vec<Odds>)>,
    /// Where a removal draws the mystery: the pile, and how many.
    drawn: Option<(usize, u32)>,
    memo: HashMap<Key, Found, BuildHasherDefault<DefaultHasher>>,
    chances: HashMap<Key, u128, BuildHasherDefault<DefaultHasher>>,
    worths: HashMap<Key, Worth, BuildHasherDefault<DefaultHasher>>,
    nodes: u64,
}

/// One answer to a question.
#[derive(Clone, Copy)]
struct Answer {
    seen: Seen,
    key: Key,
    card: Option<u32>,
    /// How many answers are alike but for names.
    times: u128,
    /// The weight of one of them.
    weight: u128,
}

/// The answers that leave something open, and the least that a question to the pile can cost.
struct Question {
    pile: usize,
    least: u128,
    answers: Vec<Answer>,
}

impl Solver {
    /// Makes a puzzle ready.
    ///
    /// # Errors
    /// A puzzle with more deals, or larger numbers, than can be gone through.
    pub fn new(puzzle: &Puzzle) -> Result<Solver, NoAnswer> {
        let spreads = spreads(puzzle)?;
        let outcomes = odds(puzzle, &spreads).ok_or(NoAnswer::TooLarge)?;
        let (piles, rows) = (puzzle.piles.len(), usize::from(puzzle.rows));
        let deals = (1..=rows).product::<usize>() * 24;
        if deals.saturating_mul(spreads.len()) > MOST_WORLDS {
            return Err(NoAnswer::TooLarge);
        }
        let drawn = match puzzle.mystery {
            Mystery::Removed { pile, count } => Some((usize::from(pile) - 1, u32::from(count))),
            Mystery::Cells(_) => None,
        };
        let solver = Solver {
            piles,
            rows,
            worlds: Worlds::of(&spreads, piles, rows),
            outcomes,
            drawn,
            memo: HashMap::default(),
            chances: HashMap::default(),
            worths: HashMap::default(),
            nodes: 0,
        };
        // Everything else is less than the first position's weight times the most questions.
        let whole = solver.outcomes.iter().try_fold(0u128, |sum, (factor, odds)| {
            let weight = odds.iter().try_fold(*factor, |weight, odds| weight.checked_mul(odds.scale()))?;
            sum.checked_add(weight.checked_mul(deals as u128)?)
        });
        match whole.and_then(|whole| whole.checked_mul(64)) {
            Some(_) => Ok(solver),
            None => Err(NoAnswer::TooLarge),
        }
    }

    /// Positions looked at so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The greatest chance to become certain that any choice of questions gives: that of asking for everything.
    ///
    /// # Errors
    /// [`NoAnswer::Stopped`] when `stop` says so.
    pub fn certain_chance(&mut self, stop: &dyn Fn(u64) -> bool) -> Result<Ratio, NoAnswer> {
        let (all, seen) = (self.all(), Seen::default());
        let whole = self.weight(&all, &seen);
        Ok(Ratio::new(self.chance(&all, &seen, stop)?, whole))
    }

    /// The least expected number of questions from this knowledge until all is certain, and the most that such play may
    /// need. Only for puzzles that can always be settled, see [`Solver::certain_chance`].
    ///
    /// # Errors
    /// [`NoAnswer::Stopped`] when `stop`, which is given the positions looked at, says so.
    pub fn par(&mut self, seen: &Seen, stop: &dyn Fn(u64) -> bool) -> Result<(Ratio, u8), NoAnswer> {
        let (list, seen) = (self.fitting(seen), *seen);
        let found = self.cost(&list, &seen, EXACT, stop)?;
        Ok((Ratio::new(found.cost, self.weight(&list, &seen)), found.worst))
    }

    /// A bound from below for the par, from looking so many questions ahead; whether it is the par itself.
    ///
    /// # Errors
    /// As [`Solver::par`].
    pub fn bound(&mut self, depth: u8, stop: &dyn Fn(u64) -> bool) -> Result<(Ratio, bool), NoAnswer> {
        let (all, seen) = (self.all(), Seen::default());
        let found = self.cost(&all, &seen, depth, stop)?;
        Ok((Ratio::new(found.cost, self.weight(&all, &seen)), found.depth == EXACT))
    }

    /// The pile, from 0, that best play asks next; `None` when all is certain or nothing is left to ask.
    ///
    /// # Errors
    /// As [`Solver::par`].
    pub fn best(&mut self, seen: &Seen, stop: &dyn Fn(u64) -> bool) -> Result<Option<usize>, NoAnswer> {
        let (list, seen) = (self.fitting(seen), *seen);
        if self.is_certain(&list, &seen) || (0..self.piles).all(|pile| !self.has_more(&seen, pile)) {
            return Ok(None);
        }
        Ok(Some(usize::from(self.cost(&list, &seen, EXACT, stop)?.pile)))
    }

    /// What a question to each pile is worth, looked at so many questions ahead.
    ///
    /// # Errors
    /// As [`Solver::par`].
    pub fn worth(&mut self, seen: &Seen, depth: u8, stop: &dyn Fn(u64) -> bool) -> Result<Worth, NoAnswer> {
        let key = self.key(seen);
        if let Some(worth) = self.worths.get(&key) {
            return Ok(*worth);
        }
        let list = self.fitting(seen);
        let mut worth = Worth::default();
        if !self.is_certain(&list, seen) {
            let weight = self.weight(&list, seen);
            worth.left = self.open_cost(&list, seen, key, depth, stop)?.cost as f64 / weight as f64;
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
                worth.gain[pile] = worth.left - after as f64 / weight as f64;
            }
        }
        self.worths.insert(key, worth);
        Ok(worth)
    }

    /// How many piles there are.
    pub fn piles(&self) -> usize {
        self.piles
    }

    /// The chance that the first answer of a pile settles everything.
    pub fn settled_by_one(&self, pile: usize) -> f64 {
        let (all, seen) = (self.all(), Seen::default());
        if !self.has_more(&seen, pile) {
            return 0.0;
        }
        let whole = self.weight(&all, &seen);
        let open: u128 = self.question(&all, &seen, whole, pile).answers.iter().map(|it| it.times * it.weight).sum();
        1.0 - open as f64 / whole as f64
    }

    /// Whether any answer of a pile says anything about the deal at all.
    pub fn helps(&self, pile: usize) -> bool {
        let (all, seen) = (self.all(), Seen::default());
        let question = self.question(&all, &seen, self.weight(&all, &seen), pile);
        question.answers.iter().any(|it| it.card.is_some_and(|_| self.narrowed(&all, pile, it.card).len() < all.len()))
    }

    /// The answers that remain with how likely each is, the likeliest first; cards as numbers, slot by slot or in ascending
    /// order.
    pub fn likely(&self, seen: &Seen) -> Vec<(Vec<u8>, f64)> {
        let factors: Vec<u128> = (0..self.outcomes.len()).map(|outcome| self.factor(outcome, seen)).collect();
        let mut weights: BTreeMap<Vec<u8>, f64> = BTreeMap::new();
        for world in self.fitting(seen) {
            let factor = factors[usize::from(self.worlds.spread[world as usize])] as f64;
            match self.drawn {
                None => *weights.entry(named(self.worlds.answer[world as usize])).or_insert(0.0) += factor,
                Some((pile, count)) => {
                    let left = self.worlds.piles_of(world, self.piles)[pile] & !seen.cards[pile];
                    let sets = subsets(left, count);
                    let each = factor / sets.len().max(1) as f64;
                    sets.into_iter().for_each(|set| *weights.entry(set).or_insert(0.0) += each);
                }
            }
        }
        let whole: f64 = weights.values().sum();
        let mut likely: Vec<(Vec<u8>, f64)> = weights
            .into_iter()
            .filter(|(_, weight)| *weight > 0.0)
            .map(|(answer, weight)| (answer, weight / whole))
            .collect();
        likely.sort_by(|one, other| other.1.total_cmp(&one.1));
        likely
    }

    /// Whether the mystery is certain from this knowledge.
    pub fn settles(&self, seen: &Seen) -> bool {
        self.is_certain(&self.fitting(seen), seen)
    }

    fn all(&self) -> Vec<u32> {
        (0..self.worlds.spread.len() as u32).collect()
    }

    /// The deals that fit what has come up.
    fn fitting(&self, seen: &Seen) -> Vec<u32> {
        let fits = |world: &u32| {
            let piles = self.worlds.piles_of(*world, self.piles);
            piles.iter().zip(seen.cards).all(|(cards, seen)| cards & seen == seen)
        };
        (0..self.worlds.spread.len() as u32).filter(fits).collect()
    }

    /// Whether a pile has anything face down that can be asked for.
    fn has_more(&self, seen: &Seen, pile: usize) -> bool {
        let (cards, jokers) = seen.up(pile);
        self.outcomes.first().is_some_and(|(_, odds)| odds[pile].askable() > cards + jokers)
    }

    /// How often a deal of this outcome of the twists comes with this history.
    fn factor(&self, outcome: usize, seen: &Seen) -> u128 {
        let (factor, odds) = &self.outcomes[outcome];
        odds.iter().enumerate().fold(*factor, |factor, (pile, odds)| {
            let (cards, jokers) = seen.up(pile);
            factor * odds.weight(cards, jokers)
        })
    }

    fn weight(&self, list: &[u32], seen: &Seen) -> u128 {
        let factors: Vec<u128> = (0..self.outcomes.len()).map(|outcome| self.factor(outcome, seen)).collect();
        list.iter().map(|world| factors[usize::from(self.worlds.spread[*world as usize])]).sum()
    }

    /// The mystery in a deal, if it is settled once the deal is.
    fn answer(&self, world: u32, seen: &Seen) -> Option<u64> {
        let Some((pile, count)) = self.drawn else { return Some(self.worlds.answer[world as usize]) };
        let left = self.worlds.piles_of(world, self.piles)[pile] & !seen.cards[pile];
        (left.count_ones() == count).then_some(u64::from(left))
    }

    fn is_certain(&self, list: &[u32], seen: &Seen) -> bool {
        let Some(first) = list.first().and_then(|world| self.answer(*world, seen)) else { return false };
        list.iter().all(|world| self.answer(*world, seen) == Some(first))
    }

    fn chance(&mut self, list: &[u32], seen: &Seen, stop: &dyn Fn(u64) -> bool) -> Result<u128, NoAnswer> {
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

    fn count_node(&mut self, stop: &dyn Fn(u64) -> bool) -> Result<(), NoAnswer> {
        self.nodes += 1;
        if stop(self.nodes) { Err(NoAnswer::Stopped) } else { Ok(()) }
    }

    /// The cost of an open position, looked at so many questions ahead.
    fn cost(&mut self, list: &[u32], seen: &Seen, depth: u8, stop: &dyn Fn(u64) -> bool) -> Result<Found, NoAnswer> {
        if self.is_certain(list, seen) {
            return Ok(Found { cost: 0, worst: 0, pile: 0, depth: EXACT });
        }
        let key = self.key(seen);
        self.open_cost(list, seen, key, depth, stop)
    }

    fn open_cost(
        &mut self,
        list: &[u32],
        seen: &Seen,
        key: Key,
        depth: u8,
        stop: &dyn Fn(u64) -> bool,
    ) -> Result<Found, NoAnswer> {
        if let Some(found) = self.memo.get(&key)
            && found.depth >= depth
        {
            return Ok(*found);
        }
        let weight = self.weight(list, seen);
        if depth == 0 {
            return Ok(Found { cost: weight, worst: 1, pile: 0, depth: 0 });
        }
        self.count_node(stop)?;
        let mut questions: Vec<Question> = (0..self.piles)
            .filter(|pile| self.has_more(seen, *pile))
            .map(|pile| self.question(list, seen, weight, pile))
            .collect();
        questions.sort_by_key(|question| question.least);
        let mut best: Option<Found> = None;
        for question in &questions {
            if let Some(found) = self.asked(list, question, best, depth, stop)? {
                best = Some(found);
            }
        }
        // Where nothing is left to ask the puzzle cannot be settled, and whoever asks for its par is told so before.
        let best = best.unwrap_or(Found { cost: weight, worst: u8::MAX, pile: 0, depth: EXACT });
        self.memo.insert(key, best);
        Ok(best)
    }

    /// What a question costs, if that is better than the best so far.
    fn asked(
        &mut self,
        list: &[u32],
        question: &Question,
        best: Option<Found>,
        depth: u8,
        stop: &dyn Fn(u64) -> bool,
    ) -> Result<Option<Found>, NoAnswer> {
        let mut found = Found { cost: question.least, worst: 1, pile: question.pile as u8, depth: EXACT };
        let is_worse = |found: &Found| best.is_some_and(|best| found.cost > best.cost);
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

    /// What a pile may answer.
    fn question(&self, list: &[u32], seen: &Seen, weight: u128, pile: usize) -> Question {
        let next = seen.with_card(pile, 0);
        // One more card, whichever: only how many are up counts for the odds.
        let next = if next == *seen { seen.with_card(pile, 31) } else { next };
        let factors: Vec<u128> = (0..self.outcomes.len()).map(|outcome| self.factor(outcome, &next)).collect();
        let up = seen.cards[pile];
        let mut answers: [(u128, Option<u64>, bool); 32] = [(0, None, false); 32];
        for world in list {
            let mut cards = self.worlds.piles_of(*world, self.piles)[pile] & !up;
            let factor = factors[usize::from(self.worlds.spread[*world as usize])];
            while cards != 0 {
                let card = cards.trailing_zeros();
                cards &= cards - 1;
                let settled = self.answer(*world, &seen.with_card(pile, card));
                let so_far = &mut answers[card as usize];
                so_far.2 |= settled.is_none() || (so_far.0 > 0 && so_far.1 != settled);
                so_far.1 = settled;
                so_far.0 += factor;
            }
        }
        let (ranks, suits) = self.unseen(seen);
        let mut question = Question { pile, least: weight, answers: Vec::new() };
        for (card, (weight, _, is_open)) in (0u32..).zip(answers) {
            if weight == 0 || !is_open {
                continue;
            }
            // Ranks that have not come up are as good as each other, and so are suits: one stands for all.
            let (rank, suit) = (1 << (card / 4), 1 << (card % 4));
            if (ranks & rank != 0 && ranks & (rank - 1) != 0) || (suits & suit != 0 && suits & (suit - 1) != 0) {
                continue;
            }
            let alike = |all: u32, one: u32| if all & one != 0 { u128::from(all.count_ones()) } else { 1 };
            self.add(
                &mut question,
                seen.with_card(pile, card),
                Some(card),
                alike(ranks, rank) * alike(suits, suit),
                weight,
            );
        }
        let joker = seen.with_joker(pile);
        let weight = self.weight(list, &joker);
        if weight > 0 && !self.is_certain(list, &joker) {
            self.add(&mut question, joker, None, 1, weight);
        }
        question
    }

    fn add(&self, question: &mut Question, seen: Seen, card: Option<u32>, times: u128, weight: u128) {
        let key = self.key(&seen);
        question.least += times * weight;
        match question.answers.iter_mut().find(|answer| answer.key == key) {
            Some(answer) => answer.times += times,
            None => question.answers.push(Answer { seen, key, card, times, weight }),
        }
    }

    /// The ranks and suits of which no card is up, as bits.
    fn unseen(&self, seen: &Seen) -> (u32, u32) {
        let up = seen.cards.iter().fold(0, |all, cards| all | cards);
        let ranks =
            (0..self.rows as u32).filter(|rank| up >> (4 * rank) & 15 == 0).fold(0, |all, rank| all | 1 << rank);
        let suits = (0..4).filter(|suit| up >> suit & 0x1111_1111 == 0).fold(0, |all, suit| all | 1 << suit);
        (ranks, suits)
    }

    /// The deals that are left when a card, or a joker, comes up.
    fn narrowed(&self, list: &[u32], pile: usize, card: Option<u32>) -> Vec<u32> {
        let Some(card) = card else { return list.to_vec() };
        list.iter().copied().filter(|world| self.worlds.piles_of(*world, self.piles)[pile] >> card & 1 == 1).collect()
    }

    /// The position without names: the least of what it looks like with the suits in any order and the rows sorted.
    fn key(&self, seen: &Seen) -> Key {
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
        Key(least.unwrap_or_default(), jokers)
    }
}

impl Worlds {
    fn piles_of(&self, world: u32, piles: usize) -> &[u32] {
        let from = world as usize * piles;
        &self.piles[from..from + piles]
    }

    fn of(spreads: &[Spread], piles: usize, rows: usize) -> Worlds {
        let mut worlds = Worlds { piles: Vec::new(), spread: Vec::new(), answer: Vec::new() };
        let mut ranks: Vec<u8> = (0..rows as u8).collect();
        each_order(&mut ranks, 0, &mut |ranks| {
            let mut suits = [0, 1, 2, 3];
            each_order(&mut suits, 0, &mut |suits| {
                let card =
                    |cell: Cell| u32::from(ranks[usize::from(cell.row())] * 4 + suits[usize::from(cell.column())]);
                for (spread, number) in spreads.iter().zip(0..) {
                    for pile in &spread.piles[..piles] {
                        worlds.piles.push(pile.iter().fold(0, |cards, cell| cards | 1 << card(cell)));
                    }
                    worlds.spread.push(number);
                    worlds.answer.push(spread.mystery.iter().fold(1, |all, cell| all << 5 | u64::from(card(*cell))));
                }
            });
        });
        worlds
    }
}

/// The factor and the odds of each outcome of the twists, in one unit.
fn odds(puzzle: &Puzzle, spreads: &[Spread]) -> Option<Vec<(u128, Vec<Odds>)>> {
    let mut all = Vec::new();
    for spread in spreads {
        let of = |pile: usize| Odds::of(puzzle, pile, spread.piles[pile].len(), spread.jokers[pile]);
        let odds = (0..puzzle.piles.len()).map(of).collect::<Option<Vec<Odds>>>()?;
        let scale = odds.iter().try_fold(1u128, |scale, odds| scale.checked_mul(odds.scale()))?;
        all.push((spread.weight, scale, odds));
    }
    let common = all.iter().try_fold(1u128, |common, (_, scale, _)| lcm(common, *scale))?;
    let outcome =
        |(weight, scale, odds): (u32, u128, Vec<Odds>)| Some((u128::from(weight).checked_mul(common / scale)?, odds));
    all.into_iter().map(outcome).collect()
}

/// The cards of an answer that is packed five bits a card behind a leading 1.
fn named(packed: u64) -> Vec<u8> {
    let mut cards = Vec::new();
    let mut left = packed;
    while left > 1 {
        cards.push((left & 31) as u8);
        left >>= 5;
    }
    cards.reverse();
    cards
}

/// The sets of so many of these cards, each in ascending order.
fn subsets(cards: u32, count: u32) -> Vec<Vec<u8>> {
    let all: Vec<u8> = (0..32).filter(|card| cards >> card & 1 == 1).collect();
    choices(&all, count as usize)
}

/// For every order of the suits: what the four bits of a row become.
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
