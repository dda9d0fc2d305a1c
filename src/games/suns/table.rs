//! What everybody at a table of Battle for the Suns sees: the sun of the round, what was bid for it, and who won which.

use arrayvec::ArrayVec;
use parse_display::{Display, FromStr};

use crate::cards::{MystiqueCard, MystiqueSet, MystiqueSuit};
use crate::engine::sealed::Sealed;
use crate::engine::seats::{Seat, SeatSet, Seats, Viewer};
use crate::engine::stock::Stock;

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
    i32::from(card.number()) + bonus(card, sun)
}

/// What a card is worth beyond its number, 0 to 2.
pub fn bonus(card: MystiqueCard, sun: MystiqueCard) -> i32 {
    card.shared(sun).count() as i32
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

/// What each of those who were still bidding chose, in seat order.
pub type BidChoices = ArrayVec<(Seat, Move), MOST_PLAYERS>;

#[derive(Clone, PartialEq, Debug)]
pub struct SunsTable {
    seats: Seats,
    /// The one that is bid for; `None` once the game is over.
    pub sun: Option<MystiqueCard>,
    /// Those that have not risen yet.
    pub below: MystiqueSet,
    pub won: [MystiqueSet; MOST_PLAYERS],
    /// Those that nobody got.
    pub lost: MystiqueSet,
    /// What was chosen in secret since the last cards were shown. The cards are still in their hands.
    pub chosen: Sealed<Move>,
    /// What was shown for this sun. Who has fewer cards here than others has stopped.
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
            chosen: Sealed::none(seats),
            bids: Default::default(),
            last_bids: Default::default(),
            last_winner: None,
            stock: Stock::of(DECK),
        }
    }

    pub fn seats(&self) -> Seats {
        self.seats
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

    /// Those who had not stopped when a round began.
    pub fn bidding_in(&self, round: usize) -> SeatSet {
        self.seats.iter().filter(|seat| self.bids[seat.index()].len() + 1 >= round).collect()
    }

    /// What a seat bid in the first rounds, so many of them.
    pub fn bid_after(&self, seat: Seat, rounds: usize) -> i32 {
        let worth = |card: &MystiqueCard| self.sun.map_or(0, |sun| worth(*card, sun));
        self.bids[seat.index()].iter().take(rounds).map(worth).sum()
    }

    pub fn bid(&self, seat: Seat) -> i32 {
        self.bid_after(seat, BIDS)
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

    /// Who chooses now: those who are still bidding, one after the other.
    pub fn turn(&self) -> Option<Seat> {
        let (bidding, waiting) = (self.bidding_in(self.round()), self.chosen.waiting());
        bidding.iter().find(|seat| waiting.contains(*seat)).filter(|_| !self.is_over())
    }

    #[must_use]
    pub fn seen_by(&self, who: Viewer) -> SunsTable {
        SunsTable { chosen: self.chosen.seen_by(who), ..self.clone() }
    }

    /// All choices are shown.
    pub fn show(&mut self, choices: &BidChoices) {
        self.chosen = Sealed::none(self.seats);
        for (seat, card) in choices.iter().filter_map(|(seat, mv)| Some((*seat, mv.card()?))) {
            // A seat that has bid three cards cannot bid again.
            let _ = self.bids[seat.index()].try_push(card);
            self.stock.shown(seat, card);
        }
    }

    /// The sun goes to whoever bid most, or to nobody, and the bids to the discards.
    pub fn award(&mut self) -> Option<Seat> {
        let winner = self.highest();
        let sky = winner.map_or(&mut self.lost, |seat| &mut self.won[seat.index()]);
        sky.extend(self.sun.take());
        self.last_bids = std::mem::take(&mut self.bids);
        self.stock.discards.extend(self.last_bids.iter().flatten().copied());
        self.last_winner = winner;
        winner
    }

    pub fn rise(&mut self, sun: MystiqueCard) {
        self.below.remove(sun);
        self.sun = Some(sun);
    }
}
