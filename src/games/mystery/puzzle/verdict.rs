//! What can be said of a puzzle before anybody plays it: its exact par, whether it can always be settled, how hard it is to
//! pay for, and what its designer may want to look at again.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::engine::game::{Bots, Cancel, Game, Sight};
use crate::engine::outcome::Stage;
use crate::engine::rng::GameRng;
use crate::engine::seats::{BotLevel, Seat, Seats, Viewer};

use super::knowledge::Reasoner;
use super::par::{EXACT, NoAnswer, Seen, Solver};
use super::puzzle::Puzzle;
use super::rules::{MysteryMachine, Options};
use super::spread::Ratio;

/// The exact answer about a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Judged {
    /// The par and the most questions that best play may need; `None` where some deals can never be settled.
    pub par: Option<(Ratio, u8)>,
    /// The greatest chance to become certain.
    pub certain: Ratio,
    /// Positions looked at.
    pub nodes: u64,
}

/// Finds a puzzle's par, or that it has none.
///
/// # Errors
/// A puzzle too large, or `stop`, which is given the positions looked at, says so.
pub fn judge(puzzle: &Puzzle, stop: &dyn Fn(u64) -> bool) -> Result<Judged, NoAnswer> {
    let mut solver = Solver::new(puzzle)?;
    judge_with(&mut solver, stop)
}

/// The same with a solver that may know something already, and keeps what it finds.
///
/// # Errors
/// As [`judge`].
pub fn judge_with(solver: &mut Solver, stop: &dyn Fn(u64) -> bool) -> Result<Judged, NoAnswer> {
    let certain = solver.certain_chance(stop)?;
    let par = if certain.above == certain.below { Some(solver.par(&Seen::default(), stop)?) } else { None };
    Ok(Judged { par, certain, nodes: solver.nodes() })
}

/// What a designer may want to look at again.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Warning {
    /// Some deals can never be settled: the chance that one can.
    Unreachable(f64),
    /// One question to this pile, from 0, settles everything with this chance.
    Revealing(usize, f64),
    /// No answer of this pile, from 0, is of any use at the start.
    Useless(usize),
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::Unreachable(chance) => {
                write!(f, "the mystery cannot always be found out; at best in {:.0} of 100 deals", 100.0 * chance)
            }
            Warning::Revealing(pile, chance) => {
                write!(f, "one question to pile {} settles everything in {:.0} of 100 deals", pile + 1, 100.0 * chance)
            }
            Warning::Useless(pile) => write!(f, "pile {} tells nothing about the mystery", pile + 1),
        }
    }
}

/// From which chance on one question that settles everything is worth a warning.
const REVEALING: f64 = 0.25;

/// What may be wrong with a puzzle that has been judged.
///
/// # Errors
/// As [`judge`].
pub fn warnings(solver: &mut Solver, judged: &Judged, stop: &dyn Fn(u64) -> bool) -> Result<Vec<Warning>, NoAnswer> {
    let mut found = Vec::new();
    if judged.par.is_none() {
        found.push(Warning::Unreachable(judged.certain.value()));
    }
    for pile in 0..solver.piles() {
        let settled = solver.settled_by_one(pile);
        if settled >= REVEALING {
            found.push(Warning::Revealing(pile, settled));
        }
    }
    if judged.par.is_some() {
        let worth = solver.worth(&Seen::default(), EXACT, stop)?;
        let useless = (0..solver.piles()).filter(|pile| worth.gain[*pile] < 1e-9);
        found.extend(useless.filter(|pile| !solver.helps(*pile)).map(Warning::Useless));
    }
    Ok(found)
}

/// What is found out about a puzzle, in the order in which it comes.
#[derive(Clone, PartialEq, Debug)]
pub enum Found {
    /// The puzzle is too large, or cannot be dealt; nothing more comes.
    Nothing(String),
    /// The par is at least this.
    AtLeast(Ratio),
    /// The exact answer.
    Judged(Judged),
    /// What its designer may want to look at again.
    Warnings(Vec<Warning>),
    /// How many deals were played by the bot so far, of [`DEALS`], and how many it won.
    Paid(u32, u32),
}

/// Finds everything out, telling each thing as soon as it is known, until `stop` says so.
pub fn find_out(puzzle: &Puzzle, tell: &mut dyn FnMut(Found), stop: &dyn Fn() -> bool) {
    if let Err(too_many) = Reasoner::new(puzzle) {
        return tell(Found::Nothing(too_many.to_string()));
    }
    let enough = |_: u64| stop();
    match judged_stepwise(puzzle, tell, &enough) {
        Err(NoAnswer::Stopped) => return,
        Err(error) => tell(Found::Nothing(error.to_string())),
        Ok(()) => {}
    }
    let mut last = 0;
    let chance = paid_chance_told(
        puzzle,
        DEALS,
        &mut |played, won| {
            // Now and then is enough for a bar.
            if played >= last + DEALS / 50 {
                last = played;
                tell(Found::Paid(played, won));
            }
        },
        stop,
    );
    if let Some(chance) = chance {
        tell(Found::Paid(DEALS, (chance * f64::from(DEALS)).round() as u32));
    }
}

fn judged_stepwise(puzzle: &Puzzle, tell: &mut dyn FnMut(Found), enough: &dyn Fn(u64) -> bool) -> Result<(), NoAnswer> {
    let mut solver = Solver::new(puzzle)?;
    let certain = solver.certain_chance(enough)?;
    if certain.above == certain.below {
        for depth in 1..EXACT {
            let (bound, is_par) = solver.bound(depth, enough)?;
            if is_par {
                break;
            }
            tell(Found::AtLeast(bound));
        }
    }
    let judged = judge_with(&mut solver, enough)?;
    tell(Found::Judged(judged));
    tell(Found::Warnings(warnings(&mut solver, &judged, enough)?));
    Ok(())
}

/// How rarely the low deck pays for a puzzle under good play: 1 the gentlest to 5.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Grade {
    /// Good play wins at least 95 of 100 deals.
    Gentle,
    /// At least 80.
    Fair,
    /// At least 60.
    Tricky,
    /// At least 40.
    Hard,
    /// Fewer.
    Fiendish,
}

impl Grade {
    /// All of them, the gentlest first.
    pub const ALL: [Grade; 5] = [Grade::Gentle, Grade::Fair, Grade::Tricky, Grade::Hard, Grade::Fiendish];

    /// The word shown.
    pub const fn word(self) -> &'static str {
        match self {
            Grade::Gentle => "gentle",
            Grade::Fair => "fair",
            Grade::Tricky => "tricky",
            Grade::Hard => "hard",
            Grade::Fiendish => "fiendish",
        }
    }

    /// The grade of a puzzle that good play wins this often, 0 to 1.
    pub fn of(chance: f64) -> Grade {
        let least = [0.95, 0.8, 0.6, 0.4];
        let beaten = least.iter().position(|least| chance >= *least).unwrap_or(least.len());
        Grade::ALL[beaten]
    }
}

/// How many deals a chance is measured on.
pub const DEALS: u32 = 400;

/// In what share of deals the medium bot, which is quick and plays well, names the mystery. The same puzzle always gets the same answer; `None`
/// when `stop` says so or the puzzle cannot be dealt.
pub fn paid_chance(puzzle: &Puzzle, deals: u32, stop: &dyn Fn() -> bool) -> Option<f64> {
    paid_chance_told(puzzle, deals, &mut |_, _| {}, stop)
}

/// The same; `tell` hears how many deals were played and won so far.
fn paid_chance_told(
    puzzle: &Puzzle,
    deals: u32,
    tell: &mut dyn FnMut(u32, u32),
    stop: &dyn Fn() -> bool,
) -> Option<f64> {
    let options = Options::own(puzzle, "");
    let mut bot = MysteryMachine::bot(BotLevel::Medium);
    let mut won = 0;
    for number in 0..deals {
        tell(number, won);
        if stop() {
            return None;
        }
        let mut rng = GameRng::from_number(u64::from(number));
        let mut game = MysteryMachine::deal(&options, Seats::ONE, None, &mut rng).ok()?;
        won += u32::from(play(&mut game, &mut *bot, &mut rng)?);
    }
    Some(f64::from(won) / f64::from(deals.max(1)))
}

/// Plays a game to its end; whether it was won.
fn play(
    game: &mut MysteryMachine,
    bot: &mut dyn crate::engine::game::Bot<MysteryMachine>,
    rng: &mut GameRng,
) -> Option<bool> {
    let seat = Seat::FIRST;
    loop {
        if let Stage::Over(outcome) = game.stage() {
            return Some(!outcome.winners.is_empty());
        }
        let (view, legal) = (game.view(Viewer::Seat(seat)), game.legal_moves(seat));
        let sight = Sight { seat, view: &view, seen: &[], legal: &legal };
        let mv = bot.choose(&sight, 0, &Cancel::new())?;
        game.apply(seat, &mv, rng);
    }
}
