//! What good play in Mystique Circle is, for the search that all card games share.
//!
//! A playout bids what the hand promises and then plays towards the bid: who still needs tricks plays to win, who has enough
//! plays the highest card that does not.

use crate::cards::{MystiqueCard, MystiqueSet};
use crate::engine::game::Game;
use crate::engine::review::Worth;
use crate::engine::rng::GameRng;
use crate::engine::seats::Seat;
use crate::engine::seen::ZoneTable;
use crate::search::{self, Payoffs, Searchable};

use super::reason::Reason;
use super::rules::{CircleZone, Move, MystiqueCircle, View};

/// How far bids lie from what the cards promise, in tricks.
const SPREAD: f32 = 1.3;

/// A lead of so many points makes a win e times as likely.
const LEAD: f32 = 14.0;

/// How many holes a search considers: those whose bids suit what is left best.
const HOLES: usize = 24;

/// In one of so many moves of a playout anything may be played.
const SLIP: u32 = 10;

/// How likely a card is to take its trick, roughly: among n players the n numbers in use share it, higher ones more.
fn promise(card: MystiqueCard, players: usize) -> f32 {
    let players = players as f32;
    let rank = f32::from(card.number()) - (6.0 - players);
    (0.4 + 1.2 * rank / (players - 1.0)) / players
}

fn promised(cards: MystiqueSet, players: usize) -> f32 {
    cards.iter().map(|card| promise(card, players)).sum()
}

/// How far a bid is from what the other cards of the hand promise, in tricks.
fn misfit(mv: &Move, whole: f32, players: usize) -> f32 {
    let Move::Hole(hole) = mv else { return f32::MAX };
    (f32::from(hole.bid()) - whole + promised(hole.cards(), players)).abs()
}

impl MystiqueCircle {
    /// What a seat's hand promises, and among how many players.
    fn promises(&self, seat: Seat) -> (f32, usize) {
        let players = self.table.seats().count();
        (promised(self.hand(seat), players), players)
    }

    fn fitting_hole(&self, seat: Seat, moves: &[Move], rng: &mut GameRng) -> usize {
        let (whole, players) = self.promises(seat);
        // Up to half a trick of chance.
        search::most_promising(moves, -0.5, rng, |mv| -misfit(mv, whole, players))
    }

    /// Towards the bid: the highest card that wins or does not win, whichever is wanted.
    fn towards_bid(&self, seat: Seat, moves: &[Move]) -> usize {
        let tricks = &self.table.tricks;
        let wants = self.table.hole(seat).is_some_and(|hole| self.table.needs(seat, hole.bid()) > 0);
        let is_last = self.table.is_last_to_play();
        let score = |mv: &Move| {
            let Move::Play(card) = mv else { return 0 };
            let number = i32::from(card.number());
            match (wants, tricks.trick.is_empty(), tricks.would_win(*card)) {
                // To win a trick that is led, the highest card; to be rid of the lead, the lowest.
                (true, true, _) => number,
                (false, true, _) => -number,
                // The last to play wins with the lowest that does.
                (true, _, true) => 20 + if is_last { -number } else { number },
                (true, _, false) => -number,
                (false, _, false) => 20 + number,
                (false, _, true) if is_last => number,
                (false, _, true) => -number,
            }
        };
        let scores = moves.iter().map(score).enumerate();
        scores.max_by_key(|(number, score)| (*score, std::cmp::Reverse(*number))).map_or(0, |(number, _)| number)
    }
}

impl Searchable for MystiqueCircle {
    /// A round: the next one is dealt anew.
    fn is_episode_over(&self, root: &Self) -> bool {
        self.table.game.finished().len() > root.table.game.finished().len()
    }

    fn payoffs(&self, _: &Self) -> Payoffs {
        let game = &self.table.game;
        if game.is_over() { search::shared_by(&game.winners()) } else { search::chances(game.totals(), LEAD) }
    }

    fn candidates(&self, seat: Seat, moves: &mut Vec<Move>) {
        self.moves_into(seat, moves);
        if self.table.hole(seat).is_none() {
            let (whole, players) = self.promises(seat);
            moves.sort_by(|one, other| misfit(one, whole, players).total_cmp(&misfit(other, whole, players)));
            moves.truncate(HOLES);
        }
    }

    fn policy(&self, seat: Seat, moves: &[Move], rng: &mut GameRng) -> usize {
        match moves.first() {
            Some(Move::Hole(_)) => self.fitting_hole(seat, moves, rng),
            _ if rng.below(SLIP) == 0 => rng.below(moves.len() as u32) as usize,
            _ => self.towards_bid(seat, moves),
        }
    }

    fn likelihood(&self, observer: Seat) -> f32 {
        let players = self.table.seats().count();
        let off = |seat: Seat| {
            let nine = self.hand(seat).union(self.table.cards.known(CircleZone::Played(seat)));
            self.table.hole(seat).map_or(0.0, |hole| f32::from(hole.bid()) - promised(nine, players))
        };
        let others = self.table.seats().iter().filter(|seat| *seat != observer);
        let squares: f32 = others.map(|seat| off(seat).powi(2)).sum();
        (-squares / (2.0 * SPREAD * SPREAD)).exp()
    }

    fn is_hidden_move(&self, seat: Seat) -> bool {
        self.table.hole(seat).is_none()
    }

    const WORTH: Worth = Worth::Count { one: "point", many: "points", all: "the game", little: 0.7 };

    fn count(&self, root: &Self, seat: Seat) -> f32 {
        (self.table.game.totals()[seat.index()] - root.table.game.totals()[seat.index()]) as f32
    }

    type Reason = Reason;

    fn reason(view: &View, mv: &Move) -> Reason {
        match mv {
            Move::Play(card) => Reason::of_card(view, *card),
            Move::Hole(hole) => {
                let kept = view.hand().without(hole.cards());
                let looks_good_for = promised(kept, view.table.seats().count()).round().max(0.0) as u8;
                Reason::Bids { hole: *hole, looks_good_for }
            }
        }
    }
}
