//! The finished games of each kind: a line for each, and its record. A game counts once its line is there, whatever became of its save.

use std::fs;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use super::files::{MOST_BYTES, StoreError, append, bytes_if_exist, file_in, lines_of};
use super::finished::{Finished, MOST_COSTLY};
use super::folders::Store;
use crate::engine::outcome::Outcome;
use crate::engine::record::read_text;
use crate::engine::rng::fingerprint;
use crate::engine::table_session::TableSession;

impl Store {
    fn log_path(&self, game: &str) -> PathBuf {
        self.data().join("history").join(format!("{game}.log"))
    }

    fn history_folder(&self, game: &str) -> PathBuf {
        self.data().join("history").join(game)
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
        let save = self.save_on_disk(game).ok().flatten().map(|text| fingerprint(&text));
        let finished = Finished { at, record: name, save, ..Finished::of(session, outcome) };
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

#[cfg(test)]
mod tests {
    use super::super::files::write_atomically;
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
}
