//! Hints in steps: where to look, the idea, the move. Each may be all that was wanted; whoever asks again hears more. Where there is
//! something to find out, a game has steps of its own before the move, and perhaps one after it.

use crate::engine::game::HintClue;
use crate::engine::hint_count::HintCount;
use crate::engine::seats::Seat;
use crate::engine::table_session::HintText;
use crate::layout::Spotlight;
use crate::words::joined;

/// How much a hint says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum HintStep {
    /// A few moves, one of which is best.
    Where,
    /// The clue with this number, of the game's own.
    Clue(usize),
    /// Why it is, without the move itself.
    Idea,
    Move,
    /// What the game says once the move is said.
    After,
}

/// A hint as far as it was given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GivenHint {
    pub text: Box<HintText>,
    pub step: HintStep,
    /// Whether it comes in steps, and not at once.
    in_steps: bool,
    /// Whose it is, and after how many moves it was given.
    at: (Seat, usize),
}

impl GivenHint {
    /// A hint of which nothing was said yet, from its first step on that says anything; at once as much of it as may be where steps are
    /// not wanted.
    pub fn begun(text: HintText, at: (Seat, usize), in_steps: bool, can_be_shown: impl Fn(&str) -> bool) -> GivenHint {
        let has_idea = text.idea.is_some();
        let step = match &text {
            text if !in_steps && text.gives_away => match text.clues.before.len().checked_sub(1) {
                Some(last) => HintStep::Clue(last),
                None if has_idea => HintStep::Idea,
                None => HintStep::Move,
            },
            _ if !in_steps => HintStep::Move,
            text if !text.clues.before.is_empty() => HintStep::Clue(0),
            text if !text.among.is_empty() && text.among.iter().all(|mv| can_be_shown(mv)) => HintStep::Where,
            _ if has_idea => HintStep::Idea,
            _ => HintStep::Move,
        };
        GivenHint { text: Box::new(text), step, in_steps, at }
    }

    pub fn is_for(&self, at: (Seat, usize)) -> bool {
        self.at == at
    }

    /// The same hint after others have chosen, too, while whoever it is for still chooses.
    #[must_use]
    pub fn still(self, at: (Seat, usize)) -> GivenHint {
        GivenHint { at, ..self }
    }

    /// The same hint with the next step said, too.
    #[must_use]
    pub fn further(self) -> GivenHint {
        let step = match self.step {
            HintStep::Clue(said) if said + 1 < self.text.clues.before.len() => HintStep::Clue(said + 1),
            HintStep::Where if self.text.idea.is_some() => HintStep::Idea,
            HintStep::Move if self.text.clues.after.is_some() => HintStep::After,
            HintStep::Where | HintStep::Clue(_) | HintStep::Idea | HintStep::Move => HintStep::Move,
            HintStep::After => HintStep::After,
        };
        GivenHint { step, ..self }
    }

    /// What it adds to the hints that are counted, of which this step was said before, if any was.
    pub fn adds(&self, said: Option<HintStep>) -> HintCount {
        let shows_move = self.step >= HintStep::Move && said.is_none_or(|said| said < HintStep::Move);
        HintCount { given: u32::from(said.is_none()), shown: u32::from(shows_move) }
    }

    /// The move, once it is said.
    pub fn mv(&self) -> Option<&str> {
        (self.step >= HintStep::Move).then_some(self.text.mv.as_str())
    }

    /// The moves that are shown on the table: one of them is best.
    pub fn shown(&self) -> &[String] {
        match self.step {
            HintStep::Where | HintStep::Idea => &self.text.among,
            HintStep::Clue(_) => &[],
            HintStep::Move | HintStep::After => std::slice::from_ref(&self.text.mv),
        }
    }

    /// What of the table stands out besides.
    pub fn spots(&self) -> Spotlight {
        let mut spots = Spotlight::NONE;
        self.clues_said().iter().for_each(|clue| spots.join(&clue.about));
        spots
    }

    /// The clues that are said with this step: one alone, or at once all that come before the move.
    fn clues_said(&self) -> &[HintClue] {
        let clues = &self.text.clues.before;
        match self.step {
            HintStep::Clue(said) if self.in_steps => clues.get(said).map_or(&[], std::slice::from_ref),
            HintStep::Clue(_) | HintStep::Move if !self.in_steps => clues,
            _ => &[],
        }
    }

    pub fn says(&self) -> String {
        let clues = self.clues_said();
        let brief = joined(clues.iter().map(|clue| format!("{}. ", clue.brief)), "");
        match (self.step, &self.text.idea) {
            (HintStep::Where, idea) => {
                let more = if idea.is_some() { "idea" } else { "move" };
                format!("The best move is among those marked. Ask again for the {more}.")
            }
            (HintStep::Clue(said), _) => {
                let words = clues.first().map_or("", |clue| clue.words.as_str());
                let more = if said + 1 < self.text.clues.before.len() { "more" } else { "the move" };
                let said = if self.in_steps { format!("{words}. ") } else { brief };
                format!("{said}Ask again for {more}.")
            }
            (HintStep::Idea, Some(idea)) => format!("The idea: {idea}. Ask again for the move."),
            (HintStep::Idea, None) | (HintStep::Move, _) => {
                let more = self.text.clues.after.as_ref().map(|_| "Ask again for more.");
                let rest = format!("{brief}{}", more.unwrap_or_default());
                if rest.is_empty() {
                    self.text.reason.clone()
                } else {
                    format!("{}. {}", self.text.reason, rest.trim())
                }
            }
            (HintStep::After, _) => self.text.clues.after.as_ref().map_or("", |clue| clue.words.as_str()).to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::game::HintClues;

    fn clue(words: &str, brief: &str) -> HintClue {
        HintClue { words: words.to_owned(), brief: brief.to_owned(), about: Spotlight::NONE }
    }

    fn text(before: Vec<HintClue>, after: Option<HintClue>, gives_away: bool) -> HintText {
        HintText {
            mv: "m".to_owned(),
            reason: "Do this: it is good".to_owned(),
            idea: Some("it is good".to_owned()),
            among: ["l", "m", "n"].map(str::to_owned).to_vec(),
            clues: HintClues { before, after },
            gives_away,
        }
    }

    /// All that is said, press by press, and whether the move is known then.
    fn presses(text: HintText, in_steps: bool) -> Vec<(HintStep, String, bool)> {
        let first = GivenHint::begun(text, (Seat::FIRST, 0), in_steps, |_| true);
        let next = |hint: &GivenHint| Some(hint.clone().further()).filter(|next| next.step != hint.step);
        let given = std::iter::successors(Some(first), next);
        given.map(|hint| (hint.step, hint.says(), hint.mv().is_some())).collect()
    }

    #[test]
    fn clues_take_the_place_of_the_idea_and_what_comes_after_the_move_is_said_last() {
        let clues = || vec![clue("Look at the ace", "Look at A"), clue("Three rules fit", "Three fit")];
        let said = presses(text(clues(), Some(clue("One is “red”", "“red”")), false), true);
        let expected = [
            (HintStep::Clue(0), "Look at the ace. Ask again for more.", false),
            (HintStep::Clue(1), "Three rules fit. Ask again for the move.", false),
            (HintStep::Move, "Do this: it is good. Ask again for more.", true),
            (HintStep::After, "One is “red”", true),
        ];
        assert_eq!(said, expected.map(|(step, words, is_known)| (step, words.to_owned(), is_known)));
    }

    #[test]
    fn at_once_all_clues_come_with_the_move_and_without_it_where_it_gives_all_away() {
        let clues = || vec![clue("Look at the ace", "Look at A"), clue("Three rules fit", "Three fit")];
        let said = presses(text(clues(), Some(clue("One is “red”", "“red”")), false), false);
        assert_eq!(said[0].1, "Do this: it is good. Look at A. Three fit. Ask again for more.");
        assert_eq!((said[0].2, said.len(), said[1].0), (true, 2, HintStep::After));
        let said = presses(text(clues(), None, true), false);
        assert_eq!((said[0].1.as_str(), said[0].2), ("Look at A. Three fit. Ask again for the move.", false));
        assert_eq!((said[1].0, said[1].2, said.len()), (HintStep::Move, true, 2));
    }

    #[test]
    fn without_clues_a_hint_says_where_to_look_then_the_idea_and_then_the_move() {
        let steps = |in_steps| presses(text(Vec::new(), None, false), in_steps);
        let in_steps: Vec<HintStep> = steps(true).into_iter().map(|(step, ..)| step).collect();
        assert_eq!(in_steps, [HintStep::Where, HintStep::Idea, HintStep::Move]);
        assert_eq!(steps(false), [(HintStep::Move, "Do this: it is good".to_owned(), true)]);
    }

    #[test]
    fn a_hint_counts_once_and_its_move_once_however_often_it_is_asked_for() {
        let text = text(Vec::new(), None, false);
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
