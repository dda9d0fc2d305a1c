//! What everybody at a table of Chain of Restraints sees: the board, whose turn it is, how many cards all hold, and the events that
//! change it.

use super::board::{RestraintBoard, unlike};
use crate::cards::{CardBits, MystiqueCard, MystiqueSet};
use crate::engine::rng::GameRng;
use crate::engine::seats::{BySeat, Seat, Seats, Viewer};
use crate::engine::seen::{EventTable, TableEvent, ZoneTable};
use crate::engine::zones::{HandsPassed, Moved, Zones};
use crate::square::Square;
use crate::zones;

pub const MOST_PLAYERS: usize = 4;

/// How many cards everybody holds.
pub const HAND: usize = 5;

zones! {
    /// Where a card lies.
    pub enum RestraintZone {
        Hand(Seat): Owner,
        Board: Everybody,
        /// Hands with which nobody could play, out of the game.
        Aside: Everybody,
        Deck: Nobody,
    }
}

use RestraintZone::{Aside, Board, Deck, Hand};

#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    Played {
        seat: Seat,
        card: MystiqueCard,
        square: Square,
    },
    /// One card at the end of a turn, or a new hand. Only the seat that draws knows what it draws.
    Drew(Moved<RestraintZone, MystiqueSet>),
    /// Nothing in the hand of the seat whose turn it is can be played, so it is shown to everybody.
    Failed {
        seat: Seat,
        hand: MystiqueSet,
    },
    /// Every hand goes to the player at the right.
    Passed(HandsPassed<MystiqueSet>),
    /// Everybody has their own hand again, and the seat whose turn it is lays its hand aside.
    LaidAside {
        seat: Seat,
        hand: MystiqueSet,
    },
    /// A card has to be drawn, and there is none.
    RanOut,
}

impl TableEvent for Event {
    fn seen_by(&self, who: Viewer) -> Event {
        match self {
            Event::Drew(moved) => Event::Drew(moved.seen_by(who)),
            Event::Passed(passed) => Event::Passed(passed.seen_by(who)),
            open => open.clone(),
        }
    }

    /// A card that is played, drawn or shown was hidden; hands that are passed are seen by those who get them.
    fn reveals(&self) -> bool {
        !matches!(self, Event::RanOut)
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RestraintEnd {
    /// This seat has made four.
    Four(Seat),
    /// The deck ran out, and nobody has won.
    RanOut,
}

/// The table that is played at, and what somebody sees of it.
#[derive(Clone, PartialEq, Debug)]
pub struct RestraintTable {
    pub seats: Seats,
    pub cards: Zones<RestraintZone, MystiqueSet>,
    pub board: RestraintBoard,
    pub turn: Seat,
    /// How often hands have been passed, up to the number of seats: so many seats further on each hand was held at first.
    pub passes: usize,
    /// Whether that was the last that happened to hands: what is new in one then came from another.
    pub has_just_passed: bool,
    pub end: Option<RestraintEnd>,
}

impl RestraintTable {
    /// The first card of the deck goes to the seat that begins.
    pub fn dealt(seats: Seats, first: Seat, deck: &[MystiqueCard]) -> RestraintTable {
        let cards = Zones::dealt(seats, first, deck, HAND, Some(Deck));
        let board = RestraintBoard::default();
        RestraintTable { seats, cards, board, turn: first, passes: 0, has_just_passed: false, end: None }
    }

    /// Whose turn it is; `None` once the game is over.
    #[inline]
    pub fn turn(&self) -> Option<Seat> {
        self.end.is_none().then_some(self.turn)
    }

    /// The cards of a seat's hand that may be played now.
    #[inline]
    pub fn playable(&self, seat: Seat) -> MystiqueSet {
        self.cards.hand(seat).intersection(self.board.allowed())
    }

    /// Whether whoever's turn it is holds a card that may be played, if the cards lie like this.
    #[inline]
    fn can_play_with(&self, cards: &Zones<RestraintZone, MystiqueSet>) -> bool {
        self.end.is_some() || !cards.hand(self.turn).intersection(self.board.allowed()).is_empty()
    }

    #[inline]
    pub fn can_play(&self) -> bool {
        self.can_play_with(&self.cards)
    }

    /// Every hand as it goes to the player at the right.
    pub fn hands_to_pass(&self) -> HandsPassed<MystiqueSet> {
        let mut hands = BySeat::of(MystiqueSet::EMPTY);
        self.seats.iter().for_each(|seat| hands[seat] = self.cards.hand(self.seats.after(seat)));
        HandsPassed { seats: self.seats, steps: 1, hands }
    }

    /// The cards that this seat does not see, and that may be in a hand or in the deck.
    pub fn unseen_by(&self, seat: Seat) -> MystiqueSet {
        let known = |other: Seat| self.cards.known_to(Viewer::Seat(seat), Hand(other));
        let in_hands = self.seats.iter().map(known).fold(MystiqueSet::EMPTY, MystiqueSet::union);
        let open = self.cards.known(Board).union(self.cards.known(Aside));
        MystiqueSet::DECK.without(open).without(in_hands)
    }

    /// What this seat knows of the hand that the next player will play from if it lays this card: theirs, or, if that is known to
    /// fail, the one that comes to them when hands are passed, and so on. `None` if that is not known, since a card that it does not
    /// see may fit.
    pub fn next_hand(&self, seat: Seat, card: MystiqueCard) -> Option<MystiqueSet> {
        let next = self.seats.after(seat);
        for holder in self.seats.from(next) {
            let mut known = self.cards.known_to(Viewer::Seat(seat), Hand(holder));
            known.remove(card);
            if !known.intersection(unlike(card)).is_empty() {
                return Some(known);
            }
            if known.len() < HAND {
                return None;
            }
        }
        None
    }

    /// The cards that the next player is known to be able to play if this seat lays this card. Without a card to draw after it, nobody
    /// plays next.
    pub fn known_plays(&self, seat: Seat, card: MystiqueCard) -> MystiqueSet {
        let hand = self.next_hand(seat, card).filter(|_| self.cards.count(Deck) > 0);
        hand.map_or(MystiqueSet::EMPTY, |hand| hand.intersection(unlike(card)))
    }
}

impl EventTable for RestraintTable {
    type Event = Event;

    #[inline]
    fn follow(&mut self, event: &Event) {
        self.has_just_passed = matches!(event, Event::Passed(_));
        match event {
            Event::Played { seat, card, square } => {
                self.cards.follow(&Moved::of(Hand(*seat), Board, MystiqueSet::of_one(*card)));
                self.board.lay(*square, *card);
                self.turn = self.seats.after(*seat);
                self.end = self.board.has_four().then_some(RestraintEnd::Four(*seat));
            }
            Event::Drew(moved) => self.cards.follow(moved),
            Event::Failed { seat, hand } => self.cards.show(Hand(*seat), *hand),
            Event::Passed(passed) => {
                self.cards.pass_hands(passed);
                self.passes = (self.passes + passed.steps) % self.seats.count();
            }
            Event::LaidAside { seat, hand } => self.cards.follow(&Moved::of(Hand(*seat), Aside, *hand)),
            Event::RanOut => self.end = Some(RestraintEnd::RanOut),
        }
    }
}

impl ZoneTable for RestraintTable {
    type Zone = RestraintZone;
    type Set = MystiqueSet;

    fn seats(&self) -> Seats {
        self.seats
    }

    fn cards(&self) -> &Zones<RestraintZone, MystiqueSet> {
        &self.cards
    }

    fn with_cards(&self, cards: Zones<RestraintZone, MystiqueSet>) -> RestraintTable {
        RestraintTable { cards, ..self.clone() }
    }

    /// Everybody knows that whoever's turn it is can play: otherwise hands would have been passed.
    fn redealt(&self, who: Viewer, rng: &mut GameRng) -> RestraintTable {
        let (seen, all) = (self.cards.seen_by(who), self.cards.all());
        let dealt = seen.imagined_if(who, all, |_| MystiqueSet::EMPTY, |cards| self.can_play_with(cards), rng);
        dealt.map_or_else(|| self.clone(), |cards| self.with_cards(cards))
    }

    fn imagined(&self, who: Viewer, deck: MystiqueSet, rng: &mut GameRng) -> Option<RestraintTable> {
        let can_play = |cards: &Zones<RestraintZone, MystiqueSet>| self.can_play_with(cards);
        Some(self.with_cards(self.cards.imagined_if(who, deck, |_| MystiqueSet::EMPTY, can_play, rng)?))
    }
}
