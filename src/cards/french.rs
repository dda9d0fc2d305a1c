//! The French deck: 52 cards, their text form, and sets of cards.
//!
//! A card is one byte and a set is one `u64`, so rules and bots can copy, compare and intersect them cheaply. In text,
//! a card is a rank (`A 2 … 9 T J Q K`) and a suit (`S H D C`), as players type it and files store it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The suits, in deck order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Suit {
    Spades,
    Hearts,
    Diamonds,
    Clubs,
}

impl Suit {
    pub const ALL: [Suit; 4] = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];

    /// The letter used in card text: `S`, `H`, `D` or `C`.
    pub const fn letter(self) -> char {
        ['S', 'H', 'D', 'C'][self as usize]
    }

    /// The printed symbol: `♠`, `♥`, `♦` or `♣`.
    pub const fn sign(self) -> char {
        ['♠', '♥', '♦', '♣'][self as usize]
    }

    /// The English word, in the singular: `Spade`.
    pub const fn word(self) -> &'static str {
        ["Spade", "Heart", "Diamond", "Club"][self as usize]
    }
}

/// A rank from the ace (1) to the king (13).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rank(u8);

impl Rank {
    pub const ACE: Rank = Rank(1);

    /// Returns `None` outside 1..=13.
    pub const fn new(number: u8) -> Option<Rank> {
        if number >= 1 && number <= 13 { Some(Rank(number)) } else { None }
    }

    /// All thirteen ranks, from the ace up.
    pub fn all() -> impl DoubleEndedIterator<Item = Rank> + ExactSizeIterator {
        (0..13u8).map(|index| Rank(index + 1))
    }

    /// 1 for the ace, 13 for the king.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The character used in card text: `A`, `2`–`9`, `T`, `J`, `Q`, `K`.
    pub const fn letter(self) -> char {
        b"A23456789TJQK"[(self.0 - 1) as usize] as char
    }

    /// The rank as printed on a card: like [`Rank::letter`], but `10` for the ten.
    pub const fn label(self) -> &'static str {
        ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"][(self.0 - 1) as usize]
    }

    /// The English word, for reading aloud.
    pub const fn word(self) -> &'static str {
        ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"]
            [(self.0 - 1) as usize]
    }
}

/// One of the 52 cards.
///
/// ```
/// use parlour::cards::{Card, Rank, Suit};
///
/// let card: Card = "TH".parse()?;
/// assert_eq!(card, Card::new(Rank::new(10).unwrap(), Suit::Hearts));
/// assert_eq!(card.to_string(), "TH");
/// # Ok::<(), parlour::cards::CardTextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    pub const COUNT: usize = 52;

    #[inline]
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card(suit as u8 * 13 + rank.0 - 1)
    }

    /// The inverse of [`Card::index`]; `None` from 52 on.
    #[inline]
    pub const fn from_index(index: u8) -> Option<Card> {
        if index < Card::COUNT as u8 { Some(Card(index)) } else { None }
    }

    /// 0..=51: 13 · suit + rank − 1, so spades come first, each suit from the ace to the king.
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    #[inline]
    pub const fn suit(self) -> Suit {
        Suit::ALL[self.0 as usize / 13]
    }

    #[inline]
    pub const fn rank(self) -> Rank {
        Rank(self.0 % 13 + 1)
    }

    /// All 52 cards, by ascending [`Card::index`].
    pub fn all() -> impl DoubleEndedIterator<Item = Card> + ExactSizeIterator {
        (0..Card::COUNT as u8).map(Card)
    }

    /// As printed on the card: `10♥`.
    pub fn pretty(self) -> String {
        format!("{}{}", self.rank().label(), self.suit().sign())
    }

    /// For screen readers: "ten of hearts".
    pub fn spoken(self) -> String {
        format!("{} of {}s", self.rank().word(), self.suit().word().to_lowercase())
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank().letter(), self.suit().letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Text that is not a card, or not a list of different cards. Places in a list count from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CardTextError {
    #[error("{0:?} is not a card; write a rank (A 2–9 T J Q K) and a suit (S H D C), as in KS or TH")]
    NotACard(String),
    #[error("card {place}: {found:?} is not a card; write a rank (A 2–9 T J Q K) and a suit (S H D C), as in KS")]
    NotACardAt { place: usize, found: String },
    #[error("card {place}: {card} appears twice; a deck has each card once")]
    Twice { place: usize, card: Card },
    #[error("card {place}: {card} appears three times; two decks have each card twice")]
    Thrice { place: usize, card: Card },
    #[error("there are {found} cards; two decks have 104, each card twice. {missing} is missing")]
    NotTwoDecks { found: usize, missing: Card },
    #[error("the deck has {found} cards; it must have all 52{}", list_missing(.missing))]
    NotFull { found: usize, missing: CardSet },
}

fn list_missing(cards: &CardSet) -> String {
    let listed: Vec<String> = cards.iter().take(5).map(|card| card.to_string()).collect();
    match (listed.is_empty(), cards.len() > listed.len()) {
        (true, _) => String::new(),
        (false, false) => format!("; missing: {}", listed.join(" ")),
        (false, true) => format!("; missing: {} and {} more", listed.join(" "), cards.len() - listed.len()),
    }
}

impl FromStr for Card {
    type Err = CardTextError;

    fn from_str(text: &str) -> Result<Card, CardTextError> {
        let wrong = || CardTextError::NotACard(text.chars().take(12).collect());
        let mut letters = text.chars();
        let (Some(rank), Some(suit), None) = (letters.next(), letters.next(), letters.next()) else {
            return Err(wrong());
        };
        let rank = "A23456789TJQK".chars().position(|letter| letter == rank).ok_or_else(wrong)?;
        let suit = Suit::ALL.into_iter().find(|s| s.letter() == suit).ok_or_else(wrong)?;
        Ok(Card::new(Rank(rank as u8 + 1), suit))
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Card, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// A set of cards, stored as one bit for each [`Card::index`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CardSet(u64);

impl CardSet {
    pub const EMPTY: CardSet = CardSet(0);
    pub const FULL: CardSet = CardSet((1 << Card::COUNT) - 1);

    /// Returns `false` if the card was already in the set.
    #[inline]
    pub const fn insert(&mut self, card: Card) -> bool {
        let had = self.contains(card);
        self.0 |= 1 << card.0;
        !had
    }

    /// Returns `false` if the card was not in the set.
    #[inline]
    pub const fn remove(&mut self, card: Card) -> bool {
        let had = self.contains(card);
        self.0 &= !(1 << card.0);
        had
    }

    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 & (1 << card.0) != 0
    }

    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub const fn count(self, suit: Suit) -> usize {
        ((self.0 >> (suit as u32 * 13)) & 0x1FFF).count_ones() as usize
    }

    #[inline]
    #[must_use]
    pub const fn complement(self) -> CardSet {
        CardSet(!self.0 & CardSet::FULL.0)
    }

    #[inline]
    #[must_use]
    pub const fn union(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }

    #[inline]
    #[must_use]
    pub const fn intersection(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }

    #[inline]
    #[must_use]
    pub const fn without(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }

    /// Bit n is set for the card with index n.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The inverse of [`CardSet::bits`]. Bits that no card has are dropped.
    #[inline]
    pub const fn of_bits(bits: u64) -> CardSet {
        CardSet(bits & CardSet::FULL.0)
    }

    /// The cards, by ascending [`Card::index`].
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let index = left.trailing_zeros() as u8;
            left &= left - 1;
            Some(Card(index))
        })
    }
}

impl Extend<Card> for CardSet {
    #[inline]
    fn extend<I: IntoIterator<Item = Card>>(&mut self, cards: I) {
        for card in cards {
            self.insert(card);
        }
    }
}

impl FromIterator<Card> for CardSet {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        let mut set = CardSet::EMPTY;
        set.extend(cards);
        set
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Writes cards as [`parse_cards`] reads them, separated by single spaces.
pub fn cards_to_text<'a>(cards: impl IntoIterator<Item = &'a Card>) -> String {
    let words: Vec<String> = cards.into_iter().map(|card| card.to_string()).collect();
    words.join(" ")
}

/// Reads different cards, separated by white space.
pub fn parse_cards(text: &str) -> Result<Vec<Card>, CardTextError> {
    let mut seen = CardSet::EMPTY;
    let mut cards = Vec::with_capacity(Card::COUNT);
    for (index, word) in text.split_whitespace().enumerate() {
        let place = index + 1;
        let card: Card =
            word.parse().map_err(|_| CardTextError::NotACardAt { place, found: word.chars().take(12).collect() })?;
        if !seen.insert(card) {
            return Err(CardTextError::Twice { place, card });
        }
        cards.push(card);
    }
    Ok(cards)
}

/// Reads a whole deck: each of the 52 cards exactly once, first card first.
pub fn parse_full_deck(text: &str) -> Result<Vec<Card>, CardTextError> {
    let cards = parse_cards(text)?;
    if cards.len() == Card::COUNT {
        return Ok(cards);
    }
    let seen: CardSet = cards.iter().copied().collect();
    Err(CardTextError::NotFull { found: cards.len(), missing: seen.complement() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_has_its_own_text_and_is_read_back_from_it() {
        let texts: std::collections::BTreeSet<String> = Card::all().map(|card| card.to_string()).collect();
        assert_eq!(texts.len(), 52);
        for card in Card::all() {
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(Card::new(card.rank(), card.suit()), card);
        }
    }

    #[test]
    fn text_that_is_not_a_card_is_refused_with_an_example_of_one() {
        for text in ["", "K", "KSS", "10H", "kS", "Ks", "1H", "♠K", "ZZ"] {
            let error = text.parse::<Card>().unwrap_err();
            assert!(error.to_string().contains("as in KS"), "{error}");
        }
    }

    #[test]
    fn an_incomplete_deck_is_refused_with_the_missing_or_duplicate_card() {
        let mut deck: Vec<Card> = Card::all().collect();
        assert_eq!(parse_full_deck(&cards_to_text(&deck)), Ok(deck.clone()));
        let last = deck.pop().unwrap();
        let error = parse_full_deck(&cards_to_text(&deck)).unwrap_err();
        assert_eq!(error.to_string(), "the deck has 51 cards; it must have all 52; missing: KC");
        deck.push(deck[6]);
        let error = parse_full_deck(&cards_to_text(&deck)).unwrap_err();
        assert_eq!(error, CardTextError::Twice { place: 52, card: deck[6] });
        assert_eq!(last.to_string(), "KC");
    }

    #[test]
    fn a_set_counts_suits_and_iterates_in_order() {
        let set: CardSet = parse_cards("KS 2H 3H AC").unwrap().into_iter().collect();
        assert_eq!((set.len(), set.count(Suit::Hearts), set.count(Suit::Diamonds)), (4, 2, 0));
        assert_eq!(cards_to_text(&set.iter().collect::<Vec<_>>()), "KS 2H 3H AC");
        assert_eq!(set.complement().len(), 48);
    }
}
