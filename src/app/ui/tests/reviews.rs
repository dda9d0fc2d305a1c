//! The review of a game: what a move cost, what would have been better, and the way from one mistake to the next.

use super::*;
use crate::engine::review::{MoveReview, Worth};

/// The replay of the golden game of Matrix Solitaire after twelve moves, with a review, as if only these moves had been looked at.
pub(super) fn reviewed() -> (ActiveGame, TableScene) {
    let mut session = finished();
    session.look_on();
    session.seek(12);
    let mut shown = TableScene::default();
    shown.set(session.layout(), None);
    let mut game = ActiveGame::new(session, Purpose::Replay);
    game.review.is_on = true;
    for (step, cost) in [(12, 3.2), (31, 8.0), (40, 5.5)] {
        let (played, best) = ("10♥ b3".to_owned(), "10♥ a3 · 4 cards +8".to_owned());
        let reason = "Play 10♥ to a3: it scores 8 points. About 55 points are still to come".to_owned();
        let unit = Worth::Count { one: "point", many: "points", all: "the game", little: 0.5 };
        let (is_best, is_mistake) = (false, true);
        let found = MoveReview { step, seat: Seat::FIRST, played, best, reason, is_best, is_mistake, cost, unit };
        game.review.keep(step, Some(found));
    }
    game.review.plan = game.session().review_plan();
    (game, shown)
}

#[test]
fn a_review_says_what_a_move_cost_and_what_would_have_been_better_and_leads_from_one_mistake_to_the_next() {
    let (table, shown) = reviewed();
    let mut harness = window(SIZES[0], |root, requests| draw_table(root, &table, &shown, requests));
    let words = all_words(&harness);
    assert!(words.contains("This cost about 3 points. Better: play 10♥ to a3: it scores 8 points."), "{words}");
    let choices = table.review.plan.own.len();
    assert!(words.contains(&format!("3 of {choices} choices reviewed")) && choices < 52, "{words}");
    for name in ["Go to costliest", "Next", "Previous", "Review"] {
        harness.get_by_role_and_label(Role::Button, name).click();
        harness.run();
    }
    let asked = harness.state();
    let seeks = [31, 31].map(TableAction::Seek);
    assert!(seeks.into_iter().all(|seek| asked.contains(seek)), "{asked:?}");
    assert!(asked.contains(TableAction::Review(false)), "{asked:?}");
    assert!(!asked.contains(TableAction::Seek(40)), "the next one comes first: {asked:?}");
    // Only what was finished is reviewed.
    let (table, shown) = dealt(Purpose::Replay);
    let harness = window(SIZES[0], |root, requests| draw_table(root, &table, &shown, requests));
    assert!(harness.query_by_role_and_label(Role::Button, "Review").is_none());
}
