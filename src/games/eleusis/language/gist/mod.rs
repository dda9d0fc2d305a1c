//! What a sentence seems to be about that cannot be read in any way: what people often tell (`often`), a rule and what is added to it
//! (`beside`), what it tells by numbers and features (`told`), what its clauses say, put together from what can be read of them
//! (`clauses`), or what the words that matter suggest, in whatever order they stand (`recognise`, `wider`). It is only offered: people say
//! then whether they meant it.

mod among;
mod beside;
mod clauses;
mod often;
mod pieces;
mod recognise;
mod spoken;
mod suits;
mod told;
mod wider;

use super::rule::Formula;
use super::tokens::{Token, tokens};
use super::wording::plain;

/// Words that matter here alone, each with others that mean the same.
const WORDS: [(&str, &str); 18] = [
    // A twelve that is no queen: "no more than twelve".
    ("11", "eleven"),
    ("12", "twelve"),
    ("13", "thirteen"),
    ("after", "following"),
    ("least", "minimum"),
    ("most", "maximum"),
    ("lower", "weaker"),
    ("before", "penultimate"),
    ("pair", "pairs pair doubles double couples couple twins twin twos"),
    ("time", "multiplying multiplied x"),
    ("minus", "subtract subtracting subtracted minus"),
    ("wrapping", "wraps wrap circle circular loop loops corner"),
    ("position", "nth place spot limit count how"),
    ("higher", "beat beats beaten outrank outranks outranking stronger bigger highest further worth"),
    ("same", "copy copies copied equal equals tie ties"),
    ("1", "single"),
    ("multiple", "table ends end into"),
    ("change", "zigzag zigzags"),
];

const KINDS: [&str; 10] = ["red", "black", "spade", "heart", "diamond", "club", "odd", "even", "face", "prime"];
const SUITS: [&str; 4] = ["spade", "heart", "diamond", "club"];
const FEATURES: [&str; 4] = ["suit", "rank", "colour", "parity"];
const UP: [&str; 7] = ["rise", "higher", "above", "plus", "add", ">", ">="];
const DOWN: [&str; 6] = ["fall", "lower", "below", "minus", "<", "<="];
const SUMS: [&str; 3] = ["sum", "add", "plus"];
const PRODUCTS: [&str; 2] = ["product", "time"];

/// A sentence that cannot be read, by its words.
struct Gist {
    words: Vec<String>,
    /// In the sentence's own words, in small letters.
    said: Vec<String>,
}

/// A card that goes up or down.
#[derive(Clone, Copy, PartialEq, Debug)]
struct SaidStep {
    at: usize,
    is_up: bool,
    by: Option<u8>,
    or_equal: bool,
}

/// Sentences that may be meant by a text, the likeliest first. Not all of them can be read.
pub(super) fn sentences(text: &str) -> Vec<String> {
    let kept: String = text.chars().map(|letter| if is_readable(letter) { letter } else { ' ' }).collect();
    let kept = kept.replace(" - ", " minus ").replace("start over", "begin").replace("over and over", "again");
    let Ok(mut read) = tokens(&kept) else { return Vec::new() };
    let said = read.iter().map(|token| token.text.clone()).collect();
    read.iter_mut().for_each(respell);
    let words = plain(&read).into_iter().map(|token| token.text).collect();
    let gist = Gist { words: with_face_cards(words), said };
    wider::FIRST
        .iter()
        .chain(&recognise::RECOGNISERS)
        .chain(&wider::WIDER)
        .filter_map(|recognise| recognise(&gist))
        .collect()
}

/// What a text seems to say by its numbers and features, or else in its clauses. It is not said that it can be read.
pub(super) fn in_clauses(text: &str) -> Option<String> {
    /// Of shorter texts near sentences say more.
    const FEWEST_WORDS: usize = 5;
    let words = spoken::words(text);
    if words.len() < FEWEST_WORDS {
        return None;
    }
    let told = told::RECOGNISERS.iter().find_map(|recognise| recognise(&words, text));
    told.or_else(|| clauses::rule(&words).map(|rule| rule.to_string()))
}

/// What a part of a text tells that people often tell. It is not said that it can be read.
pub(super) fn often_told(part: &str, whole: &str) -> Option<String> {
    often::rule(part, whole)
}

/// The rule of a text with what the text adds to it; `means` says what a part of it means.
pub(super) fn with_additions(text: &str, means: impl Fn(&str) -> Option<Formula>) -> Option<String> {
    beside::rule(text, means).map(|rule| rule.to_string())
}

/// Without what was there before.
fn each_once<T: PartialEq>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut found = Vec::new();
    for item in items {
        if !found.contains(&item) {
            found.push(item);
        }
    }
    found
}

fn is_readable(letter: char) -> bool {
    tokens(letter.encode_utf8(&mut [0; 4])).is_ok()
}

/// The jack, the queen and the king, named together, are the face cards.
fn with_face_cards(mut words: Vec<String>) -> Vec<String> {
    const RANKS: [&str; 3] = ["jack", "queen", "king"];
    /// Between the first of them and the last.
    const MOST_APART: usize = 7;
    let Some(first) = words.iter().position(|word| RANKS.contains(&word.as_str())) else { return words };
    let ahead = words.iter().skip(first).take(MOST_APART);
    let named: Vec<usize> =
        ahead.enumerate().filter(|(_, word)| RANKS.contains(&word.as_str())).map(|(at, _)| at).collect();
    let is_each_named = RANKS.iter().all(|rank| words.iter().skip(first).take(MOST_APART).any(|word| word == rank));
    if let Some(last) = named.last().filter(|_| is_each_named) {
        words.splice(first..=first + last, ["face".to_owned()]);
    }
    words
}

fn respell(token: &mut Token) {
    let means = WORDS.iter().find(|(_, others)| others.split(' ').any(|other| other == token.text));
    if let Some((word, _)) = means {
        (*word).clone_into(&mut token.text);
    }
}

impl Gist {
    fn has(&self, wanted: &[&str]) -> bool {
        self.words.iter().any(|word| wanted.contains(&word.as_str()))
    }

    fn says(&self, wanted: &[&str]) -> bool {
        self.said.iter().any(|word| wanted.contains(&word.as_str()))
    }

    /// Words, and which of them they are.
    fn all<'a>(&'a self, wanted: &'a [&str]) -> impl Iterator<Item = (usize, &'a str)> + Clone {
        let words = self.words.iter().map(String::as_str).enumerate();
        words.filter(|(_, word)| wanted.contains(word))
    }

    fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", String::as_str)
    }

    /// Whether a word is among the few before this one.
    fn is_shortly_before(&self, at: usize, few: usize, wanted: &[&str]) -> bool {
        (at.saturating_sub(few)..at).any(|at| wanted.contains(&self.word(at)))
    }

    fn kinds(&self) -> Vec<&str> {
        self.all(&KINDS).map(|(_, kind)| kind).collect()
    }

    /// In the order in which they are named.
    fn features(&self) -> Vec<&str> {
        each_once(self.all(&FEATURES).map(|(_, feature)| feature))
    }

    /// Numbers that are not those of cards in their order, with where they stand.
    fn numbers(&self) -> Vec<(usize, u8)> {
        let is_order = |at: usize| self.word(at + 1) == "th";
        let numbers = self.words.iter().enumerate().filter_map(|(at, word)| Some((at, word.parse::<u8>().ok()?)));
        numbers.filter(|(at, _)| !is_order(*at)).collect()
    }

    /// The numbers of cards in their order: "the third".
    fn ordinals(&self) -> Vec<u8> {
        let pairs = self.words.windows(2).filter(|pair| pair[1] == "th");
        pairs.filter_map(|pair| pair[0].parse().ok()).collect()
    }

    fn is_denied(&self) -> bool {
        self.has(&["not", "no", "different", "differs", "change", "opposite"])
    }

    fn wrapping(&self) -> &'static str {
        let goes_round = self.has(&["wrapping"])
            || (self.has(&["king"])
                && self.has(&["ace"])
                && self.has(&["round", "after", "follow", "following", "start", "past"]))
            || (self.has(&["modulo"]) && self.numbers().iter().any(|(_, number)| *number == 13));
        if goes_round && !self.has(&["without"]) { ", wrapping" } else { "" }
    }

    fn steps(&self) -> Vec<SaidStep> {
        let number = |at: usize| self.word(at).parse::<u8>().ok();
        let step = |(at, word): (usize, &str)| {
            let after =
                (at + 1..at + 4).take_while(|at| !UP.contains(&self.word(*at)) && !DOWN.contains(&self.word(*at)));
            let by_after = after.clone().find(|at| self.word(*at) == "by").and_then(|by| number(by + 1));
            let before = at.checked_sub(1).and_then(number).or_else(|| {
                let is_unit = ["rank", "step"].contains(&self.word(at.checked_sub(1)?));
                number(at.checked_sub(2).filter(|_| is_unit)?)
            });
            let right_after = number(at + 1).filter(|_| self.word(at + 2) != "th");
            let or_equal = (at + 1..at + 6)
                .any(|near| ["same", "stay"].contains(&self.word(near)) && self.is_shortly_before(near, 4, &["or"]))
                || self.is_shortly_before(at, 3, &["same"]) && self.is_shortly_before(at, 2, &["or"]);
            let or_equal = or_equal || [">=", "<="].contains(&word);
            SaidStep { at, is_up: UP.contains(&word), by: before.or(by_after).or(right_after), or_equal }
        };
        let both = [UP.as_slice(), DOWN.as_slice()].concat();
        self.all(&both).map(step).collect()
    }

    /// What is said of a number: "at least 14", "at most 40".
    fn bound(&self) -> Option<String> {
        let of = |(at, number): (usize, u8)| {
            let before = |wanted: &[&str]| self.is_shortly_before(at, 4, wanted);
            let is_or = self.word(at + 1) == "or";
            let (is_up, is_strict) = match self.word(at + 2) {
                word if is_or && UP.contains(&word) => (true, false),
                word if is_or && DOWN.contains(&word) => (false, false),
                _ if before(&["least", ">="]) => (true, false),
                _ if before(&["most", "up-to", "<="]) => (false, false),
                _ if before(&["higher", "above", ">"]) => (true, true),
                _ if before(&["lower", "below", "within", "<"]) => (false, !before(&["within"])),
                _ => return None,
            };
            // "the answer can't be over forty"
            let is_denied = self.is_shortly_before(at, 7, &["not", "no", "unless"]);
            let bound = match (is_up != is_denied, is_strict != is_denied) {
                (true, true) => format!("at least {}", number + 1),
                (true, false) => format!("at least {number}"),
                (false, true) => format!("at most {}", number.checked_sub(1)?),
                (false, false) => format!("at most {number}"),
            };
            Some(bound)
        };
        self.numbers().into_iter().filter(|(_, number)| *number < 200).find_map(of)
    }

    /// Which of two opposites is right: the first that is not said to be wrong.
    fn right_kind<'a>(&'a self, kinds: &'a [&str]) -> Option<&'a str> {
        let is_wrong = |at: usize| {
            self.word(at + 1) == "not" || self.word(at + 2) == "not" || self.is_shortly_before(at, 3, &["not", "no"])
        };
        self.all(kinds).find(|(at, _)| !is_wrong(*at)).map(|(_, kind)| kind)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::games::eleusis::language::Rule;

    #[test]
    fn each_sort_of_rule_is_recognised_by_its_words() {
        for (text, about) in [
            (
                "You need any two out of black, odd, and lower than the last",
                "at least two of these: black, odd, lower than last",
            ),
            ("Multiply it by the previous one; the answer can't be over forty", "product with last is at most 40"),
            ("(this + last) mod 5 == 0", "sum with last is multiple of 5"),
            ("together with the last card it has to make 14 or more", "sum with last is at least 14"),
            ("the nth card must have a rank of n or less", "rank <= position"),
            ("suits in twos", "repeat (suit same as last) (suit differs from last)"),
            ("the fourth card matches the first in colour, the fifth the second", "not colour differs from third last"),
            ("+1, +3, +1, +3, king wraps to ace", "repeat (1 above last, wrapping) (3 above last, wrapping)"),
            ("it zigzags: up with one card, down with the next", "repeat (rank > last) (rank < last)"),
            ("cards 4, 8, 12 and so on are hearts", "if position is multiple of 4 then heart else red or black"),
            ("black, black, red, start over", "if position is multiple of 3 then red else black"),
            ("first a heart, then a spade, then a club, then a diamond, and back", "repeat heart spade club diamond"),
            ("clubs are lowest, then diamonds, hearts, spades: never lower", "suit >= last"),
            ("divide by three and one is left", "1 above multiple of 3"),
            ("abs(this - last) <= 2", "0 to 2 above or below last"),
            ("red means up, black means down", "if last is red then rank > last else rank < last"),
            ("an odd one means black is next, after an even one red", "if last is odd then black else red"),
            ("black faces, red numbers", "if face then black else red"),
            ("ranks can't rise", "rank <= last"),
            ("share a suit or a rank", "suit or rank same as last"),
            ("you can play an ace, a 5, a 9 or a king", "ace or 5 or 9 or king"),
        ] {
            let found = sentences(text);
            assert_eq!(found.first().map(String::as_str), Some(about), "{text}: {found:?}");
            assert!(about.parse::<Rule>().is_ok(), "{about}");
        }
        assert_eq!(sentences("I do not know"), Vec::<String>::new());
    }

    proptest! {
        #[test]
        fn any_words_are_about_something_or_nothing(words in proptest::collection::vec("[a-z0-9 ,.<>+-]{1,9}|last|red|[0-9]{1,3}|or|th|not|sum|higher", 0..20)) {
            let found = sentences(&words.join(" "));
            prop_assert!(found.iter().all(|sentence| !sentence.is_empty()));
            prop_assert!(in_clauses(&words.join(" ")).is_none_or(|sentence| !sentence.is_empty()));
            prop_assert!(often_told(&words.join(" "), "").is_none_or(|sentence| !sentence.is_empty()));
            prop_assert!(with_additions(&words.join(" "), |_| None).is_none());
        }

        #[test]
        fn any_words_of_clauses_say_something_or_nothing(
            words in proptest::collection::vec(
                "if|after|last|red|heart|odd|and|or|not|only|except|unless|\\(|\\)|,|must|be|follow|any|else|[0-9]{1,3}|to|\
                    higher|than|low|high|then|by|position|mod",
                0..30,
            )
        ) {
            prop_assert!(in_clauses(&words.join(" ")).is_none_or(|sentence| !sentence.is_empty()));
            prop_assert!(often_told(&words.join(" "), "").is_none_or(|sentence| !sentence.is_empty()));
        }
    }
}
