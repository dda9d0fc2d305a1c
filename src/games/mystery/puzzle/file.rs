//! Puzzle files as the command line and the window use them: checked, solved and played.

use crate::engine::game::PuzzleAnswer;
use crate::engine::outcome::Verdict;
use crate::engine::record::RecordError;
use crate::games::mystery::rules::Options;

use super::draft::{Draft, Edit};
use super::format::{Puzzle, PuzzleError};
use super::verdict;

/// How many positions are visited in search of a par.
const MOST_EFFORT: u64 = 20_000_000;

/// The same for a lower bound, once there was no par to be found.
const BOUND_EFFORT: u64 = 1_000_000;

impl From<PuzzleError> for RecordError {
    fn from(error: PuzzleError) -> RecordError {
        RecordError::at(error.place, error.message)
    }
}

/// Checks that a puzzle's text can be played.
///
/// # Errors
/// The first error, with its place.
pub fn check_text(text: &str) -> Result<(), RecordError> {
    Puzzle::read(text)?;
    Ok(())
}

/// The game options, as text, for playing this puzzle.
pub fn options_of(text: &str) -> Result<String, RecordError> {
    Ok(ron::to_string(&Options::own(&Puzzle::read(text)?, "")).unwrap_or_default())
}

/// Computes the exact par, or a lower bound of it if that takes too many positions.
pub fn solve_text(text: &str) -> Result<PuzzleAnswer, RecordError> {
    let puzzle = Puzzle::read(text)?;
    let judged = verdict::judge(&puzzle, &|nodes| nodes > MOST_EFFORT).ok();
    let par = judged.and_then(|judged| judged.par);
    Ok(PuzzleAnswer {
        kind: "par",
        verdict: match judged {
            None => Verdict::GaveUp,
            Some(_) if par.is_some() => Verdict::Solved,
            Some(_) => Verdict::Impossible,
        },
        value: match judged {
            None => Some(verdict::par_bound(&puzzle, BOUND_EFFORT)),
            Some(_) => par.map(|(par, _)| par),
        }
        .map(|par| (par.above, par.below)),
        worst: par.map(|(_, worst)| u32::from(worst)),
        moves: Vec::new(),
        certain_chance: judged.filter(|_| par.is_none()).map(|judged| judged.certain.value()),
        nodes: judged.map_or(0, |judged| judged.nodes),
    })
}

/// Feeds arbitrary bytes to everything that reads a puzzle, for the fuzzer and for the inputs that it has found.
///
/// # Panics
/// If a puzzle does not survive being written and read again.
pub fn fuzz(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    // A puzzle that is not valid can still be edited in the designer.
    if let Ok(mut draft) = Draft::read(text) {
        let _ = draft.problem();
        draft.edit(Edit::DropPile(0));
        draft.edit(Edit::Rows(4));
        let _ = draft.puzzle().to_line();
    }
    let Ok(puzzle) = Puzzle::read(text) else { return };
    assert_eq!(Puzzle::read(&puzzle.to_line()), Ok(puzzle.clone()), "written as a line and read again");
    assert_eq!(Puzzle::read(&puzzle.to_text()), Ok(puzzle.clone()), "written as a file and read again");
    if puzzle.rows == 4 {
        // Small enough to be judged as far as a moment allows.
        let _ = verdict::judge(&puzzle, &|nodes| nodes > 200);
    }
}
