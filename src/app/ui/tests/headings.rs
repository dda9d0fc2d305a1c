//! What screens say first: a setup, what its game is; and a heading, something below it.

use super::endings::{shapes, written};
use super::screens::screens;
use super::*;
use crate::table::theme::size;

/// High enough for all of a page.
const TALL: (f32, f32) = (1280.0, 2400.0);

/// Whether it is a heading of something below it: not a title in a bar, or a sign of a letter or two.
fn is_heading(text: &egui::epaint::TextShape) -> bool {
    let font = text.galley.job.sections.first().map(|section| section.format.font_id.clone());
    let is_in_bar = text.pos.y < window_layout::BAR;
    font == Some(theme::display(size::DISPLAY_S)) && !is_in_bar && text.galley.text().len() > 2
}

/// The headings below which nothing is drawn before the next one.
fn over_nothing(harness: &Harness<Requests>) -> Vec<String> {
    /// How far below a heading what it is about begins at most, in points.
    const BELOW: f32 = 48.0;
    let all = shapes(harness);
    let heading = |shape: &egui::Shape| match shape {
        egui::Shape::Text(text) if is_heading(text) => {
            Some((text.galley.text().to_owned(), text.visual_bounding_rect()))
        }
        _ => None,
    };
    let follows = |shape: &egui::Shape, above: egui::Rect| {
        let place = shape.visual_bounding_rect();
        // A short heading may stand over what begins with a picture.
        let below = egui::Rect::from_min_size(above.left_bottom(), egui::vec2(above.width() + BELOW, BELOW));
        let is_below = match shape {
            egui::Shape::Text(_) => below.intersects(place),
            // What is behind the heading, too, is not below it.
            _ => below.contains(place.center_top()),
        };
        heading(shape).is_none() && is_below
    };
    let empty = |(_, place): &(String, egui::Rect)| !all.iter().any(|shape| follows(shape, *place));
    all.iter().filter_map(heading).filter(empty).map(|(words, _)| words).collect()
}

#[test]
fn every_setup_says_in_one_line_what_its_game_is_and_no_heading_stands_over_nothing() {
    for entry in catalogue::GAMES {
        for size in SIZES.into_iter().chain([TALL]) {
            let harness = window(size, |root, requests| {
                let mut state = UiState { chosen: Some(entry.info.id), ..UiState::default() };
                set_up(root, &mut state, &index_of_today(), requests);
            });
            let lines = written(&harness).into_iter().filter(|(words, _)| words == entry.info.tagline);
            let lines: Vec<egui::Rect> = lines.map(|(_, place)| place).collect();
            assert_eq!(lines.len(), 1, "{} at {size:?}", entry.info.id);
            assert!(lines[0].height() < 24.0, "{} at {size:?}: {lines:?}", entry.info.id);
            let room = egui::Rect::from_min_size(egui::Pos2::ZERO, size.into());
            assert!(room.contains_rect(lines[0]), "{} at {size:?}: {lines:?}", entry.info.id);
            if size == TALL {
                assert_eq!(over_nothing(&harness), Vec::<String>::new(), "{}", entry.info.id);
            }
        }
    }
}

#[test]
fn no_heading_stands_over_nothing_on_any_screen() {
    let mut headings = 0;
    for (name, draw) in screens() {
        let harness = window(TALL, |root, requests| draw(root, requests));
        headings += shapes(&harness)
            .iter()
            .filter(|shape| matches!(shape, egui::Shape::Text(text) if is_heading(text)))
            .count();
        // The rules are longer than any window; their pages are looked at where they are written.
        if name != "rules" {
            assert_eq!(over_nothing(&harness), Vec::<String>::new(), "{name}");
        }
    }
    assert!(headings > 12, "{headings}");
}

#[test]
fn points_that_are_secret_have_no_heading_where_nothing_is_said_of_them() {
    for entry in catalogue::GAMES.iter().filter(|entry| entry.info.seats.1 > 1) {
        let bots = usize::from(entry.info.seats.0.max(2)) - 1;
        let players = [vec![Player::person("Ada")], vec![Player::bot(BotLevel::Easy); bots]].concat();
        let (game, scene) = played_on(entry.info.id, players, 0);
        let sheet = &game.snapshot().score_sheet;
        let harness = window(SIZES[1], |root, requests| draw_table(root, &game, &scene, requests));
        let heads = written(&harness).into_iter().filter(|(words, _)| words == sheet.counts).count();
        let is_empty = (sheet.is_secret || game.session().scores().is_empty()) && sheet.goal.is_empty();
        assert!(heads == 0 || !is_empty, "{}: “{}” stands over nothing", entry.info.id, sheet.counts);
    }
}

#[test]
fn each_heading_in_the_list_of_a_rules_page_is_in_one_piece() {
    for entry in catalogue::GAMES {
        let id = entry.info.id;
        for room in SIZES {
            let harness = window(room, |root, requests| pages::rules(root, Some(id), None, requests));
            let nodes = harness.root().children_recursive();
            let links = nodes.filter(|node| node.accesskit_node().role() == Role::Link);
            let high: Vec<f32> = links.map(|link| link.rect().height()).collect();
            assert!(
                high.len() >= 4 && high.iter().all(|high| *high < 2.0 * size::SECOND),
                "{id} at {room:?}: {high:?}"
            );
        }
    }
}
