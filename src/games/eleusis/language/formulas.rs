//! Formulas, put together as sentences say them, and asked which cards they are true of.

use super::meaning::FactTables;
use super::memory::{MOST_STATES, RuleMemory};
use super::rule::{CardColour, Fact, Features, Formula, Likeness, LineEnd, Property, Which};
use crate::cards::{Card, CardSet};

pub(super) fn is(card: Which, property: Property) -> Formula {
    Formula::Fact(Fact::Is(card, property))
}

pub(super) fn not(part: Formula) -> Formula {
    Formula::Not(Box::new(part))
}

pub(super) fn and(one: Formula, other: Formula) -> Formula {
    Formula::And(Box::new(one), Box::new(other))
}

pub(super) fn or(one: Formula, other: Formula) -> Formula {
    Formula::Or(Box::new(one), Box::new(other))
}

pub(super) fn choose(condition: Formula, then: Formula, otherwise: Formula) -> Formula {
    Formula::If(Box::new(condition), Box::new(then), Box::new(otherwise))
}

/// What is true of every card.
pub(super) fn anything() -> Formula {
    let [red, black] = [CardColour::Red, CardColour::Black].map(|colour| is(Which::Next, Property::Colour(colour)));
    or(red, black)
}

/// In what two cards are compared.
#[derive(Clone, Copy, Debug)]
pub(super) struct FeatureComparison {
    pub(super) features: Features,
    /// Whether cards count as alike that are alike in one of them.
    pub(super) is_any: bool,
}

impl FeatureComparison {
    /// That the next card is not like the last in this.
    pub(super) fn differs(self) -> Formula {
        denied(self.of(Which::Next, Which::Last, true))
    }

    /// That two cards are alike in this, or that they differ in it.
    pub(super) fn of(self, card: Which, other: Which, same: bool) -> Formula {
        let FeatureComparison { features, is_any } = self;
        let likeness = match (is_any, same) {
            (true, true) => Likeness::AnySame,
            (false, true) => Likeness::AllSame,
            (true, false) if features.iter().count() > 1 => Likeness::AnyDiffers,
            (_, false) => Likeness::AllDiffer,
        };
        Formula::Fact(Fact::Likeness { card, other, features, likeness })
    }
}

/// What is said of one card alone, said of another.
pub(super) fn said_of_another(formula: &Formula, card: Which) -> Formula {
    let again = |part: &Formula| Box::new(said_of_another(part, card));
    match formula {
        Formula::Fact(Fact::Is(_, property)) => is(card, *property),
        Formula::Fact(comparison) => Formula::Fact(*comparison),
        Formula::Not(part) => Formula::Not(again(part)),
        Formula::And(one, other) => Formula::And(again(one), again(other)),
        Formula::Or(one, other) => Formula::Or(again(one), again(other)),
        Formula::If(condition, then, otherwise) => Formula::If(again(condition), again(then), again(otherwise)),
    }
}

/// The card that a formula speaks of and the cards that it is true of; `None` if it speaks of several, or compares.
pub(super) fn cards_of(formula: &Formula) -> Option<(Which, CardSet)> {
    let facts = formula.facts();
    let of = |fact: &Fact| match fact {
        Fact::Is(card, _) => Some(*card),
        _ => None,
    };
    let card = of(facts.first()?)?;
    let is_alone = facts.iter().all(|fact| of(fact) == Some(card));
    is_alone.then(|| (card, Card::all().filter(|card| formula.holds(&LineEnd::all(*card))).collect()))
}

/// Whether it is true of any cards, if none is missing.
pub(super) fn can_hold(formula: &Formula) -> bool {
    let facts = formula.facts();
    if facts.iter().any(|fact| fact.counts()) || formula.looks_at(Which::ThirdLast) {
        return can_hold_far_back(formula, &facts);
    }
    let cards = |which: Which| Card::all().take(if formula.looks_at(which) { Card::COUNT } else { 1 });
    cards(Which::Before).any(|before| {
        cards(Which::Last).any(|last| {
            let end = LineEnd { last: Some(last), before: Some(before), ..LineEnd::default() };
            cards(Which::Next).any(|next| formula.holds(&end.with_next(next)))
        })
    })
}

/// The same of what looks so far back that only cards which it tells apart can be tried.
fn can_hold_far_back(formula: &Formula, facts: &[Fact]) -> bool {
    let (memory, tables) = (RuleMemory::of_facts(facts), FactTables::of(facts));
    if memory.size() > MOST_STATES {
        return true;
    }
    let asked: Vec<Which> = facts.iter().flat_map(|fact| fact.cards()).filter(|card| *card != Which::Next).collect();
    let is_whole = |end: &LineEnd| asked.iter().all(|which| end.at(*which).is_some());
    memory.ends().any(|(_, end)| is_whole(&end) && !tables.right(formula, &end).is_empty())
}

/// The opposite of what is said; in the words of the language, where it has such.
pub(super) fn denied(formula: Formula) -> Formula {
    match formula {
        Formula::Not(part) => *part,
        Formula::Fact(fact) => opposite(fact).map_or_else(|| not(Formula::Fact(fact)), Formula::Fact),
        other => not(other),
    }
}

/// The opposite of how the next card compares with the last. There always is a last card; what is said of the one
/// before is false where there is none, and so is its opposite.
fn opposite(fact: Fact) -> Option<Fact> {
    let is_always_there = fact.cards().all(|card| matches!(card, Which::Next | Which::Last));
    turned(fact).filter(|_| is_always_there)
}

/// The opposite of a comparison, of cards that are there.
fn turned(fact: Fact) -> Option<Fact> {
    match fact {
        Fact::Rank { card, order, other } => Some(Fact::Rank { card, order: order.opposite(), other }),
        Fact::SuitOrder { card, order, other } => Some(Fact::SuitOrder { card, order: order.opposite(), other }),
        Fact::RankByPlace(order) => Some(Fact::RankByPlace(order.opposite())),
        Fact::Likeness { card, other, features, likeness } => {
            let likeness = match likeness {
                Likeness::AnySame => Likeness::AllDiffer,
                Likeness::AllSame => Likeness::AnyDiffers,
                Likeness::AnyDiffers => Likeness::AllSame,
                Likeness::AllDiffer => Likeness::AnySame,
            };
            Some(Fact::Likeness { card, other, features, likeness })
        }
        _ => None,
    }
}

/// The same, with nothing asked of cards that the next one is compared with while they are not there.
pub(super) fn where_there(formula: Formula) -> Formula {
    let again = |part: Box<Formula>| Box::new(where_there(*part));
    match formula {
        Formula::Fact(fact) if fact.cards().count() == 2 => match turned(fact) {
            Some(turned) if opposite(fact).is_none() => not(Formula::Fact(turned)),
            _ => Formula::Fact(fact),
        },
        Formula::And(one, other) => Formula::And(again(one), again(other)),
        Formula::Or(one, other) => Formula::Or(again(one), again(other)),
        Formula::If(condition, then, otherwise) => Formula::If(condition, again(then), again(otherwise)),
        formula => formula,
    }
}

/// What one sentence says.
pub(super) enum Statement {
    Always(Formula),
    /// Where the condition holds, the other must.
    Where(Formula, Formula),
    /// Cards of this kind are right whatever else is said; alone, that only they are.
    Right(Formula),
    /// The same where it is said that nothing else counts for them: "at any time".
    Exempt(Formula),
}

impl Statement {
    /// Whether it only names a kind of cards.
    pub(super) fn is_kind(&self) -> bool {
        match self {
            Statement::Always(Formula::Not(_)) | Statement::Where(..) => false,
            Statement::Right(_) | Statement::Exempt(_) => false,
            Statement::Always(formula) => cards_of(formula).is_some(),
        }
    }

    /// What it says if it is all that is said.
    pub(super) fn alone(self) -> Formula {
        match self {
            Statement::Always(formula) | Statement::Right(formula) | Statement::Exempt(formula) => formula,
            Statement::Where(condition, then) => choose(condition, then, anything()),
        }
    }
}
