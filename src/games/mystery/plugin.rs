//! What Mystery Machine adds to the window: its panel, the choice of a puzzle, and the puzzle designer.

use bevy::prelude::App;

use super::MysteryMachine;
use super::ui::{board, designer, panel, setup};
use crate::engine::game::Game;
use crate::table::panels::{OwnSetup, Panels, register};

pub const PANELS: Panels = Panels {
    beside: panel::show,
    has_scores: false,
    on_table: Some(board::show),
    setup: Some(OwnSetup::Whole(setup::show)),
    workshop: Some(designer::open),
};

pub fn plugin(app: &mut App) {
    register(app, MysteryMachine::INFO.id, PANELS);
}
