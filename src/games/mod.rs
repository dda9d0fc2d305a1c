//! One folder a game: its rules, its view, its bots and where its pieces lie.

pub mod matrix;
pub mod mess;
pub mod mystery;

/// Puts every game's panel into the window.
#[cfg(feature = "desktop")]
pub fn panels(app: &mut bevy::app::App) {
    use crate::engine::game::Game;
    use crate::table::panels::{GamePanels, Panels};

    let mut panels = app.world_mut().get_resource_or_init::<GamePanels>();
    panels.0.insert(matrix::MatrixSolitaire::INFO.id, Panels::beside(matrix::panel::show));
    panels.0.insert(mess::MessMachine::INFO.id, Panels::beside(mess::panel::show));
    let mystery = Panels {
        beside: mystery::panel::show,
        setup: Some(mystery::setup::show),
        workshop: Some(mystery::designer::open),
    };
    panels.0.insert(mystery::MysteryMachine::INFO.id, mystery);
}
