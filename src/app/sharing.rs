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
use crate::catalogue;
use crate::engine::table_session::TableSession;
use crate::table::job::{Job, Pending, WakeWindow};
use crate::table::schedule::Frame;
use crate::words::{joined, visible};

const ENDING: &str = ".parlour.ron";

/// A dialog that closes sooner than any person could close it was never shown.
const TOO_QUICK: Duration = Duration::from_millis(200);

/// Between the parts of a line.
const BETWEEN: &str = " · ";

/// Before the seed in a line.
const SEED: &str = "seed ";

/// Game, puzzle or variant if there is one, seed, once it is over the score, and whether a bot played or helped:
/// `Matrix Solitaire · seed c0ffee42 · 87`.
pub fn line(session: &dyn TableSession) -> String {
    let mut parts = vec![session.info().title.to_owned()];
    parts.extend(session.subject());
    // The seed of a deal that a record gives deals another one.
    if session.is_dealt_by_seed() {
        parts.push(format!("{SEED}{}", session.seed()));
    }
    if session.outcome().is_some() {
        let sheet = session.score_sheet();
        parts.push(joined(session.scores().into_iter().map(|score| sheet.shown(score)), " : "));
    }
    match session.players() {
        [player] if player.bot.is_some() => parts.push(format!("by the {}", player.name)),
        players if players.iter().all(|player| player.bot.is_some()) => parts.push("bots only".to_owned()),
        _ if session.is_practice() => parts.push("practice".to_owned()),
        _ if session.is_assisted() => parts.push("assisted".to_owned()),
        _ => {}
    }
    parts.join(BETWEEN)
}

/// What a line says of a deal: enough to deal it again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SharedDeal {
    /// The game's id.
    pub game: &'static str,
    /// As text; `None` for a game that has no puzzles or variants.
    pub options: Option<String>,
    pub seed: String,
}

/// Reads a [line](line()); `None` if the text is none.
///
/// # Errors
/// A line whose puzzle is not here.
pub fn read_line(text: &str) -> Option<Result<SharedDeal, String>> {
    let parts: Vec<&str> = text.trim().split(BETWEEN).collect();
    let entry = catalogue::GAMES.iter().find(|entry| Some(&entry.info.title) == parts.first())?;
    let at = parts.iter().position(|part| part.starts_with(SEED))?;
    let seed = parts[at].strip_prefix(SEED)?.trim().to_owned();
    let subject = parts.get(1..at).unwrap_or_default().join(BETWEEN);
    let options = if subject.is_empty() { None } else { entry.with_subject(&subject) };
    if options.is_none() && !subject.is_empty() {
        return Some(Err(format!(
            "This Parlour does not have “{subject}”. Ask the sender for the record instead of the line."
        )));
    }
    Some(Ok(SharedDeal { game: entry.info.id, options, seed }))
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
        Ok(()) => ui.done = Some(format!("Saved as {}.", visible(&path.display().to_string()))),
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
    use crate::engine::seats::{BotLevel, Seat};

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
        let watched = catalogue::find("matrix-solitaire").expect("the game");
        let watched = watched.start("tea", vec![Player::bot(BotLevel::Hard)]).expect("a deal");
        assert_eq!(line(&*watched), "Matrix Solitaire · seed tea · by the hard bot");
        let again = golden.restarted("other", golden.players().to_vec()).expect("a deal");
        assert_eq!(line(&*again), "Matrix Solitaire · seed c0ffee42 · practice");
        let mut asked = puzzle;
        asked.play(Seat::FIRST, &asked.legal_moves(Seat::FIRST)[0]).expect("a move");
        let again = asked.restarted("other", asked.players().to_vec()).expect("a deal");
        assert_eq!(line(&*again), "Mystery Machine · Welcome Mushy Heads · practice", "its seed deals another grid");
    }

    #[test]
    fn a_line_is_read_back_as_the_deal_it_tells_of() {
        let lines = [
            ("matrix-solitaire", ""),
            ("mess-machine", "(variant: Consecutive, difficulty: Hard)"),
            ("mystery-machine", "(puzzle: \"twins\")"),
        ];
        for (game, options) in lines {
            let entry = catalogue::find(game).expect("the game");
            let players = vec![Player::person("You"); usize::from(entry.info.seats.1.min(2))];
            let session = entry.start_with("tea · at five", players.clone(), options).expect("a deal");
            let read = read_line(&format!("  {}\n", line(&*session))).expect("a line").expect("a deal of ours");
            assert_eq!((read.game, read.seed.as_str()), (game, "tea"), "a seed with the sign between parts is cut");
            let session = entry.start_with("tea", players.clone(), options).expect("a deal");
            let read = read_line(&line(&*session)).expect("a line").expect("a deal of ours");
            let again = entry.start_with(&read.seed, players, read.options.as_deref().unwrap_or_default());
            assert_eq!(again.expect("a deal").record_text(), session.record_text());
        }
        assert_eq!(read_line("tea"), None);
        assert_eq!(read_line("Whist · seed tea"), None);
        assert!(read_line("Mystery Machine · My own · seed tea").is_some_and(|read| read.is_err()));
    }

    #[test]
    fn a_file_name_holds_nothing_that_file_systems_refuse() {
        assert_eq!(file_name(&*dealt("Tea at five")), "matrix-solitaire Tea at five.parlour.ron");
        assert_eq!(file_name(&*dealt("../a\\b:c*?\"<>|")), "matrix-solitaire ---a-b-c------.parlour.ron");
    }
}
