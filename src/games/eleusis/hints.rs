//! Hints that a dealer gives who is the program: true sentences about a rule, the vaguest first.

use std::collections::BTreeSet;

use super::language::{Automaton, Feature, Rule, Which};
use crate::cards::{Card, CardSet};

/// What can be said of a rule, from how much of the deck it allows to what it looks at.
///
/// ```
/// use parlour::games::eleusis::hints::about;
///
/// let hints = about(&"if last is odd then red else black".parse().unwrap());
/// assert_eq!(hints[0], "About half of the cards are right at any time");
/// assert_eq!(hints[1], "All that matters about the next card is the colour");
/// assert_eq!(hints[2], "All that matters about the last card is whether it is odd or even");
/// ```
pub fn about(rule: &Rule) -> Vec<String> {
    let automaton = Automaton::of(rule);
    let share = format!("About {} of the cards are right at any time", share_in_words(automaton.share()));
    let right: Vec<CardSet> = automaton.reachable().into_iter().map(|state| automaton.right(state)).collect();
    let next = what_matters(&right).map(|what| format!("All that matters about the next card is {what}"));
    [share].into_iter().chain(next).chain([what_it_looks_at(rule, &automaton)]).collect()
}

/// How much of the deck a rule allows at any time: "half".
pub fn share_of(rule: &Rule) -> &'static str {
    share_in_words(Automaton::of(rule).share())
}

pub(super) fn share_in_words(share: f64) -> &'static str {
    match (12.0 * share).round() as u32 {
        0 | 1 => "a tenth",
        2 | 3 => "a quarter",
        4 => "a third",
        5..=7 => "half",
        8 => "two thirds",
        9 | 10 => "three quarters",
        _ => "nine tenths",
    }
}

/// What cards are told apart by, the coarsest first.
const FEATURES: [(Feature, &str); 4] = [
    (Feature::Colour, "the colour"),
    (Feature::Parity, "whether it is odd or even"),
    (Feature::Suit, "the suit"),
    (Feature::Rank, "the rank"),
];

/// What tells the cards of all these sets from the others; `None` if it takes several things.
fn what_matters(sets: &[CardSet]) -> Option<&'static str> {
    let is_told = |set: &CardSet, feature: Feature| {
        let values = |is_right: bool| -> BTreeSet<u8> {
            Card::all().filter(|card| set.contains(*card) == is_right).map(|card| feature.of(card)).collect()
        };
        values(true).is_disjoint(&values(false))
    };
    FEATURES.into_iter().find(|(feature, _)| sets.iter().all(|set| is_told(set, *feature))).map(|(_, what)| what)
}

/// What of the mainline decides.
fn what_it_looks_at(rule: &Rule, automaton: &Automaton) -> String {
    if matches!(rule, Rule::Repeat(_)) {
        return "The cards follow a cycle".to_owned();
    }
    if rule.facts().iter().any(|fact| fact.counts()) {
        return "It matters how long the mainline is".to_owned();
    }
    if rule.looks_at(Which::Before) || rule.looks_at(Which::ThirdLast) {
        return "Look further back than the last card".to_owned();
    }
    if !rule.looks_at(Which::Last) {
        return "What lies on the mainline does not matter".to_owned();
    }
    // The last cards after which each card is right.
    let after =
        |next: Card| Card::all().filter(|last| automaton.right(automaton.start(*last)).contains(next)).collect();
    let sets: Vec<CardSet> = Card::all().map(after).collect();
    match what_matters(&sets) {
        Some(what) => format!("All that matters about the last card is {what}"),
        None => "Look at the last card only".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hints(rule: &str) -> Vec<String> {
        about(&rule.parse().unwrap_or_else(|error| panic!("{rule}: {error}")))
    }

    #[test]
    fn hints_say_how_much_is_right_and_what_matters_of_the_next_card_and_of_the_mainline() {
        let found = hints("1 to 3 above last, wrapping");
        assert!(
            found[0].starts_with("About a quarter") && found[1].ends_with("the next card is the rank"),
            "{found:?}"
        );
        assert_eq!(found[2], "All that matters about the last card is the rank");
        assert_eq!(hints("suit or rank same as last").len(), 2, "both suit and rank of the next card matter");
        assert_eq!(hints("suit or rank same as last")[1], "Look at the last card only");
        assert_eq!(hints("repeat red red black")[2], "The cards follow a cycle");
        assert_eq!(hints("if before is red then odd else even")[2], "Look further back than the last card");
        assert!(hints("rank <= position").contains(&"It matters how long the mainline is".to_owned()));
        assert_eq!(hints("red or face")[1], "What lies on the mainline does not matter");
    }
}
