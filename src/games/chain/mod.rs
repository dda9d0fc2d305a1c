//! Mystique Chain: thirty open cards, and the announcement that the other cannot answer.
//!
//! * [`rules`] — the game; [`position`], pool, last card, what must follow, and the moves;
//! * [`solver`] — who wins by force, and how soon; [`studies`], positions in which somebody does;
//! * [`bot`] — what good play is before that; [`reason`], what speaks for a move, in words, and [`blunders`], what nobody plays;
//! * [`layout`] — the table; [`lesson`], first steps; `setup`, the choice of a study in the window.

pub mod blunders;
pub mod bot;
pub mod layout;
pub mod lesson;
#[cfg(feature = "desktop")]
pub mod plugin;
pub mod position;
pub mod reason;
pub mod rules;
#[cfg(feature = "desktop")]
pub mod setup;
pub mod solver;
pub mod studies;

pub use rules::MystiqueChain;
