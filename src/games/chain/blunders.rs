//! What nobody plays in Mystique Chain who knows the game.

use crate::cards::{AttributeKind, MystiqueCard};
use crate::engine::blunders::{Blunder, Blunders};
use crate::engine::game::Observation;

use super::position::{ChainPosition, Move};
use super::rules::MystiqueChain;

impl Blunders for MystiqueChain {
    const BLUNDERS: &'static [Blunder<MystiqueChain>] = &[
        Blunder {
            name: "lets the game go on though it could announce what nothing can follow, and win",
            is_made: passes_up_a_win,
        },
        Blunder {
            name: "leaves a card with which the other wins at once, though another move leaves none",
            is_made: leaves_a_win,
        },
    ];
}

/// Whether nothing can follow this move.
fn wins(position: &ChainPosition, mv: Move) -> bool {
    position.after(mv).playable().is_empty()
}

/// Whether the other can answer this move with one that nothing can follow.
fn loses_at_once(position: &ChainPosition, mv: Move) -> bool {
    let after = position.after(mv);
    let is_win = |card: MystiqueCard, kind| wins(&after, Move::Play(card, kind));
    after.playable().iter().any(|card| AttributeKind::ALL.into_iter().any(|kind| is_win(card, kind)))
}

fn passes_up_a_win(seen: &Observation<'_, MystiqueChain>, mv: &Move) -> bool {
    let position = &seen.view.game.position;
    !wins(position, *mv) && seen.legal.listed().iter().any(|other| wins(position, *other))
}

fn leaves_a_win(seen: &Observation<'_, MystiqueChain>, mv: &Move) -> bool {
    let position = &seen.view.game.position;
    loses_at_once(position, *mv) && seen.legal.listed().iter().any(|other| !loses_at_once(position, *other))
}
