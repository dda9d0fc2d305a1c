//! What good play in Clique Mystique is, for the search that all card games share.
//!
//! A group is worth the cards that it lays and turns over. What it leaves to the opponent is found by searching: the hand and the deck
//! are imagined, and every line is judged by the lead that it ends with.

use arrayvec::ArrayVec;

use crate::cards::{GoldenSet, MystiqueCard};
use crate::engine::review::Worth;
use crate::engine::rng::GameRng;
use crate::engine::seats::Seat;
use crate::search::{self, Payoffs, SearchBudget, Searchable, Strength};

use super::moves::{Move, Placement};
use super::reason::Reason;
use super::rules::{CliqueMystique, HAND, PASSES, View};

/// Playouts go on for so many turns.
const TURNS_AHEAD: u16 = 6;

/// A lead of so many cards makes somebody e times as likely to win when a playout stops.
const LEAD: f32 = 8.0;

/// The part of an end that is for winning, and not for the lead.
const WINNING: f32 = 0.7;

/// How many placements a search considers.
const CANDIDATES: usize = 16;

/// How much chance plays a part in the policy, in cards.
const WHIM: f32 = 1.5;

/// How many placements come first among a seat's moves in ascending order.
fn placements(moves: &[Move]) -> usize {
    moves.partition_point(|mv| matches!(mv, Move::Place(_)))
}

impl CliqueMystique {
    /// By how much a placement changes the lead of a seat.
    fn gain(&self, seat: Seat, placement: &Placement) -> f32 {
        self.table.gain(seat, placement, self.table.board.turned(seat, placement)) as f32
    }

    fn promise(&self, seat: Seat, mv: &Move) -> f32 {
        if let Move::Place(placement) = mv { self.gain(seat, placement) } else { 0.0 }
    }

    /// The opponent has passed, and passing wins at once.
    fn wins_by_passing(&self, seat: Seat) -> bool {
        self.table.passes + 1 == PASSES && self.table.lead(seat) > 0
    }

    /// The cards of a seat by how few groups they may become part of, the least useful first.
    fn by_use(&self, seat: Seat) -> ArrayVec<MystiqueCard, HAND> {
        let mut hand: ArrayVec<MystiqueCard, HAND> = self.table.cards.hand(seat).iter().take(HAND).collect();
        hand.sort_by_cached_key(|card| self.openings().uses(*card));
        hand
    }

    /// Adds the replacements that are worth a thought: those of the least useful cards; where groups can be formed, only of many.
    fn replacements_into(&self, seat: Seat, fewest: usize, moves: &mut Vec<Move>) {
        let most = self.table.replaceable(seat);
        let hand = self.by_use(seat);
        let of_least = |count: usize| Move::Replace(GoldenSet::of(hand.iter().take(count).copied().collect()));
        moves.extend((fewest.min(most).max(1)..=most).rev().map(of_least));
    }
}

impl Searchable for CliqueMystique {
    const MEDIUM: Strength = Strength::Flat(SearchBudget { worlds: 20, playouts: 120 });
    const HARD: Strength = Strength::Tree(SearchBudget { worlds: 400, playouts: 6000 });

    fn is_episode_over(&self, root: &Self) -> bool {
        self.table.is_over() || self.table.turns >= root.table.turns + TURNS_AHEAD
    }

    fn payoffs(&self, _: &Self) -> Payoffs {
        let points: ArrayVec<i32, 2> = self.table.seats.iter().map(|seat| self.table.points(seat)).take(2).collect();
        let close = search::chances(&points, LEAD);
        if !self.table.is_over() {
            return close;
        }
        let won = search::shared_by(&self.table.winners());
        std::array::from_fn(|seat| WINNING * won[seat] + (1.0 - WINNING) * close[seat])
    }

    fn candidates(&self, seat: Seat, moves: &mut Vec<Move>) {
        moves.clear();
        self.openings().placements_into(self.table.cards.hand(seat), moves);
        let groups = moves.len();
        search::keep_most_promising(moves, CANDIDATES, |mv| self.promise(seat, mv));
        self.replacements_into(seat, if groups > 0 { HAND - 1 } else { 2 }, moves);
        moves.push(Move::Pass);
    }

    fn policy(&self, seat: Seat, moves: &[Move], rng: &mut GameRng) -> usize {
        let (groups, last) = (placements(moves), moves.len() - 1);
        match groups {
            _ if self.wins_by_passing(seat) => last,
            // The whole hand is the last that may be replaced.
            0 => last.saturating_sub(1),
            _ => search::most_promising(&moves[..groups], WHIM, rng, |mv| self.promise(seat, mv)),
        }
    }

    const WORTH: Worth = Worth::Count { one: "point", many: "points", all: "the game", little: 1.5 };

    fn count(&self, _: &Self, seat: Seat) -> f32 {
        self.table.lead(seat) as f32
    }

    type Reason = Reason;

    fn reason(view: &View, mv: &Move) -> Reason {
        Reason::of(view, mv)
    }
}
