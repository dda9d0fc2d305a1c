//! What good play in Battle for the Suns is, for the search that all card games share.
//!
//! A sun is worth its number, times the chance to win it; a card is worth keeping for a later sun. How others choose by the same
//! measure says what they can still bid, and their choices so far say what they hold.

use crate::cards::{MystiqueCard, MystiqueSet};
use crate::engine::rng::GameRng;
use crate::engine::seats::{Seat, SeatSet};
use crate::search::{self, Payoffs, SearchBudget, Searchable, Strength};

use super::rules::{BattleForTheSuns, Move, View};
use super::table::{BIDS, MOST_PLAYERS, SunsTable, Totals, worth};

/// Playouts look so many suns ahead.
const SUNS_AHEAD: usize = 3;

/// What a pip of a card that is kept is worth, in points, while there are suns enough to use it for.
const PIP: f32 = 0.22;

/// What somebody who goes on bidding adds with each card, on the average, while the sun is worth three points.
const USUAL: f32 = 3.3;

/// How unsure a lead is, in points of a bid.
const DOUBT: f32 = 1.6;

/// How far from the best a choice of others may be, in points.
const WHIM: f32 = 0.45;

/// The bids as they were before one round: all that choosing in it depends on beside the own hand.
struct Bidding<'a> {
    table: &'a SunsTable,
    prize: f32,
    round: usize,
    bids: [i32; MOST_PLAYERS],
    bidding: SeatSet,
    /// What a pip is worth to keep, in points.
    pip: f32,
}

/// Those who had not stopped when a round began.
fn bidding_in(table: &SunsTable, round: usize) -> SeatSet {
    table.seats.iter().filter(|seat| table.bids[seat.index()].len() + 1 >= round).collect()
}

impl Bidding<'_> {
    fn in_round(table: &SunsTable, round: usize) -> Bidding<'_> {
        let mut bids = [0; MOST_PLAYERS];
        table.seats.iter().for_each(|seat| bids[seat.index()] = table.bid_after(seat, round - 1));
        let prize = table.sun.map_or(0.0, |sun| f32::from(sun.number()));
        let pip = PIP * (table.below.len() as f32 / SUNS_AHEAD as f32).min(1.0);
        Bidding { table, prize, round, bids, bidding: bidding_in(table, round), pip }
    }

    /// How many points others will probably add from this round on.
    fn to_come(&self) -> f32 {
        let eager = 0.25 * self.prize;
        let goes_on = (0.3 * eager).clamp(0.1, 0.6);
        let cards = if self.round == 1 { 1.0 + goes_on } else { goes_on };
        (USUAL + 0.4 * (self.prize - 3.0)) * cards
    }

    /// The chance to have the highest bid with so many points.
    fn chance(&self, seat: Seat, bid: f32) -> f32 {
        let mut chance = 1.0;
        for other in self.table.seats.iter().filter(|other| *other != seat) {
            let to_come = if self.bidding.contains(other) { self.to_come() } else { 0.0 };
            let lead = bid - self.bids[other.index()] as f32 - to_come;
            // A tie wins nothing.
            chance /= 1.0 + (-(lead - 0.5) / DOUBT).exp();
        }
        chance
    }

    /// What a choice promises a seat with this hand, in points.
    fn promise(&self, seat: Seat, hand: MystiqueSet, mv: Move) -> f32 {
        let Some(sun) = self.table.sun else { return 0.0 };
        let bid = self.bids[seat.index()] as f32;
        match mv {
            Move::Stop => self.prize * self.chance(seat, bid),
            Move::Bid(card) => {
                let left = hand.without([card].into_iter().collect());
                let best = left.iter().map(|card| worth(card, sun)).max().unwrap_or(0) as f32;
                let reserve = if self.round < BIDS { 0.4 * best } else { 0.0 };
                let cost = self.pip * (f32::from(card.number()) - 2.6);
                self.prize * self.chance(seat, bid + worth(card, sun) as f32 + reserve) - cost
            }
        }
    }

    /// How likely a seat with this hand is to choose so.
    fn likelihood(&self, seat: Seat, hand: MystiqueSet, chosen: Move) -> f32 {
        let weight = |mv: Move| (self.promise(seat, hand, mv) / WHIM).exp();
        let stop = if self.round > 1 { weight(Move::Stop) } else { 0.0 };
        let all: f32 = hand.iter().map(|card| weight(Move::Bid(card))).sum::<f32>() + stop;
        weight(chosen) / all.max(f32::MIN_POSITIVE)
    }
}

impl BattleForTheSuns {
    /// How likely a seat is to have chosen as it did for this sun.
    fn likelihood_of(&self, seat: Seat) -> f32 {
        let (table, bids) = (&self.table, &self.table.bids[seat.index()]);
        let in_round = |round: usize| {
            let stopped = || bidding_in(table, round).contains(seat).then_some(Move::Stop);
            let chosen = match bids.get(round - 1) {
                Some(card) => Some(Move::Bid(*card)),
                None if round == table.round() => table.chosen.of(seat).known(),
                None => stopped(),
            };
            // What was shown later was still in the hand.
            let hand = self.hand(seat).union(bids.iter().skip(round - 1).copied().collect());
            chosen.map_or(1.0, |chosen| Bidding::in_round(table, round).likelihood(seat, hand, chosen))
        };
        (1..=table.round()).rev().map(in_round).product()
    }

    /// Points with what the hands are worth, in tenths.
    fn standing(&self, pip: f32) -> Totals {
        let pips = |seat: Seat| self.hand(seat).iter().map(|card| f32::from(card.number())).sum::<f32>();
        let tenths = |seat: Seat| 10 * self.table.points(seat) + (10.0 * pip * pips(seat)) as i32;
        self.table.seats.iter().map(tenths).collect()
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
            return search::shared_by(&self.table.seats.with_most(|seat| self.table.points(seat)));
        }
        let to_rise = self.table.below.len() as f32 + 1.0;
        search::chances(&self.standing(PIP), 10.0 * 1.6 * to_rise.sqrt())
    }

    fn policy(&self, seat: Seat, moves: &[Move], rng: &mut GameRng) -> usize {
        let bidding = Bidding::in_round(&self.table, self.table.round());
        let hand = self.hand(seat);
        search::most_promising(moves, 2.0 * WHIM, rng, |mv| bidding.promise(seat, hand, *mv))
    }

    fn likelihood(&self, observer: Seat) -> f32 {
        let others = self.table.seats.iter().filter(|seat| *seat != observer);
        others.map(|seat| self.likelihood_of(seat)).product()
    }

    fn is_hidden_move(&self, _: Seat) -> bool {
        true
    }

    fn reason(view: &View, mv: &Move) -> String {
        let (Some(sun), Some(seat)) = (view.table.sun, view.hands.own()) else { return String::new() };
        let (table, bid, prize) = (&view.table, view.table.bid(seat), sun.number());
        let rival = table.seats.iter().filter(|other| *other != seat).map(|other| table.bid(other)).max().unwrap_or(0);
        match mv {
            Move::Stop if table.highest() == Some(seat) => {
                format!("Stop: your {bid} may well be enough, and what you hold is worth keeping for later suns")
            }
            Move::Stop => {
                format!("Stop: another card would hardly win a sun worth {prize} here, and can win a later one")
            }
            Move::Bid(card) => reason_to_bid(*card, sun, (bid, rival), table.round()),
        }
    }
}

fn reason_to_bid(card: MystiqueCard, sun: MystiqueCard, (bid, rival): (i32, i32), round: usize) -> String {
    let (name, adds) = (card.spoken(), worth(card, sun));
    let (is_low, total) = (adds <= 3, bid + adds);
    match round {
        1 if is_low => format!("Bid the {name}: it adds {adds}, little to lose while nobody has shown anything"),
        1 => format!("Bid the {name}: it adds {adds} for this sun, a first bid that others must take seriously"),
        _ if total > rival => {
            format!("Bid the {name}: with {total} you would be {} ahead of what others have shown", total - rival)
        }
        _ => format!("Bid the {name}: it adds {adds}, and there is hardly a better use for it later"),
    }
}
