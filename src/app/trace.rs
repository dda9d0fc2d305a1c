//! Measuring from outside: with `PARLOUR_TRACE=1` the program writes to standard error when it was ready, and at its
//! end how many frames it drew while something moved. `scripts/measure` reads it.

use std::io::Write as _;
use std::time::Instant;

use bevy::prelude::*;

use crate::table::motion::Moving;

#[derive(Resource)]
struct Trace {
    started: Instant,
    frames: u32,
    drawn_moving: u32,
    seconds_moving: f64,
    slowest: f64,
    last: Option<Instant>,
}

pub fn plugin(app: &mut App) {
    if std::env::var_os("PARLOUR_TRACE").is_none() {
        return;
    }
    let trace =
        Trace { started: Instant::now(), frames: 0, drawn_moving: 0, seconds_moving: 0.0, slowest: 0.0, last: None };
    app.insert_resource(trace).add_systems(Last, (count, report));
}

fn count(mut trace: ResMut<Trace>, moving: Res<Moving>) {
    let now = Instant::now();
    trace.frames += 1;
    // The first frame sets the fonts, the second draws the first screen, the third has it on the window.
    if trace.frames == 3 {
        let _ = writeln!(std::io::stderr(), "trace: ready after {:.3} s", trace.started.elapsed().as_secs_f64());
    }
    let since = trace.last.map(|last| now.duration_since(last).as_secs_f64());
    if let (true, Some(since)) = (moving.0, since) {
        trace.drawn_moving += 1;
        trace.seconds_moving += since;
        trace.slowest = trace.slowest.max(since);
    }
    trace.last = moving.0.then_some(now);
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
