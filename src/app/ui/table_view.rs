//! A table as its panels see it: the game, what lies there now, who sits round it, and the window that it is in.

use crate::app::game::active::ActiveGame;
use crate::app::game::jobs::BotPool;
use crate::app::game::turn::Turn;
use crate::app::settings::Settings;
use crate::table::job::WakeWindow;
use crate::table::panels::SeatedPlayer;
use crate::table::scene::TableScene;
use crate::table::viewport::TableViewport;

/// A table, and what stands around it.
pub(super) struct TableView<'a> {
    pub(super) game: &'a ActiveGame,
    pub(super) turn: Turn,
    pub(super) scene: &'a TableScene,
    pub(super) viewport: &'a TableViewport,
    /// Whether the table has been empty for a while, because what lies there is still being drawn.
    pub(super) is_late: bool,
    pub(super) seats: &'a [SeatedPlayer],
    pub(super) settings: &'a Settings,
    pub(super) pool: &'a BotPool,
    pub(super) wake: &'a WakeWindow,
    /// Whether the panel that is folded is open.
    pub(super) drawer: bool,
    /// Whether what is opened now should take the focus.
    pub(super) focus: bool,
}
