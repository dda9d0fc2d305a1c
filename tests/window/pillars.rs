//! Mystique Pillars as people play it, against a bot: a whole game by keyboard alone and by mouse alone.

use super::cards::{Trial, Way, edge_of, places};
use super::*;
use parlour::layout::CardArea;

const PILLARS: &str = "mystique-pillars";

/// The pillar of a move, as in `draw 3`.
fn pillar_of(mv: &str) -> AreaId {
    let number: u8 = mv.rsplit(' ').next().and_then(|number| number.parse().ok()).expect("a pillar");
    AreaId::of(CardArea::Pile(number - 1))
}

/// Builds what can be built, and draws where nothing can.
fn next_move(game: &dyn TableSession, seat: Seat) -> String {
    let legal = game.legal_moves(seat);
    let built = legal.iter().find(|mv| mv.starts_with("build"));
    built.unwrap_or(&legal[game.moves().0 % legal.len()]).clone()
}

fn play_a_whole_game(by: By) {
    let trial = Trial { game: PILLARS, options: "()", people: 1, bots: 1 };
    let card = |game: &dyn TableSession, mv: &str| places(game, mv).first().map(|place| CardArea::Own(*place as u8));
    let way = |game: &dyn TableSession, mv: &str| Way::of(card(game, mv).map(AreaId::of), pillar_of(mv));
    trial.play_by_areas(by, next_move, way, edge_of);
}

#[test]
fn a_whole_game_of_mystique_pillars_by_keyboard() {
    play_a_whole_game(By::Keys);
}

#[test]
fn a_whole_game_of_mystique_pillars_by_mouse() {
    play_a_whole_game(By::Mouse);
}
