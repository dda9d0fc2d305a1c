//! What good play in little whist is, for the search that all card games share.
//!
//! A playout wins a trick as cheaply as it can, and throws away the lowest card where it cannot.

use parlour::engine::rng::GameRng;
use parlour::engine::seats::Seat;
use parlour::search::{self, Payoffs, Searchable};

use super::rules::{LittleWhist, Move, View, height};

/// A lead of so many tricks makes a win e times as likely.
const LEAD: f32 = 2.0;

/// In one of so many moves of a playout anything may be played.
const SLIP: u32 = 8;

impl Searchable for LittleWhist {
    /// A round: the next one is dealt anew.
    fn is_episode_over(&self, root: &Self) -> bool {
        self.table.game.finished().len() > root.table.game.finished().len()
    }

    fn payoffs(&self, _: &Self) -> Payoffs {
        if self.table.game.is_over() {
            search::shared_by(&self.table.game.winners())
        } else {
            search::chances(self.table.game.totals(), LEAD)
        }
    }

    fn policy(&self, _: Seat, moves: &[Move], rng: &mut GameRng) -> usize {
        if rng.below(SLIP) == 0 {
            return rng.below(moves.len() as u32) as usize;
        }
        let is_lead = self.table.tricks.trick.is_empty();
        let score = |Move(card): &Move| {
            let height = i32::from(height(*card));
            match (is_lead, self.table.tricks.would_win(*card)) {
                (true, _) => height,
                (false, true) => 20 - height,
                (false, false) => -height,
            }
        };
        let scores = moves.iter().map(score).enumerate();
        scores.max_by_key(|(_, score)| *score).map_or(0, |(number, _)| number)
    }

    fn reason(view: &View, Move(card): &Move) -> String {
        let name = card.spoken();
        match (view.table.tricks.trick.is_empty(), view.table.tricks.would_win(*card)) {
            (true, _) => format!("Lead the {name}: of your cards it is the likeliest to bring tricks"),
            (false, true) => format!("Play the {name}: it takes the lead"),
            (false, false) => format!("Play the {name}: this trick is lost, so part with what you need least"),
        }
    }
}
