//! Bots and hints for Mystery Machine. They know what has come up, the hand, and which low cards are still to come, but
//! not in which order.
//!
//! Two things are weighed against each other: which pile to ask next, and which low cards will pay for it. How much a
//! question helps comes from the exact [solver](super::solver::par). How near a hand is to a price is an
//! [estimate in turns](super::solver::hands::turns_until).
//!
//! *Easy* takes any card and asks whenever it can pay. *Medium* considers how much each question helps, both when it
//! picks and when it pays. *Hard* plays every promising move out many times as medium would, over grids and decks that
//! fit what it has seen, and takes the move that ends best (Ginsberg, *GIB*, 2001; rollouts: Bertsekas, 1997).

use std::sync::Arc;

use arrayvec::ArrayVec;

use crate::cards::{Card, CardSet};
use crate::engine::game::{Bot, Bots, Cancel, Game, Hindsight, Hint, Observation};
use crate::engine::rng::GameRng;
use crate::engine::seats::{BotLevel, Viewer};
use crate::words::counted;

use super::puzzle::{MOST_PILES, Puzzle};
use super::rules::{HAND, Move, MysteryMachine, PileCard, View, cards_of, low_deck, payments};
use super::solver::hands::{PaymentPlanner, promise, turns_until};
use super::solver::knowledge::{GridConstraints, Reasoner};
use super::solver::par::{AnswersSeen, EXACT, QuestionValues, Solver};

/// How many times hard plays each candidate move out.
const PLAYOUTS: usize = 160;
const CANDIDATE_PICKS: usize = 6;

/// How many questions ahead is searched in a puzzle that is too large to be searched to the end.
const AHEAD: u8 = 2;

/// How many positions a search to the end may visit before a puzzle counts as too large for it.
const EFFORT: u64 = 60_000;

/// A pile is asked only if its gain is at least this share of the best pile's.
const WORTHWHILE: f64 = 0.6;

/// The weight of the cards that stay in the hand, beside that of the answer, in the choice of a payment.
const REST: f64 = 0.5;

/// The value of a low card left, where a win counts 1.
const THRIFT: f64 = 0.002;

struct PuzzleEvaluator {
    puzzle: Arc<Puzzle>,
    reasoner: Arc<Reasoner>,
    /// `None` if the puzzle is too large for it.
    solver: Option<Solver>,
    depth: u8,
}

/// A game in a playout.
#[derive(Clone)]
struct PlayoutState<'a> {
    hand: ArrayVec<Card, HAND>,
    market: ArrayVec<Card, 2>,
    /// The low deck, next card first.
    deck: &'a [Card],
    seen: AnswersSeen,
    /// The cards of each pile that are face down at the start of the playout, next first.
    piles: &'a [Vec<Option<u8>>],
    /// How many of them have been turned up since.
    asked: [u8; MOST_PILES],
}

impl PuzzleEvaluator {
    fn new(view: &View) -> PuzzleEvaluator {
        let puzzle = Arc::clone(&view.puzzle);
        let mut solver = Solver::new(&puzzle).ok();
        let is_exact = solver.as_mut().is_some_and(|solver| {
            solver.question_values(&AnswersSeen::default(), EXACT, &|nodes| nodes > EFFORT).is_ok()
        });
        let depth = if is_exact { EXACT } else { AHEAD };
        PuzzleEvaluator { solver, depth, reasoner: Arc::clone(&view.reasoner), puzzle }
    }

    /// How much a question to each pile helps; without a solver, all piles with cards left count the same.
    fn question_values(&mut self, seen: &AnswersSeen, has_cards_left: impl Fn(usize) -> bool) -> QuestionValues {
        let depth = self.depth;
        let found = self.solver.as_mut().and_then(|solver| solver.question_values(seen, depth, &|_| false).ok());
        found.unwrap_or_else(|| {
            let mut values = QuestionValues { expected: 1.0, ..QuestionValues::default() };
            (0..self.puzzle.piles.len()).filter(|pile| has_cards_left(*pile)).for_each(|pile| values.gain[pile] = 1.0);
            values
        })
    }

    /// The possible answers, the likeliest first; without a solver, all count as equally likely.
    fn ranked_answers(&self, seen: &AnswersSeen) -> Vec<(Vec<u8>, f64)> {
        match &self.solver {
            Some(solver) => solver.ranked_answers(seen),
            None => {
                let answers = self.reasoner.knowledge(seen).answers;
                let each = 1.0 / answers.len().max(1) as f64;
                answers.into_iter().map(|answer| (answer, each)).collect()
            }
        }
    }

    fn is_certain(&self, seen: &AnswersSeen) -> bool {
        match &self.solver {
            Some(solver) => solver.settles(seen),
            None => self.reasoner.knowledge(seen).answers.len() == 1,
        }
    }

    /// The gains of all questions, discounted by the turns until the hand can pay for them.
    fn hand_value(&self, hand: &[Card], remaining: CardSet, values: &QuestionValues) -> f64 {
        let held: CardSet = hand.iter().copied().collect();
        let piles = self.puzzle.piles.iter().zip(values.gain).filter(|(_, gain)| *gain > 0.0);
        promise(held, remaining, piles.map(|(pile, gain)| (pile.price, gain)))
    }

    fn best_question(&self, state: &PlayoutState<'_>, values: &QuestionValues) -> Option<Move> {
        let best = values.gain.iter().copied().fold(0.0, f64::max);
        let is_last_chance = state.market.is_empty();
        let remaining = state.remaining();
        let mut found: Option<(f64, Move)> = None;
        for (index, pile) in self.puzzle.piles.iter().enumerate() {
            let gain = values.gain[index];
            if gain <= 0.0 || (gain < WORTHWHILE * best && !is_last_chance) {
                continue;
            }
            for with in payments(&state.hand, pile.price) {
                let value = gain + REST * self.hand_value(&state.hand_without(&with), remaining, values);
                if found.as_ref().is_none_or(|(most, _)| value > *most) {
                    found = Some((value, Move::Ask { pile: index as u8, with }));
                }
            }
        }
        found.map(|(_, mv)| mv)
    }

    fn ranked_picks(&self, state: &PlayoutState<'_>, values: &QuestionValues) -> Vec<(f64, Move)> {
        let mut remaining = state.remaining();
        for card in &state.market {
            remaining.remove(*card);
        }
        let drops: ArrayVec<Option<Card>, HAND> = match state.hand.is_full() {
            true => state.hand.iter().map(|drop| Some(*drop)).collect(),
            false => [None].into_iter().collect(),
        };
        let mut found = Vec::new();
        for card in &state.market {
            for drop in &drops {
                let hand: ArrayVec<Card, HAND> =
                    state.hand.iter().copied().filter(|held| Some(*held) != *drop).chain([*card]).collect();
                let value = self.hand_value(&hand, remaining, values);
                found.push((value, Move::Pick { card: *card, drop: *drop }));
            }
        }
        found.sort_by(|one, other| other.0.total_cmp(&one.0));
        found
    }

    /// The move of medium; `None` when it is time to guess.
    fn policy_move(&mut self, state: &PlayoutState<'_>) -> Option<Move> {
        if self.is_certain(&state.seen) {
            return None;
        }
        let values = self.question_values(&state.seen, |pile| state.has_cards_left(pile));
        self.best_question(state, &values)
            .or_else(|| self.ranked_picks(state, &values).into_iter().next().map(|(_, mv)| mv))
    }

    /// Plays on as medium would. Returns the chance of a right guess at the end, plus a little for low cards left.
    fn play_out(&mut self, mut state: PlayoutState<'_>) -> f64 {
        while let Some(mv) = self.policy_move(&state) {
            state.play(&mv);
        }
        let chance = self.ranked_answers(&state.seen).first().map_or(0.0, |(_, chance)| *chance);
        chance + THRIFT * chance * state.deck.len() as f64
    }

    fn guess(&self, seen: &AnswersSeen) -> Option<Move> {
        let (answer, _) = self.ranked_answers(seen).into_iter().next()?;
        Some(Move::Guess(cards_of(&self.reasoner, &answer)))
    }

    /// The moves that hard plays out: the best payment for every useful pile, and the best picks.
    fn candidates(&mut self, state: &PlayoutState<'_>) -> Vec<CandidateMove> {
        let values = self.question_values(&state.seen, |pile| state.has_cards_left(pile));
        let remaining = state.remaining();
        let mut moves = Vec::new();
        for (index, pile) in self.puzzle.piles.iter().enumerate() {
            if values.gain[index] <= 0.0 {
                continue;
            }
            let value = |with: &ArrayVec<Card, HAND>| self.hand_value(&state.hand_without(with), remaining, &values);
            let best =
                payments(&state.hand, pile.price).into_iter().max_by(|one, other| value(one).total_cmp(&value(other)));
            moves.extend(best.map(|with| Move::Ask { pile: index as u8, with }));
        }
        let picks = self.ranked_picks(state, &values).into_iter().map(|(_, mv)| mv);
        moves.extend(picks.take(CANDIDATE_PICKS));
        moves.into_iter().map(|mv| CandidateMove { mv, value: 0.0 }).collect()
    }
}

impl<'a> PlayoutState<'a> {
    fn new(view: &View, deck: &'a [Card], piles: &'a [Vec<Option<u8>>]) -> PlayoutState<'a> {
        PlayoutState {
            hand: view.hand.clone(),
            market: view.market.clone(),
            deck,
            seen: view.seen(),
            piles,
            asked: [0; MOST_PILES],
        }
    }

    fn remaining(&self) -> CardSet {
        self.deck.iter().chain(&self.market).copied().collect()
    }

    fn hand_without(&self, paid: &ArrayVec<Card, HAND>) -> ArrayVec<Card, HAND> {
        self.hand.iter().copied().filter(|card| !paid.contains(card)).collect()
    }

    fn has_cards_left(&self, pile: usize) -> bool {
        self.piles.get(pile).is_some_and(|cards| cards.len() > usize::from(self.asked[pile]))
    }

    fn play(&mut self, mv: &Move) {
        match mv {
            Move::Pick { card, drop } => {
                self.hand.retain(|held| Some(*held) != *drop);
                let _ = self.hand.try_push(*card);
                let (next, rest) = self.deck.split_at(self.deck.len().min(2));
                self.market = next.iter().copied().collect();
                self.deck = rest;
            }
            Move::Ask { pile, with } => {
                let pile = usize::from(*pile);
                self.hand.retain(|held| !with.contains(held));
                let next = self.piles.get(pile).and_then(|cards| cards.get(usize::from(self.asked[pile])));
                self.asked[pile] += 1;
                self.seen = match next {
                    Some(Some(card)) => self.seen.with_card(pile, u32::from(*card)),
                    _ => self.seen.with_joker(pile),
                };
            }
            Move::Guess(_) => {}
        }
    }
}

/// The face-down low cards, in the order of a new deck.
fn unseen_low_cards(view: &View) -> Vec<Card> {
    let seen: CardSet = view.market.iter().chain(&view.hand).chain(&view.dumped).copied().collect();
    low_deck(&view.puzzle).into_iter().filter(|card| !seen.contains(*card)).collect()
}

fn unknown_piles(view: &View) -> Vec<Vec<Option<u8>>> {
    view.down.iter().map(|down| vec![None; *down]).collect()
}

/// The evaluator of the puzzle that was played last, since creating one takes long.
#[derive(Default)]
struct EvaluatorCache(Option<PuzzleEvaluator>);

impl EvaluatorCache {
    fn get(&mut self, view: &View) -> &mut PuzzleEvaluator {
        if self.0.as_ref().is_none_or(|evaluator| evaluator.puzzle != view.puzzle) {
            self.0 = None;
        }
        self.0.get_or_insert_with(|| PuzzleEvaluator::new(view))
    }
}

struct MysteryRandom;

impl Bot<MysteryMachine> for MysteryRandom {
    fn choose(&mut self, observation: &Observation<'_, MysteryMachine>, seed: u64, _: &Cancel) -> Option<Move> {
        let mut rng = GameRng::from_number(seed);
        let listed = observation.legal.listed();
        let others: Vec<&Move> = listed.iter().filter(|mv| !matches!(mv, Move::Guess(_))).collect();
        match rng.pick(&others) {
            Some(mv) => Some((*mv).clone()),
            None => rng.pick(listed).cloned(),
        }
    }
}

struct MysteryEasy;

impl Bot<MysteryMachine> for MysteryEasy {
    fn choose(&mut self, observation: &Observation<'_, MysteryMachine>, seed: u64, _: &Cancel) -> Option<Move> {
        let view = observation.view;
        let mut rng = GameRng::from_number(seed);
        if view.is_certain() || observation.legal.listed().iter().all(|mv| matches!(mv, Move::Guess(_))) {
            let answers: Vec<&Vec<u8>> = view.known.answers.iter().collect();
            return rng.pick(&answers).map(|answer| Move::Guess(cards_of(&view.reasoner, answer)));
        }
        let questions: Vec<&Move> =
            observation.legal.listed().iter().filter(|mv| matches!(mv, Move::Ask { .. })).collect();
        if let Some(mv) = rng.pick(&questions) {
            return Some((*mv).clone());
        }
        let picks: Vec<&Move> =
            observation.legal.listed().iter().filter(|mv| matches!(mv, Move::Pick { .. })).collect();
        rng.pick(&picks).map(|mv| (*mv).clone())
    }
}

struct MysteryMedium(EvaluatorCache);

impl Bot<MysteryMachine> for MysteryMedium {
    fn choose(&mut self, observation: &Observation<'_, MysteryMachine>, _: u64, _: &Cancel) -> Option<Move> {
        let evaluator = self.0.get(observation.view);
        let (deck, piles) = (unseen_low_cards(observation.view), unknown_piles(observation.view));
        let state = PlayoutState::new(observation.view, &deck, &piles);
        evaluator.policy_move(&state).or_else(|| evaluator.guess(&state.seen))
    }
}

/// A move with the mean value of its playouts.
struct CandidateMove {
    mv: Move,
    value: f64,
}

struct MysteryHard(EvaluatorCache);

impl MysteryHard {
    fn evaluated_moves(
        &mut self,
        observation: &Observation<'_, MysteryMachine>,
        seed: u64,
        cancel: &Cancel,
    ) -> Vec<CandidateMove> {
        let view = observation.view;
        let evaluator = self.0.get(view);
        let (mut deck, piles) = (unseen_low_cards(view), unknown_piles(view));
        let state = PlayoutState::new(view, &deck, &piles);
        if evaluator.is_certain(&state.seen) {
            return evaluator.guess(&state.seen).map(|mv| CandidateMove { mv, value: 1.0 }).into_iter().collect();
        }
        let mut candidates = evaluator.candidates(&state);
        if candidates.is_empty() {
            return evaluator.guess(&state.seen).map(|mv| CandidateMove { mv, value: 0.0 }).into_iter().collect();
        }
        let mut rng = GameRng::from_number(seed);
        let mut played = 0;
        while played < PLAYOUTS && !(cancel.is_raised() && played > 0) {
            rng.shuffle(&mut deck);
            let sample = evaluator.reasoner.sample(&view.seen(), &GridConstraints::default(), &mut rng);
            let Some(sample) = sample else { break };
            for candidate in &mut candidates {
                let mut state = PlayoutState::new(view, &deck, &sample.piles);
                state.play(&candidate.mv);
                candidate.value += evaluator.play_out(state);
            }
            played += 1;
        }
        candidates.iter_mut().for_each(|candidate| candidate.value /= played.max(1) as f64);
        candidates.sort_by(|one, other| other.value.total_cmp(&one.value));
        candidates
    }
}

impl Bot<MysteryMachine> for MysteryHard {
    fn choose(&mut self, observation: &Observation<'_, MysteryMachine>, seed: u64, cancel: &Cancel) -> Option<Move> {
        self.evaluated_moves(observation, seed, cancel).into_iter().next().map(|best| best.mv)
    }
}

impl Bots for MysteryMachine {
    fn bot(level: BotLevel) -> Box<dyn Bot<Self>> {
        match level {
            BotLevel::Random => Box::new(MysteryRandom),
            BotLevel::Easy => Box::new(MysteryEasy),
            BotLevel::Medium => Box::new(MysteryMedium(EvaluatorCache::default())),
            BotLevel::Hard => Box::new(MysteryHard(EvaluatorCache::default())),
        }
    }

    fn hint(observation: &Observation<'_, Self>, seed: u64, cancel: &Cancel) -> Option<Hint<Move>> {
        let mut hard = MysteryHard(EvaluatorCache::default());
        let moves = hard.evaluated_moves(observation, seed, cancel);
        let best = moves.first()?;
        let reason = hint_reason(hard.0.get(observation.view), observation.view, best);
        Some(Hint { mv: best.mv.clone(), reason })
    }

    fn could_be_won(dealt: &Self) -> Option<bool> {
        Some(most_low_cards_left(dealt).is_some())
    }

    fn hindsight(dealt: &Self, _: &Cancel) -> Option<Hindsight> {
        let sentence = match most_low_cards_left(dealt) {
            Some(left) => format!(
                "A player who knew every card could have become certain with {} left",
                counted(left, "low card", "low cards")
            ),
            None => {
                "Even with every card known, the low deck could not pay for enough questions to be certain".to_owned()
            }
        };
        Some(Hindsight { score: None, sentence })
    }
}

fn listed(cards: &[Card]) -> String {
    cards.iter().map(|card| card.pretty()).collect::<Vec<_>>().join(" ")
}

fn hint_reason(evaluator: &mut PuzzleEvaluator, view: &View, best: &CandidateMove) -> String {
    let chance = format!(
        "your chance of winning is about {:.0} %",
        100.0 * (best.value / (1.0 + THRIFT * view.low_left as f64)).min(1.0)
    );
    match &best.mv {
        Move::Guess(cards) if view.is_certain() => format!("Name {}: the mystery is certain", listed(cards)),
        Move::Guess(cards) => format!(
            "Name {}: you cannot ask any more questions, and {} possible",
            listed(cards),
            counted(view.known.answers.len(), "answer is", "answers are")
        ),
        Move::Ask { pile, with } => {
            let values = evaluator.question_values(&view.seen(), |pile| view.down[pile] > 0);
            let gain = values.gain[usize::from(*pile)];
            format!(
                "Ask pile {} with {}: it saves {gain:.1} of the {:.1} questions you still need; {chance}",
                pile + 1,
                listed(with),
                values.expected
            )
        }
        Move::Pick { card, drop } => {
            let taken = match drop {
                Some(drop) => format!("Take {} and discard {}", card.pretty(), drop.pretty()),
                None => format!("Take {}", card.pretty()),
            };
            let aim = pick_aim(evaluator, view, *card, *drop).map_or(String::new(), |pile| {
                format!(", towards {} for pile {}", view.puzzle.piles[pile].price.words(), pile + 1)
            });
            format!("{taken}{aim}; {chance}")
        }
    }
}

/// The pile that a pick helps to pay for soonest, considering how much a question to it helps.
fn pick_aim(evaluator: &mut PuzzleEvaluator, view: &View, card: Card, drop: Option<Card>) -> Option<usize> {
    let values = evaluator.question_values(&view.seen(), |pile| view.down[pile] > 0);
    let hand: CardSet = view.hand.iter().copied().filter(|held| Some(*held) != drop).chain([card]).collect();
    let remaining: CardSet = unseen_low_cards(view).into_iter().collect();
    let distance =
        |pile: &usize| turns_until(view.puzzle.piles[*pile].price, hand, remaining) / values.gain[*pile].max(0.01);
    let piles = (0..view.puzzle.piles.len()).filter(|pile| values.gain[*pile] > 0.0);
    piles.min_by(|one, other| distance(one).total_cmp(&distance(other)))
}

/// The most low cards that can be left when the mystery is certain, for a player who knows every card; `None` if the
/// deck cannot pay for certainty.
fn most_low_cards_left(dealt: &MysteryMachine) -> Option<usize> {
    let puzzle = dealt.puzzle();
    let mut pairs: Vec<ArrayVec<Card, 2>> = vec![dealt.view(Viewer::Referee).market];
    let deck: Vec<Card> = dealt.low().iter().rev().copied().collect();
    pairs.extend(deck.chunks(2).map(|pair| pair.iter().copied().collect::<ArrayVec<Card, 2>>()));
    let planner = PaymentPlanner { pairs: &pairs, effort: 200_000 };
    let turns = sufficient_questions(dealt)?.into_iter().filter_map(|counts| {
        let prices: Vec<_> = counts
            .iter()
            .zip(&puzzle.piles)
            .flat_map(|(count, pile)| std::iter::repeat_n(pile.price, *count))
            .collect();
        planner.fewest_turns(&prices, HAND)
    });
    let turns = turns.min()?;
    // One more pair than turns is out of the deck, because the market shows the next one already.
    Some(pairs.iter().skip(turns + 1).map(|pair| pair.len()).sum())
}

/// The minimal numbers of questions to each pile that make the mystery of this deal certain. `None` if the puzzle is
/// too large to be solved.
fn sufficient_questions(dealt: &MysteryMachine) -> Option<Vec<Vec<usize>>> {
    let puzzle = dealt.puzzle();
    let solver = Solver::new(puzzle).ok()?;
    let reasoner = Reasoner::new(puzzle).ok()?;
    let sizes: Vec<usize> = (0..puzzle.piles.len()).map(|pile| dealt.to_come(pile).len()).collect();
    let mut all = vec![vec![0; sizes.len()]];
    let mut counts = vec![0; sizes.len()];
    while let Some(next) = (0..sizes.len()).find(|pile| counts[*pile] < sizes[*pile]) {
        counts[next] += 1;
        counts[..next].fill(0);
        all.push(counts.clone());
    }
    // The fewest questions first, so that whatever includes a sufficient choice comes after it and is skipped.
    all.sort_by_key(|counts| counts.iter().sum::<usize>());
    let mut sufficient: Vec<Vec<usize>> = Vec::new();
    for counts in all {
        let includes = |fewer: &Vec<usize>| fewer.iter().zip(&counts).all(|(fewer, count)| fewer <= count);
        if !sufficient.iter().any(includes) && solver.settles(&answers_after(dealt, &reasoner, &counts)?) {
            sufficient.push(counts);
        }
    }
    Some(sufficient)
}

fn answers_after(dealt: &MysteryMachine, reasoner: &Reasoner, counts: &[usize]) -> Option<AnswersSeen> {
    let mut seen = AnswersSeen::default();
    for (pile, count) in counts.iter().enumerate() {
        for answer in &dealt.to_come(pile)[..*count] {
            seen = match answer {
                PileCard::Card(card) => seen.with_card(pile, u32::from(reasoner.number(*card)?)),
                PileCard::Joker(_) => seen.with_joker(pile),
            };
        }
    }
    Some(seen)
}
