//! One game being played: the log of moves, undo and redo, who sits where, and whose eyes may see the table.
//!
//! The session is the only way to a game in play. Pointer, keys, bots and files all bring a move here; it is checked,
//! made and logged, whoever brought it.

use super::game::{Game, Illegal, ReadFile, Sight, no_files};
use super::outcome::Stage;
use super::record::{Place, Player, Record, RecordError, place_of};
use super::rng::GameRng;
use super::seats::{Seat, SeatSet, Viewer};

/// A move that was made, and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn<G: Game> {
    /// Who made it.
    pub seat: Seat,
    /// The move.
    pub mv: G::Move,
    /// What happened, unredacted.
    pub events: Vec<G::Event>,
    /// The position after it.
    after: G,
}

/// Why a move cannot be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UndoBarred {
    /// Nothing has been played.
    #[error("there is nothing to take back")]
    AtStart,
    /// The move showed somebody what was hidden.
    #[error("that move revealed something hidden, and it cannot be made unknown again")]
    Revealed,
    /// The game is replayed, not played.
    #[error("this is a replay of a finished game")]
    Replay,
}

/// A game in play.
#[derive(Clone, Debug)]
pub struct Session<G: Game> {
    record: Record<G>,
    dealt: G,
    /// Every move, also those taken back and not yet replaced.
    line: Vec<Turn<G>>,
    /// How many of them stand.
    made: usize,
    /// The person the screen is turned to, where several people share it.
    facing: Option<Seat>,
    /// Whose eyes look on, where the game is only looked at.
    onlooker: Option<Viewer>,
}

impl<G: Game> Session<G> {
    /// Deals a game from a record and plays the record's moves.
    ///
    /// # Errors
    /// Options or a deal the rules do not have, or the first move that is not legal, with its number.
    pub fn load(mut record: Record<G>) -> Result<Session<G>, RecordError> {
        let moves = std::mem::take(&mut record.moves);
        let dealt = record.dealt().map_err(|error| RecordError::at(setup_place(&error), error))?;
        let mut session =
            Session { record, dealt, line: Vec::with_capacity(moves.len()), made: 0, facing: None, onlooker: None };
        for (index, (seat, mv)) in moves.into_iter().enumerate() {
            let played = session.play(seat, mv.clone()).map(|_| ());
            played.map_err(|illegal| {
                let message = format!("{:?} is not legal here: {illegal}", mv.to_string());
                RecordError::at(Place::Move(index + 1), message)
            })?;
        }
        Ok(session)
    }

    /// Reads a record and plays it.
    ///
    /// # Errors
    /// As [`Record::from_text`] and [`Session::load`].
    pub fn from_text(text: &str) -> Result<Session<G>, RecordError> {
        Session::from_text_with(text, &no_files)
    }

    /// Reads a record and plays it; files that its options name are read by `read`.
    ///
    /// # Errors
    /// As [`Session::from_text`], and files that cannot be had.
    pub fn from_text_with(text: &str, read: ReadFile<'_>) -> Result<Session<G>, RecordError> {
        let in_field = |mut error: RecordError| {
            if let Place::Field(name) = error.place {
                error.place = place_of(text, name);
            }
            error
        };
        let mut record = Record::<G>::from_text(text)?;
        let furnished = G::furnished(record.options, read);
        record.options = furnished.map_err(|error| in_field(RecordError::at(setup_place(&error), error)))?;
        Session::load(record).map_err(in_field)
    }

    /// The game as it stands.
    pub fn game(&self) -> &G {
        self.turns().last().map_or(&self.dealt, |turn| &turn.after)
    }

    /// The game as it was dealt.
    pub fn dealt(&self) -> &G {
        &self.dealt
    }

    /// The moves that stand.
    pub fn turns(&self) -> &[Turn<G>] {
        self.line.get(..self.made).unwrap_or(&[])
    }

    /// Who sits where.
    pub fn players(&self) -> &[Player] {
        &self.record.players
    }

    /// The record of the moves that stand.
    pub fn record(&self) -> Record<G> {
        let moves = self.turns().iter().map(|turn| (turn.seat, turn.mv.clone())).collect();
        Record { moves, ..self.record.clone() }
    }

    /// The game's options.
    pub fn options(&self) -> &G::Options {
        &self.record.options
    }

    /// The seed that decides every shuffle.
    pub fn seed(&self) -> &str {
        &self.record.seed
    }

    /// Who may move now; nobody once the game is over.
    pub fn acting(&self) -> SeatSet {
        match self.game().stage() {
            Stage::Act(seats) => seats,
            Stage::Over(_) => SeatSet::EMPTY,
        }
    }

    /// Whether the seat may make this move now.
    ///
    /// # Errors
    /// Not the seat's turn, the game is over, or the rule that forbids it.
    pub fn check(&self, seat: Seat, mv: &G::Move) -> Result<(), Illegal> {
        match self.game().stage() {
            Stage::Over(_) => Err(Illegal::over()),
            Stage::Act(seats) if !seats.contains(seat) => Err(Illegal::not_your_turn(seat)),
            Stage::Act(_) => self.game().check(seat, mv),
        }
    }

    /// Makes a move and returns what happened, unredacted. Moves that were taken back are forgotten.
    ///
    /// # Errors
    /// As [`Session::check`]; then nothing has changed.
    pub fn play(&mut self, seat: Seat, mv: G::Move) -> Result<&[G::Event], Illegal> {
        self.check(seat, &mv)?;
        let mut after = self.game().clone();
        let events = after.apply(seat, &mv, &mut self.rng_of(self.made));
        self.line.truncate(self.made);
        self.line.push(Turn { seat, mv, events, after });
        self.made += 1;
        self.look_away();
        Ok(self.line.last().map_or(&[], |turn| &turn.events))
    }

    fn rng_of(&self, moves_before: usize) -> GameRng {
        GameRng::for_step(&self.record.seed, moves_before as u64 + 1)
    }

    /// Takes back the last move, and the moves of bots before it down to a person's.
    ///
    /// # Errors
    /// Nothing to take back, or a move that revealed something; then nothing has changed.
    pub fn undo(&mut self) -> Result<(), UndoBarred> {
        let mut to = self.made;
        loop {
            let last = to.checked_sub(1).and_then(|index| self.line.get(index)).ok_or(UndoBarred::AtStart)?;
            if last.events.iter().any(G::reveals) {
                return Err(UndoBarred::Revealed);
            }
            to -= 1;
            if !self.is_bot(last.seat) || self.players().iter().all(|player| player.bot.is_some()) {
                self.made = to;
                self.look_away();
                return Ok(());
            }
        }
    }

    /// Makes the next move that was taken back again, and those of bots after it; `false` if there is none.
    pub fn redo(&mut self) -> bool {
        if self.made == self.line.len() {
            return false;
        }
        self.made += 1;
        while self.line.get(self.made).is_some_and(|turn| self.is_bot(turn.seat)) {
            self.made += 1;
        }
        self.look_away();
        true
    }

    /// Whether [`Session::redo`] has anything to do.
    pub fn can_redo(&self) -> bool {
        self.made < self.line.len()
    }

    /// Shows the position after this many moves without forgetting any: for replays.
    pub fn seek(&mut self, moves: usize) {
        self.made = moves.min(self.line.len());
    }

    /// From now on the game is looked at and not played: of one that has come to its end everything is seen, of any other
    /// what all may know.
    pub fn look_on(&mut self) {
        let last = self.line.last().map_or(&self.dealt, |turn| &turn.after);
        let is_over = matches!(last.stage(), Stage::Over(_));
        self.onlooker = Some(if is_over { Viewer::Referee } else { Viewer::Public });
    }

    /// How many moves there are in all, also those after the position shown.
    pub fn line_len(&self) -> usize {
        self.line.len()
    }

    /// Whether a bot plays the seat.
    pub fn is_bot(&self, seat: Seat) -> bool {
        self.players().get(seat.index()).is_some_and(|player| player.bot.is_some())
    }

    fn people(&self) -> SeatSet {
        let people = self.players().iter().enumerate().filter(|(_, player)| player.bot.is_none());
        people.filter_map(|(index, _)| Seat::new(index as u8)).collect()
    }

    /// The seat the computer must be handed to before anything hidden may be shown; `None` when nobody needs to move.
    pub fn hand_over(&self) -> Option<Seat> {
        let people = self.people();
        if !G::INFO.secrets || people.len() < 2 || self.onlooker.is_some() {
            return None;
        }
        let waits = |seat: &Seat| people.contains(*seat) && self.game().is_private(*seat);
        let waiting: SeatSet = self.acting().iter().filter(waits).collect();
        if self.facing.is_some_and(|seat| waiting.contains(seat)) {
            return None;
        }
        waiting.first()
    }

    /// The person of this seat says that they are in front of the screen, alone: because it is their turn, or to look at
    /// what only they may know.
    pub fn take_seat(&mut self, seat: Seat) {
        self.facing = self.people().contains(seat).then_some(seat);
    }

    /// Whoever looked at what only they may know has seen enough.
    pub fn leave_seat(&mut self) {
        self.facing = None;
    }

    /// After a move that was private the screen is everybody's again.
    fn look_away(&mut self) {
        self.facing = self.facing.filter(|seat| self.game().is_private(*seat));
    }

    /// The seat for which whoever is in front of the screen acts now: of the people in turn the one who faces it, or the
    /// first.
    pub fn at_screen(&self) -> Option<Seat> {
        let people = self.people();
        let mut acting = self.acting().iter().filter(|seat| people.contains(*seat));
        let first = acting.next()?;
        Some(self.facing.filter(|seat| *seat == first || acting.any(|other| other == *seat)).unwrap_or(first))
    }

    /// Whose eyes the table may be shown to now.
    pub fn viewer(&self) -> Viewer {
        let people = self.people();
        if let Some(who) = self.onlooker {
            return who;
        }
        match (people.len(), people.first()) {
            (1, Some(seat)) => Viewer::Seat(seat),
            (0, _) => Viewer::Public,
            (_, Some(seat)) if !G::INFO.secrets => Viewer::Seat(self.acting().first().unwrap_or(seat)),
            _ if self.hand_over().is_some() => Viewer::Public,
            _ => self.facing.map_or(Viewer::Public, Viewer::Seat),
        }
    }

    /// What the viewer was told, from the `from`-th move on.
    pub fn seen(&self, who: Viewer, from: usize) -> Vec<G::Event> {
        let turns = self.turns().get(from..).unwrap_or(&[]);
        turns.iter().flat_map(|turn| &turn.events).filter_map(|event| G::redact(event, who)).collect()
    }

    /// What the seat was told since its own last move, for the hand-over.
    pub fn news(&self, seat: Seat) -> Vec<G::Event> {
        self.seen(Viewer::Seat(seat), self.news_from(seat))
    }

    /// The number of the first move after the seat's own last one.
    pub fn news_from(&self, seat: Seat) -> usize {
        self.turns().iter().rposition(|turn| turn.seat == seat).map_or(0, |index| index + 1)
    }

    /// Lets `look` see exactly what the seat may know.
    pub fn with_sight<T>(&self, seat: Seat, look: impl FnOnce(&Sight<'_, G>) -> T) -> T {
        let who = Viewer::Seat(seat);
        let (view, seen, legal) = (self.game().view(who), self.seen(who, 0), self.game().legal_moves(seat));
        look(&Sight { seat, view: &view, seen: &seen, legal: &legal })
    }
}

fn setup_place(error: &super::game::SetupError) -> Place {
    use super::game::SetupError;
    match error {
        SetupError::Seats { .. } => Place::Field("seats"),
        SetupError::Options(_) => Place::Field("options"),
        SetupError::Deal(_) => Place::Field("deal"),
    }
}
