//! Ranges of ranks, and kinds of cards that go together, as sentences name them.

use crate::games::eleusis::language::gist::among::{back, has_within, past, text};
use crate::games::eleusis::language::gist::{KINDS, SUITS, each_once};
use crate::games::eleusis::language::grammar::rank_of;

/// Words by which ranks go up or down from one that is named.
pub(super) const ABOVE: [&str; 4] = ["above", "higher", "rise", "better"];
pub(super) const BELOW: [&str; 3] = ["below", "lower", "fall"];

const HIGHEST: u8 = 13;

/// Ranks from one to another, and where the words for them end.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct ToldRanks {
    from: u8,
    to: u8,
    pub(super) end: usize,
}

impl ToldRanks {
    fn new(from: u8, to: u8, end: usize) -> Option<ToldRanks> {
        (from > 0 && from <= to && to <= HIGHEST).then_some(ToldRanks { from, to, end })
    }

    /// As the language names them.
    pub(super) fn named(self) -> String {
        match (self.from, self.to) {
            (from, to) if from == to => rank_name(from),
            (from, to) => format!("{} to {}", rank_name(from), rank_name(to)),
        }
    }

    /// All others, where those are a range, too.
    pub(super) fn others(self) -> Option<ToldRanks> {
        match (self.from, self.to) {
            (1, to) => ToldRanks::new(to + 1, HIGHEST, self.end),
            (from, HIGHEST) => ToldRanks::new(1, from.checked_sub(1)?, self.end),
            _ => None,
        }
    }
}

fn rank_name(rank: u8) -> String {
    match rank {
        1 => "ace".to_owned(),
        11 => "jack".to_owned(),
        12 => "queen".to_owned(),
        13 => "king".to_owned(),
        rank => rank.to_string(),
    }
}

/// The number of a rank.
pub(super) fn rank(word: &str) -> Option<u8> {
    rank_of(word).filter(|rank| (1..=HIGHEST).contains(rank))
}

/// "7 or higher", "below 8", "at most 6", "5 to 9", at this place.
pub(super) fn ranks_at(words: &[String], at: usize) -> Option<ToldRanks> {
    const FILLING: [&str; 7] = ["any", "card", "rank", "can", "is", "from", "on"];
    let counts = |place: usize| ["rank", "step", "th"].contains(&text(words, place));
    let (word, next) = (text(words, at), text(words, at + 1));
    let bound_at = at + 1 + usize::from(next == "than");
    let bound = rank(text(words, bound_at)).filter(|_| !counts(bound_at + 1));
    match word {
        "above" | "higher" | "better" => return ToldRanks::new(bound?.checked_add(1)?, HIGHEST, bound_at + 1),
        "below" | "lower" => return ToldRanks::new(1, bound?.checked_sub(1)?, bound_at + 1),
        "least" => return ToldRanks::new(bound?, HIGHEST, bound_at + 1),
        "most" | "up-to" => return ToldRanks::new(1, bound?, bound_at + 1),
        _ => {}
    }
    let named = rank(word)?;
    match next {
        "to" | "until" | "till" | "through" | "up-to" => {
            let to = past(words, at + 2, &["and", "including", "included"]);
            ToldRanks::new(named, rank(text(words, to))?, to + 1)
        }
        "rise" => ToldRanks::new(named, HIGHEST, at + 2),
        "fall" => ToldRanks::new(1, named, at + 2),
        "or" | "and" => {
            let way = past(words, at + 2, &FILLING);
            let is_open = !["than", "last"].contains(&text(words, way + 1));
            let (is_up, is_down) = (ABOVE.contains(&text(words, way)), BELOW.contains(&text(words, way)));
            let end = way + 1 + usize::from(text(words, way + 1) == "it");
            match (is_open && is_up, is_open && is_down) {
                (true, _) => ToldRanks::new(named, HIGHEST, end),
                (_, true) => ToldRanks::new(1, named, end),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Kinds that are named together: "hearts or spades", "clubs and diamonds".
#[derive(Clone, PartialEq, Debug)]
pub(super) struct KindsTogether {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) kinds: Vec<String>,
}

impl KindsTogether {
    /// "last is heart or last is spade".
    pub(super) fn of_last(&self) -> String {
        self.kinds.iter().map(|kind| format!("last is {kind}")).collect::<Vec<_>>().join(" or ")
    }

    /// The only kind, or the colour that two suits are.
    pub(super) fn one(&self) -> Option<&str> {
        let has = |suit: &str| self.kinds.iter().any(|kind| kind == suit);
        match self.kinds.as_slice() {
            [kind] => Some(kind.as_str()),
            [_, _] if has("heart") && has("diamond") => Some("red"),
            [_, _] if has("club") && has("spade") => Some("black"),
            _ => None,
        }
    }
}

/// All kinds of a sentence, those together that belong together.
pub(super) fn kinds_together(words: &[String]) -> Vec<KindsTogether> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        match kinds_at(words, at) {
            Some(kinds) => {
                at = kinds.end;
                found.push(kinds);
            }
            None => at += 1,
        }
    }
    found
}

/// The kinds that are named at this place.
pub(super) fn kinds_at(words: &[String], start: usize) -> Option<KindsTogether> {
    const BETWEEN: [&str; 9] = ["or", "and", ",", "/", "different", "on", "card", "(", "suit"];
    let is_kind = |at: usize| KINDS.contains(&text(words, at));
    if !is_kind(start) {
        return None;
    }
    let mut kinds = vec![text(words, start).to_owned()];
    let mut end = start + 1;
    loop {
        let next = past(words, end, &BETWEEN);
        let is_joined = next > end && is_kind(next);
        let is_or = has_within(words, end, next, &["or"]);
        let is_suit = |word: &str| SUITS.contains(&word);
        let are_suits = kinds.iter().all(|kind| is_suit(kind)) && is_suit(text(words, next));
        let is_listed = are_suits && has_within(words, end, next, &["and", "/", ","]);
        let is_new = kinds.iter().all(|kind| kind != text(words, next));
        if !is_joined || !is_new || !is_or && !is_listed {
            return Some(KindsTogether { start, end, kinds });
        }
        kinds.push(text(words, next).to_owned());
        end = next + 1;
    }
}

/// The opposite colour or parity.
pub(super) fn opposite(kind: &str) -> Option<&'static str> {
    match kind {
        "red" => Some("black"),
        "black" => Some("red"),
        "odd" => Some("even"),
        "even" => Some("odd"),
        _ => None,
    }
}

/// Whether these are all that there are of one sort: both colours, both parities, the four suits.
pub(super) fn are_all(kinds: &[&str]) -> bool {
    let kinds = each_once(kinds.iter().copied());
    match kinds.as_slice() {
        [one, other] => opposite(one) == Some(*other),
        [_, _, _, _] => kinds.iter().all(|kind| SUITS.contains(kind)),
        _ => false,
    }
}

/// Numbers that do not say which card is meant, with where they stand.
pub(super) fn counts(words: &[String]) -> Vec<(usize, u8)> {
    let is_count = |at: usize| text(words, at + 1) != "th" && back(words, at, 1) != "modulo";
    let numbers = words.iter().enumerate().filter_map(|(at, word)| Some((at, word.parse::<u8>().ok()?)));
    numbers.filter(|(at, _)| is_count(*at)).collect()
}
