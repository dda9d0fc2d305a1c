//! Little whist as a game.
//!
//! Each of two to four players holds six of the 24 cards from nine to ace; what is left over lies aside, unseen. Suit is
//! followed, the highest card of the led suit takes the trick and leads to the next one, and each trick is a point.

use parlour::cards::{Card, CardSet, HandOrder};
use parlour::engine::game::{Complexity, Game, Illegal, Info, Kind, SetupError, Unexplained};
use parlour::engine::outcome::Stage;
use parlour::engine::rng::GameRng;
use parlour::engine::rounds::{DeckDeal, Match, SeatPoints, Until, check_seats, shuffled};
use parlour::engine::seats::{Seat, SeatSet, Seats, Viewer};
use parlour::engine::seen::{EventTable, Seen, ZoneTable};
use parlour::engine::trick::{Trick, TrickEvent, TrickRules, TrickTable, Tricks};
use parlour::engine::zones::{TrickZone, Zones};
use parlour::zones;
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

impl TrickZone for WhistZone {
    fn played(seat: Seat) -> WhistZone {
        WhistZone::Played(seat)
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
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Display, FromStr)]
#[display("play {0}")]
pub struct Move(pub Card);

/// What happens.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    Trick(TrickEvent<Card>),
    RoundOver {
        points: SeatPoints,
    },
    /// A round is dealt; of the cards everybody knows their own.
    Dealt {
        cards: Box<Zones<WhistZone, CardSet>>,
    },
}

/// The table that is played at, and what somebody sees of it.
#[derive(Clone, PartialEq, Debug)]
pub struct WhistTable {
    pub game: Match<()>,
    pub tricks: Tricks<WhistTricks>,
    pub cards: Zones<WhistZone, CardSet>,
}

impl EventTable for WhistTable {
    type Event = Event;

    fn follow(&mut self, event: &Event) {
        match event {
            Event::Trick(event) => self.tricks.follow(event, self.game.seats(), &mut self.cards),
            Event::RoundOver { points } => self.game.finish(points.clone(), ()),
            Event::Dealt { cards } => {
                self.tricks = self.tricks.next_deal(self.leader());
                self.cards = Zones::clone(cards);
            }
        }
    }
}

impl ZoneTable for WhistTable {
    type Zone = WhistZone;
    type Set = CardSet;

    fn seats(&self) -> Seats {
        self.game.seats()
    }

    fn cards(&self) -> &Zones<WhistZone, CardSet> {
        &self.cards
    }

    fn seen_by(&self, who: Viewer) -> WhistTable {
        WhistTable { cards: self.cards.seen_by(who), ..self.clone() }
    }
}

impl TrickTable for WhistTable {
    type Rules = WhistTricks;

    fn tricks(&self) -> &Tricks<WhistTricks> {
        &self.tricks
    }

    fn tricks_mut(&mut self) -> &mut Tricks<WhistTricks> {
        &mut self.tricks
    }
}

impl WhistTable {
    /// Who leads to the first trick of a round.
    fn leader(&self) -> Seat {
        self.game.seats().after(self.game.dealer())
    }

    /// What cannot lie in a zone: the suits that a seat did not follow.
    fn bars(&self) -> impl Fn(WhistZone) -> CardSet {
        |zone| if let WhistZone::Hand(seat) = zone { self.tricks.lacks[seat] } else { CardSet::EMPTY }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct LittleWhist {
    pub table: WhistTable,
}

/// What a viewer may know.
pub type View = Seen<WhistTable>;

impl LittleWhist {
    pub fn hand(&self, seat: Seat) -> CardSet {
        self.table.cards.hand(seat)
    }

    fn dealt(&self, deck: &[Card]) -> Event {
        let (seats, leader) = (self.table.seats(), self.table.leader());
        Event::Dealt { cards: Box::new(Zones::dealt(seats, leader, deck, DEALT, Some(WhistZone::Aside))) }
    }

    fn end_round(&mut self, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        let points = self.table.tricks.taken.of_those(self.table.seats()).iter().copied().map(i32::from).collect();
        self.table.happens(Event::RoundOver { points }, report);
        if !self.table.game.is_over() {
            let dealt = self.dealt(&shuffled(deck(), rng));
            self.table.happens(dealt, report);
        }
    }
}

impl Game for LittleWhist {
    const INFO: Info = Info {
        id: "little-whist",
        title: "Little whist",
        tagline: "Six tricks, and nothing but following suit",
        source: "Traditional",
        rules: 1,
        seats: (2, MOST_PLAYERS as u8),
        minutes: (5, 10),
        kind: Kind::Cards,
        weight: Complexity::Light,
        secrets: true,
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
        let table = WhistTable { game, tricks: Tricks::new(dealer), cards: Zones::empty() };
        let mut game = LittleWhist { table };
        let dealt = game.dealt(&deck);
        game.table.follow(&dealt);
        Ok(game)
    }

    fn stage(&self) -> Stage {
        let WhistTable { game, tricks, .. } = &self.table;
        if !game.is_over() {
            return Stage::Act(SeatSet::only(tricks.turn));
        }
        let most = game.totals().iter().max().copied().unwrap_or(0);
        Stage::Over(game.outcome("Most tricks", "Equally many tricks", format!("{most} tricks {}", game.so_far())))
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
        let seats = self.table.seats();
        if seat.index() >= seats.count() || self.table.game.is_over() {
            return;
        }
        self.table.happens(Event::Trick(TrickEvent::Played { seat, card: *card }), report);
        let Some(taken) = self.table.tricks.taking(seats) else { return };
        self.table.happens(Event::Trick(taken), report);
        if self.table.tricks.count_taken() == DEALT {
            self.end_round(rng, report);
        }
    }

    fn view(&self, who: Viewer) -> View {
        Seen::by(who, &self.table)
    }

    fn arrange(view: &mut View, order: HandOrder) {
        view.order = order;
    }

    fn redact(event: &Event, who: Viewer) -> Option<Event> {
        Some(match event {
            Event::Dealt { cards } => Event::Dealt { cards: Box::new(cards.seen_by(who)) },
            open => open.clone(),
        })
    }

    fn follow(view: &mut View, event: &Event) {
        view.table.follow(event);
    }

    fn reveals(_: &Event) -> bool {
        true
    }

    fn resample_hidden(&self, who: Viewer, rng: &mut GameRng) -> Self {
        let cards = self.table.cards.redealt(who, self.table.bars(), rng);
        LittleWhist { table: WhistTable { cards, ..self.table.clone() } }
    }

    fn imagined(view: &View, _: &[Event], rng: &mut GameRng) -> Option<Self> {
        let cards = view.table.cards.imagined(view.who, deck(), view.table.bars(), rng)?;
        Some(LittleWhist { table: WhistTable { cards, ..view.table.clone() } })
    }

    fn explains(&self, seen: &[Event]) -> Result<(), Unexplained> {
        let dealt = seen.iter().rposition(|event| matches!(event, Event::Dealt { .. }));
        let tricks = seen.iter().skip(dealt.map_or(0, |at| at + 1)).filter_map(|event| match event {
            Event::Trick(event) => Some(event),
            _ => None,
        });
        self.table.tricks.explains(|seat| self.hand(seat), tricks)
    }

    fn whereabouts(&self) -> Vec<(u32, u32)> {
        self.table.cards.whereabouts()
    }

    fn scores(&self) -> Vec<i32> {
        self.table.game.totals().to_vec()
    }

    fn state(&self) -> serde_json::Value {
        let WhistTable { game, tricks, .. } = &self.table;
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
