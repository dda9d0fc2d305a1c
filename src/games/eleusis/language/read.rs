//! Reads a secret rule from a sentence, and says where and why a sentence is none, and what may have been meant.
//!
//! The sentence is cut into words; these are brought to the few that the grammar has ([`wording`](super::wording));
//! then they are read ([`grammar`](super::grammar)). Where reading got no farther is what is reported.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::formulas::{and, anything, can_hold, choose, or, said_of_another, where_there};
use super::meaning::Automaton;
use super::memory::RuleMemory;
use super::rule::{DEEPEST, Formula, MOST_PARTS, Rule, Which};
use super::tokens::{Missing, Token, tokens, too_deep};
use super::wording::{is_known, plain};
use super::{grammar, nearest, offers};
use crate::cards::Card;
use crate::words::joined;

/// The longest sentence, in words.
const MOST_WORDS: usize = 120;

/// The longest text that is looked at, in bytes.
const LONGEST: usize = 4000;

/// The longest text for which near sentences are looked for, in bytes.
const LONGEST_MEANT: usize = 300;

/// Why a text is no rule, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleTextError {
    /// The part of the text that is not understood, in bytes; empty at the end of the text.
    pub at: Range<usize>,
    /// The place of its first letter, from 1.
    pub column: usize,
    /// What is wrong, and what would be right.
    pub why: String,
    /// Sentences that can be read and may be meant, the nearest first; three at most.
    pub meant: Vec<String>,
}

impl fmt::Display for RuleTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.why)?;
        match self.meant.as_slice() {
            [] => Ok(()),
            meant => {
                let end = if self.why.ends_with('?') { "" } else { "." };
                write!(f, "{end} Did you mean {}?", joined(meant.iter().map(|meant| format!("“{meant}”")), " or "))
            }
        }
    }
}

impl std::error::Error for RuleTextError {}

/// A sentence that could not be read.
struct Unread {
    at: Range<usize>,
    why: String,
    /// A word that is none, in small letters.
    unknown: Option<String>,
    /// What may be meant, as far as the grammar knows it.
    meant: Vec<Rule>,
}

impl Unread {
    fn new(at: &Range<usize>, why: impl Into<String>) -> Unread {
        Unread { at: at.clone(), why: why.into(), unknown: None, meant: Vec::new() }
    }
}

impl FromStr for Rule {
    type Err = RuleTextError;

    /// ```
    /// use parlour::games::eleusis::language::Rule;
    ///
    /// let rule: Rule = "If the last card was odd, play a red card. Otherwise play a black one.".parse()?;
    /// assert_eq!(rule.to_string(), "if last is odd then red else black");
    /// let error = "rnak same as last".parse::<Rule>().unwrap_err();
    /// let said = "column 1: “rnak” is not understood. Did you mean “rank same as last”?";
    /// assert_eq!(error.to_string(), said);
    /// # Ok::<(), parlour::games::eleusis::language::RuleTextError>(())
    /// ```
    fn from_str(text: &str) -> Result<Rule, RuleTextError> {
        read(text).map_err(|refusal| {
            let meant = match refusal.meant.as_slice() {
                [] if text.len() <= LONGEST_MEANT => offers::for_text(text),
                meant => meant.iter().map(Rule::to_string).collect(),
            };
            let column = text.get(..refusal.at.start).map_or(0, |before| before.chars().count()) + 1;
            let similar = refusal.unknown.and_then(|word| nearest::similar_word(&word));
            let why = match similar.filter(|_| meant.is_empty()) {
                Some(similar) => format!("{}; did you mean “{similar}”?", refusal.why),
                None => refusal.why,
            };
            RuleTextError { at: refusal.at, column, why, meant }
        })
    }
}

impl Rule {
    /// The rule that a sentence says, if it says one: quicker than parsing where nobody asks what a sentence lacks, and what may
    /// have been meant.
    pub fn said(text: &str) -> Option<Rule> {
        read(text).ok()
    }
}

fn read(text: &str) -> Result<Rule, Unread> {
    let tokens = bounded_tokens(text)?;
    let words = plain(&tokens);
    if let Some(token) = too_deep(&words) {
        return Err(Unread::new(&token.at, format!("too many brackets inside brackets; use at most {DEEPEST} levels")));
    }
    let said = grammar::rule(&words).map_err(|missing| {
        let stopped = words.len().checked_sub(missing.left).and_then(|place| words.get(place));
        refused(text, &tokens, stopped, missing)
    })?;
    let rule = if said.to_string() == text { said } else { free_at_first(said) };
    let printed = rule.to_string();
    if rule.facts().len() > MOST_PARTS {
        return Err(Unread::new(&(text.len()..text.len()), "this rule has too many parts; leave some out"));
    }
    if RuleMemory::is_too_large(&rule) {
        let why = "this rule has to remember too much of the mainline; let it look at fewer cards, or at less of each";
        return Err(Unread::new(&(text.len()..text.len()), why));
    }
    if printed != text && is_impossible(&rule) {
        return Err(Unread::new(&(0..text.len()), "by this rule no card would ever be right"));
    }
    if printed != text
        && let Some(meant) = doubts(text, &tokens, &rule)
    {
        let why = "this can be read in more than one way";
        return Err(Unread { meant, ..Unread::new(&(0..text.len()), why) });
    }
    // Records keep the sentence as it is printed, so that must read back.
    let is_kept = self::tokens(&printed).is_ok_and(|words| words.len() <= MOST_WORDS && too_deep(&words).is_none());
    match is_kept {
        true => Ok(rule),
        false => Err(Unread::new(&(0..0), "written out in full this rule is too long; leave some out")),
    }
}

/// What may be meant by a sentence that was read, but hardly as it was meant; `None` where there is no doubt.
fn doubts(text: &str, tokens: &[Token], rule: &Rule) -> Option<Vec<Rule>> {
    let has = |words: &[&str]| tokens.iter().any(|token| words.contains(&token.text.as_str()));
    match rule {
        // "… but after an ace anything"
        Rule::Always(Formula::And(asked, exception))
            if let Formula::If(condition, then, otherwise) = &**exception
                && **then == anything()
                && **otherwise == anything() =>
        {
            Some(vec![Rule::Always(Formula::Or(asked.clone(), condition.clone()))])
        }
        // "Different suit and different rank, both have to change"
        Rule::Repeat(parts) if has(&["both"]) => {
            let both = parts.iter().cloned().reduce(and);
            Some(both.into_iter().map(Rule::Always).collect())
        }
        // "The suit of neither of the two cards before"
        _ if has(&["either", "neither"]) && has(&["two", "2"]) && has(&["cards"]) && !rule.looks_at(Which::Last) => {
            Some(Vec::new())
        }
        // "Red: even. Black: odd"
        Rule::Always(Formula::If(condition, then, otherwise)) if is_titled(text) && rule.looks_at(Which::Last) => {
            let of_next = said_of_another(condition, Which::Next);
            Some(vec![Rule::Always(choose(of_next, *then.clone(), *otherwise.clone())), rule.clone()])
        }
        Rule::Always(formula) => {
            let wider = goes_on_after_or(tokens).then(|| with_wider_and(formula)).flatten();
            let both = wider.map(|wider| vec![Rule::Always(wider), rule.clone()]);
            both.or_else(|| of_a_kind_and_the_others(formula))
        }
        Rule::Repeat(_) => None,
    }
}

/// Whether "and" follows what "or" has joined without a sign, so that it may go on with all of it: "clubs or diamonds and no faces".
fn goes_on_after_or(tokens: &[Token]) -> bool {
    let is = |at: usize, wanted: &[&str]| tokens.get(at).is_some_and(|token| wanted.contains(&token.text.as_str()));
    (0..tokens.len()).filter(|at| is(*at, &["or"]) && !is(at.wrapping_sub(1), &[","])).any(|at| {
        let noun = (at + 1..tokens.len()).find(|noun| !is(*noun, &["a", "an", "the", "any"])).unwrap_or(at);
        let end = noun + 1 + usize::from(is(noun + 1, &["card", "cards"]));
        is(end, &["and"])
    })
}

/// All parts of a formula that "and" joins.
fn conjuncts(formula: &Formula) -> Vec<&Formula> {
    match formula {
        Formula::And(one, other) => conjuncts(one).into_iter().chain(conjuncts(other)).collect(),
        formula => vec![formula],
    }
}

/// "A or B and C" with C said of both, where no card is both A and B: that "and" binds tighter is no more likely then.
fn with_wider_and(formula: &Formula) -> Option<Formula> {
    let again = |part: &Formula| with_wider_and(part).map(Box::new);
    match formula {
        Formula::Or(one, other) if matches!(**other, Formula::And(..)) && !matches!(**one, Formula::And(..)) => {
            let parts = conjuncts(other);
            let (first, rest) = parts.split_first()?;
            let rest = rest.iter().map(|part| (*part).clone()).reduce(and)?;
            let is_one_of_two = !can_hold(&and(*one.clone(), (*first).clone()));
            is_one_of_two.then(|| and(or(*one.clone(), (*first).clone()), rest))
        }
        Formula::If(condition, then, otherwise) => {
            if let Some(condition) = again(condition) {
                return Some(Formula::If(condition, then.clone(), otherwise.clone()));
            }
            if let Some(then) = again(then) {
                return Some(Formula::If(condition.clone(), then, otherwise.clone()));
            }
            again(otherwise).map(|otherwise| Formula::If(condition.clone(), then.clone(), otherwise))
        }
        Formula::And(one, other) => match again(one) {
            Some(one) => Some(Formula::And(one, other.clone())),
            None => again(other).map(|other| Formula::And(one.clone(), other)),
        },
        _ => None,
    }
}

/// "Faces red, non-faces black": that no card is a black face says nothing beside the first part, so it was hardly meant.
fn of_a_kind_and_the_others(formula: &Formula) -> Option<Vec<Rule>> {
    let parts = conjuncts(formula);
    parts.iter().find_map(|part| {
        let Formula::Not(both) = part else { return None };
        let Formula::And(kind, of_others) = &**both else { return None };
        let said = parts.iter().filter(|other| *other != part).map(|other| (*other).clone()).reduce(and)?;
        let is_named = matches!(&**kind, Formula::Fact(fact) if said.facts().contains(fact));
        if !is_named || can_hold(&and(said.clone(), *both.clone())) {
            return None;
        }
        let of_kind = match &said {
            Formula::And(one, other) if one == kind => Some(other),
            Formula::And(one, other) if other == kind => Some(one),
            Formula::If(condition, then, otherwise) if condition == kind && **otherwise == anything() => Some(then),
            _ => None,
        };
        let each = of_kind.map(|of_kind| choose(*kind.clone(), *of_kind.clone(), *of_others.clone()));
        Some(each.into_iter().chain([said.clone()]).map(Rule::Always).collect())
    })
}

/// Whether a sentence begins with a single word before a colon.
fn is_titled(text: &str) -> bool {
    text.split_once(':').is_some_and(|(title, _)| !title.trim().is_empty() && !title.trim().contains(' '))
}

/// The words of a text that is not too long.
fn bounded_tokens(text: &str) -> Result<Vec<Token>, Unread> {
    if text.len() > LONGEST {
        return Err(Unread::new(&(0..0), format!("a rule has at most {MOST_WORDS} words; this is much longer")));
    }
    let tokens = tokens(text).map_err(|(at, letter)| {
        Unread::new(&at, format!("{letter:?} cannot stand in a rule; write words, numbers, brackets and < > ="))
    })?;
    match tokens.iter().filter(|token| token.text != ".").nth(MOST_WORDS) {
        Some(token) => Err(Unread::new(&token.at, format!("a rule has at most {MOST_WORDS} words; leave some out"))),
        None => Ok(tokens),
    }
}

/// A rule by which no second card could be right, since it compares with cards that are not there yet, asks nothing before they are:
/// so "the same suit as the card three back" is meant.
fn free_at_first(rule: Rule) -> Rule {
    let looks_back = [Which::Before, Which::ThirdLast].iter().any(|card| rule.looks_at(*card));
    if !looks_back || RuleMemory::is_too_large(&rule) {
        return rule;
    }
    let automaton = Automaton::of(&rule);
    match rule {
        Rule::Always(formula) if Card::all().all(|first| automaton.right(automaton.start(first)).is_empty()) => {
            Rule::Always(where_there(formula))
        }
        rule => rule,
    }
}

/// Whether no card can be right by a rule, so that nobody can have meant it.
fn is_impossible(rule: &Rule) -> bool {
    matches!(rule, Rule::Always(formula) if !can_hold(formula))
}

/// What is said of a sentence that stopped making sense at this word; a word that is none comes first.
fn refused(text: &str, tokens: &[Token], stopped: Option<&Token>, missing: Missing) -> Unread {
    let end = text.len()..text.len();
    let at = |token: Option<&Token>| token.map_or(end.clone(), |token| token.at.clone());
    if let Some(why) = missing.why {
        let meant = missing.meant.into_iter().map(free_at_first).collect();
        return Unread { meant, ..Unread::new(&at(stopped), why) };
    }
    let unknown = tokens.iter().find(|token| !is_known(&token.text));
    let written = |token: &Token| text.get(token.at.clone()).unwrap_or_default().to_owned();
    let why = match (unknown, stopped) {
        (Some(unknown), _) => format!("“{}” is not understood", written(unknown)),
        (None, Some(token)) => format!("“{}” does not fit here", written(token)),
        (None, None) if tokens.is_empty() => "write a rule".to_owned(),
        (None, None) => "the rule breaks off here".to_owned(),
    };
    Unread { unknown: unknown.map(|token| token.text.clone()), ..Unread::new(&at(unknown.or(stopped)), why) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(text: &str) -> String {
        text.parse::<Rule>().map_or_else(|error| error.to_string(), |rule| rule.to_string())
    }

    #[test]
    fn the_language_reads_what_people_write() {
        for (written, canonical) in [
            ("red", "red"),
            ("The next card must be a red card.", "red"),
            ("if last is odd then red else black", "if last is odd then red else black"),
            ("If the last card is odd, then red, otherwise black", "if last is odd then red else black"),
            ("next is 1 to 3 above last, wrapping", "1 to 3 above last, wrapping"),
            ("repeat red red red black black black", "repeat red red red black black black"),
            ("repeat: red, red, black.", "repeat red red black"),
            ("suit or rank same as last", "suit or rank same as last"),
            ("same suit or rank as last", "suit or rank same as last"),
            ("next has the same suit as last", "suit same as last"),
            ("a different colour from the last card", "colour differs from last"),
            ("colour is not the same as last", "colour differs from last"),
            ("suit and rank differ from last", "suit and rank differ from last"),
            (
                "if last is black then rank <= last else rank >= last",
                "if last is black then rank <= last else rank >= last",
            ),
            ("suits in order spades hearts clubs diamonds", "repeat spade heart club diamond"),
            ("if last is 1 to 7 then 8-K else 1-7", "if last is ace to 7 then 8 to king else ace to 7"),
            ("higher than last", "rank > last"),
            ("at least last", "rank >= last"),
            ("within 2 of last", "0 to 2 above or below last"),
            ("last is red or odd", "last is red or last is odd"),
            ("last is red or next is odd", "last is red or next is odd"),
            ("last is red or suit same as last or odd", "last is red or suit same as last or odd"),
            (
                "if rank of last > the one before then rank < last else rank > last",
                "if rank of last > before then rank < last else rank > last",
            ),
            ("not red and not (face or odd)", "not red and not (face or odd)"),
            ("a multiple of 3 or a face card", "multiple of 3 or face"),
            ("last is not red", "not last is red"),
            ("last is red but rank < last", "last is red and rank < last"),
            ("repeat between ace and 6 odd", "repeat ace to 6 odd"),
            (
                "repeat (same suit as last) (suit differs from last)",
                "repeat (suit same as last) (suit differs from last)",
            ),
            ("repeat red (rank > last)", "repeat red (rank > last)"),
            ("only prime numbers", "prime"),
            ("the sum of the last card and this one is divisible by 5", "sum with last is multiple of 5"),
            ("the last card and this one add up to an even number", "sum with last is even"),
            ("next plus last is at least 14", "sum with last is at least 14"),
            ("last + next > 13", "sum with last is at least 14"),
            ("the product of the two ranks must be a multiple of 6", "product with last is multiple of 6"),
            ("the product of last and next is at most 30", "product with last is at most 30"),
            ("sum of last with before is 8 to 13 or red", "sum of last with before is 8 to 13 or red"),
            (
                "if last is red or sum with last is 10 then odd else even",
                "if last is red or sum with last is 10 then odd else even",
            ),
            ("the rank is a prime", "prime"),
            ("rank mod 3 = 1", "1 above multiple of 3"),
            ("one more than a multiple of three", "1 above multiple of 3"),
            ("a higher suit than the last card", "suit > last"),
            ("the rank is no higher than its position in the line", "rank <= position"),
            ("the difference with the last card is prime", "difference with last is prime"),
            ("remainder by last is 0", "remainder by last is 0"),
            ("the same suit as the card three back", "not suit differs from third last"),
            ("a different colour from the card before last", "not colour same as before"),
            ("suit same as third last", "suit same as third last"),
            (
                "at least two of these: red, even, higher than last",
                "red and even or red and rank > last or even and rank > last",
            ),
            ("exactly one of red and even", "if red then not even else even"),
            ("only one of these: red, even", "if red then not even else even"),
            (
                "only two of these: red, even, prime",
                "(red and even or red and prime or even and prime) and not (red and even and prime)",
            ),
            ("only two of hearts or kings", "2 and heart or king"),
            ("2 of hearts or 3 of hearts", "2 and heart or 3 and heart"),
            ("2, 4 or 6", "2 or 4 or 6"),
            ("2 or 4 or 6 or 8", "2 or 4 or 6 or 8"),
            ("the 3rd, 6th, 9th card and so on must be red", "if position is multiple of 3 then red else red or black"),
            ("red xor even", "if red then not even else even"),
            ("red if and only if it is a face card", "if face then red else not red"),
            ("every third card is red and the others are black", "if position is multiple of 3 then red else black"),
            (
                "cards 3, 6, 9, ... must be red, all the rest must be black",
                "if position is multiple of 3 then red else black",
            ),
            ("red unless the last card was red, in which case black", "if last is red then black else red"),
            ("up 1, up 2, up 1, up 2 and so on", "repeat (1 above last) (2 above last)"),
            (
                "same suit as last, then different suit from last, in turns",
                "repeat (suit same as last) (suit differs from last)",
            ),
            ("hearts and even spades are right, nothing else", "heart or even and spade"),
            ("the rank must not equal the last rank", "rank differs from last"),
            ("(if last is red then odd else even) and not face", "(if last is red then odd else even) and not face"),
        ] {
            assert_eq!(printed(written), canonical, "{written}");
            assert_eq!(printed(canonical), canonical);
        }
    }

    #[test]
    fn what_may_be_meant_in_two_ways_is_not_read() {
        for (written, offered) in [
            ("It is right if it is a heart or a spade and is not even.", "(heart or spade) and not even"),
            ("It is right if it is a heart or a spade and is not even.", "heart or spade and not even"),
            ("Hearts even, non-hearts odd.", "if heart then even else odd"),
            ("Faces red, non-faces black. Nothing else.", "if face then red else black"),
        ] {
            let meant = written.parse::<Rule>().expect_err(written).meant;
            let rule: Rule = offered.parse().expect("a rule");
            assert!(meant.contains(&rule.to_string()), "{written}: {meant:?}");
        }
    }

    #[test]
    fn what_is_no_rule_is_said_with_its_place_and_what_is_wrong() {
        for (written, said) in [
            ("rnak same as last", "column 1: “rnak” is not understood. Did you mean “rank same as last”?"),
            ("rnak", "column 1: “rnak” is not understood; did you mean “rank”?"),
            ("red blak", "column 5: “blak” is not understood. Did you mean “repeat red black”?"),
            ("if last is odd then", "column 20: the rule breaks off here"),
            ("same hearts", "column 6: “hearts” does not fit here"),
            ("", "column 1: write a rule"),
            ("repeat red", "column 11: the rule breaks off here"),
            ("repeat red (suit same as before)", "column 33: a cycle looks back at the last card, and no further"),
            ("7 to 2", "column 7: the lower rank comes first"),
            ("14", "column 1: ranks are 1, the ace, to 13, the king"),
            ("last same suit as last", "column 23: a card is compared with itself"),
            ("low cards", "column 10: say from which rank to which"),
            ("the opposite suit", "column 18: only colours, and odd and even, have an opposite"),
            ("no four reds in a row", "column 22: a rule looks at the last two cards"),
            ("r\u{202e}ed", "column 2: '\\u{202e}' cannot stand in a rule"),
        ] {
            assert!(printed(written).starts_with(said), "{written:?}: {}", printed(written));
        }
        assert!(printed(&"red or ".repeat(10_000)).contains("at most"));
        assert!(printed(&"(".repeat(100)).contains("brackets inside brackets"));
        assert!(printed(&"not ".repeat(100)).contains("brackets inside brackets"));
    }

    #[test]
    fn what_is_offered_for_a_sentence_leaves_no_part_of_it_out() {
        for (written, meant) in [
            (
                "if red then even. If black then odd",
                "if the last card was red then even. If the last card was black then odd",
            ),
            ("(if red then even) or 7", "(if the last card was red then even) or 7"),
            ("no 7, and if red then even", "no 7, and if the last card was red then even"),
        ] {
            let error = written.parse::<Rule>().expect_err(written);
            assert!(
                error.why.contains("the last card or the next one") && error.meant.len() == 2,
                "{written}: {error}"
            );
            assert_eq!(error.meant.first().map(String::as_str), Some(meant), "{written}");
        }
    }

    #[test]
    fn what_can_mean_two_things_is_asked_back() {
        for (written, meant) in [
            ("if red then even", ["if last is red then even else red or black", "if red then even else red or black"]),
            (
                "if red then the next is even, otherwise odd",
                ["if last is red then even else odd", "if red then even else odd"],
            ),
            (
                "red unless the last card was odd",
                ["if last is odd then not red else red", "if last is odd then red or black else red"],
            ),
            (
                "a heart must follow a spade",
                ["if last is spade then heart else red or black", "if heart then last is spade else red or black"],
            ),
            ("every other card is red", ["repeat (red or black) red", "repeat (not red) red"]),
        ] {
            let error = written.parse::<Rule>().expect_err(written);
            assert_eq!(error.meant, meant, "{written}");
            assert!(error.meant.iter().all(|meant| printed(meant) == *meant), "{written}");
        }
    }
}
