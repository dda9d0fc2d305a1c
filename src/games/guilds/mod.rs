//! Mystique Guilds: buy cards with cards, and have the most in each of twelve guilds when the draw deck is empty.
//!
//! What nobody plays who knows the game is in [`blunders`].

pub mod blunders;
pub mod bot;
pub mod ending;
pub mod guild;
pub mod layout;
mod lesson;
pub mod moves;
pub mod offers;
pub mod outlook;
pub mod places;
pub mod reason;
pub mod rules;
pub mod table;

pub use rules::MystiqueGuilds;
