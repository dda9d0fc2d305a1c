//! Mystery Machine: a solitaire of bought knowledge, and its puzzles.

pub mod knowledge;
pub mod par;
pub mod puzzle;
pub mod rules;
pub mod shipped;
pub mod spread;

pub use rules::MysteryMachine;
