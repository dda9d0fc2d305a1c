//! The computer goes from hand to hand: one name, and nothing else on the screen, until whoever is meant says so.

use bevy_egui::egui::{self, Ui};

use crate::app::game::active::ActiveGame;
use crate::app::messages::{Requests, TableAction};
use crate::table::panels::SeatedPlayer;
use crate::table::theme::{self, size, space};
use crate::table::widgets::{self, ButtonStyle, Icon};

pub(super) fn show(root: &mut Ui, game: &ActiveGame, seats: &[SeatedPlayer], focus: bool, requests: &mut Requests) {
    let ink = theme::of(root);
    let Some(seated) = game.hand_over().and_then(|seat| seats.get(seat.index())) else { return };
    let background = egui::Frame::new().fill(ink.panel.egui());
    egui::CentralPanel::default().frame(background).show(root, |ui| {
        let room = ui.available_rect_before_wrap();
        ui.painter().circle_filled(
            room.center_top() + egui::vec2(0.0, room.height() * 0.3),
            30.0,
            seated.colour.egui(),
        );
        widgets::marker(ui, room.center_top() + egui::vec2(0.0, room.height() * 0.3), 30.0, seated);
        ui.vertical_centered(|ui| {
            ui.add_space(room.height() * 0.3 + 30.0 + space::XL);
            ui.label(egui::RichText::new(&seated.name).font(theme::display(size::DISPLAY_L)));
            ui.add_space(space::S);
            let words = "Pass the computer to them; nobody else looks.";
            ui.label(egui::RichText::new(words).color(ink.muted.egui()));
            ui.add_space(space::XL);
        });
        widgets::centred_row(ui, "hand over", |ui| {
            let ready = widgets::button(ui, Some(Icon::Go), "I’m ready", ButtonStyle::Primary, true, false);
            if focus || ui.memory(|memory| memory.focused().is_none()) {
                ready.request_focus();
            }
            if ready.clicked() {
                requests.push(TableAction::TakeSeat);
            }
            if game.called.is_some()
                && widgets::button(ui, None, "Back to the table", ButtonStyle::Plain, true, false).clicked()
            {
                requests.push(TableAction::LeaveSeat);
            }
        });
    });
}
