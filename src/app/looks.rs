//! Players' own themes and decks, from the settings to the table: a theme at once, a deck when it has been read. A deck that
//! Parlour did not survive the last time is left out.

use std::sync::Arc;

use bevy::prelude::*;

use super::messages::NavigationAction;
use super::settings::Settings;
use super::settings_actions;
use super::store::Store;
use super::ui_state::UiState;
use crate::table::card_style::CardStyle;
use crate::table::job::{Job, Pending, WakeWindow};
use crate::table::looks::{self, Deck, Drawings};
use crate::table::schedule::Frame;
use crate::table::theme::{Palette, Theme};

#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct LooksAvailable(pub looks::InstalledLooks);

#[derive(Resource, Default)]
struct LoadingDeck(Pending<(Deck, Option<String>)>);

pub fn plugin(app: &mut App) {
    let follow = (list_looks, apply_theme, load_deck, apply_deck).chain();
    app.init_resource::<LooksAvailable>()
        .init_resource::<LoadingDeck>()
        .add_systems(Startup, leave_out.after(settings_actions::read))
        .add_systems(Update, follow.after(settings_actions::apply).in_set(Frame::Screens))
        .add_systems(Last, end_in_order);
}

/// Does without a deck that was being drawn when the program ended, until somebody chooses it again.
fn leave_out(store: Res<Store>, mut settings: ResMut<Settings>, mut ui: ResMut<UiState>) {
    let Some(name) = looks::left_over(store.looks()) else { return };
    if settings.own_deck.as_ref() == Some(&name) {
        settings.own_deck = None;
        ui.say(format_args!(
            "Parlour stopped while it was drawing your deck “{name}”, so it is using its own cards now. To try the deck \
             again, choose it in the settings."
        ));
        // Kept before the name is forgotten: it would be tried at the next start.
        if let Err(error) = store.write_settings(&settings) {
            return ui.say(format_args!("The settings could not be saved: {error}"));
        }
    }
    looks::forget_left_over(store.looks());
}

/// A program that is closed while it draws a deck has survived it.
fn end_in_order(mut exits: MessageReader<AppExit>, store: Res<Store>) {
    if exits.read().any(AppExit::is_success) {
        looks::forget_left_over(store.looks());
    }
}

/// Reads the folder whenever the settings are opened.
fn list_looks(mut actions: MessageReader<NavigationAction>, store: Res<Store>, mut found: ResMut<LooksAvailable>) {
    if actions.read().any(|action| *action == NavigationAction::OpenSettings) {
        found.set_if_neq(LooksAvailable(looks::find(store.looks())));
    }
}

fn apply_theme(
    settings: Res<Settings>,
    store: Res<Store>,
    mut palette: ResMut<Palette>,
    mut ui: ResMut<UiState>,
    mut last: Local<Option<(Theme, Option<String>)>>,
) {
    let wanted = (settings.theme, settings.own_theme.clone());
    if !settings.is_changed() || *last == Some(wanted.clone()) {
        return;
    }
    let (colours, notice) = match &wanted.1 {
        Some(name) => looks::theme(store.looks(), name, settings.theme),
        None => (settings.theme.palette(), None),
    };
    palette.set_if_neq(colours);
    notice.into_iter().for_each(|notice| ui.say(notice));
    *last = Some(wanted);
}

fn load_deck(
    settings: Res<Settings>,
    store: Res<Store>,
    wake: Res<WakeWindow>,
    mut style: ResMut<CardStyle>,
    mut loading: ResMut<LoadingDeck>,
    mut last: Local<Option<String>>,
) {
    if !settings.is_changed() || *last == settings.own_deck {
        return;
    }
    last.clone_from(&settings.own_deck);
    loading.0 = Pending::default();
    let Some(name) = settings.own_deck.clone() else {
        style.drawings = Drawings::default();
        return;
    };
    let folder = store.looks().to_owned();
    loading.0.start(Job::apart(&wake, move || looks::deck(&folder, &name)));
}

fn apply_deck(mut loading: ResMut<LoadingDeck>, mut style: ResMut<CardStyle>, mut ui: ResMut<UiState>) {
    let Some((deck, notice)) = loading.bypass_change_detection().0.poll() else { return };
    style.drawings = Drawings(Some(Arc::new(deck)));
    notice.into_iter().for_each(|notice| ui.say(notice));
}
