//! Sentences about cards of a kind: "hearts must be even", "only aces may follow a king".

use winnow::Parser;
use winnow::combinator::{alt, opt};
use winnow::stream::Stream;

use super::super::formulas::{Statement, and, anything, can_hold, choose, denied, not, said_of_another};
use super::super::rule::{Formula, Rule, Which};
use super::combined::all_of;
use super::conditions::{condition, disjunction};
use super::kinds::{kind, kinds, one_kind, subject};
use super::stream::{Read, Tokens, is_ahead, missing, pass, unclear, word};
use super::verbs::{VerbWords, verb};

/// Words before a place in the mainline.
const PLACES: [&str; 4] = ["after", "on", "follow", "if"];

/// "only reds are right", "only hearts may be played", "only hearts may follow a spade".
pub(super) fn only_kinds(words: &mut Tokens<'_>) -> Read<Statement> {
    word("only").parse_next(words)?;
    let kind = subject(words)?;
    let verb = verb(words);
    pass(words, &["go"]);
    if verb.is_said && !verb.is_negative && is_ahead(words, &["follow", "on", "after"]) {
        words.next_token();
        return Ok(Statement::Where(kinds(Which::Last, words)?, kind));
    }
    let is_right = opt(word("right")).parse_next(words)?.is_some();
    // "Only hearts and clubs allowed"
    let is_told = !verb.is_negative && (verb.is_said && verb.is_played || is_right);
    if is_told && ends_statement(words) { Ok(Statement::Always(kind)) } else { missing(words) }
}

/// "no heart may follow a spade", "no card of even rank may be red".
pub(super) fn no_kinds(words: &mut Tokens<'_>) -> Read<Statement> {
    word("no").parse_next(words)?;
    let kind = subject(words)?;
    let verb = verb(words);
    if !verb.is_said || verb.is_negative || is_ahead(words, &["right", "only"]) {
        return missing(words);
    }
    if opt((opt(word("go")), alt((word("follow"), word("on"), word("after"))))).parse_next(words)?.is_some() {
        return Ok(Statement::Where(kinds(Which::Last, words)?, denied(kind)));
    }
    if verb.is_played {
        return missing(words);
    }
    Ok(Statement::Where(kind, denied(disjunction(words)?)))
}

/// "hearts must be even", "a king is followed by an ace", "spades only after hearts", "reds are right".
pub(super) fn of_kinds(words: &mut Tokens<'_>) -> Read<Statement> {
    pass(words, &["any", "card"]);
    // "Non-face cards must be red"
    let is_not = opt(word("not")).parse_next(words)?.is_some();
    let kind = subject(words)?;
    let kind = if is_not { denied(kind) } else { kind };
    let verb = verb(words);
    // "Spades on anything"
    if opt((opt(word("go")), word("on"), word("any"), opt(word("card")))).parse_next(words)?.is_some() {
        return if ends_statement(words) && !verb.is_negative { Ok(Statement::Right(kind)) } else { missing(words) };
    }
    let deny = |formula: Formula| if verb.is_negative { denied(formula) } else { formula };
    if opt(alt((word("->"), word("followed-by")))).parse_next(words)?.is_some() {
        let then = deny(disjunction(words)?);
        return followed_by(&kind, then, words);
    }
    // "Sevens can be played at any time"
    if verb.is_said && !verb.is_negative && opt(word("exempt")).parse_next(words)?.is_some() {
        return if ends_statement(words) { Ok(Statement::Exempt(kind)) } else { missing(words) };
    }
    if verb.is_said && opt(word("right")).parse_next(words)?.is_some() {
        return kind_is_right(kind, verb, words);
    }
    if verb.is_only && !verb.is_negative && is_ahead(words, &PLACES) {
        return only_where(kind, words);
    }
    if is_ahead(words, &["follow"]) || verb.is_said && is_ahead(words, &["after"]) {
        return following(kind, verb, words);
    }
    // "An ace must never lie next to a face card"
    if verb.is_negative && opt(word("in-a-row")).parse_next(words)?.is_some() {
        let other = subject(words)?;
        let after = |one: &Formula, other: &Formula| not(and(one.clone(), said_of_another(other, Which::Last)));
        return Ok(Statement::Always(and(after(&kind, &other), after(&other, &kind))));
    }
    if verb.is_said && !verb.is_may && opt((opt(word("go")), word("on"))).parse_next(words)?.is_some() {
        let last = kinds(Which::Last, words)?;
        return Ok(if verb.is_negative { Statement::Where(last, denied(kind)) } else { Statement::Where(kind, last) });
    }
    // "blacks are not", "reds may be played"
    if ends_statement(words) && (verb.is_negative || verb.is_played) {
        return kind_is_right(kind, verb, words);
    }
    // "Reds can be even" leaves open what else they can be.
    let is_left_open = verb.is_may && !verb.is_negative && !verb.is_only;
    if !verb.is_said || verb.is_past || is_left_open || verb.is_played && !verb.is_only {
        return missing(words);
    }
    if !verb.is_negative
        && let Some(both) = opt(|words: &mut Tokens<'_>| in_parallel(&kind, words)).parse_next(words)?
    {
        return Ok(both);
    }
    let then = deny(disjunction(words)?);
    // "An odd card needs an even one after it"
    if opt((word("after"), alt((word("it"), word("last"))))).parse_next(words)?.is_some() {
        return Ok(Statement::Where(said_of_another(&kind, Which::Last), then));
    }
    // "Red cards must be odd and black" cannot be meant.
    let is_joined = matches!(then, Formula::And(..));
    if is_joined && !can_hold(&and(kind.clone(), then.clone())) {
        missing(words)
    } else {
        Ok(Statement::Where(kind, then))
    }
}

/// What follows a kind of cards, and with the same verb what follows another: "(a prime must be followed by a red card) and a face card by a
/// black one".
fn followed_by(kind: &Formula, then: Formula, words: &mut Tokens<'_>) -> Read<Statement> {
    let another = |words: &mut Tokens<'_>| {
        (opt(word(",")), word("and"), opt(word("card"))).parse_next(words)?;
        pass(words, &["of", "with"]);
        let is_not = opt(word("not")).parse_next(words)?.is_some();
        let other = subject(words)?;
        word("by").parse_next(words)?;
        Ok((if is_not { denied(other) } else { other }, disjunction(words)?))
    };
    let of_last = |kind: &Formula| said_of_another(kind, Which::Last);
    match opt(another).parse_next(words)? {
        None => Ok(Statement::Where(of_last(kind), then)),
        Some((other, after_other)) => {
            let both = vec![(of_last(kind), then), (of_last(&other), after_other)];
            all_of(words, Vec::new(), both, None).map(Statement::Always)
        }
    }
}

/// "even and red ones odd", after "black cards must be": what is said of two kinds, with the verb of the first.
fn in_parallel(first: &Formula, words: &mut Tokens<'_>) -> Read<Statement> {
    let then = kind(Which::Next, words)?;
    let (comma, joined) = (opt(word(",")), opt(alt((word("and"), word("but"))))).parse_next(words)?;
    let second = one_kind(Which::Next, words)?;
    pass(words, &["card"]);
    let other = kind(Which::Next, words)?;
    let is_told_apart = comma.or(joined).is_some() && !can_hold(&and(first.clone(), second.clone()));
    if !is_told_apart || !ends_statement(words) {
        return missing(words);
    }
    all_of(words, Vec::new(), vec![(first.clone(), then), (second, other)], None).map(Statement::Always)
}

/// "reds are right (only after blacks)", "reds are not right".
fn kind_is_right(kind: Formula, verb: VerbWords, words: &mut Tokens<'_>) -> Read<Statement> {
    if verb.is_negative {
        return Ok(Statement::Always(denied(kind)));
    }
    if opt(word("only")).parse_next(words)?.is_some() {
        return only_where(kind, words);
    }
    // "A face card is only right if the last card is even"
    if verb.is_only && is_ahead(words, &PLACES) {
        return only_where(kind, words);
    }
    Ok(if verb.is_only { Statement::Always(kind) } else { Statement::Right(kind) })
}

/// "… after a heart", "… if the last card is a heart": where alone cards of a kind are right.
fn only_where(kind: Formula, words: &mut Tokens<'_>) -> Read<Statement> {
    if opt(word("if")).parse_next(words)?.is_some() {
        return Ok(Statement::Where(kind, condition(words)?.of(Which::Next)));
    }
    alt((word("after"), word("on"), word("follow"))).parse_next(words)?;
    Ok(Statement::Where(kind, kinds(Which::Last, words)?))
}

/// "odd follows even", "hearts must not follow hearts". Where it must, either card may need the other.
fn following(kind: Formula, verb: VerbWords, words: &mut Tokens<'_>) -> Read<Statement> {
    alt((word("follow"), word("after"))).parse_next(words)?;
    let last = kinds(Which::Last, words)?;
    if verb.is_negative {
        return Ok(Statement::Where(last, denied(kind)));
    }
    if !verb.is_said {
        return Ok(Statement::Where(last, kind));
    }
    must_or_may(words, kind, last)
}

/// What is said of cards and of where they come may be a duty there, or leave to come there alone.
pub(super) fn must_or_may<T>(words: &Tokens<'_>, cards: Formula, place: Formula) -> Read<T> {
    let meant = [(place.clone(), cards.clone()), (cards, place)];
    let meant = meant.map(|(condition, then)| Rule::Always(choose(condition, then, anything()))).to_vec();
    unclear(words, "must these cards be played there, or is that just the only place for them?", meant)
}

/// "hearts and clubs only".
pub(super) fn kinds_only(words: &mut Tokens<'_>) -> Read<Statement> {
    let kind = subject(words)?;
    word("only").parse_next(words)?;
    if is_ahead(words, &PLACES) { only_where(kind, words) } else { Ok(Statement::Always(kind)) }
}

pub(super) fn ends_statement(words: &Tokens<'_>) -> bool {
    words.is_empty() || is_ahead(words, &[",", "."])
}
