//! Chain of Restraints: four of a kind in a row on a board of four by four that floats until the cards fix it, where each card forbids
//! the next player whatever is like it.
//!
//! * [`board`] — the stacks, the box that they still allow, and the fours;
//! * [`table`] — what everybody sees, and what happens there; [`rules`], the game;
//! * [`bot`] — what good play is; [`reason`], what speaks for a card and its place, in words, and [`blunders`], what nobody plays;
//! * [`layout`] — the table; [`lesson`], first steps.

pub mod blunders;
pub mod board;
pub mod bot;
pub mod layout;
pub mod lesson;
pub mod reason;
pub mod rules;
pub mod table;

pub use rules::ChainOfRestraints;
