//! How much the long tests try: with every change a part, and all of it when somebody asks.

/// Of so many tries, one is made.
fn one_in() -> usize {
    if std::env::var_os("PARLOUR_TESTS").is_some_and(|which| which == "all") { 1 } else { 8 }
}

/// Of so many games or positions, how many are tried: an eighth, or all of them where `PARLOUR_TESTS` is `all`.
pub fn share_of(all: usize) -> usize {
    all.div_ceil(one_in())
}

/// Of these, taken from all over the list, the same share.
pub fn some_of<T>(all: &[T]) -> impl Iterator<Item = &T> {
    all.iter().step_by(one_in())
}
