//! The shadow of a piece that is lifted: farther away and softer than the one it has on the table.

use bevy::prelude::*;

use super::atlas::FaceAtlas;
use super::faces::Tile;
use super::motion::Lift;
use super::pieces::PieceEntity;
use super::schedule::Frame;
use super::tile_sprite::TileSprite;
use super::viewport::TableViewport;

/// How far below the piece the shadow is, and its size, as parts of the piece's height and size.
const OFFSET: f32 = 0.045;
const SIZE: f32 = 1.1;

/// A lifted piece's shadow; a child of the piece.
#[derive(Component)]
struct Shadow;

pub fn plugin(app: &mut App) {
    app.add_systems(Update, (clear_shadows, follow_lifts).chain().after(Frame::Follow));
}

/// Gives lifted pieces a shadow, as opaque as they are high, and removes it when they are put down.
fn follow_lifts(
    (atlas, viewport): (Res<FaceAtlas>, Res<TableViewport>),
    pieces: Query<(Entity, &PieceEntity, &Lift, Option<&Children>), Changed<Lift>>,
    mut shadows: Query<&mut TileSprite, With<Shadow>>,
    mut commands: Commands,
) {
    for (entity, piece, lift, children) in &pieces {
        let known = children.into_iter().flatten().copied().find(|child| shadows.contains(*child));
        match (known, lift.height() > 0.0) {
            (Some(shadow), true) => {
                if let Ok(mut shown) = shadows.get_mut(shadow) {
                    shown.tint.set_alpha(lift.height());
                }
            }
            (Some(shadow), false) => commands.entity(shadow).despawn(),
            (None, true) => {
                let height = SIZE * atlas.size(Tile::Shadow, piece.place.scale, &viewport).y;
                let shown = TileSprite::of(Tile::Shadow, piece.place.scale).sized(SIZE);
                let shown = shown.tinted(Color::WHITE.with_alpha(lift.height()));
                // Just below its piece, and above the one that lies under it.
                let place = Transform::from_xyz(0.0, -OFFSET * height, -0.05);
                commands.entity(entity).with_child((Shadow, shown, place, Pickable::IGNORE));
            }
            (None, false) => {}
        }
    }
}

/// Removes shadows, which lie as far below their pieces as these are large, when the table changes its size; they are spawned anew
/// at the next lift.
fn clear_shadows(viewport: Res<TableViewport>, shadows: Query<Entity, With<Shadow>>, mut commands: Commands) {
    if viewport.is_changed() {
        shadows.iter().for_each(|shadow| commands.entity(shadow).despawn());
    }
}
