//! The verbs of a sentence, which say whether something must be, must not be, or was.

use winnow::stream::Stream;

use super::stream::Tokens;

/// What goes before and after the verb of a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct VerbWords {
    /// Whether there is any of them.
    pub(super) is_said: bool,
    pub(super) is_negative: bool,
    pub(super) is_only: bool,
    /// Whether it is told as something that has happened.
    pub(super) is_past: bool,
    pub(super) is_played: bool,
    /// Whether it says what is allowed.
    pub(super) is_may: bool,
}

/// "must not be", "can only be", "was": as many as there are, and nothing but "not" and "only" at most once.
pub(super) fn verb(words: &mut Tokens<'_>) -> VerbWords {
    let mut verb = VerbWords::default();
    loop {
        let flag = match words.first().map(|token| token.text.as_str()) {
            Some("must" | "is") => &mut verb.is_said,
            Some("can") => &mut verb.is_may,
            Some("was" | "has") => &mut verb.is_past,
            Some("play") => &mut verb.is_played,
            Some("not") if !verb.is_negative => &mut verb.is_negative,
            Some("only") if !verb.is_only => &mut verb.is_only,
            _ => return verb,
        };
        *flag = true;
        verb.is_said = true;
        words.next_token();
    }
}
