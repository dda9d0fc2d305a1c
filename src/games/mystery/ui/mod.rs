//! What the window shows of Mystery Machine besides the table: the notes on its grid, what can be worked out next, the panel, the choice of a
//! puzzle, and the puzzle designer.

#[cfg(feature = "desktop")]
pub mod board;
pub mod deduction;
#[cfg(feature = "desktop")]
pub mod designer;
pub mod notes;
#[cfg(feature = "desktop")]
pub mod panel;
#[cfg(feature = "desktop")]
mod plan;
#[cfg(feature = "desktop")]
pub mod setup;
