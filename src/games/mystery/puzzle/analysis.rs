//! Background work for the puzzle designer: analysing the puzzle that is being edited, and generating a new one.

use std::sync::{Arc, Mutex, PoisonError};

use super::format::Puzzle;
use super::generate::{PuzzleCriteria, propose};
use super::verdict::{Findings, analyse, judge, par_bound};
use crate::engine::game::Cancel;
use crate::engine::rng::GameRng;
use crate::games::mystery::solver::spread::Ratio;

/// Work on another thread and its result so far. Dropping it cancels the work.
pub struct BackgroundTask<T> {
    result: Arc<Mutex<T>>,
    cancel: Cancel,
}

/// A task with its work, which the caller must run.
type Started<T> = (BackgroundTask<T>, Box<dyn FnOnce() + Send>);

impl<T> Drop for BackgroundTask<T> {
    fn drop(&mut self) {
        self.cancel.raise();
    }
}

impl<T: Clone + Default + Send + 'static> BackgroundTask<T> {
    /// `run` reports its result as often as it likes; `wake` is called every time.
    fn new(
        wake: impl Fn() + Send + 'static,
        run: impl FnOnce(&mut dyn FnMut(T), &Cancel) + Send + 'static,
    ) -> Started<T> {
        let task = BackgroundTask { result: Arc::<Mutex<T>>::default(), cancel: Cancel::new() };
        let (result, cancel) = (Arc::clone(&task.result), task.cancel.clone());
        let work = move || {
            let mut report = |found| {
                *result.lock().unwrap_or_else(PoisonError::into_inner) = found;
                wake();
            };
            run(&mut report, &cancel);
        };
        (task, Box::new(work))
    }

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
    /// Analyses a puzzle.
    pub fn analyse(puzzle: &Puzzle, wake: impl Fn() + Send + 'static) -> Started<Findings> {
        let puzzle = puzzle.clone();
        Self::new(wake, move |report, cancel| {
            analyse(&puzzle, &mut |findings| report(findings.clone()), &|| cancel.is_raised());
        })
    }
}

/// What [`BackgroundTask::judge`] finds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ParFound {
    /// The par, and the most questions that best play may need.
    Par(Ratio, u8),
    /// Not every deal can be solved.
    None,
    /// A lower bound of a par that takes too long to compute.
    AtLeast(Ratio),
}

/// How many positions are visited in search of a par, and of a bound where there is none.
const JUDGE_EFFORT: u64 = 400_000;
const BOUND_EFFORT: u64 = 20_000;

impl BackgroundTask<Option<ParFound>> {
    /// Computes a puzzle's par.
    pub fn judge(puzzle: &Puzzle, wake: impl Fn() + Send + 'static) -> Started<Option<ParFound>> {
        let puzzle = puzzle.clone();
        Self::new(wake, move |report, cancel| {
            let stop = |nodes| nodes > JUDGE_EFFORT || cancel.is_raised();
            let found = match judge(&puzzle, &stop).map(|judged| judged.par) {
                Ok(Some((par, worst))) => ParFound::Par(par, worst),
                Ok(None) => ParFound::None,
                Err(_) => ParFound::AtLeast(par_bound(&puzzle, BOUND_EFFORT)),
            };
            report(Some(found));
        })
    }
}

impl BackgroundTask<Option<Puzzle>> {
    /// Generates a puzzle. Equal seeds give equal puzzles.
    pub fn propose(criteria: PuzzleCriteria, seed: u64, wake: impl Fn() + Send + 'static) -> Started<Option<Puzzle>> {
        Self::new(wake, move |report, cancel| {
            report(propose(&criteria, &mut GameRng::from_number(seed), &|| cancel.is_raised()));
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::grade::Grade;
    use super::super::shipped;
    use super::super::verdict::DEALS;
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
