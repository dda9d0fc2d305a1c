//! Work on other threads, whose answer wakes the window.

use std::future::Future;

use bevy::prelude::*;
use bevy::tasks::{Task, TaskPool, block_on, poll_once};
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};
use winit::event_loop::EventLoopProxy;

/// Wakes the sleeping window from another thread.
#[derive(Resource, Clone, Default)]
pub struct WakeWindow(Option<EventLoopProxy<WinitUserEvent>>);

impl WakeWindow {
    /// Asks for a frame. Does nothing where there is no window.
    pub fn wake(&self) {
        if let Some(proxy) = &self.0 {
            // The event loop is gone only when the program ends.
            let _ = proxy.send_event(WinitUserEvent::WakeUp);
        }
    }
}

/// Dropping it cancels the work.
pub struct Job<T>(Task<T>);

impl<T: Send + 'static> Job<T> {
    /// Starts work on one of the pool's threads, and asks for a frame when it is done.
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

    /// Lets it finish although nobody waits for its answer.
    pub fn detach(self) {
        self.0.detach();
    }
}

/// At most one job.
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

    pub fn is_finished(&self) -> bool {
        self.0.as_ref().is_some_and(|job| job.0.is_finished())
    }

    /// Takes the answer, if there is one.
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
