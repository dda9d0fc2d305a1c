//! The one list of games.
//!
//! Windows, command line and tests know games only from here, each as an [`Entry`] of functions over a
//! [`TableSession`]. A new game is a new folder under `games/` and one line in [`GAMES`].

use crate::engine::conformance::{Broken, Effort, Seen, conform, unreachable_by_gesture};
use crate::engine::game::{Game, Info, PuzzleAnswer, ReadFile, no_files};
use crate::engine::layout::{Setting, SettingText};
use crate::engine::record::{Place, Player, Record, RecordError, place_of, read_head};
use crate::engine::seats::{BotLevel, Seat, Seats};
use crate::engine::session::Session;
use crate::engine::table::{Playable, TableSession};
use crate::games::matrix::MatrixSolitaire;
use crate::games::mess::MessMachine;
use crate::games::mystery::{self, MysteryMachine};
use crate::simulation::{self, Simulation, SimulationError};

/// Every game, in the order the library shows them.
pub static GAMES: &[Entry] = &[
    Entry::of::<MatrixSolitaire>(include_str!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/assets/rules/matrix-solitaire.md"
    ))),
    Entry::of::<MessMachine>(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/rules/mess-machine.md"))),
    Entry::of::<MysteryMachine>(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/rules/mystery-machine.md"))),
];

/// Every kind of puzzle file.
pub static PUZZLES: &[PuzzleKind] = &[PuzzleKind {
    field: "parlour_puzzle",
    game: MysteryMachine::INFO.id,
    check: mystery::check_text,
    solve: mystery::solve_text,
    options: mystery::options_of,
}];

/// A kind of file that holds a puzzle and not a game in play.
pub struct PuzzleKind {
    /// The field by which it is known.
    pub field: &'static str,
    /// The game that plays it.
    pub game: &'static str,
    check: fn(&str) -> Result<(), RecordError>,
    solve: fn(&str) -> Result<PuzzleAnswer, RecordError>,
    options: fn(&str) -> Result<String, RecordError>,
}

impl PuzzleKind {
    /// The kind of this text, if it is a puzzle's.
    pub fn of(text: &str) -> Option<&'static PuzzleKind> {
        PUZZLES.iter().find(|kind| matches!(place_of(text, kind.field), Place::Text { .. }))
    }

    /// Whether it can be played.
    ///
    /// # Errors
    /// The first fault, with its place.
    pub fn check(&self, text: &str) -> Result<(), RecordError> {
        (self.check)(text)
    }

    /// The options, as text, with which its game plays it.
    ///
    /// # Errors
    /// As [`PuzzleKind::check`].
    pub fn options(&self, text: &str) -> Result<String, RecordError> {
        (self.options)(text)
    }

    /// The exact answer.
    ///
    /// # Errors
    /// As [`PuzzleKind::check`].
    pub fn solve(&self, text: &str) -> Result<PuzzleAnswer, RecordError> {
        (self.solve)(text)
    }
}

/// A game in play, or why it cannot be played.
pub type Started = Result<Box<dyn TableSession>, RecordError>;

/// A game as the rest of the program sees it.
pub struct Entry {
    /// What is known of it before a deal.
    pub info: &'static Info,
    /// Its rules page, in Markdown.
    pub rules_page: &'static str,
    start: fn(String, Vec<Player>, &str) -> Started,
    settings: fn(&str, Seats) -> Vec<SettingText>,
    subject: fn(&str) -> Option<String>,
    picture: fn(&str) -> Option<String>,
    pictured: fn(&str, &str) -> Option<String>,
    load: fn(&str, ReadFile<'_>) -> Started,
    simulate: fn(u64, &str, &[BotLevel], &str) -> Result<Simulation, SimulationError>,
    conform: fn(Effort) -> Result<Seen, Broken>,
    unreachable: fn(&str) -> Result<Vec<String>, RecordError>,
    lesson: fn() -> Option<fn() -> String>,
}

impl Entry {
    const fn of<G: Playable>(rules_page: &'static str) -> Entry {
        Entry {
            info: &G::INFO,
            rules_page,
            start: start_typed::<G>,
            settings: settings::<G>,
            subject: |options| G::subject(&read_options::<G>(options)),
            picture: |options| G::picture(&read_options::<G>(options)),
            pictured: |options, picture| {
                G::pictured(&read_options::<G>(options), picture).map(|options| written::<G>(&options))
            },
            load: load_typed::<G>,
            simulate: simulate::<G>,
            conform: |effort| conform::<G>(&G::Options::default(), effort),
            unreachable: unreachable::<G>,
            lesson: lesson::<G>,
        }
    }

    /// Deals a new game with default options.
    ///
    /// # Errors
    /// A seed or players that a record cannot hold, or seats the game does not have.
    pub fn start(&self, seed: impl Into<String>, players: Vec<Player>) -> Started {
        (self.start)(seed.into(), players, "")
    }

    /// Deals a new game with these options, as text; options that the game or so many seats do not have become those
    /// nearest to them.
    ///
    /// # Errors
    /// As [`Entry::start`].
    pub fn start_with(&self, seed: impl Into<String>, players: Vec<Player>, options: &str) -> Started {
        (self.start)(seed.into(), players, options)
    }

    /// What can be set before a game is dealt with these options, as text, and so many seats.
    pub fn settings(&self, options: &str, seats: Seats) -> Vec<SettingText> {
        (self.settings)(options, seats)
    }

    /// Which of many is played with these options, as text, in a few words; `None` for a game of which there is but one.
    pub fn subject(&self, options: &str) -> Option<String> {
        (self.subject)(options)
    }

    /// The picture that these options, as text, name; `None` for a game without pictures.
    pub fn picture(&self, options: &str) -> Option<String> {
        (self.picture)(options)
    }

    /// The same options with this picture; `None` where there is no choice of it.
    pub fn pictured(&self, options: &str, picture: &str) -> Option<String> {
        (self.pictured)(options, picture)
    }

    /// Plays a record of this game.
    ///
    /// # Errors
    /// The first fault, with its place.
    pub fn load(&self, text: &str) -> Started {
        self.load_with(text, &no_files)
    }

    /// The same; files that its options name are read by `read`.
    ///
    /// # Errors
    /// As [`Entry::load`], and files that cannot be had.
    pub fn load_with(&self, text: &str, read: ReadFile<'_>) -> Started {
        (self.load)(text, read)
    }

    /// Lets bots play many games with these options, as text; with none, the usual ones.
    ///
    /// # Errors
    /// A number of bots that the game has no seats for, or options that it does not have.
    pub fn simulate(
        &self,
        games: u64,
        seed: &str,
        bots: &[BotLevel],
        options: &str,
    ) -> Result<Simulation, SimulationError> {
        (self.simulate)(games, seed, bots, options)
    }

    /// Runs the conformance kit.
    ///
    /// # Errors
    /// The first law found broken.
    pub fn conform(&self, effort: Effort) -> Result<Seen, Broken> {
        (self.conform)(effort)
    }

    /// Whether this game has first steps.
    pub fn has_lesson(&self) -> bool {
        (self.lesson)().is_some()
    }

    /// The deal of this game's first steps, if it has any.
    pub fn lesson(&self) -> Option<Started> {
        (self.lesson)().map(|record| self.load(&record()))
    }

    /// The legal moves at the end of a record that no gesture at the table reaches.
    ///
    /// # Errors
    /// As [`Entry::load`].
    pub fn unreachable_by_gesture(&self, text: &str) -> Result<Vec<String>, RecordError> {
        (self.unreachable)(text)
    }
}

/// The game with this id.
pub fn find(id: &str) -> Option<&'static Entry> {
    GAMES.iter().find(|entry| entry.info.id == id)
}

/// Plays a record of whichever game it is of.
///
/// ```
/// let session = parlour::catalogue::find("matrix-solitaire").unwrap().start("c0ffee42", vec![
///     parlour::engine::record::Player::person("South"),
/// ])?;
/// let again = parlour::catalogue::load(&session.record_text())?;
/// assert_eq!(again.state(), session.state());
/// # Ok::<(), parlour::engine::record::RecordError>(())
/// ```
///
/// # Errors
/// The first fault, with its place.
pub fn load(text: &str) -> Started {
    load_with(text, &no_files)
}

/// The same; files that its options name are read by `read`, for example by [`beside`](crate::files::beside).
///
/// # Errors
/// As [`load`], and files that cannot be had.
pub fn load_with(text: &str, read: ReadFile<'_>) -> Started {
    let head = read_head(text)?;
    let Some(entry) = find(&head.game) else {
        let known: Vec<&str> = GAMES.iter().map(|entry| entry.info.id).collect();
        let message = format!("game {:?}; this program has {}", shortened(&head.game), known.join(", "));
        return Err(RecordError::at(place_of(text, "game"), message));
    };
    entry.load_with(text, read)
}

fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

fn simulate<G: Playable>(
    games: u64,
    seed: &str,
    bots: &[BotLevel],
    options: &str,
) -> Result<Simulation, SimulationError> {
    let given = if options.is_empty() { "()" } else { options };
    let options = ron::from_str(given).map_err(|error| {
        let start = error.span.start;
        SimulationError::Deal(format!("the options, {}:{}: {}", start.line, start.col, error.code))
    })?;
    simulation::run::<G>(games, seed, bots, &options)
}

/// Options from text; those that cannot be understood are the usual ones.
fn read_options<G: Playable>(text: &str) -> G::Options {
    ron::from_str(text).unwrap_or_default()
}

fn written<G: Playable>(options: &G::Options) -> String {
    ron::to_string(options).unwrap_or_default()
}

fn settings<G: Playable>(options: &str, seats: Seats) -> Vec<SettingText> {
    let text = |setting: Setting<G::Options>| Setting {
        name: setting.name,
        choices: setting.choices.iter().map(|(word, options)| (*word, written::<G>(options))).collect(),
        chosen: setting.chosen,
        explanation: setting.explanation,
    };
    G::settings(&read_options::<G>(options), seats).into_iter().map(text).collect()
}

fn start_typed<G: Playable>(seed: String, players: Vec<Player>, options: &str) -> Started {
    let options = read_options::<G>(options);
    let options = Seats::new(players.len()).map_or_else(|| options.clone(), |seats| G::fitted(&options, seats));
    let record = Record::<G> { seed, options, players, deal: None, moves: Vec::new() };
    // Through the text, so that nothing starts which could not be saved and read back.
    Ok(Box::new(Session::<G>::from_text(&record.to_text())?))
}

fn lesson<G: Playable>() -> Option<fn() -> String> {
    G::lesson().map(|lesson| lesson.record)
}

fn load_typed<G: Playable>(text: &str, read: ReadFile<'_>) -> Started {
    Ok(Box::new(Session::<G>::from_text_with(text, read)?))
}

fn unreachable<G: Playable>(text: &str) -> Result<Vec<String>, RecordError> {
    let session = Session::<G>::from_text(text)?;
    let moves = session.acting().iter().flat_map(|seat: Seat| unreachable_by_gesture(session.game(), seat));
    Ok(moves.map(|mv| mv.to_string()).collect())
}
