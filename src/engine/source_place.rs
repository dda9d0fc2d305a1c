//! Places in a text that people wrote, for faults that are told with their place.
//!
//! The build reads puzzles with this, too, so it stands on nothing else.

use std::fmt;

/// Where in a text something is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// The file as a whole.
    File,
    /// A line and a column, both counted from 1.
    Text {
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
    },
    /// A move, counted from 1.
    Move(usize),
    /// A named field.
    Field(&'static str),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::File => f.write_str("file"),
            Place::Text { line, column } => write!(f, "{line}:{column}"),
            Place::Move(number) => write!(f, "move {number}"),
            Place::Field(name) => write!(f, "field `{name}`"),
        }
    }
}

/// Where a field's name stands outside strings and comments, for faults that only show after parsing.
pub fn place_of(text: &str, field: &'static str) -> Place {
    let (mut line, mut column) = (1, 1);
    let mut rest = text;
    let mut within = Within::Code;
    while let Some(letter) = rest.chars().next() {
        let named = rest.strip_prefix(field).is_some_and(|after| after.trim_start().starts_with(':'));
        if within == Within::Code && named {
            return Place::Text { line, column };
        }
        within = within.after(rest);
        // An escaped quote must not be taken for the string's end.
        let length = if within == Within::Text && letter == '\\' { 2 } else { 1 };
        for letter in rest.chars().take(length) {
            (line, column) = if letter == '\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        rest = rest.char_indices().nth(length).map_or("", |(index, _)| &rest[index..]);
    }
    Place::Field(field)
}

/// What a place of RON text is part of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    Code,
    Text,
    Line,
    Block,
}

impl Within {
    /// What follows, given the text from here on.
    fn after(self, rest: &str) -> Within {
        match self {
            Within::Code if rest.starts_with('"') => Within::Text,
            Within::Code if rest.starts_with("//") => Within::Line,
            Within::Code if rest.starts_with("/*") => Within::Block,
            Within::Text if rest.starts_with('"') => Within::Code,
            Within::Line if rest.starts_with('\n') => Within::Code,
            Within::Block if rest.starts_with("*/") => Within::Code,
            same => same,
        }
    }
}
