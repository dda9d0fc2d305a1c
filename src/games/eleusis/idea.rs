//! One rule of the grammar that bots think in: what it allows, in which sentence it is said, and whether it is the same from now on as
//! another.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::evidence::Situation;
use super::language::{
    Automaton, ByLastCard, CardColour, CardJudge, Fact, Formula, Property, Rule, RuleState, Which, is_same_from,
};
use super::parts::{ALL, PartId};
use super::topics::{Topic, Topics};
use crate::cards::{Card, CardSet, Suit};

/// A rule of the grammar.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Idea {
    One(PartId),
    Both(PartId, PartId),
    Either(PartId, PartId),
    Choice(PartId, PartId, PartId),
    /// One part or another, whichever has its turn.
    Turns(RuleTurn, Vec<PartId>),
}

/// An idea that is ready to judge cards.
pub(super) enum IdeaJudge {
    ByLastCard(ByLastCard),
    Automaton(Automaton),
}

impl CardJudge for IdeaJudge {
    fn states(&self) -> usize {
        match self {
            IdeaJudge::ByLastCard(rule) => rule.states(),
            IdeaJudge::Automaton(rule) => rule.states(),
        }
    }

    fn right(&self, state: RuleState) -> CardSet {
        match self {
            IdeaJudge::ByLastCard(rule) => rule.right(state),
            IdeaJudge::Automaton(rule) => rule.right(state),
        }
    }

    fn after(&self, state: RuleState, card: Card) -> RuleState {
        match self {
            IdeaJudge::ByLastCard(rule) => rule.after(state, card),
            IdeaJudge::Automaton(rule) => rule.after(state, card),
        }
    }
}

/// What decides which of several parts has its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RuleTurn {
    /// The place in a cycle of so many cards: the first part is for the second card of the mainline.
    Place(usize),
    /// The suit of the last card.
    SuitOfLast,
    /// Whether the last card is red or black, and odd or even.
    ColourAndParityOfLast,
}

impl RuleTurn {
    /// How many parts have turns.
    pub(super) const fn count(self) -> usize {
        match self {
            RuleTurn::Place(length) => length,
            RuleTurn::SuitOfLast => Suit::ALL.len(),
            RuleTurn::ColourAndParityOfLast => 4,
        }
    }

    /// What it makes a rule speak of.
    pub(super) fn topics(self) -> Topics {
        match self {
            RuleTurn::Place(_) => [Topic::Cycle].into_iter().collect(),
            RuleTurn::SuitOfLast => [Topic::Suit, Topic::LastCard].into_iter().collect(),
            RuleTurn::ColourAndParityOfLast => [Topic::Colour, Topic::Parity, Topic::LastCard].into_iter().collect(),
        }
    }

    /// Which of them has its turn.
    pub(super) fn of(self, at: &Situation) -> usize {
        match self {
            RuleTurn::Place(length) => (at.length - 1) % length,
            RuleTurn::SuitOfLast => at.last.suit() as usize,
            RuleTurn::ColourAndParityOfLast => {
                let is_black = Property::Colour(CardColour::Black).is_of(at.last);
                2 * usize::from(is_black) + usize::from(Property::Even.is_of(at.last))
            }
        }
    }

    /// What must be so for each part to have its turn; nothing for those that have it one after the other.
    fn conditions(self) -> Vec<Formula> {
        let last = |property| Formula::Fact(Fact::Is(Which::Last, property));
        match self {
            RuleTurn::Place(_) => Vec::new(),
            RuleTurn::SuitOfLast => Suit::ALL.into_iter().map(|suit| last(Property::Suit(suit))).collect(),
            RuleTurn::ColourAndParityOfLast => {
                let of_colour = |colour| {
                    let and = |parity| Formula::And(Box::new(last(Property::Colour(colour))), Box::new(last(parity)));
                    [Property::Odd, Property::Even].map(and)
                };
                [CardColour::Red, CardColour::Black].into_iter().flat_map(of_colour).collect()
            }
        }
    }
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
            Idea::Turns(turn, parts) => part(parts[turn.of(at)]),
        }
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
            Idea::Turns(RuleTurn::Place(_), cycle) => return sentence_of(cycle, first),
            Idea::Turns(turn, parts) => {
                let mut each = turn.conditions().into_iter().zip(parts).rev();
                let last = each.next().map_or_else(|| *part(0), |(_, id)| *part(*id));
                each.fold(last, |otherwise, (after, id)| Formula::If(Box::new(after), part(*id), Box::new(otherwise)))
            }
        })
    }

    /// Whether it is the same from a situation on as another rule, which is in this state there.
    pub(super) fn is_same_from(&self, at: &Situation, other: &impl CardJudge, state: RuleState) -> bool {
        // Nearly all differ at once, or after another card.
        let right = self.right(at);
        let is_alike_after = |card: Card| self.right(&at.after(card)) == other.right(other.after(state, card));
        if right != other.right(state) || !right.iter().all(is_alike_after) {
            return false;
        }
        let (own, own_state) = self.ready(at);
        is_same_from((&own, own_state), (other, state))
    }

    /// The rule, ready to judge cards, and its state in a situation.
    pub(super) fn ready(&self, at: &Situation) -> (IdeaJudge, RuleState) {
        if self.looks_at_last_alone() {
            let right = ByLastCard::of(|last| self.right(&Situation { last, ..*at }));
            return (IdeaJudge::ByLastCard(right), ByLastCard::state(at.last));
        }
        let automaton = Automaton::of(&self.rule(at.first));
        let state = automaton.state_at(at.first, &at.end());
        (IdeaJudge::Automaton(automaton), state)
    }

    /// Whether what is right depends on no more of the mainline than its last card.
    fn looks_at_last_alone(&self) -> bool {
        let part = |id: &PartId| ALL.part(*id).looks_at_last_alone();
        match self {
            Idea::One(one) => part(one),
            Idea::Both(one, other) | Idea::Either(one, other) => part(one) && part(other),
            Idea::Choice(condition, then, otherwise) => {
                ALL.condition(*condition).looks_at_last_alone && part(then) && part(otherwise)
            }
            Idea::Turns(turn, parts) => !matches!(turn, RuleTurn::Place(_)) && parts.iter().all(part),
        }
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
