//! What speaks for a move in Mystique Chain: what can follow it, and what is proven, and the sentence made of that.

use std::fmt;

use crate::cards::{Attribute, MystiqueCard};
use crate::words::{counted_in_words, in_words};

use super::position::{ChainPosition, Move};
use super::solver::Proof;

/// Why a move is good.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// The card that is played; `None` for the first announcement.
    pub card: Option<MystiqueCard>,
    pub announces: Attribute,
    /// How many cards can follow, and whether no other move leaves fewer.
    pub answers: u32,
    pub is_fewest: bool,
    pub proven: Option<ProvenChain>,
}

/// What is proven of a move for the one who makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProvenChain {
    /// Whether it wins by force; otherwise every move loses against best play, and none holds out longer.
    pub wins: bool,
    /// After how many more cards at the latest, if it wins, and at the earliest, if it loses.
    pub more: u32,
}

impl Reason {
    /// What speaks for this move, with what is proven of it.
    pub fn of(position: &ChainPosition, mv: Move, proof: Option<Proof>) -> Reason {
        let answers = |mv: Move| position.after(mv).playable().len() as u32;
        let (card, kind) = match mv {
            Move::Announce(kind) => (None, kind),
            Move::Play(card, kind) => (Some(card), kind),
        };
        let more = |proof: Proof| ProvenChain { wins: proof.wins, more: proof.cards - u32::from(card.is_some()) };
        Reason {
            card,
            announces: card.unwrap_or(position.last).attribute(kind),
            answers: answers(mv),
            is_fewest: position.moves().into_iter().all(|other| answers(other) >= answers(mv)),
            proven: proof.map(more),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.card {
            Some(card) => write!(f, "Play the {} and announce {}: ", card.spoken(), self.announces)?,
            None => write!(f, "Announce {}: ", self.announces)?,
        }
        match self.proven {
            _ if self.answers == 0 => f.write_str("nothing can follow, and you win"),
            Some(ProvenChain { wins: true, more }) => {
                write!(f, "this wins by force, after {} at the latest", more_cards(more))
            }
            Some(ProvenChain { wins: false, more }) => {
                write!(f, "every move loses against best play, but this one holds out for {}", more_cards(more))
            }
            None => {
                let fewest = if self.is_fewest { ", and no other move leaves fewer" } else { "" };
                let few = counted_in_words(self.answers as usize, "card", "cards");
                write!(f, "{few} can follow{fewest}. It is too early to tell who wins")
            }
        }
    }
}

/// "three more cards".
pub(super) fn more_cards(more: u32) -> String {
    format!("{} more {}", in_words(more as usize), if more == 1 { "card" } else { "cards" })
}
