//! What nobody plays in Mystical Eddies who knows the game.
//!
//! With balance it matters in which categories tricks are won, and nothing of this is certain.

use crate::cards::{MystiqueCard, MystiqueSet};
use crate::engine::blunders::{Blunder, Blunders};
use crate::engine::game::Observation;

use super::established::{Established, beaters_of_lead, sharing};
use super::reason::held_by_others;
use super::rules::{Move, MysticalEddies, View};

impl Blunders for MysticalEddies {
    const BLUNDERS: &'static [Blunder<MysticalEddies>] = &[
        Blunder {
            name: "takes a trick with a better card than it needs, though a lesser one takes it as surely",
            is_made: takes_with_too_good_a_card,
        },
        Blunder {
            name: "throws a card that nothing can beat on a trick that it loses, though a lesser one loses it as well",
            is_made: throws_a_sure_trick,
        },
        Blunder {
            name: "leaves a trick as the last to play, though a card that is no better to keep takes it",
            is_made: leaves_a_trick,
        },
        Blunder {
            name: "leads its only card that may be beaten, though it could win with all the others first",
            is_made: leads_its_only_doubtful_card,
        },
    ];
}

/// The cards of the hand that may be played.
fn playable(view: &View) -> MystiqueSet {
    view.table.tricks.playable(view.hand())
}

/// How many of the cards that others may hold take the lead from a card, and how many that share something with it do not.
fn chances(card: MystiqueCard, held: MystiqueSet) -> (usize, usize) {
    let beaters = beaters_of_lead(card).intersection(held);
    (beaters.len(), sharing(card).intersection(held).without(beaters).len())
}

/// Whether a card is no better to keep than another: as easy to beat, and beats no more.
fn is_no_better(card: MystiqueCard, than: MystiqueCard, held: MystiqueSet) -> bool {
    let ((beaten_by, beats), (than_beaten_by, than_beats)) = (chances(card, held), chances(than, held));
    beaten_by >= than_beaten_by && beats <= than_beats
}

fn is_lesser(card: MystiqueCard, than: MystiqueCard, held: MystiqueSet) -> bool {
    is_no_better(card, than, held) && !is_no_better(than, card, held)
}

/// Whether a card wins whenever it is led, whoever may hold what.
fn is_sure(card: MystiqueCard, held: MystiqueSet) -> bool {
    beaters_of_lead(card).intersection(held).is_empty()
}

/// Whether a card that follows takes the trick whatever is played after it, and leaves others the same choice as any other.
fn takes_for_sure(view: &View, card: MystiqueCard) -> bool {
    let (table, seat) = (&view.table, view.front());
    if table.tricks.trick.is_empty() || !table.tricks.would_win(card) {
        return false;
    }
    let stands = |established: Established| {
        let later = table.may_be_held(seat, table.later(seat));
        established.beaters(card).intersection(later).is_empty()
    };
    table.is_last_to_play() || Established::of(&table.tricks.trick).is_some_and(stands)
}

fn takes_with_too_good_a_card(seen: &Observation<'_, MysticalEddies>, mv: &Move) -> bool {
    let (view, Move(card)) = (seen.view, *mv);
    if view.table.tally.balance || !takes_for_sure(view, card) {
        return false;
    }
    let held = held_by_others(view);
    playable(view).iter().any(|other| takes_for_sure(view, other) && is_lesser(other, card, held))
}

fn throws_a_sure_trick(seen: &Observation<'_, MysticalEddies>, mv: &Move) -> bool {
    let (view, Move(card)) = (seen.view, *mv);
    let loses = |card: MystiqueCard| !view.table.tricks.would_win(card);
    if view.table.tally.balance || !loses(card) {
        return false;
    }
    let held = held_by_others(view);
    is_sure(card, held) && playable(view).iter().any(|other| loses(other) && is_lesser(other, card, held))
}

/// A card wins one trick at the most, so the one that wins this and is no better for others is well spent.
fn leaves_a_trick(seen: &Observation<'_, MysticalEddies>, mv: &Move) -> bool {
    let (view, Move(card)) = (seen.view, *mv);
    let wins = |card: MystiqueCard| view.table.tricks.would_win(card);
    if view.table.tally.balance || !view.table.is_last_to_play() || wins(card) {
        return false;
    }
    let held = held_by_others(view);
    playable(view).iter().any(|other| wins(other) && is_no_better(other, card, held))
}

/// Once it has lost the lead, nobody may ask for the cards that cannot be beaten; and the others have fewer cards against it later.
fn leads_its_only_doubtful_card(seen: &Observation<'_, MysticalEddies>, mv: &Move) -> bool {
    let (view, Move(card)) = (seen.view, *mv);
    let hand = view.hand();
    if view.table.tally.balance || !view.table.tricks.trick.is_empty() || hand.len() < 2 {
        return false;
    }
    let held = held_by_others(view);
    !is_sure(card, held) && hand.iter().all(|other| other == card || is_sure(other, held))
}
