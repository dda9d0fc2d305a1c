//! Mystique Chain: how many cards can follow, and what is proven.

use std::collections::HashMap;

use parlour::cards::{AttributeKind, MystiqueCard, MystiqueSet};
use parlour::engine::game::{Bots, Cancel, Game};
use parlour::engine::rng::GameRng;
use parlour::games::chain::MystiqueChain;
use parlour::games::chain::position::{ChainPosition, Move};
use parlour::games::chain::reason::{ProvenChain, Reason};
use parlour::games::chain::rules::Options;
use parlour::search::Searchable;
use parlour::words::in_words;

use crate::claims::{Asked, FEW, in_positions, many, says, some};

/// With so few cards left, a game is gone through to its end.
const FEW_CARDS: usize = 9;

fn kind_of(mv: &Move) -> AttributeKind {
    match *mv {
        Move::Announce(kind) | Move::Play(_, kind) => kind,
    }
}

/// The cards that can follow after a move, by looking at each.
fn followers(position: &ChainPosition, mv: &Move) -> Vec<MystiqueCard> {
    let (played, kind) = match mv {
        Move::Announce(kind) => (None, *kind),
        Move::Play(card, kind) => (Some(*card), *kind),
    };
    let last = played.unwrap_or(position.last);
    let follows = |card: &MystiqueCard| {
        let mut shared = AttributeKind::ALL.into_iter().filter(|kind| card.attribute(*kind) == last.attribute(*kind));
        match position.strict {
            true => shared.eq([kind]),
            false => shared.any(|shared| shared == kind),
        }
    };
    position.pool.iter().filter(|card| Some(*card) != played).filter(follows).collect()
}

type Known = HashMap<(MystiqueSet, MystiqueCard, Option<AttributeKind>), (bool, u32)>;

/// Whether the player in turn wins, and how many cards are still played, if the winner hurries and the loser holds out.
fn outcome(position: &ChainPosition, known: &mut Known) -> (bool, u32) {
    let key = (position.pool, position.last, position.follow);
    if let Some(found) = known.get(&key) {
        return *found;
    }
    let best = position.moves().into_iter().map(|mv| after(position, mv, known));
    let best =
        best.max_by_key(|(wins, cards)| if *wins { (true, -i64::from(*cards)) } else { (false, i64::from(*cards)) });
    let found = best.unwrap_or((false, 0));
    known.insert(key, found);
    found
}

/// The same of a move, for the one who makes it: the card that is played counts.
fn after(position: &ChainPosition, mv: Move, known: &mut Known) -> (bool, u32) {
    let (wins, cards) = outcome(&position.after(mv), known);
    (!wins, cards + u32::from(matches!(mv, Move::Play(..))))
}

fn holds(asked: &Asked<'_, MystiqueChain>, mv: &Move, reason: &Reason) {
    let position = &asked.game.position;
    let (card, last) = match mv {
        Move::Announce(_) => (None, position.last),
        Move::Play(card, _) => (Some(*card), *card),
    };
    assert_eq!((reason.card, reason.announces), (card, last.attribute(kind_of(mv))), "{reason:?}");
    let answers = followers(position, mv).len();
    let fewest = asked.legal.listed().iter().map(|other| followers(position, other).len()).min();
    assert_eq!((reason.answers as usize, reason.is_fewest), (answers, fewest == Some(answers)), "{reason:?}");
    says(reason, &[&format!("nnounce {}", reason.announces)]);
    card.into_iter().for_each(|card| says(reason, &["Play the ", &card.spoken()]));
    match (answers, reason.proven) {
        (0, _) => says(reason, &["nothing can follow, and you win"]),
        (_, Some(ProvenChain { more, .. })) => says(reason, &[&format!("{} more card", in_words(more as usize))]),
        (_, None) => says(reason, &[&format!("{} card", in_words(answers)), "too early to tell"]),
    }
}

/// What a hint says is proven, against a search of the rest of the game that knows nothing of the solver.
fn is_proven(asked: &Asked<'_, MystiqueChain>) {
    let position = &asked.game.position;
    if position.pool.len() > FEW_CARDS {
        return;
    }
    let hint = MystiqueChain::hint(&asked.observation(), 1, &Cancel::new()).expect("a hint");
    let mut known = Known::new();
    let (wins, cards) = outcome(position, &mut known);
    let own = u32::from(reason_has_card(&hint.reason));
    let claimed = hint.reason.proven.expect("so little is proven");
    assert_eq!((claimed.wins, claimed.more + own), (wins, cards), "{position:?}: {:?}", hint.reason);
    assert_eq!(after(position, hint.mv, &mut known), (wins, cards), "{position:?}: {}", hint.mv);
    says(&hint.reason, &[]);
}

fn reason_has_card(reason: &Reason) -> bool {
    reason.card.is_some()
}

fn hold(count: usize) {
    let deal = |number: usize, rng: &mut GameRng| {
        let options = Options { strict: number % 2 == 1, ..Options::default() };
        MystiqueChain::deal(&options, MystiqueChain::seats(), None, rng).expect("a deal")
    };
    in_positions(count, deal, |asked, rng| {
        for mv in some(asked.legal.listed(), rng) {
            holds(asked, &mv, &MystiqueChain::reason(asked.view, &mv));
        }
        is_proven(asked);
    });
}

#[test]
fn what_speaks_for_an_announcement_is_true_in_a_few_positions() {
    hold(FEW);
}

#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn what_speaks_for_an_announcement_is_true_in_many_positions() {
    hold(many());
}
