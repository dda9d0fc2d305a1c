//! Up and Down: everybody races to be through a deck of their own, with open hands, on cards that go up or down.
//!
//! * [`rules`] — the game; [`table`], what everybody sees of it;
//! * [`bot`] — what good play is; [`reason`], what speaks for a card, in words, and [`blunders`], what nobody plays;
//! * [`layout`] — the table; [`lesson`], first steps.

pub mod blunders;
pub mod bot;
pub mod layout;
pub mod lesson;
pub mod reason;
pub mod rules;
pub mod table;

pub use rules::UpAndDown;
