//! Clique Mystique as people play it, against a bot: a whole game by keyboard alone and by mouse alone.

use super::cards::{Trial, Way, edge_of};
use super::*;
use parlour::layout::CardArea;

/// Groups of any number of cards for some turns, and a few replacements; then it is passed, so that the game ends.
fn next_move(game: &dyn TableSession, seat: Seat) -> String {
    let (legal, made) = (game.legal_moves(seat), game.moves().0);
    let is_wanted = |kind: &str| legal.iter().filter(|mv| mv.starts_with(kind)).collect::<Vec<_>>();
    let (groups, replacements) = (is_wanted("place"), is_wanted("replace"));
    let wanted = if made % 6 == 4 || groups.is_empty() { replacements } else { groups };
    let wanted = if made > 12 { Vec::new() } else { wanted };
    wanted.get((7 * made) % wanted.len().max(1)).map_or("pass".to_owned(), |mv| (*mv).clone())
}

/// Each card is brought to its square, or to those that are replaced; then the button for it all is pressed.
fn way(game: &dyn TableSession, mv: &str) -> Way {
    let layout = game.layout();
    let steps = game.selection_for(mv).placed.into_iter().map(|(piece, to)| {
        let in_hand = |area: &&parlour::layout::Area| {
            matches!(area.id.to(), Some(CardArea::Own(_))) && layout.top_of(area.id).is_some_and(|top| top.id == piece)
        };
        (Some(layout.areas.iter().find(in_hand).expect("a card of the hand").id), to)
    });
    Way { steps: steps.collect(), with_button: true }
}

fn play_a_whole_game(by: By) {
    Trial { game: "clique-mystique", options: "()", people: 1, bots: 1 }.play_by_areas(by, next_move, way, edge_of);
}

#[test]
fn a_whole_game_of_clique_mystique_by_keyboard() {
    play_a_whole_game(By::Keys);
}

#[test]
fn a_whole_game_of_clique_mystique_by_mouse() {
    play_a_whole_game(By::Mouse);
}
