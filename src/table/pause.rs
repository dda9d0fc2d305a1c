//! Time that must pass while nothing moves: the window sleeps meanwhile, and is woken once it is over.

use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use bevy::prelude::*;

use super::job::{Job, Pending, WakeWindow};

/// A pause that may be under way.
#[derive(Default)]
pub struct Pause {
    alarm: Pending<()>,
    /// Without it the alarm ends at once.
    hold: Option<Sender<()>>,
}

impl Pause {
    /// Called in every frame of a pause with the seconds that were left of it; returns those that are left now, 0 once it is over.
    /// No frame is asked for before: there may be none for as long as that.
    pub fn go_on(&mut self, seconds: f32, time: &Time<Real>, wake: &WakeWindow) -> f32 {
        // The frame that begins it is no part of it.
        let left = if self.hold.is_some() { seconds - time.delta_secs() } else { seconds };
        if left <= 0.0 {
            self.end();
            return 0.0;
        }
        self.alarm.poll();
        if !self.alarm.is_running() {
            self.set_alarm(Duration::from_secs_f32(left), wake);
        }
        left
    }

    /// It is over, or not wanted any more.
    pub fn end(&mut self) {
        if self.hold.is_some() {
            *self = Pause::default();
        }
    }

    fn set_alarm(&mut self, after: Duration, wake: &WakeWindow) {
        let (hold, is_held) = channel();
        self.alarm.start(Job::apart(wake, move || {
            // Nothing is ever sent: it ends with the time, or with the pause.
            let _ = is_held.recv_timeout(after);
        }));
        self.hold = Some(hold);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_is_woken_at_the_end_of_a_pause_and_not_before() {
        let (mut pause, wake) = (Pause::default(), WakeWindow::default());
        let mut time = Time::<Real>::default();
        assert_eq!(pause.go_on(1000.0, &time, &wake), 1000.0, "it begins with this frame");
        assert_eq!(wake.jobs(), 1, "and something will wake the window");
        time.advance_by(Duration::from_secs(400));
        assert_eq!(pause.go_on(1000.0, &time, &wake), 600.0);
        assert_eq!(wake.jobs(), 1);
        assert_eq!(pause.go_on(300.0, &time, &wake), 0.0);
        while wake.jobs() > 0 {
            std::thread::yield_now();
        }
    }

    #[test]
    fn a_pause_that_is_not_wanted_any_more_keeps_nobody_waiting() {
        let (mut pause, wake) = (Pause::default(), WakeWindow::default());
        pause.go_on(1000.0, &Time::default(), &wake);
        pause.end();
        while wake.jobs() > 0 {
            std::thread::yield_now();
        }
        assert_eq!(pause.go_on(0.5, &Time::default(), &wake), 0.5, "another one begins");
    }
}
