//! One shard of a search: a tree of moves over many worlds.

use super::worlds::Worlds;
use super::{Estimate, Payoffs, SearchBudget, Searchable};
use crate::engine::game::{Cancel, Observation};
use crate::engine::rng::GameRng;
use crate::engine::seats::Seat;

/// How far the tree grows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// Over the seat's own next moves, all equally often.
    Flat,
    /// Where it looks best.
    Tree,
}

/// How much a move that was seldom made is preferred, in payoffs (UCB1's constant).
const CURIOSITY: f64 = 0.6;

/// Playouts are cut off after so many moves: an episode that goes on for ever must not stop the search.
pub const LONGEST: usize = 4000;

/// For so many nodes room is made at once.
const ROOM: usize = 1 << 14;

struct Node<M> {
    mv: M,
    /// Who makes the move.
    seat: Seat,
    visits: u32,
    /// How often it could have been made in the worlds that came here.
    available: u32,
    sum: f64,
    children: Vec<u32>,
}

struct Tree<'a, G: Searchable> {
    observer: Seat,
    /// The first level: what the observer may do, by rank.
    legal: &'a [G::Move],
    nodes: Vec<Node<G::Move>>,
    /// The children of the root.
    first: Vec<u32>,
    width: Width,
    rng: GameRng,
    moves: Vec<G::Move>,
    path: Vec<u32>,
}

/// Plays out as often as the budget says, and says what came of each of the observer's moves.
pub fn grow<G: Searchable>(
    observation: &Observation<'_, G>,
    budget: SearchBudget,
    width: Width,
    mut rng: GameRng,
    cancel: &Cancel,
) -> Vec<Estimate<G::Move>> {
    let worlds = Worlds::imagine(observation, budget.worlds.min(budget.playouts), &mut rng, cancel);
    let mut tree = Tree::new(observation, budget, width, rng);
    for _ in 0..budget.playouts {
        if cancel.is_raised() {
            break;
        }
        let Some(world) = worlds.draw(&mut tree.rng) else { break };
        tree.play_out(world);
    }
    tree.estimates()
}

impl<'a, G: Searchable> Tree<'a, G> {
    fn new(observation: &Observation<'a, G>, budget: SearchBudget, width: Width, rng: GameRng) -> Tree<'a, G> {
        let legal = observation.legal.listed();
        Tree {
            observer: observation.seat,
            legal,
            nodes: Vec::with_capacity((budget.playouts as usize).min(ROOM)),
            first: Vec::new(),
            width,
            rng,
            moves: Vec::with_capacity(legal.len()),
            path: Vec::with_capacity(64),
        }
    }
}

impl<G: Searchable> Tree<'_, G> {
    fn play_out(&mut self, world: &G) {
        let mut game = world.clone();
        self.path.clear();
        self.descend(world, &mut game);
        self.finish(world, game);
    }

    /// Plays on by the policy until the episode is over, and learns from it.
    fn finish(&mut self, world: &G, mut game: G) {
        for _ in 0..LONGEST {
            if game.is_episode_over(world) || !self.play_by_policy(&mut game) {
                break;
            }
        }
        let payoffs = game.payoffs(world);
        self.learn(&payoffs);
    }

    /// Follows the tree as far as it goes and adds one move to it.
    fn descend(&mut self, world: &G, game: &mut G) {
        let deepest = if self.width == Width::Flat { 1 } else { usize::MAX };
        while self.path.len() < deepest && !game.is_episode_over(world) {
            let Some(seat) = self.next_seat(game) else { return };
            if seat != self.observer && game.is_hidden_move(seat) {
                if !self.play_by_policy(game) {
                    return;
                }
                continue;
            }
            let mut moves = std::mem::take(&mut self.moves);
            game.candidates(seat, &mut moves);
            if self.path.is_empty() {
                // What is allowed is known; a world may think otherwise of it.
                moves.retain(|mv| self.legal.binary_search(mv).is_ok());
                if moves.is_empty() {
                    // What the game would consider may not be made.
                    game.moves_into(seat, &mut moves);
                    moves.retain(|mv| self.legal.binary_search(mv).is_ok());
                }
            }
            let chosen = self.choose(seat, &moves);
            self.moves = moves;
            let Some((node, is_new)) = chosen else { return };
            self.path.push(node);
            let mv = self.nodes[node as usize].mv.clone();
            game.apply_quietly(seat, &mv, &mut self.rng);
            if is_new {
                return;
            }
        }
    }

    /// At the root the observer, though others may act as well; elsewhere whoever is next.
    fn next_seat(&self, game: &G) -> Option<Seat> {
        if self.path.is_empty() { Some(self.observer) } else { game.turn() }
    }

    /// The child to go to: a move that was never made here, else the most promising of those that are possible.
    fn choose(&mut self, seat: Seat, moves: &[G::Move]) -> Option<(u32, bool)> {
        let parent = self.path.last().copied();
        let mut best: Option<(f64, u32)> = None;
        for mv in moves {
            let Some(child) = self.child(parent, seat, mv) else {
                return Some((self.add(parent, seat, mv.clone()), true));
            };
            let node = &mut self.nodes[child as usize];
            node.available += 1;
            let visits = f64::from(node.visits.max(1));
            let score = match self.width {
                Width::Flat => -visits,
                Width::Tree => node.sum / visits + CURIOSITY * (f64::from(node.available).ln() / visits).sqrt(),
            };
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, child));
            }
        }
        best.map(|(_, child)| (child, false))
    }

    fn child(&self, parent: Option<u32>, seat: Seat, mv: &G::Move) -> Option<u32> {
        let children = parent.map_or(&self.first, |parent| &self.nodes[parent as usize].children);
        children.iter().copied().find(|child| {
            let node = &self.nodes[*child as usize];
            node.mv == *mv && node.seat == seat
        })
    }

    fn add(&mut self, parent: Option<u32>, seat: Seat, mv: G::Move) -> u32 {
        let number = self.nodes.len() as u32;
        self.nodes.push(Node { mv, seat, visits: 0, available: 1, sum: 0.0, children: Vec::new() });
        match parent {
            None => self.first.push(number),
            Some(parent) => self.nodes[parent as usize].children.push(number),
        }
        number
    }

    /// Whether there was anything to play.
    fn play_by_policy(&mut self, game: &mut G) -> bool {
        let Some(seat) = game.turn() else { return false };
        game.moves_into(seat, &mut self.moves);
        if self.moves.is_empty() {
            return false;
        }
        let chosen = game.policy(seat, &self.moves, &mut self.rng);
        let Some(mv) = self.moves.get(chosen) else { return false };
        game.apply_quietly(seat, mv, &mut self.rng);
        true
    }

    fn learn(&mut self, payoffs: &Payoffs) {
        for node in &self.path {
            let node = &mut self.nodes[*node as usize];
            node.visits += 1;
            node.sum += f64::from(payoffs[node.seat.index()]);
        }
    }

    fn estimates(&self) -> Vec<Estimate<G::Move>> {
        let estimate = |node: &Node<G::Move>| Estimate {
            mv: node.mv.clone(),
            value: node.sum / f64::from(node.visits.max(1)),
            visits: node.visits,
        };
        self.first.iter().map(|child| estimate(&self.nodes[*child as usize])).collect()
    }
}
