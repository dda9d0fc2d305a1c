//! Cards as plain values, independent of any game and written as in records: `KS`, `TH`, `2C` of the French deck, `3rC` of the
//! Mystique deck.

mod bits;
mod french;
mod mystique;
mod order;
mod shoe;

pub use bits::{CardBits, DeckCard};
pub use french::{Card, CardSet, CardTextError, Rank, Suit, cards_to_text, parse_cards, parse_full_deck};
pub use mystique::{
    Attribute, AttributeKind, Colour, GoldenSet, MystiqueCard, MystiqueSet, MystiqueSuit, MystiqueTextError,
};
pub use order::HandOrder;
pub use shoe::{MOST_DECKS, ShoeCard, parse_two_decks};
