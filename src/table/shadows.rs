//! The shadow of a piece that is lifted: further off and softer than the one it has lying down.

use bevy::prelude::*;

use super::atlas::{AtlasReady, FaceAtlas};
use super::faces::Tile;
use super::motion::Lift;
use super::pieces::PieceEntity;
use super::schedule::Frame;
use super::viewport::TableViewport;

/// How far below the piece it falls, and how much larger it is, as parts of the piece.
const OFF: f32 = 0.045;
const LARGER: f32 = 1.1;

/// A lifted piece's shadow; a child of the piece.
#[derive(Component)]
struct Shadow;

pub fn plugin(app: &mut App) {
    app.add_systems(Update, (forget, shade).chain().after(Frame::Follow));
}

/// Gives lifted pieces their shadow, as deep as they are high, and takes it from those that lie again.
fn shade(
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
                let size = sprite.custom_size.unwrap_or_default() * LARGER;
                sprite.custom_size = Some(size);
                sprite.color.set_alpha(lift.height());
                // Just below its piece, and above the one that lies under it.
                let place = Transform::from_xyz(0.0, -OFF * size.y, -0.05);
                commands.entity(entity).with_child((Shadow, sprite, place, Pickable::IGNORE));
            }
            (None, false) => {}
        }
    }
}

/// A shadow belongs to one atlas: when that changes, the shadow goes, and is cast anew at the next lift.
fn forget(mut ready: MessageReader<AtlasReady>, shadows: Query<Entity, With<Shadow>>, mut commands: Commands) {
    if ready.read().count() > 0 {
        shadows.iter().for_each(|shadow| commands.entity(shadow).despawn());
    }
}
