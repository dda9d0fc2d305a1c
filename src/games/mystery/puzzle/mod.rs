//! Puzzles: their file format, the ones that ship with Parlour, and how they are judged, edited and generated.

pub mod analysis;
pub mod draft;
pub mod file;
pub mod format;
pub mod generate;
pub mod grade;
pub mod shipped;
pub mod verdict;

pub use format::{
    COLUMNS, CellSet, Change, GridCell, LONGEST_TEXT, MOST_JOKERS, MOST_PILES, MOST_ROWS, Mystery, Pile, Price, Puzzle,
    PuzzleError, Twist, list_cells,
};
