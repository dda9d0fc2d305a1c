//! What the table sounds like: soft, short, and off with one key.

use bevy::audio::{AudioPlayer, AudioSource, PlaybackSettings, Volume};
use bevy::prelude::*;

use super::assets;
use crate::engine::layout::Cue;

/// Something to be heard.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Play {
    /// A moment of a move.
    Cue(Cue),
    /// A move was taken back.
    Undo,
    /// Something is not allowed.
    Error,
    /// A button.
    Button,
    /// A good end.
    Win,
    /// Another end.
    Lose,
}

/// Whether there is sound.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug)]
pub struct SoundOn(pub bool);

const FILES: [&str; 15] = [
    "deal", "place1", "place2", "place3", "slide", "fall", "take", "chain1", "chain2", "chain3", "chain4", "undo",
    "error", "win", "lose",
];

#[derive(Resource, Default)]
struct Sounds {
    loaded: Vec<(&'static str, Handle<AudioSource>)>,
    played: usize,
}

/// Plays what is to be heard.
pub fn plugin(app: &mut App) {
    app.insert_resource(SoundOn(true))
        .add_message::<Play>()
        .init_resource::<Sounds>()
        .add_systems(Startup, load.run_if(resource_exists::<Assets<AudioSource>>))
        .add_systems(Last, play);
}

fn load(mut sounds: ResMut<Sounds>, mut sources: ResMut<Assets<AudioSource>>) {
    for name in FILES.into_iter().chain(["button"]) {
        let Some(bytes) = assets::find(&format!("sounds/{name}.ogg")) else { continue };
        let handle = sources.add(AudioSource { bytes: bytes.into() });
        sounds.loaded.push((name, handle));
    }
}

fn play(mut asked: MessageReader<Play>, on: Res<SoundOn>, mut sounds: ResMut<Sounds>, mut commands: Commands) {
    for sound in asked.read() {
        if !on.0 {
            continue;
        }
        sounds.played += 1;
        let varied = ["place1", "place2", "place3"][sounds.played % 3];
        let name = match sound {
            Play::Cue(Cue::Deal) => "deal",
            Play::Cue(Cue::Place) => varied,
            Play::Cue(Cue::Take) => "take",
            Play::Cue(Cue::Push) => "slide",
            Play::Cue(Cue::Fall) => "fall",
            Play::Cue(Cue::Chain(1)) => "chain1",
            Play::Cue(Cue::Chain(2)) => "chain2",
            Play::Cue(Cue::Chain(3)) => "chain3",
            Play::Cue(Cue::Chain(_)) => "chain4",
            Play::Undo => "undo",
            Play::Error => "error",
            Play::Button => "button",
            Play::Win => "win",
            Play::Lose => "lose",
        };
        let Some((_, source)) = sounds.loaded.iter().find(|(loaded, _)| *loaded == name) else { continue };
        let settings = PlaybackSettings::DESPAWN.with_volume(Volume::Linear(0.8));
        commands.spawn((AudioPlayer(source.clone()), settings));
    }
}
