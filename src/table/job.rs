//! Work on other threads, whose answer wakes the window.

use std::future::Future;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use bevy::prelude::*;
use bevy::tasks::{Task, TaskPool};
use bevy::window::RequestRedraw;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};

/// Wakes the sleeping window from another thread.
#[derive(Resource, Clone, Default)]
pub struct WakeWindow {
    /// How; shared by all clones, since some are made before there is a window.
    wake: Arc<OnceLock<Box<dyn Fn() + Send + Sync>>>,
    jobs: Arc<AtomicUsize>,
    /// Whether the answer of a job was taken in this frame.
    was_any_taken: Arc<AtomicBool>,
    /// By how much jobs are late.
    delay: Arc<OnceLock<fn() -> Duration>>,
}

impl WakeWindow {
    /// Asks for a frame. Does nothing where there is no window.
    pub fn wake(&self) {
        if let Some(wake) = self.wake.get() {
            wake();
        }
    }

    /// Makes every job late by what this says, to try what follows when nothing comes in time.
    pub fn be_late(&self, delay: fn() -> Duration) {
        // Whoever was asked first decides.
        let _ = self.delay.set(delay);
    }

    /// How many jobs will wake the window: those under way, and those whose answer was not taken yet.
    pub fn jobs(&self) -> usize {
        self.jobs.load(Ordering::Relaxed)
    }
}

/// Dropping it cancels the work, unless that has a thread of its own.
pub struct Job<T> {
    task: Option<Task<()>>,
    /// Where the answer is before the window is woken: the frame that follows may come before the task has ended.
    answer: Arc<Mutex<Option<T>>>,
    was_any_taken: Arc<AtomicBool>,
    /// The work has it, too, and may outlive the job.
    count: Arc<CountedJob>,
}

/// One of [`WakeWindow::jobs`], for as long as it lives.
struct CountedJob(Arc<AtomicUsize>);

impl CountedJob {
    fn new(jobs: &Arc<AtomicUsize>) -> CountedJob {
        jobs.fetch_add(1, Ordering::Relaxed);
        CountedJob(Arc::clone(jobs))
    }
}

impl Drop for CountedJob {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Wakes the window at the end of a job, also of one that is cancelled before it begins: it counts no more.
struct JobEnd {
    count: Option<Arc<CountedJob>>,
    wake: WakeWindow,
}

impl Drop for JobEnd {
    fn drop(&mut self) {
        self.count = None;
        self.wake.wake();
    }
}

impl<T: Send + 'static> Job<T> {
    /// Starts work on one of the pool's threads, and asks for a frame when it is done.
    pub fn spawn(pool: &TaskPool, wake: &WakeWindow, work: impl FnOnce() -> T + Send + 'static) -> Job<T> {
        Job::spawn_future(pool, wake, async move { work() })
    }

    pub fn spawn_future(pool: &TaskPool, wake: &WakeWindow, work: impl Future<Output = T> + Send + 'static) -> Job<T> {
        let (job, place, end) = Job::prepared(wake);
        let delay = wake.delay.get().copied();
        let task = pool.spawn(async move {
            if let Some(delay) = delay {
                std::thread::sleep(delay());
            }
            let found = work.await;
            *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(found);
            drop(end);
        });
        Job { task: Some(task), ..job }
    }

    /// Starts work on a thread of its own: for what waits long for another process, behind which nothing else should wait. It ends
    /// with the program, however far it is.
    pub fn apart(wake: &WakeWindow, work: impl FnOnce() -> T + Send + 'static) -> Job<T> {
        let (job, place, end) = Job::prepared(wake);
        let delay = wake.delay.get().copied();
        let thread = std::thread::Builder::new().name("apart".to_owned());
        // Where there can be no more threads, there is no answer.
        let _ = thread.spawn(move || {
            if let Some(delay) = delay {
                std::thread::sleep(delay());
            }
            let found = work();
            *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(found);
            drop(end);
        });
        job
    }

    /// A job without its work, the place for the answer, and what the work drops when it is done.
    fn prepared(wake: &WakeWindow) -> (Job<T>, Arc<Mutex<Option<T>>>, JobEnd) {
        let (wake, count) = (wake.clone(), Arc::new(CountedJob::new(&wake.jobs)));
        let was_any_taken = Arc::clone(&wake.was_any_taken);
        let (end, answer) = (JobEnd { count: Some(Arc::clone(&count)), wake }, Arc::new(Mutex::new(None)));
        (Job { task: None, answer: Arc::clone(&answer), was_any_taken, count }, answer, end)
    }

    fn is_finished(&self) -> bool {
        self.answer.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    fn take(&self) -> Option<T> {
        self.answer.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Whether there will be no answer but the one that may be there: the work is done, or was given up.
    fn has_ended(&self) -> bool {
        Arc::strong_count(&self.count) == 1
    }

    /// Lets it finish although nobody waits for its answer.
    pub fn detach(self) {
        if let Some(task) = self.task {
            task.detach();
        }
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
        self.0.as_ref().is_some_and(Job::is_finished)
    }

    /// Takes the answer, if there is one. Another frame follows this one: what comes of the answer may be for systems that ran before.
    /// A job that ended without an answer is forgotten.
    pub fn poll(&mut self) -> Option<T> {
        let job = self.0.as_ref()?;
        // In this order: the answer is there before the work is done.
        let (has_ended, answer) = (job.has_ended(), job.take());
        if has_ended || answer.is_some() {
            job.was_any_taken.store(true, Ordering::Relaxed);
            self.0 = None;
        }
        answer
    }
}

pub fn plugin(app: &mut App) {
    app.init_resource::<WakeWindow>().add_systems(Startup, find_window).add_systems(Last, follow_up);
}

/// Asks for another frame after one in which an answer was taken.
pub fn follow_up(wake: Res<WakeWindow>, mut redraw: MessageWriter<RequestRedraw>) {
    if wake.was_any_taken.swap(false, Ordering::Relaxed) {
        redraw.write(RequestRedraw);
    }
}

fn find_window(proxy: Option<Res<EventLoopProxyWrapper>>, wake: Res<WakeWindow>) {
    let Some(proxy) = proxy.map(|proxy| (**proxy).clone()) else { return };
    let how = move || {
        // The event loop is gone only when the program ends.
        let _ = proxy.send_event(WinitUserEvent::WakeUp);
    };
    // There is one window, found once.
    let _ = wake.wake.set(Box::new(how));
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::sync_channel;

    use super::*;

    /// Otherwise the frame that it asks for would find nothing, and nobody would ask for another.
    #[test]
    fn the_answer_is_there_when_the_window_is_woken() {
        let ((woken, is_woken), (looked, has_looked)) = (sync_channel(0), sync_channel::<()>(0));
        let has_looked = Mutex::new(has_looked);
        let wake = move || {
            let _ = woken.send(());
            // The task goes on only once somebody has looked.
            let _ = has_looked.lock().unwrap_or_else(PoisonError::into_inner).recv();
        };
        let how: Box<dyn Fn() + Send + Sync> = Box::new(wake);
        let wake = WakeWindow { wake: Arc::new(OnceLock::from(how)), ..WakeWindow::default() };
        let (pool, mut pending) = (TaskPool::new(), Pending::default());
        pending.start(Job::spawn(&pool, &wake, || 7));
        is_woken.recv().expect("it wakes the window");
        assert!(pending.is_finished());
        assert_eq!(pending.poll(), Some(7));
        looked.send(()).expect("the task goes on");
    }

    #[test]
    fn a_job_that_ends_without_an_answer_is_waited_for_no_longer() {
        let (wake, mut pending) = (WakeWindow::default(), Pending::<u8>::default());
        pending.start(Job::apart(&wake, || panic!("this is meant to be")));
        while pending.is_running() {
            assert_eq!(pending.poll(), None);
            std::thread::yield_now();
        }
        assert_eq!(wake.jobs(), 0);
        pending.start(Job::apart(&wake, || 7));
        while !pending.is_finished() {
            std::thread::yield_now();
        }
        assert_eq!((pending.poll(), pending.is_running()), (Some(7), false));
    }

    #[test]
    fn a_job_counts_until_its_answer_is_taken_or_nobody_wants_it() {
        let (pool, wake) = (TaskPool::new(), WakeWindow::default());
        let mut pending = Pending::default();
        pending.start(Job::spawn(&pool, &wake, || 7));
        while !pending.is_finished() {
            std::thread::yield_now();
        }
        assert_eq!(wake.jobs(), 1);
        assert!(!wake.was_any_taken.load(Ordering::Relaxed));
        assert_eq!((pending.poll(), wake.jobs()), (Some(7), 0));
        assert!(wake.was_any_taken.load(Ordering::Relaxed), "and another frame follows");
        Job::spawn(&pool, &wake, || ()).detach();
        while wake.jobs() > 0 {
            std::thread::yield_now();
        }
    }
}
