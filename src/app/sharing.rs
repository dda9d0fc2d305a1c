//! Games are shared as a line to show off with, as the record's text, or as its file; records are opened again.
//!
//! A file is named in a text field, so a keyboard is enough; where the system has a file dialog, it fills the field.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::tasks::IoTaskPool;

use super::game::active::{ActiveGame, Purpose, StatusMessage};
use super::game::commands::GameCommands;
use super::messages::{FileDialogPurpose, PictureAction, RecordAction};
use super::store::{Store, write_new};
use super::ui_state::UiState;
use crate::engine::table_session::TableSession;
use crate::table::job::{Job, Pending, WakeWindow};
use crate::table::schedule::Frame;

const ENDING: &str = ".parlour.ron";

/// A dialog that closes sooner than any person could close it was never shown.
const TOO_QUICK: Duration = Duration::from_millis(200);

/// Game, puzzle if there is one, seed, and once it is over the score: `Matrix Solitaire · seed c0ffee42 · 87`.
pub fn line(session: &dyn TableSession) -> String {
    let mut parts = vec![session.info().title.to_owned()];
    parts.extend(session.subject());
    parts.push(format!("seed {}", session.seed()));
    if session.outcome().is_some() {
        let scores: Vec<String> = session.scores().iter().map(ToString::to_string).collect();
        parts.push(scores.join(" : "));
    }
    parts.join(" · ")
}

/// A file name for the game's record: its id and seed, without characters that file systems refuse.
pub fn file_name(session: &dyn TableSession) -> String {
    let plain = |letter: char| if letter.is_alphanumeric() || "-_ ".contains(letter) { letter } else { '-' };
    let seed: String = session.seed().chars().take(40).map(plain).collect();
    format!("{} {}{ENDING}", session.info().id, seed.trim())
}

/// The record with all its moves, also those after the position that a replay shows.
fn whole_record(game: &mut ActiveGame) -> String {
    if game.purpose != Purpose::Replay {
        return game.session().record_text();
    }
    let (made, all) = game.session().moves();
    game.update(|session| {
        session.seek(all);
        let text = session.record_text();
        session.seek(made);
        text
    })
}

/// Whether the record would reveal what must stay secret until the game is over.
fn keeps_secrets(game: &ActiveGame) -> bool {
    game.session().info().secrets && game.session().players().len() > 1 && game.outcome.is_none()
}

const SECRET: &str = "The record contains the players’ secret choices. You can share it once the game is over.";

#[derive(Resource, Default)]
struct Dialog {
    /// Its purpose, and when it was opened.
    open: Option<(FileDialogPurpose, Instant)>,
    answer: Pending<Option<PathBuf>>,
}

pub fn plugin(app: &mut App) {
    app.init_resource::<Dialog>().add_systems(Update, (act, take_answer).chain().in_set(Frame::Act));
}

fn act(
    mut actions: MessageReader<RecordAction>,
    mut game: Option<ResMut<ActiveGame>>,
    mut commands: GameCommands,
    mut dialog: ResMut<Dialog>,
    (store, wake): (Res<Store>, Res<WakeWindow>),
) {
    for action in actions.read() {
        match action {
            RecordAction::OpenFile(path) => commands.open_file(path),
            RecordAction::OpenTyped(typed) => commands.open_typed(typed),
            RecordAction::Choose(purpose) => dialog.show(*purpose, &commands.ui.typed, store.documents(), &wake),
            RecordAction::Copy(text) => commands.ui.to_copy = Some(text.clone()),
            RecordAction::Paste => commands.ui.wants_paste = true,
            RecordAction::CopySeed | RecordAction::CopyLine | RecordAction::CopyRecord | RecordAction::SaveRecord => {
                if let Some(game) = &mut game {
                    share(action, game, &mut commands.ui);
                }
            }
        }
    }
}

/// Copies the game on the table to the clipboard, or saves it as a file.
fn share(action: &RecordAction, game: &mut ResMut<ActiveGame>, ui: &mut UiState) {
    match action {
        RecordAction::CopySeed => {
            let seed = game.session().seed().to_owned();
            game.status = Some(StatusMessage::Note(format!("Seed {seed} copied.")));
            ui.to_copy = Some(seed);
        }
        RecordAction::CopyLine => {
            ui.to_copy = Some(line(game.session()));
            ui.done = Some("Line copied.".to_owned());
        }
        _ if keeps_secrets(game) => ui.say(SECRET),
        RecordAction::CopyRecord => {
            ui.to_copy = Some(whole_record(game.bypass_change_detection()));
            ui.done = Some("Record copied.".to_owned());
        }
        _ => {
            let path = PathBuf::from(ui.typed.trim());
            save(game.bypass_change_detection(), ui, &path, false);
        }
    }
}

fn save(game: &mut ActiveGame, ui: &mut UiState, path: &Path, may_replace: bool) {
    match write_new(path, &whole_record(game), may_replace) {
        Ok(()) => ui.done = Some(format!("Saved as {}.", path.display())),
        Err(error) => {
            ui.done = None;
            ui.say(error);
        }
    }
}

impl Dialog {
    fn show(&mut self, purpose: FileDialogPurpose, typed: &str, documents: &Path, wake: &WakeWindow) {
        if self.answer.is_running() {
            return;
        }
        let typed = Path::new(typed);
        let folder = typed.parent().filter(|folder| folder.is_dir()).unwrap_or(documents);
        let records = rfd::AsyncFileDialog::new().add_filter("Parlour records", &["ron"]).set_directory(folder);
        let job = match purpose {
            FileDialogPurpose::Open => ask(records.set_title("Open a record").pick_file(), wake),
            FileDialogPurpose::Picture => {
                let files = ["png", "jpg", "jpeg", "webp", "svg", "zip"];
                let pictures = rfd::AsyncFileDialog::new().add_filter("Pictures and packs", &files);
                ask(pictures.set_title("Add a picture").set_directory(documents).pick_file(), wake)
            }
            FileDialogPurpose::Save => {
                let name = typed.file_name().unwrap_or_default().to_string_lossy();
                ask(records.set_title("Save the record").set_file_name(name).save_file(), wake)
            }
        };
        self.open = Some((purpose, Instant::now()));
        self.answer.start(job);
    }
}

fn ask(
    answer: impl Future<Output = Option<rfd::FileHandle>> + Send + 'static,
    wake: &WakeWindow,
) -> Job<Option<PathBuf>> {
    let path = async { answer.await.map(|file| file.path().to_owned()) };
    Job::spawn_future(IoTaskPool::get(), wake, path)
}

fn take_answer(
    mut dialog: ResMut<Dialog>,
    mut ui: ResMut<UiState>,
    mut game: Option<ResMut<ActiveGame>>,
    mut records: MessageWriter<RecordAction>,
    mut pictures: MessageWriter<PictureAction>,
) {
    let Some(path) = dialog.bypass_change_detection().answer.poll() else { return };
    let Some((purpose, opened)) = dialog.open.take() else { return };
    match (path, purpose, &mut game) {
        (None, ..) if opened.elapsed() < TOO_QUICK => {
            ui.say("This system has no file dialog. Type the path into the field instead.");
        }
        (Some(path), FileDialogPurpose::Picture, _) => drop(pictures.write(PictureAction::Add(path))),
        (Some(path), FileDialogPurpose::Open, _) => drop(records.write(RecordAction::OpenFile(path))),
        (Some(path), FileDialogPurpose::Save, Some(game)) => {
            ui.typed = path.display().to_string();
            // The dialog has asked already whether a file may be replaced.
            save(game.bypass_change_detection(), &mut ui, &path, true);
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
