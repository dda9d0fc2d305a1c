//! Bots, hints and hindsight for Mess Machine. Bots see what a person in their seat sees, and no more.
//!
//! Everybody gains most from a repair, so every bot but the random one repairs. They differ in how far they look ahead
//! and how well they look after their own secret buttons. *Easy* takes the press that looks best now. *Medium* follows
//! a shortest repair. *Hard* finds the length of the repair after every promising press and weighs it against the
//! points of the press: a tile that comes home, its direct button, leaving its indirect button to the others, and not
//! pressing what it suspects to be theirs. It is in no hurry while every button has tokens to spare.
//!
//! Measured over 500 easy games with one bot of each level, the mean scores are 18.4 for hard, 17.0 for medium, 12.5
//! for easy and 10.1 for random, each ± 0.7 (95 %). Among themselves, easy bots repair 86 of 100 pictures, medium all
//! of 300 and hard 95 of 100.

use crate::engine::game::{Bot, Bots, Cancel, Hindsight, Hint, Observation, Solution};
use crate::engine::outcome::Verdict;
use crate::engine::rng::GameRng;
use crate::engine::seats::{BotLevel, Seat};
use crate::words::counted;

use super::board::{Button, PictureGrid, Press};
use super::rules::{ButtonChoice, MessMachine, Move, View};
use super::solver::{Repair, TokenCounts, solve};

/// The search budget, in positions: for medium's repair, and for each press that hard considers.
const EFFORT: u64 = 60_000;

/// The search budget for [`Bots::solution`], in positions: about a minute.
const MAX_EFFORT: u64 = 200_000_000;

/// How many of the presses that look best hard searches.
const CONSIDERED: usize = 10;

/// The hard bot's weights, in points.
mod worth {
    /// One press fewer to a repair when the scarcest button has 0 or 1, 2, 3, or more tokens to spare.
    pub const PROGRESS: [f64; 4] = [3.0, 1.5, 0.8, 0.3];
    /// Bringing a tile home while that scores.
    pub const HOME: f64 = 1.0;
    /// Taking a token of the own direct button.
    pub const DIRECT: f64 = 0.7;
    /// Taking a token of the own indirect button, which the others might have taken for two points.
    pub const INDIRECT: f64 = -1.5;
    /// Taking a token of another seat's indirect button.
    pub const GIVEN: f64 = -0.8;
    /// A press after which the picture is lost.
    pub const LOST: f64 = -30.0;
    /// Not in points: how many times as often players press their direct button as a neutral one, and a neutral one as
    /// their indirect one.
    pub const PREFERENCE: f64 = 1.5;
}

struct ScoredPress {
    press: Press,
    value: f64,
    /// How many presses are needed after it, if the search found out.
    needed: Option<usize>,
}

struct MessRandom;

impl Bot<MessMachine> for MessRandom {
    fn choose(&mut self, observation: &Observation<'_, MessMachine>, seed: u64, _: &Cancel) -> Option<Move> {
        GameRng::from_number(seed).pick(observation.legal.listed()).copied()
    }
}

struct MessEasy;

impl Bot<MessMachine> for MessEasy {
    fn choose(&mut self, observation: &Observation<'_, MessMachine>, seed: u64, _: &Cancel) -> Option<Move> {
        let mut rng = GameRng::from_number(seed);
        let listed = observation.legal.listed();
        if observation.view.choosing || listed.iter().all(|mv| press_of(mv).is_none()) {
            return choose_other(observation, &mut rng);
        }
        let value = |press: Press| {
            let after = observation.view.grid.pressed(press);
            f64::from(observation.view.grid.lower_bound()) - f64::from(after.lower_bound())
        };
        best_press(listed, value, &mut rng)
    }
}

struct MessMedium;

impl Bot<MessMachine> for MessMedium {
    fn choose(&mut self, observation: &Observation<'_, MessMachine>, seed: u64, cancel: &Cancel) -> Option<Move> {
        let mut rng = GameRng::from_number(seed);
        let view = observation.view;
        let listed = observation.legal.listed();
        if view.choosing {
            let [direct, indirect, ..] = by_use_in_repair(view, cancel);
            return Some(Move::Choose(ButtonChoice { direct, indirect }));
        }
        if listed.iter().all(|mv| press_of(mv).is_none()) {
            return choose_other(observation, &mut rng);
        }
        let line = repair(view.grid, view.left, cancel).line;
        if let Some(first) = line.first().filter(|press| listed.contains(&Move::Press(**press))) {
            // A press that shares no cell with those before it in the line may as well be made first.
            let is_free = |at: usize| line[..at].iter().all(|before| before.is_disjoint(line[at]));
            let free = line.iter().enumerate().filter(|(at, _)| is_free(*at)).map(|(_, press)| *press);
            let legal = free.filter(|press| listed.contains(&Move::Press(*press)));
            let points = |press: &Press| home_points(view, *press) + own_points(view, observation.seat, press.button());
            let chosen = legal.max_by(|one, other| points(one).total_cmp(&points(other)));
            return Some(Move::Press(chosen.unwrap_or(*first)));
        }
        MessEasy.choose(observation, seed, cancel)
    }
}

struct MessHard;

impl Bot<MessMachine> for MessHard {
    fn choose(&mut self, observation: &Observation<'_, MessMachine>, seed: u64, cancel: &Cancel) -> Option<Move> {
        let mut rng = GameRng::from_number(seed);
        if observation.view.choosing {
            // The most needed button is left to the others. The second most needed is no good as the direct one either,
            // because others may have it as their indirect button.
            let [indirect, _, direct, _] = by_astray_tiles(observation.view, cancel);
            return Some(Move::Choose(ButtonChoice { direct, indirect }));
        }
        if observation.legal.listed().iter().all(|mv| press_of(mv).is_none()) {
            return choose_other(observation, &mut rng);
        }
        rank_presses(observation, cancel).first().map(|best| Move::Press(best.press))
    }
}

/// The most promising presses, best first.
fn rank_presses(observation: &Observation<'_, MessMachine>, cancel: &Cancel) -> Vec<ScoredPress> {
    let view = observation.view;
    let urgency = urgency(view, cancel);
    let suspicion = suspicion(view, observation.seat);
    let points = |press: Press| {
        let button = press.button();
        let own = own_points(view, observation.seat, button);
        home_points(view, press) * worth::HOME + own + worth::GIVEN * suspicion[button.index()]
    };
    let estimate = |press: &Press| points(*press) - urgency * f64::from(view.grid.pressed(*press).lower_bound());
    let mut promising: Vec<Press> = observation.legal.listed().iter().filter_map(press_of).collect();
    promising.sort_by(|one, other| estimate(other).total_cmp(&estimate(one)).then(one.cmp(other)));
    promising.truncate(CONSIDERED);
    let search = |press: Press| {
        let after = view.grid.pressed(press);
        let mut left = view.left;
        left[press.button().index()] = left[press.button().index()].saturating_sub(1);
        let found = repair(after, left, cancel);
        let (value, needed) = match found.verdict {
            Verdict::Solved => (-urgency * found.line.len() as f64, Some(found.line.len())),
            Verdict::GaveUp => (-urgency * f64::from(after.lower_bound() + 3), None),
            Verdict::Impossible => (worth::LOST, None),
        };
        ScoredPress { press, value: value + points(press), needed }
    };
    let mut ranked: Vec<ScoredPress> = promising.into_iter().map(search).collect();
    ranked.sort_by(|one, other| other.value.total_cmp(&one.value).then(one.press.cmp(&other.press)));
    ranked
}

/// For each button, the expected number of other seats that have it as their indirect one, judged by their tokens: each
/// choice of buttons is as likely as it explains how often the seat pressed what.
fn suspicion(view: &View, seat: Seat) -> [f64; 4] {
    let others = view.seats.iter().enumerate().filter(|(other, _)| *other != seat.index());
    let mut suspicion = [0.0; 4];
    for (_, other) in others {
        let likelihood = |choice: ButtonChoice| -> f64 {
            let preference = |button: Button| {
                if button == choice.direct {
                    worth::PREFERENCE
                } else if button == choice.indirect {
                    1.0 / worth::PREFERENCE
                } else {
                    1.0
                }
            };
            Button::ALL.iter().map(|button| preference(*button).powi(i32::from(other.tokens[button.index()]))).product()
        };
        let sum: f64 = ButtonChoice::all().map(likelihood).sum();
        for choice in ButtonChoice::all() {
            suspicion[choice.indirect.index()] += likelihood(choice) / sum;
        }
    }
    suspicion
}

/// What one press fewer to the repair is worth: little while every button has tokens to spare, because every turn
/// brings points, and much when one runs short.
fn urgency(view: &View, cancel: &Cancel) -> f64 {
    let found = repair(view.grid, view.left, cancel);
    let needed = |button: Button| found.line.iter().filter(|press| press.button() == button).count();
    let spare = Button::ALL.map(|button| usize::from(view.left[button.index()]).saturating_sub(needed(button)));
    match spare.into_iter().min().unwrap_or_default() {
        0 | 1 => worth::PROGRESS[0],
        2 => worth::PROGRESS[1],
        3 => worth::PROGRESS[2],
        _ => worth::PROGRESS[3],
    }
}

fn repair(grid: PictureGrid, left: TokenCounts, cancel: &Cancel) -> Repair {
    solve(grid, left, EFFORT, &|| cancel.is_raised())
}

fn press_of(mv: &Move) -> Option<Press> {
    if let Move::Press(press) = mv { Some(*press) } else { None }
}

/// The point that a press scores for bringing a tile home.
fn home_points(view: &View, press: Press) -> f64 {
    let after = view.grid.pressed(press);
    let (one, other) = press.cells();
    // The press that takes a button's last token scores nothing.
    let can_score = view.counts_homes && view.left[press.button().index()] > 1;
    if can_score && (after.is_home(one) || after.is_home(other)) { 1.0 } else { 0.0 }
}

/// What a token of this button is worth because of the seat's secret buttons.
fn own_points(view: &View, seat: Seat, button: Button) -> f64 {
    let Some(own) = view.seats.get(seat.index()) else { return 0.0 };
    match Some(button) {
        found if found == own.direct => worth::DIRECT,
        found if found == own.indirect => worth::INDIRECT,
        _ => 0.0,
    }
}

/// The buttons by how often a shortest repair presses them, most often first.
fn by_use_in_repair(view: &View, cancel: &Cancel) -> [Button; 4] {
    let line = repair(view.grid, view.left, cancel).line;
    let needed = |button: Button| line.iter().filter(|press| press.button() == button).count();
    let mut buttons = Button::ALL;
    buttons.sort_by_key(|button| (std::cmp::Reverse(needed(*button)), *button));
    buttons
}

/// The buttons by how many tiles lie on their wrong side, most first. Every repair has to move these.
fn by_astray_tiles(view: &View, cancel: &Cancel) -> [Button; 4] {
    let mut buttons = by_use_in_repair(view, cancel);
    buttons.sort_by_key(|button| std::cmp::Reverse(view.grid.astray(*button)));
    buttons
}

/// Any move but a press: agrees to stop if the picture is proven lost, and chooses buttons at random.
fn choose_other(observation: &Observation<'_, MessMachine>, rng: &mut GameRng) -> Option<Move> {
    let listed = observation.legal.listed();
    if listed.contains(&Move::Agree) {
        let found = repair(observation.view.grid, observation.view.left, &Cancel::new());
        let is_lost = found.verdict == Verdict::Impossible;
        return Some(if is_lost { Move::Agree } else { Move::Refuse });
    }
    rng.pick(listed).copied()
}

/// The press with the highest value, drawn at random among equals.
fn best_press(listed: &[Move], value: impl Fn(Press) -> f64, rng: &mut GameRng) -> Option<Move> {
    let valued: Vec<(Press, f64)> = listed.iter().filter_map(press_of).map(|press| (press, value(press))).collect();
    let highest = valued.iter().map(|(_, value)| *value).fold(f64::MIN, f64::max);
    let best: Vec<Press> = valued.iter().filter(|(_, value)| *value == highest).map(|(press, _)| *press).collect();
    rng.pick(&best).map(|press| Move::Press(*press))
}

impl Bots for MessMachine {
    fn bot(level: BotLevel) -> Box<dyn Bot<Self>> {
        match level {
            BotLevel::Random => Box::new(MessRandom),
            BotLevel::Easy => Box::new(MessEasy),
            BotLevel::Medium => Box::new(MessMedium),
            BotLevel::Hard => Box::new(MessHard),
        }
    }

    fn hint(observation: &Observation<'_, Self>, seed: u64, cancel: &Cancel) -> Option<Hint<Move>> {
        let mv = MessHard.choose(observation, seed, cancel)?;
        let reason = match mv {
            Move::Choose(ButtonChoice { direct, indirect }) => format!(
                "Choose {direct} as direct and {indirect} as indirect: \
                 {indirect} is needed most, so let the others press it"
            ),
            Move::Press(press) => reason_of(observation, press, cancel),
            Move::Agree => "The picture can no longer be repaired".to_owned(),
            Move::Refuse => "The picture can still be repaired".to_owned(),
            Move::Stop => "It is time to stop".to_owned(),
        };
        Some(Hint { mv, reason })
    }

    fn hindsight(dealt: &Self, cancel: &Cancel) -> Option<Hindsight> {
        let found = solve(dealt.grid(), dealt.left(), 20 * EFFORT, &|| cancel.is_raised());
        let presses = found.line.len();
        let sentence = format!("The picture could have been repaired in {}.", counted(presses, "press", "presses"));
        (found.verdict == Verdict::Solved).then_some(Hindsight { score: dealt.is_alone().then_some(0), sentence })
    }

    fn solution(&self) -> Option<Solution<Move>> {
        let found = solve(self.grid(), self.left(), MAX_EFFORT, &|| false);
        let is_solved = found.verdict == Verdict::Solved;
        Some(Solution {
            kind: "repair",
            verdict: found.verdict,
            value: u32::try_from(found.line.len()).ok().filter(|_| is_solved),
            line: found.line.into_iter().map(Move::Press).collect(),
            nodes: found.nodes,
        })
    }
}

fn reason_of(observation: &Observation<'_, MessMachine>, press: Press, cancel: &Cancel) -> String {
    let ranked = rank_presses(observation, cancel);
    let needed = ranked.iter().find(|scored| scored.press == press).and_then(|scored| scored.needed);
    let mut parts = match needed {
        Some(0) => vec!["finishes the picture".to_owned()],
        Some(needed) => vec![format!("leaves {} to go", counted(needed, "press", "presses"))],
        None => vec!["brings tiles closer to home".to_owned()],
    };
    if home_points(observation.view, press) > 0.0 {
        parts.push("brings a tile home for a point".to_owned());
    }
    if own_points(observation.view, observation.seat, press.button()) > 0.0 {
        parts.push("takes a token of your direct button".to_owned());
    }
    format!("{press}: {}", parts.join(", "))
}
