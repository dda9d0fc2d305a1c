//! What speaks for a move in Mystique Maze: what is missing before it and after it, what is known of the deck and of the next player,
//! and the sentence made of that.

use std::fmt;

use crate::cards::{CardBits, MystiqueCard, MystiqueSet};
use crate::engine::seats::Seat;
use crate::engine::seen::ZoneTable;
use crate::words::{capitalised, counted_in_words, in_words, listed};

use super::block::{MazeRoute, MissingWay};
use super::rules::{Move, View};
use super::table::MazeTable;

/// Why a move is good.
#[derive(Clone, PartialEq, Debug)]
pub enum Reason {
    Draws {
        /// The top of the discards, and how many cards would be missing with it.
        top: Option<(MystiqueCard, usize)>,
        missing: MissingCards,
    },
    /// It takes a card, with which as many are missing as `after` says, where it were `before` as many.
    Takes {
        card: MystiqueCard,
        before: usize,
        after: usize,
        /// The cards of the hand, and the own corner cards, that are connected with it.
        links: MystiqueSet,
    },
    Discards {
        card: MystiqueCard,
        /// How many cards are missing with it and without it.
        before: usize,
        after: usize,
        next: NextPlayer,
    },
    /// To ask for the deck once more ends the game, and nobody wins.
    Ends,
    /// Whoever looks on holds no cards.
    Unknown,
}

/// The cards that are missing on the way for which the fewest are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MissingCards {
    pub count: usize,
    /// How many of them may be in the deck: they have not been seen since it was shuffled. `None` if it is empty.
    pub in_deck: Option<usize>,
}

/// What everybody knows of the next player and a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NextPlayer {
    pub seat: Seat,
    /// How many of the cards that they hold everybody knows.
    pub known: usize,
    /// Those of them that are connected with the card.
    pub links: MystiqueSet,
}

impl MazeTable {
    /// The way for which the fewest cards are missing to a seat that holds these. Cards that lie under the top of the discards or that
    /// somebody else has taken are avoided where others do as well.
    pub fn missing_way(&self, seat: Seat, held: MystiqueSet) -> Option<MissingWay> {
        let harder = self.buried().union(self.taken_by_others(seat));
        MazeRoute::of(seat, self.options.suits)?.missing(held, self.never(), harder)
    }

    fn count_missing(&self, seat: Seat, held: MystiqueSet) -> usize {
        self.missing_way(seat, held).map_or(0, |way| way.missing.len())
    }
}

impl Reason {
    /// What speaks for a move of whoever sees this.
    pub fn of(view: &View, mv: Move) -> Reason {
        let Some(seat) = view.own() else { return Reason::Unknown };
        let (table, hand) = (&view.table, view.hand());
        let with = |card: MystiqueCard| hand.with(MystiqueSet::of_one(card));
        match mv {
            Move::Draw if table.is_out_of_cards() => Reason::Ends,
            Move::Draw => {
                let top = table.discards.top().map(|card| (card, table.count_missing(seat, with(card))));
                Reason::Draws { top, missing: missing_cards(table, seat) }
            }
            Move::Take => {
                let Some(card) = table.discards.top() else { return Reason::Unknown };
                let (before, after) = (table.count_missing(seat, hand), table.count_missing(seat, with(card)));
                Reason::Takes { card, before, after, links: links(table, seat, card) }
            }
            Move::Discard(card) => {
                let left = hand.without(MystiqueSet::of_one(card));
                let (before, after) = (table.count_missing(seat, hand), table.count_missing(seat, left));
                Reason::Discards { card, before, after, next: next_player(table, seat, card) }
            }
        }
    }
}

fn missing_cards(table: &MazeTable, seat: Seat) -> MissingCards {
    let missing = table.missing_way(seat, table.hand(seat)).map_or(MystiqueSet::EMPTY, |way| way.missing);
    let in_deck = missing.intersection(table.unseen_by(seat)).len();
    MissingCards { count: missing.len(), in_deck: (table.in_deck() > 0).then_some(in_deck) }
}

/// The cards of a seat that are connected with this one.
fn links(table: &MazeTable, seat: Seat, card: MystiqueCard) -> MystiqueSet {
    let line = table.options.suits;
    let corners = MazeRoute::of(seat, line).map_or(MystiqueSet::EMPTY, MazeRoute::corners);
    line.connected(card).intersection(table.hand(seat).union(corners))
}

fn next_player(table: &MazeTable, seat: Seat, card: MystiqueCard) -> NextPlayer {
    let next = table.seats().after(seat);
    let known = table.taken[next];
    NextPlayer { seat: next, known: known.len(), links: table.options.suits.connected(card).intersection(known) }
}

/// "the three of red moons and the four of red moons".
fn spoken(cards: MystiqueSet) -> String {
    listed(&cards.iter().map(|card| format!("the {}", card.spoken())).collect::<Vec<String>>())
}

/// "two cards short".
pub fn short(missing: usize) -> String {
    format!("{} short", counted_in_words(missing, "card", "cards"))
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Draws { top, missing } => {
                let why = match top {
                    None => "nothing has been discarded yet".to_owned(),
                    Some((card, with)) if *with < missing.count => {
                        format!("it may bring you more than the {}", card.spoken())
                    }
                    Some((card, _)) => format!("the {} would bring you no closer", card.spoken()),
                };
                write!(f, "Draw from the deck: {why}. {missing}")
            }
            Reason::Takes { card, after: 0, .. } => write!(f, "Take the {}: it completes your chain", card.spoken()),
            Reason::Takes { card, before, after, .. } if after < before => {
                write!(f, "Take the {}: you are then {} instead of {}", card.spoken(), short(*after), in_words(*before))
            }
            Reason::Takes { card, after, links, .. } => {
                write!(f, "Take the {}", card.spoken())?;
                match links.is_empty() {
                    true => write!(f, " rather than an unknown card: you are still {}", short(*after)),
                    false => write!(f, ": it is connected to {}. You are still {}", spoken(*links), short(*after)),
                }
            }
            Reason::Discards { card, after: 0, .. } => {
                write!(f, "Discard the {}: what is left links your corners, and you win", card.spoken())
            }
            Reason::Discards { card, before, after, next } => {
                let why = match after > before {
                    true => format!("you are then {} instead of {}", short(*after), in_words(*before)),
                    false => format!("you are {} with or without it", short(*after)),
                };
                write!(f, "Discard the {}: {why}{next}", card.spoken())
            }
            Reason::Ends => f.write_str("Draw: the deck has run out for good, so the game ends, and nobody wins"),
            Reason::Unknown => f.write_str("Draw a card, and discard one"),
        }
    }
}

/// "Two cards are missing, and both may be in the deck".
impl fmt::Display for MissingCards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MissingCards { count, in_deck } = *self;
        let are = if count == 1 { "is" } else { "are" };
        write!(f, "{} {are} missing", capitalised(&counted_in_words(count, "card", "cards")))?;
        match (in_deck, count) {
            (None, _) | (_, 0) => Ok(()),
            (Some(0), 1) => f.write_str(", and it is not in the deck now"),
            (Some(0), 2) => f.write_str(", and neither is in the deck now"),
            (Some(0), _) => f.write_str(", and none of them is in the deck now"),
            (Some(_), 1) => f.write_str(", and it may be in the deck"),
            (Some(2), 2) => f.write_str(", and both may be in the deck"),
            (Some(some), all) if some == all => f.write_str(", and all of them may be in the deck"),
            (Some(some), _) => write!(f, ", and {} of them may be in the deck", in_words(some)),
        }
    }
}

/// ", and it is connected with nothing that Ada has taken".
impl fmt::Display for NextPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let taken = self.seat.does("has taken", "have taken");
        match (self.known, self.links.is_empty()) {
            (0, _) => Ok(()),
            (_, true) => write!(f, ", and it is not connected to anything {taken}"),
            (_, false) => write!(f, ", though it is connected to {}, which {taken}", spoken(self.links)),
        }
    }
}
