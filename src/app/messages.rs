//! What players ask for, whatever the device: one message type per feature, each read by the one system that owns it.
//!
//! Panels and keys collect [`Request`]s; [`Outbox`] sends each as its own message.

use std::path::PathBuf;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use jiff::civil::Date;

use super::bindings::{Chord, Command};
use super::settings::Settings;
use crate::engine::record::Player;
use crate::engine::seats::{BotLevel, Seat};
use crate::layout::{AreaId, PieceId};
use crate::table::panels::OwnPuzzle;

/// From screen to screen and page to page; read by `navigation`.
#[derive(Message, Clone, PartialEq, Debug)]
pub enum NavigationAction {
    OpenLibrary,
    OpenSetup(&'static str),
    OpenHistory(&'static str),
    /// The rules, at the heading that matters now.
    OpenRules,
    OpenMenu,
    OpenSettings,
    OpenKeys,
    OpenShare,
    /// Whether the game is fair.
    OpenFairness,
    OpenRecord,
    OpenPictures,
    OpenPackHelp,
    /// The result of the game that is over, again.
    OpenEnd,
    /// Opens the panel of the table that is folded, or closes it.
    ToggleDrawer,
    /// Closes whatever lies on top.
    Close,
    Quit,
}

/// What players set; read by `settings_actions`.
#[derive(Message, Clone, PartialEq, Debug)]
pub enum SettingsAction {
    Set(Box<Settings>),
    /// Binds the next key pressed to this command; `None` stops waiting for a key.
    Catch(Option<Command>),
    Bind(Command, Chord),
    /// Makes text and panels larger by this many steps, or smaller where they are negative.
    Rescale(i16),
    ToggleNumbers,
    /// Sorts the hands of this game by the next of what they can be sorted by.
    SortHand(&'static str),
    ToggleSound,
    ToggleFullScreen,
}

/// Games are dealt, resumed and replayed; read by `game::lifecycle`.
#[derive(Message, Clone, PartialEq, Debug)]
pub enum GameAction {
    /// A new deal of this game with the roster and the options set for it; of a fresh seed unless one is given.
    Deal(&'static str, Option<String>),
    /// A deal of this game about which nothing is left to choose.
    DealTo(&'static str, SettledDeal),
    /// This day's deal of this game, begun or gone on with.
    DailyDeal(&'static str, Date),
    /// A solitaire of this seed with the options set for it, played by a bot, to be watched.
    Watch(&'static str, BotLevel, String),
    /// A fresh deal with the same players and options; the next seat begins.
    Again,
    Learn(&'static str),
    /// The saved game of this kind.
    Continue(&'static str),
    /// The same deal from its beginning.
    Restart,
    /// A game of the history, by its record's name, to be looked at.
    Replay(&'static str, String),
    /// A game of the history that was given up, to be played on.
    TakeUp(&'static str, String),
    /// The deal of a game of the history, once more.
    PlayAgain(&'static str, String),
    /// Removes a game from the history.
    Forget(&'static str, String),
    /// The game on the table, from its beginning.
    ReplayThis,
    /// The same, beside what the hard bot would have played.
    ReviewThis,
    /// From the replay's position on, as a game.
    PlayOn,
    /// A game with these options, as text, to try a puzzle.
    Try(&'static str, String),
    /// The puzzle after the one on the table.
    NextPuzzle,
    /// The proof that a move left what wins in the puzzle on the table, to be stepped through.
    ShowProof,
    /// The game that was left for a look at a proof.
    BackToGame,
}

/// What a deal is made of, whatever is set for others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SettledDeal {
    pub seed: String,
    /// As text.
    pub options: String,
    /// In playing order.
    pub players: Vec<Player>,
}

/// An evening of several games is planned and played; read by `evening`.
#[derive(Message, Clone, PartialEq, Debug)]
pub enum EveningAction {
    /// Shows the evening that goes on or was the last, or the plan for one.
    Open,
    /// Shows the plan for another evening.
    Plan,
    /// Plans games for so many minutes, in place of those that are planned.
    Propose(u16),
    /// Plans one more game.
    Add(&'static str),
    /// Moves a planned game up, by its number from 0.
    MoveUp(usize),
    Remove(usize),
    /// How strong the bots are that fill up.
    SetBots(BotLevel),
    /// Begins the evening that is planned.
    Start,
    /// Deals the game that comes next, or goes on with it.
    Play,
    /// Leaves the game that comes next out of the evening.
    Skip,
    End,
}

/// At the table; read by `game::at_table`.
#[derive(Message, Clone, PartialEq, Debug)]
pub enum TableAction {
    /// Brings a piece, or the one to be played, to an area; with the choice that goes with the move, if it is on then.
    Bring(Option<PieceId>, AreaId),
    Point(AreaId),
    /// Enter on an area: the only thing that may be done with what is selected, or else as a click.
    Enter(AreaId),
    /// Does one of the things that may be done with what is selected, by its number from 0.
    Act(usize),
    Undo,
    /// Lets whoever has just chosen in secret choose again, while the computer is passed on.
    ChooseAgain,
    Redo,
    Hint,
    /// Switches the choice with this key that goes with the next move.
    Switch(char),
    /// Switches to the next of the choices that may go with the next move.
    NextOption,
    /// The pointer rests on the button of this choice, or on none any more.
    Hover(Option<char>),
    /// A move made in the game's panel.
    Play(String),
    /// The pointer rests on the button of this move in the game's panel, or on none any more.
    Consider(Option<String>),
    /// Keeps the player's notes beside the game.
    Note(String),
    /// Hands the computer over to this seat, to see what only it may know.
    Look(Seat),
    /// Whoever the computer was handed to is there.
    TakeSeat,
    /// Whoever looked at what only they may know has seen enough.
    LeaveSeat,
    /// Shows what can be looked at once more, the finished picture or the last trick, or the table again.
    Peek,
    /// Shows the table again.
    EndPeek,
    /// Shows the table from so many steps closer, or further away; 0: the whole table.
    Zoom(i8),
    /// To a position of the replay.
    Seek(usize),
    /// Has bots that are watched wait, or go on.
    Pause(bool),
    /// Shows what the hard bot makes of the moves of a replay, or no longer.
    Review(bool),
    /// Looks for better moves in the place of those that cost most in the game that is reviewed.
    TryCostly,
    /// Tells what is best in the place of the move for which a better one is looked for.
    ShowBest,
    /// To the next of these moves; after the last, back to the review.
    NextChance,
    /// Back to the review.
    EndChances,
    /// Shows the replay of a finished game as this seat saw it, or openly.
    SeenBy(Option<Seat>),
    /// Has every bot think again about its moves in a game that is over.
    CheckBots,
}

/// Records are shared and opened; read by `sharing`.
#[derive(Message, Clone, PartialEq, Debug)]
pub enum RecordAction {
    /// Opens a file from outside: a record, a puzzle, a picture or a pack.
    OpenFile(PathBuf),
    /// Opens a record's text, or the path of its file, as a person typed it.
    OpenTyped(String),
    CopySeed,
    /// Copies the game in a line.
    CopyLine,
    CopyRecord,
    /// Saves the record in the file that the field names.
    SaveRecord,
    /// Opens the system's own file dialog.
    Choose(FileDialogPurpose),
    Copy(String),
    /// Pastes what the clipboard holds into the field.
    Paste,
}

/// What a file is chosen for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileDialogPurpose {
    Open,
    Save,
    Picture,
}

/// Pictures are added and removed; read by `pictures::importer`.
#[derive(Message, Clone, PartialEq, Debug)]
pub enum PictureAction {
    /// Adds a picture or a pack from outside.
    Add(PathBuf),
    /// Keeps the picture that is shown, as it is cropped now.
    Keep,
    /// Another title for the picture of this name.
    Rename(String, String),
    /// Asks whether to remove the picture of this name; `None` withdraws the question.
    AskToRemove(Option<String>),
    Remove(String),
    /// Puts back what was removed last.
    Restore,
}

/// The player's own puzzles are made and deleted; read by `workshop`.
#[derive(Message, Clone, PartialEq, Debug)]
pub enum WorkshopAction {
    /// Opens the workshop of this game with this puzzle or a new one.
    Design(&'static str, Option<OwnPuzzle>),
    /// Goes back to the workshop from a game that tries a puzzle.
    Return,
    Save(OwnPuzzle),
    /// Deletes this game's puzzle, by its file.
    Delete(&'static str, String),
    /// Keeps the draft of this game's workshop.
    KeepDraft(&'static str, String),
    Undo,
    Redo,
}

/// Defines [`Request`] and [`Outbox`] from each feature's name, message type, and field of the outbox.
macro_rules! requests {
    ($($kind:ident($action:ident) $writer:ident),+ $(,)?) => {
        /// Anything that a player can ask for.
        #[derive(Clone, PartialEq, Debug)]
        pub enum Request {
            $($kind($action)),+
        }

        $(impl From<$action> for Request {
            fn from(action: $action) -> Request {
                Request::$kind(action)
            }
        })+

        /// Sends requests on, each as the message of its feature.
        #[derive(SystemParam)]
        pub struct Outbox<'w> {
            $($writer: MessageWriter<'w, $action>),+
        }

        impl Outbox<'_> {
            pub fn send(&mut self, request: impl Into<Request>) {
                match request.into() {
                    $(Request::$kind(action) => drop(self.$writer.write(action)),)+
                }
            }
        }

        pub fn plugin(app: &mut App) {
            app$(.add_message::<$action>())+;
        }
    };
}

requests! {
    Navigation(NavigationAction) navigation,
    Settings(SettingsAction) settings,
    Game(GameAction) game,
    Table(TableAction) table,
    Record(RecordAction) record,
    Picture(PictureAction) picture,
    Workshop(WorkshopAction) workshop,
    Evening(EveningAction) evening,
}

/// What the panels of a frame ask for, in order.
#[derive(Default, Debug)]
pub struct Requests(Vec<Request>);

impl Requests {
    pub fn push(&mut self, request: impl Into<Request>) {
        self.0.push(request.into());
    }

    /// Each once: egui may run a panel several times a frame.
    pub fn into_distinct(mut self) -> Vec<Request> {
        self.0.dedup();
        self.0
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Request> {
        self.0.iter()
    }

    pub fn contains(&self, request: impl Into<Request>) -> bool {
        self.0.contains(&request.into())
    }
}
