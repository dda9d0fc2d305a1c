//! Rules that name all the suits, or kinds one after the other: two families of suits, suits round and round.

use super::among::has;
use super::{KINDS, SUITS, each_once};

fn suits_said(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).filter(|word| SUITS.contains(word)).collect()
}

/// "hearts with spades and clubs with diamonds: change the family each time".
pub(super) fn two_families(words: &[String], said: &str) -> Option<String> {
    const FAMILIES: [&str; 8] = ["famil", "group", "class", "team", "camp", "halves", "kinds of suit", "sets"];
    let said = said.to_lowercase();
    let suits = suits_said(words);
    let [one, other, third, fourth] = suits.as_slice() else { return None };
    if each_once(suits.iter()).len() < 4 || !FAMILIES.iter().any(|word| said.contains(word)) {
        return None;
    }
    let (first, second) = (format!("{one} or {other}"), format!("{third} or {fourth}"));
    let condition = format!("if last is {one} or last is {other}");
    if has(words, &["different", "differs", "change", "not", "opposite"]) {
        return Some(format!("{condition} then {second} else {first}"));
    }
    has(words, &["same", "stay", "match"]).then(|| format!("{condition} then {first} else {second}"))
}

/// "clubs, diamonds, hearts, spades, then clubs again".
pub(super) fn suits_round(words: &[String], said: &str) -> Option<String> {
    const GOES_ROUND: [&str; 18] = [
        "and-so-on",
        "repeat",
        "start",
        "first",
        "round",
        "order",
        "back",
        "then",
        "loop",
        "wrapping",
        "turn",
        "each",
        "cycle",
        ">",
        "->",
        "sequence",
        "through",
        "begin",
    ];
    const BY_RANK: [&str; 5] = ["strong", "weak", "lowest", "highest", "outrank"];
    let small = said.to_lowercase();
    let suits = suits_said(words);
    let first = suits.get(..4)?;
    let goes_on = suits.iter().zip(first.iter().cycle()).all(|(suit, again)| suit == again);
    let has_others = KINDS.into_iter().any(|kind| !SUITS.contains(&kind) && has(words, &[kind]));
    if each_once(first.iter()).len() < 4 || !goes_on || has_others || BY_RANK.iter().any(|word| small.contains(word)) {
        return None;
    }
    let comes_back = suits.len() > 4;
    let is_another = has(words, &["any", "not", "or"])
        || !comes_back && has(words, &["higher", "low", "lower", "rank", "if", "after"]);
    (!is_another && (comes_back || has(words, &GOES_ROUND))).then(|| format!("repeat {}", first.join(" ")))
}

/// One kind, then another, then the first again.
pub(super) fn in_turn(words: &[String], _: &str) -> Option<String> {
    const IDLE: [&str; 14] =
        [",", "and", "card", "go", "must", "is", "first", "and-so-on", "repeat", "/", "stay", "change", "only", "."];
    let said: Vec<&str> = words.iter().map(String::as_str).filter(|word| !IDLE.contains(word)).collect();
    let parts: Vec<String> = said.split(|word| *word == "then").map(|part| part.join(" ")).collect();
    let [one, other, _, ..] = parts.as_slice() else { return None };
    let turns = parts.iter().zip([one, other].into_iter().cycle()).all(|(part, again)| part == again);
    (turns && one != other && !one.is_empty() && !other.is_empty()).then(|| format!("repeat {one} {other}"))
}
