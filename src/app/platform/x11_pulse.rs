//! Wakes the event loop for input that the graphics driver has read before it.
//!
//! On X11 the window and the driver share one connection to the display. Whoever reads from it queues what is for
//! others. A driver that shows a picture from a thread of its own may so queue a click just as the event loop goes to
//! sleep: the loop waits for the connection, the connection is empty, and the click stays in the queue until something
//! else happens (<https://github.com/rust-windowing/winit/issues/1985>). Programs that draw all the time never notice;
//! one that sleeps lost one click of a hundred.
//!
//! So the loop is woken, without drawing anything, a few times after every frame, while the driver may be reading; then
//! ever more rarely.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use bevy::prelude::*;
use bevy::window::{PrimaryWindow, RawHandleWrapper};
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};
use winit::event_loop::EventLoopProxy;
use winit::raw_window_handle::RawWindowHandle;

/// From a frame to the first pulse.
const FIRST: Duration = Duration::from_millis(4);

/// Between two pulses at most, in a window that has the focus. Without the focus the pulses end then.
const LONGEST: Duration = Duration::from_secs(1);

/// Sends a message at each frame: whether the window has the focus. `None` where no pulse is needed.
#[derive(Resource)]
struct Frames(Option<Sender<bool>>);

pub fn plugin(app: &mut App) {
    app.add_systems(Last, (start.run_if(not(resource_exists::<Frames>)), send_frame).chain());
}

/// Starts the pulse at the first frame that has a window on a display.
fn start(
    window: Single<&RawHandleWrapper, With<PrimaryWindow>>,
    proxy: Res<EventLoopProxyWrapper>,
    mut commands: Commands,
) {
    if !matches!(window.get_window_handle(), RawWindowHandle::Xlib(_) | RawWindowHandle::Xcb(_)) {
        commands.insert_resource(Frames(None));
        return;
    }
    let (sender, frames) = channel();
    let proxy = (**proxy).clone();
    let thread = thread::Builder::new().name("pulse".to_owned()).spawn(move || pulse(&frames, &proxy));
    commands.insert_resource(Frames(thread.ok().map(|_| sender)));
}

fn send_frame(frames: Option<Res<Frames>>, window: Single<&Window, With<PrimaryWindow>>) {
    if let Some(frames) = frames.as_ref().and_then(|frames| frames.0.as_ref()) {
        // The pulse stops only when the event loop is gone.
        let _ = frames.send(window.focused);
    }
}

fn pulse(frames: &Receiver<bool>, proxy: &EventLoopProxy<WinitUserEvent>) {
    let (mut focused, mut pause) = (true, None);
    loop {
        let received = match pause {
            Some(pause) => frames.recv_timeout(pause),
            None => frames.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match (received, pause) {
            (Ok(now), _) => (focused, pause) = (now, Some(FIRST)),
            (Err(RecvTimeoutError::Timeout), Some(last)) => {
                // The loop reads what has arrived, and looks for new windows, of which there are none.
                if proxy.send_event(WinitUserEvent::WindowAdded).is_err() {
                    return;
                }
                pause = after(last, focused);
            }
            _ => return,
        }
    }
}

/// The pause after this one; `None` until the next frame.
fn after(pause: Duration, focused: bool) -> Option<Duration> {
    let longer = (pause * 2).min(LONGEST);
    (longer < LONGEST || focused).then_some(longer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pulses_come_close_together_after_a_frame_and_end_where_nobody_looks() {
        let pulses = |focused| {
            let pauses = std::iter::successors(Some(FIRST), |pause| after(*pause, focused));
            pauses.take(100).collect::<Vec<_>>()
        };
        let (watched, left) = (pulses(true), pulses(false));
        assert_eq!(watched.len(), 100, "a window with the focus is never left alone");
        assert_eq!(watched.last(), Some(&LONGEST));
        assert!(left.len() < 10, "{left:?}");
        assert!(left.windows(2).all(|pair| pair[1] == pair[0] * 2));
        assert!(watched.starts_with(&left));
    }
}
