//! Little whist: tricks of French cards, the smallest game of hidden hands on the shared parts.
//!
//! * [`rules`] — the game: the deal, tricks, rounds;
//! * [`bot`] — what good play is, for the search that all card games share, and hints in words;
//! * [`layout`] — the table.

pub mod bot;
pub mod layout;
pub mod rules;

pub use rules::LittleWhist;
