//! `parlour blunders`: how often bots make plays that look foolish.

use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::json;

use super::output::CommandOutput;
use super::waiting::Waiting;
use super::{Refusal, find};
use crate::catalogue::GameEntry;
use crate::engine::seats::BotLevel;
use crate::simulation::Watch;
use crate::sound_play::SoundPlay;
use crate::words::counted;

pub(super) struct Tried<'a> {
    pub(super) games: u64,
    pub(super) seed: &'a str,
    pub(super) bots: &'a [BotLevel],
    /// As text; empty for the defaults.
    pub(super) options: &'a str,
}

pub(super) fn blunders(game: &str, tried: &Tried<'_>) -> Result<CommandOutput, Refusal> {
    let entry = find(game)?;
    let waiting = Waiting::begin();
    let found: Result<Vec<SoundPlay>, Refusal> =
        tried.bots.iter().map(|level| of_level(entry, *level, tried, &waiting)).collect();
    waiting.end();
    let found = found?;
    let seconds = waiting.elapsed().as_secs_f64();
    let levels: Vec<_> = tried.bots.iter().zip(&found).collect();
    let json = levels.iter().map(|(level, play)| json!({ "bot": level.word(), "found": play })).collect::<Vec<_>>();
    let heading = format!("{} · seed {}, in {seconds:.1} s\n", entry.info.title, tried.seed);
    Ok(CommandOutput {
        text: levels.iter().fold(heading, |text, (level, play)| text + &table(**level, play)),
        json: json!({ "game": entry.info.id, "seconds": seconds, "bots": json }),
        ok: found.iter().flat_map(|play| &play.blunders).all(|blunder| blunder.made == 0),
    })
}

fn of_level(entry: &GameEntry, level: BotLevel, tried: &Tried<'_>, waiting: &Waiting) -> Result<SoundPlay, Refusal> {
    let done = AtomicU64::new(0);
    let played = |all: u64| {
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        waiting.report(|| format!("{level} bots: {done} of {}", counted(all, "game", "games")));
    };
    let watch = Watch { stop: &waiting.stop, played: &played, keep: None };
    Ok(entry.count_blunders(level, tried.games, tried.seed, tried.options, &watch)?)
}

/// A line for each blunder.
fn table(level: BotLevel, play: &SoundPlay) -> String {
    let heading = format!("{level} bots in {}\n", counted(play.games, "game", "games"));
    let lines = play
        .blunders
        .iter()
        .map(|blunder| format!("{:>6} of {:>6}  a bot that {}\n", blunder.made, blunder.chances, blunder.name));
    heading + &lines.collect::<String>()
}
