//! What a move changes, as far as anybody can know before it is made: which guilds change hands by the cards that are seen, which of
//! them the cards that are drawn could bring, and, where the draw deck runs out, how the game ends. For then everybody knows which
//! cards come.

use arrayvec::ArrayVec;

use crate::cards::MystiqueSet;
use crate::engine::seats::Seat;
use crate::words::{counted, in_words, listed, one_of};

use super::guild::{Guild, MOST_PLAYERS, Tableaus};
use super::moves::Move;
use super::table::GuildsTable;

/// So many guilds are named; of more it is said how many there are.
const NAMED: usize = 3;

/// A guild that somebody else controls than before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeadChange {
    pub guild: Guild,
    pub before: Option<Seat>,
    pub after: Option<Seat>,
}

/// How a move ends the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownEnd {
    pub winners: ArrayVec<Seat, MOST_PLAYERS>,
    /// The most points.
    pub points: i32,
}

/// What a move of a seat changes.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveOutlook {
    pub seat: Seat,
    /// By the cards that are known: what is paid, taken, traded, and drawn if it is all of the draw deck. Of an offer, and of the answer
    /// to one, what the trade changes.
    pub changes: ArrayVec<LeadChange, { Guild::COUNT }>,
    /// How many unknown cards are drawn.
    pub unknown: usize,
    /// The guilds that these could bring the seat.
    pub hopes: ArrayVec<Guild, { Guild::COUNT }>,
    pub end: Option<KnownEnd>,
}

impl MoveOutlook {
    /// Of a move of whoever's turn it is.
    pub fn of(table: &GuildsTable, mv: Move) -> MoveOutlook {
        let seat = table.acting().unwrap_or(table.turn);
        let (before, end) = (table.tableaus(), at_end(table, seat, mv));
        let after = end.unwrap_or_else(|| after(table, seat, mv));
        let changed = |guild: Guild| {
            let change = LeadChange { guild, before: before.leader(guild), after: after.leader(guild) };
            (change.before != change.after).then_some(change)
        };
        let unknown = if end.is_some() { 0 } else { drawn(mv) };
        let could_come = |guild: &Guild| is_hope(&after, seat, *guild, table.unseen(), unknown);
        let most = |end: &Tableaus| end.all_points().iter().max().copied().unwrap_or(0);
        MoveOutlook {
            seat,
            changes: Guild::all().filter_map(changed).collect(),
            unknown,
            hopes: Guild::all().filter(could_come).collect(),
            end: end.map(|end| KnownEnd { winners: end.winners(), points: most(&end) }),
        }
    }

    /// Whether a guild is lost by it.
    pub fn costs(&self) -> bool {
        self.changes.iter().any(|change| change.before == Some(self.seat))
    }

    /// "you lead red suns and Ada no longer leads blue moons"; `None` if nothing changes.
    pub fn changes_in_words(&self) -> Option<String> {
        let changes: Vec<String> = self.changes.iter().map(|change| change.in_words(self.seat)).collect();
        (!changes.is_empty()).then(|| listed(&changes))
    }

    /// "the three cards could bring you red suns or blue moons"; `None` if none is unknown. Of one card it says `one`: "it could …".
    pub fn hopes_in_words(&self, one: &str) -> Option<String> {
        let cards = match self.unknown {
            0 => return None,
            1 => one.to_owned(),
            2 => "the two cards".to_owned(),
            count => format!("the {} cards", in_words(count)),
        };
        let guilds: Vec<String> = self.hopes.iter().map(Guild::to_string).collect();
        Some(match guilds.len() {
            0 => format!("{cards} cannot bring you a guild"),
            1..=NAMED => format!("{cards} could bring you {}", one_of(&guilds)),
            count => format!("{cards} could bring you any of {} guilds", in_words(count)),
        })
    }

    /// "the game is over, and you win with 7 points"; `None` if it goes on.
    pub fn end_in_words(&self) -> Option<String> {
        let KnownEnd { winners, points } = self.end.as_ref()?;
        let points = counted(*points, "point", "points");
        Some(match winners.as_slice() {
            [winner] if *winner == self.seat => format!("the game is over, and you win with {points}"),
            [winner] => format!("the game is over, and {} with {points}", winner.does("wins", "win")),
            _ if winners.contains(&self.seat) => format!("the game is over, and you share the win, on {points}"),
            _ => format!("the game is over, and others share the win, on {points}"),
        })
    }
}

impl LeadChange {
    /// In words to this seat.
    fn in_words(self, seat: Seat) -> String {
        let LeadChange { guild, before, after } = self;
        match (before, after) {
            (_, Some(leader)) if leader == seat => format!("you lead {guild}"),
            (Some(before), Some(leader)) if before == seat => {
                format!("{} instead of you", leader.does(&format!("leads {guild}"), &format!("lead {guild}")))
            }
            (Some(before), None) if before == seat => format!("you no longer lead {guild}"),
            (Some(before), None) => {
                before.does(&format!("no longer leads {guild}"), &format!("no longer lead {guild}"))
            }
            (_, Some(leader)) => leader.does(&format!("leads {guild}"), &format!("lead {guild}")),
            (None, None) => format!("nobody leads {guild}"),
        }
    }
}

/// How many cards a move draws from the draw deck.
fn drawn(mv: Move) -> usize {
    match mv {
        Move::Draw => 1,
        Move::Buy { drawn, .. } => drawn.into(),
        Move::Take | Move::Offer(_) | Move::Agree | Move::Refuse => 0,
    }
}

/// The tableaus after a move, without the cards that are drawn; after an offer as if it were agreed to, and after an answer, whichever,
/// as if it were yes.
fn after(table: &GuildsTable, seat: Seat, mv: Move) -> Tableaus {
    let mut after = table.tableaus();
    match mv {
        Move::Draw => {}
        Move::Take => after.gain(seat, table.upper_discards(1)),
        Move::Buy { card, taken, .. } => {
            after.lose(seat, [card].into_iter().collect());
            after.gain(seat, table.upper_discards(taken.into()));
        }
        Move::Offer(offer) => after = after.traded(seat, offer),
        Move::Agree | Move::Refuse => after = table.offer().map_or(after, |offer| after.traded(table.turn, offer)),
    }
    after
}

/// The tableaus at the end of the game, if a move empties the draw deck: everybody knows which cards come.
pub fn at_end(table: &GuildsTable, seat: Seat, mv: Move) -> Option<Tableaus> {
    let drawn = drawn(mv);
    if drawn == 0 || drawn < table.left() {
        return None;
    }
    let mut end = after(table, seat, mv);
    end.gain(seat, table.unseen());
    Some(end)
}

/// Whether so many of these cards could bring a seat a guild that it does not lead.
fn is_hope(tableaus: &Tableaus, seat: Seat, guild: Guild, unseen: MystiqueSet, count: usize) -> bool {
    let own = tableaus.total(guild, seat) + guild.highest(unseen, count);
    tableaus.leader(guild) != Some(seat) && own > tableaus.best_rival(guild, seat)
}
