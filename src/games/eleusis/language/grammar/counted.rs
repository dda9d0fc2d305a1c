//! So many of several things that are said: "at least two of these: red, even, higher than the last card".

use winnow::Parser;
use winnow::combinator::{alt, opt, preceded, repeat};

use super::super::formulas::{and, anything, choose, denied, or};
use super::super::rule::{Formula, Which};
use super::alike::{each_feature, features_in_so_many};
use super::comparisons::relation;
use super::facts::fact;
use super::kinds::{bracketed, kind, negated};
use super::named::number;
use super::stream::{Read, Tokens, missing, pass, word, wrong};

/// The most things of which some are counted.
const MOST: usize = 5;

/// How many of them must be so.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Count {
    AtLeast(u8),
    AtMost(u8),
    Exactly(u8),
    /// "Two or all three".
    Between(u8, u8),
}

/// What stands in brackets.
type Inner = fn(&mut Tokens<'_>) -> Read<Formula>;

/// "at least two of: red, even, higher than last", "exactly one of red or even".
pub(super) fn counted(formula: Inner, words: &mut Tokens<'_>) -> Read<Formula> {
    pass(words, &["card", "must", "is", "has", "play", "it"]);
    let in_so_many = |words: &mut Tokens<'_>| {
        let (count, features) = features_in_so_many(words)?;
        opt((opt(word(",")), word("not-both"))).parse_next(words)?;
        Ok(exactly(count.into(), &features))
    };
    if let Some(said) = opt(in_so_many).parse_next(words)? {
        return Ok(said);
    }
    let count = count(words)?;
    word("of").parse_next(words)?;
    pass(words, &["these", "2", "3", "4", "5", ",", "is", "must", "."]);
    let joint = |words: &mut Tokens<'_>| {
        pass(words, &[",", "/", ".", "or", "and"]);
        one(formula, words)
    };
    let more: Vec<Formula> = alt((each_feature, repeat(2.., joint))).parse_next(words)?;
    if more.len() > MOST {
        return wrong(words, "at most five things can be counted");
    }
    let most = more.len();
    Ok(match count {
        // "7 or higher of hearts or spades" are ranks.
        Count::AtLeast(count) | Count::Exactly(count) if usize::from(count) > most => return missing(words),
        Count::AtLeast(least) => at_least(usize::from(least), &more),
        Count::Between(least, all) if usize::from(all) == most => at_least(usize::from(least), &more),
        Count::Between(..) => return missing(words),
        Count::AtMost(most) => denied(at_least(usize::from(most) + 1, &more)),
        Count::Exactly(count) => exactly(count.into(), &more),
    })
}

/// That just so many of these are so.
fn exactly(count: usize, of: &[Formula]) -> Formula {
    match (count, of) {
        (1, [one, other]) => choose(one.clone(), denied(other.clone()), other.clone()),
        (count, of) if count >= of.len() => at_least(count, of),
        (count, of) => and(at_least(count, of), denied(at_least(count + 1, of))),
    }
}

fn count(words: &mut Tokens<'_>) -> Read<Count> {
    let most =
        preceded(alt(((word("at"), word("most")).void(), (word("no"), word("higher"), word("than")).void())), number);
    alt((
        preceded((word("at"), word("least")), number).map(Count::AtLeast),
        most.map(Count::AtMost),
        (opt(word("any")), number, word("or"), word("higher")).map(|(_, count, (), ())| Count::AtLeast(count)),
        (word("any"), number, word("or"), opt(word("any")), number)
            .map(|((), least, (), _, most)| Count::Between(least, most)),
        preceded(word("so-many"), number).map(Count::Exactly),
    ))
    .parse_next(words)
}

fn one(formula: Inner, words: &mut Tokens<'_>) -> Read<Formula> {
    pass(words, &["is", "must", "has"]);
    // No list of kinds is one thing.
    let compared = |words: &mut Tokens<'_>| relation(Which::Next, words);
    let kind = |words: &mut Tokens<'_>| {
        pass(words, &["card", "it", "is", "must"]);
        kind(Which::Next, words)
    };
    alt((negated(|words: &mut Tokens<'_>| one(formula, words)), bracketed(formula), compared, kind, fact))
        .parse_next(words)
}

/// That at least so many of these are so.
fn at_least(count: usize, of: &[Formula]) -> Formula {
    let chosen = (0u32..1 << of.len()).filter(|chosen| chosen.count_ones() as usize == count);
    let all = |chosen: u32| {
        let parts = of.iter().enumerate().filter(|(place, _)| chosen >> place & 1 == 1).map(|(_, part)| part.clone());
        parts.reduce(and)
    };
    chosen.filter_map(all).reduce(or).unwrap_or_else(|| denied(anything()))
}
