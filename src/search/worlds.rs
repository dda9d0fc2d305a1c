//! Worlds to search in, drawn as likely as they explain what the others did.

use super::Searchable;
use crate::engine::game::{Cancel, Observation};
use crate::engine::rng::GameRng;

pub struct Worlds<G> {
    /// Each with the sum of the likelihoods up to it.
    worlds: Vec<(G, f64)>,
}

impl<G: Searchable> Worlds<G> {
    /// Imagines so many; at least one, and fewer if it is cancelled.
    pub fn imagine(observation: &Observation<'_, G>, count: u32, rng: &mut GameRng, cancel: &Cancel) -> Worlds<G> {
        let mut worlds = Vec::with_capacity((count as usize).min(1 << 12));
        let mut sum = 0.0;
        while worlds.is_empty() || (worlds.len() < count as usize && !cancel.is_raised()) {
            let Some(world) = G::imagined(observation.view, observation.seen, rng) else { break };
            sum += f64::from(world.likelihood(observation.seat)).max(f64::MIN_POSITIVE);
            worlds.push((world, sum));
        }
        Worlds { worlds }
    }

    /// One of them; `None` if the game imagines none.
    pub fn draw(&self, rng: &mut GameRng) -> Option<&G> {
        let (_, all) = self.worlds.last()?;
        let at = rng.share() * all;
        let number = self.worlds.partition_point(|(_, sum)| *sum <= at);
        self.worlds.get(number).or(self.worlds.last()).map(|(world, _)| world)
    }
}
