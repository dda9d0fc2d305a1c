//! `parlour check`: is this record, puzzle, picture or pack, or everything in this folder, what it says it is?

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::{Answer, load_file, located};
use crate::catalogue::PuzzleKind;
use crate::engine::record::{Place, RecordError, read_text};
use crate::files::read_bounded;
use crate::packs::manifest::NAME;
use crate::packs::pack::begins;
use crate::packs::picture::is_picture;
use crate::packs::{self, MOST_FILE, Pack, Picture, looks_like_a_pack};

/// How deep folders are searched.
const DEEPEST: usize = 8;

/// The most files looked at in one go.
const MOST_FILES: usize = 10_000;

struct Problem {
    path: PathBuf,
    error: RecordError,
}

/// Checks a record, a picture, a pack, or every record and pack in a folder.
pub(super) fn check(path: &Path) -> Answer {
    if let Some(kind) = picture_or_pack(path) {
        return answer(path, kind, 1, &judge_pictures(path));
    }
    let mut problems = Vec::new();
    let mut files = Vec::new();
    if path.is_dir() {
        gather(path, DEEPEST, &mut files, &mut problems);
    } else {
        files.push(path.to_owned());
    }
    for file in &files {
        if picture_or_pack(file).is_some() {
            problems.extend(judge_pictures(file));
        } else {
            problems.extend(judge(file).err().map(|error| Problem { path: file.clone(), error }));
        }
    }
    if path.is_dir() && files.is_empty() && problems.is_empty() {
        let error = RecordError::at(Place::File, "has no record, no puzzle and no pack in it");
        problems.push(Problem { path: path.to_owned(), error });
    }
    let is_puzzle = || read_text(path).is_ok_and(|text| PuzzleKind::of(&text).is_some());
    let kind = match path.is_dir() {
        true => "folder",
        false if is_puzzle() => "puzzle",
        false => "record",
    };
    answer(path, kind, files.len(), &problems)
}

fn judge(file: &Path) -> Result<(), RecordError> {
    let text = read_text(file)?;
    match PuzzleKind::of(&text) {
        Some(kind) => kind.check(&text),
        None => load_file(&text, file).map(|_| ()),
    }
}

/// Which of the two it is, by what it holds or is called; `None` for anything else.
fn picture_or_pack(path: &Path) -> Option<&'static str> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let is_called = |endings: &[&str]| ending.as_deref().is_some_and(|ending| endings.contains(&ending));
    if looks_like_a_pack(path) || (path.is_file() && is_called(&["zip"])) {
        return Some("pack");
    }
    let is_one = is_picture(&begins(path)) || (path.is_file() && is_called(&["png", "jpg", "jpeg", "webp", "svg"]));
    is_one.then_some("picture")
}

/// What is wrong with a picture, or with a pack and its pictures.
fn judge_pictures(path: &Path) -> Vec<Problem> {
    if !looks_like_a_pack(path) && path.extension().is_none_or(|ending| ending != "zip") {
        let read = read_bounded(path, MOST_FILE).map_err(|error| error.to_string());
        let read = read.and_then(|bytes| Picture::read(&bytes).map_err(|error| error.to_string()));
        let fault = |why| Problem { path: path.to_owned(), error: RecordError::at(Place::File, why) };
        return read.err().map(fault).into_iter().collect();
    }
    let found = match Pack::open(path) {
        Ok(pack) => pack.problems(),
        Err(problem) => vec![problem],
    };
    let told = |problem: packs::Problem| {
        // Of a folder, the file is one to be opened; of a zip file, it is only named.
        let file = if path.is_dir() { path.join(&problem.file) } else { path.to_owned() };
        let is_inside = path.is_dir() && file.exists();
        let place = problem.place.map_or(Place::File, |(line, column)| Place::Text { line, column });
        let message = if is_inside { problem.message } else { format!("{}: {}", problem.file, problem.message) };
        Problem { path: if is_inside { file } else { path.to_owned() }, error: RecordError::at(place, message) }
    };
    found.into_iter().map(told).collect()
}

fn gather(folder: &Path, deeper: usize, files: &mut Vec<PathBuf>, problems: &mut Vec<Problem>) {
    let unreadable = |error: std::io::Error| Problem {
        path: folder.to_owned(),
        error: RecordError::at(Place::File, format_args!("cannot be read: {error}")),
    };
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => return problems.push(unreadable(error)),
    };
    let mut paths: Vec<PathBuf> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        // Links to folders are not followed: a folder can contain itself by one.
        if path.is_symlink() && path.is_dir() {
            problems.push(Problem {
                path,
                error: RecordError::at(Place::File, "is a link to a folder; those are not followed"),
            });
            continue;
        }
        let too_much = |what: &str| Problem { path: path.clone(), error: RecordError::at(Place::File, what) };
        if files.len() >= MOST_FILES {
            return problems.push(too_much("is one file too many; at most 10000 are looked at in one go"));
        }
        if path.join(NAME).is_file() || path.extension().is_some_and(|ending| ending == "zip") {
            files.push(path);
        } else if path.is_dir() && deeper == 0 {
            problems.push(too_much("lies too deep; folders are searched 8 deep"));
        } else if path.is_dir() {
            gather(&path, deeper - 1, files, problems);
        } else if path.extension().is_some_and(|ending| ending == "ron") {
            files.push(path);
        }
    }
}

fn answer(path: &Path, kind: &str, files: usize, problems: &[Problem]) -> Answer {
    let ok = problems.is_empty();
    let mut people = String::new();
    for problem in problems {
        people += &located(&problem.path, &problem.error.place, &problem.error.message);
        people.push('\n');
    }
    if ok {
        people = match kind {
            "folder" if files == 1 => format!("{}: 1 file, in order\n", path.display()),
            "folder" => format!("{}: {files} files, all in order\n", path.display()),
            _ => format!("{}: in order\n", path.display()),
        };
    }
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
    Answer { people, json: json!({ "kind": kind, "ok": ok, "problems": listed }), ok }
}
