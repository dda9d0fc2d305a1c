//! What a session answers in text where it is asked for more than a position: hints, refusals, solutions, and work to be done elsewhere.

use crate::engine::game::{Cancel, HintClues};
use crate::engine::session::UndoBarred;

/// Work to be done away from the frame's thread. It owns all it needs and has seen only what its seat may see.
pub type Computation<T> = Box<dyn FnOnce(&Cancel) -> T + Send>;

/// A hint, as text: all of it, and less of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HintText {
    pub mv: String,
    /// What to do and why.
    pub reason: String,
    /// Why alone.
    pub idea: Option<String>,
    /// A few moves that may be made, the best one among them; none where there are hardly more, or too many to list.
    pub among: Vec<String>,
    /// What is said on the way to the move, and after it.
    pub clues: HintClues,
    /// See [`Bots::gives_away`](crate::engine::game::Bots::gives_away).
    pub gives_away: bool,
}

/// Why Undo takes nothing back, or asks first, as players read it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UndoRefusal {
    pub barred: UndoBarred,
    pub why: String,
}

/// A puzzle whose solver left what wins, as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftSolutionText {
    /// The number of the move that left it, from 1.
    pub step: usize,
    pub sentence: String,
    /// The game up to there and on to its end, if everybody plays as well as can be, as a record.
    pub proof: String,
}
