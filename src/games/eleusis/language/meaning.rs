//! What a rule means: a finite automaton over the mainline, which says in each state which of the 52 cards are right.
//!
//! Two rules are the same exactly if no mainline that play can reach tells them apart, however they are written. Play can reach
//! every first card, and after it every card that is right; as decks are shuffled in when the stock runs out, any card may
//! come any number of times.

use std::collections::{HashMap, VecDeque};

use super::rule::{Fact, Formula, Rule, Which};
use crate::cards::{Card, CardSet};

/// Where a rule is after a mainline.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RuleState(u16);

/// How much of the mainline a rule remembers.
#[derive(Clone, PartialEq, Eq, Debug)]
enum RuleMemory {
    /// Nothing.
    None,
    /// The last card.
    Last,
    /// The last two cards; after the first card of the mainline there is only one.
    LastTwo,
    /// The place in a cycle of this length, and in which place each first card begins it.
    Cycle(u16, [u8; Card::COUNT]),
}

/// A rule that is ready to judge cards.
///
/// ```
/// use parlour::cards::{Card, CardSet};
/// use parlour::games::eleusis::language::{Automaton, Rule};
///
/// let rule = Automaton::of(&"if last is odd then red else black".parse::<Rule>().unwrap());
/// let card = |text: &str| text.parse::<Card>().unwrap();
/// let state = rule.after(rule.start(card("7S")), card("8H"));
/// assert!(rule.right(state).contains(card("2C")) && !rule.right(state).contains(card("2D")));
/// assert_eq!(rule.right(state).len(), 26);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Automaton {
    memory: RuleMemory,
    /// The cards that are right in each state.
    right: Vec<CardSet>,
}

const CARDS: usize = Card::COUNT;

impl Automaton {
    pub fn of(rule: &Rule) -> Automaton {
        match rule {
            Rule::Always(formula) => Automaton::of_formula(formula),
            Rule::Repeat(cycle) => Automaton::of_cycle(cycle),
        }
    }

    fn of_formula(formula: &Formula) -> Automaton {
        let facts = formula.facts();
        let speaks_of = |which: Which| facts.iter().any(|fact| fact.cards().any(|card| card == which));
        let tables = FactTables::of(&facts);
        let right = |last, before| tables.right(formula, last, before);
        if speaks_of(Which::Before) {
            let alone = Card::all().map(|last| right(Some(last), None));
            let two = Card::all().flat_map(|last| Card::all().map(move |before| (last, before)));
            let two = two.map(|(last, before)| right(Some(last), Some(before)));
            return Automaton { memory: RuleMemory::LastTwo, right: alone.chain(two).collect() };
        }
        if speaks_of(Which::Last) {
            let right = Card::all().map(|last| right(Some(last), None)).collect();
            return Automaton { memory: RuleMemory::Last, right };
        }
        Automaton { memory: RuleMemory::None, right: vec![right(None, None)] }
    }

    fn of_cycle(cycle: &[Formula]) -> Automaton {
        let right: Vec<CardSet> =
            cycle.iter().map(|item| FactTables::of(&item.facts()).right(item, None, None)).collect();
        // The first card stands for the first item that it fits; what fits none stands before the first.
        let mut starts = [0; CARDS];
        for (card, start) in Card::all().zip(&mut starts) {
            *start = right.iter().position(|cards| cards.contains(card)).map_or(0, |at| (at + 1) % right.len()) as u8;
        }
        Automaton { memory: RuleMemory::Cycle(right.len() as u16, starts), right }
    }

    /// The cards that are right by a rule after this mainline, of at least its first card: what [`Automaton::right`] says,
    /// without the other states.
    pub fn right_after(rule: &Rule, mainline: impl DoubleEndedIterator<Item = Card>) -> Option<CardSet> {
        let Rule::Always(formula) = rule else {
            let automaton = Automaton::of(rule);
            return automaton.state_after(mainline).map(|state| automaton.right(state));
        };
        let mut back = mainline.rev();
        let (last, before) = (back.next()?, back.next());
        let is_right = |next: &Card| {
            formula.holds(&|which| match which {
                Which::Next => Some(*next),
                Which::Last => Some(last),
                Which::Before => before,
            })
        };
        Some(Card::all().filter(is_right).collect())
    }

    /// The state after the first card of the mainline.
    pub fn start(&self, first: Card) -> RuleState {
        RuleState(match &self.memory {
            RuleMemory::None => 0,
            RuleMemory::Last | RuleMemory::LastTwo => first.index().into(),
            RuleMemory::Cycle(_, starts) => starts[usize::from(first.index())].into(),
        })
    }

    /// The state after another card of the mainline.
    pub fn after(&self, state: RuleState, card: Card) -> RuleState {
        let (card, cards) = (u16::from(card.index()), CARDS as u16);
        RuleState(match &self.memory {
            RuleMemory::None => 0,
            RuleMemory::Last => card,
            RuleMemory::LastTwo => {
                let last = if state.0 < cards { state.0 } else { (state.0 - cards) / cards };
                cards + card * cards + last
            }
            RuleMemory::Cycle(length, _) => (state.0 + 1) % length,
        })
    }

    /// The state of a cycle after so many cards more, which need not be known; of other rules the same state.
    pub fn later(&self, state: RuleState, cards: usize) -> RuleState {
        match self.memory {
            RuleMemory::Cycle(length, _) => {
                RuleState(((usize::from(state.0) + cards) % usize::from(length.max(1))) as u16)
            }
            _ => state,
        }
    }

    /// The cards that are right in a state.
    pub fn right(&self, state: RuleState) -> CardSet {
        self.right.get(usize::from(state.0)).copied().unwrap_or_default()
    }

    /// The state after a whole mainline, of at least its first card.
    pub fn state_after(&self, mainline: impl IntoIterator<Item = Card>) -> Option<RuleState> {
        let mut cards = mainline.into_iter();
        let first = self.start(cards.next()?);
        Some(cards.fold(first, |state, card| self.after(state, card)))
    }

    /// Every state that play can reach, in the order in which it can be reached.
    pub fn reachable(&self) -> Vec<RuleState> {
        let mut seen = vec![false; self.right.len()];
        let mut found: Vec<RuleState> = Vec::new();
        let mut reach = |state: RuleState, found: &mut Vec<RuleState>| {
            if let Some(seen) = seen.get_mut(usize::from(state.0)).filter(|seen| !**seen) {
                *seen = true;
                found.push(state);
            }
        };
        Card::all().for_each(|card| reach(self.start(card), &mut found));
        let mut looked_at = 0;
        while let Some(state) = found.get(looked_at).copied() {
            looked_at += 1;
            self.right(state).iter().for_each(|card| reach(self.after(state, card), &mut found));
        }
        found
    }

    /// How often a card is right on the average, from 0 to 1, if every card that is right is as likely to be played as another.
    pub fn share(&self) -> f64 {
        const CARDS_PLAYED: usize = 24;
        let mut likely = vec![0.0; self.right.len()];
        Card::all().for_each(|card| likely[usize::from(self.start(card).0)] += 1.0 / CARDS as f64);
        let mut sum = 0.0;
        for _ in 0..CARDS_PLAYED {
            let mut next = vec![0.0; self.right.len()];
            for (number, likely) in (0u16..).zip(&likely).filter(|(_, likely)| **likely > 0.0) {
                let (state, right) = (RuleState(number), self.right(RuleState(number)));
                sum += likely * right.len() as f64 / CARDS as f64;
                for card in right.iter() {
                    next[usize::from(self.after(state, card).0)] += likely / right.len() as f64;
                }
            }
            likely = next;
        }
        sum / CARDS_PLAYED as f64
    }
}

/// The next cards for which each fact of a formula holds, after each card that it compares them with.
struct FactTables(Vec<(Fact, Vec<CardSet>)>);

impl FactTables {
    fn of(facts: &[Fact]) -> FactTables {
        let table = |fact: &Fact| {
            let after = |other: Card| {
                let at = |which: Which, next: Card| Some(if which == Which::Next { next } else { other });
                Card::all().filter(|next| fact.holds(|which| at(which, *next))).collect()
            };
            // What is said of the next card alone is the same after every card.
            let others = if fact.cards().any(|card| card != Which::Next) { CARDS } else { 1 };
            (*fact, Card::all().take(others).map(after).collect())
        };
        FactTables(facts.iter().filter(|fact| fact.cards().any(|card| card == Which::Next)).map(table).collect())
    }

    /// The next cards for which a formula holds after these.
    fn right(&self, formula: &Formula, last: Option<Card>, before: Option<Card>) -> CardSet {
        let of = |part: &Formula| self.right(part, last, before);
        match formula {
            Formula::Fact(fact) => self.of_fact(fact, last, before),
            Formula::Not(part) => of(part).complement(),
            Formula::And(one, other) => of(one).intersection(of(other)),
            Formula::Or(one, other) => of(one).union(of(other)),
            Formula::If(condition, then, otherwise) => {
                let holds = of(condition);
                holds.intersection(of(then)).union(of(otherwise).without(holds))
            }
        }
    }

    fn of_fact(&self, fact: &Fact, last: Option<Card>, before: Option<Card>) -> CardSet {
        let at = |which: Which| match which {
            Which::Next => None,
            Which::Last => last,
            Which::Before => before,
        };
        let Some((_, table)) = self.0.iter().find(|(known, _)| known == fact) else {
            // It does not speak of the next card.
            return if fact.holds(at) { CardSet::FULL } else { CardSet::EMPTY };
        };
        let other = match fact.cards().find(|card| *card != Which::Next).map(at) {
            None => Card::from_index(0),
            Some(other) => other,
        };
        other.and_then(|other| table.get(usize::from(other.index()))).copied().unwrap_or_default()
    }
}

/// A mainline after which two rules do not agree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The shortest such mainline; both rules allow it.
    pub mainline: Vec<Card>,
    /// A card that is right for one of them alone.
    pub card: Card,
    /// Whether it is the first.
    pub right_for_first: bool,
}

/// The shortest mainline that tells two rules apart; `None` if there is none, and they are the same rule.
pub fn difference(one: &Automaton, other: &Automaton) -> Option<Difference> {
    // For each pair of states how it was reached: the pair before it, and the card.
    let mut came: HashMap<Pair, (Option<Pair>, Card)> = HashMap::new();
    let mut waiting = VecDeque::new();
    for card in Card::all() {
        let pair = (one.start(card), other.start(card));
        came.entry(pair).or_insert_with(|| {
            waiting.push_back(pair);
            (None, card)
        });
    }
    while let Some(pair) = waiting.pop_front() {
        let (right, right_there) = (one.right(pair.0), other.right(pair.1));
        let apart = right.without(right_there).union(right_there.without(right));
        if let Some(card) = apart.iter().next() {
            let mut mainline = Vec::new();
            let mut at = Some(pair);
            while let Some((before, card)) = at.and_then(|pair| came.get(&pair).copied()) {
                mainline.push(card);
                at = before;
            }
            mainline.reverse();
            return Some(Difference { mainline, card, right_for_first: right.contains(card) });
        }
        for card in right.iter() {
            let next = (one.after(pair.0, card), other.after(pair.1, card));
            came.entry(next).or_insert_with(|| {
                waiting.push_back(next);
                (Some(pair), card)
            });
        }
    }
    None
}

/// Where two rules are after the same mainline.
type Pair = (RuleState, RuleState);
