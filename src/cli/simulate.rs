//! `parlour simulate`: bots play many games while somebody waits, or stops them, or wants their records.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::json;

use super::output::{CommandOutput, named};
use super::waiting::Waiting;
use super::{Refusal, find};
use crate::engine::seats::BotLevel;
use crate::simulation::{FinishedGame, Simulation, Watch};
use crate::words::counted;

pub(super) struct Wanted<'a> {
    pub(super) games: u64,
    pub(super) seed: &'a str,
    pub(super) bots: &'a [BotLevel],
    /// As text; empty for the defaults.
    pub(super) options: &'a str,
    /// The folder for the games' records.
    pub(super) record: Option<&'a Path>,
}

pub(super) fn simulate(game: &str, wanted: &Wanted<'_>) -> Result<CommandOutput, Refusal> {
    let entry = find(game)?;
    let Wanted { games, seed, bots, options, record } = *wanted;
    if let Some(folder) = record {
        fs::create_dir_all(folder).map_err(|error| Refusal(format!("{}: {error}", named(folder))))?;
    }
    let (waiting, done) = (Waiting::begin(), AtomicU64::new(0));
    let keep = |game: &FinishedGame| record.map_or(Ok(()), |folder| keep(folder, wanted, game));
    let played = |all: u64| {
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        waiting.report(|| format!("{done} of {}", counted(all, "game", "games")));
    };
    let watch = Watch { stop: &waiting.stop, played: &played, keep: record.is_some().then_some(&keep) };
    let result = entry.simulate(games, seed, bots, options, &watch);
    waiting.end();
    let result = result?;
    let seconds = waiting.elapsed().as_secs_f64();
    let count = counted(result.games, "game", "games");
    let stopped = if result.games < games { format!(", stopped before {games}") } else { String::new() };
    let text = format!("{} · {count} from seed {seed} in {seconds:.1} s{stopped}\n", entry.info.title);
    let mut json = serde_json::to_value(&result)?;
    json["seconds"] = json!(seconds);
    json["game"] = json!(entry.info.id);
    json["bots"] = json!(bots.iter().map(|bot| bot.word()).collect::<Vec<_>>());
    Ok(CommandOutput { text: text + &table(&result, bots), json, ok: true })
}

/// A line for each bot.
fn table(result: &Simulation, bots: &[BotLevel]) -> String {
    let mut text = String::new();
    for (index, bot) in bots.iter().enumerate() {
        text += &format!(
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
        text += &format!("    ties  {}\n", result.ties);
    }
    if let Some(could) = result.could_be_won {
        text += &format!("a player who knew every card could have made sure of winning {could} of these deals\n");
    }
    text
}

/// Writes a game's record into the folder, under its number; what lies there already is never overwritten.
fn keep(folder: &Path, wanted: &Wanted<'_>, game: &FinishedGame) -> Result<(), String> {
    let digits = wanted.games.to_string().len();
    let bot = game.alone.filter(|_| wanted.bots.len() > 1).map_or(String::new(), |bot| format!("-{}", bot + 1));
    let path = folder.join(format!("{:0digits$}{bot}.ron", game.number + 1));
    let written = OpenOptions::new().write(true).create_new(true).open(&path);
    written.and_then(|mut file| file.write_all(game.record.as_bytes())).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            format!("{}: this file already exists; choose an empty folder", named(&path))
        }
        _ => format!("{}: {error}", named(&path)),
    })
}
