//! What a player of Mystery Machine may do, as it is written, and what pays a price.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;

use crate::cards::{Card, cards_to_text};
use crate::engine::game::NotAMove;

use super::puzzle::Price;

pub const HAND: usize = 6;

/// The cards of a hand, or some of them.
pub type HandCards = ArrayVec<Card, HAND>;

/// The mystery, or a guess at it: slot by slot, or as a set in ascending order.
pub type MysteryCards = ArrayVec<Card, 4>;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PileCard {
    Card(Card),
    /// An empty answer, 1 or 2.
    Joker(u8),
}

impl fmt::Display for PileCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PileCard::Card(card) => card.fmt(f),
            PileCard::Joker(number) => write!(f, "X{number}"),
        }
    }
}

impl PileCard {
    /// `None` for a joker.
    pub const fn card(self) -> Option<Card> {
        match self {
            PileCard::Card(card) => Some(card),
            PileCard::Joker(_) => None,
        }
    }
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// `pick 5H`, `pick 5H drop 2C`: takes a card of the market and dumps the other.
    Pick {
        card: Card,
        /// The card that a full hand discards.
        drop: Option<Card>,
    },
    /// `ask 1 with 3H 3S`: pays a pile with these cards and turns up its next card. Where questions are free, `ask 1`.
    Ask {
        /// Counted from 0.
        pile: u8,
        /// In ascending order; none where questions are free.
        with: HandCards,
    },
    /// `guess KS`, `guess KS QH`: names the mystery.
    Guess(MysteryCards),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Pick { card, drop: None } => write!(f, "pick {card}"),
            Move::Pick { card, drop: Some(drop) } => write!(f, "pick {card} drop {drop}"),
            Move::Ask { pile, with } if with.is_empty() => write!(f, "ask {}", pile + 1),
            Move::Ask { pile, with } => write!(f, "ask {} with {}", pile + 1, cards_to_text(with)),
            Move::Guess(cards) => write!(f, "guess {}", cards_to_text(cards)),
        }
    }
}

impl FromStr for Move {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<Move, NotAMove> {
        let words: Vec<&str> = text.split(' ').collect();
        parse_move(&words).ok_or(NotAMove)
    }
}

/// A pile from 0 by its digit, from 1.
fn pile_number(word: &str) -> Option<u8> {
    let [digit @ b'1'..=b'8'] = word.as_bytes() else { return None };
    Some(digit - b'1')
}

fn parse_move(words: &[&str]) -> Option<Move> {
    let card = |word: &&str| word.parse::<Card>().ok();
    match words {
        ["pick", one] => Some(Move::Pick { card: card(one)?, drop: None }),
        ["pick", one, "drop", other] => Some(Move::Pick { card: card(one)?, drop: Some(card(other)?) }),
        ["ask", pile] => Some(Move::Ask { pile: pile_number(pile)?, with: HandCards::new() }),
        ["ask", pile, "with", paid @ ..] if (1..=HAND).contains(&paid.len()) => {
            let mut with = paid.iter().map(card).collect::<Option<HandCards>>()?;
            with.sort_unstable();
            Some(Move::Ask { pile: pile_number(pile)?, with })
        }
        ["guess", named @ ..] if (1..=4).contains(&named.len()) => {
            Some(Move::Guess(named.iter().map(card).collect::<Option<MysteryCards>>()?))
        }
        _ => None,
    }
}

/// All ways to take a card of the market, each with the card that a full hand discards.
pub fn picks(market: &[Card], hand: &HandCards) -> Vec<(Card, Option<Card>)> {
    let drops: Vec<Option<Card>> = if hand.is_full() { hand.iter().copied().map(Some).collect() } else { vec![None] };
    market.iter().flat_map(|card| drops.iter().map(move |drop| (*card, *drop))).collect()
}

/// All ways to pay a price from these cards, sorted, each in ascending order.
pub fn payments(hand: &[Card], price: Price) -> Vec<HandCards> {
    let mut held: HandCards = hand.iter().copied().take(HAND).collect();
    held.sort_unstable();
    let mut found: Vec<HandCards> = (0u32..1 << held.len())
        .filter(|chosen| chosen.count_ones() as usize == price.cards())
        .map(|chosen| (0..held.len()).filter(|index| chosen >> index & 1 == 1).map(|index| held[index]).collect())
        .filter(|cards: &HandCards| pays(price, cards))
        .collect();
    found.sort_unstable();
    found
}

/// Whether exactly these cards, in ascending order, pay a price.
///
/// Two pairs may be of the same number: the rulebook asks for two groups and does not say that their numbers differ.
pub fn pays(price: Price, cards: &[Card]) -> bool {
    if cards.len() != price.cards() {
        return false;
    }
    let one_suit = || cards.windows(2).all(|pair| pair[0].suit() == pair[1].suit());
    match price {
        Price::Same(_) => cards.windows(2).all(|pair| pair[0].rank() == pair[1].rank()),
        Price::Suit(_) => one_suit(),
        // Cards of one suit are sorted by number.
        Price::Flush(_) => {
            one_suit() && cards.windows(2).all(|pair| pair[0].rank().number() + 1 == pair[1].rank().number())
        }
        Price::Groups(first, second) => {
            let mut counts = [0u8; 14];
            cards.iter().for_each(|card| counts[usize::from(card.rank().number())] += 1);
            let mut groups: ArrayVec<u8, 14> = counts.into_iter().filter(|count| *count > 0).collect();
            groups.sort_unstable();
            let mut wanted = [first, second];
            wanted.sort_unstable();
            groups.as_slice() == wanted || groups.as_slice() == [4] && wanted == [2, 2]
        }
    }
}
