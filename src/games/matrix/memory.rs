//! What a search has found in Matrix Solitaire, so that no position is searched twice.

use crate::cards::{Card, Suit};

use super::board::{Board, Slot};
use super::hidden_deck::HiddenDeck;

/// Expectations by the fingerprint of their position. A new one takes the place of an old one that shares it.
pub(super) struct SearchMemory {
    /// None, or a power of two. No fingerprint is 0.
    entries: Box<[(u64, f32)]>,
}

impl SearchMemory {
    /// Of four megabytes.
    const ENTRIES: usize = 1 << 18;

    pub(super) fn new() -> SearchMemory {
        SearchMemory { entries: vec![(0, 0.0); Self::ENTRIES].into_boxed_slice() }
    }

    /// One that remembers nothing, for searches that are done at once.
    pub(super) fn none() -> SearchMemory {
        SearchMemory { entries: Box::default() }
    }

    /// Outside of a memory without entries.
    fn place(&self, fingerprint: u64) -> usize {
        (fingerprint >> 20) as usize & self.entries.len().wrapping_sub(1)
    }

    pub(super) fn recall(&self, fingerprint: u64) -> Option<f32> {
        let (found, expected) = *self.entries.get(self.place(fingerprint))?;
        (found == fingerprint).then_some(expected)
    }

    pub(super) fn remember(&mut self, fingerprint: u64, expected: f32) {
        let place = self.place(fingerprint);
        if let Some(entry) = self.entries.get_mut(place) {
            *entry = (fingerprint, expected);
        }
    }
}

/// A hash of all that decides the rest of the game, and of the depth: of each card its suit and how many of the spades
/// to come take it, and how many cards of each suit are hidden. Mirror images share it.
pub(super) fn position_fingerprint(board: &Board, next: Card, hidden: HiddenDeck, draws: u32) -> u64 {
    let cards = hidden.cards();
    let mut coming = cards;
    coming.insert(next);
    let spades = coming.bits() & SPADES;
    let code = |card: Card| card.suit() as u64 * 14 + spades_above(spades, card);
    let column = |column: u8| {
        (0..3).rev().fold(0, |bits, row| {
            let card = Slot::new(column, row).and_then(|slot| board.card(slot));
            bits << 6 | card.map_or(0, |card| code(card) + 1)
        })
    };
    let (left, middle, right) = (column(0), column(1), column(2));
    let matrix = left.min(right) | middle << 18 | left.max(right) << 36;
    let counts = Suit::ALL.into_iter().fold(0, |bits, suit| bits << 4 | cards.count(suit) as u64);
    let deck = code(next) | counts << 6 | u64::from(draws) << 22;
    let mut hash = mix(matrix ^ mix(deck.wrapping_add(0x9E37_79B9_7F4A_7C15)));
    if !hidden.buried.is_empty() {
        let buried = hidden.buried.bits();
        hash = mix(hash ^ mix(buried as u64 ^ mix((buried >> 64) as u64 ^ hidden.unseen.bits())));
    }
    hash | 1
}

/// The bits of the spades in a set of cards, the ace's lowest.
const SPADES: u64 = 0x1FFF;

/// How many of these spades take the card.
fn spades_above(spades: u64, card: Card) -> u64 {
    let above = match card.rank().number() {
        1 => spades & !1,
        rank => spades >> rank << 1 | spades & 1,
    };
    u64::from(above.count_ones())
}

/// The mixing function of SplitMix64.
pub(super) const fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::parse_cards;

    fn card(text: &str) -> Card {
        text.parse().unwrap()
    }

    fn fingerprint(places: &str, next: &str, unseen: &str, draws: u32) -> u64 {
        let board = Board::with(places.split_whitespace().map(|place| {
            let (slot, card) = place.split_once('=').unwrap();
            (slot.parse().unwrap(), card.parse().unwrap())
        }));
        let unseen = parse_cards(unseen).unwrap().into_iter().collect();
        position_fingerprint(&board, card(next), HiddenDeck::new(unseen, &[]), draws)
    }

    #[test]
    fn positions_share_a_fingerprint_when_nothing_tells_them_apart() {
        let first = fingerprint("a1=2H c1=9S", "4D", "6S JC 3C", 2);
        assert_eq!(first, fingerprint("c1=2H a1=9S", "4D", "6S JC 3C", 2), "mirrored");
        assert_eq!(first, fingerprint("a1=3H c1=9S", "4D", "6S JC 2C", 2), "other cards that as many spades take");
        for other in [
            fingerprint("a1=7H c1=9S", "4D", "6S JC 3C", 2),
            fingerprint("a1=2H b1=9S", "4D", "6S JC 3C", 2),
            fingerprint("a1=2H c1=9S", "4D", "6S JC 3C", 1),
            fingerprint("a1=2H c1=9S", "4D", "6S JC 3H", 2),
            fingerprint("a1=2H c1=9S", "4D", "6S JC 3C KS", 2),
        ] {
            assert_ne!(first, other);
        }
    }

    #[test]
    fn the_ace_of_spades_takes_all_but_aces() {
        let spades = parse_cards("AS 2S KS").unwrap().into_iter().fold(0_u64, |bits, spade| bits | 1 << spade.index());
        let takes = |text: &str| spades_above(spades, card(text));
        assert_eq!(["AH", "2H", "QH", "KH"].map(takes), [2, 2, 2, 1]);
    }

    #[test]
    fn a_memory_gives_back_what_was_found_last() {
        let mut memory = SearchMemory::new();
        assert_eq!(memory.recall(7), None);
        memory.remember(7, 2.5);
        assert_eq!((memory.recall(7), memory.recall(9)), (Some(2.5), None));
        memory.remember(9, 1.0);
        assert_eq!((memory.recall(7), memory.recall(9)), (None, Some(1.0)), "in one place");
        let mut none = SearchMemory::none();
        none.remember(7, 2.5);
        assert_eq!(none.recall(7), None);
    }
}
