//! What nobody bids in Battle for the Suns who knows the game.

use crate::cards::{CardBits, MystiqueCard, MystiqueSet};
use crate::engine::blunders::{Blunder, Blunders};
use crate::engine::game::Observation;
use crate::engine::sealed::SealedChoice;
use crate::engine::seats::Seat;
use crate::engine::seen::ZoneTable;

use super::reason::most_to_add;
use super::rules::BattleForTheSuns;
use super::table::{BIDS, Move, SunsTable, worth};

impl Blunders for BattleForTheSuns {
    const BLUNDERS: &'static [Blunder<BattleForTheSuns>] = &[
        Blunder {
            name: "lets a sun go that nobody else still bids for, though a card of no higher number would win it",
            is_made: lets_a_sun_go,
        },
        Blunder {
            name: "bids a stronger card than it needs, though nobody else still bids and a weaker one wins the sun too",
            is_made: bids_too_strong_a_card,
        },
        Blunder {
            name: "throws a strong card after a sun that is out of its reach, though it holds a weaker one",
            is_made: throws_a_strong_card,
        },
        Blunder {
            name: "holds back on the last sun, though its cards are good for nothing after it",
            is_made: holds_back_at_the_end,
        },
    ];
}

fn others(seen: &Observation<'_, BattleForTheSuns>) -> impl Iterator<Item = Seat> {
    let own = seen.seat;
    seen.view.table.seats().iter().filter(move |other| *other != own)
}

/// The highest bid that anybody else has shown.
fn to_beat(seen: &Observation<'_, BattleForTheSuns>) -> i32 {
    others(seen).map(|other| seen.view.table.bid(other)).max().unwrap_or(0)
}

/// Whether everybody else has stopped.
fn bids_alone(seen: &Observation<'_, BattleForTheSuns>) -> bool {
    others(seen).all(|other| seen.view.table.chosen.of(other) == SealedChoice::Unasked)
}

/// What the seat's bid comes to with this choice.
fn bid_with(seen: &Observation<'_, BattleForTheSuns>, sun: MystiqueCard, mv: Move) -> i32 {
    seen.view.table.bid(seen.seat) + mv.card().map_or(0, |card| worth(card, sun))
}

/// Whether a card is worth no less than another for any sun that is to rise, and more for one of them.
fn is_stronger(table: &SunsTable, card: MystiqueCard, than: MystiqueCard) -> bool {
    let more = |sun: MystiqueCard| worth(card, sun) - worth(than, sun);
    let to_rise = table.below();
    to_rise.iter().all(|sun| more(sun) >= 0) && to_rise.iter().any(|sun| more(sun) > 0)
}

/// It is the seat's last choice for the sun. A card of a higher number than the sun's may do more for another sun.
fn lets_a_sun_go(seen: &Observation<'_, BattleForTheSuns>, mv: &Move) -> bool {
    let table = &seen.view.table;
    let Some(sun) = table.sun() else { return false };
    let is_last_choice = *mv == Move::Stop || table.round() == BIDS;
    if !is_last_choice || !bids_alone(seen) {
        return false;
    }
    let to_beat = to_beat(seen);
    let wins = |mv: Move| bid_with(seen, sun, mv) > to_beat;
    let mut cards = seen.view.hand().iter().filter(|card| card.number() <= sun.number());
    !wins(*mv) && cards.any(|card| wins(Move::Bid(card)))
}

/// Cards that are bid are replaced, so a weak one may well be added to a bid that wins; but no stronger one than must be.
fn bids_too_strong_a_card(seen: &Observation<'_, BattleForTheSuns>, mv: &Move) -> bool {
    let table = &seen.view.table;
    let (Some(sun), Move::Bid(card)) = (table.sun(), *mv) else { return false };
    if !bids_alone(seen) {
        return false;
    }
    let to_beat = to_beat(seen);
    let wins = |card: MystiqueCard| bid_with(seen, sun, Move::Bid(card)) > to_beat;
    wins(card) && seen.view.hand().iter().any(|other| wins(other) && is_stronger(table, card, other))
}

/// With this card and the best that may follow it, the bid stays below what somebody else has shown: it cannot even spoil the sun.
fn throws_a_strong_card(seen: &Observation<'_, BattleForTheSuns>, mv: &Move) -> bool {
    let table = &seen.view.table;
    let (Some(sun), Move::Bid(card)) = (table.sun(), *mv) else { return false };
    let kept = seen.view.hand().without(MystiqueSet::of_one(card));
    let more = most_to_add(kept, sun, BIDS.saturating_sub(table.round()));
    bid_with(seen, sun, *mv) + more < to_beat(seen) && kept.iter().any(|other| is_stronger(table, card, other))
}

/// It is the seat's last choice, and less than it could bid, where more may still win the sun or keep it from somebody else.
fn holds_back_at_the_end(seen: &Observation<'_, BattleForTheSuns>, mv: &Move) -> bool {
    let table = &seen.view.table;
    let Some(sun) = table.sun().filter(|_| table.below().is_empty()) else { return false };
    let cards = (BIDS + 1).saturating_sub(table.round());
    if *mv != Move::Stop && cards > 1 {
        return false;
    }
    let (bid, to_beat) = (bid_with(seen, sun, *mv), to_beat(seen));
    let most = table.bid(seen.seat) + most_to_add(seen.view.hand(), sun, cards);
    let has_won = bid > to_beat && bids_alone(seen);
    bid < most && most >= to_beat && !has_won
}
