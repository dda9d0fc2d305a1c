//! Picture packs: folders and zip files of pictures that people make, and the pictures in them.
//!
//! A pack is a stranger's: it is read within limits, no path leaves it, and whatever is wrong with it is told with the
//! file, the place and what would be right. The format is fixed; other programs write packs too.
//!
//! * [`picture`] — a picture, from bytes to a square of pixels;
//! * [`manifest`] — `pack.ron`;
//! * [`pack`] — a folder or zip file as a pack;
//! * [`alike`] — tiles of a picture that can hardly be told apart.

pub mod alike;
pub mod manifest;
pub mod pack;
pub mod picture;

pub use manifest::{Crop, Listed, Manifest};
pub use pack::{Pack, looks_like_a_pack};
pub use picture::{NoPicture, Picture};

/// The most bytes of one file of a pack.
pub const MOST_FILE: u64 = 64 << 20;
/// The most bytes of all files of a pack, unpacked.
pub const MOST_BYTES: u64 = 256 << 20;
/// The most files of a pack.
pub const MOST_FILES: usize = 512;
/// The most pixels a side of a picture.
pub const MOST_SIDE: u32 = 16_384;
/// The most pixels of a picture.
pub const MOST_PIXELS: u64 = 100_000_000;
/// The fewest pixels a side of the square that is cut into tiles: sixteen a tile.
pub const LEAST_SIDE: u32 = 64;

/// Takes any bytes for a manifest, a picture or a zip file, as the first of them says, and uses what is found: for the
/// fuzzer, and for what it found.
///
/// # Panics
/// Never; that is what is tried.
pub fn tried(bytes: &[u8]) {
    let Some((kind, bytes)) = bytes.split_first() else { return };
    match kind % 3 {
        0 => {
            let manifest = std::str::from_utf8(bytes).ok().and_then(|text| Manifest::read(text).ok());
            if let Some(manifest) = manifest {
                assert_eq!(
                    Manifest::read(&manifest.to_text()),
                    Ok(manifest),
                    "what is read can be written and read again"
                );
            }
        }
        1 => {
            let Ok(picture) = Picture::read(bytes) else { return };
            let (width, height) = picture.size();
            let square = picture.square(Crop::centred(width, height), LEAST_SIDE);
            // Whatever it is, it has tiles to be told apart or not.
            let _ = alike::alike(&square);
        }
        _ => drop(Pack::of_zip(bytes.to_vec()).map(|pack| pack.problems())),
    }
}

/// What is wrong with a pack.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}{}: {message}", place.map_or(String::new(), |(line, column)| format!(":{line}:{column}")))]
pub struct Problem {
    /// The file within the pack, or the pack itself where it is none in particular.
    pub file: String,
    /// Line and column, from 1, where the file is text.
    pub place: Option<(usize, usize)>,
    /// What was found, and what would be right.
    pub message: String,
}

impl Problem {
    /// A problem with a file as a whole.
    pub fn of(file: impl Into<String>, message: impl ToString) -> Problem {
        Problem { file: file.into(), place: None, message: message.to_string() }
    }
}
