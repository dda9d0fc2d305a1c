//! Words that the program puts together in many places.

use std::fmt::Display;

/// A number and what is counted.
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
