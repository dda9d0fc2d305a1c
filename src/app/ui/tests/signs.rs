//! What colours say: gold that it is somebody’s move and nothing else, on any screen and at any table.

use bevy_egui::egui::epaint::ColorMode;

use super::endings::{end_at, shapes};
use super::screens::screens;
use super::*;
use crate::table::theme::{Palette, Rgb, Sign};

/// All colours of a shape, of its lines, and of what is written in it.
fn colours(shape: &egui::Shape) -> Vec<egui::Color32> {
    let of_mode = |mode: &ColorMode| if let ColorMode::Solid(colour) = mode { vec![*colour] } else { Vec::new() };
    match shape {
        egui::Shape::Rect(rect) => vec![rect.fill, rect.stroke.color],
        egui::Shape::Circle(circle) => vec![circle.fill, circle.stroke.color],
        egui::Shape::Ellipse(ellipse) => vec![ellipse.fill, ellipse.stroke.color],
        egui::Shape::LineSegment { stroke, .. } => vec![stroke.color],
        egui::Shape::Path(path) => [vec![path.fill], of_mode(&path.stroke.color)].concat(),
        egui::Shape::QuadraticBezier(curve) => [vec![curve.fill], of_mode(&curve.stroke.color)].concat(),
        egui::Shape::CubicBezier(curve) => [vec![curve.fill], of_mode(&curve.stroke.color)].concat(),
        egui::Shape::Text(text) => {
            let written = text.galley.job.sections.iter().map(|section| section.format.color);
            written.chain(text.override_text_color).collect()
        }
        egui::Shape::Mesh(mesh) => mesh.vertices.iter().map(|vertex| vertex.color).collect(),
        egui::Shape::Vec(_) | egui::Shape::Noop | egui::Shape::Callback(_) => Vec::new(),
    }
}

/// Whether it is a colour, or the colour of a button in it that is pointed at or has the focus.
fn is_of(colour: egui::Color32, sign: Rgb, ink: &Palette) -> bool {
    colour == sign.egui() || colour == sign.egui().lerp_to_gamma(ink.text.egui(), 0.08)
}

/// How many buttons are filled with brass, how many plates are in turn, and what else is golden.
fn gold(harness: &Harness<Requests>) -> (usize, usize, Vec<egui::Shape>) {
    let ink = Theme::Lamp.palette();
    let (mut buttons, mut plates, mut others) = (0, 0, Vec::new());
    for shape in shapes(harness) {
        let is_golden = |sign: Sign| colours(&shape).into_iter().any(|colour| is_of(colour, ink.sign(sign), &ink));
        match &shape {
            egui::Shape::Rect(rect) if is_of(rect.fill, ink.brass, &ink) => buttons += 1,
            egui::Shape::Rect(rect) if rect.stroke.color == ink.turn.egui() => plates += 1,
            // The bar at the left of a plate.
            egui::Shape::Rect(rect) if rect.fill == ink.turn.egui() => {}
            _ if is_golden(Sign::Turn) || is_golden(Sign::Button) => others.push(shape.clone()),
            _ => {}
        }
    }
    (buttons, plates, others)
}

#[test]
fn gold_is_on_at_most_one_button_of_a_page_and_on_nothing_else() {
    for (name, draw) in screens() {
        for size in SIZES {
            let (buttons, plates, others) = gold(&window(size, |root, requests| draw(root, requests)));
            assert!(buttons <= 1, "{name} at {size:?}: {buttons} buttons lead on");
            assert_eq!((plates, others), (0, Vec::new()), "{name} at {size:?}");
        }
    }
    let ended = ActiveGame::new(finished(), Purpose::Game);
    let (buttons, _, others) = gold(&end_at(&ended, 1.0));
    assert_eq!((buttons, others), (1, Vec::new()), "an end leads on, and what was good about it is no button");
}

#[test]
fn on_every_table_gold_is_on_the_plate_in_turn_and_on_at_most_one_button() {
    let (mut in_turn, mut choices) = (0, 0);
    for entry in catalogue::GAMES {
        let (id, seats) = (entry.info.id, usize::from(entry.info.seats.1.min(4)));
        for moves in [0, 1, 2, 5, 9] {
            let people = ["Ada", "Blaise", "Clara", "Dora"].map(Player::person)[..seats].to_vec();
            let (game, scene) = played_on(id, people, moves);
            let harness = window(SIZES[1], |root, requests| draw_table(root, &game, &scene, requests));
            let (buttons, plates, others) = gold(&harness);
            let allowed = game.actions().iter().filter(|action| action.mv.is_ok()).count();
            assert!(buttons <= 1, "{id} after {moves}: {buttons} buttons lead on");
            if allowed > 1 {
                assert_eq!(buttons, 0, "{id} after {moves}: of several that may be done, none leads on");
                choices += 1;
            }
            let turns = scene.layout.plates.iter().filter(|plate| plate.is_turn).count();
            assert_eq!((plates, others), (turns, Vec::new()), "{id} after {moves}");
            in_turn += turns;
        }
    }
    assert!(in_turn >= 20 && choices > 0, "{in_turn} plates in turn, {choices} choices");
}
