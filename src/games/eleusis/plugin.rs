//! What Eleusis Express adds to the window.

use bevy::prelude::App;

use super::EleusisExpress;
use super::ui::{marks, panel};
use crate::engine::game::Game;
use crate::table::panels::{Panels, register};

pub const PANELS: Panels = Panels { on_table: Some(marks::show), ..Panels::above_scores(panel::show) };

pub fn plugin(app: &mut App) {
    register(app, EleusisExpress::INFO.id, PANELS);
}
