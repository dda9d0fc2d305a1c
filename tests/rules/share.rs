//! How much the long tests try: with every change a part, and all of it when somebody asks.

/// Of so many games or positions, how many are tried: a fifth, or all of them where `PARLOUR_TESTS` is `all`.
pub fn share_of(all: usize) -> usize {
    if std::env::var_os("PARLOUR_TESTS").is_some_and(|which| which == "all") { all } else { all.div_ceil(5) }
}

/// Of these the share that is tried, from all of them.
pub fn some_of<T>(all: &[T]) -> impl Iterator<Item = &T> {
    all.iter().step_by(all.len().div_ceil(share_of(all.len()).max(1)).max(1))
}
