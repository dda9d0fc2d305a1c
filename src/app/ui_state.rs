//! What the panels show: which screen, what lies over it, and what its text fields hold.

use std::time::{SystemTime, UNIX_EPOCH};

use bevy::prelude::*;
use rand::TryRng;
use rand::rngs::SysRng;

use super::bindings::Command;
use crate::engine::rng::GameRng;
use crate::words::visible;

#[derive(States, Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Screen {
    #[default]
    Library,
    Setup,
    Play,
    History,
    /// Where puzzles are made.
    Workshop,
    /// Several games in a row: the plan for them, how they stand, and how they ended.
    Evening,
}

/// Something that lies over the screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Page {
    /// The game's rules, open at a heading.
    Rules(Option<String>),
    Menu,
    /// The result of the round that is over.
    Round,
    End,
    Settings,
    /// Which key asks for what.
    Keys,
    Share,
    /// Whether the game is fair.
    Fairness,
    /// Where a record from outside is opened.
    Open,
    Pictures,
    /// Where the square of a new picture is chosen.
    Crop,
    PackHelp,
}

#[derive(Resource, Clone, PartialEq, Debug, Default)]
pub struct UiState {
    pub page: Option<Page>,
    /// Whether the page that is open was opened from the result of a game, to which it leads back.
    pub is_from_result: bool,
    /// Whether the panel of the table, which is folded, lies open over it.
    pub drawer: bool,
    /// Messages about what went wrong, shown until they are closed.
    pub notices: Vec<String>,
    /// The game whose setup, history or workshop is shown.
    pub chosen: Option<&'static str>,
    pub seed: String,
    /// What the next deal is settled by; its fingerprint is shown before it is dealt.
    pub salt: Option<u128>,
    /// What the field for a file holds: its path, or a record's text.
    pub typed: String,
    /// What was just done, shown on the page that did it.
    pub done: Option<String>,
    pub search: String,
    pub to_copy: Option<String>,
    /// Whether the text field waits for what the clipboard holds.
    pub wants_paste: bool,
    /// The picture that the player is asked about before it is removed.
    pub asks_about: Option<String>,
    /// The command that the next key pressed is bound to.
    pub catching: Option<Command>,
    /// Whether the history's files have changed since they were read.
    pub has_new_history: bool,
    /// Whether the first button of the screen should take the focus.
    pub wants_focus: bool,
    /// Whether the table should take the focus from the panels.
    pub wants_table: bool,
}

impl UiState {
    /// Shows a message, unless it is shown already. It may name files and quote them.
    pub fn say(&mut self, notice: impl ToString) {
        let notice = visible(&notice.to_string());
        if !self.notices.contains(&notice) {
            self.notices.push(notice);
        }
    }

    pub fn open(&mut self, page: Page) {
        self.page = Some(page);
        self.wants_focus = true;
    }

    /// Goes to another screen, without the page that was open.
    pub fn go_to(&mut self, screen: Screen, next: &mut NextState<Screen>) {
        next.set(screen);
        self.page = None;
        self.drawer = false;
        self.wants_focus = true;
    }
}

/// A fresh seed: eight hexadecimal digits from the clock.
pub fn fresh_seed() -> String {
    seed_at(SystemTime::now())
}

/// A number that nobody can guess, for the salt of a deal; `None` where the system has none to give.
pub fn fresh_salt() -> Option<u128> {
    let mut bytes = [0; 16];
    SysRng.try_fill_bytes(&mut bytes).ok()?;
    Some(u128::from_le_bytes(bytes))
}

/// A clock that was never set may stand before 1970; there, too, every moment has a seed of its own.
fn seed_at(moment: SystemTime) -> String {
    let away = moment.duration_since(UNIX_EPOCH).unwrap_or_else(|before| before.duration());
    let mixed = GameRng::from_number(away.as_nanos() as u64).bits();
    format!("{:08x}", mixed >> 32)
}

pub fn plugin(app: &mut App) {
    app.init_state::<Screen>().init_resource::<UiState>();
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn seeds_differ_whatever_the_clock_says() {
        let seeds = [1, 2].map(|seconds| seed_at(UNIX_EPOCH - Duration::from_secs(seconds)));
        assert_ne!(seeds[0], seeds[1], "before 1970");
        assert_ne!(seed_at(UNIX_EPOCH), seed_at(UNIX_EPOCH + Duration::from_secs(1)));
    }
}
