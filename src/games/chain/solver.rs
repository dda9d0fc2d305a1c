//! Who wins by force, and how soon.
//!
//! Everything lies open, so the rest of a game can be searched to its end. A position is what is left of the pool, and the
//! *link*: what the next card must share. Iterative deepening finds the shortest win; a table keeps what is known of positions
//! that are met again. Announcements that leave few answers are tried first, which is what makes it quick.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use super::position::{ChainPosition, Move, POOL};
use crate::cards::{AttributeKind, MystiqueCard, MystiqueSet};
use crate::engine::game::Cancel;

/// How many positions a proof may look at: about a second. Counted, not timed, so that everybody is told the same. The fewer
/// cards are left, the more it may, though it needs less: what was proven once is proven again after every move.
fn most_positions(position: &ChainPosition) -> u64 {
    500_000 + 80_000 * (POOL.saturating_sub(position.pool.len())) as u64
}

/// What is proven of a position for the player in turn, or of a move for the one who makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proof {
    pub wins: bool,
    /// How many cards are still played until somebody cannot answer, if the winner hurries and the loser holds out.
    pub cards: u32,
}

impl Proof {
    /// The better, the greater: a quick win is best, and a late loss better than an early one.
    fn worth(self) -> i64 {
        let cards = i64::from(self.cards);
        if self.wins { 1000 - cards } else { cards - 1000 }
    }
}

/// The best move with its proof: the quickest win, or the loss that takes longest. `None` if it would take too long, or if there
/// is no move.
pub fn best(position: &ChainPosition, cancel: &Cancel) -> Option<(Move, Proof)> {
    let moves = position.moves();
    if position.follow.is_none() {
        let judged = moves.into_iter().map(|mv| Some((mv, judge(position, mv, cancel)?)));
        let judged: Vec<(Move, Proof)> = judged.collect::<Option<_>>()?;
        return judged.into_iter().max_by_key(|(mv, proof)| (proof.worth(), Reverse(*mv)));
    }
    let mut search = Search::of(position, cancel);
    search.prove_all().ok()?;
    // It is known by now who wins, and nearly all of why.
    search.most = u64::MAX;
    search.best(&moves).ok().flatten()
}

/// What follows from here to the end if both play as well as can be: who wins hurries, and who loses holds out. `None` if it
/// would take too long.
pub fn line(position: &ChainPosition, cancel: &Cancel) -> Option<Vec<Move>> {
    let (mut position, mut line) = (*position, Vec::new());
    while !position.moves().is_empty() {
        let (mv, _) = best(&position, cancel)?;
        line.push(mv);
        position = position.after(mv);
    }
    Some(line)
}

/// What this legal move leads to, for the one who makes it; `None` if it would take too long.
pub fn judge(position: &ChainPosition, mv: Move, cancel: &Cancel) -> Option<Proof> {
    judge_counting(position, mv, cancel, &mut 0)
}

/// Like [`judge`], and adds the number of positions that were looked at.
pub fn judge_counting(position: &ChainPosition, mv: Move, cancel: &Cancel, positions: &mut u64) -> Option<Proof> {
    let own = u32::from(matches!(mv, Move::Play(..)));
    let after = position.after(mv);
    let mut search = Search::of(&after, cancel);
    let theirs = search.prove_all();
    *positions += search.positions;
    theirs.ok().map(|theirs| Proof { wins: !theirs.wins, cards: theirs.cards + own })
}

/// The search has been through as many positions as it may, or was called off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct GaveUp;

/// Cards that are left, a bit for each by its number in the pool that the search began with.
type PoolBits = u32;

/// What the next card must share, by number.
type Link = u8;

/// A move within the search: how many cards can answer it, which are left after it, and what they must share.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Step {
    answers: u32,
    left: PoolBits,
    link: Link,
}

/// The steps of one position: a colour has twenty cards, and each can announce three things.
type Steps = ArrayVec<Step, 60>;

/// What is known of a position.
#[derive(Clone, Copy, Default)]
struct Known {
    /// The position in one number, from 1; 0: nothing is kept here.
    key: u64,
    /// The player in turn wins within so many cards; 0: not that it is known.
    wins_within: u8,
    /// The player in turn does not win within so many.
    not_within: u8,
}

/// The most entries that the table has, as a power of two: 16 MiB.
const TABLE: u32 = 20;

struct Search<'a> {
    /// The pool by number, and then the last card of the chain.
    cards: ArrayVec<MystiqueCard, { POOL + 1 }>,
    /// The links that each of these cards can announce, one for each kind of attribute.
    links: ArrayVec<[Link; 3], { POOL + 1 }>,
    /// The cards that answer each link.
    answers: ArrayVec<PoolBits, { 3 * (POOL + 1) }>,
    whole: PoolBits,
    follow: Option<AttributeKind>,
    table: Vec<Known>,
    positions: u64,
    most: u64,
    cancel: &'a Cancel,
}

impl<'a> Search<'a> {
    fn of(position: &ChainPosition, cancel: &'a Cancel) -> Search<'a> {
        let pool: ArrayVec<MystiqueCard, POOL> = position.pool.iter().take(POOL).collect();
        let left_of = |set: MystiqueSet| -> PoolBits {
            (0u32..).zip(&pool).filter(|(_, card)| set.contains(**card)).map(|(number, _)| 1 << number).sum()
        };
        let cards: ArrayVec<MystiqueCard, { POOL + 1 }> = pool.iter().copied().chain([position.last]).collect();
        let mut answers = ArrayVec::new();
        // Links that the same cards answer are one link.
        let mut link = |set: PoolBits| -> Link {
            let known = answers.iter().position(|known| *known == set);
            known.unwrap_or_else(|| {
                answers.push(set);
                answers.len() - 1
            }) as Link
        };
        let of_card = |card: &MystiqueCard| AttributeKind::ALL.map(|kind| link(left_of(position.answers(*card, kind))));
        let links = cards.iter().map(of_card).collect();
        let entries = 1 << TABLE.min(pool.len() as u32 + 4);
        Search {
            whole: left_of(position.pool),
            table: vec![Known::default(); entries],
            positions: 0,
            most: most_positions(position),
            follow: position.follow,
            cards,
            links,
            answers,
            cancel,
        }
    }

    /// What is left after a legal move, and the link that it announces.
    fn after(&self, mv: Move) -> (PoolBits, Link) {
        let (number, kind) = match mv {
            Move::Announce(kind) => (self.cards.len() - 1, kind),
            Move::Play(card, kind) => (self.cards.iter().position(|other| *other == card).unwrap_or(0), kind),
        };
        (self.whole & !(1 << number), self.links[number][kind as usize])
    }

    /// Who wins from where the search began, once something was announced there.
    fn prove_all(&mut self) -> Result<Proof, GaveUp> {
        let link = self.follow.map(|kind| self.links[self.cards.len() - 1][kind as usize]);
        self.prove(self.whole, link.unwrap_or_default())
    }

    fn best(&mut self, moves: &[Move]) -> Result<Option<(Move, Proof)>, GaveUp> {
        let mut best: Option<(Move, Proof)> = None;
        // Once there is a win, the other moves need not be known.
        let winning = self.quickest_win(moves)?;
        for mv in winning.as_ref().map_or(moves, std::slice::from_ref) {
            let proof = self.judge(*mv)?;
            if best.is_none_or(|(_, known)| proof.worth() > known.worth()) {
                best = Some((*mv, proof));
            }
        }
        Ok(best)
    }

    /// The first of the moves that win soonest; `None` if all lose.
    fn quickest_win(&mut self, moves: &[Move]) -> Result<Option<Move>, GaveUp> {
        for cards in (0..=self.longest()).step_by(2) {
            for mv in moves {
                let (left, link) = self.after(*mv);
                if self.loses_within(left, link, cards)? {
                    return Ok(Some(*mv));
                }
            }
        }
        Ok(None)
    }

    fn judge(&mut self, mv: Move) -> Result<Proof, GaveUp> {
        let (left, link) = self.after(mv);
        let own = u32::from(matches!(mv, Move::Play(..)));
        let theirs = self.prove(left, link)?;
        Ok(Proof { wins: !theirs.wins, cards: theirs.cards + own })
    }

    /// No game is longer than this, in cards.
    fn longest(&self) -> u8 {
        self.whole.count_ones() as u8
    }

    fn prove(&mut self, left: PoolBits, link: Link) -> Result<Proof, GaveUp> {
        for cards in (1..=self.longest()).step_by(2) {
            if self.wins_within(left, link, cards)? {
                return Ok(Proof { wins: true, cards: cards.into() });
            }
        }
        let mut longest = 0;
        for step in self.steps(left, link) {
            longest = longest.max(1 + self.prove(step.left, step.link)?.cards);
        }
        Ok(Proof { wins: false, cards: longest })
    }

    /// Whether the player in turn can leave the other without an answer while at most so many cards are played.
    fn wins_within(&mut self, left: PoolBits, link: Link, cards: u8) -> Result<bool, GaveUp> {
        let key = (u64::from(link) << 32 | u64::from(left)) + 1;
        let place = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & (self.table.len() - 1);
        let known = self.table[place];
        let known = if known.key == key { known } else { Known { key, ..Known::default() } };
        if known.wins_within > 0 && known.wins_within <= cards {
            return Ok(true);
        }
        if known.not_within >= cards {
            return Ok(false);
        }
        self.count()?;
        let wins = self.has_win(left, link, cards)?;
        self.table[place] =
            if wins { Known { wins_within: cards, ..known } } else { Known { not_within: cards, ..known } };
        Ok(wins)
    }

    fn has_win(&mut self, left: PoolBits, link: Link, cards: u8) -> Result<bool, GaveUp> {
        let steps = self.steps(left, link);
        if steps.first().is_some_and(|step| step.answers == 0) {
            return Ok(true);
        }
        if cards < 3 {
            return Ok(false);
        }
        for step in steps {
            if self.loses_within(step.left, step.link, cards - 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the player in turn cannot help being left without an answer while at most so many cards are played.
    fn loses_within(&mut self, left: PoolBits, link: Link, cards: u8) -> Result<bool, GaveUp> {
        let steps = self.steps(left, link);
        if cards < 2 || steps.first().is_some_and(|step| step.answers == 0) {
            return Ok(steps.is_empty());
        }
        for step in steps {
            if !self.wins_within(step.left, step.link, cards - 1)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// What the player in turn can do, those steps first that leave few answers.
    fn steps(&self, left: PoolBits, link: Link) -> Steps {
        let mut steps = Steps::new();
        let mut playable = left & self.answers[usize::from(link)];
        while playable != 0 {
            let number = playable.trailing_zeros();
            playable &= playable - 1;
            let left = left & !(1 << number);
            for link in self.links[number as usize] {
                let answers = (left & self.answers[usize::from(link)]).count_ones();
                steps.push(Step { answers, left, link });
            }
        }
        steps.sort_unstable();
        steps
    }

    fn count(&mut self) -> Result<(), GaveUp> {
        self.positions += 1;
        let is_called_off = self.positions.is_multiple_of(1024) && self.cancel.is_raised();
        if self.positions > self.most || is_called_off { Err(GaveUp) } else { Ok(()) }
    }
}
