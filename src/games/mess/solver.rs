//! The fewest presses that repair a picture with the tokens that are left, or the proof that none do.
//!
//! Iterative deepening (Korf 1985) over a lower bound that the shape of the board gives: for every button, each tile that
//! lies on its wrong side must be moved by it, and a press moves two tiles. A press that brings both of its tiles to their
//! right side loses nothing against the bound, one that brings one and takes away one loses one, and one that takes
//! away both loses two. So the search spends *slack*, and each round allows two more of it: every press swaps two tiles,
//! which fixes whether the number of presses is odd.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::board::{Button, Grid, Press};
use super::halves;
use crate::engine::outcome::Verdict;

/// How many tokens are left on each button.
pub type Tokens = [u8; 4];

/// What a solver found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repair {
    /// Whether the picture can be repaired, is proven to be lost, or neither was found out.
    pub verdict: Verdict,
    /// The presses of a shortest repair.
    pub line: Vec<Press>,
    /// Positions looked at.
    pub nodes: u64,
}

/// How many positions are remembered as lost, at most. One takes 24 bytes.
const MOST_REMEMBERED: usize = 1 << 20;

/// Finds a shortest repair with these tokens, looking at no more than `budget` positions; `stop` is asked now and then.
pub fn solve(grid: Grid, tokens: Tokens, budget: u64, stop: &dyn Fn() -> bool) -> Repair {
    if let Some(empty) = Button::ALL.into_iter().find(|button| tokens[button.index()] == 0) {
        let line = halves::repair(grid, tokens, empty);
        let verdict = if line.is_some() { Verdict::Solved } else { Verdict::Impossible };
        return Repair { verdict, line: line.unwrap_or_default(), nodes: 1 };
    }
    let mut search =
        Search { presses: Press::numbered(), lost: HashMap::default(), line: Vec::new(), nodes: 0, budget, stop };
    let verdict = search.run(grid, tokens);
    Repair { verdict, line: search.line, nodes: search.nodes }
}

struct Search<'a> {
    presses: [Press; 32],
    /// Positions that could not be repaired: with this slack, and these tokens.
    lost: HashMap<u64, (u8, Tokens), BuildHasherDefault<Mix>>,
    line: Vec<Press>,
    nodes: u64,
    budget: u64,
    stop: &'a dyn Fn() -> bool,
}

/// Why a branch was left.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Repaired,
    Lost,
    OutOfBudget,
}

impl Search<'_> {
    fn run(&mut self, grid: Grid, tokens: Tokens) -> Verdict {
        let all: u32 = tokens.iter().map(|left| u32::from(*left)).sum();
        let least = grid.least();
        let mut slack = u8::from((least % 2 == 1) != grid.is_odd());
        while least + u32::from(slack) <= all {
            self.lost.clear();
            match self.descend(grid, tokens, slack, None) {
                End::Repaired => {
                    self.line.reverse();
                    return Verdict::Solved;
                }
                End::OutOfBudget => return Verdict::GaveUp,
                End::Lost => slack += 2,
            }
        }
        Verdict::Impossible
    }

    fn descend(&mut self, grid: Grid, tokens: Tokens, slack: u8, last: Option<usize>) -> End {
        if grid.is_whole() {
            return End::Repaired;
        }
        self.nodes += 1;
        if self.nodes > self.budget || (self.nodes.is_multiple_of(4096) && (self.stop)()) {
            return End::OutOfBudget;
        }
        if is_short_of_tokens(grid, tokens) || self.is_known_lost(grid, tokens, slack) {
            return End::Lost;
        }
        for cost in 0..=slack.min(2) {
            for number in 0..self.presses.len() {
                let press = self.presses[number];
                let left = tokens[press.button().index()];
                if left == 0
                    || cost_of(grid, press) != cost
                    || last.is_some_and(|last| self.is_out_of_order(last, number))
                {
                    continue;
                }
                let mut fewer = tokens;
                fewer[press.button().index()] = left - 1;
                match self.descend(grid.pressed(press), fewer, slack - cost, Some(number)) {
                    End::Repaired => {
                        self.line.push(press);
                        return End::Repaired;
                    }
                    End::OutOfBudget => return End::OutOfBudget,
                    End::Lost => {}
                }
            }
        }
        self.remember(grid, tokens, slack);
        End::Lost
    }

    /// Presses that touch different cells may be made in either order: only one of the two is tried. The same press
    /// twice does nothing.
    fn is_out_of_order(&self, last: usize, now: usize) -> bool {
        if now > last {
            return false;
        }
        let ((a, b), (c, d)) = (self.presses[last].cells(), self.presses[now].cells());
        now == last || (a != c && a != d && b != c && b != d)
    }

    fn is_known_lost(&self, grid: Grid, tokens: Tokens, slack: u8) -> bool {
        self.lost.get(&grid.bits()).is_some_and(|(lost_slack, lost_tokens)| {
            slack <= *lost_slack && tokens.iter().zip(lost_tokens).all(|(now, then)| now <= then)
        })
    }

    fn remember(&mut self, grid: Grid, tokens: Tokens, slack: u8) {
        if self.lost.len() < MOST_REMEMBERED {
            self.lost.insert(grid.bits(), (slack, tokens));
        }
    }
}

/// Whether some button has fewer tokens than it must be pressed.
fn is_short_of_tokens(grid: Grid, tokens: Tokens) -> bool {
    Button::ALL.iter().any(|button| grid.astray(*button) > 2 * u32::from(tokens[button.index()]))
}

/// What a press loses against the lower bound: 0, 1 or 2.
fn cost_of(grid: Grid, press: Press) -> u8 {
    let (one, other) = press.cells();
    let is_astray =
        |cell| grid.at(cell).index() & press.button().mask() != Grid::HOME.at(cell).index() & press.button().mask();
    2 - u8::from(is_astray(one)) - u8::from(is_astray(other))
}

/// Mixes a grid's bits into a hash: grids differ in all of them.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, bits: u64) {
        let mixed = (self.0 ^ bits).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ (mixed >> 29);
    }
}
