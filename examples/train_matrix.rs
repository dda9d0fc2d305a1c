//! Learns the values that the Matrix Solitaire bot plays by, from nothing but play against itself.
//!
//! The shipped file `assets/ai/matrix-values.bin` was made by
//!
//! ```text
//! cargo run --release --example train_matrix -- /tmp/first.bin 1 - 1200000 0 100 400000 0 10
//! cargo run --release --example train_matrix -- assets/ai/matrix-values.bin 2 /tmp/first.bin 300000 0 3
//! ```
//!
//! that is, 1.9 million games in three stages of ever smaller steps, some six minutes on one core. The mean score of the
//! last games was 97.9 with the known cards alone.
//!
//! Every game is played by the best play that the values so far promise (`search::best_play`); after it, each settled
//! board is moved towards a mixture of what really came and what the next board promised (TD(λ) on afterstates). Step
//! sizes follow temporal coherence (Beal and Smith): a weight whose errors agree in sign moves fast, one whose errors
//! cancel hardly moves. Values begin far too high, so that everything gets tried.
//!
//! The same arguments give the same file, byte for byte.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::process::ExitCode;

use arrayvec::ArrayVec;
use parlour::cards::{Card, CardSet, Rank, Suit};
use parlour::games::matrix::board::Board;
use parlour::games::matrix::search::{
    Evaluate, KnownCards, Remaining, Values, WEIGHTS, best_play, each_weight, height_weights,
};

/// How much of a target is what really came, the rest being what the next board promised.
const LAMBDA: f32 = 0.5;
/// Points that an untrained value promises for each card left.
const OPTIMISM: f32 = 2.2;
/// No weight's step gets smaller than this share of the error.
const SMALLEST_STEP: f32 = 0.002;
/// Progress is printed after so many games.
const REPORT: u64 = 50_000;

const USAGE: &str = "train_matrix <file to write> <seed> <file to start from, or ->, then for each stage of learning \
                     <games> <draws looked through> <steps in percent>";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [target, seed, start, stages @ ..] = arguments.as_slice() else {
        return Err(USAGE.to_owned());
    };
    let number = |text: &String| text.parse::<u64>().map_err(|_| format!("{text:?} is no number\n{USAGE}"));
    let target = PathBuf::from(target);
    let mut learner = if start == "-" { Learner::optimistic() } else { Learner::from_file(start)? };
    let mut shuffler = Shuffler(number(seed)?);
    for stage in stages.chunks(3) {
        let [games, draws, steps] = stage else {
            return Err(USAGE.to_owned());
        };
        learner.pace = number(steps)? as f32 / 100.0;
        train(&mut learner, &mut shuffler, number(games)?, number(draws)? as u32);
        std::fs::write(&target, Values::to_bytes(&learner.weights)).map_err(|problem| problem.to_string())?;
    }
    Ok(())
}

/// One stage: so many games, each played and learned from.
fn train(learner: &mut Learner, shuffler: &mut Shuffler, games: u64, draws: u32) {
    let mut sum = 0;
    let mut path = Vec::with_capacity(Card::COUNT);
    for game in 1..=games {
        sum += i64::from(play(learner, shuffler.deck(), draws, &mut path));
        learner.learn(&path);
        if game % REPORT == 0 {
            println!("{game} games, {draws} draws, mean {:.2}", sum as f64 / REPORT as f64);
            sum = 0;
        }
    }
}

/// A settled board on a game's way, and the points of the play that led to it.
struct Station {
    board: Board,
    left: Remaining,
    points: f32,
}

/// Plays one game, notes its way and returns its score.
fn play(learner: &Learner, deck: [Card; Card::COUNT], draws: u32, path: &mut Vec<Station>) -> i32 {
    path.clear();
    let mut rest = VecDeque::from(deck);
    let mut board = Board::EMPTY;
    let mut buried: ArrayVec<Card, { Card::COUNT }> = ArrayVec::new();
    let mut score = 0;
    while let Some(current) = rest.pop_front() {
        let know = known(board, current, &rest, &mut buried);
        let Some(choice) = best_play(learner, &know, draws) else {
            break;
        };
        let points = board.play(current, choice.play.slot).points();
        score += i32::from(points);
        if choice.play.bury {
            rest.rotate_left(1);
            buried.extend(know.next);
        }
        let left = Remaining::of(rest.iter().copied().collect());
        path.push(Station { board, left, points: f32::from(points) });
        if board.is_full() {
            break;
        }
    }
    score - board.len() as i32
}

/// What the player knows; takes cards that have come up again out of `buried`.
fn known(
    board: Board,
    current: Card,
    rest: &VecDeque<Card>,
    buried: &mut ArrayVec<Card, { Card::COUNT }>,
) -> KnownCards {
    let next = rest.front().copied();
    // Buried cards come up again once all above them are gone.
    let bottom = rest.len().saturating_sub(1);
    while buried.len() > bottom {
        buried.remove(0);
    }
    let mut unseen: CardSet = rest.iter().skip(1).copied().collect();
    for card in buried.iter() {
        unseen.remove(*card);
    }
    KnownCards { board, current, next, unseen, buried: buried.clone() }
}

/// Weights in points, and how much their errors agreed so far.
struct Learner {
    weights: Vec<f32>,
    /// Every step is multiplied by this.
    pace: f32,
    errors: Vec<f32>,
    error_sizes: Vec<f32>,
}

impl Learner {
    fn with(weights: Vec<f32>) -> Learner {
        Learner { weights, pace: 1.0, errors: vec![0.0; WEIGHTS], error_sizes: vec![0.0; WEIGHTS] }
    }

    /// All promise lies in the weights for the cards left, which every board has exactly one of.
    fn optimistic() -> Learner {
        let mut learner = Learner::with(vec![0.0; WEIGHTS]);
        for cards in 0..=Card::COUNT {
            learner.weights[height_weights(cards)].fill(OPTIMISM * cards as f32);
        }
        learner
    }

    fn from_file(path: &str) -> Result<Learner, String> {
        let bytes = std::fs::read(path).map_err(|problem| format!("{path}: {problem}"))?;
        let values = Values::parse(&bytes).map_err(|problem| format!("{path}: {problem}"))?;
        Ok(Learner::with(values.weights().collect()))
    }

    /// Moves every board of the way, the last first, towards what came after it.
    fn learn(&mut self, path: &[Station]) {
        let Some(end) = path.last() else {
            return;
        };
        let mut target = -(end.board.len() as f32);
        let mut promised = target;
        for pair in path.windows(2).rev() {
            target = pair[1].points + LAMBDA * target + (1.0 - LAMBDA) * promised;
            promised = self.value(&pair[0].board, &pair[0].left);
            self.step(&pair[0], target - promised);
        }
    }

    fn step(&mut self, station: &Station, error: f32) {
        let mut touched: ArrayVec<usize, 16> = ArrayVec::new();
        each_weight(&station.board, &station.left, |weight| touched.push(weight));
        let share = self.pace * error / touched.len() as f32;
        for weight in touched {
            let (sum, size) = (&mut self.errors[weight], &mut self.error_sizes[weight]);
            let coherence = if *size == 0.0 { 1.0 } else { (sum.abs() / *size).max(SMALLEST_STEP) };
            self.weights[weight] += coherence * share;
            *sum += error;
            *size += error.abs();
        }
    }
}

impl Evaluate for Learner {
    fn value(&self, board: &Board, left: &Remaining) -> f32 {
        if left.count() == 0 || board.is_full() {
            return -(board.len() as f32);
        }
        let mut sum = 0.0;
        each_weight(board, left, |weight| sum += self.weights[weight]);
        sum
    }
}

/// All cards, unshuffled.
const FRESH: [Card; Card::COUNT] = {
    let mut cards = [Card::new(Rank::ACE, Suit::Spades); Card::COUNT];
    let mut index = 0;
    while index < Card::COUNT {
        if let Some(card) = Card::from_index(index as u8) {
            cards[index] = card;
        }
        index += 1;
    }
    cards
};

/// SplitMix64.
struct Shuffler(u64);

impl Shuffler {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn deck(&mut self) -> [Card; Card::COUNT] {
        let mut cards = FRESH;
        for last in (1..cards.len()).rev() {
            let other = ((self.next() >> 32) * (last as u64 + 1)) >> 32;
            cards.swap(last, other as usize);
        }
        cards
    }
}
