//! The bar below a table at which a better move is looked for: what was played there, or what the move comes to that was tried, and the
//! ways on.

use bevy_egui::egui::{self, Align, Label, Layout, RichText, Ui, UiBuilder};

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
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| words(ui, &chances.says()));
        });
    });
}

/// What is said; large text in a small window scrolls.
fn words(ui: &mut Ui, said: &str) {
    let words = Label::new(RichText::new(said).font(theme::body(size::SECOND))).wrap();
    if !parts::is_tight(ui) {
        ui.add(words);
        return;
    }
    // In a place of its own: words that are higher than the strip must not move what stands beside them.
    let place = UiBuilder::new().max_rect(ui.max_rect()).layout(Layout::top_down(Align::Min));
    let scroll = egui::ScrollArea::vertical().id_salt("second chance").auto_shrink([false, false]);
    scroll.show(&mut ui.new_child(place), |ui| ui.add(words));
}
