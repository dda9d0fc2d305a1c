//! The grammar of rules, read word by word with [winnow]: what a card is (`kinds`) and how two compare (`comparisons`: `alike` in
//! something, or so many ranks `apart`), what is said of cards (`facts`, with `verbs`, `totals` of two together and their `places`), how
//! much of it must be so (`counted`), on what conditions (`conditions`), and in what sentences (`statements`, of them those about cards of
//! a kind in `subjects`, `rows`, `cycles`; several at once in `combined`).

mod alike;
mod apart;
mod combined;
mod comparisons;
mod conditions;
mod counted;
mod cycles;
mod facts;
mod kinds;
mod named;
mod places;
mod rows;
mod statements;
mod stream;
mod subjects;
mod totals;
mod verbs;

use std::cell::Cell;

use winnow::error::ErrMode;
use winnow::stream::{Stateful, TokenSlice};

pub(super) use self::named::rank_of;
use self::stream::{Read, Tokens, missing};
use super::rule::{Formula, Rule, Which};
use super::tokens::{Missing, Token};

/// A whole rule: one of a few sorts of sentences, of which the first that fits is meant.
pub(super) fn rule(words: &[Token]) -> Result<Rule, Missing> {
    let sorts: [fn(&mut Tokens<'_>) -> Read<Rule>; 6] = [
        cycles::cycle,
        cycles::in_order,
        cycles::alternation,
        cycles::every_so_many,
        |words| statements::statements(words).map(Rule::Always),
        cycles::over_and_over,
    ];
    let farthest = Cell::new(words.len());
    let mut why = None;
    for sort in sorts {
        let mut left = Stateful { input: TokenSlice::new(words), state: &farthest };
        match sort(&mut left) {
            Ok(rule) if left.is_empty() => return Ok(rule),
            Ok(_) => drop(missing::<()>(&left)),
            Err(ErrMode::Cut(error)) => why = why.or(Some(error)),
            Err(_) => {}
        }
    }
    Err(why.unwrap_or_else(|| Missing { left: farthest.get(), ..Missing::default() }))
}

/// One property of the next card at the beginning of these words, and how many words say it.
pub(super) fn leading_kind(words: &[Token]) -> Option<(Formula, usize)> {
    leading(words, |words| kinds::one_kind(Which::Next, words))
}

/// How the next card compares with another, at the beginning of these words.
pub(super) fn leading_relation(words: &[Token]) -> Option<(Formula, usize)> {
    leading(words, |words| comparisons::relation(Which::Next, words))
}

/// What is said of the place of the next card, at the beginning of these words.
pub(super) fn leading_place(words: &[Token]) -> Option<(Formula, usize)> {
    leading(words, places::place)
}

/// What is said of two ranks together, at the beginning of these words.
pub(super) fn leading_total(words: &[Token]) -> Option<(Formula, usize)> {
    leading(words, totals::total)
}

/// What is read at the beginning of these words, and in how many of them.
fn leading(words: &[Token], part: fn(&mut Tokens<'_>) -> Read<Formula>) -> Option<(Formula, usize)> {
    let farthest = Cell::new(words.len());
    let mut left = Stateful { input: TokenSlice::new(words), state: &farthest };
    let said = part(&mut left).ok()?;
    Some((said, words.len() - left.len()))
}
