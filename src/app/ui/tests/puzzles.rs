//! The puzzles of Mystery Machine: chosen from a list, ticked once they are solved, and designed.

use super::*;
use crate::app::messages::WorkshopAction;
use crate::games::mystery::puzzle::file::check_text;

#[test]
fn a_puzzle_is_chosen_from_the_list_before_the_deal() {
    let draw = |root: &mut Ui, requests: &mut Requests| {
        set_up(root, &mut UiState { chosen: Some(MYSTERY), ..UiState::default() }, &index_of_today(), requests);
    };
    let mut harness = window(SIZES[1], draw);
    harness.get_by_label("First Light, par 3.5").click();
    harness.run();
    let set = |request: &Request| match request {
        Request::Settings(SettingsAction::Set(set)) => Some(set.options_of(MYSTERY).to_owned()),
        _ => None,
    };
    assert_eq!(harness.state().iter().find_map(set), Some("(puzzle:\"first-light\")".to_owned()));
    harness.get_by_role_and_label(Role::Button, "New puzzle …").click();
    harness.run();
    assert!(harness.state().contains(WorkshopAction::Design(MYSTERY, None)), "{:?}", harness.state());
}

/// An index with games of the first two puzzles.
fn solved() -> LibraryIndex {
    let finished = |(title, puzzle): (&str, &str)| Finished {
        at: 1_795_000_000,
        record: "1.ron".to_owned(),
        seed: "tea".to_owned(),
        scores: vec![0],
        title: title.to_owned(),
        options: format!("(puzzle: {puzzle:?})"),
        ..Finished::default()
    };
    let games =
        [("Not solved", "first-light"), ("Solved", "welcome-mushy-heads"), ("Not solved", "welcome-mushy-heads")];
    let mut index = index_of_today();
    index.finished.insert(MYSTERY, games.map(finished).to_vec());
    index
}

#[test]
fn puzzles_that_were_solved_are_ticked_and_counted() {
    let draw = |root: &mut Ui, requests: &mut Requests| {
        set_up(root, &mut UiState { chosen: Some(MYSTERY), ..UiState::default() }, &solved(), requests);
    };
    let harness = window(SIZES[1], draw);
    harness.get_by_label("Welcome Mushy Heads, par 4.42, solved");
    harness.get_by_label("First Light, par 3.5");
    // The first puzzle is the one that is chosen.
    harness.get_by_label("solved 1 of 2 games");
}

#[test]
fn the_history_tells_which_puzzle_was_played() {
    let state = UiState { chosen: Some(MYSTERY), ..UiState::default() };
    let harness = window(SIZES[1], |root, requests| history::show(root, &state, &solved(), false, requests));
    harness.get_by_label("First Light: Not solved");
    harness.get_by_label("Welcome Mushy Heads: Solved");
}

#[test]
fn enter_deals_the_puzzle_that_is_chosen_and_arrows_scroll_its_list() {
    let draw = |root: &mut Ui, requests: &mut Requests| {
        set_up(root, &mut UiState { chosen: Some(MYSTERY), ..UiState::default() }, &played(), requests);
    };
    let mut harness = window(SIZES[1], draw);
    let is_dealt = |requests: &Requests| {
        requests.iter().any(|request| matches!(request, Request::Game(GameAction::Deal(MYSTERY, Some(_)))))
    };
    harness.get_by_label("Welcome Mushy Heads, par 4.42").focus();
    harness.run();
    let low = |harness: &Harness<'_, Requests>| harness.get_by_label("Seven Steps, par 3.75").rect().bottom();
    let (before, bottom) = (low(&harness), SIZES[1].1);
    assert!(before > bottom - 100.0, "this line is cut off at first");
    for _ in 0..9 {
        harness.key_press(egui::Key::ArrowDown);
        harness.run();
    }
    assert!(low(&harness) < before - 20.0, "the list follows the arrow keys");
    assert!(!is_dealt(harness.state()));
    harness.get_by_label("Welcome Mushy Heads, par 4.42").focus();
    harness.run();
    harness.key_press(egui::Key::Enter);
    harness.run();
    assert!(is_dealt(harness.state()), "{:?}", harness.state());
}

#[test]
fn a_list_scrolls_to_the_puzzle_that_is_chosen() {
    let mut settings = Settings::default();
    let last = shipped::index().last().expect("a puzzle").id.clone();
    let table = settings.tables.entry(MYSTERY.to_owned()).or_default();
    table.options = format!("(puzzle: {last:?})");
    let title = shipped::find(&last).expect("a puzzle").title;
    let draw = |root: &mut Ui, requests: &mut Requests| {
        let state = &mut UiState { chosen: Some(MYSTERY), ..UiState::default() };
        set_up_with(root, state, &settings, &index_of_today(), requests);
    };
    let mut harness = window(SIZES[1], draw);
    harness.run_steps(60);
    let line = harness.query_all_by_label_contains(&title).next().expect("its line").rect();
    assert!(line.top() > 0.0 && line.bottom() < SIZES[1].1 - 80.0, "{line:?}");
}

#[test]
fn the_bench_has_the_puzzle_that_was_opened_and_a_new_one_else() {
    let mut workshop = with_mods();
    let harness = window(SIZES[1], |root, _| in_workshop(root, &mut *workshop, false, &mut Vec::new()));
    harness.get_by_label("C1 and C2 change places");
    harness.get_by_label("1 card is removed at random from pile 1");
    drop(harness);
    let text = shipped::find("twins").expect("a puzzle").to_line();
    let mut workshop = designer::open(None, &text);
    let harness = window(SIZES[1], |root, _| in_workshop(root, &mut *workshop, false, &mut Vec::new()));
    harness.get_by_label("Pile 1 is empty; a pile has at least one cell.");
    harness.get_by_label("Undo brings back your last draft");
}

#[test]
fn a_puzzle_is_designed_judged_tried_and_saved() {
    let mut workshop = designer::open(None, "");
    let requests = Mutex::new(Vec::new());
    let mut harness = window(SIZES[1], |root, _| {
        in_workshop(root, &mut *workshop, true, &mut requests.lock().expect("requests"));
    });
    harness.get_by_label("Pile 1 is empty; a pile has at least one cell.");
    let laid = [(1, ["A2", "B1", "C3", "D4"].as_slice()), (2, &["A4", "C2", "D1"]), (3, &["B4", "B2", "D2"])];
    for (pile, cells) in laid {
        harness.get_by_label(&format!("Token of pile {pile}")).click();
        harness.run();
        for cell in cells {
            harness.get_by_label(&format!("Cell {cell}: no token")).click();
            harness.run();
        }
    }
    harness.get_by_label("Par 4.42 · 6 at worst");
    harness.get_by_label("Good play wins 98 of 100 deals · gentle");
    harness.get_by_role_and_label(Role::TextInput, "Printed par").focus();
    harness.run();
    harness.get_by_role_and_label(Role::TextInput, "Printed par").type_text("4.5");
    harness.run();
    for name in ["Try it", "Save"] {
        harness.get_by_role_and_label(Role::Button, name).click();
        harness.run();
    }
    let requests = requests.lock().expect("requests");
    let tried = requests
        .iter()
        .find_map(|ask| if let WorkshopRequest::Try(options) = ask { Some(options.clone()) } else { None });
    assert!(tried.is_some_and(|options| options.contains("puzzle_text")));
    let saved =
        requests.iter().find_map(|ask| if let WorkshopRequest::Save(own) = ask { Some(own.clone()) } else { None });
    let saved = saved.expect("saved");
    assert_eq!(saved.file, "untitled.parlour-puzzle.ron");
    let text = saved.text.as_deref().expect("a text");
    assert!(check_text(text).is_ok() && text.contains("printed_par: Some(4.5)"), "{text}");
}
