//! A game as text: what was dealt and every move, the way chess players record theirs.
//!
//! Saves, replays, bug reports and tests all use the same RON format, so it is exercised every time anyone plays. The
//! reader trusts nothing: size, syntax, version, names, cards and every move are checked, and the first fault is
//! reported with its place.

use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::fairness::Commitment;
use super::game::{Game, SetupError};
use super::hint_count::HintCount;
use super::rng::GameRng;
use super::seats::{BotLevel, Seat, Seats};
pub use super::source_place::{SourcePlace, place_of};
use crate::files::{read_bounded, text_of};

/// The format version that is written, and the only one that is read.
pub const FORMAT: u32 = 1;

/// The size limit of a record, in bytes. Even the longest games need only a fraction of it.
pub const MOST_BYTES: u64 = 1 << 20;

/// In characters.
pub const LONGEST_SEED: usize = 100;

/// In characters.
pub const LONGEST_NAME: usize = 40;

/// In characters. Error messages quote the file, which may hold a megabyte in one word.
const LONGEST_MESSAGE: usize = 300;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    pub name: String,
    /// `None` for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<BotLevel>,
}

impl Player {
    pub fn person(name: impl Into<String>) -> Player {
        Player { name: name.into(), bot: None }
    }

    pub fn bot(level: BotLevel) -> Player {
        Player { name: format!("{level} bot"), bot: Some(level) }
    }
}

/// The contents of a record whose game is known.
#[derive(Clone, PartialEq, Debug)]
pub struct Record<G: Game> {
    /// Determines every shuffle and every die.
    pub seed: String,
    pub options: G::Options,
    /// In playing order.
    pub players: Vec<Player>,
    /// An explicit deal, used instead of a shuffle.
    pub deal: Option<G::Deal>,
    /// Whether a player had a hint, or undid what had revealed something: such a game counts apart.
    pub assisted: bool,
    /// The hints that players had; such a game is assisted, too.
    pub hints: HintCount,
    /// Whether a deal that was played before is played again: such a game counts for nothing.
    pub practice: bool,
    /// What the deal was committed to by before anybody saw a card; a game that was not dealt in the window has none.
    pub commitment: Option<Commitment>,
    pub moves: Vec<(Seat, G::Move)>,
}

/// Why a record cannot be read or played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{message}", place_prefix(.place))]
pub struct RecordError {
    pub place: SourcePlace,
    pub message: String,
}

fn place_prefix(place: &SourcePlace) -> String {
    if *place == SourcePlace::File { String::new() } else { format!("{place}: ") }
}

impl RecordError {
    pub fn at(place: SourcePlace, message: impl fmt::Display) -> RecordError {
        RecordError { place, message: message.to_string() }
    }

    /// What is wrong with a text that is not RON, or not what was expected.
    pub fn ron(error: &ron::error::SpannedError) -> RecordError {
        let start = error.span.start;
        let place = SourcePlace::Text { line: start.line, column: start.col };
        if matches!(error.code, ron::Error::ExceededRecursionLimit) {
            return RecordError::at(place, "the brackets are nested too deeply");
        }
        let message: String = error.code.to_string().chars().take(LONGEST_MESSAGE).collect();
        RecordError::at(place, message)
    }
}

/// The format version alone, which is checked before anything else is read.
#[derive(Deserialize)]
#[serde(rename = "Record")]
struct FormatVersion {
    parlour: u32,
}

/// The fields that can be read without knowing the game.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename = "Record")]
pub struct Head {
    /// The version of the record format.
    pub parlour: u32,
    pub game: String,
    /// The version of the game's rules.
    pub rules: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Record")]
struct RecordFile<O, D> {
    parlour: u32,
    game: String,
    rules: u32,
    seed: String,
    #[serde(default)]
    options: O,
    seats: Vec<Player>,
    // A bare `default` would require `D: Default`.
    #[serde(default = "no_deal")]
    deal: Option<D>,
    #[serde(default)]
    assisted: bool,
    #[serde(default)]
    hints: HintCount,
    #[serde(default)]
    practice: bool,
    #[serde(default)]
    commitment: Option<Commitment>,
    #[serde(default)]
    moves: Vec<(u8, String)>,
}

fn no_deal<D>() -> Option<D> {
    None
}

/// Reads the text of a record or puzzle file. It must be UTF-8, not empty, and at most [`MOST_BYTES`] long.
pub fn read_text(path: &Path) -> Result<String, RecordError> {
    let fault = |message: String| RecordError::at(SourcePlace::File, message);
    let bytes = read_bounded(path, MOST_BYTES).map_err(|error| fault(error.to_string()))?;
    // Some editors start every file with a byte order mark.
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").map(<[u8]>::to_vec).unwrap_or(bytes);
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(fault("the file is empty; a record starts with `(parlour: 1, game: …`".to_owned()));
    }
    text_of(bytes).map_err(fault)
}

fn ron_options() -> ron::Options {
    // People may write `deal: (deck: …)` as well as `deal: Some((deck: …))`.
    ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
}

/// Reads which game a record is of. Refuses other versions of the format.
pub fn read_head(text: &str) -> Result<Head, RecordError> {
    let version: FormatVersion = ron_options().from_str(text).map_err(|error| RecordError::ron(&error))?;
    if version.parlour != FORMAT {
        let message = format!("the record has format {}; this program reads format {FORMAT}", version.parlour);
        return Err(RecordError::at(place_of(text, "parlour"), message));
    }
    ron_options().from_str(text).map_err(|error| RecordError::ron(&error))
}

impl<G: Game> Record<G> {
    /// A game of which nothing has been played, dealt from its seed.
    pub fn new(seed: impl Into<String>, options: G::Options, players: Vec<Player>) -> Record<G> {
        Record {
            seed: seed.into(),
            options,
            players,
            deal: None,
            assisted: false,
            hints: HintCount::NONE,
            practice: false,
            commitment: None,
            moves: Vec::new(),
        }
    }

    /// Reads a record of this game. Its moves are parsed but not yet played; see
    /// [`Session::load`](super::session::Session::load).
    pub fn from_text(text: &str) -> Result<Record<G>, RecordError> {
        let head = read_head(text)?;
        if head.game != G::INFO.id {
            let message = format!("this is a record of {:?}, not of {:?}", head.game, G::INFO.id);
            return Err(RecordError::at(place_of(text, "game"), message));
        }
        let unknown = || {
            let (found, known) = (head.rules, G::INFO.rules);
            let message = format!(
                "the record was made with rules version {found}; this program plays version {known}; open it with the version of Parlour that made it"
            );
            RecordError::at(place_of(text, "rules"), message)
        };
        // Another version may have other options.
        G::under_rules(head.rules, G::Options::default()).ok_or_else(unknown)?;
        let file: RecordFile<G::Options, G::Deal> =
            ron_options().from_str(text).map_err(|error| RecordError::ron(&error))?;
        let options = G::under_rules(head.rules, file.options).ok_or_else(unknown)?;
        let players = file.seats;
        check_players::<G>(text, &players)?;
        check_line(&file.seed, LONGEST_SEED, "the seed").map_err(|why| RecordError::at(place_of(text, "seed"), why))?;
        let mut moves = Vec::with_capacity(file.moves.len());
        for (index, (seat, mv)) in file.moves.into_iter().enumerate() {
            moves.push(read_move::<G>(index + 1, seat, &mv, players.len())?);
        }
        let RecordFile { seed, deal, assisted, hints, practice, commitment, .. } = file;
        hints.check().map_err(|why| RecordError::at(place_of(text, "hints"), why))?;
        if let Some(fault) = commitment.as_ref().and_then(|commitment| commitment.check().err()) {
            return Err(RecordError::at(place_of(text, "commitment"), fault));
        }
        Ok(Record { seed, options, players, deal, assisted, hints, practice, commitment, moves })
    }

    /// Writes the RON text that [`Record::from_text`] reads back.
    pub fn to_text(&self) -> String {
        use std::fmt::Write;

        let mut text = String::from("(\n");
        let mut line = |name: &str, value: String| {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "    {name}: {value},");
        };
        line("parlour", FORMAT.to_string());
        line("game", or_comment(ron::to_string(G::INFO.id)));
        line("rules", G::rules_version(&self.options).to_string());
        line("seed", or_comment(ron::to_string(&self.seed)));
        line("options", or_comment(ron::to_string(&self.options)));
        line("seats", or_comment(ron::to_string(&self.players)));
        line("deal", or_comment(ron::to_string(&self.deal)));
        if self.assisted {
            line("assisted", "true".to_owned());
        }
        if self.hints != HintCount::NONE {
            line("hints", or_comment(ron::to_string(&self.hints)));
        }
        if self.practice {
            line("practice", "true".to_owned());
        }
        if let Some(commitment) = &self.commitment {
            line("commitment", or_comment(ron::to_string(&Some(commitment))));
        }
        let entry = |(seat, mv): &(Seat, G::Move)| format!("({seat}, {})", or_comment(ron::to_string(&mv.to_string())));
        line("moves", in_rows(&self.moves.iter().map(entry).collect::<Vec<_>>()));
        text.push_str(")\n");
        text
    }

    /// Everything that decides the deal, with a salt: what a [`Commitment`] is to. Names and levels decide nothing.
    pub fn committed_text(&self, salt: &str) -> String {
        let (options, deal) = (or_comment(ron::to_string(&self.options)), or_comment(ron::to_string(&self.deal)));
        let (game, rules, seats) = (G::INFO.id, G::rules_version(&self.options), self.players.len());
        let seed = &self.seed;
        format!("game {game}\nrules {rules}\nseats {seats}\noptions {options}\ndeal {deal}\nseed {seed}\nsalt {salt}\n")
    }

    /// The number of seats, if the game can be played with that many.
    pub fn seats(&self) -> Result<Seats, SetupError> {
        let (min, max) = G::INFO.seats;
        let found = self.players.len();
        let wrong = SetupError::Seats { found, min, max };
        let seats = Seats::new(found).ok_or_else(|| wrong.clone())?;
        if found < usize::from(min) || found > usize::from(max) { Err(wrong) } else { Ok(seats) }
    }

    /// Deals the game, without playing any of its moves.
    pub fn dealt(&self) -> Result<G, SetupError> {
        G::deal(&self.options, self.seats()?, self.deal.as_ref(), &mut GameRng::for_step(&self.seed, 0))
    }
}

/// The moves as the list that stands in a record: eight in a line.
fn in_rows(moves: &[String]) -> String {
    let rows: Vec<String> = moves.chunks(8).map(|row| row.join(", ")).collect();
    if rows.is_empty() { "[]".to_owned() } else { format!("[\n        {},\n    ]", rows.join(",\n        ")) }
}

/// A value as RON, or a comment that says why it is none.
fn or_comment(value: Result<String, ron::Error>) -> String {
    value.unwrap_or_else(|error| format!("/* {error} */"))
}

fn check_players<G: Game>(text: &str, players: &[Player]) -> Result<(), RecordError> {
    let (min, max) = G::INFO.seats;
    let found = players.len();
    if found < usize::from(min) || found > usize::from(max) {
        let error = SetupError::Seats { found, min, max };
        return Err(RecordError::at(place_of(text, "seats"), error));
    }
    let check_name = |player: &Player| check_line(&player.name, LONGEST_NAME, "a player's name");
    players.iter().try_for_each(check_name).map_err(|why| RecordError::at(place_of(text, "seats"), why))
}

/// Checks that a value is one line of at most `longest` characters. The error names it as `what`.
fn check_line(value: &str, longest: usize, what: &str) -> Result<(), String> {
    let length = value.chars().count();
    if length > longest {
        return Err(format!("{what} has {length} characters; at most {longest} are allowed"));
    }
    if value.chars().any(char::is_control) {
        return Err(format!("{what} must be one line, without control characters"));
    }
    Ok(())
}

fn read_move<G: Game>(number: usize, seat: u8, mv: &str, seats: usize) -> Result<(Seat, G::Move), RecordError> {
    let place = SourcePlace::Move(number);
    let Some(seat) = Seat::new(seat).filter(|seat| seat.index() < seats) else {
        let message = format!("there is no seat {seat}; the seats are 0 to {}", seats.saturating_sub(1));
        return Err(RecordError::at(place, message));
    };
    let mv = G::read_move(mv).map_err(|error| RecordError::at(place, error))?;
    Ok((seat, mv))
}
