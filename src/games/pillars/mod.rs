//! Mystique Pillars: hands are drafted from four pillars, and then built onto them again.
//!
//! * [`rules`] — the game; [`table`], what everybody sees of it;
//! * [`bot`] — which cards go well together, and what others can lay; [`reason`], what speaks for a move, in words, and [`blunders`],
//!   what nobody plays;
//! * [`layout`] — the table; [`lesson`], first steps.

pub mod blunders;
pub mod bot;
pub mod layout;
pub mod lesson;
pub mod reason;
pub mod rules;
pub mod table;

pub use rules::MystiquePillars;
