//! First steps: a deal on which a player is shown a game, one thing at a time.
//!
//! A lesson is played in an ordinary session, so undo and everything else works as ever. Only its moves are fewer: while
//! a step waits for its answer, a legal move that is none is refused. Any legal move that does what the step asks for
//! is an answer. Each step takes one move, and the last none, so the step is the number of moves made.

use super::game::Game;

/// A lesson.
pub struct Lesson<G: Game> {
    /// Writes the deal, as a record without moves.
    pub record: fn() -> String,
    /// What is shown, in order.
    pub steps: Vec<Step<G>>,
    /// What is said when all is shown.
    pub end: &'static str,
}

/// One thing that is shown.
pub struct Step<G: Game> {
    /// What to do, and what will happen; one or two sentences.
    pub says: &'static str,
    /// The heading of the rules page that tells more, as `#heading`.
    pub rule: &'static str,
    /// Which legal moves do it.
    pub answers: fn(&G::View, &G::Move) -> bool,
}

/// What a lesson says now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Teaching {
    /// What to do now, or that all is shown.
    pub says: &'static str,
    /// The heading of the rules page that tells more, if there is a step.
    pub rule: Option<&'static str>,
    /// The number of this step, from 1, and of all.
    pub step: (usize, usize),
}

impl<G: Game> Lesson<G> {
    /// What is said after this many moves.
    pub fn teaching(&self, moves: usize) -> Teaching {
        let step = self.steps.get(moves);
        let number = (moves + 1).min(self.steps.len());
        Teaching {
            says: step.map_or(self.end, |step| step.says),
            rule: step.map(|step| step.rule),
            step: (number, self.steps.len()),
        }
    }

    /// Whether a legal move is an answer after this many moves.
    pub fn is_answer(&self, moves: usize, view: &G::View, mv: &G::Move) -> bool {
        self.steps.get(moves).is_some_and(|step| (step.answers)(view, mv))
    }
}
