//! Matrix Solitaire, played with 52 cards on a 3×3 matrix with gravity.
//!
//! * [`board`] — the matrix: where a card may go, what it does there, gravity and chains;
//! * [`rules`] — the game: deck, score and endings;
//! * [`layout`] — the table: slots, piles and animations;
//! * [`lesson`] — the first steps for new players;
//! * [`values`] — what a matrix is still worth;
//! * [`search`] and [`retrospect`] — what a play is worth, and what a deal was worth with every card known;
//! * [`bot`] — bots, hints and hindsight on top of those two; [`reason`], what speaks for a play, and [`blunders`], what nobody plays.

pub mod blunders;
pub mod board;
pub mod bot;
mod hidden_deck;
pub mod layout;
pub mod lesson;
mod lookahead;
mod memory;
#[cfg(feature = "desktop")]
pub mod panel;
#[cfg(feature = "desktop")]
pub mod plugin;
pub mod reason;
pub mod retrospect;
pub mod rules;
pub mod search;
pub mod values;

pub use board::{Board, Slot};
pub use rules::{MatrixSolitaire, Play, View};
