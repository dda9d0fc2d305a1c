//! Passes requests of screen readers on to the panels, also while the window sleeps.

use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use bevy::a11y::AccessibilityRequested;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy::winit::accessibility::WinitActionRequestHandlers;
use bevy_egui::input::EguiInputEvent;
use bevy_egui::{EguiInputSet, EguiPreUpdateSet, PrimaryEguiContext, egui};

use crate::table::job::WakeWindow;

pub fn plugin(app: &mut App) {
    let forward = forward.in_set(EguiPreUpdateSet::ProcessInput).before(EguiInputSet::WriteEguiEvents);
    app.add_systems(PreUpdate, forward.run_if(is_listening)).add_systems(Update, watch.run_if(is_listening));
}

fn is_listening(requested: Option<Res<AccessibilityRequested>>) -> bool {
    requested.is_some_and(|requested| requested.get())
}

/// How long a screen reader's request may wait for the sleeping window to be woken.
const PATIENCE: Duration = Duration::from_millis(30);

/// Requests of a screen reader do not wake the window by themselves: a thread looks for them, as long as a screen
/// reader listens and the window exists.
fn watch(
    requested: Res<AccessibilityRequested>,
    handlers: Option<Res<WinitActionRequestHandlers>>,
    wake: Res<WakeWindow>,
    mut watcher: Local<Option<JoinHandle<()>>>,
) {
    let is_watching = watcher.as_ref().is_some_and(|watcher| !watcher.is_finished());
    let Some(handler) = handlers.as_ref().and_then(|handlers| handlers.values().next()).filter(|_| !is_watching) else {
        return;
    };
    let (requested, handler, wake) = (requested.clone(), handler.clone(), wake.clone());
    let watch = move || {
        while requested.get() && Arc::strong_count(&handler) > 1 {
            thread::sleep(PATIENCE);
            if handler.lock().is_ok_and(|requests| !requests.is_empty()) {
                wake.wake();
            }
        }
    };
    *watcher = thread::Builder::new().name("screen reader".to_owned()).spawn(watch).ok();
}

pub fn forward(
    handlers: Option<Res<WinitActionRequestHandlers>>,
    context: Option<Single<Entity, With<PrimaryEguiContext>>>,
    mut events: MessageWriter<EguiInputEvent>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let (Some(handlers), Some(context)) = (handlers, context) else { return };
    for handler in handlers.values() {
        let Ok(mut requests) = handler.lock() else { continue };
        for request in requests.drain(..) {
            events.write(EguiInputEvent { context: *context, event: egui::Event::AccessKitActionRequest(request) });
            redraw.write(RequestRedraw);
        }
    }
}
