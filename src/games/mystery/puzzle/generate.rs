//! Puzzles of a wanted par and grade, proposed by chance and judged exactly.
//!
//! A proposal is drawn as a designer lays one out: a mystery, three or four piles of a few cells, prices, and now and then a
//! twist or a change. Most are thrown away: those that cannot always be settled, that one question gives away, or that miss what is
//! wanted.

use crate::engine::rng::GameRng;

use super::par::Solver;
use super::puzzle::{Cell, Change, FORMAT, MOST_ROWS, Mystery, Pile, Price, Puzzle, Twist};
use super::verdict::{DEALS, Grade, Warning, judge_with, paid_chance, warnings};

/// What is wanted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Wish {
    /// The rows of the grid, 4 to 8.
    pub rows: u8,
    /// The exact par, from and to, in questions.
    pub par: (f64, f64),
    /// The grade; any if `None`.
    pub grade: Option<Grade>,
    /// Whether twists and changes may be used.
    pub mods: bool,
}

/// The most positions that a proposal's par may take.
const EFFORT: u64 = 40_000;

/// A puzzle as wished; `None` when `stop` says so first.
pub fn propose(wish: &Wish, rng: &mut GameRng, stop: &dyn Fn() -> bool) -> Option<Puzzle> {
    while !stop() {
        let puzzle = drawn(wish, rng);
        if puzzle.fault().is_none() && fits(&puzzle, wish, stop) {
            return Some(puzzle);
        }
    }
    None
}

fn fits(puzzle: &Puzzle, wish: &Wish, stop: &dyn Fn() -> bool) -> bool {
    let enough = |nodes: u64| nodes > EFFORT || stop();
    let Ok(mut solver) = Solver::new(puzzle) else { return false };
    let Ok(judged) = judge_with(&mut solver, &enough) else { return false };
    let Some((par, _)) = judged.par else { return false };
    if !(wish.par.0..=wish.par.1).contains(&par.value()) {
        return false;
    }
    let found = warnings(&mut solver, &judged, &enough);
    if !found.is_ok_and(|found| !found.iter().any(|it| matches!(it, Warning::Revealing(..) | Warning::Useless(_)))) {
        return false;
    }
    let Some(wanted) = wish.grade else { return true };
    // A few deals tell when it is far from the grade that is wanted.
    let near = |grade: Grade| (grade as i8 - wanted as i8).abs() <= 1;
    paid_chance(puzzle, DEALS / 10, stop).is_some_and(|chance| near(Grade::of(chance)))
        && paid_chance(puzzle, DEALS, stop).is_some_and(|chance| Grade::of(chance) == wanted)
}

/// A puzzle by chance; it may have faults.
fn drawn(wish: &Wish, rng: &mut GameRng) -> Puzzle {
    let rows = wish.rows.clamp(4, MOST_ROWS);
    let mut cells: Vec<Cell> = Cell::all(rows).skip(1).collect();
    rng.shuffle(&mut cells);
    let mut next = |count: u32| -> Vec<Cell> {
        let mut taken: Vec<Cell> = (0..count).filter_map(|_| cells.pop()).collect();
        taken.sort_unstable();
        taken
    };
    let mysteries = if wish.mods && rng.below(5) == 0 { 1 } else { 0 };
    let mystery: Vec<Cell> = Cell::all(rows).take(1).chain(next(mysteries)).collect();
    let count = 2 + rng.below(3);
    let piles = (0..count).map(|_| Pile { price: price(rng), cells: next(2 + rng.below(3)) }).collect();
    let mut puzzle = Puzzle {
        parlour_puzzle: FORMAT,
        id: "proposal".to_owned(),
        title: "Proposal".to_owned(),
        author: String::new(),
        printed_par: None,
        rows,
        mystery: Mystery::Cells(mystery),
        piles,
        twists: Vec::new(),
        changes: Vec::new(),
    };
    if wish.mods {
        hide(&mut puzzle, rng);
        add_twist(&mut puzzle, rng);
        add_change(&mut puzzle, rng);
    }
    puzzle
}

/// Now and then the mystery lies in no cell: a removal draws it, or a joker takes its place.
fn hide(puzzle: &mut Puzzle, rng: &mut GameRng) {
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

/// Prices as designers use them: pairs and suits often, the dear ones seldom.
fn price(rng: &mut GameRng) -> Price {
    const OFTEN: [Price; 12] = [
        Price::Same(2),
        Price::Same(2),
        Price::Suit(2),
        Price::Suit(3),
        Price::Suit(3),
        Price::Suit(3),
        Price::Same(3),
        Price::Same(3),
        Price::Suit(4),
        Price::Flush(2),
        Price::Flush(3),
        Price::Groups(2, 2),
    ];
    rng.pick(&OFTEN).copied().unwrap_or(Price::Same(2))
}

fn add_twist(puzzle: &mut Puzzle, rng: &mut GameRng) {
    let of_row = |row: u8| -> Vec<Cell> { (0..4).filter_map(|column| Cell::new(row, column)).collect() };
    let row = rng.below(u32::from(puzzle.rows)) as u8;
    let mut line = of_row(row);
    if rng.below(2) == 0 {
        line = (0..4).filter_map(|step| Cell::new(step, row % 4)).collect();
    }
    rng.shuffle(&mut line);
    let twist = match rng.below(8) {
        0 | 1 => Twist::Swap(line[0], line[1]),
        2 => Twist::Shift(line[..3].to_vec()),
        3 => Twist::Shuffle(line[..2].to_vec()),
        _ => return,
    };
    puzzle.twists.push(twist);
}

fn add_change(puzzle: &mut Puzzle, rng: &mut GameRng) {
    let pile = 1 + rng.below(puzzle.piles.len() as u32) as u8;
    let other = 1 + rng.below(puzzle.piles.len() as u32) as u8;
    match rng.below(6) {
        0 => puzzle.changes.push(Change::Remove { pile, count: 1 }),
        1 => puzzle.changes.push(Change::Add { pile, jokers: 1 }),
        2 => puzzle.changes.extend([Change::Remove { pile, count: 1 }, Change::Add { pile: other, jokers: 1 }]),
        _ => {}
    }
}
