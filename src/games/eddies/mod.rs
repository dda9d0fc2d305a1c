//! Mystical Eddies: tricks in which the card after the led one decides what must be followed.
//!
//! * [`rules`] — the game: tricks, rounds, balance; [`established`], what a trick has established and what beats what in it;
//! * [`bot`] — what good play is, for the search that all card games share; [`reason`], what speaks for a card, in words, and
//!   [`blunders`], what nobody plays;
//! * [`layout`] — the table; [`lesson`], first steps.

pub mod blunders;
pub mod bot;
pub mod established;
pub mod layout;
pub mod lesson;
pub mod reason;
pub mod rules;

pub use rules::MysticalEddies;
