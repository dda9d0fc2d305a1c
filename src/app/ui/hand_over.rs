//! The computer goes from hand to hand: one name, and nothing else on the screen, until whoever is meant says so.

use bevy_egui::egui::{self, Ui};

use super::super::desk::Action;
use super::super::play::Table;
use crate::table::panels::Sitting;
use crate::table::theme::{self, size, space};
use crate::table::widgets::{self, Icon, Weight};

pub(super) fn show(root: &mut Ui, table: &Table, seats: &[Sitting], focus: bool, asked: &mut Vec<Action>) {
    let ink = theme::of(root);
    let Some(sitting) = table.awaits().and_then(|seat| seats.get(seat.index())) else { return };
    let background = egui::Frame::new().fill(ink.panel.egui());
    egui::CentralPanel::default().frame(background).show(root, |ui| {
        let room = ui.available_rect_before_wrap();
        ui.painter().circle_filled(
            room.center_top() + egui::vec2(0.0, room.height() * 0.3),
            30.0,
            sitting.colour.egui(),
        );
        widgets::marker(ui, room.center_top() + egui::vec2(0.0, room.height() * 0.3), 30.0, sitting);
        ui.vertical_centered(|ui| {
            ui.add_space(room.height() * 0.3 + 30.0 + space::XL);
            ui.label(egui::RichText::new(&sitting.name).font(theme::display(size::DISPLAY_L)));
            ui.add_space(space::S);
            let words = "Pass the computer to them; nobody else looks.";
            ui.label(egui::RichText::new(words).color(ink.muted.egui()));
            ui.add_space(space::XL);
        });
        widgets::centred_row(ui, "hand over", |ui| {
            let ready = widgets::button(ui, Some(Icon::Go), "I’m ready", Weight::Primary, true, false);
            if focus || ui.memory(|memory| memory.focused().is_none()) {
                ready.request_focus();
            }
            if ready.clicked() {
                asked.push(Action::TakeSeat);
            }
            if table.called.is_some()
                && widgets::button(ui, None, "Back to the table", Weight::Plain, true, false).clicked()
            {
                asked.push(Action::LeaveSeat);
            }
        });
    });
}
