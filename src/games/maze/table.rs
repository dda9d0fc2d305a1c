//! What everybody at a table of Mystique Maze sees: the discards and how many cards the deck has, the corner cards, what each seat has
//! taken for all to see, and the events that change it.

use serde::{Deserialize, Serialize};

use super::block::{HAND, MazeChain, MazeRoute, SuitLine};
use crate::cards::{CardBits, HandOrder, MystiqueCard, MystiqueSet};
use crate::engine::pile::CardPile;
use crate::engine::seats::{BySeat, Seat, Seats, Viewer};
use crate::engine::seen::{EventTable, TableEvent, ZoneTable};
use crate::engine::stock::{Shuffles, StockTable};
use crate::engine::zones::{Moved, Zones};
use crate::zones;

/// So often the discards become a new deck; to ask for it once more ends the game.
pub const MOST_SHUFFLES: u8 = 4;

/// The game is over after so many turns of all seats together.
pub const MOST_TURNS: u16 = 400;

/// What players may set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Which suits are next to which.
    pub suits: SuitLine,
    /// Whether a map shows what is held, what has been seen and what is missing. It helps as a hint does.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub map: bool,
}

zones! {
    /// Where a card lies.
    pub enum MazeZone {
        Hand(Seat): Owner,
        /// The two corner cards of a seat, which nobody else can have.
        Corners(Seat): Everybody,
        Discards: Everybody,
        Deck: Nobody,
    }
}

use MazeZone::{Corners, Deck, Discards, Hand};

type MazeMoved = Moved<MazeZone, MystiqueSet>;

/// What the seat whose turn it is has to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MazePhase {
    /// Draw from the deck or take the top of the discards.
    Draw,
    Discard,
}

/// What ended the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MazeEnd {
    /// This seat has linked its corner cards by this chain.
    Linked { seat: Seat, chain: MazeChain },
    /// The deck was asked for a fifth time after it had run out.
    OutOfCards,
    /// Nobody has linked anything in 400 turns.
    LongEnough,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A card of the deck is drawn, or the discards but their top card are shuffled and become the deck.
    Stock(MazeMoved),
    /// A seat takes the top of the discards.
    Took {
        seat: Seat,
        card: MystiqueCard,
    },
    /// A seat lays a card of its hand onto the discards, which ends its turn.
    Discarded {
        seat: Seat,
        card: MystiqueCard,
    },
    Ended(MazeEnd),
}

impl TableEvent for Event {
    fn seen_by(&self, who: Viewer) -> Event {
        match self {
            Event::Stock(moved) => Event::Stock(moved.seen_by(who)),
            open => open.clone(),
        }
    }

    fn reveals(&self) -> bool {
        match self {
            Event::Stock(moved) => moved.reveals(),
            Event::Took { .. } => false,
            Event::Discarded { .. } | Event::Ended(_) => true,
        }
    }
}

impl Event {
    /// The cards that are drawn or shuffled.
    pub fn stock(&self) -> Option<&MazeMoved> {
        if let Event::Stock(moved) = self { Some(moved) } else { None }
    }
}

/// The table that is played at, and what somebody sees of it.
#[derive(Clone, PartialEq, Debug)]
pub struct MazeTable {
    seats: Seats,
    pub options: Options,
    pub cards: Zones<MazeZone, MystiqueSet>,
    pub shuffles: Shuffles<MystiqueSet>,
    /// In their order, of which everybody has seen each card.
    pub discards: CardPile<MystiqueSet>,
    /// What each seat has taken from the discards and still holds, as everybody knows.
    pub taken: BySeat<MystiqueSet>,
    pub turn: Seat,
    pub phase: MazePhase,
    /// How many turns are over, those of all seats together.
    pub turns: u16,
    /// How often the discards have become a new deck.
    pub shuffled: u8,
    pub end: Option<MazeEnd>,
}

/// The corner cards of all who play.
pub fn corner_cards(seats: Seats, line: SuitLine) -> MystiqueSet {
    let routes = seats.iter().filter_map(|seat| MazeRoute::of(seat, line));
    routes.fold(MystiqueSet::EMPTY, |all, route| all.union(route.corners()))
}

impl MazeTable {
    /// Hands are dealt from this deck, which has no corner cards, one card at a time from this seat on.
    pub fn dealt(seats: Seats, options: Options, first: Seat, deck: &[MystiqueCard]) -> MazeTable {
        let mut cards = Zones::dealt(seats, first, deck, HAND, Some(Deck));
        let shuffles = Shuffles::dealt(&cards);
        for seat in seats.iter() {
            let route = MazeRoute::of(seat, options.suits);
            cards.put(Corners(seat), route.map_or(MystiqueSet::EMPTY, MazeRoute::corners));
        }
        MazeTable {
            seats,
            options,
            cards,
            shuffles,
            discards: CardPile::default(),
            taken: BySeat::of(MystiqueSet::EMPTY),
            turn: first,
            phase: MazePhase::Draw,
            turns: 0,
            shuffled: 0,
            end: None,
        }
    }

    #[inline]
    pub fn hand(&self, seat: Seat) -> MystiqueSet {
        self.cards.hand(seat)
    }

    /// How many cards the deck has.
    #[inline]
    pub fn in_deck(&self) -> usize {
        self.cards.count(Deck)
    }

    /// Whose turn it is; `None` once the game is over.
    #[inline]
    pub fn acting(&self) -> Option<Seat> {
        if self.end.is_none() { Some(self.turn) } else { None }
    }

    /// Whether it is only drawn that ends the game.
    pub fn is_out_of_cards(&self) -> bool {
        self.in_deck() == 0 && self.shuffled >= MOST_SHUFFLES
    }

    /// The cards that a seat can never have: the corner cards of all who play.
    pub fn never(&self) -> MystiqueSet {
        self.seats.iter().fold(MystiqueSet::EMPTY, |all, seat| all.union(self.cards.known(Corners(seat))))
    }

    /// What the others have taken and still hold, as everybody knows.
    pub fn taken_by_others(&self, seat: Seat) -> MystiqueSet {
        let others = self.seats.iter().filter(|other| *other != seat);
        others.fold(MystiqueSet::EMPTY, |all, other| all.union(self.taken[other]))
    }

    /// The discards under the top one, which come back only when they are shuffled.
    pub fn buried(&self) -> MystiqueSet {
        let top = self.discards.top().map_or(MystiqueSet::EMPTY, MystiqueSet::of_one);
        self.cards.known(Discards).without(top)
    }

    /// The cards of which a seat knows nothing but that they are in the deck or in other hands.
    pub fn unseen_by(&self, seat: Seat) -> MystiqueSet {
        let top = self.discards.top().map_or(MystiqueSet::EMPTY, MystiqueSet::of_one);
        let seen =
            self.hand(seat).union(self.never()).union(self.taken_by_others(seat)).union(self.buried()).union(top);
        MystiqueSet::DECK.without(seen)
    }

    /// The seats that have ended a turn and hold now what they held then.
    fn settled(&self) -> impl Iterator<Item = Seat> {
        let last_first = self.seats.from(self.turn).skip(1).rev().chain([self.turn]);
        last_first.take(self.turns.into()).filter(|seat| *seat != self.turn || self.phase == MazePhase::Draw)
    }

    /// The seat that would have won with the hand that it holds here, so that it cannot be so.
    pub fn overlooked(&self) -> Option<Seat> {
        let is_linked = |seat: Seat| MazeRoute::of(seat, self.options.suits)?.chain(self.hand(seat)).map(|_| seat);
        self.settled().find_map(is_linked).filter(|_| self.end.is_none())
    }

    fn moves(&mut self, moved: &MazeMoved) {
        self.cards.follow(moved);
        self.shuffles.follow(moved);
    }

    fn follow_stock(&mut self, moved: &MazeMoved) {
        self.moves(moved);
        if moved.to == Deck {
            self.discards = self.discards.split_off_upper(1);
            self.shuffled += 1;
        } else {
            self.phase = MazePhase::Discard;
        }
    }
}

impl EventTable for MazeTable {
    type Event = Event;

    fn follow(&mut self, event: &Event) {
        match event {
            Event::Stock(moved) => self.follow_stock(moved),
            Event::Took { seat, card } => {
                self.moves(&Moved::of(Discards, Hand(*seat), MystiqueSet::of_one(*card)));
                self.discards.take();
                self.taken[*seat].insert(*card);
                self.phase = MazePhase::Discard;
            }
            Event::Discarded { seat, card } => {
                self.moves(&Moved::of(Hand(*seat), Discards, MystiqueSet::of_one(*card)));
                self.discards.lay(*card);
                self.taken[*seat].remove(*card);
                (self.turn, self.phase, self.turns) = (self.seats.after(*seat), MazePhase::Draw, self.turns + 1);
            }
            Event::Ended(end) => {
                if let MazeEnd::Linked { seat, chain } = end {
                    let chain: MystiqueSet = chain.iter().copied().collect();
                    self.cards.show(Hand(*seat), chain.without(self.never()));
                }
                self.end = Some(end.clone());
            }
        }
    }
}

impl ZoneTable for MazeTable {
    type Zone = MazeZone;
    type Set = MystiqueSet;

    fn seats(&self) -> Seats {
        self.seats
    }

    fn cards(&self) -> &Zones<MazeZone, MystiqueSet> {
        &self.cards
    }

    fn with_cards(&self, cards: Zones<MazeZone, MystiqueSet>) -> MazeTable {
        MazeTable { cards, ..self.clone() }
    }

    /// Suits stand as they do in their line, so that those that a chain can step between lie next to each other.
    fn sort(&self, cards: &mut [MystiqueCard], order: HandOrder) {
        let key = |card: &MystiqueCard| {
            let (number, colour, place) = (card.number(), card.colour() as u8, self.options.suits.place(card.suit()));
            match order {
                HandOrder::Number => [number, place, colour],
                HandOrder::Suit => [place, number, colour],
                HandOrder::Colour => [colour, place, number],
                HandOrder::ColourNumber => [colour, number, place],
            }
        };
        cards.sort_unstable_by_key(key);
    }
}

impl StockTable for MazeTable {
    const STOCK: MazeZone = Deck;
    const DISCARDS: MazeZone = Discards;

    fn moved(moved: MazeMoved) -> Event {
        Event::Stock(moved)
    }

    /// The top card stays.
    fn reusable(&self) -> MystiqueSet {
        self.buried()
    }
}
