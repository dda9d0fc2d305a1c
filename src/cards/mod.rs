//! Cards as values.
//!
//! Every game speaks of the same few things: a card, a set of cards, a line of cards as text. They live here, know
//! nothing of any game, and are written as records have them: `KS`, `TH`, `2C`.

mod french;

pub use french::{Card, CardSet, CardTextError, Rank, Suit, cards_to_text, parse_cards, parse_full_deck};
