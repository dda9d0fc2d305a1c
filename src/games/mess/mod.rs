//! Mess Machine: two to four repair a picture with four buttons, each for themselves.
//!
//! * [`board`] — tiles, cells, and what the buttons do;
//! * [`rules`] — the game: secret buttons, points, malfunctions, ends, variants;
//! * [`bot`] — bots and hint;
//! * `panel` — the buttons, and who has what, beside the table;
//! * [`layout`] — what lies on the table;
//! * [`solver`] — the fewest presses that repair a picture, or the proof that there are none.

pub mod board;
pub mod bot;
mod halves;
pub mod layout;
#[cfg(feature = "desktop")]
pub mod panel;
pub mod rules;
pub mod solver;

pub use board::{Button, Cell, Grid, Press};
pub use rules::{MessMachine, Move, View};
