//! Mystique Energy: what a place does to one's own product, and which groups it makes larger.

use std::collections::{BTreeMap, BTreeSet};

use parlour::cards::{Attribute, AttributeKind, MystiqueCard};
use parlour::engine::game::{Game, NoOptions};
use parlour::engine::rng::GameRng;
use parlour::games::energy::MystiqueEnergy;
use parlour::games::energy::reason::Reason;
use parlour::games::energy::rules::Move;
use parlour::hex::Hex;
use parlour::search::Searchable;

use crate::claims::{Asked, FEW, in_positions, many, says, seats, some};

type Laid = BTreeMap<Hex, MystiqueCard>;

/// The largest group with an attribute, by flooding from every card.
fn largest(board: &Laid, attribute: Attribute) -> i32 {
    let flood = |from: &Hex| {
        let (mut seen, mut next) = (BTreeSet::from([*from]), vec![*from]);
        while let Some(hex) = next.pop() {
            for (q, r) in [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)] {
                let near = Hex::new(hex.q + q, hex.r + r);
                let has_it = board.get(&near).is_some_and(|card| card.attribute(attribute.kind()) == attribute);
                if has_it && seen.insert(near) {
                    next.push(near);
                }
            }
        }
        seen.len() as i32
    };
    board
        .iter()
        .filter(|(_, card)| card.attribute(attribute.kind()) == attribute)
        .map(|(hex, _)| flood(hex))
        .max()
        .unwrap_or(0)
}

fn product(board: &Laid, energy: MystiqueCard) -> i32 {
    AttributeKind::ALL.map(|kind| largest(board, energy.attribute(kind))).iter().product()
}

fn holds(asked: &Asked<'_, MystiqueEnergy>, mv: &Move, reason: &Reason) {
    let card = asked.game.playing_card(asked.seat).expect("a card to lay");
    let energy = asked.game.energy(asked.seat).expect("an energy card");
    let board: Laid = asked.game.table.board.cards().iter().copied().collect();
    let with = |hex: Hex| -> Laid { board.iter().map(|(hex, card)| (*hex, *card)).chain([(hex, card)]).collect() };
    let touching = |hex: Hex| -> Vec<MystiqueCard> {
        let steps = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
        steps.iter().filter_map(|(q, r)| board.get(&Hex::new(hex.q + q, hex.r + r)).copied()).collect()
    };
    let is_there = |hex: &Hex| reason.beside.iter().all(|card| touching(*hex).contains(card));
    assert!(is_there(&mv.0) && reason.beside.len() == touching(mv.0).len().min(3), "{reason:?}");
    let such_places = asked.legal.listed().iter().filter(|Move(hex)| is_there(hex)).count();
    assert!(such_places == 1 || reason.beside.len() < 3, "{reason:?} is said of {such_places} places");
    reason.beside.iter().for_each(|card| says(reason, &[" beside ", &format!("the {}", card.spoken())]));
    let own = reason.own.as_ref().expect("one's own product");
    let (before, here) = (product(&board, energy), with(mv.0));
    assert_eq!((reason.card, own.before, own.after), (Some(card), before, product(&here, energy)), "{reason:?}");
    let least = asked.legal.listed().iter().map(|Move(hex)| product(&with(*hex), energy)).min();
    assert_eq!(own.is_least, least == Some(own.after), "{reason:?}");
    let [colour, suit, number] = [AttributeKind::Colour, AttributeKind::Suit, AttributeKind::Number]
        .map(|kind| largest(&here, energy.attribute(kind)));
    assert_eq!(own.factors, format!("{colour} × {suit} × {number} = {}", own.after));
    let fed: BTreeMap<Attribute, i32> = AttributeKind::ALL
        .into_iter()
        .map(|kind| card.attribute(kind))
        .filter(|attribute| energy.attribute(attribute.kind()) != *attribute)
        .map(|attribute| (attribute, largest(&here, attribute)))
        .filter(|(attribute, size)| *size > 1 && *size > largest(&board, *attribute))
        .collect();
    assert_eq!(
        reason.feeds.iter().map(|(attribute, size)| (*attribute, i32::from(*size))).collect::<BTreeMap<_, _>>(),
        fed
    );
    says(reason, &["Lay the ", &card.spoken(), &own.after.to_string()]);
    fed.values().for_each(|size| says(reason, &[&format!("to {size}"), "for you"]));
}

fn hold(count: usize) {
    let deal = |number: usize, rng: &mut GameRng| {
        MystiqueEnergy::deal(&NoOptions::default(), seats(2 + number % 5), None, rng).expect("a deal")
    };
    in_positions(count, deal, |asked, rng| {
        for mv in some(asked.legal.listed(), rng) {
            holds(asked, &mv, &MystiqueEnergy::reason(asked.view, &mv));
        }
    });
}

#[test]
fn what_speaks_for_a_place_is_true_in_a_few_positions() {
    hold(FEW);
}

#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn what_speaks_for_a_place_is_true_in_many_positions() {
    hold(many());
}
