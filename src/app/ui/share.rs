//! Passing a game on, and bringing one in.

use bevy_egui::egui::{self, Ui};

use super::super::desk::{Action, Desk, Wanted};
use super::super::play::Table;
use super::super::share;
use super::pages::{over, title_row};
use crate::engine::record::MOST_BYTES;
use crate::table::theme::{self, size, space, width};
use crate::table::widgets::{self, Weight};

/// The height that the field for a record may take.
const FIELD: f32 = 132.0;

/// The game on the table: in a line, as text, as a file.
pub(super) fn share(context: &egui::Context, desk: &mut Desk, table: &Table, focus: bool, asked: &mut Vec<Action>) {
    let ink = theme::of(context);
    over(context, "share", width::FORM, |ui| {
        title_row(ui, "Share", false, asked);
        ui.add_space(space::S);
        ui.label(egui::RichText::new(share::line(&*table.session)).font(theme::strong(size::BODY)));
        ui.add_space(space::XS);
        ui.horizontal(|ui| {
            let line = widgets::button(ui, None, "Copy this line", Weight::Primary, true, false);
            if focus {
                line.request_focus();
            }
            if line.clicked() {
                asked.push(Action::CopyLine);
            }
            if widgets::button(ui, None, "Copy the record", Weight::Plain, true, false).clicked() {
                asked.push(Action::CopyRecord);
            }
        });
        note(ui, "The record is the whole game as text, move by move; whoever has Parlour can open and replay it.");
        ui.add_space(space::L);
        let label = widgets::label(ui, "Save the record as").id;
        let field = widgets::field(&mut desk.given).desired_width(f32::INFINITY);
        let field = ui.add(field).labelled_by(label);
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        ui.horizontal(|ui| {
            if widgets::button(ui, None, "Save", Weight::Plain, true, false).clicked() || entered {
                asked.push(Action::SaveRecord);
            }
            if widgets::button(ui, None, "Choose where …", Weight::Plain, true, false).clicked() {
                asked.push(Action::Choose(Wanted::Save));
            }
        });
        // The line keeps its room, so that nothing jumps when it is said.
        let done = egui::RichText::new(desk.done.as_deref().unwrap_or(" ")).font(theme::body(size::SECOND));
        ui.add(egui::Label::new(done.color(ink.good.egui())).wrap());
    });
}

/// A record from outside, as a file or as text.
pub(super) fn open(context: &egui::Context, desk: &mut Desk, focus: bool, asked: &mut Vec<Action>) {
    over(context, "open", width::FORM, |ui| {
        title_row(ui, "Open a record", false, asked);
        note(ui, "It opens as a replay: look through it move by move, and play on from anywhere.");
        ui.add_space(space::M);
        if widgets::button(ui, None, "Choose a file …", Weight::Plain, true, false).clicked() {
            asked.push(Action::Choose(Wanted::Open));
        }
        ui.add_space(space::M);
        let label = widgets::label(ui, "Or paste the record here, or type where its file is").id;
        egui::ScrollArea::vertical().max_height(FIELD).show(ui, |ui| {
            let field = widgets::text_field(&mut desk.given)
                .char_limit(MOST_BYTES as usize)
                .desired_rows(4)
                .desired_width(f32::INFINITY)
                .return_key(egui::KeyboardShortcut::new(egui::Modifiers::SHIFT, egui::Key::Enter));
            let field = ui.add(field).labelled_by(label);
            if focus {
                field.request_focus();
            }
            if field.has_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter) && !input.modifiers.shift) {
                asked.push(Action::OpenGiven(desk.given.clone()));
            }
        });
        ui.horizontal(|ui| {
            let is_given = !desk.given.trim().is_empty();
            if widgets::button(ui, None, "Open", Weight::Primary, is_given, false).clicked() {
                asked.push(Action::OpenGiven(desk.given.clone()));
            }
            if widgets::button(ui, None, "Paste", Weight::Plain, true, false).clicked() {
                asked.push(Action::Paste);
            }
        });
    });
}

fn note(ui: &mut Ui, words: &str) {
    let ink = theme::of(ui);
    ui.label(egui::RichText::new(words).font(theme::body(size::SECOND)).color(ink.muted.egui()));
}
