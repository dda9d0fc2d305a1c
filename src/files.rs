//! Reading files that people give us: bounded, and with errors that say what to do.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A file that could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The system's own reason.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// It is a folder or a device.
    #[error("is not a file")]
    NotAFile,
    /// It is longer than anything of its kind.
    #[error("is {found} bytes long; at most {most} are read")]
    TooLong {
        /// Its length in bytes.
        found: u64,
        /// The limit in bytes.
        most: u64,
    },
}

/// The longest file that a record may name, in bytes.
const MOST_NAMED: u64 = 1 << 20;

/// Whether this names a file and no path: what a stranger's word may open.
pub fn is_plain_name(name: &str) -> bool {
    Path::new(name).file_name().is_some_and(|file| file == name)
}

/// Reads text files by their plain names from the first of these folders that has one. What a record names is a
/// stranger's word: nothing outside the folders is opened.
pub fn beside(folders: &[PathBuf]) -> impl Fn(&str) -> Result<String, String> + '_ {
    move |name| {
        if !is_plain_name(name) {
            return Err("is no plain file name".to_owned());
        }
        let path = folders.iter().map(|folder| folder.join(name)).find(|path| path.exists());
        let path = path.ok_or("there is no such file beside the record")?;
        let bytes = read_bounded(&path, MOST_NAMED).map_err(|error| error.to_string())?;
        String::from_utf8(bytes).map_err(|_| "is no text".to_owned())
    }
}

/// Reads a whole file of at most `most` bytes.
///
/// # Errors
/// A longer one is refused after its length is known, without reading it; one that grows meanwhile, after `most` bytes.
pub fn read_bounded(path: &Path, most: u64) -> Result<Vec<u8>, ReadError> {
    // Asked before opening: opening a pipe would wait for its other end.
    let about = std::fs::metadata(path)?;
    if !about.is_file() {
        return Err(ReadError::NotAFile);
    }
    if about.len() > most {
        return Err(ReadError::TooLong { found: about.len(), most });
    }
    let mut bytes = Vec::new();
    let read = File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if read as u64 > most {
        return Err(ReadError::TooLong { found: read as u64, most });
    }
    Ok(bytes)
}
