//! Little whist as a game.
//!
//! Each of two to four players holds six of the 24 cards from nine to ace; what is left over lies aside, unseen. Suit is
//! followed, the highest card of the led suit takes the trick and leads to the next one, and each trick is a point.

use parlour::cards::{Card, CardSet, HandOrder};
use parlour::engine::game::{Complexity, Game, Illegal, Info, Kind, SetupError, Unexplained};
use parlour::engine::outcome::Stage;
use parlour::engine::rng::GameRng;
use parlour::engine::rounds::{DeckDeal, Match, SeatPoints, Until, check_seats};
use parlour::engine::seats::{Seat, SeatSet, Seats, Viewer};
use parlour::engine::seen::{Seen, ZoneTable};
use parlour::engine::trick::{RoundEvent, RoundRules, Trick, TrickMatch, TrickRules};
use parlour::{zone_game, zones};
use parse_display::{Display, FromStr};
use serde::{Deserialize, Serialize};
use serde_json::json;

pub const MOST_PLAYERS: usize = 4;

/// How many cards each is dealt, and so how many tricks a round has.
pub const DEALT: usize = 6;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How many rounds the game has.
    pub rounds: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options { rounds: 3 }
    }
}

/// How high a card is, from nine to ace, which is the highest.
pub fn height(card: Card) -> u8 {
    match card.rank().number() {
        1 => 14,
        number => number,
    }
}

pub fn deck() -> CardSet {
    Card::all().filter(|card| height(*card) >= 9).collect()
}

zones! {
    /// Where a card lies.
    pub enum WhistZone {
        Hand(Seat): Owner,
        Played(Seat): Everybody,
        /// What is left over.
        Aside: Nobody,
    }
}

/// Suit is followed, and the highest card of the led suit wins.
#[derive(Clone, PartialEq, Debug)]
pub struct WhistTricks;

impl TrickRules for WhistTricks {
    type Set = CardSet;
    type Zone = WhistZone;

    fn following(trick: &Trick<Card>) -> CardSet {
        deck().iter().filter(|card| trick.led().is_some_and(|led| led.suit() == card.suit())).collect()
    }

    fn takes_lead(card: Card, trick: &Trick<Card>) -> bool {
        trick.winning_card().is_some_and(|winning| card.suit() == winning.suit() && height(card) > height(winning))
    }

    fn why(trick: &Trick<Card>) -> String {
        let suit = trick.led().map_or(String::new(), |led| led.suit().word().to_lowercase());
        let following = WhistTricks::following(trick);
        match trick.cards().iter().filter(|card| following.contains(**card)).count() {
            1 if trick.len() == 1 => "no other card yet".to_owned(),
            1 => format!("the only {suit}"),
            _ => format!("the highest {suit}"),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Display, FromStr)]
#[display("play {0}")]
pub struct Move(pub Card);

/// What happens.
pub type Event = RoundEvent<WhistTricks>;

impl RoundRules for WhistTricks {
    /// A trick is a point: there is no more to say.
    type Detail = ();
    type Tally = ();
    type Event = Event;

    fn deck(_: Seats) -> CardSet {
        deck()
    }

    fn dealing(table: &TrickMatch<WhistTricks>, deck: Vec<Card>) -> Event {
        table.dealing(&deck, DEALT, Some(WhistZone::Aside))
    }

    fn counted(table: &TrickMatch<WhistTricks>) -> (SeatPoints, ()) {
        (table.tricks.taken.of_those(table.seats()).iter().copied().map(i32::from).collect(), ())
    }

    fn follow(table: &mut TrickMatch<WhistTricks>, event: &Event) {
        table.follow_round(event);
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct LittleWhist {
    pub table: TrickMatch<WhistTricks>,
}

/// What a viewer may know.
pub type View = Seen<TrickMatch<WhistTricks>>;

impl LittleWhist {
    pub fn hand(&self, seat: Seat) -> CardSet {
        self.table.cards.hand(seat)
    }
}

impl Game for LittleWhist {
    const INFO: Info = Info {
        id: "little-whist",
        title: "Little whist",
        tagline: "Follow suit, and win the most of six tricks.",
        source: "Traditional",
        rules: 1,
        seats: (2, MOST_PLAYERS as u8),
        minutes: (5, 10),
        kind: Kind::Cards,
        weight: Complexity::Light,
        secrets: true,
        // Suits must be followed.
        hand_orders: &[HandOrder::Suit, HandOrder::Number],
    };

    type Options = Options;
    type Deal = DeckDeal;
    type Move = Move;
    type Event = Event;
    type View = View;

    const MOVE_TEXT: &'static str = "moves are `play TH`";

    fn deal(options: &Options, seats: Seats, deal: Option<&DeckDeal>, rng: &mut GameRng) -> Result<Self, SetupError> {
        check_seats(&Self::INFO, seats)?;
        if !(1..=20).contains(&options.rounds) {
            return Err(SetupError::Options(format!("rounds {}; there must be 1 to 20", options.rounds)));
        }
        let (deck, dealer) = DeckDeal::first(deal, deck(), seats, rng)?;
        let game = Match::new(seats, dealer, Until::Rounds(options.rounds));
        Ok(LittleWhist { table: TrickMatch::dealt(game, (), deck) })
    }

    fn stage(&self) -> Stage {
        let TrickMatch { game, tricks, .. } = &self.table;
        if !game.is_over() {
            return Stage::Act(SeatSet::only(tricks.turn));
        }
        let reason = format!("{} tricks {}", game.most(), game.so_far());
        Stage::Over(game.outcome("Most tricks", "Equally many tricks", reason))
    }

    fn moves_into(&self, seat: Seat, moves: &mut Vec<Move>) {
        moves.clear();
        moves.extend(self.table.tricks.playable(self.hand(seat)).iter().map(Move));
    }

    fn check_move(&self, seat: Seat, Move(card): &Move) -> Result<(), Illegal> {
        let (hand, tricks) = (self.hand(seat), &self.table.tricks);
        if !hand.contains(*card) {
            return Err(Illegal::not_held(*card));
        }
        match tricks.trick.led() {
            Some(led) if !tricks.playable(hand).contains(*card) => {
                let suit = led.suit().word().to_lowercase();
                Err(Illegal::because("#following-suit", format!("you must follow suit: play a {suit}")))
            }
            _ => Ok(()),
        }
    }

    fn make(&mut self, seat: Seat, Move(card): &Move, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        self.table.play(seat, *card, rng, report);
    }

    zone_game!();

    fn resample_hidden(&self, who: Viewer, rng: &mut GameRng) -> Self {
        LittleWhist { table: self.table.redealt(who, rng) }
    }

    fn imagined(view: &View, _: &[Event], rng: &mut GameRng) -> Option<Self> {
        Some(LittleWhist { table: view.table.imagined(view.who, deck(), rng)? })
    }

    fn explains(&self, seen: &[Event]) -> Result<(), Unexplained> {
        self.table.explains(seen.iter())
    }

    fn scores(&self) -> Vec<i32> {
        self.table.game.totals().to_vec()
    }

    fn state(&self) -> serde_json::Value {
        let TrickMatch { game, tricks, .. } = &self.table;
        json!({
            "round": game.round(),
            "dealer": game.dealer().index(),
            "trick": tricks.state(),
            "tricks": tricks.taken.of_those(game.seats()),
            "points": game.totals().as_slice(),
        })
    }

    fn summary(&self) -> String {
        let game = &self.table.game;
        format!("Tricks in seat order {}: {}.", game.so_far(), game.points_in_words(", "))
    }
}
