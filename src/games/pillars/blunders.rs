//! What nobody plays in Mystique Pillars who knows the game.

use crate::cards::{CardBits, MystiqueSet};
use crate::engine::blunders::{Blunder, Blunders};
use crate::engine::game::Observation;
use crate::engine::seats::Seat;
use crate::engine::seen::{EventTable, ZoneTable};

use super::reason::{NextCards, after};
use super::rules::{Move, MystiquePillars};
use super::table::{Event, MOST_TURNS, Pillar, PillarsPhase, PillarsTable, matching};

impl Blunders for MystiquePillars {
    const BLUNDERS: &'static [Blunder<MystiquePillars>] = &[
        Blunder { name: "draws a card, though its last one fits on a pillar and wins at once", is_made: leaves_a_win },
        Blunder {
            name: "lets the next player lay a last card, though after another move that card fits nowhere",
            is_made: lets_the_next_win,
        },
        Blunder {
            name: "passes up a sure win, though its last card could fit on more pillars than the others can change",
            is_made: passes_up_a_sure_win,
        },
    ];
}

/// The last card of the hand could be laid.
fn leaves_a_win(observation: &Observation<'_, MystiquePillars>, mv: &Move) -> bool {
    let is_build = |mv: &Move| matches!(mv, Move::Build(..));
    let is_last = observation.view.table.held(observation.seat) == 1;
    is_last && !is_build(mv) && observation.legal.listed().iter().any(is_build)
}

/// The next player's only card fits as far as can be seen. What another move may turn up for it is a small risk at most.
fn lets_the_next_win(observation: &Observation<'_, MystiquePillars>, mv: &Move) -> bool {
    let (table, seat) = (&observation.view.table, observation.seat);
    let is_building = matches!(table.phase, PillarsPhase::Building { .. });
    is_building
        && table.held(table.seats().after(seat)) == 1
        && is_next_to_win(table, seat, *mv)
        && observation.legal.listed().iter().any(|other| !is_next_to_win(table, seat, *other))
}

/// Whether the next player, who holds a single card, wins after a move of this seat.
fn is_next_to_win(table: &PillarsTable, seat: Seat, mv: Move) -> bool {
    let mut later = after(table, seat, mv);
    later.follow(&Event::TurnEnded);
    match later.acting() {
        Some(next) => !NextCards::of(&later, next).fitting.is_empty(),
        None => !later.fewest().contains(&seat),
    }
}

/// Until its next turn each of the others changes one pillar at most, and none of them can be finished.
fn passes_up_a_sure_win(observation: &Observation<'_, MystiquePillars>, mv: &Move) -> bool {
    let (table, seat) = (&observation.view.table, observation.seat);
    if table.held(seat) != 2 {
        return false;
    }
    let (seats, turns) = (table.seats(), usize::from(table.turns()));
    let others = seats.count() - 1;
    let is_sure = |mv: &Move| places_of_last(table, seat, *mv) > others;
    // Where a pillar may run out, another is divided, and both change.
    let may_run_out = |pillar: Pillar| table.pillar(pillar).len() <= others;
    turns + seats.count() < usize::from(MOST_TURNS)
        && !is_sure(mv)
        && observation.legal.listed().iter().any(is_sure)
        && !Pillar::all().any(may_run_out)
        && seats.from(seat).skip(1).all(|other| table.held(other) > 1)
}

/// On how many pillars the other card of two fits, once one of them is built.
fn places_of_last(table: &PillarsTable, seat: Seat, mv: Move) -> usize {
    let Move::Build(card, pillar) = mv else { return 0 };
    let last = table.hand(seat).without(MystiqueSet::of_one(card));
    let tops = Pillar::all().filter_map(|other| if other == pillar { Some(card) } else { table.top(other) });
    tops.filter(|top| !matching(*top).intersection(last).is_empty()).count()
}
