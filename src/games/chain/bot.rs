//! What good play in Mystique Chain is: proof where there is one, and before that, few answers for the other.

use super::position::{ChainPosition, Move};
use super::rules::{MystiqueChain, View};
use super::solver::{self, Proof};
use crate::engine::game::Cancel;
use crate::engine::rng::GameRng;
use crate::engine::seats::Seat;
use crate::search::{self, Payoffs, Proven, Searchable};
use crate::words::counted;

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

    fn proven(view: &View, cancel: &Cancel) -> Option<Proven<Move>> {
        let position = &view.game.position;
        let (mv, proof) = solver::best(position, cancel)?;
        Some(Proven { mv, value: value(proof), reason: said(position, mv, Some(proof)) })
    }

    fn proven_value(view: &View, mv: &Move, cancel: &Cancel) -> Option<f64> {
        solver::judge(&view.game.position, *mv, cancel).map(value)
    }

    fn reason(view: &View, mv: &Move) -> String {
        said(&view.game.position, *mv, None)
    }
}

fn value(proof: Proof) -> f64 {
    if proof.wins { 1.0 } else { 0.0 }
}

/// A move, and what it leads to or at least leaves.
fn said(position: &ChainPosition, mv: Move, proof: Option<Proof>) -> String {
    let after = position.after(mv);
    let Some(announced) = after.announced() else { return String::new() };
    let done = match mv {
        Move::Announce(_) => format!("Announce {announced}"),
        Move::Play(card, _) => format!("Play the {} and announce {announced}", card.spoken()),
    };
    let answers = after.playable().len() as u32;
    let more = |proof: Proof| counted(proof.cards - u32::from(matches!(mv, Move::Play(..))), "more card", "more cards");
    match proof {
        _ if answers == 0 => format!("{done}: nothing can follow, and you win"),
        Some(proof) if proof.wins => format!("{done}: this wins by force, after {} at the latest", more(proof)),
        Some(proof) => format!("{done}: it loses against best play, but not before {}", more(proof)),
        None => {
            let few = counted(answers, "card", "cards");
            format!(
                "{done}: {few} can follow. Too much is left to prove who wins, but this wins most often when played out"
            )
        }
    }
}
