//! Threads for bots, hints, hindsight and reviews, and what is being thought about on them.

use std::collections::BTreeMap;

use bevy::prelude::Resource;
use bevy::tasks::{TaskPool, TaskPoolBuilder};

use crate::engine::fairness::BotCheck;
use crate::engine::game::{Cancel, Hindsight};
use crate::engine::review::{MoveReview, ReviewPlan};
use crate::engine::seats::Seat;
use crate::engine::table_session::{Computation, HintText, LeftSolutionText};
use crate::table::job::{Job, Pending, WakeWindow};

/// The threads on which bots think: all cores but one, and none that anything else waits for.
#[derive(Resource)]
pub struct BotPool(TaskPool);

impl Default for BotPool {
    fn default() -> BotPool {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let threads = cores.saturating_sub(1).max(1);
        BotPool(TaskPoolBuilder::new().num_threads(threads).thread_name("bots".to_owned()).build())
    }
}

impl BotPool {
    /// How many can think at once.
    pub fn count(&self) -> usize {
        self.0.thread_num()
    }

    pub fn start<T: Send + 'static>(&self, work: Computation<T>, cancel: &Cancel, wake: &WakeWindow) -> Job<T> {
        let cancel = cancel.clone();
        Job::spawn(&self.0, wake, move || work(&cancel))
    }
}

/// What is being thought about; given up when the position changes.
#[derive(Default)]
pub struct Thoughts {
    pub(super) cancel: Cancel,
    pub(super) hint: Pending<Option<HintText>>,
    /// The move of the first bot in turn.
    pub(super) bot: Pending<(Seat, Option<String>)>,
    pub(super) hindsight: Pending<Option<Hindsight>>,
}

impl Drop for Thoughts {
    fn drop(&mut self) {
        self.cancel.raise();
    }
}

/// What is worked out for the game's own panel; given up when the game is left.
#[derive(Default)]
pub struct PanelWork(Cancel);

impl PanelWork {
    pub fn cancel(&self) -> &Cancel {
        &self.0
    }
}

impl Drop for PanelWork {
    fn drop(&mut self) {
        self.0.raise();
    }
}

/// Bots that think again about their moves in a game that is over, one move after the other.
#[derive(Default)]
pub struct FairnessCheck {
    /// Whether it was asked for.
    pub is_on: bool,
    /// The moves of bots, by their numbers.
    pub steps: Vec<usize>,
    /// How many of them follow from what the bot saw, so far.
    pub done: usize,
    /// The first that does not.
    pub other: Option<BotCheck>,
    pub(super) cancel: Cancel,
    pub(super) job: Pending<BotCheck>,
}

impl FairnessCheck {
    /// Takes what was found out about a move.
    pub(super) fn keep(&mut self, found: BotCheck) {
        match found.follows() {
            true => self.done += 1,
            false => self.other = Some(found),
        }
    }
}

impl Drop for FairnessCheck {
    fn drop(&mut self) {
        self.cancel.raise();
    }
}

/// What is found out about the moves in a puzzle while it is played.
#[derive(Default)]
pub struct PuzzleWatch {
    /// The first move that left what wins.
    pub found: Option<LeftSolutionText>,
    pub(super) cancel: Cancel,
    pub(super) job: Pending<Option<LeftSolutionText>>,
}

impl Drop for PuzzleWatch {
    fn drop(&mut self) {
        self.cancel.raise();
    }
}

/// What the hard bot makes of the moves of a finished game, found out one by one and kept as long as the game is shown.
#[derive(Default)]
pub struct GameReview {
    /// Whether it is shown beside the replay. Moves are looked at only then.
    pub is_on: bool,
    /// What there is to look at.
    pub plan: ReviewPlan,
    /// By the number of the move, from 1; `None` where the bot has nothing to say.
    pub found: BTreeMap<usize, Option<MoveReview>>,
    /// Whether what was found out is in the history.
    pub(super) is_noted: bool,
    pub(super) cancel: Cancel,
    /// A move by its number, and what is found out about it.
    pub(super) job: Pending<(usize, Option<MoveReview>)>,
}

impl GameReview {
    pub fn keep(&mut self, step: usize, found: Option<MoveReview>) {
        self.found.insert(step, found);
    }

    /// How many of the moves that are looked at by themselves have been, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        let looked_at = self.plan.own.iter().filter(|step| self.found.contains_key(step));
        (looked_at.count(), self.plan.own.len())
    }

    /// The mistakes that are known among the moves that are looked at by themselves, in the order of play.
    pub fn mistakes(&self) -> impl DoubleEndedIterator<Item = &MoveReview> + Clone {
        let found = self.plan.own.iter().filter_map(|step| self.found.get(step)?.as_ref());
        found.filter(|review| review.is_mistake)
    }

    /// The move to look at next: the one that is shown, if there was a choice, else the first that was not looked at.
    pub(super) fn next_step(&self, shown: usize) -> Option<usize> {
        let shown = self.plan.choices.contains(&shown).then_some(shown);
        shown.into_iter().chain(self.plan.own.iter().copied()).find(|step| !self.found.contains_key(step))
    }
}

impl Drop for GameReview {
    fn drop(&mut self) {
        self.cancel.raise();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_move_that_is_shown_is_looked_at_before_those_of_people_and_none_without_a_choice() {
        let plan = ReviewPlan { choices: [1, 2, 4, 5].into(), own: [1, 4].into() };
        let mut review = GameReview::default();
        review.plan = plan;
        let mut looked_at = Vec::new();
        // The third move had no choice, and the fifth is a bot's.
        for shown in [3, 5, 5] {
            let step = review.next_step(shown).expect("a move");
            looked_at.push(step);
            review.keep(step, None);
        }
        assert_eq!((looked_at, review.next_step(3), review.progress()), (vec![1, 5, 4], None, (2, 2)));
        assert_eq!(review.next_step(2), Some(2), "once it is shown");
    }
}
