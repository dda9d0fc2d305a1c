//! Lessons: a prepared deal that teaches a game one step at a time.
//!
//! A lesson is played in an ordinary session, so undo and everything else works as usual, except that each step accepts
//! only the legal moves that answer it. Each step takes one move, so the number of moves made is the index of the step.

use super::game::Game;

pub struct Lesson<G: Game> {
    /// Writes the deal as a record without moves.
    pub record: fn() -> String,
    pub steps: Vec<LessonStep<G>>,
    /// What is said after the last step.
    pub end: &'static str,
}

/// Whether a legal move does what a step asks for.
pub type Answers<G> = fn(&<G as Game>::View, &<G as Game>::Move) -> bool;

pub struct LessonStep<G: Game> {
    /// What to do and what will happen, in one or two sentences.
    pub says: &'static str,
    /// The heading of the rules page that says more, as `#heading`.
    pub rule: &'static str,
    pub answers: Answers<G>,
}

/// What the lesson shows at this point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Teaching {
    pub says: &'static str,
    /// As in [`LessonStep::rule`]; `None` after the last step.
    pub rule: Option<&'static str>,
    /// The number of this step, from 1, and the number of all steps.
    pub step: (usize, usize),
}

impl<G: Game> Lesson<G> {
    pub fn teaching(&self, moves: usize) -> Teaching {
        let step = self.steps.get(moves);
        let number = (moves + 1).min(self.steps.len());
        Teaching {
            says: step.map_or(self.end, |step| step.says),
            rule: step.map(|step| step.rule),
            step: (number, self.steps.len()),
        }
    }

    /// Whether a legal move answers the step that is reached after this many moves.
    pub fn is_answer(&self, moves: usize, view: &G::View, mv: &G::Move) -> bool {
        self.steps.get(moves).is_some_and(|step| (step.answers)(view, mv))
    }
}
