//! Mystery Machine: a solitaire of bought knowledge, and its puzzles.

pub mod par;
pub mod puzzle;
pub mod spread;
