//! Bots, hints and reviews made of search: every game that says what good play is has them.

use super::{Estimate, Proven, SearchBudget, Searchable, compared, flat, tree};
use crate::engine::game::{Bot, Bots, Cancel, Hint, Observation, RandomBot};
use crate::engine::review::{Appraisal, Worth};
use crate::engine::rng::GameRng;
use crate::engine::seats::BotLevel;

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
    fn proven<G: Searchable>(&self, view: &G::View, cancel: &Cancel) -> Option<Proven<G::Move>> {
        matches!(self.0, Strength::Tree(_)).then(|| G::proven(view, cancel)).flatten()
    }

    /// The move that looks best where nothing is proven.
    fn estimated<G: Searchable>(
        &self,
        observation: &Observation<'_, G>,
        seed: u64,
        cancel: &Cancel,
    ) -> Option<G::Move> {
        let listed = observation.legal.listed();
        if listed.len() < 2 {
            return listed.first().cloned();
        }
        let by_search = best(self.0, observation, seed, cancel).into_iter().next().map(|estimate| estimate.mv);
        by_search.or_else(|| by_policy(observation, seed)).or_else(|| listed.first().cloned())
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

impl<G: Searchable> Bots for G {
    /// Easy plays by the policy; the others look ahead.
    fn bot(level: BotLevel) -> Box<dyn Bot<G>> {
        match level {
            BotLevel::Random => Box::new(RandomBot),
            BotLevel::Easy => Box::new(SearchBot(Strength::Policy)),
            BotLevel::Medium => Box::new(SearchBot(G::MEDIUM)),
            BotLevel::Hard => Box::new(SearchBot(G::HARD)),
        }
    }

    fn hint(observation: &Observation<'_, G>, seed: u64, cancel: &Cancel) -> Option<Hint<G::Move>> {
        let bot = SearchBot(G::HARD);
        if let Some(proven) = bot.proven::<G>(observation.view, cancel) {
            return Some(Hint { mv: proven.mv, reason: proven.reason });
        }
        let mv = bot.estimated(observation, seed, cancel)?;
        Some(Hint { reason: G::reason(observation.view, &mv), mv })
    }

    /// Both moves are played out in the same worlds; what they are worth is a chance of winning, as payoffs are.
    fn appraise(
        observation: &Observation<'_, G>,
        played: &G::Move,
        seed: u64,
        cancel: &Cancel,
    ) -> Option<Appraisal<G::Move>> {
        let bot = SearchBot(G::HARD);
        if let Some(proven) = bot.proven::<G>(observation.view, cancel)
            && let Some(played_value) = G::proven_value(observation.view, played, cancel)
        {
            let (best, best_value) = (proven.mv, proven.value);
            return Some(Appraisal { best, best_value, played_value, noise: 0.0, unit: Worth::Chance });
        }
        let best = bot.estimated(observation, seed, cancel)?;
        if best == *played {
            return Some(Appraisal::agreed(best, Worth::Chance));
        }
        let found = compared(observation, &[best.clone(), played.clone()], REVIEW, seed, cancel);
        let of = |mv: &G::Move| found.iter().find(|estimate| estimate.mv == *mv);
        let (own, other) = (of(&best)?, of(played)?);
        // Two standard errors of a mean of payoffs, which lie between 0 and 1.
        let noise = 1.0 / f64::from(other.visits.max(1)).sqrt();
        Some(Appraisal { best_value: own.value, played_value: other.value, best, noise, unit: Worth::Chance })
    }
}

/// How often a move that was played is played out in a review, and the bot's own.
const REVIEW: SearchBudget = SearchBudget { worlds: 400, playouts: 1000 };

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

fn by_policy<G: Searchable>(observation: &Observation<'_, G>, seed: u64) -> Option<G::Move> {
    let mut rng = GameRng::from_number(seed);
    let world = G::imagined(observation.view, observation.seen, &mut rng)?;
    let listed = observation.legal.listed();
    let chosen = world.policy(observation.seat, listed, &mut rng);
    listed.get(chosen).cloned()
}
