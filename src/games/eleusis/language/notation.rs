//! What programmers write: "last.rank % 2 == 0 ? red : black", "rank in {4, 8, 12}", "abs(rank - last.rank) <= 2". It is brought to
//! the words that everybody else uses, so that the grammar has one notation to read.

use std::ops::Range;

use super::mathematics;
use super::tokens::Token;

/// Signs and names that stand in such sentences alone.
const MARKS: [&str; 15] =
    ["==", "!=", "&&", "||", "%", "[", "{", "|", "?", "<=>", "abs", "isface", "isprime", "isred", "isblack"];

/// What a number is compared by, with the one that says the same from the other side.
const COMPARED: [(&str, &str); 7] =
    [("==", "=="), ("=", "="), ("!=", "!="), ("<", ">"), ("<=", ">="), (">", "<"), (">=", "<=")];

const HIGHEST: u8 = 13;

/// What a card is compared in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NamedFeature {
    Rank,
    Suit,
    Colour,
    Parity,
}

impl NamedFeature {
    fn of(word: &str) -> Option<NamedFeature> {
        match word {
            "rank" | "number" | "value" | "num" | "val" => Some(NamedFeature::Rank),
            "suit" => Some(NamedFeature::Suit),
            "color" | "colour" => Some(NamedFeature::Colour),
            "parity" => Some(NamedFeature::Parity),
            _ => None,
        }
    }

    const fn word(self) -> &'static str {
        ["rank", "suit", "colour", "parity"][self as usize]
    }
}

/// A part of a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
enum FormulaPart {
    /// Something of a card: "rank", "last.suit", "cards[-2].colour".
    Of(NamedFeature, &'static str),
    /// "last.black", "isFace(last)".
    Is(&'static str, String),
    Word(String),
}

/// A part, and where it stands.
type PlacedPart = (FormulaPart, Range<usize>);

/// A sentence in which what programmers write is said in words; any other as it is.
pub(super) fn in_words(tokens: &[Token]) -> Vec<Token> {
    let reckoned = mathematics::in_words(tokens);
    let tokens = reckoned.as_deref().unwrap_or(tokens);
    let is_marked = tokens.iter().any(|token| MARKS.contains(&token.text.as_str()));
    let has_members = (0..tokens.len()).any(|place| member(tokens.get(place..).unwrap_or_default()).is_some());
    let is_chain = tokens.windows(3).any(|three| {
        three[0].text.parse::<u8>().is_ok() && is_order(&three[1].text) && NamedFeature::of(&three[2].text).is_some()
    });
    if !is_marked && !has_members && !is_chain {
        return if reckoned.is_some() { choices(tokens) } else { tokens.to_vec() };
    }
    choices(&said(&parts(tokens)))
}

fn is_order(sign: &str) -> bool {
    ["<", "<=", ">", ">="].contains(&sign)
}

/// A card by the names that variables have.
fn card_called(name: &str) -> Option<&'static str> {
    match name {
        "new" | "next" | "this" | "card" | "cur" | "current" | "played" => Some("next"),
        "last" | "prev" | "previous" => Some("last"),
        _ => None,
    }
}

/// What a card may be, by the names that variables have.
fn kind_called(name: &str) -> Option<&'static str> {
    let kinds = [
        ("red", "isred"),
        ("black", "isblack"),
        ("face", "isface"),
        ("prime", "isprime"),
        ("odd", "isodd"),
        ("even", "iseven"),
        ("ace", "isace"),
    ];
    kinds.into_iter().find(|(kind, asked)| [*kind, *asked].contains(&name)).map(|(kind, _)| kind)
}

/// Whether nothing stands between two of these.
fn touch(one: &Token, other: &Token) -> bool {
    one.at.end == other.at.start
}

fn range(tokens: &[Token]) -> Range<usize> {
    let start = tokens.first().map_or(0, |token| token.at.start);
    start..tokens.last().map_or(start, |token| token.at.end)
}

/// A card by its place in a list: "cards[-2]", "line[n-1]"; and how many tokens name it.
fn indexed(tokens: &[Token]) -> Option<(&'static str, usize)> {
    let text = |place: usize| tokens.get(place).map_or("", |token| token.text.as_str());
    let is_list = ["cards", "card", "line", "mainline", "c", "seq", "a", "row"].contains(&text(0));
    if !is_list || text(1) != "[" {
        return None;
    }
    let named = usize::from(["n", "i", "pos", "len"].contains(&text(2)));
    if text(2 + named) != "to" || text(4 + named) != "]" {
        return None;
    }
    let card = match text(3 + named) {
        "1" => "last",
        "2" => "before",
        "3" => "third last",
        _ => return None,
    };
    Some((card, 5 + named))
}

/// "last.rank", "cards[-2].suit", "prev.black"; and how many tokens it takes.
fn member(tokens: &[Token]) -> Option<(FormulaPart, usize)> {
    let (card, length) = match indexed(tokens) {
        Some(found) => found,
        None => (card_called(&tokens.first()?.text)?, 1),
    };
    let (owner, dot, name) = (tokens.get(length.checked_sub(1)?)?, tokens.get(length)?, tokens.get(length + 1)?);
    if dot.text != "." || !touch(owner, dot) || !touch(dot, name) {
        return None;
    }
    let part = match NamedFeature::of(&name.text) {
        Some(feature) => FormulaPart::Of(feature, card),
        None => FormulaPart::Is(card, kind_called(&name.text)?.to_owned()),
    };
    Some((part, length + 2))
}

/// "isFace(last)", "isPrime(rank)"; and how many tokens it takes.
fn asked(tokens: &[Token]) -> Option<(FormulaPart, usize)> {
    let asks = &tokens.first()?.text;
    let kind = kind_called(asks).filter(|_| asks.starts_with("is"))?;
    let text = |place: usize| tokens.get(place).map_or("", |token| token.text.as_str());
    if text(1) != "(" {
        return None;
    }
    let inner = tokens.get(2..)?;
    let (card, length) = match member(inner) {
        Some((FormulaPart::Of(_, card), length)) => (card, length),
        _ => (card_called(text(2)).or_else(|| NamedFeature::of(text(2)).map(|_| "next"))?, 1),
    };
    (text(2 + length) == ")").then(|| (FormulaPart::Is(card, kind.to_owned()), length + 3))
}

fn parts(tokens: &[Token]) -> Vec<PlacedPart> {
    let mut parts = Vec::new();
    let mut place = 0;
    while let Some(token) = tokens.get(place) {
        let ahead = tokens.get(place..).unwrap_or_default();
        let plain = || match NamedFeature::of(&token.text) {
            Some(feature) => (FormulaPart::Of(feature, "next"), 1),
            None => (FormulaPart::Word(token.text.clone()), 1),
        };
        let (part, length) = asked(ahead).or_else(|| member(ahead)).unwrap_or_else(plain);
        parts.push((part, range(ahead.get(..length).unwrap_or_default())));
        place += length;
    }
    parts
}

fn word(parts: &[PlacedPart], place: usize) -> &str {
    match parts.get(place) {
        Some((FormulaPart::Word(word), _)) => word,
        _ => "",
    }
}

fn of(parts: &[PlacedPart], place: usize) -> Option<(NamedFeature, &'static str)> {
    match parts.get(place) {
        Some((FormulaPart::Of(feature, card), _)) => Some((*feature, card)),
        _ => None,
    }
}

/// A number, or the name of a rank.
fn number(parts: &[PlacedPart], place: usize) -> Option<u8> {
    match word(parts, place) {
        "ace" => Some(1),
        "jack" | "j" => Some(11),
        "queen" | "q" => Some(12),
        "king" | "k" => Some(13),
        number => number.parse().ok(),
    }
}

fn comparison(parts: &[PlacedPart], place: usize) -> Option<&str> {
    Some(word(parts, place)).filter(|sign| COMPARED.iter().any(|(compared, _)| compared == sign))
}

/// What is said of a number: "even", "2 above multiple of 5".
fn remainder(by: u8, left: u8) -> String {
    match (by, left) {
        (2, 0) => "even".to_owned(),
        (2, _) => "odd".to_owned(),
        (by, 0) => format!("multiple of {by}"),
        (by, left) => format!("{left} above multiple of {by}"),
    }
}

/// Said of a card; `None` says nothing of which card.
fn said_of(card: &str, kind: &str, is_so: bool) -> String {
    match (card, is_so) {
        ("next", true) => format!("({kind})"),
        ("next", false) => format!("not ({kind})"),
        (card, true) => format!("({card} is {kind})"),
        (card, false) => format!("not ({card} is {kind})"),
    }
}

/// The numbers that compare so with this one, within these bounds.
fn bounds(sign: &str, number: u8, least: u8, most: u8) -> Option<(u8, u8)> {
    Some(match sign {
        "<" => (least, number.checked_sub(1)?),
        "<=" => (least, number),
        ">" => (number.checked_add(1)?, most),
        ">=" => (number, most),
        _ => (number, number),
    })
}

/// What these parts say at their beginning, and how many of them say it.
type FormulaReader = fn(&[PlacedPart]) -> Option<(String, usize)>;

const READERS: [FormulaReader; 9] =
    [apart, of_two, same_parity, own_remainder, place_remainder, between, listed, of_cards, of_a_number];

/// The rank of one card and of another, with the sign between them: whether the first is the next card, and how many parts.
fn two_ranks(parts: &[PlacedPart], from: usize) -> Option<(&str, &'static str, usize)> {
    let ((NamedFeature::Rank, one), (NamedFeature::Rank, other)) = (of(parts, from)?, of(parts, from + 2)?) else {
        return None;
    };
    let card = match (one, other) {
        ("next", card) | (card, "next") if one != other => card,
        _ => return None,
    };
    Some((word(parts, from + 1), card, from + 3))
}

/// "abs(rank - last.rank) >= 3", "|rank - last.rank| == 2".
fn apart(parts: &[PlacedPart]) -> Option<(String, usize)> {
    let (open, close) = match (word(parts, 0), word(parts, 1)) {
        ("abs", "(") => (2, ")"),
        ("|", _) => (1, "|"),
        _ => return None,
    };
    let (sign, card, end) = two_ranks(parts, open)?;
    if sign != "to" || word(parts, end) != close {
        return None;
    }
    if word(parts, end + 1) == "%" {
        let (by, sign, left) = (number(parts, end + 2)?, comparison(parts, end + 3)?, number(parts, end + 4)?);
        let kind = remainder(by, left);
        let not = if sign == "!=" { "not " } else { "" };
        return Some((format!("{not}(difference with {card} is {kind})"), end + 5));
    }
    let (sign, number) = (comparison(parts, end + 1)?, number(parts, end + 2)?);
    let (from, to) = bounds(sign, number, 0, HIGHEST - 1)?;
    let steps = if from == to { from.to_string() } else { format!("{from} to {to}") };
    let not = if sign == "!=" { "not " } else { "" };
    Some((format!("{not}({steps} above or below {card})"), end + 3))
}

/// "(rank + last.rank) % 3 == 0", "rank * last.rank <= 40".
fn of_two(parts: &[PlacedPart]) -> Option<(String, usize)> {
    let open = usize::from(word(parts, 0) == "(");
    let (sign, card, mut end) = two_ranks(parts, open)?;
    let total = match sign {
        "plus" => "sum",
        "time" => "product",
        "to" => "difference",
        _ => return None,
    };
    if open == 1 {
        (word(parts, end) == ")").then_some(())?;
        end += 1;
    }
    if word(parts, end) == "%" {
        let (by, sign, left) = (number(parts, end + 1)?, comparison(parts, end + 2)?, number(parts, end + 3)?);
        let not = if sign == "!=" { "not " } else { "" };
        return Some((format!("{not}({total} with {card} is {})", remainder(by, left)), end + 4));
    }
    let (sign, number) = (comparison(parts, end)?, word(parts, end + 1).parse::<u8>().ok()?);
    if total == "difference" {
        return None;
    }
    let kind = match sign {
        "<" => format!("at most {}", number.checked_sub(1)?),
        "<=" => format!("at most {number}"),
        ">" => format!("at least {}", number.checked_add(1)?),
        ">=" => format!("at least {number}"),
        _ => number.to_string(),
    };
    let not = if sign == "!=" { "not " } else { "" };
    Some((format!("{not}({total} with {card} is {kind})"), end + 2))
}

/// "rank % 2 == last.rank % 2".
fn same_parity(parts: &[PlacedPart]) -> Option<(String, usize)> {
    let (NamedFeature::Rank, one) = of(parts, 0)? else { return None };
    let (NamedFeature::Rank, other) = of(parts, 4)? else { return None };
    let halves = [1, 5].iter().all(|place| word(parts, *place) == "%" && word(parts, place + 1) == "2");
    let card = if one == "next" { other } else { one };
    if !halves || one == other || (one != "next" && other != "next") {
        return None;
    }
    let likeness = if comparison(parts, 3)? == "!=" { "differs from" } else { "same as" };
    Some((format!("(parity {likeness} {card})"), 7))
}

/// "rank % 4 == 2", "last.rank % 2 == 0".
fn own_remainder(parts: &[PlacedPart]) -> Option<(String, usize)> {
    let (NamedFeature::Rank, card) = of(parts, 0)? else { return None };
    if word(parts, 1) != "%" {
        return None;
    }
    let (by, sign, left) = (number(parts, 2)?, comparison(parts, 3)?, number(parts, 4)?);
    Some((said_of(card, &remainder(by, left), sign != "!="), 5))
}

/// "pos % 4 == 0".
fn place_remainder(parts: &[PlacedPart]) -> Option<(String, usize)> {
    if !["pos", "position", "index", "idx", "place", "n", "i"].contains(&word(parts, 0)) || word(parts, 1) != "%" {
        return None;
    }
    let (by, sign, left) = (number(parts, 2)?, comparison(parts, 3)?, number(parts, 4)?);
    let not = if sign == "!=" { "not " } else { "" };
    Some((format!("{not}(position is {})", remainder(by, left)), 5))
}

/// "1 <= rank <= 6".
fn between(parts: &[PlacedPart]) -> Option<(String, usize)> {
    let (NamedFeature::Rank, card) = of(parts, 2)? else { return None };
    let (one, other) = (number(parts, 0)?, number(parts, 4)?);
    let (sign, sign_other) = (comparison(parts, 1)?, comparison(parts, 3)?);
    let (_, turned) = *COMPARED.iter().find(|(sign_of, _)| *sign_of == sign)?;
    let (low, high) = (bounds(turned, one, 1, HIGHEST)?, bounds(sign_other, other, 1, HIGHEST)?);
    Some((said_of(card, &ranks(low.0.max(high.0), low.1.min(high.1))?, true), 5))
}

/// "5 to 9", "8".
fn ranks(from: u8, to: u8) -> Option<String> {
    let is_range = (1..=HIGHEST).contains(&from) && from <= to && to <= HIGHEST;
    is_range.then(|| if from == to { from.to_string() } else { format!("{from} to {to}") })
}

/// "rank in {4, 8, 12}", "last in {J, Q, K}".
fn listed(parts: &[PlacedPart]) -> Option<(String, usize)> {
    let card = match of(parts, 0) {
        Some((NamedFeature::Rank | NamedFeature::Suit, card)) => card,
        Some(_) => return None,
        None => card_called(word(parts, 0))?,
    };
    let is_denied = word(parts, 1) == "not";
    let from = 1 + usize::from(is_denied);
    if word(parts, from) != "in" || !["{", "[", "("].contains(&word(parts, from + 1)) {
        return None;
    }
    let inner = parts.get(from + 2..)?;
    let length = inner
        .iter()
        .position(|(part, _)| matches!(part, FormulaPart::Word(word) if ["}", "]", ")"].contains(&word.as_str())))?;
    let items: Vec<String> = inner
        .get(..length)?
        .iter()
        .filter_map(|(part, _)| match part {
            FormulaPart::Word(word) if word == "," => None,
            FormulaPart::Word(word) => Some(word.clone()),
            _ => Some(String::new()),
        })
        .collect();
    if items.is_empty() || items.iter().any(String::is_empty) {
        return None;
    }
    Some((said_of(card, &items.join(" or "), !is_denied), from + 3 + length))
}

/// "suit == last.suit", "rank > prev.rank": nothing is asked of the same card twice.
fn of_cards(parts: &[PlacedPart]) -> Option<(String, usize)> {
    let ((feature, one), sign, (feature_other, other)) = (of(parts, 0)?, comparison(parts, 1)?, of(parts, 2)?);
    if feature != feature_other || one == other || (one != "next" && other != "next") {
        return None;
    }
    let (_, turned) = *COMPARED.iter().find(|(sign_of, _)| *sign_of == sign)?;
    let (sign, card) = if one == "next" { (sign, other) } else { (turned, one) };
    let said = match sign {
        "==" | "=" => format!("{} same as {card}", feature.word()),
        "!=" => format!("{} differs from {card}", feature.word()),
        _ => format!("{} {sign} {card}", feature.word()),
    };
    Some((format!("({said})"), 3))
}

/// "rank == 1", "last.rank > 7", "suit != HEARTS", "last.color == RED".
fn of_a_number(parts: &[PlacedPart]) -> Option<(String, usize)> {
    let ((feature, card), sign) = (of(parts, 0)?, comparison(parts, 1)?);
    let is_so = sign != "!=";
    if feature != NamedFeature::Rank {
        const KINDS: [&str; 12] = [
            "red", "black", "spade", "spades", "heart", "hearts", "diamond", "diamonds", "club", "clubs", "odd", "even",
        ];
        let kind = Some(word(parts, 2)).filter(|kind| KINDS.contains(kind))?;
        return Some((said_of(card, kind, is_so), 3));
    }
    let number = number(parts, 2)?;
    let (from, to) = bounds(sign, number, 1, HIGHEST)?;
    Some((said_of(card, &ranks(from, to)?, is_so), 3))
}

/// What the parts say, in words.
fn said(parts: &[PlacedPart]) -> Vec<Token> {
    let mut said = Vec::new();
    let mut place = 0;
    while let Some((part, at)) = parts.get(place) {
        let ahead = parts.get(place..).unwrap_or_default();
        let (text, length) = READERS.iter().find_map(|read| read(ahead)).unwrap_or_else(|| (alone(part), 1));
        let end = ahead.get(length.saturating_sub(1)).map_or(at.end, |(_, last)| last.end);
        said.extend(split(&text).map(|text| Token { text, at: at.start..end }));
        place += length;
    }
    said
}

/// The words and brackets of a text.
fn split(text: &str) -> impl Iterator<Item = String> {
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    spaced.split_whitespace().map(str::to_owned).collect::<Vec<_>>().into_iter()
}

/// What a part says by itself.
fn alone(part: &FormulaPart) -> String {
    match part {
        FormulaPart::Of(feature, "next") => feature.word().to_owned(),
        FormulaPart::Of(feature, card) => format!("{} of {card}", feature.word()),
        FormulaPart::Is(card, kind) => said_of(card, kind, true),
        FormulaPart::Word(word) => match word.as_str() {
            "==" => "=",
            "&&" => "and",
            "||" => "or",
            "%" => "modulo",
            "[" | "{" => "(",
            "]" | "}" => ")",
            "<=>" => "iff",
            "|" => "",
            "pos" | "idx" | "index" => "position",
            "prev" => "last",
            word => word,
        }
        .to_owned(),
    }
}

/// "A ? B : C" is "if A then B else C"; of clauses, "A -> B" is "if A then B", and "if A: B" as well.
fn choices(words: &[Token]) -> Vec<Token> {
    let mut said: Vec<Token> = Vec::new();
    for clause in words.split_inclusive(|token| token.text == ".") {
        let place = |wanted: &str| clause.iter().position(|token| token.text == wanted);
        let begins = clause.first().map_or("", |token| token.text.as_str());
        let replaced = |what: &[(Option<usize>, &str)], with_if: bool| -> Vec<Token> {
            let at = clause.first().map_or(0..0, |token| token.at.clone());
            let first = with_if.then(|| Token { text: "if".to_owned(), at });
            let rest = clause.iter().enumerate().filter_map(|(number, token)| {
                match what.iter().find(|(place, _)| *place == Some(number)) {
                    Some((_, "")) => None,
                    Some((_, text)) => Some(Token { text: (*text).to_owned(), at: token.at.clone() }),
                    None => Some(token.clone()),
                }
            });
            first.into_iter().chain(rest).collect()
        };
        said.extend(match (place("?"), place("->"), place(":")) {
            (Some(ask), _, Some(colon)) if ask < colon => {
                replaced(&[(Some(ask), "then"), (Some(colon), "else")], begins != "if")
            }
            (_, Some(arrow), _) => replaced(&[(Some(arrow), "then")], begins != "if"),
            (_, None, Some(colon)) if begins == "if" => replaced(&[(Some(colon), "then")], false),
            (_, None, Some(colon)) if begins == "else" => replaced(&[(Some(colon), "")], false),
            // "last in {J, Q, K}: rank < last"
            (_, None, Some(colon))
                if clause.iter().take(colon).any(|token| ["last", "position"].contains(&&*token.text)) =>
            {
                replaced(&[(Some(colon), "then")], true)
            }
            (ask, _, _) => replaced(&[(ask, ".")], false),
        });
    }
    said
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::rule::Rule;

    #[test]
    fn formulas_of_programmers_are_read() {
        for (written, means) in [
            ("color == BLACK && rank % 2 == 0", "black and even"),
            ("suit != HEARTS", "not heart"),
            ("1 <= rank <= 6", "ace to 6"),
            ("1 < rank < 11", "2 to 10"),
            ("last.rank % 2 == 0 ? red : black", "if last is even then red else black"),
            ("new.color != last.color", "colour differs from last"),
            ("rank >= prev.rank", "rank >= last"),
            ("suit == last.suit || rank == last.rank", "suit same as last or rank same as last"),
            ("rank % 2 == last.rank % 2", "parity same as last"),
            ("abs(rank - last.rank) >= 3", "3 to 12 above or below last"),
            ("|rank - last.rank| <= 2", "0 to 2 above or below last"),
            (
                "last.black -> rank < last.rank; last.red -> rank > last.rank",
                "if last is black then rank < last else rank > last",
            ),
            ("isFace(card) or rank == 1", "face or ace"),
            ("suit == SPADE || rank < last.rank", "spade or rank < last"),
            ("(rank + last.rank) % 2 == 0", "sum with last is even"),
            ("rank + last.rank >= 15", "sum with last is at least 15"),
            ("rank * last.rank <= 40", "product with last is at most 40"),
            ("color == line[n-2].color", "not colour differs from before"),
            ("suit != cards[-2].suit", "not suit same as before"),
            ("pos % 2 == 1 ? RED : BLACK", "if position is odd then red else black"),
            ("rank in {4, 8, 12}", "4 or 8 or queen"),
            ("rank % 3 == 1", "1 above multiple of 3"),
            (
                "if last.rank % 2 == 1: rank > last.rank; else: anything",
                "if last is odd then rank > last else red or black",
            ),
            ("isFace(last) => red; else any", "if last is face then red else red or black"),
            (
                "last in {J, Q, K}: rank < last, otherwise rank > last",
                "if last is face then rank < last else rank > last",
            ),
            ("suit != last.suit && rank != last.rank", "suit and rank differ from last"),
        ] {
            let same = |one: &Rule, other: &Rule| {
                super::super::difference(&super::super::Automaton::of(one), &super::super::Automaton::of(other))
                    .is_none()
            };
            let meant: Rule = means.parse().unwrap_or_else(|error| panic!("{means}: {error}"));
            match written.parse::<Rule>() {
                Ok(rule) => assert!(same(&rule, &meant), "{written:?} is read as {rule}"),
                Err(error) => panic!("{written:?}: {error}"),
            }
        }
    }

    proptest! {
        #[test]
        fn anything_like_a_formula_is_read_or_refused(
            parts in proptest::collection::vec(
                "rank|last|prev|suit|red|\\.|\\[|\\]|\\{|\\}|\\(|\\)|==|!=|<=|%|&&|\\?|:|\\||abs|isFace|in|-|[0-9]{1,3}|,| ",
                0..16,
            )
        ) {
            let _ = parts.concat().parse::<Rule>();
            let _ = parts.join(" ").parse::<Rule>();
        }
    }
}
