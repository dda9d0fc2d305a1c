//! Chain of Restraints as people play it, against a bot: a whole game by keyboard alone and by mouse alone.

use super::cards::{Trial, Way, edge_of, places};
use super::*;
use parlour::games::restraints::rules::Move;
use parlour::layout::{BoardArea, CardArea};

/// Any card at any place, so that the box grows and stacks, too.
fn next_move(game: &dyn TableSession, seat: Seat) -> String {
    let legal = game.legal_moves(seat);
    legal[(7 * game.moves().0) % legal.len()].clone()
}

/// A card of the hand is brought to a place of the board.
fn way(game: &dyn TableSession, mv: &str) -> Way {
    let card = places(game, mv).first().map(|place| AreaId::of(CardArea::Own(*place as u8)));
    let Ok(Move { place, .. }) = mv.parse() else { panic!("no move: {mv}") };
    Way::of(card, AreaId::of(BoardArea::Place(place.0)))
}

fn play_a_whole_game(by: By) {
    Trial { game: "chain-of-restraints", options: "()", people: 1, bots: 1 }.play_by_areas(by, next_move, way, edge_of);
}

#[test]
fn a_whole_game_of_chain_of_restraints_by_keyboard() {
    play_a_whole_game(By::Keys);
}

#[test]
fn a_whole_game_of_chain_of_restraints_by_mouse() {
    play_a_whole_game(By::Mouse);
}
