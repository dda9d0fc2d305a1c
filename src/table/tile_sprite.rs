//! Which tile of the atlas an entity shows.
//!
//! Whoever spawns, turns or fades a piece says this alone. The sprite is made of it in one place, with the atlas in use: so an image
//! and the place of a tile in it always belong together.

use bevy::prelude::*;

use super::faces::Tile;

#[derive(Component, Clone, Copy, PartialEq, Debug)]
#[require(Sprite, Transform, Visibility)]
pub struct TileSprite {
    pub tile: Tile,
    /// Of the piece.
    pub scale: f32,
    pub tint: Color,
    /// As a part of the tile's own.
    pub size: f32,
}

impl TileSprite {
    pub fn of(tile: Tile, scale: f32) -> TileSprite {
        TileSprite { tile, scale, tint: Color::WHITE, size: 1.0 }
    }

    pub fn tinted(self, tint: Color) -> TileSprite {
        TileSprite { tint, ..self }
    }

    pub fn sized(self, size: f32) -> TileSprite {
        TileSprite { size, ..self }
    }
}
