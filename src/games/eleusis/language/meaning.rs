//! What a rule means: a finite automaton over the mainline, which says in each state which of the 52 cards are right.
//!
//! Two rules are the same exactly if no mainline that play can reach tells them apart, however they are written. Play can reach
//! every first card, and after it every card that is right; as decks are shuffled in when the stock runs out, any card may
//! come any number of times. Once a mainline lies on the table, only what can come after it tells rules apart: after a red card, `red`
//! and `colour same as last` are one rule from then on.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};

use super::memory::RuleMemory;
pub use super::memory::RuleState;
use super::rule::{Fact, Formula, LineEnd, Rule, Which};
use crate::cards::{Card, CardSet};

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
        let (memory, tables) = (RuleMemory::of_facts(&facts), FactTables::of(&facts));
        let right = memory.ends().map(|(_, end)| tables.right(formula, &end)).collect();
        Automaton { memory, right }
    }

    fn of_cycle(cycle: &[Formula]) -> Automaton {
        let facts: Vec<Fact> = cycle.iter().flat_map(Formula::facts).collect();
        let tables = FactTables::of(&facts);
        let mut starts = [0; CARDS];
        for (card, start) in Card::all().zip(&mut starts) {
            *start = place_after(cycle, card) as u8;
        }
        let memory = RuleMemory::of_cycle(&facts, cycle.len(), starts);
        let right = memory.ends().map(|(place, end)| tables.right(&cycle[place], &end)).collect();
        Automaton { memory, right }
    }

    /// The cards that are right by a rule after this mainline, of at least its first card: what [`Automaton::right`] says,
    /// without the other states.
    pub fn right_after(rule: &Rule, mainline: impl DoubleEndedIterator<Item = Card> + Clone) -> Option<CardSet> {
        let first = mainline.clone().next()?;
        let end = LineEnd::after(mainline.rev());
        let formula = match rule {
            Rule::Always(formula) => formula,
            // The second card has place 2.
            Rule::Repeat(cycle) => cycle.get((place_after(cycle, first) + end.place - 2) % cycle.len().max(1))?,
        };
        Some(formula.next_cards(&end))
    }

    /// The state after the first card of the mainline.
    pub fn start(&self, first: Card) -> RuleState {
        self.memory.start(first)
    }

    /// The state after another card of the mainline.
    pub fn after(&self, state: RuleState, card: Card) -> RuleState {
        self.memory.after(state, card)
    }

    /// The state after a mainline that begins and ends so.
    pub fn state_at(&self, first: Card, end: &LineEnd) -> RuleState {
        self.memory.at(first, end)
    }

    /// The cards that are right in a state.
    pub fn right(&self, state: RuleState) -> CardSet {
        self.right.get(state.0 as usize).copied().unwrap_or_default()
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
            if let Some(seen) = seen.get_mut(state.0 as usize).filter(|seen| !**seen) {
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
        Card::all().for_each(|card| likely[self.start(card).0 as usize] += 1.0 / CARDS as f64);
        let mut sum = 0.0;
        for _ in 0..CARDS_PLAYED {
            let mut next = vec![0.0; self.right.len()];
            for (number, likely) in (0u32..).zip(&likely).filter(|(_, likely)| **likely > 0.0) {
                let (state, right) = (RuleState(number), self.right(RuleState(number)));
                sum += likely * right.len() as f64 / CARDS as f64;
                for card in right.iter() {
                    next[self.after(state, card).0 as usize] += likely / right.len() as f64;
                }
            }
            likely = next;
        }
        sum / CARDS_PLAYED as f64
    }
}

/// The place in a cycle of what comes after this first card: it stands for the first item that it fits; what fits none stands before the
/// first.
fn place_after(cycle: &[Formula], first: Card) -> usize {
    let alone = LineEnd::default().with_next(first);
    cycle.iter().position(|item| item.holds(&alone)).map_or(0, |at| (at + 1) % cycle.len())
}

/// What says in each state which cards are right, and where they lead.
pub trait CardJudge {
    /// How many states it has: their numbers begin with 0.
    fn states(&self) -> usize;

    /// The cards that are right in a state.
    fn right(&self, state: RuleState) -> CardSet;

    /// The state after another card of the mainline.
    fn after(&self, state: RuleState, card: Card) -> RuleState;
}

impl CardJudge for Automaton {
    fn states(&self) -> usize {
        self.right.len()
    }

    fn right(&self, state: RuleState) -> CardSet {
        Automaton::right(self, state)
    }

    fn after(&self, state: RuleState, card: Card) -> RuleState {
        Automaton::after(self, state, card)
    }
}

/// A rule that looks back at the last card alone, which is its state: ready sooner than an [`Automaton`], for one comparison.
#[derive(Clone, Debug)]
pub struct ByLastCard(Box<[CardSet; CARDS]>);

impl ByLastCard {
    /// What may come after each card.
    pub fn of(mut right_after: impl FnMut(Card) -> CardSet) -> ByLastCard {
        let mut right = Box::new([CardSet::EMPTY; CARDS]);
        for (card, right) in Card::all().zip(right.iter_mut()) {
            *right = right_after(card);
        }
        ByLastCard(right)
    }

    /// The state after this card.
    pub fn state(last: Card) -> RuleState {
        RuleState(last.index().into())
    }
}

impl CardJudge for ByLastCard {
    fn states(&self) -> usize {
        CARDS
    }

    fn right(&self, state: RuleState) -> CardSet {
        self.0.get(state.0 as usize).copied().unwrap_or_default()
    }

    fn after(&self, _: RuleState, card: Card) -> RuleState {
        ByLastCard::state(card)
    }
}

/// The next cards for which each fact of a formula holds, after each card that it compares them with, or in each place.
pub(super) struct FactTables(Vec<(Fact, Vec<CardSet>)>);

impl FactTables {
    pub(super) fn of(facts: &[Fact]) -> FactTables {
        let table = |fact: &Fact| {
            let places = 0..=LineEnd::LAST_PLACE;
            let in_place = |place| fact.next_cards(&LineEnd { place, ..LineEnd::default() });
            let table = match fact.cards().find(|card| *card != Which::Next) {
                Some(other) => Card::all().map(|card| fact.beside(other, card)).collect(),
                None if fact.counts() => places.map(in_place).collect(),
                // What is said of the next card alone is the same after every card.
                None => vec![fact.next_cards(&LineEnd::default())],
            };
            (*fact, table)
        };
        let mut facts: Vec<&Fact> = facts.iter().filter(|fact| fact.cards().any(|card| card == Which::Next)).collect();
        facts.sort();
        facts.dedup();
        FactTables(facts.into_iter().map(table).collect())
    }

    /// The next cards for which a formula holds after these.
    pub(super) fn right(&self, formula: &Formula, end: &LineEnd) -> CardSet {
        formula.next_cards_by(&|fact| self.of_fact(fact, end))
    }

    fn of_fact(&self, fact: &Fact, end: &LineEnd) -> CardSet {
        let Ok(found) = self.0.binary_search_by(|(known, _)| known.cmp(fact)) else {
            // It does not speak of the next card.
            return if fact.holds(end) { CardSet::FULL } else { CardSet::EMPTY };
        };
        let place = match fact.cards().find(|card| *card != Which::Next) {
            Some(other) => end.at(other).map(|card| usize::from(card.index())),
            None if fact.counts() => Some(end.place.min(LineEnd::LAST_PLACE)),
            None => Some(0),
        };
        place.and_then(|place| self.0[found].1.get(place)).copied().unwrap_or_default()
    }
}

/// A mainline after which two rules do not agree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The shortest such mainline; or what is to come after one that lies on the table, perhaps nothing. Both rules allow it.
    pub mainline: Vec<Card>,
    /// A card that is right for one of them alone.
    pub card: Card,
    /// Whether it is the first.
    pub right_for_first: bool,
}

/// The shortest mainline that tells two rules apart; `None` if there is none, and they are the same rule.
pub fn difference(one: &Automaton, other: &Automaton) -> Option<Difference> {
    let start = |card| ((one.start(card), other.start(card)), Some(PairStep { before: None, card }));
    first_difference(one, other, Card::all().map(start))
}

/// The shortest way to go on from a mainline that tells two rules apart, whether or not they allowed what lies there; `None` if there
/// is none, and from then on they are the same rule.
///
/// ```
/// use parlour::games::eleusis::language::{Automaton, Rule, difference, difference_after};
///
/// let [red, same] = ["red", "colour same as last"].map(|text| Automaton::of(&text.parse::<Rule>().unwrap()));
/// assert!(difference(&red, &same).is_some());
/// assert_eq!(difference_after(&red, &same, ["7H".parse().unwrap()]), None);
/// assert!(difference_after(&red, &same, ["7S".parse().unwrap()]).is_some());
/// ```
pub fn difference_after(
    one: &Automaton,
    other: &Automaton,
    mainline: impl IntoIterator<Item = Card> + Clone,
) -> Option<Difference> {
    let now = one.state_after(mainline.clone()).zip(other.state_after(mainline));
    match now {
        Some(pair) => first_difference(one, other, [(pair, None)]),
        None => difference(one, other),
    }
}

/// Whether two rules are the same from these states on.
pub fn is_same_from((one, state): (&impl CardJudge, RuleState), (other, there): (&impl CardJudge, RuleState)) -> bool {
    /// Up to so many pairs of states a bit for each of them is quicker than to look each up.
    const MOST_BITS: usize = 1 << 24;
    let pairs = one.states() * other.states();
    if pairs > MOST_BITS {
        return first_difference(one, other, [((state, there), None)]).is_none();
    }
    let mut seen = vec![0u64; pairs / 64 + 1];
    let mut waiting = vec![(state, there)];
    while let Some((state, there)) = waiting.pop() {
        let right = one.right(state);
        if right != other.right(there) {
            return false;
        }
        for card in right.iter() {
            let (next, next_there) = (one.after(state, card), other.after(there, card));
            let pair = next.0 as usize * other.states() + next_there.0 as usize;
            if seen[pair / 64] >> (pair % 64) & 1 == 0 {
                seen[pair / 64] |= 1 << (pair % 64);
                waiting.push((next, next_there));
            }
        }
    }
    true
}

/// Looks at these pairs of states first, and then at all that can be reached from them, the nearest first.
fn first_difference(
    one: &impl CardJudge,
    other: &impl CardJudge,
    starts: impl IntoIterator<Item = (Pair, Option<PairStep>)>,
) -> Option<Difference> {
    let mut found = ReachedPairs::default();
    starts.into_iter().for_each(|(pair, step)| found.reach(pair, step));
    while let Some(pair) = found.waiting.pop_front() {
        let (right, right_there) = (one.right(pair.0), other.right(pair.1));
        let apart = right.without(right_there).union(right_there.without(right));
        if let Some(card) = apart.iter().next() {
            return Some(Difference { mainline: found.way_to(pair), card, right_for_first: right.contains(card) });
        }
        for card in right.iter() {
            let next = (one.after(pair.0, card), other.after(pair.1, card));
            found.reach(next, Some(PairStep { before: Some(pair), card }));
        }
    }
    None
}

/// Where two rules are after the same mainline.
type Pair = (RuleState, RuleState);

/// How a pair of states was reached: by a card, from another pair or as the first card.
#[derive(Clone, Copy)]
struct PairStep {
    before: Option<Pair>,
    card: Card,
}

/// Every pair of states that was reached, and how; nothing leads to where it began.
#[derive(Default)]
struct ReachedPairs {
    came: HashMap<Pair, Option<PairStep>>,
    waiting: VecDeque<Pair>,
}

impl ReachedPairs {
    fn reach(&mut self, pair: Pair, step: Option<PairStep>) {
        if let Entry::Vacant(place) = self.came.entry(pair) {
            place.insert(step);
            self.waiting.push_back(pair);
        }
    }

    /// The cards that led to a pair.
    fn way_to(&self, pair: Pair) -> Vec<Card> {
        let before = |at: &PairStep| self.came.get(&at.before?).copied().flatten();
        let mut way: Vec<Card> =
            std::iter::successors(self.came.get(&pair).copied().flatten(), before).map(|step| step.card).collect();
        way.reverse();
        way
    }
}
