//! Mystique Pillars as a game.
//!
//! Source: *The Mystique Deck*, "Mystique Pillars" by Martin Grider (2013). Where the rulebook is silent: the four pillars have 15
//! cards each, of which only the tops are seen; "matching two attributes" is exactly two; a pillar that runs out gets the upper half
//! of the tallest one; and the fewest cards win when the same position comes for the third time, after 300 turns of building, or
//! when nothing can be done.

use parse_display::{Display, FromStr};
use serde_json::json;

use super::table::{Event, Pillar, PillarsEnd, PillarsPhase, PillarsTable, matching};
use crate::cards::{AttributeKind, HandOrder, MystiqueCard, MystiqueSet};
use crate::engine::game::{Complexity, Game, Illegal, Info, Kind, NoOptions, SetupError};
use crate::engine::outcome::{Outcome, Stage};
use crate::engine::pile::{self, CardPile};
use crate::engine::rng::GameRng;
use crate::engine::rounds::{FirstDeal, check_seats};
use crate::engine::seats::{Seat, SeatSet, Seats, Viewer};
use crate::engine::seen::{EventTable, ZoneTable};
use crate::words::{counted, joined, listed};
use crate::zone_game;

pub use super::table::View;

/// A turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Display, FromStr)]
pub enum Move {
    /// The top card of this pillar comes to the hand.
    #[display("draw {0}")]
    Draw(Pillar),
    /// This card of the hand is laid onto this pillar.
    #[display("build {0} {1}")]
    Build(MystiqueCard, Pillar),
}

#[derive(Clone, PartialEq, Debug)]
pub struct MystiquePillars {
    pub table: PillarsTable,
}

impl MystiquePillars {
    fn check_build(&self, seat: Seat, card: MystiqueCard, pillar: Pillar) -> Result<(), Illegal> {
        if self.table.phase == PillarsPhase::Draft {
            return Err(Illegal::because("#the-draft", "nobody may build until everybody has eight cards: draw one"));
        }
        if !self.table.hand(seat).contains(card) {
            return Err(Illegal::not_held(card));
        }
        let top = self.table.top(pillar).ok_or_else(|| ran_out(pillar))?;
        if matching(top).contains(card) { Ok(()) } else { Err(no_match(card, top)) }
    }

    /// What happens after the top card of a pillar was taken: the next one is seen, or the pillar is filled up again.
    fn turn_up_next(&mut self, pillar: Pillar, report: &mut impl FnMut(Event)) {
        let mut seen_next = pillar;
        if self.table.pillar(pillar).is_empty() {
            let Some(from) = self.table.tallest() else { return };
            self.table.happens(Event::Divided { from, to: pillar }, report);
            seen_next = from;
        }
        let pile = self.table.pillar(seen_next);
        if let Some(card) = pile.top().filter(|_| !pile.is_open()) {
            self.table.happens(Event::TurnedUp { pillar: seen_next, card }, report);
        }
    }
}

fn ran_out(pillar: Pillar) -> Illegal {
    Illegal::because("#when-a-pillar-runs-out", format_args!("pillar {pillar} has run out for good"))
}

fn no_match(card: MystiqueCard, top: MystiqueCard) -> Illegal {
    let shared: Vec<&str> = card.shared(top).map(AttributeKind::word).collect();
    let shares = if shared.is_empty() { "nothing".to_owned() } else { format!("only its {}", listed(&shared)) };
    let (card, top) = (card.spoken(), top.spoken());
    Illegal::because(
        "#matching",
        format_args!("the {card} shares {shares} with the {top}; it must share two attributes"),
    )
}

impl Game for MystiquePillars {
    const INFO: Info = Info {
        id: "mystique-pillars",
        title: "Mystique Pillars",
        tagline: "Draft a hand from four pillars, and be first to build it all back.",
        source: "Martin Grider, in The Mystique Deck (2013)",
        rules: 1,
        seats: (2, super::table::MOST_PLAYERS as u8),
        minutes: (15, 25),
        kind: Kind::Cards,
        weight: Complexity::Medium,
        secrets: false,
        hand_orders: &[HandOrder::Colour, HandOrder::Suit, HandOrder::Number],
    };

    type Options = NoOptions;
    type Deal = FirstDeal;
    type Move = Move;
    type Event = Event;
    type View = View;

    const MOVE_TEXT: &'static str = "moves are `draw 2` and `build 3rC 2`: a card, and a pillar from 1 to 4";

    fn deal(_: &NoOptions, seats: Seats, deal: Option<&FirstDeal>, rng: &mut GameRng) -> Result<Self, SetupError> {
        check_seats(&Self::INFO, seats)?;
        let (deck, first) = FirstDeal::dealt(deal, MystiqueSet::DECK, seats, rng)?;
        Ok(MystiquePillars { table: PillarsTable::dealt(seats, first, &deck) })
    }

    fn stage(&self) -> Stage {
        match self.table.phase {
            PillarsPhase::Draft | PillarsPhase::Building { .. } => Stage::Act(SeatSet::only(self.table.turn)),
            PillarsPhase::Over { end, .. } => Stage::Over(outcome(&self.table, end)),
        }
    }

    fn turn(&self) -> Option<Seat> {
        self.table.acting()
    }

    fn moves_into(&self, seat: Seat, moves: &mut Vec<Move>) {
        moves.clear();
        moves.extend(Pillar::all().filter(|pillar| !self.table.pillar(*pillar).is_empty()).map(Move::Draw));
        let open = self.table.open();
        let [one, two, three, four] = open;
        let playable = self.table.hand(seat).intersection(one.union(two).union(three.union(four)));
        for card in playable.iter() {
            let onto = Pillar::all().zip(&open).filter(|(_, open)| open.contains(card));
            moves.extend(onto.map(|(pillar, _)| Move::Build(card, pillar)));
        }
    }

    fn check_move(&self, seat: Seat, mv: &Move) -> Result<(), Illegal> {
        match *mv {
            Move::Draw(pillar) => self.table.top(pillar).map(drop).ok_or_else(|| ran_out(pillar)),
            Move::Build(card, pillar) => self.check_build(seat, card, pillar),
        }
    }

    fn make(&mut self, seat: Seat, mv: &Move, _: &mut GameRng, report: &mut impl FnMut(Event)) {
        match *mv {
            Move::Draw(pillar) => {
                let Some(card) = self.table.top(pillar) else { return };
                self.table.happens(Event::Drew { seat, pillar, card }, report);
                self.turn_up_next(pillar, report);
            }
            Move::Build(card, pillar) => self.table.happens(Event::Built { seat, card, pillar }, report),
        }
        self.table.happens(Event::TurnEnded, report);
    }

    zone_game!();

    /// Everybody sees the same: who looks makes no difference.
    fn resample_hidden(&self, _: Viewer, rng: &mut GameRng) -> Self {
        let mut table = self.table.clone();
        let seen = table.pillars.each_ref().map(CardPile::seen);
        table.pillars = pile::imagined(&seen, table.hidden(), rng).unwrap_or(table.pillars);
        MystiquePillars { table }
    }

    fn imagined(view: &View, _: &[Event], rng: &mut GameRng) -> Option<Self> {
        let mut table = view.table.imagined(view.who, MystiqueSet::DECK, rng)?;
        table.pillars = pile::imagined(&table.pillars, table.hidden(), rng)?;
        Some(MystiquePillars { table })
    }

    /// Each card in hand counts against its seat.
    fn scores(&self) -> Vec<i32> {
        self.table.seats().iter().map(|seat| -(self.table.held(seat) as i32)).collect()
    }

    fn state(&self) -> serde_json::Value {
        let pillar = |pillar: Pillar| json!([self.table.top(pillar), self.table.pillar(pillar).len()]);
        let hand = |seat: Seat| MystiqueCard::by_card_number(self.table.hand(seat));
        json!({
            "phase": if self.table.phase == PillarsPhase::Draft { "draft" } else { "build" },
            "pillars": Pillar::all().map(pillar).collect::<Vec<_>>(),
            "hands": self.table.seats().iter().map(hand).collect::<Vec<_>>(),
            "turns": self.table.turns(),
        })
    }

    fn summary(&self) -> String {
        let held = joined(self.table.seats().iter().map(|seat| self.table.held(seat)), ", ");
        let phase = match self.table.phase {
            PillarsPhase::Draft => "The draft".to_owned(),
            _ => format!("{} of building", counted(u32::from(self.table.turns()), "turn", "turns")),
        };
        format!("{phase}. Cards in hand in seat order: {held}.")
    }
}

fn outcome(table: &PillarsTable, end: PillarsEnd) -> Outcome {
    let winners = table.fewest().to_vec();
    let laid = winners.first().map_or(String::new(), |seat| seat.does("laid their last card", "laid your last card"));
    let fewest = winners.first().map_or(0, |seat| table.held(*seat));
    let fewest = format!("the player with the fewest cards wins: {}", counted(fewest as u32, "card", "cards"));
    let (title, reason) = match end {
        PillarsEnd::HandEmpty => ("All built", laid),
        PillarsEnd::Repeated => {
            ("Going round in circles", format!("The same position occurred for the third time, so {fewest}"))
        }
        PillarsEnd::LongEnough => ("Long enough", format!("After 300 turns of building, {fewest}")),
        PillarsEnd::NothingToDo => {
            ("No pillar left standing", format!("Nothing is left to draw or to build on, so {fewest}"))
        }
    };
    Outcome { winners, title: title.to_owned(), reason }
}
