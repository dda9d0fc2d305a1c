//! What everybody at a table of Up and Down sees: the open hands, the card to follow, which way it goes, how many cards each deck has
//! left, and the events that change it.

use std::cmp::Reverse;

use crate::cards::{CardBits, Colour, MystiqueCard, MystiqueSet, MystiqueSuit};
use crate::engine::seats::{Seat, SeatSet, Seats};
use crate::engine::seen::{EventTable, TableEvent, ZoneTable};
use crate::engine::zones::{Moved, Zones};
use crate::zones;

pub const MOST_PLAYERS: usize = 6;

/// How many cards of a deck lie open before its seat.
pub const HAND: usize = 4;

/// From so many players on, it is played with two decks.
const PLAYERS_FOR_TWO_DECKS: usize = 4;

/// The cards that so many play with.
pub fn cards_for(seats: Seats) -> MystiqueSet {
    if seats.count() < PLAYERS_FOR_TWO_DECKS { MystiqueSet::DECK } else { MystiqueSet::FULL }
}

/// Which way the numbers go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slope {
    Up,
    Down,
}

impl Slope {
    /// As programs are told of it: "up".
    pub const fn word(self) -> &'static str {
        ["up", "down"][self as usize]
    }

    #[must_use]
    pub const fn turned(self) -> Slope {
        match self {
            Slope::Up => Slope::Down,
            Slope::Down => Slope::Up,
        }
    }
}

/// The cards that may follow each card, going up and going down.
static FITTING: [[MystiqueSet; MystiqueCard::COUNT]; 2] = [fitting_all(Slope::Up), fitting_all(Slope::Down)];

const fn fitting_all(slope: Slope) -> [MystiqueSet; MystiqueCard::COUNT] {
    let (mut all, mut index) = ([MystiqueSet::EMPTY; MystiqueCard::COUNT], 0);
    while index < MystiqueCard::COUNT {
        if let Some(card) = MystiqueCard::from_index(index as u8) {
            all[index] = fitting_one(card.number(), card.colour(), card.suit(), slope);
        }
        index += 1;
    }
    all
}

const fn fitting_one(number: u8, colour: Colour, suit: MystiqueSuit, slope: Slope) -> MystiqueSet {
    let alike = MystiqueSet::of_colour(colour).union(MystiqueSet::of_suit(suit));
    let (mut numbers, mut other) = (MystiqueSet::EMPTY, 1);
    while other <= 5 {
        let goes = match slope {
            Slope::Up => other >= number,
            Slope::Down => other <= number,
        };
        if goes {
            numbers = numbers.union(MystiqueSet::of_number(other));
        }
        other += 1;
    }
    alike.intersection(numbers)
}

/// The cards that may be played on this one: of its colour or suit, and no lower going up, no higher going down.
///
/// ```
/// use parlour::cards::MystiqueCard;
/// use parlour::games::up_and_down::table::{Slope, fitting};
///
/// let card = |text: &str| text.parse::<MystiqueCard>().unwrap();
/// let up = fitting(card("3rC"), Slope::Up);
/// assert!(up.contains(card("3bC")) && up.contains(card("5rM")) && up.contains(card("3rC'")));
/// assert!(!up.contains(card("2rC")) && !up.contains(card("4bM")));
/// assert!(fitting(card("3rC"), Slope::Down).contains(card("2rC")));
/// ```
#[inline]
pub fn fitting(card: MystiqueCard, slope: Slope) -> MystiqueSet {
    FITTING[slope as usize][usize::from(card.index())]
}

zones! {
    /// Where a card lies.
    pub enum SlopeZone {
        /// Open before its seat.
        Hand(Seat): Everybody,
        /// The rest of a seat's own deck, face down.
        Deck(Seat): Nobody,
        /// Every card that was played.
        Played: Everybody,
    }
}

use SlopeZone::{Deck, Hand, Played};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// The holder of the highest card begins with it, and it goes up.
    Began {
        seat: Seat,
        card: MystiqueCard,
    },
    Laid {
        seat: Seat,
        card: MystiqueCard,
    },
    /// The seat fills up its hand from its deck.
    Drew {
        seat: Seat,
        card: MystiqueCard,
    },
    /// These have no card that fits.
    Passed {
        seats: SeatSet,
    },
    /// Nobody had one, so the numbers go the other way.
    Turned {
        slope: Slope,
    },
    /// The seat had to fill up its hand, and its deck is used up.
    Won {
        seat: Seat,
    },
}

impl TableEvent for Event {
    /// The card that is drawn was under the others of its deck.
    fn reveals(&self) -> bool {
        matches!(self, Event::Drew { .. })
    }
}

/// The table that is played at, and what somebody sees of it.
#[derive(Clone, PartialEq, Debug)]
pub struct SlopeTable {
    pub(super) seats: Seats,
    pub cards: Zones<SlopeZone, MystiqueSet>,
    /// The card to follow; `None` only while the first hands are dealt.
    pub top: Option<MystiqueCard>,
    /// The card on which it lies.
    pub below: Option<MystiqueCard>,
    /// Whether it is the highest card, with which somebody began.
    pub is_start: bool,
    pub slope: Slope,
    /// How many cards were laid since the numbers go this way.
    pub laid: u16,
    /// Who laid the card to follow.
    pub last: Seat,
    /// The card that was drawn last.
    pub drawn: Option<MystiqueCard>,
    /// Who had no card that fits since the last card was laid, or since the numbers go this way.
    pub passed: SeatSet,
    pub winner: Option<Seat>,
}

impl SlopeTable {
    /// A table on which these decks lie, one after the other in seat order, top card first; the hands are open.
    pub fn dealt(seats: Seats, cards: &[MystiqueCard]) -> SlopeTable {
        let mut zones = Zones::empty();
        for (seat, deck) in seats.iter().zip(decks_of(seats, cards)) {
            let (hand, rest) = deck.split_at(deck.len().min(HAND));
            zones.put(Hand(seat), hand.iter().copied().collect());
            zones.put(Deck(seat), rest.iter().copied().collect());
        }
        SlopeTable {
            seats,
            cards: zones,
            top: None,
            below: None,
            is_start: false,
            slope: Slope::Up,
            laid: 0,
            last: Seat::FIRST,
            drawn: None,
            passed: SeatSet::EMPTY,
            winner: None,
        }
    }

    /// Those who are asked for a card, in this order: whoever laid the last one comes last.
    #[inline]
    pub fn asked(&self) -> impl Iterator<Item = Seat> + use<> {
        self.seats.from(self.seats.after(self.last))
    }

    /// Whose turn it is; `None` once the game is over.
    #[inline]
    pub fn turn(&self) -> Option<Seat> {
        if self.winner.is_some() {
            return None;
        }
        self.asked().find(|seat| !self.passed.contains(*seat))
    }

    /// The cards that may be played now, whoever has them.
    #[inline]
    pub fn fits(&self) -> MystiqueSet {
        self.top.map_or(MystiqueSet::EMPTY, |top| fitting(top, self.slope))
    }

    /// What a seat may play, if it is asked.
    #[inline]
    pub fn playable(&self, seat: Seat) -> MystiqueSet {
        self.cards.hand(seat).intersection(self.fits())
    }

    /// How many cards a seat's deck has left.
    pub fn left(&self, seat: Seat) -> usize {
        self.cards.count(Deck(seat))
    }

    /// How many cards each deck had at first, without the hand.
    pub fn at_first(&self) -> usize {
        (cards_for(self.seats).len() / self.seats.count()).saturating_sub(HAND)
    }

    /// The fewest cards that a deck has left.
    pub fn fewest_left(&self) -> usize {
        self.seats.iter().map(|seat| self.left(seat)).min().unwrap_or(0)
    }

    /// The highest card that lies open, and who has it. Of two that are alike, the golden one is higher.
    pub fn highest(&self) -> Option<(Seat, MystiqueCard)> {
        let held = self.seats.iter().flat_map(|seat| self.cards.hand(seat).iter().map(move |card| (seat, card)));
        held.max_by_key(|(_, card)| (card.card_number(), Reverse(card.is_silver())))
    }

    #[inline]
    fn lay(&mut self, seat: Seat, card: MystiqueCard) {
        self.cards.follow(&Moved::of(Hand(seat), Played, MystiqueSet::of_one(card)));
        (self.below, self.top) = (self.top, Some(card));
        (self.last, self.passed, self.is_start) = (seat, SeatSet::EMPTY, false);
        self.laid += 1;
    }
}

/// The cards of each seat, which are equally many: those of the first seat first.
pub fn decks_of(seats: Seats, cards: &[MystiqueCard]) -> impl Iterator<Item = &[MystiqueCard]> {
    cards.chunks_exact((cards.len() / seats.count()).max(1))
}

impl EventTable for SlopeTable {
    type Event = Event;

    #[inline]
    fn follow(&mut self, event: &Event) {
        match *event {
            Event::Began { seat, card } => {
                self.lay(seat, card);
                (self.slope, self.is_start, self.laid) = (Slope::Up, true, 1);
            }
            Event::Laid { seat, card } => self.lay(seat, card),
            Event::Drew { seat, card } => {
                self.cards.follow(&Moved::of(Deck(seat), Hand(seat), MystiqueSet::of_one(card)));
                self.drawn = Some(card);
            }
            Event::Passed { seats } => self.passed = seats,
            Event::Turned { slope } => (self.slope, self.passed, self.laid) = (slope, SeatSet::EMPTY, 0),
            Event::Won { seat } => self.winner = Some(seat),
        }
    }
}

impl ZoneTable for SlopeTable {
    type Zone = SlopeZone;
    type Set = MystiqueSet;

    fn seats(&self) -> Seats {
        self.seats
    }

    fn cards(&self) -> &Zones<SlopeZone, MystiqueSet> {
        &self.cards
    }

    fn with_cards(&self, cards: Zones<SlopeZone, MystiqueSet>) -> SlopeTable {
        SlopeTable { cards, ..self.clone() }
    }
}
