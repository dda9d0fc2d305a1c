//! How far in rank: neighbours, with king and ace side by side or not, and so many ranks one way alone.

use super::OftenTold;
use super::ranges::counts;
use crate::games::eleusis::language::gist::among::{has, text};

const UP: [&str; 5] = ["higher", "rise", "above", "plus", "exceed"];
const DOWN: [&str; 4] = ["lower", "fall", "below", "minus"];

/// Words of rules about something else.
const OTHER_RULES: [&str; 17] = [
    "suit",
    "colour",
    "parity",
    "position",
    "before",
    "third-last",
    "sum",
    "product",
    "every",
    "repeat",
    "and-so-on",
    "change",
    "turn",
    "th",
    "multiple",
    "divisible",
    "modulo",
];

/// Said of cards that may go any number of ranks.
const FREE: [&str; 15] = [
    "always",
    "any amount",
    "any lower",
    "any higher",
    "as far as",
    "as much",
    "as you like",
    "fine",
    "no limit",
    "ok",
    "acceptable",
    "legal",
    "allowed",
    "permitted",
    "good",
];

/// Said of a number of ranks.
const BOUND: [&str; 9] =
    ["at most", "but not more", "max", "no further", "no more", "not be more", "not more", "is the most", "up to"];

impl OftenTold {
    /// Whether one of these words stands in the text.
    fn names(&self, wanted: &[&str]) -> bool {
        self.whole.split(|sign: char| !sign.is_alphanumeric()).any(|word| wanted.contains(&word))
    }

    /// Whether the text says that the ace follows the king, and does not deny it.
    fn goes_round(&self) -> bool {
        const ROUND: [&str; 14] = [
            "adjacent",
            "adjoin",
            "beside",
            "consecutive",
            "side by side",
            "around",
            "circle",
            "circular",
            "come king",
            "loop",
            "neighbor",
            "neighbour",
            "next to",
            "wrap",
        ];
        const STRAIGHT: [&str; 14] = [
            "are not",
            "aren't",
            "arent",
            "do not",
            "don't",
            "dont",
            "doesn't",
            "is not",
            "isn't",
            "never",
            "no cyclic",
            "no going",
            "no wrap",
            "without wrap",
        ];
        let says = |phrases: &[&str]| phrases.iter().any(|phrase| self.whole.contains(phrase));
        let of_ends = self.names(&["king", "kings"]) && self.names(&["ace", "aces"]);
        let of_ends = of_ends || self.names(&["k"]) && self.names(&["a"]);
        let is_round =
            of_ends && says(&ROUND) || self.has(&["wrapping"]) || says(&["wraps around", "ranks wrap", "circular"]);
        is_round && !says(&STRAIGHT)
    }

    /// "The immediate neighbour in rank", "one more or one less, and king and ace are adjacent".
    pub(super) fn neighbours(&self) -> Option<String> {
        const BESIDE: [&str; 14] = [
            "adjacent to it",
            "directly above",
            "directly below",
            "immediately above",
            "immediately below",
            "adjacent to the",
            "one apart",
            "one off",
            "adjacent rank",
            "adjoining",
            "neighbor",
            "neighbour",
            "next to the last",
            "right next to",
        ];
        if self.has(&OTHER_RULES) || !self.kinds().is_empty() || self.has(&["then", "if"]) && !self.goes_round() {
            return None;
        }
        let counts = counts(&self.words);
        let both_ways = self.has(&UP) && self.has(&DOWN);
        let is_beside = self.says(&BESIDE) && self.has(&UP) == self.has(&DOWN);
        let is_one = counts.iter().all(|(_, number)| *number == 1);
        if !is_one || !(is_beside || both_ways && !counts.is_empty()) {
            return None;
        }
        let is_same = self.has(&["same", "equal", "match", "pair"]);
        if is_same && self.has(&["not", "no"]) {
            return None;
        }
        let wrapping = if self.goes_round() { ", wrapping" } else { "" };
        Some(format!("{} above or below last{wrapping}", if is_same { "0 to 1" } else { "1" }))
    }

    /// "Add 5 to the last card, and past the king count on from the ace."
    pub(super) fn up_and_round(&self) -> Option<String> {
        const PASSING: [&str; 9] = [
            "after the king",
            "after king",
            "around",
            "beyond the king",
            "over the king",
            "past king",
            "past the king",
            "wrap",
            "round",
        ];
        const FORWARD: [&str; 6] = ["add", "plus", "rise", "higher", "above", "count"];
        let goes_up = self.has(&FORWARD) && !self.has(&DOWN);
        let passes = PASSING.iter().any(|phrase| self.whole.contains(phrase)) && self.names(&["ace", "aces"]);
        let is_other = self.has(&["suit", "colour", "parity", "position", "repeat", "change", "every", "sum", "or"]);
        let counts: Vec<u8> = counts(&self.words).into_iter().map(|(_, number)| number).collect();
        let [by @ 1..=12] = *counts.as_slice() else { return None };
        (goes_up && passes && !is_other && self.kinds().is_empty()).then(|| format!("{by} above last, wrapping"))
    }

    /// "Up 3 at most, the same or any lower is fine", "no more than the last rank plus 3".
    pub(super) fn bounded_one_way(&self) -> Option<String> {
        if self.has(&OTHER_RULES) || self.has(&["wrapping"]) || !self.kinds().is_empty() {
            return None;
        }
        let counts: Vec<(usize, u8)> =
            counts(&self.words).into_iter().filter(|(_, number)| (1..=11).contains(number)).collect();
        let ((first, _), (_, most)) = (*counts.first()?, *counts.last()?);
        let is_run = counts.windows(2).all(|pair| pair[0].1 + 1 == pair[1].1);
        if !is_run || most < 2 {
            return None;
        }
        let up = format!("rank <= last or 1 to {most} above last");
        if self.is_at_most_plus(first) {
            return Some(up);
        }
        match self.only_way_bounded(first)? {
            true => Some(up),
            false => Some(format!("rank >= last or 1 to {most} below last")),
        }
    }

    /// "Less than or equal to the last rank plus 3."
    fn is_at_most_plus(&self, count: usize) -> bool {
        let before = self.words.get(count.saturating_sub(2)..count).unwrap_or_default();
        let is_bound = self.has(&["<="]) || self.has(&["most"]) || self.has(&["lower"]) && self.has(&["equal"]);
        has(before, &["plus"]) && is_bound && !self.has(&["higher", "rise", ">=", "minus"])
    }

    /// Whether it is up that cards go only so far, and any number of ranks down or not at all; the other way round if not.
    fn only_way_bounded(&self, count: usize) -> Option<bool> {
        let is_way = |at: &usize| UP.contains(&text(&self.words, *at)) || DOWN.contains(&text(&self.words, *at));
        let is_up = |at: usize| UP.contains(&text(&self.words, at));
        let first = (0..self.words.len()).find(is_way)?;
        let same_denied = self.says(&["not the same", "never the same", "no same", "except the same"]);
        let is_same = self.has(&["same", "equal", "level", "stay"]) && !same_denied;
        let is_free = self.says(&FREE);
        let goes_other_way = (first..self.words.len()).any(|at| is_way(&at) && is_up(at) != is_up(first));
        if !(is_same && is_free && goes_other_way && self.says(&BOUND)) {
            return None;
        }
        // "Down as much as you like, up three at most"
        let between = self.words.get(first..count.max(first)).unwrap_or_default();
        let is_freed_first = has(between, &["any", "right", "like", "much"]);
        Some(is_up(first) != is_freed_first)
    }
}
