//! The pictures that games are played with: the library, and how pictures come in and go out.

pub mod importer;
pub mod library;

use bevy::prelude::App;

pub fn plugin(app: &mut App) {
    app.add_plugins((library::plugin, importer::plugin));
}
