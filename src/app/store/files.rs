//! Single files, read within bounds and written so that a crash leaves the old state or the new, and what went wrong with one.

use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use crate::files::{is_plain_name, read_bounded, text_of};

/// The longest settings or history file that is read, in bytes.
pub(super) const MOST_BYTES: u64 = 16 << 20;

/// The longest notes or puzzles that are read, in bytes.
pub(super) const MOST_NOTES: u64 = 64 << 10;

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}: {reason}", path.display())]
pub struct StoreError {
    pub path: PathBuf,
    /// Why, and where in the file.
    pub reason: String,
}

impl StoreError {
    pub(super) fn new(path: &Path, reason: impl fmt::Display) -> StoreError {
        StoreError { path: path.to_owned(), reason: reason.to_string() }
    }

    /// For `map_err`: makes the reason an error of this file.
    pub(super) fn at<E: fmt::Display>(path: &Path) -> impl FnOnce(E) -> StoreError {
        move |reason| StoreError::new(path, reason)
    }
}

/// The file of this name in a folder. A history line or a field could name any path; only plain names are used.
pub(super) fn file_in(folder: &Path, name: &str) -> Result<PathBuf, StoreError> {
    let path = folder.join(name);
    if is_plain_name(name) { Ok(path) } else { Err(StoreError::new(&path, "this is not a file name")) }
}

/// Writes a file that a person named. A file that already exists is an error unless it may be replaced.
pub fn write_new(path: &Path, text: &str, may_replace: bool) -> Result<(), StoreError> {
    if path.as_os_str().is_empty() || path.is_dir() {
        return Err(StoreError::new(path, "no file name was given"));
    }
    if !may_replace && path.exists() {
        return Err(StoreError::new(path, "this file already exists; choose another name"));
    }
    write_atomically(path, text.as_bytes())
}

pub(super) fn bytes_if_exist(path: &Path, most: u64) -> Result<Option<Vec<u8>>, StoreError> {
    if !path.exists() {
        return Ok(None);
    }
    read_bounded(path, most).map(Some).map_err(StoreError::at(path))
}

pub(super) fn read_if_exists(path: &Path, most: u64) -> Result<Option<String>, StoreError> {
    let bytes = bytes_if_exist(path, most)?;
    bytes.map(text_of).transpose().map_err(StoreError::at(path))
}

/// The lines of a file, some of which may not be text.
pub(super) fn lines_of(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split(|byte| *byte == b'\n')
}

pub(super) fn parse<T: DeserializeOwned>(path: &Path, text: &str) -> Result<T, StoreError> {
    ron::from_str(text).map_err(|error| {
        let start = error.span.start;
        StoreError::new(path, format_args!("{}:{}: {}", start.line, start.col, error.code))
    })
}

pub(super) fn set_aside(path: &Path) -> Result<Option<PathBuf>, StoreError> {
    if !path.exists() {
        return Ok(None);
    }
    let named = |n: u32| PathBuf::from(format!("{}.damaged-{n}", path.display()));
    let unused = (1..10_000).map(named).find(|aside| !aside.exists());
    let aside = unused.ok_or_else(|| StoreError::new(path, "too many damaged files lie beside it; delete some"))?;
    fs::rename(path, &aside).map_err(StoreError::at(path))?;
    Ok(Some(aside))
}

pub(super) fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let mut name = path.file_name().map_or(OsString::new(), OsString::from);
    name.push(".writing");
    let temporary = path.with_file_name(name);
    let write = || -> io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut file = File::create(&temporary)?;
        file.write_all(bytes)?;
        file.sync_data()?;
        fs::rename(&temporary, path)
    };
    write().map_err(StoreError::at(path)).inspect_err(|_| {
        // On a full disk its half would take the last room.
        let _ = fs::remove_file(&temporary);
    })
}

pub(super) fn append(path: &Path, line: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    let length = file.metadata()?.len();
    // The line break goes first, so that a line cut off by a crash spoils no other.
    let written = file.write_all(format!("\n{line}").as_bytes()).and_then(|()| file.sync_data());
    written.inspect_err(|_| {
        // Nor does one that is cut off by a full disk stay.
        let _ = file.set_len(length);
    })
}
