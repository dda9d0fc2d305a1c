//! The worlds that a seat may imagine: none that it could tell from the true one, the true one among them, and none too often.

use std::collections::{BTreeMap, BTreeSet};

use super::difference::difference;
use super::trial::Trial;
use super::{BrokenLaw, KitReport, Law};
use crate::engine::seats::{Seat, Seats, Viewer};
use crate::engine::table_session::Playable;

impl<G: Playable> Trial<G> {
    pub(super) fn check_worlds(&mut self, game: &G, report: &mut KitReport) -> Result<(), BrokenLaw> {
        let seats = Seats::new(self.session.players().len()).unwrap_or(Seats::ONE);
        for seat in seats.iter() {
            let who = Viewer::Seat(seat);
            let (view, seen) = (game.view(who), self.session.seen(who, 0));
            for _ in 0..3 {
                let Some(world) = G::imagined(&view, &seen, &mut self.rng) else { return Ok(()) };
                report.worlds += 1;
                if let Some((law, fault)) = self.fault_of_world(game, &world, who, &seen) {
                    return Err(self.broken(law, format_args!("imagined for seat {seat}: {fault}")));
                }
            }
            self.check_shares(game, seat, &view, &seen)?;
        }
        Ok(())
    }

    fn fault_of_world(&self, game: &G, world: &G, who: Viewer, seen: &[G::Event]) -> Option<(Law, String)> {
        let (view, view_of_world) = (game.view(who), world.view(who));
        if view != view_of_world {
            return Some((
                Law::Worlds,
                format!("the viewer sees something else: {}", difference(&view, &view_of_world)),
            ));
        }
        let seats = Seats::new(self.session.players().len()).unwrap_or(Seats::ONE);
        for seat in seats.iter().filter(|seat| who.sees(*seat)) {
            let (moves, moves_in_world) = (game.legal_moves(seat), world.legal_moves(seat));
            if moves != moves_in_world {
                // The views are the same, so it is a rule that tells.
                return Some((
                    Law::Secrecy,
                    format!("the viewer has other moves: {}", difference(&moves, &moves_in_world)),
                ));
            }
        }
        let mut places: Vec<u32> = world.whereabouts().into_iter().map(|(card, _)| card).collect();
        places.sort_unstable();
        let fault = if world.stage() != game.stage() {
            format!("others act: {}", difference(&game.stage(), &world.stage()))
        } else if world.census() != self.census {
            format!("other pieces: {}", difference(&self.census, &world.census()))
        } else if places != self.census {
            format!("its whereabouts are not its census: {}", difference(&self.census, &places))
        } else {
            world.explains(seen).err()?.to_string()
        };
        Some((Law::Worlds, fault))
    }

    /// Compares where imagined worlds and games dealt anew put each card.
    fn check_shares(&mut self, game: &G, seat: Seat, view: &G::View, seen: &[G::Event]) -> Result<(), BrokenLaw> {
        const SAMPLES: u32 = 200;
        // Standard deviations: among ten thousand cards and places, chance alone does not reach it.
        const OFF: f64 = 5.5;
        let mut counts: BTreeMap<(u32, u32), (u32, u32)> = BTreeMap::new();
        for _ in 0..SAMPLES {
            let Some(world) = G::imagined(view, seen, &mut self.rng) else { return Ok(()) };
            if let Err(why) = world.explains(seen) {
                return Err(self.broken(Law::Worlds, format_args!("imagined for seat {seat}: {why}")));
            }
            world.whereabouts().into_iter().for_each(|place| counts.entry(place).or_default().0 += 1);
            let other = game.resample_hidden(Viewer::Seat(seat), &mut self.rng);
            other.whereabouts().into_iter().for_each(|place| counts.entry(place).or_default().1 += 1);
        }
        self.check_truth(game, seat, (view, seen), |at| counts.get(at).is_some_and(|(imagined, _)| *imagined > 0))?;
        let is_off = |(imagined, dealt): (u32, u32)| {
            let spread = f64::from(imagined + dealt).sqrt();
            f64::from(imagined.abs_diff(dealt)) > OFF * spread
        };
        let off = counts.iter().find(|(_, counts)| is_off(**counts));
        self.expect(Law::FairShares, off.is_none(), || {
            let ((card, place), (imagined, dealt)) = off.map(|(at, counts)| (*at, *counts)).unwrap_or_default();
            format!("for seat {seat}, card {card} is at {place} in {imagined} of {SAMPLES} worlds, and in {dealt} games dealt anew")
        })
    }

    /// Every card must lie, in some imagined world, where it truly lies: or the worlds are too few.
    fn check_truth(
        &mut self,
        game: &G,
        seat: Seat,
        (view, seen): (&G::View, &[G::Event]),
        was_there: impl Fn(&(u32, u32)) -> bool,
    ) -> Result<(), BrokenLaw> {
        /// So many more worlds are drawn before a card is said to be missing.
        const MORE: u32 = 3000;
        let truth = game.whereabouts();
        let mut missing: BTreeSet<(u32, u32)> = truth.iter().copied().filter(|at| !was_there(at)).collect();
        // Where but few cards lie, one may be missing by chance.
        let lying = |place: u32| truth.iter().filter(|(_, other)| *other == place).count();
        missing.retain(|(_, place)| 20 * lying(*place) >= truth.len());
        for _ in 0..MORE {
            if missing.is_empty() {
                return Ok(());
            }
            let Some(world) = G::imagined(view, seen, &mut self.rng) else { return Ok(()) };
            for at in world.whereabouts() {
                missing.remove(&at);
            }
        }
        self.expect(Law::Worlds, missing.is_empty(), || {
            format!("for seat {seat}, no imagined world has the cards where they truly are: {missing:?} (card, place)")
        })
    }
}
