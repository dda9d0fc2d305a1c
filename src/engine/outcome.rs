//! How a game stands, how it ended, and what a search may say of it.

use serde::{Deserialize, Serialize};

use super::seats::{Seat, SeatSet};

/// What happens next in a game.
#[derive(Clone, PartialEq, Debug)]
pub enum Stage {
    /// These seats may move; any of them may be the next to do so. Never empty.
    Act(SeatSet),
    /// The game is over.
    Over(Outcome),
}

/// The end of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// Points per seat; what a point is worth is the game's own business.
    pub scores: Vec<i32>,
    /// Who won: one, several on a tie, or nobody. In a solitaire the seat wins when it met the game's own mark.
    pub winners: Vec<Seat>,
    /// The result in words, as the end screen's headline: "There is no spoon".
    pub title: String,
    /// One sentence that says how it came: "The deck is used up, two cards stayed in the matrix".
    pub reason: String,
}

/// The answer of a solver. Running out of time is an answer of its own: it never counts as impossible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Verdict {
    /// Proven possible, with a line that does it.
    Solved,
    /// Proven impossible.
    Impossible,
    /// The budget ran out before either was proven.
    GaveUp,
}
