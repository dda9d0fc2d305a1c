//! Matrix Solitaire: a solitaire on a 3×3 matrix with gravity.
//!
//! * [`board`] — the matrix: where a card may go, what it does, gravity and chains;
//! * [`rules`] — the game: deck, score, end;
//! * [`layout`] — where everything lies on the table;
//! * [`lesson`] — first steps;
//! * [`bot`] — bots, hint and hindsight over [`search`] and [`retrospect`].

pub mod board;
pub mod bot;
pub mod layout;
pub mod lesson;
#[cfg(feature = "desktop")]
pub mod panel;
pub mod retrospect;
pub mod rules;
pub mod search;

pub use board::{Board, Slot};
pub use rules::{MatrixSolitaire, Play, View};
