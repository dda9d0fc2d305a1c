//! What nobody plays in Chain of Restraints who knows the game.

use crate::cards::{CardBits, MystiqueSet};
use crate::engine::blunders::{Blunder, Blunders};
use crate::engine::game::Observation;
use crate::square::Square;

use super::board::unlike;
use super::rules::{ChainOfRestraints, Move};
use super::table::{HAND, RestraintZone};

/// How likely the next player may be to make four for nothing, and for the hope of making it oneself in the next turn.
const BEARABLE: f32 = 0.25;
const BEARABLE_FOR_HOPE: f32 = 0.5;

impl Blunders for ChainOfRestraints {
    const BLUNDERS: &'static [Blunder<ChainOfRestraints>] = &[
        Blunder { name: "plays on though it could complete four in a row", is_made: passes_up_four },
        Blunder {
            name: "lets the next player make four with a card that it knows of, though it could prevent that",
            is_made: leaves_known_four,
        },
        Blunder {
            name: "lets the next player make four with many a card, though its own would stop that elsewhere",
            is_made: leaves_likely_four,
        },
    ];
}

/// A card that may be played makes four, and this one here does not.
fn passes_up_four(seen: &Observation<'_, ChainOfRestraints>, mv: &Move) -> bool {
    let (table, gaps) = (&seen.view.table, seen.view.table.board.gaps());
    !gaps.winning_places(mv.card).contains(mv.square())
        && table.playable(seen.seat).iter().any(|card| !gaps.winning_places(card).is_empty())
}

/// The next player is known to hold a card that makes four after this, and after another move is not.
fn leaves_known_four(seen: &Observation<'_, ChainOfRestraints>, mv: &Move) -> bool {
    let (table, gaps) = (&seen.view.table, seen.view.table.board.gaps());
    let is_known = |mv: &Move| {
        let plays = table.known_plays(seen.seat, mv.card);
        !plays.is_empty() && !plays.intersection(gaps.winning_after(mv.square(), mv.card)).is_empty()
    };
    is_known(mv)
        && !gaps.winning_places(mv.card).contains(mv.square())
        && seen.legal.listed().iter().any(|other| !is_known(other))
}

/// The next player may well hold a card that makes four after this, and at another place of the same card none would. Nobody plays next
/// where there is no card to draw.
fn leaves_likely_four(seen: &Observation<'_, ChainOfRestraints>, mv: &Move) -> bool {
    let (table, seat, card) = (&seen.view.table, seen.seat, mv.card);
    let gaps = table.board.gaps();
    if table.cards.count(RestraintZone::Deck) == 0 || gaps.winning_places(card).contains(mv.square()) {
        return false;
    }
    let (unseen, winning) = (table.unseen_by(seat), gaps.winning_after(mv.square(), card));
    let kept = table.cards.hand(seat).without(MystiqueSet::of_one(card));
    let bearable = if kept.intersection(winning).is_empty() { BEARABLE } else { BEARABLE_FOR_HOPE };
    let fitting = winning.intersection(unlike(card)).intersection(unseen).len();
    let unknown = HAND.saturating_sub(table.cards.hand(table.seats.after(seat)).len());
    if risk(fitting, unseen.len(), unknown) <= bearable {
        return false;
    }
    let can_fit = unlike(card).intersection(unseen.union(table.known_plays(seat, card)));
    let is_safe = |square: Square| gaps.winning_after(square, card).intersection(can_fit).is_empty();
    table.board.places().iter().any(is_safe)
}

/// How likely somebody with so many unknown cards holds one that fits, where so many of the unseen cards do.
fn risk(fitting: usize, unseen: usize, unknown: usize) -> f32 {
    1.0 - (1.0 - fitting as f32 / unseen.max(1) as f32).powi(unknown as i32)
}
