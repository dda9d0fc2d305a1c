//! Rules that are told by numbers and features rather than in clauses: so many ranks away, sums, the last two cards; and by
//! suits (`suits`). Each is recognised by its words and their order, and only offered.

use super::super::rule::{Fact, Formula, RankOrder, RankSteps, Rule, Way, Which};
use super::among::{back, has, has_within, is_shortly_before, text};
use super::suits::{in_turn, suits_round, two_families};
use super::{FEATURES, KINDS};

/// What each of them recognises is more than what the ones after it do.
pub(super) const RECOGNISERS: [fn(&[String], &str) -> Option<String>; 7] =
    [sum, steps_away, last_two, far_back, two_families, suits_round, in_turn];

const DENYING: [&str; 3] = ["not", "no", "unless"];

/// Numbers that count, with where they stand: not those of places, nor by which is divided.
fn numbers(words: &[String]) -> Vec<(usize, u8)> {
    let counts = |at: usize| text(words, at + 1) != "th" && !["modulo", "position"].contains(&back(words, at, 1));
    let numbers = words.iter().enumerate().filter_map(|(at, word)| Some((at, word.parse::<u8>().ok()?)));
    numbers.filter(|(at, _)| counts(*at)).collect()
}

/// By what is divided.
fn modulus(words: &[String]) -> Option<u8> {
    words.windows(2).find(|pair| pair[0] == "modulo").and_then(|pair| pair[1].parse().ok())
}

/// How a number is bounded by the words around it.
fn bound(words: &[String], at: usize, is_denied: bool) -> Option<RankOrder> {
    let unit = usize::from(["rank", "step", "card", "numeral"].contains(&text(words, at + 1)));
    let is_or = text(words, at + 1 + unit) == "or";
    let (open, before) = (text(words, at + 2 + unit), (back(words, at, 2), back(words, at, 1)));
    // "Greater than or equal to four"
    let or_equal = back(words, at, 3) == "or" && back(words, at, 2) == "equal" && back(words, at, 1) == "to";
    let order = match before {
        _ if or_equal && is_shortly_before(words, at, 6, &["higher", "above"]) => RankOrder::AtLeast,
        _ if or_equal && is_shortly_before(words, at, 6, &["lower", "below"]) => RankOrder::AtMost,
        _ if is_or && ["higher", "above", "further", "better"].contains(&open) => RankOrder::AtLeast,
        _ if is_or && ["lower", "below", "nearer"].contains(&open) => RankOrder::AtMost,
        _ if is_shortly_before(words, at, 3, &["least"]) => return Some(RankOrder::AtLeast),
        _ if is_shortly_before(words, at, 3, &["most", "within", "up-to"]) => return Some(RankOrder::AtMost),
        ("higher" | "further" | "above", "than") | (_, "above" | ">") => RankOrder::More,
        ("lower", "than") | (_, "below" | "<") => RankOrder::Less,
        (_, ">=") => return Some(RankOrder::AtLeast),
        (_, "<=") => return Some(RankOrder::AtMost),
        _ => return None,
    };
    Some(if is_denied { order.opposite() } else { order })
}

// So many ranks away.

/// Whether the sentence says that the ace follows the king, and does not deny it.
fn wraps(words: &[String]) -> bool {
    const ROUND: [&str; 9] =
        ["wrapping", "corner", "loop", "loops", "circle", "circular", "circularly", "cyclic", "cyclically"];
    const PASSING: [&str; 17] = [
        "round", "after", "follow", "start", "past", "go", "restart", "continue", "beyond", "next", "then", "wrap",
        "wraps", "adjacent", "to", "on", "in-a-row",
    ];
    const REFUSING: [&str; 6] = ["not", "no", "except", "neither", "nor", "without"];
    let place = |wanted: &str| words.iter().position(|word| word == wanted);
    let king_and_ace = place("king").zip(place("ace")).map(|(king, ace)| king.min(ace));
    let are_beside = has(words, &["adjacent", "next", "in-a-row"]);
    if are_beside && king_and_ace.is_some_and(|at| has_within(words, at, words.len(), &["not", "no"])) {
        return false;
    }
    let round = words.iter().enumerate().filter(|(_, word)| ROUND.contains(&word.as_str())).map(|(at, _)| at);
    let named = king_and_ace.filter(|_| has(words, &PASSING));
    let cues: Vec<usize> = round.chain(named).chain(place("modulo")).collect();
    let is_refused = cues.iter().any(|at| is_shortly_before(words, at + 1, 5, &REFUSING))
        || place("adjacent").is_some_and(|at| is_shortly_before(words, at, 3, &REFUSING));
    !cues.is_empty() && !is_refused
}

/// Whether a word of direction only bounds a number: "4 or more", "more than 3".
fn only_bounds(words: &[String], at: usize) -> bool {
    let is_number = |word: &str| word.parse::<u8>().is_ok();
    let (word, next) = (text(words, at), text(words, at + 1));
    if ["rise", "fall"].contains(&word) && (is_number(next) || next == "by") {
        return false;
    }
    let unit = back(words, at, 2);
    let is_counted =
        is_number(unit) || ["rank", "step", "card", "numeral"].contains(&unit) && is_number(back(words, at, 3));
    let is_open = back(words, at, 1) == "or" && is_counted && !["fall", "lower", "below"].contains(&next);
    let is_than = next == "than" && (is_number(text(words, at + 2)) || ["not", "no"].contains(&back(words, at, 1)));
    is_open
        || is_than
        || ["<", "<=", ">", ">="].contains(&word)
        || ["above", "below"].contains(&word) && is_number(next)
}

/// Words of rules that are about something else than how far the next card is from the last.
const NO_STEPS: [&str; 30] = [
    "sum",
    "product",
    "position",
    "before",
    "third-last",
    "suit",
    "colour",
    "parity",
    "multiple",
    "divisible",
    "divided",
    "add",
    "remainder",
    "repeat",
    "then",
    "first",
    "every",
    "alternation",
    "turn",
    "pair",
    "pairs",
    "in-a-row",
    "nth",
    "limit",
    "match",
    "th",
    "twice",
    "pattern",
    "zigzag",
    "turns",
];

/// "1, 2 or 3 up or down", "at least four away", "up by one to three, going round from king to ace".
fn steps_away(words: &[String], _: &str) -> Option<String> {
    const UP: [&str; 4] = ["rise", "higher", "above", "plus"];
    const DOWN: [&str; 4] = ["fall", "lower", "below", "minus"];
    const AWAY: [&str; 11] =
        ["difference", "differs", "apart", "away", "within", "abs", "near", "close", "direction", "side", "off"];
    let changes = has(words, &["change"]) && (!has(words, &["by"]) || has(words, &["between"]));
    let goes_on = has(words, &["and-so-on"]) && !has(words, &["ace"]);
    let is_judged = has(words, &["if"]) && has(words, &["right"]);
    if has(words, &NO_STEPS) || has(words, &KINDS) || changes || goes_on || is_judged {
        return None;
    }
    let goes = |ways: &[&str]| (0..words.len()).any(|at| ways.contains(&text(words, at)) && !only_bounds(words, at));
    let (is_up, is_down, is_modulo) = (goes(&UP), goes(&DOWN), modulus(words) == Some(13));
    let is_away = has(words, &AWAY) || has(words, &["way"]);
    let moves = has(words, &["jump", "step", "move", "by", "far", "further", "go"]);
    let is_way = is_up || is_down;
    let of_last = has(words, &["last", "adjacent"]) && (moves || is_way || is_modulo);
    if !is_away && !of_last && !(is_way && (moves || wraps(words))) {
        return None;
    }
    let (from, to) = span(words, is_up != is_down && !is_away)?;
    let both_ways = has(words, &["difference", "direction", "side", "abs"]);
    let way = match (is_up, is_down) {
        _ if is_modulo => Way::Above,
        _ if both_ways => Way::Either,
        (true, false) => Way::Above,
        (false, true) => Way::Below,
        _ => Way::Either,
    };
    let steps = RankSteps { from, to, way, wraps: wraps(words) };
    let fact = Fact::Steps { card: Which::Next, steps, other: Which::Last };
    Some(Rule::Always(Formula::Fact(fact)).to_string())
}

/// How few and how many ranks; one at least, where the card must go one way.
fn span(words: &[String], goes_one_way: bool) -> Option<(u8, u8)> {
    const MOST: u8 = 12;
    let names_rank = |word: &String| ["king", "ace"].contains(&word.as_str());
    let end = words.iter().position(names_rank).unwrap_or(words.len());
    let counts: Vec<(usize, u8)> =
        numbers(words).into_iter().filter(|(at, number)| *number <= MOST && *at < end).collect();
    let is_same = |(_, word): &(usize, &String)| ["same", "equal"].contains(&word.as_str());
    let is_denied = |at: usize| is_shortly_before(words, at, 6, &["not", "no", "nor"]);
    let same: Vec<bool> = words.iter().enumerate().filter(is_same).map(|(at, _)| is_denied(at)).collect();
    let not_same = same.contains(&true) || has(words, &["differs", "different"]) && has(words, &["but"]);
    let may_be_same = !not_same && same.contains(&false);
    let (mut from, mut to) = (None, None);
    for (at, number) in &counts {
        match bound(words, *at, is_shortly_before(words, *at, 9, &DENYING) || is_denied_in_clause(words, *at)) {
            Some(RankOrder::AtLeast) => from = from.or(Some(*number)),
            Some(RankOrder::More) => from = from.or(Some(number + 1)),
            Some(RankOrder::AtMost) => to = to.or(Some(*number)),
            Some(RankOrder::Less) => to = to.or(number.checked_sub(1)),
            None => {}
        }
    }
    let (from, to) = match (from, to) {
        (None, None) => listed_span(words, &counts)?,
        (from, to) => (from.unwrap_or(u8::from(not_same || goes_one_way)), to.unwrap_or(MOST)),
    };
    let from = if may_be_same && from == 1 { 0 } else { from };
    (from <= to && to <= MOST).then_some((from, to))
}

/// Whether the clause that names this number denies something before it.
fn is_denied_in_clause(words: &[String], at: usize) -> bool {
    let before = words.get(..at).unwrap_or_default().iter().rev();
    before.take_while(|word| ![",", "."].contains(&word.as_str())).any(|word| DENYING.contains(&word.as_str()))
}

/// "1, 2 or 3", "between 1 and 3", "2".
fn listed_span(words: &[String], counts: &[(usize, u8)]) -> Option<(u8, u8)> {
    let (first_at, first) = *counts.first()?;
    if let Some((second_at, second)) = counts.get(1) {
        let is_to = ["to", "until", "till", "through", "up-to"].contains(&text(words, first_at + 1));
        let is_range = *second_at == first_at + 2 && is_to;
        if is_range || back(words, first_at, 1) == "between" {
            return Some((first, *second));
        }
    }
    let mut each: Vec<u8> = counts.iter().map(|(_, number)| *number).collect();
    each.sort_unstable();
    each.dedup();
    if !each.windows(2).all(|pair| pair[0] + 1 == pair[1]) {
        return None;
    }
    // "Between the last card minus 3 and the last card plus 3"
    let is_around = ["between", "plus", "minus"].into_iter().all(|word| has(words, &[word]));
    Some((if is_around { 0 } else { *each.first()? }, *each.last()?))
}

// The last two cards.

fn one_feature(words: &[String]) -> Option<&'static str> {
    let mut named = FEATURES.into_iter().filter(|feature| has(words, &[*feature]));
    let feature = named.next()?;
    named.next().is_none().then_some(feature)
}

const OF_COLOURS: [&str; 2] = ["red", "black"];

/// "not the suit of either of the last two cards", "no three of a colour in a row".
fn last_two(words: &[String], whole: &str) -> Option<String> {
    const OTHER_RULES: [&str; 18] = [
        "lower",
        "rise",
        "fall",
        "above",
        "below",
        "and-so-on",
        "pair",
        "pairs",
        "twins",
        "start",
        "first",
        "multiple",
        "divisible",
        "divided",
        "remainder",
        "position",
        "every",
        "modulo",
    ];
    let kinds: Vec<&str> = KINDS.into_iter().filter(|kind| has(words, &[*kind])).collect();
    let is_of_colours = !kinds.is_empty() && kinds.iter().all(|kind| OF_COLOURS.contains(kind));
    if has(words, &OTHER_RULES) || !kinds.is_empty() && !is_of_colours {
        return None;
    }
    let feature = one_feature(words).or_else(|| is_of_colours.then_some("colour"))?;
    let count = |wanted: &str| words.iter().filter(|word| *word == wanted).count();
    let goes_on = has(words, &["then"]) && !has(words, &["if", "enough", "else"]);
    let repeats = has(words, &["repeat", "twice"]) && !has(words, &["3", "last-two", "2", "nor"]);
    if count("th") > 1 || goes_on || repeats {
        return None;
    }
    let in_row = format!("not ({feature} same as last and {feature} same as before)");
    let differs = format!("{feature} differs from last and not {feature} same as before");
    let says = |wanted: &[&str]| has(words, wanted);
    let is_denied = says(&["not", "no", "neither", "nor", "different", "differs", "unless"]);
    let is_alike = says(&["same", "match", "repeat"]);
    let is_other = says(&["different", "differs", "opposite", "change"]);
    // "Not the rank of any of the last three cards"
    let names_three = words.windows(3).any(|three| ["last", "3", "card"] == [&*three[0], &*three[1], &*three[2]]);
    if names_three && is_denied && !says(&["if", "in-a-row", "adjacent"]) {
        return Some(format!("{differs} and not {feature} same as third last"));
    }
    // "Cards n, n+1 and n+2"
    let small = whole.to_lowercase().replace(' ', "");
    let are_numbered = small.contains("n+1") && small.contains("n+2") && is_denied;
    if are_numbered && says(&["same"]) {
        return Some(in_row);
    }
    let of_three =
        says(&["3"]) && !says(&["th", "third-last", "back"]) && says(&["adjacent", "in-a-row", "same", "different"]);
    if of_three && (feature == "colour" && !says(&["last"]) || says(&["same"]) && says(&["not", "no"])) {
        return Some(in_row);
    }
    if of_three && is_denied {
        return Some(differs);
    }
    let two = |at: usize| {
        text(words, at) == "last-two"
            || text(words, at) == "2"
                && (has_within(words, at + 1, at + 6, &["last", "before", "card"])
                    || is_shortly_before(words, at, 2, &["last"]))
    };
    let names_two = (0..words.len()).any(two);
    let is_of_two = says(&["last-two"])
        || says(&["nor"]) && says(&["before"])
        || says(&["neither"]) && says(&["nor"]) && count("last") > 1
        || says(&["recently"]) && says(&["2"])
        || names_two && says(&["last", "before"])
        || says(&["before"]) && says(&["last"]);
    if !is_of_two {
        let is_enough = says(&["2"]) && is_other && (says(&["enough"]) || is_alike && says(&["if", "else"]));
        let is_of_one = small.contains(&format!("ofone{feature}")) || small.contains(&format!("ofa{feature}"));
        let at_most = says(&["2"]) && says(&["adjacent", "in-a-row"]) && says(&["higher", "most"]);
        let at_most = at_most && (says(&["same"]) || is_of_one || small.contains("ofonecolor"));
        return (is_enough || at_most).then_some(in_row);
    }
    if says(&["if"]) && (is_of_colours || is_alike && is_other) {
        return Some(in_row);
    }
    let is_of_both = names_two || says(&["neither", "nor", "or"]);
    (!is_of_colours && is_of_both && is_denied).then_some(differs)
}

/// As the card before the last, or the one before that.
fn far_back(words: &[String], _: &str) -> Option<String> {
    const OTHER_RULES: [&str; 9] = ["last", "if", "pair", "pairs", "th", "repeat", "change", "and-so-on", "then"];
    let card = match (has(words, &["third-last"]), has(words, &["before"])) {
        (true, _) => "third last",
        (_, true) => "before",
        _ => return None,
    };
    if has(words, &OTHER_RULES) || has(words, &KINDS) {
        return None;
    }
    let is_denied = has(words, &["not", "no", "except", "different", "differs", "opposite", "unless"]);
    let is_alike = has(words, &["same", "match", "as", "of"]);
    let feature = one_feature(words);
    let is_up = has(words, &["higher", "rise", "above"]);
    if feature.is_none_or(|feature| feature == "rank") && is_up != has(words, &["lower", "fall", "below"]) {
        // What is asked of a card that is not there yet is not asked.
        let opposite = match (is_up, has(words, &["same", "equal"])) {
            (true, true) => "<",
            (true, false) => "<=",
            (false, true) => ">",
            (false, false) => ">=",
        };
        return (card == "before" && !is_denied).then(|| format!("not rank {opposite} before"));
    }
    match (feature?, is_denied) {
        (feature, true) => Some(format!("not {feature} same as {card}")),
        (feature, false) => is_alike.then(|| format!("not {feature} differs from {card}")),
    }
}

// Sums.

/// "the two together must make at least ten", "the total is in the three times table".
fn sum(words: &[String], _: &str) -> Option<String> {
    const SUMS: [&str; 6] = ["sum", "add", "plus", "combined", "addition", "together"];
    const DIVIDING: [&str; 7] = ["multiple", "divisible", "modulo", "table", "divided", "remainder", "division"];
    let is_of_kinds = KINDS.into_iter().any(|kind| !["odd", "even"].contains(&kind) && has(words, &[kind]));
    let is_of_steps = modulus(words).is_some_and(|by| by == 4 || by == 13) && has(words, &["suit", "rise"]);
    if !has(words, &SUMS) || is_of_kinds || is_of_steps || has(words, &["repeat", "and-so-on", "change", "then"]) {
        return None;
    }
    let counts: Vec<u8> = numbers(words).into_iter().map(|(_, number)| number).filter(|number| *number > 0).collect();
    let multiple = |of: u8| format!("sum with last is multiple of {of}");
    if has(words, &DIVIDING) {
        let of = modulus(words).or_else(|| counts.iter().rev().copied().find(|number| (2..=13).contains(number)));
        return of.map(multiple);
    }
    let is_listed = |of: u8| of > 1 && counts.len() > 2 && counts.iter().all(|number| number % of == 0);
    if let Some(of) = counts.first().copied().filter(|of| is_listed(*of)) {
        return Some(multiple(of));
    }
    let kind = sum_bound(words).or_else(|| sum_parity(words).map(str::to_owned))?;
    Some(format!("sum with last is {kind}"))
}

fn sum_bound(words: &[String]) -> Option<String> {
    numbers(words).into_iter().find_map(|(at, number)| {
        let counts_cards = number == 2 && ["rank", "card"].contains(&text(words, at + 1));
        let order = sum_order(words, at).filter(|_| number > 1 && !counts_cards)?;
        let is_denied = is_shortly_before(words, at, 7, &["not", "no"]);
        Some(match if is_denied { order.opposite() } else { order } {
            RankOrder::AtLeast => format!("at least {number}"),
            RankOrder::AtMost => format!("at most {number}"),
            RankOrder::More => format!("at least {}", number.checked_add(1)?),
            RankOrder::Less => format!("at most {}", number - 1),
        })
    })
}

fn sum_order(words: &[String], at: usize) -> Option<RankOrder> {
    let before = |wanted: &[&str]| is_shortly_before(words, at, 4, wanted);
    let after = |word: &str| has_within(words, at + 1, at + 4, &[word]);
    let is_or = text(words, at + 1) == "or";
    match text(words, at + 2) {
        _ if after("least") => Some(RankOrder::AtLeast),
        "higher" | "above" | "rise" | "better" | "further" if is_or => Some(RankOrder::AtLeast),
        _ if after("most") => Some(RankOrder::AtMost),
        "lower" | "below" if is_or => Some(RankOrder::AtMost),
        _ if before(&["least", ">="]) => Some(RankOrder::AtLeast),
        _ if before(&["most", "<=", "up-to"]) => Some(RankOrder::AtMost),
        _ if before(&["higher", "above", ">"]) => Some(RankOrder::More),
        _ if before(&["lower", "below", "<"]) => Some(RankOrder::Less),
        _ => None,
    }
}

fn sum_parity(words: &[String]) -> Option<&'static str> {
    let at = words.iter().position(|word| ["odd", "even"].contains(&word.as_str()))?;
    let next = text(words, at + 1);
    let is_denied = is_shortly_before(words, at, 3, &["not", "no"])
        || next == "not"
        || ["is", "sum"].contains(&next) && text(words, at + 2) == "not";
    Some(if (text(words, at) == "odd") == is_denied { "even" } else { "odd" })
}

#[cfg(test)]
mod tests {
    use super::super::in_clauses;
    use crate::games::eleusis::language::Rule;

    #[test]
    fn what_is_told_by_numbers_and_features_is_recognised() {
        for (text, about) in [
            (
                "stay near the last card, at most 4 away in either direction, never the same number",
                "1 to 4 above or below last",
            ),
            ("the jump from the last card has to be two or three, up or down", "2 to 3 above or below last"),
            ("Leave a gap of no fewer than five between your card and the last.", "5 to 12 above or below last"),
            (
                "The difference between adjacent ranks is greater than or equal to six, with no wraparound.",
                "6 to 12 above or below last",
            ),
            (
                "climb two or three from the last one, and after the king start at the ace",
                "2 to 3 above last, wrapping",
            ),
            (
                "a colour can't be seen on three consecutive cards",
                "not (colour same as last and colour same as before)",
            ),
            (
                "the new card's suit is neither that of the last card nor that of the card before it",
                "suit differs from last and not suit same as before",
            ),
            ("both cards together should make no more than twenty", "sum with last is at most 20"),
            ("the total with the last card belongs to the four times table", "sum with last is multiple of 4"),
            (
                "spades, then hearts, then clubs, then diamonds, and round we go to spades",
                "repeat spade heart club diamond",
            ),
            (
                "clubs and spades are one family, hearts and diamonds another: always change the family",
                "if last is club or last is spade then heart or diamond else club or spade",
            ),
        ] {
            assert_eq!(in_clauses(text).as_deref(), Some(about), "{text}");
            assert!(about.parse::<Rule>().is_ok(), "{about}");
        }
        assert_eq!(in_clauses("I do not know what I could say here"), None);
    }
}
