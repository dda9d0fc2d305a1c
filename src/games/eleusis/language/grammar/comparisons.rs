//! How two cards compare: alike in something, higher or lower, so many ranks apart.

use winnow::Parser;
use winnow::combinator::{alt, opt, preceded, repeat};
use winnow::stream::Stream;

use super::super::formulas::{FeatureComparison, and, denied, or};
use super::super::rule::{Fact, Feature, Features, Formula, RankOrder, RankSteps, Rule, Way, Which};
use super::stream::{Read, Tokens, ahead, is_ahead, is_later, listed, listed_by, missing, pass, unclear, word, wrong};
use super::verbs::{VerbWords, verb};
use crate::cards::Rank;

// Cards and numbers.

/// "last", "the next card", "the last card's".
pub(super) fn card(words: &mut Tokens<'_>) -> Read<Which> {
    const CARDS: [(&str, Which); 5] = [
        ("next", Which::Next),
        ("it", Which::Next),
        ("last", Which::Last),
        ("before", Which::Before),
        ("third-last", Which::ThirdLast),
    ];
    let card = listed(&CARDS).parse_next(words)?;
    opt(word("card")).parse_next(words)?;
    Ok(card)
}

/// "of last", "of the last card".
pub(super) fn of_a_card(words: &mut Tokens<'_>) -> Read<Which> {
    preceded(word("of"), alt((card, word("card").value(Which::Next)))).parse_next(words)
}

/// A card that another is compared with, of which no more is said than what is compared: "last", "the last card's
/// suit", "the suit of the last card".
fn other_card(words: &mut Tokens<'_>) -> Read<Which> {
    opt((opt(listed(&FEATURES)), word("of"))).parse_next(words)?;
    let card = card(words)?;
    let is_compared_again = is_ahead(words, &["suit", "rank", "colour", "parity"])
        && (words.len() == 1 || is_later(words, 1, &[",", ".", "and", "or", "else", "then", "by"]));
    if is_compared_again {
        words.next_token();
    }
    Ok(card)
}

/// The card after which the next one comes, where another is not named.
fn or_last(of: Which, named: Option<Which>, words: &Tokens<'_>) -> Read<Which> {
    match (named, of) {
        (Some(named), _) => Ok(named),
        (None, Which::Next) => Ok(Which::Last),
        _ => missing(words),
    }
}

/// A small number.
pub(super) fn number(words: &mut Tokens<'_>) -> Read<u8> {
    listed_by(|text| text.parse::<u8>().ok()).parse_next(words)
}

/// A rank by its number or name, which may be none.
pub(in super::super) fn rank_of(word: &str) -> Option<u8> {
    match word {
        "ace" => Some(1),
        "jack" => Some(11),
        "queen" => Some(12),
        "king" => Some(13),
        number => number.parse().ok(),
    }
}

pub(super) fn rank(words: &mut Tokens<'_>) -> Read<Rank> {
    let start = words.checkpoint();
    let number = listed_by(rank_of).parse_next(words)?;
    match Rank::new(number) {
        Some(rank) => Ok(rank),
        None => {
            words.reset(&start);
            wrong(words, "ranks are 1, the ace, to 13, the king")
        }
    }
}

/// How a card compares with another.
pub(super) fn relation(of: Which, words: &mut Tokens<'_>) -> Read<Formula> {
    let likeness = |words: &mut Tokens<'_>| alike(of, words);
    let rank = |words: &mut Tokens<'_>| ranked(of, words);
    let apart = |words: &mut Tokens<'_>| stepped(of, words);
    let between = |words: &mut Tokens<'_>| between_last_two(of, words);
    let fact = alt((apart, likeness, between, rank)).parse_next(words)?;
    match compares_two(&fact) {
        true => Ok(fact),
        false => wrong(words, "a card is compared with itself here; name two cards"),
    }
}

/// Whether nothing is compared with itself.
fn compares_two(formula: &Formula) -> bool {
    formula.facts().iter().all(|fact| {
        let cards: Vec<Which> = fact.cards().collect();
        cards.first() != cards.get(1)
    })
}

// In what they are alike.

pub(super) const FEATURES: [(&str, Feature); 4] =
    [("suit", Feature::Suit), ("rank", Feature::Rank), ("colour", Feature::Colour), ("parity", Feature::Parity)];

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
fn alike(of: Which, words: &mut Tokens<'_>) -> Read<Formula> {
    alt((
        |words: &mut Tokens<'_>| likeness_first(of, words),
        |words: &mut Tokens<'_>| alike_in_something(of, words),
        |words: &mut Tokens<'_>| feature_first(of, words),
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
        opt(|words: &mut Tokens<'_>| alike_with_last_two(comparison, of, same, words)).parse_next(words)?
    {
        return Ok(both);
    }
    let other = opt(preceded(joint, other_card)).parse_next(words)?;
    Ok(comparison.of(of, or_last(of, other, words)?, same))
}

/// "from the last two cards", "as either of the last two". What is not the same "as the last two cards" may differ from both or from one.
fn alike_with_last_two(comparison: FeatureComparison, of: Which, same: bool, words: &mut Tokens<'_>) -> Read<Formula> {
    opt(joint).parse_next(words)?;
    let (is_any, _) = (opt(word("any")), opt((opt((word("at"), word("least"))), word("1")))).parse_next(words)?;
    let has_of = opt(word("of")).parse_next(words)?.is_some();
    (word("last-two"), opt(word("card"))).void().parse_next(words)?;
    let is_either = has_of || is_any.is_some();
    if of != Which::Next || same && !is_either {
        return missing(words);
    }
    let [last, before] = [Which::Last, Which::Before].map(|other| comparison.of(of, other, same));
    Ok(if same { or(last, before) } else { and(last, before) })
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
        opt(|words: &mut Tokens<'_>| alike_with_last_two(comparison, of, same, words)).parse_next(words)?
    {
        return Ok(both);
    }
    let other = opt(preceded(opt(joint), other_card)).parse_next(words)?;
    Ok(comparison.of(of, or_last(of, other, words)?, same))
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

// Higher and lower.

/// "rank >= last", "higher than last", "the rank rises".
fn ranked(of: Which, words: &mut Tokens<'_>) -> Read<Formula> {
    let named = opt(alt((word("rank").value(true), word("suit").value(false)))).parse_next(words)?;
    let (is_named, is_of_ranks) = (named.is_some(), named != Some(false));
    let card = if is_named { opt(of_a_card).parse_next(words)?.unwrap_or(of) } else { of };
    let verb = if is_named { verb(words) } else { VerbWords::default() };
    pass(words, &["card", "play", "any", "must", "is", "has", "of", "with"]);
    let start = words.checkpoint();
    let order = alt((sign, in_words, trend)).parse_next(words)?;
    // "a higher suit than the last card"
    let is_of_ranks = is_of_ranks && (is_named || opt(word("suit")).parse_next(words)?.is_none());
    let position = preceded((opt(word("than")), opt(word("to"))), word("position"));
    if is_of_ranks && card == Which::Next && opt(position).parse_next(words)?.is_some() {
        let fact = Formula::Fact(Fact::RankByPlace(order));
        return Ok(if verb.is_negative { denied(fact) } else { fact });
    }
    let ends_whole = ["higher", "lower", "rise", "fall", "same", "equal"];
    let is_whole = words.previous_tokens().next().is_some_and(|token| ends_whole.contains(&token.text.as_str()));
    let than = (opt(alt((word("card"), word("rank"), word("suit")))), opt(word("than")));
    if is_of_ranks
        && card == Which::Next
        && let Some(is_any) = opt(preceded(opt(word("than")), last_two)).parse_next(words)?
    {
        let [last, before] = [Which::Last, Which::Before].map(|other| Formula::Fact(Fact::Rank { card, order, other }));
        // What is not higher "than the last two cards" may still be higher than one of them, or not.
        if !is_any && words.previous_tokens().any(|token| ["not", "no"].contains(&token.text.as_str())) {
            return missing(words);
        }
        let both = if is_any { or(last, before) } else { and(last, before) };
        return Ok(if verb.is_negative { denied(both) } else { both });
    }
    let other = match opt(preceded(than, other_card)).parse_next(words)? {
        Some(other) => other,
        None if is_whole && ahead(words, rank).is_none() => {
            opt(alt((word("card"), word("rank")))).parse_next(words)?;
            or_last(card, None, words)?
        }
        None => {
            let _ = missing::<()>(words);
            words.reset(&start);
            return missing(words);
        }
    };
    let fact = Formula::Fact(match is_of_ranks {
        true => Fact::Rank { card, order, other },
        false => Fact::SuitOrder { card, order, other },
    });
    Ok(if verb.is_negative { denied(fact) } else { fact })
}

/// "between the last two cards", "between the last card and the one before": by their ranks, whichever of them is higher. It is not
/// said whether their own ranks are among those between.
fn between_last_two(of: Which, words: &mut Tokens<'_>) -> Read<Formula> {
    const WAYS: [[Which; 2]; 2] = [[Which::Last, Which::Before], [Which::Before, Which::Last]];
    word("between").parse_next(words)?;
    pass(words, &["rank", "of"]);
    let named = (card, word("and"), card).map(|(one, (), other)| WAYS.contains(&[one, other]));
    let of_two = (word("last-two"), opt(word("card"))).value(true);
    if !alt((of_two, named)).parse_next(words)? || of != Which::Next {
        return missing(words);
    }
    let between = |[above, below]: [RankOrder; 2]| {
        let rank = |order, other| Formula::Fact(Fact::Rank { card: of, order, other });
        let [rising, falling] = WAYS.map(|[low, high]| and(rank(above, low), rank(below, high)));
        Rule::Always(or(rising, falling))
    };
    let meant = [[RankOrder::More, RankOrder::Less], [RankOrder::AtLeast, RankOrder::AtMost]].map(between);
    unclear(words, "may it have the rank of one of the two?", meant.to_vec())
}

/// "the last two cards", "at least one of the last two": whether either of them is enough.
fn last_two(words: &mut Tokens<'_>) -> Read<bool> {
    let any = (opt((word("at"), word("least"))), word("1"), word("of")).value(true);
    let is_any = opt(any).parse_next(words)?.is_some();
    (opt(word("of")), word("last-two"), opt(word("card"))).value(is_any).parse_next(words)
}

/// "<=".
pub(super) fn sign(words: &mut Tokens<'_>) -> Read<RankOrder> {
    const SIGNS: [(&str, RankOrder); 4] =
        [("<", RankOrder::Less), ("<=", RankOrder::AtMost), (">", RankOrder::More), (">=", RankOrder::AtLeast)];
    listed(&SIGNS).parse_next(words)
}

fn order_of(is_higher: bool, or_equal: bool) -> RankOrder {
    match (is_higher, or_equal) {
        (true, true) => RankOrder::AtLeast,
        (true, false) => RankOrder::More,
        (false, true) => RankOrder::AtMost,
        (false, false) => RankOrder::Less,
    }
}

/// "at most", "higher than", "lower or the same as", "equal to or higher than".
pub(super) fn in_words(words: &mut Tokens<'_>) -> Read<RankOrder> {
    const BOUNDS: [(&str, RankOrder); 2] = [("least", RankOrder::AtLeast), ("most", RankOrder::AtMost)];
    const WAYS: [(&str, bool); 4] = [("higher", true), ("above", true), ("lower", false), ("below", false)];
    let alike = |words: &mut Tokens<'_>| {
        let rank = (opt(word("as")), opt(word("rank")));
        (alt((word("equal"), word("same"))), rank, opt(alt((word("to"), word("as"))))).void().parse_next(words)
    };
    let bound = preceded(word("at"), listed(&BOUNDS));
    let way_first = (listed(&WAYS), opt(word("than")), opt((word("or"), alike)))
        .map(|(is_higher, _, or_equal)| order_of(is_higher, or_equal.is_some()));
    let equal_first =
        (alike, word("or"), listed(&WAYS), opt(word("than"))).map(|((), (), is_higher, _)| order_of(is_higher, true));
    alt((bound, way_first, equal_first)).parse_next(words)
}

/// "rises", "falls or stays the same".
fn trend(words: &mut Tokens<'_>) -> Read<RankOrder> {
    let rises = listed(&[("rise", true), ("fall", false)]).parse_next(words)?;
    let or_equal = (word("or"), opt(word("stay")), alt((word("same"), word("equal"))));
    Ok(order_of(rises, opt(or_equal).parse_next(words)?.is_some()))
}

// So many ranks apart.

/// How many ranks a card is from another, 0 to 12 if the sentence makes sense.
struct Apart {
    from: u8,
    to: u8,
    way: Way,
    other: Option<Which>,
}

/// "1 to 3 above last, wrapping", "within 2 of last", "differs by at least 3", "one higher or one lower".
pub(super) fn stepped(of: Which, words: &mut Tokens<'_>) -> Read<Formula> {
    let beside = |words: &mut Tokens<'_>| beside(of, words);
    let plus_or_minus = preceded(word("±"), number).map(|number| either_way((number, number), None));
    let Apart { from, to, way, other } =
        alt((within, beside, differs_by, difference, away, moves, plus_or_minus)).parse_next(words)?;
    if from > to || to > 12 {
        return wrong(words, "ranks are 0 to 12 apart, and the smaller number comes first");
    }
    let other = or_last(of, other, words)?;
    if way == Way::Either {
        opt((opt(word(",")), either_direction)).parse_next(words)?;
    }
    let wraps = opt((opt(word(",")), opt(word("and")), word("wrapping"))).parse_next(words)?.is_some();
    Ok(Formula::Fact(Fact::Steps { card: of, steps: RankSteps { from, to, way, wraps }, other }))
}

/// "up or down", said of what may go either way already.
fn either_direction(words: &mut Tokens<'_>) -> Read<()> {
    let (one, _, other) = (self::way, word("or"), self::way).parse_next(words)?;
    let ends = words.is_empty() || is_ahead(words, &[",", "."]);
    if one != other && ends { Ok(()) } else { missing(words) }
}

fn either_way((from, to): (u8, u8), other: Option<Which>) -> Apart {
    Apart { from, to, way: Way::Either, other }
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
    Ok(Apart { from, to, way, other })
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
    opt(unit).parse_next(words)?;
    let other = if other.is_some() { other } else { opt(preceded(word("from"), other_card)).parse_next(words)? };
    Ok(either_way(amount, other))
}

/// "the difference between this card and the last is 2".
fn difference(words: &mut Tokens<'_>) -> Read<Apart> {
    const BETWEEN_WHAT: [&str; 13] =
        ["in", "rank", "between", "next", "and", "to", "from", "with", "last", "card", "must", "is", "of"];
    (opt(word("rank")), word("difference")).parse_next(words)?;
    pass(words, &BETWEEN_WHAT);
    let amount = amount(words)?;
    // "2 above a multiple of 5"
    if is_ahead(words, &["above", "higher"]) {
        return missing(words);
    }
    let other = opt(preceded(alt((word("to"), word("from"))), other_card)).parse_next(words)?;
    Ok(either_way(amount, other))
}

/// "2 ranks away from last".
fn away(words: &mut Tokens<'_>) -> Read<Apart> {
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
    if !has_by && (words.previous_tokens().next().is_none_or(|token| !["rise", "fall"].contains(&token.text.as_str())))
    {
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
    Ok(Apart { from: from.max(1), to, way, other })
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
