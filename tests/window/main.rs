//! The program as a player has it: a real window on a display of its own, by keyboard alone, and by mouse alone.
//!
//! Needs Xvfb and openbox; `./check` installs them. Screenshots are kept in `$PARLOUR_SHOTS`, or in `window-shots` beside the
//! executable's folder. Tests wait for the program's own word that it is still (`src/app/trace.rs`), so several can run at once.

mod cards;
mod chain;
mod clicks;
mod clique;
mod display;
mod drop;
mod eleusis;
mod energy;
mod evening;
mod guilds;
mod maze;
mod mess;
mod mystery;
mod pillars;
mod program;
mod restraints;
mod screens;
mod whole;

use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use bevy::math::Vec2;
use parlour::app::window_layout;
use parlour::catalogue;
use parlour::engine::seats::Seat;
use parlour::engine::table_session::TableSession;
use parlour::games::matrix::Slot;
use parlour::games::matrix::layout::MatrixArea;
use parlour::layout::{AreaId, Layout};
use parlour::table::input::step;
use parlour::table::theme::{self, Rgb};
use parlour::table::viewport::TableViewport;

use display::Display;
use program::{Program, command};

const GAME: &str = "matrix-solitaire";

/// How a game is played.
#[derive(Clone, Copy, PartialEq)]
enum By {
    Keys,
    Mouse,
}

/// A folder of its own for a player.
struct Home(PathBuf);

impl Home {
    /// Of somebody for whom nothing travels on the table, and results and tricks go on by themselves: what is not about motion need not wait
    /// for it.
    fn new(test: &str) -> Home {
        let home = Home::in_motion(test);
        home.set("animation: Off, results_stay: Short, tricks_stay: OneSecond");
        home
    }

    /// Of somebody who has set nothing yet, and for whom everything moves.
    fn in_motion(test: &str) -> Home {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("parlour-window-{}-{number}-{test}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a temporary folder");
        Home(path)
    }

    /// The fixed deal of the golden game waits to be played.
    fn lay_out_the_golden_deal(&self) {
        let path = format!("{}/tests/rules/golden/{GAME}.ron", env!("CARGO_MANIFEST_DIR"));
        let text = fs::read_to_string(path).expect("the golden record");
        let (deal, _) = text.split_once("moves:").expect("its moves");
        self.put_save(GAME, &format!("{deal}moves: [],\n)\n"));
    }

    fn save(&self) -> PathBuf {
        self.save_of(GAME)
    }

    fn save_of(&self, game: &str) -> PathBuf {
        self.0.join(format!("data/parlour/saves/{game}.ron"))
    }

    /// A game that waits to be gone on with.
    fn put_save(&self, game: &str, record: &str) {
        fs::create_dir_all(self.save_of(game).parent().expect("a folder")).expect("a folder");
        fs::write(self.save_of(game), record).expect("a save");
    }

    /// What the player has set, as in `animation: Off`.
    fn set(&self, setting: &str) {
        let folder = self.0.join("config/parlour");
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("settings.ron"), format!("({setting})")).expect("settings");
    }

    /// What the history says of finished games once it has a whole line.
    fn finished_games(&self, game: &str) -> Option<String> {
        let log = fs::read_to_string(self.0.join(format!("data/parlour/history/{game}.log"))).ok()?;
        let count = |bracket: char| log.chars().filter(|letter| *letter == bracket).count();
        (log.ends_with(')') && count('(') == count(')')).then_some(log)
    }

    /// The save, or, once there is none, the latest finished game in the history.
    fn record_on_disk(&self, game: &str) -> PathBuf {
        let save = self.save_of(game);
        if save.exists() {
            return save;
        }
        let history = fs::read_dir(self.0.join(format!("data/parlour/history/{game}")));
        let written = |record: &fs::DirEntry| record.metadata().and_then(|file| file.modified()).ok();
        let finished = history.into_iter().flatten().flatten().max_by_key(written);
        finished.map_or(save, |record| record.path())
    }

    /// Nothing of this game was lost, whatever was on its way to the disk.
    fn assert_kept(&self, game: &dyn TableSession, when: &str) {
        let id = game.info().id;
        let kept = fs::read_to_string(self.record_on_disk(id)).unwrap_or_else(|error| panic!("{when}: {error}"));
        catalogue::load(&kept).expect("a legal game");
        // A bot may have moved before the signal came.
        let text = game.record_text();
        let text = text.trim_end_matches([')', ']', ',', '\n']);
        assert!(kept.starts_with(text), "{when}: {text}\n, on disk {kept}");
        let is_over = game.outcome().is_some();
        assert_eq!(self.record_on_disk(id) != self.save_of(id), is_over, "{when}: a finished game is in the history");
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Program<'_> {
    /// Where the slot of this name is.
    fn place_of(&self, game: &dyn TableSession, name: &str) -> Vec2 {
        let layout = game.layout();
        let slot = layout.areas.iter().find(|slot| slot.name == name).unwrap_or_else(|| panic!("no {name}"));
        viewport_of(self.size(), &layout).screen(slot.centre)
    }

    /// Until the save holds this game, unless it is over: then there is none.
    fn until_saved(&self, home: &Home, game: &dyn TableSession, mv: &str) {
        let save = home.save_of(game.info().id);
        self.until(&format!("{mv} in the save"), || {
            let is_there = || fs::read_to_string(&save).is_ok_and(|saved| saved == game.record_text());
            (game.outcome().is_some() || is_there()).then_some(())
        });
    }

    /// From the library to the waiting game, whose button has the focus.
    fn go_on(&self) {
        self.until_still();
        self.key("Return");
        self.until_title("52 cards left");
        self.until_still();
    }

    /// Plays moves by the arrows, Enter and B; `focus` is where the ring is.
    fn play(&self, plays: &[String], focus: &mut Option<(i8, i8)>, made: &mut usize) {
        for play in plays {
            let slot: Slot = play[..2].parse().expect("a slot");
            let to = (slot.column() as i8, 2 - slot.row() as i8);
            let from = *focus.get_or_insert_with(|| {
                self.key("Up");
                (1, 1)
            });
            for _ in 0..(to.0 - from.0).abs() {
                self.key(if to.0 > from.0 { "Right" } else { "Left" });
            }
            for _ in 0..(to.1 - from.1).abs() {
                self.key(if to.1 > from.1 { "Down" } else { "Up" });
            }
            *focus = Some(to);
            if play.ends_with("bury") {
                self.key("b");
            }
            self.key("Return");
            *made += 1;
            if *made < 52 {
                let left = 52 - *made;
                self.until_title(&format!("{left} card{} left", if left == 1 { "" } else { "s" }));
            }
        }
    }
}

/// The golden game: its seed's moves from the first to the last.
fn golden() -> Vec<String> {
    let path = format!("{}/tests/rules/golden/{GAME}.ron", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).expect("the golden record");
    text.split("(0, \"").skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
}

/// With everything in motion, as most people play.
#[test]
fn a_whole_game_by_keyboard_from_start_to_end_screen() {
    let (display, home) = (Display::open(), Home::in_motion("whole"));
    home.lay_out_the_golden_deal();
    let program = Program::start_usual_coarse(&display, &home.0);
    program.shot("library");
    program.go_on();
    let (mut focus, mut made) = (None, 0);
    let plays = golden();
    program.play(&plays[..26], &mut focus, &mut made);
    program.shot("mid-game");
    assert_colours(&program);
    // What lies over the table takes the keys, and gives them back.
    program.key_and_see("Escape");
    program.shot("pause");
    program.key_and_see("Escape");
    program.key_and_see("F1");
    program.shot("rules");
    program.key_and_see("Escape");
    program.play(&plays[26..], &mut focus, &mut made);
    program.until_title("There is no spoon");
    // The cards have come to rest, and what the deal held is found.
    program.until_still();
    program.shot("end");
    let log = program.until("the history", || home.finished_games(GAME));
    assert!(log.contains("171") && log.contains("c0ffee42"), "{log}");
    assert!(!home.save().exists(), "nothing waits after the end");
    // Enter does nothing at first; the next button is "Again".
    program.key("Return");
    program.key("Tab");
    program.key("Return");
    program.until_title("52 cards left");
}

#[test]
fn a_typed_seed_deals_its_cards_by_keyboard() {
    let (display, home) = (Display::open(), Home::new("seed"));
    let program = Program::start_usual_coarse(&display, &home.0);
    program.key("Return");
    program.until_title("new deal");
    program.until_still();
    program.shot("setup");
    // From "Deal" back over "New seed" to the field, whose text is selected.
    program.key_and_see("shift+Tab");
    program.key_and_see("shift+Tab");
    program.type_text("Tea at five");
    program.until_still();
    program.key("Return");
    program.until_title("52 cards left");
    let save = program.until("the save", || fs::read_to_string(home.save()).ok());
    assert!(save.contains("seed: \"Tea at five\""), "{save}");
    program.until_still();
    // The same by Ctrl+N, with the seed that is proposed.
    program.key("ctrl+n");
    program.until_title("new deal");
    program.until_still();
    program.key("Return");
    program.until_title("52 cards left");
    let another = fs::read_to_string(home.save()).expect("a save");
    assert!(!another.contains("Tea at five"), "{another}");
}

#[test]
fn a_second_start_hands_its_file_over_and_a_killed_first_keeps_nobody_out() {
    let (display, home) = (Display::open(), Home::new("second"));
    home.lay_out_the_golden_deal();
    let program = Program::start_usual_coarse(&display, &home.0);
    program.key("Return");
    program.until_title("52 cards left");
    let mv = golden()[0].clone();
    let mut game = catalogue::load(&fs::read_to_string(home.save()).expect("a save")).expect("a record");
    game.play(Seat::FIRST, &mv).expect("legal");
    program.until_still();
    let slot: Slot = mv[..2].parse().expect("a slot");
    program.click(program.place_of(&*game, &format!("{} slot", slot.place())));
    program.until_saved(&home, &*game, &mv);
    // A second start gives its file, named from its own folder, to the first window.
    let golden = format!("{}/tests/rules/golden", env!("CARGO_MANIFEST_DIR"));
    let second = command(&display, &home.0).arg(format!("{GAME}.ron")).current_dir(golden).output().expect("it ends");
    let said = String::from_utf8_lossy(&second.stderr);
    assert!(second.status.success() && said.contains("already open"), "{said}");
    program.until("the replay", || (!program.title().contains("51 cards left")).then_some(()));
    assert_eq!(fs::read_to_string(home.save()).expect("a save"), game.record_text(), "the game waits");
    // Killed, it leaves lock and socket behind; they keep nobody out.
    program.kill_9();
    let left = |folder: &str, ending: &str| {
        let mut files = fs::read_dir(home.0.join(folder)).expect("a folder").flatten();
        files.any(|file| file.path().extension().is_some_and(|it| it == ending))
    };
    assert!(left("data/parlour", "lock") && left("config/parlour", "sock"));
    let program = Program::start_usual_coarse(&display, &home.0);
    program.key("Return");
    program.until_title("51 cards left");
}

#[test]
fn a_whole_game_by_mouse_alone() {
    let (display, home) = (Display::open(), Home::new("mouse"));
    home.lay_out_the_golden_deal();
    let program = Program::start_usual_coarse(&display, &home.0);
    program.click(program.primary_button());
    program.until_title("52 cards left");
    // Nobody clicks a table in the moment in which it appears.
    program.until_still();
    let mut game = catalogue::load(&fs::read_to_string(home.save()).expect("a save")).expect("a record");
    let seat = Seat::FIRST;
    let mut drags = false;
    while game.outcome().is_none() {
        let moves = game.legal_moves(seat);
        let mv = moves.iter().find(|mv| !mv.ends_with("bury")).expect("a move").clone();
        let slot = mv.parse::<Slot>().expect("a slot");
        let to = program.place_of(&*game, &format!("{} slot", slot.place()));
        if drags {
            program.drag(program.place_of(&*game, "current card"), to);
        } else {
            program.click(to);
        }
        drags = !drags;
        game.play(seat, &mv).expect("legal");
        program.until_saved(&home, &*game, &mv);
        if game.moves().0 == 3 {
            program.until_still();
            program.shot("hover");
            // Take back and make again, at the fifth and fourth button from the right edge.
            program.click(Vec2::new(1280.0 - 38.0 - 5.0 * 48.0, 32.0));
            program.until_title("50 cards left");
            program.click(Vec2::new(1280.0 - 38.0 - 4.0 * 48.0, 32.0));
            program.until_title("49 cards left");
            // The card that the undone play turned up had been seen.
            game.undo().expect("undone");
            assert!(game.redo(), "made again");
        }
    }
    program.until_title(&game.outcome().expect("an end").title);
    program.until_still();
    program.click(program.primary_button());
    program.until_title("52 cards left");
}

#[test]
fn kill_9_in_mid_game_then_continue_is_the_same_position() {
    let (display, home) = (Display::open(), Home::in_motion("kill"));
    home.lay_out_the_golden_deal();
    let program = Program::start_usual_coarse(&display, &home.0);
    program.go_on();
    program.play(&golden()[..9], &mut None, &mut 0);
    let (title, save) = (program.title(), fs::read_to_string(home.save()).expect("a save"));
    program.kill_9();
    assert_eq!(fs::read_to_string(home.save()).expect("a save"), save);
    let program = Program::start_usual_coarse(&display, &home.0);
    program.shot("continue");
    program.key("Return");
    program.until_title("43 cards left");
    assert_eq!(program.title(), title);
    program.until_still();
    assert_eq!(fs::read_to_string(home.save()).expect("a save"), save);
    program.shot("continued");
    // Killed while the next card still flies: the title has just told that it was played.
    program.play(&golden()[9..10], &mut None, &mut 9);
    drop(program);
    let moves = catalogue::load(&fs::read_to_string(home.save()).expect("a save")).expect("a record").moves();
    assert_eq!(moves, (10, 10));
}

/// What is drawn by shaders of our own has the colours that the theme names.
fn assert_colours(program: &Program) {
    let pixels = program.pixels();
    let is = |x: f32, y: f32, Rgb(r, g, b): Rgb, off: u8| {
        let pixel = program.pixel(&pixels, Vec2::new(x, y));
        assert!(
            pixel.iter().zip([r, g, b]).all(|(found, named)| found.abs_diff(named) <= off),
            "{pixel:?}, {r} {g} {b}"
        );
    };
    let (width, height) = program.size();
    let (right, bottom) = (width as f32, height as f32);
    // The button at the right end of the bar, left of its sign; the corner of the side panel; the corner of the cloth.
    is(right - 16.0 - 38.0, 32.0, theme::LAMP.raised, 1);
    is(right - 2.0, bottom - 2.0, theme::LAMP.panel, 4);
    is(4.0, bottom - 4.0, theme::LAMP.cloth_dark, 4);
}

/// The same game as it is laid in a window of this size.
fn laid_in((width, height): (usize, usize), mut game: Box<dyn TableSession>) -> Box<dyn TableSession> {
    let window = Vec2::new(width as f32, height as f32);
    let insets = window_layout::insets(window, window_layout::zoom(window, 100), None, &game.layout());
    game.set_room(insets.room(window));
    game
}

fn viewport_of((width, height): (usize, usize), layout: &Layout) -> TableViewport {
    let window = Vec2::new(width as f32, height as f32);
    TableViewport::fit(
        window,
        1.0,
        window_layout::insets(window, window_layout::zoom(window, 100), None, layout),
        Vec2::from(layout.size),
    )
}

/// Where the cards of this position are not seen whole: near each corner of a card there must be its ivory.
fn what_is_cut_off(program: &Program, layout: &Layout) -> Vec<String> {
    let (width, height, pixels) = program.pixels();
    let window = Vec2::new(width as f32, height as f32);
    let felt = viewport_of((width, height), layout);
    let ivory = |pixel: &[u8]| pixel.iter().all(|channel| *channel > 200);
    let mut faults = Vec::new();
    for piece in layout.pieces.iter().filter(|piece| matches!(piece.area.to(), Some(MatrixArea::Slot(_)))) {
        let slot = layout.area(piece.area).expect("an area");
        for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
            // A little inside the edge, away from index and corner.
            let inset = (slot.centre.0 + x * slot.size.0 * 0.47, slot.centre.1 + y * slot.size.1 * 0.44);
            let at = felt.screen(inset);
            let inside = at.x >= 0.0 && at.y >= 0.0 && at.x < window.x && at.y < window.y;
            let place = (at.y.max(0.0) as usize * width + at.x.max(0.0) as usize) * 3;
            let pixel = pixels.get(place..place + 3).filter(|_| inside).unwrap_or_default();
            if pixel.len() < 3 || !ivory(pixel) {
                faults.push(format!("{} at {width}×{height}: {pixel:?} at {at}", slot.name));
            }
        }
    }
    faults
}

/// Presses the arrows until the ring is on this area.
fn go_to(program: &Program, game: &dyn TableSession, focus: &mut Option<AreaId>, to: AreaId) {
    const ARROWS: [(&str, i8, i8); 4] = [("Right", 1, 0), ("Left", -1, 0), ("Down", 0, 1), ("Up", 0, -1)];
    let layout = game.layout();
    let mut ways: Vec<(Option<AreaId>, Vec<&str>)> = vec![(*focus, Vec::new())];
    let mut at = 0;
    while let Some((here, way)) = ways.get(at).cloned() {
        if here == Some(to) {
            way.iter().for_each(|key| program.key(key));
            *focus = here;
            return;
        }
        for (key, right, down) in ARROWS {
            let there = step(&layout, here, right, down);
            if !ways.iter().any(|(known, _)| *known == there) {
                ways.push((there, way.iter().copied().chain([key]).collect()));
            }
        }
        at += 1;
    }
    panic!("no arrows lead to {to:?}");
}

#[test]
fn from_960_by_540_to_1920_by_1080_nothing_is_cut_off() {
    let (display, home) = (Display::open(), Home::new("resize"));
    home.lay_out_the_golden_deal();
    let program = Program::start(&display, &home.0, &[]);
    program.go_on();
    program.play(&golden_until_full(), &mut None, &mut 0);
    // The ring goes where nothing can be played, so that no preview lies over the cards.
    for key in ["Left", "Up", "Up"] {
        program.key(key);
    }
    let save = fs::read_to_string(home.save()).expect("a save");
    let layout = catalogue::load(&save).expect("a record").layout();
    for (width, height) in [(960, 540), (1280, 720), (1600, 900), (1920, 1080)] {
        program.resize(width, height);
        let cut_off = what_is_cut_off(&program, &layout);
        program.shot(&format!("table-{width}x{height}"));
        assert!(cut_off.is_empty(), "{cut_off:#?}");
    }
}

/// The first moves of the golden game, up to where many cards lie in the matrix.
fn golden_until_full() -> Vec<String> {
    let mut plays = golden();
    plays.truncate(6);
    plays
}

#[test]
fn a_damaged_save_is_told_and_the_program_goes_on() {
    let (display, home) = (Display::open(), Home::new("damaged"));
    fs::create_dir_all(home.save().parent().expect("a folder")).expect("a folder");
    fs::write(home.save(), "(parlour: 1, game: \"matrix-solitaire\", rules: 1, seed").expect("a save");
    let program = Program::start(&display, &home.0, &[]);
    program.shot("damaged-save");
    program.key_and_see("Escape");
    program.key_and_see("Return");
    program.key("Return");
    program.until_title("52 cards left");
    let aside = PathBuf::from(format!("{}.damaged-1", home.save().display()));
    assert!(aside.exists(), "the damaged save is kept aside");
}

#[test]
fn a_record_given_as_an_argument_is_opened() {
    let (display, home) = (Display::open(), Home::new("argument"));
    let path = format!("{}/tests/rules/golden/{GAME}.ron", env!("CARGO_MANIFEST_DIR"));
    let program = Program::start(&display, &home.0, &[&path]);
    program.until_title("There is no spoon");
    program.key("Home");
    program.key("Right");
    program.shot("replay");
}

#[test]
fn without_a_folder_to_write_to_it_starts_and_plays() {
    let (display, home) = (Display::open(), Home::new("unwritable"));
    let blocked = home.0.join("blocked");
    fs::write(&blocked, "").expect("a file where the home should be");
    let program = Program::start(&display, &blocked, &[]);
    program.key_and_see("Return");
    program.key("Return");
    program.until_title("52 cards left");
    program.shot("unwritable");
    program.play(&["a1".to_owned()], &mut None, &mut 0);
}

fn refusal(display: &Display, home: &Home, environment: &[(&str, &str)]) -> (Option<i32>, String) {
    let mut child = command(display, &home.0).envs(environment.iter().copied()).spawn().expect("the program starts");
    let status = display.until("its end", || child.try_wait().expect("its state"));
    let mut said = String::new();
    child.stderr.take().expect("its output").read_to_string(&mut said).expect("text");
    (status.code(), said)
}

#[test]
fn without_a_vulkan_driver_it_says_what_is_missing_and_how_to_get_it() {
    let (display, home) = (Display::open(), Home::new("driver"));
    let nothing =
        [("VK_DRIVER_FILES", "/nowhere.json"), ("VK_ICD_FILENAMES", "/nowhere.json"), ("WGPU_BACKEND", "vulkan")];
    let (code, said) = refusal(&display, &home, &nothing);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("parlour: no graphics driver") && said.contains("mesa-vulkan-drivers"), "{said}");
}

#[test]
fn without_a_display_it_says_so() {
    let (display, home) = (Display::open(), Home::new("display"));
    let (code, said) = refusal(&display, &home, &[("DISPLAY", "")]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("parlour: no display"), "{said}");
}
