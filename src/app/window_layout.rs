//! How the window is divided between the table and the panels.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::game::active::{ActiveGame, Purpose};
use super::settings::Settings;
use super::ui_state::Screen;
use crate::layout::{Layout, Room};
use crate::table::scene::TableScene;
use crate::table::schedule::Frame;
use crate::table::viewport::{Insets, TableViewport, TableZoom};

/// The height of the bar at the top, in points.
pub const BAR: f32 = 64.0;
/// The width of the panel at the right, and of one that stays there in a narrow window.
const SIDE: f32 = 300.0;
const NARROW_SIDE: f32 = 216.0;
/// The height of the bar that the side panel folds to in a narrow window.
pub const FOLDED: f32 = 64.0;
/// The height of the strip that a replay is controlled with.
const STRIP: f32 = 64.0;
/// The height of what a review says above the strip.
pub const REVIEW: f32 = 80.0;
/// Windows narrower than this have no side panel.
pub const WIDE: f32 = 1100.0;

/// The smallest window, in points.
pub const SMALLEST: Vec2 = Vec2::new(960.0, 540.0);

/// The smallest room that panels can do with, in their own points: what is beside each other elsewhere is then below each
/// other, and scrolls.
const TIGHTEST: Vec2 = Vec2::new(640.0, 360.0);

/// Windows narrower than this, in points of the panels, are too tight for two things beside each other.
pub const TIGHT: f32 = 900.0;

/// The window in which panels have their usual size, in points. In larger ones they grow, half as fast.
const USUAL: Vec2 = Vec2::new(1280.0, 720.0);

/// The factor by which panels are enlarged: the scale of the settings, in percent, as far as the window has room, and
/// more in large windows.
pub fn zoom(window: Vec2, scale: u16) -> f32 {
    (grown(window) * f32::from(scale) / 100.0).min(room(window))
}

/// The largest scale of the settings, in percent, for which a window has room.
pub fn largest_scale(window: Vec2) -> u16 {
    (100.0 * room(window) / grown(window)) as u16
}

/// The factor by which panels grow in a large window.
fn grown(window: Vec2) -> f32 {
    1.0 + ((window / USUAL).min_element() - 1.0).max(0.0) / 2.0
}

/// The largest factor that nothing is cut off with.
fn room(window: Vec2) -> f32 {
    (window / TIGHTEST).min_element().max(1.0)
}

/// Whether the side panel has room in a window of this size, in points of the panels.
pub fn is_wide(window: Vec2) -> bool {
    window.x >= WIDE
}

/// The height of the strip under a table of this game: none, a replay's slider, or what a lesson says, which has more lines in
/// a narrow window.
pub fn strip(game: &ActiveGame, window: Vec2) -> f32 {
    match game.purpose {
        Purpose::Replay => STRIP,
        Purpose::Lesson if is_wide(window) => 76.0,
        Purpose::Lesson if window.x >= TIGHT => 96.0,
        Purpose::Lesson => 138.0,
        _ => 0.0,
    }
}

/// The width of the panel beside a table, in points of the panels; `None` if it is folded to a line below the table.
pub fn side(window: Vec2, table: &Layout) -> Option<f32> {
    if is_wide(window) { Some(SIDE) } else { table.keeps_panel.then_some(NARROW_SIDE) }
}

/// What the panels leave for a table, on which this game lies, in points of the window.
pub fn insets(window: Vec2, zoom: f32, game: Option<&ActiveGame>, table: &Layout) -> Insets {
    let side = side(window / zoom, table);
    let strip = game.map_or(0.0, |game| strip(game, window / zoom));
    let line = match side {
        // In a narrow window it takes the place of the folded panel.
        _ if game.is_some_and(|game| game.review.is_on) => REVIEW,
        Some(_) => 0.0,
        None => FOLDED,
    };
    Insets { top: zoom * BAR, right: zoom * side.unwrap_or(0.0), bottom: zoom * (strip + line), left: 0.0 }
}

/// The room that the panels of this window leave for a game; `None` while the window has no size.
pub fn room_for(window: &Window, settings: &Settings, game: &ActiveGame) -> Option<Room> {
    let size = Vec2::new(window.width(), window.height());
    if size.min_element() <= 0.0 {
        return None;
    }
    let insets = insets(size, zoom(size, settings.scale), Some(game), &game.snapshot().layout);
    Some(insets.room(size))
}

pub fn plugin(app: &mut App) {
    app.add_systems(Update, (lay_for_room, fit).chain().run_if(in_state(Screen::Play)).in_set(Frame::Fit));
}

/// A table is laid anew when its room has other proportions, once all is still on it.
fn lay_for_room(
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    game: Option<ResMut<ActiveGame>>,
    mut scene: ResMut<TableScene>,
    settings: Res<Settings>,
) {
    let (Some(window), Some(mut game)) = (window, game) else { return };
    let room = room_for(&window, &settings, &game).filter(|room| *room != game.session().room());
    let Some(room) = room else { return };
    if scene.is_playing() {
        return;
    }
    game.update(|session| session.set_room(room));
    if game.hand_over().is_none() && !scene.layout.areas.is_empty() {
        scene.place(game.selected.shown_on(&game.snapshot().layout), &game.selected.placed);
    }
}

fn fit(
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    scene: Res<TableScene>,
    game: Option<Res<ActiveGame>>,
    (settings, zoom): (Res<Settings>, Res<TableZoom>),
    mut viewport: ResMut<TableViewport>,
) {
    let Some(window) = window else { return };
    let size = Vec2::new(window.width(), window.height());
    if size.min_element() <= 0.0 || scene.layout.areas.is_empty() {
        return;
    }
    let insets = insets(size, self::zoom(size, settings.scale), game.as_deref(), &scene.layout);
    let table = Vec2::from(scene.layout.size);
    viewport.set_if_neq(TableViewport::fit(size, window.scale_factor(), insets, table).closer(*zoom));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_grow_as_far_as_the_window_has_room() {
        assert_eq!(zoom(SMALLEST, 100), 1.0);
        assert_eq!(zoom(SMALLEST, 200), 1.5);
        assert_eq!(zoom(Vec2::new(1280.0, 720.0), 125), 1.25);
        assert_eq!(zoom(Vec2::new(1280.0, 720.0), 200), 2.0);
        assert_eq!(zoom(Vec2::new(1920.0, 1080.0), 100), 1.25);
        assert_eq!(zoom(Vec2::new(1920.0, 1080.0), 200), 2.5);
        assert_eq!(largest_scale(Vec2::new(1920.0, 1080.0)), 240);
        assert_eq!(largest_scale(SMALLEST), 150);
        assert_eq!(zoom(Vec2::new(300.0, 200.0), 150), 1.0);
    }
}
