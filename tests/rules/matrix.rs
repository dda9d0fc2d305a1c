//! Matrix Solitaire by the sentences of its rulebook and of the rulings.
//!
//! Boards are written as they look: rows from the top, columns from the left, `--` for an empty slot.

use parlour::cards::{Card, Suit, cards_to_text, parse_cards};
use parlour::engine::conformance::unreachable_by_gesture;
use parlour::engine::game::{Game, Moves};
use parlour::engine::outcome::Stage;
use parlour::engine::seats::{Seat, Viewer};
use parlour::engine::tabletop::Tabletop;
use parlour::games::matrix::board::{Board, PlayStep, Slot, rate};
use parlour::games::matrix::rules::{Ending, Event, MatrixSolitaire, Play, title};
use parlour::layout::Room;
use proptest::prelude::*;

fn board(text: &str) -> Board {
    let mut board = Vec::new();
    for (row_from_top, line) in text.split('/').enumerate() {
        for (column, word) in line.split_whitespace().enumerate() {
            let slot = Slot::new(column as u8, 2 - row_from_top as u8).expect("three rows of three");
            if word != "--" {
                board.push((slot, word.parse::<Card>().expect("a card")));
            }
        }
    }
    Board::with(board)
}

fn slot(text: &str) -> Slot {
    text.parse().expect("a slot")
}

fn card(text: &str) -> Card {
    text.parse().expect("a card")
}

/// The slots that the card may be laid on, as text.
fn open(position: &str, of: &str) -> String {
    let slots: Vec<String> = Slot::of_mask(board(position).open_to(card(of))).map(|slot| slot.to_string()).collect();
    slots.join(" ")
}

fn why_not(position: &str, of: &str, at: &str) -> String {
    board(position).check(card(of), slot(at)).expect_err("barred").to_string()
}

/// The board after a play, and its points.
#[track_caller]
fn play(position: &str, of: &str, at: &str) -> (String, u16) {
    let mut board = board(position);
    assert_eq!(board.check(card(of), slot(at)), Ok(()));
    let tally = board.play(card(of), slot(at));
    (format!("{board:?}"), tally.points())
}

#[track_caller]
fn plays_to(position: &str, of: &str, at: &str, after: &str, points: u16) {
    assert_eq!(play(position, of, at), (after.to_owned(), points));
}

// Where a card may go.

#[test]
fn cards_have_weight_and_go_to_the_bottom_or_directly_above_a_card() {
    assert_eq!(open("-- -- -- / -- -- -- / -- -- --", "7C"), "a1 b1 c1");
    assert_eq!(open("-- -- -- / -- 4D -- / 2S 3D --", "7C"), "a2 b3 c1");
    assert!(why_not("-- -- -- / -- -- -- / -- -- --", "7C", "b2").contains("only a heart can float"));
}

#[test]
fn hearts_can_be_played_to_any_empty_point() {
    assert_eq!(open("-- -- -- / -- -- -- / 2S -- --", "7H"), "a2 a3 b1 b2 b3 c1 c2 c3");
    plays_to("-- -- -- / -- -- -- / -- -- --", "7H", "c3", "-- -- 7H / -- -- -- / -- -- --", 0);
    assert!(why_not("-- -- -- / -- -- -- / 2S -- --", "7H", "a1").contains("only a spade"));
}

#[test]
fn a_slot_under_a_floating_heart_counts_like_any_other() {
    let floating = "-- -- 7H / -- 5H -- / -- -- --";
    assert_eq!(open(floating, "7C"), "a1 b1 b3 c1");
    assert!(why_not(floating, "7C", "c2").contains("the middle right slot has nothing under it"));
}

#[test]
fn a_club_may_not_be_played_on_a_card() {
    assert!(why_not("-- -- -- / -- -- -- / 2S -- --", "KC", "a1").contains("only a spade can take it"));
}

// Spades.

#[test]
fn a_spade_takes_a_card_only_if_it_is_of_higher_value() {
    plays_to("-- -- -- / -- -- -- / QD -- --", "KS", "a1", "-- -- -- / -- -- -- / KS -- --", 0);
    assert!(why_not("-- -- -- / -- -- -- / QD -- --", "QS", "a1").contains("does not beat"));
    assert!(why_not("-- -- -- / -- -- -- / QD -- --", "JS", "a1").contains("only takes a lower card"));
}

#[test]
fn the_ace_of_spades_is_low_and_high_at_once() {
    assert_eq!(open("-- -- -- / -- -- -- / KD AD 2C", "AS"), "a1 a2 b2 c1 c2", "above everything but an ace");
    assert_eq!(open("-- -- -- / -- -- -- / KD AD 2C", "2S"), "a2 b1 b2 c2", "a target ace is low");
    assert_eq!(open("-- -- -- / -- -- -- / KD AD 2C", "KS"), "a2 b1 b2 c1 c2");
}

#[test]
fn a_taken_card_is_worth_nothing() {
    let mut game = game_of("2D 3S");
    assert_eq!(play_all(&mut game, "a1 a1"), [0, 0]);
    assert_eq!((game.score(), game.board().len()), (-1, 1));
}

#[test]
fn a_spade_that_takes_a_floating_heart_falls_being_a_spade() {
    plays_to("-- -- -- / -- 5H -- / -- -- --", "9S", "b2", "-- -- -- / -- -- -- / -- 9S --", 0);
}

#[test]
fn a_card_on_a_heart_that_a_spade_took_falls_with_it() {
    plays_to("-- 4C -- / -- 5H -- / -- -- --", "9S", "b2", "-- -- -- / -- 4C -- / -- 9S --", 0);
}

// Diamonds.

#[test]
fn a_diamond_pushes_the_card_and_those_stacked_on_it_up() {
    plays_to("-- -- -- / 4C -- -- / 2S -- --", "9D", "a1", "4C -- -- / 2S -- -- / 9D -- --", 0);
    plays_to("-- -- -- / 4C -- -- / 2S -- --", "9D", "a2", "4C -- -- / 9D -- -- / 2S -- --", 0);
}

#[test]
fn a_diamond_does_not_go_into_a_stack_that_is_three_high() {
    let full = "5C -- -- / 4C -- -- / 2S -- --";
    assert_eq!(open(full, "9D"), "b1 c1");
    assert!(why_not(full, "9D", "a1").contains("out of the top"));
}

#[test]
fn a_diamond_never_pushes_a_card_out_of_the_top() {
    let floating = "7H -- -- / 5H -- -- / -- -- --";
    assert_eq!(open(floating, "9D"), "a1 b1 c1");
    assert!(why_not(floating, "9D", "a2").contains("no room"));
    assert!(why_not(floating, "9D", "a3").contains("no room"));
}

#[test]
fn a_diamond_pushes_only_what_is_stacked_directly() {
    plays_to("7H -- -- / -- -- -- / 2S -- --", "9D", "a1", "7H -- -- / 2S -- -- / 9D -- --", 0);
}

#[test]
fn a_diamond_that_pushed_a_floating_heart_falls_and_the_heart_stays_up() {
    plays_to("-- -- -- / -- 5H -- / -- -- --", "9D", "b2", "-- 5H -- / -- -- -- / -- 9D --", 0);
}

#[test]
fn a_pushed_heart_floats_where_it_was_pushed_to() {
    let (after, _) = play("-- -- -- / -- -- -- / 5H -- --", "9D", "a1");
    assert_eq!(after, "-- -- -- / 5H -- -- / 9D -- --");
}

// Gravity.

#[test]
fn hearts_stay_when_the_cards_under_them_go_and_others_fall() {
    // Three clubs in row 1 go; the heart above b1 stays in mid air, the spade above c1 falls.
    plays_to("-- -- -- / -- 5H 2S / 3C 4C --", "9C", "c1", "-- -- -- / -- 5H -- / -- -- 2S", 3);
}

#[test]
fn cards_rest_on_floating_hearts() {
    plays_to("-- 2S -- / -- 5H -- / 3C -- 4C", "9C", "b1", "-- 2S -- / -- 5H -- / -- -- --", 3);
}

// Chains.

#[test]
fn a_chain_is_connected_up_down_and_sideways_around_corners_but_never_diagonally() {
    plays_to("-- -- -- / 3C -- -- / 4C -- --", "9C", "b1", "-- -- -- / -- -- -- / -- -- --", 3);
    plays_to("-- -- -- / 3C -- -- / 2S 4C --", "9C", "b2", "-- -- -- / -- -- -- / 2S -- --", 3);
    // c2 touches only b1's corner.
    plays_to("-- -- -- / -- -- -- / 4C 5C 2S", "9C", "c2", "-- -- -- / -- -- 9C / 4C 5C 2S", 0);
}

#[test]
fn a_chain_pays_one_two_four_and_eight_points_a_card() {
    assert_eq!((3..=9).map(|size| u16::from(size) * rate(size)).collect::<Vec<_>>(), [3, 8, 20, 48, 56, 64, 72]);
    plays_to("-- -- -- / -- -- -- / 3C -- 4C", "9C", "b1", "-- -- -- / -- -- -- / -- -- --", 3);
    plays_to("-- -- -- / 5C -- -- / 3C -- 4C", "9C", "b1", "-- -- -- / -- -- -- / -- -- --", 8);
    plays_to("-- -- -- / 5C -- 6C / 3C -- 4C", "9C", "b1", "-- -- -- / -- -- -- / -- -- --", 20);
    plays_to("7C -- -- / 5C -- 6C / 3C -- 4C", "9C", "b1", "-- -- -- / -- -- -- / -- -- --", 48);
    plays_to("7C -- 8C / 5C -- 6C / 3C -- 4C", "9C", "b1", "-- -- -- / -- -- -- / -- -- --", 56);
}

const EMPTY: &str = "-- -- -- / -- -- -- / -- -- --";

#[test]
fn a_chain_of_four_and_a_chain_of_three_in_one_play_are_14_points() {
    // Four clubs go; 4D falls to c1 and completes three diamonds: 4 · 2 + 3 · 2.
    plays_to("-- -- 4D / 3C -- 5C / 6D 2D 4C", "9C", "b2", EMPTY, 14);
}

#[test]
fn the_smaller_chain_is_upgraded_also_when_it_goes_first() {
    // Three clubs go; 8D and 4D fall onto 2D and 7D: 3 · 2 + 4 · 2.
    plays_to("-- 8D 4D / -- 3C 5C / AS 2D 7D", "9C", "a2", "-- -- -- / -- -- -- / AS -- --", 14);
}

#[test]
fn of_equal_chains_only_one_is_upgraded() {
    plays_to("-- -- 4D / 3C -- 5C / 7S 2D 6D", "9C", "b2", "-- -- -- / -- -- -- / 7S -- --", 9);
}

#[test]
fn a_chain_of_six_or_more_stays_at_eight_points_a_card_when_upgraded() {
    use parlour::games::matrix::board::ChainTally;
    let paid = |sizes: &[u8]| ChainTally::of(sizes).chains().iter().map(|c| (c.paid_as, c.points)).collect::<Vec<_>>();
    assert_eq!(paid(&[3, 3, 3]), [(3, 3), (4, 6), (4, 6)], "all but one largest");
    assert_eq!(paid(&[3, 5]), [(4, 6), (5, 20)]);
    assert_eq!(paid(&[5, 4]), [(5, 20), (5, 16)]);
    assert_eq!(paid(&[6, 3]), [(6, 48), (4, 6)]);
    assert_eq!(paid(&[7]), [(6, 56)]);
}

#[test]
fn two_chains_that_a_play_makes_at_once_leave_together() {
    // The diamond pushes 9C beside 3C and 4C, and itself joins 2D and 5D: 3 · 1 + 3 · 2. One after the other, the fall
    // of the first would part the second.
    plays_to("4C -- -- / 3C -- 5D / AS 9C 2D", "9D", "b1", "-- -- -- / -- -- -- / AS -- --", 9);
}

#[test]
fn chains_in_two_places_leave_together_and_what_falls_then_may_chain_again() {
    let mut steps = Vec::new();
    let mut position = board("-- 8D 4D / -- 3C 5C / AS 2D 7D");
    position.play_stepwise(card("9C"), slot("a2"), |step, _| steps.push(step));
    let (row_2, block) = (0b010_010_010, 0b011_011_000);
    assert_eq!(
        steps,
        [
            PlayStep::Laid,
            PlayStep::Gathered { groups: [row_2, 0, 0] },
            PlayStep::Fell,
            PlayStep::Gathered { groups: [block, 0, 0] },
        ]
    );
}

// The game: deck, ends, score.

/// A game whose deck begins with these cards; the rest follow in order.
fn game_of(first: &str) -> MatrixSolitaire {
    let first = parse_cards(first).expect("cards");
    let rest: Vec<Card> = Card::all().filter(|card| !first.contains(card)).collect();
    let deck: Vec<Card> = first.into_iter().chain(rest).collect();
    MatrixSolitaire::with_deck(&deck.try_into().expect("52 cards"))
}

/// Plays moves separated by commas or, without burying, by spaces; returns the points of each.
#[track_caller]
fn play_all(game: &mut MatrixSolitaire, plays: &str) -> Vec<i32> {
    let plays: Vec<&str> = if plays.contains(',') { plays.split(", ").collect() } else { plays.split(' ').collect() };
    let mut points = Vec::new();
    for text in plays {
        let play: Play = text.parse().expect("a play");
        assert_eq!(game.check(Seat::FIRST, &play), Ok(()), "{text}");
        let before = game.view(Viewer::Public).points;
        game.apply(Seat::FIRST, &play, &mut parlour::engine::rng::GameRng::from_number(0));
        points.push(game.view(Viewer::Public).points - before);
    }
    points
}

fn ending(game: &MatrixSolitaire) -> Option<(i32, String)> {
    match game.stage() {
        Stage::Over(outcome) => Some((game.scores()[0], outcome.title)),
        Stage::Act(_) => None,
    }
}

const EIGHT: &str = "7D 8S 9H 2S 5H 6D 3C 4C";
const EIGHT_PLAYS: &str = "a1 b1 c1 a2 b2 c2 a3 b3";

#[test]
fn a_card_in_every_slot_ends_the_game_at_once_with_nine_points_less() {
    let mut game = game_of(&format!("{EIGHT} TD"));
    play_all(&mut game, EIGHT_PLAYS);
    assert_eq!(ending(&game), None);
    play_all(&mut game, "c3");
    assert_eq!(ending(&game), Some((-9, "Loser. Big, fat loser".to_owned())));
    let view = game.view(Viewer::Public);
    assert_eq!((view.ending, view.deck_left, view.current), (Some(Ending::MatrixFull), 43, None));
    assert_eq!(game.state()["cards_left_in_matrix"], 9);
    assert!(game.legal_moves(Seat::FIRST).is_empty());
}

#[test]
fn a_ninth_card_that_completes_a_chain_goes_on() {
    let mut game = game_of(&format!("{EIGHT} 9C"));
    play_all(&mut game, EIGHT_PLAYS);
    assert_eq!(play_all(&mut game, "c3"), [3]);
    assert_eq!(ending(&game), None);
    assert_eq!(game.board().len(), 6);
}

#[test]
fn a_spade_may_replace_in_a_matrix_of_eight_but_no_card_is_played_to_a_full_one() {
    let mut game = game_of(&format!("{EIGHT} KS"));
    play_all(&mut game, EIGHT_PLAYS);
    assert!(game.plays().iter().any(|play| play.slot == slot("a1")));
    assert_eq!(board("3C 4C 5D / 2S 5H 6H / 7D 8S 9H").open_to(card("KS")), 0);
}

#[test]
fn the_game_ends_when_the_deck_is_used_up_and_each_card_left_costs_a_point() {
    // The play with the most points, and then with the emptiest matrix, lasts to the end of this deck.
    let mut game = game_of("");
    let mut plays = 0;
    while let Moves::All(moves) = game.legal_moves(Seat::FIRST) {
        let Some(best) = moves.iter().max_by_key(|play| {
            let mut after = game.clone();
            let points = after.play_silently(**play);
            (points, 9 - after.board().len())
        }) else {
            break;
        };
        game.play_silently(*best);
        plays += 1;
    }
    let view = game.view(Viewer::Public);
    assert_eq!((view.ending, view.deck_left, plays), (Some(Ending::DeckUsedUp), 0, 52));
    assert_eq!(game.score(), view.points - game.board().len() as i32);
}

#[test]
fn points_below_none_have_a_minus_sign_on_the_table() {
    let mut game = game_of("6C 9D");
    play_all(&mut game, "a1");
    let layout = MatrixSolitaire::layout(&game.view(Viewer::Public), Room::USUAL);
    let captions: Vec<&str> = layout.areas.iter().filter_map(|area| area.caption.as_deref()).collect();
    assert!(captions.contains(&"−1 points"), "{captions:?}");
}

#[test]
fn titles_begin_at_50_100_and_150() {
    let begins: Vec<i32> = (-9..200).filter(|score| title(*score) != title(score - 1)).collect();
    assert_eq!(begins, [50, 100, 150]);
    assert_eq!(title(150), "There is no spoon");
}

// Clubs and the deck.

#[test]
fn only_the_current_and_the_next_card_are_known() {
    let game = game_of("KS 3H 7C");
    let view = game.view(Viewer::Seat(Seat::FIRST));
    assert_eq!((view.current, view.next, view.deck_left), (Some(card("KS")), Some(card("3H")), 51));
    assert_eq!(view.unseen.len(), 50);
    assert!(!view.unseen.contains(card("KS")) && !view.unseen.contains(card("3H")));
}

#[test]
fn with_a_club_the_visible_next_card_may_go_to_the_bottom_of_the_deck() {
    let mut game = game_of("7C 3H KS 2D");
    play_all(&mut game, "b1 bury, a1");
    assert_eq!(game.current(), Some(card("2D")), "KS came instead of 3H and was played");
    assert_eq!(game.cards_to_come().last(), Some(card("3H")));
    assert_eq!(game.view(Viewer::Public).buried, [card("3H")]);
}

#[test]
fn buried_cards_come_back_in_the_order_they_were_buried_and_are_known_until_then() {
    // Every Club buries. The matrix is kept open by the play that leaves it emptiest.
    for seed in 0..40 {
        let mut deck: Vec<Card> = Card::all().collect();
        parlour::engine::rng::GameRng::from_number(seed).shuffle(&mut deck);
        let mut game = MatrixSolitaire::with_deck(&deck.try_into().expect("52 cards"));
        let mut order = Vec::new();
        while let Some(play) = game.plays().into_iter().max_by_key(|play| {
            let mut after = game.clone();
            let points = after.play_silently(*play);
            (points, 9 - after.board().len(), play.bury)
        }) {
            order.extend(game.next().filter(|_| play.bury));
            game.play_silently(play);
            let view = game.view(Viewer::Public);
            let Some(next) = view.next else { continue };
            let to_come: Vec<Card> = game.cards_to_come().skip(1).collect();
            assert_eq!(view.unseen.len() + view.buried.len() + 1, to_come.len(), "next, unseen, buried are the deck");
            assert!(to_come.ends_with(&view.buried), "{:?} is the end of {to_come:?}", view.buried);
            assert!(order.ends_with(&view.buried), "{:?} is the end of {order:?}", view.buried);
            assert!(!view.unseen.contains(next));
        }
    }
}

#[test]
fn with_an_empty_deck_there_is_nothing_to_bury() {
    let mut game = game_of("");
    let mut refused = 0;
    while let Some(play) = game.plays().into_iter().max_by_key(|play| {
        let mut after = game.clone();
        (after.play_silently(*play), 9 - after.board().len(), !play.bury)
    }) {
        if game.next().is_none() {
            let bury = Play { bury: true, ..play };
            let why = game.check(Seat::FIRST, &bury).expect_err("no card to bury").why;
            assert!(why.contains("the deck is empty"), "{why}");
            refused += 1;
        }
        game.play_silently(play);
    }
    assert_eq!(refused, 1, "the last card of this deck is the king of clubs");
}

#[test]
fn other_cards_bury_nothing() {
    let game = game_of("7D 3H");
    let why = game.check(Seat::FIRST, &"b1 bury".parse().expect("a play")).expect_err("a diamond");
    assert_eq!(
        (why.rule, why.why.as_str()),
        ("#clubs-bury", "only a club lets you bury the next card, and 7♦ is not a club")
    );
}

#[test]
fn burying_happens_after_the_play_has_settled() {
    let mut game = game_of("3C 4C 9C 5H KS");
    play_all(&mut game, "a1 b1");
    let events = game.apply(
        Seat::FIRST,
        &"c1 bury".parse().expect("a play"),
        &mut parlour::engine::rng::GameRng::from_number(0),
    );
    let order: Vec<&str> = events
        .iter()
        .map(|event| match event {
            Event::Laid { .. } => "laid",
            Event::Fell { .. } => "fell",
            Event::Gathered { .. } => "gathered",
            Event::Buried { .. } => "buried",
            Event::Drew { .. } => "drew",
        })
        .collect();
    assert_eq!(order, ["laid", "gathered", "buried", "drew"]);
}

// Text.

#[test]
fn moves_are_written_as_the_records_have_them() {
    for text in ["a1", "b2", "c3", "b1 bury"] {
        assert_eq!(text.parse::<Play>().map(|play| play.to_string()).as_deref(), Ok(text));
    }
    for text in ["", "d1", "a4", "a0", "A1", "b1  bury", "b1 Bury", "bury", "b1 bury ", " b1", "b1bury", "ä1"] {
        assert!(text.parse::<Play>().is_err(), "{text:?}");
    }
}

// Properties.

/// Any position that random play reaches.
fn reached() -> impl Strategy<Value = MatrixSolitaire> {
    (any::<u64>(), 0usize..60).prop_map(|(seed, plays)| {
        let mut deck: Vec<Card> = Card::all().collect();
        let mut rng = parlour::engine::rng::GameRng::from_number(seed);
        rng.shuffle(&mut deck);
        let mut game = MatrixSolitaire::with_deck(&deck.try_into().expect("52 cards"));
        for _ in 0..plays {
            let moves = game.plays();
            let Some(play) = rng.pick(&moves) else { break };
            game.play_silently(*play);
        }
        game
    })
}

proptest! {
    #[test]
    fn after_every_play_all_cards_but_hearts_rest_and_no_chain_is_left(game in reached()) {
        for (at, card) in game.board().cards() {
            let below = at.row().checked_sub(1).and_then(|row| Slot::new(at.column(), row));
            let rests = below.is_none_or(|below| game.board().card(below).is_some());
            prop_assert!(rests || card.suit() == Suit::Hearts, "{card} at {at} in {:?}", game.board());
        }
        for suit in Suit::ALL {
            prop_assert!(largest_group(game.board(), suit) < 3, "{:?}", game.board());
        }
    }

    #[test]
    fn there_is_always_a_play_while_the_matrix_has_an_empty_slot(game in reached()) {
        prop_assert_eq!(game.plays().is_empty(), matches!(game.stage(), Stage::Over(_)));
    }

    #[test]
    fn left_and_right_are_worth_the_same(game in reached()) {
        let Some(card) = game.current() else { return Ok(()) };
        for slot in Slot::of_mask(game.board().open_to(card)) {
            let mirror = Slot::new(2 - slot.column(), slot.row()).expect("a slot");
            let (mut left, mut right) = (*game.board(), game.board().mirrored());
            prop_assert_eq!(right.check(card, mirror), Ok(()));
            let (here, there) = (left.play(card, slot), right.play(card, mirror));
            prop_assert_eq!(here.points(), there.points());
            prop_assert_eq!(left.mirrored(), right);
        }
    }

    #[test]
    fn every_legal_play_can_be_made_at_the_table(game in reached()) {
        prop_assert_eq!(unreachable_by_gesture(&game, Seat::FIRST), Vec::<Play>::new());
    }

    #[test]
    fn a_deal_is_written_and_read_back(game in reached()) {
        let deck: Vec<Card> = game.cards_to_come().collect();
        prop_assert_eq!(parse_cards(&cards_to_text(&deck)), Ok(deck));
    }
}

/// Written without masks, as a second opinion.
fn largest_group(board: &Board, suit: Suit) -> usize {
    let of_suit: Vec<Slot> = board.cards().filter(|(_, card)| card.suit() == suit).map(|(slot, _)| slot).collect();
    let touch = |a: &Slot, b: &Slot| a.column().abs_diff(b.column()) + a.row().abs_diff(b.row()) == 1;
    let mut largest = 0;
    for start in &of_suit {
        let mut group = vec![*start];
        let mut index = 0;
        while let Some(slot) = group.get(index).copied() {
            let more: Vec<Slot> = of_suit.iter().copied().filter(|s| touch(s, &slot) && !group.contains(s)).collect();
            group.extend(more);
            index += 1;
        }
        largest = largest.max(group.len());
    }
    largest
}

/// Nothing on the table bears a letter or a number, so neither do the sentences about it.
#[test]
fn refusals_say_where_in_words() {
    let position = "-- -- -- / -- 5D -- / 2C 3D --";
    let refused = [
        ("4C", "b2", "the centre slot already"),
        ("4C", "a1", "the bottom left slot already"),
        ("4C", "c3", "the top right slot has nothing"),
    ];
    for (of, at, place) in refused {
        let said = why_not(position, of, at);
        assert!(said.contains(place) && !said.contains(at), "{said}");
    }
    let full = "-- 6D -- / -- 5D -- / 2C 3D --";
    assert!(why_not(full, "4D", "b2").ends_with("above the centre slot"));
}
