//! Mystery Machine: a solitaire of bought knowledge, and its puzzles.

pub mod bot;
#[cfg(feature = "desktop")]
pub mod designer;
pub mod draft;
pub mod generate;
pub mod hands;
pub mod inquiry;
pub mod knowledge;
pub mod layout;
pub mod notes;
mod opening;
#[cfg(feature = "desktop")]
pub mod panel;
pub mod par;
#[cfg(feature = "desktop")]
mod plan;
pub mod puzzle;
pub mod rules;
#[cfg(feature = "desktop")]
pub mod setup;
pub mod shipped;
pub mod spread;
pub mod verdict;

pub use rules::MysteryMachine;

use draft::{Draft, Edit};
use knowledge::Reasoner;
use rules::Options;

use crate::engine::game::PuzzleAnswer;
use crate::engine::outcome::Verdict;
use crate::engine::record::{RecordError, place_of};

use puzzle::{Broken, Puzzle};

/// How many positions the exact par of a file may take.
const MOST_EFFORT: u64 = 20_000_000;

impl From<Broken> for RecordError {
    fn from(broken: Broken) -> RecordError {
        RecordError::at(broken.place, broken.message)
    }
}

/// Whether a puzzle's text can be played.
///
/// # Errors
/// The first fault, with its place.
pub fn check_text(text: &str) -> Result<(), RecordError> {
    playable(text).map(|_| ())
}

/// A puzzle that can be dealt.
fn playable(text: &str) -> Result<Puzzle, RecordError> {
    let puzzle = Puzzle::read(text)?;
    Reasoner::new(&puzzle).map_err(|too_many| RecordError::at(place_of(text, "twists"), too_many))?;
    Ok(puzzle)
}

/// The options, as text, that play a puzzle's text.
///
/// # Errors
/// As [`check_text`].
pub fn options_of(text: &str) -> Result<String, RecordError> {
    Ok(ron::to_string(&Options::own(&playable(text)?, "")).unwrap_or_default())
}

/// The exact par of a puzzle's text.
///
/// # Errors
/// As [`check_text`].
pub fn solve_text(text: &str) -> Result<PuzzleAnswer, RecordError> {
    let puzzle = Puzzle::read(text)?;
    let mut answer = PuzzleAnswer {
        kind: "par",
        verdict: Verdict::GaveUp,
        value: None,
        worst: None,
        certain_chance: None,
        nodes: 0,
    };
    let Ok(judged) = verdict::judge(&puzzle, &|nodes| nodes > MOST_EFFORT) else { return Ok(answer) };
    answer.nodes = judged.nodes;
    if let Some((par, worst)) = judged.par {
        answer.verdict = Verdict::Solved;
        answer.value = Some((par.above, par.below));
        answer.worst = Some(u32::from(worst));
    } else {
        answer.verdict = Verdict::Impossible;
        answer.certain_chance = Some(judged.certain.value());
    }
    Ok(answer)
}

/// Takes any text for a puzzle and uses what is found: for the fuzzer, and for what it found.
///
/// # Panics
/// Never; that is what is tried.
pub fn tried(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    // What is not in order can still lie on the bench.
    if let Ok(mut draft) = Draft::read(text) {
        let _ = draft.fault();
        draft.edit(Edit::DropPile(0));
        draft.edit(Edit::Rows(4));
        let _ = draft.puzzle().to_line();
    }
    let Ok(puzzle) = Puzzle::read(text) else { return };
    assert_eq!(Puzzle::read(&puzzle.to_line()), Ok(puzzle.clone()), "what is read can be written and read again");
    assert_eq!(Puzzle::read(&puzzle.to_text()), Ok(puzzle.clone()), "also as a file");
    if puzzle.rows == 4 {
        // A small one is judged, too, as far as it goes in a moment.
        let _ = verdict::judge(&puzzle, &|nodes| nodes > 200);
    }
}
