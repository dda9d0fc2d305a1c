//! Mystique Pillars as people play it, against a bot: a whole game by keyboard alone and by mouse alone.

use super::cards::{Playing, Trial, places};
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

/// Where a card is taken by hand: its left edge is not under the next one.
fn place_of(program: &Program, game: &dyn TableSession, area: AreaId) -> Vec2 {
    let layout = game.layout();
    let area = layout.area(area).expect("an area");
    let at = (area.centre.0 - 0.36 * area.size.0, area.centre.1);
    viewport_of(program.size(), &layout).screen(at)
}

fn play_a_whole_game(by: By) {
    let (display, home) = (Display::open(), Home::new(PILLARS));
    let trial = Trial { game: PILLARS, options: "()", people: 1, bots: 1 };
    let game = catalogue::load(&trial.record("tea")).expect("a record");
    home.put_save(PILLARS, &game.record_text());
    let program = Program::start_coarse(&display, &home.0);
    let mut playing = Playing::new(&program, &home, game, by, trial.people);
    playing.press_what_stands_out();
    let mut focus = None;
    while playing.game.outcome().is_none() {
        playing.turn(|playing, seat| {
            let mv = next_move(&*playing.game, seat);
            playing.wait_for_turn();
            program.until_still();
            let (game, to) = (&*playing.game, pillar_of(&mv));
            let card = places(game, &mv).first().map(|place| AreaId::of(CardArea::Own(*place as u8)));
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
            mv
        });
    }
    let outcome = playing.game.outcome().expect("an end");
    program.until_title(&playing.game.result(&outcome));
    program.resize(1920, 1080);
    program.shot(&format!("pillars-{}", if by == By::Keys { "keys" } else { "mouse" }));
}

#[test]
fn a_whole_game_of_mystique_pillars_by_keyboard() {
    play_a_whole_game(By::Keys);
}

#[test]
fn a_whole_game_of_mystique_pillars_by_mouse() {
    play_a_whole_game(By::Mouse);
}
