//! The sentences of the language that are offered for a text that cannot be read, or that may mean several things.

use super::formulas::{and, can_hold, cards_of};
use super::meaning::{Automaton, difference};
use super::rule::{Formula, Rule};
use super::{asides, chatter, explained, gist, nearest, shorthand};

/// As many as are shown.
const MOST: usize = 3;

/// The sentence with the card named that its conditions speak of, if that is what it lacks; or else the nearest that can be read and tells
/// any cards apart, what the sentence says without chatter, and what it seems to say in its clauses, and where the near one leaves much
/// out, what it is about by its words: three at most, the likeliest first.
pub(super) fn for_text(text: &str) -> Vec<String> {
    // As in a telegram.
    let text = &text.replace(" STOP", ".");
    let named = nearest::with_cards_named(text);
    if named.iter().all(|sentence| Rule::said(sentence).is_some()) {
        return named.to_vec();
    }
    let mut offers = match explained::written_out(text).or_else(|| shorthand::written_out(text)) {
        Some(whole) if says_something(&whole) => vec![whole],
        Some(whole) => each_meaning_once(guessed(&whole).into_iter().chain(guessed(text))),
        None => guessed(text),
    };
    offers.truncate(MOST);
    offers
}

/// What it may mean, the likeliest first.
fn guessed(text: &str) -> Vec<String> {
    let likeliest = likeliest(text);
    let guesses = guesses(text);
    match guesses.near {
        Some(near) if 2 * near.len() > text.len() => {
            let near = each_meaning_once([Some(near), guesses.in_clauses].into_iter().flatten());
            with_another(near, likeliest)
        }
        near => each_meaning_once([likeliest, guesses.in_clauses, guesses.about, near].into_iter().flatten()),
    }
}

/// With another offer after the first, if it means something else than all of them.
fn with_another(mut offers: Vec<String>, another: Option<String>) -> Vec<String> {
    let meaning = |sentence: &String| Rule::said(sentence).map(|rule| Automaton::of(&rule));
    let Some((another, of_another)) = another.and_then(|another| meaning(&another).map(|of| (another, of))) else {
        return offers;
    };
    let is_known = |offer: &String| meaning(offer).is_some_and(|of| difference(&of, &of_another).is_none());
    if !offers.iter().any(is_known) {
        offers.insert(offers.len().min(1), another);
    }
    offers
}

/// What a text may mean by its words as they stand.
struct RuleGuesses {
    near: Option<String>,
    in_clauses: Option<String>,
    about: Option<String>,
}

fn guesses(text: &str) -> RuleGuesses {
    RuleGuesses {
        near: asides::without_asides(text)
            .into_iter()
            .chain(nearest::sentences(text))
            .find(|said| says_something(said)),
        in_clauses: gist::in_clauses(text).filter(|said| says_something(said)),
        about: gist::sentences(text).into_iter().find(|said| says_something(said)),
    }
}

/// What a text says without chatter, or with what it adds to a rule, or as people often tell it.
fn likeliest(text: &str) -> Option<String> {
    let without = chatter::without_chatter(text);
    let plainly = Some(text.to_owned()).into_iter().chain(without.clone()).find(|said| says_something(said));
    let told = without.as_deref().unwrap_or(text);
    let in_clauses = || without.as_deref().and_then(gist::in_clauses).filter(|said| says_something(said));
    let with_additions =
        |means: fn(&str) -> Option<Formula>| gist::with_additions(told, means).filter(|said| says_something(said));
    plainly
        .or_else(|| with_additions(formula_told))
        .or_else(|| often_told(text, told))
        .or_else(|| with_additions(formula_guessed))
        .or_else(in_clauses)
}

/// What people often tell: without chatter, in the words by which it is said again, or in the whole text.
fn often_told(text: &str, told: &str) -> Option<String> {
    let again = chatter::restated(text);
    let parts = [Some(told), again.as_deref(), Some(text)];
    parts.into_iter().flatten().find_map(|part| gist::often_told(part, text).filter(|said| says_something(said)))
}

/// What a part of a text means, if it can be read or says what people often tell.
fn formula_told(text: &str) -> Option<Formula> {
    Rule::said(text).or_else(|| Rule::said(&often_told(text, text)?)).and_then(formula)
}

/// What it may mean by its words as they stand.
fn formula_guessed(text: &str) -> Option<Formula> {
    let RuleGuesses { near, in_clauses, about } = guesses(text);
    let is_whole = near.as_ref().is_some_and(|near| 2 * near.len() > text.len());
    let (first, second) = if is_whole { (near, in_clauses) } else { (in_clauses, about) };
    first.or(second).and_then(|sentence| Rule::said(&sentence)).and_then(formula)
}

/// What a rule asks of each card, if it tells any apart.
fn formula(rule: Rule) -> Option<Formula> {
    match rule {
        Rule::Always(formula) if tells_apart(&formula) => Some(formula),
        _ => None,
    }
}

/// The sentences, and of several that mean the same the shortest alone.
fn each_meaning_once(sentences: impl Iterator<Item = String>) -> Vec<String> {
    let mut found: Vec<(String, Automaton)> = Vec::new();
    for sentence in sentences {
        let Some(rule) = Rule::said(&sentence) else { continue };
        let meaning = Automaton::of(&rule);
        match found.iter_mut().find(|(_, other)| difference(&meaning, other).is_none()) {
            Some((other, _)) if sentence.len() < other.len() => *other = sentence,
            Some(_) => {}
            None => found.push((sentence, meaning)),
        }
    }
    found.into_iter().map(|(sentence, _)| sentence).collect()
}

/// Whether a sentence can be read and is no rule by which all cards are right, or none.
fn says_something(sentence: &str) -> bool {
    match Rule::said(sentence) {
        Some(Rule::Always(formula)) => tells_apart(&formula),
        read => read.is_some(),
    }
}

/// Whether some cards are right by this and some are not; "red cards must be black" only says so in a roundabout way.
fn tells_apart(formula: &Formula) -> bool {
    let is_roundabout =
        matches!(formula, Formula::If(condition, then, _) if !can_hold(&and(*condition.clone(), *then.clone())));
    !is_roundabout && cards_of(formula).is_none_or(|(_, cards)| (1..52).contains(&cards.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_beside_a_rule_hides_it_no_more() {
        for (text, offered) in [
            (
                "So basically hearts and diamonds are always fine, but clubs or spades can't be a nine or above",
                "red or ace to 8",
            ),
            ("Keep the last card's colour, you know. Exception: twos are legal any time", "colour same as last or 2"),
        ] {
            let offers = for_text(text);
            assert!(offers.len() <= MOST, "{offers:?}");
            let meaning = |sentence: &str| Rule::said(sentence).map(|rule| Automaton::of(&rule)).expect("a rule");
            let is_it = |offer: &String| difference(&meaning(offer), &meaning(offered)).is_none();
            assert!(offers.iter().any(is_it), "{text}: {offers:?}");
        }
    }
}
