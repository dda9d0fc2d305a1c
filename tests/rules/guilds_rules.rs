//! Mystique Guilds: the rulebook's sentences and the rulings, one by one; and whole games beside a plain reckoning of the same rules.

use std::collections::VecDeque;

use parlour::cards::{Colour, MystiqueCard, MystiqueSet, MystiqueSuit};
use parlour::engine::game::{Game, Illegal, Moves, SetupError};
use parlour::engine::outcome::{Outcome, Stage};
use parlour::engine::record::{Player, Record};
use parlour::engine::rng::GameRng;
use parlour::engine::rounds::FirstDeal;
use parlour::engine::seats::{Seat, Seats, Viewer};
use parlour::engine::session::Session;
use parlour::engine::table_session::TableSession;
use parlour::engine::tabletop::{Selection, Setup, Tabletop};
use parlour::games::guilds::MystiqueGuilds;
use parlour::games::guilds::guild::{Guild, Tableaus};
use parlour::games::guilds::moves::Offer;
use parlour::games::guilds::places::GuildsArea;
use parlour::games::guilds::rules::{Move, Options};
use parlour::games::guilds::table::{Event, GuildsEnd, GuildsPhase, MOST_QUIET};
use parlour::layout::{AreaId, Gesture, Layout, Piece, Room, piece_of};
use parlour::words::with_names;

use crate::share::share_of;

const BOTH: Options = Options { both_decks: true, trade: false };
const TRADE: Options = Options { both_decks: false, trade: true };

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

fn seats(count: usize) -> Seats {
    Seats::new(count).expect("seats")
}

fn card(text: &str) -> MystiqueCard {
    text.parse().expect("a card")
}

fn set(text: &str) -> MystiqueSet {
    text.parse().expect("cards")
}

fn mv(text: &str) -> Move {
    text.parse().expect("a move")
}

/// A deck that begins with these cards, and who is first.
fn deal_of(first_cards: &str, first: u8) -> FirstDeal {
    let rest = MystiqueSet::DECK.without(set(first_cards));
    FirstDeal { deck: format!("{first_cards} {rest}"), first: Some(seat(first)) }
}

fn session_of(deck: &str, count: usize, options: Options) -> Session<MystiqueGuilds> {
    let players = (0..count).map(|number| Player::person(format!("P{number}"))).collect();
    let record = Record { deal: Some(deal_of(deck, 0)), ..Record::new("guilds", options, players) };
    Session::load(record).expect("a deal")
}

fn acting(session: &Session<MystiqueGuilds>) -> Seat {
    session.game().turn().expect("somebody acts")
}

/// Whoever's turn it is makes these moves, one after the other.
fn play(session: &mut Session<MystiqueGuilds>, moves: &[&str]) -> Vec<Event> {
    let mut last = Vec::new();
    for text in moves {
        let seat = acting(session);
        last = session.play(seat, mv(text)).unwrap_or_else(|illegal| panic!("{text}: {illegal}")).to_vec();
    }
    last
}

/// The heading, and why, as the first player reads it who is called "You".
fn refused(session: &Session<MystiqueGuilds>, text: &str) -> (&'static str, String) {
    let Illegal { rule, why } = session.check(acting(session), &mv(text)).expect_err("refused");
    (rule, with_names(&why, &["You", "Ada", "Ben", "Cora"]))
}

fn tableau(session: &Session<MystiqueGuilds>, number: u8) -> MystiqueSet {
    session.game().table.tableau(seat(number))
}

fn discards(session: &Session<MystiqueGuilds>) -> Vec<String> {
    let state = session.game().state();
    state["discards"].as_array().expect("a list").iter().map(|card| card.as_str().expect("a card").to_owned()).collect()
}

fn outcome(session: &Session<MystiqueGuilds>) -> Outcome {
    match session.game().stage() {
        Stage::Over(outcome) => outcome,
        Stage::Act(_) => panic!("the game goes on"),
    }
}

/// "Each unique combination of suit + colour is called a guild. Thus, there are 12 guilds (3 colours × 4 suits)."
#[test]
fn there_are_twelve_guilds_of_five_cards() {
    let mut found = MystiqueSet::EMPTY;
    for (number, guild) in Guild::all().enumerate() {
        let cards = MystiqueSet::of_colour(guild.colour()).intersection(MystiqueSet::of_suit(guild.suit()));
        assert_eq!(guild.cards(), cards.intersection(MystiqueSet::DECK));
        assert!(guild.cards().iter().all(|card| Guild::of(card) == guild) && guild.index() == number);
        assert_eq!((guild.cards().len(), guild.total(MystiqueSet::DECK)), (5, 15));
        found = found.union(guild.cards());
    }
    assert_eq!((found, Guild::all().count()), (MystiqueSet::DECK, 12));
    assert_eq!((Guild::BLUE_SUNS.colour(), Guild::BLUE_SUNS.suit()), (Colour::Blue, MystiqueSuit::Suns));
}

/// "Shuffle the deck and place it face-down in the middle of the table. This is the Draw Deck. Next to it a (now nonexistent) Discard
/// Deck will be created."
#[test]
fn all_cards_lie_in_the_draw_deck_at_first() {
    for count in 2..=4 {
        let game = MystiqueGuilds::deal(&Options::default(), seats(count), None, &mut GameRng::from_number(1));
        let game = game.expect("a deal");
        assert_eq!((game.table.left(), game.table.discards.len()), (60, 0));
        assert!(seats(count).iter().all(|seat| game.table.tableau(seat).is_empty()));
        assert_eq!(game.scores(), vec![0; count]);
    }
    for count in [1, 5] {
        let game = MystiqueGuilds::deal(&Options::default(), seats(count), None, &mut GameRng::from_number(1));
        assert_eq!(game, Err(SetupError::Seats { found: count, min: 2, max: 4 }));
    }
}

/// "Determine the starting player by any peaceful means."
#[test]
fn the_first_player_is_drawn_by_lot_or_named_by_the_deal() {
    let first = |deal: Option<&FirstDeal>, number| {
        let mut rng = GameRng::from_number(number);
        MystiqueGuilds::deal(&Options::default(), seats(3), deal, &mut rng).expect("a deal").table.turn.index()
    };
    let mut found: Vec<usize> = (0..40).map(|number| first(None, number)).collect();
    found.sort_unstable();
    found.dedup();
    assert_eq!(found, [0, 1, 2]);
    assert_eq!(first(Some(&deal_of("3rS", 2)), 1), 2);
}

#[test]
fn a_deck_that_does_not_fit_is_refused_with_what_is_wrong() {
    let refused = |deck: &str, first| {
        let deal = FirstDeal { deck: deck.to_owned(), first: Some(seat(first)) };
        let game = MystiqueGuilds::deal(&Options::default(), seats(3), Some(&deal), &mut GameRng::from_number(1));
        game.expect_err("refused").to_string()
    };
    assert_eq!(refused("4rC", 0), "the deck: 1 of 60 cards; 1yM is missing");
    assert_eq!(refused("4rC 4rC", 0), "the deck: card 2: 4rC appears twice");
    assert_eq!(refused("4rC'", 0), "the deck: 4rC' is not one of its 60 cards");
    assert_eq!(refused(&MystiqueSet::DECK.to_string(), 3), "first 3; there are 3 seats, from 0");
}

/// "Draw one card from either the Draw Deck or the Discard Deck."
#[test]
fn one_card_is_drawn_from_either_deck() {
    let mut session = session_of("3rS 2bM 4yC", 2, Options::default());
    let (rule, why) = refused(&session, "take");
    assert_eq!((rule, why.as_str()), ("#the-turn", "the discard deck is empty: draw a card, or buy"));
    play(&mut session, &["draw", "draw", "buy 3rS 1"]);
    assert_eq!((tableau(&session, 0), discards(&session)), (set("4yC"), vec!["3rS".to_owned()]));
    play(&mut session, &["take"]);
    assert_eq!((tableau(&session, 1), discards(&session)), (set("2bM 3rS"), Vec::<String>::new()));
}

/// "Players take turns", "you must perform precisely one of the following actions".
#[test]
fn each_turn_is_one_action_and_turns_go_round() {
    let mut session = session_of("1rS 1bM 1yC 2yC", 3, Options::default());
    let mut order = Vec::new();
    for text in ["draw", "draw", "draw", "buy 1rS 1", "take", "draw"] {
        order.push(acting(&session).index());
        play(&mut session, &[text]);
    }
    assert_eq!(order, [0, 1, 2, 0, 1, 2]);
}

/// "Place one of your cards face-up before you. This is the Influence Card. Draw up to as many cards from the Draw Deck as the number
/// on your Influence Card. Place the Influence Card face-up on the Discard Deck."
#[test]
fn a_card_buys_up_to_its_number_of_cards_and_goes_onto_the_discard_deck() {
    for count in 1..=3 {
        let mut session = session_of("3rS 2bM 4yC 5yC 1yC 2yC", 2, Options::default());
        play(&mut session, &["draw", "draw", &format!("buy 3rS {count}")]);
        assert_eq!(tableau(&session, 0).len(), count);
        assert_eq!((session.game().table.left(), discards(&session)), (58 - count, vec!["3rS".to_owned()]));
    }
    let mut session = session_of("3rS 2bM", 2, Options::default());
    play(&mut session, &["draw", "draw"]);
    let why = |text| refused(&session, text);
    assert_eq!(why("buy 3rS 4"), ("#buying", "the three of red suns buys at most three cards".to_owned()));
    assert_eq!(why("buy 3rS 0"), ("#buying", "buy at least one card".to_owned()));
    assert_eq!(why("buy 2bM 1"), ("#the-turn", "you do not hold the two of blue moons".to_owned()));
    let legal = session.game().legal_moves(seat(0));
    let texts: Vec<String> = legal.listed().iter().map(ToString::to_string).collect();
    assert_eq!(texts, ["draw", "buy 3rS 1", "buy 3rS 2", "buy 3rS 3"]);
    assert!(matches!(legal, Moves::All(_)));
}

/// The influence card lies on top of those before it, and what was laid last is taken first.
#[test]
fn the_discard_deck_keeps_its_order() {
    let mut session = session_of("1rS 1bM", 2, Options::default());
    play(&mut session, &["draw", "draw", "buy 1rS 1", "buy 1bM 1"]);
    assert_eq!(discards(&session), ["1rS", "1bM"]);
    play(&mut session, &["take"]);
    assert_eq!(discards(&session), ["1rS"]);
    assert!(tableau(&session, 0).contains(card("1bM")));
}

/// "No more than the deck holds."
#[test]
fn nobody_buys_more_than_the_draw_deck_has_left() {
    let mut session = session_of("", 2, Options::default());
    while session.game().table.left() > 2 {
        play(&mut session, &["draw"]);
    }
    let palm =
        tableau(&session, acting(&session).index() as u8).iter().find(|card| card.number() == 5).expect("a palm");
    let (rule, why) = refused(&session, &format!("buy {palm} 3"));
    assert_eq!((rule, why.as_str()), ("#buying", "the draw deck has only two cards"));
    play(&mut session, &[&format!("buy {palm} 2")]);
    assert_eq!(session.game().table.phase, GuildsPhase::Over(GuildsEnd::DeckEmpty));
    assert_eq!(discards(&session), [palm.to_string()], "the influence card goes there first");
}

/// "If, at any moment, there are no cards left in the Draw Deck, the game ends."
#[test]
fn the_game_ends_with_the_last_card_of_the_draw_deck() {
    let mut session = session_of("", 3, Options::default());
    for _ in 0..59 {
        play(&mut session, &["draw"]);
    }
    assert!(session.game().turn().is_some());
    play(&mut session, &["draw"]);
    let illegal = session.check(seat(0), &Move::Draw).expect_err("over");
    assert_eq!((illegal.rule, session.game().turn()), ("#the-end", None));
    assert!(outcome(&session).reason.starts_with("The draw deck is empty: "));
}

fn tableaus(cards: &[&str]) -> Tableaus {
    let mut tableaus = Tableaus::empty(seats(cards.len()));
    cards.iter().zip(0..).for_each(|(cards, number)| tableaus.gain(seat(number), set(cards)));
    tableaus
}

/// "Each player adds up the values of each guild in her hand/tableau. The player with the highest total value for any given guild
/// controls that guild and scores 1 point."
#[test]
fn the_highest_total_controls_a_guild() {
    let cards = tableaus(&["2rC 3rC 1yM", "4rC 2yM", "1rC"]);
    assert_eq!(cards.leader(Guild::of(card("1rC"))), Some(seat(0)), "5, 4 and 1");
    assert_eq!(cards.all_points().as_slice(), [1, 1, 0]);
}

/// "If two or more players have the same total value for a guild, none of them scores for it." Nor does anybody below them.
#[test]
fn those_who_are_tied_for_the_highest_total_score_nothing_and_nobody_else_does() {
    let cards = tableaus(&["2rC 3rC", "5rC", "4rC"]);
    assert_eq!(cards.all_points().as_slice(), [0, 0, 0]);
    let cards = tableaus(&["4rC", "1rC", "5rC"]);
    assert_eq!(cards.all_points().as_slice(), [0, 0, 1]);
    // A tie further down does not matter, and nobody leads what nobody has.
    assert_eq!(tableaus(&["1rC 2rC", "5rC", "3rC"]).all_points().as_slice(), [0, 1, 0]);
    assert_eq!(tableaus(&["", ""]).leader(Guild::BLUE_SUNS), None);
}

/// "The guild of blue suns is special, and scores 2 points, rather than 1. So there are 13 points available in total."
#[test]
fn blue_suns_score_two_points_and_there_are_thirteen() {
    assert_eq!(tableaus(&["1bS", "5rS"]).all_points().as_slice(), [2, 1]);
    assert_eq!(Guild::all().map(Guild::worth).sum::<i32>(), 13);
    assert_eq!(tableaus(&[&MystiqueSet::DECK.to_string(), ""]).all_points().as_slice(), [13, 0]);
}

/// "Ties for first place are broken by the lowest number of cards. If a tie persists, then play again": it is shared.
#[test]
fn the_fewest_cards_break_a_tie_and_then_it_is_shared() {
    let winners = |cards: &[&str]| tableaus(cards).winners().iter().map(|seat| seat.index()).collect::<Vec<_>>();
    assert_eq!(winners(&["5rC 4rC", "5yM", "1yS 2yS"]), [1], "one guild each");
    assert_eq!(winners(&["5rC", "5yM", "1yS 2yS"]), [0, 1]);
    assert_eq!(winners(&["5rC", "1rC", "1bS 2bS 3bS"]), [2], "points come first");
    assert_eq!(winners(&["5rC 1yM", "5yM 2rC", ""]), [0, 1]);
}

/// How a game ends is said as it is.
#[test]
fn the_reason_of_an_end_names_what_decided() {
    // Both draw to the end: who leads a guild is decided by the order of the deck.
    let reason = |count| {
        let mut session = session_of("", count, Options::default());
        while session.game().turn().is_some() {
            play(&mut session, &["draw"]);
        }
        (session.game().scores(), with_names(&outcome(&session).reason, &["Ada", "Ben", "Cora", "Dan"]))
    };
    let (points, why) = reason(2);
    let [most, next] = [points.iter().max(), points.iter().min()].map(|points| points.expect("points"));
    assert!(most > next, "{points:?}");
    assert_eq!(why, format!("The draw deck is empty: {most} points to {next}"));
    let (points, why) = reason(4);
    assert_eq!(points, [3, 4, 3, 3], "three guilds each, and blue suns count twice");
    assert_eq!(why, "The draw deck is empty: 4 points, and nobody else has more than 3");
}

/// In the log the cards follow the one that buys them; the list of moves also says that they were drawn.
#[test]
fn a_purchase_is_told_by_its_cards() {
    let mut session = session_of("2rC 1yM 3yM 4bS", 2, Options::default());
    play(&mut session, &["draw", "draw", "buy 2rC 2"]);
    let told = TableSession::told_moves(&session).pop().expect("a move");
    assert_eq!(told.printed(), "two of red crowns spent · three of yellow moons four of blue suns drawn");
    let spoken = "Ada: spent the two of red crowns · bought the three of yellow moons, the four of blue suns";
    assert_eq!(told.spoken(&["Ada", "Ben"]), spoken);
}

/// "Ties for first place are broken by the lowest number of cards", and by how many is said.
#[test]
fn the_reason_of_a_tie_names_the_cards() {
    // With trade, cards go to and fro until nothing was drawn for forty turns; an odd number of cards lies on the table.
    let reason = |deck: &str, draws: usize| {
        let mut session = session_of(deck, 2, TRADE);
        play(&mut session, &vec!["draw"; draws]);
        while session.game().turn().is_some() {
            let seat = acting(&session);
            let [own, theirs] = [seat, seats(2).after(seat)].map(|seat| session.game().table.tableau(seat));
            let [own, theirs] = [own, theirs].map(|cards| cards.iter().next().expect("a card"));
            play(&mut session, &[&format!("offer {own} {} {theirs}", seats(2).after(seat)), "agree"]);
        }
        let Outcome { winners, title, reason } = outcome(&session);
        (winners.len(), title, with_names(&reason, &["Ada", "Ben"]))
    };
    let end = "Nothing was drawn from the draw deck for 40 turns in a row: ";
    let shared = (2, "The guilds are divided".to_owned(), format!("{end}Ada and Ben have 1 point and 1 card each"));
    assert_eq!(reason("1rS 1bM", 2), shared);
    let broken = format!("{end}Ada and Ben have 1 point each, and with 1 card Ben has the fewest");
    assert_eq!(reason("1rS 1bM 2rS", 3), (1, "Master of the guilds".to_owned(), broken));
}

/// "Forty turns in a row in which nothing is drawn from the draw deck end the game as it stands."
#[test]
fn forty_turns_without_a_card_from_the_draw_deck_end_the_game() {
    // With trade two players can pass a card to and fro for ever.
    let mut session = session_of("1rS 1bM", 2, TRADE);
    play(&mut session, &["draw", "draw"]);
    for turn in 0..MOST_QUIET {
        assert_eq!(session.game().table.quiet, turn);
        let seat = acting(&session);
        let own = session.game().table.tableau(seat).iter().next().expect("a card");
        let other = seats(2).after(seat);
        let theirs = session.game().table.tableau(other).iter().next().expect("a card");
        play(&mut session, &[&format!("offer {own} {other} {theirs}"), "agree"]);
    }
    assert_eq!(session.game().table.phase, GuildsPhase::Over(GuildsEnd::Standstill));
    assert!(outcome(&session).reason.starts_with("Nothing was drawn from the draw deck for 40 turns in a row: "));
}

#[test]
fn a_card_from_the_draw_deck_begins_the_count_of_quiet_turns_anew() {
    let mut session = session_of("1rS 1bM 1yC", 2, Options::default());
    play(&mut session, &["draw", "draw", "buy 1rS 1", "take"]);
    assert_eq!(session.game().table.quiet, 1);
    play(&mut session, &["draw"]);
    assert_eq!(session.game().table.quiet, 0);
}

/// "Variant 1: Cards can be bought from both decks."
#[test]
fn with_both_decks_a_purchase_takes_cards_from_the_top_of_the_discard_deck() {
    let deck = "1rS 1bM 3yC 2bA 4bA 5bA";
    let mut session = session_of(deck, 2, BOTH);
    // 1rS and 1bM are discarded; then there is a three.
    play(&mut session, &["draw", "draw", "buy 1rS 1", "buy 1bM 1"]);
    assert_eq!((tableau(&session, 0), discards(&session)), (set("3yC"), vec!["1rS".to_owned(), "1bM".to_owned()]));
    play(&mut session, &["buy 3yC 1 1"]);
    assert_eq!((tableau(&session, 0), discards(&session)), (set("1bM 4bA"), vec!["1rS".to_owned(), "3yC".to_owned()]));
    // The influence card cannot be bought back with itself.
    play(&mut session, &["buy 2bA 0 2"]);
    assert_eq!((tableau(&session, 1), discards(&session)), (set("1rS 3yC"), vec!["2bA".to_owned()]));
}

#[test]
fn what_both_decks_cannot_give_is_refused() {
    let deck = "1rS 1bM 3yC 2bA";
    let mut session = session_of(deck, 2, BOTH);
    play(&mut session, &["draw", "draw", "buy 1rS 1", "draw"]);
    let why = |text| refused(&session, text);
    assert_eq!(why("buy 3yC 0 2"), ("#buying", "the discard deck has only one card".to_owned()));
    assert_eq!(why("buy 3yC 3 1"), ("#buying", "the three of yellow crowns buys at most three cards".to_owned()));
    assert_eq!(session.check(seat(0), &mv("buy 3yC 2 0")), Ok(()), "the same as buy 3yC 2");
    let mut plain = session_of(deck, 2, Options::default());
    play(&mut plain, &["draw", "draw", "buy 1rS 1", "draw"]);
    let both = ("#both-decks", "in this game you can buy only from the draw deck".to_owned());
    assert_eq!(refused(&plain, "buy 3yC 1 1"), both);
    let mut session = session_of("1rS", 2, BOTH);
    play(&mut session, &["draw", "draw"]);
    assert_eq!(refused(&session, "buy 1rS 0 1"), ("#buying", "the discard deck is empty".to_owned()));
}

#[test]
fn a_purchase_from_both_decks_that_ends_the_game_still_brings_its_discards() {
    let mut session = session_of("", 2, BOTH);
    let ace = loop {
        let own = session.game().table.tableau(acting(&session));
        if let Some(ace) = own.iter().find(|card| card.number() == 1).filter(|_| session.game().table.left() > 20) {
            break ace;
        }
        play(&mut session, &["draw"]);
    };
    play(&mut session, &[&format!("buy {ace} 1")]);
    while session.game().table.left() > 1 {
        play(&mut session, &["draw"]);
    }
    let number = acting(&session).index() as u8;
    let two = tableau(&session, number).iter().find(|card| card.number() == 2).expect("a two");
    play(&mut session, &[&format!("buy {two} 1 1")]);
    assert!(session.game().turn().is_none() && tableau(&session, number).contains(ace));
    assert_eq!(discards(&session), [two.to_string()]);
}

/// "Variant 2: You can buy cards from another player. Both players must agree on the cards being exchanged. Give the Influence Card to
/// that player, instead of discarding it."
#[test]
fn a_trade_that_is_agreed_to_changes_the_cards_and_ends_the_turn() {
    let mut session = session_of("3rC 2bS 1yM 4bS", 3, TRADE);
    play(&mut session, &["draw", "draw", "draw"]);
    play(&mut session, &["draw", "draw", "draw"]);
    let before = session.game().table.left();
    play(&mut session, &["offer 3rC 1 2bS"]);
    assert_eq!((acting(&session), session.game().table.turn), (seat(1), seat(0)), "the other answers");
    let legal = session.game().legal_moves(seat(1));
    assert_eq!(legal, Moves::All(vec![Move::Agree, Move::Refuse]));
    assert_eq!(refused(&session, "draw"), ("#trading", "answer the offer first: agree or refuse".to_owned()));
    play(&mut session, &["agree"]);
    assert!(tableau(&session, 0).contains(card("2bS")) && tableau(&session, 1).contains(card("3rC")));
    assert_eq!((acting(&session), session.game().table.left(), discards(&session).len()), (seat(1), before, 0));
    assert_eq!(session.game().table.quiet, 1, "nothing was drawn");
}

/// "After a refusal the same player goes on, and may offer once more at most in that turn."
#[test]
fn after_a_refusal_the_same_player_goes_on_and_may_offer_once_more() {
    let mut session = session_of("3rC 2bS 1yM", 3, TRADE);
    play(&mut session, &["draw", "draw", "draw"]);
    let cards = session.game().table.tableaus();
    play(&mut session, &["offer 3rC 1 2bS", "refuse"]);
    assert_eq!((acting(&session), session.game().table.tableaus()), (seat(0), cards));
    assert_eq!(refused(&session, "agree"), ("#trading", "there is no offer to answer".to_owned()));
    play(&mut session, &["offer 3rC 2 1yM", "refuse"]);
    let twice = ("#trading", "you have made two offers in this turn: draw, take or buy now".to_owned());
    assert_eq!(refused(&session, "offer 3rC 1 2bS"), twice);
    assert!(matches!(session.game().legal_moves(seat(0)), Moves::All(_)));
    play(&mut session, &["buy 3rC 3"]);
    assert_eq!((acting(&session), session.game().table.offers), (seat(1), 0), "the next one may offer again");
    play(&mut session, &["offer 2bS 2 1yM"]);
}

#[test]
fn what_cannot_be_offered_is_refused() {
    let mut session = session_of("2rC 2bS 1yM 1rC 4bS 5yM 5rC 3bS", 3, TRADE);
    play(&mut session, &["draw", "draw", "draw", "draw", "draw", "draw", "draw", "draw", "draw"]);
    let why = |text| refused(&session, text);
    assert_eq!(why("offer 2rC 1 2bS 3bS 4bS"), ("#buying", "the two of red crowns buys at most two cards".to_owned()));
    assert_eq!(why("offer 2rC 1"), ("#trading", "ask Ada for at least one card".to_owned()));
    assert_eq!(why("offer 2rC 1 5yM"), ("#trading", "Ada does not have the palm of yellow moons".to_owned()));
    assert_eq!(why("offer 2rC 0 1rC"), ("#trading", "make the offer to another player at the table".to_owned()));
    assert_eq!(why("offer 2rC 3 2bS"), ("#trading", "make the offer to another player at the table".to_owned()));
    assert_eq!(why("offer 2bS 1 4bS"), ("#the-turn", "you do not hold the two of blue suns".to_owned()));
    assert_eq!(session.check(seat(0), &mv("offer 2rC 1 4bS 2bS")), Ok(()), "in any order");
    let mut plain = session_of("2rC 2bS", 2, Options::default());
    play(&mut plain, &["draw", "draw"]);
    assert_eq!(
        refused(&plain, "offer 2rC 1 2bS"),
        ("#trading", "this game is played without trade: draw, take or buy".to_owned())
    );
}

/// Every exchange that the rules allow may be offered; a few of them are listed as examples, and all that are can be made.
#[test]
fn examples_of_offers_are_legal_and_any_other_may_be_made() {
    let mut rng = GameRng::from_number(5);
    let mut game = MystiqueGuilds::deal(&TRADE, seats(4), None, &mut rng).expect("a deal");
    let mut offered = 0;
    while let Some(seat) = game.turn() {
        let legal = game.legal_moves(seat);
        for mv in legal.listed().iter().filter(|mv| matches!(mv, Move::Offer(_))) {
            assert_eq!(game.check(seat, mv), Ok(()));
            offered += 1;
        }
        let mv = *rng.pick(legal.listed()).expect("a move");
        game.apply_quietly(seat, &mv, &mut rng);
    }
    assert!(offered > 100, "{offered}");
}

#[test]
fn moves_that_are_none_say_what_would_be_right() {
    for text in [
        "buy",
        "buy 3rC",
        "buy 3rC two",
        "buy 3rC 1 1 1",
        "offer 3rC",
        "offer 3rC 9 1yM",
        "offer 3rC 1 1yM 1yM",
        "take 3rC",
    ] {
        let error = MystiqueGuilds::read_move(text).expect_err("no move").to_string();
        assert!(error.contains("moves are `draw`, `take`, `buy 3rC 2`"), "{error}");
    }
}

#[test]
fn the_state_is_what_programs_rely_on() {
    let mut session = session_of("3rC 2bS 1yM 4bS 5yA", 2, Options::default());
    play(&mut session, &["draw", "draw", "buy 3rC 3"]);
    let expected = serde_json::json!({
        "tableaus": [["1yM", "4bS", "5yA"], ["2bS"]],
        "deck": 55,
        "discards": ["3rC"],
        "points": [4, 0],
    });
    assert_eq!(session.game().state(), expected);
    assert_eq!(session.game().summary(), "55 cards in the draw deck. In seat order: points 4, 0; cards 3, 1.");
}

#[test]
fn records_with_a_wrong_move_are_refused_with_its_place() {
    let record = |moves: &str| {
        format!(
            "(parlour: 1, game: \"mystique-guilds\", rules: 1, seed: \"1\", options: (trade: true), seats: [(name: \"A\"), (name: \
             \"B\")], deal: (deck: \"3rC {}\", first: 0), moves: [{moves}])",
            MystiqueSet::DECK.without(set("3rC"))
        )
    };
    let error = |moves| Session::<MystiqueGuilds>::from_text(&record(moves)).err().map(|error| error.to_string());
    assert_eq!(error("(0, \"draw\"), (1, \"draw\"), (0, \"buy 3rC 3\")"), None);
    let wrong = error("(0, \"draw\"), (1, \"draw\"), (0, \"buy 3rC 4\")").expect("refused");
    assert!(wrong.contains("move 3") && wrong.contains("buys at most three cards"), "{wrong}");
    let options = record("").replace("trade", "barter");
    assert!(Session::<MystiqueGuilds>::from_text(&options).is_err());
}

/// A plain reckoning of the rules, card by card.
struct Plain {
    options: Options,
    deck: VecDeque<MystiqueCard>,
    discards: Vec<MystiqueCard>,
    tableaus: Vec<Vec<MystiqueCard>>,
    turn: usize,
    quiet: u32,
    offers: u32,
    offer: Option<Offer>,
    over: bool,
}

impl Plain {
    fn new(deck: &str, count: usize, first: usize, options: Options) -> Plain {
        let deck = deck.split_whitespace().map(card).collect();
        let (discards, tableaus) = (Vec::new(), vec![Vec::new(); count]);
        Plain { options, deck, discards, tableaus, turn: first, quiet: 0, offers: 0, offer: None, over: false }
    }

    fn end_turn(&mut self, drew: bool) {
        self.quiet = if drew { 0 } else { self.quiet + 1 };
        self.offers = 0;
        self.over = self.deck.is_empty() || self.quiet == 40;
        if !self.over {
            self.turn = (self.turn + 1) % self.tableaus.len();
        }
    }

    fn draw(&mut self, count: u8) {
        for _ in 0..count {
            let card = self.deck.pop_front().expect("a card");
            self.tableaus[self.turn].push(card);
        }
    }

    fn give(&mut self, from: usize, card: MystiqueCard) -> MystiqueCard {
        let at = self.tableaus[from].iter().position(|other| *other == card).expect("the card");
        self.tableaus[from].remove(at)
    }

    fn make(&mut self, mv: Move) {
        match mv {
            Move::Draw => {
                self.draw(1);
                self.end_turn(true);
            }
            Move::Take => {
                let card = self.discards.pop().expect("a discard");
                self.tableaus[self.turn].push(card);
                self.end_turn(false);
            }
            Move::Buy { card, drawn, taken } => {
                let card = self.give(self.turn, card);
                self.draw(drawn);
                for _ in 0..taken {
                    let bought = self.discards.pop().expect("a discard");
                    self.tableaus[self.turn].push(bought);
                }
                self.discards.push(card);
                self.end_turn(drawn > 0);
            }
            Move::Offer(offer) => (self.offer, self.offers) = (Some(offer), self.offers + 1),
            Move::Agree => {
                let Offer { card, to, asked } = self.offer.take().expect("an offer");
                let card = self.give(self.turn, card);
                for asked in asked.iter() {
                    let got = self.give(to.index(), asked);
                    self.tableaus[self.turn].push(got);
                }
                self.tableaus[to.index()].push(card);
                self.end_turn(false);
            }
            Move::Refuse => self.offer = None,
        }
    }

    /// All moves but offers.
    fn moves(&self) -> Vec<Move> {
        if self.offer.is_some() {
            return vec![Move::Agree, Move::Refuse];
        }
        let mut moves = vec![Move::Draw];
        if !self.discards.is_empty() {
            moves.push(Move::Take);
        }
        for card in &self.tableaus[self.turn] {
            for (drawn, taken) in (0..=5).flat_map(|drawn| (0..=5).map(move |taken| (drawn, taken))) {
                let is_right = (1..=card.number()).contains(&(drawn + taken))
                    && usize::from(drawn) <= self.deck.len()
                    && usize::from(taken) <= self.discards.len()
                    && (taken == 0 || self.options.both_decks);
                if is_right {
                    moves.push(Move::Buy { card: *card, drawn, taken });
                }
            }
        }
        moves.sort_unstable();
        moves
    }

    fn points(&self) -> Vec<i32> {
        let mut points = vec![0; self.tableaus.len()];
        for suit in MystiqueSuit::ALL {
            for colour in Colour::ALL {
                let total = |cards: &Vec<MystiqueCard>| -> u32 {
                    let of_guild = cards.iter().filter(|card| card.suit() == suit && card.colour() == colour);
                    of_guild.map(|card| u32::from(card.number())).sum()
                };
                let totals: Vec<u32> = self.tableaus.iter().map(total).collect();
                let most = *totals.iter().max().expect("seats");
                let leaders: Vec<usize> = (0..totals.len()).filter(|seat| totals[*seat] == most).collect();
                if let [leader] = leaders[..] {
                    points[leader] += if (suit, colour) == (MystiqueSuit::Suns, Colour::Blue) { 2 } else { 1 };
                }
            }
        }
        points
    }

    fn winners(&self) -> Vec<usize> {
        let points = self.points();
        let most = points.iter().max();
        let first: Vec<usize> = (0..points.len()).filter(|seat| points.get(*seat) == most).collect();
        let fewest = first.iter().map(|seat| self.tableaus[*seat].len()).min();
        first.into_iter().filter(|seat| Some(self.tableaus[*seat].len()) == fewest).collect()
    }

    fn state(&self) -> serde_json::Value {
        let mut tableaus = self.tableaus.clone();
        tableaus.iter_mut().for_each(|cards| cards.sort_by_key(|card| card.card_number()));
        serde_json::json!({
            "tableaus": tableaus,
            "deck": self.deck.len(),
            "discards": self.discards,
            "points": self.points(),
        })
    }
}

/// A random offer, of any cards.
fn any_offer(game: &MystiqueGuilds, seat: Seat, rng: &mut GameRng) -> Option<Move> {
    let table = &game.table;
    let own: Vec<MystiqueCard> = table.tableau(seat).iter().collect();
    let (card, to) = (*rng.pick(&own)?, Seat::new(rng.below(game.scores().len() as u32) as u8)?);
    let mut theirs: Vec<MystiqueCard> = table.tableau(to).iter().collect();
    rng.shuffle(&mut theirs);
    let asked = theirs.into_iter().take(1 + rng.below(u32::from(card.number())) as usize).collect();
    Some(Move::Offer(Offer { card, to, asked })).filter(|mv| game.check(seat, mv).is_ok())
}

fn agrees_with_plain(games: u64) {
    let (mut offers, mut standstills) = (0, 0);
    for number in 0..games {
        let mut rng = GameRng::from_number(number);
        let options = Options { both_decks: number % 2 == 1, trade: number / 2 % 2 == 1 };
        let count = 2 + (number / 4 % 3) as usize;
        let mut deck: Vec<MystiqueCard> = MystiqueSet::DECK.iter().collect();
        rng.shuffle(&mut deck);
        let text: Vec<String> = deck.iter().map(ToString::to_string).collect();
        let deal = FirstDeal { deck: text.join(" "), first: Some(seat(0)) };
        let mut game = MystiqueGuilds::deal(&options, seats(count), Some(&deal), &mut rng).expect("a deal");
        let mut plain = Plain::new(&deal.deck, count, 0, options);
        // Some games are played by those who will not draw.
        let is_slow = number % 5 == 4;
        while let Some(acting) = game.turn() {
            let answers = plain.offer.map_or(plain.turn, |offer| offer.to.index());
            assert_eq!((acting.index(), plain.over), (answers, false));
            let legal = game.legal_moves(acting);
            let listed: Vec<Move> = legal.listed().iter().filter(|mv| !matches!(mv, Move::Offer(_))).copied().collect();
            assert_eq!(listed, plain.moves());
            let offer = if rng.below(4) == 0 { any_offer(&game, acting, &mut rng) } else { None };
            let may_offer = options.trade && plain.offer.is_none() && plain.offers < 2;
            assert!(may_offer || offer.is_none());
            let quiet: Vec<Move> =
                listed.iter().filter(|mv| !matches!(mv, Move::Draw | Move::Buy { drawn: 1.., .. })).copied().collect();
            let pool = if is_slow && !quiet.is_empty() && plain.deck.len() < 40 { &quiet } else { &listed };
            let chosen = offer.or_else(|| rng.pick(pool).copied()).expect("a move");
            offers += u64::from(matches!(chosen, Move::Offer(_)));
            game.apply_quietly(acting, &chosen, &mut rng);
            plain.make(chosen);
            assert_eq!((game.state(), game.scores()), (plain.state(), plain.points()), "game {number}: {chosen}");
        }
        assert!(plain.over);
        standstills += u64::from(plain.quiet == 40);
        let Stage::Over(outcome) = game.stage() else { panic!("it is over") };
        assert_eq!(outcome.winners.iter().map(|seat| seat.index()).collect::<Vec<_>>(), plain.winners());
    }
    assert!(offers > games && standstills > 0, "{offers} offers, {standstills} standstills");
}

#[test]
fn the_reckoning_is_that_of_plain_counting_in_a_few_games() {
    agrees_with_plain(400);
}

#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn the_reckoning_is_that_of_plain_counting_in_many_games() {
    agrees_with_plain(share_of(10_000) as u64);
}

fn view_of(session: &Session<MystiqueGuilds>, number: u8) -> <MystiqueGuilds as Game>::View {
    session.game().view(Viewer::Seat(seat(number)))
}

fn in_area(layout: &Layout, area: GuildsArea) -> Vec<&Piece> {
    layout.pieces.iter().filter(|piece| piece.area == AreaId::of(area)).collect()
}

#[test]
fn a_row_of_the_table_says_who_leads_each_guild() {
    let mut session = session_of("4bS 1bS 2yM 2rC 2bM", 2, Options::default());
    play(&mut session, &["draw", "draw", "draw", "draw", "draw"]);
    let layout = MystiqueGuilds::layout(&view_of(&session, 0), Room::USUAL);
    let said: Vec<(Option<u8>, &str)> =
        layout.contests.iter().map(|contest| (contest.leader, contest.figure.as_str())).collect();
    assert_eq!(said.len(), 12);
    assert_eq!(said[Guild::BLUE_SUNS.index()], (Some(0), "4 : 1"));
    assert_eq!(said[Guild::of(card("2rC")).index()], (Some(1), "2 : 0"));
    assert_eq!(said[Guild::of(card("2rM")).index()], (None, "–"));
    let worths: Vec<_> = layout.labels.iter().filter(|label| label.text.starts_with('×')).collect();
    let [worth] = worths[..] else { panic!("{worths:?}") };
    assert_eq!((worth.text.as_str(), worth.centre.0), ("×2", layout.contests[Guild::BLUE_SUNS.index()].centre.0));
    // The cards of a guild lie below its picture, in everybody's row.
    for text in ["4bS", "1bS"] {
        let piece = layout.piece(piece_of(card(text))).expect("a card");
        let column = layout.contests[Guild::BLUE_SUNS.index()].centre.0;
        assert_eq!(piece.place.centre.0, column, "{text}");
    }
    let described = with_names(&MystiqueGuilds::described(&view_of(&session, 0)), &["You", "Ada"]);
    assert!(described.contains("blue suns: you, 4 to 1"), "{described}");
}

/// With as many cards as there can be, in every room, no card of a row covers one of another row.
#[test]
fn rows_keep_clear_of_each_other_however_the_cards_are_divided() {
    let mut rng = GameRng::from_number(2);
    for (number, room) in [Room::NARROWEST, Room::USUAL, Room::WIDEST].into_iter().cycle().take(60).enumerate() {
        let count = 2 + number % 3;
        let mut game = MystiqueGuilds::deal(&Options::default(), seats(count), None, &mut rng).expect("a deal");
        while game.table.left() > 1 {
            let seat = game.turn().expect("on");
            game.apply_quietly(seat, &Move::Draw, &mut rng);
        }
        let view = game.view(Viewer::Seat(seat(0)));
        let layout = MystiqueGuilds::layout(&view, room);
        assert_eq!(layout.fault(), None, "{room:?}");
        let rows = seats(count).iter().map(|seat| {
            let pieces = game.table.tableau(seat).iter().map(|card| layout.piece(piece_of(card)).expect("a card"));
            let edges = pieces.map(|piece| {
                let high = layout.material.size_of(piece.place.scale).1;
                (piece.place.centre.1 - high / 2.0, piece.place.centre.1 + high / 2.0)
            });
            edges.fold((f32::MAX, 0.0f32), |all, edge| (all.0.min(edge.0), all.1.max(edge.1)))
        });
        let mut rows: Vec<(f32, f32)> = rows.collect();
        rows.sort_by(|one, other| one.0.total_cmp(&other.0));
        assert!(rows.windows(2).all(|pair| pair[0].1 <= pair[1].0), "{count} in {room:?}: {rows:?}");
        assert!(rows.iter().all(|row| row.1 <= layout.size.1), "{count} in {room:?}: {rows:?}");
    }
}

#[test]
fn a_card_is_brought_to_as_many_cards_of_the_draw_deck_as_it_buys() {
    let mut session = session_of("3rC 2bS", 2, Options::default());
    play(&mut session, &["draw", "draw"]);
    let view = view_of(&session, 0);
    let means = |piece: Option<&str>, area| {
        let piece = piece.map(|text| piece_of(card(text)));
        MystiqueGuilds::gesture(&view, &Gesture { piece, area: AreaId::of(area), option: None })
    };
    assert_eq!(means(None, GuildsArea::Next(0)), Some(Move::Draw));
    assert_eq!(means(None, GuildsArea::Discard(0)), Some(Move::Take));
    assert_eq!(means(Some("3rC"), GuildsArea::Next(1)), Some(mv("buy 3rC 2")));
    assert_eq!(means(Some("3rC"), GuildsArea::Discard(0)), None);
    assert_eq!(means(Some("2bS"), GuildsArea::Next(0)), None, "somebody else's card");
    let layout = MystiqueGuilds::layout(&view, Room::USUAL);
    let next: Vec<usize> = (0..5).map(|number| in_area(&layout, GuildsArea::Next(number)).len()).collect();
    assert_eq!(next, [1, 1, 1, 1, 54], "four, and the others under the fifth");
    assert!(MystiqueGuilds::actions(&view, &Selection::default()).is_empty());
    let preview = with_names(&MystiqueGuilds::preview(&view, &mv("buy 3rC 1")).sentence, &["You", "Ada"]);
    assert_eq!(preview, "Then you no longer lead red crowns; the card could bring you any of twelve guilds");
}

#[test]
fn an_offer_is_read_and_answered_with_buttons() {
    let mut session = session_of("3rC 2bS 1yC 4bS", 2, TRADE);
    play(&mut session, &["draw", "draw", "draw", "draw"]);
    let view = view_of(&session, 0);
    let selected: Selection = ["3rC", "2bS", "4bS"].map(|text| piece_of(card(text))).into_iter().collect();
    let actions = MystiqueGuilds::actions(&view, &selected);
    assert_eq!(actions.len(), 1);
    assert_eq!(with_names(&actions[0].label, &["You", "Ada"]), "Offer it to Ada for two cards");
    assert_eq!(actions[0].mv, Ok(mv("offer 3rC 1 2bS 4bS")));
    play(&mut session, &["offer 3rC 1 2bS 4bS"]);
    let view = view_of(&session, 1);
    let labels: Vec<String> =
        MystiqueGuilds::actions(&view, &Selection::default()).into_iter().map(|action| action.label).collect();
    assert_eq!(labels, ["Agree", "Refuse"]);
    let prompt = with_names(&MystiqueGuilds::prompt(&view), &["Ada", "You"]);
    let offer = "Ada offers you the three of red crowns for the two of blue suns and the four of blue suns";
    assert_eq!(prompt, format!("{offer}: agree or refuse"));
    let layout = MystiqueGuilds::layout(&view, Room::USUAL);
    let is_dimmed = |text| layout.piece(piece_of(card(text))).expect("a card").is_dimmed;
    assert_eq!(
        ["3rC", "2bS", "4bS", "1yC"].map(is_dimmed),
        [false, false, false, true],
        "what is not meant stands back"
    );
    assert!(
        MystiqueGuilds::actions(&view_of(&session, 0), &Selection::default()).is_empty(),
        "it is not theirs to answer"
    );
}

#[test]
fn what_is_bought_from_both_decks_is_selected() {
    let mut session = session_of("1rS 1bM 3yC 2bA", 2, BOTH);
    play(&mut session, &["draw", "draw", "buy 1rS 1", "draw"]);
    let view = view_of(&session, 0);
    let chosen = MystiqueGuilds::selection_for(&view, &mv("buy 3yC 2 1"));
    let actions = MystiqueGuilds::actions(&view, &chosen);
    assert_eq!(actions[0].label, "Buy two and one discard");
    assert_eq!(actions[0].mv, Ok(mv("buy 3yC 2 1")));
    let alone: Selection = [piece_of(card("3yC"))].into_iter().collect();
    let labels: Vec<String> = MystiqueGuilds::actions(&view, &alone).into_iter().map(|action| action.label).collect();
    assert_eq!(labels, ["Buy one", "Buy two", "Buy three"]);
}

#[test]
fn both_variants_can_be_set() {
    let settings = MystiqueGuilds::settings(&Options::default(), seats(2));
    let chosen: Vec<(&str, usize)> = settings.iter().map(|setting| (setting.name, setting.chosen)).collect();
    assert_eq!(chosen, [("Cards are bought from", 0), ("Trade", 0)]);
    assert_eq!(settings[0].choices[1].1, BOTH);
    assert_eq!(settings[1].choices[1].1, TRADE);
}
