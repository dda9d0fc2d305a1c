//! The puzzles that come with the program. The build has looked at every one of them.

use super::puzzle::Puzzle;

include!(concat!(env!("OUT_DIR"), "/puzzles.rs"));

/// Their texts, by their names, in the order of the files.
pub fn texts() -> impl Iterator<Item = (&'static str, &'static str)> {
    PUZZLES.iter().copied()
}

/// The puzzle of this name.
pub fn find(id: &str) -> Option<Puzzle> {
    texts().find(|(name, _)| *name == id).and_then(|(_, text)| Puzzle::read(text).ok())
}
