//! The table for screen readers: every area by name with what lies there, a description of the whole, and what was just
//! played or said. Panels speak for themselves, being egui's.
//!
//! The areas are egui widgets that are never drawn and never take the pointer; while no screen reader listens, they are
//! not even made.

use bevy::prelude::*;
use bevy_egui::egui::accesskit::{Action as AccessAction, Live, Role};
use bevy_egui::egui::{self, Id, Rect, Sense, Ui, UiBuilder, WidgetInfo, WidgetType};
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

/// Gives screen readers the table's focus unless a panel has it. A focus that names nothing in the tree would end the
/// program, deep in a library.
fn mend_focus(
    mut outputs: Query<&mut EguiOutput>,
    scene: Res<TableScene>,
    ui: Res<UiState>,
    panel_has_keys: Res<PanelHasKeys>,
) {
    let at_table = ui.page.is_none() && !panel_has_keys.focused;
    for mut output in &mut outputs {
        let Some(update) = &mut output.platform_output.accesskit_update else { continue };
        if let Some(area) = scene.focus.filter(|_| at_table) {
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

pub(super) fn name_window(context: &egui::Context, title: &str) {
    context.accesskit_node_builder(egui::accesskit_root_id(), |node| node.set_label(title));
}

/// The table in words; `status` is what the bar above it says.
pub(super) fn show(
    root: &mut Ui,
    game: &ActiveGame,
    scene: &TableScene,
    viewport: &TableViewport,
    status: &str,
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
    let zoom = context.zoom_factor();
    for area in &layout.areas {
        let id = id_of(area.id);
        let centre = viewport.screen(area.centre) / zoom;
        let size = Vec2::from(area.size) * viewport.scale / zoom;
        let place = Rect::from_center_size(egui::pos2(centre.x, centre.y), egui::vec2(size.x, size.y));
        let (name, may_go) = (layout.spoken(area), scene.highlight.lit.contains(&area.id));
        // What no key reaches is only to be read.
        let kind = if area.key.is_some() || may_go { WidgetType::Button } else { WidgetType::Label };
        group.interact(place, id, Sense::hover()).widget_info(|| WidgetInfo::labeled(kind, may_go, &name));
        context.accesskit_node_builder(id, |node| {
            node.add_action(AccessAction::Focus);
            node.add_action(AccessAction::Click);
        });
        let asked = |action| context.input(|input| input.has_accesskit_action_request(id, action));
        if asked(AccessAction::Focus) {
            requests.push(TableAction::Point(area.id));
        }
        if asked(AccessAction::Click) {
            requests.push(TableAction::Bring(None, area.id));
        }
    }
    speak(&group, game, status);
}

/// What was played last and the status, read aloud when they change.
fn speak(group: &Ui, game: &ActiveGame, status: &str) {
    let last = game.snapshot().moves.last().map_or(String::new(), |last| format!("{last}. "));
    let text = format!("{last}{status}");
    let id = Id::new("said");
    let place = Rect::from_min_size(group.max_rect().min, egui::vec2(1.0, 1.0));
    group.interact(place, id, Sense::hover()).widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &text));
    group.ctx().accesskit_node_builder(id, |node| {
        node.set_role(Role::Status);
        node.set_label(text.as_str());
        node.clear_value();
        node.set_live(Live::Polite);
    });
}
