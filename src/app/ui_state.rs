//! What is going on in the program: which screen, what lies over it, what the player asked for.

use std::path::PathBuf;

use bevy::prelude::*;

use super::bindings::{Chord, Command};
use super::settings::Settings;
use crate::engine::layout::{PieceId, SlotId};
use crate::engine::seats::{BotLevel, Seat};
use crate::table::motion::Complete;
use crate::table::panels::OwnPuzzle;

/// Which screen is shown.
#[derive(States, Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Screen {
    /// The shelf of games.
    #[default]
    Library,
    /// A game about to be dealt.
    Setup,
    /// A table.
    Play,
    /// What was played before.
    History,
    /// A game's workshop, where puzzles are made.
    Workshop,
}

/// Something that lies over the screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Page {
    /// The game's rules, open at a heading.
    Rules(Option<String>),
    /// The menu of a game.
    Pause,
    /// The end of a game.
    End,
    /// The settings.
    Settings,
    /// Which key asks for what; closed, the settings show again.
    Keys,
    /// The game on the table, to be passed on.
    Share,
    /// A record from outside, to be opened.
    Open,
    /// The pictures that games are played with.
    Pictures,
    /// A picture from outside, and the square of it that counts.
    Crop,
    /// How packs of pictures are made.
    PackHelp,
}

/// What a file is chosen for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// To be read.
    Open,
    /// To be written.
    Save,
    /// A picture, to be added.
    Picture,
}

/// Everything a player can ask for, whatever the device.
#[derive(Message, Clone, PartialEq, Debug)]
pub enum Action {
    /// To the shelf.
    OpenLibrary,
    /// To the setup of this game.
    OpenSetup(&'static str),
    /// To what was played of this game.
    OpenHistory(&'static str),
    /// A new deal of this game with the company and the options set for it; without a seed, of a fresh one.
    Deal(&'static str, Option<String>),
    /// A deal of this game for one with the options set for it and this seed, played by a bot, to be watched.
    Watch(&'static str, BotLevel, String),
    /// The same company once more with the same options and a fresh deal; the next seat begins.
    Again,
    /// First steps in this game.
    Learn(&'static str),
    /// The waiting game of this kind.
    Continue(&'static str),
    /// A record from outside.
    OpenFile(PathBuf),
    /// A record's text, or the path of its file, as a person gave it.
    OpenGiven(String),
    /// A finished game of the history, by its record's name.
    Replay(&'static str, String),
    /// The game just finished.
    ReplayThis,
    /// To a position of the replay.
    Seek(usize),
    /// From the replay's position on, as a game.
    PlayOn,
    /// A piece, or the one in turn, to a slot; with the choice that goes with the move, if it is on then.
    Bring(Option<PieceId>, SlotId),
    /// The ring to this slot.
    Point(SlotId),
    /// Take back.
    Undo,
    /// Make again.
    Redo,
    /// The same deal from its beginning.
    Restart,
    /// The seed to the clipboard.
    CopySeed,
    /// The ways to pass the game on.
    OpenShare,
    /// The ways to bring a record in.
    OpenRecord,
    /// The game in a line, to the clipboard.
    CopyLine,
    /// The record's text, to the clipboard.
    CopyRecord,
    /// The record into the file that the field names.
    SaveRecord,
    /// The system's own dialog: for a file to open, or for one to save to.
    Choose(Wanted),
    /// What the clipboard holds, into the field.
    Paste,
    /// A hint.
    Hint,
    /// Switch the choice with this key that goes with the next move.
    Switch(char),
    /// The next of the choices that may go with the next move.
    NextOption,
    /// The pointer rests on the button of this choice, or on none any more.
    Hover(Option<char>),
    /// A move made in the game's panel.
    Play(String),
    /// The pointer rests on the button of this move in the game's panel, or on none any more.
    Consider(Option<String>),
    /// What the player wrote down beside the game, to be kept.
    Note(String),
    /// What only this seat may know; whoever sits there is asked to come first.
    Look(Seat),
    /// Whoever was asked to come is there.
    TakeSeat,
    /// Whoever looked at what only they may know has seen enough.
    LeaveSeat,
    /// The finished picture, or the table again.
    Peek(bool),
    /// Numbers on the tiles, or none.
    ToggleNumbers,
    /// The pictures, to be added to, named and removed.
    OpenPictures,
    /// How packs of pictures are made.
    OpenPackHelp,
    /// A picture or a pack from outside.
    AddPicture(PathBuf),
    /// The picture that is shown, as it is cut now.
    KeepPicture,
    /// Another title for the picture of this name.
    NamePicture(String, String),
    /// Whether the picture of this name is to be removed, is asked first; `None`: it stays.
    AskToRemove(Option<String>),
    /// The picture of this name away.
    RemovePicture(String),
    /// What was removed last, back.
    RestorePicture,
    /// The workshop of this game, with this puzzle on the bench, or a new one.
    Design(&'static str, Option<OwnPuzzle>),
    /// From a game that tries a puzzle back to the bench.
    BackToWorkshop,
    /// A puzzle of the player's own, written into the folder.
    SavePuzzle(OwnPuzzle),
    /// This game's puzzle of the player's own, by its file, away.
    RemovePuzzle(&'static str, String),
    /// What is on this game's bench, kept for the next time.
    KeepDraft(&'static str, String),
    /// A game with these options, as text, to try a puzzle.
    Try(&'static str, String),
    /// Text to the clipboard.
    Copy(String),
    /// The rules, at the heading that matters.
    OpenRules,
    /// The menu.
    OpenPause,
    /// Whatever lies on top goes away.
    Close,
    /// The settings.
    OpenSettings,
    /// Which key asks for what.
    OpenKeys,
    /// These settings from now on.
    Set(Box<Settings>),
    /// The next key is for this command; `None`: no key after all.
    Catch(Option<Command>),
    /// This key for this command from now on.
    Bind(Command, Chord),
    /// Text and panels larger (`1`) or smaller (`-1`) by a step.
    Rescale(i16),
    /// Sound on or off.
    ToggleSound,
    /// The whole screen, or a window.
    ToggleFullScreen,
    /// Leave the program.
    Quit,
}

/// What lies over the screen, and what there is to say.
#[derive(Resource, Clone, PartialEq, Debug, Default)]
pub struct Desk {
    /// The page on top.
    pub page: Option<Page>,
    /// Things that went wrong, said until they are closed.
    pub notices: Vec<String>,
    /// The game whose setup or history is shown.
    pub chosen: Option<&'static str>,
    /// What the seed field holds.
    pub seed: String,
    /// What the field for a file holds: its path, or a record's text.
    pub given: String,
    /// What was just done, said on the page that did it.
    pub done: Option<String>,
    /// What the search field holds.
    pub search: String,
    /// Text on its way to the clipboard.
    pub to_copy: Option<String>,
    /// Whether the field waits for what the clipboard holds.
    pub wants_paste: bool,
    /// The picture that is asked about before it is removed.
    pub asks_about: Option<String>,
    /// The command that the next key pressed is for.
    pub catching: Option<Command>,
    /// Whether the first button of the screen should take the focus.
    pub wants_focus: bool,
}

impl Desk {
    /// Says something once.
    pub fn say(&mut self, notice: impl ToString) {
        let notice = notice.to_string();
        if !self.notices.contains(&notice) {
            self.notices.push(notice);
        }
    }
}

/// A fresh seed: eight hexadecimal digits from the clock.
pub fn fresh_seed() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let nanos = now.map_or(0, |since| since.as_nanos() as u64);
    let mixed = crate::engine::rng::GameRng::from_number(nanos).bits();
    format!("{:08x}", mixed >> 32)
}

/// Screens and pages.
pub fn plugin(app: &mut App) {
    app.init_state::<Screen>()
        .init_resource::<Desk>()
        .add_message::<Action>()
        .add_systems(Update, turn_pages.before(Complete));
}

pub(super) fn turn_pages(
    mut actions: MessageReader<Action>,
    mut desk: ResMut<Desk>,
    mut next: ResMut<NextState<Screen>>,
    mut settings: ResMut<Settings>,
    mut exit: MessageWriter<AppExit>,
) {
    for action in actions.read() {
        match action {
            Action::OpenLibrary => {
                next.set(Screen::Library);
                desk.page = None;
                desk.wants_focus = true;
            }
            Action::OpenSetup(game) => {
                next.set(Screen::Setup);
                desk.page = None;
                desk.chosen = Some(game);
                desk.seed = fresh_seed();
                desk.wants_focus = true;
            }
            Action::OpenHistory(game) => {
                next.set(Screen::History);
                desk.page = None;
                desk.chosen = Some(game);
                desk.wants_focus = true;
            }
            Action::OpenPause => {
                desk.page = Some(Page::Pause);
                desk.wants_focus = true;
            }
            Action::Close if !desk.notices.is_empty() => {
                desk.notices.remove(0);
                desk.wants_focus = true;
            }
            Action::Close => {
                desk.page = match desk.page {
                    Some(Page::Keys) => Some(Page::Settings),
                    Some(Page::Crop | Page::PackHelp) => Some(Page::Pictures),
                    _ => None,
                };
                desk.catching = None;
                desk.wants_focus = true;
            }
            Action::OpenRecord => {
                desk.page = Some(Page::Open);
                desk.given.clear();
                desk.done = None;
                desk.wants_focus = true;
            }
            Action::Paste => desk.wants_paste = true,
            Action::Copy(text) => desk.to_copy = Some(text.clone()),
            Action::OpenSettings | Action::OpenKeys => {
                desk.page = Some(if *action == Action::OpenKeys { Page::Keys } else { Page::Settings });
                desk.wants_focus = true;
            }
            Action::Set(wanted) => {
                settings.set_if_neq((**wanted).clone());
            }
            Action::Catch(command) => desk.catching = *command,
            Action::Bind(command, chord) => {
                desk.catching = None;
                if let Err(other) = settings.keys.bind(*command, *chord) {
                    desk.say(format_args!("{chord} is already the key for “{}”.", other.name()));
                }
            }
            Action::Rescale(steps) => settings.rescale(*steps),
            Action::ToggleNumbers => settings.numbers = !settings.numbers,
            Action::ToggleSound => settings.sound = !settings.sound,
            Action::ToggleFullScreen => settings.full_screen = !settings.full_screen,
            Action::Quit => {
                exit.write(AppExit::Success);
            }
            _ => {}
        }
    }
}
