//! Mystery Machine: a solitaire in which the player buys answers, and its puzzles.
//!
//! * [`puzzle`] — the puzzle file format, the puzzles that ship with Parlour, and how puzzles are judged and made;
//! * [`solver`] — what can be worked out exactly: par, what the answers prove, what a hand can pay;
//! * [`moves`], [`deal`], [`rules`] — what a player may do, how cards are dealt, and the game of both; [`bot`], [`layout`] — its bots, and its
//!   table; [`reason`], what speaks for a move, and [`blunders`], what
//!   nobody does;
//! * [`notes`], [`deduction`] — what a player writes on the grid, and what can be worked out next;
//! * [`foresight`] — what questions can be expected to tell, and which would have been best;
//! * [`ui`] — the panel, the notes on the grid, the choice of a puzzle, and the puzzle designer.

pub mod blunders;
pub mod bot;
pub mod deal;
pub mod deduction;
pub mod foresight;
pub mod layout;
mod lesson;
pub mod moves;
pub mod notes;
mod opening;
pub mod places;
#[cfg(feature = "desktop")]
pub mod plugin;
pub mod puzzle;
pub mod reason;
pub mod rules;
pub mod solver;
pub mod ui;

pub use rules::MysteryMachine;
