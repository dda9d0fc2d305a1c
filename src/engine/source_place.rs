//! Places in a text file, for error messages.
//!
//! The build script compiles this file, too, so it must not depend on the rest of the crate.

use std::fmt;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SourcePlace {
    /// The whole file.
    File,
    /// A line and a column, both counted from 1.
    Text { line: usize, column: usize },
    /// A move, counted from 1.
    Move(usize),
    /// A field whose line is not known.
    Field(&'static str),
}

impl fmt::Display for SourcePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SourcePlace::File => f.write_str("file"),
            SourcePlace::Text { line, column } => write!(f, "{line}:{column}"),
            SourcePlace::Move(number) => write!(f, "move {number}"),
            SourcePlace::Field(name) => write!(f, "field `{name}`"),
        }
    }
}

/// Finds a field of RON text, outside strings and comments, for errors that only show after parsing.
///
/// ```
/// use parlour::engine::source_place::{SourcePlace, place_of};
///
/// let place = place_of("(parlour_rule: 1, rule: \"red\")", "rule");
/// assert_eq!(place, SourcePlace::Text { line: 1, column: 19 }, "not the end of another field");
/// ```
pub fn place_of(text: &str, field: &'static str) -> SourcePlace {
    let (mut line, mut column) = (1, 1);
    let mut rest = text;
    let (mut region, mut is_in_name) = (Region::Code, false);
    while let Some(letter) = rest.chars().next() {
        let is_field = rest.strip_prefix(field).is_some_and(|after| after.trim_start().starts_with(':'));
        if region == Region::Code && is_field && !is_in_name {
            return SourcePlace::Text { line, column };
        }
        is_in_name = letter.is_alphanumeric() || letter == '_';
        region = region.next(rest);
        // Skips an escaped quote, which does not end the string.
        let length = if region == Region::String && letter == '\\' { 2 } else { 1 };
        for letter in rest.chars().take(length) {
            (line, column) = if letter == '\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        rest = rest.char_indices().nth(length).map_or("", |(index, _)| &rest[index..]);
    }
    SourcePlace::Field(field)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Region {
    Code,
    String,
    LineComment,
    BlockComment,
}

impl Region {
    /// The region after the first character of `rest`.
    fn next(self, rest: &str) -> Region {
        match self {
            Region::Code if rest.starts_with('"') => Region::String,
            Region::Code if rest.starts_with("//") => Region::LineComment,
            Region::Code if rest.starts_with("/*") => Region::BlockComment,
            Region::String if rest.starts_with('"') => Region::Code,
            Region::LineComment if rest.starts_with('\n') => Region::Code,
            Region::BlockComment if rest.starts_with("*/") => Region::Code,
            same => same,
        }
    }
}
