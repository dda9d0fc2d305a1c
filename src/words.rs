//! Helpers for composing English sentences.

use std::fmt::Display;

/// A number with its noun, in the singular or the plural.
///
/// ```
/// use parlour::words::counted;
///
/// assert_eq!(counted(1, "press", "presses"), "1 press");
/// assert_eq!(counted(12, "press", "presses"), "12 presses");
/// assert_eq!(counted(-1, "point", "points"), "-1 points");
/// ```
pub fn counted<N: Display + PartialEq + From<u8>>(number: N, one: &str, many: &str) -> String {
    let word = if number == N::from(1) { one } else { many };
    format!("{number} {word}")
}

/// A number with a proper minus sign, for players.
///
/// ```
/// assert_eq!(parlour::words::signed(-3), "−3");
/// ```
pub fn signed(number: i32) -> String {
    number.to_string().replace('-', "−")
}

/// Capitalises the first letter.
///
/// ```
/// assert_eq!(parlour::words::capitalised("the hand is empty"), "The hand is empty");
/// ```
pub fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// A number as it is written in a sentence: words up to twelve, then digits.
///
/// ```
/// use parlour::words::in_words;
///
/// assert_eq!([in_words(3), in_words(12), in_words(13)], ["three", "twelve", "13"]);
/// ```
pub fn in_words(number: usize) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}
