//! How the window is divided between the table and the panels. Both sides take their measures from here.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::desk::Screen;
use super::play::Table;
use super::settings::Settings;
use crate::table::felt::{Felt, Fit, Insets};
use crate::table::pieces::{Follow, Shown};

/// The height of the bar at the top, in points.
pub const BAR: f32 = 64.0;
/// The width of the panel at the right.
pub const SIDE: f32 = 300.0;
/// The height of the bar that the side panel folds to in a narrow window.
pub const FOLDED: f32 = 64.0;
/// The height of the strip with which a replay is moved through, or a lesson speaks.
pub const STRIP: f32 = 64.0;
/// Windows narrower than this have no side panel.
pub const WIDE: f32 = 1100.0;

/// The smallest window in which nothing is cut off, in points.
pub const SMALLEST: Vec2 = Vec2::new(960.0, 540.0);

/// How much larger than drawn the panels are: as much as is asked for, in percent, and the window has room for.
pub fn zoom(window: Vec2, scale: u16) -> f32 {
    (f32::from(scale) / 100.0).min((window / SMALLEST).min_element()).max(1.0)
}

/// Whether the side panel has room in a window of this size, in points of the panels.
pub fn is_wide(window: Vec2) -> bool {
    window.x >= WIDE
}

/// What the panels leave for the table, in points of the window.
pub fn insets(window: Vec2, zoom: f32, has_strip: bool) -> Insets {
    let strip = if has_strip { STRIP } else { 0.0 };
    let (right, bottom) = if is_wide(window / zoom) { (SIDE, strip) } else { (0.0, FOLDED + strip) };
    Insets { top: zoom * BAR, right: zoom * right, bottom: zoom * bottom, left: 0.0 }
}

/// Keeps [`Felt`] and [`Insets`] true.
pub fn plugin(app: &mut App) {
    app.init_resource::<Insets>()
        .configure_sets(Update, Fit.after(super::play::Obey).before(Follow))
        .add_systems(Update, fit.in_set(Fit));
}

fn fit(
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    screen: Res<State<Screen>>,
    shown: Res<Shown>,
    table: Option<Res<Table>>,
    settings: Res<Settings>,
    mut felt: ResMut<Felt>,
    mut panels: ResMut<Insets>,
) {
    let Some(window) = window else { return };
    let size = Vec2::new(window.width(), window.height());
    let zoom = zoom(size, settings.scale);
    let of_table = insets(size, zoom, table.is_some_and(|table| table.has_strip()));
    panels.set_if_neq(if *screen.get() == Screen::Play { of_table } else { Insets { top: zoom * BAR, ..default() } });
    if size.min_element() <= 0.0 || shown.layout.slots.is_empty() {
        return;
    }
    let table = Vec2::from(shown.layout.size);
    felt.set_if_neq(Felt::fit(size, window.scale_factor(), of_table, table));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_grow_as_far_as_the_window_has_room() {
        assert_eq!(zoom(SMALLEST, 200), 1.0);
        assert_eq!(zoom(Vec2::new(1280.0, 720.0), 125), 1.25);
        assert_eq!(zoom(Vec2::new(1280.0, 720.0), 200), 1280.0 / 960.0);
        assert_eq!(zoom(Vec2::new(1920.0, 1080.0), 200), 2.0);
        assert_eq!(zoom(Vec2::new(300.0, 200.0), 150), 1.0);
    }
}
