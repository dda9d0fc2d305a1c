//! Two groups of cards that take turns.

use super::OftenTold;
use super::ranges::{are_all, counts, ranks_at};
use crate::games::eleusis::language::gist::among::{back, text};
use crate::games::eleusis::language::gist::{KINDS, SUITS, each_once};

impl OftenTold {
    /// "Face cards and plain cards by turns", "majors and minors alternate".
    pub(super) fn takes_turns(&self) -> Option<String> {
        const OTHER_RULES: [&str; 5] = ["position", "th", "before", "every", "same"];
        if self.has(&OTHER_RULES) || self.has(&super::STEPS) {
            return None;
        }
        let of_kinds = self.faces_in_turn().or_else(|| self.opposites_in_turn());
        of_kinds.or_else(|| self.pairs_of_suits_in_turn()).or_else(|| self.ranges_in_turn())
    }

    /// Low and high cards, by their ranks.
    fn ranges_in_turn(&self) -> Option<String> {
        const TURNED: [&str; 4] = ["and conversely", "and reversed", "other way", "vice versa"];
        let ranges = (0..self.words.len()).filter_map(|at| ranks_at(&self.words, at));
        let mut ranges = ranges.filter(|ranks| ranks.others().is_some());
        let in_order: Vec<String> = ranges.clone().map(|ranks| ranks.named()).collect();
        let named = each_once(in_order.clone());
        let [one, other] = named.as_slice() else { return None };
        let is_rest = ranges.next()?.others().is_some_and(|ranks| ranks.named() == *other);
        let is_conditional = self.has(&["last", "if", "after", "on"]);
        // "Low, then high; if high, back to low"
        let is_turned =
            self.says(&TURNED) || is_conditional && in_order == [one, other, other, one].map(String::as_str);
        let takes_turns = is_turned || self.says_turns() && !is_conditional;
        (is_rest && self.kinds().is_empty() && takes_turns).then(|| format!("if last is {one} then {other} else {one}"))
    }

    /// "A repeating cycle: red, red, black."
    pub(super) fn cycle(&self) -> Option<String> {
        const GOING_ON: [&str; 6] = ["again", "cycle", "forever", "over and over", "period", "repeat"];
        const OTHER_RULES: [&str; 11] =
            ["last", "after", "on", "if", "same", "position", "every", "th", "not", "no", "before"];
        const MOST: usize = 12;
        let kinds = self.words.iter().enumerate().filter(|(_, word)| KINDS.contains(&word.as_str()));
        let counted =
            |at: usize| back(&self.words, at, 1).parse::<usize>().ok().filter(|times| (2..=4).contains(times));
        let row: Vec<&str> =
            kinds.flat_map(|(at, word)| std::iter::repeat_n(word.as_str(), counted(at).unwrap_or(1))).collect();
        let goes_on = self.says(&GOING_ON) || self.has(&["and-so-on"]);
        if !goes_on || self.has(&OTHER_RULES) || self.has(&super::STEPS) || !(2..=MOST).contains(&row.len()) {
            return None;
        }
        let repeats = |length: &usize| row.iter().zip(row.iter().skip(*length)).all(|(one, other)| one == other);
        let length = (2..=row.len()).find(repeats)?;
        let cycle = row.get(..length)?;
        let is_varied = cycle.iter().any(|kind| Some(kind) != cycle.first());
        is_varied.then(|| format!("repeat {}", cycle.join(" ")))
    }

    fn says_turns(&self) -> bool {
        const TURNS: [&str; 5] = ["change", "turn", "turns", "repeat", "taking"];
        const SAID: [&str; 12] = [
            "alternat",
            "back and forth",
            "by turns",
            "each other",
            "in turn",
            "one another",
            "other way",
            "take turns",
            "taking turns",
            "to and fro",
            "vice versa",
            "switching",
        ];
        self.has(&TURNS) || self.says(&SAID)
    }

    /// Face cards and all others.
    fn faces_in_turn(&self) -> Option<String> {
        let word = |at: usize| text(&self.words, at);
        let before = |at: usize| back(&self.words, at, 1);
        let is_face = |at: usize| match word(at) {
            "face" => Some(!["not", "no"].contains(&before(at))),
            "numeral" | "plain" | "normal" => Some(false),
            "rank" if word(at + 1) == "card" || before(at) == "with" => Some(false),
            _ => None,
        };
        let faces: Vec<bool> = (0..self.words.len()).filter_map(is_face).collect();
        let is_alone = self.kinds().iter().all(|kind| *kind == "face");
        let are_counted = counts(&self.words).iter().any(|(_, count)| *count > 1);
        if !is_alone || are_counted || !faces.contains(&true) || !faces.contains(&false) {
            return None;
        }
        let follow_each_other = faces.starts_with(&[true, false, false, true]);
        let goes_on = self.has(&["and-so-on"]) && self.has(&["then"]);
        let takes_turns = self.says_turns() || follow_each_other || goes_on;
        takes_turns.then(|| "if last is face then not face else face".to_owned())
    }

    /// Red and black, or odd and even.
    fn opposites_in_turn(&self) -> Option<String> {
        let kinds = self.kinds();
        let (feature, others) = match kinds.first()? {
            kind if !are_all(&kinds) || SUITS.contains(kind) => return None,
            &"odd" | &"even" => ("parity", ["colour", "suit"]),
            _ => ("colour", ["suit", "rank"]),
        };
        let is_relative = self.says(&["other way", "whichever"]);
        let is_conditional = self.has(&["last", "after", "on", "if"]) && !is_relative;
        let alternates = kinds.windows(2).all(|pair| pair[0] != pair[1]);
        let denies = self.has(&["no"]);
        let are_counted = counts(&self.words).iter().any(|(_, count)| *count > 1) && !denies;
        let takes_turns = self.says_turns() && (alternates || denies || is_relative);
        (takes_turns && !is_conditional && !are_counted && !self.has(&others))
            .then(|| format!("{feature} differs from last"))
    }

    /// The suits two by two.
    fn pairs_of_suits_in_turn(&self) -> Option<String> {
        let kinds = self.kinds();
        let suits = each_once(kinds.iter().copied());
        let [one, other, third, fourth] = *suits.as_slice() else { return None };
        let is_of =
            |pair: &[&str], group: [&str; 2]| pair.iter().all(|suit| group.contains(suit)) && pair[0] != pair[1];
        let pairs = kinds.chunks_exact(2);
        let are_whole = pairs.remainder().is_empty();
        let are_pairs = pairs.clone().all(|pair| is_of(pair, [one, other]) || is_of(pair, [third, fourth]));
        let are_named = self.says(&["major"]) && self.says(&["minor"]);
        let is_joint = |at: usize| ["or", "/"].contains(&text(&self.words, at + 1));
        let places = (0..self.words.len()).filter(|at| SUITS.contains(&text(&self.words, *at)));
        let are_joined = places.step_by(2).all(is_joint);
        if !SUITS.contains(&one) || !are_whole || !are_pairs || !(are_named || are_joined) || !self.says_turns() {
            return None;
        }
        Some(format!("if last is {one} or last is {other} then {third} or {fourth} else {one} or {other}"))
    }
}
