//! The ranks of two cards together: "the sum of the last card and this one is divisible by 5".

use winnow::Parser;
use winnow::combinator::{alt, opt, preceded};

use super::super::formulas::denied;
use super::super::rule::{Arithmetic, Fact, Formula, NumberKind, RankOrder, Which};
use super::comparisons::{card, in_words, number, sign};
use super::stream::{Read, Tokens, listed, missing, pass, word, wrong};
use super::verbs::{VerbWords, verb};

/// What may stand between two cards, or before one, and adds nothing.
const BETWEEN: [&str; 8] = ["of", "between", "2", "rank", "card", "and", "with", "plus"];

/// "sum with last is odd", "last plus next is at least 14", "the last card and this one add up to 10".
pub(super) fn total(words: &mut Tokens<'_>) -> Read<Formula> {
    let named = |words: &mut Tokens<'_>| {
        let arithmetic = listed(&[("sum", Arithmetic::Sum), ("product", Arithmetic::Product)]).parse_next(words)?;
        pass(words, &BETWEEN);
        let one = opt(card).parse_next(words)?;
        pass(words, &BETWEEN);
        let other = opt(card).parse_next(words)?;
        Ok((arithmetic, one, other, verb(words)))
    };
    let signed = |words: &mut Tokens<'_>| {
        pass(words, &["rank", "of"]);
        let one = card(words)?;
        let arithmetic = listed(&[("plus", Arithmetic::Sum), ("time", Arithmetic::Product)]).parse_next(words)?;
        pass(words, &["rank", "of"]);
        Ok((arithmetic, Some(one), Some(card(words)?), verb(words)))
    };
    let added = |words: &mut Tokens<'_>| {
        let (one, (), other) = (card, word("and"), card).parse_next(words)?;
        pass(words, &["must"]);
        word("add").parse_next(words)?;
        opt(alt((word("up-to"), word("to"), (word("rise"), word("to")).void()))).parse_next(words)?;
        Ok((Arithmetic::Sum, Some(one), Some(other), VerbWords::default()))
    };
    let (arithmetic, one, other, verb) = alt((named, signed, added)).parse_next(words)?;
    pass(words, &["must", "is", "equal", "=", "to", "rank"]);
    let kind = number_kind(words)?;
    opt(word("rank")).parse_next(words)?;
    let Some((card, other)) = two(one, other) else {
        return wrong(words, "name two cards here, such as the last and the next");
    };
    let fact = Formula::Fact(Fact::Total { card, arithmetic, other, kind });
    Ok(if verb.is_negative { denied(fact) } else { fact })
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
fn number_kind(words: &mut Tokens<'_>) -> Read<NumberKind> {
    const KINDS: [(&str, NumberKind); 3] =
        [("odd", NumberKind::Odd), ("even", NumberKind::Even), ("prime", NumberKind::Prime)];
    let range = |words: &mut Tokens<'_>| {
        let from = number(words)?;
        let to = opt(preceded(word("to"), number)).parse_next(words)?.unwrap_or(from);
        if from > to { missing(words) } else { Ok(NumberKind::Between(from, to)) }
    };
    alt((listed(&KINDS), multiple, bound, range)).parse_next(words)
}

fn multiple(words: &mut Tokens<'_>) -> Read<NumberKind> {
    alt(((word("multiple"), word("of")).void(), (word("divisible"), word("by")).void())).parse_next(words)?;
    match number(words)? {
        2 => Ok(NumberKind::Even),
        of @ 3..=13 => Ok(NumberKind::Multiple(of)),
        _ => wrong(words, "only multiples of 2 to 13 can be asked for"),
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
