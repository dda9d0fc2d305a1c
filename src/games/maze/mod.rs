//! Mystique Maze: a hand of cards becomes a chain through a block of colours, suits and numbers, from one corner to the other.
//!
//! * [`block`] — which cards are connected, chains, and what is still missing for one; [`ways`], all ways at once;
//! * [`rules`] — the game; [`table`], what everybody sees of it;
//! * [`bot`] — what good play is, for the search that all card games share; [`reason`], what speaks for a move, in words, and
//!   [`blunders`], what nobody plays;
//! * [`layout`] — the table; [`map`], the map of the block beside it; [`ending`], the chain that is walked at the end;
//!   [`lesson`], first steps.

pub mod block;
pub mod blunders;
pub mod bot;
pub mod ending;
pub mod layout;
pub mod lesson;
pub mod map;
pub mod reason;
pub mod rules;
pub mod table;
pub mod ways;

pub use rules::MystiqueMaze;
