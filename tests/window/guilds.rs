//! Mystique Guilds as people play it, against a bot: a whole game by keyboard alone and by mouse alone.

use super::cards::{Trial, Way, middle_of};
use super::*;
use parlour::games::guilds::moves::Move;
use parlour::games::guilds::places::GuildsArea;

const GUILDS: &str = "mystique-guilds";

/// Buys with every second move, and else draws from either deck.
fn next_move(game: &dyn TableSession, seat: Seat) -> String {
    let legal = game.legal_moves(seat);
    let bought = legal.iter().rfind(|mv| mv.starts_with("buy")).filter(|_| game.moves().0 % 4 < 2);
    bought.unwrap_or(&legal[game.moves().0 % legal.len().min(2)]).clone()
}

/// A card that buys is brought to the last card that it buys; a deck that is drawn from is clicked.
fn way(_: &dyn TableSession, mv: &str) -> Way {
    let (from, to) = match mv.parse().expect("a move") {
        Move::Take => (None, GuildsArea::Discard(0)),
        Move::Buy { card, drawn, .. } => (Some(GuildsArea::Card(card.index())), GuildsArea::Next(drawn - 1)),
        _ => (None, GuildsArea::Next(0)),
    };
    Way::of(from.map(AreaId::of), AreaId::of(to))
}

fn play_a_whole_game(by: By) {
    Trial { game: GUILDS, options: "()", people: 1, bots: 1 }.play_by_areas(by, next_move, way, middle_of);
}

#[test]
fn a_whole_game_of_mystique_guilds_by_keyboard() {
    play_a_whole_game(By::Keys);
}

#[test]
fn a_whole_game_of_mystique_guilds_by_mouse() {
    play_a_whole_game(By::Mouse);
}
