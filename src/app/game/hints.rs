//! Hints in steps: where to look, the idea, the move. Each may be all that was wanted; whoever asks again hears more.

use crate::engine::seats::Seat;
use crate::engine::table_session::HintText;
use crate::words::counted;

/// How much a hint says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum HintStep {
    /// A few moves, one of which is best.
    Where,
    /// Why it is, without the move itself.
    Idea,
    Move,
}

/// A hint as far as it was given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GivenHint {
    pub text: HintText,
    pub step: HintStep,
    /// Whose it is, and after how many moves it was given.
    at: (Seat, usize),
}

impl GivenHint {
    /// A hint of which nothing was said yet, from its first step on that says anything; at once the whole of it where steps are not wanted.
    pub fn begun(text: HintText, at: (Seat, usize), in_steps: bool, can_be_shown: impl Fn(&str) -> bool) -> GivenHint {
        let step = match &text {
            _ if !in_steps => HintStep::Move,
            text if !text.among.is_empty() && text.among.iter().all(|mv| can_be_shown(mv)) => HintStep::Where,
            text if text.idea.is_some() => HintStep::Idea,
            _ => HintStep::Move,
        };
        GivenHint { text, step, at }
    }

    pub fn is_for(&self, at: (Seat, usize)) -> bool {
        self.at == at
    }

    /// The same hint with the next step said, too.
    #[must_use]
    pub fn further(self) -> GivenHint {
        let step = match self.step {
            HintStep::Where if self.text.idea.is_some() => HintStep::Idea,
            HintStep::Where | HintStep::Idea | HintStep::Move => HintStep::Move,
        };
        GivenHint { step, ..self }
    }

    /// The move, once it is said.
    pub fn mv(&self) -> Option<&str> {
        (self.step == HintStep::Move).then_some(self.text.mv.as_str())
    }

    /// The moves that are shown on the table: one of them is best.
    pub fn shown(&self) -> &[String] {
        match self.step {
            HintStep::Where | HintStep::Idea => &self.text.among,
            HintStep::Move => std::slice::from_ref(&self.text.mv),
        }
    }

    pub fn says(&self) -> String {
        match (self.step, &self.text.idea) {
            (HintStep::Where, idea) => {
                let more = if idea.is_some() { "idea" } else { "move" };
                format!("The best move is among those marked. Ask again for the {more}.")
            }
            (HintStep::Idea, Some(idea)) => format!("The idea: {idea}. Ask again for the move."),
            (HintStep::Idea, None) | (HintStep::Move, _) => self.text.reason.clone(),
        }
    }
}

/// How many hints were given in this sitting.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HintCount {
    pub hints: usize,
    /// Of how many of them the move was shown.
    pub moves: usize,
}

impl HintCount {
    pub fn count(&mut self, step: HintStep, is_new: bool) {
        self.hints += usize::from(is_new);
        self.moves += usize::from(step == HintStep::Move);
    }

    /// "2 hints, 1 move shown"; `None` where there was none.
    pub fn words(self) -> Option<String> {
        let hints = counted(self.hints as u64, "hint", "hints");
        match self {
            HintCount { hints: 0, .. } => None,
            HintCount { moves: 0, .. } => Some(format!("{hints}, no move shown")),
            HintCount { moves, .. } => Some(format!("{hints}, {} shown", counted(moves as u64, "move", "moves"))),
        }
    }
}
