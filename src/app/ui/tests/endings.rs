//! How the log looks: what is written and drawn in it, and what it frames on the table.

use super::*;
use crate::table::theme::Rgb;

fn golden(id: &str) -> Box<dyn TableSession> {
    let path = format!("{}/tests/rules/golden/{id}.ron", env!("CARGO_MANIFEST_DIR"));
    let record = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    catalogue::load(&record).expect("the golden game")
}

fn shapes(harness: &Harness<Requests>) -> Vec<egui::Shape> {
    fn flat(shape: &egui::Shape, all: &mut Vec<egui::Shape>) {
        match shape {
            egui::Shape::Vec(shapes) => shapes.iter().for_each(|shape| flat(shape, all)),
            egui::Shape::Noop => {}
            shape => all.push(shape.clone()),
        }
    }
    let mut all = Vec::new();
    harness.output().shapes.iter().for_each(|clipped| flat(&clipped.shape, &mut all));
    all
}

/// What is written, with where.
fn written(harness: &Harness<Requests>) -> Vec<(String, egui::Rect)> {
    let words = |shape: &egui::Shape| match shape {
        egui::Shape::Text(text) if text.opacity_factor > 0.0 => {
            Some((text.galley.text().to_owned(), text.visual_bounding_rect()))
        }
        _ => None,
    };
    shapes(harness).iter().filter_map(words).collect()
}

/// Where frames of this colour are drawn around something.
fn framed(harness: &Harness<Requests>, colour: Rgb) -> Vec<egui::Rect> {
    let is_of = |mode: &egui::epaint::ColorMode| *mode == egui::epaint::ColorMode::Solid(colour.egui());
    let frame = |shape: &egui::Shape| match shape {
        egui::Shape::Path(path) if path.closed && path.points.len() == 4 && is_of(&path.stroke.color) => {
            Some(egui::Rect::from_points(&path.points))
        }
        egui::Shape::Rect(rect) if rect.stroke.color == colour.egui() && rect.stroke.width == 2.5 => Some(rect.rect),
        _ => None,
    };
    shapes(harness).iter().filter_map(frame).collect()
}

fn ink() -> theme::Palette {
    Theme::Lamp.palette()
}

/// The log at a table of Mystique Circle after these moves, of which the trick is over.
fn log_of_tricks(purpose: Purpose) -> (ActiveGame, TableScene) {
    let mut session = golden("mystique-circle");
    session.seek(9);
    if purpose != Purpose::Replay {
        session.take_seat(Seat::FIRST);
    }
    let mut shown = TableScene::default();
    shown.set(session.layout(), None);
    (ActiveGame::new(session, purpose), shown)
}

#[test]
fn the_log_is_for_people_with_cards_as_pictures_and_a_trick_in_one_line_that_opens() {
    let (game, scene) = log_of_tricks(Purpose::Replay);
    let mut harness = window(SIZES[1], |root, requests| draw_table(root, &game, &scene, requests));
    let lines = |harness: &Harness<Requests>| -> Vec<String> {
        let links = harness.root().children_recursive().filter(|node| node.accesskit_node().role() == Role::Link);
        links.filter_map(|node| node.accesskit_node().label()).collect()
    };
    let closed = lines(&harness);
    let trick = closed.iter().find(|line| line.ends_with("(closed)")).expect("a trick").clone();
    assert!(trick.contains(" takes the trick the "), "{closed:?}");
    // What is drawn is the cards, not their names.
    let drawn = written(&harness);
    let is_told = |word: &str| drawn.iter().any(|(words, _)| words == word);
    assert!(is_told("trick") && !is_told("moons") && !is_told("suns") && !is_told("butterflies"), "{drawn:?}");
    let textured = |harness: &Harness<Requests>| {
        let is_picture = |shape: &&egui::Shape| matches!(shape, egui::Shape::Rect(rect) if rect.brush.is_some());
        shapes(harness).iter().filter(is_picture).count()
    };
    let before = textured(&harness);
    assert!(before >= 4, "the cards of the trick");
    harness.get_by_label(&trick).click();
    harness.run();
    let open = lines(&harness);
    assert_eq!(open.len(), closed.len() + 4, "{open:?}");
    assert!(textured(&harness) > before);
    harness.get_by_label(&trick.replace("(closed)", "(open)")).click();
    harness.run();
    assert_eq!(lines(&harness), closed);
}

#[test]
fn a_line_of_the_log_shows_its_place_on_the_table_while_it_is_pointed_at_or_has_the_focus() {
    let (game, scene) = log_of_tricks(Purpose::Replay);
    let mut harness = window(SIZES[1], |root, requests| draw_table(root, &game, &scene, requests));
    assert_eq!(framed(&harness, ink().note), []);
    let line = |harness: &Harness<'_, Requests>| -> String {
        let links = harness.root().children_recursive().filter(|node| node.accesskit_node().role() == Role::Link);
        let labels = links.filter_map(|node| node.accesskit_node().label());
        labels.into_iter().find(|label| label.contains("takes the trick")).expect("a trick")
    };
    let trick = line(&harness);
    harness.get_by_label(&trick).hover();
    harness.run();
    let pointed = framed(&harness, ink().note);
    assert!(!pointed.is_empty());
    harness.hover_at(egui::pos2(5.0, 5.0));
    harness.run();
    assert_eq!(framed(&harness, ink().note), []);
    harness.get_by_label(&trick).focus();
    harness.run();
    assert_eq!(framed(&harness, ink().note), pointed);
}

#[test]
fn a_line_of_a_replays_log_leads_to_its_move() {
    let (game, scene) = log_of_tricks(Purpose::Replay);
    let mut harness = window(SIZES[1], |root, requests| draw_table(root, &game, &scene, requests));
    let links = harness.root().children_recursive().filter(|node| node.accesskit_node().role() == Role::Link);
    let lines = links.filter_map(|node| node.accesskit_node().label());
    let first = lines.into_iter().find(|line| !line.ends_with("(closed)") && !line.ends_with("(open)"));
    harness.get_by_role_and_label(Role::Link, &first.expect("a line")).click();
    harness.run();
    let sought = harness.state().iter().find(|request| matches!(request, Request::Table(TableAction::Seek(_))));
    assert!(sought.is_some(), "{:?}", harness.state());
}
