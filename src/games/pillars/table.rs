//! The table of Mystique Pillars: four pillars of which only the tops are seen, hands that lie open, and how far the game is.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;

use crate::cards::{CardBits, MystiqueCard, MystiqueSet};
use crate::engine::game::NotAMove;
use crate::engine::past::Past;
use crate::engine::pile::CardPile;
use crate::engine::seats::{Seat, Seats, Viewer};
use crate::engine::seen::{EventTable, Seen, TableEvent, ZoneTable};
use crate::engine::zones::{Moved, Zones};
use crate::zones;

pub const MOST_PLAYERS: usize = 6;
pub const PILLARS: usize = 4;

/// How many cards a pillar has at the start, and how many each seat drafts.
pub const IN_PILLAR: usize = 15;
pub const DRAFTED: usize = 8;

/// The game is over after so many turns of building, and when a position comes for this time.
pub const MOST_TURNS: u16 = 300;
pub const MOST_TIMES: u32 = 3;

/// One of the four pillars. People and records count them from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Pillar(u8);

impl Pillar {
    pub fn all() -> impl DoubleEndedIterator<Item = Pillar> + ExactSizeIterator {
        (0..PILLARS as u8).map(Pillar)
    }

    /// From 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Its number, from 1.
impl fmt::Display for Pillar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

impl FromStr for Pillar {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<Pillar, NotAMove> {
        Pillar::all().find(|pillar| pillar.to_string() == text).ok_or(NotAMove)
    }
}

/// The cards of the deck that share exactly two attributes with one, by its index.
const MATCHING: [MystiqueSet; MystiqueCard::COUNT / 2] = {
    let mut matching = [MystiqueSet::EMPTY; MystiqueCard::COUNT / 2];
    let mut index = 0;
    while index < matching.len() {
        if let Some(card) = MystiqueCard::from_index(index as u8) {
            matching[index] = sharing_two(card);
        }
        index += 1;
    }
    matching
};

const fn sharing_two(card: MystiqueCard) -> MystiqueSet {
    let (colour, suit) = (MystiqueSet::of_colour(card.colour()), MystiqueSet::of_suit(card.suit()));
    let number = MystiqueSet::of_number(card.number());
    let two = colour.intersection(suit).union(colour.intersection(number)).union(suit.intersection(number));
    two.intersection(MystiqueSet::DECK).without(MystiqueSet::of_bits(1 << card.index()))
}

/// The cards that can be built onto this one, and onto which it can be built: those that share exactly two attributes with it.
#[inline]
pub fn matching(card: MystiqueCard) -> MystiqueSet {
    MATCHING.get(usize::from(card.index())).copied().unwrap_or(MystiqueSet::EMPTY)
}

zones! {
    /// Where a card lies.
    pub enum PillarsZone {
        Hand(Seat): Everybody,
        /// In one of the pillars. Those that everybody has seen there stay known.
        Pillars: Nobody,
    }
}

use PillarsZone::{Hand, Pillars};

/// How far the game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PillarsPhase {
    /// Everybody draws cards until all have eight.
    Draft,
    /// After so many turns of it.
    Building {
        turns: u16,
    },
    Over {
        turns: u16,
        end: PillarsEnd,
    },
}

/// What ended the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PillarsEnd {
    /// Somebody has laid the last card of a hand.
    HandEmpty,
    /// The same position has come for the third time.
    Repeated,
    /// 300 turns of building are over.
    LongEnough,
    /// Every pillar has run out for good.
    NothingToDo,
}

/// All that makes two positions the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct PillarsPosition {
    turn: u8,
    /// Of each pillar the top card, by its card number, and how many cards there are; twice 0 for one that has run out.
    pillars: [[u8; 2]; PILLARS],
    /// The hands, a bit for each card of the one deck.
    hands: [u64; MOST_PLAYERS],
}

/// What happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A seat takes the top card of a pillar into its hand.
    Drew { seat: Seat, pillar: Pillar, card: MystiqueCard },
    /// A seat lays a card of its hand onto a pillar.
    Built { seat: Seat, card: MystiqueCard, pillar: Pillar },
    /// The upper half of a pillar goes to where another one has run out.
    Divided { from: Pillar, to: Pillar },
    /// A card that nobody had seen comes to lie on top.
    TurnedUp { pillar: Pillar, card: MystiqueCard },
    /// The next seat has the turn, or the game is over: what there is to see says which.
    TurnEnded,
}

impl TableEvent for Event {
    fn reveals(&self) -> bool {
        matches!(self, Event::TurnedUp { .. })
    }
}

/// The table that is played at, and what somebody sees of it.
#[derive(Clone, PartialEq, Debug)]
pub struct PillarsTable {
    seats: Seats,
    pub turn: Seat,
    pub phase: PillarsPhase,
    pub cards: Zones<PillarsZone, MystiqueSet>,
    pub pillars: [CardPile<MystiqueSet>; PILLARS],
    /// The positions of building so far.
    past: Past<PillarsPosition>,
    /// How often the game has been in the position in which it is; 0 in the draft.
    pub times: u32,
}

/// What a viewer may know: everything but the order of the cards under the tops.
pub type View = Seen<PillarsTable>;

impl PillarsTable {
    /// The deck in four pillars, the top card of the first pillar first.
    pub fn dealt(seats: Seats, first: Seat, deck: &[MystiqueCard]) -> PillarsTable {
        let mut cards = Zones::empty();
        cards.put(Pillars, deck.iter().copied().collect());
        let mut piles = deck.chunks(IN_PILLAR);
        let pillars = std::array::from_fn(|_| piles.next().map_or_else(CardPile::default, CardPile::face_down));
        let (phase, past) = (PillarsPhase::Draft, Past::default());
        let mut table = PillarsTable { seats, turn: first, phase, cards, pillars, past, times: 0 };
        for pillar in Pillar::all() {
            if let Some(card) = table.top(pillar) {
                table.follow(&Event::TurnedUp { pillar, card });
            }
        }
        table
    }

    #[inline]
    pub fn pillar(&self, pillar: Pillar) -> &CardPile<MystiqueSet> {
        &self.pillars[pillar.index()]
    }

    #[inline]
    pub fn top(&self, pillar: Pillar) -> Option<MystiqueCard> {
        self.pillar(pillar).top()
    }

    #[inline]
    pub fn hand(&self, seat: Seat) -> MystiqueSet {
        self.cards.hand(seat)
    }

    /// How many cards a seat holds.
    #[inline]
    pub fn held(&self, seat: Seat) -> usize {
        self.cards.count(Hand(seat))
    }

    /// For each pillar the cards that can be built onto it: none in the draft.
    #[inline]
    pub fn open(&self) -> [MystiqueSet; PILLARS] {
        match self.phase {
            PillarsPhase::Building { .. } => self.matching_tops(),
            PillarsPhase::Draft | PillarsPhase::Over { .. } => [MystiqueSet::EMPTY; PILLARS],
        }
    }

    /// For each pillar the cards that match its top.
    #[inline]
    pub fn matching_tops(&self) -> [MystiqueSet; PILLARS] {
        self.pillars.each_ref().map(|pillar| pillar.top().map_or(MystiqueSet::EMPTY, matching))
    }

    /// Whether a card lies on top that nobody has seen: from a draw until it is turned up.
    pub fn has_hidden_top(&self) -> bool {
        self.pillars.iter().any(|pillar| !pillar.is_empty() && !pillar.is_open())
    }

    /// The turns of building so far.
    pub fn turns(&self) -> u16 {
        match self.phase {
            PillarsPhase::Draft => 0,
            PillarsPhase::Building { turns } | PillarsPhase::Over { turns, .. } => turns,
        }
    }

    /// Whose turn it is; `None` once the game is over.
    #[inline]
    pub fn acting(&self) -> Option<Seat> {
        match self.phase {
            PillarsPhase::Draft | PillarsPhase::Building { .. } => Some(self.turn),
            PillarsPhase::Over { .. } => None,
        }
    }

    /// The seats with the fewest cards, who win at the end.
    pub fn fewest(&self) -> ArrayVec<Seat, MOST_PLAYERS> {
        let fewest = self.seats.iter().map(|seat| self.held(seat)).min();
        self.seats.iter().filter(|seat| Some(self.held(*seat)) == fewest).take(MOST_PLAYERS).collect()
    }

    /// The tallest pillar that can be divided, the first among equals.
    pub fn tallest(&self) -> Option<Pillar> {
        let tallest = Pillar::all().rev().max_by_key(|pillar| self.pillar(*pillar).len())?;
        (self.pillar(tallest).len() >= 2).then_some(tallest)
    }

    /// The cards that lie somewhere under the tops and that nobody has seen there.
    pub fn hidden(&self) -> MystiqueSet {
        let in_hands = self.seats.iter().fold(MystiqueSet::EMPTY, |all, seat| all.union(self.hand(seat)));
        let known = self.pillars.iter().fold(in_hands, |all, pillar| all.union(pillar.seen().known()));
        MystiqueSet::DECK.without(known)
    }

    fn position(&self) -> PillarsPosition {
        let of_pillar =
            |pillar: &CardPile<MystiqueSet>| [pillar.top().map_or(0, MystiqueCard::card_number), pillar.len() as u8];
        let mut hands = [0; MOST_PLAYERS];
        self.seats.iter().zip(&mut hands).for_each(|(seat, hand)| *hand = self.hand(seat).bits() as u64);
        PillarsPosition { turn: self.turn.index() as u8, pillars: self.pillars.each_ref().map(of_pillar), hands }
    }

    fn end_turn(&mut self) {
        let next = self.seats.after(self.turn);
        match self.phase {
            // All have drawn equally often once it is the first one's turn again.
            PillarsPhase::Draft if self.held(next) == DRAFTED => self.phase = PillarsPhase::Building { turns: 0 },
            PillarsPhase::Draft => return self.turn = next,
            PillarsPhase::Building { turns } if self.held(self.turn) == 0 => {
                return self.phase = PillarsPhase::Over { turns: turns + 1, end: PillarsEnd::HandEmpty };
            }
            PillarsPhase::Building { turns } => self.phase = PillarsPhase::Building { turns: turns + 1 },
            PillarsPhase::Over { .. } => return,
        }
        self.turn = next;
        self.times = self.past.comes(self.position());
        let turns = self.turns();
        if let Some(end) = self.end(turns) {
            self.phase = PillarsPhase::Over { turns, end };
        }
    }

    /// Why the game is over where nobody has laid a last card.
    fn end(&self, turns: u16) -> Option<PillarsEnd> {
        if self.times >= MOST_TIMES {
            return Some(PillarsEnd::Repeated);
        }
        if turns >= MOST_TURNS {
            return Some(PillarsEnd::LongEnough);
        }
        self.pillars.iter().all(CardPile::is_empty).then_some(PillarsEnd::NothingToDo)
    }
}

impl EventTable for PillarsTable {
    type Event = Event;

    fn follow(&mut self, event: &Event) {
        match *event {
            Event::Drew { seat, pillar, card } => {
                self.pillars[pillar.index()].take();
                self.cards.follow(&Moved::of(Pillars, Hand(seat), MystiqueSet::of_one(card)));
            }
            Event::Built { seat, card, pillar } => {
                self.cards.follow(&Moved::of(Hand(seat), Pillars, MystiqueSet::of_one(card)));
                self.pillars[pillar.index()].lay(card);
            }
            Event::Divided { from, to } => {
                let half = self.pillar(from).len() / 2;
                self.pillars[to.index()] = self.pillars[from.index()].split_off_upper(half);
            }
            Event::TurnedUp { pillar, card } => {
                self.pillars[pillar.index()].turn_up(card);
                self.cards.show(Pillars, MystiqueSet::of_one(card));
            }
            Event::TurnEnded => self.end_turn(),
        }
    }
}

impl ZoneTable for PillarsTable {
    type Zone = PillarsZone;
    type Set = MystiqueSet;

    fn seats(&self) -> Seats {
        self.seats
    }

    fn cards(&self) -> &Zones<PillarsZone, MystiqueSet> {
        &self.cards
    }

    fn with_cards(&self, cards: Zones<PillarsZone, MystiqueSet>) -> PillarsTable {
        PillarsTable { cards, ..self.clone() }
    }

    /// The order of a pillar is hidden from all.
    fn seen_by(&self, who: Viewer) -> PillarsTable {
        let pillars = self.pillars.each_ref().map(CardPile::seen);
        PillarsTable { cards: self.cards.seen_by(who), pillars, ..self.clone() }
    }

    /// Hands by their seats, then each place of each pillar, from above.
    fn whereabouts(&self) -> Vec<(u32, u32)> {
        let in_hand = |seat: Seat| self.hand(seat).iter().map(move |card| (card, seat.index()));
        let in_pillar = |pillar: Pillar| {
            let places = (100 * (1 + pillar.index())..).zip(self.pillar(pillar).iter());
            places.filter_map(|(place, card)| Some((card?, place)))
        };
        let all = self.seats.iter().flat_map(in_hand).chain(Pillar::all().flat_map(in_pillar));
        all.map(|(card, place)| (u32::from(card.index()), place as u32)).collect()
    }
}
