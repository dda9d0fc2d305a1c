//! The shadow of a card that is lifted: further off and softer than the one it has lying down.

use bevy::prelude::*;

use super::art::{Art, Tile};
use super::felt::Felt;
use super::motion::Lift;
use super::pieces::PieceEntity;

/// How far below the card it falls, and how much larger it is, as parts of the card.
const OFF: f32 = 0.045;
const LARGER: f32 = 1.1;

/// A lifted piece's shadow; a child of the piece.
#[derive(Component)]
pub(super) struct Shadow;

/// Gives lifted pieces their shadow, as deep as they are high, and takes it from those that lie again.
pub(super) fn shade(
    art: Res<Art>,
    felt: Res<Felt>,
    pieces: Query<(Entity, &Lift, Option<&Children>), (With<PieceEntity>, Changed<Lift>)>,
    mut shadows: Query<&mut Sprite, With<Shadow>>,
    mut commands: Commands,
) {
    for (piece, lift, children) in &pieces {
        let known = children.into_iter().flatten().copied().find(|child| shadows.contains(*child));
        match (known, lift.height() > 0.0) {
            (Some(shadow), true) => {
                if let Ok(mut sprite) = shadows.get_mut(shadow) {
                    sprite.color.set_alpha(lift.height());
                }
            }
            (Some(shadow), false) => commands.entity(shadow).despawn(),
            (None, true) => {
                let size = art.size(&felt) * LARGER;
                let colour = Color::WHITE.with_alpha(lift.height());
                let sprite = Sprite { custom_size: Some(size), color: colour, ..art.sprite(Tile::Shadow, &felt) };
                // Just below its card, and above the one that lies under it.
                let place = Transform::from_xyz(0.0, -OFF * size.y, -0.05);
                commands.entity(piece).with_child((Shadow, sprite, place, Pickable::IGNORE));
            }
            (None, false) => {}
        }
    }
}

/// A shadow belongs to one picture: when that changes, the shadow goes, and is cast anew at the next lift.
pub(super) fn forget(art: Res<Art>, shadows: Query<Entity, With<Shadow>>, mut commands: Commands) {
    if art.is_changed() {
        shadows.iter().for_each(|shadow| commands.entity(shadow).despawn());
    }
}
