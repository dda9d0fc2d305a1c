//! What a command gives back, and how its errors name their place.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::catalogue;
use crate::engine::record::SourcePlace;
use crate::files::beside;

pub(super) struct CommandOutput {
    pub text: String,
    pub json: Value,
    /// If not, `text` goes to standard error and the exit code is 1.
    pub ok: bool,
}

/// `file:place: message`, as compilers write it.
pub(super) fn located(file: &Path, place: &SourcePlace, message: &str) -> String {
    match place {
        SourcePlace::File => format!("{}: {message}", file.display()),
        _ => format!("{}:{place}: {message}", file.display()),
    }
}

/// Plays a record. Files that it names are read from its own folder.
pub(super) fn load_file(text: &str, file: &Path) -> catalogue::SessionResult {
    let folders = [file.parent().map_or_else(PathBuf::new, Path::to_owned)];
    catalogue::load_with(text, &beside(&folders))
}
