//! Bots playing many games, for measuring how strong they are.
//!
//! Seats rotate fairly: in game n every bot sits n places further on. A game for one is played by each bot alone, on the
//! same deals.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use serde::Serialize;

use crate::engine::game::{Bots, Cancel, Sight};
use crate::engine::outcome::{Outcome, Stage};
use crate::engine::record::{Player, Record};
use crate::engine::rng::GameRng;
use crate::engine::seats::{BotLevel, Seat, Viewer};
use crate::engine::session::Session;

/// The most games of one simulation.
pub const MOST_GAMES: u64 = 1_000_000;

/// What came of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Simulation {
    /// Games played; for a game for one, deals.
    pub games: u64,
    /// Moves made in all of them.
    pub moves: u64,
    /// The mean score of each bot, in the order they were named.
    pub mean_scores: Vec<f64>,
    /// Half the width of the 95 % confidence interval of each mean.
    pub confidence: Vec<f64>,
    /// The best score of each bot.
    pub best_scores: Vec<i32>,
    /// How many games each bot won alone.
    pub wins: Vec<u64>,
    /// What share of the games that is, 0 to 1.
    pub win_shares: Vec<f64>,
    /// Half the width of the 95 % confidence interval of each share.
    pub win_confidence: Vec<f64>,
    /// Games won by several.
    pub ties: u64,
    /// How many of the deals one who knew everything could have made sure of winning, for games that can tell.
    pub could_be_won: Option<u64>,
}

/// A simulation that cannot be run.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SimulationError {
    /// The game has not that many seats.
    #[error("{found} bots; this game is for {min} to {max}")]
    Bots {
        /// How many were named.
        found: usize,
        /// The fewest.
        min: u8,
        /// The most.
        max: u8,
    },
    /// A game could not be dealt.
    #[error("{0}")]
    Deal(String),
}

/// One game by its result: which bot scored what, and which bots won.
struct Played {
    scores: Vec<(usize, i32)>,
    winners: Vec<usize>,
    moves: u64,
    /// Found out once for each deal.
    could_be_won: Option<bool>,
}

/// Lets the bots play `games` games on all processors. The result depends on nothing but the arguments.
///
/// Game n is dealt from the seed's number plus n, where the seed is a number, and else from `seed-n`.
///
/// # Errors
/// More or fewer bots than the game has seats; a game for one takes any number.
pub fn run<G: Bots>(
    games: u64,
    seed: &str,
    bots: &[BotLevel],
    options: &G::Options,
) -> Result<Simulation, SimulationError> {
    let (min, max) = G::INFO.seats;
    let alone = max == 1;
    let fits = (usize::from(min)..=usize::from(max)).contains(&bots.len());
    if bots.is_empty() || !(alone || fits) {
        return Err(SimulationError::Bots { found: bots.len(), min, max });
    }
    let rounds = if alone { games as usize * bots.len() } else { games as usize };
    let seats_of = |round: usize| -> (usize, Vec<usize>) {
        if alone {
            return (round / bots.len(), vec![round % bots.len()]);
        }
        (round, (0..bots.len()).map(|seat| (seat + round) % bots.len()).collect())
    };
    let played = in_parallel(rounds, |round| {
        let (deal, seats) = seats_of(round);
        play_one::<G>(&seed_of(seed, deal as u64), &seats, bots, options)
    })?;
    Ok(summed(games, bots.len(), &played))
}

/// The seed text of the n-th game.
pub fn seed_of(seed: &str, n: u64) -> String {
    match seed.parse::<u64>() {
        // `007` is a word: as a number it would name another deal than a record with that seed.
        Ok(number) if number.to_string() == seed => number.wrapping_add(n).to_string(),
        _ => format!("{seed}-{n}"),
    }
}

fn in_parallel(
    rounds: usize,
    play: impl Fn(usize) -> Result<Played, SimulationError> + Sync,
) -> Result<Vec<Played>, SimulationError> {
    let threads = thread::available_parallelism().map_or(1, usize::from).min(rounds.max(1));
    let taken = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let round = taken.fetch_add(1, Ordering::Relaxed);
            if round >= rounds {
                return done;
            }
            done.push((round, play(round)));
        }
    };
    let mut all: Vec<(usize, Result<Played, SimulationError>)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    });
    if all.len() < rounds {
        return Err(SimulationError::Deal("a bot broke down".to_owned()));
    }
    all.sort_by_key(|(round, _)| *round);
    all.into_iter().map(|(_, played)| played).collect()
}

fn play_one<G: Bots>(
    seed: &str,
    seats: &[usize],
    bots: &[BotLevel],
    options: &G::Options,
) -> Result<Played, SimulationError> {
    let wrong = |error: &dyn std::fmt::Display| SimulationError::Deal(error.to_string());
    let level_of = |seat: Seat| seats.get(seat.index()).and_then(|bot| bots.get(*bot)).copied();
    let players = seats.iter().filter_map(|bot| bots.get(*bot)).map(|level| Player::bot(*level)).collect();
    let record = Record::<G> { seed: seed.to_owned(), options: options.clone(), players, deal: None, moves: vec![] };
    let mut session = Session::load(record).map_err(|error| wrong(&error))?;
    // Of a deal that several bots play alone, only for the first of them.
    let could_be_won = if seats.contains(&0) { G::could_be_won(session.dealt()) } else { None };
    let mut minds: Vec<_> =
        (0..seats.len()).filter_map(|seat| Seat::new(seat as u8).and_then(level_of)).map(G::bot).collect();
    loop {
        let seat = match session.game().stage() {
            Stage::Over(outcome) => {
                let moves = session.turns().len() as u64;
                return Ok(Played { could_be_won, ..played(seats, &outcome, moves) });
            }
            Stage::Act(acting) => acting.first().ok_or_else(|| wrong(&"nobody acts"))?,
        };
        let number = session.turns().len() as u64;
        let bot_seed = GameRng::for_step(seed, u64::MAX - number).bits();
        let who = Viewer::Seat(seat);
        let (view, seen, legal) = (session.game().view(who), session.seen(who, 0), session.game().legal_moves(seat));
        let sight = Sight { seat, view: &view, seen: &seen, legal: &legal };
        let mind = minds.get_mut(seat.index()).ok_or_else(|| wrong(&"a seat without a bot"))?;
        let mv = mind.choose(&sight, bot_seed, &Cancel::new()).ok_or_else(|| wrong(&"a bot has no move"))?;
        session.play(seat, mv).map_err(|error| wrong(&error))?;
    }
}

fn played(seats: &[usize], outcome: &Outcome, moves: u64) -> Played {
    let scores = seats.iter().copied().zip(outcome.scores.iter().copied()).collect();
    let winners = outcome.winners.iter().filter_map(|seat| seats.get(seat.index())).copied().collect();
    Played { scores, winners, moves, could_be_won: None }
}

fn summed(games: u64, bots: usize, played: &[Played]) -> Simulation {
    let mut scores: Vec<Vec<i32>> = vec![Vec::new(); bots];
    let (mut wins, mut ties, mut moves): (Vec<u64>, _, _) = (vec![0; bots], 0, 0);
    let mut could_be_won = None;
    for game in played {
        moves += game.moves;
        if let Some(could) = game.could_be_won {
            could_be_won = Some(could_be_won.unwrap_or(0) + u64::from(could));
        }
        for (bot, score) in &game.scores {
            scores[*bot].push(*score);
        }
        match game.winners.as_slice() {
            [] => {}
            [winner] => wins[*winner] += 1,
            _ => ties += 1,
        }
    }
    Simulation {
        games,
        moves,
        mean_scores: scores.iter().map(|scores| mean(scores)).collect(),
        confidence: scores.iter().map(|scores| half_width(scores)).collect(),
        best_scores: scores.iter().map(|scores| scores.iter().copied().max().unwrap_or(0)).collect(),
        win_shares: wins.iter().map(|wins| share(*wins, games)).collect(),
        win_confidence: wins.iter().map(|wins| half_width_of_share(*wins, games)).collect(),
        wins,
        ties,
        could_be_won,
    }
}

fn share(wins: u64, games: u64) -> f64 {
    wins as f64 / games.max(1) as f64
}

/// Half the width of Wilson's 95 % interval, which is right also near 0 and 1.
fn half_width_of_share(wins: u64, games: u64) -> f64 {
    let (share, count, z) = (share(wins, games), games.max(1) as f64, 1.96);
    let spread = (share * (1.0 - share) / count + z * z / (4.0 * count * count)).sqrt();
    z * spread / (1.0 + z * z / count)
}

fn mean(scores: &[i32]) -> f64 {
    let sum: i64 = scores.iter().map(|score| i64::from(*score)).sum();
    sum as f64 / scores.len().max(1) as f64
}

/// 1.96 standard errors of the mean.
fn half_width(scores: &[i32]) -> f64 {
    if scores.len() < 2 {
        return 0.0;
    }
    let mean = mean(scores);
    let squares: f64 = scores.iter().map(|score| (f64::from(*score) - mean).powi(2)).sum();
    let variance = squares / (scores.len() - 1) as f64;
    1.96 * (variance / scores.len() as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_as_seed_counts_on_and_a_word_is_numbered() {
        assert_eq!(
            [seed_of("7", 0), seed_of("7", 3), seed_of("tea", 3), seed_of("007", 1)],
            ["7", "10", "tea-3", "007-1"]
        );
    }

    #[test]
    fn the_interval_of_a_share_is_wide_for_few_games_and_never_nothing() {
        // Wilson: 1.96 · √(0.25/100 + 1.96²/40000) / (1 + 1.96²/100).
        assert!((half_width_of_share(50, 100) - 0.0962).abs() < 0.0001);
        assert!((half_width_of_share(100, 100) - 0.0185).abs() < 0.0001);
    }

    #[test]
    fn the_mean_and_its_interval() {
        assert_eq!(mean(&[1, 2, 3, 6]), 3.0);
        // Standard deviation √(14/3), divided by √4, times 1.96.
        assert!((half_width(&[1, 2, 3, 6]) - 2.117).abs() < 0.001);
    }
}
