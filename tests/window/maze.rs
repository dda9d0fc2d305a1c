//! Mystique Maze as people play it, against bots: a whole game by keyboard alone and by mouse alone, and two people who pass the computer
//! on.

use super::cards::{Playing, Trial, places};
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

/// Where a card is taken by hand: its left edge is not under the next one.
fn place_of(program: &Program, game: &dyn TableSession, area: AreaId) -> Vec2 {
    let layout = game.layout();
    let area = layout.area(area).expect("an area");
    let at = (area.centre.0 - 0.36 * area.size.0, area.centre.1);
    viewport_of(program.size(), &layout).screen(at)
}

fn play_a_whole_game(by: By, people: usize) {
    let (display, home) = (Display::open(), Home::new(MAZE));
    let trial = Trial { game: MAZE, options: OPTIONS, people, bots: 3 - people };
    let game = catalogue::load(&trial.record("tea")).expect("a record");
    home.put_save(MAZE, &game.record_text());
    let program = Program::start_coarse(&display, &home.0);
    let mut playing = Playing::new(&program, &home, game, by, trial.people);
    playing.press_what_stands_out();
    let mut focus = None;
    while playing.game.outcome().is_none() {
        playing.turn(|playing, seat| {
            let mv = next_move(&*playing.game, seat);
            playing.wait_for_turn();
            program.until_still();
            let (game, area) = (&*playing.game, area_of(&*playing.game, &mv));
            match by {
                By::Keys => {
                    go_to(&program, game, &mut focus, area);
                    program.key("Return");
                }
                By::Mouse => program.click(place_of(&program, game, area)),
            }
            mv
        });
    }
    let outcome = playing.game.outcome().expect("an end");
    program.until_title(&playing.game.result(&outcome));
    program.resize(1920, 1080);
    program.shot(&format!("maze-{people}-{}", if by == By::Keys { "keys" } else { "mouse" }));
}

#[test]
fn a_whole_game_of_mystique_maze_by_keyboard() {
    play_a_whole_game(By::Keys, 1);
}

#[test]
fn a_whole_game_of_mystique_maze_by_mouse() {
    play_a_whole_game(By::Mouse, 1);
}

#[test]
fn two_people_among_bots_pass_the_computer_on_in_mystique_maze() {
    play_a_whole_game(By::Mouse, 2);
}
