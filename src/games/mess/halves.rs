//! Repairs for a board on which one button has no tokens left.
//!
//! Such a board falls into two halves of eight cells that no press can mix, and a half has few enough arrangements for
//! a table. It holds the Pareto frontier of the repairs of each: how often they press the three other buttons, without
//! those that press every button at least as often as another repair.
//!
//! The halves share the tokens, so a repair is one entry for each half that together press no button too often.

use std::sync::LazyLock;

use super::board::{Button, Cell, PictureGrid, Press, TokenCounts};

/// 8!, the arrangements of eight tiles.
const ARRANGEMENTS: usize = 40_320;

/// The tokens on a button at the start. Repairs with more presses of one button are of no use.
const MAX_TOKENS: u8 = 10;

/// How often each of the three other buttons is pressed, in the order of [`buttons_by_bit`].
type PressCounts = [u8; 3];

/// The tile in each of the eight places of a half. A place is a cell's number without the bit of the empty button.
type Half = [u8; 8];

const HOME: Half = [0, 1, 2, 3, 4, 5, 6, 7];

/// The Pareto frontier of each arrangement, by its [`rank`]. The same for every empty button.
static FRONTIERS: LazyLock<Vec<Vec<PressCounts>>> = LazyLock::new(find_frontiers);

/// A shortest repair without the empty button, or `None` if there is none.
pub(super) fn repair(grid: PictureGrid, tokens: TokenCounts, empty: Button) -> Option<Vec<Press>> {
    if grid.astray(empty) > 0 {
        return None;
    }
    let buttons = buttons_by_bit(empty);
    let left = buttons.map(|button| tokens[button.index()]);
    let sides = [0, empty.mask()].map(|side| cells_of(empty, side));
    let halves = sides.map(|cells| half_of(grid, &cells));
    let frontiers = halves.map(|half| &FRONTIERS[rank(half)]);
    let pairs = frontiers[0].iter().flat_map(|one| frontiers[1].iter().map(move |other| [*one, *other]));
    let is_affordable = |[one, other]: &[PressCounts; 2]| (0..3).all(|bit| one[bit] + other[bit] <= left[bit]);
    let counts = pairs.filter(is_affordable).min_by_key(|[one, other]| total(*one) + total(*other))?;
    let presses_of = |side: usize| {
        let swaps = swaps(halves[side], counts[side]).into_iter();
        swaps.map(move |(place, bit)| Press::new(buttons[bit], sides[side][place]))
    };
    Some((0..2).flat_map(presses_of).collect())
}

/// The other buttons in the order of the bits of a place that they change.
fn buttons_by_bit(empty: Button) -> [Button; 3] {
    let mut others = [Button::B, Button::A, Button::D, Button::C].into_iter().filter(|button| *button != empty);
    std::array::from_fn(|_| others.next().unwrap_or(empty))
}

/// The cells of one half in the order of its places.
fn cells_of(empty: Button, side: usize) -> [Cell; 8] {
    let mut cells = Cell::all().filter(|cell| cell.index() & empty.mask() == side);
    std::array::from_fn(|_| cells.next().unwrap_or(Cell::FIRST))
}

fn half_of(grid: PictureGrid, cells: &[Cell; 8]) -> Half {
    cells.map(|cell| cells.iter().position(|home| *home == grid.at(cell)).unwrap_or_default() as u8)
}

fn total(counts: PressCounts) -> u8 {
    counts.iter().sum()
}

/// The index of an arrangement in lexicographic order.
fn rank(half: Half) -> usize {
    let add_digit = |(rank, unused): (usize, u8), (at, tile): (usize, u8)| {
        let unused = unused & !(1 << tile);
        let smaller = (unused & ((1 << tile) - 1)).count_ones() as usize;
        (rank * (8 - at) + smaller, unused)
    };
    (0..8).zip(half).fold((0, u8::MAX), add_digit).0
}

/// All arrangements in lexicographic order.
fn arrangements() -> Vec<Half> {
    let mut all = Vec::with_capacity(ARRANGEMENTS);
    let mut half = HOME;
    loop {
        all.push(half);
        // The usual next permutation: swap the last tile that has a larger one behind it with the smallest such tile.
        let Some(at) = (0..7).rev().find(|at| half[*at] < half[at + 1]) else { return all };
        let larger = (at..8).rev().find(|other| half[*other] > half[at]).unwrap_or(at);
        half.swap(at, larger);
        half[at + 1..].reverse();
    }
}

/// For each arrangement, the ranks that its twelve swaps lead to and the bit of each swap.
fn neighbours() -> Vec<[(u16, u8); 12]> {
    let mut swaps = [(0, 0); 12];
    swaps.iter_mut().zip(all_swaps()).for_each(|(entry, swap)| *entry = swap);
    let neighbours_of = |half: Half| swaps.map(|(place, bit)| (rank(swapped(half, place, bit)) as u16, bit as u8));
    arrangements().into_iter().map(neighbours_of).collect()
}

fn swapped(mut half: Half, place: usize, bit: usize) -> Half {
    half.swap(place, place ^ (1 << bit));
    half
}

/// The twelve swaps of a half: the lower place, and the bit in which the other differs.
fn all_swaps() -> impl Iterator<Item = (usize, usize)> {
    (0..3).flat_map(|bit| (0..8).filter(move |place| place & (1 << bit) == 0).map(move |place| (place, bit)))
}

/// Breadth-first search from home, so that counts with a smaller total are found first.
fn find_frontiers() -> Vec<Vec<PressCounts>> {
    let neighbours = neighbours();
    let mut frontiers: Vec<Vec<PressCounts>> = vec![Vec::new(); ARRANGEMENTS];
    frontiers[rank(HOME)].push([0; 3]);
    let mut reached: Vec<(u16, PressCounts)> = vec![(rank(HOME) as u16, [0; 3])];
    let mut next = 0;
    while let Some(&(half, counts)) = reached.get(next) {
        next += 1;
        for (neighbour, bit) in neighbours[usize::from(half)] {
            let mut longer = counts;
            longer[usize::from(bit)] += 1;
            let is_affordable = longer[usize::from(bit)] <= MAX_TOKENS;
            if is_affordable && insert_unless_dominated(&mut frontiers[usize::from(neighbour)], longer) {
                reached.push((neighbour, longer));
            }
        }
    }
    frontiers
}

/// Adds the counts unless the frontier has some that are no greater for any button. Returns whether it did.
fn insert_unless_dominated(frontier: &mut Vec<PressCounts>, counts: PressCounts) -> bool {
    let is_dominated = frontier.iter().any(|known| (0..3).all(|bit| known[bit] <= counts[bit]));
    if !is_dominated {
        frontier.push(counts);
    }
    !is_dominated
}

/// The swaps of a repair with these counts, which must be on the frontier of the half.
fn swaps(mut half: Half, mut counts: PressCounts) -> Vec<(usize, usize)> {
    let mut swaps = Vec::new();
    while total(counts) > 0 {
        let swap = all_swaps().find(|(place, bit)| {
            let mut rest = counts;
            rest[*bit] = rest[*bit].wrapping_sub(1);
            FRONTIERS[rank(swapped(half, *place, *bit))].contains(&rest)
        });
        // There always is one: the search found these counts by such a swap.
        let Some((place, bit)) = swap else { break };
        half = swapped(half, place, bit);
        counts[bit] -= 1;
        swaps.push((place, bit));
    }
    swaps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_arrangement_of_a_half_can_be_repaired_with_each_entry_of_its_frontier() {
        assert_eq!(FRONTIERS.len(), ARRANGEMENTS);
        assert!(FRONTIERS.iter().all(|frontier| !frontier.is_empty()));
        let mut half = [7, 2, 5, 0, 1, 6, 3, 4];
        for counts in &FRONTIERS[rank(half)] {
            let mut now = half;
            let swaps = swaps(now, *counts);
            assert_eq!(swaps.len(), usize::from(total(*counts)));
            swaps.iter().for_each(|(place, bit)| now = swapped(now, *place, *bit));
            assert_eq!(now, HOME);
        }
        half.sort_unstable();
        assert_eq!(FRONTIERS[rank(half)], [[0; 3]]);
    }

    #[test]
    fn ranks_are_lexicographic() {
        assert_eq!(rank(HOME), 0);
        assert_eq!(rank([0, 1, 2, 3, 4, 5, 7, 6]), 1);
        let all = arrangements();
        assert!(all.len() == ARRANGEMENTS && all.iter().enumerate().all(|(at, half)| rank(*half) == at));
        assert_eq!(rank([7, 6, 5, 4, 3, 2, 1, 0]), ARRANGEMENTS - 1);
    }
}
