//! Several French decks shuffled together, as Eleusis Express is played with: two at first, and more as they run out.
//!
//! Cards that show the same look alike on the table and are written alike in records. Their numbers differ, so that each keeps
//! its own place on the table.

use std::fmt;
use std::str::FromStr;

use super::french::{Card, CardTextError};
use super::{DeckCard, HandOrder};

/// How many decks there can be.
pub const MOST_DECKS: u8 = 4;

/// A card of one of several decks. Text gives the one of the first deck.
///
/// ```
/// use parlour::cards::{Card, ShoeCard};
///
/// let seven: Card = "7H".parse()?;
/// let [one, other] = [0, 1].map(|deck| ShoeCard { card: seven, deck });
/// assert_ne!(one, other);
/// assert_eq!((one.card, one.to_string()), (other.card, other.to_string()));
/// # Ok::<(), parlour::cards::CardTextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ShoeCard {
    /// What it shows.
    pub card: Card,
    /// The deck that it is of, from 0 to [`MOST_DECKS`].
    pub deck: u8,
}

impl ShoeCard {
    /// All cards of one deck.
    pub fn of_deck(deck: u8) -> impl DoubleEndedIterator<Item = ShoeCard> {
        Card::all().map(move |card| ShoeCard { card, deck })
    }
}

impl fmt::Display for ShoeCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.card, f)
    }
}

impl FromStr for ShoeCard {
    type Err = CardTextError;

    fn from_str(text: &str) -> Result<ShoeCard, CardTextError> {
        Ok(ShoeCard { card: text.parse()?, deck: 0 })
    }
}

impl DeckCard for ShoeCard {
    fn index(self) -> u8 {
        self.card.index() + self.deck * Card::COUNT as u8
    }

    fn from_index(index: u8) -> Option<ShoeCard> {
        let deck = index / Card::COUNT as u8;
        let card = Card::from_index(index % Card::COUNT as u8).filter(|_| deck < MOST_DECKS)?;
        Some(ShoeCard { card, deck })
    }

    fn spoken(self) -> String {
        self.card.spoken()
    }

    fn sort(hand: &mut [ShoeCard], order: HandOrder) {
        hand.sort_unstable_by_key(|card| (order.key(card.card), card.deck));
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
pub fn parse_two_decks(text: &str) -> Result<Vec<ShoeCard>, CardTextError> {
    let (mut cards, mut seen) = (Vec::new(), [0; Card::COUNT]);
    for (place, word) in (1..).zip(text.split_whitespace()) {
        let card: Card =
            word.parse().map_err(|_| CardTextError::NotACardAt { place, found: word.chars().take(12).collect() })?;
        let deck = &mut seen[usize::from(card.index())];
        if *deck == 2 {
            return Err(CardTextError::Thrice { place, card });
        }
        cards.push(ShoeCard { card, deck: *deck });
        *deck += 1;
    }
    match Card::all().find(|card| seen[usize::from(card.index())] < 2) {
        Some(missing) => Err(CardTextError::NotTwoDecks { found: cards.len(), missing }),
        None => Ok(cards),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_of_every_deck_has_a_number_of_its_own() {
        let all: Vec<ShoeCard> = (0..MOST_DECKS).flat_map(ShoeCard::of_deck).collect();
        assert!((0..).zip(&all).all(|(number, card)| card.index() == number));
        assert!(all.iter().all(|card| ShoeCard::from_index(card.index()) == Some(*card)));
        assert_eq!(ShoeCard::from_index(208), None);
    }

    #[test]
    fn cards_that_look_alike_lie_side_by_side() {
        let mut hand: Vec<ShoeCard> = [1, 0].into_iter().flat_map(ShoeCard::of_deck).collect();
        ShoeCard::sort(&mut hand, HandOrder::Suit);
        assert!(hand.chunks(2).all(|pair| pair[0].card == pair[1].card && pair[0].deck < pair[1].deck));
    }

    #[test]
    fn two_decks_are_read_in_any_order_and_what_is_missing_is_named() {
        let words: Vec<String> =
            [0, 1].into_iter().flat_map(ShoeCard::of_deck).map(|card| card.to_string()).rev().collect();
        assert_eq!(parse_two_decks(&words.join("\n")).map(|deck| deck.len()), Ok(104));
        let short = parse_two_decks(&words[1..].join(" ")).expect_err("a card too few");
        assert_eq!(short.to_string(), "there are 103 cards; two decks have 104, each card twice. KC is missing");
        assert!(parse_two_decks("7X").is_err());
    }
}
