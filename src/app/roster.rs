//! Who plays: people and bots with their names and colours, in playing order, handed on from game to game.

use serde::{Deserialize, Serialize};

use super::settings::Settings;
use crate::engine::game::Info;
use crate::engine::record::{LONGEST_NAME, Player};
use crate::engine::seats::{BotLevel, MOST_SEATS};
use crate::table::panels::Sitting;
use crate::table::theme::{Palette, Rgb};

/// The most that are remembered.
const MOST: usize = MOST_SEATS as usize;

/// Somebody who plays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sitter {
    /// The name.
    pub name: String,
    /// The colour, as a number into the theme's seat colours.
    pub colour: u8,
    /// The bot, or nobody: then it is a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<BotLevel>,
}

/// Everybody who plays, in playing order: always as many as the largest game has seats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Company(Vec<Sitter>);

impl Default for Company {
    fn default() -> Company {
        let names = ["You", "Ada", "Blaise", "Clara", "Dorothy", "Edmond", "Fanny", "Gustav"];
        let sitter = |(name, colour): (&str, u8)| Sitter {
            name: name.to_owned(),
            colour,
            bot: (colour > 0).then_some(BotLevel::Medium),
        };
        Company(names.into_iter().zip(0..).map(sitter).collect())
    }
}

impl Company {
    /// The first so many.
    pub fn first(&self, seats: usize) -> &[Sitter] {
        self.0.get(..seats).unwrap_or(&self.0)
    }

    /// One of them, to be changed.
    pub fn sitter_mut(&mut self, seat: usize) -> Option<&mut Sitter> {
        self.0.get_mut(seat)
    }

    /// The next colour for this seat that none of the first so many has.
    pub fn next_colour(&mut self, seat: usize, seats: usize) {
        let taken: Vec<u8> = self.first(seats).iter().map(|sitter| sitter.colour).collect();
        let Some(sitter) = self.0.get_mut(seat) else { return };
        let after = (1..MOST_SEATS).map(|step| (sitter.colour + step) % MOST_SEATS);
        sitter.colour = after.into_iter().find(|colour| !taken.contains(colour)).unwrap_or(sitter.colour);
    }

    /// Lets this one play one place earlier.
    pub fn move_up(&mut self, seat: usize) {
        if seat > 0 && seat < self.0.len() {
            self.0.swap(seat - 1, seat);
        }
    }

    /// Lets the next of the first so many begin.
    pub fn hand_on(&mut self, seats: usize) {
        if let Some(playing) = self.0.get_mut(..seats) {
            playing.rotate_left(1);
        }
    }

    /// The players of a game with so many seats. Who has no name is called by their number, and a solitaire's bot steps aside.
    pub fn players(&self, seats: usize) -> Vec<Player> {
        let named = |(number, sitter): (usize, &Sitter)| {
            let name: String = sitter.name.trim().chars().take(LONGEST_NAME).collect();
            let name = if name.is_empty() { format!("Player {}", number + 1) } else { name };
            Player { name, bot: sitter.bot }
        };
        if seats == 1 {
            let person = self.0.iter().find(|sitter| sitter.bot.is_none());
            return vec![Player::person(person.map_or("You", |person| person.name.as_str()))];
        }
        self.first(seats).iter().enumerate().map(named).collect()
    }

    /// Whether a settings file may hold it.
    ///
    /// # Errors
    /// What is wrong with it, and what would be right.
    pub fn check(&self) -> Result<(), String> {
        if self.0.len() != MOST {
            return Err(format!("a company of {}; it always has {MOST}", self.0.len()));
        }
        for sitter in &self.0 {
            if sitter.name.chars().count() > LONGEST_NAME || sitter.name.chars().any(char::is_control) {
                return Err(format!(
                    "a name in the company is longer than {LONGEST_NAME} characters, or cannot be shown"
                ));
            }
            if sitter.colour >= MOST_SEATS {
                return Err(format!("colour {} is not within 0 to {}", sitter.colour, MOST_SEATS - 1));
            }
        }
        Ok(())
    }
}

/// How a game was last set up.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TableSetup {
    /// How many seats; `None` for as many as the game proposes.
    pub seats: Option<u8>,
    /// The game's options, as text; empty for the usual ones.
    pub options: String,
}

impl Settings {
    /// How many seats this game is set up with: three where it is for several, until somebody says otherwise.
    pub fn seats_of(&self, info: &Info) -> usize {
        let (fewest, most) = info.seats;
        let set = self.tables.get(info.id).and_then(|table| table.seats);
        usize::from(set.unwrap_or(if most > 1 { 3 } else { 1 }).clamp(fewest, most))
    }

    /// The options this game is set up with, as text.
    pub fn options_of(&self, game: &str) -> &str {
        self.tables.get(game).map_or("", |table| table.options.as_str())
    }

    /// Who sits where, as panels show it. Colours are those of the company; strangers have those that are left.
    pub fn sittings(&self, players: &[Player], palette: &Palette) -> Vec<Sitting> {
        let known = |player: &Player| -> Option<u8> {
            let sitter = self.company.0.iter().find(|sitter| sitter.name.trim() == player.name);
            sitter.map(|sitter| sitter.colour)
        };
        let taken: Vec<u8> = players.iter().filter_map(known).collect();
        let mut free = (0..MOST_SEATS).filter(|colour| !taken.contains(colour));
        let mut sitting = |player: &Player| {
            let colour: Rgb = palette.seat(known(player).or_else(|| free.next()).unwrap_or_default());
            Sitting { name: player.name.clone(), colour, is_person: player.bot.is_none() }
        };
        players.iter().map(&mut sitting).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_handed_on_among_those_who_play() {
        let mut company = Company::default();
        company.hand_on(3);
        let names: Vec<&str> = company.first(4).iter().map(|sitter| sitter.name.as_str()).collect();
        assert_eq!(names, ["Ada", "Blaise", "You", "Clara"]);
        assert_eq!(company.players(1), [Player::person("You")], "alone, the person plays");
    }

    #[test]
    fn strangers_have_colours_that_nobody_has() {
        let players = ["Dora", "Ada", "Zoe"].map(Player::person);
        let sittings = Settings::default().sittings(&players, &Palette::default());
        let colours: Vec<Rgb> = sittings.iter().map(|sitting| sitting.colour).collect();
        let palette = Palette::default();
        assert_eq!(colours, [palette.seat(0), palette.seat(1), palette.seat(2)]);
    }

    #[test]
    fn colours_are_each_others() {
        let mut company = Company::default();
        company.next_colour(0, 4);
        assert_eq!(company.first(1)[0].colour, 4);
        assert_eq!(company.check(), Ok(()));
    }
}
