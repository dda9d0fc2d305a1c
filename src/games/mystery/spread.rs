//! What the dealing routine can make of a puzzle: where the cards of the cells may come to lie.
//!
//! Rows are ranks and columns suits in a secret order, so what a deal hides is which rank each row is and which suit each
//! column. Twists move cards between cells before the piles are formed; only which pile a card comes to matters, so outcomes
//! of a shuffle that differ within a pile are one, with a greater weight.

use std::collections::BTreeMap;

use super::puzzle::{Cell, CellSet, Change, MOST_PILES, Mystery, Puzzle, Twist};

/// What lies in a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Content {
    /// The card of this cell's row and column, as the grid was dealt.
    CardOf(Cell),
    /// A joker.
    Joker,
}

/// One way in which the twists can fall out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spread {
    /// How many of the equally likely outcomes are this one.
    pub weight: u32,
    /// The cells whose cards lie on each pile.
    pub piles: Vec<CellSet>,
    /// The jokers that twists brought to each pile.
    pub jokers: Vec<u8>,
    /// The cells whose cards are the mystery, slot by slot. Empty where a removal draws it.
    pub mystery: Vec<Cell>,
}

/// The most outcomes of twists that are gone through one by one.
const MOST_OUTCOMES: u64 = 40_320;

/// More outcomes of the twists than can be gone through.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the shuffles of this puzzle can fall out in too many ways to be gone through")]
pub struct TooMany;

/// All the ways in which a puzzle's twists can fall out, in a fixed order.
///
/// # Errors
/// Shuffles of so many cells that they cannot be gone through.
pub fn spreads(puzzle: &Puzzle) -> Result<Vec<Spread>, TooMany> {
    let outcomes = puzzle.twists.iter().try_fold(1u64, |all, twist| match twist {
        Twist::Shuffle(cells) => (1..=cells.len() as u64).try_fold(all, u64::checked_mul),
        _ => Some(all),
    });
    if outcomes.is_none_or(|outcomes| outcomes > MOST_OUTCOMES) {
        return Err(TooMany);
    }
    let start = Grid { content: Cell::all(puzzle.rows).map(Content::CardOf).collect(), swapped: Vec::new() };
    let mut grids = BTreeMap::from([(start, 1u32)]);
    for twist in &puzzle.twists {
        let mut next = BTreeMap::new();
        for (grid, weight) in grids {
            grid.twisted(twist, &mut |twisted| *next.entry(twisted).or_insert(0) += weight);
        }
        grids = next;
    }
    let mut found: BTreeMap<(Vec<CellSet>, Vec<u8>, Vec<Cell>), u32> = BTreeMap::new();
    for (grid, weight) in grids {
        *found.entry(grid.dealt(puzzle)).or_insert(0) += weight;
    }
    Ok(found.into_iter().map(|((piles, jokers, mystery), weight)| Spread { weight, piles, jokers, mystery }).collect())
}

/// What lies in the cells while they are twisted.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Grid {
    content: Vec<Content>,
    /// The cells whose cards jokers took the place of, in the order of the swaps.
    swapped: Vec<Cell>,
}

impl Grid {
    /// The grid before its first twist.
    pub fn of(puzzle: &Puzzle) -> Grid {
        Grid { content: Cell::all(puzzle.rows).map(Content::CardOf).collect(), swapped: Vec::new() }
    }

    /// What lies in a cell.
    pub fn at(&self, cell: Cell) -> Option<Content> {
        self.content.get(cell.index()).copied()
    }

    /// Calls `found` with every equally likely outcome of a twist.
    fn twisted(&self, twist: &Twist, found: &mut impl FnMut(Grid)) {
        let Twist::Shuffle(cells) = twist else {
            let mut grid = self.clone();
            grid.twist(twist, |_| {});
            return found(grid);
        };
        let mut order: Vec<usize> = (0..cells.len()).collect();
        each_order(&mut order, 0, &mut |order| {
            let mut grid = self.clone();
            for (to, from) in cells.iter().zip(order) {
                if let (Some(place), Some(content)) =
                    (grid.content.get_mut(to.index()), cells.get(*from).and_then(|from| self.at(*from)))
                {
                    *place = content;
                }
            }
            found(grid);
        });
    }

    /// Does a twist; `shuffle` orders what a shuffle has picked up.
    pub fn twist(&mut self, twist: &Twist, shuffle: impl FnOnce(&mut [Content])) {
        let cells = twist.cells();
        let mut lifted: Vec<Content> = cells.iter().filter_map(|cell| self.at(*cell)).collect();
        match twist {
            Twist::Swap(..) => lifted.reverse(),
            Twist::Shift(_) => lifted.rotate_right(1),
            Twist::Shuffle(_) => shuffle(&mut lifted),
            Twist::JokerSwap(_) => {
                self.swapped.extend(lifted.iter().filter_map(|content| match content {
                    Content::CardOf(cell) => Some(*cell),
                    Content::Joker => None,
                }));
                lifted.fill(Content::Joker);
            }
        }
        for (cell, content) in cells.iter().zip(lifted) {
            if let Some(place) = self.content.get_mut(cell.index()) {
                *place = content;
            }
        }
    }

    /// What comes to each pile and to the mystery: cells, jokers, and the mystery's cells.
    pub fn dealt(&self, puzzle: &Puzzle) -> (Vec<CellSet>, Vec<u8>, Vec<Cell>) {
        let of = |cells: &[Cell]| -> (CellSet, u8) {
            let contents = cells.iter().filter_map(|cell| self.at(*cell));
            contents.fold((CellSet::default(), 0), |(mut set, jokers), content| match content {
                Content::CardOf(cell) => {
                    set.insert(cell);
                    (set, jokers)
                }
                Content::Joker => (set, jokers + 1),
            })
        };
        let (piles, jokers) = puzzle.piles.iter().map(|pile| of(&pile.cells)).unzip();
        let mut mystery = match &puzzle.mystery {
            Mystery::Cells(cells) => cells
                .iter()
                .filter_map(|cell| match self.at(*cell) {
                    Some(Content::CardOf(cell)) => Some(cell),
                    _ => None,
                })
                .collect(),
            Mystery::Removed { .. } => Vec::new(),
        };
        mystery.extend(&self.swapped);
        (piles, jokers, mystery)
    }
}

/// Calls `found` with every order of the items from `from` on.
pub(super) fn each_order<T>(items: &mut [T], from: usize, found: &mut impl FnMut(&[T])) {
    if from >= items.len() {
        return found(items);
    }
    for other in from..items.len() {
        items.swap(from, other);
        each_order(items, from + 1, found);
        items.swap(from, other);
    }
}

/// Every choice of so many of these items, each in their order.
pub(super) fn choices<T: Copy>(items: &[T], count: usize) -> Vec<Vec<T>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for (at, first) in items.iter().enumerate() {
        for rest in choices(&items[at + 1..], count - 1) {
            found.push([vec![*first], rest].concat());
        }
    }
    found
}

/// How likely a pile's jokers are to come up, whatever its cards are.
///
/// After all removals and adds a pile of `cells` cards holds a random number of jokers, and its other cards are a random
/// choice of them. [`Odds::weight`] is how often a history of so many cards and jokers turned up comes about, as a whole number
/// in a unit that [`Odds::scale`] gives, so that sums over histories are exact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Odds {
    /// The cards that were dealt to it.
    cells: usize,
    /// What can be asked for in all.
    askable: usize,
    /// By jokers turned up, then by cards turned up.
    weights: Vec<Vec<u128>>,
    /// The weight of having turned up nothing.
    scale: u128,
}

impl Odds {
    /// The odds of a pile, from 0, to which twists have brought `jokers`. `None` where the numbers would grow beyond 128
    /// bits.
    pub fn of(puzzle: &Puzzle, pile: usize, cells: usize, jokers: u8) -> Option<Odds> {
        // How likely it is that there are so many jokers, as whole numbers over a common one.
        let mut held: BTreeMap<usize, Ratio> = BTreeMap::from([(usize::from(jokers), Ratio::ONE)]);
        let mut size = cells + usize::from(jokers);
        for change in &puzzle.changes {
            match *change {
                Change::Add { pile: to, jokers } if usize::from(to) == pile + 1 => {
                    size += usize::from(jokers);
                    held = held.into_iter().map(|(count, odds)| (count + usize::from(jokers), odds)).collect();
                }
                Change::Remove { pile: of, count } if usize::from(of) == pile + 1 => {
                    for _ in 0..count {
                        let mut next: BTreeMap<usize, Ratio> = BTreeMap::new();
                        for (count, odds) in held {
                            for (left, ways) in [(count.wrapping_sub(1), count), (count, size - count)] {
                                if ways > 0 {
                                    let part = odds.times(ways as u128, size as u128)?;
                                    let so_far = next.get(&left).copied().unwrap_or(Ratio::ZERO);
                                    next.insert(left, so_far.plus(part)?);
                                }
                            }
                        }
                        held = next;
                        size -= 1;
                    }
                }
                _ => {}
            }
        }
        Odds::from_held(cells, size, &held)
    }

    fn from_held(cells: usize, askable: usize, held: &BTreeMap<usize, Ratio>) -> Option<Odds> {
        let most = held.keys().max().copied().unwrap_or(0);
        let mut rows = Vec::new();
        for jokers in 0..=most.min(askable) {
            let mut row = Vec::new();
            for cards in 0..=(askable - jokers).min(cells) {
                let mut sum = Ratio::ZERO;
                for (holding, odds) in held {
                    if *holding >= jokers && askable - holding >= cards {
                        sum = sum.plus(history(*odds, cells, askable, *holding, cards, jokers)?)?;
                    }
                }
                row.push(sum);
            }
            rows.push(row);
        }
        let common = rows.iter().flatten().try_fold(1u128, |common, ratio| lcm(common, ratio.below))?;
        let whole = |ratio: &Ratio| ratio.above.checked_mul(common / ratio.below);
        let weights = rows.iter().map(|row| row.iter().map(whole).collect()).collect::<Option<Vec<Vec<u128>>>>()?;
        let scale = weights.first().and_then(|row| row.first()).copied()?;
        Some(Odds { cells, askable, weights, scale })
    }

    /// How often this history comes about: so many of the pile's cards and so many jokers, in one order. Zero if it cannot.
    pub fn weight(&self, cards: usize, jokers: usize) -> u128 {
        self.weights.get(jokers).and_then(|row| row.get(cards)).copied().unwrap_or(0)
    }

    /// The weight of having turned up nothing: 1 in the unit of [`Odds::weight`].
    pub fn scale(&self) -> u128 {
        self.scale
    }

    /// What can be asked for in all.
    pub fn askable(&self) -> usize {
        self.askable
    }

    /// The cards that were dealt to it.
    pub fn cells(&self) -> usize {
        self.cells
    }
}

/// How likely it is that a pile of `askable` with `holding` jokers shows these cards and jokers first, in one order.
fn history(odds: Ratio, cells: usize, askable: usize, holding: usize, cards: usize, jokers: usize) -> Option<Ratio> {
    let mut odds = odds;
    for drawn in 0..jokers {
        odds = odds.times((holding - drawn) as u128, (askable - drawn) as u128)?;
    }
    for drawn in 0..cards {
        // A card comes, and it is this one of those that have not come.
        odds = odds.times((askable - holding - drawn) as u128, (askable - jokers - drawn) as u128)?;
        odds = odds.times(1, (cells - drawn) as u128)?;
    }
    Some(odds)
}

/// A fraction of whole numbers, in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ratio {
    /// Above the line.
    pub above: u128,
    /// Below it; never zero.
    pub below: u128,
}

impl Ratio {
    const ONE: Ratio = Ratio { above: 1, below: 1 };
    const ZERO: Ratio = Ratio { above: 0, below: 1 };

    /// The fraction in lowest terms.
    pub fn new(above: u128, below: u128) -> Ratio {
        let common = gcd(above, below).max(1);
        Ratio { above: above / common, below: (below / common).max(1) }
    }

    /// Its value.
    pub fn value(self) -> f64 {
        self.above as f64 / self.below as f64
    }

    /// As people write it: `4 5/12`.
    pub fn mixed(self) -> String {
        match (self.above / self.below, self.above % self.below) {
            (whole, 0) => whole.to_string(),
            (0, above) => format!("{above}/{}", self.below),
            (whole, above) => format!("{whole} {above}/{}", self.below),
        }
    }

    fn times(self, above: u128, below: u128) -> Option<Ratio> {
        let (one, other) = (Ratio::new(self.above, below), Ratio::new(above, self.below));
        Some(Ratio::new(one.above.checked_mul(other.above)?, one.below.checked_mul(other.below)?))
    }

    fn plus(self, other: Ratio) -> Option<Ratio> {
        let below = lcm(self.below, other.below)?;
        let raised = |ratio: Ratio| ratio.above.checked_mul(below / ratio.below);
        Some(Ratio::new(raised(self)?.checked_add(raised(other)?)?, below))
    }
}

impl std::fmt::Display for Ratio {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.above, self.below)
    }
}

pub(super) const fn gcd(mut one: u128, mut other: u128) -> u128 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

pub(super) fn lcm(one: u128, other: u128) -> Option<u128> {
    (one / gcd(one, other).max(1)).checked_mul(other)
}

const _: () = assert!(MOST_PILES * 4 <= 32, "a row's part of a state must fit into 32 bits");
