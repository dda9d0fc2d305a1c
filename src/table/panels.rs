//! What a game adds to the shared panels: its own panel beside the table.

use std::any::Any;
use std::collections::BTreeMap;

use bevy::prelude::Resource;
use bevy_egui::egui::Ui;

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

/// The games' panels by id; each game puts its own in.
#[derive(Resource, Default)]
pub struct GamePanels(pub BTreeMap<&'static str, GamePanel>);
