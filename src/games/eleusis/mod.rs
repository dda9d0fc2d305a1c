//! Eleusis Express: one seat has a secret rule, and the others find it out card by card.

pub mod advice;
pub mod candidates;
pub mod language;
pub mod secrets;
