//! Lessons: a prepared deal that teaches a game one step at a time.
//!
//! A lesson is played in an ordinary session, so undo and everything else works as usual, except that each step accepts
//! only the legal moves that answer it. Each step takes one move, after which the others at the table may have some of their own,
//! all written down: so the number of moves made says which step it is.

use super::game::Game;
use crate::layout::Face;

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
    /// What the other seats do after it, in turn, as records write it.
    pub replies: &'static [&'static str],
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

impl Teaching {
    /// Whether it speaks of this card.
    ///
    /// ```
    /// use parlour::cards::{Card, MystiqueCard};
    /// use parlour::engine::lesson::Teaching;
    ///
    /// let says = "Put 9♦ on top of 6♣, or bid the four of yellow crowns.";
    /// let teaching = Teaching { says, rule: None, step: (1, 1) };
    /// let french = |card: &str| teaching.names(card.parse::<Card>().unwrap().into());
    /// assert!(french("9D") && french("6C") && !french("6D"));
    /// assert!(teaching.names("4yC".parse::<MystiqueCard>().unwrap().into()));
    /// ```
    pub fn names(&self, face: Face) -> bool {
        let in_french = if let Face::French(card) = face { self.says.contains(&card.pretty()) } else { false };
        face.is_card() && (in_french || self.says.contains(&face.spoken()))
    }
}

impl<G: Game> Lesson<G> {
    /// The step that so many moves have led to, and how many of its moves are made: the learner's own, then the others'.
    fn place(&self, moves: usize) -> (usize, usize) {
        let mut left = moves;
        for (number, step) in self.steps.iter().enumerate() {
            if left <= step.replies.len() {
                return (number, left);
            }
            left -= step.replies.len() + 1;
        }
        (self.steps.len(), 0)
    }

    pub fn teaching(&self, moves: usize) -> Teaching {
        let (number, _) = self.place(moves);
        let step = self.steps.get(number);
        Teaching {
            says: step.map_or(self.end, |step| step.says),
            rule: step.map(|step| step.rule),
            step: ((number + 1).min(self.steps.len()), self.steps.len()),
        }
    }

    /// Whether a legal move answers the step that is reached after this many moves.
    pub fn is_answer(&self, moves: usize, view: &G::View, mv: &G::Move) -> bool {
        let (number, made) = self.place(moves);
        made == 0 && self.steps.get(number).is_some_and(|step| (step.answers)(view, mv))
    }

    /// What another seat does after this many moves, if it is not for the learner to move.
    pub fn reply(&self, moves: usize) -> Option<&'static str> {
        let (number, made) = self.place(moves);
        self.steps.get(number)?.replies.get(made.checked_sub(1)?).copied()
    }
}
