//! The puzzles that come with the program. The build has looked at every one of them.

use serde::Deserialize;

use super::puzzle::Puzzle;
use super::spread::Ratio;
use super::verdict::Grade;

include!(concat!(env!("OUT_DIR"), "/puzzles.rs"));

/// What is exactly known of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Indexed {
    /// Its name.
    pub id: String,
    /// Its par as a fraction, `53/12`.
    pub par: String,
    /// The most questions that best play may need.
    pub worst: u8,
    /// How rarely the low deck pays for it.
    pub grade: Grade,
}

impl Indexed {
    /// The par; `None` for a text that is no fraction.
    pub fn ratio(&self) -> Option<Ratio> {
        let (above, below) = self.par.split_once('/')?;
        Some(Ratio::new(above.parse().ok()?, below.parse().ok().filter(|below| *below > 0)?))
    }
}

/// Their texts, by their names, in the order of the files.
pub fn texts() -> impl Iterator<Item = (&'static str, &'static str)> {
    PUZZLES.iter().copied()
}

/// The puzzle of this name.
pub fn find(id: &str) -> Option<Puzzle> {
    texts().find(|(name, _)| *name == id).and_then(|(_, text)| Puzzle::read(text).ok())
}

/// What is known of all of them, the gentlest first.
pub fn index() -> Vec<Indexed> {
    ron::from_str(include_str!("shipped.ron")).unwrap_or_default()
}
