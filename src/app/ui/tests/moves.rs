//! The list of moves beside a table: its lines are whole, and there is room for some of them however many play.

use super::endings::written;
use super::*;
use crate::table::theme::space;

#[test]
fn the_list_of_moves_has_room_for_five_lines_however_many_play() {
    /// A line with a card, and what is between it and the next one, in points.
    const LINE: f32 = 33.0;
    let mut looked_at = 0;
    for entry in catalogue::GAMES.iter().filter(|entry| entry.info.seats.1 > 5) {
        for seats in 6..=usize::from(entry.info.seats.1) {
            let players = [vec![Player::person("You")], vec![Player::bot(BotLevel::Easy); seats - 1]].concat();
            // Where moves are made in the panel, the list folds, and all scrolls.
            if played_on(entry.info.id, players.clone(), 0).1.layout.keeps_panel {
                continue;
            }
            looked_at += 1;
            let (game, scene) = played_on(entry.info.id, players, 60);
            let harness = window(SIZES[1], |root, requests| draw_table(root, &game, &scene, requests));
            let written = written(&harness);
            let (_, heading) = written.iter().rfind(|(words, _)| words == "Moves").expect("the list");
            let room = SIZES[1].1 - space::L - (heading.bottom() + space::S + space::XS);
            assert!(room >= 5.0 * LINE, "{} for {seats}: {room}", entry.info.id);
            // Each still has their points there.
            let (sheet, scores) = (&game.snapshot().score_sheet, &game.snapshot().scores);
            let words = all_words(&harness);
            for (player, points) in game.session().players().iter().zip(scores).filter(|_| !sheet.is_secret) {
                let total = format!("{}: {}", player.name, sheet.shown(*points));
                assert!(words.contains(&total), "{} for {seats}: {total} is not in {words}", entry.info.id);
            }
        }
    }
    assert!(looked_at >= 5, "{looked_at}");
}

#[test]
fn no_line_of_the_list_is_cut_at_its_edge() {
    let players = [Player::person("You"), Player::bot(BotLevel::Easy)].to_vec();
    let side = SIZES[1].0 - window_layout::SIDE;
    for moves in 30..40 {
        let (game, scene) = played_on("mystique-pillars", players.clone(), moves);
        let harness = window(SIZES[1], |root, requests| draw_table(root, &game, &scene, requests));
        let is_of_line = |shape: &egui::Shape| match shape {
            egui::Shape::Text(_) => true,
            egui::Shape::Rect(rect) => rect.brush.is_some(),
            _ => false,
        };
        let drawn = harness.output().shapes.iter().filter(|clipped| is_of_line(&clipped.shape));
        let drawn = drawn.map(|clipped| (clipped.shape.visual_bounding_rect(), clipped.clip_rect));
        let beside: Vec<_> =
            drawn.filter(|(place, _)| place.left() > side && place.top() > window_layout::BAR).collect();
        assert!(beside.len() > 10, "after {moves}: {beside:?}");
        let is_cut = |(place, seen): &&(egui::Rect, egui::Rect)| {
            place.top() < seen.top() - 1.0 || place.bottom() > seen.bottom() + 1.0
        };
        let cut: Vec<_> = beside.iter().filter(is_cut).collect();
        assert!(cut.is_empty(), "after {moves}: {cut:?}");
    }
}
