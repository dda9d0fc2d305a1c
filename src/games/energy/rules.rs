//! Mystique Energy as a game.
//!
//! Source: *The Mystique Deck*, "Mystique Energy" by Néstor Romeral Andrés (2013). Where the rulebook is silent: energy cards stay
//! secret to the end and count for nothing on the board; playing cards are seen by their owners alone. So many cards are played
//! that all seats lay equally many: among those tied, the first in seat order has laid the last card first.

use arrayvec::ArrayVec;
use parse_display::{Display, FromStr};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::board::HexBoard;
use crate::cards::{MystiqueCard, MystiqueSet};
use crate::engine::game::{Complexity, Game, Illegal, Info, Kind, NoOptions, SetupError};
use crate::engine::hands::{Hands, HandsView, placed_from};
use crate::engine::outcome::{Outcome, Stage};
use crate::engine::rng::GameRng;
use crate::engine::rounds::{check_seats, given_or_shuffled};
use crate::engine::seats::{Seat, SeatSet, Seats, Viewer};
use crate::hex::Hex;
use crate::words::{counted, joined};

pub const MOST_PLAYERS: usize = 6;

const DECK: usize = 60;

/// An explicit deal: the energy cards in seat order, the first playing cards in seat order, then the deck.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    pub deck: String,
}

/// The seat's playing card is laid here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Display, FromStr)]
#[display("place {0}")]
pub struct Move(pub Hex);

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// The seat lays its playing card.
    Placed { seat: Seat, card: MystiqueCard, hex: Hex },
    /// Only the seat that draws knows what it draws.
    Drew { seat: Seat, card: Option<MystiqueCard> },
    /// All cards are laid, and the energy cards are shown, in seat order.
    Shown { energies: ArrayVec<MystiqueCard, MOST_PLAYERS> },
}

/// What everybody sees.
#[derive(Clone, PartialEq, Debug)]
pub struct EnergyTable {
    pub seats: Seats,
    pub board: HexBoard,
    pub turn: Seat,
}

impl EnergyTable {
    /// Who lays the next card; `None` once all are laid.
    pub fn acting(&self) -> Option<Seat> {
        (!self.is_over()).then_some(self.turn)
    }

    /// Every card but the energy cards is laid.
    pub fn is_over(&self) -> bool {
        self.board.cards().len() + self.seats.count() >= DECK
    }

    /// The seat in turn lays a card.
    pub fn lay(&mut self, card: MystiqueCard, hex: Hex) {
        self.board.lay(hex, card);
        self.turn = self.seats.after(self.turn);
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct MystiqueEnergy {
    pub table: EnergyTable,
    /// The playing cards, then the energy cards.
    hands: Hands<MystiqueSet, { 2 * MOST_PLAYERS }>,
    /// The next card last.
    deck: ArrayVec<MystiqueCard, 128>,
}

/// What a viewer may know.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    pub table: EnergyTable,
    pub hands: HandsView<MystiqueSet>,
}

impl View {
    /// A seat's energy card, if the viewer knows it.
    pub fn energy(&self, seat: Seat) -> Option<MystiqueCard> {
        self.hands.known(self.table.seats.count() + seat.index()).iter().next()
    }

    /// The card that the viewer is to lay.
    pub fn playing_card(&self) -> Option<MystiqueCard> {
        self.hands.own().and_then(|seat| self.hands.known(seat.index()).iter().next())
    }

    /// How many cards are still to be drawn.
    pub fn undrawn(&self) -> usize {
        let held: usize = (0..2 * self.table.seats.count()).map(|lot| self.hands.count(lot)).sum();
        (DECK - self.table.board.cards().len()).saturating_sub(held)
    }
}

impl MystiqueEnergy {
    pub fn energy(&self, seat: Seat) -> Option<MystiqueCard> {
        self.hands.of(self.table.seats.count() + seat.index()).iter().next()
    }

    pub fn playing_card(&self, seat: Seat) -> Option<MystiqueCard> {
        self.hands.of(seat.index()).iter().next()
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

    /// A game that looks like this: all that is not seen is dealt.
    fn imagine(table: &EnergyTable, seen: &HandsView<MystiqueSet>, rng: &mut GameRng) -> Option<Self> {
        let pool = MystiqueSet::DECK.without(table.board.cards().iter().map(|(_, card)| *card).collect());
        let (hands, deck) = Hands::imagined_with_rest(seen, pool, rng)?;
        Some(MystiqueEnergy { table: table.clone(), hands, deck })
    }
}

impl Game for MystiqueEnergy {
    const INFO: Info = Info {
        id: "mystique-energy",
        title: "Mystique Energy",
        tagline: "Keep three secret attributes apart on a growing board",
        source: "Néstor Romeral Andrés, in The Mystique Deck (2013)",
        rules: 1,
        seats: (2, MOST_PLAYERS as u8),
        minutes: (20, 30),
        kind: Kind::Cards,
        weight: Complexity::Medium,
        secrets: true,
    };

    type Options = NoOptions;
    type Deal = Deal;
    type Move = Move;
    type Event = Event;
    type View = View;

    const MOVE_TEXT: &'static str = "moves are `place 1,-1`: a hex by its two coordinates";

    fn deal(_: &NoOptions, seats: Seats, deal: Option<&Deal>, rng: &mut GameRng) -> Result<Self, SetupError> {
        check_seats(&Self::INFO, seats)?;
        let deck = given_or_shuffled("deck", deal.map(|deal| &deal.deck), MystiqueSet::DECK, rng)?;
        let mut hands = Hands::with(seats, seats.iter().map(Some));
        let (energies, playing) = (seats.count()..2 * seats.count(), 0..seats.count());
        for (lot, card) in energies.chain(playing).zip(&deck) {
            hands.add(lot, [*card].into_iter().collect());
        }
        let deck = deck.into_iter().skip(2 * seats.count()).rev().collect();
        let table = EnergyTable { seats, board: HexBoard::default(), turn: Seat::FIRST };
        Ok(MystiqueEnergy { table, hands, deck })
    }

    fn stage(&self) -> Stage {
        if !self.table.is_over() {
            return Stage::Act(SeatSet::only(self.table.turn));
        }
        let (winner, products) = (self.winner(), self.products());
        let lowest = products.iter().min().copied().unwrap_or(0);
        let is_tied = products.iter().filter(|product| **product == lowest).count() > 1;
        let why = if is_tied { ", and the last card laid first" } else { "" };
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
            0 => ("#the-first-cards", "the first card lies at 0,0"),
            _ if self.table.board.field.at(*hex).is_some() => ("#the-turn", "a card lies there already"),
            1 => ("#the-first-cards", "the second card must touch the first"),
            _ => ("#the-turn", "a card must touch two others"),
        };
        Err(Illegal::because(rule, why))
    }

    fn make(&mut self, seat: Seat, mv: &Move, _: &mut GameRng, report: &mut impl FnMut(Event)) {
        let hex = mv.0;
        let Some(card) = self.playing_card(seat).filter(|_| seat == self.table.turn) else { return };
        if self.table.board.field.open().binary_search(&hex).is_err() {
            return;
        }
        self.hands.remove(seat.index(), [card].into_iter().collect());
        self.table.lay(card, hex);
        report(Event::Placed { seat, card, hex });
        if let Some(drawn) = self.deck.pop() {
            self.hands.add(seat.index(), [drawn].into_iter().collect());
            report(Event::Drew { seat, card: Some(drawn) });
        }
        if self.table.is_over() {
            report(Event::Shown { energies: self.table.seats.iter().filter_map(|seat| self.energy(seat)).collect() });
        }
    }

    fn view(&self, who: Viewer) -> View {
        let seen = self.hands.seen_by(who);
        let hands = if self.table.is_over() { seen.opened(&self.hands) } else { seen };
        View { table: self.table.clone(), hands }
    }

    fn redact(event: &Event, who: Viewer) -> Option<Event> {
        Some(match event {
            Event::Drew { seat, card } => Event::Drew { seat: *seat, card: card.filter(|_| who.sees(*seat)) },
            other => other.clone(),
        })
    }

    fn reveals(_: &Event) -> bool {
        true
    }

    fn resample_hidden(&self, who: Viewer, rng: &mut GameRng) -> Self {
        if self.table.is_over() {
            return self.clone();
        }
        MystiqueEnergy::imagine(&self.table, &self.hands.seen_by(who), rng).unwrap_or_else(|| self.clone())
    }

    fn imagined(view: &View, _: &[Event], rng: &mut GameRng) -> Option<Self> {
        MystiqueEnergy::imagine(&view.table, &view.hands, rng)
    }

    fn whereabouts(&self) -> Vec<(u32, u32)> {
        let deck: MystiqueSet = self.deck.iter().copied().collect();
        let board: MystiqueSet = self.table.board.cards().iter().map(|(_, card)| *card).collect();
        self.hands.whereabouts().chain(placed_from(20, [deck, board])).collect()
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
