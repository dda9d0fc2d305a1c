//! The table that all games share: how it looks, how pieces move on it, how people touch it. It knows no game.
//!
//! * [`theme`] — every colour, size and font;
//! * [`art`] — the faces of pieces, rasterised for the size shown;
//! * [`cloth`] — what the table is covered with;
//! * `canvas` — what of a frame is painted anew;
//! * [`pictures`] — drawings among the panels;
//! * [`looks`] — themes and decks that players bring;
//! * [`felt`] — where the table is in the window;
//! * [`pieces`] — entities that follow a layout;
//! * [`piles`] — what is drawn of a pile;
//! * [`rings`] — slots as the eye and the pointer find them;
//! * [`motion`] — how they get there;
//! * [`touch`] — pointer and keys, as gestures;
//! * [`sound`] — what it sounds like;
//! * [`page`] — rules pages;
//! * [`panels`] — what a game adds to the shared panels.

pub mod art;
pub mod assets;
mod canvas;
pub mod cloth;
mod damage;
pub mod felt;
mod flat;
#[cfg(test)]
mod grey;
mod lifted;
pub mod looks;
pub mod motion;
pub mod page;
pub mod panels;
pub mod pictures;
pub mod pieces;
pub mod piles;
mod plates;
pub mod rings;
pub mod sound;
pub mod theme;
pub mod touch;
pub mod widgets;
