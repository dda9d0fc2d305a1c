//! What a game adds to the shared panels: its own panel beside the table, and its emblem on the shelf.

use std::any::Any;
use std::collections::BTreeMap;

use bevy::prelude::Resource;
use bevy_egui::egui::{Painter, Rect, Ui};

/// A game's own panel: what stands beside its table. It knows its view's type. `true`: one line high.
pub type GamePanel = fn(&mut Ui, &(dyn Any + Send + Sync), bool);

/// A game's sign on the shelf, drawn into a room.
pub type Emblem = fn(&Painter, Rect);

/// How a game shows itself.
#[derive(Clone, Copy)]
pub struct GameFace {
    /// Its panel.
    pub panel: GamePanel,
    /// Its emblem.
    pub emblem: Emblem,
}

/// The games' faces by id; each game puts its own in.
#[derive(Resource, Default)]
pub struct GameFaces(pub BTreeMap<&'static str, GameFace>);
