//! The screen around a game's workshop.

use bevy_egui::egui::{self, Ui};

use super::parts::{button, screen_bar, screen_body};
use crate::app::game::jobs::BotPool;
use crate::app::messages::{GameAction, NavigationAction, RecordAction, Requests, WorkshopAction};
use crate::app::workshop::WorkshopState;
use crate::catalogue;
use crate::engine::game::Cancel;
use crate::table::job::WakeWindow;
use crate::table::panels::{Work, WorkshopContext, WorkshopRequest};
use crate::table::theme::{space, width};
use crate::table::widgets::Icon;

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
        button("Rules (F1)").icon(Icon::Rules).request(ui, requests, NavigationAction::OpenRules);
    });
    let mut panel_requests = Vec::new();
    let mut work = |work: Work| pool.start(Box::new(move |_| work()), &Cancel::new(), wake).detach();
    let margin = ((root.available_width() - width::WIDE) / 2.0).max(space::L);
    screen_body(root, egui::vec2(margin, space::M), |ui| {
        let (pasted, step, requests) = (pasted.take(), step.take(), &mut panel_requests);
        workshop.show(ui, &mut WorkshopContext { own, pasted, step, wake, work: &mut work, requests });
    });
    for request in panel_requests {
        match request {
            WorkshopRequest::Save(puzzle) => requests.push(WorkshopAction::Save(puzzle)),
            WorkshopRequest::Draft(text) => requests.push(WorkshopAction::KeepDraft(game, text)),
            WorkshopRequest::Copy(text) => requests.push(RecordAction::Copy(text)),
            WorkshopRequest::Paste => requests.push(RecordAction::Paste),
            WorkshopRequest::Try(options) => requests.push(GameAction::Try(game, options)),
        }
    }
}
