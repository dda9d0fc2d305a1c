//! The words that are still to be read, and where reading them stops.

use std::cell::Cell;

use winnow::error::{ErrMode, ParserError};
use winnow::stream::{Stateful, Stream, TokenSlice};

use super::super::rule::Rule;
use super::super::tokens::{Missing, Token};

/// The words that are still to be read, and how few there ever were where something did not fit.
pub(super) type Tokens<'t> = Stateful<TokenSlice<'t, Token>, &'t Cell<usize>>;
pub(super) type Read<T> = Result<T, ErrMode<Missing>>;

impl<'t> ParserError<Tokens<'t>> for Missing {
    type Inner = Missing;

    fn from_input(input: &Tokens<'t>) -> Missing {
        Missing { left: input.len(), ..Missing::default() }
    }

    /// Of two that failed, the one that came farther.
    fn or(self, other: Missing) -> Missing {
        if other.left < self.left { other } else { self }
    }

    fn into_inner(self) -> Result<Missing, Missing> {
        Ok(self)
    }
}

/// What was looked for is not there; something else may be.
pub(super) fn missing<T>(words: &Tokens<'_>) -> Read<T> {
    words.state.set(words.state.get().min(words.len()));
    Err(ErrMode::Backtrack(Missing { left: words.len(), ..Missing::default() }))
}

/// Whatever else is tried, this is wrong.
pub(super) fn wrong<T>(words: &Tokens<'_>, why: &'static str) -> Read<T> {
    unclear(words, why, Vec::new())
}

/// Several things may be meant here. They are offered if this is all that is said: no offer leaves out a part of it.
pub(super) fn unclear<T>(words: &Tokens<'_>, why: &'static str, meant: Vec<Rule>) -> Read<T> {
    let meant = if words.is_empty() { meant } else { Vec::new() };
    Err(ErrMode::Cut(Missing { left: words.len(), why: Some(why), meant }))
}

/// A part of what is said; what this part may mean is not offered for the whole.
pub(super) fn within<'t, T>(
    mut part: impl winnow::Parser<Tokens<'t>, T, ErrMode<Missing>>,
) -> impl winnow::Parser<Tokens<'t>, T, ErrMode<Missing>> {
    move |words: &mut Tokens<'t>| {
        part.parse_next(words).map_err(|error| error.map(|missing| Missing { meant: Vec::new(), ..missing }))
    }
}

/// This very word.
pub(super) fn word<'t>(wanted: &'static str) -> impl winnow::Parser<Tokens<'t>, (), ErrMode<Missing>> {
    listed_by(move |text| (text == wanted).then_some(()))
}

/// The value that the next word stands for in a table.
pub(super) fn listed<'t, T: Copy + 't>(
    table: &'t [(&'static str, T)],
) -> impl winnow::Parser<Tokens<'t>, T, ErrMode<Missing>> {
    listed_by(|text| table.iter().find(|(word, _)| *word == text).map(|(_, value)| *value))
}

/// The value that the next word stands for.
pub(super) fn listed_by<'t, T>(
    value: impl Fn(&str) -> Option<T>,
) -> impl winnow::Parser<Tokens<'t>, T, ErrMode<Missing>> {
    move |words: &mut Tokens<'t>| match words.first().and_then(|token| value(&token.text)) {
        Some(value) => {
            words.next_token();
            Ok(value)
        }
        None => missing(words),
    }
}

/// Whether one of these words comes next.
pub(super) fn is_ahead(words: &Tokens<'_>, wanted: &[&str]) -> bool {
    is_later(words, 0, wanted)
}

/// Whether one of these words comes after so many others.
pub(super) fn is_later(words: &Tokens<'_>, after: usize, wanted: &[&str]) -> bool {
    words.get(after).is_some_and(|token| wanted.contains(&token.text.as_str()))
}

/// Whether the word that was read last is one of these.
pub(super) fn is_behind(words: &Tokens<'_>, wanted: &[&str]) -> bool {
    words.previous_tokens().next().is_some_and(|token| wanted.contains(&token.text.as_str()))
}

/// Passes over these words, as many as there are.
pub(super) fn pass(words: &mut Tokens<'_>, idle: &[&str]) {
    while is_ahead(words, idle) {
        words.next_token();
    }
}

/// What is read ahead; nothing is passed over, and what does not fit there is no mistake.
pub(super) fn ahead<T>(words: &Tokens<'_>, part: impl Fn(&mut Tokens<'_>) -> Read<T>) -> Option<T> {
    let farthest = words.state.get();
    let found = part(&mut words.clone()).ok();
    words.state.set(farthest);
    found
}
