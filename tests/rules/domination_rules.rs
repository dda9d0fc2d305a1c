//! Mystique Domination: the rulebook's sentences and the rulings, one by one.

use parlour::cards::{Colour, MystiqueCard, MystiqueSet, MystiqueSuit};
use parlour::catalogue;
use parlour::engine::game::{Bots, Cancel, Game, Observation, SetupError};
use parlour::engine::outcome::Stage;
use parlour::engine::record::{Player, Record};
use parlour::engine::rng::GameRng;
use parlour::engine::rounds::shuffled;
use parlour::engine::seats::{BotLevel, Seat, SeatSet, Seats, Viewer};
use parlour::engine::session::Session;
use parlour::engine::table_session::TableSession;
use parlour::engine::tabletop::{Selection, Tabletop};
use parlour::games::domination::MystiqueDomination;
use parlour::games::domination::patterns::{Move, Pattern, by_suit};
use parlour::games::domination::rules::{
    DEALT, Deal, DominationRound, DominationZone, Event, Options, Partnership, View,
};
use parlour::games::domination::shedding::Shedding;
use parlour::layout::{AreaId, CardArea, LabelLook, Mark, Reading, Room, piece_of};
use parlour::words::with_names;

const NAMES: [&str; 4] = ["Alice", "Bob", "Charlie", "Didier"];

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

fn four() -> Seats {
    Seats::new(4).expect("seats")
}

fn mv(text: &str) -> Move {
    text.parse().expect("a move")
}

fn set(text: &str) -> MystiqueSet {
    text.parse().expect("cards")
}

/// A match in which these are among the cards of the seats; the others are dealt as they come.
fn dealt(hands: [&str; 4], options: Options) -> Session<MystiqueDomination> {
    let wanted = hands.map(set);
    let taken = wanted.iter().fold(MystiqueSet::EMPTY, |all, hand| all.union(*hand));
    let mut rest = MystiqueSet::DECK.without(taken).iter();
    let full = wanted.map(|hand| hand.iter().chain(rest.by_ref().take(DEALT - hand.len())).collect::<Vec<_>>());
    let deck: Vec<String> = (0..DEALT).flat_map(|place| full.iter().map(move |hand| hand[place].to_string())).collect();
    let players = NAMES.iter().map(|name| Player::person((*name).to_owned())).collect();
    let record = Record { deal: Some(Deal { deck: deck.join(" ") }), ..Record::new("climb", options, players) };
    Session::load(record).expect("a deal")
}

/// The same after an exchange of these cards.
fn exchanged(hands: [&str; 4], gifts: [&str; 4]) -> Session<MystiqueDomination> {
    let mut session = dealt(hands, Options::default());
    for (number, gift) in (0..).zip(gifts) {
        play(&mut session, number, &format!("give {gift}"));
    }
    session
}

fn play(session: &mut Session<MystiqueDomination>, number: u8, text: &str) -> Vec<Event> {
    session.play(seat(number), mv(text)).unwrap_or_else(|illegal| panic!("{text}: {illegal}")).to_vec()
}

fn plays(session: &mut Session<MystiqueDomination>, moves: &[(u8, &str)]) -> Vec<Event> {
    moves.iter().flat_map(|(number, text)| play(session, *number, text)).collect()
}

/// The heading that a refusal points at, and what it says.
fn why(session: &Session<MystiqueDomination>, number: u8, text: &str) -> (&'static str, String) {
    let illegal = session.check(seat(number), &mv(text)).expect_err("refused");
    (illegal.rule, with_names(&illegal.why, &NAMES))
}

/// Didier leads, and Alice, Bob and Charlie hold what the rulebook's example of taking needs.
fn example() -> Session<MystiqueDomination> {
    exchanged(
        [
            "1bS 2bM 3yS 4yS 5bM 5bS 5bA 5bC 1rS 1rA 1rC 2rM",
            "4bM 1bM 3rM 3rS 5yA 2rA 2rC",
            "2bS 2bA 2bC 5yC 5rS 3rA 3rC",
            "1yM 4rM 5rC 1yS 1yA 1yC 2yM",
        ],
        ["1rS 1rA 1rC", "2rA 2rC 3rM", "3rA 3rC 5rS", "1yS 1yA 1yC"],
    )
}

#[test]
fn fifteen_cards_are_dealt_to_each_of_four_one_at_a_time_from_seat_0_on() {
    let deck: Vec<String> = MystiqueCard::deck().map(|card| card.to_string()).collect();
    let deal = Deal { deck: deck.join(" ") };
    let game = MystiqueDomination::deal(&Options::default(), four(), Some(&deal), &mut GameRng::from_number(1));
    let game = game.expect("a deal");
    let every_fourth = |first: usize| MystiqueCard::deck().skip(first).step_by(4).collect::<MystiqueSet>();
    assert!((0..4).all(|number| game.hand(seat(number)) == every_fourth(number.into())));
    for count in [1, 2, 3, 5, 6] {
        let seats = Seats::new(count).expect("seats");
        let game = MystiqueDomination::deal(&Options::default(), seats, None, &mut GameRng::from_number(1));
        assert_eq!(game, Err(SetupError::Seats { found: count, min: 4, max: 4 }));
    }
}

#[test]
fn seats_0_and_2_play_against_1_and_3() {
    let session = dealt([""; 4], Options::default());
    let partners = |number: u8| session.game().partners(seat(number));
    let pair = |one: u8, other: u8| [seat(one), seat(other)].into_iter().collect::<SeatSet>();
    assert_eq!([0, 1, 2, 3].map(partners), [pair(0, 2), pair(1, 3), pair(0, 2), pair(1, 3)]);
}

#[test]
fn all_choose_three_cards_for_their_partner_at_once_and_in_secret() {
    let mut session = dealt(["3yM 4yM 5yM 1rM", "1yM", "", ""], Options::default());
    assert_eq!(session.acting(), four().all(), "all of them may choose");
    play(&mut session, 0, "give 3yM 4yM 5yM");
    assert!(!session.acting().contains(seat(0)) && session.acting().len() == 3);
    let gift = |who: Viewer| session.game().view(who).table.cards.known(DominationZone::Gift(seat(0)));
    assert_eq!(gift(Viewer::Seat(seat(0))), set("3yM 4yM 5yM"), "one’s own choice");
    for other in [Viewer::Seat(seat(1)), Viewer::Seat(seat(2)), Viewer::Public] {
        assert_eq!(gift(other), MystiqueSet::EMPTY, "{other:?}");
    }
    let state = session.game().state();
    assert_eq!(state["hands"], serde_json::json!([15, 15, 15, 15]), "until all have given");
    assert_eq!((&state["led"], &state["beat"]), (&serde_json::Value::Null, &serde_json::Value::Null));
}

#[test]
fn no_more_and_no_fewer_than_three_cards_that_one_holds() {
    let session = dealt(["3yM 4yM 5yM 1rM", "1yM", "", ""], Options::default());
    for (gift, count) in [("give 3yM 4yM 5yM 1rM", "four"), ("give 3yM 4yM", "two"), ("give 3yM", "one")] {
        assert_eq!(why(&session, 0, gift), ("#the-exchange", format!("choose three cards for Charlie, not {count}")));
    }
    assert_eq!(why(&session, 0, "give 3yM 4yM 1yM").1, "you do not hold the ace of yellow moons");
    assert_eq!(why(&session, 0, "give 3yM 4yM 5yM'").1, "you do not hold the silver palm of yellow moons");
    for early in ["play 3yM", "pass"] {
        let (rule, said) = why(&session, 0, early);
        assert_eq!(
            (rule, said.as_str()),
            ("#the-exchange", "before the first trick, choose three cards for your partner")
        );
    }
}

#[test]
fn the_cards_change_hands_when_all_have_chosen_and_givers_remember_them() {
    let gifts = ["3yM 4yM 5yM", "1yM 1yS 2yM", "1bC 2bC 3bC", "4rS 5rS 4bS"];
    let mut session = exchanged(gifts, gifts);
    let hand = |number: u8| session.game().hand(seat(number));
    assert!(set("1bC 2bC 3bC").without(hand(0)).is_empty() && set("3yM 4yM 5yM").without(hand(2)).is_empty());
    assert!((0..4).all(|number| hand(number).len() == DEALT));
    let seen = |who: Viewer, number: u8| session.game().view(who).table.cards.hand(seat(number));
    assert_eq!(seen(Viewer::Seat(seat(0)), 2), set("3yM 4yM 5yM"), "the giver knows where they are");
    assert_eq!(seen(Viewer::Seat(seat(1)), 2), MystiqueSet::EMPTY);
    // Bob gave the ace that leads to Didier, and that is seen.
    assert_eq!(session.acting(), SeatSet::only(seat(3)));
    assert_eq!(seen(Viewer::Public, 3), set("1yM"));
    assert_eq!(
        why(&session, 3, "give 1yM 1yS 2yM"),
        ("#the-exchange", "the cards have changed hands already".to_owned())
    );
    play(&mut session, 3, "play 1yM");
    assert_eq!(
        session.game().view(Viewer::Public).table.cards.hand(seat(3)),
        MystiqueSet::EMPTY,
        "it is on the table now"
    );
}

#[test]
fn the_holder_of_the_ace_that_the_options_name_leads_any_pattern() {
    let hands = ["", "1rC 2rC", "1yM", ""];
    let gifts = |session: &mut Session<MystiqueDomination>| {
        for number in 0..4 {
            let hand = session.game().hand(seat(number)).without(set("1rC 2rC 1yM"));
            let gift: MystiqueSet = hand.iter().take(3).collect();
            session.play(seat(number), Move::Give(gift)).expect("legal");
        }
    };
    let mut session = dealt(hands, Options::default());
    gifts(&mut session);
    assert_eq!(session.acting(), SeatSet::only(seat(2)));
    let mut session = dealt(hands, Options { leads: "1rC".parse().expect("a card"), ..Options::default() });
    gifts(&mut session);
    assert_eq!(session.acting(), SeatSet::only(seat(1)));
    assert_eq!(session.check(seat(1), &mv("play 2rC")), Ok(()), "it need not be the ace");
    assert_eq!(
        why(&session, 1, "pass"),
        ("#the-turn", "you lead, and whoever leads cannot pass: play a pattern".to_owned())
    );
    assert_eq!(session.check(seat(2), &mv("pass")).expect_err("refused").rule, "#the-turn");
}

#[test]
fn a_pattern_is_cards_of_one_number_or_of_consecutive_numbers_in_one_colour() {
    let hand = "1yM 3yM 3yS 3yA 3yC 1bM 2bS 3bA 4bC 5bM 5rM 5rS";
    let session = exchanged(
        [hand, "1rM 2rM 3rM", "2yM 4yM 5yM", "1rC 2rC 3rC"],
        ["1bM 5rM 5rS", "1rM 2rM 3rM", "2yM 4yM 5yM", "1rC 2rC 3rC"],
    );
    for legal in [
        "play 1yM",
        "play 3yM 3yC",
        "play 3yM 3yS 3yA 3yC",
        "play 2bS 3bA",
        "play 2bS 3bA 4bC 5bM",
        "play 1yM 2yM 3yS 4yM 5yM",
    ] {
        assert_eq!(session.check(seat(0), &mv(legal)), Ok(()), "{legal}");
    }
    let numbers = "a pattern is cards of one number, or of consecutive numbers, each number once";
    for illegal in ["play 1yM 3yM", "play 2bS 4bC", "play 2yM 3yM 3yS", "play 3bA 5bM"] {
        assert_eq!(why(&session, 0, illegal), ("#the-patterns", numbers.to_owned()), "{illegal}");
    }
    let colours = "a pattern has one colour: yellow and blue cards cannot be laid together";
    assert_eq!(why(&session, 0, "play 3yM 3bA"), ("#the-patterns", colours.to_owned()));
    assert_eq!(why(&session, 0, "play 5rM").1, "you do not hold the palm of red moons");
}

/// After a four may come a five, two and three, or several fours; not two twos, a five of another colour, two and four, or a two.
#[test]
fn the_rulebooks_example_of_following() {
    let mut session = exchanged(
        ["1yM 4bM 1rM 1rS 1rA", "5bM 2bM 3bM 4bS 4bA 4bC 2bS 5rM 1rC 2rC 3rC", "5yM 5yS 5yA", "3yM 3yS 3yA"],
        ["1rM 1rS 1rA", "1rC 2rC 3rC", "5yM 5yS 5yA", "3yM 3yS 3yA"],
    );
    play(&mut session, 0, "play 4bM");
    for legal in ["play 5bM", "play 2bM 3bM", "play 4bS 4bA 4bC", "pass"] {
        assert_eq!(session.check(seat(1), &mv(legal)), Ok(()), "{legal}");
    }
    let too_low = |total: u8| {
        ("#following", format!("that comes to {total}, and it must come to more than 4: play a higher total, or pass"))
    };
    assert_eq!(why(&session, 1, "play 2bM 2bS"), too_low(4));
    assert_eq!(why(&session, 1, "play 2bM"), too_low(2));
    assert_eq!(why(&session, 1, "play 5rM"), ("#following", "blue was led: play blue cards, or pass".to_owned()));
    assert_eq!(why(&session, 1, "play 2bM 4bS").0, "#the-patterns");
}

#[test]
fn whoever_passed_may_play_again_and_the_trick_ends_when_all_others_pass_in_a_row() {
    let mut session = example();
    plays(&mut session, &[(3, "play 4rM"), (0, "pass"), (1, "pass")]);
    play(&mut session, 2, "pass");
    assert_eq!(session.acting(), SeatSet::only(seat(3)), "the trick is over, and the winner leads");
    plays(&mut session, &[(3, "play 1yM"), (0, "play 3yS"), (1, "pass"), (2, "play 5yC"), (3, "pass")]);
    assert_eq!(session.check(seat(0), &mv("pass")), Ok(()));
    assert_eq!(session.check(seat(1), &mv("play 5yA")).expect_err("not the turn").rule, "#the-turn");
    plays(&mut session, &[(0, "pass")]);
    assert_eq!(session.acting(), SeatSet::only(seat(1)), "who passed before is asked again");
    let events = play(&mut session, 1, "pass");
    assert!(
        events.iter().any(|event| matches!(event, Event::Took { seat: taker, .. } if *taker == seat(2))),
        "{events:?}"
    );
}

/// The pile has the four of moons and the five of crowns; Charlie wins with twos of suns, arms and crowns.
#[test]
fn the_rulebooks_example_of_taking_suits() {
    let mut session = example();
    plays(&mut session, &[(3, "play 4rM"), (0, "play 5rS"), (1, "pass"), (2, "pass"), (3, "pass")]);
    assert_eq!(session.game().table.won(Partnership::Even), set("5rS"), "the sun alone");
    assert_eq!(session.game().table.pile(), set("4rM"));
    plays(&mut session, &[(0, "play 3yS"), (1, "pass"), (2, "play 5yC"), (3, "pass"), (0, "pass"), (1, "pass")]);
    assert_eq!(session.game().table.won(Partnership::Even), set("5rS 5yC"));
    let Move::Play(twos) = mv("play 2bS 2bA 2bC") else { panic!("cards") };
    let pile = set("4rM 5yC 1bS 2bM 4bM").union(twos);
    let winning = Pattern::of(twos).expect("a pattern");
    assert_eq!(pile.intersection(winning.suits()), set("2bS 2bA 2bC 5yC 1bS"));
    assert_eq!(pile.without(winning.suits()), set("4rM 2bM 4bM"), "no moon was in the winning play");
    // In play: the pile has 4rM and 3yS; Charlie leads, and Alice takes with a moon and a sun.
    assert_eq!(session.game().table.pile(), set("4rM 3yS"));
    plays(&mut session, &[(2, "play 2bA 2bC"), (3, "pass"), (0, "play 5bM 5bS"), (1, "pass"), (2, "pass")]);
    let events = play(&mut session, 3, "pass");
    assert_eq!(events[1], Event::Took { seat: seat(0), cards: set("4rM 3yS 5bM 5bS") });
    assert_eq!(session.game().table.pile(), set("2bA 2bC"), "these are for later tricks");
}

/// "The cards of the own last play": Alice has led a moon before.
#[test]
fn what_the_winner_played_earlier_in_the_trick_stays_in_the_pile_if_its_suit_is_not_in_the_last_play() {
    let gifts = ["1bC 2bC 3bC", "1rM 2rM 3rM", "1rC 2rC 3rC", "1rS 2rS 3rS"];
    let mut session = exchanged(["1yM 3yS 1bC 2bC 3bC", "2yA 1rM 2rM 3rM", gifts[2], gifts[3]], gifts);
    plays(&mut session, &[(0, "play 1yM"), (1, "play 2yA"), (2, "pass"), (3, "pass"), (0, "play 3yS")]);
    plays(&mut session, &[(1, "pass"), (2, "pass")]);
    let events = play(&mut session, 3, "pass");
    assert_eq!(events[1], Event::Took { seat: seat(0), cards: set("3yS") });
    assert_eq!(session.game().table.pile(), set("1yM 2yA"));
    assert_eq!(session.acting(), SeatSet::only(seat(0)));
}

#[test]
fn four_palms_take_all_of_the_pile_and_nothing_beats_them() {
    let mut session = exchanged(
        ["1yM 5bM 5bS 5bA 5bC 1rM 1rS 1rA", "3bM 3bS 2bM 2bS 1rC", "4bM 4bS 4bA", "3yM 3yS 3yA"],
        ["1rM 1rS 1rA", "1rC 2bM 2bS", "4bM 4bS 4bA", "3yM 3yS 3yA"],
    );
    plays(&mut session, &[(0, "play 1yM"), (1, "pass"), (2, "pass"), (3, "pass"), (0, "play 5bM 5bS 5bA 5bC")]);
    for number in 1..4 {
        let legal = session.game().legal_moves(seat(number));
        assert!(legal.is_empty() || legal.listed() == [Move::Pass], "nothing is more than 20");
        play(&mut session, number, "pass");
    }
    assert_eq!(session.game().table.pile(), MystiqueSet::EMPTY);
}

/// Alice has led two sequences of five, one suit each, and leads her last cards.
fn about_to_go_out() -> Session<MystiqueDomination> {
    let mut session = exchanged(
        ["1yM 2yM 3yM 4yM 5yM 1yS 2yS 3yS 4yS 5yS 1yA 2yA 1rC 2rC 3rC", "1bM 2bM 3bM", "3yA 4yA 5yA", "1bS 2bS 3bS"],
        ["1rC 2rC 3rC", "1bM 2bM 3bM", "3yA 4yA 5yA", "1bS 2bS 3bS"],
    );
    for led in ["play 1yM 2yM 3yM 4yM 5yM", "play 1yS 2yS 3yS 4yS 5yS"] {
        plays(&mut session, &[(0, led), (1, "pass"), (2, "pass"), (3, "pass")]);
    }
    session
}

/// Alice leads her last sequence, and is out.
fn going_out() -> (Session<MystiqueDomination>, Vec<Event>) {
    let mut session = about_to_go_out();
    let events = play(&mut session, 0, "play 1yA 2yA 3yA 4yA 5yA");
    (session, events)
}

#[test]
fn whoever_lays_the_last_card_ends_the_round_and_takes_the_pile_and_the_hands_of_both_opponents() {
    let (session, events) = going_out();
    let Some(Event::RoundOver { points, detail }) =
        events.iter().find(|event| matches!(event, Event::RoundOver { .. }))
    else {
        panic!("the round is over: {events:?}")
    };
    assert_eq!(detail.out, seat(0));
    assert_eq!(detail.held[0], MystiqueSet::EMPTY);
    let opponents = detail.held[1].union(detail.held[3]);
    assert_eq!(detail.won[0], opponents.union(set("1yM 2yM 3yM 4yM 5yM 1yS 2yS 3yS 4yS 5yS 1yA 2yA 3yA 4yA 5yA")));
    assert_eq!(detail.won[1], detail.held[2], "the partner’s hand goes to the opponents");
    assert_eq!(points[0], detail.points(Partnership::Even));
    assert_eq!(points.as_slice(), [points[0], points[1], points[0], points[1]], "partners score alike");
    assert_eq!(session.game().table.game.round(), 2, "and the next one is dealt");
    assert_eq!(session.acting(), four().all());
}

/// The pile has a card of an earlier trick, and cards of others in this one; Charlie and Didier could still have played to it.
#[test]
fn whoever_goes_out_while_following_ends_the_trick_and_takes_the_pile_with_what_others_played() {
    let mut session = exchanged(
        [
            "1yM 2yM 3yM 4yM 5yM 1yS 2yS 3yS 4yS 5yS 1rC 5bM 1bC 2bC 3bC",
            "5rA 1bM 1bA 2bA 3bA",
            "2bS 5bS 5bA 5bC",
            "1rM 2rM 3rM",
        ],
        ["1bC 2bC 3bC", "1bA 2bA 3bA", "5bS 5bA 5bC", "1rM 2rM 3rM"],
    );
    for led in ["play 1yM 2yM 3yM 4yM 5yM", "play 1yS 2yS 3yS 4yS 5yS"] {
        plays(&mut session, &[(0, led), (1, "pass"), (2, "pass"), (3, "pass")]);
    }
    plays(&mut session, &[(0, "play 1rC"), (1, "play 5rA"), (2, "pass"), (3, "pass"), (0, "pass")]);
    plays(&mut session, &[(1, "play 1bM"), (2, "play 2bS"), (3, "pass")]);
    assert_eq!(session.game().table.pile(), set("1rC 1bM 2bS"));
    let events = play(&mut session, 0, "play 5bM 5bS 5bA 5bC");
    let over = events.iter().find_map(|event| match event {
        Event::RoundOver { detail, .. } => Some(detail),
        _ => None,
    });
    let over = over.expect("the round is over at once");
    let opponents = over.held[1].union(over.held[3]);
    let earlier = set("1yM 2yM 3yM 4yM 5yM 1yS 2yS 3yS 4yS 5yS");
    assert_eq!(over.won[0], opponents.union(earlier).union(set("1rC 1bM 2bS 5bM 5bS 5bA 5bC")));
    assert_eq!(over.won[1], over.held[2].union(set("5rA")), "what they won before stays theirs");
    assert!(!events.iter().any(|event| matches!(event, Event::Took { .. })), "nobody takes the trick by its suits");
}

#[test]
fn each_round_is_dealt_from_seat_0_on_and_led_by_whoever_holds_the_ace_then() {
    let mut leaders = Vec::new();
    for number in 0..8 {
        let mut game = about_to_go_out().game().clone();
        game.apply_quietly(seat(0), &mv("play 1yA 2yA 3yA 4yA 5yA"), &mut GameRng::from_number(number));
        let deck = shuffled(MystiqueSet::DECK, &mut GameRng::from_number(number));
        for player in four().iter() {
            let every_fourth: MystiqueSet = deck.iter().skip(player.index()).step_by(4).copied().collect();
            assert_eq!(game.hand(player), every_fourth, "the second round, seat {player}");
        }
        let holder = four().iter().find(|player| game.hand(*player).contains(set("1yM").iter().next().expect("it")));
        for player in four().iter() {
            let gift: MystiqueSet = game.hand(player).without(set("1yM")).iter().take(3).collect();
            game.apply_quietly(player, &Move::Give(gift), &mut GameRng::from_number(number));
        }
        assert_eq!(game.turn(), holder, "round {}", game.table.game.round());
        leaders.extend(holder);
    }
    let different: SeatSet = leaders.iter().copied().collect();
    assert!(different.len() > 1, "not always who led to the first round, or went out: {leaders:?}");
}

fn detail(out: u8, even: MystiqueSet) -> DominationRound {
    DominationRound { out: seat(out), held: [MystiqueSet::EMPTY; 4], won: [even, MystiqueSet::DECK.without(even)] }
}

#[test]
fn eight_cards_of_a_suit_are_ten_points_and_so_are_more_than_thirty_cards() {
    let of = |suit: MystiqueSuit, count: usize| -> MystiqueSet {
        MystiqueSet::of_suit(suit).intersection(MystiqueSet::DECK).iter().take(count).collect()
    };
    let counts = |counts: [usize; 4]| {
        MystiqueSuit::ALL
            .into_iter()
            .zip(counts)
            .fold(MystiqueSet::EMPTY, |all, (suit, count)| all.union(of(suit, count)))
    };
    let points = |out: u8, won: [usize; 4]| {
        let detail = detail(out, counts(won));
        [detail.points(Partnership::Even), detail.points(Partnership::Odd)]
    };
    assert_eq!(points(0, [8, 8, 8, 8]), [50, 0]);
    assert_eq!(points(0, [8, 7, 8, 7]), [30, 20], "thirty each: to the pair that went out");
    assert_eq!(points(1, [8, 7, 8, 7]), [20, 30]);
    assert_eq!(points(3, [15, 15, 1, 0]), [30, 20], "thirty-one are more than twenty-nine, whoever went out");
    assert_eq!(points(0, [7, 7, 7, 7]), [0, 50]);
    assert_eq!(detail(0, counts([8, 7, 7, 7])).has_suit(MystiqueSuit::Suns), Some(Partnership::Odd));
}

/// A whole match of random moves.
fn finished(seed: &str, options: Options) -> Session<MystiqueDomination> {
    let record = Record::<MystiqueDomination>::new(
        seed,
        options,
        NAMES.iter().map(|name| Player::person((*name).to_owned())).collect(),
    );
    let mut session = Session::load(record).expect("a deal");
    let mut rng = GameRng::from_number(5);
    while let Some(actor) = session.acting().first() {
        let moves = session.game().legal_moves(actor);
        session.play(actor, *rng.pick(moves.listed()).expect("a move")).expect("legal");
    }
    session
}

#[test]
fn the_match_ends_when_a_pair_has_the_target_and_more_than_the_other() {
    for number in 0..12 {
        let target = [50, 100, 200][number % 3];
        let session = finished(&format!("match-{number}"), Options { target, ..Options::default() });
        let (game, rounds) = (session.game(), session.game().table.game.finished());
        let mut totals = [0, 0];
        for (place, round) in rounds.iter().enumerate() {
            let was_over = totals[0] != totals[1] && totals.iter().any(|points| *points >= target);
            assert!(!was_over, "round {place} of {rounds:?}");
            assert_eq!(round.points[0] + round.points[1], 50, "all of the points are shared out");
            totals = [totals[0] + round.points[0], totals[1] + round.points[1]];
        }
        assert!(totals[0] != totals[1] && totals.iter().any(|points| *points >= target), "{totals:?}");
        let Stage::Over(outcome) = game.stage() else { panic!("over") };
        let winners = if totals[0] > totals[1] { [seat(0), seat(2)] } else { [seat(1), seat(3)] };
        assert_eq!(outcome.winners, winners);
        assert_eq!(game.scores(), [totals[0], totals[1], totals[0], totals[1]]);
        let state = game.state();
        assert_eq!(state["hands"], serde_json::json!([0, 0, 0, 0]));
        assert_eq!(state["pile"], serde_json::json!([]));
        assert_eq!((&state["led"], &state["beat"]), (&serde_json::Value::Null, &serde_json::Value::Null));
        let taken = state["taken"].as_array().expect("two").iter().map(|cards| cards.as_array().expect("cards").len());
        assert_eq!(taken.sum::<usize>(), 60);
    }
}

#[test]
fn options_and_deals_that_cannot_be_are_refused_with_what_would_be_right() {
    let deal = |options: &Options, deck: Option<&str>| {
        let deal = deck.map(|deck| Deal { deck: deck.to_owned() });
        MystiqueDomination::deal(options, four(), deal.as_ref(), &mut GameRng::from_number(1)).map(|_| ())
    };
    let wrong = |options: Options| deal(&options, None).expect_err("refused").to_string();
    assert!(wrong(Options { target: 0, ..Options::default() }).contains("1 to 1000"));
    for leads in ["2yM", "1yM'"] {
        assert!(wrong(Options { leads: leads.parse().expect("a card"), ..Options::default() }).contains("an ace"));
    }
    let short = deal(&Options::default(), Some("1yM 2yM")).expect_err("refused").to_string();
    assert!(short.contains("2 of 60 cards"), "{short}");
    let silver = deal(&Options::default(), Some("1yM'")).expect_err("refused").to_string();
    assert!(silver.contains("is not one of"), "{silver}");
}

#[test]
fn moves_are_printed_by_card_number_and_read_in_any_order() {
    assert_eq!(mv("give 3rC 1yM 4bA").to_string(), "give 1yM 4bA 3rC");
    assert_eq!(mv("play 2yS 3yM").to_string(), "play 3yM 2yS");
    assert_eq!(mv("pass").to_string(), "pass");
    for text in ["play", "play ", "give 1yM 1yM 2yM", "pass 1yM", "take", "play 9yM"] {
        assert!(text.parse::<Move>().is_err(), "{text}");
    }
}

#[test]
fn the_state_says_what_was_led_and_what_must_be_beaten() {
    let mut session = example();
    plays(&mut session, &[(3, "play 4rM"), (0, "play 5rS")]);
    let state = session.game().state();
    assert_eq!((&state["led"], &state["beat"], &state["round"]), (&"r".into(), &5.into(), &1.into()));
    assert_eq!(state["pile"], serde_json::json!(["4rM", "5rS"]));
    assert_eq!(state["hands"], serde_json::json!([14, 15, 15, 14]));
    assert_eq!(state["points"], serde_json::json!([0, 0]));
}

/// Records that break a rule are refused with the move and the reason.
#[test]
fn records_that_break_a_rule_are_refused() {
    let record = |moves: &str| {
        let text = example().record().to_text();
        let head = text.split("moves:").next().expect("a head").to_owned();
        let given =
            r#"(0, "give 1rS 1rA 1rC"), (1, "give 3rM 2rA 2rC"), (2, "give 5rS 3rA 3rC"), (3, "give 1yS 1yA 1yC")"#;
        catalogue::load(&format!("{head}moves: [{given}, {moves}])")).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(record(r#"(3, "play 4rM"), (0, "pass")"#), Ok(()));
    for (moves, said) in [
        (r#"(3, "pass")"#, "whoever leads cannot pass"),
        (r#"(3, "play 4rM 1yM")"#, "a pattern has one colour"),
        (r#"(3, "play 4rM'")"#, "silver four"),
        (r#"(0, "play 3yS")"#, "not seat 0's turn"),
        (r#"(3, "play 4rM"), (0, "play 2rM")"#, "it must come to more than 4"),
        (r#"(3, "play 4rM"), (0, "play 5bM")"#, "red was led"),
        (r#"(3, "give 4rM 1yM 5rC")"#, "changed hands already"),
    ] {
        let error = record(moves).expect_err("refused");
        assert!(error.contains(said), "{moves}: {error}");
    }
}

fn layout_of(session: &Session<MystiqueDomination>, number: u8) -> parlour::layout::Layout {
    MystiqueDomination::layout(&session.game().view(Viewer::Seat(seat(number))), Room::USUAL)
}

fn view(session: &Session<MystiqueDomination>, number: u8) -> View {
    session.game().view(Viewer::Seat(seat(number)))
}

fn selected(cards: &str) -> Selection {
    set(cards).iter().map(piece_of).collect()
}

/// What the buttons say with these cards selected; those that cannot be pressed with why.
fn buttons(session: &Session<MystiqueDomination>, number: u8, cards: &str) -> Vec<(String, Option<String>)> {
    let actions = MystiqueDomination::actions(&view(session, number), &selected(cards));
    let said = |words: &str| with_names(words, &NAMES);
    actions.into_iter().map(|action| (said(&action.label), action.mv.err().map(|illegal| said(&illegal.why)))).collect()
}

#[test]
fn buttons_say_what_the_selected_cards_are_and_come_to_or_why_they_cannot_be_played() {
    let mut session = example();
    assert_eq!(buttons(&session, 3, "4rM")[0], ("Lead a red four: 4".to_owned(), None));
    assert_eq!(buttons(&session, 3, "4rM 5rC"), [("Lead a sequence of two red cards: 9".to_owned(), None)]);
    let (label, why) = &buttons(&session, 3, "4rM 1yM")[0];
    assert_eq!(label, "2 cards: not a pattern");
    assert!(why.as_ref().is_some_and(|why| why.starts_with("a pattern has one colour")), "{why:?}");
    assert_eq!(buttons(&session, 3, "")[0].0, "Choose what to lead");
    play(&mut session, 3, "play 4rM");
    let said: Vec<String> = buttons(&session, 0, "").into_iter().map(|(label, _)| label).collect();
    assert_eq!(said, ["Beat 4 in red", "Pass"]);
    assert_eq!(buttons(&session, 0, "5rS")[0], ("Play a red palm: 5".to_owned(), None));
    let of_use: MystiqueSet = MystiqueDomination::selectable(&view(&session, 0), &Selection::default())
        .into_iter()
        .filter_map(parlour::layout::card_of::<MystiqueCard>)
        .collect();
    assert!(
        of_use.without(MystiqueSet::of_colour(Colour::Red)).is_empty()
            && of_use.contains("5rS".parse().expect("a card"))
    );
    assert_eq!(buttons(&session, 1, ""), [], "it is not Bob’s turn");
}

#[test]
fn the_prompt_says_why_cards_are_given_and_who_leads_then() {
    let session = dealt(["1yM", "", "", ""], Options::default());
    let prompt = |number: u8| with_names(&MystiqueDomination::prompt(&view(&session, number)), &NAMES);
    assert_eq!(prompt(2), "Choose three cards to give Alice. Whoever then holds the ace of yellow moons leads");
}

#[test]
fn the_table_says_what_winning_takes_and_who_has_passed() {
    let mut session = example();
    plays(&mut session, &[(3, "play 4rM"), (0, "play 5rS"), (1, "pass"), (2, "pass"), (3, "pass")]);
    let preview = MystiqueDomination::preview(&view(&session, 0), &mv("play 5bM 5bS"));
    assert_eq!(preview.sentence, "If this wins the trick, you take two moons and one sun");
    assert_eq!(preview.marks, [(piece_of::<MystiqueCard>("4rM".parse().expect("a card")), Mark::Scores)]);
    plays(&mut session, &[(0, "play 3yS"), (1, "pass"), (2, "pass")]);
    let preview = MystiqueDomination::preview(&view(&session, 3), &mv("pass"));
    assert_eq!(with_names(&preview.sentence, &NAMES), "Alice takes one sun");
    let plates: Vec<String> = layout_of(&session, 3).plates.into_iter().map(|plate| plate.words).collect();
    assert_eq!(plates, ["13 cards · 1 won", "15 cards · passed", "15 cards · passed", "14 cards · 0 won"]);
}

#[test]
fn under_each_suit_it_is_said_whose_the_cards_are_that_were_won_and_pointing_at_a_pile_says_all_of_it() {
    let mut session = example();
    plays(&mut session, &[(3, "play 4rM"), (0, "play 5rS"), (1, "pass"), (2, "pass"), (3, "pass")]);
    let below = |layout: &parlour::layout::Layout| -> Vec<String> {
        let captions = layout.labels.iter().filter(|label| label.look == LabelLook::Caption);
        captions.map(|label| label.text.clone()).collect()
    };
    let [none, one] = [["we won 0", "they won 0"], ["we won 1", "they won 0"]];
    assert_eq!(below(&layout_of(&session, 2)), [none, one, none, none].concat());
    assert_eq!(below(&layout_of(&session, 3))[2..4], ["we won 0", "they won 1"]);
    let looking_on = MystiqueDomination::layout(&session.game().view(Viewer::Public), Room::USUAL);
    assert_eq!(below(&looking_on)[2..4], ["won", "1 : 0"], "who looks on is of neither pair");
    let layout = layout_of(&session, 3);
    let area = |area: CardArea| layout.area(AreaId::of(area)).expect("it is there");
    let name = |place: CardArea| with_names(&area(place).name, &NAMES);
    let suns = "suns in the pile; Bob and Didier have 0, Alice and Charlie have 1 of the 8 needed";
    assert_eq!(name(CardArea::Pile(1)), suns);
    assert_eq!(name(CardArea::Taken(0)), "won by Alice and Charlie: 1 card");
    assert_eq!(name(CardArea::Hand(1)), "Bob’s hand: you gave three of these cards");
    assert!(area(CardArea::Taken(0)).is_named && area(CardArea::Hand(1)).is_named && !area(CardArea::Hand(2)).is_named);
}

#[test]
fn the_pile_lies_by_suits_and_what_must_be_beaten_before_it() {
    let mut session = example();
    plays(&mut session, &[(3, "play 4rM"), (0, "play 5rS")]);
    let layout = layout_of(&session, 1);
    let area_of =
        |card: &str| layout.piece(piece_of::<MystiqueCard>(card.parse().expect("a card"))).expect("it is there").area;
    assert_eq!(area_of("4rM"), AreaId::of(CardArea::Pile(0)), "with the moons");
    assert_eq!(area_of("5rS"), AreaId::of(CardArea::Middle));
    let captions: Vec<&str> = layout.areas.iter().filter_map(|area| area.caption.as_deref()).collect();
    assert_eq!(captions, ["moons: 1", "suns: 0", "arms: 0", "crowns: 0"]);
    let tags: Vec<String> = layout
        .labels
        .iter()
        .filter(|label| label.look == LabelLook::BrightTag)
        .map(|label| with_names(&label.text, &NAMES))
        .collect();
    assert_eq!(tags, ["Alice’s 5 in red"]);
    let described = with_names(&MystiqueDomination::described(&view(&session, 1)), &NAMES);
    assert!(
        described.contains("In the pile: one moon and one sun. To beat: Alice’s 5 in red, the palm of red suns"),
        "{described}"
    );
}

#[test]
fn a_round_is_counted_suit_by_suit_with_all_cards_on_the_table() {
    let (session, _) = going_out();
    let text = session.record().to_text();
    let last = text.rfind("(0, \"play 1yA").expect("the last move");
    let mut before = catalogue::load(&format!("{}])", &text[..last])).expect("a record");
    let beats = TableSession::play(&mut *before, seat(0), "play 1yA 2yA 3yA 4yA 5yA").expect("legal");
    let shown: Vec<(String, &parlour::layout::Layout)> =
        beats.iter().filter_map(|beat| Some((beat.exhibit.as_ref()?.words(), &beat.layout))).collect();
    assert_eq!(shown.len(), 6, "four suits, most cards, and the sum");
    assert!(
        shown[0].0.starts_with("Moons: Alice and Charlie, ") && shown[0].0.ends_with(" of 15: +10"),
        "{}",
        shown[0].0
    );
    assert!(shown[4].0.starts_with("Most cards: Alice and Charlie, 45 of 60"), "{}", shown[4].0);
    let lying = |layout: &parlour::layout::Layout| {
        layout.pieces.iter().filter(|piece| matches!(piece.area.to(), Some(CardArea::Pile(_)))).count()
    };
    assert!(shown.iter().all(|(_, layout)| lying(layout) == 60));
    assert!(beats.iter().any(|beat| beat.waits == Some(Reading::Result)));
}

#[test]
fn suits_are_counted_in_words() {
    assert_eq!(by_suit(set("1yM 2yM 3rS 4bA 5bA")), ["two moons", "one sun", "two cards of arms"]);
    assert_eq!(by_suit(set("1rA")), ["one card of arms"]);
}

/// How often bots of a level pass who could play higher, in so many games: while their partner is winning the trick, and while an
/// opponent is.
fn passes(level: BotLevel, games: u64) -> [f64; 2] {
    let mut rng = GameRng::from_number(games);
    let (mut passed, mut asked) = ([0.0; 2], [0.0; 2]);
    let mut bot = MystiqueDomination::bot(level);
    for _ in 0..games {
        let mut game = MystiqueDomination::deal(&Options::default(), four(), None, &mut rng).expect("a deal");
        while let Some(seat) = game.turn() {
            let (view, legal) = (game.view(Viewer::Seat(seat)), game.legal_moves(seat));
            let observation = Observation { seat, view: &view, seen: &[], legal: &legal };
            let mv = bot.choose(&observation, rng.bits(), &Cancel::new()).expect("a move");
            if let Some(ahead) = game.table.ahead().filter(|_| legal.listed().len() > 1) {
                let side = usize::from(Partnership::of(ahead) != Partnership::of(seat));
                asked[side] += 1.0;
                passed[side] += f64::from(u8::from(mv == Move::Pass));
            }
            game.apply_quietly(seat, &mv, &mut rng);
        }
    }
    [passed[0] / asked[0], passed[1] / asked[1]]
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn bots_leave_tricks_to_a_partner_who_is_winning_them_and_contest_those_of_opponents() {
    for (level, games) in [(BotLevel::Easy, 100), (BotLevel::Medium, 2)] {
        let [partner, opponent] = passes(level, games);
        assert!(partner > 0.4 && partner > 1.3 * opponent, "{level:?} pass {partner:.2} and {opponent:.2}");
    }
}

/// What bots give can be spared: what is left goes in fewer plays than if they gave anything.
#[test]
fn bots_give_cards_that_leave_a_hand_of_few_plays() {
    let mut rng = GameRng::from_number(9);
    let (mut given, mut any) = (0, 0);
    for _ in 0..40 {
        let game = MystiqueDomination::deal(&Options::default(), four(), None, &mut rng).expect("a deal");
        let (view, legal) = (game.view(Viewer::Seat(seat(0))), game.legal_moves(seat(0)));
        let observation = Observation { seat: seat(0), view: &view, seen: &[], legal: &legal };
        let chosen = MystiqueDomination::bot(BotLevel::Easy).choose(&observation, rng.bits(), &Cancel::new());
        let plays = |mv: &Move| {
            let Move::Give(cards) = mv else { panic!("{mv} is no gift") };
            u32::from(Shedding::of(game.hand(seat(0))).without(*cards))
        };
        given += plays(&chosen.expect("a gift"));
        any += plays(rng.pick(legal.listed()).expect("a gift"));
    }
    assert!(10 * given < 9 * any, "{given} plays, and {any} by chance");
}
