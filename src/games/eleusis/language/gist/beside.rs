//! What a text adds to a rule: cards that are always right, "but after an ace anything", "and kings are forbidden altogether". The rest of
//! the text must say a rule by itself; together they are only offered.

use super::among::{back, has, has_within, is_shortly_before, text};
use super::{DOWN, FEATURES, KINDS, UP, each_once, spoken};
use crate::games::eleusis::language::formulas::{FeatureComparison, and, denied, or, said_of_another};
use crate::games::eleusis::language::grammar::leading_kind;
use crate::games::eleusis::language::rule::{Fact, Feature, Features, Formula, RankOrder, Rule, Which};
use crate::games::eleusis::language::tokens::Token;
use crate::games::eleusis::language::wording::is_known;

/// What is added to a rule.
enum BesideRule {
    /// Right whatever else is said.
    Right(Formula),
    /// Wrong whatever else is said.
    Wrong(Formula),
    /// All that is right of the rest.
    Within(Formula),
}

/// Where a text may be cut into a rule and what is added to it.
struct RuleCut<'t> {
    before: &'t str,
    joint: &'t str,
    after: &'t str,
}

/// Words at which something is added.
const JOINTS: [&str; 12] = [
    "and",
    "but",
    "except",
    "exception",
    "however",
    "only way out is",
    "save",
    "though",
    "unless",
    "until",
    "whereas",
    "while",
];

/// Joints after which an exception comes.
const EXCEPTING: [&str; 6] = ["unless", "until", "except", "exception", "only way out is", "save"];

/// The longest text that only adds something, in words.
const LONGEST: usize = 26;

/// How many cuts are tried: each asks what a part of the text means.
const MOST_TRIED: usize = 3;

/// The rule of a text with what the text adds to it; `means` says what a part of it means.
pub(super) fn rule(text: &str, means: impl Fn(&str) -> Option<Formula>) -> Option<Rule> {
    let added = |cut: RuleCut<'_>| {
        let (rule, beside) = match (cut.added(), cut.banned_first()) {
            (Some(beside), _) => (cut.before, beside),
            (None, Some(beside)) => (cut.after, beside),
            (None, None) => return None,
        };
        let is_long = rule.split_whitespace().count() > 1;
        is_long.then(|| (rule.trim_matches([' ', ',', ':', '.', '(']).to_owned(), beside))
    };
    let (said, beside) = cuts(text)
        .into_iter()
        .filter_map(added)
        .take(MOST_TRIED)
        .find_map(|(rule, beside)| Some((means(&rule)?, beside)))?;
    Some(Rule::Always(match beside {
        BesideRule::Right(right) => or(said, right),
        BesideRule::Wrong(wrong) => and(said, denied(wrong)),
        BesideRule::Within(right) => and(said, right),
    }))
}

/// All places where a text may be cut, from its beginning.
fn cuts(text: &str) -> Vec<RuleCut<'_>> {
    let small = text.to_ascii_lowercase();
    let ends_word = |at: usize| small.get(at..).is_none_or(|rest| !rest.starts_with(char::is_alphanumeric));
    let begins_word = |at: usize| small.get(..at).is_none_or(|before| !before.ends_with(char::is_alphanumeric));
    let of_word = |joint: &'static str| {
        let places = small.match_indices(joint).map(move |(at, _)| (at, at + joint.len()));
        places.filter(|(from, to)| begins_word(*from) && ends_word(*to)).collect::<Vec<_>>()
    };
    let signs = small.match_indices(['.', ';', ':', ',', '!', '(']).map(|(at, sign)| (at, at + sign.len()));
    let mut places: Vec<(usize, usize)> = signs.chain(JOINTS.into_iter().flat_map(of_word)).collect();
    places.sort_unstable();
    let cut = |(from, to): (usize, usize)| {
        Some(RuleCut { before: text.get(..from)?, joint: text.get(from..to)?, after: text.get(to..)? })
    };
    places.into_iter().filter_map(cut).collect()
}

impl RuleCut<'_> {
    /// What comes after the cut, if it adds something to what comes before.
    fn added(&self) -> Option<BesideRule> {
        let joint = self.joint.to_ascii_lowercase();
        if let Some(within) = self.within() {
            return Some(BesideRule::Within(within));
        }
        let is_free = EXCEPTING.contains(&joint.as_str()) || frees(self.after);
        if self.after.split_whitespace().count() > LONGEST || !is_free && !may_ban(self.after) && joint != "but" {
            return None;
        }
        let words = spoken::words(self.after);
        let is_list = || joint == "," && spoken::words(self.before).last().is_some_and(|last| is_kind(last));
        // "From 3 until 7" is a range.
        let is_range = || joint == "until" && !has(&words, &["any"]);
        if has(&words, &["else", "rest"]) || is_list() || is_range() {
            return None;
        }
        if let Some(banned) = banned(&words) {
            return Some(BesideRule::Wrong(banned));
        }
        if refuses(&words) || joint == "and" && !is_at_any_time(self.after) {
            return None;
        }
        let right = match kinds(&words) {
            Some(kinds) => kinds_right(&words, kinds, ["unless", "until"].contains(&&*joint)).filter(|_| is_free),
            None => comparison(&words).filter(|_| is_free || joint == "but" && has(&words, &["if"])),
        };
        right.map(BesideRule::Right)
    }

    /// "…, and of these none but the ranks from ace to 10".
    fn within(&self) -> Option<Formula> {
        const OF_THESE: [&str; 6] = ["of these", "of those", "of them", "among these", "among those", "among them"];
        let small = self.after.trim_start().trim_start_matches("and ").to_ascii_lowercase();
        let rest = OF_THESE.iter().find_map(|begin| small.strip_prefix(*begin))?;
        let words: Vec<Token> = spoken::words(rest).into_iter().map(|text| Token { text, at: 0..0 }).collect();
        let is_only = words.iter().any(|word| ["only", "but", "except"].contains(&word.text.as_str()));
        let (right, _) = (0..words.len()).find_map(|at| leading_kind(words.get(at..)?))?;
        is_only.then_some(right)
    }

    /// "No kings. No repeat of the last rank": what stands before the cut is wrong, and the rule comes after it.
    fn banned_first(&self) -> Option<BesideRule> {
        /// "Kings are never allowed"
        const LONGEST_BAN: usize = 5;
        let is_end = [".", ";", ",", "and"].contains(&self.joint) && !self.before.contains(',');
        if !is_end || self.before.split_whitespace().count() > LONGEST_BAN || !may_ban(self.before) {
            return None;
        }
        banned(&spoken::words(self.before)).map(BesideRule::Wrong)
    }
}

/// Whether a text says that something is right without a condition.
fn frees(text: &str) -> bool {
    const FREEING: [&str; 22] = [
        "acceptable",
        "allowed",
        "always",
        "any amount",
        "any card",
        "any time",
        "anything",
        "anytime",
        "as much",
        "fine",
        "free",
        "good",
        "legal",
        "matter",
        "may follow",
        "never a problem",
        "no problem",
        "permitted",
        "regardless",
        "restriction",
        "the sole exception",
        "whenever",
    ];
    let small = text.to_ascii_lowercase();
    let is_ok = || small.split(|sign: char| !sign.is_alphanumeric()).any(|word| ["ok", "okay"].contains(&word));
    FREEING.iter().any(|phrase| small.contains(phrase)) || is_ok()
}

/// Whether a text says that something may be done whatever else is said.
fn is_at_any_time(text: &str) -> bool {
    let small = text.to_ascii_lowercase();
    ["always", "any time", "anytime", "no matter", "whenever"].iter().any(|phrase| small.contains(phrase))
}

/// Whether a text may say that something is wrong.
fn may_ban(text: &str) -> bool {
    const BANNING: [&str; 10] =
        ["ban", "barred", "can't", "can’t", "forbid", "illegal", "never", "no ", "not ", "don't"];
    let small = text.to_ascii_lowercase();
    BANNING.iter().any(|phrase| small.contains(phrase))
}

/// Whether something is denied, other than that it matters.
fn refuses(words: &[String]) -> bool {
    let is_denial = |at: usize| ["no", "not", "neither", "nor"].contains(&text(words, at));
    let is_of_no_matter = |at: usize| has_within(words, at + 1, at + 4, &["matter", "problem", "restriction", "limit"]);
    (0..words.len()).any(|at| is_denial(at) && !is_of_no_matter(at))
}

fn is_kind(word: &str) -> bool {
    let is_rank = word.parse::<u8>().is_ok_and(|rank| (2..=10).contains(&rank));
    is_rank || KINDS.contains(&word) || ["ace", "jack", "queen", "king"].contains(&word)
}

/// The kinds that are named, said of the next card: those side by side of one card, all others of several.
fn kinds(words: &[String]) -> Option<Formula> {
    // "Even if the colour is the same"
    let names_kind =
        |at: usize| is_kind(text(words, at)) && !(text(words, at) == "even" && text(words, at + 1) == "if");
    let formula = |at: usize| {
        let token = Token { text: text(words, at).to_owned(), at: 0..0 };
        leading_kind(&[token]).map(|(kind, _)| kind)
    };
    let mut any: Vec<Formula> = Vec::new();
    for at in (0..words.len()).filter(|at| names_kind(*at)) {
        let kind = formula(at)?;
        let is_beside = at.checked_sub(1).is_some_and(names_kind);
        match any.pop_if(|_| is_beside) {
            Some(last) => any.push(and(last, kind)),
            None => any.push(kind),
        }
    }
    each_once(any).into_iter().reduce(or)
}

/// Words that may stand beside kinds that are always right, or always wrong, and say nothing more.
const IDLE: [&str; 66] = [
    ",",
    ".",
    "(",
    ")",
    "all",
    "altogether",
    "and",
    "any",
    "anytime",
    "anywhere",
    "as",
    "at",
    "be",
    "but",
    "by",
    "can",
    "card",
    "choice",
    "do",
    "end",
    "exception",
    "fall",
    "follow",
    "for",
    "free",
    "go",
    "got",
    "has",
    "however",
    "if",
    "in",
    "is",
    "it",
    "last",
    "legal",
    "lie",
    "like",
    "lying",
    "may",
    "moment",
    "must",
    "next",
    "no",
    "not",
    "of",
    "on",
    "only",
    "or",
    "out",
    "play",
    "problem",
    "regardless",
    "right",
    "rise",
    "so",
    "sole",
    "still",
    "suit",
    "that",
    "then",
    "there",
    "throw",
    "time",
    "to",
    "want",
    "with",
];

/// Whether it names kinds and says nothing more; words that mean nothing in any rule say nothing here.
fn says_only_kinds(words: &[String]) -> bool {
    const MORE: [&str; 12] = [
        "after",
        "always",
        "matter",
        "even",
        "restriction",
        "constraint",
        "limit",
        "was",
        "youre",
        "way",
        "unless",
        "later",
    ];
    let is_idle = |word: &str| IDLE.contains(&word) || MORE.contains(&word) || !is_known(word);
    words.iter().all(|word| is_kind(word) || is_idle(word))
}

/// "Aces are always legal", "if that card is an ace, any card may follow".
fn kinds_right(words: &[String], kinds: Formula, is_of_last: bool) -> Option<Formula> {
    const LYING: [&str; 6] = ["last", "after", "follow", "on", "end", "lying"];
    let first = words.iter().position(|word| is_kind(word))?;
    let is_after_if = has_within(words, 0, first, &["if"]) && has_within(words, first, words.len(), &["any"]);
    // "…, and then it must be red"
    let asks_for_more = has(words, &["must"]) && !has(words, &["problem"]);
    if !says_only_kinds(words) || has(words, &FEATURES) || asks_for_more {
        return None;
    }
    let is_of_last = is_of_last || has(words, &LYING) || is_after_if;
    Some(if is_of_last { said_of_another(&kinds, Which::Last) } else { kinds })
}

/// "Kings are forbidden altogether", "never a king".
fn banned(words: &[String]) -> Option<Formula> {
    const LYING: [&str; 7] = ["last", "after", "follow", "on", "if", "unless", "any"];
    let denials = words.iter().filter(|word| ["no", "not"].contains(&word.as_str())).count();
    let first = words.iter().position(|word| is_kind(word))?;
    let is_counted =
        has_within(words, first + 1, first + 3, &["card"]) && is_shortly_before(words, first + 1, 1, &["2", "3"]);
    let is_denied = is_shortly_before(words, first, 3, &["no", "not"])
        || text(words, first + 1) == "is" && text(words, first + 2) == "not" && text(words, first + 3) == "right"
        || text(words, first + 1) == "not" && text(words, first + 2) == "right";
    let is_plain = says_only_kinds(words) && !has(words, &LYING) && !has(words, &FEATURES) && !has(words, &UP);
    let is_choice = back(words, first, 1) == "only" || has(words, &["only", "but", "except"]);
    let is_ban = denials == 1 && is_denied && is_plain && !is_counted && !is_choice && !has(words, &DOWN);
    kinds(words).filter(|_| is_ban)
}

/// "A card of the same rank is always legal", "equal or lower ranks are fine".
fn comparison(words: &[String]) -> Option<Formula> {
    const UPWARDS: [&str; 3] = ["higher", "rise", "above"];
    const DOWNWARDS: [&str; 3] = ["lower", "fall", "below"];
    if !has(words, &["same", "equal", "match", "stay"]) {
        return None;
    }
    let ordered = |order| Formula::Fact(Fact::Rank { card: Which::Next, order, other: Which::Last });
    match (has(words, &UPWARDS), has(words, &DOWNWARDS)) {
        (true, false) => return Some(ordered(RankOrder::AtLeast)),
        (false, true) => return Some(ordered(RankOrder::AtMost)),
        (true, true) => return None,
        (false, false) => {}
    }
    let feature = words.iter().find_map(|word| Feature::ALL.into_iter().find(|feature| feature.word() == word))?;
    let alike = FeatureComparison { features: Features::only(feature), is_any: false };
    Some(alike.of(Which::Next, Which::Last, true))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rule with what is added to it, where all parts of the text are read as they are.
    fn told(text: &str) -> Option<String> {
        let means = |part: &str| match Rule::said(part) {
            Some(Rule::Always(formula)) => Some(formula),
            _ => None,
        };
        rule(text, means).map(|rule| rule.to_string())
    }

    #[test]
    fn what_is_added_to_a_rule_is_right_or_wrong_beside_it() {
        for (text, about) in [
            ("Each card must be higher than the last; twos are always fine.", "rank > last or 2"),
            ("lower than the last card but you can always put down a king", "rank < last or king"),
            ("Same suit as the last card. Exception: queens are legal any time.", "suit same as last or queen"),
            ("the same colour as the last card, unless that card is a jack", "colour same as last or last is jack"),
            (
                "a different suit from the last card, but after a king anything",
                "suit differs from last or last is king",
            ),
            (
                "a different colour from the last card. A card of the same rank is always legal.",
                "colour differs from last or rank same as last",
            ),
            (
                "a different rank from the last card, and queens are forbidden altogether",
                "rank differs from last and not queen",
            ),
            ("No aces. A different rank from the last card.", "rank differs from last and not ace"),
            ("only red cards, and of these none but those from 2 to 9", "red and 2 to 9"),
            ("lower than the last card, and whenever you have a queen you can plonk it down", "rank < last or queen"),
            (
                "higher than the last card, save where that card is a face card, when any card may follow",
                "rank > last or last is face",
            ),
        ] {
            assert_eq!(told(text).as_deref(), Some(about), "{text}");
        }
        for text in ["higher than the last card, a lovely day", "red or black, or odd", "only a two, a three or a four"]
        {
            assert_eq!(told(text), None, "{text}");
        }
    }
}
