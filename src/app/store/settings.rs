//! The settings on disk.

use super::files::{MOST_BYTES, StoreError, parse, read_if_exists};
use super::folders::Store;
use crate::app::settings::Settings;

impl Store {
    /// The settings, or the defaults where there are none yet. A file that cannot be understood is an error, and kept.
    pub fn settings(&self) -> Result<Settings, StoreError> {
        let path = self.settings_path();
        let Some(text) = read_if_exists(path, MOST_BYTES)? else { return Ok(Settings::default()) };
        let settings: Settings = parse(path, &text)?;
        settings.check().map_err(StoreError::at(path))?;
        Ok(settings)
    }

    /// Writes the settings; a file that could not be understood is set aside first.
    pub fn write_settings(&self, settings: &Settings) -> Result<(), StoreError> {
        let path = self.settings_path();
        if self.settings().is_err() {
            self.set_aside(path)?;
        }
        let pretty = ron::ser::PrettyConfig::default();
        let text = ron::ser::to_string_pretty(settings, pretty).map_err(StoreError::at(path))?;
        self.write(path, text.as_bytes())
    }
}
