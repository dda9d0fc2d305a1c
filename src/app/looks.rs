//! The looks that players bring, from the settings to the table: a theme at once, a deck when it is read.

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

/// The looks that can be chosen, besides Parlour's own.
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct LooksAvailable(pub looks::InstalledLooks);

/// A deck on its way.
#[derive(Resource, Default)]
struct LoadingDeck(Pending<(Deck, Option<String>)>);

/// Finds looks, and puts them on.
pub fn plugin(app: &mut App) {
    app.init_resource::<LooksAvailable>()
        .init_resource::<LoadingDeck>()
        .add_systems(Update, (find, colour, fetch, dress).chain().after(settings_actions::keep).in_set(Frame::Screens));
}

/// Looks what there is whenever the settings are opened.
fn find(mut actions: MessageReader<NavigationAction>, store: Res<Store>, mut found: ResMut<LooksAvailable>) {
    if actions.read().any(|action| *action == NavigationAction::OpenSettings) {
        found.set_if_neq(LooksAvailable(looks::find(store.looks())));
    }
}

fn colour(
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
    let (colours, told) = match &wanted.1 {
        Some(name) => looks::theme(store.looks(), name, settings.theme),
        None => (settings.theme.palette(), None),
    };
    palette.set_if_neq(colours);
    told.into_iter().for_each(|told| ui.say(told));
    *last = Some(wanted);
}

fn fetch(
    settings: Res<Settings>,
    store: Res<Store>,
    wake: Res<WakeWindow>,
    mut worn: ResMut<CardStyle>,
    mut loading: ResMut<LoadingDeck>,
    mut last: Local<Option<String>>,
) {
    if !settings.is_changed() || *last == settings.own_deck {
        return;
    }
    last.clone_from(&settings.own_deck);
    loading.0 = Pending::default();
    let Some(name) = settings.own_deck.clone() else {
        worn.drawings = Drawings::default();
        return;
    };
    let folder = store.looks().to_owned();
    loading.0.start(Job::spawn(AsyncComputeTaskPool::get(), &wake, move || looks::deck(&folder, &name)));
}

fn dress(mut loading: ResMut<LoadingDeck>, mut worn: ResMut<CardStyle>, mut ui: ResMut<UiState>) {
    let Some((deck, told)) = loading.bypass_change_detection().0.poll() else { return };
    worn.drawings = Drawings(Some(deck.into()));
    told.into_iter().for_each(|told| ui.say(told));
}
