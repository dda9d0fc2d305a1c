//! What a game adds to the shared panels: its own panel beside the table, its part of the setup, its workshop.
//!
//! Each is a function of what is going on that writes requests; none changes anything itself.

use std::any::Any;
use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy_egui::egui::Ui;

use super::job::WakeWindow;
use super::theme::Rgb;
use crate::engine::seats::Seat;
use crate::layout::AreaId;

/// What a game's panel shows, and what may be done in it.
pub struct PanelContext<'a> {
    /// The viewer's view; the panel knows its type.
    pub view: &'a (dyn Any + Send + Sync),
    /// In playing order.
    pub seats: &'a [SeatedPlayer],
    /// The seat for which whoever is in front of the screen acts now; `None` while nobody there is in turn, and in replays.
    pub at_screen: Option<Seat>,
    /// Whether there is only one line of room.
    pub folded: bool,
    /// The key of the choice that goes with the next move, if one is on.
    pub option: Option<char>,
    /// The area pointed at, by pointer or keys.
    pub pointed: Option<AreaId>,
    /// What the player wrote down beside the last game of this kind: text that only the game's panel understands.
    pub notes: &'a str,
    /// The seed of this game; it tells notes that were written beside another one.
    pub seed: &'a str,
    pub requests: &'a mut Vec<PanelRequest>,
}

/// Who sits in a seat, as a panel shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatedPlayer {
    pub name: String,
    pub colour: Rgb,
    pub is_person: bool,
}

/// What a game's panel can ask for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PanelRequest {
    /// This move.
    Play(String),
    /// The choice with this key on or off.
    Switch(char),
    /// To show what the choice with this key would do: the pointer rests on its button.
    Hover(char),
    /// To show what only this seat may know, after the computer was handed to whoever sits there.
    Look(Seat),
    /// To hide it again.
    LookAway,
    /// To show the finished picture, as long as it is asked for.
    Peek,
    /// To show what this move would do: the pointer rests on its button.
    Consider(String),
    /// To keep these notes.
    Note(String),
}

/// A game's own panel: what stands beside its table.
pub type GamePanel = fn(&mut Ui, &mut PanelContext<'_>);

/// A puzzle file of the player's own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnPuzzle {
    /// Its plain name, in the player's folder.
    pub file: String,
    /// Its text, or why that cannot be read.
    pub text: Result<String, String>,
}

/// A game that was played to its end on this computer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played<'a> {
    /// Its options, as text.
    pub options: &'a str,
    /// The title reached.
    pub title: &'a str,
}

/// What a game's own part of its setup shows, and what may be done in it.
pub struct SetupContext<'a> {
    /// Oldest first.
    pub played: &'a [Played<'a>],
    /// The options chosen, as text; choosing changes them.
    pub options: &'a mut String,
    pub own: &'a [OwnPuzzle],
    pub requests: &'a mut Vec<SetupRequest>,
}

/// What a game's setup can ask for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetupRequest {
    /// The workshop, with this puzzle or a new one.
    Design(Option<OwnPuzzle>),
    /// To delete this file.
    Delete(String),
}

/// A game's own part of its setup: the choice of a puzzle, say.
pub type GameSetup = fn(&mut Ui, &mut SetupContext<'_>);

/// A game's workshop, where puzzles are made.
pub trait Workshop: Send + Sync {
    fn show(&mut self, ui: &mut Ui, workshop: &mut WorkshopContext<'_>);
}

/// Work away from the frame's thread.
pub type Work = Box<dyn FnOnce() + Send>;

/// What a workshop has at hand.
pub struct WorkshopContext<'a> {
    pub own: &'a [OwnPuzzle],
    /// Text that was asked for by [`WorkshopRequest::Paste`].
    pub pasted: Option<String>,
    /// A step along what was done, asked for by a key.
    pub step: Option<HistoryStep>,
    /// Wakes the window when work has something to show.
    pub wake: &'a WakeWindow,
    /// Has something done away from the frame's thread.
    pub work: &'a mut dyn FnMut(Work),
    pub requests: &'a mut Vec<WorkshopRequest>,
}

/// A step along what was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HistoryStep {
    Undo,
    Redo,
}

/// What a workshop can ask for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WorkshopRequest {
    /// To write a puzzle into the player's folder.
    Save(OwnPuzzle),
    /// To keep the draft, so that it is there again after the program was left.
    Draft(String),
    /// To copy text to the clipboard.
    Copy(String),
    /// What the clipboard holds.
    Paste,
    /// A game with these options, as text, to try the puzzle.
    Try(String),
}

/// What a game adds to the shared panels.
#[derive(Clone, Copy)]
pub struct Panels {
    pub beside: GamePanel,
    pub setup: Option<GameSetup>,
    /// Opens the workshop with a puzzle or a new one; the draft that was left there can be had back.
    pub workshop: Option<fn(Option<&OwnPuzzle>, draft: &str) -> Box<dyn Workshop>>,
}

impl Panels {
    /// Nothing but a panel beside the table.
    pub const fn beside(panel: GamePanel) -> Panels {
        Panels { beside: panel, setup: None, workshop: None }
    }
}

/// The games' panels by id.
#[derive(Resource, Default)]
pub struct GamePanels(BTreeMap<&'static str, Panels>);

impl GamePanels {
    pub fn get(&self, game: &str) -> Option<&Panels> {
        self.0.get(game)
    }
}

/// Registers a game's panels; its plugin calls this.
pub fn register(app: &mut App, game: &'static str, panels: Panels) {
    app.world_mut().get_resource_or_init::<GamePanels>().0.insert(game, panels);
}
