//! What stands context the matrix: the score and the chains it is made of.

use bevy_egui::egui::{self, Ui};

use super::board::rate;
use super::rules::View;
use crate::table::panels::PanelContext;
use crate::table::theme::{self, size, space};
use crate::table::widgets;

/// The panel; in a narrow window one line.
pub fn show(ui: &mut Ui, context: &mut PanelContext<'_>) {
    let ink = theme::of(ui);
    let Some(view) = context.view.downcast_ref::<View>() else { return };
    let in_matrix = view.board.len() as i32;
    if context.folded {
        ui.spacing_mut().item_spacing.x = space::XL;
        widgets::figure(ui, &signed(view.score()), "score", size::DISPLAY_S);
        widgets::figure(ui, &view.points.to_string(), "for chains", size::DISPLAY_S);
        widgets::figure(ui, &signed(-in_matrix), "in the matrix", size::DISPLAY_S);
        for (count, size_of) in view.chains.iter().zip(3u8..) {
            let name = format!("of {} at {}", chain_name(size_of), rate(size_of));
            widgets::figure(ui, &format!("{count}×"), &name, size::DISPLAY_S);
        }
        return;
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::XL;
        widgets::figure(ui, &signed(view.score()), "score", size::DISPLAY_L);
        widgets::figure(ui, &view.points.to_string(), "for chains", size::DISPLAY_L);
        widgets::figure(ui, &signed(-in_matrix), "in the matrix", size::DISPLAY_L);
    });
    ui.add_space(space::M);
    egui::Grid::new("chains").num_columns(3).min_col_width(72.0).spacing([space::M, space::XS]).show(ui, |ui| {
        for heading in ["chains of", "a card", "made"] {
            widgets::caption(ui, heading);
        }
        ui.end_row();
        for (count, size_of) in view.chains.iter().zip(3u8..) {
            let colour = if *count > 0 { ink.text } else { ink.muted };
            let cell = |text: String, strong: bool| {
                let font = if strong { theme::strong(size::BODY) } else { theme::body(size::BODY) };
                egui::RichText::new(text).font(font).color(colour.egui())
            };
            ui.label(cell(chain_name(size_of), false));
            ui.label(cell(rate(size_of).to_string(), false));
            ui.label(cell(count.to_string(), true));
            ui.end_row();
        }
    });
}

fn chain_name(size: u8) -> String {
    if size >= 6 { "6+".to_owned() } else { size.to_string() }
}

/// With a minus sign as long as a figure.
fn signed(number: i32) -> String {
    number.to_string().replace('-', "−")
}
