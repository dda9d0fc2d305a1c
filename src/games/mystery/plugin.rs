//! What Mystery Machine adds to the window: its panel, the choice of a puzzle, and the puzzle designer.

use bevy::prelude::App;

use super::MysteryMachine;
use super::ui::{designer, panel, setup};
use crate::engine::game::Game;
use crate::table::panels::{Panels, register};

pub fn plugin(app: &mut App) {
    let panels = Panels { beside: panel::show, setup: Some(setup::show), workshop: Some(designer::open) };
    register(app, MysteryMachine::INFO.id, panels);
}
