//! Watching from outside: with `PARLOUR_TRACE=1` the program writes to standard error when it was ready, each turn
//! with the number of moves made, and at its end how many frames it drew while something moved. `scripts/measure` and
//! the window tests read it.

use std::io::Write as _;

use bevy::prelude::*;

use super::game::active::ActiveGame;
use super::game::turn::Turn;
use crate::table::motion::Moving;

#[derive(Resource, Default)]
struct Trace {
    frames: u32,
    drawn_moving: u32,
    seconds_moving: f64,
    slowest: f64,
    was_moving: bool,
}

pub fn plugin(app: &mut App) {
    if std::env::var_os("PARLOUR_TRACE").is_none() {
        return;
    }
    app.init_resource::<Trace>().add_systems(Last, (count, turns, report));
}

fn count(mut trace: ResMut<Trace>, moving: Res<Moving>, time: Res<Time<Real>>) {
    trace.frames += 1;
    // The first frame sets the fonts, the second draws the first screen, the third has it on the window.
    if trace.frames == 3 {
        let _ = writeln!(std::io::stderr(), "trace: ready after {:.3} s", time.startup().elapsed().as_secs_f64());
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
        let _ = writeln!(std::io::stderr(), "trace: turn {turn:?} after {moves} moves");
    }
}

fn report(mut exits: MessageReader<AppExit>, trace: Res<Trace>) {
    if exits.read().count() == 0 {
        return;
    }
    let rate = f64::from(trace.drawn_moving) / trace.seconds_moving.max(1e-9);
    let _ = writeln!(
        std::io::stderr(),
        "trace: {} frames, {} while moving in {:.2} s: {rate:.1} a second, slowest {:.1} ms",
        trace.frames,
        trace.drawn_moving,
        trace.seconds_moving,
        1000.0 * trace.slowest
    );
}
