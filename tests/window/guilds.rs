//! Mystique Guilds as people play it, against a bot: a whole game by keyboard alone and by mouse alone.

use super::cards::{Playing, Trial};
use super::*;
use parlour::games::guilds::moves::Move;
use parlour::games::guilds::places::GuildsArea;

const GUILDS: &str = "mystique-guilds";

/// Buys with every second move, and else draws from either deck.
fn next_move(game: &dyn TableSession, seat: Seat) -> Move {
    let legal = game.legal_moves(seat);
    let bought = legal.iter().rfind(|mv| mv.starts_with("buy")).filter(|_| game.moves().0 % 4 < 2);
    bought.unwrap_or(&legal[game.moves().0 % legal.len().min(2)]).parse().expect("a move")
}

/// The card that is picked up for a move, and where it is brought; for a draw, where is clicked.
fn ways(mv: Move) -> (Option<AreaId>, AreaId) {
    match mv {
        Move::Take => (None, AreaId::of(GuildsArea::Discard(0))),
        Move::Buy { card, drawn, .. } => {
            (Some(AreaId::of(GuildsArea::Card(card.index()))), AreaId::of(GuildsArea::Next(drawn - 1)))
        }
        _ => (None, AreaId::of(GuildsArea::Next(0))),
    }
}

fn place_of(program: &Program, game: &dyn TableSession, area: AreaId) -> Vec2 {
    let layout = game.layout();
    viewport_of(program.size(), &layout).screen(layout.area(area).expect("an area").centre)
}

fn play_a_whole_game(by: By) {
    let (display, home) = (Display::open(), Home::new(GUILDS));
    let trial = Trial { game: GUILDS, options: "()", people: 1, bots: 1 };
    let game = catalogue::load(&trial.record("tea")).expect("a record");
    home.put_save(GUILDS, &game.record_text());
    let program = Program::start_coarse(&display, &home.0);
    let mut playing = Playing::new(&program, &home, game, by, trial.people);
    playing.press_what_stands_out();
    let mut focus = None;
    while playing.game.outcome().is_none() {
        playing.turn(|playing, seat| {
            let mv = next_move(&*playing.game, seat);
            playing.wait_for_turn();
            program.until_still();
            let (game, (card, to)) = (&*playing.game, ways(mv));
            match (by, card) {
                (By::Keys, card) => {
                    for area in card.into_iter().chain([to]) {
                        go_to(&program, game, &mut focus, area);
                        program.key("Return");
                    }
                }
                (By::Mouse, Some(card)) => {
                    program.drag(place_of(&program, game, card), place_of(&program, game, to));
                }
                (By::Mouse, None) => program.click(place_of(&program, game, to)),
            }
            mv.to_string()
        });
    }
    let outcome = playing.game.outcome().expect("an end");
    program.until_title(&playing.game.result(&outcome));
    program.resize(1920, 1080);
    program.shot(&format!("guilds-{}", if by == By::Keys { "keys" } else { "mouse" }));
}

#[test]
fn a_whole_game_of_mystique_guilds_by_keyboard() {
    play_a_whole_game(By::Keys);
}

#[test]
fn a_whole_game_of_mystique_guilds_by_mouse() {
    play_a_whole_game(By::Mouse);
}
