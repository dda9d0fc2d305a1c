//! Mess Machine as people play it: four at one computer, by keyboard alone and by mouse alone, and with a picture that was
//! dropped on the window a moment ago.

use super::drop::drop_file;
use super::*;
use parlour::games::mess::{Button, Press};
use parlour::packs::{Crop, Picture};

const MESS: &str = "mess-machine";

/// A game of four people, six presses from whole.
fn record() -> String {
    let seats = ["Ada", "Blaise", "Clara", "Dorothy"].map(|name| format!("(name: {name:?})")).join(", ");
    format!(
        r#"(parlour: 1, game: "{MESS}", rules: 1, seed: "tea", options: (picture: "train"), seats: [{seats}],
        deal: (tiles: [3,2,5,1, 6,4,7,8, 9,10,11,16, 13,14,15,12]), moves: [])"#
    )
}

fn save(home: &Home) -> PathBuf {
    home.0.join(format!("data/parlour/saves/{MESS}.ron"))
}

/// The game waits in the library; this is how it stands there.
pub(super) fn lay_out(home: &Home) -> Box<dyn TableSession> {
    lay_out_after(home, &[])
}

/// The same after these moves.
pub(super) fn lay_out_after(home: &Home, moves: &[&str]) -> Box<dyn TableSession> {
    let mut game = catalogue::load(&record()).expect("a record");
    for mv in moves {
        let seat = game.acting().first().expect("somebody acts");
        game.play(seat, mv).expect("legal");
    }
    fs::create_dir_all(save(home).parent().expect("a folder")).expect("a folder");
    fs::write(save(home), game.record_text()).expect("a save");
    game
}

fn make(display: &Display, home: &Home, game: &mut dyn TableSession, mv: &str) {
    let seat = game.acting().first().expect("somebody acts");
    game.play(seat, mv).expect("legal");
    display.until(&format!("{mv} in the save"), || {
        let saved = fs::read_to_string(save(home));
        (game.outcome().is_some() || saved.is_ok_and(|saved| saved == game.record_text())).then_some(())
    });
}

/// A shortest repair from here.
fn line(game: &dyn TableSession) -> Vec<Press> {
    let found = game.solution().expect("a solver");
    found.line.iter().map(|mv| mv.parse().expect("a press")).collect()
}

#[test]
fn four_people_pass_the_computer_and_repair_a_picture_by_keyboard() {
    let (display, home) = (Display::open(), Home::new("mess-keys"));
    let mut game = lay_out(&home);
    let program = Program::start(&display, &home.0, &[]);
    program.until_still();
    program.key("Return");
    program.until_title("tiles at home");
    let buttons = ["A", "B", "C", "D"];
    for seat in 0..4 {
        program.until_still();
        if seat == 0 {
            program.shot("mess-hand-over");
        }
        // "I’m ready" has the focus, and then the first button.
        program.key_and_see("Return");
        for _ in 0..seat {
            program.key("Tab");
        }
        program.key("space");
        // From this row to the other one's next button, and on to "Choose".
        let to = (seat + 1) % 4;
        for _ in 0..4 - seat + to {
            program.key("Tab");
        }
        program.key_and_see("space");
        if seat == 0 {
            program.shot("mess-choosing");
        }
        for _ in 0..4 - to {
            program.key("Tab");
        }
        program.key("space");
        make(&display, &home, &mut *game, &format!("choose {} {}", buttons[seat], buttons[to]));
    }
    program.until_still();
    let mut at = None;
    for (number, press) in line(&*game).into_iter().enumerate() {
        let (cell, _) = press.cells();
        program.key(&press.button().to_string().to_lowercase());
        let from = *at.get_or_insert_with(|| {
            program.key("Up");
            (0, 2)
        });
        let to = (i32::from(cell.column()), i32::from(cell.row()));
        for _ in 0..(to.0 - from.0).abs() {
            program.key(if to.0 > from.0 { "Right" } else { "Left" });
        }
        for _ in 0..(to.1 - from.1).abs() {
            program.key(if to.1 > from.1 { "Down" } else { "Up" });
        }
        at = Some(to);
        if number == 1 {
            program.until_still();
            program.shot("mess-preview");
        }
        program.key("Return");
        make(&display, &home, &mut *game, &press.to_string());
    }
    let outcome = game.outcome().expect("an end");
    assert!(outcome.reason.contains("whole"), "{outcome:?}");
    sleep(Duration::from_secs(3));
    program.until_still();
    program.shot("mess-end");
    let log = home.0.join(format!("data/parlour/history/{MESS}.log"));
    display.until("the history", || fs::read_to_string(&log).ok());
    // "Again" has the focus; the one who was second begins.
    program.key("Return");
    let again = display.until("a new game", || fs::read_to_string(save(&home)).ok());
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
    let program = Program::start(&display, &home.0, &[]);
    program.until_still();
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
        make(&display, &home, &mut *game, &format!("choose {} {}", buttons[seat], buttons[(seat + 2) % 4]));
    }
    program.until_still();
    for (number, press) in line(&*game).into_iter().enumerate() {
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
        make(&display, &home, &mut *game, &press.to_string());
    }
    assert!(game.outcome().is_some());
    sleep(Duration::from_secs(3));
    program.until_still();
    program.click(program.primary_button());
    display.until("a new game", || fs::read_to_string(save(&home)).ok());
}

#[test]
fn a_picture_dropped_on_the_window_is_a_puzzle_a_moment_later() {
    let (display, home) = (Display::open(), Home::new("mess-drop"));
    let boats = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/packs/harbour/boats.svg")).expect("a picture");
    let picture = Picture::read(&boats).expect("a picture");
    let file = home.0.join("two boats.png");
    picture.square(Crop::centred(1400, 1000), 700).save(&file).expect("a PNG");
    let program = Program::start(&display, &home.0, &[]);
    program.until_still();
    program.key_and_see("Tab");
    program.key("Return");
    program.until_title("new deal");
    program.until_still();
    drop_file(&display.name, &program.window, &home.0.join("two%20boats.png"));
    program.until_title("crop picture");
    program.until_still();
    program.shot("mess-crop");
    // "Keep" has the focus.
    program.key("Return");
    let pack = home.0.join("data/parlour/packs/two-boats/pack.ron");
    display.until("the pack", || fs::read_to_string(&pack).ok());
    program.until_title("pictures");
    program.until_still();
    program.shot("mess-pictures");
    program.key("Escape");
    program.until_title("new deal");
    program.until_still();
    program.key("Return");
    program.until_title("tiles at home");
    program.until_still();
    program.shot("mess-dropped");
    let saved = fs::read_to_string(save(&home)).expect("a save");
    assert!(saved.contains("two-boats/picture.png"), "{saved}");
}
