//! The twelve guilds, each a colour of a suit, and who controls which of them with these cards on the table.

use std::fmt;

use arrayvec::ArrayVec;

use crate::cards::{Colour, MystiqueCard, MystiqueSet, MystiqueSuit};
use crate::engine::seats::{Seat, Seats};

pub const MOST_PLAYERS: usize = 4;

/// How many cards a guild has, numbered from 1 on: the cards of a guild follow each other in the deck.
const OF_GUILD: u8 = 5;

/// What the cards of a guild come to, by a bit for each of them, the ace first.
const SUMS: [u8; 1 << OF_GUILD] = {
    let mut sums = [0; 1 << OF_GUILD];
    let mut bits = 0;
    while bits < sums.len() {
        let mut number = 0;
        while number < OF_GUILD {
            if (bits >> number) & 1 == 1 {
                sums[bits] += number + 1;
            }
            number += 1;
        }
        bits += 1;
    }
    sums
};

/// The cards of one colour and suit.
///
/// ```
/// use parlour::games::guilds::guild::Guild;
///
/// let guild = Guild::of("3rC".parse().unwrap());
/// assert_eq!((guild.to_string().as_str(), guild.worth()), ("red crowns", 1));
/// assert_eq!(guild.total("1rC 5rC 5bC".parse().unwrap()), 6);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Guild(u8);

impl Guild {
    pub const COUNT: usize = 12;

    /// The guild that is worth twice as much as any other.
    pub const BLUE_SUNS: Guild = Guild(5);

    /// By suit, and of a suit by colour, as cards are numbered.
    pub fn all() -> impl DoubleEndedIterator<Item = Guild> + ExactSizeIterator {
        (0..Guild::COUNT as u8).map(Guild)
    }

    /// The guild of a card of the golden deck.
    #[inline]
    pub const fn of(card: MystiqueCard) -> Guild {
        Guild((card.card_number() - 1) / OF_GUILD)
    }

    /// From 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub const fn suit(self) -> MystiqueSuit {
        MystiqueSuit::ALL[self.index() / Colour::ALL.len()]
    }

    pub const fn colour(self) -> Colour {
        Colour::ALL[self.index() % Colour::ALL.len()]
    }

    #[inline]
    pub const fn cards(self) -> MystiqueSet {
        MystiqueSet::of_bits((SUMS.len() as u128 - 1) << (OF_GUILD * self.0))
    }

    /// The points of whoever controls it.
    #[inline]
    pub const fn worth(self) -> i32 {
        if self.0 == Guild::BLUE_SUNS.0 { 2 } else { 1 }
    }

    /// What those of the cards come to that belong to it, 0 to 15.
    #[inline]
    pub const fn total(self, cards: MystiqueSet) -> u8 {
        SUMS[(cards.bits() >> (OF_GUILD * self.0)) as usize & (SUMS.len() - 1)]
    }

    /// The most that so many of these cards come to.
    pub fn highest(self, cards: MystiqueSet, count: usize) -> u8 {
        let mut numbers: ArrayVec<u8, { OF_GUILD as usize }> =
            cards.intersection(self.cards()).iter().map(MystiqueCard::number).collect();
        numbers.sort_unstable_by(|one, other| other.cmp(one));
        numbers.iter().take(count).sum()
    }
}

/// "red crowns".
impl fmt::Display for Guild {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.colour().word(), self.suit().word())
    }
}

/// The cards of all players, as they lie or as they may come to lie.
///
/// ```
/// use parlour::engine::seats::{Seat, Seats};
/// use parlour::games::guilds::guild::{Guild, Tableaus};
///
/// let [ada, ben] = [0, 1].map(|number| Seat::new(number).unwrap());
/// let mut cards = Tableaus::empty(Seats::new(2).unwrap());
/// cards.gain(ada, "5bS 2rC".parse().unwrap());
/// cards.gain(ben, "1bS 2bS 2yM".parse().unwrap());
/// assert_eq!(cards.leader(Guild::BLUE_SUNS), Some(ada));
/// assert_eq!([ada, ben].map(|seat| cards.points(seat)), [3, 1]);
///
/// // With the same total nobody controls a guild.
/// cards.gain(ada, "2yM".parse().unwrap());
/// assert_eq!(cards.points(ben), 0);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tableaus {
    seats: Seats,
    cards: [MystiqueSet; MOST_PLAYERS],
}

impl Tableaus {
    pub const fn empty(seats: Seats) -> Tableaus {
        Tableaus { seats, cards: [MystiqueSet::EMPTY; MOST_PLAYERS] }
    }

    pub fn seats(&self) -> Seats {
        self.seats
    }

    #[inline]
    pub fn of(&self, seat: Seat) -> MystiqueSet {
        self.cards.get(seat.index()).copied().unwrap_or(MystiqueSet::EMPTY)
    }

    /// A seat gets these cards.
    #[inline]
    pub fn gain(&mut self, seat: Seat, cards: MystiqueSet) {
        if let Some(own) = self.cards.get_mut(seat.index()) {
            *own = own.union(cards);
        }
    }

    /// It has these no longer.
    #[inline]
    pub fn lose(&mut self, seat: Seat, cards: MystiqueSet) {
        if let Some(own) = self.cards.get_mut(seat.index()) {
            *own = own.without(cards);
        }
    }

    /// All cards that somebody has.
    pub fn all(&self) -> MystiqueSet {
        self.cards.iter().fold(MystiqueSet::EMPTY, |all, cards| all.union(*cards))
    }

    #[inline]
    pub fn total(&self, guild: Guild, seat: Seat) -> u8 {
        guild.total(self.of(seat))
    }

    /// The most that another seat has in a guild.
    #[inline]
    pub fn best_rival(&self, guild: Guild, seat: Seat) -> u8 {
        let others = self.seats.iter().filter(|other| *other != seat);
        others.map(|other| self.total(guild, other)).max().unwrap_or(0)
    }

    /// Who controls a guild: the seat with more in it than every other, if there is one.
    #[inline]
    pub fn leader(&self, guild: Guild) -> Option<Seat> {
        let (mut leader, mut most) = (None, 0);
        for seat in self.seats.iter() {
            let total = self.total(guild, seat);
            if total > most {
                (leader, most) = (Some(seat), total);
            } else if total == most {
                leader = None;
            }
        }
        leader
    }

    /// The guilds that a seat controls.
    pub fn led_by(&self, seat: Seat) -> impl Iterator<Item = Guild> {
        Guild::all().filter(move |guild| self.leader(*guild) == Some(seat))
    }

    /// What each seat scores, in seat order.
    #[inline]
    pub fn all_points(&self) -> ArrayVec<i32, MOST_PLAYERS> {
        let mut points = [0; MOST_PLAYERS];
        for guild in Guild::all() {
            if let Some(own) = self.leader(guild).and_then(|leader| points.get_mut(leader.index())) {
                *own += guild.worth();
            }
        }
        points.into_iter().take(self.seats.count()).collect()
    }

    pub fn points(&self, seat: Seat) -> i32 {
        self.all_points().get(seat.index()).copied().unwrap_or(0)
    }

    /// Those with the most points, and of those tied the ones with the fewest cards.
    pub fn winners(&self) -> ArrayVec<Seat, MOST_PLAYERS> {
        let points = self.all_points();
        let standing = |seat: Seat| (points.get(seat.index()).copied(), std::cmp::Reverse(self.of(seat).len()));
        let best = self.seats.iter().map(standing).max();
        self.seats.iter().filter(|seat| Some(standing(*seat)) == best).take(MOST_PLAYERS).collect()
    }
}
