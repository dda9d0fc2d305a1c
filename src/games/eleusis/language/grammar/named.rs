//! How cards, ranks, and what cards are compared in are named.

use winnow::Parser;
use winnow::combinator::{alt, opt, preceded};
use winnow::stream::Stream;

use super::super::rule::{Feature, Which};
use super::stream::{Read, Tokens, is_ahead, is_later, listed, listed_by, missing, word, wrong};
use crate::cards::Rank;

/// "last", "the next card", "the last card's".
pub(super) fn card(words: &mut Tokens<'_>) -> Read<Which> {
    const CARDS: [(&str, Which); 5] = [
        ("next", Which::Next),
        ("it", Which::Next),
        ("last", Which::Last),
        ("before", Which::Before),
        ("third-last", Which::ThirdLast),
    ];
    let card = listed(&CARDS).parse_next(words)?;
    opt(word("card")).parse_next(words)?;
    Ok(card)
}

/// "of last", "of the last card".
pub(super) fn of_a_card(words: &mut Tokens<'_>) -> Read<Which> {
    preceded(word("of"), alt((card, word("card").value(Which::Next)))).parse_next(words)
}

/// A card that another is compared with, of which no more is said than what is compared: "last", "the last card's
/// suit", "the suit of the last card".
pub(super) fn other_card(words: &mut Tokens<'_>) -> Read<Which> {
    opt((opt(listed(&FEATURES)), word("of"))).parse_next(words)?;
    let card = card(words)?;
    let is_compared_again = is_ahead(words, &["suit", "rank", "colour", "parity"])
        && (words.len() == 1 || is_later(words, 1, &[",", ".", "and", "or", "else", "then", "by"]));
    if is_compared_again {
        words.next_token();
    }
    Ok(card)
}

/// The card after which the next one comes, where another is not named.
pub(super) fn or_last(of: Which, named: Option<Which>, words: &Tokens<'_>) -> Read<Which> {
    match (named, of) {
        (Some(named), _) => Ok(named),
        (None, Which::Next) => Ok(Which::Last),
        _ => missing(words),
    }
}

/// "the last two (cards)".
pub(super) fn last_two(words: &mut Tokens<'_>) -> Read<()> {
    (word("last-two"), opt(alt((word("card"), word("rank"))))).void().parse_next(words)
}

/// A small number.
pub(super) fn number(words: &mut Tokens<'_>) -> Read<u8> {
    listed_by(|text| text.parse::<u8>().ok()).parse_next(words)
}

/// A rank by its number or name, which may be none.
pub(in super::super) fn rank_of(word: &str) -> Option<u8> {
    match word {
        "ace" => Some(1),
        "jack" => Some(11),
        "queen" => Some(12),
        "king" => Some(13),
        number => number.parse().ok(),
    }
}

pub(super) fn rank(words: &mut Tokens<'_>) -> Read<Rank> {
    let start = words.checkpoint();
    let number = listed_by(rank_of).parse_next(words)?;
    match Rank::new(number) {
        Some(rank) => Ok(rank),
        None => {
            words.reset(&start);
            wrong(words, "ranks are 1, the ace, to 13, the king")
        }
    }
}

pub(super) const FEATURES: [(&str, Feature); 4] =
    [("suit", Feature::Suit), ("rank", Feature::Rank), ("colour", Feature::Colour), ("parity", Feature::Parity)];
