//! Reads the settings at the start, changes them as players ask, saves them, and passes them on to the table.

use bevy::prelude::*;

use super::messages::SettingsAction;
use super::settings::Settings;
use super::store::Store;
use super::ui_state::UiState;
use crate::catalogue;
use crate::table::card_style::{CardStyle, IndexGrowth};
use crate::table::motion::MotionSettings;
use crate::table::schedule::Frame;
use crate::table::sound::SoundVolume;

pub fn plugin(app: &mut App) {
    app.init_resource::<Settings>()
        .add_systems(Startup, read)
        .add_systems(Update, (act, apply).chain().in_set(Frame::Screens));
}

pub(super) fn act(mut actions: MessageReader<SettingsAction>, mut settings: ResMut<Settings>, mut ui: ResMut<UiState>) {
    for action in actions.read() {
        match action {
            SettingsAction::Set(wanted) => {
                settings.set_if_neq((**wanted).clone());
            }
            SettingsAction::Catch(command) => ui.catching = *command,
            SettingsAction::Bind(command, chord) => {
                ui.catching = None;
                if let Err(other) = settings.keys.bind(*command, *chord) {
                    ui.say(format_args!("{chord} is already used for “{}”.", other.name()));
                }
            }
            SettingsAction::Rescale(steps) => settings.rescale(*steps),
            SettingsAction::ToggleNumbers => settings.numbers = !settings.numbers,
            SettingsAction::SortHand(game) => {
                if let Some(entry) = catalogue::find(game) {
                    settings.sort_hand_by_next(entry.info);
                }
            }
            SettingsAction::ToggleSound => settings.sound = !settings.sound,
            SettingsAction::ToggleFullScreen => settings.full_screen = !settings.full_screen,
        }
    }
}

pub(super) fn read(store: Res<Store>, mut settings: ResMut<Settings>, mut ui: ResMut<UiState>) {
    ui.wants_focus = true;
    match store.settings() {
        Ok(read) => *settings = read,
        Err(error) => ui.say(format_args!("{error}. The default settings are used; the file was kept.")),
    }
}

/// Passes changed settings on to the table, and saves them.
pub(super) fn apply(
    settings: Res<Settings>,
    store: Res<Store>,
    (mut style, mut motion, mut volume): (ResMut<CardStyle>, ResMut<MotionSettings>, ResMut<SoundVolume>),
    mut ui: ResMut<UiState>,
    mut last: Local<Option<Settings>>,
) {
    if !settings.is_changed() {
        return;
    }
    let drawings = style.drawings.clone();
    let index = IndexGrowth::at_text_size(settings.scale);
    style.set_if_neq(CardStyle { drawings, back: settings.back, four_colours: settings.four_colours, index });
    motion.set_if_neq(MotionSettings { pace: settings.animation.pace(), is_reduced: settings.reduce_motion });
    let part = |percent: u8| if settings.sound { f32::from(percent) / 100.0 } else { 0.0 };
    volume.set_if_neq(SoundVolume { cards: part(settings.card_volume), signals: part(settings.signal_volume) });
    if last.as_ref().is_some_and(|last| *last != *settings)
        && let Err(error) = store.write_settings(&settings)
    {
        ui.say(format_args!("The settings could not be saved: {error}"));
    }
    *last = Some(settings.clone());
}
