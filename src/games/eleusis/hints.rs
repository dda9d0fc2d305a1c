//! Hints that a dealer gives who is the program: true sentences about a rule, the vaguest first.

use super::language::{Automaton, Rule, Which};
use crate::cards::{Card, CardSet, Suit};

/// What can be said of a rule, from how much of the deck it allows to what it looks at.
///
/// ```
/// use parlour::games::eleusis::hints::about;
///
/// let hints = about(&"if last is odd then red else black".parse().unwrap());
/// assert_eq!(hints[0], "About half of the cards are right at any time");
/// assert_eq!(hints[1], "Of the next card, only the colour matters");
/// assert_eq!(hints[2], "Of the last card, only odd or even matters");
/// ```
pub fn about(rule: &Rule) -> Vec<String> {
    let automaton = Automaton::of(rule);
    let share = format!("About {} of the cards are right at any time", share_in_words(automaton.share()));
    let right = automaton.reachable().into_iter().map(|state| automaton.right(state));
    let next = what_matters(right.collect::<Vec<CardSet>>().as_slice());
    let next = next.map(|what| format!("Of the next card, only {what} matters"));
    [share].into_iter().chain(next).chain([what_it_looks_at(rule, &automaton)]).collect()
}

fn share_in_words(share: f64) -> &'static str {
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

/// How cards are told apart, the coarsest first.
const PARTITIONS: [(&str, fn(Card) -> u8); 4] = [
    ("the colour", |card| u8::from(matches!(card.suit(), Suit::Hearts | Suit::Diamonds))),
    ("odd or even", |card| card.rank().number() % 2),
    ("the suit", |card| card.suit() as u8),
    ("the rank", |card| card.rank().number()),
];

/// What tells the cards of all these sets from the others; `None` if it takes several things.
fn what_matters(sets: &[CardSet]) -> Option<&'static str> {
    let is_told = |part: fn(Card) -> u8| {
        let alike = |set: &CardSet, card: Card| {
            let here = set.contains(card);
            Card::all().filter(|other| part(*other) == part(card)).all(|other| set.contains(other) == here)
        };
        sets.iter().all(|set| Card::all().all(|card| alike(set, card)))
    };
    PARTITIONS.into_iter().find(|(_, part)| is_told(*part)).map(|(what, _)| what)
}

/// What of the mainline decides.
fn what_it_looks_at(rule: &Rule, automaton: &Automaton) -> String {
    if matches!(rule, Rule::Repeat(_)) {
        return "The cards follow a cycle".to_owned();
    }
    let looks_at = |which: Which| rule.facts().iter().any(|fact| fact.cards().any(|card| card == which));
    if looks_at(Which::Before) {
        return "Look further back than the last card".to_owned();
    }
    if !looks_at(Which::Last) {
        return "What lies on the mainline does not matter".to_owned();
    }
    // The last cards after which each card is right.
    let after =
        |next: Card| Card::all().filter(|last| automaton.right(automaton.start(*last)).contains(next)).collect();
    let sets: Vec<CardSet> = Card::all().map(after).collect();
    match what_matters(&sets) {
        Some(what) => format!("Of the last card, only {what} matters"),
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
        assert!(found[0].starts_with("About a quarter") && found[1].contains("only the rank"), "{found:?}");
        assert_eq!(found[2], "Of the last card, only the rank matters");
        assert_eq!(hints("suit or rank same as last").len(), 2, "both suit and rank of the next card matter");
        assert_eq!(hints("suit or rank same as last")[1], "Look at the last card only");
        assert_eq!(hints("repeat red red black")[2], "The cards follow a cycle");
        assert_eq!(hints("if before is red then odd else even")[2], "Look further back than the last card");
        assert_eq!(hints("red or face")[1], "What lies on the mainline does not matter");
    }
}
