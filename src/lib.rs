//! Parlour: card, tile and deduction games at one quiet table.
//!
//! Everything but the window is plain Rust without Bevy, and imports run one way:
//!
//! * [`cards`] — cards as values;
//! * [`layout`] — what lies on a table, as plain data;
//! * [`engine`] — what a game is, how it is played, recorded and tested;
//! * [`search`] — one player for all games with hidden cards;
//! * [`games`] — one folder a game;
//! * [`simulation`], [`sound_play`] — bots playing many games, and being tried where blunders can be made;
//! * [`catalogue`] — the one list of games;
//! * [`cli`] — the commands that need no window.
//!
//! The feature `desktop` adds `table`, the table that all games share, and `app`, the program around it.
//! `docs/ARCHITECTURE.md` tells the whole story.

#![forbid(unsafe_code)]

#[cfg(feature = "desktop")]
pub mod app;
pub mod cards;
pub mod catalogue;
pub mod cli;
pub mod drawing;
pub mod engine;
pub mod files;
pub mod games;
pub mod hex;
pub mod layout;
pub mod packs;
pub mod search;
pub mod simulation;
pub mod sound_play;
pub mod square;
#[cfg(feature = "desktop")]
pub mod table;
pub mod words;
