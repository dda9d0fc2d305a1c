//! One folder a game: its rules, its view, its bots and where its pieces lie.

pub mod matrix;
