//! Hints in steps: where to look, the idea, the move. Each may be all that was wanted; whoever asks again hears more.

use crate::engine::hint_count::HintCount;
use crate::engine::seats::Seat;
use crate::engine::table_session::HintText;

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

    /// What it adds to the hints that are counted, of which this step was said before, if any was.
    pub fn adds(&self, said: Option<HintStep>) -> HintCount {
        let shows_move = self.step == HintStep::Move && said != Some(HintStep::Move);
        HintCount { given: u32::from(said.is_none()), shown: u32::from(shows_move) }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hint_counts_once_and_its_move_once_however_often_it_is_asked_for() {
        let text = HintText {
            mv: "a1".to_owned(),
            reason: "Play a1: it makes a pair".to_owned(),
            idea: Some("it makes a pair".to_owned()),
            among: vec!["a1".to_owned(), "b1".to_owned()],
        };
        let mut hint = GivenHint::begun(text.clone(), (Seat::FIRST, 0), true, |_| true);
        let mut hints = hint.adds(None);
        assert_eq!(hints, HintCount { given: 1, shown: 0 });
        for shown in [0, 1, 1] {
            let said = hint.step;
            hint = hint.further();
            hints = hints.and(hint.adds(Some(said)));
            assert_eq!(hints, HintCount { given: 1, shown }, "{:?}", hint.step);
        }
        let at_once = GivenHint::begun(text, (Seat::FIRST, 0), false, |_| true);
        assert_eq!(at_once.adds(None), HintCount { given: 1, shown: 1 });
    }
}
