//! The bar over a table: whatever it says can be read whole, in every window and at every text size.

use super::in_sight::windows;
use super::*;
use crate::app::game::active::StatusMessage;

const LONG: &str = "You have no card of the suit that was led, so any card may be tossed. The two of yellow suns \
                    cannot win the trick, and whoever leads next would then follow red, where none of the cards that \
                    you may play beats the palm of red suns. You keep the four of red suns, which is harder to lose \
                    later on, when the last crowns and moons are out";

#[test]
fn what_is_too_long_for_the_bar_goes_on_below_it_over_all_that_is_written_there() {
    let players = [vec![Player::person("You")], vec![Player::bot(BotLevel::Easy); 7]].concat();
    let (mut game, mut scene) = played_on("mystical-eddies", players, 3);
    let panel = Theme::Lamp.palette().panel.egui();
    let mut beyond = 0;
    for (size, zoom) in windows() {
        lay_in_its_room(&mut game, &mut scene, size, zoom);
        game.status = Some(StatusMessage::Note(LONG.to_owned()));
        let harness = enlarged(size, zoom, |root, requests| draw_table(root, &game, &scene, requests));
        assert!(all_words(&harness).contains(LONG), "{size:?}: {}", all_words(&harness));
        let shapes = &harness.output().shapes;
        let is_said = |shape: &egui::Shape| matches!(shape, egui::Shape::Text(text) if text.galley.text() == LONG);
        let said = shapes.iter().position(|clipped| is_said(&clipped.shape)).expect("the words");
        let (place, seen) = (shapes[said].shape.visual_bounding_rect(), shapes[said].clip_rect);
        let room = egui::Rect::from_min_size(egui::Pos2::ZERO, size.into());
        assert!(room.contains_rect(place) && seen.contains_rect(place), "{size:?}: {place:?} in {seen:?}");
        let below = place.with_min_y(window_layout::BAR);
        if !below.is_positive() {
            continue;
        }
        beyond += 1;
        let is_under = |shape: &egui::Shape| match shape {
            egui::Shape::Rect(rect) => rect.fill == panel && rect.rect.contains_rect(below),
            _ => false,
        };
        let plate = shapes[..said].iter().rposition(|clipped| is_under(&clipped.shape));
        let plate = plate.unwrap_or_else(|| panic!("{size:?}: nothing is under {below:?}"));
        let hides = |shape: &egui::Shape| {
            matches!(shape, egui::Shape::Text(_)) && !is_said(shape) && shape.visual_bounding_rect().intersects(below)
        };
        assert!(!shapes[plate..].iter().any(|clipped| hides(&clipped.shape)), "{size:?}: {place:?}");
    }
    assert!(beyond >= 3, "{beyond}");
}

#[test]
fn a_sentence_in_several_lines_leaves_no_word_alone_in_the_last_one() {
    fn rows(shape: &egui::Shape, sentence: &str, found: &mut Vec<Vec<f32>>) {
        match shape {
            egui::Shape::Vec(shapes) => shapes.iter().for_each(|shape| rows(shape, sentence, found)),
            egui::Shape::Text(text) if text.galley.text() == sentence => {
                found.push(text.galley.rows.iter().map(|row| row.size.x).collect());
            }
            _ => {}
        }
    }
    let mut broken = 0;
    for id in ["mystique-energy", "mystical-eddies", "clique-mystique", "mystique-guilds"] {
        let least = catalogue::find(id).expect("the game").info.seats.0;
        let people = ["Ada", "Blaise", "Clara"].map(Player::person)[..usize::from(least)].to_vec();
        let (table, shown) = played_on(id, people, 2);
        let (sentence, _) = crate::app::ui::top_bar::status(&table, &Theme::Lamp.palette());
        for (points, zoom) in windows() {
            let harness = enlarged(points, zoom, |root, requests| draw_table(root, &table, &shown, requests));
            let mut found = Vec::new();
            harness.output().shapes.iter().for_each(|shape| rows(&shape.shape, &sentence, &mut found));
            let lines = found.first().unwrap_or_else(|| panic!("{id}: {sentence}"));
            let (last, widest) = (lines.last().copied().unwrap_or(0.0), lines.iter().copied().fold(0.0, f32::max));
            broken += usize::from(lines.len() > 1);
            assert!(last > 0.4 * widest, "{id} at {points:?}, {zoom}: {lines:?} of {sentence}");
        }
    }
    assert!(broken > 3, "{broken} sentences are in several lines");
}
