//! A sentence without what it says beside the rule: "prime numbers only (the jack is 11)", "the same suit or the same rank, like crazy
//! eights". It is only offered.

use std::cmp::Reverse;

use super::tokens::tokens;
use super::wording::plain;

/// In more clauses than these nobody looks for asides.
const MOST_CLAUSES: usize = 10;

/// Words that begin an aside, or stand in one.
const MARKS: [&str; 11] = [
    "like",
    "counting",
    "count",
    "counts",
    "remember",
    "matter",
    "included",
    "including",
    "whatever",
    "regardless",
    "inclusive",
];

/// Words of a rule, which no other clause may lack.
const MATTER: [&str; 43] = [
    "red",
    "black",
    "spade",
    "heart",
    "diamond",
    "club",
    "odd",
    "even",
    "face",
    "prime",
    "suit",
    "rank",
    "colour",
    "parity",
    "rise",
    "higher",
    "above",
    "plus",
    "fall",
    "lower",
    "below",
    "sum",
    "add",
    "product",
    "time",
    "same",
    "different",
    "differs",
    "change",
    "match",
    "position",
    "last",
    "repeat",
    "and-so-on",
    "turn",
    "wrapping",
    "then",
    "ace",
    "jack",
    "queen",
    "king",
    "multiple",
    "least",
];

/// What is left of a text without its asides, the longest first. Not all of it can be read.
pub(super) fn without_asides(text: &str) -> Vec<String> {
    let clauses = clauses(text);
    if clauses.len() > MOST_CLAUSES {
        return Vec::new();
    }
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for from in 0..clauses.len() {
        runs.extend((from + 1..=clauses.len()).filter(|to| to - from < clauses.len()).map(|to| (from, to)));
    }
    runs.sort_by_key(|(from, to)| (Reverse(to - from), *from));
    let kept = |(from, to): (usize, usize)| {
        let (first, last) = (clauses.get(from)?, clauses.get(to.checked_sub(1)?)?);
        let kept = text.get(first.0..last.1)?.trim_matches(|letter: char| !letter.is_alphanumeric());
        let mut dropped = clauses.iter().enumerate().filter(|(number, _)| !(from..to).contains(number));
        let is_rest_aside =
            dropped.all(|(_, clause)| text.get(clause.0..clause.1).is_some_and(|text| is_aside(text, kept)));
        (is_rest_aside && !kept.is_empty()).then(|| kept.to_owned())
    };
    runs.into_iter().filter_map(kept).collect()
}

/// Where each clause begins and ends.
fn clauses(text: &str) -> Vec<(usize, usize)> {
    let signs = text.match_indices([',', '.', ';', ':', '(', ')', '—']);
    let joints = [" so ", " and remember"].into_iter().flat_map(|joint| text.match_indices(joint));
    let mut ends: Vec<usize> = signs.chain(joints).map(|(at, _)| at).chain([text.len()]).collect();
    ends.sort_unstable();
    let starts = std::iter::once(0).chain(ends.iter().copied());
    let has_words =
        |(from, to): &(usize, usize)| text.get(*from..*to).is_some_and(|text| text.contains(char::is_alphanumeric));
    starts.zip(ends.iter().copied()).filter(has_words).collect()
}

/// Whether a clause says nothing about the rule that is not said in what is kept.
fn is_aside(clause: &str, kept: &str) -> bool {
    let said = tokens(clause).unwrap_or_default();
    let about_aces = clause.to_lowercase().contains("ace is ");
    if about_aces || said.iter().any(|token| MARKS.contains(&token.text.as_str())) {
        return true;
    }
    let kept = tokens(kept).map(|read| plain(&read)).unwrap_or_default();
    let matters = |word: &str| word.parse::<u8>().is_ok() || MATTER.contains(&word);
    plain(&said)
        .iter()
        .filter(|token| matters(&token.text))
        .all(|token| kept.iter().any(|other| other.text == token.text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_says_nothing_about_the_rule_is_left_out() {
        let first = |text: &str| without_asides(text).first().cloned().unwrap_or_default();
        assert_eq!(first("prime numbers only (jack = 11 and king = 13 count)"), "prime numbers only");
        assert_eq!(first("the same suit or rank, like crazy eights"), "the same suit or rank");
        assert_eq!(first("It has to be a prime, and remember that an ace is 1"), "It has to be a prime");
        assert_eq!(first("red, then black"), "", "each says something");
        assert_eq!(first("red cards"), "");
    }
}
