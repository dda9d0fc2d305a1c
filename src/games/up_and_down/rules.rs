//! Up and Down as a game.
//!
//! Source: *The Mystique Deck*, "Up and Down" by Markus Hagenauer (2013). Everything but the decks, which lie face down, is open to
//! all. Where the rulebook is silent: after a card the seats are asked in order, the one that laid it last; whoever holds the highest
//! card begins with it, and whoever cannot play passes, so the game itself makes both, as it does when the numbers turn.

use arrayvec::ArrayVec;
use parse_display::{Display, FromStr};
use serde_json::json;

pub use super::table::Event;
use super::table::{HAND, MOST_PLAYERS, Slope, SlopeTable, SlopeZone, cards_for, decks_of};
use crate::cards::{HandOrder, MystiqueCard, MystiqueSet};
use crate::engine::game::{Complexity, Game, Illegal, Info, Kind, NoOptions, SetupError};
use crate::engine::outcome::{Outcome, Stage};
use crate::engine::rng::GameRng;
use crate::engine::rounds::check_seats;
use crate::engine::seats::{Seat, SeatSet, Seats, Viewer};
use crate::engine::seen::{EventTable, Seen, ZoneTable};
use crate::engine::stock::DeckOrder;
use crate::words::joined;
use crate::zone_game;

/// An explicit deal: the deck of the first seat, top card first, then that of the next, and so on.
pub use crate::engine::rounds::WholeDeck as Deal;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Display, FromStr)]
#[display("play {0}")]
pub struct Move(pub MystiqueCard);

#[derive(Clone, PartialEq, Debug)]
pub struct UpAndDown {
    pub table: SlopeTable,
    /// What is left of each seat's deck.
    decks: ArrayVec<DeckOrder<MystiqueSet>, MOST_PLAYERS>,
}

/// What a viewer may know.
pub type View = Seen<SlopeTable>;

impl UpAndDown {
    /// The game at this table, with each deck in any order.
    fn at(table: SlopeTable, rng: &mut GameRng) -> UpAndDown {
        let shuffled = |seat: Seat| DeckOrder::shuffled(table.cards.known(SlopeZone::Deck(seat)), rng);
        UpAndDown { decks: table.seats().iter().map(shuffled).collect(), table }
    }

    /// What must happen after this seat has laid a card, or before anybody has: until somebody can play, or has won.
    #[inline]
    fn go_on(&mut self, mut laid: Option<Seat>, report: &mut impl FnMut(Event)) {
        loop {
            if let Some(seat) = laid
                && (!self.fill_up(seat, report) || self.is_answered(report))
            {
                return;
            }
            let Some((seat, card)) = self.table.highest() else { return };
            self.table.happens(Event::Began { seat, card }, report);
            laid = Some(seat);
        }
    }

    /// A seat fills up its hand; whether it could. If it could not, it has won.
    #[inline]
    fn fill_up(&mut self, seat: Seat, report: &mut impl FnMut(Event)) -> bool {
        let card = self.decks.get_mut(seat.index()).and_then(DeckOrder::next_card);
        let event = card.map_or(Event::Won { seat }, |card| Event::Drew { seat, card });
        self.table.happens(event, report);
        card.is_some()
    }

    /// Whoever cannot play passes; if nobody can, the numbers turn, and all are asked once more. Whether somebody can play then.
    #[inline]
    fn is_answered(&mut self, report: &mut impl FnMut(Event)) -> bool {
        if self.are_asked(report) {
            return true;
        }
        self.table.happens(Event::Turned { slope: self.table.slope.turned() }, report);
        self.are_asked(report)
    }

    /// Those who are asked before somebody can play pass. Whether somebody can.
    #[inline]
    fn are_asked(&mut self, report: &mut impl FnMut(Event)) -> bool {
        let mut seats = SeatSet::EMPTY;
        for seat in self.table.asked() {
            if !self.table.playable(seat).is_empty() {
                break;
            }
            seats.insert(seat);
        }
        if !seats.is_empty() {
            self.table.happens(Event::Passed { seats }, report);
        }
        seats.len() < self.table.seats().count()
    }

    /// Why a card of the hand may not be played.
    fn misfit(&self, top: MystiqueCard, card: MystiqueCard) -> String {
        let is_alike = card.colour() == top.colour() || card.suit() == top.suit();
        let (name, on) = (card.spoken(), top.spoken());
        match self.table.slope {
            _ if !is_alike => format!("the {name} has neither the colour nor the suit of the {on}"),
            Slope::Up => format!("the slope goes uphill, and the {name} is lower than the {on}"),
            Slope::Down => format!("the slope goes downhill, and the {name} is higher than the {on}"),
        }
    }
}

impl Game for UpAndDown {
    const INFO: Info = Info {
        id: "up-and-down",
        title: "Up and Down",
        tagline: "Play what fits, uphill or downhill, and be first through your deck.",
        source: "Markus Hagenauer, in The Mystique Deck (2013)",
        rules: 1,
        seats: (2, MOST_PLAYERS as u8),
        minutes: (10, 15),
        kind: Kind::Cards,
        weight: Complexity::Light,
        secrets: false,
        hand_orders: &[HandOrder::Number, HandOrder::Colour, HandOrder::Suit],
    };

    type Options = NoOptions;
    type Deal = Deal;
    type Move = Move;
    type Event = Event;
    type View = View;

    const MOVE_TEXT: &'static str = "moves are `play 3rC`; whoever has no card that fits passes without a move";

    fn deal(_: &NoOptions, seats: Seats, deal: Option<&Deal>, rng: &mut GameRng) -> Result<Self, SetupError> {
        check_seats(&Self::INFO, seats)?;
        let cards = Deal::dealt(deal, cards_for(seats), rng)?;
        let decks = decks_of(seats, &cards).map(|deck| DeckOrder::of(&deck[HAND..]));
        let mut game = UpAndDown { table: SlopeTable::dealt(seats, &cards), decks: decks.collect() };
        game.go_on(None, &mut |_| {});
        Ok(game)
    }

    fn stage(&self) -> Stage {
        let Some(winner) = self.table.winner else { return Stage::Act(self.turn().into_iter().collect()) };
        Stage::Over(Outcome {
            winners: vec![winner],
            title: "First over the hill".to_owned(),
            reason: "The first to play a card with their deck already empty wins".to_owned(),
        })
    }

    #[inline]
    fn turn(&self) -> Option<Seat> {
        self.table.turn()
    }

    #[inline]
    fn moves_into(&self, seat: Seat, moves: &mut Vec<Move>) {
        moves.clear();
        moves.extend(self.table.playable(seat).iter().map(Move));
    }

    fn check_move(&self, seat: Seat, Move(card): &Move) -> Result<(), Illegal> {
        match self.table.top {
            _ if !self.table.cards.hand(seat).contains(*card) => Err(Illegal::not_held(*card)),
            Some(top) if !self.table.fits().contains(*card) => {
                Err(Illegal::because("#what-fits", self.misfit(top, *card)))
            }
            _ => Ok(()),
        }
    }

    #[inline]
    fn make(&mut self, seat: Seat, Move(card): &Move, _: &mut GameRng, report: &mut impl FnMut(Event)) {
        if self.turn() != Some(seat) || !self.table.playable(seat).contains(*card) {
            return;
        }
        self.table.happens(Event::Laid { seat, card: *card }, report);
        self.go_on(Some(seat), report);
    }

    zone_game!();

    fn resample_hidden(&self, who: Viewer, rng: &mut GameRng) -> Self {
        UpAndDown::at(self.table.redealt(who, rng), rng)
    }

    fn imagined(view: &View, _: &[Event], rng: &mut GameRng) -> Option<Self> {
        let deck = cards_for(view.table.seats());
        Some(UpAndDown::at(view.table.imagined(view.who, deck, rng)?, rng))
    }

    /// 1 for whoever has won.
    fn scores(&self) -> Vec<i32> {
        self.table.seats().iter().map(|seat| i32::from(self.table.winner == Some(seat))).collect()
    }

    fn state(&self) -> serde_json::Value {
        let (table, seats) = (&self.table, self.table.seats());
        let hands = seats.iter().map(|seat| MystiqueCard::by_card_number(table.cards.hand(seat)));
        json!({
            "top": table.top,
            "direction": table.slope.word(),
            "hands": hands.collect::<Vec<_>>(),
            "decks": seats.iter().map(|seat| table.left(seat)).collect::<Vec<_>>(),
        })
    }

    fn summary(&self) -> String {
        let left = joined(self.table.seats().iter().map(|seat| self.table.left(seat)), ", ");
        match self.table.winner {
            Some(winner) => format!("Seat {winner} has won. Cards left in the decks in seat order: {left}."),
            None => format!("It goes {}. Cards left in the decks in seat order: {left}.", self.table.slope.word()),
        }
    }
}
