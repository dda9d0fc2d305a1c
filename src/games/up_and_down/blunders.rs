//! What nobody plays in Up and Down who knows the game.

use crate::cards::MystiqueCard;
use crate::engine::blunders::{Blunder, Blunders};
use crate::engine::game::Observation;
use crate::engine::seats::Seat;

use super::reason::SlopeOutlook;
use super::rules::{Move, UpAndDown};

impl Blunders for UpAndDown {
    const BLUNDERS: &'static [Blunder<UpAndDown>] = &[
        Blunder {
            name: "hands the win to a player whose deck is used up, though another card would not",
            is_made: hands_over_the_win,
        },
        Blunder {
            name: "passes up a sure win, though after another card it would draw its last one and play again",
            is_made: passes_up_a_sure_win,
        },
        Blunder {
            name: "gives away a turn, though it could lay a card first that nobody else can answer, and then this one",
            is_made: gives_away_a_turn,
        },
    ];
}

fn outlook(observation: &Observation<'_, UpAndDown>, card: MystiqueCard) -> SlopeOutlook {
    SlopeOutlook::after(&observation.view.table, observation.seat, card)
}

/// Who plays after a card, unless one is drawn that changes it; `None` if it wins, or if the highest card must be found.
fn next_after(observation: &Observation<'_, UpAndDown>, card: MystiqueCard) -> Option<Seat> {
    match outlook(observation, card) {
        SlopeOutlook::Answered { by, .. } | SlopeOutlook::Turns(_, Some(by)) => Some(by),
        SlopeOutlook::Again(_) => Some(observation.seat),
        SlopeOutlook::Wins | SlopeOutlook::Turns(_, None) => None,
    }
}

/// Who can answer must, and whatever they answer with wins.
fn hands_over_the_win(observation: &Observation<'_, UpAndDown>, Move(card): &Move) -> bool {
    let table = &observation.view.table;
    let SlopeOutlook::Answered { by, .. } = outlook(observation, *card) else { return false };
    let goes_on = |Move(other): &Move| next_after(observation, *other).is_some_and(|next| table.left(next) > 0);
    table.left(by) == 0 && observation.legal.listed().iter().any(goes_on)
}

/// The last card of the deck is drawn after this turn, so the next one wins.
fn passes_up_a_sure_win(observation: &Observation<'_, UpAndDown>, Move(card): &Move) -> bool {
    let seat = observation.seat;
    let plays_again = |Move(other): &Move| next_after(observation, *other) == Some(seat);
    observation.view.table.left(seat) == 1
        && next_after(observation, *card).is_some_and(|next| next != seat)
        && observation.legal.listed().iter().any(plays_again)
}

/// This card could be laid on the other: all would be as it is after this one, but for a card more that is played.
fn gives_away_a_turn(observation: &Observation<'_, UpAndDown>, Move(card): &Move) -> bool {
    let is_answered = matches!(outlook(observation, *card), SlopeOutlook::Answered { .. });
    let comes_first = |Move(other): &Move| match outlook(observation, *other) {
        SlopeOutlook::Again(cards) => cards.contains(*card),
        _ => false,
    };
    is_answered && observation.legal.listed().iter().any(comes_first)
}
