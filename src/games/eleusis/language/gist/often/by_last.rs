//! What the last card allows: "clubs only on a club or a king", "black after a face card, red after everything else".

use super::OftenTold;
use super::ranges::{KindsTogether, are_all, kinds_at, ranks_at};
use crate::games::eleusis::language::gist::among::{back, has, past, text};
use crate::games::eleusis::language::gist::{FEATURES, KINDS, SUITS};

const DENYING: [&str; 2] = ["not", "no"];

/// Words that say nothing before what must come.
const IDLE: [&str; 20] = [
    "card",
    "must",
    "play",
    "is",
    "->",
    ",",
    "then",
    "next",
    "it",
    "go",
    "can",
    "follow",
    "there",
    "has",
    "rank",
    "want",
    "at",
    "only",
    "with",
    "followed-by",
];

/// What must come after some cards; of no cards, after all others.
struct AfterSome {
    kinds: Option<KindsTogether>,
    then: String,
    end: usize,
}

impl OftenTold {
    /// Kinds and court cards by their names, with where they stand.
    fn named(&self) -> Vec<(usize, &str)> {
        let is_name = |word: &str| KINDS.contains(&word) || ["ace", "jack", "queen", "king"].contains(&word);
        self.words.iter().map(String::as_str).enumerate().filter(|(_, word)| is_name(word)).collect()
    }

    /// "A club may be laid only upon another club or upon a king."
    pub(super) fn only_on(&self) -> Option<String> {
        const PLACES: [&str; 5] = ["on", "after", "last", "end", "follow"];
        const OTHER_RULES: [&str; 6] = ["before", "third-last", "th", "position", "same", "match"];
        if self.has(&OTHER_RULES) || self.has(&super::STEPS) {
            return None;
        }
        let named = self.named();
        let subject = named.iter().position(|(at, _)| !DENYING.contains(&back(&self.words, *at, 1)))?;
        let ((at, kind), (first, _)) = (*named.get(subject)?, *named.get(subject + 1)?);
        let (lead, between) = (self.words.get(..at)?, self.words.get(at + 1..first)?);
        let waits = has(between, &["wait"]);
        let is_only = has(lead, &["only"]) || has(between, &["only"]);
        let asks_for_last = has(between, &["must"]) && has(between, &["last"]) && has(lead, &["if", "for", "with"]);
        let is_limited = waits || has(between, &PLACES) && (is_only || asks_for_last);
        let is_of_last =
            has(lead, &["last", "after", "on"]) || has(lead, &["if"]) && !waits && !has(between, &["last"]);
        if !is_limited || is_of_last || has(between, &DENYING) || subject == 0 && has(lead, &DENYING) {
            return None;
        }
        let (under, end) = self.joined_by_or(named.get(subject + 1..)?)?;
        if !leaves_free(self.words.get(end..)?, kind) {
            return None;
        }
        let under: Vec<String> = under.iter().map(|kind| format!("last is {kind}")).collect();
        Some(format!("if {kind} then {} else red or black", under.join(" or ")))
    }

    /// The first of these, with those that "or" adds, and where they end.
    fn joined_by_or<'s>(&self, named: &[(usize, &'s str)]) -> Option<(Vec<&'s str>, usize)> {
        const BETWEEN: [&str; 8] = ["or", "on", "different", "card", ",", "is", "last", "if"];
        let (first, kind) = *named.first()?;
        let (mut kinds, mut end) = (vec![kind], first + 1);
        for &(at, kind) in named.iter().skip(1) {
            let between = self.words.get(end..at)?;
            if !has(between, &["or"]) || !between.iter().all(|word| BETWEEN.contains(&word.as_str())) {
                break;
            }
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
            end = at + 1;
        }
        Some((kinds, end))
    }

    /// "Black after a face card red after everything else", "on red 7 or higher, on black 6 or lower".
    pub(super) fn after_each(&self) -> Option<String> {
        const JOINTS: [&str; 11] = [",", ".", "and", "but", "so", "or", "then", "is", "card", "while", "whereas"];
        const OTHER_RULES: [&str; 9] =
            ["before", "third-last", "th", "position", "every", "repeat", "and-so-on", "product", "sum"];
        if self.has(&OTHER_RULES) {
            return None;
        }
        let (mut parts, mut rest): (Vec<(KindsTogether, String)>, Option<String>) = (Vec::new(), None);
        let mut at = past(&self.words, 0, &JOINTS);
        while at < self.words.len() {
            let said = after_some(&self.words, at)?;
            match said.kinds {
                Some(kinds) if parts.iter().all(|(other, _)| other.kinds != kinds.kinds) => {
                    parts.push((kinds, said.then));
                }
                None if rest.is_none() => rest = Some(said.then),
                _ => return None,
            }
            at = past(&self.words, said.end, &JOINTS);
        }
        let names_last = self.has(&["last", "after", "on", "followed-by"]);
        let goes_on = parts.iter().any(|(_, then)| then.ends_with("last"));
        if parts.len() + usize::from(rest.is_some()) < 2 || !names_last && !goes_on {
            return None;
        }
        let all: Vec<&str> = parts.iter().flat_map(|(of, _)| of.kinds.iter().map(String::as_str)).collect();
        let is_whole = rest.is_none() && are_all(&all);
        let rest = if is_whole { parts.pop().map(|(_, then)| then) } else { rest };
        let conditions: Vec<String> =
            parts.iter().map(|(of, then)| format!("if {} then {then} else ", of.of_last())).collect();
        Some(format!("{}{}", conditions.concat(), rest.as_deref().unwrap_or("red or black")))
    }

    /// "Exactly one of any two adjacent cards is a face card."
    pub(super) fn one_of_two(&self) -> Option<String> {
        let is_of_two = self.says(&["one of any two", "one of every two", "one out of any two", "one of each two"])
            && self.has(&["adjacent", "in-a-row"]);
        if !is_of_two {
            return None;
        }
        let ranks = (0..self.words.len()).find_map(|at| ranks_at(&self.words, at));
        let (kind, others) = match (self.kinds().as_slice(), ranks) {
            ([], Some(ranks)) => (ranks.named(), ranks.others()?.named()),
            ([kind, rest @ ..], _) if rest.iter().all(|other| other == kind) => {
                ((*kind).to_owned(), format!("not {kind}"))
            }
            _ => return None,
        };
        Some(format!("if last is {kind} then {others} else {kind}"))
    }
}

/// Whether what is said last asks nothing of other cards than these.
fn leaves_free(rest: &[String], kind: &str) -> bool {
    let others: Vec<&str> = rest.iter().map(String::as_str).filter(|word| KINDS.contains(word)).collect();
    let are_other_suits = others.iter().all(|other| *other != kind && SUITS.contains(other))
        && has(rest, &["right", "can", "any", "play"])
        && !has(rest, &["not", "no", "only", "if"]);
    let is_all_but = others.iter().all(|other| *other == kind) && has(rest, &["not", "different"]);
    !has(rest, &["must"]) && (others.is_empty() || are_other_suits || is_all_but)
}

/// What is said at this place to come after some cards.
fn after_some(words: &[String], at: usize) -> Option<AfterSome> {
    const AFTER: [&str; 3] = ["after", "on", "if"];
    const CARD: [&str; 10] = ["last", "card", "is", "was", "it", "any", "there", "rank", "different", "has"];
    const CALLING: [&str; 9] = ["then", "mean", "means", "->", "last", "followed-by", "want", "wants", "call"];
    let word = text(words, at);
    if ["else", "rest"].contains(&word) {
        return consequence(words, at + 1).map(|(then, end)| AfterSome { kinds: None, then, end });
    }
    if AFTER.contains(&word) || word == "last" {
        let kinds = kinds_at(words, past(words, at + 1, &CARD))?;
        let (then, end) = consequence(words, kinds.end)?;
        return Some(AfterSome { kinds: Some(kinds), then, end });
    }
    if let Some((then, end)) = consequence(words, at) {
        let after = past(words, end, &["card"]);
        if text(words, after) == "else" {
            return Some(AfterSome { kinds: None, then, end: after + 1 });
        }
        if AFTER.contains(&text(words, after)) {
            let of = past(words, after + 1, &CARD);
            if ["else", "rest"].contains(&text(words, of)) {
                return Some(AfterSome { kinds: None, then, end: of + 1 });
            }
            let kinds = kinds_at(words, of)?;
            let end = kinds.end;
            return Some(AfterSome { kinds: Some(kinds), then, end });
        }
    }
    let kinds = kinds_at(words, at)?;
    let call = past(words, kinds.end, &["card", "rank"]);
    let (then, end) = consequence(words, call + 1).filter(|_| CALLING.contains(&text(words, call)))?;
    Some(AfterSome { kinds: Some(kinds), then, end })
}

/// What must come, as the language says it, and where the words for it end.
fn consequence(words: &[String], at: usize) -> Option<(String, usize)> {
    let from = past(words, at, &IDLE);
    let is_denied = DENYING.contains(&text(words, from));
    let from = from + usize::from(is_denied);
    let not = |said: String| if is_denied { format!("not ({said})") } else { said };
    if ["any", "right"].contains(&text(words, from)) && !is_denied {
        return Some(("red or black".to_owned(), past(words, from + 1, &["card", "right", "can", "go", "play"])));
    }
    if let Some(ranks) = ranks_at(words, from) {
        return Some((not(ranks.named()), ranks.end));
    }
    if let Some((order, end)) = step_at(words, from, is_denied) {
        return Some((format!("rank {order} last"), end));
    }
    let feature = text(words, from + 1);
    if ["same", "different"].contains(&text(words, from)) && FEATURES.contains(&feature) {
        let is_same = (text(words, from) == "same") != is_denied;
        return Some((format!("{feature} {} last", if is_same { "same as" } else { "differs from" }), from + 2));
    }
    let kinds = kinds_at(words, from)?;
    Some((not(kinds.kinds.join(" or ")), kinds.end))
}

/// "higher", "lower or the same", and where it ends.
fn step_at(words: &[String], at: usize, is_denied: bool) -> Option<(&'static str, usize)> {
    let is_up = match text(words, at) {
        "higher" | "rise" | "above" => true,
        "lower" | "fall" | "below" => false,
        _ => return None,
    };
    let end = past(words, at + 1, &["than", "last", "it", "of", "is"]);
    let or_same = text(words, end) == "or" && ["same", "equal", "stay"].contains(&text(words, end + 1));
    if text(words, end) == "or" && !or_same {
        return None;
    }
    let end = if or_same { past(words, end + 2, &["rank", "as", "same"]) } else { end };
    Some(match (is_up != is_denied, or_same != is_denied) {
        (true, true) => (">=", end),
        (true, false) => (">", end),
        (false, true) => ("<=", end),
        (false, false) => ("<", end),
    })
}
