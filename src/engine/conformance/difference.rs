//! What differs between two values, for the report of a broken law: two dumps of a view would be a kilobyte each.

use std::fmt;

/// Where two values differ, as the lines of their fields that are not the same.
pub(super) fn difference<T: fmt::Debug>(one: &T, other: &T) -> String {
    /// So many lines show what is wrong.
    const SHOWN: usize = 12;
    let (one, other) = (format!("{one:#?}"), format!("{other:#?}"));
    let (one, other): (Vec<&str>, Vec<&str>) = (one.lines().collect(), other.lines().collect());
    let same = one.iter().zip(&other).take_while(|(one, other)| one == other).count();
    let same_end =
        one[same..].iter().rev().zip(other[same..].iter().rev()).take_while(|(one, other)| one == other).count();
    // The fields that the first difference lies in.
    let mut within: Vec<&str> = Vec::new();
    let mut depth = usize::MAX;
    for line in one[..same].iter().rev() {
        let indent = line.len() - line.trim_start().len();
        if indent < depth && line.ends_with(['{', '[', '(']) {
            within.insert(0, line.trim());
            depth = indent;
        }
    }
    let changed = |lines: &[&str], sign: char| -> String {
        let lines = &lines[same..lines.len() - same_end];
        lines.iter().take(SHOWN).map(|line| format!("\n{sign} {}", line.trim())).collect()
    };
    format!("in {}{}{}", within.join(" "), changed(&one, '-'), changed(&other, '+'))
}
