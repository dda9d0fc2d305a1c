//! The names of the players, put into what games say of seats. It is done in many places, so that it is compiled once, and not again
//! for every game.

use crate::engine::record::Player;
use crate::words::{name_for_all, with_names};

/// What the player of each seat is called in what is read at this computer. Where several people sit, all of them read it.
pub(super) struct PlayerNames(Vec<String>);

impl PlayerNames {
    pub fn of(players: &[Player]) -> PlayerNames {
        let is_for_one = players.iter().filter(|player| player.bot.is_none()).count() < 2;
        let called = |name| if is_for_one { name } else { name_for_all(name) };
        PlayerNames(players.iter().map(|player| called(player.name.as_str()).to_owned()).collect())
    }

    /// A text of a game, with the names in it.
    pub fn told(&self, text: &str) -> String {
        with_names(text, &self.0)
    }

    /// Puts the names into each of these texts.
    pub fn put_into<'a>(&self, texts: impl Iterator<Item = &'a mut String>) {
        for text in texts {
            *text = self.told(text);
        }
    }
}
