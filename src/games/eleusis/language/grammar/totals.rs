//! The ranks of two cards together: "the sum of the last card and this one is divisible by 5".

use winnow::Parser;
use winnow::combinator::{alt, opt, preceded};

use super::super::formulas::denied;
use super::super::rule::{Arithmetic, Fact, Formula, NumberKind, RankOrder, Which};
use super::comparisons::{in_words, sign};
use super::named::{card, last_two, number};
use super::stream::{Read, Tokens, listed, missing, pass, word, wrong};
use super::verbs::{VerbWords, verb};

const NAMES: [(&str, Arithmetic); 4] = [
    ("sum", Arithmetic::Sum),
    ("product", Arithmetic::Product),
    ("difference", Arithmetic::Difference),
    ("remainder", Arithmetic::Remainder),
];

/// What may stand between two cards, or before one, and adds nothing.
const BETWEEN: [&str; 9] = ["of", "between", "2", "rank", "card", "and", "with", "plus", "by"];

/// The signs that join two ranks.
const SIGNS: [(&str, Arithmetic); 2] = [("plus", Arithmetic::Sum), ("time", Arithmetic::Product)];

/// "sum with last is odd", "last plus next is at least 14", "the last card and this one add up to 10".
pub(super) fn total(words: &mut Tokens<'_>) -> Read<Formula> {
    let named = |words: &mut Tokens<'_>| {
        let arithmetic = listed(&NAMES).parse_next(words)?;
        pass(words, &BETWEEN);
        if opt(last_two).parse_next(words)?.is_some() {
            return Ok((arithmetic, Some(Which::Last), Some(Which::Before), verb(words)));
        }
        let one = opt(card).parse_next(words)?;
        pass(words, &BETWEEN);
        let other = opt(card).parse_next(words)?;
        Ok((arithmetic, one, other, verb(words)))
    };
    // "The card" alone is the next one.
    let card_or_next = |words: &mut Tokens<'_>| alt((card, word("card").value(Which::Next))).parse_next(words);
    let signed = |words: &mut Tokens<'_>| {
        let is_in_brackets = opt(word("(")).parse_next(words)?.is_some();
        pass(words, &["rank", "of"]);
        let one = card_or_next(words)?;
        pass(words, &["rank", "is"]);
        let arithmetic = listed(&SIGNS).parse_next(words)?;
        pass(words, &["rank", "of", "by", "to", "with", "on"]);
        let other = card(words)?;
        pass(words, &["rank"]);
        closes(is_in_brackets, words)?;
        Ok((arithmetic, Some(one), Some(other), verb(words)))
    };
    // "rank plus last", "multiply it by the last card": the next card is left out.
    let next_left_out = |words: &mut Tokens<'_>| {
        let is_in_brackets = opt(word("(")).parse_next(words)?.is_some();
        pass(words, &["rank"]);
        let arithmetic = listed(&SIGNS).parse_next(words)?;
        pass(words, &["rank", "of", "by", "to", "with"]);
        let other = card(words)?;
        pass(words, &["rank"]);
        closes(is_in_brackets, words)?;
        Ok((arithmetic, None, Some(other), verb(words)))
    };
    let added = |words: &mut Tokens<'_>| {
        let named = (card_or_next, word("and"), card).map(|(one, (), other)| (one, other));
        let (one, other) = alt((last_two.value((Which::Last, Which::Before)), named)).parse_next(words)?;
        pass(words, &["must", "rank"]);
        word("add").parse_next(words)?;
        opt(alt((word("up-to"), word("to"), (word("rise"), word("to")).void()))).parse_next(words)?;
        Ok((Arithmetic::Sum, Some(one), Some(other), VerbWords::default()))
    };
    // "Add it to the last card, and the total must be odd", "if you add … you must get an odd total".
    let to_add = |words: &mut Tokens<'_>| {
        opt(word("if")).parse_next(words)?;
        word("add").parse_next(words)?;
        pass(words, &["rank", "of", "on"]);
        let one = opt(card_or_next).parse_next(words)?;
        alt((word("to"), word("and"), word("with"))).parse_next(words)?;
        pass(words, &["rank", "of", "on"]);
        let other = card(words)?;
        pass(words, &["rank", ",", ".", "and", "sum", "it"]);
        Ok((Arithmetic::Sum, one, Some(other), verb(words)))
    };
    let (arithmetic, one, other, verb) = alt((named, signed, next_left_out, added, to_add)).parse_next(words)?;
    pass(words, &["must", "is", "equal", "=", "to", "rank"]);
    let kind = number_kind(words)?;
    opt(alt((word("rank"), word("sum")))).parse_next(words)?;
    // What is left by a division depends on which is divided by which.
    let pair = if arithmetic == Arithmetic::Remainder { one.zip(other) } else { None };
    let Some((card, other)) = pair.or_else(|| two(one, other)) else {
        return wrong(words, "name two cards here, such as the last and the next");
    };
    if arithmetic == Arithmetic::Difference && matches!(kind, NumberKind::Between(..)) {
        // It is said in ranks above or below.
        return missing(words);
    }
    let fact = Formula::Fact(Fact::Total { card, arithmetic, other, kind });
    Ok(if verb.is_negative { denied(fact) } else { fact })
}

/// The bracket after what stands in some.
fn closes(is_in_brackets: bool, words: &mut Tokens<'_>) -> Read<()> {
    if is_in_brackets { word(")").parse_next(words) } else { Ok(()) }
}

/// The two cards, the later one first; one that is not named is the next card, or else the last. `None` if they are the same.
fn two(one: Option<Which>, other: Option<Which>) -> Option<(Which, Which)> {
    let (one, other) = match (one, other) {
        (Some(one), Some(other)) => (one, other),
        (Some(Which::Next) | None, None) | (None, Some(Which::Next)) => (Which::Next, Which::Last),
        (Some(other), None) | (None, Some(other)) => (Which::Next, other),
    };
    (one != other).then_some((one.min(other), one.max(other)))
}

/// "odd", "a multiple of 5", "at least 14", "8 to 13".
pub(super) fn number_kind(words: &mut Tokens<'_>) -> Read<NumberKind> {
    const KINDS: [(&str, NumberKind); 3] =
        [("odd", NumberKind::Odd), ("even", NumberKind::Even), ("prime", NumberKind::Prime)];
    let range = |words: &mut Tokens<'_>| {
        let from = number(words)?;
        let to = opt(preceded(word("to"), number)).parse_next(words)?.unwrap_or(from);
        if from > to { missing(words) } else { Ok(NumberKind::Between(from, to)) }
    };
    // "30 or less"
    let open = |words: &mut Tokens<'_>| {
        const WAYS: [(&str, bool); 4] = [("higher", true), ("above", true), ("lower", false), ("below", false)];
        let (number, (), is_up) = (number, word("or"), listed(&WAYS)).parse_next(words)?;
        Ok(if is_up { NumberKind::Between(number, NumberKind::HIGHEST) } else { NumberKind::Between(0, number) })
    };
    alt((listed(&KINDS), above_multiple, multiple, two_bounds, bound, open, range)).parse_next(words)
}

/// "at least 10 and no more than 18".
fn two_bounds(words: &mut Tokens<'_>) -> Read<NumberKind> {
    let one = bound(words)?;
    alt((word("and"), word("but"))).parse_next(words)?;
    pass(words, &["must", "is"]);
    match (one, bound(words)?) {
        (NumberKind::Between(from, NumberKind::HIGHEST), NumberKind::Between(0, to))
        | (NumberKind::Between(0, to), NumberKind::Between(from, NumberKind::HIGHEST))
            if from <= to =>
        {
            Ok(NumberKind::Between(from, to))
        }
        _ => missing(words),
    }
}

/// "1 above multiple of 5".
fn above_multiple(words: &mut Tokens<'_>) -> Read<NumberKind> {
    match remainder(words)? {
        (by @ 3..=13, left) if left < by => Ok(NumberKind::Remainder(by, left)),
        _ => wrong(
            words,
            "say how far above a multiple of 3 to 13, by less than that multiple: “2 above a multiple of 3”",
        ),
    }
}

/// "1 above a multiple of 3", "remainder 1 when divided by 3": what it is divided by, and what is left, at least 1.
pub(super) fn remainder(words: &mut Tokens<'_>) -> Read<(u8, u8)> {
    const MULTIPLE: [&str; 4] = ["card", "than", "of", "from"];
    let above = |words: &mut Tokens<'_>| {
        let left = number(words)?;
        alt((word("above"), word("higher"), word("away"))).parse_next(words)?;
        pass(words, &MULTIPLE);
        (word("multiple"), word("of")).void().parse_next(words)?;
        Ok((number(words)?, left))
    };
    let divided = |words: &mut Tokens<'_>| {
        pass(words, &["leave", "has"]);
        word("remainder").parse_next(words)?;
        pass(words, &["of", "is", "must", "="]);
        let left = number(words)?;
        pass(words, &["if", "after", "it", "is", "on"]);
        alt((word("divided"), word("division"))).parse_next(words)?;
        word("by").parse_next(words)?;
        Ok((number(words)?, left))
    };
    let modulo = |words: &mut Tokens<'_>| {
        (opt(word("rank")), word("modulo")).void().parse_next(words)?;
        let by = number(words)?;
        pass(words, &["is", "=", "equal", "to", "must"]);
        Ok((by, number(words)?))
    };
    let (by, left) = alt((above, divided, modulo)).parse_next(words)?;
    if left == 0 { missing(words) } else { Ok((by, left)) }
}

fn multiple(words: &mut Tokens<'_>) -> Read<NumberKind> {
    // "modulo 3 = 0"
    let nothing_left = |words: &mut Tokens<'_>| {
        word("modulo").parse_next(words)?;
        let by = number(words)?;
        pass(words, &["is", "=", "equal", "to", "must"]);
        if number(words)? == 0 { Ok(by) } else { missing(words) }
    };
    let of = alt(((word("multiple"), word("of")).void(), (word("divisible"), word("by")).void()));
    match alt((nothing_left, preceded(of, number))).parse_next(words)? {
        2 => Ok(NumberKind::Even),
        of @ 3..=13 => Ok(NumberKind::Multiple(of)),
        _ => wrong(words, "use a multiple of 2 to 13"),
    }
}

fn bound(words: &mut Tokens<'_>) -> Read<NumberKind> {
    let order = alt((sign, in_words, word("up-to").value(RankOrder::AtMost))).parse_next(words)?;
    let number = number(words)?;
    Ok(match order {
        RankOrder::Less => NumberKind::Between(0, number.saturating_sub(1)),
        RankOrder::AtMost => NumberKind::Between(0, number),
        RankOrder::AtLeast => NumberKind::Between(number, NumberKind::HIGHEST),
        RankOrder::More => NumberKind::Between(number.saturating_add(1), NumberKind::HIGHEST),
    })
}
