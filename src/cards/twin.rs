//! Two French decks shuffled together, as Eleusis Express is played with: 104 cards, each of the 52 twice.
//!
//! Both cards of a pair look alike on the table and are written alike in records. Their numbers differ, so that a set can hold
//! both, and each keeps its own place on the table.

use std::fmt;
use std::str::FromStr;

use super::french::{Card, CardTextError};
use super::{CardBits, DeckCard, HandOrder};

/// A card of one of two decks. Text gives the one of the first deck.
///
/// ```
/// use parlour::cards::{Card, TwinCard};
///
/// let [one, other] = TwinCard::both("7H".parse::<Card>()?);
/// assert_ne!(one, other);
/// assert_eq!((one.card, one.to_string()), (other.card, other.to_string()));
/// # Ok::<(), parlour::cards::CardTextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TwinCard {
    /// What it shows.
    pub card: Card,
    /// Whether it is of the second deck.
    pub is_second: bool,
}

impl TwinCard {
    pub const COUNT: usize = 2 * Card::COUNT;

    /// The two cards that show this.
    pub fn both(card: Card) -> [TwinCard; 2] {
        [false, true].map(|is_second| TwinCard { card, is_second })
    }

    /// All 104 cards.
    pub fn all() -> impl DoubleEndedIterator<Item = TwinCard> {
        [false, true].into_iter().flat_map(|is_second| Card::all().map(move |card| TwinCard { card, is_second }))
    }
}

impl fmt::Display for TwinCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.card, f)
    }
}

impl FromStr for TwinCard {
    type Err = CardTextError;

    fn from_str(text: &str) -> Result<TwinCard, CardTextError> {
        Ok(TwinCard { card: text.parse()?, is_second: false })
    }
}

impl DeckCard for TwinCard {
    fn index(self) -> u8 {
        self.card.index() + if self.is_second { Card::COUNT as u8 } else { 0 }
    }

    fn from_index(index: u8) -> Option<TwinCard> {
        let is_second = usize::from(index) >= Card::COUNT;
        let card = Card::from_index(if is_second { index - Card::COUNT as u8 } else { index })?;
        Some(TwinCard { card, is_second })
    }

    fn spoken(self) -> String {
        self.card.spoken()
    }

    fn sort(hand: &mut [TwinCard], order: HandOrder) {
        hand.sort_unstable_by_key(|card| (order.key(card.card), card.is_second));
    }
}

/// A set of cards of two decks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct TwinSet(u128);

impl TwinSet {
    pub const FULL: TwinSet = TwinSet((1 << TwinCard::COUNT) - 1);

    /// A card of the set that shows this: that of the first deck, if both are here.
    pub fn showing(self, card: Card) -> Option<TwinCard> {
        TwinCard::both(card).into_iter().find(|twin| self.has(*twin))
    }
}

impl FromIterator<TwinCard> for TwinSet {
    fn from_iter<I: IntoIterator<Item = TwinCard>>(cards: I) -> TwinSet {
        TwinSet(cards.into_iter().fold(0, |bits, card| bits | 1 << card.index()))
    }
}

impl CardBits for TwinSet {
    type Card = TwinCard;

    fn to_bits(self) -> u128 {
        self.0
    }

    fn from_bits(bits: u128) -> TwinSet {
        TwinSet(bits & TwinSet::FULL.0)
    }
}

/// Reads all cards of two decks, separated by white space: each of the 52 twice. The first of two that are alike is taken for
/// the one of the first deck.
///
/// ```
/// use parlour::cards::{Card, parse_two_decks};
///
/// let deck: Vec<String> = Card::all().chain(Card::all()).map(|card| card.to_string()).collect();
/// assert_eq!(parse_two_decks(&deck.join(" ")).unwrap().len(), 104);
/// let wrong = parse_two_decks(&deck.join(" ").replacen("2S", "AS", 1)).unwrap_err();
/// assert_eq!(wrong.to_string(), "card 53: AS appears three times; two decks have each card twice");
/// ```
pub fn parse_two_decks(text: &str) -> Result<Vec<TwinCard>, CardTextError> {
    let (mut deck, mut left) = (Vec::new(), TwinSet::FULL);
    for (place, word) in (1..).zip(text.split_whitespace()) {
        let card: Card =
            word.parse().map_err(|_| CardTextError::NotACardAt { place, found: word.chars().take(12).collect() })?;
        let twin = left.showing(card).ok_or(CardTextError::Thrice { place, card })?;
        left = left.minus(TwinSet::of_one(twin));
        deck.push(twin);
    }
    match left.cards().next() {
        Some(missing) => Err(CardTextError::NotTwoDecks { found: deck.len(), missing: missing.card }),
        None => Ok(deck),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_of_both_decks_has_a_number_of_its_own() {
        let all: TwinSet = TwinCard::all().collect();
        assert_eq!((all, all.count()), (TwinSet::FULL, 104));
        assert!(TwinCard::all().all(|card| TwinCard::from_index(card.index()) == Some(card)));
        assert_eq!(TwinCard::from_index(104), None);
    }

    #[test]
    fn a_hand_with_both_of_a_pair_is_sorted_and_plays_either() {
        let seven: Card = "7H".parse().expect("a card");
        let both: TwinSet = TwinCard::both(seven).into_iter().collect();
        let first = both.showing(seven).expect("a seven");
        let second = both.minus(TwinSet::of_one(first)).showing(seven).expect("the other one");
        assert_eq!((first.is_second, second.is_second), (false, true));
        assert_eq!(both.sorted(HandOrder::Number), [first, second]);
        assert_eq!(TwinSet::none().showing(seven), None);
    }

    #[test]
    fn two_decks_are_read_in_any_order_and_what_is_missing_is_named() {
        let words: Vec<String> = TwinCard::all().map(|card| card.to_string()).rev().collect();
        assert_eq!(parse_two_decks(&words.join("\n")).map(|deck| deck.len()), Ok(104));
        let short = parse_two_decks(&words[1..].join(" ")).expect_err("a card too few");
        assert_eq!(short.to_string(), "there are 103 cards; two decks have 104, each card twice. KC is missing");
        assert!(parse_two_decks("7X").is_err());
    }
}
