//! The screens around the games, and three games, in every theme at every size, as pictures to be looked at: `scripts/screenshots
//! FOLDER`.

use std::fs;

use parlour::app::evening::programme::{Evening, EveningGame};
use parlour::engine::seats::BotLevel;

use super::{Display, GAME, Home, Program, golden};

const SIZES: [(usize, usize); 3] = [(960, 540), (1280, 720), (1920, 1080)];
const THEMES: [(&str, &str); 3] = [("lamp", "Lamp"), ("daylight", "Daylight"), ("contrast", "HighContrast")];

/// Scores of the games played before, oldest first, with their titles.
const PLAYED: [(i32, &str); 12] = [
    (31, "Loser. Big, fat loser"),
    (58, "Well played"),
    (44, "Loser. Big, fat loser"),
    (73, "Well played"),
    (96, "Well played"),
    (82, "Well played"),
    (117, "Matrix Solitaire Expert"),
    (91, "Well played"),
    (128, "Matrix Solitaire Expert"),
    (104, "Matrix Solitaire Expert"),
    (171, "There is no spoon"),
    (112, "Matrix Solitaire Expert"),
];

impl Home {
    /// The golden game after so many moves waits to be continued.
    fn lay_out_the_golden_game(&self, moves: usize) {
        self.lay_out_the_golden_deal();
        let deal = fs::read_to_string(self.save()).expect("a save");
        let made: Vec<String> = golden().iter().take(moves).map(|mv| format!("(0, \"{mv}\")")).collect();
        let text = deal.replace("moves: []", &format!("moves: [{}]", made.join(", ")));
        fs::write(self.save(), text).expect("a save");
    }

    /// Somebody has played for some weeks.
    fn fill_the_history(&self) {
        let folder = self.0.join("data/parlour/history");
        fs::create_dir_all(folder.join(GAME)).expect("a folder");
        let record = format!("{}/tests/rules/golden/{GAME}.ron", env!("CARGO_MANIFEST_DIR"));
        fs::copy(record, folder.join(GAME).join("1.ron")).expect("a record");
        let mut log = String::new();
        for (day, (score, title)) in (0u64..).zip(PLAYED) {
            let at = 1_794_000_000 + day * 200_000;
            log += &format!(
                "(at: {at}, record: \"1.ron\", seed: \"{:08x}\", scores: [{score}], title: {title:?})\n",
                at * 77
            );
        }
        fs::write(folder.join(format!("{GAME}.log")), log).expect("a history");
    }
}

/// The games of an evening for three people, each with their places.
const EVENING: [(&str, [u8; 3]); 5] = [
    ("mystique-circle", [1, 2, 2]),
    ("up-and-down", [2, 1, 3]),
    ("mystique-domination", [1, 1, 3]),
    ("mystical-eddies", [3, 1, 2]),
    ("battle-for-the-suns", [1, 2, 3]),
];

impl Home {
    /// An evening goes on after so many games, or has ended with the last.
    fn lay_out_an_evening(&self, finished: usize) {
        let people = ["Ada", "Blaise", "Clara"].map(str::to_owned).to_vec();
        let games = EVENING.iter().map(|(game, _)| EveningGame::new(game, "")).collect();
        let bots = ["Dorothy".to_owned()];
        let mut evening = Evening::new(people, bots, BotLevel::Medium, games, "2026-11-23".to_owned());
        for (number, (_, places)) in EVENING.iter().enumerate().take(finished) {
            evening.finish(number, places.to_vec());
        }
        fs::create_dir_all(self.0.join("data/parlour")).expect("a folder");
        let text = ron::to_string(&evening).expect("an evening");
        fs::write(self.0.join("data/parlour/evening.ron"), text).expect("an evening");
    }
}

/// Presses keys, and waits until what they bring is there.
fn keys(program: &Program, keys: &[&str]) {
    for key in keys {
        program.key(key);
    }
    program.until_still();
}

/// The program in a window of this size, with the pointer where nothing answers to it.
fn start<'a>(display: &'a Display, home: &Home, size: (usize, usize)) -> Program<'a> {
    let program = Program::start(display, &home.0, &[]);
    program.resize(size.0, size.1);
    // The program before may have left the pointer in that corner: then it would not be heard of.
    for inset in [9.0, 3.0] {
        program.point(bevy::math::Vec2::new(inset, size.1 as f32 - inset));
    }
    program.until_still();
    program
}

/// From the start through the screens around the games, with a game that waits after twenty moves.
fn tour(display: &Display, home: &Home, size: (usize, usize), shot: &dyn Fn(&Program, &str)) {
    home.lay_out_the_golden_game(20);
    let program = start(display, home, size);
    shot(&program, "library");
    keys(&program, &["ctrl+comma"]);
    shot(&program, "settings");
    // The row of the keys is the last but one.
    keys(&program, &["Tab"; 26]);
    keys(&program, &["Return"]);
    shot(&program, "keys");
    keys(&program, &["Escape", "Escape", "ctrl+o"]);
    shot(&program, "open");
    keys(&program, &["Escape", "F1"]);
    shot(&program, "rules");
    keys(&program, &["Next", "Next"]);
    shot(&program, "rules-with-cards");
    keys(&program, &["Escape"]);
    // "Continue" has the focus; its tile comes before it.
    keys(&program, &["shift+Tab", "Return"]);
    program.until_title("new deal");
    shot(&program, "setup");
    keys(&program, &["Tab", "Return"]);
    program.until_title("cards left");
    program.until_still();
    shot(&program, "lesson");
    keys(&program, &["Escape", "Tab", "Tab", "Tab", "Tab", "Return"]);
    program.until_title("history");
    program.until_still();
    shot(&program, "history");
    keys(&program, &["Return"]);
    program.until_title("cards left");
    for _ in 0..12 {
        program.key("Right");
    }
    program.until_still();
    shot(&program, "replay");
    // "Same deal again" is nothing for a replay, and passed by.
    keys(&program, &["Escape", "Tab", "Tab", "Tab", "Tab", "Return"]);
    shot(&program, "share");
}

/// A table in mid-game with all that can be said on it, and its end.
fn game(display: &Display, home: &Home, size: (usize, usize), shot: &dyn Fn(&Program, &str)) {
    home.lay_out_the_golden_game(20);
    let program = start(display, home, size);
    keys(&program, &["Return"]);
    program.until_title("32 cards left");
    program.until_still();
    shot(&program, "table");
    keys(&program, &["Up"]);
    shot(&program, "preview");
    keys(&program, &["Down", "Down", "Return"]);
    shot(&program, "refusal");
    keys(&program, &["h"]);
    shot(&program, "hint-where");
    keys(&program, &["h"]);
    shot(&program, "hint-idea");
    keys(&program, &["h"]);
    shot(&program, "hint");
    keys(&program, &["Escape"]);
    shot(&program, "menu");
    drop(program);

    home.lay_out_the_golden_game(51);
    let program = start(display, home, size);
    keys(&program, &["Return"]);
    program.until_title("1 card left");
    let last = golden().split_off(51);
    program.play(&last, &mut None, &mut 51);
    program.until_title("There is no spoon");
    shot(&program, "end");
    drop(program);

    fs::write(home.save(), "(parlour: 1, game: \"matrix-solitaire\", rules: 1, seed: 7)").expect("a damaged save");
    let program = start(display, home, size);
    shot(&program, "message");
}

/// Mess Machine from its setup through every state of its table.
fn mess(display: &Display, home: &Home, size: (usize, usize), shot: &dyn Fn(&Program, &str)) {
    super::mess::lay_out(home);
    let program = start(display, home, size);
    keys(&program, &["Return"]);
    shot(&program, "hand-over");
    keys(&program, &["Return"]);
    shot(&program, "choosing");
    drop(program);

    super::mess::lay_out_after(home, &["choose A D", "choose B C", "choose C D", "choose D A", "A 11 13", "B 21 22"]);
    let program = start(display, home, size);
    keys(&program, &["Return"]);
    shot(&program, "tiles");
    keys(&program, &["a"]);
    shot(&program, "button");
    keys(&program, &["Up"]);
    shot(&program, "swap");
    keys(&program, &["a", "n"]);
    shot(&program, "numbers");
    keys(&program, &["n", "ctrl+n"]);
    program.until_title("new deal");
    program.until_still();
    shot(&program, "setup-for-several");
}

/// Mystery Machine: its deal, its table with notes on the grid and a card about to be named, its puzzles, and the workshop.
fn mystery(display: &Display, home: &Home, size: (usize, usize), shot: &dyn Fn(&Program, &str)) {
    super::mystery::lay_out_after(home, "(puzzle: \"welcome-mushy-heads\")", 20);
    let program = start(display, home, size);
    keys(&program, &["Return"]);
    shot(&program, "mystery");
    keys(&program, &["Down"]);
    shot(&program, "mystery-preview");
    keys(&program, &["Escape", "Escape"]);
    // Notes on the grid: a rank crossed out, another settled.
    keys(&program, &["g", "x", "Right", "s"]);
    shot(&program, "mystery-notes");
    keys(&program, &["n", "Tab", "space"]);
    shot(&program, "mystery-naming");
    keys(&program, &["ctrl+n"]);
    program.until_title("new deal");
    program.until_still();
    shot(&program, "puzzles");
    // From "Deal" through the list to "New puzzle …" and on to a copy of the chosen one.
    keys(&program, &["Tab"; 51]);
    keys(&program, &["Return"]);
    shot(&program, "workshop");
}

/// An evening of several games: under way, over, and planned.
fn evening(display: &Display, home: &Home, size: (usize, usize), shot: &dyn Fn(&Program, &str)) {
    home.lay_out_an_evening(2);
    let program = start(display, home, size);
    shot(&program, "library-in-an-evening");
    keys(&program, &["Return"]);
    program.until_title("next: Mystique Domination");
    shot(&program, "evening");
    drop(program);

    home.lay_out_an_evening(EVENING.len());
    let program = start(display, home, size);
    // From the first tile back over the search and four lists.
    keys(&program, &["shift+Tab"; 6]);
    keys(&program, &["Return"]);
    program.until_title("wins the evening");
    shot(&program, "evening-result");
    // From the title back to the button below it; then what is proposed for an hour.
    for key in ["shift+Tab", "Return", "Return"] {
        keys(&program, &[key]);
    }
    shot(&program, "evening-plan");
}

/// Something looked at in every theme at every size, from a home in which somebody has played for some weeks.
fn in_every_look(look: impl Fn(&Display, &Home, (usize, usize), &dyn Fn(&Program, &str))) {
    let display = Display::open();
    // `PARLOUR_SHOTS_OF=lamp` takes one theme, `PARLOUR_SHOTS_OF=1280` one width.
    let only = std::env::var("PARLOUR_SHOTS_OF").unwrap_or_default();
    for (name, theme) in THEMES {
        for size in SIZES.into_iter().filter(|size| format!("{name} {}", size.0).contains(&only)) {
            let home = Home::in_motion(&format!("screens-{name}-{}", size.0));
            home.set(&format!("theme: {theme}"));
            home.fill_the_history();
            let shot = |program: &Program, screen: &str| {
                program.shot(&format!("{screen}-{}x{}-{name}", size.0, size.1));
            };
            look(&display, &home, size, &shot);
        }
    }
}

#[test]
#[ignore = "takes minutes and is for eyes: scripts/screenshots runs it"]
fn screens_around_the_games() {
    in_every_look(tour);
}

#[test]
#[ignore = "takes minutes and is for eyes: scripts/screenshots runs it"]
fn matrix_solitaire() {
    in_every_look(game);
}

#[test]
#[ignore = "takes minutes and is for eyes: scripts/screenshots runs it"]
fn mess_machine() {
    in_every_look(mess);
}

#[test]
#[ignore = "takes minutes and is for eyes: scripts/screenshots runs it"]
fn an_evening() {
    in_every_look(evening);
}

#[test]
#[ignore = "takes minutes and is for eyes: scripts/screenshots runs it"]
fn mystery_machine() {
    in_every_look(mystery);
}
