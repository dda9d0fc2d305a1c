//! A puzzle's grade: how hard it is to pay for its questions.

use serde::{Deserialize, Serialize};

/// How often good play wins a puzzle, the gentlest grade first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Grade {
    /// At least 95 of 100 deals.
    Gentle,
    /// At least 80.
    Fair,
    /// At least 60.
    Tricky,
    /// At least 40.
    Hard,
    /// Fewer than 40.
    Fiendish,
}

impl Grade {
    pub const ALL: [Grade; 5] = [Grade::Gentle, Grade::Fair, Grade::Tricky, Grade::Hard, Grade::Fiendish];

    pub const fn word(self) -> &'static str {
        ["gentle", "fair", "tricky", "hard", "fiendish"][self as usize]
    }

    /// The grade of a puzzle that good play wins with this chance, 0 to 1.
    pub fn of(chance: f64) -> Grade {
        let thresholds = [0.95, 0.8, 0.6, 0.4];
        let index = thresholds.iter().position(|least| chance >= *least).unwrap_or(thresholds.len());
        Grade::ALL[index]
    }
}
