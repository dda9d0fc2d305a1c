//! What nobody plays in Matrix Solitaire who knows the game.

use crate::engine::blunders::{Blunder, Blunders};
use crate::engine::game::Observation;

use super::board::{Board, Slot};
use super::rules::{MatrixSolitaire, Play, View};

impl Blunders for MatrixSolitaire {
    const BLUNDERS: &'static [Blunder<MatrixSolitaire>] = &[
        Blunder {
            name: "fills the matrix and so ends the game, though another play leaves a slot free",
            is_made: fills_the_matrix,
        },
        Blunder {
            name: "leaves one free slot, which the next card must fill, though another play may keep the game going",
            is_made: leaves_what_must_be_filled,
        },
        Blunder {
            name: "plays the last card of the deck for less than it scores in another slot",
            is_made: ends_with_less,
        },
        Blunder {
            name: "buries the only card left in the deck, though it then draws that card all the same",
            is_made: buries_the_only_card,
        },
    ];
}

/// The matrix after a play, and what the play scores.
fn after(view: &View, play: &Play) -> Option<(Board, u16)> {
    Some(view.board.played(view.current?, play.slot))
}

fn fills(view: &View, play: &Play) -> bool {
    after(view, play).is_some_and(|(board, _)| board.is_full())
}

/// Whether one slot is left then, and the next card is sure to fill it.
fn must_be_filled_next(view: &View, play: &Play) -> bool {
    let Some((board, _)) = after(view, play) else { return false };
    // A buried card comes next all the same if the deck has no other.
    let next = view.next.filter(|_| !play.bury || view.deck_left == 1);
    let is_filled_by = |card| Slot::of_mask(board.open_to(card)).all(|slot| board.played(card, slot).0.is_full());
    board.len() + 1 == Slot::COUNT && next.is_some_and(is_filled_by)
}

/// No game ends with less than the points so far and a full matrix.
fn fills_the_matrix(seen: &Observation<'_, MatrixSolitaire>, play: &Play) -> bool {
    let view = seen.view;
    let may_be_full = view.board.len() + 1 >= Slot::COUNT;
    may_be_full && fills(view, play) && !seen.legal.listed().iter().all(|other| fills(view, other))
}

/// A play after which eight cards lie there has scored nothing, so this is the least that a game can end with, too.
fn leaves_what_must_be_filled(seen: &Observation<'_, MatrixSolitaire>, play: &Play) -> bool {
    let view = seen.view;
    let is_over_soon = |other: &Play| fills(view, other) || must_be_filled_next(view, other);
    let may_be_filled = view.board.len() + 2 >= Slot::COUNT;
    may_be_filled && must_be_filled_next(view, play) && !seen.legal.listed().iter().all(is_over_soon)
}

fn ends_with_less(seen: &Observation<'_, MatrixSolitaire>, play: &Play) -> bool {
    let score = |play: &Play| after(seen.view, play).map(|(board, points)| i32::from(points) - board.len() as i32);
    seen.view.next.is_none() && seen.legal.listed().iter().any(|other| score(other) > score(play))
}

fn buries_the_only_card(seen: &Observation<'_, MatrixSolitaire>, play: &Play) -> bool {
    play.bury && seen.view.deck_left == 1
}
