//! A game as text: what was dealt and every move, as chess players keep games.
//!
//! Saves, replays, undo, bug reports and tests all use the same form, RON with the fields below, so it is exercised
//! every time anyone plays. Reading trusts nothing: size, syntax, version, names, cards and every single move are
//! checked, and the first fault is told with its place and with what would be right.

use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::game::{Game, SetupError};
pub use super::place::{Place, place_of};
use super::rng::GameRng;
use super::seats::{BotLevel, Seat, Seats};

/// The version of the record format that is written, and the only one that is read.
pub const FORMAT: u32 = 1;

/// The longest record that is read, in bytes. The longest game of the catalogue needs a fraction of it.
pub const MOST_BYTES: u64 = 1 << 20;

/// The longest seed, in characters.
pub const LONGEST_SEED: usize = 100;

/// The longest player's name, in characters.
pub const LONGEST_NAME: usize = 40;

/// The longest message about a fault, in characters: what was found may be a megabyte.
const LONGEST_MESSAGE: usize = 300;

/// Who sits in a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// The name shown.
    pub name: String,
    /// The bot that plays the seat; `None` for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<BotLevel>,
}

impl Player {
    /// A person of this name.
    pub fn person(name: impl Into<String>) -> Player {
        Player { name: name.into(), bot: None }
    }

    /// A bot of this strength, named after it.
    pub fn bot(level: BotLevel) -> Player {
        Player { name: format!("{level} bot"), bot: Some(level) }
    }
}

/// A game of known type as it stands in a record.
#[derive(Clone, PartialEq, Debug)]
pub struct Record<G: Game> {
    /// Decides every shuffle and die.
    pub seed: String,
    /// The game's own options.
    pub options: G::Options,
    /// Who sits where, in playing order.
    pub players: Vec<Player>,
    /// The deal, where it is given and not shuffled.
    pub deal: Option<G::Deal>,
    /// Every move with the seat that made it.
    pub moves: Vec<(Seat, G::Move)>,
}

/// A record that cannot be read or played: where, and what is wrong there.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {message}")]
pub struct RecordError {
    /// Where.
    pub place: Place,
    /// What was found and what would be right.
    pub message: String,
}

impl RecordError {
    /// An error at this place.
    pub fn at(place: Place, message: impl fmt::Display) -> RecordError {
        RecordError { place, message: message.to_string() }
    }

    fn ron(error: &ron::error::SpannedError) -> RecordError {
        let start = error.span.start;
        let place = Place::Text { line: start.line, column: start.col };
        if matches!(error.code, ron::Error::ExceededRecursionLimit) {
            return RecordError::at(place, "too many brackets within each other; a record has few");
        }
        let message: String = error.code.to_string().chars().take(LONGEST_MESSAGE).collect();
        RecordError::at(place, message)
    }
}

/// The format version alone, which is judged before anything else.
#[derive(Deserialize)]
#[serde(rename = "Record")]
struct Version {
    parlour: u32,
}

/// Which game a record is of, read without knowing that game.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename = "Record")]
pub struct Head {
    /// The record format's version.
    pub parlour: u32,
    /// The game's permanent id.
    pub game: String,
    /// The version of that game's rules.
    pub rules: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Record")]
struct File<O, D> {
    parlour: u32,
    game: String,
    rules: u32,
    seed: String,
    #[serde(default)]
    options: O,
    seats: Vec<Player>,
    #[serde(default = "nothing")]
    deal: Option<D>,
    #[serde(default)]
    moves: Vec<(u8, String)>,
}

fn nothing<D>() -> Option<D> {
    None
}

/// Reads a text file that should be a record, bounded in size.
///
/// # Errors
/// A file that cannot be read, is longer than [`MOST_BYTES`], empty, or not UTF-8 text.
pub fn read_text(path: &Path) -> Result<String, RecordError> {
    let whole = |message: String| RecordError::at(Place::File, message);
    let bytes = crate::files::read_bounded(path, MOST_BYTES).map_err(|error| whole(error.to_string()))?;
    // Some editors begin every text with a byte order mark.
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").map(<[u8]>::to_vec).unwrap_or(bytes);
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(whole("the file is empty; a record begins with `(parlour: 1, game: …`".to_owned()));
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        whole(format!("this is no text (byte {valid} is not UTF-8); a record is RON text"))
    })
}

fn reader() -> ron::Options {
    // `deal: (deck: …)` and `deal: Some((deck: …))` are both read.
    ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
}

/// Reads which game a record is of and refuses formats that this program does not know.
///
/// # Errors
/// Text that is no record, or one of another format version.
pub fn read_head(text: &str) -> Result<Head, RecordError> {
    let version: Version = reader().from_str(text).map_err(|error| RecordError::ron(&error))?;
    if version.parlour != FORMAT {
        let message = format!("record format {}; this program reads format {FORMAT}", version.parlour);
        return Err(RecordError::at(place_of(text, "parlour"), message));
    }
    reader().from_str(text).map_err(|error| RecordError::ron(&error))
}

impl<G: Game> Record<G> {
    /// Reads a record of this game. Its moves are understood but not yet played; see
    /// [`Session::load`](super::session::Session::load).
    ///
    /// # Errors
    /// The first fault, with its place.
    pub fn from_text(text: &str) -> Result<Record<G>, RecordError> {
        let head = read_head(text)?;
        if head.game != G::INFO.id {
            let message = format!("game {:?}; expected {:?}", head.game, G::INFO.id);
            return Err(RecordError::at(place_of(text, "game"), message));
        }
        if head.rules != G::INFO.rules {
            let message = format!("rules version {}; this program plays version {}", head.rules, G::INFO.rules);
            return Err(RecordError::at(place_of(text, "rules"), message));
        }
        let file: File<G::Options, G::Deal> = reader().from_str(text).map_err(|error| RecordError::ron(&error))?;
        let players = checked_players::<G>(text, file.seats)?;
        let seed = checked_seed(text, file.seed)?;
        let mut moves = Vec::with_capacity(file.moves.len());
        for (index, (seat, mv)) in file.moves.into_iter().enumerate() {
            moves.push(read_move::<G>(index + 1, seat, &mv, players.len())?);
        }
        Ok(Record { seed, options: file.options, players, deal: file.deal, moves })
    }

    /// The record as RON text that [`Record::from_text`] reads back.
    pub fn to_text(&self) -> String {
        use std::fmt::Write;

        let written = |value: Result<String, ron::Error>| value.unwrap_or_else(|error| format!("/* {error} */"));
        let mut text = String::from("(\n");
        let mut line = |name: &str, value: String| {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "    {name}: {value},");
        };
        line("parlour", FORMAT.to_string());
        line("game", written(ron::to_string(G::INFO.id)));
        line("rules", G::INFO.rules.to_string());
        line("seed", written(ron::to_string(&self.seed)));
        line("options", written(ron::to_string(&self.options)));
        line("seats", written(ron::to_string(&self.players)));
        line("deal", written(ron::to_string(&self.deal)));
        let moves: Vec<String> = self
            .moves
            .chunks(8)
            .map(|chunk| {
                let words = chunk.iter().map(|(seat, mv)| {
                    let mv = written(ron::to_string(&mv.to_string()));
                    format!("({seat}, {mv})")
                });
                words.collect::<Vec<_>>().join(", ")
            })
            .collect();
        let moves = moves.join(",\n        ");
        line("moves", if moves.is_empty() { "[]".to_owned() } else { format!("[\n        {moves},\n    ]") });
        text.push_str(")\n");
        text
    }

    /// How many seats there are.
    ///
    /// # Errors
    /// More or fewer than the game has.
    pub fn seats(&self) -> Result<Seats, SetupError> {
        let (min, max) = G::INFO.seats;
        let found = self.players.len();
        let wrong = SetupError::Seats { found, min, max };
        let seats = Seats::new(found).ok_or_else(|| wrong.clone())?;
        if found < usize::from(min) || found > usize::from(max) { Err(wrong) } else { Ok(seats) }
    }

    /// Deals the game that the record begins with.
    ///
    /// # Errors
    /// As [`Game::deal`].
    pub fn dealt(&self) -> Result<G, SetupError> {
        G::deal(&self.options, self.seats()?, self.deal.as_ref(), &mut GameRng::for_step(&self.seed, 0))
    }
}

fn checked_players<G: Game>(text: &str, players: Vec<Player>) -> Result<Vec<Player>, RecordError> {
    let (min, max) = G::INFO.seats;
    let found = players.len();
    if found < usize::from(min) || found > usize::from(max) {
        let error = SetupError::Seats { found, min, max };
        return Err(RecordError::at(place_of(text, "seats"), error));
    }
    for player in &players {
        let length = player.name.chars().count();
        if length > LONGEST_NAME || player.name.chars().any(char::is_control) {
            let message = format!(
                "a name of {length} characters; names are one line of at most {LONGEST_NAME} without control signs"
            );
            return Err(RecordError::at(place_of(text, "seats"), message));
        }
    }
    Ok(players)
}

fn checked_seed(text: &str, seed: String) -> Result<String, RecordError> {
    let length = seed.chars().count();
    if length > LONGEST_SEED || seed.chars().any(char::is_control) {
        let message = format!(
            "a seed of {length} characters; seeds are one line of at most {LONGEST_SEED} without control signs"
        );
        return Err(RecordError::at(place_of(text, "seed"), message));
    }
    Ok(seed)
}

fn read_move<G: Game>(number: usize, seat: u8, mv: &str, seats: usize) -> Result<(Seat, G::Move), RecordError> {
    let place = Place::Move(number);
    let known = Seat::new(seat).filter(|seat| seat.index() < seats);
    let Some(seat) = known else {
        let message = format!("seat {seat}; the seats are 0 to {}", seats.saturating_sub(1));
        return Err(RecordError::at(place, message));
    };
    let mv = mv.parse().map_err(|error: super::game::MoveTextError| RecordError::at(place, error))?;
    Ok((seat, mv))
}
