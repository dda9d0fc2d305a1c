//! The command line, which needs no window and no display.
//!
//! Commands print text for people or, with `--json`, one JSON object. Exit codes: 0 done; 1 a file is wrong or the game
//! refuses, with the reason on standard error; 2 wrong usage.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use serde_json::json;

use crate::catalogue::{self, GAMES, GameEntry};
use crate::engine::conformance::{BrokenLaw, KitEffort};
use crate::engine::record::{RecordError, read_text};
use crate::engine::seats::BotLevel;
use crate::packs::decoder;
use crate::simulation::MOST_GAMES;
use crate::words::{counted, visible_lines};

mod blunders;
mod check;
mod output;
mod simulate;
mod solve;
mod verify;
mod waiting;

use blunders::Tried;
use output::{CommandOutput, load_file, located};
use simulate::Wanted;

/// Card, tile and deduction games at one quiet table.
#[derive(Parser, Debug)]
#[command(name = "parlour", version, args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<CliCommand>,
    /// A record, puzzle, picture or pack to open in the window.
    file: Option<PathBuf>,
    /// Print one JSON object instead of text.
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand, Debug)]
enum CliCommand {
    /// List the games, with their ids and numbers of players.
    Games,
    /// List every move of a record, and how the game ended.
    Replay {
        /// The record to replay.
        file: PathBuf,
    },
    /// Let bots play; every bot takes every seat equally often.
    Simulate {
        /// Id of the game, as listed by `parlour games`.
        game: String,
        /// Number of games.
        #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
        games: u64,
        /// Seed of the first game; if it is a number, each further game adds 1.
        #[arg(long, default_value = "1", allow_hyphen_values = true)]
        seed: String,
        /// Bots, separated by commas: random, easy, medium or hard.
        #[arg(long, value_delimiter = ',', default_value = "hard")]
        bots: Vec<BotLevel>,
        /// Options of the game, written as in a record: `(puzzle: "twins")`.
        #[arg(long, default_value = "", allow_hyphen_values = true)]
        options: String,
        /// Folder in which every game's record is kept; created if it does not exist.
        #[arg(long, value_name = "FOLDER")]
        record: Option<PathBuf>,
    },
    /// Count how often bots make plays that look foolish to whoever knows the game.
    ///
    /// Easy bots play the games, with every number of players in turn; where such a play is possible, the bot that is tried chooses.
    Blunders {
        /// Id of the game, as listed by `parlour games`.
        game: String,
        /// Number of games for each level.
        #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
        games: u64,
        /// Seed of the first game; if it is a number, each further game adds 1.
        #[arg(long, default_value = "1", allow_hyphen_values = true)]
        seed: String,
        /// Levels to try, separated by commas: random, easy, medium or hard.
        #[arg(long, value_delimiter = ',', default_value = "medium,hard")]
        bots: Vec<BotLevel>,
        /// Options of the game, written as in a record.
        #[arg(long, default_value = "", allow_hyphen_values = true)]
        options: String,
    },
    /// Find the exact answer to a puzzle or position.
    Solve {
        /// The puzzle, or the record of the position.
        file: PathBuf,
        /// How long the search may take, in seconds; then, and after Ctrl-C, what was found so far is printed.
        #[arg(long, value_name = "N", default_value_t = solve::USUAL_LIMIT, value_parser = clap::value_parser!(u64).range(1..=solve::LONGEST_LIMIT))]
        seconds: u64,
    },
    /// Play many games and check after every move what the contract of a game promises.
    Conform {
        /// Id of the game, as listed by `parlour games`.
        game: String,
        /// Options to try, written as in a record; without them, every option that the game offers.
        #[arg(long, allow_hyphen_values = true)]
        options: Option<String>,
        /// Number of games for each number of seats and each set of options.
        #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
        games: u64,
        /// Let bots of this level play; without it, every other game is played by easy bots and the rest at random.
        #[arg(long, value_name = "LEVEL")]
        bots: Option<BotLevel>,
    },
    /// Check that a game was fair: that the deal is the one that was settled before the first card, and that every bot did what follows
    /// from what it could see.
    Verify {
        /// The record of the game.
        file: PathBuf,
        /// The fingerprint that the game showed at its beginning, if you wrote it down.
        #[arg(long, value_name = "DIGITS")]
        fingerprint: Option<String>,
    },
    /// Read from standard input what people bring, within limits; the program calls itself like this.
    #[command(name = decoder::COMMAND, hide = true)]
    Decode {
        /// What is asked for.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        request: Vec<String>,
    },
    /// Check a record, puzzle, picture or pack of pictures, or everything in a folder.
    Check {
        /// The file or folder to check.
        path: PathBuf,
    },
}

/// The message on standard error before exit code 1.
struct Refusal(String);

impl<E: fmt::Display> From<E> for Refusal {
    fn from(error: E) -> Refusal {
        Refusal(error.to_string())
    }
}

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Requests for help and the version arrive here, too.
            let code = if error.use_stderr() { 2 } else { 0 };
            let said = error.render().to_string();
            // It repeats what was typed.
            match visible_lines(&said) == said {
                true => drop(error.print()),
                false => output::say(&said),
            }
            return ExitCode::from(code);
        }
    };
    let command = match arguments.command {
        Some(command) => command,
        None if arguments.json => {
            output::say("`--json` needs a command; `parlour --help` lists the commands");
            return ExitCode::from(2);
        }
        None => return open_window(arguments.file),
    };
    let output = match command {
        CliCommand::Decode { request } => return decoder::serve(&request),
        CliCommand::Games => Ok(games()),
        CliCommand::Replay { file } => replay(&file),
        CliCommand::Simulate { game, games, seed, bots, options, record } => {
            let wanted = Wanted { games, seed: &seed, bots: &bots, options: &options, record: record.as_deref() };
            simulate::simulate(&game, &wanted)
        }
        CliCommand::Blunders { game, games, seed, bots, options } => {
            blunders::blunders(&game, &Tried { games, seed: &seed, bots: &bots, options: &options })
        }
        CliCommand::Solve { file, seconds } => solve::solve(&file, seconds),
        CliCommand::Verify { file, fingerprint } => verify::verify(&file, fingerprint.as_deref()),
        CliCommand::Conform { game, options, games, bots } => conform(&game, options.as_deref(), games, bots),
        CliCommand::Check { path } => Ok(check::check(&path)),
    };
    match output {
        Ok(output) => output.print(arguments.json),
        Err(Refusal(why)) => output::refuse(&why),
    }
}

#[cfg(feature = "desktop")]
fn open_window(file: Option<PathBuf>) -> ExitCode {
    crate::app::window::run(file)
}

#[cfg(not(feature = "desktop"))]
fn open_window(_: Option<PathBuf>) -> ExitCode {
    output::refuse(
        "this build has no window; build it with the feature `desktop`, or run a command from `parlour --help`",
    )
}

fn games() -> CommandOutput {
    let line = |entry: &GameEntry| {
        let (min, max) = entry.info.seats;
        let players = match (min, max) {
            (1, 1) => "1 player".to_owned(),
            _ if min == max => format!("{min} players"),
            _ => format!("{min}–{max} players"),
        };
        format!("{:<20} {:<20} {players}\n", entry.info.id, entry.info.title)
    };
    let listed = |entry: &GameEntry| {
        let (min, max) = entry.info.seats;
        json!({ "id": entry.info.id, "title": entry.info.title, "seats": [min, max], "rules": entry.info.rules })
    };
    CommandOutput {
        text: GAMES.iter().map(line).collect(),
        json: json!({ "games": GAMES.iter().map(listed).collect::<Vec<_>>() }),
        ok: true,
    }
}

fn refusal_of(file: &Path) -> impl Fn(RecordError) -> Refusal {
    move |error: RecordError| Refusal(located(file, &error.place, &error.message))
}

fn replay(file: &Path) -> Result<CommandOutput, Refusal> {
    let text = read_text(file).map_err(refusal_of(file))?;
    let session = load_file(&text, file).map_err(refusal_of(file))?;
    let outcome = session.outcome();
    let winners: Vec<usize> = outcome.iter().flat_map(|outcome| &outcome.winners).map(|seat| seat.index()).collect();
    let to_act: Vec<usize> = session.acting().iter().map(|seat| seat.index()).collect();
    let json = json!({
        "game": session.info().id,
        "over": outcome.is_some(),
        "moves": session.moves().0,
        "scores": session.scores(),
        "winners": winners,
        "to_act": to_act,
        "summary": session.summary(),
        "state": session.state(),
    });
    let mut text = format!("{} · seed {}\n", session.info().title, session.seed());
    for (number, mv) in (1..).zip(session.named_moves()) {
        text += &format!("{number:>4}  {mv}\n");
    }
    text += &format!("{}\n", session.summary());
    Ok(CommandOutput { text, json, ok: true })
}

/// The game with this id, or where to find the ids.
fn find(game: &str) -> Result<&'static GameEntry, Refusal> {
    let unknown = || Refusal(format!("there is no game {game:?}; `parlour games` lists the games"));
    catalogue::find(game).ok_or_else(unknown)
}

/// More moves than this, and a game is taken to have no end.
const LONGEST: usize = 5000;

fn conform(game: &str, options: Option<&str>, games: u64, players: Option<BotLevel>) -> Result<CommandOutput, Refusal> {
    let entry = find(game)?;
    let effort = KitEffort { games, longest: LONGEST, players, ..KitEffort::USUAL };
    let found = entry.conform_with(options, effort)?;
    let (games, moves) = (found.report.games, found.report.moves);
    let tried = counted(found.options.len(), "set of options", "sets of options");
    let played = format!("{}, {}", counted(games, "game", "games"), counted(moves, "move", "moves"));
    let text = match &found.broken {
        None => format!("{} keeps every law: {played}, {tried}\n", entry.info.title),
        Some(broken) => format!("{} breaks a law after {played}.\n{broken}\n", entry.info.title),
    };
    let broken =
        |broken: &BrokenLaw| json!({ "law": broken.law.to_string(), "how": broken.how, "record": broken.record });
    let json = json!({
        "game": entry.info.id,
        "games": games,
        "moves": moves,
        "options": found.options,
        "broken": found.broken.as_ref().map(broken),
    });
    Ok(CommandOutput { text, json, ok: found.broken.is_none() })
}
