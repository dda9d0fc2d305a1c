//! What nobody plays in Mystique Guilds who knows the game.

use crate::cards::MystiqueCard;
use crate::engine::blunders::{Blunder, Blunders};
use crate::engine::game::Observation;
use crate::engine::seen::ZoneTable;

use super::guild::Guild;
use super::moves::Move;
use super::offers::GuildLeads;
use super::outlook::at_end;
use super::rules::MystiqueGuilds;

/// As long as so many cards are left in the draw deck, nobody thinks of who will have the fewest.
const FAR_FROM_OVER: usize = 10;

/// No card buys more.
const MOST_BOUGHT: usize = 5;

impl Blunders for MystiqueGuilds {
    const BLUNDERS: &'static [Blunder<MystiqueGuilds>] = &[
        Blunder { name: "lets the game go on though it could empty the draw deck and win", is_made: passes_up_the_end },
        Blunder {
            name: "empties the draw deck for others to win, though the game could go on",
            is_made: ends_for_others,
        },
        Blunder {
            name: "spends a card of a guild though a lower one of the same guild buys as many",
            is_made: spends_too_high,
        },
        Blunder {
            name: "spends a card to buy a single one, though it could draw or take that one for nothing",
            is_made: pays_for_one,
        },
    ];
}

/// Everybody knows which cards are left, and so how the game ends if all of them are drawn.
fn wins_at_once(seen: &Observation<'_, MystiqueGuilds>, mv: &Move) -> bool {
    at_end(&seen.view.table, seen.seat, *mv).is_some_and(|end| end.winners().as_slice() == [seen.seat])
}

/// Where the turn is the last one anyway, other moves may win as well.
fn passes_up_the_end(seen: &Observation<'_, MystiqueGuilds>, mv: &Move) -> bool {
    let table = &seen.view.table;
    table.left() <= MOST_BOUGHT
        && table.quiet_left() > 1
        && !wins_at_once(seen, mv)
        && seen.legal.listed().iter().any(|other| wins_at_once(seen, other))
}

/// One card can always be drawn, and the top of the discards be taken.
fn ends_for_others(seen: &Observation<'_, MystiqueGuilds>, mv: &Move) -> bool {
    let table = &seen.view.table;
    let can_go_on = table.left() > 1 || (!table.discards.is_empty() && table.quiet_left() > 1);
    can_go_on && at_end(table, seen.seat, *mv).is_some_and(|end| !end.winners().contains(&seen.seat))
}

fn spends_too_high(seen: &Observation<'_, MystiqueGuilds>, mv: &Move) -> bool {
    let Move::Buy { card, drawn, taken } = *mv else { return false };
    let of_guild = seen.view.table.tableau(seen.seat).intersection(Guild::of(card).cards());
    let does_as_well = |other: MystiqueCard| other.number() < card.number() && other.number() >= drawn + taken;
    of_guild.iter().any(does_as_well)
}

/// The card that is spent does not cover a discard that the next player would rather have.
fn pays_for_one(seen: &Observation<'_, MystiqueGuilds>, mv: &Move) -> bool {
    let (table, Move::Buy { card, drawn, taken }) = (&seen.view.table, *mv) else { return false };
    let is_far_from_over = table.left().min(table.quiet_left().into()) > FAR_FROM_OVER;
    if drawn + taken != 1 || !is_far_from_over {
        return false;
    }
    let next = GuildLeads::of(&table.tableaus(), table.seats().after(seen.seat), table.left());
    let covered = table.discards.iter().nth(taken.into()).flatten();
    covered.is_none_or(|top| next.getting(top) <= next.getting(card))
}
