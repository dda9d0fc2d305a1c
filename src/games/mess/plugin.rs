//! What Mess Machine adds to the window.

use bevy::prelude::App;

use super::{MessMachine, panel};
use crate::engine::game::Game;
use crate::table::panels::{Panels, register};

pub fn plugin(app: &mut App) {
    register(app, MessMachine::INFO.id, Panels::beside(panel::show));
}
