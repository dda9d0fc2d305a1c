//! Pictures and drawings from people, decoded in a process of their own.
//!
//! A small file can be made to take minutes, gigabytes, or the stack of whoever draws it. So the program starts itself
//! once more as a decoder: it gets the file's bytes and nothing else, may open nothing, may work five seconds with half a
//! gigabyte, and gives back pixels. Whatever goes wrong there is a message here.

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use image::RgbaImage;
use resvg::tiny_skia::Pixmap;

use super::manifest::Crop;
use super::picture::{Picture, PictureError};
use crate::drawing::Drawing;

/// The command by which the program becomes a decoder.
pub const COMMAND: &str = "decode";

/// What the decoder may work, and how long its answer is waited for: on a busy machine it works only part of that time. Where work is
/// not limited, it is the wait that is.
const MOST_TIME: Duration = Duration::from_secs(5);
const LONGEST_WAIT: Duration = Duration::from_secs(if cfg!(unix) { 20 } else { MOST_TIME.as_secs() });
const MOST_MEMORY: u64 = 512 << 20;

/// The most pixels a side that come back.
const MOST_SIDE: u32 = 2048;

/// How wide and high drawings of cards are tried, in pixels.
const TRIED: (u32, u32) = (500, 700);

/// What the decoder is asked for, as the first byte it gets.
const WHOLE: u8 = b'W';
const SQUARE: u8 = b'S';
const DRAWINGS: u8 = b'D';

/// How an answer begins.
const FINE: u8 = 1;
const REFUSED: u8 = 0;

/// Reads a whole picture, scaled down to at most 2048 pixels a side.
///
/// # Errors
/// Why it cannot be read, or what reading it would take.
pub fn read(bytes: &[u8]) -> Result<Picture, PictureError> {
    picture_from(&ask(&[&[WHOLE], bytes])?)
}

/// Reads the square of a picture that is cut into tiles, at most 2048 pixels a side; without a crop, the largest one in
/// the middle.
///
/// # Errors
/// As [`read`], or that the square is not within the picture.
pub fn read_square(bytes: &[u8], crop: Option<Crop>) -> Result<Picture, PictureError> {
    let Crop { x, y, size } = crop.unwrap_or(Crop { x: 0, y: 0, size: 0 });
    let numbers = [x, y, size].map(u32::to_le_bytes).concat();
    picture_from(&ask(&[&[SQUARE, u8::from(crop.is_some())], &numbers, bytes])?)
}

/// Draws each of these once, and says for each why it cannot be drawn, if it cannot.
pub fn try_drawings(drawings: &[&[u8]]) -> Vec<Result<(), PictureError>> {
    let mut results = Vec::new();
    // One that brings the decoder down is the first without an answer; the rest is tried without it.
    while results.len() < drawings.len() {
        let left = &drawings[results.len()..];
        let parts: Vec<[u8; 4]> = left.iter().map(|drawing| (drawing.len() as u32).to_le_bytes()).collect();
        let mut request: Vec<&[u8]> = vec![&[DRAWINGS]];
        for (length, drawing) in parts.iter().zip(left) {
            request.extend([length.as_slice(), *drawing]);
        }
        let (answer, end) = match run(&request) {
            Ok(ran) => ran,
            Err(error) => return vec![Err(not_started(&error)); drawings.len()],
        };
        let mut answer = answer.as_slice();
        while let Some(result) = next_result(&mut answer) {
            results.push(result);
        }
        if results.len() < drawings.len() {
            results.push(Err(end.explain()));
        }
    }
    results
}

/// The next drawing's result in an answer; `None` at its end.
fn next_result(answer: &mut &[u8]) -> Option<Result<(), PictureError>> {
    let (first, rest) = answer.split_first()?;
    *answer = rest;
    if *first == FINE {
        return Some(Ok(()));
    }
    let length = u32::from_le_bytes(answer.split_off(..4)?.try_into().ok()?) as usize;
    let why = String::from_utf8_lossy(answer.split_off(..length)?).into_owned();
    Some(Err(PictureError::new(why)))
}

/// How the decoder ended.
enum End {
    Exited(ExitStatus),
    TooSlow,
}

impl End {
    /// Why there is no answer.
    fn explain(&self) -> PictureError {
        PictureError::new(match self {
            End::TooSlow => format!("drawing it takes more than {} seconds", MOST_TIME.as_secs()),
            End::Exited(status) if status.success() => "it could not be decoded".to_owned(),
            End::Exited(_) => format!("it takes more than {} MB, or crashes whoever draws it", MOST_MEMORY >> 20),
        })
    }
}

fn not_started(error: &io::Error) -> PictureError {
    PictureError::new(format!("the process that decodes pictures could not be started: {error}"))
}

/// Gives the decoder this request, and returns its answer without the byte that it begins with.
fn ask(request: &[&[u8]]) -> Result<Vec<u8>, PictureError> {
    let (answer, end) = run(request).map_err(|error| not_started(&error))?;
    match answer.split_first() {
        Some((&FINE, pixels)) if matches!(end, End::Exited(status) if status.success()) => Ok(pixels.to_vec()),
        Some((&REFUSED, why)) => Err(PictureError::new(String::from_utf8_lossy(why).into_owned())),
        _ => Err(end.explain()),
    }
}

/// The longest answer: a picture of the most pixels with its sizes.
const MOST_ANSWER: u64 = 4 * MOST_SIDE as u64 * MOST_SIDE as u64 + 64;

fn run(request: &[&[u8]]) -> io::Result<(Vec<u8>, End)> {
    let mut child = Command::new(program()?)
        .arg(COMMAND)
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    thread::scope(|scope| {
        scope.spawn(move || {
            // The decoder may refuse before it has read everything.
            let mut stdin = stdin?;
            request.iter().try_for_each(|part| stdin.write_all(part)).ok()
        });
        let answer = scope.spawn(move || {
            let mut answer = Vec::new();
            let read = stdout.map(|stdout| stdout.take(MOST_ANSWER).read_to_end(&mut answer));
            read.and_then(Result::ok).map(|_| answer)
        });
        let end = wait(&mut child)?;
        Ok((answer.join().ok().flatten().unwrap_or_default(), end))
    })
}

fn wait(child: &mut Child) -> io::Result<End> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(if is_out_of_time(status) { End::TooSlow } else { End::Exited(status) });
        }
        if start.elapsed() > LONGEST_WAIT {
            child.kill()?;
            child.wait()?;
            return Ok(End::TooSlow);
        }
        thread::sleep(Duration::from_millis(3));
    }
}

/// Whether the system has ended it for working too long.
#[cfg(unix)]
fn is_out_of_time(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;
    /// The same on Linux and macOS.
    const SIGXCPU: i32 = 24;
    status.signal() == Some(SIGXCPU)
}

#[cfg(not(unix))]
fn is_out_of_time(_: ExitStatus) -> bool {
    false
}

/// This program. Tests are programs of their own, beside whose folder the program lies.
fn program() -> io::Result<PathBuf> {
    let this = std::env::current_exe()?;
    let folder = this.parent().filter(|folder| folder.ends_with("deps")).and_then(|deps| deps.parent());
    Ok(folder.map_or(this.clone(), |folder| folder.join("parlour").with_extension(std::env::consts::EXE_EXTENSION)))
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

/// The decoder itself: reads a request, and writes its answer.
pub fn serve() -> ExitCode {
    let mut request = Vec::new();
    if limit().is_err() || io::stdin().read_to_end(&mut request).is_err() {
        return ExitCode::FAILURE;
    }
    let mut out = io::stdout().lock();
    let written = match request.split_first() {
        Some((&DRAWINGS, drawings)) => draw_all(drawings, &mut out),
        Some((&kind, request)) => answer(kind, request, &mut out),
        None => return ExitCode::FAILURE,
    };
    match written.and_then(|()| out.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// Gives up memory beyond the limit, time, and every way to open a file or a connection.
#[cfg(unix)]
fn limit() -> io::Result<()> {
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

fn answer(kind: u8, request: &[u8], out: &mut impl Write) -> io::Result<()> {
    match decode(kind, request) {
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

/// The picture's width and height, the square's place and size, the width and height of what comes back, and that.
type Decoded = ([u32; 7], RgbaImage);

fn decode(kind: u8, request: &[u8]) -> Result<Decoded, PictureError> {
    if kind == WHOLE {
        let picture = Picture::read(request)?;
        let ((width, height), pixels) = (picture.size(), picture.small(MOST_SIDE));
        return Ok(([width, height, 0, 0, 0, pixels.width(), pixels.height()], pixels));
    }
    let (head, bytes) = request.split_at_checked(13).ok_or_else(|| PictureError::new("the request is too short"))?;
    let number = |at: usize| head[at..].first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes));
    let picture = Picture::read(bytes)?;
    let (width, height) = picture.size();
    let crop = match head[0] {
        0 => Crop::centred(width, height),
        _ => Crop { x: number(1), y: number(5), size: number(9) },
    };
    crop.check(width, height).map_err(PictureError::new)?;
    let side = if picture.is_vector() { MOST_SIDE } else { crop.size.min(MOST_SIDE) };
    Ok(([width, height, crop.x, crop.y, crop.size, side, side], picture.square(crop, side)))
}

/// Draws each drawing, and answers before the next one is begun.
fn draw_all(mut drawings: &[u8], out: &mut impl Write) -> io::Result<()> {
    while let Some((length, rest)) = drawings.split_first_chunk::<4>() {
        let Some((drawing, rest)) = rest.split_at_checked(u32::from_le_bytes(*length) as usize) else { break };
        drawings = rest;
        match draw(drawing) {
            Ok(()) => out.write_all(&[FINE])?,
            Err(why) => {
                out.write_all(&[REFUSED])?;
                out.write_all(&(why.len() as u32).to_le_bytes())?;
                out.write_all(why.as_bytes())?;
            }
        }
        out.flush()?;
    }
    Ok(())
}

/// Said of a drawing that makes the library panic.
const BEYOND: &str = "a part of it lies too far away, or is too large, to be drawn";

fn draw(drawing: &[u8]) -> Result<(), String> {
    let drawing = Drawing::parse(drawing).map_err(|error| error.to_string())?;
    let mut canvas = Pixmap::new(TRIED.0, TRIED.1).ok_or("there is no memory for it")?;
    match drawing.try_draw(&mut canvas, (0.0, 0.0), (TRIED.0 as f32, TRIED.1 as f32)) {
        true => Ok(()),
        false => Err(BEYOND.to_owned()),
    }
}
