//! Mystique Energy as a game.
//!
//! Source: *The Mystique Deck*, "Mystique Energy" by Néstor Romeral Andrés (2013). Where the rulebook is silent: energy cards stay
//! secret to the end and count for nothing on the board; playing cards are seen by their owners alone. So many cards are played
//! that all seats lay equally many: among those tied, the first in seat order has laid the last card first.

use arrayvec::ArrayVec;
use parse_display::{Display, FromStr};
use serde_json::json;

use super::board::HexBoard;
use crate::cards::{CardBits, MystiqueCard, MystiqueSet};
use crate::engine::game::{Complexity, Game, Illegal, Info, Kind, NoOptions, SetupError};
use crate::engine::outcome::{Outcome, Stage};
use crate::engine::rng::GameRng;
use crate::engine::rounds::check_seats;
use crate::engine::seats::{Seat, SeatSet, Seats, Viewer};
use crate::engine::seen::{EventTable, Seen, TableEvent, ZoneTable};
use crate::engine::stock::DeckOrder;
use crate::engine::zones::{Moved, Zones};
use crate::hex::Hex;
use crate::words::{counted, joined};
use crate::{zone_game, zones};

/// An explicit deal: the energy cards in seat order, the first playing cards in seat order, then the deck.
pub use crate::engine::rounds::WholeDeck as Deal;

pub const MOST_PLAYERS: usize = 6;

const CARDS: usize = 60;

/// The seat's playing card is laid here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Display, FromStr)]
#[display("place {0}")]
pub struct Move(pub Hex);

zones! {
    /// Where a card lies.
    pub enum EnergyZone {
        /// The playing card that a seat is to lay.
        Hand(Seat): Owner,
        Energy(Seat): Owner,
        Board: Everybody,
        Deck: Nobody,
    }
}

use EnergyZone::{Board, Deck, Energy, Hand};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// The seat lays its playing card.
    Placed { seat: Seat, card: MystiqueCard, hex: Hex },
    /// Only the seat that draws knows what it draws.
    Drew(Moved<EnergyZone, MystiqueSet>),
    /// All cards are laid, and the energy cards are shown, in seat order.
    Shown { energies: ArrayVec<MystiqueCard, MOST_PLAYERS> },
}

impl TableEvent for Event {
    fn seen_by(&self, who: Viewer) -> Event {
        match self {
            Event::Drew(moved) => Event::Drew(moved.seen_by(who)),
            open => open.clone(),
        }
    }

    fn reveals(&self) -> bool {
        true
    }
}

/// The table that is played at, and what somebody sees of it.
#[derive(Clone, PartialEq, Debug)]
pub struct EnergyTable {
    pub seats: Seats,
    pub board: HexBoard,
    pub turn: Seat,
    pub cards: Zones<EnergyZone, MystiqueSet>,
}

impl EventTable for EnergyTable {
    type Event = Event;

    fn follow(&mut self, event: &Event) {
        match event {
            Event::Placed { seat, card, hex } => {
                self.cards.follow(&Moved::of(Hand(*seat), Board, MystiqueSet::of_one(*card)));
                self.board.lay(*hex, *card);
                self.turn = self.seats.after(self.turn);
            }
            Event::Drew(moved) => self.cards.follow(moved),
            Event::Shown { energies } => {
                let shown = self.seats.iter().zip(energies);
                shown.for_each(|(seat, card)| self.cards.show(Energy(seat), MystiqueSet::of_one(*card)));
            }
        }
    }
}

impl ZoneTable for EnergyTable {
    type Zone = EnergyZone;
    type Set = MystiqueSet;

    fn seats(&self) -> Seats {
        self.seats
    }

    fn cards(&self) -> &Zones<EnergyZone, MystiqueSet> {
        &self.cards
    }

    fn with_cards(&self, cards: Zones<EnergyZone, MystiqueSet>) -> EnergyTable {
        EnergyTable { cards, ..self.clone() }
    }
}

impl EnergyTable {
    /// Who lays the next card; `None` once all are laid.
    pub fn acting(&self) -> Option<Seat> {
        (!self.is_over()).then_some(self.turn)
    }

    /// Every card but the energy cards is laid.
    pub fn is_over(&self) -> bool {
        self.board.cards().len() + self.seats.count() >= CARDS
    }

    /// A seat's energy card, if it is known.
    pub fn energy(&self, seat: Seat) -> Option<MystiqueCard> {
        self.cards.known(Energy(seat)).iter().next()
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct MystiqueEnergy {
    pub table: EnergyTable,
    deck: DeckOrder<MystiqueSet>,
}

/// What a viewer may know.
pub type View = Seen<EnergyTable>;

impl View {
    /// The card that the viewer is to lay.
    pub fn playing_card(&self) -> Option<MystiqueCard> {
        self.own().and_then(|seat| self.table.cards.hand(seat).iter().next())
    }
}

impl MystiqueEnergy {
    pub fn energy(&self, seat: Seat) -> Option<MystiqueCard> {
        self.table.energy(seat)
    }

    pub fn playing_card(&self, seat: Seat) -> Option<MystiqueCard> {
        self.table.cards.hand(seat).iter().next()
    }

    /// What each seat's energy card would score now.
    pub fn products(&self) -> ArrayVec<i32, MOST_PLAYERS> {
        let product = |seat| self.energy(seat).map_or(0, |energy| self.table.board.product(energy));
        self.table.seats.iter().map(product).collect()
    }

    /// The seat with the lowest product; of those tied the first, who has laid the last card first.
    pub fn winner(&self) -> Seat {
        let products = self.products();
        self.table.seats.iter().min_by_key(|seat| products.get(seat.index()).copied()).unwrap_or(Seat::FIRST)
    }

    /// The game at this table, with the deck in any order.
    fn at(table: EnergyTable, rng: &mut GameRng) -> Self {
        MystiqueEnergy { deck: DeckOrder::shuffled(table.cards.known(Deck), rng), table }
    }
}

impl Game for MystiqueEnergy {
    const INFO: Info = Info {
        id: "mystique-energy",
        title: "Mystique Energy",
        tagline: "Lay cards so that those that match your secret card stay apart.",
        source: "Néstor Romeral Andrés, in The Mystique Deck (2013)",
        rules: 1,
        seats: (2, MOST_PLAYERS as u8),
        minutes: (20, 30),
        kind: Kind::Cards,
        weight: Complexity::Medium,
        secrets: true,
        hand_orders: &[],
    };

    type Options = NoOptions;
    type Deal = Deal;
    type Move = Move;
    type Event = Event;
    type View = View;

    const MOVE_TEXT: &'static str = "moves are `place 1,-1`: a hex by its two coordinates";

    fn deal(_: &NoOptions, seats: Seats, deal: Option<&Deal>, rng: &mut GameRng) -> Result<Self, SetupError> {
        check_seats(&Self::INFO, seats)?;
        let deck = Deal::dealt(deal, MystiqueSet::DECK, rng)?;
        let mut cards = Zones::empty();
        let dealt = seats.iter().map(Energy).chain(seats.iter().map(Hand)).chain(std::iter::repeat(Deck));
        dealt.zip(&deck).for_each(|(zone, card)| cards.put(zone, MystiqueSet::of_one(*card)));
        let table = EnergyTable { seats, board: HexBoard::default(), turn: Seat::FIRST, cards };
        Ok(MystiqueEnergy { table, deck: DeckOrder::of(&deck[2 * seats.count()..]) })
    }

    fn stage(&self) -> Stage {
        if !self.table.is_over() {
            return Stage::Act(SeatSet::only(self.table.turn));
        }
        let (winner, products) = (self.winner(), self.products());
        let lowest = products.iter().min().copied().unwrap_or(0);
        let is_tied = products.iter().filter(|product| **product == lowest).count() > 1;
        let why = if is_tied { ", and their last card was laid first" } else { "" };
        let reason = format!("The lowest product: {}{why}", in_factors(&self.table.board, self.energy(winner)));
        Stage::Over(Outcome { winners: vec![winner], title: "Energy subdued".to_owned(), reason })
    }

    fn turn(&self) -> Option<Seat> {
        self.table.acting()
    }

    fn moves_into(&self, _: Seat, moves: &mut Vec<Move>) {
        moves.clear();
        moves.extend(self.table.board.field.open().iter().copied().map(Move));
    }

    fn check_move(&self, _: Seat, mv: &Move) -> Result<(), Illegal> {
        let Move(hex) = mv;
        let (rule, why) = match self.table.board.cards().len() {
            _ if self.table.board.field.open().binary_search(hex).is_ok() => return Ok(()),
            0 => ("#the-first-cards", "the first card goes in the middle, at 0,0"),
            _ if self.table.board.field.at(*hex).is_some() => ("#the-turn", "there is already a card there"),
            1 => ("#the-first-cards", "the second card must touch the first"),
            _ => ("#the-turn", "a card must touch at least two others"),
        };
        Err(Illegal::because(rule, why))
    }

    fn make(&mut self, seat: Seat, mv: &Move, _: &mut GameRng, report: &mut impl FnMut(Event)) {
        let hex = mv.0;
        let Some(card) = self.playing_card(seat).filter(|_| seat == self.table.turn) else { return };
        if self.table.board.field.open().binary_search(&hex).is_err() {
            return;
        }
        self.table.happens(Event::Placed { seat, card, hex }, report);
        if let Some(drawn) = self.deck.next_card() {
            self.table.happens(Event::Drew(Moved::of(Deck, Hand(seat), MystiqueSet::of_one(drawn))), report);
        }
        if self.table.is_over() {
            let energies = self.table.seats.iter().filter_map(|seat| self.energy(seat)).collect();
            self.table.happens(Event::Shown { energies }, report);
        }
    }

    zone_game!();

    fn resample_hidden(&self, who: Viewer, rng: &mut GameRng) -> Self {
        MystiqueEnergy::at(self.table.redealt(who, rng), rng)
    }

    fn imagined(view: &View, _: &[Event], rng: &mut GameRng) -> Option<Self> {
        Some(MystiqueEnergy::at(view.table.imagined(view.who, MystiqueSet::DECK, rng)?, rng))
    }

    /// Products count against their seats, and are secret before the end.
    fn scores(&self) -> Vec<i32> {
        let product = |product: &i32| if self.table.is_over() { -product } else { 0 };
        self.products().iter().map(product).collect()
    }

    fn state(&self) -> serde_json::Value {
        let energies = self.table.seats.iter().map(|seat| self.energy(seat).filter(|_| self.table.is_over()));
        let energies: Vec<Option<MystiqueCard>> = energies.collect();
        let groups = energies.iter().map(|energy| energy.map(|energy| self.table.board.groups_for(energy)));
        let points = energies.iter().map(|energy| energy.map(|energy| self.table.board.product(energy)));
        json!({
            "board": self.table.board.cards().iter().map(|(hex, card)| json!([hex.q, hex.r, card])).collect::<Vec<_>>(),
            "energy": energies,
            "groups": groups.collect::<Vec<_>>(),
            "points": points.collect::<Vec<_>>(),
        })
    }

    fn summary(&self) -> String {
        let laid = counted(self.table.board.cards().len() as u32, "card", "cards");
        if !self.table.is_over() {
            return format!("{laid} on the board; the energy cards are secret.");
        }
        let products = self.table.seats.iter().map(|seat| in_factors(&self.table.board, self.energy(seat)));
        format!("{laid} on the board. Products in seat order: {}.", joined(products, ", "))
    }
}

/// "5 × 3 × 1 = 15".
pub fn in_factors(board: &HexBoard, energy: Option<MystiqueCard>) -> String {
    let Some(energy) = energy else { return String::new() };
    let [colour, suit, number] = board.groups_for(energy);
    format!("{colour} × {suit} × {number} = {}", board.product(energy))
}
