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
use parlour::words::with_names;

use crate::claims::{Asked, FEW, in_positions, many, says, seats, some};

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
    assert_eq!(reason.has_hidden_top, pillars.iter().any(|pillar| pillar.first() == Some(&None)), "{reason:?}");
    if reason.has_hidden_top && !is_draft {
        says(reason, &["as far as you can see, "]);
    }
    let rivals: Vec<Seat> = (1..asked.game.scores().len())
        .filter_map(|step| Seat::new(((seat.index() + step) % asked.game.scores().len()) as u8))
        .collect();
    let claimed: Vec<Seat> = reason.rivals.iter().map(|next| next.seat).collect();
    assert_eq!(claimed, if is_draft { Vec::new() } else { rivals }, "each opponent, the next one first");
    for next in &reason.rivals {
        assert!(is_next(next, &hand(table, next.seat), &pillars), "{next:?}");
    }
    if own.is_empty() {
        says(reason, &["you lay your last card and win"]);
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

fn card(text: &str) -> MystiqueCard {
    text.parse().expect("a card")
}

/// Of the cards that a seat holds, these fit.
fn next(number: u8, fitting: &str, held: usize) -> NextCards {
    NextCards { seat: Seat::new(number).expect("a seat"), fitting: fitting.parse().expect("cards"), held }
}

/// The whole sentence for a move at the second pillar, after which the seat and its rivals have these cards.
fn sentence(role: PillarsRole, own: NextCards, rivals: &[NextCards], has_hidden_top: bool) -> String {
    let (pillar, rivals) = ("2".parse().expect("a pillar"), rivals.iter().copied().collect());
    let reason = Reason { pillar, role, own, rivals, has_hidden_top };
    with_names(&reason.to_string(), &["You", "Ada", "Ben"])
}

#[test]
fn what_speaks_for_a_card_that_is_drafted_is_said_in_a_sentence() {
    let drafts = |matches: &str, held| {
        let role = PillarsRole::Drafts { card: card("3rM"), matches: matches.parse().expect("cards") };
        sentence(role, next(0, "", held), &[], true)
    };
    let begins = "Draft the three of red moons from pillar 2:";
    assert_eq!(drafts("", 1), format!("{begins} your hand is still empty, so any card is a start"));
    let later = "you get a card that nothing in your hand matches yet, but later ones may";
    assert_eq!(drafts("", 2), format!("{begins} {later}"));
    assert_eq!(drafts("3rC", 2), format!("{begins} you get a match for the three of red crowns"));
    let two = "the three of blue moons and the three of red crowns";
    assert_eq!(drafts("3bM 3rC", 5), format!("{begins} you get a match for {two}"));
    assert_eq!(drafts("3bM 4rM 5rM 3rC", 8), format!("{begins} you get a match for four of your cards"));
}

#[test]
fn what_speaks_for_a_card_that_is_built_is_said_in_a_sentence() {
    let builds = |own, rivals: &[NextCards]| {
        let shared = [AttributeKind::Number, AttributeKind::Colour].into_iter().collect();
        let role = PillarsRole::Builds { card: card("3rC"), onto: card("3rS"), shared };
        sentence(role, own, rivals, false)
    };
    let begins = "Build the three of red crowns onto the three of red suns, with the same number and colour";
    let last = format!("{begins}: you lay your last card and win");
    assert_eq!(builds(next(0, "", 0), &[next(1, "4rM", 3)]), last);
    for (own, rival, says) in [
        (
            next(0, "3rM", 7),
            next(1, "2yC 4rM", 8),
            "one of your seven cards would fit next; two of Ada’s eight cards would fit",
        ),
        (
            next(0, "3rM 3bM", 7),
            next(1, "", 8),
            "two of your seven cards would fit next; none of Ada’s cards would fit",
        ),
        (next(0, "", 7), next(1, "4rM", 1), "none of your cards would fit next; Ada’s last card would fit"),
        (next(0, "3rM", 1), next(1, "", 1), "your last card would fit next; Ada’s last card would not fit"),
        (next(0, "", 1), next(1, "2yC 4rM", 2), "your last card would not fit next; both of Ada’s cards would fit"),
        (
            next(0, "3rM 3bM", 2),
            next(1, "2yC", 2),
            "both of your cards would fit next; one of Ada’s two cards would fit",
        ),
        (
            next(0, "3rM 3bM 5bM", 3),
            next(1, "2yC 4rM 4rC", 3),
            "all of your three cards would fit next; all three of Ada’s cards would fit",
        ),
    ] {
        assert_eq!(builds(own, &[rival]), format!("{begins}: {says}"));
    }
    let two = builds(next(0, "", 7), &[next(1, "", 8), next(2, "2yC", 8)]);
    let both = "none of Ada’s cards would fit and one of Ben’s eight cards would fit";
    assert_eq!(two, format!("{begins}: none of your cards would fit next; {both}"));
}

/// The preview counts the cards of all; a hint with five lists of cards would be too long to read.
#[test]
fn of_many_opponents_only_those_with_a_last_card_are_told() {
    let builds = |last: &[NextCards]| {
        let shared = [AttributeKind::Number, AttributeKind::Colour].into_iter().collect();
        let role = PillarsRole::Builds { card: card("3rC"), onto: card("3rS"), shared };
        let rivals: Vec<NextCards> = [next(1, "4rM", 3), next(2, "", 4)].into_iter().chain(last.to_vec()).collect();
        sentence(role, next(0, "3rM", 7), &rivals, false)
    };
    let says = "Build the three of red crowns onto the three of red suns, with the same number and colour: one of your seven \
                cards would fit next";
    assert_eq!(builds(&[next(3, "2yC", 2)]), says);
    assert_eq!(builds(&[next(3, "2yC", 1)]), format!("{says}; Seat 4’s last card would fit"));
}

#[test]
fn what_speaks_for_a_card_that_is_drawn_is_said_in_a_sentence() {
    let draws = |could_build, has_hidden_top| {
        let role = PillarsRole::Draws { card: card("4rM"), could_build };
        sentence(role, next(0, "3bM", 7), &[next(1, "", 6), next(2, "2yC", 8)], has_hidden_top)
    };
    let begins = "Draw the four of red moons from pillar 2";
    let known =
        "one of your seven cards would fit next; none of Ada’s cards would fit and one of Ben’s eight cards would fit";
    assert_eq!(draws(true, false), format!("{begins}: {known}"));
    assert_eq!(draws(false, false), format!("{begins}, for no card of yours fits: {known}"));
    assert_eq!(draws(false, true), format!("{begins}, for no card of yours fits: as far as you can see, {known}"));
    assert_eq!(sentence(PillarsRole::Nothing, next(0, "", 7), &[], false), "Leave pillar 2 alone");
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
