//! Randomness that is the same on every machine and in every version.
//!
//! A game never stores a generator. Each step gets a fresh one, derived from the record's seed and the number of moves
//! made so far, so a move that is undone and repeated draws the same cards, and a record needs only its seed. The
//! stream is ChaCha with 8 rounds (Bernstein, *ChaCha, a variant of Salsa20*, 2008). Bounded numbers and the shuffle
//! are written here because libraries change theirs between versions, which would change what old records deal.

use rand::SeedableRng;
use rand::rand_core::Rng;
use rand_chacha::ChaCha8Rng;

/// A source of shuffles and dice for one step of one game.
#[derive(Clone, Debug)]
pub struct GameRng(ChaCha8Rng);

impl GameRng {
    /// The generator for one step of a game. Step 0 is the deal, and step n is the n-th move.
    ///
    /// ```
    /// use parlour::engine::rng::GameRng;
    ///
    /// let dice = |seed| { let mut rng = GameRng::for_step(seed, 0); [(); 4].map(|()| rng.below(6) + 1) };
    /// assert_eq!(dice("c0ffee42"), dice("c0ffee42"));
    /// assert_ne!(dice("c0ffee42"), dice("c0ffee43"));
    /// ```
    pub fn for_step(seed: &str, step: u64) -> GameRng {
        let mut rng = ChaCha8Rng::from_seed(key_of(seed));
        rng.set_stream(step);
        GameRng(rng)
    }

    /// A generator for bots and tests, which have no record.
    pub fn from_number(number: u64) -> GameRng {
        GameRng(ChaCha8Rng::seed_from_u64(number))
    }

    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number in `0..bound`, all equally likely; 0 if `bound` is 0.
    ///
    /// Lemire, *Fast Random Integer Generation in an Interval* (2019).
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        let mut product = u64::from(self.0.next_u32()) * u64::from(bound);
        if (product as u32) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u32) < threshold {
                product = u64::from(self.0.next_u32()) * u64::from(bound);
            }
        }
        (product >> 32) as u32
    }

    /// A number from 0 to below 1, all equally likely.
    #[inline]
    pub fn share(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// The roll of a die, 1 to 6.
    #[inline]
    pub fn die(&mut self) -> u8 {
        self.below(6) as u8 + 1
    }

    /// The Fisher–Yates shuffle in Durstenfeld's form: all orders are equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let bound = u32::try_from(last + 1).unwrap_or(u32::MAX);
            items.swap(last, self.below(bound) as usize);
        }
    }

    /// One of the items, all equally likely; `None` if there are none.
    #[inline]
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        let bound = u32::try_from(items.len()).unwrap_or(u32::MAX);
        items.get(self.below(bound) as usize)
    }
}

/// A number that tells a text from others: the same for the same text, on every machine and in every version.
///
/// ```
/// use parlour::engine::rng::fingerprint;
///
/// assert_eq!(fingerprint("c0ffee42"), fingerprint("c0ffee42"));
/// assert_ne!(fingerprint("c0ffee42"), fingerprint("c0ffee43"));
/// ```
pub fn fingerprint(text: &str) -> u64 {
    GameRng::for_step(text, 0).bits()
}

/// Hashes a seed text to a ChaCha key: four 64-bit FNV-1a hashes with different start values, each finished with the
/// mixer of SplitMix64. The key need not be secret.
fn key_of(seed: &str) -> [u8; 32] {
    let mut key = [0; 32];
    for (lane, bytes) in (0u64..).zip(key.chunks_exact_mut(8)) {
        let mut hash = 0xCBF2_9CE4_8422_2325 ^ lane.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for byte in seed.bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
        bytes.copy_from_slice(&mix(hash).to_le_bytes());
    }
    key
}

fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// These numbers must never change, or old records would deal other cards.
    #[test]
    fn the_stream_of_a_seed_never_changes() {
        let mut rng = GameRng::for_step("c0ffee42", 0);
        assert_eq!([(); 8].map(|()| rng.below(52)), [20, 9, 0, 1, 19, 17, 29, 36]);
    }

    #[test]
    fn every_step_has_its_own_stream() {
        let draw = |step| GameRng::for_step("seed", step).bits();
        assert_eq!(draw(3), draw(3));
        assert_ne!(draw(3), draw(4));
    }

    #[test]
    fn numbers_below_a_bound_are_even_enough() {
        let mut rng = GameRng::from_number(7);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[usize::from(rng.die()) - 1] += 1;
        }
        // Five standard deviations of a fair die.
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 460), "{counts:?}");
        assert_eq!((rng.below(0), rng.below(1)), (0, 0));
    }

    #[test]
    fn a_shuffle_keeps_every_item() {
        let mut items: Vec<u32> = (0..52).collect();
        GameRng::from_number(1).shuffle(&mut items);
        assert_ne!(items, (0..52).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..52).collect::<Vec<_>>());
    }
}
