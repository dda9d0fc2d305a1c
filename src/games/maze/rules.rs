//! Mystique Maze as a game.
//!
//! Source: *The Mystique Deck*, "Mystique Maze" by Néstor Romeral Andrés (2013). Where the rulebook is silent: the line of the suits is
//! an option; a chain is seen by the program as soon as somebody holds it after discarding; and nobody wins when the deck is asked for a
//! fifth time after it has run out, or after 400 turns.

use parse_display::{Display, FromStr};
use serde_json::json;

use super::block::{MOST_PLAYERS, MazeRoute};
pub use super::table::{Event, Options};
use super::table::{MOST_TURNS, MazeEnd, MazePhase, MazeTable, MazeZone, corner_cards};
use crate::cards::{HandOrder, MystiqueCard, MystiqueSet};
use crate::engine::game::{Complexity, Game, Illegal, Info, Kind, SetupError, Unexplained};
use crate::engine::outcome::{Outcome, Stage};
use crate::engine::rng::GameRng;
use crate::engine::rounds::{FirstDeal, check_seats};
use crate::engine::seats::{Seat, SeatSet, Seats, Viewer};
use crate::engine::seen::{EventTable, Seen, ZoneTable};
use crate::engine::stock::{self, DeckOrder};
use crate::words::{counted, in_words};
use crate::zone_game;

/// Half a turn: a card comes to the hand, or one leaves it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Display, FromStr)]
pub enum Move {
    /// The top card of the deck.
    #[display("draw")]
    Draw,
    /// The top card of the discards.
    #[display("take")]
    Take,
    #[display("discard {0}")]
    Discard(MystiqueCard),
}

#[derive(Clone, PartialEq, Debug)]
pub struct MystiqueMaze {
    pub table: MazeTable,
    deck: DeckOrder<MystiqueSet>,
}

/// What a viewer may know.
pub type View = Seen<MazeTable>;

/// So many worlds are imagined until one is possible.
const MOST_IMAGINED: usize = 100;

impl MystiqueMaze {
    pub fn hand(&self, seat: Seat) -> MystiqueSet {
        self.table.hand(seat)
    }

    /// Who has linked their corner cards wins; if nobody has, the last turn ends the game.
    fn end_turn(&mut self, seat: Seat, report: &mut impl FnMut(Event)) {
        let route = MazeRoute::of(seat, self.table.options.suits);
        let end = match route.and_then(|route| route.chain(self.hand(seat))) {
            Some(chain) => MazeEnd::Linked { seat, chain },
            None if self.table.turns >= MOST_TURNS => MazeEnd::LongEnough,
            None => return,
        };
        self.table.happens(Event::Ended(end), report);
    }

    /// A game that looks like this to a viewer: all that they do not see is dealt, shuffle by shuffle, so that nobody holds a chain with
    /// which they would have won.
    fn imagine(seen: &MazeTable, who: Viewer, rng: &mut GameRng) -> Option<Self> {
        let imagined = |_| {
            let cards = seen.shuffles.imagined(&seen.cards, (who, seen.seats(), MazeZone::Deck), rng)?;
            let deck = DeckOrder::shuffled(cards.known(MazeZone::Deck), rng);
            Some(MystiqueMaze { table: seen.with_cards(cards), deck })
        };
        (0..MOST_IMAGINED).map_while(imagined).find(|game| game.table.overlooked().is_none())
    }
}

impl Game for MystiqueMaze {
    const INFO: Info = Info {
        id: "mystique-maze",
        title: "Mystique Maze",
        tagline: "Collect a chain of cards that links your two corner cards.",
        source: "Néstor Romeral Andrés, in The Mystique Deck (2013)",
        rules: 1,
        seats: (2, MOST_PLAYERS as u8),
        minutes: (15, 25),
        kind: Kind::Cards,
        weight: Complexity::Medium,
        secrets: true,
        hand_orders: &[HandOrder::Suit, HandOrder::Colour, HandOrder::Number],
    };

    type Options = Options;
    type Deal = FirstDeal;
    type Move = Move;
    type Event = Event;
    type View = View;

    const MOVE_TEXT: &'static str = "moves are `draw`, `take` and `discard 3rC`";

    fn deal(options: &Options, seats: Seats, deal: Option<&FirstDeal>, rng: &mut GameRng) -> Result<Self, SetupError> {
        check_seats(&Self::INFO, seats)?;
        let cards = MystiqueSet::DECK.without(corner_cards(seats, options.suits));
        let (deck, first) = FirstDeal::dealt(deal, cards, seats, rng)?;
        let table = MazeTable::dealt(seats, *options, first, &deck);
        let dealt = deck.len() - table.in_deck();
        Ok(MystiqueMaze { table, deck: DeckOrder::of(&deck[dealt..]) })
    }

    fn gives_help(options: &Options) -> bool {
        options.map
    }

    fn stage(&self) -> Stage {
        match &self.table.end {
            None => Stage::Act(SeatSet::only(self.table.turn)),
            Some(end) => Stage::Over(outcome(end)),
        }
    }

    #[inline]
    fn turn(&self) -> Option<Seat> {
        self.table.acting()
    }

    #[inline]
    fn moves_into(&self, seat: Seat, moves: &mut Vec<Move>) {
        moves.clear();
        match self.table.phase {
            MazePhase::Draw => {
                moves.push(Move::Draw);
                moves.extend(self.table.discards.top().map(|_| Move::Take));
            }
            MazePhase::Discard => moves.extend(self.hand(seat).iter().map(Move::Discard)),
        }
    }

    fn check_move(&self, seat: Seat, mv: &Move) -> Result<(), Illegal> {
        match (mv, self.table.phase) {
            (Move::Discard(_), MazePhase::Draw) => {
                Err(Illegal::because("#the-turn", "draw a card first, or take the top of the discards"))
            }
            (Move::Draw | Move::Take, MazePhase::Discard) => {
                Err(Illegal::because("#the-discards", "you have nine cards: discard one"))
            }
            (Move::Discard(card), _) if !self.hand(seat).contains(*card) => Err(Illegal::not_held(*card)),
            (Move::Take, _) if self.table.discards.is_empty() => {
                Err(Illegal::because("#the-discards", "nothing has been discarded yet: draw from the deck"))
            }
            _ => Ok(()),
        }
    }

    fn make(&mut self, seat: Seat, mv: &Move, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        match *mv {
            Move::Draw if self.table.is_out_of_cards() => {
                self.table.happens(Event::Ended(MazeEnd::OutOfCards), report);
            }
            Move::Draw => self.deck.draw(&mut self.table, (seat, 1), rng, report),
            Move::Take => {
                let Some(card) = self.table.discards.top() else { return };
                self.table.happens(Event::Took { seat, card }, report);
            }
            Move::Discard(card) => {
                self.table.happens(Event::Discarded { seat, card }, report);
                self.end_turn(seat, report);
            }
        }
    }

    zone_game!();

    fn resample_hidden(&self, who: Viewer, rng: &mut GameRng) -> Self {
        let seen = self.table.with_cards(self.table.cards.seen_by(who));
        MystiqueMaze::imagine(&seen, who, rng).unwrap_or_else(|| self.clone())
    }

    fn imagined(view: &View, _: &[Event], rng: &mut GameRng) -> Option<Self> {
        MystiqueMaze::imagine(&view.table, view.who, rng)
    }

    fn explains(&self, seen: &[Event]) -> Result<(), Unexplained> {
        if let Some(seat) = self.table.overlooked() {
            return Err(Unexplained(format!("seat {seat} would have won")));
        }
        let held = |seat: Seat, since: &[Event]| self.drawn_since(seat, since);
        stock::explains(self.table.seats(), seen, Event::stock, held)
    }

    /// 1 for whoever has won.
    fn scores(&self) -> Vec<i32> {
        let won = |seat: Seat| matches!(&self.table.end, Some(MazeEnd::Linked { seat: winner, .. }) if *winner == seat);
        self.table.seats().iter().map(|seat| i32::from(won(seat))).collect()
    }

    fn state(&self) -> serde_json::Value {
        let (table, seats) = (&self.table, self.table.seats());
        let chain = if let Some(MazeEnd::Linked { chain, .. }) = &table.end { Some(chain.as_slice()) } else { None };
        json!({
            "top": table.discards.top(),
            "deck": table.in_deck(),
            "discards": table.discards.len(),
            "hands": seats.iter().map(|seat| table.cards.count(MazeZone::Hand(seat))).collect::<Vec<_>>(),
            "chain": chain,
        })
    }

    fn summary(&self) -> String {
        let turns = counted(u32::from(self.table.turns), "turn", "turns");
        let how = match &self.table.end {
            Some(MazeEnd::Linked { seat, chain }) => {
                format!("Seat {seat} has linked the corner cards with {} cards", chain.len() - 2)
            }
            Some(MazeEnd::OutOfCards | MazeEnd::LongEnough) => "Nobody has completed a chain".to_owned(),
            None => format!("{} in the deck", counted(self.table.in_deck() as u32, "card", "cards")),
        };
        format!("{how} after {turns}.")
    }
}

impl MystiqueMaze {
    /// The cards that a seat holds or has discarded in these events and that came to it from the deck.
    fn drawn_since(&self, seat: Seat, since: &[Event]) -> MystiqueSet {
        let (mut drawn, mut taken) = (MystiqueSet::EMPTY, MystiqueSet::EMPTY);
        for event in since {
            match event {
                Event::Took { seat: who, card } if *who == seat => taken.extend([*card]),
                // What was taken did not come from the deck this time.
                Event::Discarded { seat: who, card } if *who == seat && taken.contains(*card) => {
                    taken.remove(*card);
                }
                Event::Discarded { seat: who, card } if *who == seat => drawn.extend([*card]),
                _ => {}
            }
        }
        drawn.union(self.hand(seat).without(taken))
    }
}

fn outcome(end: &MazeEnd) -> Outcome {
    let (winners, title, reason) = match end {
        MazeEnd::Linked { seat, chain } => {
            let cards = in_words(chain.len() - 2);
            (vec![*seat], "Through the maze", format!("A chain of {cards} cards links both corner cards"))
        }
        MazeEnd::OutOfCards => {
            (Vec::new(), "No way through", "The deck has run out for the fifth time, and nobody has a chain".to_owned())
        }
        MazeEnd::LongEnough => (Vec::new(), "No way through", "Nobody has a chain after 400 turns".to_owned()),
    };
    Outcome { winners, title: title.to_owned(), reason }
}
