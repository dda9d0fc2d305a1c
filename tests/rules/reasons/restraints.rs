//! Chain of Restraints: where a card is said to go, whether it makes four, whether the next player can, and what it stops.

use std::collections::BTreeMap;

use parlour::cards::{Attribute, AttributeKind, MystiqueCard, MystiqueSet};
use parlour::engine::game::{Game, NoOptions};
use parlour::engine::rng::GameRng;
use parlour::engine::seats::Seat;
use parlour::games::restraints::ChainOfRestraints;
use parlour::games::restraints::reason::{NextFour, PlaceWords, Reason, RestraintOutlook, StoppedThree};
use parlour::games::restraints::rules::{Move, View};
use parlour::games::restraints::table::RestraintZone;
use parlour::search::Searchable;
use parlour::words::with_names;

use crate::claims::{Asked, FEW, in_positions, many, says, seats, some};

type At = (i8, i8);
type Tops = BTreeMap<At, MystiqueCard>;

fn at(mv: &Move) -> At {
    (mv.place.0.column() - 3, mv.place.0.row() - 3)
}

fn tops(view: &View) -> Tops {
    view.table.board.stacks().tops().map(|(square, card)| ((square.column() - 3, square.row() - 3), card)).collect()
}

fn with(tops: &Tops, at: At, card: MystiqueCard) -> Tops {
    tops.iter().map(|(at, card)| (*at, *card)).chain([(at, card)]).collect()
}

/// Whether a card may lie here.
fn is_open(tops: &Tops, (x, y): At) -> bool {
    let is_near =
        [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)].iter().any(|(right, up)| tops.contains_key(&(x + right, y + up)));
    let spread = |of: fn(&At) -> i8, new: i8| {
        let all: Vec<i8> = tops.keys().map(of).chain([new]).collect();
        all.iter().max().expect("a place") - all.iter().min().expect("a place")
    };
    is_near && spread(|at| at.0, x) < 4 && spread(|at| at.1, y) < 4
}

const DIRECTIONS: [At; 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

fn line((x, y): At, (right, up): At) -> [At; 4] {
    [0, 1, 2, 3].map(|step| (x + step * right, y + step * up))
}

/// Every line of four places.
fn lines() -> impl Iterator<Item = [At; 4]> {
    let starts = (-3..=3).flat_map(|x| (-3..=3).map(move |y| (x, y)));
    starts.flat_map(|start| DIRECTIONS.map(|direction| line(start, direction)))
}

/// The lines of four places in which this one lies.
fn lines_with((x, y): At) -> impl Iterator<Item = [At; 4]> {
    DIRECTIONS
        .into_iter()
        .flat_map(move |(right, up)| [0, 1, 2, 3].map(|back| line((x - back * right, y - back * up), (right, up))))
}

fn has(tops: &Tops, at: &At, attribute: Attribute) -> bool {
    tops.get(at).is_some_and(|card| card.attribute(attribute.kind()) == attribute)
}

fn shares(one: MystiqueCard, other: MystiqueCard) -> bool {
    one.shared(other).next().is_some()
}

/// Whether this card makes four here.
fn makes_four(tops: &Tops, at: At, card: MystiqueCard) -> bool {
    let is_four = |line: [At; 4], attribute: Attribute| {
        line.iter().filter(|place| **place != at).all(|place| has(tops, place, attribute))
    };
    let attributes = AttributeKind::ALL.map(|kind| card.attribute(kind));
    lines_with(at).any(|line| attributes.iter().any(|attribute| is_four(line, *attribute)))
}

/// Whether this card makes four anywhere.
fn wins(tops: &Tops, card: MystiqueCard) -> bool {
    let all = (-3..=3).flat_map(|x| (-3..=3).map(move |y| (x, y)));
    all.into_iter().any(|at| is_open(tops, at) && makes_four(tops, at, card))
}

/// The threes to which a fourth may come: what they share, and where they lie.
fn threes(tops: &Tops) -> Vec<(Attribute, Vec<At>)> {
    let three = |line: [At; 4], attribute: Attribute| {
        let (there, missing): (Vec<At>, Vec<At>) = line.iter().partition(|place| has(tops, place, attribute));
        (there.len() == 3 && is_open(tops, missing[0])).then_some((attribute, there))
    };
    lines().flat_map(|line| Attribute::all().filter_map(move |attribute| three(line, attribute))).collect()
}

/// What the next player can do after a move, worked out from what the view shows.
fn next_four(view: &View, seat: Seat, mv: &Move) -> NextFour {
    let table = &view.table;
    let after = with(&tops(view), at(mv), mv.card);
    let hands: Vec<MystiqueSet> =
        table.seats.from(table.seats.after(seat)).map(|other| table.cards.hand(other)).collect();
    let fits = |card: &MystiqueCard| *card != mv.card && !shares(*card, mv.card);
    // The first hand of which something can be played, unless one before it may have a card that is not known.
    let mut played_from = None;
    for hand in &hands {
        if hand.iter().any(|card| fits(&card)) {
            played_from = Some(*hand);
            break;
        }
        if hand.iter().filter(|card| *card != mv.card).count() < 5 {
            break;
        }
    }
    let known: MystiqueSet =
        played_from.iter().flat_map(|hand| hand.iter()).filter(|card| fits(card) && wins(&after, *card)).collect();
    if !known.is_empty() {
        return NextFour::Known(known);
    }
    if played_from.is_some_and(|hand| hand.iter().filter(|card| *card != mv.card).count() == 5) {
        return NextFour::Never;
    }
    let gone = table.cards.known(RestraintZone::Board).union(table.cards.known(RestraintZone::Aside));
    let winning: Vec<MystiqueCard> =
        MystiqueCard::deck().filter(|card| !gone.contains(*card) && fits(card) && wins(&after, *card)).collect();
    let unseen = winning.iter().filter(|card| hands.iter().all(|hand| !hand.contains(**card))).count();
    match (winning.len(), unseen) {
        (0, _) => NextFour::Never,
        (_, 0) => NextFour::IfPassed,
        (_, count) => NextFour::Unseen(count),
    }
}

fn rank(four: NextFour) -> usize {
    match four {
        NextFour::Never => 0,
        NextFour::IfPassed => 1,
        NextFour::Unseen(count) => 1 + count,
        NextFour::Known(_) => 1000,
    }
}

fn is_placed(tops: &Tops, (x, y): At, place: PlaceWords) -> bool {
    match place {
        PlaceWords::First => tops.is_empty(),
        PlaceWords::On(card) => tops.get(&(x, y)) == Some(&card),
        PlaceWords::At(side, card) => {
            let beside = match side {
                "above" => (x, y - 1),
                "below" => (x, y + 1),
                "to the right of" => (x - 1, y),
                _ => (x + 1, y),
            };
            !tops.contains_key(&(x, y)) && tops.get(&beside) == Some(&card)
        }
    }
}

/// How much the next player can do after each move: the higher, the more; `None` after those that win.
fn ranks(asked: &Asked<'_, ChainOfRestraints>) -> Vec<Option<usize>> {
    let tops = tops(asked.view);
    let rank_of =
        |mv: &Move| (!makes_four(&tops, at(mv), mv.card)).then(|| rank(next_four(asked.view, asked.seat, mv)));
    asked.legal.listed().iter().map(rank_of).collect()
}

fn holds(asked: &Asked<'_, ChainOfRestraints>, ranks: &[Option<usize>], mv: &Move, reason: &Reason) {
    let (view, tops) = (asked.view, tops(asked.view));
    assert_eq!(reason.card, mv.card);
    assert!(is_placed(&tops, at(mv), reason.place), "{reason:?}");
    says(reason, &["Play the ", &mv.card.spoken(), ": "]);
    let after = with(&tops, at(mv), mv.card);
    match &reason.outlook {
        RestraintOutlook::Wins(_) => {
            assert!(makes_four(&tops, at(mv), mv.card), "{reason:?}");
            let mut game = asked.game.clone();
            game.apply(asked.seat, mv, &mut GameRng::from_number(1));
            assert_eq!(game.scores()[asked.seat.index()], 1, "{reason:?}");
            says(reason, &["four ", " in a row, and you win"]);
        }
        RestraintOutlook::RunsOut => {
            assert_eq!(view.table.cards.count(RestraintZone::Deck), 0);
            assert!(!makes_four(&tops, at(mv), mv.card), "{reason:?}");
            says(reason, &["draw"]);
        }
        RestraintOutlook::GoesOn { next, is_for_two, four, is_least, stops, then } => {
            assert!(!makes_four(&tops, at(mv), mv.card), "{reason:?}");
            assert_eq!((*next, *is_for_two), (view.table.seats.after(asked.seat), view.table.seats.count() == 2));
            assert_eq!(*four, next_four(view, asked.seat, mv), "{reason:?}");
            let least = ranks.iter().all(|other| other.is_some_and(|other| other >= rank(*four)));
            assert_eq!(*is_least, least && ranks.len() > 1 && *four != NextFour::Never, "{reason:?}");
            if let NextFour::Known(cards) = four {
                cards.iter().for_each(|card| says(reason, &[&card.spoken()]));
            }
            match stops {
                Some(StoppedThree::Forbidden(attribute)) => {
                    assert!(mv.card.attribute(attribute.kind()) == *attribute, "{reason:?}");
                    assert!(threes(&tops).iter().any(|(other, _)| other == attribute), "{reason:?}");
                    says(reason, &["but nobody may play ", &attribute.to_string()]);
                }
                Some(StoppedThree::Covered(attribute)) => {
                    assert!(mv.card.attribute(attribute.kind()) != *attribute, "{reason:?}");
                    let is_of = |(other, places): &(Attribute, Vec<At>)| other == attribute && places.contains(&at(mv));
                    assert!(threes(&tops).iter().any(is_of), "{reason:?}");
                    assert!(threes(&after).iter().all(|(other, _)| other != attribute), "{reason:?}");
                    says(reason, &["covers one of "]);
                }
                None => {}
            }
            let own = view.table.cards.hand(asked.seat);
            let then_wins = own.iter().find(|card| *card != mv.card && wins(&after, *card));
            assert_eq!(*then, then_wins, "{reason:?}");
        }
    }
}

fn hold(count: usize) {
    let deal = |number: usize, rng: &mut GameRng| {
        ChainOfRestraints::deal(&NoOptions::default(), seats(2 + number % 3), None, rng).expect("a deal")
    };
    in_positions(count, deal, |asked, rng| {
        let ranks = ranks(asked);
        for mv in some(asked.legal.listed(), rng) {
            holds(asked, &ranks, &mv, &ChainOfRestraints::reason(asked.view, &mv));
        }
    });
}

#[test]
fn what_speaks_for_a_card_and_its_place_is_said_in_a_sentence() {
    let card = |text: &str| text.parse::<MystiqueCard>().expect("a card");
    let said = |outlook| {
        let place = PlaceWords::At("to the right of", card("1bM"));
        let reason = Reason { card: card("3rC"), place, outlook };
        with_names(&reason.to_string(), &["You", "Ada"])
    };
    let begins = "Play the three of red crowns to the right of the ace of blue moons:";
    let four = "four red cards".to_owned();
    assert_eq!(said(RestraintOutlook::Wins(four)), format!("{begins} four red cards in a row, and you win"));
    let next = Seat::new(1).expect("a seat");
    let goes_on = |four, is_least, stops, then: Option<&str>| {
        said(RestraintOutlook::GoesOn { next, is_for_two: true, four, is_least, stops, then: then.map(card) })
    };
    let red = Attribute::Colour(card("3rC").colour());
    assert_eq!(
        goes_on(NextFour::Never, false, Some(StoppedThree::Forbidden(red)), None),
        format!(
            "{begins} Ada cannot make four in a row next. Three red cards are in a line, but nobody may play red next"
        )
    );
    assert_eq!(
        goes_on(NextFour::Unseen(1), true, None, Some("2rS")),
        format!(
            "{begins} only one card that you do not see would let Ada make four in a row, and no other move leaves fewer. If nobody stops it, \
             your two of red suns makes four next time"
        )
    );
    assert_eq!(
        goes_on(NextFour::Known("4yS 2bS".parse().expect("cards")), true, None, None),
        format!(
            "{begins} Ada can make four in a row next with the four of yellow suns or the two of blue suns, and every other move allows it too"
        )
    );
    let moons = StoppedThree::Covered(Attribute::Suit(card("1bM").suit()));
    assert_eq!(
        goes_on(NextFour::IfPassed, false, Some(moons), None),
        format!(
            "{begins} Ada cannot make four in a row next, unless hands are passed. It covers one of three moons in a line"
        )
    );
}

/// Among four, it is said that the next player alone is looked at.
#[test]
fn where_more_than_two_play_it_is_said_who_is_next() {
    let says = |four: NextFour| {
        with_names(&four.in_words(Seat::new(1).expect("a seat"), false), &["You", "Ada", "Ben", "Cora"])
    };
    assert_eq!(says(NextFour::Never), "the next player, Ada, cannot make four in a row");
    assert_eq!(says(NextFour::IfPassed), "the next player, Ada, cannot make four in a row, unless hands are passed");
    let one = "only one card that you do not see would let the next player, Ada, make four in a row";
    assert_eq!(says(NextFour::Unseen(1)), one);
    let known = says(NextFour::Known("4yS".parse().expect("cards")));
    assert_eq!(known, "the next player, Ada, can make four in a row with the four of yellow suns");
}

#[test]
fn what_speaks_for_a_card_and_its_place_is_true_in_a_few_positions() {
    hold(FEW);
}

#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn what_speaks_for_a_card_and_its_place_is_true_in_many_positions() {
    hold(many());
}
