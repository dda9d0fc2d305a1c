//! Pictures, drawings and zip files from people, read in a process of its own.
//!
//! A small file can be made to take minutes, gigabytes, or the stack of whoever reads it. So the program starts itself
//! once more as a decoder: it gets the file and nothing else, may open nothing, may work five seconds with half a
//! gigabyte, and gives back pixels, or the files in a zip file. Whatever goes wrong there is a message here.
//!
//! * `process` — how it is started and waited for;
//! * `serve` — what it does;
//! * [`drawings`] — drawings in the sizes that are shown;
//! * [`zips`] — what is in a zip file.

pub mod drawings;
mod process;
mod serve;
pub mod zips;

use std::fs::File;
use std::path::Path;

use image::RgbaImage;

pub use process::COMMAND;
pub use serve::serve;

use super::manifest::Crop;
use super::picture::{Picture, PictureError};
use process::{Input, SQUARE, SQUARE_IN_ZIP, WHOLE, ask};

/// The most pixels a side that come back.
const MOST_SIDE: u32 = 2048;

/// The longest answer with a picture: the most pixels, and its sizes.
const MOST_ANSWER: u64 = 4 * MOST_SIDE as u64 * MOST_SIDE as u64 + 64;

/// Reads a whole picture, scaled down to at most 2048 pixels a side.
///
/// # Errors
/// Why it cannot be read, or what reading it would take.
pub fn read(bytes: &[u8]) -> Result<Picture, PictureError> {
    picture_from(&ask(&[WHOLE], Input::Bytes(&[bytes]), MOST_ANSWER)?)
}

/// Reads the square of a picture that is cut into tiles, at most 2048 pixels a side; without a crop, the largest one in
/// the middle.
///
/// # Errors
/// As [`read`], or that the square is not within the picture.
pub fn read_square(bytes: &[u8], crop: Option<Crop>) -> Result<Picture, PictureError> {
    let square = serve::words_of(crop);
    let request: Vec<&str> = [SQUARE].into_iter().chain(square.iter().map(String::as_str)).collect();
    picture_from(&ask(&request, Input::Bytes(&[bytes]), MOST_ANSWER)?)
}

/// The same of a picture in a zip file, which is unpacked there, too.
///
/// # Errors
/// As [`read_square`], or that the file cannot be found or unpacked.
pub fn read_square_in(zip: &Path, file: &str, crop: Option<Crop>) -> Result<Picture, PictureError> {
    let opened = File::open(zip).map_err(|error| PictureError::new(error.to_string()))?;
    let square = serve::words_of(crop);
    let request: Vec<&str> = [SQUARE_IN_ZIP, file].into_iter().chain(square.iter().map(String::as_str)).collect();
    picture_from(&ask(&request, Input::File(opened), MOST_ANSWER)?)
}

fn picture_from(answer: &[u8]) -> Result<Picture, PictureError> {
    let broken = || PictureError::new("the process that decodes pictures gave a broken answer");
    let (head, pixels) = answer.split_at_checked(4 * 7).ok_or_else(broken)?;
    let number = |at: usize| head[4 * at..].first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes));
    let (size, square) = ((number(0), number(1)), (number(2), number(3), number(4)));
    let pixels = RgbaImage::from_raw(number(5), number(6), pixels.to_vec()).ok_or_else(broken)?;
    let part = (square.2 > 0).then_some(Crop { x: square.0, y: square.1, size: square.2 });
    Picture::decoded(size, part, pixels).ok_or_else(broken)
}
