//! What the rulebook advises a dealer, measured: is a rule too strict or too loose, and is there a card that always fits?

use super::language::Automaton;
use crate::cards::{Card, CardSet};

/// How much of the deck a good rule leaves right on the average, at least and at most.
const GOOD: (f64, f64) = (0.15, 0.7);

/// How a rule plays, whatever it is about.
#[derive(Clone, PartialEq, Debug)]
pub struct RuleAdvice {
    /// How often a card is right on the average, from 0 to 1.
    pub share: f64,
    /// The cards that are right whatever lies on the mainline.
    pub always: CardSet,
    /// Whether play can come to a point at which no card is right.
    pub can_end: bool,
    /// Whether play can come to a point at which every card is right.
    pub can_be_free: bool,
}

impl RuleAdvice {
    /// ```
    /// use parlour::games::eleusis::advice::RuleAdvice;
    /// use parlour::games::eleusis::language::{Automaton, Rule};
    ///
    /// let of = |text: &str| RuleAdvice::of(&Automaton::of(&text.parse::<Rule>().unwrap()));
    /// assert_eq!(of("colour differs from last").problems(), Vec::<String>::new());
    /// assert!(of("rank > last").problems().contains(&"At times no card is right".to_owned()));
    /// ```
    pub fn of(rule: &Automaton) -> RuleAdvice {
        let states: Vec<CardSet> = rule.reachable().into_iter().map(|state| rule.right(state)).collect();
        RuleAdvice {
            share: rule.share(),
            always: states.iter().fold(CardSet::FULL, |always, right| always.intersection(*right)),
            can_end: states.iter().any(|right| right.is_empty()),
            can_be_free: states.contains(&CardSet::FULL),
        }
    }

    /// "About right", "Too strict" or "Too loose".
    pub fn verdict(&self) -> &'static str {
        match self.share {
            share if share < GOOD.0 => "Too strict",
            share if share > GOOD.1 => "Too loose",
            _ => "About right",
        }
    }

    /// What the rulebook would have a dealer think over.
    pub fn problems(&self) -> Vec<String> {
        let always: Vec<String> = self.always.iter().map(Card::pretty).collect();
        let always = match always.as_slice() {
            [] => None,
            all if all.len() == Card::COUNT => Some("Every card is always right".to_owned()),
            [one] => Some(format!("{one} is always right")),
            [one, two] => Some(format!("{one} and {two} are always right")),
            [one, .., _] => Some(format!("{one} and {} other cards are always right", always.len() - 1)),
        };
        let too_strict = (self.share < GOOD.0).then(|| "Few cards are ever right, so play will be slow".to_owned());
        let is_any = self.always == CardSet::FULL;
        let too_loose =
            (self.share > GOOD.1 && !is_any).then(|| "Nearly every card is right, so little can be learned".to_owned());
        let end = self.can_end.then(|| "At times no card is right".to_owned());
        let free =
            (self.can_be_free && self.always != CardSet::FULL).then(|| "At times every card is right".to_owned());
        [too_strict, too_loose, end, free, always].into_iter().flatten().collect()
    }
}
