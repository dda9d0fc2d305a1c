//! A bit for each card that was judged, so that parts of rules are held against all of them at once.

use super::evidence::CardVerdict;

/// Which of the judgements agree with something, a bit for each; of very many the latest.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Agreement([u64; Agreement::WORDS]);

impl Agreement {
    const WORDS: usize = 4;
    pub(super) const MOST: usize = 64 * Agreement::WORDS;

    pub(super) fn of(judged: &[CardVerdict], is_so: impl Fn(&CardVerdict) -> bool) -> Agreement {
        let mut bits = [0; Agreement::WORDS];
        for (number, judgement) in judged.iter().enumerate().take(Agreement::MOST) {
            bits[number / 64] |= u64::from(is_so(judgement)) << (number % 64);
        }
        Agreement(bits)
    }

    #[inline]
    fn with(self, other: Agreement, by: impl Fn(u64, u64) -> u64) -> Agreement {
        Agreement(std::array::from_fn(|word| by(self.0[word], other.0[word])))
    }

    #[inline]
    pub(super) fn and(self, other: Agreement) -> Agreement {
        self.with(other, |one, other| one & other)
    }

    #[inline]
    pub(super) fn or(self, other: Agreement) -> Agreement {
        self.with(other, |one, other| one | other)
    }

    #[inline]
    pub(super) fn without(self, other: Agreement) -> Agreement {
        self.with(other, |one, other| one & !other)
    }

    /// Whether two are the same wherever it is asked.
    #[inline]
    pub(super) fn is_same_where(self, other: Agreement, asked: Agreement) -> bool {
        (0..Agreement::WORDS).all(|word| (self.0[word] ^ other.0[word]) & asked.0[word] == 0)
    }

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.0 == [0; Agreement::WORDS]
    }
}
