//! Zip files, read by the decoder from the file itself: nobody holds one in memory, and nobody else reads a byte of it.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;
use std::process::ChildStdout;

use super::super::manifest::check_path;
use super::super::zipped::{ZippedFiles, too_large, too_many_files};
use super::super::{MOST_BYTES, MOST_FILE, MOST_FILES, MOST_MANIFEST, PackContents, PackProblem};
use super::process::{
    FINE, Input, LIST, REFUSED, UNPACK, not_started, read_block, read_mark, read_number, run, write_block,
};
use crate::files::open_bounded;

/// The most bytes of all names together.
const MOST_NAMES: u64 = 256 * MOST_FILES as u64;

/// The most bytes of a message.
const MOST_MESSAGE: u64 = 4096;

/// Lists what is in a zip file of at most 256 MiB, with its manifest, or without one with its pictures.
///
/// # Errors
/// A zip file that cannot be opened, is damaged, or holds more than a pack may.
pub fn contents(zip: &Path) -> Result<PackContents, PackProblem> {
    let opened = open(zip)?;
    let answered = run(&[LIST], Input::File(opened), |answer| match read_mark(answer) {
        Some(FINE) => read_contents(answer).ok(),
        Some(_) => read_problem(answer).ok().map(Err),
        None => None,
    });
    let (answer, end) = answered.map_err(|error| of_pack(not_started(&error)))?;
    answer.flatten().unwrap_or_else(|| Err(of_pack(end.explain())))
}

/// Unpacks a zip file of at most 256 MiB. Each file's bytes are handed to `take` as they come, those of a damaged one as its problem.
///
/// # Errors
/// As [`contents`], and those of `take`.
pub fn unpack(
    zip: &Path,
    mut take: impl FnMut(&str, Result<&mut dyn Read, PackProblem>) -> Result<(), PackProblem> + Send,
) -> Result<(), PackProblem> {
    let opened = open(zip)?;
    let (mut files, mut bytes) = (0, 0);
    let ran = run(&[UNPACK], Input::File(opened), |answer| {
        while let Some(mark) = read_mark(answer) {
            if mark == REFUSED {
                let problem = read_problem(answer).map_err(broken)?;
                if problem.file.is_empty() {
                    return Err(problem);
                }
                let file = problem.file.clone();
                take(&file, Err(problem))?;
                continue;
            }
            let name = text_of(read_block(answer, MOST_NAMES).map_err(broken)?);
            check_path(&name).map_err(of_pack)?;
            let length = u64::from(read_number(answer).map_err(broken)?);
            (files, bytes) = (files + 1, bytes + length);
            if files > MOST_FILES {
                return Err(of_pack(too_many_files()));
            }
            if length > MOST_FILE || bytes > MOST_BYTES {
                return Err(of_pack(too_large()));
            }
            let mut file = answer.take(length);
            take(&name, Ok(&mut file))?;
            io::copy(&mut file, &mut io::sink()).map_err(broken)?;
        }
        Ok(())
    });
    let (unpacked, end) = ran.map_err(|error| of_pack(not_started(&error)))?;
    unpacked.unwrap_or(Ok(()))?;
    if end.is_success() { Ok(()) } else { Err(of_pack(end.explain())) }
}

fn open(zip: &Path) -> Result<File, PackProblem> {
    open_bounded(zip, MOST_BYTES).map_err(of_pack)
}

fn of_pack(why: impl ToString) -> PackProblem {
    PackProblem::of("", why)
}

fn broken(error: io::Error) -> PackProblem {
    of_pack(format_args!("the process that unpacks it gave a broken answer: {error}"))
}

fn text_of(bytes: Vec<u8>) -> String {
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Names have no line breaks in them.
fn lines(bytes: Vec<u8>) -> Vec<String> {
    text_of(bytes).lines().map(str::to_owned).collect()
}

fn read_contents(answer: &mut ChildStdout) -> io::Result<Result<PackContents, PackProblem>> {
    let names = lines(read_block(answer, MOST_NAMES)?);
    let pictures = lines(read_block(answer, MOST_NAMES)?);
    let manifest = match read_mark(answer) {
        Some(_) => Some(read_block(answer, MOST_MANIFEST)?),
        None => None,
    };
    Ok(Ok(PackContents { names, manifest, pictures }))
}

fn read_problem(answer: &mut ChildStdout) -> io::Result<PackProblem> {
    let file = text_of(read_block(answer, MOST_NAMES)?);
    Ok(PackProblem::of(file, text_of(read_block(answer, MOST_MESSAGE)?)))
}

/// For the decoder: says what is in the zip file.
pub(super) fn list(zip: File, out: &mut impl Write) -> io::Result<()> {
    let listed = ZippedFiles::open(BufReader::new(zip)).and_then(|mut files| files.contents());
    let PackContents { names, manifest, pictures } = match listed {
        Ok(contents) => contents,
        Err(problem) => return write_problem(&problem, out),
    };
    out.write_all(&[FINE])?;
    write_block(out, names.join("\n").as_bytes())?;
    write_block(out, pictures.join("\n").as_bytes())?;
    if let Some(manifest) = manifest {
        out.write_all(&[FINE])?;
        write_block(out, &manifest)?;
    }
    Ok(())
}

/// For the decoder: unpacks every file.
pub(super) fn unpack_all(zip: File, out: &mut impl Write) -> io::Result<()> {
    let mut files = match ZippedFiles::open(BufReader::new(zip)) {
        Ok(files) => files,
        Err(problem) => return write_problem(&problem, out),
    };
    for name in files.names() {
        match files.read(&name, MOST_FILE) {
            Ok(bytes) => {
                out.write_all(&[FINE])?;
                write_block(out, name.as_bytes())?;
                write_block(out, &bytes)?;
            }
            // One that is damaged may be one that nobody needs; a pack that is too large is refused as a whole.
            Err(problem) => {
                write_problem(&problem, out)?;
                if problem.file.is_empty() {
                    break;
                }
            }
        }
    }
    Ok(())
}

fn write_problem(problem: &PackProblem, out: &mut impl Write) -> io::Result<()> {
    let message: String = problem.message.chars().take(MOST_MESSAGE as usize / 4).collect();
    out.write_all(&[REFUSED])?;
    write_block(out, problem.file.as_bytes())?;
    write_block(out, message.as_bytes())
}
