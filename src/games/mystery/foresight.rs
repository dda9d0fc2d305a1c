//! What a question can be expected to tell before it is asked, and which question would have been best afterwards.

use std::collections::BTreeMap;

use super::deal::answers_seen;
use super::rules::View;
use super::solver::knowledge::GridConstraints;
use super::solver::par::{AnswersSeen, EXACT, Solver};
use crate::engine::rng::GameRng;

/// How many deals that fit are drawn to see what may come up, where there are too many to go through them all.
const DEALS: u32 = 160;

/// What questions can be expected to tell.
#[derive(Clone, PartialEq, Debug)]
pub struct Expectation {
    /// For each pile how many answers to the mystery would be left after a question to it, on average over the deals that
    /// fit what has come up; `None` for a pile without face-down cards.
    pub left: Vec<Option<f64>>,
    /// Whether these are averages over all such deals, and not over some of them.
    pub is_exact: bool,
}

/// What a question to each pile can be expected to tell.
pub fn expected_answers(view: &View) -> Expectation {
    let (seen, piles) = (view.seen(), view.down.len());
    let (next, is_exact) = match Solver::new(&view.puzzle) {
        Ok(solver) => ((0..piles).map(|pile| solver.next_answers(&seen, pile)).collect(), true),
        Err(_) => (sampled_answers(view, &seen), false),
    };
    let left_after = |pile: usize, top: Option<u8>| {
        let seen = match top {
            Some(card) => seen.with_card(pile, u32::from(card)),
            None => seen.with_joker(pile),
        };
        view.reasoner.knowledge(&seen).answers.len() as f64
    };
    let mean = |(pile, answers): (usize, &Vec<(Option<u8>, f64)>)| {
        (!answers.is_empty()).then(|| answers.iter().map(|(top, chance)| chance * left_after(pile, *top)).sum())
    };
    Expectation { left: next.iter().enumerate().map(mean).collect(), is_exact }
}

/// What may come up next in each pile, with the share of the drawn deals in which it does.
fn sampled_answers(view: &View, seen: &AnswersSeen) -> Vec<Vec<(Option<u8>, f64)>> {
    let mut rng = GameRng::from_number(0);
    let mut next: Vec<BTreeMap<Option<u8>, u32>> = vec![BTreeMap::new(); view.down.len()];
    for _ in 0..DEALS {
        let Some(deal) = view.reasoner.sample(seen, &GridConstraints::default(), &mut rng) else { break };
        for (tops, pile) in next.iter_mut().zip(&deal.piles) {
            if let Some(top) = pile.first() {
                *tops.entry(*top).or_default() += 1;
            }
        }
    }
    let shares = |tops: &BTreeMap<Option<u8>, u32>| {
        let drawn = f64::from(tops.values().sum::<u32>());
        tops.iter().map(|(top, count)| (*top, f64::from(*count) / drawn)).collect()
    };
    next.iter().map(shares).collect()
}

/// A question that was asked, looked at afterwards. Piles count from 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ReviewedQuestion {
    pub pile: u8,
    pub best: u8,
    /// How many more questions were needed after it than after the best one, on average; 0 if there was no better one.
    pub lost: f64,
}

/// How many positions are searched for each question, and how far ahead where that is not enough.
const EFFORT: u64 = 60_000;
const AHEAD: u8 = 2;

/// More rows have too many deals to go through while a player waits.
const MOST_REVIEWED_ROWS: u8 = 6;

/// Each question that was asked beside the best one; `None` if the puzzle is too large for it.
pub fn review(view: &View) -> Option<Vec<ReviewedQuestion>> {
    if view.puzzle.rows > MOST_REVIEWED_ROWS {
        return None;
    }
    let mut solver = Solver::new(&view.puzzle).ok()?;
    let start = AnswersSeen::default();
    let is_exact = solver.question_values(&start, EXACT, &|nodes| nodes > EFFORT).is_ok();
    let depth = if is_exact { EXACT } else { AHEAD };
    let mut asked = vec![0; view.up.len()];
    let mut reviewed = Vec::new();
    for pile in &view.asked {
        let up = view.up.iter().zip(&asked).map(|(up, asked)| &up[..(*asked).min(up.len())]);
        let seen = answers_seen(&view.reasoner, up);
        let gain = solver.question_values(&seen, depth, &|_| false).ok()?.gain;
        let best = (0..view.up.len()).max_by(|one, other| gain[*one].total_cmp(&gain[*other]))?;
        let lost = gain[best] - gain[usize::from(*pile)];
        let is_best = lost < 0.005;
        let best = if is_best { *pile } else { best as u8 };
        reviewed.push(ReviewedQuestion { pile: *pile, best, lost: if is_best { 0.0 } else { lost } });
        asked[usize::from(*pile)] += 1;
    }
    Some(reviewed)
}
