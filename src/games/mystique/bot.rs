//! What good play in Mystique is, for the search that all card games share.
//!
//! A spell is good if the next player can hardly answer it: many cards of a value of which few are left elsewhere. Taking a
//! small pile is worth its burns, since who takes opens the next round.

use crate::cards::{AttributeKind, MystiqueSet};
use crate::engine::game::Game;
use crate::engine::review::Worth;
use crate::engine::rng::GameRng;
use crate::engine::seats::Seat;
use crate::engine::seen::ZoneTable;
use crate::search::{self, Payoffs, SearchBudget, Searchable, Strength};

use super::reason::Reason;
use super::rules::{Mystique, MystiqueTable, View, deck_for};
use super::spells::Move;

/// A lead of so many burns makes a win e times as likely.
const LEAD: f32 = 7.0;

/// How many moves a search considers: those that look best.
const WIDTH: usize = 20;

/// How much chance plays a part in the policy, in burns.
const WHIM: f32 = 3.0;

/// How likely somebody takes the cards who could have answered.
const DECLINES: f32 = 0.35;

/// What a seat that knows its own hand and what was played may think of a move, in burns.
fn promise(table: &MystiqueTable, hand: MystiqueSet, mv: &Move) -> f32 {
    /// What it is worth to open the next round, and to keep a palm.
    const LEADING: f32 = 2.5;
    const PALM: f32 = 1.5;
    let aces = |cards: MystiqueSet| cards.intersection(MystiqueSet::of_number(1)).len() as f32;
    let at_stake = table.cost(table.pile()) as f32;
    match mv {
        Move::Take => LEADING - at_stake,
        Move::Deflect(_) => -PALM - 0.3 * at_stake,
        Move::Cast { value, cards } => {
            let seats = table.seats();
            let left = deck_for(seats).intersection(value.cards()).without(table.seen()).without(hand).len();
            let held_by_each = left as f32 / (seats.count() - 1) as f32;
            // How far the next player is likely to fall short, in cards.
            let short = (cards.len() as f32 - held_by_each).clamp(-4.0, 4.0);
            let palms = cards.intersection(MystiqueSet::of_number(5)).len() as f32;
            let keeps_palm = if value.kind() == AttributeKind::Number { 0.5 } else { 1.0 };
            let shed = table.cost(*cards) as f32;
            0.35 * shed + 1.2 * short
                - keeps_palm * PALM * 0.5 * palms
                - 0.15 * at_stake
                - if short < 0.0 { aces(*cards) } else { 0.0 }
        }
    }
}

impl Searchable for Mystique {
    /// A skirmish: the next one is dealt anew.
    fn is_episode_over(&self, root: &Self) -> bool {
        self.table.game.finished().len() > root.table.game.finished().len()
    }

    fn payoffs(&self, _: &Self) -> Payoffs {
        let table = &self.table;
        let Some(last) = table.game.finished().last() else { return Payoffs::default() };
        let sides = table.seats().iter().map(|seat| -table.cost_of_side(seat, &last.detail.burns));
        search::chances(&sides.collect::<arrayvec::ArrayVec<i32, 8>>(), LEAD)
    }

    fn candidates(&self, seat: Seat, moves: &mut Vec<Move>) {
        self.moves_into(seat, moves);
        let hand = self.hand(seat);
        search::keep_most_promising(moves, WIDTH, |mv| promise(&self.table, hand, mv));
    }

    fn policy(&self, seat: Seat, moves: &[Move], rng: &mut GameRng) -> usize {
        let hand = self.hand(seat);
        search::most_promising(moves, WHIM, rng, |mv| promise(&self.table, hand, mv))
    }

    /// Whoever took the cards could probably not answer.
    fn likelihood(&self, observer: Seat) -> f32 {
        let mut likelihood = 1.0;
        for seat in self.table.seats().iter().filter(|seat| *seat != observer) {
            let hand = self.hand(seat);
            for (value, count) in crate::cards::Attribute::all().zip(self.table.declined[seat]) {
                if count > 0 && hand.intersection(value.cards()).len() >= usize::from(count) {
                    likelihood *= DECLINES;
                }
            }
        }
        likelihood
    }

    /// The policy answers too seldom: played out by it, a spell that nobody can afford looks like any other.
    const PLAYS_ON: Strength = Strength::Flat(SearchBudget { worlds: 16, playouts: 60 });

    const WORTH: Worth = Worth::Count { one: "burn", many: "burns", all: "the game", little: 1.0 };

    /// Burns, one's partners' with one's own, count against a seat.
    fn count(&self, _: &Self, seat: Seat) -> f32 {
        let last = self.table.game.finished().last();
        -last.map_or(0, |last| self.table.cost_of_side(seat, &last.detail.burns)) as f32
    }

    type Reason = Reason;

    fn reason(view: &View, mv: &Move) -> Reason {
        Reason::of(view, mv)
    }
}
