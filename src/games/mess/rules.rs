//! Mess Machine as a game: secret buttons, presses, malfunctions, both endings and their scorings, and the variants.
//!
//! Rulebook: *Mess Machine* (see the rules page for its source); what it leaves open is decided by the rulings that the
//! tests name. The picture itself is in [`super::board`], the referee's proof in [`super::solver`].

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::engine::game::{Game, Illegal, Info, Kind, MoveTextError, Moves, SetupError, Weight};
use crate::engine::outcome::{Outcome, Stage, Verdict};
use crate::engine::rng::GameRng;
use crate::engine::seats::{Seat, SeatSet, Seats, Viewer};
use crate::words::counted;

use super::board::{Button, Cell, Grid, Press};
use super::solver::{Tokens, solve};

/// The most players.
pub const MOST_PLAYERS: usize = 4;

/// How many positions the referee looks at before it lets the game go on undecided. A record must play the same on every
/// machine, so it counts positions and no time.
const REFEREE_EFFORT: u64 = 400_000;

/// How many pictures are repaired in a consecutive game, and one more on a tie.
const CONSECUTIVE: u8 = 3;

/// Which of the rulebook's games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Variant {
    /// Everybody for themselves. Alone, it is the solo repair.
    #[default]
    Standard,
    /// Easy, with the picture of numbers.
    Family,
    /// Three pictures one after the other, and one more on a tie.
    Consecutive,
    /// Together, with eight tokens a button and no secrets.
    Cooperative,
    /// Alone, by the cooperative rules: as few presses as can be.
    Solo,
}

/// How often the machine malfunctions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub enum Difficulty {
    /// Never.
    #[default]
    Easy,
    /// When a button is first left with five tokens.
    Medium,
    /// Then, and when one is first left with two.
    Hard,
}

/// Who says that a picture cannot be repaired any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Referee {
    /// The program, as soon as it is proven.
    #[default]
    Proves,
    /// The players, by agreement, once a button is empty.
    Players,
}

/// What players may set.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Which game.
    pub variant: Variant,
    /// How often the machine malfunctions.
    pub difficulty: Difficulty,
    /// The picture, by its name; it changes nothing in the rules.
    pub picture: String,
    /// Who ends a game that is lost.
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

/// An explicit deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// The tile of each cell, row by row, 1 to 16: the number of the cell in which it is home.
    pub tiles: Vec<u8>,
    /// Results of the die, in the order in which they are needed; those that are left out are rolled.
    #[serde(default)]
    pub dice: Vec<u8>,
}

/// The two results of the die in a malfunction: the one for the upper tile, the one for the lower.
pub type Rolls = (u8, u8);

/// The two buttons that a seat chose in secret.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Choice {
    /// Each of its tokens before the seat counts a point after a repair.
    pub direct: Button,
    /// Each of its tokens before others counts two after a repair, one after a failure.
    pub indirect: Button,
}

impl Choice {
    /// All twelve.
    pub fn all() -> impl Iterator<Item = Choice> {
        let with = |direct| Button::ALL.into_iter().map(move |indirect| Choice { direct, indirect });
        Button::ALL.into_iter().flat_map(with).filter(|choice| choice.direct != choice.indirect)
    }
}

/// A move.
///
/// ```
/// use parlour::games::mess::Move;
///
/// let press: Move = "A 13 11".parse()?;
/// assert_eq!(press.to_string(), "A 11 13");
/// # Ok::<(), parlour::engine::game::MoveTextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// The secret buttons, at the beginning.
    Choose(Choice),
    /// A press.
    Press(Press),
    /// Propose to stop, where the players are the referee.
    Stop,
    /// Agree to stop.
    Agree,
    /// Refuse to stop.
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
    type Err = MoveTextError;

    fn from_str(text: &str) -> Result<Move, MoveTextError> {
        let no_move = || {
            MoveTextError::new(
                text,
                "moves are `A 11 13` (a button and its two cells), `choose A D`, `stop`, `agree` and `refuse`",
            )
        };
        match text {
            "stop" => return Ok(Move::Stop),
            "agree" => return Ok(Move::Agree),
            "refuse" => return Ok(Move::Refuse),
            _ => {}
        }
        let Some(buttons) = text.strip_prefix("choose ") else {
            return text.parse().map(Move::Press).map_err(|_| no_move());
        };
        let (direct, indirect) = buttons.split_once(' ').ok_or_else(no_move)?;
        let read = |button: &str| button.parse().map_err(|_| no_move());
        let choice = Choice { direct: read(direct)?, indirect: read(indirect)? };
        if choice.direct == choice.indirect { Err(no_move()) } else { Ok(Move::Choose(choice)) }
    }
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A seat has chosen its buttons: which, only it is told.
    Chose {
        /// The seat.
        seat: Seat,
        /// What it chose.
        choice: Option<Choice>,
    },
    /// A button was pressed.
    Pressed {
        /// By this seat.
        seat: Seat,
        /// Which, and where.
        press: Press,
        /// Whether a tile came home for it, and a point was counted.
        scores: bool,
    },
    /// The machine malfunctioned.
    Malfunctioned {
        /// The two results of the die.
        rolls: Rolls,
        /// The cells whose tiles were swapped.
        cells: (Cell, Cell),
    },
    /// A seat proposes to stop.
    Proposed(Seat),
    /// A seat agrees.
    Agreed(Seat),
    /// A seat refuses; the game goes on.
    Refused(Seat),
    /// The picture is done with, one way or the other, and what was secret is told.
    Ended {
        /// Whether it was repaired.
        repaired: bool,
        /// The buttons of each seat; of a failure, the direct ones stay secret.
        buttons: Vec<(Option<Button>, Button)>,
        /// The points that they brought.
        bonus: Vec<i32>,
    },
    /// The next picture of a consecutive game lies ready.
    Next(Grid),
}

/// What the players are about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// Choosing: every seat that has not.
    Choose,
    /// The press of this seat.
    Turn(Seat),
    /// This seat proposed to stop; these have yet to answer.
    Answer(Seat, SeatSet),
    /// Over: whether the picture was repaired.
    Over(bool),
}

/// What one seat has.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Place {
    choice: Option<Choice>,
    /// Tokens before it, by button.
    tokens: Tokens,
    /// Points counted so far.
    points: i32,
}

/// One game.
#[derive(Clone, PartialEq, Debug)]
pub struct MessMachine {
    options: Options,
    grid: Grid,
    /// Tokens left on each button.
    left: Tokens,
    places: ArrayVec<Place, MOST_PLAYERS>,
    phase: Phase,
    /// The tiles that were swapped last.
    last: Option<(Cell, Cell)>,
    malfunctions: u8,
    /// What the die showed at the last malfunction.
    rolls: Option<Rolls>,
    /// Results of the die that are given and not yet used.
    dice: ArrayVec<u8, 16>,
    presses: u32,
    /// The seat whose proposal was refused; it may not propose again before it has pressed.
    refused: bool,
    /// Which picture of a consecutive game, from 1.
    round: u8,
    /// The fewest presses for the deal, where the game is solo.
    par: Option<u32>,
    /// What the referee last found.
    verdict: Verdict,
    /// A repair that is known, its next press last.
    known: Vec<Press>,
}

impl MessMachine {
    /// Where the tiles lie.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// The tokens that are left on each button.
    pub fn left(&self) -> Tokens {
        self.left
    }

    fn is_together(&self) -> bool {
        is_together(&self.options, self.places.len())
    }

    /// Whether it is a solo repair.
    pub fn is_alone(&self) -> bool {
        self.places.len() == 1
    }

    /// Whether the seat's direct button is told at the end: after a repair, and where it decides a tie.
    fn shows_direct(&self, place: &Place, repaired: bool) -> bool {
        let most = self.places.iter().map(|place| place.points).max();
        let leaders = self.places.iter().filter(|place| Some(place.points) == most).count();
        repaired || (Some(place.points) == most && leaders > 1)
    }

    /// Whether a press that brings a tile home still counts a point.
    fn counts_homes(&self) -> bool {
        !self.is_together() && self.left.iter().all(|left| *left > 0)
    }

    fn shuffle(&mut self, rng: &mut GameRng) {
        // A deal that no tokens can repair would be over before it began.
        loop {
            let mut tiles: [Cell; 16] = Grid::HOME.tiles();
            rng.shuffle(&mut tiles);
            let Some(grid) = Grid::from_tiles(tiles) else { continue };
            if !grid.is_whole() && solve(grid, self.left, REFEREE_EFFORT, &|| false).verdict != Verdict::Impossible {
                self.grid = grid;
                return;
            }
        }
    }

    /// Looks whether the picture can still be repaired. What is known of a repair is kept while play follows it.
    fn judge(&mut self, pressed: Option<Press>) {
        if self.grid.is_whole() || (pressed.is_some() && self.known.last().copied() == pressed) {
            self.known.pop();
            self.verdict = Verdict::Solved;
            return;
        }
        let found = solve(self.grid, self.left, REFEREE_EFFORT, &|| false);
        self.verdict = found.verdict;
        self.known = found.line;
        self.known.reverse();
    }

    fn press(&mut self, seat: Seat, press: Press, rng: &mut GameRng, events: &mut Vec<Event>) {
        let (one, other) = press.cells();
        self.last = Some(sorted(self.grid.at(one), self.grid.at(other)));
        self.grid = self.grid.pressed(press);
        self.left[press.button().index()] -= 1;
        self.presses += 1;
        self.refused = false;
        let scores = self.counts_homes() && (self.grid.is_home(one) || self.grid.is_home(other));
        if let Some(place) = self.places.get_mut(seat.index()) {
            place.tokens[press.button().index()] += 1;
            place.points += i32::from(scores);
        }
        events.push(Event::Pressed { seat, press, scores });
        let broke = !self.grid.is_whole() && self.breaks_down(press.button());
        if broke {
            self.malfunction(rng, events);
        }
        self.judge((!broke).then_some(press));
        let is_lost = self.options.referee == Referee::Proves && self.verdict == Verdict::Impossible;
        if self.grid.is_whole() {
            self.finish(true, rng, events);
        } else if is_lost || self.left == [0; 4] {
            self.finish(false, rng, events);
        } else {
            self.phase = Phase::Turn(self.seats().after(seat));
        }
    }

    /// Whether the machine breaks down after a press of this button: when a button is first left with five tokens, and in
    /// the hard game when one is first left with two.
    fn breaks_down(&self, button: Button) -> bool {
        let left = self.left[button.index()];
        let due = match left {
            5 => self.options.difficulty >= Difficulty::Medium,
            2 => self.options.difficulty == Difficulty::Hard,
            _ => false,
        };
        // The first time: no other button has come so far.
        due && Button::ALL.iter().all(|other| *other == button || self.left[other.index()] > left)
    }

    fn malfunction(&mut self, rng: &mut GameRng, events: &mut Vec<Event>) {
        let mut roll = || if self.dice.is_empty() { rng.die() } else { self.dice.remove(0) };
        let rolls = (roll(), roll());
        let cells = (upper(rolls.0), lower(rolls.1));
        self.grid = self.grid.swapped(cells.0, cells.1);
        self.malfunctions += 1;
        self.rolls = Some(rolls);
        events.push(Event::Malfunctioned { rolls, cells });
    }

    fn finish(&mut self, repaired: bool, rng: &mut GameRng, events: &mut Vec<Event>) {
        let bonus: Vec<i32> = (0..self.places.len()).map(|seat| self.bonus(seat, repaired)).collect();
        for (place, bonus) in self.places.iter_mut().zip(&bonus) {
            place.points += bonus;
        }
        let goes_on = self.options.variant == Variant::Consecutive && self.plays_another();
        let told = |place: &Place| {
            let shows_direct = repaired || (!goes_on && self.shows_direct(place, repaired));
            place.choice.map(|choice| (shows_direct.then_some(choice.direct), choice.indirect))
        };
        let buttons = self.places.iter().filter_map(told).collect();
        events.push(Event::Ended { repaired, buttons, bonus });
        if goes_on {
            self.round += 1;
            self.left = [full(&self.options, self.places.len()); 4];
            self.places.iter_mut().for_each(|place| (place.choice, place.tokens) = (None, [0; 4]));
            self.last = None;
            (self.malfunctions, self.rolls) = (0, None);
            self.shuffle(rng);
            self.judge(None);
            self.phase = Phase::Choose;
            events.push(Event::Next(self.grid));
        } else {
            self.phase = Phase::Over(repaired);
        }
    }

    /// After three pictures one more is repaired if the lead is shared, once.
    fn plays_another(&self) -> bool {
        let best = self.places.iter().map(|place| place.points).max();
        let is_tied = self.places.iter().filter(|place| Some(place.points) == best).count() > 1;
        self.round < CONSECUTIVE || (self.round == CONSECUTIVE && is_tied)
    }

    /// What the secret buttons bring: after a repair a point for each token of one's direct button, two for each that others
    /// have of the indirect one; after a failure one for each of those.
    fn bonus(&self, seat: usize, repaired: bool) -> i32 {
        let Some((place, choice)) = self.places.get(seat).and_then(|place| Some((place, place.choice?))) else {
            return 0;
        };
        let own = i32::from(place.tokens[choice.direct.index()]);
        let others = self.places.iter().enumerate().filter(|(other, _)| *other != seat);
        let others: i32 = others.map(|(_, other)| i32::from(other.tokens[choice.indirect.index()])).sum();
        if repaired { own + 2 * others } else { others }
    }

    fn seats(&self) -> Seats {
        Seats::new(self.places.len()).unwrap_or(Seats::ONE)
    }

    fn outcome(&self, repaired: bool) -> Outcome {
        let scores = self.scores();
        let winners = self.winners(repaired);
        let reason = match (repaired, self.left == [0; 4]) {
            (true, _) => format!("The picture is whole after {}", counted(self.presses, "press", "presses")),
            (false, true) => "No tokens are left".to_owned(),
            (false, false) if self.options.referee == Referee::Players => "All agreed to stop".to_owned(),
            (false, false) => "It is proven that no presses can repair it with the tokens left".to_owned(),
        };
        let title = match (repaired, self.is_together(), winners.as_slice()) {
            (true, true, _) => "Repaired".to_owned(),
            (false, true, _) => "Not repaired".to_owned(),
            (_, _, [seat]) => format!("Seat {} wins", seat.index() + 1),
            _ => "A shared victory".to_owned(),
        };
        Outcome { scores, winners, title, reason }
    }

    /// Most points; on a tie most tokens other than those of one's direct button; still tied, all of them.
    fn winners(&self, repaired: bool) -> Vec<Seat> {
        if self.is_together() {
            return self.seats().iter().filter(|_| repaired).collect();
        }
        let rank = |place: &Place| {
            let all: i32 = place.tokens.iter().map(|tokens| i32::from(*tokens)).sum();
            let direct = place.choice.map_or(0, |choice| i32::from(place.tokens[choice.direct.index()]));
            (place.points, all - direct)
        };
        let best = self.places.iter().map(rank).max();
        self.seats()
            .iter()
            .zip(&self.places)
            .filter(|(_, place)| Some(rank(place)) == best)
            .map(|(seat, _)| seat)
            .collect()
    }
}

pub(super) fn is_together(options: &Options, seats: usize) -> bool {
    seats == 1 || matches!(options.variant, Variant::Cooperative | Variant::Solo)
}

/// The tokens of a button at the beginning.
fn full(options: &Options, seats: usize) -> u8 {
    if is_together(options, seats) { 8 } else { 10 }
}

fn sorted(one: Cell, other: Cell) -> (Cell, Cell) {
    (one.min(other), one.max(other))
}

/// The upper tile of a malfunction: 1 to 4 the first row, 5 and 6 the middle of the second.
fn upper(roll: u8) -> Cell {
    // Row by row, 0 to 3 are the first row, 5 and 6 the middle of the second: only 4, its first, is passed over.
    let number = if roll <= 4 { roll.max(1) - 1 } else { roll.min(6) };
    Cell::new(number).unwrap_or(Cell::FIRST)
}

/// The lower tile: 1 and 2 the middle of the third row, 3 to 6 the last row.
fn lower(roll: u8) -> Cell {
    let number = match roll {
        1 | 2 => 8 + roll,
        _ => 12 + roll.clamp(3, 6) - 3,
    };
    Cell::new(number).unwrap_or(Cell::FIRST)
}

/// What a viewer may know of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// Whose eyes these are.
    pub who: Viewer,
    /// What was set.
    pub options: Options,
    /// Where the tiles lie.
    pub grid: Grid,
    /// The tokens left on each button.
    pub left: Tokens,
    /// What lies before each seat.
    pub seats: Vec<SeatView>,
    /// The seats that may move.
    pub acting: SeatSet,
    /// Whether the buttons are still being chosen.
    pub choosing: bool,
    /// The seat that proposed to stop, until all have answered.
    pub proposal: Option<Seat>,
    /// Whether stopping can be proposed now.
    pub may_stop: bool,
    /// The tiles that were swapped last; they may not be swapped back at once.
    pub last: Option<(Cell, Cell)>,
    /// How often the machine has malfunctioned.
    pub malfunctions: u8,
    /// What the die showed the last time.
    pub rolls: Option<Rolls>,
    /// Presses so far.
    pub presses: u32,
    /// Which picture of a consecutive game, from 1.
    pub round: u8,
    /// The fewest presses that the deal needs, where that is the measure.
    pub par: Option<u32>,
    /// Whether a press that brings a tile home counts a point.
    pub counts_homes: bool,
    /// How it ended.
    pub over: Option<bool>,
}

/// What a viewer may know of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatView {
    /// Whether it has chosen its buttons.
    pub has_chosen: bool,
    /// Its direct button, if the viewer may know it.
    pub direct: Option<Button>,
    /// Its indirect button, if the viewer may know it.
    pub indirect: Option<Button>,
    /// The tokens before it, by button.
    pub tokens: Tokens,
    /// Its points.
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
        weight: Weight::Medium,
        secrets: true,
    };

    type Options = Options;
    type Deal = Deal;
    type Move = Move;
    type Event = Event;
    type View = View;

    fn deal(
        options: &Options,
        seats: Seats,
        deal: Option<&Deal>,
        rng: &mut GameRng,
    ) -> Result<MessMachine, SetupError> {
        check_options(options, seats)?;
        let left = [full(options, seats.count()); 4];
        let mut game = MessMachine {
            options: options.clone(),
            grid: Grid::HOME,
            left,
            places: seats.iter().map(|_| Place::default()).collect(),
            phase: Phase::Choose,
            last: None,
            malfunctions: 0,
            rolls: None,
            dice: ArrayVec::new(),
            presses: 0,
            refused: false,
            round: 1,
            par: None,
            verdict: Verdict::GaveUp,
            known: Vec::new(),
        };
        match deal {
            None => game.shuffle(rng),
            Some(deal) => game.lay_out(deal)?,
        }
        game.judge(None);
        if game.is_together() {
            game.phase = Phase::Turn(Seat::FIRST);
        }
        if seats == Seats::ONE && game.verdict == Verdict::Solved {
            game.par = u32::try_from(game.known.len()).ok();
        }
        Ok(game)
    }

    fn stage(&self) -> Stage {
        match self.phase {
            Phase::Choose => {
                let open = self.seats().iter().zip(&self.places).filter(|(_, place)| place.choice.is_none());
                Stage::Act(open.map(|(seat, _)| seat).collect())
            }
            Phase::Turn(seat) => Stage::Act(SeatSet::only(seat)),
            Phase::Answer(_, open) => Stage::Act(open),
            Phase::Over(repaired) => Stage::Over(self.outcome(repaired)),
        }
    }

    fn legal_moves(&self, seat: Seat) -> Moves<Move> {
        let mut moves: Vec<Move> = match self.phase {
            Phase::Choose => Choice::all().map(Move::Choose).collect(),
            Phase::Turn(_) => Press::all().map(Move::Press).chain([Move::Stop]).collect(),
            Phase::Answer(..) => vec![Move::Agree, Move::Refuse],
            Phase::Over(_) => Vec::new(),
        };
        moves.retain(|mv| self.check(seat, mv).is_ok());
        moves.sort_unstable();
        Moves::All(moves)
    }

    fn check(&self, seat: Seat, mv: &Move) -> Result<(), Illegal> {
        let acting = match self.stage() {
            Stage::Over(_) => return Err(Illegal::over()),
            Stage::Act(acting) => acting,
        };
        if !acting.contains(seat) {
            return Err(Illegal::not_your_turn(seat));
        }
        match (self.phase, mv) {
            (Phase::Choose, Move::Choose(_)) | (Phase::Answer(..), Move::Agree | Move::Refuse) => Ok(()),
            (Phase::Turn(_), Move::Press(press)) => self.check_press(*press),
            (Phase::Turn(_), Move::Stop) => self.check_stop(),
            (Phase::Choose, _) => Err(Illegal::because("#secret-buttons", "first every seat chooses its two buttons")),
            (Phase::Answer(..), _) => Err(Illegal::because("#the-end", "first the proposal to stop must be answered")),
            (_, Move::Choose(_)) => {
                Err(Illegal::because("#secret-buttons", "buttons are chosen before the first press"))
            }
            (_, _) => Err(Illegal::because("#the-end", "nobody has proposed to stop")),
        }
    }

    fn apply(&mut self, seat: Seat, mv: &Move, rng: &mut GameRng) -> Vec<Event> {
        let mut events = Vec::new();
        match (*mv, self.phase) {
            (Move::Choose(choice), _) => {
                if let Some(place) = self.places.get_mut(seat.index()) {
                    place.choice = Some(choice);
                }
                events.push(Event::Chose { seat, choice: Some(choice) });
                if self.places.iter().all(|place| place.choice.is_some()) {
                    self.phase = Phase::Turn(Seat::FIRST);
                }
            }
            (Move::Press(press), _) if self.left[press.button().index()] > 0 => {
                self.press(seat, press, rng, &mut events);
            }
            (Move::Stop, _) => {
                events.push(Event::Proposed(seat));
                let others: SeatSet = self.seats().iter().filter(|other| *other != seat).collect();
                self.phase = Phase::Answer(seat, others);
                if others.is_empty() {
                    self.finish(false, rng, &mut events);
                }
            }
            (Move::Agree, Phase::Answer(proposer, open)) => {
                events.push(Event::Agreed(seat));
                let open: SeatSet = open.iter().filter(|other| *other != seat).collect();
                self.phase = Phase::Answer(proposer, open);
                if open.is_empty() {
                    self.finish(false, rng, &mut events);
                }
            }
            (Move::Refuse, Phase::Answer(proposer, _)) => {
                events.push(Event::Refused(seat));
                self.phase = Phase::Turn(proposer);
                self.refused = true;
            }
            _ => {}
        }
        events
    }

    fn view(&self, who: Viewer) -> View {
        let over = match self.phase {
            Phase::Over(repaired) => Some(repaired),
            _ => None,
        };
        let seat_view = |(seat, place): (Seat, &Place)| {
            let is_own = who == Viewer::Referee || who == Viewer::Seat(seat);
            let knows_direct = is_own || over.is_some_and(|repaired| self.shows_direct(place, repaired));
            SeatView {
                has_chosen: place.choice.is_some(),
                direct: place.choice.filter(|_| knows_direct).map(|choice| choice.direct),
                indirect: place.choice.filter(|_| is_own || over.is_some()).map(|choice| choice.indirect),
                tokens: place.tokens,
                points: place.points,
            }
        };
        View {
            who,
            options: self.options.clone(),
            grid: self.grid,
            left: self.left,
            seats: self.seats().iter().zip(&self.places).map(seat_view).collect(),
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
            round: self.round,
            par: self.par,
            counts_homes: self.counts_homes(),
            over,
        }
    }

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
        self.phase == Phase::Choose && self.places.get(seat.index()).is_some_and(|place| place.choice.is_none())
    }

    fn redealt(&self, who: Viewer, rng: &mut GameRng) -> MessMachine {
        let mut game = self.clone();
        // After a repair all is told. After a failure the indirect buttons are, and the direct ones may be any other.
        let over = if let Phase::Over(repaired) = self.phase { Some(repaired) } else { None };
        if over == Some(true) || who == Viewer::Referee {
            return game;
        }
        let seats = self.seats();
        for ((seat, place), told) in seats.iter().zip(&mut game.places).zip(&self.places) {
            let Some(known) = place.choice.filter(|_| who != Viewer::Seat(seat)) else { continue };
            if over.is_some_and(|repaired| self.shows_direct(told, repaired)) {
                continue;
            }
            let fits = |choice: &Choice| over.is_none() || choice.indirect == known.indirect;
            let choices: Vec<Choice> = Choice::all().filter(fits).collect();
            place.choice = rng.pick(&choices).copied();
        }
        game
    }

    fn census(&self) -> Vec<u32> {
        let tiles = self.grid.tiles();
        let mut all: Vec<u32> = tiles.iter().map(|tile| tile.index() as u32).collect();
        for button in Button::ALL {
            let held: u32 = self.places.iter().map(|place| u32::from(place.tokens[button.index()])).sum();
            let count = u32::from(self.left[button.index()]) + held;
            let first = 100 * (button.index() as u32 + 1);
            all.extend((0..count).map(|token| first + token));
        }
        all.sort_unstable();
        all
    }

    fn scores(&self) -> Vec<i32> {
        if self.places.len() == 1 {
            // As golfers count: 0 is the fewest presses there are, and each one more costs a point.
            let over_par = self.par.map_or(self.presses, |par| self.presses.saturating_sub(par));
            let astray = 16 - self.grid.homes() as i32;
            return vec![-(over_par as i32) - 2 * astray];
        }
        if self.is_together() {
            let left: i32 = self.left.iter().map(|left| i32::from(*left)).sum();
            let score = if self.grid.is_whole() { left } else { 0 };
            return vec![score; self.places.len()];
        }
        self.places.iter().map(|place| place.points).collect()
    }

    fn state(&self) -> serde_json::Value {
        let points: Vec<i32> = self.places.iter().map(|place| place.points).collect();
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
        let (one, other) = press.cells();
        if self.left[press.button().index()] == 0 {
            let why = format!("button {} has no tokens left", press.button());
            return Err(Illegal::because("#the-buttons", why));
        }
        if self.last == Some(sorted(self.grid.at(one), self.grid.at(other))) {
            return Err(Illegal::because(
                "#the-turn",
                "the two tiles that were just swapped may not be swapped back at once",
            ));
        }
        Ok(())
    }

    fn check_stop(&self) -> Result<(), Illegal> {
        let because = |why| Err(Illegal::because("#the-end", why));
        if self.options.referee == Referee::Proves {
            return because("the program ends the game itself, as soon as it is proven to be lost");
        }
        if self.left.iter().all(|left| *left > 0) {
            return because("stopping can be proposed once a button has no tokens left");
        }
        if self.refused { because("your proposal was refused; press a button first") } else { Ok(()) }
    }

    fn lay_out(&mut self, deal: &Deal) -> Result<(), SetupError> {
        let tiles: Option<Vec<Cell>> = deal.tiles.iter().map(|tile| tile.checked_sub(1).and_then(Cell::new)).collect();
        let grid = tiles.and_then(|tiles| Grid::from_tiles(tiles.try_into().ok()?));
        self.grid = grid.ok_or_else(|| SetupError::Deal("`tiles` must have each of 1 to 16 once".to_owned()))?;
        if self.grid.is_whole() {
            return Err(SetupError::Deal("`tiles` is the finished picture; there is nothing to repair".to_owned()));
        }
        if deal.dice.len() > self.dice.capacity() || deal.dice.iter().any(|roll| !(1..=6).contains(roll)) {
            return Err(SetupError::Deal("`dice` are at most 16 numbers from 1 to 6".to_owned()));
        }
        self.dice = deal.dice.iter().copied().collect();
        Ok(())
    }
}

fn check_options(options: &Options, seats: Seats) -> Result<(), SetupError> {
    let refuse = |why: &str| Err(SetupError::Options(why.to_owned()));
    if seats.count() > MOST_PLAYERS {
        return Err(SetupError::Seats { found: seats.count(), min: 1, max: MOST_PLAYERS as u8 });
    }
    let is_alone = seats == Seats::ONE;
    match options.variant {
        Variant::Standard => Ok(()),
        Variant::Solo if is_alone => Ok(()),
        Variant::Solo => refuse("the solo repair is for one seat"),
        _ if is_alone => refuse("this variant is for two to four seats; alone there is the solo repair"),
        Variant::Family if options.difficulty != Difficulty::Easy || options.picture != "numbers" => {
            refuse("the family game is Easy, with the picture \"numbers\"")
        }
        Variant::Cooperative if options.difficulty == Difficulty::Easy => {
            refuse("the cooperative game is Medium or Hard")
        }
        _ => Ok(()),
    }
}
