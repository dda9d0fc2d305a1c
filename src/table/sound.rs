//! What the table sounds like: soft, short, never twice quite the same, and off with one key.

use bevy::audio::{AudioPlayer, AudioSource, PlaybackSettings, Volume};
use bevy::prelude::*;

use super::assets;
use crate::layout::Cue;

/// Something to be heard.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlaySound {
    /// A moment of a move.
    Cue(Cue),
    /// A move was taken back.
    Undo,
    /// Something is not allowed.
    Error,
    /// A card turns over.
    Flip,
    /// A piece is taken up.
    Take,
    /// A choice that goes with the next move is made.
    Press,
    /// A button.
    Button,
    /// A good end.
    Win,
    /// Another end.
    Lose,
}

/// How loud it is, 0 (nothing is heard) to 1.
#[derive(Resource, Clone, Copy, PartialEq, Debug)]
pub struct SoundVolume {
    /// Cards on the cloth.
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
    fn of(self, sound: &PlaySound) -> f32 {
        match sound {
            PlaySound::Cue(_) | PlaySound::Flip | PlaySound::Take | PlaySound::Press | PlaySound::Undo => self.cards,
            PlaySound::Error | PlaySound::Button | PlaySound::Win | PlaySound::Lose => self.signals,
        }
    }
}

/// How much faster and higher a sound is than as it was made, in turn.
const SPEEDS: [f32; 5] = [1.0, 0.96, 1.03, 0.98, 1.05];

const FILES: [&str; 21] = [
    "deal",
    "place1",
    "place2",
    "place3",
    "slide",
    "flip",
    "fall",
    "take",
    "chain1",
    "chain2",
    "chain3",
    "chain4",
    "undo",
    "button",
    "error",
    "win",
    "lose",
    "swap",
    "roll",
    "malfunction",
    "press",
];

#[derive(Resource, Default)]
struct Sounds {
    loaded: Vec<(&'static str, Handle<AudioSource>)>,
    played: usize,
}

/// Plays what is to be heard.
pub fn plugin(app: &mut App) {
    app.init_resource::<SoundVolume>()
        .add_message::<PlaySound>()
        .init_resource::<Sounds>()
        .add_systems(Startup, load.run_if(resource_exists::<Assets<AudioSource>>))
        .add_systems(Last, play);
}

fn load(mut sounds: ResMut<Sounds>, mut sources: ResMut<Assets<AudioSource>>) {
    for name in FILES {
        let Some(bytes) = assets::find(&format!("sounds/{name}.ogg")) else { continue };
        let handle = sources.add(AudioSource { bytes: bytes.into() });
        sounds.loaded.push((name, handle));
    }
}

fn play(
    mut asked: MessageReader<PlaySound>,
    loudness: Res<SoundVolume>,
    mut sounds: ResMut<Sounds>,
    mut commands: Commands,
) {
    for sound in asked.read() {
        let volume = loudness.of(sound);
        if volume <= 0.0 {
            continue;
        }
        sounds.played += 1;
        let varied = ["place1", "place2", "place3"][sounds.played % 3];
        let name = match sound {
            PlaySound::Cue(Cue::Deal) => "deal",
            PlaySound::Cue(Cue::Place) => varied,
            PlaySound::Cue(Cue::Take) => "take",
            PlaySound::Cue(Cue::Push) => "slide",
            PlaySound::Cue(Cue::Fall) => "fall",
            PlaySound::Cue(Cue::Chain(1)) => "chain1",
            PlaySound::Cue(Cue::Chain(2)) => "chain2",
            PlaySound::Cue(Cue::Chain(3)) => "chain3",
            PlaySound::Cue(Cue::Chain(_)) => "chain4",
            PlaySound::Cue(Cue::Swap) => "swap",
            PlaySound::Cue(Cue::Roll) => "roll",
            PlaySound::Cue(Cue::Break) => "malfunction",
            PlaySound::Take => "slide",
            PlaySound::Press => "press",
            PlaySound::Flip => "flip",
            PlaySound::Undo => "undo",
            PlaySound::Error => "error",
            PlaySound::Button => "button",
            PlaySound::Win => "win",
            PlaySound::Lose => "lose",
        };
        let Some((_, source)) = sounds.loaded.iter().find(|(loaded, _)| *loaded == name) else { continue };
        let speed = SPEEDS[sounds.played % SPEEDS.len()];
        let settings = PlaybackSettings::DESPAWN.with_volume(Volume::Linear(volume)).with_speed(speed);
        commands.spawn((AudioPlayer(source.clone()), settings));
    }
}
