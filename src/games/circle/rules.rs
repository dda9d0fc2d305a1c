//! Mystique Circle as a game.
//!
//! Source: *The Mystique Deck*, "Mystique Circle" by Ricky Wilkins (2013). Where the rulebook is silent: the holes are chosen
//! by all at once and shown when the round ends; who cannot follow tosses a card and cannot win the trick; suns beat moons
//! beat crowns beat arms beat suns, and opposite suits do not beat each other.

use arrayvec::ArrayVec;
use parse_display::{Display, FromStr};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::cards::{CardBits, HandOrder, MystiqueCard, MystiqueSet, MystiqueSuit};
use crate::engine::game::{Complexity, Game, Illegal, Info, Kind, SetupError};
use crate::engine::hands::{Hands, HandsView};
use crate::engine::outcome::Stage;
use crate::engine::rng::GameRng;
use crate::engine::rounds::{DeckDeal, Match, SeatPoints, Until, check_seats, shuffled};
use crate::engine::seats::{Seat, SeatSet, Seats, Viewer};
use crate::engine::trick::{TrickEvent, TrickRules, Tricks};

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

/// Three cards set aside as a bid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Display, FromStr)]
#[from_str(new = Hole::of(_0))]
pub struct Hole(MystiqueSet);

impl Hole {
    /// `None` unless they are three.
    pub fn of(cards: MystiqueSet) -> Option<Hole> {
        (cards.len() == HOLE).then_some(Hole(cards))
    }

    pub fn cards(self) -> MystiqueSet {
        self.0
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
        bid_of(self.0)
    }
}

/// How many tricks cards bid: a moon none, a sun one, an arm two and a crown three.
pub fn bid_of(cards: MystiqueSet) -> u8 {
    use MystiqueSuit::{Arms, Crowns, Suns};
    let worth = |(suit, tricks)| cards.intersection(MystiqueSet::of_suit(suit)).len() * tricks;
    [(Suns, 1), (Arms, 2), (Crowns, 3)].into_iter().map(worth).sum::<usize>() as u8
}

/// Whether a suit beats another: each beats the next in the circle, and none the opposite one.
pub const fn beats_suit(suit: MystiqueSuit, other: MystiqueSuit) -> bool {
    use MystiqueSuit::{Arms, Crowns, Moons, Suns};
    matches!((suit, other), (Suns, Moons) | (Moons, Crowns) | (Crowns, Arms) | (Arms, Suns))
}

/// Colour is followed, and suits beat each other in a circle.
#[derive(Clone, PartialEq, Debug)]
pub struct CircleRules;

impl TrickRules for CircleRules {
    type Set = MystiqueSet;

    fn following(led: MystiqueCard) -> MystiqueSet {
        MystiqueSet::of_colour(led.colour())
    }

    fn beats(card: MystiqueCard, winning: MystiqueCard, led: MystiqueCard) -> bool {
        let is_higher = card.suit() == winning.suit() && card.number() > winning.number();
        card.colour() == led.colour() && (is_higher || beats_suit(card.suit(), winning.suit()))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Display, FromStr)]
pub enum Move {
    #[display("hole {0}")]
    Hole(Hole),
    #[display("play {0}")]
    Play(MystiqueCard),
}

/// What happens. A hole that is set aside is `None` to all but its seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    SetAside { seat: Seat, hole: Option<Hole> },
    Trick(TrickEvent<MystiqueCard>),
    RoundOver { detail: RoundDetail },
    Dealt { dealer: Seat },
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
}

/// What everybody sees of the game.
#[derive(Clone, PartialEq, Debug)]
pub struct CircleTable {
    pub game: Match<RoundDetail>,
    pub tricks: Tricks<CircleRules>,
}

impl CircleTable {
    pub fn seats(&self) -> Seats {
        self.game.seats()
    }

    /// How many tricks a seat that bid so many still wants; negative once it has too many.
    pub fn needs(&self, seat: Seat, bid: u8) -> i32 {
        i32::from(bid) - i32::from(self.tricks.taken[seat.index()])
    }

    /// The lot in which a seat's hole lies.
    pub(super) fn hole_lot(&self, seat: Seat) -> usize {
        self.seats().count() + seat.index()
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
    /// The hands, then the holes.
    hands: Hands<MystiqueSet, { 2 * MOST_PLAYERS }>,
}

/// What a viewer may know.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    pub table: CircleTable,
    pub hands: HandsView<MystiqueSet>,
}

impl View {
    /// The seats that have yet to set their hole aside.
    pub fn choosing(&self) -> SeatSet {
        self.table.seats().iter().filter(|seat| self.hands.count(self.table.hole_lot(*seat)) == 0).collect()
    }

    /// A seat's hole, if it has one and the viewer knows it.
    pub fn hole(&self, seat: Seat) -> Option<Hole> {
        Hole::of(self.hands.known(self.table.hole_lot(seat)))
    }

    /// How many tricks the viewer still wants; 0 while there is no bid.
    pub fn needs(&self) -> i32 {
        let seat = self.hands.front();
        self.hole(seat).map_or(0, |hole| self.table.needs(seat, hole.bid()))
    }
}

impl MystiqueCircle {
    pub fn hand(&self, seat: Seat) -> MystiqueSet {
        self.hands.of(seat.index())
    }

    /// A seat's hole, if it has set one aside in this round.
    pub fn hole(&self, seat: Seat) -> Option<Hole> {
        Hole::of(self.hands.of(self.table.hole_lot(seat)))
    }

    fn choosing(&self) -> SeatSet {
        self.table.seats().iter().filter(|seat| self.hole(*seat).is_none()).collect()
    }

    fn deal_round(&mut self, deck: &[MystiqueCard]) {
        let leader = self.table.seats().after(self.table.game.dealer());
        self.table.tricks = self.table.tricks.next_deal(leader);
        self.hands.deal(self.table.seats(), leader, deck, DEALT);
    }

    fn play(&mut self, seat: Seat, card: MystiqueCard, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        report(Event::Trick(TrickEvent::Played { seat, card }));
        self.hands.remove(seat.index(), MystiqueSet::of_one(card));
        let Some(winner) = self.table.tricks.play(self.table.seats(), seat, card) else { return };
        if let Some(trick) = self.table.tricks.last {
            report(Event::Trick(TrickEvent::Taken { seat: winner, trick }));
        }
        if self.table.tricks.count_taken() == TRICKS {
            self.end_round(rng, report);
        }
    }

    fn end_round(&mut self, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        let seats = self.table.seats();
        let holes = seats.iter().filter_map(|seat| self.hole(seat)).collect();
        let tricks = self.table.tricks.taken.into_iter().take(seats.count()).collect();
        let detail = RoundDetail { holes, tricks };
        report(Event::RoundOver { detail: detail.clone() });
        self.table.game.finish(detail.points(), detail);
        if self.table.game.is_over() {
            return;
        }
        self.deal_round(&shuffled(deck_for(seats), rng));
        report(Event::Dealt { dealer: self.table.game.dealer() });
    }
}

/// What cannot lie in a lot: colours that a seat did not follow in its hand, anything in a hole.
fn bars(table: &CircleTable) -> impl Fn(usize) -> MystiqueSet {
    |lot| if lot < table.seats().count() { table.tricks.lacks[lot] } else { MystiqueSet::EMPTY }
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
        let table = CircleTable { game, tricks: Tricks::new(dealer) };
        let mut game = MystiqueCircle { table, hands: Hands::with(seats, seats.iter().map(Some)) };
        game.deal_round(&deck);
        Ok(game)
    }

    fn stage(&self) -> Stage {
        let game = &self.table.game;
        if game.is_over() {
            let most = game.totals().iter().max().copied().unwrap_or(0);
            let reason = format!("{most} points {}", game.so_far());
            return Stage::Over(game.outcome("The circle is closed", "A shared circle", reason));
        }
        let choosing = self.choosing();
        Stage::Act(if choosing.is_empty() { SeatSet::only(self.table.tricks.turn) } else { choosing })
    }

    fn turn(&self) -> Option<Seat> {
        let (tricks, seats) = (&self.table.tricks, self.table.seats());
        let choosing = if tricks.has_begun() { None } else { seats.iter().find(|seat| self.hole(*seat).is_none()) };
        (!self.table.game.is_over()).then(|| choosing.unwrap_or(tricks.turn))
    }

    fn moves_into(&self, seat: Seat, moves: &mut Vec<Move>) {
        moves.clear();
        moves.reserve(220);
        let hand = self.hand(seat);
        if self.hole(seat).is_some() {
            return moves.extend(self.table.tricks.playable(hand).iter().map(Move::Play));
        }
        let cards: ArrayVec<MystiqueSet, DEALT> = hand.iter().take(DEALT).map(MystiqueSet::of_one).collect();
        for (highest, third) in cards.iter().enumerate() {
            for (middle, second) in cards.iter().enumerate().take(highest) {
                let two = second.union(*third);
                moves.extend(cards[..middle].iter().map(|first| Move::Hole(Hole(two.union(*first)))));
            }
        }
    }

    fn check_move(&self, seat: Seat, mv: &Move) -> Result<(), Illegal> {
        let (hand, tricks) = (self.hand(seat), &self.table.tricks);
        let (is_hole, cards) = match mv {
            Move::Hole(hole) => (true, hole.0),
            Move::Play(card) => (false, [*card].into_iter().collect()),
        };
        let led = tricks.trick.led().map_or("its", |led| led.colour().word());
        let (rule, why) = match (is_hole, self.hole(seat), cards.without(hand).iter().next()) {
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
        if seat.index() >= self.table.seats().count() || self.table.game.is_over() {
            return;
        }
        match mv {
            Move::Hole(hole) => {
                self.hands.remove(seat.index(), hole.0);
                self.hands.add(self.table.hole_lot(seat), hole.0);
                report(Event::SetAside { seat, hole: Some(*hole) });
            }
            Move::Play(card) => self.play(seat, *card, rng, report),
        }
    }

    fn view(&self, who: Viewer) -> View {
        let seen = self.hands.seen_by(who);
        let hands = if self.table.game.is_over() { seen.opened(&self.hands) } else { seen };
        View { table: self.table.clone(), hands }
    }

    fn arrange(view: &mut View, order: HandOrder) {
        view.hands.order = order;
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
        if self.table.game.is_over() {
            return self.clone();
        }
        MystiqueCircle { hands: self.hands.redealt(who, bars(&self.table), rng), table: self.table.clone() }
    }

    fn imagined(view: &View, _: &[Event], rng: &mut GameRng) -> Option<Self> {
        let hidden = deck_for(view.table.seats()).without(view.table.tricks.all_played());
        let hands = Hands::imagined(&view.hands, hidden, bars(&view.table), rng)?;
        Some(MystiqueCircle { hands, table: view.table.clone() })
    }

    fn explains(&self, seen: &[Event]) -> bool {
        let round = seen.iter().rposition(|event| matches!(event, Event::Dealt { .. } | Event::RoundOver { .. }));
        let tricks = seen[round.map_or(0, |at| at + 1)..].iter().filter_map(|event| match event {
            Event::Trick(event) => Some(event),
            _ => None,
        });
        self.table.tricks.explains(|seat| self.hand(seat), tricks)
    }

    fn whereabouts(&self) -> Vec<(u32, u32)> {
        self.hands.whereabouts().chain(self.table.tricks.whereabouts(20)).collect()
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
            "trick": tricks.trick.iter().map(|(seat, card)| json!([seat.index(), card])).collect::<Vec<_>>(),
            "winning": tricks.trick.winner().map(Seat::index),
            "tricks": &tricks.taken[..game.seats().count()],
            "bids": bids,
            "points": game.totals().as_slice(),
        })
    }

    fn summary(&self) -> String {
        let game = &self.table.game;
        format!("Points in seat order {}: {}.", game.so_far(), game.points_in_words(", "))
    }
}
