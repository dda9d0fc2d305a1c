//! One rule of the grammar that bots think in: what it allows, in which sentence it is said, and whether it is the same from now on as
//! another.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::evidence::Situation;
use super::language::{Automaton, Formula, Rule, RuleState};
use super::parts::{ALL, PartId};
use crate::cards::{Card, CardSet};

/// A rule of the grammar.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Idea {
    One(PartId),
    Both(PartId, PartId),
    Either(PartId, PartId),
    Choice(PartId, PartId, PartId),
    /// One after the other: the first for the second card of the mainline.
    Cycle(Vec<PartId>),
}

impl Idea {
    pub(super) fn right(&self, at: &Situation) -> CardSet {
        let part = |id: PartId| ALL.part(id).right(at);
        match self {
            Idea::One(one) => part(*one),
            Idea::Both(one, other) => part(*one).intersection(part(*other)),
            Idea::Either(one, other) => part(*one).union(part(*other)),
            Idea::Choice(condition, then, otherwise) => {
                let chosen = ALL.condition(*condition).cards(at);
                chosen.intersection(part(*then)).union(part(*otherwise).without(chosen))
            }
            Idea::Cycle(cycle) => part(cycle[(at.length - 1) % cycle.len()]),
        }
    }

    fn looks_further(&self) -> bool {
        let part = |id: &PartId| ALL.part(*id).looks_further();
        match self {
            Idea::One(one) => part(one),
            Idea::Both(one, other) | Idea::Either(one, other) => part(one) || part(other),
            Idea::Choice(condition, then, otherwise) => {
                ALL.condition(*condition).looks_further() || part(then) || part(otherwise)
            }
            Idea::Cycle(cycle) => cycle.iter().any(part),
        }
    }

    fn length(&self) -> usize {
        if let Idea::Cycle(cycle) = self { cycle.len() } else { 1 }
    }

    /// The sentence, for a mainline that begins with this card.
    pub(super) fn rule(&self, first: Card) -> Rule {
        let part = |id: PartId| Box::new(ALL.part(id).formula.clone());
        Rule::Always(match self {
            Idea::One(one) => *part(*one),
            Idea::Both(one, other) => Formula::And(part(*one), part(*other)),
            Idea::Either(one, other) => Formula::Or(part(*one), part(*other)),
            Idea::Choice(_, then, otherwise) if then == otherwise => *part(*then),
            Idea::Choice(condition, then, otherwise) => {
                let condition = ALL.condition(*condition).formula.clone();
                Formula::If(Box::new(condition), part(*then), part(*otherwise))
            }
            Idea::Cycle(cycle) => return sentence_of(cycle, first),
        })
    }

    /// Whether it is the same from a situation on as another rule, which is in this state there.
    pub(super) fn is_same_from(&self, at: &Situation, other: &Automaton, state: RuleState) -> bool {
        self.agrees(
            at,
            state,
            self.looks_further(),
            |state, _| other.right(state),
            |state, card| other.after(state, card),
        )
    }

    /// Whether it is the same from a situation on as another one.
    pub(super) fn is_same_as(&self, other: &Idea, at: &Situation) -> bool {
        let (looks_further, length) = (self.looks_further() || other.looks_further(), other.length());
        self.agrees(at, at.length % length, looks_further, |_, at| other.right(at), |phase, _| (phase + 1) % length)
    }

    /// Goes through all that can come, together with another rule, whose state is told by `S`.
    fn agrees<S: Copy + Eq + Hash>(
        &self,
        at: &Situation,
        state: S,
        looks_further: bool,
        right_there: impl Fn(S, &Situation) -> CardSet,
        next: impl Fn(S, Card) -> S,
    ) -> bool {
        // Nearly all differ at once.
        if self.right(at) != right_there(state, at) {
            return false;
        }
        let length = self.length();
        let mut seen = HashSet::new();
        let mut waiting = vec![(*at, state)];
        while let Some((at, state)) = waiting.pop() {
            let right = self.right(&at);
            if right != right_there(state, &at) {
                return false;
            }
            for card in right.iter() {
                let (at, state) = (at.after(card), next(state, card));
                if seen.insert((at.last, at.before.filter(|_| looks_further), at.length % length, state)) {
                    waiting.push((at, state));
                }
            }
        }
        true
    }

    /// Ideas with different marks are not the same from a situation on.
    pub(super) fn mark(&self, at: &Situation) -> u64 {
        let mut mark = DefaultHasher::new();
        let right = self.right(at);
        right.bits().hash(&mut mark);
        right.iter().for_each(|card| self.right(&at.after(card)).bits().hash(&mut mark));
        mark.finish()
    }
}

/// The sentence for a cycle of which the first part is for the second card of the mainline. The first card stands for the last part, or it
/// fits none.
fn sentence_of(cycle: &[PartId], first: Card) -> Rule {
    let mut turned = cycle.to_vec();
    if cycle.last().is_some_and(|last| ALL.part(*last).begins_with(first)) {
        turned.rotate_right(1);
    }
    Rule::Repeat(turned.into_iter().map(|part| ALL.part(part).formula.clone()).collect())
}
