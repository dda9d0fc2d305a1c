//! What speaks for a play in Matrix Solitaire: what it does now, what it prepares and what is still to come, with cards and
//! figures, and the sentence made of that.

use std::fmt;

use crate::cards::{Card, CardSet, Suit};
use crate::words::in_words;

use super::board::{Board, Slot};
use super::rules::{Play, points};
use super::search::{KnownCards, ScoredPlay};

/// Why a play is good.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    pub card: Card,
    pub play: Play,
    /// The card that a club buries.
    pub buries: Option<Card>,
    pub does: PlayEffect,
    /// About how many points are still to come, this play's with them.
    pub to_come: i32,
    /// About how many more than with any other play, where that is clear.
    pub better_by: Option<i32>,
}

/// What a play does now, or else prepares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayEffect {
    Scores(u16),
    /// A spade takes this card.
    Takes(Card),
    /// Any card of the suit that is still to come makes a chain of so many there.
    Prepares {
        suit: Suit,
        slot: Slot,
        size: u8,
    },
    /// So many slots are free afterwards.
    Leaves(u8),
}

/// A lead of so many points over all other plays is clear.
const CLEAR: f32 = 1.0;

/// From so many points on, estimates are told in fives.
const MANY: f32 = 20.0;

impl Reason {
    /// What speaks for the best of these plays; the others follow, best first.
    pub fn of(known: &KnownCards, best: &ScoredPlay, others: &[ScoredPlay]) -> Reason {
        let lead = others.first().map(|second| best.expected - second.expected);
        Reason {
            card: known.current,
            play: best.play,
            buries: known.next.filter(|_| best.play.bury),
            does: effect(known, best.play.slot),
            to_come: about(best.expected),
            better_by: lead.filter(|lead| *lead >= CLEAR).map(about),
        }
    }
}

/// An estimate with no more precision than it has.
fn about(estimate: f32) -> i32 {
    let step = if estimate.abs() >= MANY { 5.0 } else { 1.0 };
    (step * (estimate / step).round()) as i32
}

fn effect(known: &KnownCards, slot: Slot) -> PlayEffect {
    let (after, scored) = known.board.played(known.current, slot);
    match (scored, known.board.card(slot)) {
        (1.., _) => PlayEffect::Scores(scored),
        (0, Some(taken)) if known.current.suit() == Suit::Spades => PlayEffect::Takes(taken),
        _ => chain_in_reach(&after, known).unwrap_or(PlayEffect::Leaves((Slot::all().len() - after.len()) as u8)),
    }
}

/// The longest chain that any card of a suit that is still to come would complete.
fn chain_in_reach(board: &Board, known: &KnownCards) -> Option<PlayEffect> {
    let mut coming = known.unseen;
    coming.extend(known.next.into_iter().chain(known.buried.iter().copied()));
    let of_suit = |suit: Suit| -> CardSet { coming.iter().filter(|card| card.suit() == suit).collect() };
    let reached = Suit::ALL.into_iter().flat_map(|suit| {
        let cards = of_suit(suit);
        let sized = move |slot: Slot| Some((size_with_any(board, cards, slot)?, suit, slot));
        Slot::all().filter_map(sized)
    });
    // Of equal chains the first.
    let longest = reached.reduce(|longest, other| if other.0 > longest.0 { other } else { longest });
    longest.map(|(size, suit, slot)| PlayEffect::Prepares { suit, slot, size })
}

/// The size of the first chain, of their suit, that each of these cards would make on the slot; `None` if one of them makes none.
fn size_with_any(board: &Board, cards: CardSet, slot: Slot) -> Option<u8> {
    let size_with = |card: Card| {
        let can_lie = board.card(slot).is_none() && board.check(card, slot).is_ok();
        let mut then = *board;
        let before = then.suit(card.suit()).count_ones();
        let size = *then.play(card, slot).sizes().first().filter(|_| can_lie)?;
        // As many have gone of its own suit.
        (before + 1 - then.suit(card.suit()).count_ones() >= u32::from(size)).then_some(size)
    };
    cards.iter().map(size_with).reduce(|one, other| one.zip(other).map(|(one, other)| one.min(other))).flatten()
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Play {} to the {}", self.card.pretty(), self.play.slot.place())?;
        if let Some(buried) = self.buries {
            write!(f, " and bury {}", buried.pretty())?;
        }
        match self.does {
            PlayEffect::Scores(scored) => write!(f, ": it scores {}", points(i32::from(scored)))?,
            PlayEffect::Takes(taken) => write!(f, ": it takes {} out of the way", taken.pretty())?,
            PlayEffect::Prepares { suit, slot, size } => {
                let (suit, size) = (suit.word().to_lowercase(), in_words(usize::from(size)));
                write!(f, ": then any {suit} in the {} slot makes a chain of {size}", slot.place())?;
            }
            PlayEffect::Leaves(1) => write!(f, ": it leaves one slot free")?,
            PlayEffect::Leaves(free) => write!(f, ": it leaves {} slots free", in_words(usize::from(free)))?,
        }
        match self.better_by {
            Some(more) if self.to_come > 0 => {
                write!(
                    f,
                    ". About {} are still to come, about {more} more than with any other play",
                    points(self.to_come)
                )
            }
            _ if self.to_come > 0 => write!(f, ". About {} are still to come", points(self.to_come)),
            _ if self.to_come == 0 => f.write_str(". Few points, if any, are still to come"),
            _ => write!(f, ". You are likely to lose about {} by the end", points(-self.to_come)),
        }
    }
}
