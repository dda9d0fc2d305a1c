//! Mystique Maze as people play it, against bots: a whole game by keyboard alone, and one by mouse alone for two people who pass the
//! computer on.

use super::cards::{Trial, Way, edge_of, places};
use super::*;
use parlour::layout::CardArea;

const MAZE: &str = "mystique-maze";

/// A line of suits with short chains, so that bots soon have one; and the map, which is drawn all the while.
const OPTIONS: &str = "(suits: MoonsSunsArmsCrowns, map: true)";

/// The pile that a card comes from, or the card of the hand that is discarded.
fn area_of(game: &dyn TableSession, mv: &str) -> AreaId {
    let area = match mv {
        "draw" => CardArea::Pile(0),
        "take" => CardArea::Pile(1),
        discarded => CardArea::Own(*places(game, discarded).first().expect("a card of the hand") as u8),
    };
    AreaId::of(area)
}

/// Now and then the top of the discards is taken; any card is discarded.
fn next_move(game: &dyn TableSession, seat: Seat) -> String {
    let legal = game.legal_moves(seat);
    legal[(game.moves().0 / 3) % legal.len()].clone()
}

fn play_a_whole_game(by: By, people: usize) {
    let trial = Trial { game: MAZE, options: OPTIONS, people, bots: 3 - people };
    trial.play_by_areas(by, next_move, |game, mv| Way::of(None, area_of(game, mv)), edge_of);
}

#[test]
fn a_whole_game_of_mystique_maze_by_keyboard() {
    play_a_whole_game(By::Keys, 1);
}

#[test]
fn two_people_among_bots_play_a_whole_game_of_mystique_maze_by_mouse() {
    play_a_whole_game(By::Mouse, 2);
}
