//! Bots, hints and appraisals: legal moves by what a seat may know, the same for the same seed.

use super::trial::Trial;
use super::{BrokenLaw, Law};
use crate::engine::game::{Cancel, Observation};
use crate::engine::seats::{BotLevel, Seat, Viewer};
use crate::engine::table_session::Playable;

impl<G: Playable> Trial<G> {
    pub(super) fn check_bots(&self, game: &G) -> Result<(), BrokenLaw> {
        for seat in self.session.acting().iter() {
            for level in BotLevel::ALL.into_iter().filter(|level| *level <= self.effort.bots) {
                let choice = self.bot_move(game, seat, level);
                let again = self.bot_move(game, seat, level);
                self.expect(Law::Bots, choice == again, || {
                    format!("the {level} bot plays {choice:?} and {again:?} with one seed")
                })?;
                let legal = choice.as_ref().is_some_and(|mv| game.check(seat, mv).is_ok());
                self.expect(Law::Bots, legal, || format!("the {level} bot plays {choice:?}"))?;
            }
        }
        Ok(())
    }

    /// A hint must be a legal move with a reason, and what a review proposes a legal move. A bot that is asked to stop must
    /// still make one.
    pub(super) fn check_hints(&self, game: &G) -> Result<(), BrokenLaw> {
        let cancel = Cancel::new();
        cancel.raise();
        for seat in self.session.acting().iter() {
            for level in BotLevel::ALL {
                let choice =
                    self.with_observation(game, seat, |observation| G::bot(level).choose(observation, 7, &cancel));
                let legal = choice.as_ref().is_some_and(|mv| game.check(seat, mv).is_ok());
                self.expect(Law::Bots, legal, || format!("the {level} bot, asked to stop, plays {choice:?}"))?;
            }
            let hint = self.with_observation(game, seat, |observation| G::hint(observation, 7, &cancel));
            let sound = hint
                .as_ref()
                .is_some_and(|hint| game.check(seat, &hint.mv).is_ok() && !hint.reason.to_string().is_empty());
            self.expect(Law::Bots, sound, || format!("the hint is {hint:?}"))?;
            let appraised = self.with_observation(game, seat, |observation| {
                G::appraise(observation, observation.legal.listed().first()?, 7, &cancel)
            });
            let sound = appraised.as_ref().is_none_or(|found| game.check(seat, &found.best).is_ok());
            self.expect(Law::Bots, sound, || format!("a move is appraised as {appraised:?}"))?;
        }
        Ok(())
    }

    pub(super) fn bot_move(&self, game: &G, seat: Seat, level: BotLevel) -> Option<G::Move> {
        self.with_observation(game, seat, |observation| G::bot(level).choose(observation, 7, &Cancel::new()))
    }

    /// Calls `ask` with everything that the seat may know.
    fn with_observation<T>(&self, game: &G, seat: Seat, ask: impl FnOnce(&Observation<'_, G>) -> T) -> T {
        let who = Viewer::Seat(seat);
        let (view, seen, legal) = (game.view(who), self.session.seen(who, 0), game.legal_moves(seat));
        ask(&Observation { seat, view: &view, seen: &seen, legal: &legal })
    }
}
