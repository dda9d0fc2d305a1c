//! The sentence in which a rule is written: one for each rule, which [`read`](super::read) reads back.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::rule::{
    Arithmetic, CardColour, Fact, Feature, Formula, Likeness, NumberKind, Property, RankOrder, RankSteps, Rule, Which,
};
use crate::cards::Rank;
use crate::words::joined;

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
            Fact::SuitOrder { card, order, other } => write!(f, "suit{} {order} {other}", of(card)),
            Fact::RankByPlace(order) => write!(f, "rank {order} position"),
            Fact::Place(kind) => write!(f, "position is {kind}"),
            Fact::Steps { card: Which::Next, steps, other } => write!(f, "{steps} {other}{}", steps.ending()),
            Fact::Steps { card, steps, other } => write!(f, "{card} is {steps} {other}{}", steps.ending()),
            Fact::Total { card, arithmetic, other, kind } => {
                let (what, joint) = match arithmetic {
                    Arithmetic::Sum => ("sum", "with"),
                    Arithmetic::Product => ("product", "with"),
                    Arithmetic::Difference => ("difference", "with"),
                    Arithmetic::Remainder => ("remainder", "by"),
                };
                write!(f, "{what}{} {joint} {other} is {kind}", of(card))
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
            NumberKind::Remainder(by, left) => write!(f, "{left} above multiple of {by}"),
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
        f.write_str(["next", "last", "before", "third last"][*self as usize])
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
            Property::Remainder(by, left) => write!(f, "{left} above multiple of {by}"),
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
