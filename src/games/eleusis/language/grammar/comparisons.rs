//! How two cards compare: alike in something, higher or lower, so many ranks apart.

use winnow::Parser;
use winnow::combinator::{alt, opt, preceded};
use winnow::stream::Stream;

use super::super::formulas::{and, denied, or};
use super::super::rule::{Fact, Formula, RankOrder, Rule, Which};
use super::alike::{alike, equals};
use super::apart::stepped;
use super::named::{card, last_two, of_a_card, or_last, other_card, rank};
use super::stream::{Read, Tokens, ahead, is_ahead, is_behind, listed, missing, pass, unclear, word, wrong};
use super::verbs::{VerbWords, verb};

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
    let is_whole = is_behind(words, &ends_whole);
    let than = (opt(alt((word("card"), word("rank"), word("suit")))), opt(word("than")));
    if is_of_ranks
        && card == Which::Next
        && let Some(is_any) = opt(preceded(opt(word("than")), any_or_both_of_last_two)).parse_next(words)?
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
    // "Higher than the last card or match it"
    let or_equal = |words: &mut Tokens<'_>| {
        (word("or"), alt((word("match"), word("equal"))), self::card).void().parse_next(words)?;
        // "… or match the last card's suit"
        if is_ahead(words, &["suit", "rank", "colour", "parity", "in"]) { missing(words) } else { Ok(()) }
    };
    let order = match (order, opt(or_equal).parse_next(words)?) {
        (RankOrder::More, Some(())) => RankOrder::AtLeast,
        (RankOrder::Less, Some(())) => RankOrder::AtMost,
        (order, _) => order,
    };
    let fact = Formula::Fact(match is_of_ranks {
        true => Fact::Rank { card, order, other },
        false => Fact::SuitOrder { card, order, other },
    });
    Ok(if verb.is_negative { denied(fact) } else { fact })
}

/// "between the last two cards", "between the last card and the one before": by their ranks, whichever of them is higher. It is not
/// said whether their own ranks are among those between, unless it is "strictly between".
fn between_last_two(of: Which, words: &mut Tokens<'_>) -> Read<Formula> {
    const WAYS: [[Which; 2]; 2] = [[Which::Last, Which::Before], [Which::Before, Which::Last]];
    let verb = if opt(word("rank")).parse_next(words)?.is_some() { verb(words) } else { VerbWords::default() };
    let is_strict = opt(word("strict")).parse_next(words)?.is_some();
    word("between").parse_next(words)?;
    pass(words, &["rank", "of"]);
    let named = (card, word("and"), card).map(|(one, (), other)| WAYS.contains(&[one, other]));
    let of_two = last_two.value(true);
    if !alt((of_two, named)).parse_next(words)? || of != Which::Next {
        return missing(words);
    }
    opt((word("in"), word("rank"))).parse_next(words)?;
    let between = |[above, below]: [RankOrder; 2]| {
        let rank = |order, other| Formula::Fact(Fact::Rank { card: of, order, other });
        let [rising, falling] = WAYS.map(|[low, high]| and(rank(above, low), rank(below, high)));
        or(rising, falling)
    };
    // "…, and matching either of them counts, too"
    let same = alt(((word("same"), word("rank"), word("as")).void(), word("match"), equals));
    let of_them = (opt(word("any")), opt(word("1")), opt(word("of")), word("last-two"), opt(word("card")));
    let ending = (opt((word("in"), word("rank"))), opt((opt(word("is")), word("right"))));
    let or_same = (opt(word(",")), alt((word("and"), word("or"))), opt(word("is")), same, of_them, ending).void();
    let is_with_them = opt(or_same).parse_next(words)?.is_some();
    if is_strict || is_with_them {
        let orders =
            if is_strict { [RankOrder::More, RankOrder::Less] } else { [RankOrder::AtLeast, RankOrder::AtMost] };
        let between = between(orders);
        return Ok(if verb.is_negative { denied(between) } else { between });
    }
    let meant = [[RankOrder::More, RankOrder::Less], [RankOrder::AtLeast, RankOrder::AtMost]].map(between);
    let meant = meant.map(|meant| Rule::Always(if verb.is_negative { denied(meant) } else { meant }));
    unclear(words, "may it have the rank of one of the two?", meant.to_vec())
}

/// "the last two cards", "at least one of the last two": whether either of them is enough.
fn any_or_both_of_last_two(words: &mut Tokens<'_>) -> Read<bool> {
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
