//! A finished game looked back at: which choices there were, what the hard bot makes of them, and any of them made once more.

use std::collections::BTreeSet;

use super::answers::Computation;
use super::bots::bot_seed;
use super::contract::{Playable, SecondChance, TableSession};
use super::playing::read_move;
use super::told::described_openly;
use crate::engine::game::{Hindsight, Moves, Observation};
use crate::engine::review::{MoveReview, ReviewPlan};
use crate::engine::seats::{Seat, Viewer};
use crate::engine::session::{Session, seen_by};

impl<G: Playable> Session<G> {
    pub(super) fn hindsight_job(&self) -> Option<Computation<Option<Hindsight>>> {
        TableSession::outcome(self)?;
        let dealt = self.dealt().clone();
        Some(Box::new(move |cancel| G::hindsight(&dealt, cancel)))
    }

    pub(super) fn review_plan(&self) -> ReviewPlan {
        if !self.is_finished() {
            return ReviewPlan::default();
        }
        let has_choice =
            |step: &usize| self.line().get(step - 1).is_some_and(|turn| self.had_choice(step - 1, turn.seat));
        let choices: BTreeSet<usize> = (1..=self.line_len()).filter(has_choice).collect();
        let is_own = |step: &&usize| self.line().get(**step - 1).is_some_and(|turn| !self.is_bot(turn.seat));
        let of_people: BTreeSet<usize> = choices.iter().filter(is_own).copied().collect();
        let are_bots = Session::players(self).iter().all(|player| player.bot.is_some());
        ReviewPlan { own: if are_bots { choices.clone() } else { of_people }, choices }
    }

    /// Whether the seat could have done something after so many moves that leads elsewhere than what it did.
    fn had_choice(&self, moves: usize, seat: Seat) -> bool {
        let game = self.position(moves);
        let after = |mv: &G::Move| {
            let mut after = game.clone();
            after.apply_quietly(seat, mv, &mut self.rng_after(moves));
            after
        };
        match game.legal_moves(seat) {
            Moves::Open(_) => true,
            Moves::All(legal) => legal.split_first().is_some_and(|(first, others)| {
                let first = after(first);
                others.iter().any(|mv| after(mv) != first)
            }),
        }
    }

    pub(super) fn second_chance(&self, step: usize) -> Option<SecondChance> {
        let table = self.before_move(step)?;
        let turn = self.line().get(step.checked_sub(1)?)?;
        let (told, played) = (table.told_alone(turn), turn.mv.to_string());
        Some(SecondChance { table: Box::new(table), told, played })
    }

    pub(super) fn retry_job(&self, step: usize, mv: &str) -> Option<Computation<Option<MoveReview>>> {
        let before = step.checked_sub(1)?;
        let mv = read_move::<G>(mv).ok()?;
        self.position(before).check(self.line().get(before)?.seat, &mv).ok()?;
        self.appraisal_job(step, Some(mv))
    }

    /// What the hard bot makes of the move with this number, or of another one in its place, ready to think.
    pub(super) fn appraisal_job(&self, step: usize, other: Option<G::Move>) -> Option<Computation<Option<MoveReview>>> {
        let before = step.checked_sub(1).filter(|_| self.is_finished())?;
        let turn = self.line().get(before)?;
        let (seat, played, who) = (turn.seat, other.unwrap_or_else(|| turn.mv.clone()), Viewer::Seat(turn.seat));
        let game = self.position(before).clone();
        let (view, legal) = (game.view(who), game.legal_moves(seat));
        let seen = seen_by(who, self.line().get(..before)?);
        let (seed, rng) = (bot_seed(self, before), self.rng_after(before));
        let names = self.names();
        Some(Box::new(move |cancel| {
            let observation = Observation { seat, view: &view, seen: &seen, legal: &legal };
            let found = G::appraise(&observation, &played, seed, cancel)?;
            game.check(seat, &found.best).ok()?;
            // Only the words for the moves comes from the true game.
            let described = |mv: &G::Move| names.told(&described_openly(&game, seat, mv, rng.clone()));
            let (is_best, best_move) = (found.best == played, found.best.to_string());
            let (played, mut best) = (described(&played), described(&found.best));
            if !is_best && best == played {
                best += &format!(" ({best_move})");
            }
            let (cost, noise, unit) = (if is_best { 0.0 } else { found.cost() }, found.noise, found.unit);
            let (reason, is_mistake) = (names.told(&found.reason.to_string()), !is_best && found.is_mistake());
            Some(MoveReview { step, seat, played, best, best_move, reason, is_best, is_mistake, cost, noise, unit })
        }))
    }
}
