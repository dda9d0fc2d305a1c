//! Who sits at the table, and who looks at it.

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

use crate::words;

pub const MOST_SEATS: u8 = 8;

/// A place at the table, numbered from 0 in playing order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(u8);

impl Seat {
    pub const FIRST: Seat = Seat(0);

    /// Returns `None` from [`MOST_SEATS`] on.
    #[inline]
    pub const fn new(number: u8) -> Option<Seat> {
        if number < MOST_SEATS { Some(Seat(number)) } else { None }
    }

    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Stands in a game's texts for the name of whoever sits here, which games do not know; see
    /// [`with_names`](crate::words::with_names).
    pub fn called(self) -> String {
        words::called(self.0)
    }

    /// Stands for "Ada’s" or "your".
    pub fn whose(self) -> String {
        words::whose(self.0)
    }

    /// Stands for "Ada wins" or "you win", by who sits here.
    pub fn does(self, they: &str, you: &str) -> String {
        words::does(self.0, they, you)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The number of seats in a game, 1 to [`MOST_SEATS`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Seats(u8);

impl Seats {
    pub const ONE: Seats = Seats(1);

    /// Returns `None` for 0 and above [`MOST_SEATS`].
    pub fn new(count: usize) -> Option<Seats> {
        u8::try_from(count).ok().filter(|count| (1..=MOST_SEATS).contains(count)).map(Seats)
    }

    #[inline]
    pub const fn count(self) -> usize {
        self.0 as usize
    }

    pub fn iter(self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator {
        (0..self.0).map(Seat)
    }

    /// The next seat in playing order; the first follows the last.
    #[inline]
    pub const fn after(self, seat: Seat) -> Seat {
        Seat((seat.0 + 1) % self.0)
    }

    /// The seat that plays just before this one.
    pub const fn before(self, seat: Seat) -> Seat {
        Seat((seat.0 + self.0 - 1) % self.0)
    }

    /// Every seat once, in playing order, this one first.
    pub fn from(self, first: Seat) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator {
        (0..self.0).map(move |step| Seat((first.0 + step) % self.0))
    }

    /// Those for whom something is highest.
    ///
    /// ```
    /// use parlour::engine::seats::{Seat, Seats};
    ///
    /// let points = [3, 7, 7];
    /// let most = Seats::new(3).unwrap().with_most(|seat| points[seat.index()]);
    /// assert_eq!(most, [Seat::new(1).unwrap(), Seat::new(2).unwrap()]);
    /// ```
    pub fn with_most(self, of: impl Fn(Seat) -> i32) -> Vec<Seat> {
        let most = self.iter().map(&of).max();
        self.iter().filter(|seat| Some(of(*seat)) == most).collect()
    }

    /// All of them.
    pub const fn all(self) -> SeatSet {
        SeatSet(((1 << self.0 as u16) - 1) as u8)
    }
}

/// A set of seats, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    pub const EMPTY: SeatSet = SeatSet(0);

    pub const fn only(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The seats in playing order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let lowest = (left != 0).then(|| left.trailing_zeros() as u8)?;
            left &= left - 1;
            Some(Seat(lowest))
        })
    }

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

/// A value for each seat that there can be, such as what each has taken: `taken[seat]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BySeat<T>([T; MOST_SEATS as usize]);

impl<T> BySeat<T> {
    /// The same value for each.
    #[inline]
    pub const fn of(value: T) -> BySeat<T>
    where
        T: Copy,
    {
        BySeat([value; MOST_SEATS as usize])
    }

    /// The values of all seats that there can be, in playing order.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        (0..MOST_SEATS).map(Seat).zip(&self.0)
    }

    #[inline]
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Seat, &mut T)> {
        (0..MOST_SEATS).map(Seat).zip(&mut self.0)
    }

    /// The values of those who play, in playing order.
    pub fn of_those(&self, seats: Seats) -> &[T] {
        &self.0[..seats.count()]
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

/// For whom a view, an event or a table is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// A player, who knows what is public and what this seat may know.
    Seat(Seat),
    /// A spectator, who knows only what everybody knows.
    Public,
    /// Somebody who sees everything, as in the replay of a finished game.
    Referee,
}

impl Viewer {
    /// Whether this viewer may see what only this seat may.
    pub fn sees(self, owner: Seat) -> bool {
        match self {
            Viewer::Seat(seat) => seat == owner,
            Viewer::Public => false,
            Viewer::Referee => true,
        }
    }
}

/// The strength of a bot. Every game has all four.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum BotLevel {
    /// Plays any legal move, all equally likely: the baseline for the others.
    Random,
    /// Plays for immediate gain.
    Easy,
    Medium,
    Hard,
}

impl BotLevel {
    /// Weakest first.
    pub const ALL: [BotLevel; 4] = [BotLevel::Random, BotLevel::Easy, BotLevel::Medium, BotLevel::Hard];

    /// The name used on the command line.
    pub const fn word(self) -> &'static str {
        ["random", "easy", "medium", "hard"][self as usize]
    }
}

impl fmt::Display for BotLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no bot {0:?}; the bots are random, easy, medium and hard")]
pub struct ParseBotLevelError(String);

impl std::str::FromStr for BotLevel {
    type Err = ParseBotLevelError;

    fn from_str(text: &str) -> Result<BotLevel, ParseBotLevelError> {
        let level = BotLevel::ALL.into_iter().find(|level| level.word() == text);
        level.ok_or_else(|| ParseBotLevelError(text.chars().take(24).collect()))
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
        let from_the_last: Vec<usize> = seats.from(Seat(2)).map(Seat::index).collect();
        assert_eq!((from_the_last, seats.before(Seat::FIRST)), (vec![2, 0, 1], Seat(2)));
        assert_eq!(Seats(8).all().len(), 8);
    }

    #[test]
    fn a_seat_set_knows_its_seats() {
        let set: SeatSet = [2, 0].into_iter().filter_map(Seat::new).collect();
        assert_eq!(set.iter().map(Seat::index).collect::<Vec<_>>(), [0, 2]);
        assert_eq!((set.len(), set.first()), (2, Some(Seat::FIRST)));
    }
}
