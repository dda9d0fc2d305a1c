//! What good play in Mystique Pillars is, for the search that all card games share.
//!
//! A hand is good if its cards match each other: whoever has laid one can lay the next onto it. A card is laid where many of the
//! others fit afterwards, and where those do not who are about to lay their last one.

use arrayvec::ArrayVec;

use crate::cards::{MystiqueCard, MystiqueSet};
use crate::engine::rng::GameRng;
use crate::engine::seats::Seat;
use crate::engine::seen::ZoneTable;
use crate::search::{self, Payoffs, SearchBudget, Searchable, Strength};

use super::reason::Reason;
use super::rules::{Move, MystiquePillars, View};
use super::table::{MOST_PLAYERS, PILLARS, Pillar, PillarsPhase, PillarsTable, matching};

/// What it is worth to be rid of a card, in cards of the hand that fit afterwards.
const CARD: f32 = 6.0;

/// What one, two … cards of a hand are worth that fit on some pillar.
const FITS: [f32; 5] = [0.0, 1.0, 1.6, 1.96, 2.18];

/// What each pillar more is worth on which a last card fits: others can hardly cover two.
const LAST_FITS_TWICE: f32 = 4.0;

/// What it costs if the next seat can lay its last card, and its last but one.
const THREATS: [f32; 2] = [12.0, 1.5];

/// The threat of a seat further on, in parts of that of the one before it: others come between.
const COMES_BETWEEN: f32 = 0.6;

/// What a card that is drafted gains with each that matches it: in the own hand, and on the other pillars.
const LINKS: (f32, f32) = (1.0, 0.3);

/// How much chance plays a part.
const WHIM: f32 = 1.0;

/// Playouts go on for so many turns of each seat; those that begin in the draft, for so many of building.
const ROUNDS_AHEAD: usize = 3;
const ROUNDS_AFTER_DRAFT: usize = 4;

/// A lead of so many cards makes somebody e times as likely to win.
const LEAD: f32 = 1.2;

/// What the cards that fit are worth when a playout stops, in cards; what a card costs that matches nothing; and what each pillar is
/// worth on which a last card fits.
const FITTING: f32 = 0.5;
const ALONE: f32 = 0.5;
const LAST_FITS: f32 = 0.5;

fn worth_of_fits(fits: usize) -> f32 {
    FITS[fits.min(FITS.len() - 1)]
}

/// On how many pillars some card of a hand fits.
fn places(hand: MystiqueSet, open: impl IntoIterator<Item = MystiqueSet>) -> usize {
    open.into_iter().filter(|open| !open.intersection(hand).is_empty()).count()
}

/// What the pillars let everybody do, seen by the one who moves.
struct PillarsOutlook<'a> {
    table: &'a PillarsTable,
    seat: Seat,
    hand: MystiqueSet,
    /// For each pillar what fits there, and what fits on any of the others.
    open: [MystiqueSet; PILLARS],
    beside: [MystiqueSet; PILLARS],
}

impl<'a> PillarsOutlook<'a> {
    fn of(table: &'a PillarsTable, seat: Seat) -> PillarsOutlook<'a> {
        let open = table.matching_tops();
        let [one, two, three, four] = open;
        let (left, right) = (one.union(two), three.union(four));
        let beside = [two.union(right), one.union(right), left.union(four), left.union(three)];
        PillarsOutlook { table, seat, hand: table.hand(seat), open, beside }
    }

    fn draft(&self, pillar: Pillar) -> f32 {
        let Some(card) = self.table.top(pillar) else { return 0.0 };
        let (matching, (in_hand, on_pillars)) = (matching(card), LINKS);
        let linked = matching.intersection(self.hand).len() as f32;
        let on_others = Pillar::all().filter(|other| *other != pillar).filter_map(|other| self.table.top(other));
        in_hand * linked + on_pillars * on_others.filter(|other| matching.contains(*other)).count() as f32
    }

    fn build(&self, card: MystiqueCard, pillar: Pillar) -> f32 {
        let left = self.hand.without([card].into_iter().collect());
        if left.is_empty() {
            return f32::MAX;
        }
        let open = self.beside[pillar.index()].union(matching(card));
        CARD + worth_of_fits(left.intersection(open).len()) + self.last(left, card, pillar) - self.threats(open)
    }

    /// What it is worth that the last card of a hand fits on several pillars, once this one is built.
    fn last(&self, left: MystiqueSet, built: MystiqueCard, pillar: Pillar) -> f32 {
        if left.len() > 1 {
            return 0.0;
        }
        let others = Pillar::all().zip(self.open).filter(|(other, _)| *other != pillar).map(|(_, open)| open);
        LAST_FITS_TWICE * places(left, others.chain([matching(built)])).saturating_sub(1) as f32
    }

    /// The card under the one that is drawn may be anything.
    fn draw(&self, pillar: Pillar) -> f32 {
        let Some(card) = self.table.top(pillar) else { return 0.0 };
        let (open, more) = (self.beside[pillar.index()], MystiqueSet::from_iter([card]));
        worth_of_fits(self.hand.union(more).intersection(open).len()) - self.threats(open)
    }

    /// What the others may do if these cards can be built.
    fn threats(&self, open: MystiqueSet) -> f32 {
        let (mut all, mut weight) = (0.0, 1.0);
        for other in self.table.seats().from(self.seat).skip(1) {
            let held = self.table.held(other);
            if let Some(threat) = THREATS.get(held.wrapping_sub(1))
                && !self.table.hand(other).intersection(open).is_empty()
            {
                all += weight * threat;
            }
            weight *= COMES_BETWEEN;
        }
        all
    }
}

impl MystiquePillars {
    /// How a seat stands when a playout stops, in hundredths of a card.
    fn prospects(&self, seat: Seat, tops: [MystiqueSet; PILLARS]) -> i32 {
        let (hand, open) = (self.table.hand(seat), tops.into_iter().fold(MystiqueSet::EMPTY, MystiqueSet::union));
        let is_alone = |card: &MystiqueCard| matching(*card).intersection(hand).is_empty() && !open.contains(*card);
        let alone = hand.iter().filter(is_alone).count() as f32;
        let last = if hand.len() == 1 { LAST_FITS * places(hand, tops) as f32 } else { 0.0 };
        let fitting = FITTING * worth_of_fits(hand.intersection(open).len());
        (100.0 * (fitting + last - hand.len() as f32 - ALONE * alone)) as i32
    }
}

impl Searchable for MystiquePillars {
    const HARD: Strength = Strength::Tree(SearchBudget { worlds: 600, playouts: 8000 });

    /// Played out by the policy, a card that is drawn looked as good as one that is built, where that costs a fifth of the chances.
    const PLAYS_ON: Strength = Strength::Flat(SearchBudget { worlds: 16, playouts: 60 });

    fn is_episode_over(&self, root: &Self) -> bool {
        let (table, seats) = (&self.table, self.table.seats().count());
        match root.table.phase {
            _ if table.acting().is_none() => true,
            PillarsPhase::Draft => usize::from(table.turns()) >= ROUNDS_AFTER_DRAFT * seats,
            _ => table.turns() >= root.table.turns() + (ROUNDS_AHEAD * seats) as u16,
        }
    }

    fn payoffs(&self, _: &Self) -> Payoffs {
        if self.table.acting().is_none() {
            return search::shared_by(&self.table.fewest());
        }
        let tops = self.table.matching_tops();
        let prospects = self.table.seats().iter().map(|seat| self.prospects(seat, tops));
        search::chances(&prospects.collect::<ArrayVec<i32, MOST_PLAYERS>>(), 100.0 * LEAD)
    }

    fn policy(&self, seat: Seat, moves: &[Move], rng: &mut GameRng) -> usize {
        let outlook = PillarsOutlook::of(&self.table, seat);
        let is_draft = self.table.phase == PillarsPhase::Draft;
        search::most_promising(moves, WHIM, rng, |mv| match *mv {
            Move::Draw(pillar) if is_draft => outlook.draft(pillar),
            Move::Draw(pillar) => outlook.draw(pillar),
            Move::Build(card, pillar) => outlook.build(card, pillar),
        })
    }

    type Reason = Reason;

    fn reason(view: &View, mv: &Move) -> Reason {
        Reason::of(view, *mv)
    }
}
