//! Mystique Pillars: what a move shares and matches, and what everybody could build after it.

use std::collections::BTreeSet;

use parlour::cards::{AttributeKind, MystiqueCard};
use parlour::engine::game::{Game, NoOptions};
use parlour::engine::rng::GameRng;
use parlour::engine::seats::Seat;
use parlour::games::pillars::MystiquePillars;
use parlour::games::pillars::reason::{NextCards, PillarsRole, Reason};
use parlour::games::pillars::rules::Move;
use parlour::games::pillars::table::{PillarsPhase, PillarsTable};
use parlour::search::Searchable;

use crate::claims::{ALL, Asked, FEW, in_positions, says, seats, some};

type Cards = BTreeSet<MystiqueCard>;

/// What two cards have in common, by looking at each attribute.
fn shared(one: MystiqueCard, other: MystiqueCard) -> Vec<AttributeKind> {
    let is_shared = |kind: &AttributeKind| match kind {
        AttributeKind::Number => one.number() == other.number(),
        AttributeKind::Colour => one.colour() == other.colour(),
        AttributeKind::Suit => one.suit() == other.suit(),
    };
    AttributeKind::ALL.into_iter().filter(is_shared).collect()
}

fn hand(table: &PillarsTable, seat: Seat) -> Cards {
    table.hand(seat).iter().collect()
}

/// The pillars after a move, from above, as far as they are known to whoever makes it.
fn pillars_after(table: &PillarsTable, mv: &Move) -> Vec<Vec<Option<MystiqueCard>>> {
    let mut pillars: Vec<Vec<Option<MystiqueCard>>> = table.pillars.iter().map(|pile| pile.iter().collect()).collect();
    match mv {
        Move::Build(card, pillar) => pillars[pillar.index()].insert(0, Some(*card)),
        Move::Draw(pillar) => {
            pillars[pillar.index()].remove(0);
            let most = pillars.iter().map(Vec::len).max().expect("four pillars");
            if pillars[pillar.index()].is_empty() && most > 1 {
                let tallest = pillars.iter().position(|other| other.len() == most).expect("a pillar");
                let lower = pillars[tallest].split_off(most / 2);
                pillars[pillar.index()] = std::mem::replace(&mut pillars[tallest], lower);
            }
        }
    }
    pillars
}

/// Whether what is claimed of a seat's next cards is so, with this hand.
fn is_next(claimed: &NextCards, hand: &Cards, pillars: &[Vec<Option<MystiqueCard>>]) -> bool {
    let fits = |card: &&MystiqueCard| {
        let mut tops = pillars.iter().filter_map(|pillar| pillar.first().copied().flatten());
        tops.any(|top| shared(**card, top).len() == 2)
    };
    claimed.held == hand.len()
        && claimed.fitting.iter().collect::<Cards>() == hand.iter().filter(fits).copied().collect()
}

fn holds(asked: &Asked<'_, MystiquePillars>, mv: &Move, reason: &Reason) {
    let (table, seat) = (&asked.view.table, asked.seat);
    let (pillars, mut own) = (pillars_after(table, mv), hand(table, seat));
    let is_draft = table.phase == PillarsPhase::Draft;
    match (mv, &reason.role) {
        (Move::Build(card, pillar), PillarsRole::Builds { card: claimed, onto, shared: kinds }) => {
            assert_eq!((card, Some(*onto), *pillar), (claimed, table.top(*pillar), reason.pillar));
            assert_eq!(kinds.to_vec(), shared(*card, *onto));
            own.remove(card);
            let words: Vec<&str> = kinds.iter().map(|kind| kind.word()).collect();
            says(reason, &["Build the ", &card.spoken(), &onto.spoken(), &words.join(" and ")]);
        }
        (Move::Draw(pillar), PillarsRole::Drafts { card, matches }) => {
            let fitting: Cards = own.iter().filter(|held| shared(**held, *card).len() == 2).copied().collect();
            assert_eq!((Some(*card), is_draft, reason.pillar), (table.top(*pillar), true, *pillar));
            assert_eq!(matches.iter().collect::<Cards>(), fitting);
            says(reason, &["Draft the ", &card.spoken(), &format!("pillar {pillar}")]);
            own.insert(*card);
        }
        (Move::Draw(pillar), PillarsRole::Draws { card, could_build }) => {
            assert_eq!((Some(*card), is_draft, reason.pillar), (table.top(*pillar), false, *pillar));
            let can = asked.legal.listed().iter().any(|mv| matches!(mv, Move::Build(..)));
            assert_eq!(*could_build, can);
            let excuse = if can { "" } else { "no card of yours fits" };
            says(reason, &["Draw the ", &card.spoken(), &format!("pillar {pillar}"), excuse]);
            own.insert(*card);
        }
        _ => panic!("{mv}: {reason:?}"),
    }
    assert!(is_next(&reason.own, &own, &pillars) && reason.own.seat == seat, "{reason:?}");
    let rivals: Vec<Seat> = (1..asked.game.scores().len())
        .filter_map(|step| Seat::new(((seat.index() + step) % asked.game.scores().len()) as u8))
        .collect();
    let claimed: Vec<Seat> = reason.rivals.iter().map(|next| next.seat).collect();
    assert_eq!(claimed, if is_draft { Vec::new() } else { rivals }, "each opponent, the next one first");
    for next in &reason.rivals {
        assert!(is_next(next, &hand(table, next.seat), &pillars), "{next:?}");
    }
    if own.is_empty() {
        says(reason, &["your last card, and you win"]);
    }
}

fn hold(count: usize) {
    let deal = |number: usize, rng: &mut GameRng| {
        MystiquePillars::deal(&NoOptions::default(), seats(2 + number % 5), None, rng).expect("a deal")
    };
    in_positions(count, deal, |asked, rng| {
        for mv in some(asked.legal.listed(), rng) {
            holds(asked, &mv, &MystiquePillars::reason(asked.view, &mv));
        }
    });
}

#[test]
fn what_speaks_for_a_move_is_true() {
    hold(2 * FEW);
}

#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn what_speaks_for_a_move_is_true_in_a_thousand_positions() {
    hold(ALL);
}
