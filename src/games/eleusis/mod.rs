//! Eleusis Express: one seat has a secret rule, and the others find it out card by card.

pub mod advice;
mod bot;
pub mod candidates;
pub mod language;
mod layout;
pub mod rules;
pub mod secrets;
pub mod table;

pub use rules::EleusisExpress;
