//! Little whist as a game.
//!
//! Each of two to four players holds six of the 24 cards from nine to ace; what is left over lies aside, unseen. Suit is
//! followed, the highest card of the led suit takes the trick and leads to the next one, and each trick is a point.

use parlour::cards::{Card, CardBits, CardSet, HandOrder};
use parlour::engine::game::{Complexity, Game, Illegal, Info, Kind, SetupError};
use parlour::engine::hands::{Hands, HandsView};
use parlour::engine::outcome::Stage;
use parlour::engine::rng::GameRng;
use parlour::engine::rounds::{DeckDeal, Match, SeatPoints, Until, check_seats, shuffled};
use parlour::engine::seats::{Seat, SeatSet, Seats, Viewer};
use parlour::engine::trick::{TrickEvent, TrickRules, Tricks};
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

/// Suit is followed, and the highest card of the led suit wins.
#[derive(Clone, PartialEq, Debug)]
pub struct WhistTricks;

impl TrickRules for WhistTricks {
    type Set = CardSet;

    fn following(led: Card) -> CardSet {
        deck().iter().filter(|card| card.suit() == led.suit()).collect()
    }

    fn beats(card: Card, winning: Card, _: Card) -> bool {
        card.suit() == winning.suit() && height(card) > height(winning)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Display, FromStr)]
#[display("play {0}")]
pub struct Move(pub Card);

/// What happens. Everybody sees all of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    Trick(TrickEvent<Card>),
    RoundOver { points: SeatPoints },
    Dealt { dealer: Seat },
}

#[derive(Clone, PartialEq, Debug)]
pub struct LittleWhist {
    pub game: Match<()>,
    pub tricks: Tricks<WhistTricks>,
    /// The hands, then what is left over.
    pub hands: Hands<CardSet, { MOST_PLAYERS + 1 }>,
}

/// What a viewer may know.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    pub game: Match<()>,
    pub tricks: Tricks<WhistTricks>,
    pub hands: HandsView<CardSet>,
}

impl LittleWhist {
    pub fn hand(&self, seat: Seat) -> CardSet {
        self.hands.of(seat.index())
    }

    fn deal_round(&mut self, deck: &[Card]) {
        let leader = self.game.seats().after(self.game.dealer());
        self.tricks = self.tricks.next_deal(leader);
        self.hands.deal(self.game.seats(), leader, deck, DEALT);
    }

    fn end_round(&mut self, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        let taken = self.tricks.taken.into_iter().take(self.game.seats().count());
        let points: SeatPoints = taken.map(i32::from).collect();
        report(Event::RoundOver { points: points.clone() });
        self.game.finish(points, ());
        if !self.game.is_over() {
            self.deal_round(&shuffled(deck(), rng));
            report(Event::Dealt { dealer: self.game.dealer() });
        }
    }
}

/// What cannot lie in a lot: the suits that a seat did not follow.
fn bars(tricks: &Tricks<WhistTricks>) -> impl Fn(usize) -> CardSet {
    |lot| tricks.lacks.get(lot).copied().unwrap_or(CardSet::EMPTY)
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
        let mut game = LittleWhist {
            game: Match::new(seats, dealer, Until::Rounds(options.rounds)),
            tricks: Tricks::new(dealer),
            hands: Hands::with(seats, [None]),
        };
        game.deal_round(&deck);
        Ok(game)
    }

    fn stage(&self) -> Stage {
        if !self.game.is_over() {
            return Stage::Act(SeatSet::only(self.tricks.turn));
        }
        let most = self.game.totals().iter().max().copied().unwrap_or(0);
        Stage::Over(self.game.outcome(
            "Most tricks",
            "Equally many tricks",
            format!("{most} tricks {}", self.game.so_far()),
        ))
    }

    fn moves_into(&self, seat: Seat, moves: &mut Vec<Move>) {
        moves.clear();
        moves.extend(self.tricks.playable(self.hand(seat)).iter().map(Move));
    }

    fn check_move(&self, seat: Seat, Move(card): &Move) -> Result<(), Illegal> {
        let hand = self.hand(seat);
        if !hand.contains(*card) {
            return Err(Illegal::not_held(*card));
        }
        match self.tricks.trick.led() {
            Some(led) if !self.tricks.playable(hand).contains(*card) => {
                let suit = led.suit().word().to_lowercase();
                Err(Illegal::because("#following-suit", format!("you must follow suit: play a {suit}")))
            }
            _ => Ok(()),
        }
    }

    fn make(&mut self, seat: Seat, Move(card): &Move, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        let seats = self.game.seats();
        if seat.index() >= seats.count() || self.game.is_over() {
            return;
        }
        self.hands.remove(seat.index(), CardSet::of_one(*card));
        let taker = self.tricks.play(seats, seat, *card);
        report(Event::Trick(TrickEvent::Played { seat, card: *card }));
        if let Some((seat, trick)) = taker.zip(self.tricks.last) {
            report(Event::Trick(TrickEvent::Taken { seat, trick }));
        }
        if self.tricks.count_taken() == DEALT {
            self.end_round(rng, report);
        }
    }

    fn view(&self, who: Viewer) -> View {
        let seen = self.hands.seen_by(who);
        let hands = if self.game.is_over() { seen.opened(&self.hands) } else { seen };
        View { game: self.game.clone(), tricks: self.tricks.clone(), hands }
    }

    fn arrange(view: &mut View, order: HandOrder) {
        view.hands.order = order;
    }

    fn redact(event: &Event, _: Viewer) -> Option<Event> {
        Some(event.clone())
    }

    fn reveals(_: &Event) -> bool {
        true
    }

    fn resample_hidden(&self, who: Viewer, rng: &mut GameRng) -> Self {
        if self.game.is_over() {
            return self.clone();
        }
        LittleWhist { hands: self.hands.redealt(who, bars(&self.tricks), rng), ..self.clone() }
    }

    fn imagined(view: &View, _: &[Event], rng: &mut GameRng) -> Option<Self> {
        let hidden = deck().without(view.tricks.all_played());
        let hands = Hands::imagined(&view.hands, hidden, bars(&view.tricks), rng)?;
        Some(LittleWhist { game: view.game.clone(), tricks: view.tricks.clone(), hands })
    }

    fn explains(&self, seen: &[Event]) -> bool {
        let dealt = seen.iter().rposition(|event| matches!(event, Event::Dealt { .. }));
        let tricks = seen.iter().skip(dealt.map_or(0, |at| at + 1)).filter_map(|event| match event {
            Event::Trick(event) => Some(event),
            _ => None,
        });
        self.tricks.explains(|seat| self.hand(seat), tricks)
    }

    fn whereabouts(&self) -> Vec<(u32, u32)> {
        self.hands.whereabouts().chain(self.tricks.whereabouts(10)).collect()
    }

    fn scores(&self) -> Vec<i32> {
        self.game.totals().to_vec()
    }

    fn state(&self) -> serde_json::Value {
        json!({
            "round": self.game.round(),
            "dealer": self.game.dealer().index(),
            "trick": self.tricks.trick.iter().map(|(seat, card)| json!([seat.index(), card])).collect::<Vec<_>>(),
            "tricks": &self.tricks.taken[..self.game.seats().count()],
            "points": self.game.totals().as_slice(),
        })
    }

    fn summary(&self) -> String {
        format!("Tricks in seat order {}: {}.", self.game.so_far(), self.game.points_in_words(", "))
    }
}
