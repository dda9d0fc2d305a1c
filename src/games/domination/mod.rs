//! Mystique Domination: two pairs climb over each other in one colour, and the winner of a trick takes the suits of the winning play.
//!
//! * [`patterns`] — what can be laid, how the patterns of a hand are found, and the moves; [`rules`], the game;
//! * [`bot`] — what good play is; [`shedding`], in how few plays a hand can go; [`reason`], what speaks for a move, in words, and
//!   [`blunders`], what nobody plays;
//! * [`layout`] — the table; [`ending`], how a round is counted on it; [`lesson`], first steps.

pub mod blunders;
pub mod bot;
pub mod ending;
pub mod layout;
pub mod lesson;
pub mod patterns;
pub mod reason;
pub mod rules;
pub mod shedding;

pub use rules::MystiqueDomination;
