//! Who plays: people and bots with their names and colours, in playing order, handed on from game to game.

use serde::{Deserialize, Serialize};

use crate::engine::record::{LONGEST_NAME, Player};
use crate::engine::seats::{BotLevel, MOST_SEATS};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RosterEntry {
    pub name: String,
    /// An index into the theme's seat colours.
    pub colour: u8,
    /// `None` for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<BotLevel>,
}

/// Everybody who plays, in playing order: always as many as the largest game has seats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Roster(Vec<RosterEntry>);

impl Default for Roster {
    fn default() -> Roster {
        let names = ["You", "Ada", "Blaise", "Clara", "Dorothy", "Edmond", "Fanny", "Gustav"];
        let entry = |(name, colour): (&str, u8)| RosterEntry {
            name: name.to_owned(),
            colour,
            bot: (colour > 0).then_some(BotLevel::Medium),
        };
        Roster(names.into_iter().zip(0..).map(entry).collect())
    }
}

impl Roster {
    /// Those who play in a game with so many seats.
    pub fn first(&self, seats: usize) -> &[RosterEntry] {
        self.0.get(..seats).unwrap_or(&self.0)
    }

    pub fn named(&self, name: &str) -> Option<&RosterEntry> {
        self.0.iter().find(|entry| entry.name.trim() == name)
    }

    pub fn entry_mut(&mut self, seat: usize) -> Option<&mut RosterEntry> {
        self.0.get_mut(seat)
    }

    /// Gives this seat the next colour that nobody in the first so many seats has.
    pub fn next_colour(&mut self, seat: usize, seats: usize) {
        let used: Vec<u8> = self.first(seats).iter().map(|entry| entry.colour).collect();
        let Some(entry) = self.0.get_mut(seat) else { return };
        let mut following = (1..MOST_SEATS).map(|step| (entry.colour + step) % MOST_SEATS);
        entry.colour = following.find(|colour| !used.contains(colour)).unwrap_or(entry.colour);
    }

    pub fn move_up(&mut self, seat: usize) {
        if seat > 0 && seat < self.0.len() {
            self.0.swap(seat - 1, seat);
        }
    }

    /// The players of a game with so many seats. Whoever has no name is called by their number. A solitaire is played
    /// by the first person, never by a bot.
    pub fn players(&self, seats: usize) -> Vec<Player> {
        if seats == 1 {
            let person = self.0.iter().find(|entry| entry.bot.is_none());
            return vec![Player::person(person.map_or("You", |person| person.name.as_str()))];
        }
        let player = |(number, entry): (usize, &RosterEntry)| {
            let name: String = entry.name.trim().chars().take(LONGEST_NAME).collect();
            let name = if name.is_empty() { format!("Player {}", number + 1) } else { name };
            Player { name, bot: entry.bot }
        };
        self.first(seats).iter().enumerate().map(player).collect()
    }

    /// Checks what a settings file holds; an error says what would be right.
    pub fn check(&self) -> Result<(), String> {
        if self.0.len() != usize::from(MOST_SEATS) {
            return Err(format!("`company` lists {} players; it must list {MOST_SEATS}", self.0.len()));
        }
        for RosterEntry { name, colour, .. } in &self.0 {
            if name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
                return Err(format!("a player’s name has more than {LONGEST_NAME} characters, or control characters"));
            }
            if *colour >= MOST_SEATS {
                return Err(format!("a player’s colour is {colour}; it must be from 0 to {}", MOST_SEATS - 1));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alone_the_first_person_plays_wherever_they_sit() {
        let mut roster = Roster::default();
        roster.move_up(1);
        let names: Vec<&str> = roster.first(3).iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names, ["Ada", "You", "Blaise"]);
        assert_eq!(roster.players(1), [Player::person("You")], "alone, the person plays");
    }

    #[test]
    fn colours_are_each_others() {
        let mut roster = Roster::default();
        roster.next_colour(0, 4);
        assert_eq!(roster.first(1)[0].colour, 4);
        assert_eq!(roster.check(), Ok(()));
    }
}
