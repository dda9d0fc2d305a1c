//! The shadow of a piece that is lifted: farther away and softer than the one it has on the table.

use bevy::prelude::*;

use super::atlas::{AtlasReady, FaceAtlas};
use super::faces::Tile;
use super::motion::Lift;
use super::pieces::PieceEntity;
use super::schedule::Frame;
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
    mut shadows: Query<&mut Sprite, With<Shadow>>,
    mut commands: Commands,
) {
    for (entity, piece, lift, children) in &pieces {
        let known = children.into_iter().flatten().copied().find(|child| shadows.contains(*child));
        match (known, lift.height() > 0.0) {
            (Some(shadow), true) => {
                if let Ok(mut sprite) = shadows.get_mut(shadow) {
                    sprite.color.set_alpha(lift.height());
                }
            }
            (Some(shadow), false) => commands.entity(shadow).despawn(),
            (None, true) => {
                let mut sprite = atlas.sprite(Tile::Shadow, piece.place.scale, &viewport);
                let size = sprite.custom_size.unwrap_or_default() * SIZE;
                sprite.custom_size = Some(size);
                sprite.color.set_alpha(lift.height());
                // Just below its piece, and above the one that lies under it.
                let place = Transform::from_xyz(0.0, -OFFSET * size.y, -0.05);
                commands.entity(entity).with_child((Shadow, sprite, place, Pickable::IGNORE));
            }
            (None, false) => {}
        }
    }
}

/// Removes shadows, which are parts of an atlas, when that changes; they are spawned anew at the next lift.
fn clear_shadows(mut ready: MessageReader<AtlasReady>, shadows: Query<Entity, With<Shadow>>, mut commands: Commands) {
    if ready.read().count() > 0 {
        shadows.iter().for_each(|shadow| commands.entity(shadow).despawn());
    }
}
