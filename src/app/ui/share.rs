//! Passing a game on, and bringing one in.

use bevy_egui::egui::{self, Context, RichText};

use super::parts::{button, entered, muted, page, primary_button, second};
use crate::app::game::active::ActiveGame;
use crate::app::messages::{FileDialogPurpose, RecordAction, Requests};
use crate::app::sharing;
use crate::app::ui_state::UiState;
use crate::engine::record::MOST_BYTES;
use crate::table::theme::{self, size, space, width};
use crate::table::widgets;

const FIELD_HEIGHT: f32 = 132.0;

/// The game on the table: in a line, as text, as a file.
pub(super) fn share(context: &Context, state: &mut UiState, game: &ActiveGame, focus: bool, requests: &mut Requests) {
    page(context, "Share", width::FORM, false, requests, |ui, requests| {
        let ink = theme::of(ui);
        ui.add_space(space::S);
        ui.label(RichText::new(sharing::line(game.session())).font(theme::strong(size::BODY)));
        ui.add_space(space::XS);
        ui.horizontal(|ui| {
            primary_button("Copy this line").focus(focus).request(ui, requests, RecordAction::CopyLine);
            button("Copy the record").request(ui, requests, RecordAction::CopyRecord);
        });
        muted(ui, "The record is the whole game as text. Anyone with Parlour can open and replay it.");
        ui.add_space(space::L);
        let label = widgets::label(ui, "Save the record as").id;
        let field = widgets::field(&mut state.typed).desired_width(f32::INFINITY);
        let field = ui.add(field).labelled_by(label);
        ui.horizontal(|ui| {
            if button("Save").show(ui).clicked() || entered(ui, &field) {
                requests.push(RecordAction::SaveRecord);
            }
            button("Choose where …").request(ui, requests, RecordAction::Choose(FileDialogPurpose::Save));
        });
        // Empty or not, the line keeps its room, so that nothing jumps.
        ui.label(second(state.done.as_deref().unwrap_or(" "), ink.good));
    });
}

/// A record from outside, as a file or as text.
pub(super) fn open(context: &Context, state: &mut UiState, focus: bool, requests: &mut Requests) {
    page(context, "Open a record", width::FORM, false, requests, |ui, requests| {
        muted(ui, "A record opens as a replay. Step through it move by move, and play on from anywhere.");
        ui.add_space(space::M);
        button("Choose a file …").request(ui, requests, RecordAction::Choose(FileDialogPurpose::Open));
        ui.add_space(space::M);
        let label = widgets::label(ui, "Or paste a record or a shared line, or type the path of a file").id;
        egui::ScrollArea::vertical().max_height(FIELD_HEIGHT).show(ui, |ui| {
            let field = widgets::text_field(&mut state.typed)
                .char_limit(MOST_BYTES as usize)
                .desired_rows(4)
                .desired_width(f32::INFINITY)
                .return_key(egui::KeyboardShortcut::new(egui::Modifiers::SHIFT, egui::Key::Enter));
            let field = ui.add(field).labelled_by(label);
            if focus {
                field.request_focus();
            }
            if field.has_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter) && !input.modifiers.shift) {
                requests.push(RecordAction::OpenTyped(state.typed.clone()));
            }
        });
        ui.horizontal(|ui| {
            if primary_button("Open").enabled(!state.typed.trim().is_empty()).show(ui).clicked() {
                requests.push(RecordAction::OpenTyped(state.typed.clone()));
            }
            button("Paste").request(ui, requests, RecordAction::Paste);
        });
    });
}
