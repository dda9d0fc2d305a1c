//! The window does not go to sleep on a picture that is not whole.
//!
//! A program that draws all the time shows a moment later what was missing in a frame. This one sleeps when nothing happens, so what
//! the renderer left out of the last frame would be missing until somebody moves the mouse. It leaves things out on a busy machine: a
//! pipeline is still being compiled, and what it draws is skipped; or the window system has no buffer to draw into in time, and the
//! whole frame is. Then it asks for another frame.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bevy::prelude::*;
use bevy::render::render_resource::PipelineCache;
use bevy::render::view::ExtractedWindows;
use bevy::render::{Render, RenderApp, RenderSystems};

use crate::table::job::WakeWindow;

/// So many frames in a row are asked for at most: a window that is minimised may never have a buffer.
const MOST: usize = 120;

/// How many frames in a row were not whole, up to the last one that was drawn.
#[derive(Resource, Clone, Default)]
pub struct UnfinishedFrames(Arc<AtomicUsize>);

impl UnfinishedFrames {
    pub fn is_last_whole(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}

pub fn plugin(app: &mut App) {
    let unfinished = UnfinishedFrames::default();
    let wake = app.world_mut().get_resource_or_init::<WakeWindow>().clone();
    app.insert_resource(unfinished.clone());
    if let Some(renderer) = app.get_sub_app_mut(RenderApp) {
        renderer.insert_resource(unfinished).insert_resource(wake);
        renderer.add_systems(Render, look_at_frame.in_set(RenderSystems::Cleanup));
    }
}

fn look_at_frame(
    pipelines: Res<PipelineCache>,
    windows: Res<ExtractedWindows>,
    (unfinished, wake): (Res<UnfinishedFrames>, Res<WakeWindow>),
) {
    let is_compiling = pipelines.waiting_pipelines().next().is_some();
    // The view of a buffer stays until the next frame begins.
    let has_no_buffer = windows.values().any(|window| window.swap_chain_texture_view.is_none());
    if !(is_compiling || has_no_buffer) {
        return unfinished.0.store(0, Ordering::Relaxed);
    }
    if unfinished.0.fetch_add(1, Ordering::Relaxed) < MOST {
        wake.wake();
    }
}
