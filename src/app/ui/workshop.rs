//! The screen around a game's workshop.

use bevy_egui::egui::{self, Ui};

use super::parts::screen_bar;
use crate::app::game::thinking::BotPool;
use crate::app::messages::{GameAction, NavigationAction, RecordAction, Requests, WorkshopAction};
use crate::app::workshop::WorkshopState;
use crate::catalogue;
use crate::engine::game::Cancel;
use crate::table::job::WakeWindow;
use crate::table::panels::{Work, WorkshopContext, WorkshopRequest};
use crate::table::theme::{space, width};
use crate::table::widgets::{self, ButtonStyle, Icon};

pub(super) fn show(
    root: &mut Ui,
    state: &mut WorkshopState,
    pool: &BotPool,
    wake: &WakeWindow,
    requests: &mut Requests,
) {
    let WorkshopState { workshop, own, pasted, step } = state;
    let Some((game, workshop)) = workshop else { return };
    let title = catalogue::find(game).map_or("", |entry| entry.info.title);
    let back = Some(NavigationAction::OpenSetup(game));
    screen_bar(root, &format!("{title}: puzzle designer"), back, requests, |ui, requests| {
        if widgets::button(ui, Some(Icon::Rules), "Rules (F1)", ButtonStyle::Plain, true, false).clicked() {
            requests.push(NavigationAction::OpenRules);
        }
    });
    let mut wishes = Vec::new();
    let mut work = |work: Work| pool.start(Box::new(move |_| work()), &Cancel::new(), wake).detach();
    egui::CentralPanel::no_frame().show(root, |ui| {
        let margin = ((ui.available_width() - width::WIDE) / 2.0).max(space::L);
        let room = ui.available_rect_before_wrap().shrink2(egui::vec2(margin, space::M));
        ui.scope_builder(egui::UiBuilder::new().max_rect(room), |ui| {
            let (pasted, step) = (pasted.take(), step.take());
            workshop.show(ui, &mut WorkshopContext { own, pasted, step, wake, work: &mut work, requests: &mut wishes });
        });
    });
    for wish in wishes {
        match wish {
            WorkshopRequest::Save(puzzle) => requests.push(WorkshopAction::Save(puzzle)),
            WorkshopRequest::Draft(text) => requests.push(WorkshopAction::KeepDraft(game, text)),
            WorkshopRequest::Copy(text) => requests.push(RecordAction::Copy(text)),
            WorkshopRequest::Paste => requests.push(RecordAction::Paste),
            WorkshopRequest::Try(options) => requests.push(GameAction::Try(game, options)),
        }
    }
}
