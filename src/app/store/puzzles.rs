//! The puzzles that players made themselves.

use std::fs;
use std::path::PathBuf;

use super::files::{MOST_NOTES, StoreError, file_in};
use super::folders::Store;
use crate::files::{read_bounded, text_of};
use crate::table::panels::OwnPuzzle;

/// How many of the player's own puzzles are listed.
const MOST_PUZZLES: usize = 1000;

impl Store {
    /// The folder of the player's own puzzles.
    pub fn puzzles(&self) -> PathBuf {
        self.data().join("puzzles")
    }

    /// The player's own puzzles, sorted by file name.
    pub fn own_puzzles(&self) -> Vec<OwnPuzzle> {
        let entries = fs::read_dir(self.puzzles()).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let mut names: Vec<String> = names.filter(|name| name.ends_with(".ron")).take(MOST_PUZZLES).collect();
        names.sort();
        let read = |file: &str| {
            let bytes = read_bounded(&self.puzzles().join(file), MOST_NOTES).map_err(|error| error.to_string())?;
            text_of(bytes)
        };
        names.into_iter().map(|file| OwnPuzzle { text: read(&file), file }).collect()
    }

    pub fn write_own_puzzle(&self, file: &str, text: &str) -> Result<(), StoreError> {
        self.write(&file_in(&self.puzzles(), file)?, text.as_bytes())
    }

    pub fn remove_own_puzzle(&self, file: &str) -> Result<(), StoreError> {
        self.remove(&file_in(&self.puzzles(), file)?)
    }
}
