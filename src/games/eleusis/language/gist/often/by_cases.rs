//! Two cases, each with what must come in it: "on even places higher or equal, on uneven ones lower or equal", "last red then same or
//! higher, last black then same or lower", "every fourth card a face card, no others".

use super::OftenTold;
use super::ranges::{kinds_at, opposite, ranks_at};
use crate::games::eleusis::language::gist::KINDS;
use crate::games::eleusis::language::gist::among::{back, has, has_within, is_shortly_before, past, text};

const UP: [&str; 5] = ["higher", "rise", "above", ">", ">="];
const DOWN: [&str; 5] = ["lower", "fall", "below", "<", "<="];
const DENYING: [&str; 2] = ["not", "no"];

/// What a case is about.
#[derive(Clone, PartialEq, Debug)]
enum CaseOf {
    Place(String),
    Last(String),
    Rest,
}

/// The words by which a case begins.
struct CaseHead {
    start: usize,
    end: usize,
    of: CaseOf,
}

impl OftenTold {
    /// What must come in one case, and what in the other.
    pub(super) fn in_two_cases(&self) -> Option<String> {
        if self.has(&["before", "third-last", "sum", "product", "suit"]) {
            return None;
        }
        let heads = heads(&self.words);
        let [(first, one), (second, other)] = <[(CaseOf, String); 2]>::try_from(cases(&self.words, &heads)?).ok()?;
        let condition = match (&first, &second) {
            (CaseOf::Place(place), CaseOf::Place(another)) if opposite(place) == Some(another.as_str()) => {
                format!("position is {place}")
            }
            (CaseOf::Place(place), CaseOf::Rest) => format!("position is {place}"),
            (CaseOf::Last(kind), CaseOf::Last(another)) if opposite(kind) == Some(another.as_str()) => {
                format!("last is {kind}")
            }
            (CaseOf::Last(kind), CaseOf::Rest) => format!("last is {kind}"),
            _ => return None,
        };
        let is_of_last = matches!(first, CaseOf::Last(_));
        let names_last = self.has(&["last", "after", "on"]);
        (one != other && (names_last || !is_of_last)).then(|| format!("if {condition} then {one} else {other}"))
    }
}

/// All beginnings of cases; of several for the same case in a row the last.
fn heads(words: &[String]) -> Vec<CaseHead> {
    let mut heads: Vec<CaseHead> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        match head_at(words, at) {
            Some(head) => {
                at = head.end;
                let start = heads.pop_if(|last| last.of == head.of).map_or(head.start, |last| last.start);
                heads.push(CaseHead { start, ..head });
            }
            None => at += 1,
        }
    }
    heads
}

fn head_at(words: &[String], at: usize) -> Option<CaseHead> {
    const LEADS: [&str; 4] = ["after", "on", "if", "last"];
    const FILLING: [&str; 8] = ["last", "card", "is", "was", "it", "any", "rank", "there"];
    let (word, next) = (text(words, at), text(words, at + 1));
    let head = |of: CaseOf, end: usize| Some(CaseHead { start: at, end, of });
    match word {
        "odd" | "even" if next == "position" => return head(CaseOf::Place(word.to_owned()), at + 2),
        "position" => {
            let kind = past(words, at + 1, &["is", "="]);
            let is_parity = ["odd", "even"].contains(&text(words, kind));
            return if is_parity { head(CaseOf::Place(text(words, kind).to_owned()), kind + 1) } else { None };
        }
        "every" => {
            let count = next.parse::<u8>().ok().filter(|count| (3..=13).contains(count))?;
            return head(CaseOf::Place(format!("multiple of {count}")), at + 2);
        }
        "else" | "rest" => return head(CaseOf::Rest, at + 1),
        "between" if back(words, at, 1) == "in" => return head(CaseOf::Rest, at + 1),
        _ => {}
    }
    if let Some((parity, end)) = ordinals(words, at) {
        return head(CaseOf::Place(parity.to_owned()), end);
    }
    let from = past(words, at + 1, &FILLING);
    let kinds = kinds_at(words, from).filter(|_| LEADS.contains(&word))?;
    let kind = kinds.one().filter(|_| text(words, kinds.end) != "position")?;
    head(CaseOf::Last(kind.to_owned()), kinds.end)
}

/// "2nd, 4th, 6th": whether these places are odd or even, and where they end.
fn ordinals(words: &[String], at: usize) -> Option<(&'static str, usize)> {
    let ordinal = |at: usize| text(words, at).parse::<u8>().ok().filter(|_| text(words, at + 1) == "th");
    let first = ordinal(at)?;
    let (mut last, mut end) = (first, at + 2);
    while let Some(number) = ordinal(past(words, end, &["card", ",", "and", "or"])) {
        if Some(number) != last.checked_add(2) {
            return None;
        }
        end = past(words, end, &["card", ",", "and", "or"]) + 2;
        last = number;
    }
    (last > first).then_some((if first.is_multiple_of(2) { "even" } else { "odd" }, end))
}

/// What is asked in each case: after the words for it, or else before them.
fn cases(words: &[String], heads: &[CaseHead]) -> Option<Vec<(CaseOf, String)>> {
    let segment = |from: usize, to: usize| words.get(from..to).unwrap_or_default();
    let after = |number: usize| {
        let to = heads.get(number + 1).map_or(words.len(), |next| next.start);
        heads.get(number).map(|head| segment(head.end, to)).unwrap_or_default()
    };
    let before = |number: usize| {
        let from = number.checked_sub(1).and_then(|last| heads.get(last)).map_or(0, |last| last.end);
        heads.get(number).map(|head| segment(from, head.start)).unwrap_or_default()
    };
    let all = |of: &dyn Fn(usize) -> Option<String>| {
        let said = heads.iter().enumerate().map(|(number, head)| Some((head.of.clone(), of(number)?)));
        said.collect::<Option<Vec<(CaseOf, String)>>>()
    };
    let first = asked(after(0));
    let following = |number: usize| {
        let is_rest = heads.get(number).is_some_and(|head| head.of == CaseOf::Rest);
        match &first {
            Some(first) if is_rest && denies_all(after(number)) => Some(format!("not {first}")),
            _ => asked(after(number)),
        }
    };
    all(&following).or_else(|| all(&|number| asked(before(number))))
}

/// "All others must not be": of no kind that is named again.
fn denies_all(words: &[String]) -> bool {
    has(words, &DENYING) && !has(words, &KINDS) && !has(words, &UP) && !has(words, &DOWN)
}

/// What must come, by the first word that says it.
fn asked(words: &[String]) -> Option<String> {
    if let Some(ranks) = (0..words.len()).find_map(|at| ranks_at(words, at)) {
        return Some(ranks.named());
    }
    let is_way = |word: &str| UP.contains(&word) || DOWN.contains(&word);
    let at = words.iter().position(|word| is_way(word) || KINDS.contains(&word.as_str()));
    let Some(at) = at else { return has(words, &["any", "right"]).then(|| "red or black".to_owned()) };
    let is_denied = is_shortly_before(words, at, 3, &DENYING);
    let word = text(words, at);
    if !is_way(word) {
        return Some(if is_denied { format!("not {word}") } else { word.to_owned() });
    }
    let near = at.saturating_sub(6)..at + 6;
    let is_as = |place: usize| text(words, place) == "as" && ["high", "low"].contains(&text(words, place + 1));
    let or_equal = has_within(words, near.start, near.end, &["same", "equal", "level", "stay"])
        || near.clone().any(is_as)
        || [">=", "<="].contains(&word);
    let order = match (UP.contains(&word) != is_denied, or_equal != is_denied) {
        (true, true) => ">=",
        (true, false) => ">",
        (false, true) => "<=",
        (false, false) => "<",
    };
    Some(format!("rank {order} last"))
}
