//! Chain of Restraints as a game.
//!
//! Source: *The Mystique Deck*, "Chain of Restraints" by Nathan Morse (2013). Where the rulebook is silent: the first card of the game
//! is free; who must pass hands shows the hand first; after as many passes as there are players, everybody has the own hand again,
//! and whose turn it is lays it aside, out of the game, for five new cards; and when a card has to be drawn from an empty deck, in the
//! middle of a new hand as well, the game is a draw.

use parse_display::{Display, FromStr};
use serde_json::json;

use super::board::{BOX, RestraintBoard, unlike};
use super::table::{Event, HAND, MOST_PLAYERS, RestraintEnd, RestraintTable, RestraintZone};
use crate::cards::{Attribute, HandOrder, MystiqueCard, MystiqueSet};
use crate::engine::game::{Complexity, Game, Illegal, Info, Kind, NoOptions, SetupError};
use crate::engine::outcome::{Outcome, Stage};
use crate::engine::rng::GameRng;
use crate::engine::rounds::{FirstDeal, check_seats};
use crate::engine::seats::{Seat, SeatSet, Seats, Viewer};
use crate::engine::seen::{EventTable, Seen, ZoneTable};
use crate::engine::stock::DeckOrder;
use crate::engine::zones::Moved;
use crate::square::{Bounds, FromCentre, Square};
use crate::words::{capitalised, counted, listed};
use crate::zone_game;

use RestraintZone::{Deck, Hand};

/// A card of the hand, and the place where it is laid, counted from the first card. Moves are in order by card and then by place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Display, FromStr)]
#[display("play {card} {place}")]
pub struct Move {
    pub card: MystiqueCard,
    pub place: FromCentre,
}

impl Move {
    pub fn square(self) -> Square {
        self.place.0
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct ChainOfRestraints {
    pub table: RestraintTable,
    deck: DeckOrder<MystiqueSet>,
}

/// What a viewer may know.
pub type View = Seen<RestraintTable>;

impl View {
    pub fn own_turn(&self) -> bool {
        self.has_turn(self.table.turn())
    }
}

impl ChainOfRestraints {
    /// The game at this table, with the deck in any order.
    fn at(table: RestraintTable, rng: &mut GameRng) -> Self {
        ChainOfRestraints { deck: DeckOrder::shuffled(table.cards.known(Deck), rng), table }
    }

    /// A seat draws so many cards. Whether there were enough: if not, the game is over.
    #[inline]
    fn draw(&mut self, seat: Seat, count: usize, report: &mut impl FnMut(Event)) -> bool {
        let drawn = self.deck.next_cards(count);
        if !drawn.is_empty() {
            self.table.happens(Event::Drew(Moved::of(Deck, Hand(seat), drawn)), report);
        }
        let is_enough = drawn.len() == count;
        if !is_enough {
            self.table.happens(Event::RanOut, report);
        }
        is_enough
    }

    /// As long as whoever's turn it is has nothing to play, hands are passed; once everybody has their own hand again, it is
    /// replaced until something can be played.
    #[inline]
    fn find_hand(&mut self, report: &mut impl FnMut(Event)) {
        let (seats, turn) = (self.table.seats(), self.table.turn);
        for _ in seats.iter() {
            if self.table.can_play() {
                return;
            }
            self.fail(turn, report);
            self.table.happens(Event::Passed(self.table.hands_to_pass()), report);
        }
        while !self.table.can_play() {
            let hand = self.table.cards.hand(turn);
            self.table.happens(Event::LaidAside { seat: turn, hand }, report);
            if !self.draw(turn, HAND, report) {
                return;
            }
            if !self.table.can_play() {
                self.fail(turn, report);
            }
        }
    }

    fn fail(&mut self, seat: Seat, report: &mut impl FnMut(Event)) {
        let hand = self.table.cards.hand(seat);
        self.table.happens(Event::Failed { seat, hand }, report);
    }

    /// Why a card cannot be laid here; `None` if it can.
    fn misplaced(&self, square: Square) -> Option<&'static str> {
        let board = &self.table.board;
        let is_within = board.room().squares().contains(square);
        match board.bounds() {
            _ if board.places().contains(square) => None,
            None => Some("the first card goes in the middle, at 0,0"),
            Some(_) if !is_within => Some("that would make the board larger than 4 × 4"),
            Some(_) => Some("put it on another card, or on an empty place beside one"),
        }
    }
}

/// What a card shares with the one that was played last, in words: "the three of red moons is red, like …".
pub fn restrained(card: MystiqueCard, last: MystiqueCard) -> String {
    let shared: Vec<String> = card.shared(last).map(|kind| format!("its {kind}")).collect();
    format!("the {} shares {} with the {}, which was played last", card.spoken(), listed(&shared), last.spoken())
}

/// Four cards that share these: "four red cards", "four red crowns".
pub fn four_in_words(shared: &[Attribute]) -> String {
    let colour = shared.iter().find(|attribute| matches!(attribute, Attribute::Colour(_)));
    let other = shared.iter().find(|attribute| !matches!(attribute, Attribute::Colour(_)));
    match (colour, other) {
        (Some(colour), Some(other)) => format!("four {colour} {other}"),
        (one, other) => one.or(other).map_or(String::new(), |attribute| attribute.counted(4)),
    }
}

/// What the fours of the last card are: "four red crowns and four threes".
pub fn fours_in_words(board: &RestraintBoard) -> String {
    let mut fours: Vec<String> = board.fours().iter().map(|(_, shared)| four_in_words(shared)).collect();
    fours.dedup();
    listed(&fours)
}

impl Game for ChainOfRestraints {
    const INFO: Info = Info {
        id: "chain-of-restraints",
        title: "Chain of Restraints",
        tagline: "Make four in a row, but share nothing with the card before.",
        source: "Nathan Morse, in The Mystique Deck (2013)",
        rules: 1,
        seats: (2, MOST_PLAYERS as u8),
        minutes: (10, 15),
        kind: Kind::Cards,
        weight: Complexity::Medium,
        secrets: true,
        hand_orders: &[HandOrder::Colour, HandOrder::Suit, HandOrder::Number],
    };

    type Options = NoOptions;
    type Deal = FirstDeal;
    type Move = Move;
    type Event = Event;
    type View = View;

    const MOVE_TEXT: &'static str =
        "moves are `play 3rC 0,1`: a card, and a place counted from the first card, from -3 to 3";

    fn deal(_: &NoOptions, seats: Seats, deal: Option<&FirstDeal>, rng: &mut GameRng) -> Result<Self, SetupError> {
        check_seats(&Self::INFO, seats)?;
        let (deck, first) = FirstDeal::dealt(deal, MystiqueSet::DECK, seats, rng)?;
        let undealt = deck.get(HAND * seats.count()..).unwrap_or_default();
        Ok(ChainOfRestraints { deck: DeckOrder::of(undealt), table: RestraintTable::dealt(seats, first, &deck) })
    }

    fn stage(&self) -> Stage {
        let outcome = |winners, title: &str, reason| Outcome { winners, title: title.to_owned(), reason };
        match self.table.end {
            None => Stage::Act(SeatSet::only(self.table.turn)),
            Some(RestraintEnd::Four(seat)) => {
                let reason = format!("{} in a row", capitalised(&fours_in_words(&self.table.board)));
                Stage::Over(outcome(vec![seat], "The last link", reason))
            }
            Some(RestraintEnd::RanOut) => {
                let reason = "The deck ran out before anybody made four in a row".to_owned();
                Stage::Over(outcome(Vec::new(), "No chain was made", reason))
            }
        }
    }

    #[inline]
    fn turn(&self) -> Option<Seat> {
        self.table.turn()
    }

    #[inline]
    fn moves_into(&self, seat: Seat, moves: &mut Vec<Move>) {
        moves.clear();
        let places = self.table.board.places();
        for card in self.table.playable(seat).iter() {
            moves.extend(places.iter().map(|square| Move { card, place: FromCentre(square) }));
        }
    }

    fn check_move(&self, seat: Seat, mv: &Move) -> Result<(), Illegal> {
        let (card, last) = (mv.card, self.table.board.last());
        if !self.table.cards.hand(seat).contains(card) {
            return Err(Illegal::not_held(card));
        }
        if let Some((_, last)) = last.filter(|(_, last)| !unlike(*last).contains(card)) {
            return Err(Illegal::because("#the-restraint", restrained(card, last)));
        }
        self.misplaced(mv.square()).map_or(Ok(()), |why| Err(Illegal::because("#the-board", why)))
    }

    #[inline]
    fn make(&mut self, seat: Seat, mv: &Move, _: &mut GameRng, report: &mut impl FnMut(Event)) {
        let (card, square) = (mv.card, mv.square());
        let is_legal = self.table.playable(seat).contains(card) && self.table.board.places().contains(square);
        if self.turn() != Some(seat) || !is_legal {
            return;
        }
        self.table.happens(Event::Played { seat, card, square }, report);
        if self.table.end.is_none() && self.draw(seat, 1, report) {
            self.find_hand(report);
        }
    }

    zone_game!();

    fn resample_hidden(&self, who: Viewer, rng: &mut GameRng) -> Self {
        ChainOfRestraints::at(self.table.redealt(who, rng), rng)
    }

    fn imagined(view: &View, _: &[Event], rng: &mut GameRng) -> Option<Self> {
        Some(ChainOfRestraints::at(view.table.imagined(view.who, MystiqueSet::DECK, rng)?, rng))
    }

    /// 1 for whoever has won.
    fn scores(&self) -> Vec<i32> {
        let score = |seat| i32::from(self.table.end == Some(RestraintEnd::Four(seat)));
        self.table.seats().iter().map(score).collect()
    }

    fn state(&self) -> serde_json::Value {
        let (table, centre) = (&self.table, Square::CENTRE);
        let top = |(square, card): (Square, MystiqueCard)| {
            json!([square.column() - centre.column(), square.row() - centre.row(), card])
        };
        json!({
            "board": table.board.stacks().tops().map(top).collect::<Vec<_>>(),
            "last": table.board.last().map(|(_, card)| card),
            "hands": table.seats().iter().map(|seat| table.cards.count(Hand(seat))).collect::<Vec<_>>(),
            "deck": table.cards.count(Deck),
        })
    }

    fn summary(&self) -> String {
        let table = &self.table;
        let laid = counted(table.cards.count(RestraintZone::Board) as u32, "card", "cards");
        let left = table.cards.count(Deck);
        match table.end {
            None => format!("{laid} played, {left} left in the deck; seat {} plays next.", table.turn),
            Some(RestraintEnd::Four(seat)) => {
                format!("{laid} played. Seat {seat} has won with {} in a row.", fours_in_words(&table.board))
            }
            Some(RestraintEnd::RanOut) => format!("{laid} played, and the deck ran out: a draw."),
        }
    }
}

/// How far the board reaches: "2 of 4 columns", "3 of 4 rows".
pub fn reach_in_words(board: &RestraintBoard) -> [String; 2] {
    let count = |of: fn(Bounds) -> (i8, i8)| board.bounds().map(of).map_or(0, |(low, high)| high - low + 1);
    [(count(|bounds| bounds.columns), "columns"), (count(|bounds| bounds.rows), "rows")]
        .map(|(count, what)| format!("{count} of {BOX} {what}"))
}
