//! Formulas: what is true or not, joined by "and" and "or", and depending on conditions.

use winnow::Parser;
use winnow::combinator::{alt, opt, preceded, separated_foldl1};

use super::super::formulas::{and, anything, can_hold, cards_of, choose, or, said_of_another};
use super::super::rule::{Formula, Rule, Which};
use super::counted::counted;
use super::facts::fact;
use super::kinds::{bracketed, joined_by, kinds, negated, or_joint};
use super::rows::part_of_row;
use super::stream::{Read, Tokens, ahead, is_ahead, listed, missing, pass, unclear, within, word, wrong};
use super::verbs::{VerbWords, verb};

/// Anything that is true or not.
pub(super) fn formula(words: &mut Tokens<'_>) -> Read<Formula> {
    let choice = |words: &mut Tokens<'_>| {
        let (condition, then) = conditional(words)?;
        Ok(choose(condition, then, otherwise(words)?.unwrap_or_else(anything)))
    };
    alt((choice, disjunction)).parse_next(words)
}

pub(super) fn disjunction(words: &mut Tokens<'_>) -> Read<Formula> {
    separated_foldl1(conjunction, or_joint, |one, (), other| or(one, other)).parse_next(words)
}

fn conjunction(words: &mut Tokens<'_>) -> Read<Formula> {
    let joint = alt((joined_by("and"), joined_by("but")));
    separated_foldl1(unit, joint, |one, (), other| and(one, other)).parse_next(words)
}

fn unit(words: &mut Tokens<'_>) -> Read<Formula> {
    let counted = |words: &mut Tokens<'_>| counted(formula, words);
    alt((negated(unit), bracketed(formula), counted, fact)).parse_next(words)
}

// Conditions.

/// "if A then B", "after A, B": the condition, and what must follow.
pub(super) fn conditional(words: &mut Tokens<'_>) -> Read<(Formula, Formula)> {
    let condition = alt((preceded(word("if"), condition), after)).parse_next(words)?;
    pass(words, &[",", "then", "."]);
    let (named, names_next) = (named_at(words), is_ahead(words, &["next"]));
    let then = with_leave(disjunction, words)?;
    let has_else = ahead(words, comes_else).is_some();
    let meant = match named {
        // "If red then the next is even, otherwise odd" may be about the red card itself.
        Some(_) if names_next && has_else => None,
        None if has_else => Some(Which::Next),
        named => named.or_else(|| contradicts(&condition, &then).then_some(Which::Last)),
    };
    match condition.decided(meant) {
        Some(condition) => Ok((condition, then)),
        None => unclear_card(words, &condition, &then),
    }
}

/// What must follow: "red", "only red may be played".
fn with_leave(part: fn(&mut Tokens<'_>) -> Read<Formula>, words: &mut Tokens<'_>) -> Read<Formula> {
    let is_only = is_ahead(words, &["only"]);
    let said = part(words)?;
    if is_only {
        opt(may_be_played).parse_next(words)?;
    }
    Ok(said)
}

/// "(only red cards) may be played", "are right".
fn may_be_played(words: &mut Tokens<'_>) -> Read<()> {
    let verb = verb(words);
    let is_right = opt(word("right")).parse_next(words)?.is_some();
    let ends = words.is_empty() || is_ahead(words, &[",", ".", "and", "else"]);
    if verb.is_said && !verb.is_negative && (verb.is_played || is_right) && ends { Ok(()) } else { missing(words) }
}

/// Whether no card can fulfil an open condition and what is said with it, as in "if red then black": such a condition
/// speaks of another card.
fn contradicts(condition: &SaidCondition, then: &Formula) -> bool {
    !can_hold(&and(condition.of(Which::Next), then.clone()))
}

/// A condition that names no card may be meant of the last one or of the next.
pub(super) fn unclear_card<T>(words: &Tokens<'_>, condition: &SaidCondition, then: &Formula) -> Read<T> {
    const WHY: &str = "is the condition about the last card or the next one?";
    let mut words = words.clone();
    let Ok(rest) = otherwise(&mut words) else { return wrong(&words, WHY) };
    let rest = rest.unwrap_or_else(anything);
    let said = |card| Rule::Always(choose(condition.of(card), then.clone(), rest.clone()));
    unclear(&words, WHY, [Which::Last, Which::Next].map(said).to_vec())
}

/// What a rule depends on.
pub(super) enum SaidCondition {
    /// It names the cards that it speaks of, or compares them.
    Named(Formula),
    /// It says what a card is, but not which: "red" of "if red then even".
    Open(Formula),
}

impl SaidCondition {
    /// The condition, said of this card where it is open.
    pub(super) fn of(&self, card: Which) -> Formula {
        match self {
            SaidCondition::Named(formula) => formula.clone(),
            SaidCondition::Open(formula) => said_of_another(formula, card),
        }
    }

    /// The condition, if it is known which card it speaks of.
    pub(super) fn decided(&self, card: Option<Which>) -> Option<Formula> {
        match (self, card) {
            (SaidCondition::Named(formula), _) => Some(formula.clone()),
            (SaidCondition::Open(_), card) => card.map(|card| self.of(card)),
        }
    }
}

pub(super) fn condition(words: &mut Tokens<'_>) -> Read<SaidCondition> {
    const NAMES: [&str; 5] = ["next", "it", "last", "before", "last-two"];
    let left = words.len();
    let formula = disjunction(words)?;
    let mut said = words.previous_tokens().take(left - words.len());
    let names = said.any(|token| NAMES.contains(&token.text.as_str()));
    if names || cards_of(&formula).is_none_or(|(card, _)| card != Which::Next) {
        return Ok(SaidCondition::Named(formula));
    }
    match has_been_played(words) {
        Some(verb) if verb.is_past => Ok(SaidCondition::Named(said_of_another(&formula, Which::Last))),
        _ => Ok(SaidCondition::Open(formula)),
    }
}

/// "has been played", "is played", after a kind of cards.
fn has_been_played(words: &mut Tokens<'_>) -> Option<VerbWords> {
    let is_verb = is_ahead(words, &["is", "was", "has"]);
    let played = ahead(words, |words| Ok(verb(words))).filter(|verb| is_verb && verb.is_played && !verb.is_negative);
    if played.is_some() {
        verb(words);
    }
    played
}

/// "after a face card", "after two reds", "on a king": a condition of the last cards.
pub(super) fn after(words: &mut Tokens<'_>) -> Read<SaidCondition> {
    pass(words, &["card", "next"]);
    alt((word("after"), word("on"))).parse_next(words)?;
    let two = (listed(&[("2", ())]), part_of_row).map(|((), part)| part.twice());
    let formula = alt((two, |words: &mut Tokens<'_>| kinds(Which::Last, words))).parse_next(words)?;
    Ok(SaidCondition::Named(formula))
}

/// The card that an open condition speaks of, by how what follows begins: "play …" and "the next …" come after it,
/// and "it …" is that card.
pub(super) fn named_at(words: &Tokens<'_>) -> Option<Which> {
    if is_ahead(words, &["play", "next"]) {
        Some(Which::Last)
    } else if is_ahead(words, &["it"]) {
        Some(Which::Next)
    } else {
        None
    }
}

/// ", otherwise black", "and the others are black", ", and black otherwise".
pub(super) fn otherwise(words: &mut Tokens<'_>) -> Read<Option<Formula>> {
    if words.iter().last().is_some_and(|token| token.text == "else") {
        let said_before = |words: &mut Tokens<'_>| {
            pass(words, &[",", ".", "and", "but"]);
            let said = within(disjunction).parse_next(words)?;
            opt(word(",")).parse_next(words)?;
            word("else").parse_next(words)?;
            Ok(said)
        };
        if let Some(said) = opt(said_before).parse_next(words)? {
            return Ok(Some(said));
        }
    }
    if opt(comes_else).parse_next(words)?.is_none() {
        return Ok(None);
    }
    pass(words, &[","]);
    within(|words: &mut Tokens<'_>| with_leave(formula, words)).map(Some).parse_next(words)
}

pub(super) fn comes_else(words: &mut Tokens<'_>) -> Read<()> {
    pass(words, &[",", ".", "and", "but"]);
    alt((word("else"), the_rest)).parse_next(words)
}

/// "all the others", "every other card".
fn the_rest(words: &mut Tokens<'_>) -> Read<()> {
    pass(words, &["any"]);
    word("rest").parse_next(words)?;
    opt(word("card")).void().parse_next(words)
}
