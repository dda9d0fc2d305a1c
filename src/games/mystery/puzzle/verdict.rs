//! Judges a puzzle before anybody plays it: its exact par, whether it can always be solved, how often good play wins,
//! and what its designer may want to reconsider.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::engine::game::{Bot, Bots, Cancel, Game, Observation, SolveProgress, SolveWatch};
use crate::engine::outcome::Stage;
use crate::engine::rng::GameRng;
use crate::engine::seats::{BotLevel, Seat, Seats, Viewer};

use super::format::Puzzle;
use crate::games::mystery::deduction;
use crate::games::mystery::rules::{MysteryMachine, Options};
use crate::games::mystery::solver::par::{AnswersSeen, EXACT, ParError, Solver, Stop};
use crate::games::mystery::solver::spread::Ratio;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// The par, and the most questions that optimal play may need; `None` if some deals can never be solved for
    /// certain.
    pub par: Option<(Ratio, u8)>,
    /// The greatest chance to become certain of the mystery.
    pub certain: Ratio,
    pub nodes: u64,
}

/// Computes a puzzle's par, or finds that it has none. `stop` is given the number of positions visited.
///
/// # Errors
/// The puzzle is too large, or `stop` returned true.
pub fn judge(puzzle: &Puzzle, stop: Stop<'_>) -> Result<Judgement, ParError> {
    judge_with(&mut Solver::new(puzzle)?, stop)
}

/// Like [`judge`], with a solver that remembers what it has computed.
pub fn judge_with(solver: &mut Solver, stop: Stop<'_>) -> Result<Judgement, ParError> {
    let certain = solver.certain_chance(stop)?;
    let par = if certain == Ratio::ONE { Some(solver.par(&AnswersSeen::default(), stop)?) } else { None };
    Ok(Judgement { par, certain, nodes: solver.nodes() })
}

/// Fewer questions never make a mystery certain: all ranks and all suits that have not come up are alike, so a card
/// with the mystery's rank must come up and one with its suit, and neither can be the mystery itself.
const LEAST_PAR: Ratio = Ratio { above: 2, below: 1 };

/// A lower bound of the par of a puzzle that is too large for its par, found by visiting at most so many positions.
pub fn par_bound(puzzle: &Puzzle, effort: u64) -> Ratio {
    let Ok(mut solver) = Solver::new(puzzle) else { return LEAST_PAR };
    let bounds = (1..EXACT).map_while(|depth| solver.bound(depth, &|nodes| nodes > effort).ok());
    bounds.map(|(bound, _)| bound).filter(|bound| bound.value() > LEAST_PAR.value()).last().unwrap_or(LEAST_PAR)
}

/// What the par of a puzzle lies between, as far as that is proven.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ParBounds {
    pub at_least: Ratio,
    /// `None` as long as it is not known whether the puzzle can always be solved.
    pub at_most: Option<Ratio>,
}

impl ParBounds {
    const OF_EVERY_PUZZLE: ParBounds = ParBounds { at_least: LEAST_PAR, at_most: None };
}

/// What was found of a puzzle that is too large to be judged, or whose judgement was called off.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Unjudged {
    pub bounds: ParBounds,
    pub nodes: u64,
}

/// How many positions each search visits: for the par, for bounds from below, and for bounds from above.
const MOST_EFFORT: u64 = 20_000_000;
const BOUND_EFFORT: u64 = 1_000_000;

/// Like [`judge`], for somebody who waits. Beside the search for the par, bounds are sought, so that they are there whenever the
/// search is called off.
pub fn judge_watched(puzzle: &Puzzle, watch: &SolveWatch<'_>) -> Result<Judgement, Unjudged> {
    let nothing = Unjudged { bounds: ParBounds::OF_EVERY_PUZZLE, nodes: 0 };
    let mut solver = Solver::new(puzzle).map_err(|_| nothing)?;
    let bounds = Mutex::new(nothing.bounds);
    let known = || *bounds.lock().unwrap_or_else(PoisonError::into_inner);
    let (can_be_solved, is_judged) = (AtomicBool::new(false), AtomicBool::new(false));
    let stop = |nodes| {
        let ParBounds { at_least, at_most } = known();
        (watch.report)(SolveProgress { nodes, at_least: Some(at_least.value()), at_most: at_most.map(Ratio::value) });
        nodes > MOST_EFFORT || watch.cancel.is_raised()
    };
    let narrowing = solver.clone();
    let judged = thread::scope(|scope| {
        scope.spawn(|| {
            let is_over = || watch.cancel.is_raised() || is_judged.load(Ordering::Relaxed);
            let stop = |nodes| nodes > BOUND_EFFORT || is_over();
            let found = |found: ParBounds| *bounds.lock().unwrap_or_else(PoisonError::into_inner) = found;
            narrow_down(narrowing, &|| can_be_solved.load(Ordering::Relaxed), &stop, &found);
        });
        let certain = solver.certain_chance(&stop);
        can_be_solved.store(certain == Ok(Ratio::ONE), Ordering::Relaxed);
        let judged = judge_with(&mut solver, &stop);
        is_judged.store(judged.is_ok(), Ordering::Relaxed);
        judged
    });
    judged.map_err(|_| Unjudged { bounds: known(), nodes: solver.nodes() })
}

/// Brings both bounds of a par closer to each other, question by question further ahead, and tells of each step.
fn narrow_down(mut from_below: Solver, can_be_solved: &dyn Fn() -> bool, stop: Stop<'_>, found: &dyn Fn(ParBounds)) {
    let mut from_above = from_below.from_above();
    let mut bounds = ParBounds::OF_EVERY_PUZZLE;
    for depth in 1..EXACT {
        let Ok((at_least, is_par)) = from_below.bound(depth, stop) else { return };
        if at_least.value() > bounds.at_least.value() {
            bounds.at_least = at_least;
        }
        found(bounds);
        if is_par {
            return;
        }
        if can_be_solved() {
            let Ok((at_most, _)) = from_above.bound(depth, stop) else { return };
            bounds.at_most = Some(at_most);
            found(bounds);
        }
    }
}

/// Something that the designer of a puzzle may want to reconsider. Piles are counted from 0, chances from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Warning {
    /// Some deals can never be solved for certain; this is the chance of one that can.
    Unreachable(f64),
    /// One question to this pile solves everything with this chance.
    Revealing(usize, f64),
    /// No answer of this pile is of any use at the start.
    Useless(usize),
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::Unreachable(chance) => {
                write!(f, "even the best play can be certain of the mystery in only {:.0} of 100 deals", 100.0 * chance)
            }
            Warning::Revealing(pile, chance) => {
                write!(f, "one question to pile {} solves {:.0} of 100 deals at once", pile + 1, 100.0 * chance)
            }
            Warning::Useless(pile) => write!(f, "to begin with, pile {} says nothing about the mystery", pile + 1),
        }
    }
}

/// From this chance on, a question that solves everything is worth a warning.
const REVEALING: f64 = 0.25;

pub fn warnings(solver: &mut Solver, judgement: &Judgement, stop: Stop<'_>) -> Result<Vec<Warning>, ParError> {
    let mut found = Vec::new();
    if judgement.par.is_none() {
        found.push(Warning::Unreachable(judgement.certain.value()));
    }
    for pile in 0..solver.piles() {
        let chance = solver.one_question_chance(pile);
        if chance >= REVEALING {
            found.push(Warning::Revealing(pile, chance));
        }
    }
    if judgement.par.is_some() {
        let values = solver.question_values(&AnswersSeen::default(), EXACT, stop)?;
        let useless = (0..solver.piles()).filter(|pile| values.gain[*pile] < 1e-9);
        found.extend(useless.filter(|pile| !solver.is_informative(*pile)).map(Warning::Useless));
    }
    Ok(found)
}

/// What is known of a puzzle so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Findings {
    pub par_bound: Option<Ratio>,
    pub judgement: Option<Judgement>,
    /// `None` until they are known.
    pub warnings: Option<Vec<Warning>>,
    /// How many of [`DEALS`] deals the bot has played, and how many of them it won.
    pub played: (u32, u32),
    /// How much there is to reason, see [`deduction::effort`].
    pub reasoning: Option<f64>,
    /// Why there is no exact par.
    pub failure: Option<String>,
    pub is_done: bool,
}

/// Analyses a puzzle until `stop` returns true, and reports all findings whenever there is a new one.
pub fn analyse(puzzle: &Puzzle, report: &mut dyn FnMut(&Findings), stop: &dyn Fn() -> bool) {
    let mut findings = Findings::default();
    match analyse_par(puzzle, &mut findings, report, &|_| stop()) {
        Ok(()) | Err(ParError::Stopped) => {}
        Err(error) => {
            findings.failure = Some(error.to_string());
            findings.par_bound.get_or_insert(LEAST_PAR);
        }
    }
    report(&findings);
    let won = count_wins(puzzle, DEALS, &mut |played, won| {
        // Fifty reports are enough for a progress bar.
        if played >= findings.played.0 + DEALS / 50 {
            findings.played = (played, won);
            report(&findings);
        }
        !stop()
    });
    findings.played = won.map_or(findings.played, |won| (DEALS, won));
    findings.reasoning = deduction::effort(puzzle, REASONED_DEALS, stop);
    findings.is_done = !stop();
    report(&findings);
}

fn analyse_par(
    puzzle: &Puzzle,
    findings: &mut Findings,
    report: &mut dyn FnMut(&Findings),
    stop: Stop<'_>,
) -> Result<(), ParError> {
    let mut solver = Solver::new(puzzle)?;
    if solver.certain_chance(stop)? == Ratio::ONE {
        for depth in 1..EXACT {
            let (bound, is_par) = solver.bound(depth, stop)?;
            if is_par {
                break;
            }
            findings.par_bound = Some(bound);
            report(findings);
        }
    }
    let judgement = judge_with(&mut solver, stop)?;
    findings.judgement = Some(judgement);
    report(findings);
    findings.warnings = Some(warnings(&mut solver, &judgement, stop)?);
    Ok(())
}

/// How many deals are reasoned through to measure how hard that is.
pub const REASONED_DEALS: u32 = 40;

/// How many deals are played to measure how often good play wins.
pub const DEALS: u32 = 400;

/// The share of deals that the medium bot wins; it is fast and plays well. The result is the same every time. `None` if
/// `stop` returned true or the puzzle cannot be dealt.
pub fn win_rate(puzzle: &Puzzle, deals: u32, stop: &dyn Fn() -> bool) -> Option<f64> {
    let won = count_wins(puzzle, deals, &mut |_, _| !stop())?;
    Some(f64::from(won) / f64::from(deals.max(1)))
}

/// `go_on` is given the number of deals played and won so far, and says whether to play another.
fn count_wins(puzzle: &Puzzle, deals: u32, go_on: &mut dyn FnMut(u32, u32) -> bool) -> Option<u32> {
    let options = Options::own(puzzle, "");
    let mut bot = MysteryMachine::bot(BotLevel::Medium);
    let mut won = 0;
    for number in 0..deals {
        if !go_on(number, won) {
            return None;
        }
        let mut rng = GameRng::from_number(u64::from(number));
        let mut game = MysteryMachine::deal(&options, Seats::ONE, None, &mut rng).ok()?;
        won += u32::from(play(&mut game, &mut *bot, &mut rng)?);
    }
    Some(won)
}

fn play(game: &mut MysteryMachine, bot: &mut dyn Bot<MysteryMachine>, rng: &mut GameRng) -> Option<bool> {
    let seat = Seat::FIRST;
    loop {
        if let Stage::Over(outcome) = game.stage() {
            return Some(!outcome.winners.is_empty());
        }
        let (view, legal) = (game.view(Viewer::Seat(seat)), game.legal_moves(seat));
        let observation = Observation { seat, view: &view, seen: &[], legal: &legal };
        let mv = bot.choose(&observation, 0, &Cancel::new())?;
        game.apply(seat, &mv, rng);
    }
}
