//! Reads files of unknown origin, with a limit on their size.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("the file cannot be read: {0}")]
    Io(#[from] io::Error),
    #[error("this is not a file, but a folder or a device")]
    NotAFile,
    #[error("the file is {found} bytes long; Parlour reads at most {most}")]
    TooLong { found: u64, most: u64 },
}

/// The size limit of files that a record names, in bytes.
const MAX_NAMED_BYTES: u64 = 1 << 20;

/// Whether this is the name of a file, without any folder, and so safe to open from an untrusted record.
pub fn is_plain_name(name: &str) -> bool {
    Path::new(name).file_name().is_some_and(|file| file == name)
}

/// Returns a reader of text files that looks a plain file name up in these folders, in order. Records come from
/// strangers, so nothing outside the folders is ever opened.
pub fn beside(folders: &[PathBuf]) -> impl Fn(&str) -> Result<String, String> + '_ {
    move |name| {
        if !is_plain_name(name) {
            return Err("a record may name a file beside it, but not a path".to_owned());
        }
        let path = folders.iter().map(|folder| folder.join(name)).find(|path| path.exists());
        let path = path.ok_or("there is no file of this name beside the record")?;
        let bytes = read_bounded(&path, MAX_NAMED_BYTES).map_err(|error| error.to_string())?;
        text_of(bytes)
    }
}

/// The text that a file holds.
pub fn text_of(bytes: Vec<u8>) -> Result<String, String> {
    String::from_utf8(bytes)
        .map_err(|error| format!("this is not a text file (byte {} is not UTF-8)", error.utf8_error().valid_up_to()))
}

/// Reads a whole file of at most `most` bytes. A longer one is refused without reading it.
pub fn read_bounded(path: &Path, most: u64) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    // The file may have grown since.
    let read = open_bounded(path, most)?.take(most + 1).read_to_end(&mut bytes)?;
    if read as u64 > most {
        return Err(ReadError::TooLong { found: read as u64, most });
    }
    Ok(bytes)
}

/// Opens a file of at most `most` bytes.
pub fn open_bounded(path: &Path, most: u64) -> Result<File, ReadError> {
    // Checked before opening, because opening a pipe would wait for its other end.
    let metadata = std::fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(ReadError::NotAFile);
    }
    if metadata.len() > most {
        return Err(ReadError::TooLong { found: metadata.len(), most });
    }
    Ok(File::open(path)?)
}
