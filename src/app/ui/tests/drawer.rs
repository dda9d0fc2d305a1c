//! The panel of a table at every text size: beside the table, folded, and open in its drawer.

use super::words_on_cloth::captions;
use super::*;
use crate::app::window_layout::Division;
use crate::layout::LogEntry;

const DRAWER: &str = "Scores and moves";
const BUTTON: &str = "Scores and moves (L)";
const LAST: &str = "Last trick (P)";

/// A game with a trick that was taken.
fn after_a_trick() -> (ActiveGame, TableScene) {
    let players = [vec![Player::person("Ada")], vec![Player::bot(BotLevel::Easy); 3]].concat();
    let found = (8..16).map(|moves| played_on("mystique-circle", players.clone(), moves));
    found.into_iter().find(|(_, scene)| !scene.layout.last.cards.is_empty()).expect("a trick")
}

/// Every window at every text size, with the room of its panels and how they are enlarged.
fn windows() -> Vec<((f32, f32), u16, (f32, f32), f32)> {
    let window = |size: (f32, f32), scale: u16| {
        let zoom = window_layout::zoom(bevy::math::Vec2::from(size), scale);
        (size, scale, (size.0 / zoom, size.1 / zoom), zoom)
    };
    SIZES.into_iter().flat_map(|size| [100, 150, 200].map(|scale| window(size, scale))).collect()
}

fn division(points: (f32, f32), zoom: f32, scene: &TableScene) -> Division {
    Division::of(points.into(), zoom, &scene.layout)
}

/// The last line of the log as it is read aloud.
fn last_line(game: &ActiveGame) -> String {
    fn last(entries: &[LogEntry]) -> Option<&LogEntry> {
        entries.last().map(|entry| last(&entry.within).unwrap_or(entry))
    }
    let names: Vec<&str> = game.session().players().iter().map(|player| player.name.as_str()).collect();
    last(&game.snapshot().log).map(|entry| entry.line.spoken(&names)).expect("a line")
}

#[test]
fn a_folded_panel_has_a_button_that_opens_a_drawer_with_all_of_it() {
    let (game, scene) = after_a_trick();
    let mut folded = 0;
    for (size, scale, points, zoom) in windows() {
        let at = format!("{size:?} at {scale} %");
        let division = division(points, zoom, &scene);
        let closed = enlarged(points, zoom, |root, requests| draw_table(root, &game, &scene, requests));
        let opens = closed.query_by_role_and_label(Role::Button, BUTTON);
        assert_eq!(opens.is_some(), division.side.is_none(), "{at}: {division:?}");
        let Some(opens) = opens else { continue };
        folded += 1;
        let window = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(size.0, size.1)).expand(1.0);
        let place = opens.rect();
        assert!(window.contains_rect(place) && place.height() >= zoom * TARGET - 1.0, "{at}: {place:?}");
        let open = enlarged(points, zoom, |root, requests| draw_table_with(root, &game, &scene, true, requests));
        let drawer = open.get_by_role_and_label(Role::Group, DRAWER);
        let said = |node: &egui_kittest::Node<'_>| {
            let node = node.accesskit_node();
            [node.label(), node.value()].into_iter().flatten().collect::<String>()
        };
        let content: Vec<(String, egui::Rect)> = drawer
            .children_recursive()
            .filter(|node| node.accesskit_node().bounding_box().is_some())
            .map(|node| (said(&node), node.rect()))
            .filter(|(words, _)| !words.is_empty())
            .collect();
        let is_there = |words: &str| content.iter().any(|(found, _)| found.contains(words));
        for words in [LAST, "Moves", "Close (Esc)", "Ada: ", &last_line(&game)] {
            assert!(is_there(words), "{at}: {words} is missing: {content:#?}");
        }
        // What is too high is scrolled to; nothing is too wide.
        let room = egui::Rect::everything_right_of(window.right() - zoom * window_layout::DRAWER - 2.0);
        let cut: Vec<_> =
            content.iter().filter(|(_, rect)| rect.left() < room.left() || rect.right() > window.right()).collect();
        assert!(cut.is_empty(), "{at}: {cut:#?}");
        let close = open.get_by_role_and_label(Role::Button, "Close (Esc)");
        assert!(window.contains_rect(close.rect()) && close.is_focused(), "{at}: {:?}", close.rect());
    }
    assert_eq!(folded, 7, "with large text it folds in every window, and in the smallest always");
}

#[test]
fn the_drawer_is_closed_by_its_buttons_and_by_a_click_beside_it() {
    let (game, scene) = after_a_trick();
    for (size, scale, points, zoom) in windows() {
        if division(points, zoom, &scene).side.is_some() {
            continue;
        }
        let at = format!("{size:?} at {scale} %");
        let count = |harness: &Harness<Requests>| {
            let toggles = |request: &&Request| **request == NavigationAction::ToggleDrawer.into();
            harness.state().iter().filter(toggles).count()
        };
        let mut harness = enlarged(points, zoom, |root, requests| draw_table(root, &game, &scene, requests));
        harness.get_by_role_and_label(Role::Button, BUTTON).click_accesskit();
        harness.run();
        assert!(count(&harness) > 0, "{at}: it opens");
        for name in [BUTTON, "Close (Esc)"] {
            let draw = |root: &mut Ui, requests: &mut Requests| draw_table_with(root, &game, &scene, true, requests);
            let mut harness = enlarged(points, zoom, draw);
            harness.get_by_role_and_label(Role::Button, name).click_accesskit();
            harness.run();
            assert!(count(&harness) > 0, "{at}: {name}");
        }
        let draw = |root: &mut Ui, requests: &mut Requests| draw_table_with(root, &game, &scene, true, requests);
        let mut harness = enlarged(points, zoom, draw);
        for (place, is_beside) in
            [(egui::pos2(points.0 - 30.0, points.1 / 2.0), false), (egui::pos2(20.0, points.1 / 2.0), true)]
        {
            harness.hover_at(place);
            for pressed in [true, false] {
                let (button, modifiers) = (egui::PointerButton::Primary, egui::Modifiers::NONE);
                harness.event(egui::Event::PointerButton { pos: place, button, pressed, modifiers });
                harness.run();
            }
            assert_eq!(count(&harness) > 0, is_beside, "{at}: {place:?}");
        }
    }
}

/// A table in a window of this size with its text at so many per cent: where it is seen, by how much panels are enlarged, and what is
/// written on it.
fn written_on(
    game: &ActiveGame,
    scene: &TableScene,
    size: (f32, f32),
    text: u16,
) -> (TableViewport, f32, Vec<(String, egui::Rect)>) {
    let zoom = window_layout::zoom(bevy::math::Vec2::from(size), text);
    let points = (size.0 / zoom, size.1 / zoom);
    let harness = enlarged(points, zoom, |root, requests| draw_table(root, game, scene, requests));
    let viewport = viewport_of(egui::vec2(points.0, points.1), zoom, game, scene);
    let written = captions(&harness, &viewport, scene);
    (viewport, zoom, written)
}

#[test]
fn what_is_written_on_the_table_grows_with_the_text() {
    let (game, scene) = after_a_trick();
    let sizes = |scale: u16| {
        let (viewport, zoom, written) = written_on(&game, &scene, SIZES[1], scale);
        let high = |words: &str| {
            let found = written.iter().find(|(found, _)| found.starts_with(words));
            zoom * found.unwrap_or_else(|| panic!("{words} at {scale} %: {written:?}")).1.height()
        };
        (viewport.scale, high("easy bot"))
    };
    let ((scale, name), (scale_150, name_150), (scale_200, name_200)) = (sizes(100), sizes(150), sizes(200));
    assert!(scale_150 > 0.9 * scale && scale_200 > 0.9 * scale, "{scale}, {scale_150}, {scale_200}");
    assert!(name_150 >= 1.25 * name && name_200 >= 1.35 * name, "{name}, {name_150}, {name_200}");
}

#[test]
fn captions_keep_their_size_beside_names_whatever_the_size_of_the_window() {
    let (game, scene) = played_on("battle-for-the-suns", ["Ada", "Blaise"].map(Player::person).to_vec(), 4);
    let beside_names = |size: (f32, f32)| {
        let (_, _, written) = written_on(&game, &scene, size, 100);
        let high = |words: &str| {
            let found = written.iter().find(|(found, _)| found.ends_with(words));
            found.unwrap_or_else(|| panic!("{words} at {size:?}: {written:?}")).1.height()
        };
        high(" left") / high("Ada")
    };
    let (usual, large) = (beside_names(SIZES[1]), beside_names(SIZES[2]));
    assert!((0.9..1.1).contains(&(large / usual)), "{usual} and {large}");
}

#[test]
fn with_large_text_the_buttons_of_mess_machine_are_beside_its_picture() {
    /// The dice make the table wider than its picture is high. Both have chosen their secret buttons.
    const WITH_DICE: &str = r#"(parlour: 1, game: "mess-machine", rules: 1, seed: "tea", options: (difficulty: Hard),
        seats: [(name: "You"), (name: "Ada", bot: Some(Easy))], moves: [(0, "choose A B"), (1, "choose B A")])"#;
    let mut enlarged_in = 0;
    for (_, scale, points, zoom) in windows() {
        let session = catalogue::load(WITH_DICE).expect("a record");
        let mut scene = TableScene::default();
        scene.set(session.layout(), None);
        let mut game = ActiveGame::new(session, Purpose::Game);
        (0..2).for_each(|_| lay_in_its_room(&mut game, &mut scene, points, zoom));
        if window_layout::text_growth(zoom * bevy::math::Vec2::from(points), zoom) < 1.1 {
            continue;
        }
        enlarged_in += 1;
        let harness = enlarged(points, zoom, |root, requests| draw_table(root, &game, &scene, requests));
        let named = harness.query_all_by_label_contains(" left");
        let buttons = named.filter(|node| node.accesskit_node().role() == Role::Button).map(|node| node.rect());
        // They are told in pixels.
        let (right, bottom) = (zoom * points.0, zoom * points.1);
        let in_sight = buttons.filter(|button| button.bottom() <= bottom && button.right() <= right);
        assert_eq!(in_sight.count(), 4, "{points:?} at {scale} %");
    }
    assert!(enlarged_in >= 4, "{enlarged_in}");
}

#[test]
fn what_has_no_room_in_a_panel_beside_the_table_is_scrolled_to() {
    let (game, scene) = played_on(MESS, ["Ada", "Blaise", "Clara", "Dora"].map(Player::person).to_vec(), 4);
    let mut below = 0;
    for (size, scale, points, zoom) in windows() {
        if division(points, zoom, &scene).side.is_none() {
            continue;
        }
        let at = format!("{size:?} at {scale} %");
        let window = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(size.0, size.1)).expand(1.0);
        let mut harness = enlarged(points, zoom, |root, requests| draw_table(root, &game, &scene, requests));
        let last_row = |harness: &Harness<Requests>| harness.get_by_label_contains("Dora, ").rect();
        if window.contains_rect(last_row(&harness)) {
            continue;
        }
        below += 1;
        harness.hover_at(egui::pos2(points.0 - 40.0, points.1 - 20.0));
        let (unit, delta) = (egui::MouseWheelUnit::Point, egui::vec2(0.0, -2.0 * points.1));
        let (phase, modifiers) = (egui::TouchPhase::Move, egui::Modifiers::NONE);
        harness.event(egui::Event::MouseWheel { unit, delta, phase, modifiers });
        harness.run();
        assert!(window.contains_rect(last_row(&harness)), "{at}: {:?}", last_row(&harness));
    }
    assert!(below > 0, "in some window there is no room for four players");
}
