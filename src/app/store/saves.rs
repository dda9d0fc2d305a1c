//! The game in progress of each kind, as a record that is written after every move. Whether a save is counted already, `history` knows.

use std::fs;
use std::path::PathBuf;
use std::time::SystemTime;

use super::files::StoreError;
use super::folders::Store;
use crate::engine::record::read_text;

impl Store {
    /// The file of the game in progress of this kind.
    pub fn save_path(&self, game: &str) -> PathBuf {
        self.data().join("saves").join(format!("{game}.ron"))
    }

    /// When the game in progress of this kind was written, as far as the file system knows.
    pub fn saved_at(&self, game: &str) -> Option<SystemTime> {
        fs::metadata(self.save_path(game)).and_then(|file| file.modified()).ok()
    }

    pub(super) fn save_on_disk(&self, game: &str) -> Result<Option<String>, StoreError> {
        let path = self.save_path(game);
        if !path.exists() {
            return Ok(None);
        }
        read_text(&path).map(Some).map_err(StoreError::at(&path))
    }

    /// Whether this record is on disk as the game in progress.
    pub fn is_saved(&self, game: &str, record: &str) -> bool {
        self.save_on_disk(game).is_ok_and(|saved| saved.as_deref() == Some(record))
    }

    pub fn write_save(&self, game: &str, record: &str) -> Result<(), StoreError> {
        self.write(&self.save_path(game), record.as_bytes())
    }

    /// Renames a save that cannot be understood, so that a new game can be saved. Returns its new name.
    pub fn set_save_aside(&self, game: &str) -> Result<Option<PathBuf>, StoreError> {
        self.set_aside(&self.save_path(game))
    }

    /// Removes the save of the game in progress, if there is one.
    pub fn remove_save(&self, game: &str) -> Result<(), StoreError> {
        self.remove(&self.save_path(game))
    }
}
