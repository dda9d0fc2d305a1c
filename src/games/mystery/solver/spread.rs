//! What the dealing routine can make of a puzzle: where the cards of the cells may come to lie.
//!
//! Rows are ranks and columns suits in a secret order, so what a deal hides is which rank each row is and which suit each
//! column. Twists move cards between cells before the piles are formed; only where a card ends matters, so outcomes
//! of a shuffle that differ within a pile are one, with a greater weight. To have them come together at once, twists are gone
//! through from the last to the first: a cell is known by where a card that lies in it ends, and a shuffle of eight cells of two
//! piles makes 70 outcomes, not 40 320.

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
    /// How likely it is, beside the others.
    pub weight: u32,
    /// The cells whose cards lie on each pile.
    pub piles: Vec<CellSet>,
    /// The jokers that twists brought to each pile.
    pub jokers: Vec<u8>,
    /// The cells whose cards are the mystery, slot by slot. Empty where a removal draws it.
    pub mystery: Vec<Cell>,
}

/// The most ways in which a mystery can have come about that are gone through after every answer.
pub(super) const MOST_CASES: usize = 720;

/// More outcomes than can be gone through.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the shuffles and removals of this puzzle can fall out in too many ways to be gone through")]
pub struct TooMany;

/// All the ways in which a puzzle's twists can fall out, in a fixed order.
///
/// # Errors
/// Shuffles that can fall out in more than 720 ways.
pub fn spreads(puzzle: &Puzzle) -> Result<Vec<Spread>, TooMany> {
    let mut swaps = puzzle.twists.iter().filter(|twist| matches!(twist, Twist::JokerSwap(_))).count();
    let mut all = BTreeMap::from([(Ends::of(puzzle), 1)]);
    for twist in puzzle.twists.iter().rev() {
        if let Twist::Shuffle(cells) = twist {
            all = shuffled(all, cells)?;
            continue;
        }
        swaps -= usize::from(matches!(twist, Twist::JokerSwap(_)));
        let mut before = BTreeMap::new();
        for (ends, weight) in all {
            // One joker here and another there are the same as the other here and the one there.
            let so_far: &mut u32 = before.entry(ends.before(twist, named_cells(puzzle) + swaps)).or_default();
            *so_far = so_far.checked_add(weight).ok_or(TooMany)?;
        }
        all = before;
    }
    let mut found: Vec<Spread> = all.into_iter().map(|(ends, weight)| ends.spread(puzzle, weight)).collect();
    found.sort_by(|one, other| {
        (&one.piles, &one.jokers, &one.mystery).cmp(&(&other.piles, &other.jokers, &other.mystery))
    });
    Ok(found)
}

/// How many cells are named as the mystery.
fn named_cells(puzzle: &Puzzle) -> usize {
    match &puzzle.mystery {
        Mystery::Cells(cells) => cells.len(),
        Mystery::Removed { .. } => 0,
    }
}

/// Where what lies in a cell ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum End {
    /// Under the stone.
    Stone,
    /// On this pile, from 0.
    Pile(usize),
    /// In this slot of the mystery.
    Mystery(usize),
}

/// Where everything ends that lies in the cells before some twist.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Ends {
    cells: Vec<End>,
    /// The jokers that this twist and those after it bring to each pile.
    jokers: Vec<u8>,
}

impl Ends {
    /// After the last twist.
    fn of(puzzle: &Puzzle) -> Ends {
        let end = |cell: Cell| match (&puzzle.mystery, puzzle.pile_of(cell)) {
            (_, Some(pile)) => End::Pile(pile),
            (Mystery::Cells(cells), None) => cells.iter().position(|of| *of == cell).map_or(End::Stone, End::Mystery),
            (Mystery::Removed { .. }, None) => End::Stone,
        };
        Ends { cells: Cell::all(puzzle.rows).map(end).collect(), jokers: vec![0; puzzle.piles.len()] }
    }

    fn at(&self, cell: Cell) -> End {
        self.cells.get(cell.index()).copied().unwrap_or(End::Stone)
    }

    /// What lies in these cells ends like this.
    fn set<'a>(&mut self, cells: impl IntoIterator<Item = &'a Cell>, ends: &[End]) {
        for (cell, end) in cells.into_iter().zip(ends) {
            if let Some(place) = self.cells.get_mut(cell.index()) {
                *place = *end;
            }
        }
    }

    /// Before a twist that is no shuffle. A card that a joker takes the place of goes to this slot of the mystery.
    fn before(mut self, twist: &Twist, slot: usize) -> Ends {
        let cells = twist.cells();
        let mut ends: Vec<End> = cells.iter().map(|cell| self.at(*cell)).collect();
        match twist {
            Twist::Swap(..) => ends.reverse(),
            Twist::Shift(_) => ends.rotate_left(1),
            Twist::JokerSwap(_) => {
                if let Some(End::Pile(pile)) = ends.first()
                    && let Some(jokers) = self.jokers.get_mut(*pile)
                {
                    *jokers += 1;
                }
                ends.fill(End::Mystery(slot));
            }
            Twist::Shuffle(_) => {}
        }
        self.set(&cells, &ends);
        self
    }

    fn spread(&self, puzzle: &Puzzle, weight: u32) -> Spread {
        let ending = |end: End| Cell::all(puzzle.rows).filter(move |cell| self.at(*cell) == end);
        Spread {
            weight,
            piles: (0..puzzle.piles.len()).map(|pile| ending(End::Pile(pile)).collect()).collect(),
            jokers: self.jokers.clone(),
            mystery: (0..puzzle.mysteries()).flat_map(|slot| ending(End::Mystery(slot))).collect(),
        }
    }
}

/// Before a shuffle of these cells: every order of what they end as is as likely as any other.
fn shuffled(after: BTreeMap<Ends, u32>, cells: &[Cell]) -> Result<BTreeMap<Ends, u32>, TooMany> {
    let sorted = |ends: &Ends| -> Vec<End> {
        let mut sorted: Vec<End> = cells.iter().map(|cell| ends.at(*cell)).collect();
        sorted.sort_unstable();
        sorted
    };
    let orders = after.keys().map(|ends| orders_of(&sorted(ends))).collect::<Result<Vec<u32>, TooMany>>()?;
    let common = orders.iter().try_fold(1, |common, orders| lcm(common, u128::from(*orders))).ok_or(TooMany)?;
    let mut before: BTreeMap<Ends, u128> = BTreeMap::new();
    for ((ends, weight), orders) in after.iter().zip(orders) {
        let each = common / u128::from(orders) * u128::from(*weight);
        let mut order = sorted(ends);
        loop {
            let mut one = ends.clone();
            one.set(cells, &order);
            *before.entry(one).or_insert(0) += each;
            if before.len() > MOST_CASES {
                return Err(TooMany);
            }
            if !to_next_order(&mut order) {
                break;
            }
        }
    }
    let common = before.values().fold(0, |common, weight| gcd(common, *weight)).max(1);
    let reduced = |(ends, weight)| Ok((ends, u32::try_from(weight / common).map_err(|_| TooMany)?));
    before.into_iter().map(reduced).collect()
}

/// In how many different orders these sorted ends can stand.
fn orders_of(sorted: &[End]) -> Result<u32, TooMany> {
    let (mut orders, mut alike) = (1u64, 1);
    for (at, end) in sorted.iter().enumerate() {
        alike = if at > 0 && sorted[at - 1] == *end { alike + 1 } else { 1 };
        // As many orders as before times the places for this one, but those that are alike change nothing among themselves.
        orders = orders * (at as u64 + 1) / alike;
        if orders > MOST_CASES as u64 {
            return Err(TooMany);
        }
    }
    Ok(orders as u32)
}

/// The next order of the items by their size, if there is one.
fn to_next_order<T: Ord>(items: &mut [T]) -> bool {
    let Some(turn) = items.windows(2).rposition(|pair| pair[0] < pair[1]) else { return false };
    if let Some(with) = items.iter().rposition(|item| *item > items[turn]) {
        items.swap(turn, with);
    }
    items[turn + 1..].reverse();
    true
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

    /// The cells whose cards are the mystery, slot by slot. None where a removal draws it.
    pub fn mystery(&self, puzzle: &Puzzle) -> Vec<Cell> {
        let Mystery::Cells(cells) = &puzzle.mystery else { return self.swapped.clone() };
        let card_in = |cell: &Cell| match self.at(*cell)? {
            Content::CardOf(cell) => Some(cell),
            Content::Joker => None,
        };
        cells.iter().filter_map(card_in).chain(self.swapped.iter().copied()).collect()
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
