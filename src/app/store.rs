//! What stays on disk: the game in progress of each kind, finished games, and the settings.
//!
//! Everything is written to a temporary file first, flushed, and renamed over the old one, so that a crash at any moment
//! leaves either the old state or the new. A file that cannot be understood is reported and never overwritten: before
//! its place is needed it is renamed to `….damaged-1`.
//!
//! ```text
//! data folder/saves/<game>.ron             the game in progress
//! data folder/notes/<game>                 what the player wrote down beside the last game
//! data folder/puzzles/                     puzzles of the player's own
//! data folder/looks/                       themes and decks that the player brought
//! data folder/packs/                       picture packs that the player brought
//! data folder/history/<game>.log           one line a finished game
//! data folder/history/<game>/<name>.ron    its record
//! settings folder/settings.ron
//! ```

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use bevy::prelude::Resource;
use directories::{ProjectDirs, UserDirs};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::settings::Settings;
use crate::engine::outcome::Outcome;
use crate::engine::record::{RecordError, read_text};
use crate::engine::seats::BotLevel;
use crate::engine::table::TableSession;
use crate::files::{is_plain_name, read_bounded};
use crate::table::panels::{OwnPuzzle, Played};

/// The longest settings or history file that is read, in bytes.
const MOST_BYTES: u64 = 16 << 20;

/// The most puzzles of the player's own that are listed.
const MOST_PUZZLES: usize = 1000;

/// The longest notes or puzzles that are read, in bytes.
const MOST_NOTES: u64 = 64 << 10;

/// A file that could not be read or written: which, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}: {reason}", path.display())]
pub struct StoreError {
    /// The file.
    pub path: PathBuf,
    /// Where in it, and why.
    pub reason: String,
}

impl StoreError {
    fn new(path: &Path, reason: impl std::fmt::Display) -> StoreError {
        StoreError { path: path.to_owned(), reason: reason.to_string() }
    }
}

/// A finished game, as a line of the history.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finished {
    /// When it ended, in seconds since 1970.
    pub at: u64,
    /// The file of its record, in the game's history folder.
    pub record: String,
    /// Its seed.
    pub seed: String,
    /// Points per seat.
    pub scores: Vec<i32>,
    /// The bot of each seat, `None` for a person's; seats that are left out are people's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bots: Vec<Option<BotLevel>>,
    /// The title reached.
    pub title: String,
    /// The game's options, as text; empty in lines of older versions.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub options: String,
}

impl Finished {
    /// The points of the seats that people held, or bots of one strength.
    pub fn scores_of(&self, bot: Option<BotLevel>) -> impl Iterator<Item = i32> {
        let held_by = self.bots.iter().copied().chain(std::iter::repeat(None));
        self.scores.iter().zip(held_by).filter(move |(_, held_by)| *held_by == bot).map(|(score, _)| *score)
    }

    /// What a game's own setup is told of it.
    pub fn as_played(&self) -> Played<'_> {
        Played { options: &self.options, title: &self.title }
    }

    /// The most points of a person's seat, if a person played.
    pub fn score(&self) -> Option<i32> {
        self.scores_of(None).max()
    }
}

/// The folders.
#[derive(Resource, Clone, Debug)]
pub struct Store {
    data: PathBuf,
    settings: PathBuf,
    documents: PathBuf,
    looks: PathBuf,
    packs: PathBuf,
}

impl Store {
    /// The folders of this platform for this user; below the temporary folder where the user has no home.
    pub fn of_user() -> Store {
        let Some(folders) = ProjectDirs::from("", "", "parlour") else {
            return Store::at(&std::env::temp_dir().join("parlour"));
        };
        let documents = UserDirs::new().map(|user| user.document_dir().unwrap_or(user.home_dir()).to_owned());
        Store {
            data: folders.data_dir().to_owned(),
            settings: folders.config_dir().join("settings.ron"),
            documents: documents.unwrap_or_default(),
            looks: folders.data_dir().join("looks"),
            packs: folders.data_dir().join("packs"),
        }
    }

    /// Everything below this folder, for tests.
    pub fn at(folder: &Path) -> Store {
        Store {
            data: folder.join("data"),
            settings: folder.join("settings.ron"),
            documents: folder.join("documents"),
            looks: folder.join("data/looks"),
            packs: folder.join("data/packs"),
        }
    }

    /// Where the settings are.
    pub fn settings_path(&self) -> &Path {
        &self.settings
    }

    /// Where the themes and decks are that the player brought.
    pub fn looks(&self) -> &Path {
        &self.looks
    }

    /// Where the picture packs are that the player brought.
    pub fn packs(&self) -> &Path {
        &self.packs
    }

    /// Where people keep what they write; a proposal for what they save.
    pub fn documents(&self) -> &Path {
        &self.documents
    }

    /// Where the game in progress of this kind is.
    pub fn save_path(&self, game: &str) -> PathBuf {
        self.data.join("saves").join(format!("{game}.ron"))
    }

    fn log_path(&self, game: &str) -> PathBuf {
        self.data.join("history").join(format!("{game}.log"))
    }

    /// The folder of this game's finished records.
    pub fn history_folder(&self, game: &str) -> PathBuf {
        self.data.join("history").join(game)
    }

    /// The settings, or the defaults where there are none yet.
    ///
    /// # Errors
    /// A file that is there but is no settings file. It is kept.
    pub fn settings(&self) -> Result<Settings, StoreError> {
        let Some(text) = read_if_there(&self.settings)? else { return Ok(Settings::default()) };
        let settings: Settings = parsed(&self.settings, &text)?;
        settings.check().map_err(|reason| StoreError::new(&self.settings, reason))?;
        Ok(settings)
    }

    /// Writes the settings; a file that could not be understood is set aside first.
    ///
    /// # Errors
    /// A folder or disk that cannot be written.
    pub fn write_settings(&self, settings: &Settings) -> Result<(), StoreError> {
        if self.settings().is_err() {
            set_aside(&self.settings)?;
        }
        let pretty = ron::ser::PrettyConfig::default();
        let text =
            ron::ser::to_string_pretty(settings, pretty).map_err(|error| StoreError::new(&self.settings, error))?;
        write_atomically(&self.settings, text.as_bytes())
    }

    /// The text of the game in progress, if there is one.
    ///
    /// # Errors
    /// A file that is no record's text.
    pub fn save(&self, game: &str) -> Result<Option<String>, StoreError> {
        let path = self.save_path(game);
        if !path.exists() {
            return Ok(None);
        }
        read_text(&path).map(Some).map_err(|error| of_record(&path, &error))
    }

    /// Writes the game in progress.
    ///
    /// # Errors
    /// A folder or disk that cannot be written.
    pub fn write_save(&self, game: &str, record: &str) -> Result<(), StoreError> {
        write_atomically(&self.save_path(game), record.as_bytes())
    }

    /// What the player wrote down beside the last game of this kind; nothing where that cannot be read.
    pub fn notes(&self, game: &str) -> String {
        let read = read_bounded(&self.data.join("notes").join(game), MOST_NOTES).ok();
        read.and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
    }

    /// Keeps what the player wrote down.
    ///
    /// # Errors
    /// A folder or disk that cannot be written.
    pub fn write_notes(&self, game: &str, notes: &str) -> Result<(), StoreError> {
        write_atomically(&self.data.join("notes").join(game), notes.as_bytes())
    }

    /// Where the player's own puzzles are.
    pub fn puzzles(&self) -> PathBuf {
        self.data.join("puzzles")
    }

    /// The player's own puzzles, by their files' names.
    pub fn own_puzzles(&self) -> Vec<OwnPuzzle> {
        let entries = fs::read_dir(self.puzzles()).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let mut names: Vec<String> = names.filter(|name| name.ends_with(".ron")).take(MOST_PUZZLES).collect();
        names.sort();
        let read = |file: &str| {
            let bytes = read_bounded(&self.puzzles().join(file), MOST_NOTES).map_err(|error| error.to_string())?;
            String::from_utf8(bytes).map_err(|_| "is no text".to_owned())
        };
        names.into_iter().map(|file| OwnPuzzle { text: read(&file), file }).collect()
    }

    /// Writes a puzzle of the player's own.
    ///
    /// # Errors
    /// A name that is no file's, or a folder or disk that cannot be written.
    pub fn write_own_puzzle(&self, file: &str, text: &str) -> Result<(), StoreError> {
        let path = self.puzzles().join(file);
        if !is_plain_name(file) {
            return Err(StoreError::new(&path, "this is no file name"));
        }
        write_atomically(&path, text.as_bytes())
    }

    /// Removes a puzzle of the player's own.
    ///
    /// # Errors
    /// As [`Store::write_own_puzzle`].
    pub fn remove_own_puzzle(&self, file: &str) -> Result<(), StoreError> {
        let path = self.puzzles().join(file);
        if !is_plain_name(file) {
            return Err(StoreError::new(&path, "this is no file name"));
        }
        fs::remove_file(&path).map_err(|error| StoreError::new(&path, error))
    }

    /// Renames a save that cannot be understood, so that a new game can be saved. Returns its new name.
    ///
    /// # Errors
    /// A folder that cannot be written.
    pub fn set_save_aside(&self, game: &str) -> Result<Option<PathBuf>, StoreError> {
        set_aside(&self.save_path(game))
    }

    /// Forgets the game in progress.
    ///
    /// # Errors
    /// A folder that cannot be written.
    pub fn remove_save(&self, game: &str) -> Result<(), StoreError> {
        let path = self.save_path(game);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(StoreError::new(&path, error)),
            _ => Ok(()),
        }
    }

    /// Keeps a finished game: its record, and a line in the history.
    ///
    /// # Errors
    /// A folder or disk that cannot be written.
    pub fn finish(&self, session: &dyn TableSession, outcome: &Outcome) -> Result<(), StoreError> {
        let game = session.info().id;
        let at = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let folder = self.history_folder(game);
        let names = (0..u32::MAX).map(|n| if n == 0 { format!("{at}.ron") } else { format!("{at}-{n}.ron") });
        let name = names.into_iter().find(|name| !folder.join(name).exists()).unwrap_or_default();
        write_atomically(&folder.join(&name), session.record_text().as_bytes())?;
        let players = session.players();
        let has_bots = players.iter().any(|player| player.bot.is_some());
        let finished = Finished {
            at,
            record: name,
            seed: session.seed().to_owned(),
            scores: outcome.scores.clone(),
            bots: players.iter().filter(|_| has_bots).map(|player| player.bot).collect(),
            title: session.result(outcome),
            options: session.options_text(),
        };
        let path = self.log_path(game);
        let line = ron::to_string(&finished).map_err(|error| StoreError::new(&path, error))?;
        append(&path, &line).map_err(|error| StoreError::new(&path, error))
    }

    /// The finished games, oldest first, and what could not be read of them. A line that is damaged costs that line.
    pub fn history(&self, game: &str) -> (Vec<Finished>, Vec<StoreError>) {
        let path = self.log_path(game);
        let text = match read_if_there(&path) {
            Ok(text) => text.unwrap_or_default(),
            Err(error) => return (Vec::new(), vec![error]),
        };
        let (mut games, mut faults) = (Vec::new(), Vec::new());
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            match ron::from_str::<Finished>(line) {
                Ok(finished) => games.push(finished),
                Err(error) => {
                    let place = format!("{}:{}", index + 1, error.span.start.col);
                    faults.push(StoreError::new(&path, format_args!("{place}: {}", error.code)));
                }
            }
        }
        (games, faults)
    }

    /// The text of a finished game's record.
    ///
    /// # Errors
    /// A name that is no file's, or a file that is no record's text.
    pub fn finished_record(&self, game: &str, name: &str) -> Result<String, StoreError> {
        let path = self.history_folder(game).join(name);
        // A history line could name any path; only plain names are opened.
        if !is_plain_name(name) {
            return Err(StoreError::new(&path, "this is no file name"));
        }
        read_text(&path).map_err(|error| of_record(&path, &error))
    }
}

/// Writes a file that a person named; one that is there already is left as it is, unless it may be replaced.
///
/// # Errors
/// A file that is there, or a folder or disk that cannot be written.
pub fn write_new(path: &Path, text: &str, may_replace: bool) -> Result<(), StoreError> {
    if path.as_os_str().is_empty() || path.is_dir() {
        return Err(StoreError::new(path, "this names no file"));
    }
    if !may_replace && path.exists() {
        return Err(StoreError::new(path, "a file of this name is there already; choose another name"));
    }
    write_atomically(path, text.as_bytes())
}

/// A record's fault as a fault of its file.
pub fn of_record(path: &Path, error: &RecordError) -> StoreError {
    StoreError::new(path, error)
}

fn read_if_there(path: &Path) -> Result<Option<String>, StoreError> {
    if !path.exists() {
        return Ok(None);
    }
    let bytes = read_bounded(path, MOST_BYTES).map_err(|error| StoreError::new(path, error))?;
    let text = String::from_utf8(bytes);
    text.map(Some).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        StoreError::new(path, format_args!("this is no text (byte {valid} is not UTF-8)"))
    })
}

fn parsed<T: DeserializeOwned>(path: &Path, text: &str) -> Result<T, StoreError> {
    ron::from_str(text).map_err(|error| {
        let start = error.span.start;
        StoreError::new(path, format_args!("{}:{}: {}", start.line, start.col, error.code))
    })
}

fn set_aside(path: &Path) -> Result<Option<PathBuf>, StoreError> {
    if !path.exists() {
        return Ok(None);
    }
    let named = |n: u32| PathBuf::from(format!("{}.damaged-{n}", path.display()));
    let free = (1..10_000).map(named).find(|aside| !aside.exists());
    let aside = free.ok_or_else(|| StoreError::new(path, "too many damaged files beside it"))?;
    fs::rename(path, &aside).map_err(|error| StoreError::new(path, error))?;
    Ok(Some(aside))
}

fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let write = || -> io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let temporary = path.with_extension("writing");
        let mut file = File::create(&temporary)?;
        file.write_all(bytes)?;
        file.sync_data()?;
        fs::rename(&temporary, path)
    };
    write().map_err(|error| StoreError::new(path, error))
}

fn append(path: &Path, line: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    // The line break goes first, so that a line cut off by a crash spoils no other.
    file.write_all(format!("\n{line}").as_bytes())?;
    file.sync_data()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_told_by_who_held_the_seat() {
        let line =
            r#"(at: 5, record: "5.ron", seed: "tea", scores: [7, 12, 9], bots: [None, Some(Hard)], title: "Won")"#;
        let game: Finished = ron::from_str(line).expect("a line");
        assert_eq!(game.scores_of(None).collect::<Vec<_>>(), [7, 9]);
        assert_eq!(game.scores_of(Some(BotLevel::Hard)).collect::<Vec<_>>(), [12]);
        assert_eq!(game.score(), Some(9));
        let old = r#"(at: 5, record: "5.ron", seed: "tea", scores: [7], title: "Won")"#;
        assert_eq!(ron::from_str::<Finished>(old).expect("a line").score(), Some(7));
    }
}
