//! Clique Mystique: two players form groups out of cards of both, and so turn the opponent's stacks over to themselves.
//!
//! * [`groups`] — what a group is, and the stretches of the board that can hold one; [`board`], the stacks and whose they are;
//! * [`moves`] — moves and their notation; [`openings`], where groups can be formed, found line by line; [`rules`], the game;
//! * [`bot`] — what good play is, for the search that all card games share; [`reason`], what speaks for a move, in words, and
//!   [`blunders`], what nobody plays;
//! * [`layout`] — the table, and in `plan.rs` where everything lies beside the board; [`lesson`], first steps.

pub mod blunders;
pub mod board;
pub mod bot;
pub mod groups;
pub mod layout;
pub mod lesson;
pub mod moves;
pub mod openings;
mod plan;
pub mod reason;
pub mod rules;

pub use rules::CliqueMystique;
