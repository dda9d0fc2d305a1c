//! What cards may be by themselves: "red always, black only under 8", "the rank can be divided by three", lists of ranks and suits.

use super::OftenTold;
use super::ranges::{counts, kinds_together, opposite, rank, ranks_at};
use crate::games::eleusis::language::gist::among::{has, text};
use crate::games::eleusis::language::gist::{KINDS, SUITS, each_once};

impl OftenTold {
    /// "Reds are always fine, blacks only under 8": kinds that are right, and ranks that bound their opposite.
    pub(super) fn bounded_kind(&self) -> Option<String> {
        const OTHER_RULES: [&str; 8] = ["last", "before", "after", "follow", "on", "position", "third-last", "th"];
        let together = kinds_together(&self.words);
        let [first, second] = together.as_slice() else { return None };
        let (one, other) = (first.one()?, second.one()?);
        if self.has(&OTHER_RULES) || opposite(one) != Some(other) {
            return None;
        }
        let ranks_within = |from: usize, to: usize| {
            let (at, ranks) = (from..to).find_map(|at| Some((at, ranks_at(&self.words, at)?)))?;
            let is_denied = has(self.words.get(from..at)?, &["not", "no"]);
            let is_only = (ranks.end..to).all(|at| ranks_at(&self.words, at).is_none());
            let right = if is_denied { ranks.others() } else { Some(ranks) };
            right.filter(|_| is_only)
        };
        let of_first = ranks_within(first.end, second.start);
        let of_second = ranks_within(second.end, self.words.len());
        match (of_first, of_second) {
            (None, Some(ranks)) => Some(format!("{one} or {}", ranks.named())),
            (Some(ranks), None) => Some(format!("{other} or {}", ranks.named())),
            _ => None,
        }
    }

    /// "Red cards of even rank and black ones of odd rank."
    pub(super) fn colours_with_parities(&self) -> Option<String> {
        const OTHER_RULES: [&str; 7] = ["last", "after", "on", "before", "position", "th", "then"];
        // What is "pair" in French is even, and no pair, where odd ranks are named, too.
        let is_pair_even = self.has(&["odd"]) && !self.has(&["even"]);
        let word = |word: &String| if is_pair_even && word == "pair" { "even".to_owned() } else { word.clone() };
        let words: Vec<String> = self.words.iter().map(word).collect();
        let together = kinds_together(&words);
        let kinds: Vec<&str> = together.iter().filter_map(|kinds| kinds.one()).collect();
        let [one, of_one, other, of_other] = *kinds.as_slice() else { return None };
        let is_parity = |kind: &str| ["odd", "even"].contains(&kind);
        let are_opposite = opposite(one) == Some(other) && opposite(of_one) == Some(of_other);
        let are_mixed = together.len() == 4 && is_parity(one) != is_parity(of_one);
        let is_denied = self.has(&["not", "no", "except", "unless"]) || self.has(&super::STEPS);
        (are_opposite && are_mixed && !is_denied && !self.has(&OTHER_RULES))
            .then(|| format!("{one} and {of_one} or {other} and {of_other}"))
    }

    /// "The rank can be divided by three without remainder", "congruent to zero modulo three".
    pub(super) fn multiple(&self) -> Option<String> {
        const OTHER_RULES: [&str; 14] = [
            "last",
            "before",
            "position",
            "sum",
            "product",
            "difference",
            "add",
            "minus",
            "above",
            "higher",
            "lower",
            "every",
            "th",
            "or",
        ];
        let divides = self.has(&["divisible", "divided", "multiple", "table", "congruent"]) || self.says(&["divid"]);
        if !divides || self.has(&OTHER_RULES) || !self.kinds().is_empty() {
            return None;
        }
        let numbers = counts(&self.words).into_iter().map(|(_, number)| number);
        let by_modulo =
            self.words.windows(2).filter(|pair| pair[0] == "modulo").filter_map(|pair| pair[1].parse().ok());
        let numbers: Vec<u8> = each_once(numbers.chain(by_modulo)).into_iter().filter(|number| *number > 0).collect();
        match numbers.as_slice() {
            [number @ 3..=6] => Some(format!("multiple of {number}")),
            _ => None,
        }
    }

    /// "It has to be a prime, and the jack counts, too."
    pub(super) fn prime(&self) -> Option<String> {
        const OTHER_RULES: [&str; 12] =
            ["last", "before", "position", "sum", "product", "difference", "add", "plus", "not", "no", "if", "except"];
        let is_prime = !self.kinds().is_empty() && self.kinds().iter().all(|kind| *kind == "prime");
        (is_prime && !self.has(&OTHER_RULES)).then(|| "prime".to_owned())
    }

    /// "An ace, a six, or any rank in between."
    pub(super) fn between_two(&self) -> Option<String> {
        let is_between = self.says(&["in between", "inbetween", "between them"]);
        let is_other = self.has(&["last", "before", "position", "not", "no", "if", "sum"]) || !self.kinds().is_empty();
        let ranks: Vec<&str> = self.words.iter().map(String::as_str).filter(|word| rank(word).is_some()).collect();
        let [from, to] = *ranks.as_slice() else { return None };
        let is_range = rank(from) < rank(to);
        (is_between && is_range && !is_other).then(|| format!("{from} to {to}"))
    }

    /// "Legal ranks are 5, 6 and 7; all others are illegal", "from five until nine", "hearts, diamonds, clubs only".
    pub(super) fn listed(&self) -> Option<String> {
        const OTHER_RULES: [&str; 22] = [
            "last",
            "before",
            "position",
            "sum",
            "product",
            "difference",
            "after",
            "follow",
            "on",
            "then",
            "repeat",
            "and-so-on",
            "if",
            "change",
            "every",
            "th",
            "plus",
            "minus",
            "add",
            "turn",
            "order",
            "multiple",
        ];
        const DENYING: [&str; 8] = ["not", "no", "except", "neither", "but", "unless", "nor", "without"];
        let mut sentences = self.words.split(|word| word == ".").filter(|words| !words.is_empty());
        let list = sentences.next()?;
        let refuses_rest = |rest: &[String]| has(rest, &["different", "rest", "else"]) && has(rest, &["not", "no"]);
        let has_rest = self.words.len() > list.len();
        let is_right =
            has_rest || self.has(&["only", "right"]) || self.says(&["allowed", "legal", "only", "permitted"]);
        let is_other = self.has(&OTHER_RULES) || self.has(&super::STEPS) || has(list, &DENYING);
        if is_other || !is_right || !sentences.all(refuses_rest) {
            return None;
        }
        range_in(list).or_else(|| list_in(list))
    }
}

/// "From five until nine, five and nine included."
fn range_in(words: &[String]) -> Option<String> {
    let is_to = |at: usize| ["to", "until", "till", "through", "up-to"].contains(&text(words, at + 1));
    let at = (0..words.len()).find(|at| is_to(*at) && rank(text(words, *at)).is_some())?;
    let ranks = ranks_at(words, at)?;
    let rest = words.get(ranks.end..)?;
    let ends = [text(words, at), text(words, ranks.end - 1)];
    let is_all = rest.iter().all(|word| ends.contains(&word.as_str()) || rank(word).is_none());
    (is_all && !has(words, &KINDS)).then(|| ranks.named())
}

/// "The ranks 5, 6 and 7", "hearts, diamonds, clubs".
fn list_in(words: &[String]) -> Option<String> {
    const IDLE: [&str; 22] = [
        "right", "rank", "is", "card", "only", ",", "and", "or", "of", "any", "suit", "can", "play", "kinds", "these",
        "it", "there", "(", ")", "must", "rest", "with",
    ];
    let is_named = |word: &str| SUITS.contains(&word) || rank(word).is_some();
    let named = each_once(words.iter().map(String::as_str).filter(|word| is_named(word)));
    let is_of_suits = named.iter().all(|word| SUITS.contains(word));
    let is_of_ranks = !named.iter().any(|word| SUITS.contains(word));
    let is_plain = words.iter().all(|word| is_named(word) || IDLE.contains(&word.as_str()));
    let is_list = (3..=12).contains(&named.len()) && (is_of_suits && named.len() < 4 || is_of_ranks);
    (is_plain && is_list).then(|| named.join(" or "))
}
