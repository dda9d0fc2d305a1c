//! Positions that a game has been in, for rules that end it when one comes again.

use std::sync::Arc;

/// The positions so far, each by all that makes two of them the same. It is copied in no time, as bots do when they play on.
///
/// ```
/// use parlour::engine::past::Past;
///
/// let mut past = Past::default();
/// let times = ["white to move", "black to move", "white to move"].map(|position| past.comes(position));
/// assert_eq!(times, [1, 1, 2]);
/// let mut other = past.clone();
/// assert_eq!((other.comes("white to move"), past.comes("black to move")), (3, 2));
/// ```
#[derive(Clone, Debug)]
pub struct Past<K>(Option<Arc<(K, Past<K>)>>);

impl<K> Default for Past<K> {
    fn default() -> Past<K> {
        Past(None)
    }
}

impl<K: PartialEq> Past<K> {
    /// The game comes into this position. Returns how often it has been in it, this time included.
    pub fn comes(&mut self, position: K) -> u32 {
        let before = self.positions().filter(|earlier| **earlier == position).count() as u32;
        self.0 = Some(Arc::new((position, Past(self.0.take()))));
        before + 1
    }

    /// The last one first.
    fn positions(&self) -> impl Iterator<Item = &K> {
        let mut next = self.0.as_deref();
        std::iter::from_fn(move || {
            let (position, before) = next?;
            next = before.0.as_deref();
            Some(position)
        })
    }
}

impl<K: PartialEq> PartialEq for Past<K> {
    fn eq(&self, other: &Past<K>) -> bool {
        self.positions().eq(other.positions())
    }
}

/// One after the other: a long chain would be dropped one within the other.
impl<K> Drop for Past<K> {
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(mut last) = next.and_then(Arc::into_inner) {
            next = last.1.0.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_past_is_dropped_and_compared_without_harm() {
        let long = |last: u32| {
            let mut past = Past::default();
            (0..100_000).chain([last]).for_each(|position| past = Past(Some(Arc::new((position, past.clone())))));
            past
        };
        assert!(long(1) == long(1));
        assert!(long(1) != long(2));
    }
}
