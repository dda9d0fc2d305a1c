//! The running program: its window, and its word. It says what it has taken in and when it is still (`PARLOUR_TRACE`), so a
//! test that knows what it sent waits for that, and for no time to pass.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use bevy::math::Vec2;
use x11rb::protocol::xproto::Window;

use super::display::{Display, PATIENCE, Pixels, keep, shots};

/// Pixels in a point where it does not matter how fine the picture is: with one for each point, to draw it is most of what a frame costs.
const COARSE: f32 = 0.25;

pub(super) fn command(display: &Display, home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlour"));
    command
        .env("DISPLAY", &display.name)
        .env("HOME", home)
        .env("XDG_DATA_HOME", home.join("data"))
        .env("XDG_CONFIG_HOME", home.join("config"))
        // Several tests run at once: each renderer is content with one thread.
        .env("LP_NUM_THREADS", "1")
        // What it compiles for pictures is the same every time, and lies beside what cargo has built.
        .env("MESA_SHADER_CACHE_DIR", concat!(env!("CARGO_TARGET_TMPDIR"), "/shaders"))
        .env_remove("WAYLAND_DISPLAY")
        // Its socket is then in the home, too.
        .env_remove("XDG_RUNTIME_DIR")
        .env_remove("PARLOUR_TRACE")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    command
}

/// The running program and its window.
pub(super) struct Program<'a> {
    pub(super) display: &'a Display,
    pub(super) window: Window,
    /// Pixels of the window in a point.
    density: f32,
    child: RefCell<Child>,
    /// Whether it says what it does.
    speaks: bool,
    trace: RefCell<Trace>,
    /// How often a key or a button of the mouse was pressed or released.
    sent: Cell<usize>,
    /// Where the pointer was brought.
    pointer: Cell<Option<(i16, i16)>>,
    /// How often it was asked to show everything.
    asked: Cell<usize>,
}

impl<'a> Program<'a> {
    pub(super) fn start(display: &'a Display, home: &Path, arguments: &[&str]) -> Program<'a> {
        let program = Program::launch(display, command(display, home).env("PARLOUR_TRACE", "1").args(arguments), true);
        program.until_still();
        program
    }

    /// In the smallest window.
    pub(super) fn start_small(display: &'a Display, home: &Path) -> Program<'a> {
        let program = Program::start(display, home, &[]);
        program.resize(960, 540);
        program.until_still();
        program
    }

    /// In the smallest window of a coarse display, which is drawn in less than half the time: for whole games, in which it does not
    /// matter how fine the picture is. Places and sizes are in points here as everywhere.
    pub(super) fn start_coarse(display: &'a Display, home: &Path) -> Program<'a> {
        let program = Program::start_usual_coarse(display, home);
        program.resize(960, 540);
        program.until_still();
        program
    }

    /// The same in a window of the usual size.
    pub(super) fn start_usual_coarse(display: &'a Display, home: &Path) -> Program<'a> {
        let program = Program::launch_at(COARSE, display, command(display, home).env("PARLOUR_TRACE", "1"), true);
        program.until_still();
        program
    }

    /// On a display with so many pixels in a point: a power of two, so that sizes in points are whole pixels.
    pub(super) fn launch_at(density: f32, display: &'a Display, command: &mut Command, speaks: bool) -> Program<'a> {
        let mut program = Program::launch(display, command.env("WINIT_X11_SCALE_FACTOR", density.to_string()), speaks);
        program.density = density;
        program
    }

    /// Without a word from it, and so without the frames that it draws only to be sure of its word; on a coarse display.
    pub(super) fn start_silent(display: &'a Display, home: &Path) -> Program<'a> {
        Program::launch_at(COARSE, display, &mut command(display, home), false)
    }

    pub(super) fn launch(display: &'a Display, command: &mut Command, speaks: bool) -> Program<'a> {
        let (trace, said) = Trace::open();
        let child = command.stderr(said).spawn().expect("the program starts");
        let process = child.id();
        let mut program = Program {
            display,
            window: 0,
            density: 1.0,
            child: RefCell::new(child),
            speaks,
            trace: RefCell::new(trace),
            sent: Cell::new(0),
            pointer: Cell::new(None),
            asked: Cell::new(0),
        };
        let window = program.until("the window", || display.window_of(process));
        program.until("the focus", || display.focus(window).then_some(()));
        program.window = window;
        program
    }

    /// The last of what it said.
    pub(super) fn said(&self) -> String {
        self.trace.borrow().end()
    }

    /// Ends it as a power cut would.
    pub(super) fn kill_9(self) {
        let mut child = self.child.borrow_mut();
        // Child::kill sends SIGKILL.
        child.kill().expect("killed");
        child.wait().expect("gone");
    }

    /// Looks again whenever the program has said something, and every now and then.
    pub(super) fn until<T>(&self, what: &str, mut found: impl FnMut() -> Option<T>) -> T {
        let start = Instant::now();
        loop {
            self.listen();
            if let Some(found) = found() {
                return found;
            }
            if let Ok(Some(status)) = self.child.borrow_mut().try_wait() {
                panic!("waited for {what}, but the program ended: {status}\n{}", self.trace.borrow().end());
            }
            if start.elapsed() > PATIENCE {
                let (sent, pointer) = (self.sent.get(), self.pointer.get());
                let said = format!("sent: {sent}, pointer: {pointer:?}\n{}", self.trace.borrow().end());
                self.display.give_up(what, &said);
            }
            for _ in 0..10 {
                sleep(Duration::from_millis(2));
                if self.listen() {
                    break;
                }
            }
        }
    }

    /// Whether the program has said anything new.
    fn listen(&self) -> bool {
        self.trace.borrow_mut().read()
    }

    /// Until it says that it is this turn after so many moves; each turn is found once.
    pub(super) fn until_turn(&self, turn: &str, moves: usize) {
        let wanted = format!("{turn} after {moves} moves");
        self.until(&wanted, || self.trace.borrow_mut().take_turn(&wanted).then_some(()));
    }

    /// Until nothing more follows from all that was sent.
    pub(super) fn until_still(&self) {
        self.until("a still table", || (self.has_heard_all() && self.trace.borrow().is_still).then_some(()));
    }

    /// Until the window shows all that follows from what was sent.
    fn until_shown(&self) {
        self.until_still();
        self.asked.set(self.asked.get() + 1);
        if let Some(asking) = &mut self.child.borrow_mut().stdin {
            asking.write_all(b"\n").expect("the program listens");
        }
        self.until("a still picture", || (self.trace.borrow().shown >= self.asked.get()).then_some(()));
    }

    fn has_heard_all(&self) -> bool {
        self.trace.borrow().knows_of(self.sent.get(), self.pointer.get())
    }

    /// Until a frame knows of all that was sent.
    fn until_heard(&self) {
        if self.speaks {
            self.until("a frame with what was sent", || self.has_heard_all().then_some(()));
        }
    }

    fn count(&self, sent: usize) {
        self.sent.set(self.sent.get() + sent);
        self.until_heard();
    }

    pub(super) fn key(&self, key: &str) {
        self.count(self.display.key(key));
    }

    /// A key, and what it brings.
    pub(super) fn key_and_see(&self, key: &str) {
        self.key(key);
        self.until_still();
    }

    pub(super) fn type_text(&self, text: &str) {
        text.chars().for_each(|letter| self.key(&letter.to_string()));
    }

    pub(super) fn point(&self, at: Vec2) {
        let pixel = (at * self.density).round();
        let to = (pixel.x as i16, pixel.y as i16);
        self.display.move_pointer(self.window, to);
        self.pointer.set(Some(to));
        if !self.speaks {
            return;
        }
        self.until("a frame with the pointer there", || {
            // The window manager may move a window that has just opened, and the pointer stays where it was on the screen.
            if self.display.pointer_in(self.window) != to {
                self.display.move_pointer(self.window, to);
            }
            self.has_heard_all().then_some(())
        });
    }

    fn mouse(&self, is_down: bool) {
        self.display.mouse(is_down);
        self.count(1);
    }

    /// By a hand that neither presses on the way nor is gone in the very moment in which it lets go: a frame has each step.
    pub(super) fn click(&self, at: Vec2) {
        self.point(at);
        self.mouse(true);
        self.mouse(false);
    }

    pub(super) fn drag(&self, from: Vec2, to: Vec2) {
        self.point(from);
        self.mouse(true);
        for part in [0.1, 0.5, 0.9, 1.0] {
            self.point(from.lerp(to, part));
        }
        self.mouse(false);
    }

    pub(super) fn resize(&self, width: usize, height: usize) {
        let pixels = [width, height].map(|points| (points as f32 * self.density) as usize);
        self.display.resize(self.window, (pixels[0], pixels[1]));
        // Under a pointer that rests, the window has moved.
        self.pointer.set(None);
        self.until("the new size", || {
            let is_known = self.trace.borrow().has_size(pixels[0], pixels[1]);
            (is_known && self.size() == (width, height)).then_some(())
        });
    }

    pub(super) fn size(&self) -> (usize, usize) {
        let (width, height) = self.display.size(self.window);
        let points = |pixels: usize| (pixels as f32 / self.density) as usize;
        (points(width), points(height))
    }

    pub(super) fn title(&self) -> String {
        self.display.title(self.window)
    }

    pub(super) fn until_title(&self, part: &str) {
        let what = format!("a title with {part:?}");
        self.until(&what, || self.title().contains(part).then_some(()));
    }

    /// The pixel at a point.
    pub(super) fn pixel(&self, (width, _, pixels): &Pixels, at: Vec2) -> [u8; 3] {
        let [x, y] = [at.x, at.y].map(|points| (points * self.density) as usize);
        std::array::from_fn(|channel| pixels[(y * width + x) * 3 + channel])
    }

    /// What the window shows when it is still; without its word, what it shows now.
    pub(super) fn pixels(&self) -> Pixels {
        if self.speaks {
            self.until_shown();
        }
        self.display.picture(self.window)
    }

    /// Keeps a screenshot as CI output.
    pub(super) fn shot(&self, name: &str) {
        keep(&self.pixels(), &shots().join(format!("{name}.png")));
    }

    /// The same while something moves.
    pub(super) fn shot_in_motion(&self, name: &str) {
        keep(&self.display.picture(self.window), &shots().join(format!("{name}.png")));
    }

    /// The middle of the button that stands out: the only large patch of light brass if it has the focus, and else of brass.
    pub(super) fn primary_button(&self) -> Vec2 {
        let (width, _, pixels) = self.pixels();
        let patch_of = |brass: [u8; 3]| -> Vec<Vec2> {
            let fill = |pixel: &[u8]| pixel.iter().zip(brass).all(|(found, fill)| found.abs_diff(fill) < 3);
            (0..pixels.len() / 3)
                .filter(|at| fill(&pixels[at * 3..at * 3 + 3]))
                .map(|at| Vec2::new((at % width) as f32, (at / width) as f32))
                .collect()
        };
        let mut patches = [[219, 170, 78], [217, 164, 65]].into_iter().map(patch_of);
        let least = 1000.0 * self.density.powi(2);
        let patch = patches.find(|patch| patch.len() as f32 > least).expect("no button stands out");
        patch.iter().sum::<Vec2>() / patch.len() as f32 / self.density
    }

    /// The middles of the buttons at this height and no further right than this, from left to right: the brass one if
    /// there is one, and else the plain ones.
    pub(super) fn buttons_up_to(&self, Vec2 { x: end, y }: Vec2) -> Vec<Vec2> {
        const BRASS: [([u8; 3], u8); 1] = [([217, 164, 65], 14)];
        // The second with the pointer on it.
        const PLAIN: [([u8; 3], u8); 2] = [([27, 37, 40], 4), ([36, 49, 53], 4)];
        let brass = self.filled_up_to(Vec2::new(end, y), &BRASS);
        if brass.is_empty() { self.filled_up_to(Vec2::new(end, y), &PLAIN) } else { brass }
    }

    /// The middles of what has one of these fills, each with how far its channels may be off.
    fn filled_up_to(&self, Vec2 { x: end, y }: Vec2, fills: &[([u8; 3], u8)]) -> Vec<Vec2> {
        let (width, _, pixels) = self.pixels();
        // Above and below the words.
        let is_filled = |x: usize, y: f32| {
            let at = 3 * ((y * self.density) as usize * width + x);
            let is = |(fill, off): &([u8; 3], u8)| {
                pixels[at..at + 3].iter().zip(fill).all(|(found, fill)| found.abs_diff(*fill) < *off)
            };
            fills.iter().any(is)
        };
        let all = 0..width.min((end * self.density) as usize);
        let columns: Vec<usize> = all.filter(|x| is_filled(*x, y - 12.0) && is_filled(*x, y + 12.0)).collect();
        let least = 30.0 * self.density;
        let buttons = columns.chunk_by(|one, next| next - one < 5).filter(|columns| columns.len() as f32 > least);
        let middle = |columns: &[usize]| (columns[0] + columns[columns.len() - 1]) as f32 / 2.0 / self.density;
        buttons.map(|columns| Vec2::new(middle(columns), y)).collect()
    }
}

impl Drop for Program<'_> {
    fn drop(&mut self) {
        let child = self.child.get_mut();
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// What the program says of itself, in a file and not in a pipe: what it wrote before something could be seen is then there to
/// be read.
struct Trace {
    file: File,
    said: Vec<u8>,
    /// How much of it was understood.
    understood: usize,
    turns: VecDeque<String>,
    /// What its last frame knew of, as in `17 at 640,360 in 1280x720`.
    known: String,
    /// Whether nothing more follows from it.
    is_still: bool,
    /// For how many askings the window has shown everything.
    shown: usize,
}

impl Trace {
    /// With the file to be written to.
    fn open() -> (Trace, File) {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("parlour-trace-{}-{number}", std::process::id()));
        let written = File::create(&path).expect("a file for the trace");
        let file = File::open(&path).expect("the trace");
        // Who has it open keeps it.
        let _ = fs::remove_file(&path);
        let (said, turns, known) = (Vec::new(), VecDeque::new(), String::new());
        (Trace { file, said, understood: 0, turns, known, is_still: false, shown: 0 }, written)
    }

    /// Reads what was said since. Returns whether anything was.
    fn read(&mut self) -> bool {
        let new = self.file.read_to_end(&mut self.said).expect("the trace");
        while let Some(length) = self.said[self.understood..].iter().position(|byte| *byte == b'\n') {
            let line = self.understood..self.understood + length;
            let words = String::from_utf8_lossy(&self.said[line]).into_owned();
            self.understand(&words);
            self.understood += length + 1;
        }
        new > 0
    }

    fn understand(&mut self, line: &str) {
        let Some(words) = line.strip_prefix("trace: ") else { return };
        let (first, others) = words.split_once(' ').unwrap_or((words, ""));
        match first {
            "turn" => self.turns.push_back(others.to_owned()),
            "input" => others.clone_into(&mut self.known),
            "still" => self.is_still = true,
            "stirs" => self.is_still = false,
            "shown" => self.shown = others.parse().unwrap_or(self.shown),
            _ => {}
        }
    }

    /// Whether this turn was said. Those before it are forgotten.
    fn take_turn(&mut self, wanted: &str) -> bool {
        while let Some(turn) = self.turns.pop_front() {
            if turn == wanted {
                return true;
            }
        }
        false
    }

    fn knows_of(&self, inputs: usize, pointer: Option<(i16, i16)>) -> bool {
        let Some((heard, place)) = self.known.split_once(" at ") else { return false };
        let is_there = |(x, y): (i16, i16)| place.starts_with(&format!("{x},{y} "));
        heard == inputs.to_string() && pointer.is_none_or(is_there)
    }

    fn has_size(&self, width: usize, height: usize) -> bool {
        self.known.ends_with(&format!(" in {width}x{height}"))
    }

    /// Its last lines, for whoever must find out why a test failed.
    fn end(&self) -> String {
        let said = String::from_utf8_lossy(&self.said);
        let lines: Vec<&str> = said.lines().collect();
        lines[lines.len().saturating_sub(30)..].join("\n")
    }
}
