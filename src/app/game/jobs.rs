//! Threads for bots, hints and hindsight, and what is being thought about on them.

use bevy::prelude::Resource;
use bevy::tasks::{TaskPool, TaskPoolBuilder};

use crate::engine::game::{Cancel, Hindsight};
use crate::engine::seats::Seat;
use crate::engine::table_session::{Computation, HintText};
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
