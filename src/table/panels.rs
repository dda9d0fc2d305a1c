//! What a game adds to the shared panels: its own panel beside the table.

use std::any::Any;
use std::collections::BTreeMap;

use bevy::prelude::Resource;
use bevy_egui::egui::Ui;

/// A game's own panel: what stands beside its table. It knows its view's type. `true`: one line high.
pub type GamePanel = fn(&mut Ui, &(dyn Any + Send + Sync), bool);

/// The games' panels by id; each game puts its own in.
#[derive(Resource, Default)]
pub struct GamePanels(pub BTreeMap<&'static str, GamePanel>);
