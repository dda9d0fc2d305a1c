//! What a rule remembers of a mainline: the last cards, as far as it tells them apart, and how many cards came before.
//!
//! Cards that no part of a rule tells apart are one class, so `colour same as before` remembers two cards by their colours: six states
//! instead of thousands.

use super::rule::{Fact, LineEnd, Rule, Which};
use crate::cards::{Card, CardSet};

/// Where a rule is after a mainline.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RuleState(pub(super) u32);

impl RuleState {
    /// Every state of a rule has another.
    pub const fn number(self) -> u32 {
        self.0
    }
}

const CARDS: usize = Card::COUNT;

/// More states than this a rule may not have: the last three cards, each told from every other.
pub(super) const MOST_STATES: usize = 53 * 53 * 53;

/// What a rule remembers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RuleMemory {
    /// The classes of the cards that it looks back at, the last card first.
    back: Vec<CardClasses>,
    counts: Counts,
}

/// The cards that a rule tells apart in one place of the mainline.
#[derive(Clone, PartialEq, Eq, Debug)]
struct CardClasses {
    /// The class of each card, from 1; 0 is no card.
    of_card: [u8; CARDS],
    /// The first card of each class, from class 1 on.
    first: Vec<Card>,
    /// The class that each class is of one place further back; empty where it is forgotten there.
    further: Vec<u8>,
}

/// What it counts.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Counts {
    Nothing,
    /// The places of a cycle of this length, and in which of them each first card begins it.
    Cycle(u32, [u8; CARDS]),
    /// The cards of the mainline: from this place on, those that are so many apart are the same.
    Places {
        from: u32,
        apart: u32,
    },
}

/// The cards that rules look back at, the last first.
const BACK: [Which; 3] = [Which::Last, Which::Before, Which::ThirdLast];

impl CardClasses {
    const fn count(&self) -> usize {
        self.first.len() + 1
    }

    fn of(&self, card: Option<Card>) -> usize {
        card.map_or(0, |card| usize::from(self.of_card[usize::from(card.index())]))
    }

    /// Cards that these facts do not tell apart in this place, nor further back by the classes there.
    fn telling_apart(facts: &[Fact], which: Which, further: Option<&CardClasses>) -> CardClasses {
        let facts: Vec<&Fact> = facts.iter().filter(|fact| fact.cards().any(|card| card == which)).collect();
        let mut known: Vec<(Vec<CardSet>, u8)> = Vec::new();
        let mut classes = CardClasses { of_card: [0; CARDS], first: Vec::new(), further: vec![0] };
        for (card, class) in Card::all().zip(0..) {
            let later = further.map_or(0, |further| further.of_card[class]);
            let marks: Vec<CardSet> = facts.iter().map(|fact| fact.beside(which, card)).collect();
            let same = known.iter().position(|known| known.0 == marks && known.1 == later);
            let number = same.unwrap_or_else(|| {
                known.push((marks, later));
                classes.first.push(card);
                classes.further.push(later);
                known.len() - 1
            });
            classes.of_card[class] = number as u8 + 1;
        }
        if further.is_none() {
            classes.further.clear();
        }
        classes
    }
}

impl RuleMemory {
    pub(super) fn of_facts(facts: &[Fact]) -> RuleMemory {
        let depth = BACK.iter().rposition(|which| facts.iter().any(|fact| fact.cards().any(|card| card == *which)));
        let mut back: Vec<CardClasses> = Vec::new();
        for which in BACK[..depth.map_or(0, |depth| depth + 1)].iter().rev() {
            let classes = CardClasses::telling_apart(facts, *which, back.first());
            back.insert(0, classes);
        }
        let together = |(from, apart): (usize, usize), fact: &Fact| {
            let (next, period) = fact.places();
            (from.max(next), least_common_multiple(apart, period))
        };
        let counts = match facts.iter().fold((1, 1), together) {
            (1, 1) => Counts::Nothing,
            // The next card of a mainline has place 2 at the least.
            (from, apart) => Counts::Places { from: from.max(2) as u32, apart: apart as u32 },
        };
        RuleMemory { back, counts }
    }

    /// Of a cycle, with the place in it of what comes after each first card.
    pub(super) fn of_cycle(facts: &[Fact], length: usize, starts: [u8; CARDS]) -> RuleMemory {
        RuleMemory { counts: Counts::Cycle(length as u32, starts), ..RuleMemory::of_facts(facts) }
    }

    /// Whether a rule has more states than any may have. What looks back at two cards and counts nothing has never too many.
    pub(super) fn is_too_large(rule: &Rule) -> bool {
        let looks_far = rule.looks_at(Which::ThirdLast) || rule.facts().iter().any(|fact| fact.counts());
        looks_far && RuleMemory::states(rule) > MOST_STATES
    }

    /// How many states a rule has, whether or not play can reach them.
    fn states(rule: &Rule) -> usize {
        let memory = RuleMemory::of_facts(&rule.facts());
        match rule {
            Rule::Always(_) => memory.size(),
            Rule::Repeat(cycle) => memory.size() * cycle.len(),
        }
    }

    pub(super) fn size(&self) -> usize {
        (self.counted() as usize).saturating_mul(self.lines() as usize)
    }

    /// How many ends of mainlines it tells apart, whatever it counts.
    fn lines(&self) -> u32 {
        self.back.iter().map(|classes| classes.count() as u32).product()
    }

    const fn counted(&self) -> u32 {
        match &self.counts {
            Counts::Nothing => 1,
            Counts::Cycle(length, _) => *length,
            Counts::Places { from, apart } => *from - 2 + *apart,
        }
    }

    /// The place in its cycle in each state, and the end of a mainline that is like every other in that state.
    pub(super) fn ends(&self) -> impl Iterator<Item = (usize, LineEnd)> {
        (0..self.size() as u32).map(|state| {
            let (counted, mut line) = (state / self.lines(), state % self.lines());
            let mut end = LineEnd { place: counted as usize + 2, ..LineEnd::default() };
            for (classes, which) in self.back.iter().zip(BACK) {
                let class = line as usize % classes.count();
                line /= classes.count() as u32;
                end = end.with(which, class.checked_sub(1).and_then(|class| classes.first.get(class)).copied());
            }
            (counted as usize, end)
        })
    }

    /// The state after the first card of the mainline.
    pub(super) fn start(&self, first: Card) -> RuleState {
        let line = self.back.first().map_or(0, |classes| classes.of(Some(first)) as u32);
        let counted = match &self.counts {
            Counts::Nothing | Counts::Places { .. } => 0,
            Counts::Cycle(_, starts) => starts[usize::from(first.index())].into(),
        };
        RuleState(counted * self.lines() + line)
    }

    /// The state after another card of the mainline.
    pub(super) fn after(&self, state: RuleState, card: Card) -> RuleState {
        let lines = self.lines();
        let (counted, mut left) = (state.0 / lines, state.0 % lines);
        let counted = match &self.counts {
            Counts::Nothing => 0,
            Counts::Cycle(length, _) => (counted + 1) % length,
            Counts::Places { from, .. } => {
                if counted + 1 < self.counted() {
                    counted + 1
                } else {
                    from - 2
                }
            }
        };
        let (mut line, mut scale, mut arrives) = (0, 1, self.back.first().map_or(0, |classes| classes.of(Some(card))));
        for classes in &self.back {
            let lay = left as usize % classes.count();
            left /= classes.count() as u32;
            line += arrives as u32 * scale;
            scale *= classes.count() as u32;
            arrives = classes.further.get(lay).copied().unwrap_or_default().into();
        }
        RuleState(counted * lines + line)
    }

    /// The state after a mainline that begins and ends so.
    pub(super) fn at(&self, first: Card, end: &LineEnd) -> RuleState {
        let (mut line, mut scale) = (0, 1);
        for (classes, which) in self.back.iter().zip(BACK) {
            line += classes.of(end.at(which)) as u32 * scale;
            scale *= classes.count() as u32;
        }
        let counted = match &self.counts {
            Counts::Places { from, apart } => {
                let place = (end.place as u32).max(2);
                if place < *from { place - 2 } else { from - 2 + (place - from) % apart }
            }
            Counts::Nothing => 0,
            // The second card has place 2.
            Counts::Cycle(length, starts) => {
                (u32::from(starts[usize::from(first.index())]) + end.place.saturating_sub(2) as u32) % length
            }
        };
        RuleState(counted * scale + line)
    }
}

/// The smallest multiple of both, or more than any rule may have states.
fn least_common_multiple(one: usize, other: usize) -> usize {
    let (mut divisor, mut rest) = (one, other);
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    (one / divisor).saturating_mul(other).min(MOST_STATES + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn states(rule: &str) -> usize {
        RuleMemory::states(&rule.parse().unwrap_or_else(|error| panic!("{rule}: {error}")))
    }

    #[test]
    fn a_rule_remembers_no_more_than_it_tells_apart() {
        assert_eq!(states("red or face"), 1);
        assert_eq!(states("colour same as last"), 3);
        assert_eq!(states("colour same as before"), 9);
        assert_eq!(states("suit same as third last"), 125);
        assert_eq!(states("rank <= position"), 13);
        assert_eq!(states("repeat red (colour same as last) black"), 9);
        assert_eq!(states("if position is multiple of 3 then red else black"), 3);
        assert_eq!(states("if position is at most 4 or position is even then red else black"), 5);
        assert_eq!(states("rank > before and suit same as before"), 53 * 53);
    }

    #[test]
    fn a_mainline_leads_to_the_state_of_its_end() {
        for rule in ["if before is red then rank > last else odd", "suit same as third last or rank <= position"] {
            let memory = RuleMemory::of_facts(&rule.parse::<Rule>().map(|rule| rule.facts()).unwrap_or_default());
            let all: Vec<Card> = Card::all().collect();
            let mut cards = all.iter().copied().cycle().step_by(7);
            let mut line = vec![cards.next().expect("a card")];
            let mut state = memory.start(line[0]);
            for card in cards.take(30) {
                assert_eq!(memory.at(line[0], &LineEnd::after(line.iter().rev().copied())), state, "{rule}");
                line.push(card);
                state = memory.after(state, card);
            }
        }
    }
}
