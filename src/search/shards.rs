//! The playouts of one search, divided so that the answer does not depend on the number of threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::{Estimate, SearchBudget};
use crate::engine::rng::GameRng;

/// As many as a common computer has processors to spare.
const SHARDS: u32 = 8;

/// The smallest budget that is worth dividing.
const LEAST: u32 = 64;

/// Runs a search in shards and adds up what they found, in ascending order of the moves.
pub fn merged<M: Ord + Clone + Send>(
    budget: SearchBudget,
    seed: u64,
    threads: usize,
    run: impl Fn(SearchBudget, GameRng) -> Vec<Estimate<M>> + Sync,
) -> Vec<Estimate<M>> {
    added_up(on_all(budget, seed, threads, run))
}

/// Runs a search in shards; what each of them found, in their order.
pub fn on_all<T: Send>(
    budget: SearchBudget,
    seed: u64,
    threads: usize,
    run: impl Fn(SearchBudget, GameRng) -> T + Sync,
) -> Vec<T> {
    let shards = if budget.playouts < LEAST { 1 } else { SHARDS };
    let mut seeds = GameRng::from_number(seed);
    let rngs: Vec<GameRng> = (0..shards).map(|_| GameRng::from_number(seeds.bits())).collect();
    let share = SearchBudget {
        worlds: budget.worlds.div_ceil(shards).max(1),
        playouts: budget.playouts.div_ceil(shards).max(1),
    };
    let one = |rng: &GameRng| run(share, rng.clone());
    let threads = threads.min(rngs.len());
    if threads < 2 { rngs.iter().map(one).collect() } else { on_threads(threads, &rngs, one) }
}

fn on_threads<T: Send>(threads: usize, rngs: &[GameRng], run: impl Fn(&GameRng) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let shard = next.fetch_add(1, Ordering::Relaxed);
            let Some(rng) = rngs.get(shard) else { return done };
            done.push((shard, run(rng)));
        }
    };
    let mut all: Vec<(usize, T)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    });
    all.sort_by_key(|(shard, _)| *shard);
    all.into_iter().map(|(_, found)| found).collect()
}

fn added_up<M: Ord + Clone>(found: Vec<Vec<Estimate<M>>>) -> Vec<Estimate<M>> {
    let mut sums: BTreeMap<M, (f64, u32)> = BTreeMap::new();
    for estimate in found.into_iter().flatten() {
        let (sum, visits) = sums.entry(estimate.mv).or_default();
        *sum += estimate.value * f64::from(estimate.visits);
        *visits += estimate.visits;
    }
    let mean = |sum: f64, visits: u32| if visits == 0 { 0.0 } else { sum / f64::from(visits) };
    sums.into_iter().map(|(mv, (sum, visits))| Estimate { mv, value: mean(sum, visits), visits }).collect()
}
