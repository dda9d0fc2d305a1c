//! Brings the many words in which people put a rule to the few that the grammar reads.
//!
//! Tense, number and spelling go first, then articles and courtesies; then phrases of several words, the longest first;
//! and last the words that mean a card by what was said before them: "it", "the one before".

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::LazyLock;

use super::notation;
use super::phrases::PHRASES;
use super::tokens::Token;
use super::vocabulary::{IDLE, OTHERS, WORDS};

/// How the grammar says a word.
static PLAIN: LazyLock<BTreeMap<&str, &str>> = LazyLock::new(|| {
    let others = |(plain, others): &(&'static str, &'static str)| {
        let plain: &'static str = plain;
        others.split_whitespace().map(move |other| (other, plain)).collect::<Vec<_>>()
    };
    WORDS.iter().flat_map(others).collect()
});

/// A phrase in its words, and what it means.
type Phrase = (Vec<&'static str>, &'static str);

/// The phrases by their first words, and of those that begin alike the longest first.
static PHRASES_BY_WORD: LazyLock<BTreeMap<&str, Vec<Phrase>>> = LazyLock::new(|| {
    let mut by_word: BTreeMap<&str, Vec<Phrase>> = BTreeMap::new();
    for (phrase, means) in PHRASES {
        let words: Vec<&str> = phrase.split(' ').collect();
        if let Some(first) = words.first() {
            by_word.entry(first).or_default().push((words, means));
        }
    }
    for phrases in by_word.values_mut() {
        phrases.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
    }
    by_word
});

/// Every word that means something in some sentence.
static KNOWN: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    let spelled = WORDS.iter().flat_map(|(plain, others)| [*plain, *others]);
    let in_phrases = PHRASES.iter().map(|(phrase, _)| *phrase);
    spelled.chain(in_phrases).chain([OTHERS]).flat_map(str::split_whitespace).chain(IDLE).collect()
});

pub(super) fn is_known(word: &str) -> bool {
    KNOWN.contains(word) || word.len() == 1 || !word.chars().all(|letter| letter.is_ascii_alphabetic())
}

/// What may be left out is never meant.
static MEANT: LazyLock<Vec<&str>> =
    LazyLock::new(|| KNOWN.iter().copied().filter(|word| !IDLE.contains(word)).collect());

/// Every word that matters in some sentence, in the order of the alphabet.
pub(super) fn known_words() -> impl Iterator<Item = &'static str> {
    MEANT.iter().copied()
}

/// A sentence in the words of the grammar.
pub(super) fn plain(tokens: &[Token]) -> Vec<Token> {
    cards(&phrases(&single_words(&notation::in_words(tokens))))
}

fn single_words(tokens: &[Token]) -> Vec<Token> {
    let mut words: Vec<Token> = Vec::new();
    for (place, token) in tokens.iter().enumerate() {
        let text = match token.text.as_str() {
            "a" if is_ace(tokens, place) => "ace",
            "a" | "an" | "the" if opens_what_follows(&words) => ",",
            // "No face card on another face card" says no more than "on a face card".
            "another" if is_after_place(&words) && is_kind(tokens, place + 1) => continue,
            // "7s"
            "s" if place.checked_sub(1).and_then(|before| tokens.get(before)).is_some_and(is_number) => continue,
            "exactly" if is_at(tokens, place + 1, &["if", "when", "whenever"]) => "iff",
            "exactly" if is_at(tokens, place + 2, &["thing", "way", "respect"]) => "so-many",
            "apart" if is_apart_from_that(tokens, place) => "else",
            "from" | "that" | "this"
                if (1..3).any(|back| back <= place && is_apart_from_that(tokens, place - back)) =>
            {
                continue;
            }
            "two" if is_distance_of_two(tokens, place) => continue,
            "either" if is_at(tokens, place + 1, &["of"]) => "any",
            "them" if are_two(tokens, place) => "last-two",
            "them" => "it",
            "strictly" if is_at(tokens, place + 1, &["between"]) => "strict",
            // "4 apart from the last card", beside "all apart from hearts".
            "apart" if words.last().is_some_and(|word| is_number(word) || ["rank", "step"].contains(&&*word.text)) => {
                "away"
            }
            // "Exactly one of these", beside "the 2 of hearts".
            "exactly" if is_at(tokens, place + 2, &["of"]) => "so-many",
            "only" | "just" if is_at(tokens, place + 2, &["of"]) && is_count(tokens, place + 1) => "so-many",
            "if" | "when" | "whenever" if place > 0 && is_at(tokens, place - 1, &["exactly"]) => continue,
            // "an odd 1"
            "1" if is_card(tokens, place) => "one",
            // "Last card red: odd" says what follows red; elsewhere a colon says nothing.
            ":" if words.last().is_some_and(|word| KINDS.contains(&word.text.as_str())) => "->",
            ":" => continue,
            "they" if are_two(tokens, place) && is_at(tokens, place + 1, &OF_TWO) => "last-two",
            "that" | "which" => match that(&words, tokens.get(place + 1)) {
                "" => continue,
                means => means,
            },
            word => PLAIN.get(word).copied().unwrap_or(word),
        };
        let said = text.split(' ').filter(|word| !IDLE.contains(word));
        words.extend(said.map(|text| Token { text: text.to_owned(), at: token.at.clone() }));
    }
    while words.last().is_some_and(|last| [".", ","].contains(&last.text.as_str())) {
        words.pop();
    }
    let begins = words.iter().take_while(|word| [".", ","].contains(&word.text.as_str())).count();
    words.drain(..begins);
    words
}

/// Whether "apart from that" says that all else follows, unlike "two apart from that of the last card".
fn is_apart_from_that(tokens: &[Token], place: usize) -> bool {
    let is = |after: usize, wanted: &[&str]| is_at(tokens, place + after, wanted);
    is(0, &["apart"]) && is(1, &["from"]) && is(2, &["that", "this"]) && !is(3, &["of"])
}

/// Whether "the two" are the next card and the last, which are so far apart: "the two must be at least 3 ranks apart".
fn is_distance_of_two(tokens: &[Token], place: usize) -> bool {
    let is_pair = place.checked_sub(1).is_some_and(|before| is_at(tokens, before, &["the"]));
    let verb = ["must", "should", "have", "has", "need", "are", "may", "can"];
    let clause = tokens[place..].iter().take_while(|token| ![",", "."].contains(&&*token.text));
    is_pair && is_at(tokens, place + 1, &verb) && clause.into_iter().any(|token| token.text == "apart")
}

/// Verbs of which the last two cards may be the subject.
const OF_TWO: [&str; 11] =
    ["are", "were", "have", "had", "rose", "climbed", "fell", "dropped", "match", "matched", "differ"];

/// Whether the last two cards were named before this place, and no other cards since: "if they have different colours", but not "face
/// cards are right if they are red".
fn are_two(tokens: &[Token], place: usize) -> bool {
    const TWO: [&str; 2] = ["2", "two"];
    const LAST: [&str; 4] = ["last", "previous", "preceding", "prior"];
    let before = &tokens[..place.min(tokens.len())];
    let is_named =
        |pair: &[Token]| is_at(pair, 0, &LAST) && is_at(pair, 1, &TWO) || is_at(pair, 0, &TWO) && is_at(pair, 1, &LAST);
    let Some(named) = before.windows(2).rposition(is_named) else { return false };
    let since = &before[named + 2..];
    let since = if is_at(since, 0, &["cards"]) { &since[1..] } else { since };
    !since.iter().any(is_plural)
}

/// Whether a word is about several cards: "hearts", "sevens", "cards".
fn is_plural(token: &Token) -> bool {
    let plain = PLAIN.get(token.text.as_str()).copied().unwrap_or_default();
    let is_rank = plain.starts_with(|letter: char| letter.is_ascii_digit());
    token.text.ends_with('s') && (names_kind(plain) || is_rank || ["card", "one", "rest"].contains(&plain))
}

fn is_after_place(words: &[Token]) -> bool {
    let back = |count: usize| words.iter().rev().nth(count).map_or("", |word| word.text.as_str());
    ["after", "on", "follow"].contains(&back(0)) || (back(1), back(0)) == ("top", "of")
}

fn is_kind(tokens: &[Token], place: usize) -> bool {
    tokens.get(place).is_some_and(|token| names_kind(PLAIN.get(token.text.as_str()).copied().unwrap_or(&token.text)))
}

fn names_kind(word: &str) -> bool {
    KINDS.contains(&word) || ["ace", "jack", "queen", "king"].contains(&word)
}

/// Whether an article begins what must come after a card that was named: "after a red card an even one".
fn opens_what_follows(words: &[Token]) -> bool {
    // "On a low card (ace to 6) a red one"
    let has_remark = is_last(words, &[")"]);
    let is_border = |word: &Token| [",", "."].contains(&&*word.text) || word.text == "(" && !has_remark;
    let clause = words.rsplit(is_border).next().unwrap_or_default();
    let clause = if is_at(clause, 0, &["and", "but"]) { &clause[1..] } else { clause };
    let is_place = clause.first().is_some_and(|word| ["after", "on"].contains(&word.text.as_str()));
    const BOUNDS: [&str; 7] = ["higher", "lower", "above", "below", "rise", "fall", ")"];
    let is_named =
        |word: &Token| ["card"].contains(&&*word.text) || names_kind(&word.text) || BOUNDS.contains(&&*word.text);
    is_place && clause.len() > 1 && clause.last().is_some_and(is_named)
}

/// Whether a number before "of" counts things: "one of red and even", "two of these", but not "two of hearts".
fn is_count(tokens: &[Token], place: usize) -> bool {
    is_at(tokens, place, &["one"]) || is_at(tokens, place + 2, &["these", "the", ":"])
}

/// Whether a 1 after "an odd" is no ace, but a card: "play an odd 1", but not "an odd 1 or 3".
fn is_card(tokens: &[Token], place: usize) -> bool {
    let is_before = |back: usize, words: &[&str]| place.checked_sub(back).is_some_and(|at| is_at(tokens, at, words));
    is_before(1, &["odd", "even"]) && is_before(2, &["a", "an"]) && ends_clause(tokens.get(place + 1))
}

/// Whether an "a" is the ace, as in "between a and 7" and "a to 7".
fn is_ace(tokens: &[Token], place: usize) -> bool {
    let is_before = |wanted: &[&str]| place.checked_sub(1).is_some_and(|before| is_at(tokens, before, wanted));
    let is_after = |wanted: &[&str]| is_at(tokens, place + 1, wanted);
    is_after(&["to", ",", "or", "/"])
        || is_before(&["to", "with"]) && place + 1 == tokens.len()
        || is_before(&["between", "from"]) && is_after(&["and", "through"])
}

fn is_at(words: &[Token], place: usize, wanted: &[&str]) -> bool {
    words.get(place).is_some_and(|word| wanted.contains(&word.text.as_str()))
}

/// "A red card that is not a heart" is red and not a heart; "any card that is not a heart" says no more without "that".
/// "The last card that is red" may lie anywhere, which cannot be said.
fn that(words: &[Token], next: Option<&Token>) -> &'static str {
    const SAYS_NOTHING: [&str; 15] =
        ["any", "play", "no", "only", "must", "is", "not", ",", ".", "then", "else", "if", "and", "or", "it"];
    let is_noun = |word: &&Token| ["card", "one"].contains(&word.text.as_str());
    let is_told = is(next, &["is", "are", "isnt", "arent"]);
    match words.iter().rev().skip_while(is_noun).map(|word| word.text.as_str()).next() {
        Some(word) if is_told && ["last", "next", "before"].contains(&word) => "that",
        Some(word) if is_told && !SAYS_NOTHING.contains(&word) => "and",
        _ => "",
    }
}

fn is_number(token: &Token) -> bool {
    token.text.starts_with(|letter: char| letter.is_ascii_digit())
}

fn phrases(words: &[Token]) -> Vec<Token> {
    let mut said = Vec::new();
    let mut place = 0;
    while let Some(word) = words.get(place) {
        let ahead = &words[place..];
        let begins = |phrase: &&Phrase| {
            phrase.0.len() <= ahead.len() && phrase.0.iter().zip(ahead).all(|(part, word)| word.text == *part)
        };
        let phrases = PHRASES_BY_WORD.get(word.text.as_str());
        match phrases.and_then(|phrases| phrases.iter().find(begins)).map(|(phrase, means)| (phrase.len(), means)) {
            Some((length, means)) => {
                let at = range(&ahead[..length]);
                said.extend(means.split_whitespace().map(|text| Token { text: text.to_owned(), at: at.clone() }));
                place += length;
            }
            None => {
                said.push(word.clone());
                place += 1;
            }
        }
    }
    said
}

fn range(words: &[Token]) -> Range<usize> {
    let start = words.first().map_or(0, |word| word.at.start);
    start..words.last().map_or(start, |word| word.at.end)
}

/// What a card may be, in a word.
const KINDS: [&str; 10] = ["red", "black", "spade", "heart", "diamond", "club", "odd", "even", "face", "prime"];

/// What "one", "it" and "the one before" mean by what stands before and after them.
fn cards(words: &[Token]) -> Vec<Token> {
    let mut said: Vec<Token> = Vec::new();
    let mut place = 0;
    while let Some(word) = words.get(place) {
        let (text, length) = match word.text.as_str() {
            "one" | "card" if is_at(words, place + 1, &["before"]) => one_before(&said, words.get(place + 2)),
            // "One, two or three above"
            "one" if counts_on(&said, words, place + 1) => ("1", 1),
            "one" => (one(&said, words.get(place + 1)), 1),
            "it" => (it(&said, &words[place + 1..]), 1),
            // "play a black card next"
            "next" if ends_clause(words.get(place + 1)) && (is_last(&said, &KINDS) || is_last(&said, &["card"])) => {
                ("", 1)
            }
            // "… or both must be even" speaks of two cards.
            "both" if is_last(&said, &["or"]) => ("both", 1),
            // "… than the last two cards, unless both are kings"
            // "… or higher than both"
            "both" if is_last(&said, &["than"]) && ends_clause(words.get(place + 1)) && names_two(&said) => {
                ("last-two", 1)
            }
            "both" if is_both_of_two(&said) && is_at(words, place + 1, &["is", "was"]) => ("last-two", 1),
            "both" | "each" => ("", 1),
            other => (other, 1),
        };
        if !text.is_empty() {
            said.push(Token { text: text.to_owned(), at: range(&words[place..words.len().min(place + length)]) });
        }
        place += length;
    }
    said
}

/// Whether a number follows after a comma, or "one until three" is said, and no card is called "one" before.
fn counts_on(said: &[Token], words: &[Token], place: usize) -> bool {
    let is_card = is_last(said, &KINDS) || is_last(said, &DESCRIBING);
    let goes_on = is_at(words, place, &[",", "until", "through"]) && words.get(place + 1).is_some_and(is_number);
    goes_on && !is_card
}

/// Whether "both", said next, begins a condition on the last two cards, which were named before.
fn is_both_of_two(said: &[Token]) -> bool {
    is_last(said, &["if", "unless"]) && names_two(said)
}

fn names_two(said: &[Token]) -> bool {
    said.iter().any(|word| word.text == "last-two")
}

fn is_last(said: &[Token], wanted: &[&str]) -> bool {
    said.last().is_some_and(|word| wanted.contains(&word.text.as_str()))
}

fn is(word: Option<&Token>, wanted: &[&str]) -> bool {
    word.is_some_and(|word| wanted.contains(&word.text.as_str()))
}

fn ends_clause(word: Option<&Token>) -> bool {
    const ENDS: [&str; 6] = [",", ".", "then", "else", "if", "play"];
    word.is_none_or(|word| ENDS.contains(&word.text.as_str()))
}

/// "The one before it", "the card before the last", "the one before": which card that is, and in how many words. What
/// was named already is not named again.
fn one_before(said: &[Token], of: Option<&Token>) -> (&'static str, usize) {
    let names_last = |word: &Token| word.text == "last";
    if is(of, &["it", "next"]) {
        let here = said.iter().rev().take_while(|word| !ends_clause(Some(word)));
        (if here.into_iter().any(names_last) { "before" } else { "last" }, 3)
    } else if is(of, &["last"]) {
        ("before", 3)
    } else {
        (if said.iter().any(names_last) { "before" } else { "last" }, 2)
    }
}

/// Words after which "one" is a card.
const DESCRIBING: [&str; 7] = ["last", "next", "same", "different", "higher", "lower", "opposite"];

/// "One" is a card, or a number.
fn one(said: &[Token], next: Option<&Token>) -> &'static str {
    const COUNTED: [&str; 9] = ["higher", "lower", "above", "below", "step", "to", "or", "rank", "away"];
    const COUNTING: [&str; 12] =
        ["by", "within", "least", "most", "up-to", "between", "of", "than", "±", "rise", "fall", "so-many"];
    // "… and a face card by one of an even rank"
    let is_described = is_last(said, &["by"]) && is(next, &["of"]);
    if is_last(said, &KINDS) || is_last(said, &DESCRIBING) || is_described {
        "card"
    } else if said.is_empty() || is(next, &COUNTED) || is_last(said, &COUNTING) {
        "1"
    } else {
        "card"
    }
}

/// "It" is the next card, unless the last is compared or spoken of.
fn it(said: &[Token], rest: &[Token]) -> &'static str {
    const COMPARING: [&str; 11] = ["than", "to", "as", "from", "of", "on", "<", ">", "<=", ">=", "="];
    let is_of_next =
        said.windows(2).any(|pair| pair[0].text == "if" && ["it", "card", "next"].contains(&&*pair[1].text));
    let names_last = said.iter().any(|word| word.text == "last") && !is_of_next;
    // "Higher than the last card if it is the same colour": the last one is compared with nothing.
    let is_bare = is_at(rest, 1, &["higher", "lower"]) && !is_at(rest, 2, &["than"]);
    let is_compared = is_at(rest, 0, &["is"]) && (is_bare || is_at(rest, 1, &["same", "different", "opposite"]));
    if is_at(rest, 0, &["was"]) {
        // "If the card three back was red …; if it was black …"
        let named =
            said.iter().rev().find_map(|word| ["before", "third-last"].into_iter().find(|card| word.text == *card));
        let is_nearer = said.iter().rev().take_while(|word| word.text != "last").any(|word| Some(&*word.text) == named);
        return named.filter(|_| is_nearer).unwrap_or("last");
    }
    // "Two or more of these: it is black …"
    let counts =
        is_last(said, &["of"]) && said.iter().rev().nth(1).is_some_and(|word| is_number(word) || word.text == "higher");
    let is_condition = is_last(said, &["if"]) && names_last && !is_compared;
    if is_last(said, &COMPARING) && !counts || is_condition { "last" } else { "it" }
}
