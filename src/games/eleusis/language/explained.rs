//! A sentence with the ranks in place of words that it explains itself: "low (A-4), middle (5-9), high (10-K), and again", "high after
//! low; high is 8 and up". It is only offered.

use std::ops::Range;

use super::formulas::cards_of;
use super::rule::Rule;
use super::tokens::{Token, tokens};
use super::wording::is_known;
use crate::cards::Rank;

/// Words for cards by how high they are, each with others that mean the same.
const TERMS: [(&str, &[&str]); 3] = [
    ("low", &["low", "lows", "small", "smalls"]),
    ("middle", &["middle", "middles", "mid", "mids", "medium", "mediums"]),
    ("high", &["high", "highs", "big", "bigs"]),
];

/// What stands between terms that come one after the other, and says no more.
const IN_A_CYCLE: &str = ", . : ( ) to -> then and repeat repeating repeated pattern cycle again start over with so on back where card cards \
    one ones";

/// The most cards that a cycle names.
const MOST: usize = 12;

/// The numbers from two on, in words.
const NUMBERS: [&str; 9] = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// Ranks from one to another, as numbers.
type Span = (u8, u8);

/// A term, what it means, and which words explain it.
struct Explained {
    term: &'static str,
    span: Span,
    said: Range<usize>,
}

/// What a sentence explains.
struct Glossary {
    explained: Vec<Explained>,
    /// Of low and high cards those that are not explained, where the others are.
    rest: Option<(&'static str, Span)>,
}

impl Glossary {
    fn of(words: &[Token]) -> Option<Glossary> {
        let each = explanations(words);
        let explained = if each.is_empty() { explained_together(words)? } else { each };
        let rest = the_rest(words, &explained);
        Some(Glossary { explained, rest })
    }

    fn span(&self, term: &str) -> Option<Span> {
        let explained = self.explained.iter().find(|one| one.term == term).map(|one| one.span);
        explained.or_else(|| self.rest.filter(|(rest, _)| *rest == term).map(|(_, span)| span))
    }

    /// Whether a word explains something, and no more.
    fn is_explanation(&self, at: usize) -> bool {
        self.explained.iter().any(|one| one.said.contains(&at))
    }
}

/// The text with ranks for its terms; `None` if it does not explain all of them.
pub(super) fn written_out(sentence: &str) -> Option<String> {
    let words = tokens(sentence).ok()?;
    let Some(glossary) = Glossary::of(&words) else { return with_definition(&words) };
    let is_idle_noun =
        |at: usize| is_card(&words, at) && at.checked_sub(1).is_some_and(|before| is_term(&words, before));
    let is_said = |at: &usize| !(glossary.is_explanation(*at) || is_idle_noun(*at));
    let kept: Vec<usize> = (0..words.len()).filter(is_said).collect();
    let is_idle = |at: &usize| is_in_cycle(&words, *at);
    if kept.iter().all(is_idle) {
        return cycle(&row(&words, &kept, &glossary)?);
    }
    let put = |at: &usize| match term_of(text(&words, *at)) {
        Some(term) => glossary.span(term).map(ranks),
        None => Some(text(&words, *at).to_owned()),
    };
    let mut said = kept.iter().map(put).collect::<Option<Vec<String>>>()?;
    // "…, where low is ace to 7"
    while said.pop_if(|word| [",", ".", "and", "where", "with"].contains(&word.as_str())).is_some() {}
    Some(said.join(" "))
}

/// "No honour (10, J, Q, K or A) on an honour": with the cards that a word nobody knows is explained by, wherever it is said.
fn with_definition(words: &[Token]) -> Option<String> {
    let is_new = |at: &usize| !is_known(text(words, *at)) && text(words, at + 1) == "(";
    let at = (0..words.len()).find(is_new)?;
    let inner = words.get(at + 2..)?;
    let inner = inner.get(..inner.iter().position(|word| word.text == ")")?)?;
    let cards = inner.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
    match Rule::said(&cards)? {
        Rule::Always(formula) if cards_of(&formula).is_some() => {}
        _ => return None,
    }
    let defined = text(words, at).trim_end_matches('s');
    let said = words.iter().enumerate().filter(|(other, _)| !(at + 1..=at + 2 + inner.len()).contains(other));
    let put = |word: &Token| match word.text.trim_end_matches('s') == defined {
        true => format!("( {cards} )"),
        false => word.text.clone(),
    };
    Some(said.map(|(_, word)| put(word)).collect::<Vec<_>>().join(" "))
}

/// Whether a word stands in a cycle of terms: a term, how many of it, or what says no more.
fn is_in_cycle(words: &[Token], at: usize) -> bool {
    let word = text(words, at);
    let is_count = times(word).is_some() && is_term(words, at + 1);
    is_term(words, at) || is_count || IN_A_CYCLE.split(' ').any(|idle| idle == word)
}

/// What comes one after the other in a cycle of terms: "two low ones, then two high ones".
fn row(words: &[Token], kept: &[usize], glossary: &Glossary) -> Option<Vec<Span>> {
    let mut row = Vec::new();
    for at in kept {
        if let Some(term) = term_of(text(words, *at)) {
            let count = at.checked_sub(1).and_then(|before| times(text(words, before))).unwrap_or(1);
            row.extend(std::iter::repeat_n(glossary.span(term)?, count));
        }
    }
    Some(row)
}

/// How many cards of a kind come one after the other.
fn times(word: &str) -> Option<usize> {
    match word {
        "two" | "2" => Some(2),
        "three" | "3" => Some(3),
        "four" | "4" => Some(4),
        _ => None,
    }
}

fn term_of(word: &str) -> Option<&'static str> {
    TERMS.iter().find(|(_, others)| others.contains(&word)).map(|(term, _)| *term)
}

fn is_term(words: &[Token], at: usize) -> bool {
    words.get(at).is_some_and(|word| term_of(&word.text).is_some())
}

fn is_card(words: &[Token], at: usize) -> bool {
    ["card", "cards"].contains(&text(words, at))
}

fn text(words: &[Token], at: usize) -> &str {
    words.get(at).map_or("", |word| word.text.as_str())
}

/// "low (A-4)", "high is 8 and up", each where it is said first.
fn explanations(words: &[Token]) -> Vec<Explained> {
    const IS: [&str; 8] = ["is", "are", "means", "mean", "being", "=", ":", "from"];
    let mut found: Vec<Explained> = Vec::new();
    let mut end = 0;
    for at in 0..words.len() {
        let Some(term) = term_of(text(words, at)).filter(|_| at >= end) else { continue };
        let after = at + 1 + usize::from(is_card(words, at + 1));
        let is_bracketed = text(words, after) == "(";
        let is_clause = IS.contains(&text(words, after)) && begins_clause(words, at);
        let opening = (after + 1..).take_while(|at| IS.contains(&text(words, *at))).count();
        let from = after + 1 + if is_bracketed || is_clause { opening } else { 0 };
        let Some((span, length)) = span_at(words, from).filter(|_| is_bracketed || is_clause) else { continue };
        end = from + length;
        let said = match is_bracketed {
            true if text(words, end) == ")" => after..end + 1,
            true => continue,
            false => at..end,
        };
        end = said.end;
        if !found.iter().any(|one| one.term == term) {
            found.push(Explained { term, span, said });
        }
    }
    found
}

fn begins_clause(words: &[Token], at: usize) -> bool {
    at == 0 || [",", ".", ":", "(", "and", "where", "with"].contains(&text(words, at - 1))
}

/// "low, middle, high (A-4, 5-9, 10-K)": in the order in which they are named.
fn explained_together(words: &[Token]) -> Option<Vec<Explained>> {
    let open = words.iter().position(|word| word.text == "(")?;
    let mut terms: Vec<&'static str> = Vec::new();
    for term in words.iter().take(open).filter_map(|word| term_of(&word.text)) {
        if !terms.contains(&term) {
            terms.push(term);
        }
    }
    let mut at = open + 1;
    let mut spans = Vec::new();
    while let Some((span, length)) = span_at(words, at) {
        spans.push(span);
        at += length;
        if text(words, at) != "," {
            break;
        }
        at += 1;
    }
    if text(words, at) != ")" || terms.is_empty() || terms.len() != spans.len() {
        return None;
    }
    let said = open..at + 1;
    Some(terms.into_iter().zip(spans).map(|(term, span)| Explained { term, span, said: said.clone() }).collect())
}

/// What [`Glossary::rest`] is.
fn the_rest(words: &[Token], explained: &[Explained]) -> Option<(&'static str, Span)> {
    let names = |wanted: &str| words.iter().any(|word| term_of(&word.text) == Some(wanted));
    match explained {
        _ if names("middle") => None,
        [Explained { term: "low", span: (1, to), .. }] if *to < 13 => Some(("high", (to + 1, 13))),
        [Explained { term: "high", span: (from, 13), .. }] if *from > 1 => Some(("low", (1, from - 1))),
        _ => None,
    }
}

/// "A-4", "from 5 to 9", "8 and up", "7 or lower"; and how many words say it.
fn span_at(words: &[Token], at: usize) -> Option<(Span, usize)> {
    const UP: [&str; 6] = ["up", "higher", "above", "over", "more", "upwards"];
    const DOWN: [&str; 6] = ["down", "lower", "below", "under", "less", "downwards"];
    let from = rank(text(words, at))?;
    let joint = text(words, at + 1);
    if ["to", "through", "till", "until", "thru"].contains(&joint) {
        let to = rank(text(words, at + 2)).filter(|to| from < *to)?;
        return Some(((from, to), 3));
    }
    let open = text(words, at + 2);
    match ["and", "or"].contains(&joint) {
        true if UP.contains(&open) => Some(((from, 13), 3)),
        true if DOWN.contains(&open) => Some(((1, from), 3)),
        _ => None,
    }
}

fn rank(word: &str) -> Option<u8> {
    match word {
        "a" | "ace" | "aces" => Some(1),
        "j" | "jack" | "jacks" => Some(11),
        "q" | "queen" | "queens" => Some(12),
        "k" | "king" | "kings" => Some(13),
        number => {
            let named = NUMBERS.iter().position(|name| *name == number).map(|at| at as u8 + 2);
            named.or_else(|| number.parse().ok()).filter(|number| (1..=13).contains(number))
        }
    }
}

fn ranks((from, to): Span) -> String {
    let word = |number: u8| Rank::new(number).map_or_else(String::new, super::sentence::rank_word);
    if from == to { word(from) } else { format!("{} to {}", word(from), word(to)) }
}

/// The shortest row that goes on like this.
fn cycle(spans: &[Span]) -> Option<String> {
    let repeats = |length: &usize| spans.iter().zip(spans.iter().skip(*length)).all(|(one, other)| one == other);
    let length = (1..=spans.len()).find(repeats).filter(|length| (2..=MOST).contains(length))?;
    let row: Vec<String> = spans.iter().take(length).map(|span| format!("({})", ranks(*span))).collect();
    Some(format!("repeat {}", row.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::super::Rule;
    use super::*;

    #[test]
    fn ranks_stand_for_the_words_that_a_sentence_explains() {
        for (text, said) in [
            ("low, middle, high, low, middle, high (A-4, 5-9, 10-K)", "repeat ace to 4 5 to 9 10 to king"),
            (
                "Repeating pattern: low (A-4), middle (5-9), high (10-K), then start again with low.",
                "repeat ace to 4 5 to 9 10 to king",
            ),
            ("high low high low, high is 8 and up", "repeat 8 to king ace to 7"),
            (
                "two low ones then two high ones, over and over. low means 7 or less",
                "repeat ace to 7 ace to 7 8 to king 8 to king",
            ),
            ("low card, high card, low card, high card... where low means ace to 7", "repeat ace to 7 8 to king"),
            ("low, high, low, high (low means ace through seven)", "repeat ace to 7 8 to king"),
            ("only high cards, where high is 10 or higher", "10 to king"),
            ("if last is low (1 to 6) then high else low", "if last is ace to 6 then 7 to king else ace to 6"),
        ] {
            let whole = written_out(text).unwrap_or_default();
            assert_eq!(whole.parse::<Rule>().map(|rule| rule.to_string()), Ok(said.to_owned()), "{text}: {whole}");
        }
        for text in ["low cards", "low, middle, high (A-6, 7-K)", "red (A-4) low", "high is good", "low (9-3) high", ""]
        {
            assert_eq!(written_out(text), None, "{text}");
        }
    }
}
