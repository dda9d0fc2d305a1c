//! What is being found out about the puzzle on the bench, away from the frame's thread, and what a generator proposes.

use std::sync::{Arc, Mutex, PoisonError};

use super::generate::{Wish, propose};
use super::puzzle::Puzzle;
use super::spread::Ratio;
use super::verdict::{DEALS, Found, Judged, Warning, find_out};
use crate::engine::game::Cancel;
use crate::engine::rng::GameRng;

/// All that is known of a puzzle so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Known {
    /// The par is at least this.
    pub at_least: Option<Ratio>,
    /// The exact answer.
    pub judged: Option<Judged>,
    /// What may be looked at again; `None` until that is known.
    pub warnings: Option<Vec<Warning>>,
    /// Deals played by the bot, and how many it won.
    pub paid: (u32, u32),
    /// Why nothing can be found out.
    pub nothing: Option<String>,
    /// Whether no more comes.
    pub is_done: bool,
}

impl Known {
    fn take(&mut self, found: Found) {
        match found {
            Found::Nothing(why) => self.nothing = Some(why),
            Found::AtLeast(bound) => self.at_least = Some(bound),
            Found::Judged(judged) => self.judged = Some(judged),
            Found::Warnings(warnings) => self.warnings = Some(warnings),
            Found::Paid(played, won) => self.paid = (played, won),
        }
    }

    /// How far it has come, 0 to 1.
    pub fn part(&self) -> f32 {
        self.paid.0 as f32 / DEALS as f32
    }
}

/// Work that goes on elsewhere, and what it has told so far; it is given up when this is dropped.
#[derive(Default)]
pub struct Inquiry<T> {
    told: Arc<Mutex<T>>,
    cancel: Cancel,
}

impl<T> Drop for Inquiry<T> {
    fn drop(&mut self) {
        self.cancel.raise();
    }
}

impl<T: Clone + Default + Send + 'static> Inquiry<T> {
    /// What it has told so far.
    pub fn told(&self) -> T {
        self.told.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Asks it to stop.
    pub fn stop(&self) {
        self.cancel.raise();
    }

    /// Whether it was asked to.
    pub fn is_stopped(&self) -> bool {
        self.cancel.is_raised()
    }
}

impl Inquiry<Known> {
    /// Into this puzzle, and the work to be done for it. `wake` is called whenever there is something new.
    pub fn into(puzzle: &Puzzle, wake: impl Fn() + Send + 'static) -> (Inquiry<Known>, Box<dyn FnOnce() + Send>) {
        let inquiry: Inquiry<Known> = Inquiry { told: Arc::default(), cancel: Cancel::new() };
        let (told, cancel, puzzle) = (Arc::clone(&inquiry.told), inquiry.cancel.clone(), puzzle.clone());
        let work = move || {
            let mut tell = |found| {
                told.lock().unwrap_or_else(PoisonError::into_inner).take(found);
                wake();
            };
            find_out(&puzzle, &mut tell, &|| cancel.is_raised());
            told.lock().unwrap_or_else(PoisonError::into_inner).is_done = !cancel.is_raised();
            wake();
        };
        (inquiry, Box::new(work))
    }
}

impl Inquiry<Option<Puzzle>> {
    /// For a puzzle as wished; the same seed proposes the same.
    pub fn for_one(
        wish: Wish,
        seed: u64,
        wake: impl Fn() + Send + 'static,
    ) -> (Inquiry<Option<Puzzle>>, Box<dyn FnOnce() + Send>) {
        let inquiry: Inquiry<Option<Puzzle>> = Inquiry { told: Arc::default(), cancel: Cancel::new() };
        let (told, cancel) = (Arc::clone(&inquiry.told), inquiry.cancel.clone());
        let work = move || {
            let found = propose(&wish, &mut GameRng::from_number(seed), &|| cancel.is_raised());
            *told.lock().unwrap_or_else(PoisonError::into_inner) = found;
            wake();
        };
        (inquiry, Box::new(work))
    }
}

#[cfg(test)]
mod tests {
    use super::super::shipped;
    use super::super::verdict::Grade;
    use super::*;

    #[test]
    fn an_inquiry_tells_bound_par_warnings_and_chance_and_then_is_done() {
        let puzzle = shipped::find("welcome-mushy-heads").expect("a puzzle");
        let (inquiry, work) = Inquiry::into(&puzzle, || {});
        assert_eq!(inquiry.told(), Known::default());
        work();
        let known = inquiry.told();
        assert!(known.is_done && known.nothing.is_none(), "{known:?}");
        let par = known.judged.and_then(|judged| judged.par).expect("a par");
        assert_eq!((par.0.above, par.0.below), (53, 12));
        assert!(known.at_least.is_some_and(|bound| bound.value() <= par.0.value()), "{known:?}");
        assert_eq!(known.warnings, Some(Vec::new()));
        assert_eq!(known.paid.0, DEALS);
        assert!(Grade::of(f64::from(known.paid.1) / f64::from(DEALS)) <= Grade::Fair, "{known:?}");
    }

    #[test]
    fn an_inquiry_that_is_given_up_says_no_more() {
        let puzzle = shipped::find("twins").expect("a puzzle");
        let (inquiry, work) = Inquiry::into(&puzzle, || {});
        inquiry.stop();
        work();
        assert!(!inquiry.told().is_done);
        assert_eq!(inquiry.told().paid, (0, 0));
    }
}
