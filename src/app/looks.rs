//! Players' own themes and decks, from the settings to the table: a theme at once, a deck when it has been read.

use bevy::prelude::*;
use bevy::tasks::AsyncComputeTaskPool;

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
        .add_systems(Update, follow.after(settings_actions::apply).in_set(Frame::Screens));
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
    loading.0.start(Job::spawn(AsyncComputeTaskPool::get(), &wake, move || looks::deck(&folder, &name)));
}

fn apply_deck(mut loading: ResMut<LoadingDeck>, mut style: ResMut<CardStyle>, mut ui: ResMut<UiState>) {
    let Some((deck, notice)) = loading.bypass_change_detection().0.poll() else { return };
    style.drawings = Drawings(Some(deck.into()));
    notice.into_iter().for_each(|notice| ui.say(notice));
}
