//! Lets bots play many games, to measure their strength.
//!
//! Seats rotate: in game n, every bot sits n places further on. Partners count as one: with options for partners, as many bots
//! are named as there are sides, and each plays for all seats of its side. (Or one for each seat; then a side's win is one of
//! each of its bots.) In a game for one player, and with options for one alone, each bot plays alone, all on the same deals.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use serde::Serialize;

use crate::engine::game::{Bots, Cancel, Observation};
use crate::engine::outcome::Stage;
use crate::engine::record::{Player, Record};
use crate::engine::rng::GameRng;
use crate::engine::seats::{BotLevel, Seat, SeatSet, Seats, Viewer};
use crate::engine::session::Session;

pub const MOST_GAMES: u64 = 1_000_000;

/// The results. Vectors have one entry for each bot, in the order in which the bots were named.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Simulation {
    /// Games played; in a game for one player, deals.
    pub games: u64,
    /// Moves in all games together.
    pub moves: u64,
    pub mean_scores: Vec<f64>,
    /// Half the width of the 95 % confidence interval of the mean score.
    pub confidence: Vec<f64>,
    pub best_scores: Vec<i32>,
    /// Games won, alone or with partners; a victory that several sides share counts as a tie.
    pub wins: Vec<u64>,
    /// Wins divided by games, 0 to 1.
    pub win_shares: Vec<f64>,
    /// Half the width of the 95 % confidence interval of the win share.
    pub win_confidence: Vec<f64>,
    pub ties: u64,
    /// Deals that a player who knew every card could have been sure to win; `None` if the game cannot tell.
    pub could_be_won: Option<u64>,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SimulationError {
    #[error("there are {found} bots; this game is for {min} to {max} players; name that many with --bots")]
    Bots { found: usize, min: u8, max: u8 },
    /// A game could not be dealt or played to its end.
    #[error("{0}")]
    Deal(String),
    /// The record of a game could not be kept.
    #[error("{0}")]
    Record(String),
    #[error("stopped before every bot had played in every seat once")]
    Stopped,
}

/// What is wanted of a simulation by somebody who waits for it.
pub struct Watch<'a> {
    /// Raised, it ends the simulation: the games that are over by then are the result.
    pub stop: &'a Cancel,
    /// Told after each game that one more is over, of so many.
    pub played: &'a (dyn Fn(u64) + Sync),
    /// Given every game, for keeping, with the reason if it could not be kept.
    pub keep: Option<&'a (dyn Fn(&FinishedGame) -> Result<(), String> + Sync)>,
}

/// A game that was played, as a record that plays it again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinishedGame {
    /// From 0; bots that each play alone have the same number for the same deal.
    pub number: u64,
    /// The bot that played alone, by its index, if each plays alone.
    pub alone: Option<usize>,
    pub record: String,
}

/// The result of one game. Bots are given by their index.
struct PlayedGame {
    scores: Vec<(usize, i32)>,
    /// The bots of the side that won; of several sides if it was tied.
    winners: Vec<usize>,
    is_tied: bool,
    moves: u64,
    /// Only for the first of the games that share a deal.
    could_be_won: Option<bool>,
}

/// Lets the bots play `games` games on all processors. The result depends only on the arguments, unless it is stopped.
///
/// Game n is dealt from seed `seed + n` if the seed is a number, and from `seed-n` otherwise. A game for one player
/// takes any number of bots, any other game as many as it can have players.
pub fn run<G: Bots>(
    games: u64,
    seed: &str,
    bots: &[BotLevel],
    options: &G::Options,
    watch: &Watch<'_>,
) -> Result<Simulation, SimulationError> {
    let (min, max) = G::INFO.seats;
    let is_solitaire = max == 1 || is_for_one_alone::<G>(bots.len(), options);
    let seated = seats_for::<G>(bots.len(), options);
    let fits = (usize::from(min)..=usize::from(max)).contains(&seated);
    if bots.is_empty() || !(is_solitaire || fits) {
        return Err(SimulationError::Bots { found: bots.len(), min, max });
    }
    let rounds = if is_solitaire { games as usize * bots.len() } else { games as usize };
    let seats_of = |round: usize| -> (usize, Vec<usize>) {
        if is_solitaire {
            return (round / bots.len(), vec![round % bots.len()]);
        }
        (round, (0..seated).map(|seat| (seat + round) % bots.len()).collect())
    };
    let played = in_parallel(rounds, watch, |round| {
        let (deal, seats) = seats_of(round);
        let (game, record) = play_one::<G>(&seed_of(seed, deal as u64), &seats, bots, options, watch.stop)?;
        let alone = is_solitaire.then(|| seats.first().copied()).flatten();
        let finished = || FinishedGame { number: deal as u64, alone, record: record.to_text() };
        watch.keep.map_or(Ok(()), |keep| keep(&finished())).map_err(SimulationError::Record)?;
        Ok(game)
    })?;
    if played.len() == rounds {
        return Ok(summarised(games, bots.len(), &played));
    }
    // Each bot has as many games, in each seat as many.
    let whole = played.len() / bots.len() * bots.len();
    let games = if is_solitaire { whole / bots.len() } else { whole };
    if games == 0 { Err(SimulationError::Stopped) } else { Ok(summarised(games as u64, bots.len(), &played[..whole])) }
}

/// Whether only one player can play with these options.
fn is_for_one_alone<G: Bots>(bots: usize, options: &G::Options) -> bool {
    let deals = |seats: Seats| G::deal(options, seats, None, &mut GameRng::from_number(0)).is_ok();
    Seats::new(bots).is_none_or(|seats| !deals(seats)) && deals(Seats::ONE)
}

/// How many seats so many bots play for: one each, or a side of partners each.
fn seats_for<G: Bots>(bots: usize, options: &G::Options) -> usize {
    let dealt = |count: usize| G::deal(options, Seats::new(count)?, None, &mut GameRng::from_number(0)).ok();
    let are_sides = |game: &G| game.partners(Seat::FIRST).iter().eq([0, bots].into_iter().filter_map(seat_at));
    let (_, most) = G::INFO.seats;
    let in_pairs = 2 * bots <= usize::from(most) && dealt(bots).is_none();
    if in_pairs && dealt(2 * bots).as_ref().is_some_and(are_sides) { 2 * bots } else { bots }
}

fn seat_at(number: usize) -> Option<Seat> {
    u8::try_from(number).ok().and_then(Seat::new)
}

/// The seed of the n-th game.
pub fn seed_of(seed: &str, n: u64) -> String {
    match seed.parse::<u64>() {
        // `007` counts as a word, because a record with that seed has another deal than seed 7.
        Ok(number) if number.to_string() == seed => number.wrapping_add(n).to_string(),
        _ => format!("{seed}-{n}"),
    }
}

/// Plays these rounds, in order; fewer if it is stopped, but with none left out between them.
pub fn in_parallel<T: Send>(
    rounds: usize,
    watch: &Watch<'_>,
    play: impl Fn(usize) -> Result<T, SimulationError> + Sync,
) -> Result<Vec<T>, SimulationError> {
    let threads = thread::available_parallelism().map_or(1, usize::from).min(rounds.max(1));
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let round = next.fetch_add(1, Ordering::Relaxed);
            if round >= rounds || watch.stop.is_raised() {
                return done;
            }
            let played = play(round);
            match played {
                Err(SimulationError::Stopped) => return done,
                Err(_) => next.store(rounds, Ordering::Relaxed),
                Ok(_) => (watch.played)(rounds as u64),
            }
            done.push((round, played));
        }
    };
    let (mut all, has_crashed) = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let mut all: Vec<(usize, Result<T, SimulationError>)> = Vec::new();
        let mut has_crashed = false;
        for worker in workers {
            worker.join().map_or_else(|_| has_crashed = true, |done| all.extend(done));
        }
        (all, has_crashed)
    });
    if has_crashed {
        return Err(SimulationError::Deal("a bot crashed".to_owned()));
    }
    all.sort_by_key(|(round, _)| *round);
    let error = all.iter().find_map(|(_, played)| played.as_ref().err().cloned());
    let in_a_row = (0..).zip(all).take_while(|(number, (round, _))| number == round);
    error.map_or_else(|| in_a_row.map(|(_, (_, played))| played).collect(), Err)
}

fn play_one<G: Bots>(
    seed: &str,
    seats: &[usize],
    bots: &[BotLevel],
    options: &G::Options,
    stop: &Cancel,
) -> Result<(PlayedGame, Record<G>), SimulationError> {
    let wrong = |error: &dyn std::fmt::Display| SimulationError::Deal(error.to_string());
    let level_of = |seat: Seat| seats.get(seat.index()).and_then(|bot| bots.get(*bot)).copied();
    let players = seats.iter().filter_map(|bot| bots.get(*bot)).map(|level| Player::bot(*level)).collect();
    let record = Record::<G>::new(seed, options.clone(), players);
    let mut session = Session::load(record).map_err(|error| wrong(&error))?;
    // Bots that play the same deal alone must not count it several times.
    let could_be_won = if seats.contains(&0) { G::could_be_won(session.dealt()) } else { None };
    let mut seated_bots: Vec<_> =
        (0..seats.len()).filter_map(|seat| Seat::new(seat as u8).and_then(level_of)).map(G::bot).collect();
    loop {
        let seat = match session.game().stage() {
            Stage::Over(outcome) => {
                let scores = seats.iter().copied().zip(session.game().scores()).collect();
                let won: SeatSet = outcome.winners.iter().copied().collect();
                let is_tied = won.first().is_some_and(|winner| session.game().partners(winner) != won);
                let mut winners: Vec<usize> = won.iter().filter_map(|seat| seats.get(seat.index())).copied().collect();
                winners.sort_unstable();
                winners.dedup();
                let game = PlayedGame { scores, winners, is_tied, moves: session.turns().len() as u64, could_be_won };
                return Ok((game, session.record()));
            }
            Stage::Act(acting) => acting.first().ok_or_else(|| wrong(&"the game is not over, but no seat can move"))?,
        };
        let number = session.turns().len() as u64;
        let bot_seed = GameRng::for_step(seed, u64::MAX - number).bits();
        let who = Viewer::Seat(seat);
        let (view, seen, legal) = (session.game().view(who), session.seen(who, 0), session.game().legal_moves(seat));
        let observation = Observation { seat, view: &view, seen: &seen, legal: &legal };
        let bot = seated_bots.get_mut(seat.index()).ok_or_else(|| wrong(&"there is a seat without a bot"))?;
        let mv = bot.choose(&observation, bot_seed, stop);
        // A move that was cut short counts for nothing.
        if stop.is_raised() {
            return Err(SimulationError::Stopped);
        }
        let mv = mv.ok_or_else(|| wrong(&"a bot found no move"))?;
        session.play(seat, mv).map_err(|error| wrong(&error))?;
    }
}

fn summarised(games: u64, bots: usize, played: &[PlayedGame]) -> Simulation {
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
        if game.is_tied {
            ties += 1;
        } else {
            game.winners.iter().for_each(|winner| wins[*winner] += 1);
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

/// Half the width of Wilson's 95 % score interval, which also holds for shares near 0 and 1.
fn half_width_of_share(wins: u64, games: u64) -> f64 {
    let (share, count, z) = (share(wins, games), games.max(1) as f64, 1.96);
    let spread = (share * (1.0 - share) / count + z * z / (4.0 * count * count)).sqrt();
    z * spread / (1.0 + z * z / count)
}

fn mean(scores: &[i32]) -> f64 {
    let sum: i64 = scores.iter().map(|score| i64::from(*score)).sum();
    sum as f64 / scores.len().max(1) as f64
}

/// 1.96 standard errors of the mean: half the width of its 95 % confidence interval.
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
    fn a_seed_that_is_a_number_counts_on_and_a_word_is_numbered() {
        assert_eq!(
            [seed_of("7", 0), seed_of("7", 3), seed_of("tea", 3), seed_of("007", 1)],
            ["7", "10", "tea-3", "007-1"]
        );
    }

    #[test]
    fn the_interval_of_a_share_is_never_empty() {
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
