//! A closer look at the table: the wheel enlarges it about the pointer, a drag on the cloth moves it, and the focus of those
//! who play by keys stays in view.
//!
//! Boards that grow are shown whole, however large; this is for reading one part of them.

use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::input::{InputEnabled, PointerState};
use super::scene::TableScene;
use super::schedule::Frame;
use super::viewport::{TableViewport, TableZoom};
use crate::layout::AreaId;

/// So many points of a touchpad's scrolling are a notch.
const POINTS_PER_NOTCH: f32 = 50.0;

/// How close to the edge of its room, in points, the focus may come before the table moves.
const MARGIN: f32 = 24.0;

pub fn plugin(app: &mut App) {
    app.add_message::<CursorMoved>()
        .add_systems(Update, (wheel, pan, follow_focus).chain().after(Frame::Turn).before(Frame::Fit));
}

fn wheel(
    mut turned: MessageReader<MouseWheel>,
    enabled: Res<InputEnabled>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    viewport: Res<TableViewport>,
    mut zoom: ResMut<TableZoom>,
) {
    let notches = |event: &MouseWheel| match event.unit {
        MouseScrollUnit::Line => event.y,
        MouseScrollUnit::Pixel => event.y / POINTS_PER_NOTCH,
    };
    let notches: f32 = turned.read().map(notches).sum();
    let at = window.and_then(|window| window.cursor_position()).filter(|at| viewport.is_in_room(*at));
    if let Some(at) = at.filter(|_| enabled.0 && notches != 0.0) {
        zoom.set_if_neq(zoom.about(viewport.table_point(at), notches, &viewport));
    }
}

/// A drag that carries nothing moves the table.
fn pan(
    mut moves: MessageReader<CursorMoved>,
    buttons: Res<ButtonInput<MouseButton>>,
    enabled: Res<InputEnabled>,
    mut pointer: ResMut<PointerState>,
    viewport: Res<TableViewport>,
    mut zoom: ResMut<TableZoom>,
) {
    let by: Vec2 = moves.read().filter_map(|moved| moved.delta).sum();
    if zoom.factor <= 1.0 || !enabled.0 || by == Vec2::ZERO {
        return;
    }
    if buttons.pressed(MouseButton::Middle) || pointer.drags_the_cloth(by) {
        zoom.set_if_neq(zoom.moved(by, &viewport));
    }
}

/// Where keys or a gamepad lead, the table follows.
fn follow_focus(
    scene: Res<TableScene>,
    viewport: Res<TableViewport>,
    mut last: Local<Option<AreaId>>,
    mut zoom: ResMut<TableZoom>,
) {
    if !scene.is_changed() || *last == scene.focus {
        return;
    }
    *last = scene.focus;
    let area = scene.focus.and_then(|focus| scene.settled().area(focus));
    if let Some(area) = area.filter(|_| zoom.factor > 1.0) {
        let by = viewport.towards_room(area.centre, Vec2::from(area.size) * viewport.scale / 2.0 + MARGIN);
        zoom.set_if_neq(zoom.moved(by, &viewport));
    }
}
