//! What the window shows when it sleeps is the position, whatever came late: nobody has to move the mouse to see their cards.

use std::hint::spin_loop;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use bevy::math::Vec2;
use parlour::catalogue::{GAMES, GameEntry};
use parlour::engine::record::Player;
use parlour::engine::seats::BotLevel;

use super::Home;
use super::display::{Display, Pixels, differing, keep, shots};
use super::program::{Program, command};

/// Threads that use up the processors for as long as this lives.
struct Load(Arc<AtomicBool>);

impl Load {
    fn of(threads: usize) -> Load {
        let is_over = Arc::new(AtomicBool::new(false));
        for _ in 0..threads {
            let is_over = Arc::clone(&is_over);
            thread::spawn(move || {
                while !is_over.load(Ordering::Relaxed) {
                    spin_loop();
                }
            });
        }
        Load(is_over)
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Program<'_> {
    /// What the window shows once it has shown the same for so long.
    fn picture_that_stays(&self, long: Duration) -> Pixels {
        let (mut shown, mut since) = (self.display.picture(self.window), Instant::now());
        self.until("a picture that stays", || {
            let now = self.display.picture(self.window);
            if now != shown {
                (shown, since) = (now, Instant::now());
            }
            (since.elapsed() > long).then(|| shown.clone())
        })
    }

    /// In another size and this one again everything is drawn anew, and then it looks the same.
    fn assert_shown_as_drawn_anew(&self, what: &str, shown: &Pixels) {
        self.resize(1000, 600);
        self.until_still();
        self.resize(960, 540);
        let fresh = self.pixels();
        if differing(&shown.2, &fresh.2) > 0 {
            keep(shown, &shots().join(format!("{what}-shown.png")));
            keep(&fresh, &shots().join(format!("{what}-fresh.png")));
            panic!("{what}: the window slept on another picture\n{}", self.said());
        }
    }
}

/// A person and as many bots as the game needs.
fn players(entry: &GameEntry) -> Vec<Player> {
    let bots = (1..entry.info.seats.0).map(|_| Player::bot(BotLevel::Easy));
    std::iter::once(Player::person("Ada")).chain(bots).collect()
}

/// A window whose faces, pictures and bots are all late by chance, before a game in progress.
fn start_late<'a>(entry: &GameEntry, display: &'a Display, home: &Home) -> Program<'a> {
    let game = entry.start("tea", players(entry)).expect("a deal");
    home.put_save(entry.info.id, &game.record_text());
    let program = Program::launch_at(0.5, display, command(display, &home.0).env("PARLOUR_TRACE", "late"), true);
    program.until_still();
    program
}

/// So many deals of a game. Nothing asks for a frame when the picture is looked at first; then the window has another size and this
/// one again, and everything in it is drawn anew.
fn deal_and_compare(entry: &GameEntry, program: &Program<'_>, deals: usize, long: Duration) {
    program.resize(960, 540);
    // On nothing that would be lit under it.
    program.point(Vec2::new(3.0, 400.0));
    program.until_still();
    program.key("Return");
    for deal in 0..deals {
        if deal > 0 {
            program.key("ctrl+n");
            program.until_title("new deal");
            program.until_still();
            program.key("Return");
        }
        program.until_title(entry.info.title);
        program.until_still();
        let shown = program.picture_that_stays(long);
        program.assert_shown_as_drawn_anew(&format!("late-{}-{deal}", entry.info.id), &shown);
    }
}

#[test]
fn a_theme_that_is_chosen_at_the_table_leaves_nothing_of_the_one_before() {
    let (display, home) = (Display::open(), Home::new("theme"));
    home.set("animation: Off, theme: Daylight");
    home.lay_out_the_golden_deal();
    let program = Program::start_small(&display, &home.0);
    program.point(Vec2::new(3.0, 400.0));
    // From the button that closes the settings to the third theme.
    for key in ["Return", "ctrl+comma", "Tab", "Tab", "Tab", "Return", "Escape"] {
        program.key_and_see(key);
    }
    program.assert_shown_as_drawn_anew("theme", &program.pixels());
}

#[test]
fn whatever_is_late_the_window_sleeps_on_the_position_alone() {
    // A game for each kind of pieces.
    let mut kinds = Vec::new();
    for entry in GAMES {
        let layout = entry.start("tea", players(entry)).expect("a deal").layout();
        let kind = std::mem::discriminant(&layout.material);
        if !kinds.contains(&kind) {
            kinds.push(kind);
            let (display, home) = (Display::open(), Home::in_motion("whole"));
            let program = start_late(entry, &display, &home);
            deal_and_compare(entry, &program, 2, Duration::from_millis(300));
        }
    }
    assert!(kinds.len() > 3, "{kinds:?}");
}

#[test]
#[ignore = "takes an hour; to be run on its own"]
fn whatever_is_late_two_hundred_deals_of_every_game_are_shown_whole() {
    // Of all games, or of those whose ids are in PARLOUR_GAMES, with commas between.
    let wanted = std::env::var("PARLOUR_GAMES").unwrap_or_default();
    let is_wanted = |entry: &&GameEntry| wanted.is_empty() || wanted.split(',').any(|id| id == entry.info.id);
    // All at once, each of which waits most of the time, and something that never does.
    let _load = Load::of(2);
    thread::scope(|all| {
        for entry in GAMES.iter().filter(is_wanted) {
            all.spawn(|| {
                let (display, home) = (Display::open(), Home::in_motion("whole"));
                let program = start_late(entry, &display, &home);
                deal_and_compare(entry, &program, 200, Duration::from_secs(1));
            });
        }
    });
}
