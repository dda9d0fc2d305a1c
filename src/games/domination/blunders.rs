//! What nobody plays in Mystique Domination who knows the game.

use crate::cards::{MystiqueSet, MystiqueSuit};
use crate::engine::blunders::{Blunder, Blunders};
use crate::engine::game::Observation;
use crate::engine::seen::ZoneTable;

use super::patterns::{Move, Pattern, highest_total};
use super::reason::{may_be_beaten, unseen};
use super::rules::{MOST_OF_DECK, MOST_OF_SUIT, MystiqueDomination, PRIZE, Partnership, View};
use super::shedding::Shedding;

/// Whoever holds so few cards, or can go out in fewer plays, may end the round soon.
const FEW: usize = 3;

/// How many prizes there are in a round: for each suit, and for most of the cards.
const PRIZES: i32 = MystiqueSuit::ALL.len() as i32 + 1;

impl Blunders for MystiqueDomination {
    const BLUNDERS: &'static [Blunder<MystiqueDomination>] = &[
        Blunder {
            name: "does not go out, though that is sure to win the match or all points of the round",
            is_made: does_not_go_out,
        },
        Blunder {
            name: "goes out, though that is sure to lose the match and it could play on",
            is_made: goes_out_to_lose,
        },
        Blunder {
            name: "plays over a partner who wins the trick anyway, though it takes no more and saves no later play",
            is_made: plays_over_its_partner,
        },
        Blunder {
            name: "leads the one of its last two plays that may be beaten, though after the other it is sure to go out",
            is_made: leads_the_wrong_one_of_two,
        },
    ];
}

/// The fewest and the most prizes that the other pair has if the seat goes out now, with the hand of its partner.
fn prizes_of_others(view: &View) -> (i32, i32) {
    let (table, seat) = (&view.table, view.front());
    let partner = table.partner(seat);
    let known = table.cards.hand(partner);
    let theirs = table.won(Partnership::of(seat).other()).union(known);
    let more = table.held(partner).saturating_sub(known.len());
    let hidden = table.seats().iter().fold(unseen(view), |hidden, other| hidden.without(table.cards.hand(other)));
    let of_suit = |suit: MystiqueSuit| {
        let has = theirs.intersection(MystiqueSet::of_suit(suit)).len();
        let hidden_of_suit = hidden.intersection(MystiqueSet::of_suit(suit)).len();
        let fewest = has + more.saturating_sub(hidden.len() - hidden_of_suit);
        let most = has + more.min(hidden_of_suit);
        (i32::from(fewest >= MOST_OF_SUIT), i32::from(most >= MOST_OF_SUIT))
    };
    let of_deck = i32::from(theirs.len() + more >= MOST_OF_DECK);
    let suits = MystiqueSuit::ALL.into_iter().map(of_suit);
    suits.fold((of_deck, of_deck), |(fewest, most), (surely, maybe)| (fewest + surely, most + maybe))
}

/// Who wins the match if the round ends with so many prizes for the other pair; nobody while it goes on.
fn match_winner(view: &View, prizes_of_others: i32) -> Option<Partnership> {
    let (table, pair) = (&view.table, Partnership::of(view.front()));
    let own = table.points(pair) + PRIZE * (PRIZES - prizes_of_others);
    let others = table.points(pair.other()) + PRIZE * prizes_of_others;
    let winner = if own > others { pair } else { pair.other() };
    (own != others && own.max(others) >= table.options.target).then_some(winner)
}

/// Whether the match is lost by going out, whatever the hidden cards are.
fn is_lost_by_going_out(view: &View) -> bool {
    let (fewest, _) = prizes_of_others(view);
    match_winner(view, fewest) == Some(Partnership::of(view.front()).other())
}

fn can_go_out(view: &View) -> bool {
    let Ok(all) = Pattern::of(view.hand()) else { return false };
    view.table.to_beat().is_none_or(|beat| beat.colour == all.colour && beat.total < all.total)
}

/// How many prizes a pair has that has won these cards, whatever comes.
fn prizes_had(cards: MystiqueSet) -> usize {
    let count = |suit: &MystiqueSuit| cards.intersection(MystiqueSet::of_suit(*suit)).len();
    let suits = MystiqueSuit::ALL.into_iter().filter(|suit| count(suit) >= MOST_OF_SUIT).count();
    suits + usize::from(cards.len() >= MOST_OF_DECK)
}

fn does_not_go_out(seen: &Observation<'_, MystiqueDomination>, mv: &Move) -> bool {
    let view = seen.view;
    if matches!(mv, Move::Give(_)) || mv.cards() == view.hand() || !can_go_out(view) {
        return false;
    }
    let (_, most) = prizes_of_others(view);
    most == 0 || match_winner(view, most) == Some(Partnership::of(seen.seat))
}

fn goes_out_to_lose(seen: &Observation<'_, MystiqueDomination>, mv: &Move) -> bool {
    let (view, Move::Play(cards)) = (seen.view, *mv) else { return false };
    cards == view.hand() && seen.legal.listed().len() > 1 && is_lost_by_going_out(view)
}

/// No opponent can beat the partner, and none is about to go out; the play wins no more of the pile, and no prize by its own cards;
/// and the rest of the hand takes as many plays as before.
fn plays_over_its_partner(seen: &Observation<'_, MystiqueDomination>, mv: &Move) -> bool {
    let (view, Move::Play(cards)) = (seen.view, *mv) else { return false };
    let (table, partner) = (&view.table, view.table.partner(seen.seat));
    let Some((_, beat)) = table.last_play().filter(|(ahead, _)| *ahead == partner) else { return false };
    let of_opponents = unseen(view).without(table.cards.hand(partner));
    if highest_total(of_opponents, beat.colour) > beat.total {
        return false;
    }
    let pair = Partnership::of(seen.seat);
    let mut opponents = table.seats().iter().filter(|other| Partnership::of(*other) != pair);
    let shedding = Shedding::of(view.hand());
    if opponents.any(|other| table.held(other) <= FEW) || usize::from(shedding.plays()) < FEW {
        return false;
    }
    let (won, partners, own) = (table.won(pair), table.prize(beat.cards), table.prize(cards));
    shedding.without(cards) >= shedding.plays()
        && own.without(cards).without(partners).is_empty()
        && prizes_had(won.union(own)) <= prizes_had(won.union(partners))
}

/// Either order ends with the same cards for both pairs, if it ends; and to end it is good, for it brings most of the cards.
fn leads_the_wrong_one_of_two(seen: &Observation<'_, MystiqueDomination>, mv: &Move) -> bool {
    let (view, Move::Play(cards)) = (seen.view, *mv) else { return false };
    let table = &view.table;
    if table.to_beat().is_some() {
        return false;
    }
    let (Ok(led), Ok(kept)) = (Pattern::of(cards), Pattern::of(view.hand().without(cards))) else { return false };
    let of_others = table.won(Partnership::of(seen.seat).other()).len() + table.held(table.partner(seen.seat));
    may_be_beaten(view, &led) && !may_be_beaten(view, &kept) && of_others < MOST_OF_DECK && !is_lost_by_going_out(view)
}
