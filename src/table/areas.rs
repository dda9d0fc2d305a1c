//! Slots as the eye and the pointer find them: rings around those that are lit or have the focus, and a box to be hit.
//!
//! A ring costs a software renderer some hundred pixels, where a card-sized picture of an outline would cost it twenty
//! thousand; so the table stays fluent without a graphics card. Needs a renderer; the logic does without.

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::picking::PickingSystems;
use bevy::picking::backend::{HitData, PointerHits};
use bevy::picking::pointer::{PointerId, PointerLocation};
use bevy::prelude::*;
use bevy::sprite_render::AlphaMode2d;

use super::felt::Felt;
use super::pieces::{FocusRing, Follow, Shown, SlotEntity};
use super::theme::Palette;

/// The radius of a slot's corners, as a part of its width.
pub(super) const CORNER: f32 = 0.06;
/// The width of its outline, as a part of its width.
pub(super) const LINE: f32 = 0.012;

/// Draws slots and the focus ring, and lets the pointer find them.
pub fn plugin(app: &mut App) {
    app.init_resource::<Rings>()
        .add_systems(Startup, prepare)
        .add_systems(Update, ((cut, paint).chain().after(Follow), colour.run_if(resource_changed::<Palette>)))
        .add_systems(PreUpdate, find_slots.in_set(PickingSystems::Backend));
}

/// The meshes, cut anew for each size of the table, and their colours.
#[derive(Resource, Default)]
struct Rings {
    thick: Handle<Mesh>,
    focus: Handle<Mesh>,
    lit: Handle<ColorMaterial>,
    bright: Handle<ColorMaterial>,
}

fn prepare(mut rings: ResMut<Rings>, mut meshes: ResMut<Assets<Mesh>>, mut materials: ResMut<Assets<ColorMaterial>>) {
    let mut blank = || meshes.add(ring(Vec2::ONE, 0.1, 0.1));
    let (thick, focus) = (blank(), blank());
    let mut colourless = || materials.add(ColorMaterial { alpha_mode: AlphaMode2d::Blend, ..default() });
    *rings = Rings { thick, focus, lit: colourless(), bright: colourless() };
}

fn colour(palette: Res<Palette>, rings: Res<Rings>, mut materials: ResMut<Assets<ColorMaterial>>) {
    for (handle, rgb) in [(&rings.lit, palette.brass), (&rings.bright, palette.focus)] {
        if let Some(mut material) = materials.get_mut(handle) {
            material.color = rgb.bevy();
        }
    }
}

/// Cuts the rings for the size of card that the table has now: that of its largest slots, which are the ones played to.
fn cut(felt: Res<Felt>, shown: Res<Shown>, rings: Res<Rings>, mut meshes: ResMut<Assets<Mesh>>, mut last: Local<Vec2>) {
    let Some(slot) = shown.layout.slots.iter().max_by(|one, other| one.size.0.total_cmp(&other.size.0)) else { return };
    let card = (Vec2::from(slot.size) * felt.scale).round();
    if *last == card {
        return;
    }
    *last = card;
    let corner = card.x * CORNER;
    let line = (card.x * LINE).max(1.0);
    let cuts = [
        (&rings.thick, ring(card + line, corner + line, 2.2 * line)),
        (&rings.focus, ring(card + 10.0, corner + 5.0, 3.0)),
    ];
    for (handle, mesh) in cuts {
        // Under the same handle, so that every slot follows.
        let _ = meshes.insert(handle.id(), mesh);
    }
}

fn paint(
    shown: Res<Shown>,
    rings: Res<Rings>,
    mut commands: Commands,
    slots: Query<(Entity, &SlotEntity)>,
    new: Query<(), Added<SlotEntity>>,
    focus: Query<Entity, Added<FocusRing>>,
) {
    for entity in &focus {
        commands.entity(entity).insert((Mesh2d(rings.focus.clone()), MeshMaterial2d(rings.bright.clone())));
    }
    if !shown.is_changed() && new.is_empty() {
        return;
    }
    for (entity, slot) in &slots {
        let lit = shown.ringed.contains(&slot.0);
        let mut entity = commands.entity(entity);
        match lit {
            true => entity.insert((Mesh2d(rings.thick.clone()), MeshMaterial2d(rings.lit.clone()))),
            false => entity.remove::<Mesh2d>(),
        };
    }
}

/// A ring along a rounded rectangle, its line centred on the edge, with soft borders of half a point.
fn ring(size: Vec2, corner: f32, line: f32) -> Mesh {
    const STEPS: u16 = 8;
    let inner = size / 2.0 - corner;
    let (mut positions, mut colours, mut indices) = (Vec::new(), Vec::new(), Vec::new());
    let half = line / 2.0;
    let borders = [(-half - 0.5, 0.0), (-half + 0.3, 1.0), (half - 0.3, 1.0), (half + 0.5, 0.0)];
    let points: Vec<(Vec2, Vec2)> = (0..4u16)
        .flat_map(|quarter| (0..=STEPS).map(move |step| (quarter, step)))
        .map(|(quarter, step)| {
            let angle = (f32::from(quarter) + f32::from(step) / f32::from(STEPS)) * std::f32::consts::FRAC_PI_2;
            let sides = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)][usize::from(quarter)];
            (inner * Vec2::from(sides), Vec2::from_angle(angle))
        })
        .collect();
    for (centre, outward) in &points {
        for (offset, alpha) in borders {
            let at = *centre + *outward * (corner + offset);
            positions.push([at.x, at.y, 0.0]);
            colours.push([1.0, 1.0, 1.0, alpha]);
        }
    }
    let count = points.len() as u16;
    for point in 0..count {
        let (here, next) = (point * 4, (point + 1) % count * 4);
        for border in 0..3 {
            let (a, b) = (here + border, next + border);
            indices.extend([a, a + 1, b + 1, a, b + 1, b]);
        }
    }
    let normals = vec![[0.0, 0.0, 1.0]; positions.len()];
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colours)
        .with_inserted_indices(Indices::U16(indices))
}

/// Pieces lie above slots: a slot is hit where no piece that can be picked up is.
const BEHIND_PIECES: f32 = 1000.0;

/// Tells the pointer which slot it is over.
fn find_slots(
    pointers: Query<(&PointerId, &PointerLocation)>,
    camera: Option<Single<Entity, With<Camera2d>>>,
    felt: Res<Felt>,
    shown: Res<Shown>,
    slots: Query<(Entity, &SlotEntity)>,
    mut hits: MessageWriter<PointerHits>,
) {
    let Some(camera) = camera else { return };
    for (pointer, location) in &pointers {
        let Some(location) = &location.location else { continue };
        let at = felt.slot_at(&shown.layout, location.position);
        if let Some((entity, _)) = slots.iter().find(|(_, slot)| Some(slot.0) == at) {
            let hit = HitData::new(*camera, BEHIND_PIECES, None, None);
            hits.write(PointerHits::new(*pointer, vec![(entity, hit)], 0.0));
        }
    }
}
