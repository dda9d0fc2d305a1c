//! Little whist: a trick game of hidden hands on the shared parts, made only to show that the kit finds the faults which such
//! games can have.
//!
//! Twelve cards, ace to six of spades and hearts; three seats hold four each. Suit must be followed, the highest card of
//! the led suit takes the trick, and each trick is a point. `FAULT` breaks one law on purpose.

use std::fmt;
use std::str::FromStr;

use parlour::cards::{Card, CardBits, CardSet, Suit};
use parlour::engine::conformance::{KitEffort, Law, conform};
use parlour::engine::game::{Complexity, Game, Illegal, Info, Kind, MoveTextError, Moves, SetupError};
use parlour::engine::hands::{Hands, HandsView};
use parlour::engine::outcome::{Outcome, Stage};
use parlour::engine::rng::GameRng;
use parlour::engine::rounds::shuffled;
use parlour::engine::seats::{BotLevel, Seat, SeatSet, Seats, Viewer};
use parlour::engine::tabletop::{Setup, Tabletop};
use parlour::engine::trick::{TrickEvent, TrickRules, Tricks};
use parlour::layout::{Beat, CardArea, CardPiece, CardTable, Cue, Face, Gesture, Layout, Material, SeatRing, card_of};
use parlour::search::{Payoffs, Searchable};
use serde::{Deserialize, Serialize};

const SOUND: u8 = 0;
/// Dealt anew, a seat may hold a suit that it did not follow.
const REDEAL_IGNORES_VOIDS: u8 = 1;
/// Imagined, the same.
const WORLDS_IGNORE_VOIDS: u8 = 2;
const NEVER_REVEALS: u8 = 3;
const CARDS_CANNOT_BE_PLAYED: u8 = 4;

const SEATS: usize = 3;

#[derive(Clone, PartialEq, Debug)]
struct Whist<const FAULT: u8> {
    hands: Hands<CardSet, SEATS>,
    tricks: Tricks<WhistRules>,
}

#[derive(Clone, PartialEq, Debug)]
struct View {
    hands: HandsView<CardSet>,
    tricks: Tricks<WhistRules>,
}

/// Suit is followed, and the highest card of the led suit wins.
#[derive(Clone, PartialEq, Debug)]
struct WhistRules;

impl TrickRules for WhistRules {
    type Set = CardSet;

    fn following(led: Card) -> CardSet {
        deck().iter().filter(|card| card.suit() == led.suit()).collect()
    }

    fn beats(card: Card, winning: Card, _: Card) -> bool {
        card.suit() == winning.suit() && card.rank() > winning.rank()
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Options {}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Play(Card);

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "play {}", self.0)
    }
}

impl FromStr for Play {
    type Err = MoveTextError;

    fn from_str(text: &str) -> Result<Play, MoveTextError> {
        let card = text.strip_prefix("play ").and_then(|card| card.parse().ok());
        card.map(Play).ok_or_else(|| MoveTextError::new(text, "moves are `play 3H`"))
    }
}

type Event = TrickEvent<Card>;

fn deck() -> CardSet {
    Card::all().filter(|card| card.rank().number() <= 6 && matches!(card.suit(), Suit::Spades | Suit::Hearts)).collect()
}

fn seats() -> Seats {
    Seats::new(SEATS).expect("three")
}

impl<const FAULT: u8> Game for Whist<FAULT> {
    const INFO: Info = Info {
        id: "little-whist",
        title: "Little whist",
        tagline: "",
        source: "",
        rules: 1,
        seats: (SEATS as u8, SEATS as u8),
        minutes: (1, 1),
        kind: Kind::Cards,
        weight: Complexity::Light,
        secrets: true,
    };
    type Options = Options;
    type Deal = Options;
    type Move = Play;
    type Event = Event;
    type View = View;

    fn deal(_: &Options, seats: Seats, _: Option<&Options>, rng: &mut GameRng) -> Result<Self, SetupError> {
        let mut hands = Hands::with(seats, []);
        hands.deal(seats, Seat::FIRST, &shuffled(deck(), rng), 4);
        Ok(Whist { hands, tricks: Tricks::new(Seat::FIRST) })
    }

    fn stage(&self) -> Stage {
        if self.tricks.count_taken() < 4 {
            return Stage::Act(SeatSet::only(self.tricks.turn));
        }
        let most = self.tricks.taken.iter().max();
        let winners = seats().iter().filter(|seat| self.tricks.taken.get(seat.index()) == most).collect();
        Stage::Over(Outcome { winners, title: "over".to_owned(), reason: String::new() })
    }

    fn moves(&self, seat: Seat) -> Moves<Play> {
        Moves::All(self.tricks.playable(self.hands.of(seat.index())).iter().map(Play).collect())
    }

    fn check_move(&self, seat: Seat, Play(card): &Play) -> Result<(), Illegal> {
        let may = self.tricks.playable(self.hands.of(seat.index())).contains(*card);
        if may { Ok(()) } else { Err(Illegal::because("#the-turn", "follow suit")) }
    }

    fn apply(&mut self, seat: Seat, Play(card): &Play, _: &mut GameRng) -> Vec<Event> {
        if seat.index() >= SEATS {
            return Vec::new();
        }
        self.hands.remove(seat.index(), CardSet::of_one(*card));
        let taker = self.tricks.play(seats(), seat, *card);
        let taken = taker.zip(self.tricks.last).map(|(seat, trick)| TrickEvent::Taken { seat, trick });
        [TrickEvent::Played { seat, card: *card }].into_iter().chain(taken).collect()
    }

    fn view(&self, who: Viewer) -> View {
        View { hands: self.hands.seen_by(who), tricks: self.tricks.clone() }
    }

    fn redact(event: &Event, _: Viewer) -> Option<Event> {
        Some(*event)
    }

    fn reveals(_: &Event) -> bool {
        FAULT != NEVER_REVEALS
    }

    fn resample_hidden(&self, who: Viewer, rng: &mut GameRng) -> Self {
        let lacks = |seat: usize| if FAULT == REDEAL_IGNORES_VOIDS { CardSet::EMPTY } else { self.tricks.lacks[seat] };
        Whist { hands: self.hands.redealt(who, lacks, rng), tricks: self.tricks.clone() }
    }

    fn imagined(view: &View, _: &[Event], rng: &mut GameRng) -> Option<Self> {
        let lacks = |seat: usize| if FAULT == WORLDS_IGNORE_VOIDS { CardSet::EMPTY } else { view.tricks.lacks[seat] };
        let hands = Hands::imagined(&view.hands, deck().minus(view.tricks.all_played()), lacks, rng)?;
        Some(Whist { hands, tricks: view.tricks.clone() })
    }

    fn explains(&self, seen: &[Event]) -> bool {
        self.tricks.explains(|seat| self.hands.of(seat.index()), seen.iter())
    }

    fn whereabouts(&self) -> Vec<(u32, u32)> {
        self.hands.whereabouts().chain(self.tricks.whereabouts(10)).collect()
    }

    fn scores(&self) -> Vec<i32> {
        self.tricks.taken.into_iter().take(SEATS).map(i32::from).collect()
    }

    fn state(&self) -> serde_json::Value {
        serde_json::json!({ "points": self.scores() })
    }

    fn summary(&self) -> String {
        format!("{:?}", self.scores())
    }
}

impl<const FAULT: u8> Searchable for Whist<FAULT> {
    fn payoffs(&self, _: &Self) -> Payoffs {
        let mut payoffs = Payoffs::default();
        payoffs.iter_mut().zip(self.tricks.taken).for_each(|(payoff, taken)| *payoff = f32::from(taken) / 4.0);
        payoffs
    }

    fn reason(_: &View, Play(card): &Play) -> String {
        format!("Play the {}", card.spoken())
    }
}

impl<const FAULT: u8> Setup for Whist<FAULT> {}

impl<const FAULT: u8> Tabletop for Whist<FAULT> {
    fn layout(view: &View) -> Layout {
        let mut table = CardTable::new(SeatRing::new(SEATS, view.hands.front().index()), Material::Cards);
        for seat in seats().iter() {
            let is_turn = view.tricks.turn == seat;
            table.plate(seat.index(), String::new(), is_turn, false);
            view.hands.lay_hand(&mut table, seat, is_turn, view.tricks.playable(view.hands.hand()));
        }
        view.tricks.lay_on(&mut table, seats(), &view.hands);
        table.finish()
    }

    fn beats(_: &View, _: &[Event], after: &View) -> Vec<Beat> {
        vec![Beat::new(Self::layout(after), Cue::Place)]
    }

    fn gesture(view: &View, gesture: &Gesture) -> Option<Play> {
        let card = match (gesture.piece, gesture.area.to()?) {
            (None, CardArea::Own(place)) => view.hands.card_at(place),
            (Some(piece), CardArea::Middle) => card_of(piece),
            _ => None,
        };
        card.filter(|_| FAULT != CARDS_CANNOT_BE_PLAYED).map(Play)
    }

    fn prompt(_: &View) -> String {
        "Play a card".to_owned()
    }

    fn described(_: &View) -> String {
        String::new()
    }

    fn bookmark(_: &View) -> String {
        String::new()
    }

    fn describe_move(mv: &Play, _: &[Event]) -> String {
        mv.to_string()
    }
}

const EFFORT: KitEffort = KitEffort { games: 12, longest: 20, stride: 1, bots: BotLevel::Easy };

#[track_caller]
fn breaks<const FAULT: u8>(law: Law) {
    let broken = conform::<Whist<FAULT>>(&Options::default(), EFFORT).expect_err("a fault that the kit misses");
    assert_eq!(broken.law, law, "{broken}");
}

#[test]
fn little_whist_keeps_every_law() {
    let seen = conform::<Whist<SOUND>>(&Options::default(), EFFORT).unwrap_or_else(|broken| panic!("{broken}"));
    assert!(seen.worlds > 300 && seen.revealed > 200, "{seen:?}");
}

#[test]
fn the_kit_finds_a_redeal_that_ignores_a_proven_void() {
    breaks::<REDEAL_IGNORES_VOIDS>(Law::Worlds);
    breaks::<WORLDS_IGNORE_VOIDS>(Law::Worlds);
}

#[test]
fn the_kit_finds_a_game_that_never_reveals_and_one_whose_cards_cannot_be_played() {
    breaks::<NEVER_REVEALS>(Law::Reveals);
    breaks::<CARDS_CANNOT_BE_PLAYED>(Law::Reach);
}

/// A card that is seen keeps its number; one from the back has another, which tells nothing.
#[test]
fn a_card_that_leaves_a_hidden_hand_glides_from_its_place_there() {
    let game = Whist::<SOUND>::deal(&Options::default(), seats(), None, &mut GameRng::from_number(1)).expect("a deal");
    let viewer = Viewer::Seat(Seat::new(1).expect("a seat"));
    let before = Whist::<SOUND>::layout(&game.view(viewer));
    let mut after = game.clone();
    let mv = *game.legal_moves(Seat::FIRST).listed().first().expect("a card");
    after.apply(Seat::FIRST, &mv, &mut GameRng::from_number(1));
    let layout = Whist::<SOUND>::layout(&after.view(viewer));
    let laid =
        layout.pieces.iter().find(|piece| piece.id.to() == Some(CardPiece::Card(mv.0.index()))).expect("it lies there");
    let was = laid.was.expect("it came from somewhere");
    assert!(before.piece(was).is_some_and(|piece| piece.face == Face::Back) && layout.piece(was).is_none());
}
