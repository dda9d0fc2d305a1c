//! Battle for the Suns as a game.
//!
//! Source: *The Mystique Deck*, "Battle for the Suns" by Matthew Peppler (2013). Where the rulebook is silent: everybody chooses
//! in seat order and in secret, whether to stop as well as what to bid, and all choices are shown together; hands are filled
//! up in seat order, each as far as it goes; several with the most points share the win.

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::table::{DECK, HAND, MOST_PLAYERS, SUNS, SunsTable, SunsZone};
pub use super::table::{Event, Move};
use crate::cards::{HandOrder, MystiqueCard, MystiqueSet};
use crate::engine::game::{Complexity, Game, Illegal, Info, Kind, NoOptions, SetupError, Unexplained};
use crate::engine::outcome::{Outcome, Stage};
use crate::engine::rng::GameRng;
use crate::engine::rounds::{check_seats, given_or_shuffled};
use crate::engine::sealed::SealedChoice;
use crate::engine::seats::{Seat, SeatSet, Seats, Viewer};
use crate::engine::seen::{EventTable, Seen, ZoneTable};
use crate::engine::stock::{self, DeckOrder};
use crate::words::joined;
use crate::zone_game;

/// An explicit deal: the fifteen suns in the order in which they rise, and the other cards, first card first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    pub horizon: String,
    pub deck: String,
}

#[derive(Clone, PartialEq, Debug)]
pub struct BattleForTheSuns {
    pub table: SunsTable,
    /// The suns that are to rise.
    horizon: DeckOrder<MystiqueSet>,
    deck: DeckOrder<MystiqueSet>,
}

/// What a viewer may know.
pub type View = Seen<SunsTable>;

impl BattleForTheSuns {
    pub fn hand(&self, seat: Seat) -> MystiqueSet {
        self.table.cards.hand(seat)
    }

    fn award(&mut self, sun: MystiqueCard, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        self.table.happens(Event::Awarded { sun, to: self.table.highest() }, report);
        let Some(next) = self.horizon.next_card() else { return };
        self.deck.refill(&mut self.table, HAND, rng, report);
        self.table.happens(Event::Rose { sun: next }, report);
    }

    /// A game that looks like this to a viewer: all that they do not see is dealt, batch by batch, and those who chose in secret chose
    /// any move.
    fn imagine(seen: &SunsTable, who: Viewer, rng: &mut GameRng) -> Option<Self> {
        let cards = seen.shuffles.imagined(&seen.cards, (who, seen.seats(), SunsZone::Deck), rng)?;
        let horizon = DeckOrder::shuffled(seen.below(), rng);
        let deck = DeckOrder::shuffled(cards.known(SunsZone::Deck), rng);
        let mut game = BattleForTheSuns { table: seen.with_cards(cards), horizon, deck };
        for seat in seen.chosen.hidden().iter() {
            let choice = *rng.pick(game.moves(seat).listed())?;
            game.table.chosen.choose(seat, SealedChoice::Known(choice));
        }
        Some(game)
    }
}

impl Game for BattleForTheSuns {
    const INFO: Info = Info {
        id: "battle-for-the-suns",
        title: "Battle for the Suns",
        tagline: "Bid in secret for one sun after another, and win the best of them.",
        source: "Matthew Peppler, in The Mystique Deck (2013)",
        rules: 1,
        seats: (2, MOST_PLAYERS as u8),
        minutes: (20, 30),
        kind: Kind::Cards,
        weight: Complexity::Light,
        secrets: true,
        // Cards are worth their numbers, and more in the colour of the sun. Suits are worth nothing.
        hand_orders: &[HandOrder::Number, HandOrder::Colour],
    };

    type Options = NoOptions;
    type Deal = Deal;
    type Move = Move;
    type Event = Event;
    type View = View;

    const MOVE_TEXT: &'static str = "moves are `bid 4yC` and `stop`";

    fn deal(_: &NoOptions, seats: Seats, deal: Option<&Deal>, rng: &mut GameRng) -> Result<Self, SetupError> {
        check_seats(&Self::INFO, seats)?;
        let mut horizon = DeckOrder::given_or_shuffled("horizon", deal.map(|deal| &deal.horizon), SUNS, rng)?;
        let deck = given_or_shuffled("deck", deal.map(|deal| &deal.deck), DECK, rng)?;
        let mut table = SunsTable::dealt(seats, &deck);
        let deck = DeckOrder::of(&deck[HAND * seats.count()..]);
        if let Some(sun) = horizon.next_card() {
            table.follow(&Event::Rose { sun });
        }
        Ok(BattleForTheSuns { table, horizon, deck })
    }

    fn stage(&self) -> Stage {
        if let Some(seat) = self.turn() {
            return Stage::Act(SeatSet::only(seat));
        }
        let winners = self.table.seats().with_most(|seat| self.table.points(seat));
        let points = winners.first().map_or(0, |seat| self.table.points(*seat));
        let (title, reason) = match winners.len() {
            1 => ("The sky is yours", format!("Suns worth {points} points")),
            _ => ("A shared sky", format!("A tie at {points} points: play again to settle it")),
        };
        Stage::Over(Outcome { winners, title: title.to_owned(), reason })
    }

    fn turn(&self) -> Option<Seat> {
        self.table.turn()
    }

    fn moves_into(&self, seat: Seat, moves: &mut Vec<Move>) {
        moves.clear();
        moves.extend(self.hand(seat).iter().map(Move::Bid));
        moves.extend((self.table.round() > 1).then_some(Move::Stop));
    }

    fn check_move(&self, seat: Seat, mv: &Move) -> Result<(), Illegal> {
        match mv {
            Move::Bid(card) if !self.hand(seat).contains(*card) => Err(Illegal::not_held(*card)),
            Move::Stop if self.table.round() == 1 => {
                Err(Illegal::because("#the-bids", "everybody must bid a first card for each sun"))
            }
            _ => Ok(()),
        }
    }

    fn make(&mut self, seat: Seat, mv: &Move, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        self.table.happens(Event::Chosen { seat, choice: Some(*mv) }, report);
        let (None, Some(sun)) = (self.turn(), self.table.sun()) else { return };
        self.table.happens(Event::Shown { choices: self.table.chosen.known() }, report);
        if self.turn().is_none() {
            self.award(sun, rng, report);
        }
    }

    zone_game!();

    fn resample_hidden(&self, who: Viewer, rng: &mut GameRng) -> Self {
        let mut seen = self.table.with_cards(self.table.cards.seen_by(who));
        let hidden = self.table.chosen.made().iter().filter(|seat| !who.sees(*seat));
        hidden.for_each(|seat| seen.chosen.choose(seat, SealedChoice::Hidden));
        BattleForTheSuns::imagine(&seen, who, rng).unwrap_or_else(|| self.clone())
    }

    fn imagined(view: &View, _: &[Event], rng: &mut GameRng) -> Option<Self> {
        BattleForTheSuns::imagine(&view.table, view.who, rng)
    }

    fn explains(&self, seen: &[Event]) -> Result<(), Unexplained> {
        let held = |seat: Seat, since: &[Event]| -> MystiqueSet {
            let bids = since.iter().flat_map(Event::bids).filter(|(who, _)| *who == seat).map(|(_, card)| card);
            bids.chain(self.hand(seat).iter()).collect()
        };
        stock::explains(self.table.seats(), seen, Event::stock, held)
    }

    fn scores(&self) -> Vec<i32> {
        self.table.totals().to_vec()
    }

    fn state(&self) -> serde_json::Value {
        let (table, seats) = (&self.table, self.table.seats());
        let bids: Vec<&[MystiqueCard]> = table.bids.of_those(seats).iter().map(|bids| bids.as_slice()).collect();
        let won: Vec<_> = seats.iter().map(|seat| MystiqueCard::by_card_number(table.won(seat))).collect();
        json!({
            "sun": table.sun(),
            "bids": bids,
            "won": won,
            "lost_suns": MystiqueCard::by_card_number(table.cards.known(SunsZone::Lost)),
            "points": table.totals().as_slice(),
        })
    }

    fn summary(&self) -> String {
        let settled = self.table.number() - usize::from(!self.table.is_over());
        format!("Points in seat order after {settled} of {} suns: {}.", SUNS.len(), joined(self.table.totals(), ", "))
    }
}
