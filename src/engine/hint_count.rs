//! How many hints were given in a game. Its record has the count, so that whoever leaves a game and continues it is told of all of them.

use serde::{Deserialize, Serialize};

use crate::words::counted;

/// More hints are not counted: no game has that many moves.
pub const MOST_HINTS: u32 = 9999;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HintCount {
    pub given: u32,
    /// Of how many of them the move was shown.
    pub shown: u32,
}

impl HintCount {
    pub const NONE: HintCount = HintCount { given: 0, shown: 0 };

    /// These hints and more of them, as far as they are counted.
    #[must_use]
    pub fn and(self, more: HintCount) -> HintCount {
        let given = self.given.saturating_add(more.given).min(MOST_HINTS);
        HintCount { given, shown: self.shown.saturating_add(more.shown).min(given) }
    }

    /// Whether hints can have been counted like this. The error tells why not.
    pub fn check(self) -> Result<(), String> {
        let HintCount { given, shown } = self;
        if given > MOST_HINTS {
            return Err(format!("{given} hints were given; at most {MOST_HINTS} are counted"));
        }
        if shown > given {
            let hints = counted(given, "hint was", "hints were");
            return Err(format!("{hints} given, so that the move cannot have been shown by {shown}"));
        }
        Ok(())
    }

    /// "2 hints, 1 move shown"; `None` where there was none.
    pub fn words(self) -> Option<String> {
        let hints = counted(self.given, "hint", "hints");
        match self {
            HintCount { given: 0, .. } => None,
            HintCount { shown: 0, .. } => Some(format!("{hints}, no move shown")),
            HintCount { shown, .. } => Some(format!("{hints}, {} shown", counted(shown, "move", "moves"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_can_always_be_read_again() {
        let one = HintCount { given: 1, shown: 1 };
        let mut hints = HintCount { given: MOST_HINTS - 1, shown: MOST_HINTS - 2 };
        for _ in 0..3 {
            hints = hints.and(one);
            assert_eq!(hints.check(), Ok(()), "{hints:?}");
        }
        assert_eq!(hints, HintCount { given: MOST_HINTS, shown: MOST_HINTS });
        let most = HintCount { given: u32::MAX, shown: u32::MAX };
        assert_eq!(most.and(most).check(), Ok(()));
    }

    #[test]
    fn a_count_that_cannot_be_is_refused() {
        let why = |given: u32, shown: u32| HintCount { given, shown }.check().expect_err("refused");
        assert_eq!(why(10_000, 0), "10000 hints were given; at most 9999 are counted");
        assert_eq!(why(1, 2), "1 hint was given, so that the move cannot have been shown by 2");
    }

    #[test]
    fn hints_are_told_with_the_moves_that_were_shown() {
        let words = |given: u32, shown: u32| HintCount { given, shown }.words();
        assert_eq!(words(0, 0), None);
        assert_eq!(words(1, 0).as_deref(), Some("1 hint, no move shown"));
        assert_eq!(words(2, 1).as_deref(), Some("2 hints, 1 move shown"));
    }
}
