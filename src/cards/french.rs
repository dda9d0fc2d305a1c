//! The French deck: 52 cards, their text, and sets of them as one machine word.
//!
//! A card is one byte and a set is one `u64`, so that rules and bots can copy, compare and intersect them freely. The
//! text form is the one players type and files hold: a rank (`A 2 … 9 T J Q K`) and a suit (`S H D C`).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A suit, in the deck's order: spades, hearts, diamonds, clubs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Suit {
    /// ♠, written `S`.
    Spades,
    /// ♥, written `H`.
    Hearts,
    /// ♦, written `D`.
    Diamonds,
    /// ♣, written `C`.
    Clubs,
}

impl Suit {
    /// All four, in order.
    pub const ALL: [Suit; 4] = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];

    /// The letter used in card text.
    pub const fn letter(self) -> char {
        match self {
            Suit::Spades => 'S',
            Suit::Hearts => 'H',
            Suit::Diamonds => 'D',
            Suit::Clubs => 'C',
        }
    }

    /// The printed sign.
    pub const fn sign(self) -> char {
        match self {
            Suit::Spades => '♠',
            Suit::Hearts => '♥',
            Suit::Diamonds => '♦',
            Suit::Clubs => '♣',
        }
    }

    /// The English word for one card of the suit.
    pub const fn word(self) -> &'static str {
        match self {
            Suit::Spades => "Spade",
            Suit::Hearts => "Heart",
            Suit::Diamonds => "Diamond",
            Suit::Clubs => "Club",
        }
    }

    const fn from_index(index: u8) -> Suit {
        match index {
            0 => Suit::Spades,
            1 => Suit::Hearts,
            2 => Suit::Diamonds,
            _ => Suit::Clubs,
        }
    }
}

/// A rank from the ace (1) to the king (13).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rank(u8);

impl Rank {
    /// The ace, low.
    pub const ACE: Rank = Rank(1);
    /// The king.
    pub const KING: Rank = Rank(13);

    /// The rank of this number.
    ///
    /// Returns `None` outside 1..=13.
    pub const fn new(number: u8) -> Option<Rank> {
        if number >= 1 && number <= 13 { Some(Rank(number)) } else { None }
    }

    /// All thirteen, from the ace.
    pub fn all() -> impl DoubleEndedIterator<Item = Rank> + ExactSizeIterator {
        (0..13u8).map(|index| Rank(index + 1))
    }

    /// 1 for the ace to 13 for the king.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The character used in card text: `A`, `2`–`9`, `T`, `J`, `Q`, `K`.
    pub const fn letter(self) -> char {
        b"A23456789TJQK"[(self.0 - 1) as usize] as char
    }

    /// The rank as printed on the card: like [`Rank::letter`], but `10` for the ten.
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
    /// The number of different cards.
    pub const COUNT: usize = 52;

    /// The card of this rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card(suit as u8 * 13 + rank.0 - 1)
    }

    /// The card with this number: 13 · suit + rank − 1.
    ///
    /// Returns `None` from 52 on.
    pub const fn from_index(index: u8) -> Option<Card> {
        if index < Card::COUNT as u8 { Some(Card(index)) } else { None }
    }

    /// 0..=51; spades first, ace to king within a suit.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The card's suit.
    pub const fn suit(self) -> Suit {
        Suit::from_index(self.0 / 13)
    }

    /// The card's rank.
    pub const fn rank(self) -> Rank {
        Rank(self.0 % 13 + 1)
    }

    /// All 52, in order of their numbers.
    pub fn all() -> impl DoubleEndedIterator<Item = Card> + ExactSizeIterator {
        (0..Card::COUNT as u8).map(Card)
    }

    /// As players write it: rank and sign, `10♥`.
    pub fn pretty(self) -> String {
        format!("{}{}", self.rank().label(), self.suit().sign())
    }

    /// As it is read aloud: "ten of hearts".
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

/// Text that should have been a card, or a whole deck of them, and is not.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CardTextError {
    /// Not a rank and a suit.
    #[error("{0:?} is not a card; a card is a rank (A 2–9 T J Q K) and a suit (S H D C), as in KS or TH")]
    NotACard(String),
    /// One entry of a list is not a card; entries are counted from 1.
    #[error("card {place}: {found:?} is not a card; a card is a rank (A 2–9 T J Q K) and a suit (S H D C), as in KS")]
    NotACardAt {
        /// Which entry, counted from 1.
        place: usize,
        /// What stands there.
        found: String,
    },
    /// The same card a second time; entries are counted from 1.
    #[error("card {place}: {card} is there for the second time; a deck has every card once")]
    Twice {
        /// Which entry, counted from 1.
        place: usize,
        /// The card.
        card: Card,
    },
    /// A deck that is not 52 cards.
    #[error("the deck has {found} cards; it must have all 52{}", list_missing(.missing))]
    NotFull {
        /// How many there are.
        found: usize,
        /// Which are not there.
        missing: CardSet,
    },
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

/// A set of cards in one machine word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);
    /// All 52 cards.
    pub const FULL: CardSet = CardSet((1 << Card::COUNT) - 1);

    /// Puts the card in; `false` if it was there already.
    pub const fn insert(&mut self, card: Card) -> bool {
        let had = self.contains(card);
        self.0 |= 1 << card.0;
        !had
    }

    /// Takes the card out; `false` if it was not there.
    pub const fn remove(&mut self, card: Card) -> bool {
        let had = self.contains(card);
        self.0 &= !(1 << card.0);
        had
    }

    /// Whether the card is in the set.
    pub const fn contains(self, card: Card) -> bool {
        self.0 & (1 << card.0) != 0
    }

    /// How many cards are in it.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many of this suit are in it.
    pub const fn count(self, suit: Suit) -> usize {
        ((self.0 >> (suit as u32 * 13)) & 0x1FFF).count_ones() as usize
    }

    /// The cards of the deck that are not in it.
    #[must_use]
    pub const fn complement(self) -> CardSet {
        CardSet(!self.0 & CardSet::FULL.0)
    }

    /// The cards of this set and of the other.
    #[must_use]
    pub const fn union(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }

    /// The cards of this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }

    /// The set as one word: bit n is the card with number n.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The cards, in order of their numbers.
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
    fn extend<I: IntoIterator<Item = Card>>(&mut self, cards: I) {
        for card in cards {
            self.insert(card);
        }
    }
}

impl FromIterator<Card> for CardSet {
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

/// Cards as one line of text, separated by single spaces.
pub fn cards_to_text<'a>(cards: impl IntoIterator<Item = &'a Card>) -> String {
    let words: Vec<String> = cards.into_iter().map(|card| card.to_string()).collect();
    words.join(" ")
}

/// Reads cards separated by white space.
///
/// # Errors
/// The first entry that is not a card, or that was there before, with its place counted from 1.
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

/// Reads a whole deck: every one of the 52 cards exactly once, the first card first.
///
/// # Errors
/// As [`parse_cards`], and when cards are missing.
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
    fn every_card_has_its_own_text_and_comes_back_from_it() {
        let texts: std::collections::BTreeSet<String> = Card::all().map(|card| card.to_string()).collect();
        assert_eq!(texts.len(), 52);
        for card in Card::all() {
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(Card::new(card.rank(), card.suit()), card);
        }
    }

    #[test]
    fn text_that_is_no_card_is_refused_with_what_would_be_right() {
        for text in ["", "K", "KSS", "10H", "kS", "Ks", "1H", "♠K", "ZZ"] {
            let error = text.parse::<Card>().unwrap_err();
            assert!(error.to_string().contains("as in KS"), "{error}");
        }
    }

    #[test]
    fn a_deck_names_the_doubled_and_the_missing_card() {
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
