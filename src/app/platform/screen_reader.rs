//! The table for a screen reader: every slot by name with what lies there, a description of the whole, and what was
//! just played or said. Panels tell of themselves, being egui's.
//!
//! The slots are egui widgets that are never drawn and never take the pointer; while no screen reader listens, they are
//! not even made.

use bevy::a11y::AccessibilityRequested;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy::winit::accessibility::WinitActionRequestHandlers;
use bevy_egui::egui::accesskit::{Action as Wish, Live, Role};
use bevy_egui::egui::{self, Id, Sense, Ui, UiBuilder, WidgetInfo, WidgetType};
use bevy_egui::input::EguiInputEvent;
use bevy_egui::{EguiInputSet, EguiOutput, EguiPostUpdateSet, EguiPreUpdateSet, PrimaryEguiContext};

use super::super::desk::{Action, Desk};
use super::super::keys::PanelHasKeys;
use super::super::play::Table;
use crate::engine::layout::SlotId;
use crate::table::felt::Felt;
use crate::table::motion::Wake;
use crate::table::pieces::Shown;

/// Lets a screen reader see and act.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PreUpdate,
        hear.in_set(EguiPreUpdateSet::ProcessInput).before(EguiInputSet::WriteEguiEvents).run_if(listens),
    )
    .add_systems(
        PostUpdate,
        mend_focus.after(EguiPostUpdateSet::ProcessOutput).before(EguiPostUpdateSet::PostProcessOutput),
    )
    .add_systems(Update, watch);
}

fn listens(requested: Option<Res<AccessibilityRequested>>) -> bool {
    requested.is_some_and(|requested| requested.get())
}

/// How long a screen reader's wish may wait before the sleeping window is woken for it.
const PATIENCE: std::time::Duration = std::time::Duration::from_millis(30);

/// Wishes of a screen reader do not wake the window. While one listens, a thread looks for them.
fn watch(
    requested: Option<Res<AccessibilityRequested>>,
    handlers: Option<Res<WinitActionRequestHandlers>>,
    wake: Res<Wake>,
    mut watches: Local<bool>,
) {
    let (Some(requested), Some(handlers), false) = (requested, handlers, *watches) else { return };
    let Some(handler) = handlers.values().next().filter(|_| requested.get()) else { return };
    *watches = true;
    let (handler, wake) = (handler.clone(), wake.clone());
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(PATIENCE);
            if handler.lock().is_ok_and(|wishes| !wishes.is_empty()) {
                wake.wake();
            }
        }
    });
}

/// Passes a screen reader's wishes on to the panels.
pub(super) fn hear(
    handlers: Option<Res<WinitActionRequestHandlers>>,
    context: Option<Single<Entity, With<PrimaryEguiContext>>>,
    mut events: MessageWriter<EguiInputEvent>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let (Some(handlers), Some(context)) = (handlers, context) else { return };
    for handler in handlers.values() {
        let Ok(mut wishes) = handler.lock() else { continue };
        for wish in wishes.drain(..) {
            events.write(EguiInputEvent { context: *context, event: egui::Event::AccessKitActionRequest(wish) });
            redraw.write(RequestRedraw);
        }
    }
}

/// Where the ring is.
#[derive(SystemParam)]
struct Ring<'w> {
    shown: Res<'w, Shown>,
    desk: Res<'w, Desk>,
    panel: Res<'w, PanelHasKeys>,
}

/// The focus that a screen reader is told of: the ring on the table, unless a panel has it. A focus that names nothing
/// there would end the program, deep in a library.
fn mend_focus(mut outputs: Query<&mut EguiOutput>, ring: Ring) {
    let at_table = ring.desk.page.is_none() && !ring.panel.focused;
    for mut output in &mut outputs {
        let Some(update) = &mut output.platform_output.accesskit_update else { continue };
        if let Some(slot) = ring.shown.focus.filter(|_| at_table) {
            update.focus = id_of(slot).accesskit_id();
        }
        if !update.nodes.iter().any(|(id, _)| *id == update.focus) {
            update.focus = egui::accesskit_root_id().accesskit_id();
        }
    }
}

fn id_of(slot: SlotId) -> Id {
    Id::new(("slot", slot.0))
}

/// Names the window.
pub(super) fn name_window(context: &egui::Context, title: &str) {
    context.accesskit_node_builder(egui::accesskit_root_id(), |node| node.set_label(title));
}

/// The table in words.
pub(super) fn show(root: &mut Ui, table: &Table, shown: &Shown, felt: &Felt, said: &str, asked: &mut Vec<Action>) {
    let context = root.ctx().clone();
    let group = root.new_child(UiBuilder::new().id_salt("table").max_rect(root.max_rect()));
    let listens = context.accesskit_node_builder(group.unique_id(), |node| {
        node.set_role(Role::Group);
        node.set_label(format!("{}: the table", table.session.info().title));
        node.set_description(table.session.described());
    });
    if listens.is_none() {
        return;
    }
    let layout = shown.settled();
    for slot in &layout.slots {
        let id = id_of(slot.id);
        let (centre, size) = (felt.screen(slot.centre), Vec2::from(slot.size) * felt.scale);
        let zoom = context.zoom_factor();
        let place = egui::Rect::from_center_size(
            egui::pos2(centre.x / zoom, centre.y / zoom),
            egui::vec2(size.x / zoom, size.y / zoom),
        );
        let (name, may_go) = (layout.spoken(slot), shown.lit.contains(&slot.id));
        // What no key reaches is only to be read.
        let kind = if slot.key.is_some() || may_go { WidgetType::Button } else { WidgetType::Label };
        group.interact(place, id, Sense::hover()).widget_info(|| WidgetInfo::labeled(kind, may_go, &name));
        context.accesskit_node_builder(id, |node| {
            node.add_action(Wish::Focus);
            node.add_action(Wish::Click);
        });
        if context.input(|input| input.has_accesskit_action_request(id, Wish::Focus)) {
            asked.push(Action::Point(slot.id));
        }
        if context.input(|input| input.has_accesskit_action_request(id, Wish::Click)) {
            asked.push(Action::Bring(None, slot.id));
        }
    }
    speak(&context, &group, table, said);
}

/// What was played last and what is said now, read aloud when it changes.
fn speak(context: &egui::Context, group: &Ui, table: &Table, said: &str) {
    let last = table.session.told_by_name().pop().map_or(String::new(), |told| format!("{told}. "));
    let text = format!("{last}{said}");
    let id = Id::new("said");
    let place = egui::Rect::from_min_size(group.max_rect().min, egui::vec2(1.0, 1.0));
    group.interact(place, id, Sense::hover()).widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &text));
    context.accesskit_node_builder(id, |node| {
        node.set_role(Role::Status);
        node.set_label(text.as_str());
        node.clear_value();
        node.set_live(Live::Polite);
    });
}
