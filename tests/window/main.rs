//! The program as a player has it: a real window on a display of its own, by keyboard alone, and by mouse alone.
//!
//! Needs Xvfb, openbox, xdotool and ImageMagick's `import`; `./check` installs them. Screenshots are kept in
//! `$PARLOUR_SHOTS`, or in `window-shots` beside the executable's folder.

mod cards;
mod chain;
mod clicks;
mod drop;
mod eleusis;
mod energy;
mod mess;
mod mystery;
mod screens;

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

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

const GAME: &str = "matrix-solitaire";

/// How long anything may take on a slow, busy machine before a test gives up.
const PATIENCE: Duration = Duration::from_secs(60);

/// How many bytes of two pictures may differ that count as the same: the cursor of a field blinks.
const BLINK: usize = 300;

/// How a game is played.
#[derive(Clone, Copy, PartialEq)]
enum By {
    Keys,
    Mouse,
}

/// A display without a screen, with a window manager; it has room for a window of 1920×1080 and its frame.
struct Display {
    name: String,
    server: Child,
    manager: Child,
}

impl Display {
    fn open() -> Display {
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-noreset", "-screen", "0", "2000x1160x24", "-nolisten", "tcp"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb is installed");
        let mut number = String::new();
        let output = server.stdout.as_mut().expect("its output");
        BufReader::new(output).read_line(&mut number).expect("the display's number");
        let name = format!(":{}", number.trim());
        let manager = Command::new("openbox")
            .env("DISPLAY", &name)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("openbox is installed");
        let display = Display { name, server, manager };
        display.until("a window manager", || {
            let output = display.run("xprop", &["-root", "_NET_SUPPORTING_WM_CHECK"]);
            output.contains("window id").then_some(())
        });
        display
    }

    fn run(&self, program: &str, arguments: &[&str]) -> String {
        let output = Command::new(program).args(arguments).env("DISPLAY", &self.name).output();
        let output = output.unwrap_or_else(|error| panic!("{program}: {error}"));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn until<T>(&self, what: &str, mut found: impl FnMut() -> Option<T>) -> T {
        let start = Instant::now();
        loop {
            if let Some(found) = found() {
                return found;
            }
            if start.elapsed() > PATIENCE {
                let path = shots().join("failed.png");
                self.run("import", &["-silent", "-window", "root", &path.display().to_string()]);
                panic!("waited for {what}; the screen is kept as {}", path.display());
            }
            sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        for child in [&mut self.manager, &mut self.server] {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// A folder of its own for a player.
struct Home(PathBuf);

impl Home {
    fn new(test: &str) -> Home {
        let path = std::env::temp_dir().join(format!("parlour-window-{}-{test}", std::process::id()));
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

    /// The save, or the finished game in the history.
    fn record_on_disk(&self, game: &str) -> PathBuf {
        let history = fs::read_dir(self.0.join(format!("data/parlour/history/{game}")));
        let finished = history.into_iter().flatten().flatten().next();
        finished.map_or_else(|| self.save_of(game), |record| record.path())
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

fn command(display: &Display, home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlour"));
    command
        .env("DISPLAY", &display.name)
        .env("HOME", home)
        .env("XDG_DATA_HOME", home.join("data"))
        .env("XDG_CONFIG_HOME", home.join("config"))
        .env_remove("WAYLAND_DISPLAY")
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    command
}

/// The running program and its window.
struct Program<'a> {
    display: &'a Display,
    child: Child,
    window: String,
}

impl<'a> Program<'a> {
    fn start(display: &'a Display, home: &Path, arguments: &[&str]) -> Program<'a> {
        Program::launch(display, command(display, home).args(arguments).stderr(Stdio::null()))
    }

    fn launch(display: &'a Display, command: &mut Command) -> Program<'a> {
        let mut child = command.spawn().expect("the program starts");
        let window = display.until("the window", || {
            assert!(child.try_wait().expect("its state").is_none(), "the program ended");
            // The class, not the title: the title says what lies on the table.
            let found = display.run("xdotool", &["search", "--onlyvisible", "--class", "parlour"]);
            found.lines().last().map(str::to_owned)
        });
        let program = Program { display, child, window };
        display.until("the focus", || {
            display.run("xdotool", &["windowfocus", "--sync", &program.window]);
            (display.run("xdotool", &["getwindowfocus"]).trim() == program.window).then_some(())
        });
        program.wait_until_drawn();
        program
    }

    /// With what it says of itself while it runs.
    fn launch_traced(display: &'a Display, home: &Path) -> (Program<'a>, Trace) {
        let mut program = Program::launch(display, command(display, home).env("PARLOUR_TRACE", "1"));
        let (sender, lines) = mpsc::channel();
        let said = BufReader::new(program.child.stderr.take().expect("its trace")).lines();
        thread::spawn(move || said.map_while(Result::ok).try_for_each(|line| sender.send(line)));
        (program, Trace(lines))
    }

    /// Ends it as a power cut would.
    fn kill_9(mut self) {
        // Child::kill sends SIGKILL.
        self.child.kill().expect("killed");
        self.child.wait().expect("gone");
    }

    /// Until the window shows more than its clear colour.
    fn wait_until_drawn(&self) {
        self.display.until("the first picture", || {
            let (_, _, pixels) = self.pixels();
            let first = pixels.get(..3)?.to_vec();
            let others = pixels.chunks(3).filter(|pixel| **pixel != *first).count();
            (others * 200 > pixels.len() / 3).then_some(())
        });
    }

    fn key(&self, key: &str) {
        self.display.run("xdotool", &["key", "--delay", "30", key]);
        sleep(Duration::from_millis(60));
    }

    fn point(&self, at: Vec2) {
        let (x, y) = (at.x.round().to_string(), at.y.round().to_string());
        self.display.run("xdotool", &["mousemove", "--window", &self.window, &x, &y]);
        sleep(Duration::from_millis(120));
    }

    fn click(&self, at: Vec2) {
        self.point(at);
        self.display.run("xdotool", &["mousedown", "1"]);
        sleep(Duration::from_millis(120));
        self.display.run("xdotool", &["mouseup", "1"]);
        // No hand is gone from a button in the very frame in which it lets go of it.
        sleep(Duration::from_millis(120));
    }

    fn drag(&self, from: Vec2, to: Vec2) {
        self.point(from);
        self.display.run("xdotool", &["mousedown", "1"]);
        for part in [0.1, 0.5, 0.9, 1.0] {
            self.point(from.lerp(to, part));
        }
        self.display.run("xdotool", &["mouseup", "1"]);
    }

    /// Where the slot of this name is.
    fn place_of(&self, game: &dyn TableSession, name: &str) -> Vec2 {
        let (width, height, _) = self.pixels();
        let layout = game.layout();
        let slot = layout.areas.iter().find(|slot| slot.name == name).unwrap_or_else(|| panic!("no {name}"));
        viewport_of(width, height, &layout).screen(slot.centre)
    }

    /// The middle of the button that stands out, which has the focus: the only large patch of light brass.
    fn primary_button(&self) -> Vec2 {
        let (width, _, pixels) = self.pixels();
        let fill = |pixel: &[u8]| pixel.iter().zip([219, 170, 78]).all(|(found, fill)| found.abs_diff(fill) < 3);
        let patch: Vec<Vec2> = (0..pixels.len() / 3)
            .filter(|at| fill(&pixels[at * 3..at * 3 + 3]))
            .map(|at| Vec2::new((at % width) as f32, (at / width) as f32))
            .collect();
        assert!(patch.len() > 1000, "no button stands out");
        patch.iter().sum::<Vec2>() / patch.len() as f32
    }

    /// The middles of the brass buttons at this height, from left to right.
    fn brass_buttons(&self, y: f32) -> Vec<Vec2> {
        let (width, _, pixels) = self.pixels();
        // Above and below the words.
        let is_brass = |x: usize, y: f32| {
            let at = 3 * (y as usize * width + x);
            pixels[at..at + 3].iter().zip([217, 164, 65]).all(|(found, fill)| found.abs_diff(fill) < 14)
        };
        let columns: Vec<usize> = (0..width).filter(|x| is_brass(*x, y - 14.0) && is_brass(*x, y + 14.0)).collect();
        let buttons = columns.chunk_by(|one, next| next - one < 5).filter(|columns| columns.len() > 30);
        buttons.map(|columns| Vec2::new((columns[0] + columns[columns.len() - 1]) as f32 / 2.0, y)).collect()
    }

    fn title(&self) -> String {
        self.display.run("xdotool", &["getwindowname", &self.window]).trim().to_owned()
    }

    fn until_title(&self, part: &str) {
        let what = format!("a title with {part:?}");
        self.display.until(&what, || self.title().contains(part).then_some(()));
    }

    fn pixels(&self) -> (usize, usize, Vec<u8>) {
        let geometry = self.display.run("xdotool", &["getwindowgeometry", "--shell", &self.window]);
        let of = |name: &str| {
            let line = geometry.lines().find_map(|line| line.strip_prefix(name));
            line.and_then(|number| number.parse::<usize>().ok()).unwrap_or_default()
        };
        let output = Command::new("import")
            .args(["-silent", "-window", &self.window, "-depth", "8", "rgb:-"])
            .env("DISPLAY", &self.display.name)
            .output()
            .expect("import is installed");
        (of("WIDTH="), of("HEIGHT="), output.stdout)
    }

    /// Keeps a screenshot as CI output.
    fn shot(&self, name: &str) {
        let path = shots().join(format!("{name}.png"));
        self.display.run("import", &["-silent", "-window", &self.window, &path.display().to_string()]);
        assert!(path.exists(), "no screenshot {}", path.display());
    }

    fn resize(&self, width: usize, height: usize) {
        let (w, h) = (width.to_string(), height.to_string());
        self.display.run("xdotool", &["windowsize", &self.window, &w, &h]);
        self.display.until("the new size", || {
            let (now_width, now_height, _) = self.pixels();
            ((now_width, now_height) == (width, height)).then_some(())
        });
    }

    /// Until three pictures in a row are the same: everything that was asked for has been shown. Two would be too few: on a
    /// busy machine a frame can take as long as the time between them.
    fn until_still(&self) {
        let (mut last, mut same) = (Vec::new(), 0);
        self.display.until("a still picture", || {
            sleep(Duration::from_millis(200));
            let (_, _, now) = self.pixels();
            let differing = now.iter().zip(&last).filter(|(new, old)| new != old).count();
            same = if now.len() == last.len() && differing < BLINK { same + 1 } else { 0 };
            last = now;
            (same == 2).then_some(())
        });
    }

    /// A key, and what it brings.
    fn key_and_see(&self, key: &str) {
        self.key(key);
        self.until_still();
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

/// What the program says of itself: its turns, each with the number of moves made.
struct Trace(mpsc::Receiver<String>);

impl Trace {
    fn until_turn(&self, turn: &str, moves: usize) {
        let wanted = format!("trace: turn {turn} after {moves} moves");
        let next_line = || self.0.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("never read {wanted:?}"));
        while next_line() != wanted {}
    }
}

impl Drop for Program<'_> {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn shots() -> PathBuf {
    let beside = || Path::new(env!("CARGO_BIN_EXE_parlour")).with_file_name("../window-shots");
    let folder = std::env::var_os("PARLOUR_SHOTS").map_or_else(beside, PathBuf::from);
    fs::create_dir_all(&folder).expect("a folder for screenshots");
    folder
}

/// The golden game: its seed's moves from the first to the last.
fn golden() -> Vec<String> {
    let path = format!("{}/tests/rules/golden/{GAME}.ron", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).expect("the golden record");
    text.split("(0, \"").skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
}

#[test]
fn a_whole_game_by_keyboard_from_start_to_end_screen() {
    let (display, home) = (Display::open(), Home::new("whole"));
    home.lay_out_the_golden_deal();
    let program = Program::start(&display, &home.0, &[]);
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
    // The cards come to rest, and what the deal held is found.
    sleep(Duration::from_secs(4));
    program.until_still();
    program.shot("end");
    let history = home.0.join(format!("data/parlour/history/{GAME}.log"));
    let log = display.until("the history", || fs::read_to_string(&history).ok());
    assert!(log.contains("171") && log.contains("c0ffee42"), "{log}");
    assert!(!home.save().exists(), "nothing waits after the end");
    // "Again" has the focus.
    program.key("Return");
    program.until_title("52 cards left");
}

#[test]
fn a_typed_seed_deals_its_cards_by_keyboard() {
    let (display, home) = (Display::open(), Home::new("seed"));
    let program = Program::start(&display, &home.0, &[]);
    program.until_still();
    program.key("Return");
    program.until_title("new deal");
    program.until_still();
    program.shot("setup");
    // From "Deal" back over "New seed" to the field, whose text is selected.
    program.key_and_see("shift+Tab");
    program.key_and_see("shift+Tab");
    display.run("xdotool", &["type", "--delay", "60", "Tea at five"]);
    program.until_still();
    program.key("Return");
    program.until_title("52 cards left");
    let save = display.until("the save", || fs::read_to_string(home.save()).ok());
    assert!(save.contains("seed: \"Tea at five\""), "{save}");
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
    let mut program = Program::start(&display, &home.0, &[]);
    program.until_still();
    program.key("Return");
    program.until_title("52 cards left");
    let mv = golden()[0].clone();
    let mut game = catalogue::load(&fs::read_to_string(home.save()).expect("a save")).expect("a record");
    game.play(Seat::FIRST, &mv).expect("legal");
    program.until_still();
    program.click(program.place_of(&*game, &format!("slot {}", mv.split(' ').next().expect("a slot"))));
    display.until("the move in the save", || {
        fs::read_to_string(home.save()).is_ok_and(|saved| saved == game.record_text()).then_some(())
    });
    // A second start gives its file, named from its own folder, to the first window.
    let golden = format!("{}/tests/rules/golden", env!("CARGO_MANIFEST_DIR"));
    let second = command(&display, &home.0).arg(format!("{GAME}.ron")).current_dir(golden).output().expect("it ends");
    let said = String::from_utf8_lossy(&second.stderr);
    assert!(second.status.success() && said.contains("already open"), "{said}");
    display.until("the replay", || (!program.title().contains("51 cards left")).then_some(()));
    assert_eq!(fs::read_to_string(home.save()).expect("a save"), game.record_text(), "the game waits");
    // Killed, it leaves lock and socket behind; they keep nobody out.
    program.child.kill().expect("killed");
    program.child.wait().expect("ended");
    assert!(home.0.join("data/parlour/parlour.sock").exists());
    let program = Program::start(&display, &home.0, &[]);
    program.until_still();
    program.key("Return");
    program.until_title("51 cards left");
}

#[test]
fn a_whole_game_by_mouse_alone() {
    let (display, home) = (Display::open(), Home::new("mouse"));
    home.lay_out_the_golden_deal();
    let program = Program::start(&display, &home.0, &[]);
    program.until_still();
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
        let to = program.place_of(&*game, &format!("slot {slot}"));
        if drags {
            program.drag(program.place_of(&*game, "current card"), to);
        } else {
            program.click(to);
        }
        drags = !drags;
        game.play(seat, &mv).expect("legal");
        display.until(&format!("{mv} in the save"), || {
            let saved = fs::read_to_string(home.save());
            (game.outcome().is_some() || saved.is_ok_and(|saved| saved == game.record_text())).then_some(())
        });
        if game.moves().0 == 3 {
            program.until_still();
            program.shot("hover");
            // Take back and make again, at the fifth and fourth button from the right edge.
            program.click(Vec2::new(1280.0 - 38.0 - 5.0 * 48.0, 32.0));
            program.until_title("50 cards left");
            program.click(Vec2::new(1280.0 - 38.0 - 4.0 * 48.0, 32.0));
            program.until_title("49 cards left");
            // The card that the undone play turned up had been seen.
            game.mark_assisted();
        }
    }
    program.until_title(&game.outcome().expect("an end").title);
    sleep(Duration::from_secs(4));
    program.until_still();
    program.click(program.primary_button());
    program.until_title("52 cards left");
}

#[test]
fn kill_9_in_mid_game_then_continue_is_the_same_position() {
    let (display, home) = (Display::open(), Home::new("kill"));
    home.lay_out_the_golden_deal();
    let program = Program::start(&display, &home.0, &[]);
    program.go_on();
    program.play(&golden()[..9], &mut None, &mut 0);
    let (title, save) = (program.title(), fs::read_to_string(home.save()).expect("a save"));
    program.kill_9();
    assert_eq!(fs::read_to_string(home.save()).expect("a save"), save);
    let program = Program::start(&display, &home.0, &[]);
    program.until_still();
    program.shot("continue");
    program.key("Return");
    program.until_title("43 cards left");
    assert_eq!(program.title(), title);
    sleep(Duration::from_secs(1));
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
    let (width, height, pixels) = program.pixels();
    let at = |x: usize, y: usize| &pixels[(y * width + x) * 3..][..3];
    let is = |pixel: &[u8], Rgb(r, g, b): Rgb, off: u8| {
        assert!(
            pixel.iter().zip([r, g, b]).all(|(found, named)| found.abs_diff(named) <= off),
            "{pixel:?}, {r} {g} {b}"
        );
    };
    // The button at the right end of the bar, left of its sign; the corner of the side panel; the corner of the cloth.
    is(at(width - 16 - 38, 32), theme::LAMP.raised, 1);
    is(at(width - 2, height - 2), theme::LAMP.panel, 4);
    is(at(4, height - 4), theme::LAMP.cloth_dark, 4);
}

fn viewport_of(width: usize, height: usize, layout: &Layout) -> TableViewport {
    let window = Vec2::new(width as f32, height as f32);
    TableViewport::fit(
        window,
        1.0,
        window_layout::insets(window, window_layout::zoom(window, 100), None, layout),
        Vec2::from(layout.size),
    )
}

/// Where the cards of this position are not seen whole: near each corner of a card there must be its ivory, or the brass
/// ring of the slot it lies in.
fn what_is_cut_off(program: &Program, layout: &Layout) -> Vec<String> {
    let (width, height, pixels) = program.pixels();
    let window = Vec2::new(width as f32, height as f32);
    let felt = viewport_of(width, height, layout);
    let ivory = |pixel: &[u8]| pixel.iter().all(|channel| *channel > 200);
    let brass = |pixel: &[u8]| pixel[0] > 190 && (140..190).contains(&pixel[1]) && pixel[2] < 120;
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
            if pixel.len() < 3 || !(ivory(pixel) || brass(pixel)) {
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
        let mut cut_off = Vec::new();
        for _ in 0..5 {
            program.until_still();
            cut_off = what_is_cut_off(&program, &layout);
            if cut_off.is_empty() {
                break;
            }
        }
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
    program.until_still();
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
    sleep(Duration::from_secs(1));
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
    program.until_still();
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
