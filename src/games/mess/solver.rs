//! The fewest presses that repair a picture with the tokens left, or the proof that none do.
//!
//! Iterative deepening (Korf 1985) over [`PictureGrid::lower_bound`]: each button must move every tile that lies on its
//! wrong side, and a press moves two tiles. A press that brings both tiles to the right side costs nothing against the
//! bound, one that brings one and takes one away costs 1, and one that takes both away costs 2. Each round allows the
//! search more of this *slack*: two more, because the parity of the number of presses is fixed. Without slack, most
//! positions are cut off by [`PictureGrid::may_go_straight`].

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use arrayvec::ArrayVec;

use super::board::{Button, Cell, PictureGrid, Press, TokenCounts};
use super::halves;
use crate::engine::outcome::Verdict;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repair {
    pub verdict: Verdict,
    /// The presses of a shortest repair; empty unless `verdict` is [`Verdict::Solved`].
    pub line: Vec<Press>,
    /// The number of positions searched.
    pub nodes: u64,
    /// No repair with these tokens has fewer presses.
    pub at_least: u32,
}

/// The most positions to remember as lost, at 24 bytes each.
const MAX_REMEMBERED: usize = 1 << 20;

/// Finds a shortest repair with these tokens that does not begin with `forbidden`, the press that would swap the last
/// two tiles straight back. Later presses of a shortest repair never do that.
///
/// Gives up after `budget` positions, or soon after `stop` returns true.
pub fn solve(
    grid: PictureGrid,
    tokens: TokenCounts,
    forbidden: Option<Press>,
    budget: u64,
    stop: &dyn Fn() -> bool,
) -> Repair {
    let most_presses = total(tokens);
    let mut found = solve_freely(grid, tokens, most_presses, budget, stop);
    let Some(forbidden) = forbidden.filter(|_| found.verdict == Verdict::Solved) else { return found };
    if bring_forward(&mut found.line, forbidden) {
        return found;
    }
    // The shortest may have other first presses, or begin with a detour.
    let mut detours = Detours { budget, nodes: found.nodes, stop };
    let fewest = found.line.len() as u32;
    for length in (fewest..=most_presses).step_by(2) {
        let verdict = detours.line(grid, tokens, forbidden, length);
        if let Ok(None) = verdict {
            continue;
        }
        let (verdict, line) = match verdict {
            Ok(line) => (Verdict::Solved, line.unwrap_or_default()),
            Err(OutOfBudget) => (Verdict::GaveUp, Vec::new()),
        };
        return Repair { verdict, line, nodes: detours.nodes, at_least: length };
    }
    Repair { verdict: Verdict::Impossible, line: Vec::new(), nodes: detours.nodes, at_least: most_presses + 1 }
}

fn total(tokens: TokenCounts) -> u32 {
    tokens.iter().map(|left| u32::from(*left)).sum()
}

/// Makes another press than this one the first, if the line's presses can be reordered so, and says whether they can.
fn bring_forward(line: &mut [Press], forbidden: Press) -> bool {
    if line.first() != Some(&forbidden) {
        return true;
    }
    let is_free = |at: &usize| line[..*at].iter().all(|before| before.is_disjoint(line[*at]));
    let Some(at) = (1..line.len()).find(is_free) else { return false };
    line[..=at].rotate_right(1);
    true
}

struct OutOfBudget;

/// Looks for repairs that begin with another press than the forbidden one.
struct Detours<'a> {
    budget: u64,
    nodes: u64,
    stop: &'a dyn Fn() -> bool,
}

impl Detours<'_> {
    /// A repair of this length or less.
    fn line(
        &mut self,
        grid: PictureGrid,
        tokens: TokenCounts,
        forbidden: Press,
        length: u32,
    ) -> Result<Option<Vec<Press>>, OutOfBudget> {
        for press in Press::all().filter(|press| *press != forbidden && tokens[press.button().index()] > 0) {
            let (after, mut fewer) = (grid.pressed(press), tokens);
            fewer[press.button().index()] -= 1;
            let left = self.budget.saturating_sub(self.nodes);
            let mut found = solve_freely(after, fewer, length - 1, left, self.stop);
            self.nodes += found.nodes;
            match found.verdict {
                Verdict::GaveUp => return Err(OutOfBudget),
                Verdict::Impossible => continue,
                Verdict::Solved => {}
            }
            let rest = if bring_forward(&mut found.line, press) {
                Some(found.line)
            } else {
                self.line(after, fewer, press, length - 1)?
            };
            if let Some(rest) = rest {
                return Ok(Some([vec![press], rest].concat()));
            }
        }
        Ok(None)
    }
}

/// Finds a shortest repair of at most so many presses, whatever was pressed last.
fn solve_freely(
    grid: PictureGrid,
    tokens: TokenCounts,
    most_presses: u32,
    budget: u64,
    stop: &dyn Fn() -> bool,
) -> Repair {
    if let Some(empty) = Button::ALL.into_iter().find(|button| tokens[button.index()] == 0) {
        let line = halves::repair(grid, tokens, empty).filter(|line| line.len() <= most_presses as usize);
        let verdict = if line.is_some() { Verdict::Solved } else { Verdict::Impossible };
        let at_least = line.as_ref().map_or(most_presses + 1, |line| line.len() as u32);
        return Repair { verdict, line: line.unwrap_or_default(), nodes: 1, at_least };
    }
    let presses = Press::all().collect();
    let mut search = RepairSearch { presses, lost: HashMap::default(), line: Vec::new(), nodes: 0, budget, stop };
    let (verdict, at_least) = search.run(grid, tokens, most_presses);
    Repair { verdict, line: search.line, nodes: search.nodes, at_least }
}

struct RepairSearch<'a> {
    /// All of them.
    presses: ArrayVec<Press, 32>,
    /// Positions that could not be repaired with this slack and these tokens.
    lost: HashMap<u64, (u8, TokenCounts), BuildHasherDefault<GridHasher>>,
    /// Filled from the last press to the first as the search returns.
    line: Vec<Press>,
    nodes: u64,
    budget: u64,
    stop: &'a dyn Fn() -> bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum BranchOutcome {
    Repaired,
    Lost,
    OutOfBudget,
}

impl RepairSearch<'_> {
    /// The verdict, and how many presses any repair has at least.
    fn run(&mut self, grid: PictureGrid, tokens: TokenCounts, most_presses: u32) -> (Verdict, u32) {
        let lower_bound = grid.lower_bound();
        let mut slack = u8::from((lower_bound % 2 == 1) != grid.is_odd());
        loop {
            let at_least = lower_bound + u32::from(slack);
            if at_least > most_presses {
                return (Verdict::Impossible, at_least);
            }
            self.lost.clear();
            match self.descend(grid, tokens, slack, None) {
                BranchOutcome::Repaired => {
                    self.line.reverse();
                    return (Verdict::Solved, at_least);
                }
                BranchOutcome::OutOfBudget => return (Verdict::GaveUp, at_least),
                BranchOutcome::Lost => slack += 2,
            }
        }
    }

    /// `last` is the index of the press that led here.
    fn descend(&mut self, grid: PictureGrid, tokens: TokenCounts, slack: u8, last: Option<usize>) -> BranchOutcome {
        if grid.is_whole() {
            return BranchOutcome::Repaired;
        }
        self.nodes += 1;
        if self.nodes > self.budget || (self.nodes.is_multiple_of(4096) && (self.stop)()) {
            return BranchOutcome::OutOfBudget;
        }
        let is_crooked = || slack == 0 && !grid.may_go_straight();
        if is_short_of_tokens(grid, tokens) || is_crooked() || self.is_known_lost(grid, tokens, slack) {
            return BranchOutcome::Lost;
        }
        for cost in 0..=slack.min(2) {
            for index in 0..self.presses.len() {
                let press = self.presses[index];
                let left = tokens[press.button().index()];
                if left == 0
                    || cost_of(grid, press) != cost
                    || last.is_some_and(|last| self.is_out_of_order(last, index))
                {
                    continue;
                }
                let mut fewer = tokens;
                fewer[press.button().index()] = left - 1;
                match self.descend(grid.pressed(press), fewer, slack - cost, Some(index)) {
                    BranchOutcome::Repaired => {
                        self.line.push(press);
                        return BranchOutcome::Repaired;
                    }
                    BranchOutcome::OutOfBudget => return BranchOutcome::OutOfBudget,
                    BranchOutcome::Lost => {}
                }
            }
        }
        self.remember(grid, tokens, slack);
        BranchOutcome::Lost
    }

    /// Whether the press at `index` need not be tried after the one at `last`: the same press twice does nothing, and
    /// one of the two orders of disjoint presses is enough.
    fn is_out_of_order(&self, last: usize, index: usize) -> bool {
        if index > last {
            return false;
        }
        index == last || self.presses[last].is_disjoint(self.presses[index])
    }

    fn is_known_lost(&self, grid: PictureGrid, tokens: TokenCounts, slack: u8) -> bool {
        self.lost.get(&grid.bits()).is_some_and(|(lost_slack, lost_tokens)| {
            slack <= *lost_slack && tokens.iter().zip(lost_tokens).all(|(now, then)| now <= then)
        })
    }

    fn remember(&mut self, grid: PictureGrid, tokens: TokenCounts, slack: u8) {
        if self.lost.len() < MAX_REMEMBERED {
            self.lost.insert(grid.bits(), (slack, tokens));
        }
    }
}

/// Whether some button has fewer tokens left than the presses it needs.
fn is_short_of_tokens(grid: PictureGrid, tokens: TokenCounts) -> bool {
    Button::ALL.iter().any(|button| grid.astray(*button) > 2 * u32::from(tokens[button.index()]))
}

/// The slack that a press uses up: 0, 1 or 2.
fn cost_of(grid: PictureGrid, press: Press) -> u8 {
    let (one, other) = press.cells();
    let mask = press.button().mask();
    let is_astray = |cell: Cell| grid.at(cell).index() & mask != cell.index() & mask;
    2 - u8::from(is_astray(one)) - u8::from(is_astray(other))
}

/// A fast hash for the bits of a grid.
#[derive(Default)]
struct GridHasher(u64);

impl Hasher for GridHasher {
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
