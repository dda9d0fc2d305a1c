//! `parlour check`: finds what is wrong with a record, puzzle, picture or pack, or with everything in a folder.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::output::{CommandOutput, load_file, located, named};
use crate::catalogue::PuzzleKind;
use crate::engine::record::{RecordError, SourcePlace, read_text};
use crate::files::read_bounded;
use crate::packs::manifest::NAME;
use crate::packs::pack::begins;
use crate::packs::picture::is_picture;
use crate::packs::{MOST_FILE, Pack, PackProblem, decoder, looks_like_a_pack};
use crate::words::counted;

/// How many levels of folders are searched.
const MAX_DEPTH: usize = 8;

/// How many files are checked at most.
const MAX_FILES: usize = 10_000;

struct FileProblem {
    path: PathBuf,
    error: RecordError,
}

impl FileProblem {
    fn of_whole(path: &Path, message: impl fmt::Display) -> FileProblem {
        FileProblem { path: path.to_owned(), error: RecordError::at(SourcePlace::File, message) }
    }
}

pub(super) fn check(path: &Path) -> CommandOutput {
    if let Some(kind) = picture_or_pack(path) {
        return report(path, kind, 1, &check_pictures(path));
    }
    let mut problems = Vec::new();
    let mut files = Vec::new();
    if path.is_dir() {
        collect_files(path, MAX_DEPTH, &mut files, &mut problems);
    } else {
        files.push(path.to_owned());
    }
    for file in &files {
        if picture_or_pack(file).is_some() {
            problems.extend(check_pictures(file));
        } else {
            problems.extend(check_text(file).err().map(|error| FileProblem { path: file.clone(), error }));
        }
    }
    if path.is_dir() && files.is_empty() && problems.is_empty() {
        problems.push(FileProblem::of_whole(path, "there are no records, puzzles or packs in this folder"));
    }
    let kind = if path.is_dir() {
        "folder"
    } else if read_text(path).is_ok_and(|text| PuzzleKind::of(&text).is_some()) {
        "puzzle"
    } else {
        "record"
    };
    report(path, kind, files.len(), &problems)
}

/// Checks a puzzle or a record.
fn check_text(file: &Path) -> Result<(), RecordError> {
    let text = read_text(file)?;
    match PuzzleKind::of(&text) {
        Some(kind) => (kind.check)(&text),
        None => load_file(&text, file).map(|_| ()),
    }
}

/// Says `"picture"` or `"pack"`, judging by content and by file extension; `None` for anything else.
fn picture_or_pack(path: &Path) -> Option<&'static str> {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    let is_file_with = |extensions: &[&str]| {
        path.is_file() && extension.as_deref().is_some_and(|extension| extensions.contains(&extension))
    };
    if looks_like_a_pack(path) || is_file_with(&["zip"]) {
        return Some("pack");
    }
    let is_one = is_picture(&begins(path)) || is_file_with(&["png", "jpg", "jpeg", "webp", "svg"]);
    is_one.then_some("picture")
}

/// Checks a picture, or a pack and every picture in it.
fn check_pictures(path: &Path) -> Vec<FileProblem> {
    if !looks_like_a_pack(path) && path.extension().is_none_or(|extension| extension != "zip") {
        let bytes = read_bounded(path, MOST_FILE).map_err(|error| error.to_string());
        let picture = bytes.and_then(|bytes| decoder::read(&bytes).map_err(|error| error.to_string()));
        return picture.err().map(|why| FileProblem::of_whole(path, why)).into_iter().collect();
    }
    let problems: Vec<PackProblem> = match Pack::open(path) {
        Ok(pack) => pack.problems().collect(),
        Err(problem) => vec![problem],
    };
    problems.into_iter().map(|problem| problem_in_pack(path, problem)).collect()
}

/// Names the file itself if it is in a folder. A file inside a zip file can only be named in the message.
fn problem_in_pack(pack: &Path, problem: PackProblem) -> FileProblem {
    let place = problem.place.map_or(SourcePlace::File, |(line, column)| SourcePlace::Text { line, column });
    let file = pack.join(&problem.file);
    if pack.is_dir() && file.exists() {
        return FileProblem { path: file, error: RecordError::at(place, problem.message) };
    }
    let message = format!("{}: {}", problem.file, problem.message);
    FileProblem { path: pack.to_owned(), error: RecordError::at(place, message) }
}

/// Collects the files to check in `folder` and in `depth` levels of folders below it.
fn collect_files(folder: &Path, depth: usize, files: &mut Vec<PathBuf>, problems: &mut Vec<FileProblem>) {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => {
            let why = format!("the folder cannot be read: {error}");
            return problems.push(FileProblem::of_whole(folder, why));
        }
    };
    let mut paths: Vec<PathBuf> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        // A link could lead back to a folder that contains it.
        if path.is_symlink() && path.is_dir() {
            problems.push(FileProblem::of_whole(&path, "this is a link to a folder, and links are not followed"));
            continue;
        }
        if files.len() >= MAX_FILES {
            let why = format!("this file and all after it were not checked; the limit is {MAX_FILES} files");
            return problems.push(FileProblem::of_whole(&path, why));
        }
        let has_extension = |wanted: &str| path.extension().is_some_and(|extension| extension == wanted);
        if path.join(NAME).is_file() || has_extension("zip") {
            files.push(path);
        } else if path.is_dir() && depth == 0 {
            let why = format!("this folder is nested too deeply; only {MAX_DEPTH} levels are searched");
            problems.push(FileProblem::of_whole(&path, why));
        } else if path.is_dir() {
            collect_files(&path, depth - 1, files, problems);
        } else if has_extension("ron") {
            files.push(path);
        }
    }
}

fn report(path: &Path, kind: &str, files: usize, problems: &[FileProblem]) -> CommandOutput {
    let ok = problems.is_empty();
    let text = if ok {
        let count = if kind == "folder" { format!("{}, ", counted(files, "file", "files")) } else { String::new() };
        format!("{}: {count}no problems found\n", named(path))
    } else {
        let line = |problem: &FileProblem| {
            format!("{}\n", located(&problem.path, &problem.error.place, &problem.error.message))
        };
        problems.iter().map(line).collect()
    };
    let listed: Vec<_> = problems
        .iter()
        .map(|problem| {
            json!({
                "path": problem.path.display().to_string(),
                "place": problem.error.place.to_string(),
                "message": problem.error.message,
            })
        })
        .collect();
    CommandOutput { text, json: json!({ "kind": kind, "ok": ok, "problems": listed }), ok }
}
