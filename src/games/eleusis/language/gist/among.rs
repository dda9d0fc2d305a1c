//! Words among words: what stands where, and what stands near.

pub(super) fn text(words: &[String], at: usize) -> &str {
    words.get(at).map_or("", String::as_str)
}

/// The word so many before.
pub(super) fn back(words: &[String], at: usize, by: usize) -> &str {
    at.checked_sub(by).map_or("", |at| text(words, at))
}

pub(super) fn has(words: &[String], wanted: &[&str]) -> bool {
    words.iter().any(|word| wanted.contains(&word.as_str()))
}

pub(super) fn has_within(words: &[String], from: usize, to: usize, wanted: &[&str]) -> bool {
    (from..to).any(|at| wanted.contains(&text(words, at)))
}

pub(super) fn is_shortly_before(words: &[String], at: usize, few: usize, wanted: &[&str]) -> bool {
    has_within(words, at.saturating_sub(few), at, wanted)
}

/// The first place from this one on where none of these stands.
pub(super) fn past(words: &[String], from: usize, idle: &[&str]) -> usize {
    (from..words.len()).find(|at| !idle.contains(&text(words, *at))).unwrap_or(words.len().max(from))
}
