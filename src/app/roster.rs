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

/// The seat colours in the order in which players get them, by their indices in the theme: those that are no colour of the Mystique deck
/// come first, so that cards of two or three owners are told apart by more than what is printed on them.
pub const COLOUR_ORDER: [u8; MOST_SEATS as usize] = [4, 5, 6, 2, 7, 0, 1, 3];

impl Default for Roster {
    fn default() -> Roster {
        let names = ["You", "Ada", "Blaise", "Clara", "Dorothy", "Edmond", "Fanny", "Gustav"];
        let entry = |(seat, (name, colour)): (usize, (&str, u8))| RosterEntry {
            name: name.to_owned(),
            colour,
            bot: (seat > 0).then_some(BotLevel::Medium),
        };
        Roster(names.into_iter().zip(COLOUR_ORDER).enumerate().map(entry).collect())
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

    /// Gives this seat the next colour that nobody in those seats has which are shown together. Whoever else had it gets the old one.
    pub fn next_colour(&mut self, seat: usize, shown: &[usize]) {
        let used: Vec<u8> = shown.iter().filter_map(|seat| self.0.get(*seat)).map(|entry| entry.colour).collect();
        let Some(old) = self.0.get(seat).map(|entry| entry.colour) else { return };
        let mut following = (1..MOST_SEATS).map(|step| (old + step) % MOST_SEATS);
        let Some(new) = following.find(|colour| !used.contains(colour)) else { return };
        for entry in &mut self.0 {
            if entry.colour == new {
                entry.colour = old;
            }
        }
        if let Some(entry) = self.0.get_mut(seat) {
            entry.colour = new;
        }
    }

    pub fn move_up(&mut self, seat: usize) {
        if seat > 0 {
            self.swap(seat - 1, seat);
        }
    }

    /// Lets two take each other's place.
    pub fn swap(&mut self, one: usize, other: usize) {
        if one.max(other) < self.0.len() {
            self.0.swap(one, other);
        }
    }

    /// The seats of all people, in playing order.
    pub fn people(&self) -> Vec<usize> {
        let is_person = |(seat, entry): (usize, &RosterEntry)| entry.bot.is_none().then_some(seat);
        self.0.iter().enumerate().filter_map(is_person).collect()
    }

    /// Makes so many of them people: bots become people from the first seat on, or people bots from the last.
    pub fn set_people(&mut self, count: usize) {
        let mut missing = count.saturating_sub(self.people().len());
        for entry in self.0.iter_mut().filter(|entry| entry.bot.is_some()) {
            if missing > 0 {
                entry.bot = None;
                missing -= 1;
            }
        }
        for seat in self.people().into_iter().skip(count) {
            if let Some(entry) = self.0.get_mut(seat) {
                entry.bot = Some(BotLevel::Medium);
            }
        }
    }

    /// The names of all people, in playing order.
    pub fn people_by_name(&self) -> Vec<String> {
        self.names(|player| player.bot.is_none())
    }

    /// The names of all bots, in playing order.
    pub fn bots_by_name(&self) -> Vec<String> {
        self.names(|player| player.bot.is_some())
    }

    fn names(&self, of: impl Fn(&Player) -> bool) -> Vec<String> {
        self.players(usize::from(MOST_SEATS)).into_iter().filter(of).map(|player| player.name).collect()
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
        roster.next_colour(0, &[0, 1, 2, 3]);
        assert_eq!(roster.first(1)[0].colour, 7, "after 4 come 5 and 6, which others have");
        assert_eq!(roster.check(), Ok(()));
        assert_eq!(roster.first(5)[4].colour, 4, "who is not there has the old one");
        let all: Vec<usize> = (0..8).collect();
        roster.next_colour(0, &all);
        assert_eq!(roster.first(1)[0].colour, 7, "none is left");
    }

    #[test]
    fn as_many_are_people_as_are_there() {
        let mut roster = Roster::default();
        roster.set_people(3);
        assert_eq!((roster.people(), roster.people_by_name().join(" ")), (vec![0, 1, 2], "You Ada Blaise".to_owned()));
        assert_eq!(roster.bots_by_name().join(" "), "Clara Dorothy Edmond Fanny Gustav");
        roster.swap(0, 2);
        roster.swap(0, 99);
        roster.set_people(2);
        assert_eq!((roster.people(), roster.people_by_name().join(" ")), (vec![0, 1], "Blaise Ada".to_owned()));
        roster.move_up(4);
        roster.set_people(1);
        assert_eq!(roster.people(), [0]);
        assert_eq!(roster.check(), Ok(()));
    }
}
