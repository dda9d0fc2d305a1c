//! How the window is divided between the table and the panels. Both sides take their measures from here.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::desk::Screen;
use super::play::Table;
use crate::table::felt::{Felt, Insets};
use crate::table::pieces::{Follow, Shown};

/// The height of the bar at the top, in points.
pub const BAR: f32 = 64.0;
/// The width of the panel at the right.
pub const SIDE: f32 = 300.0;
/// The height of the bar that the side panel folds to in a narrow window.
pub const FOLDED: f32 = 64.0;
/// The height of the strip with which a replay is moved through.
pub const SCRUBBER: f32 = 64.0;
/// Windows narrower than this have no side panel.
pub const WIDE: f32 = 1100.0;

/// Whether the side panel has room.
pub fn is_wide(window: Vec2) -> bool {
    window.x >= WIDE
}

/// What the panels leave for the table.
pub fn insets(window: Vec2, replays: bool) -> Insets {
    let strip = if replays { SCRUBBER } else { 0.0 };
    if is_wide(window) {
        Insets { top: BAR, right: SIDE, bottom: strip, left: 0.0 }
    } else {
        Insets { top: BAR, right: 0.0, bottom: FOLDED + strip, left: 0.0 }
    }
}

/// Keeps [`Felt`] and [`Insets`] true.
pub fn plugin(app: &mut App) {
    app.init_resource::<Insets>().add_systems(Update, fit.before(Follow).after(super::play::Obey));
}

fn fit(
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    screen: Res<State<Screen>>,
    shown: Res<Shown>,
    table: Option<Res<Table>>,
    mut felt: ResMut<Felt>,
    mut panels: ResMut<Insets>,
) {
    let Some(window) = window else { return };
    let size = Vec2::new(window.width(), window.height());
    let of_table = insets(size, table.is_some_and(|table| table.is_replay()));
    panels.set_if_neq(if *screen.get() == Screen::Play { of_table } else { Insets { top: BAR, ..default() } });
    if size.min_element() <= 0.0 || shown.layout.slots.is_empty() {
        return;
    }
    let table = Vec2::from(shown.layout.size);
    felt.set_if_neq(Felt::fit(size, window.scale_factor(), of_table, table));
}
