//! In what two cards are alike, or differ: "the same suit as the last card", "the colour changes".

use winnow::Parser;
use winnow::combinator::{alt, opt, preceded, repeat};

use super::super::formulas::{FeatureComparison, and, or};
use super::super::rule::{Feature, Features, Formula, Which};
use super::named::{FEATURES, card, number, of_a_card, or_last, other_card};
use super::stream::{Read, Tokens, is_ahead, is_behind, listed, missing, pass, word, wrong};
use super::verbs::verb;

/// "suit or rank", and whether either is enough.
pub(super) fn comparison(words: &mut Tokens<'_>) -> Read<FeatureComparison> {
    let first = Features::only(listed(&FEATURES).parse_next(words)?);
    for (joint, is_any) in [("or", true), ("/", true), ("and", false)] {
        let mut features = first;
        while let Some(more) = opt(preceded(word(joint), listed(&FEATURES))).parse_next(words)? {
            features = features.with(more);
        }
        if features != first {
            return Ok(FeatureComparison { features, is_any });
        }
    }
    Ok(FeatureComparison { features: first, is_any: true })
}

/// "suit same as last", "a different suit from last", "the colour changes", "differs in suit".
pub(super) fn alike(of: Which, words: &mut Tokens<'_>) -> Read<Formula> {
    alt((
        |words: &mut Tokens<'_>| likeness_first(of, words),
        |words: &mut Tokens<'_>| alike_in_something(of, words),
        |words: &mut Tokens<'_>| feature_first(of, words),
        |words: &mut Tokens<'_>| feature_of_another(of, words),
    ))
    .parse_next(words)
}

/// "the same suit (as last)", "change the suit".
fn likeness_first(of: Which, words: &mut Tokens<'_>) -> Read<Formula> {
    let stays = (word("stay"), opt(word("in")), opt(word("same"))).value(true);
    let is_opposite = is_ahead(words, &["opposite"]);
    let same = alt((stays, sameness)).parse_next(words)?;
    opt(word("in")).parse_next(words)?;
    let comparison = comparison(words)?;
    if is_opposite && !has_opposites(comparison.features) {
        return wrong(words, NO_OPPOSITE);
    }
    opt(word("card")).parse_next(words)?;
    if let Some(both) =
        opt(|words: &mut Tokens<'_>| alike_with_last_few(comparison, of, same, words)).parse_next(words)?
    {
        return Ok(both);
    }
    let other = opt(preceded(joint, other_card)).parse_next(words)?;
    Ok(comparison.of(of, or_last(of, other, words)?, same))
}

/// "the last two cards", "the last three".
fn last_few(words: &mut Tokens<'_>) -> Read<&'static [Which]> {
    const FEW: [(&str, &[Which]); 2] =
        [("last-two", &[Which::Last, Which::Before]), ("last-three", &[Which::Last, Which::Before, Which::ThirdLast])];
    let few = listed(&FEW).parse_next(words)?;
    opt(word("card")).parse_next(words)?;
    Ok(few)
}

impl FeatureComparison {
    /// That the next card is like any of these in this, or like none.
    fn of_any(self, others: &[Which], same: bool) -> Option<Formula> {
        others.iter().map(|other| self.of(Which::Next, *other, same)).reduce(if same { or } else { and })
    }
}

/// "from the last two cards", "as either of the last two". What is not the same "as the last two cards" may differ from both or from one.
fn alike_with_last_few(comparison: FeatureComparison, of: Which, same: bool, words: &mut Tokens<'_>) -> Read<Formula> {
    opt(joint).parse_next(words)?;
    let (is_any, _) = (opt(word("any")), opt((opt((word("at"), word("least"))), word("1")))).parse_next(words)?;
    let has_of = opt(word("of")).parse_next(words)?.is_some();
    let others = last_few(words)?;
    let is_either = has_of || is_any.is_some();
    if of != Which::Next || same && !is_either {
        return missing(words);
    }
    comparison.of_any(others, same).map_or_else(|| missing(words), Ok)
}

/// "differs (from last) in suit", "matches (the last card) in suit", "matches the last card's suit".
fn alike_in_something(of: Which, words: &mut Tokens<'_>) -> Read<Formula> {
    const LIKENESS: [(&str, bool); 4] = [("differs", false), ("match", true), ("different", false), ("same", true)];
    let same = listed(&LIKENESS).parse_next(words)?;
    let of_card = |words: &mut Tokens<'_>| Ok((preceded(opt(joint), card).parse_next(words)?, comparison(words)?));
    if let Some((other, comparison)) = opt(of_card).parse_next(words)? {
        return Ok(comparison.of(of, other, same));
    }
    let other = opt(preceded(opt(joint), other_card)).parse_next(words)?;
    (opt(word("in")), opt(word("by"))).parse_next(words)?;
    let comparison = comparison(words)?;
    let other = if other.is_some() { other } else { opt(preceded(joint, other_card)).parse_next(words)? };
    Ok(comparison.of(of, or_last(of, other, words)?, same))
}

/// "suit (of last) is the same as before", "the suit changes".
fn feature_first(of: Which, words: &mut Tokens<'_>) -> Read<Formula> {
    let comparison = comparison(words)?;
    let of = opt(of_a_card).parse_next(words)?.unwrap_or(of);
    let verb = verb(words);
    // "Its rank is among the last three"
    if of == Which::Next
        && let Some(others) = opt(preceded(alt((word("among"), word("in"))), last_few)).parse_next(words)?
    {
        return comparison.of_any(others, !verb.is_negative).map_or_else(|| missing(words), Ok);
    }
    let same_or_not = alt((equals.value(true), word("!=").value(false)));
    if let Some(same) = opt(same_or_not).parse_next(words)? {
        return Ok(comparison.of(of, other_card(words)?, same != verb.is_negative));
    }
    if is_ahead(words, &["opposite"]) && !has_opposites(comparison.features) {
        return wrong(words, NO_OPPOSITE);
    }
    let differs = (word("differs"), opt(word("from"))).value(false);
    let stays = (word("stay"), opt(word("same"))).value(true);
    let same = alt((differs, stays, sameness)).parse_next(words)? != verb.is_negative;
    if let Some(both) =
        opt(|words: &mut Tokens<'_>| alike_with_last_few(comparison, of, same, words)).parse_next(words)?
    {
        return Ok(both);
    }
    let other = opt(preceded(opt(joint), other_card)).parse_next(words)?;
    Ok(comparison.of(of, or_last(of, other, words)?, same))
}

/// "(has) the suit of the last card", "(has) the last card's suit", and nothing about it.
fn feature_of_another(of: Which, words: &mut Tokens<'_>) -> Read<Formula> {
    const BEFORE: [&str; 4] = ["has", "must", "play", "or"];
    const AFTER: [&str; 12] = [",", ".", ")", "or", "and", "but", "else", "then", "if", "unless", "except", "not-both"];
    let is_had = is_behind(words, &BEFORE);
    let card_last = (comparison, word("of"), card).map(|(comparison, (), other)| (comparison, other));
    let card_first = (card, comparison).map(|(other, comparison)| (comparison, other));
    let (comparison, other) = alt((card_last, card_first)).parse_next(words)?;
    let is_all = words.is_empty() || is_ahead(words, &AFTER);
    if is_had && is_all { Ok(comparison.of(of, other, true)) } else { missing(words) }
}

/// "(Exactly one of these two) must change from the last card: the colour or the parity", "the suit or the rank must match": each of them
/// for itself.
pub(super) fn each_feature(words: &mut Tokens<'_>) -> Read<Vec<Formula>> {
    let likeness = |words: &mut Tokens<'_>| {
        pass(words, &["must", "can", "is", "has", ","]);
        let same = alt((sameness, word("differs").value(false))).parse_next(words)?;
        Ok((same, opt(preceded(opt(joint), card)).parse_next(words)?))
    };
    let likeness_first = (likeness, features).map(|(likeness, features)| (features, likeness));
    let (features, (same, other)) = alt((likeness_first, (features, likeness))).parse_next(words)?;
    let other = or_last(Which::Next, other, words)?;
    Ok(one_by_one(&features, other, same))
}

/// "match the last card in exactly one thing: its colour or its suit", "share exactly one thing with the last card, colour or suit": how
/// many, and each of them.
pub(super) fn features_in_so_many(words: &mut Tokens<'_>) -> Read<(u8, Vec<Formula>)> {
    let same = alt((sameness, word("differs").value(false))).parse_next(words)?;
    let before = opt(preceded(opt(joint), card)).parse_next(words)?;
    let count = preceded((opt(word("in")), word("so-many")), number).parse_next(words)?;
    let after = opt(preceded(joint, card)).parse_next(words)?;
    pass(words, &[",", "of", "these"]);
    let features = features(words)?;
    let other = or_last(Which::Next, before.or(after), words)?;
    Ok((count, one_by_one(&features, other, same)))
}

/// "the colour or the parity (of the rank)".
fn features(words: &mut Tokens<'_>) -> Read<Vec<Feature>> {
    let one = |words: &mut Tokens<'_>| {
        let feature = listed(&FEATURES).parse_next(words)?;
        pass(words, &["of", "rank"]);
        Ok(feature)
    };
    let comma = (word(","), opt(alt((word("or"), word("and")))));
    let joint = alt((comma.void(), word("or"), word("and")));
    let first = one(words)?;
    let more: Vec<Feature> = repeat(1.., preceded(joint, one)).parse_next(words)?;
    Ok([first].into_iter().chain(more).collect())
}

fn one_by_one(features: &[Feature], other: Which, same: bool) -> Vec<Formula> {
    let of = |feature: &Feature| FeatureComparison { features: Features::only(*feature), is_any: true };
    features.iter().map(|feature| of(feature).of(Which::Next, other, same)).collect()
}

/// Between what is compared and the card that it is compared with.
fn joint(words: &mut Tokens<'_>) -> Read<()> {
    alt((word("as"), word("from"), word("to"), word("than"), word("of"), word("with"))).parse_next(words)
}

/// Whether cards are the same, or differ.
fn sameness(words: &mut Tokens<'_>) -> Read<bool> {
    const SAMENESS: [(&str, bool); 6] = [
        ("same", true),
        ("match", true),
        ("repeat", true),
        ("different", false),
        ("opposite", false),
        ("change", false),
    ];
    listed(&SAMENESS).parse_next(words)
}

/// "=", "equal to".
pub(super) fn equals(words: &mut Tokens<'_>) -> Read<()> {
    alt((word("="), (word("equal"), opt(word("to"))).void())).parse_next(words)
}

const NO_OPPOSITE: &str = "only colours, and odd and even, have an opposite; say “different”";

/// That cards are opposites can be said only of what has two values.
fn has_opposites(features: Features) -> bool {
    features.iter().all(|feature| matches!(feature, Feature::Colour | Feature::Parity))
}
