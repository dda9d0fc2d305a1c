//! A three-card duel: a game made only to try the contract, with all that Matrix Solitaire does not need, and to prove
//! that the conformance kit finds faults.
//!
//! Seven cards, 1 to 7. Each of two seats holds three, one lies aside unseen. Both choose a card at the same time and in
//! secret; shown together, the higher wins what a die says. After three rounds the seat that is behind says in its own
//! words which card lies aside, for five points. So there are hidden hands, several acting seats, chance, an open-ended
//! move, and events that reveal.
//!
//! [`Fault`] breaks one law on purpose; the kit must name that law.

use std::cell::Cell;
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicU32, Ordering};

use parlour::cards::Card;
use parlour::engine::blunders::Blunders;
use parlour::engine::conformance::{BrokenLaw, KitEffort, Law, conform};
use parlour::engine::game::{
    Bot, Bots, Cancel, Complexity, Game, Hindsight, Hint, Illegal, Info, Kind, Moves, NotAMove, Observation, SetupError,
};
use parlour::engine::outcome::{Outcome, Stage};
use parlour::engine::record::{Player, Record};
use parlour::engine::rng::GameRng;
use parlour::engine::seats::{BotLevel, Seat, SeatSet, Seats, Viewer};
use parlour::engine::session::{Session, UndoBarred};
use parlour::engine::tabletop::{Setup, Tabletop};
use parlour::layout::build::row;
use parlour::layout::{Area, Beat, Cue, Face, Gesture, Layout, Numbered, Piece, Preview, Room, Telling};
use serde::{Deserialize, Serialize};

/// What is broken, if anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    Sound,
    NoDeal,
    NoEnd,
    ListsAnIllegalMove,
    HidesALegalMove,
    MovesOutOfTurn,
    LosesACard,
    Mumbles,
    ShowsAHand,
    ShowsTheSpareByLegality,
    TellsASecretChoice,
    ForgetsToTell,
    OwnDice,
    BotCheats,
    BotWavers,
    PieceTwice,
    BeatsGoAstray,
    TellsThePublic,
    PrintsTheSpare,
    ScoresOneSeat,
    StopsWithoutAnAnswer,
    HintsAtNothing,
    GesturesMeanNothing,
    NeverReveals,
    QuickPathDiffers,
    WorldsAreNeverTrue,
    WorldsLoseACard,
}

use Fault::*;

thread_local! {
    /// The fault of the duels that are played on this thread. Were it a part of their type, the kit would be compiled anew for each.
    static FAULT: Cell<Fault> = const { Cell::new(Sound) };
}

fn fault() -> Fault {
    FAULT.get()
}

/// What the faults that need a state outside the game use.
static COUNTER: AtomicU32 = AtomicU32::new(0);

#[derive(Clone, PartialEq, Debug)]
struct Duel {
    hands: [Vec<u8>; 2],
    chosen: [Option<u8>; 2],
    shown: Vec<[u8; 2]>,
    spare: u8,
    points: [i32; 2],
    said: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Options {
    rounds_are_short: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Deal {
    hands: [Vec<u8>; 2],
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Action {
    Lay(u8),
    Say(String),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Lay(_) if fault() == Mumbles => write!(f, "lay 4"),
            Action::Lay(card) => write!(f, "lay {card}"),
            Action::Say(words) => write!(f, "say {words}"),
        }
    }
}

impl FromStr for Action {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<Self, NotAMove> {
        match text.split_once(' ').ok_or(NotAMove)? {
            ("lay", card) => card.parse().map(Action::Lay).map_err(|_| NotAMove),
            ("say", words) if !words.is_empty() && words.len() <= 20 => Ok(Action::Say(words.to_owned())),
            _ => Err(NotAMove),
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
enum Event {
    Laid { seat: Seat, card: Option<u8> },
    TableScene { cards: [u8; 2], die: u8 },
    Said { words: String, right: bool, spare: u8 },
}

#[derive(Clone, PartialEq, Debug)]
struct View {
    hands: [Vec<Option<u8>>; 2],
    chosen: [Option<Option<u8>>; 2],
    shown: Vec<[u8; 2]>,
    spare: Option<u8>,
    points: [i32; 2],
    said: Option<String>,
}

fn sees(who: Viewer, seat: usize) -> bool {
    match who {
        Viewer::Seat(eyes) => eyes.index() == seat,
        Viewer::Public => false,
        Viewer::Referee => true,
    }
}

fn seat(index: usize) -> Seat {
    Seat::new(index as u8).expect("a seat")
}

impl Duel {
    fn behind(&self) -> usize {
        usize::from(self.points[1] < self.points[0])
    }

    fn is_choosing(&self) -> bool {
        self.shown.len() < 3
    }

    fn show(&mut self, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        let [Some(a), Some(b)] = self.chosen else { return };
        self.chosen = [None, None];
        let die = if fault() == OwnDice { (COUNTER.fetch_add(1, Ordering::Relaxed) % 6) as u8 + 1 } else { rng.die() };
        self.points[usize::from(b > a)] += i32::from(die);
        self.shown.push([a, b]);
        report(Event::TableScene { cards: [a, b], die });
    }
}

impl Game for Duel {
    const INFO: Info = Info {
        id: "duel",
        title: "Duel",
        tagline: "",
        source: "",
        rules: 1,
        seats: (2, 2),
        minutes: (1, 1),
        kind: Kind::Cards,
        weight: Complexity::Light,
        secrets: true,
        hand_orders: &[],
    };
    type Options = Options;
    type Deal = Deal;
    type Move = Action;
    type Event = Event;
    type View = View;

    const MOVE_TEXT: &'static str = "moves are `lay 5` or `say …`";

    fn deal(_: &Options, seats: Seats, deal: Option<&Deal>, rng: &mut GameRng) -> Result<Self, SetupError> {
        if seats.count() != 2 || fault() == NoDeal {
            return Err(SetupError::Seats { found: seats.count(), min: 2, max: 2 });
        }
        let mut cards: Vec<u8> = (1..=7).collect();
        rng.shuffle(&mut cards);
        if let Some(deal) = deal {
            let [a, b] = &deal.hands;
            let given: Vec<u8> = a.iter().chain(b).copied().collect();
            let rest: Vec<u8> = (1..=7).filter(|card| !given.contains(card)).collect();
            if (a.len(), b.len(), rest.len()) != (3, 3, 1) {
                return Err(SetupError::Deal("two hands of three different cards, 1 to 7".to_owned()));
            }
            cards = [given, rest].concat();
        }
        let (a, b) = (cards[..3].to_vec(), cards[3..6].to_vec());
        let mut hands = [a, b];
        hands.iter_mut().for_each(|hand| hand.sort_unstable());
        Ok(Duel { hands, chosen: [None; 2], shown: Vec::new(), spare: cards[6], points: [0; 2], said: None })
    }

    fn stage(&self) -> Stage {
        if self.is_choosing() {
            return Stage::Act((0..2).filter(|side| self.chosen[*side].is_none()).map(seat).collect());
        }
        if self.said.is_none() || fault() == NoEnd {
            return Stage::Act(SeatSet::only(seat(self.behind())));
        }
        let best = self.points.iter().max();
        let winners = (0..2).filter(|side| self.points.get(*side) == best).map(seat).collect();
        Stage::Over(Outcome { winners, title: "over".to_owned(), reason: String::new() })
    }

    fn legal_moves(&self, who: Seat) -> Moves<Action> {
        let acts = matches!(self.stage(), Stage::Act(seats) if seats.contains(who));
        let out_of_turn = fault() == MovesOutOfTurn && who.index() < 2 && self.is_choosing();
        if acts || out_of_turn { self.moves(who) } else { Moves::NONE }
    }

    fn moves(&self, who: Seat) -> Moves<Action> {
        if !self.is_choosing() {
            return Moves::Open((1..=7).map(|card| Action::Say(format!("{card}"))).collect());
        }
        let mut cards = self.hands[who.index()].clone();
        match fault() {
            ListsAnIllegalMove => cards.push(8),
            HidesALegalMove if cards.len() > 2 => cards.truncate(2),
            ShowsTheSpareByLegality if cards.len() > 1 && self.spare > 4 => cards.truncate(1),
            _ => {}
        }
        Moves::All(cards.into_iter().map(Action::Lay).collect())
    }

    fn moves_into(&self, seat: Seat, moves: &mut Vec<Action>) {
        moves.clear();
        moves.extend_from_slice(self.moves(seat).listed());
    }

    fn check_move(&self, who: Seat, mv: &Action) -> Result<(), Illegal> {
        let spare_bars = fault() == ShowsTheSpareByLegality && self.spare > 4;
        let right = match mv {
            Action::Lay(card) => {
                let hand = &self.hands[who.index() % 2];
                self.is_choosing() && hand.contains(card) && !(spare_bars && hand.len() > 1 && hand[0] != *card)
            }
            Action::Say(_) => !self.is_choosing(),
        };
        if right { Ok(()) } else { Err(Illegal::because("#duel", "not now, or not that card")) }
    }

    fn make(&mut self, who: Seat, mv: &Action, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        match mv {
            Action::Lay(card) => {
                self.hands[who.index()].retain(|held| held != card);
                self.chosen[who.index()] = Some(*card);
                if fault() != ForgetsToTell {
                    report(Event::Laid { seat: who, card: Some(*card) });
                }
                self.show(rng, report);
            }
            Action::Say(words) => {
                let right = words.contains(&self.spare.to_string());
                self.points[who.index()] += if right { 5 } else { 0 };
                self.said = Some(words.clone());
                report(Event::Said { words: words.clone(), right, spare: self.spare });
            }
        }
        if fault() == LosesACard && self.shown.len() == 2 {
            self.hands[0].pop();
        }
    }

    fn view(&self, who: Viewer) -> View {
        let hand = |side: usize| {
            let shows = sees(who, side) || (fault() == ShowsAHand && self.shown.len() <= 1);
            self.hands[side].iter().map(|card| shows.then_some(*card)).collect()
        };
        let chosen = |side: usize| self.chosen[side].map(|card| sees(who, side).then_some(card));
        let spare = (who == Viewer::Referee || self.said.is_some()).then_some(self.spare);
        View {
            hands: [hand(0), hand(1)],
            chosen: [chosen(0), chosen(1)],
            shown: self.shown.clone(),
            spare,
            points: self.points,
            said: self.said.clone(),
        }
    }

    fn redact(event: &Event, who: Viewer) -> Option<Event> {
        Some(match event {
            Event::Laid { seat, card }
                if sees(who, seat.index())
                    || fault() == TellsASecretChoice
                    || (fault() == TellsThePublic && who == Viewer::Public) =>
            {
                Event::Laid { seat: *seat, card: *card }
            }
            Event::Laid { seat, .. } => Event::Laid { seat: *seat, card: None },
            other => other.clone(),
        })
    }

    fn follow(view: &mut View, event: &Event) {
        match event {
            Event::Laid { seat, card } => {
                let hand = &mut view.hands[seat.index()];
                let place = hand.iter().position(|held| held == card).unwrap_or(0);
                hand.remove(place);
                view.chosen[seat.index()] = Some(*card);
            }
            Event::TableScene { cards: [a, b], die } => {
                view.chosen = [None, None];
                view.points[usize::from(b > a)] += i32::from(*die);
                view.shown.push([*a, *b]);
            }
            Event::Said { words, right, spare } => {
                let behind = usize::from(view.points[1] < view.points[0]);
                view.points[behind] += if *right { 5 } else { 0 };
                (view.said, view.spare) = (Some(words.clone()), Some(*spare));
            }
        }
    }

    fn reveals(event: &Event) -> bool {
        fault() != NeverReveals && !matches!(event, Event::Laid { .. })
    }

    fn apply_quietly(&mut self, who: Seat, mv: &Action, rng: &mut GameRng) {
        self.apply(who, mv, rng);
        if fault() == QuickPathDiffers && !self.is_choosing() {
            self.points[0] += 1;
        }
    }

    fn imagined(view: &View, _: &[Event], rng: &mut GameRng) -> Option<Self> {
        let known = |cards: &[Option<u8>]| -> Vec<u8> { cards.iter().flatten().copied().collect() };
        let mut world = Duel {
            hands: [known(&view.hands[0]), known(&view.hands[1])],
            chosen: view.chosen.map(Option::flatten),
            shown: view.shown.clone(),
            spare: view.spare.unwrap_or(0),
            points: view.points,
            said: view.said.clone(),
        };
        let seen = world.census();
        let mut pool: Vec<u8> = (1..=7).filter(|card| !seen.contains(&u32::from(*card))).collect();
        rng.shuffle(&mut pool);
        if fault() == WorldsAreNeverTrue {
            pool.sort_unstable();
        }
        for side in 0..2 {
            let missing = view.hands[side].len() - world.hands[side].len();
            world.hands[side].extend(pool.drain(..missing));
            world.hands[side].sort_unstable();
            if view.chosen[side] == Some(None) {
                world.chosen[side] = pool.pop();
            }
        }
        world.spare = view.spare.or(pool.pop()).unwrap_or(0);
        if fault() == WorldsLoseACard && view.spare.is_none() {
            world.spare = 0;
        }
        Some(world)
    }

    fn whereabouts(&self) -> Vec<(u32, u32)> {
        let lies = |place: u32| move |card: &u8| (u32::from(*card), place);
        let hands = (0..).zip(&self.hands).flat_map(|(side, hand)| hand.iter().map(lies(side)));
        let chosen = (2..).zip(&self.chosen).flat_map(|(side, card)| card.iter().map(lies(side)));
        hands.chain(chosen).chain(self.shown.iter().flatten().map(lies(4))).chain([lies(5)(&self.spare)]).collect()
    }

    fn resample_hidden(&self, who: Viewer, rng: &mut GameRng) -> Self {
        let mut other = self.clone();
        if self.said.is_some() {
            return other;
        }
        let hidden: Vec<usize> = (0..2).filter(|side| !sees(who, *side)).collect();
        if hidden.is_empty() {
            return other;
        }
        let mut pool = vec![self.spare];
        for side in &hidden {
            pool.extend(self.hands[*side].iter().chain(&self.chosen[*side]));
        }
        rng.shuffle(&mut pool);
        for side in hidden {
            let at = pool.len() - self.hands[side].len();
            other.hands[side] = pool.split_off(at);
            other.hands[side].sort_unstable();
            if self.chosen[side].is_some() {
                other.chosen[side] = pool.pop();
            }
        }
        other.spare = pool[0];
        other
    }

    fn census(&self) -> Vec<u32> {
        let held = self.hands.iter().flatten().chain(self.chosen.iter().flatten());
        let mut cards: Vec<u32> =
            held.chain(self.shown.iter().flatten()).chain([&self.spare]).map(|card| u32::from(*card)).collect();
        cards.sort_unstable();
        cards
    }

    fn scores(&self) -> Vec<i32> {
        if fault() == ScoresOneSeat { vec![0] } else { self.points.to_vec() }
    }

    fn state(&self) -> serde_json::Value {
        let spare = (fault() == PrintsTheSpare).then_some(self.spare);
        serde_json::json!({ "points": self.points, "spare": spare })
    }

    fn summary(&self) -> String {
        format!("{:?}", self.points)
    }
}

struct Lays(BotLevel);

impl Bot<Duel> for Lays {
    fn choose(&mut self, observation: &Observation<'_, Duel>, seed: u64, cancel: &Cancel) -> Option<Action> {
        match fault() {
            StopsWithoutAnAnswer if cancel.is_raised() => return None,
            BotCheats if self.0 == BotLevel::Medium => return Some(Action::Lay(9)),
            BotWavers => {
                let turn = COUNTER.fetch_add(1, Ordering::Relaxed) as usize;
                return observation.legal.listed().get(turn % observation.legal.listed().len()).cloned();
            }
            _ => {}
        }
        GameRng::from_number(seed).pick(observation.legal.listed()).cloned()
    }
}

impl Blunders for Duel {}

impl Bots for Duel {
    type Reason = String;

    fn bot(level: BotLevel) -> Box<dyn Bot<Self>> {
        Box::new(Lays(level))
    }

    fn hint(observation: &Observation<'_, Self>, _: u64, _: &Cancel) -> Option<Hint<Action, String>> {
        let mv = if fault() == HintsAtNothing { Action::Lay(9) } else { observation.legal.listed().last()?.clone() };
        Some(Hint { mv, reason: "the highest".to_owned() })
    }

    fn hindsight(_: &Self, _: &Cancel) -> Option<Hindsight> {
        None
    }
}

/// The areas of the table: two hands, and the card aside.
#[derive(Clone, Copy, PartialEq)]
struct Side(u8);

impl Numbered for Side {
    fn all() -> impl Iterator<Item = Side> {
        (0..3).map(Side)
    }
}

#[derive(Clone, Copy, PartialEq)]
enum DuelPiece {
    Card(u8),
    /// Of a hand, the n-th card.
    Hidden(u8, u8),
}

impl Numbered for DuelPiece {
    fn all() -> impl Iterator<Item = DuelPiece> {
        let hidden = (0..2).flat_map(|side| (0..4).map(move |place| DuelPiece::Hidden(side, place)));
        (1..=7).map(DuelPiece::Card).chain(hidden)
    }
}

impl Setup for Duel {}

impl Tabletop for Duel {
    fn layout(view: &View, _: Room) -> Layout {
        let centre = |side: u8| (50.0 + 100.0 * f32::from(side), 70.0);
        let area = |side: u8| Area::new(Side(side), centre(side), (90.0, 130.0), format!("place {side}")).outlined();
        let mut pieces: Vec<Piece> = Vec::new();
        for side in 0..2u8 {
            let chosen = view.chosen[usize::from(side)].iter();
            let places = row(centre(side), 1.0, 4);
            for (place, card) in places.zip(view.hands[usize::from(side)].iter().chain(chosen)) {
                let face = card.and_then(Card::from_index).map_or(Face::Back, Face::French);
                let id = card.map_or(DuelPiece::Hidden(side, place.level as u8), DuelPiece::Card);
                let id = if fault() == PieceTwice && place.level == 1 { DuelPiece::Hidden(0, 3) } else { id };
                pieces.push(Piece::new(id, face, Side(side), place).movable(card.is_some()));
            }
        }
        Layout { size: (300.0, 140.0), areas: (0..3).map(area).collect(), pieces, ..Layout::default() }
    }

    fn beats(before: &View, _: &[Event], after: &View, room: Room) -> Vec<Beat> {
        let end = if fault() == BeatsGoAstray { before } else { after };
        vec![Beat::new(Self::layout(end, room), Cue::Place)]
    }

    fn gesture(_: &View, gesture: &Gesture) -> Option<Action> {
        match gesture.piece?.to()? {
            DuelPiece::Card(card) if fault() != GesturesMeanNothing => Some(Action::Lay(card)),
            _ => None,
        }
    }

    fn is_in_panel(mv: &Action) -> bool {
        matches!(mv, Action::Say(_))
    }

    fn preview(_: &View, _: &Action) -> Preview {
        Preview::default()
    }

    fn prompt(_: &View) -> String {
        "Choose a card".to_owned()
    }

    fn described(view: &View) -> String {
        format!("Shown so far: {:?}.", view.shown)
    }

    fn bookmark(view: &View) -> String {
        format!("round {}", view.shown.len() + 1)
    }

    fn describe(_: &View, event: &Event) -> Option<Telling> {
        match event {
            Event::Laid { .. } => Some(Telling::of("lays a card")),
            Event::TableScene { .. } => None,
            Event::Said { words, .. } => Some(Telling::of(format!("says {words}"))),
        }
    }
}

const EFFORT: KitEffort = KitEffort { games: 40, longest: 50, stride: 1, bots: BotLevel::Hard, ..KitEffort::USUAL };

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn the_duel_keeps_every_law() {
    let seen = conform::<Duel>(&Options::default(), EFFORT).unwrap_or_else(|broken| panic!("{broken}"));
    assert_eq!((seen.games, seen.moves), (40, 40 * 7));
    assert!(seen.reshuffled > 500 && seen.refused > 500 && seen.worlds > 500 && seen.revealed > 100, "{seen:?}");
}

#[track_caller]
fn breaks(law: Law, by: Fault) {
    let broken = broken_by(by);
    assert_eq!(broken.law, law, "{by:?}: {broken}");
}

#[track_caller]
fn broken_by(by: Fault) -> BrokenLaw {
    FAULT.set(by);
    let played = conform::<Duel>(&Options::default(), EFFORT);
    FAULT.set(Sound);
    played.expect_err("a fault that the kit misses")
}

#[test]
fn the_kit_finds_every_fault_made_on_purpose() {
    breaks(Law::Deals, NoDeal);
    breaks(Law::Ends, NoEnd);
    breaks(Law::Legality, ListsAnIllegalMove);
    breaks(Law::Legality, HidesALegalMove);
    breaks(Law::Turns, MovesOutOfTurn);
    breaks(Law::Census, LosesACard);
    breaks(Law::MoveText, Mumbles);
    breaks(Law::Table, PieceTwice);
    breaks(Law::Table, BeatsGoAstray);
    breaks(Law::Bots, BotCheats);
    breaks(Law::Bots, BotWavers);
    breaks(Law::Ends, ScoresOneSeat);
    breaks(Law::Bots, StopsWithoutAnAnswer);
    breaks(Law::Bots, HintsAtNothing);
    breaks(Law::Reach, GesturesMeanNothing);
    breaks(Law::QuickPaths, QuickPathDiffers);
    breaks(Law::Worlds, WorldsLoseACard);
    breaks(Law::FairShares, WorldsAreNeverTrue);
    breaks(Law::Reveals, NeverReveals);
}

#[test]
fn the_kit_finds_every_leak_made_on_purpose() {
    breaks(Law::Secrecy, ShowsAHand);
    breaks(Law::Secrecy, ShowsTheSpareByLegality);
    breaks(Law::Secrecy, TellsASecretChoice);
    breaks(Law::Secrecy, ForgetsToTell);
    breaks(Law::Secrecy, TellsThePublic);
    breaks(Law::Secrecy, PrintsTheSpare);
}

#[test]
fn the_kit_finds_a_game_that_does_not_replay() {
    let broken = broken_by(OwnDice);
    assert!(matches!(broken.law, Law::Records | Law::Undo | Law::Secrecy | Law::QuickPaths), "{broken}");
}

// The session, as only a game with secrets can show it.

fn duel(players: Vec<Player>) -> Session<Duel> {
    let deal = Some(Deal { hands: [vec![1, 3, 5], vec![2, 4, 6]] });
    let record = Record { deal, ..Record::new("duel", Options::default(), players) };
    Session::load(record).expect("a duel")
}

fn two_people() -> Session<Duel> {
    duel(vec![Player::person("Ada"), Player::person("Ben")])
}

#[test]
fn the_computer_is_handed_over_before_anything_hidden_is_shown() {
    let mut session = two_people();
    assert_eq!((session.hand_over(), session.viewer()), (Some(seat(0)), Viewer::Public));
    session.take_seat(seat(0));
    assert_eq!((session.hand_over(), session.viewer()), (None, Viewer::Seat(seat(0))));
    session.play(seat(0), Action::Lay(5)).expect("legal");
    assert_eq!(
        (session.hand_over(), session.viewer()),
        (Some(seat(1)), Viewer::Public),
        "Ben must take the seat first"
    );
    session.take_seat(seat(1));
    assert_eq!(session.viewer(), Viewer::Seat(seat(1)));
    let news = session.seen(Viewer::Seat(seat(1)), session.news_from(seat(1)));
    assert_eq!(news, [Event::Laid { seat: seat(0), card: None }], "what happened, not which card");
}

#[test]
fn a_person_among_bots_needs_no_hand_over() {
    let session = duel(vec![Player::bot(BotLevel::Easy), Player::person("Ben")]);
    assert_eq!((session.hand_over(), session.viewer()), (None, Viewer::Seat(seat(1))));
}

#[test]
fn undo_stops_where_something_hidden_was_shown_and_says_so() {
    let mut session = two_people();
    session.play(seat(0), Action::Lay(5)).expect("legal");
    assert_eq!(session.undo(), Ok(()), "a secret choice may be taken back");
    session.play(seat(0), Action::Lay(1)).expect("legal");
    session.play(seat(1), Action::Lay(2)).expect("legal");
    assert_eq!(session.undo(), Err(UndoBarred::Revealed));
    assert_eq!(session.turns().len(), 2);
}

#[test]
fn undo_asks_before_it_takes_back_what_another_person_chose_in_secret() {
    let mut session = two_people();
    session.take_seat(seat(0));
    session.play(seat(0), Action::Lay(5)).expect("legal");
    // While the computer is passed on, whoever has just chosen may choose again.
    assert_eq!((session.hand_over(), session.may_choose_again()), (Some(seat(1)), Some(seat(0))));
    session.take_seat(seat(1));
    assert_eq!(session.may_choose_again(), None);
    let asked = UndoBarred::Anothers(seat(0));
    assert_eq!((session.check_undo(), session.undo()), (Err(asked), Err(asked)));
    assert_eq!((asked.asks(), session.turns().len()), (true, 1), "nothing is lost unasked");
    assert_eq!(session.take_back(), Ok(()));
    assert_eq!((session.turns().len(), session.viewer()), (0, Viewer::Seat(seat(1))), "Ben sees his own hand alone");
    session.play(seat(1), Action::Lay(2)).expect("legal");
    assert_eq!(session.hand_over(), Some(seat(0)), "Ada chooses again");
    assert_eq!(session.undo(), Ok(()), "nobody else is at the screen yet");
}

#[test]
fn a_persons_own_last_choice_is_taken_back_unasked_whatever_bots_chose_since() {
    let mut session = duel(vec![Player::person("Ada"), Player::bot(BotLevel::Easy)]);
    session.play(seat(0), Action::Lay(5)).expect("legal");
    assert_eq!((session.check_undo(), session.may_choose_again()), (Ok(()), None));
    assert_eq!(session.undo(), Ok(()));
    assert!(!session.is_practice());
}

#[test]
fn alone_with_bots_undo_goes_on_as_practice_once_it_was_asked() {
    let mut session = duel(vec![Player::person("Ada"), Player::bot(BotLevel::Easy)]);
    let round = |session: &mut Session<Duel>| {
        session.play(seat(0), Action::Lay(1)).expect("legal");
        session.play(seat(1), Action::Lay(2)).expect("legal");
    };
    round(&mut session);
    assert_eq!(session.undo(), Err(UndoBarred::OnlyAsPractice));
    assert_eq!((session.turns().len(), session.is_practice()), (2, false));
    assert_eq!(session.take_back(), Ok(()));
    assert_eq!((session.turns().len(), session.is_practice(), session.is_assisted()), (0, true, false));
    let again = Session::<Duel>::from_text(&session.record().to_text()).expect("reads back");
    assert!(again.is_practice(), "it stays practice when it is gone on with");
    round(&mut session);
    assert_eq!(session.undo(), Ok(()), "it is practice already");
}

#[test]
fn undo_goes_back_past_the_bots_moves_to_a_persons() {
    let mut session = duel(vec![Player::person("Ada"), Player::bot(BotLevel::Easy)]);
    session.play(seat(1), Action::Lay(2)).expect("legal");
    assert_eq!(session.undo(), Err(UndoBarred::AtStart), "the person has not moved");
    assert_eq!(session.turns().len(), 1);
}

#[test]
fn an_open_ended_move_is_judged_by_an_event_and_never_by_legality() {
    let mut session = two_people();
    for (a, b) in [(1, 2), (3, 4), (5, 6)] {
        session.play(seat(0), Action::Lay(a)).expect("legal");
        session.play(seat(1), Action::Lay(b)).expect("legal");
    }
    for words in ["it is the 3", "seven, surely"] {
        assert_eq!(session.check(seat(0), &Action::Say(words.to_owned())), Ok(()));
    }
    let events = session.play(seat(0), Action::Say("the 7!".to_owned())).expect("legal").to_vec();
    assert_eq!(events, [Event::Said { words: "the 7!".to_owned(), right: true, spare: 7 }]);
}

#[test]
fn a_record_of_hidden_and_open_moves_reads_back() {
    let mut session = two_people();
    session.play(seat(1), Action::Lay(2)).expect("either seat may be first");
    session.play(seat(0), Action::Lay(1)).expect("legal");
    let text = session.record().to_text();
    let again = Session::<Duel>::from_text(&text).expect("reads back");
    assert_eq!(again.game(), session.game());
    assert_eq!(again.record().to_text(), text);
}
