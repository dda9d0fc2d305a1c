//! Background work for the puzzle designer: analysing the puzzle that is being edited, and generating a new one.

use std::sync::{Arc, Mutex, PoisonError};

use super::format::Puzzle;
use super::generate::{PuzzleCriteria, propose};
use super::verdict::{DEALS, Finding, Judgement, Warning, analyse};
use crate::engine::game::Cancel;
use crate::engine::rng::GameRng;
use crate::games::mystery::solver::spread::Ratio;

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Findings {
    pub par_bound: Option<Ratio>,
    pub judgement: Option<Judgement>,
    /// `None` until they are known.
    pub warnings: Option<Vec<Warning>>,
    /// How many deals the bot has played, and how many of them it won.
    pub played: (u32, u32),
    pub failure: Option<String>,
    pub is_done: bool,
}

impl Findings {
    fn add(&mut self, finding: Finding) {
        match finding {
            Finding::Failed(why) => self.failure = Some(why),
            Finding::ParBound(bound) => self.par_bound = Some(bound),
            Finding::Judgement(judgement) => self.judgement = Some(judgement),
            Finding::Warnings(warnings) => self.warnings = Some(warnings),
            Finding::Played(played, won) => self.played = (played, won),
        }
    }

    /// From 0 to 1.
    pub fn progress(&self) -> f32 {
        self.played.0 as f32 / DEALS as f32
    }
}

/// Work on another thread and its result so far. Dropping it cancels the work.
#[derive(Default)]
pub struct BackgroundTask<T> {
    result: Arc<Mutex<T>>,
    cancel: Cancel,
}

impl<T> Drop for BackgroundTask<T> {
    fn drop(&mut self) {
        self.cancel.raise();
    }
}

impl<T: Clone + Default + Send + 'static> BackgroundTask<T> {
    pub fn result(&self) -> T {
        self.result.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn cancel(&self) {
        self.cancel.raise();
    }

    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_raised()
    }
}

impl BackgroundTask<Findings> {
    /// A task that analyses a puzzle, and the work that the caller must run. `wake` is called for every new finding.
    pub fn analyse(
        puzzle: &Puzzle,
        wake: impl Fn() + Send + 'static,
    ) -> (BackgroundTask<Findings>, Box<dyn FnOnce() + Send>) {
        let task: BackgroundTask<Findings> = BackgroundTask { result: Arc::default(), cancel: Cancel::new() };
        let (result, cancel, puzzle) = (Arc::clone(&task.result), task.cancel.clone(), puzzle.clone());
        let work = move || {
            let mut report = |finding| {
                result.lock().unwrap_or_else(PoisonError::into_inner).add(finding);
                wake();
            };
            analyse(&puzzle, &mut report, &|| cancel.is_raised());
            result.lock().unwrap_or_else(PoisonError::into_inner).is_done = !cancel.is_raised();
            wake();
        };
        (task, Box::new(work))
    }
}

impl BackgroundTask<Option<Puzzle>> {
    /// A task that generates a puzzle, and the work that the caller must run. Equal seeds give equal puzzles.
    pub fn propose(
        criteria: PuzzleCriteria,
        seed: u64,
        wake: impl Fn() + Send + 'static,
    ) -> (BackgroundTask<Option<Puzzle>>, Box<dyn FnOnce() + Send>) {
        let task: BackgroundTask<Option<Puzzle>> = BackgroundTask { result: Arc::default(), cancel: Cancel::new() };
        let (result, cancel) = (Arc::clone(&task.result), task.cancel.clone());
        let work = move || {
            let found = propose(&criteria, &mut GameRng::from_number(seed), &|| cancel.is_raised());
            *result.lock().unwrap_or_else(PoisonError::into_inner) = found;
            wake();
        };
        (task, Box::new(work))
    }
}

#[cfg(test)]
mod tests {
    use super::super::grade::Grade;
    use super::super::shipped;
    use super::*;

    #[test]
    fn an_analysis_reports_bound_par_warnings_and_win_rate_and_is_then_done() {
        let puzzle = shipped::find("welcome-mushy-heads").expect("a puzzle");
        let (task, work) = BackgroundTask::analyse(&puzzle, || {});
        assert_eq!(task.result(), Findings::default());
        work();
        let findings = task.result();
        assert!(findings.is_done && findings.failure.is_none(), "{findings:?}");
        let par = findings.judgement.and_then(|judgement| judgement.par).expect("a par");
        assert_eq!((par.0.above, par.0.below), (53, 12));
        assert!(findings.par_bound.is_some_and(|bound| bound.value() <= par.0.value()), "{findings:?}");
        assert_eq!(findings.warnings, Some(Vec::new()));
        assert_eq!(findings.played.0, DEALS);
        assert!(Grade::of(f64::from(findings.played.1) / f64::from(DEALS)) <= Grade::Fair, "{findings:?}");
    }

    #[test]
    fn a_cancelled_analysis_reports_nothing_more() {
        let puzzle = shipped::find("twins").expect("a puzzle");
        let (task, work) = BackgroundTask::analyse(&puzzle, || {});
        task.cancel();
        work();
        assert!(!task.result().is_done);
        assert_eq!(task.result().played, (0, 0));
    }
}
