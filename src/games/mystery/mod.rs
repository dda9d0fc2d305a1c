//! Mystery Machine: a solitaire in which the player buys answers, and its puzzles.
//!
//! * [`puzzle`] — the puzzle file format, the puzzles that ship with Parlour, and how puzzles are judged and made;
//! * [`solver`] — what can be worked out exactly: par, what the answers prove, what a hand can pay;
//! * [`rules`], [`bot`], [`layout`] — the game, its bots, and its table;
//! * [`ui`] — the panel with its notes, the choice of a puzzle, and the puzzle designer.

pub mod bot;
pub mod layout;
mod opening;
pub mod places;
#[cfg(feature = "desktop")]
pub mod plugin;
pub mod puzzle;
pub mod rules;
pub mod solver;
pub mod ui;

pub use rules::MysteryMachine;
