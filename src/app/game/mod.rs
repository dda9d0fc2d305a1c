//! The game on the table: from what a player asked for to the saved record and the layout to show.
//!
//! Every move takes the same way, whoever makes it: session, save, beats.
//!
//! * [`active`] — the game, what it is for, and what is said of it;
//! * [`commands`] — what changes it: deals, moves, saving;
//! * [`lifecycle`], [`at_table`] — what players ask for, from the deal to the replay, and at the table;
//! * [`open`] — files and records from outside;
//! * [`jobs`], [`thinking`] — bots, hints, hindsight and reviews;
//! * [`second_chances`], [`trying`] — a better move is looked for at those that cost most;
//! * [`turn`] — the turn machine;
//! * [`highlight`] — what is lit; [`hints`], hints in steps.

pub mod active;
pub mod at_table;
pub mod commands;
pub mod highlight;
pub mod hints;
pub mod jobs;
pub mod lifecycle;
pub mod open;
pub mod second_chances;
pub mod thinking;
pub mod trying;
pub mod turn;

use bevy::prelude::App;

pub fn plugin(app: &mut App) {
    app.add_plugins((lifecycle::plugin, at_table::plugin, thinking::plugin, turn::plugin, highlight::plugin));
}
