//! What the table should show: the layout, the beats still to come, and what is lit or marked on it.

use std::collections::VecDeque;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::motion::{MotionSettings, Moving, Shake, SkipAnimations};
use super::schedule::Frame;
use super::sound::PlaySound;
use crate::layout::{AreaId, Beat, Cue, Layout, PieceId, Preview};

/// What the table should show; entities follow it.
#[derive(Resource, Default)]
pub struct TableScene {
    /// Where everything belongs now.
    pub layout: Layout,
    /// The moments still to come; the last one is the position.
    pub beats: VecDeque<Beat>,
    pub highlight: Highlight,
    /// The area with the keyboard's focus.
    pub focus: Option<AreaId>,
    /// The piece that was picked up by a click or a key, and waits for its area.
    pub picked: Option<PieceId>,
    /// Words rising from areas, with their age in seconds.
    pub floats: Vec<(AreaId, String, f32)>,
    /// How the layout is reached, until pieces have been sent there.
    cue: Option<Cue>,
    /// For how long it still stays before the next moment, in seconds.
    hold: f32,
}

/// What is lit, joined and previewed.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Highlight {
    /// The areas that a move may go to.
    pub lit: Vec<AreaId>,
    /// Those of them that have a ring; the others are joined by lines.
    pub ringed: Vec<AreaId>,
    /// Areas that are joined by lines.
    pub links: Vec<(AreaId, AreaId)>,
    /// What a move would do, shown over the pieces.
    pub preview: Option<Preview>,
}

impl TableScene {
    /// Shows this layout at once, or glides there when `cue` says how.
    pub fn set(&mut self, layout: Layout, cue: Option<Cue>) {
        self.beats.clear();
        (self.cue, self.hold) = (cue, 0.0);
        self.layout = layout;
    }

    /// Shows these moments in turn on a table on which nothing lies yet.
    pub fn begin(&mut self, beats: Vec<Beat>) {
        self.beats = beats.into();
        if let Some(first) = self.beats.pop_front() {
            (self.layout, self.cue, self.hold) = (first.layout, Some(first.cue), first.hold);
        }
    }

    /// Shows these moments in turn.
    pub fn play(&mut self, beats: Vec<Beat>) {
        self.beats.extend(beats);
    }

    /// The table as it will be once everything has been shown: what input during an animation is about.
    pub fn settled(&self) -> &Layout {
        self.beats.back().map_or(&self.layout, |last| &last.layout)
    }

    /// Whether there are moments still to come.
    pub fn is_playing(&self) -> bool {
        !self.beats.is_empty()
    }

    pub(super) fn take_cue(&mut self) -> Option<Cue> {
        self.cue.take()
    }
}

/// Clears the table of entities; what [`TableScene`] says appears anew.
#[derive(Message)]
pub struct ClearTable;

/// How long words rise, in seconds.
pub const RISE: f32 = 1.1;

pub fn plugin(app: &mut App) {
    app.init_resource::<TableScene>()
        .add_message::<ClearTable>()
        .add_systems(Update, skip.in_set(Frame::Skip))
        .add_systems(Update, (next_beat, age_floats).chain().in_set(Frame::Follow));
}

/// Only the last moment counts.
fn skip(mut skips: MessageReader<SkipAnimations>, mut scene: ResMut<TableScene>) {
    if skips.read().count() == 0 {
        return;
    }
    if let Some(last) = scene.beats.pop_back() {
        scene.set(last.layout, None);
    }
    if !scene.floats.is_empty() {
        scene.floats.clear();
    }
}

/// Shows the next moment once nothing moves.
pub(super) fn next_beat(
    moving: Res<Moving>,
    mut scene: ResMut<TableScene>,
    mut sounds: MessageWriter<PlaySound>,
    cameras: Query<Entity, With<Camera2d>>,
    mut commands: Commands,
    (time, motion): (Res<Time>, Res<MotionSettings>),
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if moving.0 || scene.beats.is_empty() {
        return;
    }
    redraw.write(RequestRedraw);
    if scene.hold > 0.0 {
        scene.bypass_change_detection().hold -= motion.step(&time);
        return;
    }
    let Some(beat) = scene.beats.pop_front() else { return };
    sounds.write(PlaySound::Cue(beat.cue));
    if beat.cue == Cue::Break {
        cameras.iter().for_each(|camera| {
            commands.entity(camera).insert(Shake::default());
        });
    }
    scene.floats.extend(beat.floats.into_iter().map(|(area, words)| (area, words, 0.0)));
    scene.layout = beat.layout;
    (scene.cue, scene.hold) = (Some(beat.cue), beat.hold);
}

fn age_floats(time: Res<Time>, mut scene: ResMut<TableScene>, mut redraw: MessageWriter<RequestRedraw>) {
    let floats = &mut scene.bypass_change_detection().floats;
    if floats.is_empty() {
        return;
    }
    let passed = time.delta_secs().min(0.034);
    floats.iter_mut().for_each(|float| float.2 += passed);
    floats.retain(|float| float.2 < RISE);
    redraw.write(RequestRedraw);
}
