//! A better move is looked for at the costliest moves of a game: from the review to the position before each of them, and back. What is
//! tried there is no move of any game: nothing is saved or counted, and no bot answers it.

use super::active::{ActiveGame, Purpose, StatusMessage};
use super::commands::GameCommands;
use super::second_chances::{SecondChances, TriedMove};
use crate::engine::seats::Seat;
use crate::engine::table_session::{SecondChance, TableSession};
use crate::layout::Cue;
use crate::table::sound::PlaySound;

/// Said when the move is tried that was played.
const PLAYED: &str = "That is what was played. Look for another move.";

impl ActiveGame {
    /// Leaves the review for the position before the first of the costliest moves; `false` if there is none.
    pub fn begin_second_chances(&mut self) -> bool {
        let moves: Vec<_> = self.moves_to_try().into_iter().cloned().collect();
        let Some(first) = moves.first() else { return false };
        let Some(SecondChance { table, told, played }) = self.session().second_chance(first.step) else { return false };
        let replay = self.put_on_table(table, Purpose::SecondChance);
        self.chances = Some(SecondChances::begin(replay, moves, told, played));
        (self.review.is_on, self.peeks, self.status) = (false, false, None);
        true
    }

    /// Tells what is best at the one that is asked for now.
    pub fn tell_best(&mut self) {
        let Some(chances) = self.chances.as_mut().filter(|chances| !chances.tells()) else { return };
        chances.tell(None);
        self.put_down();
        self.status = None;
    }

    /// Goes on to the next of them, or after the last back to the review.
    pub fn go_on_to_next_chance(&mut self) {
        let Some(chances) = &mut self.chances else { return };
        match chances.go_on() {
            Some(table) => {
                let table = self.as_it_lies(table);
                self.put_on_table(table, Purpose::SecondChance);
                (self.peeks, self.status) = (false, None);
            }
            None => self.end_second_chances(),
        }
    }

    /// Goes back to the review, to the move of which it was last asked.
    pub fn end_second_chances(&mut self) {
        let Some(chances) = self.chances.take() else { return };
        let (step, result) = (chances.step(), chances.result());
        let mut replay = self.as_it_lies(chances.into_replay());
        replay.seek(step);
        self.put_on_table(replay, Purpose::Replay);
        (self.review.is_on, self.peeks, self.status) = (true, false, result.map(StatusMessage::Note));
    }

    /// Another session, laid like the one that lies there now.
    fn as_it_lies(&self, mut session: Box<dyn TableSession>) -> Box<dyn TableSession> {
        session.set_room(self.session().room());
        session.sort_hand(self.session().hand_order());
        session
    }
}

impl GameCommands<'_, '_> {
    pub(super) fn try_costly_moves(&mut self, game: &mut ActiveGame) {
        if game.begin_second_chances() {
            self.lay(game);
        }
    }

    pub(super) fn next_chance(&mut self, game: &mut ActiveGame) {
        game.go_on_to_next_chance();
        self.lay(game);
    }

    pub(super) fn end_chances(&mut self, game: &mut ActiveGame) {
        game.end_second_chances();
        self.lay(game);
    }

    /// Has a move weighed that is tried in the place of a costly one.
    pub(super) fn try_out(&mut self, game: &mut ActiveGame, seat: Seat, mv: &str) {
        if !game.may_move() {
            return;
        }
        if let Err(illegal) = game.session().check(seat, mv) {
            return self.refuse(game, illegal);
        }
        let Some(chances) = &mut game.chances else { return };
        let tried = chances.attempt(mv, &self.pool, &self.wake);
        game.put_down();
        let is_played = tried == TriedMove::Played;
        game.status = is_played.then(|| StatusMessage::Note(PLAYED.to_owned()));
        self.sounds.write(if is_played { PlaySound::Error } else { PlaySound::Cue(Cue::Place) });
    }

    /// Lays the table that is looked at now.
    fn lay(&mut self, game: &ActiveGame) {
        self.scene.focus = None;
        self.scene.set(game.snapshot().layout.clone(), Some(Cue::Place));
    }
}
