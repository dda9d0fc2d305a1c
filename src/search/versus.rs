//! Two moves played out against each other, for reviews: which is better, and by how much.

use super::tree::{self, LONGEST, Width};
use super::worlds::Worlds;
use super::{SearchBudget, Searchable, Strength};
use crate::engine::game::{Cancel, Moves, Observation};
use crate::engine::rng::GameRng;
use crate::engine::seats::{Seat, Viewer};

/// For so many moves everybody plays on as [`Searchable::PLAYS_ON`] says, and then by the policy: what comes late hangs little on
/// the move that is looked at.
const THOUGHTFUL: usize = 6;

/// Two moves, each played out equally often.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Comparison {
    /// The chance of winning.
    pub chance: Margin,
    /// What [`Searchable::WORTH`] counts.
    pub count: Margin,
}

impl Comparison {
    #[must_use]
    pub fn with(self, other: Comparison) -> Comparison {
        Comparison { chance: self.chance.with(other.chance), count: self.count.with(other.count) }
    }
}

/// What one move brought more than another one, playout by playout.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Margin {
    playouts: u32,
    sums: [f64; 2],
    /// Of the squares of the differences.
    squares: f64,
}

impl Margin {
    /// A playout of each move brought this.
    fn add(&mut self, brought: [f64; 2]) {
        self.playouts += 1;
        self.sums.iter_mut().zip(brought).for_each(|(sum, brought)| *sum += brought);
        self.squares += (brought[0] - brought[1]).powi(2);
    }

    fn with(self, other: Margin) -> Margin {
        let sums = [self.sums[0] + other.sums[0], self.sums[1] + other.sums[1]];
        Margin { playouts: self.playouts + other.playouts, sums, squares: self.squares + other.squares }
    }

    /// How often each move was played out.
    pub fn playouts(&self) -> u32 {
        self.playouts
    }

    /// What each move brought, on average; nothing before the first playout.
    pub fn means(&self) -> [f64; 2] {
        self.sums.map(|sum| sum / f64::from(self.playouts.max(1)))
    }

    /// How much more the first move brought than the second, on average.
    pub fn mean(&self) -> f64 {
        let [one, other] = self.means();
        one - other
    }

    /// By how much that may be wrong by chance: its standard error.
    pub fn error(&self) -> f64 {
        let playouts = f64::from(self.playouts.max(1));
        let variance = (self.squares / playouts - self.mean().powi(2)).max(0.0);
        (variance / playouts).sqrt()
    }
}

/// Plays out two moves of the observer as often as the budget says, always both in the same world.
pub fn compare<G: Searchable>(
    observation: &Observation<'_, G>,
    moves: [&G::Move; 2],
    budget: SearchBudget,
    mut rng: GameRng,
    cancel: &Cancel,
) -> Comparison {
    let worlds = Worlds::imagine(observation, budget.worlds.min(budget.playouts), &mut rng, cancel);
    let mut playout = PlayingOn::<G> { moves: Vec::new(), rng, cancel };
    let mut comparison = Comparison::default();
    for _ in 0..budget.playouts {
        let Some(world) = worlds.draw(&mut playout.rng).filter(|_| !cancel.is_raised()) else { break };
        let ends = moves.map(|mv| playout.after(world, observation.seat, mv));
        let seat = observation.seat;
        comparison.chance.add(ends.each_ref().map(|end| f64::from(end.payoffs(world)[seat.index()])));
        comparison.count.add(ends.map(|end| f64::from(end.count(world, seat))));
    }
    comparison
}

struct PlayingOn<'a, G: Searchable> {
    moves: Vec<G::Move>,
    rng: GameRng,
    cancel: &'a Cancel,
}

impl<G: Searchable> PlayingOn<'_, G> {
    /// The end of the episode, if this seat makes this move in this world.
    fn after(&mut self, world: &G, seat: Seat, mv: &G::Move) -> G {
        let mut game = world.clone();
        game.apply_quietly(seat, mv, &mut self.rng);
        for number in 0..LONGEST {
            let strength = if number < THOUGHTFUL { G::PLAYS_ON } else { Strength::Policy };
            if game.is_episode_over(world) || !self.play(&mut game, strength) {
                break;
            }
        }
        game
    }

    /// Whether there was anything to play.
    fn play(&mut self, game: &mut G, strength: Strength) -> bool {
        let Some(seat) = game.turn() else { return false };
        let chosen = match strength {
            Strength::Policy => self.by_policy(game, seat),
            Strength::Flat(budget) | Strength::Tree(budget) => self.by_search(game, seat, budget),
        };
        let Some(mv) = chosen else { return false };
        game.apply_quietly(seat, &mv, &mut self.rng);
        true
    }

    fn by_policy(&mut self, game: &G, seat: Seat) -> Option<G::Move> {
        game.moves_into(seat, &mut self.moves);
        if self.moves.is_empty() {
            return None;
        }
        let chosen = game.policy(seat, &self.moves, &mut self.rng);
        self.moves.get(chosen).cloned()
    }

    /// What looks best to the seat, which sees no more than it would and has forgotten what came before.
    fn by_search(&mut self, game: &G, seat: Seat, budget: SearchBudget) -> Option<G::Move> {
        let (view, legal) = (game.view(Viewer::Seat(seat)), game.legal_moves(seat));
        if let Moves::All(moves) = &legal
            && let [only] = moves.as_slice()
        {
            return Some(only.clone());
        }
        let observation: Observation<'_, G> = Observation { seat, view: &view, seen: &[], legal: &legal };
        let rng = GameRng::from_number(self.rng.bits());
        let found = tree::grow(&observation, budget, Width::Flat, rng, self.cancel);
        let best = found.into_iter().max_by(|one, other| one.value.total_cmp(&other.value)).map(|best| best.mv);
        best.or_else(|| self.by_policy(game, seat))
    }
}
