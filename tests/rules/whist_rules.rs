//! Little whist by its own sentences.

use parlour::cards::Card;
use parlour::engine::game::{Game, Illegal};
use parlour::engine::outcome::Stage;
use parlour::engine::rng::GameRng;
use parlour::engine::rounds::DeckDeal;
use parlour::engine::seats::{Seat, Seats};
use parlour::engine::trick::{Trick, TrickRules};
use parlour::search::Searchable;
use parlour::words::with_names;

use crate::claims::{Asked, FEW, in_positions, says, seats, some};
use crate::whist::LittleWhist;
use crate::whist::bot::WhistRole;
use crate::whist::rules::WhistZone::{Aside, Hand};
use crate::whist::rules::{Move, Options, WhistTricks, height};

/// Two players, the second deals. The first holds 9S TS JS AS 9H TH, the other QS KS JH QH KH AH.
const DECK: &str = "9S QS TS KS JS JH AS QH 9H KH TH AH 9D TD JD QD KD AD 9C TC JC QC KC AC";

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

fn dealt(rounds: u32) -> LittleWhist {
    let deal = DeckDeal { deck: DECK.to_owned(), dealer: seat(1) };
    let seats = Seats::new(2).expect("two");
    LittleWhist::deal(&Options { rounds }, seats, Some(&deal), &mut GameRng::from_number(1)).expect("a deal")
}

/// Plays these cards, each by the seat whose turn it is.
fn play(game: &mut LittleWhist, cards: &str) {
    for card in cards.split(' ') {
        let (player, mv) = (game.table.tricks.turn, Move(card.parse().expect("a card")));
        assert_eq!(game.check_move(player, &mv), Ok(()), "{card}");
        game.apply(player, &mv, &mut GameRng::from_number(1));
    }
}

fn refused(game: &LittleWhist, card: &str) -> Illegal {
    game.check_move(game.table.tricks.turn, &Move(card.parse().expect("a card"))).expect_err("it is illegal")
}

#[test]
fn the_player_after_the_dealer_leads_and_everybody_holds_six_cards() {
    let game = dealt(1);
    assert_eq!(game.table.tricks.turn, seat(0));
    assert_eq!(
        [Hand(seat(0)), Hand(seat(1)), Aside].map(|zone| game.table.cards.count(zone)),
        [6, 6, 12],
        "the rest lies aside"
    );
}

#[test]
fn suit_must_be_followed() {
    let mut game = dealt(1);
    play(&mut game, "9S");
    assert_eq!(refused(&game, "AH"), Illegal::because("#following-suit", "you must follow suit: play a spade"));
    assert_eq!(refused(&game, "TS").why, "you do not hold the ten of spades");
    play(&mut game, "QS");
}

#[test]
fn the_highest_card_of_the_led_suit_takes_the_trick_and_aces_are_high() {
    let mut game = dealt(1);
    play(&mut game, "JS QS");
    assert_eq!((game.table.tricks.turn, game.table.tricks.taken[seat(1)]), (seat(1), 1));
    play(&mut game, "KS AS");
    assert_eq!((game.table.tricks.turn, game.table.tricks.taken[seat(0)]), (seat(0), 1));
    play(&mut game, "TS AH");
    assert_eq!(game.table.tricks.taken[seat(0)], 2, "an ace of another suit takes nothing");
}

#[test]
fn a_trick_says_why_its_winning_card_is_winning() {
    for (cards, why) in [
        ("TS", "no other card yet"),
        ("TS AH", "the only spade"),
        ("TS AH KD", "the only spade"),
        ("TS 9S", "the highest spade"),
        ("TS QS", "the highest spade"),
        ("TS AS 9S KH", "the highest spade"),
        ("9C AH JC QC", "the highest club"),
    ] {
        let mut trick = Trick::new();
        for (number, card) in (0..).zip(cards.split(' ').map(|card| card.parse().expect("a card"))) {
            let takes_lead = trick.is_empty() || WhistTricks::takes_lead(card, &trick);
            trick.play(seat(number), card, takes_lead);
        }
        assert_eq!(WhistTricks::why(&trick), why, "{cards}");
    }
}

#[test]
fn the_trick_in_words_tells_who_led_who_wins_and_why() {
    let mut game = dealt(1);
    let spoken = |game: &LittleWhist| with_names(&game.table.tricks.spoken(), &["Ada", "You"]);
    assert_eq!(spoken(&game), "No card is in the trick");
    play(&mut game, "JS");
    assert_eq!(spoken(&game), "In the trick: Ada, the jack of spades. Ada led; Ada is winning: no other card yet");
    play(&mut game, "QS");
    assert_eq!(
        spoken(&game),
        "No card is in the trick. The last trick: Ada, the jack of spades; you, the queen of spades. Ada led; you \
         took it: the highest spade"
    );
}

#[test]
fn each_trick_is_a_point_and_the_most_points_after_the_last_round_win() {
    let mut game = dealt(1);
    play(&mut game, "JS QS KS AS TS AH 9S JH 9H QH KH TH");
    assert_eq!(game.scores(), [3, 3]);
    assert!(matches!(game.stage(), Stage::Over(outcome) if outcome.winners.len() == 2));
    let mut game = dealt(2);
    play(&mut game, "JS QS KS AS TS AH 9S JH 9H QH KH TH");
    assert_eq!((game.table.game.round(), game.table.game.dealer()), (2, seat(0)), "the deal passes on");
}

/// What speaks for a card, worked out from the cards on the table.
fn is_true(asked: &Asked<'_, LittleWhist>, card: Card) {
    let (table, reason) = (&asked.game.table, LittleWhist::reason(asked.view, &Move(card)));
    let trick: Vec<Card> = table.tricks.trick.cards().into_iter().collect();
    let led = trick.first().map(|led| led.suit());
    let follows = |other: Card| led.is_none_or(|led| led == other.suit());
    let highest = trick.iter().filter(|other| follows(**other)).map(|other| height(*other)).max();
    let wins = |other: Card| follows(other) && highest.is_none_or(|highest| height(other) > highest);
    match reason.role {
        WhistRole::Leads { is_highest } => {
            let hand = table.cards.known(Hand(asked.seat));
            let is_true = hand.iter().all(|other| height(other) <= height(card));
            assert_eq!((is_highest, trick.len()), (is_true, 0), "{reason:?}");
        }
        WhistRole::Wins => assert!(!trick.is_empty() && wins(card), "{reason:?}"),
        WhistRole::Loses { can_win } => {
            let could_win = asked.legal.listed().iter().any(|Move(other)| wins(*other));
            assert_eq!((can_win, wins(card)), (could_win, false), "{reason:?}");
        }
    }
    says(&reason, &[&card.spoken()]);
}

#[test]
fn hints_claim_only_what_is_so() {
    let deal = |number: usize, rng: &mut GameRng| {
        LittleWhist::deal(&Options::default(), seats(2 + number % 3), None, rng).expect("a deal")
    };
    in_positions(FEW, deal, |asked, rng| {
        some(asked.legal.listed(), rng).into_iter().for_each(|Move(card)| is_true(asked, card));
    });
}
