//! A game about to be dealt: its seed, and what may be done instead.

use bevy_egui::egui::{self, Ui};

use super::super::bindings::Command;
use super::super::desk::{Action, Desk, fresh_seed};
use super::super::settings::Settings;
use super::{Shelf, measure_of, screen_bar};
use crate::catalogue;
use crate::engine::record::LONGEST_SEED;
use crate::table::theme::{self, size, space, width};
use crate::table::widgets::{self, Icon, Weight};

pub(super) fn show(root: &mut Ui, desk: &mut Desk, shelf: &Shelf, settings: &Settings, asked: &mut Vec<Action>) {
    let ink = theme::of(root);
    let Some(entry) = desk.chosen.and_then(catalogue::find) else { return };
    let info = entry.info;
    screen_bar(root, info.title, true, asked, |ui, asked| {
        if widgets::button(
            ui,
            Some(Icon::Rules),
            &settings.keys.named("Rules", Command::Rules),
            Weight::Plain,
            true,
            false,
        )
        .clicked()
        {
            asked.push(Action::OpenRules);
        }
        if widgets::button(ui, None, "Played games", Weight::Plain, true, false).clicked() {
            asked.push(Action::OpenHistory(info.id));
        }
    });
    egui::CentralPanel::no_frame().show(root, |ui| {
        let width = width::MENU.min(ui.available_width() - 2.0 * space::XL);
        let height = 330.0;
        let middle = egui::Rect::from_center_size(ui.available_rect_before_wrap().center(), egui::vec2(width, height));
        ui.scope_builder(egui::UiBuilder::new().max_rect(middle), |ui| {
            theme::floating_frame(&ink).show(ui, |ui| {
                ui.set_width(width - 2.0 * space::XL);
                ui.label(egui::RichText::new(info.title).font(theme::display(size::DISPLAY_L)));
                ui.label(egui::RichText::new(info.tagline).color(ink.muted.egui()));
                ui.label(
                    egui::RichText::new(measure_of(info)).font(theme::body(size::CAPTION)).color(ink.muted.egui()),
                );
                ui.add_space(space::L);
                let mut deal = seed_field(ui, desk);
                ui.add_space(space::L);
                ui.horizontal(|ui| {
                    let button = widgets::button(ui, Some(Icon::Go), "Deal", Weight::Primary, true, false);
                    if std::mem::take(&mut desk.wants_focus) || ui.memory(|memory| memory.focused().is_none()) {
                        button.request_focus();
                    }
                    deal |= button.clicked();
                    if entry.has_lesson()
                        && widgets::button(ui, None, "First steps", Weight::Plain, true, false).clicked()
                    {
                        asked.push(Action::Learn(info.id));
                    }
                    if let Some(bookmark) = shelf.waiting.get(info.id) {
                        let go_on = widgets::button(ui, None, "Continue the waiting game", Weight::Plain, true, false);
                        if go_on.on_hover_text(format!("{bookmark}. A new deal takes its place.")).clicked() {
                            asked.push(Action::Continue(info.id));
                        }
                    }
                });
                if deal {
                    asked.push(Action::Deal(info.id, Some(desk.seed.clone())));
                }
            });
        });
    });
}

/// The seed: the same seed deals the same cards. Returns whether Enter was pressed in it.
fn seed_field(ui: &mut Ui, desk: &mut Desk) -> bool {
    let ink = theme::of(ui);
    let mut entered = false;
    let label = ui.label(egui::RichText::new("Seed").font(theme::strong(size::SECOND))).id;
    ui.horizontal(|ui| {
        let field = egui::TextEdit::singleline(&mut desk.seed)
            .char_limit(LONGEST_SEED)
            .desired_width(width::LINE)
            .margin(egui::Margin::symmetric(space::M as i8, space::M as i8));
        let output = field.show(ui);
        let response = output.response.response.clone().labelled_by(label);
        if response.gained_focus() {
            // Typing replaces the proposed seed.
            let mut state = output.state.clone();
            let all = egui::text::CCursorRange::two(
                egui::text::CCursor::new(0),
                egui::text::CCursor::new(desk.seed.chars().count()),
            );
            state.cursor.set_char_range(Some(all));
            state.store(ui.ctx(), response.id);
        }
        entered = response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        if widgets::button(ui, None, "Another", Weight::Plain, true, false).clicked() {
            desk.seed = fresh_seed();
        }
    });
    let explanation = "The same seed always deals the same cards; send it to a friend to play the same deal.";
    ui.label(egui::RichText::new(explanation).font(theme::body(size::CAPTION)).color(ink.muted.egui()));
    entered
}
