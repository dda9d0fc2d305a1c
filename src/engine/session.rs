//! One game in play: its moves, undo and redo, who sits where, and who may see what.
//!
//! Every move comes through the session, whether from the pointer, the keyboard, a bot or a file, and is checked here.

use std::sync::OnceLock;

use super::tabletop::Tabletop;
use crate::cards::HandOrder;
use crate::layout::{Beat, Cue, Room};
use crate::words::{does, whose};

use super::fairness::{Commitment, OpenedDeal};
use super::game::{Game, Illegal, ReadFile, SetupError, no_files};
use super::hint_count::HintCount;
use super::outcome::Stage;
use super::record::{Player, Record, RecordError, SourcePlace, place_of};
use super::rng::GameRng;
use super::seats::{Seat, SeatSet, Viewer};

#[derive(Clone, Debug, PartialEq)]
pub struct PlayedMove<G: Game> {
    pub seat: Seat,
    pub mv: G::Move,
    /// Unredacted.
    pub events: Vec<G::Event>,
    after: G,
}

/// Why Undo takes nothing back, or asks first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UndoBarred {
    #[error("there is nothing to undo")]
    AtStart,
    #[error("a move that revealed something hidden cannot be undone")]
    Revealed,
    /// People judge by hand, and err.
    #[error("if everybody at the table agrees to take this back, undo once more")]
    NeedsConsent,
    /// This seat chose last, for no other person's eyes, and somebody else is at the screen.
    #[error("this takes back {} choice; if {}, undo once more", whose(.0.index() as u8), does(.0.index() as u8, "agrees", "agree"))]
    Anothers(Seat),
    /// Somebody who is alone with bots has seen what was hidden from them.
    #[error("that revealed something hidden; undo once more to go on as practice, which does not count")]
    OnlyAsPractice,
}

impl UndoBarred {
    /// Whether Undo only asks first: [`Session::take_back`] undoes it.
    pub fn asks(self) -> bool {
        match self {
            UndoBarred::AtStart | UndoBarred::Revealed => false,
            UndoBarred::NeedsConsent | UndoBarred::Anothers(_) | UndoBarred::OnlyAsPractice => true,
        }
    }
}

/// How far Undo goes back, and what that makes of the game.
#[derive(Clone, Copy)]
struct UndoStep {
    /// The number of moves that are left.
    moves: usize,
    assisted: bool,
    practice: bool,
}

#[derive(Clone, Debug)]
pub struct Session<G: Game> {
    record: Record<G>,
    dealt: G,
    /// All moves, including those that can be redone.
    history: Vec<PlayedMove<G>>,
    /// How many moves of the history are in effect.
    current: usize,
    /// The person in front of the screen, if several people share it.
    seated: Option<Seat>,
    /// Set if the game is only watched.
    spectator: Option<Viewer>,
    hand_order: HandOrder,
    room: Room,
    /// What the viewer sees, made when it is first asked for after a change.
    view: OnceLock<G::View>,
}

impl<G: Game> Session<G> {
    /// Deals a game and plays the moves of its record.
    pub fn load(mut record: Record<G>) -> Result<Session<G>, RecordError> {
        let moves = std::mem::take(&mut record.moves);
        let dealt = record.dealt().map_err(|error| RecordError::at(setup_place(&error), error))?;
        let history = Vec::with_capacity(moves.len());
        let mut session = Session {
            record,
            dealt,
            history,
            current: 0,
            seated: None,
            spectator: None,
            hand_order: G::INFO.hand_order(),
            room: Room::default(),
            view: OnceLock::new(),
        };
        for (index, (seat, mv)) in moves.into_iter().enumerate() {
            if let Err(illegal) = session.play(seat, mv.clone()) {
                let message = format!("{:?} is not legal here: {illegal}", mv.to_string());
                return Err(RecordError::at(SourcePlace::Move(index + 1), message));
            }
        }
        Ok(session)
    }

    /// Reads a record and plays it; see [`Record::from_text`] and [`Session::load`].
    pub fn from_text(text: &str) -> Result<Session<G>, RecordError> {
        Session::from_text_with(text, &no_files)
    }

    /// Like [`Session::from_text`], with `read` for files that the record's options name.
    pub fn from_text_with(text: &str, read: ReadFile<'_>) -> Result<Session<G>, RecordError> {
        let with_line = |mut error: RecordError| {
            if let SourcePlace::Field(name) = error.place {
                error.place = place_of(text, name);
            }
            error
        };
        let mut record = Record::<G>::from_text(text)?;
        record.options = G::resolve_files(record.options, read)
            .map_err(|error| with_line(RecordError::at(setup_place(&error), error)))?;
        Session::load(record).map_err(with_line)
    }

    /// The current position.
    pub fn game(&self) -> &G {
        self.position(self.current)
    }

    /// The position after this many of all moves, also those after the current position.
    pub fn position(&self, moves: usize) -> &G {
        let last = moves.min(self.history.len()).checked_sub(1).and_then(|last| self.history.get(last));
        last.map_or(&self.dealt, |turn| &turn.after)
    }

    /// The position before the first move.
    pub fn dealt(&self) -> &G {
        &self.dealt
    }

    /// The moves that are in effect.
    pub fn turns(&self) -> &[PlayedMove<G>] {
        self.history.get(..self.current).unwrap_or(&[])
    }

    /// All moves, including those after the current position.
    pub fn line(&self) -> &[PlayedMove<G>] {
        &self.history
    }

    /// Whether the game was played to its end, whatever the current position.
    pub fn is_finished(&self) -> bool {
        matches!(self.position(self.history.len()).stage(), Stage::Over(_))
    }

    /// In playing order.
    pub fn players(&self) -> &[Player] {
        &self.record.players
    }

    /// The record, up to the current position.
    pub fn record(&self) -> Record<G> {
        let moves = self.turns().iter().map(|turn| (turn.seat, turn.mv.clone())).collect();
        Record { moves, ..self.record.clone() }
    }

    /// What the deal was committed to by.
    pub fn commitment(&self) -> Option<&Commitment> {
        self.record.commitment.as_ref()
    }

    /// Settles the deal with a salt that nobody can guess, before anything is played; there is nothing to settle later, or once more.
    pub fn commit(&mut self, salt: u128) {
        if self.history.is_empty() && self.record.commitment.is_none() {
            self.record.commitment = Some(Commitment::of(salt, |salt| self.record.committed_text(salt)));
        }
    }

    /// What the deal was committed to, for everybody to see once the game is over; `None` before, and where nothing was.
    pub fn opened_deal(&self) -> Option<OpenedDeal> {
        let commitment = self.commitment().filter(|_| self.is_finished())?;
        Some(commitment.open(self.record.committed_text(&commitment.salt)))
    }

    /// The moves that bots made, by their numbers from 1.
    pub fn bot_steps(&self) -> Vec<usize> {
        (1..).zip(&self.history).filter(|(_, turn)| self.is_bot(turn.seat)).map(|(step, _)| step).collect()
    }

    pub fn options(&self) -> &G::Options {
        &self.record.options
    }

    pub fn seed(&self) -> &str {
        &self.record.seed
    }

    /// The seats that may move now; none once the game is over.
    pub fn acting(&self) -> SeatSet {
        match self.game().stage() {
            Stage::Act(seats) => seats,
            Stage::Over(_) => SeatSet::EMPTY,
        }
    }

    pub fn check(&self, seat: Seat, mv: &G::Move) -> Result<(), Illegal> {
        self.game().check(seat, mv)
    }

    /// Makes a move and returns its events, unredacted. Moves that could be redone are dropped. An illegal move changes
    /// nothing.
    pub fn play(&mut self, seat: Seat, mv: G::Move) -> Result<&[G::Event], Illegal> {
        self.check(seat, &mv)?;
        let mut after = self.game().clone();
        let events = after.apply(seat, &mv, &mut self.rng_after(self.current));
        self.history.truncate(self.current);
        self.history.push(PlayedMove { seat, mv, events, after });
        self.current += 1;
        self.position_changed();
        Ok(self.history.last().map_or(&[], |turn| &turn.events))
    }

    /// The generator of the move after so many.
    pub(super) fn rng_after(&self, moves: usize) -> GameRng {
        GameRng::for_step(&self.record.seed, moves as u64 + 1)
    }

    /// Undoes the last move of a person, and the moves of bots after it. Among bots only, undoes one move. It stops where
    /// a move revealed something, and asks before it takes back what another person chose in secret. A player who is alone may
    /// go on, but the game counts as assisted from there; among bots it is practice, and Undo asks first.
    pub fn undo(&mut self) -> Result<(), UndoBarred> {
        self.step_back(false)
    }

    /// As [`Session::undo`], and whoever [is asked](UndoBarred::asks) agrees.
    pub fn take_back(&mut self) -> Result<(), UndoBarred> {
        self.step_back(true)
    }

    /// What [`Session::undo`] would say now.
    pub fn check_undo(&self) -> Result<(), UndoBarred> {
        self.undo_step(false).map(|_| ())
    }

    fn step_back(&mut self, is_agreed: bool) -> Result<(), UndoBarred> {
        let UndoStep { moves, assisted, practice } = self.undo_step(is_agreed)?;
        self.current = moves;
        (self.record.assisted, self.record.practice) = (assisted, practice);
        self.position_changed();
        Ok(())
    }

    fn undo_step(&self, is_agreed: bool) -> Result<UndoStep, UndoBarred> {
        let ask = |what| if is_agreed { Ok(()) } else { Err(what) };
        let people = self.people().len();
        let Record { assisted, practice, .. } = self.record;
        let mut step = UndoStep { moves: self.current, assisted, practice };
        loop {
            let last =
                step.moves.checked_sub(1).and_then(|index| self.history.get(index)).ok_or(UndoBarred::AtStart)?;
            step.moves -= 1;
            if last.events.iter().any(G::reveals) {
                match self.position(step.moves).may_be_taken_back() {
                    _ if self.players().len() == 1 => step.assisted = true,
                    true => ask(UndoBarred::NeedsConsent)?,
                    false if people != 1 => return Err(UndoBarred::Revealed),
                    false if practice => {}
                    false => {
                        ask(UndoBarred::OnlyAsPractice)?;
                        step.practice = true;
                    }
                }
            }
            if !self.is_bot(last.seat) || people == 0 {
                if self.is_anothers_secret(last.seat, step.moves) {
                    ask(UndoBarred::Anothers(last.seat))?;
                }
                return Ok(step);
            }
        }
    }

    /// Whether what a person did at this position was for no other person's eyes, and another is at the screen now. While the
    /// computer is passed on, nobody is.
    fn is_anothers_secret(&self, seat: Seat, moves: usize) -> bool {
        let is_shared = self.people().len() > 1 && self.hand_over().is_none();
        is_shared && self.seated != Some(seat) && self.position(moves).is_private(seat)
    }

    /// Who has just chosen for no other person's eyes, and may take that back before the computer is passed on to somebody else.
    pub fn may_choose_again(&self) -> Option<Seat> {
        let next = self.hand_over()?;
        let UndoStep { moves, .. } = self.undo_step(false).ok()?;
        let seat = self.history.get(moves)?.seat;
        (seat != next && self.position(moves).is_private(seat)).then_some(seat)
    }

    /// Whether a player had a hint, undid what had revealed something, or has help by the game's options.
    pub fn is_assisted(&self) -> bool {
        self.record.assisted || self.record.hints.given > 0 || G::gives_help(&self.record.options)
    }

    /// Whether the deal was played before.
    pub fn is_practice(&self) -> bool {
        self.record.practice
    }

    /// The hints that players had, also those before the game was last saved.
    pub fn hint_count(&self) -> HintCount {
        self.record.hints
    }

    /// A player was given this much of hints, more than before.
    pub fn count_hints(&mut self, more: HintCount) {
        self.record.assisted = true;
        self.record.hints = self.record.hints.and(more);
    }

    /// Redoes the next move and the moves of bots after it; `false` if there is nothing to redo.
    pub fn redo(&mut self) -> bool {
        if self.current == self.history.len() {
            return false;
        }
        self.current += 1;
        while self.history.get(self.current).is_some_and(|turn| self.is_bot(turn.seat)) {
            self.current += 1;
        }
        self.position_changed();
        true
    }

    /// Goes to the position after this many moves, keeping the whole history.
    pub fn seek(&mut self, moves: usize) {
        self.current = moves.min(self.history.len());
        self.view.take();
    }

    /// From now on the game is watched and not played. In a finished game everything is visible, in any other only what
    /// is public.
    pub fn look_on(&mut self) {
        self.spectator = Some(if self.is_finished() { Viewer::Referee } else { Viewer::Public });
        self.view.take();
    }

    /// Whether it is a finished game that is watched: nothing of it need be hidden.
    pub fn is_shown_openly(&self) -> bool {
        self.spectator.is_some() && self.is_finished()
    }

    /// A finished game that is watched is seen through the eyes of this seat, with everything face down that it could not see; or
    /// openly.
    pub fn see_as(&mut self, seat: Option<Seat>) {
        if self.is_shown_openly() {
            let seat = seat.filter(|seat| seat.index() < self.players().len());
            self.spectator = Some(seat.map_or(Viewer::Referee, Viewer::Seat));
            self.view.take();
        }
    }

    /// A finished game before the move with this number, from 1, as whoever made it saw it: with that seat at the screen, and without
    /// anything that came later.
    pub fn before_move(&self, step: usize) -> Option<Session<G>> {
        let made = step.checked_sub(1).filter(|_| self.is_finished())?;
        let seat = self.history.get(made)?.seat;
        let mut session = self.clone();
        session.history.truncate(made);
        session.current = made;
        (session.seated, session.spectator) = (Some(seat), Some(Viewer::Seat(seat)));
        session.view.take();
        Some(session)
    }

    /// The number of moves in the history, including those after the current position.
    pub fn line_len(&self) -> usize {
        self.history.len()
    }

    pub fn is_bot(&self, seat: Seat) -> bool {
        self.players().get(seat.index()).is_some_and(|player| player.bot.is_some())
    }

    fn people(&self) -> SeatSet {
        let people = self.players().iter().enumerate().filter(|(_, player)| player.bot.is_none());
        people.filter_map(|(index, _)| Seat::new(index as u8)).collect()
    }

    /// The seat whose player must take over the computer before anything hidden may be shown, if there is one.
    pub fn hand_over(&self) -> Option<Seat> {
        let people = self.people();
        if !G::INFO.secrets || people.len() < 2 || self.spectator.is_some() {
            return None;
        }
        let needs_privacy = |seat: &Seat| people.contains(*seat) && self.game().is_private(*seat);
        let waiting: SeatSet = self.acting().iter().filter(needs_privacy).collect();
        if self.seated.is_some_and(|seat| waiting.contains(seat)) {
            return None;
        }
        waiting.first()
    }

    /// The player of this seat is now in front of the screen, alone.
    pub fn take_seat(&mut self, seat: Seat) {
        self.seated = self.people().contains(seat).then_some(seat);
        self.view.take();
    }

    /// The player in front of the screen lets everybody see it again.
    pub fn leave_seat(&mut self) {
        self.seated = None;
        self.view.take();
    }

    /// Lets everybody see the screen again, unless the seated player still has something private to do.
    fn position_changed(&mut self) {
        self.seated = self.seated.filter(|seat| self.game().is_private(*seat));
        self.view.take();
    }

    /// The seat that acts at this screen: among the people whose turn it is, the one who is seated, or else the first.
    pub fn at_screen(&self) -> Option<Seat> {
        let people = self.people();
        let mut acting = self.acting().iter().filter(|seat| people.contains(*seat));
        let first = acting.next()?;
        Some(self.seated.filter(|seat| *seat == first || acting.any(|other| other == *seat)).unwrap_or(first))
    }

    /// For whom the table may be shown now.
    pub fn viewer(&self) -> Viewer {
        let people = self.people();
        if let Some(who) = self.spectator {
            return who;
        }
        match (people.len(), people.first()) {
            (1, Some(seat)) => Viewer::Seat(seat),
            (0, _) => Viewer::Public,
            (_, Some(seat)) if !G::INFO.secrets => Viewer::Seat(self.at_open_table().unwrap_or(seat)),
            _ if self.hand_over().is_some() => Viewer::Public,
            _ => self.seated.map_or(Viewer::Public, Viewer::Seat),
        }
    }

    /// The seat in front where everybody sees everything: of the people, the one whose turn it is, or who has moved last. So the table
    /// does not turn round to a bot, whose cards would seem to be one's own.
    fn at_open_table(&self) -> Option<Seat> {
        let people = self.people();
        let last = || self.turns().iter().rev().map(|turn| turn.seat).find(|seat| people.contains(*seat));
        self.at_screen().or_else(last)
    }

    /// What the viewer sees.
    pub fn view(&self) -> &G::View {
        self.view.get_or_init(|| self.view_at(self.current))
    }

    /// What the viewer saw, or would have seen, after so many of all moves.
    pub fn view_at(&self, moves: usize) -> G::View {
        let mut view = self.position(moves).view(self.viewer());
        G::arrange(&mut view, self.hand_order);
        view
    }

    /// What whoever looks sees their own hand sorted by.
    pub fn hand_order(&self) -> HandOrder {
        self.hand_order
    }

    /// From now on whoever looks sees their own hand sorted like this.
    pub fn sort_hand(&mut self, order: HandOrder) {
        self.hand_order = order;
        self.view.take();
    }

    /// From now on everything is laid for this room.
    pub fn set_room(&mut self, room: Room) {
        self.room = room;
    }

    pub fn room(&self) -> Room {
        self.room
    }

    /// The events of all moves after the first `from`, as this viewer may know them.
    pub fn seen(&self, who: Viewer, from: usize) -> Vec<G::Event> {
        seen_by(who, self.turns().get(from..).unwrap_or(&[]))
    }

    /// The number of moves up to and including the seat's own last one.
    pub fn news_from(&self, seat: Seat) -> usize {
        self.turns().iter().rposition(|turn| turn.seat == seat).map_or(0, |index| index + 1)
    }
}

impl<G: Tabletop> Session<G> {
    /// What happened since the last move of whoever took over the computer, moment by moment, from the table as they left it.
    /// Nothing where nothing happened, and where the computer is not handed over.
    pub fn recap(&self) -> Vec<Beat> {
        let Some(seat) =
            self.seated.filter(|_| G::INFO.secrets && self.people().len() > 1 && self.hand_over().is_none())
        else {
            return Vec::new();
        };
        let (from, to) = (self.news_from(seat), self.current);
        if from == to {
            return Vec::new();
        }
        let mut beats = vec![Beat::new(G::layout(&self.view_at(from), self.room), Cue::Place)];
        for step in from..to {
            let seen = seen_by(Viewer::Seat(seat), &self.turns()[step..=step]);
            beats.extend(G::beats(&self.view_at(step), &seen, &self.view_at(step + 1), self.room));
        }
        beats
    }
}

/// The events of these moves, as this viewer may know them.
pub(super) fn seen_by<G: Game>(who: Viewer, turns: &[PlayedMove<G>]) -> Vec<G::Event> {
    turns.iter().flat_map(|turn| &turn.events).filter_map(|event| G::redact(event, who)).collect()
}

fn setup_place(error: &SetupError) -> SourcePlace {
    match error {
        SetupError::Seats { .. } => SourcePlace::Field("seats"),
        SetupError::Options(_) => SourcePlace::Field("options"),
        SetupError::Deal(_) => SourcePlace::Field("deal"),
    }
}
