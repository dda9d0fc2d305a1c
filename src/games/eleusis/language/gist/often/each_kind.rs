//! One kind of cards and all others: "faces red, non-faces black", "hearts only from ace to 5, other suits are free", "all but queens and
//! sevens"; and kinds that are put together.

use super::OftenTold;
use super::ranges::{kinds_together, opposite, rank, ranks_at};
use crate::games::eleusis::language::gist::among::{back, has, has_within, past, text};
use crate::games::eleusis::language::gist::{KINDS, SUITS, each_once};

/// Words of rules about other cards than the next, or about more than what it is.
const OTHER_RULES: [&str; 17] = [
    "last",
    "after",
    "on",
    "follow",
    "followed-by",
    "then",
    "next",
    "position",
    "every",
    "change",
    "turn",
    "before",
    "third-last",
    "th",
    "same",
    "sum",
    "product",
];

const DENYING: [&str; 4] = ["not", "no", "neither", "except"];

impl OftenTold {
    fn is_of_next_alone(&self) -> bool {
        !self.has(&OTHER_RULES)
    }

    /// Whether cards are said to be right, or not to be limited.
    fn frees(&self) -> bool {
        const FREE: [&str; 8] =
            ["always", "don't mind", "dont mind", "either colour", "either color", "free", "no limit", "restriction"];
        self.has(&["any", "right"]) || self.says(&FREE)
    }

    /// "Faces red, all others black", "red faces and black non-faces".
    pub(super) fn kind_and_others(&self) -> Option<String> {
        if !self.is_of_next_alone() || self.has(&super::STEPS) {
            return None;
        }
        let mut named: Vec<(&str, bool)> = Vec::new();
        for (at, word) in self.words.iter().enumerate() {
            let word = if word == "else" { "rest" } else { word.as_str() };
            let mark = (word, ["not", "no"].contains(&back(&self.words, at, 1)));
            if (KINDS.contains(&word) || word == "rest") && named.last() != Some(&mark) {
                named.push(mark);
            }
        }
        // "Nothing else."
        while named.len() > 4 && named.pop_if(|(word, _)| *word == "rest").is_some() {}
        let [one, other, third, fourth] = *named.as_slice() else { return None };
        let told = |kind: (&str, bool), of_kind: (&str, bool), rest: (&str, bool), of_rest: (&str, bool)| {
            let are_others = rest.0 == "rest" || rest.0 == kind.0 && rest.1;
            let are_plain = kind.0 != "rest" && !kind.1 && !of_kind.1 && !of_rest.1;
            let is_whole = are_others && are_plain && opposite(of_kind.0) == Some(of_rest.0);
            is_whole.then(|| format!("if {} then {} else {}", kind.0, of_kind.0, of_rest.0))
        };
        told(one, other, third, fourth).or_else(|| told(other, one, fourth, third))
    }

    /// "Hearts only from ace to 5, the other suits are free", "either it is no heart, or at most 5".
    pub(super) fn kind_bounded(&self) -> Option<String> {
        let kinds = each_once(self.kinds());
        let are_all_suits = kinds.len() == 4 && kinds.iter().all(|kind| SUITS.contains(kind));
        if !self.is_of_next_alone() || kinds.len() != 1 && !are_all_suits {
            return None;
        }
        let (at, ranks) = (0..self.words.len()).find_map(|at| Some((at, self.bound_at(at)?)))?;
        let is_kind = |at: &usize| KINDS.contains(&text(&self.words, *at));
        let kind = (0..at).rev().find(is_kind)?;
        let between = self.words.get(kind + 1..at)?;
        let is_no_kind = ["not", "no"].contains(&back(&self.words, kind, 1));
        let is_either = is_no_kind && has(between, &["or"]) && self.says(&["either"]);
        let names_others = are_all_suits || self.has(&["rest", "else", "different", "any"]) || self.says(&["aren't"]);
        let is_freed = has(between, &["right", "any"]) && !has(between, &["only", "not", "if"]);
        let is_limited = !is_no_kind && names_others && self.frees() && !is_freed;
        (is_either || is_limited).then(|| format!("not {} or {ranks}", text(&self.words, kind)))
    }

    /// "7 or higher", "do not exceed the 5", "ace, 2 or 3": the ranks that are right.
    fn bound_at(&self, at: usize) -> Option<String> {
        if let Some(ranks) = ranks_at(&self.words, at) {
            let is_denied = has_within(&self.words, at.saturating_sub(3), at, &["not", "no"]);
            return if is_denied { ranks.others().map(|ranks| ranks.named()) } else { Some(ranks.named()) };
        }
        let mut ranks = vec![rank(text(&self.words, at))?];
        let mut next = past(&self.words, at + 1, &[",", "or", "and"]);
        while let Some(number) = rank(text(&self.words, next)).filter(|number| ranks.last() == Some(&(number - 1))) {
            ranks.push(number);
            next = past(&self.words, next + 1, &[",", "or", "and"]);
        }
        let (first, last) = (text(&self.words, at), ranks.last()?);
        (ranks.len() > 2).then(|| format!("{first} to {last}"))
    }

    /// "Reds always, blacks if they are no primes", "primes only in red, the others in either colour".
    pub(super) fn bounded_by_kind(&self) -> Option<String> {
        if !self.is_of_next_alone() || self.has(&super::STEPS) || !self.frees() {
            return None;
        }
        let together = kinds_together(&self.words);
        let kinds: Vec<&str> = together.iter().filter_map(|kinds| kinds.one()).collect();
        let between = |number: usize| {
            let (from, to) = (together.get(number), together.get(number + 1));
            from.zip(to).and_then(|(from, to)| self.words.get(from.end..to.start)).unwrap_or_default()
        };
        match *kinds.as_slice() {
            [one, other, bound] if opposite(one) == Some(other) && opposite(bound).is_none() => {
                let is_denied = has(between(1), &["not", "no", "unless", "except"]);
                let is_bound = has(between(0), &["right", "any"]) && has(between(1), &["if", "as", "only", "unless"]);
                is_bound.then(|| format!("{one} or {}{bound}", if is_denied { "not " } else { "" }))
            }
            [bound, one] if opposite(one).is_some() && has(between(0), &["only"]) => {
                let names_others = self.has(&["rest", "remainder"]) && !has(between(0), &["not", "no"]);
                names_others.then(|| format!("{one} or not {bound}"))
            }
            _ => None,
        }
    }

    /// "The union of the hearts and the face cards".
    pub(super) fn united(&self) -> Option<String> {
        const TOGETHER: [&str; 5] = ["union of", "additionally", "in addition", "as well as", "together with"];
        let kinds = each_once(self.kinds());
        let is_plain = self.is_of_next_alone() && !self.has(&super::STEPS) && !self.has(&DENYING);
        let is_union = self.says(&TOGETHER) && !self.has(&["must", "if", "only"]);
        (is_plain && is_union && (2..=4).contains(&kinds.len())).then(|| kinds.join(" or "))
    }

    /// "All but the queens and the sevens", "its rank is neither 7 nor queen, otherwise anything goes".
    pub(super) fn all_but(&self) -> Option<String> {
        let is_count = |at: usize| back(&self.words, at, 1) == "those";
        let is_named = |at: &usize| {
            let word = text(&self.words, *at);
            (SUITS.contains(&word) || word != "1" && rank(word).is_some()) && !is_count(*at)
        };
        let places: Vec<usize> = (0..self.words.len()).filter(is_named).collect();
        let named = each_once(places.iter().map(|at| text(&self.words, *at)));
        let are_alike = named.iter().all(|word| SUITS.contains(word)) || self.kinds().is_empty();
        let is_plain = self.is_of_next_alone() && !self.has(&super::STEPS) && are_alike && self.frees();
        let is_range = (0..self.words.len()).any(|at| ranks_at(&self.words, at).is_some());
        let denied = self.words.iter().position(|word| DENYING.contains(&word.as_str()))?;
        let is_before = places.first().is_some_and(|first| denied < *first);
        let is_but = has_within(&self.words, denied + 1, denied + 4, &["but"]);
        (is_plain && !is_range && is_before && !is_but && (1..=6).contains(&named.len()))
            .then(|| format!("not ({})", named.join(" or ")))
    }
}
