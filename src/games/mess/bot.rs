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

use std::cmp::Reverse;

use crate::engine::game::{Bot, Bots, Cancel, Hindsight, Hint, Observation, RandomBot, Solution};
use crate::engine::outcome::Verdict;
use crate::engine::rng::GameRng;
use crate::engine::seats::{BotLevel, Seat};
use crate::words::counted;

use super::board::{Button, PictureGrid, Press, TokenCounts};
use super::rules::{ButtonChoice, MessMachine, Move, View};
use super::solver::{Repair, solve};

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

struct MessBot(BotLevel);

impl Bot<MessMachine> for MessBot {
    fn choose(&mut self, observation: &Observation<'_, MessMachine>, seed: u64, cancel: &Cancel) -> Option<Move> {
        let mut rng = GameRng::from_number(seed);
        let (view, listed) = (observation.view, observation.legal.listed());
        match self.0 {
            BotLevel::Medium if view.choosing => {
                let [direct, indirect, ..] = by_use_in_repair(view, cancel);
                Some(Move::Choose(ButtonChoice { direct, indirect }))
            }
            BotLevel::Hard if view.choosing => {
                // The most needed button is left to the others. The second most needed is no good as the direct one
                // either, because others may have it as their indirect button.
                let [indirect, _, direct, _] = by_astray_tiles(view, cancel);
                Some(Move::Choose(ButtonChoice { direct, indirect }))
            }
            _ if listed.iter().all(|mv| press_of(mv).is_none()) => choose_other(observation, &mut rng),
            BotLevel::Random | BotLevel::Easy => nearest_press(observation, &mut rng),
            BotLevel::Medium => repairing_press(observation, cancel).or_else(|| nearest_press(observation, &mut rng)),
            BotLevel::Hard => rank_presses(observation, cancel).first().map(|best| Move::Press(best.press)),
        }
    }
}

/// The press that looks best now, drawn at random among equals.
fn nearest_press(observation: &Observation<'_, MessMachine>, rng: &mut GameRng) -> Option<Move> {
    let needed_after = |press: &Press| observation.view.grid.pressed(*press).lower_bound();
    let presses = || observation.legal.listed().iter().filter_map(press_of);
    let fewest = presses().map(|press| needed_after(&press)).min();
    let best: Vec<Press> = presses().filter(|press| Some(needed_after(press)) == fewest).collect();
    rng.pick(&best).map(|press| Move::Press(*press))
}

/// Of a shortest repair, the press with the most points that may be made now.
fn repairing_press(observation: &Observation<'_, MessMachine>, cancel: &Cancel) -> Option<Move> {
    let view = observation.view;
    let line = repair(view.grid, view.left, cancel).line;
    let is_legal = |press: &Press| observation.legal.listed().contains(&Move::Press(*press));
    line.first().filter(|first| is_legal(first))?;
    // A press that shares no cell with those before it in the line may as well be made first.
    let is_free = |at: usize| line[..at].iter().all(|before| before.is_disjoint(line[at]));
    let free = line.iter().enumerate().filter(|(at, _)| is_free(*at)).map(|(_, press)| *press);
    let points = |press: &Press| own_points(view, observation.seat, *press);
    free.filter(is_legal).max_by(|one, other| points(one).total_cmp(&points(other))).map(Move::Press)
}

/// The most promising presses, best first.
fn rank_presses(observation: &Observation<'_, MessMachine>, cancel: &Cancel) -> Vec<ScoredPress> {
    let view = observation.view;
    let urgency = urgency(view, cancel);
    let suspicion = suspicion(view, observation.seat);
    let given = |press: Press| worth::GIVEN * suspicion[press.button().index()];
    let points = |press: Press| own_points(view, observation.seat, press) + given(press);
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
            let preference = |button: Button| match button {
                _ if button == choice.direct => worth::PREFERENCE,
                _ if button == choice.indirect => 1.0 / worth::PREFERENCE,
                _ => 1.0,
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
    let spare = |button: Button| usize::from(view.left[button.index()]).saturating_sub(uses(&found.line, button));
    let least = Button::ALL.into_iter().map(spare).min().unwrap_or_default();
    worth::PROGRESS[least.clamp(1, 4) - 1]
}

/// How often the line presses the button.
fn uses(line: &[Press], button: Button) -> usize {
    line.iter().filter(|press| press.button() == button).count()
}

fn repair(grid: PictureGrid, left: TokenCounts, cancel: &Cancel) -> Repair {
    solve(grid, left, EFFORT, &|| cancel.is_raised())
}

fn press_of(mv: &Move) -> Option<Press> {
    if let Move::Press(press) = mv { Some(*press) } else { None }
}

/// What the press brings the seat: a tile that comes home, and a token of one of its secret buttons.
fn own_points(view: &View, seat: Seat, press: Press) -> f64 {
    let home = if view.would_score(press) { worth::HOME } else { 0.0 };
    let button = Some(press.button());
    match view.seats.get(seat.index()) {
        Some(own) if own.direct == button => home + worth::DIRECT,
        Some(own) if own.indirect == button => home + worth::INDIRECT,
        _ => home,
    }
}

/// The buttons by how often a shortest repair presses them, most often first.
fn by_use_in_repair(view: &View, cancel: &Cancel) -> [Button; 4] {
    let line = repair(view.grid, view.left, cancel).line;
    let mut buttons = Button::ALL;
    buttons.sort_by_key(|button| (Reverse(uses(&line, *button)), *button));
    buttons
}

/// The buttons by how many tiles lie on their wrong side, most first. Every repair has to move these.
fn by_astray_tiles(view: &View, cancel: &Cancel) -> [Button; 4] {
    let mut buttons = by_use_in_repair(view, cancel);
    buttons.sort_by_key(|button| Reverse(view.grid.astray(*button)));
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

impl Bots for MessMachine {
    fn bot(level: BotLevel) -> Box<dyn Bot<Self>> {
        match level {
            BotLevel::Random => Box::new(RandomBot),
            level => Box::new(MessBot(level)),
        }
    }

    fn hint(observation: &Observation<'_, Self>, seed: u64, cancel: &Cancel) -> Option<Hint<Move>> {
        let mv = MessBot(BotLevel::Hard).choose(observation, seed, cancel)?;
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
    if observation.view.would_score(press) {
        parts.push("brings a tile home for a point".to_owned());
    }
    let own = observation.view.seats.get(observation.seat.index());
    if own.is_some_and(|own| own.direct == Some(press.button())) {
        parts.push("takes a token of your direct button".to_owned());
    }
    format!("{press}: {}", parts.join(", "))
}
