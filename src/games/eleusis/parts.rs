//! What rules are made of: parts that say which cards may come next, and conditions that choose between two of them. Each with how
//! likely it is to be a part of somebody's rule.

use std::sync::LazyLock;

use super::evidence::Situation;
use super::language::{
    Arithmetic, CardColour, Fact, Feature, Features, Formula, Likeness, LineEnd, NumberKind, Property, RankOrder,
    RankSteps, Way, Which,
};
use super::topics::Topics;
use crate::cards::{Card, CardSet, Rank, Suit};

/// The number of a part or a condition, the likeliest first.
pub(super) type PartId = u16;

/// A formula with the next cards for which it holds.
pub(super) struct Part {
    pub(super) formula: Formula,
    /// Only the proportions of weights count.
    pub(super) weight: f32,
    /// How readily it comes to mind: as its weight, or as the plainest of its kind, where they all are one idea.
    pub(super) familiarity: f32,
    pub(super) against: Against,
    /// After each card, or in each place, that the next card is held against; where there is nothing such, one set alone.
    after: Vec<CardSet>,
    /// Where the card that it asks for is not there.
    alone: CardSet,
    /// Whether it is plain enough for one of a cycle.
    pub(super) is_in_cycles: bool,
    /// What it speaks of; nothing if it asks nothing.
    pub(super) topics: Topics,
}

/// What a part holds the next card against.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Against {
    Nothing,
    Card(Which),
    Place,
}

impl Against {
    fn of(formula: &Formula) -> Against {
        let others = [Which::ThirdLast, Which::Before, Which::Last];
        match others.into_iter().find(|card| formula.looks_at(*card)) {
            Some(card) => Against::Card(card),
            None if formula.facts().iter().any(|fact| fact.counts()) => Against::Place,
            None => Against::Nothing,
        }
    }

    /// The ends of mainlines that make a difference.
    fn ends(self) -> Vec<LineEnd> {
        match self {
            Against::Nothing => vec![LineEnd::default()],
            Against::Card(_) => Card::all().map(LineEnd::all).collect(),
            Against::Place => (0..=LineEnd::LAST_PLACE).map(|place| LineEnd { place, ..LineEnd::default() }).collect(),
        }
    }

    /// Which of them this is.
    #[inline]
    pub(super) fn number(self, end: &LineEnd) -> Option<usize> {
        match self {
            Against::Nothing => Some(0),
            Against::Card(card) => end.at(card).map(|card| usize::from(card.index())),
            Against::Place => Some(end.place.min(LineEnd::LAST_PLACE)),
        }
    }
}

impl Part {
    fn of(Weighed { formula, weight, familiarity }: Weighed, is_in_cycles: bool) -> Part {
        let against = Against::of(&formula);
        let after: Vec<CardSet> = against.ends().iter().map(|end| formula.next_cards(end)).collect();
        let alone = formula.next_cards(&LineEnd::default());
        let asks_nothing = after.iter().all(|cards| *cards == CardSet::FULL);
        let topics = if asks_nothing { Topics::default() } else { Topics::of(&formula) };
        Part { formula, weight, familiarity, against, after, alone, is_in_cycles, topics }
    }

    /// Whether it holds of the first card of a mainline: what compares with other cards does not.
    pub(super) fn begins_with(&self, first: Card) -> bool {
        self.against == Against::Nothing && self.after.first().is_some_and(|cards| cards.contains(first))
    }

    /// Whether it asks for a card before the last one.
    pub(super) fn looks_back(&self) -> bool {
        matches!(self.against, Against::Card(Which::Before | Which::ThirdLast))
    }

    /// Whether it asks for no more of the mainline than its last card.
    pub(super) fn looks_at_last_alone(&self) -> bool {
        matches!(self.against, Against::Nothing | Against::Card(Which::Last))
    }

    /// The cards that may come next. What is said of a card that is not there is not true.
    #[inline]
    pub(super) fn right(&self, at: &Situation) -> CardSet {
        self.right_by(self.against.number(&at.end()))
    }

    /// The same where what it holds them against is the one with this number, or is not there.
    #[inline]
    pub(super) fn right_by(&self, number: Option<usize>) -> CardSet {
        number.and_then(|number| self.after.get(number)).copied().unwrap_or(self.alone)
    }
}

/// What chooses between two parts.
pub(super) struct Condition {
    pub(super) formula: Formula,
    pub(super) weight: f32,
    chosen: Chosen,
    /// Whether it asks for a card before the last one.
    pub(super) looks_back: bool,
    /// Whether it asks for no more of the mainline than its last card.
    pub(super) looks_at_last_alone: bool,
    pub(super) topics: Topics,
}

enum Chosen {
    /// By the next card, beside the last or by itself: for these the first part must hold, for others the second. After each last card.
    ByNext(Vec<CardSet>),
    /// By the last cards: for each last card the cards before it for which it holds, and whether it holds if there is none.
    ByLine(Vec<(CardSet, bool)>),
}

impl Condition {
    fn of(Weighed { formula, weight, .. }: Weighed) -> Condition {
        let of_last = |last: Card| LineEnd { last: Some(last), ..LineEnd::default() };
        let line = |last: Card| {
            let holds = |before: Option<Card>| formula.holds(&of_last(last).with(Which::Before, before));
            (Card::all().filter(|before| holds(Some(*before))).collect(), holds(None))
        };
        let chosen = match formula.looks_at(Which::Next) {
            true => Chosen::ByNext(Card::all().map(|last| formula.next_cards(&of_last(last))).collect()),
            false => Chosen::ByLine(Card::all().map(line).collect()),
        };
        let looks_back = formula.looks_at(Which::Before) || formula.looks_at(Which::ThirdLast);
        let looks_at_last_alone = !looks_back && !formula.facts().iter().any(|fact| fact.counts());
        let topics = Topics::of(&formula);
        Condition { formula, weight, chosen, looks_back, looks_at_last_alone, topics }
    }

    /// The next cards for which the first part must hold.
    #[inline]
    pub(super) fn cards(&self, at: &Situation) -> CardSet {
        let last = usize::from(at.last.index());
        let holds = match &self.chosen {
            Chosen::ByNext(after) => return after.get(last).copied().unwrap_or_default(),
            Chosen::ByLine(after) => {
                after.get(last).is_some_and(|(before, alone)| at.before.map_or(*alone, |card| before.contains(card)))
            }
        };
        if holds { CardSet::FULL } else { CardSet::EMPTY }
    }
}

/// All that is thought of, the most familiar first.
pub(super) struct Parts {
    pub(super) parts: Vec<Part>,
    pub(super) conditions: Vec<Condition>,
}

pub(super) static ALL: LazyLock<Parts> = LazyLock::new(Parts::make);

impl Parts {
    fn make() -> Parts {
        let (next, last, before, third_last) = (Which::Next, Which::Last, Which::Before, Which::ThirdLast);
        let plain = [properties(next), likenesses(next, last), orders(next, last)].concat();
        let plain = plain.into_iter().map(|part| (part.weight >= 0.2, part));
        let plain = plain.chain(middles(next).into_iter().map(|part| (true, part)));
        let rarer = [
            steps(next, last, 6, 0..=1),
            pairs_of_features(next, last),
            steps(next, last, 12, 0..=6),
            totals(next, last),
            further_back(next, before),
            steps(next, before, 4, 1..=1),
            further_back(next, third_last).into_iter().map(|part| part.times(0.25)).collect(),
            suit_orders(next, last),
            places(),
            remainders(next),
            vec![anything()],
        ];
        let mut parts: Vec<Part> = Vec::new();
        for (is_in_cycles, part) in plain.chain(rarer.concat().into_iter().map(|part| (false, part))) {
            let part = Part::of(part, is_in_cycles);
            // Each meaning once, in its likeliest words.
            if !parts
                .iter()
                .any(|known| known.against == part.against && known.after == part.after && known.alone == part.alone)
            {
                parts.push(part);
            }
        }
        parts.sort_by(|one, other| {
            other.familiarity.total_cmp(&one.familiarity).then(other.weight.total_cmp(&one.weight))
        });
        let plainest = |of: Vec<Weighed>, least: f32| of.into_iter().filter(move |part| part.weight >= least);
        let conditions = plainest(properties(last), 0.0)
            .chain(middles(last))
            .chain(plainest(properties(next), 0.2))
            .chain([likenesses(next, last), orders(next, last)].concat().into_iter().map(|part| part.times(0.5)))
            .chain([likenesses(last, before), orders(last, before), steps(last, before, 6, 0..=1)].concat())
            .chain(plainest(properties(before), 0.5).map(|part| part.times(0.5)));
        let mut conditions: Vec<Condition> = conditions.map(Condition::of).collect();
        conditions.sort_by(|one, other| other.weight.total_cmp(&one.weight));
        Parts { parts, conditions }
    }

    pub(super) fn part(&self, id: PartId) -> &Part {
        &self.parts[usize::from(id)]
    }

    pub(super) fn condition(&self, id: PartId) -> &Condition {
        &self.conditions[usize::from(id)]
    }
}

/// A formula and its weight: the more there is to say, the less likely it is.
#[derive(Clone)]
struct Weighed {
    formula: Formula,
    weight: f32,
    familiarity: f32,
}

impl Weighed {
    fn times(self, by: f32) -> Weighed {
        Weighed { weight: by * self.weight, familiarity: by * self.familiarity, ..self }
    }
}

fn weighed(formula: Formula, weight: f32) -> Weighed {
    Weighed { formula, weight, familiarity: weight }
}

fn is(card: Which, property: Property) -> Formula {
    Formula::Fact(Fact::Is(card, property))
}

fn not(formula: Formula) -> Formula {
    Formula::Not(Box::new(formula))
}

fn either(one: Formula, other: Formula) -> Formula {
    Formula::Or(Box::new(one), Box::new(other))
}

fn ranks(from: u8, to: u8) -> Option<Property> {
    Some(Property::Ranks(Rank::new(from)?, Rank::new(to)?))
}

/// What a card may be by itself, the plainest first.
fn properties(card: Which) -> Vec<Weighed> {
    use CardColour::{Black, Red};
    let mut found = Vec::new();
    for colour in [Red, Black] {
        found.push(weighed(is(card, Property::Colour(colour)), 1.0));
    }
    for property in [Property::Odd, Property::Even] {
        found.push(weighed(is(card, property), 1.0));
    }
    let suit = |suit| is(card, Property::Suit(suit));
    for one in Suit::ALL {
        found.push(weighed(suit(one), 0.6));
        found.push(weighed(not(suit(one)), 0.2));
    }
    found.push(weighed(is(card, Property::Face), 0.6));
    found.push(weighed(not(is(card, Property::Face)), 0.5));
    found.push(weighed(is(card, Property::Prime), 0.1));
    found.push(weighed(not(is(card, Property::Prime)), 0.04));
    for (one, other) in [(0, 1), (2, 3), (0, 2), (1, 3)] {
        // Two suits that are not of one colour.
        found.push(weighed(either(suit(Suit::ALL[one]), suit(Suit::ALL[other])), 0.25));
    }
    for rank in 1..=13 {
        found.extend(ranks(rank, rank).map(|ranks| weighed(is(card, ranks), 0.1)));
        found.extend(ranks(rank, rank).map(|ranks| weighed(not(is(card, ranks)), 0.02)));
    }
    for highest in 2..=12 {
        let weight = if (6..=8).contains(&highest) { 0.6 } else { 0.25 };
        found.extend(ranks(1, highest).map(|ranks| weighed(is(card, ranks), weight)));
        found.extend(ranks(highest + 1, 13).map(|ranks| weighed(is(card, ranks), weight)));
    }
    for of in 3..=6 {
        found.push(weighed(is(card, Property::Multiple(of)), if of == 3 { 0.2 } else { 0.05 }));
        found.push(weighed(not(is(card, Property::Multiple(of))), 0.04));
    }
    found
}

/// What asks nothing, for one of two branches.
fn anything() -> Weighed {
    let colour = |colour| is(Which::Next, Property::Colour(colour));
    weighed(either(colour(CardColour::Red), colour(CardColour::Black)), 0.1)
}

/// Ranks in the middle, and all but them.
fn middles(card: Which) -> Vec<Weighed> {
    let pairs = (2..=11).flat_map(|from| (from + 1..=12).filter_map(move |to| ranks(from, to)));
    pairs.flat_map(|ranks| [weighed(is(card, ranks), 0.06), weighed(not(is(card, ranks)), 0.02)]).collect()
}

/// How a card may compare with another, the plainest first.
fn likenesses(card: Which, other: Which) -> Vec<Weighed> {
    let fact = |features, likeness| Formula::Fact(Fact::Likeness { card, other, features, likeness });
    let of = |feature| {
        [Likeness::AnySame, Likeness::AllDiffer].map(|likeness| weighed(fact(Features::only(feature), likeness), 0.8))
    };
    Feature::ALL.into_iter().flat_map(of).collect()
}

fn pairs_of_features(card: Which, other: Which) -> Vec<Weighed> {
    let mut found = Vec::new();
    for (number, one) in Feature::ALL.into_iter().enumerate() {
        for two in &Feature::ALL[number + 1..] {
            let features = Features::only(one).with(*two);
            for likeness in [Likeness::AnySame, Likeness::AllSame, Likeness::AnyDiffers, Likeness::AllDiffer] {
                found.push(weighed(Formula::Fact(Fact::Likeness { card, other, features, likeness }), 0.25));
            }
        }
    }
    found
}

fn orders(card: Which, other: Which) -> Vec<Weighed> {
    let all = [RankOrder::Less, RankOrder::AtMost, RankOrder::AtLeast, RankOrder::More];
    all.map(|order| weighed(Formula::Fact(Fact::Rank { card, order, other }), 0.8)).to_vec()
}

/// How the next card may compare with one further back, of which nothing is true while it is not there: so that it may be like it, or only
/// must not.
fn further_back(card: Which, other: Which) -> Vec<Weighed> {
    let all = [likenesses(card, other), orders(card, other)].concat();
    let both = |part: Weighed| [weighed(not(part.formula.clone()), 0.5 * part.weight), part];
    all.into_iter().flat_map(both).collect()
}

/// Suits as they are ranked in bridge.
fn suit_orders(card: Which, other: Which) -> Vec<Weighed> {
    let all = [RankOrder::Less, RankOrder::AtMost, RankOrder::AtLeast, RankOrder::More];
    all.map(|order| weighed(Formula::Fact(Fact::SuitOrder { card, order, other }), 0.1)).to_vec()
}

/// The rank of the next card against its place.
fn places() -> Vec<Weighed> {
    let all = [RankOrder::Less, RankOrder::AtMost, RankOrder::AtLeast, RankOrder::More];
    all.map(|order| weighed(Formula::Fact(Fact::RankByPlace(order)), 0.1)).to_vec()
}

fn remainders(card: Which) -> Vec<Weighed> {
    let of = |by: u8| (1..by).map(move |left| weighed(is(card, Property::Remainder(by, left)), 0.03));
    (3..=5).flat_map(of).collect()
}

/// The ranks of two cards together.
fn totals(card: Which, other: Which) -> Vec<Weighed> {
    let of = |arithmetic, kind, weight| weighed(Formula::Fact(Fact::Total { card, arithmetic, other, kind }), weight);
    let multiples = (3..=7).flat_map(|by| {
        [(Arithmetic::Sum, 0.1), (Arithmetic::Product, 0.03)]
            .map(|(arithmetic, weight)| of(arithmetic, NumberKind::Multiple(by), weight))
    });
    let bounds = (6..=20).flat_map(|most| {
        let above = NumberKind::Between(most + 1, NumberKind::HIGHEST);
        [NumberKind::Between(0, most), above].map(|kind| of(Arithmetic::Sum, kind, 0.03))
    });
    let primes = [Arithmetic::Sum, Arithmetic::Difference].map(|arithmetic| of(arithmetic, NumberKind::Prime, 0.04));
    let apart = (3..=4).map(|by| of(Arithmetic::Difference, NumberKind::Multiple(by), 0.03));
    let products = (3..=9).flat_map(|tens| {
        let above = NumberKind::Between(10 * tens + 1, NumberKind::HIGHEST);
        [NumberKind::Between(0, 10 * tens), above].map(|kind| of(Arithmetic::Product, kind, 0.01))
    });
    let divides = |(card, other)| {
        let fact = Fact::Total { card, arithmetic: Arithmetic::Remainder, other, kind: NumberKind::Between(0, 0) };
        weighed(Formula::Fact(fact), 0.04)
    };
    let divided = [(card, other), (other, card)].map(divides);
    multiples.chain(bounds).chain(primes).chain(apart).chain(products).chain(divided).collect()
}

/// How likely steps are that begin at one; and how familiar all are: whoever thinks of these thinks of those from two, three or more on, too.
const STEPS: f32 = 0.12;
const FAMILIAR_STEPS: f32 = 0.3;

/// Up to so many ranks above or below, and from so many on.
fn steps(card: Which, other: Which, longest: u8, from: impl Iterator<Item = u8> + Clone) -> Vec<Weighed> {
    let mut found = Vec::new();
    for way in [Way::Above, Way::Below, Way::Either] {
        for wraps in [true, false] {
            for from in from.clone() {
                for to in from.max(1)..=longest {
                    let weight = STEPS / (1.0 + f32::from(from.abs_diff(1)));
                    let steps = RankSteps { from, to, way, wraps };
                    let familiarity = if from > 0 { FAMILIAR_STEPS } else { weight };
                    let steps = weighed(Formula::Fact(Fact::Steps { card, steps, other }), weight);
                    found.push(Weighed { familiarity, ..steps });
                }
            }
        }
    }
    found
}
