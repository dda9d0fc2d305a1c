//! What nobody plays in Mystique Circle who knows the game.

use crate::cards::{CardBits, MystiqueCard, MystiqueSet};
use crate::engine::blunders::{Blunder, Blunders};
use crate::engine::game::Observation;

use super::reason::{TrickAim, beaten_by};
use super::rules::{Move, MystiqueCircle, View};

impl Blunders for MystiqueCircle {
    const BLUNDERS: &'static [Blunder<MystiqueCircle>] = &[
        Blunder {
            name: "takes one trick too many as the last to play, though it could lose this one and all others",
            is_made: takes_one_too_many,
        },
        Blunder {
            name: "throws a card that nothing can beat on a trick that it loses, though it needs that card’s trick",
            is_made: throws_a_sure_trick,
        },
    ];
}

/// The cards of the hand that may be played.
fn playable(view: &View) -> MystiqueSet {
    view.table.tricks.playable(view.hand())
}

/// The bid is made, and no card that would be kept is sure to win a trick later.
fn takes_one_too_many(seen: &Observation<'_, MystiqueCircle>, mv: &Move) -> bool {
    let (view, Move::Play(card)) = (seen.view, *mv) else { return false };
    let wins = |card: MystiqueCard| view.table.tricks.would_win(card);
    if TrickAim::of(view) != TrickAim::Enough || !view.table.is_last_to_play() || !wins(card) {
        return false;
    }
    let can_lose_all = |loser: MystiqueCard| {
        let kept = view.hand().without(MystiqueSet::of_one(loser));
        kept.iter().all(|card| beaten_by(view, card) > 0)
    };
    playable(view).iter().any(|other| !wins(other) && can_lose_all(other))
}

/// Every card that nothing still out beats is needed for the bid, and another card loses this trick as well.
fn throws_a_sure_trick(seen: &Observation<'_, MystiqueCircle>, mv: &Move) -> bool {
    let (view, Move::Play(card)) = (seen.view, *mv) else { return false };
    let TrickAim::More(needed) = TrickAim::of(view) else { return false };
    let loses = |card: MystiqueCard| !view.table.tricks.trick.is_empty() && !view.table.tricks.would_win(card);
    let is_sure = |card: MystiqueCard| beaten_by(view, card) == 0;
    let sure = view.hand().iter().filter(|card| is_sure(*card)).count();
    loses(card)
        && is_sure(card)
        && sure <= usize::from(needed)
        && playable(view).iter().any(|other| loses(other) && !is_sure(other))
}
