//! The evening of several games on disk.

use std::path::PathBuf;

use super::files::{MOST_BYTES, StoreError, parse, read_if_exists};
use super::folders::Store;
use crate::app::evening::programme::Evening;

impl Store {
    fn evening_path(&self) -> PathBuf {
        self.data().join("evening.ron")
    }

    /// The evening that goes on or was the last one, if there is any. A file that cannot be understood is an error, and kept.
    pub fn evening(&self) -> Result<Option<Evening>, StoreError> {
        let path = self.evening_path();
        let Some(text) = read_if_exists(&path, MOST_BYTES)? else { return Ok(None) };
        let evening: Evening = parse(&path, &text)?;
        evening.check().map_err(StoreError::at(&path))?;
        Ok(Some(evening))
    }

    /// Writes the evening; a file that could not be understood is set aside first.
    pub fn write_evening(&self, evening: &Evening) -> Result<(), StoreError> {
        let path = self.evening_path();
        if self.evening().is_err() {
            self.set_aside(&path)?;
        }
        let pretty = ron::ser::PrettyConfig::default();
        let text = ron::ser::to_string_pretty(evening, pretty).map_err(StoreError::at(&path))?;
        self.write(&path, text.as_bytes())
    }

    pub fn remove_evening(&self) -> Result<(), StoreError> {
        self.remove(&self.evening_path())
    }
}
