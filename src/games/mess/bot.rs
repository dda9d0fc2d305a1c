//! Bots, hints and hindsight for Mess Machine. Bots see what a person in their seat sees, and no more.
//!
//! *Easy* takes the press that looks best now. *Medium* follows a shortest repair, and of its presses takes those that
//! suit its secret buttons. *Hard* weighs every press. Where all play together it follows the shortest repair, and
//! before a malfunction weighs the dice: what the repair takes on average after each of the 36 rolls. Where each
//! plays for themselves it imagines, again and again, the others' buttons, as likely as they explain the others'
//! presses, and lets everybody finish a shortest repair as medium would: a press is worth what the seat scores then, less
//! what the others score, and more what it scores at once.
//!
//! Measured over 1000 easy games, mean scores ± 95 %: one bot of each level, hard 16.4, medium 15.3, easy 11.4, random
//! 9.0, each ± 0.5; one hard among three medium bots 16.5 ± 0.2 against 12.1, one medium among three hard ones 17.4 ± 0.4
//! against 19.1 to 19.8. Alone with two malfunctions, over 400 deals: hard 2.3 ± 0.2 presses over par, medium 4.5 ± 1.2;
//! three together have 12.6 ± 0.3 tokens left if they are hard, 11.6 ± 0.3 if they are medium.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use crate::engine::blunders::Blunders;
use crate::engine::game::{
    Bot, Bots, Cancel, Hindsight, Hint, Observation, RandomBot, Solution, SolveProgress, SolveWatch,
};
use crate::engine::outcome::Verdict;
use crate::engine::review::{Appraisal, Worth};
use crate::engine::rng::GameRng;
use crate::engine::seats::{BotLevel, Seat};
use crate::words::counted;

use super::board::{Button, PictureGrid, Press, TokenCounts};
use super::reason::{PressesToGo, Reason};
use super::rules::{MessMachine, Move, malfunction_cells};
use super::solver::{Repair, solve};
use super::table::{ButtonChoice, MAX_PLAYERS, MessSeat, MessTable};

/// The search budget, in positions: for a repair that is followed or weighed.
const EFFORT: u64 = 60_000;

/// The search budget after each of the 36 rolls of a malfunction.
const ROLL_EFFORT: u64 = 5_000;

/// The search budget for [`Bots::solution`], in positions: about a minute.
const MAX_EFFORT: u64 = 200_000_000;

/// The search budget for looking back at a game that is over.
const EFFORT_AFTERWARDS: u64 = 20 * EFFORT;

/// How often hard imagines the others' buttons.
const IMAGINED: usize = 32;

/// How often the mixture of choices is learned from, from how many opponents each time, and how fast.
const ROUNDS: usize = 24;
const OPPONENTS: usize = 4;
const LEARNING: f64 = 0.03;

/// The hard bot's weights, in points.
mod worth {
    /// Bringing a tile home while that scores.
    pub const HOME: f64 = 1.0;
    /// Taking a token of the own direct button.
    pub const DIRECT: f64 = 0.7;
    /// Taking a token of the own indirect button, which the others might have taken for two points.
    pub const INDIRECT: f64 = -1.5;
    /// A point that the others score, divided among them.
    pub const OTHERS: f64 = -1.0;
    /// Together: each token that the scarcest button has to spare, in presses.
    pub const SPARE: f64 = -0.05;
    /// A point of this very press, beside what the playouts promise: the others may not play as imagined.
    pub const NOW: f64 = 4.0;
    /// A press that makes the repair longer.
    pub const DETOUR: f64 = -5.0;
    /// A press after which the picture is lost.
    pub const LOST: f64 = -100.0;
    /// Not in points: how many times as often players press their direct button as a neutral one, and a neutral one as
    /// their indirect one.
    pub const PREFERENCE: f64 = 1.5;
}

struct MessBot(BotLevel);

impl Bot<MessMachine> for MessBot {
    fn choose(&mut self, observation: &Observation<'_, MessMachine>, seed: u64, cancel: &Cancel) -> Option<Move> {
        let mut rng = GameRng::from_number(seed);
        let (table, listed) = (&observation.view.table, observation.legal.listed());
        if listed.contains(&Move::Agree) {
            return Some(if is_lost(table, cancel) { Move::Agree } else { Move::Refuse });
        }
        if listed.contains(&Move::Stop) && is_lost(table, cancel) {
            return Some(Move::Stop);
        }
        let sound_moves = MessMachine::sound_moves(observation);
        let sound = Observation { legal: &sound_moves, ..*observation };
        match self.0 {
            BotLevel::Medium if table.is_choosing() => {
                let [direct, indirect, ..] = by_use_in_repair(table, cancel);
                Some(Move::Choose(ButtonChoice { direct, indirect }))
            }
            BotLevel::Hard if table.is_choosing() => mixed_choice(observation, &mut rng, cancel).map(Move::Choose),
            _ if table.is_choosing() => rng.pick(listed).copied(),
            BotLevel::Random | BotLevel::Easy => nearest_press(observation, &mut rng),
            BotLevel::Medium => repairing_press(observation, cancel).or_else(|| nearest_press(&sound, &mut rng)),
            BotLevel::Hard => best_press(&sound, &mut rng, cancel).map(Move::Press),
        }
    }
}

fn is_lost(table: &MessTable, cancel: &Cancel) -> bool {
    repair_from(table, cancel).verdict == Verdict::Impossible
}

/// The press that looks best now, drawn at random among equals.
fn nearest_press(observation: &Observation<'_, MessMachine>, rng: &mut GameRng) -> Option<Move> {
    let needed_after = |press: &Press| observation.view.table.grid.pressed(*press).lower_bound();
    let presses = || observation.legal.listed().iter().filter_map(press_of);
    let fewest = presses().map(|press| needed_after(&press)).min();
    let best: Vec<Press> = presses().filter(|press| Some(needed_after(press)) == fewest).collect();
    rng.pick(&best).map(|press| Move::Press(*press))
}

/// Of a shortest repair, the press with the most points that may be made now.
fn repairing_press(observation: &Observation<'_, MessMachine>, cancel: &Cancel) -> Option<Move> {
    let table = &observation.view.table;
    let line = repair_from(table, cancel).line;
    let is_legal = |press: &Press| observation.legal.listed().contains(&Move::Press(*press));
    line.first().filter(|first| is_legal(first))?;
    let points = |press: &Press| own_points(table, observation.seat, *press);
    let is_sound = |press: &Press| MessMachine::blunder(observation, &Move::Press(*press)).is_none();
    let free = free_presses(&line).map(|at| line[at]).filter(|press| is_legal(press) && is_sound(press));
    free.max_by(|one, other| points(one).total_cmp(&points(other))).map(Move::Press)
}

/// Where in the line the presses are that may as well be made first: they share no cell with those before them.
fn free_presses(line: &[Press]) -> impl Iterator<Item = usize> {
    (0..line.len()).filter(|at| line[..*at].iter().all(|before| before.is_disjoint(line[*at])))
}

/// The press that is worth most.
fn best_press(observation: &Observation<'_, MessMachine>, rng: &mut GameRng, cancel: &Cancel) -> Option<Press> {
    let table = &observation.view.table;
    let try_press = |press: Press| {
        let left = tokens_after(table.left, press);
        (press, repair(table.grid.pressed(press), left, Some(press), cancel))
    };
    let tried: Vec<(Press, Repair)> = observation.legal.listed().iter().filter_map(press_of).map(try_press).collect();
    let solved = tried.iter().filter(|(_, repair)| repair.verdict == Verdict::Solved);
    let fewest = solved.map(|(_, repair)| repair.line.len()).min().unwrap_or_default();
    let imagined = if table.is_together() { Vec::new() } else { imagined_choices(table, observation.seat, rng) };
    let playout = |press: Press, repair: &Repair| {
        let detour = if repair.line.len() > fewest { worth::DETOUR } else { 0.0 };
        let later = points_ahead(observation, press, &repair.line, &imagined);
        later + detour + worth::NOW * own_points(table, observation.seat, press)
    };
    let value = |press: Press, repair: &Repair| match repair.verdict {
        Verdict::Impossible => worth::LOST,
        Verdict::GaveUp => worth::LOST / 2.0 - f64::from(table.grid.pressed(press).lower_bound()),
        Verdict::Solved if repair.line.len() > fewest + 2 => worth::LOST / 4.0 - repair.line.len() as f64,
        Verdict::Solved if table.is_together() => -presses_expected(table, press, &repair.line, cancel),
        Verdict::Solved => playout(press, repair),
    };
    let valued = tried.iter().map(|(press, repair)| (value(*press, repair), *press));
    valued.max_by(|one, other| one.0.total_cmp(&other.0).then(other.1.cmp(&one.1))).map(|(_, press)| press)
}

/// How many points the seat is ahead of the others after the press and this repair, on the average over what all may have
/// chosen.
fn points_ahead(observation: &Observation<'_, MessMachine>, press: Press, line: &[Press], imagined: &[Choices]) -> f64 {
    mean_value(imagined, |choices| {
        let mut playout = Playout::new(&observation.view.table, observation.seat, choices);
        playout.press(press);
        playout.finish(line);
        playout.value(observation.seat)
    })
}

fn mean_value(imagined: &[Choices], value: impl Fn(&Choices) -> f64) -> f64 {
    imagined.iter().map(value).sum::<f64>() / imagined.len().max(1) as f64
}

fn tokens_after(mut left: TokenCounts, press: Press) -> TokenCounts {
    let token = &mut left[press.button().index()];
    *token = token.saturating_sub(1);
    left
}

/// How many presses the repair takes on the average, this press included, if it goes on with this line. What is to
/// come by a malfunction is averaged over all rolls as if it came now, which it does if the press triggers it.
fn presses_expected(table: &MessTable, press: Press, line: &[Press], cancel: &Cancel) -> f64 {
    let left = tokens_after(table.left, press);
    let spare = Button::ALL.iter().map(|button| f64::from(left[button.index()]) - uses(line, *button) as f64);
    let rest = 1.0 + line.len() as f64 + worth::SPARE * spare.fold(f64::MAX, f64::min);
    let mut now = table.left;
    let triggers = [press].iter().chain(line).position(|press| {
        now = tokens_after(now, *press);
        table.options.difficulty.malfunctions_at(now, press.button())
    });
    // The last press finishes the picture before anything can break.
    if triggers.is_none_or(|at| at >= line.len()) {
        return rest;
    }
    let soon = Button::ALL.iter().any(|button| {
        let mut after = table.left;
        after[button.index()] = after[button.index()].saturating_sub(1);
        table.options.difficulty.malfunctions_at(after, *button)
    });
    if !soon {
        return rest;
    }
    let grid = table.grid.pressed(press);
    let after_roll = |upper: u8, lower: u8| {
        let cells = malfunction_cells((upper, lower));
        let swapped = grid.swapped(cells.0, cells.1);
        let found =
            solve(swapped, left, swapped.press_of_tiles(table.tiles_of(press)), ROLL_EFFORT, &|| cancel.is_raised());
        match found.verdict {
            Verdict::Solved => found.line.len() as f64,
            Verdict::GaveUp => f64::from(swapped.lower_bound()) + 3.0,
            Verdict::Impossible => -worth::LOST,
        }
    };
    let rolls = (1..=6).flat_map(|upper| (1..=6).map(move |lower| (upper, lower)));
    rest - line.len() as f64 + rolls.map(|(upper, lower)| after_roll(upper, lower)).sum::<f64>() / 36.0
}

/// The secret buttons of every seat.
type Choices = ArrayVec<ButtonChoice, MAX_PLAYERS>;

/// A choice of buttons, drawn from a mixture against which no choice scores much more than another if all draw from it:
/// the one that multiplicative weights approach (Freund and Schapire, *Adaptive game playing*, 1999).
fn mixed_choice(
    observation: &Observation<'_, MessMachine>,
    rng: &mut GameRng,
    cancel: &Cancel,
) -> Option<ButtonChoice> {
    let (table, seat) = (&observation.view.table, observation.seat);
    let line = repair_from(table, cancel).line;
    let all: Vec<ButtonChoice> = ButtonChoice::all().collect();
    let (mut weights, mut sums) = (vec![1.0; all.len()], vec![0.0; all.len()]);
    for _ in 0..ROUNDS {
        let total: f64 = weights.iter().sum();
        sums.iter_mut().zip(&weights).for_each(|(sum, weight)| *sum += weight / total);
        for _ in 0..OPPONENTS {
            let mut choices: Choices = table.seats.iter().map(|_| all[drawn(&weights, rng)]).collect();
            for (choice, weight) in all.iter().zip(&mut weights) {
                choices[seat.index()] = *choice;
                let mut playout = Playout::new(table, Seat::FIRST, &choices);
                playout.finish(&line);
                *weight *= (LEARNING * playout.value(seat)).exp();
            }
            let most = weights.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
            weights.iter_mut().for_each(|weight| *weight = (*weight / most).max(1e-6));
        }
    }
    all.get(drawn(&sums, rng)).copied()
}

/// An index, as likely as its weight.
fn drawn(weights: &[f64], rng: &mut GameRng) -> usize {
    let mut left = weights.iter().sum::<f64>() * f64::from(rng.below(1 << 20)) / f64::from(1 << 20);
    let passed = |weight: &f64| {
        left -= weight;
        left < 0.0
    };
    weights.iter().position(passed).unwrap_or_default()
}

/// Secret buttons that all may have, again and again: each choice is as likely as it explains how often the seat pressed
/// what. The seat itself has its own; before it has chosen, any.
fn imagined_choices(table: &MessTable, seat: Seat, rng: &mut GameRng) -> Vec<Choices> {
    let likelihoods: Vec<Vec<f64>> = table
        .seats
        .iter()
        .map(|other| {
            let of = |choice: ButtonChoice| {
                let preference = |button: Button| match button {
                    _ if button == choice.direct => worth::PREFERENCE,
                    _ if button == choice.indirect => 1.0 / worth::PREFERENCE,
                    _ => 1.0,
                };
                Button::ALL
                    .iter()
                    .map(|button| preference(*button).powi(i32::from(other.tokens[button.index()])))
                    .product()
            };
            ButtonChoice::all().map(of).collect()
        })
        .collect();
    let own = table.seats.get(seat.index()).and_then(MessSeat::choice);
    let all: Vec<ButtonChoice> = ButtonChoice::all().collect();
    let mut draw = |(number, likelihood): (usize, &Vec<f64>)| {
        own.filter(|_| number == seat.index()).unwrap_or(all[drawn(likelihood, rng)])
    };
    (0..IMAGINED).map(|_| likelihoods.iter().enumerate().map(&mut draw).collect()).collect()
}

/// The rest of a game as it may go, with everybody's secret buttons imagined.
struct Playout<'a> {
    choices: &'a Choices,
    grid: PictureGrid,
    left: TokenCounts,
    tokens: ArrayVec<TokenCounts, MAX_PLAYERS>,
    points: ArrayVec<f64, MAX_PLAYERS>,
    turn: usize,
}

impl Playout<'_> {
    fn new<'a>(table: &MessTable, turn: Seat, choices: &'a Choices) -> Playout<'a> {
        Playout {
            choices,
            grid: table.grid,
            left: table.left,
            tokens: table.seats.iter().map(|seat| seat.tokens).collect(),
            points: table.seats.iter().map(|_| 0.0).collect(),
            turn: turn.index(),
        }
    }

    fn scores(&self, press: Press) -> bool {
        let (after, (one, other)) = (self.grid.pressed(press), press.cells());
        let left = tokens_after(self.left, press);
        left.iter().all(|left| *left > 0) && (after.is_home(one) || after.is_home(other))
    }

    fn press(&mut self, press: Press) {
        self.points[self.turn] += f64::from(u8::from(self.scores(press)));
        self.tokens[self.turn][press.button().index()] += 1;
        self.left = tokens_after(self.left, press);
        self.grid = self.grid.pressed(press);
        self.turn = (self.turn + 1) % self.choices.len();
    }

    /// Makes the presses of a repair, each seat those that suit it.
    fn finish(&mut self, line: &[Press]) {
        let mut line = line.to_vec();
        while !line.is_empty() {
            let choice = self.choices[self.turn];
            let points = |at: &usize| {
                let home = if self.scores(line[*at]) { worth::HOME } else { 0.0 };
                home + worth_of_token(choice, line[*at].button())
            };
            let best = free_presses(&line).max_by(|one, other| points(one).total_cmp(&points(other)));
            let press = line.remove(best.unwrap_or_default());
            self.press(press);
        }
    }

    /// What the seat scores after a repair, and a little of what the others do not.
    fn value(&self, seat: Seat) -> f64 {
        let held = |seat: usize, button: Button| f64::from(self.tokens[seat][button.index()]);
        let all = 0..self.choices.len();
        let score = |seat: usize| {
            let choice = self.choices[seat];
            let others: f64 =
                all.clone().filter(|other| *other != seat).map(|other| held(other, choice.indirect)).sum();
            self.points[seat] + held(seat, choice.direct) + 2.0 * others
        };
        let others: f64 = all.clone().filter(|other| *other != seat.index()).map(score).sum();
        score(seat.index()) + worth::OTHERS * others / (self.choices.len() - 1).max(1) as f64
    }
}

fn worth_of_token(choice: ButtonChoice, button: Button) -> f64 {
    match button {
        _ if button == choice.direct => worth::DIRECT,
        _ if button == choice.indirect => worth::INDIRECT,
        _ => 0.0,
    }
}

/// How often the line presses the button.
fn uses(line: &[Press], button: Button) -> usize {
    line.iter().filter(|press| press.button() == button).count()
}

fn repair(grid: PictureGrid, left: TokenCounts, forbidden: Option<Press>, cancel: &Cancel) -> Repair {
    solve(grid, left, forbidden, EFFORT, &|| cancel.is_raised())
}

fn repair_from(table: &MessTable, cancel: &Cancel) -> Repair {
    repair(table.grid, table.left, table.forbidden(), cancel)
}

fn press_of(mv: &Move) -> Option<Press> {
    if let Move::Press(press) = mv { Some(*press) } else { None }
}

/// What the press brings the seat: a tile that comes home, and a token of one of its secret buttons.
fn own_points(table: &MessTable, seat: Seat, press: Press) -> f64 {
    let home = if table.would_score(press) { worth::HOME } else { 0.0 };
    let choice = table.seats.get(seat.index()).and_then(MessSeat::choice);
    home + choice.map_or(0.0, |choice| worth_of_token(choice, press.button()))
}

/// The buttons by how often a shortest repair presses them, most often first.
fn by_use_in_repair(table: &MessTable, cancel: &Cancel) -> [Button; 4] {
    let line = repair_from(table, cancel).line;
    let mut buttons = Button::ALL;
    buttons.sort_by_key(|button| (Reverse(uses(&line, *button)), *button));
    buttons
}

const POINTS: Worth = Worth::Count { one: "point", many: "points", all: "the picture", little: 0.5 };
const PRESSES: Worth = Worth::Count { one: "press", many: "presses", all: "the picture", little: 0.5 };

/// What a review weighs the moves of a seat by.
struct Judge<'a> {
    observation: &'a Observation<'a, MessMachine>,
    /// Empty where all play together.
    imagined: Vec<Choices>,
    cancel: &'a Cancel,
}

impl Judge<'_> {
    /// What both moves are worth: points ahead of the others, or presses to go where all play together, with a minus. Without
    /// the weight that the bot gives to points of this very press. `None` if it cannot be found out.
    fn values(&self, best: Move, played: Move) -> Option<(f64, f64)> {
        let table = &self.observation.view.table;
        match (best, played) {
            (Move::Press(best), Move::Press(played)) => Some((self.press(best)?, self.press(played)?)),
            (Move::Choose(best), Move::Choose(played)) => {
                let line = repair_from(table, self.cancel).line;
                Some((self.choice(best, &line), self.choice(played, &line)))
            }
            // To give up what can be repaired costs the picture, unless others have still to agree.
            (Move::Press(_), Move::Stop) if table.seats.len() == 1 => Some((0.0, f64::NEG_INFINITY)),
            (Move::Refuse, Move::Agree) if table.acting().len() == 1 => Some((0.0, f64::NEG_INFINITY)),
            _ => Some((0.0, 0.0)),
        }
    }

    fn press(&self, press: Press) -> Option<f64> {
        let table = &self.observation.view.table;
        let (grid, left) = (table.grid.pressed(press), tokens_after(table.left, press));
        let found = solve(grid, left, Some(press), EFFORT_AFTERWARDS, &|| self.cancel.is_raised());
        match found.verdict {
            Verdict::Impossible => Some(f64::NEG_INFINITY),
            Verdict::GaveUp => None,
            Verdict::Solved if table.is_together() => Some(-presses_expected(table, press, &found.line, self.cancel)),
            Verdict::Solved => {
                // Presses that a repair takes more come in twos.
                let detours = found.line.len() as f64 / 2.0;
                Some(points_ahead(self.observation, press, &found.line, &self.imagined) + worth::DETOUR * detours)
            }
        }
    }

    /// A choice of buttons, if all others choose at random and the picture is repaired with this line.
    fn choice(&self, choice: ButtonChoice, line: &[Press]) -> f64 {
        let seat = self.observation.seat;
        mean_value(&self.imagined, |choices| {
            let mut choices = choices.clone();
            choices[seat.index()] = choice;
            let mut playout = Playout::new(&self.observation.view.table, Seat::FIRST, &choices);
            playout.finish(line);
            playout.value(seat)
        })
    }
}

impl Bots for MessMachine {
    type Reason = Reason;

    fn bot(level: BotLevel) -> Box<dyn Bot<Self>> {
        match level {
            BotLevel::Random => Box::new(RandomBot),
            level => Box::new(MessBot(level)),
        }
    }

    fn hint(observation: &Observation<'_, Self>, seed: u64, cancel: &Cancel) -> Option<Hint<Move, Reason>> {
        let mv = MessBot(BotLevel::Hard).choose(observation, seed, cancel)?;
        Some(Hint { mv, reason: reason(observation, mv, cancel) })
    }

    fn hindsight(dealt: &Self, cancel: &Cancel) -> Option<Hindsight> {
        let found = solve(dealt.grid(), dealt.left(), None, EFFORT_AFTERWARDS, &|| cancel.is_raised());
        let presses = found.line.len();
        let sentence = format!("The picture could have been repaired in {}.", counted(presses, "press", "presses"));
        (found.verdict == Verdict::Solved).then_some(Hindsight { score: dealt.is_alone().then_some(0), sentence })
    }

    fn appraise(
        observation: &Observation<'_, Self>,
        played: &Move,
        seed: u64,
        cancel: &Cancel,
    ) -> Option<Appraisal<Move, Reason>> {
        let (table, seat) = (&observation.view.table, observation.seat);
        // Half a press, as the dice fall; a point, as the others may have chosen.
        let (unit, noise) = if table.is_together() { (PRESSES, 0.5) } else { (POINTS, 1.0) };
        let best = MessBot(BotLevel::Hard).choose(observation, seed, cancel)?;
        let reason = reason(observation, best, cancel);
        if best == *played {
            return Some(Appraisal::agreed(best, reason, unit));
        }
        let mut rng = GameRng::from_number(seed);
        let imagined = if table.is_together() { Vec::new() } else { imagined_choices(table, seat, &mut rng) };
        let (best_value, played_value) = Judge { observation, imagined, cancel }.values(best, *played)?;
        Some(Appraisal { best, reason, best_value, played_value, noise, unit })
    }

    fn solution(&self, watch: &SolveWatch<'_>) -> Option<Solution<Move>> {
        let stop = || {
            (watch.report)(SolveProgress::default());
            watch.cancel.is_raised()
        };
        let found = solve(self.grid(), self.left(), self.forbidden(), MAX_EFFORT, &stop);
        let is_solved = found.verdict == Verdict::Solved;
        Some(Solution {
            kind: "repair",
            verdict: found.verdict,
            value: u32::try_from(found.line.len()).ok().filter(|_| is_solved),
            line: found.line.into_iter().map(Move::Press).collect(),
            nodes: found.nodes,
            at_least: Some(found.at_least).filter(|_| found.verdict == Verdict::GaveUp),
        })
    }
}

/// What speaks for a legal move.
pub fn reason(observation: &Observation<'_, MessMachine>, mv: Move, cancel: &Cancel) -> Reason {
    let table = &observation.view.table;
    match mv {
        Move::Choose(choice) => {
            let line = solved(repair_from(table, cancel));
            Reason::Chooses {
                choice,
                uses: line.map(|line| (uses(&line, choice.direct), uses(&line, choice.indirect))),
            }
        }
        Move::Press(press) => reason_of_press(observation, press, cancel),
        Move::Agree => Reason::Agrees,
        Move::Refuse => Reason::Refuses { presses: solved(repair_from(table, cancel)).map(|line| line.len()) },
        Move::Stop => Reason::Stops,
    }
}

/// The presses of a repair that was found.
fn solved(repair: Repair) -> Option<Vec<Press>> {
    (repair.verdict == Verdict::Solved).then_some(repair.line)
}

fn reason_of_press(observation: &Observation<'_, MessMachine>, press: Press, cancel: &Cancel) -> Reason {
    let table = &observation.view.table;
    let (grid, own) = (table.grid.pressed(press), table.seats.get(observation.seat.index()));
    let left = solved(repair(grid, tokens_after(table.left, press), Some(press), cancel));
    let shortest = solved(repair_from(table, cancel));
    let to_go = left.map(|left| {
        let is_fewest = shortest.is_some_and(|shortest| left.len() < shortest.len());
        PressesToGo { presses: left.len(), is_fewest }
    });
    let (one, other) = press.cells();
    Reason::Presses {
        press,
        homes: [one, other].into_iter().filter(|cell| grid.is_home(*cell)).count(),
        scores: table.would_score(press),
        is_direct: own.is_some_and(|own| own.direct == Some(press.button())),
        to_go,
    }
}
