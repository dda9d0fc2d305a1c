//! Frames have the time of their own beginning.

use std::time::Instant;

use bevy::prelude::*;
use bevy::time::{TimeSystems, TimeUpdateStrategy};

pub fn plugin(app: &mut App) {
    app.add_systems(First, read_clock.before(TimeSystems));
}

/// Left to itself a frame has the time at which the one before was shown, which in a window that sleeps may be minutes ago:
/// a press would count as made then, and a click as a long press.
fn read_clock(mut clock: ResMut<TimeUpdateStrategy>) {
    *clock = TimeUpdateStrategy::ManualInstant(Instant::now());
}
