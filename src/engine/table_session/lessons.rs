//! First steps in a game: what its lesson says of the moves that stand, what it shows, and what it takes for an answer.

use super::contract::Playable;
use super::playing::read_move;
use crate::engine::lesson::Teaching;
use crate::engine::seats::Seat;
use crate::engine::session::Session;
use crate::layout::{Beat, Finale, Spotlight};

impl<G: Playable> Session<G> {
    pub(super) fn teaching(&self) -> Option<Teaching> {
        G::LESSON.map(|lesson| lesson().teaching(self.turns().len()))
    }

    pub(super) fn lesson_reply(&self) -> Option<(Seat, &'static str)> {
        let reply = G::LESSON?().reply(self.turns().len())?;
        Some((Session::acting(self).first()?, reply))
    }

    pub(super) fn is_answer(&self, mv: &str) -> bool {
        let (Some(lesson), Ok(mv)) = (G::LESSON.map(|lesson| lesson()), read_move::<G>(mv)) else { return false };
        lesson.is_answer(self.turns().len(), Session::view(self), &mv)
    }

    pub(super) fn lesson_spots(&self) -> Spotlight {
        let (Some(lesson), Some(teaching)) = (G::LESSON.map(|lesson| lesson()), self.teaching()) else {
            return Spotlight::NONE;
        };
        let (view, made) = (Session::view(self), self.turns().len());
        let spoken_of = G::layout(view, self.room()).pieces.into_iter().filter(|piece| teaching.names(piece.face));
        let mut spots = Spotlight::pieces(spoken_of.map(|piece| piece.id));
        if let Some(seat) = Session::at_screen(self) {
            let legal = self.game().legal_moves(seat);
            let mut answers = legal.listed().iter().filter(|mv| lesson.is_answer(made, view, mv));
            if let (Some(only), None) = (answers.next(), answers.next()) {
                spots.join(&Spotlight::pieces(G::selection_for(view, only).pieces));
            }
        }
        spots
    }

    pub(super) fn lesson_score(&self) -> Vec<Beat> {
        if self.is_over() {
            return Vec::new();
        }
        let view = Session::view(self);
        self.named_beats(Finale::of(G::tally(view)).beats(&G::layout(view, self.room())))
    }
}
