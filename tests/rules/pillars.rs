//! Mystique Pillars: the rulebook's sentences and the rulings.

use std::collections::BTreeSet;

use parlour::cards::{AttributeKind, MystiqueCard, MystiqueSet};
use parlour::engine::game::{Bots, Cancel, Game, NoOptions, Observation};
use parlour::engine::outcome::{Outcome, Stage};
use parlour::engine::record::{Player, Record};
use parlour::engine::rng::GameRng;
use parlour::engine::rounds::FirstDeal;
use parlour::engine::seats::{BotLevel, Seat, Seats, Viewer};
use parlour::engine::seen::EventTable;
use parlour::engine::session::Session;
use parlour::engine::tabletop::Tabletop;
use parlour::games::pillars::MystiquePillars;
use parlour::games::pillars::rules::Move;
use parlour::games::pillars::table::{Event, MOST_TURNS, Pillar, PillarsEnd, PillarsPhase, matching};
use parlour::layout::{AreaId, CARD, CardArea, Face, Gesture, Layout, PieceId, Room, SeatPlate, card_of, piece_of};
use parlour::words::with_names;
use proptest::prelude::*;

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

fn card(text: &str) -> MystiqueCard {
    text.parse().expect("a card")
}

fn set(text: &str) -> MystiqueSet {
    text.parse().expect("cards")
}

fn pillar(number: usize) -> Pillar {
    Pillar::all().nth(number - 1).expect("a pillar")
}

fn mv(text: &str) -> Move {
    text.parse().expect("a move")
}

fn loaded(seats: usize, deal: Option<FirstDeal>, moves: &[(u8, &str)]) -> Result<Session<MystiquePillars>, String> {
    let players = (0..seats).map(|number| Player::person(format!("P{number}"))).collect();
    let moves = moves.iter().map(|(number, text)| (seat(*number), mv(text))).collect();
    let (seed, options) = ("pillars".to_owned(), NoOptions::default());
    let record = Record { deal, moves, ..Record::new(seed, options, players) };
    Session::load(record).map_err(|error| error.to_string())
}

/// The deck of the first steps, pillar by pillar.
const DECK: [&str; 4] = [
    "3rC 3bM 2rS 2yA 1bS 1bM 2bC 5bC 3rA 2rM 4bM 4rA 5yA 2bM 2yM",
    "2yC 4rM 5bA 2yS 3rS 1rC 5yS 4yC 5yM 1rS 5bS 1rM 2bS 2rA 4rS",
    "3rM 5bM 3yC 4yS 5rS 5rC 1yA 3bC 3bA 4bS 1bC 3yM 4bA 3yA 3bS",
    "2rC 5rA 2bA 4rC 1yC 1bA 5rM 5yC 3yS 1yM 4yM 4yA 4bC 1yS 1rA",
];

/// The pillars from which the two seats draft: as in the first steps, but for the last card of each.
const DRAWS: [usize; 16] = [1, 2, 3, 4, 1, 2, 3, 4, 2, 3, 4, 1, 1, 4, 3, 2];

fn deal(first: u8) -> FirstDeal {
    FirstDeal { deck: DECK.join(" "), first: Some(seat(first)) }
}

fn dealt(seats: usize, first: u8) -> Session<MystiquePillars> {
    loaded(seats, Some(deal(first)), &[]).expect("a deal")
}

/// Two seats after the draft: 3rC 3rM 3bM 5bM 5bA 2bA 2yA 4yS against 2yC 2rC 4rM 5rA 3yC 2rS 4rC 2yS, and the tops 1bS 3rS 5rS 1yC.
fn drafted() -> Session<MystiquePillars> {
    let mut session = dealt(2, 0);
    for (number, from) in DRAWS.into_iter().enumerate() {
        play(&mut session, number as u8 % 2, &format!("draw {from}"));
    }
    session
}

fn play(session: &mut Session<MystiquePillars>, number: u8, text: &str) -> Vec<Event> {
    session.play(seat(number), mv(text)).unwrap_or_else(|illegal| panic!("{text}: {illegal}")).to_vec()
}

fn refused(session: &Session<MystiquePillars>, number: u8, text: &str) -> (&'static str, String) {
    let illegal = session.check(seat(number), &mv(text)).expect_err("refused");
    (illegal.rule, illegal.why)
}

fn outcome(game: &MystiquePillars) -> Outcome {
    match game.stage() {
        Stage::Over(outcome) => outcome,
        Stage::Act(seats) => panic!("{seats:?} may move"),
    }
}

fn counts(game: &MystiquePillars) -> [usize; 4] {
    game.table.pillars.each_ref().map(|pile| pile.len())
}

fn tops(game: &MystiquePillars) -> [Option<MystiqueCard>; 4] {
    game.table.pillars.each_ref().map(|pile| pile.top())
}

/// Plays a game to its end by bots of this level, or by anything in every so many turns.
fn played(seats: usize, number: u64, level: BotLevel) -> MystiquePillars {
    let mut rng = GameRng::from_number(number);
    let seats = Seats::new(seats).expect("seats");
    let mut game = MystiquePillars::deal(&NoOptions::default(), seats, None, &mut rng).expect("a deal");
    let mut bot = MystiquePillars::bot(level);
    while let Some(seat) = game.turn() {
        let (view, legal) = (game.view(Viewer::Seat(seat)), game.legal_moves(seat));
        let observation = Observation { seat, view: &view, seen: &[], legal: &legal };
        let mv = bot.choose(&observation, rng.bits(), &Cancel::new()).expect("a move");
        game.apply_quietly(seat, &mv, &mut rng);
    }
    game
}

// The setup.

#[test]
fn the_deck_is_split_into_four_face_up_stacks_of_which_the_tops_are_seen() {
    let session = dealt(3, 1);
    let game = session.game();
    assert_eq!(counts(game), [15; 4]);
    assert_eq!(tops(game), ["3rC", "2yC", "3rM", "2rC"].map(|text| Some(card(text))));
    for who in [Viewer::Seat(seat(0)), Viewer::Public, Viewer::Referee] {
        let view = game.view(who);
        assert_eq!(view.table.pillars.each_ref().map(|pile| (pile.len(), pile.top())), tops(game).map(|top| (15, top)));
        assert!(view.table.pillars.iter().all(|pile| pile.below().all(|card| card.is_none())), "{who:?}");
    }
    assert_eq!(game.table.pillars[1].iter().nth(2), Some(Some(card("5bA"))), "the top card first");
}

#[test]
fn a_starting_player_is_chosen_or_drawn_by_lot() {
    assert_eq!(dealt(4, 2).game().turn(), Some(seat(2)));
    let by_lot = FirstDeal { deck: DECK.join(" "), first: None };
    let firsts: BTreeSet<usize> = (0..40)
        .map(|number| {
            let seats = Seats::new(4).expect("seats");
            let rng = &mut GameRng::from_number(number);
            let game = MystiquePillars::deal(&NoOptions::default(), seats, Some(&by_lot), rng).expect("a deal");
            game.table.turn.index()
        })
        .collect();
    assert_eq!(firsts, BTreeSet::from([0, 1, 2, 3]));
}

#[test]
fn a_deal_has_every_card_of_the_golden_deck_once_and_a_first_seat_that_plays() {
    let refused = |deck: String, first: u8| {
        loaded(2, Some(FirstDeal { deck, first: Some(seat(first)) }), &[]).map(|_| ()).expect_err("refused")
    };
    let deck = DECK.join(" ");
    assert!(refused(deck.clone(), 2).contains("first 2; there are 2 seats, from 0"), "{}", refused(deck.clone(), 2));
    assert!(refused(deck.replace("3rC ", ""), 0).contains("59 of 60 cards; 3rC is missing"));
    assert!(refused(deck.replace("3rC", "3bM"), 0).contains("3bM appears twice"));
    assert!(refused(deck.replace("3rC", "3rC'"), 0).contains("3rC' is not one of its 60 cards"));
    for seats in [1, 7] {
        assert!(loaded(seats, None, &[]).is_err(), "{seats} seats");
    }
}

// Phase 1: drawing.

#[test]
fn beginning_with_the_starting_player_each_draws_one_card_from_the_pillar_of_her_choice() {
    let mut session = dealt(3, 1);
    let mut drawn: [Vec<&str>; 3] = Default::default();
    let turns = [(1, 3, "3rM"), (2, 3, "5bM"), (0, 1, "3rC"), (1, 2, "2yC"), (2, 3, "3yC"), (0, 4, "2rC")];
    for (number, from, card) in turns {
        assert_eq!(session.game().turn(), Some(seat(number)));
        let events = play(&mut session, number, &format!("draw {from}"));
        drawn[usize::from(number)].push(card);
        let hand = session.game().table.hand(seat(number));
        assert_eq!(hand, set(&drawn[usize::from(number)].join(" ")));
        assert!(matches!(events[..], [Event::Drew { .. }, Event::TurnedUp { .. }, Event::TurnEnded]), "{events:?}");
    }
    assert_eq!((counts(session.game()), tops(session.game())[2]), ([14, 14, 12, 14], Some(card("4yS"))));
}

#[test]
fn each_player_ends_up_with_eight_cards_after_eight_draws_and_the_starting_player_builds_first() {
    for (seats, first) in (2..=6).flat_map(|seats| (0..seats as u8).map(move |first| (seats, first))) {
        let mut session = dealt(seats, first);
        for number in 0..8 * seats {
            assert_eq!(session.game().table.phase, PillarsPhase::Draft);
            let turn = session.game().turn().expect("a turn");
            assert_eq!(turn.index(), (usize::from(first) + number) % seats);
            let moves = session.game().legal_moves(turn);
            assert!(moves.listed().iter().all(|mv| matches!(mv, Move::Draw(_))), "{moves:?}");
            let mv = moves.listed()[(5 * number) % moves.listed().len()];
            session.play(turn, mv).expect("legal");
        }
        let table = &session.game().table;
        assert_eq!((table.phase, table.turn), (PillarsPhase::Building { turns: 0 }, seat(first)));
        assert_eq!(table.times, 1, "the first position of building counts as come once");
        assert_eq!(session.game().scores(), vec![-8; seats]);
    }
}

#[test]
fn nobody_builds_in_the_draft() {
    let mut session = dealt(2, 0);
    play(&mut session, 0, "draw 1");
    play(&mut session, 1, "draw 2");
    let (rule, why) = refused(&session, 0, "build 3rC 3");
    assert_eq!((rule, why.as_str()), ("#the-draft", "nobody may build until everybody has eight cards: draw one"));
}

#[test]
fn if_a_pillar_runs_out_in_the_draft_the_upper_half_of_the_tallest_goes_over_in_its_order() {
    let mut session = dealt(2, 0);
    for number in 0..14u8 {
        play(&mut session, number % 2, "draw 1");
    }
    let before = session.game().table.pillars[1].clone();
    let events = play(&mut session, 0, "draw 1");
    let divided = Event::Divided { from: pillar(2), to: pillar(1) };
    let turned = Event::TurnedUp { pillar: pillar(2), card: card("4yC") };
    assert_eq!(events[1..], [divided, turned, Event::TurnEnded], "the lowest number among the tallest");
    let game = session.game();
    assert_eq!(counts(game), [7, 8, 15, 15], "half of 15, rounded down");
    let upper: Vec<_> = before.iter().take(7).collect();
    assert_eq!(game.table.pillars[0].iter().collect::<Vec<_>>(), upper);
    assert_eq!(game.table.pillars[1].iter().collect::<Vec<_>>(), before.iter().skip(7).collect::<Vec<_>>());
    // What was its top is known, what came with it is not.
    let seen = game.view(Viewer::Public).table.pillars[0].clone();
    assert_eq!((seen.top(), seen.known()), (Some(card("2yC")), set("2yC")));
}

// Phase 2: building.

#[test]
fn a_card_matches_another_with_which_it_shares_exactly_two_attributes() {
    for one in MystiqueCard::deck() {
        let counted: MystiqueSet = MystiqueCard::deck()
            .filter(|other| {
                let shared =
                    [one.colour() == other.colour(), one.suit() == other.suit(), one.number() == other.number()];
                shared.into_iter().filter(|is_shared| *is_shared).count() == 2
            })
            .collect();
        assert_eq!((matching(one), counted.len()), (counted, 9), "{one}");
    }
}

#[test]
fn on_a_turn_one_plays_a_card_onto_a_pillar_by_matching_two_attributes_or_draws_the_top_card_of_a_pillar() {
    let session = drafted();
    let legal: Vec<String> = session.game().legal_moves(seat(0)).listed().iter().map(Move::to_string).collect();
    assert_eq!(legal, ["draw 1", "draw 2", "draw 3", "draw 4", "build 3rM 2", "build 3rC 2"]);
    let mut built = drafted();
    let events = play(&mut built, 0, "build 3rC 2");
    assert_eq!(events, [Event::Built { seat: seat(0), card: card("3rC"), pillar: pillar(2) }, Event::TurnEnded]);
    assert_eq!((built.game().table.held(seat(0)), tops(built.game())[1]), (7, Some(card("3rC"))));
    assert_eq!(built.game().turn(), Some(seat(1)), "precisely one of them");
    let mut drew = drafted();
    play(&mut drew, 0, "draw 4");
    assert!(drew.game().table.hand(seat(0)).contains(card("1yC")), "also where a card could have been built");
    assert_eq!(drew.game().table.held(seat(0)), 9);
}

#[test]
fn what_does_not_match_is_refused_with_what_it_shares() {
    let session = drafted();
    let why = |text: &str| refused(&session, 0, text);
    let is_matching = |text: &str, says: &str| {
        assert_eq!(why(text), ("#matching", format!("{says}; it must share two attributes")), "{text}");
    };
    is_matching("build 5bM 1", "the palm of blue moons shares only its colour with the ace of blue suns");
    is_matching("build 3bM 2", "the three of blue moons shares only its number with the three of red suns");
    is_matching("build 3rC 1", "the three of red crowns shares nothing with the ace of blue suns");
    assert_eq!(why("build 2yC 4"), ("#the-turn", "you do not hold the two of yellow crowns".to_owned()));
    assert_eq!(why("build 3rC' 2").0, "#the-turn", "a card of another deck");
    assert_eq!(refused(&session, 1, "draw 1").0, "#the-turn", "out of turn");
}

#[test]
fn a_pillar_that_runs_out_in_the_building_is_refilled_too_and_known_cards_stay_known() {
    let mut session = drafted();
    play(&mut session, 0, "build 3rC 2");
    play(&mut session, 1, "draw 1");
    play(&mut session, 0, "build 3rM 2");
    assert_eq!(counts(session.game()), [10, 13, 11, 11]);
    // Pillar 1 is drawn to its last card: then pillar 2 is the tallest.
    for number in 0..9u8 {
        play(&mut session, (number + 1) % 2, "draw 1");
    }
    assert_eq!(counts(session.game()), [1, 13, 11, 11]);
    let events = play(&mut session, 0, "draw 1");
    assert!(events.contains(&Event::Divided { from: pillar(2), to: pillar(1) }), "{events:?}");
    assert_eq!(counts(session.game()), [6, 7, 11, 11]);
    let seen = session.game().view(Viewer::Seat(seat(1))).table.pillars[0].clone();
    let known: Vec<_> = seen.iter().flatten().collect();
    assert_eq!(known, ["3rM", "3rC", "3rS"].map(card), "whoever saw them laid still knows them");
}

#[test]
fn a_pillar_that_cannot_be_refilled_stays_empty_for_good_and_is_neither_drawn_from_nor_built_on() {
    let mut session = drafted();
    // Always from the tallest, until all have one card.
    while counts(session.game()) != [1; 4] {
        let tallest = session.game().table.tallest().expect("a pillar");
        let turn = session.game().turn().expect("a turn");
        session.play(turn, Move::Draw(tallest)).expect("legal");
    }
    let turn = session.game().turn().expect("a turn").index() as u8;
    let events = play(&mut session, turn, "draw 2");
    assert_eq!(events[1..], [Event::TurnEnded]);
    assert_eq!(counts(session.game()), [1, 0, 1, 1]);
    let next = session.game().turn().expect("a turn");
    let number = next.index() as u8;
    assert_eq!(
        refused(&session, number, "draw 2"),
        ("#when-a-pillar-runs-out", "pillar 2 has run out for good".to_owned())
    );
    let held = session.game().table.hand(next).iter().next().expect("a card");
    assert_eq!(refused(&session, number, &format!("build {held} 2")).0, "#when-a-pillar-runs-out");
    // A pillar that grows to two cards is not divided.
    let legal = session.game().legal_moves(next);
    let build = *legal.listed().iter().find(|mv| matches!(mv, Move::Build(..))).expect("28 cards: one fits");
    session.play(next, build).expect("legal");
    assert_eq!(counts(session.game())[1], 0);
    assert_eq!(session.game().state()["pillars"][1], serde_json::json!([null, 0]));
    let told = MystiquePillars::described(&session.game().view(Viewer::Public));
    assert!(told.contains(". Pillar 2 is empty. "), "{told}");
}

// What is seen.

#[test]
fn everybody_sees_who_drafts_what_and_nothing_is_private() {
    let session = drafted();
    for number in 0..2 {
        assert!(!session.game().is_private(seat(number)));
        let view = session.game().view(Viewer::Seat(seat(number)));
        assert_eq!(view.table.hand(seat(0)), set("3rC 3rM 3bM 5bM 5bA 2bA 2yA 4yS"));
        assert_eq!(view.table.hand(seat(1)), set("2yC 2rC 4rM 5rA 3yC 2rS 4rC 2yS"));
        assert_eq!(view.table, session.game().view(Viewer::Public).table, "all see the same");
    }
}

#[test]
fn the_order_below_the_tops_is_hidden_from_all_but_for_what_was_seen_there() {
    let mut session = drafted();
    play(&mut session, 0, "build 3rC 2");
    let game = session.game();
    let mut rng = GameRng::from_number(1);
    let mut second = BTreeSet::new();
    for _ in 0..200 {
        let other = game.resample_hidden(Viewer::Referee, &mut rng);
        assert_eq!((tops(&other), other.state()), (tops(game), game.state()));
        let below: Vec<_> = other.table.pillars[1].iter().flatten().collect();
        assert_eq!(below[..2], [card("3rC"), card("3rS")]);
        second.insert(below[2]);
    }
    assert!(second.len() > 20, "any of the {} hidden cards may come next: {second:?}", game.table.hidden().len());
}

// The end.

#[test]
fn the_game_ends_immediately_when_one_player_has_built_all_cards_and_that_player_wins() {
    let mut session = drafted();
    let mut game = session.game().clone();
    play(&mut session, 0, "build 3rC 2");
    // All but the last card of a hand go onto pillar 1.
    for card in set("3rM 3bM 5bM 5bA 2bA 2yA 4yS").iter() {
        game.table.follow(&Event::Built { seat: seat(0), card, pillar: pillar(1) });
    }
    let events = game.apply(seat(0), &mv("build 3rC 2"), &mut GameRng::from_number(0));
    assert_eq!(events.last(), Some(&Event::TurnEnded));
    assert_eq!(game.table.phase, PillarsPhase::Over { turns: 1, end: PillarsEnd::HandEmpty });
    assert_eq!((outcome(&game).winners, game.scores()), (vec![seat(0)], vec![0, -8]));
    let reason = |name: &str| with_names(&outcome(&game).reason, &[name, "Ben"]);
    assert_eq!([reason("Ada"), reason("You")], ["Ada laid their last card", "You laid your last card"]);
    let left = MystiquePillars::score_breakdown(&game.view(Viewer::Public));
    assert_eq!(left, ["0 cards left", "8 cards left"]);
    assert!(game.turn().is_none() && game.legal_moves(seat(1)).is_empty());
    assert_eq!(game.check(seat(1), &mv("draw 1")).expect_err("over").rule, "#the-end");
}

#[test]
fn the_last_card_comes_before_every_other_end() {
    let mut game = drafted().game().clone();
    for card in set("3rM 3bM 5bM 5bA 2bA 2yA 4yS").iter() {
        game.table.follow(&Event::Built { seat: seat(0), card, pillar: pillar(1) });
    }
    game.table.phase = PillarsPhase::Building { turns: MOST_TURNS - 1 };
    let (mut drew, mut rng) = (game.clone(), GameRng::from_number(0));
    game.apply(seat(0), &mv("build 3rC 2"), &mut rng);
    assert_eq!(game.table.phase, PillarsPhase::Over { turns: MOST_TURNS, end: PillarsEnd::HandEmpty });
    drew.apply(seat(0), &mv("draw 1"), &mut rng);
    assert_eq!(drew.table.phase, PillarsPhase::Over { turns: MOST_TURNS, end: PillarsEnd::LongEnough });
    assert_eq!(outcome(&drew).winners, [seat(0)], "two cards are the fewest");
}

/// Both lay a card and take it back.
const CIRCLE: [(u8, &str); 4] = [(0, "build 3rC 2"), (1, "build 2rS 3"), (0, "draw 2"), (1, "draw 3")];

#[test]
fn when_the_same_position_comes_for_the_third_time_the_fewest_cards_win_and_ties_are_shared() {
    let mut session = drafted();
    let said = |session: &Session<MystiquePillars>| {
        let view = session.game().view(Viewer::Seat(session.game().turn().expect("a turn")));
        let layout = MystiquePillars::layout(&view, Room::default());
        let told = "if it occurs again, whoever has the fewest cards wins";
        let is_written = layout.labels.iter().any(|label| label.text.contains(told));
        assert_eq!(MystiquePillars::described(&view).contains(told), is_written);
        assert!(!MystiquePillars::prompt(&view).contains(told), "it stands under the pillars");
        is_written
    };
    for (number, text) in CIRCLE {
        assert!(!said(&session));
        play(&mut session, number, text);
    }
    assert_eq!(session.game().table.times, 2, "the first position counts");
    assert!(said(&session), "it is announced before it happens");
    for (number, text) in CIRCLE {
        assert!(said(&session), "each of them has occurred twice by now, or will have");
        play(&mut session, number, text);
    }
    let game = session.game();
    assert_eq!(game.table.phase, PillarsPhase::Over { turns: 8, end: PillarsEnd::Repeated });
    assert_eq!((outcome(game).winners, game.scores()), (vec![seat(0), seat(1)], vec![-8, -8]));
    let reason = "The same position occurred for the third time, so the player with the fewest cards wins: 8 cards";
    assert_eq!(outcome(game).reason, reason);
}

/// How often the position has come in which the table is after this seat has ended a turn.
fn times_after_turn_of(game: &MystiquePillars, number: u8) -> u32 {
    let mut table = game.table.clone();
    table.turn = seat(number);
    table.follow(&Event::TurnEnded);
    table.times
}

#[test]
fn a_position_is_another_one_when_another_seat_has_the_turn() {
    // In play a hand comes back only after an even number of its seat's turns, so that nobody else can have the turn then.
    let game = drafted().game().clone();
    assert_eq!(times_after_turn_of(&game, 1), 2, "the first seat has the turn again");
    assert_eq!(times_after_turn_of(&game, 0), 1, "the second one has it");
}

#[test]
fn a_position_is_another_one_when_a_pillar_is_higher_and_another_one_lower() {
    let mut game = drafted().game().clone();
    let second = game.table.pillar(pillar(1)).iter().nth(1).flatten().expect("a card");
    let [first_top, second_top] = ["1bS", "3rS"].map(card);
    // The second card of the first pillar goes under the top of the second one.
    let drew = |pillar, card| Event::Drew { seat: seat(0), pillar, card };
    let built = |pillar, card| Event::Built { seat: seat(0), card, pillar };
    let (one, two) = (pillar(1), pillar(2));
    let taken = [drew(one, first_top), drew(one, second), drew(two, second_top)];
    let laid = [built(one, first_top), built(two, second), built(two, second_top)];
    taken.iter().chain(&laid).for_each(|event| game.table.follow(event));
    let before = drafted().game().clone();
    let [lower, higher, others @ ..] = counts(&before);
    assert_eq!(counts(&game), [lower - 1, higher + 1, others[0], others[1]]);
    assert_eq!(tops(&game), tops(&before));
    assert!([0, 1].map(seat).into_iter().all(|seat| game.table.hand(seat) == before.table.hand(seat)));
    assert_eq!(times_after_turn_of(&game, 1), 1);
}

#[test]
fn a_position_is_another_one_when_hands_differ() {
    let mut session = drafted();
    // Each takes the card that the other one has laid.
    for (number, text) in [(0, "build 3rC 2"), (1, "build 2rS 3"), (0, "draw 3"), (1, "draw 2")] {
        play(&mut session, number, text);
    }
    assert_eq!(tops(session.game()), tops(drafted().game()));
    assert_eq!(session.game().table.times, 1);
}

#[test]
fn after_three_hundred_turns_of_building_the_fewest_cards_win_and_the_last_turns_are_announced() {
    let mut rng = GameRng::from_number(9);
    let mut long = 0;
    for number in 0..40u64 {
        let seats = Seats::new(2 + number as usize % 5).expect("seats");
        let mut game = MystiquePillars::deal(&NoOptions::default(), seats, None, &mut rng).expect("a deal");
        while let Some(turn) = game.turn() {
            let legal = game.legal_moves(turn);
            let mv = *rng.pick(legal.listed()).expect("a move");
            game.apply_quietly(turn, &mv, &mut rng);
            let left = MOST_TURNS - game.table.turns();
            if game.turn().is_some() && game.table.times == 1 {
                let told = MystiquePillars::described(&game.view(Viewer::Public));
                let words = if left == 1 { "1 turn left".to_owned() } else { format!("{left} turns left") };
                assert_eq!(told.contains(&words), left <= 50, "{told}");
            }
        }
        if game.table.phase == (PillarsPhase::Over { turns: MOST_TURNS, end: PillarsEnd::LongEnough }) {
            long += 1;
            let best = game.scores().iter().max().copied().expect("scores");
            let winners: Vec<usize> = outcome(&game).winners.iter().map(|seat| seat.index()).collect();
            let expected: Vec<usize> = (0..seats.count()).filter(|seat| game.scores()[*seat] == best).collect();
            let cards = if best == -1 { "1 card".to_owned() } else { format!("{} cards", -best) };
            let reason = format!("After 300 turns of building, the player with the fewest cards wins: {cards}");
            assert_eq!((winners, outcome(&game).reason), (expected, reason));
        }
    }
    assert!(long > 10, "{long} games");
}

#[test]
fn when_the_seat_in_turn_can_do_nothing_the_fewest_cards_win() {
    let mut session = drafted();
    while let Some(turn) = session.game().turn() {
        let draw = session.game().legal_moves(turn).listed()[0];
        assert!(matches!(draw, Move::Draw(_)), "a pillar stands");
        session.play(turn, draw).expect("legal");
    }
    let game = session.game();
    assert_eq!(game.table.phase, PillarsPhase::Over { turns: 44, end: PillarsEnd::NothingToDo });
    assert_eq!((counts(game), game.scores(), outcome(game).winners.len()), ([0; 4], vec![-30, -30], 2));
    let reason = "Nothing is left to draw or to build on, so the player with the fewest cards wins: 30 cards";
    assert_eq!(outcome(game).reason, reason);
}

// Records.

#[test]
fn moves_are_written_as_records_have_them() {
    for text in ["draw 1", "draw 4", "build 3rC 2", "build 5yA 1"] {
        assert_eq!(mv(text).to_string(), text);
    }
    for text in ["draw 0", "draw 5", "draw +1", "draw 01", "draw", "build 3rC", "build 3rC 5", "build 2 3rC", "pass"] {
        let error = MystiquePillars::read_move(text).expect_err("no move").to_string();
        assert!(error.contains("moves are `draw 2` and `build 3rC 2`"), "{error}");
    }
}

#[test]
fn a_record_that_breaks_a_rule_is_refused_with_the_number_of_the_move() {
    let draft: Vec<(u8, String)> =
        (0u8..).zip(DRAWS).map(|(number, from)| (number % 2, format!("draw {from}"))).collect();
    let with = |more: &[(u8, &str)]| {
        let all: Vec<(u8, &str)> =
            draft.iter().map(|(number, text)| (*number, text.as_str())).chain(more.iter().copied()).collect();
        loaded(2, Some(deal(0)), &all).map(|_| ())
    };
    assert_eq!(with(&[(0, "build 3rC 2"), (1, "draw 2")]), Ok(()));
    for (more, says) in [
        (&[(0, "build 3bM 2")][..], "shares only its number"),
        (&[(1, "draw 2")], "not seat 1's turn"),
        (&[(0, "build 3rC 2"), (1, "build 3rC 2")], "you do not hold the three of red crowns"),
    ] {
        let error = with(more).expect_err("refused");
        let number = format!("move {}", draft.len() + more.len());
        assert!(error.contains(says) && error.contains(&number), "{error}");
    }
    let early = loaded(2, Some(deal(0)), &[(0, "draw 1"), (1, "draw 1"), (0, "build 3rC 2")]).map(|_| ());
    assert!(early.expect_err("refused").contains("nobody may build until"));
}

#[test]
fn the_state_is_printed_as_records_say() {
    let mut session = dealt(2, 0);
    play(&mut session, 0, "draw 1");
    let state = session.game().state();
    let expected = serde_json::json!({
        "phase": "draft",
        "pillars": [["3bM", 14], ["2yC", 15], ["3rM", 15], ["2rC", 15]],
        "hands": [["3rC"], []],
        "turns": 0,
    });
    assert_eq!(state, expected);
    let mut session = drafted();
    play(&mut session, 0, "build 3rC 2");
    let state = session.game().state();
    assert_eq!((&state["phase"], &state["turns"]), (&"build".into(), &1.into()));
    assert_eq!(state["hands"][0], serde_json::json!(["3rM", "3bM", "5bM", "4yS", "2yA", "2bA", "5bA"].map(card_text)));
}

/// Cards by their numbers: those of moons first.
fn card_text(text: &str) -> String {
    card(text).to_string()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Whatever is played: no card is lost, whoever acts can act, and the ends are those of the rules.
    #[test]
    fn games_keep_their_cards_and_end_as_ruled(seed in any::<u64>(), seats in 2usize..=6) {
        let game = played(seats, seed, BotLevel::Random);
        let hands = game.table.fewest();
        prop_assert_eq!(game.whereabouts().len(), 60);
        let PillarsPhase::Over { turns, end } = game.table.phase else { panic!("it is over") };
        prop_assert!(turns <= MOST_TURNS);
        prop_assert_eq!(end == PillarsEnd::HandEmpty, game.scores().contains(&0));
        prop_assert_eq!(outcome(&game).winners, hands.to_vec());
    }
}

// The table.

fn view_of(session: &Session<MystiquePillars>, number: u8) -> parlour::games::pillars::rules::View {
    session.game().view(Viewer::Seat(seat(number)))
}

fn gesture(piece: Option<&str>, area: CardArea) -> Gesture {
    let piece: Option<PieceId> = piece.map(|text| piece_of(card(text)));
    Gesture { piece, area: AreaId::of(area), option: None }
}

#[test]
fn a_card_that_is_picked_up_lights_the_pillars_on_which_it_fits() {
    let session = drafted();
    let view = view_of(&session, 0);
    let lit = |text: &str| -> Vec<u8> {
        let allowed = |number: &u8| {
            let mv = MystiquePillars::gesture(&view, &gesture(Some(text), CardArea::Pile(*number)));
            mv.is_some_and(|mv| session.check(seat(0), &mv).is_ok())
        };
        (0..4).filter(allowed).collect()
    };
    assert_eq!([lit("3rC"), lit("3rM"), lit("4yS")], [vec![1], vec![1], vec![]]);
    // Pointing at it marks them before it is picked up.
    let marked = |number: u8, text: &str| {
        let marks = MystiquePillars::pointed(&view_of(&session, number), piece_of(card(text)));
        marks.into_iter().map(|(piece, _)| piece).collect::<Vec<PieceId>>()
    };
    let top = session.game().table.top(pillar(2)).expect("a card");
    assert_eq!([marked(0, "3rC"), marked(0, "4yS"), marked(1, "3rC")], [vec![piece_of(top)], vec![], vec![]]);
    let layout = MystiquePillars::layout(&view, Room::default());
    let captions: Vec<&str> = layout.areas.iter().filter_map(|area| area.caption.as_deref()).collect();
    assert!((1..).zip(&captions).all(|(number, caption)| caption.starts_with(&format!("{number} · "))), "{captions:?}");
    let dimmed = |text: &str| layout.piece(piece_of(card(text))).expect("a card").is_dimmed;
    assert_eq!([dimmed("3rC"), dimmed("3rM"), dimmed("4yS"), dimmed("2yC")], [false, false, true, false]);
    let why = MystiquePillars::explain_no_move(&view, &gesture(Some("4yS"), CardArea::Own(3)));
    assert_eq!((why.rule, why.why.contains("fits on no pillar now")), ("#matching", true));
}

#[test]
fn a_pillar_is_drawn_from_by_a_click_or_by_bringing_its_top_card_to_the_hand() {
    let session = drafted();
    let view = view_of(&session, 0);
    let meant = |gesture: Gesture| MystiquePillars::gesture(&view, &gesture).map(|mv| mv.to_string());
    assert_eq!(meant(gesture(None, CardArea::Pile(3))).as_deref(), Some("draw 4"));
    assert_eq!(meant(gesture(Some("1yC"), CardArea::Own(0))).as_deref(), Some("draw 4"));
    assert_eq!(meant(gesture(Some("1yC"), CardArea::Pile(1))), None);
    assert_eq!(meant(gesture(Some("3rC"), CardArea::Own(1))), None);
    assert_eq!(MystiquePillars::gesture(&view_of(&session, 1), &gesture(None, CardArea::Pile(3))), None);
}

#[test]
fn what_is_known_in_a_pillar_fans_out_and_what_is_not_lies_there_as_backs() {
    let mut session = drafted();
    play(&mut session, 0, "build 3rC 2");
    play(&mut session, 1, "draw 1");
    play(&mut session, 0, "build 3rM 2");
    let layout = MystiquePillars::layout(&view_of(&session, 1), Room::default());
    let of = |number: u8| layout.fan_of(AreaId::of(CardArea::Pile(number))).map(|fan| fan.under.clone());
    assert_eq!(of(1), Some(["3rC", "3rS"].map(|text| Some(Face::Mystique(card(text)))).to_vec()));
    assert_eq!([of(0), of(2), of(3)], [None, None, None]);
    let spoken = layout.spoken(layout.area(AreaId::of(CardArea::Pile(1))).expect("a pillar"));
    assert!(spoken.contains("under it, from above: three of red crowns, three of red suns"), "{spoken}");
    let told = MystiquePillars::described(&view_of(&session, 1));
    let known = "under it, from above: the three of red crowns, the three of red suns";
    assert!(told.contains(&format!(". Pillar 2: the three of red moons, 13 cards; {known}. Pillar 3: ")), "{told}");
}

#[test]
fn pointing_at_a_pillar_says_what_could_be_built_next_and_whether_all_of_that_can_be_seen() {
    let mut session = drafted();
    let says = |session: &Session<MystiquePillars>, number: u8, text: &str| {
        let preview = MystiquePillars::preview(&view_of(session, number), &mv(text));
        with_names(&preview.sentence, &["You", "Ada"])
    };
    assert_eq!(says(&session, 0, "build 3rC 2"), "If you build there, 1 of your 7 cards would fit next; Ada: 6 of 8");
    assert_eq!(
        says(&session, 0, "draw 2"),
        "If you draw this card, 1 of your 9 cards would fit next, as far as you can see; Ada: 4 of 8"
    );
    play(&mut session, 0, "build 3rC 2");
    play(&mut session, 1, "draw 1");
    // Everybody knows the three of red suns under the top.
    assert!(says(&session, 0, "draw 2").starts_with("If you draw this card, "));
    let draft = dealt(2, 0);
    assert_eq!(says(&draft, 0, "draw 2"), "", "there is nothing in the hand yet");
}

#[test]
fn the_two_phases_look_different_and_the_change_is_shown() {
    let mut session = dealt(2, 0);
    let layout = |session: &Session<MystiquePillars>| MystiquePillars::layout(&view_of(session, 0), Room::default());
    let words = |layout: &Layout| layout.labels.iter().map(|label| label.text.clone()).collect::<Vec<_>>();
    let before = layout(&session);
    assert_eq!((before.own_hand().count(), before.held()), (8, 0), "the places of the hand wait for their cards");
    assert_eq!(words(&before), ["The draft: card 1 of 8"]);
    for (number, from) in DRAWS.into_iter().enumerate() {
        let view = view_of(&session, 0);
        let events = play(&mut session, number as u8 % 2, &format!("draw {from}"));
        let beats = MystiquePillars::beats(&view, &events, &view_of(&session, 0), Room::default());
        let shown = beats.iter().filter(|beat| beat.exhibit.is_some()).count();
        assert_eq!(shown, usize::from(number == 15), "move {number}");
    }
    let after = layout(&session);
    assert_eq!(
        (after.own_hand().count(), words(&after)),
        (8, vec!["Building: be the first to lay your last card".to_owned()])
    );
}

/// Left, right, upper and lower edge.
fn edges((x, y): (f32, f32), (wide, high): (f32, f32)) -> [f32; 4] {
    [x - wide / 2.0, x + wide / 2.0, y - high / 2.0, y + high / 2.0]
}

fn overlap(one: [f32; 4], other: [f32; 4]) -> bool {
    one[0] < other[1] - 0.1 && other[0] < one[1] - 0.1 && one[2] < other[3] - 0.1 && other[2] < one[3] - 0.1
}

#[test]
fn hands_and_pillars_lie_apart_and_every_index_shows_with_any_number_of_seats() {
    let rooms = [Room::NARROWEST, Room::USUAL, Room::WIDEST, Room::of(960.0, 412.0)];
    for (seats, room) in (2..=6).flat_map(|seats| rooms.map(|room| (seats, room))) {
        let mut session = dealt(seats, 0);
        while session.game().table.phase == PillarsPhase::Draft {
            let turn = session.game().turn().expect("a turn");
            let draw = session.game().legal_moves(turn).listed()[session.turns().len() % 3];
            session.play(turn, draw).expect("legal");
        }
        let layout = MystiquePillars::layout(&view_of(&session, 0), room);
        assert_eq!(layout.fault(), None);
        // In a small window plates grow: over the lower edges of the hands above them, but not over the pillars.
        let plates_grown = |(wide, high): (f32, f32)| -> Vec<[f32; 4]> {
            let plate = |plate: &SeatPlate| edges(plate.centre, (plate.size.0 * wide, plate.size.1 * high));
            layout.plates.iter().map(plate).collect()
        };
        let (plates, grown) = (plates_grown((1.0, 1.0)), plates_grown(layout.plate_growth(f32::MAX)));
        let of_area = |area: CardArea| -> Vec<[f32; 4]> {
            let pieces = layout.pieces.iter().filter(|piece| piece.area == AreaId::of(area));
            let size = |scale: f32| (scale * CARD.0, scale * CARD.1);
            pieces.map(|piece| edges(piece.place.centre, size(piece.place.scale))).collect()
        };
        let hands: Vec<Vec<[f32; 4]>> = (1..seats as u8).map(|other| of_area(CardArea::Hand(other))).collect();
        let own: Vec<[f32; 4]> = (0..8).flat_map(|place| of_area(CardArea::Own(place))).collect();
        let pillars: Vec<[f32; 4]> = (0..4).flat_map(|number| of_area(CardArea::Pile(number))).collect();
        assert_eq!((own.len(), hands.iter().map(Vec::len).sum::<usize>()), (8, 8 * (seats - 1)));
        for hand in &hands {
            // A third of a card has its index.
            assert!(hand.windows(2).all(|pair| pair[1][0] - pair[0][0] >= 16.0), "{seats} in {room:?}: {hand:?}");
            let others =
                hands.iter().filter(|other| *other != hand).flatten().chain(&own).chain(&pillars).chain(&plates);
            for other in others {
                assert!(!hand.iter().any(|card| overlap(*card, *other)), "{seats} in {room:?}: {other:?} {hand:?}");
            }
        }
        for other in own.iter().chain(&grown) {
            assert!(!pillars.iter().any(|card| overlap(*card, *other)), "{seats} in {room:?}: {other:?} {pillars:?}");
        }
        for (one, other) in [(0, 1), (1, 2), (2, 3)] {
            let apart = |number: u8| layout.area(AreaId::of(CardArea::Pile(number))).expect("a pillar").centre.0;
            assert!(apart(other) - apart(one) > 80.0, "{seats} in {room:?}");
        }
    }
}

// Bots and hints.

fn hint(game: &MystiquePillars, turn: Seat) -> (String, String) {
    let (view, legal) = (game.view(Viewer::Seat(turn)), game.legal_moves(turn));
    let observation = Observation { seat: turn, view: &view, seen: &[], legal: &legal };
    let hint = MystiquePillars::hint(&observation, 1, &Cancel::new()).expect("a hint");
    (hint.mv.to_string(), with_names(&hint.reason.to_string(), &["You", "Ada"]))
}

#[test]
fn a_hint_lays_the_last_card_and_stops_whoever_would_do_so_next() {
    let mut game = drafted().game().clone();
    for card in set("3rM 3bM 5bM 5bA 2bA 2yA 4yS").iter() {
        game.table.follow(&Event::Built { seat: seat(0), card, pillar: pillar(1) });
    }
    let (mv, why) = hint(&game, seat(0));
    assert_eq!(mv, "build 3rC 2");
    assert!(why.ends_with("you lay your last card and win"), "{why}");
    // Ada waits for the three of red suns with her last card, the palm of red suns for one.
    let mut game = drafted().game().clone();
    for card in set("2yC 2rC 4rM 5rA 3yC 4rC 2yS").iter() {
        game.table.follow(&Event::Built { seat: seat(1), card, pillar: pillar(1) });
    }
    let fits = |game: &MystiquePillars| {
        let last = game.table.hand(seat(1));
        game.table.matching_tops().iter().any(|open| !open.intersection(last).is_empty())
    };
    assert!(fits(&game), "2rS fits on 3rS, 5rS and 2yS");
    let (mv, why) = hint(&game, seat(0));
    assert!(why.contains("Ada’s last card"), "{mv}: {why}");
}

#[test]
fn shared_attributes_are_named_in_the_order_of_the_cards() {
    let shared: Vec<AttributeKind> = card("3rC").shared(card("3rS")).collect();
    assert_eq!(shared, [AttributeKind::Number, AttributeKind::Colour]);
    let session = drafted();
    let reason = <MystiquePillars as parlour::search::Searchable>::reason(&view_of(&session, 0), &mv("build 3rC 2"));
    let text = with_names(&reason.to_string(), &["You", "Ada"]);
    assert_eq!(
        text,
        "Build the three of red crowns onto the three of red suns, with the same number and colour: one of your seven cards would \
         fit next; six of Ada’s eight cards would fit"
    );
    assert_eq!(card_of::<MystiqueCard>(piece_of(card("3rC"))), Some(card("3rC")));
}
