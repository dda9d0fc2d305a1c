//! What stands beside the matrix: the score and the chains it is made of.

use bevy_egui::egui::{self, Ui};

use super::board::rate;
use super::rules::View;
use crate::table::panels::PanelContext;
use crate::table::theme::{self, size, space};
use crate::table::widgets;
use crate::words::signed;

/// The panel; in a narrow window one line.
pub fn show(ui: &mut Ui, context: &mut PanelContext<'_>) {
    let Some(view) = context.view.downcast_ref::<View>() else { return };
    let score = [
        (signed(view.score()), "score"),
        (view.points.to_string(), "for chains"),
        (signed(-(view.board.len() as i32)), "in the matrix"),
    ];
    let show_score = |ui: &mut Ui, points: f32| {
        ui.spacing_mut().item_spacing.x = space::XL;
        for (number, name) in &score {
            widgets::figure(ui, number, name, points);
        }
    };
    if context.folded {
        show_score(ui, size::DISPLAY_S);
        for (count, size_of) in view.chains.iter().zip(3u8..) {
            let chains = if *count == 1 { "chain of" } else { "chains of" };
            widgets::figure(ui, &count.to_string(), &format!("{chains} {}", chain_name(size_of)), size::DISPLAY_S);
        }
        return;
    }
    ui.horizontal(|ui| show_score(ui, size::DISPLAY_L));
    ui.add_space(space::M);
    let grid = egui::Grid::new("chains").num_columns(3).min_col_width(72.0).spacing([space::M, space::XS]);
    grid.show(ui, |ui| chain_table(ui, view));
}

fn chain_table(ui: &mut Ui, view: &View) {
    let ink = theme::of(ui);
    for heading in ["chain of", "points a card", "made"] {
        widgets::caption(ui, heading);
    }
    ui.end_row();
    for (count, size_of) in view.chains.iter().zip(3u8..) {
        let colour = if *count > 0 { ink.text } else { ink.muted };
        let cells = [chain_name(size_of), rate(size_of).to_string(), count.to_string()];
        for (text, font) in cells.into_iter().zip([theme::body, theme::body, theme::strong]) {
            ui.label(egui::RichText::new(text).font(font(size::BODY)).color(colour.egui()));
        }
        ui.end_row();
    }
}

fn chain_name(size: u8) -> String {
    if size >= 6 { "6+".to_owned() } else { size.to_string() }
}
