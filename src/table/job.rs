//! Work done away from the frame's thread, whose answer wakes the window.

use std::future::Future;

use bevy::prelude::*;
use bevy::tasks::{Task, TaskPool, block_on, poll_once};
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};
use winit::event_loop::EventLoopProxy;

/// Wakes the sleeping window from another thread.
#[derive(Resource, Clone, Default)]
pub struct WakeWindow(Option<EventLoopProxy<WinitUserEvent>>);

impl WakeWindow {
    /// Asks for a frame. Without a window, nothing sleeps and nothing is done.
    pub fn wake(&self) {
        if let Some(proxy) = &self.0 {
            // The loop is gone only when the program ends.
            let _ = proxy.send_event(WinitUserEvent::WakeUp);
        }
    }
}

/// Work under way. Dropped, it is cancelled.
pub struct Job<T>(Task<T>);

impl<T: Send + 'static> Job<T> {
    /// Begins work on one of the pool's threads; a frame is asked for when it is done.
    pub fn spawn(pool: &TaskPool, wake: &WakeWindow, work: impl FnOnce() -> T + Send + 'static) -> Job<T> {
        Job::spawn_future(pool, wake, async move { work() })
    }

    pub fn spawn_future(pool: &TaskPool, wake: &WakeWindow, work: impl Future<Output = T> + Send + 'static) -> Job<T> {
        let wake = wake.clone();
        Job(pool.spawn(async move {
            let answer = work.await;
            wake.wake();
            answer
        }))
    }

    /// Lets it go on to its end, whose answer nobody waits for.
    pub fn detach(self) {
        self.0.detach();
    }
}

/// A job that may be under way.
pub struct Pending<T>(Option<Job<T>>);

impl<T> Default for Pending<T> {
    fn default() -> Pending<T> {
        Pending(None)
    }
}

impl<T: Send + 'static> Pending<T> {
    pub fn start(&mut self, job: Job<T>) {
        self.0 = Some(job);
    }

    pub fn is_running(&self) -> bool {
        self.0.is_some()
    }

    /// Whether the answer is there.
    pub fn is_finished(&self) -> bool {
        self.0.as_ref().is_some_and(|job| job.0.is_finished())
    }

    /// The answer, once, as soon as it is there.
    pub fn poll(&mut self) -> Option<T> {
        let answer = block_on(poll_once(&mut self.0.as_mut()?.0))?;
        self.0 = None;
        Some(answer)
    }
}

pub fn plugin(app: &mut App) {
    app.init_resource::<WakeWindow>().add_systems(Startup, find_window);
}

fn find_window(proxy: Option<Res<EventLoopProxyWrapper>>, mut wake: ResMut<WakeWindow>) {
    wake.0 = proxy.map(|proxy| (**proxy).clone());
}
