//! The decoder at work: it gives up everything else, reads its request, and writes its answer.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::process::ExitCode;

use image::RgbaImage;

use super::super::MOST_FILE;
use super::super::manifest::Crop;
use super::super::picture::{Picture, PictureError};
use super::super::zipped::ZippedFiles;
use super::process::{DRAWINGS, FINE, LIST, REFUSED, SQUARE, SQUARE_IN_ZIP, UNPACK, WHOLE};
use super::{MOST_SIDE, drawings, zips};

/// A square as the words of a request; none for the largest one in the middle.
pub(super) fn words_of(crop: Option<Crop>) -> Vec<String> {
    crop.map_or_else(Vec::new, |Crop { x, y, size }| [x, y, size].map(|number| number.to_string()).to_vec())
}

fn square_of(words: &[&str]) -> Result<Option<Crop>, PictureError> {
    let numbers: Option<Vec<u32>> = words.iter().map(|word| word.parse().ok()).collect();
    match numbers.as_deref() {
        Some([]) => Ok(None),
        Some(&[x, y, size]) => Ok(Some(Crop { x, y, size })),
        _ => Err(PictureError::new("the request is not understood")),
    }
}

/// The decoder itself: answers the request that these words are.
pub fn serve(request: &[String]) -> ExitCode {
    // Opened before the limits forbid it.
    let Ok(input) = standard_input() else { return ExitCode::FAILURE };
    if limit().is_err() {
        return ExitCode::FAILURE;
    }
    let words: Vec<&str> = request.iter().map(String::as_str).collect();
    let mut out = io::stdout().lock();
    let written = match words.as_slice() {
        [WHOLE] => answer(all_of(input).and_then(|bytes| whole(&bytes)), &mut out),
        [SQUARE, crop @ ..] => answer(all_of(input).and_then(|bytes| square(&bytes, square_of(crop)?)), &mut out),
        [SQUARE_IN_ZIP, file, crop @ ..] => {
            let unpacked = unpacked(input, file);
            answer(unpacked.and_then(|bytes| square(&bytes, square_of(crop)?)), &mut out)
        }
        [DRAWINGS] => drawings::draw_all(&mut BufReader::new(input), &mut out),
        [LIST] => zips::list(input, &mut out),
        [UNPACK] => zips::unpack_all(input, &mut out),
        _ => return ExitCode::FAILURE,
    };
    match written.and_then(|()| out.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// Standard input as a file: where it is one, it can be read at any place.
#[cfg(unix)]
fn standard_input() -> io::Result<File> {
    use std::os::fd::AsFd;
    io::stdin().as_fd().try_clone_to_owned().map(File::from)
}

#[cfg(windows)]
fn standard_input() -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    io::stdin().as_handle().try_clone_to_owned().map(File::from)
}

/// Gives up memory beyond the limit, time, and every way to open a file or a connection.
#[cfg(unix)]
fn limit() -> io::Result<()> {
    use super::process::{MOST_MEMORY, MOST_TIME};
    use rlimit::Resource;
    let seconds = MOST_TIME.as_secs();
    Resource::AS.set(MOST_MEMORY, MOST_MEMORY).or_else(|error| {
        // macOS does not limit memory like this.
        if cfg!(target_os = "macos") { Ok(()) } else { Err(error) }
    })?;
    // The first is said with a signal; the second kills.
    Resource::CPU.set(seconds, seconds + 1)?;
    Resource::CORE.set(0, 0)?;
    Resource::NOFILE.set(0, 0)
}

#[cfg(not(unix))]
fn limit() -> io::Result<()> {
    Ok(())
}

fn all_of(mut input: File) -> Result<Vec<u8>, PictureError> {
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes).map_err(|error| PictureError::new(error.to_string()))?;
    Ok(bytes)
}

fn unpacked(zip: File, file: &str) -> Result<Vec<u8>, PictureError> {
    let read = ZippedFiles::open(BufReader::new(zip)).and_then(|mut files| files.read(file, MOST_FILE));
    read.map_err(|problem| PictureError::new(problem.message))
}

/// The picture's width and height, the square's place and size, the width and height of what comes back, and that.
type Decoded = ([u32; 7], RgbaImage);

fn answer(decoded: Result<Decoded, PictureError>, out: &mut impl Write) -> io::Result<()> {
    match decoded {
        Ok((numbers, pixels)) => {
            out.write_all(&[FINE])?;
            numbers.iter().try_for_each(|number| out.write_all(&number.to_le_bytes()))?;
            out.write_all(pixels.as_raw())
        }
        Err(error) => {
            out.write_all(&[REFUSED])?;
            out.write_all(error.to_string().as_bytes())
        }
    }
}

fn whole(bytes: &[u8]) -> Result<Decoded, PictureError> {
    let picture = Picture::read(bytes)?;
    let ((width, height), pixels) = (picture.size(), picture.small(MOST_SIDE));
    Ok(([width, height, 0, 0, 0, pixels.width(), pixels.height()], pixels))
}

fn square(bytes: &[u8], crop: Option<Crop>) -> Result<Decoded, PictureError> {
    let picture = Picture::read(bytes)?;
    let (width, height) = picture.size();
    let crop = crop.unwrap_or_else(|| Crop::centred(width, height));
    crop.check(width, height).map_err(PictureError::new)?;
    let side = if picture.is_vector() { MOST_SIDE } else { crop.size.min(MOST_SIDE) };
    Ok(([width, height, crop.x, crop.y, crop.size, side, side], picture.square(crop, side)))
}
