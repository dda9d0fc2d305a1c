//! What everybody at a table of Battle for the Suns sees: the sun of the round, what was bid for it, who won which, and the
//! events that change it.

use arrayvec::ArrayVec;
use parse_display::{Display, FromStr};

use crate::cards::{MystiqueCard, MystiqueSet, MystiqueSuit};
use crate::engine::sealed::{Sealed, SealedChoice, SealedChoices};
use crate::engine::seats::{Seat, Seats};
use crate::engine::stock::{Stock, StockEvent};

pub const MOST_PLAYERS: usize = 4;

/// How many cards everybody holds when a sun rises.
pub const HAND: usize = 5;

/// How many cards each may bid for one sun.
pub const BIDS: usize = 3;

/// The horizon, and the deck that is bid with.
pub const SUNS: MystiqueSet = MystiqueSet::DECK.intersection(MystiqueSet::of_suit(MystiqueSuit::Suns));
pub const DECK: MystiqueSet = MystiqueSet::DECK.without(SUNS);

/// Sums of points or of bids, in seat order.
pub type Totals = ArrayVec<i32, MOST_PLAYERS>;

/// What a card adds to a bid for a sun, 1 to 7: its number, one more for the sun's colour, and one more for the sun's number.
///
/// ```
/// use parlour::games::suns::table::worth;
///
/// let worth_of = |card: &str| worth(card.parse().unwrap(), "4yS".parse().unwrap());
/// assert_eq!([worth_of("3rM"), worth_of("3yM"), worth_of("4rM"), worth_of("4yM")], [3, 4, 5, 6]);
/// ```
pub fn worth(card: MystiqueCard, sun: MystiqueCard) -> i32 {
    i32::from(card.number()) + card.shared(sun).count() as i32
}

/// The cards that each seat has bid, in order.
pub type Bids = [ArrayVec<MystiqueCard, BIDS>; MOST_PLAYERS];

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Display, FromStr)]
pub enum Move {
    #[display("bid {0}")]
    Bid(MystiqueCard),
    /// The bid stands as it is.
    #[display("stop")]
    Stop,
}

impl Move {
    pub fn card(self) -> Option<MystiqueCard> {
        if let Move::Bid(card) = self { Some(card) } else { None }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A choice was made; only the seat that made it knows what it is.
    Chosen { seat: Seat, choice: Option<Move> },
    /// The choices of all who are still bidding are shown.
    Shown { choices: SealedChoices<Move> },
    /// The sun goes to a seat, or to nobody, and the bids are discarded.
    Awarded { sun: MystiqueCard, to: Option<Seat> },
    /// Hands are filled up.
    Stock(StockEvent<MystiqueSet>),
    /// The next sun rises, and everybody bids.
    Rose { sun: MystiqueCard },
}

impl Event {
    /// The cards that are shown, with the seats that bid them.
    pub fn bids(&self) -> impl Iterator<Item = (Seat, MystiqueCard)> {
        let choices = if let Event::Shown { choices } = self { choices.as_slice() } else { &[] };
        choices.iter().filter_map(|(seat, mv)| Some((*seat, mv.card()?)))
    }

    /// What happens to the deck.
    pub fn stock(&self) -> Option<&StockEvent<MystiqueSet>> {
        if let Event::Stock(event) = self { Some(event) } else { None }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct SunsTable {
    pub seats: Seats,
    /// The one that is bid for; `None` once the game is over.
    pub sun: Option<MystiqueCard>,
    /// Those that have not risen yet.
    pub below: MystiqueSet,
    pub won: [MystiqueSet; MOST_PLAYERS],
    /// Those that nobody got.
    pub lost: MystiqueSet,
    /// What those who are still bidding choose in secret. The cards are still in their hands.
    pub chosen: Sealed<Move>,
    /// What was shown for this sun.
    pub bids: Bids,
    /// What was bid for the last sun.
    pub last_bids: Bids,
    /// Who won it.
    pub last_winner: Option<Seat>,
    /// The deck and the discards.
    pub stock: Stock<MystiqueSet>,
}

impl SunsTable {
    /// No sun has risen, and all cards are in the deck.
    pub fn new(seats: Seats) -> SunsTable {
        SunsTable {
            seats,
            sun: None,
            below: SUNS,
            won: Default::default(),
            lost: MystiqueSet::EMPTY,
            chosen: Sealed::NONE,
            bids: Default::default(),
            last_bids: Default::default(),
            last_winner: None,
            stock: Stock::of(DECK),
        }
    }

    /// Who chooses now: those who are still bidding, one after the other.
    pub fn turn(&self) -> Option<Seat> {
        self.chosen.waiting().first()
    }

    pub fn is_over(&self) -> bool {
        self.sun.is_none()
    }

    /// The number of this sun, from 1.
    pub fn number(&self) -> usize {
        SUNS.len() - self.below.len()
    }

    /// Which card of the bids is being chosen, 1 to 3; one more once all three are shown.
    pub fn round(&self) -> usize {
        1 + self.bids.iter().map(ArrayVec::len).max().unwrap_or(0)
    }

    /// What a seat has bid, in points.
    pub fn bid(&self, seat: Seat) -> i32 {
        let worth = |card: &MystiqueCard| self.sun.map_or(0, |sun| worth(*card, sun));
        self.bids[seat.index()].iter().map(worth).sum()
    }

    /// The seat with the single highest bid; `None` if several share it.
    pub fn highest(&self) -> Option<Seat> {
        let highest = self.seats.with_most(|seat| self.bid(seat));
        if let [alone] = highest[..] { Some(alone) } else { None }
    }

    /// The numbers on the suns that a seat has won.
    pub fn points(&self, seat: Seat) -> i32 {
        self.won[seat.index()].iter().map(|sun| i32::from(sun.number())).sum()
    }

    pub fn totals(&self) -> Totals {
        self.seats.iter().map(|seat| self.points(seat)).collect()
    }

    /// Makes the table what it is after this event. In play, the [`Stock`] has followed its own events before they are reported.
    pub fn follow(&mut self, event: &Event) {
        match event {
            Event::Chosen { seat, choice } => self.chosen.choose(*seat, SealedChoice::made(*choice)),
            Event::Shown { .. } => {
                for (seat, card) in event.bids() {
                    // A seat that has bid three cards cannot bid again.
                    let _ = self.bids[seat.index()].try_push(card);
                    self.stock.shown(seat, card);
                }
                // Whoever has bid may go on, up to three cards.
                let may_go_on = |seat: &Seat| !self.bids[seat.index()].is_full();
                self.chosen = Sealed::asked_of(event.bids().map(|(seat, _)| seat).filter(may_go_on).collect());
            }
            Event::Awarded { sun, to } => {
                to.map_or(&mut self.lost, |seat| &mut self.won[seat.index()]).insert(*sun);
                (self.sun, self.last_winner, self.chosen) = (None, *to, Sealed::NONE);
                self.last_bids = std::mem::take(&mut self.bids);
                self.stock.discards.extend(self.last_bids.iter().flatten().copied());
            }
            Event::Stock(event) => self.stock.follow(event),
            Event::Rose { sun } => {
                self.below.remove(*sun);
                (self.sun, self.chosen) = (Some(*sun), Sealed::asked_of(self.seats.all()));
            }
        }
    }
}
