//! What speaks for a bid in Battle for the Suns: what can be seen of it, with cards and figures, and the sentence made of that.

use std::fmt;

use crate::cards::{MystiqueCard, MystiqueSet};
use crate::engine::sealed::SealedChoice;
use crate::engine::seats::Seat;
use crate::engine::seen::ZoneTable;
use crate::words::counted_in_words;

use super::rules::View;
use super::table::{BIDS, Move, worth};

/// Why a choice is good.
#[derive(Clone, PartialEq, Debug)]
pub enum Reason {
    /// The first card, which must be bid.
    First { card: MystiqueCard, adds: i32, among: AddsAmong },
    /// Another card.
    Adds {
        card: MystiqueCard,
        adds: i32,
        /// How far the bid would then be ahead of what anybody else has shown; negative if it is behind.
        ahead: i32,
    },
    Stops {
        bid: i32,
        /// How far it is ahead.
        ahead: i32,
        standing: StoppedBid,
        /// How many suns are still to rise, and the highest number among them.
        to_rise: usize,
        highest: u8,
    },
    /// Whoever looks on has no cards to choose from.
    Unknown,
}

/// What a card adds beside what the other cards of the hand would.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AddsAmong {
    /// None adds more.
    Most,
    /// None adds less.
    Least,
    /// This one adds more, and stays in the hand.
    Keeps(MystiqueCard, i32),
}

/// How it stands for whoever stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StoppedBid {
    /// Ahead, and nobody else is still bidding.
    Sure,
    /// All cards that could still be bid together add no more than this, which is too little.
    OutOfReach(i32),
    Open,
}

impl Reason {
    /// What speaks for this choice.
    pub fn of(view: &View, mv: Move) -> Reason {
        let (Some(sun), Some(seat)) = (view.table.sun(), view.own()) else { return Reason::Unknown };
        let (table, hand) = (&view.table, view.hand());
        let others = || table.seats().iter().filter(|other| *other != seat);
        let (bid, shown) = (table.bid(seat), others().map(|other| table.bid(other)).max().unwrap_or(0));
        match mv {
            Move::Bid(card) if table.round() == 1 => {
                Reason::First { card, adds: worth(card, sun), among: adds_among(hand, card, sun) }
            }
            Move::Bid(card) => {
                let adds = worth(card, sun);
                Reason::Adds { card, adds, ahead: bid + adds - shown }
            }
            Move::Stop => {
                let ahead = bid - shown;
                let is_bidding = |other: Seat| table.chosen.of(other) != SealedChoice::Unasked;
                let most = most_to_add(hand, sun, BIDS + 1 - table.round().min(BIDS));
                let standing = match ahead {
                    1.. if !others().any(is_bidding) => StoppedBid::Sure,
                    _ if ahead + most <= 0 => StoppedBid::OutOfReach(most),
                    _ => StoppedBid::Open,
                };
                let (to_rise, highest) = (table.below().len(), table.below().iter().map(|sun| sun.number()).max());
                Reason::Stops { bid, ahead, standing, to_rise, highest: highest.unwrap_or(0) }
            }
        }
    }
}

fn adds_among(hand: MystiqueSet, card: MystiqueCard, sun: MystiqueCard) -> AddsAmong {
    let adds = worth(card, sun);
    let most = hand.iter().max_by_key(|other| worth(*other, sun));
    match most.map(|other| (other, worth(other, sun))) {
        Some((other, more)) if more > adds && hand.iter().any(|other| worth(other, sun) < adds) => {
            AddsAmong::Keeps(other, more)
        }
        Some((_, more)) if more > adds => AddsAmong::Least,
        _ => AddsAmong::Most,
    }
}

/// What so many cards of this hand can add at most.
pub fn most_to_add(hand: MystiqueSet, sun: MystiqueCard, cards: usize) -> i32 {
    let mut adds: Vec<i32> = hand.iter().map(|card| worth(card, sun)).collect();
    adds.sort_unstable();
    adds.iter().rev().take(cards).sum()
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::First { card, adds, among } => {
                let why = match among {
                    AddsAmong::Most => format!("it adds {adds}, and none of your cards adds more"),
                    AddsAmong::Least => {
                        format!("a first card has to be bid, and none of yours adds less than its {adds}")
                    }
                    AddsAmong::Keeps(other, more) => {
                        format!("it adds {adds}, and you keep the {}, which adds {more}", other.spoken())
                    }
                };
                write!(f, "Bid the {}: {why}", card.spoken())
            }
            Reason::Adds { card, adds, ahead } => {
                let then = match *ahead {
                    0 => "draws level with the highest bid that anybody else has shown".to_owned(),
                    1.. => format!("puts you {ahead} ahead of what anybody else has shown"),
                    _ => format!("brings you within {} of the highest bid so far", -ahead),
                };
                write!(f, "Bid the {}: it adds {adds} and {then}", card.spoken())
            }
            Reason::Stops { bid, ahead, standing, to_rise, highest } => {
                let why = match (standing, *ahead) {
                    (StoppedBid::Sure, _) => {
                        return write!(f, "Stop: nobody else is still bidding, and your {bid} wins the sun");
                    }
                    (StoppedBid::OutOfReach(most), ahead) if ahead < 0 => {
                        format!("you are {} behind, and your best cards would add no more than {most}", -ahead)
                    }
                    (_, 1..) => format!("your {bid} is {ahead} ahead of what anybody else has shown"),
                    (_, 0) => format!("your {bid} is level with the highest bid that anybody else has shown"),
                    (_, ahead) => format!("you are {} behind", -ahead),
                };
                write!(f, "Stop: {why}{}", later(*to_rise, *highest))
            }
            Reason::Unknown => f.write_str("Bid or stop"),
        }
    }
}

/// What the cards that are kept may still win.
fn later(to_rise: usize, highest: u8) -> String {
    match to_rise {
        0 => String::new(),
        1 => format!(", and one sun, worth {highest}, is still to rise"),
        many => format!(", and {}, worth up to {highest}, are still to rise", counted_in_words(many, "sun", "suns")),
    }
}
