//! Whose turn it is, how a game ended, and what a solver may answer.

use serde::{Deserialize, Serialize};

use super::seats::{Seat, SeatSet};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Any of these seats may make the next move. Never empty.
    Act(SeatSet),
    Over(Outcome),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// One winner, several on a tie, or none. A solitaire is won by reaching the game's own target.
    pub winners: Vec<Seat>,
    /// The headline of the end screen: "There is no spoon".
    pub title: String,
    /// One sentence that says why: "The deck is used up, two cards stayed in the matrix".
    pub reason: String,
}

/// The answer of a solver. Giving up is an answer of its own and never counts as impossible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Verdict {
    /// Proven possible, by moves that lead there.
    Solved,
    Impossible,
    /// The search budget ran out before either was proven.
    GaveUp,
}
