//! Cycles: what must come one after the other, over and over.

use winnow::Parser;
use winnow::combinator::{alt, opt, preceded, repeat};
use winnow::stream::Stream;

use super::super::formulas::{anything, choose, denied};
use super::super::rule::{Fact, Formula, LONGEST_CYCLE, NumberKind, Rule, Which};
use super::comparisons::relation;
use super::conditions::{formula, otherwise};
use super::kinds::{PROPERTIES, bracketed, kind, kinds, one_kind};
use super::named::number;
use super::stream::{Read, Tokens, ahead, is_ahead, listed, missing, pass, unclear, word, wrong};
use super::verbs::verb;

/// "repeat red red black".
pub(super) fn cycle(words: &mut Tokens<'_>) -> Read<Rule> {
    word("repeat").parse_next(words)?;
    pass(words, &["of", "through"]);
    // "Between 2 and 6" is one of the cycle.
    if ahead(words, item).is_none() {
        pass(words, &["between"]);
    }
    let items: Vec<Formula> = repeat(1.., item).parse_next(words)?;
    whole_cycle(words, items)
}

/// One of a cycle: what a card is by itself, or in brackets how it compares with the last.
fn item(words: &mut Tokens<'_>) -> Read<Formula> {
    opt(alt((word(","), word("->"), word("then"), word("and")))).parse_next(words)?;
    pass(words, &["must", "is"]);
    alt((bracketed(formula), plain_item)).parse_next(words)
}

fn plain_item(words: &mut Tokens<'_>) -> Read<Formula> {
    let kind = one_kind(Which::Next, words)?;
    pass(words, &["card"]);
    Ok(kind)
}

/// "suits in order spades hearts clubs diamonds".
pub(super) fn in_order(words: &mut Tokens<'_>) -> Read<Rule> {
    pass(words, &["must"]);
    listed(&[("suit", ()), ("colour", ()), ("rank", ()), ("card", ())]).parse_next(words)?;
    pass(words, &["must", "repeat", "follow", "change", "is", "go"]);
    let is_order =
        opt((opt(word("in")), opt(word("repeat")), word("order"), opt(word("of")))).parse_next(words)?.is_some();
    let has_arrows = words.iter().any(|token| token.text == "->");
    let mut items: Vec<Formula> = repeat(1.., item).parse_next(words)?;
    // "Clubs → diamonds → hearts → spades → clubs"
    let is_closed = has_arrows && items.len() > 2 && items.first() == items.last();
    items.truncate(items.len() - usize::from(is_closed));
    pass(words, &[","]);
    // "…, and then back to clubs", which must be the first of them.
    let back_to = opt(preceded((word("then"), word("back"), word("to")), plain_item)).parse_next(words)?;
    if back_to.is_some_and(|first| items.first() != Some(&first)) {
        return missing(words);
    }
    let is_repeated = opt(alt((word("repeat"), word("and-so-on")))).parse_next(words)?.is_some();
    if is_order || is_repeated || is_closed { whole_cycle(words, items) } else { missing(words) }
}

fn whole_cycle(words: &mut Tokens<'_>, items: Vec<Formula>) -> Read<Rule> {
    pass(words, &[",", "."]);
    // "…, starting with red"
    if opt((opt(word("and")), word("start"), opt(alt((word("with"), word("from")))))).parse_next(words)?.is_some() {
        let first = compared_or_plain(words)?;
        if items.first() != Some(&first) {
            return missing(words);
        }
    }
    if items.len() < 2 {
        return missing(words);
    }
    if items.len() > LONGEST_CYCLE {
        return wrong(words, "a cycle has at most 24 cards; make it shorter");
    }
    let looks_back = |item: &Formula| item.looks_at(Which::Before) || item.looks_at(Which::ThirdLast);
    if items.iter().any(looks_back) {
        return wrong(words, "a cycle looks back at the last card, and no further");
    }
    if items.iter().flat_map(Formula::facts).any(|fact| fact.counts()) {
        return wrong(words, "a cycle counts by itself; say what comes next in it, and leave positions out");
    }
    Ok(Rule::Repeat(items))
}

/// "alternate odd and even", "suits alternate between hearts and spades", "red and black take turns".
pub(super) fn alternation(words: &mut Tokens<'_>) -> Read<Rule> {
    const BETWEEN: [&str; 5] = ["and", "or", "to", "then", "with"];
    pass(words, &["card", "must", "has", "to", "suit", "rank", "colour", "parity"]);
    let is_first = opt(word("change")).parse_next(words)?.is_some();
    pass(words, &["card", "is", "between", "from", "colour", "suit", "rank"]);
    let mut items = counted(words, of_alternation)?;
    let mut is_joined = false;
    while is_ahead(words, &BETWEEN) || is_ahead(words, &[","]) {
        is_joined |= is_ahead(words, &BETWEEN);
        pass(words, &[","]);
        pass(words, &BETWEEN);
        pass(words, &["then"]);
        items.extend(counted(words, of_alternation)?);
    }
    if !is_first {
        pass(words, &["must"]);
        word("change").parse_next(words)?;
    }
    pass(words, &[","]);
    opt(alt((word("repeat"), word("and-so-on")))).parse_next(words)?;
    if is_joined { whole_cycle(words, items) } else { missing(words) }
}

/// What alternates: kinds of cards, or how they compare with the last.
fn of_alternation(words: &mut Tokens<'_>) -> Read<Formula> {
    let compared = |words: &mut Tokens<'_>| {
        pass(words, &["must", "is", "play", "go"]);
        relation(Which::Next, words)
    };
    alt((compared, |words: &mut Tokens<'_>| kind(Which::Next, words))).parse_next(words)
}

/// "2 red" for two red cards one after the other.
fn counted(words: &mut Tokens<'_>, item: impl Fn(&mut Tokens<'_>) -> Read<Formula>) -> Read<Vec<Formula>> {
    let start = words.checkpoint();
    let count = opt(number).parse_next(words)?;
    let is_counted = count.is_some()
        && ahead(words, |words| alt((listed(&PROPERTIES).void(), word("numeral"))).parse_next(words)).is_some();
    if !is_counted {
        words.reset(&start);
    }
    let count = count.filter(|_| is_counted).unwrap_or(1);
    Ok(vec![item(words)?; usize::from(count).min(LONGEST_CYCLE + 1)])
}

/// "every third card must be a face card".
pub(super) fn every_so_many(words: &mut Tokens<'_>) -> Read<Rule> {
    if opt(word("every-other")).parse_next(words)?.is_some() {
        let kind = told_kind(words)?;
        let meant = [anything(), denied(kind.clone())].map(|first| Rule::Repeat(vec![first, kind.clone()]));
        return unclear(words, "may anything come in between, or only other cards?", meant.to_vec());
    }
    let count = preceded(word("every"), number).parse_next(words)?;
    let kind = told_kind(words)?;
    if let Some(rest) = otherwise(words)? {
        let place = Formula::Fact(Fact::Place(NumberKind::Multiple(count)));
        let is_counted = (3..=13).contains(&count);
        return if is_counted { Ok(Rule::Always(choose(place, kind, rest))) } else { missing(words) };
    }
    let mut items = vec![anything(); usize::from(count.max(2)) - 1];
    items.push(kind);
    whole_cycle(words, items)
}

/// "card must be red", "card must not be red".
fn told_kind(words: &mut Tokens<'_>) -> Read<Formula> {
    pass(words, &["card"]);
    let verb = verb(words);
    let kind = kinds(Which::Next, words)?;
    Ok(if verb.is_negative { denied(kind) } else { kind })
}

/// "red, red, black, over and over"; without such words a list must show twice what comes again, or have a kind of cards twice.
pub(super) fn over_and_over(words: &mut Tokens<'_>) -> Read<Rule> {
    const BETWEEN: [&str; 6] = [",", ".", "then", "and", "to", "/"];
    pass(words, &["first"]);
    let more = |words: &mut Tokens<'_>| {
        pass(words, &BETWEEN);
        counted(words, compared_or_plain)
    };
    let items: Vec<Vec<Formula>> = repeat(1.., more).parse_next(words)?;
    let mut items = items.concat();
    let all = items.len();
    let comes_again = |length: usize| items.iter().zip(items.iter().skip(length)).all(|(item, again)| item == again);
    let period = (1..all).find(|length| comes_again(*length)).unwrap_or(all);
    pass(words, &[",", "."]);
    let wraps = opt(word("wrapping")).parse_next(words)?.is_some();
    pass(words, &[","]);
    if opt(alt((word("repeat"), (word("in"), word("order")).void()))).parse_next(words)?.is_some() {
        // "Up one, down one, up one, down one, repeat"
        if period < all && all % period == 0 && items.iter().any(|item| item.looks_at(Which::Last)) {
            items.truncate(period);
        }
    } else {
        let goes_on = opt(alt((word("and-so-on"), word("to")))).parse_next(words)?.is_some();
        // "Red, red, black": twice the same is no choice.
        let is_plain = |item: &Formula| !item.looks_at(Which::Last);
        let has_twice = period == all && (1..all).any(|place| items[..place].contains(&items[place]));
        if !goes_on && 2 * period > all && !(has_twice && items.iter().all(is_plain)) {
            return missing(words);
        }
        items.truncate(period);
    }
    pass(words, &[",", ".", "and"]);
    if wraps || opt(word("wrapping")).parse_next(words)?.is_some() {
        items.iter_mut().for_each(wrap);
    }
    whole_cycle(words, items)
}

fn compared_or_plain(words: &mut Tokens<'_>) -> Read<Formula> {
    let compared = |words: &mut Tokens<'_>| {
        pass(words, &["must", "is", "go"]);
        relation(Which::Next, words)
    };
    alt((compared, plain_item)).parse_next(words)
}

/// The ace follows the king wherever ranks are counted.
fn wrap(formula: &mut Formula) {
    if let Formula::Fact(Fact::Steps { steps, .. }) = formula {
        steps.wraps = true;
    }
}
