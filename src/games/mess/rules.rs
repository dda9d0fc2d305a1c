//! Mess Machine as a game: secret buttons, presses, malfunctions, both endings with their scoring, and the variants.
//!
//! Source: the rulebook *Mess Machine*; where it leaves something open, the tests name the ruling. The picture is in
//! [`super::board`], the referee's proof in [`super::solver`].

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::engine::game::{Complexity, Game, Illegal, Info, Kind, NotAMove, SetupError};
use crate::engine::outcome::{Outcome, Stage, Verdict};
use crate::engine::rng::GameRng;
use crate::engine::seats::{Seat, SeatSet, Seats, Viewer};
use crate::words::counted;

use super::board::{Button, Cell, PictureGrid, Press, TokenCounts};
use super::solver::solve;

pub const MAX_PLAYERS: usize = 4;

/// How many positions the referee searches before it lets the game go on undecided. Positions and not time, because a
/// record must end the same on every machine.
const REFEREE_EFFORT: u64 = 400_000;

/// How many positions are searched for the par of a deal for one player. Of 20 000 random deals, the hardest took two
/// million.
const PAR_EFFORT: u64 = 50_000_000;

/// What a lost picture scores alone, before the tiles that are astray: less than any repair.
const LOST: i32 = -100;

/// The pictures of a consecutive game, without the one more that a tie brings.
const CONSECUTIVE_PICTURES: u8 = 3;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Variant {
    /// Everybody for their own points. For one seat, the same as `Solo`.
    #[default]
    Standard,
    /// Without malfunctions, and with the picture of numbers.
    Family,
    /// Three pictures one after the other, and one more after a tie.
    Consecutive,
    /// All together, with eight tokens on each button and no secret buttons.
    Cooperative,
    /// By the cooperative rules, in as few presses as possible.
    Solo,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub enum Difficulty {
    /// No malfunctions.
    #[default]
    Easy,
    /// One malfunction, when a button is first left with five tokens.
    Medium,
    /// A second one, when a button is first left with two tokens.
    Hard,
}

impl Difficulty {
    /// Whether a press of this button, which left these tokens, triggers a malfunction.
    pub(super) fn malfunctions_at(self, tokens: TokenCounts, pressed: Button) -> bool {
        let left = tokens[pressed.index()];
        let is_due = match left {
            5 => self >= Difficulty::Medium,
            2 => self == Difficulty::Hard,
            _ => false,
        };
        // Only the first button to come down to this number triggers it.
        is_due && Button::ALL.iter().all(|other| *other == pressed || tokens[other.index()] > left)
    }
}

/// Who decides that a picture can no longer be repaired.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Referee {
    /// The program, as soon as it is proven.
    #[default]
    Proves,
    /// The players, by agreement, once a button is empty.
    Players,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    pub variant: Variant,
    pub difficulty: Difficulty,
    /// The name of the picture, which does not matter to the rules.
    pub picture: String,
    pub referee: Referee,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            variant: Variant::default(),
            difficulty: Difficulty::default(),
            picture: "numbers".to_owned(),
            referee: Referee::default(),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// The tile in each cell, row by row. A tile's number, 1 to 16, is its place in the finished picture.
    pub tiles: Vec<u8>,
    /// Die rolls in the order in which they are needed. When they run out, the die is rolled.
    #[serde(default)]
    pub dice: Vec<u8>,
}

/// The two die rolls of a malfunction: for the upper tile, then for the lower.
pub type Rolls = (u8, u8);

/// The two different buttons that a seat chooses in secret.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ButtonChoice {
    /// After a repair, scores 1 point for each of its tokens that the seat holds.
    pub direct: Button,
    /// Scores 2 points for each of its tokens that others hold after a repair, and 1 after a failure.
    pub indirect: Button,
}

impl ButtonChoice {
    pub fn all() -> impl Iterator<Item = ButtonChoice> {
        let with = |direct| Button::ALL.into_iter().map(move |indirect| ButtonChoice { direct, indirect });
        Button::ALL.into_iter().flat_map(with).filter(|choice| choice.direct != choice.indirect)
    }
}

/// ```
/// use parlour::games::mess::Move;
///
/// let press: Move = "A 13 11".parse()?;
/// assert_eq!(press.to_string(), "A 11 13");
/// # Ok::<(), parlour::engine::game::NotAMove>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// The secret buttons, before the first press.
    Choose(ButtonChoice),
    Press(Press),
    /// Proposes to stop, where the players are the referee.
    Stop,
    Agree,
    Refuse,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Choose(choice) => write!(f, "choose {} {}", choice.direct, choice.indirect),
            Move::Press(press) => press.fmt(f),
            Move::Stop => f.write_str("stop"),
            Move::Agree => f.write_str("agree"),
            Move::Refuse => f.write_str("refuse"),
        }
    }
}

impl FromStr for Move {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<Move, NotAMove> {
        let press = || text.parse().ok().map(Move::Press);
        let mut others = ButtonChoice::all().map(Move::Choose).chain([Move::Stop, Move::Agree, Move::Refuse]);
        let other = others.find(|mv| mv.to_string() == text);
        other.or_else(press).ok_or(NotAMove)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    Chose {
        seat: Seat,
        /// `None` for all other seats.
        choice: Option<ButtonChoice>,
    },
    Pressed {
        seat: Seat,
        press: Press,
        /// Whether the seat scored a point for a tile that came home.
        scores: bool,
    },
    Malfunctioned {
        rolls: Rolls,
        cells: (Cell, Cell),
    },
    Proposed(Seat),
    Agreed(Seat),
    Refused(Seat),
    /// A picture was repaired or given up, and secret buttons are revealed.
    Ended(PictureResult),
    Next(PictureGrid),
}

/// How one picture ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PictureResult {
    pub repaired: bool,
    pub presses: u32,
    /// What each seat scored; empty where all play together.
    pub seats: Vec<SeatResult>,
}

/// The points of one seat for one picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatResult {
    /// For tiles brought home.
    pub homes: i32,
    /// The direct button and its points. After a failure it stays secret unless it decides a tie.
    pub direct: (Option<Button>, i32),
    /// The indirect button and its points.
    pub indirect: (Button, i32),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// All seats without buttons choose theirs, in any order.
    Choose,
    Turn(Seat),
    /// This seat has proposed to stop, and these have not answered yet.
    Answer(Seat, SeatSet),
    /// Whether the picture was repaired.
    Over(bool),
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct SeatState {
    choice: Option<ButtonChoice>,
    /// The tokens that the seat holds.
    tokens: TokenCounts,
    /// In all pictures so far.
    points: i32,
    /// Points for tiles brought home in this picture.
    homes: i32,
}

#[derive(Clone, PartialEq, Debug)]
pub struct MessMachine {
    options: Options,
    grid: PictureGrid,
    left: TokenCounts,
    seat_states: ArrayVec<SeatState, MAX_PLAYERS>,
    phase: Phase,
    /// The tiles that the last press swapped, in ascending order.
    last: Option<(Cell, Cell)>,
    malfunctions: u8,
    /// The rolls of the last malfunction.
    rolls: Option<Rolls>,
    /// The rolls of an explicit deal that have not been used yet.
    dice: ArrayVec<u8, 16>,
    /// In this picture.
    presses: u32,
    /// The pictures that are finished.
    results: Vec<PictureResult>,
    /// Whether a proposal to stop was refused after the last press.
    refused: bool,
    /// The number of the picture in a consecutive game, from 1.
    round: u8,
    /// The fewest presses that the deal of a solo game needs, if known.
    par: Option<u32>,
    /// Whether the picture can be repaired with the tokens left.
    verdict: Verdict,
    /// A shortest repair in reverse: its next press comes last.
    known_repair: Vec<Press>,
}

impl MessMachine {
    pub fn grid(&self) -> PictureGrid {
        self.grid
    }

    /// The tokens left on each button.
    pub fn left(&self) -> TokenCounts {
        self.left
    }

    /// The press that would swap the last two tiles straight back, which the next press may not do.
    pub fn forbidden(&self) -> Option<Press> {
        self.grid.press_of_tiles(self.last?)
    }

    fn is_together(&self) -> bool {
        is_together(&self.options, self.seat_states.len())
    }

    pub fn is_alone(&self) -> bool {
        self.seat_states.len() == 1
    }

    /// Whether the seat's direct button is revealed at the end: after a repair, or if it decides a tie.
    fn shows_direct(&self, state: &SeatState, repaired: bool) -> bool {
        repaired || self.tied_lead() == Some(state.points)
    }

    /// The most points, if several seats have them.
    fn tied_lead(&self) -> Option<i32> {
        let most = self.seat_states.iter().map(|state| state.points).max()?;
        let leaders = self.seat_states.iter().filter(|state| state.points == most).count();
        (leaders > 1).then_some(most)
    }

    /// Whether a press that brings a tile home scores a point.
    fn counts_homes(&self) -> bool {
        !self.is_together() && self.left.iter().all(|left| *left > 0)
    }

    fn shuffle(&mut self, rng: &mut GameRng) {
        // A picture that cannot be repaired would end the game before its first press.
        loop {
            let mut tiles: [Cell; 16] = PictureGrid::HOME.tiles();
            rng.shuffle(&mut tiles);
            let Some(grid) = PictureGrid::from_tiles(tiles) else { continue };
            if !grid.is_whole()
                && solve(grid, self.left, None, REFEREE_EFFORT, &|| false).verdict != Verdict::Impossible
            {
                self.grid = grid;
                return;
            }
        }
    }

    /// Finds out whether the picture can still be repaired. While play follows the known repair, no search is needed.
    fn update_verdict(&mut self, pressed: Option<Press>, effort: u64) {
        if self.grid.is_whole() || (pressed.is_some() && self.known_repair.last().copied() == pressed) {
            self.known_repair.pop();
            self.verdict = Verdict::Solved;
            return;
        }
        let found = solve(self.grid, self.left, self.forbidden(), effort, &|| false);
        self.verdict = found.verdict;
        self.known_repair = found.line;
        self.known_repair.reverse();
    }

    fn press(&mut self, seat: Seat, press: Press, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        let (one, other) = press.cells();
        self.last = Some(self.swapped_tiles(press));
        self.grid = self.grid.pressed(press);
        self.left[press.button().index()] -= 1;
        self.presses += 1;
        self.refused = false;
        let scores = self.counts_homes() && (self.grid.is_home(one) || self.grid.is_home(other));
        if let Some(state) = self.seat_states.get_mut(seat.index()) {
            state.tokens[press.button().index()] += 1;
            state.points += i32::from(scores);
            state.homes += i32::from(scores);
        }
        report(Event::Pressed { seat, press, scores });
        let malfunctions = !self.grid.is_whole() && self.options.difficulty.malfunctions_at(self.left, press.button());
        if malfunctions {
            self.malfunction(rng, report);
        }
        self.update_verdict((!malfunctions).then_some(press), REFEREE_EFFORT);
        let is_lost = self.options.referee == Referee::Proves && self.verdict == Verdict::Impossible;
        if self.grid.is_whole() {
            self.finish(true, rng, report);
        } else if is_lost || self.left == [0; 4] {
            self.finish(false, rng, report);
        } else {
            self.phase = Phase::Turn(self.seats().after(seat));
        }
    }

    fn malfunction(&mut self, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        let mut roll = || if self.dice.is_empty() { rng.die() } else { self.dice.remove(0) };
        let rolls = (roll(), roll());
        let cells = malfunction_cells(rolls);
        self.grid = self.grid.swapped(cells.0, cells.1);
        self.malfunctions += 1;
        self.rolls = Some(rolls);
        report(Event::Malfunctioned { rolls, cells });
    }

    fn finish(&mut self, repaired: bool, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        let bonuses: Vec<(i32, i32)> = self.seats().iter().map(|seat| self.bonus(seat, repaired)).collect();
        for (state, (direct, indirect)) in self.seat_states.iter_mut().zip(&bonuses) {
            state.points += direct + indirect;
        }
        let goes_on = self.options.variant == Variant::Consecutive && self.plays_another();
        let result = |(state, (direct, indirect)): (&SeatState, &(i32, i32))| {
            let shows_direct = repaired || (!goes_on && self.shows_direct(state, repaired));
            state.choice.map(|choice| SeatResult {
                homes: state.homes,
                direct: (shows_direct.then_some(choice.direct), *direct),
                indirect: (choice.indirect, *indirect),
            })
        };
        let seats = self.seat_states.iter().zip(&bonuses).filter_map(result).collect();
        let result = PictureResult { repaired, presses: self.presses, seats };
        self.results.push(result.clone());
        report(Event::Ended(result));
        if goes_on {
            self.round += 1;
            self.left = [starting_tokens(&self.options, self.seat_states.len()); 4];
            self.seat_states
                .iter_mut()
                .for_each(|state| *state = SeatState { points: state.points, ..SeatState::default() });
            self.last = None;
            (self.malfunctions, self.rolls, self.presses) = (0, None, 0);
            self.shuffle(rng);
            self.update_verdict(None, REFEREE_EFFORT);
            self.phase = Phase::Choose;
            report(Event::Next(self.grid));
        } else {
            self.phase = Phase::Over(repaired);
        }
    }

    /// Whether another picture follows: up to the third always, and a fourth after a tie for the lead.
    fn plays_another(&self) -> bool {
        self.round < CONSECUTIVE_PICTURES || (self.round == CONSECUTIVE_PICTURES && self.tied_lead().is_some())
    }

    /// What its direct and its indirect button bring the seat (see [`ButtonChoice`]).
    fn bonus(&self, seat: Seat, repaired: bool) -> (i32, i32) {
        let Some(choice) = self.seat_states[seat.index()].choice else { return (0, 0) };
        let held = |state: &SeatState, button: Button| i32::from(state.tokens[button.index()]);
        let direct = held(&self.seat_states[seat.index()], choice.direct);
        let others = self.seated().filter(|(other, _)| *other != seat);
        let indirect: i32 = others.map(|(_, other)| held(other, choice.indirect)).sum();
        if repaired { (direct, 2 * indirect) } else { (0, indirect) }
    }

    fn seats(&self) -> Seats {
        Seats::new(self.seat_states.len()).unwrap_or(Seats::ONE)
    }

    fn seated(&self) -> impl Iterator<Item = (Seat, &SeatState)> {
        self.seats().iter().zip(&self.seat_states)
    }

    /// Once the game is over, whether the picture was repaired.
    fn over(&self) -> Option<bool> {
        if let Phase::Over(repaired) = self.phase { Some(repaired) } else { None }
    }

    fn outcome(&self, repaired: bool) -> Outcome {
        let winners = self.winners(repaired);
        let reason = match (repaired, self.left == [0; 4]) {
            (true, _) => format!("The picture is whole again after {}.", counted(self.presses, "press", "presses")),
            (false, true) => "No tokens are left.".to_owned(),
            (false, false) if self.options.referee == Referee::Players => "Everyone agreed to stop.".to_owned(),
            (false, false) => "It is proven that the tokens left cannot repair the picture.".to_owned(),
        };
        let title = match (repaired, self.is_together(), winners.as_slice()) {
            (true, true, _) => "Repaired".to_owned(),
            (false, true, _) => "Not repaired".to_owned(),
            (_, _, [seat]) => format!("Seat {} wins", seat.index() + 1),
            _ => "A shared victory".to_owned(),
        };
        Outcome { winners, title, reason }
    }

    /// Most points win, then most tokens other than those of one's direct button; those still tied share the win.
    fn winners(&self, repaired: bool) -> Vec<Seat> {
        if self.is_together() {
            return self.seats().iter().filter(|_| repaired).collect();
        }
        let rank = |state: &SeatState| {
            let all: i32 = state.tokens.iter().map(|tokens| i32::from(*tokens)).sum();
            let direct = state.choice.map_or(0, |choice| i32::from(state.tokens[choice.direct.index()]));
            (state.points, all - direct)
        };
        let best = self.seat_states.iter().map(rank).max();
        self.seated().filter(|(_, state)| Some(rank(state)) == best).map(|(seat, _)| seat).collect()
    }
}

fn is_together(options: &Options, seats: usize) -> bool {
    seats == 1 || matches!(options.variant, Variant::Cooperative | Variant::Solo)
}

fn starting_tokens(options: &Options, seats: usize) -> u8 {
    if is_together(options, seats) { 8 } else { 10 }
}

/// The cells that a malfunction swaps. The upper roll counts through the first row and the middle of the second, the
/// lower roll through the middle of the third row and the last.
pub(super) fn malfunction_cells((upper, lower): Rolls) -> (Cell, Cell) {
    let cell = |cells: [u8; 6], roll: u8| Cell::new(cells[usize::from(roll.clamp(1, 6)) - 1]).unwrap_or(Cell::FIRST);
    (cell([0, 1, 2, 3, 5, 6], upper), cell([9, 10, 12, 13, 14, 15], lower))
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    pub who: Viewer,
    pub options: Options,
    pub grid: PictureGrid,
    /// The tokens left on each button.
    pub left: TokenCounts,
    pub seats: Vec<SeatView>,
    pub acting: SeatSet,
    /// Whether secret buttons are still being chosen.
    pub choosing: bool,
    /// The seat that proposed to stop, until all others have answered.
    pub proposal: Option<Seat>,
    /// Whether the seat in turn may propose to stop.
    pub may_stop: bool,
    /// The tiles that the last press swapped, and that the next may not swap back.
    pub last: Option<(Cell, Cell)>,
    pub malfunctions: u8,
    /// The rolls of the last malfunction.
    pub rolls: Option<Rolls>,
    /// In this picture.
    pub presses: u32,
    /// The pictures that are finished.
    pub results: Vec<PictureResult>,
    /// The number of the picture in a consecutive game, from 1.
    pub round: u8,
    /// The fewest presses that the deal of a solo game needs, if known.
    pub par: Option<u32>,
    /// Whether a press that brings a tile home scores a point.
    pub counts_homes: bool,
    /// Once the game is over, whether the picture was repaired.
    pub over: Option<bool>,
}

impl View {
    /// Whether the picture waits for a press, and whoever sees this may make it if it is their turn.
    pub fn may_press(&self) -> bool {
        let is_turn = match self.who {
            Viewer::Seat(seat) => self.acting.contains(seat),
            Viewer::Public | Viewer::Referee => true,
        };
        is_turn && !self.choosing && self.proposal.is_none() && self.over.is_none()
    }

    /// The press that would swap the last two tiles straight back, which the next press may not do.
    pub fn forbidden(&self) -> Option<Press> {
        self.grid.press_of_tiles(self.last?)
    }

    /// The tiles that the press would swap.
    pub fn tiles_of(&self, press: Press) -> (Cell, Cell) {
        let (one, other) = press.cells();
        (self.grid.at(one), self.grid.at(other))
    }

    /// Whether the press would score a point for a tile that comes home.
    pub fn would_score(&self, press: Press) -> bool {
        let (one, other) = press.cells();
        let after = self.grid.pressed(press);
        // The press that takes a button's last token scores nothing.
        let can_score = self.counts_homes && self.left[press.button().index()] > 1;
        can_score && (after.is_home(one) || after.is_home(other))
    }

    /// Whether all play together, without secret buttons.
    pub fn is_together(&self) -> bool {
        is_together(&self.options, self.seats.len())
    }
}

/// A seat as the viewer may see it: secret buttons that they may not know are `None`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatView {
    pub has_chosen: bool,
    pub direct: Option<Button>,
    pub indirect: Option<Button>,
    /// The tokens that the seat holds.
    pub tokens: TokenCounts,
    pub points: i32,
}

impl Game for MessMachine {
    const INFO: Info = Info {
        id: "mess-machine",
        title: "Mess Machine",
        tagline: "Repair a picture with four buttons, each for themselves",
        source: "“Mess Machine”, designed by Nikos Chondropoulos, illustrated by George Doutsopoulos",
        rules: 1,
        seats: (1, 4),
        minutes: (10, 30),
        kind: Kind::Tiles,
        weight: Complexity::Medium,
        secrets: true,
    };

    type Options = Options;
    type Deal = Deal;
    type Move = Move;
    type Event = Event;
    type View = View;

    const MOVE_TEXT: &'static str =
        "moves are a button with two cells, such as `A 11 13`, and `choose A D`, `stop`, `agree` and `refuse`";

    fn deal(options: &Options, seats: Seats, deal: Option<&Deal>, rng: &mut GameRng) -> Result<Self, SetupError> {
        check_options(options, seats)?;
        let left = [starting_tokens(options, seats.count()); 4];
        let mut game = MessMachine {
            options: options.clone(),
            grid: PictureGrid::HOME,
            left,
            seat_states: seats.iter().map(|_| SeatState::default()).collect(),
            phase: Phase::Choose,
            last: None,
            malfunctions: 0,
            rolls: None,
            dice: ArrayVec::new(),
            presses: 0,
            results: Vec::new(),
            refused: false,
            round: 1,
            par: None,
            verdict: Verdict::GaveUp,
            known_repair: Vec::new(),
        };
        match deal {
            None => game.shuffle(rng),
            Some(deal) => game.use_deal(deal)?,
        }
        game.update_verdict(None, if seats == Seats::ONE { PAR_EFFORT } else { REFEREE_EFFORT });
        if game.is_together() {
            game.phase = Phase::Turn(Seat::FIRST);
        }
        if seats == Seats::ONE && game.verdict == Verdict::Solved {
            game.par = u32::try_from(game.known_repair.len()).ok();
        }
        Ok(game)
    }

    fn stage(&self) -> Stage {
        match self.phase {
            Phase::Choose => {
                let open = self.seated().filter(|(_, state)| state.choice.is_none());
                Stage::Act(open.map(|(seat, _)| seat).collect())
            }
            Phase::Turn(seat) => Stage::Act(SeatSet::only(seat)),
            Phase::Answer(_, open) => Stage::Act(open),
            Phase::Over(repaired) => Stage::Over(self.outcome(repaired)),
        }
    }

    fn moves_into(&self, seat: Seat, moves: &mut Vec<Move>) {
        *moves = match self.phase {
            Phase::Choose => ButtonChoice::all().map(Move::Choose).collect(),
            Phase::Turn(_) => Press::all().map(Move::Press).chain([Move::Stop]).collect(),
            Phase::Answer(..) => vec![Move::Agree, Move::Refuse],
            Phase::Over(_) => Vec::new(),
        };
        moves.retain(|mv| self.check_move(seat, mv).is_ok());
        moves.sort_unstable();
    }

    fn check_move(&self, _: Seat, mv: &Move) -> Result<(), Illegal> {
        let (rule, why) = match (self.phase, mv) {
            (Phase::Choose, Move::Choose(_)) | (Phase::Answer(..), Move::Agree | Move::Refuse) => return Ok(()),
            (Phase::Turn(_), Move::Press(press)) => return self.check_press(*press),
            (Phase::Turn(_), Move::Stop) => return self.check_stop(),
            (Phase::Choose, _) => ("#secret-buttons", "every player must choose two buttons first"),
            (Phase::Answer(..), _) => ("#the-end", "answer the proposal to stop first"),
            (_, Move::Choose(_)) => ("#secret-buttons", "buttons can only be chosen before the first press"),
            (_, _) => ("#the-end", "nobody has proposed to stop"),
        };
        Err(Illegal::because(rule, why))
    }

    fn make(&mut self, seat: Seat, mv: &Move, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        match (*mv, self.phase) {
            (Move::Choose(choice), _) => {
                if let Some(state) = self.seat_states.get_mut(seat.index()) {
                    state.choice = Some(choice);
                }
                report(Event::Chose { seat, choice: Some(choice) });
                if self.seat_states.iter().all(|state| state.choice.is_some()) {
                    self.phase = Phase::Turn(Seat::FIRST);
                }
            }
            (Move::Press(press), _) if self.left[press.button().index()] > 0 => {
                self.press(seat, press, rng, report);
            }
            (Move::Stop, _) => {
                report(Event::Proposed(seat));
                self.await_others(seat, seat, self.seats().iter().collect(), rng, report);
            }
            (Move::Agree, Phase::Answer(proposer, open)) => {
                report(Event::Agreed(seat));
                self.await_others(proposer, seat, open, rng, report);
            }
            (Move::Refuse, Phase::Answer(proposer, _)) => {
                report(Event::Refused(seat));
                self.phase = Phase::Turn(proposer);
                self.refused = true;
            }
            _ => {}
        }
    }

    fn view(&self, who: Viewer) -> View {
        let over = self.over();
        let seat_view = |(seat, state): (Seat, &SeatState)| {
            let is_own = who == Viewer::Referee || who == Viewer::Seat(seat);
            let knows_direct = is_own || over.is_some_and(|repaired| self.shows_direct(state, repaired));
            SeatView {
                has_chosen: state.choice.is_some(),
                direct: state.choice.filter(|_| knows_direct).map(|choice| choice.direct),
                indirect: state.choice.filter(|_| is_own || over.is_some()).map(|choice| choice.indirect),
                tokens: state.tokens,
                points: state.points,
            }
        };
        View {
            who,
            options: self.options.clone(),
            grid: self.grid,
            left: self.left,
            seats: self.seated().map(seat_view).collect(),
            acting: match self.stage() {
                Stage::Act(acting) => acting,
                Stage::Over(_) => SeatSet::EMPTY,
            },
            choosing: self.phase == Phase::Choose,
            proposal: if let Phase::Answer(seat, _) = self.phase { Some(seat) } else { None },
            may_stop: matches!(self.phase, Phase::Turn(_)) && self.check_stop().is_ok(),
            last: self.last,
            malfunctions: self.malfunctions,
            rolls: self.rolls,
            presses: self.presses,
            results: self.results.clone(),
            round: self.round,
            par: self.par,
            counts_homes: self.counts_homes(),
            over,
        }
    }

    const IS_FOLLOWED: bool = false;

    fn follow(_: &mut View, _: &Event) {}

    fn redact(event: &Event, who: Viewer) -> Option<Event> {
        match event {
            Event::Chose { seat, .. } if who != Viewer::Referee && who != Viewer::Seat(*seat) => {
                Some(Event::Chose { seat: *seat, choice: None })
            }
            event => Some(event.clone()),
        }
    }

    fn reveals(event: &Event) -> bool {
        matches!(event, Event::Malfunctioned { .. } | Event::Ended { .. } | Event::Next(_))
    }

    fn is_private(&self, seat: Seat) -> bool {
        self.phase == Phase::Choose && self.seat_states.get(seat.index()).is_some_and(|state| state.choice.is_none())
    }

    fn resample_hidden(&self, who: Viewer, rng: &mut GameRng) -> MessMachine {
        let mut game = self.clone();
        // A repair reveals all buttons, a failure only the indirect ones and the direct ones that decide a tie.
        let over = self.over();
        if over == Some(true) || who == Viewer::Referee {
            return game;
        }
        for ((seat, original), state) in self.seated().zip(&mut game.seat_states) {
            let Some(known) = original.choice.filter(|_| who != Viewer::Seat(seat)) else { continue };
            if over.is_some_and(|repaired| self.shows_direct(original, repaired)) {
                continue;
            }
            let fits = |choice: &ButtonChoice| over.is_none() || choice.indirect == known.indirect;
            let choices: Vec<ButtonChoice> = ButtonChoice::all().filter(fits).collect();
            state.choice = rng.pick(&choices).copied();
        }
        game
    }

    fn census(&self) -> Vec<u32> {
        let mut all: Vec<u32> = self.grid.tiles().iter().map(|tile| tile.index() as u32).collect();
        for button in Button::ALL {
            let held: u32 = self.seat_states.iter().map(|state| u32::from(state.tokens[button.index()])).sum();
            let count = u32::from(self.left[button.index()]) + held;
            let first = 100 * (button.index() as u32 + 1);
            all.extend((0..count).map(|token| first + token));
        }
        all.sort_unstable();
        all
    }

    fn scores(&self) -> Vec<i32> {
        if self.is_alone() {
            // As in golf, 0 is par, and every further press costs a point.
            let over_par = self.par.map_or(self.presses, |par| self.presses.saturating_sub(par));
            let astray = 16 - self.grid.homes() as i32;
            return vec![if self.over() == Some(false) { LOST - astray } else { -(over_par as i32) }];
        }
        if self.is_together() {
            let left: i32 = self.left.iter().map(|left| i32::from(*left)).sum();
            let score = if self.grid.is_whole() { left } else { 0 };
            return vec![score; self.seat_states.len()];
        }
        self.seat_states.iter().map(|state| state.points).collect()
    }

    fn state(&self) -> serde_json::Value {
        let points: Vec<i32> = self.seat_states.iter().map(|state| state.points).collect();
        json!({
            "tiles": self.grid.tiles().map(|tile| tile.index() + 1),
            "tokens": self.left,
            "vp": points,
            "malfunctions": self.malfunctions,
            "repaired": self.grid.is_whole(),
            "verdict": self.verdict,
        })
    }

    fn summary(&self) -> String {
        let homes = self.grid.homes();
        let left: u32 = self.left.iter().map(|left| u32::from(*left)).sum();
        format!("{homes} of 16 tiles at home, {left} tokens left, {}", counted(self.presses, "press", "presses"))
    }
}

impl MessMachine {
    fn check_press(&self, press: Press) -> Result<(), Illegal> {
        if self.left[press.button().index()] == 0 {
            let why = format!("button {} has no tokens left", press.button());
            return Err(Illegal::because("#the-buttons", why));
        }
        if self.forbidden() == Some(press) {
            let why = "the last press swapped these two tiles, so they may not be swapped back yet";
            return Err(Illegal::because("#the-turn", why));
        }
        Ok(())
    }

    /// The tiles that the press swaps, in ascending order.
    fn swapped_tiles(&self, press: Press) -> (Cell, Cell) {
        let (one, other) = press.cells();
        let (one, other) = (self.grid.at(one), self.grid.at(other));
        (one.min(other), one.max(other))
    }

    fn check_stop(&self) -> Result<(), Illegal> {
        let why = if self.options.referee == Referee::Proves {
            "Parlour is the referee and ends the game as soon as the picture is proven lost"
        } else if self.left.iter().all(|left| *left > 0) {
            "you may propose to stop once a button has no tokens left"
        } else if self.refused {
            "your proposal to stop was refused; press a button before you propose again"
        } else {
            return Ok(());
        };
        Err(Illegal::because("#the-end", why))
    }

    /// Waits for the answers of `open` without the seat that has just spoken, and ends the game if that is nobody.
    fn await_others(
        &mut self,
        proposer: Seat,
        spoke: Seat,
        open: SeatSet,
        rng: &mut GameRng,
        report: &mut impl FnMut(Event),
    ) {
        let open: SeatSet = open.iter().filter(|other| *other != spoke).collect();
        self.phase = Phase::Answer(proposer, open);
        if open.is_empty() {
            self.finish(false, rng, report);
        }
    }

    fn use_deal(&mut self, deal: &Deal) -> Result<(), SetupError> {
        let refuse = |why: &str| Err(SetupError::Deal(why.to_owned()));
        let tiles: Option<Vec<Cell>> = deal.tiles.iter().map(|tile| tile.checked_sub(1).and_then(Cell::new)).collect();
        let grid = tiles.and_then(|tiles| PictureGrid::from_tiles(tiles.try_into().ok()?));
        let Some(grid) = grid else { return refuse("`tiles` must contain each number from 1 to 16 exactly once") };
        if grid.is_whole() {
            return refuse("`tiles` is already the finished picture, so there is nothing to repair");
        }
        if deal.dice.len() > self.dice.capacity() || deal.dice.iter().any(|roll| !(1..=6).contains(roll)) {
            return refuse("`dice` may have at most 16 numbers, each from 1 to 6");
        }
        self.grid = grid;
        self.dice = deal.dice.iter().copied().collect();
        Ok(())
    }
}

fn check_options(options: &Options, seats: Seats) -> Result<(), SetupError> {
    let refuse = |why: &str| Err(SetupError::Options(why.to_owned()));
    let is_alone = seats == Seats::ONE;
    match options.variant {
        Variant::Standard => Ok(()),
        Variant::Solo if is_alone => Ok(()),
        Variant::Solo => refuse("the solo game is for one player"),
        _ if is_alone => refuse("this variant is for two to four players; choose the solo game to play alone"),
        Variant::Family if options.difficulty != Difficulty::Easy || options.picture != "numbers" => {
            refuse("the family game is always Easy and uses the picture \"numbers\"")
        }
        Variant::Cooperative if options.difficulty == Difficulty::Easy => {
            refuse("the cooperative game must be Medium or Hard")
        }
        _ => Ok(()),
    }
}
