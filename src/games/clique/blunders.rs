//! What nobody plays in Clique Mystique who knows the game.

use crate::engine::blunders::{Blunder, Blunders};
use crate::engine::game::Observation;

use super::moves::Move;
use super::rules::{CliqueMystique, MOST_IDLE, PASSES};

impl Blunders for CliqueMystique {
    const BLUNDERS: &'static [Blunder<CliqueMystique>] = &[
        Blunder {
            name: "gives up a game that it is losing, though it could still form a group or replace cards",
            is_made: gives_up,
        },
        Blunder {
            name: "plays on though it leads and could end the game and win by passing",
            is_made: plays_on_in_the_lead,
        },
    ];
}

/// The game is over now, or the opponent, who would win as it stands, need only pass; and another move would not leave it at that.
fn gives_up(seen: &Observation<'_, CliqueMystique>, mv: &Move) -> bool {
    let table = &seen.view.table;
    let could_place = || seen.legal.listed().iter().any(|other| matches!(other, Move::Place(_)));
    // Unless a group is placed now, the next turn without one is the last.
    let is_nearly_idle = table.idle + 2 >= MOST_IDLE;
    let could_hold_out = match mv {
        Move::Place(_) => false,
        Move::Replace(_) => is_nearly_idle && could_place(),
        Move::Pass => could_place() || (!is_nearly_idle && table.replaceable(seen.seat) > 0),
    };
    could_hold_out && !table.winners().contains(&seen.seat)
}

/// Passing ends the game at once, and this does not.
fn plays_on_in_the_lead(seen: &Observation<'_, CliqueMystique>, mv: &Move) -> bool {
    let table = &seen.view.table;
    let (has_passed, is_idle) = (table.passes + 1 >= PASSES, table.idle + 1 >= MOST_IDLE);
    let plays_on = match mv {
        Move::Place(_) => has_passed || is_idle,
        Move::Replace(_) => has_passed && !is_idle,
        Move::Pass => false,
    };
    plays_on && table.lead(seen.seat) > 0
}
