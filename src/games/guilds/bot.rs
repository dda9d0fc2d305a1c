//! What good play in Mystique Guilds is, for the search that all card games share.
//!
//! A card is spent where it is missed least, for as many others as it buys: most of them are worth more than it. Whoever is ahead
//! hurries to the end of the draw deck, and whoever is behind lets it be. A trade is good if both gain by it, at the cost of those
//! who sit by.

use crate::cards::{CardBits, MystiqueCard, MystiqueSet};
use crate::engine::game::Game;
use crate::engine::review::Worth;
use crate::engine::rng::GameRng;
use crate::engine::seats::Seat;
use crate::engine::seen::ZoneTable;
use crate::search::{self, Payoffs, SearchBudget, Searchable, Strength};

use super::guild::{Guild, MOST_PLAYERS, Tableaus};
use super::moves::{Move, Offer};
use super::offers::GuildLeads;
use super::reason::Reason;
use super::rules::{MystiqueGuilds, View};
use super::table::{GuildsTable, GuildsZone};

/// A search considers so many moves.
const WIDTH: usize = 6;

/// How much chance plays a part, in points.
const WHIM: f32 = 0.08;

/// What a card is to a beginner, who may think a card more or less of a move.
const ONE_CARD: f32 = 1.0;

/// What the next player gains with a card that is left on top of the discard deck costs so much of it.
const LEFT_FOR_OTHERS: f32 = 0.1;

/// What it is worth to end the game, in points, for each point of the lead, up to so many of them.
const ENDING: (f32, i32) = (0.5, 4);

/// How much an opponent’s gain by a trade counts against one’s own, with one opponent; with more it is shared.
const FEEDING: f32 = 1.0;

/// How much of what an end is worth is winning alone; the rest is by how many points. A lead of so many points makes somebody e times
/// as likely to win.
const WINNING: f32 = 0.8;
const LEAD: f32 = 2.0;

/// What moves promise to the one who moves.
struct GuildsOutlook<'a> {
    table: &'a GuildsTable,
    seat: Seat,
    tableaus: Tableaus,
    own: GuildLeads,
    /// How the others stand, by seat, where cards may be traded.
    others: [Option<GuildLeads>; MOST_PLAYERS],
    /// What a card of the draw deck is worth on average.
    unseen: f32,
    /// What it is worth to take the top card of the discard deck.
    top: f32,
    /// What it costs to spend each of the seat's cards, by its index.
    prices: [f32; MystiqueSet::DECK.len()],
}

/// What a card of these is worth on average.
fn average(leads: &GuildLeads, cards: MystiqueSet) -> f32 {
    let of_guild = |guild: Guild| {
        let (total, count) = (guild.total(cards), cards.intersection(guild.cards()).len());
        if count == 0 { 0.0 } else { count as f32 * leads.gain(guild, f32::from(total) / count as f32) }
    };
    Guild::all().map(of_guild).sum::<f32>() / cards.len().max(1) as f32
}

impl<'a> GuildsOutlook<'a> {
    fn of(table: &'a GuildsTable, seat: Seat) -> GuildsOutlook<'a> {
        let (tableaus, left) = (table.tableaus(), table.left());
        let own = GuildLeads::of(&tableaus, seat, left);
        // The next player may take what is left on top of the discard deck.
        let next = GuildLeads::of(&tableaus, table.seats().after(seat), left);
        let left_for_next = |card: MystiqueCard| LEFT_FOR_OTHERS * next.getting(card);
        let top = table.discards.top().map_or(0.0, |card| own.getting(card) + left_for_next(card));
        let mut prices = [0.0; MystiqueSet::DECK.len()];
        for card in tableaus.of(seat).iter() {
            prices[usize::from(card.index())] = left_for_next(card) - own.losing(card);
        }
        let mut others = [None; MOST_PLAYERS];
        if table.may_offer() || table.offer().is_some() {
            for (other, leads) in table.seats().iter().zip(&mut others).filter(|(other, _)| *other != seat) {
                *leads = Some(GuildLeads::of(&tableaus, other, left));
            }
        }
        let unseen = average(&own, table.cards.known(GuildsZone::Deck));
        GuildsOutlook { table, seat, tableaus, own, others, unseen, top, prices }
    }

    fn promise(&self, mv: &Move) -> f32 {
        match *mv {
            Move::Draw => self.unseen + self.ending(1, MystiqueSet::EMPTY),
            Move::Take => self.top,
            Move::Buy { card, drawn, taken } => self.purchase(card, drawn.into(), taken.into()),
            Move::Offer(offer) => self.trade(self.seat, offer),
            Move::Agree => self.table.offer().map_or(0.0, |offer| self.trade(self.table.turn, offer)),
            Move::Refuse => 0.0,
        }
    }

    fn purchase(&self, card: MystiqueCard, drawn: usize, taken: usize) -> f32 {
        let found: f32 = self.table.discards.iter().take(taken).flatten().map(|card| self.own.getting(card)).sum();
        let price = self.prices.get(usize::from(card.index())).copied().unwrap_or(0.0);
        drawn as f32 * self.unseen + found - price + self.ending(drawn, MystiqueSet::of_one(card))
    }

    /// What it is worth that drawing so many cards ends the game, when this is paid for them: everybody knows which cards come.
    fn ending(&self, drawn: usize, paid: MystiqueSet) -> f32 {
        if drawn < self.table.left() {
            return 0.0;
        }
        let mut after = self.tableaus;
        after.lose(self.seat, paid);
        after.gain(self.seat, self.table.cards.known(GuildsZone::Deck));
        let (each, most) = ENDING;
        let points = after.all_points();
        let own = points.get(self.seat.index()).copied().unwrap_or(0);
        let others = self.table.seats().iter().filter(|seat| *seat != self.seat);
        let best = others.filter_map(|seat| points.get(seat.index()).copied()).max().unwrap_or(0);
        each * (own - best).clamp(-most, most) as f32
    }

    /// What an exchange is worth that this seat has offered, or is about to: an offer that the other loses by is refused.
    fn trade(&self, offerer: Seat, offer: Offer) -> f32 {
        let after = self.tableaus.traded(offerer, offer);
        let moved = offer.asked.union(MystiqueSet::of_one(offer.card));
        let leads = |seat: Seat| self.others.get(seat.index()).and_then(Option::as_ref).unwrap_or(&self.own);
        let gain = |seat: Seat| leads(seat).gained(seat, &after, moved);
        let others = self.table.seats().count().saturating_sub(1).max(1) as f32;
        let (one, other) = (gain(offerer), gain(offer.to));
        let nets = [one - FEEDING * other / others, other - FEEDING * one / others];
        match (self.seat == offerer, nets) {
            (true, [own, theirs]) if theirs > 0.0 => own,
            (true, _) => -1.0,
            (false, [_, own]) => own,
        }
    }
}

impl GuildsTable {
    /// Whether a purchase is worth a thought: as many cards as can be bought, or all but the last one of the draw deck.
    fn is_sensible(&self, mv: &Move) -> bool {
        let Move::Buy { card, drawn, taken } = *mv else { return true };
        let (most, left) = (usize::from(card.number() - taken.min(card.number())), self.left());
        let drawn = usize::from(drawn);
        drawn == most.min(left) || (most >= left && drawn + 1 == left)
    }
}

impl Searchable for MystiqueGuilds {
    const MEDIUM: Strength = Strength::Flat(SearchBudget { worlds: 30, playouts: 120 });
    const HARD: Strength = Strength::Tree(SearchBudget { worlds: 400, playouts: 4000 });

    fn payoffs(&self, _: &Self) -> Payoffs {
        let tableaus = self.table.tableaus();
        let (won, close) = (search::shared_by(&tableaus.winners()), search::chances(&tableaus.all_points(), LEAD));
        std::array::from_fn(|seat| WINNING * won[seat] + (1.0 - WINNING) * close[seat])
    }

    fn candidates(&self, seat: Seat, moves: &mut Vec<Move>) {
        self.moves_into(seat, moves);
        moves.retain(|mv| self.table.is_sensible(mv));
        let outlook = GuildsOutlook::of(&self.table, seat);
        search::keep_most_promising(moves, WIDTH, |mv| outlook.promise(mv));
    }

    fn policy(&self, seat: Seat, moves: &[Move], rng: &mut GameRng) -> usize {
        let outlook = GuildsOutlook::of(&self.table, seat);
        search::most_promising(moves, WHIM, rng, |mv| outlook.promise(mv))
    }

    /// The more cards the better, whoever controls what; so nothing is offered for fewer.
    fn beginner(&self, _: Seat, moves: &[Move], rng: &mut GameRng) -> usize {
        search::most_promising(moves, ONE_CARD, rng, |mv| match *mv {
            Move::Draw | Move::Take => ONE_CARD,
            Move::Buy { drawn, taken, .. } => f32::from(drawn + taken) - ONE_CARD,
            Move::Offer(_) => -ONE_CARD,
            Move::Agree => self.table.offer().map_or(0.0, |offer| ONE_CARD - offer.asked.len() as f32),
            Move::Refuse => 0.0,
        })
    }

    const WORTH: Worth = Worth::Count { one: "point", many: "points", all: "the game", little: 0.3 };

    /// By how many points a seat is ahead of the best of the others.
    fn count(&self, _: &Self, seat: Seat) -> f32 {
        let points = self.table.tableaus().all_points();
        let others = self.table.seats().iter().filter(|other| *other != seat);
        let best = others.filter_map(|other| points.get(other.index()).copied()).max().unwrap_or(0);
        (points.get(seat.index()).copied().unwrap_or(0) - best) as f32
    }

    type Reason = Reason;

    fn reason(view: &View, mv: &Move) -> Reason {
        Reason::of(&view.table, *mv)
    }
}
