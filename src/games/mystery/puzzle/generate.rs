//! Generates puzzles with a given par and grade: random puzzles are drawn and judged exactly until one fits.
//!
//! A random puzzle looks like one that a person would design: a mystery, two to four piles of a few cells, prices, and
//! sometimes a twist or a change. Most are rejected, because they cannot always be solved, one question gives them
//! away, or they miss the criteria.

use crate::engine::rng::GameRng;

use super::format::{Change, GridCell, MOST_ROWS, Mystery, Pile, Price, Puzzle, Twist};
use super::grade::Grade;
use super::verdict::{DEALS, Warning, judge_with, warnings, win_rate};
use crate::games::mystery::solver::par::Solver;

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PuzzleCriteria {
    /// 4 to 8.
    pub rows: u8,
    /// The least and the greatest exact par, in questions.
    pub par: (f64, f64),
    /// Any grade if `None`.
    pub grade: Option<Grade>,
    pub mods: bool,
}

const EFFORT: u64 = 40_000;

/// Generates a puzzle that meets the criteria; `None` if `stop` returns true first.
pub fn propose(criteria: &PuzzleCriteria, rng: &mut GameRng, stop: &dyn Fn() -> bool) -> Option<Puzzle> {
    while !stop() {
        let puzzle = random_puzzle(criteria, rng);
        if puzzle.problem().is_none() && meets(&puzzle, criteria, stop) {
            return Some(puzzle);
        }
    }
    None
}

fn meets(puzzle: &Puzzle, criteria: &PuzzleCriteria, stop: &dyn Fn() -> bool) -> bool {
    let enough = |nodes: u64| nodes > EFFORT || stop();
    let Ok(mut solver) = Solver::new(puzzle) else { return false };
    let Ok(judgement) = judge_with(&mut solver, &enough) else { return false };
    let Some((par, _)) = judgement.par else { return false };
    if !(criteria.par.0..=criteria.par.1).contains(&par.value()) {
        return false;
    }
    let Ok(warnings) = warnings(&mut solver, &judgement, &enough) else { return false };
    if warnings.iter().any(|warning| matches!(warning, Warning::Revealing(..) | Warning::Useless(_))) {
        return false;
    }
    let Some(wanted) = criteria.grade else { return true };
    // A few deals are enough to reject a puzzle whose grade is far off.
    let is_near = |grade: Grade| (grade as i8 - wanted as i8).abs() <= 1;
    win_rate(puzzle, DEALS / 10, stop).is_some_and(|chance| is_near(Grade::of(chance)))
        && win_rate(puzzle, DEALS, stop).is_some_and(|chance| Grade::of(chance) == wanted)
}

/// A random puzzle, which need not be valid.
fn random_puzzle(criteria: &PuzzleCriteria, rng: &mut GameRng) -> Puzzle {
    let rows = criteria.rows.clamp(4, MOST_ROWS);
    let mut cells: Vec<GridCell> = GridCell::all(rows).skip(1).collect();
    rng.shuffle(&mut cells);
    let mut next = |count: u32| -> Vec<GridCell> {
        let mut taken: Vec<GridCell> = (0..count).filter_map(|_| cells.pop()).collect();
        taken.sort_unstable();
        taken
    };
    let more_mysteries = if criteria.mods && rng.below(5) == 0 { 1 } else { 0 };
    let mystery: Vec<GridCell> = GridCell::all(rows).take(1).chain(next(more_mysteries)).collect();
    let count = 2 + rng.below(3);
    let piles = (0..count).map(|_| Pile { price: random_price(rng), cells: next(2 + rng.below(3)) }).collect();
    let mut puzzle = Puzzle {
        id: "proposal".to_owned(),
        title: "Proposal".to_owned(),
        rows,
        mystery: Mystery::Cells(mystery),
        piles,
        ..Puzzle::default()
    };
    if criteria.mods {
        maybe_hide_mystery(&mut puzzle, rng);
        maybe_add_twist(&mut puzzle, rng);
        maybe_add_change(&mut puzzle, rng);
    }
    puzzle
}

/// Sometimes the mystery is not a given cell: a removal draws it, or a joker takes its place.
fn maybe_hide_mystery(puzzle: &mut Puzzle, rng: &mut GameRng) {
    let pile = rng.below(puzzle.piles.len() as u32) as usize;
    match rng.below(8) {
        0 => {
            puzzle.mystery = Mystery::Removed { pile: pile as u8 + 1, count: 1 };
            puzzle.changes.push(Change::Remove { pile: pile as u8 + 1, count: 1 });
        }
        1 => {
            puzzle.mystery = Mystery::Cells(Vec::new());
            puzzle.twists.extend(puzzle.piles[pile].cells.first().map(|cell| Twist::JokerSwap(*cell)));
        }
        _ => {}
    }
}

/// A price as people use them: pairs and suits often, expensive ones seldom.
fn random_price(rng: &mut GameRng) -> Price {
    match rng.below(12) {
        0..2 => Price::Same(2),
        2 => Price::Suit(2),
        3..6 => Price::Suit(3),
        6..8 => Price::Same(3),
        8 => Price::Suit(4),
        9 => Price::Flush(2),
        10 => Price::Flush(3),
        _ => Price::Groups(2, 2),
    }
}

fn maybe_add_twist(puzzle: &mut Puzzle, rng: &mut GameRng) {
    let index = rng.below(u32::from(puzzle.rows)) as u8;
    let is_column = rng.below(2) == 0;
    let cell = |at: u8| if is_column { GridCell::new(at, index % 4) } else { GridCell::new(index, at) };
    let mut line: Vec<GridCell> = (0..4).filter_map(cell).collect();
    rng.shuffle(&mut line);
    let twist = match rng.below(8) {
        0 | 1 => Twist::Swap(line[0], line[1]),
        2 => Twist::Shift(line[..3].to_vec()),
        3 => Twist::Shuffle(line[..2].to_vec()),
        _ => return,
    };
    puzzle.twists.push(twist);
}

fn maybe_add_change(puzzle: &mut Puzzle, rng: &mut GameRng) {
    let pile = 1 + rng.below(puzzle.piles.len() as u32) as u8;
    let other = 1 + rng.below(puzzle.piles.len() as u32) as u8;
    match rng.below(6) {
        0 => puzzle.changes.push(Change::Remove { pile, count: 1 }),
        1 => puzzle.changes.push(Change::Add { pile, jokers: 1 }),
        2 => puzzle.changes.extend([Change::Remove { pile, count: 1 }, Change::Add { pile: other, jokers: 1 }]),
        _ => {}
    }
}
