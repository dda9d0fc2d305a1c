//! Matrix Solitaire: what a play scores or prepares, and how many points are still to come.

use parlour::cards::{Card, Suit};
use parlour::engine::game::{Bots, Cancel, Game};
use parlour::engine::rng::GameRng;
use parlour::engine::seats::{Seat, Viewer};
use parlour::games::matrix::reason::{PlayEffect, Reason};
use parlour::games::matrix::rules::Options;
use parlour::games::matrix::{Board, MatrixSolitaire, Play, Slot};
use parlour::words::in_words;

use crate::claims::{Asked, FEW, in_positions, many, says, seats};
use crate::share::share_of;

/// The cards of one suit that touch a slot, in a row, with a card of the suit on it.
fn chain(board: &Board, slot: Slot, suit: Suit) -> usize {
    let (mut seen, mut next) = (vec![slot], vec![slot]);
    while let Some(from) = next.pop() {
        for to in Slot::all() {
            let touches = from.column().abs_diff(to.column()) + from.row().abs_diff(to.row()) == 1;
            if touches && !seen.contains(&to) && board.card(to).is_some_and(|card| card.suit() == suit) {
                seen.push(to);
                next.push(to);
            }
        }
    }
    seen.len()
}

fn holds(asked: &Asked<'_, MatrixSolitaire>, mv: Play, reason: &Reason) {
    let view = asked.view;
    let card = view.current.expect("a card");
    assert_eq!((reason.card, reason.play, reason.buries), (card, mv, view.next.filter(|_| mv.bury)));
    let mut game = asked.game.clone();
    game.apply_quietly(asked.seat, &mv, &mut GameRng::from_number(1));
    let after = game.view(Viewer::Seat(Seat::FIRST));
    match reason.does {
        PlayEffect::Scores(scored) => {
            assert_eq!(i32::from(scored), after.points - view.points, "{reason:?}");
            says(reason, &[&format!("it scores {scored} point")]);
        }
        PlayEffect::Takes(taken) => {
            assert!(card.suit() == Suit::Spades && view.board.card(mv.slot) == Some(taken), "{reason:?}");
            assert!(after.board.cards().all(|(_, card)| card != taken), "{reason:?}");
            says(reason, &["takes ", &taken.pretty()]);
        }
        PlayEffect::Prepares { suit, slot, size } => {
            let coming: Vec<Card> = asked.game.cards_to_come().skip(1).filter(|card| card.suit() == suit).collect();
            assert!(!coming.is_empty() && after.board.card(slot).is_none(), "{reason:?}");
            let is_held = slot.row() == 0
                || Slot::new(slot.column(), slot.row() - 1).is_some_and(|below| after.board.card(below).is_some());
            assert!(suit == Suit::Hearts || is_held, "{reason:?}: it would fall");
            assert_eq!(chain(&after.board, slot, suit), usize::from(size), "{reason:?}");
            says(reason, &[&format!("in the {} slot makes a chain of {}", slot.place(), in_words(usize::from(size)))]);
        }
        PlayEffect::Leaves(free) => {
            assert_eq!(
                (after.points, usize::from(free)),
                (view.points, Slot::all().len() - after.board.len()),
                "{reason:?}"
            );
            says(reason, &[&format!("{} slot", in_words(usize::from(free)))]);
        }
    }
    says(reason, &["Play ", &card.pretty(), mv.slot.place()]);
}

fn hint(asked: &Asked<'_, MatrixSolitaire>) -> (Play, Reason) {
    let hint = MatrixSolitaire::hint(&asked.observation(), 1, &Cancel::new()).expect("a hint");
    (hint.mv, hint.reason)
}

fn hold(count: usize) {
    let deal =
        |_: usize, rng: &mut GameRng| MatrixSolitaire::deal(&Options::default(), seats(1), None, rng).expect("a deal");
    let mut prepares = 0;
    in_positions(count, deal, |asked, rng| {
        let (mv, reason) = hint(asked);
        prepares += usize::from(matches!(reason.does, PlayEffect::Prepares { .. }));
        holds(asked, mv, &reason);
        // All other plays are worth less, looked at with equal care.
        let Some(more) = reason.better_by.filter(|more| *more > 4) else { return };
        let other = rng.pick(asked.legal.listed()).copied().expect("a play");
        let found =
            MatrixSolitaire::appraise(&asked.observation(), &other, 1, &Cancel::new()).expect("something is said");
        assert!(other == mv || found.cost() > 0.5 * f64::from(more), "{reason:?}, {other}: {found:?}");
    });
    assert!(prepares > count / 10, "{prepares} of {count}");
}

#[test]
fn what_speaks_for_a_play_is_true_in_a_few_positions() {
    hold(FEW);
}

#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn what_speaks_for_a_play_is_true_in_many_positions() {
    hold(many());
}

/// What is still to come is an estimate: on average it comes, if the play goes on as hints say.
#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn as_many_points_come_as_are_said_to_come() {
    let (mut said, mut came) = (0, 0);
    for number in 0..share_of(50) as u64 {
        let mut rng = GameRng::from_number(number);
        let mut game = MatrixSolitaire::deal(&Options::default(), seats(1), None, &mut rng).expect("a deal");
        let mut claims = Vec::new();
        while let Some(seat) = game.turn() {
            let (view, legal) = (game.view(Viewer::Seat(seat)), game.legal_moves(seat));
            let (mv, reason) = hint(&Asked { game: &game, seat, view: &view, legal: &legal });
            claims.push((view.points, reason.to_come));
            game.apply_quietly(seat, &mv, &mut rng);
        }
        let end = game.scores()[0];
        claims.iter().for_each(|(before, to_come)| (said, came) = (said + to_come, came + end - before));
    }
    let share = f64::from(said) / f64::from(came);
    assert!((0.8..1.25).contains(&share), "{said} points were said to come, and {came} came");
}
