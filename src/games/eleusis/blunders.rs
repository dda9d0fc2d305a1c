//! What nobody does in Eleusis Express who knows the game.

use crate::engine::blunders::{Blunder, Blunders};
use crate::engine::game::Observation;

use super::language::Automaton;
use super::moves::Move;
use super::notebook::card_against;
use super::rules::EleusisExpress;
use super::table::TurnPhase;

impl Blunders for EleusisExpress {
    const BLUNDERS: &'static [Blunder<EleusisExpress>] = &[
        Blunder {
            name: "plays a card whose like is known to be wrong in that very place, though others may fit, or none does",
            is_made: plays_what_is_wrong_there,
        },
        Blunder {
            name: "says that none of its cards fits before any card was judged, though it could play one",
            is_made: claims_before_anything_is_known,
        },
        Blunder {
            name: "guesses a rule that a card on the table contradicts, though it could go on without a guess",
            is_made: guesses_what_is_contradicted,
        },
    ];
}

/// The mainline is still the same, so the card would be wrong again. Who holds nothing else can say that no card fits.
fn plays_what_is_wrong_there(seen: &Observation<'_, EleusisExpress>, mv: &Move) -> bool {
    let (table, Move::Play(card)) = (&seen.view.table, mv) else { return false };
    let Some(last) = table.mainline.last().filter(|_| table.phase == TurnPhase::Play) else { return false };
    let laid = last.wrong.iter().map(|laid| laid.card);
    laid.chain(last.none.iter().flatten().copied()).any(|wrong| wrong.card == *card)
}

/// A whole hand of wrong cards is unlikely, and a wrong claim sheds nothing. Alone no card need be shed, and what a claim shows may be
/// worth it.
fn claims_before_anything_is_known(seen: &Observation<'_, EleusisExpress>, mv: &Move) -> bool {
    let table = &seen.view.table;
    let [first] = table.mainline.as_slice() else { return false };
    let is_anything_known = !first.wrong.is_empty() || !first.none.is_empty() || !table.hints.is_empty();
    *mv == Move::NoCard && !table.is_alone() && !is_anything_known
}

/// What a guess means to a dealer who judges by hand, nobody else knows.
fn guesses_what_is_contradicted(seen: &Observation<'_, EleusisExpress>, mv: &Move) -> bool {
    let (table, Move::Guess(words)) = (&seen.view.table, mv) else { return false };
    let is_contradicted = |rule| card_against(&Automaton::of(&rule), table).is_some();
    !table.in_mind && words.as_rule().is_some_and(is_contradicted)
}
