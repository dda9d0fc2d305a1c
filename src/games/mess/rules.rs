//! Mess Machine as a game: secret buttons, presses, malfunctions, both endings with their scoring, and the variants.
//!
//! Source: the rulebook *Mess Machine*; where it leaves something open, the tests name the ruling. The picture is in
//! [`super::board`], what lies open in [`super::table`], the referee's proof in [`super::solver`].

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::engine::game::{Complexity, Game, Illegal, Info, Kind, NotAMove, SetupError};
use crate::engine::outcome::{Outcome, Stage, Verdict};
use crate::engine::rng::GameRng;
use crate::engine::seats::{Seat, Seats, Viewer};
use crate::engine::seen::EventTable;
use crate::words::counted;

use super::board::{Button, Cell, PictureGrid, Press, TokenCounts};
use super::solver::solve;
pub use super::table::{ButtonChoice, Difficulty, Event, Options, PictureResult, Referee, SeatResult, Variant};
use super::table::{MessSeat, MessTable, Phase, Rolls, starting_tokens};

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

/// The most rolls that a deal gives.
const MAX_DICE: usize = 16;

/// Die rolls in the order in which they are needed.
type DieRolls = ArrayVec<u8, MAX_DICE>;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// The tile in each cell, row by row. A tile's number, 1 to 16, is its place in the finished picture.
    pub tiles: Vec<u8>,
    /// Die rolls in the order in which they are needed. When they run out, the die is rolled.
    #[serde(default)]
    pub dice: Vec<u8>,
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

#[derive(Clone, PartialEq, Debug)]
pub struct MessMachine {
    table: MessTable,
    /// The rolls of an explicit deal that have not been used yet.
    dice: DieRolls,
    /// Whether the picture can be repaired with the tokens left.
    verdict: Verdict,
    /// A shortest repair in reverse: its next press comes last.
    known_repair: Vec<Press>,
}

/// What a viewer may know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    pub who: Viewer,
    pub table: MessTable,
}

impl View {
    /// Whether the picture waits for a press, and whoever sees this may make it if it is their turn.
    pub fn may_press(&self) -> bool {
        let Phase::Turn(turn) = self.table.phase else { return false };
        match self.who {
            Viewer::Seat(seat) => seat == turn,
            Viewer::Public | Viewer::Referee => true,
        }
    }
}

impl MessMachine {
    pub fn grid(&self) -> PictureGrid {
        self.table.grid
    }

    /// The tokens left on each button.
    pub fn left(&self) -> TokenCounts {
        self.table.left
    }

    /// The press that would swap the last two tiles straight back, which the next press may not do.
    pub fn forbidden(&self) -> Option<Press> {
        self.table.forbidden()
    }

    pub fn is_alone(&self) -> bool {
        self.table.seats.len() == 1
    }

    /// Finds out whether the picture can still be repaired. While play follows the known repair, no search is needed.
    fn update_verdict(&mut self, pressed: Option<Press>, effort: u64) {
        let is_known = pressed.is_some() && self.known_repair.last().copied() == pressed;
        if self.table.grid.is_whole() || is_known {
            self.known_repair.pop();
            self.verdict = Verdict::Solved;
            return;
        }
        let found = solve(self.table.grid, self.table.left, self.table.forbidden(), effort, &|| false);
        self.verdict = found.verdict;
        self.known_repair = found.line;
        self.known_repair.reverse();
    }

    fn press(&mut self, seat: Seat, press: Press, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        let scores = self.table.would_score(press);
        self.table.happens(Event::Pressed { seat, press, scores }, report);
        let MessTable { options, grid, left, .. } = &self.table;
        let malfunctions = !grid.is_whole() && options.difficulty.malfunctions_at(*left, press.button());
        if malfunctions {
            let rolls = (self.roll(rng), self.roll(rng));
            self.table.happens(Event::Malfunctioned { rolls, cells: malfunction_cells(rolls) }, report);
        }
        self.update_verdict((!malfunctions).then_some(press), REFEREE_EFFORT);
        let is_lost = self.table.options.referee == Referee::Proves && self.verdict == Verdict::Impossible;
        if self.table.grid.is_whole() {
            self.finish(true, rng, report);
        } else if is_lost || self.table.left == [0; 4] {
            self.finish(false, rng, report);
        }
    }

    fn roll(&mut self, rng: &mut GameRng) -> u8 {
        if self.dice.is_empty() { rng.die() } else { self.dice.remove(0) }
    }

    /// Gives the picture up once nobody has still to agree.
    fn give_up_if_agreed(&mut self, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        if self.table.proposal().is_some() && self.table.acting().is_empty() {
            self.finish(false, rng, report);
        }
    }

    fn finish(&mut self, repaired: bool, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        let table = &self.table;
        let bonuses: Vec<(i32, i32)> = table.seated().map(|(seat, own)| self.bonus(seat, own, repaired)).collect();
        let sum = |(own, (direct, indirect)): (&MessSeat, &(i32, i32))| own.points + direct + indirect;
        let lead = tied_lead(table.seats.iter().zip(&bonuses).map(sum));
        let goes_on = table.options.variant == Variant::Consecutive && plays_another(table.round, lead.is_some());
        let result = |(own, bonus): (&MessSeat, &(i32, i32))| {
            let shows_direct = repaired || (!goes_on && lead == Some(sum((own, bonus))));
            own.choice().map(|choice| SeatResult {
                homes: own.homes,
                direct: (shows_direct.then_some(choice.direct), bonus.0),
                indirect: (choice.indirect, bonus.1),
            })
        };
        let seats = table.seats.iter().zip(&bonuses).filter_map(result).collect();
        let ended = PictureResult { repaired, presses: table.presses, seats };
        self.table.happens(Event::Ended(ended), report);
        if goes_on {
            let tokens = starting_tokens(&self.table.options, self.table.players());
            self.table.happens(Event::Next(shuffled(tokens, rng)), report);
            self.update_verdict(None, REFEREE_EFFORT);
        }
    }

    /// What its direct and its indirect button bring the seat (see [`ButtonChoice`]).
    fn bonus(&self, seat: Seat, own: &MessSeat, repaired: bool) -> (i32, i32) {
        let Some(choice) = own.choice() else { return (0, 0) };
        let held = |of: &MessSeat, button: Button| i32::from(of.tokens[button.index()]);
        let direct = held(own, choice.direct);
        let others = self.table.seated().filter(|(other, _)| *other != seat);
        let indirect: i32 = others.map(|(_, other)| held(other, choice.indirect)).sum();
        if repaired { (direct, 2 * indirect) } else { (0, indirect) }
    }

    fn outcome(&self, repaired: bool) -> Outcome {
        let (table, winners) = (&self.table, self.winners(repaired));
        let reason = match (repaired, table.left == [0; 4]) {
            (true, _) => format!("The picture is whole again after {}.", counted(table.presses, "press", "presses")),
            (false, true) => "No tokens are left.".to_owned(),
            (false, false) if table.options.referee == Referee::Players => "Everyone agreed to stop.".to_owned(),
            (false, false) => "It is proven that the tokens left cannot repair the picture.".to_owned(),
        };
        let title = match (repaired, table.is_together(), winners.as_slice()) {
            (true, true, _) => "Repaired".to_owned(),
            (false, true, _) => "Not repaired".to_owned(),
            (_, _, [seat]) => format!("Seat {} wins", seat.index() + 1),
            _ => "A shared victory".to_owned(),
        };
        Outcome { winners, title, reason }
    }

    /// Most points win, then most tokens other than those of one's direct button; those still tied share the win.
    fn winners(&self, repaired: bool) -> Vec<Seat> {
        let table = &self.table;
        if table.is_together() {
            return table.players().iter().filter(|_| repaired).collect();
        }
        let rank = |own: &MessSeat| {
            let all: i32 = own.tokens.iter().map(|tokens| i32::from(*tokens)).sum();
            let direct = own.direct.map_or(0, |direct| i32::from(own.tokens[direct.index()]));
            (own.points, all - direct)
        };
        let best = table.seats.iter().map(rank).max();
        table.seated().filter(|(_, own)| Some(rank(own)) == best).map(|(seat, _)| seat).collect()
    }

    fn check_press(&self, press: Press) -> Result<(), Illegal> {
        if self.table.left[press.button().index()] == 0 {
            let why = format!("button {} has no tokens left", press.button());
            return Err(Illegal::because("#the-buttons", why));
        }
        if self.forbidden() == Some(press) {
            let why = "the last press swapped these two tiles, so they may not be swapped back yet";
            return Err(Illegal::because("#the-turn", why));
        }
        Ok(())
    }
}

/// The most points, if several seats have them.
fn tied_lead(points: impl Iterator<Item = i32> + Clone) -> Option<i32> {
    let most = points.clone().max()?;
    (points.filter(|of| *of == most).count() > 1).then_some(most)
}

/// Whether another picture follows this one: up to the third always, and a fourth after a tie for the lead.
fn plays_another(round: u8, is_tied: bool) -> bool {
    round < CONSECUTIVE_PICTURES || (round == CONSECUTIVE_PICTURES && is_tied)
}

/// A picture in pieces. One that cannot be repaired would end the game before its first press.
fn shuffled(tokens: TokenCounts, rng: &mut GameRng) -> PictureGrid {
    loop {
        let mut tiles: [Cell; 16] = PictureGrid::HOME.tiles();
        rng.shuffle(&mut tiles);
        let Some(grid) = PictureGrid::from_tiles(tiles) else { continue };
        let is_lost = || solve(grid, tokens, None, REFEREE_EFFORT, &|| false).verdict == Verdict::Impossible;
        if !grid.is_whole() && !is_lost() {
            return grid;
        }
    }
}

/// The cells that a malfunction swaps. The upper roll counts through the first row and the middle of the second, the
/// lower roll through the middle of the third row and the last.
pub(super) fn malfunction_cells((upper, lower): Rolls) -> (Cell, Cell) {
    let cell = |cells: [u8; 6], roll: u8| Cell::new(cells[usize::from(roll.clamp(1, 6)) - 1]).unwrap_or(Cell::FIRST);
    (cell([0, 1, 2, 3, 5, 6], upper), cell([9, 10, 12, 13, 14, 15], lower))
}

impl Game for MessMachine {
    const INFO: Info = Info {
        id: "mess-machine",
        title: "Mess Machine",
        tagline: "Press buttons that swap tiles until the picture is whole again.",
        source: "“Mess Machine”, designed by Nikos Chondropoulos, illustrated by George Doutsopoulos",
        rules: 1,
        seats: (1, 4),
        minutes: (10, 30),
        kind: Kind::Tiles,
        weight: Complexity::Medium,
        secrets: true,
        hand_orders: &[],
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
        let (grid, dice) = match deal {
            None => (shuffled(starting_tokens(options, seats), rng), DieRolls::new()),
            Some(deal) => read_deal(deal)?,
        };
        let table = MessTable::new(options, seats, grid);
        let mut game = MessMachine { table, dice, verdict: Verdict::GaveUp, known_repair: Vec::new() };
        game.update_verdict(None, if seats == Seats::ONE { PAR_EFFORT } else { REFEREE_EFFORT });
        if seats == Seats::ONE && game.verdict == Verdict::Solved {
            game.table.par = u32::try_from(game.known_repair.len()).ok();
        }
        Ok(game)
    }

    fn stage(&self) -> Stage {
        match self.table.over() {
            Some(repaired) => Stage::Over(self.outcome(repaired)),
            None => Stage::Act(self.table.acting()),
        }
    }

    fn moves_into(&self, seat: Seat, moves: &mut Vec<Move>) {
        *moves = match self.table.phase {
            Phase::Choose => ButtonChoice::all().map(Move::Choose).collect(),
            Phase::Turn(_) => Press::all().map(Move::Press).chain([Move::Stop]).collect(),
            Phase::Answer(..) => vec![Move::Agree, Move::Refuse],
            Phase::Over(_) => Vec::new(),
        };
        moves.retain(|mv| self.check_move(seat, mv).is_ok());
        moves.sort_unstable();
    }

    fn check_move(&self, _: Seat, mv: &Move) -> Result<(), Illegal> {
        let (rule, why) = match (self.table.phase, mv) {
            (Phase::Choose, Move::Choose(_)) | (Phase::Answer(..), Move::Agree | Move::Refuse) => return Ok(()),
            (Phase::Turn(_), Move::Press(press)) => return self.check_press(*press),
            (Phase::Turn(_), Move::Stop) => return self.table.check_stop(),
            (Phase::Choose, _) => ("#secret-buttons", "every player must choose two buttons first"),
            (Phase::Answer(..), _) => ("#the-end", "answer the proposal to stop first"),
            (_, Move::Choose(_)) => ("#secret-buttons", "buttons can only be chosen before the first press"),
            (_, _) => ("#the-end", "nobody has proposed to stop"),
        };
        Err(Illegal::because(rule, why))
    }

    fn make(&mut self, seat: Seat, mv: &Move, rng: &mut GameRng, report: &mut impl FnMut(Event)) {
        match (*mv, self.table.phase) {
            (Move::Choose(choice), _) => {
                self.table.happens(Event::Chose { seat, choice: Some(choice) }, report);
            }
            (Move::Press(press), _) if self.table.left[press.button().index()] > 0 => {
                self.press(seat, press, rng, report);
            }
            (Move::Stop, _) => {
                self.table.happens(Event::Proposed(seat), report);
                self.give_up_if_agreed(rng, report);
            }
            (Move::Agree, Phase::Answer(..)) => {
                self.table.happens(Event::Agreed(seat), report);
                self.give_up_if_agreed(rng, report);
            }
            (Move::Refuse, Phase::Answer(..)) => self.table.happens(Event::Refused(seat), report),
            _ => {}
        }
    }

    fn view(&self, who: Viewer) -> View {
        View { who, table: self.table.seen_by(who) }
    }

    fn follow(view: &mut View, event: &Event) {
        view.table.follow(event);
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
        self.table.is_choosing() && self.table.acting().contains(seat)
    }

    fn resample_hidden(&self, who: Viewer, rng: &mut GameRng) -> MessMachine {
        let mut game = self.clone();
        // A repair reveals all buttons, a failure only the indirect ones and the direct ones that decide a tie.
        let over = self.table.over();
        if over == Some(true) || who == Viewer::Referee {
            return game;
        }
        let lead = tied_lead(self.table.seats.iter().map(|own| own.points)).filter(|_| over.is_some());
        for (seat, own) in self.table.players().iter().zip(&mut game.table.seats) {
            let Some(known) = own.choice().filter(|_| who != Viewer::Seat(seat)) else { continue };
            if lead == Some(own.points) {
                continue;
            }
            let fits = |choice: &ButtonChoice| over.is_none() || choice.indirect == known.indirect;
            let choices: Vec<ButtonChoice> = ButtonChoice::all().filter(fits).collect();
            own.choose(rng.pick(&choices).copied());
        }
        game
    }

    fn census(&self) -> Vec<u32> {
        let table = &self.table;
        let mut all: Vec<u32> = table.grid.tiles().iter().map(|tile| tile.index() as u32).collect();
        for button in Button::ALL {
            let held: u32 = table.seats.iter().map(|own| u32::from(own.tokens[button.index()])).sum();
            let count = u32::from(table.left[button.index()]) + held;
            let first = 100 * (button.index() as u32 + 1);
            all.extend((0..count).map(|token| first + token));
        }
        all.sort_unstable();
        all
    }

    fn scores(&self) -> Vec<i32> {
        let table = &self.table;
        if self.is_alone() {
            // As in golf, 0 is par, and every further press costs a point.
            let over_par = table.par.map_or(table.presses, |par| table.presses.saturating_sub(par));
            let astray = 16 - table.grid.homes() as i32;
            return vec![if table.over() == Some(false) { LOST - astray } else { -(over_par as i32) }];
        }
        if table.is_together() {
            let left: i32 = table.left.iter().map(|left| i32::from(*left)).sum();
            let score = if table.grid.is_whole() { left } else { 0 };
            return vec![score; table.seats.len()];
        }
        table.seats.iter().map(|own| own.points).collect()
    }

    fn state(&self) -> serde_json::Value {
        let table = &self.table;
        let points: Vec<i32> = table.seats.iter().map(|own| own.points).collect();
        json!({
            "tiles": table.grid.tiles().map(|tile| tile.index() + 1),
            "tokens": table.left,
            "vp": points,
            "malfunctions": table.malfunctions,
            "repaired": table.grid.is_whole(),
            "verdict": self.verdict,
        })
    }

    fn summary(&self) -> String {
        let table = &self.table;
        let homes = table.grid.homes();
        let left: u32 = table.left.iter().map(|left| u32::from(*left)).sum();
        format!("{homes} of 16 tiles at home, {left} tokens left, {}", counted(table.presses, "press", "presses"))
    }
}

/// The tiles of an explicit deal, and the first rolls of the dice.
fn read_deal(deal: &Deal) -> Result<(PictureGrid, DieRolls), SetupError> {
    let refuse = |why: &str| Err(SetupError::Deal(why.to_owned()));
    let tiles: Option<Vec<Cell>> = deal.tiles.iter().map(|tile| tile.checked_sub(1).and_then(Cell::new)).collect();
    let grid = tiles.and_then(|tiles| PictureGrid::from_tiles(tiles.try_into().ok()?));
    let Some(grid) = grid else { return refuse("`tiles` must contain each number from 1 to 16 exactly once") };
    if grid.is_whole() {
        return refuse("`tiles` is already the finished picture, so there is nothing to repair");
    }
    if deal.dice.len() > MAX_DICE || deal.dice.iter().any(|roll| !(1..=6).contains(roll)) {
        return refuse("`dice` may have at most 16 numbers, each from 1 to 6");
    }
    Ok((grid, deal.dice.iter().copied().collect()))
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
