//! An evening of several games: its plan, its table of points, its end, and the ways to it.

use super::*;
use crate::app::evening::EveningState;
use crate::app::evening::programme::{Evening, EveningGame};
use crate::app::messages::EveningAction;
use crate::app::ui::evening;

const GAMES: [&str; 5] =
    ["mystique-circle", "mystique", "mystique-domination", "mystical-eddies", "battle-for-the-suns"];

/// The places of three people in each of these.
const PLACES: [[u8; 3]; 5] = [[1, 2, 2], [2, 1, 3], [1, 1, 3], [3, 1, 2], [1, 2, 3]];

/// An evening of three people and five games after so many of them.
pub(super) fn evening_after(finished: usize) -> EveningState {
    let games = GAMES.map(|game| EveningGame::new(game, "")).to_vec();
    evening_of(&["Ada", "Blaise", "Clara"], games, finished)
}

fn evening_of(people: &[&str], games: Vec<EveningGame>, finished: usize) -> EveningState {
    let people = people.iter().map(|name| (*name).to_owned()).collect();
    let bots = ["Dorothy".to_owned()];
    let mut evening = Evening::new(people, bots, BotLevel::Easy, games, "2026-11-23".to_owned());
    for (number, places) in PLACES.into_iter().enumerate().take(finished) {
        evening.finish(number, places.to_vec());
    }
    EveningState { evening: Some(evening), ..EveningState::default() }
}

/// A plan with these games.
pub(super) fn planned(games: &[&str]) -> EveningState {
    let planned = games.iter().map(|game| catalogue::find(game).expect("a game").info).collect();
    EveningState { planned, ..EveningState::default() }
}

pub(super) fn draw_evening(
    root: &mut Ui,
    state: &EveningState,
    settings: &Settings,
    focus: bool,
    requests: &mut Requests,
) {
    let palette = Theme::Lamp.palette();
    evening::show(root, &evening::EveningView { state, settings, palette: &palette, focus }, requests);
}

/// Settings with so many people.
fn company(people: usize) -> Settings {
    let mut settings = Settings::default();
    settings.roster.set_people(people);
    settings
}

fn asked(harness: &Harness<Requests>) -> Vec<Request> {
    harness.state().iter().cloned().collect()
}

#[test]
fn who_is_there_is_set_with_their_number_names_and_order() {
    let (state, settings) = (EveningState::default(), company(2));
    let mut harness = window(SIZES[1], |root, requests| draw_evening(root, &state, &settings, false, requests));
    harness.get_by_role_and_label(Role::TextInput, "Name of player 2");
    assert!(harness.query_by_label("Name of player 3").is_none(), "bots have no row");
    let people_set = |harness: &Harness<Requests>| {
        harness.state().iter().rev().find_map(|request| match request {
            Request::Settings(SettingsAction::Set(set)) => Some(set.roster.people_by_name()),
            _ => None,
        })
    };
    harness.get_by_role_and_label(Role::RadioButton, "People: 4").click();
    harness.run();
    assert_eq!(people_set(&harness), Some(["You", "Ada", "Blaise", "Clara"].map(str::to_owned).to_vec()));
    harness.get_by_role_and_label(Role::Button, "Move player 2 up").click();
    harness.run();
    assert_eq!(people_set(&harness), Some(["Ada", "You"].map(str::to_owned).to_vec()));
    harness.get_by_role_and_label(Role::RadioButton, "Bots: Hard").click();
    harness.run();
    assert!(harness.state().contains(EveningAction::SetBots(BotLevel::Hard)));
}

#[test]
fn games_are_proposed_for_a_time_and_added_moved_and_removed_one_by_one() {
    let (state, settings) = (planned(&["mystique", "mystique-circle"]), company(3));
    let mut harness = window(SIZES[1], |root, requests| draw_evening(root, &state, &settings, false, requests));
    for name in [
        "Propose some for 1 hour",
        "Propose some for 3 hours",
        "Move game 2, Mystique Circle, up",
        "Remove game 1, Mystique",
        "Start the evening",
    ] {
        harness.get_by_role_and_label(Role::Button, name).click();
        harness.run();
    }
    let actions = [
        EveningAction::Propose(60),
        EveningAction::Propose(180),
        EveningAction::MoveUp(1),
        EveningAction::Remove(0),
        EveningAction::Start,
    ];
    assert_eq!(asked(&harness), actions.map(Request::from));
    harness.get_by_label_contains("2 games, about 43 minutes");
    harness.get_by_label("Add a game").click();
    harness.run();
    assert!(harness.query_by_label("Mystique Chain").is_none(), "it is for two");
    harness.get_by_label("Mess Machine").click();
    harness.run();
    assert!(harness.state().contains(EveningAction::Add(MESS)), "{:?}", harness.state());
}

#[test]
fn an_evening_that_cannot_begin_says_why() {
    let mut twins = company(2);
    twins.roster.entry_mut(0).expect("a seat").name = "Ada".to_owned();
    let mut nobody = company(1);
    nobody.roster.set_people(0);
    let cases = [
        (planned(&[]), company(3), "Add a game first, or let Parlour propose some."),
        (planned(&["mystique-chain"]), company(3), "Mystique Chain cannot be played by three people; remove it first."),
        (planned(&["mystique"]), twins, "Two people are called Ada; give them different names."),
        (planned(&["mystique"]), nobody, "Choose how many people there are."),
    ];
    for (state, settings, says) in cases {
        let mut harness = window(SIZES[1], |root, requests| draw_evening(root, &state, &settings, false, requests));
        harness.get_by_label(says);
        harness.get_by_role_and_label(Role::Button, "Start the evening").click();
        harness.run();
        assert!(!harness.state().contains(EveningAction::Start), "{says}");
    }
}

#[test]
fn with_the_keyboard_alone_enter_proposes_and_then_begins() {
    for (state, expected) in
        [(planned(&[]), EveningAction::Propose(60)), (planned(&["mystique"]), EveningAction::Start)]
    {
        let (settings, mut first) = (company(3), true);
        let mut harness = window(SIZES[0], |root, requests| {
            draw_evening(root, &state, &settings, std::mem::take(&mut first), requests);
        });
        harness.key_press(egui::Key::Enter);
        harness.run();
        assert_eq!(asked(&harness), [Request::from(expected)]);
    }
}

#[test]
fn the_table_of_points_says_what_each_game_brought_and_which_comes_next() {
    let state = evening_after(2);
    for size in SIZES {
        let mut first = true;
        let mut harness = window(size, |root, requests| {
            draw_evening(root, &state, &Settings::default(), std::mem::take(&mut first), requests);
        });
        for words in [
            "Ada leads",
            "Games: Mystique Circle, Mystique, Mystique Domination, Mystical Eddies, Battle for the Suns",
            "1, Ada: 5 points. Mystique Circle 3, Mystique 2",
            "2, Blaise: 4½ points. Mystique Circle 1½, Mystique 3",
            "3, Clara: 2½ points. Mystique Circle 1½, Mystique 1",
        ] {
            harness.get_by_label(words);
        }
        harness.get_by_label_contains("Next: Mystique Domination · ");
        assert_eq!(all_faults(&harness, size, false), Vec::<String>::new(), "{size:?}");
        // What leads on has the focus.
        harness.key_press(egui::Key::Enter);
        harness.run();
        assert_eq!(asked(&harness), [Request::from(EveningAction::Play)]);
        harness.get_by_role_and_label(Role::Button, "Play Mystique Domination");
    }
}

#[test]
fn before_the_first_game_and_alone_nobody_is_ahead() {
    let settings = Settings::default();
    let state = evening_after(0);
    let harness = window(SIZES[1], |root, requests| draw_evening(root, &state, &settings, false, requests));
    harness.get_by_label("The evening begins");
    harness.get_by_label("Ada: 0 points");
    let mut state = evening_of(&["Ada"], vec![EveningGame::new(GAME, "")], 0);
    if let Some(evening) = &mut state.evening {
        evening.finish(0, vec![1]);
    }
    let harness = window(SIZES[1], |root, requests| draw_evening(root, &state, &settings, false, requests));
    harness.get_by_label("An evening of one game");
    harness.get_by_label("Ada: 1 point. Matrix Solitaire 1");
}

#[test]
fn a_game_that_was_begun_is_gone_on_with() {
    let mut state = evening_after(2);
    if let Some(game) = state.evening.as_mut().and_then(|evening| evening.games.get_mut(2)) {
        game.seed = Some("tea".to_owned());
    }
    let harness = window(SIZES[1], |root, requests| draw_evening(root, &state, &Settings::default(), false, requests));
    harness.get_by_role_and_label(Role::Button, "Go on with Mystique Domination");
}

#[test]
fn an_evening_is_ended_only_after_a_second_click() {
    let state = evening_after(2);
    let mut harness =
        window(SIZES[1], |root, requests| draw_evening(root, &state, &Settings::default(), false, requests));
    for name in ["End the evening", "Keep playing", "End the evening"] {
        harness.get_by_role_and_label(Role::Button, name).click();
        harness.run();
        assert_eq!(asked(&harness), [], "after {name:?}");
    }
    assert!(harness.get_by_role_and_label(Role::Button, "Keep playing").is_focused(), "the keys keep on playing");
    harness.get_by_role_and_label(Role::Button, "End it now").click();
    harness.run();
    assert_eq!(asked(&harness), [Request::from(EveningAction::End)]);
    harness.get_by_role_and_label(Role::Button, "End the evening");
}

#[test]
fn a_result_says_who_won_and_when() {
    let state = evening_after(5);
    let mut harness =
        window(SIZES[1], |root, requests| draw_evening(root, &state, &Settings::default(), false, requests));
    // 3 + 2 + 2½ + 1 + 3, 1½ + 3 + 2½ + 3 + 2 and 1½ + 1 + 1 + 2 + 1.
    let rows = ["2, Ada: 11½ points", "1, Blaise: 12 points", "3, Clara: 6½ points"];
    for words in ["Blaise wins the evening", "23 November 2026"].into_iter().chain(rows) {
        assert!(harness.query_all_by_label_contains(words).count() > 0, "{words} in {}", all_words(&harness));
    }
    harness.get_by_role_and_label(Role::Button, "Plan another evening").click();
    harness.run();
    assert_eq!(asked(&harness), [Request::from(EveningAction::Plan)]);
}

#[test]
fn what_leads_on_is_in_sight_at_any_text_size_for_as_many_people_and_games_as_there_can_be() {
    let names = ["Ada", "Blaise", "Clara", "Dorothy", "Emmy", "Felix", "Grace", "Henri"];
    let games = vec![EveningGame::new("mystical-eddies", ""); 24];
    let many = evening_of(&names, games, 0);
    let cases = [
        (evening_after(2), "Play Mystique Domination"),
        (evening_after(5), "Plan another evening"),
        (many, "Play Mystical Eddies"),
        (planned(&GAMES), "Start the evening"),
    ];
    for (state, way_on) in cases {
        for (size, zoom) in in_sight::windows() {
            let harness =
                enlarged(size, zoom, |root, requests| draw_evening(root, &state, &company(3), false, requests));
            let room = egui::Rect::from_min_size(egui::Pos2::ZERO, zoom * egui::vec2(size.0, size.1));
            let place = harness.get_by_role_and_label(Role::Button, way_on).rect();
            assert!(room.expand(0.5).contains_rect(place), "{way_on} at {size:?} points: {place:?}");
        }
    }
}

#[test]
fn the_end_of_a_game_leads_back_to_the_evening_and_to_no_other_game() {
    let game = ActiveGame::new(finished(), Purpose::Game);
    let seats = Settings::default().seated_players(game.session().players(), &Theme::Lamp.palette());
    for size in SIZES {
        let staging = Staging { evening: evening_after(2).way_on(game.session()), ..SHOWN };
        let mut harness = window(size, |root, requests| results::end(root, &game, &seats, false, staging, requests));
        assert!(harness.query_by_role_and_label(Role::Button, "Again").is_none());
        assert_eq!(all_faults(&harness, size, false), Vec::<String>::new(), "{size:?}");
        harness.get_by_role_and_label(Role::Button, "Go on with the evening").click();
        harness.run();
        assert_eq!(asked(&harness), [Request::from(EveningAction::Open)]);
    }
    assert_eq!(evening_after(5).way_on(game.session()), None, "it is none of a past evening");
}

#[test]
fn the_library_leads_to_an_evening_and_first_of_all_back_to_the_one_that_goes_on() {
    for size in SIZES {
        let index = index_of_today();
        let mut harness = window(size, |root, requests| {
            library::show(root, &mut UiState::default(), &index, &Settings::default(), None, false, requests);
        });
        harness.get_by_role_and_label(Role::Button, "An evening").click();
        harness.run();
        assert_eq!(asked(&harness), [Request::from(EveningAction::Open)]);
    }
    let (state, mut index) = (evening_after(2), index_of_today());
    index.waiting.insert(GAME, "23 cards left, 41 points".to_owned());
    index.latest = Some(GAME);
    let mut first = true;
    let mut harness = window(SIZES[0], |root, requests| {
        let focus = std::mem::take(&mut first);
        let evening = state.evening.as_ref();
        library::show(root, &mut UiState::default(), &index, &Settings::default(), evening, focus, requests);
    });
    harness.get_by_label("Ada leads. Next: Mystique Domination.");
    harness.key_press(egui::Key::Enter);
    harness.run();
    assert_eq!(asked(&harness), [Request::from(EveningAction::Open)]);
}
