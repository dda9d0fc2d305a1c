//! What stands beside a table of cards whose game has no panel of its own: who has how many points, and the rounds so far.

use bevy_egui::egui::{self, Align2, Sense, Ui, Vec2};

use crate::app::game::active::ActiveGame;
use crate::table::panels::SeatedPlayer;
use crate::table::theme::{self, size, space};
use crate::table::widgets;
use crate::words::signed;

pub(super) fn show(ui: &mut Ui, game: &ActiveGame, seats: &[SeatedPlayer], folded: bool) {
    let totals = game.session().scores();
    if folded {
        ui.spacing_mut().item_spacing.x = space::L;
        for (seated, total) in seats.iter().zip(&totals) {
            ui.label(format!("{}: {}", seated.name, signed(*total)));
        }
        return;
    }
    widgets::label(ui, "Points");
    for (seated, total) in seats.iter().zip(&totals) {
        row(ui, seated, &signed(*total));
    }
    let rounds = &game.snapshot().rounds;
    if rounds.is_empty() {
        return;
    }
    ui.add_space(space::M);
    widgets::fold(ui, &format!("Rounds ({})", rounds.len()), |ui| {
        egui::Grid::new("rounds").num_columns(seats.len() + 1).spacing([space::M, space::XS]).show(ui, |ui| {
            ui.label("");
            for seated in seats {
                let (rect, _) = ui.allocate_exact_size(Vec2::splat(22.0), Sense::hover());
                widgets::marker(ui, rect.center(), 9.0, seated);
            }
            ui.end_row();
            for (number, round) in (1..).zip(rounds) {
                widgets::caption(ui, number.to_string());
                for (points, parts) in &round.seats {
                    ui.label(signed(*points)).on_hover_text(parts);
                }
                ui.end_row();
            }
        });
    });
    ui.add_space(space::S);
}

fn row(ui: &mut Ui, seated: &SeatedPlayer, points: &str) {
    let ink = theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 34.0), Sense::hover());
    response
        .widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, format!("{}: {points}", seated.name)));
    widgets::marker(ui, rect.left_center() + Vec2::new(14.0, 0.0), 11.0, seated);
    let name = rect.left_center() + Vec2::new(34.0, 0.0);
    ui.painter().text(name, Align2::LEFT_CENTER, &seated.name, theme::body(size::BODY), ink.text.egui());
    let font = theme::strong(size::BODY);
    ui.painter().text(rect.right_center(), Align2::RIGHT_CENTER, points, font, ink.text.egui());
}
