//! The settings: every choice in view, one row each, in effect at once; and the keys.

use std::path::Path;

use bevy::math::Vec2;
use bevy_egui::egui::{self, Context, Ui};

use super::parts::{self, PageSide, button};
use crate::app::bindings::Command;
use crate::app::messages::{NavigationAction, Requests, SettingsAction};
use crate::app::settings::{Animation, ResultsStay, SCALES, Settings, TricksStay};
use crate::app::window_layout;
use crate::table::card_style::Back;
use crate::table::looks::InstalledLooks;
use crate::table::theme::{self, Theme, size, space, width};
use crate::table::widgets;

const LABEL_WIDTH: f32 = 140.0;

const ON_OFF: [(bool, &str); 2] = [(true, "On"), (false, "Off")];

pub(super) fn show(
    context: &Context,
    settings: &Settings,
    found: &InstalledLooks,
    looks: &Path,
    focus: bool,
    requests: &mut Requests,
) {
    let mut wanted = settings.clone();
    page(context, "Settings", focus, requests, |ui, requests| {
        // Three words in a row need more room than two.
        let left = 0.56 * ui.available_width() - space::XL;
        parts::beside(ui, left, |ui, half| match half {
            PageSide::Left => look_and_motion(ui, &mut wanted, found),
            PageSide::Right => sound_and_play(ui, &mut wanted, requests),
        });
        ui.add_space(space::M);
        widgets::caption(ui, format!("Put your own themes and decks in {}", looks.display()));
    });
    if wanted != *settings {
        requests.push(SettingsAction::Set(Box::new(wanted)));
    }
}

/// Every command with its key; pressing the key's button asks for another.
pub(super) fn keys(
    context: &Context,
    settings: &Settings,
    catching: Option<Command>,
    focus: bool,
    requests: &mut Requests,
) {
    page(context, "Keys", focus, requests, |ui, requests| {
        let half = Command::ALL.len().div_ceil(2);
        let count = if parts::is_tight(ui) { 1 } else { 2 };
        let half = if count == 1 { Command::ALL.len() } else { half };
        ui.columns(count, |columns| {
            for (ui, commands) in columns.iter_mut().zip(Command::ALL.chunks(half)) {
                for command in commands {
                    key(ui, *command, settings, catching == Some(*command), requests);
                }
            }
        });
        ui.add_space(space::S);
        let fixed = "Arrows, Enter, Tab and Esc cannot be changed. A letter that a game uses itself keeps its meaning in that game.";
        ui.label(egui::RichText::new(fixed).font(theme::body(size::SECOND)));
    });
}

fn key(ui: &mut Ui, command: Command, settings: &Settings, is_next: bool, requests: &mut Requests) {
    row(ui, command.name(), |ui, label| {
        let chord = if is_next { "Press a key …".to_owned() } else { settings.keys.shown(command) };
        let catch = SettingsAction::Catch(if is_next { None } else { Some(command) });
        button(&chord).on(is_next).request(ui, requests, catch).labelled_by(label);
    });
}

/// A page with room for two columns, which scrolls.
fn page(
    context: &Context,
    title: &str,
    focus: bool,
    requests: &mut Requests,
    add: impl FnOnce(&mut Ui, &mut Requests),
) {
    parts::page(context, title, width::COLUMNS, focus, requests, |ui, requests| {
        egui::ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| add(ui, requests));
    });
}

fn look_and_motion(ui: &mut Ui, settings: &mut Settings, found: &InstalledLooks) {
    heading(ui, "Look");
    let mut theme = settings.own_theme.clone().ok_or(settings.theme);
    let ours = Theme::ALL.map(|theme| (Err(theme), theme.name()));
    let own = listed(&found.themes, &settings.own_theme).map(|name| (Ok(name.clone()), name.as_str()));
    let themes: Vec<(Result<String, Theme>, &str)> = ours.into_iter().chain(own).collect();
    choice(ui, "Theme", &mut theme, &themes);
    settings.theme = theme.as_ref().err().copied().unwrap_or(settings.theme);
    settings.own_theme = theme.ok();
    let own = settings.own_deck.clone();
    let decks = listed(&found.decks, &own).map(|name| (Some(name.clone()), name.as_str()));
    let decks: Vec<(Option<String>, &str)> = std::iter::once((None, "Parlour")).chain(decks).collect();
    if decks.len() > 1 {
        choice(ui, "Deck", &mut settings.own_deck, &decks);
    }
    choice(ui, "Backs", &mut settings.back, &Back::ALL.map(|back| (back, back.name())));
    choice(ui, "Suits", &mut settings.four_colours, &[(false, "Two colours"), (true, "Four colours")]);
    row(ui, "Text size", |ui, label| {
        let slider = egui::Slider::new(&mut settings.scale, SCALES.0..=SCALES.1).step_by(10.0).suffix("%");
        ui.add(slider).labelled_by(label);
    });
    // Nothing is made smaller in silence.
    let window = ui.ctx().viewport_rect().size() * ui.ctx().zoom_factor();
    let largest = window_layout::largest_scale(Vec2::new(window.x, window.y));
    if settings.scale > largest {
        widgets::caption(ui, format!("This window has room for {largest}%. Make it larger for more."));
    }
    choice(ui, "Full screen", &mut settings.full_screen, &ON_OFF);
    heading(ui, "Motion");
    choice(ui, "Animation", &mut settings.animation, &Animation::ALL.map(|speed| (speed, speed.name())));
    choice(ui, "Reduce motion", &mut settings.reduce_motion, &ON_OFF);
    choice(ui, "Results stay", &mut settings.results_stay, &ResultsStay::ALL.map(|stay| (stay, stay.name())));
    choice(ui, "Tricks stay", &mut settings.tricks_stay, &TricksStay::ALL.map(|stay| (stay, stay.name())));
}

/// What was found, and what is set though it is no longer there.
fn listed<'a>(found: &'a [String], set: &'a Option<String>) -> impl Iterator<Item = &'a String> {
    found.iter().chain(set.iter().filter(|set| !found.contains(set)))
}

fn sound_and_play(ui: &mut Ui, settings: &mut Settings, requests: &mut Requests) {
    heading(ui, "Sound");
    choice(ui, "Sound", &mut settings.sound, &ON_OFF);
    volume(ui, "Cards", &mut settings.card_volume, settings.sound);
    volume(ui, "Alerts", &mut settings.signal_volume, settings.sound);
    heading(ui, "Play");
    choice(ui, "Hints", &mut settings.hints, &ON_OFF);
    choice(ui, "Hints come", &mut settings.hints_in_steps, &[(true, "In steps"), (false, "At once")]);
    let titles = [(false, "Rulebook"), (true, "Gentle")];
    choice(ui, "Titles", &mut settings.gentle_titles, &titles);
    row(ui, "Keys", |ui, label| {
        button("Choose …").request(ui, requests, NavigationAction::OpenKeys).labelled_by(label);
    });
    ui.add_space(space::L);
    if button("Reset to defaults").show(ui).clicked() {
        // Who plays, how each game was last set up, and what its hands are sorted by is nothing to reset here.
        let (roster, tables) = (std::mem::take(&mut settings.roster), std::mem::take(&mut settings.tables));
        let hand_orders = std::mem::take(&mut settings.hand_orders);
        *settings = Settings { roster, tables, hand_orders, ..Settings::default() };
    }
}

fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(space::M);
    parts::heading(ui, text);
}

/// A row: its name, and the control that the name is for.
fn row(ui: &mut Ui, name: &str, add: impl FnOnce(&mut Ui, egui::Id)) {
    ui.horizontal(|ui| {
        let left = ui.cursor().left();
        let label = ui.label(name);
        ui.add_space((left + LABEL_WIDTH - ui.cursor().left()).max(0.0));
        add(ui, label.id);
    });
}

fn choice<T: PartialEq + Clone>(ui: &mut Ui, name: &str, chosen: &mut T, options: &[(T, &str)]) {
    row(ui, name, |ui, _| widgets::choice(ui, name, chosen, options));
}

fn volume(ui: &mut Ui, name: &str, percent: &mut u8, enabled: bool) {
    row(ui, name, |ui, label| {
        let slider = egui::Slider::new(percent, 0..=100).step_by(5.0).suffix("%");
        ui.add_enabled(enabled, slider).labelled_by(label);
    });
}
