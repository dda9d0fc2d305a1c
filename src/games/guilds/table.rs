//! The table of Mystique Guilds: tableaus that lie open, a draw deck in an order that nobody knows, and a discard deck of which
//! everybody has seen each card.

use serde::{Deserialize, Serialize};

use crate::cards::{CardBits, MystiqueCard, MystiqueSet};
use crate::engine::pile::CardPile;
use crate::engine::seats::{Seat, Seats};
use crate::engine::seen::{EventTable, Seen, TableEvent, ZoneTable};
use crate::engine::zones::{Moved, Zones};
use crate::zones;

use super::guild::Tableaus;
use super::moves::Offer;

/// The game ends after so many turns in a row in which nothing is drawn from the draw deck.
pub const MOST_QUIET: u8 = 40;

/// Somebody may make so many offers in a turn.
pub const MOST_OFFERS: u8 = 2;

/// The variants of the rulebook.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Whether cards are bought from both decks.
    pub both_decks: bool,
    /// Whether cards are bought from other players.
    pub trade: bool,
}

zones! {
    /// Where a card lies.
    pub enum GuildsZone {
        /// A seat's tableau.
        Hand(Seat): Everybody,
        Discards: Everybody,
        Deck: Nobody,
    }
}

use GuildsZone::{Deck, Discards, Hand};

/// How far a turn is, and the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GuildsPhase {
    /// Somebody's turn has begun, or goes on after an offer was refused.
    Turn,
    /// Cards are bought with this one, which lies before its seat until it is discarded.
    Buying(MystiqueCard),
    /// The other player is to answer.
    Offered(Offer),
    Over(GuildsEnd),
}

/// What ended the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GuildsEnd {
    DeckEmpty,
    /// Nothing was drawn in 40 turns in a row.
    Standstill,
}

/// What happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A seat draws these cards from the draw deck.
    Drew {
        seat: Seat,
        cards: MystiqueSet,
    },
    /// A seat takes these cards, which are the upper ones of the discard deck.
    Took {
        seat: Seat,
        cards: MystiqueSet,
    },
    /// A seat lays this card before it, to buy cards with it.
    Paid {
        seat: Seat,
        card: MystiqueCard,
    },
    /// The influence card goes onto the discard deck.
    Discarded {
        seat: Seat,
        card: MystiqueCard,
    },
    Offered {
        seat: Seat,
        offer: Offer,
    },
    Refused {
        seat: Seat,
    },
    /// The other player has agreed, and the cards change hands.
    Traded {
        seat: Seat,
        offer: Offer,
    },
    /// The next seat has the turn, or the game is over: what there is to see says which.
    TurnEnded {
        drew: bool,
    },
}

impl TableEvent for Event {
    fn reveals(&self) -> bool {
        matches!(self, Event::Drew { .. })
    }
}

/// The table that is played at, and what somebody sees of it.
#[derive(Clone, PartialEq, Debug)]
pub struct GuildsTable {
    seats: Seats,
    pub options: Options,
    pub turn: Seat,
    pub phase: GuildsPhase,
    /// How many offers were made in this turn.
    pub offers: u8,
    /// The turns in a row in which nothing was drawn from the draw deck.
    pub quiet: u8,
    pub cards: Zones<GuildsZone, MystiqueSet>,
    /// The order of the discard deck.
    pub discards: CardPile<MystiqueSet>,
    /// What came from the draw deck last.
    pub latest: MystiqueSet,
}

/// What a viewer may know: everything but the order of the draw deck.
pub type View = Seen<GuildsTable>;

impl GuildsTable {
    /// All cards lie in the draw deck.
    pub fn dealt(options: Options, seats: Seats, first: Seat) -> GuildsTable {
        let mut cards = Zones::empty();
        cards.put(Deck, MystiqueSet::DECK);
        let (phase, discards, latest) = (GuildsPhase::Turn, CardPile::default(), MystiqueSet::EMPTY);
        GuildsTable { seats, options, turn: first, phase, offers: 0, quiet: 0, cards, discards, latest }
    }

    /// The cards that a seat has before it.
    #[inline]
    pub fn tableau(&self, seat: Seat) -> MystiqueSet {
        self.cards.hand(seat)
    }

    #[inline]
    pub fn tableaus(&self) -> Tableaus {
        let mut tableaus = Tableaus::empty(self.seats);
        self.seats.iter().for_each(|seat| tableaus.gain(seat, self.tableau(seat)));
        tableaus
    }

    /// How many cards the draw deck has left.
    #[inline]
    pub fn left(&self) -> usize {
        self.cards.count(Deck)
    }

    /// Which cards these are, in an order that nobody knows: those that lie nowhere else.
    pub fn unseen(&self) -> MystiqueSet {
        MystiqueSet::DECK.without(self.tableaus().all()).without(self.cards.known(Discards))
    }

    /// So many cards from the top of the discard deck, or as many as there are.
    pub fn upper_discards(&self, count: usize) -> MystiqueSet {
        self.discards.iter().take(count).flatten().collect()
    }

    /// Whose move it is; `None` once the game is over.
    #[inline]
    pub fn acting(&self) -> Option<Seat> {
        match self.phase {
            GuildsPhase::Turn | GuildsPhase::Buying(_) => Some(self.turn),
            GuildsPhase::Offered(offer) => Some(offer.to),
            GuildsPhase::Over(_) => None,
        }
    }

    /// What waits for an answer.
    pub fn offer(&self) -> Option<Offer> {
        if let GuildsPhase::Offered(offer) = self.phase { Some(offer) } else { None }
    }

    /// Whether an offer may be made now.
    pub fn may_offer(&self) -> bool {
        self.options.trade && self.phase == GuildsPhase::Turn && self.offers < MOST_OFFERS
    }

    /// How many turns without a card from the draw deck are left until that ends the game.
    pub fn quiet_left(&self) -> u8 {
        MOST_QUIET.saturating_sub(self.quiet)
    }

    fn end_turn(&mut self, drew: bool) {
        self.offers = 0;
        self.quiet = if drew { 0 } else { self.quiet.saturating_add(1) };
        self.phase = match (self.left(), self.quiet) {
            (0, _) => GuildsPhase::Over(GuildsEnd::DeckEmpty),
            (_, MOST_QUIET..) => GuildsPhase::Over(GuildsEnd::Standstill),
            _ => {
                self.turn = self.seats.after(self.turn);
                GuildsPhase::Turn
            }
        };
    }
}

impl EventTable for GuildsTable {
    type Event = Event;

    fn follow(&mut self, event: &Event) {
        match *event {
            Event::Drew { seat, cards } => {
                self.cards.follow(&Moved::of(Deck, Hand(seat), cards));
                self.latest = cards;
            }
            Event::Took { seat, cards } => {
                for _ in 0..cards.len() {
                    self.discards.take();
                }
                self.cards.follow(&Moved::of(Discards, Hand(seat), cards));
            }
            Event::Paid { card, .. } => self.phase = GuildsPhase::Buying(card),
            Event::Discarded { seat, card } => {
                self.cards.follow(&Moved::of(Hand(seat), Discards, MystiqueSet::of_one(card)));
                self.discards.lay(card);
                self.phase = GuildsPhase::Turn;
            }
            Event::Offered { offer, .. } => {
                (self.phase, self.offers) = (GuildsPhase::Offered(offer), self.offers.saturating_add(1))
            }
            Event::Refused { .. } => self.phase = GuildsPhase::Turn,
            Event::Traded { seat, offer: Offer { card, to, asked } } => {
                self.cards.follow(&Moved::of(Hand(seat), Hand(to), MystiqueSet::of_one(card)));
                self.cards.follow(&Moved::of(Hand(to), Hand(seat), asked));
                self.phase = GuildsPhase::Turn;
            }
            Event::TurnEnded { drew } => self.end_turn(drew),
        }
    }
}

impl ZoneTable for GuildsTable {
    type Zone = GuildsZone;
    type Set = MystiqueSet;

    fn seats(&self) -> Seats {
        self.seats
    }

    fn cards(&self) -> &Zones<GuildsZone, MystiqueSet> {
        &self.cards
    }

    fn with_cards(&self, cards: Zones<GuildsZone, MystiqueSet>) -> GuildsTable {
        GuildsTable { cards, ..self.clone() }
    }
}
