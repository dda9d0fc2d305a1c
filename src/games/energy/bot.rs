//! What good play in Mystique Energy is, for the search that all card games share.
//!
//! A card is laid where its attributes join little that counts for oneself, and much that counts for others, for the leader
//! above all. Others do the same, so where they laid their cards says what their energies may be.

use arrayvec::ArrayVec;

use crate::cards::{AttributeKind, MystiqueCard};
use crate::engine::review::Worth;
use crate::engine::rng::GameRng;
use crate::engine::seats::Seat;
use crate::hex::Hex;
use crate::search::{self, Payoffs, SearchBudget, Searchable, Strength};

use super::board::HexBoard;
use super::reason::Reason;
use super::rules::{MOST_PLAYERS, Move, MystiqueEnergy, View};

/// Playouts go on for so many cards of each seat.
const ROUNDS_AHEAD: usize = 3;

/// A product e times as high makes it e to the power of one by this less likely to win.
const LEAD: f32 = 0.6;

/// What a group counts that is not the largest yet.
const PROMISE: f32 = 0.15;

/// How much chance plays a part in the policy.
const WHIM: f32 = 0.12;

/// How far from the best a choice of others may be.
const DOUBT: f32 = 0.2;

/// By how much a card with this attribute would enlarge what counts: the logarithm of the growth of the largest group, and a
/// little for others.
fn growth(board: &HexBoard, hex: Hex, card: MystiqueCard, kind: AttributeKind) -> f32 {
    let attribute = card.attribute(kind);
    let (grown, largest) = (f32::from(board.grown(hex, attribute)), f32::from(board.largest(attribute)).max(1.0));
    (grown / largest).max(1.0).ln() + PROMISE * grown / (largest + 1.0)
}

impl MystiqueEnergy {
    /// How likely each seat is to win as the board is.
    fn chances(&self) -> Payoffs {
        let points: ArrayVec<i32, MOST_PLAYERS> =
            self.products().iter().map(|product| (-1000.0 * (*product as f32).max(1.0).ln()) as i32).collect();
        search::chances(&points, 1000.0 * LEAD)
    }

    /// For each kind of attribute what it is worth to a seat that this card's group grows: less than nothing if it is its own.
    fn wishes(&self, seat: Seat, card: MystiqueCard) -> [f32; 3] {
        let chances = self.chances();
        let rest = (1.0 - chances[seat.index()]).max(0.01);
        AttributeKind::ALL.map(|kind| {
            let has_it =
                |other: Seat| self.energy(other).is_some_and(|energy| energy.attribute(kind) == card.attribute(kind));
            let wish = |other: Seat| if other == seat { -1.0 } else { chances[other.index()] / rest };
            self.table.seats.iter().filter(|other| has_it(*other)).map(wish).sum()
        })
    }

    /// What laying the card at a hex is worth by these wishes.
    fn promise(&self, hex: Hex, card: MystiqueCard, wishes: &[f32; 3]) -> f32 {
        let wished = AttributeKind::ALL.into_iter().zip(wishes).filter(|(_, wish)| **wish != 0.0);
        wished.map(|(kind, wish)| wish * growth(&self.table.board, hex, card, kind)).sum()
    }
}

/// How likely it is that seats with these energies laid their cards where they did, as a logarithm.
fn evidence(game: &MystiqueEnergy, observer: Seat) -> f32 {
    let (mut board, mut seat) = (HexBoard::default(), Seat::FIRST);
    let mut evidence = 0.0;
    for (hex, card) in game.table.board.cards() {
        if let Some(energy) = game.energy(seat).filter(|_| seat != observer) {
            evidence += choice(&board, *hex, *card, energy);
        }
        board.lay(*hex, *card);
        seat = game.table.seats.after(seat);
    }
    evidence
}

/// How likely somebody with this energy lays this card here, as a logarithm.
fn choice(board: &HexBoard, hex: Hex, card: MystiqueCard, energy: MystiqueCard) -> f32 {
    let harm = |hex: Hex| -> f32 { card.shared(energy).map(|kind| growth(board, hex, card, kind)).sum() };
    if card.shared(energy).next().is_none() {
        return -(board.field.open().len() as f32).ln();
    }
    let all: f32 = board.field.open().iter().map(|open| (-harm(*open) / DOUBT).exp()).sum();
    -harm(hex) / DOUBT - all.max(f32::MIN_POSITIVE).ln()
}

impl Searchable for MystiqueEnergy {
    const MEDIUM: Strength = Strength::Flat(SearchBudget { worlds: 40, playouts: 240 });
    const HARD: Strength = Strength::Tree(SearchBudget { worlds: 300, playouts: 4000 });

    fn is_episode_over(&self, root: &Self) -> bool {
        let laid = self.table.board.cards().len() - root.table.board.cards().len().min(self.table.board.cards().len());
        self.table.is_over() || laid >= ROUNDS_AHEAD * self.table.seats.count()
    }

    fn payoffs(&self, _: &Self) -> Payoffs {
        if !self.table.is_over() {
            return self.chances();
        }
        let (won, close) = (search::shared_by(&[self.winner()]), self.chances());
        std::array::from_fn(|seat| 0.5 * (won[seat] + close[seat]))
    }

    fn policy(&self, seat: Seat, moves: &[Move], rng: &mut GameRng) -> usize {
        let Some(card) = self.playing_card(seat) else { return 0 };
        let wishes = self.wishes(seat, card);
        search::most_promising(moves, WHIM, rng, |Move(hex)| self.promise(*hex, card, &wishes))
    }

    fn likelihood(&self, observer: Seat) -> f32 {
        // Only proportions count: this keeps long games within what a number can hold.
        let laid = self.table.board.cards().len() as f32;
        (evidence(self, observer) + laid * 2.5).clamp(-80.0, 80.0).exp()
    }

    const WORTH: Worth =
        Worth::Count { one: "point on your product", many: "points on your product", all: "the game", little: 1.0 };

    /// A product counts against its seat.
    fn count(&self, _: &Self, seat: Seat) -> f32 {
        -self.products().get(seat.index()).map_or(0.0, |product| *product as f32)
    }

    type Reason = Reason;

    fn reason(view: &View, mv: &Move) -> Reason {
        Reason::of(view, mv.0)
    }
}
