//! Games that were played: the history with its scores, and records that are pasted.

use super::*;
use crate::app::messages::RecordAction;

#[test]
fn an_unkind_title_is_not_kept_in_the_history() {
    let mut index = played();
    for game in index.finished.get_mut(GAME).into_iter().flatten() {
        game.title = games::matrix::rules::TITLES[0].1.to_owned();
    }
    let state = UiState { chosen: Some(GAME), ..UiState::default() };
    let harness = window(SIZES[1], |root, requests| history::show(root, &state, &index, false, requests));
    assert_eq!(harness.query_all_by_label_contains("Loser").count(), 0);
    assert!(harness.query_all_by_label_contains("Below fifty points").count() > 0);
}

#[test]
fn a_history_of_any_scores_and_any_length_is_shown() {
    let state = UiState { chosen: Some(GAME), ..UiState::default() };
    let finished = |score: i32, is_penalty: bool| Finished {
        record: format!("{score}.ron"),
        scores: vec![score],
        title: format!("{score} points"),
        is_penalty,
        ..Finished::default()
    };
    let extremes =
        |is_penalty| [1_000_000_000, -3, i32::MIN, i32::MAX].map(|score| finished(score, is_penalty)).to_vec();
    let many = (0..3000).map(|score| finished(score, false)).collect();
    let won = [1, 0].map(|score| Finished { is_only_won: true, ..finished(score, false) }).to_vec();
    for (games, words) in [
        (won, "Dots at the top are games won; the line is the share won so far."),
        (extremes(false), "Each dot is the score of a game; the line is the average so far."),
        (extremes(true), "Each dot is the score of a game; the line is the average so far."),
        (
            many,
            "Each dot is the score of a game; the line is the average so far. Only the latest 1000 games are drawn.",
        ),
    ] {
        let mut index = index_of_today();
        index.finished.insert(GAME, games);
        let harness = window(SIZES[1], |root, requests| history::show(root, &state, &index, false, requests));
        harness.get_by_label(words);
    }
}

#[test]
fn games_are_listed_by_day_or_by_score() {
    let state = UiState { chosen: Some(GAME), ..UiState::default() };
    let mut harness = window(SIZES[2], |root, requests| history::show(root, &state, &played(), false, requests));
    let top = |harness: &Harness<Requests>, score: &str| harness.get_by_label(score).rect().top();
    // The best stands in the totals too; those below it tell the order.
    assert!(top(&harness, "77") < top(&harness, "84"));
    harness.get_by_role_and_label(Role::RadioButton, "order: Best first").click();
    harness.run();
    assert!(top(&harness, "84") < top(&harness, "77"));
}

#[test]
fn a_pasted_record_is_opened_by_enter() {
    let mut state = UiState { typed: "(parlour: 1)".to_owned(), ..UiState::default() };
    let mut harness = window(SIZES[0], move |root, requests| share::open(root, &mut state, true, requests));
    harness.key_press(egui::Key::Enter);
    harness.run();
    assert_eq!(harness.state().iter().last(), Some(&RecordAction::OpenTyped("(parlour: 1)".to_owned()).into()));
}
