//! Where twists, removals and adds can send the cards of the cells.
//!
//! Rows are ranks and columns suits in a secret order, so a deal hides which rank each row is and which suit each
//! column. Twists move cards between cells before the piles are formed. Only a card's destination matters, so outcomes
//! of a shuffle that differ only within a pile are merged into one with a greater weight. To merge them early, twists
//! are processed from the last to the first, and a cell is described by the destination of a card in it: a shuffle of
//! eight cells of two piles has 70 outcomes, not 40 320.

use std::collections::BTreeMap;

use crate::games::mystery::puzzle::{CellSet, Change, GridCell, MOST_PILES, Puzzle, Twist};

/// One outcome of the twists.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Spread {
    /// For each pile the cells whose cards go to it.
    pub piles: Vec<CellSet>,
    /// For each pile the number of jokers that twists bring to it.
    pub jokers: Vec<u8>,
    /// The cells whose cards are the mystery, slot by slot; empty if a removal draws the mystery.
    pub mystery: Vec<GridCell>,
    /// Relative to the other outcomes.
    pub weight: u32,
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
    // How many slots of the mystery belong to its cells and to the joker swaps before this twist.
    let mut slots = puzzle.mystery_cells().len() + puzzle.joker_swaps();
    let mut all = BTreeMap::from([(Destinations::after_twists(puzzle), 1)]);
    for twist in puzzle.twists.iter().rev() {
        if let Twist::Shuffle(cells) = twist {
            all = before_shuffle(all, cells)?;
            continue;
        }
        slots -= usize::from(matches!(twist, Twist::JokerSwap(_)));
        let mut before = BTreeMap::new();
        for (destinations, weight) in all {
            // Jokers are alike, so outcomes that differ before a joker swap can become equal.
            let sum: &mut u32 = before.entry(destinations.before(twist, slots)).or_default();
            *sum = sum.checked_add(weight).ok_or(TooManyOutcomes)?;
        }
        all = before;
    }
    let mut found: Vec<Spread> =
        all.into_iter().map(|(destinations, weight)| destinations.spread(puzzle, weight)).collect();
    found.sort_unstable();
    Ok(found)
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
        let destination = |cell: GridCell| {
            let slot = || puzzle.mystery_cells().iter().position(|mystery| *mystery == cell);
            let pile = puzzle.pile_of(cell).map(Destination::Pile);
            pile.or_else(|| slot().map(Destination::Mystery)).unwrap_or(Destination::Stone)
        };
        let cells = GridCell::all(puzzle.rows).map(destination).collect();
        Destinations { cells, jokers: vec![0; puzzle.piles.len()] }
    }

    fn at(&self, cell: GridCell) -> Destination {
        self.cells[cell.index()]
    }

    fn set(&mut self, cells: &[GridCell], destinations: &[Destination]) {
        for (cell, destination) in cells.iter().zip(destinations) {
            self.cells[cell.index()] = *destination;
        }
    }

    /// As seen before a twist that is not a shuffle. The card that a joker swap replaces goes to `slot` of the mystery.
    fn before(mut self, twist: &Twist, slot: usize) -> Destinations {
        let cells = twist.cells();
        let mut moved: Vec<Destination> = cells.iter().map(|cell| self.at(*cell)).collect();
        match twist {
            Twist::Swap(..) | Twist::Shift(_) => moved.rotate_left(1),
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
            piles: (0..puzzle.piles.len()).map(|pile| cells_to(Destination::Pile(pile)).collect()).collect(),
            jokers: self.jokers.clone(),
            mystery: (0..puzzle.mysteries()).flat_map(|slot| cells_to(Destination::Mystery(slot))).collect(),
            weight,
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

/// Every order of the four columns or suits.
pub(super) static ORDERS: [[u8; 4]; 24] = orders();

pub(super) const fn orders() -> [[u8; 4]; 24] {
    let mut all = [[0; 4]; 24];
    let (mut number, mut code) = (0, 0);
    while code < 256u16 {
        let order = [(code & 3) as u8, (code >> 2 & 3) as u8, (code >> 4 & 3) as u8, (code >> 6 & 3) as u8];
        if 1 << order[0] | 1 << order[1] | 1 << order[2] | 1 << order[3] == 15 {
            all[number] = order;
            number += 1;
        }
        code += 1;
    }
    all
}

/// How likely each number of cards and jokers is to come up from a pile, whatever the cards are.
///
/// After all removals and adds, a pile that was dealt `cells` cards holds a random number of jokers, and its other
/// cards are a random choice of the dealt ones. [`PileOdds::weight`] is the probability of turning up given cards and a
/// given number of jokers in a given order, as a whole number in the unit of [`PileOdds::scale`], so that sums are
/// exact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PileOdds {
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
        for change in puzzle.changes.iter().filter(|change| usize::from(change.pile()) == pile + 1) {
            match *change {
                Change::Add { jokers, .. } => {
                    let added = usize::from(jokers);
                    size += added;
                    joker_counts = joker_counts.into_iter().map(|(count, chance)| (count + added, chance)).collect();
                }
                Change::Remove { count, .. } => {
                    for _ in 0..count {
                        joker_counts = after_removing_one(&joker_counts, size)?;
                        size -= 1;
                    }
                }
            }
        }
        PileOdds::from_joker_counts(cells, size, &joker_counts)
    }

    fn from_joker_counts(cells: usize, askable: usize, joker_counts: &BTreeMap<usize, Ratio>) -> Option<PileOdds> {
        let most = joker_counts.last_key_value().map_or(0, |(most, _)| *most);
        let chance_of = |jokers: usize, cards: usize| {
            let mut possible = joker_counts.iter().filter(|(held, _)| **held >= jokers && askable - **held >= cards);
            possible.try_fold(Ratio::ZERO, |sum, (held, chance)| {
                sum.plus(history_chance(*chance, cells, askable, *held, cards, jokers)?)
            })
        };
        let row = |jokers: usize| -> Option<Vec<Ratio>> {
            (0..=(askable - jokers).min(cells)).map(|cards| chance_of(jokers, cards)).collect()
        };
        let rows = (0..=most.min(askable)).map(row).collect::<Option<Vec<Vec<Ratio>>>>()?;
        let common = rows.iter().flatten().try_fold(1u128, |common, ratio| lcm(common, ratio.below))?;
        let whole = |ratio: &Ratio| ratio.above.checked_mul(common / ratio.below);
        let weights = rows.iter().map(|row| row.iter().map(whole).collect()).collect::<Option<Vec<Vec<u128>>>>()?;
        let scale = weights.first().and_then(|row| row.first()).copied()?;
        Some(PileOdds { askable, weights, scale })
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
    mut chance: Ratio,
    cells: usize,
    askable: usize,
    held: usize,
    cards: usize,
    jokers: usize,
) -> Option<Ratio> {
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
    pub const ONE: Ratio = Ratio { above: 1, below: 1 };
    const ZERO: Ratio = Ratio { above: 0, below: 1 };

    pub fn new(above: u128, below: u128) -> Ratio {
        let common = gcd(above, below).max(1);
        Ratio { above: above / common, below: (below / common).max(1) }
    }

    pub fn value(self) -> f64 {
        self.above as f64 / self.below as f64
    }

    /// With two decimals at most, for players: `4.42`.
    pub fn rounded(self) -> String {
        let words = format!("{:.2}", self.value());
        words.trim_end_matches('0').trim_end_matches('.').to_owned()
    }

    /// Exactly, as a mixed number: `4 5/12`.
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

const fn gcd(mut one: u128, mut other: u128) -> u128 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

pub(super) fn lcm(one: u128, other: u128) -> Option<u128> {
    (one / gcd(one, other).max(1)).checked_mul(other)
}

const _: () = assert!(MOST_PILES * 4 <= 32, "a row of a position key must fit into 32 bits");
