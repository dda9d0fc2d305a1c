//! The review of a game: what a move cost, what would have been better, and the way from one mistake to the next; and what is said where
//! better moves are looked for.

use super::endings::written;
use super::in_sight::windows;
use super::*;
use crate::app::ui::review;
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
        let (seat, best_move, is_best, is_mistake, noise) = (Seat::FIRST, "a3".to_owned(), false, true, 0.0);
        let found = MoveReview { step, seat, played, best, best_move, reason, is_best, is_mistake, cost, noise, unit };
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
    assert!(
        words.contains("This cost about 3 points. It was better to play 10♥ to a3: it scores 8 points."),
        "{words}"
    );
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

#[test]
fn in_a_review_the_strip_alone_says_which_move_it_is_about() {
    let (mut table, shown) = reviewed();
    let last = table.snapshot().moves.last().expect("a move").split(" · ").next().expect("its words").to_owned();
    let verdict = review::verdict(&table);
    let in_bar = |harness: &Harness<Requests>| -> Vec<String> {
        let is_in_bar = |(_, place): &(String, egui::Rect)| place.bottom() < window_layout::BAR;
        written(harness).into_iter().filter(is_in_bar).map(|(words, _)| words).collect()
    };
    for (size, zoom) in windows() {
        let harness = enlarged(size, zoom, |root, requests| draw_table(root, &table, &shown, requests));
        let says_move = |(words, _): &(String, egui::Rect)| words.starts_with(&last);
        assert_eq!(written(&harness).into_iter().filter(says_move).count(), 1, "{size:?}: {:?}", written(&harness));
        assert!(all_words(&harness).contains(&verdict), "{size:?}: {}", all_words(&harness));
        let bar = in_bar(&harness);
        assert_eq!(bar.iter().filter(|words| words.to_lowercase() == "review").count(), 1, "{size:?}: {bar:?}");
    }
    // Without the review, the bar says the move.
    table.review.is_on = false;
    let harness = window(SIZES[1], |root, requests| draw_table(root, &table, &shown, requests));
    assert!(in_bar(&harness).contains(&last), "{:?}", in_bar(&harness));
}

/// The same, in which all choices have been looked at, and no others of them cost much.
pub(super) fn reviewed_whole() -> (ActiveGame, TableScene) {
    let (mut game, shown) = reviewed();
    for step in game.review.plan.own.clone() {
        if !game.review.found.contains_key(&step) {
            game.review.keep(step, None);
        }
    }
    (game, shown)
}

/// The table before the first of its costly moves, where a better one is looked for.
pub(super) fn second_chance() -> (ActiveGame, TableScene) {
    let (mut game, mut shown) = reviewed_whole();
    assert!(game.begin_second_chances());
    shown.set(game.session().layout(), None);
    (game, shown)
}

#[test]
fn once_all_is_looked_at_a_review_leads_to_the_costly_moves() {
    let (table, shown) = reviewed();
    let harness = window(SIZES[0], |root, requests| draw_table(root, &table, &shown, requests));
    assert!(harness.query_by_role_and_label(Role::Button, "Try the costly moves").is_none(), "not before");
    let (table, shown) = reviewed_whole();
    for size in SIZES {
        let mut harness = window(size, |root, requests| draw_table(root, &table, &shown, requests));
        harness.get_by_role_and_label(Role::Button, "Try the costly moves").click();
        harness.run();
        assert!(harness.state().contains(TableAction::TryCostly), "{:?}", harness.state());
        assert_eq!(all_faults(&harness, size, false), Vec::<String>::new(), "{size:?}");
        // In a narrow window what is said of the move has the room.
        assert_eq!(all_words(&harness).contains("3 costly moves"), size.0 >= window_layout::WIDE, "{size:?}");
    }
}

#[test]
fn the_buttons_below_a_replay_stand_in_one_row_in_every_window_at_every_text_size() {
    let (table, shown) = reviewed();
    for (size, zoom) in windows() {
        let harness = enlarged(size, zoom, |root, requests| draw_table(root, &table, &shown, requests));
        let middle = |name: &str| harness.get_by_role_and_label(Role::Button, name).rect().center().y;
        let (first, later) = (middle("Back (←)"), ["Review", "Carry on from here"].map(middle));
        assert!(later.iter().all(|later| (later - first).abs() < 2.0), "{size:?} at {zoom}: {first} and {later:?}");
    }
}

#[test]
fn with_large_text_in_a_small_window_all_of_a_review_is_in_sight_and_half_of_the_window_is_left_to_the_table() {
    /// The room of the panels with text at 150 % or 200 % in the smallest window, and in one of 1280 × 720 at 150 %.
    const ROOMS: [(f32, f32); 2] = [(640.0, 360.0), (853.0, 480.0)];
    const ALWAYS: [&str; 9] = [
        "Back (←)",
        "Forward (→)",
        "Play",
        "1×",
        "Review",
        "Carry on from here",
        "Previous",
        "Next",
        "Go to costliest",
    ];
    for (size, (table, shown), more) in ROOMS.into_iter().flat_map(|size| {
        [
            (reviewed(), None),
            (reviewed_whole(), Some("Try the costly moves")),
            (with_hidden_hands(), Some("Show all hands")),
        ]
        .map(|(table, more)| (size, table, more))
    }) {
        let harness = window(size, |root, requests| draw_table(root, &table, &shown, requests));
        let insets = window_layout::insets(size.into(), 1.0, Some(&table), &shown.layout);
        assert!(insets.top + insets.bottom <= 0.5 * size.1, "{size:?}: {insets:?}");
        let bars = egui::Rect::from_min_max(egui::pos2(0.0, size.1 - insets.bottom), size.into());
        for name in ALWAYS.into_iter().chain(more) {
            let place = harness.get_by_role_and_label(Role::Button, name).rect();
            assert!(bars.contains_rect(place), "{size:?}: {name} at {place:?} is not in {bars:?}");
            assert!(place.size().min_elem() >= TARGET - 0.5, "{size:?}: {name} at {place:?}");
        }
        let slider = harness.get_by_role_and_label(Role::Slider, "Move").rect();
        assert!(bars.contains_rect(slider) && slider.width() >= 80.0, "{size:?}: {slider:?}");
        // What is said of the move has a place beside the buttons.
        let verdict = review::verdict(&table);
        let said = written(&harness).into_iter().find(|(words, _)| words.contains(&verdict)).expect("the verdict").1;
        let buttons = harness.get_by_role_and_label(Role::Button, more.unwrap_or("Go to costliest")).rect();
        assert!(said.top() >= bars.top() - 1.0, "{size:?}: {said:?}");
        assert!(more == Some("Show all hands") || said.right() <= buttons.left(), "{size:?}: {said:?}, {buttons:?}");
    }
}

/// How high these words are that stand somewhere in a window, in points of its panels.
fn height_of(harness: &Harness<Requests>, words: &str, zoom: f32) -> f32 {
    let nodes: Vec<_> = harness.root().children_recursive().collect();
    let is_it = |node: &&egui_kittest::Node<'_>| node.accesskit_node().value().as_deref() == Some(words);
    nodes.iter().filter(is_it).map(|node| node.rect().height() / zoom).fold(0.0, f32::max)
}

#[test]
fn whoever_looks_for_a_better_move_is_asked_and_told_in_every_window_at_every_text_size() {
    let asks = "South played the ten of hearts to the top middle. Can you find a better move, South?";
    let tells = "South played the ten of hearts to the top middle. This cost about 3 points. It was better to play 10♥ to a3: \
                 it scores 8 points. About 55 points are still to come.";
    for (size, zoom) in windows() {
        let about = format!("{size:?} at {zoom}");
        let window = bevy::math::Vec2::new(size.0, size.1);
        let (mut table, shown) = second_chance();
        let mut harness = enlarged(size, zoom, |root, requests| draw_table(root, &table, &shown, requests));
        let words = all_words(&harness);
        assert!(words.contains(asks) && words.contains("1 of 3"), "{about}: {words}");
        assert!(!words.contains("better to ") && !words.contains("This cost"), "{about}: {words}");
        for name in ["Show me", "Skip"] {
            harness.get_by_role_and_label(Role::Button, name).click_accesskit();
            harness.run();
        }
        let asked = harness.state();
        assert!(asked.contains(TableAction::ShowBest) && asked.contains(TableAction::NextChance), "{about}: {asked:?}");
        // Neither what came later nor ways to it are there.
        for name in ["Forward (→)", "Go to costliest", "Carry on from here", "Undo (Ctrl+Z)", "Hint (H)"] {
            assert!(harness.query_by_role_and_label(Role::Button, name).is_none(), "{about}: {name}");
        }
        drop(harness);
        table.tell_best();
        let harness = enlarged(size, zoom, |root, requests| draw_table(root, &table, &shown, requests));
        assert!(all_words(&harness).contains(tells), "{about}: {}", all_words(&harness));
        assert!(harness.query_by_role_and_label(Role::Button, "Next").is_some(), "{about}");
        // With large text in a small window, it scrolls.
        let (high, strip) = (height_of(&harness, tells, zoom), window_layout::strip(&table, window));
        assert!(high > 10.0 && (high <= strip - 12.0 || size.0 < window_layout::TIGHT), "{about}: {high} of {strip}");
    }
}

#[test]
fn after_the_last_costly_move_the_way_leads_back_to_the_review() {
    let (mut table, shown) = second_chance();
    for _ in 0..2 {
        table.go_on_to_next_chance();
    }
    table.tell_best();
    let mut harness = window(SIZES[0], |root, requests| draw_table(root, &table, &shown, requests));
    assert!(all_words(&harness).contains("3 of 3"));
    harness.get_by_role_and_label(Role::Button, "Back to the review").click();
    harness.run();
    assert!(harness.state().contains(TableAction::NextChance));
    // From the bar at the top at any time.
    harness.get_by_role_and_label(Role::Button, "Review").click();
    harness.run();
    assert!(harness.state().contains(TableAction::EndChances), "{:?}", harness.state());
    drop(harness);
    table.go_on_to_next_chance();
    assert!(table.is_replay() && table.review.is_on && table.session().moves().0 == 40);
    let mut shown = TableScene::default();
    shown.set(table.session().layout(), None);
    let harness = window(SIZES[0], |root, requests| draw_table(root, &table, &shown, requests));
    assert!(all_words(&harness).contains("0 of 3 better moves found."), "{}", all_words(&harness));
}

/// The review of a game of Mystique Circle after nine moves, through the eyes of the first seat.
fn with_hidden_hands() -> (ActiveGame, TableScene) {
    let record = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules/golden/mystique-circle.ron"));
    let mut session = catalogue::load(record).expect("the golden game");
    session.look_on();
    session.see_as(Some(Seat::FIRST));
    session.seek(9);
    let mut shown = TableScene::default();
    shown.set(session.layout(), None);
    let mut game = ActiveGame::new(session, Purpose::Replay);
    game.review.is_on = true;
    game.review.plan = game.session().review_plan();
    (game, shown)
}

#[test]
fn where_hands_are_hidden_in_a_review_a_button_shows_them() {
    let (mut game, shown) = with_hidden_hands();
    for size in SIZES {
        let mut harness = window(size, |root, requests| draw_table(root, &game, &shown, requests));
        assert_eq!(all_faults(&harness, size, false), Vec::<String>::new(), "{size:?}");
        harness.get_by_role_and_label(Role::Button, "Show all hands").click();
        harness.run();
        assert!(harness.state().contains(TableAction::SeenBy(None)), "{:?}", harness.state());
    }
    game.update(|session| session.see_as(None));
    let harness = window(SIZES[0], |root, requests| draw_table(root, &game, &shown, requests));
    assert!(harness.query_by_role_and_label(Role::Button, "Show all hands").is_none());
}
