//! A board on which one button is used up: two halves of eight cells that no press can mix, so each is small enough to know
//! all about. For every arrangement of a half, this table has all the ways to repair it that are not worse than another
//! in every button: so many presses of the first of the three other buttons, of the second, and of the third.
//!
//! The two halves share the tokens. A repair is one way for each half that together do not press any button too often.

use std::sync::LazyLock;

use super::board::{Button, Cell, Grid, Press};
use super::solver::Tokens;

/// How many arrangements eight tiles have.
const ARRANGEMENTS: usize = 40_320;

/// The tokens of a button at the start: no way with more presses of one is kept.
const MOST_TOKENS: u8 = 10;

/// Presses of each of the three buttons that are left.
type Presses = [u8; 3];

/// The tile in each of a half's eight places.
type Half = [u8; 8];

const HOME: Half = [0, 1, 2, 3, 4, 5, 6, 7];

/// The table. It depends on nothing but the rules, and is made when it is first asked for.
static WAYS: LazyLock<Vec<Vec<Presses>>> = LazyLock::new(find_ways);

/// A shortest repair of a board on which this button cannot be pressed, or `None`: then there is none.
pub(super) fn repair(grid: Grid, tokens: Tokens, empty: Button) -> Option<Vec<Press>> {
    if grid.astray(empty) > 0 {
        return None;
    }
    let buttons = buttons_by_bit(empty);
    let left = buttons.map(|button| tokens[button.index()]);
    let sides = [0, empty.mask()].map(|side| cells_of(empty, side));
    let halves = sides.map(|cells| half_of(grid, &cells));
    let ways = halves.map(|half| &WAYS[rank(half)]);
    let pairs = ways[0].iter().flat_map(|one| ways[1].iter().map(move |other| (*one, *other)));
    let fits = |(one, other): &(Presses, Presses)| (0..3).all(|bit| one[bit] + other[bit] <= left[bit]);
    let (one, other) = pairs.filter(fits).min_by_key(|(one, other)| sum(*one) + sum(*other))?;
    let line_of = |(cells, half, way): (&[Cell; 8], Half, Presses)| -> Vec<Press> {
        steps(half, way).into_iter().map(|(place, bit)| Press::new(buttons[bit], cells[place])).collect()
    };
    let first = line_of((&sides[0], halves[0], one));
    Some(first.into_iter().chain(line_of((&sides[1], halves[1], other))).collect())
}

/// The other buttons, in the order of the bits that they change in a place of a half.
fn buttons_by_bit(empty: Button) -> [Button; 3] {
    match empty {
        Button::A => [Button::B, Button::D, Button::C],
        Button::B => [Button::A, Button::D, Button::C],
        Button::C => [Button::B, Button::A, Button::D],
        Button::D => [Button::B, Button::A, Button::C],
    }
}

/// The cells of one half, in the order of their numbers, which is that of their places.
fn cells_of(empty: Button, side: usize) -> [Cell; 8] {
    let mut cells = Cell::all().filter(|cell| cell.index() & empty.mask() == side);
    std::array::from_fn(|_| cells.next().unwrap_or(Cell::FIRST))
}

/// The half's tiles as places of the half.
fn half_of(grid: Grid, cells: &[Cell; 8]) -> Half {
    cells.map(|cell| cells.iter().position(|home| *home == grid.at(cell)).unwrap_or_default() as u8)
}

fn sum(way: Presses) -> u8 {
    way.iter().sum()
}

/// The number of an arrangement in the order of the alphabet, 0 to 40 319.
fn rank(half: Half) -> usize {
    let count = |(rank, later): (usize, u8), (at, tile): (usize, u8)| {
        let later = later & !(1 << tile);
        let smaller = (later & ((1 << tile) - 1)).count_ones() as usize;
        (rank * (8 - at) + smaller, later)
    };
    (0..8).zip(half).fold((0, u8::MAX), count).0
}

/// All arrangements in the order of the alphabet.
fn arrangements() -> Vec<Half> {
    let mut all = Vec::with_capacity(ARRANGEMENTS);
    let mut half = HOME;
    loop {
        all.push(half);
        // The next one: the last tile that is smaller than the one after it takes the place of the next larger behind it.
        let Some(at) = (0..7).rev().find(|at| half[*at] < half[at + 1]) else { return all };
        let larger = (at..8).rev().find(|other| half[*other] > half[at]).unwrap_or(at);
        half.swap(at, larger);
        half[at + 1..].reverse();
    }
}

/// Where each of the twelve presses leads from each arrangement, as ranks, with the bit of each press.
fn ways_on() -> Vec<[(u16, u8); 12]> {
    let mut steps = [(0, 0); 12];
    steps.iter_mut().zip(all_steps()).for_each(|(kept, step)| *kept = step);
    let from = |half: Half| steps.map(|(place, bit)| (rank(swapped(half, place, bit)) as u16, bit as u8));
    arrangements().into_iter().map(from).collect()
}

fn swapped(mut half: Half, place: usize, bit: usize) -> Half {
    half.swap(place, place ^ (1 << bit));
    half
}

/// The twelve presses of a half: the lower place, and the bit.
fn all_steps() -> impl Iterator<Item = (usize, usize)> {
    (0..3).flat_map(|bit| (0..8).filter(move |place| place & (1 << bit) == 0).map(move |place| (place, bit)))
}

/// All ways of all arrangements, found from home outwards: ways of so many presses, then of one more.
fn find_ways() -> Vec<Vec<Presses>> {
    let on = ways_on();
    let mut ways: Vec<Vec<Presses>> = vec![Vec::new(); ARRANGEMENTS];
    ways[rank(HOME)].push([0; 3]);
    let mut edge = vec![(rank(HOME) as u16, [0; 3])];
    while !edge.is_empty() {
        let mut next = Vec::new();
        for (half, way) in edge {
            for (there, bit) in on[usize::from(half)] {
                let bit = usize::from(bit);
                let mut longer: Presses = way;
                longer[bit] += 1;
                if longer[bit] > MOST_TOKENS {
                    continue;
                }
                let known = &mut ways[usize::from(there)];
                let is_worse = |known: &Presses| (0..3).all(|bit| known[bit] <= longer[bit]);
                if !known.iter().any(is_worse) {
                    known.push(longer);
                    next.push((there, longer));
                }
            }
        }
        edge = next;
    }
    ways
}

/// The presses of a way of the table: each leads to an arrangement that has the rest of the way.
fn steps(mut half: Half, mut way: Presses) -> Vec<(usize, usize)> {
    let mut steps = Vec::new();
    while sum(way) > 0 {
        let step = all_steps().find(|(place, bit)| {
            let mut rest = way;
            rest[*bit] = rest[*bit].wrapping_sub(1);
            WAYS[rank(swapped(half, *place, *bit))].contains(&rest)
        });
        // Every way of the table but the empty one was found by such a step.
        let Some((place, bit)) = step else { break };
        half = swapped(half, place, bit);
        way[bit] -= 1;
        steps.push((place, bit));
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_arrangement_of_a_half_can_be_repaired_and_every_way_is_one() {
        assert_eq!(WAYS.len(), ARRANGEMENTS);
        assert!(WAYS.iter().all(|ways| !ways.is_empty()));
        let mut half = [7, 2, 5, 0, 1, 6, 3, 4];
        for way in &WAYS[rank(half)] {
            let mut now = half;
            let steps = steps(now, *way);
            assert_eq!(steps.len(), usize::from(sum(*way)));
            steps.iter().for_each(|(place, bit)| now = swapped(now, *place, *bit));
            assert_eq!(now, HOME);
        }
        half.sort_unstable();
        assert_eq!(WAYS[rank(half)], [[0; 3]]);
    }

    #[test]
    fn ranks_are_those_of_the_alphabet() {
        assert_eq!(rank(HOME), 0);
        assert_eq!(rank([0, 1, 2, 3, 4, 5, 7, 6]), 1);
        let all = arrangements();
        assert!(all.len() == ARRANGEMENTS && all.iter().enumerate().all(|(at, half)| rank(*half) == at));
        assert_eq!(rank([7, 6, 5, 4, 3, 2, 1, 0]), ARRANGEMENTS - 1);
    }
}
