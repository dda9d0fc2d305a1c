//! Little whist broken on purpose, to show that the kit finds the faults which games of hidden hands can have.

use parlour::cards::{CardBits, CardSet, HandOrder};
use parlour::engine::conformance::{KitEffort, Law, conform};
use parlour::engine::game::{Game, Illegal, Info, SetupError};
use parlour::engine::hands::Hands;
use parlour::engine::outcome::Stage;
use parlour::engine::rng::GameRng;
use parlour::engine::rounds::DeckDeal;
use parlour::engine::seats::{BotLevel, Seat, Seats, Viewer};
use parlour::engine::tabletop::{Setup, Tabletop};
use parlour::layout::{Beat, CardPiece, Face, Gesture, Layout};
use parlour::search::{Payoffs, Searchable};

use crate::whist::LittleWhist;
use crate::whist::rules::{Event, Move, Options, View, deck};

const SOUND: u8 = 0;
/// Dealt anew, a seat may hold a suit that it did not follow.
const REDEAL_IGNORES_VOIDS: u8 = 1;
/// Imagined, the same.
const WORLDS_IGNORE_VOIDS: u8 = 2;
const NEVER_REVEALS: u8 = 3;
const CARDS_CANNOT_BE_PLAYED: u8 = 4;

#[derive(Clone, PartialEq, Debug)]
struct Faulty<const FAULT: u8>(LittleWhist);

/// No rule says that a card cannot lie somewhere.
fn anywhere(_: usize) -> CardSet {
    CardSet::EMPTY
}

impl<const FAULT: u8> Game for Faulty<FAULT> {
    const INFO: Info = LittleWhist::INFO;
    type Options = Options;
    type Deal = DeckDeal;
    type Move = Move;
    type Event = Event;
    type View = View;

    const MOVE_TEXT: &'static str = LittleWhist::MOVE_TEXT;

    fn deal(options: &Options, seats: Seats, deal: Option<&DeckDeal>, rng: &mut GameRng) -> Result<Self, SetupError> {
        LittleWhist::deal(options, seats, deal, rng).map(Faulty)
    }

    fn stage(&self) -> Stage {
        self.0.stage()
    }

    fn moves_into(&self, seat: Seat, moves: &mut Vec<Move>) {
        self.0.moves_into(seat, moves);
    }

    fn check_move(&self, seat: Seat, mv: &Move) -> Result<(), Illegal> {
        self.0.check_move(seat, mv)
    }

    fn make(&mut self, seat: Seat, mv: &Move, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        self.0.make(seat, mv, rng, report);
    }

    fn view(&self, who: Viewer) -> View {
        self.0.view(who)
    }

    fn arrange(view: &mut View, order: HandOrder) {
        LittleWhist::arrange(view, order);
    }

    fn redact(event: &Event, who: Viewer) -> Option<Event> {
        LittleWhist::redact(event, who)
    }

    fn reveals(event: &Event) -> bool {
        FAULT != NEVER_REVEALS && LittleWhist::reveals(event)
    }

    fn resample_hidden(&self, who: Viewer, rng: &mut GameRng) -> Self {
        if FAULT != REDEAL_IGNORES_VOIDS {
            return Faulty(self.0.resample_hidden(who, rng));
        }
        Faulty(LittleWhist { hands: self.0.hands.redealt(who, anywhere, rng), ..self.0.clone() })
    }

    fn imagined(view: &View, seen: &[Event], rng: &mut GameRng) -> Option<Self> {
        if FAULT != WORLDS_IGNORE_VOIDS {
            return LittleWhist::imagined(view, seen, rng).map(Faulty);
        }
        let hands = Hands::imagined(&view.hands, deck().minus(view.tricks.all_played()), anywhere, rng)?;
        Some(Faulty(LittleWhist { game: view.game.clone(), tricks: view.tricks.clone(), hands }))
    }

    fn explains(&self, seen: &[Event]) -> bool {
        self.0.explains(seen)
    }

    fn whereabouts(&self) -> Vec<(u32, u32)> {
        self.0.whereabouts()
    }

    fn scores(&self) -> Vec<i32> {
        self.0.scores()
    }

    fn state(&self) -> serde_json::Value {
        self.0.state()
    }

    fn summary(&self) -> String {
        self.0.summary()
    }
}

impl<const FAULT: u8> Searchable for Faulty<FAULT> {
    fn payoffs(&self, root: &Self) -> Payoffs {
        self.0.payoffs(&root.0)
    }

    fn reason(view: &View, mv: &Move) -> String {
        LittleWhist::reason(view, mv)
    }
}

impl<const FAULT: u8> Setup for Faulty<FAULT> {}

impl<const FAULT: u8> Tabletop for Faulty<FAULT> {
    fn layout(view: &View) -> Layout {
        LittleWhist::layout(view)
    }

    fn beats(before: &View, events: &[Event], after: &View) -> Vec<Beat> {
        LittleWhist::beats(before, events, after)
    }

    fn gesture(view: &View, gesture: &Gesture) -> Option<Move> {
        LittleWhist::gesture(view, gesture).filter(|_| FAULT != CARDS_CANNOT_BE_PLAYED)
    }

    fn prompt(view: &View) -> String {
        LittleWhist::prompt(view)
    }

    fn described(view: &View) -> String {
        LittleWhist::described(view)
    }

    fn bookmark(view: &View) -> String {
        LittleWhist::bookmark(view)
    }

    fn describe(event: &Event) -> Option<String> {
        LittleWhist::describe(event)
    }
}

const EFFORT: KitEffort = KitEffort { every: 1, games: 12, longest: 100, stride: 2, bots: BotLevel::Easy };

#[track_caller]
fn breaks<const FAULT: u8>(law: Law) {
    let broken = conform::<Faulty<FAULT>>(&Options::default(), EFFORT).expect_err("a fault that the kit misses");
    assert_eq!(broken.law, law, "{broken}");
}

#[test]
fn little_whist_keeps_every_law() {
    let seen = conform::<Faulty<SOUND>>(&Options::default(), EFFORT).unwrap_or_else(|broken| panic!("{broken}"));
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
    let seats = Seats::new(3).expect("three");
    let game = LittleWhist::deal(&Options::default(), seats, None, &mut GameRng::from_number(1)).expect("a deal");
    let player = game.tricks.turn;
    let viewer = Viewer::Seat(seats.after(player));
    let before = LittleWhist::layout(&game.view(viewer));
    let mut after = game.clone();
    let mv = *game.legal_moves(player).listed().first().expect("a card");
    after.apply(player, &mv, &mut GameRng::from_number(1));
    let layout = LittleWhist::layout(&after.view(viewer));
    let laid =
        layout.pieces.iter().find(|piece| piece.id.to() == Some(CardPiece::Card(mv.0.index()))).expect("it lies there");
    let was = laid.was.expect("it came from somewhere");
    assert!(before.piece(was).is_some_and(|piece| piece.face == Face::Back) && layout.piece(was).is_none());
}
