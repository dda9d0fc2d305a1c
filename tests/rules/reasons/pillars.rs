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
    assert_eq!(reason.has_hidden_top, pillars.iter().any(|pillar| pillar.first() == Some(&None)), "{reason:?}");
    if reason.has_hidden_top && !is_draft {
        says(reason, &["Then, as far as can be seen, "]);
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
    let drafts = |matches: &str| {
        let role = PillarsRole::Drafts { card: card("3rM"), matches: matches.parse().expect("cards") };
        sentence(role, next(0, "", 1), &[], true)
    };
    let begins = "Draft the three of red moons from pillar 2: it matches";
    assert_eq!(drafts(""), format!("{begins} none of your cards so far"));
    assert_eq!(drafts("3rC"), format!("{begins} the three of red crowns in your hand"));
    assert_eq!(drafts("3bM 3rC"), format!("{begins} the three of blue moons and the three of red crowns in your hand"));
    assert_eq!(drafts("3bM 4rM 5rM 3rC"), format!("{begins} four cards in your hand"));
}

#[test]
fn what_speaks_for_a_card_that_is_built_is_said_in_a_sentence() {
    let builds = |own, rivals: &[NextCards]| {
        let shared = [AttributeKind::Number, AttributeKind::Colour].into_iter().collect();
        let role = PillarsRole::Builds { card: card("3rC"), onto: card("3rS"), shared };
        sentence(role, own, rivals, false)
    };
    let begins = "Build the three of red crowns onto the three of red suns, with the same number and colour";
    let last = format!("{begins}: it is your last card, and you win");
    assert_eq!(builds(next(0, "", 0), &[next(1, "4rM", 3)]), last);
    for (own, rival, says) in [
        (
            next(0, "3rM", 7),
            next(1, "2yC 4rM", 8),
            "Then one of your seven cards fits. Two of Ada’s eight cards would fit",
        ),
        (next(0, "3rM 3bM", 7), next(1, "", 8), "Then two of your seven cards fit. None of Ada’s cards would fit"),
        (next(0, "", 7), next(1, "4rM", 1), "Then none of your cards fits yet. Ada’s last card would fit"),
        (next(0, "3rM", 1), next(1, "", 1), "Then your last card fits. Ada’s last card would not fit"),
        (next(0, "", 1), next(1, "2yC 4rM", 2), "Then your last card fits nowhere yet. Both of Ada’s cards would fit"),
        (next(0, "3rM 3bM", 2), next(1, "2yC", 2), "Then both of your cards fit. One of Ada’s two cards would fit"),
        (
            next(0, "3rM 3bM 5bM", 3),
            next(1, "2yC 4rM 4rC", 3),
            "Then all of your three cards fit. All three of Ada’s cards would fit",
        ),
    ] {
        assert_eq!(builds(own, &[rival]), format!("{begins}. {says}"));
    }
    let two = builds(next(0, "", 7), &[next(1, "", 8), next(2, "2yC", 8)]);
    let says = "Then none of your cards fits yet. None of Ada’s cards would fit and one of Ben’s eight cards would fit";
    assert_eq!(two, format!("{begins}. {says}"));
}

#[test]
fn what_speaks_for_a_card_that_is_drawn_is_said_in_a_sentence() {
    let draws = |could_build, has_hidden_top| {
        let role = PillarsRole::Draws { card: card("4rM"), could_build };
        sentence(role, next(0, "3bM", 7), &[next(1, "", 6), next(2, "2yC", 8)], has_hidden_top)
    };
    let begins = "Draw the four of red moons from pillar 2";
    let known =
        "Then one of your seven cards fits. None of Ada’s cards would fit and one of Ben’s eight cards would fit";
    assert_eq!(draws(true, false), format!("{begins}. {known}"));
    assert_eq!(draws(false, false), format!("{begins}, for no card of yours fits. {known}"));
    let seen = "Then, as far as can be seen, one of your seven cards fits; none of Ada’s cards would fit and one of Ben’s eight cards would fit";
    assert_eq!(draws(false, true), format!("{begins}, for no card of yours fits. {seen}"));
    assert_eq!(sentence(PillarsRole::Nothing, next(0, "", 7), &[], false), "Leave pillar 2 alone");
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
