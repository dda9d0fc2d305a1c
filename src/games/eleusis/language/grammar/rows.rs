//! Rows: what may not come twice or three times on end.

use winnow::Parser;
use winnow::combinator::{alt, opt, preceded};

use super::super::formulas::{FeatureComparison, Statement, and, anything, choose, denied, said_of_another};
use super::super::rule::{Fact, Formula, RankOrder, Which};
use super::alike::comparison;
use super::kinds::kinds;
use super::named::number;
use super::stream::{Read, Tokens, is_ahead, listed, missing, pass, word, wrong};
use super::verbs::verb;

const TOO_LONG: &str = "a rule looks at the last two cards, so it can forbid two or three in a row";

/// What the cards of a row have in common.
pub(super) enum RowPart {
    Same(FeatureComparison),
    Kind(Formula),
}

impl RowPart {
    /// The last two cards have it in common.
    pub(super) fn twice(&self) -> Formula {
        match self {
            RowPart::Same(comparison) => comparison.of(Which::Last, Which::Before, true),
            RowPart::Kind(kind) => {
                let [last, before] = [Which::Last, Which::Before].map(|card| said_of_another(kind, card));
                and(last, before)
            }
        }
    }

    /// At most so many cards in a row have it in common.
    fn at_most(&self, length: u8) -> Statement {
        match (self, length) {
            (RowPart::Same(comparison), 1) => Statement::Always(comparison.differs()),
            (RowPart::Same(comparison), _) => Statement::Where(self.twice(), comparison.differs()),
            (RowPart::Kind(kind), 1) => Statement::Where(said_of_another(kind, Which::Last), denied(kind.clone())),
            (RowPart::Kind(kind), _) => Statement::Where(self.twice(), denied(kind.clone())),
        }
    }
}

/// "of the same suit", "reds".
pub(super) fn part_of_row(words: &mut Tokens<'_>) -> Read<RowPart> {
    pass(words, &["adjacent", "card", "of", "with", "in", "has", "is"]);
    let same = preceded(alt((word("same"), word("1"))), comparison).map(RowPart::Same);
    let part =
        alt((same, (|words: &mut Tokens<'_>| kinds(Which::Next, words)).map(RowPart::Kind))).parse_next(words)?;
    pass(words, &["card"]);
    Ok(part)
}

/// "two cards of the same suit in a row": how many there are, and what they have in common.
pub(super) fn row(words: &mut Tokens<'_>) -> Read<(u8, RowPart)> {
    let count = number(words)?;
    let is_adjacent = is_ahead(words, &["adjacent"]);
    let part = part_of_row(words)?;
    // "No two hearts may touch"
    pass(words, &["can", "is", "play"]);
    if !is_adjacent || is_ahead(words, &["in-a-row"]) {
        word("in-a-row").parse_next(words)?;
    }
    Ok((count, part))
}

/// That at most so many cards in a row have it in common.
pub(super) fn limited(words: &Tokens<'_>, length: u8, part: &RowPart) -> Read<Statement> {
    match length {
        1 | 2 => Ok(part.at_most(length)),
        _ => wrong(words, TOO_LONG),
    }
}

/// "no two reds in a row", "never the same suit twice", "at most two of a suit in a row", "two odd cards must not
/// touch".
pub(super) fn forbidden_row(words: &mut Tokens<'_>) -> Read<Statement> {
    alt((no_row, row_at_most, not_twice, no_trend, feature_not_so_often, right_but_not, row_must_not)).parse_next(words)
}

/// "no two reds in a row", "no more than two cards of the same suit in a row".
fn no_row(words: &mut Tokens<'_>) -> Read<Statement> {
    denial(words)?;
    let is_most = opt((word("higher"), word("than"))).parse_next(words)?.is_some();
    let (count, part) = row(words)?;
    limited(words, if is_most { count } else { count.saturating_sub(1) }, &part)
}

/// "at most two of a suit in a row".
fn row_at_most(words: &mut Tokens<'_>) -> Read<Statement> {
    verb(words);
    let (_, _, (count, part)) = (word("at"), word("most"), row).parse_next(words)?;
    limited(words, count, &part)
}

/// "never the same suit twice", "never the same suit three times in a row".
fn not_twice(words: &mut Tokens<'_>) -> Read<Statement> {
    denial(words)?;
    let part = part_of_row(words)?;
    let times = (number, word("time"), word("in-a-row")).map(|(count, (), ())| count);
    let count = alt((times, one_after_the_other.value(2))).parse_next(words)?;
    limited(words, count.saturating_sub(1), &part)
}

/// "no three cards in a row may rise or fall", "no two neighbouring cards may go up".
fn no_trend(words: &mut Tokens<'_>) -> Read<Statement> {
    const WAYS: [(&str, RankOrder); 2] = [("rise", RankOrder::More), ("fall", RankOrder::Less)];
    word("no").parse_next(words)?;
    let count = number(words)?;
    pass(words, &["adjacent", "card", "rank", "in-a-row"]);
    verb(words);
    let one = listed(&WAYS).parse_next(words)?;
    let other = opt(preceded(word("or"), listed(&WAYS))).parse_next(words)?;
    pass(words, &["in", "rank", "in-a-row"]);
    let rank = |card, order, other| Formula::Fact(Fact::Rank { card, order, other });
    let not_again = |order: RankOrder| {
        let goes_on = rank(Which::Next, order.opposite(), Which::Last);
        match count {
            2 => Some(goes_on),
            3 => Some(choose(rank(Which::Last, order, Which::Before), goes_on, anything())),
            _ => None,
        }
    };
    let each: Option<Vec<Formula>> = [Some(one), other].into_iter().flatten().map(not_again).collect();
    match each.and_then(|each| each.into_iter().reduce(and)) {
        Some(formula) => Ok(Statement::Always(formula)),
        None => wrong(words, TOO_LONG),
    }
}

/// "no suit may be played three times in a row", "no rank twice in a row".
fn feature_not_so_often(words: &mut Tokens<'_>) -> Read<Statement> {
    word("no").parse_next(words)?;
    let part = RowPart::Same(comparison(words)?);
    verb(words);
    let times = (number, word("time")).map(|(count, ())| count);
    let count = alt((word("twice").value(2), times)).parse_next(words)?;
    word("in-a-row").parse_next(words)?;
    limited(words, count.saturating_sub(1), &part)
}

/// "two reds in a row are fine, but not three".
fn right_but_not(words: &mut Tokens<'_>) -> Read<Statement> {
    let (count, part) = row(words)?;
    verb(words);
    (word("right"), opt(word(",")), word("but"), word("not")).parse_next(words)?;
    let most = number(words)?;
    opt(word("in-a-row")).parse_next(words)?;
    if most == count.saturating_add(1) { limited(words, count, &part) } else { missing(words) }
}

/// "two odd cards must not touch".
fn row_must_not(words: &mut Tokens<'_>) -> Read<Statement> {
    let count = opt(number).parse_next(words)?.unwrap_or(2);
    let part = part_of_row(words)?;
    if !verb(words).is_negative {
        return missing(words);
    }
    one_after_the_other(words)?;
    // "Aces must not touch face cards" is about two kinds.
    if !words.is_empty() && !is_ahead(words, &[",", ".", "and", "but", "nor", "unless", ")"]) {
        return missing(words);
    }
    limited(words, count.saturating_sub(1), &part)
}

/// ", nor may two spades": another of what may not touch.
pub(super) fn nor_row(words: &mut Tokens<'_>) -> Read<Statement> {
    (opt(word(",")), word("nor")).parse_next(words)?;
    verb(words);
    let (count, part) = (number, part_of_row).parse_next(words)?;
    limited(words, count.saturating_sub(1), &part)
}

/// "twice", "in a row", "twice in a row".
fn one_after_the_other(words: &mut Tokens<'_>) -> Read<()> {
    alt((word("twice"), word("in-a-row"))).parse_next(words)?;
    opt(word("in-a-row")).void().parse_next(words)
}

/// "no", "must not", "never play".
fn denial(words: &mut Tokens<'_>) -> Read<()> {
    pass(words, &["card"]);
    if opt(word("no")).parse_next(words)?.is_none() && !verb(words).is_negative {
        return missing(words);
    }
    pass(words, &["play", "has", "is"]);
    Ok(())
}
