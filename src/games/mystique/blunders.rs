//! What nobody plays in Mystique who knows the game.

use crate::engine::blunders::{Blunder, Blunders};
use crate::engine::game::Observation;
use crate::engine::seen::ZoneTable;

use super::reason::unseen;
use super::rules::{Mystique, MystiqueTable};
use super::spells::{self, Move};

/// From so many burns on, to open the next round is not worth what the cards cost.
const DEAR: usize = 5;

impl Blunders for Mystique {
    const BLUNDERS: &'static [Blunder<Mystique>] = &[
        Blunder {
            name: "takes the cards, though the next player has none left and would have to take them after an answer",
            is_made: takes_at_the_end,
        },
        Blunder {
            name: "lays fewer burns than it could, though the next player must take them and the skirmish ends",
            is_made: keeps_cards_at_the_end,
        },
        Blunder {
            name: "takes cards that cost five burns or more, though it could answer and nobody else could",
            is_made: takes_without_need,
        },
    ];
}

/// Whether the skirmish is over after any answer or opening: the next player must take the cards, and has none to open with.
fn is_the_end(observation: &Observation<'_, Mystique>) -> bool {
    let view = observation.view;
    view.held(view.table.seats().after(observation.seat)) == 0
}

/// What the cards cost that go out of the hand; `None` if the pile is taken.
fn laid(table: &MystiqueTable, mv: &Move) -> Option<usize> {
    match mv {
        Move::Cast { cards, .. } => Some(table.cost(*cards)),
        Move::Deflect(palm) => Some(table.cost([*palm].into_iter().collect())),
        Move::Take => None,
    }
}

/// The most that any of these moves lays.
fn most_laid(table: &MystiqueTable, moves: &[Move]) -> Option<usize> {
    moves.iter().filter_map(|mv| laid(table, mv)).max()
}

/// An opening afterwards, which would be the last spell, gets rid of less than the pile and an answer together.
fn takes_at_the_end(observation: &Observation<'_, Mystique>, mv: &Move) -> bool {
    let (view, table) = (observation.view, &observation.view.table);
    if *mv != Move::Take || !is_the_end(observation) {
        return false;
    }
    let Some(answer) = most_laid(table, observation.legal.listed()) else { return false };
    let mut openings = Vec::new();
    spells::openings(view.hand(), &mut openings);
    most_laid(table, &openings).unwrap_or(0) < table.cost(table.pile()) + answer
}

/// Whatever stays in the hand is a burn.
fn keeps_cards_at_the_end(observation: &Observation<'_, Mystique>, mv: &Move) -> bool {
    let table = &observation.view.table;
    let Some(cost) = laid(table, mv) else { return false };
    is_the_end(observation) && most_laid(table, observation.legal.listed()).is_some_and(|most| most > cost)
}

/// Another answer leaves the pile to the next player, who goes on: a reply with all cards of the value, or a palm.
fn takes_without_need(observation: &Observation<'_, Mystique>, mv: &Move) -> bool {
    let (view, table) = (observation.view, &observation.view.table);
    let Some(spell) = table.to_follow.filter(|_| *mv == Move::Take) else { return false };
    if table.cost(table.pile()) < DEAR || is_the_end(observation) {
        return false;
    }
    let (unseen, palms) = unseen(view, spell.value);
    let reply = view.hand().intersection(spell.value.cards()).len();
    let can_reply = reply >= spell.count && reply > unseen;
    let can_deflect = spell.count > unseen && !table.deflecting(view.hand()).is_empty();
    palms == 0 && (can_reply || can_deflect)
}
