//! Reads a secret rule from a sentence, and says where and why a sentence is none.
//!
//! The sentence is cut into words first; then [winnow] reads the words. Whatever fails farthest to the right is what is
//! reported, with the nearest word of the language where one was meant.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use winnow::Parser;
use winnow::combinator::{alt, cut_err, opt, preceded, repeat, separated_foldl1};
use winnow::error::ErrMode;
use winnow::stream::{Stream, TokenSlice};

use super::rule::{
    CardColour, DEEPEST, Fact, Feature, Features, Formula, LONGEST_CYCLE, Likeness, MOST_PARTS, Property, RankOrder,
    RankSteps, Rule, Way, Which,
};
use super::tokens::{Missing, Read, Tokens, missing, tokens, too_deep, wrong};
use crate::cards::{Rank, Suit};

/// The longest sentence, in words.
const MOST_WORDS: usize = 120;

/// The longest text that is looked at, in bytes.
const LONGEST: usize = 4000;

/// Why a text is no rule, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleTextError {
    /// The part of the text that is not understood, in bytes; empty at the end of the text.
    pub at: Range<usize>,
    /// The place of its first letter, from 1.
    pub column: usize,
    /// What is wrong, and what would be right.
    pub why: String,
}

impl fmt::Display for RuleTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.why)
    }
}

impl std::error::Error for RuleTextError {}

impl FromStr for Rule {
    type Err = RuleTextError;

    /// ```
    /// use parlour::games::eleusis::language::Rule;
    ///
    /// let rule: Rule = "If the last card is odd then a red card, otherwise black.".parse()?;
    /// assert_eq!(rule.to_string(), "if last is odd then red else black");
    /// let error = "rnak same as last".parse::<Rule>().unwrap_err();
    /// assert_eq!(error.to_string(), "column 1: “rnak” is not understood; did you mean “rank”?");
    /// # Ok::<(), parlour::games::eleusis::language::RuleTextError>(())
    /// ```
    fn from_str(text: &str) -> Result<Rule, RuleTextError> {
        let error = |at: Range<usize>, why: String| {
            let column = text.get(..at.start).map_or(0, |before| before.chars().count()) + 1;
            RuleTextError { at, column, why }
        };
        if text.len() > LONGEST {
            return Err(error(0..0, format!("a rule has at most {MOST_WORDS} words; this is much longer")));
        }
        let tokens = tokens(text).map_err(|(at, letter)| {
            error(at, format!("{letter:?} cannot stand in a rule; write words, numbers, brackets and < > ="))
        })?;
        if let Some(token) = tokens.get(MOST_WORDS) {
            return Err(error(token.at.clone(), format!("a rule has at most {MOST_WORDS} words; leave some out")));
        }
        if let Some(token) = too_deep(&tokens) {
            return Err(error(token.at.clone(), format!("this is nested too deep; {DEEPEST} levels are enough")));
        }
        let mut words = TokenSlice::new(&tokens);
        let read = rule.parse_next(&mut words).map_err(|missing| {
            let missing = missing.into_inner().unwrap_or_default();
            let found = tokens.len().checked_sub(missing.left).and_then(|place| tokens.get(place));
            let at = found.map_or(text.len()..text.len(), |token| token.at.clone());
            error(at, missing.said(found))
        })?;
        // Records keep the sentence as it is printed, so that must read back.
        let is_kept = self::tokens(&read.to_string())
            .is_ok_and(|printed| printed.len() <= MOST_WORDS && too_deep(&printed).is_none());
        if is_kept {
            Ok(read)
        } else {
            Err(error(0..0, "written out in full this rule is too long; leave some out".to_owned()))
        }
    }
}

/// The value that the next word stands for in a table.
fn listed<'t, T: Copy + 't>(
    table: &'t [(&'static str, T)],
    wanted: &'static str,
) -> impl Parser<Tokens<'t>, T, ErrMode<Missing>> {
    move |words: &mut Tokens<'t>| {
        let found = words.first().and_then(|token| table.iter().find(|(word, _)| *word == token.text));
        match found {
            Some((_, value)) => {
                words.next_token();
                Ok(*value)
            }
            None => missing(words, wanted),
        }
    }
}

fn word<'t>(wanted: &'static str) -> impl Parser<Tokens<'t>, (), ErrMode<Missing>> {
    move |words: &mut Tokens<'t>| match words.first() {
        Some(token) if token.text == wanted => {
            words.next_token();
            Ok(())
        }
        _ => missing(words, wanted),
    }
}

/// Passes over words that mean nothing and may be left out.
fn filler(words: &mut Tokens<'_>) {
    const FILLERS: [&str; 6] = ["a", "an", "the", "must", "be", "exactly"];
    while words.first().is_some_and(|token| FILLERS.contains(&token.text.as_str())) {
        words.next_token();
    }
}

fn rule(words: &mut Tokens<'_>) -> Read<Rule> {
    let read = alt((cycle, in_order, formula.map(Rule::Always))).parse_next(words)?;
    if !words.is_empty() {
        let wanted = vec!["and", "or", "the end"];
        return Err(ErrMode::Backtrack(Missing { left: words.len(), wanted, why: None }));
    }
    let parts = read.facts().len();
    if parts > MOST_PARTS { wrong(words, "this rule has too many parts; leave some out") } else { Ok(read) }
}

/// "repeat red red black".
fn cycle(words: &mut Tokens<'_>) -> Read<Rule> {
    word("repeat").parse_next(words)?;
    let items: Vec<Formula> = cut_err(repeat(1.., item)).parse_next(words)?;
    whole_cycle(words, items)
}

/// One of a cycle: what a card is by itself.
fn item(words: &mut Tokens<'_>) -> Read<Formula> {
    opt(alt((word(","), word("then"), word("and")))).parse_next(words)?;
    alt((
        preceded(word("("), cut_err((formula, word(")")))).map(|(formula, ())| formula),
        property.map(|property| Formula::Fact(Fact::Is(Which::Next, property))),
    ))
    .parse_next(words)
}

/// "suits in order spades hearts clubs diamonds".
fn in_order(words: &mut Tokens<'_>) -> Read<Rule> {
    filler(words);
    (listed(&[("suits", ()), ("colours", ()), ("colors", ()), ("ranks", ())], "suits"), word("in"), opt(word("the")))
        .parse_next(words)?;
    cut_err((word("order"), opt(word("of")))).parse_next(words)?;
    let items: Vec<Formula> = cut_err(repeat(1.., item)).parse_next(words)?;
    whole_cycle(words, items)
}

fn whole_cycle(words: &Tokens<'_>, items: Vec<Formula>) -> Read<Rule> {
    if items.len() < 2 {
        return missing(words, "what the next card is").map_err(ErrMode::cut);
    }
    if items.len() > LONGEST_CYCLE {
        return wrong(words, "a cycle has at most 24 cards; make it shorter");
    }
    let of_next = |formula: &Formula| formula.facts().iter().all(|fact| fact.cards().all(|card| card == Which::Next));
    if !items.iter().all(of_next) {
        return wrong(
            words,
            "a cycle says what each card is by itself, such as red or 1 to 7, and nothing of other cards",
        );
    }
    Ok(Rule::Repeat(items))
}

/// Anything that is true or not.
fn formula(words: &mut Tokens<'_>) -> Read<Formula> {
    alt((choice, disjunction)).parse_next(words)
}

/// "if A then B else C".
fn choice(words: &mut Tokens<'_>) -> Read<Formula> {
    word("if").parse_next(words)?;
    let condition = cut_err(disjunction).parse_next(words)?;
    opt(word(",")).parse_next(words)?;
    cut_err(word("then")).parse_next(words)?;
    let then = cut_err(disjunction).parse_next(words)?;
    opt(word(",")).parse_next(words)?;
    cut_err(alt((word("else"), word("otherwise")))).parse_next(words)?;
    opt(word(",")).parse_next(words)?;
    let otherwise = cut_err(formula).parse_next(words)?;
    Ok(Formula::If(Box::new(condition), Box::new(then), Box::new(otherwise)))
}

fn or(one: Formula, (): (), other: Formula) -> Formula {
    Formula::Or(Box::new(one), Box::new(other))
}

fn and(one: Formula, (): (), other: Formula) -> Formula {
    Formula::And(Box::new(one), Box::new(other))
}

fn disjunction(words: &mut Tokens<'_>) -> Read<Formula> {
    separated_foldl1(conjunction, word("or"), or).parse_next(words)
}

fn conjunction(words: &mut Tokens<'_>) -> Read<Formula> {
    separated_foldl1(unit, alt((word("and"), word("but"))).void(), and).parse_next(words)
}

fn unit(words: &mut Tokens<'_>) -> Read<Formula> {
    alt((negated(unit), bracketed(formula), fact)).parse_next(words)
}

fn negated<'t>(
    part: impl Parser<Tokens<'t>, Formula, ErrMode<Missing>>,
) -> impl Parser<Tokens<'t>, Formula, ErrMode<Missing>> {
    preceded(word("not"), part).map(|part| Formula::Not(Box::new(part)))
}

fn bracketed<'t>(
    part: impl Parser<Tokens<'t>, Formula, ErrMode<Missing>>,
) -> impl Parser<Tokens<'t>, Formula, ErrMode<Missing>> {
    (word("("), part, word(")")).map(|((), part, ())| part)
}

/// What is said of one card, or of two.
fn fact(words: &mut Tokens<'_>) -> Read<Formula> {
    filler(words);
    alt((
        (card, opt(alt((word("is"), word("has"), word("must"))))).flat_map(|(card, _)| said_of(card)),
        relation(Which::Next),
        property.map(|property| Formula::Fact(Fact::Is(Which::Next, property))),
    ))
    .parse_next(words)
}

/// What follows a card that was named.
fn said_of<'t>(card: Which) -> impl Parser<Tokens<'t>, Formula, ErrMode<Missing>> {
    move |words: &mut Tokens<'t>| {
        let negative = opt(word("not")).parse_next(words)?.is_some();
        filler(words);
        let said = alt((relation(card), |words: &mut Tokens<'t>| being(card, words))).parse_next(words)?;
        Ok(if negative { Formula::Not(Box::new(said)) } else { said })
    }
}

/// "red", "red or odd": as far as what is said of the same card goes on.
fn being(card: Which, words: &mut Tokens<'_>) -> Read<Formula> {
    separated_foldl1(|words: &mut Tokens<'_>| being_all(card, words), word("or"), or).parse_next(words)
}

fn being_all(card: Which, words: &mut Tokens<'_>) -> Read<Formula> {
    separated_foldl1(|words: &mut Tokens<'_>| being_one(card, words), word("and"), and).parse_next(words)
}

fn being_one(card: Which, words: &mut Tokens<'_>) -> Read<Formula> {
    let again = |words: &mut Tokens<'_>| being_one(card, words);
    let inner = |words: &mut Tokens<'_>| being(card, words);
    let alone = property.map(|property| Formula::Fact(Fact::Is(card, property)));
    // What is compared with another card begins like a property: "3 above last" is not a three.
    let whole = |words: &mut Tokens<'_>| {
        let start = words.checkpoint();
        if steps.parse_next(words).is_ok() {
            words.reset(&start);
            return missing(words, "what the card is");
        }
        words.reset(&start);
        Ok(())
    };
    alt((negated(again), bracketed(inner), preceded(whole, alone))).parse_next(words)
}

/// "last", "the last card", "the one before".
fn card(words: &mut Tokens<'_>) -> Read<Which> {
    opt(word("the")).parse_next(words)?;
    let table = &[
        ("next", Which::Next),
        ("last", Which::Last),
        ("previous", Which::Last),
        ("before", Which::Before),
        ("one", Which::Before),
        ("card", Which::Before),
    ];
    let start = words.first().map(|token| token.text.clone());
    let which = listed(table, "a card: next, last or before").parse_next(words)?;
    if matches!(start.as_deref(), Some("one" | "card")) {
        word("before").parse_next(words)?;
        opt((opt(word("the")), word("last"))).parse_next(words)?;
    }
    opt(word("card")).parse_next(words)?;
    Ok(which)
}

/// How a card compares with another.
fn relation<'t>(of: Which) -> impl Parser<Tokens<'t>, Formula, ErrMode<Missing>> {
    move |words: &mut Tokens<'t>| {
        let likeness = |words: &mut Tokens<'t>| alike(of, words);
        let rank = |words: &mut Tokens<'t>| ranked(of, words);
        let apart = (steps, card).map(|(steps, other)| Formula::Fact(Fact::Steps { card: of, steps, other }));
        let fact = alt((likeness, rank, wrapped(apart))).parse_next(words)?;
        match compares_two(&fact) {
            true => Ok(fact),
            false => wrong(words, "a card is compared with itself here; name two cards"),
        }
    }
}

/// Whether nothing is compared with itself.
fn compares_two(formula: &Formula) -> bool {
    formula.facts().iter().all(|fact| {
        let cards: Vec<Which> = fact.cards().collect();
        cards.first() != cards.get(1)
    })
}

/// "…, wrapping": the ace follows the king.
fn wrapped<'t>(
    part: impl Parser<Tokens<'t>, Formula, ErrMode<Missing>>,
) -> impl Parser<Tokens<'t>, Formula, ErrMode<Missing>> {
    (part, opt((opt(word(",")), word("wrapping")))).map(|(formula, wraps)| match formula {
        Formula::Fact(Fact::Steps { card, steps, other }) => {
            let steps = RankSteps { wraps: wraps.is_some(), ..steps };
            Formula::Fact(Fact::Steps { card, steps, other })
        }
        other => other,
    })
}

const FEATURES: [(&str, Feature); 7] = [
    ("suit", Feature::Suit),
    ("rank", Feature::Rank),
    ("number", Feature::Rank),
    ("value", Feature::Rank),
    ("colour", Feature::Colour),
    ("color", Feature::Colour),
    ("parity", Feature::Parity),
];

/// "suit or rank", and whether either is enough.
fn features(words: &mut Tokens<'_>) -> Read<(Features, bool)> {
    let wanted = "suit, rank, colour or parity";
    let mut features = Features::only(listed(&FEATURES, wanted).parse_next(words)?);
    let either = match opt(alt((word("or").value(true), word("and").value(false)))).parse_next(words)? {
        None => return Ok((features, true)),
        Some(either) => either,
    };
    features = features.with(listed(&FEATURES, wanted).parse_next(words)?);
    let more = preceded(word(if either { "or" } else { "and" }), listed(&FEATURES, wanted));
    let more: Vec<Feature> = repeat(0.., more).parse_next(words)?;
    Ok((more.into_iter().fold(features, Features::with), either))
}

/// "suit same as last", "a different suit from last".
fn alike(of: Which, words: &mut Tokens<'_>) -> Read<Formula> {
    let same = || alt((word("same").value(true), word("different").value(false)));
    let joins = || alt((word("as"), word("from"), word("to"), word("than")));
    let before = (opt(word("the")), same(), features, cut_err((joins(), card)))
        .map(|(_, same, (features, either), (_, other))| (of, features, either, same, other));
    let verb = alt((
        (opt(alt((word("is"), word("are")))), opt(word("not")), opt(word("the")), same(), joins())
            .map(|(_, not, _, same, _)| same != not.is_some()),
        (alt((word("differs"), word("differ"))), word("from")).value(false),
        (opt(word("is")), word("=")).value(true),
    ));
    let after = (features, opt(of_card), verb, cut_err(card))
        .map(|((features, either), named, same, other)| (named.unwrap_or(of), features, either, same, other));
    let (card, features, either, same, other) = alt((before, after)).parse_next(words)?;
    let likeness = match (either, same) {
        (true, true) => Likeness::AnySame,
        (false, true) => Likeness::AllSame,
        (true, false) if features.iter().count() > 1 => Likeness::AnyDiffers,
        (_, false) => Likeness::AllDiffer,
    };
    Ok(Formula::Fact(Fact::Likeness { card, other, features, likeness }))
}

/// "of last".
fn of_card(words: &mut Tokens<'_>) -> Read<Which> {
    preceded(word("of"), cut_err(card)).parse_next(words)
}

/// "rank >= last", "higher than last".
fn ranked(of: Which, words: &mut Tokens<'_>) -> Read<Formula> {
    let named = opt(preceded(alt((word("rank"), word("number"), word("value"))), (opt(of_card), opt(word("is")))))
        .parse_next(words)?;
    filler(words);
    let order = alt((sign, in_words)).parse_next(words)?;
    let other = cut_err(card).parse_next(words)?;
    let card = named.and_then(|(named, _)| named).unwrap_or(of);
    Ok(Formula::Fact(Fact::Rank { card, order, other }))
}

/// "<=".
fn sign(words: &mut Tokens<'_>) -> Read<RankOrder> {
    const SIGNS: [(&str, RankOrder); 4] =
        [("<", RankOrder::Less), ("<=", RankOrder::AtMost), (">", RankOrder::More), (">=", RankOrder::AtLeast)];
    listed(&SIGNS, "higher, lower or a sign such as <=").parse_next(words)
}

/// "at most", "higher than", "lower or the same as".
fn in_words(words: &mut Tokens<'_>) -> Read<RankOrder> {
    if opt(word("at")).parse_next(words)?.is_some() {
        return cut_err(listed(&[("least", RankOrder::AtLeast), ("most", RankOrder::AtMost)], "least or most"))
            .parse_next(words);
    }
    const WAYS: [(&str, bool); 4] = [("higher", true), ("above", true), ("lower", false), ("below", false)];
    let is_higher = listed(&WAYS, "higher or lower").parse_next(words)?;
    opt(word("than")).parse_next(words)?;
    let or_equal =
        (word("or"), opt(word("the")), alt((word("equal"), word("same"))), opt(alt((word("to"), word("as")))));
    Ok(match (is_higher, opt(or_equal).parse_next(words)?.is_some()) {
        (true, true) => RankOrder::AtLeast,
        (true, false) => RankOrder::More,
        (false, true) => RankOrder::AtMost,
        (false, false) => RankOrder::Less,
    })
}

/// "1 to 3 above", "within 2 of".
fn steps(words: &mut Tokens<'_>) -> Read<RankSteps> {
    filler(words);
    if opt(word("within")).parse_next(words)?.is_some() {
        let to = cut_err(number).parse_next(words)?;
        cut_err(word("of")).parse_next(words)?;
        return whole_steps(words, 0, to, Way::Either);
    }
    let (from, to) = (number, opt(preceded(alt((word("to"), word("or"))), number))).parse_next(words)?;
    opt(listed(&[("rank", ()), ("ranks", ()), ("steps", ()), ("step", ())], "ranks")).parse_next(words)?;
    let ways = || {
        listed(
            &[("above", Way::Above), ("higher", Way::Above), ("below", Way::Below), ("lower", Way::Below)],
            "above or below",
        )
    };
    let way = ways().parse_next(words)?;
    let either = opt(preceded(word("or"), ways())).parse_next(words)?;
    opt(word("than")).parse_next(words)?;
    whole_steps(
        words,
        from,
        to.unwrap_or(from),
        if either.is_some_and(|other| other != way) { Way::Either } else { way },
    )
}

fn whole_steps(words: &Tokens<'_>, from: u8, to: u8, way: Way) -> Read<RankSteps> {
    if from > to || to > 12 {
        return wrong(words, "ranks are 0 to 12 apart, and the smaller number comes first");
    }
    Ok(RankSteps { from, to, way, wraps: false })
}

/// A small number, in digits or as a word.
fn number(words: &mut Tokens<'_>) -> Read<u8> {
    const WORDS: [(&str, u8); 6] = [("one", 1), ("two", 2), ("three", 3), ("four", 4), ("five", 5), ("six", 6)];
    let digits = |words: &mut Tokens<'_>| match words.first().and_then(|token| token.text.parse::<u8>().ok()) {
        Some(number) => {
            words.next_token();
            Ok(number)
        }
        None => missing(words, "a number"),
    };
    alt((digits, listed(&WORDS, "a number"))).parse_next(words)
}

const PROPERTIES: [(&str, Property); 16] = [
    ("red", Property::Colour(CardColour::Red)),
    ("black", Property::Colour(CardColour::Black)),
    ("spade", Property::Suit(Suit::Spades)),
    ("spades", Property::Suit(Suit::Spades)),
    ("heart", Property::Suit(Suit::Hearts)),
    ("hearts", Property::Suit(Suit::Hearts)),
    ("diamond", Property::Suit(Suit::Diamonds)),
    ("diamonds", Property::Suit(Suit::Diamonds)),
    ("club", Property::Suit(Suit::Clubs)),
    ("clubs", Property::Suit(Suit::Clubs)),
    ("odd", Property::Odd),
    ("even", Property::Even),
    ("face", Property::Face),
    ("faces", Property::Face),
    ("picture", Property::Face),
    ("pictures", Property::Face),
];

/// "red", "a face card", "8 to king", "a multiple of 3".
fn property(words: &mut Tokens<'_>) -> Read<Property> {
    filler(words);
    let multiple = preceded(
        alt(((word("multiple"), word("of")).void(), (word("divisible"), word("by")).void())),
        cut_err(multiple_of),
    );
    let read =
        alt((listed(&PROPERTIES, "what a card is, such as red, odd or 1 to 7"), multiple, ranks)).parse_next(words)?;
    opt(alt((word("card"), word("cards")))).parse_next(words)?;
    Ok(read)
}

fn multiple_of(words: &mut Tokens<'_>) -> Read<Property> {
    match number.parse_next(words)? {
        2 => Ok(Property::Even),
        of @ 3..=6 => Ok(Property::Multiple(of)),
        _ => wrong(words, "a multiple of 2 to 6 can be asked for"),
    }
}

/// "7", "8 to king", "between 2 and 5".
fn ranks(words: &mut Tokens<'_>) -> Read<Property> {
    let between = opt(alt((word("between"), word("from")))).parse_next(words)?.is_some();
    let from = rank.parse_next(words)?;
    let to = match opt(alt((word("to"), word("through")))).parse_next(words)? {
        Some(()) => Some(cut_err(rank).parse_next(words)?),
        None if between => Some(cut_err(preceded(word("and"), rank)).parse_next(words)?),
        None => None,
    };
    match to {
        Some(to) if to < from => wrong(words, "the lower rank comes first, as in 2 to 7; aces are 1, kings 13"),
        to => Ok(Property::Ranks(from, to.unwrap_or(from))),
    }
}

fn rank(words: &mut Tokens<'_>) -> Read<Rank> {
    const NAMES: [(&str, u8); 12] = [
        ("ace", 1),
        ("aces", 1),
        ("a", 1),
        ("jack", 11),
        ("jacks", 11),
        ("j", 11),
        ("queen", 12),
        ("queens", 12),
        ("q", 12),
        ("king", 13),
        ("kings", 13),
        ("k", 13),
    ];
    let start = words.checkpoint();
    let number = alt((listed(&NAMES, "a rank"), number)).parse_next(words)?;
    match Rank::new(number) {
        Some(rank) => Ok(rank),
        None => {
            words.reset(&start);
            wrong(words, "ranks are 1, the ace, to 13, the king")
        }
    }
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
            ("(if last is red then odd else even) and not face", "(if last is red then odd else even) and not face"),
        ] {
            assert_eq!(printed(written), canonical, "{written}");
            assert_eq!(printed(canonical), canonical);
        }
    }

    #[test]
    fn what_is_no_rule_is_said_with_its_place_and_what_would_be_right() {
        for (written, said) in [
            ("rnak same as last", "column 1: “rnak” is not understood; did you mean “rank”?"),
            ("if last is odd then red", "column 24: the rule breaks off; else or otherwise is expected here"),
            ("red blak", "column 5: “blak” is not understood; did you mean “black”?"),
            ("", "column 1: the rule breaks off; "),
            ("repeat red", "column 11: the rule breaks off; "),
            ("repeat red (suit same as last)", "column 31: a cycle says what each card is by itself, "),
            ("7 to 2", "column 7: the lower rank comes first"),
            ("14", "column 1: ranks are 1, the ace, to 13, the king"),
            ("last same suit as last", "column 23: a card is compared with itself"),
            ("r\u{202e}ed", "column 2: '\\u{202e}' cannot stand in a rule"),
        ] {
            assert!(printed(written).starts_with(said), "{written:?}: {}", printed(written));
        }
        assert!(printed(&"red or ".repeat(10_000)).contains("at most"));
        assert!(printed(&"(".repeat(100)).contains("nested too deep"));
        assert!(printed(&"not ".repeat(100)).contains("nested too deep"));
    }
}
