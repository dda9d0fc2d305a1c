//! Whole sentences, of which a rule may have several.

use winnow::Parser;
use winnow::combinator::{alt, opt, preceded};
use winnow::stream::Stream;

use super::super::formulas::{Statement, and, anything, can_hold, cards_of, choose, denied, or, said_of_another};
use super::super::rule::{Fact, Features, Formula, Likeness, Rule, Which};
use super::conditions::{
    SaidCondition, after, comes_else, condition, conditional, disjunction, formula, named_at, otherwise, unclear_card,
};
use super::kinds::{kind, kinds, one_kind, subject};
use super::places::places;
use super::rows::{forbidden_row, limited, row};
use super::stream::{Read, Tokens, ahead, is_ahead, listed, missing, pass, unclear, within, word, wrong};
use super::verbs::{VerbWords, verb};
use crate::cards::CardSet;

/// "red cards must be odd, black cards must be even".
pub(super) fn statements(words: &mut Tokens<'_>) -> Read<Formula> {
    opt(order_of_suits).parse_next(words)?;
    let mut said = vec![statement(words)?];
    let mut rest = None;
    while !words.is_empty() && rest.is_none() {
        if let Some(is_right) = opt(rest_is_right).parse_next(words)? {
            return closed(words, said, is_right);
        }
        rest = otherwise(words)?;
        if rest.is_none() {
            let is_after_kind = said.last().is_some_and(Statement::is_kind);
            said.push(another(is_after_kind, words)?);
        }
    }
    together(words, said, rest)
}

/// "clubs < diamonds < hearts < spades,": a reminder of how suits are ranked.
fn order_of_suits(words: &mut Tokens<'_>) -> Read<()> {
    let below = |words: &mut Tokens<'_>| preceded(word("<"), listed(&SUITS)).parse_next(words);
    let order = (listed(&SUITS), below, below, below).parse_next(words)?;
    pass(words, &[",", "."]);
    if order == (0, 1, 2, 3) {
        return Ok(());
    }
    wrong(words, "suits are ranked clubs, diamonds, hearts, spades here, from low to high")
}

const SUITS: [(&str, u8); 4] = [("club", 0), ("diamond", 1), ("heart", 2), ("spade", 3)];

/// ", everything else is wrong", ", otherwise it is right", at the end.
fn rest_is_right(words: &mut Tokens<'_>) -> Read<bool> {
    comes_else(words)?;
    pass(words, &["it", "card", ","]);
    let verb = verb(words);
    let is_right = match opt(word("right")).parse_next(words)? {
        Some(()) => !verb.is_negative,
        // "Otherwise it is not", "… you cannot"; but "the others cannot be" leaves out what they cannot be.
        None if verb.is_negative && !ends_in(words, "is") => false,
        None => return missing(words),
    };
    pass(words, &[".", "it"]);
    if words.is_empty() { Ok(is_right) } else { missing(words) }
}

fn ends_in(words: &Tokens<'_>, word: &str) -> bool {
    words.previous_tokens().next().is_some_and(|token| token.text == word)
}

/// What is said with all other cards right or wrong.
fn closed(words: &Tokens<'_>, said: Vec<Statement>, rest_is_right: bool) -> Read<Formula> {
    let [one] = <[Statement; 1]>::try_from(said).or_else(|said| match rest_is_right {
        // Several conditions, and nothing else is right.
        false => together(words, said, None).map(|formula| [Statement::Always(formula)]),
        true => missing(words),
    })?;
    match (one, rest_is_right) {
        (Statement::Where(condition, then), true) => Ok(choose(condition, then, anything())),
        // "Every third card is a face card, the others are not": at other places there will be cards, too.
        (Statement::Where(condition, then), false) if is_of_places(&condition) => {
            Ok(choose(condition, then.clone(), denied(then)))
        }
        (Statement::Where(condition, then), false) => Ok(and(condition, then)),
        // "No hearts; all others are right."
        (Statement::Always(formula @ Formula::Not(_)), true) => Ok(formula),
        (Statement::Always(formula) | Statement::Right(formula), false) => Ok(formula),
        _ => missing(words),
    }
}

fn is_of_places(condition: &Formula) -> bool {
    condition.facts().iter().all(|fact| matches!(fact, Fact::Place(_)))
}

/// ", black cards must be even": what follows another statement, which may have named a kind of cards and nothing else.
fn another(is_after_kind: bool, words: &mut Tokens<'_>) -> Read<Statement> {
    let (start, left) = (words.checkpoint(), words.len());
    pass(words, &[",", "."]);
    let has_sign = words.len() < left;
    let is_and = is_ahead(words, &["and"]);
    let is_joined = opt(alt((word("and"), word("but")))).parse_next(words)?.is_some();
    // "Red cards and hearts must be even" says so of both; "red and even if …" leaves open how much depends on that.
    let is_unclear = is_and && !has_sign && is_after_kind && ahead(words, subject).is_some();
    if is_unclear || !has_sign && !is_joined {
        return missing(words);
    }
    let next = within(statement).parse_next(words)?;
    // "red, black" may be a list, one after the other, or one of the two.
    if !is_joined && is_after_kind && next.is_kind() {
        words.reset(&start);
        return missing(words);
    }
    Ok(next)
}

/// Several sentences as one.
fn together(words: &Tokens<'_>, said: Vec<Statement>, rest: Option<Formula>) -> Read<Formula> {
    let (mut always, mut wheres, mut rights) = (Vec::new(), Vec::new(), Vec::new());
    for statement in said {
        match statement {
            Statement::Always(formula) => always.push(formula),
            Statement::Where(condition, then) => wheres.push((condition, then)),
            Statement::Right(kind) => rights.push(kind),
        }
    }
    match rights.into_iter().reduce(or) {
        Some(right) => besides(words, right, always, wheres, rest),
        None => all_of(words, always, wheres, rest),
    }
}

/// Cards that are right whatever else is said: that must speak of other cards, or say the same ("reds are right, blacks
/// are not").
fn besides(
    words: &Tokens<'_>,
    right: Formula,
    always: Vec<Formula>,
    wheres: Vec<(Formula, Formula)>,
    rest: Option<Formula>,
) -> Read<Formula> {
    let is_never_both = |one: &Formula, other: Formula| !can_hold(&and(one.clone(), other));
    let is_same =
        |said: &Formula| is_never_both(said, denied(right.clone())) && is_never_both(&right, denied(said.clone()));
    // "No hearts, but the queen of hearts is right": they are exceptions, or they would never be right.
    let are_exceptions = !always.is_empty() && always.iter().all(|said| is_never_both(said, right.clone()));
    let is_clear = are_exceptions || always.iter().all(is_same);
    if !is_clear || !wheres.iter().all(|(condition, _)| is_never_both(condition, right.clone())) {
        return wrong(words, "it is unclear whether this also applies to the cards that are always right");
    }
    let always = if are_exceptions { always } else { Vec::new() };
    let says_more = are_exceptions || !wheres.is_empty();
    let rest = if says_more { Some(all_of(words, always, wheres, rest)?) } else { rest };
    Ok(match rest {
        Some(rest) => or(right, rest),
        None => right,
    })
}

/// What always holds, and what holds on conditions: those that exclude each other become "if … then … else …".
fn all_of(
    words: &Tokens<'_>,
    mut always: Vec<Formula>,
    mut wheres: Vec<(Formula, Formula)>,
    rest: Option<Formula>,
) -> Read<Formula> {
    // "Odd, but after a face card even": what is said last is an exception, or a mistake.
    let is_never = |always: &Formula, parts: &[&Formula]| {
        !can_hold(&parts.iter().fold(always.clone(), |all, part| and(all, (*part).clone())))
    };
    for (condition, then) in &wheres {
        if always.iter().any(|always| is_never(always, &[condition])) {
            return wrong(
                words,
                "after what you said before, this condition can never be true; say “if … then … otherwise …”",
            );
        }
        if let Some(always) = always.iter().find(|always| is_never(always, &[condition, then])) {
            let meant = Rule::Always(choose(condition.clone(), then.clone(), always.clone()));
            return unclear(
                words,
                "no card would satisfy all of this; did you mean the last part as an exception?",
                vec![meant],
            );
        }
    }
    let is_choice = wheres.len() < 2 || exclude_each_other(&wheres);
    if rest.is_some() && (!is_choice || wheres.is_empty()) {
        return wrong(words, "it is unclear which condition “otherwise” belongs to");
    }
    if is_choice {
        let last = if rest.is_none() && are_all(&wheres) { wheres.pop().map(|(_, then)| then) } else { rest };
        let chosen = wheres.into_iter().rfold(last, |otherwise, (condition, then)| {
            Some(choose(condition, then, otherwise.unwrap_or_else(anything)))
        });
        always.extend(chosen);
    } else {
        always.extend(wheres.into_iter().map(|(condition, then)| choose(condition, then, anything())));
    }
    always.into_iter().reduce(and).map_or_else(|| missing(words), Ok)
}

/// The cards of which each of these conditions holds, if all speak of the same card alone.
fn cards_of_each(wheres: &[(Formula, Formula)]) -> Option<Vec<CardSet>> {
    let of: Vec<(Which, CardSet)> = wheres.iter().map(|(condition, _)| cards_of(condition)).collect::<Option<_>>()?;
    let (card, _) = *of.first()?;
    of.into_iter().map(|(other, cards)| (other == card).then_some(cards)).collect()
}

/// Whether at most one of these conditions can hold.
fn exclude_each_other(wheres: &[(Formula, Formula)]) -> bool {
    cards_of_each(wheres).is_some_and(|of| {
        let together = of.iter().fold(CardSet::default(), |one, other| one.union(*other));
        of.iter().map(|cards| cards.len()).sum::<usize>() == together.len()
    })
}

/// Whether one of several conditions always holds.
fn are_all(wheres: &[(Formula, Formula)]) -> bool {
    // Further back there may be no card yet.
    let is_there = |(condition, _): &(Formula, Formula)| {
        !condition.looks_at(Which::Before) && !condition.looks_at(Which::ThirdLast)
    };
    let of = cards_of_each(wheres).filter(|of| of.len() > 1 && wheres.iter().all(is_there));
    let together = of.and_then(|of| of.into_iter().reduce(CardSet::union));
    together.is_some_and(|together| together.complement().is_empty())
}

fn statement(words: &mut Tokens<'_>) -> Read<Statement> {
    let of_cards = alt((of_places, only_kinds, of_kinds, kinds_only));
    alt((judged, whether, unless_first, accepted, forbidden, of_cards, plain)).parse_next(words)
}

/// "no two reds in a row", "never the same suit twice, unless it is an ace".
fn forbidden(words: &mut Tokens<'_>) -> Read<Statement> {
    let row = forbidden_row(words)?;
    let exception = opt(preceded((opt(word(",")), word("unless")), condition)).parse_next(words)?;
    let Some(exception) = exception.map(|condition| condition.of(Which::Next)) else { return Ok(row) };
    Ok(match row {
        Statement::Always(formula) => Statement::Always(or(exception, formula)),
        Statement::Where(place, formula) => Statement::Where(place, or(exception, formula)),
        Statement::Right(kind) => Statement::Right(or(exception, kind)),
    })
}

fn whether(words: &mut Tokens<'_>) -> Read<Statement> {
    conditional(words).map(|(condition, then)| Statement::Where(condition, then))
}

/// "if it is red it is right, otherwise it is wrong".
fn judged(words: &mut Tokens<'_>) -> Read<Statement> {
    let condition = preceded(word("if"), condition).parse_next(words)?;
    let is_right = |words: &mut Tokens<'_>| {
        pass(words, &[",", "then", "it", "card", "next"]);
        let verb = verb(words);
        word("right").parse_next(words)?;
        Ok(!verb.is_negative)
    };
    let then = is_right(words)?;
    let otherwise = opt(preceded(comes_else, is_right)).parse_next(words)?;
    let condition = condition.of(Which::Next);
    if !ends_statement(words) || otherwise == Some(then) {
        return missing(words);
    }
    Ok(Statement::Always(if then { condition } else { denied(condition) }))
}

/// "every third card must be red", "cards 3, 6, 9 and so on must be red".
fn of_places(words: &mut Tokens<'_>) -> Read<Statement> {
    pass(words, &["any", "card", "in", "on"]);
    let place = Formula::Fact(Fact::Place(places(words)?));
    pass(words, &["card", "position", ","]);
    let verb = verb(words);
    let said = disjunction(words)?;
    Ok(Statement::Where(place, if verb.is_negative { denied(said) } else { said }))
}

/// "a card is right if it is red", "a card is accepted only if its rank is even".
fn accepted(words: &mut Tokens<'_>) -> Read<Statement> {
    pass(words, &["play", "card", "any", "it", "next"]);
    let is_denied = opt(preceded(word("no"), opt(word("card")))).parse_next(words)?.is_some();
    let verb = verb(words);
    if !verb.is_said {
        return missing(words);
    }
    // "You cannot play it unless …"
    pass(words, &["it", "card"]);
    let is_negative = verb.is_negative != is_denied;
    if opt(word("right")).parse_next(words)?.is_none() && !(is_negative && verb.is_played) {
        return missing(words);
    }
    let only_if = (opt(word("only")), word("if")).void();
    let is_if = alt((only_if.value(true), word("iff").value(true), word("unless").value(false))).parse_next(words)?;
    let right = within(formula).parse_next(words)?;
    if let Some(then) = opt(in_that_case).parse_next(words)? {
        return match is_if || is_negative {
            true => missing(words),
            false => Ok(Statement::Where(right, then)),
        };
    }
    Ok(Statement::Always(if is_if == is_negative { denied(right) } else { right }))
}

fn ends_statement(words: &Tokens<'_>) -> bool {
    words.is_empty() || is_ahead(words, &[",", "."])
}

// Statements about cards of a kind.

/// Words before a place in the mainline.
const PLACES: [&str; 4] = ["after", "on", "follow", "if"];

/// "only reds are right", "only hearts may be played".
fn only_kinds(words: &mut Tokens<'_>) -> Read<Statement> {
    word("only").parse_next(words)?;
    let kind = subject(words)?;
    let verb = verb(words);
    let is_right = opt(word("right")).parse_next(words)?.is_some();
    let is_told = verb.is_said && !verb.is_negative && (verb.is_played || is_right);
    if is_told && ends_statement(words) { Ok(Statement::Always(kind)) } else { missing(words) }
}

/// "hearts must be even", "a king is followed by an ace", "spades only after hearts", "reds are right".
fn of_kinds(words: &mut Tokens<'_>) -> Read<Statement> {
    pass(words, &["any", "card"]);
    let kind = subject(words)?;
    let verb = verb(words);
    let deny = |formula: Formula| if verb.is_negative { denied(formula) } else { formula };
    if opt(alt((word("->"), word("followed-by")))).parse_next(words)?.is_some() {
        return Ok(Statement::Where(said_of_another(&kind, Which::Last), deny(disjunction(words)?)));
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
    // "Red cards must be odd and black" cannot be meant.
    let is_joined = matches!(then, Formula::And(..));
    if is_joined && !can_hold(&and(kind.clone(), then.clone())) {
        missing(words)
    } else {
        Ok(Statement::Where(kind, then))
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
fn must_or_may<T>(words: &Tokens<'_>, cards: Formula, place: Formula) -> Read<T> {
    let meant = [(place.clone(), cards.clone()), (cards, place)];
    let meant = meant.map(|(condition, then)| Rule::Always(choose(condition, then, anything()))).to_vec();
    unclear(words, "must these cards be played there, or is that just the only place for them?", meant)
}

/// "hearts and clubs only".
fn kinds_only(words: &mut Tokens<'_>) -> Read<Statement> {
    let kind = subject(words)?;
    word("only").parse_next(words)?;
    if is_ahead(words, &PLACES) { only_where(kind, words) } else { Ok(Statement::Always(kind)) }
}

// A formula, and what limits it.

/// "red", "red if last is odd", "red after odd", "red or odd but not both", "any card except kings", "not red unless it
/// is even".
fn plain(words: &mut Tokens<'_>) -> Read<Statement> {
    let named = named_at(words);
    let is_only = words.iter().take(2).any(|token| token.text == "only");
    let said = formula(words)?;
    // "Matching suits only"; of kinds it was read before.
    if opt(word("only")).parse_next(words)?.is_some() && cards_of(&said).is_some() {
        return missing(words);
    }
    if opt(preceded(opt(word(",")), word("not-both"))).parse_next(words)?.is_some() {
        return not_both(said, words);
    }
    if opt(preceded(opt(word(",")), word("except"))).parse_next(words)?.is_some() {
        return match except(said, words)? {
            // "Any card except a diamond, unless it is a face card"
            Statement::Always(said) if opt(comes_unless).parse_next(words)?.is_some() => all_unless(said, words),
            statement => Ok(statement),
        };
    }
    if opt(comes_unless).parse_next(words)?.is_some() {
        return all_unless(said, words);
    }
    if opt(word("iff")).parse_next(words)?.is_some() {
        let condition = condition(words)?.of(Which::Next);
        return Ok(Statement::Always(choose(condition, said.clone(), denied(said))));
    }
    if opt(word("xor")).parse_next(words)?.is_some() {
        let other = disjunction(words)?;
        return Ok(Statement::Always(choose(said, denied(other.clone()), other)));
    }
    // "Red, or black if the last card was odd": the condition may belong to a part of it.
    let may_be_of_part = matches!(said, Formula::Or(..)) && has_comma_and_or(words);
    match opt(alt((preceded(word("if"), condition), after))).parse_next(words)? {
        Some(_) if may_be_of_part => {
            wrong(words, "does the condition belong to all of this, or only to what follows “or”? Write it first")
        }
        Some(condition) => where_alone(said, &condition, named, is_only, words),
        None => Ok(Statement::Always(said)),
    }
}

fn comes_unless(words: &mut Tokens<'_>) -> Read<()> {
    (opt(word(",")), word("unless")).void().parse_next(words)
}

/// What is said before "unless", and what comes after it.
fn all_unless(said: Formula, words: &mut Tokens<'_>) -> Read<Statement> {
    let condition = condition(words)?;
    match opt(in_that_case).parse_next(words)? {
        Some(then) => Ok(Statement::Always(choose(condition.of(Which::Next), then, said))),
        None => unless(said, &condition, words),
    }
}

/// Whether ", or" was read before.
fn has_comma_and_or(words: &Tokens<'_>) -> bool {
    let before: Vec<&str> = words.previous_tokens().map(|token| token.text.as_str()).collect();
    before.windows(2).any(|pair| pair == ["or", ","])
}

/// "(only) red if last is odd": what is said before its condition.
fn where_alone(
    said: Formula,
    condition: &SaidCondition,
    named: Option<Which>,
    is_only: bool,
    words: &Tokens<'_>,
) -> Read<Statement> {
    match condition.decided(named) {
        None => unclear_card(words, condition, &said),
        Some(condition) if is_only => must_or_may(words, said, condition),
        Some(condition) => Ok(Statement::Where(condition, said)),
    }
}

/// "red or odd but not both", of two things.
fn not_both(said: Formula, words: &Tokens<'_>) -> Read<Statement> {
    match said {
        Formula::Or(one, other) if !matches!(*one, Formula::Or(..)) => {
            Ok(Statement::Always(choose(*one, denied(*other.clone()), *other)))
        }
        // "Change the colour or the parity, but not both"
        Formula::Fact(Fact::Likeness { card, other, features, likeness }) => {
            let likeness = match likeness {
                Likeness::AnySame => Likeness::AllSame,
                Likeness::AnyDiffers => Likeness::AllDiffer,
                Likeness::AllSame | Likeness::AllDiffer => return missing(words),
            };
            let each: Vec<Formula> = features
                .iter()
                .map(|feature| Fact::Likeness { card, other, features: Features::only(feature), likeness })
                .map(Formula::Fact)
                .collect();
            let Ok([one, other]) = <[Formula; 2]>::try_from(each) else { return missing(words) };
            Ok(Statement::Always(choose(one, denied(other.clone()), other)))
        }
        _ => missing(words),
    }
}

/// "any card except kings", "no hearts except the ace", "red except two aces in a row". After how a card must compare, what is excepted may be
/// forbidden or free.
fn except(said: Formula, words: &mut Tokens<'_>) -> Read<Statement> {
    if let Some((count, part)) = opt(row).parse_next(words)? {
        let forbidden = limited(words, count.saturating_sub(1), &part)?;
        return Ok(if said == anything() { forbidden } else { Statement::Always(and(said, forbidden.alone())) });
    }
    // "Black, except that every third card must be red", "odd, except after a face card, when it must be even"
    if let Some(Statement::Where(condition, then)) = opt(alt((of_places, excepted))).parse_next(words)? {
        return Ok(Statement::Always(choose(condition, then, said)));
    }
    let kind = kinds(Which::Next, words)?;
    if said == anything() {
        return Ok(Statement::Always(denied(kind)));
    }
    // "No hearts except the ace"
    if let Formula::Not(part) = said {
        return Ok(Statement::Where(*part, kind));
    }
    if cards_of(&said).is_some() {
        return Ok(Statement::Always(and(said, denied(kind))));
    }
    let meant = [or(kind.clone(), said.clone()), and(said, denied(kind))].map(Rule::Always);
    unclear(words, "are these cards always right, or never?", meant.to_vec())
}

/// "after a face card, when it must be even".
fn excepted(words: &mut Tokens<'_>) -> Read<Statement> {
    let condition = alt((preceded(word("if"), condition), after)).parse_next(words)?.decided(None);
    pass(words, &[",", "if", "then", "and"]);
    let then = disjunction(words)?;
    condition.map_or_else(|| missing(words), |condition| Ok(Statement::Where(condition, then)))
}

/// "unless the last card was red, play red".
fn unless_first(words: &mut Tokens<'_>) -> Read<Statement> {
    let condition = preceded(word("unless"), condition).parse_next(words)?;
    pass(words, &[",", "then"]);
    let said = within(formula).parse_next(words)?;
    unless(said, &condition, words)
}

/// ", in which case black", ", and then it must be black".
fn in_that_case(words: &mut Tokens<'_>) -> Read<Formula> {
    pass(words, &[",", ".", "and"]);
    word("then").parse_next(words)?;
    pass(words, &[","]);
    within(formula).parse_next(words)
}

/// "not red unless it is even"; "red unless …" leaves open whether other cards may be red.
fn unless(said: Formula, condition: &SaidCondition, words: &Tokens<'_>) -> Read<Statement> {
    let condition = condition.of(Which::Next);
    if let Formula::Not(part) = said {
        return Ok(Statement::Where(*part, condition));
    }
    let meant = [denied(said.clone()), anything()]
        .map(|exception| Rule::Always(choose(condition.clone(), exception, said.clone())));
    unclear(words, "may anything be played in that case, or only other cards?", meant.to_vec())
}
