//! Validates every file under `assets/` and `puzzles/`, embeds what the window needs, and gives the executable its icon.
//!
//! A file that is broken, or that `assets/CREDITS.md` does not cover, fails the build with file, line and reason, so a
//! program that was built can never meet a broken asset of its own.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

// The reader of puzzles and what it stands on: the build refuses what the program would.
#[allow(dead_code, reason = "the build only reads")]
#[path = "src/words.rs"]
mod words;
#[allow(dead_code, reason = "the build only reads")]
#[path = "src/cards"]
mod cards {
    mod french;
    pub use french::Rank;
}
#[allow(dead_code, reason = "the build only reads")]
#[path = "src/engine"]
mod engine {
    pub mod source_place;
}
#[allow(dead_code, reason = "the build only reads")]
#[path = "src/games"]
mod games {
    pub mod mystery {
        pub mod puzzle {
            pub mod format;
        }
    }
}

/// What is wrong with a file: the line, where there is one, and the reason.
struct Fault(Option<usize>, String);

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=build.rs");
    for part in ["words.rs", "cards/french.rs", "engine/source_place.rs", "games/mystery/puzzle/format.rs"] {
        println!("cargo::rerun-if-changed=src/{part}");
    }
    pack_relocations();
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default());
    let mut faults = 0;
    let mut assets = Vec::new();
    for folder in ["assets", "puzzles"] {
        let mut files = Vec::new();
        gather(&root.join(folder), &mut files);
        for path in files {
            let name = path.strip_prefix(&root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            if let Err(Fault(line, reason)) = judge(&path, &name, &root) {
                let line = line.map_or(String::new(), |line| format!(":{line}"));
                println!("cargo::error={name}{line}: {reason}");
                faults += 1;
            }
            assets.push(name);
        }
        // A folder that is not there counts as changed, and Parlour would be built anew at every start.
        if root.join(folder).is_dir() {
            println!("cargo::rerun-if-changed={folder}");
        }
    }
    for reason in uncredited(&root, &assets) {
        println!("cargo::error={reason}");
        faults += 1;
    }
    if let Err(reason) = embed(&assets).and_then(|()| set_icon(&root)) {
        println!("cargo::error={reason}");
        faults += 1;
    }
    if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// A table of addresses that the loader must mend takes nine megabytes as it is usually written, and next to nothing
/// packed. Loaders read the packed form since glibc 2.36; whoever builds with an older one keeps the usual form.
fn pack_relocations() {
    let of = |name: &str| std::env::var(name).unwrap_or_default();
    if of("HOST") != of("TARGET") || of("CARGO_CFG_TARGET_OS") != "linux" || of("CARGO_CFG_TARGET_ENV") != "gnu" {
        return;
    }
    let Ok(said) = std::process::Command::new("getconf").arg("GNU_LIBC_VERSION").output() else { return };
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    let version = said.trim().rsplit(' ').next().and_then(|version| version.split_once('.'));
    let version: Option<(u32, u32)> =
        version.and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
    if version.is_some_and(|version| version >= (2, 36)) {
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() { gather(&path, files) } else { files.push(path) }
    }
}

fn judge(path: &Path, name: &str, root: &Path) -> Result<(), Fault> {
    let bytes = fs::read(path).map_err(|error| Fault(None, error.to_string()))?;
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let begins = |magic: &[u8], what: &str| {
        if bytes.starts_with(magic) { Ok(()) } else { Err(Fault(None, format!("this is no {what}"))) }
    };
    match ending {
        "svg" => judge_svg(&text(&bytes)?),
        "md" => judge_page(&text(&bytes)?, name, root),
        "txt" => text(&bytes).map(|_| ()),
        "ron" if name.starts_with("puzzles/mystery/") => judge_puzzle(&text(&bytes)?, name),
        "ron" => judge_ron(&text(&bytes)?),
        "png" => begins(b"\x89PNG\r\n\x1a\n", "PNG picture"),
        "jpg" => begins(b"\xff\xd8\xff", "JPEG picture"),
        "ogg" => begins(b"OggS", "Ogg sound"),
        "otf" => begins(b"OTTO", "OpenType font"),
        "ttf" => begins(&[0, 1, 0, 0], "TrueType font"),
        "ico" => begins(&[0, 0, 1, 0], "Windows icon"),
        "zip" => begins(b"PK\x03\x04", "zip file"),
        _ => Err(Fault(None, format!("files ending in {ending:?} are not known here"))),
    }
}

fn text(bytes: &[u8]) -> Result<String, Fault> {
    String::from_utf8(bytes.to_vec()).map_err(|error| {
        let before = &bytes[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        Fault(Some(line), "this is not UTF-8 text".to_owned())
    })
}

fn judge_svg(text: &str) -> Result<(), Fault> {
    let document =
        roxmltree::Document::parse(text).map_err(|error| Fault(Some(error.pos().row as usize), error.to_string()))?;
    let root = document.root_element();
    if root.tag_name().name() != "svg" || root.attribute("viewBox").is_none() {
        return Err(Fault(Some(1), "the root must be an <svg> with a viewBox".to_owned()));
    }
    let foreign = |node: &roxmltree::Node| matches!(node.tag_name().name(), "text" | "image" | "script" | "style");
    if let Some(node) = root.descendants().find(foreign) {
        let line = document.text_pos_at(node.range().start).row as usize;
        return Err(Fault(Some(line), format!("<{}> would look different elsewhere", node.tag_name().name())));
    }
    Ok(())
}

/// A page has a title, its tables have as many cells in every row, and the files it names are there.
fn judge_page(text: &str, name: &str, root: &Path) -> Result<(), Fault> {
    if !text.starts_with("# ") {
        return Err(Fault(Some(1), "a page begins with `# ` and its title".to_owned()));
    }
    let folder = Path::new(name).parent().unwrap_or(Path::new(""));
    let mut cells = 0;
    for (index, line) in text.lines().enumerate() {
        // `![words](path)`, the path from the page's own folder.
        for path in line.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(path, _)| path) {
            if !path.contains("://") && !root.join(folder).join(path).exists() {
                return Err(Fault(Some(index + 1), format!("there is no {path}")));
            }
        }
        let found = if line.starts_with('|') { line.matches('|').count() } else { 0 };
        if found != 0 && cells != 0 && found != cells {
            return Err(Fault(Some(index + 1), format!("{} cells in a table of {}", found - 1, cells - 1)));
        }
        cells = found;
        if name.contains("rules/") && line.chars().count() > 160 && found == 0 && !line.contains("![") {
            return Err(Fault(Some(index + 1), "lines of rules pages are at most 160 characters".to_owned()));
        }
    }
    Ok(())
}

fn judge_ron(text: &str) -> Result<(), Fault> {
    let parsed: Result<ron::Value, _> = ron::from_str(text);
    parsed.map(|_| ()).map_err(|error| Fault(Some(error.span.start.line), error.code.to_string()))
}

/// A puzzle is read as the program reads it, and its file is called by its id.
fn judge_puzzle(text: &str, name: &str) -> Result<(), Fault> {
    let puzzle = games::mystery::puzzle::format::Puzzle::read(text).map_err(|broken| {
        let line = match broken.place {
            engine::source_place::SourcePlace::Text { line, .. } => Some(line),
            _ => None,
        };
        Fault(line, broken.message)
    })?;
    let expected = format!("puzzles/mystery/{}.ron", puzzle.id);
    if name == expected { Ok(()) } else { Err(Fault(None, format!("a puzzle of this id belongs into {expected}"))) }
}

/// Every asset must be covered by a row of the credits: a path, or one with `**` or `*` at its end.
fn uncredited(root: &Path, assets: &[String]) -> Vec<String> {
    let Ok(credits) = fs::read_to_string(root.join("assets/CREDITS.md")) else {
        return vec!["assets/CREDITS.md: cannot be read; every asset needs its licence and source there".to_owned()];
    };
    let covered: Vec<&str> = credits
        .lines()
        .filter_map(|line| line.strip_prefix("| `"))
        .filter_map(|rest| rest.split_once('`').map(|(path, _)| path))
        .collect();
    let is_covered = |name: &str| {
        covered.iter().any(|pattern| match pattern.split_once('*') {
            None => *pattern == name,
            Some((head, tail)) => name.starts_with(head) && name.ends_with(tail.trim_start_matches('*')),
        })
    };
    assets
        .iter()
        .filter_map(|name| name.strip_prefix("assets/"))
        .filter(|name| *name != "CREDITS.md" && !name.ends_with("-OFL.txt") && !is_covered(name))
        .map(|name| format!("assets/{name}: no row of assets/CREDITS.md gives its licence and source"))
        .collect()
}

/// The folders of what the window shows or plays.
const SHOWN: [&str; 11] =
    ["cards", "emblems", "fonts", "icon", "icons", "packs", "sounds", "suits", "tables", "tiles", "tokens"];

/// Writes `assets.rs`: every file that the window shows or plays, in the executable itself.
fn embed(assets: &[String]) -> Result<(), String> {
    let out = PathBuf::from(std::env::var("OUT_DIR").map_err(|error| error.to_string())?);
    let mut code = String::from("pub(super) static FILES: &[(&str, &[u8])] = &[\n");
    for name in assets {
        let shown = SHOWN.iter().any(|folder| name.starts_with(&format!("assets/{folder}/")));
        let short = name.trim_start_matches("assets/");
        if shown && !short.ends_with(".txt") {
            // The checkout may move while its target folder stays: the path is the compiler's to find.
            let path = format!("concat!(env!(\"CARGO_MANIFEST_DIR\"), {:?})", format!("/{name}"));
            let _ = writeln!(code, "    ({short:?}, include_bytes!({path})),");
        }
    }
    code.push_str("];\n");
    fs::write(out.join("assets.rs"), code).map_err(|error| error.to_string())?;
    let listed = listed_puzzles("PUZZLES", "puzzles/mystery/", assets);
    fs::write(out.join("puzzles.rs"), listed).map_err(|error| error.to_string())?;
    let listed = listed_puzzles("STUDIES", "puzzles/chain/", assets);
    fs::write(out.join("studies.rs"), listed).map_err(|error| error.to_string())?;
    let listed = listed_puzzles("SECRETS", "puzzles/eleusis/", assets);
    fs::write(out.join("secrets.rs"), listed).map_err(|error| error.to_string())
}

/// The table of the puzzles in a folder: a file's name is its puzzle's id.
fn listed_puzzles(table: &str, folder: &str, files: &[String]) -> String {
    let mut code = format!("static {table}: &[(&str, &str)] = &[\n");
    for name in files {
        if let Some(id) = name.strip_prefix(folder).and_then(|name| name.strip_suffix(".ron")) {
            let path = format!("concat!(env!(\"CARGO_MANIFEST_DIR\"), {:?})", format!("/{name}"));
            let _ = writeln!(code, "    ({id:?}, include_str!({path})),");
        }
    }
    code + "];\n"
}

#[cfg(windows)]
fn set_icon(root: &Path) -> Result<(), String> {
    let icon = root.join("assets/icon/parlour.ico");
    let mut resource = winresource::WindowsResource::new();
    resource.set_icon(&icon.to_string_lossy());
    resource.compile().map_err(|error| error.to_string())
}

/// Elsewhere the window sets its icon itself and the package brings the files.
#[cfg(not(windows))]
fn set_icon(_: &Path) -> Result<(), String> {
    Ok(())
}
