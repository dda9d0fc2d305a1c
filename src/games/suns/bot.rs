//! What good play in Battle for the Suns is, for the search that all card games share.
//!
//! A sun is worth its number, times the chance to win it; a card is worth keeping for a later sun. How others choose by the same
//! measure says what they can still bid, and their choices so far say what they hold.

use arrayvec::ArrayVec;

use crate::cards::{MystiqueCard, MystiqueSet};
use crate::engine::review::Worth;
use crate::engine::rng::GameRng;
use crate::engine::seats::Seat;
use crate::engine::seen::ZoneTable;
use crate::search::{self, Payoffs, SearchBudget, Searchable, Strength};

use super::reason::Reason;
use super::rules::{BattleForTheSuns, Move, View};
use super::table::{BIDS, MOST_PLAYERS, SunsTable, SunsZone, Totals, worth};

/// Playouts look so many suns ahead.
const SUNS_AHEAD: usize = 3;

/// What a pip of a card that is kept is worth, in points, while there are suns enough to use it for.
const PIP: f32 = 0.22;

/// What somebody who goes on bidding adds with each card, on average, while the sun is worth three points.
const USUAL: f32 = 3.3;

/// How unsure a lead is, in points of a bid.
const DOUBT: f32 = 1.6;

/// How far from the best a choice of others may be, in points.
const WHIM: f32 = 0.45;

/// A seat's choice in one round for a sun: all that it depends on besides the seat's own hand.
struct Bidding {
    sun: MystiqueCard,
    prize: f32,
    round: usize,
    /// What the seat had bid before.
    bid: f32,
    /// What each other seat had bid, and how much it will probably add.
    rivals: ArrayVec<(f32, f32), MOST_PLAYERS>,
    /// What a pip is worth to keep, in points.
    pip: f32,
}

impl Bidding {
    fn of(table: &SunsTable, seat: Seat, round: usize) -> Option<Bidding> {
        let sun = table.sun()?;
        let prize = f32::from(sun.number());
        // The higher the prize, the likelier another card.
        let goes_on = (0.075 * prize).clamp(0.1, 0.6);
        let cards = if round == 1 { 1.0 + goes_on } else { goes_on };
        let adds = (USUAL + 0.4 * (prize - 3.0)) * cards;
        let bids = |seat: Seat| table.bids[seat].iter().take(round - 1);
        let before = |seat: Seat| bids(seat).map(|card| worth(*card, sun)).sum::<i32>() as f32;
        let rival = |other| (before(other), if bids_in(table, other, round) { adds } else { 0.0 });
        let rivals = table.seats().iter().filter(|other| *other != seat).map(rival).collect();
        let pip = PIP * (table.cards.count(SunsZone::Below) as f32 / SUNS_AHEAD as f32).min(1.0);
        Some(Bidding { sun, prize, round, bid: before(seat), rivals, pip })
    }

    /// The chance to have the highest bid with so many points. A tie wins nothing.
    fn chance(&self, bid: f32) -> f32 {
        let alone = |(before, adds): &(f32, f32)| 1.0 + (-(bid - before - adds - 0.5) / DOUBT).exp();
        self.rivals.iter().fold(1.0, |chance, rival| chance / alone(rival))
    }

    /// What a choice promises with this hand, in points.
    fn promise(&self, hand: MystiqueSet, mv: Move) -> f32 {
        let Move::Bid(card) = mv else { return self.prize * self.chance(self.bid) };
        let left = hand.without([card].into_iter().collect());
        let best = left.iter().map(|card| worth(card, self.sun)).max().unwrap_or(0) as f32;
        let reserve = if self.round < BIDS { 0.4 * best } else { 0.0 };
        let cost = self.pip * (f32::from(card.number()) - 2.6);
        self.prize * self.chance(self.bid + worth(card, self.sun) as f32 + reserve) - cost
    }

    /// How likely a choice is with this hand.
    fn likelihood(&self, hand: MystiqueSet, chosen: Move) -> f32 {
        let weight = |mv: Move| (self.promise(hand, mv) / WHIM).exp();
        let moves = hand.iter().map(Move::Bid).chain((self.round > 1).then_some(Move::Stop));
        weight(chosen) / moves.map(weight).sum::<f32>().max(f32::MIN_POSITIVE)
    }
}

/// Whether a seat had not stopped when a round began.
fn bids_in(table: &SunsTable, seat: Seat, round: usize) -> bool {
    table.bids[seat].len() + 1 >= round
}

impl BattleForTheSuns {
    /// The numbers of the cards in a hand, added up.
    fn pips(&self, seat: Seat) -> f32 {
        self.hand(seat).iter().map(|card| f32::from(card.number())).sum::<f32>()
    }

    /// How likely a seat is to have chosen as it did for this sun.
    fn likelihood_of(&self, seat: Seat) -> f32 {
        let (table, bids) = (&self.table, &self.table.bids[seat]);
        let in_round = |round: usize| {
            let chosen = match bids.get(round - 1) {
                Some(card) => Some(Move::Bid(*card)),
                None if round == table.round() => table.chosen.of(seat).known(),
                None => bids_in(table, seat, round).then_some(Move::Stop),
            };
            // What was shown later was still in the hand.
            let hand = self.hand(seat).union(bids.iter().skip(round - 1).copied().collect());
            Some(Bidding::of(table, seat, round)?.likelihood(hand, chosen?))
        };
        (1..=table.round()).rev().filter_map(in_round).product()
    }
}

impl Searchable for BattleForTheSuns {
    /// All choices are made in secret, so there is nothing to follow in a tree: both play out every choice, and one of them often.
    const MEDIUM: Strength = Strength::Flat(SearchBudget { worlds: 60, playouts: 240 });
    const HARD: Strength = Strength::Flat(SearchBudget { worlds: 1000, playouts: 6000 });

    fn is_episode_over(&self, root: &Self) -> bool {
        self.table.is_over() || self.table.number() >= root.table.number() + SUNS_AHEAD
    }

    fn payoffs(&self, _: &Self) -> Payoffs {
        if self.table.is_over() {
            return search::shared_by(&self.table.seats().with_most(|seat| self.table.points(seat)));
        }
        // Points with what the hands are worth, in tenths.
        let tenths = |seat: Seat| 10 * self.table.points(seat) + (10.0 * PIP * self.pips(seat)) as i32;
        let to_rise = self.table.cards.count(SunsZone::Below) as f32 + 1.0;
        search::chances(&self.table.seats().iter().map(tenths).collect::<Totals>(), 10.0 * 1.6 * to_rise.sqrt())
    }

    fn policy(&self, seat: Seat, moves: &[Move], rng: &mut GameRng) -> usize {
        let Some(bidding) = Bidding::of(&self.table, seat, self.table.round()) else { return 0 };
        search::most_promising(moves, 2.0 * WHIM, rng, |mv| bidding.promise(self.hand(seat), *mv))
    }

    fn likelihood(&self, observer: Seat) -> f32 {
        let others = self.table.seats().iter().filter(|seat| *seat != observer);
        others.map(|seat| self.likelihood_of(seat)).product()
    }

    const WORTH: Worth = Worth::Count { one: "point", many: "points", all: "the game", little: 0.25 };

    /// The points of the suns that were won, and those that the cards promise which were kept for later ones.
    fn count(&self, root: &Self, seat: Seat) -> f32 {
        let kept = if self.table.is_over() { 0.0 } else { PIP * self.pips(seat) };
        (self.table.points(seat) - root.table.points(seat)) as f32 + kept
    }

    type Reason = Reason;

    fn reason(view: &View, mv: &Move) -> Reason {
        Reason::of(view, *mv)
    }
}
