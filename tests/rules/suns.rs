//! Battle for the Suns: the rulebook's sentences and the rulings, one by one.

use parlour::cards::{MystiqueCard, MystiqueSet};
use parlour::engine::game::{Bots, Cancel, Game, NoOptions, Observation};
use parlour::engine::outcome::Stage;
use parlour::engine::record::{Player, Record};
use parlour::engine::rng::GameRng;
use parlour::engine::seats::{BotLevel, Seat, SeatSet, Seats, Viewer};
use parlour::engine::seen::EventTable;
use parlour::engine::session::Session;
use parlour::engine::tabletop::Tabletop;
use parlour::games::suns::BattleForTheSuns;
use parlour::games::suns::rules::{Deal, Event, Move};
use parlour::games::suns::table::{DECK, SUNS, SunsZone, worth};
use parlour::layout::{AreaId, CardArea, LabelLook, Room, piece_of};
use parlour::words::with_names;
use proptest::prelude::*;

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

fn card(text: &str) -> MystiqueCard {
    text.parse().expect("a card")
}

fn mv(text: &str) -> Move {
    text.parse().expect("a move")
}

fn set(text: &str) -> MystiqueSet {
    text.parse().expect("cards")
}

/// These cards, then all others of the set.
fn first(text: &str, all: MystiqueSet) -> String {
    format!("{text} {}", all.without(set(text)))
}

/// A game with these suns and hands; after the hands, these cards are drawn first.
fn dealt(suns: &str, hands: &[&str], drawn: &str) -> Session<BattleForTheSuns> {
    let hands: Vec<Vec<&str>> = hands.iter().map(|hand| hand.split(' ').collect()).collect();
    let in_turn: Vec<&str> = (0..5).flat_map(|number| hands.iter().map(move |hand| hand[number])).collect();
    let deck = format!("{} {drawn}", in_turn.join(" "));
    loaded(hands.len(), Some(Deal { horizon: first(suns, SUNS), deck: first(deck.trim(), DECK) })).expect("a deal")
}

fn loaded(seats: usize, deal: Option<Deal>) -> Result<Session<BattleForTheSuns>, String> {
    let players = (0..seats).map(|number| Player::person(format!("P{number}"))).collect();
    let (seed, options, moves) = ("suns".to_owned(), NoOptions::default(), Vec::new());
    let record = Record { deal, moves, ..Record::new(seed, options, players) };
    Session::load(record).map_err(|error| error.to_string())
}

/// Two players; the sun of four yellow points has risen.
fn two() -> Session<BattleForTheSuns> {
    dealt("4yS 2bS", &["4yC 3yM 5bA 1rM 2rC", "5rC 4bM 2bC 1bA 3rA"], "2bA 5rM 1yC 3bM")
}

fn play(session: &mut Session<BattleForTheSuns>, number: u8, text: &str) -> Vec<Event> {
    session.play(seat(number), mv(text)).unwrap_or_else(|illegal| panic!("{text}: {illegal}")).to_vec()
}

/// All choices of one round, in seat order.
fn round(session: &mut Session<BattleForTheSuns>, choices: &[(u8, &str)]) -> Vec<Event> {
    choices.iter().fold(Vec::new(), |_, (number, text)| play(session, *number, text))
}

fn why(session: &Session<BattleForTheSuns>, number: u8, text: &str) -> String {
    session.check(seat(number), &mv(text)).expect_err("refused").why
}

#[test]
fn the_fifteen_suns_are_the_horizon_and_everybody_gets_five_of_the_other_cards() {
    assert_eq!((SUNS.len(), DECK.len()), (15, 45));
    for count in 2..=4 {
        let session = loaded(count, None).expect("a deal");
        let (game, seats) = (session.game(), Seats::new(count).expect("seats"));
        assert!(game.table.sun().is_some_and(|sun| SUNS.contains(sun)), "the first sun has risen");
        assert_eq!((game.table.below().len(), game.table.number()), (14, 1));
        assert!(seats.iter().all(|seat| game.hand(seat).len() == 5 && game.hand(seat).without(DECK).is_empty()));
    }
    assert!(loaded(1, None).is_err() && loaded(5, None).is_err());
}

#[test]
fn cards_are_dealt_one_at_a_time_in_seat_order() {
    let session = two();
    assert_eq!(session.game().hand(seat(0)), set("4yC 3yM 5bA 1rM 2rC"));
    assert_eq!(session.game().hand(seat(1)), set("5rC 4bM 2bC 1bA 3rA"));
}

#[test]
fn a_card_is_worth_its_number_and_one_more_for_colour_and_for_number_of_the_sun_up_to_seven() {
    for (of, sun, is) in [
        ("1rM", "4yS", 1),
        ("1yM", "4yS", 2),
        ("4rM", "4yS", 5),
        ("4yM", "4yS", 6),
        ("5bA", "5bS", 7),
        ("5rA", "1rS", 6),
    ] {
        assert_eq!(worth(card(of), card(sun)), is, "{of} for {sun}");
    }
    let most = SUNS.iter().flat_map(|sun| DECK.iter().map(move |card| worth(card, sun))).max();
    assert_eq!(most, Some(7));
}

#[test]
fn everybody_must_bid_in_the_first_round_and_may_stop_after_it() {
    let mut session = two();
    assert_eq!(why(&session, 0, "stop"), "everybody must bid a first card for each sun");
    assert_eq!(why(&session, 0, "bid 5rC"), "you do not hold the palm of red crowns");
    round(&mut session, &[(0, "bid 4yC"), (1, "bid 5rC")]);
    assert_eq!(session.check(seat(0), &Move::Stop), Ok(()));
}

#[test]
fn choices_are_made_in_turn_and_in_secret_and_shown_together() {
    let mut session = two();
    assert_eq!(session.acting(), SeatSet::only(seat(0)));
    assert!(why(&session, 1, "bid 5rC").contains("turn"));
    let events = play(&mut session, 0, "bid 4yC");
    assert_eq!(events, [Event::Chosen { seat: seat(0), choice: Some(mv("bid 4yC")) }]);
    let hidden = BattleForTheSuns::redact(&events[0], Viewer::Seat(seat(1)));
    assert_eq!(hidden, Some(Event::Chosen { seat: seat(0), choice: None }));
    assert!(session.game().table.bids.iter().all(|(_, bids)| bids.is_empty()), "nothing is shown yet");
    let events = play(&mut session, 1, "bid 5rC");
    let shown = [(seat(0), mv("bid 4yC")), (seat(1), mv("bid 5rC"))].into_iter().collect();
    assert_eq!(events[1], Event::Shown { choices: shown });
    assert_eq!((session.game().table.bid(seat(0)), session.game().table.bid(seat(1))), (6, 5));
}

#[test]
fn who_has_chosen_to_stop_looks_like_who_has_chosen_a_card_until_all_have_chosen() {
    let mut session = two();
    round(&mut session, &[(0, "bid 4yC"), (1, "bid 5rC")]);
    let (mut stops, mut bids) = (session.game().clone(), session.game().clone());
    stops.apply(seat(0), &Move::Stop, &mut GameRng::from_number(1));
    bids.apply(seat(0), &mv("bid 5bA"), &mut GameRng::from_number(1));
    let seen = |game: &BattleForTheSuns| BattleForTheSuns::layout(&game.view(Viewer::Seat(seat(1))), Room::USUAL);
    assert_eq!(seen(&stops), seen(&bids));
    assert_ne!(stops, bids);
}

/// While the bids of a sun lie open, nobody is to choose any more.
#[test]
fn after_the_last_card_nobody_is_asked_until_the_next_sun_rises() {
    let mut session = two();
    round(&mut session, &[(0, "bid 4yC"), (1, "bid 5rC")]);
    round(&mut session, &[(0, "bid 3yM"), (1, "bid 4bM")]);
    play(&mut session, 0, "bid 5bA");
    let mut table = session.game().table.clone();
    let events = play(&mut session, 1, "bid 2bC");
    let awarded = events.iter().position(|event| matches!(event, Event::Awarded { .. })).expect("awarded");
    events[..awarded].iter().for_each(|event| table.follow(event));
    assert_eq!((table.turn(), table.bid(seat(0)), table.bid(seat(1))), (None, 15, 12));
    events[awarded..].iter().for_each(|event| table.follow(event));
    assert_eq!(&table, &session.game().table, "who follows the events sees the table");
}

#[test]
fn everybody_is_told_what_to_do_in_every_stage() {
    let mut session = two();
    let says = |session: &Session<BattleForTheSuns>, who: Viewer| {
        with_names(&BattleForTheSuns::prompt(&session.game().view(who)), &["You", "Ada"])
    };
    let (you, ada) = (Viewer::Seat(seat(0)), Viewer::Seat(seat(1)));
    assert_eq!(
        says(&session, you),
        "Bid a card face down for a sun worth 4 points; badges show what your cards are worth"
    );
    assert_eq!(says(&session, ada), "Wait for the others to choose");
    assert_eq!(says(&session, Viewer::Public), "Everybody bids in secret");
    round(&mut session, &[(0, "bid 4yC"), (1, "bid 5rC")]);
    assert_eq!(says(&session, you), "4 points at stake, and you are ahead: bid a second card, or stop at 6");
    round(&mut session, &[(0, "stop"), (1, "bid 2bC")]);
    assert_eq!(says(&session, you), "You stopped at 6: wait for the others");
    assert_eq!(says(&session, ada), "4 points at stake, and Ada is ahead: bid a third and last card, or stop at 7");
}

#[test]
fn who_stops_keeps_the_bid_and_adds_nothing_more_for_this_sun() {
    let mut session = two();
    round(&mut session, &[(0, "bid 4yC"), (1, "bid 5rC")]);
    round(&mut session, &[(0, "stop"), (1, "bid 2bC")]);
    assert_eq!(session.acting(), SeatSet::only(seat(1)), "seat 0 is asked no more");
    assert_eq!((session.game().table.bid(seat(0)), session.game().table.bid(seat(1))), (6, 7));
    let events = play(&mut session, 1, "stop");
    assert!(events.contains(&Event::Awarded { sun: card("4yS"), to: Some(seat(1)) }), "seven beat six");
}

#[test]
fn the_sun_is_awarded_when_nobody_adds_a_card() {
    let mut session = two();
    round(&mut session, &[(0, "bid 4yC"), (1, "bid 5rC")]);
    let events = round(&mut session, &[(0, "stop"), (1, "stop")]);
    assert!(events.contains(&Event::Awarded { sun: card("4yS"), to: Some(seat(0)) }));
    assert_eq!(session.game().scores(), [4, 0]);
    assert_eq!(session.game().table.sun(), Some(card("2bS")), "the next sun has risen");
}

#[test]
fn the_sun_is_awarded_after_the_third_card() {
    let mut session = two();
    round(&mut session, &[(0, "bid 4yC"), (1, "bid 5rC")]);
    round(&mut session, &[(0, "bid 3yM"), (1, "bid 4bM")]);
    assert_eq!(session.game().table.highest(), None, "10 each");
    let events = round(&mut session, &[(0, "bid 5bA"), (1, "bid 2bC")]);
    assert!(events.contains(&Event::Awarded { sun: card("4yS"), to: Some(seat(0)) }));
    let table = &session.game().table;
    assert_eq!(table.cards.known(SunsZone::Discards), set("4yC 5rC 3yM 4bM 5bA 2bC"), "all bids are discarded");
    assert!(table.bids.iter().all(|(_, bids)| bids.is_empty()));
    assert_eq!(table.last_bids[seat(0)].as_slice(), [card("4yC"), card("3yM"), card("5bA")], "and can be looked at");
}

#[test]
fn a_tie_for_the_highest_bid_loses_the_sun_for_everybody() {
    let mut session = dealt("3rS", &["5yM 1yM 2yM 3yM 4yM", "5bM 1bM 2bM 3bM 4bM", "4bA 1bA 2bA 3bA 5bA"], "");
    round(&mut session, &[(0, "bid 5yM"), (1, "bid 5bM"), (2, "bid 4bA")]);
    let events = round(&mut session, &[(0, "stop"), (1, "stop"), (2, "stop")]);
    assert!(events.contains(&Event::Awarded { sun: card("3rS"), to: None }));
    assert_eq!(session.game().scores(), [0, 0, 0]);
    assert_eq!(session.game().table.cards.known(SunsZone::Lost), set("3rS"));
    assert_eq!(session.game().state()["lost_suns"], serde_json::json!(["3rS"]));
}

#[test]
fn a_tie_below_the_highest_bid_does_not_matter() {
    let mut session = dealt("3rS", &["2yM 1yM 5yM 3yM 4yM", "2bM 1bM 5bM 3bM 4bM", "4bA 1bA 2bA 3bA 5bA"], "");
    round(&mut session, &[(0, "bid 2yM"), (1, "bid 2bM"), (2, "bid 4bA")]);
    round(&mut session, &[(0, "stop"), (1, "stop"), (2, "stop")]);
    assert_eq!(session.game().scores(), [0, 0, 3]);
}

#[test]
fn everybody_draws_back_to_five_cards_in_seat_order() {
    let mut session = two();
    round(&mut session, &[(0, "bid 4yC"), (1, "bid 5rC")]);
    round(&mut session, &[(0, "bid 3yM"), (1, "stop")]);
    round(&mut session, &[(0, "stop")]);
    assert_eq!(session.game().hand(seat(0)), set("5bA 1rM 2rC 2bA 5rM"), "the first two of the deck");
    assert_eq!(session.game().hand(seat(1)), set("4bM 2bC 1bA 3rA 1yC"), "the next one");
}

/// Four players use twelve cards for a sun: the 25 of the deck are used up by the third.
#[test]
fn when_the_deck_runs_out_the_discards_are_shuffled_and_become_the_deck() {
    let mut session = loaded(4, None).expect("a deal");
    let mut shuffled = None;
    while shuffled.is_none() {
        let before = session.game().clone();
        let turn = before.turn().expect("somebody's turn");
        let any = before.hand(turn).iter().next().expect("a card");
        let events = play(&mut session, turn.index() as u8, &format!("bid {any}"));
        shuffled = events.iter().find_map(|event| match event {
            Event::Stock(moved) if moved.to == SunsZone::Deck => Some((before.table.number(), moved.cards)),
            _ => None,
        });
    }
    let (number, cards) = shuffled.expect("shuffled");
    assert_eq!((number, cards.len()), (3, 36), "twelve cards were bid for each of three suns");
    let table = &session.game().table;
    assert!(table.cards.known(SunsZone::Discards).is_empty());
    assert_eq!(table.cards.count(SunsZone::Deck), 45 - 20, "25 are in the deck");
    assert!((0..4).all(|number| session.game().hand(seat(number)).len() == 5));
}

fn finished(seed: &str, seats: usize) -> Session<BattleForTheSuns> {
    let mut session = loaded(seats, None).expect("a deal");
    let mut rng = GameRng::for_step(seed, 0);
    while let Some(turn) = session.game().turn() {
        let moves = session.game().moves(turn);
        let mv = *rng.pick(moves.listed()).expect("a move");
        session.play(turn, mv).expect("a listed move");
    }
    session
}

#[test]
fn the_game_is_over_after_fifteen_suns_and_the_most_points_win() {
    let (mut ties, mut alone) = (0, 0);
    for number in 0..200 {
        let session = finished(&number.to_string(), 2 + number % 3);
        let table = &session.game().table;
        assert!(table.below().is_empty() && table.sun().is_none());
        let won: Vec<MystiqueSet> = (0..4).map(|number| table.won(seat(number))).collect();
        let settled: usize = won.iter().map(|won| won.len()).sum::<usize>() + table.cards.count(SunsZone::Lost);
        assert_eq!(settled, 15);
        let points: Vec<i32> = won.iter().map(|won| won.iter().map(|sun| i32::from(sun.number())).sum()).collect();
        assert_eq!(session.game().scores(), points[..session.game().scores().len()]);
        let Stage::Over(outcome) = session.game().stage() else { panic!("over") };
        let most = *points.iter().max().expect("points");
        assert!(outcome.winners.iter().all(|winner| points[winner.index()] == most));
        assert_eq!(
            outcome.winners.len(),
            points[..session.game().scores().len()].iter().filter(|own| **own == most).count()
        );
        if outcome.winners.len() > 1 { ties += 1 } else { alone += 1 }
    }
    assert!(ties > 0 && alone > 0, "{ties} ties, {alone} alone");
}

#[test]
fn decks_that_do_not_fit_are_refused_with_what_is_wrong() {
    let wrong = |horizon: &str, deck: &str| {
        let deal = Deal { horizon: horizon.to_owned(), deck: deck.to_owned() };
        loaded(2, Some(deal)).expect_err("refused")
    };
    let (suns, deck) = (SUNS.to_string(), DECK.to_string());
    assert!(wrong("1yS", &deck).contains("the horizon: 1 of 15 cards; 2yS is missing"));
    assert!(wrong(&deck, &deck).contains("the horizon: 1yM is not one of its 15 cards"));
    assert!(wrong(&suns, &suns).contains("the deck: 1yS is not one of its 45 cards"));
    assert!(wrong(&suns, &deck.replace("1yM", "2yM")).contains("2yM appears twice"));
    assert!(wrong(&suns, "blue").contains("as in 3rC"));
}

#[test]
fn moves_have_one_text_each() {
    assert_eq!(mv("bid 4yC").to_string(), "bid 4yC");
    assert_eq!(mv("stop").to_string(), "stop");
    for text in ["", "bid", "bid 9yC", "stop 4yC", "STOP", "bid  4yC", "bid 4yC 3yC"] {
        let error = BattleForTheSuns::read_move(text).expect_err(text).to_string();
        assert!(error.contains("`bid 4yC` and `stop`"), "{error}");
    }
}

#[test]
fn the_state_for_programs_is_as_records_md_has_it() {
    let mut session = two();
    round(&mut session, &[(0, "bid 4yC"), (1, "bid 5rC")]);
    let bids = serde_json::json!({
        "sun": "4yS", "bids": [["4yC"], ["5rC"]], "won": [[], []], "lost_suns": [], "points": [0, 0],
    });
    assert_eq!(session.game().state(), bids);
    round(&mut session, &[(0, "stop"), (1, "stop")]);
    let won = serde_json::json!({
        "sun": "2bS", "bids": [[], []], "won": [["4yS"], []], "lost_suns": [], "points": [4, 0],
    });
    assert_eq!(session.game().state(), won);
}

#[test]
fn each_card_of_the_own_hand_says_what_it_is_worth_for_this_sun() {
    let session = two();
    let layout = BattleForTheSuns::layout(&session.game().view(Viewer::Seat(seat(0))), Room::USUAL);
    for (text, worth) in [("4yC", 6), ("3yM", 4), ("5bA", 5), ("1rM", 1), ("2rC", 2)] {
        assert_eq!(layout.piece(piece_of(card(text))).expect("in the hand").badge, Some(worth), "{text}");
    }
    let own = layout.areas.iter().find(|area| area.id.to() == Some(CardArea::Own(0))).expect("the hand");
    assert!(layout.spoken(own).contains(", worth "), "{}", layout.spoken(own));
}

/// What those hear who cannot see the table: all of it, and of the other hand no more than it shows.
#[test]
fn the_table_is_described_area_by_area() {
    let mut session = two();
    play(&mut session, 0, "bid 3yM");
    play(&mut session, 1, "bid 5rC");
    let view = session.game().view(Viewer::Seat(seat(0)));
    let described = with_names(&BattleForTheSuns::described(&view), &["You", "Ada"]);
    assert_eq!(
        described,
        "You: 0 points · bids 4. Ada: 0 points · bids 5. Horizon: 14 face down; 14 to come. Sun: four of yellow \
         suns. Deck: 35 face down; 35 left. Discards: 0 discarded. Hand: ace of red moons, worth 1; \
         two of red crowns, worth 2; four of yellow crowns, worth 6; palm of blue arms, worth 5. Your cards on the \
         table, bid 4: three of yellow moons. Ada’s hand: 4 face down. Ada’s cards on the table, bid 5, ahead by 1, in the lead: \
         palm of red crowns."
    );
}

/// What is written over the bids of each of two seats.
fn tags(session: &Session<BattleForTheSuns>) -> Vec<(String, [f32; 2])> {
    let layout = BattleForTheSuns::layout(&session.game().view(Viewer::Public), Room::USUAL);
    let tags = layout.labels.iter().filter(|label| label.look == LabelLook::BrightTag);
    tags.map(|tag| (tag.text.clone(), [tag.centre.0, tag.centre.1])).collect()
}

#[test]
fn the_single_highest_bid_says_by_how_much_it_is_ahead() {
    let mut session = two();
    assert!(tags(&session).is_empty(), "nobody has bid");
    play(&mut session, 0, "bid 4yC");
    assert!(tags(&session).is_empty(), "what is chosen is a secret");
    // 6, and 5 by a card of another colour.
    play(&mut session, 1, "bid 5rC");
    let layout = BattleForTheSuns::layout(&session.game().view(Viewer::Public), Room::USUAL);
    let bids = layout.area(AreaId::of(CardArea::Aside(0))).expect("bids");
    let edge = [bids.centre.0, bids.centre.1 - bids.size.1 / 2.0];
    assert_eq!(tags(&session), [("bid 6 · ahead by 1".to_owned(), edge)]);
    round(&mut session, &[(0, "bid 3yM"), (1, "bid 4bM")]);
    assert_eq!(session.game().table.highest(), None, "10 each");
    let said: Vec<String> = tags(&session).into_iter().map(|(words, _)| words).collect();
    assert_eq!(said, ["bid 10 · tied", "bid 10 · tied"]);
}

/// What the bots may conclude from a shuffle: a card of the new deck was drawn since, any other before.
#[test]
fn worlds_keep_to_what_everybody_has_drawn_since_the_shuffle() {
    let mut checked = 0;
    for number in 0..30 {
        let mut session = loaded(4, None).expect("a deal");
        let mut rng = GameRng::from_number(number);
        for _ in 0..60 {
            let Some(turn) = session.game().turn() else { break };
            let moves = session.game().moves(turn);
            session.play(turn, *rng.pick(moves.listed()).expect("a move")).expect("a listed move");
        }
        let (game, who) = (session.game(), Viewer::Seat(seat(number as u8 % 4)));
        let world = BattleForTheSuns::imagined(&game.view(who), &[], &mut rng).expect("a world");
        for batch in game.table.shuffles.batches() {
            for seat in (0..4).map(seat) {
                let held = |game: &BattleForTheSuns| game.hand(seat).intersection(batch.cards).len();
                assert_eq!(held(&world), held(game));
                assert_eq!(held(game), usize::from(batch.held[seat]));
            }
        }
        checked += usize::from(game.table.shuffles.batches().len() > 1);
    }
    assert!(checked >= 10, "{checked} with cards from before a shuffle");
}

#[test]
fn hard_bots_stop_when_the_sun_is_theirs_and_bid_when_it_is_the_last() {
    // The last sun: nothing is worth keeping.
    let horizon = "1yS 1rS 1bS 2yS 2rS 2bS 3yS 3rS 3bS 4yS 4rS 4bS 5yS 5rS 5bS";
    let deal = Deal { horizon: horizon.to_owned(), deck: DECK.to_string() };
    let mut session = loaded(2, Some(deal)).expect("a deal");
    while session.game().table.number() < 15 {
        let turn = session.game().turn().expect("a turn");
        let lowest = session.game().hand(turn).iter().min_by_key(|card| card.number()).expect("a card");
        let mv = if session.game().table.round() == 1 { Move::Bid(lowest) } else { Move::Stop };
        session.play(turn, mv).expect("allowed");
    }
    for _ in 0..2 {
        let turn = session.game().turn().expect("a turn");
        let any = session.game().hand(turn).iter().max_by_key(|card| card.number()).expect("a card");
        session.play(turn, Move::Bid(any)).expect("allowed");
    }
    let turn = session.game().turn().expect("a turn");
    let (view, legal) = (session.game().view(Viewer::Seat(turn)), session.game().moves(turn));
    let observation = Observation { seat: turn, view: &view, seen: &[], legal: &legal };
    let chosen = BattleForTheSuns::bot(BotLevel::Hard).choose(&observation, 1, &Cancel::new());
    assert!(matches!(chosen, Some(Move::Bid(_))), "{chosen:?} for the last sun, worth five");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_text_is_a_move_or_an_error(text in "\\PC{0,20}") {
        if let Ok(mv) = text.parse::<Move>() {
            prop_assert_eq!(mv.to_string(), text);
        }
    }
}
