//! The looks that players bring, from the settings to the table: a theme at once, a deck when it is read.

use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task, block_on, poll_once};

use super::desk::{Action, Desk, turn_pages};
use super::settings::Settings;
use super::store::Store;
use crate::table::art::Dress;
use crate::table::looks::{self, Deck, Drawings};
use crate::table::motion::{Complete, Wake};
use crate::table::theme::{Palette, Theme};

/// The looks that can be chosen, besides Parlour's own.
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct Found(pub looks::Found);

/// A deck on its way.
#[derive(Resource, Default)]
struct Fetching(Option<Task<(Deck, Option<String>)>>);

/// Finds looks, and puts them on.
pub fn plugin(app: &mut App) {
    app.init_resource::<Found>()
        .init_resource::<Fetching>()
        .add_systems(Update, (find, colour, fetch, dress).chain().after(turn_pages).before(Complete));
}

/// Looks what there is whenever the settings are opened.
fn find(mut actions: MessageReader<Action>, store: Res<Store>, mut found: ResMut<Found>) {
    if actions.read().any(|action| *action == Action::OpenSettings) {
        found.set_if_neq(Found(looks::find(store.looks())));
    }
}

fn colour(
    settings: Res<Settings>,
    store: Res<Store>,
    mut palette: ResMut<Palette>,
    mut desk: ResMut<Desk>,
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
    told.into_iter().for_each(|told| desk.say(told));
    *last = Some(wanted);
}

fn fetch(
    settings: Res<Settings>,
    store: Res<Store>,
    wake: Res<Wake>,
    mut worn: ResMut<Dress>,
    mut fetching: ResMut<Fetching>,
    mut last: Local<Option<String>>,
) {
    if !settings.is_changed() || *last == settings.own_deck {
        return;
    }
    last.clone_from(&settings.own_deck);
    fetching.0 = None;
    let Some(name) = settings.own_deck.clone() else {
        worn.drawings = Drawings::default();
        return;
    };
    let (folder, wake) = (store.looks().to_owned(), wake.clone());
    fetching.0 = Some(AsyncComputeTaskPool::get().spawn(async move {
        let deck = looks::deck(&folder, &name);
        wake.wake();
        deck
    }));
}

fn dress(mut fetching: ResMut<Fetching>, mut worn: ResMut<Dress>, mut desk: ResMut<Desk>) {
    let Some(task) = &mut fetching.bypass_change_detection().0 else { return };
    let Some((deck, told)) = block_on(poll_once(task)) else { return };
    fetching.0 = None;
    worn.drawings = Drawings(Some(deck.into()));
    told.into_iter().for_each(|told| desk.say(told));
}
