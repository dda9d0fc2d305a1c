//! Mystique Maze: how many cards are missing before a move and after it, what may be in the deck, and what the next player has taken.

use std::collections::{BTreeMap, BTreeSet};

use parlour::cards::{MystiqueCard, MystiqueSet};
use parlour::engine::game::Game;
use parlour::engine::rng::GameRng;
use parlour::engine::seats::{Seat, Viewer};
use parlour::games::maze::MystiqueMaze;
use parlour::games::maze::block::SuitLine;
use parlour::games::maze::reason::{MissingCards, NextPlayer, Reason};
use parlour::games::maze::rules::{Event, Move, Options};
use parlour::games::maze::table::MazeZone;
use parlour::search::Searchable;
use parlour::words::with_names;

use crate::claims::{Asked, FEW, in_positions, many, says, seats, some};

type Cards = BTreeSet<MystiqueCard>;

/// How far two cards are apart, place by place in each line.
fn apart(suits: SuitLine, one: MystiqueCard, other: MystiqueCard) -> usize {
    let place = |card: MystiqueCard| suits.suits().iter().position(|suit| *suit == card.suit()).expect("a suit");
    usize::from(one.number().abs_diff(other.number()))
        + (one.colour() as usize).abs_diff(other.colour() as usize)
        + place(one).abs_diff(place(other))
}

fn corners(game: &MystiqueMaze, seat: Seat) -> [MystiqueCard; 2] {
    let corners: Vec<MystiqueCard> = game.table.cards.known(MazeZone::Corners(seat)).iter().collect();
    [corners[0], corners[1]]
}

/// How few cards are missing on a way of up to eight cards, for somebody who holds these: over all ways, a step at a time.
fn fewest_missing(game: &MystiqueMaze, seat: Seat, held: &Cards) -> usize {
    let suits = game.table.options.suits;
    let [from, to] = corners(game, seat);
    let never: Cards =
        (0..game.scores().len()).flat_map(|other| corners(game, Seat::new(other as u8).expect("a seat"))).collect();
    let (mut here, mut best) = (BTreeMap::from([(from, 0)]), usize::MAX);
    for _ in 0..9 {
        let mut next: BTreeMap<MystiqueCard, usize> = BTreeMap::new();
        for (card, missing) in here {
            for there in MystiqueCard::deck().filter(|there| apart(suits, card, *there) == 1) {
                if there == to {
                    best = best.min(missing);
                } else if !never.contains(&there) {
                    let missing = missing + usize::from(!held.contains(&there));
                    next.entry(there).and_modify(|least| *least = missing.min(*least)).or_insert(missing);
                }
            }
        }
        here = next;
    }
    best
}

fn spoken(cards: &MystiqueSet) -> Vec<String> {
    cards.iter().map(MystiqueCard::spoken).collect()
}

/// The cards of which a seat has seen where they are, or holds them.
fn seen(asked: &Asked<'_, MystiqueMaze>) -> Cards {
    let table = &asked.view.table;
    let mut seen: Cards = table.discards.iter().flatten().chain(table.hand(asked.seat).iter()).collect();
    for number in 0..asked.game.scores().len() {
        let other = Seat::new(number as u8).expect("a seat");
        seen.extend(table.cards.known(MazeZone::Hand(other)).iter());
        seen.extend(corners(asked.game, other));
    }
    seen
}

fn holds(asked: &Asked<'_, MystiqueMaze>, mv: &Move, reason: &Reason) {
    let (game, seat) = (asked.game, asked.seat);
    let own: Cards = game.hand(seat).iter().collect();
    let with = |card: MystiqueCard| own.iter().copied().chain([card]).collect::<Cards>();
    let missing = |held: &Cards| fewest_missing(game, seat, held);
    let linked = |card: MystiqueCard, cards: &Cards| -> MystiqueSet {
        cards.iter().copied().filter(|other| apart(game.table.options.suits, card, *other) == 1).collect()
    };
    match (mv, reason) {
        (Move::Draw, Reason::Ends) => assert!(game.table.is_out_of_cards()),
        (Move::Draw, Reason::Draws { top, missing: claimed }) => {
            assert_eq!(top.map(|(card, _)| card), game.table.discards.top());
            assert!(top.is_none_or(|(card, with_it)| with_it == missing(&with(card))), "{reason:?}");
            assert_eq!(claimed.count, missing(&own));
            let way = asked.view.table.missing_way(seat, asked.view.hand()).expect("a way").missing;
            let unseen = way.iter().filter(|card| !seen(asked).contains(card)).count();
            let in_deck = (asked.view.table.in_deck() > 0).then_some(unseen);
            assert_eq!((claimed.in_deck, way.len()), (in_deck, claimed.count));
            says(reason, &["Draw from the deck: ", &top.map_or(String::new(), |(card, _)| card.spoken())]);
        }
        (Move::Take, Reason::Takes { card, before, after, links }) => {
            assert_eq!(Some(*card), game.table.discards.top());
            assert_eq!((*before, *after), (missing(&own), missing(&with(*card))));
            let around: Cards = own.iter().copied().chain(corners(game, seat)).collect();
            assert_eq!(*links, linked(*card, &around));
            says(reason, &["Take the ", &card.spoken()]);
            if after == before {
                spoken(links).iter().for_each(|link| says(reason, &[link]));
            }
        }
        (Move::Discard(card), Reason::Discards { card: claimed, before, after, next }) => {
            let left: Cards = own.iter().copied().filter(|other| other != card).collect();
            assert_eq!((card, *before, *after), (claimed, missing(&own), missing(&left)));
            let rival = Seat::new(((seat.index() + 1) % game.scores().len()) as u8).expect("a seat");
            let known: Cards = asked.view.table.cards.known(MazeZone::Hand(rival)).iter().collect();
            assert_eq!((next.seat, next.known, next.links), (rival, known.len(), linked(*card, &known)));
            says(reason, &["Discard the ", &card.spoken()]);
            if *after > 0 {
                spoken(&next.links).iter().for_each(|link| says(reason, &["though it is connected to", link]));
            }
        }
        _ => panic!("{mv}: {reason:?}"),
    }
}

fn hold(count: usize) {
    let deal = |number: usize, rng: &mut GameRng| {
        let options = Options { suits: SuitLine::ALL[number / 3 % 3], map: number.is_multiple_of(2) };
        MystiqueMaze::deal(&options, seats(2 + number % 3), None, rng).expect("a deal")
    };
    in_positions(count, deal, |asked, rng| {
        for mv in some(asked.legal.listed(), rng) {
            holds(asked, &mv, &MystiqueMaze::reason(asked.view, &mv));
        }
    });
}

#[test]
fn what_speaks_for_a_move_is_true_in_a_few_positions() {
    hold(2 * FEW);
}

#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn what_speaks_for_a_move_is_true_in_many_positions() {
    hold(many());
}

fn card(text: &str) -> MystiqueCard {
    text.parse().expect("a card")
}

fn sentence(reason: &Reason) -> String {
    with_names(&reason.to_string(), &["You", "Ada", "Ben"])
}

#[test]
fn what_speaks_for_drawing_is_said_in_a_sentence() {
    let draws = |top: Option<(&str, usize)>, count, in_deck| {
        let missing = MissingCards { count, in_deck };
        sentence(&Reason::Draws { top: top.map(|(text, with)| (card(text), with)), missing })
    };
    let closer = "Draw from the deck: the three of red moons would bring you no closer.";
    for (count, in_deck, rest) in [
        (1, Some(1), "One card is missing, and it may be in the deck"),
        (1, Some(0), "One card is missing, and it is not in the deck now"),
        (2, Some(2), "Two cards are missing, and both may be in the deck"),
        (2, Some(1), "Two cards are missing, and one of them may be in the deck"),
        (2, Some(0), "Two cards are missing, and neither is in the deck now"),
        (3, Some(0), "Three cards are missing, and none of them is in the deck now"),
        (3, Some(3), "Three cards are missing, and all of them may be in the deck"),
        (3, None, "Three cards are missing"),
    ] {
        assert_eq!(draws(Some(("3rM", count)), count, in_deck), format!("{closer} {rest}"));
    }
    let first = "Draw from the deck: nothing has been discarded yet. Four cards are missing";
    assert_eq!(draws(None, 4, None), first);
    let more = "Draw from the deck: it may bring you more than the three of red moons. Four cards are missing";
    assert_eq!(draws(Some(("3rM", 3)), 4, None), more);
    assert_eq!(sentence(&Reason::Ends), "Draw: the deck has run out for good, so the game ends, and nobody wins");
}

#[test]
fn what_speaks_for_taking_a_card_is_said_in_a_sentence() {
    let takes = |before, after, links: &str| {
        sentence(&Reason::Takes { card: card("3rM"), before, after, links: links.parse().expect("cards") })
    };
    let begins = "Take the three of red moons";
    assert_eq!(takes(1, 0, "2rM"), format!("{begins}: it completes your chain"));
    assert_eq!(takes(2, 1, "2rM"), format!("{begins}: you are then one card short instead of two"));
    let linked = "it is connected to the two of red moons and the three of red crowns. You are still two cards short";
    assert_eq!(takes(2, 2, "2rM 3rC"), format!("{begins}: {linked}"));
    assert_eq!(takes(2, 2, ""), format!("{begins} rather than an unknown card: you are still two cards short"));
}

#[test]
fn what_speaks_for_discarding_a_card_is_said_in_a_sentence() {
    let discards = |before, after, known, links: &str| {
        let next = NextPlayer { seat: Seat::new(1).expect("a seat"), known, links: links.parse().expect("cards") };
        sentence(&Reason::Discards { card: card("3rM"), before, after, next })
    };
    let begins = "Discard the three of red moons";
    assert_eq!(discards(0, 0, 0, ""), format!("{begins}: what is left links your corners, and you win"));
    assert_eq!(discards(3, 3, 0, ""), format!("{begins}: you are three cards short with or without it"));
    assert_eq!(discards(3, 4, 0, ""), format!("{begins}: you are then four cards short instead of three"));
    let nothing = "you are one card short with or without it, and it is not connected to anything Ada has taken";
    assert_eq!(discards(1, 1, 2, ""), format!("{begins}: {nothing}"));
    let though = "you are one card short with or without it, though it is connected to the two of red moons, which Ada has taken";
    assert_eq!(discards(1, 1, 2, "2rM"), format!("{begins}: {though}"));
}

/// What is claimed of a draw comes from what has been seen, and a shuffle makes cards unseen again.
#[test]
fn cards_that_were_shuffled_may_be_in_the_deck_again() {
    let mut rng = GameRng::from_number(2);
    let mut game = MystiqueMaze::deal(&Options::default(), seats(4), None, &mut rng).expect("a deal");
    while game.table.shuffled == 0 {
        let seat = game.turn().expect("nobody has won");
        let events = game.apply(seat, &Move::Draw, &mut rng);
        let drawn = events.iter().rev().find_map(Event::stock).expect("a card").cards;
        game.apply(seat, &Move::Discard(drawn.iter().next().expect("a card")), &mut rng);
    }
    let seat = game.turn().expect("nobody has won");
    let view = game.view(Viewer::Seat(seat));
    let unseen = view.table.unseen_by(seat);
    assert_eq!(unseen.len(), game.table.in_deck() + 3 * 8, "all that is in the deck or in other hands");
}
