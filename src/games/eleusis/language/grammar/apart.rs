//! How many ranks two cards are apart: "1 to 3 above last", "within 2 of the last card".

use winnow::Parser;
use winnow::combinator::{alt, opt, preceded, repeat};

use super::super::formulas::denied;
use super::super::rule::{Fact, Formula, RankSteps, Way, Which};
use super::named::{number, or_last, other_card};
use super::stream::{Read, Tokens, is_ahead, is_behind, is_later, listed, missing, pass, word, wrong};

/// How many ranks a card is from another, 0 to 12 if the sentence makes sense.
struct Apart {
    from: u8,
    to: u8,
    way: Way,
    other: Option<Which>,
    is_denied: bool,
}

/// "1 to 3 above last, wrapping", "within 2 of last", "differs by at least 3", "one higher or one lower".
pub(super) fn stepped(of: Which, words: &mut Tokens<'_>) -> Read<Formula> {
    let beside = |words: &mut Tokens<'_>| beside(of, words);
    let plus_or_minus = preceded(word("±"), number).map(|number| either_way((number, number), None));
    let Apart { from, to, way, other, is_denied } =
        alt((within, beside, differs_by, difference, away, moves, plus_or_minus)).parse_next(words)?;
    if from > to || to > 12 {
        return wrong(words, "ranks are 0 to 12 apart, and the smaller number comes first");
    }
    let other = or_last(of, other, words)?;
    if way == Way::Either {
        opt((opt(word(",")), either_direction)).parse_next(words)?;
    }
    let wraps = opt((opt(word(",")), opt(word("and")), word("wrapping"))).parse_next(words)?.is_some();
    let steps = Formula::Fact(Fact::Steps { card: of, steps: RankSteps { from, to, way, wraps }, other });
    Ok(if is_denied { denied(steps) } else { steps })
}

/// "up or down", said of what may go either way already.
fn either_direction(words: &mut Tokens<'_>) -> Read<()> {
    let (one, _, other) = (self::way, word("or"), self::way).parse_next(words)?;
    let ends = words.is_empty() || is_ahead(words, &[",", "."]);
    if one != other && ends { Ok(()) } else { missing(words) }
}

fn either_way((from, to): (u8, u8), other: Option<Which>) -> Apart {
    Apart { from, to, way: Way::Either, other, is_denied: false }
}

/// The most ranks of which "2 higher" is read as 2 higher than the last card; "7 higher" may be a card from the seven
/// on.
pub(super) const HIGHEST_LEFT_OPEN: u8 = 5;

/// "1 to 3 above (last)", "one higher or one lower".
fn beside(of: Which, words: &mut Tokens<'_>) -> Read<Apart> {
    pass(words, &["must", "is"]);
    let at_least = preceded((word("at"), word("least")), number).map(|from| (from, 12));
    let at_most = preceded((word("at"), word("most")), number).map(|to| (0, to));
    let (from, to) = alt((at_least, at_most, steps)).parse_next(words)?;
    opt(unit).parse_next(words)?;
    let one = way(words)?;
    // "1 above a multiple of 3" is said of one card.
    if is_ahead(words, &["multiple"]) || is_later(words, 1, &["multiple"]) {
        return missing(words);
    }
    let either = opt(preceded((word("or"), opt(number)), way)).parse_next(words)?;
    opt(word("card")).parse_next(words)?;
    opt(word("than")).parse_next(words)?;
    let other = opt(other_card).parse_next(words)?;
    if other.is_none() && (to > HIGHEST_LEFT_OPEN || of != Which::Next) {
        return missing(words);
    }
    let way = if either.is_some_and(|way| way != one) { Way::Either } else { one };
    Ok(Apart { from, to, way, other, is_denied: false })
}

/// "within 2 of last".
fn within(words: &mut Tokens<'_>) -> Read<Apart> {
    opt(word("rank")).parse_next(words)?;
    pass(words, &["must", "is", "stay"]);
    word("within").parse_next(words)?;
    let to = number(words)?;
    opt(unit).parse_next(words)?;
    let other = opt(preceded(alt((word("of"), word("from"))), other_card)).parse_next(words)?;
    Ok(either_way((0, to), other))
}

/// "differs (from last) by at least 3".
fn differs_by(words: &mut Tokens<'_>) -> Read<Apart> {
    opt(word("rank")).parse_next(words)?;
    pass(words, &["must", "is", "can"]);
    alt((word("differs"), word("change"))).parse_next(words)?;
    let other = opt(preceded(word("from"), other_card)).parse_next(words)?;
    let amount = preceded(word("by"), amount).parse_next(words)?;
    (opt(unit), opt((word("in"), word("rank")))).parse_next(words)?;
    let other = if other.is_some() { other } else { opt(preceded(word("from"), other_card)).parse_next(words)? };
    Ok(either_way(amount, other))
}

/// "the difference between this card and the last is 2".
fn difference(words: &mut Tokens<'_>) -> Read<Apart> {
    const BETWEEN_WHAT: [&str; 13] =
        ["in", "rank", "between", "next", "and", "to", "from", "with", "last", "card", "must", "is", "of"];
    (opt(word("rank")), word("difference")).parse_next(words)?;
    pass(words, &BETWEEN_WHAT);
    let is_denied = opt(word("not")).parse_next(words)?.is_some();
    pass(words, &["is"]);
    let amount = amount(words)?;
    // "2 above a multiple of 5"
    if is_ahead(words, &["above", "higher"]) {
        return missing(words);
    }
    let other = opt(preceded(alt((word("to"), word("from"))), other_card)).parse_next(words)?;
    Ok(Apart { is_denied, ..either_way(amount, other) })
}

/// "2 ranks away from last", "its rank is at most 6 away".
fn away(words: &mut Tokens<'_>) -> Read<Apart> {
    opt(word("rank")).parse_next(words)?;
    pass(words, &["must", "is"]);
    let amount = amount(words)?;
    opt(unit).parse_next(words)?;
    alt((word("away"), word("apart"))).parse_next(words)?;
    let other = opt(preceded(alt((word("from"), word("of"))), other_card)).parse_next(words)?;
    Ok(either_way(amount, other))
}

/// "the rank rises by 1 or 2", "go up or down by one".
fn moves(words: &mut Tokens<'_>) -> Read<Apart> {
    const MOVES: [(&str, Way); 4] =
        [("rise", Way::Above), ("higher", Way::Above), ("fall", Way::Below), ("lower", Way::Below)];
    opt(word("rank")).parse_next(words)?;
    pass(words, &["must", "is", "go"]);
    let one = listed(&MOVES).parse_next(words)?;
    let either = opt(preceded((word("or"), opt(word("go"))), listed(&MOVES))).parse_next(words)?;
    // "up 1"
    let has_by = opt(word("by")).parse_next(words)?.is_some();
    if !has_by && !is_behind(words, &["rise", "fall"]) {
        return missing(words);
    }
    let (from, to) = amount(words)?;
    opt(unit).parse_next(words)?;
    // "Up 2 or down 2"
    let turned = preceded((word("or"), opt(word("go"))), (listed(&MOVES), opt(word("by")), amount));
    let again = opt(turned.verify(|(way, _, amount)| *way != one && *amount == (from, to))).parse_next(words)?;
    opt(unit).parse_next(words)?;
    let other = opt(preceded(alt((word("from"), word("than"))), other_card)).parse_next(words)?;
    let is_either = again.is_some() || either.is_some_and(|way| way != one);
    let way = if is_either { Way::Either } else { one };
    Ok(Apart { from: from.max(1), to, way, other, is_denied: false })
}

/// What is counted.
fn unit(words: &mut Tokens<'_>) -> Read<()> {
    alt((word("rank"), word("step"))).parse_next(words)
}

fn way(words: &mut Tokens<'_>) -> Read<Way> {
    const WAYS: [(&str, Way); 6] = [
        ("above", Way::Above),
        ("higher", Way::Above),
        ("rise", Way::Above),
        ("below", Way::Below),
        ("lower", Way::Below),
        ("fall", Way::Below),
    ];
    listed(&WAYS).parse_next(words)
}

/// "2", "1 to 3", "up to 3".
fn steps(words: &mut Tokens<'_>) -> Read<(u8, u8)> {
    let up_to = preceded(word("up-to"), number).map(|to| (1, to));
    let between = (word("between"), number, word("and"), number).map(|((), from, (), to)| (from, to));
    let span =
        (number, opt(preceded(alt((word("to"), word("or"))), number))).map(|(from, to)| (from, to.unwrap_or(from)));
    // "0, 1, 2 or 3"
    let list = |words: &mut Tokens<'_>| {
        let from = number(words)?;
        let more: Vec<u8> = repeat(1.., preceded(word(","), number)).parse_next(words)?;
        let to = preceded((opt(word(",")), alt((word("or"), word("and")))), number).parse_next(words)?;
        let all = || [from].into_iter().chain(more.iter().copied()).chain([to]);
        if all().zip(all().skip(1)).all(|(one, next)| one.checked_add(1) == Some(next)) {
            Ok((from, to))
        } else {
            missing(words)
        }
    };
    alt((up_to, between, list, span)).parse_next(words)
}

/// How far two cards are apart: "at most 2", "3 or more", "1 to 3".
fn amount(words: &mut Tokens<'_>) -> Read<(u8, u8)> {
    let at_most = preceded((word("at"), word("most")), number).map(|to| (0, to));
    let at_least = preceded((word("at"), word("least")), number).map(|from| (from, 12));
    let open = (number, word("or"), alt((word("higher").value(true), word("lower").value(false))))
        .map(|(number, (), is_higher)| if is_higher { (number, 12) } else { (0, number) });
    alt((at_most, at_least, open, steps)).parse_next(words)
}
