//! The bar below a lesson: what it says, how far it is, and the ways on.

use bevy_egui::egui::{self, Label, RichText, Ui};

use super::parts::{button, from_right, muted, primary_button};
use crate::app::game::active::ActiveGame;
use crate::app::messages::{GameAction, NavigationAction, Requests};
use crate::engine::lesson::Teaching;
use crate::table::theme::{self, size, space};

pub(super) fn show(ui: &mut Ui, game: &ActiveGame, teaching: Teaching, requests: &mut Requests) {
    let id = game.session().info().id;
    let is_over = teaching.rule.is_none();
    ui.horizontal_centered(|ui| {
        ui.add_space(space::S);
        from_right(ui, |ui| {
            let leave = if is_over { primary_button("Play a deal") } else { button("Leave") };
            leave.request(ui, requests, NavigationAction::OpenSetup(id));
            button("Start over").request(ui, requests, GameAction::Learn(id));
            let (now, all) = teaching.step;
            muted(ui, if is_over { "Done".to_owned() } else { format!("{now} of {all}") });
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                let words = RichText::new(teaching.says).font(theme::body(size::SECOND));
                ui.add(Label::new(words).wrap());
            });
        });
    });
}
