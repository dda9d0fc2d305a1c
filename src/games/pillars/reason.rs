//! What speaks for a move in Mystique Pillars: what can be seen of it, with what everybody could build afterwards, and the sentence
//! made of that.

use std::fmt;

use arrayvec::ArrayVec;

use crate::cards::{AttributeKind, MystiqueCard, MystiqueSet};
use crate::engine::seats::Seat;
use crate::engine::seen::{EventTable, ZoneTable};
use crate::words::{in_words, joined, listed};

use super::rules::{Move, View};
use super::table::{Event, MOST_PLAYERS, Pillar, PillarsPhase, PillarsTable, matching};

/// Of up to so many opponents it is told how many of their cards would fit.
const MOST_TOLD: usize = 2;

/// Why a move is good.
#[derive(Clone, PartialEq, Debug)]
pub struct Reason {
    pub pillar: Pillar,
    pub role: PillarsRole,
    /// What the seat itself could build next, as far as can be seen.
    pub own: NextCards,
    /// The same of each opponent, the next one first. Empty in the draft.
    pub rivals: ArrayVec<NextCards, MOST_PLAYERS>,
    /// Whether a card is turned up afterwards that nobody knows yet: more may fit then.
    pub has_hidden_top: bool,
}

/// What a move is.
#[derive(Clone, PartialEq, Debug)]
pub enum PillarsRole {
    /// A card is drafted that matches these of the hand.
    Drafts { card: MystiqueCard, matches: MystiqueSet },
    /// A card is built onto this one, with which it shares these two attributes.
    Builds { card: MystiqueCard, onto: MystiqueCard, shared: ArrayVec<AttributeKind, 2> },
    /// A card is drawn; whether one could have been built.
    Draws { card: MystiqueCard, could_build: bool },
    /// Nothing can be done there.
    Nothing,
}

/// The cards of a seat that fit on some pillar, of so many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NextCards {
    pub seat: Seat,
    pub fitting: MystiqueSet,
    pub held: usize,
}

impl NextCards {
    /// As the pillars stand. What lies on top unseen fits nothing yet.
    pub fn of(table: &PillarsTable, seat: Seat) -> NextCards {
        let open = table.matching_tops().into_iter().fold(MystiqueSet::EMPTY, MystiqueSet::union);
        NextCards { seat, fitting: table.hand(seat).intersection(open), held: table.held(seat) }
    }

    /// Of each opponent of a seat, the next one first.
    pub fn of_rivals(table: &PillarsTable, seat: Seat) -> ArrayVec<NextCards, MOST_PLAYERS> {
        table.seats().from(seat).skip(1).map(|rival| NextCards::of(table, rival)).take(MOST_PLAYERS).collect()
    }
}

/// The table after a move of a seat, with all that can be known of it before.
pub fn after(table: &PillarsTable, seat: Seat, mv: Move) -> PillarsTable {
    let mut after = table.clone();
    match mv {
        Move::Build(card, pillar) => after.follow(&Event::Built { seat, card, pillar }),
        Move::Draw(pillar) => {
            let Some(card) = table.top(pillar) else { return after };
            after.follow(&Event::Drew { seat, pillar, card });
            if let Some(from) = after.tallest().filter(|_| after.pillar(pillar).is_empty()) {
                after.follow(&Event::Divided { from, to: pillar });
            }
        }
    }
    after
}

impl Reason {
    /// What speaks for a move of whoever's turn it is.
    pub fn of(view: &View, mv: Move) -> Reason {
        let (table, seat) = (&view.table, view.table.turn);
        let is_draft = table.phase == PillarsPhase::Draft;
        let after = after(table, seat, mv);
        let (pillar, role) = match mv {
            Move::Draw(pillar) => (pillar, drawn(table, seat, pillar)),
            Move::Build(card, pillar) => (pillar, built(table, card, pillar)),
        };
        let rivals = if is_draft { ArrayVec::new() } else { NextCards::of_rivals(&after, seat) };
        Reason { pillar, role, own: NextCards::of(&after, seat), rivals, has_hidden_top: after.has_hidden_top() }
    }
}

fn drawn(table: &PillarsTable, seat: Seat, pillar: Pillar) -> PillarsRole {
    let Some(card) = table.top(pillar) else { return PillarsRole::Nothing };
    if table.phase == PillarsPhase::Draft {
        let matches = matching(card).intersection(table.hand(seat));
        return PillarsRole::Drafts { card, matches };
    }
    PillarsRole::Draws { card, could_build: !NextCards::of(table, seat).fitting.is_empty() }
}

fn built(table: &PillarsTable, card: MystiqueCard, pillar: Pillar) -> PillarsRole {
    let Some(onto) = table.top(pillar) else { return PillarsRole::Nothing };
    PillarsRole::Builds { card, onto, shared: card.shared(onto).take(2).collect() }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pillar = self.pillar;
        match &self.role {
            PillarsRole::Nothing => return write!(f, "Leave pillar {pillar} alone"),
            PillarsRole::Drafts { card, matches } => {
                write!(f, "Draft the {} from pillar {pillar}: ", card.spoken())?;
                return f.write_str(&matched(*matches, self.own.held));
            }
            PillarsRole::Builds { card, onto, shared } => {
                let shared: Vec<&str> = shared.iter().map(|kind| kind.word()).collect();
                write!(f, "Build the {} onto the {}, with the same {}", card.spoken(), onto.spoken(), listed(&shared))?;
            }
            PillarsRole::Draws { card, could_build } => {
                write!(f, "Draw the {} from pillar {pillar}", card.spoken())?;
                f.write_str(if *could_build { "" } else { ", for no card of yours fits" })?;
            }
        }
        if self.own.held == 0 {
            return f.write_str(": you lay your last card and win");
        }
        write!(f, ": {}", self.next())
    }
}

/// What a drafted card matches in the hand, which has so many cards with it.
fn matched(matches: MystiqueSet, held: usize) -> String {
    let cards: Vec<String> = matches.iter().map(|card| format!("the {}", card.spoken())).collect();
    match cards.len() {
        0 if held <= 1 => "your hand is still empty, so any card is a start".to_owned(),
        0 => "you get a card that nothing in your hand matches yet, but later ones may".to_owned(),
        1..=3 => format!("you get a match for {}", listed(&cards)),
        count => format!("you get a match for {} of your cards", in_words(count)),
    }
}

impl Reason {
    /// What everybody could build then.
    fn next(&self) -> String {
        let seen = if self.has_hidden_top { "as far as you can see, " } else { "" };
        joined([format!("{seen}{}", self.own_next())].into_iter().chain(self.rivals_next()), "; ")
    }

    /// "three of your six cards would fit next".
    fn own_next(&self) -> String {
        let NextCards { fitting, held, .. } = self.own;
        match (fitting.len(), held) {
            (0, 1) => "your last card would not fit next".to_owned(),
            (_, 1) => "your last card would fit next".to_owned(),
            (0, _) => "none of your cards would fit next".to_owned(),
            (2, 2) => "both of your cards would fit next".to_owned(),
            (fits, held) if fits == held => format!("all of your {} cards would fit next", in_words(held)),
            (fits, held) => format!("{} of your {} cards would fit next", in_words(fits), in_words(held)),
        }
    }

    /// The same of the opponents. Of many, only those with a last card are told; the preview counts the cards of all.
    fn rivals_next(&self) -> Option<String> {
        let is_told = |next: &&NextCards| self.rivals.len() <= MOST_TOLD || next.held == 1;
        let rivals: Vec<String> = self.rivals.iter().filter(is_told).map(rival_next).collect();
        (!rivals.is_empty()).then(|| listed(&rivals))
    }
}

/// "two of Ada’s five cards would fit".
fn rival_next(next: &NextCards) -> String {
    let (seat, fits) = (next.seat, next.fitting.len());
    match (fits, next.held) {
        (0, 1) => format!("{} last card would not fit", seat.whose()),
        (_, 1) => format!("{} last card would fit", seat.whose()),
        (0, _) => format!("none of {} cards would fit", seat.whose()),
        (2, 2) => format!("both of {} cards would fit", seat.whose()),
        (fits, held) if fits == held => format!("all {} of {} cards would fit", in_words(held), seat.whose()),
        (fits, held) => format!("{} of {} {} cards would fit", in_words(fits), seat.whose(), in_words(held)),
    }
}
