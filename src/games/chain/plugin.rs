//! What Mystique Chain adds to the window: the choice of a study.

use bevy::prelude::App;

use super::MystiqueChain;
use super::layout::POSITION;
use super::setup;
use crate::engine::game::Game;
use crate::table::panels::{OwnSetup, Panels, register};

pub const PANELS: Panels = Panels { setup: Some(OwnSetup::Setting(POSITION, setup::show)), ..Panels::NONE };

pub fn plugin(app: &mut App) {
    register(app, MystiqueChain::INFO.id, PANELS);
}
