//! The Mystique deck: 60 cards of three attributes, twice (gold and silver), their text form, and sets of them.
//!
//! A card is one byte and a set is one `u128`, so rules and bots can copy, compare and intersect them cheaply. In text, a
//! card is its number, the letter of its colour and the letter of its suit: `3rC` is the three of red crowns. The cards of
//! the second, silver deck end in an apostrophe: `3rC'`.

use std::fmt;
use std::str::FromStr;

use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::words::in_words;

/// The colours, in the order of card numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Colour {
    Yellow,
    Red,
    Blue,
}

impl Colour {
    pub const ALL: [Colour; 3] = [Colour::Yellow, Colour::Red, Colour::Blue];

    /// The letter used in card text: `y`, `r` or `b`.
    pub const fn letter(self) -> char {
        ['y', 'r', 'b'][self as usize]
    }

    /// "yellow".
    pub const fn word(self) -> &'static str {
        ["yellow", "red", "blue"][self as usize]
    }
}

/// The suits, in the order of card numbers. Moons and suns are the suits of heaven, arms and crowns those of earth.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MystiqueSuit {
    Moons,
    Suns,
    Arms,
    Crowns,
}

impl MystiqueSuit {
    pub const ALL: [MystiqueSuit; 4] =
        [MystiqueSuit::Moons, MystiqueSuit::Suns, MystiqueSuit::Arms, MystiqueSuit::Crowns];

    /// The letter used in card text: `M`, `S`, `A` or `C`.
    pub const fn letter(self) -> char {
        ['M', 'S', 'A', 'C'][self as usize]
    }

    /// "moons".
    pub const fn word(self) -> &'static str {
        ["moons", "suns", "arms", "crowns"][self as usize]
    }

    pub const fn is_of_heaven(self) -> bool {
        matches!(self, MystiqueSuit::Moons | MystiqueSuit::Suns)
    }
}

/// What two cards can have in common.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AttributeKind {
    Number,
    Colour,
    Suit,
}

/// As in moves: its word.
impl fmt::Display for AttributeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl AttributeKind {
    pub const ALL: [AttributeKind; 3] = [AttributeKind::Number, AttributeKind::Colour, AttributeKind::Suit];

    /// The word in moves and for players: `number`, `colour` or `suit`.
    pub const fn word(self) -> &'static str {
        ["number", "colour", "suit"][self as usize]
    }
}

impl FromStr for AttributeKind {
    type Err = MystiqueTextError;

    fn from_str(text: &str) -> Result<AttributeKind, MystiqueTextError> {
        let found = AttributeKind::ALL.into_iter().find(|kind| kind.word() == text);
        found.ok_or_else(|| MystiqueTextError::NotAnAttribute(text.chars().take(12).collect()))
    }
}

/// One value of one attribute: the threes, the red cards, the crowns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Attribute {
    /// 1 to 5.
    Number(u8),
    Colour(Colour),
    Suit(MystiqueSuit),
}

impl Attribute {
    #[inline]
    pub const fn kind(self) -> AttributeKind {
        match self {
            Attribute::Number(_) => AttributeKind::Number,
            Attribute::Colour(_) => AttributeKind::Colour,
            Attribute::Suit(_) => AttributeKind::Suit,
        }
    }

    /// The cards of both decks that have it.
    #[inline]
    pub const fn cards(self) -> MystiqueSet {
        match self {
            Attribute::Number(number) => MystiqueSet::of_number(number),
            Attribute::Colour(colour) => MystiqueSet::of_colour(colour),
            Attribute::Suit(suit) => MystiqueSet::of_suit(suit),
        }
    }

    /// Every value of every attribute: the numbers, the colours, the suits.
    pub fn all() -> impl Iterator<Item = Attribute> {
        let numbers = (1..=MOST).map(Attribute::Number);
        numbers.chain(Colour::ALL.map(Attribute::Colour)).chain(MystiqueSuit::ALL.map(Attribute::Suit))
    }

    /// How many there are.
    pub const COUNT: usize = MOST as usize + Colour::ALL.len() + MystiqueSuit::ALL.len();

    /// Its place in [`Attribute::all`], from 0.
    #[inline]
    pub const fn index(self) -> usize {
        match self {
            Attribute::Number(number) => number.saturating_sub(1) as usize,
            Attribute::Colour(colour) => MOST as usize + colour as usize,
            Attribute::Suit(suit) => MOST as usize + Colour::ALL.len() + suit as usize,
        }
    }

    /// The value as card text has it: `3`, `r` or `C`.
    pub fn sign(self) -> String {
        match self {
            Attribute::Number(number) => number.to_string(),
            Attribute::Colour(colour) => colour.letter().to_string(),
            Attribute::Suit(suit) => suit.letter().to_string(),
        }
    }

    /// So many cards that have it.
    ///
    /// ```
    /// use parlour::cards::{Attribute, Colour, MystiqueSuit};
    ///
    /// assert_eq!(Attribute::Number(3).counted(2), "two threes");
    /// assert_eq!(Attribute::Colour(Colour::Red).counted(1), "one red card");
    /// assert_eq!(Attribute::Suit(MystiqueSuit::Suns).counted(1), "one sun");
    /// assert_eq!(Attribute::Suit(MystiqueSuit::Arms).counted(1), "one card of arms");
    /// ```
    pub fn counted(self, count: usize) -> String {
        let many = match self {
            Attribute::Colour(colour) => format!("{} cards", colour.word()),
            Attribute::Number(_) | Attribute::Suit(_) => self.to_string(),
        };
        let noun = match (self, count) {
            // An arm is no card.
            (Attribute::Suit(MystiqueSuit::Arms), 1) => "card of arms",
            (_, 1) => many.strip_suffix('s').unwrap_or(&many),
            _ => &many,
        };
        format!("{} {noun}", in_words(count))
    }

    /// "a three", "a red card", "an ace", "a card of arms".
    pub fn one(self) -> String {
        let one = self.counted(1);
        let noun = one.strip_prefix("one ").unwrap_or(&one);
        let article = if noun.starts_with('a') { "an" } else { "a" };
        format!("{article} {noun}")
    }
}

/// Its kind, and the value as card text has it; a number as a number: `{"kind": "suit", "value": "C"}`.
impl Serialize for Attribute {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Attribute", 2)?;
        fields.serialize_field("kind", &self.kind())?;
        match self {
            Attribute::Number(number) => fields.serialize_field("value", number)?,
            Attribute::Colour(_) | Attribute::Suit(_) => fields.serialize_field("value", &self.sign())?,
        }
        fields.end()
    }
}

/// "threes", "red", "crowns".
impl fmt::Display for Attribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Attribute::Number(number) => NUMBERS.get(usize::from(*number).wrapping_sub(1)).map_or("", |words| words.1),
            Attribute::Colour(colour) => colour.word(),
            Attribute::Suit(suit) => suit.word(),
        })
    }
}

/// The numbers in words, of one card and of several. The rulebook calls a one an ace and a five a palm.
const NUMBERS: [(&str, &str); 5] =
    [("ace", "aces"), ("two", "twos"), ("three", "threes"), ("four", "fours"), ("palm", "palms")];

/// The highest number on a card.
const MOST: u8 = 5;
/// How many cards a suit has, and how many a deck has.
const OF_SUIT: u8 = 15;
const OF_DECK: u8 = 60;

/// One of the 120 cards of both decks.
///
/// ```
/// use parlour::cards::{Colour, MystiqueCard, MystiqueSuit};
///
/// let card: MystiqueCard = "3rC".parse()?;
/// assert_eq!(Some(card), MystiqueCard::new(3, Colour::Red, MystiqueSuit::Crowns));
/// // The rulebook's own examples of card numbers.
/// assert_eq!(card.card_number(), 53);
/// assert_eq!("1bS".parse::<MystiqueCard>()?.card_number(), 26);
/// assert_eq!("5yA".parse::<MystiqueCard>()?.card_number(), 35);
/// # Ok::<(), parlour::cards::MystiqueTextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MystiqueCard(u8);

impl MystiqueCard {
    pub const COUNT: usize = 2 * OF_DECK as usize;

    /// A card of the first, golden deck; `None` if the number is not 1 to 5.
    #[inline]
    pub const fn new(number: u8, colour: Colour, suit: MystiqueSuit) -> Option<MystiqueCard> {
        if number == 0 || number > MOST {
            return None;
        }
        Some(MystiqueCard(OF_SUIT * suit as u8 + MOST * colour as u8 + number - 1))
    }

    /// The inverse of [`MystiqueCard::index`]; `None` from 120 on.
    #[inline]
    pub const fn from_index(index: u8) -> Option<MystiqueCard> {
        if index < 2 * OF_DECK { Some(MystiqueCard(index)) } else { None }
    }

    /// 0..=59 in the order of card numbers; the silver deck's go on from 60.
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// 1..=60: 15 · suit + 5 · colour + number, alike in both decks.
    #[inline]
    pub const fn card_number(self) -> u8 {
        self.0 % OF_DECK + 1
    }

    /// 1..=5.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0 % MOST + 1
    }

    #[inline]
    pub const fn colour(self) -> Colour {
        Colour::ALL[(self.0 % OF_SUIT / MOST) as usize]
    }

    #[inline]
    pub const fn suit(self) -> MystiqueSuit {
        MystiqueSuit::ALL[(self.0 % OF_DECK / OF_SUIT) as usize]
    }

    /// Whether it is of the second, silver deck.
    pub const fn is_silver(self) -> bool {
        self.0 >= OF_DECK
    }

    /// The same card of the other deck.
    #[must_use]
    pub const fn twin(self) -> MystiqueCard {
        MystiqueCard((self.0 + OF_DECK) % (2 * OF_DECK))
    }

    #[inline]
    pub const fn attribute(self, kind: AttributeKind) -> Attribute {
        match kind {
            AttributeKind::Number => Attribute::Number(self.number()),
            AttributeKind::Colour => Attribute::Colour(self.colour()),
            AttributeKind::Suit => Attribute::Suit(self.suit()),
        }
    }

    /// What two cards have in common.
    ///
    /// ```
    /// use parlour::cards::{AttributeKind, MystiqueCard};
    ///
    /// let [one, other]: [MystiqueCard; 2] = ["3rC".parse()?, "3rM".parse()?];
    /// assert!(one.shared(other).eq([AttributeKind::Number, AttributeKind::Colour]));
    /// # Ok::<(), parlour::cards::MystiqueTextError>(())
    /// ```
    #[inline]
    pub fn shared(self, other: MystiqueCard) -> impl Iterator<Item = AttributeKind> {
        AttributeKind::ALL.into_iter().filter(move |kind| self.attribute(*kind) == other.attribute(*kind))
    }

    /// The cards of a set by card number, the golden one of two first.
    pub fn by_card_number(cards: MystiqueSet) -> Vec<MystiqueCard> {
        let mut sorted: Vec<MystiqueCard> = cards.iter().collect();
        sorted.sort_unstable_by_key(|card| (card.card_number(), card.is_silver()));
        sorted
    }

    /// The first deck by ascending [`MystiqueCard::index`].
    pub fn deck() -> impl DoubleEndedIterator<Item = MystiqueCard> + ExactSizeIterator {
        (0..OF_DECK).map(MystiqueCard)
    }

    /// Both decks, the golden one first.
    pub fn all() -> impl DoubleEndedIterator<Item = MystiqueCard> + ExactSizeIterator {
        (0..2 * OF_DECK).map(MystiqueCard)
    }

    /// A five, which the rulebook calls a palm.
    pub const fn is_palm(self) -> bool {
        self.number() == MOST
    }

    /// For players and screen readers: "three of red crowns", "silver ace of blue suns".
    pub fn spoken(self) -> String {
        let deck = if self.is_silver() { "silver " } else { "" };
        let (number, _) = NUMBERS[usize::from(self.number() - 1)];
        format!("{deck}{number} of {} {}", self.colour().word(), self.suit().word())
    }
}

impl fmt::Display for MystiqueCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let deck = if self.is_silver() { "'" } else { "" };
        write!(f, "{}{}{}{deck}", self.number(), self.colour().letter(), self.suit().letter())
    }
}

impl fmt::Debug for MystiqueCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Text that is not a card, not an attribute, or not a list of different cards. Places in a list count from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MystiqueTextError {
    #[error(
        "{0:?} is not a card; write a number (1–5), a colour (y r b) and a suit (M S A C), as in 3rC, and an apostrophe for \
         the second deck"
    )]
    NotACard(String),
    #[error("{0:?} is not an attribute; write number, colour or suit")]
    NotAnAttribute(String),
    #[error("card {place}: {card} appears twice")]
    Twice { place: usize, card: MystiqueCard },
}

impl FromStr for MystiqueCard {
    type Err = MystiqueTextError;

    fn from_str(text: &str) -> Result<MystiqueCard, MystiqueTextError> {
        let wrong = || MystiqueTextError::NotACard(text.chars().take(12).collect());
        let (bare, is_silver) = text.strip_suffix('\'').map_or((text, false), |bare| (bare, true));
        let mut letters = bare.chars();
        let (Some(number), Some(colour), Some(suit), None) =
            (letters.next(), letters.next(), letters.next(), letters.next())
        else {
            return Err(wrong());
        };
        let number = number.to_digit(10).and_then(|number| u8::try_from(number).ok()).ok_or_else(wrong)?;
        let colour = Colour::ALL.into_iter().find(|known| known.letter() == colour).ok_or_else(wrong)?;
        let suit = MystiqueSuit::ALL.into_iter().find(|known| known.letter() == suit).ok_or_else(wrong)?;
        let card = MystiqueCard::new(number, colour, suit).ok_or_else(wrong)?;
        Ok(if is_silver { card.twin() } else { card })
    }
}

impl Serialize for MystiqueCard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for MystiqueCard {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<MystiqueCard, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// A set of cards of both decks, stored as one bit for each [`MystiqueCard::index`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct MystiqueSet(u128);

/// A bit for each card of one number and colour, of one suit: every fifth, or five in a row.
const EVERY_NUMBER: u128 = every(MOST as u32, 2 * OF_DECK as u32);
const EVERY_SUIT: u128 = every(OF_SUIT as u32, 2 * OF_DECK as u32);

/// The lowest of every `step` bits, of this many.
const fn every(step: u32, bits: u32) -> u128 {
    let (mut set, mut at) = (0, 0);
    while at < bits {
        set |= 1 << at;
        at += step;
    }
    set
}

impl MystiqueSet {
    pub const EMPTY: MystiqueSet = MystiqueSet(0);
    /// The first, golden deck.
    pub const DECK: MystiqueSet = MystiqueSet((1 << OF_DECK) - 1);
    /// Both decks.
    pub const FULL: MystiqueSet = MystiqueSet((1 << (2 * OF_DECK)) - 1);

    /// The 24 cards of a number from 1 to 5; none of any other.
    #[inline]
    pub const fn of_number(number: u8) -> MystiqueSet {
        if number == 0 || number > MOST { MystiqueSet::EMPTY } else { MystiqueSet(EVERY_NUMBER << (number - 1)) }
    }

    /// The 40 cards of a colour.
    #[inline]
    pub const fn of_colour(colour: Colour) -> MystiqueSet {
        MystiqueSet((EVERY_SUIT * 0b1_1111) << (MOST * colour as u8))
    }

    /// The 30 cards of a suit.
    #[inline]
    pub const fn of_suit(suit: MystiqueSuit) -> MystiqueSet {
        let of_one_deck = ((1 << OF_SUIT) - 1) << (OF_SUIT * suit as u8);
        MystiqueSet(of_one_deck | of_one_deck << OF_DECK)
    }

    /// Returns `false` if the card was already in the set.
    #[inline]
    pub const fn insert(&mut self, card: MystiqueCard) -> bool {
        let had = self.contains(card);
        self.0 |= 1 << card.0;
        !had
    }

    /// Returns `false` if the card was not in the set.
    #[inline]
    pub const fn remove(&mut self, card: MystiqueCard) -> bool {
        let had = self.contains(card);
        self.0 &= !(1 << card.0);
        had
    }

    #[inline]
    pub const fn contains(self, card: MystiqueCard) -> bool {
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
    #[must_use]
    pub const fn union(self, other: MystiqueSet) -> MystiqueSet {
        MystiqueSet(self.0 | other.0)
    }

    #[inline]
    #[must_use]
    pub const fn intersection(self, other: MystiqueSet) -> MystiqueSet {
        MystiqueSet(self.0 & other.0)
    }

    #[inline]
    #[must_use]
    pub const fn without(self, other: MystiqueSet) -> MystiqueSet {
        MystiqueSet(self.0 & !other.0)
    }

    /// Bit n is set for the card with index n.
    #[inline]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// The inverse of [`MystiqueSet::bits`]. Bits that no card has are dropped.
    #[inline]
    pub const fn of_bits(bits: u128) -> MystiqueSet {
        MystiqueSet(bits & MystiqueSet::FULL.0)
    }

    /// The cards, by ascending [`MystiqueCard::index`].
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = MystiqueCard> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let lowest = (left != 0).then(|| left.trailing_zeros() as u8)?;
            left &= left - 1;
            Some(MystiqueCard(lowest))
        })
    }
}

/// Cards of the golden deck alone: half as long as a [`MystiqueSet`], for where sets are listed or compared by the thousand.
///
/// ```
/// use parlour::cards::{GoldenSet, MystiqueSet};
///
/// let cards: MystiqueSet = "1yM 3yM 2bA".parse().unwrap();
/// let parts: Vec<String> = GoldenSet::of(cards).parts().map(|part| part.cards().to_string()).collect();
/// assert_eq!(parts.len(), 7);
/// assert_eq!(parts[..3], ["1yM", "3yM", "1yM 3yM"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct GoldenSet(u64);

impl GoldenSet {
    /// Those of these cards that are of the golden deck.
    #[inline]
    pub const fn of(cards: MystiqueSet) -> GoldenSet {
        GoldenSet(cards.intersection(MystiqueSet::DECK).0 as u64)
    }

    #[inline]
    pub const fn cards(self) -> MystiqueSet {
        MystiqueSet(self.0 as u128)
    }

    /// Bit n is set for the card with index n.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Every part of fewer than 32 cards but the empty one, in ascending order.
    #[inline]
    pub fn parts(self) -> impl ExactSizeIterator<Item = GoldenSet> {
        let (all, mut part) = (self.0, 0u64);
        // The next higher part, by counting in the bits of these cards alone.
        (1..1u32 << self.len()).map(move |_| {
            part = part.wrapping_sub(all) & all;
            GoldenSet(part)
        })
    }
}

/// Different cards, separated by white space, in any order. What is not a card or stands there twice is refused.
impl FromStr for MystiqueSet {
    type Err = MystiqueTextError;

    fn from_str(text: &str) -> Result<MystiqueSet, MystiqueTextError> {
        let mut set = MystiqueSet::EMPTY;
        for (number, word) in text.split_whitespace().enumerate() {
            let card = word.parse()?;
            if !set.insert(card) {
                return Err(MystiqueTextError::Twice { place: number + 1, card });
            }
        }
        Ok(set)
    }
}

impl FromIterator<MystiqueCard> for MystiqueSet {
    #[inline]
    fn from_iter<I: IntoIterator<Item = MystiqueCard>>(cards: I) -> MystiqueSet {
        MystiqueSet(cards.into_iter().fold(0, |bits, card| bits | 1 << card.0))
    }
}

impl Extend<MystiqueCard> for MystiqueSet {
    #[inline]
    fn extend<I: IntoIterator<Item = MystiqueCard>>(&mut self, cards: I) {
        self.0 |= cards.into_iter().collect::<MystiqueSet>().0;
    }
}

/// The cards as they are read.
impl fmt::Display for MystiqueSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, card) in self.iter().enumerate() {
            write!(f, "{}{card}", if number > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Debug for MystiqueSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_has_its_own_text_and_card_number_and_is_read_back() {
        let texts: std::collections::BTreeSet<String> = MystiqueCard::all().map(|card| card.to_string()).collect();
        assert_eq!(texts.len(), 120);
        for card in MystiqueCard::all() {
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(MystiqueCard::from_index(card.index()), Some(card));
            let golden = MystiqueCard::new(card.number(), card.colour(), card.suit()).expect("a number from 1 to 5");
            assert_eq!((golden.card_number(), golden.is_silver()), (card.card_number(), false));
            assert_eq!(golden == card, !card.is_silver());
            assert_eq!((card.twin().twin(), card.twin().is_silver()), (card, !card.is_silver()));
            let number = 15 * card.suit() as u8 + 5 * card.colour() as u8 + card.number();
            assert_eq!(card.card_number(), number, "15 · suit + 5 · colour + number");
        }
        assert_eq!(MystiqueCard::from_index(120), None);
    }

    #[test]
    fn sets_of_one_attribute_are_what_plain_counting_finds() {
        let attributes = (0..=6).map(Attribute::Number).chain(Colour::ALL.map(Attribute::Colour));
        for attribute in attributes.chain(MystiqueSuit::ALL.map(Attribute::Suit)) {
            let counted: MystiqueSet =
                MystiqueCard::all().filter(|card| card.attribute(attribute.kind()) == attribute).collect();
            assert_eq!(attribute.cards(), counted, "{attribute:?}");
        }
        assert_eq!(MystiqueSet::DECK, MystiqueCard::deck().collect());
        assert_eq!(MystiqueSet::FULL, MystiqueCard::all().collect());
    }

    #[test]
    fn two_cards_share_what_is_equal_on_them() {
        for one in MystiqueCard::all() {
            for other in MystiqueCard::all() {
                let shared: Vec<AttributeKind> = one.shared(other).collect();
                assert_eq!(shared, other.shared(one).collect::<Vec<_>>());
                assert_eq!(shared.len() == 3, one == other || one == other.twin());
            }
        }
    }

    #[test]
    fn text_that_is_not_a_card_is_refused_with_an_example_of_one() {
        for text in ["", "3r", "0rC", "6rC", "3rc", "3RC", "r3C", "3rC''", "33rC", "3rC x", "٣rC"] {
            let error = text.parse::<MystiqueCard>().unwrap_err();
            assert!(error.to_string().contains("as in 3rC"), "{error}");
        }
        assert_eq!("3rC 1bS 3rC".parse::<MystiqueSet>().unwrap_err().to_string(), "card 3: 3rC appears twice");
        assert_eq!("5yA 3rC' 3rC".parse::<MystiqueSet>().unwrap().to_string(), "5yA 3rC 3rC'");
        assert!("shape".parse::<AttributeKind>().unwrap_err().to_string().contains("number, colour or suit"));
    }

    #[test]
    fn cards_are_called_as_the_rulebook_calls_them() {
        let spoken = |text: &str| text.parse::<MystiqueCard>().expect("a card").spoken();
        assert_eq!(spoken("3rC"), "three of red crowns");
        assert_eq!(spoken("1bS'"), "silver ace of blue suns");
        assert_eq!(spoken("5yA"), "palm of yellow arms");
        assert_eq!(Attribute::Number(5).to_string(), "palms");
    }
}
