//! How endings, the log and lessons look: what is framed and said on the table, what is written, and what can be pressed.

use std::cell::RefCell;

use super::*;
use crate::engine::game::Hindsight;
use crate::layout::{Beat, CardArea, Cue, Exhibit, Reading, SpotFrame, Spotlight, Weight};
use crate::table::theme::Rgb;

const SUNS: &str = "battle-for-the-suns";

fn golden(id: &str) -> Box<dyn TableSession> {
    let path = format!("{}/tests/rules/golden/{id}.ron", env!("CARGO_MANIFEST_DIR"));
    let record = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    catalogue::load(&record).expect("the golden game")
}

/// A table on which this stands out, as soon as all has arrived.
fn showing(game: &ActiveGame, exhibit: &Exhibit) -> TableScene {
    let table = game.session().layout();
    let waits = (exhibit.weight == Weight::Sum).then_some(Reading::Result);
    let beat = Beat { waits, ..Beat::showing(exhibit.clone(), &table) };
    let mut scene = TableScene::default();
    scene.begin(vec![beat, Beat::new(table, Cue::Place)]);
    scene.arrive();
    scene
}

pub(super) fn shapes(harness: &Harness<Requests>) -> Vec<egui::Shape> {
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
pub(super) fn written(harness: &Harness<Requests>) -> Vec<(String, egui::Rect)> {
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

#[test]
fn what_decided_a_game_is_framed_with_its_words_beside_it_at_any_size() {
    let mut covering = Vec::new();
    for (entry, size) in catalogue::GAMES.iter().flat_map(|entry| SIZES.map(|size| (entry, size))) {
        let game = ActiveGame::new(golden(entry.info.id), Purpose::Game);
        let exhibits = game.snapshot().finale.exhibits.clone();
        // In one window, one after the other.
        let scene = RefCell::new(TableScene::default());
        let mut harness = window(size, |root, requests| draw_table(root, &game, &scene.borrow(), requests));
        for exhibit in &exhibits {
            scene.replace(showing(&game, exhibit));
            harness.run();
            let (written, frames) = (written(&harness), framed(&harness, ink().note));
            if exhibit.weight == Weight::Picture {
                assert!(frames.is_empty(), "{}: nothing covers the picture", entry.info.id);
                continue;
            }
            let about = format!("{} at {size:?}: {exhibit:?}", entry.info.id);
            let meant = scene.borrow().layout.frames(&exhibit.spots);
            assert_eq!(frames.is_empty(), meant.is_empty(), "{about}");
            for words in [&exhibit.caption, &exhibit.figure].into_iter().filter(|words| !words.is_empty()) {
                // The last of all that say so: a plate may say the same.
                let said = written.iter().rfind(|(said, _)| said == words);
                let (_, place) = said.unwrap_or_else(|| panic!("{about}: not said"));
                assert!(egui::Rect::from_min_size(egui::Pos2::ZERO, size.into()).contains_rect(*place), "{about}");
                let covered: f32 = frames.iter().map(|frame| area(frame.intersect(*place))).sum();
                if covered > 0.1 * area(*place) {
                    covering.push(format!("{about}: {place:?} over {frames:?}"));
                }
            }
        }
    }
    assert!(covering.is_empty(), "{covering:#?}");
}

fn area(rect: egui::Rect) -> f32 {
    if rect.is_positive() { rect.area() } else { 0.0 }
}

/// Suns after some moves, with the exhibit of a sun.
fn at_a_sun() -> (ActiveGame, TableScene) {
    let game = ActiveGame::new(golden(SUNS), Purpose::Game);
    let spots = Spotlight::area(CardArea::Taken(0)).and_seat(0);
    let scene = showing(&game, &Exhibit::sum(spots, "Ada wins the sun", "12 to 9"));
    (game, scene)
}

#[test]
fn what_waits_to_be_read_says_how_to_go_on_once_in_the_bar() {
    let (game, scene) = at_a_sun();
    assert!(scene.is_waiting());
    let harness = window(SIZES[0], |root, requests| draw_table(root, &game, &scene, requests));
    let words: Vec<String> = written(&harness).into_iter().map(|(words, _)| words).collect();
    let of_figure = |words: &[String]| words.iter().any(|words| words == "12 to 9");
    assert!(of_figure(&words), "{words:?}");
    let ways_on: Vec<&String> = words.iter().filter(|words| words.contains("to continue")).collect();
    assert_eq!(ways_on, ["Press any key or click to continue."]);
    // A screen reader is told of it, too.
    let said = harness.get_by_role(Role::Status).accesskit_node().label().unwrap_or_default();
    assert!(said.contains("Ada wins the sun: 12 to 9"), "{said}");
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

/// In a narrower line a card may go to a row of other cards, so that the line is lower and needs no bar, without which it is wider and
/// higher: the window would be drawn for ever.
#[test]
fn lines_of_the_log_are_as_wide_without_a_bar_as_beside_one() {
    let width_after = |part: usize| {
        let mut session = golden("mystique-circle");
        session.seek(session.moves().1 * part / 100);
        let mut scene = TableScene::default();
        scene.set(session.layout(), None);
        let game = ActiveGame::new(session, Purpose::Replay);
        let harness = window(SIZES[1], |root, requests| draw_table(root, &game, &scene, requests));
        let links = harness.root().children_recursive().filter(|node| node.accesskit_node().role() == Role::Link);
        let widths: Vec<f32> = links.map(|node| node.rect().width()).collect();
        (widths.len(), widths.into_iter().fold(0.0, f32::max))
    };
    let ((few, without), (many, beside)) = (width_after(2), width_after(100));
    assert!(few > 0 && many > 2 * few, "{few} lines and {many}");
    assert_eq!(without, beside);
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

/// The end of a game as it is while so much of its figures is seen.
pub(super) fn end_at<'a>(game: &'a ActiveGame, figures: f32) -> Harness<'a, Requests> {
    let seats = Settings::default().seated_players(game.session().players(), &Theme::Lamp.palette());
    let staging = Staging { figures, focus: false, evening: None };
    window(SIZES[0], move |root, requests| results::end(root, game, &seats, false, staging, requests))
}

#[test]
fn an_end_is_words_first_with_what_was_good_and_then_its_figures() {
    let mut game = ActiveGame::new(finished(), Purpose::Game);
    game.best = Some(12);
    let score = game.session().scores()[0].to_string();
    let title = game.session().result(game.outcome.as_ref().expect("an end"));
    let merits = game.snapshot().finale.merits.clone();
    assert!(!merits.is_empty());
    let words = |figures: f32| -> Vec<String> {
        written(&end_at(&game, figures)).into_iter().map(|(words, _)| words).collect()
    };
    let (first, then) = (words(0.0), words(1.0));
    assert!(first.contains(&title) && merits.iter().all(|merit| first.contains(merit)), "{first:?}");
    assert!(!first.contains(&score) && !first.contains(&"Again".to_owned()), "{first:?}");
    assert!(then.contains(&score) && then.contains(&"Again".to_owned()), "{then:?}");
    // A click that was meant for the table does nothing yet.
    for (figures, is_asked) in [(0.0, false), (0.5, false), (1.0, true)] {
        let mut harness = end_at(&game, figures);
        harness.get_by_role_and_label(Role::Button, "Again").click();
        harness.run();
        assert_eq!(harness.state().contains(GameAction::Again), is_asked, "{figures}");
    }
}

#[test]
fn a_number_stands_once_at_an_end_however_many_say_it() {
    let mut game = ActiveGame::new(finished(), Purpose::Game);
    let score = game.session().scores()[0];
    game.best = Some(score);
    game.hindsight = Some(Hindsight { score: Some(score), sentence: "As good as it gets.".to_owned() });
    let harness = end_at(&game, 1.0);
    let shown = written(&harness).into_iter().filter(|(words, _)| *words == score.to_string()).count();
    assert_eq!(shown, 1);
    harness.get_by_label("Your score, your best, known to be possible");
}

#[test]
fn a_repaired_picture_ends_with_presses_instead_of_three_zeros() {
    let mut session = catalogue::find(MESS).expect("the game").lesson().expect("a lesson").expect("its record");
    while session.outcome().is_none() {
        let legal = session.legal_moves(Seat::FIRST);
        let answer = legal.into_iter().find(|mv| session.is_answer(mv)).expect("an answer");
        session.play(Seat::FIRST, &answer).expect("legal");
    }
    let mut game = ActiveGame::new(session, Purpose::Game);
    (game.best, game.hindsight) = (Some(0), Some(Hindsight { score: Some(0), sentence: String::new() }));
    let harness = end_at(&game, 1.0);
    harness.get_by_label("6 presses, the fewest possible");
    assert!(harness.query_by_label("0").is_none());
    assert!(harness.query_by_label("par").is_some(), "the best so far");
}

#[test]
fn the_cards_that_a_lesson_speaks_of_are_framed_until_it_goes_on() {
    let mut found = 0;
    for entry in catalogue::GAMES {
        let session = entry.lesson().expect("a lesson").expect("its record");
        let mut scene = TableScene::default();
        scene.set(session.layout(), None);
        let game = ActiveGame::new(session, Purpose::Lesson);
        let meant: Vec<SpotFrame> = scene.layout.frames(&game.taught);
        let harness = window(SIZES[1], |root, requests| draw_table(root, &game, &scene, requests));
        assert_eq!(framed(&harness, ink().note).len(), meant.len(), "{}", entry.info.id);
        found += meant.len();
    }
    assert!(found > 0, "some lesson begins with a card");
}
