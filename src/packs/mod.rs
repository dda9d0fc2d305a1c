//! Picture packs: folders and zip files of pictures that people make themselves.
//!
//! Packs come from strangers, so they are read within limits, no path leads out of them, and errors name the file, the
//! place and the remedy. The format is fixed, because other programs write packs too.
//!
//! * [`picture`] — a picture, from bytes to a square of pixels;
//! * [`manifest`] — `pack.ron`;
//! * [`pack`] — a folder or zip file as a pack; `zipped` — the files in a zip file;
//! * [`decoder`] — the process in which all that is read which could bring its reader down;
//! * [`alike`] — tiles that can hardly be told apart.

pub mod alike;
pub mod decoder;
mod large_jpeg;
pub mod manifest;
pub mod pack;
pub mod picture;
mod zipped;

use std::io::Cursor;

use zipped::ZippedFiles;

pub use manifest::{Crop, Listed, Manifest};
pub use pack::{Pack, looks_like_a_pack};
pub use picture::{Picture, PictureError};

/// The most bytes in one file of a pack.
pub const MOST_FILE: u64 = 64 << 20;
/// The most bytes in all files of a pack together, unpacked.
pub const MOST_BYTES: u64 = 256 << 20;
pub const MOST_FILES: usize = 512;
/// The most bytes in a `pack.ron`.
const MOST_MANIFEST: u64 = 1 << 20;
/// The largest width or height of a picture, in pixels.
pub const MOST_SIDE: u32 = 16_384;
/// The most pixels in a whole picture.
pub const MOST_PIXELS: u64 = 100_000_000;
/// The smallest side of the square that is cut into four by four tiles, in pixels.
pub const LEAST_SIDE: u32 = 64;

/// Reads arbitrary bytes as a manifest, a picture or a zip file, depending on the first byte, and uses the result. The
/// fuzzer and its regression tests call this; it must never panic.
pub fn tried(bytes: &[u8]) {
    let Some((kind, bytes)) = bytes.split_first() else { return };
    match kind % 3 {
        0 => {
            let manifest = std::str::from_utf8(bytes).ok().and_then(|text| Manifest::read(text).ok());
            if let Some(manifest) = manifest {
                let again = Manifest::read(&manifest.to_text());
                assert_eq!(again, Ok(manifest), "what is read can be written and read again");
            }
        }
        1 => {
            let Ok(picture) = Picture::read(bytes) else { return };
            let (width, height) = picture.size();
            let square = picture.square(Crop::centred(width, height), LEAST_SIDE);
            let _ = alike::alike(&square);
        }
        _ => {
            let Ok(mut files) = ZippedFiles::open(Cursor::new(bytes)) else { return };
            let _ = files.contents();
            for name in files.names() {
                let _ = files.read(&name, MOST_FILE);
            }
        }
    }
}

/// What is in a pack, before its manifest is understood.
#[derive(Debug)]
pub struct PackContents {
    /// The paths of all files, sorted.
    pub names: Vec<String>,
    /// The bytes of `pack.ron`, if there is one.
    pub manifest: Option<Vec<u8>>,
    /// Where there is none, the files that are pictures.
    pub pictures: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}{}: {message}", place.map_or(String::new(), |(line, column)| format!(":{line}:{column}")))]
pub struct PackProblem {
    /// The file within the pack, or the pack itself if no single file is at fault: its name, empty where that is not known yet.
    pub file: String,
    /// Line and column, from 1, if the file is text.
    pub place: Option<(usize, usize)>,
    pub message: String,
}

impl PackProblem {
    /// A problem with a file as a whole.
    pub fn of(file: impl Into<String>, message: impl ToString) -> PackProblem {
        PackProblem { file: file.into(), place: None, message: message.to_string() }
    }
}
