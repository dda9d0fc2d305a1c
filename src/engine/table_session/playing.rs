//! Moves go in as text and come out as moments for whoever looks on.

use super::contract::Playable;
use crate::engine::game::{Game, Illegal};
use crate::engine::outcome::Stage;
use crate::engine::seats::{Seat, Viewer};
use crate::engine::session::Session;
use crate::engine::tabletop::{Selection, SelectionAction};
use crate::layout::{Beat, Cue, Gesture};

impl<G: Playable> Session<G> {
    pub(super) fn is_over(&self) -> bool {
        matches!(self.game().stage(), Stage::Over(_))
    }

    /// Makes a move and returns the moments to show for the viewer.
    pub(super) fn play_and_show(&mut self, seat: Seat, mv: &str) -> Result<Vec<Beat>, Illegal> {
        let mv = read_move::<G>(mv)?;
        let who = Session::viewer(self);
        let before = Session::view(self).clone();
        let public = self.game().view(Viewer::Public);
        let events = Session::play(self, seat, mv)?;
        let seen_by = |who: Viewer| events.iter().filter_map(|event| G::redact(event, who)).collect::<Vec<_>>();
        let (seen, open) = (seen_by(who), seen_by(Viewer::Public));
        let mut beats = match Session::viewer(self) {
            now if now == who => G::beats(&before, &seen, Session::view(self), self.room()),
            // The screen is for all eyes now: what all saw of it.
            Viewer::Public => G::beats(&public, &open, Session::view(self), self.room()),
            // It is for eyes that saw nothing of it.
            _ => vec![Beat::new(G::layout(Session::view(self), self.room()), Cue::Place)],
        };
        if self.is_over() {
            let view = Session::view(self);
            beats.extend(G::finale(view).beats(&G::layout(view, self.room())));
        }
        Ok(self.named_beats(beats))
    }

    pub(super) fn actions(&self, selected: &Selection) -> Vec<SelectionAction<String>> {
        let text = |action: SelectionAction<G::Move>| SelectionAction {
            label: self.named(&action.label),
            mv: action.mv.map(|mv| mv.to_string()).map_err(|why| self.refusal(why)),
        };
        G::actions(Session::view(self), selected).into_iter().map(text).collect()
    }

    pub(super) fn is_decided(&self) -> bool {
        let people = Session::players(self).iter().filter(|player| player.bot.is_none()).count();
        let is_turn = Session::at_screen(self).is_some_and(|seat| Session::acting(self).contains(seat));
        people == 1 && is_turn && G::is_decided(Session::view(self))
    }

    pub(super) fn decided_move(&self) -> Option<String> {
        let seat = Session::at_screen(self).filter(|_| Session::is_decided(self))?;
        let soonest = G::plays_out(Session::view(self));
        let first = || self.game().legal_moves(seat).listed().first().cloned();
        soonest.or_else(first).map(|mv| mv.to_string())
    }

    pub(super) fn explain_no_move(&self, gesture: &Gesture) -> Illegal {
        let is_over = matches!(self.game().stage(), Stage::Over(_));
        self.refusal(match Session::at_screen(self) {
            None if !is_over => Illegal::because("#the-turn", "it is not your turn"),
            _ => G::explain_no_move(Session::view(self), gesture),
        })
    }
}

pub(super) fn read_move<G: Game>(mv: &str) -> Result<G::Move, Illegal> {
    G::read_move(mv).map_err(|error| Illegal::because("#the-turn", error))
}
