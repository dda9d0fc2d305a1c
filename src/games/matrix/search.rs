//! Estimates what each legal play of Matrix Solitaire is worth, using no more than a player may know.
//!
//! A learned value function (`values.rs`) says how many points a settled matrix will still bring, given the next card and
//! which cards are left in the deck but not their order. An expectimax search goes around it (`lookahead.rs`): the current
//! and the next card are known, and every later draw is an average over the cards that may come. It is deepened draw by
//! draw, and with few hidden cards goes on to the end of the game. Positions that come up again are remembered
//! (`memory.rs`).
//!
//! Nothing here reads a clock: effort is counted in evaluations, so equal calls give equal answers.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use crate::cards::{Card, CardSet, Suit};
use crate::engine::seats::BotLevel;

use super::board::{Board, Slot};
use super::hidden_deck::HiddenDeck;
use super::lookahead::Lookahead;
use super::memory::{SearchMemory, mix};
use super::rules::{self, Play};
use super::values::{Values, shipped};

/// All that a player knows before a play. The board is settled.
#[derive(Clone, Debug)]
pub struct KnownCards {
    pub board: Board,
    pub current: Card,
    pub next: Option<Card>,
    /// The cards of the deck in unknown order, without `next`.
    pub unseen: CardSet,
    /// The cards buried at the bottom of the deck, without `next`, in drawing order.
    pub buried: ArrayVec<Card, { Card::COUNT }>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScoredPlay {
    pub play: Play,
    /// Expected points from here to the end of the game, including this play and the penalty for cards left.
    pub expected: f32,
}

/// The legal plays in their usual order, each with an `expected` of 0.
fn legal_plays(known: &KnownCards) -> Vec<ScoredPlay> {
    let plays = rules::legal_plays(&known.board, known.current, known.next);
    plays.into_iter().map(|play| ScoredPlay { play, expected: 0.0 }).collect()
}

/// All legal plays, best first.
///
/// Easy takes what scores now and likes pairs: about 30 points a game. Medium looks at the current and the next card,
/// and misjudges what they lead to: about 80. Hard looks ahead as far as its budget goes: about 125.
///
/// `seed` decides what Easy and Medium misjudge; Hard does not use it. Once `cancelled` returns true, this returns the
/// ranking found so far, which still has every legal play in it.
pub fn rank_plays(known: &KnownCards, level: BotLevel, seed: u64, cancelled: &dyn Fn() -> bool) -> Vec<ScoredPlay> {
    match (level, shipped()) {
        (BotLevel::Medium, Ok(values)) => rank_roughly(values, known, seed),
        (BotLevel::Hard, Ok(values)) => rank_ahead(values, known, SearchEffort::HARD, cancelled),
        _ => rank_greedily(known, seed),
    }
}

fn rank_greedily(known: &KnownCards, seed: u64) -> Vec<ScoredPlay> {
    let mut rng = SplitMix64(seed);
    let mut plays = legal_plays(known);
    for scored in &mut plays {
        let (board, points) = known.board.played(known.current, scored.play.slot);
        scored.expected = f32::from(points) + 0.5 * same_suit_pairs(&board) + 0.01 * rng.unit();
    }
    best_first(&mut plays);
    plays
}

/// How many pairs of adjacent cards are of one suit.
fn same_suit_pairs(board: &Board) -> f32 {
    let of_suit = |suit| {
        let mask = board.suit(suit);
        (mask & (mask & 0b011_011_011) << 1).count_ones() + (mask & mask << 3).count_ones()
    };
    Suit::ALL.into_iter().map(of_suit).sum::<u32>() as f32
}

/// The largest error of Medium's estimates, in points.
const MEDIUM_NOISE: f32 = 9.0;

/// Looks no further than the known cards, and blurs what it sees.
fn rank_roughly(values: &Values, known: &KnownCards, seed: u64) -> Vec<ScoredPlay> {
    let mut rng = SplitMix64(seed);
    let mut plays = rank_ahead(values, known, SearchEffort::MEDIUM, &|| false);
    for play in &mut plays {
        play.expected += MEDIUM_NOISE * rng.bell();
    }
    best_first(&mut plays);
    plays
}

/// Stable, so equal plays stay in slot order, each without burying before the same with it.
fn best_first(plays: &mut [ScoredPlay]) {
    plays.sort_by(|a, b| b.expected.total_cmp(&a.expected));
}

/// Steele, Lea and Flood's generator (2014): cheap noise, the same on every machine.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// At least 0 and below 1.
    fn unit(&mut self) -> f32 {
        (self.next_u64() >> 40) as f32 / (1 << 24) as f32
    }

    /// Between −1 and 1, bell-shaped around 0.
    fn bell(&mut self) -> f32 {
        (self.unit() + self.unit() + self.unit()) / 1.5 - 1.0
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchEffort {
    /// How many of the current plays are searched deeper than two unknown draws.
    pub first_width: usize,
    /// How many plays at each later turn are searched, unless few cards are hidden.
    pub width: usize,
    /// No deeper search begins if it would probably take the number of evaluations above this, and one that takes it
    /// half as far again is given up. With none, no unknown draw is looked through.
    pub evaluations: u64,
}

impl SearchEffort {
    const MEDIUM: SearchEffort = SearchEffort { first_width: 0, width: 0, evaluations: 0 };
    pub const HARD: SearchEffort = SearchEffort { first_width: 6, width: 4, evaluations: 300_000 };
}

/// With so many hidden cards or fewer, one play for every slot is searched, to the end of the game if the effort allows it.
const ENDGAME: u32 = 9;

/// All legal plays by expectimax search over these values, deepened step by step within `effort`, best first.
pub fn rank_ahead(
    values: &Values,
    known: &KnownCards,
    effort: SearchEffort,
    cancelled: &dyn Fn() -> bool,
) -> Vec<ScoredPlay> {
    deepen(values, known, legal_plays(known), effort, cancelled)
}

/// These plays as hard judges them, all of them looked at as deeply, best first; none without the learned values.
pub fn compare_plays(known: &KnownCards, plays: &[Play], cancelled: &dyn Fn() -> bool) -> Vec<ScoredPlay> {
    let Ok(values) = shipped() else { return Vec::new() };
    let plays = plays.iter().map(|play| ScoredPlay { play: *play, expected: 0.0 }).collect();
    deepen(values, known, plays, SearchEffort::HARD, cancelled)
}

/// The search of [`rank_ahead`] over these plays.
fn deepen(
    values: &Values,
    known: &KnownCards,
    mut plays: Vec<ScoredPlay>,
    effort: SearchEffort,
    cancelled: &dyn Fn() -> bool,
) -> Vec<ScoredPlay> {
    let hidden = HiddenDeck::new(known.unseen, &known.buried);
    let all = hidden.cards().len() as u32;
    // As many draws as there are hidden cards reveal everything; burying adds the next card to them.
    let most = if effort.evaluations == 0 { 0 } else { all + 1 };
    let memory = if most == 0 { SearchMemory::none() } else { SearchMemory::new() };
    let mut search = Lookahead::new(values, memory, cancelled);
    let (mut spent_before, mut growth) = (1, 1);
    for draws in 0..=most {
        let before = search.evaluations;
        let is_shallow = draws <= 2;
        if draws > 1 && before + spent_before * growth > effort.evaluations {
            break;
        }
        search.width = if is_shallow || all <= ENDGAME { Slot::COUNT } else { effort.width };
        search.limit = if draws < 2 { u64::MAX } else { effort.evaluations + effort.evaluations / 2 };
        let searched = if is_shallow { plays.len() } else { plays.len().min(effort.first_width) };
        let ControlFlow::Continue(deeper) = look_ahead(&mut search, known, hidden, &plays[..searched], draws) else {
            break;
        };
        plays[..searched].copy_from_slice(&deeper);
        best_first(&mut plays[..searched]);
        cap_unsearched(&mut plays, searched);
        let spent = (search.evaluations - before).max(1);
        // One more draw multiplies the cost by about as much as the last one did.
        growth = if draws < 2 { 15 } else { (spent / spent_before).clamp(2, 30) };
        spent_before = spent;
    }
    plays
}

/// The plays with their expected points after this many unknown draws, unless the search broke off before the end.
fn look_ahead(
    search: &mut Lookahead<'_>,
    known: &KnownCards,
    hidden: HiddenDeck,
    plays: &[ScoredPlay],
    draws: u32,
) -> ControlFlow<(), Vec<ScoredPlay>> {
    let mut looked_at = Vec::with_capacity(plays.len());
    for &ScoredPlay { play, .. } in plays {
        let (board, points) = known.board.played(known.current, play.slot);
        let later = search.expected(&board, known.next, play.bury, hidden, draws)?;
        looked_at.push(ScoredPlay { play, expected: f32::from(points) + later });
    }
    ControlFlow::Continue(looked_at)
}

/// Keeps plays beyond the first `searched`, whose estimates are shallower, from ranking above those.
fn cap_unsearched(plays: &mut [ScoredPlay], searched: usize) {
    let (deep, shallow) = plays.split_at_mut(searched);
    let Some(worst) = deep.last() else {
        return;
    };
    for play in shallow {
        play.expected = play.expected.min(worst.expected);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEVER: &dyn Fn() -> bool = &|| false;
    const LEVELS: [BotLevel; 3] = [BotLevel::Easy, BotLevel::Medium, BotLevel::Hard];

    fn cards(text: &str) -> Vec<Card> {
        crate::cards::parse_cards(text).unwrap()
    }

    fn board(places: &str) -> Board {
        Board::with(places.split_whitespace().map(|place| {
            let (slot, card) = place.split_once('=').unwrap();
            (slot.parse().unwrap(), card.parse().unwrap())
        }))
    }

    fn shuffled(rng: &mut SplitMix64) -> Vec<Card> {
        let mut deck: Vec<Card> = Card::all().collect();
        for last in (1..deck.len()).rev() {
            deck.swap(last, (rng.next_u64() % (last as u64 + 1)) as usize);
        }
        deck
    }

    /// Positions of random games, with one buried card in half of the games.
    fn positions() -> Vec<KnownCards> {
        let mut rng = SplitMix64(5);
        let mut found = Vec::new();
        for game in 0..12 {
            let deck = shuffled(&mut rng);
            let mut board = Board::EMPTY;
            for (index, &current) in deck.iter().enumerate() {
                let mut below: Vec<Card> = deck[index + 1..].iter().skip(1).copied().collect();
                let buried = if game % 2 == 0 { below.pop() } else { None };
                let next = deck.get(index + 1).copied();
                let unseen = below.into_iter().collect();
                found.push(KnownCards { board, current, next, unseen, buried: buried.into_iter().collect() });
                let legal = legal_plays(found.last().unwrap());
                let scored = legal[(rng.next_u64() % legal.len() as u64) as usize];
                board.play(current, scored.play.slot);
                if board.is_full() {
                    break;
                }
            }
        }
        found
    }

    #[test]
    fn every_legal_play_is_ranked_once_and_no_other() {
        for known in positions().iter().step_by(13) {
            let legal: Vec<Play> = legal_plays(known).iter().map(|scored| scored.play).collect();
            for level in LEVELS {
                let ranked = rank_plays(known, level, 1, NEVER);
                assert!(ranked.is_sorted_by(|a, b| a.expected >= b.expected));
                let mut plays: Vec<Play> = ranked.iter().map(|scored| scored.play).collect();
                plays.sort();
                assert_eq!(plays, legal, "{known:?}");
            }
        }
    }

    #[test]
    fn only_a_club_with_a_next_card_may_bury() {
        let mut known = KnownCards {
            board: Board::EMPTY,
            current: cards("5C")[0],
            next: Some(cards("KH")[0]),
            unseen: cards("2S 3S").into_iter().collect(),
            buried: ArrayVec::new(),
        };
        let may_bury = |known: &KnownCards| legal_plays(known).iter().filter(|scored| scored.play.bury).count();
        assert_eq!(may_bury(&known), 3);
        known.next = None;
        known.unseen = CardSet::EMPTY;
        assert_eq!(may_bury(&known), 0);
        known.current = cards("5D")[0];
        known.next = Some(cards("KH")[0]);
        assert_eq!(may_bury(&known), 0);
    }

    #[test]
    fn the_same_seed_gives_the_same_answer() {
        for known in positions().iter().step_by(47) {
            for level in LEVELS {
                let answers = [(); 2].map(|()| rank_plays(known, level, 77, NEVER));
                assert_eq!(answers[0], answers[1]);
            }
        }
    }

    #[test]
    fn an_obvious_chain_of_six_is_completed() {
        let known = KnownCards {
            board: board("a1=4C a2=2H a3=3H b1=4H c1=8D c2=5H c3=6H"),
            current: cards("7H")[0],
            next: Some(cards("2D")[0]),
            unseen: cards("2C 3C 9S TS JD QD 9H TH").into_iter().collect(),
            buried: ArrayVec::new(),
        };
        for level in LEVELS {
            let best = rank_plays(&known, level, 3, NEVER)[0];
            assert_eq!(best.play.slot.to_string(), "b2", "{level:?}");
        }
        assert!(rank_plays(&known, BotLevel::Hard, 3, NEVER)[0].expected > 40.0);
    }

    #[test]
    fn with_known_cards_alone_the_expectation_is_exact() {
        // A chain of three leaves the first Club behind, or burying brings the Diamond up last: worth the same.
        let known = KnownCards {
            board: board("a1=2C a2=3C b1=9S"),
            current: cards("4C")[0],
            next: Some(cards("8D")[0]),
            unseen: CardSet::EMPTY,
            buried: cards("9D").into_iter().collect(),
        };
        let best = rank_plays(&known, BotLevel::Hard, 0, NEVER)[0];
        assert_eq!((best.play.slot.to_string().as_str(), best.expected), ("a3", 3.0 - 3.0));
    }

    #[test]
    fn cancelling_at_once_still_ranks_every_play() {
        for known in positions().iter().step_by(31) {
            let ranked = rank_plays(known, BotLevel::Hard, 0, &|| true);
            assert_eq!(ranked.len(), legal_plays(known).len());
        }
    }

    #[test]
    fn with_one_hidden_card_the_expectation_is_that_of_perfect_play() {
        for mut known in positions().into_iter().filter(|known| known.next.is_some()).step_by(3) {
            known.unseen = known.unseen.iter().take(1).collect();
            known.buried.clear();
            let best = rank_plays(&known, BotLevel::Hard, 0, NEVER)[0];
            assert!((best.expected - enumerated(&known)).abs() < 0.01, "{known:?}: {best:?}");
        }
    }

    /// What perfect play brings on average, by every order of the unseen cards.
    fn enumerated(known: &KnownCards) -> f32 {
        let after = |scored: &ScoredPlay| {
            let (board, points) = known.board.played(known.current, scored.play.slot);
            f32::from(points) + enumerated_after(&board, known, scored.play.bury)
        };
        legal_plays(known).iter().map(after).fold(f32::MIN, f32::max)
    }

    fn enumerated_after(board: &Board, known: &KnownCards, bury: bool) -> f32 {
        let Some(next) = known.next.filter(|_| !board.is_full()) else { return -(board.len() as f32) };
        let mut below = known.clone();
        below.board = *board;
        if !bury {
            below.current = next;
            return over_orders(below, enumerated);
        }
        below.buried.push(next);
        over_orders(below, |drawn| {
            let Some(current) = drawn.next else { return 0.0 };
            over_orders(KnownCards { current, ..drawn.clone() }, enumerated)
        })
    }

    /// The average over what may become visible next.
    fn over_orders(known: KnownCards, value: impl Fn(&KnownCards) -> f32) -> f32 {
        let with = |next: Option<Card>| KnownCards { next, ..known.clone() };
        if known.unseen.is_empty() {
            let mut known = with(known.buried.first().copied());
            if known.next.is_some() {
                known.buried.remove(0);
            }
            return value(&known);
        }
        let after = |card: Card| {
            let mut known = with(Some(card));
            known.unseen.remove(card);
            value(&known)
        };
        known.unseen.iter().map(after).sum::<f32>() / known.unseen.len() as f32
    }
}
