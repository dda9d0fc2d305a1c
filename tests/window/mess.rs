//! Mess Machine as people play it: four at one computer, by keyboard alone and by mouse alone, and with a picture that was
//! dropped on the window a moment ago.

use super::drop::drop_file;
use super::*;
use parlour::engine::game::{Cancel, SolveWatch};
use parlour::games::mess::{Button, Press};
use parlour::packs::{Crop, Picture};

const MESS: &str = "mess-machine";

/// A game of four people, seven presses from whole.
fn record() -> String {
    record_of(&["Ada", "Blaise", "Clara", "Dorothy"].map(|name| format!("(name: {name:?})")).join(", "))
}

fn record_of(seats: &str) -> String {
    format!(
        r#"(parlour: 1, game: "{MESS}", rules: 1, seed: "tea", options: (picture: "train"), seats: [{seats}],
        deal: (tiles: [3,2,5,1, 6,4,7,8, 9,10,11,16, 13,14,15,12]), moves: [])"#
    )
}

/// The game waits in the library; this is how it stands there.
pub(super) fn lay_out(home: &Home) -> Box<dyn TableSession> {
    lay_out_after(home, &[])
}

/// The same after these moves.
pub(super) fn lay_out_after(home: &Home, moves: &[&str]) -> Box<dyn TableSession> {
    let mut game = catalogue::load(&record()).expect("a record");
    for mv in moves {
        play(&mut *game, mv);
    }
    home.put_save(MESS, &game.record_text());
    game
}

fn play(game: &mut dyn TableSession, mv: &str) {
    let seat = game.acting().first().expect("somebody acts");
    game.play(seat, mv).expect("legal");
}

fn make(program: &Program, home: &Home, game: &mut dyn TableSession, mv: &str) {
    play(game, mv);
    program.until_saved(home, game, mv);
}

/// A shortest repair from here.
fn line(game: &dyn TableSession) -> Vec<Press> {
    let found = game.solution(&SolveWatch::quiet(&Cancel::new())).expect("a solver");
    found.line.iter().map(|mv| mv.parse().expect("a press")).collect()
}

/// Marks the direct button and the indirect one, from the first button on, which has the focus.
fn choose_by_keys(program: &Program, direct: usize, indirect: usize) {
    for _ in 0..direct {
        program.key("Tab");
    }
    program.key("space");
    // From this row to the button of the other one.
    for _ in 0..4 - direct + indirect {
        program.key("Tab");
    }
    program.key_and_see("space");
}

/// From the indirect button on to "Choose".
fn confirm_by_keys(program: &Program, indirect: usize) {
    for _ in 0..4 - indirect {
        program.key("Tab");
    }
    program.key("space");
}

/// Takes the button and brings the ring to the press's cell, from `at`, its column and row; nowhere at first.
fn point_by_keys(program: &Program, press: Press, at: &mut Option<(i32, i32)>) {
    program.key(&press.button().to_string().to_lowercase());
    let from = *at.get_or_insert_with(|| {
        program.key("Up");
        (0, 2)
    });
    let (cell, _) = press.cells();
    let to = (i32::from(cell.column()), i32::from(cell.row()));
    for _ in 0..(to.0 - from.0).abs() {
        program.key(if to.0 > from.0 { "Right" } else { "Left" });
    }
    for _ in 0..(to.1 - from.1).abs() {
        program.key(if to.1 > from.1 { "Down" } else { "Up" });
    }
    *at = Some(to);
}

#[test]
fn four_people_pass_the_computer_and_repair_a_picture_by_keyboard() {
    let (display, home) = (Display::open(), Home::new("mess-keys"));
    let mut game = lay_out(&home);
    let program = Program::start_usual_coarse(&display, &home.0);
    program.key("Return");
    program.until_title("tiles at home");
    let buttons = ["A", "B", "C", "D"];
    for seat in 0..4 {
        program.until_still();
        if seat == 0 {
            program.shot("mess-hand-over");
        }
        // "I’m ready" has the focus.
        program.key_and_see("Return");
        let to = (seat + 1) % 4;
        choose_by_keys(&program, seat, to);
        if seat == 0 {
            program.shot("mess-choosing");
        }
        confirm_by_keys(&program, to);
        make(&program, &home, &mut *game, &format!("choose {} {}", buttons[seat], buttons[to]));
    }
    program.until_still();
    let mut at = None;
    for (number, press) in line(&*game).into_iter().enumerate() {
        point_by_keys(&program, press, &mut at);
        if number == 1 {
            program.shot("mess-preview");
        }
        program.key("Return");
        make(&program, &home, &mut *game, &press.to_string());
    }
    let outcome = game.outcome().expect("an end");
    assert!(outcome.reason.contains("whole"), "{outcome:?}");
    program.shot("mess-end");
    program.until("the history", || home.finished_games(MESS));
    // The first button is "Again"; the one who was second begins.
    program.key("Tab");
    program.key("Return");
    let again = program.until("a new game", || fs::read_to_string(home.save_of(MESS)).ok());
    assert!(again.contains(r#"seats: [(name:"Blaise"),(name:"Clara"),(name:"Dorothy"),(name:"Ada")]"#), "{again}");
}

/// Where things of the panel are in a window of 1280×720: the middles of the four buttons; of those of the row for the
/// direct button, and for the indirect one; of "Choose".
fn button_at(button: Button) -> Vec2 {
    let index = button as usize;
    Vec2::new(1060.0 + 138.0 * (index % 2) as f32, 112.0 + 72.0 * (index / 2) as f32)
}

fn choice_at(row: usize, index: usize) -> Vec2 {
    Vec2::new(1024.0 + 60.0 * index as f32, 154.0 + 112.0 * row as f32)
}

const CHOOSE: Vec2 = Vec2::new(1040.0, 326.0);

#[test]
fn four_people_pass_the_computer_and_repair_a_picture_by_mouse() {
    let (display, home) = (Display::open(), Home::new("mess-mouse"));
    let mut game = lay_out(&home);
    let program = Program::start_usual_coarse(&display, &home.0);
    program.click(program.primary_button());
    program.until_title("tiles at home");
    for seat in 0..4 {
        program.until_still();
        program.click(program.primary_button());
        program.until_still();
        program.click(choice_at(0, seat));
        program.click(choice_at(1, (seat + 2) % 4));
        program.until_still();
        program.click(CHOOSE);
        let buttons = ["A", "B", "C", "D"];
        make(&program, &home, &mut *game, &format!("choose {} {}", buttons[seat], buttons[(seat + 2) % 4]));
    }
    for (number, press) in line(&*game).into_iter().enumerate() {
        program.until_still();
        let place = |cell| program.place_of(&*game, &format!("cell {cell}"));
        let (from, to) = (place(press.cells().0), place(press.cells().1));
        match number % 3 {
            0 => program.drag(from, to),
            1 => {
                program.click(button_at(press.button()));
                program.click(to);
            }
            _ => {
                program.click(from);
                program.click(to);
            }
        }
        make(&program, &home, &mut *game, &press.to_string());
    }
    assert!(game.outcome().is_some());
    program.until_still();
    program.click(program.primary_button());
    program.until("a new game", || fs::read_to_string(home.save_of(MESS)).ok());
}

#[test]
fn a_picture_dropped_on_the_window_is_a_puzzle_a_moment_later() {
    let (display, home) = (Display::open(), Home::new("mess-drop"));
    let boats = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/packs/harbour/boats.svg")).expect("a picture");
    let picture = Picture::read(&boats).expect("a picture");
    let file = home.0.join("two boats.png");
    picture.square(Crop::centred(1400, 1000), 700).save(&file).expect("a PNG");
    let program = Program::start_usual_coarse(&display, &home.0);
    program.key_and_see("Tab");
    program.key("Return");
    program.until_title("new deal");
    program.until_still();
    drop_file(&display.name, program.window, &home.0.join("two%20boats.png"));
    program.until_title("crop picture");
    program.shot("mess-crop");
    // "Keep" has the focus.
    program.key("Return");
    let pack = home.0.join("data/parlour/packs/two-boats/pack.ron");
    program.until("the pack", || fs::read_to_string(&pack).ok());
    program.until_title("pictures");
    program.shot("mess-pictures");
    program.key("Escape");
    program.until_title("new deal");
    program.until_still();
    program.key("Return");
    program.until_title("tiles at home");
    program.shot("mess-dropped");
    let saved = fs::read_to_string(home.save_of(MESS)).expect("a save");
    assert!(saved.contains("two-boats/picture.png"), "{saved}");
}

/// Each state of the turn machine, and before which move of the repair the program is started: three choices of buttons
/// and seven presses. It is killed before that move or right after it. Everything moves: states last as long as they do for people.
const STATES: [(&str, usize, bool); 6] = [
    ("Dealing", 5, false),
    ("Person", 5, false),
    ("Moving", 3, true),
    ("Bot", 3, true),
    ("HandOver", 0, true),
    ("Over", 9, true),
];

#[test]
fn kill_9_in_every_state_of_the_turn_machine_loses_no_move() {
    let display = Display::open();
    // Ada makes the first press, the fourth and the last.
    let seats = r#"(name: "Ada"), (name: "Bot", bot: Some(Easy)), (name: "Blaise")"#;
    for (turn, made, one_more) in STATES {
        let home = Home::in_motion("mess-kill");
        // A bot chooses its buttons whenever it likes, so the choices are made by people alone.
        let record = if turn == "HandOver" { record() } else { record_of(seats) };
        let mut game = catalogue::load(&record).expect("a record");
        let choices = ["choose A B", "choose B C", "choose C D"].map(str::to_owned);
        let presses = line(&*game).into_iter().map(|press| press.to_string());
        let mut moves = choices.into_iter().chain(presses);
        moves.by_ref().take(made).for_each(|mv| play(&mut *game, &mv));
        home.put_save(MESS, &game.record_text());
        kill_in(turn, &display, &home, &mut *game, moves.next().filter(|_| one_more));
        home.assert_kept(&*game, turn);
    }
}

/// Goes on with the waiting game, makes the move by keyboard and sends SIGKILL as soon as the program says that it is in
/// this state and all moves are made.
fn kill_in(turn: &str, display: &Display, home: &Home, game: &mut dyn TableSession, next: Option<String>) {
    let program = Program::start_coarse(display, &home.0);
    program.key("Return");
    if turn == "HandOver" {
        // "I’m ready" has the focus.
        program.until_turn("HandOver", game.moves().0);
        program.key("Return");
    }
    if let Some(mv) = next {
        // Any key completes what still moves.
        program.until_turn("Person", game.moves().0);
        match mv.parse::<Press>() {
            Ok(press) => {
                point_by_keys(&program, press, &mut None);
                program.key("Return");
            }
            Err(_) => {
                choose_by_keys(&program, 0, 1);
                confirm_by_keys(&program, 1);
            }
        }
        play(game, &mv);
    }
    program.until_turn(turn, game.moves().0);
    program.kill_9();
}
