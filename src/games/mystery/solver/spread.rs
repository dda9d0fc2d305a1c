//! Where twists, removals and adds can send the cards of the cells.
//!
//! Rows are ranks and columns suits in a secret order, so a deal hides which rank each row is and which suit each
//! column. Twists move cards between cells before the piles are formed. Only a card's destination matters, so outcomes
//! of a shuffle that differ only within a pile are merged into one with a greater weight. To merge them early, twists
//! are processed from the last to the first, and a cell is described by the destination of a card in it: a shuffle of
//! eight cells of two piles has 70 outcomes, not 40 320.

use std::collections::BTreeMap;

use crate::games::mystery::puzzle::{CellSet, Change, GridCell, MOST_PILES, Mystery, Puzzle, Twist};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum CellContent {
    /// The card that was dealt to this cell of the grid.
    CardOf(GridCell),
    Joker,
}

/// One outcome of the twists.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spread {
    /// Relative to the other outcomes.
    pub weight: u32,
    /// For each pile the cells whose cards go to it.
    pub piles: Vec<CellSet>,
    /// For each pile the number of jokers that twists bring to it.
    pub jokers: Vec<u8>,
    /// The cells whose cards are the mystery, slot by slot; empty if a removal draws the mystery.
    pub mystery: Vec<GridCell>,
}

pub(super) const MOST_SCENARIOS: usize = 720;

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the shuffles and removals of this puzzle can turn out in too many ways; shuffle or remove fewer cards")]
pub struct TooManyOutcomes;

/// All outcomes of a puzzle's twists, in a fixed order.
///
/// # Errors
/// More than 720 outcomes.
pub fn spreads(puzzle: &Puzzle) -> Result<Vec<Spread>, TooManyOutcomes> {
    let mut swaps = puzzle.twists.iter().filter(|twist| matches!(twist, Twist::JokerSwap(_))).count();
    let mut all = BTreeMap::from([(Destinations::after_twists(puzzle), 1)]);
    for twist in puzzle.twists.iter().rev() {
        if let Twist::Shuffle(cells) = twist {
            all = before_shuffle(all, cells)?;
            continue;
        }
        swaps -= usize::from(matches!(twist, Twist::JokerSwap(_)));
        let mut before = BTreeMap::new();
        for (destinations, weight) in all {
            // Jokers are alike, so outcomes that differ before a joker swap can become equal.
            let slot = named_cells(puzzle) + swaps;
            let sum: &mut u32 = before.entry(destinations.before(twist, slot)).or_default();
            *sum = sum.checked_add(weight).ok_or(TooManyOutcomes)?;
        }
        all = before;
    }
    let mut found: Vec<Spread> =
        all.into_iter().map(|(destinations, weight)| destinations.spread(puzzle, weight)).collect();
    found.sort_by(|one, other| {
        (&one.piles, &one.jokers, &one.mystery).cmp(&(&other.piles, &other.jokers, &other.mystery))
    });
    Ok(found)
}

fn named_cells(puzzle: &Puzzle) -> usize {
    match &puzzle.mystery {
        Mystery::Cells(cells) => cells.len(),
        Mystery::Removed { .. } => 0,
    }
}

/// Where the content of a cell goes in the end. Piles and slots of the mystery count from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Destination {
    Stone,
    Pile(usize),
    Mystery(usize),
}

/// The destination of every cell's content, as seen before some twist.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Destinations {
    cells: Vec<Destination>,
    /// For each pile the number of jokers that this twist and later ones bring to it.
    jokers: Vec<u8>,
}

impl Destinations {
    /// As seen after the last twist.
    fn after_twists(puzzle: &Puzzle) -> Destinations {
        let destination = |cell: GridCell| match (&puzzle.mystery, puzzle.pile_of(cell)) {
            (_, Some(pile)) => Destination::Pile(pile),
            (Mystery::Cells(cells), None) => {
                cells.iter().position(|of| *of == cell).map_or(Destination::Stone, Destination::Mystery)
            }
            (Mystery::Removed { .. }, None) => Destination::Stone,
        };
        Destinations {
            cells: GridCell::all(puzzle.rows).map(destination).collect(),
            jokers: vec![0; puzzle.piles.len()],
        }
    }

    fn at(&self, cell: GridCell) -> Destination {
        self.cells.get(cell.index()).copied().unwrap_or(Destination::Stone)
    }

    fn set<'a>(&mut self, cells: impl IntoIterator<Item = &'a GridCell>, destinations: &[Destination]) {
        for (cell, destination) in cells.into_iter().zip(destinations) {
            if let Some(place) = self.cells.get_mut(cell.index()) {
                *place = *destination;
            }
        }
    }

    /// As seen before a twist that is not a shuffle. The card that a joker swap replaces goes to `slot` of the mystery.
    fn before(mut self, twist: &Twist, slot: usize) -> Destinations {
        let cells = twist.cells();
        let mut moved: Vec<Destination> = cells.iter().map(|cell| self.at(*cell)).collect();
        match twist {
            Twist::Swap(..) => moved.reverse(),
            Twist::Shift(_) => moved.rotate_left(1),
            Twist::JokerSwap(_) => {
                if let Some(Destination::Pile(pile)) = moved.first()
                    && let Some(jokers) = self.jokers.get_mut(*pile)
                {
                    *jokers += 1;
                }
                moved.fill(Destination::Mystery(slot));
            }
            Twist::Shuffle(_) => {}
        }
        self.set(&cells, &moved);
        self
    }

    fn spread(&self, puzzle: &Puzzle, weight: u32) -> Spread {
        let cells_to =
            |destination: Destination| GridCell::all(puzzle.rows).filter(move |cell| self.at(*cell) == destination);
        Spread {
            weight,
            piles: (0..puzzle.piles.len()).map(|pile| cells_to(Destination::Pile(pile)).collect()).collect(),
            jokers: self.jokers.clone(),
            mystery: (0..puzzle.mysteries()).flat_map(|slot| cells_to(Destination::Mystery(slot))).collect(),
        }
    }
}

/// As seen before a shuffle of these cells, which makes every order of their destinations equally likely.
fn before_shuffle(
    after: BTreeMap<Destinations, u32>,
    cells: &[GridCell],
) -> Result<BTreeMap<Destinations, u32>, TooManyOutcomes> {
    let sorted = |destinations: &Destinations| -> Vec<Destination> {
        let mut sorted: Vec<Destination> = cells.iter().map(|cell| destinations.at(*cell)).collect();
        sorted.sort_unstable();
        sorted
    };
    let order_counts =
        after.keys().map(|destinations| count_orders(&sorted(destinations))).collect::<Result<Vec<u32>, _>>()?;
    let common =
        order_counts.iter().try_fold(1, |common, count| lcm(common, u128::from(*count))).ok_or(TooManyOutcomes)?;
    let mut before: BTreeMap<Destinations, u128> = BTreeMap::new();
    for ((destinations, weight), count) in after.iter().zip(order_counts) {
        let weight_of_each = common / u128::from(count) * u128::from(*weight);
        let mut order = sorted(destinations);
        loop {
            let mut shuffled = destinations.clone();
            shuffled.set(cells, &order);
            *before.entry(shuffled).or_insert(0) += weight_of_each;
            if before.len() > MOST_SCENARIOS {
                return Err(TooManyOutcomes);
            }
            if !next_permutation(&mut order) {
                break;
            }
        }
    }
    let common = before.values().fold(0, |common, weight| gcd(common, *weight)).max(1);
    let reduced = |(destinations, weight)| {
        let weight = u32::try_from(weight / common).map_err(|_| TooManyOutcomes)?;
        Ok((destinations, weight))
    };
    before.into_iter().map(reduced).collect()
}

/// The number of different permutations of a sorted multiset.
fn count_orders(sorted: &[Destination]) -> Result<u32, TooManyOutcomes> {
    let (mut orders, mut alike) = (1u64, 1);
    for (at, destination) in sorted.iter().enumerate() {
        alike = if at > 0 && sorted[at - 1] == *destination { alike + 1 } else { 1 };
        // The item can take any of at + 1 places, but exchanging it with equal items changes nothing.
        orders = orders * (at as u64 + 1) / alike;
        if orders > MOST_SCENARIOS as u64 {
            return Err(TooManyOutcomes);
        }
    }
    Ok(orders as u32)
}

/// Steps to the lexicographically next permutation; `false` after the last one.
fn next_permutation<T: Ord>(items: &mut [T]) -> bool {
    let Some(turn) = items.windows(2).rposition(|pair| pair[0] < pair[1]) else { return false };
    if let Some(with) = items.iter().rposition(|item| *item > items[turn]) {
        items.swap(turn, with);
    }
    items[turn + 1..].reverse();
    true
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TwistedGrid {
    content: Vec<CellContent>,
    /// The cells whose cards were replaced by jokers, in the order of the swaps.
    swapped: Vec<GridCell>,
}

impl TwistedGrid {
    pub fn new(puzzle: &Puzzle) -> TwistedGrid {
        TwistedGrid { content: GridCell::all(puzzle.rows).map(CellContent::CardOf).collect(), swapped: Vec::new() }
    }

    pub fn at(&self, cell: GridCell) -> Option<CellContent> {
        self.content.get(cell.index()).copied()
    }

    /// Applies a twist; `shuffle` reorders the cells of a shuffle.
    pub fn twist(&mut self, twist: &Twist, shuffle: impl FnOnce(&mut [CellContent])) {
        let cells = twist.cells();
        let mut lifted: Vec<CellContent> = cells.iter().filter_map(|cell| self.at(*cell)).collect();
        match twist {
            Twist::Swap(..) => lifted.reverse(),
            Twist::Shift(_) => lifted.rotate_right(1),
            Twist::Shuffle(_) => shuffle(&mut lifted),
            Twist::JokerSwap(_) => {
                self.swapped.extend(lifted.iter().filter_map(|content| match content {
                    CellContent::CardOf(cell) => Some(*cell),
                    CellContent::Joker => None,
                }));
                lifted.fill(CellContent::Joker);
            }
        }
        for (cell, content) in cells.iter().zip(lifted) {
            if let Some(place) = self.content.get_mut(cell.index()) {
                *place = content;
            }
        }
    }

    /// The cells whose cards are the mystery, slot by slot; empty if a removal draws the mystery.
    pub fn mystery(&self, puzzle: &Puzzle) -> Vec<GridCell> {
        let Mystery::Cells(cells) = &puzzle.mystery else { return self.swapped.clone() };
        let card_in = |cell: &GridCell| match self.at(*cell)? {
            CellContent::CardOf(cell) => Some(cell),
            CellContent::Joker => None,
        };
        cells.iter().filter_map(card_in).chain(self.swapped.iter().copied()).collect()
    }
}

/// Calls `found` with every permutation of the items from index `from` on.
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

pub(super) fn combinations<T: Copy>(items: &[T], count: usize) -> Vec<Vec<T>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for (at, first) in items.iter().enumerate() {
        for rest in combinations(&items[at + 1..], count - 1) {
            found.push([vec![*first], rest].concat());
        }
    }
    found
}

/// How likely each number of cards and jokers is to come up from a pile, whatever the cards are.
///
/// After all removals and adds, a pile that was dealt `cells` cards holds a random number of jokers, and its other
/// cards are a random choice of the dealt ones. [`PileOdds::weight`] is the probability of turning up given cards and a
/// given number of jokers in a given order, as a whole number in the unit of [`PileOdds::scale`], so that sums are
/// exact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PileOdds {
    cells: usize,
    askable: usize,
    /// By jokers turned up, then by cards turned up.
    weights: Vec<Vec<u128>>,
    scale: u128,
}

impl PileOdds {
    /// The odds of a pile, from 0, that was dealt `cells` cards and to which twists brought `jokers`. `None` if the
    /// numbers exceed 128 bits.
    pub fn new(puzzle: &Puzzle, pile: usize, cells: usize, jokers: u8) -> Option<PileOdds> {
        // The probability of each number of jokers in the pile.
        let mut joker_counts: BTreeMap<usize, Ratio> = BTreeMap::from([(usize::from(jokers), Ratio::ONE)]);
        let mut size = cells + usize::from(jokers);
        for change in &puzzle.changes {
            match *change {
                Change::Add { pile: to, jokers } if usize::from(to) == pile + 1 => {
                    size += usize::from(jokers);
                    joker_counts =
                        joker_counts.into_iter().map(|(count, chance)| (count + usize::from(jokers), chance)).collect();
                }
                Change::Remove { pile: of, count } if usize::from(of) == pile + 1 => {
                    for _ in 0..count {
                        joker_counts = after_removing_one(&joker_counts, size)?;
                        size -= 1;
                    }
                }
                _ => {}
            }
        }
        PileOdds::from_joker_counts(cells, size, &joker_counts)
    }

    fn from_joker_counts(cells: usize, askable: usize, joker_counts: &BTreeMap<usize, Ratio>) -> Option<PileOdds> {
        let most = joker_counts.keys().max().copied().unwrap_or(0);
        let mut rows = Vec::new();
        for jokers in 0..=most.min(askable) {
            let mut row = Vec::new();
            for cards in 0..=(askable - jokers).min(cells) {
                let mut sum = Ratio::ZERO;
                for (held, chance) in joker_counts {
                    if *held >= jokers && askable - held >= cards {
                        sum = sum.plus(history_chance(*chance, cells, askable, *held, cards, jokers)?)?;
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
        Some(PileOdds { cells, askable, weights, scale })
    }

    /// The weight of turning up `cards` given cards and `jokers` jokers in a given order; 0 if that is impossible.
    pub fn weight(&self, cards: usize, jokers: usize) -> u128 {
        self.weights.get(jokers).and_then(|row| row.get(cards)).copied().unwrap_or(0)
    }

    /// The weight of probability 1.
    pub fn scale(&self) -> u128 {
        self.scale
    }

    /// How many cards and jokers the pile holds after all changes.
    pub fn askable(&self) -> usize {
        self.askable
    }

    pub fn cells(&self) -> usize {
        self.cells
    }
}

/// The distribution of the number of jokers in a pile of `size` after a random card is removed.
fn after_removing_one(joker_counts: &BTreeMap<usize, Ratio>, size: usize) -> Option<BTreeMap<usize, Ratio>> {
    let mut next: BTreeMap<usize, Ratio> = BTreeMap::new();
    for (count, chance) in joker_counts {
        for (left, ways) in [(count.wrapping_sub(1), *count), (*count, size - count)] {
            if ways > 0 {
                let part = chance.times(ways as u128, size as u128)?;
                let so_far = next.get(&left).copied().unwrap_or(Ratio::ZERO);
                next.insert(left, so_far.plus(part)?);
            }
        }
    }
    Some(next)
}

/// The probability that a pile of `askable`, which holds `held` jokers with this chance, shows these cards and jokers
/// first, in a given order.
fn history_chance(
    chance: Ratio,
    cells: usize,
    askable: usize,
    held: usize,
    cards: usize,
    jokers: usize,
) -> Option<Ratio> {
    let mut chance = chance;
    for drawn in 0..jokers {
        chance = chance.times((held - drawn) as u128, (askable - drawn) as u128)?;
    }
    for drawn in 0..cards {
        // The next one is a card, and it is this one of the dealt cards that have not come up.
        chance = chance.times((askable - held - drawn) as u128, (askable - jokers - drawn) as u128)?;
        chance = chance.times(1, (cells - drawn) as u128)?;
    }
    Some(chance)
}

/// A fraction in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ratio {
    pub above: u128,
    /// Never zero.
    pub below: u128,
}

impl Ratio {
    const ONE: Ratio = Ratio { above: 1, below: 1 };
    const ZERO: Ratio = Ratio { above: 0, below: 1 };

    pub fn new(above: u128, below: u128) -> Ratio {
        let common = gcd(above, below).max(1);
        Ratio { above: above / common, below: (below / common).max(1) }
    }

    pub fn value(self) -> f64 {
        self.above as f64 / self.below as f64
    }

    /// A mixed number, for players: `4 5/12`.
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

const _: () = assert!(MOST_PILES * 4 <= 32, "a row of a position key must fit into 32 bits");
