//! The program with a window: screens, games, saving, and everything wired together.
//!
//! * [`messages`] — what players ask for; [`navigation`], [`settings_actions`], [`workshop`], [`sharing`], [`pictures`]
//!   and [`game`] do it;
//! * [`game`] — the game on the table, from what a player asked for to the saved record;
//! * [`daily`] — the deal of the day; [`calendar`] — which of them were played;
//! * [`evening`] — several games in a row, with one table of points;
//! * [`keys`] — the keyboard, and [`bindings`], which key asks for what;
//! * [`settings`], [`roster`] — what players set once and keep; [`store`] — what stays on disk;
//! * [`looks`] — players' own themes and decks;
//! * [`ui`] — the panels of every screen; [`ui_state`] — what they show; [`window_layout`] — how the window is divided;
//! * [`platform`] — what makes up for faults and gaps of window systems;
//! * [`window`] — the window itself; [`mod@trace`] measures it.

pub mod bindings;
pub mod calendar;
pub mod daily;
pub mod evening;
pub mod game;
pub mod keys;
pub mod looks;
pub mod messages;
pub mod navigation;
pub mod pictures;
pub mod platform;
pub mod roster;
pub mod settings;
pub mod settings_actions;
pub mod sharing;
pub mod store;
pub mod trace;
pub mod ui;
pub mod ui_state;
pub mod window;
pub mod window_layout;
pub mod workshop;

use bevy::prelude::App;

/// What of the program needs neither window nor renderer; tests run only this.
pub fn plugin(app: &mut App) {
    app.add_plugins((
        crate::table::plugin,
        messages::plugin,
        ui_state::plugin,
        daily::plugin,
        navigation::plugin,
        settings_actions::plugin,
        looks::plugin,
        pictures::plugin,
        workshop::plugin,
        game::plugin,
        evening::plugin,
        sharing::plugin,
        keys::plugin,
        window_layout::plugin,
    ));
    #[cfg(feature = "gamepad")]
    app.add_plugins(platform::gamepad::plugin);
}
