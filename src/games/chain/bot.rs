//! What good play in Mystique Chain is: proof where there is one, and before that, few answers for the other.

use super::position::{ChainPosition, Move};
use super::reason::{self, Reason};
use super::rules::{MystiqueChain, View};
use super::solver::{self, Proof};
use crate::engine::game::{Cancel, LeftSolution};
use crate::engine::rng::GameRng;
use crate::engine::seats::Seat;
use crate::search::{self, Payoffs, Proven, Searchable};

/// How much chance plays a part in a playout, in answers.
const WHIM: u32 = 3;

impl Searchable for MystiqueChain {
    fn payoffs(&self, _: &Self) -> Payoffs {
        let winner = self.loser().map(|loser| Self::seats().after(loser));
        search::shared_by(winner.as_slice())
    }

    /// The fewer answers, the better; none at all wins.
    fn policy(&self, _: Seat, moves: &[Move], rng: &mut GameRng) -> usize {
        const STEP: u32 = 16;
        let mut best = (u32::MAX, 0);
        for (number, mv) in moves.iter().enumerate() {
            let answers = self.position.after(*mv).playable().len() as u32;
            let score = if answers == 0 { 0 } else { 1 + STEP * answers + rng.below(STEP * WHIM) };
            if score < best.0 {
                best = (score, number);
            }
        }
        best.1
    }

    type Reason = Reason;

    fn proven(view: &View, cancel: &Cancel) -> Option<Proven<Move, Reason>> {
        let position = &view.game.position;
        let (mv, proof) = solver::best(position, cancel)?;
        Some(Proven { mv, value: value(proof), reason: Reason::of(position, mv, Some(proof)) })
    }

    fn proven_value(view: &View, mv: &Move, cancel: &Cancel) -> Option<f64> {
        solver::judge(&view.game.position, *mv, cancel).map(value)
    }

    fn left_solution(before: &View, mv: &Move, cancel: &Cancel) -> Option<LeftSolution<Move>> {
        let (position, solver) = (&before.game.position, before.game.turn);
        if solver != Seat::FIRST {
            return None;
        }
        let (best, _) = solver::best(position, cancel).filter(|(_, proof)| proof.wins)?;
        let played = solver::judge(position, *mv, cancel).filter(|played| !played.wins)?;
        let after = position.after(*mv);
        let lost = MystiqueChain::seats().after(solver).does("wins", "win");
        let cards = played.cards - u32::from(matches!(mv, Move::Play(..)));
        let sentence = format!(
            "That leaves the winning line: {} would have won. Now {lost} by force, after {} at the latest.",
            told(best, position),
            reason::more_cards(cards)
        );
        Some(LeftSolution { sentence, proof: solver::line(&after, cancel)? })
    }

    fn reason(view: &View, mv: &Move) -> Reason {
        Reason::of(&view.game.position, *mv, None)
    }
}

/// A move that wins, within a sentence.
fn told(mv: Move, position: &ChainPosition) -> String {
    let announced = position.after(mv).announced().map_or(String::new(), |announced| announced.to_string());
    match mv {
        Move::Announce(_) => format!("announcing {announced}"),
        Move::Play(card, _) => format!("the {}, announcing {announced},", card.spoken()),
    }
}

fn value(proof: Proof) -> f64 {
    if proof.wins { 1.0 } else { 0.0 }
}
