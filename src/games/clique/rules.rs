//! Clique Mystique as a game.
//!
//! Source: *The Mystique Deck*, "Clique Mystique" by Larry Wheeler (2013). Where the rulebook is silent: whose stacks are is judged as
//! it was before cards are laid; every stretch of a line counts that is a group by itself; and after twenty turns in a row without a
//! new group the game is over, too.

use serde_json::json;

use super::board::{CliqueBoard, NoGroup, PLAYERS, SECOND, START, opponent};
use super::moves::Placement;
use super::openings::Openings;
use crate::cards::{CardBits, GoldenSet, HandOrder, MystiqueCard, MystiqueSet};
use crate::engine::game::{Complexity, Game, Illegal, Info, Kind, NoOptions, SetupError};
use crate::engine::outcome::{Outcome, Stage};
use crate::engine::rng::GameRng;
use crate::engine::rounds::check_seats;
use crate::engine::seats::{Seat, SeatSet, Seats, Viewer};
use crate::engine::seen::{EventTable, Seen, TableEvent, ZoneTable};
use crate::engine::stock::DeckOrder;
use crate::engine::zones::{Moved, Zones};
use crate::square::SquareSet;
use crate::words::{counted, signed};
use crate::{zone_game, zones};

pub use super::moves::Move;

/// An explicit deal: the nine start cards row by row, the hands one card at a time, then the deck.
pub use crate::engine::rounds::WholeDeck as Deal;

/// How many cards a hand has as long as there are any to draw.
pub const HAND: usize = 7;

/// After so many turns in a row without a new group, or so many passes in a row, the game is over.
pub const MOST_IDLE: u8 = 20;
pub const PASSES: u8 = 2;

zones! {
    /// Where a card lies.
    pub enum CliqueZone {
        Hand(Seat): Owner,
        /// What a seat replaces, until it is shuffled into the deck.
        Aside(Seat): Owner,
        Board: Everybody,
        Deck: Nobody,
    }
}

use CliqueZone::{Aside, Board, Deck, Hand};

/// Cards that go from one place to another.
pub type CliqueMoved = Moved<CliqueZone, MystiqueSet>;

#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    Placed {
        seat: Seat,
        placement: Placement,
    },
    /// Stacks of the opponent are the seat's from now on.
    Turned {
        seat: Seat,
        squares: SquareSet,
    },
    Drew(CliqueMoved),
    /// A seat sets cards aside to replace them.
    SetAside {
        seat: Seat,
        moved: CliqueMoved,
    },
    /// They are shuffled into the deck.
    ShuffledIn(CliqueMoved),
    Passed {
        seat: Seat,
    },
}

impl TableEvent for Event {
    fn seen_by(&self, who: Viewer) -> Event {
        match self {
            Event::Drew(moved) => Event::Drew(moved.seen_by(who)),
            Event::SetAside { seat, moved } => Event::SetAside { seat: *seat, moved: moved.seen_by(who) },
            Event::ShuffledIn(moved) => Event::ShuffledIn(moved.seen_by(who)),
            open => open.clone(),
        }
    }

    fn reveals(&self) -> bool {
        match self {
            Event::Placed { .. } => true,
            Event::Turned { .. } | Event::Passed { .. } => false,
            Event::Drew(moved) | Event::SetAside { moved, .. } | Event::ShuffledIn(moved) => moved.reveals(),
        }
    }
}

/// The table that is played at, and what somebody sees of it.
#[derive(Clone, PartialEq, Debug)]
pub struct CliqueTable {
    pub seats: Seats,
    pub board: CliqueBoard,
    pub turn: Seat,
    /// How many turns there have been.
    pub turns: u16,
    /// How many turns in a row brought no new group, and how many of them were passes in a row.
    pub idle: u8,
    pub passes: u8,
    /// How many cards were replaced in the last turn, as everybody saw.
    pub replaced: u8,
    /// What was placed last, and by whom.
    pub last: Option<(Seat, Placement)>,
    pub cards: Zones<CliqueZone, MystiqueSet>,
}

impl EventTable for CliqueTable {
    type Event = Event;

    fn follow(&mut self, event: &Event) {
        match event {
            Event::Placed { seat, placement } => {
                self.cards.follow(&Moved::of(Hand(*seat), Board, placement.cards()));
                self.board.lay(*seat, placement);
                (self.idle, self.passes, self.last) = (0, 0, Some((*seat, *placement)));
                self.end_turn(*seat, 0);
            }
            Event::Turned { seat, squares } => self.board.turn_over(*seat, *squares),
            Event::SetAside { seat, moved } => {
                self.cards.follow(moved);
                (self.idle, self.passes) = (self.idle.saturating_add(1), 0);
                self.end_turn(*seat, moved.count);
            }
            Event::Drew(moved) | Event::ShuffledIn(moved) => self.cards.follow(moved),
            Event::Passed { seat } => {
                (self.idle, self.passes) = (self.idle.saturating_add(1), self.passes.saturating_add(1));
                self.end_turn(*seat, 0);
            }
        }
    }
}

impl ZoneTable for CliqueTable {
    type Zone = CliqueZone;
    type Set = MystiqueSet;

    fn seats(&self) -> Seats {
        self.seats
    }

    fn cards(&self) -> &Zones<CliqueZone, MystiqueSet> {
        &self.cards
    }

    fn with_cards(&self, cards: Zones<CliqueZone, MystiqueSet>) -> CliqueTable {
        CliqueTable { cards, ..self.clone() }
    }
}

impl CliqueTable {
    fn end_turn(&mut self, seat: Seat, replaced: u8) {
        (self.turn, self.replaced) = (opponent(seat), replaced);
        self.turns = self.turns.saturating_add(1);
    }

    /// Whose turn it is; `None` once the game is over.
    #[inline]
    pub fn acting(&self) -> Option<Seat> {
        (!self.is_over()).then_some(self.turn)
    }

    #[inline]
    pub fn is_over(&self) -> bool {
        self.passes >= PASSES || self.idle >= MOST_IDLE
    }

    pub fn held(&self, seat: Seat) -> usize {
        self.cards.count(Hand(seat))
    }

    /// How many cards the deck has.
    #[inline]
    pub fn deck(&self) -> usize {
        self.cards.count(Deck)
    }

    /// How many cards a seat may replace.
    #[inline]
    pub fn replaceable(&self, seat: Seat) -> usize {
        self.held(seat).min(self.deck())
    }

    /// The cards of a seat's stacks, less those in its hand.
    pub fn points(&self, seat: Seat) -> i32 {
        self.board.cards_of(seat) as i32 - self.held(seat) as i32
    }

    /// By how many points a seat leads.
    pub fn lead(&self, seat: Seat) -> i32 {
        self.points(seat) - self.points(opponent(seat))
    }

    /// Who has won if the game ends as it is: both, if points and cards in intact groups are equal.
    pub fn winners(&self) -> Vec<Seat> {
        let decides = |seat: Seat| (self.points(seat), self.board.cards_in_groups(seat));
        let best = self.seats.iter().map(decides).max();
        self.seats.iter().filter(|seat| Some(decides(*seat)) == best).collect()
    }

    /// How a seat’s lead would be after it places these cards.
    pub fn lead_after(&self, seat: Seat, placement: &Placement, turned: SquareSet) -> i32 {
        self.lead(seat) + self.gain(seat, placement, turned)
    }

    /// By how much a seat's lead grows when it places these cards: what it draws afterwards is in its hand.
    #[inline]
    pub fn gain(&self, seat: Seat, placement: &Placement, turned: SquareSet) -> i32 {
        let (laid, turned) = (placement.count(), self.board.cards_on(turned));
        // What is laid comes out of the hand and onto the board.
        (2 * laid + 2 * turned) as i32 - self.missing(seat, laid) as i32
    }

    /// How many cards a seat draws after it has laid so many.
    fn missing(&self, seat: Seat, laid: usize) -> usize {
        HAND.saturating_sub(self.held(seat).saturating_sub(laid)).min(self.deck())
    }
}

/// A game with its openings: they follow from the board, and are kept from turn to turn.
#[derive(Clone, Debug)]
pub struct CliqueMystique {
    pub table: CliqueTable,
    deck: DeckOrder<MystiqueSet>,
    openings: [Openings; PLAYERS],
    /// Where the board has changed since those of each seat were found.
    changed: [SquareSet; PLAYERS],
}

impl PartialEq for CliqueMystique {
    fn eq(&self, other: &CliqueMystique) -> bool {
        self.table == other.table && self.deck == other.deck
    }
}

/// What a viewer may know.
pub type View = Seen<CliqueTable>;

impl CliqueMystique {
    fn new(table: CliqueTable, deck: DeckOrder<MystiqueSet>) -> CliqueMystique {
        let (openings, changed) = (Default::default(), [SquareSet::ALL; PLAYERS]);
        let mut game = CliqueMystique { table, deck, openings, changed };
        game.look_for_openings();
        game
    }

    /// The game at this table, with the deck in any order.
    fn at(table: CliqueTable, rng: &mut GameRng) -> CliqueMystique {
        let deck = DeckOrder::shuffled(table.cards.known(Deck), rng);
        CliqueMystique::new(table, deck)
    }

    /// Where the seat whose turn it is can form groups.
    pub fn openings(&self) -> &Openings {
        &self.openings[self.table.turn.index() % PLAYERS]
    }

    /// Finds the openings of the seat whose turn it is, unless they are known.
    fn look_for_openings(&mut self) {
        let turn = self.table.turn.index() % PLAYERS;
        let changed = std::mem::take(&mut self.changed[turn]);
        if !changed.is_empty() {
            self.openings[turn].find(&self.table.board, self.table.turn, changed);
        }
    }

    fn place(&mut self, seat: Seat, placement: Placement, report: &mut impl FnMut(Event)) {
        let is_free = self.table.board.free_for(seat).contains_all(placement.squares());
        if !is_free || !holds(&self.table, seat, placement.cards()) {
            return;
        }
        let squares = self.table.board.turned(seat, &placement);
        self.table.happens(Event::Placed { seat, placement }, report);
        if !squares.is_empty() {
            self.table.happens(Event::Turned { seat, squares }, report);
        }
        self.draw(seat, HAND.saturating_sub(self.table.held(seat)), report);
        let changed = placement.squares().union(squares);
        self.changed = self.changed.map(|before| before.union(changed));
    }

    fn replace(&mut self, seat: Seat, cards: MystiqueSet, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        if cards.len() > self.table.deck() || !holds(&self.table, seat, cards) {
            return;
        }
        self.table.happens(Event::SetAside { seat, moved: Moved::of(Hand(seat), Aside(seat), cards) }, report);
        self.draw(seat, cards.len(), report);
        self.deck.shuffle_in(cards, rng);
        self.table.happens(Event::ShuffledIn(Moved::of(Aside(seat), Deck, cards)), report);
    }

    fn draw(&mut self, seat: Seat, count: usize, report: &mut impl FnMut(Event)) {
        let drawn = self.deck.next_cards(count);
        if !drawn.is_empty() {
            self.table.happens(Event::Drew(Moved::of(Deck, Hand(seat), drawn)), report);
        }
    }
}

fn holds(table: &CliqueTable, seat: Seat, cards: MystiqueSet) -> bool {
    cards.without(table.cards.hand(seat)).is_empty()
}

/// Every part of a hand that may be replaced while the deck has so many cards, in ascending order.
fn replacements_into(hand: MystiqueSet, deck: usize, moves: &mut Vec<Move>) {
    moves.extend(GoldenSet::of(hand).parts().map(Move::Replace));
    if hand.len() > deck {
        let few_enough = |mv: &Move| !matches!(mv, Move::Replace(cards) if cards.len() > deck);
        moves.retain(few_enough);
    }
}

/// The moves of a seat that has these cards and openings.
fn moves_of(table: &CliqueTable, seat: Seat, openings: &Openings, moves: &mut Vec<Move>) {
    let (hand, deck) = (table.cards.hand(seat), table.deck());
    moves.clear();
    openings.placements_into(hand, moves);
    if deck > 0 {
        replacements_into(hand, deck, moves);
    }
    moves.push(Move::Pass);
}

/// The moves of whoever sees this, who has the turn.
pub fn moves_seen(view: &View) -> Vec<Move> {
    let (table, mut moves) = (&view.table, Vec::new());
    moves_of(table, table.turn, &Openings::of(&table.board, table.turn), &mut moves);
    moves
}

/// Why a seat may not lay these cards.
pub fn check_placement(table: &CliqueTable, seat: Seat, placement: &Placement) -> Result<(), Illegal> {
    let refused = |why: String| Err(Illegal::because("#placing-a-group", why));
    let taken = placement.squares().without(table.board.free_for(seat));
    if let Some(top) = taken.iter().next().and_then(|square| table.board.stacks().top(square)) {
        let (owner, top) = (opponent(seat).called(), top.spoken());
        return refused(format!("the {top} belongs to {owner}: lay cards on empty squares, or on stacks of your own"));
    }
    match table.board.check_group(seat, placement) {
        Ok(()) => Ok(()),
        Err(NoGroup::Formed) => {
            let why = match placement.count() {
                1 => "that card forms no group there",
                _ => "your cards do not all belong to one group there",
            };
            Err(Illegal::because("#groups", why))
        }
        Err(NoGroup::WithOpponent) => refused("the group must also include one of your opponent’s cards".to_owned()),
        Err(NoGroup::WithOwn) => refused(
            "the group must also include one of your own cards that was already there and is not covered".to_owned(),
        ),
    }
}

impl Game for CliqueMystique {
    const INFO: Info = Info {
        id: "clique-mystique",
        title: "Clique Mystique",
        tagline: "Form groups with your opponent’s cards, and they are yours.",
        source: "Larry Wheeler, in The Mystique Deck (2013)",
        rules: 1,
        seats: (2, PLAYERS as u8),
        minutes: (25, 35),
        kind: Kind::Cards,
        weight: Complexity::Heavy,
        secrets: true,
        hand_orders: &[HandOrder::Colour, HandOrder::Suit, HandOrder::Number],
    };

    type Options = NoOptions;
    type Deal = Deal;
    type Move = Move;
    type Event = Event;
    type View = View;

    const MOVE_TEXT: &'static str = "moves are `place 4bM a4 1bS b4` (one to three different cards, each with its own square), \
        `replace 4bA 3rC` and `pass`";

    fn deal(_: &NoOptions, seats: Seats, deal: Option<&Deal>, rng: &mut GameRng) -> Result<Self, SetupError> {
        check_seats(&Self::INFO, seats)?;
        let dealt = Deal::dealt(deal, MystiqueSet::DECK, rng)?;
        let (start, rest) = dealt.split_at(START);
        let mut cards = Zones::dealt(seats, Seat::FIRST, rest, HAND, Some(Deck));
        cards.put(Board, start.iter().copied().collect());
        let (board, turn, last) = (CliqueBoard::start(start), Seat::FIRST, None);
        let table = CliqueTable { seats, board, turn, turns: 0, idle: 0, passes: 0, replaced: 0, last, cards };
        Ok(CliqueMystique::new(table, DeckOrder::of(&rest[HAND * seats.count()..])))
    }

    fn stage(&self) -> Stage {
        let table = &self.table;
        if !table.is_over() {
            return Stage::Act(SeatSet::only(table.turn));
        }
        let winners = table.winners();
        let reason = match winners.as_slice() {
            [winner] if table.lead(*winner) > 0 => {
                let [own, other] = [*winner, opponent(*winner)].map(|seat| signed(table.points(seat)));
                format!("{own} to {other} on points")
            }
            [winner] => {
                let [own, other] = [*winner, opponent(*winner)].map(|seat| table.board.cards_in_groups(seat));
                format!("Equal points; intact groups decide, {own} to {other}")
            }
            _ => "Equal points, and intact groups are equal, too".to_owned(),
        };
        Stage::Over(Outcome { winners, title: "The clique is closed".to_owned(), reason })
    }

    fn turn(&self) -> Option<Seat> {
        self.table.acting()
    }

    fn moves_into(&self, seat: Seat, moves: &mut Vec<Move>) {
        moves_of(&self.table, seat, self.openings(), moves);
    }

    fn check_move(&self, seat: Seat, mv: &Move) -> Result<(), Illegal> {
        let (table, hand) = (&self.table, self.table.cards.hand(seat));
        let cards = match mv {
            Move::Place(placement) => placement.cards(),
            Move::Replace(cards) => cards.cards(),
            Move::Pass => return Ok(()),
        };
        if let Some(card) = cards.without(hand).iter().next() {
            return Err(Illegal::not_held(card));
        }
        match (mv, table.deck()) {
            (Move::Place(placement), _) => check_placement(table, seat, placement),
            (_, 0) => Err(Illegal::because("#replacing-cards", "the deck is empty: nothing can be replaced")),
            (_, deck) if cards.count() > deck => {
                let left = counted(deck as u32, "card", "cards");
                Err(Illegal::because(
                    "#replacing-cards",
                    format_args!("the deck has {left} left: replace no more than that"),
                ))
            }
            _ => Ok(()),
        }
    }

    fn make(&mut self, seat: Seat, mv: &Move, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        match mv {
            Move::Place(placement) => self.place(seat, *placement, report),
            Move::Replace(cards) => self.replace(seat, cards.cards(), rng, report),
            Move::Pass => self.table.happens(Event::Passed { seat }, report),
        }
        self.look_for_openings();
    }

    zone_game!();

    fn resample_hidden(&self, who: Viewer, rng: &mut GameRng) -> Self {
        CliqueMystique::at(self.table.redealt(who, rng), rng)
    }

    fn imagined(view: &View, _: &[Event], rng: &mut GameRng) -> Option<Self> {
        Some(CliqueMystique::at(view.table.imagined(view.who, MystiqueSet::DECK, rng)?, rng))
    }

    fn scores(&self) -> Vec<i32> {
        self.table.seats.iter().map(|seat| self.table.points(seat)).collect()
    }

    fn state(&self) -> serde_json::Value {
        let (table, stacks) = (&self.table, self.table.board.stacks());
        let stack = |square| {
            let mut cards: Vec<MystiqueCard> = stacks.stack(square).collect();
            cards.reverse();
            json!([square.to_string(), table.board.owner(square).map_or(0, Seat::index), cards])
        };
        json!({
            "board": stacks.occupied().iter().map(stack).collect::<Vec<_>>(),
            "hands": table.seats.iter().map(|seat| table.held(seat)).collect::<Vec<_>>(),
            "deck": table.deck(),
            "points": self.scores(),
        })
    }

    fn summary(&self) -> String {
        let table = &self.table;
        let [first, second] = [Seat::FIRST, SECOND].map(|seat| table.board.cards_of(seat));
        let [own, other] = [Seat::FIRST, SECOND].map(|seat| signed(table.points(seat)));
        let deck = counted(table.deck() as u32, "card", "cards");
        format!("Cards on the board: {first} upright, {second} across; points {own} : {other}; {deck} in the deck.")
    }
}
