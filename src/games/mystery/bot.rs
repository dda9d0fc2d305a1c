//! Bots and hints for Mystery Machine. They know what has come up, the hand, and which low cards are still to come, but
//! not in which order.
//!
//! Two things are weighed against each other: which pile to ask next, and which low cards will pay for it. How much a
//! question helps comes from the exact [solver](super::solver::par). How near a hand is to a price is an
//! [estimate in turns](super::solver::hands::turns_until).
//!
//! Where questions are free, only the first matters: easy asks any pile, medium the pile that helps most one question
//! ahead, and hard the one that optimal play asks.
//!
//! *Easy* takes any card and asks whenever it can pay. *Medium* considers how much each question helps, both when it
//! picks and when it pays. *Hard* plays every promising move out many times as medium would, over grids and decks that
//! fit what it has seen, and takes the move that ends best (Ginsberg, *GIB*, 2001; rollouts: Bertsekas, 1997).

use std::sync::Arc;

use arrayvec::ArrayVec;

use crate::cards::{Card, CardSet};
use crate::engine::blunders::Blunders;
use crate::engine::game::{Bot, Bots, Cancel, Game, Hindsight, Hint, Observation};
use crate::engine::review::{Appraisal, Worth};
use crate::engine::rng::GameRng;
use crate::engine::seats::{BotLevel, Viewer};
use crate::words::counted;

use super::deal::{answers_seen, low_deck};
use super::moves::{HAND, HandCards, Move};
use super::moves::{payments, picks};
use super::puzzle::{MOST_PILES, Pile, Price, Puzzle};
use super::reason::{NamedBecause, PickAim, QuestionHelp, Reason};
use super::rules::{MysteryMachine, View};
use super::solver::hands::{PaymentPlanner, held_towards, promise, turns_until};
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

const QUESTIONS: Worth = Worth::Count { one: "question", many: "questions", all: "the game", little: 0.1 };

/// A difference of exact values up to this is rounding.
const ROUNDING: f64 = 1e-6;

struct PuzzleEvaluator {
    puzzle: Arc<Puzzle>,
    reasoner: Arc<Reasoner>,
    /// `None` if the puzzle is too large for it.
    solver: Option<Solver>,
    depth: u8,
    pure_logic: bool,
}

/// A game in a playout.
#[derive(Clone)]
struct PlayoutState<'a> {
    hand: HandCards,
    market: ArrayVec<Card, 2>,
    /// The low deck, next card first.
    deck: &'a [Card],
    seen: AnswersSeen,
    /// The face-down cards of each pile, next first.
    piles: [&'a [Option<u8>]; MOST_PILES],
}

/// A move with its value.
type RankedMove = (f64, Move);

impl PuzzleEvaluator {
    /// `looks_ahead` as far as it can; otherwise it considers one question at a time.
    fn new(view: &View, looks_ahead: bool) -> PuzzleEvaluator {
        let puzzle = Arc::clone(&view.puzzle);
        let mut solver = Solver::new(&puzzle).ok();
        if !looks_ahead {
            let (reasoner, pure_logic) = (Arc::clone(&view.reasoner), view.pure_logic);
            return PuzzleEvaluator { solver, depth: 1, pure_logic, reasoner, puzzle };
        }
        let is_exact = solver.as_mut().is_some_and(|solver| {
            solver.question_values(&AnswersSeen::default(), EXACT, &|nodes| nodes > EFFORT).is_ok()
        });
        let depth = if is_exact { EXACT } else { AHEAD };
        PuzzleEvaluator { solver, depth, pure_logic: view.pure_logic, reasoner: Arc::clone(&view.reasoner), puzzle }
    }

    /// How much a question to each pile helps; without a solver, all piles with cards left count the same.
    fn question_values(&mut self, state: &PlayoutState<'_>) -> QuestionValues {
        let depth = self.depth;
        let found = self.solver.as_mut().and_then(|solver| solver.question_values(&state.seen, depth, &|_| false).ok());
        found.unwrap_or_else(|| {
            let mut values = QuestionValues { expected: 1.0, ..QuestionValues::default() };
            for (gain, cards) in values.gain.iter_mut().zip(state.piles) {
                *gain = if cards.is_empty() { 0.0 } else { 1.0 };
            }
            values
        })
    }

    /// The possible answers, the likeliest first; without a solver one of them, since all count as equally likely.
    fn ranked_answers(&self, seen: &AnswersSeen) -> Vec<(Vec<u8>, f64)> {
        match &self.solver {
            Some(solver) => solver.ranked_answers(seen),
            None => self.reasoner.any_answer(seen).into_iter().collect(),
        }
    }

    fn is_certain(&self, seen: &AnswersSeen) -> bool {
        match &self.solver {
            Some(solver) => solver.settles(seen),
            None => self.reasoner.any_answer(seen).is_some_and(|(_, chance)| chance >= 1.0),
        }
    }

    /// The gains of all questions, discounted by the turns until the hand can pay for them.
    fn hand_value(&self, hand: CardSet, remaining: CardSet, values: &QuestionValues) -> f64 {
        let piles = self.puzzle.piles.iter().zip(values.gain).filter(|(_, gain)| *gain > 0.0);
        promise(hand, remaining, piles.map(|(pile, gain)| (pile.price, gain)))
    }

    fn payments(&self, state: &PlayoutState<'_>, price: Price) -> Vec<HandCards> {
        if self.pure_logic { vec![HandCards::new()] } else { payments(&state.hand, price) }
    }

    fn best_question(&self, state: &PlayoutState<'_>, values: &QuestionValues) -> Option<Move> {
        let best = values.gain.iter().copied().fold(0.0, f64::max);
        let is_last_chance = state.market.is_empty();
        let remaining = state.remaining();
        let mut found: Option<RankedMove> = None;
        for (index, pile) in self.puzzle.piles.iter().enumerate() {
            let gain = values.gain[index];
            if gain <= 0.0 || (gain < WORTHWHILE * best && !is_last_chance) {
                continue;
            }
            for with in self.payments(state, pile.price) {
                let value = gain + REST * self.hand_value(state.hand_without(&with), remaining, values);
                if found.as_ref().is_none_or(|(most, _)| value > *most) {
                    found = Some((value, Move::Ask { pile: index as u8, with }));
                }
            }
        }
        found.map(|(_, mv)| mv)
    }

    fn ranked_picks(&self, state: &PlayoutState<'_>, values: &QuestionValues) -> Vec<RankedMove> {
        let remaining: CardSet = state.deck.iter().copied().collect();
        let ranked = picks(&state.market, &state.hand).into_iter().map(|(card, drop)| {
            let value = self.hand_value(hand_after(&state.hand, card, drop), remaining, values);
            (value, Move::Pick { card, drop })
        });
        best_first(ranked.collect())
    }

    /// The move of medium; `None` when it is time to guess.
    fn policy_move(&mut self, state: &PlayoutState<'_>) -> Option<Move> {
        self.policy_move_among(state, |_| true)
    }

    /// The same, if only these piles may be asked.
    fn policy_move_among(&mut self, state: &PlayoutState<'_>, is_asked: impl Fn(usize) -> bool) -> Option<Move> {
        if self.is_certain(&state.seen) {
            return None;
        }
        let mut values = self.question_values(state);
        let gains = values.gain.iter_mut().enumerate();
        gains.filter(|(pile, _)| !is_asked(*pile)).for_each(|(_, gain)| *gain = 0.0);
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
        Some(Move::Guess(self.reasoner.answer_cards(&answer)))
    }

    /// The moves that hard plays out: the best payment for every useful pile, and the best picks.
    fn candidates(&mut self, state: &PlayoutState<'_>) -> Vec<Move> {
        let values = self.question_values(state);
        let remaining = state.remaining();
        let value = |with: &HandCards| self.hand_value(state.hand_without(with), remaining, &values);
        let mut moves = Vec::new();
        for (pile, number) in self.puzzle.piles.iter().zip(0u8..) {
            if values.gain[usize::from(number)] > 0.0 {
                let ways = self.payments(state, pile.price).into_iter();
                let best = ways.max_by(|one, other| value(one).total_cmp(&value(other)));
                moves.extend(best.map(|with| Move::Ask { pile: number, with }));
            }
        }
        let picks = self.ranked_picks(state, &values).into_iter().map(|(_, mv)| mv);
        moves.extend(picks.take(CANDIDATE_PICKS));
        moves
    }
}

fn best_first(mut moves: Vec<RankedMove>) -> Vec<RankedMove> {
    moves.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    moves
}

/// The hand after a card is taken and another one discarded.
fn hand_after(hand: &[Card], card: Card, drop: Option<Card>) -> CardSet {
    hand.iter().copied().filter(|held| Some(*held) != drop).chain([card]).collect()
}

impl<'a> PlayoutState<'a> {
    fn new(view: &View, deck: &'a [Card], piles: &'a [Vec<Option<u8>>]) -> PlayoutState<'a> {
        let piles = std::array::from_fn(|pile| piles.get(pile).map(Vec::as_slice).unwrap_or_default());
        PlayoutState { hand: view.hand.clone(), market: view.market.clone(), deck, seen: view.seen(), piles }
    }

    fn remaining(&self) -> CardSet {
        self.deck.iter().chain(&self.market).copied().collect()
    }

    fn hand_without(&self, paid: &[Card]) -> CardSet {
        self.hand.iter().copied().filter(|card| !paid.contains(card)).collect()
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
                let left = self.piles[pile];
                if let Some((answer, rest)) = left.split_first() {
                    self.piles[pile] = rest;
                    self.seen = match answer {
                        Some(card) => self.seen.with_card(pile, u32::from(*card)),
                        None => self.seen.with_joker(pile),
                    };
                }
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
    fn get(&mut self, view: &View, looks_ahead: bool) -> &mut PuzzleEvaluator {
        self.0.take_if(|evaluator| evaluator.puzzle != view.puzzle || evaluator.pure_logic != view.pure_logic);
        self.0.get_or_insert_with(|| PuzzleEvaluator::new(view, looks_ahead))
    }
}

/// Whether it is no blunder to ask this pile, as far as the hand can pay for it; what it cannot pay for yet may be saved up for.
fn sound_questions(observation: &Observation<'_, MysteryMachine>) -> impl Fn(usize) -> bool {
    let mut foolish = [false; MOST_PILES];
    for mv in observation.legal.listed() {
        if let Move::Ask { pile, .. } = mv
            && MysteryMachine::blunder(observation, mv).is_some()
        {
            foolish.iter_mut().skip((*pile).into()).take(1).for_each(|foolish| *foolish = true);
        }
    }
    move |asked| !foolish.get(asked).is_some_and(|foolish| *foolish)
}

/// A random one of the moves that fit.
fn pick_move(rng: &mut GameRng, moves: &[Move], fits: impl Fn(&Move) -> bool) -> Option<Move> {
    let fitting: Vec<&Move> = moves.iter().filter(|mv| fits(mv)).collect();
    rng.pick(&fitting).map(|mv| (*mv).clone())
}

struct MysteryRandom;

impl Bot<MysteryMachine> for MysteryRandom {
    fn choose(&mut self, observation: &Observation<'_, MysteryMachine>, seed: u64, _: &Cancel) -> Option<Move> {
        let mut rng = GameRng::from_number(seed);
        let listed = observation.legal.listed();
        pick_move(&mut rng, listed, |mv| !matches!(mv, Move::Guess(_))).or_else(|| rng.pick(listed).cloned())
    }
}

struct MysteryEasy;

impl Bot<MysteryMachine> for MysteryEasy {
    fn choose(&mut self, observation: &Observation<'_, MysteryMachine>, seed: u64, _: &Cancel) -> Option<Move> {
        let (view, listed) = (observation.view, observation.legal.listed());
        let mut rng = GameRng::from_number(seed);
        if view.is_certain() || listed.iter().all(|mv| matches!(mv, Move::Guess(_))) {
            let answers: Vec<&Vec<u8>> = view.known.answers.iter().collect();
            return rng.pick(&answers).map(|answer| Move::Guess(view.reasoner.answer_cards(answer)));
        }
        pick_move(&mut rng, listed, |mv| matches!(mv, Move::Ask { .. }))
            .or_else(|| pick_move(&mut rng, listed, |mv| matches!(mv, Move::Pick { .. })))
    }
}

struct MysteryMedium(EvaluatorCache);

impl Bot<MysteryMachine> for MysteryMedium {
    fn choose(&mut self, observation: &Observation<'_, MysteryMachine>, _: u64, _: &Cancel) -> Option<Move> {
        // With a low deck, medium is weaker because it does not play out what prices lead to.
        let evaluator = self.0.get(observation.view, !observation.view.pure_logic);
        let (deck, piles) = (unseen_low_cards(observation.view), unknown_piles(observation.view));
        let state = PlayoutState::new(observation.view, &deck, &piles);
        let mv = evaluator.policy_move_among(&state, sound_questions(observation));
        mv.or_else(|| evaluator.guess(&state.seen))
    }
}

struct MysteryHard(EvaluatorCache);

impl MysteryHard {
    /// The moves worth considering with the mean value of their playouts, the best first.
    fn evaluated_moves(
        &mut self,
        observation: &Observation<'_, MysteryMachine>,
        seed: u64,
        cancel: &Cancel,
    ) -> Vec<RankedMove> {
        let view = observation.view;
        let evaluator = self.0.get(view, true);
        let (deck, piles) = (unseen_low_cards(view), unknown_piles(view));
        let state = PlayoutState::new(view, &deck, &piles);
        let is_certain = evaluator.is_certain(&state.seen);
        if view.pure_logic && !is_certain {
            let asked = evaluator.policy_move_among(&state, sound_questions(observation));
            let mv = asked.or_else(|| evaluator.guess(&state.seen));
            return mv.map(|mv| (1.0, mv)).into_iter().collect();
        }
        let mut moves = if is_certain { Vec::new() } else { evaluator.candidates(&state) };
        moves.retain(|mv| MysteryMachine::blunder(observation, mv).is_none());
        if moves.is_empty() {
            let value = if is_certain { 1.0 } else { 0.0 };
            return evaluator.guess(&state.seen).map(|mv| (value, mv)).into_iter().collect();
        }
        best_first(self.played_out(view, moves, seed, cancel))
    }

    /// These moves, none of them a guess, with the mean value of their playouts: with one seed always over the same grids and
    /// decks.
    fn played_out(&mut self, view: &View, moves: Vec<Move>, seed: u64, cancel: &Cancel) -> Vec<RankedMove> {
        let evaluator = self.0.get(view, true);
        let mut deck = unseen_low_cards(view);
        let mut candidates: Vec<RankedMove> = moves.into_iter().map(|mv| (0.0, mv)).collect();
        let mut rng = GameRng::from_number(seed);
        let mut played = 0;
        while played < PLAYOUTS && !(cancel.is_raised() && played > 0) {
            rng.shuffle(&mut deck);
            let sample = evaluator.reasoner.sample(&view.seen(), &GridConstraints::default(), &mut rng);
            let Some(sample) = sample else { break };
            for (value, mv) in &mut candidates {
                let mut state = PlayoutState::new(view, &deck, &sample.piles);
                state.play(mv);
                *value += evaluator.play_out(state);
            }
            played += 1;
        }
        candidates.iter_mut().for_each(|(value, _)| *value /= played.max(1) as f64);
        candidates
    }

    /// What a review weighs this move by: the chance of winning; in pure logic how many cards are left face down in the end,
    /// to which a right guess adds one. `None` if the puzzle is too large to tell.
    fn worth(&mut self, view: &View, mv: &Move, seed: u64, cancel: &Cancel) -> Option<f64> {
        if view.pure_logic {
            return self.worth_in_pure_logic(view, mv);
        }
        if let Move::Guess(cards) = mv {
            return Some(chance_of_guess(view, cards));
        }
        let (value, _) = self.played_out(view, vec![mv.clone()], seed, cancel).pop()?;
        Some(chance_of_winning(view, value))
    }

    fn worth_in_pure_logic(&mut self, view: &View, mv: &Move) -> Option<f64> {
        let evaluator = self.0.get(view, true);
        evaluator.solver.as_ref()?;
        let (deck, piles) = (unseen_low_cards(view), unknown_piles(view));
        let values = evaluator.question_values(&PlayoutState::new(view, &deck, &piles));
        let unasked = view.answers_left() as f64;
        match mv {
            Move::Ask { pile, .. } => Some(unasked + values.gain.get(usize::from(*pile))? - values.expected),
            Move::Guess(cards) => Some((unasked + 1.0) * chance_of_guess(view, cards)),
            Move::Pick { .. } => None,
        }
    }
}

/// How likely this guess is to be right.
fn chance_of_guess(view: &View, cards: &[Card]) -> f64 {
    let numbers: Vec<u8> = cards.iter().filter_map(|card| view.reasoner.number(*card)).collect();
    view.reasoner.chance(&view.seen(), &numbers)
}

/// The value of a playout as a chance.
fn chance_of_winning(view: &View, value: f64) -> f64 {
    (value / (1.0 + THRIFT * view.low_left as f64)).min(1.0)
}

impl Bot<MysteryMachine> for MysteryHard {
    fn choose(&mut self, observation: &Observation<'_, MysteryMachine>, seed: u64, cancel: &Cancel) -> Option<Move> {
        self.evaluated_moves(observation, seed, cancel).into_iter().next().map(|(_, mv)| mv)
    }
}

impl Bots for MysteryMachine {
    type Reason = Reason;

    fn bot(level: BotLevel) -> Box<dyn Bot<Self>> {
        match level {
            BotLevel::Random => Box::new(MysteryRandom),
            BotLevel::Easy => Box::new(MysteryEasy),
            BotLevel::Medium => Box::new(MysteryMedium(EvaluatorCache::default())),
            BotLevel::Hard => Box::new(MysteryHard(EvaluatorCache::default())),
        }
    }

    fn hint(observation: &Observation<'_, Self>, seed: u64, cancel: &Cancel) -> Option<Hint<Move, Reason>> {
        let mut hard = MysteryHard(EvaluatorCache::default());
        let view = observation.view;
        let (value, mv) = hard.evaluated_moves(observation, seed, cancel).into_iter().next()?;
        let reason = reason(hard.0.get(view, true), view, chance_of_winning(view, value), &mv);
        Some(Hint { mv, reason })
    }

    fn appraise(
        observation: &Observation<'_, Self>,
        played: &Move,
        seed: u64,
        cancel: &Cancel,
    ) -> Option<Appraisal<Move, Reason>> {
        let view = observation.view;
        let mut hard = MysteryHard(EvaluatorCache::default());
        let (value, best) = hard.evaluated_moves(observation, seed, cancel).into_iter().next()?;
        let reason = reason(hard.0.get(view, true), view, chance_of_winning(view, value), &best);
        // Exact but for rounding in pure logic; else two standard errors of a mean of chances.
        let (unit, noise) =
            if view.pure_logic { (QUESTIONS, ROUNDING) } else { (Worth::Chance, 1.0 / (PLAYOUTS as f64).sqrt()) };
        if best == *played {
            return Some(Appraisal::agreed(best, reason, unit));
        }
        let best_value = hard.worth(view, &best, seed, cancel)?;
        let played_value = hard.worth(view, played, seed, cancel)?;
        Some(Appraisal { best, reason, best_value, played_value, noise, unit })
    }

    fn could_be_won(dealt: &Self) -> Option<bool> {
        if dealt.view(Viewer::Referee).pure_logic {
            return sufficient_questions(dealt).map(|sufficient| !sufficient.is_empty());
        }
        most_low_cards_left(dealt).map(|left| left.is_some())
    }

    fn hindsight(dealt: &Self, _: &Cancel) -> Option<Hindsight> {
        if dealt.view(Viewer::Referee).pure_logic {
            let fewest = sufficient_questions(dealt)?.iter().map(|counts| counts.iter().sum::<usize>()).min();
            let sentence = match fewest.map(|fewest| counted(fewest, "question", "questions")) {
                Some(fewest) => format!("On this deal it takes at least {fewest} to be certain"),
                None => {
                    "Even with every card of every pile turned up, the mystery would not have been certain".to_owned()
                }
            };
            return Some(Hindsight { score: None, sentence });
        }
        let sentence = match most_low_cards_left(dealt)?.map(|left| counted(left, "low card", "low cards")) {
            Some(left) => format!("A player who knew every card could have become certain with {left} left"),
            None => "Even with every card known, the low deck could not pay for enough questions to be certain".into(),
        };
        Some(Hindsight { score: None, sentence })
    }
}

/// Says what speaks for moves, the quicker for moves of one puzzle.
#[derive(Default)]
pub struct MoveReasons(EvaluatorCache);

impl MoveReasons {
    /// What speaks for a legal move, after which somebody wins with this chance.
    pub fn of(&mut self, view: &View, mv: &Move, winning: f64) -> Reason {
        reason(self.0.get(view, true), view, winning, mv)
    }
}

fn reason(evaluator: &mut PuzzleEvaluator, view: &View, winning: f64, mv: &Move) -> Reason {
    let (deck, piles) = (unseen_low_cards(view), unknown_piles(view));
    let state = PlayoutState::new(view, &deck, &piles);
    match mv {
        Move::Ask { pile, with } => Reason::Asks {
            pile: *pile,
            with: with.clone(),
            helps: help_of(evaluator, &state, *pile),
            winning: (!view.pure_logic).then_some(winning),
        },
        Move::Pick { card, drop } => {
            let aim = pick_aim(evaluator, &state, *card, *drop);
            Reason::Picks { card: *card, discards: *drop, aim, winning }
        }
        Move::Guess(cards) => {
            let possible = view.known.answers.len();
            let because = match view.is_certain() {
                true => NamedBecause::Certain,
                false if (0..piles.len()).all(|pile| view.payments(pile).is_empty()) => {
                    NamedBecause::NothingToAsk(possible)
                }
                false => NamedBecause::NothingToLearn(possible),
            };
            Reason::Names { cards: cards.clone(), because }
        }
    }
}

/// What a question to this pile is worth; `None` without a solver.
fn help_of(evaluator: &mut PuzzleEvaluator, state: &PlayoutState<'_>, pile: u8) -> Option<QuestionHelp> {
    evaluator.solver.as_ref()?;
    let (values, is_exact) = (evaluator.question_values(state), evaluator.depth == EXACT);
    let gain = values.gain.get(usize::from(pile)).copied()?;
    Some(QuestionHelp {
        is_best: values.gain.iter().all(|other| gain >= other - ROUNDING),
        then_needed: is_exact.then_some(values.expected - gain),
    })
}

/// What a pick is for: among the piles whose answers help and whose price comes nearer, the one that can be paid for soonest,
/// considering how much it helps.
fn pick_aim(evaluator: &mut PuzzleEvaluator, state: &PlayoutState<'_>, card: Card, drop: Option<Card>) -> PickAim {
    let values = evaluator.question_values(state);
    let (before, after) = (state.hand.iter().copied().collect(), hand_after(&state.hand, card, drop));
    let (seen, coming) = (state.remaining(), state.deck.iter().copied().collect());
    let aim = |(number, pile): (u8, &Pile)| {
        let (price, gain) = (pile.price, values.gain[usize::from(number)]);
        let held = held_towards(price, after, coming).filter(|held| Some(*held) > held_towards(price, before, seen))?;
        let cards: HandCards = after.iter().collect();
        let with = payments(&cards, price).into_iter().find(|with| with.contains(&card));
        let aim = match with.filter(|_| held == price.cards()) {
            Some(with) => PickAim::Pays { pile: number, with },
            None => PickAim::Towards { pile: number, price, held },
        };
        (gain > 0.0).then(|| (turns_until(price, after, coming) / gain.max(0.01), aim))
    };
    let nearer = (0..).zip(&evaluator.puzzle.piles).filter_map(aim);
    nearer.min_by(|(one, _), (other, _)| one.total_cmp(other)).map_or(PickAim::Nothing, |(_, aim)| aim)
}

/// The most low cards that can be left when the mystery is certain, for a player who knows every card; `Some(None)` if
/// the deck cannot pay for certainty, `None` if the puzzle is too large to tell.
fn most_low_cards_left(dealt: &MysteryMachine) -> Option<Option<usize>> {
    let market = dealt.view(Viewer::Referee).market;
    let deck: Vec<Card> = dealt.low().iter().rev().copied().collect();
    let later = deck.chunks(2).map(|pair| pair.iter().copied().collect());
    let pairs: Vec<ArrayVec<Card, 2>> = std::iter::once(market).chain(later).collect();
    let planner = PaymentPlanner { pairs: &pairs, effort: 200_000 };
    let turns = sufficient_questions(dealt)?.into_iter().filter_map(|counts| {
        let counted_piles = counts.iter().zip(&dealt.puzzle().piles);
        let prices: Vec<Price> =
            counted_piles.flat_map(|(count, pile)| std::iter::repeat_n(pile.price, *count)).collect();
        planner.fewest_turns(&prices, HAND)
    });
    let Some(turns) = turns.min() else { return Some(None) };
    // One more pair than turns is out of the deck, because the market shows the next one already.
    Some(Some(pairs.iter().skip(turns + 1).map(|pair| pair.len()).sum()))
}

/// The minimal numbers of questions to each pile that make the mystery of this deal certain. `None` if the puzzle is
/// too large to be solved.
fn sufficient_questions(dealt: &MysteryMachine) -> Option<Vec<Vec<usize>>> {
    let solver = Solver::new(dealt.puzzle()).ok()?;
    let View { reasoner, down: sizes, .. } = dealt.view(Viewer::Referee);
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for size in sizes {
        let longer = |counts: Vec<usize>| (0..=size).map(move |count| [counts.as_slice(), &[count]].concat());
        all = all.into_iter().flat_map(longer).collect();
    }
    // The fewest questions first, so that whatever includes a sufficient choice comes after it and is skipped.
    all.sort_by_key(|counts| counts.iter().sum::<usize>());
    let mut sufficient: Vec<Vec<usize>> = Vec::new();
    for counts in all {
        let includes = |fewer: &Vec<usize>| fewer.iter().zip(&counts).all(|(fewer, count)| fewer <= count);
        let seen = || answers_seen(&reasoner, (0..).zip(&counts).map(|(pile, count)| &dealt.to_come(pile)[..*count]));
        if !sufficient.iter().any(includes) && solver.settles(&seen()) {
            sufficient.push(counts);
        }
    }
    Some(sufficient)
}
