//! Mystery Machine: its puzzles and their exact par.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use arrayvec::ArrayVec;
use parlour::cards::{Card, Suit};
use parlour::engine::conformance::{KitEffort, conform};
use parlour::engine::game::{Bots, Cancel, Game, Moves, Observation, SolveProgress, SolveWatch};
use parlour::engine::outcome::Stage;
use parlour::engine::rng::GameRng;
use parlour::engine::seats::{BotLevel, Seat, Seats, Viewer};
use parlour::engine::session::Session;
use parlour::engine::table_session::TableSession;
use parlour::engine::tabletop::{Setup, Tabletop};
use parlour::games::mystery::MysteryMachine;
use parlour::games::mystery::deal::{Deal, low_deck};
use parlour::games::mystery::deduction::{effort, next};
use parlour::games::mystery::foresight::{expected_answers, review};
use parlour::games::mystery::moves::{Move, PileCard, pays};
use parlour::games::mystery::notes::{Check, Contradiction, Note, NoteMark, Notes, Sheet, check};
use parlour::games::mystery::puzzle::draft::{CellMark, Draft, Edit};
use parlour::games::mystery::puzzle::grade::Grade;
use parlour::games::mystery::puzzle::shipped;
use parlour::games::mystery::puzzle::verdict::{DEALS, REASONED_DEALS, judge, judge_watched, par_bound, win_rate};
use parlour::games::mystery::puzzle::{Change, GridCell, Mystery, Pile, Price, Puzzle, Twist};
use parlour::games::mystery::rules::{Event, Options};
use parlour::games::mystery::solver::knowledge::{GridConstraints, Knowledge, Reasoner};
use parlour::games::mystery::solver::par::{AnswersSeen, Solver};
use parlour::games::mystery::solver::spread::spreads;
use parlour::layout::{Beat, Face, Room};

use proptest::prelude::*;

use crate::share::{share_of, some_of};

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
    let (par, worst) = solver.par(&AnswersSeen::default(), &never).expect("found");
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

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn bounds_from_above_shrink_with_what_is_looked_ahead_until_they_are_the_par() {
    for name in ["welcome-mushy-heads", "the-three-twos", "sixth-sense", "crossed-wires"] {
        let mut solver = Solver::new(&shipped(name)).expect("small");
        let mut from_above = solver.from_above();
        let (par, _) = solver.par(&AnswersSeen::default(), &never).expect("found");
        let mut last = f64::MAX;
        let mut depth = 1;
        loop {
            let (bound, is_par) = from_above.bound(depth, &never).expect("found");
            assert!(par.value() <= bound.value() && bound.value() <= last, "{name}: {bound} at {depth}, par {par}");
            last = bound.value();
            if is_par {
                break assert_eq!(bound, par, "{name}");
            }
            depth += 1;
        }
        assert!(depth > 1, "{name}: the first bound tells nothing of the others");
    }
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn a_judgement_that_is_called_off_says_what_the_par_lies_between() {
    for name in ["welcome-mushy-heads", "twins", "crossed-wires"] {
        let puzzle = shipped(name);
        let (par, _) = judge(&puzzle, &never).expect("small").par.expect("it can be solved");
        for visited in [1, 20, 60] {
            let cancel = Cancel::new();
            let report = |progress: SolveProgress| {
                if progress.nodes >= visited {
                    cancel.raise();
                }
            };
            let found = judge_watched(&puzzle, &SolveWatch { cancel: &cancel, report: &report });
            let unjudged = found.expect_err("it takes more positions than that");
            let (least, most) = (unjudged.bounds.at_least.value(), unjudged.bounds.at_most);
            assert!((2.0..=par.value()).contains(&least), "{name}: {least}, par {par}");
            assert!(most.is_none_or(|most| par.value() <= most.value()), "{name}: {most:?}, par {par}");
            assert!(unjudged.nodes >= visited, "{name}: {}", unjudged.nodes);
        }
        let judged = judge_watched(&puzzle, &SolveWatch::quiet(&Cancel::new()));
        assert_eq!(judged.ok(), judge(&puzzle, &never).ok(), "{name}: bounds that are sought beside it change nothing");
    }
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
    every_deal_after(puzzle, &vec![Vec::new(); puzzle.piles.len()])
}

fn piled(puzzle: &Puzzle, cells: &[u8], swapped: &[u8]) -> Vec<Dealt> {
    let content = |cell: &GridCell| cells[cell.index()];
    let mystery = match &puzzle.mystery {
        Mystery::Cells(cells) => cells.iter().map(content).chain(swapped.iter().copied()).collect(),
        Mystery::Removed { .. } => swapped.to_vec(),
    };
    let piles = puzzle.piles.iter().map(|pile| pile.cells.iter().map(content).collect()).collect();
    let mut all = vec![Dealt { piles, mystery }];
    for number in 0..puzzle.changes.len() {
        all = all.iter().flat_map(|dealt| changed(puzzle, dealt, number)).collect();
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

fn changed(puzzle: &Puzzle, dealt: &Dealt, number: usize) -> Vec<Dealt> {
    match puzzle.changes[number] {
        Change::Add { pile, jokers } => {
            let mut dealt = dealt.clone();
            dealt.piles[usize::from(pile) - 1].extend((0..jokers).map(|_| JOKER));
            vec![dealt]
        }
        Change::Remove { pile, count } => {
            let index = usize::from(pile) - 1;
            let drawn = puzzle.drawn_by(number);
            let with = |(left, out): (Vec<u8>, Vec<u8>)| {
                let mut dealt = dealt.clone();
                dealt.piles[index] = left;
                // Which of the removed cards came first, and are the mystery.
                taken(&out, drawn).into_iter().map(move |(_, set)| {
                    let mut dealt = dealt.clone();
                    dealt.mystery.extend(set);
                    puzzle.sort_set(&mut dealt.mystery);
                    dealt
                })
            };
            taken(&dealt.piles[index], count).into_iter().flat_map(with).collect()
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
    small_of(4, rng)
}

fn small_of(rows: u8, rng: &mut GameRng) -> Puzzle {
    let mut cells: Vec<GridCell> = GridCell::all(rows).collect();
    rng.shuffle(&mut cells);
    let mut next = || cells.pop().expect("at least sixteen");
    let sizes = [[2, 2, 2], [3, 2, 0], [3, 3, 0], [2, 3, 1], [4, 1, 0], [3, 2, 1]][rng.below(6) as usize];
    let pile = |size: &usize, next: &mut dyn FnMut() -> GridCell| Pile {
        price: Price::Same(2),
        cells: (0..*size).map(|_| next()).collect(),
    };
    let piles: Vec<Pile> = sizes.iter().filter(|size| **size > 0).map(|size| pile(size, &mut next)).collect();
    let mut changes = Vec::new();
    let mut mystery = Mystery::Cells(vec![next()]);
    match rng.below(7) {
        0 => changes.push(Change::Remove { pile: 1, count: 1 }),
        1 => changes.push(Change::Add { pile: 2, jokers: 1 }),
        2 => changes.extend([Change::Remove { pile: 1, count: 1 }, Change::Add { pile: 1, jokers: 1 }]),
        3 => changes.extend([Change::Add { pile: 1, jokers: 1 }, Change::Remove { pile: 1, count: 1 }]),
        4 => {
            changes.push(Change::Remove { pile: 1, count: 1 });
            mystery = Mystery::Removed { pile: 1, count: 1 };
        }
        // Only the first of two removed cards is the mystery; the second may be a joker that came between.
        5 if sizes[0] > 2 => {
            changes.push(Change::Remove { pile: 1, count: 2 });
            mystery = Mystery::Removed { pile: 1, count: 1 };
        }
        5 => {
            let (remove, add) = (Change::Remove { pile: 1, count: 1 }, Change::Add { pile: 1, jokers: 1 });
            changes.extend([remove, add, remove]);
            mystery = Mystery::Removed { pile: 1, count: 1 };
        }
        _ => {}
    }
    let others: Vec<GridCell> = GridCell::all(rows).collect();
    let mut twists = Vec::new();
    match rng.below(5) {
        0 => twists.push(Twist::Swap(others[rng.below(4) as usize], others[rng.below(3) as usize + 4])),
        1 => twists.push(Twist::Shift(others[4..7].to_vec())),
        2 => twists.push(Twist::Shuffle(vec![piles[0].cells[0], piles[1].cells[0]])),
        3 if changes.is_empty() => twists.push(Twist::JokerSwap(piles[0].cells[0])),
        // Beside a drawn mystery, too.
        3 => twists.push(Twist::JokerSwap(piles[1].cells[0])),
        _ => {}
    }
    let (id, title, author) = ("small".to_owned(), "Small".to_owned(), String::new());
    Puzzle { parlour_puzzle: 1, id, title, author, printed_par: None, rows, mystery, piles, twists, changes }
}

/// These piles and a mystery in the last cell, without mods.
fn plain(rows: u8, piles: &[&[&str]]) -> Puzzle {
    let cell = |text: &&str| text.parse().expect("a cell");
    let pile = |cells: &&[&str]| Pile { price: Price::Same(2), cells: cells.iter().map(cell).collect() };
    let mystery = Mystery::Cells(GridCell::all(rows).last().into_iter().collect());
    Puzzle {
        rows,
        mystery,
        piles: piles.iter().map(pile).collect(),
        twists: Vec::new(),
        changes: Vec::new(),
        ..small(&mut GameRng::from_number(1))
    }
}

/// Every deal of a puzzle in which these cards come up first.
fn every_deal_after(puzzle: &Puzzle, up: &[Vec<u8>]) -> Vec<Dealt> {
    let holds = |cells: &[u8], pile: &Pile, up: &[u8]| {
        up.iter().all(|card| *card == JOKER || pile.cells.iter().any(|cell| cells[cell.index()] == *card))
    };
    let mut all = Vec::new();
    for ranks in orders(&(0..puzzle.rows).collect::<Vec<u8>>()) {
        for suits in orders(&[0u8, 1, 2, 3]) {
            let grid = GridCell::all(puzzle.rows)
                .map(|cell| ranks[usize::from(cell.row())] * 4 + suits[usize::from(cell.column())])
                .collect();
            for (cells, swapped) in twisted(puzzle, grid) {
                if puzzle.piles.iter().zip(up).all(|(pile, up)| holds(&cells, pile, up)) {
                    all.extend(piled(puzzle, &cells, &swapped));
                }
            }
        }
    }
    all.retain(|dealt| dealt.piles.iter().zip(up).all(|(pile, up)| pile.starts_with(up)));
    all
}

fn seen_of(up: &[Vec<u8>]) -> AnswersSeen {
    let answers = up.iter().enumerate().flat_map(|(pile, up)| up.iter().map(move |answer| (pile, *answer)));
    answers.fold(AnswersSeen::default(), |seen, (pile, answer)| match answer {
        JOKER => seen.with_joker(pile),
        card => seen.with_card(pile, u32::from(card)),
    })
}

/// What a solver that is entered in mid-game finds is what plain enumeration finds there.
fn assert_solved_from(puzzle: &Puzzle, up: &[Vec<u8>]) {
    let what = || format!("{puzzle:?} after {up:?}");
    let (deals, seen) = (every_deal_after(puzzle, up), seen_of(up));
    let deals: Vec<&Dealt> = deals.iter().collect();
    let mut solver = Solver::new(puzzle).expect("small");
    let mut likely: BTreeMap<Vec<u8>, f64> = BTreeMap::new();
    for dealt in &deals {
        let mut answer = dealt.mystery.clone();
        puzzle.sort_set(&mut answer);
        *likely.entry(answer).or_default() += 1.0 / deals.len() as f64;
    }
    let ranked = solver.ranked_answers(&seen);
    assert_eq!(ranked.len(), likely.len(), "{}", what());
    for (answer, chance) in ranked {
        assert!((likely[&answer] - chance).abs() < 1e-9, "{answer:?}: {chance}, {}", what());
    }
    let mut counts: Vec<usize> = up.iter().map(Vec::len).collect();
    let Some(cost) = plain_cost(&deals, &mut counts) else { return };
    let (par, _) = solver.par(&seen, &never).expect("found");
    assert_eq!(par.above * deals.len() as u128, par.below * u128::from(cost), "{}", what());
    let best = Solver::new(puzzle).expect("small").best(&seen, &never).expect("found");
    assert_eq!(best.is_none(), cost == 0, "{}", what());
    let Some(pile) = best else { return };
    let groups = answered(&deals, &counts, pile).expect("a pile with more");
    counts[pile] += 1;
    let after: u64 = groups.values().map(|group| plain_cost(group, &mut counts).expect("settled")).sum();
    assert_eq!(deals.len() as u64 + after, cost, "pile {pile} is not the best, {}", what());
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn with_the_first_and_the_last_card_of_eight_rows_up_in_one_pile_the_solver_counts_right() {
    // Row H is the rank of three cards, and column 4 the suit of two others: in the end the mystery in H4 is certain.
    let puzzle = plain(8, &[&["H1", "H2", "H3", "A4", "B4", "C1"]]);
    // A♠, 7♣ and one more.
    assert_solved_from(&puzzle, &[vec![31, 17, 0]]);
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn par_and_chance_are_those_of_plain_enumeration_on_small_puzzles() {
    let (solved, impossible) = against_plain_enumeration(8);
    assert!(solved > 0 && impossible > 0, "{solved} solved, {impossible} impossible");
}

#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn par_and_chance_are_those_of_plain_enumeration_on_fifty_small_puzzles() {
    let (solved, impossible) = against_plain_enumeration(50);
    assert!(solved >= 10 && impossible >= 10, "{solved} solved, {impossible} impossible");
}

/// Judges so many random puzzles in both ways; how many have a par, and how many have none.
fn against_plain_enumeration(count: usize) -> (usize, usize) {
    let mut rng = GameRng::from_number(11);
    let (mut solved, mut impossible, mut tried) = (0, 0, 0);
    while tried < count {
        let puzzle = small(&mut rng);
        if puzzle.problem().is_some() {
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
            let (par, _) = solver.par(&AnswersSeen::default(), &never).expect("found");
            assert_eq!(par.above * deals.len() as u128, par.below * u128::from(cost), "{puzzle:?}");
            assert_eq!(certain, deals.len());
            solved += 1;
        } else {
            assert!(certain < deals.len(), "{puzzle:?}");
            impossible += 1;
        }
    }
    (solved, impossible)
}

#[test]
fn a_pile_may_be_emptied_and_filled_again() {
    let changes = vec![Change::Remove { pile: 2, count: 2 }, Change::Add { pile: 2, jokers: 1 }];
    let puzzle = Puzzle { changes, ..plain(4, &[&["D1", "D2", "A4", "B4"], &["A1", "C3"]]) };
    assert_eq!(puzzle.problem(), None);
    assert_solved_from(&puzzle, &[vec![], vec![]]);
    assert_solved_from(&puzzle, &[vec![5], vec![JOKER]]);
    let text = puzzle.to_line();
    for seed in 0..20 {
        let game = deal(&own(&text), &Deal::default(), seed);
        assert_eq!((game.to_come(0).len(), game.to_come(1)), (4, &[PileCard::Joker(1)][..]));
    }
}

/// So many random positions in mid-game of random small puzzles with so many rows.
fn mid_games(rows: u8, count: usize, rng: &mut GameRng) -> Vec<(Puzzle, Vec<Vec<u8>>)> {
    let mut found = Vec::new();
    while found.len() < count {
        let puzzle = small_of(rows, rng);
        if puzzle.problem().is_some() {
            continue;
        }
        let dealt = random_deal(&puzzle, rng);
        let mut up_to = |pile: &Vec<u8>| pile[..rng.below(pile.len() as u32 + 1) as usize].to_vec();
        let up: Vec<Vec<u8>> = dealt.piles.iter().map(&mut up_to).collect();
        let (all, left) = (up.concat().len(), dealt.piles.concat().len() - up.concat().len());
        // With more rows, more must be up for the deals that are left to be written out.
        if left > 0 && all >= usize::from(rows) / 2 - 1 {
            found.push((puzzle, up));
        }
    }
    found
}

#[test]
fn from_mid_game_the_solver_finds_what_plain_enumeration_finds_in_a_few_positions() {
    let mut rng = GameRng::from_number(31);
    for rows in 4..=8 {
        mid_games(rows, 2, &mut rng).iter().for_each(|(puzzle, up)| assert_solved_from(puzzle, up));
    }
}

#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn from_mid_game_the_solver_finds_what_plain_enumeration_finds_in_many_positions() {
    let mut rng = GameRng::from_number(32);
    for (rows, count) in [(4, 50), (5, 50), (6, 50), (7, 20), (8, 20)] {
        mid_games(rows, share_of(count), &mut rng).iter().for_each(|(puzzle, up)| assert_solved_from(puzzle, up));
    }
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn positions_with_other_names_for_ranks_and_suits_are_alike_to_the_solver() {
    let mut rng = GameRng::from_number(33);
    for rows in 4..=8 {
        for (puzzle, up) in mid_games(rows, 4, &mut rng) {
            let (mut ranks, mut suits) = ((0..rows).collect::<Vec<u8>>(), [0u8, 1, 2, 3]);
            rng.shuffle(&mut ranks);
            rng.shuffle(&mut suits);
            let renamed = |card: &u8| match *card {
                JOKER => JOKER,
                card => ranks[usize::from(card / 4)] * 4 + suits[usize::from(card % 4)],
            };
            let other: Vec<Vec<u8>> = up.iter().map(|pile| pile.iter().map(renamed).collect()).collect();
            // Each with a solver of its own: one that knows the first position would not look at the second.
            let solved = |up: &[Vec<u8>]| {
                let mut solver = Solver::new(&puzzle).expect("small");
                let values = solver.question_values(&seen_of(up), 2, &never).expect("found");
                (solver.ranked_answers(&seen_of(up)), values, solver.par(&seen_of(up), &never).expect("found"))
            };
            let ((answers, values, par), (others, other_values, other_par)) = (solved(&up), solved(&other));
            let sorted = |answers: Vec<(Vec<u8>, f64)>, renamed: &dyn Fn(&u8) -> u8| -> BTreeMap<Vec<u8>, String> {
                let named = |answer: Vec<u8>| {
                    let mut cards: Vec<u8> = answer.iter().map(renamed).collect();
                    puzzle.sort_set(&mut cards);
                    cards
                };
                answers.into_iter().map(|(answer, chance)| (named(answer), format!("{chance:.9}"))).collect()
            };
            let what = format!("{puzzle:?} after {up:?} and {other:?}");
            assert_eq!(sorted(answers, &renamed), sorted(others, &|card| *card), "{what}");
            assert_eq!(par, other_par, "{what}");
            assert!((values.expected - other_values.expected).abs() < 1e-9, "{what}");
            let pairs = values.gain.iter().zip(other_values.gain);
            assert!(pairs.into_iter().all(|(one, other)| (one - other).abs() < 1e-9), "{what}");
        }
    }
}

#[test]
fn every_shipped_puzzle_has_its_day() {
    let all: BTreeSet<String> = shipped::texts().map(|(id, _)| id.to_owned()).collect();
    let count = all.len() as u64;
    let of_days: BTreeSet<String> =
        (20_000..20_000 + count).map(|day| MysteryMachine::options_of_the_day(day).puzzle).collect();
    assert_eq!(of_days, all);
    assert_eq!(MysteryMachine::options_of_the_day(20_000 + count), MysteryMachine::options_of_the_day(20_000));
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn every_puzzle_that_comes_along_is_as_its_index_says() {
    let index = shipped::index();
    assert_eq!(index.len(), shipped::texts().count(), "every puzzle is in the index once");
    let mut titles = BTreeSet::new();
    for (id, text) in shipped::texts() {
        let puzzle = Puzzle::read(text).unwrap_or_else(|broken| panic!("{id}:{}: {broken}", broken.place));
        assert_eq!(puzzle.id, id, "a puzzle's file is called by its id");
        assert!(titles.insert(puzzle.title.clone()), "{id}: its title is another puzzle's");
        let known = index.iter().find(|known| known.id == id).unwrap_or_else(|| panic!("{id} is not in the index"));
        let judged = judge(&puzzle, &never).unwrap_or_else(|error| panic!("{id}: {error}"));
        let (par, worst) = judged.par.unwrap_or_else(|| panic!("{id} cannot always be settled"));
        assert_eq!((Some(par), worst), (known.ratio(), known.worst), "{id}: {par}");
    }
    let printed = ["welcome-mushy-heads", "the-three-twos", "one-two-three"];
    for grade in Grade::ALL {
        let ours = index.iter().filter(|known| known.grade == grade && !printed.contains(&known.id.as_str()));
        assert!(ours.count() >= 4, "at least twenty of ours in five grades: {}", grade.word());
    }
    assert!(index.windows(2).all(|pair| pair[0].grade <= pair[1].grade), "the gentlest first");
    let pars = printed.map(|id| shipped::find(id).and_then(|puzzle| puzzle.printed_par));
    assert_eq!(pars, [Some(4.5), Some(4.5), Some(4.0)], "as the rulebook prints them");
}

/// Of every eighth puzzle as many deals are played as for the index, and of the others a quarter of them, by which the grade must be
/// likely.
#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn every_puzzle_that_comes_along_has_the_grade_of_its_index() {
    for (number, known) in some_of(&shipped::index()).enumerate() {
        let puzzle = shipped::find(&known.id).expect("a puzzle");
        let played = if number % 8 == 0 { DEALS } else { DEALS / 4 };
        let chance = win_rate(&puzzle, played, &|| false).expect("dealt");
        let error = if played == DEALS { 0.0 } else { 3.0 * (chance * (1.0 - chance) / f64::from(played)).sqrt() };
        let likely = Grade::of(chance + error)..=Grade::of(chance - error);
        assert!(likely.contains(&known.grade), "{}: {chance} ± {error}, and not {:?}", known.id, known.grade);
    }
}

#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn every_puzzle_that_comes_along_has_the_grade_of_reasoning_of_its_index() {
    for known in some_of(&shipped::index()) {
        let puzzle = shipped::find(&known.id).expect("a puzzle");
        let steps = effort(&puzzle, REASONED_DEALS, &|| false).expect("dealt");
        assert_eq!(Grade::of_reasoning(steps), known.reasoning, "{}: {steps}", known.id);
    }
}

#[test]
fn what_a_question_could_tell_is_what_it_tells_on_the_average() {
    let game = deal(&pure("welcome-mushy-heads"), &Deal::default(), 5);
    let view = game.view(Viewer::Public);
    let expected = expected_answers(&view);
    let mut rng = GameRng::from_number(7);
    assert!(expected.is_exact);
    for (pile, expected) in expected.left.iter().enumerate() {
        let mut sum = 0;
        for _ in 0..300 {
            let mut other = game.resample_hidden(Viewer::Public, &mut rng);
            play(&mut other, &format!("ask {}", pile + 1));
            sum += other.view(Viewer::Public).known.answers.len();
        }
        let mean = sum as f64 / 300.0;
        assert!((expected.expect("cards") - mean).abs() < 0.5, "pile {pile}: {expected:?} {mean}");
    }
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn what_a_question_could_tell_is_exact() {
    // Worked out by hand: 240 answers to the two mysteries, of which a card of pile 2 leaves 140 on average.
    let game = deal(&pure("odd-couple"), &Deal::default(), 1);
    let view = game.view(Viewer::Public);
    assert_eq!(view.known.answers.len(), 240);
    let expected = expected_answers(&view);
    assert!(expected.is_exact && (expected.left[1].expect("cards") - 140.0).abs() < 1e-9, "{expected:?}");
    // A card of Slow Train's first pile, or of its second, leaves 16 of 20.
    let game = deal(&pure("slow-train"), &Deal::default(), 1);
    let expected = expected_answers(&game.view(Viewer::Public));
    assert!(expected.left[..2].iter().flatten().all(|left| (left - 16.0).abs() < 1e-9), "{expected:?}");
    // Eight rows with four cells shuffled have too many deals to go through.
    let text = shipped::find("eight-octaves").expect("a puzzle").to_line();
    let text = text.replace("Shuffle([\"E2\",\"D2\"])", "Shuffle([\"E2\",\"D2\",\"C2\",\"F2\"])");
    let wild = Options { puzzle_text: text, pure_logic: true, ..Options::default() };
    let game = deal(&wild, &Deal::default(), 1);
    let expected = expected_answers(&game.view(Viewer::Public));
    assert!(!expected.is_exact && expected.left.iter().any(Option::is_some), "{expected:?}");
}

#[test]
fn looking_back_the_best_questions_are_those_that_optimal_play_asks() {
    for seed in 0..12 {
        let mut game = deal(&pure("odd-couple"), &Deal::default(), seed);
        let mut solver = Solver::new(&shipped("odd-couple")).expect("small");
        let mut asked = Vec::new();
        while !game.view(Viewer::Public).is_certain() {
            let best = solver.best(&game.view(Viewer::Public).seen(), &never).expect("found").expect("a question");
            let worst = (0..game.view(Viewer::Public).down.len()).rev();
            let pile = match seed % 2 {
                0 => best,
                _ => worst.into_iter().find(|pile| game.view(Viewer::Public).down[*pile] > 0).expect("a card"),
            };
            play(&mut game, &format!("ask {}", pile + 1));
            asked.push(pile as u8);
        }
        let reviewed = review(&game.view(Viewer::Public)).expect("small enough");
        assert_eq!(reviewed.iter().map(|question| question.pile).collect::<Vec<u8>>(), asked);
        let lost: f64 = reviewed.iter().map(|question| question.lost).sum();
        assert!(reviewed.iter().all(|question| question.lost >= 0.0));
        assert!(if seed % 2 == 0 { lost < 1e-9 } else { lost > 0.0 }, "deal {seed}: {reviewed:?}");
    }
}

/// A random deal, by shuffling, written out apart from the rules.
fn random_deal(puzzle: &Puzzle, rng: &mut GameRng) -> Dealt {
    let (mut ranks, mut suits) = ((0..puzzle.rows).collect::<Vec<u8>>(), [0u8, 1, 2, 3]);
    rng.shuffle(&mut ranks);
    rng.shuffle(&mut suits);
    let grid: Vec<u8> = GridCell::all(puzzle.rows)
        .map(|cell| ranks[usize::from(cell.row())] * 4 + suits[usize::from(cell.column())])
        .collect();
    let grids = twisted(puzzle, grid);
    let (cells, swapped) = rng.pick(&grids).expect("a grid").clone();
    let content = |cell: &GridCell| cells[cell.index()];
    let mut mystery: Vec<u8> = match &puzzle.mystery {
        Mystery::Cells(cells) => cells.iter().map(content).chain(swapped).collect(),
        Mystery::Removed { .. } => Vec::new(),
    };
    let mut piles: Vec<Vec<u8>> = puzzle.piles.iter().map(|pile| pile.cells.iter().map(content).collect()).collect();
    piles.iter_mut().for_each(|pile| rng.shuffle(pile));
    for change in &puzzle.changes {
        match *change {
            Change::Add { pile, jokers } => piles[usize::from(pile) - 1].extend((0..jokers).map(|_| JOKER)),
            Change::Remove { pile, count } => {
                let pile_ = &mut piles[usize::from(pile) - 1];
                rng.shuffle(pile_);
                let out = pile_.split_off(pile_.len() - usize::from(count));
                if matches!(puzzle.mystery, Mystery::Removed { pile: of, .. } if of == pile) {
                    mystery.extend(out);
                    mystery.sort_unstable();
                }
            }
        }
    }
    piles.iter_mut().for_each(|pile| rng.shuffle(pile));
    Dealt { piles, mystery }
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn deals_played_by_the_solver_take_par_on_the_average() {
    take_par_on_the_average(1_000, 0);
}

#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn many_deals_of_every_puzzle_played_by_the_solver_take_par_on_the_average() {
    take_par_on_the_average(share_of(20_000) as u32, share_of(100) as u32);
}

/// With many rows each new position is looked up among a million deals: of such a puzzle fewer deals are played, or none.
fn take_par_on_the_average(played: u32, played_with_many_rows: u32) {
    for (id, text) in shipped::texts() {
        let puzzle = Puzzle::read(text).expect("a puzzle");
        let played = if puzzle.rows > 6 { played_with_many_rows } else { played };
        if played == 0 {
            continue;
        }
        let mut solver = Solver::new(&puzzle).expect("small");
        let (par, worst) = solver.par(&AnswersSeen::default(), &never).expect("found");
        let mut advice: HashMap<AnswersSeen, Option<usize>> = HashMap::new();
        let mut rng = GameRng::from_number(5);
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..played {
            let dealt = random_deal(&puzzle, &mut rng);
            let (mut seen, mut asked) = (AnswersSeen::default(), 0u8);
            while let Some(pile) = *advice.entry(seen).or_insert_with(|| solver.best(&seen, &never).expect("found")) {
                let up = (seen.cards[pile].count_ones() + u32::from(seen.jokers[pile])) as usize;
                seen = match dealt.piles[pile][up] {
                    JOKER => seen.with_joker(pile),
                    card => seen.with_card(pile, u32::from(card)),
                };
                asked += 1;
            }
            assert!(asked <= worst, "{id}: {asked} questions");
            sum += f64::from(asked);
            squares += f64::from(asked) * f64::from(asked);
        }
        let mean = sum / f64::from(played);
        let error = ((squares / f64::from(played) - mean * mean) / f64::from(played)).sqrt();
        // Four standard errors: one sound puzzle of sixteen thousand would be outside.
        assert!((mean - par.value()).abs() <= 4.0 * error + 1e-9, "{id}: {mean} against {}", par.value());
    }
}

fn card(text: &str) -> Card {
    text.parse().expect("a card")
}

fn cards(text: &str) -> Vec<Card> {
    let mut cards: Vec<Card> = text.split_whitespace().map(card).collect();
    cards.sort_unstable();
    cards
}

fn deal(options: &Options, deal: &Deal, seed: u64) -> MysteryMachine {
    let mut rng = GameRng::from_number(seed);
    MysteryMachine::deal(options, Seats::ONE, Some(deal), &mut rng).unwrap_or_else(|error| panic!("{error}"))
}

fn named(puzzle: &str) -> Options {
    Options { puzzle: puzzle.to_owned(), ..Options::default() }
}

fn play(game: &mut MysteryMachine, mv: &str) -> Vec<Event> {
    let mv: Move = mv.parse().unwrap_or_else(|error| panic!("{error}"));
    game.check(Seat::FIRST, &mv).unwrap_or_else(|why| panic!("{mv}: {why}"));
    game.apply(Seat::FIRST, &mv, &mut GameRng::from_number(0))
}

fn refused(game: &MysteryMachine, mv: &str) -> String {
    let mv: Move = mv.parse().unwrap_or_else(|error| panic!("{error}"));
    game.check(Seat::FIRST, &mv).expect_err("not allowed").why
}

/// A deal of Welcome Mushy Heads in which everything is known.
fn known_deal() -> Deal {
    let pile = |text: &str| text.split_whitespace().map(str::to_owned).collect();
    let low =
        "5H 2C 5S 9D 5D 9C 2S 3S 4S TS 6H 7H 8H TH 2D 3D 4D TD 2H 3H 4H 9H 6S 7S 8S 9S 6D 7D 8D 3C 4C 5C 6C 7C 8C TC";
    Deal {
        ranks: "J A K Q".to_owned(),
        suits: "S D H C".to_owned(),
        piles: vec![pile("JD AS KH QC"), pile("JC KD QS"), pile("AD AC QD")],
        low: low.to_owned(),
        ..Deal::default()
    }
}

#[test]
fn same_number_prices_are_two_to_four_cards_of_one_number() {
    assert!(pays(Price::Same(2), &cards("5H 5S")));
    assert!(pays(Price::Same(4), &cards("5H 5S 5D 5C")));
    assert!(!pays(Price::Same(2), &cards("5H 6H")));
    assert!(!pays(Price::Same(2), &cards("5H 5S 5D")), "paid with exactly that many");
}

#[test]
fn two_groups_are_two_pairs_or_a_full_house() {
    assert!(pays(Price::Groups(2, 2), &cards("5H 5S 9D 9C")));
    assert!(pays(Price::Groups(2, 3), &cards("5H 5S 9D 9C 9S")));
    assert!(!pays(Price::Groups(2, 2), &cards("5H 5S 9D 8C")));
    assert!(!pays(Price::Groups(2, 3), &cards("5H 5S 9D 9C")));
    assert!(pays(Price::Groups(2, 2), &cards("5H 5S 5D 5C")), "nothing says that the groups' numbers differ");
}

#[test]
fn same_suit_prices_are_two_to_four_cards_of_one_suit() {
    assert!(pays(Price::Suit(3), &cards("2H 9H 5H")));
    assert!(!pays(Price::Suit(3), &cards("2H 9H 5S")));
}

#[test]
fn a_straight_flush_is_of_subsequent_numbers_and_does_not_go_round_the_corner() {
    assert!(pays(Price::Flush(3), &cards("4H 3H 5H")));
    assert!(!pays(Price::Flush(3), &cards("4H 3H 5S")));
    assert!(!pays(Price::Flush(3), &cards("2H 3H 5H")));
    assert!(!pays(Price::Flush(3), &cards("9H TH 2H")), "no wrap-around");
}

#[test]
fn one_of_two_cards_is_picked_the_other_is_dumped_and_two_new_ones_come() {
    let mut game = deal(&named("welcome-mushy-heads"), &known_deal(), 1);
    assert_eq!(game.view(Viewer::Public).market.as_slice(), [card("5H"), card("2C")]);
    assert_eq!(game.view(Viewer::Public).low_left, 34);
    assert!(refused(&game, "pick 5S").contains("not in the market"));
    play(&mut game, "pick 5H");
    let view = game.view(Viewer::Public);
    assert_eq!((view.hand.as_slice(), view.dumped.as_slice()), ([card("5H")].as_slice(), [card("2C")].as_slice()));
    assert_eq!((view.market.as_slice(), view.low_left), ([card("5S"), card("9D")].as_slice(), 32));
}

#[test]
fn paying_turns_the_topmost_card_up_and_dumps_what_was_paid() {
    let mut game = deal(&named("welcome-mushy-heads"), &known_deal(), 1);
    play(&mut game, "pick 5H");
    assert!(refused(&game, "ask 1 with 5H 5S").contains("not in your hand"));
    play(&mut game, "pick 5S");
    assert!(refused(&game, "ask 3 with 5H 5S").contains("pile 3: it costs 3 of one number"));
    let events = play(&mut game, "ask 1 with 5S 5H");
    assert!(matches!(&events[..], [Event::Asked { pile: 0, answer: PileCard::Card(up), .. }] if *up == card("JD")));
    let view = game.view(Viewer::Public);
    assert_eq!((view.up[0].as_slice(), view.down[0]), ([PileCard::Card(card("JD"))].as_slice(), 3));
    assert!(view.hand.is_empty() && view.dumped.ends_with(&[card("5S"), card("5H")]));
    assert!(MysteryMachine::reveals(&events[0]), "what has been seen cannot be taken back");
}

#[test]
fn of_the_seventh_card_on_one_of_the_earlier_six_is_dumped() {
    let mut game = deal(&named("welcome-mushy-heads"), &known_deal(), 1);
    for mv in ["pick 5H", "pick 5S", "pick 5D", "pick 2S", "pick 4S", "pick 6H"] {
        play(&mut game, mv);
    }
    assert!(refused(&game, "pick 8H").contains("discard one of its six cards"));
    assert!(refused(&game, "pick 8H drop 8H").contains("not in your hand"), "never the new one");
    play(&mut game, "pick 8H drop 4S");
    assert_eq!(game.view(Viewer::Public).hand.len(), 6);
    play(&mut game, "ask 3 with 5S 5H 5D");
    assert!(refused(&game, "pick 2D drop 2S").contains("only when you take a seventh card"));
}

#[test]
fn a_right_guess_wins_what_is_left_in_the_low_deck_and_a_wrong_one_ends_it_too() {
    let options = named("welcome-mushy-heads");
    for (guess, scores, winners) in [("guess JS", vec![34], vec![Seat::FIRST]), ("guess QH", vec![0], Vec::new())] {
        let mut game = deal(&options, &known_deal(), 1);
        assert_eq!(game.mystery(), [card("JS")]);
        assert!(refused(&game, "guess 5H").contains("not in the grid"));
        assert!(refused(&game, "guess JS QH").contains("1 card"));
        play(&mut game, guess);
        let Stage::Over(outcome) = game.stage() else { panic!("one guess ends the game") };
        assert_eq!((game.scores(), outcome.winners), (scores, winners));
        assert_eq!(game.legal_moves(Seat::FIRST), Moves::NONE);
    }
}

#[test]
fn when_the_low_deck_runs_out_only_what_is_held_can_be_asked_with() {
    let mut game = deal(&named("welcome-mushy-heads"), &known_deal(), 1);
    for _ in 0..18 {
        let moves = game.legal_moves(Seat::FIRST);
        let pick = moves.listed().iter().find(|mv| matches!(mv, Move::Pick { .. })).expect("a pick").to_string();
        play(&mut game, &pick);
    }
    let view = game.view(Viewer::Public);
    assert!(view.market.is_empty() && view.low_left == 0 && view.hand.len() == 6);
    let moves = game.legal_moves(Seat::FIRST);
    assert!(moves.listed().iter().all(|mv| matches!(mv, Move::Ask { .. } | Move::Guess(_))));
}

#[test]
fn the_grids_low_numbers_are_missing_from_the_low_deck() {
    let six = shipped::find("six-of-one").expect("a puzzle");
    let low = low_deck(&six);
    assert_eq!(low.len(), 28);
    assert!(low.iter().all(|card| (2..=8).contains(&card.rank().number())), "ten and nine are in the grid");
    assert_eq!(six.ranks().iter().map(|rank| rank.letter()).collect::<String>(), "AKQJT9");
}

#[test]
fn an_explicit_deal_is_dealt_as_it_stands_and_the_rest_is_shuffled() {
    let game = deal(&named("welcome-mushy-heads"), &known_deal(), 1);
    assert_eq!(game.grid_deal(), Deal { low: String::new(), ..known_deal() });
    // Ranks and suits follow from the piles as far as they do.
    let piles = Deal { piles: known_deal().piles, ..Deal::default() };
    let found = deal(&named("welcome-mushy-heads"), &piles, 7).grid_deal();
    assert_eq!(found.piles, piles.piles);
    let rows = Deal { ranks: "J A K Q".to_owned(), ..Deal::default() };
    assert_eq!(deal(&named("welcome-mushy-heads"), &rows, 7).grid_deal().ranks, "J A K Q");
    let wrong = |deal: Deal| {
        let mut rng = GameRng::from_number(1);
        let dealt = MysteryMachine::deal(&named("welcome-mushy-heads"), Seats::ONE, Some(&deal), &mut rng);
        dealt.expect_err("no deal").to_string()
    };
    assert!(wrong(Deal { ranks: "J A K K".to_owned(), ..Deal::default() }).contains("in some order"));
    assert!(wrong(Deal { suits: "S D H".to_owned(), ..Deal::default() }).contains("in some order"));
    assert!(wrong(Deal { low: "5H 5H".to_owned(), ..Deal::default() }).contains("listed twice"));
    assert!(wrong(Deal { low: "5H".to_owned(), ..Deal::default() }).contains("missing"));
    let mut twice = known_deal();
    twice.piles[0][0] = "QC".to_owned();
    assert!(wrong(twice).contains("listed twice"));
    let mut short = known_deal();
    short.piles[0].pop();
    assert!(wrong(short).contains("after all mods it should have 4"));
    let mut joker = known_deal();
    joker.piles[0][0] = "X1".to_owned();
    assert!(wrong(joker).contains("not a joker of this puzzle"));
    let mut impossible = known_deal();
    impossible.piles[0][0] = "JS".to_owned();
    assert!(wrong(impossible).contains("no deal of this puzzle"));
}

fn own(text: &str) -> Options {
    Options::own(&Puzzle::read(text).unwrap_or_else(|broken| panic!("{}: {broken}", broken.place)), "")
}

#[test]
fn a_swap_and_a_shift_move_cards_before_the_piles_are_formed() {
    let options = own(r#"(parlour_puzzle: 1, id: "t", title: "T", rows: 4, mystery: Cells(["A1"]),
        piles: [(price: Same(2), cells: ["B1"]), (price: Same(2), cells: ["C2"]), (price: Same(2), cells: ["C3"])],
        twists: [Swap("B1", "B4"), Shift(["C1", "C2", "C3"])])"#);
    let given = Deal { ranks: "J A K Q".to_owned(), suits: "S D H C".to_owned(), ..Deal::default() };
    let piles = deal(&options, &given, 3).grid_deal().piles;
    // Row B is aces, row C kings; the last of a shift becomes the first, so C2 has the card of C1.
    assert_eq!(piles, [["AC"], ["KS"], ["KD"]]);
}

#[test]
fn a_joker_swap_takes_the_card_as_the_mystery() {
    let options = own(r#"(parlour_puzzle: 1, id: "t", title: "T", rows: 4, mystery: Cells([]),
        piles: [(price: Same(2), cells: ["B1", "B2"])], twists: [JokerSwap("B2")])"#);
    let given = Deal { ranks: "J A K Q".to_owned(), suits: "S D H C".to_owned(), ..Deal::default() };
    let game = deal(&options, &given, 3);
    assert_eq!(game.mystery(), [card("AD")]);
    let mut pile = game.grid_deal().piles.remove(0);
    pile.sort_unstable();
    assert_eq!(pile, ["AS", "X1"]);
}

#[test]
fn what_a_removal_drew_is_named_as_a_set_and_cells_slot_by_slot() {
    let removed = own(r#"(parlour_puzzle: 1, id: "t", title: "T", rows: 4, mystery: Removed(pile: 1, count: 2),
        piles: [(price: Same(2), cells: ["B1", "B2", "C3"])], changes: [Remove(pile: 1, count: 2)])"#);
    let mut game = deal(&removed, &Deal::default(), 3);
    let (one, other) = (game.mystery()[0], game.mystery()[1]);
    assert!(one < other);
    assert!(refused(&game, &format!("guess {other} {one}")).contains("in deck order"));
    play(&mut game, &format!("guess {one} {other}"));
    assert!(matches!(game.stage(), Stage::Over(outcome) if outcome.winners == [Seat::FIRST]));
    let mut game = deal(&named("two-for-tea"), &Deal::default(), 3);
    let (one, other) = (game.mystery()[0], game.mystery()[1]);
    play(&mut game, &format!("guess {other} {one}"));
    assert!(matches!(game.stage(), Stage::Over(outcome) if outcome.winners.is_empty()), "each slot must be named");
}

/// What a player who goes through every deal knows: which answers are left.
fn plainly_left(puzzle: &Puzzle, deals: &[Dealt], up: &[Vec<u8>]) -> BTreeSet<Vec<u8>> {
    let fits = |dealt: &&Dealt| dealt.piles.iter().zip(up).all(|(pile, up)| pile.starts_with(up));
    let answer = |dealt: &Dealt| {
        let mut answer = dealt.mystery.clone();
        puzzle.sort_set(&mut answer);
        answer
    };
    deals.iter().filter(fits).map(answer).collect()
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn the_answers_that_are_left_are_those_of_plain_enumeration() {
    let mut rng = GameRng::from_number(23);
    let mut tried = 0;
    while tried < 12 {
        let puzzle = small(&mut rng);
        if puzzle.problem().is_some() {
            continue;
        }
        tried += 1;
        let (deals, reasoner) = (every_deal(&puzzle), Reasoner::new(&puzzle));
        for _ in 0..6 {
            let (_, seen, up) = some_answers(&deals, &mut rng);
            assert_eq!(reasoner.knowledge(&seen).answers, plainly_left(&puzzle, &deals, &up), "{puzzle:?} {up:?}");
        }
    }
}

/// A random deal, and some of its piles' cards turned up.
fn some_answers(deals: &[Dealt], rng: &mut GameRng) -> (Dealt, AnswersSeen, Vec<Vec<u8>>) {
    let dealt = rng.pick(deals).expect("a deal").clone();
    let mut seen = AnswersSeen::default();
    let mut up = vec![Vec::new(); dealt.piles.len()];
    for (pile, cards) in dealt.piles.iter().enumerate() {
        for card in &cards[..rng.below(cards.len() as u32 + 1) as usize] {
            up[pile].push(*card);
            seen = match *card {
                JOKER => seen.with_joker(pile),
                card => seen.with_card(pile, u32::from(card)),
            };
        }
    }
    (dealt, seen, up)
}

fn contains(more: &Knowledge, less: &Knowledge) -> bool {
    more.answers.is_superset(&less.answers)
        && less.rows.iter().zip(more.rows).all(|(less, more)| less & !more == 0)
        && less.columns.iter().zip(more.columns).all(|(less, more)| less & !more == 0)
        && less.piles.iter().zip(more.piles).all(|(less, more)| less & !more == 0)
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn a_bound_rules_out_nothing_that_is_possible_and_is_exact_where_nothing_is_left_to_chance() {
    let mut rng = GameRng::from_number(29);
    let (mut tried, mut exact, mut looser) = (0, 0, 0);
    while tried < 60 {
        let puzzle = small(&mut rng);
        if puzzle.problem().is_some() {
            continue;
        }
        tried += 1;
        let (deals, reasoner, bound) = (every_deal(&puzzle), Reasoner::new(&puzzle), Reasoner::loose(&puzzle));
        assert!(reasoner.is_exact() && !bound.is_exact());
        for _ in 0..6 {
            let (dealt, seen, up) = some_answers(&deals, &mut rng);
            let (known, bounded) = (reasoner.knowledge(&seen), bound.knowledge(&seen));
            assert!(contains(&bounded, &known), "{puzzle:?} {up:?}: {known:?} {bounded:?}");
            if !puzzle.has_random_mystery() && puzzle.mysteries() == 1 {
                assert_eq!(known, bounded, "{puzzle:?} {up:?}");
                exact += 1;
            }
            looser += usize::from(known != bounded);
            let mut answer = dealt.mystery.clone();
            puzzle.sort_set(&mut answer);
            let constraints = GridConstraints { mystery: Some(answer.clone()), ..GridConstraints::default() };
            let sample = bound.sample(&seen, &constraints, &mut rng).expect("a deal with these answers");
            assert_eq!(sample.mystery, answer, "{puzzle:?} {up:?}");
            for (pile, next) in sample.piles.iter().enumerate() {
                assert_eq!(next.len() + up[pile].len(), puzzle.askable(pile), "{puzzle:?} {up:?}");
            }
            let (guess, chance) = bound.any_answer(&seen).expect("an answer");
            assert!(bounded.answers.contains(&guess), "{puzzle:?} {up:?}: {guess:?}");
            assert_eq!(chance >= 1.0, bounded.answers.len() == 1, "{puzzle:?} {up:?}: {chance}");
        }
    }
    assert!(exact > 100 && looser > 10, "{exact} {looser}");
}

#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn no_puzzle_takes_fewer_questions_than_its_lower_bound() {
    for (id, _) in shipped::texts() {
        let puzzle = shipped(id);
        let entry = shipped::index().into_iter().find(|entry| entry.id == id).expect("in the index");
        let (par, bound) = (entry.ratio().expect("a par").value(), par_bound(&puzzle, 300).value());
        assert!((2.0..=par + 1e-9).contains(&bound), "{id}: {bound}, par {par}");
    }
}

fn pure(puzzle: &str) -> Options {
    Options { pure_logic: true, ..named(puzzle) }
}

#[test]
fn in_pure_logic_questions_are_free_and_there_is_no_low_deck() {
    let mut game = deal(&pure("welcome-mushy-heads"), &Deal::default(), 3);
    let view = game.view(Viewer::Public);
    assert!(view.market.is_empty() && view.low_left == 0 && view.hand.is_empty());
    assert!(refused(&game, "ask 1 with 3H 3S").contains("questions are free"));
    let down = view.answers_left();
    play(&mut game, "ask 1");
    play(&mut game, "ask 2");
    assert_eq!((game.view(Viewer::Public).questions, game.view(Viewer::Public).answers_left()), (2, down - 2));
    assert!(refused(&game, "pick 3H").contains("not in the market"));
    let mystery = game.mystery().to_vec();
    game.apply(Seat::FIRST, &Move::Guess(mystery.into_iter().collect()), &mut GameRng::from_number(1));
    assert_eq!(game.scores(), [down as i32 - 2], "the fewer questions, the better");
    assert!(!matches!(game.stage(), Stage::Over(outcome) if outcome.reason.contains("low card")));
    assert!(refused(&deal(&named("welcome-mushy-heads"), &Deal::default(), 3), "ask 1").contains("do not pay"));
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn the_hard_bot_takes_par_in_pure_logic_and_the_others_more() {
    let (mut questions, deals) = ([0; 3], 300);
    for (at, level) in [BotLevel::Hard, BotLevel::Medium, BotLevel::Easy].into_iter().enumerate() {
        let mut bot = MysteryMachine::bot(level);
        for seed in 0..deals {
            let mut game = deal(&pure("odd-couple"), &Deal::default(), seed);
            while !matches!(game.stage(), Stage::Over(_)) {
                let (view, legal) = (game.view(Viewer::Seat(Seat::FIRST)), game.legal_moves(Seat::FIRST));
                let observation = Observation { seat: Seat::FIRST, view: &view, seen: &[], legal: &legal };
                let mv = bot.choose(&observation, seed, &Cancel::new()).expect("a move");
                play(&mut game, &mv.to_string());
            }
            let over = game.view(Viewer::Public);
            assert!(over.over.is_some_and(|over| over.right && over.was_certain()));
            questions[at] += over.questions;
        }
    }
    let par = 65.0 / 12.0 * deals as f64;
    // Three standard deviations of the sum, each question's number having one of about 1.3.
    assert!((f64::from(questions[0]) - par).abs() < 3.0 * 1.3 * (deals as f64).sqrt(), "{questions:?}, par {par}");
    assert!(questions[0] < questions[1] && questions[1] < questions[2], "{questions:?}");
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn no_bot_peeks_at_what_lies_face_down() {
    let seat = Seat::FIRST;
    for (puzzle, level) in
        [("the-three-twos", BotLevel::Medium), ("masquerade", BotLevel::Easy), ("twins", BotLevel::Hard)]
    {
        let mut rng = GameRng::from_number(9);
        let mut game = deal(&named(puzzle), &Deal::default(), 4);
        let mut bot = MysteryMachine::bot(level);
        let mut moves = 0;
        while !matches!(game.stage(), Stage::Over(_)) && moves < 12 {
            let other = game.resample_hidden(Viewer::Seat(seat), &mut rng);
            let (view, legal) = (game.view(Viewer::Seat(seat)), game.legal_moves(seat));
            assert_eq!((&view, &legal), (&other.view(Viewer::Seat(seat)), &other.legal_moves(seat)), "{puzzle}");
            let observation = Observation { seat, view: &view, seen: &[], legal: &legal };
            let mv = bot.choose(&observation, 5, &Cancel::new()).expect("a move");
            let (view, legal) = (other.view(Viewer::Seat(seat)), other.legal_moves(seat));
            let observation = Observation { seat, view: &view, seen: &[], legal: &legal };
            assert_eq!(
                MysteryMachine::bot(level).choose(&observation, 5, &Cancel::new()),
                Some(mv.clone()),
                "{puzzle}"
            );
            play(&mut game, &mv.to_string());
            moves += 1;
        }
        assert!(moves > 5, "{puzzle}");
    }
}

/// One fault in the text of Welcome Mushy Heads, and what is said of it.
#[test]
fn broken_puzzle_texts_are_refused_with_place_and_reason() {
    let text = shipped::texts().find(|(id, _)| *id == "welcome-mushy-heads").expect("a puzzle").1;
    let faults = [
        ("parlour_puzzle: 1", "parlour_puzzle: 2", "2:5", "this program reads format 1"),
        ("title:", "titel:", "4:", "titel"),
        ("    rows: 4,", "    rows: 4, colour: 3,", "7:", "colour"),
        ("rows: 4", "rows: 9", "7:5", "4 to 8"),
        ("\"C3\"", "\"C5\"", "10:", "C5"),
        ("\"C3\"", "\"E3\"", "9:5", "pile 1: cell E3"),
        ("\"C3\"", "\"B2\"", "9:5", "pile 3: cell B2"),
        ("\"C3\"", "\"A1\"", "8:5", "A1 is on pile 1"),
        ("[\"A4\", \"C2\", \"D1\"]", "[]", "9:5", "pile 2 is empty"),
        ("Same(3)", "Same(5)", "9:5", "pile 3: the price Same(5)"),
        ("Cells([\"A1\"])", "Cells([])", "8:5", "no mystery"),
        ("Cells([\"A1\"])", "Removed(pile: 1, count: 1)", "8:5", "remove as many"),
        ("    ],\n)", "    ],\n    twists: [Swap(\"A1\", \"B2\")],\n)", "14:5", "twist 1: A1, B2"),
        ("    ],\n)", "    ],\n    twists: [Shift([\"A1\", \"A2\"])],\n)", "14:5", "three or more"),
        (
            "    ],\n)",
            "    ],\n    twists: [JokerSwap(\"A2\"), Swap(\"A1\", \"A2\")],\n)",
            "14:5",
            "the mystery's cell A1",
        ),
        ("    ],\n)", "    ],\n    changes: [Add(pile: 1, jokers: 3)],\n)", "14:5", "3 jokers in all"),
        ("    ],\n)", "    ],\n    changes: [Add(pile: 7, jokers: 1)],\n)", "14:5", "the piles are 1 to 3"),
        (
            "    ],\n)",
            "    ],\n    changes: [Remove(pile: 1, count: 4)],\n)",
            "14:5",
            "pile 1 is empty after all changes",
        ),
        ("    ],\n)", "    ],\n    changes: [Remove(pile: 1, count: 5)],\n)", "14:5", "remove fewer"),
        ("    ],\n)", "    ],", "", ""),
    ];
    for (found, instead, place, reason) in faults {
        assert!(text.contains(found), "{found}");
        let broken = Puzzle::read(&text.replacen(found, instead, 1)).expect_err(instead);
        assert!(broken.place.to_string().starts_with(place), "{instead}: {} {broken}", broken.place);
        assert!(broken.message.contains(reason), "{instead}: {broken}");
    }
    let long = format!("{text}//{}", "x".repeat(10 << 20));
    assert!(Puzzle::read(&long).expect_err("10 MB").message.contains("at most"));
    for end in 0..text.trim_end().len() {
        assert!(text.is_char_boundary(end) && Puzzle::read(&text[..end]).is_err(), "cut off at {end}");
    }
}

/// Puzzles whose shuffles or removals turn out in more ways than can be gone through.
fn too_many_ways() -> [(&'static str, String); 4] {
    let all: Vec<String> = GridCell::all(8).map(|cell| format!("{:?}", cell.to_string())).collect();
    let cells = all.join(", ");
    let removed = format!(
        r#"(parlour_puzzle: 1, id: "t", title: "T", rows: 8, mystery: Removed(pile: 1, count: 4),
        piles: [(price: Same(2), cells: [{cells}])], changes: [Remove(pile: 1, count: 4)])"#
    );
    let shuffled = format!(
        r#"(parlour_puzzle: 1, id: "t", title: "T", rows: 8, mystery: Cells(["A1"]),
        piles: [(price: Same(2), cells: ["B2"])], twists: [Shuffle([{cells}])])"#
    );
    let eight = r#"["A2", "A3", "B1", "B2", "B3", "B4", "C1", "C2"]"#;
    let swaps = r#"Swap("D1", "D2"), "#.repeat(500);
    let twice = format!(
        r#"(parlour_puzzle: 1, id: "t", title: "T", rows: 8, mystery: Removed(pile: 1, count: 4), piles: [
        (price: Same(2), cells: [{}]), (price: Same(2), cells: ["A2"]), (price: Same(2), cells: ["A3"]),
        (price: Same(2), cells: ["B1"]), (price: Same(2), cells: ["B2"]), (price: Same(2), cells: ["B3"])],
        twists: [Shuffle({eight}), {swaps}Shuffle({eight})], changes: [Remove(pile: 1, count: 4)])"#,
        all[8..].join(", "),
    );
    let everything = r#"(parlour_puzzle: 1, id: "t", title: "T", rows: 4, mystery: Cells(["D4"]), piles: [
        (price: Same(2), cells: ["A1", "A2", "A3"]), (price: Suit(2), cells: ["B1", "B2", "B3"]),
        (price: Flush(2), cells: ["C1", "C2", "C3"]), (price: Same(3), cells: ["A4", "B4", "C4"])],
        twists: [JokerSwap("A1"), Shuffle(["A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4", "C1", "C2"])],
        changes: [Add(pile: 1, jokers: 1), Remove(pile: 1, count: 1), Remove(pile: 2, count: 1)])"#
        .to_owned();
    [("removed", removed), ("shuffled", shuffled), ("twice", twice), ("everything", everything)]
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn a_puzzle_that_can_turn_out_in_too_many_ways_has_a_bound_and_is_played() {
    for (name, text) in too_many_ways() {
        let puzzle = Puzzle::read(&text).unwrap_or_else(|broken| panic!("{name}: {broken}"));
        assert!(spreads(&puzzle).is_err() || name == "removed", "{name}: few enough to be gone through");
        assert!(judge(&puzzle, &|nodes| nodes > 10).is_err(), "{name}");
        assert_eq!(par_bound(&puzzle, 10).to_string(), "2/1", "{name}");
        let dealt = deal(&own(&text), &Deal::default(), 0);
        assert_eq!(MysteryMachine::could_be_won(&dealt), None, "{name}: nobody can tell");
        assert_eq!(MysteryMachine::hindsight(&dealt, &Cancel::new()), None, "{name}: nobody can tell");
        for (level, seed) in [(BotLevel::Random, 1), (BotLevel::Easy, 2), (BotLevel::Medium, 3)] {
            let mut rng = GameRng::from_number(seed);
            let mut game = deal(&own(&text), &Deal::default(), seed);
            let again = deal(&own(&text), &game.grid_deal(), seed + 10);
            assert_eq!((again.grid_deal(), again.mystery()), (game.grid_deal(), game.mystery()), "{name}");
            let mut bot = MysteryMachine::bot(level);
            while !matches!(game.stage(), Stage::Over(_)) {
                let (view, legal) = (game.view(Viewer::Seat(Seat::FIRST)), game.legal_moves(Seat::FIRST));
                let answer: Vec<u8> = game.mystery().iter().filter_map(|card| view.reasoner.number(*card)).collect();
                let mut answer = answer;
                puzzle.sort_set(&mut answer);
                assert!(view.known.answers.contains(&answer), "{name}: {answer:?} was ruled out");
                let observation = Observation { seat: Seat::FIRST, view: &view, seen: &[], legal: &legal };
                let mv = bot.choose(&observation, seed, &Cancel::new()).expect("a move");
                game.apply(Seat::FIRST, &mv, &mut rng);
            }
        }
    }
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn every_law_of_games_is_kept_in_pure_logic_and_where_outcomes_are_not_gone_through() {
    let effort = KitEffort { games: 2, stride: 7, ..KitEffort::USUAL };
    for puzzle in ["welcome-mushy-heads", "six-of-one"] {
        let seen =
            conform::<MysteryMachine>(&pure(puzzle), effort).unwrap_or_else(|broken| panic!("{puzzle}: {broken}"));
        assert!(seen.moves > 4 && seen.reshuffled > 4 && seen.refused > 10, "{puzzle}: {seen:?}");
    }
    for (name, text) in too_many_ways().into_iter().filter(|(name, _)| matches!(*name, "shuffled" | "everything")) {
        let options = Options::own(&Puzzle::read(&text).expect("a puzzle"), "");
        let seen = conform::<MysteryMachine>(&options, effort).unwrap_or_else(|broken| panic!("{name}: {broken}"));
        assert!(seen.moves > 10 && seen.reshuffled > 20, "{name}: {seen:?}");
    }
}

#[test]
fn the_answers_to_the_most_that_is_gone_through_are_all_counted() {
    let text = r#"(parlour_puzzle: 1, id: "t", title: "T", rows: 8, mystery: Cells(["A1", "B2", "C3", "D4"]), piles: [
        (price: Same(2), cells: ["E1"]), (price: Same(2), cells: ["E2"]), (price: Same(2), cells: ["E3"]),
        (price: Same(2), cells: ["E4"]), (price: Same(2), cells: ["F1"]), (price: Same(2), cells: ["F2"])],
        twists: [Shuffle(["E1", "E2", "E3", "E4", "F1", "F2"])])"#;
    let puzzle = Puzzle::read(text).unwrap_or_else(|broken| panic!("{broken}"));
    assert_eq!(spreads(&puzzle).map(|spreads| spreads.len()), Ok(720));
    let known = Reasoner::new(&puzzle).knowledge(&AnswersSeen::default());
    // Four ranks of eight for the rows, and the suits in any order.
    assert_eq!(known.answers.len(), 8 * 7 * 6 * 5 * 24);
    assert_eq!(known.rows, [0xff; 8]);
    assert_eq!(known.piles[..7], [u32::MAX, u32::MAX, u32::MAX, u32::MAX, u32::MAX, u32::MAX, 0]);
}

/// A twist of cells near the first, so that several meet.
fn any_twist() -> impl Strategy<Value = Twist> {
    let cells = |count: std::ops::RangeInclusive<usize>| {
        let near: Vec<GridCell> = GridCell::all(4).take(12).collect();
        prop::sample::subsequence(near, count).prop_shuffle()
    };
    let in_row = (0u8..3, prop::sample::subsequence(vec![0u8, 1, 2, 3], 3..=4)).prop_map(|(row, columns)| {
        Twist::Shift(columns.into_iter().filter_map(|column| GridCell::new(row, column)).collect())
    });
    prop_oneof![
        cells(2..=2).prop_map(|cells| Twist::Swap(cells[0], cells[1])),
        in_row,
        cells(2..=4).prop_map(Twist::Shuffle),
        cells(1..=1).prop_map(|cells| Twist::JokerSwap(cells[0])),
    ]
}

/// Compares the ways in which twists fall out with all orders of their shuffles; not where the puzzle would be none.
fn fall_out_as_often_as_plainly(twists: Vec<Twist>) -> bool {
    let mut puzzle = shipped("welcome-mushy-heads");
    let cells = |text: &str| text.split(' ').map(|cell| cell.parse().expect("a cell")).collect::<Vec<GridCell>>();
    let pile = |text: &str| Pile { price: Price::Same(2), cells: cells(text) };
    puzzle.mystery = Mystery::Cells(cells("A1 B3"));
    puzzle.piles = ["A2 A3 B1 C4", "B2 C1", "C2 C3"].map(pile).to_vec();
    puzzle.twists = twists;
    if puzzle.problem().is_some() {
        return false;
    }
    let mut plainly: BTreeMap<(Vec<Vec<u8>>, Vec<u8>, Vec<u8>), u64> = BTreeMap::new();
    for (lying, swapped) in twisted(&puzzle, (0..4 * puzzle.rows).collect()) {
        let (mut piles, mut jokers) = (Vec::new(), Vec::new());
        for pile in &puzzle.piles {
            let (mut cards, count): (Vec<u8>, Vec<u8>) =
                pile.cells.iter().map(|cell| lying[cell.index()]).partition(|card| *card != JOKER);
            cards.sort_unstable();
            piles.push(cards);
            jokers.push(count.len() as u8);
        }
        let mystery = cells("A1 B3").into_iter().map(|cell| lying[cell.index()]);
        *plainly.entry((piles, jokers, mystery.chain(swapped).collect())).or_default() += 1;
    }
    let numbers = |cells: &mut dyn Iterator<Item = GridCell>| cells.map(|cell| cell.index() as u8).collect::<Vec<u8>>();
    let found = spreads(&puzzle).expect("few");
    assert_eq!(found.len(), plainly.len());
    let (all, all_plain) = (found.iter().map(|it| u64::from(it.weight)).sum::<u64>(), plainly.values().sum::<u64>());
    for it in found {
        let piles = it.piles.iter().map(|cells| numbers(&mut cells.iter())).collect();
        let often = plainly.get(&(piles, it.jokers, numbers(&mut it.mystery.into_iter())));
        assert_eq!(often.map(|often| often * all), Some(u64::from(it.weight) * all_plain));
    }
    true
}

#[test]
fn two_jokers_in_two_places_are_the_same_whichever_is_where() {
    let cell = |text: &str| text.parse::<GridCell>().expect("a cell");
    let shuffled = ["B1", "B4", "C2", "C3"].map(cell).to_vec();
    let twists = vec![Twist::JokerSwap(cell("B1")), Twist::JokerSwap(cell("B4")), Twist::Shuffle(shuffled)];
    assert!(fall_out_as_often_as_plainly(twists));
}

proptest! {
    #[test]
    fn twists_fall_out_as_often_as_when_every_order_is_gone_through(
        twists in prop::collection::vec(any_twist(), 0..4)
            .prop_filter("few enough", |twists| twists.iter().filter(|it| matches!(it, Twist::Shuffle(_))).count() < 3)
    ) {
        prop_assume!(fall_out_as_often_as_plainly(twists));
    }
}

#[test]
fn what_the_fuzzer_found_worth_keeping_is_read_or_refused() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz/corpus/puzzle");
    let files: Vec<_> = std::fs::read_dir(folder).expect("the corpus").filter_map(Result::ok).collect();
    assert!(files.len() >= 5);
    for file in files {
        parlour::games::mystery::puzzle::file::fuzz(&std::fs::read(file.path()).expect("a file"));
    }
}

proptest! {
    #[test]
    fn a_puzzle_that_is_edited_at_random_is_judged_without_panic_and_never_wrongly_possible(
        seed in any::<u64>(),
        edits in 1usize..6,
    ) {
        let mut rng = GameRng::from_number(seed);
        let mut puzzle = small(&mut rng);
        for _ in 0..edits {
            edit(&mut puzzle, &mut rng);
        }
        let _ = puzzle.to_text();
        if puzzle.problem().is_none() {
            prop_assert_eq!(Puzzle::read(&puzzle.to_line()), Ok(puzzle.clone()));
            if let Ok(judged) = judge(&puzzle, &|nodes| nodes > 3_000) {
                prop_assert_eq!(judged.par.is_some(), judged.certain.above == judged.certain.below);
                // Asking for everything must settle whatever is called possible.
                let solver = Solver::new(&puzzle).expect("judged");
                let dealt = random_deal(&puzzle, &mut rng);
                let mut seen = AnswersSeen::default();
                for (pile, cards) in dealt.piles.iter().enumerate() {
                    for card in cards {
                        seen = if *card == JOKER { seen.with_joker(pile) } else { seen.with_card(pile, u32::from(*card)) };
                    }
                }
                prop_assert!(judged.par.is_none() || solver.settles(&seen), "{puzzle:?}");
            }
        }
    }
}

/// Something a designer's hand might do.
fn edit(puzzle: &mut Puzzle, rng: &mut GameRng) {
    let cells: Vec<GridCell> = GridCell::all(8).collect();
    let cell = cells[rng.below(20) as usize];
    match rng.below(9) {
        0 => puzzle.rows = 3 + rng.below(3) as u8,
        1 => puzzle.mystery = Mystery::Cells(vec![cell]),
        2 => puzzle.mystery = Mystery::Removed { pile: rng.below(4) as u8, count: rng.below(3) as u8 },
        3 => {
            let at = rng.below(puzzle.piles.len() as u32) as usize;
            puzzle.piles[at].cells.push(cell);
        }
        4 => drop(puzzle.piles.pop().filter(|_| puzzle.piles.is_empty()).map(|pile| puzzle.piles.push(pile))),
        5 => puzzle.piles.push(Pile { price: Price::Suit(rng.below(6) as u8), cells: vec![cell] }),
        6 => puzzle.changes.push(Change::Remove { pile: rng.below(4) as u8, count: rng.below(3) as u8 }),
        7 => puzzle.changes.push(Change::Add { pile: rng.below(4) as u8, jokers: rng.below(3) as u8 }),
        _ => puzzle.twists.push(Twist::Shuffle(vec![cell, cells[rng.below(16) as usize]])),
    }
}

#[test]
fn every_law_of_games_is_kept_whatever_the_puzzle_in_a_few_games() {
    laws_are_kept(2, &["twins", "six-of-one"]);
}

#[test]
#[ignore = "takes many seconds; ./check runs it"]
fn every_law_of_games_is_kept_whatever_the_puzzle_in_many_games() {
    laws_are_kept(8, &["welcome-mushy-heads", "twins", "masquerade", "the-missing-page", "six-of-one"]);
}

fn laws_are_kept(games: u64, puzzles: &[&str]) {
    let effort = KitEffort { games, stride: 7, ..KitEffort::USUAL };
    for puzzle in puzzles {
        let seen =
            conform::<MysteryMachine>(&named(puzzle), effort).unwrap_or_else(|broken| panic!("{puzzle}: {broken}"));
        assert!(seen.moves > 20 && seen.reshuffled > 20 && seen.refused > 20, "{puzzle}: {seen:?}");
    }
}

#[test]
fn everything_on_the_table_lies_within_it_and_face_up_cards_can_be_read() {
    for (id, _) in shipped::texts() {
        let mut game = deal(&named(id), &Deal::default(), 3);
        // Everything is turned up by hand: what counts is where it lies.
        for pile in 0..game.puzzle().piles.len() {
            while !game.to_come(pile).is_empty() {
                let mv = Move::Ask { pile: pile as u8, with: ArrayVec::new() };
                game.apply(Seat::FIRST, &mv, &mut GameRng::from_number(0));
            }
        }
        let layout = MysteryMachine::layout(&game.view(Viewer::Public), Room::USUAL);
        for slot in &layout.areas {
            let (x, y) = slot.centre;
            let (w, h) = (slot.size.0 / 2.0, slot.size.1 / 2.0);
            let is_within = x >= w && y >= h && x + w <= layout.size.0 && y + h <= layout.size.1;
            assert!(is_within, "{id}: {} at {:?} of {:?}", slot.name, slot.centre, layout.size);
        }
        let names: BTreeSet<_> = layout.areas.iter().map(|slot| slot.id).collect();
        assert_eq!(names.len(), layout.areas.len(), "{id}: every slot once");
        let pieces: BTreeSet<_> = layout.pieces.iter().map(|piece| piece.id).collect();
        assert_eq!(pieces.len(), layout.pieces.len(), "{id}: every piece once");
        let answers = layout.areas.iter().filter(|slot| slot.name.contains("answer"));
        let places: Vec<(f32, f32)> = answers.map(|slot| slot.centre).collect();
        let hides = |one: &(f32, f32), other: &(f32, f32)| {
            one != other && (one.0 - other.0).abs() < 24.0 && (one.1 - other.1).abs() < 140.0
        };
        assert!(!places.iter().any(|one| places.iter().any(|other| hides(one, other))), "{id}: indices stay seen");
    }
}

/// A record of this puzzle, with a fixed deal of the grid.
fn played(moves: &[&str]) -> Session<MysteryMachine> {
    let moves: Vec<String> = moves.iter().map(|mv| format!("(0, {mv:?})")).collect();
    let text = format!(
        "(parlour: 1, game: \"mystery-machine\", rules: 1, seed: \"c0ffee42\", seats: [(name: \"You\")], moves: [{}])",
        moves.join(", ")
    );
    Session::from_text(&text).expect("a record")
}

#[test]
fn undo_past_an_answer_or_a_market_goes_on_and_the_game_counts_as_assisted() {
    let mut session = played(&["pick 5H", "pick 2H", "pick 2S", "ask 1 with 2S 2H"]);
    assert!(!session.is_assisted() && !session.record().to_text().contains("assisted"));
    for left in (0..4).rev() {
        assert_eq!(session.undo(), Ok(()), "each pick shows a new market, and the question an answer");
        assert_eq!((session.turns().len(), session.is_assisted()), (left, true));
    }
    let again: Session<MysteryMachine> = Session::from_text(&session.record().to_text()).expect("a record");
    assert!(again.is_assisted(), "it is saved");
    // What could be redone counts as played.
    let anew = TableSession::restarted(&session, "another", session.players().to_vec()).expect("a game");
    assert!(!anew.is_assisted() && !anew.record_text().contains("assisted"));
    assert!(anew.is_practice() && anew.record_text().contains("practice: true"), "the deal was played before");
    let unplayed = TableSession::restarted(&played(&[]), "another", session.players().to_vec()).expect("a game");
    assert!(!unplayed.is_practice());
}

#[test]
fn the_same_deal_again_keeps_grid_and_piles_and_shuffles_the_low_deck() {
    let session = played(&["pick 5H", "pick 2H", "pick 2S", "ask 1 with 2S 2H"]);
    let again = TableSession::restarted(&session, "another", session.players().to_vec()).expect("a game");
    assert_eq!(again.moves(), (0, 0));
    let again: Session<MysteryMachine> = Session::from_text(&again.record_text()).expect("a record");
    let (before, now) = (session.dealt(), again.dealt());
    assert_eq!(before.mystery(), now.mystery());
    for pile in 0..before.puzzle().piles.len() {
        assert_eq!(before.to_come(pile), now.to_come(pile));
    }
    assert_ne!(before.low(), now.low());
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn the_same_deal_again_keeps_mystery_and_stone_whatever_shuffles_and_removals_made_them() {
    let mods = [
        r#"Cells(["A1"]), twists: [Shuffle(["A1", "B2", "C3", "D4"])]"#,
        r#"Cells(["A1", "B4"]), twists: [Shuffle(["A1", "B4", "C1", "D1"]), JokerSwap("C1")]"#,
        r#"Cells(["A1"]), changes: [Remove(pile: 1, count: 2), Add(pile: 1, jokers: 1)]"#,
        "Removed(pile: 1, count: 2), changes: [Remove(pile: 1, count: 2)]",
    ];
    for mods in mods {
        let options = own(&format!(
            r#"(parlour_puzzle: 1, id: "again", title: "Again", author: "", printed_par: None, rows: 5, piles: [
            (price: Same(2), cells: ["A2", "B3", "C1", "D1"]), (price: Suit(2), cells: ["B2", "C3", "D4", "E1"])],
            mystery: {mods})"#
        ));
        for seed in 0..100 {
            let before = deal(&options, &Deal::default(), seed);
            let again = deal(&options, &before.grid_deal(), seed + 1_000);
            assert_eq!(before.mystery(), again.mystery(), "{mods}, seed {seed}");
            assert_eq!(before.stone(), again.stone(), "{mods}, seed {seed}");
            assert_eq!(before.grid_deal(), again.grid_deal(), "{mods}, seed {seed}");
        }
    }
}

#[test]
fn a_deal_that_fixes_the_mystery_alone_deals_it_and_a_broken_one_is_refused() {
    let with = |mystery: &str| Deal { mystery: mystery.to_owned(), ..Deal::default() };
    let puzzle = named("two-for-tea");
    for seed in 0..20 {
        let game = deal(&puzzle, &with("QH AS"), seed);
        assert_eq!(format!("{} {}", game.mystery()[0], game.mystery()[1]), "QH AS");
    }
    for broken in ["QH", "QH QH", "QH 2S", "QH queen", "QH AS KS"] {
        let dealt = MysteryMachine::deal(&puzzle, Seats::ONE, Some(&with(broken)), &mut GameRng::from_number(1));
        let why = dealt.map(|_| ()).expect_err(broken).to_string();
        assert!(why.contains(broken) && why.contains("2 different cards of the grid"), "{why}");
    }
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn the_deal_shown_gives_nothing_away_and_leaves_all_where_it_belongs() {
    for (id, _) in shipped::texts() {
        let game = deal(&named(id), &Deal::default(), 7);
        let mut rng = GameRng::from_number(8);
        let other = game.resample_hidden(Viewer::Public, &mut rng);
        let beats = |game: &MysteryMachine| MysteryMachine::opening(&game.view(Viewer::Seat(Seat::FIRST)), Room::USUAL);
        let shown = beats(&game);
        // Whatever lies where: the same is seen, but for the low cards in the end.
        let but_last = |beats: &[Beat]| beats.iter().take(beats.len() - 1).cloned().collect::<Vec<_>>();
        assert_eq!(but_last(&shown), but_last(&beats(&other)), "{id}");
        assert!(shown.len() > 10, "{id}");
        // Every card of the grid lies on the table until it is dealt.
        let cards = |beat: &Beat| {
            let is_card = |face: &Face| matches!(face, Face::French(_) | Face::Back);
            beat.layout.pieces.iter().filter(|piece| is_card(&piece.face)).count()
        };
        assert_eq!(cards(&shown[0]), usize::from(game.puzzle().rows) * 4, "{id}");
        let face_up = shown[0].layout.pieces.iter().filter(|piece| matches!(piece.face, Face::French(_))).count();
        assert_eq!(face_up, usize::from(game.puzzle().rows) * 4, "{id}: the cards are shown before they are mixed");
    }
}

#[test]
fn a_record_names_a_puzzle_file_and_carries_it_from_then_on() {
    let record = "(parlour: 1, game: \"mystery-machine\", rules: 1, seed: \"x\", options: (puzzle_file: \"mine.ron\"), \
                  seats: [(name: \"You\")])";
    let text = std::fs::read_to_string(format!("{}/puzzles/mystery/twins.ron", env!("CARGO_MANIFEST_DIR")));
    let text = text.expect("a puzzle");
    let read = |name: &str| if name == "mine.ron" { Ok(text.clone()) } else { Err("is not there".to_owned()) };
    let session: Session<MysteryMachine> = Session::from_text_with(record, &read).expect("a record");
    assert_eq!(session.game().puzzle(), &shipped("twins"));
    let alone: Session<MysteryMachine> = Session::from_text(&session.record().to_text()).expect("it needs no file now");
    assert_eq!(alone.dealt(), session.dealt());
    let broken = |read: &dyn Fn(&str) -> Result<String, String>| {
        Session::<MysteryMachine>::from_text_with(record, read).expect_err("no puzzle").to_string()
    };
    let said = broken(&|_| Ok("(parlour_puzzle: 1,\n id: 7)".to_owned()));
    assert!(said.contains("mine.ron") && said.contains("2:"), "{said}");
    assert!(broken(&|_| Err("is no plain file name".to_owned())).contains("is no plain file name"));
}

#[test]
fn notes_are_kept_as_text_and_begin_anew_with_another_deal() {
    let mut notes = Notes::read("", "one");
    notes.set(Note::Row(1, 2), NoteMark::CrossedOut);
    notes.set(Note::Cell(cell("A2"), 5), NoteMark::Settled);
    notes.take_pencil();
    notes.set(Note::Column(3, 0), NoteMark::Settled);
    assert_eq!(Notes::read(&notes.text(), "one"), notes);
    notes.kept = true;
    assert_eq!(Notes::read(&notes.text(), "another"), Notes::read("", "another"), "each game chooses who keeps notes");
    for text in ["", "(", "(seed: 5)", "(ink: (1,2))", "\u{0}", "(seed: \"one\", ink: {Cell(\"Z9\", 1): true})"] {
        assert_eq!(Notes::read(text, "one"), Notes::read("", "one"), "{text:?}");
    }
    // Numbers that no grid has mean nothing, and break nothing.
    let session = played(&["pick 5H", "pick 2H", "pick 2S", "ask 1 with 2S 2H"]);
    let view = session.game().view(Viewer::Seat(Seat::FIRST));
    let wild = "(seed: \"one\", ink: {Row(200, 3): true, Row(1, 200): false, Column(9, 9): true, Cell(\"H4\", 255): true, \
                Cell(\"A1\", 200): false})";
    let wild = Notes::read(wild, "one");
    let empty = Sheet::of(&Notes::read("", "one"), &view);
    assert!(!wild.is_empty());
    assert_eq!(Sheet::of(&wild, &view).contradiction(&view), empty.contradiction(&view));
    assert_eq!(check(&wild, &view), Check::Wrong);
}

fn cell(name: &str) -> GridCell {
    name.parse().expect("a cell")
}

#[test]
fn a_settled_note_implies_what_follows_at_once() {
    let session = played(&["pick 5H", "pick 2H", "pick 2S", "ask 1 with 2S 2H"]);
    let view = session.game().view(Viewer::Seat(Seat::FIRST));
    let number = |card: &str| view.reasoner.number(card.parse().expect("a card")).expect("of the grid");
    let mut notes = Notes::read("", "tea");
    notes.set(Note::Cell(cell("B3"), number("QS")), NoteMark::Settled);
    let sheet = Sheet::of(&notes, &view);
    let (queen, spades) = (number("QS") / 4, number("QS") % 4);
    assert_eq!(sheet.mark(Note::Row(1, queen)), NoteMark::Settled);
    assert_eq!(sheet.mark(Note::Row(0, queen)), NoteMark::CrossedOut);
    assert_eq!(sheet.mark(Note::Row(1, number("AS") / 4)), NoteMark::CrossedOut);
    assert_eq!(sheet.mark(Note::Column(2, spades)), NoteMark::Settled);
    assert_eq!(sheet.mark(Note::Cell(cell("B1"), number("KH"))), NoteMark::CrossedOut, "row B has queens");
    assert_eq!(sheet.mark(Note::Cell(cell("B1"), number("QH"))), NoteMark::Possible);
    assert_eq!(sheet.card_of(cell("B1")), (Some(queen), None));
    assert_eq!(sheet.mark(Note::Row(0, number("AS") / 4)), NoteMark::Possible, "the rest is left to the player");
}

#[test]
fn what_is_tried_in_pencil_is_kept_or_dropped_as_a_whole() {
    let mut notes = Notes::read("", "tea");
    notes.set(Note::Row(0, 0), NoteMark::CrossedOut);
    notes.take_pencil();
    notes.set(Note::Row(0, 0), NoteMark::Settled);
    assert_eq!(notes.made(Note::Row(0, 0)), Some((NoteMark::CrossedOut, false)), "ink stays");
    notes.set(Note::Row(1, 1), NoteMark::Settled);
    assert_eq!(notes.made(Note::Row(1, 1)), Some((NoteMark::Settled, true)));
    let mut dropped = notes.clone();
    dropped.drop_pencil();
    assert_eq!(dropped.made(Note::Row(1, 1)), None);
    notes.keep_pencil();
    assert_eq!((notes.made(Note::Row(1, 1)), notes.has_pencil()), (Some((NoteMark::Settled, false)), false));
    notes.set(Note::Row(1, 1), NoteMark::Possible);
    notes.set(Note::Row(0, 0), NoteMark::Possible);
    assert!(notes.is_empty());
}

#[test]
fn notes_that_no_deal_can_have_are_told() {
    let session = played(&["pick 5H", "pick 2H", "pick 2S", "ask 1 with 2S 2H"]);
    let view = session.game().view(Viewer::Seat(Seat::FIRST));
    let crossed = |out: &[Note]| {
        let mut notes = Notes::read("", "c0ffee42");
        out.iter().for_each(|note| notes.set(*note, NoteMark::CrossedOut));
        Sheet::of(&notes, &view).contradiction(&view)
    };
    assert_eq!(crossed(&[Note::Row(0, 0), Note::Column(1, 2)]), None);
    assert_eq!(crossed(&[0, 1, 2, 3].map(|rank| Note::Row(1, rank))), Some(Contradiction::Row(1)));
    assert_eq!(crossed(&[0, 1, 2, 3].map(|suit| Note::Column(2, suit))), Some(Contradiction::Column(2)));
    let king = "KS".parse::<Card>().expect("a card").rank();
    assert_eq!(crossed(&[0, 1, 2, 3].map(|row| Note::Row(row, 1))), Some(Contradiction::Rank(king)));
    assert_eq!(crossed(&[0, 1, 2, 3].map(|column| Note::Column(column, 1))), Some(Contradiction::Suit(Suit::Hearts)));
    // The card that came up in pile 1 lies in A2, B1, C3 or D4.
    let card = view.up[0][0].card().expect("a card");
    let number = view.reasoner.number(card).expect("of the grid");
    let nowhere = ["A2", "B1", "C3", "D4"].map(|name| Note::Cell(cell(name), number));
    assert_eq!(crossed(&nowhere), Some(Contradiction::Card(card)));
    assert_eq!(crossed(&nowhere[..3]), None);
    // Its rank is in one row only, so no other card of that row can be in a column of its own.
    let elsewhere = [1, 2, 3].map(|row| Note::Row(row, number / 4));
    assert_eq!(
        crossed(&[elsewhere.as_slice(), &[Note::Column(1, number % 4)]].concat()),
        Some(Contradiction::Card(card))
    );
}

#[test]
fn checking_notes_tells_wrong_from_unproven_from_proven() {
    let session = played(&["pick 5H", "pick 2H", "pick 2S", "ask 1 with 2S 2H"]);
    let view = session.game().view(Viewer::Seat(Seat::FIRST));
    let card = view.up[0][0].card().and_then(|card| view.reasoner.number(card)).expect("a card");
    let checked = |note: Note, mark: NoteMark| {
        let mut notes = Notes::read("", "tea");
        notes.set(note, mark);
        check(&notes, &view)
    };
    assert_eq!(checked(Note::Cell(cell("A1"), card), NoteMark::CrossedOut), Check::Proven, "it is up in pile 1");
    assert_eq!(checked(Note::Cell(cell("A1"), card), NoteMark::Settled), Check::Wrong);
    assert_eq!(checked(Note::Cell(cell("A2"), card), NoteMark::Settled), Check::Unproven);
    assert_eq!(checked(Note::Row(0, 0), NoteMark::CrossedOut), Check::Unproven);
}

/// Anything that can be done on the bench.
fn any_edit() -> impl Strategy<Value = Edit> {
    let cell = || (0u8..8, 0u8..4).prop_filter_map("a cell", |(row, column)| GridCell::new(row, column));
    let cells = || prop::collection::vec(cell(), 0..5);
    let marks =
        prop_oneof![(0usize..9).prop_map(CellMark::Token), Just(CellMark::Mystery), Just(CellMark::Empty)].boxed();
    let twist = prop_oneof![
        (cell(), cell()).prop_map(|(one, other)| Twist::Swap(one, other)),
        cells().prop_map(Twist::Shift),
        cells().prop_map(Twist::Shuffle),
        cell().prop_map(Twist::JokerSwap),
    ];
    prop_oneof![
        8 => (cell(), marks).prop_map(|(cell, mark)| Edit::Cell(cell, mark)),
        1 => any::<String>().prop_map(Edit::Title),
        1 => any::<String>().prop_map(Edit::Author),
        1 => any::<u8>().prop_map(Edit::Rows),
        1 => Just(Edit::AddPile),
        1 => (0usize..9).prop_map(Edit::DropPile),
        1 => (0usize..9, 0usize..11).prop_map(|(pile, price)| Edit::Price(pile, Price::ALL[price])),
        2 => twist.prop_map(Edit::AddTwist),
        1 => (0usize..4).prop_map(Edit::DropTwist),
        1 => (0usize..9).prop_map(Edit::AddRemoval),
        1 => (0usize..9).prop_map(Edit::AddJoker),
        1 => (0usize..4).prop_map(Edit::DropChange),
        1 => (0usize..9).prop_map(Edit::ToggleDrawnMystery),
    ]
}

proptest! {
    #[test]
    #[ignore = "takes seconds unoptimised; ./check runs it"]
    fn whatever_is_done_on_the_bench_is_judged_kept_and_taken_back(edits in prop::collection::vec(any_edit(), 1..60)) {
        let mut draft = Draft::default();
        let first = draft.puzzle().clone();
        for edit in edits {
            let before = draft.puzzle().clone();
            if draft.edit(edit) {
                let after = draft.puzzle().clone();
                prop_assert!(draft.undo());
                // Typing adds to typing: then more than this step is taken back.
                let is_one = *draft.puzzle() == before || before.title != after.title || before.author != after.author;
                prop_assert!(is_one);
                prop_assert!(draft.redo());
                prop_assert_eq!(draft.puzzle(), &after);
            } else {
                prop_assert_eq!(draft.puzzle(), &before);
            }
            prop_assert_eq!(Draft::read(&draft.puzzle().to_line()).map(|draft| draft.puzzle().clone()), Ok(draft.puzzle().clone()));
        }
        if draft.problem().is_none() {
            let puzzle = draft.puzzle().clone();
            prop_assert_eq!(Puzzle::read(&puzzle.to_line()), Ok(puzzle.clone()));
            // What has no fault can be dealt.
            let game = MysteryMachine::deal(&Options::own(&puzzle, ""), Seats::ONE, None, &mut GameRng::from_number(1));
            prop_assert!(game.is_ok(), "{puzzle:?}");
            let _ = judge(&puzzle, &|nodes| nodes > 500);
        }
        while draft.undo() {}
        prop_assert_eq!(draft.puzzle(), &first);
    }
}

#[test]
fn another_puzzle_on_the_bench_has_another_number_and_the_former_one_comes_back_with_its_own() {
    let mut draft = Draft::default();
    let numbers: Vec<u32> = ["twins", "pennies"]
        .map(|id| {
            assert!(draft.edit(Edit::Replace(shipped(id))));
            draft.edit(Edit::Title(format!("{id}, changed")));
            draft.puzzle_number()
        })
        .to_vec();
    assert_ne!(numbers[0], numbers[1]);
    draft.undo();
    draft.undo();
    assert_eq!((draft.puzzle_number(), draft.puzzle().title.as_str()), (numbers[0], "twins, changed"));
    // What comes instead of the second is neither of them, also when nothing can be made again any more.
    draft.edit(Edit::Title("mine".to_owned()));
    draft.edit(Edit::Replace(shipped("two-towers")));
    assert!(!numbers.contains(&draft.puzzle_number()));
}

#[test]
fn a_guess_is_certain_exactly_when_one_answer_is_left_and_lucky_otherwise() {
    let text = include_str!("golden/mystery-machine.ron");
    let mut session: Session<MysteryMachine> = Session::from_text(text).expect("the golden game");
    let over = session.game().view(Viewer::Seat(Seat::FIRST)).over.expect("over");
    session.undo().expect("one back");
    let view = session.game().view(Viewer::Seat(Seat::FIRST));
    assert_eq!(view.is_certain(), over.was_certain(), "{} answers, {} %", view.known.answers.len(), over.likely);
    assert!(view.is_certain() && over.right, "the golden game is one that is solved for certain");
    while session.undo().is_ok() {
        let view = session.game().view(Viewer::Seat(Seat::FIRST));
        let all = view.known.answers.iter().map(|answer| view.reasoner.chance(&view.seen(), answer));
        let chances: Vec<f64> = all.collect();
        assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{chances:?}");
        assert!(chances.iter().all(|chance| *chance > 0.0));
    }
}

#[test]
#[ignore = "takes seconds unoptimised; ./check runs it"]
fn in_every_puzzle_what_is_certain_is_a_hundred_percent_likely() {
    for (id, _) in shipped::texts() {
        for seed in 0..6 {
            let mut rng = GameRng::from_number(seed);
            let mut game = MysteryMachine::deal(&named(id), Seats::ONE, None, &mut rng).expect("a deal");
            let view = loop {
                let view = game.view(Viewer::Public);
                if view.is_certain() {
                    break view;
                }
                let mv = game.legal_moves(Seat::FIRST);
                let mv = mv.listed().iter().find(|mv| !matches!(mv, Move::Guess(_))).cloned();
                let Some(mv) = mv else { break view };
                game.apply(Seat::FIRST, &mv, &mut rng);
            };
            let all = view.known.answers.iter().map(|answer| view.reasoner.chance(&view.seen(), answer));
            let chances: Vec<f64> = all.collect();
            assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{id}, deal {seed}: {chances:?}");
            assert!(chances.len() > 1 || chances[0] > 1.0 - 1e-9, "{id}, deal {seed}: {chances:?}");
        }
    }
}

#[test]
fn what_is_taught_is_true_in_the_deal_and_leads_to_all_that_can_be_known_of_rows_and_columns() {
    for (id, _) in shipped::texts() {
        for seed in 0..3 {
            let mut rng = GameRng::from_number(seed);
            let mut game = MysteryMachine::deal(&named(id), Seats::ONE, None, &mut rng).expect("a deal");
            // As far as the first moves that there are lead.
            for _ in 0..12 {
                let legal = game.legal_moves(Seat::FIRST);
                let asks = |mv: &&Move| matches!(mv, Move::Ask { .. });
                let mv = legal.listed().iter().find(asks).or(legal.listed().first()).cloned().expect("a move");
                if matches!(mv, Move::Guess(_)) {
                    break;
                }
                game.apply(Seat::FIRST, &mv, &mut rng);
            }
            let view = game.view(Viewer::Public);
            let truth = game.grid_deal();
            let rank_of = |row: u8| truth.ranks.split(' ').nth(usize::from(row)).expect("a rank").to_owned();
            let suit_of = |column: u8| truth.suits.split(' ').nth(usize::from(column)).expect("a suit").to_owned();
            let mut notes = Notes::read("", "tea");
            while let Some(step) = next(&view, &notes) {
                assert!(!step.notes.is_empty() && !step.cells.is_empty(), "{id}: {step:?}");
                for (note, mark) in step.notes {
                    let is_true = match note {
                        Note::Row(row, rank) => {
                            view.puzzle.ranks()[usize::from(rank)].letter().to_string() == rank_of(row)
                        }
                        Note::Column(column, suit) => {
                            Suit::ALL[usize::from(suit)].letter().to_string() == suit_of(column)
                        }
                        Note::Cell(cell, number) => {
                            let card = view.reasoner.card(number).expect("a card");
                            card.rank().letter().to_string() == rank_of(cell.row())
                                && card.suit().letter().to_string() == suit_of(cell.column())
                        }
                    };
                    assert_eq!(is_true, mark == NoteMark::Settled, "{id}, deal {seed}: {} {note:?}", step.conclusion);
                    assert_ne!(Sheet::of(&notes, &view).mark(note), mark, "{id}: nothing is taught twice");
                    notes.set(note, mark);
                }
            }
            let sheet = Sheet::of(&notes, &view);
            for row in 0..view.puzzle.rows {
                let left =
                    (0..view.puzzle.rows).filter(|rank| sheet.mark(Note::Row(row, *rank)) != NoteMark::CrossedOut);
                let left = left.fold(0u8, |all, rank| all | 1 << rank);
                assert_eq!(left, view.known.rows[usize::from(row)], "{id}, deal {seed}, row {row}");
            }
            assert_ne!(check(&notes, &view), Check::Wrong);
        }
    }
}
