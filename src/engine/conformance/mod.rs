//! A test kit for the laws that every game must keep.
//!
//! Modelled on OpenSpiel's playthrough and API tests: [`conform`] plays many games and checks after every move what the
//! contract promises. The first broken law is returned with the record that shows it. `tests/rules` runs the kit over
//! the whole catalogue, and over a game of its own that is broken on purpose, law by law.

mod bots;
mod difference;
mod reach;
mod secrecy;
mod trial;
mod worlds;

use std::collections::BTreeSet;
use std::fmt;

pub use reach::{unreachable, unreachable_by_gesture};
use trial::Trial;

use super::game::{Game, SetupError};
use super::rng::GameRng;
use super::seats::{BotLevel, Seats};
use super::table_session::Playable;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Law {
    /// The game can be dealt for every number of seats that it allows.
    Deals,
    /// Every game comes to an end, with a score for every seat.
    Ends,
    /// Listed moves are sorted, without duplicates, and pass `check`; if all are listed, no other move passes.
    Legality,
    /// Seats that do not act have no legal moves.
    Turns,
    /// Every card, tile and token stays in the game.
    Census,
    /// The text of a move reads back as the same move.
    MoveText,
    /// The text of a record reads back as the same game.
    Records,
    /// Undo equals a replay without the last move; redo makes the same move again.
    Undo,
    /// What is hidden from a viewer does not change what that viewer sees, may do, or hears.
    Secrecy,
    /// Whoever follows what they hear of a move has what they see after it.
    Following,
    /// What is hidden from a bot does not change its move; its moves are legal, and the same for the same seed.
    Bots,
    /// Layouts have no faults, and the last beat of a move shows the table after it.
    Table,
    /// Every listed move can be made at the table: by a gesture, a selection, or in the game's panel.
    Reach,
    /// The quick paths that searches take lead where the full ones do.
    QuickPaths,
    /// An imagined world cannot be told from the true one by its viewer, and explains what was seen; so does one in which
    /// everything hidden is dealt anew.
    Worlds,
    /// In imagined worlds every card lies in every place where it can be as often as in games dealt anew.
    FairShares,
    /// An event from which a viewer learns what was hidden is one that reveals.
    Reveals,
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BrokenLaw {
    pub law: Law,
    pub how: String,
    pub record: String,
}

impl fmt::Display for BrokenLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}\n{}", self.law, self.how, self.record)
    }
}

impl std::error::Error for BrokenLaw {}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KitEffort {
    /// Only every so many of the tables are played at, from the first on; 1 for all.
    pub every: usize,
    /// Games to play for each number of seats.
    pub games: u64,
    /// No further game is begun at a table where so many positions have been looked at, each as often as there are viewers.
    pub enough: u64,
    /// A game with more moves breaks [`Law::Ends`].
    pub longest: usize,
    /// Expensive laws are checked only every `stride` moves, and in a long game less and less often: each time that they were
    /// checked a few times, half as often.
    pub stride: usize,
    /// The strongest bot that is tried.
    pub bots: BotLevel,
    /// Who plays; `None`: every other game the easy bots, which reach positions and endings that random moves do not, and random moves
    /// the others.
    pub players: Option<BotLevel>,
}

impl KitEffort {
    /// Two games for each number of seats, looked at from beginning to end.
    pub const USUAL: KitEffort = KitEffort {
        every: 1,
        games: 2,
        enough: u64::MAX,
        longest: 2000,
        stride: 20,
        bots: BotLevel::Medium,
        players: None,
    };
}

/// What the kit met with, so that tests can assert that it checked something.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KitReport {
    pub games: u64,
    pub moves: u64,
    /// Positions that were looked at, each counted once for every viewer.
    pub looks: u64,
    /// Positions for which resampling what is hidden gave another game.
    pub reshuffled: u64,
    /// Worlds that were imagined.
    pub worlds: u64,
    /// Moves from which somebody learned what was hidden.
    pub revealed: u64,
    /// Illegal moves that were refused.
    pub refused: u64,
    /// Headings of the rules page that refusals referred to.
    pub rules: BTreeSet<&'static str>,
}

/// Plays `effort.games` games for each number of seats, every other one at random, and checks every law.
pub fn conform<G: Playable>(options: &G::Options, effort: KitEffort) -> Result<KitReport, BrokenLaw> {
    let mut report = KitReport::default();
    let (min, max) = G::INFO.seats;
    let tables: Vec<Table<G>> = (min..=max).map(|count| (count, options.clone())).collect();
    conform_at::<G>(&tables, effort, &mut report)?;
    Ok(report)
}

/// A number of seats, and options that so many can play with.
pub type Table<G> = (u8, <G as Game>::Options);

/// Every table that a game offers before the deal: for each number of seats, all options that its settings lead to.
pub fn every_table<G: Playable>() -> Vec<Table<G>> {
    let (min, max) = G::INFO.seats;
    (min..=max).flat_map(|count| offered::<G>(count).into_iter().map(move |options| (count, options))).collect()
}

/// All options that can be reached from the defaults by changing one setting after another.
fn offered<G: Playable>(count: u8) -> Vec<G::Options> {
    let Some(seats) = Seats::new(usize::from(count)) else { return Vec::new() };
    let mut found = vec![G::options_for(&G::Options::default(), seats)];
    let mut looked_at = 0;
    while let Some(options) = found.get(looked_at).cloned() {
        looked_at += 1;
        for (_, changed) in G::settings(&options, seats).into_iter().flat_map(|setting| setting.choices) {
            if !found.contains(&changed) {
                found.push(changed);
            }
        }
    }
    found
}

/// The tables at which these options can be played; none says why.
pub fn tables_for<G: Playable>(options: &G::Options) -> Result<Vec<Table<G>>, SetupError> {
    let (min, max) = G::INFO.seats;
    let deal = |count: u8| {
        let seats = Seats::new(usize::from(count))?;
        Some(G::deal(options, seats, None, &mut GameRng::from_number(0)).map(|_| (count, options.clone())))
    };
    let (dealt, refused): (Vec<_>, Vec<_>) = (min..=max).filter_map(deal).partition(Result::is_ok);
    match refused.into_iter().find_map(Result::err) {
        Some(error) if dealt.is_empty() => Err(error),
        _ => Ok(dealt.into_iter().flatten().collect()),
    }
}

/// Plays `effort.games` games at each of these tables, as [`conform`] does. What was met with until a law was broken is
/// in the report.
pub fn conform_at<G: Playable>(
    tables: &[Table<G>],
    effort: KitEffort,
    report: &mut KitReport,
) -> Result<(), BrokenLaw> {
    for (count, options) in tables.iter().step_by(effort.every.max(1)) {
        let looked_at = report.looks;
        for number in 0..effort.games {
            if number > 0 && report.looks - looked_at >= effort.enough {
                break;
            }
            Trial::<G>::start(options, *count, number, effort)?.run(report)?;
        }
    }
    Ok(())
}
