//! What rules speak of: a property of cards, or what of the mainline they look at.

use super::language::{Fact, Feature, Formula, Property, Which};

/// Something that a rule may speak of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    Colour,
    Suit,
    Rank,
    /// Whether cards are odd or even.
    Parity,
    LastCard,
    /// Cards before the last.
    FurtherBack,
    /// The place in the mainline.
    Place,
    /// Cards have turns.
    Cycle,
}

impl Topic {
    /// What cards are.
    pub const OF_CARDS: [Topic; 4] = [Topic::Colour, Topic::Suit, Topic::Rank, Topic::Parity];
    /// What of the mainline matters.
    pub const OF_LINE: [Topic; 4] = [Topic::LastCard, Topic::FurtherBack, Topic::Place, Topic::Cycle];

    /// What to think of: "the colour".
    pub const fn words(self) -> &'static str {
        match self {
            Topic::Colour => "the colour",
            Topic::Suit => "the suit",
            Topic::Rank => "the rank",
            Topic::Parity => "odd and even",
            Topic::LastCard => "the last card",
            Topic::FurtherBack => "cards before the last",
            Topic::Place => "the place in the mainline",
            Topic::Cycle => "a cycle",
        }
    }
}

impl From<Feature> for Topic {
    fn from(feature: Feature) -> Topic {
        match feature {
            Feature::Suit => Topic::Suit,
            Feature::Rank => Topic::Rank,
            Feature::Colour => Topic::Colour,
            Feature::Parity => Topic::Parity,
        }
    }
}

/// All that a rule, or a part of one, speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Topics(u8);

impl Topics {
    pub(super) fn of(formula: &Formula) -> Topics {
        formula.facts().into_iter().flat_map(topics_of).collect()
    }

    pub(super) const fn contains(self, topic: Topic) -> bool {
        self.0 >> topic as u8 & 1 == 1
    }
}

impl FromIterator<Topic> for Topics {
    fn from_iter<I: IntoIterator<Item = Topic>>(topics: I) -> Topics {
        Topics(topics.into_iter().fold(0, |all, topic| all | 1 << topic as u8))
    }
}

/// What the least that can be said speaks of.
fn topics_of(fact: Fact) -> Vec<Topic> {
    let mut topics: Vec<Topic> = match fact {
        Fact::Is(_, property) => vec![of_property(property)],
        Fact::Likeness { features, .. } => features.iter().map(Topic::from).collect(),
        Fact::SuitOrder { .. } => vec![Topic::Suit],
        Fact::Rank { .. } | Fact::Steps { .. } | Fact::Total { .. } => vec![Topic::Rank],
        Fact::RankByPlace(_) => vec![Topic::Rank, Topic::Place],
        Fact::Place(_) => vec![Topic::Place],
    };
    topics.extend(fact.cards().filter_map(|card| match card {
        Which::Next => None,
        Which::Last => Some(Topic::LastCard),
        Which::Before | Which::ThirdLast => Some(Topic::FurtherBack),
    }));
    topics
}

const fn of_property(property: Property) -> Topic {
    match property {
        Property::Colour(_) => Topic::Colour,
        Property::Suit(_) => Topic::Suit,
        Property::Odd | Property::Even => Topic::Parity,
        Property::Face | Property::Ranks(..) | Property::Multiple(_) | Property::Remainder(..) | Property::Prime => {
            Topic::Rank
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::eleusis::language::Rule;

    fn of(rule: &str) -> Vec<Topic> {
        let rule: Rule = rule.parse().unwrap_or_else(|error| panic!("{rule}: {error}"));
        let topics: Topics = rule.facts().into_iter().flat_map(topics_of).collect();
        Topic::OF_CARDS.into_iter().chain(Topic::OF_LINE).filter(|topic| topics.contains(*topic)).collect()
    }

    #[test]
    fn a_rule_speaks_of_what_it_names() {
        assert_eq!(of("red or face"), [Topic::Colour, Topic::Rank]);
        assert_eq!(
            of("if last is odd then suit same as last else spade"),
            [Topic::Suit, Topic::Parity, Topic::LastCard]
        );
        assert_eq!(of("if before is red then odd else even"), [Topic::Colour, Topic::Parity, Topic::FurtherBack]);
        assert_eq!(of("rank <= position"), [Topic::Rank, Topic::Place]);
    }
}
