//! The button that sorts the own hand: where it stands, what it says, and what it asks for.

use super::in_sight::windows;
use super::words_on_cloth::captions;
use super::*;
use crate::app::ui::cloth::ClothPainter;
use crate::engine::seats::Viewer;
use crate::layout::SeatPlate;
use crate::table::scene::RAISED;

const CIRCLE: &str = "mystique-circle";

/// Every game of hands with every number of seats, after so many moves or at its end.
fn with_hands(moves: usize) -> Vec<(String, ActiveGame, TableScene)> {
    let mut tables = Vec::new();
    for entry in catalogue::GAMES.iter().filter(|entry| !entry.info.hand_orders.is_empty()) {
        for seats in entry.info.seats.0..=entry.info.seats.1 {
            let bots = vec![Player::bot(BotLevel::Easy); usize::from(seats) - 1];
            let mut session = entry.start("tea", [vec![Player::person("Ada")], bots].concat()).expect("a deal");
            for _ in 0..moves {
                let any = session.acting().first().and_then(|seat| Some((seat, session.legal_moves(seat).pop()?)));
                let Some((seat, mv)) = any else { break };
                session.play(seat, &mv).expect("legal");
            }
            let mut scene = TableScene::default();
            scene.set(session.layout(), None);
            let name = format!("{} for {seats} after {moves}", entry.info.id);
            tables.push((name, ActiveGame::new(session, Purpose::Game), scene));
        }
    }
    tables
}

/// Every puzzle of Mystery Machine with a hand of three cards.
fn with_puzzles() -> Vec<(String, ActiveGame, TableScene)> {
    let of_puzzle = |id: &str| {
        let players = vec![Player::person("Ada")];
        let options = format!("(puzzle: {id:?})");
        let entry = catalogue::find(MYSTERY).expect("the game");
        let mut session = entry.start_with("tea", players, &options).expect("a deal");
        for _ in 0..3 {
            let mut moves = session.legal_moves(Seat::FIRST).into_iter();
            let pick = moves.find(|mv| mv.starts_with("pick")).expect("a card to pick");
            session.play(Seat::FIRST, &pick).expect("legal");
        }
        let mut scene = TableScene::default();
        scene.set(session.layout(), None);
        (id.to_owned(), ActiveGame::new(session, Purpose::Game), scene)
    };
    shipped::texts().map(|(id, _)| of_puzzle(id)).collect()
}

/// Where everything is that must not be covered: areas, a hand with raised cards, and plates as large as they become.
fn laid_out(cloth: &ClothPainter) -> Vec<egui::Rect> {
    let layout = cloth.scene.settled();
    let rect = |(x, y): (f32, f32), (wide, high): (f32, f32)| {
        let half = (wide / 2.0, high / 2.0);
        egui::Rect::from_two_pos(cloth.at(x - half.0, y - half.1), cloth.at(x + half.0, y + half.1))
    };
    let areas = layout.areas.iter().map(|area| rect(area.centre, area.size));
    let raised = layout.own_hand().map(|area| rect((area.centre.0, area.centre.1 - RAISED), area.size));
    let plate = |plate: &SeatPlate| cloth.plate_rect(plate, cloth.plate_growth());
    areas.chain(raised).chain(layout.plates.iter().map(plate)).collect()
}

#[test]
fn the_button_that_sorts_the_hand_has_a_place_at_every_table_at_every_size_and_covers_nothing_there() {
    let mut tables: Vec<_> = [0, 2, 9].into_iter().flat_map(with_hands).chain(with_puzzles()).collect();
    let sorted = tables.iter().filter(|(_, _, scene)| scene.settled().held() > 1);
    assert!(sorted.count() > 100);
    let mut found = Vec::new();
    for ((wide, high), zoom) in windows() {
        tables.iter_mut().for_each(|(_, game, scene)| lay_in_its_room(game, scene, (wide, high), zoom));
        let (found, mut is_seen) = (Mutex::new(&mut found), false);
        enlarged((wide, high), zoom, |root, _| {
            // Once is enough: in the first frame as large as the window.
            let is_as_large = (root.ctx().viewport_rect().size() - egui::vec2(wide, high)).length() < 1.0;
            if is_seen || !is_as_large {
                return;
            }
            is_seen = true;
            let mut found = found.lock().expect("nobody panics");
            for (name, game, scene) in &tables {
                let viewport = viewport_of(egui::vec2(wide, high), zoom, game, scene);
                let cloth = ClothPainter::new(root, game, scene, &viewport);
                let at = format!("{name}, {wide} × {high}");
                let Viewer::Seat(seat) = game.session().viewer() else { continue };
                if scene.settled().held() < 2 {
                    continue;
                }
                let Some((place, _)) = cloth.place_to_sort(seat, game.session().info().hand_orders) else {
                    found.push(format!("{at}: no place"));
                    continue;
                };
                if !cloth.room().contains_rect(place) {
                    found.push(format!("{at}: {place:?} is not on the table"));
                }
                // As high as a button is, and as wide as one with a few words.
                let actions = cloth.place_of_actions(egui::vec2(150.0, theme::TARGET));
                if let Some(covered) = actions.filter(|row| row.intersects(place)) {
                    found.push(format!("{at}: {place:?} covers the buttons at {covered:?}"));
                }
                if let Some(covered) = laid_out(&cloth).into_iter().find(|covered| covered.intersects(place)) {
                    found.push(format!("{at}: {place:?} covers {covered:?}"));
                }
            }
        });
        assert!(is_seen, "nothing was drawn in {wide} × {high}");
    }
    found.sort();
    found.dedup();
    assert!(found.is_empty(), "{found:#?}");
}

/// A table with the viewer's hand, as it is drawn; the places of its nodes are in pixels.
fn drawn<'a>(
    ((wide, high), zoom): ((f32, f32), f32),
    game: &'a ActiveGame,
    scene: &'a TableScene,
) -> Harness<'a, Requests> {
    enlarged((wide, high), zoom, |root, requests| draw_table(root, game, scene, requests))
}

/// A game of Ada against bots, at the deal.
fn alone_at(id: &str, seats: usize) -> (ActiveGame, TableScene) {
    let players = [vec![Player::person("Ada")], vec![Player::bot(BotLevel::Easy); seats - 1]].concat();
    played_on(id, players, 0)
}

#[test]
fn the_button_that_sorts_the_hand_says_by_what_it_is_sorted_and_asks_for_the_next_order_of_its_game() {
    let dealt = |id, seats| alone_at(id, seats);
    for (id, (game, scene), name, tip) in [
        (MYSTERY, mysterious("", &PAIR, ""), "Hand sorted by number", "Sort your hand by number or by suit (O)"),
        (
            "mystique",
            dealt("mystique", 4),
            "Hand sorted by number",
            "Sort your hand by number, by suit or by colour (O)",
        ),
        (CIRCLE, dealt(CIRCLE, 4), "Hand sorted by colour", "Sort your hand by number, by suit or by colour (O)"),
    ] {
        for (size, zoom) in windows() {
            let mut harness = drawn((size, zoom), &game, &scene);
            let button = harness.get_by_role_and_label(Role::Button, name);
            let place = button.rect();
            assert_eq!(button.accesskit_node().description().as_deref(), Some(tip), "{id}");
            let nodes = harness.root().children_recursive();
            let others = nodes.filter(|node| CONTROLS.contains(&node.accesskit_node().role()));
            let covered = others.filter(|node| node.rect() != place && node.rect().intersects(place));
            let covered: Vec<_> = covered.map(|node| node.accesskit_node().label()).collect();
            assert!(covered.is_empty(), "{id} at {size:?}: {covered:?}");
            let viewport = viewport_of(egui::vec2(size.0, size.1), zoom, &game, &scene);
            let words = captions(&harness, &viewport, &scene).into_iter();
            let in_points = egui::Rect { min: place.min / zoom, max: place.max / zoom };
            let written_over: Vec<String> =
                words.filter(|(_, at)| at.intersects(in_points)).map(|(word, _)| word).collect();
            assert!(written_over.iter().all(|word| word.starts_with("By ")), "{id} at {size:?}: {written_over:?}");
            harness.get_by_role_and_label(Role::Button, name).click_accesskit();
            harness.run();
            assert!(harness.state().contains(SettingsAction::SortHand(id)), "{id} at {size:?}");
        }
    }
}

#[test]
fn the_button_that_sorts_the_hand_is_reached_by_tab_and_its_tip_leaves_the_hand_in_sight() {
    let (game, scene) = alone_at(CIRCLE, 3);
    let mut harness = window(SIZES[1], |root, requests| draw_table(root, &game, &scene, requests));
    let name = "Hand sorted by colour";
    let has_focus = |harness: &Harness<Requests>| harness.get_by_role_and_label(Role::Button, name).is_focused();
    for _ in 0..40 {
        if has_focus(&harness) {
            break;
        }
        harness.key_press(egui::Key::Tab);
        harness.run();
    }
    assert!(has_focus(&harness));
    harness.key_press(egui::Key::Enter);
    harness.run();
    assert!(harness.state().contains(SettingsAction::SortHand(CIRCLE)), "{:?}", harness.state());
    let place = harness.get_by_role_and_label(Role::Button, name).rect();
    harness.hover_at(place.center());
    harness.run_steps(8);
    let tip =
        harness.get_by_role_and_label(Role::Label, "Sort your hand\nby number, by\nsuit or by\ncolour (O)").rect();
    let hand = own_hand(&game, &scene, SIZES[1], 1.0);
    assert!(!hand.iter().chain([&place]).any(|kept| kept.intersects(tip)), "{tip:?}");
}

#[test]
fn where_there_is_nothing_to_sort_no_button_offers_it() {
    let watched = played_on(CIRCLE, vec![Player::bot(BotLevel::Easy); 3], 0);
    let one_card = mysterious("", &PAIR[..1], "");
    let no_hand = mysterious("(pure_logic: true)", &[], "");
    let pool = alone_at(CHAIN, 2);
    for (game, scene) in [watched, one_card, no_hand, pool] {
        let harness = drawn((SIZES[2], 1.25), &game, &scene);
        let found = harness.query_all_by_label_contains("Hand sorted").count();
        assert_eq!(found, 0, "{}", game.session().info().id);
    }
}

#[test]
fn the_button_that_sorts_the_hand_stays_where_it_is_whatever_it_says() {
    let (mut game, _) = alone_at(CIRCLE, 4);
    for (size, zoom) in windows() {
        let orders = game.session().info().hand_orders;
        let places: Vec<egui::Rect> = orders
            .iter()
            .map(|order| {
                game.update(|session| session.sort_hand(*order));
                let mut scene = TableScene::default();
                scene.set(game.session().layout(), None);
                let harness = drawn((size, zoom), &game, &scene);
                harness.get_by_role_and_label(Role::Button, &format!("Hand sorted {}", order.words())).rect()
            })
            .collect();
        assert!(places.iter().all(|place| *place == places[0]), "{size:?}: {places:?}");
    }
}
