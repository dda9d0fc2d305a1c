//! Watching from outside: with `PARLOUR_TRACE=1` the program writes to standard error what it does. `scripts/measure` and
//! the window tests read it.
//!
//! ```text
//! trace: ready after 0.412 s                   the first screen is on the window
//! trace: turn Person after 3 moves             each turn, with the number of moves made
//! trace: input 17 at 640,360 in 1280x720       what this frame knows of: so many keys and buttons of the mouse, pressed or
//!                                              released; where the pointer is; how large the window is
//! trace: still 17 at 640,360 in 1280x720       it has done all that follows from this, and would sleep
//! trace: shown 3                               and the window shows that, for the third time that it was asked for
//! trace: stirs                                 another frame begins: it may be still no longer
//! trace: 912 frames, 340 while moving in …     at its end
//! ```
//!
//! With `PARLOUR_TRACE=late`, all that is done on other threads comes late by chance, too.
//!
//! So whoever knows what they sent knows whether the program has done it. That the window shows it costs a few more frames, so it
//! is asked for: each line on standard input asks once. Carets do not blink meanwhile: one that blinks is never still.

use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

use bevy::ecs::message::{MessageCursor, Messages};
use bevy::input::keyboard::KeyboardInput;
use bevy::input::mouse::MouseButtonInput;
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, RequestRedraw};
use bevy_egui::EguiContexts;

use super::game::active::ActiveGame;
use super::game::turn::Turn;
use super::platform::last_frame::UnfinishedFrames;
use crate::table::job::{self, WakeWindow};
use crate::table::motion::Moving;

#[derive(Resource, Default)]
struct Trace {
    frames: u32,
    drawn_moving: u32,
    seconds_moving: f64,
    slowest: f64,
    was_moving: bool,
}

/// What the program knows of, and for how long nothing has followed from it.
#[derive(Resource, Default)]
struct Stillness {
    inputs: usize,
    /// As it was said last.
    known: String,
    /// Frames in a row after which the program would have slept.
    frames: u32,
    was_said: bool,
    /// How often it was said that the window shows everything.
    shown: usize,
}

/// How often it was asked that the window show everything.
#[derive(Resource, Clone, Default)]
struct PicturesAsked(Arc<AtomicUsize>);

/// In the last of so many frames in a row, what the first of them shows is surely on the window: a display has three pictures,
/// so the fourth is drawn where the first was, which must have been shown before; and the sixth begins once the fourth is drawn.
const SHOWN: u32 = 6;

pub fn plugin(app: &mut App) {
    let Some(how) = std::env::var_os("PARLOUR_TRACE") else { return };
    if how == "late" {
        app.world_mut().get_resource_or_init::<WakeWindow>().be_late(by_chance);
    }
    app.init_resource::<Trace>()
        .init_resource::<Stillness>()
        .init_resource::<PicturesAsked>()
        .add_systems(PostStartup, listen)
        .add_systems(First, stir)
        .add_systems(Update, hold_caret)
        .add_systems(Last, (count, turns, report, (hear, rest).chain().after(job::follow_up)));
}

/// Up to a third of a second.
fn by_chance() -> Duration {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Duration::from_micros(u64::from(now.subsec_nanos() % 300_000))
}

/// Writes a line at once: who reads it never finds half of it.
fn say(words: std::fmt::Arguments<'_>) {
    let _ = std::io::stderr().write_all(format!("trace: {words}\n").as_bytes());
}

fn count(mut trace: ResMut<Trace>, moving: Res<Moving>, time: Res<Time<Real>>) {
    trace.frames += 1;
    // The first frame sets the fonts, the second draws the first screen, the third has it on the window.
    if trace.frames == 3 {
        say(format_args!("ready after {:.3} s", time.startup().elapsed().as_secs_f64()));
    }
    if moving.0 && trace.was_moving {
        let since = time.delta_secs_f64();
        trace.drawn_moving += 1;
        trace.seconds_moving += since;
        trace.slowest = trace.slowest.max(since);
    }
    trace.was_moving = moving.0;
}

fn turns(mut changes: MessageReader<StateTransitionEvent<Turn>>, game: Option<Res<ActiveGame>>) {
    for turn in changes.read().filter_map(|change| change.entered) {
        let moves = game.as_ref().map_or(0, |game| game.session().moves().0);
        say(format_args!("turn {turn:?} after {moves} moves"));
    }
}

/// Takes in what is asked for, on a thread that ends with standard input.
fn listen(asked: Res<PicturesAsked>, wake: Res<WakeWindow>) {
    let (asked, wake) = (asked.clone(), wake.clone());
    let lines = std::thread::Builder::new().name("trace".to_owned()).spawn(move || {
        for _ in std::io::stdin().lines().map_while(Result::ok) {
            asked.0.fetch_add(1, Ordering::Relaxed);
            wake.wake();
        }
    });
    if let Err(error) = lines {
        say(format_args!("nothing can be asked for: {error}"));
    }
}

/// Before anything of a frame can be seen from outside.
fn stir(mut stillness: ResMut<Stillness>) {
    if std::mem::take(&mut stillness.was_said) {
        say(format_args!("stirs"));
    }
}

fn hold_caret(mut contexts: EguiContexts) {
    if let Ok(context) = contexts.ctx_mut() {
        context.all_styles_mut(|style| style.visuals.text_cursor.blink = false);
    }
}

fn hear(
    mut keys: MessageReader<KeyboardInput>,
    mut buttons: MessageReader<MouseButtonInput>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    mut stillness: ResMut<Stillness>,
) {
    stillness.inputs += keys.read().filter(|key| !key.repeat).count() + buttons.read().count();
    let Some(window) = window else { return };
    let pointer = window.physical_cursor_position();
    let pointer = pointer.map_or("nowhere".to_owned(), |at| format!("{:.0},{:.0}", at.x, at.y));
    let known =
        format!("{} at {pointer} in {}x{}", stillness.inputs, window.physical_width(), window.physical_height());
    if known != stillness.known {
        say(format_args!("input {known}"));
        stillness.known = known;
    }
}

/// Whether the window would sleep after this frame, and be woken by nothing but input.
fn rest(
    mut stillness: ResMut<Stillness>,
    mut redraws: ResMut<Messages<RequestRedraw>>,
    mut seen: Local<MessageCursor<RequestRedraw>>,
    (game, turn): (Option<Res<ActiveGame>>, Option<Res<State<Turn>>>),
    (wake, unfinished, asked): (Res<WakeWindow>, Res<UnfinishedFrames>, Res<PicturesAsked>),
) {
    // What a bot may not play yet waits for a person.
    let is_bots_time = turn.is_some_and(|turn| matches!(turn.get(), Turn::Person | Turn::Bot));
    let waits = game.is_some_and(|game| game.has_bots_answer() && (game.is_paused || !is_bots_time));
    let waiting = usize::from(waits);
    if seen.read(&redraws).count() > 0 || wake.jobs() > waiting {
        stillness.frames = 0;
        return;
    }
    // What was missing in a picture is in those that are drawn from now on.
    stillness.frames = if unfinished.is_last_whole() { stillness.frames + 1 } else { 1 };
    say(format_args!("still {}", stillness.known));
    stillness.was_said = true;
    let asked = asked.0.load(Ordering::Relaxed);
    if stillness.shown == asked {
        return;
    }
    if stillness.frames < SHOWN {
        redraws.write(RequestRedraw);
        return seen.clear(&redraws);
    }
    stillness.shown = asked;
    say(format_args!("shown {asked}"));
}

fn report(mut exits: MessageReader<AppExit>, trace: Res<Trace>) {
    if exits.read().count() == 0 {
        return;
    }
    let rate = f64::from(trace.drawn_moving) / trace.seconds_moving.max(1e-9);
    say(format_args!(
        "{} frames, {} while moving in {:.2} s: {rate:.1} a second, slowest {:.1} ms",
        trace.frames,
        trace.drawn_moving,
        trace.seconds_moving,
        1000.0 * trace.slowest
    ));
}
