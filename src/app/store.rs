//! What stays on disk: the game in progress of each kind, finished games, the evening, and the settings.
//!
//! Everything is written to a temporary file first, flushed, and renamed over the old one, so that a crash at any
//! moment leaves either the old state or the new. A file that cannot be understood is reported and never overwritten:
//! before its place is needed it is renamed to `….damaged-1`. Nothing is written once another Parlour has taken the folder.
//!
//! ```text
//! data folder/saves/<game>.ron             the game in progress
//! data folder/evening.ron                  the evening of several games that goes on, or was the last one
//! data folder/notes/<game>                 the player's notes beside the last game
//! data folder/puzzles/                     the player's own puzzles
//! data folder/looks/                       the player's own themes and decks
//! data folder/packs/                       the player's own picture packs
//! data folder/history/<game>.log           one line a finished game
//! data folder/history/<game>/<name>.ron    its record
//! settings folder/settings.ron
//! ```

use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use bevy::prelude::Resource;
use directories::{ProjectDirs, UserDirs};
use jiff::civil::Date;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::daily;
use super::evening::programme::Evening;
use super::platform::folder_lock::FolderLock;
use super::settings::Settings;
use crate::engine::outcome::Outcome;
use crate::engine::record::{LONGEST_NAME, LONGEST_SEED, RecordError, read_text};
use crate::engine::rng::fingerprint;
use crate::engine::seats::{BotLevel, MOST_SEATS, Seat};
use crate::engine::table_session::TableSession;
use crate::files::{is_plain_name, read_bounded, text_of};
use crate::table::panels::{OwnPuzzle, Played};
use crate::words;

/// The longest settings or history file that is read, in bytes.
const MOST_BYTES: u64 = 16 << 20;

/// The longest notes or puzzles that are read, in bytes.
const MOST_NOTES: u64 = 64 << 10;

/// How many of the player's own puzzles are listed.
const MOST_PUZZLES: usize = 1000;

/// The longest line of a history that is read, in bytes. Its options may hold a whole puzzle.
const LONGEST_LINE: usize = 256 << 10;

/// The longest title of a finished game, in characters.
const LONGEST_TITLE: usize = 1000;

/// The most costly moves of a finished game that are read, and the longest word for what sort of move one was, in characters.
const MOST_COSTLY: usize = 2000;
const LONGEST_KIND: usize = 60;

/// Why nothing is written any more.
const TAKEN: &str = "another copy of Parlour is using this folder, or the folder was replaced, so this window can no longer save. Close \
                     it and start Parlour again to continue from the last saved position";

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}: {reason}", path.display())]
pub struct StoreError {
    pub path: PathBuf,
    /// Why, and where in the file.
    pub reason: String,
}

impl StoreError {
    fn new(path: &Path, reason: impl fmt::Display) -> StoreError {
        StoreError { path: path.to_owned(), reason: reason.to_string() }
    }

    /// For `map_err`: makes the reason an error of this file.
    fn at<E: fmt::Display>(path: &Path) -> impl FnOnce(E) -> StoreError {
        move |reason| StoreError::new(path, reason)
    }
}

/// A finished game, as a line of the history.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finished {
    /// When it ended, in seconds since 1970.
    pub at: u64,
    /// The file of its record, in the game's history folder.
    pub record: String,
    pub seed: String,
    /// By seat.
    pub scores: Vec<i32>,
    /// The bot of each seat, `None` for a person's; seats that are left out are people's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bots: Vec<Option<BotLevel>>,
    pub title: String,
    /// The game's options, as text; empty in lines of older versions.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub options: String,
    /// Whether a player had a hint, or undid what had revealed something.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub assisted: bool,
    /// Whether another game was begun in its place; it can be resumed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub given_up: bool,
    /// Whether a game for one was not won, and brought no points: such a score is nobody's best.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lost: bool,
    /// Whether a person won; `false` in lines of older versions.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub won: bool,
    /// Whether it was the deal of the day that its seed names. Noted at its end: a later version may deal another then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub daily: bool,
    /// Whether scores stand, below zero, for what is counted where fewer are better: burns, cards used.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_penalty: bool,
    /// How many questions or moves it took to succeed, where fewer are better.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<u32>,
    /// Who sat where; empty in lines of older versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// What a review found, once it had looked at all choices of people: each of their moves that cost much, with its seat and with what
    /// sort of move it was, which is empty where a game has only one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub costly: Option<Vec<(u8, String)>>,
    /// The [`fingerprint`] of the save of this game when the line was written: a save that has it is this game's. `None` in lines
    /// of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub save: Option<u64>,
}

impl Finished {
    /// Reads a line of the history. The error tells the column and why.
    fn of_line(line: &[u8]) -> Result<Finished, String> {
        if line.len() > LONGEST_LINE {
            return Err(format!("1: the line is {} bytes long; Parlour reads at most {LONGEST_LINE}", line.len()));
        }
        let Ok(text) = str::from_utf8(line) else {
            let before = line.utf8_chunks().next().map_or(0, |chunk| chunk.valid().chars().count());
            return Err(format!("{}: this is not text (not UTF-8)", before + 1));
        };
        let finished: Finished = ron::from_str(text)
            .map_err(|error| format!("{}: {}", error.span.start.col, RecordError::ron(&error).message))?;
        finished.check().map_err(|why| format!("1: {why}"))?;
        Ok(finished)
    }

    /// Whether a game can have been like this: whoever shows the history need not count with any length.
    fn check(&self) -> Result<(), String> {
        let (seats, most) = (self.scores.len().max(self.bots.len()).max(self.names.len()), usize::from(MOST_SEATS));
        if seats > most {
            return Err(format!("{seats} seats; a game has at most {most}"));
        }
        let costly = self.costly.as_deref().unwrap_or_default();
        if costly.len() > MOST_COSTLY {
            return Err(format!("{} costly moves; at most {MOST_COSTLY} are read", costly.len()));
        }
        let names = self.names.iter().map(|name| ("a player’s name", name, LONGEST_NAME));
        let kinds = costly.iter().map(|(_, kind)| ("a sort of move", kind, LONGEST_KIND));
        let lines = [("the title", &self.title, LONGEST_TITLE), ("the seed", &self.seed, LONGEST_SEED)];
        for (what, text, longest) in lines.into_iter().chain(names).chain(kinds) {
            let length = text.chars().count();
            if length > longest {
                return Err(format!("{what} has {length} characters; at most {longest} are allowed"));
            }
        }
        Ok(())
    }

    /// The points of the seats that people held, or bots of one strength.
    pub fn scores_of(&self, bot: Option<BotLevel>) -> impl Iterator<Item = i32> {
        let held_by = self.bots.iter().copied().chain(std::iter::repeat(None));
        self.scores.iter().zip(held_by).filter(move |(_, held_by)| *held_by == bot).map(|(score, _)| *score)
    }

    /// A score of it as players see it.
    pub fn shown(&self, score: i32) -> String {
        words::score(score, self.is_penalty)
    }

    /// The clean score of a game that was not lost.
    pub fn best_score(&self) -> Option<i32> {
        self.clean_score().filter(|_| !self.lost)
    }

    /// The day whose deal it was.
    pub fn day(&self) -> Option<Date> {
        if self.daily { daily::day_of_seed(&self.seed) } else { None }
    }

    /// The names of the people who played.
    pub fn people(&self) -> impl Iterator<Item = &str> {
        let held_by = self.bots.iter().copied().chain(std::iter::repeat(None));
        self.names.iter().zip(held_by).filter(|(_, bot)| bot.is_none()).map(|(name, _)| name.as_str())
    }

    /// The sorts of those moves that cost much, of a person of this name or of all; `None` if no review has looked at the game.
    pub fn costly_of(&self, name: Option<&str>) -> Option<Vec<&str>> {
        let is_theirs = |seat: u8| {
            let held = self.names.get(usize::from(seat)).map(String::as_str);
            name.is_none() || held == name
        };
        let costly = self.costly.as_deref()?.iter().filter(|(seat, _)| is_theirs(*seat));
        Some(costly.map(|(_, kind)| kind.as_str()).collect())
    }

    /// The most points of a person of this name.
    pub fn score_of(&self, name: &str) -> Option<i32> {
        let held_by = self.bots.iter().copied().chain(std::iter::repeat(None));
        let seats = self.names.iter().zip(&self.scores).zip(held_by);
        seats.filter(|((held, _), bot)| bot.is_none() && *held == name).map(|((_, score), _)| *score).max()
    }

    /// What a game's own setup needs to know of it.
    pub fn as_played(&self) -> Played<'_> {
        Played { options: &self.options, title: &self.title, effort: self.effort }
    }

    /// The most points of a person's seat, if a person played.
    pub fn score(&self) -> Option<i32> {
        self.scores_of(None).max()
    }

    /// The same of one person, or of all.
    pub fn clean_score_of(&self, name: Option<&str>) -> Option<i32> {
        self.clean_score().and_then(|score| name.map_or(Some(score), |name| self.score_of(name)))
    }

    /// The most points of a person's seat, for a game that was finished without hints, and in which nothing that had revealed something was undone.
    pub fn clean_score(&self) -> Option<i32> {
        self.score().filter(|_| !self.assisted && !self.given_up)
    }
}

#[derive(Resource, Clone, Debug)]
pub struct Store {
    data: PathBuf,
    settings: PathBuf,
    documents: PathBuf,
    looks: PathBuf,
    packs: PathBuf,
    sockets: PathBuf,
    lock: Option<FolderLock>,
}

impl Store {
    /// The folders of this platform for this user; below the temporary folder where the user has no home.
    pub fn of_user() -> Store {
        let Some(folders) = ProjectDirs::from("", "", "parlour") else {
            return Store::at(&std::env::temp_dir().join("parlour"));
        };
        let documents = UserDirs::new().map(|user| user.document_dir().unwrap_or(user.home_dir()).to_owned());
        let settings = folders.config_dir().join("settings.ron");
        let sockets = folders.runtime_dir().unwrap_or(folders.config_dir()).to_owned();
        Store::new(folders.data_dir().to_owned(), settings, documents.unwrap_or_default(), sockets)
    }

    /// Everything below this folder, for tests.
    pub fn at(folder: &Path) -> Store {
        Store::new(folder.join("data"), folder.join("settings.ron"), folder.join("documents"), folder.join("sockets"))
    }

    fn new(data: PathBuf, settings: PathBuf, documents: PathBuf, sockets: PathBuf) -> Store {
        let (looks, packs) = (data.join("looks"), data.join("packs"));
        Store { looks, packs, data, settings, documents, sockets, lock: None }
    }

    /// From now on nothing is written unless this lock on the data folder holds.
    pub fn write_under(&mut self, lock: FolderLock) {
        self.lock = Some(lock);
    }

    /// Whether this window may write here; an error if another Parlour has taken the folder.
    pub fn check_lock(&self) -> Result<(), StoreError> {
        match &self.lock {
            Some(lock) if !lock.holds() => Err(StoreError::new(&self.data, TAKEN)),
            _ => Ok(()),
        }
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
        self.check_lock()?;
        write_atomically(path, bytes)
    }

    /// Renames a file that cannot be understood. Returns its new name, if there was one.
    fn set_aside(&self, path: &Path) -> Result<Option<PathBuf>, StoreError> {
        self.check_lock()?;
        set_aside(path)
    }

    /// Removes a file, if it is there.
    fn remove(&self, path: &Path) -> Result<(), StoreError> {
        self.check_lock()?;
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(StoreError::new(path, error)),
            _ => Ok(()),
        }
    }

    /// The folder of the player's own themes and decks.
    pub fn looks(&self) -> &Path {
        &self.looks
    }

    /// The folder of the player's own picture packs.
    pub fn packs(&self) -> &Path {
        &self.packs
    }

    /// Where people keep what they write: the folder that is proposed for saving.
    pub fn documents(&self) -> &Path {
        &self.documents
    }

    /// The file of the game in progress of this kind.
    pub fn save_path(&self, game: &str) -> PathBuf {
        self.data.join("saves").join(format!("{game}.ron"))
    }

    /// When the game in progress of this kind was written, as far as the file system knows.
    pub fn saved_at(&self, game: &str) -> Option<SystemTime> {
        fs::metadata(self.save_path(game)).and_then(|file| file.modified()).ok()
    }

    fn log_path(&self, game: &str) -> PathBuf {
        self.data.join("history").join(format!("{game}.log"))
    }

    /// The folder with everything but the settings.
    pub fn data(&self) -> &Path {
        &self.data
    }

    /// The folder of sockets. It is not in the data folder: whoever deletes that one leaves a running window its socket.
    pub fn sockets(&self) -> &Path {
        &self.sockets
    }

    fn history_folder(&self, game: &str) -> PathBuf {
        self.data.join("history").join(game)
    }

    /// The settings, or the defaults where there are none yet. A file that cannot be understood is an error, and kept.
    pub fn settings(&self) -> Result<Settings, StoreError> {
        let Some(text) = read_if_exists(&self.settings, MOST_BYTES)? else { return Ok(Settings::default()) };
        let settings: Settings = parse(&self.settings, &text)?;
        settings.check().map_err(StoreError::at(&self.settings))?;
        Ok(settings)
    }

    /// Writes the settings; a file that could not be understood is set aside first.
    pub fn write_settings(&self, settings: &Settings) -> Result<(), StoreError> {
        if self.settings().is_err() {
            self.set_aside(&self.settings)?;
        }
        let pretty = ron::ser::PrettyConfig::default();
        let text = ron::ser::to_string_pretty(settings, pretty).map_err(StoreError::at(&self.settings))?;
        self.write(&self.settings, text.as_bytes())
    }

    fn evening_path(&self) -> PathBuf {
        self.data.join("evening.ron")
    }

    /// The evening that goes on or was the last one, if there is any. A file that cannot be understood is an error, and kept.
    pub fn evening(&self) -> Result<Option<Evening>, StoreError> {
        let path = self.evening_path();
        let Some(text) = read_if_exists(&path, MOST_BYTES)? else { return Ok(None) };
        let evening: Evening = parse(&path, &text)?;
        evening.check().map_err(StoreError::at(&path))?;
        Ok(Some(evening))
    }

    /// Writes the evening; a file that could not be understood is set aside first.
    pub fn write_evening(&self, evening: &Evening) -> Result<(), StoreError> {
        let path = self.evening_path();
        if self.evening().is_err() {
            self.set_aside(&path)?;
        }
        let pretty = ron::ser::PrettyConfig::default();
        let text = ron::ser::to_string_pretty(evening, pretty).map_err(StoreError::at(&path))?;
        self.write(&path, text.as_bytes())
    }

    pub fn remove_evening(&self) -> Result<(), StoreError> {
        self.remove(&self.evening_path())
    }

    /// The text of the game in progress, if there is one. A save that the history already has is none: the program was killed
    /// before it could remove it, and this does.
    pub fn save(&self, game: &str) -> Result<Option<String>, StoreError> {
        let Some(text) = self.save_on_disk(game)? else { return Ok(None) };
        let fingerprint = Some(fingerprint(&text));
        if self.history(game).0.iter().all(|finished| finished.save != fingerprint) {
            return Ok(Some(text));
        }
        // Where it cannot be removed, the next game cannot be saved either, and that is said.
        let _ = self.remove_save(game);
        Ok(None)
    }

    /// Whether this record is on disk as the game in progress.
    pub fn is_saved(&self, game: &str, record: &str) -> bool {
        self.save_on_disk(game).is_ok_and(|saved| saved.as_deref() == Some(record))
    }

    fn save_on_disk(&self, game: &str) -> Result<Option<String>, StoreError> {
        let path = self.save_path(game);
        if !path.exists() {
            return Ok(None);
        }
        read_text(&path).map(Some).map_err(StoreError::at(&path))
    }

    pub fn write_save(&self, game: &str, record: &str) -> Result<(), StoreError> {
        self.write(&self.save_path(game), record.as_bytes())
    }

    fn notes_path(&self, game: &str) -> PathBuf {
        self.data.join("notes").join(game)
    }

    /// The player's notes beside the last game of this kind; empty where there are none.
    pub fn notes(&self, game: &str) -> Result<String, StoreError> {
        read_if_exists(&self.notes_path(game), MOST_NOTES).map(Option::unwrap_or_default)
    }

    /// Writes the notes; those that could not be read are set aside first.
    pub fn write_notes(&self, game: &str, notes: &str) -> Result<(), StoreError> {
        let path = self.notes_path(game);
        if self.notes(game).is_err() {
            self.set_aside(&path)?;
        }
        self.write(&path, notes.as_bytes())
    }

    /// The folder of the player's own puzzles.
    pub fn puzzles(&self) -> PathBuf {
        self.data.join("puzzles")
    }

    /// The player's own puzzles, sorted by file name.
    pub fn own_puzzles(&self) -> Vec<OwnPuzzle> {
        let entries = fs::read_dir(self.puzzles()).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let mut names: Vec<String> = names.filter(|name| name.ends_with(".ron")).take(MOST_PUZZLES).collect();
        names.sort();
        let read = |file: &str| {
            let bytes = read_bounded(&self.puzzles().join(file), MOST_NOTES).map_err(|error| error.to_string())?;
            text_of(bytes)
        };
        names.into_iter().map(|file| OwnPuzzle { text: read(&file), file }).collect()
    }

    pub fn write_own_puzzle(&self, file: &str, text: &str) -> Result<(), StoreError> {
        self.write(&file_in(&self.puzzles(), file)?, text.as_bytes())
    }

    pub fn remove_own_puzzle(&self, file: &str) -> Result<(), StoreError> {
        self.remove(&file_in(&self.puzzles(), file)?)
    }

    /// Renames a save that cannot be understood, so that a new game can be saved. Returns its new name.
    pub fn set_save_aside(&self, game: &str) -> Result<Option<PathBuf>, StoreError> {
        self.set_aside(&self.save_path(game))
    }

    /// Removes the save of the game in progress, if there is one.
    pub fn remove_save(&self, game: &str) -> Result<(), StoreError> {
        self.remove(&self.save_path(game))
    }

    /// Keeps a game: its record, and a line in the history. Without an outcome it was given up. Returns the name of its record. After an
    /// error neither is there.
    pub fn keep(&self, session: &dyn TableSession, outcome: Option<&Outcome>) -> Result<String, StoreError> {
        let game = session.info().id;
        let at = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let folder = self.history_folder(game);
        let names = (0..u32::MAX).map(|n| if n == 0 { format!("{at}.ron") } else { format!("{at}-{n}.ron") });
        let name = names.into_iter().find(|name| !folder.join(name).exists()).unwrap_or_default();
        let record = folder.join(&name);
        self.write(&record, session.record_text().as_bytes())?;
        let players = session.players();
        let has_bots = players.iter().any(|player| player.bot.is_some());
        let is_person = |seat: &Seat| players.get(seat.index()).is_some_and(|player| player.bot.is_none());
        let won = outcome.is_some_and(|outcome| outcome.winners.iter().any(is_person));
        let finished = Finished {
            at,
            record: name,
            seed: session.seed().to_owned(),
            scores: session.scores(),
            bots: players.iter().filter(|_| has_bots).map(|player| player.bot).collect(),
            title: outcome.map_or("Given up".to_owned(), |outcome| session.result(outcome)),
            options: session.options_text(),
            assisted: session.is_assisted(),
            given_up: outcome.is_none(),
            lost: players.len() == 1
                && outcome.is_some_and(|outcome| outcome.winners.is_empty())
                && session.scores().iter().all(|score| *score <= 0),
            won,
            daily: daily::day_of(session).is_some(),
            is_penalty: session.score_sheet().is_penalty,
            // What a bot solved against a person is solved by nobody.
            effort: session.effort().filter(|_| won || players.len() == 1),
            names: players.iter().map(|player| player.name.clone()).collect(),
            costly: None,
            save: self.save_on_disk(game).ok().flatten().map(|text| fingerprint(&text)),
        };
        let path = self.log_path(game);
        let line = ron::to_string(&finished).map_err(StoreError::at(&path));
        line.and_then(|line| append(&path, &line).map_err(StoreError::at(&path))).inspect_err(|_| {
            // Without its line nobody would find it.
            let _ = fs::remove_file(&record);
        })?;
        Ok(finished.record)
    }

    /// Adds to the line of a finished game what a review found, unless that is there already. All other lines stay as they are.
    pub fn note_costly(&self, game: &str, name: &str, mut costly: Vec<(u8, String)>) -> Result<(), StoreError> {
        costly.truncate(MOST_COSTLY);
        let path = self.log_path(game);
        let log = bytes_if_exist(&path, MOST_BYTES)?.unwrap_or_default();
        let noted = |line: &[u8]| {
            let finished = Finished::of_line(line).ok()?;
            let is_it = finished.record == name && finished.costly.is_none();
            let finished = Finished { costly: Some(costly.clone()), ..finished };
            is_it.then(|| ron::to_string(&finished).ok()).flatten()
        };
        let lines = lines_of(&log).map(|line| noted(line).map_or_else(|| line.to_vec(), String::into_bytes));
        let lines: Vec<Vec<u8>> = lines.collect();
        let text = lines.join(&b'\n');
        if text == log { Ok(()) } else { self.write(&path, &text) }
    }

    /// The finished games, oldest first, and what could not be read of them. A line that is damaged costs that line.
    pub fn history(&self, game: &str) -> (Vec<Finished>, Vec<StoreError>) {
        let path = self.log_path(game);
        let log = match bytes_if_exist(&path, MOST_BYTES) {
            Ok(log) => log.unwrap_or_default(),
            Err(error) => return (Vec::new(), vec![error]),
        };
        let (mut games, mut faults) = (Vec::new(), Vec::new());
        for (number, line) in (1..).zip(lines_of(&log)) {
            match Finished::of_line(line) {
                Ok(finished) => games.push(finished),
                Err(_) if line.trim_ascii().is_empty() => {}
                Err(why) => faults.push(StoreError::new(&path, format_args!("{number}:{why}"))),
            }
        }
        (games, faults)
    }

    /// Removes a game from the history: its line, and then its record. Lines that cannot be read stay.
    pub fn forget(&self, game: &str, name: &str) -> Result<(), StoreError> {
        let record = file_in(&self.history_folder(game), name)?;
        let path = self.log_path(game);
        let log = bytes_if_exist(&path, MOST_BYTES)?.unwrap_or_default();
        let is_it = |line: &[u8]| Finished::of_line(line).is_ok_and(|finished| finished.record == name);
        let kept: Vec<&[u8]> = lines_of(&log).filter(|line| !is_it(line)).collect();
        self.write(&path, &kept.join(&b'\n'))?;
        self.remove(&record)
    }

    pub fn finished_record(&self, game: &str, name: &str) -> Result<String, StoreError> {
        let path = file_in(&self.history_folder(game), name)?;
        read_text(&path).map_err(StoreError::at(&path))
    }
}

/// The file of this name in a folder. A history line or a field could name any path; only plain names are used.
fn file_in(folder: &Path, name: &str) -> Result<PathBuf, StoreError> {
    let path = folder.join(name);
    if is_plain_name(name) { Ok(path) } else { Err(StoreError::new(&path, "this is not a file name")) }
}

/// Writes a file that a person named. A file that already exists is an error unless it may be replaced.
pub fn write_new(path: &Path, text: &str, may_replace: bool) -> Result<(), StoreError> {
    if path.as_os_str().is_empty() || path.is_dir() {
        return Err(StoreError::new(path, "no file name was given"));
    }
    if !may_replace && path.exists() {
        return Err(StoreError::new(path, "this file already exists; choose another name"));
    }
    write_atomically(path, text.as_bytes())
}

fn bytes_if_exist(path: &Path, most: u64) -> Result<Option<Vec<u8>>, StoreError> {
    if !path.exists() {
        return Ok(None);
    }
    read_bounded(path, most).map(Some).map_err(StoreError::at(path))
}

fn read_if_exists(path: &Path, most: u64) -> Result<Option<String>, StoreError> {
    let bytes = bytes_if_exist(path, most)?;
    bytes.map(text_of).transpose().map_err(StoreError::at(path))
}

/// The lines of a file, some of which may not be text.
fn lines_of(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split(|byte| *byte == b'\n')
}

fn parse<T: DeserializeOwned>(path: &Path, text: &str) -> Result<T, StoreError> {
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
    let unused = (1..10_000).map(named).find(|aside| !aside.exists());
    let aside = unused.ok_or_else(|| StoreError::new(path, "too many damaged files lie beside it; delete some"))?;
    fs::rename(path, &aside).map_err(StoreError::at(path))?;
    Ok(Some(aside))
}

fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let mut name = path.file_name().map_or(OsString::new(), OsString::from);
    name.push(".writing");
    let temporary = path.with_file_name(name);
    let write = || -> io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut file = File::create(&temporary)?;
        file.write_all(bytes)?;
        file.sync_data()?;
        fs::rename(&temporary, path)
    };
    write().map_err(StoreError::at(path)).inspect_err(|_| {
        // On a full disk its half would take the last room.
        let _ = fs::remove_file(&temporary);
    })
}

fn append(path: &Path, line: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    let length = file.metadata()?.len();
    // The line break goes first, so that a line cut off by a crash spoils no other.
    let written = file.write_all(format!("\n{line}").as_bytes()).and_then(|()| file.sync_data());
    written.inspect_err(|_| {
        // Nor does one that is cut off by a full disk stay.
        let _ = file.set_len(length);
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_review_found_is_added_to_its_line_once_and_leaves_all_others_alone() {
        let folder = std::env::temp_dir().join(format!("parlour-store-{}-costly", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let (store, game) = (Store::at(&folder), "mystique-circle");
        let line = |record: &str| {
            format!(r#"(at: 5, record: "{record}", seed: "tea", scores: [7, 12], names: ["Ada", "Ben"], title: "Won")"#)
        };
        let log = [line("4.ron"), line("5.ron"), "(at: 5, rec".to_owned()].join("\n");
        write_atomically(&store.log_path(game), log.as_bytes()).expect("written");
        let costly = vec![(0, "bids".to_owned()), (1, "cards played".to_owned()), (0, "bids".to_owned())];
        for found in [costly.clone(), Vec::new()] {
            store.note_costly(game, "5.ron", found).expect("noted");
        }
        let (games, faults) = store.history(game);
        assert_eq!(games.iter().map(|game| game.costly.clone()).collect::<Vec<_>>(), [None, Some(costly)]);
        assert_eq!(games[1].costly_of(Some("Ada")), Some(vec!["bids", "bids"]));
        assert_eq!(games[1].costly_of(None).map(|kinds| kinds.len()), Some(3));
        assert_eq!((games[0].costly_of(None), faults.len()), (None, 1), "the damaged line is still there");
        let text = fs::read_to_string(store.log_path(game)).expect("the history");
        assert!(text.starts_with(&line("4.ron")) && text.ends_with("(at: 5, rec"), "{text}");
        let _ = fs::remove_dir_all(&folder);
    }

    #[test]
    fn points_are_listed_by_who_held_the_seat() {
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
