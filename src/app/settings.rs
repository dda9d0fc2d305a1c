//! What players set once and keep, and how it reaches the table.

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::bindings::Bindings;
use super::company::{Company, TableSetup};
use super::desk::{Desk, turn_pages};
use super::store::Store;
use crate::table::art::{Back, Dress};
use crate::table::motion::{Complete, Motion};
use crate::table::sound::Loudness;
use crate::table::theme::Theme;

/// How fast pieces move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub enum Animation {
    /// At once.
    Off,
    /// As the look says.
    #[default]
    Normal,
    /// In half the time.
    Fast,
}

impl Animation {
    /// All of them.
    pub const ALL: [Animation; 3] = [Animation::Off, Animation::Normal, Animation::Fast];

    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Animation::Off => "Off",
            Animation::Normal => "Normal",
            Animation::Fast => "Fast",
        }
    }

    /// The time that motions take, as a part of the normal.
    fn pace(self) -> f32 {
        match self {
            Animation::Off => 0.0,
            Animation::Normal => 1.0,
            Animation::Fast => 0.5,
        }
    }
}

/// What players set once and keep.
#[derive(Resource, Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The version of this file's format.
    pub parlour_settings: u32,
    /// The colours.
    pub theme: Theme,
    /// A theme that the player brought, by name, instead.
    pub own_theme: Option<String>,
    /// A deck that the player brought, by name.
    pub own_deck: Option<String>,
    /// The back of the cards.
    pub back: Back,
    /// Whether diamonds are blue and clubs green.
    pub four_colours: bool,
    /// The size of text and panels in percent, 100 to 200; a window may have room for less.
    pub scale: u16,
    /// How fast pieces move.
    pub animation: Animation,
    /// Whether pieces only appear and fade, and never travel or turn.
    pub reduce_motion: bool,
    /// Whether there is sound.
    pub sound: bool,
    /// How loud cards are, in percent.
    pub card_volume: u8,
    /// How loud buttons, refusals and endings are, in percent.
    pub signal_volume: u8,
    /// Whether hints can be asked for.
    pub hints: bool,
    /// Whether tiles of a picture have their numbers on them.
    pub numbers: bool,
    /// Who plays, in playing order; a game takes as many as it has seats.
    pub company: Company,
    /// How each game was last set up, by its id.
    pub tables: BTreeMap<String, TableSetup>,
    /// Whether the window fills the screen.
    pub full_screen: bool,
    /// The keys that are not the usual ones.
    pub keys: Bindings,
}

/// The version of the settings format that is written and read.
pub const SETTINGS_FORMAT: u32 = 1;
/// The smallest and the largest size of text and panels, in percent.
pub const SCALES: (u16, u16) = (100, 200);

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            parlour_settings: SETTINGS_FORMAT,
            theme: Theme::default(),
            own_theme: None,
            own_deck: None,
            back: Back::default(),
            four_colours: false,
            scale: SCALES.0,
            animation: Animation::default(),
            reduce_motion: false,
            sound: true,
            card_volume: 80,
            signal_volume: 80,
            hints: true,
            numbers: false,
            company: Company::default(),
            tables: BTreeMap::new(),
            full_screen: false,
            keys: Bindings::default(),
        }
    }
}

impl Settings {
    /// Whether every value is one that can be set.
    ///
    /// # Errors
    /// The first that is not, and what would be right.
    pub fn check(&self) -> Result<(), String> {
        if self.parlour_settings != SETTINGS_FORMAT {
            return Err(format!("settings format {}; expected {SETTINGS_FORMAT}", self.parlour_settings));
        }
        if !(SCALES.0..=SCALES.1).contains(&self.scale) {
            return Err(format!("scale {} is not within {} to {}", self.scale, SCALES.0, SCALES.1));
        }
        for (name, volume) in [("card_volume", self.card_volume), ("signal_volume", self.signal_volume)] {
            if volume > 100 {
                return Err(format!("{name} {volume} is not within 0 to 100"));
            }
        }
        self.company.check()?;
        self.keys
            .check()
            .map_err(|(one, other)| format!("{} is the key for both {one:?} and {other:?}", self.keys.shown(other)))
    }

    /// Larger (`1`) or smaller (`-1`) by a step.
    pub fn rescale(&mut self, steps: i16) {
        let wanted = self.scale.saturating_add_signed(10 * steps);
        self.scale = wanted.clamp(SCALES.0, SCALES.1);
    }
}

/// Reads the settings at the start, keeps them when they change, and tells the table.
pub fn plugin(app: &mut App) {
    app.init_resource::<Settings>()
        .add_systems(Startup, read)
        .add_systems(Update, keep.after(turn_pages).before(Complete));
}

fn read(store: Res<Store>, mut settings: ResMut<Settings>, mut desk: ResMut<Desk>) {
    desk.wants_focus = true;
    match store.settings() {
        Ok(read) => *settings = read,
        Err(error) => desk.say(format_args!("{error}. The defaults are used; the file is kept.")),
    }
}

/// What the table takes from the settings.
#[derive(bevy::ecs::system::SystemParam)]
struct Taken<'w> {
    dress: ResMut<'w, Dress>,
    motion: ResMut<'w, Motion>,
    loudness: ResMut<'w, Loudness>,
}

fn keep(
    settings: Res<Settings>,
    store: Res<Store>,
    mut desk: ResMut<Desk>,
    mut taken: Taken,
    mut last: Local<Option<Settings>>,
) {
    if !settings.is_changed() {
        return;
    }
    let drawings = taken.dress.drawings.clone();
    taken.dress.set_if_neq(Dress { drawings, back: settings.back, four_colours: settings.four_colours });
    taken.motion.set_if_neq(Motion { pace: settings.animation.pace(), is_reduced: settings.reduce_motion });
    let part = |percent: u8| if settings.sound { f32::from(percent) / 100.0 } else { 0.0 };
    taken.loudness.set_if_neq(Loudness { cards: part(settings.card_volume), signals: part(settings.signal_volume) });
    if last.as_ref().is_some_and(|last| *last != *settings)
        && let Err(error) = store.write_settings(&settings)
    {
        desk.say(format_args!("The settings cannot be kept: {error}"));
    }
    *last = Some(settings.clone());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_that_cannot_be_set_is_named_with_what_would_be_right() {
        assert_eq!(Settings::default().check(), Ok(()));
        let refused = [
            (Settings { parlour_settings: 7, ..Settings::default() }, "settings format 7; expected 1"),
            (Settings { scale: 900, ..Settings::default() }, "scale 900 is not within 100 to 200"),
            (Settings { card_volume: 101, ..Settings::default() }, "card_volume 101 is not within 0 to 100"),
        ];
        for (settings, expected) in refused {
            assert_eq!(settings.check(), Err(expected.to_owned()));
        }
    }

    #[test]
    fn sizes_stay_within_their_bounds() {
        let mut settings = Settings::default();
        settings.rescale(-1);
        assert_eq!(settings.scale, 100);
        settings.rescale(99);
        assert_eq!(settings.scale, 200);
    }
}
