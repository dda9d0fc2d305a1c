//! What a game adds to the shared panels: its own panel beside the table, its part of the setup, its workshop.
//!
//! Each shows a context and writes requests; none changes the game itself.

use std::any::Any;
use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy_egui::egui::{Rect, Ui};

use super::job::WakeWindow;
use super::theme::Rgb;
use crate::engine::game::Cancel;
use crate::engine::seats::Seat;
use crate::layout::{AreaId, Room};
use crate::words::with_names;

/// What a game's panel shows, and where it writes its requests.
pub struct PanelContext<'a> {
    /// The viewer's view; the panel knows its type.
    pub view: &'a (dyn Any + Send + Sync),
    /// In playing order.
    pub seats: &'a [SeatedPlayer],
    /// The seat for which the person at the screen acts now; `None` while none there may act, and in replays.
    pub at_screen: Option<Seat>,
    /// Whether there is only space for one line.
    pub folded: bool,
    /// The key of the choice that goes with the next move, if one is on.
    pub option: Option<char>,
    /// The area pointed at, by pointer or keys.
    pub pointed: Option<AreaId>,
    /// The move that a hint proposes, once it names one.
    pub proposed: Option<&'a str>,
    /// Whether the game is only looked at: a replay, or what a bot plays.
    pub is_watched: bool,
    /// Whether the table tells what decided a round or the game: nothing can be done meanwhile.
    pub is_decided: bool,
    /// The player's notes beside the last game of this kind: text that only the game's panel understands.
    pub notes: &'a str,
    /// The seed of this game, by which the panel recognises notes beside another one.
    pub seed: &'a str,
    /// The room for which the table is laid.
    pub room: Room,
    /// Wakes the window when work has something to show.
    pub wake: &'a WakeWindow,
    /// Starts work on another thread.
    pub work: &'a mut dyn FnMut(Work),
    /// Raised once the game is left: what is still worked out for its panel is of no use then.
    pub cancel: &'a Cancel,
    pub requests: &'a mut Vec<PanelRequest>,
}

impl PanelContext<'_> {
    /// What the game says, with the players' names in it.
    pub fn named(&self, text: &str) -> String {
        let names: Vec<&str> = self.seats.iter().map(|player| player.name.as_str()).collect();
        with_names(text, &names)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatedPlayer {
    pub name: String,
    pub colour: Rgb,
    pub is_person: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PanelRequest {
    Play(String),
    /// To switch the choice with this key on or off.
    Switch(char),
    /// To show what the choice with this key would do: the pointer rests on its button.
    Hover(char),
    /// To show what only this seat may know, after the computer was handed to whoever sits there.
    Look(Seat),
    /// To hide it again.
    LookAway,
    /// To show what can be looked at once more, or the table again.
    Peek,
    /// To show what this move would do: the pointer rests on its button.
    Consider(String),
    Note(String),
    /// To point at this area of the table, as the arrow keys do.
    Point(AreaId),
}

pub type GamePanel = fn(&mut Ui, &mut PanelContext<'_>);

/// Where an area of the table is in the window, in points of the panels; `None` if it is not on the table.
pub type PlaceOf<'a> = &'a dyn Fn(AreaId) -> Option<Rect>;

/// What a game draws on the table itself, with buttons of its own, such as notes on a grid.
pub type GameBoard = fn(&mut Ui, PlaceOf<'_>, &mut PanelContext<'_>);

/// A file of the player's own puzzles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnPuzzle {
    /// Its plain name, in the player's folder.
    pub file: String,
    /// Or why it cannot be read.
    pub text: Result<String, String>,
}

/// A game that was played to its end on this computer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played<'a> {
    pub options: &'a str,
    pub title: &'a str,
    /// How many questions or moves it took to succeed, where fewer are better.
    pub effort: Option<u32>,
}

/// What a game's own part of its setup shows, and where it writes its requests.
pub struct SetupContext<'a> {
    /// Oldest first.
    pub played: &'a [Played<'a>],
    /// The chosen options, as text; the setup changes them.
    pub options: &'a mut String,
    pub own: &'a [OwnPuzzle],
    /// Wakes the window when work has something to show.
    pub wake: &'a WakeWindow,
    /// Starts work on another thread.
    pub work: &'a mut dyn FnMut(Work),
    pub requests: &'a mut Vec<SetupRequest>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetupRequest {
    /// To open the workshop with this puzzle or a new one.
    Design(Option<OwnPuzzle>),
    Delete(String),
    /// To deal what is chosen.
    Deal,
}

/// A game's own part of its setup, such as the choice of a puzzle.
pub type GameSetup = fn(&mut Ui, &mut SetupContext<'_>);

/// Where a game's own part of its setup stands.
#[derive(Clone, Copy)]
pub enum OwnSetup {
    /// Nothing else is set.
    Whole(GameSetup),
    /// In the place of the choices of the setting with this name.
    Setting(&'static str, GameSetup),
}

/// A game's workshop, where puzzles are made.
pub trait Workshop: Send + Sync {
    fn show(&mut self, ui: &mut Ui, workshop: &mut WorkshopContext<'_>);
}

pub type Work = Box<dyn FnOnce() + Send>;

/// What a workshop shows and uses, and where it writes its requests.
pub struct WorkshopContext<'a> {
    pub own: &'a [OwnPuzzle],
    /// Text that was asked for by [`WorkshopRequest::Paste`].
    pub pasted: Option<String>,
    /// Undo or Redo, asked for by a key.
    pub step: Option<HistoryStep>,
    /// Wakes the window when work has something to show.
    pub wake: &'a WakeWindow,
    /// Starts work on another thread.
    pub work: &'a mut dyn FnMut(Work),
    pub requests: &'a mut Vec<WorkshopRequest>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HistoryStep {
    Undo,
    Redo,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WorkshopRequest {
    /// To write a puzzle into the player's folder.
    Save(OwnPuzzle),
    /// To keep the draft for the next start of the program.
    Draft(String),
    Copy(String),
    /// To have the text of the clipboard in [`WorkshopContext::pasted`].
    Paste,
    /// To try the puzzle in a game with these options, as text.
    Try(String),
}

#[derive(Clone, Copy)]
pub struct Panels {
    pub beside: GamePanel,
    /// Whether who has how many points stands below it, as beside a game that has no panel of its own.
    pub has_scores: bool,
    pub on_table: Option<GameBoard>,
    pub setup: Option<OwnSetup>,
    /// Opens the workshop with a puzzle or a new one; the draft of the last time can be restored.
    pub workshop: Option<fn(Option<&OwnPuzzle>, draft: &str) -> Box<dyn Workshop>>,
}

impl Panels {
    /// None, as of a game that needs no plugin.
    pub const NONE: Panels = Panels::above_scores(|_, _| {});

    /// Only a panel beside the table.
    pub const fn beside(panel: GamePanel) -> Panels {
        Panels { beside: panel, has_scores: false, on_table: None, setup: None, workshop: None }
    }

    /// A panel beside the table, above the points.
    pub const fn above_scores(panel: GamePanel) -> Panels {
        Panels { has_scores: true, ..Panels::beside(panel) }
    }
}

/// By the games' ids.
#[derive(Resource, Default)]
pub struct GamePanels(BTreeMap<&'static str, Panels>);

impl GamePanels {
    pub fn get(&self, game: &str) -> Option<&Panels> {
        self.0.get(game)
    }
}

/// Registers the panels of a game; to be called by its plugin.
pub fn register(app: &mut App, game: &'static str, panels: Panels) {
    app.world_mut().get_resource_or_init::<GamePanels>().0.insert(game, panels);
}
