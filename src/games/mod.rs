//! One folder a game: its rules, its view, its bots, where its pieces lie, and what it adds to the window.

pub mod chain;
pub mod circle;
pub mod clique;
pub mod domination;
pub mod eddies;
pub mod eleusis;
pub mod energy;
pub mod guilds;
pub mod matrix;
pub mod maze;
pub mod mess;
pub mod mystery;
pub mod mystique;
pub mod pillars;
pub mod restraints;
pub mod suns;
pub mod up_and_down;

/// Every game's plugin, in the order of the [catalogue](crate::catalogue).
#[cfg(feature = "desktop")]
pub fn plugins(app: &mut bevy::app::App) {
    app.add_plugins((matrix::plugin::plugin, mess::plugin::plugin, chain::plugin::plugin));
    app.add_plugins((mystery::plugin::plugin, eleusis::plugin::plugin));
}
