//! Eleusis Express: one seat has a secret rule, and the others find it out card by card.

pub mod advice;
mod aftermath;
mod agreement;
pub mod belief;
pub mod benchmark;
pub mod blunders;
pub mod bot;
mod candidates;
pub mod clues;
pub mod composer;
pub mod evidence;
pub mod hindsight;
pub mod hints;
mod idea;
pub mod language;
pub mod layout;
pub mod lesson;
pub mod mind;
pub mod moves;
pub mod notebook;
pub mod options;
mod parts;
pub mod pieces;
#[cfg(feature = "desktop")]
pub mod plugin;
pub mod reason;
pub mod rules;
pub mod secrets;
pub mod table;
pub mod topics;
#[cfg(feature = "desktop")]
mod ui;

pub use rules::EleusisExpress;
