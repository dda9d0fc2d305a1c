//! The program with a window: screens, saving, and everything wired together.
//!
//! * [`company`] — who plays;
//! * [`curator`] — pictures taken in and out;
//! * [`desk`] — what is going on: which game, which page lies over it, what was asked for;
//! * [`play`] — a game in progress or a replay, from an action to the saved record;
//! * [`keys`] — the keyboard, and [`bindings`], which key asks for what;
//! * [`gallery`] — the pictures that games are played with;
//! * `gamepad` — gamepads, where the build has them;
//! * [`looks`] — themes and decks that players bring;
//! * [`pulse`] — input that must not wait while the window sleeps;
//! * [`room`] — how the window is divided;
//! * [`share`] — games passed on and brought in;
//! * [`settings`] — what players set once and keep;
//! * [`store`] — what stays on disk;
//! * [`workbench`] — puzzles of the player's own;
//! * [`ui`] — the panels of every screen;
//! * [`start`] — the window itself; [`mod@trace`] measures it.
//!
//! Everything below [`logic`] runs without a window, and is tested so.

pub mod bindings;
pub mod company;
pub mod curator;
pub mod desk;
pub mod gallery;
#[cfg(feature = "gamepad")]
pub mod gamepad;
pub mod keys;
pub mod looks;
pub mod play;
pub mod pulse;
pub mod room;
pub mod settings;
pub mod share;
pub mod start;
pub mod store;
pub mod trace;
pub mod ui;
pub mod workbench;

use bevy::prelude::*;

use crate::table::{art, felt, motion, pieces, sound, touch};

/// All of the program that needs neither window nor renderer: the desk, games, saving, and the table's entities.
pub fn logic(app: &mut App) {
    app.configure_sets(Update, (motion::Complete, touch::Carry, play::Obey).chain());
    app.init_resource::<felt::Felt>().add_plugins((
        room::plugin,
        desk::plugin,
        settings::plugin,
        looks::plugin,
        gallery::plugin,
        curator::plugin,
        play::plugin,
        workbench::plugin,
        share::plugin,
        keys::plugin,
        motion::plugin,
        art::plugin,
        pieces::plugin,
        sound::plugin,
        touch::plugin,
    ));
    #[cfg(feature = "gamepad")]
    app.add_plugins(gamepad::plugin);
}
