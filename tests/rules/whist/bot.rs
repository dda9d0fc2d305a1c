//! What good play in little whist is, for the search that all card games share.
//!
//! A playout wins a trick as cheaply as it can, and throws away the lowest card where it cannot.

use std::fmt;

use parlour::cards::Card;
use parlour::engine::blunders::{Blunder, Blunders};
use parlour::engine::game::Observation;
use parlour::engine::rng::GameRng;
use parlour::engine::seats::Seat;
use parlour::search::{self, Payoffs, Searchable};

use super::rules::{LittleWhist, Move, View, height};

/// A lead of so many tricks makes a win e times as likely.
const LEAD: f32 = 2.0;

/// In one of so many moves of a playout anything may be played.
const SLIP: u32 = 8;

impl Blunders for LittleWhist {
    const BLUNDERS: &'static [Blunder<LittleWhist>] = &[Blunder {
        name: "wins a trick as the last to play with a higher card than it needs",
        is_made: wins_too_high,
    }];
}

fn wins_too_high(seen: &Observation<'_, LittleWhist>, Move(card): &Move) -> bool {
    let table = &seen.view.table;
    let wins_lower = |other: &Card| height(*other) < height(*card) && table.tricks.would_win(*other);
    let is_won = table.is_last_to_play() && table.tricks.would_win(*card);
    is_won && table.tricks.playable(seen.view.hand()).iter().any(|other| wins_lower(&other))
}

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

    type Reason = Reason;

    fn reason(view: &View, Move(card): &Move) -> Reason {
        let (tricks, hand) = (&view.table.tricks, view.hand());
        let is_higher = |other: &Card| height(*other) > height(*card);
        let role = match tricks.would_win(*card) {
            _ if tricks.trick.is_empty() => {
                WhistRole::Leads { is_highest: !hand.iter().any(|other| is_higher(&other)) }
            }
            true => WhistRole::Wins,
            false => WhistRole::Loses { can_win: tricks.playable(hand).iter().any(|other| tricks.would_win(other)) },
        };
        Reason { card: *card, role }
    }
}

/// Why a card is good: what can be seen of it, so that a test can hold it against the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    pub card: Card,
    pub role: WhistRole,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhistRole {
    /// Whether no card of the hand is higher.
    Leads { is_highest: bool },
    /// It takes the lead.
    Wins,
    /// It cannot win; whether another card could.
    Loses { can_win: bool },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.card.spoken();
        match self.role {
            WhistRole::Leads { is_highest: true } => write!(f, "Lead the {name}: none of your cards is higher"),
            WhistRole::Leads { is_highest: false } => write!(f, "Lead the {name}: you keep a higher card for later"),
            WhistRole::Wins => write!(f, "Play the {name}: it takes the lead"),
            WhistRole::Loses { can_win: true } => {
                write!(f, "Play the {name}: it leaves this trick to another, though you could win it")
            }
            WhistRole::Loses { can_win: false } => write!(f, "Play the {name}: you cannot win this trick"),
        }
    }
}
