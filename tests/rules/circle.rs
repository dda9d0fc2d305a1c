//! Mystique Circle: the rulebook's sentences and the rulings, one by one.

use std::collections::BTreeSet;

use parlour::cards::{Colour, MystiqueCard, MystiqueSet, MystiqueSuit};
use parlour::engine::game::{Game, Moves, SetupError};
use parlour::engine::outcome::Stage;
use parlour::engine::record::{Player, Record};
use parlour::engine::rng::GameRng;
use parlour::engine::rounds::{DeckDeal, shuffled};
use parlour::engine::seats::{Seat, Seats, Viewer};
use parlour::engine::session::Session;
use parlour::engine::table_session::TableSession;
use parlour::engine::tabletop::Tabletop;
use parlour::engine::trick::{RoundEvent, Trick, TrickEvent, TrickRules};
use parlour::engine::zones::Moved;
use parlour::games::circle::MystiqueCircle;
use parlour::games::circle::rules::{
    CIRCLE, CircleRules, CircleZone, Event, Hole, Move, Options, beats_suit, bid_of, deck_for,
};
use parlour::layout::{AreaId, Beat, CardArea, Face, LabelLook, Layout, LegendPicture, Reading, Room, piece_of};
use parlour::words::with_names;
use proptest::prelude::*;

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

fn seats(count: usize) -> Seats {
    Seats::new(count).expect("seats")
}

fn card(text: &str) -> MystiqueCard {
    text.parse().expect("a card")
}

fn mv(text: &str) -> Move {
    text.parse().expect("a move")
}

fn cards(text: &str) -> Vec<MystiqueCard> {
    text.split_whitespace().map(card).collect()
}

/// A game in which each seat, from the first, is dealt these cards; the last seat deals.
fn dealt(hands: &[&str]) -> Session<MystiqueCircle> {
    let hands: Vec<Vec<MystiqueCard>> = hands.iter().map(|hand| cards(hand)).collect();
    let in_turn = (0..12).flat_map(|number| hands.iter().map(move |hand| hand[number].to_string()));
    let deal = DeckDeal { deck: in_turn.collect::<Vec<_>>().join(" "), dealer: seat(hands.len() as u8 - 1) };
    let players = (0..hands.len()).map(|number| Player::person(format!("P{number}"))).collect();
    let record = Record { deal: Some(deal), ..Record::new("circle", Options::default(), players) };
    Session::load(record).expect("a deal")
}

/// Two players: one holds the moons and suns of 4 and 5, the other the arms and crowns.
fn two() -> Session<MystiqueCircle> {
    dealt(&["4yM 5yM 4rM 5rM 4bM 5bM 4yS 5yS 4rS 5rS 4bS 5bS", "4yA 5yA 4rA 5rA 4bA 5bA 4yC 5yC 4rC 5rC 4bC 5bC"])
}

fn play(session: &mut Session<MystiqueCircle>, number: u8, text: &str) -> Vec<Event> {
    session.play(seat(number), mv(text)).unwrap_or_else(|illegal| panic!("{text}: {illegal}")).to_vec()
}

fn why(session: &Session<MystiqueCircle>, number: u8, text: &str) -> String {
    session.check(seat(number), &mv(text)).expect_err("refused").why
}

#[test]
fn each_suit_beats_the_next_in_the_circle_and_none_the_opposite_one() {
    use MystiqueSuit::{Arms, Crowns, Moons, Suns};
    for (one, other) in [(Suns, Moons), (Moons, Crowns), (Crowns, Arms), (Arms, Suns)] {
        assert!(beats_suit(one, other) && !beats_suit(other, one), "{one:?} beats {other:?}");
    }
    for (one, other) in [(Suns, Crowns), (Moons, Arms)] {
        assert!(!beats_suit(one, other) && !beats_suit(other, one), "{one:?} and {other:?} are opposite");
    }
    assert!(MystiqueSuit::ALL.into_iter().all(|suit| !beats_suit(suit, suit)));
}

#[test]
fn of_equal_suits_the_higher_number_wins() {
    assert!(CircleRules::takes_lead(card("2rS"), &trick("1rS")));
    assert!(!CircleRules::takes_lead(card("1rS"), &trick("2rS")));
}

/// A trick of these cards, played in turn by the seats from the first on.
fn trick(played: &str) -> Trick<MystiqueCard> {
    let mut trick = Trick::new();
    for (number, card) in (0..).zip(cards(played)) {
        let takes_lead = trick.is_empty() || CircleRules::takes_lead(card, &trick);
        trick.play(seat(number), card, takes_lead);
    }
    trick
}

#[test]
fn numbers_are_removed_from_the_aces_up_so_that_each_has_twelve_cards() {
    for (count, lowest) in [(5, 1), (4, 2), (3, 3), (2, 4)] {
        let deck = deck_for(seats(count));
        assert_eq!(deck.len(), 12 * count);
        assert_eq!(deck.iter().map(MystiqueCard::number).min(), Some(lowest));
        let game = MystiqueCircle::deal(&Options::default(), seats(count), None, &mut GameRng::from_number(1));
        let game = game.expect("a deal");
        assert!(seats(count).iter().all(|seat| game.hand(seat).len() == 12));
        let all = seats(count).iter().fold(MystiqueSet::EMPTY, |all, seat| all.union(game.hand(seat)));
        assert_eq!(all, deck);
    }
    for count in [1, 6] {
        let game = MystiqueCircle::deal(&Options::default(), seats(count), None, &mut GameRng::from_number(1));
        assert_eq!(game, Err(SetupError::Seats { found: count, min: 2, max: 5 }));
    }
}

#[test]
fn the_seat_after_the_dealer_gets_the_first_card_and_leads() {
    let session = two();
    assert!(session.game().hand(seat(0)).contains(card("4yM")) && session.game().hand(seat(1)).contains(card("4yA")));
    let deal = DeckDeal { deck: session.record().deal.expect("explicit").deck, dealer: seat(0) };
    let other = MystiqueCircle::deal(&Options::default(), seats(2), Some(&deal), &mut GameRng::from_number(1));
    let other = other.expect("a deal");
    assert!(other.hand(seat(1)).contains(card("4yM")), "now seat 1 is after the dealer");
    assert_eq!(other.table.tricks.turn, seat(1));
}

#[test]
fn a_deck_that_does_not_fit_is_refused_with_what_is_wrong() {
    let deck = |deck: &str, dealer| {
        let deal = DeckDeal { deck: deck.to_owned(), dealer: seat(dealer) };
        let error = MystiqueCircle::deal(&Options::default(), seats(2), Some(&deal), &mut GameRng::from_number(1));
        error.expect_err("refused").to_string()
    };
    assert_eq!(deck("3rC", 0), "the deck: 3rC is not one of its 24 cards");
    assert_eq!(deck("4rC", 0), "the deck: 1 of 24 cards; 4yM is missing");
    assert_eq!(deck("4rC 4rC", 0), "the deck: card 2: 4rC appears twice");
    assert!(deck("7rC", 0).contains("as in 3rC"));
    let whole = deck_for(seats(2)).to_string();
    assert_eq!(deck(&whole, 2), "dealer 2; there are 2 seats, from 0");
}

/// "If you place a moon and two arms in your hole, then you have made a bid to win 4 tricks."
#[test]
fn a_moon_and_two_arms_bid_four_tricks() {
    let bid = |text| match mv(text) {
        Move::Hole(hole) => hole.bid(),
        Move::Play(_) => panic!("a hole"),
    };
    assert_eq!(bid("hole 1yM 3rA 2bA"), 4);
    assert_eq!([bid("hole 1yM 2yM 3yM"), bid("hole 1yS 2yS 3yM"), bid("hole 1yC 2yC 3yC")], [0, 2, 9]);
    assert_eq!(mv("hole 2bA 1yM 3rA").to_string(), "hole 1yM 3rA 2bA", "by card number");
}

#[test]
fn holes_are_set_aside_by_all_at_once_and_in_secret_and_leave_nine_cards() {
    let mut session = two();
    assert_eq!(session.acting().len(), 2);
    assert!(why(&session, 0, "play 4yM").contains("first set three cards aside"));
    assert!(why(&session, 0, "hole 4yM 5yM 4yC").contains("you do not hold the four of yellow crowns"));
    play(&mut session, 1, "hole 4yC 5yC 4rA");
    assert_eq!(session.acting().iter().collect::<Vec<_>>(), [seat(0)]);
    let seen = session.seen(Viewer::Seat(seat(0)), 0);
    let (from, to) = (CircleZone::Hand(seat(1)), CircleZone::Hole(seat(1)));
    assert_eq!(seen, [Event::SetAside(Moved { from, to, count: 3, cards: MystiqueSet::EMPTY })]);
    assert!(session.undo().is_ok(), "a secret choice may be taken back");
    play(&mut session, 1, "hole 4yC 5yC 4rA");
    play(&mut session, 0, "hole 4yM 5yM 4rM");
    assert_eq!(session.game().hand(seat(0)).len(), 9);
    assert_eq!(session.acting().iter().collect::<Vec<_>>(), [seat(0)], "the seat after the dealer leads");
    assert!(why(&session, 0, "hole 5rM 4bM 5bM").contains("set aside already"));
}

#[test]
fn colour_must_be_followed_and_a_tossed_card_cannot_win() {
    let mut session = two();
    play(&mut session, 0, "hole 4yM 5yM 4yS");
    play(&mut session, 1, "hole 4yC 5yC 4yA");
    play(&mut session, 0, "play 5yS");
    assert_eq!(why(&session, 1, "play 5rC"), "you must follow colour: play a yellow card");
    let legal = session.game().legal_moves(seat(1));
    assert_eq!(legal, Moves::All(vec![mv("play 5yA")]));
    let events = play(&mut session, 1, "play 5yA");
    assert!(
        matches!(events.last(), Some(Event::Round(RoundEvent::Trick(TrickEvent::Taken { seat: taker, .. }))) if *taker == seat(1)),
        "arms beat suns"
    );
    // Now the second seat has no yellow left, nor has the first.
    play(&mut session, 1, "play 5rC");
    play(&mut session, 0, "play 4rM");
    assert_eq!(session.game().table.tricks.turn, seat(0), "moons beat crowns");
    play(&mut session, 0, "play 4bS");
    play(&mut session, 1, "play 4bC");
    assert_eq!(session.game().table.tricks.turn, seat(0), "opposite suits do not beat each other");
}

#[test]
fn who_has_no_card_of_the_colour_tosses_one_and_cannot_win() {
    assert_eq!(trick("3rC 5yM 4rC").winner(), Some(seat(2)), "a yellow moon does not beat a red crown");
}

/// "It's possible to go full-circle through the entire suit cycle, such that the fifth player wins the trick with a lower
/// number of the same suit that was led!"
#[test]
fn with_five_players_the_circle_can_close_and_a_lower_card_of_the_led_suit_wins() {
    let played = "3rS 1rA 1rC 1rM 2rS";
    for number in 0..5u8 {
        let so_far = &played[..3 + 4 * usize::from(number)];
        assert_eq!(trick(so_far).winner(), Some(seat(number)), "each takes the lead from the one before");
    }
}

/// The rulebook's example: a 3 is led; the second player needs a 4 or 5 of its suit or any card of the suit that beats it; he
/// plays the 2 of that suit; now the third needs a 3, 4 or 5 of that suit, or any of the next.
#[test]
fn the_trick_of_the_rulebooks_example() {
    let red: Vec<MystiqueCard> = MystiqueSet::DECK.intersection(MystiqueSet::of_colour(Colour::Red)).iter().collect();
    let taking = |winning: &str| -> Vec<String> {
        let winning = trick(winning);
        red.iter().filter(|card| CircleRules::takes_lead(**card, &winning)).map(ToString::to_string).collect()
    };
    assert_eq!(taking("3rM"), ["4rM", "5rM", "1rS", "2rS", "3rS", "4rS", "5rS"]);
    assert_eq!(taking("2rS"), ["3rS", "4rS", "5rS", "1rA", "2rA", "3rA", "4rA", "5rA"]);
}

#[test]
fn each_trick_says_why_its_winning_card_is_winning() {
    for (played, why) in [
        ("3rM", "no other card yet"),
        ("3rM 2rS", "suns beat moons"),
        ("3rM 5rM", "both are moons, and 5 is more than 3"),
        ("3rM 2rM", "no other card has beaten it"),
        // Opposite suits do not beat each other.
        ("1yS 4yC", "no other card has beaten it"),
        // Tossed cards do not count, whatever they are.
        ("3bC 5yM 4rC", "the only blue card"),
        ("3bC 5yM 4bC", "both are crowns, and 4 is more than 3"),
        ("3bC 5yM 2bC", "no other card has beaten it"),
        // What does not beat the card that is winning changes nothing.
        ("3rM 2rS 5rM", "suns beat moons"),
        ("3rM 2rS 4rC 5yA", "suns beat moons"),
        ("3rS 1rA 1rC 1rM 2rS", "suns beat moons"),
        ("3rS 1rA 1rC 1rM", "moons beat crowns"),
    ] {
        assert_eq!(CircleRules::why(&trick(played)), why, "{played}");
    }
}

/// Every claim of a reason, worked out from the cards of the trick alone.
#[test]
fn the_reasons_of_tricks_claim_only_what_is_so() {
    let mut rng = GameRng::from_number(20);
    let mut kinds = BTreeSet::new();
    for _ in 0..4000 {
        let deck: Vec<MystiqueCard> = shuffled(MystiqueSet::DECK, &mut rng);
        let played: Vec<MystiqueCard> = deck.into_iter().take(1 + rng.below(5) as usize).collect();
        let text = played.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let (trick, why) = (trick(&text), CircleRules::why(&trick(&text)));
        let (led, winning) = (played[0], trick.winning_card().expect("a card"));
        let followed: Vec<MystiqueCard> = played.iter().copied().filter(|card| card.colour() == led.colour()).collect();
        let before = |card: &MystiqueCard| played.iter().position(|played| played == card);
        let earlier = |of: &dyn Fn(&MystiqueCard) -> bool| {
            followed.iter().any(|card| before(card) < before(&winning) && of(card))
        };
        let words: Vec<&str> = why.split(' ').collect();
        let is_so = match words[..] {
            ["no", "other", "card", "yet"] => played.len() == 1,
            ["the", "only", colour, "card"] => {
                followed == [winning] && played.len() > 1 && colour == winning.colour().word()
            }
            ["no", "other", "card", "has", "beaten", "it"] => {
                let beats = |card: &MystiqueCard| {
                    beats_suit(card.suit(), led.suit()) || card.suit() == led.suit() && card.number() > led.number()
                };
                winning == led && !followed.iter().any(beats)
            }
            ["both", "are", suit, "and", number, "is", "more", "than", other] => {
                let suit = suit.trim_end_matches(',');
                let is_lower =
                    |card: &MystiqueCard| card.suit() == winning.suit() && card.number().to_string() == other;
                suit == winning.suit().word()
                    && number == winning.number().to_string()
                    && number > other
                    && earlier(&is_lower)
            }
            [suit, "beat", beaten] => {
                let is_beaten =
                    |card: &MystiqueCard| card.suit().word() == beaten && beats_suit(winning.suit(), card.suit());
                suit == winning.suit().word() && earlier(&is_beaten)
            }
            _ => false,
        };
        assert!(is_so, "{text}: {why}");
        kinds.insert(words.len());
    }
    assert_eq!(kinds.len(), 4, "every kind of reason but for those that are as long as another: {kinds:?}");
}

/// Three players, of whom the last one has nothing but blue.
fn three() -> Session<MystiqueCircle> {
    let mut session = dealt(&[
        "3rM 4rM 5rM 3rS 4rS 5rS 3yM 4yM 5yM 3yS 4yS 5yS",
        "3rA 4rA 5rA 3rC 4rC 5rC 3yA 4yA 5yA 3yC 4yC 5yC",
        "3bM 4bM 5bM 3bS 4bS 5bS 3bA 4bA 5bA 3bC 4bC 5bC",
    ]);
    for (number, hole) in [(0, "hole 3yM 4yM 5yM"), (1, "hole 3yC 4yC 5yC"), (2, "hole 3bC 4bC 5bC")] {
        play(&mut session, number, hole);
    }
    session
}

/// What is written about the trick: over the card of each seat, and under all.
fn written(layout: &Layout) -> Vec<String> {
    let about = layout.labels.iter().filter(|label| label.look.is_of_pieces() && label.look != LabelLook::OnCard);
    let seat_of = |centre: (f32, f32)| {
        let is_over = |number: &u8| {
            let area = layout.area(AreaId::of(CardArea::Trick(*number)));
            area.is_some_and(|area| (area.centre.0, area.centre.1 - area.size.1 / 2.0) == centre)
        };
        (0..3).find(is_over).map_or(String::new(), |number| format!("{number} "))
    };
    about
        .map(|label| with_names(&format!("{}{}", seat_of(label.centre), label.text), &["Ada", "Blaise", "You"]))
        .collect()
}

#[test]
fn in_every_trick_it_is_marked_who_led_who_wins_and_why() {
    let mut session = three();
    let now = |session: &Session<MystiqueCircle>| written(&MystiqueCircle::layout(session.view(), Room::USUAL));
    assert_eq!(now(&session), [""; 0]);
    play(&mut session, 0, "play 5rS");
    assert_eq!(now(&session), ["0 led"]);
    play(&mut session, 1, "play 3rA");
    assert_eq!(now(&session), ["0 led", "1 winning", "Blaise is winning: arms beat suns"]);
    let beats = TableSession::play(&mut session, seat(2), "play 5bS").expect("legal");
    let whole = &beats[0];
    assert_eq!(whole.waits, Some(Reading::Trick), "it lies until it has been read");
    assert!(beats[1..].iter().all(|beat| beat.waits.is_none()), "and only there");
    assert_eq!(written(&whole.layout), ["0 led", "1 wins", "P1 wins the trick: arms beat suns"]);
    assert!(beats[1..].iter().all(|beat| written(&beat.layout).is_empty()));
    let last = MystiqueCircle::layout(session.view(), Room::USUAL).last;
    assert_eq!((last.cards.len(), last.why.as_str()), (3, "arms beat suns"));
    play(&mut session, 1, "play 3rC");
    play(&mut session, 2, "play 4bS");
    assert_eq!(now(&session)[..2], ["1 led · winning", "Blaise is winning: the only red card"]);
    let described = with_names(&MystiqueCircle::described(session.view()), &["Ada", "Blaise", "You"]);
    assert!(described.contains("Blaise led; Blaise is winning: the only red card"), "{described}");
    assert!(described.contains("Ada led; Blaise took it: arms beat suns"), "{described}");
}

#[test]
fn a_bid_that_lies_face_down_says_what_it_is_and_so_differs_from_tricks() {
    let (session, own) = (three(), seat(1));
    let layout = MystiqueCircle::layout(&session.game().view(Viewer::Seat(own)), Room::USUAL);
    let marks = layout.labels.iter().filter(|label| label.look == LabelLook::OnCard);
    let marked: Vec<_> = marks.map(|label| (label.text.as_str(), label.centre)).collect();
    let aside = |number: u8| layout.area(AreaId::of(CardArea::Aside(number))).expect("a bid");
    assert_eq!(marked.len(), 2, "{marked:?}");
    for ((word, foot), number) in marked.into_iter().zip([0, 2]) {
        let (centre, size) = (aside(number).centre, aside(number).size);
        let is_on_it = foot.0 == centre.0 && (centre.1..centre.1 + size.1 / 2.0).contains(&foot.1);
        assert!(word == "bid" && is_on_it, "{number}: {foot:?}");
    }
}

#[test]
fn an_empty_middle_shows_the_circle_of_the_suits_with_what_each_bids() {
    let mut session = two();
    let legend = |session: &Session<MystiqueCircle>| MystiqueCircle::layout(session.view(), Room::USUAL).legend;
    let wheel = legend(&session).expect("while bids are made");
    let suits: Vec<LegendPicture> = wheel.signs.iter().map(|sign| sign.picture).collect();
    assert_eq!(suits, CIRCLE.map(LegendPicture::Suit));
    for (from, to) in &wheel.arrows {
        assert!(beats_suit(CIRCLE[*from], CIRCLE[*to]), "{from} → {to}");
    }
    assert_eq!(wheel.arrows.len(), 4);
    assert_eq!(wheel.spoken(), "each beats the next: suns bid 1, moons bid 0, crowns bid 3, arms bid 2");
    assert!(MystiqueSuit::ALL.into_iter().all(|suit| bid_of(suit) == (suit as u8)), "a moon none, a crown three");
    play(&mut session, 0, "hole 4yM 5yM 4yS");
    play(&mut session, 1, "hole 4yC 5yC 4yA");
    assert_eq!(legend(&session), Some(wheel.clone()), "before the first card");
    assert!(MystiqueCircle::described(session.view()).contains("suns bid 1"));
    play(&mut session, 0, "play 5yS");
    assert_eq!(legend(&session), None, "a card lies there");
    assert!(!MystiqueCircle::described(session.view()).contains("suns bid 1"));
    let beats = TableSession::play(&mut session, seat(1), "play 5yA").expect("legal");
    assert_eq!(beats[0].layout.legend, None);
    assert_eq!(legend(&session), Some(wheel), "the trick is taken");
}

/// Plays a whole round of two: the first seat leads its lowest cards, and both follow with their lowest.
fn play_round(session: &mut Session<MystiqueCircle>) -> Vec<Event> {
    loop {
        let seat = session.acting().first().expect("somebody acts");
        let mv = *session.game().legal_moves(seat).listed().first().expect("a move");
        let events = session.play(seat, mv).expect("legal").to_vec();
        if events.iter().any(|event| matches!(event, Event::Round(RoundEvent::Over { .. }))) {
            return events;
        }
    }
}

#[test]
fn a_trick_is_a_point_and_a_bid_that_is_met_twenty_more() {
    let mut session = two();
    let events = play_round(&mut session);
    let Some((detail, points)) = events.iter().find_map(|event| match event {
        Event::Round(RoundEvent::Over { detail, .. }) => Some((detail, detail.points())),
        _ => None,
    }) else {
        panic!("the round is over")
    };
    assert_eq!(detail.tricks.iter().sum::<u8>(), 9);
    for number in 0..2 {
        let (tricks, bid) = (detail.tricks[number], detail.holes[number].bid());
        assert_eq!(points[number], i32::from(tricks) + if tricks == bid { 20 } else { 0 });
    }
    assert_eq!(session.game().scores(), points.to_vec());
    assert_eq!(session.game().table.game.dealer(), seat(0), "the deal passes to the left");
    assert!(
        matches!(events.last(), Some(Event::Round(RoundEvent::Dealt { cards })) if cards.count(CircleZone::Hand(seat(1))) == 12)
    );
    assert!(seats(2).iter().all(|seat| session.game().hand(seat).len() == 12), "dealt anew");
}

#[test]
fn the_game_ends_after_the_round_in_which_somebody_has_the_points() {
    let players = vec![Player::person("A"), Player::person("B"), Player::person("C")];
    let record = Record::<MystiqueCircle>::new("end", Options { target: 30 }, players);
    let mut session = Session::load(record).expect("a deal");
    while session.game().scores().iter().all(|points| *points < 30) {
        assert!(!session.acting().is_empty());
        play_round(&mut session);
    }
    let Stage::Over(outcome) = session.game().stage() else { panic!("over") };
    let scores = session.game().scores();
    let most = scores.iter().max();
    let best: Vec<Seat> = seats(3).iter().filter(|seat| scores.get(seat.index()) == most).collect();
    assert_eq!(outcome.winners, best, "the most points win, and a tie is shared");
    let state = session.game().state();
    assert!(state["bids"].as_array().is_some_and(|bids| bids.iter().all(|bid| bid.is_u64())), "{state}");
}

#[test]
fn the_printed_state_hides_the_bids_until_the_round_is_over() {
    let mut session = two();
    play(&mut session, 0, "hole 4yM 5yM 4yS");
    play(&mut session, 1, "hole 4yC 5yC 4yA");
    play(&mut session, 0, "play 5yS");
    let expected = serde_json::json!({
        "round": 1, "dealer": 1, "trick": [[0, "5yS"]], "winning": 0,
        "tricks": [0, 0], "bids": [null, null], "points": [0, 0],
    });
    assert_eq!(session.game().state(), expected);
}

#[test]
fn a_target_that_makes_no_game_is_refused() {
    for target in [0, -5, 1001] {
        let game = MystiqueCircle::deal(&Options { target }, seats(3), None, &mut GameRng::from_number(1));
        assert!(game.expect_err("refused").to_string().contains("1 to 1000"), "{target}");
    }
}

proptest! {
    #[test]
    fn any_text_is_a_move_or_refused_with_an_example(text in "\\PC{0,24}") {
        match MystiqueCircle::read_move(&text) {
            Ok(mv) => prop_assert_eq!(MystiqueCircle::read_move(&mv.to_string()), Ok(mv)),
            Err(error) => prop_assert!(error.to_string().contains("hole 1yM")),
        }
    }

    #[test]
    fn holes_are_written_and_read_back(numbers in proptest::sample::subsequence((0u8..60).collect::<Vec<_>>(), 3)) {
        let cards: Vec<MystiqueCard> = numbers.into_iter().filter_map(MystiqueCard::from_index).collect();
        let hole = Move::Hole(Hole::of(cards.into_iter().collect()).expect("three cards"));
        prop_assert_eq!(hole.to_string().parse::<Move>(), Ok(hole));
    }
}

/// Whoever takes over the computer sees what the others did since, up to the trick that was swept, and nothing of their hands.
#[test]
fn after_a_hand_over_the_moves_since_the_own_last_one_are_shown_again() {
    let mut session = two();
    play(&mut session, 0, "hole 4yM 5yM 4yS");
    assert!(session.recap().is_empty(), "nobody has taken over");
    play(&mut session, 1, "hole 4yC 5yC 4yA");
    session.take_seat(seat(0));
    let left = MystiqueCircle::layout(&session.view_at(1), Room::USUAL);
    let (first, last) = (session.recap()[0].clone(), session.recap().pop().expect("moments"));
    assert_eq!((first.layout, last.layout), (left, MystiqueCircle::layout(session.view(), Room::USUAL)));
    play(&mut session, 0, "play 5yS");
    session.take_seat(seat(1));
    play(&mut session, 1, "play 5yA");
    play(&mut session, 1, "play 5rC");
    session.take_seat(seat(0));
    let shown = session.recap();
    let lies_in_trick = |layout: &Layout, text: &str| {
        let piece = layout.piece(piece_of::<MystiqueCard>(card(text)));
        piece.is_some_and(|piece| matches!(piece.area.to(), Some(CardArea::Trick(_))))
    };
    let is_read = |beat: &Beat| beat.waits == Some(Reading::Trick);
    assert!(shown.iter().any(|beat| lies_in_trick(&beat.layout, "5yA") && is_read(beat)), "the whole trick is seen");
    assert!(lies_in_trick(&shown.last().expect("moments").layout, "5rC"));
    let hidden = session.game().hand(seat(1));
    let faces = |layout: &Layout| -> Vec<Face> { layout.pieces.iter().map(|piece| piece.face).collect() };
    for beat in &shown {
        assert!(
            faces(&beat.layout).into_iter().all(|face| !matches!(face, Face::Mystique(card) if hidden.contains(card)))
        );
    }
    session.leave_seat();
    assert!(session.recap().is_empty());
}

/// A record of two with these moves, and with the deck changed.
fn loaded(moves: &str, change: fn(String) -> String) -> Result<(), String> {
    let text = TableSession::record_text(&two());
    let (head, _) = text.split_once("moves:").expect("a list of moves");
    let record = change(format!("{head}moves: [{moves}],\n)\n"));
    parlour::catalogue::load(&record).map(drop).map_err(|error| error.to_string())
}

#[test]
fn a_record_that_breaks_a_rule_is_refused_with_the_move_and_what_is_wrong() {
    let as_it_is = |record: String| record;
    assert_eq!(loaded(r#"(0, "hole 4yM 5yM 4yS"), (1, "hole 4yA 5yA 4rA"), (0, "play 5yS")"#, as_it_is), Ok(()));
    let refused = |moves: &str| loaded(moves, as_it_is).expect_err("a broken rule");
    let cases = [
        (r#"(0, "hole 4yM 5yM")"#, "move 1", "with three cards"),
        (r#"(0, "hole 4yM 4yM 5yM")"#, "move 1", "with three cards"),
        (r#"(0, "hole 4yM 5yM 4yA")"#, "move 1", "you do not hold the four of yellow arms"),
        (r#"(0, "hole 4yM 5yM KS")"#, "move 1", "with three cards"),
        (r#"(0, "play 4yM")"#, "move 1", "first set three cards aside"),
        (r#"(0, "hole 4yM 5yM 4yS"), (0, "hole 4rM 5rM 4rS")"#, "move 2", "turn"),
        (r#"(0, "hole 4yM 5yM 4yS"), (1, "hole 4yA 5yA 4rA"), (1, "play 5rA")"#, "move 3", "turn"),
        (r#"(0, "hole 4yM 5yM 4yS"), (1, "hole 4yA 5yA 4rA"), (0, "play 4yM")"#, "move 3", "you do not hold"),
    ];
    for (moves, place, why) in cases {
        let error = refused(moves);
        assert!(error.contains(place) && error.contains(why), "{moves}: {error}");
    }
    let twice = loaded("", |record| record.replacen("4yM", "5yM", 1)).expect_err("a card twice");
    assert!(twice.contains("5yM appears twice"), "{twice}");
    let foreign = loaded("", |record| record.replacen("4yM", "1yM", 1)).expect_err("a card that is not used");
    assert!(foreign.contains("1yM is not one of its 24 cards"), "{foreign}");
    let small = loaded("", |record| record.replacen(" 4bC", "", 1)).expect_err("a hand too small");
    assert!(small.contains("23 of 24 cards; 4bC is missing"), "{small}");
}
