//! A table of cards: seats round it in playing order, their plates and hands, a trick in the middle, and what they took.
//!
//! A game says what each seat holds; where it lies is the same for all games of cards. Seats are given by number, the viewer
//! at the front. A [`CardTable`] builds the layout, and each file lays one thing on it:
//!
//! * `cards` — the areas, the pieces, and a card as it is shown;
//! * `builder` — the table itself, its plates, and what a game adds of its own;
//! * `hands` — the viewer's hand and those of the others; `open_hands`, open hands with decks of their own;
//! * `taken` — what seats have set aside, won and taken; `laid`, what they lay before them, and what all play for;
//! * `trick` — a trick, and the last one once more; `groups`, what is laid one after the other; `heaps`, a pile that can be counted;
//! * `piles` — stocks and discards; `hanging`, lines of cards on a board;
//! * `labels` — words about cards; `cloth`, what is no piece: legend, race, arrow, chart, and fans of what is known.

mod builder;
mod cards;
mod cloth;
mod groups;
mod hands;
mod hanging;
mod heaps;
mod labels;
mod laid;
mod open_hands;
mod piles;
mod taken;
#[cfg(test)]
mod tests;
mod trick;

pub use builder::CardTable;
pub use cards::{CardArea, CardPiece, ShownCard, card_of, piece_of};
pub use hanging::Hanging;
pub use heaps::Heap;
pub use piles::PileSpot;
