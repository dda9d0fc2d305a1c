//! The process itself, seen from outside: started, fed, waited for, and ended where it takes too long.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::super::picture::PictureError;

/// The command by which the program becomes a decoder.
pub const COMMAND: &str = "decode";

/// Set for the decoder. It starts no other: whatever program it really is, such as a copy of the tests, there is one of it.
const IS_DECODER: &str = "PARLOUR_IS_DECODER";

/// What the decoder is asked for, as the first word of a request. Behind it may stand a file in the zip file, and the three numbers
/// of a square.
pub(super) const WHOLE: &str = "whole";
pub(super) const SQUARE: &str = "square";
pub(super) const SQUARE_IN_ZIP: &str = "square-in-zip";
pub(super) const DRAWINGS: &str = "drawings";
pub(super) const LIST: &str = "list-zip";
pub(super) const UNPACK: &str = "unpack-zip";

/// What the decoder may work, and how long its answer is waited for: on a busy machine it works only part of that time. Where work is
/// not limited, it is the wait that is.
pub(super) const MOST_TIME: Duration = Duration::from_secs(5);
const LONGEST_WAIT: Duration = Duration::from_secs(if cfg!(unix) { 20 } else { MOST_TIME.as_secs() });
pub(super) const MOST_MEMORY: u64 = 512 << 20;

/// How an answer begins, and in answers of several parts each of them.
pub(super) const FINE: u8 = 1;
pub(super) const REFUSED: u8 = 0;

/// What the decoder reads from its standard input.
pub(super) enum Input<'a> {
    Bytes(&'a [&'a [u8]]),
    /// It can be read at any place, and nobody need hold all of it.
    File(File),
}

/// How the decoder ended.
pub(super) enum End {
    Exited(ExitStatus),
    TooSlow,
}

impl End {
    pub(super) fn is_success(&self) -> bool {
        matches!(self, End::Exited(status) if status.success())
    }

    /// Why there is no answer.
    pub(super) fn explain(&self) -> PictureError {
        PictureError::new(match self {
            End::TooSlow => format!("reading it takes more than {} seconds", MOST_TIME.as_secs()),
            End::Exited(status) if status.success() => "it could not be decoded".to_owned(),
            End::Exited(_) => format!(
                "reading it takes more than {} MB, or makes the reader crash; save it again in another program",
                MOST_MEMORY >> 20
            ),
        })
    }
}

pub(super) fn not_started(error: &io::Error) -> PictureError {
    PictureError::new(format!("the process that decodes pictures could not be started: {error}"))
}

/// Starts the decoder with a request, the words of its command line, and hands its answer to `take` as it comes. Returns what
/// `take` made of it. An answer of which `take` leaves a part unread ends the decoder.
pub(super) fn run<T: Send>(
    request: &[&str],
    input: Input<'_>,
    take: impl FnOnce(&mut ChildStdout) -> T + Send,
) -> io::Result<(Option<T>, End)> {
    let (stdin, parts): (Stdio, &[&[u8]]) = match input {
        Input::Bytes(parts) => (Stdio::piped(), parts),
        Input::File(file) => (file.into(), &[]),
    };
    if std::env::var_os(IS_DECODER).is_some() {
        return Err(io::Error::other("a decoder starts no other"));
    }
    let mut child = Command::new(program()?)
        .arg(COMMAND)
        .args(request)
        .env_clear()
        .env(IS_DECODER, "1")
        .stdin(stdin)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    thread::scope(|scope| {
        scope.spawn(move || {
            // The decoder may refuse before it has read everything.
            let mut stdin = stdin?;
            parts.iter().try_for_each(|part| stdin.write_all(part)).ok()
        });
        let taken = scope.spawn(move || stdout.map(|mut stdout| take(&mut stdout)));
        let end = wait(&mut child)?;
        Ok((taken.join().ok().flatten(), end))
    })
}

/// Asks for one answer of at most `most` bytes; returns it without the byte that it begins with.
pub(super) fn ask(request: &[&str], input: Input<'_>, most: u64) -> Result<Vec<u8>, PictureError> {
    let whole = |stdout: &mut ChildStdout| {
        let mut answer = Vec::new();
        stdout.take(most).read_to_end(&mut answer).map(|_| answer).unwrap_or_default()
    };
    let (answer, end) = run(request, input, whole).map_err(|error| not_started(&error))?;
    match answer.unwrap_or_default().split_first() {
        Some((&FINE, answer)) if end.is_success() => Ok(answer.to_vec()),
        Some((&REFUSED, why)) => Err(PictureError::new(String::from_utf8_lossy(why))),
        _ => Err(end.explain()),
    }
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

/// Writes bytes with their length before them.
pub(super) fn write_block(out: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    out.write_all(&(bytes.len() as u32).to_le_bytes())?;
    out.write_all(bytes)
}

/// Reads such bytes. A length of more than `most` is an error, before anything is kept for it.
pub(super) fn read_block(input: &mut impl Read, most: u64) -> io::Result<Vec<u8>> {
    let length = u64::from(read_number(input)?);
    if length > most {
        return Err(io::Error::other(format!("{length} bytes where at most {most} can be")));
    }
    let mut bytes = Vec::new();
    match input.take(length).read_to_end(&mut bytes)? as u64 == length {
        true => Ok(bytes),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

pub(super) fn read_number(input: &mut impl Read) -> io::Result<u32> {
    let mut bytes = [0; 4];
    input.read_exact(&mut bytes)?;
    Ok(u32::from_le_bytes(bytes))
}

/// The byte that a part of an answer begins with; `None` at its end.
pub(super) fn read_mark(input: &mut impl Read) -> Option<u8> {
    let mut mark = [0];
    input.read_exact(&mut mark).ok().map(|()| mark[0])
}
