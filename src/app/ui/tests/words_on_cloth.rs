//! What is written on the cloth of a table, and that no words touch each other.

use super::in_sight::windows;
use super::*;
use crate::layout::Face;

/// Every word painted on the cloth, with the room that its letters take; and the tokens, with their pile.
pub(super) fn captions(
    harness: &Harness<Requests>,
    viewport: &TableViewport,
    scene: &TableScene,
) -> Vec<(String, egui::Rect)> {
    fn words(shape: &egui::Shape, found: &mut Vec<(String, egui::Rect)>) {
        match shape {
            egui::Shape::Vec(shapes) => shapes.iter().for_each(|shape| words(shape, found)),
            egui::Shape::Text(text) => {
                let letters = text.galley.mesh_bounds.translate(text.pos.to_vec2());
                found.push((text.galley.text().to_owned(), letters));
            }
            // The arrow of a twist; the lines of the cells and of crossed-out marks are thinner.
            egui::Shape::LineSegment { points, stroke } if stroke.width > 2.2 => {
                found.push(("arrow".to_owned(), egui::Rect::from_two_pos(points[0], points[1]).expand(1.0)));
            }
            _ => {}
        }
    }
    let zoom = harness.ctx.zoom_factor();
    let at = |point: (f32, f32)| {
        let at = viewport.screen(point) / zoom;
        egui::pos2(at.x, at.y)
    };
    let cloth = egui::Rect::from_two_pos(at((0.0, 0.0)), at(scene.layout.size));
    let mut found = Vec::new();
    harness.output().shapes.iter().for_each(|shape| words(&shape.shape, &mut found));
    found.retain(|(_, rect)| rect.is_positive() && cloth.contains_rect(*rect));
    // A caption on the cloth has its shadow below it: the same word, a point lower.
    let all = found.clone();
    let is_shadow = |one: &(String, egui::Rect)| {
        let above = one.1.translate(egui::vec2(0.0, -1.0));
        all.iter().any(|other| other.0 == one.0 && (other.1.min - above.min).abs().max_elem() < 0.1)
    };
    found.retain(|one| !is_shadow(one));
    let tokens = scene.layout.pieces.iter().filter_map(|piece| match piece.face {
        Face::Token(pile) => {
            let wide = 34.0 * piece.place.scale * viewport.scale / zoom;
            let rect = egui::Rect::from_center_size(at(piece.place.centre), egui::Vec2::splat(wide));
            Some((format!("token {}", pile + 1), rect))
        }
        _ => None,
    });
    found.extend(tokens);
    found
}

/// Which of these words touch each other.
fn touching(captions: &[(String, egui::Rect)]) -> Vec<String> {
    let mut found = Vec::new();
    for (number, (word, rect)) in captions.iter().enumerate() {
        let near = rect.expand(1.0);
        let others = captions.iter().skip(number + 1).filter(|(_, other)| near.intersects(*other));
        // Arrows there and back are drawn on each other.
        let others = others.filter(|(other, _)| (word.as_str(), other.as_str()) != ("arrow", "arrow"));
        found.extend(others.map(|(other, _)| format!("{word:?} and {other:?}")));
    }
    found
}

#[test]
fn no_words_on_the_deduction_board_touch_each_other_in_any_puzzle_at_any_size() {
    let mut faults = Vec::new();
    for (number, (id, _)) in shipped::texts().enumerate() {
        let puzzle = shipped::find(id).expect("a puzzle");
        let all: Vec<String> =
            (1..=puzzle.piles.len()).flat_map(|pile| vec![format!("ask {pile}"); puzzle.askable(pile - 1)]).collect();
        let some: Vec<&str> = all.iter().map(String::as_str).step_by(2).collect();
        for (pure_logic, moves) in [(false, Vec::new()), (true, Vec::new()), (true, some)] {
            let options = format!("(puzzle: {id:?}, pure_logic: {pure_logic})");
            let (table, shown) = mysterious(&options, &moves, "");
            // Every other window, and the others for the next puzzle.
            for (points, zoom) in windows().into_iter().skip(number % 2).step_by(2) {
                let draw = |root: &mut Ui, requests: &mut Requests| draw_table(root, &table, &shown, requests);
                let harness = enlarged(points, zoom, draw);
                let viewport = viewport_of(egui::vec2(points.0, points.1), zoom, &table, &shown);
                for fault in touching(&captions(&harness, &viewport, &shown)) {
                    faults.push(format!("{id} after {} at {points:?}, {zoom}: {fault}", moves.len()));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn captions_keep_off_the_edges_of_the_table_at_any_size() {
    let mut met = 0;
    for id in ["mystique-guilds", "battle-for-the-suns"] {
        let (mut table, mut shown) = played_on(id, ["Ada", "Blaise"].map(Player::person).to_vec(), 4);
        for (points, zoom) in windows() {
            lay_in_its_room(&mut table, &mut shown, points, zoom);
            let harness = enlarged(points, zoom, |root, requests| draw_table(root, &table, &shown, requests));
            let viewport = viewport_of(egui::vec2(points.0, points.1), zoom, &table, &shown);
            let edges = [0.0, shown.layout.size.0].map(|x| viewport.screen((x, 0.0)).x / zoom);
            let all = captions(&harness, &viewport, &shown);
            for (words, rect) in all.iter().filter(|(words, _)| words.contains(" left") || words.contains(" discard")) {
                met += 1;
                let room = (rect.left() - edges[0]).min(edges[1] - rect.right());
                assert!(room > 4.0, "{id} at {points:?}, {zoom}: {words:?} at {rect:?} of {edges:?}");
            }
        }
    }
    assert!(met > 20, "{met}");
}

/// What somebody new must know stands in the empty middle, with a table round it that is more or less full.
#[test]
fn the_words_of_a_legend_keep_off_plates_and_off_each_other_at_any_size() {
    let mut faults = Vec::new();
    for (id, seats) in [("mystique-circle", 3..=5), ("mystical-eddies", 3..=8)] {
        for seats in seats {
            let people = (1..=seats).map(|number| Player::person(format!("Player {number}"))).collect();
            let (mut table, mut shown) = played_on(id, people, 0);
            for (points, zoom) in windows() {
                lay_in_its_room(&mut table, &mut shown, points, zoom);
                let harness = enlarged(points, zoom, |root, requests| draw_table(root, &table, &shown, requests));
                let viewport = viewport_of(egui::vec2(points.0, points.1), zoom, &table, &shown);
                let legend = shown.legend().expect("a legend in the empty middle");
                let is_of_it =
                    |words: &str| legend.says == words || legend.signs.iter().any(|sign| sign.words == words);
                let mut all = captions(&harness, &viewport, &shown);
                all.retain(|(words, _)| is_of_it(words));
                let at = format!("{id}, {seats} seats, {points:?}, {zoom}");
                if all.len() <= legend.signs.len() {
                    faults.push(format!("{at}: only {all:?} are on the table"));
                }
                faults.extend(touching(&all).into_iter().map(|fault| format!("{at}: {fault}")));
                let growth = shown.layout.readable_plates(viewport.scale / zoom);
                let plates = shown.layout.plates.iter().map(|plate| {
                    let extent = shown.layout.plate_extent(plate, growth);
                    let corners = [(extent.left, extent.top), (extent.right, extent.bottom)];
                    let [from, to] = corners.map(|corner| viewport.screen(corner) / zoom);
                    egui::Rect::from_two_pos(egui::pos2(from.x, from.y), egui::pos2(to.x, to.y))
                });
                for plate in plates {
                    let under = all.iter().filter(|(_, rect)| rect.intersects(plate));
                    faults.extend(under.map(|(words, _)| format!("{at}: {words:?} reaches a plate")));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// Where cards and words share a room, words have theirs for large text, too: 100 and 200 % in the usual window.
#[test]
fn captions_grow_with_the_text_beside_cards_that_fill_their_room() {
    let games = [
        // Once all four have given cards to their partners.
        ("mystique-domination", 4, 4, "moons"),
        ("mystique-pillars", 3, 0, "draft"),
        ("mystique-maze", 2, 0, " left"),
        ("mystique-guilds", 2, 0, " left"),
    ];
    for (id, seats, moves, part) in games {
        let people = ["Ada", "Blaise", "Clara", "Dorothy"].iter().take(seats).copied().map(Player::person).collect();
        let (mut table, mut shown) = played_on(id, people, moves);
        let [usual, large] = [((1280.0, 720.0), 1.0), ((640.0, 360.0), 2.0)].map(|(points, zoom)| {
            // What is beside the table depends on it, and the table on the room that is left.
            (0..2).for_each(|_| lay_in_its_room(&mut table, &mut shown, points, zoom));
            let harness = enlarged(points, zoom, |root, requests| draw_table(root, &table, &shown, requests));
            let viewport = viewport_of(egui::vec2(points.0, points.1), zoom, &table, &shown);
            let all = captions(&harness, &viewport, &shown);
            let (words, rect) = all.iter().find(|(words, _)| words.contains(part)).expect("a caption");
            (words.clone(), zoom * rect.height())
        });
        assert!(large.1 > 1.25 * usual.1, "{id}: {usual:?}, {large:?}");
    }
}
