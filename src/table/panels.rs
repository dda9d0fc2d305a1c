//! What a game adds to the shared panels: its own panel beside the table.

use std::any::Any;
use std::collections::BTreeMap;

use bevy::prelude::Resource;
use bevy_egui::egui::Ui;

use super::motion::Wake;
use super::theme::Rgb;
use crate::engine::layout::SlotId;
use crate::engine::seats::Seat;

/// What a game's panel shows, and what may be done in it.
pub struct Beside<'a> {
    /// The viewer's view; the panel knows its type.
    pub view: &'a (dyn Any + Send + Sync),
    /// Who sits at the table, in playing order.
    pub seats: &'a [Sitting],
    /// The seat for which whoever is in front of the screen acts now; `None` while nobody there is in turn, and where the
    /// game is only looked at.
    pub at_screen: Option<Seat>,
    /// Whether there is only one line of room.
    pub folded: bool,
    /// The key of the choice that goes with the next move, if one is on.
    pub option: Option<char>,
    /// The slot pointed at, by pointer or keys.
    pub pointed: Option<SlotId>,
    /// What the player wrote down beside the last game of this kind: text that only the game's panel understands.
    pub notes: &'a str,
    /// The seed of this game: notes that were written beside another one can be told by it.
    pub seed: &'a str,
    /// What was asked for.
    pub asked: &'a mut Vec<Ask>,
}

/// Who sits in a seat, as a panel shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sitting {
    /// The name.
    pub name: String,
    /// The colour.
    pub colour: Rgb,
    /// Whether it is a person's.
    pub is_person: bool,
}

/// What a game's panel can ask for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ask {
    /// This move.
    Play(String),
    /// The choice with this key on or off.
    Switch(char),
    /// To see what the choice with this key would do: the pointer rests on its button.
    Hover(char),
    /// To see what only this seat may know; whoever sits there is asked to come first.
    Look(Seat),
    /// To see it no longer.
    LookAway,
    /// To see the finished picture, as long as it is asked for.
    Peek,
    /// To see what this move would do: the pointer rests on its button.
    Consider(String),
    /// To have these notes kept.
    Note(String),
}

/// A game's own panel: what stands beside its table.
pub type GamePanel = fn(&mut Ui, &mut Beside<'_>);

/// A puzzle file of the player's own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnPuzzle {
    /// Its plain name, in the player's folder.
    pub file: String,
    /// Its text, or why that cannot be had.
    pub text: Result<String, String>,
}

/// A game that was played to its end by those in front of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played<'a> {
    /// Its options, as text.
    pub options: &'a str,
    /// The title reached.
    pub title: &'a str,
}

/// What a game's own part of its setup shows, and what may be done in it.
pub struct Choosing<'a> {
    /// What was played so far, oldest first.
    pub played: &'a [Played<'a>],
    /// The options chosen, as text; changed by choosing.
    pub options: &'a mut String,
    /// The player's own puzzles.
    pub own: &'a [OwnPuzzle],
    /// What was asked for.
    pub asked: &'a mut Vec<ChoiceAsk>,
}

/// What a game's setup can ask for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChoiceAsk {
    /// The workshop, with this puzzle on the bench, or a new one.
    Design(Option<OwnPuzzle>),
    /// This file away.
    Remove(String),
}

/// A game's own part of its setup: a puzzle to be chosen, say.
pub type GameSetup = fn(&mut Ui, &mut Choosing<'_>);

/// A game's workshop, where puzzles are made.
pub trait Workshop: Send + Sync {
    /// One frame of it.
    fn show(&mut self, ui: &mut Ui, bench: &mut Bench<'_>);
}

/// Work away from the frame's thread.
pub type Work = Box<dyn FnOnce() + Send>;

/// What a workshop has at hand.
pub struct Bench<'a> {
    /// The player's own puzzles.
    pub own: &'a [OwnPuzzle],
    /// Text that was asked for by [`BenchAsk::Paste`].
    pub pasted: Option<String>,
    /// Whether a step was asked to be taken back by a key, or made again.
    pub step: Option<Step>,
    /// Wakes the window when work has something to tell.
    pub wake: &'a Wake,
    /// Has something done away from the frame's thread.
    pub work: &'a mut dyn FnMut(Work),
    /// What was asked for.
    pub asked: &'a mut Vec<BenchAsk>,
}

/// A step along what was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Take back.
    Undo,
    /// Make again.
    Redo,
}

/// What a workshop can ask for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BenchAsk {
    /// A puzzle written into the player's folder.
    Save(OwnPuzzle),
    /// What is on the bench kept, so that it is there again after the program was left.
    Draft(String),
    /// Text to the clipboard.
    Copy(String),
    /// What the clipboard holds.
    Paste,
    /// A game with these options, as text, to try the puzzle.
    Try(String),
}

/// What a game adds to the shared panels.
#[derive(Clone, Copy)]
pub struct Panels {
    /// What stands beside its table.
    pub beside: GamePanel,
    /// Its part of the setup.
    pub setup: Option<GameSetup>,
    /// Its workshop, opened with a puzzle or a new one; the draft that was left on the bench can be had back.
    pub workshop: Option<fn(Option<&OwnPuzzle>, draft: &str) -> Box<dyn Workshop>>,
}

impl Panels {
    /// Nothing but a panel beside the table.
    pub const fn beside(panel: GamePanel) -> Panels {
        Panels { beside: panel, setup: None, workshop: None }
    }
}

/// The games' panels by id; each game puts its own in.
#[derive(Resource, Default)]
pub struct GamePanels(pub BTreeMap<&'static str, Panels>);
