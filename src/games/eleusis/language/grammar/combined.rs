//! Several sentences as one: what always holds, what holds on conditions, and what is right whatever else is said.

use super::super::formulas::{Statement, and, anything, can_hold, cards_of, choose, denied, or};
use super::super::rule::{Formula, Rule, Which};
use super::stream::{Read, Tokens, missing, unclear, wrong};
use crate::cards::CardSet;

/// Several sentences as one.
pub(super) fn together(words: &Tokens<'_>, said: Vec<Statement>, rest: Option<Formula>) -> Read<Formula> {
    let is_exempt = |statement: &Statement| matches!(statement, Statement::Exempt(_));
    let (exempt, said): (Vec<Statement>, Vec<Statement>) = said.into_iter().partition(is_exempt);
    if let Some(exempt) = exempt.into_iter().map(Statement::alone).reduce(or) {
        let says_more = !said.is_empty() || rest.is_some();
        return if says_more { Ok(or(exempt, together(words, said, rest)?)) } else { Ok(exempt) };
    }
    let (mut always, mut wheres, mut rights) = (Vec::new(), Vec::new(), Vec::new());
    for statement in said {
        match statement {
            Statement::Always(formula) => always.push(formula),
            Statement::Where(condition, then) => wheres.push((condition, then)),
            Statement::Right(kind) | Statement::Exempt(kind) => rights.push(kind),
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
pub(super) fn all_of(
    words: &Tokens<'_>,
    mut always: Vec<Formula>,
    mut wheres: Vec<(Formula, Formula)>,
    rest: Option<Formula>,
) -> Read<Formula> {
    // "Higher, but after a king anything": what is said on no condition counts where the others do not hold.
    if !always.is_empty() && rest.is_none() && !wheres.is_empty() && wheres.iter().all(|(_, then)| *then == anything())
    {
        let free = wheres.into_iter().map(|(condition, _)| condition);
        let said = always.into_iter().reduce(and);
        return free.chain(said).reduce(or).map_or_else(|| missing(words), Ok);
    }
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
    // "If it is red, higher; if it is black, lower; if it is the same, anything": that asks nothing of what no other condition asks about.
    if always.is_empty() && wheres.len() > 1 {
        let conditions: Vec<Formula> = wheres.iter().map(|(condition, _)| condition.clone()).collect();
        let is_alone = |condition: &Formula| {
            conditions.iter().all(|other| other == condition || !can_hold(&and(condition.clone(), other.clone())))
        };
        wheres.retain(|(condition, then)| *then != anything() || !is_alone(condition));
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
