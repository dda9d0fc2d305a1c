//! What everybody at a table of Battle for the Suns sees: the sun of the round, what was bid for it, who won which, and the
//! events that change it.

use arrayvec::ArrayVec;
use parse_display::{Display, FromStr};

use crate::cards::{CardBits, MystiqueCard, MystiqueSet, MystiqueSuit};
use crate::engine::sealed::{Sealed, SealedChoice, SealedChoices};
use crate::engine::seats::{BySeat, Seat, Seats, Viewer};
use crate::engine::seen::{EventTable, TableEvent, ZoneTable};
use crate::engine::stock::{Shuffles, StockTable};
use crate::engine::zones::{Moved, Zones};
use crate::zones;

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

zones! {
    /// Where a card lies.
    pub enum SunsZone {
        Hand(Seat): Owner,
        /// What a seat has shown for the sun that is bid for.
        Bid(Seat): Everybody,
        Discards: Everybody,
        Deck: Nobody,
        /// The suns that are to rise: everybody knows which, and nobody their order.
        Below: Everybody,
        /// The sun that is bid for.
        Sky: Everybody,
        Won(Seat): Everybody,
        /// The suns that nobody got.
        Lost: Everybody,
    }
}

use SunsZone::{Below, Bid, Deck, Discards, Hand, Lost, Sky, Won};

/// The cards that each seat has bid, in order.
pub type Bids = BySeat<ArrayVec<MystiqueCard, BIDS>>;

type MovedCards = Moved<SunsZone, MystiqueSet>;

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
    /// Hands are filled up, or the discards are shuffled.
    Stock(MovedCards),
    /// The next sun rises, and everybody bids.
    Rose { sun: MystiqueCard },
}

impl TableEvent for Event {
    fn seen_by(&self, who: Viewer) -> Event {
        match self {
            Event::Chosen { seat, choice } => Event::Chosen { seat: *seat, choice: choice.filter(|_| who.sees(*seat)) },
            Event::Stock(moved) => Event::Stock(moved.seen_by(who)),
            open => open.clone(),
        }
    }

    fn reveals(&self) -> bool {
        !matches!(self, Event::Chosen { .. })
    }
}

impl Event {
    /// The cards that are shown, with the seats that bid them.
    pub fn bids(&self) -> impl Iterator<Item = (Seat, MystiqueCard)> {
        let choices = if let Event::Shown { choices } = self { choices.as_slice() } else { &[] };
        choices.iter().filter_map(|(seat, mv)| Some((*seat, mv.card()?)))
    }

    /// The cards that are drawn or shuffled.
    pub fn stock(&self) -> Option<&MovedCards> {
        if let Event::Stock(moved) = self { Some(moved) } else { None }
    }
}

/// The table that is played at, and what somebody sees of it.
#[derive(Clone, PartialEq, Debug)]
pub struct SunsTable {
    pub(super) seats: Seats,
    pub cards: Zones<SunsZone, MystiqueSet>,
    pub shuffles: Shuffles<MystiqueSet>,
    /// What those who are still bidding choose in secret. The cards are still in their hands.
    pub chosen: Sealed<Move>,
    /// What was shown for this sun.
    pub bids: Bids,
    /// What was bid for the last sun.
    pub last_bids: Bids,
    /// Who won it.
    pub last_winner: Option<Seat>,
}

impl SunsTable {
    /// Hands are dealt from this deck, first card first; no sun has risen.
    pub fn dealt(seats: Seats, deck: &[MystiqueCard]) -> SunsTable {
        let mut cards = Zones::dealt(seats, Seat::FIRST, deck, HAND, Some(Deck));
        let shuffles = Shuffles::dealt(&cards);
        cards.put(Below, SUNS);
        let (bids, last_bids) = Default::default();
        SunsTable { seats, cards, shuffles, chosen: Sealed::NONE, bids, last_bids, last_winner: None }
    }

    /// The sun that is bid for; `None` between two suns, and once the game is over.
    pub fn sun(&self) -> Option<MystiqueCard> {
        self.cards.known(Sky).iter().next()
    }

    /// The suns that have not risen yet.
    pub fn below(&self) -> MystiqueSet {
        self.cards.known(Below)
    }

    /// The suns that a seat has won.
    pub fn won(&self, seat: Seat) -> MystiqueSet {
        self.cards.known(Won(seat))
    }

    /// Who chooses now: those who are still bidding, one after the other.
    pub fn turn(&self) -> Option<Seat> {
        self.chosen.waiting().first()
    }

    pub fn is_over(&self) -> bool {
        self.sun().is_none()
    }

    /// The number of this sun, from 1.
    pub fn number(&self) -> usize {
        SUNS.len() - self.cards.count(Below)
    }

    /// Which card of the bids is being chosen, 1 to 3; one more once all three are shown.
    pub fn round(&self) -> usize {
        1 + self.bids.iter().map(|(_, bids)| bids.len()).max().unwrap_or(0)
    }

    /// What a seat has bid, in points.
    pub fn bid(&self, seat: Seat) -> i32 {
        let Some(sun) = self.sun() else { return 0 };
        self.bids[seat].iter().map(|card| worth(*card, sun)).sum()
    }

    /// The seat with the single highest bid; `None` if several share it.
    pub fn highest(&self) -> Option<Seat> {
        let highest = self.seats.with_most(|seat| self.bid(seat));
        if let [alone] = highest[..] { Some(alone) } else { None }
    }

    /// By how much that bid is ahead of the next one.
    pub fn ahead_by(&self) -> Option<i32> {
        let highest = self.highest()?;
        let next = self.seats.iter().filter(|seat| *seat != highest).map(|seat| self.bid(seat)).max()?;
        Some(self.bid(highest) - next)
    }

    /// The numbers on the suns that a seat has won.
    pub fn points(&self, seat: Seat) -> i32 {
        self.won(seat).iter().map(|sun| i32::from(sun.number())).sum()
    }

    pub fn totals(&self) -> Totals {
        self.seats.iter().map(|seat| self.points(seat)).collect()
    }

    fn moves(&mut self, moved: &MovedCards) {
        self.cards.follow(moved);
        self.shuffles.follow(moved);
    }

    fn show_bid(&mut self, seat: Seat, card: MystiqueCard) {
        self.moves(&Moved::of(Hand(seat), Bid(seat), MystiqueSet::of_one(card)));
        // A seat that has bid three cards cannot bid again.
        let _ = self.bids[seat].try_push(card);
    }

    fn award(&mut self, sun: MystiqueCard, to: Option<Seat>) {
        self.moves(&Moved::of(Sky, to.map_or(Lost, Won), MystiqueSet::of_one(sun)));
        for seat in self.seats.iter() {
            self.moves(&Moved::of(Bid(seat), Discards, self.cards.known(Bid(seat))));
        }
        (self.last_winner, self.chosen) = (to, Sealed::NONE);
        self.last_bids = std::mem::take(&mut self.bids);
    }
}

impl EventTable for SunsTable {
    type Event = Event;

    fn follow(&mut self, event: &Event) {
        match event {
            Event::Chosen { seat, choice } => self.chosen.choose(*seat, SealedChoice::made(*choice)),
            Event::Shown { .. } => {
                event.bids().for_each(|(seat, card)| self.show_bid(seat, card));
                // Whoever has bid may go on, up to three cards.
                let may_go_on = |seat: &Seat| !self.bids[*seat].is_full();
                self.chosen = Sealed::asked_of(event.bids().map(|(seat, _)| seat).filter(may_go_on).collect());
            }
            Event::Awarded { sun, to } => self.award(*sun, *to),
            Event::Stock(moved) => self.moves(moved),
            Event::Rose { sun } => {
                self.moves(&Moved::of(Below, Sky, MystiqueSet::of_one(*sun)));
                self.chosen = Sealed::asked_of(self.seats.all());
            }
        }
    }
}

impl ZoneTable for SunsTable {
    type Zone = SunsZone;
    type Set = MystiqueSet;

    fn seats(&self) -> Seats {
        self.seats
    }

    fn cards(&self) -> &Zones<SunsZone, MystiqueSet> {
        &self.cards
    }

    fn with_cards(&self, cards: Zones<SunsZone, MystiqueSet>) -> SunsTable {
        SunsTable { cards, ..self.clone() }
    }

    fn seen_by(&self, who: Viewer) -> SunsTable {
        SunsTable { cards: self.cards.seen_by(who), chosen: self.chosen.seen_by(who), ..self.clone() }
    }
}

impl StockTable for SunsTable {
    const STOCK: SunsZone = Deck;
    const DISCARDS: SunsZone = Discards;

    fn moved(moved: MovedCards) -> Event {
        Event::Stock(moved)
    }
}
