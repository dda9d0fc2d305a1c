//! What the table sounds like: soft, short, never twice quite the same, and off with one key.

use std::collections::BTreeMap;

use bevy::audio::{AudioPlayer, AudioSource, PlaybackSettings, Volume};
use bevy::prelude::*;

use super::assets;
use crate::layout::Cue;

#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlaySound {
    /// A moment of a move.
    Cue(Cue),
    Undo,
    /// Something is not allowed.
    Error,
    Flip,
    /// A piece is picked up.
    Take,
    /// A choice that goes with the next move is made.
    Press,
    /// A button of a panel is pressed.
    Button,
    Win,
    Lose,
}

impl PlaySound {
    /// The name of its file: that of the moment, unless it has another. Where there are several, the number of sounds played
    /// so far decides.
    fn file(self, played: usize) -> String {
        match self {
            PlaySound::Cue(Cue::Place) => format!("place{}", played % 3 + 1),
            PlaySound::Cue(Cue::Push) | PlaySound::Take => "slide".to_owned(),
            PlaySound::Cue(Cue::Chain(rank)) => format!("chain{}", rank.clamp(1, 4)),
            PlaySound::Cue(Cue::Break) => "malfunction".to_owned(),
            PlaySound::Cue(cue) => format!("{cue:?}").to_lowercase(),
            sound => format!("{sound:?}").to_lowercase(),
        }
    }
}

/// How loud sounds are, 0 (silent) to 1.
#[derive(Resource, Clone, Copy, PartialEq, Debug)]
pub struct SoundVolume {
    pub cards: f32,
    /// Buttons, refusals and endings.
    pub signals: f32,
}

impl Default for SoundVolume {
    fn default() -> SoundVolume {
        SoundVolume { cards: 0.8, signals: 0.8 }
    }
}

impl SoundVolume {
    fn of(self, sound: PlaySound) -> f32 {
        match sound {
            PlaySound::Cue(_) | PlaySound::Flip | PlaySound::Take | PlaySound::Press | PlaySound::Undo => self.cards,
            PlaySound::Error | PlaySound::Button | PlaySound::Win | PlaySound::Lose => self.signals,
        }
    }
}

/// How much faster and higher than in its file a sound is played, in turn.
const SPEEDS: [f32; 5] = [1.0, 0.96, 1.03, 0.98, 1.05];

#[derive(Resource, Default)]
struct Sounds {
    /// By the names of their files.
    loaded: BTreeMap<&'static str, Handle<AudioSource>>,
    played: usize,
}

pub fn plugin(app: &mut App) {
    app.init_resource::<SoundVolume>()
        .add_message::<PlaySound>()
        .init_resource::<Sounds>()
        .add_systems(Startup, load.run_if(resource_exists::<Assets<AudioSource>>))
        .add_systems(Last, play);
}

fn load(mut sounds: ResMut<Sounds>, mut sources: ResMut<Assets<AudioSource>>) {
    for path in assets::names() {
        let name = path.strip_prefix("sounds/").and_then(|file| file.strip_suffix(".ogg"));
        if let (Some(name), Some(bytes)) = (name, assets::find(path)) {
            sounds.loaded.insert(name, sources.add(AudioSource { bytes: bytes.into() }));
        }
    }
}

fn play(
    mut asked: MessageReader<PlaySound>,
    volumes: Res<SoundVolume>,
    mut sounds: ResMut<Sounds>,
    mut commands: Commands,
) {
    for &sound in asked.read() {
        let volume = volumes.of(sound);
        if volume <= 0.0 {
            continue;
        }
        sounds.played += 1;
        let Some(source) = sounds.loaded.get(sound.file(sounds.played).as_str()) else { continue };
        let speed = SPEEDS[sounds.played % SPEEDS.len()];
        let settings = PlaybackSettings::DESPAWN.with_volume(Volume::Linear(volume)).with_speed(speed);
        commands.spawn((AudioPlayer(source.clone()), settings));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sound_has_its_file() {
        use PlaySound::{Button, Error, Flip, Lose, Press, Take, Undo, Win};
        let cues = [Cue::Deal, Cue::Place, Cue::Take, Cue::Push, Cue::Fall, Cue::Swap, Cue::Roll, Cue::Break];
        let cues = cues.into_iter().chain((0..=5).map(Cue::Chain)).map(PlaySound::Cue);
        for sound in cues.chain([Undo, Error, Flip, Take, Press, Button, Win, Lose]) {
            for played in 0..3 {
                let path = format!("sounds/{}.ogg", sound.file(played));
                assert!(assets::find(&path).is_some(), "{path}");
            }
        }
    }
}
