//! What nobody plays in Mystique Maze who knows the game.

use crate::cards::{CardBits, MystiqueCard, MystiqueSet};
use crate::engine::blunders::{Blunder, Blunders};
use crate::engine::game::Observation;
use crate::engine::seats::Seat;
use crate::engine::seen::ZoneTable;

use super::block::MazeRoute;
use super::rules::{Event, Move, MystiqueMaze};
use super::table::MazeTable;
use super::ways::{AllWays, Likely};

/// How likely a card is to be had that has not been seen, and one that lies among the discards or in another hand.
const MAY_COME: f32 = 0.25;
const HARDLY_COMES: f32 = 0.03;

impl Blunders for MystiqueMaze {
    const BLUNDERS: &'static [Blunder<MystiqueMaze>] = &[
        Blunder { name: "breaks up its chain though another discard wins at once", is_made: breaks_its_chain },
        Blunder {
            name: "draws from the deck though the top of the discards completes its chain",
            is_made: leaves_the_last_link,
        },
        Blunder {
            name: "throws back the card that it has just taken, though it holds one that is of less use",
            is_made: throws_back,
        },
    ];
}

/// Whether these cards link the corner cards of the seat.
fn link(seen: &Observation<'_, MystiqueMaze>, cards: MystiqueSet) -> bool {
    let route = MazeRoute::of(seen.seat, seen.view.table.options.suits);
    route.is_some_and(|route| route.chain(cards).is_some())
}

/// A chain has no more than eight cards, so that one of nine can always be spared.
fn breaks_its_chain(seen: &Observation<'_, MystiqueMaze>, mv: &Move) -> bool {
    let (hand, Move::Discard(card)) = (seen.view.hand(), *mv) else { return false };
    link(seen, hand) && !link(seen, hand.without(MystiqueSet::of_one(card)))
}

fn leaves_the_last_link(seen: &Observation<'_, MystiqueMaze>, mv: &Move) -> bool {
    let (hand, Move::Draw) = (seen.view.hand(), *mv) else { return false };
    let is_last_link = |card: MystiqueCard| link(seen, hand.union(MystiqueSet::of_one(card)));
    seen.view.table.discards.top().is_some_and(is_last_link) && !link(seen, hand)
}

/// Fewer ways lead through another card of the hand, and that one is connected with nothing that the next player has taken.
fn throws_back(seen: &Observation<'_, MystiqueMaze>, mv: &Move) -> bool {
    let (table, hand, Move::Discard(card)) = (&seen.view.table, seen.view.hand(), *mv) else { return false };
    let was_taken = matches!(seen.seen.last(), Some(Event::Took { card: taken, .. }) if *taken == card);
    let Some(route) = MazeRoute::of(seen.seat, table.options.suits).filter(|_| was_taken) else { return false };
    let ways = AllWays::of(route, &likely(table, seen.seat, hand));
    let collected = table.taken[table.seats().after(seen.seat)];
    let is_of_less_use = |other: MystiqueCard| ways.through(other) < ways.through(card);
    let is_wanted = |other: MystiqueCard| !route.line.connected(other).intersection(collected).is_empty();
    hand.iter().any(|other| is_of_less_use(other) && !is_wanted(other))
}

fn likely(table: &MazeTable, seat: Seat, hand: MystiqueSet) -> Likely {
    let (never, elsewhere) = (table.never(), table.buried().union(table.taken_by_others(seat)));
    std::array::from_fn(|index| match MystiqueCard::from_index(index as u8) {
        Some(card) if hand.contains(card) => 1.0,
        Some(card) if never.contains(card) => 0.0,
        Some(card) if elsewhere.contains(card) => HARDLY_COMES,
        _ => MAY_COME,
    })
}
