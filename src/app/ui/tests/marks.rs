//! What is written about the cards on the cloth: who led, who is ahead and why, and what somebody new must know; and points beside the
//! table, which come after the cards.

use super::endings::written;
use super::*;
use crate::app::settings::TricksStay;
use crate::layout::{Beat, Cue, Exhibit, LabelLook, Reading, Spotlight};

/// The words of the legend, in the order of the wheel.
const WHEEL: [&str; 5] = ["each beats the next", "suns bid 1", "moons bid 0", "crowns bid 3", "arms bid 2"];

/// The rectangle of these words, if they are written.
fn place_of(written: &[(String, egui::Rect)], words: &str) -> Option<egui::Rect> {
    written.iter().find(|(said, _)| said == words).map(|(_, place)| *place)
}

#[test]
fn how_long_tricks_stay_is_a_setting() {
    let mut harness = window(SIZES[1], show_settings);
    harness.get_by_role_and_label(Role::RadioButton, "Tricks stay: 2 seconds");
    harness.get_by_role_and_label(Role::RadioButton, "Tricks stay: Until a key or click").click_accesskit();
    harness.run();
    let wanted = Settings { tricks_stay: TricksStay::UntilRead, ..Settings::default() };
    assert!(harness.state().contains(SettingsAction::Set(Box::new(wanted))), "{:?}", harness.state());
}

#[test]
fn who_led_who_wins_and_why_is_written_beside_the_cards_at_any_size() {
    // Four bids, and two, three cards.
    for moves in [6, 7] {
        let (game, scene) = circle(moves);
        let labels = scene.layout.labels.iter().filter(|label| label.look.is_of_pieces());
        let expected: Vec<&str> = labels.map(|label| label.text.as_str()).collect();
        assert!(expected.iter().any(|words| words.starts_with("led")), "{expected:?}");
        let verdict = scene.layout.labels.iter().find(|label| label.look == LabelLook::Verdict).expect("a verdict");
        for size in SIZES {
            let harness = window(size, |root, requests| draw_table(root, &game, &scene, requests));
            let (written, hand) = (written(&harness), own_hand(&game, &scene, size, 1.0));
            let whole = egui::Rect::from_min_size(egui::Pos2::ZERO, size.into());
            for words in &expected {
                let place = place_of(&written, words).unwrap_or_else(|| panic!("{words} at {size:?}"));
                assert!(whole.contains_rect(place), "{words} at {size:?}: {place:?}");
                assert!(place.height() >= 9.0, "{words} at {size:?} can be read: {place:?}");
            }
            let verdict = place_of(&written, &verdict.text).expect("a verdict");
            assert!(hand.iter().all(|card| !card.intersects(verdict)), "{size:?}: {verdict:?} over {hand:?}");
        }
    }
}

#[test]
fn nothing_is_said_of_cards_that_are_on_their_way() {
    let (game, before) = circle(6);
    let (_, after) = circle(7);
    let said = |scene: &TableScene| -> Vec<String> {
        let harness = window(SIZES[1], |root, requests| draw_table(root, &game, scene, requests));
        written(&harness).into_iter().map(|(words, _)| words).collect()
    };
    let verdict = |scene: &TableScene| {
        let label = scene.layout.labels.iter().find(|label| label.look == LabelLook::Verdict);
        label.map(|label| label.text.clone()).expect("a verdict")
    };
    let (old, new) = (verdict(&before), verdict(&after));
    assert!(said(&before).contains(&old) && !said(&before).contains(&new));
    let mut moving = TableScene::default();
    moving.begin(vec![Beat::new(after.layout.clone(), Cue::Place)]);
    assert!(!said(&moving).contains(&new), "it is on its way");
    moving.arrive();
    assert!(said(&moving).contains(&new));
}

#[test]
fn the_wheel_of_the_suits_is_there_until_a_card_lies_in_the_middle_or_something_else_stands_out() {
    let (game, scene) = circle(0);
    let said = |game: &ActiveGame, scene: &TableScene, size| {
        let harness = window(size, |root, requests| draw_table(root, game, scene, requests));
        written(&harness)
    };
    for size in SIZES {
        let written = said(&game, &scene, size);
        let places: Vec<egui::Rect> = WHEEL.iter().filter_map(|words| place_of(&written, words)).collect();
        assert_eq!(places.len(), WHEEL.len(), "{size:?}: {written:?}");
        for (number, place) in places.iter().enumerate() {
            let touches = places[..number].iter().any(|other| other.intersects(*place));
            assert!(!touches, "{size:?}: {}", WHEEL[number]);
        }
    }
    let exhibit = Exhibit::sum(Spotlight::seat(0), "Ada bid 2 and won 2", "+22");
    let mut standing_out = TableScene::default();
    let waits = Some(Reading::Result);
    let beat = Beat { waits, ..Beat::showing(exhibit, &scene.layout) };
    standing_out.begin(vec![beat, Beat::new(scene.layout.clone(), Cue::Place)]);
    standing_out.arrive();
    assert_eq!(place_of(&said(&game, &standing_out, SIZES[1]), WHEEL[1]), None);
    let (led, scene) = circle(5);
    assert_eq!(place_of(&said(&led, &scene, SIZES[1]), WHEEL[1]), None);
}

/// A game of three bots, before the move that ends its first round.
fn before_a_round_ends() -> (ActiveGame, Seat, String) {
    let entry = catalogue::find("mystique-circle").expect("the game");
    let players = vec![Player::bot(BotLevel::Easy); 3];
    let mut session = entry.start_with("points", players, "(target: 900)").expect("a deal");
    loop {
        let seat = session.acting().first().expect("somebody acts");
        let (record, mv) = (session.record_text(), session.legal_moves(seat)[0].clone());
        session.play(seat, &mv).expect("legal");
        if !session.score_sheet().rounds.is_empty() {
            let before = entry.load(&record).expect("a record");
            return (ActiveGame::new(before, Purpose::Game), seat, mv);
        }
    }
}

#[test]
fn points_beside_the_table_are_those_of_what_has_landed() {
    let (mut game, seat, mv) = before_a_round_ends();
    let mut scene = TableScene::default();
    scene.set(game.session().layout(), None);
    let names: Vec<String> = game.session().players().iter().map(|player| player.name.clone()).collect();
    let shows = |game: &ActiveGame, scene: &TableScene, points: &[i32]| {
        let harness = window(SIZES[1], |root, requests| draw_table(root, game, scene, requests));
        // Bots of one level have one name.
        let is_there = |label: String| harness.query_all_by_label(&label).next().is_some();
        names.iter().zip(points).all(|(name, points)| is_there(format!("{name}: {points}")))
    };
    let before = game.session().scores();
    game.play(seat, &mv).expect("legal");
    let after = game.session().scores();
    assert_ne!(before, after);
    assert!(shows(&game, &scene, &before), "{before:?} while the trick lies there");
    assert!(!shows(&game, &scene, &after));
    game.land();
    assert!(shows(&game, &scene, &after), "{after:?} once it has landed");
}
