//! What a command gives back, how its errors name their place, and how all of it reaches the terminal: here alone, where names and
//! lines out of files can no longer do anything to it.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::Value;

use crate::catalogue;
use crate::engine::record::SourcePlace;
use crate::files::beside;
use crate::words::{steers, visible, visible_lines};

pub(super) struct CommandOutput {
    pub text: String,
    pub json: Value,
    /// If not, `text` goes to standard error and the exit code is 1.
    pub ok: bool,
}

impl CommandOutput {
    pub fn print(&self, as_json: bool) -> ExitCode {
        let text = visible_lines(&self.text);
        if self.ok || as_json {
            let printed = if as_json { format!("{}\n", visible_json(&self.json)) } else { text.clone() };
            let written = io::stdout().write_all(printed.as_bytes()).and_then(|()| io::stdout().flush());
            // It is normal for a reader such as `head` to stop early.
            if let Err(error) = written
                && error.kind() != io::ErrorKind::BrokenPipe
            {
                return refuse(&format!("cannot write the output: {error}"));
            }
        }
        if self.ok {
            return ExitCode::SUCCESS;
        }
        let _ = io::stderr().write_all(text.as_bytes());
        ExitCode::from(1)
    }
}

/// JSON in which no character steers the terminal; it still says the same to a program that reads it.
fn visible_json(json: &Value) -> String {
    let mut shown = String::new();
    // Such characters can only be within strings, and none of them has more than four digits.
    for letter in json.to_string().chars() {
        match steers(letter) {
            true => shown += &format!("\\u{:04x}", u32::from(letter)),
            false => shown.push(letter),
        }
    }
    shown
}

/// Says on standard error why a command does not do what it was asked to.
pub(super) fn refuse(why: &str) -> ExitCode {
    say(why);
    ExitCode::from(1)
}

pub(super) fn say(words: &str) {
    let _ = writeln!(io::stderr(), "parlour: {}", visible_lines(words));
}

/// A path as it is shown, on one line whatever is in it.
pub(super) fn named(path: &Path) -> String {
    visible(&path.display().to_string())
}

/// `file:place: message`, as compilers write it, on one line.
pub(super) fn located(file: &Path, place: &SourcePlace, message: &str) -> String {
    let (file, message) = (named(file), visible(message));
    match place {
        SourcePlace::File => format!("{file}: {message}"),
        _ => format!("{file}:{place}: {message}"),
    }
}

/// Plays a record. Files that it names are read from its own folder.
pub(super) fn load_file(text: &str, file: &Path) -> catalogue::SessionResult {
    let folders = [file.parent().map_or_else(PathBuf::new, Path::to_owned)];
    catalogue::load_with(text, &beside(&folders))
}
