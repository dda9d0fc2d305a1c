//! The one list of games.
//!
//! Windows, command line and tests know games only from here, each as a [`GameEntry`] of functions over a
//! [`TableSession`]. A new game is a new folder under `games/` and one line in [`GAMES`].

use std::marker::PhantomData;
use std::ops::Deref;

use crate::engine::conformance::{
    BrokenLaw, KitEffort, KitReport, conform, conform_at, every_table, tables_for, unreachable_by_gesture,
};
use crate::engine::game::{Game, Info, PuzzleAnswer, ReadFile, SolveWatch, no_files};
use crate::engine::record::{Player, Record, RecordError, SourcePlace, place_of, read_head};
use crate::engine::seats::{BotLevel, Seat, Seats};
use crate::engine::session::Session;
use crate::engine::table_session::{Playable, TableSession};
use crate::engine::tabletop::{Setting, SettingText};
use crate::games::chain::{MystiqueChain, studies};
use crate::games::circle::MystiqueCircle;
use crate::games::clique::CliqueMystique;
use crate::games::domination::MystiqueDomination;
use crate::games::eddies::MysticalEddies;
use crate::games::eleusis::{EleusisExpress, secrets};
use crate::games::energy::MystiqueEnergy;
use crate::games::guilds::MystiqueGuilds;
use crate::games::matrix::MatrixSolitaire;
use crate::games::maze::MystiqueMaze;
use crate::games::mess::MessMachine;
use crate::games::mystery::MysteryMachine;
use crate::games::mystery::puzzle::file as puzzle_file;
use crate::games::mystique::Mystique;
use crate::games::pillars::MystiquePillars;
use crate::games::restraints::ChainOfRestraints;
use crate::games::suns::BattleForTheSuns;
use crate::games::up_and_down::UpAndDown;
use crate::simulation::{self, Simulation, SimulationError, Watch};
use crate::sound_play::{self, SoundPlay};

macro_rules! page {
    ($game:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/rules/", $game, ".md"))
    };
}

/// Every game, in the order the library shows them.
pub static GAMES: &[GameEntry] = &[
    GameEntry::of::<MatrixSolitaire>(page!("matrix-solitaire")),
    GameEntry::of::<MessMachine>(page!("mess-machine")),
    GameEntry::of::<MysteryMachine>(page!("mystery-machine")),
    GameEntry::of::<Mystique>(page!("mystique")),
    GameEntry::of::<MystiqueCircle>(page!("mystique-circle")),
    GameEntry::of::<MystiqueChain>(page!("mystique-chain")),
    GameEntry::of::<BattleForTheSuns>(page!("battle-for-the-suns")),
    GameEntry::of::<MystiqueEnergy>(page!("mystique-energy")),
    GameEntry::of::<EleusisExpress>(page!("eleusis-express")),
    GameEntry::of::<MysticalEddies>(page!("mystical-eddies")),
    GameEntry::of::<MystiqueDomination>(page!("mystique-domination")),
    GameEntry::of::<UpAndDown>(page!("up-and-down")),
    GameEntry::of::<MystiquePillars>(page!("mystique-pillars")),
    GameEntry::of::<ChainOfRestraints>(page!("chain-of-restraints")),
    GameEntry::of::<CliqueMystique>(page!("clique-mystique")),
    GameEntry::of::<MystiqueMaze>(page!("mystique-maze")),
    GameEntry::of::<MystiqueGuilds>(page!("mystique-guilds")),
];

/// Every kind of puzzle file.
pub static PUZZLES: &[PuzzleKind] = &[
    PuzzleKind {
        field: "parlour_puzzle",
        game: MysteryMachine::INFO.id,
        check: puzzle_file::check_text,
        solve: puzzle_file::solve_text,
        options: puzzle_file::options_of,
    },
    PuzzleKind {
        field: "parlour_study",
        game: MystiqueChain::INFO.id,
        check: studies::check_text,
        solve: studies::solve_text,
        options: studies::options_of,
    },
    PuzzleKind {
        field: "parlour_rule",
        game: EleusisExpress::INFO.id,
        check: secrets::check_text,
        solve: secrets::solve_text,
        options: secrets::options_of,
    },
];

/// A kind of file that holds a puzzle and not a game in play.
pub struct PuzzleKind {
    /// The field by which it is known.
    pub field: &'static str,
    /// The game that plays it.
    pub game: &'static str,
    /// Whether it can be played.
    pub check: fn(&str) -> Result<(), RecordError>,
    /// The exact answer, or what was found of it before the search was called off.
    pub solve: fn(&str, &SolveWatch<'_>) -> Result<PuzzleAnswer, RecordError>,
    /// The options, as text, with which its game plays it.
    pub options: fn(&str) -> Result<String, RecordError>,
}

impl PuzzleKind {
    /// The kind of this text, if it is a puzzle's.
    pub fn of(text: &str) -> Option<&'static PuzzleKind> {
        PUZZLES.iter().find(|kind| matches!(place_of(text, kind.field), SourcePlace::Text { .. }))
    }
}

/// A game in play, or why it cannot be played.
pub type SessionResult = Result<Box<dyn TableSession>, RecordError>;

/// A game as the rest of the program sees it; what it can do is in [`AnyGame`].
pub struct GameEntry {
    pub info: &'static Info,
    /// In Markdown.
    pub rules_page: &'static str,
    game: &'static dyn AnyGame,
}

impl GameEntry {
    const fn of<G: Playable>(rules_page: &'static str) -> GameEntry {
        GameEntry { info: &G::INFO, rules_page, game: &Typed::<G>::NEW }
    }
}

impl Deref for GameEntry {
    type Target = dyn AnyGame;

    fn deref(&self) -> &(dyn AnyGame + 'static) {
        self.game
    }
}

/// A game without its type. Options are text; those that cannot be understood are the defaults.
pub trait AnyGame: Sync {
    /// Deals a new game; options that the game or so many seats do not have become those nearest to them.
    fn start_with(&self, seed: &str, players: Vec<Player>, options: &str) -> SessionResult;

    /// Plays a record of this game; files that its options name are read by `read`.
    fn load_with(&self, text: &str, read: ReadFile<'_>) -> SessionResult;

    /// What can be set before a game is dealt with these options and so many seats.
    fn settings(&self, options: &str, seats: Seats) -> Vec<SettingText>;

    /// The options of the deal of the day for so many seats, by the number of the day since 1970.
    fn options_of_the_day(&self, day: u64, seats: Seats) -> String;

    /// How many play the deal of the day, where so many are set to play.
    fn seats_of_the_day(&self, set: Seats) -> Seats;

    /// Who makes the first move, as a sentence.
    fn who_begins(&self) -> &'static str;

    /// Which of many is played with these options, in a few words; `None` for a game of which there is but one.
    fn subject(&self, options: &str) -> Option<String>;

    /// The title of a result, or a gentler one if it is unkind.
    fn gentle_title<'a>(&self, title: &'a str) -> &'a str;

    /// Options with which this is played; `None` if it is none of the game's.
    fn with_subject(&self, subject: &str) -> Option<String>;

    /// The picture that these options name; `None` for a game without pictures.
    fn picture(&self, options: &str) -> Option<String>;

    /// The same options with this picture; `None` where there is no choice of it.
    fn with_picture(&self, options: &str, picture: &str) -> Option<String>;

    /// Lets bots play many games with these options; with none, the defaults. Unlike elsewhere, options that cannot be
    /// understood are an error.
    fn simulate(
        &self,
        games: u64,
        seed: &str,
        bots: &[BotLevel],
        options: &str,
        watch: &Watch<'_>,
    ) -> Result<Simulation, SimulationError>;

    /// Tries the bots of a level in so many games where there are blunders to make: see [`sound_play::count`].
    fn count_blunders(
        &self,
        level: BotLevel,
        games: u64,
        seed: &str,
        options: &str,
        watch: &Watch<'_>,
    ) -> Result<SoundPlay, SimulationError>;

    fn conform(&self, effort: KitEffort) -> Result<KitReport, BrokenLaw>;

    /// Runs the kit over these options, or over all that the game offers. Options that cannot be understood or played are
    /// an error.
    fn conform_with(&self, options: Option<&str>, effort: KitEffort) -> Result<Conformance, String>;

    /// The deal of this game's first steps, if it has any, as a record.
    fn lesson_record(&self) -> Option<String>;

    /// The legal moves at the end of a record that no gesture at the table reaches.
    fn unreachable_by_gesture(&self, text: &str) -> Result<Vec<String>, RecordError>;

    /// Deals a new game with default options.
    fn start(&self, seed: &str, players: Vec<Player>) -> SessionResult {
        self.start_with(seed, players, "")
    }

    /// Plays a record of this game that names no files.
    fn load(&self, text: &str) -> SessionResult {
        self.load_with(text, &no_files)
    }

    /// The game's first steps, ready to play, if it has any.
    fn lesson(&self) -> Option<SessionResult> {
        self.lesson_record().map(|record| self.load(&record))
    }
}

/// What the conformance kit found.
#[derive(Clone, PartialEq, Debug)]
pub struct Conformance {
    /// The options that were tried, as text.
    pub options: Vec<String>,
    pub report: KitReport,
    pub broken: Option<BrokenLaw>,
}

/// The type of a game, as a value.
struct Typed<G>(PhantomData<fn() -> G>);

impl<G: Playable> Typed<G> {
    const NEW: Typed<G> = Typed(PhantomData);

    fn options(text: &str) -> G::Options {
        ron::from_str(text).unwrap_or_default()
    }

    /// Options as somebody typed them; none are the defaults.
    fn read_options(text: &str) -> Result<G::Options, String> {
        let given = if text.is_empty() { "()" } else { text };
        ron::from_str(given).map_err(|error| {
            let start = error.span.start;
            format!("the options, {}:{}: {}", start.line, start.col, error.code)
        })
    }

    fn text_of(options: &G::Options) -> String {
        ron::to_string(options).unwrap_or_default()
    }
}

impl<G: Playable> AnyGame for Typed<G> {
    fn start_with(&self, seed: &str, players: Vec<Player>, options: &str) -> SessionResult {
        let options = Self::options(options);
        let options =
            Seats::new(players.len()).map_or_else(|| options.clone(), |seats| G::options_for(&options, seats));
        let record = Record::<G>::new(seed, options, players);
        // Through the text, so that nothing starts which could not be saved and read back.
        Ok(Box::new(Session::<G>::from_text(&record.to_text())?))
    }

    fn load_with(&self, text: &str, read: ReadFile<'_>) -> SessionResult {
        Ok(Box::new(Session::<G>::from_text_with(text, read)?))
    }

    fn settings(&self, options: &str, seats: Seats) -> Vec<SettingText> {
        let text = |setting: Setting<G::Options>| Setting {
            name: setting.name,
            choices: setting.choices.iter().map(|(word, options)| (word.clone(), Self::text_of(options))).collect(),
            chosen: setting.chosen,
            explanation: setting.explanation,
        };
        G::settings(&Self::options(options), seats).into_iter().map(text).collect()
    }

    fn options_of_the_day(&self, day: u64, seats: Seats) -> String {
        Self::text_of(&G::options_for(&G::options_of_the_day(day), seats))
    }

    fn seats_of_the_day(&self, set: Seats) -> Seats {
        G::seats_of_the_day(set)
    }

    fn who_begins(&self) -> &'static str {
        G::WHO_BEGINS
    }

    fn subject(&self, options: &str) -> Option<String> {
        G::subject(&Self::options(options))
    }

    fn gentle_title<'a>(&self, title: &'a str) -> &'a str {
        G::gentle_title(title).unwrap_or(title)
    }

    fn with_subject(&self, subject: &str) -> Option<String> {
        G::with_subject(subject).map(|options| Self::text_of(&options))
    }

    fn picture(&self, options: &str) -> Option<String> {
        G::picture(&Self::options(options))
    }

    fn with_picture(&self, options: &str, picture: &str) -> Option<String> {
        G::with_picture(&Self::options(options), picture).map(|options| Self::text_of(&options))
    }

    fn simulate(
        &self,
        games: u64,
        seed: &str,
        bots: &[BotLevel],
        options: &str,
        watch: &Watch<'_>,
    ) -> Result<Simulation, SimulationError> {
        let options = Self::read_options(options).map_err(SimulationError::Deal)?;
        simulation::run::<G>(games, seed, bots, &options, watch)
    }

    fn count_blunders(
        &self,
        level: BotLevel,
        games: u64,
        seed: &str,
        options: &str,
        watch: &Watch<'_>,
    ) -> Result<SoundPlay, SimulationError> {
        let options = Self::read_options(options).map_err(SimulationError::Deal)?;
        sound_play::count::<G>(level, games, seed, &options, watch)
    }

    fn conform(&self, effort: KitEffort) -> Result<KitReport, BrokenLaw> {
        conform::<G>(&G::Options::default(), effort)
    }

    fn conform_with(&self, options: Option<&str>, effort: KitEffort) -> Result<Conformance, String> {
        let tables = match options {
            Some(text) => tables_for::<G>(&Self::read_options(text)?).map_err(|error| error.to_string())?,
            None => every_table::<G>(),
        };
        let mut report = KitReport::default();
        let broken = conform_at::<G>(&tables, effort, &mut report).err();
        let mut options: Vec<String> = Vec::new();
        for text in tables.iter().map(|(_, options)| Self::text_of(options)) {
            if !options.contains(&text) {
                options.push(text);
            }
        }
        Ok(Conformance { options, report, broken })
    }

    fn lesson_record(&self) -> Option<String> {
        G::LESSON.map(|lesson| (lesson().record)())
    }

    fn unreachable_by_gesture(&self, text: &str) -> Result<Vec<String>, RecordError> {
        let session = Session::<G>::from_text(text)?;
        let moves = session.acting().iter().flat_map(|seat: Seat| unreachable_by_gesture(session.game(), seat));
        Ok(moves.map(|mv| mv.to_string()).collect())
    }
}

/// The game with this id.
pub fn find(id: &str) -> Option<&'static GameEntry> {
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
pub fn load(text: &str) -> SessionResult {
    load_with(text, &no_files)
}

/// The same; files that its options name are read by `read`, for example by [`beside`](crate::files::beside).
pub fn load_with(text: &str, read: ReadFile<'_>) -> SessionResult {
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
