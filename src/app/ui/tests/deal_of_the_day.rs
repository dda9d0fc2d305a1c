//! The deal of the day: on tiles, in the setup, at the table and in the calendar.

use super::*;

#[test]
fn the_deal_of_the_day_is_dealt_from_the_setup_which_says_how_it_ended() {
    let cases: [(&[(&str, bool, bool)], &str); 3] = [
        (&[("2026-11-22", true, false)], "Deal of the day (Ctrl+D)"),
        (&[("2026-11-23", true, true)], "Deal of the day: won"),
        (&[("2026-11-23", false, false), ("2026-11-23", true, false)], "Deal of the day: finished"),
    ];
    for (days, name) in cases {
        let index = played_daily(days);
        let draw = |root: &mut Ui, requests: &mut Requests| {
            set_up(root, &mut UiState { chosen: Some(GAME), ..UiState::default() }, &index, requests);
        };
        let mut harness = window(SIZES[1], draw);
        harness.get_by_role_and_label(Role::Button, name).click();
        harness.run();
        assert!(harness.state().contains(GameAction::DailyDeal(GAME, TODAY)), "{:?}", harness.state());
    }
}

#[test]
fn the_sign_on_a_tile_deals_the_deal_of_the_day_and_a_tick_says_that_it_is_finished() {
    for (day, name) in [("2026-11-22", "deal of the day"), ("2026-11-23", "deal of the day: won")] {
        let index = played_daily(&[(day, true, false)]);
        let mut harness = window(SIZES[1], |root, requests| {
            library::show(root, &mut UiState::default(), &index, &Settings::default(), None, false, requests);
        });
        harness.get_by_role_and_label(Role::Button, &format!("Matrix Solitaire, {name}")).click();
        harness.run();
        let asked: Vec<&Request> = harness.state().iter().collect();
        assert_eq!(asked, [&Request::from(GameAction::DailyDeal(GAME, TODAY))]);
    }
}

#[test]
fn a_table_says_which_days_deal_lies_on_it() {
    let session = catalogue::find(GAME).expect("the game").start("2026-11-23", vec![Player::person("You")]);
    let session = session.expect("a deal");
    let mut shown = TableScene::default();
    shown.set(session.layout(), None);
    let table = ActiveGame::new(session, Purpose::Game);
    for size in SIZES {
        let harness = window(size, |root, requests| draw_table(root, &table, &shown, requests));
        harness.get_by_label("Deal of 23 November 2026");
    }
}

#[test]
fn the_calendar_tells_how_each_day_was_played_and_is_turned_back_and_forward() {
    let earlier = ["2026-11-10", "2026-11-11", "2026-11-12"].map(|day| (day, true, false));
    let later = [("2026-10-31", true, false), ("2026-11-21", false, false), ("2026-11-22", true, true)];
    let index = played_daily(&[later[0], earlier[0], earlier[1], earlier[2], later[1], later[2]]);
    let state = UiState { chosen: Some(GAME), ..UiState::default() };
    let mut harness = window(SIZES[1], |root, requests| history::show(root, &state, &index, false, requests));
    harness.get_by_role_and_label(Role::RadioButton, "shown: Deals of the day").click();
    harness.run();
    let days = [
        "November 2026",
        "20 November 2026: not played",
        "21 November 2026: finished",
        "22 November 2026: won, assisted",
        "23 November 2026, today: not played",
        "24 November 2026: still to come",
    ];
    for words in days {
        harness.get_by_label(words);
    }
    // In a row up to yesterday, and at most.
    harness.get_by_label("2");
    harness.get_by_label("3");
    harness.get_by_role_and_label(Role::Button, "Previous month").click();
    harness.run();
    harness.get_by_label("31 October 2026: won");
    assert!(harness.query_by_label("24 November 2026: still to come").is_none());
    harness.get_by_role_and_label(Role::Button, "Next month").click();
    harness.run();
    harness.get_by_role_and_label(Role::Button, "Next month").click();
    harness.run();
    harness.get_by_label("30 November 2026: still to come");
}

#[test]
fn without_a_date_there_is_no_deal_of_the_day() {
    let index = LibraryIndex { today: None, ..played_daily(&[("2026-11-22", true, false)]) };
    let harness = window(SIZES[1], |root, requests| {
        library::show(root, &mut UiState::default(), &index, &Settings::default(), None, false, requests);
    });
    assert!(harness.query_by_label("Matrix Solitaire, deal of the day").is_none());
    let harness = window(SIZES[1], |root, requests| {
        set_up(root, &mut UiState { chosen: Some(GAME), ..UiState::default() }, &index, requests);
    });
    assert!(harness.query_by_label_contains("Deal of the day").is_none());
    let state = UiState { chosen: Some(GAME), ..UiState::default() };
    let mut harness = window(SIZES[1], |root, requests| history::show(root, &state, &index, false, requests));
    harness.get_by_role_and_label(Role::RadioButton, "shown: Deals of the day").click();
    harness.run();
    harness.get_by_label("Parlour cannot tell today’s date, so there is no deal of the day.");
}
