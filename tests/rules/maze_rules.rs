//! Mystique Maze: the rulebook's sentences and the rulings, one by one.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use parlour::cards::{AttributeKind, HandOrder, MystiqueCard, MystiqueSet};
use parlour::engine::game::{Game, Illegal, SetupError};
use parlour::engine::outcome::Stage;
use parlour::engine::record::{Player, Record};
use parlour::engine::rng::GameRng;
use parlour::engine::rounds::{FirstDeal, shuffled};
use parlour::engine::seats::{BotLevel, Seat, Seats, Viewer};
use parlour::engine::seen::EventTable;
use parlour::engine::session::Session;
use parlour::engine::tabletop::Tabletop;
use parlour::engine::zones::Moved;
use parlour::games::maze::MystiqueMaze;
use parlour::games::maze::block::{MazeRoute, SuitLine};
use parlour::games::maze::rules::{Event, Move, Options};
use parlour::games::maze::table::{MOST_SHUFFLES, MOST_TURNS, MazeEnd, MazePhase, MazeZone, corner_cards};
use parlour::layout::{CardArea, Chart, ChartMark, Extent, Piece, Room, Weight, piece_of};
use parlour::words::{joined, with_names};

use crate::share::share_of;

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

fn seats(count: usize) -> Seats {
    Seats::new(count).expect("seats")
}

fn card(text: &str) -> MystiqueCard {
    text.parse().expect("a card")
}

fn cards(text: &str) -> Vec<MystiqueCard> {
    text.split_whitespace().map(card).collect()
}

fn set(text: &str) -> MystiqueSet {
    text.parse().expect("cards")
}

fn mv(text: &str) -> Move {
    text.parse().expect("a move")
}

fn rng() -> GameRng {
    GameRng::from_number(1)
}

/// A deal in which the hands of the seats, from the first, begin with these cards, and then these are drawn; the rest is as it comes.
fn deal_of(hands: &[&str], drawn: &str, line: SuitLine) -> FirstDeal {
    let mut hands: Vec<Vec<MystiqueCard>> = hands.iter().map(|hand| cards(hand)).collect();
    let drawn = cards(drawn);
    let named: MystiqueSet = hands.iter().flatten().chain(&drawn).copied().collect();
    let corners = corner_cards(seats(hands.len()), line);
    // The highest first: so that chains do not come by chance.
    let rest: Vec<MystiqueCard> = MystiqueSet::DECK.without(named).without(corners).iter().collect();
    let mut rest = rest.into_iter().rev();
    for hand in &mut hands {
        hand.extend(rest.by_ref().take(8 - hand.len()));
    }
    let dealt = (0..8).flat_map(|number| hands.iter().map(move |hand| hand[number]));
    let deck: Vec<String> = dealt.chain(drawn).chain(rest).map(|card| card.to_string()).collect();
    FirstDeal { deck: deck.join(" "), first: Some(Seat::FIRST) }
}

fn dealt_with(options: Options, hands: &[&str], drawn: &str) -> MystiqueMaze {
    let deal = deal_of(hands, drawn, options.suits);
    MystiqueMaze::deal(&options, seats(hands.len()), Some(&deal), &mut rng()).expect("a deal")
}

fn dealt(hands: &[&str], drawn: &str) -> MystiqueMaze {
    dealt_with(Options::default(), hands, drawn)
}

fn play(game: &mut MystiqueMaze, text: &str) -> Vec<Event> {
    let (seat, mv) = (game.turn().expect("somebody acts"), mv(text));
    game.check(seat, &mv).unwrap_or_else(|illegal| panic!("{text}: {illegal}"));
    game.apply(seat, &mv, &mut rng())
}

fn refused(game: &MystiqueMaze, text: &str) -> Illegal {
    game.check(game.turn().unwrap_or(Seat::FIRST), &mv(text)).expect_err("refused")
}

/// A turn in which the deck's top card is discarded again.
fn pass(game: &mut MystiqueMaze) {
    let events = play(game, "draw");
    let drawn = events.iter().filter_map(Event::stock).rfind(|moved| moved.to != MazeZone::Deck);
    let card = drawn.and_then(|moved| moved.cards.iter().next()).expect("a card is drawn");
    play(game, &format!("discard {card}"));
}

/// A chain of the first seat, in its order, without the corner cards.
const CHAIN: &str = "2yS 2rS 2rM 3rM 3rC 4rC 4bC 4bA";

// The block, by plain words of the rulebook.

/// "Yellow ↔ Red ↔ Blue (It doesn’t wrap)", the suits as ruled, and "1↔2↔3↔4↔5 (It doesn’t wrap)".
fn lines(suits: SuitLine) -> [Vec<String>; 3] {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<String>>();
    let suits = match suits {
        SuitLine::SunsMoonsCrownsArms => "S M C A",
        SuitLine::SunsMoonsArmsCrowns => "S M A C",
        SuitLine::MoonsSunsArmsCrowns => "M S A C",
    };
    [words("1 2 3 4 5"), words("y r b"), words(suits)]
}

/// "Two cards are said to be connected if they share 2 common attributes and the third attribute is consecutive."
fn are_connected(suits: SuitLine, one: MystiqueCard, other: MystiqueCard) -> bool {
    let letters =
        |card: MystiqueCard| card.to_string().chars().map(|letter| letter.to_string()).collect::<Vec<String>>();
    let apart = lines(suits).into_iter().zip(letters(one)).zip(letters(other)).map(|((line, one), other)| {
        let at = |letter: &String| line.iter().position(|other| other == letter).expect("in its line");
        at(&one).abs_diff(at(&other))
    });
    let mut apart: Vec<usize> = apart.collect();
    apart.sort_unstable();
    apart == [0, 0, 1]
}

/// The shortest chain from one card to another through these, by breadth-first search: how many cards it has with both ends.
fn by_breadth_first(suits: SuitLine, [from, to]: [MystiqueCard; 2], held: &BTreeSet<MystiqueCard>) -> Option<usize> {
    let (mut far, mut next) = (BTreeMap::from([(from, 1)]), VecDeque::from([from]));
    while let Some(here) = next.pop_front() {
        if here == to {
            return far.get(&here).copied();
        }
        for there in held.iter().copied().chain([to]).filter(|there| are_connected(suits, here, *there)) {
            if !far.contains_key(&there) {
                far.insert(there, far[&here] + 1);
                next.push_back(there);
            }
        }
    }
    None
}

/// "Example: The 2 of Blue Suns is connected to the 2 of Blue Moons, but not to the 2 of Blue Arms."
#[test]
fn the_two_of_blue_suns_is_connected_with_the_two_of_blue_moons_but_not_with_the_two_of_blue_arms() {
    let connected = SuitLine::default().connected(card("2bS"));
    assert!(connected.contains(card("2bM")) && !connected.contains(card("2bA")));
    assert_eq!(connected, set("1bS 3bS 2rS 2bM"));
}

#[test]
fn cards_are_connected_if_they_share_two_attributes_and_the_third_is_consecutive() {
    for suits in SuitLine::ALL {
        for one in MystiqueCard::deck() {
            let expected: MystiqueSet =
                MystiqueCard::deck().filter(|other| are_connected(suits, one, *other)).collect();
            assert_eq!(suits.connected(one), expected, "{suits:?}: {one}");
        }
    }
}

#[test]
fn no_line_wraps() {
    let connected = |suits: SuitLine, one: &str, other: &str| suits.connected(card(one)).contains(card(other));
    for suits in SuitLine::ALL {
        let [first, .., last] = suits.suits().map(|suit| suit.letter());
        assert!(!connected(suits, &format!("2b{first}"), &format!("2b{last}")), "{suits:?}");
        assert!(!connected(suits, "2yS", "2bS") && !connected(suits, "1bS", "5bS"));
    }
}

/// "Player A gets the Ace of Yellow Suns and the 5 of Blue Arms" and so on.
#[test]
fn everybody_has_the_corner_cards_of_the_rulebook_and_they_lie_open() {
    for (count, all) in [(2, "1yS 5bA 1bS 5yA"), (3, "1yS 5bA 1bS 5yA 1bA 5yS"), (4, "1yS 5bA 1bS 5yA 1bA 5yS 1yA 5bS")]
    {
        let game = MystiqueMaze::deal(&Options::default(), seats(count), None, &mut rng()).expect("a deal");
        let seen = game.view(Viewer::Public);
        let corners = |number| seen.table.cards.known(MazeZone::Corners(seat(number)));
        assert_eq!((corners(0), corners(1)), (set("1yS 5bA"), set("1bS 5yA")));
        assert_eq!(corner_cards(seats(count), SuitLine::default()), set(all));
        // Those of others are ordinary cards of the deck.
        let in_play = game.table.in_deck() + 8 * count;
        assert_eq!(in_play, 60 - 2 * count, "{count} players");
    }
    for count in [1, 5] {
        let dealt = MystiqueMaze::deal(&Options::default(), seats(count), None, &mut rng());
        assert_eq!(dealt, Err(SetupError::Seats { found: count, min: 2, max: 4 }));
    }
}

/// The ruling: with the first line the corner cards are opposite corners of the block, and a chain needs exactly the cards of a hand.
#[test]
fn a_shortest_chain_has_eight_seven_or_six_cards_between_the_corners() {
    for (suits, between) in SuitLine::ALL.into_iter().zip([8, 7, 6]) {
        for number in 0..4 {
            let route = MazeRoute::of(seat(number), suits).expect("a route");
            let all: BTreeSet<MystiqueCard> =
                MystiqueCard::deck().filter(|card| !route.corners().contains(*card)).collect();
            let chain = route.chain(all.iter().copied().collect()).expect("a chain");
            assert_eq!(chain.len() - 2, between, "{suits:?}, seat {number}");
            assert_eq!(by_breadth_first(suits, [route.from, route.to], &all), Some(between + 2));
        }
    }
}

/// "Deal each player 8 cards face-down."
#[test]
fn everybody_is_dealt_eight_cards_one_at_a_time_from_the_first_player_on() {
    let deck = MystiqueSet::DECK.without(corner_cards(seats(3), SuitLine::default()));
    let order: Vec<MystiqueCard> = deck.iter().collect();
    let deal = FirstDeal { deck: deck.to_string(), first: Some(seat(1)) };
    let game = MystiqueMaze::deal(&Options::default(), seats(3), Some(&deal), &mut rng()).expect("a deal");
    assert_eq!(game.turn(), Some(seat(1)));
    for (place, number) in [(0, 1), (1, 2), (2, 0), (3, 1), (23, 0)] {
        assert!(game.hand(seat(number)).contains(order[place]), "card {place}");
    }
    assert!(seats(3).iter().all(|seat| game.hand(seat).len() == 8));
    let view = game.view(Viewer::Seat(seat(0)));
    assert!(view.table.cards.hand(seat(1)).is_empty(), "nobody sees the others’");
    assert_eq!(game.table.discards.len(), 0, "the discards begin empty");
}

#[test]
fn a_deck_that_does_not_fit_is_refused_with_what_is_wrong() {
    let refused = |deck: &str, first: u8| {
        let deal = FirstDeal { deck: deck.to_owned(), first: Some(seat(first)) };
        MystiqueMaze::deal(&Options::default(), seats(2), Some(&deal), &mut rng()).expect_err("refused").to_string()
    };
    assert_eq!(refused("4rC 4rC", 0), "the deck: card 2: 4rC appears twice");
    assert_eq!(refused("1yS", 0), "the deck: 1yS is not one of its 56 cards");
    assert_eq!(refused("4rC", 0), "the deck: 1 of 56 cards; 1yM is missing");
    let deck = MystiqueSet::DECK.without(corner_cards(seats(2), SuitLine::default()));
    assert_eq!(refused(&deck.to_string(), 2), "first 2; there are 2 seats, from 0");
}

/// "Draw the top card of either the deck or the discard pile, then discard a card from your hand face-up on the discard pile."
#[test]
fn a_turn_is_to_draw_or_take_and_then_to_discard() {
    let mut game = dealt(&["1yM 2yM", "3yM"], "5rM 4rM");
    let legal = |game: &MystiqueMaze, number| -> Vec<String> {
        game.legal_moves(seat(number)).listed().iter().map(Move::to_string).collect()
    };
    assert_eq!(legal(&game, 0), ["draw"], "nothing has been discarded yet");
    let events = play(&mut game, "draw");
    assert_eq!((events.len(), game.table.phase), (1, MazePhase::Discard));
    assert!(game.hand(seat(0)).contains(card("5rM")) && game.hand(seat(0)).len() == 9);
    assert_eq!(legal(&game, 0).len(), 9, "any card, also the one that was drawn");
    play(&mut game, "discard 1yM");
    assert_eq!((game.turn(), game.table.discards.top()), (Some(seat(1)), Some(card("1yM"))));
    assert_eq!(legal(&game, 1), ["draw", "take"]);
    play(&mut game, "take");
    assert!(game.hand(seat(1)).contains(card("1yM")) && game.table.discards.is_empty());
    play(&mut game, "discard 1yM");
    assert_eq!(game.table.discards.top(), Some(card("1yM")), "also the one that was taken");
    assert_eq!((game.table.in_deck(), game.table.turns), (39, 2));
}

#[test]
fn moves_out_of_order_are_refused_with_what_is_to_be_done() {
    let mut game = dealt(&["1yM 2yM", "3yM"], "5rM");
    assert_eq!(
        refused(&game, "take"),
        Illegal::because("#the-discards", "nothing has been discarded yet: draw from the deck")
    );
    let first = Illegal::because("#the-turn", "draw a card first, or take the top of the discards");
    assert_eq!(refused(&game, "discard 1yM"), first);
    play(&mut game, "draw");
    let nine = Illegal::because("#the-discards", "you have nine cards: discard one");
    assert_eq!((refused(&game, "draw"), refused(&game, "take")), (nine.clone(), nine));
    assert_eq!(
        refused(&game, "discard 3yM"),
        Illegal::because("#the-turn", "you do not hold the three of yellow moons")
    );
    assert_eq!(game.check(seat(1), &mv("draw")).expect_err("refused").rule, "#the-turn");
}

#[test]
fn a_record_with_a_move_that_breaks_a_rule_is_refused_with_its_number() {
    let record = |moves: &str| {
        let text = format!(
            r#"(parlour: 1, game: "mystique-maze", rules: 1, seed: "maze", seats: [(name: "A"), (name: "B")], moves: [{moves}])"#
        );
        Session::<MystiqueMaze>::from_text(&text).map(|_| ()).expect_err("refused").to_string()
    };
    assert!(record(r#"(0, "take"), (1, "take")"#).contains("move 1"));
    let unknown = record(r#"(0, "pass")"#);
    assert!(unknown.contains("moves are `draw`, `take` and `discard 3rC`"), "{unknown}");
}

/// "A player wins the game when, at the end of her turn, the cards in her hand form a chain of connected cards that links her two corner
/// cards."
#[test]
fn whoever_holds_a_chain_after_discarding_wins() {
    let mut game = dealt(&["2yS 2rS 2rM 3rM 3rC 4rC 4bC 5yM", ""], "4bA");
    play(&mut game, "draw");
    assert!(game.turn().is_some(), "not before discarding");
    let events = play(&mut game, "discard 5yM");
    let Stage::Over(outcome) = game.stage() else { panic!("it goes on") };
    assert_eq!((outcome.winners, outcome.title.as_str()), (vec![seat(0)], "Through the maze"));
    assert_eq!(outcome.reason, "A chain of eight cards links both corner cards");
    assert_eq!(game.scores(), [1, 0]);
    let whole: Vec<MystiqueCard> = cards(&format!("1yS {CHAIN} 5bA"));
    let Some(Event::Ended(MazeEnd::Linked { chain, .. })) = events.last() else { panic!("{events:?}") };
    assert_eq!(chain.to_vec(), whole);
    assert_eq!(game.state()["chain"], serde_json::json!(whole));
    let other = game.view(Viewer::Seat(seat(1)));
    assert_eq!(other.table.hand(seat(0)), set(CHAIN), "everybody sees it");
}

#[test]
fn a_chain_that_was_dealt_wins_only_once_its_player_has_discarded_and_still_holds_it() {
    let mut game = dealt(&[CHAIN, ""], "1yM 2yM 3yM 4yM");
    play(&mut game, "draw");
    play(&mut game, "discard 3rM");
    assert_eq!(game.turn(), Some(seat(1)), "it is broken");
    let mut game = dealt(&[CHAIN, ""], "1yM");
    play(&mut game, "draw");
    play(&mut game, "discard 1yM");
    assert_eq!(game.scores(), [1, 0]);
}

#[test]
fn nobody_wins_in_the_turn_of_another() {
    // The second seat was dealt its chain; the first one discards, and it is not seen before the second has discarded.
    let other = "1rS 2rS 2rM 2yM 3yM 3yC 3yA 4yA";
    let route = MazeRoute::of(seat(1), SuitLine::default()).expect("a route");
    assert!(route.chain(set(other)).is_some());
    let mut game = dealt(&["", other], "5rM 5rC");
    pass(&mut game);
    assert_eq!(game.turn(), Some(seat(1)));
    pass(&mut game);
    assert_eq!(game.scores(), [0, 1]);
}

/// "any part of the hand may be left over"
#[test]
fn cards_besides_the_chain_do_no_harm() {
    for (suits, hand) in [
        (SuitLine::SunsMoonsArmsCrowns, "2yS 2rS 2rM 3rM 3rA 4rA 4bA 5yM"),
        (SuitLine::MoonsSunsArmsCrowns, "2yS 2rS 3rS 3rA 4rA 4bA 5yM 4yM"),
    ] {
        let options = Options { suits, ..Options::default() };
        let mut game = dealt_with(options, &[hand, ""], "1rC");
        pass(&mut game);
        assert_eq!(game.scores(), [1, 0], "{suits:?}");
        let cards = game.state()["chain"].as_array().expect("a chain").len();
        assert_eq!(cards, if suits == SuitLine::SunsMoonsArmsCrowns { 9 } else { 8 });
        assert_eq!(game.state()["hands"], serde_json::json!([8, 8]));
    }
}

/// A longer way than the shortest is a chain, too.
#[test]
fn a_chain_may_take_a_step_aside_where_a_hand_has_room_for_it() {
    let suits = SuitLine::MoonsSunsArmsCrowns;
    let route = MazeRoute::of(seat(0), suits).expect("a route");
    // By way of the moons, and back to the suns.
    let chain = route.chain(set("1yM 2yM 3yM 3yS 3rS 3bS 3bA 4bA")).expect("a chain");
    assert_eq!(chain.to_vec(), cards("1yS 1yM 2yM 3yM 3yS 3rS 3bS 3bA 4bA 5bA"));
    assert_eq!(route.chain(set("1yM 2yM 3yM 3yS 3rS 3bS 4bA 1bA")), None);
}

/// Ten thousand hands, of every line and seat: half of them at random, half with most of a way in them.
#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn chains_are_those_of_breadth_first_search_in_ten_thousand_hands() {
    let mut rng = GameRng::from_number(23);
    let (mut linked, mut longest) = (0, BTreeSet::new());
    for number in 0..10_000u32 {
        let suits = SuitLine::ALL[number as usize % 3];
        let route = MazeRoute::of(seat((number / 3 % 4) as u8), suits).expect("a route");
        let others = MystiqueSet::DECK.without(route.corners());
        let size = [8, 8, 9, 14][rng.below(4) as usize];
        let way = if number % 2 == 0 { random_way(route, &mut rng) } else { Vec::new() };
        let mut hand: BTreeSet<MystiqueCard> = way.into_iter().take(size).collect();
        hand.extend(shuffled(others, &mut rng).into_iter().take(size.saturating_sub(hand.len())));
        if rng.below(3) == 0 {
            hand.pop_first();
        }
        let expected = by_breadth_first(suits, [route.from, route.to], &hand).filter(|cards| *cards <= 10);
        let chain = route.chain(hand.iter().copied().collect());
        assert_eq!(chain.as_ref().map(|chain| chain.len()), expected, "{route:?}: {hand:?}");
        let Some(chain) = chain else { continue };
        linked += 1;
        longest.insert(chain.len());
        assert_eq!((chain.first(), chain.last()), (Some(&route.from), Some(&route.to)));
        assert!(chain.windows(2).all(|pair| are_connected(suits, pair[0], pair[1])), "{chain:?}");
        assert!(chain[1..chain.len() - 1].iter().all(|card| hand.contains(card)), "{chain:?}");
    }
    assert!(linked > 1000 && longest == BTreeSet::from([8, 9, 10]), "{linked} {longest:?}");
}

/// The cards of a random shortest way, in any order.
fn random_way(route: MazeRoute, rng: &mut GameRng) -> Vec<MystiqueCard> {
    let (mut here, mut way) = (route.from, Vec::new());
    while here != route.to {
        let closer = |card: &MystiqueCard| route.line.steps(*card, route.to) < route.line.steps(here, route.to);
        let next: Vec<MystiqueCard> = route.line.connected(here).iter().filter(closer).collect();
        here = *rng.pick(&next).expect("a step");
        way.push(here);
    }
    way.pop();
    way
}

/// What is missing, by going through every number of steps without a memory of cards.
fn fewest_missing(route: MazeRoute, held: MystiqueSet, never: MystiqueSet) -> usize {
    let mut fewest = BTreeMap::from([(route.from, 0)]);
    let mut best = usize::MAX;
    for _ in 1..10 {
        let mut next: BTreeMap<MystiqueCard, usize> = BTreeMap::new();
        for (here, missing) in fewest {
            for there in MystiqueCard::deck().filter(|there| are_connected(route.line, here, *there)) {
                let costs = usize::from(there != route.to && !held.contains(there));
                let barred = there != route.to && (never.contains(there) || there == route.from);
                let least = next.entry(there).or_insert(usize::MAX);
                *least = if barred { *least } else { (*least).min(missing + costs) };
            }
        }
        next.retain(|_, missing| *missing < usize::MAX);
        best = best.min(next.get(&route.to).copied().unwrap_or(usize::MAX));
        fewest = next;
    }
    best
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn the_way_for_which_the_fewest_cards_are_missing_is_found() {
    let mut rng = GameRng::from_number(29);
    for number in 0..360u32 {
        let suits = SuitLine::ALL[number as usize % 3];
        let route = MazeRoute::of(seat((number / 3 % 4) as u8), suits).expect("a route");
        let count = seats(2 + number as usize % 3);
        let never = corner_cards(count, suits).union(route.corners());
        let others = shuffled(MystiqueSet::DECK.without(never), &mut rng);
        let held: MystiqueSet = others.iter().copied().take(8).collect();
        let harder: MystiqueSet = others.iter().copied().skip(8).take(15).collect();
        let found = route.missing(held, never, harder).expect("a way");
        assert_eq!(found.missing.len(), fewest_missing(route, held, never), "{route:?}: {held}");
        let way: MystiqueSet = found.way.iter().copied().collect();
        assert_eq!(way.len(), found.way.len(), "no card twice: {found:?}");
        assert_eq!(found.missing, way.without(held).without(route.corners()));
        assert!(found.way.windows(2).all(|pair| are_connected(suits, pair[0], pair[1])) && found.way.len() <= 10);
        assert!(found.missing.intersection(never).is_empty(), "what can be had");
    }
}

/// "If the deck runs out, reshuffle the discard pile (except for the last discarded card) to make a new deck; the last discarded card
/// remains to seed the discard pile."
#[test]
fn when_the_deck_is_empty_the_discards_but_their_top_card_become_the_deck() {
    let mut game = dealt(&["", ""], "");
    for _ in 0..40 {
        pass(&mut game);
    }
    assert_eq!(
        (game.table.in_deck(), game.table.discards.len(), game.table.shuffled),
        (0, 40, 0),
        "nothing before it is asked"
    );
    let (top, all) = (game.table.discards.top().expect("a card"), game.table.cards.known(MazeZone::Discards));
    let events = play(&mut game, "draw");
    let moved: Vec<_> = events.iter().filter_map(Event::stock).collect();
    assert_eq!(
        (moved.len(), moved[0].to, moved[0].cards),
        (2, MazeZone::Deck, all.without([top].into_iter().collect()))
    );
    assert_eq!((game.table.discards.len(), game.table.discards.top()), (1, Some(top)), "the top one stays");
    assert_eq!((game.table.in_deck(), game.table.shuffled), (38, 1));
    // It may be taken as before.
    let number = game.turn().expect("a seat");
    let drawn = moved[1].cards.iter().next().expect("a card");
    assert!(all.contains(drawn) && game.hand(number).contains(drawn));
}

#[test]
fn with_an_empty_deck_the_discards_can_still_be_taken_and_nothing_is_shuffled() {
    let mut game = dealt(&["", ""], "");
    for _ in 0..40 {
        pass(&mut game);
    }
    let top = game.table.discards.top().expect("a card");
    let events = play(&mut game, "take");
    assert!(matches!(events[..], [Event::Took { card, .. }] if card == top));
    assert_eq!(game.table.shuffled, 0);
}

/// "To ask for it a fifth time (`draw`) is a legal move, and the game is a draw."
#[test]
fn to_ask_for_a_fifth_shuffle_ends_the_game_and_nobody_wins() {
    let mut game = dealt(&["", "", "", ""], "");
    while !game.table.is_out_of_cards() {
        pass(&mut game);
    }
    assert_eq!((game.table.shuffled, game.table.turns), (MOST_SHUFFLES, 20 + 4 * 19));
    assert!(game.legal_moves(game.table.turn).listed().contains(&Move::Take), "it may still be played on");
    let events = play(&mut game, "draw");
    assert_eq!(events, [Event::Ended(MazeEnd::OutOfCards)]);
    let Stage::Over(outcome) = game.stage() else { panic!("it goes on") };
    assert_eq!((outcome.winners.len(), outcome.title.as_str(), game.scores()), (0, "No way through", vec![0; 4]));
    assert_eq!(game.state()["chain"], serde_json::Value::Null);
    assert_eq!(refused(&game, "draw").rule, "#the-end");
}

/// "so it is after 400 turns in all"
#[test]
fn after_four_hundred_turns_nobody_wins() {
    let mut game = dealt(&["", ""], "");
    pass(&mut game);
    while game.turn().is_some() && game.table.turns < MOST_TURNS - 1 {
        let top = game.table.discards.top().expect("a card");
        play(&mut game, "take");
        play(&mut game, &format!("discard {top}"));
    }
    let top = game.table.discards.top().expect("a card");
    play(&mut game, "take");
    let events = play(&mut game, &format!("discard {top}"));
    assert_eq!((events.last(), game.table.turns), (Some(&Event::Ended(MazeEnd::LongEnough)), 400));
    assert_eq!(game.scores(), [0, 0]);
}

#[test]
fn a_chain_in_the_last_turn_wins() {
    let mut game = dealt(&["5yC", "1rS 2rS 2rM 2yM 3yM 3yC 3yA 5yM"], "");
    pass(&mut game);
    while game.table.turns < MOST_TURNS - 1 {
        let top = game.table.discards.top().expect("a card");
        play(&mut game, "take");
        play(&mut game, &format!("discard {top}"));
    }
    // The second seat has the last turn, and gets the card that is missing.
    game.table.follow(&Event::Stock(Moved::of(MazeZone::Deck, MazeZone::Hand(seat(1)), set("4yA"))));
    game.table.phase = MazePhase::Draw;
    play(&mut game, "take");
    let top = game.table.discards.top();
    assert_eq!((game.turn(), top), (Some(seat(1)), None));
    play(&mut game, "discard 5yM");
    assert_eq!((game.scores(), game.table.turns), (vec![0, 1], 400));
}

#[test]
fn what_was_taken_from_the_discards_stays_known_to_all_while_it_is_held() {
    let mut game = dealt(&["1yM", "3yM", ""], "5rM");
    play(&mut game, "draw");
    play(&mut game, "discard 1yM");
    play(&mut game, "take");
    play(&mut game, "discard 3yM");
    let seen = game.view(Viewer::Seat(seat(0)));
    assert_eq!((seen.table.hand(seat(1)), game.table.taken[seat(1)]), (set("1yM"), set("1yM")));
    pass(&mut game);
    pass(&mut game);
    play(&mut game, "draw");
    play(&mut game, "discard 1yM");
    assert!(game.view(Viewer::Seat(seat(0))).table.hand(seat(1)).is_empty() && game.table.taken[seat(1)].is_empty());
}

/// A world in which somebody would have won with what they hold cannot be: their fifth card of a chain of six is known.
#[test]
fn no_world_gives_somebody_a_chain_with_which_they_would_have_won() {
    let options = Options { suits: SuitLine::MoonsSunsArmsCrowns, ..Options::default() };
    let route = MazeRoute::of(seat(1), options.suits).expect("a route");
    let way = cards("2bS 2rS 3rS 3rA 3yA");
    assert!(route.chain(set("2bS 2rS 3rS 3rA 3yA 4yA")).is_some());
    let own: Vec<String> = way.iter().map(ToString::to_string).collect();
    let mut game = dealt_with(options, &[&own.join(" "), "1yM 2yM 3yM 4yM 5yM"], "");
    for (given, kept) in way.iter().zip(["1yM", "2yM", "3yM", "4yM", "5yM"]) {
        play(&mut game, "draw");
        play(&mut game, &format!("discard {given}"));
        play(&mut game, "take");
        play(&mut game, &format!("discard {kept}"));
    }
    let view = game.view(Viewer::Seat(seat(0)));
    let mut rng = GameRng::from_number(3);
    for _ in 0..400 {
        let world = MystiqueMaze::imagined(&view, &[], &mut rng).expect("a world");
        assert_eq!(route.chain(world.hand(seat(1))), None);
        assert_eq!(world.view(Viewer::Seat(seat(0))), view);
    }
}

#[test]
fn moves_read_back_as_they_are_written() {
    for text in ["draw", "take", "discard 3rC"] {
        assert_eq!(mv(text).to_string(), text);
    }
    for text in ["", "Draw", "discard", "discard 6rC", "take 3rC"] {
        let error = MystiqueMaze::read_move(text).expect_err("no move").to_string();
        assert!(error.contains("moves are `draw`, `take` and `discard 3rC`"), "{error}");
    }
}

#[test]
fn options_are_written_as_records_have_them_and_a_map_counts_as_help() {
    let text = |options: &Options| ron::to_string(options).expect("text");
    assert_eq!(text(&Options::default()), "(suits:SunsMoonsCrownsArms)");
    for suits in SuitLine::ALL {
        let options = Options { suits, map: true };
        assert_eq!(ron::from_str::<Options>(&text(&options)), Ok(options));
    }
    assert_eq!(ron::from_str::<Options>("()"), Ok(Options::default()));
    assert!(ron::from_str::<Options>("(line: 3)").is_err());
    let assisted = |map: bool| {
        let players = vec![Player::person("Ada"), Player::bot(BotLevel::Easy)];
        let options = Options { map, ..Options::default() };
        let record = Record::new("map", options, players);
        Session::<MystiqueMaze>::load(record).expect("a deal").is_assisted()
    };
    assert_eq!([false, true].map(assisted), [false, true]);
}

#[test]
fn the_state_has_what_records_say_of_it() {
    let mut game = dealt(&["1yM", ""], "");
    let state = serde_json::json!({"top": null, "deck": 40, "discards": 0, "hands": [8, 8], "chain": null});
    assert_eq!(game.state(), state);
    play(&mut game, "draw");
    play(&mut game, "discard 1yM");
    let state = serde_json::json!({"top": "1yM", "deck": 39, "discards": 1, "hands": [8, 8], "chain": null});
    assert_eq!(game.state(), state);
    assert_eq!(game.summary(), "39 cards in the deck after 1 turn.");
}

// The table.

fn map_of(game: &MystiqueMaze, number: u8) -> Chart {
    let view = game.view(Viewer::Seat(seat(number)));
    MystiqueMaze::layout(&view, Room::USUAL).chart.expect("a map")
}

fn mark(chart: &Chart, text: &str) -> ChartMark {
    let found = card(text);
    let row = usize::from(found.number()) - 1;
    let column = SuitLine::default().suits().iter().position(|suit| *suit == found.suit()).expect("a suit");
    chart.blocks[found.colour() as usize].marks[row * 4 + column]
}

#[test]
fn the_map_shows_corners_cards_that_are_held_seen_and_missing() {
    let options = Options { map: true, ..Options::default() };
    let hand = "2yS 2rS 2rM 3rC 4bC 4bA 5yM 1bC";
    let mut game = dealt_with(options, &[hand, "3yM 1rM"], "1rA 5rM");
    let chart = map_of(&game, 0);
    assert_eq!(chart.says, "2 cards missing: three of red moons, four of red crowns");
    let marks = ["1yS", "5bA", "1bS", "5yA", "2yS", "1bC", "3rM", "4rC", "3yM"].map(|text| mark(&chart, text));
    use ChartMark::{End, Held, Missing, Never, Unknown};
    assert_eq!(marks, [End, End, Never, Never, Held, Held, Missing, Missing, Unknown]);
    assert_eq!((chart.blocks.len(), chart.way.len(), chart.cells().count()), (3, 10, 60));
    play(&mut game, "draw");
    play(&mut game, "discard 1rA");
    play(&mut game, "draw");
    play(&mut game, "discard 1rM");
    let chart = map_of(&game, 0);
    assert_eq!(["1rA", "1rM"].map(|text| mark(&chart, text)), [ChartMark::Seen; 2]);
    // What is missing and lies on top of the discards can be taken.
    let plain = MystiqueMaze::layout(&dealt(&[hand, ""], "").view(Viewer::Seat(seat(0))), Room::USUAL);
    assert_eq!(plain.chart, None, "only where it is wanted");
    assert!(
        plain.labels.iter().any(|label| label.text == "Order: yellow – red – blue · suns – moons – crowns – arms"),
        "{:?}",
        plain.labels
    );
}

#[test]
fn the_map_names_up_to_three_cards_and_counts_more() {
    let options = Options { map: true, ..Options::default() };
    let says = |hand: &str| map_of(&dealt_with(options, &[hand, ""], ""), 0).says;
    assert_eq!(says("2yS 2rS 2rM 3rM 3rC 4rC 4bC 5yM"), "1 card missing: four of blue arms");
    assert_eq!(says(CHAIN), "No card is missing");
    assert!(says("5yM 5rM 4yM 1rA 1bA 1rC 5yC 4yC").ends_with(" cards missing"));
}

#[test]
fn nobody_has_a_map_of_another_hand() {
    let options = Options { map: true, ..Options::default() };
    let game = dealt_with(options, &["2yS 2rS", "3yM"], "");
    let public = MystiqueMaze::layout(&game.view(Viewer::Public), Room::USUAL);
    assert_eq!(public.chart, None);
    let other = map_of(&game, 1);
    assert_eq!(mark(&other, "2yS"), ChartMark::Unknown);
    assert_eq!((mark(&other, "1bS"), mark(&other, "1yS")), (ChartMark::End, ChartMark::Never));
}

#[test]
fn in_every_room_the_map_and_the_piles_keep_clear_of_each_other_and_of_plates_and_hands() {
    for options in [Options { map: true, ..Options::default() }, Options::default()] {
        for (count, room) in
            (2..=4).flat_map(|count| [Room::NARROWEST, Room::USUAL, Room::WIDEST].map(|room| (count, room)))
        {
            let mut game = dealt_with(options, &vec![""; count], "");
            // Everybody has taken some cards, which lie open.
            for _ in 0..3 * count {
                pass(&mut game);
                let top = game.table.discards.top().expect("a card");
                play(&mut game, "take");
                let other = game.hand(game.table.turn).iter().find(|card| *card != top).expect("another");
                play(&mut game, &format!("discard {other}"));
            }
            let layout = MystiqueMaze::layout(&game.view(Viewer::Seat(game.table.turn)), room);
            assert_eq!(layout.fault(), None, "{count} in {room:?}");
            let pile = |area: CardArea| layout.areas.iter().find(|found| found.id.to() == Some(area)).expect("a pile");
            let piles = [CardArea::Pile(0), CardArea::Pile(1)].map(pile);
            let mut parts: Vec<_> = piles.iter().map(|area| Extent::about(area.centre, area.size)).collect();
            parts.extend(layout.chart.iter().map(Chart::extent));
            let (wide, high) = layout.plate_growth(f32::MAX);
            let plates = layout.plates.iter().map(|plate| layout.plate_extent(plate, (wide, high)));
            let in_pile = |piece: &&Piece| matches!(piece.area.to(), Some(CardArea::Pile(_)));
            let lying = layout.pieces.iter().filter(|piece| !in_pile(piece)).map(|piece| layout.piece_extent(piece));
            let others: Vec<_> = plates.chain(lying).collect();
            for (number, part) in parts.iter().enumerate() {
                let inner = part.grown((-2.0, -2.0));
                let met = others.iter().chain(&parts[..number]).find(|other| inner.meets(**other));
                assert_eq!(met, None, "{count} in {room:?}: {part:?}");
            }
            let cell = layout.chart.as_ref().map_or(20.0, |chart| chart.cell);
            assert!(cell >= 17.0, "{count} in {room:?}: cells of {cell}");
        }
    }
}

#[test]
fn at_the_end_the_chain_lies_in_a_row_and_is_walked_card_by_card() {
    let mut game = dealt(&["2yS 2rS 2rM 3rM 3rC 4rC 4bC 5yM", ""], "4bA");
    play(&mut game, "draw");
    play(&mut game, "discard 5yM");
    let whole = cards(&format!("1yS {CHAIN} 5bA"));
    for number in 0..2 {
        let view = game.view(Viewer::Seat(seat(number)));
        let layout = MystiqueMaze::layout(&view, Room::USUAL);
        assert_eq!(layout.fault(), None);
        let xs: Vec<f32> =
            whole.iter().map(|card| layout.piece(piece_of(*card)).expect("it lies there").place.centre.0).collect();
        assert!(xs.windows(2).all(|pair| pair[0] < pair[1]), "{xs:?}");
        let finale = MystiqueMaze::finale(&view);
        assert_eq!((finale.fault(&layout), finale.exhibits.len()), (None, 10));
        for (step, exhibit) in finale.exhibits[..9].iter().enumerate() {
            assert_eq!(exhibit.spots.pieces, [whole[step], whole[step + 1]].map(piece_of));
            assert_eq!(exhibit.figure, format!("{} of 9", step + 1));
        }
        let captions: Vec<&str> = finale.exhibits.iter().map(|exhibit| exhibit.caption.as_str()).collect();
        assert_eq!(captions[..4], ["Ace to two", "Yellow to red", "Suns to moons", "Two to three"]);
        let last = finale.exhibits.last().expect("the last");
        assert_eq!(last.weight, Weight::Sum);
        assert_eq!(with_names(&last.caption, &["Ada", "Ben"]), "Ada is through the maze");
        let figures: Vec<String> = finale
            .figures
            .iter()
            .map(|figure| with_names(&format!("{} {}", figure.number, figure.name), &["Ada", "Ben"]))
            .collect();
        assert_eq!(figures, ["8 cards in the chain", "1 Ada’s turn"]);
    }
}

#[test]
fn what_is_to_be_done_is_said() {
    let mut game = dealt(&["1yM", ""], "");
    let prompt = |game: &MystiqueMaze, number| {
        with_names(&MystiqueMaze::prompt(&game.view(Viewer::Seat(seat(number)))), &["Ada", "Ben"])
    };
    assert_eq!((prompt(&game, 0).as_str(), prompt(&game, 1).as_str()), ("Draw a card from the deck", "Wait for Ada"));
    play(&mut game, "draw");
    assert_eq!(prompt(&game, 0), "Discard a card; Ben may take it");
    let preview = MystiqueMaze::preview(&game.view(Viewer::Seat(seat(0))), &mv("discard 1yM"));
    assert_eq!(with_names(&preview.sentence, &["Ada", "Ben"]), "Ben may take it");
    play(&mut game, "discard 1yM");
    assert_eq!(prompt(&game, 1), "Draw from the deck, or take the ace of yellow moons");
    while game.table.in_deck() > 0 {
        pass(&mut game);
    }
    let asked = prompt(&game, game.table.turn.index() as u8);
    assert!(asked.starts_with("The deck is empty: draw (the discards are shuffled first), or take the "), "{asked}");
    while !game.table.is_out_of_cards() {
        pass(&mut game);
    }
    let asked = prompt(&game, game.table.turn.index() as u8);
    assert!(asked.starts_with("The deck has run out for good: take the "), "{asked}");
}

/// Neighbours in the line of the suits are what chains are made of, so a hand has its suits as they stand there.
#[test]
fn a_hand_is_sorted_by_the_line_of_suits_that_was_chosen() {
    let sorted = |suits, order| {
        let game = dealt_with(Options { suits, map: false }, &["1yM 3bM 3yM 4bS 2rA 2bA 2yC 2rC", ""], "");
        let mut view = game.view(Viewer::Seat(seat(0)));
        MystiqueMaze::arrange(&mut view, order);
        joined(view.sorted(MazeZone::Hand(seat(0))), " ")
    };
    let [by_default, arms_third, moons_first] = SuitLine::ALL;
    assert_eq!(sorted(by_default, HandOrder::Suit), "4bS 1yM 3yM 3bM 2yC 2rC 2rA 2bA");
    assert_eq!(sorted(arms_third, HandOrder::Suit), "4bS 1yM 3yM 3bM 2rA 2bA 2yC 2rC");
    assert_eq!(sorted(moons_first, HandOrder::Suit), "1yM 3yM 3bM 4bS 2rA 2bA 2yC 2rC");
    assert_eq!(sorted(by_default, HandOrder::Colour), "1yM 3yM 2yC 2rC 2rA 4bS 3bM 2bA");
    assert_eq!(sorted(by_default, HandOrder::Number), "1yM 2yC 2rC 2rA 2bA 3yM 3bM 4bS");
}

#[test]
fn the_rules_are_those_of_a_plain_implementation_in_a_few_games() {
    compare_random_games(60);
}

#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn the_rules_are_those_of_a_plain_implementation_in_many_games() {
    compare_random_games(share_of(2000) as u64);
}

/// Whole games, played by a second and plain implementation of the rules beside the first.
fn compare_random_games(games: u64) {
    let mut ends = BTreeMap::new();
    for number in 0..games {
        let mut rng = GameRng::from_number(number);
        let (count, suits) = (seats(2 + number as usize % 3), SuitLine::ALL[number as usize / 3 % 3]);
        let options = Options { suits, map: false };
        let mut game = MystiqueMaze::deal(&options, count, None, &mut rng).expect("a deal");
        let mut hands: Vec<BTreeSet<MystiqueCard>> =
            count.iter().map(|seat| game.hand(seat).iter().collect()).collect();
        let (mut discards, mut turn, mut turns, mut shuffles) = (Vec::new(), game.turn().expect("a seat"), 0, 0);
        let mut in_deck = 60 - 10 * count.count();
        let mut is_over = false;
        while let Some(seat) = game.turn() {
            assert!(!is_over && seat == turn);
            let legal = game.legal_moves(seat);
            let mv = *rng.pick(legal.listed()).expect("a move");
            let hand = &mut hands[seat.index()];
            let expected: Vec<Move> = match hand.len() {
                9 => hand.iter().map(|card| Move::Discard(*card)).collect(),
                _ => [Move::Draw].into_iter().chain((!discards.is_empty()).then_some(Move::Take)).collect(),
            };
            assert_eq!(legal.listed(), expected);
            game.apply(seat, &mv, &mut rng);
            match mv {
                Move::Draw if in_deck == 0 && shuffles == 4 => is_over = true,
                Move::Draw => {
                    if in_deck == 0 {
                        (in_deck, shuffles) = (discards.len() - 1, shuffles + 1);
                        discards = vec![*discards.last().expect("a card")];
                    }
                    in_deck -= 1;
                    let drawn = game.hand(seat).iter().find(|card| !hand.contains(card)).expect("a card");
                    assert!(!discards.contains(&drawn), "what lies on the discards is not drawn");
                    hand.insert(drawn);
                }
                Move::Take => {
                    hand.insert(discards.pop().expect("a card"));
                }
                Move::Discard(card) => {
                    assert!(hand.remove(&card));
                    discards.push(card);
                    (turn, turns) = (count.after(seat), turns + 1);
                    let route = MazeRoute::of(seat, suits).expect("a route");
                    let linked = by_breadth_first(suits, [route.from, route.to], hand).is_some();
                    is_over = linked || turns == 400;
                }
            }
            let held: Vec<BTreeSet<MystiqueCard>> = count.iter().map(|seat| game.hand(seat).iter().collect()).collect();
            assert_eq!((held, game.table.in_deck()), (hands.clone(), in_deck));
            assert_eq!(
                (game.table.discards.top(), game.table.discards.len()),
                (discards.last().copied(), discards.len())
            );
        }
        assert!(is_over);
        let how = match &game.table.end {
            Some(MazeEnd::Linked { .. }) => "linked",
            Some(MazeEnd::OutOfCards) => "out of cards",
            _ => "long enough",
        };
        *ends.entry(how).or_insert(0) += 1;
    }
    assert!(ends.contains_key("out of cards"), "{ends:?}");
}

/// What changes from a card to the next one is one attribute.
#[test]
fn steps_are_said_by_what_changes() {
    use parlour::games::maze::ending::step_in_words;
    let mut kinds = BTreeSet::new();
    for one in MystiqueCard::deck() {
        for other in SuitLine::default().connected(one).iter() {
            let kind = AttributeKind::ALL.into_iter().find(|kind| one.attribute(*kind) != other.attribute(*kind));
            let words = step_in_words(one, other);
            assert!(words.contains(" to "), "{words}");
            kinds.insert(kind);
        }
    }
    assert_eq!(kinds.len(), 3);
}
