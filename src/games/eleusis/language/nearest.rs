//! What somebody may have meant whose sentence cannot be read.
//!
//! First the sentence with its words spelled right, then sentences of common forms with the sentence's own kinds,
//! features and numbers in them: those of which the fewest words differ. Nothing here is left to chance.

use std::cmp::Reverse;
use std::ops::Range;
use std::sync::LazyLock;

use super::grammar;
use super::rule::Rule;
use super::tokens::{Token, tokens};
use super::wording::{is_known, known_words, plain};

/// Forms of sentences; "kind", "feature" and "count" stand for what is taken from the sentence.
const FORMS: &[&str] = &[
    "only kind cards",
    "no kind cards",
    "kind or kind",
    "kind and kind",
    "neither kind nor kind",
    "alternate kind and kind",
    "alternate kind then kind",
    "the feature changes every time",
    "the same feature as the last card",
    "a different feature from the last card",
    "the same feature or the same feature as the last card",
    "the same feature and a different feature",
    "a different feature and a different feature",
    "no two cards of the same feature in a row",
    "no three cards of the same feature in a row",
    "no two kind cards in a row",
    "no three kind cards in a row",
    "higher than the last card",
    "lower than the last card",
    "at least as high as the last card",
    "at most as high as the last card",
    "the same feature and higher than the last card",
    "kind and higher than the last card",
    "within count of the last card",
    "count higher than the last card",
    "count lower than the last card",
    "count to count above the last card",
    "after kind cards, play kind cards",
    "if the last card was kind, play kind",
    "if the last card was kind, play kind, otherwise kind",
    "if the last card was kind, do not play kind",
    "if the last card was kind, go higher, otherwise go lower",
    "if the last card was kind, go lower, otherwise go higher",
    "if the last card was kind, the same feature, otherwise a different feature",
    "if the last card was kind, a different feature, otherwise the same feature",
    "kind cards must be kind",
    "kind cards must be kind, kind cards must be kind",
    "repeat kind kind",
    "repeat kind kind kind",
    "repeat kind kind kind kind",
    "every third card must be kind",
    "every third card must be kind, the others kind",
    "if the position is even, the same feature, otherwise a different feature",
    "at least two of kind, kind and kind",
    "the sum of the last card and this one is even",
    "the sum of the last card and this one is a multiple of count",
    "the rank is at most its position",
    "the same feature as the card three back",
    "a different feature from the card before last",
    "the same feature as the last card, then a different feature from the last card, in turns",
    "a higher suit than the last card",
];

/// How much a sentence may differ from a form.
const MOST_APART: u32 = 7;

/// How much a sentence differs by each word that means nothing.
const WEIGHT_OF_UNKNOWN: u32 = 2;

/// The longest sentence that is compared, in parts.
const MOST_PARTS_COMPARED: usize = 40;

/// A part of a sentence, as far as it matters for what the sentence is like.
#[derive(Clone, PartialEq, Eq, Debug)]
enum SentencePart {
    Kind(String),
    Feature(String),
    Word(String),
}

/// A form, and its parts.
static PARTS_OF_FORMS: LazyLock<Vec<(&str, Vec<SentencePart>)>> = LazyLock::new(|| {
    FORMS.iter().map(|form| (*form, tokens(form).map(|form| parts(&form)).unwrap_or_default())).collect()
});

/// Sentences that may be meant by a text, the nearest first. Not all of them can be read.
pub(super) fn sentences(text: &str) -> Vec<String> {
    let stands = |letter: char| tokens(letter.encode_utf8(&mut [0; 4])).is_ok();
    let text: String = text.chars().map(|letter| if stands(letter) { letter } else { ' ' }).collect();
    let Ok(read) = tokens(&text) else { return Vec::new() };
    let is_lost = |token: &&Token| !is_known(&token.text) && similar_word(&token.text).is_none();
    let lost = WEIGHT_OF_UNKNOWN * read.iter().filter(is_lost).count() as u32;
    let respelled = respelled(&text, &read);
    let said = parts(&respelled.as_deref().map_or(read, |respelled| tokens(respelled).unwrap_or_default()));
    let mut near: Vec<(u32, String)> = PARTS_OF_FORMS
        .iter()
        .filter_map(|(form, parts)| filled(form, parts, &said, MOST_APART.checked_sub(lost)?))
        .collect();
    // Among equals the form that comes first.
    near.sort_by_key(|(apart, _)| *apart);
    respelled.into_iter().chain(near.into_iter().map(|(_, sentence)| sentence)).collect()
}

/// The text with every word that is none replaced by the most similar one, or left out where there is none such; `None`
/// if it has no such word.
fn respelled(text: &str, tokens: &[Token]) -> Option<String> {
    let unknown: Vec<&Token> = tokens.iter().filter(|token| !is_known(&token.text)).collect();
    if unknown.is_empty() {
        return None;
    }
    let mut respelled = String::new();
    let mut from = 0;
    for token in unknown {
        let Range { start, end } = token.at;
        respelled += text.get(from..start)?;
        respelled += similar_word(&token.text).unwrap_or_default();
        from = end;
    }
    respelled += text.get(from..)?;
    let mut words: Vec<&str> = respelled.split_whitespace().collect();
    // "… or something"
    while words.pop_if(|last| [",", "or", "and", "but"].contains(last)).is_some() {}
    Some(words.join(" "))
}

/// The text with the last card named in each of its conditions, and with the next: "if the last card was red then even"
/// of "if red then even". Not both can be read if the conditions were clear.
pub(super) fn with_cards_named(text: &str) -> [String; 2] {
    let words = tokens(text).map(|tokens| plain(&tokens)).unwrap_or_default();
    [" the last card was", " the next card is"].map(|card| {
        let mut named = text.to_owned();
        for condition in words.iter().rev().filter(|word| word.text == "if") {
            named.insert_str(condition.at.end, card);
        }
        named
    })
}

/// The word of the language that somebody probably meant who wrote this one, which is none.
pub(super) fn similar_word(word: &str) -> Option<&'static str> {
    let most = match word.len() {
        0..2 => return None,
        2..6 => 1,
        _ => 2,
    };
    let near = known_words().filter(|known| known.len() > 1 && known.len().abs_diff(word.len()) <= most);
    let apart = near.map(|known| (strsim::damerau_levenshtein(known, word), known));
    // Among equals one of the same letters, then one that begins with the same, then one of which a letter is missing.
    let begins_otherwise = |known: &str| known.as_bytes().first() != word.as_bytes().first();
    let key = |known: &str| (!has_same_letters(known, word), begins_otherwise(known), Reverse(known.len()));
    let near = apart.filter(|(apart, _)| *apart <= most).min_by_key(|(apart, known)| (*apart, key(known)));
    near.map(|(_, known)| known)
}

/// Whether only the order of the letters differs.
pub(super) fn has_same_letters(one: &str, other: &str) -> bool {
    let sorted = |word: &str| {
        let mut letters: Vec<u8> = word.bytes().collect();
        letters.sort_unstable();
        letters
    };
    one.len() == other.len() && sorted(one) == sorted(other)
}

/// The parts of a sentence: kinds of cards, features, and words.
fn parts(read: &[Token]) -> Vec<SentencePart> {
    let words = plain(read);
    let mut left = words.as_slice();
    let mut parts = Vec::new();
    while let Some((token, after)) = left.split_first().filter(|_| parts.len() < MOST_PARTS_COMPARED) {
        let (part, rest) = match grammar::leading_kind(left).filter(|_| !is_count(token, after)) {
            Some((kind, length)) => {
                (SentencePart::Kind(Rule::Always(kind).to_string()), left.get(length..).unwrap_or_default())
            }
            None => (SentencePart::of(&token.text), after),
        };
        parts.push(part);
        left = rest;
    }
    parts
}

/// Whether a number says how many cards there are: "two hearts", "three cards".
fn is_count(number: &Token, after: &[Token]) -> bool {
    let names_cards = |token: &Token| ["card", "kind"].contains(&token.text.as_str());
    ["2", "3"].contains(&number.text.as_str())
        && (after.first().is_some_and(names_cards) || grammar::leading_kind(after).is_some())
}

impl SentencePart {
    /// A word, or what stands for several in a form.
    fn of(text: &str) -> SentencePart {
        match text {
            "kind" => SentencePart::Kind(text.to_owned()),
            "suit" | "rank" | "colour" | "parity" | "feature" => SentencePart::Feature(text.to_owned()),
            word => SentencePart::Word(word.to_owned()),
        }
    }

    /// How much it matters that this is there.
    fn weight(&self) -> u32 {
        const IDLE: [&str; 10] = ["card", "is", "was", "must", "play", "of", ",", ".", "has", "as"];
        const JOINING: [&str; 13] =
            ["if", "else", "then", "only", "any", "and", "or", "but", "last", "next", "after", "in-a-row", "order"];
        match self {
            SentencePart::Kind(_) | SentencePart::Feature(_) => 6,
            SentencePart::Word(word) if ["not", "no", "neither", "differs", "different"].contains(&word.as_str()) => 5,
            SentencePart::Word(word) if IDLE.contains(&word.as_str()) => 0,
            SentencePart::Word(word) if JOINING.contains(&word.as_str()) => 2,
            SentencePart::Word(word) if is_known(word) => 4,
            SentencePart::Word(_) => 1,
        }
    }

    /// Whether it may stand where a form has this.
    fn fits(&self, form: &SentencePart) -> bool {
        match (self, form) {
            (SentencePart::Kind(_), SentencePart::Kind(_)) | (SentencePart::Feature(_), SentencePart::Feature(_)) => {
                true
            }
            (SentencePart::Kind(number), SentencePart::Word(count)) if count == "count" => number.parse::<u8>().is_ok(),
            (one, other) => one == other,
        }
    }

    /// What of it is written into a form.
    fn written(&self) -> Option<&str> {
        match self {
            SentencePart::Kind(text) | SentencePart::Feature(text) => Some(text),
            SentencePart::Word(_) => None,
        }
    }

    /// Whether a form leaves this to the sentence.
    fn is_open(&self) -> bool {
        self.written().is_some() || *self == SentencePart::Word("count".to_owned())
    }
}

/// A form with what the sentence says in it, and how far the sentence is from it; `None` if it is too far, or says too
/// little.
fn filled(form: &str, form_parts: &[SentencePart], said: &[SentencePart], most_apart: u32) -> Option<(u32, String)> {
    let apart = changes(form_parts, said);
    let least = apart.first()?.first().copied().filter(|apart| *apart <= most_apart)?;
    let kept = kept(&apart, form_parts, said);
    let has_kind = kept.iter().any(|(said, _)| matches!(said, SentencePart::Kind(_)));
    let is_short = has_kind && form_parts.len() < 4;
    let says_something = is_short || kept.iter().filter(|(said, _)| said.weight() > 0).count() >= 2;
    let mut fills = kept.iter().filter(|(_, form)| form.is_open()).filter_map(|(said, _)| said.written());
    let words = form.split(' ').map(|word| {
        let bare = word.trim_end_matches(',');
        match bare {
            "kind" | "feature" | "count" => Some(format!("{}{}", fills.next()?, &word[bare.len()..])),
            _ => Some(word.to_owned()),
        }
    });
    let words: Option<Vec<String>> = words.collect();
    Some((least, words.filter(|_| says_something)?.join(" ")))
}

/// The fewest changes, by weight, that make the rest of the sentence the rest of the form, from each place in the
/// sentence and each place in the form.
fn changes(form: &[SentencePart], said: &[SentencePart]) -> Vec<Vec<u32>> {
    const IMPOSSIBLE: u32 = 1000;
    let left_out = |part: &SentencePart| if part.is_open() { IMPOSSIBLE } else { part.weight().max(1) };
    let missing: Vec<u32> = form.iter().map(left_out).collect();
    let mut apart = vec![vec![0; form.len() + 1]; said.len() + 1];
    for at in (0..=said.len()).rev() {
        let weight = said.get(at).map(SentencePart::weight);
        for place in (0..=form.len()).rev() {
            let skipped = weight.map(|weight| weight + apart[at + 1][place]);
            let added = missing.get(place).map(|weight| weight + apart[at][place + 1]);
            let both = said.get(at).zip(form.get(place)).filter(|(said, form)| said.fits(form));
            let kept = both.map(|_| apart[at + 1][place + 1]);
            apart[at][place] = [skipped, added, kept].into_iter().flatten().min().unwrap_or(0);
        }
    }
    apart
}

/// The parts of the sentence that stay, each with the part of the form that it fits, if as little as possible is
/// changed.
fn kept<'s>(
    apart: &[Vec<u32>],
    form: &'s [SentencePart],
    said: &'s [SentencePart],
) -> Vec<(&'s SentencePart, &'s SentencePart)> {
    let (mut at, mut place) = (0, 0);
    let mut kept = Vec::new();
    while let (Some(here), Some(part)) = (said.get(at), form.get(place)) {
        if here.fits(part) && apart[at][place] == apart[at + 1][place + 1] {
            kept.push((here, part));
            (at, place) = (at + 1, place + 1);
        } else if apart[at][place] == here.weight() + apart[at + 1][place] {
            at += 1;
        } else {
            place += 1;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_can_be_read_with_something_in_it() {
        for form in FORMS {
            for (kinds, features, count) in
                [(["red", "odd"], ["suit", "rank"], "2"), (["8 to king", "7"], ["colour", "suit"], "3")]
            {
                let (mut kinds, mut features) = (kinds.iter().cycle(), features.iter().cycle());
                let filled: Vec<String> = form
                    .split(' ')
                    .map(|word| match word.trim_end_matches(',') {
                        "kind" => word.replace("kind", kinds.next().expect("a kind")),
                        "feature" => word.replace("feature", features.next().expect("a feature")),
                        _ => word.replace("count", count),
                    })
                    .collect();
                let sentence = filled.join(" ");
                assert!(sentence.parse::<Rule>().is_ok(), "{sentence}: {:?}", sentence.parse::<Rule>());
            }
        }
    }

    #[test]
    fn the_nearest_sentence_has_the_words_of_the_one_that_cannot_be_read() {
        let nearest = |text: &str| text.parse::<Rule>().expect_err(text).meant.first().cloned().unwrap_or_default();
        for (text, meant) in [
            ("if the lst card was red, the next must be evne", "if the last card was red, the next must be even"),
            ("no two hearts", "no two heart cards in a row"),
            ("it must match somehow in suit or rank", "it must match in suit or rank"),
            ("even after odd or something", "even after odd"),
            ("red black blakc", "red black black"),
        ] {
            assert_eq!(nearest(text), meant, "{text}");
        }
        assert_eq!(nearest("I do not know"), "");
    }
}
