//! Mystery Machine: its puzzles and their exact par.

use std::collections::BTreeMap;

use parlour::engine::rng::GameRng;
use parlour::games::mystery::par::{Seen, Solver};
use parlour::games::mystery::puzzle::{Cell, Change, Mystery, Pile, Price, Puzzle, Twist};

fn shipped(name: &str) -> Puzzle {
    let path = format!("{}/puzzles/mystery/{name}.ron", env!("CARGO_MANIFEST_DIR"));
    Puzzle::read(&std::fs::read_to_string(path).expect("a file")).expect("a puzzle")
}

fn never(_: u64) -> bool {
    false
}

#[test]
fn welcome_mushy_heads_takes_fifty_three_twelfths() {
    let mut solver = Solver::new(&shipped("welcome-mushy-heads")).expect("small");
    assert_eq!(solver.certain_chance(&never).expect("found").to_string(), "1/1");
    let (par, worst) = solver.par(&Seen::default(), &never).expect("found");
    assert_eq!((par.to_string().as_str(), worst), ("53/12", 6));
}

#[test]
fn a_bound_grows_with_what_is_looked_ahead_until_it_is_the_par() {
    let mut solver = Solver::new(&shipped("welcome-mushy-heads")).expect("small");
    let bounds: Vec<(f64, bool)> = (1..=8)
        .map(|depth| solver.bound(depth, &never).expect("found"))
        .map(|(bound, is_exact)| (bound.value(), is_exact))
        .collect();
    assert!(bounds.windows(2).all(|pair| pair[0].0 <= pair[1].0 + 1e-12), "{bounds:?}");
    assert!(!bounds[0].1 && bounds[0].0 < 53.0 / 12.0, "{bounds:?}");
    assert!(bounds[7].1 && (bounds[7].0 - 53.0 / 12.0).abs() < 1e-12, "{bounds:?}");
}

/// A joker among the cards of a pile.
const JOKER: u8 = 99;

/// A deal written out: the piles, top first, and the mystery.
#[derive(Clone)]
struct Dealt {
    piles: Vec<Vec<u8>>,
    mystery: Vec<u8>,
}

fn orders<T: Clone>(items: &[T]) -> Vec<Vec<T>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (index, first) in items.iter().enumerate() {
        let mut rest = items.to_vec();
        rest.remove(index);
        for order in orders(&rest) {
            all.push([vec![first.clone()], order].concat());
        }
    }
    all
}

/// What lies in the cells after the twists, in every way: cards by their numbers.
fn twisted(puzzle: &Puzzle, start: Vec<u8>) -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut all = vec![(start, Vec::new())];
    for twist in &puzzle.twists {
        let mut next = Vec::new();
        for (cells, swapped) in all {
            let places: Vec<usize> = twist.cells().iter().map(|cell| cell.index()).collect();
            let lifted: Vec<u8> = places.iter().map(|place| cells[*place]).collect();
            let laid = match twist {
                Twist::Swap(..) => vec![vec![lifted[1], lifted[0]]],
                Twist::Shift(_) => vec![[&lifted[lifted.len() - 1..], &lifted[..lifted.len() - 1]].concat()],
                Twist::Shuffle(_) => orders(&lifted),
                Twist::JokerSwap(_) => vec![vec![JOKER]],
            };
            for order in laid {
                let (mut cells, mut swapped) = (cells.clone(), swapped.clone());
                if matches!(twist, Twist::JokerSwap(_)) {
                    swapped.push(lifted[0]);
                }
                places.iter().zip(order).for_each(|(place, card)| cells[*place] = card);
                next.push((cells, swapped));
            }
        }
        all = next;
    }
    all
}

/// Every way to take some cards out of a pile: what is left, and what was taken.
fn taken(pile: &[u8], count: u8) -> Vec<(Vec<u8>, Vec<u8>)> {
    if count == 0 {
        return vec![(pile.to_vec(), Vec::new())];
    }
    let mut all = Vec::new();
    for (left, out) in taken(pile, count - 1) {
        for index in 0..left.len() {
            let (mut left, mut out) = (left.clone(), out.clone());
            out.push(left.remove(index));
            all.push((left, out));
        }
    }
    all
}

/// Every deal of a puzzle, all equally likely.
fn every_deal(puzzle: &Puzzle) -> Vec<Dealt> {
    let mut all = Vec::new();
    for ranks in orders(&(0..puzzle.rows).collect::<Vec<u8>>()) {
        for suits in orders(&[0u8, 1, 2, 3]) {
            let grid = Cell::all(puzzle.rows)
                .map(|cell| ranks[usize::from(cell.row())] * 4 + suits[usize::from(cell.column())])
                .collect();
            for (cells, swapped) in twisted(puzzle, grid) {
                all.extend(piled(puzzle, &cells, &swapped));
            }
        }
    }
    all
}

fn piled(puzzle: &Puzzle, cells: &[u8], swapped: &[u8]) -> Vec<Dealt> {
    let content = |cell: &Cell| cells[cell.index()];
    let mystery = match &puzzle.mystery {
        Mystery::Cells(cells) => cells.iter().map(content).chain(swapped.iter().copied()).collect(),
        Mystery::Removed { .. } => Vec::new(),
    };
    let piles = puzzle.piles.iter().map(|pile| pile.cells.iter().map(content).collect()).collect();
    let mut all = vec![Dealt { piles, mystery }];
    for change in &puzzle.changes {
        all = all.iter().flat_map(|dealt| changed(puzzle, dealt, change)).collect();
    }
    for pile in 0..puzzle.piles.len() {
        let ordered = |dealt: &Dealt| -> Vec<Dealt> {
            let with = |order| {
                let mut dealt = dealt.clone();
                dealt.piles[pile] = order;
                dealt
            };
            orders(&dealt.piles[pile]).into_iter().map(with).collect()
        };
        all = all.iter().flat_map(ordered).collect();
    }
    all
}

fn changed(puzzle: &Puzzle, dealt: &Dealt, change: &Change) -> Vec<Dealt> {
    match *change {
        Change::Add { pile, jokers } => {
            let mut dealt = dealt.clone();
            dealt.piles[usize::from(pile) - 1].extend((0..jokers).map(|_| JOKER));
            vec![dealt]
        }
        Change::Remove { pile, count } => {
            let index = usize::from(pile) - 1;
            let is_mystery = matches!(puzzle.mystery, Mystery::Removed { pile: of, .. } if of == pile);
            let with = |(left, out): (Vec<u8>, Vec<u8>)| {
                let mut dealt = dealt.clone();
                dealt.piles[index] = left;
                if is_mystery {
                    dealt.mystery.extend(out);
                    dealt.mystery.sort_unstable();
                }
                dealt
            };
            taken(&dealt.piles[index], count).into_iter().map(with).collect()
        }
    }
}

/// The least cost over these deals, of which so many cards are up: questions added up over all of them. `None` where
/// they cannot all be settled.
fn plain_cost(deals: &[&Dealt], up: &mut Vec<usize>) -> Option<u64> {
    if deals.iter().all(|dealt| dealt.mystery == deals[0].mystery) {
        return Some(0);
    }
    let mut best = None;
    for pile in 0..up.len() {
        let Some(groups) = answered(deals, up, pile) else { continue };
        up[pile] += 1;
        let costs: Option<Vec<u64>> = groups.values().map(|group| plain_cost(group, up)).collect();
        up[pile] -= 1;
        let Some(costs) = costs else { continue };
        let cost = deals.len() as u64 + costs.iter().sum::<u64>();
        best = Some(best.map_or(cost, |best: u64| best.min(cost)));
    }
    best
}

fn answered<'a>(deals: &[&'a Dealt], up: &[usize], pile: usize) -> Option<BTreeMap<u8, Vec<&'a Dealt>>> {
    deals[0].piles[pile].get(up[pile])?;
    let mut groups: BTreeMap<u8, Vec<&Dealt>> = BTreeMap::new();
    for dealt in deals {
        groups.entry(dealt.piles[pile][up[pile]]).or_default().push(dealt);
    }
    Some(groups)
}

/// Over how many of these deals the mystery is certain once everything is up.
fn plain_chance(deals: &[&Dealt], up: &mut Vec<usize>) -> usize {
    for pile in 0..up.len() {
        if let Some(groups) = answered(deals, up, pile) {
            up[pile] += 1;
            let sum = groups.values().map(|group| plain_chance(group, up)).sum();
            up[pile] -= 1;
            return sum;
        }
    }
    if deals.iter().all(|dealt| dealt.mystery == deals[0].mystery) { deals.len() } else { 0 }
}

/// A random puzzle, small enough to be written out.
fn small(rng: &mut GameRng) -> Puzzle {
    let mut cells: Vec<Cell> = Cell::all(4).collect();
    rng.shuffle(&mut cells);
    let mut next = || cells.pop().expect("sixteen");
    let sizes = [[2, 2, 2], [3, 2, 0], [3, 3, 0], [2, 3, 1], [4, 1, 0], [3, 2, 1]][rng.below(6) as usize];
    let pile = |size: &usize, next: &mut dyn FnMut() -> Cell| Pile {
        price: Price::Same(2),
        cells: (0..*size).map(|_| next()).collect(),
    };
    let piles: Vec<Pile> = sizes.iter().filter(|size| **size > 0).map(|size| pile(size, &mut next)).collect();
    let mut changes = Vec::new();
    let mut mystery = Mystery::Cells(vec![next()]);
    match rng.below(6) {
        0 => changes.push(Change::Remove { pile: 1, count: 1 }),
        1 => changes.push(Change::Add { pile: 2, jokers: 1 }),
        2 => changes.extend([Change::Remove { pile: 1, count: 1 }, Change::Add { pile: 1, jokers: 1 }]),
        3 => changes.extend([Change::Add { pile: 1, jokers: 1 }, Change::Remove { pile: 1, count: 1 }]),
        4 => {
            changes.push(Change::Remove { pile: 1, count: 1 });
            mystery = Mystery::Removed { pile: 1, count: 1 };
        }
        _ => {}
    }
    let others: Vec<Cell> = Cell::all(4).collect();
    let mut twists = Vec::new();
    match rng.below(5) {
        0 => twists.push(Twist::Swap(others[rng.below(4) as usize], others[rng.below(3) as usize + 4])),
        1 => twists.push(Twist::Shift(others[4..7].to_vec())),
        2 => twists.push(Twist::Shuffle(vec![piles[0].cells[0], piles[1].cells[0]])),
        3 if changes.is_empty() => twists.push(Twist::JokerSwap(piles[0].cells[0])),
        _ => {}
    }
    let (id, title, author) = ("small".to_owned(), "Small".to_owned(), String::new());
    Puzzle { parlour_puzzle: 1, id, title, author, printed_par: None, rows: 4, mystery, piles, twists, changes }
}

#[test]
fn par_and_chance_are_those_of_plain_enumeration_on_fifty_small_puzzles() {
    let mut rng = GameRng::from_number(11);
    let (mut solved, mut impossible, mut tried) = (0, 0, 0);
    while tried < 50 {
        let puzzle = small(&mut rng);
        if puzzle.fault().is_some() {
            continue;
        }
        tried += 1;
        let deals = every_deal(&puzzle);
        let deals: Vec<&Dealt> = deals.iter().collect();
        let mut solver = Solver::new(&puzzle).expect("small");
        let mut up = vec![0; puzzle.piles.len()];
        let chance = solver.certain_chance(&never).expect("found");
        let certain = plain_chance(&deals, &mut up);
        assert_eq!(chance.above * deals.len() as u128, chance.below * certain as u128, "{puzzle:?}");
        if let Some(cost) = plain_cost(&deals, &mut up) {
            let (par, _) = solver.par(&Seen::default(), &never).expect("found");
            assert_eq!(par.above * deals.len() as u128, par.below * u128::from(cost), "{puzzle:?}");
            assert_eq!(certain, deals.len());
            solved += 1;
        } else {
            assert!(certain < deals.len(), "{puzzle:?}");
            impossible += 1;
        }
    }
    assert!(solved >= 10 && impossible >= 10, "{solved} solved, {impossible} impossible");
}
