//! Up and Down: the rulebook's sentences and the rulings, one by one.

use std::collections::VecDeque;

use parlour::cards::{MystiqueCard, MystiqueSet};
use parlour::engine::game::{Game, Illegal, NoOptions};
use parlour::engine::outcome::Stage;
use parlour::engine::record::{Player, Record};
use parlour::engine::rng::GameRng;
use parlour::engine::seats::{Seat, SeatSet, Seats, Viewer};
use parlour::engine::seen::Seen;
use parlour::engine::session::Session;
use parlour::engine::table_session::TableSession;
use parlour::engine::tabletop::Tabletop;
use parlour::engine::zones::Moved;
use parlour::games::up_and_down::UpAndDown;
use parlour::games::up_and_down::rules::{Deal, Event, Move};
use parlour::games::up_and_down::table::{Slope, SlopeZone, cards_for, fitting};
use parlour::layout::{AreaId, CardArea, CardPiece, Face, Mark, Material, PieceId, Room, log_of, piece_of};
use parlour::words::{capitalised, with_names};
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

fn set(text: &str) -> MystiqueSet {
    text.parse().expect("cards")
}

/// A deck for each seat that begins with these cards; the others follow in ascending order.
fn deal_with(tops: &[&str]) -> Deal {
    let all = cards_for(seats(tops.len()));
    let mut rest = all.without(set(&tops.join(" "))).iter();
    let each = all.len() / tops.len();
    let deck = |top: &&str| {
        let first = top.split(' ').map(card);
        first.chain(rest.by_ref()).take(each).map(|card| card.to_string()).collect::<Vec<_>>().join(" ")
    };
    Deal { deck: tops.iter().map(deck).collect::<Vec<_>>().join(" ") }
}

fn loaded(seats: usize, deal: Option<Deal>) -> Result<Session<UpAndDown>, String> {
    let players = (0..seats).map(|number| Player::person(format!("P{number}"))).collect();
    let (seed, options, moves) = ("hill".to_owned(), NoOptions::default(), Vec::new());
    let record = Record { deal, moves, ..Record::new(seed, options, players) };
    Session::load(record).map_err(|error| error.to_string())
}

fn dealt(tops: &[&str]) -> Session<UpAndDown> {
    loaded(tops.len(), Some(deal_with(tops))).expect("a deal")
}

/// The second seat begins with the two of yellow crowns.
fn two() -> Session<UpAndDown> {
    dealt(&["3yM 4yA 1yS 2bS 5bS 3yS 5yM 2rM 3bM", "2yC 4bM 1rA 3rA 4rA 2rC 3bC"])
}

fn play(session: &mut Session<UpAndDown>, number: u8, text: &str) -> Vec<Event> {
    session.play(seat(number), mv(text)).unwrap_or_else(|illegal| panic!("{text}: {illegal}")).to_vec()
}

fn refused(session: &Session<UpAndDown>, number: u8, text: &str) -> Illegal {
    session.check(seat(number), &mv(text)).expect_err("refused")
}

fn hand(session: &Session<UpAndDown>, number: u8) -> MystiqueSet {
    session.game().table.cards.hand(seat(number))
}

fn those(numbers: &[u8]) -> SeatSet {
    numbers.iter().map(|number| seat(*number)).collect()
}

#[test]
fn two_or_three_play_with_one_deck_and_four_to_six_with_two_in_equal_parts() {
    for (count, each) in [(2, 30), (3, 20), (4, 30), (5, 24), (6, 20)] {
        let session = loaded(count, None).expect("a deal");
        let table = &session.game().table;
        let held = |seat: Seat| table.left(seat) + table.cards.hand(seat).len();
        let laid = |seat: Seat| usize::from(table.last == seat && table.cards.count(SlopeZone::Played) == 1);
        assert!(seats(count).iter().all(|seat| held(seat) + laid(seat) == each), "{count} players");
        assert!(seats(count).iter().all(|seat| table.cards.hand(seat).len() == 4));
    }
    assert!(loaded(1, None).is_err() && loaded(7, None).is_err());
}

#[test]
fn an_explicit_deck_is_dealt_in_blocks_and_the_top_four_cards_of_each_are_its_hand() {
    let session = two();
    assert_eq!(hand(&session, 0), set("3yM 4yA 1yS 2bS"));
    // The two of yellow crowns was played, and the next card of that deck came in its place.
    assert_eq!(hand(&session, 1), set("4bM 1rA 3rA 4rA"));
    let decks = serde_json::json!({
        "top": "2yC", "direction": "up",
        "hands": [["3yM", "1yS", "2bS", "4yA"], ["4bM", "1rA", "3rA", "4rA"]], "decks": [26, 25],
    });
    assert_eq!(session.game().state(), decks);
}

#[test]
fn the_holder_of_the_highest_card_number_begins_with_that_card() {
    let table = two().game().table.clone();
    assert_eq!((table.top, table.last, table.slope), (Some(card("2yC")), seat(1), Slope::Up));
    assert!(table.is_start);
    // Numbers do not matter before suits and colours: an ace of crowns is above a palm of arms.
    let table = dealt(&["5bA 5rA 5yA 5bS", "1yC 4bA 3bA 2bA"]).game().table.clone();
    assert_eq!((table.top, table.last), (Some(card("1yC")), seat(1)));
}

#[test]
fn of_two_cards_with_the_highest_number_the_golden_one_begins() {
    let low = "1yM 2yM 3yM 4yM";
    let tops = [low, "5bC' 1rM 2rM 3rM", "5bC 1bM 2bM 3bM", "1yM' 2yM' 3yM' 4yM'"];
    let table = dealt(&tops).game().table.clone();
    assert!(table.cards.known(SlopeZone::Played).contains(card("5bC")), "{table:?}");
    let event = dealt(&[low, "5bC' 1rM 2rM 3rM", "4bC 1bM 2bM 3bM", "1yM' 2yM' 3yM' 4yM'"]);
    assert!(event.game().table.cards.known(SlopeZone::Played).contains(card("5bC'")), "silver alone begins, too");
}

#[test]
fn after_playing_a_card_the_hand_is_filled_up_from_the_own_deck() {
    let mut session = two();
    let events = play(&mut session, 0, "play 3yM");
    assert_eq!(
        events[..2],
        [Event::Laid { seat: seat(0), card: card("3yM") }, Event::Drew { seat: seat(0), card: card("5bS") },]
    );
    assert_eq!((hand(&session, 0), session.game().table.left(seat(0))), (set("4yA 1yS 2bS 5bS"), 25));
}

#[test]
fn a_card_fits_that_shares_colour_or_suit_and_goes_the_right_way_or_is_of_the_same_number() {
    for top in MystiqueCard::all() {
        for other in MystiqueCard::all() {
            let alike = top.colour() == other.colour() || top.suit() == other.suit();
            let (up, down) = (other.number() >= top.number(), other.number() <= top.number());
            assert_eq!(fitting(top, Slope::Up).contains(other), alike && up, "{other} on {top}, up");
            assert_eq!(fitting(top, Slope::Down).contains(other), alike && down, "{other} on {top}, down");
        }
    }
}

#[test]
fn what_does_not_fit_is_refused_and_the_page_says_so() {
    let mut session = two();
    let because = |why: &str| Illegal::because("#what-fits", why);
    let neither = "the two of blue suns has neither the colour nor the suit of the two of yellow crowns";
    assert_eq!(refused(&session, 0, "play 2bS"), because(neither));
    let lower = "the slope goes uphill, and the ace of yellow suns is lower than the two of yellow crowns";
    assert_eq!(refused(&session, 0, "play 1yS"), because(lower));
    assert_eq!(refused(&session, 0, "play 5bC").why, "you do not hold the palm of blue crowns");
    assert_eq!(refused(&session, 1, "play 4bM").rule, "#the-turn");
    play(&mut session, 0, "play 3yM");
    play(&mut session, 1, "play 4bM");
    play(&mut session, 0, "play 5bS");
    play(&mut session, 0, "play 2bS");
    let higher = "the slope goes downhill, and the three of yellow suns is higher than the two of blue suns";
    assert_eq!(refused(&session, 0, "play 3yS"), because(higher));
}

#[test]
fn whoever_can_play_must_and_nobody_can_pass() {
    let error = UpAndDown::read_move("pass").expect_err("no move");
    assert!(error.to_string().contains("passes without a move"), "{error}");
    let session = two();
    assert_eq!(session.game().legal_moves(seat(0)).listed(), [mv("play 3yM"), mv("play 4yA")]);
}

#[test]
fn if_all_pass_the_direction_changes_and_they_are_asked_again_in_the_same_order() {
    let mut session = two();
    play(&mut session, 0, "play 3yM");
    play(&mut session, 1, "play 4bM");
    // Nobody has a palm that is blue or a sun.
    let events = play(&mut session, 0, "play 5bS");
    assert_eq!(
        events[2..],
        [
            Event::Passed { seats: those(&[0, 1]) },
            Event::Turned { slope: Slope::Down },
            Event::Passed { seats: those(&[1]) },
        ]
    );
    assert_eq!((session.game().turn(), session.game().table.slope), (Some(seat(0)), Slope::Down));
    assert_eq!(session.game().state()["direction"], "down");
    // Nobody has an ace that is yellow or a sun: up again.
    play(&mut session, 0, "play 3yS");
    play(&mut session, 0, "play 2bS");
    let events = play(&mut session, 0, "play 1yS");
    assert!(events.contains(&Event::Turned { slope: Slope::Up }), "{events:?}");
}

/// After the palm of yellow suns, nobody has anything yellow and no sun.
fn stuck() -> Session<UpAndDown> {
    dealt(&["5yS 1rM 2rM 3rM 4rM", "5yC 1rA 2rA 3rA 4rA 5rA"])
}

#[test]
fn if_all_pass_once_more_the_highest_card_begins_as_in_a_new_game_and_it_goes_up() {
    let mut session = stuck();
    let events = play(&mut session, 0, "play 5yS");
    assert_eq!(
        events,
        [
            Event::Laid { seat: seat(0), card: card("5yS") },
            Event::Drew { seat: seat(0), card: card("4rM") },
            Event::Passed { seats: those(&[0, 1]) },
            Event::Turned { slope: Slope::Down },
            Event::Passed { seats: those(&[0, 1]) },
            Event::Began { seat: seat(1), card: card("4rA") },
            Event::Drew { seat: seat(1), card: card("5rA") },
        ]
    );
    assert_eq!((session.game().table.slope, session.game().turn()), (Slope::Up, Some(seat(0))));
}

#[test]
fn whoever_laid_the_last_card_is_asked_last() {
    let tops = ["1yM 1rM 1bM 1yS", "2bS 5rM 2bM 2yM", "5bC 4rS 3rM 3bM"];
    let mut session = dealt(&tops);
    let table = &session.game().table;
    assert_eq!((table.last, table.asked().collect::<Vec<_>>()), (seat(2), vec![seat(0), seat(1), seat(2)]));
    let turn = session.game().turn().expect("a turn");
    let first = session.game().legal_moves(turn).listed()[0];
    session.play(turn, first).expect("legal");
    let asked: Vec<Seat> = session.game().table.asked().collect();
    assert_eq!(asked.last(), Some(&session.game().table.last));
}

#[test]
fn whoever_has_to_fill_up_and_has_no_card_left_wins() {
    for (count, number) in (2..=6).flat_map(|count| (0..10).map(move |number| (count, number))) {
        let mut rng = GameRng::from_number(number);
        let mut game = UpAndDown::deal(&NoOptions::default(), seats(count), None, &mut rng).expect("a deal");
        let mut before = game.clone();
        while let Some(turn) = game.turn() {
            before = game.clone();
            let mv = *rng.pick(game.legal_moves(turn).listed()).expect("whoever has the turn can play");
            game.apply_quietly(turn, &mv, &mut rng);
        }
        let Stage::Over(outcome) = game.stage() else { panic!("it is over") };
        let [winner] = outcome.winners[..] else { panic!("one wins: {outcome:?}") };
        let table = &game.table;
        assert_eq!((table.left(winner), table.cards.hand(winner).len()), (0, 3));
        assert!(seats(count).iter().all(|seat| seat == winner || table.cards.hand(seat).len() == 4));
        assert!(before.table.winner.is_none(), "an empty deck alone does not win");
        let scores: Vec<i32> = seats(count).iter().map(|seat| i32::from(seat == winner)).collect();
        assert_eq!(game.scores(), scores);
    }
}

#[test]
fn a_card_that_is_laid_to_begin_anew_wins_too_if_there_is_no_card_to_fill_up_with() {
    // Of the decks but the four of red moons is left, which the first seat draws.
    let mut game = stuck().game().clone();
    for (number, kept) in [(0, set("4rM")), (1, MystiqueSet::EMPTY)] {
        let deck = SlopeZone::Deck(seat(number));
        let gone = game.table.cards.known(deck).without(kept);
        game.table.cards.follow(&Moved::of(deck, SlopeZone::Played, gone));
    }
    let mut rng = GameRng::from_number(1);
    let mut game = game.resample_hidden(Viewer::Public, &mut rng);
    let events = game.apply(seat(0), &mv("play 5yS"), &mut rng);
    assert_eq!(
        events,
        [
            Event::Laid { seat: seat(0), card: card("5yS") },
            Event::Drew { seat: seat(0), card: card("4rM") },
            Event::Passed { seats: those(&[0, 1]) },
            Event::Turned { slope: Slope::Down },
            Event::Passed { seats: those(&[0, 1]) },
            Event::Began { seat: seat(1), card: card("4rA") },
            Event::Won { seat: seat(1) },
        ]
    );
    let Stage::Over(outcome) = game.stage() else { panic!("it is over") };
    assert_eq!((outcome.winners, game.scores()), (vec![seat(1)], vec![0, 1]));
    // What is said of it.
    assert_eq!(game.summary(), "Seat 1 has won. Cards left in the decks in seat order: 0, 0.");
    let view = game.view(Viewer::Public);
    let plates: Vec<String> =
        UpAndDown::layout(&view, Room::USUAL).plates.into_iter().map(|plate| plate.words).collect();
    assert_eq!(plates, ["0 left", "won · 0 left"]);
    let (finale, names) = (UpAndDown::finale(&view), ["You", "Ada"]);
    let captions: Vec<String> = finale.exhibits.iter().map(|exhibit| with_names(&exhibit.caption, &names)).collect();
    assert_eq!(captions, ["You", "Ada", "Ada wins"]);
    let merits: Vec<String> = finale.merits.iter().map(|merit| with_names(merit, &names)).collect();
    assert_eq!(merits, ["Ada won by a hair: your deck was used up, too"]);
}

#[test]
fn the_end_says_how_many_other_decks_were_used_up_or_how_far_ahead_the_winner_was() {
    // How many cards the decks of the others have left, and what is said of that.
    let ends: [(&[usize], &str); 6] = [
        (&[3], "You won, 3 cards ahead of the nearest rival"),
        (&[2, 1, 4], "You won, 1 card ahead of the nearest rival"),
        (&[0, 5], "You won by a hair: Ada’s deck was used up, too"),
        (&[0, 4, 0], "You won by a hair: two other decks were used up, too"),
        (&[0, 0], "You won by a hair: all other decks were used up, too"),
        (&[0, 0, 0, 0, 0], "You won by a hair: all other decks were used up, too"),
    ];
    for (others, said) in ends {
        let (count, mut rng) = (others.len() + 1, GameRng::from_number(1));
        let game = UpAndDown::deal(&NoOptions::default(), seats(count), None, &mut rng).expect("a deal");
        let mut table = game.table.clone();
        for (number, left) in (0..).zip([0].iter().chain(others)) {
            let deck = SlopeZone::Deck(seat(number));
            let gone = table.cards.known(deck).iter().skip(*left).collect();
            table.cards.follow(&Moved::of(deck, SlopeZone::Played, gone));
        }
        table.winner = Some(seat(0));
        let view = Seen { table, ..game.view(Viewer::Public) };
        let merits = UpAndDown::finale(&view).merits;
        let names = ["You", "Ada", "Ben", "Clara", "Dan", "Eve"];
        let merits: Vec<String> = merits.iter().map(|merit| with_names(merit, &names[..count])).collect();
        assert_eq!(merits, [said]);
    }
}

/// The rules once more, as plain as they are told.
struct Told {
    hands: Vec<Vec<MystiqueCard>>,
    decks: Vec<VecDeque<MystiqueCard>>,
    top: Option<MystiqueCard>,
    goes_up: bool,
    last: usize,
    turn: Option<usize>,
}

impl Told {
    fn of(deck: &[MystiqueCard], count: usize) -> Told {
        let mut decks: Vec<VecDeque<_>> =
            deck.chunks(deck.len() / count).map(|cards| cards.iter().copied().collect()).collect();
        let hands = decks.iter_mut().map(|deck| deck.drain(..4).collect()).collect();
        let mut told = Told { hands, decks, top: None, goes_up: true, last: 0, turn: None };
        told.begin();
        told
    }

    fn begin(&mut self) {
        let of_all = (0..self.hands.len()).flat_map(|seat| self.hands[seat].iter().map(move |card| (seat, *card)));
        let key = |(_, card): &(usize, MystiqueCard)| 2 * u32::from(card.card_number()) + u32::from(!card.is_silver());
        let (seat, card) = of_all.max_by_key(key).expect("a card");
        self.goes_up = true;
        self.play(seat, card);
    }

    fn play(&mut self, seat: usize, card: MystiqueCard) {
        self.hands[seat].retain(|held| *held != card);
        (self.top, self.last, self.turn) = (Some(card), seat, None);
        let Some(drawn) = self.decks[seat].pop_front() else { return };
        self.hands[seat].push(drawn);
        for _ in 0..2 {
            let count = self.hands.len();
            self.turn = (1..=count).map(|step| (seat + step) % count).find(|seat| self.can_play(*seat));
            if self.turn.is_some() {
                return;
            }
            self.goes_up = !self.goes_up;
        }
        self.begin();
    }

    fn can_play(&self, seat: usize) -> bool {
        self.hands[seat].iter().any(|card| self.fits(*card))
    }

    fn fits(&self, card: MystiqueCard) -> bool {
        let top = self.top.expect("a card lies there");
        let alike = card.colour() == top.colour() || card.suit() == top.suit();
        let goes = if self.goes_up { card.number() >= top.number() } else { card.number() <= top.number() };
        alike && goes
    }
}

#[test]
fn whole_games_go_as_the_rules_tell() {
    let (mut begun, mut turned) = (0, 0);
    for (count, number) in (2..=6).flat_map(|count| (0..20).map(move |number| (count, number))) {
        let mut rng = GameRng::from_number(1000 * count as u64 + number);
        let mut deck: Vec<MystiqueCard> = cards_for(seats(count)).iter().collect();
        rng.shuffle(&mut deck);
        let text = deck.iter().map(|card| card.to_string()).collect::<Vec<_>>().join(" ");
        let deal = Deal { deck: text };
        let mut game = UpAndDown::deal(&NoOptions::default(), seats(count), Some(&deal), &mut rng).expect("a deal");
        let mut told = Told::of(&deck, count);
        loop {
            assert_eq!(game.turn().map(Seat::index), told.turn);
            assert_eq!((game.table.top, game.table.slope == Slope::Up), (told.top, told.goes_up));
            for (number, hand) in told.hands.iter().enumerate() {
                let seat = seat(number as u8);
                assert_eq!(game.table.cards.hand(seat), hand.iter().copied().collect());
                assert_eq!(game.table.left(seat), told.decks[number].len());
            }
            let Some(turn) = game.turn() else { break };
            let fits: MystiqueSet = told.hands[turn.index()].iter().copied().filter(|card| told.fits(*card)).collect();
            let legal = game.legal_moves(turn);
            assert_eq!(legal.listed().iter().map(|mv| mv.0).collect::<MystiqueSet>(), fits);
            let Move(card) = *rng.pick(legal.listed()).expect("a move");
            let events = game.apply(turn, &Move(card), &mut rng);
            begun += events.iter().filter(|event| matches!(event, Event::Began { .. })).count();
            turned += events.iter().filter(|event| matches!(event, Event::Turned { .. })).count();
            told.play(turn.index(), card);
        }
        assert_eq!(game.table.winner.map(Seat::index), Some(told.last));
    }
    assert!(begun > 5 && turned > 100, "{begun} new starts, {turned} turns");
}

#[test]
fn everything_but_the_decks_is_open_to_all_and_the_computer_is_not_handed_over() {
    let session = two();
    let game = session.game();
    let [one, other, public] =
        [Viewer::Seat(seat(0)), Viewer::Seat(seat(1)), Viewer::Public].map(|who| game.view(who).table);
    assert_eq!((&one, &other), (&public, &public));
    for number in 0..2 {
        assert_eq!(one.cards.hand(seat(number)), hand(&session, number));
        assert!(one.cards.known(SlopeZone::Deck(seat(number))).is_empty());
        assert!(!game.is_private(seat(number)));
    }
}

#[test]
fn a_deal_that_is_no_deck_is_refused() {
    let whole = |count: usize| cards_for(seats(count)).to_string();
    let why = |count: usize, deck: String| loaded(count, Some(Deal { deck })).expect_err("refused");
    assert!(why(2, whole(4)).contains("1yM' is not one of its 60 cards"), "{}", why(2, whole(4)));
    assert!(why(4, whole(2)).contains("60 of 120 cards; 1yM' is missing"), "{}", why(4, whole(2)));
    assert!(why(2, whole(2).replace("5bC", "1yM")).contains("appears twice"));
}

#[test]
fn records_that_break_a_rule_are_refused_with_the_move_and_the_reason() {
    let Deal { deck } = deal_with(&["3yM 4yA 1yS 2bS 5bS", "2yC 4bM 1rA 3rA 4rA"]);
    let error = |moves: &str| {
        let text = format!(
            "(parlour: 1, game: \"up-and-down\", rules: 1, seed: \"x\", seats: [(name: \"A\"), (name: \"B\")], deal: (deck: \
             \"{deck}\"), moves: [{moves}])"
        );
        Session::<UpAndDown>::from_text(&text).expect_err("refused").to_string()
    };
    for (moves, at, why) in [
        ("(1, \"play 4bM\")", "move 1", "not seat 1's turn"),
        ("(0, \"play 2bS\")", "move 1", "neither the colour nor the suit"),
        ("(0, \"play 3yM\"), (1, \"play 1rA\")", "move 2", "neither the colour nor the suit"),
        ("(0, \"play 1yS\")", "move 1", "the slope goes uphill"),
        ("(0, \"play 3yM'\")", "move 1", "you do not hold the silver three of yellow moons"),
        ("(0, \"pass\")", "move 1", "passes without a move"),
    ] {
        let error = error(moves);
        assert!(error.contains(at) && error.contains(why), "{moves}: {error}");
    }
}

#[test]
fn the_summary_says_which_way_it_goes_and_how_many_cards_are_left() {
    assert_eq!(two().game().summary(), "It goes up. Cards left in the decks in seat order: 26, 25.");
}

#[test]
fn the_slope_and_the_race_are_drawn_and_each_deck_has_its_number() {
    for (room, count) in [Room::NARROWEST, Room::USUAL, Room::WIDEST]
        .into_iter()
        .flat_map(|room| (2..=6).map(move |count| (room, count)))
    {
        let game = loaded(count, None).expect("a deal").game().clone();
        for who in [Viewer::Seat(seat(1)), Viewer::Public] {
            let layout = UpAndDown::layout(&game.view(who), room);
            assert_eq!(layout.fault(), None, "{count} seats in {room:?}");
            let arrow = layout.arrow.expect("the slope");
            assert_eq!(arrow.to.1 < arrow.from.1, game.table.slope == Slope::Up, "{arrow:?}");
            let race = layout.race.as_ref().expect("the race");
            for (lane, seat) in race.lanes.iter().zip(seats(count).iter()) {
                let left = game.table.left(seat);
                assert_eq!((usize::from(lane.seat), lane.figure.clone()), (seat.index(), format!("{left} left")));
                let deck = layout.area(AreaId::of(CardArea::Pile(lane.seat))).expect("a deck");
                assert!(deck.name.ends_with(&format!("deck, {left} left")), "{}", deck.name);
                assert!(layout.labels.iter().any(|label| label.text == left.to_string()));
            }
            let material = if count < 4 { Material::Mystique } else { Material::MystiqueTwice };
            assert_eq!(layout.material, material);
        }
    }
}

/// Left, right, upper and lower edge.
type Edges = [f32; 4];

#[test]
fn nothing_on_the_table_lies_on_anything_else() {
    for (room, count) in [Room::NARROWEST, Room::USUAL, Room::of(960.0, 412.0), Room::WIDEST]
        .into_iter()
        .flat_map(|room| (2..=6).map(move |count| (room, count)))
    {
        let game = loaded(count, None).expect("a deal").game().clone();
        let layout = UpAndDown::layout(&game.view(Viewer::Seat(seat(0))), room);
        let edges = |(x, y): (f32, f32), (wide, high): (f32, f32)| -> Edges {
            [x - wide / 2.0, x + wide / 2.0, y - high / 2.0, y + high / 2.0]
        };
        // In a small window plates grow; what lies above them may be covered by a little there.
        let (wide, _) = layout.plate_growth(f32::MAX);
        let plates = layout.plates.iter().map(|plate| edges(plate.centre, (plate.size.0 * wide, plate.size.1)));
        let is_laid =
            |area: &&parlour::layout::Area| !matches!(area.id.to(), Some(CardArea::Middle | CardArea::Own(_)));
        let areas = layout.areas.iter().filter(is_laid).map(|area| edges(area.centre, area.size));
        let race = layout.race.as_ref().expect("the race");
        let last = race.at(race.lanes.len() - 1, 1.0);
        let lanes = [race.start.0, last.0 + 78.0, race.start.1 - 11.0, last.1 + 11.0];
        let arrow = layout.arrow.expect("the slope");
        let (left, right) = (arrow.from.0.min(arrow.to.0), arrow.from.0.max(arrow.to.0));
        let (upper, lower) = (arrow.from.1.min(arrow.to.1), arrow.from.1.max(arrow.to.1));
        let all: Vec<Edges> = plates.chain(areas).chain([lanes, [left, right, upper, lower]]).collect();
        for (number, one) in all.iter().enumerate() {
            let lies_on =
                |other: &&Edges| one[0] < other[1] && other[0] < one[1] && one[2] < other[3] && other[2] < one[3];
            let other = all[..number].iter().find(lies_on);
            assert!(other.is_none(), "{count} seats in {room:?}: {one:?} on {other:?}");
        }
    }
}

#[test]
fn what_is_forced_is_shown_moment_by_moment_and_looked_at() {
    let before = stuck();
    let mut session = before.clone();
    let events = play(&mut session, 0, "play 5yS");
    let (from, to) = (before.game().view(Viewer::Public), session.game().view(Viewer::Public));
    let beats = UpAndDown::beats(&from, &events, &to, Room::USUAL);
    assert_eq!(beats.len(), events.len());
    assert_eq!(beats.last().map(|beat| beat.layout.clone()), Some(UpAndDown::layout(&to, Room::USUAL)));
    let said: Vec<Vec<&str>> =
        beats.iter().map(|beat| beat.floats.iter().map(|(_, words)| words.as_str()).collect()).collect();
    let passes = vec!["Pass", "Pass"];
    let expected =
        [vec![], vec![], passes.clone(), vec!["Now downhill"], passes, vec!["The highest card begins"], vec![]];
    assert_eq!(said, expected);
    assert!(beats[2..6].iter().all(|beat| beat.hold > 0.0));
    let arrow = |beat: usize| beats[beat].layout.arrow.map(|arrow| arrow.to.1 < arrow.from.1);
    assert_eq!((arrow(2), arrow(3), arrow(5)), (Some(true), Some(false), Some(true)));
}

#[test]
fn a_card_that_is_drawn_turns_over_on_its_way_from_its_deck() {
    let mut session = two();
    play(&mut session, 0, "play 3yM");
    let layout = UpAndDown::layout(&session.game().view(Viewer::Seat(seat(0))), Room::USUAL);
    let drawn = layout.piece(piece_of(card("5bS"))).expect("in the hand");
    assert_eq!(drawn.was, Some(PieceId::of(CardPiece::Pile(0, 25))));
    assert!(layout.piece(PieceId::of(CardPiece::Pile(0, 25))).is_none(), "it is no longer on the deck");
    assert!(layout.piece(PieceId::of(CardPiece::Pile(0, 24))).is_some_and(|piece| piece.face == Face::Back));
}

#[test]
fn the_deal_is_shown_before_the_highest_card_begins() {
    let session = two();
    let view = session.game().view(Viewer::Public);
    let beats = UpAndDown::opening(&view, Room::USUAL);
    let first = &beats.first().expect("a deal").layout;
    let begins = first.piece(piece_of(card("2yC"))).expect("open");
    assert_eq!(begins.area.to(), Some(CardArea::Hand(1)));
    assert!(first.piece(piece_of(card("4rA"))).is_none(), "it is still in the deck");
    assert!(beats.iter().any(|beat| beat.hold > 0.0 && !beat.floats.is_empty()));
}

#[test]
fn pointing_at_a_card_lights_what_could_answer_it() {
    let session = two();
    let view = session.game().view(Viewer::Seat(seat(0)));
    let preview = UpAndDown::preview(&view, &mv("play 3yM"));
    assert_eq!(preview.marks, [(piece_of(card("4bM")), Mark::Answers)]);
    assert_eq!(with_names(&preview.sentence, &["You", "Ada"]), "Ada could answer");
    // Arms that are red: two of them are no lower than the card.
    let preview = UpAndDown::preview(&view, &mv("play 4yA"));
    assert_eq!(preview.marks, [(piece_of(card("4rA")), Mark::Answers)]);
}

#[test]
fn pointing_at_a_card_lights_the_cards_of_the_first_who_can_answer_alone() {
    let session = dealt(&["3yM 3yA 1rA 1bS 1rM", "4rM 1rS 2rS 3rS 2rM", "2yC 4bM 5bA 1bM 2bM"]);
    let view = session.game().view(Viewer::Seat(seat(0)));
    let said = |text: &str| {
        let preview = UpAndDown::preview(&view, &mv(text));
        (preview.marks, with_names(&preview.sentence, &["You", "Ada", "Ben"]))
    };
    let lit = |text: &str| vec![(piece_of(card(text)), Mark::Answers)];
    // Ben holds a moon, too, but Ada must play hers.
    assert_eq!(said("play 3yM"), (lit("4rM"), "Ada could answer".to_owned()));
    assert_eq!(said("play 3yA"), (lit("5bA"), "Ada would pass, and Ben could answer".to_owned()));
}

#[test]
fn pointing_at_a_card_that_nobody_can_answer_says_what_happens_then() {
    let says = |session: &Session<UpAndDown>, text: &str| {
        let view = session.game().view(Viewer::Seat(seat(0)));
        UpAndDown::preview(&view, &mv(text)).sentence
    };
    let mut session = two();
    play(&mut session, 0, "play 3yM");
    play(&mut session, 1, "play 4bM");
    let turns = "Nobody could answer: unless you draw a card that fits, the slope turns downhill";
    assert_eq!(says(&session, "play 5bS"), turns);
    let begins = "Nobody could answer, uphill or downhill: unless you draw a card that fits, the highest card in any hand begins";
    assert_eq!(says(&stuck(), "play 5yS"), begins);
}

#[test]
fn the_prompt_says_what_fits() {
    let view = two().game().view(Viewer::Seat(seat(0)));
    assert_eq!(UpAndDown::prompt(&view), "Going uphill, play yellow or crowns, 2 or higher");
}

#[test]
fn at_the_end_of_the_numbers_prompt_and_caption_say_that_only_one_number_fits() {
    let mut view = two().game().view(Viewer::Seat(seat(0)));
    for (top, slope, what_fits) in [
        ("5rM", Slope::Up, "a palm that is red or has moons"),
        ("1rM", Slope::Down, "an ace that is red or has moons"),
        ("5rM", Slope::Down, "red or moons, 5 or lower"),
    ] {
        (view.table.top, view.table.slope) = (Some(card(top)), slope);
        let goes = if slope == Slope::Up { "uphill" } else { "downhill" };
        assert_eq!(UpAndDown::prompt(&view), format!("Going {goes}, play {what_fits}"));
        let caption = capitalised(&format!("{goes}: {what_fits}"));
        let labels = UpAndDown::layout(&view, Room::USUAL).labels;
        assert!(labels.iter().any(|label| label.text == caption), "{labels:?}");
    }
}

#[test]
fn a_line_of_the_log_says_for_how_many_cards_it_went_uphill_and_who_played_last() {
    let told = |mut session: Session<UpAndDown>, moves: &[(u8, &str)]| -> Vec<String> {
        for (number, text) in moves {
            play(&mut session, *number, text);
        }
        let log = log_of(&TableSession::told_opening(&session), &TableSession::told_moves(&session));
        let names = [0, 1].map(|number: usize| session.players()[number].name.as_str());
        log.iter().filter(|entry| !entry.within.is_empty()).map(|entry| entry.line.spoken(&names)).collect()
    };
    let up = [(0, "play 3yM"), (1, "play 4bM"), (0, "play 5bS")];
    let down = [(0, "play 3yS"), (0, "play 2bS"), (0, "play 1yS")];
    assert_eq!(told(two(), &up), ["Uphill, 4 cards; P0 played last"], "the one that began among them");
    let all: Vec<(u8, &str)> = up.into_iter().chain(down).collect();
    assert_eq!(told(two(), &all), ["Uphill, 4 cards; P0 played last", "Downhill, 3 cards; P0 played last"]);
    assert_eq!(told(stuck(), &[(0, "play 5yS")]).len(), 1);
}

proptest! {
    #[test]
    fn any_text_is_a_move_or_refused_with_an_example(text in "\\PC{0,24}") {
        match UpAndDown::read_move(&text) {
            Ok(mv) => prop_assert_eq!(UpAndDown::read_move(&mv.to_string()), Ok(mv)),
            Err(error) => prop_assert!(error.to_string().contains("play 3rC")),
        }
    }
}
