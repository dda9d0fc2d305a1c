//! Entities that follow a layout: slots and pieces appear, glide, turn over and go, so that what lies on the table is
//! always what the layout says, or on its way there.

use std::collections::{BTreeMap, VecDeque};

use bevy::prelude::*;

use super::art::{Art, Repaint, Tile};
use super::felt::Felt;
use super::lifted;
use super::motion::{self, Complete, FadeOut, Finish, Flip, Glide, Lift, Manner, Motion, Moving, Roll, Shake};
use super::piles::{self, resting};
use super::sound::Play;
use crate::engine::layout::{Beat, Cue, Face, Layout, Mark, PieceId, Preview, Slot, SlotId};

/// A slot's entity.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
#[require(Transform, Visibility)]
pub struct SlotEntity(pub SlotId);

/// A piece's entity.
#[derive(Component, Clone, Copy, PartialEq, Debug)]
#[require(Transform, Visibility, Lift)]
pub struct PieceEntity {
    /// Which piece.
    pub id: PieceId,
    /// What it shows, or is turning to.
    pub face: Face,
    /// Where it lies, or is going.
    pub slot: SlotId,
    /// Whether the seat may pick it up.
    pub movable: bool,
}

/// A piece that the pointer carries; layouts leave it alone until it is let go.
#[derive(Component)]
pub struct Carried;

/// The ring around the slot that has the focus.
#[derive(Component)]
#[require(Transform, Visibility)]
pub struct FocusRing;

/// Something laid over a piece to show what would happen to it.
#[derive(Component)]
struct MarkEntity;

/// What the table should show.
#[derive(Resource, Default)]
pub struct Shown {
    /// Where everything belongs now.
    pub layout: Layout,
    /// The moments still to come; the last one is the position.
    pub beats: VecDeque<Beat>,
    /// The slots that a move may go to.
    pub lit: Vec<SlotId>,
    /// Those of them that have a ring; the others are joined by lines.
    pub ringed: Vec<SlotId>,
    /// The slot with the focus.
    pub focus: Option<SlotId>,
    /// The piece that was picked up by a click or a key, and waits for its slot.
    pub picked: Option<PieceId>,
    /// Slots that are joined by lines.
    pub links: Vec<(SlotId, SlotId)>,
    /// What would happen, shown over the pieces.
    pub preview: Option<Preview>,
    /// How the layout is reached.
    cue: Option<Cue>,
    /// For how long it still stays before the next moment, in seconds.
    hold: f32,
    /// Words rising from slots, with their age in seconds.
    pub floats: Vec<(SlotId, String, f32)>,
}

impl Shown {
    /// Shows this layout at once, or glides there when `cue` says how.
    pub fn set(&mut self, layout: Layout, cue: Option<Cue>) {
        self.beats.clear();
        (self.cue, self.hold) = (cue, 0.0);
        self.layout = layout;
    }

    /// Shows these moments in turn on a table on which nothing lies yet.
    pub fn lay(&mut self, beats: Vec<Beat>) {
        self.beats = beats.into();
        if let Some(first) = self.beats.pop_front() {
            (self.layout, self.cue, self.hold) = (first.layout, Some(first.cue), first.hold);
        }
    }

    /// Shows these moments in turn.
    pub fn play(&mut self, beats: Vec<Beat>) {
        self.beats.extend(beats);
    }

    /// The table as it will be once everything has been shown: what input during a play is about.
    pub fn settled(&self) -> &Layout {
        self.beats.back().map_or(&self.layout, |last| &last.layout)
    }

    /// Whether a play is still being shown.
    pub fn is_playing(&self) -> bool {
        !self.beats.is_empty()
    }
}

/// Clears the table of entities; what [`Shown`] says appears anew.
#[derive(Message)]
pub struct Clear;

/// Order of the table's systems within a frame.
#[derive(SystemSet, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Follow;

/// Follows [`Shown`].
pub fn plugin(app: &mut App) {
    app.init_resource::<Shown>().add_message::<Clear>().add_systems(Update, cut_short.in_set(Complete)).add_systems(
        Update,
        (
            clear,
            next_beat,
            age_floats,
            follow_slots,
            follow_pieces,
            follow_marks,
            lift_picked,
            repaint,
            piles::cover,
            lifted::forget,
            lifted::shade,
        )
            .chain()
            .in_set(Follow),
    );
}

fn clear(
    mut asked: MessageReader<Clear>,
    all: Query<Entity, Or<(With<SlotEntity>, With<PieceEntity>, With<MarkEntity>, With<FocusRing>)>>,
    mut commands: Commands,
) {
    if asked.read().count() > 0 {
        all.iter().for_each(|entity| commands.entity(entity).despawn());
    }
}

/// Any input completes what is running: only the last moment counts.
fn cut_short(mut asked: MessageReader<Finish>, mut shown: ResMut<Shown>) {
    if asked.read().count() == 0 {
        return;
    }
    if let Some(last) = shown.beats.pop_back() {
        shown.beats.clear();
        (shown.cue, shown.hold) = (None, 0.0);
        shown.layout = last.layout;
    }
    if !shown.floats.is_empty() {
        shown.floats.clear();
    }
}

fn next_beat(
    moving: Res<Moving>,
    mut shown: ResMut<Shown>,
    mut sounds: MessageWriter<Play>,
    cameras: Query<Entity, With<Camera2d>>,
    mut commands: Commands,
    (time, motion): (Res<Time>, Res<Motion>),
    mut redraw: MessageWriter<bevy::window::RequestRedraw>,
) {
    if moving.0 || shown.beats.is_empty() {
        return;
    }
    if shown.hold > 0.0 {
        shown.bypass_change_detection().hold -= motion.step(&time);
        redraw.write(bevy::window::RequestRedraw);
        return;
    }
    let Some(beat) = shown.beats.pop_front() else { return };
    sounds.write(Play::Cue(beat.cue));
    if beat.cue == Cue::Break {
        cameras.iter().for_each(|camera| {
            commands.entity(camera).insert(Shake::default());
        });
    }
    shown.floats.extend(beat.floats.into_iter().map(|(slot, words)| (slot, words, 0.0)));
    shown.layout = beat.layout;
    (shown.cue, shown.hold) = (Some(beat.cue), beat.hold);
    // Perhaps nothing moves now.
    redraw.write(bevy::window::RequestRedraw);
}

/// How long words rise, in seconds.
pub const RISE: f32 = 1.1;

fn age_floats(time: Res<Time>, mut shown: ResMut<Shown>, mut redraw: MessageWriter<bevy::window::RequestRedraw>) {
    if shown.bypass_change_detection().floats.is_empty() {
        return;
    }
    let passed = time.delta_secs().min(0.034);
    let floats = &mut shown.bypass_change_detection().floats;
    floats.iter_mut().for_each(|float| float.2 += passed);
    floats.retain(|float| float.2 < RISE);
    redraw.write(bevy::window::RequestRedraw);
}

fn follow_slots(
    shown: Res<Shown>,
    felt: Res<Felt>,
    mut commands: Commands,
    mut slots: Query<(Entity, &SlotEntity, &mut Transform), Without<FocusRing>>,
    mut rings: Query<(Entity, &mut Transform), With<FocusRing>>,
) {
    if !(shown.is_changed() || felt.is_changed()) {
        return;
    }
    let mut missing: BTreeMap<SlotId, _> = shown.layout.slots.iter().map(|slot| (slot.id, slot)).collect();
    let place_of = |slot: &Slot| felt.world(slot.centre).extend(slot_height(&shown, slot.id));
    for (entity, slot, mut place) in &mut slots {
        match missing.remove(&slot.0) {
            Some(wanted) => place.translation = place_of(wanted),
            None => commands.entity(entity).despawn(),
        }
    }
    for (id, slot) in missing {
        let place = Transform::from_translation(place_of(slot));
        commands.spawn((SlotEntity(id), Name::new(slot.name.clone()), place, Pickable::default()));
    }
    let focus = shown.focus.and_then(|id| shown.layout.slot(id)).map(|slot| felt.world(slot.centre).extend(30.0));
    match (focus, rings.single_mut()) {
        (Some(at), Ok((_, mut place))) => place.translation = at,
        (Some(at), Err(_)) => {
            commands.spawn((FocusRing, Transform::from_translation(at), Pickable::IGNORE));
        }
        (None, Ok((entity, _))) => commands.entity(entity).despawn(),
        (None, Err(_)) => {}
    }
}

/// A lit slot shows above the piece in it, an unlit one below.
fn slot_height(shown: &Shown, id: SlotId) -> f32 {
    if shown.ringed.contains(&id) && is_taken(shown, id) { 12.0 } else { 0.0 }
}

fn is_taken(shown: &Shown, id: SlotId) -> bool {
    shown.layout.pieces.iter().any(|piece| piece.slot == id)
}

fn follow_pieces(
    mut shown: ResMut<Shown>,
    felt: Res<Felt>,
    art: Res<Art>,
    mut commands: Commands,
    mut pieces: Query<(
        Entity,
        &mut PieceEntity,
        &mut Transform,
        &mut Sprite,
        Option<&Glide>,
        Has<FadeOut>,
        Has<Carried>,
    )>,
    mut sounds: MessageWriter<Play>,
) {
    if !(shown.is_changed() || felt.is_changed()) {
        return;
    }
    let cue = if felt.is_changed() { None } else { shown.bypass_change_detection().cue.take() };
    let layout = &shown.layout;
    let mut missing: BTreeMap<PieceId, _> = layout.pieces.iter().map(|piece| (piece.id, piece)).collect();
    let leaving = pieces.iter().filter(|(_, piece, ..)| missing.get(&piece.id).is_some_and(|to| to.slot != piece.slot));
    let leaving: Vec<Vec2> = leaving.map(|(_, _, place, ..)| place.translation.truncate()).collect();
    let middle = leaving.iter().sum::<Vec2>() / leaving.len().max(1) as f32;
    let (mut sent, mut turns) = (0.0, false);
    for (entity, mut piece, mut place, mut sprite, glide, fading, carried) in &mut pieces {
        if fading {
            continue;
        }
        let Some(wanted) = missing.remove(&piece.id) else {
            leave(&mut commands, entity, cue);
            continue;
        };
        let now = PieceEntity { face: wanted.face, slot: wanted.slot, movable: wanted.movable, ..*piece };
        if carried {
            // Where it is drawn is the hand's business until it is dropped; what it is, is not.
            piece.set_if_neq(now);
            continue;
        }
        let Some(slot) = layout.slot(wanted.slot) else { continue };
        let target = resting(&felt, slot.centre, wanted.height);
        let heading = glide.map_or(place.translation, Glide::end);
        if felt.is_changed() || cue.is_none() {
            place.translation = target;
            commands.entity(entity).remove::<Glide>();
        } else if heading.distance_squared(target) > 0.01 {
            let manner = manner(cue, middle);
            commands.entity(entity).insert(Glide::new(place.translation, target, manner, apart(cue, &mut sent)));
        }
        if piece.face != wanted.face {
            match (cue, wanted.face) {
                (Some(Cue::Roll), Face::Die(_)) => {
                    let sides = [1, 2, 3, 4, 5, 6].map(|number| art.rect(Tile::Face(Face::Die(number))));
                    commands.entity(entity).insert(Roll::new(sides, art.rect(Tile::Face(wanted.face)), target));
                }
                (Some(_), _) => {
                    turns = true;
                    commands.entity(entity).insert(Flip::new(art.rect(Tile::Face(wanted.face)), 0.0));
                }
                (None, _) => {
                    sprite.rect = art.rect(Tile::Face(wanted.face));
                    commands.entity(entity).remove::<Roll>();
                }
            }
        }
        if piece.movable != now.movable {
            commands.entity(entity).insert(pickable(now.movable));
        }
        piece.set_if_neq(now);
    }
    if turns {
        sounds.write(Play::Flip);
    }
    for piece in missing.into_values() {
        let Some(slot) = layout.slot(piece.slot) else { continue };
        let target = resting(&felt, slot.centre, piece.height);
        let mut entity = commands.spawn((
            PieceEntity { id: piece.id, face: piece.face, slot: piece.slot, movable: piece.movable },
            art.sprite(Tile::Face(piece.face), &felt),
            Transform::from_translation(target),
            pickable(piece.movable),
        ));
        // A card or tile that was not there turns up where it lies.
        if cue.is_some() && matches!(piece.face, Face::French(_) | Face::Part(_)) {
            let back = Sprite { rect: art.rect(Tile::Face(Face::Back)), ..art.sprite(Tile::Face(piece.face), &felt) };
            entity.insert((back, Flip::new(art.rect(Tile::Face(piece.face)), 0.0)));
        }
    }
}

fn pickable(movable: bool) -> Pickable {
    if movable { Pickable::default() } else { Pickable::IGNORE }
}

fn leave(commands: &mut Commands, entity: Entity, cue: Option<Cue>) {
    match cue {
        Some(_) => {
            commands.entity(entity).insert(FadeOut::new(motion::FADE));
        }
        None => commands.entity(entity).despawn(),
    }
}

/// How pieces travel at such a moment; `middle` is that of those which change their slot.
fn manner(cue: Option<Cue>, middle: Vec2) -> Manner {
    match cue {
        Some(Cue::Fall) => Manner::Fall,
        Some(Cue::Chain(_)) => Manner::Gather(middle),
        Some(Cue::Deal) => Manner::Deal,
        _ => Manner::Slide,
    }
}

/// How long this piece waits: cards are dealt one after the other, whatever else moves does so at once.
fn apart(cue: Option<Cue>, sent: &mut f32) -> f32 {
    if cue != Some(Cue::Deal) {
        return 0.0;
    }
    *sent += 1.0;
    (*sent - 1.0) * motion::APART
}

fn follow_marks(
    shown: Res<Shown>,
    felt: Res<Felt>,
    art: Res<Art>,
    moving: Res<Moving>,
    gliding: Query<(), With<Glide>>,
    old: Query<Entity, With<MarkEntity>>,
    carried: Query<&PieceEntity, With<Carried>>,
    mut last: Local<Option<Preview>>,
    mut commands: Commands,
) {
    if !(shown.is_changed() || felt.is_changed() || art.is_changed() || moving.is_changed()) {
        return;
    }
    // A mark lies on its piece, once that has arrived.
    let is_still = !shown.is_playing() && gliding.is_empty();
    let wanted = shown.preview.clone().filter(|_| is_still);
    if *last == wanted && !felt.is_changed() && !art.is_changed() {
        return;
    }
    old.iter().for_each(|entity| commands.entity(entity).despawn());
    for (id, mark) in wanted.iter().flat_map(|preview| &preview.marks) {
        let tile = match mark {
            Mark::Gone => Tile::Gone,
            Mark::Scores => Tile::Scores,
            Mark::Moves(_) => continue,
            Mark::Comes(slot) => {
                let there = shown.layout.slot(*slot).zip(shown.layout.piece(*id));
                let Some((slot, piece)) = there else { continue };
                let place = resting(&felt, slot.centre, piece.height) + Vec3::Z * 9.0;
                let ghost =
                    Sprite { custom_size: Some(art.size(&felt) * GHOST), ..art.sprite(Tile::Face(piece.face), &felt) };
                commands.spawn((MarkEntity, ghost, Transform::from_translation(place), Pickable::IGNORE));
                continue;
            }
        };
        // A carried piece is in the hand, not where it lay.
        let in_hand = carried.iter().any(|piece| piece.id == *id);
        let Some(piece) = shown.layout.piece(*id).filter(|_| !in_hand) else { continue };
        let Some(slot) = shown.layout.slot(piece.slot) else { continue };
        let place = resting(&felt, slot.centre, piece.height) + Vec3::Z * 10.0;
        commands.spawn((MarkEntity, art.sprite(tile, &felt), Transform::from_translation(place), Pickable::IGNORE));
    }
    *last = wanted;
}

/// How large a piece is shown where it would come to lie: what lies there now peeks out around it.
const GHOST: f32 = 0.9;

/// What was picked up is lifted until it is put down.
fn lift_picked(
    shown: Res<Shown>,
    mut last: Local<Option<PieceId>>,
    mut pieces: Query<(&PieceEntity, &mut Lift, Has<Carried>)>,
) {
    if *last == shown.picked {
        return;
    }
    for (piece, mut lift, carried) in &mut pieces {
        if Some(piece.id) == shown.picked {
            lift.target = 1.0;
        } else if Some(piece.id) == *last && !carried {
            lift.target = 0.0;
        }
    }
    *last = shown.picked;
}

/// Takes every piece's sprite from the new picture.
fn repaint(
    mut asked: MessageReader<Repaint>,
    felt: Res<Felt>,
    art: Res<Art>,
    mut pieces: Query<(Entity, &PieceEntity, &mut Sprite, &mut Transform, Has<Flip>, Has<Roll>)>,
    mut commands: Commands,
) {
    if asked.read().count() == 0 && !felt.is_changed() {
        return;
    }
    for (entity, piece, mut sprite, mut place, turning, rolling) in &mut pieces {
        *sprite = art.sprite(Tile::Face(piece.face), &felt);
        if rolling {
            place.rotation = Quat::IDENTITY;
            commands.entity(entity).remove::<Roll>();
        }
        if turning {
            // Half turned over, it would stay narrow.
            place.scale.x = place.scale.y;
            commands.entity(entity).remove::<Flip>();
        }
    }
}
