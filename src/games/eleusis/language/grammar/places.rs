//! The place of the next card in the mainline: "the position is even", "the 3rd, 6th, 9th card and so on", "every third card".

use winnow::Parser;
use winnow::combinator::{alt, opt, repeat};
use winnow::stream::Stream;

use super::super::formulas::denied;
use super::super::rule::{Fact, Formula, NumberKind};
use super::named::number;
use super::stream::{Read, Tokens, is_ahead, is_later, missing, pass, word, wrong};
use super::totals::number_kind;
use super::verbs::verb;

/// Up to which place cards are counted from the first.
const LATEST: u8 = 13;

/// "position is a multiple of 3", "it is in an even position", "it is the 3rd, 6th or 9th card and so on".
pub(super) fn place(words: &mut Tokens<'_>) -> Read<Formula> {
    let start = words.checkpoint();
    pass(words, &["it", "next", "card", "is", "must", "in", "on"]);
    let places = |words: &mut Tokens<'_>| alt((every_so_many, ordinals)).map(at).parse_next(words);
    let fact = alt((position_first, position_last, places)).parse_next(words);
    if fact.is_err() {
        words.reset(&start);
    }
    fact
}

fn at(kind: NumberKind) -> Formula {
    Formula::Fact(Fact::Place(kind))
}

/// "position is odd", "position 3, 6, 9 and so on".
fn position_first(words: &mut Tokens<'_>) -> Read<Formula> {
    word("position").parse_next(words)?;
    let verb = verb(words);
    pass(words, &["equal", "=", "to"]);
    let kind = alt((progression, number_kind)).parse_next(words)?;
    if kind == NumberKind::Prime {
        return wrong(words, "positions can be odd, even, multiples of a number, or from one number to another");
    }
    Ok(if verb.is_negative { denied(at(kind)) } else { at(kind) })
}

/// "even position".
pub(super) fn position_last(words: &mut Tokens<'_>) -> Read<Formula> {
    let kind = alt((word("odd").value(NumberKind::Odd), word("even").value(NumberKind::Even))).parse_next(words)?;
    word("position").parse_next(words)?;
    Ok(at(kind))
}

/// "every third card", "cards 3, 6, 9 and so on", "the 2nd, 4th, 6th card and so on": the cards in these places, of which something
/// will be said.
pub(super) fn places(words: &mut Tokens<'_>) -> Read<NumberKind> {
    alt((every_so_many, first_so_many, up_to_one, from_one_on, progression)).parse_next(words)
}

/// "the first five cards".
fn first_so_many(words: &mut Tokens<'_>) -> Read<NumberKind> {
    let (_, count, _) = (word("first"), number, word("card")).parse_next(words)?;
    if (2..=LATEST).contains(&count) { Ok(NumberKind::Between(0, count)) } else { missing(words) }
}

/// "up to the tenth card".
fn up_to_one(words: &mut Tokens<'_>) -> Read<NumberKind> {
    let (_, to, _, _) = (word("up-to"), number, word("th"), opt(word("card"))).parse_next(words)?;
    if (2..=LATEST).contains(&to) { Ok(NumberKind::Between(0, to)) } else { missing(words) }
}

/// "from the sixth card on".
fn from_one_on(words: &mut Tokens<'_>) -> Read<NumberKind> {
    let (_, from, _, _, _) = (word("from"), number, word("th"), opt(word("card")), word("on")).parse_next(words)?;
    if (2..=LATEST).contains(&from) { Ok(NumberKind::Between(from, NumberKind::HIGHEST)) } else { missing(words) }
}

fn every_so_many(words: &mut Tokens<'_>) -> Read<NumberKind> {
    let (_, count, _) = (word("every"), number, opt(word("card"))).parse_next(words)?;
    match count {
        2 => Ok(NumberKind::Even),
        3..=13 => Ok(NumberKind::Multiple(count)),
        _ => missing(words),
    }
}

/// "the 2nd, 4th, 6th card and so on": without "nd" and "th" these may be ranks.
fn ordinals(words: &mut Tokens<'_>) -> Read<NumberKind> {
    let is_ordinal = is_ahead(words, &["first"]) || is_later(words, 1, &["th"]);
    if is_ordinal { progression(words) } else { missing(words) }
}

/// "3, 6, 9 and so on"; "3, 6 or 9" alone may be ranks.
fn progression(words: &mut Tokens<'_>) -> Read<NumberKind> {
    pass(words, &["card", "position"]);
    let one = |words: &mut Tokens<'_>| {
        let number = alt((word("first").value(1), number)).parse_next(words)?;
        opt(word("th")).parse_next(words)?;
        pass(words, &[","]);
        Ok(number)
    };
    let numbers: Vec<u8> = repeat(2.., one).parse_next(words)?;
    // "3, 6, 9, …"
    pass(words, &["card"]);
    alt((word("and-so-on"), word("to"), word("."))).parse_next(words)?;
    pass(words, &["card", "position", ",", "."]);
    let apart = numbers[1].checked_sub(numbers[0]).filter(|apart| (2..=13).contains(apart));
    let is_even = |apart: &u8| numbers.windows(2).all(|pair| pair[0].checked_add(*apart) == Some(pair[1]));
    match apart.filter(is_even) {
        Some(apart) => Ok(kind_of(numbers[0], apart)),
        None => missing(words),
    }
}

fn kind_of(first: u8, apart: u8) -> NumberKind {
    match (first % apart, apart) {
        (0, 2) => NumberKind::Even,
        (_, 2) => NumberKind::Odd,
        (0, _) => NumberKind::Multiple(apart),
        (left, _) => NumberKind::Remainder(apart, left),
    }
}
