//! What can be laid in Mystique Domination: cards of one colour, alike in number or consecutive; and the moves.
//!
//! Searches list the patterns of a hand in every playout, so they are found from the bits of its cards, in the order of moves.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use crate::cards::{Attribute, CardBits, Colour, HandOrder, MystiqueCard, MystiqueSet, MystiqueSuit};
use crate::engine::game::NotAMove;
use crate::words::{counted_in_words, in_words};

/// The numbers on cards, from 1.
const NUMBERS: u8 = 5;

/// A card of each suit that are alike in colour and number: these bits, as many places up as the first of them has as its index.
const EACH_SUIT: u64 = 1 | 1 << 15 | 1 << 30 | 1 << 45;

/// What a pattern is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PatternKind {
    /// One to four cards of this number.
    Alike(u8),
    /// Two to five cards of consecutive numbers, each number once.
    Sequence,
}

/// Cards that can be laid together.
///
/// ```
/// use parlour::games::domination::patterns::Pattern;
///
/// let read = |cards: &str| Pattern::of(cards.parse().unwrap()).map(|pattern| pattern.to_string());
/// assert_eq!(read("2bM 3bS 4bS"), Ok("a sequence of three blue cards: 9".to_owned()));
/// assert_eq!(read("5rM 5rC"), Ok("two red palms: 10".to_owned()));
/// assert!(read("2bM 3rS").is_err(), "of two colours");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pattern {
    pub cards: MystiqueSet,
    pub colour: Colour,
    pub kind: PatternKind,
    /// What the numbers of its cards come to, 1 to 20.
    pub total: u8,
}

/// Why cards are no pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotAPattern {
    #[error("a pattern has at least one card")]
    Empty,
    #[error("a pattern has one colour: {0} and {1} cards cannot be laid together")]
    Colours(&'static str, &'static str),
    #[error("a pattern is cards of one number, or of consecutive numbers, each number once")]
    Numbers,
}

impl Pattern {
    pub fn of(cards: MystiqueSet) -> Result<Pattern, NotAPattern> {
        let first = cards.iter().next().ok_or(NotAPattern::Empty)?;
        let colour = first.colour();
        if let Some(other) = cards.without(MystiqueSet::of_colour(colour)).iter().next() {
            return Err(NotAPattern::Colours(colour.word(), other.colour().word()));
        }
        let kind = kind_of(cards, first.number()).ok_or(NotAPattern::Numbers)?;
        Ok(Pattern { cards, colour, kind, total: total_of(cards) })
    }

    /// Its cards as they are laid and read: the lowest number first.
    pub fn by_number(&self) -> Vec<MystiqueCard> {
        self.cards.sorted(HandOrder::Number)
    }

    /// All cards of its suits, of the whole deck: what whoever wins with it takes from the pile.
    pub fn suits(&self) -> MystiqueSet {
        suits_of(self.cards)
    }

    /// The patterns of a hand that beat it, in ascending order.
    pub fn beaten_with(&self, hand: MystiqueSet) -> Vec<MystiqueSet> {
        let mut moves = Vec::new();
        patterns_into(hand, self.colour, self.total, &mut moves);
        moves.into_iter().map(Move::cards).collect()
    }

    /// "a sequence of three blue cards", "two red palms", "a red two".
    pub fn named(&self) -> String {
        let (count, colour) = (self.cards.len(), self.colour.word());
        match self.kind {
            PatternKind::Alike(number) => {
                let counted = Attribute::Number(number).counted(count);
                let noun = counted.split_once(' ').map_or("", |(_, noun)| noun);
                let count = if count == 1 { "a".to_owned() } else { in_words(count) };
                format!("{count} {colour} {noun}")
            }
            PatternKind::Sequence => format!("a sequence of {} {colour} cards", in_words(count)),
        }
    }
}

/// What it is, and what it comes to: "a sequence of three blue cards: 9".
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.named(), self.total)
    }
}

/// What cards of one colour are, of which one has this number.
fn kind_of(cards: MystiqueSet, number: u8) -> Option<PatternKind> {
    if cards.without(MystiqueSet::of_number(number)).is_empty() {
        return Some(PatternKind::Alike(number));
    }
    let numbers = cards.iter().fold(0u32, |numbers, card| numbers | 1 << card.number());
    let lowest = numbers >> numbers.trailing_zeros();
    let is_consecutive = (lowest + 1).is_power_of_two();
    (is_consecutive && numbers.count_ones() as usize == cards.len()).then_some(PatternKind::Sequence)
}

/// What numbers come to, by their bits: the lowest bit stands for a one.
const TOTALS: [u8; 1 << NUMBERS] = {
    let (mut totals, mut numbers) = ([0; 1 << NUMBERS], 1usize);
    while numbers < totals.len() {
        totals[numbers] = totals[numbers & (numbers - 1)] + numbers.trailing_zeros() as u8 + 1;
        numbers += 1;
    }
    totals
};

/// The numbers that cards of the golden deck have, as bits, for each colour of each suit: the colours of moons first.
#[inline]
pub fn numbers_by_colour(cards: MystiqueSet) -> impl Iterator<Item = [usize; Colour::ALL.len()]> {
    let numbers = move |suit: usize, colour: usize| (cards.bits() as u64 >> (15 * suit + 5 * colour)) as usize & 31;
    (0..MystiqueSuit::ALL.len()).map(move |suit| [numbers(suit, 0), numbers(suit, 1), numbers(suit, 2)])
}

/// What the numbers of cards of the golden deck come to.
#[inline]
pub fn total_of(cards: MystiqueSet) -> u8 {
    numbers_by_colour(cards).fold(0, |sum, [yellow, red, blue]| sum + TOTALS[yellow] + TOTALS[red] + TOTALS[blue])
}

/// All cards of the suits that these cards of the golden deck have.
#[inline]
pub fn suits_of(cards: MystiqueSet) -> MystiqueSet {
    let (bits, mut suit, mut suits) = (cards.bits() as u64, (1 << 15) - 1, 0);
    for _ in MystiqueSuit::ALL {
        suits |= if bits & suit == 0 { 0 } else { suit };
        suit <<= 15;
    }
    MystiqueSet::of_bits(u128::from(suits))
}

/// "3 moons and 2 suns": how many cards of each suit these are, those of which there are none left out.
pub fn by_suit(cards: MystiqueSet) -> Vec<String> {
    let count = |suit: MystiqueSuit| cards.intersection(MystiqueSet::of_suit(suit)).len();
    let some = MystiqueSuit::ALL.into_iter().filter(|suit| count(*suit) > 0);
    some.map(|suit| suit_counted(suit, count(suit))).collect()
}

/// "one moon", "three suns", "two cards of arms".
fn suit_counted(suit: MystiqueSuit, count: usize) -> String {
    match suit {
        // An arm is no card.
        MystiqueSuit::Arms => counted_in_words(count, "card of arms", "cards of arms"),
        _ => Attribute::Suit(suit).counted(count),
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// The cards for the partner, before the first trick; three, if it is legal.
    Give(MystiqueSet),
    /// Cards to lead or to follow with; a pattern, if it is legal.
    Play(MystiqueSet),
    Pass,
}

impl Move {
    /// The cards that are given or played.
    pub const fn cards(self) -> MystiqueSet {
        match self {
            Move::Give(cards) | Move::Play(cards) => cards,
            Move::Pass => MystiqueSet::EMPTY,
        }
    }

    const fn rank(self) -> u8 {
        match self {
            Move::Give(_) => 0,
            Move::Play(_) => 1,
            Move::Pass => 2,
        }
    }
}

/// Plays are ordered as patterns are found: the highest card in which two of them differ decides, by colour, number and suit.
impl Ord for Move {
    fn cmp(&self, other: &Move) -> Ordering {
        match (self, other) {
            (Move::Give(one), Move::Give(other)) => one.cmp(other),
            (Move::Play(one), Move::Play(other)) => compared(*one, *other),
            _ => self.rank().cmp(&other.rank()),
        }
    }
}

impl PartialOrd for Move {
    fn partial_cmp(&self, other: &Move) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

fn compared(one: MystiqueSet, other: MystiqueSet) -> Ordering {
    let in_one_alone = MystiqueSet::of_bits(one.bits() ^ other.bits());
    let of_colours = Colour::ALL.into_iter().rev().map(MystiqueSet::of_colour);
    let of_numbers = (1..=NUMBERS).rev().map(MystiqueSet::of_number);
    let highest = highest_of(highest_of(in_one_alone, of_colours), of_numbers).bits();
    let decides = highest.checked_ilog2().map_or(0, |place| 1 << place);
    (one.bits() & decides).cmp(&(other.bits() & decides))
}

/// Those of the cards that have the first of these values that any of them has.
fn highest_of(cards: MystiqueSet, mut values: impl Iterator<Item = MystiqueSet>) -> MystiqueSet {
    values.find_map(|value| Some(cards.intersection(value)).filter(|found| !found.is_empty())).unwrap_or(cards)
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Move::Give(_) => "give",
            Move::Play(_) => "play",
            Move::Pass => "pass",
        })?;
        MystiqueCard::by_card_number(self.cards()).into_iter().try_for_each(|card| write!(f, " {card}"))
    }
}

/// Cards may stand in any order; how many there are and which of them fit is for the rules to say.
impl FromStr for Move {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<Move, NotAMove> {
        if text == "pass" {
            return Ok(Move::Pass);
        }
        let (verb, cards) = text.split_once(' ').ok_or(NotAMove)?;
        let cards: MystiqueSet = cards.parse().map_err(|_| NotAMove)?;
        match verb {
            "give" if !cards.is_empty() => Ok(Move::Give(cards)),
            "play" if !cards.is_empty() => Ok(Move::Play(cards)),
            _ => Err(NotAMove),
        }
    }
}

/// Adds the patterns of this colour that a hand of the golden deck has and that come to more than `beat`, in ascending order.
pub fn patterns_into(hand: MystiqueSet, colour: Colour, beat: u8, moves: &mut Vec<Move>) {
    let of_number = |number: u8| hand.bits() as u64 & EACH_SUIT << (NUMBERS * colour as u8 + number - 1);
    let held = [1, 2, 3, 4, 5].map(of_number);
    let mut finder = PatternFinder { held, beat, moves };
    (1..).zip(held).for_each(|(number, cards)| finder.topped_by(number, cards));
}

/// Adds all patterns of a hand, in ascending order.
pub fn leads_into(hand: MystiqueSet, moves: &mut Vec<Move>) {
    Colour::ALL.into_iter().for_each(|colour| patterns_into(hand, colour, 0, moves));
}

/// The most that a pattern of this colour comes to, of those that a hand of the golden deck has; 0 if it has none.
///
/// ```
/// use parlour::cards::Colour;
/// use parlour::games::domination::patterns::highest_total;
///
/// let highest = |hand: &str| highest_total(hand.parse().unwrap(), Colour::Blue);
/// assert_eq!([highest("2bM 3bS 4bA 5rM"), highest("1bM 3bM 3bS 5bC"), highest("5rM")], [9, 6, 0]);
/// ```
pub fn highest_total(hand: MystiqueSet, colour: Colour) -> u8 {
    let cards = hand.intersection(MystiqueSet::of_colour(colour));
    let (mut highest, mut sequence) = (0, 0);
    for number in 1..=NUMBERS {
        let count = cards.intersection(MystiqueSet::of_number(number)).len() as u8;
        sequence = if count == 0 { 0 } else { sequence + number };
        highest = highest.max(sequence).max(count * number);
    }
    highest
}

struct PatternFinder<'a> {
    /// The cards of each number, from 1, as bits of their indices.
    held: [u64; NUMBERS as usize],
    beat: u8,
    moves: &'a mut Vec<Move>,
}

impl PatternFinder<'_> {
    /// Adds the patterns of which this is the highest number: each choice of its cards, and below a single one what it goes on with.
    fn topped_by(&mut self, number: u8, held: u64) {
        let mut cards = 0u64;
        loop {
            // The next subset in ascending order; after the last one comes the empty one.
            cards = cards.wrapping_sub(held) & held;
            if cards == 0 {
                return;
            }
            match cards.is_power_of_two() {
                true => self.down_from(number, cards, number),
                false => self.add(cards, number * cards.count_ones() as u8),
            }
        }
    }

    /// Adds a sequence whose lowest number is this, and those that go on below it.
    fn down_from(&mut self, number: u8, cards: u64, total: u8) {
        self.add(cards, total);
        let Some(mut below) = number.checked_sub(2).and_then(|place| self.held.get(usize::from(place)).copied()) else {
            return;
        };
        while below != 0 {
            let lowest = below & below.wrapping_neg();
            self.down_from(number - 1, cards | lowest, total + number - 1);
            below ^= lowest;
        }
    }

    fn add(&mut self, cards: u64, total: u8) {
        if total > self.beat {
            self.moves.push(Move::Play(MystiqueSet::of_bits(u128::from(cards))));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// By plain counting: every choice of cards of the hand that is a pattern, once, in ascending order.
        #[test]
        fn the_patterns_of_a_hand_are_all_its_subsets_that_are_patterns(bits in any::<u64>(), most in 0usize..14, beat in 0u8..21) {
            let deck = MystiqueSet::of_bits(u128::from(bits)).intersection(MystiqueSet::DECK);
            let hand: Vec<MystiqueCard> = deck.iter().take(most).collect();
            let chosen = |choice: u32| -> MystiqueSet {
                hand.iter().enumerate().filter(|(place, _)| choice >> place & 1 == 1).map(|(_, card)| *card).collect()
            };
            for colour in Colour::ALL {
                let fits = |pattern: &Pattern| pattern.colour == colour && pattern.total > beat;
                let patterns = (0..1 << hand.len()).filter_map(|choice| Pattern::of(chosen(choice)).ok()).filter(fits);
                let mut expected: Vec<Move> = patterns.map(|pattern| Move::Play(pattern.cards)).collect();
                expected.sort_unstable();
                let mut found = Vec::new();
                patterns_into(hand.iter().copied().collect(), colour, beat, &mut found);
                prop_assert_eq!(&found, &expected);
            }
            let mut leads = Vec::new();
            leads_into(hand.iter().copied().collect(), &mut leads);
            prop_assert!(leads.is_sorted_by(|one, next| one < next));
        }
    }

    #[test]
    fn a_sequence_is_laid_in_the_order_of_its_numbers_whatever_its_suits_are() {
        let pattern = Pattern::of("2rM 5rM 1rS 3rS 4rC".parse().expect("cards")).expect("a sequence");
        assert_eq!(pattern.by_number().iter().map(|card| card.number()).collect::<Vec<u8>>(), [1, 2, 3, 4, 5]);
    }

    #[test]
    fn a_pattern_says_what_it_is_and_what_it_comes_to() {
        let read = |cards: &str| Pattern::of(cards.parse().expect("cards")).map(|pattern| pattern.to_string());
        assert_eq!(read("1yM"), Ok("a yellow ace: 1".to_owned()));
        assert_eq!(read("3yM 3yS 3yC"), Ok("three yellow threes: 9".to_owned()));
        assert_eq!(read("1bC 2bM 3bM 4bA 5bM"), Ok("a sequence of five blue cards: 15".to_owned()));
        for broken in ["2bM 4bM", "2bM 2bS 3bM", "1rM 2rM 3rM 3rS"] {
            assert_eq!(read(broken), Err(NotAPattern::Numbers), "{broken}");
        }
        assert_eq!(read("2bM 3rM"), Err(NotAPattern::Colours("red", "blue")));
    }
}
