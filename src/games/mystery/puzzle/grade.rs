//! A puzzle's two grades: how hard it is to pay for its questions, and how hard the reasoning is.

use serde::{Deserialize, Serialize};

/// How often good play wins a puzzle, or how much there is to reason, the gentlest grade first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Grade {
    /// At least 95 of 100 deals; fewer than 6½ steps of reasoning.
    Gentle,
    /// At least 80; fewer than 10½.
    Fair,
    /// At least 60; fewer than 15.
    Tricky,
    /// At least 40; fewer than 20.
    Hard,
    /// Fewer than 40; 20 or more.
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

    /// The grade of the reasoning in a puzzle, by its [effort](crate::games::mystery::deduction::effort).
    pub fn of_reasoning(steps: f64) -> Grade {
        let thresholds = [6.5, 10.5, 15.0, 20.0];
        let index = thresholds.iter().position(|most| steps < *most).unwrap_or(thresholds.len());
        Grade::ALL[index]
    }
}
