//! What the table should show: the layout, the beats still to come, and what is lit or marked on it.

use std::collections::VecDeque;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::motion::{LONGEST_STEP, MotionClock, Moving, Shake, SkipAnimations};
use super::schedule::Frame;
use super::sound::PlaySound;
use crate::layout::{AreaId, Beat, Cue, Layout, Material, PieceId, Preview};

/// Words that rise from an area and fade: what a play scored.
#[derive(Clone, PartialEq, Debug)]
pub struct RisingWords {
    pub area: AreaId,
    pub words: String,
    /// In seconds.
    pub age: f32,
    /// As of a [chain](Cue::Chain): the finer, the larger.
    pub rank: u8,
}

/// What the table should show; entities follow it.
#[derive(Resource, Default)]
pub struct TableScene {
    /// Where everything belongs now.
    pub layout: Layout,
    /// The beats still to come; the last one is the position.
    pub beats: VecDeque<Beat>,
    pub highlight: Highlight,
    pub focus: Option<AreaId>,
    /// The piece that was picked up by a click or a key, and waits for its area.
    pub picked: Option<PieceId>,
    /// The pieces that are selected.
    pub raised: Vec<PieceId>,
    /// Those that lie somewhere for now, as the layout shows them.
    pub placed: Vec<(PieceId, AreaId)>,
    pub floats: Vec<RisingWords>,
    /// How pieces get to the layout; taken once they have been sent there.
    cue: Option<Cue>,
    /// Whether pieces have been sent to where the layout has them: they wait until their faces can be drawn.
    is_followed: bool,
    /// How long the layout is still shown before the next beat, in seconds.
    hold: f32,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Highlight {
    /// The areas that a move may go to.
    pub lit: Vec<AreaId>,
    /// Those of them that have a ring; the others are joined by lines.
    pub ringed: Vec<AreaId>,
    pub links: Vec<(AreaId, AreaId)>,
    /// Whether it shows the move of a hint.
    pub is_hint: bool,
    /// What a move would do, shown over the pieces.
    pub preview: Option<Preview>,
}

impl TableScene {
    /// Shows this layout at once, or glides there when `cue` says how.
    pub fn set(&mut self, layout: Layout, cue: Option<Cue>) {
        self.beats.clear();
        self.placed.clear();
        self.show(layout, cue, 0.0);
    }

    fn show(&mut self, layout: Layout, cue: Option<Cue>, hold: f32) {
        (self.layout, self.cue, self.hold) = (layout, cue, hold);
        self.is_followed = false;
    }

    /// Shows this layout, in which these pieces lie somewhere for now.
    pub fn place(&mut self, layout: Layout, placed: &[(PieceId, AreaId)]) {
        self.set(layout, Some(Cue::Place));
        self.placed = placed.to_vec();
    }

    /// Shows these beats in turn on an empty table.
    pub fn begin(&mut self, beats: Vec<Beat>) {
        self.beats = beats.into();
        self.placed.clear();
        if let Some(first) = self.beats.pop_front() {
            self.show(first.layout, Some(first.cue), first.hold);
        }
    }

    /// Shows these beats after those still to come.
    pub fn play(&mut self, beats: Vec<Beat>) {
        self.beats.extend(beats);
    }

    /// The layout after the last beat: what input during an animation refers to.
    pub fn settled(&self) -> &Layout {
        self.beats.back().map_or(&self.layout, |last| &last.layout)
    }

    /// Whether keys lead to an area, or a move may go there.
    pub fn leads_to(&self, area: AreaId) -> bool {
        self.highlight.lit.contains(&area) || self.settled().area(area).is_some_and(|area| area.key.is_some())
    }

    pub fn is_playing(&self) -> bool {
        !self.beats.is_empty()
    }

    /// What the pieces shown now and later are made of; `None` while there are none.
    pub(super) fn material(&self) -> Option<&Material> {
        let mut layouts = [&self.layout].into_iter().chain(self.beats.iter().map(|beat| &beat.layout));
        layouts.find(|layout| !layout.pieces.is_empty()).map(|layout| &layout.material)
    }

    /// How pieces get to the layout, asked when they are sent there.
    pub(super) fn follow(&mut self) -> Option<Cue> {
        self.is_followed = true;
        self.cue.take()
    }
}

/// Removes all entities from the table; those of the [`TableScene`] are spawned anew.
#[derive(Message)]
pub struct ClearTable;

/// How far a selected piece is drawn further up, in table units.
pub const RAISED: f32 = 24.0;

/// How long words rise, in seconds.
pub const RISE: f32 = 1.1;

pub fn plugin(app: &mut App) {
    app.init_resource::<TableScene>()
        .add_message::<ClearTable>()
        .add_systems(Update, skip.in_set(Frame::Skip))
        .add_systems(Update, (next_beat, age_floats).chain().in_set(Frame::Follow));
}

/// Goes on to the last beat at once.
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

pub(super) fn next_beat(
    moving: Res<Moving>,
    mut scene: ResMut<TableScene>,
    mut sounds: MessageWriter<PlaySound>,
    cameras: Query<Entity, With<Camera2d>>,
    mut commands: Commands,
    clock: MotionClock,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if moving.0 || scene.beats.is_empty() || !scene.is_followed {
        return;
    }
    redraw.write(RequestRedraw);
    if scene.hold > 0.0 {
        scene.bypass_change_detection().hold -= clock.step();
        return;
    }
    let Some(beat) = scene.beats.pop_front() else { return };
    sounds.write(PlaySound::Cue(beat.cue));
    if beat.cue == Cue::Break {
        cameras.iter().for_each(|camera| {
            commands.entity(camera).insert(Shake::default());
        });
    }
    let rank = if let Cue::Chain(rank) = beat.cue { rank } else { 1 };
    let rising = beat.floats.into_iter().map(|(area, words)| RisingWords { area, words, age: 0.0, rank });
    scene.floats.extend(rising);
    scene.placed.clear();
    scene.show(beat.layout, Some(beat.cue), beat.hold);
}

fn age_floats(time: Res<Time>, mut scene: ResMut<TableScene>, mut redraw: MessageWriter<RequestRedraw>) {
    let floats = &mut scene.bypass_change_detection().floats;
    if floats.is_empty() {
        return;
    }
    let passed = time.delta_secs().min(LONGEST_STEP);
    floats.iter_mut().for_each(|float| float.age += passed);
    floats.retain(|float| float.age < RISE);
    redraw.write(RequestRedraw);
}
