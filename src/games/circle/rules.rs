//! Mystique Circle as a game.
//!
//! Source: *The Mystique Deck*, "Mystique Circle" by Ricky Wilkins (2013). Where the rulebook is silent: the holes are chosen
//! by all at once and shown when the round ends; who cannot follow tosses a card and cannot win the trick; suns beat moons
//! beat crowns beat arms beat suns, and opposite suits do not beat each other.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::cards::{Colour, MystiqueCard, MystiqueSet, MystiqueSuit};
use crate::engine::game::{Complexity, Game, Illegal, Info, Kind, MoveTextError, Moves, SetupError};
use crate::engine::hidden::{Held, Spot, deal_into};
use crate::engine::outcome::{Outcome, Stage};
use crate::engine::rng::GameRng;
use crate::engine::rounds::{Match, SeatPoints, Until};
use crate::engine::sealed::{Sealed, SealedChoice};
use crate::engine::seats::{Seat, SeatSet, Seats, Viewer};
use crate::engine::trick::Trick;
use crate::words::counted;

pub const MOST_PLAYERS: usize = 5;

/// Each is dealt twelve cards, of which three are the hole.
pub const DEALT: usize = 12;
pub const HOLE: usize = 3;
pub const TRICKS: usize = DEALT - HOLE;

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

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// The deck of the first round, first card first, without the numbers that so few seats do not use.
    pub deck: String,
    pub dealer: Seat,
}

/// Three cards set aside as a bid, by ascending card number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Hole(pub [MystiqueCard; HOLE]);

impl Hole {
    /// How many tricks a card of this suit bids.
    pub const fn bid_of(suit: MystiqueSuit) -> u8 {
        match suit {
            MystiqueSuit::Moons => 0,
            MystiqueSuit::Suns => 1,
            MystiqueSuit::Arms => 2,
            MystiqueSuit::Crowns => 3,
        }
    }

    /// How many tricks it bids, 0 to 9.
    ///
    /// ```
    /// use parlour::games::circle::rules::Move;
    ///
    /// let Ok(Move::Hole(hole)) = "hole 1yM 3rA 2bA".parse() else { panic!("a hole") };
    /// assert_eq!(hole.bid(), 4);
    /// ```
    pub fn bid(self) -> u8 {
        self.0.iter().map(|card| Hole::bid_of(card.suit())).sum()
    }

    pub fn cards(self) -> MystiqueSet {
        self.0.into_iter().collect()
    }

    pub(super) fn of(cards: MystiqueSet) -> Option<Hole> {
        let mut cards = cards.iter();
        let hole = Hole([cards.next()?, cards.next()?, cards.next()?]);
        cards.next().is_none().then_some(hole)
    }
}

/// Whether a suit beats another: each beats the next in the circle, and none the opposite one.
pub const fn beats_suit(suit: MystiqueSuit, other: MystiqueSuit) -> bool {
    use MystiqueSuit::{Arms, Crowns, Moons, Suns};
    matches!((suit, other), (Suns, Moons) | (Moons, Crowns) | (Crowns, Arms) | (Arms, Suns))
}

/// Whether a card takes the lead in a trick from the winning one, in a trick of this colour.
pub fn takes_lead(card: MystiqueCard, winning: MystiqueCard, led: Colour) -> bool {
    let is_higher = card.suit() == winning.suit() && card.number() > winning.number();
    card.colour() == led && (is_higher || beats_suit(card.suit(), winning.suit()))
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Move {
    Hole(Hole),
    Play(MystiqueCard),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Hole(hole) => write!(f, "hole {}", hole.cards()),
            Move::Play(card) => write!(f, "play {card}"),
        }
    }
}

impl FromStr for Move {
    type Err = MoveTextError;

    fn from_str(text: &str) -> Result<Move, MoveTextError> {
        let wrong = || MoveTextError::new(text, "moves are `hole 1yM 3rA 2bC`, with three cards, and `play 3rC`");
        match text.split_once(' ').ok_or_else(wrong)? {
            ("hole", cards) => MystiqueSet::parse(cards).ok().and_then(Hole::of).map(Move::Hole).ok_or_else(wrong),
            ("play", card) => card.parse().map(Move::Play).map_err(|_| wrong()),
            _ => Err(wrong()),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A seat set its hole aside; `None` for all others.
    SetAside {
        seat: Seat,
        hole: Option<Hole>,
    },
    Played {
        seat: Seat,
        card: MystiqueCard,
    },
    TrickTaken {
        seat: Seat,
        trick: Trick<MystiqueCard>,
    },
    RoundOver {
        detail: RoundDetail,
        points: SeatPoints,
    },
    Dealt {
        dealer: Seat,
    },
    GameOver,
}

/// What the points of a round are made of, seat by seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundDetail {
    pub holes: ArrayVec<Hole, MOST_PLAYERS>,
    pub tricks: ArrayVec<u8, MOST_PLAYERS>,
}

impl RoundDetail {
    pub fn bid(&self, seat: Seat) -> Option<u8> {
        self.holes.get(seat.index()).map(|hole| hole.bid())
    }

    pub(super) fn points(&self) -> SeatPoints {
        let of = |(hole, tricks): (&Hole, &u8)| i32::from(*tricks) + if hole.bid() == *tricks { BONUS } else { 0 };
        self.holes.iter().zip(&self.tricks).map(of).collect()
    }
}

/// What everybody sees of the game.
#[derive(Clone, PartialEq, Debug)]
pub struct CircleTable {
    pub game: Match<RoundDetail>,
    pub trick: Trick<MystiqueCard>,
    /// The last trick that was taken in this round.
    pub last: Option<Trick<MystiqueCard>>,
    /// The cards that each seat played in this round.
    pub played: [MystiqueSet; MOST_PLAYERS],
    /// Cards that each seat cannot hold: of colours that it did not follow in this round.
    pub lacks: [MystiqueSet; MOST_PLAYERS],
    pub tricks: [u8; MOST_PLAYERS],
    /// Whose turn it is once all holes are set aside.
    pub turn: Seat,
}

impl CircleTable {
    pub fn seats(&self) -> Seats {
        self.game.seats()
    }

    /// The cards that so many players use.
    pub fn deck(&self) -> MystiqueSet {
        deck_for(self.seats())
    }

    /// The cards of a hand that may be played now.
    pub fn playable(&self, hand: MystiqueSet) -> MystiqueSet {
        let Some(led) = self.trick.led() else { return hand };
        let following = hand.intersection(MystiqueSet::of_colour(led.colour()));
        if following.is_empty() { hand } else { following }
    }

    /// Whether a card would be winning the trick if it were played now.
    pub fn would_win(&self, card: MystiqueCard) -> bool {
        match (self.trick.winning_card(), self.trick.led()) {
            (Some(winning), Some(led)) => takes_lead(card, winning, led.colour()),
            _ => true,
        }
    }

    fn begin_round(&mut self) {
        self.trick = Trick::new();
        self.last = None;
        (self.played, self.lacks) = ([MystiqueSet::EMPTY; MOST_PLAYERS], [MystiqueSet::EMPTY; MOST_PLAYERS]);
        self.tricks = [0; MOST_PLAYERS];
        self.turn = self.seats().after(self.game.dealer());
    }

    /// Lays a card into the trick.
    pub(super) fn lay(&mut self, seat: Seat, card: MystiqueCard) {
        self.trick.play(seat, card, |card, winning, led| takes_lead(card, winning, led.colour()));
    }

    /// Lays a card into the trick and ends it if it is whole; the seat that takes it, if it was the last one.
    fn play(&mut self, seat: Seat, card: MystiqueCard) -> Option<Seat> {
        if let Some(led) = self.trick.led().filter(|led| led.colour() != card.colour()) {
            let lacks = &mut self.lacks[seat.index()];
            *lacks = lacks.union(MystiqueSet::of_colour(led.colour()));
        }
        self.played[seat.index()].insert(card);
        self.lay(seat, card);
        if self.trick.len() < self.seats().count() {
            self.turn = self.seats().after(seat);
            return None;
        }
        let winner = self.trick.winner()?;
        self.tricks[winner.index()] += 1;
        self.last = Some(std::mem::take(&mut self.trick));
        self.turn = winner;
        Some(winner)
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
    hands: [MystiqueSet; MOST_PLAYERS],
    holes: Sealed<Hole>,
}

/// What a viewer may know.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    pub who: Viewer,
    pub table: CircleTable,
    pub hands: Vec<Held<MystiqueSet>>,
    pub holes: Vec<SealedChoice<Hole>>,
    pub order: crate::cards::HandOrder,
}

impl View {
    /// The seat whose hand is open to the viewer, if it is one alone.
    pub fn own_seat(&self) -> Option<Seat> {
        if let Viewer::Seat(seat) = self.who { Some(seat) } else { None }
    }

    pub fn hand(&self, seat: Seat) -> MystiqueSet {
        self.hands.get(seat.index()).map_or(MystiqueSet::EMPTY, |held| held.known)
    }

    /// The seats that have yet to set their hole aside.
    pub fn choosing(&self) -> SeatSet {
        let seats = self.table.seats().iter().zip(&self.holes);
        seats.filter(|(_, hole)| **hole == SealedChoice::Waiting).map(|(seat, _)| seat).collect()
    }

    /// What the viewer's own seat bid, if it has.
    pub fn own_bid(&self) -> Option<u8> {
        let hole = self.holes.get(self.own_seat()?.index())?;
        hole.known().map(Hole::bid)
    }
}

impl MystiqueCircle {
    pub fn hand(&self, seat: Seat) -> MystiqueSet {
        self.hands[seat.index()]
    }

    pub fn hole(&self, seat: Seat) -> Option<Hole> {
        self.holes.of(seat).copied()
    }

    /// Deals these cards, one at a time, from the seat after the dealer.
    fn deal_round(&mut self, deck: &[MystiqueCard]) {
        let seats = self.table.seats();
        self.table.begin_round();
        self.hands = [MystiqueSet::EMPTY; MOST_PLAYERS];
        self.holes = Sealed::none(seats);
        let first = seats.after(self.table.game.dealer());
        for once_round in deck.chunks(seats.count()) {
            for (seat, card) in seats.from(first).zip(once_round) {
                self.hands[seat.index()].insert(*card);
            }
        }
    }

    fn shuffled(seats: Seats, rng: &mut GameRng) -> ArrayVec<MystiqueCard, 60> {
        let mut deck: ArrayVec<MystiqueCard, 60> = deck_for(seats).iter().collect();
        rng.shuffle(&mut deck);
        deck
    }

    /// Plays a card; what happened beyond it is told to `tell`.
    fn play(&mut self, seat: Seat, card: MystiqueCard, rng: &mut GameRng, tell: &mut impl FnMut(Event)) {
        self.hands[seat.index()].remove(card);
        let Some(winner) = self.table.play(seat, card) else { return };
        if let Some(trick) = self.table.last {
            tell(Event::TrickTaken { seat: winner, trick });
        }
        if self.table.tricks.iter().map(|won| usize::from(*won)).sum::<usize>() == TRICKS {
            self.end_round(rng, tell);
        }
    }

    fn end_round(&mut self, rng: &mut GameRng, tell: &mut impl FnMut(Event)) {
        let seats = self.table.seats();
        let holes = self.holes.iter().map(|(_, hole)| *hole).collect();
        let detail = RoundDetail { holes, tricks: self.table.tricks.into_iter().take(seats.count()).collect() };
        let points = detail.points();
        tell(Event::RoundOver { detail: detail.clone(), points: points.clone() });
        self.table.game.finish(points, detail);
        if self.table.game.is_over() {
            return tell(Event::GameOver);
        }
        self.deal_round(&Self::shuffled(seats, rng));
        tell(Event::Dealt { dealer: self.table.game.dealer() });
    }

    fn make(&mut self, seat: Seat, mv: &Move, rng: &mut GameRng, tell: &mut impl FnMut(Event)) {
        if seat.index() >= self.table.seats().count() || self.table.game.is_over() {
            return;
        }
        match mv {
            Move::Hole(hole) => {
                self.hands[seat.index()] = self.hands[seat.index()].without(hole.cards());
                self.holes.choose(seat, *hole);
                tell(Event::SetAside { seat, hole: Some(*hole) });
            }
            Move::Play(card) => {
                tell(Event::Played { seat, card: *card });
                self.play(seat, *card, rng, tell);
            }
        }
    }

    /// The same with everything dealt anew that is hidden from somebody who knows these hands and holes.
    fn redealt(
        table: &CircleTable,
        hands: &[Held<MystiqueSet>],
        holes: &[SealedChoice<Hole>],
        rng: &mut GameRng,
    ) -> Option<MystiqueCircle> {
        let mut pool = table.deck();
        let mut spots: ArrayVec<Spot<MystiqueSet>, { 2 * MOST_PLAYERS }> = ArrayVec::new();
        for (seat, held) in hands.iter().enumerate() {
            pool = pool.without(table.played[seat]);
            spots.push(Spot::of(*held).barring(table.lacks[seat]));
        }
        for hole in holes {
            match hole {
                SealedChoice::Known(hole) => pool = pool.without(hole.cards()),
                SealedChoice::Hidden => spots.push(Spot::any(HOLE)),
                SealedChoice::Waiting => {}
            }
        }
        let dealt = deal_into(pool, &spots, rng)?;
        let mut world = MystiqueCircle {
            table: table.clone(),
            hands: [MystiqueSet::EMPTY; MOST_PLAYERS],
            holes: Sealed::none(table.seats()),
        };
        let mut dealt = dealt.into_iter();
        for hand in world.hands.iter_mut().take(hands.len()) {
            *hand = dealt.next()?;
        }
        for (seat, hole) in table.seats().iter().zip(holes) {
            match hole {
                SealedChoice::Known(hole) => world.holes.choose(seat, *hole),
                SealedChoice::Hidden => world.holes.choose(seat, Hole::of(dealt.next()?)?),
                SealedChoice::Waiting => {}
            }
        }
        Some(world)
    }
}

impl Game for MystiqueCircle {
    const INFO: Info = Info {
        id: "mystique-circle",
        title: "Mystique Circle",
        tagline: "Tricks in a circle of suits, and a secret bid",
        source: "Ricky Wilkins, in The Mystique Deck (2013)",
        rules: 1,
        seats: (2, MOST_PLAYERS as u8),
        minutes: (15, 30),
        kind: Kind::Cards,
        weight: Complexity::Medium,
        secrets: true,
    };

    type Options = Options;
    type Deal = Deal;
    type Move = Move;
    type Event = Event;
    type View = View;

    fn deal(options: &Options, seats: Seats, deal: Option<&Deal>, rng: &mut GameRng) -> Result<Self, SetupError> {
        let (min, max) = Self::INFO.seats;
        if !(usize::from(min)..=usize::from(max)).contains(&seats.count()) {
            return Err(SetupError::Seats { found: seats.count(), min, max });
        }
        if !(1..=1000).contains(&options.target) {
            return Err(SetupError::Options(format!("target {}; it must be 1 to 1000 points", options.target)));
        }
        let dealer = rng.below(seats.count() as u32) as u8;
        let mut deck = Self::shuffled(seats, rng);
        let mut dealer = Seat::new(dealer).unwrap_or(Seat::FIRST);
        if let Some(deal) = deal {
            deck = explicit_deck(&deal.deck, seats)?;
            dealer = deal.dealer;
            if dealer.index() >= seats.count() {
                return Err(SetupError::Deal(format!("dealer {dealer}; there are {} seats, from 0", seats.count())));
            }
        }
        let table = CircleTable {
            game: Match::new(seats, dealer, Until::Points(options.target)),
            trick: Trick::new(),
            last: None,
            played: [MystiqueSet::EMPTY; MOST_PLAYERS],
            lacks: [MystiqueSet::EMPTY; MOST_PLAYERS],
            tricks: [0; MOST_PLAYERS],
            turn: dealer,
        };
        let mut game = MystiqueCircle { table, hands: [MystiqueSet::EMPTY; MOST_PLAYERS], holes: Sealed::none(seats) };
        game.deal_round(&deck);
        Ok(game)
    }

    fn stage(&self) -> Stage {
        if self.table.game.is_over() {
            return Stage::Over(outcome(&self.table.game));
        }
        let choosing = self.holes.waiting();
        Stage::Act(if choosing.is_empty() { SeatSet::only(self.table.turn) } else { choosing })
    }

    fn turn(&self) -> Option<Seat> {
        if self.table.game.is_over() {
            return None;
        }
        self.holes.waiting().first().or(Some(self.table.turn))
    }

    fn moves(&self, seat: Seat) -> Moves<Move> {
        let mut moves = Vec::new();
        self.moves_into(seat, &mut moves);
        Moves::All(moves)
    }

    fn moves_into(&self, seat: Seat, moves: &mut Vec<Move>) {
        moves.clear();
        moves.reserve(220);
        let hand = self.hands[seat.index()];
        if self.holes.of(seat).is_some() {
            moves.extend(self.table.playable(hand).iter().map(Move::Play));
            return;
        }
        let cards: ArrayVec<MystiqueCard, DEALT> = hand.iter().take(DEALT).collect();
        for (at, first) in cards.iter().enumerate() {
            for (next, second) in cards.iter().enumerate().skip(at + 1) {
                moves.extend(cards.iter().skip(next + 1).map(|third| Move::Hole(Hole([*first, *second, *third]))));
            }
        }
    }

    fn check_move(&self, seat: Seat, mv: &Move) -> Result<(), Illegal> {
        let hand = self.hands[seat.index()];
        match (mv, self.holes.of(seat)) {
            (Move::Hole(_), Some(_)) => Err(Illegal::because("#the-hole", "your hole is set aside already")),
            (Move::Play(_), None) => Err(Illegal::because(
                "#the-hole",
                "first set three cards aside: they say how many tricks you mean to win",
            )),
            (Move::Hole(hole), None) => match hole.0.into_iter().find(|card| !hand.contains(*card)) {
                Some(card) => Err(not_held(card)),
                None => Ok(()),
            },
            (Move::Play(card), Some(_)) if !hand.contains(*card) => Err(not_held(*card)),
            (Move::Play(card), Some(_)) if !self.table.playable(hand).contains(*card) => {
                let led = self.table.trick.led().map_or("its", |led| led.colour().word());
                Err(Illegal::because("#the-trick", format!("you must follow colour: play a {led} card")))
            }
            (Move::Play(_), Some(_)) => Ok(()),
        }
    }

    fn apply(&mut self, seat: Seat, mv: &Move, rng: &mut GameRng) -> Vec<Event> {
        let mut events = Vec::new();
        self.make(seat, mv, rng, &mut |event| events.push(event));
        events
    }

    fn apply_quietly(&mut self, seat: Seat, mv: &Move, rng: &mut GameRng) {
        self.make(seat, mv, rng, &mut |_| {});
    }

    fn view(&self, who: Viewer) -> View {
        let is_over = self.table.game.is_over();
        let eyes = if is_over { Viewer::Referee } else { who };
        let seats = self.table.seats();
        View {
            who,
            table: self.table.clone(),
            hands: seats.iter().map(|seat| Held::seen(self.hand(seat), seat, eyes)).collect(),
            holes: self.holes.seen_by(eyes),
            order: crate::cards::HandOrder::default(),
        }
    }

    fn arrange(view: &mut View, order: crate::cards::HandOrder) {
        view.order = order;
    }

    fn redact(event: &Event, who: Viewer) -> Option<Event> {
        Some(match event {
            Event::SetAside { seat, hole } => Event::SetAside { seat: *seat, hole: hole.filter(|_| who.sees(*seat)) },
            other => other.clone(),
        })
    }

    fn reveals(event: &Event) -> bool {
        !matches!(event, Event::SetAside { .. })
    }

    fn resample_hidden(&self, who: Viewer, rng: &mut GameRng) -> Self {
        let seats = self.table.seats();
        if self.table.game.is_over() {
            return self.clone();
        }
        let held = |seat: Seat| {
            let hand = self.hand(seat);
            Held { count: hand.len(), known: if who.sees(seat) { hand } else { MystiqueSet::EMPTY } }
        };
        let hole = |seat: Seat| match self.hole(seat) {
            None => SealedChoice::Waiting,
            Some(hole) if who.sees(seat) => SealedChoice::Known(hole),
            Some(_) => SealedChoice::Hidden,
        };
        let (hands, holes): (Vec<_>, Vec<_>) = seats.iter().map(|seat| (held(seat), hole(seat))).unzip();
        Self::redealt(&self.table, &hands, &holes, rng).unwrap_or_else(|| self.clone())
    }

    fn imagined(view: &View, _: &[Event], rng: &mut GameRng) -> Option<Self> {
        Self::redealt(&view.table, &view.hands, &view.holes, rng)
    }

    /// Everybody followed colour if they could, with what they hold now and what they played since.
    fn explains(&self, seen: &[Event]) -> bool {
        let mut hands = self.hands;
        let mut trick = self.table.trick;
        let plays =
            seen.iter().rev().take_while(|event| !matches!(event, Event::Dealt { .. } | Event::RoundOver { .. }));
        for event in plays {
            match event {
                Event::TrickTaken { trick: taken, .. } => trick = *taken,
                Event::Played { seat, card } => {
                    let hand = &mut hands[seat.index()];
                    let follows = trick.led().is_none_or(|led| led.colour() == card.colour());
                    let led = trick.led().map_or(MystiqueSet::EMPTY, |led| MystiqueSet::of_colour(led.colour()));
                    if !follows && !hand.intersection(led).is_empty() {
                        return false;
                    }
                    hand.insert(*card);
                }
                _ => {}
            }
        }
        true
    }

    fn census(&self) -> Vec<u32> {
        let mut cards: Vec<u32> = self.whereabouts().into_iter().map(|(card, _)| card).collect();
        cards.sort_unstable();
        cards
    }

    /// Hands by seat, holes from 10 on, what was played at 20; a round that is over has left the table.
    fn whereabouts(&self) -> Vec<(u32, u32)> {
        let mut found = Vec::new();
        let mut lay =
            |cards: MystiqueSet, place: u32| found.extend(cards.iter().map(|card| (u32::from(card.index()), place)));
        for (seat, number) in self.table.seats().iter().zip(0..) {
            lay(self.hand(seat), number);
            lay(self.hole(seat).map_or(MystiqueSet::EMPTY, Hole::cards), 10 + number);
            lay(self.table.played[seat.index()], 20);
        }
        found
    }

    fn scores(&self) -> Vec<i32> {
        self.table.game.totals().to_vec()
    }

    fn state(&self) -> serde_json::Value {
        let (table, game) = (&self.table, &self.table.game);
        let trick = if game.is_over() { Trick::new() } else { table.trick };
        let last = game.finished().last().filter(|_| game.is_over());
        let bids: Vec<Option<u8>> = table.seats().iter().map(|seat| last?.detail.bid(seat)).collect();
        json!({
            "round": game.round(),
            "dealer": game.dealer().index(),
            "trick": trick.iter().map(|(seat, card)| json!([seat.index(), card])).collect::<Vec<_>>(),
            "winning": trick.winner().map(Seat::index),
            "tricks": &table.tricks[..table.seats().count()],
            "bids": bids,
            "points": game.totals().as_slice(),
        })
    }

    fn summary(&self) -> String {
        let points: Vec<String> = self.table.game.totals().iter().map(ToString::to_string).collect();
        let rounds = counted(self.table.game.finished().len() as u32, "round", "rounds");
        format!("Points in seat order after {rounds}: {}.", points.join(", "))
    }
}

fn not_held(card: MystiqueCard) -> Illegal {
    Illegal::because("#the-turn", format!("you do not hold the {}", card.spoken()))
}

fn explicit_deck(text: &str, seats: Seats) -> Result<ArrayVec<MystiqueCard, 60>, SetupError> {
    let wrong = |what: String| SetupError::Deal(format!("the deck: {what}"));
    let given = MystiqueSet::parse(text).map_err(|error| wrong(error.to_string()))?;
    let deck = deck_for(seats);
    if let Some(card) = given.without(deck).iter().next() {
        return Err(wrong(format!("{card} is not used by {} players", seats.count())));
    }
    if let Some(card) = deck.without(given).iter().next() {
        return Err(wrong(format!("{} of {} cards; {card} is missing", given.len(), deck.len())));
    }
    Ok(text.split_whitespace().filter_map(|word| word.parse().ok()).collect())
}

fn outcome(game: &Match<RoundDetail>) -> Outcome {
    let winners = game.winners();
    let most = game.totals().iter().max().copied().unwrap_or(0);
    let rounds = counted(game.finished().len() as u32, "round", "rounds");
    let title = if winners.len() == 1 { "The circle is closed" } else { "A shared circle" };
    Outcome { winners, title: title.to_owned(), reason: format!("{most} points after {rounds}") }
}
