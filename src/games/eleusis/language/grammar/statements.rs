//! Whole sentences, of which a rule may have several.

use winnow::Parser;
use winnow::combinator::{alt, opt, preceded, repeat};
use winnow::stream::Stream;

use super::super::formulas::{Statement, and, anything, cards_of, choose, denied, or, said_of_another};
use super::super::rule::{Fact, Features, Formula, Likeness, Rule, Which};
use super::alike::comparison;
use super::combined::together;
use super::comparisons::relation;
use super::conditions::{
    SaidCondition, after, comes_else, condition, conditional, disjunction, formula, named_at, otherwise, unclear_card,
};
use super::kinds::{kinds, subject};
use super::places::{places, position_last};
use super::rows::{forbidden_row, limited, nor_row, row};
use super::stream::{Read, Tokens, ahead, is_ahead, is_behind, listed, missing, pass, unclear, within, word, wrong};
use super::subjects::{ends_statement, kinds_only, must_or_may, no_kinds, of_kinds, only_kinds};
use super::verbs::verb;

/// "red cards must be odd, black cards must be even".
pub(super) fn statements(words: &mut Tokens<'_>) -> Read<Formula> {
    opt(order_of_suits).parse_next(words)?;
    let mut free: Vec<Formula> =
        opt(|words: &mut Tokens<'_>| free_after(None, words)).parse_next(words)?.into_iter().collect();
    if !free.is_empty() && opt(comes_else).parse_next(words)?.is_none() {
        pass(words, &[",", ".", "and", "but"]);
    }
    let mut said = vec![statement(words)?];
    let mut rest = None;
    while !words.is_empty() && rest.is_none() {
        if opt(indifferent).parse_next(words)?.is_some() {
            continue;
        }
        let turned = opt(|words: &mut Tokens<'_>| vice_versa(said.last(), words)).parse_next(words)?;
        if let Some(turned) = turned {
            said.push(turned);
            continue;
        }
        if let Some(exempt) = opt(|words: &mut Tokens<'_>| free_after(said.last(), words)).parse_next(words)? {
            free.push(exempt);
            continue;
        }
        if let Some(is_right) = opt(rest_is_right).parse_next(words)? {
            let are_conditions = said.len() > 1 && said.iter().all(|said| matches!(said, Statement::Where(..)));
            if is_right && are_conditions {
                rest = Some(anything());
                break;
            }
            return closed(words, said, is_right).map(|said| free.into_iter().fold(said, |said, free| or(free, said)));
        }
        rest = otherwise(words)?;
        if rest.is_none() && matches!(said.last(), Some(Statement::Right(_) | Statement::Exempt(_))) {
            rest = opt(every_other).parse_next(words)?;
        }
        if rest.is_none() {
            said.push(another(said.last(), words)?);
        }
    }
    let said = together(words, said, rest)?;
    Ok(free.into_iter().fold(said, |said, free| or(free, said)))
}

/// "and anything can follow a queen", "and anything goes on them": after which cards all that is said besides does not count.
fn free_after(before: Option<&Statement>, words: &mut Tokens<'_>) -> Read<Formula> {
    pass(words, &[",", ".", "and", "but"]);
    (word("any"), opt(word("card"))).parse_next(words)?;
    pass(words, &["can", "is", "right", "play", "go"]);
    alt((word("follow"), word("on"), word("after"))).parse_next(words)?;
    let named = |words: &mut Tokens<'_>| kinds(Which::Last, words);
    let them = |words: &mut Tokens<'_>| {
        alt((word("it"), word("last"))).parse_next(words)?;
        match before {
            Some(Statement::Right(kind)) => Ok(said_of_another(kind, Which::Last)),
            _ => missing(words),
        }
    };
    let free = alt((them, named)).parse_next(words)?;
    if words.is_empty() || is_ahead(words, &[",", ".", "and", "but", "else"]) { Ok(free) } else { missing(words) }
}

/// "(Twos are right;) every other card must be red": after cards that are always right, all others are meant, and not each second one.
fn every_other(words: &mut Tokens<'_>) -> Read<Formula> {
    pass(words, &[",", "."]);
    (word("every-other"), opt(word("card"))).parse_next(words)?;
    within(formula).parse_next(words)
}

/// ". Clubs and diamonds don't care", ", the suit doesn't matter", ", for odd cards it doesn't matter".
fn indifferent(words: &mut Tokens<'_>) -> Read<()> {
    pass(words, &[",", ".", "and", "but"]);
    opt(word("for")).parse_next(words)?;
    let what = alt((subject.void(), comparison.void(), comes_else));
    (what, opt(word("it"))).parse_next(words)?;
    (word("must"), word("not"), alt((word("care"), word("matter")))).void().parse_next(words)
}

/// ", and vice versa": what was said of one kind of cards after another holds with the two exchanged.
fn vice_versa(said: Option<&Statement>, words: &mut Tokens<'_>) -> Read<Statement> {
    pass(words, &[",", ".", "and"]);
    (word("vice"), word("versa")).parse_next(words)?;
    let Some(Statement::Where(condition, then)) = said else { return missing(words) };
    match (cards_of(condition), cards_of(then)) {
        (Some((Which::Last, _)), Some((Which::Next, _))) => {
            Ok(Statement::Where(said_of_another(then, Which::Last), said_of_another(condition, Which::Next)))
        }
        _ => missing(words),
    }
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
        None if verb.is_negative && !is_behind(words, &["is"]) => false,
        None => return missing(words),
    };
    pass(words, &[".", "it"]);
    if words.is_empty() { Ok(is_right) } else { missing(words) }
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
fn another(before: Option<&Statement>, words: &mut Tokens<'_>) -> Read<Statement> {
    let is_after_kind = before.is_some_and(Statement::is_kind);
    let is_after_where = matches!(before, Some(Statement::Where(_, then)) if cards_of(then).is_some());
    let (start, left) = (words.checkpoint(), words.len());
    let is_comma = is_ahead(words, &[","]);
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
    // "red, black" may be a list, one after the other, or one of the two; and "after a face card play a spot card, ace to ten" explains.
    if !is_joined && (is_after_kind || is_after_where && is_comma) && next.is_kind() {
        words.reset(&start);
        return missing(words);
    }
    Ok(next)
}

fn statement(words: &mut Tokens<'_>) -> Read<Statement> {
    let of_cards = alt((of_places, only_kinds, no_kinds, of_kinds, kinds_only));
    alt((judged, whether, unless_first, accepted, forbidden, of_cards, plain)).parse_next(words)
}

/// "no two reds in a row", "never the same suit twice, unless it is an ace", "two hearts must not touch, nor may two spades".
fn forbidden(words: &mut Tokens<'_>) -> Read<Statement> {
    let row = forbidden_row(words)?;
    if let Some(other) = opt(nor_row).parse_next(words)? {
        return Ok(Statement::Always(and(row.alone(), other.alone())));
    }
    let exception = opt(preceded((opt(word(",")), word("unless")), condition)).parse_next(words)?;
    let Some(exception) = exception.map(|condition| condition.of(Which::Next)) else { return Ok(row) };
    Ok(match row {
        Statement::Always(formula) => Statement::Always(or(exception, formula)),
        Statement::Where(place, formula) => Statement::Where(place, or(exception, formula)),
        Statement::Right(kind) | Statement::Exempt(kind) => Statement::Right(or(exception, kind)),
    })
}

fn whether(words: &mut Tokens<'_>) -> Read<Statement> {
    alt((conditional, told_of_last)).map(|(condition, then)| Statement::Where(condition, then)).parse_next(words)
}

/// "last card is odd, play red": a condition without "if".
fn told_of_last(words: &mut Tokens<'_>) -> Read<(Formula, Formula)> {
    if !is_ahead(words, &["last"]) {
        return missing(words);
    }
    let condition = condition(words)?;
    word(",").parse_next(words)?;
    opt(word("then")).parse_next(words)?;
    if !is_ahead(words, &["play"]) {
        return missing(words);
    }
    Ok((condition.of(Which::Last), disjunction(words)?))
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
    pass(words, &["any", "card", "in", "on", "at"]);
    let counted = |words: &mut Tokens<'_>| Ok(Formula::Fact(Fact::Place(places(words)?)));
    let place = alt((counted, position_last)).parse_next(words)?;
    pass(words, &["card", "position", ","]);
    let verb = verb(words);
    let said = if verb.is_negative { disjunction(words)? } else { within(formula).parse_next(words)? };
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

// A formula, and what limits it.

/// "red", "red if last is odd", "red after odd", "red or odd but not both", "any card except kings", "not red unless it
/// is even".
fn plain(words: &mut Tokens<'_>) -> Read<Statement> {
    let named = named_at(words);
    let is_only = words.iter().take(2).any(|token| token.text == "only");
    let said = formula(words)?;
    // "Play a face card only if the last card was even"
    let is_kind = cards_of(&said).is_some_and(|(card, _)| card == Which::Next);
    if is_kind && opt((word("only"), word("if"))).parse_next(words)?.is_some() {
        return Ok(Statement::Where(said, condition(words)?.of(Which::Next)));
    }
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
    if opt(then_not).parse_next(words)?.is_some() {
        return Ok(Statement::Always(choose(condition.of(Which::Next), denied(said.clone()), said)));
    }
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
    let one = |words: &mut Tokens<'_>| {
        let compared = preceded(opt((opt(word("card")), alt((word("of"), word("with"))))), |words: &mut Tokens<'_>| {
            relation(Which::Next, words)
        });
        alt((compared, |words: &mut Tokens<'_>| kinds(Which::Next, words))).parse_next(words)
    };
    let kind = one(words)?;
    if said == anything() {
        // "Except sevens, and also except cards of the same rank"
        let again = (opt(word(",")), opt(word("and")), word("except"));
        let others: Vec<Formula> = repeat(0.., preceded(again, one)).parse_next(words)?;
        return Ok(Statement::Always(others.into_iter().fold(denied(kind), |all, other| and(all, denied(other)))));
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

/// "unless the last card was red, play red", "except after an eight, it must be odd".
fn unless_first(words: &mut Tokens<'_>) -> Read<Statement> {
    if opt(word("except")).parse_next(words)?.is_some() {
        let Some(condition) = alt((preceded(word("if"), condition), after)).parse_next(words)?.decided(None) else {
            return missing(words);
        };
        pass(words, &[",", "then"]);
        // "Except after an eight, when it must be odd, …" says what is right there.
        if is_ahead(words, &["if"]) {
            return missing(words);
        }
        let said = within(statement).parse_next(words)?.alone();
        return Ok(Statement::Always(or(condition, said)));
    }
    let condition = preceded(word("unless"), condition).parse_next(words)?;
    pass(words, &[",", "then"]);
    let said = within(formula).parse_next(words)?;
    unless(said, &condition, words)
}

/// ", in which case it must not be": the contrary.
fn then_not(words: &mut Tokens<'_>) -> Read<()> {
    pass(words, &[",", ".", "and"]);
    word("then").parse_next(words)?;
    pass(words, &[",", "play", "card", "it", "must", "is"]);
    word("not").parse_next(words)?;
    pass(words, &["is"]);
    if ends_statement(words) { Ok(()) } else { missing(words) }
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
