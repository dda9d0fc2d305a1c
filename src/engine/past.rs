//! Positions that a game has been in, for rules that end it when one comes again.

use std::hash::{Hash, Hasher};

/// The positions so far, each by all that makes two of them the same. Games ask it after every move, also in playouts.
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
#[derive(Clone, PartialEq, Debug)]
pub struct Past<K> {
    positions: Vec<K>,
    /// The fingerprint of each: nearly all that differ are told apart by it, many at a time.
    prints: Vec<u32>,
}

impl<K> Default for Past<K> {
    fn default() -> Past<K> {
        Past { positions: Vec::new(), prints: Vec::new() }
    }
}

impl<K: PartialEq + Hash> Past<K> {
    /// The game comes into this position. Returns how often it has been in it, this time included.
    pub fn comes(&mut self, position: K) -> u32 {
        let print = fingerprint(&position);
        let may_be_alike = self.prints.iter().filter(|earlier| **earlier == print).count() > 0;
        let before = if may_be_alike { self.times(&position) } else { 0 };
        self.positions.push(position);
        self.prints.push(print);
        before + 1
    }

    /// How often the game has been in this position.
    fn times(&self, position: &K) -> u32 {
        self.positions.iter().filter(|earlier| *earlier == position).count() as u32
    }
}

fn fingerprint(position: &impl Hash) -> u32 {
    let mut hasher = QuickHasher(0);
    position.hash(&mut hasher);
    // The upper bits depend on all that came before.
    (hasher.finish() >> 32) as u32
}

/// Multiplies and turns a word at a time: quick, and good enough to tell positions apart that nobody chose to be alike.
struct QuickHasher(u64);

impl Hasher for QuickHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, byte: u8) {
        self.write_u64(byte.into());
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// By plain counting, among positions of which many come again.
        #[test]
        fn positions_come_as_often_as_they_came(positions in proptest::collection::vec((0u8..6, 0u64..3), 0..200)) {
            let mut past = Past::default();
            for (at, position) in positions.iter().enumerate() {
                let times = positions[..=at].iter().filter(|earlier| *earlier == position).count() as u32;
                prop_assert_eq!(past.comes(*position), times);
            }
        }
    }

    /// Positions that only look alike are told apart.
    #[test]
    fn a_fingerprint_that_is_shared_decides_nothing() {
        #[derive(PartialEq)]
        struct Alike(u8);
        impl Hash for Alike {
            fn hash<H: Hasher>(&self, _: &mut H) {}
        }
        let mut past = Past::default();
        assert_eq!([1, 2, 1, 2, 2].map(|number| past.comes(Alike(number))), [1, 1, 2, 2, 3]);
    }
}
