//! Mess Machine: two to four players repair a picture with four buttons, each for their own points.
//!
//! * [`board`] — tiles, cells, and what the buttons do;
//! * [`table`] — what everybody sees, and the events that change it;
//! * [`rules`] — the game: secret buttons, points, malfunctions, endings and variants;
//! * [`solver`] — the fewest presses that repair a picture, or the proof that none do;
//! * [`bot`] — bots, hints and hindsight; [`reason`], what speaks for a move, and [`blunders`], what nobody does;
//! * [`layout`] — the table: tiles and dice;
//! * `panel` — the buttons and the players' points beside the table.

pub mod blunders;
pub mod board;
pub mod bot;
mod halves;
pub mod layout;
mod lesson;
#[cfg(feature = "desktop")]
pub mod panel;
#[cfg(feature = "desktop")]
pub mod plugin;
pub mod reason;
pub mod rules;
pub mod solver;
pub mod table;

pub use board::{Button, Cell, PictureGrid, Press};
pub use rules::{MessMachine, Move, View};
