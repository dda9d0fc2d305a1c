//! What the window shows of Mystery Machine besides the table: the notes on its grid, the panel, the choice of a puzzle,
//! and the puzzle designer.

#[cfg(feature = "desktop")]
pub mod board;
#[cfg(feature = "desktop")]
pub mod designer;
#[cfg(feature = "desktop")]
mod grid;
#[cfg(feature = "desktop")]
pub mod panel;
#[cfg(feature = "desktop")]
mod plan;
#[cfg(feature = "desktop")]
pub mod setup;
