//! What stays on disk: the game in progress of each kind, finished games, the evening, and the settings.
//!
//! Everything is written to a temporary file first, flushed, and renamed over the old one, so that a crash at any
//! moment leaves either the old state or the new. A file that cannot be understood is reported and never overwritten:
//! before its place is needed it is renamed to `….damaged-1`. Nothing is written once another Parlour has taken the folder.
//!
//! ```text
//! data folder/saves/<game>.ron             the game in progress
//! data folder/evening.ron                  the evening of several games that goes on, or was the last one
//! data folder/notes/<game>                 the player's notes beside the last game
//! data folder/puzzles/                     the player's own puzzles
//! data folder/looks/                       the player's own themes and decks
//! data folder/packs/                       the player's own picture packs
//! data folder/history/<game>.log           one line a finished game
//! data folder/history/<game>/<name>.ron    its record
//! settings folder/settings.ron
//! ```

mod evening;
mod files;
mod finished;
mod folders;
mod history;
mod notes;
mod puzzles;
mod saves;
mod settings;

pub use files::{StoreError, write_new};
pub use finished::Finished;
pub use folders::Store;
