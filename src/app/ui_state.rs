//! Where one is in the program: which screen, what lies over it, and what its fields hold.

use bevy::prelude::*;

use super::bindings::Command;

/// Which screen is shown.
#[derive(States, Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Screen {
    /// All games, and the saved ones.
    #[default]
    Library,
    /// A game about to be dealt.
    Setup,
    /// A table.
    Play,
    /// What was played before.
    History,
    /// Where puzzles are made.
    Workshop,
}

/// Something that lies over the screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Page {
    /// The game's rules, open at a heading.
    Rules(Option<String>),
    Menu,
    /// The end of a game.
    End,
    Settings,
    /// Which key asks for what; closed, the settings show again.
    Keys,
    Share,
    /// A record from outside, to be opened.
    Open,
    Pictures,
    /// A picture from outside, and the square of it that counts.
    Crop,
    /// How picture packs are made.
    PackHelp,
}

/// What lies over the screen, what its fields hold, and what there is to say.
#[derive(Resource, Clone, PartialEq, Debug, Default)]
pub struct UiState {
    pub page: Option<Page>,
    /// Things that went wrong, shown until they are closed.
    pub notices: Vec<String>,
    /// The game whose setup, history or workshop is shown.
    pub chosen: Option<&'static str>,
    /// What the seed field holds.
    pub seed: String,
    /// What the field for a file holds: its path, or a record's text.
    pub typed: String,
    /// What was just done, said on the page that did it.
    pub done: Option<String>,
    /// What the search field holds.
    pub search: String,
    /// Text on its way to the clipboard.
    pub to_copy: Option<String>,
    /// Whether the field waits for what the clipboard holds.
    pub wants_paste: bool,
    /// The picture of which it is asked whether to remove it.
    pub asks_about: Option<String>,
    /// The command that the next key pressed is for.
    pub catching: Option<Command>,
    /// Whether the first button of the screen should take the focus.
    pub wants_focus: bool,
}

impl UiState {
    /// Says something once.
    pub fn say(&mut self, notice: impl ToString) {
        let notice = notice.to_string();
        if !self.notices.contains(&notice) {
            self.notices.push(notice);
        }
    }

    pub fn open(&mut self, page: Page) {
        self.page = Some(page);
        self.wants_focus = true;
    }

    /// Nothing lies over the screen that is entered.
    pub fn enter_screen(&mut self) {
        self.page = None;
        self.wants_focus = true;
    }
}

/// A fresh seed: eight hexadecimal digits from the clock.
pub fn fresh_seed() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let nanos = now.map_or(0, |since| since.as_nanos() as u64);
    let mixed = crate::engine::rng::GameRng::from_number(nanos).bits();
    format!("{:08x}", mixed >> 32)
}

pub fn plugin(app: &mut App) {
    app.init_state::<Screen>().init_resource::<UiState>();
}
