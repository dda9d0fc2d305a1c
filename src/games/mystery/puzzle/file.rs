//! Puzzle files as the command line and the window use them: checked, solved and played.

use crate::engine::game::{PuzzleAnswer, SolveWatch};
use crate::engine::outcome::Verdict;
use crate::engine::record::RecordError;
use crate::games::mystery::rules::Options;
use crate::games::mystery::solver::spread::Ratio;

use super::draft::{Draft, Edit};
use super::format::{Puzzle, PuzzleError};
use super::verdict::{self, Judgement, Unjudged};

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

/// Computes the exact par, or what it lies between if that takes too long.
pub fn solve_text(text: &str, watch: &SolveWatch<'_>) -> Result<PuzzleAnswer, RecordError> {
    let puzzle = Puzzle::read(text)?;
    let fraction = |ratio: Ratio| (ratio.above, ratio.below);
    let answer = PuzzleAnswer {
        kind: "par",
        verdict: Verdict::GaveUp,
        value: None,
        at_most: None,
        worst: None,
        moves: Vec::new(),
        certain_chance: None,
        nodes: 0,
    };
    Ok(match verdict::judge_watched(&puzzle, watch) {
        Ok(Judgement { par: Some((par, worst)), nodes, .. }) => PuzzleAnswer {
            verdict: Verdict::Solved,
            value: Some(fraction(par)),
            worst: Some(worst.into()),
            nodes,
            ..answer
        },
        Ok(Judgement { certain, nodes, .. }) => {
            PuzzleAnswer { verdict: Verdict::Impossible, certain_chance: Some(certain.value()), nodes, ..answer }
        }
        Err(Unjudged { bounds, nodes }) => PuzzleAnswer {
            value: Some(fraction(bounds.at_least)),
            at_most: bounds.at_most.map(fraction),
            nodes,
            ..answer
        },
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
