//! Bots and hint for Mess Machine. They see what a person in their seat sees, and no more.
//!
//! Everybody gains most by a repair, so every bot but the random one repairs; they differ in how far they see and in
//! how well they mind their own secret buttons meanwhile. *Easy* takes the press that looks best now. *Medium* follows a
//! shortest repair. *Hard* knows the length of the repair after every press that looks good, and weighs it against the
//! points that the press brings: placement, its direct button, leaving its indirect button to the others, and not
//! pressing what it suspects to be theirs. It is in no hurry while every button has tokens to spare.
//!
//! Measured over 500 easy games of one bot of each level: hard 18.4, medium 17.0, easy 12.5, random 10.1 points, each mean
//! within 0.7 (95 %). Among themselves, easy bots repair 86 of 100 pictures, medium all of 300, hard 95 of 100.

use crate::engine::game::{Bot, Bots, Cancel, Hindsight, Hint, Sight, Solution};
use crate::engine::outcome::Verdict;
use crate::engine::rng::GameRng;
use crate::engine::seats::{BotLevel, Seat};
use crate::words::counted;

use super::board::{Button, Grid, Press};
use super::rules::{Choice, MessMachine, Move, View};
use super::solver::{Repair, Tokens, solve};

/// How many positions medium looks at for its line, and hard for each press it considers.
const EFFORT: u64 = 60_000;

/// How many positions the exact answer may take: about a minute.
const MOST_EFFORT: u64 = 200_000_000;

/// How many of the presses that look best hard looks into.
const CONSIDERED: usize = 10;

/// What a point's worth of each thing is, in the mind of the hard bot.
mod worth {
    /// A press fewer to a repair, when the button that has the fewest tokens to spare has none or one, two, three, or more.
    pub const PROGRESS: [f64; 4] = [3.0, 1.5, 0.8, 0.3];
    /// A tile brought home while that counts.
    pub const HOME: f64 = 1.0;
    /// A token of the direct button.
    pub const DIRECT: f64 = 0.7;
    /// A token of the indirect button that others might have taken: as many points as they would have brought.
    pub const INDIRECT: f64 = -1.5;
    /// How much more often players press their direct button than another, and another than their indirect one.
    pub const OFTEN: f64 = 1.5;
    /// A token of what is another seat's indirect button.
    pub const GIVEN: f64 = -0.8;
    /// A press after which the picture is lost.
    pub const LOST: f64 = -30.0;
}

/// A press with what it leads to.
struct Prospect {
    press: Press,
    value: f64,
    /// Presses that are still needed after it, if that was found out.
    needed: Option<usize>,
}

struct Random;

impl Bot<MessMachine> for Random {
    fn choose(&mut self, sight: &Sight<'_, MessMachine>, seed: u64, _: &Cancel) -> Option<Move> {
        GameRng::from_number(seed).pick(sight.legal.listed()).copied()
    }
}

/// Takes what looks best now.
struct Easy;

impl Bot<MessMachine> for Easy {
    fn choose(&mut self, sight: &Sight<'_, MessMachine>, seed: u64, _: &Cancel) -> Option<Move> {
        let mut rng = GameRng::from_number(seed);
        let listed = sight.legal.listed();
        if sight.view.choosing || listed.iter().all(|mv| press_of(mv).is_none()) {
            return answer(sight, &mut rng);
        }
        let value = |press: Press| {
            let after = sight.view.grid.pressed(press);
            f64::from(sight.view.grid.least()) - f64::from(after.least())
        };
        best(listed, value, &mut rng)
    }
}

/// Follows a shortest repair; of what the line needs, its own buttons first.
struct Medium;

impl Bot<MessMachine> for Medium {
    fn choose(&mut self, sight: &Sight<'_, MessMachine>, seed: u64, cancel: &Cancel) -> Option<Move> {
        let mut rng = GameRng::from_number(seed);
        let view = sight.view;
        let listed = sight.legal.listed();
        if view.choosing {
            let [direct, indirect, ..] = by_need(view, cancel);
            return Some(Move::Choose(Choice { direct, indirect }));
        }
        if listed.iter().all(|mv| press_of(mv).is_none()) {
            return answer(sight, &mut rng);
        }
        let line = repair(view.grid, view.left, cancel).line;
        if let Some(first) = line.first().filter(|press| listed.contains(&Move::Press(**press))) {
            // Whatever of the line touches other cells than all that stands before it may as well be made first.
            let free =
                line.iter().enumerate().filter(|(at, press)| line[..*at].iter().all(|before| apart(*before, **press)));
            let legal = free.map(|(_, press)| *press).filter(|press| listed.contains(&Move::Press(*press)));
            let liked = |press: &Press| home_points(view, *press) + own_points(view, sight.seat, press.button());
            let chosen = legal.max_by(|one, other| liked(one).total_cmp(&liked(other)));
            return Some(Move::Press(chosen.unwrap_or(*first)));
        }
        Easy.choose(sight, seed, cancel)
    }
}

/// Weighs the length of the repair after every promising press against the points of the press.
struct Hard;

impl Bot<MessMachine> for Hard {
    fn choose(&mut self, sight: &Sight<'_, MessMachine>, seed: u64, cancel: &Cancel) -> Option<Move> {
        let mut rng = GameRng::from_number(seed);
        if sight.view.choosing {
            // What is needed most is left to the others. One's own is not what is needed next: others will want that pressed.
            let [indirect, _, direct, _] = by_demand(sight.view, cancel);
            return Some(Move::Choose(Choice { direct, indirect }));
        }
        if sight.legal.listed().iter().all(|mv| press_of(mv).is_none()) {
            return answer(sight, &mut rng);
        }
        prospects(sight, cancel).first().map(|prospect| Move::Press(prospect.press))
    }
}

/// The presses worth making, best first.
fn prospects(sight: &Sight<'_, MessMachine>, cancel: &Cancel) -> Vec<Prospect> {
    let view = sight.view;
    let presses = sight.legal.listed().iter().filter_map(press_of);
    let hurry = hurry(view, cancel);
    let suspected = suspected(view, sight.seat);
    let points = |press: Press| {
        let button = press.button();
        let own = own_points(view, sight.seat, button);
        home_points(view, press) * worth::HOME + own + worth::GIVEN * suspected[button.index()]
    };
    let glance = |press: &Press| points(*press) - hurry * f64::from(view.grid.pressed(*press).least());
    let mut promising: Vec<Press> = presses.collect();
    promising.sort_by(|one, other| glance(other).total_cmp(&glance(one)).then(one.cmp(other)));
    promising.truncate(CONSIDERED);
    let mut all: Vec<Prospect> = promising
        .into_iter()
        .map(|press| {
            let after = view.grid.pressed(press);
            let mut left = view.left;
            left[press.button().index()] = left[press.button().index()].saturating_sub(1);
            let found = repair(after, left, cancel);
            let (value, needed) = match found.verdict {
                Verdict::Solved => (-hurry * found.line.len() as f64, Some(found.line.len())),
                Verdict::GaveUp => (-hurry * f64::from(after.least() + 3), None),
                Verdict::Impossible => (worth::LOST, None),
            };
            Prospect { press, value: value + points(press), needed }
        })
        .collect();
    all.sort_by(|one, other| other.value.total_cmp(&one.value).then(one.press.cmp(&other.press)));
    all
}

/// How likely each button is the indirect one of some other seat, summed over those: what a token of it gives away.
/// Players press their direct button more often than another, and their indirect one less.
fn suspected(view: &View, seat: Seat) -> [f64; 4] {
    let others = view.seats.iter().enumerate().filter(|(other, _)| *other != seat.index());
    let mut suspected = [0.0; 4];
    for (_, other) in others {
        let weight = |choice: Choice| -> f64 {
            let often = |button: Button| match Some(button) {
                found if found == Some(choice.direct) => worth::OFTEN,
                found if found == Some(choice.indirect) => 1.0 / worth::OFTEN,
                _ => 1.0f64,
            };
            Button::ALL.iter().map(|button| often(*button).powi(i32::from(other.tokens[button.index()]))).product()
        };
        let all: f64 = Choice::all().map(weight).sum();
        for choice in Choice::all() {
            suspected[choice.indirect.index()] += weight(choice) / all;
        }
    }
    suspected
}

/// What a press fewer to the repair is worth: little while every button has tokens to spare, for every turn brings points;
/// much when one runs short.
fn hurry(view: &View, cancel: &Cancel) -> f64 {
    let found = repair(view.grid, view.left, cancel);
    let needed = |button: Button| found.line.iter().filter(|press| press.button() == button).count();
    let spare = Button::ALL.map(|button| usize::from(view.left[button.index()]).saturating_sub(needed(button)));
    let spare = spare.iter().min().copied().unwrap_or_default();
    match spare {
        0 | 1 => worth::PROGRESS[0],
        2 => worth::PROGRESS[1],
        3 => worth::PROGRESS[2],
        _ => worth::PROGRESS[3],
    }
}

fn repair(grid: Grid, left: Tokens, cancel: &Cancel) -> Repair {
    solve(grid, left, EFFORT, &|| cancel.is_raised())
}

fn press_of(mv: &Move) -> Option<Press> {
    if let Move::Press(press) = mv { Some(*press) } else { None }
}

/// Whether two presses touch no cell in common.
fn apart(one: Press, other: Press) -> bool {
    let ((a, b), (c, d)) = (one.cells(), other.cells());
    a != c && a != d && b != c && b != d
}

/// The point for a tile that a press brings home, while that counts.
fn home_points(view: &View, press: Press) -> f64 {
    let after = view.grid.pressed(press);
    let (one, other) = press.cells();
    // The press that takes a button's last token counts none.
    let counts = view.counts_homes && view.left[press.button().index()] > 1;
    if counts && (after.is_home(one) || after.is_home(other)) { 1.0 } else { 0.0 }
}

/// What a token of this button means for the seat's secret buttons.
fn own_points(view: &View, seat: Seat, button: Button) -> f64 {
    let Some(own) = view.seats.get(seat.index()) else { return 0.0 };
    match Some(button) {
        found if found == own.direct => worth::DIRECT,
        found if found == own.indirect => worth::INDIRECT,
        _ => 0.0,
    }
}

/// The buttons by how often a shortest repair presses them, most first.
fn by_need(view: &View, cancel: &Cancel) -> [Button; 4] {
    let line = repair(view.grid, view.left, cancel).line;
    let needed = |button: Button| line.iter().filter(|press| press.button() == button).count();
    let mut buttons = Button::ALL;
    buttons.sort_by_key(|button| (std::cmp::Reverse(needed(*button)), *button));
    buttons
}

/// The buttons by how many tiles lie on their wrong side, most first: that many must be moved, whichever way is taken.
fn by_demand(view: &View, cancel: &Cancel) -> [Button; 4] {
    let mut buttons = by_need(view, cancel);
    buttons.sort_by_key(|button| std::cmp::Reverse(view.grid.astray(*button)));
    buttons
}

/// Whatever is not a press: buttons at random; a proposal to stop is agreed to when the picture is proven lost.
fn answer(sight: &Sight<'_, MessMachine>, rng: &mut GameRng) -> Option<Move> {
    let listed = sight.legal.listed();
    if listed.contains(&Move::Agree) {
        let found = repair(sight.view.grid, sight.view.left, &Cancel::new());
        let is_lost = found.verdict == Verdict::Impossible;
        return Some(if is_lost { Move::Agree } else { Move::Refuse });
    }
    rng.pick(listed).copied()
}

/// The press of the most value; of equals any, equally likely.
fn best(listed: &[Move], value: impl Fn(Press) -> f64, rng: &mut GameRng) -> Option<Move> {
    let valued: Vec<(Press, f64)> = listed.iter().filter_map(press_of).map(|press| (press, value(press))).collect();
    let most = valued.iter().map(|(_, value)| *value).fold(f64::MIN, f64::max);
    let equals: Vec<Press> = valued.iter().filter(|(_, value)| *value == most).map(|(press, _)| *press).collect();
    rng.pick(&equals).map(|press| Move::Press(*press))
}

impl Bots for MessMachine {
    fn bot(level: BotLevel) -> Box<dyn Bot<Self>> {
        match level {
            BotLevel::Random => Box::new(Random),
            BotLevel::Easy => Box::new(Easy),
            BotLevel::Medium => Box::new(Medium),
            BotLevel::Hard => Box::new(Hard),
        }
    }

    fn hint(sight: &Sight<'_, Self>, seed: u64, cancel: &Cancel) -> Option<Hint<Move>> {
        let mv = Hard.choose(sight, seed, cancel)?;
        let reason = match mv {
            Move::Choose(choice) => {
                format!(
                    "A shortest repair presses {} most: leave it to the others, and press {} yourself",
                    choice.indirect, choice.direct
                )
            }
            Move::Press(press) => reason_of(sight, press, cancel),
            Move::Agree => "The picture cannot be repaired any more".to_owned(),
            Move::Refuse => "The picture can still be repaired".to_owned(),
            Move::Stop => "It is time to stop".to_owned(),
        };
        Some(Hint { mv, reason })
    }

    fn hindsight(dealt: &Self, cancel: &Cancel) -> Option<Hindsight> {
        let found = solve(dealt.grid(), dealt.left(), 20 * EFFORT, &|| cancel.is_raised());
        let presses = found.line.len();
        let sentence = format!("The picture could be repaired in {}", counted(presses, "press", "presses"));
        (found.verdict == Verdict::Solved).then_some(Hindsight { score: dealt.is_alone().then_some(0), sentence })
    }

    fn solution(&self) -> Option<Solution<Move>> {
        let found = solve(self.grid(), self.left(), MOST_EFFORT, &|| false);
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

fn reason_of(sight: &Sight<'_, MessMachine>, press: Press, cancel: &Cancel) -> String {
    let found = prospects(sight, cancel).into_iter().find(|prospect| prospect.press == press);
    let mut parts = match found.and_then(|prospect| prospect.needed) {
        Some(0) => vec!["it finishes the picture".to_owned()],
        Some(1) => vec!["one press is needed after it".to_owned()],
        Some(needed) => vec![format!("{needed} presses are needed after it")],
        None => vec!["it brings tiles nearer home".to_owned()],
    };
    if home_points(sight.view, press) > 0.0 {
        parts.push("a tile comes home for a point".to_owned());
    }
    let own = own_points(sight.view, sight.seat, press.button());
    if own > 0.0 {
        parts.push("it takes a token of your direct button".to_owned());
    }
    format!("{press}: {}", parts.join(", "))
}
