//! Who sits at the table, and who looks at it.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The most seats that any game has.
pub const MOST_SEATS: u8 = 8;

/// One place at the table, 0 first in playing order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(u8);

impl Seat {
    /// The seat that is first in playing order.
    pub const FIRST: Seat = Seat(0);

    /// The seat with this number, 0..=7.
    ///
    /// Returns `None` from [`MOST_SEATS`] on.
    pub const fn new(number: u8) -> Option<Seat> {
        if number < MOST_SEATS { Some(Seat(number)) } else { None }
    }

    /// 0..=7.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// How many seats a game is played with, 1..=8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Seats(u8);

impl Seats {
    /// One seat: a solitaire.
    pub const ONE: Seats = Seats(1);

    /// This many seats; `None` for 0 and above [`MOST_SEATS`].
    pub fn new(count: usize) -> Option<Seats> {
        u8::try_from(count).ok().filter(|count| (1..=MOST_SEATS).contains(count)).map(Seats)
    }

    /// 1..=8.
    pub const fn count(self) -> usize {
        self.0 as usize
    }

    /// The seats in playing order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator {
        (0..self.0).map(Seat)
    }

    /// Whether the seat is one of them.
    pub const fn contains(self, seat: Seat) -> bool {
        seat.0 < self.0
    }

    /// The seat after this one, round the table.
    pub const fn after(self, seat: Seat) -> Seat {
        Seat((seat.0 + 1) % self.0)
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    /// No seat.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// Just this seat.
    pub const fn only(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    /// Whether the seat is in it.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// Whether no seat is in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many seats are in it.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The seats, in playing order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..MOST_SEATS).map(Seat).filter(move |seat| self.contains(*seat))
    }

    /// The first of them in playing order.
    pub fn first(self) -> Option<Seat> {
        self.iter().next()
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        SeatSet(seats.into_iter().fold(0, |set, seat| set | 1 << seat.0))
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|seat| seat.0)).finish()
    }
}

/// Whose eyes a view, an event or a table is made for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// The player of this seat: what is public and what this seat may know.
    Seat(Seat),
    /// Somebody looking on, who knows only what all know.
    Public,
    /// Somebody who sees everything: replays of finished games, tests, the record itself.
    Referee,
}

/// How strong a bot plays. Every game has all four.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum BotLevel {
    /// Any legal move, all equally likely: the measure of what play is worth.
    Random,
    /// Plays for what is at hand.
    Easy,
    /// Plays soundly.
    Medium,
    /// Plays as well as we know how.
    Hard,
}

impl BotLevel {
    /// All, weakest first.
    pub const ALL: [BotLevel; 4] = [BotLevel::Random, BotLevel::Easy, BotLevel::Medium, BotLevel::Hard];

    /// The word used on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            BotLevel::Random => "random",
            BotLevel::Easy => "easy",
            BotLevel::Medium => "medium",
            BotLevel::Hard => "hard",
        }
    }
}

impl fmt::Display for BotLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A word that is no bot level.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is not a bot; the bots are random, easy, medium and hard")]
pub struct NotABot(String);

impl std::str::FromStr for BotLevel {
    type Err = NotABot;

    fn from_str(text: &str) -> Result<BotLevel, NotABot> {
        let level = BotLevel::ALL.into_iter().find(|level| level.word() == text);
        level.ok_or_else(|| NotABot(text.chars().take(24).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_go_round_the_table() {
        let seats = Seats::new(3).unwrap();
        let order: Vec<usize> = seats.iter().map(|seat| seats.after(seat).index()).collect();
        assert_eq!(order, [1, 2, 0]);
        assert_eq!((Seats::new(0), Seats::new(9)), (None, None));
    }

    #[test]
    fn a_seat_set_knows_its_seats() {
        let set: SeatSet = [2, 0].into_iter().filter_map(Seat::new).collect();
        assert_eq!(set.iter().map(Seat::index).collect::<Vec<_>>(), [0, 2]);
        assert_eq!((set.len(), set.first()), (2, Some(Seat::FIRST)));
    }
}
