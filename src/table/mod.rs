//! The table that all games share: how it looks, how pieces move on it, how people touch it. It knows no game.
//!
//! * [`schedule`] — the order of a frame;
//! * [`scene`] — what the table should show; [`pieces`] and [`areas`], the entities that follow it; [`shadows`];
//! * [`viewport`] — where the table is in the window; [`zoom`], a closer look at it;
//! * [`atlas`] — every face in one image; [`faces`], how each is drawn, and [`rings`], what is drawn around areas; [`tile_sprite`],
//!   which one is shown; [`card_style`], how players want them;
//! * [`motion`] — how pieces get where they belong;
//! * [`input`] — pointer and keys, as gestures;
//! * [`cloth`], [`theme`], [`sound`] — what it lies on, its colours and fonts, what it sounds like;
//! * [`panels`] — what a game adds to the shared panels; [`widgets`], [`drawings`] and [`page`], what panels consist
//!   of; [`focus`], what of them has the keys;
//! * [`looks`] — players' own themes and decks;
//! * [`job`] — work on other threads.

pub mod areas;
pub mod assets;
pub mod atlas;
pub mod card_style;
pub mod cloth;
pub mod drawings;
pub mod drop_down;
pub mod faces;
pub mod focus;
#[cfg(test)]
mod grey;
pub mod input;
pub mod job;
pub mod looks;
pub mod motion;
pub mod page;
pub mod panels;
pub mod pause;
pub mod pieces;
pub mod rings;
pub mod scene;
pub mod schedule;
pub mod shadows;
pub mod sound;
pub mod theme;
pub mod tile_sprite;
pub mod viewport;
pub mod widgets;
pub mod zoom;

use bevy::prelude::*;

/// What of the table needs no renderer.
pub fn plugin(app: &mut App) {
    app.init_resource::<viewport::TableViewport>().init_resource::<viewport::TableZoom>().add_plugins((
        schedule::plugin,
        job::plugin,
        motion::plugin,
        scene::plugin,
        atlas::plugin,
        areas::plugin,
        pieces::plugin,
        shadows::plugin,
        sound::plugin,
        input::plugin,
        zoom::plugin,
    ));
}

/// What needs a window and a renderer: the camera, the cloth, and the pointer.
pub fn renderer(app: &mut App) {
    app.add_plugins((cloth::plugin, areas::picking_plugin));
}
