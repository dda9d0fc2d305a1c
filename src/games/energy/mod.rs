//! Mystique Energy: a hex board that grows card by card, and a secret card whose three attributes must not gather on it.
//!
//! * [`board`] — the grid, where a card may lie, and the groups;
//! * [`rules`] — the game;
//! * [`bot`] — whom a card helps, and what others' cards say of their energies; [`reason`], what speaks for a place, in words, and
//!   [`blunders`], what nobody plays;
//! * [`layout`] — the table; [`lesson`], first steps.

pub mod blunders;
pub mod board;
pub mod bot;
pub mod layout;
pub mod lesson;
pub mod reason;
pub mod rules;

pub use rules::MystiqueEnergy;
