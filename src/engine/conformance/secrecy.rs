//! What is hidden from a viewer is dealt anew, and nothing may be different for them.

use super::difference::difference;
use super::trial::Trial;
use super::{BrokenLaw, KitReport, Law};
use crate::engine::rng::GameRng;
use crate::engine::seats::{BotLevel, Seat, Viewer};
use crate::engine::table_session::Playable;

impl<G: Playable> Trial<G> {
    /// Compares the game with another one that the viewer must not be able to tell from it.
    pub(super) fn check_secrecy(
        &mut self,
        game: &G,
        thoroughly: bool,
        report: &mut KitReport,
    ) -> Result<(), BrokenLaw> {
        for who in self.viewers() {
            let other = game.resample_hidden(who, &mut self.rng);
            let differs = other != *game;
            report.reshuffled += u64::from(differs);
            if !differs {
                continue;
            }
            let same_census = other.census() == self.census;
            self.expect(Law::Secrecy, same_census, || format!("resampling for {who:?} changed the census"))?;
            let (view, view_other) = (game.view(who), other.view(who));
            self.expect(Law::Secrecy, view == view_other, || {
                format!("{who:?} sees what is hidden: {}", difference(&view, &view_other))
            })?;
            if let Err(why) = other.explains(&self.session.seen(who, 0)) {
                return Err(self.broken(Law::Worlds, format_args!("dealt anew for {who:?}, {why}")));
            }
            self.check_public_state(game, &other, who)?;
            self.check_events(game, &other, who)?;
            self.check_reveals(game, &other, who, report)?;
            let Viewer::Seat(seat) = who else { continue };
            let (moves, moves_other) = (game.legal_moves(seat), other.legal_moves(seat));
            self.expect(Law::Secrecy, moves == moves_other, || {
                format!("seat {seat}'s moves tell what is hidden: {moves:?} or {moves_other:?}")
            })?;
            let strongest = if thoroughly { self.effort.bots } else { BotLevel::Easy };
            for level in BotLevel::ALL.into_iter().filter(|level| *level <= strongest) {
                let (choice, choice_other) = (self.bot_move(game, seat, level), self.bot_move(&other, seat, level));
                self.expect(Law::Bots, choice == choice_other, || {
                    format!("the {level} bot of seat {seat} plays {choice:?} or {choice_other:?} by what is hidden")
                })?;
            }
        }
        Ok(())
    }

    /// Compares what everybody sees: whose turn it is, the points, and the position as the command line prints it.
    fn check_public_state(&self, game: &G, other: &G, who: Viewer) -> Result<(), BrokenLaw> {
        let (stage, stage_other) = (game.stage(), other.stage());
        self.expect(Law::Secrecy, stage == stage_other, || {
            format!("{who:?} learns from {stage:?} or {stage_other:?}")
        })?;
        if who != Viewer::Public {
            return Ok(());
        }
        let public = |game: &G| (game.scores(), game.state(), game.summary());
        let (public, public_other) = (public(game), public(other));
        self.expect(Law::Secrecy, public == public_other, || format!("everybody sees {public:?} or {public_other:?}"))
    }

    /// Two moves with the same visible events must lead to the same view. In games that differ only in what is hidden,
    /// the converse must hold too.
    fn check_events(&self, game: &G, other: &G, who: Viewer) -> Result<(), BrokenLaw> {
        let step = self.session.turns().len() as u64 + 1;
        let play = |game: &G, seat: Seat, mv: &G::Move| {
            let mut after = game.clone();
            let events = after.apply(seat, mv, &mut GameRng::for_step(self.session.seed(), step));
            let visible: Vec<G::Event> = events.iter().filter_map(|event| G::redact(event, who)).collect();
            (visible, after.view(who))
        };
        for seat in self.session.acting().iter() {
            let (moves, moves_other) = (game.legal_moves(seat), other.legal_moves(seat));
            let in_both = moves.listed().iter().zip(moves_other.listed()).take(4);
            let alternatives = moves.listed().iter().zip(moves.listed().iter().skip(1)).take(2);
            let pairs = in_both.map(|pair| (pair, other, true)).chain(alternatives.map(|pair| (pair, game, false)));
            for ((mv, mv_other), game_other, converse) in pairs {
                let (events, view) = play(game, seat, mv);
                let (events_other, view_other) = play(game_other, seat, mv_other);
                let (same_events, same_view) = (events == events_other, view == view_other);
                let is_kept = if converse { same_events == same_view } else { same_view || !same_events };
                self.expect(Law::Secrecy, is_kept, || {
                    let (heard, seen) = (difference(&events, &events_other), difference(&view, &view_other));
                    match same_view {
                        true => format!("{who:?} forgets what tells {mv} from {mv_other}, which was heard {heard}"),
                        false => {
                            format!("{who:?} hears the same of {mv} and {mv_other}, and sees another table {seen}")
                        }
                    }
                })?;
            }
        }
        Ok(())
    }

    /// A move that tells a viewer the game from another one, which was alike to them before, must reveal something.
    fn check_reveals(&self, game: &G, other: &G, who: Viewer, report: &mut KitReport) -> Result<(), BrokenLaw> {
        let step = self.session.turns().len() as u64 + 1;
        let apply = |game: &G, seat: Seat, mv: &G::Move| {
            game.clone().apply(seat, mv, &mut GameRng::for_step(self.session.seed(), step))
        };
        let visible = |events: &[G::Event]| -> Vec<G::Event> {
            events.iter().filter_map(|event| G::redact(event, who)).collect()
        };
        for seat in self.session.acting().iter() {
            let (moves, moves_other) = (game.legal_moves(seat), other.legal_moves(seat));
            let every = moves.listed().len().div_ceil(4).max(1);
            for mv in moves.listed().iter().step_by(every) {
                let events = apply(game, seat, mv);
                let seen = visible(&events);
                let is_alike = |mv: &G::Move| visible(&apply(other, seat, mv)) == seen;
                let same = moves_other.listed().contains(mv).then_some(mv);
                if same.into_iter().chain(moves_other.listed()).any(is_alike) {
                    continue;
                }
                report.revealed += 1;
                self.expect(Law::Reveals, events.iter().any(G::reveals), || {
                    format!("after {mv} {who:?} sees {seen:?}, which could not be in {other:?}")
                })?;
            }
        }
        Ok(())
    }
}
