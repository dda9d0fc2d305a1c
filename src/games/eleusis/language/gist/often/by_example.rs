//! What is told by examples: "no heart on a heart, no club on a club, and like that for all", "heart for diamond, club for spade".

use super::OftenTold;
use crate::games::eleusis::language::gist::{SUITS, each_once};

impl OftenTold {
    /// In the text as a whole, since examples are taken for chatter.
    fn goes_on_alike(&self) -> bool {
        const ALIKE: [&str; 13] = [
            "all of them",
            "all the others",
            "and so on",
            "and so forth",
            "etc",
            "for all",
            "like that",
            "likewise",
            "same deal",
            "same for",
            "same with",
            "sort of thing",
            "the others too",
        ];
        ALIKE.iter().any(|phrase| self.whole.contains(phrase))
    }

    /// What is named as an example, and in what it is told apart.
    fn examples(&self) -> Option<(Vec<&str>, &'static str)> {
        let is_rank = |word: &str| {
            ["ace", "jack", "queen", "king"].contains(&word)
                || word.parse::<u8>().is_ok_and(|rank| (2..=10).contains(&rank))
        };
        let words = || self.words.iter().map(String::as_str);
        let suits: Vec<&str> = words().filter(|word| SUITS.contains(word)).collect();
        let ranks: Vec<&str> = words().filter(|word| is_rank(word)).collect();
        match (self.kinds().len() == suits.len(), suits.is_empty(), ranks.is_empty()) {
            (true, false, true) => Some((suits, "suit")),
            (true, true, false) => Some((ranks, "rank")),
            _ => None,
        }
    }

    /// "You can't put a six on a six or a jack on a jack, that sort of thing."
    pub(super) fn alike_by_examples(&self) -> Option<String> {
        let (examples, feature) = self.examples()?;
        let pairs = examples.chunks_exact(2);
        let are_pairs = pairs.remainder().is_empty() && pairs.clone().all(|pair| pair[0] == pair[1]);
        if !are_pairs || !self.goes_on_alike() || self.has(&["before", "third-last", "position", "th"]) {
            return None;
        }
        let is_denied = self.has(&["not", "no"]);
        Some(format!("{feature} {} last", if is_denied { "differs from" } else { "same as" }))
    }

    /// "If there's a heart put a diamond, if there's a diamond put a heart, the same deal with clubs and spades."
    pub(super) fn swapped(&self) -> Option<String> {
        let (examples, _) = self.examples()?;
        let suits = each_once(examples.iter().copied());
        let [one, other, third, fourth] = *suits.as_slice() else { return None };
        let is_of =
            |pair: &[&str], group: [&str; 2]| pair.iter().all(|suit| group.contains(suit)) && pair[0] != pair[1];
        let pairs = examples.chunks_exact(2);
        let are_pairs = pairs.remainder().is_empty()
            && pairs.clone().all(|pair| is_of(pair, [one, other]) || is_of(pair, [third, fourth]));
        let is_swap = self.whole.contains("swap") || self.goes_on_alike() || self.says(&["vice versa"]);
        if !are_pairs || !is_swap || self.has(&["not", "no", "then", "and-so-on"]) {
            return None;
        }
        let first = format!("if last is {one} then {other} else if last is {other} then {one}");
        Some(format!("{first} else if last is {third} then {fourth} else {third}"))
    }
}
