//! The bots of a session: what makes them think, and what shows that they thought with nothing but what they could see.

use super::answers::Computation;
use super::contract::Playable;
use super::told::described_openly;
use crate::engine::fairness::{BotCheck, CheckedMove};
use crate::engine::game::{Cancel, Game, Observation};
use crate::engine::rng::GameRng;
use crate::engine::seats::{Seat, Viewer};
use crate::engine::session::{Session, seen_by};

/// The number that decides what a bot does after so many moves of this record.
pub(super) fn bot_seed<G: Game>(session: &Session<G>, moves: usize) -> u64 {
    // Steps count up from 0; bots use streams from the other end, so they share nothing with the shuffles.
    GameRng::for_step(session.seed(), u64::MAX - moves as u64).bits()
}

impl<G: Playable> Session<G> {
    pub(super) fn bot_job(&self) -> Option<(Seat, Computation<Option<String>>)> {
        let seat = Session::acting(self).iter().find(|seat| self.is_bot(*seat))?;
        let level = Session::players(self).get(seat.index())?.bot?;
        let seed = bot_seed(self, self.turns().len());
        let (who, game) = (Viewer::Seat(seat), self.game());
        // Only what the seat may know goes along.
        let (view, seen, legal) = (game.view(who), self.seen(who, 0), game.legal_moves(seat));
        let job = move |cancel: &Cancel| {
            let observation = Observation { seat, view: &view, seen: &seen, legal: &legal };
            G::bot(level).choose(&observation, seed, cancel).map(|mv| mv.to_string())
        };
        Some((seat, Box::new(job)))
    }

    pub(super) fn check_bot(&self, step: usize) -> Option<Computation<BotCheck>> {
        let before = step.checked_sub(1)?;
        let turn = self.line().get(before)?;
        let (seat, level) = (turn.seat, Session::players(self).get(turn.seat.index())?.bot?);
        let (who, seed, played) = (Viewer::Seat(seat), bot_seed(self, before), turn.mv.clone());
        let (game, rng) = (self.position(before).clone(), self.rng_after(before));
        let exchanged = game.resample_hidden(who, &mut GameRng::from_number(seed));
        let (view, legal) = (exchanged.view(who), exchanged.legal_moves(seat));
        let seen = seen_by(who, self.line().get(..before)?);
        let names = self.names();
        Some(Box::new(move |cancel| {
            let observation = Observation { seat, view: &view, seen: &seen, legal: &legal };
            let found = G::bot(level).choose(&observation, seed, cancel);
            // Only the words for the moves come from the true game.
            let checked = |mv: G::Move| {
                let is_legal = game.check(seat, &mv).is_ok();
                let told = is_legal.then(|| names.told(&described_openly(&game, seat, &mv, rng.clone())));
                CheckedMove { told: told.unwrap_or_else(|| mv.to_string()), mv: mv.to_string() }
            };
            BotCheck { step, seat, played: checked(played), found: found.map(checked) }
        }))
    }
}
