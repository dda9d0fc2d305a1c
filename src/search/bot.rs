//! Bots and hints made of search.

use super::{Estimate, SearchBudget, Searchable, flat, tree};
use crate::engine::game::{Bot, Cancel, Hint, Observation, RandomBot};
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

impl<G: Searchable> Bot<G> for SearchBot {
    fn choose(&mut self, observation: &Observation<'_, G>, seed: u64, cancel: &Cancel) -> Option<G::Move> {
        let listed = observation.legal.listed();
        if listed.len() < 2 {
            return listed.first().cloned();
        }
        let by_search = best(self.0, observation, seed, cancel).into_iter().next().map(|estimate| estimate.mv);
        by_search.or_else(|| by_policy(observation, seed)).or_else(|| listed.first().cloned())
    }
}

/// The bots of a game: easy plays by the policy, the others look ahead.
pub fn bot<G: Searchable>(level: BotLevel, medium: Strength, hard: Strength) -> Box<dyn Bot<G>> {
    match level {
        BotLevel::Random => Box::new(RandomBot),
        BotLevel::Easy => Box::new(SearchBot(Strength::Policy)),
        BotLevel::Medium => Box::new(SearchBot(medium)),
        BotLevel::Hard => Box::new(SearchBot(hard)),
    }
}

/// What a bot of this strength would do, with a reason in the words of the game.
pub fn hint<G: Searchable>(
    strength: Strength,
    observation: &Observation<'_, G>,
    seed: u64,
    cancel: &Cancel,
    reason: impl Fn(&G::Move) -> String,
) -> Option<Hint<G::Move>> {
    let mv = SearchBot(strength).choose(observation, seed, cancel)?;
    Some(Hint { reason: reason(&mv), mv })
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

fn by_policy<G: Searchable>(observation: &Observation<'_, G>, seed: u64) -> Option<G::Move> {
    let mut rng = GameRng::from_number(seed);
    let world = G::imagined(observation.view, observation.seen, &mut rng)?;
    let listed = observation.legal.listed();
    let chosen = world.policy(observation.seat, listed, &mut rng);
    listed.get(chosen).cloned()
}
