//! What the disk holds of each game: the saved one, and those that were finished.

use std::collections::BTreeMap;

use bevy::prelude::*;
use jiff::civil::Date;

use crate::app::daily::DayClock;
use crate::app::store::{Finished, Store};
use crate::app::ui_state::{Screen, UiState};
use crate::catalogue::GAMES;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LibraryIndex>().add_systems(Update, read);
}

/// Every game's files by the game's id, read again whenever a screen other than the table is entered, and at midnight.
#[derive(Resource, Default)]
pub struct LibraryIndex {
    /// The date on which they were read, if anybody can tell it.
    pub today: Option<Date>,
    /// The bookmarks of saved games.
    pub waiting: BTreeMap<&'static str, String>,
    /// The saved game that was played last.
    pub latest: Option<&'static str>,
    /// Oldest first.
    pub finished: BTreeMap<&'static str, Vec<Finished>>,
}

impl LibraryIndex {
    /// The finished games of one kind, oldest first.
    pub fn finished_of(&self, game: &str) -> &[Finished] {
        self.finished.get(game).map(Vec::as_slice).unwrap_or_default()
    }

    /// The first game that was finished of today's deal.
    pub fn finished_today(&self, game: &str) -> Option<&Finished> {
        let today = self.today?;
        self.finished_of(game).iter().find(|played| !played.given_up && played.day() == Some(today))
    }
}

fn read(
    screen: Res<State<Screen>>,
    (store, clock): (Res<Store>, Res<DayClock>),
    mut index: ResMut<LibraryIndex>,
    mut ui: ResMut<UiState>,
) {
    let is_entered = screen.is_changed() && *screen.get() != Screen::Play;
    let today = clock.today();
    if !is_entered && !ui.has_new_history && index.today == today {
        return;
    }
    ui.has_new_history = false;
    *index = LibraryIndex { today, ..LibraryIndex::default() };
    for entry in GAMES {
        let id = entry.info.id;
        match store.save(id).map(|text| text.map(|text| entry.load(&text))) {
            Ok(None) => {}
            Ok(Some(Ok(session))) => {
                index.waiting.insert(id, session.bookmark());
            }
            Ok(Some(Err(error))) => {
                ui.say(format_args!("{}: {error}. The file was kept.", store.save_path(id).display()));
            }
            Err(error) => ui.say(format_args!("{error}. The file was kept.")),
        }
        let (finished, faults) = store.history(id);
        faults.iter().take(3).for_each(|fault| ui.say(fault));
        index.finished.insert(id, finished);
    }
    index.latest = index.waiting.keys().copied().max_by_key(|game| store.saved_at(game));
}
