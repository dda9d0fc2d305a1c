//! What has to stay in sight at a table: no tip covers what it is about, and neither tips nor buttons cover the own hand, in any
//! window and at any text size.

use bevy_egui::egui::emath::RectAlign;

use super::endings::written;
use super::*;
use crate::layout::{Piece, Preview};
use crate::table::widgets;

/// The text sizes that are looked at, in percent.
const TEXTS: [u16; 3] = [100, 150, 200];

/// Every window of [`SIZES`] with its text at every size: its room in points of the panels, and how far they are enlarged. Where
/// a window has no room for a size, it is as large as there is.
pub(super) fn windows() -> Vec<((f32, f32), f32)> {
    let mut all: Vec<((f32, f32), f32)> = Vec::new();
    for (wide, high) in SIZES {
        for text in TEXTS {
            let zoom = window_layout::zoom(bevy::math::Vec2::new(wide, high), text);
            let window = ((wide / zoom, high / zoom), zoom);
            if !all.contains(&window) {
                all.push(window);
            }
        }
    }
    all
}

/// Every game that is played with a hand, after some moves, for as many people as sit at one table, and for as few.
fn at_the_hand() -> impl Iterator<Item = (&'static str, usize, ActiveGame, TableScene)> {
    let games = catalogue::GAMES.iter().flat_map(|entry| {
        let (least, most) = entry.info.seats;
        [(most.min(4), 0), (most.min(4), 2), (most.min(4), 5), (least, 5)].map(|(seats, moves)| (entry, seats, moves))
    });
    games.filter_map(|(entry, seats, moves)| {
        let seats = usize::from(seats);
        let people = ["Ada", "Blaise", "Clara", "Dora"].map(Player::person)[..seats].to_vec();
        let (game, scene) = played_on(entry.info.id, people, moves);
        let has_fan = scene.layout.areas.iter().any(|area| area.look == AreaLook::Fan);
        (has_fan && scene.layout.has_hand).then_some((entry.info.id, moves, game, scene))
    })
}

/// Places of nodes are in pixels; these are in points.
fn in_points(rect: egui::Rect, zoom: f32) -> egui::Rect {
    egui::Rect { min: rect.min / zoom, max: rect.max / zoom }
}

/// Whether two places overlap by more than a hair.
fn overlap(one: egui::Rect, other: egui::Rect) -> bool {
    one.shrink(0.5).intersects(other)
}

#[test]
fn the_buttons_for_what_may_be_done_cover_neither_the_hand_nor_another_card_at_any_text_size() {
    let (mut looked_at, mut covered) = (0, Vec::new());
    for (id, moves, mut game, mut scene) in at_the_hand() {
        for ((wide, high), zoom) in windows() {
            lay_in_its_room(&mut game, &mut scene, (wide, high), zoom);
            let harness = enlarged((wide, high), zoom, |root, requests| draw_table(root, &game, &scene, requests));
            let room = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(wide, high));
            for (number, action) in game.actions().iter().enumerate() {
                let name = format!("{} ({})", action.label, number + 1);
                let place = in_points(harness.get_by_role_and_label(Role::Button, &name).rect(), zoom);
                looked_at += 1;
                let about = format!("{id} after {moves} at {wide}×{high} points: {name:?} at {place:?}");
                if !room.expand(0.5).contains_rect(place) {
                    covered.push(format!("{about} is not within the window"));
                }
                if own_hand(&game, &scene, (wide, high), zoom).into_iter().any(|card| overlap(place, card)) {
                    covered.push(format!("{about} covers the hand"));
                }
                // Rather the margin at a card's lower edge than what is written on the table.
                let within_margin = |card: &egui::Rect| card.with_max_y(card.bottom() - 0.1 * card.height());
                let mut others = cards(&game, &scene, (wide, high), zoom).into_iter();
                if let Some(card) = others.find(|card| overlap(place, within_margin(card))) {
                    covered.push(format!("{about} covers the card at {card:?}"));
                }
            }
        }
    }
    assert!(covered.is_empty(), "{covered:#?}");
    assert!(looked_at >= 30, "{looked_at}");
}

/// Where the cards of a table are, whatever they show.
fn cards(game: &ActiveGame, scene: &TableScene, size: (f32, f32), zoom: f32) -> Vec<egui::Rect> {
    let viewport = viewport_of(egui::vec2(size.0, size.1), zoom, game, scene);
    let place = |piece: &Piece| {
        let centre = viewport.screen(piece.place.centre) / zoom;
        let size = scene.layout.material.size_of(piece.place.scale);
        egui::Rect::from_center_size(egui::pos2(centre.x, centre.y), egui::Vec2::from(size) * viewport.scale / zoom)
    };
    scene.layout.pieces.iter().map(place).collect()
}

/// Where tips are shown.
fn tips(harness: &Harness<Requests>) -> Vec<egui::Rect> {
    harness.ctx.memory(|memory| {
        let layers = memory.areas().visible_layer_ids();
        let tips = layers.into_iter().filter(|layer| layer.order == egui::Order::Tooltip);
        tips.filter_map(|layer| memory.area_rect(layer.id)).collect()
    })
}

/// A game for two people after two moves, laid in the room that a table has in a window of this size.
fn in_its_room(id: &str, size: (f32, f32), zoom: f32) -> (ActiveGame, TableScene) {
    let (mut game, mut scene) = played_on(id, ["Ada", "Blaise"].map(Player::person).to_vec(), 2);
    lay_in_its_room(&mut game, &mut scene, size, zoom);
    (game, scene)
}

#[test]
fn no_plate_lies_on_a_board_at_any_text_size() {
    let (mut looked_at, mut covered) = (0, Vec::new());
    for id in ["chain-of-restraints", "clique-mystique", "mystique-energy"] {
        for (size, zoom) in windows() {
            let (game, scene) = in_its_room(id, size, zoom);
            let viewport = viewport_of(egui::vec2(size.0, size.1), zoom, &game, &scene);
            let harness = enlarged(size, zoom, |root, requests| draw_table(root, &game, &scene, requests));
            let written = written(&harness);
            for (name, place) in written.iter().filter(|(words, _)| words == "Ada" || words == "Blaise") {
                looked_at += 1;
                let is_under = |area: &&Area| {
                    let (centre, scale) = (viewport.screen(area.centre) / zoom, viewport.scale / zoom);
                    let size = egui::vec2(area.size.0, area.size.1) * scale;
                    overlap(*place, egui::Rect::from_center_size(egui::pos2(centre.x, centre.y), size))
                };
                let places = scene.layout.areas.iter().filter(|area| area.look == AreaLook::Outline);
                if let Some(area) = places.into_iter().find(is_under) {
                    covered.push(format!("{id} at {size:?} points: {name} over {}", area.name));
                }
            }
        }
    }
    assert!(covered.is_empty(), "{covered:#?}");
    assert!(looked_at >= 20, "{looked_at}");
}

#[test]
fn a_choice_that_goes_with_a_move_covers_no_other_place_and_no_caption_at_any_text_size() {
    let (mut looked_at, mut covered) = (0, Vec::new());
    for (id, people) in [("matrix-solitaire", 1), ("chain-of-restraints", 4)] {
        let people = ["Ada", "Blaise", "Clara", "Dora"].map(Player::person)[..people].to_vec();
        let tables = (0..20).map(|moves| played_on(id, people.clone(), moves));
        let has_choice =
            |(_, scene): &(ActiveGame, TableScene)| scene.layout.options.iter().any(|it| it.near.is_some());
        let (mut game, mut scene) = tables.into_iter().find(has_choice).expect("a choice within twenty moves");
        for (size, zoom) in windows() {
            lay_in_its_room(&mut game, &mut scene, size, zoom);
            let viewport = viewport_of(egui::vec2(size.0, size.1), zoom, &game, &scene);
            let harness = enlarged(size, zoom, |root, requests| draw_table(root, &game, &scene, requests));
            let captions: Vec<(String, egui::Rect)> = written(&harness)
                .into_iter()
                .filter(|(words, _)| scene.layout.areas.iter().any(|area| area.caption.as_ref() == Some(words)))
                .collect();
            for option in &scene.layout.options {
                let name = format!("{} ({})", option.label, option.key);
                let place = in_points(harness.get_by_role_and_label(Role::Button, &name).rect(), zoom);
                looked_at += 1;
                let about = format!("{id} at {size:?} points: {name:?} at {place:?}");
                if let Some((words, at)) = captions.iter().find(|(_, caption)| overlap(place, *caption)) {
                    covered.push(format!("{about} covers {words:?} at {at:?}"));
                }
                let rect = |area: &Area| {
                    let (centre, scale) = (viewport.screen(area.centre) / zoom, viewport.scale / zoom);
                    egui::Rect::from_center_size(
                        egui::pos2(centre.x, centre.y),
                        egui::vec2(area.size.0, area.size.1) * scale,
                    )
                };
                let others = scene.layout.areas.iter().filter(|area| option.near != Some(area.id));
                if let Some(area) = others.into_iter().find(|area| overlap(place, rect(area))) {
                    covered.push(format!("{about} covers {} at {:?}", area.name, rect(area)));
                }
            }
        }
    }
    assert!(covered.is_empty(), "{covered:#?}");
    assert!(looked_at >= 10, "{looked_at}");
}

#[test]
fn no_tip_at_a_table_covers_what_it_is_about_or_the_own_hand() {
    let (mut shown, mut covered) = (0, Vec::new());
    let tightest = windows().into_iter().filter(|((wide, _), _)| *wide < 1000.0);
    let tightest: Vec<((f32, f32), f32)> = tightest.collect();
    for (id, _, mut game, mut scene) in at_the_hand().filter(|(_, moves, ..)| *moves == 2) {
        for ((wide, high), zoom) in &tightest {
            lay_in_its_room(&mut game, &mut scene, (*wide, *high), *zoom);
            let mut harness =
                enlarged((*wide, *high), *zoom, |root, requests| draw_table(root, &game, &scene, requests));
            // The places of the table have no tips.
            let areas: Vec<String> = scene.layout.areas.iter().map(|area| scene.layout.spoken(area)).collect();
            let buttons: Vec<(String, egui::Rect)> = harness
                .root()
                .children_recursive()
                .filter(|node| node.accesskit_node().role() == Role::Button)
                .map(|node| (node.accesskit_node().label().unwrap_or_default(), in_points(node.rect(), *zoom)))
                .filter(|(name, place)| place.is_positive() && !areas.contains(name))
                .collect();
            let hand = own_hand(&game, &scene, (*wide, *high), *zoom);
            for (name, place) in buttons {
                harness.hover_at(place.center());
                harness.run_steps(4);
                for tip in tips(&harness) {
                    shown += 1;
                    if hand.iter().chain([&place]).any(|kept| overlap(tip, *kept)) {
                        covered.push(format!("{id} at {wide}×{high} points: {name} at {place:?}: {tip:?}"));
                    }
                }
            }
        }
    }
    assert!(covered.is_empty(), "{covered:#?}");
    assert!(shown >= 20, "{shown}");
}

#[test]
fn what_stands_beside_something_covers_it_only_where_there_is_room_nowhere() {
    let room = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(400.0, 300.0));
    let sides = [RectAlign::TOP, RectAlign::BOTTOM, RectAlign::RIGHT, RectAlign::LEFT];
    let about = |x: f32, y: f32| egui::Rect::from_center_size(egui::pos2(x, y), egui::vec2(60.0, 80.0));
    let size = egui::vec2(120.0, 40.0);
    for (x, y) in [(30.0, 40.0), (200.0, 40.0), (370.0, 40.0), (200.0, 150.0), (30.0, 260.0), (370.0, 260.0)] {
        let place = widgets::beside(about(x, y), size, room, &sides, &[]);
        assert!(room.contains_rect(place) && !place.intersects(about(x, y)), "{x}, {y}: {place:?}");
        // What has to stay in sight is kept clear of, too.
        let kept = place;
        let other = widgets::beside(about(x, y), size, room, &sides, &[kept]);
        assert!(!other.intersects(about(x, y)) && !other.shrink(0.5).intersects(kept), "{x}, {y}: {other:?}");
    }
    // Too high for every side: it is still within the room.
    let large = widgets::beside(about(200.0, 150.0), egui::vec2(390.0, 290.0), room, &sides, &[]);
    assert!(room.contains_rect(large), "{large:?}");
}

/// Mystique Pillars for so many people, at a pillar of which something is known under its top card: one of them points at it, and it is
/// said what a move there would do.
fn at_a_pillar(people: usize, says: &str) -> (ActiveGame, TableScene) {
    let names = ["Ada", "Blaise", "Clara", "Darius", "Emmy", "Felix"];
    let players = names.map(Player::person)[..people].to_vec();
    let mut session = catalogue::find("mystique-pillars").expect("the game").start("tea", players).expect("a deal");
    while session.layout().fans.is_empty() && session.outcome().is_none() {
        let seat = session.acting().first().expect("somebody acts");
        let legal = session.legal_moves(seat);
        let built = legal.iter().find(|mv| mv.starts_with("build"));
        let mv = built.unwrap_or(&legal[session.moves().0 % legal.len()]).clone();
        session.play(seat, &mv).expect("legal");
    }
    let layout = session.layout();
    let pillar = layout.fans[0].area;
    let preview = Some(Preview { sentence: says.to_owned(), ..Preview::default() });
    let mut shown = TableScene::default();
    shown.set(layout, None);
    shown.highlight = Highlight { lit: vec![pillar], preview, ..Highlight::default() };
    let mut game = ActiveGame::new(session, Purpose::Game);
    game.pointed = Some(pillar);
    (game, shown)
}

#[test]
fn what_a_move_would_do_stands_beside_what_is_known_under_a_pile_in_the_window_and_off_the_own_hand() {
    let says = "Then you could build 4 of 5; Ada 2 of 3, Blaise 0 of 3";
    for people in 2..=6 {
        let (game, scene) = at_a_pillar(people, says);
        for ((wide, high), zoom) in windows() {
            let harness = enlarged((wide, high), zoom, |root, requests| draw_table(root, &game, &scene, requests));
            let written = written(&harness);
            let all = format!("{says}\nUnder the top card");
            let said = written.iter().rfind(|(said, _)| *said == all).expect("what is said").1;
            let about = format!("{people} people at {wide}×{high} points: {said:?}");
            let room = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(wide, high));
            assert!(room.contains_rect(said), "{about}");
            let hand = own_hand(&game, &scene, (wide, high), zoom);
            assert!(!hand.into_iter().any(|card| overlap(said, card)), "{about}");
        }
    }
}
