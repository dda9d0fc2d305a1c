//! Somebody waits for a command that takes long: they are told how far it is, and Ctrl-C or a limit of time ends it with what was
//! found until then.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use crate::engine::game::Cancel;
use crate::words::visible;

/// How often it is said anew how far a command is.
const PROGRESS: Duration = Duration::from_millis(250);

pub(super) struct Waiting {
    /// Raised when the command is to end with what it has.
    pub(super) stop: Cancel,
    interrupted: Cancel,
    start: Instant,
    limit: Option<Duration>,
    /// When it was last said how far it is; `None` where nobody reads it.
    said: Option<Mutex<Instant>>,
}

impl Waiting {
    /// From now on Ctrl-C asks the command to end, and a second one ends the program.
    pub(super) fn begin() -> Waiting {
        let (stop, interrupted, start) = (Cancel::new(), Cancel::new(), Instant::now());
        let asked = [stop.clone(), interrupted.clone()];
        // Without it, Ctrl-C ends the program at once, as it does everywhere.
        let _ = ctrlc::set_handler(move || {
            if asked[1].is_raised() {
                std::process::exit(130);
            }
            asked.iter().for_each(Cancel::raise);
        });
        let said = io::stderr().is_terminal().then(|| Mutex::new(start));
        Waiting { stop, interrupted, start, limit: None, said }
    }

    /// The same, and the command ends after this time.
    pub(super) fn at_most(limit: Duration) -> Waiting {
        let waiting = Waiting { limit: Some(limit), ..Waiting::begin() };
        let stop = waiting.stop.clone();
        thread::spawn(move || {
            thread::sleep(limit);
            stop.raise();
        });
        waiting
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Says on a terminal how far the command is, now and then.
    pub(super) fn report(&self, words: impl FnOnce() -> String) {
        let Some(mut said) = self.said.as_ref().and_then(|said| said.try_lock().ok()) else { return };
        if said.elapsed() < PROGRESS {
            return;
        }
        *said = Instant::now();
        let of = self.limit.map_or(String::new(), |limit| format!(" of {}", limit.as_secs()));
        let seconds = self.elapsed().as_secs();
        let _ = write!(io::stderr(), "\r\x1b[K{} · {seconds}{of} s", visible(&words()));
    }

    /// Takes the line away again.
    pub(super) fn end(&self) {
        if self.said.is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }

    /// Why the command ended before it was done, if it did.
    pub(super) fn ended_by(&self) -> Option<EndedBy> {
        match (self.interrupted.is_raised(), self.stop.is_raised()) {
            (true, _) => Some(EndedBy::Interrupt),
            (false, true) => Some(EndedBy::Time),
            (false, false) => None,
        }
    }
}

/// Why a command ended before it was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EndedBy {
    Interrupt,
    Time,
}
