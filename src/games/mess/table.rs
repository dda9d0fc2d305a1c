//! What lies open in Mess Machine: the picture, the buttons with their tokens, and what each seat has, with the options of
//! the game. What is played at and what somebody sees are the same table, which changes by the same events.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::engine::game::Illegal;
use crate::engine::seats::{Seat, SeatSet, Seats, Viewer};
use crate::engine::seen::EventTable;

use super::board::{Button, Cell, PictureGrid, Press, TokenCounts};

pub const MAX_PLAYERS: usize = 4;

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
    /// Another picture follows, and buttons are chosen anew.
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

/// What is done now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// All seats without buttons choose theirs, in any order.
    Choose,
    Turn(Seat),
    /// This seat has proposed to stop, and these have not answered yet.
    Answer(Seat, SeatSet),
    /// Whether the picture was repaired.
    Over(bool),
}

/// What a seat has. Its secret buttons are `None` before they are chosen, and for those who may not know them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MessSeat {
    pub has_chosen: bool,
    pub direct: Option<Button>,
    pub indirect: Option<Button>,
    /// The tokens that the seat holds.
    pub tokens: TokenCounts,
    /// In all pictures so far.
    pub points: i32,
    /// Points for tiles brought home in this picture.
    pub homes: i32,
}

impl MessSeat {
    /// Both buttons, if they are known.
    pub fn choice(&self) -> Option<ButtonChoice> {
        Some(ButtonChoice { direct: self.direct?, indirect: self.indirect? })
    }

    /// Chooses buttons; `None` where nobody may know which.
    pub(super) fn choose(&mut self, choice: Option<ButtonChoice>) {
        self.has_chosen = true;
        self.direct = choice.map(|choice| choice.direct);
        self.indirect = choice.map(|choice| choice.indirect);
    }
}

/// The table that is played at, and what somebody sees of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MessTable {
    pub options: Options,
    pub grid: PictureGrid,
    /// The tokens left on each button.
    pub left: TokenCounts,
    pub seats: ArrayVec<MessSeat, MAX_PLAYERS>,
    pub phase: Phase,
    /// The tiles that the last press swapped, in ascending order, which the next may not swap back.
    pub last: Option<(Cell, Cell)>,
    pub malfunctions: u8,
    /// The rolls of the last malfunction.
    pub rolls: Option<Rolls>,
    /// In this picture.
    pub presses: u32,
    /// The pictures that are finished.
    pub results: Vec<PictureResult>,
    /// Whether a proposal to stop was refused after the last press.
    pub was_refused: bool,
    /// The number of the picture in a consecutive game, from 1.
    pub round: u8,
    /// The fewest presses that the deal of a solo game needs, if known.
    pub par: Option<u32>,
}

impl EventTable for MessTable {
    type Event = Event;

    fn follow(&mut self, event: &Event) {
        match event {
            Event::Chose { seat, choice } => self.choose(*seat, *choice),
            Event::Pressed { seat, press, scores } => self.press(*seat, *press, *scores),
            Event::Malfunctioned { rolls, cells } => {
                self.grid = self.grid.swapped(cells.0, cells.1);
                self.malfunctions += 1;
                self.rolls = Some(*rolls);
            }
            Event::Proposed(seat) => {
                let mut open = self.players().all();
                open.remove(*seat);
                self.phase = Phase::Answer(*seat, open);
            }
            Event::Agreed(seat) => {
                if let Phase::Answer(_, open) = &mut self.phase {
                    open.remove(*seat);
                }
            }
            Event::Refused(_) => {
                if let Phase::Answer(proposer, _) = self.phase {
                    (self.phase, self.was_refused) = (Phase::Turn(proposer), true);
                }
            }
            Event::Ended(result) => self.end(result),
            Event::Next(grid) => self.begin(*grid),
        }
    }
}

impl MessTable {
    /// Nothing is pressed yet, and all tokens are on their buttons.
    pub(super) fn new(options: &Options, seats: Seats, grid: PictureGrid) -> MessTable {
        let is_together = is_together(options, seats.count());
        MessTable {
            options: options.clone(),
            grid,
            left: starting_tokens(options, seats),
            seats: seats.iter().map(|_| MessSeat::default()).collect(),
            phase: if is_together { Phase::Turn(Seat::FIRST) } else { Phase::Choose },
            last: None,
            malfunctions: 0,
            rolls: None,
            presses: 0,
            results: Vec::new(),
            was_refused: false,
            round: 1,
            par: None,
        }
    }

    pub fn players(&self) -> Seats {
        Seats::new(self.seats.len()).unwrap_or(Seats::ONE)
    }

    /// The seats in playing order, each with what it has.
    pub fn seated(&self) -> impl Iterator<Item = (Seat, &MessSeat)> {
        self.players().iter().zip(&self.seats)
    }

    /// Who may move now; nobody once the game is over.
    pub fn acting(&self) -> SeatSet {
        match self.phase {
            Phase::Choose => self.seated().filter(|(_, own)| !own.has_chosen).map(|(seat, _)| seat).collect(),
            Phase::Turn(seat) => SeatSet::only(seat),
            Phase::Answer(_, open) => open,
            Phase::Over(_) => SeatSet::EMPTY,
        }
    }

    /// Whether secret buttons are still being chosen.
    pub fn is_choosing(&self) -> bool {
        self.phase == Phase::Choose
    }

    /// The seat that proposed to stop, until all others have answered.
    pub fn proposal(&self) -> Option<Seat> {
        if let Phase::Answer(seat, _) = self.phase { Some(seat) } else { None }
    }

    /// Once the game is over, whether the picture was repaired.
    pub fn over(&self) -> Option<bool> {
        if let Phase::Over(repaired) = self.phase { Some(repaired) } else { None }
    }

    /// Whether all play together, without secret buttons.
    pub fn is_together(&self) -> bool {
        is_together(&self.options, self.seats.len())
    }

    /// Whether the seat in turn may propose to stop.
    pub fn may_stop(&self) -> bool {
        matches!(self.phase, Phase::Turn(_)) && self.check_stop().is_ok()
    }

    pub(super) fn check_stop(&self) -> Result<(), Illegal> {
        let why = if self.options.referee == Referee::Proves {
            "Parlour is the referee and ends the game as soon as the picture is proven lost"
        } else if self.left.iter().all(|left| *left > 0) {
            "you may propose to stop once a button has no tokens left"
        } else if self.was_refused {
            "your proposal to stop was refused; press a button before you propose again"
        } else {
            return Ok(());
        };
        Err(Illegal::because("#the-end", why))
    }

    /// The press that would swap the last two tiles straight back, which the next press may not do.
    pub fn forbidden(&self) -> Option<Press> {
        self.grid.press_of_tiles(self.last?)
    }

    /// The tiles that the press would swap, in ascending order.
    pub fn tiles_of(&self, press: Press) -> (Cell, Cell) {
        let (one, other) = press.cells();
        let (one, other) = (self.grid.at(one), self.grid.at(other));
        (one.min(other), one.max(other))
    }

    /// Whether a press that brings a tile home scores a point.
    fn counts_homes(&self) -> bool {
        !self.is_together() && self.left.iter().all(|left| *left > 0)
    }

    /// Whether the press would score a point for a tile that comes home.
    pub fn would_score(&self, press: Press) -> bool {
        let (one, other) = press.cells();
        let after = self.grid.pressed(press);
        // The press that takes a button's last token scores nothing.
        let can_score = self.counts_homes() && self.left[press.button().index()] > 1;
        can_score && (after.is_home(one) || after.is_home(other))
    }

    fn choose(&mut self, seat: Seat, choice: Option<ButtonChoice>) {
        if let Some(own) = self.seats.get_mut(seat.index()) {
            own.choose(choice);
        }
        if self.seats.iter().all(|own| own.has_chosen) {
            self.phase = Phase::Turn(Seat::FIRST);
        }
    }

    fn press(&mut self, seat: Seat, press: Press, scores: bool) {
        let (button, points) = (press.button().index(), i32::from(scores));
        self.last = Some(self.tiles_of(press));
        self.grid = self.grid.pressed(press);
        self.left[button] = self.left[button].saturating_sub(1);
        self.presses += 1;
        self.was_refused = false;
        if let Some(own) = self.seats.get_mut(seat.index()) {
            own.tokens[button] += 1;
            own.points += points;
            own.homes += points;
        }
        self.phase = Phase::Turn(self.players().after(seat));
    }

    /// A picture is finished: points are scored and buttons revealed. The game is over unless another picture follows.
    fn end(&mut self, result: &PictureResult) {
        for (own, scored) in self.seats.iter_mut().zip(&result.seats) {
            own.points += scored.direct.1 + scored.indirect.1;
            own.direct = own.direct.or(scored.direct.0);
            own.indirect = Some(scored.indirect.0);
        }
        self.results.push(result.clone());
        self.phase = Phase::Over(result.repaired);
    }

    /// Another picture: everything but the points begins anew.
    fn begin(&mut self, grid: PictureGrid) {
        self.round += 1;
        self.grid = grid;
        self.left = starting_tokens(&self.options, self.players());
        self.seats.iter_mut().for_each(|own| *own = MessSeat { points: own.points, ..MessSeat::default() });
        (self.last, self.rolls) = (None, None);
        (self.malfunctions, self.presses) = (0, 0);
        self.phase = Phase::Choose;
    }

    /// What somebody sees of it: their own secret buttons, and of those of others what the end has revealed.
    #[must_use]
    pub fn seen_by(&self, who: Viewer) -> MessTable {
        let mut seen = self.clone();
        let end = self.results.last().filter(|_| self.over().is_some());
        for (seat, own) in self.players().iter().zip(&mut seen.seats).filter(|(seat, _)| !who.sees(*seat)) {
            let revealed = end.and_then(|result| result.seats.get(seat.index()));
            own.direct = revealed.and_then(|scored| scored.direct.0);
            own.indirect = revealed.map(|scored| scored.indirect.0);
        }
        seen
    }
}

fn is_together(options: &Options, seats: usize) -> bool {
    seats == 1 || matches!(options.variant, Variant::Cooperative | Variant::Solo)
}

/// The tokens on the buttons when a picture begins.
pub(super) fn starting_tokens(options: &Options, seats: Seats) -> TokenCounts {
    [if is_together(options, seats.count()) { 8 } else { 10 }; 4]
}
