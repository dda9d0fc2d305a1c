//! Mystical Eddies: the rulebook's sentences and the rulings, one by one.

use parlour::cards::{Attribute, AttributeKind, Colour, HandOrder, MystiqueCard, MystiqueSet, MystiqueSuit};
use parlour::engine::game::{Game, Moves, SetupError};
use parlour::engine::outcome::Stage;
use parlour::engine::record::{Player, Record};
use parlour::engine::rng::GameRng;
use parlour::engine::rounds::{DeckDeal, shuffled};
use parlour::engine::seats::{Seat, Seats, Viewer};
use parlour::engine::session::Session;
use parlour::engine::table_session::TableSession;
use parlour::engine::tabletop::{Setup, Tabletop};
use parlour::engine::trick::{RoundEvent, RoundRules, Trick, TrickEvent, TrickRules};
use parlour::games::eddies::MysticalEddies;
use parlour::games::eddies::established::{Established, beaters_of_lead, sharing};
use parlour::games::eddies::rules::{EddiesLength, EddiesRules, EddiesZone, Event, Move, Options};
use parlour::layout::{AreaId, Beat, CardArea, Face, Gesture, LabelLook, Layout, Reading, Room, piece_of};
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

/// A deal in which the hands of the seats, from the first, begin with these cards, and the rest is as it comes; the last seat deals.
fn deal_of(hands: &[&str]) -> DeckDeal {
    let mut hands: Vec<Vec<MystiqueCard>> = hands.iter().map(|hand| cards(hand)).collect();
    let named: MystiqueSet = hands.iter().flatten().copied().collect();
    let mut rest = MystiqueSet::DECK.without(named).iter();
    let each = 56 / hands.len();
    for hand in &mut hands {
        hand.extend(rest.by_ref().take(each - hand.len()));
    }
    let aside: Vec<MystiqueCard> = rest.by_ref().take(4).collect();
    let dealt = (0..each).flat_map(|number| hands.iter().map(move |hand| hand[number]));
    let deck: Vec<String> = aside.into_iter().chain(dealt).chain(rest).map(|card| card.to_string()).collect();
    DeckDeal { deck: deck.join(" "), dealer: seat(hands.len() as u8 - 1) }
}

fn session_of(deal: DeckDeal, count: usize, options: Options) -> Session<MysticalEddies> {
    let players = (0..count).map(|number| Player::person(format!("P{number}"))).collect();
    let record = Record { deal: Some(deal), ..Record::new("eddies", options, players) };
    Session::load(record).expect("a deal")
}

fn dealt(hands: &[&str]) -> Session<MysticalEddies> {
    session_of(deal_of(hands), hands.len(), Options::default())
}

fn play(session: &mut Session<MysticalEddies>, number: u8, text: &str) -> Vec<Event> {
    session.play(seat(number), mv(text)).unwrap_or_else(|illegal| panic!("{text}: {illegal}")).to_vec()
}

fn why_not(session: &Session<MysticalEddies>, number: u8, text: &str) -> String {
    let illegal = session.check(seat(number), &mv(text)).expect_err("refused");
    assert_eq!(illegal.rule, "#following", "{illegal}");
    illegal.why
}

/// What a seat may play now.
fn legal(session: &Session<MysticalEddies>, number: u8) -> MystiqueSet {
    session.game().legal_moves(seat(number)).listed().iter().map(|Move(card)| *card).collect()
}

/// A trick of these cards, played in turn by the seats from the first on.
fn trick(played: &str) -> Trick<MystiqueCard> {
    let mut trick = Trick::new();
    for (number, card) in (0..).zip(cards(played)) {
        let takes_lead = trick.is_empty() || EddiesRules::takes_lead(card, &trick);
        trick.play(seat(number), card, takes_lead);
    }
    trick
}

fn winner(played: &str) -> MystiqueCard {
    trick(played).winning_card().expect("a card")
}

/// "Set aside four cards from the deck unseen. Deal the rest of the deck evenly, such that each player receives the same number of cards.
/// (e.g. With 4 players, each player will have a hand of 14 cards; with 5, 11 cards; with 6, 9 cards; with 7, 8 cards; with 8, 7 cards.)
/// Set any extras aside with the cards set aside at the beginning of the round."
#[test]
fn four_cards_are_set_aside_and_the_rest_is_dealt_evenly() {
    for (count, each) in [(3, 18), (4, 14), (5, 11), (6, 9), (7, 8), (8, 7)] {
        let mut rng = GameRng::from_number(1);
        let game = MysticalEddies::deal(&Options::default(), seats(count), None, &mut rng).expect("a deal");
        assert!(seats(count).iter().all(|seat| game.hand(seat).len() == each), "{count} players");
        assert_eq!(game.table.cards.count(EddiesZone::Aside), 60 - count * each);
        let view = game.view(Viewer::Seat(seat(0)));
        assert!(view.table.cards.known(EddiesZone::Aside).is_empty(), "unseen");
        assert_eq!(view.table.cards.all().len(), each, "everybody sees the own hand alone");
    }
    for count in [2, 9] {
        let Some(seats) = Seats::new(count) else { continue };
        let game = MysticalEddies::deal(&Options::default(), seats, None, &mut GameRng::from_number(1));
        assert_eq!(game, Err(SetupError::Seats { found: count, min: 3, max: 8 }));
    }
}

#[test]
fn the_first_four_cards_of_a_deck_are_set_aside_and_the_seat_after_the_dealer_gets_the_next_and_leads() {
    let deck: Vec<MystiqueCard> = MystiqueSet::DECK.iter().collect();
    let text: Vec<String> = deck.iter().map(ToString::to_string).collect();
    let deal = DeckDeal { deck: text.join(" "), dealer: seat(1) };
    let game = MysticalEddies::deal(&Options::default(), seats(3), Some(&deal), &mut GameRng::from_number(1));
    let game = game.expect("a deal");
    assert_eq!(game.table.tricks.turn, seat(2));
    for (place, number) in [(4, 2), (5, 0), (6, 1), (7, 2), (57, 1)] {
        assert!(game.hand(seat(number)).contains(deck[place]), "card {place}");
    }
    let aside: MystiqueSet = [0, 1, 2, 3, 58, 59].map(|place| deck[place]).into_iter().collect();
    assert_eq!(game.table.cards.known(EddiesZone::Aside), aside);
}

#[test]
fn a_deck_that_does_not_fit_is_refused_with_what_is_wrong() {
    let refused = |deck: &str, dealer| {
        let deal = DeckDeal { deck: deck.to_owned(), dealer: seat(dealer) };
        let error = MysticalEddies::deal(&Options::default(), seats(3), Some(&deal), &mut GameRng::from_number(1));
        error.expect_err("refused").to_string()
    };
    assert_eq!(refused("4rC", 0), "the deck: 1 of 60 cards; 1yM is missing");
    assert_eq!(refused("4rC 4rC", 0), "the deck: card 2: 4rC appears twice");
    assert_eq!(refused("4rC'", 0), "the deck: 4rC' is not one of its 60 cards");
    assert!(refused("7rC", 0).contains("as in 3rC"));
    assert_eq!(refused(&MystiqueSet::DECK.to_string(), 3), "dealer 3; there are 3 seats, from 0");
}

/// "Leader plays a card."
#[test]
fn any_card_may_be_led() {
    let session = dealt(&["3rS", "5rS", "1yM"]);
    assert_eq!(legal(&session, 0), session.game().hand(seat(0)));
}

/// "Second player follows suit, colour, or number (her choice), if possible; otherwise, toss a card."
#[test]
fn the_second_player_follows_suit_colour_or_number_as_they_choose() {
    let mut session = dealt(&["3rS", "5bS 1rC 3yM 2bA", ""]);
    play(&mut session, 0, "play 3rS");
    let hand = session.game().hand(seat(1));
    let may = legal(&session, 1);
    assert_eq!(may, hand.intersection(sharing(card("3rS"))));
    assert!(["5bS", "1rC", "3yM"].into_iter().all(|text| may.contains(card(text))));
    assert_eq!(
        why_not(&session, 1, "play 2bA"),
        "play a card that shares a suit, a colour or a number with the three of red suns: you have one"
    );
}

/// Everything that shares something with the ace of yellow moons, which the second of three holds nothing of.
fn nothing_in_common() -> Session<MysticalEddies> {
    let other = "2rS 3rS 4rS 5rS 2bS 3bS 4bS 5bS 2rA 3rA 4rA 5rA 2bA 3bA 4bA 5bA 3rC 4rC";
    dealt(&["1yM 2rC 2bC", other, "5yS 1rA 3rM 5bC 5rC"])
}

#[test]
fn whoever_shares_nothing_with_the_led_card_tosses_any_card_and_establishes_nothing() {
    let mut session = nothing_in_common();
    play(&mut session, 0, "play 1yM");
    assert_eq!(legal(&session, 1), session.game().hand(seat(1)), "any card");
    play(&mut session, 1, "play 5rS");
    let trick = &session.game().table.tricks.trick;
    assert_eq!((Established::of(trick), trick.winner()), (None, Some(seat(0))));
}

/// "If nothing was established, due to tossing a card, this player will be establishing suit, number, or colour."
#[test]
fn as_long_as_nothing_is_established_the_next_player_establishes() {
    let mut session = nothing_in_common();
    play(&mut session, 0, "play 1yM");
    play(&mut session, 1, "play 5rS");
    let hand = session.game().hand(seat(2));
    assert_eq!(legal(&session, 2), hand.intersection(sharing(card("1yM"))), "what shares something must be played");
    assert!(why_not(&session, 2, "play 5bC").contains("the ace of yellow moons"));
    let events = play(&mut session, 2, "play 5yS");
    let taken = events.iter().find_map(|event| match event {
        RoundEvent::Trick(TrickEvent::Taken { seat, trick }) => Some((*seat, Established::of(trick))),
        _ => None,
    });
    let (taker, established) = taken.expect("the trick is taken");
    assert_eq!((taker, established.expect("established").to_string()), (seat(2), "yellow".to_owned()));
}

/// "Subsequent players must follow whatever was established, if possible; otherwise toss a card."
#[test]
fn those_after_the_second_follow_what_was_established_or_toss_any_card() {
    let mut session = dealt(&["3rS", "3yM", "3bC 5rS 4rS"]);
    play(&mut session, 0, "play 3rS");
    play(&mut session, 1, "play 3yM");
    let threes = session.game().hand(seat(2)).intersection(MystiqueSet::of_number(3));
    assert_eq!(legal(&session, 2), threes);
    assert_eq!(why_not(&session, 2, "play 5rS"), "threes must be followed, and you have one");
    // Of a colour alone it is said what has it.
    let mut session = dealt(&["3rS", "1rC", "2rM 5bS"]);
    play(&mut session, 0, "play 3rS");
    play(&mut session, 1, "play 1rC");
    assert_eq!(why_not(&session, 2, "play 5bS"), "red must be followed, and you have a red card");
    // The third holds no yellow moons.
    let mut session = dealt(&["1yM 2yM 3yM", "4yM 5yM", "3bC 5rS 4rS"]);
    play(&mut session, 0, "play 1yM");
    play(&mut session, 1, "play 4yM");
    assert_eq!(legal(&session, 2), session.game().hand(seat(2)), "any card");
}

/// "If more than one attribute matched (e.g. suit and number), players must follow both attributes."
#[test]
fn two_attributes_that_matched_must_both_be_followed() {
    for (second, follows, not) in [("5rS", "2rS", "3rA"), ("3yS", "3bS", "3rA"), ("3rC", "3rA", "2rS")] {
        let mut session = dealt(&["3rS", second, "2rS 3bS 3rA 2bS"]);
        play(&mut session, 0, "play 3rS");
        play(&mut session, 1, &format!("play {second}"));
        assert!(legal(&session, 2).contains(card(follows)) && !legal(&session, 2).contains(card(not)), "{second}");
        assert!(
            why_not(&session, 2, &format!("play {not}")).ends_with(" must be followed, and you have one"),
            "{second}"
        );
    }
}

#[test]
fn a_card_that_shares_two_attributes_with_the_led_one_does_not_follow_one_that_is_asked_with_another() {
    let established = Established::of(&trick("3rS 5rS 3rC")).expect("established");
    assert_eq!(established.to_string(), "red suns");
    assert!(!established.cards().contains(card("3rC")) && !established.cards().contains(card("3yS")));
}

/// "suit: suns > moons > arms > crowns; number: 5>4>3>2>1; colour: yellow > red > blue" and "Following suit: Highest number; tie goes to
/// highest colour" and so on: each kind of trick with its winner.
#[test]
fn the_trick_goes_to_the_highest_of_what_is_compared() {
    for (played, wins) in [
        // Suit: the highest number, then the highest colour.
        ("3rC 1bC 4bC", "4bC"),
        ("3rC 4bC 4yC", "4yC"),
        ("3rC 2yC 1yC", "3rC"),
        // Colour: the highest suit, then the highest number.
        ("4rC 1rA 5rC", "1rA"),
        ("4rC 1rA 2rM 1rS", "1rS"),
        ("4rA 1rS 2rS 5rM", "2rS"),
        // Number: the highest colour, then the highest suit.
        ("3bS 3rC 3yC", "3yC"),
        ("3bS 3yC 3yA 3rS", "3yA"),
        // Suit and colour: the highest number.
        ("2rS 4rS 3rS 5bS", "4rS"),
        // Suit and number: the highest colour.
        ("3bS 3rS 3yS", "3yS"),
        // Colour and number: the highest suit.
        ("3rC 3rA 3rM 3yS", "3rM"),
    ] {
        assert_eq!(winner(played), card(wins), "{played}");
    }
}

/// "If nobody can follow the led card in any way, the person who played it wins the trick."
#[test]
fn if_nobody_shares_anything_with_the_led_card_it_wins() {
    assert_eq!(winner("1bC 5yS 4rM 3yA"), card("1bC"));
}

#[test]
fn the_led_card_is_among_those_that_follow_and_a_tossed_one_cannot_win() {
    assert_eq!(winner("5yS 1rS 2bS"), card("5yS"));
    assert_eq!(winner("3rC 1bC 5yS"), card("3rC"), "a sun is no crown");
    assert_eq!(winner("3rC 5yS 1bC"), card("3rC"), "tossed before anything was established");
}

/// By plain comparison: for any trick, the cards that follow, and which of them is the best.
#[test]
fn any_trick_goes_to_the_best_of_the_cards_that_follow() {
    fn height(card: MystiqueCard, kind: AttributeKind) -> usize {
        use MystiqueSuit::{Arms, Crowns, Moons, Suns};
        match kind {
            AttributeKind::Number => usize::from(card.number()),
            AttributeKind::Suit => [Crowns, Arms, Moons, Suns].iter().position(|suit| *suit == card.suit()).unwrap(),
            AttributeKind::Colour => {
                let colours = [Colour::Blue, Colour::Red, Colour::Yellow];
                colours.iter().position(|colour| *colour == card.colour()).unwrap()
            }
        }
    }
    use AttributeKind::{Colour as OfColour, Number, Suit};
    let mut rng = GameRng::from_number(5);
    for _ in 0..4000 {
        let deck = shuffled(MystiqueSet::DECK, &mut rng);
        let played: Vec<MystiqueCard> = deck.into_iter().take(2 + rng.below(7) as usize).collect();
        let text = played.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let shares = |card: &MystiqueCard| -> Vec<AttributeKind> { played[0].shared(*card).collect() };
        let kinds = played[1..].iter().map(&shares).find(|kinds| !kinds.is_empty()).unwrap_or_default();
        let (first, ties) = match kinds[..] {
            [Suit] | [OfColour, Suit] => (Number, OfColour),
            [OfColour] | [Number, OfColour] => (Suit, Number),
            _ => (OfColour, Suit),
        };
        let follows = |card: &&MystiqueCard| kinds.iter().all(|kind| shares(card).contains(kind));
        let best = match kinds.is_empty() {
            true => played[0],
            false => {
                *played.iter().filter(follows).max_by_key(|card| (height(**card, first), height(**card, ties))).unwrap()
            }
        };
        assert_eq!(winner(&text), best, "{text}");
        let established = Established::of(&trick(&text));
        assert_eq!(established.map(|all| all.kinds().count()).unwrap_or(0), kinds.len(), "{text}");
        // Each other card that follows is beaten by the winning one.
        for card in played.iter().filter(follows).filter(|card| **card != best && !kinds.is_empty()) {
            assert!(established.is_some_and(|all| all.beaters(*card).contains(best)), "{text}: {card}");
        }
    }
}

/// What nothing takes the lead from as the second card, nothing beats later in the trick.
#[test]
fn what_no_next_card_beats_wins_whatever_is_played() {
    for led in MystiqueCard::deck() {
        let beaters = beaters_of_lead(led);
        for next in MystiqueCard::deck().filter(|card| *card != led) {
            assert_eq!(EddiesRules::takes_lead(next, &trick(&led.to_string())), beaters.contains(next), "{led} {next}");
            let Some(established) = Established::by(led, next) else { continue };
            assert!(established.beaters(led).without(beaters).is_empty(), "{led} {next}");
        }
    }
    assert!(beaters_of_lead(card("5yS")).is_empty());
}

#[test]
fn each_trick_says_why_its_winning_card_is_winning() {
    for (played, why) in [
        ("3rS", "no other card yet"),
        ("3rS 1yM", "no other card shares anything with it"),
        ("3rS 5bS", "the highest number of the suns"),
        ("3rS 5bS 5yS", "the highest number of the suns, and yellow beats blue"),
        ("3rS 1bS", "the highest number of the suns"),
        ("3rS 1rC", "the highest suit of the red cards"),
        ("3rS 1rC 4rS", "the highest suit of the red cards, and 4 is more than 3"),
        ("3rS 3yM", "the highest colour of the threes"),
        ("3rS 3yM 3yA", "the highest colour of the threes, and moons beat arms"),
        ("3rS 5rS", "the highest number of the red suns"),
        ("3rS 3yS", "the highest colour of the threes of suns"),
        ("3rC 3rM", "the highest suit of the red threes"),
        // Of several that are equal, the best of the others is named.
        ("3rS 5bS 5rS 5yS", "the highest number of the suns, and yellow beats red"),
        // Tossed cards do not count.
        ("3rS 2yM 1bS", "the highest number of the suns"),
    ] {
        assert_eq!(EddiesRules::why(&trick(played)), why, "{played}");
    }
}

#[test]
fn whoever_takes_the_trick_leads_to_the_next() {
    let mut session = dealt(&["3rC", "1rA", "2rM"]);
    play(&mut session, 0, "play 3rC");
    play(&mut session, 1, "play 1rA");
    play(&mut session, 2, "play 2rM");
    assert_eq!(session.game().table.tricks.turn, seat(2));
    assert_eq!(session.game().table.tricks.taken.of_those(seats(3)), [0, 0, 1]);
}

/// Plays by the first, or another, legal card until the round ends; what happened in the last move.
fn play_round(session: &mut Session<MysticalEddies>) -> Vec<Event> {
    loop {
        let seat = session.acting().first().expect("somebody acts");
        let listed = session.game().legal_moves(seat);
        let mv = listed.listed()[(5 * session.line_len()) % listed.listed().len()];
        let events = session.play(seat, mv).expect("legal").to_vec();
        if events.iter().any(|event| matches!(event, RoundEvent::Over { .. })) {
            return events;
        }
    }
}

fn started(count: usize, options: Options) -> Session<MysticalEddies> {
    started_from(9, count, options)
}

/// The same from a deck of this number.
fn started_from(number: u64, count: usize, options: Options) -> Session<MysticalEddies> {
    let deck = shuffled(MystiqueSet::DECK, &mut GameRng::from_number(number));
    let deck: Vec<String> = deck.into_iter().map(|card| card.to_string()).collect();
    session_of(DeckDeal { deck: deck.join(" "), dealer: seat(0) }, count, options)
}

/// "At the end of the round, when everyone's hand is empty, each player scores a number of points equal to the number of tricks she won."
#[test]
fn each_trick_is_a_point_at_the_end_of_the_round() {
    for count in 3..=8 {
        let mut session = started(count, Options::default());
        while session.game().table.tricks.count_taken() + 1 < 56 / count {
            assert_eq!(session.game().scores(), vec![0; count], "not before");
            let seat = session.acting().first().expect("somebody");
            let mv = session.game().legal_moves(seat).listed()[0];
            session.play(seat, mv).expect("legal");
        }
        let events = play_round(&mut session);
        let detail = events.iter().find_map(|event| match event {
            RoundEvent::Over { detail, .. } => Some(detail.clone()),
            _ => None,
        });
        let tricks: Vec<i32> = detail.expect("over").tricks.iter().map(|tricks| i32::from(*tricks)).collect();
        assert_eq!((session.game().scores(), tricks.iter().sum::<i32>()), (tricks, (56 / count) as i32));
        assert_eq!(session.game().table.game.dealer(), seat(1), "the deal passes on");
        assert_eq!(session.game().table.tricks.turn, seat(2));
        assert!(seats(count).iter().all(|seat| session.game().hand(seat).len() == 56 / count), "dealt anew");
    }
}

#[test]
fn the_deal_passes_from_the_last_seat_to_the_first() {
    let mut session = dealt(&["", "", ""]);
    assert_eq!((session.game().table.game.dealer(), session.game().table.tricks.turn), (seat(2), seat(0)));
    play_round(&mut session);
    assert_eq!((session.game().table.game.dealer(), session.game().table.tricks.turn), (seat(0), seat(1)));
}

/// "Shuffle all the cards together (including any set aside from the previous round)."
#[test]
fn all_cards_are_shuffled_for_the_next_round() {
    let mut session = started(7, Options::default());
    play_round(&mut session);
    assert_eq!(session.game().table.cards.all(), MystiqueSet::DECK);
    assert_eq!(session.game().table.cards.count(EddiesZone::Aside), 4);
}

/// "Either play a fixed number of rounds, with the highest cumulative score at the end winning; or to a target score, with the highest
/// cumulative score when someone meets or exceeds the goal winning."
#[test]
fn the_game_ends_after_its_rounds_or_after_the_round_in_which_somebody_has_the_points() {
    for (length, rounds) in
        [(EddiesLength::Rounds(1), Some(1)), (EddiesLength::Rounds(4), Some(4)), (EddiesLength::Target(20), None)]
    {
        let mut session = started(4, Options { length, balance: false });
        while !session.acting().is_empty() {
            assert!(rounds.is_some() || session.game().scores().iter().all(|points| *points < 20));
            play_round(&mut session);
        }
        let game = &session.game().table.game;
        let scores = session.game().scores();
        assert!(rounds.is_none_or(|rounds| game.finished().len() == rounds));
        assert!(rounds.is_some() || scores.iter().any(|points| *points >= 20));
        let Stage::Over(outcome) = session.game().stage() else { panic!("over") };
        let most = scores.iter().max();
        let best: Vec<Seat> = seats(4).iter().filter(|seat| scores.get(seat.index()) == most).collect();
        assert_eq!(outcome.winners, best, "the most points win, and a tie is shared");
    }
}

/// Seven tricks among eight players: from some decks several win most of them.
#[test]
fn players_who_tie_for_the_win_share_it() {
    let mut ties = 0;
    for number in 0..20 {
        let mut session = started_from(number, 8, Options { length: EddiesLength::Rounds(1), balance: false });
        play_round(&mut session);
        let (scores, Stage::Over(outcome)) = (session.game().scores(), session.game().stage()) else { panic!("over") };
        let best: Vec<Seat> =
            seats(8).iter().filter(|seat| Some(&scores[seat.index()]) == scores.iter().max()).collect();
        assert_eq!(outcome.winners, best);
        let is_tie = best.len() > 1;
        ties += usize::from(is_tie);
        assert_eq!(outcome.title.as_str() == "Drawn into one eddy", is_tie, "{}", outcome.title);
    }
    assert!((1..20).contains(&ties), "{ties} ties");
}

#[test]
fn a_length_that_makes_no_game_is_refused() {
    for (length, why) in [
        (EddiesLength::Rounds(0), "1 to 100 rounds"),
        (EddiesLength::Rounds(101), "1 to 100 rounds"),
        (EddiesLength::Target(0), "1 to 1000 points"),
        (EddiesLength::Target(-5), "1 to 1000 points"),
    ] {
        let options = Options { length, balance: false };
        let game = MysticalEddies::deal(&options, seats(3), None, &mut GameRng::from_number(1));
        assert!(game.expect_err("refused").to_string().contains(why), "{length:?}");
    }
}

/// "When you win a trick, you earn one point in the appropriate category. If you won a trick that followed two attributes, you earn one
/// point in each of those two categories!" A trick in which nobody followed counts in none.
#[test]
fn a_trick_counts_in_each_category_that_was_established() {
    let each =
        |session: &Session<MysticalEddies>, number: u8| session.game().table.tally.categories[seat(number)].each();
    let mut session = nothing_in_common();
    play(&mut session, 0, "play 1yM");
    play(&mut session, 1, "play 5rS");
    play(&mut session, 2, "play 5yS");
    assert_eq!((each(&session, 0), each(&session, 2)), ([0, 0, 0], [0, 1, 0]), "colour");
    play(&mut session, 2, "play 3rM");
    play(&mut session, 0, "play 2rC");
    play(&mut session, 1, "play 2rS");
    assert_eq!(each(&session, 1), [0, 1, 0]);
    play(&mut session, 1, "play 3rS");
    play(&mut session, 2, "play 5rC");
    play(&mut session, 0, "play 1rM");
    assert_eq!(each(&session, 1), [0, 2, 0]);
    let two = dealt(&["2rC", "4rC", "3rC"]);
    let mut session = two;
    for (number, card) in [(0, "play 2rC"), (1, "play 4rC"), (2, "play 3rC")] {
        play(&mut session, number, card);
    }
    assert_eq!(each(&session, 1), [1, 1, 0], "suit and colour");
}

/// "Your category with the lowest score is what counts toward winning": over the whole match.
#[test]
fn with_balance_the_lowest_category_of_the_whole_match_is_the_score() {
    for count in [3, 5, 8] {
        let mut session = started(count, Options { length: EddiesLength::Target(3), balance: true });
        while !session.acting().is_empty() {
            assert!(session.game().scores().iter().all(|points| *points < 3));
            play_round(&mut session);
            let categories = session.game().table.tally.categories.of_those(seats(count));
            let lowest: Vec<i32> =
                categories.iter().map(|all| i32::from(all.each().into_iter().min().unwrap())).collect();
            assert_eq!(session.game().scores(), lowest);
        }
        assert!(session.game().scores().iter().any(|points| *points >= 3));
    }
}

#[test]
fn with_balance_categories_grow_with_each_trick_and_points_when_the_round_ends() {
    let mut session = started(3, Options { length: EddiesLength::Rounds(4), balance: true });
    let lowest = |session: &Session<MysticalEddies>| -> Vec<i32> {
        let categories = session.game().table.tally.categories.of_those(seats(3));
        categories.iter().map(|categories| i32::from(categories.lowest())).collect()
    };
    let mut grown = false;
    while session.game().table.game.finished().is_empty() {
        assert_eq!(session.game().scores(), [0, 0, 0], "not before the round ends");
        grown |= lowest(&session).iter().any(|points| *points > 0);
        let seat = session.acting().first().expect("somebody");
        let moves = session.game().legal_moves(seat);
        let mv = moves.listed()[(5 * session.line_len()) % moves.listed().len()];
        session.play(seat, mv).expect("legal");
    }
    assert!(grown, "somebody has tricks of all three kinds before the last trick");
    assert_eq!(session.game().scores(), lowest(&session));
}

/// "If you play to a target score, you should set the target at about ⅕ of what you would for a basic game."
#[test]
fn the_setup_proposes_a_fifth_of_the_usual_targets_with_balance() {
    let plain = Options { length: EddiesLength::Target(20), balance: false };
    let settings = MysticalEddies::settings(&plain, seats(4));
    let targets = |options: &Options| -> Vec<i32> {
        let choices = MysticalEddies::settings(options, seats(4)).remove(0).choices;
        let of = |(_, options): &(_, Options)| match options.length {
            EddiesLength::Target(target) => Some(target),
            EddiesLength::Rounds(_) => None,
        };
        choices.iter().filter_map(of).collect()
    };
    let balance = &settings[1].choices[1].1;
    assert_eq!(*balance, Options { length: EddiesLength::Target(4), balance: true });
    assert_eq!((targets(&plain), targets(balance)), (vec![10, 20], vec![2, 4]));
    let back = &MysticalEddies::settings(balance, seats(4))[1].choices[0].1;
    assert_eq!(*back, plain);
    assert_eq!(Options::default(), Options { length: EddiesLength::Rounds(4), balance: false });
}

#[test]
fn the_printed_state_has_the_trick_what_is_established_and_the_categories() {
    let mut session = dealt(&["2rC 1yM", "4rC", "3rC"]);
    let state = |session: &Session<MysticalEddies>| session.game().state();
    play(&mut session, 0, "play 2rC");
    assert_eq!(state(&session)["established"], serde_json::json!([]));
    play(&mut session, 1, "play 4rC");
    let expected = serde_json::json!({
        "round": 1, "dealer": 2, "trick": [[0, "2rC"], [1, "4rC"]], "established": ["suit", "colour"],
        "tricks": [0, 0, 0], "categories": [[0, 0, 0], [0, 0, 0], [0, 0, 0]], "points": [0, 0, 0],
    });
    assert_eq!(state(&session), expected);
    play(&mut session, 2, "play 3rC");
    let after = state(&session);
    assert_eq!(after["categories"], serde_json::json!([[0, 0, 0], [1, 1, 0], [0, 0, 0]]));
    assert_eq!((&after["tricks"], &after["trick"]), (&serde_json::json!([0, 1, 0]), &serde_json::json!([])));
    assert_eq!(session.game().summary(), "Points in seat order after 0 rounds: 0, 0, 0.");
}

/// What somebody tossed tells what they lack, and worlds that are imagined keep to it.
#[test]
fn whoever_tossed_a_card_is_known_to_lack_what_was_asked() {
    let mut session = nothing_in_common();
    play(&mut session, 0, "play 1yM");
    play(&mut session, 1, "play 5rS");
    let lacks = session.game().table.tricks.lacks[seat(1)];
    assert_eq!(lacks, sharing(card("1yM")));
    let view = session.game().view(Viewer::Seat(seat(2)));
    let mut rng = GameRng::from_number(1);
    for _ in 0..50 {
        let world = MysticalEddies::imagined(&view, &[], &mut rng).expect("a world");
        assert!(world.hand(seat(1)).intersection(sharing(card("1yM"))).is_empty());
    }
    // Of red suns it may be that somebody has red cards, and suns.
    let mut session = dealt(&["1yM 2yM 3yM", "4yM 5yM", "3bC 5rS 4rS"]);
    play(&mut session, 0, "play 1yM");
    play(&mut session, 1, "play 4yM");
    let toss = legal(&session, 2).iter().next().expect("a card");
    play(&mut session, 2, &format!("play {toss}"));
    let yellow_moons =
        Attribute::Colour(Colour::Yellow).cards().intersection(MystiqueSet::of_suit(MystiqueSuit::Moons));
    assert_eq!(session.game().table.tricks.lacks[seat(2)], yellow_moons);
}

/// What is written about the trick, in the order in which it is on the table.
fn written(layout: &Layout) -> Vec<(String, LabelLook)> {
    let about = layout.labels.iter().filter(|label| label.look.is_of_pieces());
    about.map(|label| (with_names(&label.text, &["Ada", "Blaise", "Cora"]), label.look)).collect()
}

fn said(layout: &Layout, look: LabelLook) -> Option<String> {
    written(layout).into_iter().find(|(_, other)| *other == look).map(|(text, _)| text)
}

#[test]
fn the_table_marks_what_must_be_followed_who_wins_and_why_and_tossed_cards_are_dimmed() {
    let mut session = nothing_in_common();
    let now = |session: &Session<MysticalEddies>| MysticalEddies::layout(session.view(), Room::USUAL);
    assert!(now(&session).legend.is_some_and(|legend| legend.spoken().contains("suns, moons, arms, crowns")));
    play(&mut session, 0, "play 1yM");
    assert_eq!((said(&now(&session), LabelLook::OnCard), now(&session).legend), (None, None));
    play(&mut session, 1, "play 5rS");
    let layout = now(&session);
    assert_eq!(said(&layout, LabelLook::OnCard), None, "nothing is established");
    assert_eq!(
        said(&layout, LabelLook::Verdict).as_deref(),
        Some("Ada is winning: no other card shares anything with it")
    );
    let is_dimmed = |layout: &Layout, text: &str| layout.piece(piece_of(card(text))).expect("a card").is_dimmed;
    assert!(is_dimmed(&layout, "5rS") && !is_dimmed(&layout, "1yM"));
    session.take_seat(seat(2));
    let layout = now(&session);
    for held in session.game().hand(seat(2)).iter() {
        let piece = layout.piece(piece_of(held)).expect("a card");
        assert_eq!(piece.is_dimmed, !sharing(card("1yM")).contains(held), "{held}");
    }
    let preview = |card: &str| MysticalEddies::preview(session.view(), &mv(card)).sentence;
    assert_eq!(preview("play 5yS"), "It wins the trick", "nobody comes after");
    assert_eq!(preview("play 1rA"), "It cannot win the trick");
    let beats = TableSession::play(&mut session, seat(2), "play 5yS").expect("legal");
    let whole: &Beat = &beats[0];
    assert_eq!(whole.waits, Some(Reading::Trick), "it lies until it has been read");
    assert_eq!(said(&whole.layout, LabelLook::OnCard).as_deref(), Some("follow\nyellow"));
    assert_eq!(
        said(&whole.layout, LabelLook::Verdict).map(|text| text.replace("P2", "Cora")).as_deref(),
        Some("Cora wins the trick: the highest suit of the yellow cards")
    );
    let led = whole.layout.area(AreaId::of(CardArea::Trick(0))).expect("the led card");
    assert!(led.name.ends_with("led, follow yellow"), "{}", led.name);
    assert!(beats[1..].iter().all(|beat| written(&beat.layout).is_empty()));
    let described = with_names(&MysticalEddies::described(session.view()), &["Ada", "Blaise", "Cora"]);
    assert!(described.contains("Cora took it: the highest suit of the yellow cards"), "{described}");
}

#[test]
fn a_preview_says_whether_a_card_takes_the_lead_and_what_others_must_follow_after_it() {
    let mut session = dealt(&["3rS", "5bS 1rC", "4bS 5yS"]);
    play(&mut session, 0, "play 3rS");
    session.take_seat(seat(1));
    let preview =
        |session: &Session<MysticalEddies>, card: &str| MysticalEddies::preview(session.view(), &mv(card)).sentence;
    assert_eq!(preview(&session, "play 5bS"), "It takes the lead, and suns must be followed");
    assert_eq!(preview(&session, "play 1rC"), "It does not take the lead, and red must be followed");
    play(&mut session, 1, "play 5bS");
    session.take_seat(seat(2));
    assert_eq!(preview(&session, "play 5yS"), "It wins the trick");
    assert_eq!(preview(&session, "play 4bS"), "It cannot win the trick");
}

#[test]
fn what_must_be_followed_is_said_as_the_card_has_room_for_it() {
    let of = |count: usize, played: &[(u8, &str)], hands: &[&str]| {
        let mut all = hands.to_vec();
        all.resize(count, "");
        let mut session = dealt(&all);
        for (number, card) in played {
            play(&mut session, *number, card);
        }
        said(&MysticalEddies::layout(session.view(), Room::of(960.0, 412.0)), LabelLook::OnCard).expect("a mark")
    };
    let hands = ["3yC", "5yC 3rC 5bC"];
    assert_eq!(of(8, &[(0, "play 3yC"), (1, "play 5yC")], &hands), "yellow\ncrowns");
    assert_eq!(of(8, &[(0, "play 3yC"), (1, "play 5bC")], &hands), "follow\ncrowns");
    assert_eq!(of(8, &[(0, "play 3yC"), (1, "play 3rC")], &hands), "threes\nof crowns");
    assert_eq!(of(3, &[(0, "play 3yC"), (1, "play 5bC")], &hands), "follow\ncrowns");
}

#[test]
fn with_balance_the_categories_of_each_seat_are_on_the_plates() {
    let hands = ["2rC", "4rC", "3rC"];
    let mut session = session_of(deal_of(&hands), 3, Options { balance: true, ..Options::default() });
    for (number, text) in [(0, "play 2rC"), (1, "play 4rC")] {
        play(&mut session, number, text);
    }
    let beats = TableSession::play(&mut session, seat(2), "play 3rC").expect("legal");
    assert!(beats.iter().flat_map(|beat| &beat.floats).any(|(_, words)| words == "suit +1, colour +1"));
    let plates = MysticalEddies::layout(session.view(), Room::USUAL).plates;
    let words: Vec<&str> = plates.iter().map(|plate| plate.words.as_str()).collect();
    assert_eq!(words, ["S0 · C0 · N0", "S1 · C1 · N0", "S0 · C0 · N0"]);
    let described = with_names(&MysticalEddies::described(session.view()), &["Ada", "Blaise", "Cora"]);
    assert!(described.contains("Blaise: 1 trick; suit 1, colour 1, number 0"), "{described}");
}

#[test]
fn a_hand_is_sorted_by_what_beats_what_the_highest_last() {
    let sorted = |order: HandOrder| {
        let mut hand = cards("2yS 5yA 1bC 3rM 2bS");
        EddiesRules::sort(&mut hand, order);
        hand.iter().map(ToString::to_string).collect::<Vec<String>>().join(" ")
    };
    assert_eq!(sorted(HandOrder::Suit), "1bC 5yA 3rM 2bS 2yS");
    assert_eq!(sorted(HandOrder::Colour), "1bC 2bS 3rM 5yA 2yS");
    assert_eq!(sorted(HandOrder::Number), "1bC 2bS 2yS 3rM 5yA");
    // So it lies on the table, where a click plays the card that lies there.
    let mut session = dealt(&["2yS 5yA 1bC 3rM 2bS", "", ""]);
    session.take_seat(seat(0));
    session.sort_hand(HandOrder::Suit);
    let mut expected: Vec<MystiqueCard> = session.game().hand(seat(0)).iter().collect();
    EddiesRules::sort(&mut expected, HandOrder::Suit);
    let lying: Vec<MystiqueCard> = session.view().sorted(EddiesZone::Hand(seat(0)));
    assert_eq!(lying, expected);
    let gesture = Gesture { piece: None, area: AreaId::of(CardArea::Own(0)), option: None };
    assert_eq!(MysticalEddies::gesture(session.view(), &gesture), Some(Move(expected[0])));
}

#[test]
fn the_prompt_says_what_to_do_in_every_case() {
    let asked = |session: &mut Session<MysticalEddies>, number: u8| {
        session.take_seat(seat(number));
        MysticalEddies::prompt(session.view())
    };
    let mut session = nothing_in_common();
    assert!(asked(&mut session, 0).starts_with("Lead any card"));
    play(&mut session, 0, "play 1yM");
    assert!(asked(&mut session, 1).starts_with("Toss any card; nothing in your hand matches the led card"));
    play(&mut session, 1, "play 5rS");
    assert_eq!(asked(&mut session, 2), "Match the led card’s suit, colour or number", "nobody comes after them");
    let mut session = dealt(&["1yM 2yM 3yM", "4yM 5yM", "3bC 5rS 4rS"]);
    play(&mut session, 0, "play 1yM");
    let match_led = "Match the led card’s suit, colour or number; players after you must follow what you matched";
    assert_eq!(asked(&mut session, 1), match_led);
    play(&mut session, 1, "play 4yM");
    assert_eq!(asked(&mut session, 2), "Toss any card; you have no yellow moons, so you cannot win this trick");
    let mut session = dealt(&["1yM", "4yS", "3yC 5rS 4rS"]);
    play(&mut session, 0, "play 1yM");
    play(&mut session, 1, "play 4yS");
    let suits = "suns, moons, arms, crowns";
    assert_eq!(asked(&mut session, 2), format!("Follow yellow; the highest suit wins ({suits})"));
    // Whoever must establish something needs both orders.
    let reminder = MysticalEddies::score_sheet(session.view()).reminder;
    assert_eq!(reminder, format!("Highest first: {suits}; yellow, red, blue"));
}

/// Whoever takes over the computer sees what the others did since, and nothing of their hands.
#[test]
fn after_a_hand_over_the_cards_since_the_own_last_one_are_shown_again() {
    let mut session = dealt(&["3rS", "5rS", "1rS"]);
    assert!(seats(3).iter().all(|seat| session.game().is_private(seat)), "hands are secret");
    for (number, text) in [(0, "play 3rS"), (1, "play 5rS"), (2, "play 1rS")] {
        session.take_seat(seat(number));
        play(&mut session, number, text);
    }
    // The second takes the trick, and leads.
    session.take_seat(seat(1));
    let shown = session.recap();
    assert!(shown.iter().any(|beat| beat.waits == Some(Reading::Trick)), "the whole trick is seen");
    let hidden = session.game().hand(seat(0)).union(session.game().hand(seat(2)));
    for beat in &shown {
        let is_leak = |face: Face| matches!(face, Face::Mystique(card) if hidden.contains(card));
        assert!(!beat.layout.pieces.iter().any(|piece| is_leak(piece.face)));
    }
}

/// A record of three with these moves, and with the text changed.
fn loaded(moves: &str, change: fn(String) -> String) -> Result<(), String> {
    let text = TableSession::record_text(&nothing_in_common());
    let (head, _) = text.split_once("moves:").expect("a list of moves");
    let record = change(format!("{head}moves: [{moves}],\n)\n"));
    parlour::catalogue::load(&record).map(drop).map_err(|error| error.to_string())
}

#[test]
fn a_record_that_breaks_a_rule_is_refused_with_the_move_and_what_is_wrong() {
    let as_it_is = |record: String| record;
    assert_eq!(loaded(r#"(0, "play 1yM"), (1, "play 5rS"), (2, "play 5yS"), (2, "play 3rM")"#, as_it_is), Ok(()));
    for (moves, place, why) in [
        (r#"(0, "play 1yM'")"#, "move 1", "you do not hold the silver ace of yellow moons"),
        (r#"(0, "play KS")"#, "move 1", "moves are `play 3rC`"),
        (r#"(0, "play 5rS")"#, "move 1", "you do not hold the palm of red suns"),
        (r#"(1, "play 5rS")"#, "move 1", "turn"),
        (r#"(0, "play 1yM"), (0, "play 2rC")"#, "move 2", "turn"),
        (r#"(0, "play 1yM"), (1, "pass")"#, "move 2", "moves are `play 3rC`"),
        (r#"(0, "play 1yM"), (1, "play 5rS"), (2, "play 5bC")"#, "move 3", "play a card that shares"),
        (r#"(0, "play 1yM"), (1, "play 5rS"), (2, "play 5yS"), (2, "play 5yS")"#, "move 4", "you do not hold"),
    ] {
        let error = loaded(moves, as_it_is).expect_err("a broken rule");
        assert!(error.contains(place) && error.contains(why), "{moves}: {error}");
    }
    let other = loaded("", |record| with_options(&record, "(balance: 3)")).expect_err("no option");
    assert!(other.contains("boolean"), "{other}");
}

/// The record with these options instead of its own.
fn with_options(record: &str, options: &str) -> String {
    let line = record.lines().find(|line| line.trim_start().starts_with("options:")).expect("options");
    record.replace(line, &format!("    options: {options},"))
}

#[test]
fn a_record_says_how_long_the_game_is_and_what_would_be_right_if_it_does_not() {
    let text = nothing_in_common().record().to_text();
    for (written, length) in [
        ("Target(20)", EddiesLength::Target(20)),
        ("Rounds(8)", EddiesLength::Rounds(8)),
        (" Rounds ( 1 ) ", EddiesLength::Rounds(1)),
    ] {
        let text = with_options(&text, &format!("(length: {written})"));
        let record = Record::<MysticalEddies>::from_text(&text).expect("a record");
        assert_eq!(record.options, Options { length, balance: false });
        let again = Record::<MysticalEddies>::from_text(&record.to_text()).expect("a record");
        assert_eq!(again.options, record.options);
    }
    for wrong in ["4", "\"four\"", "Points(20)", "()"] {
        let error = parlour::catalogue::load(&with_options(&text, &format!("(length: {wrong})"))).map(drop);
        let error = error.expect_err("no length").to_string();
        assert!(error.contains("`Rounds(4)`") && error.contains("`Target(20)`"), "{wrong}: {error}");
        assert!(error.contains("6:"), "where it stands: {error}");
    }
}

proptest! {
    #[test]
    fn any_text_is_a_move_or_refused_with_an_example(text in "\\PC{0,24}") {
        match MysticalEddies::read_move(&text) {
            Ok(mv) => prop_assert_eq!(MysticalEddies::read_move(&mv.to_string()), Ok(mv)),
            Err(error) => prop_assert!(error.to_string().contains("play 3rC")),
        }
    }
}

#[test]
fn all_moves_are_listed() {
    let session = dealt(&["3rS", "5rS", "1yM"]);
    let all: Vec<Move> = session.game().hand(seat(0)).iter().map(Move).collect();
    assert_eq!(session.game().legal_moves(seat(0)), Moves::All(all));
}

/// After a round it is shown what each won, and at the end who wins and what was good about it.
#[test]
fn rounds_and_the_game_end_with_what_each_has_won() {
    for balance in [false, true] {
        let mut session = started(4, Options { length: EddiesLength::Rounds(2), balance });
        let mut shown: Vec<Vec<Beat>> = Vec::new();
        while let Some(seat) = session.acting().first() {
            let mv = session.game().legal_moves(seat).listed()[0].to_string();
            shown.push(TableSession::play(&mut session, seat, &mv).expect("legal"));
        }
        let exhibits: Vec<Vec<String>> = shown
            .iter()
            .map(|beats| beats.iter().filter_map(|beat| beat.exhibit.as_ref()).map(|exhibit| exhibit.words()).collect())
            .filter(|words: &Vec<String>| !words.is_empty())
            .collect();
        assert_eq!(
            (exhibits.len(), exhibits[0].len(), exhibits[1].len()),
            (2, 5, 6),
            "four, and who gains most, and who wins"
        );
        let rounds = session.game().table.game.finished();
        let first = match balance {
            true => format!("suit {}", rounds[0].detail.categories[0].each()[0]),
            false => format!("P0 won {} trick", rounds[0].detail.tricks[0]),
        };
        assert!(exhibits[0][0].contains(&first), "{:?}", exhibits[0]);
        let most = rounds[1].points.iter().zip(&rounds[0].points).map(|(one, other)| one + other).max();
        let last = exhibits[1].last().expect("who wins");
        assert!(last.contains(&most.expect("points").to_string()), "{last}");
        let merits = session.finale().merits;
        assert!(
            !merits.is_empty() && merits.iter().all(|merit| merit.contains(if balance { "suit" } else { "of 28" }))
        );
    }
}

#[test]
fn those_who_share_the_victory_are_told_together_how_many_tricks_they_won() {
    let options = Options { length: EddiesLength::Rounds(1), balance: false };
    let mut shared = 0;
    for number in 0..20 {
        let mut rng = GameRng::from_number(number);
        let mut game = MysticalEddies::deal(&options, seats(8), None, &mut rng).expect("a deal");
        while let Some(turn) = game.turn() {
            let legal = game.legal_moves(turn);
            let mv = *rng.pick(legal.listed()).expect("a move");
            game.apply_quietly(turn, &mv, &mut rng);
        }
        let Stage::Over(outcome) = game.stage() else { panic!("it goes on") };
        let merits = MysticalEddies::finale(&game.view(Viewer::Public)).merits;
        assert_eq!(merits.len(), 1, "{merits:?}");
        let is_shared = outcome.winners.len() > 1;
        assert_eq!(merits[0].starts_with("Each of them won "), is_shared, "{merits:?}");
        shared += usize::from(is_shared);
    }
    assert!(shared > 0 && shared < 20, "{shared} of 20");
}
