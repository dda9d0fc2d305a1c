//! Parlour: card, tile and deduction games at one quiet table.
//!
//! Everything up to the window is plain Rust without an engine, and imports run one way:
//!
//! * [`cards`] — pieces as values;
//! * [`engine`] — what a game is, how it is played, recorded and tested;
//! * [`games`] — one folder a game;
//! * [`packs`] — pictures that people bring;
//! * [`words`] — what is said in many places;
//! * [`catalogue`] — the one list of games;
//! * [`cli`] — the commands that need no window.
//!
//! The feature `desktop` adds the window above them. `docs/ARCHITECTURE.md` tells the whole story.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

#[cfg(feature = "desktop")]
pub mod app;
pub mod cards;
pub mod catalogue;
pub mod cli;
pub mod drawing;
pub mod engine;
pub mod files;
pub mod games;
pub mod packs;
pub mod simulation;
#[cfg(feature = "desktop")]
pub mod table;
pub mod words;
