//! The library: where its tiles are, what they show, and what they lead to.

use super::*;
use crate::table::card_style::CardStyle;
use crate::table::drawings;

#[test]
fn a_saved_game_is_continued_from_its_tile_which_f1_is_about() {
    let mut state = UiState { chosen: Some(MYSTERY), ..UiState::default() };
    let mut index = index_of_today();
    index.waiting.insert(GAME, "23 cards left, 41 points".to_owned());
    index.latest = Some(GAME);
    let chosen = Mutex::new(None);
    let mut harness = window(SIZES[1], |root, requests| {
        library::show(root, &mut state, &index, &Settings::default(), None, false, requests);
        *chosen.lock().expect("chosen") = state.chosen;
    });
    harness.run();
    assert_eq!(*chosen.lock().expect("chosen"), None, "the rules of no game while no tile has the focus");
    harness.get_by_role_and_label(Role::Button, "Continue").focus();
    harness.run();
    assert_eq!(*chosen.lock().expect("chosen"), Some(GAME));
    harness.get_by_role_and_label(Role::Button, "Continue").click();
    harness.run();
    assert!(harness.state().contains(GameAction::Continue(GAME)), "{:?}", harness.state());
}

/// Where the tiles of the library are, by the titles of their games, and the label of what has the focus.
fn tiles_of(index: &LibraryIndex, search: &str) -> (Vec<(String, egui::Rect)>, usize, Option<egui::Rect>) {
    let mut state = UiState { search: search.to_owned(), ..UiState::default() };
    let mut focus = true;
    let harness = window(SIZES[1], |root, requests| {
        library::show(root, &mut state, index, &Settings::default(), None, std::mem::take(&mut focus), requests);
    });
    let place = |entry: &catalogue::GameEntry| {
        let tile = harness.query_by_role_and_label(Role::Button, entry.info.title)?;
        Some((entry.info.title.to_owned(), tile.rect()))
    };
    let tiles = catalogue::GAMES.iter().filter_map(place).collect();
    let ways_on = harness.query_all_by_role_and_label(Role::Button, "Continue").count();
    let focused = harness.root().children_recursive().find(|node| node.is_focused()).map(|node| node.rect());
    (tiles, ways_on, focused)
}

#[test]
fn games_stay_where_they_are_in_the_library_whatever_was_played_or_searched() {
    let fresh = index_of_today();
    let (tiles, ways_on, _) = tiles_of(&fresh, "");
    assert_eq!((tiles.len(), ways_on), (catalogue::GAMES.len(), 0));
    // From the left to the right, row by row, as in the catalogue.
    let is_after = |pair: &[(String, egui::Rect)]| {
        let (one, other) = (pair[0].1, pair[1].1);
        other.top() > one.bottom() || (other.top() == one.top() && other.left() > one.right())
    };
    assert!(tiles.windows(2).all(is_after), "{tiles:?}");
    let mut index = played();
    for game in [MESS, CHAIN] {
        index.waiting.insert(game, "12 cards left".to_owned());
    }
    index.latest = Some(MESS);
    let (again, ways_on, focused) = tiles_of(&index, "");
    assert_eq!((&again, ways_on), (&tiles, 2));
    // Whoever comes back goes on with what they played last.
    let title = catalogue::find(MESS).expect("the game").info.title;
    let (_, tile) = tiles.iter().find(|(name, _)| name == title).expect("its tile");
    assert!(focused.is_some_and(|focused| tile.contains_rect(focused)), "{focused:?} in {tile:?}");
    // What is found keeps its size and its order.
    let (found, ..) = tiles_of(&index, "mystique");
    assert!(found.len() >= 2 && found.windows(2).all(is_after), "{found:?}");
    assert!(found.iter().all(|(_, tile)| tile.size() == tiles[0].1.size()), "{found:?}");
}

#[test]
fn where_the_library_opens_at_a_waiting_game_its_name_is_in_sight_too() {
    let first_and_last = catalogue::GAMES.first().into_iter().chain(catalogue::GAMES.last());
    for (entry, size) in first_and_last.flat_map(|entry| SIZES.map(|size| (entry, size))) {
        let mut index = index_of_today();
        index.waiting.insert(entry.info.id, "12 cards left".to_owned());
        index.latest = Some(entry.info.id);
        let (mut state, mut focus) = (UiState::default(), true);
        let mut harness = window(size, |root, requests| {
            let focus = std::mem::take(&mut focus);
            library::show(root, &mut state, &index, &Settings::default(), None, focus, requests);
        });
        harness.run();
        let seen = egui::Rect::from_min_size(egui::Pos2::ZERO, size.into());
        let tile = harness.get_by_role_and_label(Role::Button, entry.info.title).rect();
        assert!(harness.get_by_role_and_label(Role::Button, "Continue").is_focused());
        assert!(seen.contains_rect(tile), "{} in {size:?}: {tile:?}", entry.info.title);
    }
}

#[test]
fn a_waiting_game_that_has_the_focus_is_in_sight_when_the_window_has_grown() {
    // The last one of the first row, which is in the second one where there are fewer columns, and the last one of all.
    for entry in [&catalogue::GAMES[3], &catalogue::GAMES[catalogue::GAMES.len() - 1]] {
        let mut index = index_of_today();
        index.waiting.insert(entry.info.id, "12 cards left".to_owned());
        index.latest = Some(entry.info.id);
        let (mut state, mut focus) = (UiState::default(), true);
        // As many frames as in a real window: a list glides for some of them.
        let frames = Harness::builder().with_step_dt(1.0 / 60.0).with_max_steps(200);
        let mut harness = built(frames, SIZES[1], 1.0, |root, requests| {
            let focus = std::mem::take(&mut focus);
            library::show(root, &mut state, &index, &Settings::default(), None, focus, requests);
        });
        harness.run();
        // Panels learn of the factor by which they are enlarged, and of the window's size, one after the other.
        let [small, usual, large] = SIZES.map(egui::Vec2::from);
        let enlarged = large / 1.25;
        for sizes in [[usual / 1.25, enlarged], [large, enlarged], [1.25 * enlarged, usual], [usual, small]] {
            for size in sizes {
                harness.set_size(size);
                harness.step();
            }
            harness.run();
            // What is under the bar is not in sight.
            let seen = egui::Rect::from_min_max(egui::pos2(0.0, window_layout::BAR), sizes[1].to_pos2());
            let tile = harness.get_by_role_and_label(Role::Button, entry.info.title).rect();
            assert!(seen.contains_rect(tile), "{} in {sizes:?}: {tile:?}", entry.info.title);
        }
    }
}

#[test]
fn enter_in_the_search_opens_the_only_game_that_is_left() {
    let entered = |search: &str, index: &LibraryIndex| {
        let state = || UiState { search: search.to_owned(), ..UiState::default() };
        let draw = |root: &mut Ui, requests: &mut Requests| {
            library::show(root, &mut state(), index, &Settings::default(), None, false, requests);
        };
        let mut harness = window(SIZES[1], draw);
        harness.get_by_role_and_label(Role::TextInput, "Search").focus();
        harness.run();
        harness.key_press(egui::Key::Enter);
        harness.run();
        harness.state().iter().cloned().collect::<Vec<Request>>()
    };
    assert_eq!(entered("matrix", &index_of_today()), [NavigationAction::OpenSetup(GAME).into()]);
    assert_eq!(entered("m", &index_of_today()), [], "several are left");
    assert_eq!(entered("no such game", &index_of_today()), []);
    let mut index = index_of_today();
    index.waiting.insert(GAME, "23 cards left, 41 points".to_owned());
    index.latest = Some(GAME);
    assert_eq!(entered("matrix", &index), [GameAction::Continue(GAME).into()], "a game waits there");
}

#[test]
fn enter_in_a_search_that_leaves_several_games_goes_to_the_first_of_them() {
    let mut state = UiState { search: "mystique".to_owned(), ..UiState::default() };
    let index = index_of_today();
    let mut harness = window(SIZES[1], |root, requests| {
        library::show(root, &mut state, &index, &Settings::default(), None, false, requests);
    });
    harness.get_by_role_and_label(Role::TextInput, "Search").focus();
    harness.run();
    harness.key_press(egui::Key::Enter);
    harness.run();
    assert_eq!(harness.state().iter().count(), 0, "which of them is meant, Enter cannot know");
    let found = |entry: &catalogue::GameEntry| harness.query_by_role_and_label(Role::Button, entry.info.title);
    let tiles: Vec<_> = catalogue::GAMES.iter().filter_map(found).collect();
    assert!(tiles.len() > 1 && tiles[0].is_focused(), "{} tiles", tiles.len());
}

#[test]
fn every_game_has_an_emblem_that_is_seen() {
    for entry in catalogue::GAMES {
        let table = format!("tables/{}.jpg", entry.info.id);
        assert!(
            crate::table::assets::find(&table).is_some(),
            "{table} is missing: make it with scripts/table-pictures"
        );
        let image = drawings::rasterised(&format!("emblems/{}.svg", entry.info.id), &CardStyle::default(), [48, 48])
            .expect(entry.info.id);
        let seen = image.pixels.iter().filter(|pixel| pixel.a() > 128).count();
        assert!(seen > 48 * 48 / 5, "{}: {seen} pixels", entry.info.id);
    }
}
