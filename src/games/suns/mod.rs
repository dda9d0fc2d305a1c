//! Battle for the Suns: fifteen suns rise one after the other, and everybody bids up to three cards for each, in secret.
//!
//! * [`rules`] — the game; [`table`], what everybody sees of it;
//! * [`bot`] — what a sun and a card are worth, and what others may still bid; [`reason`], what speaks for a bid, in words, and
//!   [`blunders`], what nobody bids;
//! * [`layout`] — the table; [`lesson`], first steps.

pub mod blunders;
pub mod bot;
pub mod layout;
pub mod lesson;
pub mod reason;
pub mod rules;
pub mod table;

pub use rules::BattleForTheSuns;
