//! Plays that look foolish to whoever knows the rules: a partner's winning trick taken without need, a bid that can no longer be made.
//!
//! Each game lists its own, written from its rules page as a player reads it: only what no sensible player does with what else is at
//! hand, whatever the hidden cards may be. No bot above easy makes them. What is merely weak is left to the search.

use super::game::{Game, Moves, Observation};

/// A game that knows what is foolish in it.
pub trait Blunders: Game {
    const BLUNDERS: &'static [Blunder<Self>] = &[];

    /// The blunder, by its place in the list, that a legal move is.
    fn blunder(observation: &Observation<'_, Self>, mv: &Self::Move) -> Option<usize> {
        Self::BLUNDERS.iter().position(|blunder| (blunder.is_made)(observation, mv))
    }

    /// The legal moves that are no blunders; all of them where each is one.
    fn sound_moves(observation: &Observation<'_, Self>) -> Moves<Self::Move> {
        let is_sound = |mv: &&Self::Move| Self::blunder(observation, mv).is_none();
        let sound: Vec<Self::Move> = observation.legal.listed().iter().filter(is_sound).cloned().collect();
        match observation.legal {
            all if sound.is_empty() => all.clone(),
            Moves::All(_) => Moves::All(sound),
            Moves::Open(_) => Moves::Open(sound),
        }
    }
}

/// A play that no sensible player makes with what else may be played.
pub struct Blunder<G: Game> {
    /// What is done, as it goes on from "a bot that": "takes a trick from a partner who wins it anyway".
    pub name: &'static str,
    /// Whether this legal move does it, by what the seat can know.
    pub is_made: fn(&Observation<'_, G>, &G::Move) -> bool,
}
