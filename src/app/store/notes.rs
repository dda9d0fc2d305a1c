//! What players write down beside a game.

use std::path::PathBuf;

use super::files::{MOST_NOTES, StoreError, read_if_exists};
use super::folders::Store;

impl Store {
    fn notes_path(&self, game: &str) -> PathBuf {
        self.data().join("notes").join(game)
    }

    /// The player's notes beside the last game of this kind; empty where there are none.
    pub fn notes(&self, game: &str) -> Result<String, StoreError> {
        read_if_exists(&self.notes_path(game), MOST_NOTES).map(Option::unwrap_or_default)
    }

    /// Writes the notes; those that could not be read are set aside first.
    pub fn write_notes(&self, game: &str, notes: &str) -> Result<(), StoreError> {
        let path = self.notes_path(game);
        if self.notes(game).is_err() {
            self.set_aside(&path)?;
        }
        self.write(&path, notes.as_bytes())
    }
}
