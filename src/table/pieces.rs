//! Pieces as entities that follow a layout: they appear, glide, turn over and fade, so that the table always shows the
//! layout, or goes towards it.

use std::collections::BTreeMap;

use bevy::ecs::query::QueryData;
use bevy::prelude::*;

use super::areas;
use super::faces::{FacesReady, Tile};
use super::motion::{APART, FadeOut, Flip, Glide, Lift, Moving, Pose, Roll, Travel};
use super::scene::{ClearTable, RAISED, TableScene};
use super::schedule::Frame;
use super::sound::PlaySound;
use super::tile_sprite::TileSprite;
use super::viewport::TableViewport;
use crate::layout::{AreaId, Cue, Face, Layout, Mark, Piece, PieceId, Place, Preview};

#[derive(Component, Clone, Copy, PartialEq, Debug)]
#[require(Lift, Pose)]
pub struct PieceEntity {
    pub id: PieceId,
    /// What it shows, or is turning to.
    pub face: Face,
    /// Where it lies, or is going.
    pub area: AreaId,
    pub place: Place,
    pub movable: bool,
    is_dimmed: bool,
    /// Whether it is a back with another piece on it.
    is_covered: bool,
}

impl PieceEntity {
    fn of(piece: &Piece, layout: &Layout) -> PieceEntity {
        let Piece { id, face, area, place, movable, is_dimmed, .. } = *piece;
        let is_covered = face == Face::Back && layout.is_covered(piece);
        PieceEntity { id, face, area, place, movable, is_dimmed, is_covered }
    }

    /// The tint of its sprite.
    fn tint(&self) -> Color {
        if self.is_dimmed { DIMMED } else { Color::WHITE }
    }

    fn tile(&self) -> Tile {
        if self.is_covered { Tile::CoveredBack } else { Tile::Face(self.face) }
    }
}

/// The tint of a card that may not be played now.
const DIMMED: Color = Color::linear_rgb(0.4, 0.42, 0.42);

/// A piece that the pointer carries; it does not follow layouts until it is dropped.
#[derive(Component)]
pub struct Carried;

/// Laid over a piece to show what would happen to it.
#[derive(Component)]
struct MarkEntity;

pub fn plugin(app: &mut App) {
    let follow = (clear, follow_pieces, follow_marks, lift_picked).chain();
    app.add_systems(Update, follow.after(areas::follow_areas).in_set(Frame::Follow));
}

fn clear(
    mut asked: MessageReader<ClearTable>,
    all: Query<Entity, Or<(With<PieceEntity>, With<MarkEntity>)>>,
    mut commands: Commands,
) {
    if asked.read().count() > 0 {
        all.iter().for_each(|entity| commands.entity(entity).despawn());
    }
}

#[derive(QueryData)]
#[query_data(mutable)]
struct Follower {
    entity: Entity,
    piece: &'static mut PieceEntity,
    pose: &'static mut Pose,
    shown: &'static mut TileSprite,
    glide: Option<&'static Glide>,
    is_fading: Has<FadeOut>,
    is_carried: Has<Carried>,
}

struct Transition<'a> {
    /// `None`: at once.
    cue: Option<Cue>,
    /// The middle of the pieces that change their area.
    middle: Vec2,
    dealt: f32,
    turns: bool,
    /// The pieces that are selected.
    raised: &'a [PieceId],
    layout: &'a Layout,
    viewport: &'a TableViewport,
}

fn follow_pieces(
    mut scene: ResMut<TableScene>,
    (viewport, faces): (Res<TableViewport>, Res<FacesReady>),
    mut waits: Local<bool>,
    mut commands: Commands,
    mut pieces: Query<Follower>,
    mut sounds: MessageWriter<PlaySound>,
) {
    *waits |= scene.is_changed() || viewport.is_changed();
    // Pieces come to the table once they can be drawn.
    if !*waits || !faces.can_show(&scene.layout) {
        return;
    }
    *waits = false;
    let cue = scene.bypass_change_detection().follow().filter(|_| !viewport.is_changed());
    let mut wanted: BTreeMap<PieceId, &Piece> = scene.layout.pieces.iter().map(|piece| (piece.id, piece)).collect();
    let identified = identified(&pieces, &wanted);
    let moved = pieces.iter().filter(|it| wanted.get(&it.piece.id).is_some_and(|to| to.area != it.piece.area));
    let moved: Vec<Vec2> = moved.map(|it| it.pose.at.truncate()).collect();
    let middle = moved.iter().sum::<Vec2>() / moved.len().max(1) as f32;
    let viewport = &*viewport;
    let (layout, raised) = (&scene.layout, scene.raised.as_slice());
    let mut transition = Transition { cue, middle, dealt: 0.0, turns: false, raised, layout, viewport };
    for mut it in &mut pieces {
        if it.is_fading {
            continue;
        }
        let id = identified.get(&it.piece.id).copied().unwrap_or(it.piece.id);
        match wanted.remove(&id) {
            Some(to) => transition.send(&mut commands, &mut it, to),
            None if cue.is_some() => drop(commands.entity(it.entity).insert(FadeOut::default())),
            None => commands.entity(it.entity).despawn(),
        }
    }
    for piece in wanted.into_values() {
        transition.spawn(&mut commands, piece);
    }
    if transition.turns {
        sounds.write(PlaySound::Flip);
    }
}

/// The new ids of pieces that were revealed or hidden since the last layout: of those on the table that the new layout
/// has under another id.
fn identified(pieces: &Query<Follower>, wanted: &BTreeMap<PieceId, &Piece>) -> BTreeMap<PieceId, PieceId> {
    let is_there = |id: &PieceId| pieces.iter().any(|it| !it.is_fading && it.piece.id == *id);
    let renamed = wanted.values().filter(|piece| !is_there(&piece.id));
    renamed.filter_map(|piece| piece.was.filter(|was| !wanted.contains_key(was)).map(|was| (was, piece.id))).collect()
}

impl Transition<'_> {
    fn send(&mut self, commands: &mut Commands, it: &mut FollowerItem, to: &Piece) {
        let now = PieceEntity::of(to, self.layout);
        if it.is_carried {
            // Until it is dropped, the pointer decides where it is drawn.
            it.piece.set_if_neq(now);
            return;
        }
        let mut entity = commands.entity(it.entity);
        let target = self.pose(to);
        let (scale, before) = (to.place.scale, it.piece.place.scale);
        if before != scale {
            // From here on it is drawn for its new size, but begins as large as it was.
            it.pose.size *= before / scale;
            it.shown.scale = scale;
        }
        let heading = it.glide.map_or(*it.pose, Glide::end);
        if self.cue.is_none() {
            it.pose.set_if_neq(target);
            entity.remove::<Glide>();
        } else if !is_near(&heading, &target) {
            let glide = Glide::new(*it.pose, target, self.travel(), self.delay());
            // What only moves within its area does not pass above other pieces.
            entity.insert(if it.piece.area == to.area { glide.low() } else { glide });
        }
        if it.piece.face != to.face {
            self.turn(&mut entity, &mut it.shown, &now);
        } else if it.piece.is_covered != now.is_covered {
            it.shown.tile = now.tile();
            entity.remove::<Flip>();
        }
        if it.piece.is_dimmed != to.is_dimmed {
            it.shown.tint = now.tint();
        }
        if it.piece.movable != to.movable {
            entity.insert(pickable(to.movable));
        }
        it.piece.set_if_neq(now);
    }

    fn pose(&self, piece: &Piece) -> Pose {
        let raised = if self.raised.contains(&piece.id) { RAISED } else { 0.0 };
        pose(&Place { thickness: piece.place.thickness + raised, ..piece.place }, self.viewport)
    }

    fn turn(&mut self, entity: &mut EntityCommands, shown: &mut TileSprite, to: &PieceEntity) {
        match (self.cue, to.face) {
            (Some(Cue::Roll), Face::Die(side)) => drop(entity.remove::<Flip>().insert(Roll::new(side))),
            (Some(_), _) => {
                self.turns = true;
                // A die that still tumbles would come to rest on the side that was taken back.
                entity.remove::<Roll>().insert(Flip::new(to.tile()));
            }
            (None, _) => {
                shown.tile = to.tile();
                entity.remove::<(Roll, Flip)>();
            }
        }
    }

    /// Spawns a piece that was not on the table. A card or tile is turned face up where it lies.
    fn spawn(&self, commands: &mut Commands, piece: &Piece) {
        let new = PieceEntity::of(piece, self.layout);
        let shown = TileSprite::of(new.tile(), piece.place.scale).tinted(new.tint());
        let mut entity = commands.spawn((new, shown, self.pose(piece), pickable(piece.movable)));
        if self.cue.is_some() && matches!(piece.face, Face::French(_) | Face::Mystique(_) | Face::Part(_)) {
            entity.insert((TileSprite { tile: Tile::Face(Face::Back), ..shown }, Flip::new(shown.tile)));
        }
    }

    fn travel(&self) -> Travel {
        match self.cue {
            Some(Cue::Fall) => Travel::Fall,
            Some(Cue::Chain(_)) => Travel::Gather(self.middle),
            Some(Cue::Deal) => Travel::Deal,
            _ => Travel::Slide,
        }
    }

    /// How long the next piece waits: cards are dealt one after the other, everything else moves at the same time.
    fn delay(&mut self) -> f32 {
        if self.cue != Some(Cue::Deal) {
            return 0.0;
        }
        self.dealt += 1.0;
        (self.dealt - 1.0) * APART
    }
}

/// How a piece at this place is drawn at rest.
fn pose(place: &Place, viewport: &TableViewport) -> Pose {
    Pose { at: viewport.resting(place), turn: -place.turn.to_radians(), size: 1.0 }
}

fn is_near(one: &Pose, other: &Pose) -> bool {
    one.at.distance_squared(other.at) < 0.01 && (one.turn - other.turn).abs() < 1e-3 && one.size == other.size
}

fn pickable(movable: bool) -> Pickable {
    if movable { Pickable::default() } else { Pickable::IGNORE }
}

/// How far above its piece another one lies that is shown where it would be laid, within the levels of the table.
const GHOSTS: f32 = 200.0;

/// The size of a piece shown where it would be laid, as a part of its own: what is there now can be seen around it.
const GHOST: f32 = 0.9;

fn follow_marks(
    (scene, viewport): (Res<TableScene>, Res<TableViewport>),
    moving: Res<Moving>,
    gliding: Query<(), With<Glide>>,
    old: Query<Entity, With<MarkEntity>>,
    carried: Query<&PieceEntity, With<Carried>>,
    mut last: Local<Option<Preview>>,
    mut commands: Commands,
) {
    if !(scene.is_changed() || viewport.is_changed() || moving.is_changed()) {
        return;
    }
    // Marks appear once their pieces have arrived.
    let is_still = !scene.is_playing() && gliding.is_empty();
    let wanted = scene.highlight.preview.clone().filter(|_| is_still);
    if *last == wanted && !viewport.is_changed() {
        return;
    }
    old.iter().for_each(|entity| commands.entity(entity).despawn());
    for (id, mark) in wanted.iter().flat_map(|preview| &preview.marks) {
        let Some(piece) = scene.layout.piece(*id) else { continue };
        let shown = |tile| TileSprite::of(tile, piece.place.scale);
        let (place, shown, above) = match mark {
            Mark::Comes(area) => {
                // What was put there for now needs no second picture.
                let Some(area) = scene.layout.area(*area).filter(|area| area.id != piece.area) else { continue };
                let room = area.size.0.max(area.size.1) / scene.layout.material.size_of(1.0).1;
                let scale = piece.place.scale.min(room);
                let ghost = TileSprite::of(Tile::Face(piece.face), scale).sized(GHOST);
                (Place { centre: area.centre, turn: area.turn, scale, ..piece.place }, ghost, GHOSTS)
            }
            // A carried piece is with the pointer, not where it lay.
            _ if carried.iter().any(|carried| carried.id == *id) => continue,
            Mark::Turns => {
                let turn = piece.place.turn + 90.0;
                (Place { turn, ..piece.place }, shown(Tile::Face(piece.face)).sized(GHOST), GHOSTS)
            }
            // What lies on its piece lies on the mark, too: in a fan it hides no number.
            Mark::Gone => (piece.place, shown(Tile::Gone), areas::ABOVE_ITS_PIECE),
            Mark::Scores | Mark::Answers => (piece.place, shown(Tile::Scores), areas::ABOVE_ITS_PIECE),
        };
        let at = Transform::from_translation(viewport.resting(&place) + Vec3::Z * above)
            .with_rotation(Quat::from_rotation_z(-place.turn.to_radians()));
        commands.spawn((MarkEntity, shown, at, Pickable::IGNORE));
    }
    *last = wanted;
}

fn lift_picked(
    scene: Res<TableScene>,
    mut last: Local<Option<PieceId>>,
    mut pieces: Query<(&PieceEntity, &mut Lift, Has<Carried>)>,
) {
    if *last == scene.picked {
        return;
    }
    for (piece, mut lift, carried) in &mut pieces {
        if Some(piece.id) == scene.picked {
            lift.target = 1.0;
        } else if Some(piece.id) == *last && !carried {
            lift.target = 0.0;
        }
    }
    *last = scene.picked;
}
