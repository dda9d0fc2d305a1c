//! Mystique: spells of cards that share an attribute, each at least as strong as the last, and burns for whoever cannot answer.
//!
//! * [`rules`] — the game: spells, replies, deflections, burns, skirmishes;
//! * [`spells`] — the spells that a hand can cast, as far as they are worth telling apart;
//! * [`bot`] — what good play is, for the search that all card games share; [`reason`], what speaks for a move, in words, and
//!   [`blunders`], what nobody plays;
//! * [`layout`] — the table; [`lesson`], first steps.

pub mod blunders;
pub mod bot;
pub mod layout;
pub mod lesson;
pub mod reason;
pub mod rules;
pub mod spells;

pub use rules::Mystique;
