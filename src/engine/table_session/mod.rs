//! A session without its type: what windows and command lines hold.
//!
//! Moves go in and out as text, the same text that records hold, so the whole program above the rules speaks one
//! language, and every game played exercises it.
//!
//! * `contract` — what is asked of a session, as [`TableSession`], and `answers`, what it answers in text;
//! * `implementation` — the same for a session of any game;
//! * `told` — what players read, with their `names`; `playing`, moves as text, and what is shown of them;
//! * `bots`, `hints` — work for the bots; `reviews`, a finished game looked back at;
//! * `lessons`, `puzzles` — what is particular to these.

mod answers;
mod bots;
mod contract;
mod hints;
mod implementation;
mod lessons;
mod names;
mod playing;
mod puzzles;
mod reviews;
mod told;

pub use super::game::Hindsight;
pub use answers::{Computation, HintText, LeftSolutionText, UndoRefusal};
pub use contract::{Playable, SecondChance, TableSession};
