//! What Matrix Solitaire adds to the window.

use bevy::prelude::App;

use super::{MatrixSolitaire, panel};
use crate::engine::game::Game;
use crate::table::panels::{Panels, register};

pub fn plugin(app: &mut App) {
    register(app, MatrixSolitaire::INFO.id, Panels::beside(panel::show));
}
