//! Clique Mystique: which groups a placement forms, what changes sides, and how it stands then.

use std::collections::BTreeSet;

use parlour::cards::{MystiqueCard, MystiqueSet};
use parlour::engine::game::{Game, NoOptions};
use parlour::engine::rng::GameRng;
use parlour::games::clique::CliqueMystique;
use parlour::games::clique::groups::CardGroup;
use parlour::games::clique::moves::Placement;
use parlour::games::clique::reason::{CliqueRole, Reason};
use parlour::games::clique::rules::Move;
use parlour::search::Searchable;
use parlour::square::Square;

use crate::claims::{Asked, FEW, in_positions, many, says, seats, some};

/// Every line of three to five squares, by its coordinates.
fn lines() -> Vec<Vec<Square>> {
    let mut lines = Vec::new();
    for first in Square::all() {
        for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            for size in 3..=5i8 {
                let line: Option<Vec<Square>> = (0..size).map(|step| first.step(step * right, step * up)).collect();
                lines.extend(line);
            }
        }
    }
    lines
}

/// What laying these cards does, line by line: the groups that hold all of them, the others that count, and what changes sides.
fn formed(asked: &Asked<'_, CliqueMystique>, placement: &Placement) -> ([BTreeSet<String>; 2], BTreeSet<Square>) {
    let board = &asked.game.table.board;
    let (mut groups, mut turned) = ([BTreeSet::new(), BTreeSet::new()], BTreeSet::new());
    for line in lines() {
        let tops = line.iter().filter_map(|square| placement.at(*square).or(board.stacks().top(*square)));
        let tops: Vec<MystiqueCard> = tops.collect();
        let laid = line.iter().filter(|square| placement.at(**square).is_some()).count();
        let of = |own: bool| {
            let is_of = move |square: &&Square| board.owner(**square).is_some_and(|owner| (owner == asked.seat) == own);
            line.iter().filter(|square| placement.at(**square).is_none()).filter(is_of)
        };
        if tops.len() < line.len() || laid == 0 || of(true).count() == 0 || of(false).count() == 0 {
            continue;
        }
        let Some(group) = CardGroup::of(&tops) else { continue };
        groups[usize::from(laid < placement.count())].insert(group.to_string());
        turned.extend(of(false).copied());
    }
    (groups, turned)
}

/// By how many points the seat leads, and after it makes this move, by making it.
fn leads(asked: &Asked<'_, CliqueMystique>, mv: &Move) -> (i32, i32) {
    let lead = |game: &CliqueMystique| {
        let scores = game.scores();
        scores[asked.seat.index()] - scores[1 - asked.seat.index()]
    };
    let mut after = asked.game.clone();
    after.apply_quietly(asked.seat, mv, &mut GameRng::from_number(1));
    (lead(asked.game), lead(&after))
}

fn holds(asked: &Asked<'_, CliqueMystique>, mv: &Move, reason: &Reason) {
    assert_eq!((reason.seat, reason.lead), (asked.seat, leads(asked, mv)), "{mv}: {reason:?}");
    let placements = || asked.legal.listed().iter().filter(|mv| matches!(mv, Move::Place(_)));
    match (&reason.role, mv) {
        (CliqueRole::Places { placement, gains, is_most }, Move::Place(made)) => {
            let ([main, incidental], turned) = formed(asked, placement);
            let names = |groups: &[CardGroup]| groups.iter().map(ToString::to_string).collect::<BTreeSet<String>>();
            assert_eq!(
                (placement, names(&gains.main), names(&gains.incidental)),
                (made, main, incidental),
                "{reason:?}"
            );
            assert_eq!(gains.squares.iter().collect::<BTreeSet<Square>>(), turned, "{reason:?}");
            let heights: usize = turned.iter().map(|square| asked.game.table.board.stacks().height(*square)).sum();
            assert_eq!((gains.cards, gains.lead), (heights, reason.lead.1), "{reason:?}");
            let most = placements().map(|mv| leads(asked, mv).1).max();
            assert_eq!(*is_most, most == Some(reason.lead.1), "{reason:?}");
            placement.laid().for_each(|(_, card)| says(reason, &["Lay ", &card.spoken()]));
            gains.main.iter().chain(&gains.incidental).for_each(|group| says(reason, &[&group.to_string()]));
            says(reason, &["sides", "you "]);
        }
        (CliqueRole::Replaces { cards, could_place }, Move::Replace(made)) => {
            assert_eq!((*cards, *could_place), (made.cards(), placements().next().is_some()), "{reason:?}");
            let count = MystiqueSet::len(*cards);
            if count <= 3 {
                cards.iter().for_each(|card| says(reason, &[&card.spoken()]));
            }
            says(reason, &["Replace ", if *could_place { "you could form a group" } else { "cannot form a group" }]);
        }
        (CliqueRole::Passes { ends, could_place, could_replace }, Move::Pass) => {
            let table = &asked.game.table;
            assert_eq!((*ends, *could_place), (table.passes == 1, placements().next().is_some()), "{reason:?}");
            let replaces = asked.legal.listed().iter().any(|mv| matches!(mv, Move::Replace(_)));
            assert_eq!(*could_replace, replaces, "{reason:?}");
            says(reason, &["Pass: "]);
        }
        (role, mv) => panic!("{mv} is explained as {role:?}"),
    }
}

fn hold(count: usize) {
    let deal = |_, rng: &mut GameRng| CliqueMystique::deal(&NoOptions::default(), seats(2), None, rng).expect("a deal");
    in_positions(count, deal, |asked, rng| {
        let placements: Vec<Move> =
            asked.legal.listed().iter().filter(|mv| matches!(mv, Move::Place(_))).copied().collect();
        for mv in some(&placements, rng).into_iter().chain(some(asked.legal.listed(), rng)).chain([Move::Pass]) {
            holds(asked, &mv, &CliqueMystique::reason(asked.view, &mv));
        }
    });
}

#[test]
fn what_speaks_for_a_group_is_true_in_a_few_positions() {
    hold(FEW);
}

#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn what_speaks_for_a_group_is_true_in_many_positions() {
    hold(many());
}
