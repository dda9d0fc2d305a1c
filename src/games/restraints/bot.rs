//! What good play in Chain of Restraints is, for the search that all card games share.
//!
//! Whoever can make four does. Otherwise a card should leave the next player none that makes four: what it forbids counts for that as
//! much as what it covers. The cards of others are not seen, so it is weighed how likely the next player holds one that does; where
//! that is known, since hands were shown or passed, such a move is made only if there is no other.

use crate::cards::{CardBits, MystiqueCard, MystiqueSet};
use crate::engine::game::Game;
use crate::engine::rng::GameRng;
use crate::engine::seats::{Seat, Viewer};
use crate::search::{self, Payoffs, SearchBudget, Searchable, Strength};
use crate::square::{SQUARES, Square};

use super::board::{Gaps, unlike};
use super::reason::Reason;
use super::rules::{ChainOfRestraints, Move, View};
use super::table::{HAND, RestraintEnd, RestraintTable, RestraintZone};

/// What it is worth to hold a card that makes four next time, beside being sure that the next player has none.
const HOPE: f32 = 0.1;

/// How many moves the policy looks at, and a search, at the most.
const LOOKED_AT: usize = 20;
const CANDIDATES: usize = 14;

/// A search looks at the squares in steps of so many, round and round; it has no factor in common with their number.
const SCATTER: usize = 29;

/// What a seat knows when it plays a card.
struct Foresight<'a> {
    table: &'a RestraintTable,
    gaps: Gaps<'a>,
    seat: Seat,
    unseen: MystiqueSet,
    /// How many cards of the next player's hand it does not know.
    unknown: i32,
}

impl<'a> Foresight<'a> {
    fn of(table: &'a RestraintTable, seat: Seat) -> Foresight<'a> {
        let next = RestraintZone::Hand(table.seats.after(seat));
        let known = table.cards.known_to(Viewer::Seat(seat), next);
        let (gaps, unseen) = (table.board.gaps(), table.unseen_by(seat));
        Foresight { table, gaps, seat, unseen, unknown: HAND.saturating_sub(known.len()) as i32 }
    }

    /// A card of its own that makes four, and where.
    fn winning_move(&self) -> Option<(MystiqueCard, Square)> {
        let at = |card: MystiqueCard| Some((card, self.gaps.winning_places(card).iter().next()?));
        self.table.playable(self.seat).iter().find_map(at)
    }

    /// The cards with which four could be made after this.
    fn winning_after(&self, mv: Move) -> MystiqueSet {
        self.gaps.winning_after(mv.square(), mv.card)
    }

    /// Whether the next player is known to be able to make four after this.
    fn is_known_loss(&self, mv: Move) -> bool {
        let known = self.table.known_plays(self.seat, mv.card);
        !known.is_empty() && !known.intersection(self.winning_after(mv)).is_empty()
    }

    /// How likely the next player holds one of the cards that make four after this one, from 0 to 1.
    fn danger(&self, card: MystiqueCard, winning: MystiqueSet) -> f32 {
        if !self.table.known_plays(self.seat, card).intersection(winning).is_empty() {
            return 1.0;
        }
        let theirs = winning.intersection(unlike(card)).intersection(self.unseen).len() as f32;
        1.0 - (1.0 - theirs / self.unseen.len().max(1) as f32).powi(self.unknown)
    }

    /// From −1, where the next player certainly makes four, to a little more than 0.
    fn promise(&self, mv: Move) -> f32 {
        let winning = self.winning_after(mv);
        let own = self.table.cards.hand(self.seat).without(MystiqueSet::of_one(mv.card));
        let hope = if own.intersection(winning).is_empty() { 0.0 } else { HOPE };
        hope - self.danger(mv.card, winning)
    }
}

impl Searchable for ChainOfRestraints {
    const MEDIUM: Strength = Strength::Flat(SearchBudget { worlds: 40, playouts: 120 });
    /// What others can play differs from world to world, so hardly any line would come twice in a tree.
    const HARD: Strength = Strength::Flat(SearchBudget { worlds: 500, playouts: 4000 });

    /// A draw is worth as much as a win by lot.
    fn payoffs(&self, _: &Self) -> Payoffs {
        match self.table.end {
            Some(RestraintEnd::Four(seat)) => search::shared_by(&[seat]),
            Some(RestraintEnd::RanOut) | None => Payoffs::default().map(|_| 1.0 / self.table.seats.count() as f32),
        }
    }

    /// What wins; otherwise nothing that is known to lose, and of the rest what promises most.
    fn candidates(&self, seat: Seat, moves: &mut Vec<Move>) {
        self.moves_into(seat, moves);
        let foresight = Foresight::of(&self.table, seat);
        if let Some((card, square)) = foresight.winning_move() {
            moves.retain(|mv| (mv.card, mv.square()) == (card, square));
            return;
        }
        if !moves.iter().all(|mv| foresight.is_known_loss(*mv)) {
            moves.retain(|mv| !foresight.is_known_loss(*mv));
        }
        // Of those that promise the same, every card and places all over the board.
        moves.sort_unstable_by_key(|mv| (SCATTER * mv.square().index() % SQUARES, mv.card));
        search::keep_most_promising(moves, CANDIDATES, |mv| foresight.promise(*mv));
    }

    /// What wins; otherwise the first that comes to mind of those that leave the next player no four, or of some the one that leaves them
    /// least. Never one that is known to lose while there is another.
    fn policy(&self, seat: Seat, moves: &[Move], rng: &mut GameRng) -> usize {
        let foresight = Foresight::of(&self.table, seat);
        let is_win = |win: (MystiqueCard, Square)| moves.iter().position(|mv| (mv.card, mv.square()) == win);
        if let Some(win) = foresight.winning_move().and_then(is_win) {
            return win;
        }
        let mut least = (f32::MAX, 0);
        for _ in 0..LOOKED_AT {
            let number = rng.below(moves.len() as u32) as usize;
            let danger = moves.get(number).map_or(1.0, |mv| foresight.danger(mv.card, foresight.winning_after(*mv)));
            if danger <= 0.0 {
                return number;
            }
            if danger < least.0 {
                least = (danger, number);
            }
        }
        let is_safe = |mv: &Move| !foresight.is_known_loss(*mv);
        match moves.get(least.1) {
            Some(mv) if !is_safe(mv) => moves.iter().position(is_safe).unwrap_or(least.1),
            _ => least.1,
        }
    }

    type Reason = Reason;

    fn reason(view: &View, mv: &Move) -> Reason {
        Reason::of(view, *mv)
    }
}
