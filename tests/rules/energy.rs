//! Mystique Energy: the rulebook's sentences and the rulings, and the board against plain counting.

use std::collections::{BTreeMap, BTreeSet};

use parlour::cards::{Attribute, CardBits, MystiqueCard, MystiqueSet};
use parlour::engine::game::{Bots, Cancel, Game, NoOptions, Observation};
use parlour::engine::outcome::Stage;
use parlour::engine::record::{Player, Record};
use parlour::engine::rng::GameRng;
use parlour::engine::rounds::shuffled;
use parlour::engine::seats::{BotLevel, Seat, SeatSet, Seats, Viewer};
use parlour::engine::session::Session;
use parlour::engine::tabletop::Tabletop;
use parlour::engine::zones::Moved;
use parlour::games::energy::MystiqueEnergy;
use parlour::games::energy::board::{COUNTED, HexBoard};
use parlour::games::energy::rules::{Deal, EnergyZone, Event, Move, in_factors};
use parlour::hex::Hex;
use parlour::layout::{AreaId, AreaLook, BoardArea, Room, Weight, card_of};
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

fn loaded(seats: usize, deck: Option<&str>) -> Result<Session<MystiqueEnergy>, String> {
    let players = (0..seats).map(|number| Player::person(format!("P{number}"))).collect();
    let deal = deck.map(|deck| Deal { deck: deck.to_owned() });
    let (seed, options, moves) = ("energy".to_owned(), NoOptions::default(), Vec::new());
    let record = Record { deal, moves, ..Record::new(seed, options, players) };
    Session::load(record).map_err(|error| error.to_string())
}

/// A game with these cards first in the deck, then all others.
fn dealt(seats: usize, first: &str) -> Session<MystiqueEnergy> {
    let rest = MystiqueSet::DECK.without(first.parse().expect("cards"));
    loaded(seats, Some(&format!("{first} {rest}"))).expect("a deal")
}

fn play(session: &mut Session<MystiqueEnergy>, number: u8, text: &str) -> Vec<Event> {
    session.play(seat(number), mv(text)).unwrap_or_else(|illegal| panic!("{text}: {illegal}")).to_vec()
}

fn why(session: &Session<MystiqueEnergy>, number: u8, text: &str) -> String {
    session.check(seat(number), &mv(text)).expect_err("refused").why
}

/// A board of random cards, each on a random open hex.
fn random_board(rng: &mut GameRng, cards: usize) -> HexBoard {
    let mut board = HexBoard::default();
    for card in shuffled(MystiqueSet::DECK, rng).into_iter().take(cards) {
        let hex = *rng.pick(board.field.open()).expect("an open hex");
        board.lay(hex, card);
    }
    board
}

/// The largest group with an attribute, by flooding from every card.
fn flooded(board: &HexBoard, attribute: Attribute) -> usize {
    let having: BTreeSet<Hex> =
        board.cards().iter().filter(|(_, card)| attribute.cards().contains(*card)).map(|(hex, _)| *hex).collect();
    let flood = |from: &Hex| {
        let (mut seen, mut next) = (BTreeSet::from([*from]), vec![*from]);
        while let Some(hex) = next.pop() {
            for (q, r) in [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)] {
                let near = Hex::new(hex.q + q, hex.r + r);
                if having.contains(&near) && seen.insert(near) {
                    next.push(near);
                }
            }
        }
        seen.len()
    };
    having.iter().map(flood).max().unwrap_or(0)
}

/// The hexes that touch two cards, by looking at every hex anywhere near.
fn open_by_force(board: &HexBoard) -> Vec<Hex> {
    let cards: BTreeMap<Hex, MystiqueCard> = board.cards().iter().copied().collect();
    let touching = |hex: Hex| hex.neighbours().iter().filter(|near| cards.contains_key(near)).count();
    let needed = cards.len().min(2);
    let all = (-31..=31).flat_map(|q| (-31..=31).map(move |r| Hex::new(q, r)));
    all.filter(|hex| !cards.contains_key(hex) && touching(*hex) >= needed)
        .filter(|hex| needed > 0 || *hex == Hex::default())
        .collect()
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn groups_agree_with_a_flood_fill_on_ten_thousand_boards() {
    let mut rng = GameRng::from_number(60);
    for number in 0..10_000 {
        let board = random_board(&mut rng, 1 + number % 58);
        for attribute in Attribute::all() {
            assert_eq!(usize::from(board.largest(attribute)), flooded(&board, attribute), "{attribute} of {board:?}");
            assert_eq!(board.members(attribute).len(), flooded(&board, attribute));
        }
    }
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn open_hexes_are_those_of_plain_counting() {
    let mut rng = GameRng::from_number(2);
    for number in 0..600 {
        let board = random_board(&mut rng, number % 59);
        assert_eq!(board.field.open(), open_by_force(&board), "{board:?}");
    }
}

#[test]
fn what_a_group_would_grow_to_is_what_it_grows_to() {
    let mut rng = GameRng::from_number(3);
    for number in 0..500 {
        let board = random_board(&mut rng, 1 + number % 40);
        let left = MystiqueSet::DECK.without(board.cards().iter().map(|(_, card)| *card).collect());
        let card = left.iter().next().expect("a card");
        let hex = *rng.pick(board.field.open()).expect("an open hex");
        let mut after = board.clone();
        after.lay(hex, card);
        for kind in parlour::cards::AttributeKind::ALL {
            let attribute = card.attribute(kind);
            let grown = board.grown(hex, attribute);
            assert_eq!(after.largest(attribute), board.largest(attribute).max(grown));
            assert_eq!(board.joined(hex, attribute).len() + 1, usize::from(grown));
        }
    }
}

/// "Ann’s energy card is a palm of blue": the largest group of blue has 5 cards, of her suit 3, of palms 1: 5 × 3 × 1 = 15.
#[test]
fn the_rulebooks_example_scores_fifteen() {
    let mut board = HexBoard::default();
    let laid = [
        ((0, 0), "1bM"),
        ((1, 0), "2bM"),
        ((0, 1), "3bM"),
        ((1, -1), "4bC"),
        ((2, -1), "1bC"),
        ((-1, 1), "5rS"),
        ((0, -1), "1rA"),
        ((-1, 0), "2rA"),
        ((-1, -1), "3yA"),
        ((-2, 1), "4yC"),
        ((2, 0), "2yS"),
        ((1, 1), "3rS"),
    ];
    for ((q, r), text) in laid {
        let hex = Hex::new(q, r);
        assert!(board.field.open().contains(&hex), "{text} touches two");
        board.lay(hex, card(text));
    }
    assert_eq!(board.cards().len(), 12);
    assert_eq!(board.groups_for(card("5bA")), [5, 3, 1]);
    assert_eq!(board.product(card("5bA")), 15);
    assert_eq!(in_factors(&board, Some(card("5bA"))), "5 × 3 × 1 = 15");
}

#[test]
fn everybody_draws_an_energy_card_then_a_playing_card() {
    let session = dealt(2, "5bA 2yM 3bC 4yS 1bM");
    let game = session.game();
    assert_eq!((game.energy(seat(0)), game.energy(seat(1))), (Some(card("5bA")), Some(card("2yM"))));
    assert_eq!((game.playing_card(seat(0)), game.playing_card(seat(1))), (Some(card("3bC")), Some(card("4yS"))));
    assert!(loaded(1, None).is_err() && loaded(7, None).is_err());
}

#[test]
fn the_first_card_lies_at_0_0_the_second_touches_it_and_all_others_touch_two() {
    let mut session = dealt(3, "5bA 2yM 1yM 3bC 4yS 5yS 1bM");
    assert_eq!(why(&session, 0, "place 1,0"), "the first card goes in the middle, at 0,0");
    play(&mut session, 0, "place 0,0");
    assert_eq!(why(&session, 1, "place 2,0"), "the second card must touch the first");
    assert_eq!(why(&session, 1, "place 0,0"), "there is already a card there");
    assert_eq!(session.game().moves(seat(1)).listed().len(), 6);
    play(&mut session, 1, "place -1,1");
    assert_eq!(why(&session, 2, "place 1,0"), "a card must touch at least two others");
    assert_eq!(why(&session, 2, "place 127,-127"), "a card must touch at least two others");
    let two: Vec<String> = session.game().moves(seat(2)).listed().iter().map(Move::to_string).collect();
    assert_eq!(two, ["place -1,0", "place 0,1"]);
    play(&mut session, 2, "place 0,1");
}

#[test]
fn the_last_card_of_each_seat_says_whose_it_is_and_the_newest_is_marked() {
    let mut session = dealt(3, "5bA 2yM 3bC");
    for number in 0..5 {
        let moves = session.game().moves(seat(number % 3));
        let first = moves.listed().first().expect("a move").to_string();
        play(&mut session, number % 3, &first);
    }
    let layout = MystiqueEnergy::layout(&session.game().view(Viewer::Seat(seat(1))), Room::USUAL);
    let board = session.game().view(Viewer::Referee).table.board.clone();
    let owned = |(hex, _): &(Hex, MystiqueCard)| {
        let area = layout.area(AreaId::of(BoardArea::Place(*hex))).expect("its area");
        (area.owner, area.look == AreaLook::Latest)
    };
    let owners: Vec<_> = board.cards().iter().map(owned).collect();
    assert_eq!(owners, [(None, false), (None, false), (Some(2), false), (Some(0), false), (Some(1), true)]);
}

#[test]
fn after_laying_a_card_its_player_draws_the_next_one_unseen_by_others() {
    let mut session = dealt(2, "5bA 2yM 3bC 4yS 1bM");
    let events = play(&mut session, 0, "place 0,0");
    let drawn = Moved::of(EnergyZone::Deck, EnergyZone::Hand(seat(0)), MystiqueSet::of_one(card("1bM")));
    assert_eq!(events[1], Event::Drew(drawn));
    let hidden = MystiqueEnergy::redact(&events[1], Viewer::Seat(seat(1)));
    assert_eq!(hidden, Some(Event::Drew(Moved { cards: MystiqueSet::EMPTY, ..drawn })));
    assert_eq!(session.acting(), SeatSet::only(seat(1)));
    let view = session.game().view(Viewer::Seat(seat(1)));
    assert_eq!((view.table.energy(seat(0)), view.table.energy(seat(1))), (None, Some(card("2yM"))));
}

fn finished(number: usize, seats: usize) -> Session<MystiqueEnergy> {
    let deck: Vec<String> = shuffled(MystiqueSet::DECK, &mut GameRng::from_number(number as u64))
        .iter()
        .map(|card| card.to_string())
        .collect();
    let mut session = loaded(seats, Some(&deck.join(" "))).expect("a deal");
    let mut rng = GameRng::from_number(number as u64);
    while let Some(turn) = session.game().turn() {
        let mv = *rng.pick(session.game().moves(turn).listed()).expect("a move");
        session.play(turn, mv).expect("a listed move");
    }
    session
}

#[test]
fn the_game_ends_with_the_last_playing_card_and_the_lowest_product_wins() {
    for seats in 2..=6 {
        for number in 0..40 {
            let session = finished(number, seats);
            let game = session.game();
            assert_eq!(game.table.board.cards().len(), 60 - seats, "everybody laid equally many");
            assert!((0..seats).all(|number| game.playing_card(seat(number as u8)).is_none()));
            let products = game.products();
            let lowest = products.iter().min().expect("products");
            let Stage::Over(outcome) = game.stage() else { panic!("over") };
            let winner = outcome.winners[0].index();
            assert_eq!((outcome.winners.len(), products[winner]), (1, *lowest));
            // Who laid the last card first wins a tie: they are laid in seat order.
            assert!(products[..winner].iter().all(|other| other > lowest));
            assert_eq!(game.scores(), products.iter().map(|product| -product).collect::<Vec<_>>());
        }
    }
}

#[test]
fn a_tie_goes_to_whoever_laid_the_last_card_first() {
    let tied = (0..2000).map(|number| finished(number, 3)).find(|session| {
        let products = session.game().products();
        products[1] == products[2] && products[1] < products[0]
    });
    let session = tied.expect("a tie between the last two");
    let Stage::Over(outcome) = session.game().stage() else { panic!("over") };
    assert_eq!(outcome.winners, [seat(1)]);
    assert!(outcome.reason.contains("last card was laid first"), "{}", outcome.reason);
}

#[test]
fn energies_are_secret_until_the_end_and_shown_then() {
    let mut session = dealt(2, "5bA 2yM 3bC 4yS 1bM");
    play(&mut session, 0, "place 0,0");
    let expected = serde_json::json!({
        "board": [[0, 0, "3bC"]], "energy": [null, null], "groups": [null, null], "points": [null, null],
    });
    assert_eq!(session.game().state(), expected);
    assert_eq!(session.game().scores(), [0, 0]);
    let session = finished(1, 2);
    let (game, last) = (session.game(), session.turns().last().expect("a move"));
    let energies = [game.energy(seat(0)), game.energy(seat(1))].into_iter().flatten().collect();
    assert_eq!(last.events.last(), Some(&Event::Shown { energies }));
    let (state, products) = (game.state(), game.products());
    assert_eq!(state["points"], serde_json::json!(products.as_slice()));
    assert_eq!(
        state["groups"][0],
        serde_json::json!(game.table.board.groups_for(game.energy(seat(0)).expect("a card")))
    );
}

#[test]
fn at_the_end_the_three_groups_of_each_player_are_shown_one_after_the_other() {
    let session = finished(7, 3);
    let game = session.game();
    let exhibits = MystiqueEnergy::finale(&game.view(Viewer::Public)).exhibits;
    // For each of three players three groups and their product; then who won.
    assert_eq!(exhibits.len(), 3 * 4 + 1, "{exhibits:?}");
    for (number, shown) in (0u8..).zip(exhibits.chunks_exact(4)) {
        let energy = game.energy(seat(number)).expect("it is shown");
        let (groups, product) = (game.table.board.groups_for(energy), game.table.board.product(energy));
        for ((group, size), kind) in shown.iter().zip(groups).zip(COUNTED) {
            assert_eq!((group.figure.clone(), group.weight), (size.to_string(), Weight::Part));
            let cards: Vec<MystiqueCard> = group.spots.pieces.iter().filter_map(|piece| card_of(*piece)).collect();
            assert_eq!(cards.len(), usize::from(size), "{group:?}");
            assert!(cards.iter().all(|card| card.attribute(kind) == energy.attribute(kind)), "{group:?}");
            assert!(group.spots.seats == [number], "whose it is: {group:?}");
        }
        assert!(shown[3].figure.ends_with(&format!("= {product}")), "{:?}", shown[3]);
    }
    let last = exhibits.last().expect("who won");
    let lowest = game.products().iter().min().copied().expect("a product");
    assert_eq!((last.figure.clone(), last.weight), (lowest.to_string(), Weight::Sum));
    assert!(last.spots.seats.contains(&(game.winner().index() as u8)));
}

#[test]
fn the_board_fits_the_table_however_it_grows() {
    let mut rng = GameRng::from_number(9);
    for seats in 2..=6 {
        for strip in [false, true] {
            let mut session = loaded(seats, None).expect("a deal");
            while let Some(turn) = session.game().turn() {
                let moves = session.game().moves(turn);
                // A strip, as long as can be, or anything.
                let mv = if strip {
                    *moves.listed().last().expect("a move")
                } else {
                    *rng.pick(moves.listed()).expect("a move")
                };
                session.play(turn, mv).expect("a listed move");
                for who in (0..seats as u8).map(seat) {
                    let layout = MystiqueEnergy::layout(&session.game().view(Viewer::Seat(who)), Room::USUAL);
                    assert_eq!(layout.fault(), None);
                }
            }
        }
    }
}

#[test]
fn hexes_have_one_text_each() {
    for text in ["0,0", "-3,12", "31,-31"] {
        assert_eq!(text.parse::<Hex>().expect("a hex").to_string(), text);
    }
    for text in ["", "1", "1,", "+1,0", "01,0", "1, 0", "1,0,0", "200,0", "٣,0", "-0,1"] {
        assert!(text.parse::<Hex>().is_err(), "{text}");
        assert!(
            MystiqueEnergy::read_move(&format!("place {text}"))
                .expect_err("no move")
                .to_string()
                .contains("place 1,-1")
        );
    }
}

#[test]
fn a_deck_that_does_not_fit_is_refused_with_what_is_wrong() {
    let wrong = |deck: &str| loaded(2, Some(deck)).expect_err("refused");
    assert!(wrong("1yM 2yM").contains("2 of 60 cards; 3yM is missing"));
    assert!(wrong("1yM 1yM").contains("1yM appears twice"));
    assert!(wrong("1yM'").contains("1yM' is not one of its 60 cards"));
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn hard_bots_keep_their_own_groups_small() {
    let seats = Seats::new(2).expect("seats");
    let mut game =
        MystiqueEnergy::deal(&NoOptions::default(), seats, None, &mut GameRng::from_number(5)).expect("a deal");
    let mut bots = [MystiqueEnergy::bot(BotLevel::Hard), MystiqueEnergy::bot(BotLevel::Random)];
    while let Some(turn) = game.turn() {
        let (view, legal) = (game.view(Viewer::Seat(turn)), game.moves(turn));
        let observation = Observation { seat: turn, view: &view, seen: &[], legal: &legal };
        let mv = bots[turn.index()].choose(&observation, 5, &Cancel::new()).expect("a move");
        game.apply(turn, &mv, &mut GameRng::from_number(0));
    }
    let products = game.products();
    assert!(2 * products[0] < products[1], "{products:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_text_is_a_move_or_an_error(text in "(place )?\\PC{0,12}") {
        if let Ok(mv) = text.parse::<Move>() {
            prop_assert_eq!(mv.to_string(), text);
        }
    }

    /// A move that is not allowed changes nothing, wherever it points.
    #[test]
    fn hexes_far_away_are_refused(q in any::<i8>(), r in any::<i8>(), laid in 0usize..40) {
        let mut rng = GameRng::from_number(laid as u64);
        let board = random_board(&mut rng, laid);
        let hex = Hex::new(q, r);
        if !board.field.open().contains(&hex) && board.field.at(hex).is_none() && hex.neighbours().iter().all(|near| board.field.at(*near).is_none()) {
            prop_assert_eq!(board.field.touching(hex).count(), 0);
            let joined = board.joined(hex, Attribute::Number(3));
            prop_assert!(joined.is_empty());
        }
    }
}

/// What those hear who cannot see the table.
#[test]
fn the_table_is_described_area_by_area() {
    let mut session = dealt(2, "5bA 2yM 3bC 4yS 1bM 2rM");
    play(&mut session, 0, "place 0,0");
    let view = session.game().view(Viewer::Seat(seat(1)));
    let described = with_names(&MystiqueEnergy::described(&view), &["Ada", "You"]);
    assert_eq!(
        described,
        "Ada: 1 card laid. You: 0 × 0 × 0 = 0. Hex 0,0: three of blue crowns. Stock: 55 face down; 55 left. Ada’s \
         card to lay: 1 face down. Ada’s energy card: 1 face down. Your card to lay: four of yellow suns; To lay. \
         Your energy card: two of yellow moons; Your energy."
    );
}
