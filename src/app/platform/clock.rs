//! The time of a frame is when it begins.

use std::time::Instant;

use bevy::prelude::*;
use bevy::time::{TimeSystems, TimeUpdateStrategy};

pub fn plugin(app: &mut App) {
    app.add_systems(First, read_clock.before(TimeSystems));
}

/// By default the time of a frame is when the one before was shown, in a window that sleeps perhaps minutes ago: a
/// press would count as made then, and a click as a long press.
fn read_clock(mut clock: ResMut<TimeUpdateStrategy>) {
    *clock = TimeUpdateStrategy::ManualInstant(Instant::now());
}
