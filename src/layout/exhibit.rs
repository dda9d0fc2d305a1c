//! What decided something, while it stands out on the table, with what is said of it.

use super::spotlight::Spotlight;
use crate::words::joined;

/// How long a part of what decides is shown, and what it comes to, and a picture that stands for itself, in seconds.
const PART_SHOWS: f32 = 0.9;
const SUM_SHOWS: f32 = 1.8;
const PICTURE_SHOWS: f32 = 2.4;

/// One thing that decided, while it stands out on the table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Exhibit {
    /// What is outlined; all other pieces stand back.
    pub spots: Spotlight,
    /// What it is, in a few words: "Ada’s blue cards".
    pub caption: String,
    /// What it counts: "5", "12 to 9". Empty where nothing is counted.
    pub figure: String,
    pub weight: Weight,
}

/// How much an exhibit says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Weight {
    /// It counts towards something.
    #[default]
    Part,
    /// What parts come to, or who won: shown in large, and for longer.
    Sum,
    /// The picture that was on the table in pieces, whole and for itself: nothing is said over it.
    Picture,
}

impl Exhibit {
    pub fn part(spots: Spotlight, caption: impl Into<String>, figure: impl Into<String>) -> Exhibit {
        Exhibit { spots, caption: caption.into(), figure: figure.into(), weight: Weight::Part }
    }

    pub fn sum(spots: Spotlight, caption: impl Into<String>, figure: impl Into<String>) -> Exhibit {
        Exhibit { weight: Weight::Sum, ..Exhibit::part(spots, caption, figure) }
    }

    pub fn picture() -> Exhibit {
        Exhibit { weight: Weight::Picture, ..Exhibit::default() }
    }

    /// What it says, in one line: "Ada’s blue cards: 5". Empty for a picture.
    pub fn words(&self) -> String {
        joined([&self.caption, &self.figure].into_iter().filter(|words| !words.is_empty()), ": ")
    }

    /// How long it is shown.
    pub fn seconds(&self) -> f32 {
        match self.weight {
            Weight::Part => PART_SHOWS,
            Weight::Sum => SUM_SHOWS,
            Weight::Picture => PICTURE_SHOWS,
        }
    }
}
