//! Bots, hints and reviews made of search: every game that says what good play is has them.

use super::{Comparison, Estimate, Margin, Proven, SearchBudget, Searchable, compared, flat, tree};
use crate::engine::game::{Bot, Bots, Cancel, Hint, LeftSolution, Moves, Observation, RandomBot};
use crate::engine::review::{Appraisal, Worth};
use crate::engine::rng::GameRng;
use crate::engine::seats::{BotLevel, Seat};

/// How a bot comes to its move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strength {
    /// It plays by the policy in one world, without looking ahead.
    Policy,
    Flat(SearchBudget),
    Tree(SearchBudget),
}

/// A bot of one strength.
pub struct SearchBot(pub Strength);

impl SearchBot {
    /// What is proven; only those look for it who look far ahead.
    fn proven<G: Searchable>(&self, view: &G::View, cancel: &Cancel) -> Option<Proven<G::Move, G::Reason>> {
        matches!(self.0, Strength::Tree(_)).then(|| G::proven(view, cancel)).flatten()
    }

    /// The moves that it considers: who looks ahead, no blunders.
    fn considered<G: Searchable>(&self, observation: &Observation<'_, G>) -> Moves<G::Move> {
        if self.0 == Strength::Policy { observation.legal.clone() } else { G::sound_moves(observation) }
    }

    /// The move that looks best where nothing is proven.
    fn estimated<G: Searchable>(
        &self,
        observation: &Observation<'_, G>,
        seed: u64,
        cancel: &Cancel,
    ) -> Option<G::Move> {
        let considered = self.considered(observation);
        let observation = &Observation { legal: &considered, ..*observation };
        let listed = considered.listed();
        if listed.len() < 2 {
            return listed.first().cloned();
        }
        let by_search = best(self.0, observation, seed, cancel).into_iter().next().map(|estimate| estimate.mv);
        by_search.or_else(|| at_once(observation, seed, G::policy)).or_else(|| listed.first().cloned())
    }
}

impl<G: Searchable> Bot<G> for SearchBot {
    fn choose(&mut self, observation: &Observation<'_, G>, seed: u64, cancel: &Cancel) -> Option<G::Move> {
        if observation.legal.listed().len() < 2 {
            return observation.legal.listed().first().cloned();
        }
        let proven = self.proven::<G>(observation.view, cancel).map(|proven| proven.mv);
        proven.or_else(|| self.estimated(observation, seed, cancel))
    }
}

/// A bot that plays like a beginner.
pub struct BeginnerBot;

impl<G: Searchable> Bot<G> for BeginnerBot {
    fn choose(&mut self, observation: &Observation<'_, G>, seed: u64, _: &Cancel) -> Option<G::Move> {
        let listed = observation.legal.listed();
        let has_choice = listed.len() > 1;
        has_choice.then(|| at_once(observation, seed, G::beginner)).flatten().or_else(|| listed.first().cloned())
    }
}

impl<G: Searchable> Bots for G {
    type Reason = G::Reason;

    /// Easy plays like a beginner; the others look ahead.
    fn bot(level: BotLevel) -> Box<dyn Bot<G>> {
        match level {
            BotLevel::Random => Box::new(RandomBot),
            BotLevel::Easy => Box::new(BeginnerBot),
            BotLevel::Medium => Box::new(SearchBot(G::MEDIUM)),
            BotLevel::Hard => Box::new(SearchBot(G::HARD)),
        }
    }

    fn hint(observation: &Observation<'_, G>, seed: u64, cancel: &Cancel) -> Option<Hint<G::Move, G::Reason>> {
        let bot = SearchBot(G::HARD);
        if let Some(proven) = bot.proven::<G>(observation.view, cancel) {
            return Some(Hint { mv: proven.mv, reason: proven.reason });
        }
        let mv = bot.estimated(observation, seed, cancel)?;
        Some(Hint { reason: G::reason(observation.view, &mv), mv })
    }

    fn left_solution(before: &G::View, mv: &G::Move, cancel: &Cancel) -> Option<LeftSolution<G::Move>> {
        <G as Searchable>::left_solution(before, mv, cancel)
    }

    /// Both moves are played out in the same worlds, until it is clear which is better, or clear enough that it matters little.
    fn appraise(
        observation: &Observation<'_, G>,
        played: &G::Move,
        seed: u64,
        cancel: &Cancel,
    ) -> Option<Appraisal<G::Move, G::Reason>> {
        let bot = SearchBot(G::HARD);
        if let Some(Proven { mv, value, reason }) = bot.proven::<G>(observation.view, cancel)
            && let Some(played_value) = G::proven_value(observation.view, played, cancel)
        {
            let unit = Worth::Proof;
            return Some(Appraisal { best: mv, reason, best_value: value, played_value, noise: 0.0, unit });
        }
        let best = bot.estimated(observation, seed, cancel)?;
        let reason = G::reason(observation.view, &best);
        if best == *played {
            return Some(Appraisal::agreed(best, reason, G::WORTH));
        }
        let mut found = Comparison::default();
        for round in 0..ROUNDS {
            let seed = seed.wrapping_add(round);
            found = found.with(compared(observation, [&best, played], a_round::<G>(), seed, cancel));
            if cancel.is_raised() || is_clear(&found, G::WORTH) {
                break;
            }
        }
        Some(weighed(best, reason, G::WORTH, &found))
    }
}

/// A review plays two moves out in so many rounds at most.
const ROUNDS: u64 = 4;

/// How often it does in each of them: playouts by search take longer, and tell more.
fn a_round<G: Searchable>() -> SearchBudget {
    match G::PLAYS_ON {
        Strength::Policy => SearchBudget { worlds: 400, playouts: 1000 },
        Strength::Flat(_) | Strength::Tree(_) => SearchBudget { worlds: 40, playouts: 40 },
    }
}

/// Whether more rounds would hardly change what is said.
fn is_clear(found: &Comparison, worth: Worth) -> bool {
    let margin = if matches!(worth, Worth::Count { .. }) { &found.count } else { &found.chance };
    let doubt = 2.0 * margin.error();
    let is_large = margin.mean() > 2.0 * doubt && margin.mean() > 2.0 * worth.little();
    is_large || margin.mean() + doubt < worth.little()
}

/// What a comparison of the best move with another one comes to: in what the game counts, or in chances, if a mistake shows in
/// them alone.
fn weighed<M: Clone, R: Clone>(best: M, reason: R, worth: Worth, found: &Comparison) -> Appraisal<M, R> {
    let in_unit = |margin: &Margin, unit: Worth| {
        let ([best_value, played_value], noise) = (margin.means(), 2.0 * margin.error());
        Appraisal { best: best.clone(), reason: reason.clone(), best_value, played_value, noise, unit }
    };
    let by_chance = in_unit(&found.chance, Worth::Chance);
    if !matches!(worth, Worth::Count { .. }) {
        return by_chance;
    }
    let by_count = in_unit(&found.count, worth);
    if by_chance.is_mistake() && !by_count.is_mistake() { by_chance } else { by_count }
}

/// What a search of this strength thinks of the moves, best first; nothing for [`Strength::Policy`].
pub fn best<G: Searchable>(
    strength: Strength,
    observation: &Observation<'_, G>,
    seed: u64,
    cancel: &Cancel,
) -> Vec<Estimate<G::Move>> {
    match strength {
        Strength::Policy => Vec::new(),
        Strength::Flat(budget) => flat(observation, budget, seed, cancel),
        Strength::Tree(budget) => tree(observation, budget, seed, cancel),
    }
}

/// What a game's rule of thumb chooses in one world.
fn at_once<G: Searchable>(
    observation: &Observation<'_, G>,
    seed: u64,
    choose: impl Fn(&G, Seat, &[G::Move], &mut GameRng) -> usize,
) -> Option<G::Move> {
    let mut rng = GameRng::from_number(seed);
    let world = G::imagined(observation.view, observation.seen, &mut rng)?;
    let listed = observation.legal.listed();
    let chosen = choose(&world, observation.seat, listed, &mut rng);
    listed.get(chosen).cloned()
}
