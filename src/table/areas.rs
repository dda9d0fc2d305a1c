//! Areas as entities that the pointer can hit, with outlines, and rings around those that are targets, lead, or have the focus.

use std::collections::{BTreeMap, BTreeSet};

use bevy::picking::PickingSystems;
use bevy::picking::backend::{HitData, PointerHits};
use bevy::picking::pointer::{PointerId, PointerLocation};
use bevy::prelude::*;

use super::faces::Tile;
use super::rings::{Ring, RingSize};
use super::scene::{ClearTable, RAISED, TableScene, next_beat};
use super::schedule::Frame;
use super::tile_sprite::TileSprite;
use super::viewport::TableViewport;
use crate::layout::{Area, AreaId, AreaLook, Layout, Piece};

#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
#[require(Transform, Visibility)]
pub struct AreaEntity(pub AreaId);

#[derive(Component, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[require(Transform, Visibility)]
pub struct RingEntity(pub AreaId, pub Ring);

/// The z of outlines, of rings around empty areas and boards, of rings around single pieces, and of the focus.
const OUTLINES: f32 = 0.0;
const BELOW_PIECES: f32 = 5.0;
const ABOVE_PIECES: f32 = 300.0;
const FOCUS: f32 = 310.0;

/// How far a ring or a mark lies above its piece where others are close: below the next level, so that it hides none of what lies on it.
pub(super) const ABOVE_ITS_PIECE: f32 = 0.1;

pub fn plugin(app: &mut App) {
    app.add_systems(Update, (clear, follow_areas, follow_rings).chain().after(next_beat).in_set(Frame::Follow));
}

/// Lets the pointer find areas; needs a renderer.
pub fn picking_plugin(app: &mut App) {
    app.add_systems(PreUpdate, find_areas.in_set(PickingSystems::Backend));
}

fn clear(
    mut asked: MessageReader<ClearTable>,
    all: Query<Entity, Or<(With<AreaEntity>, With<RingEntity>)>>,
    mut commands: Commands,
) {
    if asked.read().count() > 0 {
        all.iter().for_each(|entity| commands.entity(entity).despawn());
    }
}

pub(super) fn follow_areas(
    (scene, viewport): (Res<TableScene>, Res<TableViewport>),
    mut commands: Commands,
    areas: Query<(Entity, &AreaEntity)>,
) {
    if !(scene.is_changed() || viewport.is_changed()) {
        return;
    }
    let known: BTreeMap<AreaId, Entity> = areas.iter().map(|(entity, area)| (area.0, entity)).collect();
    for (id, entity) in &known {
        if scene.layout.area(*id).is_none() {
            commands.entity(*entity).despawn();
        }
    }
    for area in &scene.layout.areas {
        let place = Transform::from_translation(viewport.world(area.centre).extend(OUTLINES));
        match known.get(&area.id) {
            Some(entity) => {
                commands.entity(*entity).insert(place);
            }
            None => {
                commands.spawn((AreaEntity(area.id), Name::new(area.name.clone()), place, Pickable::default()));
            }
        }
    }
}

/// Outlines and rings are drawn anew whenever anything changes.
fn follow_rings(
    (scene, viewport): (Res<TableScene>, Res<TableViewport>),
    mut commands: Commands,
    rings: Query<(Entity, &RingEntity)>,
) {
    if !(scene.is_changed() || viewport.is_changed()) {
        return;
    }
    let is_lit = |area: &Area| scene.highlight.lit.contains(&area.id);
    let ring_of = |area: &Area| Some(RingEntity(area.id, Ring::of(area.look, is_lit(area))?));
    let of_look = scene.layout.areas.iter().filter_map(ring_of);
    // Of a fan, only what a hint means has a ring: cards that may not be played are dimmed.
    let is_fan = |area: &AreaId| scene.layout.area(*area).is_some_and(|area| area.look == AreaLook::Fan);
    let ringed = scene.highlight.ringed.iter().copied().filter(|area| scene.highlight.is_hint || !is_fan(area));
    let targets = ringed.map(|area| RingEntity(area, Ring::Target));
    let focus = scene.focus.map(|area| RingEntity(area, Ring::Focus));
    let picked = scene.picked.and_then(|picked| scene.layout.piece(picked));
    let picked = picked.map(|piece| RingEntity(piece.area, Ring::Focus));
    // With a place that is gone, such as that of the last card of a hand, its ring goes, too.
    let is_there = |ring: &RingEntity| scene.layout.area(ring.0).is_some();
    let wanted: BTreeSet<RingEntity> = of_look.chain(targets).chain(focus).chain(picked).filter(is_there).collect();
    let known: BTreeMap<RingEntity, Entity> = rings.iter().map(|(entity, ring)| (*ring, entity)).collect();
    for (ring, entity) in &known {
        if !wanted.contains(ring) {
            commands.entity(*entity).despawn();
        }
    }
    for ring in wanted {
        let Some(area) = scene.layout.area(ring.0) else { continue };
        let (drawn, height) = drawn(ring.1, area, &scene.layout, &viewport);
        let raised = scene.layout.top_of(area.id).filter(|piece| scene.raised.contains(&piece.id));
        // The top card of a high pile lies higher than the pile's place.
        let thickness = match ring.1 {
            Ring::Outline | Ring::Button | Ring::IdleButton => 0.0,
            _ => scene.layout.filling(area).map_or(0.0, |piece| piece.place.thickness),
        };
        let (x, y) = area.centre;
        let centre = (x, y - if raised.is_some() { RAISED } else { thickness });
        let place = Transform::from_translation(viewport.world(centre).extend(height))
            .with_rotation(Quat::from_rotation_z(-area.turn.to_radians()));
        let shown = TileSprite::of(Tile::Ring(drawn, RingSize::of(area.size)), 1.0);
        match known.get(&ring) {
            Some(entity) => drop(commands.entity(*entity).insert((place, shown))),
            None => drop(commands.spawn((ring, place, shown, Pickable::IGNORE))),
        }
    }
}

/// How the ring around an area is drawn, and its z, so that it neither crosses nor hides a piece beside it.
fn drawn(ring: Ring, area: &Area, layout: &Layout, viewport: &TableViewport) -> (Ring, f32) {
    let is_crowded = layout.is_crowded(area, ring.reach() / viewport.scale);
    let on = |piece: &Piece| viewport.resting(&piece.place).z + ABOVE_ITS_PIECE;
    match (ring, layout.filling(area)) {
        (Ring::Outline | Ring::Button | Ring::IdleButton, _) => (ring, OUTLINES),
        (Ring::Target | Ring::Leader | Ring::Latest, Some(piece)) if is_crowded => (ring, on(piece)),
        (Ring::Target | Ring::Leader | Ring::Latest, Some(_)) => (ring, ABOVE_PIECES),
        (Ring::Target | Ring::Leader | Ring::Latest, None) => (ring, BELOW_PIECES),
        (Ring::Focus | Ring::CloseFocus, Some(piece)) if is_crowded => (Ring::CloseFocus, on(piece)),
        (Ring::Focus | Ring::CloseFocus, None) if is_crowded || layout.top_of(area.id).is_some() => {
            (ring, BELOW_PIECES)
        }
        (Ring::Focus | Ring::CloseFocus, _) => (ring, FOCUS),
    }
}

/// Pieces are in front of areas: an area is hit where there is no piece that can be picked up.
const BEHIND_PIECES: f32 = 1000.0;

fn find_areas(
    pointers: Query<(&PointerId, &PointerLocation)>,
    camera: Option<Single<Entity, With<Camera2d>>>,
    (viewport, scene): (Res<TableViewport>, Res<TableScene>),
    areas: Query<(Entity, &AreaEntity)>,
    mut hits: MessageWriter<PointerHits>,
) {
    let Some(camera) = camera else { return };
    for (pointer, location) in &pointers {
        let Some(location) = &location.location else { continue };
        let at = viewport.area_at(&scene.layout, location.position);
        if let Some((entity, _)) = areas.iter().find(|(_, area)| Some(area.0) == at) {
            let hit = HitData::new(*camera, BEHIND_PIECES, None, None);
            hits.write(PointerHits::new(*pointer, vec![(entity, hit)], 0.0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::CardArea;

    #[test]
    fn with_the_place_of_the_last_card_its_ring_goes() {
        let mut app = App::new();
        app.init_resource::<TableScene>().init_resource::<TableViewport>().add_systems(Update, follow_rings);
        let place = Area::new(CardArea::Own(0), (100.0, 100.0), (88.0, 126.0), "hand");
        let id = place.id;
        let mut scene = app.world_mut().resource_mut::<TableScene>();
        scene.layout.areas.push(place);
        scene.focus = Some(id);
        app.update();
        let rings =
            |app: &mut App| app.world_mut().query::<&RingEntity>().iter(app.world()).copied().collect::<Vec<_>>();
        assert!(rings(&mut app).contains(&RingEntity(id, Ring::Focus)));
        app.world_mut().resource_mut::<TableScene>().layout.areas.clear();
        app.update();
        assert_eq!(rings(&mut app), []);
    }

    #[test]
    fn a_button_on_the_cloth_is_filled_once_it_can_be_pressed() {
        let mut app = App::new();
        app.init_resource::<TableScene>().init_resource::<TableViewport>().add_systems(Update, follow_rings);
        let button = Area::new(CardArea::Middle, (100.0, 100.0), (200.0, 50.0), "announce the suit").as_button();
        let id = button.id;
        app.world_mut().resource_mut::<TableScene>().layout.areas.push(button);
        app.update();
        let rings =
            |app: &mut App| app.world_mut().query::<&RingEntity>().iter(app.world()).copied().collect::<Vec<_>>();
        assert_eq!(rings(&mut app), [RingEntity(id, Ring::IdleButton)]);
        app.world_mut().resource_mut::<TableScene>().highlight.lit = vec![id];
        app.update();
        assert_eq!(rings(&mut app), [RingEntity(id, Ring::Button)]);
    }
}
