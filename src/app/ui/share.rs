//! Passing a game on, and bringing one in.

use bevy_egui::egui::{self, Ui};

use super::parts::{over, title_row};
use crate::app::game::active::ActiveGame;
use crate::app::messages::FileDialogPurpose;
use crate::app::messages::{RecordAction, Requests};
use crate::app::sharing;
use crate::app::ui_state::UiState;
use crate::engine::record::MOST_BYTES;
use crate::table::theme::{self, size, space, width};
use crate::table::widgets::{self, ButtonStyle};

/// The height that the field for a record may take.
const FIELD: f32 = 132.0;

/// The game on the table: in a line, as text, as a file.
pub(super) fn share(
    context: &egui::Context,
    state: &mut UiState,
    game: &ActiveGame,
    focus: bool,
    requests: &mut Requests,
) {
    let ink = theme::of(context);
    over(context, "share", width::FORM, |ui| {
        title_row(ui, "Share", false, requests);
        ui.add_space(space::S);
        ui.label(egui::RichText::new(sharing::line(game.session())).font(theme::strong(size::BODY)));
        ui.add_space(space::XS);
        ui.horizontal(|ui| {
            let line = widgets::button(ui, None, "Copy this line", ButtonStyle::Primary, true, false);
            if focus {
                line.request_focus();
            }
            if line.clicked() {
                requests.push(RecordAction::CopyLine);
            }
            if widgets::button(ui, None, "Copy the record", ButtonStyle::Plain, true, false).clicked() {
                requests.push(RecordAction::CopyRecord);
            }
        });
        note(ui, "The record is the whole game as text, move by move; whoever has Parlour can open and replay it.");
        ui.add_space(space::L);
        let label = widgets::label(ui, "Save the record as").id;
        let field = widgets::field(&mut state.typed).desired_width(f32::INFINITY);
        let field = ui.add(field).labelled_by(label);
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        ui.horizontal(|ui| {
            if widgets::button(ui, None, "Save", ButtonStyle::Plain, true, false).clicked() || entered {
                requests.push(RecordAction::SaveRecord);
            }
            if widgets::button(ui, None, "Choose where …", ButtonStyle::Plain, true, false).clicked() {
                requests.push(RecordAction::Choose(FileDialogPurpose::Save));
            }
        });
        // The line keeps its room, so that nothing jumps when it is said.
        let done = egui::RichText::new(state.done.as_deref().unwrap_or(" ")).font(theme::body(size::SECOND));
        ui.add(egui::Label::new(done.color(ink.good.egui())).wrap());
    });
}

/// A record from outside, as a file or as text.
pub(super) fn open(context: &egui::Context, state: &mut UiState, focus: bool, requests: &mut Requests) {
    over(context, "open", width::FORM, |ui| {
        title_row(ui, "Open a record", false, requests);
        note(ui, "It opens as a replay: look through it move by move, and play on from anywhere.");
        ui.add_space(space::M);
        if widgets::button(ui, None, "Choose a file …", ButtonStyle::Plain, true, false).clicked() {
            requests.push(RecordAction::Choose(FileDialogPurpose::Open));
        }
        ui.add_space(space::M);
        let label = widgets::label(ui, "Or paste the record here, or type where its file is").id;
        egui::ScrollArea::vertical().max_height(FIELD).show(ui, |ui| {
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
            let is_given = !state.typed.trim().is_empty();
            if widgets::button(ui, None, "Open", ButtonStyle::Primary, is_given, false).clicked() {
                requests.push(RecordAction::OpenTyped(state.typed.clone()));
            }
            if widgets::button(ui, None, "Paste", ButtonStyle::Plain, true, false).clicked() {
                requests.push(RecordAction::Paste);
            }
        });
    });
}

fn note(ui: &mut Ui, words: &str) {
    let ink = theme::of(ui);
    ui.label(egui::RichText::new(words).font(theme::body(size::SECOND)).color(ink.muted.egui()));
}
