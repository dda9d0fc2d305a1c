//! What nobody plays in Mystery Machine who knows the game.

use arrayvec::ArrayVec;

use crate::engine::blunders::{Blunder, Blunders};
use crate::engine::game::Observation;

use super::moves::Move;
use super::rules::MysteryMachine;

impl Blunders for MysteryMachine {
    const BLUNDERS: &'static [Blunder<MysteryMachine>] = &[
        Blunder {
            name: "names an answer that what has come up rules out, though another is possible",
            is_made: names_what_is_ruled_out,
        },
        Blunder { name: "goes on, though the mystery is certain and could be named", is_made: goes_on_when_certain },
        Blunder {
            name: "asks a pile, though all cards that are left in it are known and their order tells nothing",
            is_made: asks_for_what_is_known,
        },
    ];
}

/// The answers are all that are possible, or more in the largest puzzles: what is not among them is wrong.
fn names_what_is_ruled_out(seen: &Observation<'_, MysteryMachine>, mv: &Move) -> bool {
    let (view, Move::Guess(cards)) = (seen.view, mv) else { return false };
    let answers = &view.known.answers;
    let mut numbers: ArrayVec<u8, 4> = cards.iter().filter_map(|card| view.reasoner.number(*card)).collect();
    // A guess has its set in the deck's order, an answer by number.
    view.puzzle.sort_set(&mut numbers);
    !answers.is_empty() && !answers.contains(numbers.as_slice())
}

/// What is picked is missing from the low cards that are left; a question costs a point, or is of no use any more.
fn goes_on_when_certain(seen: &Observation<'_, MysteryMachine>, mv: &Move) -> bool {
    !matches!(mv, Move::Guess(_)) && seen.view.is_certain()
}

/// Where no joker can come up, a pile has at least as many possible cards as lie there; no more, and they are those.
fn asks_for_what_is_known(seen: &Observation<'_, MysteryMachine>, mv: &Move) -> bool {
    let (view, Move::Ask { pile, .. }) = (seen.view, mv) else { return false };
    let pile = usize::from(*pile);
    let possible = view.known.piles.get(pile).map(|cards| cards.count_ones() as usize);
    view.puzzle.jokers() == 0 && possible.is_some() && possible == view.down.get(pile).copied()
}
