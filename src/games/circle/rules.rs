//! Mystique Circle as a game.
//!
//! Source: *The Mystique Deck*, "Mystique Circle" by Ricky Wilkins (2013). Where the rulebook is silent: the holes are chosen
//! by all at once and shown when the round ends; who cannot follow tosses a card and cannot win the trick; suns beat moons
//! beat crowns beat arms beat suns, and opposite suits do not beat each other.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;
use parse_display::{Display, FromStr};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::cards::{CardBits, HandOrder, MystiqueCard, MystiqueSet, MystiqueSuit};
use crate::engine::game::{Complexity, Game, Illegal, Info, Kind, NotAMove, SetupError, Unexplained};
use crate::engine::outcome::Stage;
use crate::engine::rng::GameRng;
use crate::engine::rounds::{DeckDeal, Match, SeatPoints, Until, check_seats};
use crate::engine::seats::{Seat, SeatSet, Seats, Viewer};
use crate::engine::seen::{EventTable, Seen, TableEvent, ZoneTable};
use crate::engine::trick::{RoundEvent, RoundRules, Trick, TrickMatch, TrickRules};
use crate::engine::zones::Moved;
use crate::{zone_game, zones};

pub const MOST_PLAYERS: usize = 5;

/// Each is dealt twelve cards, of which three are the hole.
pub const DEALT: usize = 12;
pub const HOLE: usize = 3;

/// For winning exactly as many tricks as were bid.
pub const BONUS: i32 = 20;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The game ends after the round in which somebody has so many points.
    pub target: i32,
}

impl Default for Options {
    fn default() -> Options {
        Options { target: 60 }
    }
}

/// Three cards set aside as a bid, the highest first, so that holes are ordered as the sets of their cards. They are three bytes,
/// since bots list hundreds of them in every playout.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Hole([MystiqueCard; HOLE]);

impl Hole {
    /// `None` unless they are three.
    pub fn of(cards: MystiqueSet) -> Option<Hole> {
        let mut cards = cards.iter();
        let [lowest, middle, highest] = [cards.next()?, cards.next()?, cards.next()?];
        cards.next().is_none().then_some(Hole([highest, middle, lowest]))
    }

    #[inline]
    pub fn cards(self) -> MystiqueSet {
        self.0.into_iter().collect()
    }

    /// How many tricks it bids, 0 to 9: a moon none, a sun one, an arm two and a crown three.
    ///
    /// ```
    /// use parlour::games::circle::rules::Move;
    ///
    /// let Ok(Move::Hole(hole)) = "hole 1yM 3rA 2bA".parse() else { panic!("a hole") };
    /// assert_eq!(hole.bid(), 4);
    /// ```
    #[inline]
    pub fn bid(self) -> u8 {
        self.0.into_iter().map(|card| bid_of(card.suit())).sum()
    }
}

/// How many tricks a card of this suit bids.
pub const fn bid_of(suit: MystiqueSuit) -> u8 {
    match suit {
        MystiqueSuit::Moons => 0,
        MystiqueSuit::Suns => 1,
        MystiqueSuit::Arms => 2,
        MystiqueSuit::Crowns => 3,
    }
}

/// Its cards, by ascending number.
impl fmt::Display for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.cards(), f)
    }
}

/// Three different cards in any order.
impl FromStr for Hole {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<Hole, NotAMove> {
        text.parse().ok().and_then(Hole::of).ok_or(NotAMove)
    }
}

/// The circle: each suit beats the next, and the last one the first.
pub const CIRCLE: [MystiqueSuit; 4] =
    [MystiqueSuit::Suns, MystiqueSuit::Moons, MystiqueSuit::Crowns, MystiqueSuit::Arms];

/// Whether a suit beats another: each beats the next in the circle, and none the opposite one.
pub const fn beats_suit(suit: MystiqueSuit, other: MystiqueSuit) -> bool {
    use MystiqueSuit::{Arms, Crowns, Moons, Suns};
    matches!((suit, other), (Suns, Moons) | (Moons, Crowns) | (Crowns, Arms) | (Arms, Suns))
}

zones! {
    /// Where a card lies.
    pub enum CircleZone {
        Hand(Seat): Owner,
        /// The three cards that a seat has set aside as its bid.
        Hole(Seat): Owner,
        Played(Seat): Everybody,
    }
}

use CircleZone::{Hand, Hole as InHole};

/// Colour is followed, and suits beat each other in a circle.
#[derive(Clone, PartialEq, Debug)]
pub struct CircleRules;

impl TrickRules for CircleRules {
    type Set = MystiqueSet;
    type Zone = CircleZone;

    fn following(trick: &Trick<MystiqueCard>) -> MystiqueSet {
        trick.led().map_or(MystiqueSet::EMPTY, |led| MystiqueSet::of_colour(led.colour()))
    }

    fn takes_lead(card: MystiqueCard, trick: &Trick<MystiqueCard>) -> bool {
        let (Some(led), Some(winning)) = (trick.led(), trick.winning_card()) else { return true };
        let is_higher = card.suit() == winning.suit() && card.number() > winning.number();
        card.colour() == led.colour() && (is_higher || beats_suit(card.suit(), winning.suit()))
    }

    fn why(trick: &Trick<MystiqueCard>) -> String {
        let Some(winning) = trick.winning_card() else { return String::new() };
        let (suit, number) = (winning.suit(), winning.number());
        let colour = winning.colour();
        let follow = trick.cards().iter().filter(|card| card.colour() == colour).count();
        match trick.beaten_card() {
            Some(beaten) if beaten.suit() == suit => {
                format!("both are {}, and {number} is more than {}", suit.word(), beaten.number())
            }
            Some(beaten) => format!("{} beat {}", suit.word(), beaten.suit().word()),
            None if trick.len() == 1 => "no other card yet".to_owned(),
            None if follow == 1 => format!("the only {} card", colour.word()),
            None => "no other card has beaten it".to_owned(),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Display, FromStr)]
pub enum Move {
    #[display("hole {0}")]
    Hole(Hole),
    #[display("play {0}")]
    Play(MystiqueCard),
}

/// What happens.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A seat sets its hole aside; only that seat knows which cards.
    SetAside(Moved<CircleZone, MystiqueSet>),
    /// The holes of all seats are shown.
    HolesShown(ArrayVec<Hole, MOST_PLAYERS>),
    Round(RoundEvent<CircleRules>),
}

impl Event {
    /// What happens in every game of tricks.
    pub fn round(&self) -> Option<&RoundEvent<CircleRules>> {
        if let Event::Round(event) = self { Some(event) } else { None }
    }
}

impl From<RoundEvent<CircleRules>> for Event {
    fn from(event: RoundEvent<CircleRules>) -> Event {
        Event::Round(event)
    }
}

impl TableEvent for Event {
    fn seen_by(&self, who: Viewer) -> Event {
        match self {
            Event::SetAside(moved) => Event::SetAside(moved.seen_by(who)),
            Event::Round(event) => Event::Round(event.seen_by(who)),
            open => open.clone(),
        }
    }

    fn reveals(&self) -> bool {
        if let Event::SetAside(moved) = self { moved.reveals() } else { true }
    }
}

/// What the points of a round are made of, seat by seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundDetail {
    pub holes: ArrayVec<Hole, MOST_PLAYERS>,
    pub tricks: ArrayVec<u8, MOST_PLAYERS>,
}

impl RoundDetail {
    pub fn points(&self) -> SeatPoints {
        let of = |(hole, tricks): (&Hole, &u8)| i32::from(*tricks) + if hole.bid() == *tricks { BONUS } else { 0 };
        self.holes.iter().zip(&self.tricks).map(of).collect()
    }

    /// The seats that won as many tricks as they bid, by number.
    pub fn made(&self) -> impl Iterator<Item = usize> {
        let seats = self.holes.iter().zip(&self.tricks).enumerate();
        seats.filter(|(_, (hole, tricks))| hole.bid() == **tricks).map(|(seat, _)| seat)
    }
}

/// The table that is played at, and what somebody sees of it.
pub type CircleTable = TrickMatch<CircleRules>;

impl RoundRules for CircleRules {
    type Detail = RoundDetail;
    type Tally = ();
    type Event = Event;

    fn deck(seats: Seats) -> MystiqueSet {
        deck_for(seats)
    }

    fn dealing(table: &CircleTable, deck: Vec<MystiqueCard>) -> RoundEvent<CircleRules> {
        table.dealing(&deck, DEALT, None)
    }

    fn shown(table: &CircleTable) -> Option<Event> {
        Some(Event::HolesShown(table.holes()))
    }

    fn counted(table: &CircleTable) -> (SeatPoints, RoundDetail) {
        let tricks = table.tricks.taken.of_those(table.seats()).iter().copied().collect();
        let detail = RoundDetail { holes: table.holes(), tricks };
        (detail.points(), detail)
    }

    fn follow(table: &mut CircleTable, event: &Event) {
        match event {
            Event::SetAside(moved) => table.cards.follow(moved),
            Event::HolesShown(holes) => {
                table.seats().iter().zip(holes).for_each(|(seat, hole)| table.cards.show(InHole(seat), hole.cards()));
            }
            Event::Round(event) => table.follow_round(event),
        }
    }
}

impl CircleTable {
    /// The seats that have yet to set their hole aside.
    pub fn choosing(&self) -> SeatSet {
        self.seats().iter().filter(|seat| self.is_choosing(*seat)).collect()
    }

    pub fn is_choosing(&self, seat: Seat) -> bool {
        self.cards.count(InHole(seat)) == 0
    }

    /// A seat's hole, if it has set one aside in this round and it is known.
    pub fn hole(&self, seat: Seat) -> Option<Hole> {
        Hole::of(self.cards.known(InHole(seat)))
    }

    /// The holes that are known, in seat order.
    fn holes(&self) -> ArrayVec<Hole, MOST_PLAYERS> {
        self.seats().iter().filter_map(|seat| self.hole(seat)).collect()
    }

    /// How many tricks a seat that bid so many still wants; negative once it has too many.
    pub fn needs(&self, seat: Seat, bid: u8) -> i32 {
        i32::from(bid) - i32::from(self.tricks.taken[seat])
    }
}

/// For five all sixty cards; for each seat fewer one number less, from the aces up.
pub fn deck_for(seats: Seats) -> MystiqueSet {
    let unused = (1..).take(MOST_PLAYERS.saturating_sub(seats.count())).map(MystiqueSet::of_number);
    unused.fold(MystiqueSet::DECK, MystiqueSet::without)
}

#[derive(Clone, PartialEq, Debug)]
pub struct MystiqueCircle {
    pub table: CircleTable,
}

/// What a viewer may know.
pub type View = Seen<CircleTable>;

impl View {
    /// How many tricks the viewer still wants; 0 while there is no bid.
    pub fn needs(&self) -> i32 {
        let seat = self.front();
        self.table.hole(seat).map_or(0, |hole| self.table.needs(seat, hole.bid()))
    }
}

impl MystiqueCircle {
    pub fn hand(&self, seat: Seat) -> MystiqueSet {
        self.table.cards.hand(seat)
    }
}

impl Game for MystiqueCircle {
    const INFO: Info = Info {
        id: "mystique-circle",
        title: "Mystique Circle",
        tagline: "Bid how many tricks you will win, and win neither more nor fewer.",
        source: "Ricky Wilkins, in The Mystique Deck (2013)",
        rules: 1,
        seats: (2, MOST_PLAYERS as u8),
        minutes: (15, 30),
        kind: Kind::Cards,
        weight: Complexity::Medium,
        secrets: true,
        // Colour must be followed.
        hand_orders: &[HandOrder::Colour, HandOrder::Suit, HandOrder::Number],
    };

    type Options = Options;
    type Deal = DeckDeal;
    type Move = Move;
    type Event = Event;
    type View = View;

    const MOVE_TEXT: &'static str = "moves are `hole 1yM 3rA 2bC`, with three cards, and `play 3rC`";

    fn deal(options: &Options, seats: Seats, deal: Option<&DeckDeal>, rng: &mut GameRng) -> Result<Self, SetupError> {
        check_seats(&Self::INFO, seats)?;
        if !(1..=1000).contains(&options.target) {
            return Err(SetupError::Options(format!("target {}; it must be 1 to 1000 points", options.target)));
        }
        let (deck, dealer) = DeckDeal::first(deal, deck_for(seats), seats, rng)?;
        let game = Match::new(seats, dealer, Until::Points(options.target));
        Ok(MystiqueCircle { table: TrickMatch::dealt(game, (), deck) })
    }

    fn stage(&self) -> Stage {
        let game = &self.table.game;
        if game.is_over() {
            let reason = format!("{} points {}", game.most(), game.so_far());
            return Stage::Over(game.outcome("The circle is closed", "A shared circle", reason));
        }
        let choosing = self.table.choosing();
        Stage::Act(if choosing.is_empty() { SeatSet::only(self.table.tricks.turn) } else { choosing })
    }

    fn turn(&self) -> Option<Seat> {
        let (tricks, seats) = (&self.table.tricks, self.table.seats());
        let choosing = if tricks.has_begun() { None } else { seats.iter().find(|seat| self.table.is_choosing(*seat)) };
        (!self.table.game.is_over()).then(|| choosing.unwrap_or(tricks.turn))
    }

    fn moves_into(&self, seat: Seat, moves: &mut Vec<Move>) {
        moves.clear();
        moves.reserve(220);
        let hand = self.hand(seat);
        if !self.table.is_choosing(seat) {
            return moves.extend(self.table.tricks.playable(hand).iter().map(Move::Play));
        }
        hand.threes_into(moves, |cards| Move::Hole(Hole(cards)));
    }

    fn check_move(&self, seat: Seat, mv: &Move) -> Result<(), Illegal> {
        let (hand, tricks) = (self.hand(seat), &self.table.tricks);
        let (is_hole, cards) = match mv {
            Move::Hole(hole) => (true, hole.cards()),
            Move::Play(card) => (false, [*card].into_iter().collect()),
        };
        let led = tricks.trick.led().map_or("its", |led| led.colour().word());
        let (rule, why) = match (is_hole, self.table.hole(seat), cards.without(hand).iter().next()) {
            (true, Some(_), _) => ("#the-hole", "your hole is set aside already".to_owned()),
            (false, None, _) => {
                ("#the-hole", "first set three cards aside: they say how many tricks you mean to win".to_owned())
            }
            (_, _, Some(card)) => return Err(Illegal::not_held(card)),
            (false, ..) if !cards.without(tricks.playable(hand)).is_empty() => {
                ("#the-trick", format!("you must follow colour: play a {led} card"))
            }
            _ => return Ok(()),
        };
        Err(Illegal::because(rule, why))
    }

    fn make(&mut self, seat: Seat, mv: &Move, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        match mv {
            Move::Hole(hole) => {
                self.table.happens(Event::SetAside(Moved::of(Hand(seat), InHole(seat), hole.cards())), report);
            }
            Move::Play(card) => self.table.play(seat, *card, rng, report),
        }
    }

    zone_game!();

    fn resample_hidden(&self, who: Viewer, rng: &mut GameRng) -> Self {
        MystiqueCircle { table: self.table.redealt(who, rng) }
    }

    fn imagined(view: &View, _: &[Event], rng: &mut GameRng) -> Option<Self> {
        let deck = deck_for(view.table.seats());
        Some(MystiqueCircle { table: view.table.imagined(view.who, deck, rng)? })
    }

    fn explains(&self, seen: &[Event]) -> Result<(), Unexplained> {
        self.table.explains(seen.iter().filter_map(Event::round))
    }

    fn scores(&self) -> Vec<i32> {
        self.table.game.totals().to_vec()
    }

    fn state(&self) -> serde_json::Value {
        let (tricks, game) = (&self.table.tricks, &self.table.game);
        let last = game.finished().last().filter(|_| game.is_over());
        let bids: Vec<Option<u8>> =
            game.seats().iter().map(|seat| last?.detail.holes.get(seat.index()).map(|hole| hole.bid())).collect();
        json!({
            "round": game.round(),
            "dealer": game.dealer().index(),
            "trick": tricks.state(),
            "winning": tricks.trick.winner().map(Seat::index),
            "tricks": tricks.taken.of_those(game.seats()),
            "bids": bids,
            "points": game.totals().as_slice(),
        })
    }

    fn summary(&self) -> String {
        let game = &self.table.game;
        format!("Points in seat order {}: {}.", game.so_far(), game.points_in_words(", "))
    }
}
