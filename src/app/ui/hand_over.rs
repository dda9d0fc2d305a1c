//! The computer goes from hand to hand: one name and nothing else on the screen, until that player is ready.

use bevy_egui::egui::{self, Ui};

use super::parts::{button, display, nothing_has_focus, primary_button};
use crate::app::game::active::ActiveGame;
use crate::app::messages::{Requests, TableAction};
use crate::table::panels::SeatedPlayer;
use crate::table::theme::{self, size, space};
use crate::table::widgets::{self, Icon};
use crate::words::{called, name_for_all, whose, with_names};

const MARKER_RADIUS: f32 = 30.0;

pub(super) fn show(root: &mut Ui, game: &ActiveGame, seats: &[SeatedPlayer], focus: bool, requests: &mut Requests) {
    let ink = theme::of(root);
    let names: Vec<&str> = seats.iter().map(|seated| name_for_all(&seated.name)).collect();
    let Some(seated) = game.hand_over().and_then(|seat| seats.get(seat.index())) else { return };
    let background = egui::Frame::new().fill(ink.panel.egui());
    egui::CentralPanel::default().frame(background).show(root, |ui| {
        let room = ui.available_rect_before_wrap();
        let down = room.height() * 0.3;
        widgets::marker(ui, room.center_top() + egui::vec2(0.0, down), MARKER_RADIUS, seated);
        ui.vertical_centered(|ui| {
            ui.add_space(down + MARKER_RADIUS + space::XL);
            display(ui, &seated.name, size::DISPLAY_L);
            ui.add_space(space::S);
            let text = format!("Pass the computer to {}; everyone else, look away.", called(0));
            let text = with_names(&text, &[name_for_all(&seated.name)]);
            ui.colored_label(ink.muted.egui(), text);
            ui.add_space(space::XL);
        });
        widgets::centred_row(ui, "hand over", |ui| {
            let ready = primary_button("I’m ready").icon(Icon::Go).focus(focus || nothing_has_focus(ui));
            ready.request(ui, requests, TableAction::TakeSeat);
            if game.called.is_some() {
                button("Back to the table").request(ui, requests, TableAction::LeaveSeat);
            } else if let Some(seat) = game.session().may_choose_again() {
                let name = with_names(&format!("Take back {} choice", whose(seat.index() as u8)), &names);
                button(&name).icon(Icon::Undo).request(ui, requests, TableAction::ChooseAgain);
            }
        });
    });
}
