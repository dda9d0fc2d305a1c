//! Cards that are alike in something or not, in few words.

use super::OftenTold;
use crate::games::eleusis::language::gist::{FEATURES, each_once};

const ALIKE: [&str; 6] = ["same", "match", "stay", "follow", "equal", "repeat"];
const UNLIKE: [&str; 4] = ["different", "differs", "change", "opposite"];

/// Words of rules about something else.
const OTHER_RULES: [&str; 16] = [
    "before",
    "third-last",
    "last-two",
    "th",
    "position",
    "every",
    "pair",
    "pairs",
    "if",
    "then",
    "and-so-on",
    "sum",
    "product",
    "wrapping",
    "after",
    "unless",
];

impl OftenTold {
    fn is_only_compared(&self) -> bool {
        self.kinds().is_empty() && !self.has(&OTHER_RULES) && !self.has(&super::STEPS)
    }

    /// "Agree in at least one of suit and rank", "follow the suit or put down another of the same rank".
    pub(super) fn alike_in_one_of_two(&self) -> Option<String> {
        let features = each_once(self.words.iter().map(String::as_str).filter(|word| FEATURES.contains(word)));
        let [one, other] = *features.as_slice() else { return None };
        let is_either = self.has(&["or"]) || self.says(&["at least one", "one of the two"]);
        let is_denied = self.has(&["not", "no", "neither", "nor", "differs", "change", "opposite"]);
        let is_told = self.is_only_compared() && self.has(&ALIKE) && !is_denied;
        (is_told && is_either && !self.says(&["both"])).then(|| format!("{one} or {other} same as last"))
    }

    /// "Keep the last card's colour", "no repeat of the last rank".
    pub(super) fn one_feature_alike(&self) -> Option<String> {
        let features = each_once(self.words.iter().map(String::as_str).filter(|word| FEATURES.contains(word)));
        let [feature] = *features.as_slice() else { return None };
        let has_number = self.words.iter().any(|word| word.parse::<u8>().is_ok());
        let has_card = self.has(&["ace", "jack", "queen", "king"]);
        if !self.is_only_compared() || has_number || has_card || self.has(&["repeat"]) && !self.is_refused() {
            return None;
        }
        match (self.has(&ALIKE), self.has(&UNLIKE), self.is_refused()) {
            (true, false, true) | (false, true, false) => Some(format!("{feature} differs from last")),
            (true, false, false) => Some(format!("{feature} same as last")),
            _ => None,
        }
    }

    /// "See whether the last one is odd or even, and yours has to be the same."
    pub(super) fn alike_in_values(&self) -> Option<String> {
        let feature = match *self.kinds().as_slice() {
            ["odd", "even"] | ["even", "odd"] => "parity",
            ["red", "black"] | ["black", "red"] => "colour",
            _ => return None,
        };
        let is_of_last =
            self.has(&["last"]) && self.says(&["odd or even", "even or odd", "red or black", "black or red"]);
        let is_other = self.has(&["before", "th", "position", "suit"]) || self.has(&super::STEPS);
        if !is_of_last || is_other || self.is_refused() {
            return None;
        }
        match (self.has(&["same", "match"]), self.has(&UNLIKE) || self.says(&["the other"])) {
            (true, false) => Some(format!("{feature} same as last")),
            (false, true) => Some(format!("{feature} differs from last")),
            _ => None,
        }
    }

    fn is_refused(&self) -> bool {
        self.has(&["not", "no", "neither", "nor"])
    }
}
