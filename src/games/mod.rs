//! One folder a game: its rules, its view, its bots and where its pieces lie.

pub mod matrix;

/// Puts every game's panel and emblem into the window.
#[cfg(feature = "desktop")]
pub fn faces(app: &mut bevy::app::App) {
    use crate::engine::game::Game;
    use crate::table::panels::{GameFace, GameFaces};

    let mut faces = app.world_mut().get_resource_or_init::<GameFaces>();
    let matrix = GameFace { panel: matrix::panel::show, emblem: matrix::panel::emblem };
    faces.0.insert(matrix::MatrixSolitaire::INFO.id, matrix);
}
