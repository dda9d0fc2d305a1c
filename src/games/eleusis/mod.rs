//! Eleusis Express: one seat has a secret rule, and the others find it out card by card.

pub mod advice;
pub mod bot;
pub mod candidates;
pub mod composer;
pub mod hindsight;
pub mod hints;
pub mod language;
pub mod layout;
pub mod lesson;
pub mod notebook;
pub mod pieces;
#[cfg(feature = "desktop")]
pub mod plugin;
pub mod reason;
pub mod rules;
pub mod secrets;
pub mod table;
#[cfg(feature = "desktop")]
mod ui;

pub use rules::EleusisExpress;
