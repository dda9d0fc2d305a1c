//! Every rule that a bot thinks of, and which of them may still be the secret one.
//!
//! They are some hundred thousand, made of the same parts in a few shapes: a comparison, two of them together, "if … then …
//! else …", and cycles. The simpler a rule, the likelier it is that a dealer has it; what has been seen on the table rules out all
//! that it contradicts. Rules that mean the same are one.

use std::cell::Cell;
use std::collections::HashSet;
use std::sync::LazyLock;

use super::language::{
    Automaton, CardColour, Fact, Feature, Features, Formula, Likeness, Property, RankOrder, RankSteps, Rule, Way,
    Which, difference,
};
use crate::cards::{Card, CardSet, Rank, Suit};
use crate::engine::rng::GameRng;

const CARDS: usize = Card::COUNT;

/// What is known of the mainline before a card is judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Situation {
    first: Card,
    last: Card,
    before: Option<Card>,
    /// How many cards the mainline has.
    length: usize,
}

/// Everything on the table that tells of the rule.
///
/// ```
/// use parlour::games::eleusis::candidates::{Belief, Evidence};
///
/// let mut evidence = Evidence::new("7S".parse().unwrap());
/// evidence.wrong("2C".parse().unwrap());
/// for card in ["2H", "9C", "JD", "4S"] {
///     evidence.right(card.parse().unwrap());
/// }
/// evidence.wrong("KC".parse().unwrap());
/// let (likeliest, _) = Belief::of(&evidence).likeliest().unwrap();
/// assert_eq!(likeliest.to_string(), "colour differs from last");
/// ```
#[derive(Clone, Debug)]
pub struct Evidence {
    now: Situation,
    judged: Vec<(Situation, Card, bool)>,
    /// Rules that were guessed, and are not the secret one.
    not: Vec<Guess>,
}

/// A rule that somebody said, by its meaning.
#[derive(Clone, Debug)]
struct Guess {
    mark: MeaningMark,
    automaton: Automaton,
}

impl Guess {
    fn of(rule: &Rule) -> Guess {
        let automaton = Automaton::of(rule);
        let right = |at: &Situation| {
            let state = automaton.state_after(at.before.into_iter().chain([at.last]));
            state.map(|state| automaton.right(state)).unwrap_or_default()
        };
        let mark = meaning_mark(rule.looks_at(Which::Before), right);
        Guess { mark, automaton }
    }
}

impl Evidence {
    /// The first card of the mainline lies on the table.
    pub fn new(first: Card) -> Evidence {
        let now = Situation { first, last: first, before: None, length: 1 };
        Evidence { now, judged: Vec::new(), not: Vec::new() }
    }

    /// A card was wrong, or would have been.
    pub fn wrong(&mut self, card: Card) {
        self.judged.push((self.now, card, false));
    }

    /// A card was right, and now is the last of the mainline.
    pub fn right(&mut self, card: Card) {
        self.judged.push((self.now, card, true));
        let Situation { first, last, length, .. } = self.now;
        self.now = Situation { first, last: card, before: Some(last), length: length + 1 };
    }

    /// The dealer has said how a card would be judged after a mainline that is allowed.
    pub fn told(&mut self, mainline: &[Card], card: Card, is_right: bool) {
        let Some((first, later)) = mainline.split_first() else { return };
        let mut told = Evidence::new(*first);
        later.iter().for_each(|card| told.right(*card));
        told.judged.push((told.now, card, is_right));
        // Before what lies on the table, of which the latest tells most.
        self.judged.splice(0..0, told.judged);
    }

    /// This is not the rule.
    pub fn is_not(&mut self, rule: &Rule) {
        self.not.push(Guess::of(rule));
    }
}

/// A formula with the next cards for which it holds.
struct Part {
    formula: Formula,
    /// After each card: the last one, or the one before it.
    after: [CardSet; CARDS],
    /// Whether it compares with the card before the last.
    looks_further: bool,
}

impl Part {
    fn of(formula: Formula) -> Part {
        let looks_further = formula.looks_at(Which::Before);
        let after = std::array::from_fn(|place| {
            let other = Card::from_index(place as u8);
            Card::all()
                .filter(|next| formula.holds(&|card| if card == Which::Next { Some(*next) } else { other }))
                .collect()
        });
        Part { formula, after, looks_further }
    }

    fn right(&self, at: &Situation) -> CardSet {
        match (self.looks_further, at.before) {
            (false, _) => self.after[usize::from(at.last.index())],
            (true, Some(before)) => self.after[usize::from(before.index())],
            // What is said of a card that is not there is not true.
            (true, None) => CardSet::EMPTY,
        }
    }
}

/// When the first of two parts must hold: what is said of the last card, of the one before, or of both.
struct Condition {
    formula: Formula,
    looks_further: bool,
    /// For each last card the cards before it for which it holds, and whether it holds if there is none.
    holds: Vec<(CardSet, bool)>,
}

impl Condition {
    fn of(formula: Formula) -> Condition {
        let at = |last: Card, before: Option<Card>| {
            formula.holds(&|card| match card {
                Which::Next => None,
                Which::Last => Some(last),
                Which::Before => before,
            })
        };
        let holds =
            Card::all().map(|last| (Card::all().filter(|before| at(last, Some(*before))).collect(), at(last, None)));
        let looks_further = formula.looks_at(Which::Before);
        Condition { holds: holds.collect(), formula, looks_further }
    }

    fn holds(&self, at: &Situation) -> bool {
        self.holds.get(usize::from(at.last.index())).is_some_and(|(before, alone)| match at.before {
            Some(card) => before.contains(card),
            None => *alone,
        })
    }
}

/// A rule of some shape, by the numbers of its parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    One(u16),
    Both(u16, u16),
    Either(u16, u16),
    If(u16, u16, u16),
    Cycle(u16),
}

/// Two rules with different marks differ; what is right in the [`situations`].
type MeaningMark = u64;

fn meaning_mark(looks_further: bool, right: impl Fn(&Situation) -> CardSet) -> MeaningMark {
    let seen = situations().take(if looks_further { usize::MAX } else { CARDS });
    seen.fold(u64::from(looks_further), |mark, at| {
        (mark ^ right(&at).bits()).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23)
    })
}

/// All rules that are thought of.
#[derive(Default)]
struct Candidates {
    parts: Vec<Part>,
    conditions: Vec<Condition>,
    cycles: Vec<(Rule, Automaton)>,
    /// Each with how likely a dealer has it, before anything is seen; only the proportions count.
    rules: Vec<(Shape, f32)>,
}

static ALL: LazyLock<Candidates> = LazyLock::new(Candidates::make);

/// A part is so much less likely the more there is to say: its weight.
type Weighed<T> = (T, f32);

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
fn properties(card: Which) -> Vec<Weighed<Formula>> {
    use CardColour::{Black, Red};
    let mut found = Vec::new();
    for colour in [Red, Black] {
        found.push((is(card, Property::Colour(colour)), 1.0));
    }
    for property in [Property::Odd, Property::Even] {
        found.push((is(card, property), 1.0));
    }
    let suit = |suit| is(card, Property::Suit(suit));
    for one in Suit::ALL {
        found.push((suit(one), 0.6));
        found.push((not(suit(one)), 0.1));
    }
    found.push((is(card, Property::Face), 0.5));
    found.push((not(is(card, Property::Face)), 0.5));
    for (one, other) in [(0, 1), (2, 3), (0, 2), (1, 3)] {
        // Two suits that are not of one colour.
        found.push((either(suit(Suit::ALL[one]), suit(Suit::ALL[other])), 0.2));
    }
    for highest in 2..=12 {
        let weight = if (6..=8).contains(&highest) { 0.6 } else { 0.25 };
        found.extend(ranks(1, highest).map(|ranks| (is(card, ranks), weight)));
        found.extend(ranks(highest + 1, 13).map(|ranks| (is(card, ranks), weight)));
    }
    for of in 3..=6 {
        found.push((is(card, Property::Multiple(of)), if of == 3 { 0.15 } else { 0.04 }));
        found.push((not(is(card, Property::Multiple(of))), 0.04));
    }
    found
}

/// Ranks in the middle, and all but them.
fn middles(card: Which) -> Vec<Weighed<Formula>> {
    let pairs = (2..=11).flat_map(|from| (from + 1..=12).filter_map(move |to| ranks(from, to)));
    pairs.flat_map(|ranks| [(is(card, ranks), 0.06), (not(is(card, ranks)), 0.02)]).collect()
}

/// How a card may compare with another, the plainest first.
fn likenesses(card: Which, other: Which) -> Vec<Weighed<Formula>> {
    let fact = |features, likeness| Formula::Fact(Fact::Likeness { card, other, features, likeness });
    let mut found = Vec::new();
    for feature in Feature::ALL {
        found.push((fact(Features::only(feature), Likeness::AnySame), 0.8));
        found.push((fact(Features::only(feature), Likeness::AllDiffer), 0.8));
    }
    found
}

fn pairs_of_features(card: Which, other: Which) -> Vec<Weighed<Formula>> {
    let mut found = Vec::new();
    for (number, one) in Feature::ALL.into_iter().enumerate() {
        for two in &Feature::ALL[number + 1..] {
            let features = Features::only(one).with(*two);
            for likeness in [Likeness::AnySame, Likeness::AllSame, Likeness::AnyDiffers, Likeness::AllDiffer] {
                found.push((Formula::Fact(Fact::Likeness { card, other, features, likeness }), 0.3));
            }
        }
    }
    found
}

fn orders(card: Which, other: Which) -> Vec<Weighed<Formula>> {
    let all = [RankOrder::Less, RankOrder::AtMost, RankOrder::AtLeast, RankOrder::More];
    all.map(|order| (Formula::Fact(Fact::Rank { card, order, other }), 0.8)).to_vec()
}

/// Up to so many ranks above or below, and from so many on.
fn steps(card: Which, other: Which, longest: u8, from: impl Iterator<Item = u8> + Clone) -> Vec<Weighed<Formula>> {
    let mut found = Vec::new();
    for way in [Way::Above, Way::Below, Way::Either] {
        for wraps in [true, false] {
            for from in from.clone() {
                for to in from.max(1)..=longest {
                    let weight = 0.12 / (1.0 + f32::from(from.abs_diff(1)));
                    let steps = RankSteps { from, to, way, wraps };
                    found.push((Formula::Fact(Fact::Steps { card, steps, other }), weight));
                }
            }
        }
    }
    found
}

impl Candidates {
    fn make() -> Candidates {
        let (next, last, before) = (Which::Next, Which::Last, Which::Before);
        let mut maker = Maker::default();
        // What comes in every shape, what comes alone or in pairs, and what looks back beyond the last card.
        let small =
            [properties(next), likenesses(next, last), orders(next, last), steps(next, last, 6, 0..=1)].concat();
        let small = maker.parts(small);
        let pairs = maker.parts(pairs_of_features(next, last));
        let rare = maker.parts([middles(next), steps(next, last, 12, 0..=6)].concat());
        let further = [likenesses(next, before), orders(next, before), steps(next, before, 4, 1..=1)].concat();
        let further = maker.parts(further);
        for (part, weight) in [small.as_slice(), &pairs, &rare, &further].concat() {
            maker.add(Shape::One(part), 40.0 * weight);
        }
        let together = [small.as_slice(), &pairs, &further].concat();
        for (number, (one, weight)) in together.iter().enumerate() {
            for (other, weight_other) in &together[number + 1..] {
                let weight = 0.6 * weight * weight_other;
                maker.add(Shape::Both(*one, *other), weight);
                maker.add(Shape::Either(*one, *other), weight);
            }
        }
        let plainest: Vec<Weighed<u16>> = small.iter().filter(|(_, weight)| *weight >= 0.2).copied().collect();
        for (condition, weight) in maker.conditions(properties(last)) {
            maker.add_choices((condition, 0.8 * weight), &small);
        }
        for (condition, weight) in maker.conditions(middles(last)) {
            maker.add_choices((condition, 0.8 * weight), &plainest);
        }
        let turns = [likenesses(last, before), orders(last, before), steps(last, before, 6, 1..=1)].concat();
        let turns = [turns, properties(before).into_iter().filter(|(_, weight)| *weight >= 0.5).collect()].concat();
        let far = maker.parts(steps(next, last, 6, 1..=1));
        for (condition, weight) in maker.conditions(turns) {
            maker.add_choices((condition, 0.25 * weight), &plainest);
            // Up so far and down so far.
            for ((one, weight_one), (other, weight_other)) in far.iter().zip(far.iter().cycle().skip(far.len() / 3)) {
                maker.add(Shape::If(condition, *one, *other), 0.25 * weight * weight_one * weight_other);
                maker.add(Shape::If(condition, *other, *one), 0.25 * weight * weight_one * weight_other);
            }
        }
        maker.add_cycles();
        // The likeliest first, so that some players know only those; of equals, as they were made.
        maker.found.rules.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        maker.found
    }

    fn looks_further(&self, shape: Shape) -> bool {
        let part = |number: u16| self.parts[usize::from(number)].looks_further;
        match shape {
            Shape::One(one) => part(one),
            Shape::Both(one, other) | Shape::Either(one, other) => part(one) || part(other),
            Shape::If(condition, ..) => self.conditions[usize::from(condition)].looks_further,
            Shape::Cycle(_) => false,
        }
    }

    fn right(&self, shape: Shape, at: &Situation) -> CardSet {
        let part = |number: u16| self.parts[usize::from(number)].right(at);
        match shape {
            Shape::One(one) => part(one),
            Shape::Both(one, other) => part(one).intersection(part(other)),
            Shape::Either(one, other) => part(one).union(part(other)),
            Shape::If(condition, then, otherwise) => {
                part(if self.conditions[usize::from(condition)].holds(at) { then } else { otherwise })
            }
            Shape::Cycle(cycle) => {
                let automaton = &self.cycles[usize::from(cycle)].1;
                automaton.right(automaton.later(automaton.start(at.first), at.length - 1))
            }
        }
    }

    fn rule(&self, shape: Shape) -> Rule {
        let part = |number: u16| Box::new(self.parts[usize::from(number)].formula.clone());
        Rule::Always(match shape {
            Shape::One(one) => *part(one),
            Shape::Both(one, other) => Formula::And(part(one), part(other)),
            Shape::Either(one, other) => Formula::Or(part(one), part(other)),
            Shape::If(condition, then, otherwise) => {
                let condition = self.conditions[usize::from(condition)].formula.clone();
                Formula::If(Box::new(condition), part(then), part(otherwise))
            }
            Shape::Cycle(cycle) => return self.cycles[usize::from(cycle)].0.clone(),
        })
    }

    /// Whether a rule means the same as one that was guessed.
    fn means(&self, shape: Shape, guess: &Guess) -> bool {
        if let Shape::Cycle(cycle) = shape {
            return difference(&self.cycles[usize::from(cycle)].1, &guess.automaton).is_none();
        }
        meaning_mark(self.looks_further(shape), |at| self.right(shape, at)) == guess.mark
    }

    /// Whether somebody has guessed a rule of this meaning, in vain.
    fn was_guessed(&self, shape: Shape, guesses: &[Guess]) -> bool {
        guesses.iter().any(|guess| self.means(shape, guess))
    }

    /// Whether a rule fits all that has been seen, guesses apart.
    fn fits(&self, shape: Shape, evidence: &Evidence) -> bool {
        // The latest tells most: the rules that are left fit what was known before.
        evidence.judged.iter().rev().all(|(at, card, is_right)| self.right(shape, at).contains(*card) == *is_right)
    }
}

/// Puts the candidates together, each meaning once.
#[derive(Default)]
struct Maker {
    found: Candidates,
    known: HashSet<u64>,
    /// What is right after each first card, one card after the other.
    cycles: HashSet<Vec<CardSet>>,
}

impl Maker {
    fn parts(&mut self, formulas: Vec<Weighed<Formula>>) -> Vec<Weighed<u16>> {
        let number = |part: Part, parts: &mut Vec<Part>| {
            parts.push(part);
            parts.len() as u16 - 1
        };
        formulas
            .into_iter()
            .map(|(formula, weight)| (number(Part::of(formula), &mut self.found.parts), weight))
            .collect()
    }

    fn conditions(&mut self, formulas: Vec<Weighed<Formula>>) -> Vec<Weighed<u16>> {
        let conditions = &mut self.found.conditions;
        let mut number = |formula: Formula| {
            conditions.push(Condition::of(formula));
            conditions.len() as u16 - 1
        };
        formulas.into_iter().map(|(formula, weight)| (number(formula), weight)).collect()
    }

    /// Adds a rule unless one of the same meaning is there, or it hardly ever or nearly always lets a card pass.
    fn add(&mut self, shape: Shape, weight: f32) {
        let looks_further = self.found.looks_further(shape);
        let (passing, count) = (Cell::new(0), Cell::new(0));
        let meaning = meaning_mark(looks_further, |at| {
            let right = self.found.right(shape, at);
            passing.set(passing.get() + right.len());
            count.set(count.get() + CARDS);
            right
        });
        let share = passing.get() as f32 / count.get() as f32;
        if (0.04..=0.9).contains(&share) && self.known.insert(meaning) {
            self.found.rules.push((shape, weight));
        }
    }

    fn add_choices(&mut self, (condition, weight): Weighed<u16>, branches: &[Weighed<u16>]) {
        for (then, weight_then) in branches {
            for (otherwise, weight_otherwise) in branches.iter().filter(|(otherwise, _)| otherwise != then) {
                self.add(Shape::If(condition, *then, *otherwise), weight * weight_then * weight_otherwise);
            }
        }
    }

    /// Cycles of two to eight of two kinds, of up to five suits, and of up to four of three or four kinds.
    fn add_cycles(&mut self) {
        use CardColour::{Black, Red};
        let halves = |highest| [ranks(1, highest), ranks(highest + 1, 13)].into_iter().flatten().collect::<Vec<_>>();
        let twos = [
            (vec![Property::Colour(Red), Property::Colour(Black)], 8, 3.0),
            (vec![Property::Odd, Property::Even], 8, 1.5),
            (halves(7), 6, 1.0),
            (halves(6), 6, 0.8),
        ];
        let thirds = [(4, 8), (4, 9), (5, 9)];
        let thirds = thirds.map(|(low, high)| [ranks(1, low), ranks(low + 1, high), ranks(high + 1, 13)]);
        let thirds = thirds.map(|ranks| (ranks.into_iter().flatten().collect::<Vec<_>>(), 4, 0.3));
        let quarters = [ranks(1, 3), ranks(4, 6), ranks(7, 9), ranks(10, 13)].into_iter().flatten().collect();
        let colours = [Property::Colour(Red), Property::Colour(Black)];
        let mixed = [&colours[..], &[Property::Odd, Property::Even], &halves(7)].concat();
        let suited = [&colours[..], &Suit::ALL.map(Property::Suit)].concat();
        let suits = (Suit::ALL.map(Property::Suit).to_vec(), 5, 2.0);
        let more = [suits, (quarters, 4, 0.3), (mixed, 4, 0.4), (suited, 4, 0.3)];
        for (kinds, longest, weight) in twos.into_iter().chain(thirds).chain(more) {
            for length in 2..=longest {
                self.add_cycles_of(&kinds, length, weight);
            }
        }
    }

    fn add_cycles_of(&mut self, kinds: &[Property], length: usize, weight: f32) {
        let count = kinds.len().pow(length as u32);
        for number in 0..count {
            let kind = |place: usize| kinds[number / kinds.len().pow(place as u32) % kinds.len()];
            let items: Vec<Property> = (0..length).rev().map(kind).collect();
            let repeats =
                |part: usize| length.is_multiple_of(part) && (part..length).all(|at| items[at] == items[at - part]);
            // Of two kinds in turn, each is the other's opposite, which is a comparison with the last card.
            if (1..length).any(repeats) || kinds.len() == 2 && length == 2 {
                continue;
            }
            let rule = Rule::Repeat(items.into_iter().map(|property| is(Which::Next, property)).collect());
            let automaton = Automaton::of(&rule);
            // Where each kind follows another always, it is the same wherever it begins.
            let course = |first: Card| (0..length).map(move |cards| (first, cards));
            let courses = Card::all()
                .flat_map(course)
                .map(|(first, cards)| automaton.right(automaton.later(automaton.start(first), cards)));
            if !self.cycles.insert(courses.collect()) {
                continue;
            }
            self.found.cycles.push((rule, automaton));
            // Longer ones are less likely, and there are more of them.
            let weight = 12.0 * weight / (count as f32 * length as f32).powf(0.7);
            self.found.rules.push((Shape::Cycle(self.found.cycles.len() as u16 - 1), weight));
        }
    }
}

/// After each first card alone.
fn lasts() -> impl Iterator<Item = Situation> {
    Card::all().map(|last| Situation { first: last, last, before: None, length: 1 })
}

/// The situations by which rules are told apart: each first card, and each last card after several others.
fn situations() -> impl Iterator<Item = Situation> {
    let befores = |last: Card| {
        let other = move |far: u8| Card::from_index((last.index() + far) % CARDS as u8);
        [1, 5, 18, 40].into_iter().filter_map(other)
    };
    let after = move |last: Card| {
        befores(last).map(move |before| Situation { first: before, last, before: Some(before), length: 2 })
    };
    lasts().chain(Card::all().flat_map(after))
}

/// How many of the rules that fit are weighed: the likeliest.
const WEIGHED: usize = 30_000;

/// The rules that may be the secret one, and how likely each is.
pub struct Belief {
    rules: Vec<(Shape, f32)>,
    now: Situation,
    total: f32,
    evidence: Evidence,
}

impl Belief {
    /// Those that nothing on the table contradicts.
    pub fn of(evidence: &Evidence) -> Belief {
        Belief::among(usize::MAX, evidence)
    }

    /// The same of somebody who knows only so many rules, the simplest.
    pub fn among(known: usize, evidence: &Evidence) -> Belief {
        let fitting =
            ALL.rules.iter().take(known).filter(|(shape, _)| ALL.fits(*shape, evidence)).take(WEIGHED).copied();
        let mut rules: Vec<(Shape, f32)> = fitting.collect();
        // In a long list a few rules that were guessed hardly count; they are only never said again.
        if rules.len() < 500 {
            rules.retain(|(shape, _)| !ALL.was_guessed(*shape, &evidence.not));
        }
        let total = rules.iter().map(|(_, weight)| weight).sum();
        Belief { rules, now: evidence.now, total, evidence: evidence.clone() }
    }

    /// How many rules are left; so many that they are not counted, if that is [`Belief::is_wide`].
    pub fn len(&self) -> usize {
        self.rules.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Whether there are more rules than are weighed.
    pub fn is_wide(&self) -> bool {
        self.rules.len() == WEIGHED
    }

    /// The likeliest rule that nobody has guessed yet, and how likely it is, from 0 to 1.
    pub fn likeliest(&self) -> Option<(Rule, f32)> {
        // They are in this order.
        let (shape, weight) = self.rules.iter().find(|(shape, _)| !ALL.was_guessed(*shape, &self.evidence.not))?;
        Some((ALL.rule(*shape), weight / self.total))
    }

    /// One of the rules at random, each as likely as it is thought to be.
    pub fn any(&self, rng: &mut GameRng) -> Option<Rule> {
        let mut left = rng.share() as f32 * self.total;
        let found = self.rules.iter().find(|(_, weight)| {
            left -= weight;
            left <= 0.0
        });
        let found = found.or(self.rules.last()).filter(|(shape, _)| !ALL.was_guessed(*shape, &self.evidence.not));
        found.map(|(shape, _)| ALL.rule(*shape)).or_else(|| Some(self.likeliest()?.0))
    }

    /// How likely a rule is, or one of the same meaning, from 0 to 1: nothing, if it is contradicted or not thought of.
    pub fn chance_of(&self, rule: &Rule) -> f32 {
        let guess = Guess::of(rule);
        let same = self.rules.iter().find(|(shape, _)| ALL.means(*shape, &guess));
        same.map_or(0.0, |(_, weight)| weight / self.total)
    }

    /// How likely each card is right now, from 0 to 1; nothing is known where no rule is left.
    pub fn chances(&self) -> [f32; CARDS] {
        let mut chances = [0.0; CARDS];
        for (shape, weight) in &self.rules {
            for card in ALL.right(*shape, &self.now).iter() {
                chances[usize::from(card.index())] += weight / self.total;
            }
        }
        chances
    }

    /// How likely none of these cards is right.
    pub fn chance_of_none(&self, cards: CardSet) -> f32 {
        let none = |shape: Shape| ALL.right(shape, &self.now).intersection(cards).is_empty();
        self.rules.iter().filter(|(shape, _)| none(*shape)).map(|(_, weight)| weight / self.total).sum()
    }
}

/// A card that was judged, and what could be known then.
#[derive(Clone, PartialEq, Debug)]
pub struct JudgedCard {
    pub card: Card,
    pub is_right: bool,
    /// How many cards the mainline had then, this one included if it was right.
    pub number: usize,
    /// How many rules fitted everything up to this card.
    pub left: usize,
    /// The likeliest of them, once it is likelier than all others together.
    pub likeliest: Option<Rule>,
    /// How likely that was, from 0 to 1.
    pub sure: f32,
}

/// How many rules were left after each card that was judged; guesses are not counted.
pub fn course(evidence: &Evidence) -> Vec<JudgedCard> {
    let mut rules = ALL.rules.clone();
    let judged = evidence.judged.iter().map(|(at, card, is_right)| {
        rules.retain(|(shape, _)| ALL.right(*shape, at).contains(*card) == *is_right);
        let total: f32 = rules.iter().map(|(_, weight)| weight).sum();
        // They are in this order.
        let (likeliest, weight) = rules.first().copied().unzip();
        let sure = weight.map_or(0.0, |weight| weight / total);
        JudgedCard {
            card: *card,
            is_right: *is_right,
            number: at.length + usize::from(*is_right),
            left: rules.len(),
            likeliest: likeliest.filter(|_| sure > 0.5).map(|shape| ALL.rule(shape)),
            sure,
        }
    });
    judged.collect()
}

/// How many rules are thought of before anything is seen.
pub fn count() -> usize {
    ALL.rules.len()
}
