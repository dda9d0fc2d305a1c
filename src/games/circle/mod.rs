//! Mystique Circle: tricks whose suits beat each other in a circle, and a secret bid made of three cards.
//!
//! * [`rules`] — the game: holes, tricks, points, rounds;
//! * [`bot`] — what good play is, for the search that all card games share; [`reason`], what speaks for a move, in words;
//!   [`blunders`], what nobody plays;
//! * [`layout`] — the table; [`lesson`], first steps.

pub mod blunders;
pub mod bot;
pub mod layout;
pub mod lesson;
pub mod reason;
pub mod rules;

pub use rules::MystiqueCircle;
