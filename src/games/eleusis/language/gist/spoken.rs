//! The words of a sentence as its clauses are looked through: with slips of the pen mended, and without what only says how court
//! cards count or which cards are low and high.

use super::super::grammar::rank_of;
use super::super::nearest::{has_same_letters, similar_word};
use super::super::tokens::{Token, tokens};
use super::super::wording::{is_known, plain};
use super::{WORDS, is_readable, with_face_cards};

/// Suits by their first letters, where several of them are named so.
const SUIT_LETTERS: [(&str, &str); 4] = [("h", "heart"), ("s", "spade"), ("c", "club"), ("d", "diamond")];

/// Words by which cards are refused.
const REFUSING: [&str; 12] = [
    "refuse", "refuses", "reject", "rejects", "exclude", "excludes", "avoid", "ban", "bans", "forbid", "forbids",
    "false",
];

/// Words by which all cards are free.
const FREEING: [&str; 5] = ["skip", "what", "freely", "whichever", "liberty"];

/// Where a part of a sentence ends.
const ENDS: [&str; 5] = [",", ".", "(", ")", "but"];

/// A slip of one letter is mended in words longer than these; in these it may be a letter that is missing, or two that changed places.
const SHORT: usize = 4;

pub(super) fn words(text: &str) -> Vec<String> {
    let kept: String = text.chars().map(|letter| if is_readable(letter) { letter } else { ' ' }).collect();
    let mut kept = without_prefixes(&kept.replace(" - ", " minus "));
    // "A red one down? Play black."
    let small = kept.to_lowercase();
    if small.contains("down?") || small.contains("down ?") {
        kept = small.replace("down?", " last ->").replace("down ?", " last ->");
    }
    let Ok(mut read) = tokens(&kept) else { return Vec::new() };
    respell(&mut read);
    let words = plain(&read).into_iter().map(|token| token.text).collect();
    settled(&with_low_and_high(&without_counts(&with_face_cards(words))))
}

/// "Nonfaces" in two words.
fn without_prefixes(text: &str) -> String {
    /// "None", "nonet"
    const SHORTEST: usize = 3;
    let is_word = |rest: &&str| {
        let bare = rest.trim_end_matches([',', '.', ';', ':', '!']);
        bare.len() >= SHORTEST && is_known(bare) && bare.chars().all(char::is_alphabetic)
    };
    let split = |word: &str| match word.to_ascii_lowercase().strip_prefix("non").filter(is_word) {
        Some(rest) => format!("non {rest}"),
        None => word.to_owned(),
    };
    text.split(' ').map(split).collect::<Vec<_>>().join(" ")
}

/// Letters for suits, places, and slips of the pen.
fn respell(read: &mut [Token]) {
    let said: Vec<String> = read.iter().map(|token| token.text.clone()).collect();
    let at = |place: usize| said.get(place).map_or("", String::as_str);
    let has = |word: &str| said.iter().any(|other| other == word);
    let letters = SUIT_LETTERS.iter().filter(|(letter, _)| has(letter)).count();
    let counts_places = has("nth");
    for (place, token) in read.iter_mut().enumerate() {
        let before = place.checked_sub(1).map_or("", at);
        let suit = SUIT_LETTERS.iter().find(|(letter, _)| *letter == token.text).map(|(_, suit)| *suit);
        let is_place = is_place(before, at(place), at(place + 1));
        let means = match (token.text.as_str(), suit) {
            (_, Some(suit)) if letters > 2 && !is_number(before) => suit,
            ("jqk", _) => "face",
            ("n", _) if counts_places => "position",
            ("nth", _) => "the",
            ("place" | "places" | "spot", _) if is_place => "position",
            (word, _) => match mended(word) {
                Some(mended) => mended,
                None => continue,
            },
        };
        means.clone_into(&mut token.text);
    }
}

fn is_number(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_ascii_digit())
}

/// Whether "place" or "spot" is one in the mainline, and no verb and no spot card.
fn is_place(before: &str, word: &str, after: &str) -> bool {
    const OF_PLACES: [&str; 15] = [
        "odd", "even", "numbered", "its", "any", "each", "every", "in", "at", "on", "other", "these", "those", "all",
        "the",
    ];
    let is_named = OF_PLACES.contains(&before) || is_number(before) || word == "places" && is_number(after);
    is_named && after != "card" && after != "cards"
}

/// The word that is one slip away from this one, which is none.
fn mended(word: &str) -> Option<&'static str> {
    let is_of_gist = WORDS.iter().any(|(_, others)| others.split(' ').any(|other| other == word));
    if is_known(word) || is_of_gist || word.starts_with("count") {
        return None;
    }
    let is_likely = |similar: &str| {
        let is_missing =
            word.len() == SHORT && similar.len() > SHORT && similar.starts_with(word.get(..1).unwrap_or(""));
        word.len() > SHORT || is_missing || has_same_letters(similar, word)
    };
    let similar = similar_word(word).filter(|similar| strsim::damerau_levenshtein(similar, word) == 1);
    similar.filter(|similar| is_likely(similar))
}

/// The parts of a sentence with the sign after each.
fn parts(words: &[String], ends: &[&str]) -> Vec<(Vec<String>, Option<String>)> {
    let (mut parts, mut part) = (Vec::new(), Vec::new());
    for word in words {
        if ends.contains(&word.as_str()) {
            parts.push((std::mem::take(&mut part), Some(word.clone())));
        } else {
            part.push(word.clone());
        }
    }
    parts.push((part, None));
    parts
}

fn ends_trimmed(mut words: Vec<String>) -> Vec<String> {
    while words.pop_if(|last| [",", "."].contains(&last.as_str())).is_some() {}
    words
}

/// Without the parts that only say what a court card counts: "jacks and kings are odd, queens even".
fn without_counts(words: &[String]) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for (part, end) in parts(words, &ENDS) {
        if !part.is_empty() && !kept.is_empty() && only_counts(&part) {
            let _ = kept.pop_if(|last| [",", "(", "."].contains(&last.as_str()));
            kept.extend(end.filter(|end| end != ")"));
        } else {
            kept.extend(part);
            kept.extend(end);
        }
    }
    ends_trimmed(kept)
}

fn only_counts(part: &[String]) -> bool {
    const NAMES: [&str; 5] = ["jack", "queen", "king", "face", "ace"];
    const COUNTS: [&str; 10] = ["odd", "even", "as", "prime", "low", "high", "counted", "counts", "count", "number"];
    const ACTS: [&str; 28] = [
        "after",
        "on",
        "follow",
        "followed-by",
        "if",
        "else",
        "last",
        "not",
        "must",
        "play",
        "or",
        "->",
        "only",
        "no",
        "heart",
        "spade",
        "club",
        "diamond",
        "red",
        "black",
        "right",
        "rest",
        "to",
        "higher",
        "lower",
        "rise",
        "fall",
        "any",
    ];
    let is_count = |word: &String| COUNTS.contains(&word.as_str()) || word.parse::<u8>().is_ok_and(|number| number > 0);
    let is_name = |word: &&String| NAMES.contains(&word.as_str());
    let begins = part.iter().take(3).any(|word| NAMES.contains(&word.as_str()));
    let are_told_together = part.iter().filter(is_name).count() > 1 && part.iter().any(|word| word == "is");
    let is_told = part.iter().any(is_count) || are_told_together;
    let acts = |word: &String| ACTS.contains(&word.as_str()) || word == "through" || word == "up-to";
    begins && is_told && !part.iter().any(acts)
}

/// Stands where the ranks were by which low and high cards are explained.
const EXPLAINED: &str = "#";

/// With the ranks of low and high cards for these words, where the sentence says which they are.
fn with_low_and_high(words: &[String]) -> Vec<String> {
    let has = |wanted: &str| words.iter().any(|word| word == wanted);
    let ranges: Vec<(usize, [u8; 2])> = words
        .windows(3)
        .enumerate()
        .filter(|(_, three)| ["to", "through", "up-to"].contains(&three[1].as_str()))
        .filter_map(|(at, three)| Some((at, [rank_of(&three[0])?, rank_of(&three[2])?])))
        .collect();
    let mut kinds: Vec<[u8; 2]> = ranges.iter().map(|(_, range)| *range).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let [low, high] = kinds.as_slice() else { return words.to_vec() };
    if !has("low") || !has("high") {
        return words.to_vec();
    }
    let is_explained = |place: usize| ranges.iter().any(|(at, _)| (*at..at + 3).contains(&place));
    let blank = |(place, word): (usize, &String)| if is_explained(place) { EXPLAINED.to_owned() } else { word.clone() };
    let blanked: Vec<String> = words.iter().enumerate().map(blank).collect();
    let mut kept: Vec<String> = Vec::new();
    for (part, end) in parts(&blanked, &[",", ".", "(", ")"]) {
        let acts = |word: &String| ["after", "play", "then", "follow", "on"].contains(&word.as_str());
        let only_explains = part.is_empty() || part.iter().any(|word| word == EXPLAINED);
        if !only_explains || part.iter().any(acts) {
            kept.extend(part.into_iter().filter(|word| word != EXPLAINED));
            kept.extend(end);
        } else {
            kept.extend(end.filter(|end| end == "."));
        }
    }
    let said = |word: String| match word.as_str() {
        "low" => low.map(|rank| rank.to_string()).join(" to "),
        "high" => high.map(|rank| rank.to_string()).join(" to "),
        _ => word,
    };
    let said: Vec<String> = ends_trimmed(kept).into_iter().map(said).collect();
    said.iter().flat_map(|word| word.split(' ')).map(named).collect()
}

/// A rank as the grammar names it.
fn named(word: &str) -> String {
    let name = match word {
        "1" => "ace",
        "11" => "jack",
        "12" => "queen",
        "13" => "king",
        word => word,
    };
    name.to_owned()
}

/// With what refuses cards and what frees them in the same words everywhere.
fn settled(words: &[String]) -> Vec<String> {
    let mut said: Vec<String> = Vec::new();
    for (place, word) in words.iter().enumerate() {
        let before = said.last().cloned().unwrap_or_default();
        let leaves_out = word == "leave" && words.iter().skip(place).take(7).any(|word| word == "out");
        let means = match word.as_str() {
            word if REFUSING.contains(&word) || leaves_out => "not",
            "yes" => "right",
            "once" => "if",
            word if FREEING.contains(&word) => "any",
            // "No constraint"
            "constraint" | "check" | "restriction" | "limit" if before == "no" => {
                said.pop();
                "any"
            }
            // "More big", "more small"
            "high" if before == "higher" => continue,
            "low" if before == "higher" => {
                said.pop();
                "lower"
            }
            word => word,
        };
        said.push(means.to_owned());
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_says_how_cards_count_is_left_out() {
        for (text, said) in [
            ("alternate odd/even, J K odd Q even", "change odd / even"),
            (
                "low then high then low, where ace to seven is low and eight to king is high",
                "ace to 7 then 8 to king then ace to 7",
            ),
            ("no quens on hearts", "no queen on heart"),
            ("after H or S: C or D", "after heart or spade -> club or diamond"),
            ("red in odd places", "red in odd position"),
            ("red faces, blakc nonfaces", "red face , black not face"),
            ("if the lsat is red then hgiher, else lowr", "if last is red then higher , else lower"),
        ] {
            assert_eq!(words(text).join(" "), said, "{text}");
        }
    }
}
