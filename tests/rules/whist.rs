//! Little whist: a trick game of hidden hands on the shared parts, made only to show that the kit finds the faults which such
//! games can have.
//!
//! Twelve cards, ace to six of spades and hearts; three seats hold four each. Suit must be followed, the highest card of
//! the led suit takes the trick, and each trick is a point. `FAULT` breaks one law on purpose.

use std::fmt;
use std::str::FromStr;

use parlour::cards::{Card, CardSet, Suit};
use parlour::engine::conformance::{KitEffort, Law, conform};
use parlour::engine::game::{
    Bot, Bots, Cancel, Complexity, Game, Hindsight, Hint, Illegal, Info, Kind, MoveTextError, Moves, Observation,
    SetupError,
};
use parlour::engine::hidden::{Held, Spot, deal_into};
use parlour::engine::outcome::{Outcome, Stage};
use parlour::engine::rng::GameRng;
use parlour::engine::seats::{BotLevel, Seat, SeatSet, Seats, Viewer};
use parlour::engine::tabletop::{Setup, Tabletop};
use parlour::engine::trick::Trick;
use parlour::layout::{
    Beat, CardArea, CardPiece, CardTable, Cue, Face, Gesture, Layout, Material, Preview, SeatRing, ShownCard, card_of,
};
use parlour::search::{Payoffs, SearchBot, Searchable, Strength};
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
    hands: [CardSet; SEATS],
    open: Open,
}

/// What everybody sees.
#[derive(Clone, PartialEq, Debug)]
struct Open {
    trick: Trick<Card>,
    /// What each seat has played.
    played: [CardSet; SEATS],
    /// What each seat cannot hold.
    lacks: [CardSet; SEATS],
    points: [i32; SEATS],
    turn: Seat,
}

#[derive(Clone, PartialEq, Debug)]
struct View {
    who: Viewer,
    hands: Vec<Held<CardSet>>,
    open: Open,
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

#[derive(Clone, PartialEq, Debug)]
enum Event {
    Played { seat: Seat, card: Card },
    Taken { trick: Trick<Card> },
}

fn deck() -> CardSet {
    Card::all().filter(|card| card.rank().number() <= 6 && matches!(card.suit(), Suit::Spades | Suit::Hearts)).collect()
}

fn of_suit(suit: Suit) -> CardSet {
    deck().iter().filter(|card| card.suit() == suit).collect()
}

fn meet(one: CardSet, other: CardSet) -> CardSet {
    CardSet::of_bits(one.bits() & other.bits())
}

fn seats() -> Seats {
    Seats::new(SEATS).expect("three")
}

impl Open {
    fn playable(&self, hand: CardSet) -> CardSet {
        let follows = self.trick.led().map_or(hand, |led| meet(hand, of_suit(led.suit())));
        if follows.is_empty() { hand } else { follows }
    }

    fn lay(&mut self, seat: Seat, card: Card) -> Option<Trick<Card>> {
        if let Some(led) = self.trick.led().filter(|led| led.suit() != card.suit()) {
            self.lacks[seat.index()] = self.lacks[seat.index()].union(of_suit(led.suit()));
        }
        self.played[seat.index()].insert(card);
        self.trick.play(seat, card, |card, winning, _| card.suit() == winning.suit() && card.rank() > winning.rank());
        self.turn = seats().after(seat);
        if self.trick.len() < SEATS {
            return None;
        }
        let trick = std::mem::take(&mut self.trick);
        self.turn = trick.winner()?;
        self.points[self.turn.index()] += 1;
        Some(trick)
    }
}

impl<const FAULT: u8> Whist<FAULT> {
    fn dealt(open: &Open, hands: &[Held<CardSet>], knows_voids: bool, rng: &mut GameRng) -> Option<Self> {
        let pool = open.played.iter().fold(deck(), |pool, played| pool.without(*played));
        let lacks = |seat: usize| if knows_voids { open.lacks[seat] } else { CardSet::EMPTY };
        let spots: Vec<Spot<CardSet>> =
            hands.iter().enumerate().map(|(seat, held)| Spot::of(*held).barring(lacks(seat))).collect();
        let dealt = deal_into(pool, &spots, rng)?;
        Some(Whist { hands: [dealt[0], dealt[1], dealt[2]], open: open.clone() })
    }

    fn held(&self, who: Viewer) -> Vec<Held<CardSet>> {
        seats().iter().map(|seat| Held::seen(self.hands[seat.index()], seat, who)).collect()
    }
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

    fn deal(_: &Options, _: Seats, _: Option<&Options>, rng: &mut GameRng) -> Result<Self, SetupError> {
        let open = Open {
            trick: Trick::new(),
            played: [CardSet::EMPTY; SEATS],
            lacks: [CardSet::EMPTY; SEATS],
            points: [0; SEATS],
            turn: Seat::FIRST,
        };
        let hands = [Held { count: 4, known: CardSet::EMPTY }; SEATS];
        Self::dealt(&open, &hands, true, rng).ok_or_else(|| SetupError::Deal("no deal".to_owned()))
    }

    fn stage(&self) -> Stage {
        if self.open.points.iter().sum::<i32>() < 4 {
            return Stage::Act(SeatSet::only(self.open.turn));
        }
        let most = self.open.points.iter().max();
        let winners = seats().iter().filter(|seat| self.open.points.get(seat.index()) == most).collect();
        Stage::Over(Outcome { winners, title: "over".to_owned(), reason: String::new() })
    }

    fn moves(&self, seat: Seat) -> Moves<Play> {
        Moves::All(self.open.playable(self.hands[seat.index()]).iter().map(Play).collect())
    }

    fn check_move(&self, seat: Seat, Play(card): &Play) -> Result<(), Illegal> {
        let may = self.open.playable(self.hands[seat.index()]).contains(*card);
        if may { Ok(()) } else { Err(Illegal::because("#the-turn", "follow suit")) }
    }

    fn apply(&mut self, seat: Seat, Play(card): &Play, _: &mut GameRng) -> Vec<Event> {
        if seat.index() >= SEATS {
            return Vec::new();
        }
        self.hands[seat.index()].remove(*card);
        let taken = self.open.lay(seat, *card).map(|trick| Event::Taken { trick });
        [Event::Played { seat, card: *card }].into_iter().chain(taken).collect()
    }

    fn view(&self, who: Viewer) -> View {
        View { who, hands: self.held(who), open: self.open.clone() }
    }

    fn redact(event: &Event, _: Viewer) -> Option<Event> {
        Some(event.clone())
    }

    fn reveals(_: &Event) -> bool {
        FAULT != NEVER_REVEALS
    }

    fn resample_hidden(&self, who: Viewer, rng: &mut GameRng) -> Self {
        let knows_voids = FAULT != REDEAL_IGNORES_VOIDS;
        Self::dealt(&self.open, &self.held(who), knows_voids, rng).unwrap_or_else(|| self.clone())
    }

    fn imagined(view: &View, _: &[Event], rng: &mut GameRng) -> Option<Self> {
        Self::dealt(&view.open, &view.hands, FAULT != WORLDS_IGNORE_VOIDS, rng)
    }

    fn explains(&self, seen: &[Event]) -> bool {
        let (mut hands, mut trick) = (self.hands, self.open.trick);
        for event in seen.iter().rev() {
            match event {
                Event::Taken { trick: taken } => trick = *taken,
                Event::Played { seat, card } => {
                    let follows = trick.led().is_none_or(|led| led.suit() == card.suit());
                    let led = trick.led().map_or(CardSet::EMPTY, |led| of_suit(led.suit()));
                    if !follows && !meet(hands[seat.index()], led).is_empty() {
                        return false;
                    }
                    hands[seat.index()].insert(*card);
                }
            }
        }
        true
    }

    fn census(&self) -> Vec<u32> {
        let mut cards: Vec<u32> = self.whereabouts().into_iter().map(|(card, _)| card).collect();
        cards.sort_unstable();
        cards
    }

    fn whereabouts(&self) -> Vec<(u32, u32)> {
        let lie = |(place, cards): (u32, CardSet)| -> Vec<(u32, u32)> {
            cards.iter().map(|card| (u32::from(card.index()), place)).collect()
        };
        (0..).zip(self.hands).chain((10..).zip(self.open.played)).flat_map(lie).collect()
    }

    fn scores(&self) -> Vec<i32> {
        self.open.points.to_vec()
    }

    fn state(&self) -> serde_json::Value {
        serde_json::json!({ "points": self.open.points })
    }

    fn summary(&self) -> String {
        format!("{:?}", self.open.points)
    }
}

impl<const FAULT: u8> Searchable for Whist<FAULT> {
    fn payoffs(&self, _: &Self) -> Payoffs {
        let mut payoffs = Payoffs::default();
        payoffs.iter_mut().zip(self.open.points).for_each(|(payoff, points)| *payoff = points as f32 / 4.0);
        payoffs
    }
}

impl<const FAULT: u8> Bots for Whist<FAULT> {
    fn bot(_: BotLevel) -> Box<dyn Bot<Self>> {
        Box::new(SearchBot(Strength::Policy))
    }

    fn hint(observation: &Observation<'_, Self>, _: u64, _: &Cancel) -> Option<Hint<Play>> {
        Some(Hint { mv: *observation.legal.listed().last()?, reason: "the highest".to_owned() })
    }

    fn hindsight(_: &Self, _: &Cancel) -> Option<Hindsight> {
        None
    }
}

impl<const FAULT: u8> Setup for Whist<FAULT> {}

fn shown(card: Card) -> ShownCard {
    ShownCard { number: card.index(), face: Face::French(card), is_dimmed: false }
}

impl<const FAULT: u8> Tabletop for Whist<FAULT> {
    fn layout(view: &View) -> Layout {
        let front = if let Viewer::Seat(seat) = view.who { seat.index() } else { 0 };
        let mut table = CardTable::new(SeatRing::new(SEATS, front), Material::Cards);
        for (seat, held) in view.hands.iter().enumerate() {
            let known: Vec<ShownCard> = held.known.iter().map(shown).collect();
            table.plate(seat, String::new(), view.open.turn.index() == seat, false);
            table.taken(seat, view.open.points[seat] as usize);
            if seat == front && !known.is_empty() {
                table.own_hand(&known, view.open.turn.index() == seat);
            } else {
                table.hand(seat, held.count, &known);
            }
        }
        let trick: Vec<(usize, ShownCard)> =
            view.open.trick.iter().map(|(seat, card)| (seat.index(), shown(card))).collect();
        table.trick(&trick, view.open.trick.winner().map(Seat::index), |seat| view.hands[seat].count);
        table.finish()
    }

    fn beats(_: &View, _: &[Event], after: &View) -> Vec<Beat> {
        vec![Beat::new(Self::layout(after), Cue::Place)]
    }

    fn gesture(view: &View, gesture: &Gesture) -> Option<Play> {
        let CardArea::Own(place) = gesture.area.to()? else { return None };
        let piece = Self::layout(view).top_of(gesture.area)?.id;
        let card = card_of(piece).and_then(Card::from_index).filter(|_| FAULT != CARDS_CANNOT_BE_PLAYED);
        card.filter(|_| u32::from(place) < 12).map(Play)
    }

    fn preview(_: &View, _: &Play) -> Preview {
        Preview::default()
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
