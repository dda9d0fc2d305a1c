//! Computes the values that the Matrix Solitaire bot plays by, from nothing but the rules.
//!
//! ```text
//! cargo run --release --no-default-features --example train_matrix -- assets/ai/matrix-values.zip
//! ```
//!
//! It takes some minutes and 3 GB of memory. Equal runs on one machine give equal files.
//!
//! **Induction.** With nothing hidden, a matrix is worth what its last card can do. With more hidden cards, it is worth
//! the average over the next draw of the best play, whose outcome has been valued before. That is done for every pattern
//! of suits, every kind of visible next card, and [`LANES`] samples of what is hidden at once. Ranks are left out: a spade
//! takes a card with the chance that its kind has. What comes out for the samples is fitted by the facts about what is
//! hidden ([`facts`]).
//!
//! **Factors.** The coefficients of those facts, for all numbers of hidden cards, are a long row for each pattern and kind.
//! The rows are alike: each is nearly a mixture of a few. Their principal components are found, with rows that
//! games visit counting more, and what is kept of each row is how much of every component it has.

// Matrices are clearer with their indices.
#![allow(clippy::needless_range_loop)]

use std::collections::VecDeque;
use std::io::{Cursor, Write};
use std::process::ExitCode;

use parlour::cards::{Card, CardSet, Suit};
use parlour::games::matrix::board::{Board, Slot};
use parlour::games::matrix::values::{
    FACTORS, FACTS, FactWeights, KINDS, MOST_HIDDEN, PATTERNS, POINTS_PER_CARD, RowsOf, Values, facts, kind, patterns,
};

/// Samples of what is hidden that are computed side by side.
const LANES: usize = 128;
/// Games that are played to learn which rows matter.
const GAMES: usize = 5000;
/// Rows that the principal components are found from, counted as often as they matter.
const ROWS: f64 = 40_000.0;
/// More components than are kept, so that those converge fast.
const COMPONENTS: usize = 20;
/// The numbers of all facts for all numbers of hidden cards.
const LONG: usize = (MOST_HIDDEN + 1) * FACTS;
/// The points of a step in the rows of the file.
const STEP: f32 = 2.5;
/// Coefficients are kept in units of 1/64.
const UNIT: f32 = 64.0;

/// The suit of every kind, and how much of the suit it is.
const SUIT_OF: [usize; KINDS] = [0, 0, 0, 1, 2, 3];
const SHARE: [f32; KINDS] = [4.0 / 13.0, 4.0 / 13.0, 5.0 / 13.0, 1.0, 1.0, 1.0];
/// The chance that a low, middle or high spade takes any card.
const TAKES: [f32; 3] = [10.0 / 52.0, 26.0 / 52.0, 54.0 / 65.0];

type Lane = [f32; LANES];
type Coefficients = [f32; FACTS];
type Square = Vec<Vec<f64>>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [target] = arguments.as_slice() else {
        eprintln!("train_matrix <zip file to write>");
        return ExitCode::FAILURE;
    };
    match write(target, &computed()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{target}: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// Packs the values and writes them.
fn write(target: &str, values: &[u8]) -> Result<(), Box<dyn std::error::Error>> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default().compression_level(Some(9));
    zip.start_file("matrix-values.bin", options)?;
    zip.write_all(values)?;
    std::fs::write(target, zip.finish()?.into_inner())?;
    Ok(())
}

/// The file of values.
fn computed() -> Vec<u8> {
    let induced = Induced::compute();
    let mut random = SplitMix(4242);
    let visits = induced.visits(&mut random);
    let metrics: Vec<Square> = (0..=MOST_HIDDEN).map(|hidden| metric(hidden, &mut random)).collect();
    let components = Components::find(&induced, &visits, &metrics, &mut random);
    Values::to_bytes(&components.weights(&metrics), &components.rows(&induced, &metrics), STEP)
}

/// Calls `work` with the number of each pattern and its rows, on all cores.
fn for_each_pattern<T: Send>(rows: &mut [T], work: impl Fn(usize, &mut [T]) + Sync) {
    let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get());
    let count = (rows.len() / KINDS).div_ceil(threads);
    std::thread::scope(|scope| {
        for (part, rows) in rows.chunks_mut(count * KINDS).enumerate() {
            let work = &work;
            scope.spawn(move || {
                for (place, rows) in rows.chunks_mut(KINDS).enumerate() {
                    work(part * count + place, rows);
                }
            });
        }
    });
}

/// What a play leads to.
struct Step {
    /// The pattern, or [`PATTERNS`] for a full matrix.
    to: usize,
    points: f32,
    /// How many plays lead there.
    ways: i32,
}

/// All plays in all patterns: of each suit to an empty slot, and last of a spade that takes a card.
struct Steps {
    steps: Vec<Step>,
    /// Where those of each pattern and way to play begin.
    starts: Vec<usize>,
}

impl Steps {
    const TAKING: usize = 4;
    const WAYS: usize = 5;

    fn find() -> Steps {
        let mut found = Steps { steps: Vec::new(), starts: Vec::with_capacity(PATTERNS * Self::WAYS + 1) };
        for (_, masks) in patterns() {
            let board = board(masks);
            for way in 0..Self::WAYS {
                found.starts.push(found.steps.len());
                found.add(&board, way);
            }
        }
        found.starts.push(found.steps.len());
        found
    }

    fn add(&mut self, board: &Board, way: usize) {
        let card = king(if way == Self::TAKING { Suit::Spades } else { Suit::ALL[way] });
        // Clubs go to the empty slots that spades go to.
        let open = match way {
            0 => board.open_to(king(Suit::Clubs)),
            Self::TAKING => board.occupied(),
            _ => board.open_to(card),
        };
        let first = self.steps.len();
        for slot in Slot::of_mask(open) {
            let (after, points) = board.played(card, slot);
            let to = if after.is_full() { PATTERNS } else { RowsOf::board(&after).first() / KINDS };
            let points = f32::from(points);
            match self.steps[first..].iter_mut().find(|step| step.to == to && step.points == points) {
                Some(step) => step.ways += 1,
                None => self.steps.push(Step { to, points, ways: 1 }),
            }
        }
    }

    fn of(&self, pattern: usize, way: usize) -> &[Step] {
        let place = pattern * Self::WAYS + way;
        &self.steps[self.starts[place]..self.starts[place + 1]]
    }
}

/// A card that the boards of [`board`] do not have.
fn king(suit: Suit) -> Card {
    Card::all().rfind(|card| card.suit() == suit).expect("a card of every suit")
}

/// A matrix with low cards of these suits.
fn board(masks: [u16; 4]) -> Board {
    Board::with(Suit::ALL.into_iter().zip(masks).flat_map(|(suit, mask)| {
        let cards = Card::all().filter(move |card| card.suit() == suit);
        Slot::of_mask(mask).zip(cards)
    }))
}

/// Samples of so many hidden cards.
struct Samples {
    hidden: usize,
    counts: Vec<[i32; 4]>,
    /// The chance of each kind to be drawn. With nothing hidden, the first stands for nothing.
    chances: [Lane; KINDS],
    /// What the value in each lane adds to the coefficients.
    fit: Vec<Coefficients>,
}

impl Samples {
    fn draw(hidden: usize, random: &mut SplitMix) -> Samples {
        let counts = sampled_counts(hidden, random);
        let facts: Vec<Coefficients> = counts.iter().map(|counts| facts(*counts, hidden)).collect();
        let chance = |kind: usize, lane: usize| match hidden {
            0 => f32::from(u8::from(kind == 0)),
            _ => counts[lane][SUIT_OF[kind]] as f32 / hidden as f32 * SHARE[kind],
        };
        let chances = std::array::from_fn(|kind| std::array::from_fn(|lane| chance(kind, lane)));
        Samples { hidden, chances, fit: ridge(&facts), counts }
    }

    fn kinds(&self) -> usize {
        if self.hidden == 0 { 1 } else { KINDS }
    }
}

/// All counts of suits if there are few of them, and as many as are missing drawn by their chance, evenly spread.
fn sampled_counts(hidden: usize, random: &mut SplitMix) -> Vec<[i32; 4]> {
    let all = all_counts(hidden as i32);
    let total: f64 = all.iter().map(|(_, weight)| weight).sum();
    let mut sampled: Vec<[i32; 4]> =
        if all.len() <= LANES { all.iter().map(|(counts, _)| *counts).collect() } else { Vec::new() };
    while sampled.len() < LANES {
        let wanted = (LANES - sampled.len()).min(64);
        let mut order = [0, 1, 2, 3];
        for last in (1..4).rev() {
            order.swap(last, random.below(last + 1));
        }
        let mut sorted = all.clone();
        sorted.sort_by_key(|(counts, _)| order.map(|suit: usize| counts[suit]));
        let offset = f64::from(random.unit());
        let (mut reached, mut taken) = (0.0, 0);
        for (counts, weight) in sorted {
            reached += weight / total * wanted as f64;
            while taken < wanted && taken as f64 + offset < reached {
                sampled.push(counts);
                taken += 1;
            }
        }
    }
    sampled
}

/// How many cards of each suit may be hidden, and in how many ways.
fn all_counts(hidden: i32) -> Vec<([i32; 4], f64)> {
    let up_to = |most: i32| 0..=most.min(13);
    let mut all = Vec::new();
    for spades in up_to(hidden) {
        for hearts in up_to(hidden - spades) {
            for diamonds in up_to(hidden - spades - hearts) {
                let counts = [spades, hearts, diamonds, hidden - spades - hearts - diamonds];
                if counts[3] <= 13 {
                    all.push((counts, counts.iter().map(|count| choose(13, *count)).product()));
                }
            }
        }
    }
    all
}

fn choose(from: i32, count: i32) -> f64 {
    (0..count).map(|index| f64::from(from - index) / f64::from(index + 1)).product()
}

/// For every lane, what its value adds to the coefficients: a regression that keeps them small.
fn ridge(facts: &[Coefficients]) -> Vec<Coefficients> {
    let mut squares: Square = vec![vec![0.0; FACTS]; FACTS];
    for facts in facts {
        for i in 0..FACTS {
            for j in 0..FACTS {
                squares[i][j] += f64::from(facts[i]) * f64::from(facts[j]);
            }
        }
    }
    for i in 0..FACTS {
        squares[i][i] += if i == 0 { 1e-3 } else { 0.05 };
    }
    let lower = cholesky(&squares);
    let fitted = |facts: &Coefficients| {
        let half = solved_below(&lower, &facts.map(f64::from));
        let solved = solved_above(&lower, &half);
        std::array::from_fn(|fact| solved[fact] as f32)
    };
    facts.iter().map(fitted).collect()
}

/// The lower triangle whose product with its transpose this is.
fn cholesky(square: &Square) -> Square {
    let mut lower: Square = vec![vec![0.0; square.len()]; square.len()];
    for i in 0..square.len() {
        for j in 0..=i {
            let rest = square[i][j] - (0..j).map(|k| lower[i][k] * lower[j][k]).sum::<f64>();
            lower[i][j] = if i == j { rest.max(1e-12).sqrt() } else { rest / lower[j][j] };
        }
    }
    lower
}

/// What the lower triangle makes these numbers of.
fn solved_below(lower: &Square, numbers: &[f64]) -> Vec<f64> {
    let mut solved: Vec<f64> = vec![0.0; numbers.len()];
    for i in 0..numbers.len() {
        let known: f64 = (0..i).map(|k| lower[i][k] * solved[k]).sum();
        solved[i] = (numbers[i] - known) / lower[i][i];
    }
    solved
}

/// What the transpose of the lower triangle makes these numbers of.
fn solved_above(lower: &Square, numbers: &[f64]) -> Vec<f64> {
    let mut solved: Vec<f64> = vec![0.0; numbers.len()];
    for i in (0..numbers.len()).rev() {
        let known: f64 = (i + 1..numbers.len()).map(|k| lower[k][i] * solved[k]).sum();
        solved[i] = (numbers[i] - known) / lower[i][i];
    }
    solved
}

/// The coefficients of each row, in units of 1/[`UNIT`], for every number of hidden cards.
struct Induced(Vec<Vec<[i16; FACTS]>>);

impl Induced {
    fn compute() -> Induced {
        let steps = Steps::find();
        let sizes: Vec<f32> =
            patterns().map(|(_, masks)| masks.iter().map(|mask| mask.count_ones()).sum::<u32>() as f32).collect();
        let mut random = SplitMix(77);
        let mut rows: Vec<Coefficients> = vec![[0.0; FACTS]; PATTERNS * KINDS];
        let mut worth: Vec<Lane> = vec![[0.0; LANES]; (PATTERNS + 1) * KINDS];
        let mut induced = Induced(Vec::new());
        for hidden in 0..=MOST_HIDDEN {
            let samples = Samples::draw(hidden, &mut random);
            let drawn: [Vec<Lane>; 4] = std::array::from_fn(|suit| facts_after_drawing(&samples, suit));
            for_each_pattern(&mut worth, |pattern, worth| {
                for (kind, worth) in worth.iter_mut().enumerate() {
                    *worth = match (pattern, hidden) {
                        (PATTERNS, _) => [-(Slot::COUNT as f32); LANES],
                        (_, 0) => [-sizes[pattern]; LANES],
                        _ => in_lanes(&rows[pattern * KINDS + kind], &drawn[SUIT_OF[kind]]),
                    };
                }
            });
            for_each_pattern(&mut rows, |pattern, rows| {
                for (row, values) in rows.iter_mut().zip(values(&steps, pattern, &worth, &samples)) {
                    *row = fitted(&values, &samples.fit);
                }
            });
            let mean = rows.iter().map(|row| f64::from(row[0])).sum::<f64>() / rows.len() as f64;
            println!("{hidden} hidden: {mean:.2} points on average");
            // `as` keeps what is too large at the largest number.
            induced.0.push(rows.iter().map(|row| row.map(|number| (number * UNIT).round() as i16)).collect());
        }
        induced
    }

    fn coefficients(&self, hidden: usize, row: usize) -> Coefficients {
        self.0[hidden][row].map(|number| f32::from(number) / UNIT)
    }

    fn value(&self, board: &Board, next: Card, hidden: CardSet) -> f32 {
        if board.is_full() {
            return -(Slot::COUNT as f32);
        }
        let count = hidden.len();
        let coefficients = self.coefficients(count.min(MOST_HIDDEN), RowsOf::board(board).first() + kind(next));
        let facts = facts(Suit::ALL.map(|suit| hidden.count(suit) as i32), count);
        let known: f32 = coefficients.iter().zip(facts).map(|(coefficient, fact)| coefficient * fact).sum();
        known + count.saturating_sub(MOST_HIDDEN) as f32 * POINTS_PER_CARD
    }

    /// How much each row matters: how often greedy games come near it.
    fn visits(&self, random: &mut SplitMix) -> Vec<f64> {
        let mut visits: Vec<f64> = vec![0.002; PATTERNS * KINDS];
        for _ in 0..GAMES {
            let (mut board, mut rest) = (Board::EMPTY, random.deck());
            while let Some(current) = rest.pop_front().filter(|_| !board.is_full()) {
                let plays = self.plays(&board, current, &rest);
                for (_, after, _) in plays.iter().take(4).filter(|(_, after, _)| !after.is_full() && !rest.is_empty()) {
                    let first = RowsOf::board(after).first();
                    // Three kinds of spades share what another suit has alone.
                    (0..KINDS).for_each(|kind| visits[first + kind] += if kind < 3 { 0.4 } else { 1.0 });
                }
                let Some((_, after, bury)) = plays.first() else { break };
                board = *after;
                if *bury {
                    rest.rotate_left(1);
                }
            }
        }
        visits
    }

    /// What each play is worth, the board after it, and whether it buries; the best first. That buried cards are known
    /// is left out.
    fn plays(&self, board: &Board, current: Card, rest: &VecDeque<Card>) -> Vec<(f32, Board, bool)> {
        let mut plays = Vec::new();
        let deck: CardSet = rest.iter().copied().collect();
        let later = |after: &Board, next: Card| {
            let mut hidden = deck;
            hidden.remove(next);
            self.value(after, next, hidden)
        };
        for slot in Slot::of_mask(board.open_to(current)) {
            let (after, points) = board.played(current, slot);
            let points = f32::from(points);
            let Some(next) = rest.front() else {
                plays.push((points - after.len() as f32, after, false));
                continue;
            };
            plays.push((points + later(&after, *next), after, false));
            if current.suit() == Suit::Clubs && rest.len() > 1 {
                let others = rest.iter().skip(1).map(|card| later(&after, *card));
                plays.push((points + others.sum::<f32>() / (rest.len() - 1) as f32, after, true));
            }
        }
        plays.sort_by(|a, b| b.0.total_cmp(&a.0));
        plays
    }
}

/// The facts in each lane once a card of the suit has been drawn.
fn facts_after_drawing(samples: &Samples, suit: usize) -> Vec<Lane> {
    let after = |counts: &[i32; 4]| {
        let mut counts = *counts;
        counts[suit] = (counts[suit] - 1).max(0);
        facts(counts, samples.hidden.saturating_sub(1))
    };
    let lanes: Vec<Coefficients> = samples.counts.iter().map(after).collect();
    (0..FACTS).map(|fact| std::array::from_fn(|lane| lanes[lane][fact])).collect()
}

/// The coefficients that come nearest to the values in the lanes.
fn fitted(values: &Lane, fit: &[Coefficients]) -> Coefficients {
    let mut coefficients = [0.0; FACTS];
    for (value, fit) in values.iter().zip(fit) {
        coefficients.iter_mut().zip(fit).for_each(|(sum, number)| *sum += value * number);
    }
    coefficients
}

fn in_lanes(coefficients: &Coefficients, facts: &[Lane]) -> Lane {
    let mut sum = [0.0; LANES];
    for (coefficient, facts) in coefficients.iter().zip(facts) {
        add(&mut sum, *coefficient, facts);
    }
    sum
}

fn add(sum: &mut Lane, times: f32, lane: &Lane) {
    sum.iter_mut().zip(lane).for_each(|(sum, number)| *sum += times * number);
}

/// Adds the products of two lanes.
fn add_product(sum: &mut Lane, chances: &Lane, lane: &Lane) {
    sum.iter_mut().zip(chances).zip(lane).for_each(|((sum, chance), number)| *sum += chance * number);
}

fn raise(best: &mut Lane, points: f32, lane: &Lane) {
    best.iter_mut().zip(lane).for_each(|(best, number)| *best = best.max(points + number));
}

/// What a pattern is worth with each kind of visible card, when what comes after it is worth this.
fn values(steps: &Steps, pattern: usize, worth: &[Lane], samples: &Samples) -> [Lane; KINDS] {
    let mut values = [[0.0; LANES]; KINDS];
    for suit in 1..4 {
        let steps = steps.of(pattern, suit);
        let mut burying = [f32::MIN; LANES];
        for step in steps.iter().filter(|_| suit == 3 && samples.hidden > 1) {
            let mut average = [0.0; LANES];
            for kind in 0..KINDS {
                add_product(&mut average, &samples.chances[kind], &worth[step.to * KINDS + kind]);
            }
            raise(&mut burying, step.points, &average);
        }
        for kind in 0..samples.kinds() {
            let mut best = burying;
            steps.iter().for_each(|step| raise(&mut best, step.points, &worth[step.to * KINDS + kind]));
            add_product(&mut values[suit + 2], &samples.chances[kind], &best);
        }
    }
    for kind in 0..samples.kinds() {
        let spades = spade_values(steps, pattern, worth, kind);
        for (value, spade) in values.iter_mut().zip(&spades) {
            add_product(value, &samples.chances[kind], spade);
        }
    }
    values
}

/// What the three kinds of spades can do before this kind of card comes: the best card that they can take, if they can
/// take any, or an empty slot.
fn spade_values(steps: &Steps, pattern: usize, worth: &[Lane], kind: usize) -> [Lane; 3] {
    let after = |step: &Step| &worth[step.to * KINDS + kind];
    let mut laid = [f32::MIN; LANES];
    steps.of(pattern, 0).iter().for_each(|step| raise(&mut laid, step.points, after(step)));
    let mean = |lane: &Lane| lane.iter().sum::<f32>() / LANES as f32;
    let mut taking: Vec<(f32, &Step)> =
        steps.of(pattern, Steps::TAKING).iter().map(|step| (step.points + mean(after(step)), step)).collect();
    let least = mean(&laid) - 1.0;
    taking.retain(|(mean, _)| *mean > least);
    taking.sort_by(|a, b| b.0.total_cmp(&a.0));
    TAKES.map(|takes| {
        let (mut expected, mut left) = ([0.0; LANES], 1.0);
        for &(_, step) in &taking {
            let none = (1.0_f32 - takes).powi(step.ways);
            let mut best = laid;
            raise(&mut best, step.points, after(step));
            add(&mut expected, left * (1.0 - none), &best);
            left *= none;
        }
        add(&mut expected, left, &laid);
        expected
    })
}

/// How errors of coefficients count: the square root of what the facts have in common in random decks.
fn metric(hidden: usize, random: &mut SplitMix) -> Square {
    const DECKS: usize = 4000;
    let mut common: Square = vec![vec![0.0; FACTS]; FACTS];
    // The search sees the very end for itself.
    let weight = match hidden {
        0 => 0.05,
        1..8 => 0.5,
        _ => 1.0,
    };
    for _ in 0..DECKS {
        let drawn: CardSet = random.deck().into_iter().take(hidden).collect();
        let facts = facts(Suit::ALL.map(|suit| drawn.count(suit) as i32), hidden).map(f64::from);
        for i in 0..FACTS {
            for j in 0..FACTS {
                common[i][j] += weight * facts[i] * facts[j] / DECKS as f64;
            }
        }
    }
    for i in 0..FACTS {
        common[i][i] += 1e-4;
    }
    cholesky(&common)
}

/// All coefficients of a row, so that equal distances are equal errors.
fn long_row(induced: &Induced, metrics: &[Square], row: usize) -> Vec<f32> {
    let mut long = Vec::with_capacity(LONG);
    for (hidden, lower) in metrics.iter().enumerate() {
        let coefficients = induced.coefficients(hidden, row);
        long.extend((0..FACTS).map(|k| (k..FACTS).map(|i| lower[i][k] as f32 * coefficients[i]).sum::<f32>()));
    }
    long
}

/// The mean of the long rows, and the directions in which they differ most.
struct Components {
    mean: Vec<f32>,
    directions: Vec<Vec<f32>>,
}

impl Components {
    fn find(induced: &Induced, visits: &[f64], metrics: &[Square], random: &mut SplitMix) -> Components {
        let chosen = chosen_rows(visits);
        let total: f32 = chosen.iter().map(|(_, times)| times).sum();
        let mut rows: Vec<Vec<f32>> = chosen.iter().map(|(row, _)| long_row(induced, metrics, *row)).collect();
        let mut mean: Vec<f32> = vec![0.0; LONG];
        for (row, (_, times)) in rows.iter().zip(&chosen) {
            mean.iter_mut().zip(row).for_each(|(mean, number)| *mean += times / total * number);
        }
        for (row, (_, times)) in rows.iter_mut().zip(&chosen) {
            let weight = (times / total).sqrt();
            row.iter_mut().zip(&mean).for_each(|(number, mean)| *number = (*number - mean) * weight);
        }
        let mut directions: Vec<Vec<f32>> =
            (0..COMPONENTS).map(|_| (0..LONG).map(|_| random.unit() - 0.5).collect()).collect();
        orthonormalise(&mut directions);
        for _ in 0..11 {
            directions = directions.iter().map(|direction| turned(&rows, direction)).collect();
            orthonormalise(&mut directions);
        }
        directions.truncate(FACTORS);
        Components { mean, directions }
    }

    fn weights(&self, metrics: &[Square]) -> Vec<FactWeights> {
        let mut weights = vec![[[0.0; FACTORS + 1]; FACTS]; metrics.len()];
        for (hidden, lower) in metrics.iter().enumerate() {
            for (factor, long) in self.directions.iter().chain([&self.mean]).enumerate() {
                let part: Vec<f64> = long[hidden * FACTS..][..FACTS].iter().map(|number| f64::from(*number)).collect();
                for (fact, number) in solved_above(lower, &part).into_iter().enumerate() {
                    weights[hidden][fact][factor] = number as f32;
                }
            }
        }
        weights
    }

    fn rows(&self, induced: &Induced, metrics: &[Square]) -> Vec<[f32; FACTORS]> {
        let mut rows = vec![[0.0; FACTORS]; PATTERNS * KINDS];
        for_each_pattern(&mut rows, |pattern, rows| {
            for (kind, row) in rows.iter_mut().enumerate() {
                let mut long = long_row(induced, metrics, pattern * KINDS + kind);
                long.iter_mut().zip(&self.mean).for_each(|(number, mean)| *number -= mean);
                *row = std::array::from_fn(|factor| product(&long, &self.directions[factor]));
            }
        });
        rows
    }
}

/// The rows that matter, evenly spread, with how often each counts.
fn chosen_rows(visits: &[f64]) -> Vec<(usize, f32)> {
    let total: f64 = visits.iter().sum();
    let (mut reached, mut next, mut chosen) = (0.0, 0.5, Vec::new());
    for (row, visits) in visits.iter().enumerate() {
        reached += visits / total * ROWS;
        let mut times = 0.0;
        while reached > next {
            next += 1.0;
            times += 1.0;
        }
        if times > 0.0 {
            chosen.push((row, times));
        }
    }
    chosen
}

fn product(one: &[f32], other: &[f32]) -> f32 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// The direction nearer to the main one of the rows.
fn turned(rows: &[Vec<f32>], direction: &[f32]) -> Vec<f32> {
    let mut turned: Vec<f32> = vec![0.0; direction.len()];
    for row in rows {
        let along = product(row, direction);
        turned.iter_mut().zip(row).for_each(|(turned, number)| *turned += along * number);
    }
    turned
}

fn orthonormalise(directions: &mut [Vec<f32>]) {
    for i in 0..directions.len() {
        let (before, from) = directions.split_at_mut(i);
        let direction = &mut from[0];
        for other in before.iter() {
            let along = product(direction, other);
            direction.iter_mut().zip(other).for_each(|(number, other)| *number -= along * other);
        }
        let length = product(direction, direction).sqrt();
        direction.iter_mut().for_each(|number| *number /= length);
    }
}

/// SplitMix64.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (((self.next() >> 32) * end as u64) >> 32) as usize
    }

    /// At least 0 and below 1.
    fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1 << 24) as f32
    }

    fn deck(&mut self) -> VecDeque<Card> {
        let mut cards: VecDeque<Card> = Card::all().collect();
        for last in (1..cards.len()).rev() {
            let other = self.below(last + 1);
            cards.swap(last, other);
        }
        cards
    }
}
