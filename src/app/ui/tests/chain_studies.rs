//! The studies of Mystique Chain: in the setup, at the table, when what wins was left, and at their end.

use super::*;
use crate::app::game::active::LeftGame;
use crate::engine::game::Cancel;
use crate::engine::table_session::LeftSolutionText;
use crate::games::chain::layout::played_as;
use crate::games::chain::{solver, studies};

/// The first study of Mystique Chain, after these moves.
fn study(moves: &[&str]) -> (ActiveGame, TableScene) {
    let (id, first) = studies::all().next().expect("a study");
    let options = ron::to_string(&played_as(id, &first)).expect("options");
    let players = vec![Player::person("Ada"), Player::person("Blaise")];
    let mut session = catalogue::find(CHAIN).expect("the game").start_with("tea", players, &options).expect("a study");
    for mv in moves {
        let seat = session.acting().first().expect("somebody acts");
        session.play(seat, mv).expect("a legal move");
    }
    let mut shown = TableScene::default();
    shown.set(session.layout(), None);
    (ActiveGame::new(session, Purpose::Game), shown)
}

/// This button is large enough, and within the window.
fn assert_can_be_hit(harness: &Harness<Requests>, size: (f32, f32), name: &str) {
    let rect = harness.get_by_role_and_label(Role::Button, name).rect();
    let room = egui::Rect::from_min_size(egui::Pos2::ZERO, size.into());
    assert_eq!(faults(Role::Button, name, rect, room, false), Vec::<&str>::new(), "{name} at {size:?}: {rect:?}");
}

#[test]
fn a_puzzle_says_what_is_asked_and_when_what_wins_was_left() {
    let (_, first) = studies::all().next().expect("a study");
    let (mut game, scene) = study(&[&first.position.moves()[0].to_string()]);
    let task = game.snapshot().task.clone().expect("a task");
    assert!(task.starts_with("Study 1, "), "{task}");
    let harness = window(SIZES[0], |root, requests| draw_table(root, &game, &scene, requests));
    harness.get_by_label(&task);
    assert!(harness.query_by_role_and_label(Role::Button, "Show why").is_none());
    drop(harness);
    let sentence = "That leaves the winning line: announcing blue would have won. Now Ada loses by force.".to_owned();
    game.puzzle.found = Some(LeftSolutionText { step: 1, sentence: sentence.clone(), proof: String::new() });
    for size in SIZES {
        let mut harness = window(size, |root, requests| draw_table(root, &game, &scene, requests));
        harness.get_by_label(&sentence);
        for name in ["Show why", "Take back"] {
            assert_can_be_hit(&harness, size, name);
            harness.get_by_role_and_label(Role::Button, name).click();
            harness.run();
        }
        assert!(harness.state().contains(GameAction::ShowProof) && harness.state().contains(TableAction::Undo));
    }
}

/// The first study, played to its end as well as can be.
fn solved_study() -> ActiveGame {
    let (_, first) = studies::all().next().expect("a study");
    let line = solver::line(&first.position, &Cancel::new()).expect("a short proof");
    let moves: Vec<String> = line.iter().map(ToString::to_string).collect();
    study(&moves.iter().map(String::as_str).collect::<Vec<_>>()).0
}

#[test]
fn a_solved_puzzle_says_so_and_leads_to_the_next_one() {
    let game = solved_study();
    assert_eq!(game.snapshot().finale.title.as_deref(), Some("Solved"), "{}", game.session().record_text());
    for size in SIZES {
        let seats = Settings::default().seated_players(game.session().players(), &Theme::Lamp.palette());
        let mut harness = window(size, |root, requests| results::end(root, &game, &seats, false, SHOWN, requests));
        harness.get_by_label("Solved");
        assert_eq!(all_faults(&harness, size, false), Vec::<String>::new(), "{size:?}");
        harness.get_by_role_and_label(Role::Button, "Next puzzle").click();
        harness.run();
        assert!(harness.state().contains(GameAction::NextPuzzle), "{:?}", harness.state());
        harness.get_by_role_and_label(Role::Button, "Same deal").click();
        harness.run();
        assert!(harness.state().contains(GameAction::Restart), "{:?}", harness.state());
    }
}

#[test]
fn a_proof_leads_back_to_the_game_it_was_looked_at_from() {
    let (mut game, scene) = study(&[]);
    game.purpose = Purpose::Replay;
    let label = "Back to the game";
    let harness = window(SIZES[1], |root, requests| draw_table(root, &game, &scene, requests));
    assert!(harness.query_by_role_and_label(Role::Button, label).is_none(), "a replay leads nowhere");
    drop(harness);
    let record = game.session().record_text();
    game.leads_back = Some(LeftGame { record, purpose: Purpose::Game, is_counted: false });
    for size in SIZES {
        let mut harness = window(size, |root, requests| draw_table(root, &game, &scene, requests));
        assert_can_be_hit(&harness, size, label);
        harness.get_by_role_and_label(Role::Button, label).click();
        harness.run();
        assert!(harness.state().contains(GameAction::BackToGame), "{size:?}: {:?}", harness.state());
    }
}

#[test]
fn studies_stand_in_a_grid_with_a_tick_on_those_that_are_solved() {
    let studies: Vec<_> = studies::all().collect();
    let options = |number: usize| ron::to_string(&played_as(studies[number].0, &studies[number].1)).expect("options");
    let finished = |(number, effort): (usize, Option<u32>)| Finished {
        record: "1.ron".to_owned(),
        seed: "tea".to_owned(),
        options: options(number),
        effort,
        ..Finished::default()
    };
    let mut index = LibraryIndex::default();
    index.finished.insert(CHAIN, [(0, Some(4)), (1, None)].map(finished).to_vec());
    let draw = move |root: &mut Ui, requests: &mut Requests| {
        set_up(root, &mut UiState { chosen: Some(CHAIN), ..UiState::default() }, &index, requests);
    };
    let mut harness = window(SIZES[1], draw);
    let titles: Vec<String> = studies.iter().map(|(_, study)| study.title()).collect();
    harness.get_by_role_and_label(Role::Button, &format!("{}, solved", titles[0]));
    for title in &titles[1..] {
        harness.get_by_role_and_label(Role::Button, title);
    }
    harness.get_by_role_and_label(Role::Button, &titles[2]).click();
    harness.run();
    let set = |request: &Request| match request {
        Request::Settings(SettingsAction::Set(set)) => Some(set.options_of(CHAIN).to_owned()),
        _ => None,
    };
    assert_eq!(harness.state().iter().find_map(set), Some(options(2)));
}
