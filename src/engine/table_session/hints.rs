//! The hint that the hard bot gives, as text: all of it, why alone, and a few moves among which the best one is.

use super::answers::{Computation, HintText};
use super::bots::bot_seed;
use super::contract::Playable;
use crate::engine::game::{HintClues, Moves, Observation};
use crate::engine::rng::GameRng;
use crate::engine::seats::Seat;
use crate::engine::session::Session;

/// Why alone, of a reason that begins with what to do.
fn idea_of(reason: &str) -> Option<&str> {
    let ends = [": ", ". ", "; "].into_iter().filter_map(|end| reason.split_once(end));
    ends.min_by_key(|(act, _)| act.len()).map(|(_, why)| why)
}

/// So many moves the first step of a hint shows.
const AMONG: usize = 3;

/// The best of these moves and others, by chance, in the order in which they are listed.
fn some_among<M: PartialEq + std::fmt::Display>(legal: &Moves<M>, best: &M, seed: u64) -> Vec<String> {
    let Moves::All(moves) = legal else { return Vec::new() };
    if moves.len() <= AMONG + 1 || !moves.contains(best) {
        return Vec::new();
    }
    let mut others: Vec<usize> = (0..moves.len()).filter(|number| moves[*number] != *best).collect();
    GameRng::from_number(seed).shuffle(&mut others);
    others.truncate(AMONG - 1);
    let is_shown = |(number, mv): &(usize, &M)| *mv == best || others.contains(number);
    moves.iter().enumerate().filter(is_shown).map(|(_, mv)| mv.to_string()).collect()
}

impl<G: Playable> Session<G> {
    pub(super) fn hint_job(&self, seat: Seat) -> Computation<Option<HintText>> {
        let seed = bot_seed(self, self.turns().len());
        // A hint is read by all who look on: it knows what they know.
        let (who, game) = (Session::viewer(self), self.game());
        let (view, seen, legal) = (game.view(who), self.seen(who, 0), game.legal_moves(seat));
        let names = self.names();
        Box::new(move |cancel| {
            if let Moves::All(moves) = &legal
                && let [only] = moves.as_slice()
            {
                let reason = "This is your only move".to_owned();
                let mv = only.to_string();
                let (idea, among, clues) = (None, Vec::new(), HintClues::default());
                return Some(HintText { mv, reason, idea, among, clues, gives_away: G::gives_away(only) });
            }
            let observation = Observation { seat, view: &view, seen: &seen, legal: &legal };
            let hint = G::hint(&observation, seed, cancel)?;
            let reason = names.told(&hint.reason.to_string());
            let idea = idea_of(&reason).map(str::to_owned);
            let among = some_among(&legal, &hint.mv, seed);
            let mut clues = G::clues(&observation, &hint.mv, cancel);
            for clue in clues.before.iter_mut().chain(&mut clues.after) {
                (clue.words, clue.brief) = (names.told(&clue.words), names.told(&clue.brief));
            }
            let (mv, gives_away) = (hint.mv.to_string(), G::gives_away(&hint.mv));
            Some(HintText { mv, reason, idea, among, clues, gives_away })
        })
    }
}
