//! Bots, hints and hindsight, thought out on threads of their own.

use bevy::prelude::*;
use bevy::tasks::{TaskPool, TaskPoolBuilder};
use bevy::window::RequestRedraw;

use super::active::{ActiveGame, StatusMessage};
use super::commands::GameCommands;
use super::turn::Turn;
use crate::engine::game::{Cancel, Hindsight};
use crate::engine::seats::Seat;
use crate::engine::table_session::{Computation, HintText};
use crate::table::job::{Job, Pending, WakeWindow};
use crate::table::motion::MotionSettings;
use crate::table::schedule::Frame;

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
    cancel: Cancel,
    pub(super) hint: Pending<Option<HintText>>,
    /// The move of the first bot in turn.
    bot: Pending<(Seat, Option<String>)>,
    pub(super) hindsight: Pending<Option<Hindsight>>,
}

impl Drop for Thoughts {
    fn drop(&mut self) {
        self.cancel.raise();
    }
}

impl ActiveGame {
    pub(super) fn stop_thinking(&mut self) {
        self.thoughts = Thoughts::default();
    }

    pub(super) fn think_of_hint(&mut self, pool: &BotPool, wake: &WakeWindow) {
        let work = self.session().hint_job(self.seat());
        let job = pool.start(work, &self.thoughts.cancel, wake);
        self.thoughts.hint.start(job);
    }

    pub(super) fn analyse_deal(&mut self, pool: &BotPool, wake: &WakeWindow) {
        if let Some(work) = self.session().hindsight_job() {
            let job = pool.start(work, &self.thoughts.cancel, wake);
            self.thoughts.hindsight.start(job);
        }
    }
}

pub fn plugin(app: &mut App) {
    let think = (start_bot, take_answers).chain().run_if(resource_exists::<ActiveGame>);
    app.init_resource::<BotPool>().add_systems(Update, think.in_set(Frame::Act));
}

/// Has the first bot in turn think, also while pieces still move.
pub(super) fn start_bot(mut game: ResMut<ActiveGame>, pool: Res<BotPool>, wake: Res<WakeWindow>) {
    if game.is_replay() || game.outcome.is_some() || game.thoughts.bot.is_running() {
        return;
    }
    let Some((seat, work)) = game.session().bot_job() else { return };
    let work: Computation<(Seat, Option<String>)> = Box::new(move |cancel| (seat, work(cancel)));
    let job = pool.start(work, &game.thoughts.cancel, &wake);
    game.bypass_change_detection().thoughts.bot.start(job);
}

/// How long the table is still before a bot moves, in seconds: people must be able to follow.
const BREATH: f32 = 0.5;

fn take_answers(
    mut game: ResMut<ActiveGame>,
    mut commands: GameCommands,
    turn: Option<Res<State<Turn>>>,
    (motion, time): (Res<MotionSettings>, Res<Time>),
    mut still: Local<f32>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let is_still = turn.is_some_and(|turn| matches!(turn.get(), Turn::Person | Turn::Bot));
    *still = if is_still && !commands.scene.is_playing() { *still + motion.step(&time) } else { 0.0 };
    let thoughts = &mut game.bypass_change_detection().thoughts;
    let is_ready = thoughts.bot.is_finished();
    if is_ready && *still < BREATH {
        redraw.write(RequestRedraw);
    }
    let bot = if is_ready && *still >= BREATH { thoughts.bot.poll() } else { None };
    let (hint, hindsight) = (thoughts.hint.poll(), thoughts.hindsight.poll());
    if let Some(hint) = hint {
        game.status = hint.map(StatusMessage::Hint);
    }
    if let Some(hindsight) = hindsight {
        game.hindsight = hindsight;
    }
    if let Some((seat, Some(mv))) = bot {
        *still = 0.0;
        commands.play(&mut game, seat, &mv);
    }
}
