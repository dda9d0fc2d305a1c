//! What can be set for a game of Eleusis Express.

use std::fmt;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::language::Rule;
use super::secrets::RuleGrade;
use crate::engine::seats::Seats;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Whether each seat deals once. Otherwise so many rounds are played as `rounds` says.
    pub everyone_deals: bool,
    pub rounds: u32,
    pub empty_stock: EmptyStock,
    /// Whether after a wrong guess a mainline is shown that tells it from the rule.
    pub counterexamples: bool,
    /// Whether the rule is the house's, and every seat plays. With one seat or two it always is.
    pub house: bool,
    /// How hard the house's rules are.
    pub grade: RuleGrade,
    pub rule: HouseRule,
    /// Whether a guess must agree with the rule about every mainline, as in games begun under version 1 of the rules, and not about those
    /// alone that can still come.
    #[serde(skip)]
    pub whole_mainlines: bool,
}

impl Default for Options {
    fn default() -> Options {
        let (empty_stock, grade, rule) = Default::default();
        Options {
            everyone_deals: true,
            rounds: 1,
            empty_stock,
            counterexamples: false,
            house: false,
            grade,
            rule,
            whole_mainlines: false,
        }
    }
}

impl Options {
    /// Whether the rule is the house's, and every seat plays.
    pub fn is_house(&self, seats: Seats) -> bool {
        self.house || seats.count() < 3 || self.rule != HouseRule::Secret
    }
}

/// What happens when the stock is empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum EmptyStock {
    /// Another deck is shuffled in, up to four in all.
    #[default]
    Reshuffle,
    /// The round is over.
    End,
}

/// The rule that the house has.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum HouseRule {
    /// One of the wanted grade, which ships with Parlour or is made up.
    #[default]
    Secret,
    Given(Rule),
}

impl Serialize for HouseRule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            HouseRule::Secret => serializer.serialize_unit_variant("HouseRule", 0, "Secret"),
            HouseRule::Given(rule) => rule.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for HouseRule {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<HouseRule, D::Error> {
        struct SecretOrText;

        impl Visitor<'_> for SecretOrText {
            type Value = HouseRule;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("Secret, or a rule as text")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<HouseRule, E> {
                text.parse().map(HouseRule::Given).map_err(E::custom)
            }

            /// A name without anything: which name it is, the format does not say.
            fn visit_unit<E: de::Error>(self) -> Result<HouseRule, E> {
                Ok(HouseRule::Secret)
            }
        }

        deserializer.deserialize_any(SecretOrText)
    }
}
