//! The command line: what programs and the curious use instead of the window.
//!
//! Prints for people, and one JSON object with `--json`. Exit codes: 0 done; 1 the file is wrong or the game says no
//! (why is on standard error); 2 wrong usage.

use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::{Parser, Subcommand};
use serde_json::{Value, json};

use crate::catalogue::{self, Entry, GAMES, PuzzleKind};
use crate::engine::game::PuzzleAnswer;
use crate::engine::outcome::Verdict;
use crate::engine::record::{Place, read_text};
use crate::engine::seats::BotLevel;
use crate::files::beside;
use crate::simulation::MOST_GAMES;
use crate::words::counted;

mod check;

/// Card, tile and deduction games at one quiet table.
#[derive(Parser, Debug)]
#[command(name = "parlour", version, args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// A record, picture or pack to open in the window.
    file: Option<PathBuf>,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Lists the games.
    Games {
        /// One JSON object instead of lines for people.
        #[arg(long)]
        json: bool,
    },
    /// Replays a record to its end.
    Replay {
        /// The record.
        file: PathBuf,
        /// One JSON object instead of lines for people.
        #[arg(long)]
        json: bool,
    },
    /// Lets bots play; seats rotate fairly.
    Simulate {
        /// The game's id, as `parlour games` lists them.
        game: String,
        /// How many games.
        #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
        games: u64,
        /// The first game's seed; a number counts on with the games.
        #[arg(long, default_value = "1", allow_hyphen_values = true)]
        seed: String,
        /// The bots, from random, easy, medium and hard.
        #[arg(long, value_delimiter = ',', default_value = "hard")]
        bots: Vec<BotLevel>,
        /// The game's options, as records have them: `(puzzle: "twins")`.
        #[arg(long, default_value = "", allow_hyphen_values = true)]
        options: String,
        /// One JSON object instead of lines for people.
        #[arg(long)]
        json: bool,
    },
    /// Solves a puzzle or position exactly.
    Solve {
        /// The puzzle or record.
        file: PathBuf,
        /// One JSON object instead of lines for people.
        #[arg(long)]
        json: bool,
    },
    /// Validates a record, a puzzle, a picture, a pack of pictures, or all of these in a folder.
    Check {
        /// The file or folder.
        path: PathBuf,
        /// One JSON object instead of lines for people.
        #[arg(long)]
        json: bool,
    },
}

/// A refusal: what standard error says before exit code 1.
struct Refusal(String);

impl<E: fmt::Display> From<E> for Refusal {
    fn from(error: E) -> Refusal {
        Refusal(error.to_string())
    }
}

/// What a command prints, and whether it is content.
struct Answer {
    people: String,
    json: Value,
    ok: bool,
}

/// Runs the program with the arguments it was started with.
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Asking for help or the version is no mistake.
            let code = if error.use_stderr() { 2 } else { 0 };
            let _ = error.print();
            return ExitCode::from(code);
        }
    };
    let (answer, as_json) = match arguments.command {
        None => return open_window(arguments.file),
        Some(Command::Games { json }) => (Ok(games()), json),
        Some(Command::Replay { file, json }) => (replay(&file), json),
        Some(Command::Simulate { game, games, seed, bots, options, json }) => {
            (simulate(&game, games, &seed, &bots, &options), json)
        }
        Some(Command::Solve { file, json }) => (solve(&file), json),
        Some(Command::Check { path, json }) => (Ok(check::check(&path)), json),
    };
    match answer {
        Ok(answer) => print(&answer, as_json),
        Err(Refusal(why)) => {
            let _ = writeln!(io::stderr(), "parlour: {why}");
            ExitCode::from(1)
        }
    }
}

fn print(answer: &Answer, as_json: bool) -> ExitCode {
    let text = if as_json { format!("{}\n", answer.json) } else { answer.people.clone() };
    if answer.ok || as_json {
        let written = io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush());
        // A reader that has gone away is no fault of ours; a full disk is one to tell.
        if let Err(error) = written
            && error.kind() != io::ErrorKind::BrokenPipe
        {
            let _ = writeln!(io::stderr(), "parlour: cannot write: {error}");
            return ExitCode::from(1);
        }
    }
    if answer.ok {
        return ExitCode::SUCCESS;
    }
    let _ = io::stderr().write_all(answer.people.as_bytes());
    ExitCode::from(1)
}

#[cfg(feature = "desktop")]
fn open_window(file: Option<PathBuf>) -> ExitCode {
    crate::app::start::run(file)
}

#[cfg(not(feature = "desktop"))]
fn open_window(_: Option<PathBuf>) -> ExitCode {
    let _ = writeln!(
        io::stderr(),
        "parlour: this build has no window; build it with the feature `desktop`, or see `parlour --help`"
    );
    ExitCode::from(1)
}

fn games() -> Answer {
    let line = |entry: &Entry| {
        let (min, max) = entry.info.seats;
        let players = match (min, max) {
            (1, 1) => "1 player".to_owned(),
            _ if min == max => format!("{min} players"),
            _ => format!("{min}–{max} players"),
        };
        format!("{:<20} {:<20} {players}\n", entry.info.id, entry.info.title)
    };
    let listed = |entry: &Entry| {
        let (min, max) = entry.info.seats;
        json!({ "id": entry.info.id, "title": entry.info.title, "seats": [min, max], "rules": entry.info.rules })
    };
    Answer {
        people: GAMES.iter().map(line).collect(),
        json: json!({ "games": GAMES.iter().map(listed).collect::<Vec<_>>() }),
        ok: true,
    }
}

/// `file:place: message`, the way compilers write it.
fn located(file: &Path, place: &Place, message: &str) -> String {
    match place {
        Place::File => format!("{}: {message}", file.display()),
        _ => format!("{}:{place}: {message}", file.display()),
    }
}

/// Plays a record; what it names lies beside it.
fn load_file(text: &str, file: &Path) -> catalogue::Started {
    let folders = [file.parent().map_or_else(PathBuf::new, Path::to_owned)];
    catalogue::load_with(text, &beside(&folders))
}

fn replay(file: &Path) -> Result<Answer, Refusal> {
    let wrong = |error: crate::engine::record::RecordError| Refusal(located(file, &error.place, &error.message));
    let text = read_text(file).map_err(wrong)?;
    let session = load_file(&text, file).map_err(wrong)?;
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
    let mut people = format!("{} · seed {}\n", session.info().title, session.seed());
    for (index, told) in session.told_by_name().iter().enumerate() {
        people += &format!("{:>4}  {told}\n", index + 1);
    }
    people += &format!("{}\n", session.summary());
    Ok(Answer { people, json, ok: true })
}

fn simulate(game: &str, games: u64, seed: &str, bots: &[BotLevel], options: &str) -> Result<Answer, Refusal> {
    let entry = catalogue::find(game)
        .ok_or_else(|| Refusal(format!("no game is called {game:?}; `parlour games` lists them")))?;
    let start = Instant::now();
    let result = entry.simulate(games, seed, bots, options)?;
    let seconds = start.elapsed().as_secs_f64();
    let mut people = format!("{} · {games} games from seed {seed} in {seconds:.1} s\n", entry.info.title);
    for (index, bot) in bots.iter().enumerate() {
        people += &format!(
            "{bot:>8}  mean {:.2} ± {:.2} (95 %)  best {}  won {} ({:.1} ± {:.1} %)\n",
            result.mean_scores[index],
            result.confidence[index],
            result.best_scores[index],
            result.wins[index],
            100.0 * result.win_shares[index],
            100.0 * result.win_confidence[index]
        );
    }
    if result.ties > 0 {
        people += &format!("    ties  {}\n", result.ties);
    }
    if let Some(could) = result.could_be_won {
        people += &format!("knowing every card, {could} could be made sure of\n");
    }
    let mut json = serde_json::to_value(&result)?;
    json["seconds"] = json!(seconds);
    json["game"] = json!(entry.info.id);
    json["bots"] = json!(bots.iter().map(|bot| bot.word()).collect::<Vec<_>>());
    Ok(Answer { people, json, ok: true })
}

fn solve(file: &Path) -> Result<Answer, Refusal> {
    let wrong = |error: crate::engine::record::RecordError| Refusal(located(file, &error.place, &error.message));
    let text = read_text(file).map_err(wrong)?;
    if let Some(kind) = PuzzleKind::of(&text) {
        let start = Instant::now();
        let found = kind.solve(&text).map_err(wrong)?;
        return Ok(solved_puzzle(&found, start.elapsed().as_secs_f64()));
    }
    let session = load_file(&text, file).map_err(wrong)?;
    let start = Instant::now();
    let Some(found) = session.solution() else {
        return Err(Refusal(format!("{}: {} has no exact solver", file.display(), session.info().title)));
    };
    let seconds = start.elapsed().as_secs_f64();
    let people = match (found.verdict, found.value) {
        (Verdict::Solved, Some(value)) => {
            let moves = counted(value, "move", "moves");
            let line: String = found.line.iter().map(|mv| format!("  {mv}\n")).collect();
            format!("{}: {moves} at the least\n{line}", found.kind)
        }
        (Verdict::Solved, None) => format!("{}: possible\n", found.kind),
        (Verdict::Impossible, _) => format!("{}: proven impossible\n", found.kind),
        (Verdict::GaveUp, _) => format!("{}: not found out within {} positions\n", found.kind, found.nodes),
    };
    let json = json!({
        "kind": found.kind,
        "exact": found.verdict != Verdict::GaveUp,
        "value": found.value,
        "line": found.line,
        "nodes": found.nodes,
        "seconds": seconds,
        "verdict": found.verdict,
    });
    Ok(Answer { people, json, ok: true })
}

fn solved_puzzle(found: &PuzzleAnswer, seconds: f64) -> Answer {
    let value = found.value.map(|(above, below)| above as f64 / below as f64);
    let fraction = found.value.map(|(above, below)| format!("{above}/{below}"));
    let people = match (found.verdict, value, &fraction) {
        (Verdict::Solved, Some(value), Some(fraction)) => {
            let worst = found.worst.map_or(String::new(), |worst| format!("; {worst} at worst"));
            format!("{}: {value:.4} = {fraction}{worst}\n", found.kind)
        }
        (Verdict::Impossible, ..) => {
            let chance = 100.0 * found.certain_chance.unwrap_or_default();
            format!("{}: there is none; at best {chance:.2} of 100 deals can be settled\n", found.kind)
        }
        _ => format!("{}: not found out within {} positions\n", found.kind, found.nodes),
    };
    let mut json = json!({
        "kind": found.kind,
        "exact": found.verdict != Verdict::GaveUp,
        "value": value,
        "fraction": fraction,
        "worst": found.worst,
        "line": [],
        "nodes": found.nodes,
        "seconds": seconds,
        "verdict": found.verdict,
    });
    if let Some(chance) = found.certain_chance {
        json["certain_chance"] = json!(chance);
    }
    Answer { people, json, ok: true }
}
