//! The last two cards together, and the card before the last.

use super::OftenTold;
use crate::games::eleusis::language::gist::FEATURES;

/// The two cards at the end of the mainline.
const LAST_TWO: [&str; 14] = [
    "2 cards",
    "2 last",
    "either of the two",
    "last 2",
    "last couple",
    "last two",
    "past two",
    "preceding two",
    "previous two",
    "two before",
    "two cards",
    "two last",
    "two preceding",
    "two previous",
];

/// The card before the last.
const TWO_BACK: [&str; 24] = [
    "2 positions",
    "2 places",
    "ignore the last",
    "ignoring the last",
    "jump over the last",
    "leave out the last",
    "minus 2",
    "minus two",
    "n - 2",
    "n-2",
    "next but one",
    "not at the last card",
    "not the last card but",
    "skip over the last",
    "skip the last",
    "two ago",
    "two back",
    "two cards ago",
    "two cards ahead",
    "two cards back",
    "two cards earlier",
    "two earlier",
    "two places",
    "two positions",
];

/// The card before that.
const THIRD: [&str; 11] = [
    "back three",
    "back three cards",
    "third card counted from the end",
    "third card from the end",
    "third from the end",
    "third last",
    "three back",
    "three cards back",
    "three cards before",
    "three places before",
    "three positions before",
];

/// Words of rules about something else.
const OTHER_RULES: [&str; 8] = ["pair", "pairs", "repeat", "and-so-on", "then", "every", "sum", "turn"];

impl OftenTold {
    fn only_feature(&self) -> Option<&'static str> {
        let mut named = FEATURES.into_iter().filter(|feature| self.has(&[*feature]));
        let feature = named.next()?;
        named.next().is_none().then_some(feature)
    }

    /// Whether it may be about cards that are alike in something, or not.
    fn compares(&self) -> bool {
        self.kinds().is_empty() && !self.has(&OTHER_RULES) && !self.has(&super::STEPS)
    }

    /// "Whatever suits the two cards at the end have, pick another."
    pub(super) fn unlike_the_last_two(&self) -> Option<String> {
        const AT_THE_END: [&str; 8] = ["last", "before", "previous", "preceding", "end", "recent", "lying", "latest"];
        const OTHER: [&str; 12] = [
            "another",
            "avoid",
            "can't",
            "cannot",
            "cant",
            "different",
            "may not",
            "must not",
            "neither",
            "never",
            "not ",
            "other ",
        ];
        let feature = self.only_feature().filter(|_| self.compares() && !self.has(&["if", "in-a-row"]))?;
        let is_of_two = self.says(&LAST_TWO) && self.says(&AT_THE_END) && !self.says(&TWO_BACK);
        let is_of_one = self.says(&["card two before", "card 2 before", "the card two", "the card 2"]);
        (is_of_two && !is_of_one && self.says(&OTHER))
            .then(|| format!("{feature} differs from last and not {feature} same as before"))
    }

    /// "It must differ both from that of the last card and from that of the last but one."
    pub(super) fn unlike_each_of_two(&self) -> Option<String> {
        const EACH: [&str; 5] = ["and also", " and from ", " and of ", "as well as", "both"];
        let feature = self.only_feature().filter(|_| self.compares() && !self.has(&["if", "in-a-row", "or"]))?;
        let is_of_each = self.has(&["last"]) && self.has(&["before"]) && self.says(&EACH);
        let differs = self.has(&["different", "differs", "not"]) && !self.has(&["same"]);
        (is_of_each && differs).then(|| format!("{feature} differs from last and not {feature} same as before"))
    }

    /// "Odd if the card two back was odd, even if it was even", "red or black as three cards before".
    pub(super) fn like_a_card_by_values(&self) -> Option<String> {
        const AS: [&str; 5] = ["same", "match", "as", "like", "agree"];
        const UNLIKE: [&str; 4] = ["different", "differs", "opposite", "change"];
        let kinds = self.kinds();
        let feature = match kinds.first()? {
            &"odd" | &"even" if kinds.iter().all(|kind| ["odd", "even"].contains(kind)) => "parity",
            &"red" | &"black" if kinds.iter().all(|kind| ["red", "black"].contains(kind)) => "colour",
            _ => return None,
        };
        let is_other = self.has(&["position", "every", "sum", "product", "repeat"]) || self.has(&super::STEPS);
        let is_third = self.has(&["third-last"]) || self.says(&THIRD);
        let passes_last = self.says(&["over the last card", "not the last one"]);
        let is_before = self.has(&["before"]) || self.says(&TWO_BACK) || passes_last;
        if is_other || !is_third && !is_before {
            return None;
        }
        let is_alike = match *kinds.as_slice() {
            [one, same, other, last] if one != other => Some((one == same, other == last)),
            [one, other] if one != other && !self.has(&["not", "no"]) => Some((self.has(&AS), self.has(&AS))),
            _ => None,
        };
        let is_unlike = self.has(&UNLIKE);
        let card = if is_third { "third last" } else { "before" };
        match is_alike? {
            (true, true) if !is_unlike => Some(format!("not {feature} differs from {card}")),
            (false, false) if kinds.len() == 4 || is_unlike => Some(format!("not {feature} same as {card}")),
            _ => None,
        }
    }

    /// "The suit of the card two places ahead of it", "ignore the last card, look at the one before it and copy its colour".
    pub(super) fn like_the_card_before(&self) -> Option<String> {
        const THE_LAST: [&str; 5] = [
            "look at the last card",
            "look the last card",
            "at the last card",
            "not the last card",
            "the last card but",
        ];
        const OTHER: [&str; 10] = [
            "another",
            "can't",
            "cannot",
            "cant ",
            "different",
            "differ",
            "may not",
            "must not",
            "no card",
            "not the same",
        ];
        // "For every n of three or more, card n and card n minus two"
        let is_numbered = self.kinds().is_empty() && self.says(&["n minus two", "n minus 2", "n-2", "n - 2"]);
        let is_simple = self.compares() && !self.has(&["nor", "neither", "or", "in-a-row"]);
        let feature = self.only_feature().filter(|_| is_simple || is_numbered)?;
        let passes_last = self.says(&THE_LAST) && self.says(&["one before", "card before"]);
        if self.says(&["last but one"]) || !(self.says(&TWO_BACK) || passes_last) {
            return None;
        }
        Some(match self.says(&OTHER) {
            true => format!("not {feature} same as before"),
            false => format!("not {feature} differs from before"),
        })
    }

    /// "The suit of the third card from the end", "count back three cards".
    pub(super) fn like_the_third_last(&self) -> Option<String> {
        const NONE_OTHER: [&str; 5] = ["no other", "not be other", "not other", "none other", "nothing but"];
        const OTHER: [&str; 12] = [
            "another",
            "can't",
            "cannot",
            "cant ",
            "contrary",
            "differ",
            "forbidden",
            "may not",
            "must not",
            "never",
            "not the same",
            "opposite",
        ];
        let feature = self.only_feature().filter(|_| self.compares() && self.says(&THIRD))?;
        Some(match self.says(&OTHER) && !self.says(&NONE_OTHER) {
            true => format!("not {feature} same as third last"),
            false => format!("not {feature} differs from third last"),
        })
    }
}
