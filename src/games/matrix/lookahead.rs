//! Looks ahead in Matrix Solitaire: the average over what may be drawn of the best that can then be done.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use crate::cards::{Card, CardSet, Suit};

use super::board::{Board, Slot};
use super::hidden_deck::{Draws, HiddenDeck, MOST_DRAWS};
use super::memory::{SearchMemory, position_fingerprint};
use super::values::{RowsOf, Values};

/// Looks through unknown draws, to settled matrices whose value was learned, or to the end of the game.
pub(super) struct Lookahead<'a> {
    values: &'a Values,
    cancelled: &'a dyn Fn() -> bool,
    memory: SearchMemory,
    /// How many of the plays at each later turn are searched.
    pub width: usize,
    /// How many learned values have been asked for.
    pub evaluations: u64,
    /// Looking ahead stops beyond so many of them.
    pub limit: u64,
    stopped: bool,
}

/// A play at a later turn: the settled board after it, and its points.
#[derive(Clone, Copy)]
struct LaterPlay {
    board: Board,
    points: f32,
}

type LaterPlays = ArrayVec<LaterPlay, { Slot::COUNT }>;

/// What a play promises with each of the cards that may be drawn, its points included.
type Promises = [f32; MOST_DRAWS];
type AllPromises = ArrayVec<Promises, { Slot::COUNT }>;

/// A later play with or without burying, and what it promises.
#[derive(Clone, Copy)]
struct PlayOption {
    /// Which of the later plays.
    play: usize,
    bury: bool,
    promise: f32,
}

type PlayOptions = ArrayVec<PlayOption, { 2 * Slot::COUNT }>;

impl<'a> Lookahead<'a> {
    pub(super) fn new(values: &'a Values, memory: SearchMemory, cancelled: &'a dyn Fn() -> bool) -> Lookahead<'a> {
        let (width, limit) = (Slot::COUNT, u64::MAX);
        Lookahead { values, cancelled, memory, width, evaluations: 0, limit, stopped: false }
    }

    /// The expected points from this settled board on, with `next` on top of the hidden cards or, if it is buried first,
    /// at their bottom. Breaks off when cancelled or beyond the limit.
    pub(super) fn expected(
        &mut self,
        board: &Board,
        next: Option<Card>,
        bury: bool,
        hidden: HiddenDeck,
        draws: u32,
    ) -> ControlFlow<(), f32> {
        let expected = match next {
            None => final_penalty(board),
            // That a hidden card becomes visible counts as one draw.
            Some(next) if bury => self.after_burying(board, next, hidden, draws.saturating_sub(1)),
            Some(next) => self.after(board, next, hidden, draws),
        };
        if self.stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(expected) }
    }

    /// The expected points from this settled board on, with `next` on top of the hidden cards.
    fn after(&mut self, board: &Board, next: Card, hidden: HiddenDeck, draws: u32) -> f32 {
        let cards = hidden.cards();
        if board.is_full() || cards.is_empty() {
            return last_play(board, next);
        }
        if draws == 0 {
            self.evaluations += 1;
            let mut deck = cards;
            deck.insert(next);
            return self.values.value(RowsOf::board(board), next, &self.values.prospects(deck));
        }
        if self.stopped || self.evaluations > self.limit || (draws > 1 && (self.cancelled)()) {
            self.stopped = true;
            return 0.0;
        }
        // No more can be drawn, and the same position is the same at any greater depth.
        let draws = draws.min(cards.len() as u32);
        let fingerprint = position_fingerprint(board, next, hidden, draws);
        if let Some(expected) = self.memory.recall(fingerprint) {
            return expected;
        }
        let expected = self.over_draws(board, next, hidden, draws);
        if !self.stopped {
            self.memory.remember(fingerprint, expected);
        }
        expected
    }

    /// As [`Lookahead::after`], when `buried` goes to the bottom and a hidden card becomes visible first.
    fn after_burying(&mut self, board: &Board, buried: Card, hidden: HiddenDeck, draws: u32) -> f32 {
        if board.is_full() {
            return final_penalty(board);
        }
        let hidden = hidden.bury(buried);
        let mut expected = 0.0;
        for (card, chance) in hidden.draws() {
            expected += chance * self.after(board, card, hidden.without(card), draws);
        }
        expected
    }

    /// The average over what may be drawn of the best that `next` can then do; at least one draw is looked through.
    fn over_draws(&mut self, board: &Board, next: Card, hidden: HiddenDeck, draws: u32) -> f32 {
        let drawn = hidden.draws();
        let plays = later_plays(board, next);
        let promises = self.promises(&plays, &drawn, hidden.cards());
        let may_bury = next.suit() == Suit::Clubs;
        if draws == 1 {
            return best_promises(&promises, &drawn, may_bury);
        }
        // What comes after burying hardly depends on which card is buried.
        let mut buried = [None; Slot::COUNT];
        let mut expected = 0.0;
        for (place, &(card, chance)) in drawn.iter().enumerate() {
            let rest = hidden.without(card);
            let mut best = f32::MIN;
            for option in most_promising(&promises, &drawn, place, may_bury).into_iter().take(self.width) {
                let LaterPlay { board, points } = plays[option.play];
                let later = if !option.bury {
                    self.after(&board, card, rest, draws - 1)
                } else if let Some(later) = buried[option.play] {
                    later
                } else {
                    let later = self.after_burying(&board, card, rest, draws - 1);
                    buried[option.play] = Some(later);
                    later
                };
                best = best.max(points + later);
            }
            expected += chance * best;
        }
        expected
    }

    /// What each of the plays promises without looking further.
    fn promises(&mut self, plays: &LaterPlays, drawn: &Draws, hidden: CardSet) -> AllPromises {
        self.evaluations += (plays.len() * drawn.len()) as u64;
        let is_last = hidden.len() == 1;
        let prospects = self.values.prospects(hidden);
        let of_play = |play: &LaterPlay| {
            let rows = RowsOf::board(&play.board);
            let mut promises = [0.0; MOST_DRAWS];
            for ((card, _), promise) in drawn.iter().zip(&mut promises) {
                let later = if is_last || play.board.is_full() {
                    last_play(&play.board, *card)
                } else {
                    self.values.value(rows, *card, &prospects)
                };
                *promise = play.points + later;
            }
            promises
        };
        plays.iter().map(of_play).collect()
    }
}

/// The average over what may be drawn of the best promise.
fn best_promises(promises: &AllPromises, drawn: &Draws, may_bury: bool) -> f32 {
    let burying = promises.iter().filter(|_| may_bury).map(|promises| average(drawn, promises));
    let burying = burying.fold(f32::MIN, f32::max);
    let best = |place: usize| promises.iter().fold(burying, |best, promises| best.max(promises[place]));
    drawn.iter().enumerate().map(|(place, (_, chance))| chance * best(place)).sum()
}

/// The plays by what they promise when the card in this place has been drawn, the best first.
fn most_promising(promises: &AllPromises, drawn: &Draws, place: usize, may_bury: bool) -> PlayOptions {
    let mut options = PlayOptions::new();
    for (play, promises) in promises.iter().enumerate() {
        options.push(PlayOption { play, bury: false, promise: promises[place] });
        if may_bury {
            options.push(PlayOption { play, bury: true, promise: average(drawn, promises) });
        }
    }
    options.sort_unstable_by(|a, b| b.promise.total_cmp(&a.promise));
    options
}

fn average(drawn: &Draws, promises: &Promises) -> f32 {
    drawn.iter().zip(promises).map(|((_, chance), promise)| chance * promise).sum()
}

/// The plays of a card; of plays that lead to the same board only one.
fn later_plays(board: &Board, card: Card) -> LaterPlays {
    let mut plays = LaterPlays::new();
    for slot in Slot::of_mask(board.open_to(card)) {
        let (board, points) = board.played(card, slot);
        if plays.iter().all(|other| other.board != board) {
            plays.push(LaterPlay { board, points: f32::from(points) });
        }
    }
    plays
}

/// The best that the very last card can do; on a full board it is not played any more.
fn last_play(board: &Board, card: Card) -> f32 {
    if board.is_full() {
        return final_penalty(board);
    }
    let plays = later_plays(board, card);
    plays.iter().fold(f32::MIN, |best, play| best.max(play.points + final_penalty(&play.board)))
}

/// At the end, every card left in the matrix costs a point.
fn final_penalty(board: &Board) -> f32 {
    -(board.len() as f32)
}
