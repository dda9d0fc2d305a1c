//! The table for screen readers: every area by name with what lies there, a description of the whole, and what was just
//! played or said. Panels speak for themselves, being egui's.
//!
//! The areas are egui widgets that are never drawn and never take the pointer; while no screen reader listens, they are
//! not even made.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::egui::accesskit::{Action as AccessAction, Live, Role};
use bevy_egui::egui::{self, Id, Sense, Ui, UiBuilder, WidgetInfo, WidgetType};
use bevy_egui::{EguiOutput, EguiPostUpdateSet};

use crate::app::game::active::ActiveGame;
use crate::app::keys::PanelHasKeys;
use crate::app::messages::{Requests, TableAction};
use crate::app::ui_state::UiState;
use crate::layout::AreaId;
use crate::table::scene::TableScene;
use crate::table::viewport::TableViewport;

pub(super) fn plugin(app: &mut App) {
    let focus = mend_focus.after(EguiPostUpdateSet::ProcessOutput).before(EguiPostUpdateSet::PostProcessOutput);
    app.add_systems(PostUpdate, focus);
}

/// Where the table's focus is.
#[derive(SystemParam)]
struct TableFocus<'w> {
    scene: Res<'w, TableScene>,
    ui: Res<'w, UiState>,
    panel: Res<'w, PanelHasKeys>,
}

/// The focus as a screen reader has it: the one on the table, unless a panel has it. A focus that names nothing
/// there would end the program, deep in a library.
fn mend_focus(mut outputs: Query<&mut EguiOutput>, focus: TableFocus) {
    let at_table = focus.ui.page.is_none() && !focus.panel.focused;
    for mut output in &mut outputs {
        let Some(update) = &mut output.platform_output.accesskit_update else { continue };
        if let Some(area) = focus.scene.focus.filter(|_| at_table) {
            update.focus = id_of(area).accesskit_id();
        }
        if !update.nodes.iter().any(|(id, _)| *id == update.focus) {
            update.focus = egui::accesskit_root_id().accesskit_id();
        }
    }
}

fn id_of(area: AreaId) -> Id {
    Id::new(("area", area))
}

/// Names the window.
pub(super) fn name_window(context: &egui::Context, title: &str) {
    context.accesskit_node_builder(egui::accesskit_root_id(), |node| node.set_label(title));
}

/// The table in words.
pub(super) fn show(
    root: &mut Ui,
    game: &ActiveGame,
    scene: &TableScene,
    viewport: &TableViewport,
    said: &str,
    requests: &mut Requests,
) {
    let context = root.ctx().clone();
    let group = root.new_child(UiBuilder::new().id_salt("table").max_rect(root.max_rect()));
    let listens = context.accesskit_node_builder(group.unique_id(), |node| {
        node.set_role(Role::Group);
        node.set_label(format!("{}: the table", game.session().info().title));
        node.set_description(game.snapshot().described.as_str());
    });
    if listens.is_none() {
        return;
    }
    let layout = scene.settled();
    for area in &layout.areas {
        let id = id_of(area.id);
        let (centre, size) = (viewport.screen(area.centre), Vec2::from(area.size) * viewport.scale);
        let zoom = context.zoom_factor();
        let place = egui::Rect::from_center_size(
            egui::pos2(centre.x / zoom, centre.y / zoom),
            egui::vec2(size.x / zoom, size.y / zoom),
        );
        let (name, may_go) = (layout.spoken(area), scene.highlight.lit.contains(&area.id));
        // What no key reaches is only to be read.
        let kind = if area.key.is_some() || may_go { WidgetType::Button } else { WidgetType::Label };
        group.interact(place, id, Sense::hover()).widget_info(|| WidgetInfo::labeled(kind, may_go, &name));
        context.accesskit_node_builder(id, |node| {
            node.add_action(AccessAction::Focus);
            node.add_action(AccessAction::Click);
        });
        if context.input(|input| input.has_accesskit_action_request(id, AccessAction::Focus)) {
            requests.push(TableAction::Point(area.id));
        }
        if context.input(|input| input.has_accesskit_action_request(id, AccessAction::Click)) {
            requests.push(TableAction::Bring(None, area.id));
        }
    }
    speak(&context, &group, game, said);
}

/// What was played last and what is said now, read aloud when it changes.
fn speak(context: &egui::Context, group: &Ui, game: &ActiveGame, said: &str) {
    let last = game.snapshot().moves.last().map_or(String::new(), |last| format!("{last}. "));
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
