//! Bots think while the table still moves, and move once it is still; hints, hindsight and reviews are shown when ready.

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::active::{ActiveGame, Purpose};
use super::commands::GameCommands;
use super::highlight;
use super::hints::GivenHint;
use super::jobs::BotPool;
use super::second_chances::SecondChances;
use super::turn::Turn;
use crate::app::store::Store;
use crate::app::ui_state::UiState;
use crate::engine::seats::Seat;
use crate::engine::table_session::Computation;
use crate::table::job::WakeWindow;
use crate::table::motion::MotionSettings;
use crate::table::pause::Pause;
use crate::table::schedule::Frame;

pub fn plugin(app: &mut App) {
    let think = (start_bot, take_answers, play_out, review, note_costly_moves, weigh).chain();
    let think = think.run_if(resource_exists::<ActiveGame>);
    app.init_resource::<BotPool>().add_systems(Update, think.in_set(Frame::Act));
}

/// Has the first bot in turn think, also while pieces still move.
pub(super) fn start_bot(mut game: ResMut<ActiveGame>, pool: Res<BotPool>, wake: Res<WakeWindow>) {
    if game.is_looked_back_at() || game.outcome.is_some() || game.thoughts.bot.is_running() {
        return;
    }
    let Some((seat, work)) = next_job(&game) else { return };
    let work: Computation<(Seat, Option<String>)> = Box::new(move |cancel| (seat, work(cancel)));
    let job = pool.start(work, &game.thoughts.cancel, &wake);
    game.bypass_change_detection().thoughts.bot.start(job);
}

/// What the first bot in turn has to think about. In a lesson, the others do what it says.
fn next_job(game: &ActiveGame) -> Option<(Seat, Computation<Option<String>>)> {
    if game.purpose != Purpose::Lesson {
        return game.session().bot_job();
    }
    let (seat, reply) = game.session().lesson_reply()?;
    Some((seat, Box::new(move |_| Some(reply.to_owned()))))
}

/// Has the moves of a finished game looked at, one after the other, and bots think again.
fn review(mut game: ResMut<ActiveGame>, pool: Res<BotPool>, wake: Res<WakeWindow>) {
    let game = game.bypass_change_detection();
    game.go_on_reviewing(&pool, &wake);
    game.go_on_checking_bots(&pool, &wake);
}

/// Notes in the history what a review has found out about a game, once it has looked at all of it.
fn note_costly_moves(mut game: ResMut<ActiveGame>, store: Res<Store>, mut ui: ResMut<UiState>) {
    let Some((name, costly)) = game.bypass_change_detection().costly_to_note() else { return };
    if let Err(error) = store.note_costly(game.session().info().id, &name, costly) {
        ui.say(format_args!("What the review found could not be added to your history: {error}"));
    }
}

/// Takes what was found out about a move that was tried in the place of a costly one.
fn weigh(mut game: ResMut<ActiveGame>) {
    if game.bypass_change_detection().chances.as_mut().is_some_and(SecondChances::take_answer) {
        // What is lit on the table changes with it.
        game.set_changed();
    }
}

/// How long the table is still before a bot moves, in seconds: people must be able to follow.
const BREATH: f32 = 0.5;

/// The breath before a bot's move, as far as it is taken.
struct Breath {
    left: f32,
    pause: Pause,
}

impl Default for Breath {
    fn default() -> Breath {
        Breath { left: BREATH, pause: Pause::default() }
    }
}

impl Breath {
    /// Goes on with it while a bot only waits for it. Returns whether it is taken; the next one begins then.
    fn is_taken(&mut self, goes_on: bool, pace: f32, time: &Time<Real>, wake: &WakeWindow) -> bool {
        if !goes_on {
            *self = Breath::default();
            return false;
        }
        let left = self.pause.go_on(self.left * pace, time, wake);
        self.left = if left > 0.0 { left / pace } else { BREATH };
        left <= 0.0
    }
}

/// Plays on for a person who has all that is left of the round.
fn play_out(mut game: ResMut<ActiveGame>, mut commands: GameCommands, turn: Option<Res<State<Turn>>>) {
    let is_turn = turn.is_some_and(|turn| *turn.get() == Turn::Person) && !commands.scene.is_playing();
    if !game.plays_out || !is_turn || !game.may_move() {
        return;
    }
    let seat = game.seat();
    let next = game.session().decided_move();
    match next {
        Some(mv) => commands.play(&mut game, seat, &mv),
        None => game.plays_out = false,
    }
}

fn take_answers(
    mut game: ResMut<ActiveGame>,
    mut commands: GameCommands,
    turn: Option<Res<State<Turn>>>,
    (motion, time, wake): (Res<MotionSettings>, Res<Time<Real>>, Res<WakeWindow>),
    mut breath: Local<Breath>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let is_still = turn.is_some_and(|turn| matches!(turn.get(), Turn::Person | Turn::Bot));
    let is_still = is_still && !commands.scene.is_playing();
    let is_paused = game.is_paused;
    // Nobody has to follow what is decided.
    let pace = if game.plays_out { 0.0 } else { motion.pace };
    let thoughts = &mut game.bypass_change_detection().thoughts;
    let is_ready = thoughts.bot.is_finished() && !is_paused;
    let may_move = breath.is_taken(is_ready && is_still, pace, &time, &wake);
    let bot = if may_move { thoughts.bot.poll() } else { None };
    let (hint, hindsight) = (thoughts.hint.poll(), thoughts.hindsight.poll());
    if let Some(left) = game.bypass_change_detection().puzzle.job.poll() {
        game.puzzle.found = left;
    }
    if let Some(hint) = hint {
        match hint {
            Some(text) => {
                let is_shown = |mv: &str| highlight::place_of(&game, commands.scene.settled(), mv).is_some();
                let hint = GivenHint::begun(text, game.hint_place(), commands.settings.hints_in_steps, is_shown);
                commands.give_hint(&mut game, hint, None);
            }
            None => game.status = None,
        }
    }
    if let Some(hindsight) = hindsight {
        game.hindsight = hindsight;
    }
    if let Some((seat, Some(mv))) = bot {
        commands.play(&mut game, seat, &mv);
        // Also where nothing of it is to be seen, the next one must begin to think.
        redraw.write(RequestRedraw);
    }
}
