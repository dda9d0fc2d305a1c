//! `parlour solve`: the exact answer to a puzzle or a position, or what was found of it in the time that it may take.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use super::output::{CommandOutput, load_file, named};
use super::waiting::{EndedBy, Waiting};
use super::{Refusal, refusal_of};
use crate::catalogue::PuzzleKind;
use crate::engine::game::{PuzzleAnswer, Solution, SolveProgress, SolveWatch};
use crate::engine::outcome::Verdict;
use crate::engine::record::read_text;
use crate::words::counted;

/// How long a search may take unless somebody says otherwise, and at most, in seconds: a minute, and a month.
pub(super) const USUAL_LIMIT: u64 = 60;
pub(super) const LONGEST_LIMIT: u64 = 2_678_400;

pub(super) fn solve(file: &Path, seconds: u64) -> Result<CommandOutput, Refusal> {
    let text = read_text(file).map_err(refusal_of(file))?;
    let limit = Duration::from_secs(seconds);
    if let Some(kind) = PuzzleKind::of(&text) {
        let (found, waiting) = waited_for(limit, |watch| (kind.solve)(&text, watch));
        return Ok(solved_puzzle(&found.map_err(refusal_of(file))?, &waiting));
    }
    let session = load_file(&text, file).map_err(refusal_of(file))?;
    match waited_for(limit, |watch| session.solution(watch)) {
        (Some(found), waiting) => Ok(solved_position(&found, &waiting)),
        (None, _) => Err(Refusal(format!("{}: {} has no exact solver", named(file), session.info().title))),
    }
}

/// What a search finds, for whoever waits at the terminal.
fn waited_for<T>(limit: Duration, search: impl FnOnce(&SolveWatch<'_>) -> T) -> (T, Waiting) {
    let waiting = Waiting::at_most(limit);
    let report = |progress: SolveProgress| waiting.report(|| in_words(progress));
    let found = search(&SolveWatch { cancel: &waiting.stop, report: &report });
    waiting.end();
    (found, waiting)
}

/// How far a search is: "12 positions, at least 3.25, at most 4.5".
fn in_words(SolveProgress { nodes, at_least, at_most }: SolveProgress) -> String {
    let nodes = if nodes > 0 { counted(nodes, "position", "positions") } else { "searching".to_owned() };
    format!("{nodes}{}", bounds_in_words(at_least, at_most))
}

fn bounds_in_words(at_least: Option<f64>, at_most: Option<f64>) -> String {
    let bound = |words: &str, bound: Option<f64>| bound.map_or(String::new(), |bound| format!(", {words} {bound:.4}"));
    format!("{}{}", bound("at least", at_least), bound("at most", at_most))
}

fn solved_position(found: &Solution<String>, waiting: &Waiting) -> CommandOutput {
    let text = match (found.verdict, found.value) {
        (Verdict::Solved, Some(value)) => {
            let moves = counted(value, "move", "moves");
            let line: String = found.line.iter().map(|mv| format!("  {mv}\n")).collect();
            format!("{}: {moves}, the fewest possible\n{line}", found.kind)
        }
        (Verdict::Solved, None) => format!("{}: possible\n", found.kind),
        (Verdict::Impossible, _) => format!("{}: proven impossible\n", found.kind),
        (Verdict::GaveUp, _) => {
            let bound = found.at_least.map(|moves| counted(moves, "move", "moves"));
            let bound = bound.map_or(String::new(), |moves| format!("; if it can be done, it takes at least {moves}"));
            undecided(found.kind, found.nodes, &bound, waiting)
        }
    };
    let mut json = json!({
        "kind": found.kind,
        "exact": found.verdict != Verdict::GaveUp,
        "value": found.value,
        "line": found.line,
        "nodes": found.nodes,
        "seconds": waiting.elapsed().as_secs_f64(),
        "verdict": found.verdict,
    });
    if found.verdict == Verdict::GaveUp {
        add_what_is_known(&mut json, found.at_least.map(f64::from), None, waiting);
    }
    CommandOutput { text, json, ok: true }
}

/// What is added where a search was given up.
fn add_what_is_known(json: &mut Value, at_least: Option<f64>, at_most: Option<f64>, waiting: &Waiting) {
    json["at_least"] = json!(at_least);
    json["at_most"] = json!(at_most);
    json["ended_by"] = json!(waiting.ended_by().map(|by| match by {
        EndedBy::Interrupt => "interrupt",
        EndedBy::Time => "time",
    }));
}

fn undecided(kind: &str, nodes: u64, known: &str, waiting: &Waiting) -> String {
    let nodes = if nodes > 0 { format!(" after {}", counted(nodes, "position", "positions")) } else { String::new() };
    format!("{kind}: still undecided{nodes}{known}{}\n", why_it_ended(waiting))
}

/// What is said of a search that ended before it was done.
fn why_it_ended(waiting: &Waiting) -> String {
    let seconds = waiting.elapsed().as_secs_f64();
    match waiting.ended_by() {
        Some(EndedBy::Time) => format!("; stopped after {seconds:.0} s; use --seconds to allow more"),
        Some(EndedBy::Interrupt) => format!("; interrupted after {seconds:.0} s"),
        None => String::new(),
    }
}

fn solved_puzzle(found: &PuzzleAnswer, waiting: &Waiting) -> CommandOutput {
    let decimal = |(above, below): (u128, u128)| above as f64 / below as f64;
    let (value, at_most) = (found.value.map(decimal), found.at_most.map(decimal));
    let fraction = found.value.map(|(above, below)| format!("{above}/{below}"));
    let text = match (found.verdict, value, &fraction) {
        (Verdict::Solved, Some(value), _) if !found.moves.is_empty() => {
            format!("{}: {}, {value} moves\n", found.kind, found.moves.join(" or "))
        }
        (Verdict::Solved, Some(value), Some(fraction)) => {
            let worst = found.worst.map_or(String::new(), |worst| format!(", in the worst case {worst}"));
            format!("{}: {value:.4} = {fraction}{worst}\n", found.kind)
        }
        (Verdict::Impossible, ..) if found.certain_chance.is_none() => format!("{}: none\n", found.kind),
        (Verdict::Impossible, ..) => {
            let chance = 100.0 * found.certain_chance.unwrap_or_default();
            format!("{}: none, because not every deal can be solved; at best {chance:.2} % can\n", found.kind)
        }
        (Verdict::GaveUp, Some(bound), _) => {
            let at_most = bounds_in_words(None, at_most);
            let why = match waiting.ended_by() {
                None => "; too many deals and positions for the exact number".to_owned(),
                Some(_) => why_it_ended(waiting),
            };
            format!("{}: at least {bound:.4}{at_most}{why}\n", found.kind)
        }
        _ => {
            let known = if found.moves.is_empty() { "" } else { "; these win: " };
            undecided(found.kind, found.nodes, &format!("{known}{}", found.moves.join(", ")), waiting)
        }
    };
    let mut json = json!({
        "kind": found.kind,
        "exact": found.verdict != Verdict::GaveUp,
        "value": value,
        "fraction": fraction,
        "worst": found.worst,
        "line": found.moves,
        "nodes": found.nodes,
        "seconds": waiting.elapsed().as_secs_f64(),
        "verdict": found.verdict,
    });
    if let Some(chance) = found.certain_chance {
        json["certain_chance"] = json!(chance);
    }
    if found.verdict == Verdict::GaveUp {
        add_what_is_known(&mut json, value, at_most, waiting);
    }
    CommandOutput { text, json, ok: true }
}
