//! Players' own looks: a theme is a file of colours, a deck a folder of drawings.
//!
//! ```text
//! looks folder/themes/harbour.ron      (parlour_theme: 1, like: Lamp, colours: {"cloth_light": "#24506B"})
//! looks folder/decks/harbour/back.svg
//! looks folder/decks/harbour/french/KS.svg …
//! looks folder/decks/harbour/mystique/3rC.svg …
//! ```
//!
//! Whatever is missing or broken in them is replaced by Parlour's own, and one message lists it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use resvg::tiny_skia::Pixmap;
use serde::Deserialize;

use super::assets;
use super::theme::{Palette, Rgb, Theme};
use crate::files::{is_plain_name, read_bounded};
use crate::packs::PictureError;
use crate::packs::decoder::drawings::{self, Sketch};

/// The largest file of a look, in bytes.
const MOST_BYTES: u64 = 1 << 20;

/// How many themes, and how many decks, are listed.
const MOST_LISTED: usize = 24;

/// How many faults of a look its message lists.
const MOST_FAULTS: usize = 3;

/// The version of theme files that is read.
const THEME_FORMAT: u32 = 1;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InstalledLooks {
    /// Without the ending of their files.
    pub themes: Vec<String>,
    pub decks: Vec<String>,
}

/// Lists the looks folder, which need not exist.
pub fn find(folder: &Path) -> InstalledLooks {
    let themes = names(&folder.join("themes"), |path| path.extension().is_some_and(|ending| ending == "ron"));
    InstalledLooks { themes, decks: names(&folder.join("decks"), Path::is_dir) }
}

fn names(folder: &Path, wanted: impl Fn(&Path) -> bool) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    let stem = |path: PathBuf| Some(path.file_stem()?.to_str()?.to_owned());
    let mut names: Vec<String> = entries.filter(|path| wanted(path)).filter_map(stem).collect();
    names.sort();
    names.truncate(MOST_LISTED);
    names
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ThemeFile {
    parlour_theme: u32,
    #[serde(default)]
    like: Theme,
    #[serde(default)]
    colours: BTreeMap<String, String>,
}

/// Reads a theme: its colours, or those of `fallback` if it cannot be read, and a message about its faults, if any.
pub fn theme(folder: &Path, name: &str, fallback: Theme) -> (Palette, Option<String>) {
    let path = folder.join("themes").join(format!("{name}.ron"));
    let read = text_of(&path, name).and_then(|text| read_theme(&text));
    let (palette, faults) = read.unwrap_or_else(|fault| (fallback.palette(), vec![fault]));
    (palette, message(&path, &faults))
}

fn text_of(path: &Path, name: &str) -> Result<String, String> {
    // The settings could name any path; only plain names are opened.
    if !is_plain_name(name) {
        return Err("this is not a file name".to_owned());
    }
    let bytes = read_bounded(path, MOST_BYTES).map_err(|error| error.to_string())?;
    crate::files::text_of(bytes)
}

/// The colours of a theme, and the faults in spite of which it can be used.
fn read_theme(text: &str) -> Result<(Palette, Vec<String>), String> {
    let file: ThemeFile = ron::from_str(text).map_err(|error| {
        let at = error.span.start;
        format!("{}:{}: {}", at.line, at.col, error.code)
    })?;
    if file.parlour_theme != THEME_FORMAT {
        return Err(format!("theme format {}; this program reads format {THEME_FORMAT}", file.parlour_theme));
    }
    let mut palette = file.like.palette();
    let mut faults = Vec::new();
    for (name, value) in &file.colours {
        match (palette.colour_mut(name), Rgb::from_hex(value)) {
            (None, _) => faults.push(format!("there is no colour called {name:?}")),
            (_, None) => faults.push(format!("{name}: {value:?} is not written like #RRGGBB")),
            (Some(colour), Some(value)) => *colour = value,
        }
    }
    for (pair, contrast, wanted) in palette.weak_pairs() {
        faults.push(format!("{pair}: contrast {contrast:.1}, which should be {wanted} or more"));
    }
    Ok((palette, faults))
}

/// The drawings of a player's own deck, by name. They are never drawn in this process: see [`Drawings::draw`].
#[derive(Debug)]
pub struct Deck {
    drawings: BTreeMap<String, Vec<u8>>,
    /// The looks folder, and the deck's name in it.
    folder: PathBuf,
    name: String,
}

/// A player's own deck, if there is one; Parlour's drawings stand for whatever that lacks.
#[derive(Clone, Debug, Default)]
pub struct Drawings(pub Option<Arc<Deck>>);

impl PartialEq for Drawings {
    /// Compares addresses: a deck that was read again is another one.
    fn eq(&self, other: &Drawings) -> bool {
        self.0.as_ref().map(Arc::as_ptr) == other.0.as_ref().map(Arc::as_ptr)
    }
}

impl Drawings {
    /// The player's own drawing of this name (`french/KS.svg`, `back.svg`), if it could be read.
    pub fn own(&self, name: &str) -> Option<&[u8]> {
        self.0.as_ref()?.drawings.get(name).map(Vec::as_slice)
    }

    /// Has drawings of the deck drawn in a process of its own, which takes its time. Each is handed to `take` with its number: its
    /// pixels, or why it cannot be drawn.
    pub fn draw(&self, sketches: &[Sketch<'_>], take: impl FnMut(usize, Result<Pixmap, PictureError>) + Send) {
        if let Some(deck) = self.0.as_ref().filter(|_| !sketches.is_empty()) {
            let _trying = Trying::begin(&deck.folder, &deck.name);
            drawings::draw(sketches, take);
        }
    }
}

/// The file in the looks folder that names the deck being drawn.
const TRYING: &str = ".trying";

/// Names a deck on disk for as long as it is being drawn. What is left of that at the next start names a deck that Parlour did not
/// survive.
struct Trying(PathBuf);

impl Trying {
    fn begin(folder: &Path, name: &str) -> Trying {
        let path = folder.join(TRYING);
        // Where nothing can be written, a deck is drawn all the same.
        let _ = fs::write(&path, name);
        Trying(path)
    }
}

impl Drop for Trying {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = fs::remove_file(&self.0);
        }
    }
}

/// The name of the deck that was being drawn when the program ended, if it ended then.
pub fn left_over(folder: &Path) -> Option<String> {
    read_bounded(&folder.join(TRYING), MOST_BYTES).ok().and_then(|name| String::from_utf8(name).ok())
}

/// Forgets it: the program ends in order, or everybody knows.
pub fn forget_left_over(folder: &Path) {
    // It is hardly ever there.
    let _ = fs::remove_file(folder.join(TRYING));
}

/// Reads a deck: its drawings, as far as they can be read and drawn, and a message about its faults, if any. A deck need not
/// have both kinds of cards.
pub fn deck(folder: &Path, name: &str) -> (Deck, Option<String>) {
    let mut deck = Deck { drawings: BTreeMap::new(), folder: folder.to_owned(), name: name.to_owned() };
    let home = folder.join("decks").join(name);
    if !is_plain_name(name) || !home.is_dir() {
        return (
            deck,
            message(&home, &["there is no deck in this folder; choose another one in the settings".to_owned()]),
        );
    }
    let expected = assets::names().filter_map(|name| name.strip_prefix("cards/")).filter(|name| {
        let kind = name.split_once('/').map(|(kind, _)| kind);
        kind.is_some_and(|kind| home.join(kind).is_dir())
    });
    let (mut drawings, mut faults) = (Vec::new(), Vec::new());
    for name in expected.chain(home.join("back.svg").exists().then_some("back.svg")) {
        match read_drawing(&home.join(name)) {
            Ok(svg) => drawings.push((name, svg)),
            Err(fault) => faults.push(format!("{name}: {fault}")),
        }
    }
    let trying = Trying::begin(folder, name);
    // What cannot be drawn is said now, and not with every size of the table.
    let tried = drawings::try_drawings(&drawings.iter().map(|(_, svg)| svg.as_slice()).collect::<Vec<_>>());
    drop(trying);
    for ((name, svg), tried) in drawings.into_iter().zip(tried) {
        match tried {
            Ok(()) => drop(deck.drawings.insert(name.to_owned(), svg)),
            Err(fault) => faults.push(format!("{name}: {fault}")),
        }
    }
    if deck.drawings.is_empty() && faults.is_empty() {
        faults.push("it contains neither a folder french or mystique nor a back.svg".to_owned());
    }
    (deck, message(&home, &faults))
}

fn read_drawing(path: &Path) -> Result<Vec<u8>, String> {
    if !path.exists() {
        return Err("this file is missing".to_owned());
    }
    read_bounded(path, MOST_BYTES).map_err(|error| error.to_string())
}

fn message(path: &Path, faults: &[String]) -> Option<String> {
    if faults.is_empty() {
        return None;
    }
    let (listed, others) = faults.split_at(faults.len().min(MOST_FAULTS));
    let more = if others.is_empty() { String::new() } else { format!("; and {} more", others.len()) };
    Some(format!("{}: {}{more}. Parlour’s own is used instead.", path.display(), listed.join("; ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_theme_changes_what_it_names() {
        let (palette, faults) =
            read_theme(r##"(parlour_theme: 1, like: Daylight, colours: {"cloth_light": "#c9D6FF"})"##)
                .expect("a theme");
        assert_eq!(faults, [""; 0]);
        assert_eq!(palette, Palette { cloth_light: Rgb(0xC9, 0xD6, 0xFF), ..Theme::Daylight.palette() });
    }

    #[test]
    fn what_is_wrong_in_a_theme_is_listed_and_the_rest_counts() {
        let (palette, faults) = read_theme(
            r##"(parlour_theme: 1,
                colours: {"cloth": "#000000", "note": "#12", "text": "#404040", "shade": "#010203"})"##,
        )
        .expect("a theme");
        assert_eq!(palette.shade, Rgb(1, 2, 3));
        assert_eq!(palette.note, Palette::default().note);
        let all = faults.join("\n");
        assert!(all.contains(r#"no colour called "cloth""#) && all.contains(r##"note: "#12" is not"##), "{all}");
        assert!(all.contains("text on panel: contrast 1.7, which should be 4.5 or more"), "{all}");
        for (text, expected) in
            [("(parlour_theme: 2)", "theme format 2"), ("(parlour_theme: 1, colors: {})", "1:20"), ("", "1:1")]
        {
            let fault = read_theme(text).expect_err("no theme");
            assert!(fault.contains(expected), "{fault}");
        }
    }

    #[test]
    fn a_deck_falls_back_card_by_card_with_one_message() {
        let folder = std::env::temp_dir().join(format!("parlour-looks-{}", std::process::id()));
        let home = folder.join("decks/harbour");
        fs::create_dir_all(home.join("french")).expect("a folder");
        let drawing = assets::find("cards/back-waves.svg").expect("a drawing");
        fs::write(home.join("french/KS.svg"), drawing).expect("a card");
        fs::write(home.join("french/QS.svg"), &drawing[..drawing.len() / 2]).expect("half a card");
        let (deck, message) = super::deck(&folder, "harbour");
        let message = message.expect("a message");
        assert_eq!(message.matches("harbour").count(), 1, "{message}");
        assert!(message.contains("and 50 more") && message.ends_with("Parlour’s own is used instead."), "{message}");
        let drawings = Drawings(Some(Arc::new(deck)));
        assert_eq!(drawings.own("french/KS.svg"), Some(drawing));
        for lacking in ["french/QS.svg", "mystique/3rC.svg", "back.svg"] {
            assert_eq!(drawings.own(lacking), None);
        }
        assert_eq!(left_over(&folder), None);
        assert_eq!(find(&folder), InstalledLooks { themes: Vec::new(), decks: vec!["harbour".to_owned()] });
        for name in ["..", "", "harbour/french", "gone"] {
            let (deck, message) = super::deck(&folder, name);
            assert!(deck.drawings.is_empty());
            assert!(message.is_some_and(|message| message.contains("no deck in this folder")), "{name}");
        }
        fs::remove_dir_all(&folder).expect("its end");
    }

    #[test]
    fn a_deck_is_named_on_disk_for_as_long_as_it_is_drawn() {
        let folder = std::env::temp_dir().join(format!("parlour-trying-{}", std::process::id()));
        let home = folder.join("decks/harbour/french");
        fs::create_dir_all(&home).expect("a folder");
        let drawing = assets::find("cards/french/KS.svg").expect("a drawing");
        fs::write(home.join("KS.svg"), drawing).expect("a card");
        let drawings = Drawings(Some(Arc::new(deck(&folder, "harbour").0)));
        assert_eq!(left_over(&folder), None);
        let svg = drawings.own("french/KS.svg").expect("its drawing");
        let mut seen = Vec::new();
        drawings.draw(&[Sketch { svg, canvas: (60, 84), pad: 5 }], |_, drawn| {
            seen.push((left_over(&folder), drawn.map(|drawn| (drawn.width(), drawn.height()))));
        });
        assert_eq!(seen, [(Some("harbour".to_owned()), Ok((60, 84)))]);
        assert_eq!(left_over(&folder), None);
        fs::remove_dir_all(&folder).expect("its end");
    }
}
