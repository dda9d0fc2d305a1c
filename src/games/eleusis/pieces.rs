//! Rules put together from pieces: the same rule as a sentence, and as a shape with a fact in each of its places.
//!
//! The sentence is the rule. Pieces are read from it and written to it, so that both always say the same.

use super::language::{
    Arithmetic, CardColour, Fact, Feature, Features, Formula, LONGEST_CYCLE, Likeness, NumberKind, Property, RankOrder,
    RankSteps, Rule, Way, Which,
};
use crate::cards::{Rank, Suit};

/// How the parts of a rule hang together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceShape {
    One,
    Both,
    Either,
    If,
    Cycle,
}

impl PieceShape {
    pub const ALL: [PieceShape; 5] =
        [PieceShape::One, PieceShape::Both, PieceShape::Either, PieceShape::If, PieceShape::Cycle];

    pub const fn words(self) -> &'static str {
        ["One condition", "Two conditions, both", "Two conditions, either", "If … then … else …", "A cycle"]
            [self as usize]
    }
}

/// What a part may be about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceRole {
    /// The card that is to come, by itself or beside the last.
    Next,
    /// The last card, or how it lies to the one before it.
    Condition,
    /// The card that is to come in its place in a cycle: by itself, or beside the last.
    InCycle,
}

/// A rule in pieces.
///
/// ```
/// use parlour::games::eleusis::language::Rule;
/// use parlour::games::eleusis::pieces::{PieceShape, RulePieces};
///
/// let rule: Rule = "if last is odd then red else black".parse().unwrap();
/// let mut pieces = RulePieces::of(&rule);
/// assert_eq!((pieces.shape, pieces.words(2)), (PieceShape::If, "black".to_owned()));
/// pieces.parts[0] = RulePieces::choices(pieces.role(0))[1].clone();
/// assert_eq!(pieces.rule().to_string(), "if last is black then red else black");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct RulePieces {
    pub shape: PieceShape,
    pub parts: Vec<Formula>,
}

impl RulePieces {
    pub fn of(rule: &Rule) -> RulePieces {
        let (shape, parts) = match rule {
            Rule::Repeat(cycle) => (PieceShape::Cycle, cycle.clone()),
            Rule::Always(Formula::And(one, other)) => (PieceShape::Both, vec![*one.clone(), *other.clone()]),
            Rule::Always(Formula::Or(one, other)) => (PieceShape::Either, vec![*one.clone(), *other.clone()]),
            Rule::Always(Formula::If(condition, then, otherwise)) => {
                (PieceShape::If, vec![*condition.clone(), *then.clone(), *otherwise.clone()])
            }
            Rule::Always(one) => (PieceShape::One, vec![one.clone()]),
        };
        RulePieces { shape, parts }
    }

    /// Something to begin with.
    pub fn example(shape: PieceShape) -> RulePieces {
        let [differs, red, black] =
            [like(Feature::Colour, Likeness::AllDiffer), is(Which::Next, RED), is(Which::Next, BLACK)];
        let parts = match shape {
            PieceShape::One => vec![differs],
            PieceShape::Both | PieceShape::Either => vec![differs, is(Which::Next, Property::Odd)],
            PieceShape::If => vec![is(Which::Last, Property::Odd), red, black],
            PieceShape::Cycle => vec![red.clone(), red, black],
        };
        RulePieces { shape, parts }
    }

    pub fn rule(&self) -> Rule {
        let part = |place: usize| Box::new(self.parts.get(place).cloned().unwrap_or(is(Which::Next, RED)));
        Rule::Always(match self.shape {
            PieceShape::One => *part(0),
            PieceShape::Both => Formula::And(part(0), part(1)),
            PieceShape::Either => Formula::Or(part(0), part(1)),
            PieceShape::If => Formula::If(part(0), part(1), part(2)),
            PieceShape::Cycle => return Rule::Repeat(self.parts.clone()),
        })
    }

    /// What a part is about, by its place.
    pub fn role(&self, place: usize) -> PieceRole {
        match (self.shape, place) {
            (PieceShape::Cycle, _) => PieceRole::InCycle,
            (PieceShape::If, 0) => PieceRole::Condition,
            _ => PieceRole::Next,
        }
    }

    /// What stands before a part.
    pub const fn lead(&self, place: usize) -> &'static str {
        match (self.shape, place) {
            (PieceShape::One, _) => "Next",
            (PieceShape::Both, 0) => "Both",
            (PieceShape::Both, _) => "and",
            (PieceShape::Either, 0) => "Either",
            (PieceShape::Either, _) => "or",
            (PieceShape::If, 0) => "If",
            (PieceShape::If, 1) => "then",
            (PieceShape::If, _) => "else",
            (PieceShape::Cycle, 0) => "First",
            (PieceShape::Cycle, _) => "then",
        }
    }

    /// A part as it is written.
    pub fn words(&self, place: usize) -> String {
        self.parts.get(place).map_or(String::new(), formula_words)
    }

    /// Whether another kind of card may be put at the end of the cycle.
    pub fn can_grow(&self) -> bool {
        self.shape == PieceShape::Cycle && self.parts.len() < LONGEST_CYCLE
    }

    pub fn can_shrink(&self) -> bool {
        self.shape == PieceShape::Cycle && self.parts.len() > 2
    }

    /// What can be put in a part's place.
    pub fn choices(role: PieceRole) -> Vec<Formula> {
        let of = |card: Which| properties().into_iter().map(move |property| is(card, property));
        match role {
            PieceRole::InCycle => of(Which::Next).chain(comparisons()).collect(),
            PieceRole::Condition => of(Which::Last).chain(turns()).chain(positions()).collect(),
            PieceRole::Next => comparisons().into_iter().chain(of(Which::Next)).chain(rarer_comparisons()).collect(),
        }
    }
}

/// A part of a rule as it is written by itself.
pub fn formula_words(formula: &Formula) -> String {
    Rule::Always(formula.clone()).to_string()
}

const RED: Property = Property::Colour(CardColour::Red);
const BLACK: Property = Property::Colour(CardColour::Black);

fn is(card: Which, property: Property) -> Formula {
    Formula::Fact(Fact::Is(card, property))
}

fn like(feature: Feature, likeness: Likeness) -> Formula {
    Formula::Fact(Fact::Likeness { card: Which::Next, other: Which::Last, features: Features::only(feature), likeness })
}

fn properties() -> Vec<Property> {
    let ranks = |from: u8, to: u8| Rank::new(from).zip(Rank::new(to)).map(|(from, to)| Property::Ranks(from, to));
    let spans = [(1, 6), (7, 13), (1, 7), (8, 13), (1, 4), (5, 9), (10, 13)];
    let plain = [RED, BLACK].into_iter().chain(Suit::ALL.map(Property::Suit));
    let numbers = [Property::Odd, Property::Even, Property::Face, Property::Prime];
    let multiples =
        [Property::Multiple(3), Property::Multiple(4), Property::Remainder(3, 1), Property::Remainder(3, 2)];
    plain.chain(numbers).chain(spans.into_iter().filter_map(|(from, to)| ranks(from, to))).chain(multiples).collect()
}

/// How the next card may lie to the last.
fn comparisons() -> Vec<Formula> {
    let features = Feature::ALL.into_iter();
    let alike = features.flat_map(|feature| [like(feature, Likeness::AllDiffer), like(feature, Likeness::AnySame)]);
    let suit_or_rank = Features::only(Feature::Suit).with(Feature::Rank);
    let (card, other) = (Which::Next, Which::Last);
    let orders = [RankOrder::More, RankOrder::AtLeast, RankOrder::AtMost, RankOrder::Less];
    let orders = orders.map(|order| Fact::Rank { card, order, other });
    let steps =
        |(way, to, wraps): (Way, u8, bool)| Fact::Steps { card, steps: RankSteps { from: 1, to, way, wraps }, other };
    let ways = [(Way::Above, true), (Way::Below, true), (Way::Above, false), (Way::Below, false), (Way::Either, false)];
    let steps = ways.into_iter().flat_map(|(way, wraps)| [(way, 3, wraps), (way, 6, wraps)]).map(steps);
    let both = Fact::Likeness { card, other, features: suit_or_rank, likeness: Likeness::AnySame };
    alike.chain([both].into_iter().chain(orders).chain(steps).map(Formula::Fact)).collect()
}

/// What people say of the next card and others more rarely: sums, suits by their rank, places, and cards further back.
fn rarer_comparisons() -> Vec<Formula> {
    let (card, other) = (Which::Next, Which::Last);
    let sums = [NumberKind::Even, NumberKind::Prime, NumberKind::Multiple(3), NumberKind::Multiple(5)];
    let sums = sums.map(|kind| Fact::Total { card, arithmetic: Arithmetic::Sum, other, kind });
    let suits = [RankOrder::More, RankOrder::AtLeast, RankOrder::AtMost, RankOrder::Less];
    let suits = suits.map(|order| Fact::SuitOrder { card, order, other });
    let places = [RankOrder::AtMost, RankOrder::AtLeast].map(Fact::RankByPlace);
    // While there is no such card, nothing is asked of it.
    let further = [Which::Before, Which::ThirdLast].into_iter().flat_map(|other| {
        let like = move |feature, likeness| Fact::Likeness { card, other, features: Features::only(feature), likeness };
        let ways = [Likeness::AllDiffer, Likeness::AnySame];
        let all = Feature::ALL.into_iter().flat_map(move |feature| ways.map(|likeness| like(feature, likeness)));
        all.map(|fact| Formula::Not(Box::new(Formula::Fact(fact))))
    });
    sums.into_iter().chain(suits).chain(places).map(Formula::Fact).chain(further).collect()
}

/// Where in the mainline the next card comes.
fn positions() -> Vec<Formula> {
    let kinds = [NumberKind::Odd, NumberKind::Even, NumberKind::Multiple(3), NumberKind::Multiple(4)];
    kinds.map(|kind| Formula::Fact(Fact::Place(kind))).to_vec()
}

/// How the last card may lie to the one before it.
fn turns() -> Vec<Formula> {
    let (card, other) = (Which::Last, Which::Before);
    let alike = Feature::ALL.map(|feature| Fact::Likeness {
        card,
        other,
        features: Features::only(feature),
        likeness: Likeness::AnySame,
    });
    let orders = [RankOrder::More, RankOrder::Less].map(|order| Fact::Rank { card, order, other });
    alike.into_iter().chain(orders).map(Formula::Fact).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::eleusis::secrets;

    #[test]
    fn every_rule_that_ships_is_the_same_in_pieces() {
        for (id, secret) in secrets::all() {
            assert_eq!(&RulePieces::of(secret.rule()).rule(), secret.rule(), "{id}");
        }
    }

    #[test]
    fn whatever_is_put_together_is_a_sentence_that_reads_back() {
        for shape in PieceShape::ALL {
            let example = RulePieces::example(shape);
            for place in 0..example.parts.len() {
                for choice in RulePieces::choices(example.role(place)) {
                    let mut pieces = example.clone();
                    pieces.parts[place] = choice;
                    let rule = pieces.rule();
                    assert_eq!(rule.to_string().parse(), Ok(rule));
                }
            }
        }
    }
}
