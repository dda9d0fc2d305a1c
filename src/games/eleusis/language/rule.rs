//! Secret rules as values, and the sentences they are written in.
//!
//! A rule says which cards may come next, by the cards at the end of the mainline. Every rule has one way to be written, which
//! [`read`](super::read) reads back; many other ways are read, too.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::cards::{Card, Rank, Suit};
use crate::words::joined;

/// How deep a rule may be nested, how many parts it may have, and how long a cycle may be.
pub const DEEPEST: usize = 12;
pub const MOST_PARTS: usize = 100;
pub const LONGEST_CYCLE: usize = 24;

/// A secret rule.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rule {
    /// What must hold of the next card and those before it.
    Always(Formula),
    /// What must hold of one card after the other, over and over, by itself or against the last card. The first card of the mainline is
    /// taken for the first of these that it fits; if it fits none, the cycle begins after it.
    Repeat(Vec<Formula>),
}

/// Something that is true or not of the cards at the end of the mainline.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Formula {
    Fact(Fact),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
    /// If the first holds the second must, otherwise the third.
    If(Box<Formula>, Box<Formula>, Box<Formula>),
}

/// A card that a rule speaks of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Which {
    /// The one that is to come.
    Next,
    /// The last of the mainline.
    Last,
    /// The one before the last.
    Before,
}

/// The least that can be said. What is said of a card that is not there is not true.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fact {
    /// A card is red, odd, 1 to 7.
    Is(Which, Property),
    /// Two cards are alike in something, or differ in it.
    Likeness { card: Which, other: Which, features: Features, likeness: Likeness },
    /// The rank of a card against that of another.
    Rank { card: Which, order: RankOrder, other: Which },
    /// A card is so many ranks above or below another.
    Steps { card: Which, steps: RankSteps, other: Which },
    /// The ranks of two cards added or multiplied.
    Total { card: Which, arithmetic: Arithmetic, other: Which, kind: NumberKind },
}

/// What a card is by itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Property {
    Colour(CardColour),
    Suit(Suit),
    /// Aces are 1, jacks 11, queens 12, kings 13.
    Odd,
    Even,
    /// A jack, queen or king.
    Face,
    /// The rank is one of these, from and to.
    Ranks(Rank, Rank),
    /// The rank is a multiple of this, 3 to 6.
    Multiple(u8),
    /// 2, 3, 5, 7, jack or king.
    Prime,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CardColour {
    Red,
    Black,
}

/// In what two cards are compared; at least one of these.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Features(u8);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Feature {
    Suit,
    Rank,
    Colour,
    /// Whether the rank is odd or even.
    Parity,
}

/// How two cards compare in several features.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Likeness {
    /// Alike in at least one.
    AnySame,
    AllSame,
    AnyDiffers,
    AllDiffer,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RankOrder {
    Less,
    AtMost,
    AtLeast,
    More,
}

/// So many ranks from another card, from and to, 0 to 12 each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RankSteps {
    pub from: u8,
    pub to: u8,
    pub way: Way,
    /// Whether the ace follows the king.
    pub wraps: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Way {
    Above,
    Below,
    Either,
}

/// What is done with two ranks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Arithmetic {
    Sum,
    Product,
}

/// What comes of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum NumberKind {
    Odd,
    Even,
    Prime,
    /// A multiple of this, 3 to 13.
    Multiple(u8),
    /// One of these, from and to.
    Between(u8, u8),
}

impl Arithmetic {
    const fn of(self, one: Rank, other: Rank) -> u8 {
        match self {
            Arithmetic::Sum => one.number() + other.number(),
            Arithmetic::Product => one.number() * other.number(),
        }
    }
}

impl NumberKind {
    /// Two kings multiplied.
    pub const HIGHEST: u8 = 169;

    pub fn is_of(self, number: u8) -> bool {
        match self {
            NumberKind::Odd => number % 2 == 1,
            NumberKind::Even => number.is_multiple_of(2),
            // Thirteen times thirteen is the highest.
            NumberKind::Prime => number > 1 && (2..=13).all(|by| by >= number || !number.is_multiple_of(by)),
            NumberKind::Multiple(of) => number.is_multiple_of(of),
            NumberKind::Between(from, to) => (from..=to).contains(&number),
        }
    }
}

impl Feature {
    pub const ALL: [Feature; 4] = [Feature::Suit, Feature::Rank, Feature::Colour, Feature::Parity];

    pub const fn word(self) -> &'static str {
        ["suit", "rank", "colour", "parity"][self as usize]
    }

    /// What a card is in this: two cards are alike in it if this is the same.
    pub const fn of(self, card: Card) -> u8 {
        match self {
            Feature::Suit => card.suit() as u8,
            Feature::Rank => card.rank().number(),
            Feature::Colour => CardColour::of(card) as u8,
            Feature::Parity => card.rank().number() % 2,
        }
    }
}

impl Features {
    pub fn iter(self) -> impl Iterator<Item = Feature> {
        Feature::ALL.into_iter().filter(move |feature| self.0 >> *feature as u8 & 1 == 1)
    }

    pub fn only(feature: Feature) -> Features {
        Features(1 << feature as u8)
    }

    #[must_use]
    pub fn with(self, feature: Feature) -> Features {
        Features(self.0 | 1 << feature as u8)
    }
}

impl CardColour {
    pub const fn of(card: Card) -> CardColour {
        match card.suit() {
            Suit::Hearts | Suit::Diamonds => CardColour::Red,
            Suit::Spades | Suit::Clubs => CardColour::Black,
        }
    }
}

impl Property {
    pub fn is_of(self, card: Card) -> bool {
        let rank = card.rank().number();
        match self {
            Property::Colour(colour) => CardColour::of(card) == colour,
            Property::Suit(suit) => card.suit() == suit,
            Property::Odd => rank % 2 == 1,
            Property::Even => rank.is_multiple_of(2),
            Property::Face => rank > 10,
            Property::Ranks(from, to) => (from..=to).contains(&card.rank()),
            Property::Multiple(of) => rank.is_multiple_of(of),
            Property::Prime => matches!(rank, 2 | 3 | 5 | 7 | 11 | 13),
        }
    }
}

impl RankOrder {
    pub fn holds(self, card: Card, other: Card) -> bool {
        let (rank, than) = (card.rank(), other.rank());
        match self {
            RankOrder::Less => rank < than,
            RankOrder::AtMost => rank <= than,
            RankOrder::AtLeast => rank >= than,
            RankOrder::More => rank > than,
        }
    }
}

impl Likeness {
    pub fn holds(self, features: Features, card: Card, other: Card) -> bool {
        let mut same = features.iter().map(|feature| feature.of(card) == feature.of(other));
        match self {
            Likeness::AnySame => same.any(|same| same),
            Likeness::AllSame => same.all(|same| same),
            Likeness::AnyDiffers => same.any(|same| !same),
            Likeness::AllDiffer => same.all(|same| !same),
        }
    }
}

impl RankSteps {
    pub fn holds(self, card: Card, other: Card) -> bool {
        const RANKS: i8 = 13;
        let apart = card.rank().number() as i8 - other.rank().number() as i8;
        let fits = |apart: i8| {
            let apart = if self.wraps { apart.rem_euclid(RANKS) } else { apart };
            (self.from as i8..=self.to as i8).contains(&apart)
        };
        match self.way {
            Way::Above => fits(apart),
            Way::Below => fits(-apart),
            Way::Either => fits(apart) || fits(-apart),
        }
    }
}

impl Fact {
    /// The cards that it speaks of.
    pub fn cards(self) -> impl Iterator<Item = Which> {
        let (card, other) = match self {
            Fact::Is(card, _) => (card, None),
            Fact::Likeness { card, other, .. }
            | Fact::Rank { card, other, .. }
            | Fact::Steps { card, other, .. }
            | Fact::Total { card, other, .. } => (card, Some(other)),
        };
        [card].into_iter().chain(other)
    }

    /// Whether it holds of these cards.
    pub fn holds(self, at: impl Fn(Which) -> Option<Card>) -> bool {
        let pair = |card, other| at(card).zip(at(other));
        match self {
            Fact::Is(card, property) => at(card).is_some_and(|card| property.is_of(card)),
            Fact::Likeness { card, other, features, likeness } => {
                pair(card, other).is_some_and(|(card, other)| likeness.holds(features, card, other))
            }
            Fact::Rank { card, order, other } => {
                pair(card, other).is_some_and(|(card, other)| order.holds(card, other))
            }
            Fact::Steps { card, steps, other } => {
                pair(card, other).is_some_and(|(card, other)| steps.holds(card, other))
            }
            Fact::Total { card, arithmetic, other, kind } => {
                pair(card, other).is_some_and(|(card, other)| kind.is_of(arithmetic.of(card.rank(), other.rank())))
            }
        }
    }
}

impl Formula {
    /// Whether it holds of these cards.
    pub fn holds(&self, at: &impl Fn(Which) -> Option<Card>) -> bool {
        match self {
            Formula::Fact(fact) => fact.holds(at),
            Formula::Not(part) => !part.holds(at),
            Formula::And(one, other) => one.holds(at) && other.holds(at),
            Formula::Or(one, other) => one.holds(at) || other.holds(at),
            Formula::If(condition, then, otherwise) => {
                if condition.holds(at) {
                    then.holds(at)
                } else {
                    otherwise.holds(at)
                }
            }
        }
    }

    /// Its facts, from left to right.
    pub fn facts(&self) -> Vec<Fact> {
        match self {
            Formula::Fact(fact) => vec![*fact],
            Formula::Not(part) => part.facts(),
            Formula::And(one, other) | Formula::Or(one, other) => [one.facts(), other.facts()].concat(),
            Formula::If(condition, then, otherwise) => [condition.facts(), then.facts(), otherwise.facts()].concat(),
        }
    }

    /// Whether one of its facts is about this card.
    pub fn looks_at(&self, card: Which) -> bool {
        self.facts().iter().any(|fact| fact.cards().any(|other| other == card))
    }

    /// How deep it is nested; a fact is 1 deep.
    pub fn depth(&self) -> usize {
        1 + match self {
            Formula::Fact(_) => 0,
            Formula::Not(part) => part.depth(),
            Formula::And(one, other) | Formula::Or(one, other) => one.depth().max(other.depth()),
            Formula::If(condition, then, otherwise) => condition.depth().max(then.depth()).max(otherwise.depth()),
        }
    }
}

impl Rule {
    /// Its facts, from left to right.
    pub fn facts(&self) -> Vec<Fact> {
        match self {
            Rule::Always(formula) => formula.facts(),
            Rule::Repeat(cycle) => cycle.iter().flat_map(Formula::facts).collect(),
        }
    }

    /// Whether one of its facts is about this card.
    pub fn looks_at(&self, card: Which) -> bool {
        self.facts().iter().any(|fact| fact.cards().any(|other| other == card))
    }
}

// The sentences.

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut sentence = Sentence::default();
        match self {
            Rule::Always(formula) => sentence.add(formula, Binding::Free),
            Rule::Repeat(cycle) => {
                sentence.text += "repeat";
                for item in cycle {
                    sentence.text += " ";
                    sentence.add(item, Binding::Item);
                }
            }
        }
        f.write_str(&sentence.text)
    }
}

/// How tightly a part of a sentence must hold together, so that it needs no brackets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    /// Anything.
    Free,
    /// No "if".
    Choice,
    /// No "or" either.
    Part,
    /// Nothing but a fact, perhaps not true.
    Unit,
    /// A property of the next card alone.
    Item,
}

impl Formula {
    fn binding(&self) -> Binding {
        match self {
            Formula::If(..) => Binding::Free,
            Formula::Or(..) => Binding::Choice,
            Formula::And(..) => Binding::Part,
            Formula::Not(_) => Binding::Unit,
            Formula::Fact(Fact::Is(Which::Next, _)) => Binding::Item,
            Formula::Fact(_) => Binding::Unit,
        }
    }
}

/// A sentence that is being written.
#[derive(Default)]
struct Sentence {
    text: String,
    /// Whether a card was named for what it is: what follows would be said of the same card, so it must be named, too.
    is_listing: bool,
}

impl Sentence {
    fn add(&mut self, formula: &Formula, within: Binding) {
        if formula.binding() < within {
            self.text += "(";
            self.add(formula, Binding::Free);
            return self.close(")");
        }
        match formula {
            Formula::Fact(fact) => self.add_fact(fact),
            Formula::Not(part) => {
                self.text += "not ";
                self.add(part, Binding::Unit);
            }
            Formula::And(one, other) => {
                self.add(one, Binding::Part);
                self.text += " and ";
                self.add(other, Binding::Unit);
            }
            Formula::Or(one, other) => {
                self.add(one, Binding::Choice);
                self.text += " or ";
                // "3 or 4 above last" would be a range.
                let is_range = matches!(one.facts().last(), Some(Fact::Is(_, Property::Ranks(..))))
                    && matches!(other.facts().first(), Some(Fact::Steps { card: Which::Next, .. }));
                self.add(other, if is_range { Binding::Item } else { Binding::Part });
            }
            Formula::If(condition, then, otherwise) => {
                self.text += "if ";
                self.add(condition, Binding::Choice);
                self.close(" then ");
                self.add(then, Binding::Choice);
                self.close(" else ");
                self.add(otherwise, Binding::Free);
            }
        }
    }

    /// Adds what ends a list of what a card is.
    fn close(&mut self, words: &str) {
        self.text += words;
        self.is_listing = false;
    }

    fn add_fact(&mut self, fact: &Fact) {
        match fact {
            Fact::Is(Which::Next, property) if !self.is_listing => self.text += &property.to_string(),
            Fact::Is(card, property) => {
                self.text += &format!("{card} is {property}");
                self.is_listing = true;
            }
            comparison => self.close(&comparison.to_string()),
        }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What is not said otherwise is said of the next card.
        let of = |card: Which| if card == Which::Next { String::new() } else { format!(" of {card}") };
        match *self {
            Fact::Is(Which::Next, property) => write!(f, "{property}"),
            Fact::Is(card, property) => write!(f, "{card} is {property}"),
            Fact::Likeness { card, other, features, likeness } => {
                let (between, verb) = match likeness {
                    Likeness::AnySame => (" or ", "same as"),
                    Likeness::AllSame => (" and ", "same as"),
                    Likeness::AnyDiffers => (" or ", "differs from"),
                    Likeness::AllDiffer if features.iter().count() > 1 => (" and ", "differ from"),
                    Likeness::AllDiffer => (" and ", "differs from"),
                };
                let features = joined(features.iter().map(Feature::word), between);
                write!(f, "{features}{} {verb} {other}", of(card))
            }
            Fact::Rank { card, order, other } => write!(f, "rank{} {order} {other}", of(card)),
            Fact::Steps { card: Which::Next, steps, other } => write!(f, "{steps} {other}{}", steps.ending()),
            Fact::Steps { card, steps, other } => write!(f, "{card} is {steps} {other}{}", steps.ending()),
            Fact::Total { card, arithmetic, other, kind } => {
                write!(f, "{}{} with {other} is {kind}", ["sum", "product"][arithmetic as usize], of(card))
            }
        }
    }
}

/// "multiple of 5", "at least 14".
impl fmt::Display for NumberKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            NumberKind::Odd => f.write_str("odd"),
            NumberKind::Even => f.write_str("even"),
            NumberKind::Prime => f.write_str("prime"),
            NumberKind::Multiple(of) => write!(f, "multiple of {of}"),
            NumberKind::Between(from, to) if from == to => write!(f, "{from}"),
            NumberKind::Between(0, to) => write!(f, "at most {to}"),
            NumberKind::Between(from, NumberKind::HIGHEST) => write!(f, "at least {from}"),
            NumberKind::Between(from, to) => write!(f, "{from} to {to}"),
        }
    }
}

/// "1 to 3 above".
impl fmt::Display for RankSteps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RankSteps { from, to, way, .. } = *self;
        let way = ["above", "below", "above or below"][way as usize];
        if from == to { write!(f, "{from} {way}") } else { write!(f, "{from} to {to} {way}") }
    }
}

impl RankSteps {
    /// What follows the card from which is counted.
    fn ending(self) -> &'static str {
        if self.wraps { ", wrapping" } else { "" }
    }
}

impl fmt::Display for Which {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["next", "last", "before"][*self as usize])
    }
}

impl fmt::Display for RankOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["<", "<=", ">=", ">"][*self as usize])
    }
}

/// "ace", "7", "king".
pub fn rank_word(rank: Rank) -> String {
    match rank.number() {
        1 | 11.. => rank.word().to_owned(),
        number => number.to_string(),
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Property::Colour(CardColour::Red) => f.write_str("red"),
            Property::Colour(CardColour::Black) => f.write_str("black"),
            Property::Suit(suit) => write!(f, "{}", suit.word().to_lowercase()),
            Property::Odd => f.write_str("odd"),
            Property::Even => f.write_str("even"),
            Property::Face => f.write_str("face"),
            Property::Ranks(from, to) if from == to => f.write_str(&rank_word(from)),
            Property::Ranks(from, to) => write!(f, "{} to {}", rank_word(from), rank_word(to)),
            Property::Multiple(of) => write!(f, "multiple of {of}"),
            Property::Prime => f.write_str("prime"),
        }
    }
}

/// Rules are kept as their sentences.
impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Rule {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rule, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}
