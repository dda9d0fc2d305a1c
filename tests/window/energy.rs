//! Mystique Energy as people play it, against bots: a whole game by keyboard alone and by mouse alone, and two people who pass the
//! computer on.

use super::*;
use parlour::games::energy::rules::Move;

const ENERGY: &str = "mystique-energy";

/// The game on disk once a person is in turn, or over.
fn until_turn(program: &Program, home: &Home, people: usize, made: usize) -> Box<dyn TableSession> {
    program.until("a person's turn", || {
        let game = catalogue::load(&fs::read_to_string(home.record_on_disk(ENERGY)).ok()?).ok()?;
        let waits = game.acting().first().is_none_or(|seat| seat.index() < people);
        (waits && game.moves().0 >= made).then_some(game)
    })
}

fn play_a_whole_game(by: By, people: usize, bots: usize) {
    let (display, home) = (Display::open(), Home::new(&format!("energy-{people}")));
    let bot = |number: usize| if number < people { "" } else { ", bot: Some(Easy)" };
    let seats: Vec<String> = (0..people + bots).map(|number| format!("(name: \"P{number}\"{})", bot(number))).collect();
    let seats = seats.join(", ");
    home.put_save(
        ENERGY,
        &format!(r#"(parlour: 1, game: "{ENERGY}", rules: 1, seed: "tea", seats: [{seats}], moves: [])"#),
    );
    let program = Program::start_coarse(&display, &home.0);
    let press_what_stands_out = || {
        program.until_still();
        match by {
            By::Keys => program.key("Return"),
            By::Mouse => program.click(program.primary_button()),
        }
    };
    press_what_stands_out();
    let in_window = |game| laid_in(program.size(), game);
    let (mut game, mut focus) = (in_window(until_turn(&program, &home, people, 0)), None);
    while game.outcome().is_none() {
        let seat = game.acting().first().expect("somebody acts");
        if people > 1 {
            press_what_stands_out();
            focus = None;
        }
        game.take_seat(seat);
        program.until_turn("Person", game.moves().0);
        let legal = game.legal_moves(seat);
        let mv: Move = legal[game.moves().0 % legal.len()].parse().expect("a move's text");
        let to = AreaId::of(parlour::layout::BoardArea::Place(mv.0));
        match by {
            By::Keys => {
                go_to(&program, &*game, &mut focus, to);
                program.key("Return");
            }
            By::Mouse => {
                let layout = game.layout();
                program.click(viewport_of(program.size(), &layout).screen(layout.area(to).expect("a hex").centre));
            }
        }
        game = in_window(until_turn(&program, &home, people, game.moves().0 + 1));
    }
    let outcome = game.outcome().expect("an end");
    program.until_title(&game.result(&outcome));
    program.shot(&format!("energy-{people}-{}", if by == By::Keys { "keys" } else { "mouse" }));
    assert_eq!(game.moves().0, 60 - people - bots);
}

#[test]
fn a_whole_game_of_mystique_energy_by_keyboard() {
    play_a_whole_game(By::Keys, 1, 5);
}

#[test]
fn a_whole_game_of_mystique_energy_by_mouse_for_two_people_and_bots() {
    play_a_whole_game(By::Mouse, 2, 4);
}
