//! The bar below a table at which a better move is looked for: what was played there, or what the move comes to that was tried, and the
//! ways on.

use bevy_egui::egui::{Align, Layout, RichText, Ui};

use super::parts::{self, button, from_right, muted, primary_button};
use crate::app::game::second_chances::SecondChances;
use crate::app::messages::{Requests, TableAction};
use crate::table::theme::{self, size, space};

pub(super) fn show(ui: &mut Ui, chances: &SecondChances, requests: &mut Requests) {
    let (now, all) = chances.progress();
    ui.horizontal_centered(|ui| {
        ui.add_space(space::S);
        from_right(ui, |ui| {
            let goes_on = match chances.tells() {
                true if now == all => primary_button("Back to the review"),
                true => primary_button("Next"),
                false => button("Skip"),
            };
            goes_on.request(ui, requests, TableAction::NextChance);
            if !chances.tells() {
                button("Show me").request(ui, requests, TableAction::ShowBest);
            }
            muted(ui, format!("{now} of {all}"));
            ui.add_space(space::M);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let said = RichText::new(chances.says()).font(theme::body(size::SECOND));
                parts::strip_words(ui, "second chance", said);
            });
        });
    });
}
