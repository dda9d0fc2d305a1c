//! A display of its own for a test, with keyboard, mouse and camera: X11 spoken in this process, because to start another one
//! for a key takes longer than all that the key brings.

use std::io::{BufRead, BufReader, IoSlice};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use x11rb::connection::{Connection, RequestConnection};
use x11rb::protocol::xproto::{
    AtomEnum, BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT, ConfigureWindowAux, ConnectionExt, GetPropertyReply,
    ImageFormat, InputFocus, KEY_PRESS_EVENT, KEY_RELEASE_EVENT, MOTION_NOTIFY_EVENT, Window,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// How long anything may take on a slow, busy machine before a test gives up.
pub(super) const PATIENCE: Duration = Duration::from_secs(120);

/// A picture: its width, its height, and three bytes a pixel.
pub(super) type Pixels = (usize, usize, Vec<u8>);

/// How many values of two pictures of one size differ. Three steps of 255, which nobody sees, are no difference: where a letter or a
/// card lies in its texture depends on what was drawn before, and so does the rounding at its edge.
pub(super) fn differing(one: &[u8], other: &[u8]) -> usize {
    assert_eq!(one.len(), other.len(), "pictures of one size");
    one.iter().zip(other).filter(|(one, other)| one.abs_diff(**other) > 3).count()
}

/// A display without a screen, with a window manager; it has room for a window of 1920×1080 and its frame.
pub(super) struct Display {
    pub(super) name: String,
    server: Child,
    manager: Child,
    connection: RustConnection,
    root: Window,
    keyboard: Keyboard,
    /// By this number the server knows requests to do as if a hand had done something.
    xtest: u8,
}

impl Display {
    pub(super) fn open() -> Display {
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
        let (connection, screen) = RustConnection::connect(Some(&name)).expect("the display");
        let root = connection.setup().roots[screen].root;
        let keyboard = Keyboard::of(&connection);
        let xtest = connection.extension_information("XTEST").expect("asked").expect("XTEST").major_opcode;
        let display = Display { name, server, manager, connection, root, keyboard, xtest };
        display.until("a window manager", || {
            let manager = display.property(display.root, "_NET_SUPPORTING_WM_CHECK")?;
            (manager.value_len > 0).then_some(())
        });
        display
    }

    pub(super) fn until<T>(&self, what: &str, mut found: impl FnMut() -> Option<T>) -> T {
        let start = Instant::now();
        loop {
            if let Some(found) = found() {
                return found;
            }
            if start.elapsed() > PATIENCE {
                self.give_up(what, "");
            }
            sleep(Duration::from_millis(5));
        }
    }

    /// Ends a test that waited in vain, with a picture of the screen and with what was said.
    pub(super) fn give_up(&self, what: &str, said: &str) -> ! {
        let test = thread::current().name().unwrap_or_default().replace("::", "-");
        let path = shots().join(format!("failed-{test}.png"));
        keep(&self.picture(self.root), &path);
        panic!("waited for {what}; the screen is kept as {}\n{said}", path.display());
    }

    fn property(&self, window: Window, name: &str) -> Option<GetPropertyReply> {
        let atom = self.connection.intern_atom(false, name.as_bytes()).ok()?.reply().ok()?.atom;
        self.connection.get_property(false, window, atom, AtomEnum::ANY, 0, 1 << 12).ok()?.reply().ok()
    }

    /// The window of the program in this process. It is known by its class: the title says what lies on the table.
    pub(super) fn window_of(&self, process: u32) -> Option<Window> {
        let managed = self.property(self.root, "_NET_CLIENT_LIST")?;
        let mut windows = managed.value32()?;
        windows.find(|window| {
            let class =
                self.property(*window, "WM_CLASS").map(|class| String::from_utf8_lossy(&class.value).to_lowercase());
            let owner = self.property(*window, "_NET_WM_PID").and_then(|owner| owner.value32()?.next());
            class.is_some_and(|class| class.contains("parlour")) && owner == Some(process)
        })
    }

    pub(super) fn title(&self, window: Window) -> String {
        let title = self.property(window, "_NET_WM_NAME").map(|title| title.value).unwrap_or_default();
        String::from_utf8_lossy(&title).trim().to_owned()
    }

    /// Gives a window the focus; `false` while it cannot have it.
    pub(super) fn focus(&self, window: Window) -> bool {
        let asked = self.connection.set_input_focus(InputFocus::PARENT, window, x11rb::CURRENT_TIME).expect("asked");
        let is_visible = asked.check().is_ok();
        let focus = self.connection.get_input_focus().expect("asked").reply().expect("a focus").focus;
        is_visible && focus == window
    }

    pub(super) fn size(&self, window: Window) -> (usize, usize) {
        let size = self.connection.get_geometry(window).expect("asked").reply().expect("a size");
        (size.width.into(), size.height.into())
    }

    /// Has a window made as large as this, in a corner of the screen, where all of it is seen.
    pub(super) fn resize(&self, window: Window, (width, height): (usize, usize)) {
        let change = ConfigureWindowAux::new().x(0_i32).y(0_i32).width(width as u32).height(height as u32);
        self.connection.configure_window(window, &change).expect("asked");
        self.sync();
    }

    /// What a window shows now.
    pub(super) fn picture(&self, window: Window) -> Pixels {
        let (width, height) = self.size(window);
        let (all, format) = (!0, ImageFormat::Z_PIXMAP);
        let image = self.connection.get_image(format, window, 0, 0, width as u16, height as u16, all).expect("asked");
        let pixels = image.reply().expect("a picture").data;
        // Each pixel is blue, green, red, and a byte of nothing.
        (width, height, pixels.chunks_exact(4).flat_map(|pixel| [pixel[2], pixel[1], pixel[0]]).collect())
    }

    /// Presses and releases a key, and those that are held for it, as in `ctrl+comma`. Returns how often a key went down or up.
    pub(super) fn key(&self, name: &str) -> usize {
        let keys: Vec<u8> = name.split('+').flat_map(|part| self.keyboard.keys(symbol(part))).collect();
        keys.iter().for_each(|key| self.send(KEY_PRESS_EVENT, *key, (0, 0)));
        keys.iter().rev().for_each(|key| self.send(KEY_RELEASE_EVENT, *key, (0, 0)));
        self.sync();
        2 * keys.len()
    }

    pub(super) fn move_pointer(&self, window: Window, (x, y): (i16, i16)) {
        let place = self.connection.translate_coordinates(window, self.root, x, y).expect("asked");
        let place = place.reply().expect("a place");
        self.send(MOTION_NOTIFY_EVENT, 0, (place.dst_x, place.dst_y));
        self.sync();
    }

    /// Where the pointer is, from the window's upper left corner.
    pub(super) fn pointer_in(&self, window: Window) -> (i16, i16) {
        let pointer = self.connection.query_pointer(window).expect("asked").reply().expect("a pointer");
        (pointer.win_x, pointer.win_y)
    }

    /// Presses or releases the main button of the mouse.
    pub(super) fn mouse(&self, is_down: bool) {
        self.send(if is_down { BUTTON_PRESS_EVENT } else { BUTTON_RELEASE_EVENT }, 1, (0, 0));
        self.sync();
    }

    /// Does as if a hand had pressed or moved something. The request is written here byte by byte: the crate has it as a feature,
    /// but with another feature Bevy would be compiled twice, for the program and for its tests.
    fn send(&self, event: u8, detail: u8, (x, y): (i16, i16)) {
        const FAKE_INPUT: u8 = 2;
        const WORDS: u16 = 9;
        let mut request = [0_u8; 36];
        request[..2].copy_from_slice(&[self.xtest, FAKE_INPUT]);
        request[2..4].copy_from_slice(&WORDS.to_ne_bytes());
        request[4..6].copy_from_slice(&[event, detail]);
        request[12..16].copy_from_slice(&self.root.to_ne_bytes());
        request[24..26].copy_from_slice(&x.to_ne_bytes());
        request[26..28].copy_from_slice(&y.to_ne_bytes());
        self.connection.send_request_without_reply(&[IoSlice::new(&request)], Vec::new()).expect("sent");
    }

    /// Until the server has done all that was asked for.
    fn sync(&self) {
        self.connection.sync().expect("a server");
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

/// Which key has which symbols.
struct Keyboard {
    first: u8,
    /// How many symbols there are for each key; the second is the one with Shift.
    each: usize,
    symbols: Vec<u32>,
}

impl Keyboard {
    fn of(connection: &RustConnection) -> Keyboard {
        let (first, last) = (connection.setup().min_keycode, connection.setup().max_keycode);
        let mapping =
            connection.get_keyboard_mapping(first, last - first + 1).expect("asked").reply().expect("a keyboard");
        Keyboard { first, each: mapping.keysyms_per_keycode.into(), symbols: mapping.keysyms }
    }

    /// The keys to be pressed for this symbol, in order.
    fn keys(&self, symbol: u32) -> Vec<u8> {
        let at = |level: usize| self.symbols.chunks(self.each).position(|key| key.get(level) == Some(&symbol));
        let key = |index: usize| self.first + index as u8;
        match (at(0), at(1)) {
            (Some(index), _) => vec![key(index)],
            (None, Some(index)) => self.keys(SHIFT).into_iter().chain([key(index)]).collect(),
            (None, None) => panic!("no key has the symbol {symbol:#x}"),
        }
    }
}

const SHIFT: u32 = 0xffe1;

/// The symbol of this name, or of this letter, digit or sign.
fn symbol(name: &str) -> u32 {
    let mut letters = name.chars();
    match (name, letters.next(), letters.next()) {
        (_, Some(letter), None) => letter.into(),
        ("Tab", ..) => 0xff09,
        ("Return", ..) => 0xff0d,
        ("Escape", ..) => 0xff1b,
        ("Home", ..) => 0xff50,
        ("Left", ..) => 0xff51,
        ("Up", ..) => 0xff52,
        ("Right", ..) => 0xff53,
        ("Down", ..) => 0xff54,
        ("Next", ..) => 0xff56,
        ("F1", ..) => 0xffbe,
        ("shift", ..) => SHIFT,
        ("ctrl", ..) => 0xffe3,
        ("space", ..) => ' '.into(),
        ("comma", ..) => ','.into(),
        _ => panic!("no key is called {name:?}"),
    }
}

/// The folder for pictures of the window.
pub(super) fn shots() -> PathBuf {
    let beside = || Path::new(env!("CARGO_BIN_EXE_parlour")).with_file_name("../window-shots");
    let folder = std::env::var_os("PARLOUR_SHOTS").map_or_else(beside, PathBuf::from);
    std::fs::create_dir_all(&folder).expect("a folder for screenshots");
    folder
}

/// Keeps a picture as a PNG file.
pub(super) fn keep((width, height, pixels): &Pixels, path: &Path) {
    let kept = image::save_buffer(path, pixels, *width as u32, *height as u32, image::ColorType::Rgb8);
    kept.unwrap_or_else(|error| panic!("no screenshot {}: {error}", path.display()));
}
