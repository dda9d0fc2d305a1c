//! Games go out and come in: a line to show off with, the record as text, and the record as a file.
//!
//! A file is named in a field, so nothing more than a keyboard is needed; where the system has a file dialog, it fills
//! the field.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::tasks::{IoTaskPool, Task, block_on, poll_once};

use super::desk::{Action, Desk, Page, Wanted};
use super::play::{Obey, Table};
use super::store::{Store, write_new};
use crate::engine::table::TableSession;
use crate::table::motion::Wake;

/// How a saved record's name ends: RON, and one of ours.
pub const ENDING: &str = ".parlour.ron";

/// A dialog that is gone sooner than any person could close it was never there.
const TOO_QUICK: Duration = Duration::from_millis(200);

/// Game, which of many where there are many, seed, and once it is over the score: `Matrix Solitaire · seed c0ffee42 · 87`.
pub fn line(session: &dyn TableSession) -> String {
    let mut line = session.info().title.to_owned();
    if let Some(subject) = session.subject() {
        line = format!("{line} · {subject}");
    }
    line = format!("{line} · seed {}", session.seed());
    if session.outcome().is_some() {
        let scores: Vec<String> = session.scores().iter().map(ToString::to_string).collect();
        line = format!("{line} · {}", scores.join(" : "));
    }
    line
}

/// A file name for the game's record: its id and seed, without what file systems refuse.
pub fn file_name(session: &dyn TableSession) -> String {
    let plain = |letter: char| if letter.is_alphanumeric() || "-_ ".contains(letter) { letter } else { '-' };
    let seed: String = session.seed().chars().take(40).map(plain).collect();
    format!("{} {}{ENDING}", session.info().id, seed.trim())
}

/// The record with all its moves, also those after the position that a replay shows.
fn whole_record(table: &mut Table) -> String {
    let session = &mut table.session;
    let (made, all) = session.moves();
    if table.purpose == super::play::Purpose::Replay {
        session.seek(all);
    }
    let text = session.record_text();
    session.seek(made);
    text
}

/// Whether the record would tell what is not to be told yet.
pub fn keeps_secrets(table: &Table) -> bool {
    table.session.info().secrets && table.session.players().len() > 1 && table.outcome.is_none()
}

/// Why a record is not passed on.
const KEPT: &str = "The record tells what players chose in secret; it can be passed on once the game is over.";

/// A dialog of the system's, while it is open.
#[derive(Resource, Default)]
struct Dialog(Option<(Wanted, Instant, Task<Option<PathBuf>>)>);

/// Passes games on and brings them in.
pub fn plugin(app: &mut App) {
    app.init_resource::<Dialog>().add_systems(Update, (obey, answer).chain().in_set(Obey));
}

fn obey(
    mut actions: MessageReader<Action>,
    mut table: Option<ResMut<Table>>,
    mut desk: ResMut<Desk>,
    mut dialog: ResMut<Dialog>,
    store: Res<Store>,
    wake: Res<Wake>,
) {
    for action in actions.read() {
        match (action, &mut table) {
            (Action::Choose(wanted), _) => dialog.open(*wanted, &desk.given, store.documents(), &wake),
            (Action::OpenShare, Some(table)) => {
                let path = store.documents().join(file_name(&*table.session));
                desk.given = path.display().to_string();
                desk.done = None;
                desk.page = Some(Page::Share);
                desk.wants_focus = true;
            }
            (Action::CopyLine, Some(table)) => {
                desk.to_copy = Some(line(&*table.session));
                desk.done = Some("The line is in the clipboard.".to_owned());
            }
            (Action::CopyRecord | Action::SaveRecord, Some(table)) if keeps_secrets(table) => desk.say(KEPT),
            (Action::CopyRecord, Some(table)) => {
                desk.to_copy = Some(whole_record(table.bypass_change_detection()));
                desk.done = Some("The record is in the clipboard.".to_owned());
            }
            (Action::SaveRecord, Some(table)) => {
                let path = PathBuf::from(desk.given.trim());
                save(table.bypass_change_detection(), &mut desk, &path, false);
            }
            _ => {}
        }
    }
}

fn save(table: &mut Table, desk: &mut Desk, path: &Path, may_replace: bool) {
    match write_new(path, &whole_record(table), may_replace) {
        Ok(()) => desk.done = Some(format!("Saved as {}.", path.display())),
        Err(error) => {
            desk.done = None;
            desk.say(error);
        }
    }
}

impl Dialog {
    fn open(&mut self, wanted: Wanted, given: &str, documents: &Path, wake: &Wake) {
        if self.0.is_some() {
            return;
        }
        let given = Path::new(given);
        let folder = given.parent().filter(|folder| folder.is_dir()).unwrap_or(documents);
        let dialog = rfd::AsyncFileDialog::new().add_filter("Records of Parlour", &["ron"]).set_directory(folder);
        let wake = wake.clone();
        let task = match wanted {
            Wanted::Open => {
                let answer = dialog.set_title("Open a record").pick_file();
                IoTaskPool::get().spawn(async move { chosen(answer.await, &wake) })
            }
            Wanted::Picture => {
                let files = ["png", "jpg", "jpeg", "webp", "svg", "zip"];
                let dialog = rfd::AsyncFileDialog::new().add_filter("Pictures and packs", &files);
                let answer = dialog.set_title("Add a picture").set_directory(documents).pick_file();
                IoTaskPool::get().spawn(async move { chosen(answer.await, &wake) })
            }
            Wanted::Save => {
                let name = given.file_name().unwrap_or_default().to_string_lossy();
                let answer = dialog.set_title("Save the record").set_file_name(name).save_file();
                IoTaskPool::get().spawn(async move { chosen(answer.await, &wake) })
            }
        };
        self.0 = Some((wanted, Instant::now(), task));
    }
}

fn chosen(file: Option<rfd::FileHandle>, wake: &Wake) -> Option<PathBuf> {
    wake.wake();
    file.map(|file| file.path().to_owned())
}

/// Takes the answer of a dialog.
fn answer(
    mut dialog: ResMut<Dialog>,
    mut desk: ResMut<Desk>,
    mut table: Option<ResMut<Table>>,
    mut actions: MessageWriter<Action>,
) {
    let Some((wanted, opened, task)) = &mut dialog.bypass_change_detection().0 else { return };
    let (wanted, opened) = (*wanted, *opened);
    let Some(path) = block_on(poll_once(task)) else { return };
    dialog.0 = None;
    match (path, wanted, &mut table) {
        (None, ..) if opened.elapsed() < TOO_QUICK => {
            desk.say("There is no file dialog on this system. Type the path into the field instead.");
        }
        (Some(path), Wanted::Picture, _) => {
            actions.write(Action::AddPicture(path));
        }
        (Some(path), Wanted::Open, _) => {
            actions.write(Action::OpenFile(path));
        }
        (Some(path), Wanted::Save, Some(table)) => {
            desk.given = path.display().to_string();
            // The dialog has asked already whether a file may be replaced.
            save(table.bypass_change_detection(), &mut desk, &path, true);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;
    use crate::engine::record::Player;

    fn dealt(seed: &str) -> Box<dyn TableSession> {
        let entry = catalogue::find("matrix-solitaire").expect("the game");
        entry.start(seed, vec![Player::person("You")]).expect("a deal")
    }

    #[test]
    fn a_game_in_a_line_tells_its_score_only_when_it_is_over() {
        assert_eq!(line(&*dealt("tea")), "Matrix Solitaire · seed tea");
        let text = include_str!("../../tests/rules/golden/matrix-solitaire.ron");
        let golden = catalogue::load(text).expect("the golden game");
        assert_eq!(line(&*golden), "Matrix Solitaire · seed c0ffee42 · 171");
        let players = vec![Player::person("You")];
        let puzzle = catalogue::find("mystery-machine").expect("the game").start("tea", players).expect("a deal");
        assert_eq!(line(&*puzzle), "Mystery Machine · Welcome Mushy Heads · seed tea");
    }

    #[test]
    fn a_file_name_holds_nothing_that_file_systems_refuse() {
        assert_eq!(file_name(&*dealt("Tea at five")), "matrix-solitaire Tea at five.parlour.ron");
        assert_eq!(file_name(&*dealt("../a\\b:c*?\"<>|")), "matrix-solitaire ---a-b-c------.parlour.ron");
    }
}
