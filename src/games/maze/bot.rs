//! What good play in Mystique Maze is, for the search that all card games share.
//!
//! A hand is good if many ways from corner to corner lack few cards, and if those may still come. A card is taken if that
//! makes the ways better than what the deck brings on average, and the one is discarded that the ways miss least. What a discard brings
//! the next player is found out by search alone: so the easy bot does not think of it.

use arrayvec::ArrayVec;

use crate::cards::{CardBits, MystiqueCard, MystiqueSet};
use crate::engine::game::Game;
use crate::engine::rng::GameRng;
use crate::engine::seats::Seat;
use crate::engine::seen::ZoneTable;
use crate::search::{self, Payoffs, SearchBudget, Searchable, Strength};

use super::block::{IN_BLOCK, MOST_PLAYERS, MazeRoute};
use super::reason::Reason;
use super::rules::{Move, MystiqueMaze, View};
use super::table::{MazeEnd, MazePhase, MazeTable, MazeZone};
use super::ways::{AllWays, Likely};

/// How likely it is that a missing card comes in time, as far as everybody can know: one that has not been seen, one that lies under the
/// top of the discards, and one that somebody else has taken.
const UNSEEN: f32 = 0.25;
const BURIED: f32 = 0.04;
const TAKEN: f32 = 0.015;

/// The same where the cards lie is known, as in a world: one in the deck, one among the discards, and one in another hand. With these,
/// who has the better ways tells best who wins.
const IN_DECK: f32 = 0.25;
const DISCARDED: f32 = 0.08;
const IN_OTHER_HAND: f32 = 0.02;

/// How many times as good the ways of somebody must be for e times the chance to win, as a logarithm.
const LEAD: f32 = 2.2;

/// How much chance plays a part, in parts of all ways.
const WHIM: f32 = 0.1;

/// A search considers so many discards.
const WIDTH: usize = 4;

/// Playouts go on for so many turns of each seat.
const ROUNDS_AHEAD: u16 = 2;

/// How much more likely a hand is whose ways are better, as a power of what they come to: with each turn more, up to this.
const SELECTED_EACH_TURN: f32 = 0.2;
const MOST_SELECTED: f32 = 1.2;

/// The ways of a seat, and how likely their cards are.
struct MazeOutlook {
    ways: AllWays,
    likely: Likely,
}

/// How likely the cards of each set are to be had; those that are in several count as in the last one, and those in none as the first.
fn likely(others: f32, sets: [(MystiqueSet, f32); 4]) -> Likely {
    let mut likely = [others; IN_BLOCK];
    for (cards, chance) in sets {
        cards.iter().for_each(|card| likely[usize::from(card.index()) % IN_BLOCK] = chance);
    }
    likely
}

impl MazeOutlook {
    /// As far as everybody can know, for somebody who holds these.
    fn of(table: &MazeTable, seat: Seat, held: MystiqueSet) -> Option<MazeOutlook> {
        let route = MazeRoute::of(seat, table.options.suits)?;
        let taken = table.taken_by_others(seat);
        let sets = [(table.buried(), BURIED), (taken, TAKEN), (table.never(), 0.0), (held, 1.0)];
        let likely = likely(UNSEEN, sets);
        Some(MazeOutlook { ways: AllWays::of(route, &likely), likely })
    }

    /// What a card adds that is not held, as a part of all ways.
    #[inline]
    fn gain(&self, card: MystiqueCard) -> f32 {
        let likely = self.likely[usize::from(card.index()) % IN_BLOCK];
        self.ways.through(card) * (1.0 - likely) / self.ways.all.max(f32::MIN_POSITIVE)
    }

    /// What is lost with a card that is held, as a part of all ways.
    #[inline]
    fn loss(&self, card: MystiqueCard) -> f32 {
        self.ways.through(card) * (1.0 - BURIED) / self.ways.all.max(f32::MIN_POSITIVE)
    }
}

impl MazeTable {
    /// What drawing promises, and taking the top of the discards: by how much the ways become better once one card has been discarded.
    fn promises(&self, seat: Seat) -> Option<[f32; 2]> {
        let hand = self.hand(seat);
        let outlook = MazeOutlook::of(self, seat, hand)?;
        let least = hand.iter().map(|card| outlook.loss(card)).fold(f32::MAX, f32::min);
        let promise = |card: MystiqueCard| (outlook.gain(card) - least).max(0.0);
        let unseen = self.unseen_by(seat);
        let drawn = unseen.iter().map(promise).sum::<f32>() / unseen.len().max(1) as f32;
        Some([drawn, self.discards.top().map_or(0.0, promise)])
    }

    /// Whether a card of the hand would be missed less than the top of the discards once that is taken.
    fn is_worth_taking(&self, seat: Seat) -> bool {
        let (Some(top), hand) = (self.discards.top(), self.hand(seat)) else { return false };
        let with_it = MazeOutlook::of(self, seat, hand.with(MystiqueSet::of_one(top)));
        with_it.is_some_and(|outlook| hand.iter().any(|card| outlook.loss(card) < outlook.loss(top)))
    }

    /// What is lost with each card of the hand. What leaves a chain wins, and so costs less than anything else.
    fn costs(&self, seat: Seat) -> Option<impl Fn(MystiqueCard) -> f32> {
        let (hand, route) = (self.hand(seat), MazeRoute::of(seat, self.options.suits)?);
        let outlook = MazeOutlook::of(self, seat, hand)?;
        let wins = move |card: MystiqueCard| route.chain(hand.without(MystiqueSet::of_one(card))).is_some();
        // A chain alone comes to 1.
        Some(move |card| if outlook.ways.all >= 1.0 && wins(card) { -1.0 } else { outlook.loss(card) })
    }
}

impl MystiqueMaze {
    /// How good the ways of a seat are, as far as everybody can know, as a logarithm.
    fn standing(&self, seat: Seat) -> f32 {
        MazeOutlook::of(&self.table, seat, self.hand(seat)).map_or(0.0, |outlook| outlook.ways.all.ln())
    }

    /// How good they are for whoever knows where each card lies, in hundredths of a logarithm.
    fn prospect(&self, seat: Seat) -> i32 {
        let table = &self.table;
        let Some(route) = MazeRoute::of(seat, table.options.suits) else { return 0 };
        let others = table.seats().iter().filter(|other| *other != seat);
        let in_other_hands = others.fold(MystiqueSet::EMPTY, |all, other| all.union(table.hand(other)));
        let discarded = table.cards.known(MazeZone::Discards);
        let sets =
            [(in_other_hands, IN_OTHER_HAND), (discarded, DISCARDED), (table.never(), 0.0), (table.hand(seat), 1.0)];
        (100.0 * AllWays::sum(route, &likely(IN_DECK, sets)).max(f32::MIN_POSITIVE).ln()) as i32
    }
}

impl Searchable for MystiqueMaze {
    const MEDIUM: Strength = Strength::Flat(SearchBudget { worlds: 100, playouts: 100 });
    const HARD: Strength = Strength::Tree(SearchBudget { worlds: 4000, playouts: 4000 });

    fn is_episode_over(&self, root: &Self) -> bool {
        let seats = self.table.seats().count() as u16;
        self.table.end.is_some() || self.table.turns >= root.table.turns + ROUNDS_AHEAD * seats
    }

    fn payoffs(&self, _: &Self) -> Payoffs {
        match &self.table.end {
            Some(MazeEnd::Linked { seat, .. }) => search::shared_by(&[*seat]),
            Some(MazeEnd::OutOfCards | MazeEnd::LongEnough) => search::shared_by(&[]),
            None => {
                let prospects = self.table.seats().iter().map(|seat| self.prospect(seat));
                search::chances(&prospects.collect::<ArrayVec<i32, MOST_PLAYERS>>(), 100.0 * LEAD)
            }
        }
    }

    /// Taking a card that would be missed less than all others is left out, and so are discards that cost much.
    fn candidates(&self, seat: Seat, moves: &mut Vec<Move>) {
        self.moves_into(seat, moves);
        match self.table.phase {
            MazePhase::Draw if self.table.is_worth_taking(seat) => {}
            MazePhase::Draw => moves.truncate(1),
            MazePhase::Discard => {
                let Some(costs) = self.table.costs(seat) else { return };
                search::keep_most_promising(moves, WIDTH, |mv| match mv {
                    Move::Discard(card) => -costs(*card),
                    Move::Draw | Move::Take => 0.0,
                });
            }
        }
    }

    fn policy(&self, seat: Seat, moves: &[Move], rng: &mut GameRng) -> usize {
        if let [Move::Draw, ..] = moves {
            let [draw, take] = self.table.promises(seat).unwrap_or_default();
            return search::most_promising(moves, WHIM, rng, |mv| if *mv == Move::Take { take } else { draw });
        }
        let Some(costs) = self.table.costs(seat) else { return 0 };
        search::most_promising(moves, WHIM, rng, |mv| match mv {
            Move::Discard(card) => -costs(*card),
            Move::Draw | Move::Take => 0.0,
        })
    }

    /// Hands are not dealt alone, but chosen from all that came: the more turns are over, the better they are.
    fn likelihood(&self, observer: Seat) -> f32 {
        let seats = self.table.seats();
        let turns = f32::from(self.table.turns) / seats.count() as f32;
        let power = (SELECTED_EACH_TURN * turns).min(MOST_SELECTED);
        let others = seats.iter().filter(|seat| *seat != observer);
        (power * others.map(|seat| self.standing(seat)).sum::<f32>()).exp()
    }

    type Reason = Reason;

    fn reason(view: &View, mv: &Move) -> Reason {
        Reason::of(view, *mv)
    }
}
