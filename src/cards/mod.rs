//! Cards as plain values, independent of any game and written as in records: `KS`, `TH`, `2C`.

mod french;
mod order;

pub use french::{Card, CardSet, CardTextError, Rank, Suit, cards_to_text, parse_cards, parse_full_deck};
pub use order::HandOrder;
