//! What many screens and pages are made of: bars, pages that lie over a screen, and notices.

use bevy_egui::egui::{self, Align2, Id, Order, Ui};

use crate::app::bindings::Command;
use crate::app::messages::{NavigationAction, Requests};
use crate::app::settings::Settings;
use crate::app::ui_state::UiState;
use crate::app::window_layout;
use crate::engine::game::Info;
use crate::table::theme::{self, size, space, width};
use crate::table::widgets::{self, ButtonStyle, Icon};

/// "1 player · 5–15 min · medium".
pub(super) fn measure_of(info: &Info) -> String {
    let range = |(min, max): (u8, u8)| if min == max { min.to_string() } else { format!("{min}–{max}") };
    let players = if info.seats == (1, 1) { "1 player".to_owned() } else { format!("{} players", range(info.seats)) };
    format!("{players} · {} min · {}", range(info.minutes), info.weight.word())
}

/// The bar at the top of a screen that is not a table.
pub(super) fn screen_bar(
    root: &mut egui::Ui,
    title: &str,
    back: Option<NavigationAction>,
    requests: &mut Requests,
    right: impl FnOnce(&mut egui::Ui, &mut Requests),
) {
    egui::Panel::top("bar")
        .exact_size(window_layout::BAR)
        .frame(theme::edge_frame(&theme::of(root)))
        .show_separator_line(false)
        .show(root, |ui| {
            ui.horizontal_centered(|ui| {
                if let Some(back) = back {
                    let word = if back == NavigationAction::OpenLibrary { "Library" } else { "Back" };
                    if widgets::button(ui, Some(Icon::Back), word, ButtonStyle::Plain, true, false).clicked() {
                        requests.push(back);
                    }
                }
                ui.add_space(space::S);
                ui.label(egui::RichText::new(title).font(theme::display(theme::size::DISPLAY_M)));
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| right(ui, requests));
            });
        });
}

/// The icon of the button that switches sound, and its name.
pub(super) fn sound_icon(settings: &Settings) -> (Icon, String) {
    let (icon, name) = if settings.sound { (Icon::Sound, "Mute") } else { (Icon::Mute, "Unmute") };
    (icon, settings.keys.named(name, Command::Sound))
}

/// A panel over everything, with the rest of the window in the shade.
pub(super) fn over<R>(context: &egui::Context, id: &str, width: f32, add: impl FnOnce(&mut Ui) -> R) -> R {
    let ink = theme::of(context);
    let window = context.viewport_rect();
    let shade = context.layer_painter(egui::LayerId::new(Order::Middle, Id::new("shade")));
    shade.rect_filled(window, 0.0, ink.shade.veil(150));
    let area = egui::Area::new(Id::new(id)).order(Order::Foreground).anchor(Align2::CENTER_CENTER, [0.0, 0.0]);
    area.show(context, |ui| {
        theme::floating_frame(&ink)
            .show(ui, |ui| {
                ui.set_width(width.min(window.width() - 4.0 * space::XL));
                ui.set_max_height(window.height() - 4.0 * space::XL);
                add(ui)
            })
            .inner
    })
    .inner
}

/// The name of a page, and the way out of it.
pub(super) fn title_row(ui: &mut Ui, title: &str, focus: bool, requests: &mut Requests) {
    ui.horizontal(|ui| {
        ui.label(egui::RichText::new(title).font(theme::display(size::DISPLAY_M)));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let close = widgets::button(ui, Some(Icon::Close), "Close (Esc)", ButtonStyle::Plain, true, true);
            if focus {
                close.request_focus();
            }
            if close.clicked() {
                requests.push(NavigationAction::Close);
            }
        });
    });
}

/// What went wrong, at the bottom until it is closed: there it covers nothing that was requests for.
pub(super) fn notices(context: &egui::Context, state: &UiState, below: f32, requests: &mut Requests) {
    let ink = theme::of(context);
    let Some(notice) = state.notices.first() else { return };
    let area = egui::Area::new(Id::new("notice")).order(egui::Order::Tooltip);
    area.anchor(Align2::CENTER_BOTTOM, [0.0, -below - space::XL]).show(context, |ui| {
        theme::floating_frame(&ink).inner_margin(space::L).show(ui, |ui| {
            ui.set_max_width((context.viewport_rect().width() - 4.0 * space::XXL).min(width::MESSAGE));
            ui.horizontal(|ui| {
                let text = egui::RichText::new(notice).font(theme::body(theme::size::SECOND)).color(ink.bad.egui());
                let room = ui.available_width() - width::CHOICE;
                ui.scope(|ui| {
                    ui.set_max_width(room.min(width::FORM));
                    ui.add(egui::Label::new(text).wrap());
                });
                if widgets::button(ui, Some(Icon::Close), "Close", ButtonStyle::Plain, true, false).clicked() {
                    requests.push(NavigationAction::Close);
                }
            });
        });
    });
}
