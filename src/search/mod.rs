//! One player for all games with hidden cards: search over worlds that its seat cannot tell from the true one.
//!
//! A world comes from [`Game::imagined`](crate::engine::game::Game::imagined). Flat search ([`flat`]) plays each move out in many
//! worlds and takes the mean. Tree search ([`tree`]) is information-set tree search with one observer (Cowling, Powley and Whitehouse,
//! *Information Set Monte Carlo Tree Search*, 2012): all worlds share one tree, so a line that is good in most of them is followed
//! further. Both know a game by its contract and by [`Searchable`], what a game says of good play; no bot that searches considers what
//! the game calls a blunder.
//!
//! The playouts are divided among a fixed number of shards, each with a seed of its own; threads take shards as they become
//! free. So the answer depends on observation, seed and budget, and not on how many processors there are.

mod bot;
mod shards;
mod tree;
mod versus;
mod worlds;

use crate::engine::blunders::Blunders;
use crate::engine::game::{Cancel, Claim, LeftSolution, Observation};
use crate::engine::review::Worth;
use crate::engine::rng::GameRng;
use crate::engine::seats::{MOST_SEATS, Seat};

pub use bot::{BeginnerBot, SearchBot, Strength, best};
pub use versus::{Comparison, Margin};

/// What an end is worth to each seat, from 0 to 1.
pub type Payoffs = [f32; MOST_SEATS as usize];

/// What a game says of good play, for search. Bots, hints and reviews come with it.
pub trait Searchable: Blunders {
    /// How the medium bot thinks, and the hard one, which gives hints too.
    const MEDIUM: Strength = Strength::Flat(SearchBudget { worlds: 60, playouts: 240 });
    const HARD: Strength = Strength::Tree(SearchBudget { worlds: 800, playouts: 4000 });

    /// Why a move is good: see [`Bots::Reason`](crate::engine::game::Bots::Reason).
    type Reason: Claim;

    /// What speaks for a legal move of whoever sees this: what can be seen, and not what a search thinks.
    fn reason(view: &Self::View, mv: &Self::Move) -> Self::Reason;

    /// The best move, where the rest of the game can be searched to its end: nothing is hidden, and not too much is left. Strong
    /// bots, hints and reviews ask for it before they search; it must be the same however long it takes.
    fn proven(_view: &Self::View, _cancel: &Cancel) -> Option<Proven<Self::Move, Self::Reason>> {
        None
    }

    /// What a legal move is worth to the one who makes it, from 0 to 1, where it can be proven.
    fn proven_value(_view: &Self::View, _mv: &Self::Move, _cancel: &Cancel) -> Option<f64> {
        None
    }

    /// Whether a playout that began at `root` may stop here: a round is over, say.
    fn is_episode_over(&self, _root: &Self) -> bool {
        self.turn().is_none()
    }

    /// What the end of an episode that began at `root` is worth to each seat.
    fn payoffs(&self, root: &Self) -> Payoffs;

    /// How everybody plays on when a review plays two moves out: by the policy, or with a little search where the policy misjudges
    /// what moves are worth.
    const PLAYS_ON: Strength = Strength::Policy;

    /// In what a review says what a move cost: something that players count, or the chance of winning.
    const WORTH: Worth = Worth::Chance;

    /// What the end of an episode that began at `root` brings a seat of what [`Searchable::WORTH`] counts; the more, the better.
    /// Asked for only where something is counted.
    fn count(&self, _root: &Self, _seat: Seat) -> f32 {
        0.0
    }

    /// The moves that a search considers for a seat that acts, those to be tried first in front. All of them, unless the game
    /// knows better.
    fn candidates(&self, seat: Seat, moves: &mut Vec<Self::Move>) {
        self.moves_into(seat, moves);
    }

    /// A quick and sensible move for playouts: its index among all `moves` of the seat, which are not empty.
    fn policy(&self, _seat: Seat, moves: &[Self::Move], rng: &mut GameRng) -> usize {
        rng.below(moves.len() as u32) as usize
    }

    /// What somebody does who plays for the first time, and the easy bot: its index among all `moves` of the seat, which are not empty.
    /// Worth writing where the policy plays so well that looking ahead adds little.
    fn beginner(&self, seat: Seat, moves: &[Self::Move], rng: &mut GameRng) -> usize {
        self.policy(seat, moves, rng)
    }

    /// How well this world explains what the others did, seen by `observer`: their bids, say. Only the proportions count.
    fn likelihood(&self, _observer: Seat) -> f32 {
        1.0
    }

    /// See [`Bots::left_solution`](crate::engine::game::Bots::left_solution).
    fn left_solution(_before: &Self::View, _mv: &Self::Move, _cancel: &Cancel) -> Option<LeftSolution<Self::Move>> {
        None
    }

    /// Whether what this seat does now stays hidden from the others. A search plays such moves of others by the policy,
    /// for a line cannot answer what nobody saw.
    fn is_hidden_move(&self, _seat: Seat) -> bool {
        false
    }
}

/// The best move, and what is proven of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Proven<M, R> {
    pub mv: M,
    /// What it is worth to the one who makes it, from 0 to 1.
    pub value: f64,
    /// What is proven.
    pub reason: R,
}

/// How likely each seat is to win with these points: a lead of `lead` points makes it e times as likely.
pub fn chances(points: &[i32], lead: f32) -> Payoffs {
    let most = points.iter().max().copied().unwrap_or(0);
    let mut chances = Payoffs::default();
    for (chance, points) in chances.iter_mut().zip(points) {
        *chance = ((points - most) as f32 / lead).exp();
    }
    let all: f32 = chances.iter().sum();
    chances.map(|chance| chance / all.max(f32::MIN_POSITIVE))
}

/// What a game that is over is worth: the winners share it.
pub fn shared_by(winners: &[Seat]) -> Payoffs {
    let mut payoffs = Payoffs::default();
    winners.iter().for_each(|seat| payoffs[seat.index()] = 1.0 / winners.len() as f32);
    payoffs
}

/// The place of the move that promises most, once chance has added up to `whim` to each. For policies: playouts must not all
/// go the same way. One random number serves all moves, which is as random as a playout needs and fast.
pub fn most_promising<M>(moves: &[M], whim: f32, rng: &mut GameRng, promise: impl Fn(&M) -> f32) -> usize {
    let mut chances = rng.bits();
    let mut best = (f32::MIN, 0);
    for (number, mv) in moves.iter().enumerate() {
        chances = chances.rotate_left(7).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let promise = promise(mv) + whim * (chances >> 40) as f32 / (1u64 << 24) as f32;
        if promise > best.0 {
            best = (promise, number);
        }
    }
    best.1
}

/// Keeps so many of the moves, those that promise most, the best first. Where there are no more than that, they stay as they are.
///
/// ```
/// let mut moves = vec![3, 9, 5, 7];
/// parlour::search::keep_most_promising(&mut moves, 2, |mv| *mv as f32);
/// assert_eq!(moves, [9, 7]);
/// ```
pub fn keep_most_promising<M>(moves: &mut Vec<M>, width: usize, promise: impl Fn(&M) -> f32) {
    if moves.len() > width {
        moves.sort_by_cached_key(|mv| -(promise(mv) * 1000.0) as i32);
        moves.truncate(width);
    }
}

/// How much a search may do. Counted, not timed, so that the same search gives the same answer everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchBudget {
    /// How many worlds are imagined.
    pub worlds: u32,
    /// How many times a world is played out.
    pub playouts: u32,
}

/// What a search found out about a move.
#[derive(Clone, PartialEq, Debug)]
pub struct Estimate<M> {
    pub mv: M,
    /// The mean payoff to the seat, from 0 to 1.
    pub value: f64,
    /// In how many playouts it was made. In a tree search the best move is the one that was made most often.
    pub visits: u32,
}

/// Plays every move out equally often. The moves come best first.
pub fn flat<G: Searchable>(
    observation: &Observation<'_, G>,
    budget: SearchBudget,
    seed: u64,
    cancel: &Cancel,
) -> Vec<Estimate<G::Move>> {
    let run = |budget, rng: GameRng| tree::grow(observation, budget, tree::Width::Flat, rng, cancel);
    let mut found = shards::merged(budget, seed, threads(), run);
    found.sort_by(|one, other| other.value.total_cmp(&one.value).then_with(|| one.mv.cmp(&other.mv)));
    found
}

/// Plays two moves out in the same worlds, each as often as the budget says: which of them is better, without favour. They
/// need not be among those that a search would consider.
pub fn compared<G: Searchable>(
    observation: &Observation<'_, G>,
    moves: [&G::Move; 2],
    budget: SearchBudget,
    seed: u64,
    cancel: &Cancel,
) -> Comparison {
    let run = |budget, rng: GameRng| versus::compare(observation, moves, budget, rng, cancel);
    shards::on_all(budget, seed, threads(), run).into_iter().fold(Comparison::default(), Comparison::with)
}

/// Information-set tree search. The moves come best first.
pub fn tree<G: Searchable>(
    observation: &Observation<'_, G>,
    budget: SearchBudget,
    seed: u64,
    cancel: &Cancel,
) -> Vec<Estimate<G::Move>> {
    tree_on(threads(), observation, budget, seed, cancel)
}

/// [`tree`] on so many threads: the answer is the same for any number.
pub fn tree_on<G: Searchable>(
    threads: usize,
    observation: &Observation<'_, G>,
    budget: SearchBudget,
    seed: u64,
    cancel: &Cancel,
) -> Vec<Estimate<G::Move>> {
    let run = |budget, rng: GameRng| tree::grow(observation, budget, tree::Width::Tree, rng, cancel);
    let mut found = shards::merged(budget, seed, threads, run);
    let order = |estimate: &Estimate<G::Move>| (estimate.visits, estimate.value);
    found.sort_by(|one, other| {
        let ((visits, value), (visits_other, value_other)) = (order(one), order(other));
        visits_other.cmp(&visits).then(value_other.total_cmp(&value)).then_with(|| one.mv.cmp(&other.mv))
    });
    found
}

/// All processors but one, which draws the window meanwhile.
fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).saturating_sub(1).max(1)
}
