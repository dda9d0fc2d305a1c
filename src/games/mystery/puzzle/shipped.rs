//! The puzzles that ship with Parlour; the build has validated every one of them.

use serde::Deserialize;

use super::format::Puzzle;
use super::grade::Grade;
use crate::games::mystery::solver::spread::Ratio;

include!(concat!(env!("OUT_DIR"), "/puzzles.rs"));

/// What `shipped.ron` says about a puzzle; a test computes all of it again.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IndexEntry {
    pub id: String,
    /// The exact par as a fraction, such as `53/12`.
    pub par: String,
    /// The most questions that optimal play may need.
    pub worst: u8,
    pub grade: Grade,
    /// How hard the reasoning is.
    pub reasoning: Grade,
}

impl IndexEntry {
    /// The par; `None` if the text is not a fraction.
    pub fn ratio(&self) -> Option<Ratio> {
        let (above, below) = self.par.split_once('/')?;
        Some(Ratio::new(above.parse().ok()?, below.parse().ok().filter(|below| *below > 0)?))
    }
}

/// Ids and texts, in the order of the files.
pub fn texts() -> impl Iterator<Item = (&'static str, &'static str)> {
    PUZZLES.iter().copied()
}

pub fn find(id: &str) -> Option<Puzzle> {
    texts().find(|(name, _)| *name == id).and_then(|(_, text)| Puzzle::read(text).ok())
}

/// Every shipped puzzle, the gentlest first.
pub fn index() -> Vec<IndexEntry> {
    ron::from_str(include_str!("shipped.ron")).unwrap_or_default()
}
