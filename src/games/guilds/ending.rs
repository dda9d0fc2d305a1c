//! How a game of Mystique Guilds ends on the table: what each controls is shown and counted, and then who wins.

use crate::cards::MystiqueSet;
use crate::engine::seats::Seat;
use crate::engine::seen::ZoneTable;
use crate::layout::{Exhibit, Finale, Spotlight, piece_of};
use crate::words::{counted, listed};

use super::guild::Tableaus;
use super::table::{GuildsPhase, View};

/// The cards of the guilds that a seat controls, with its plate.
fn led(tableaus: &Tableaus, seat: Seat) -> Spotlight {
    let cards = tableaus.led_by(seat).map(|guild| tableaus.of(seat).intersection(guild.cards()));
    let cards = cards.fold(MystiqueSet::EMPTY, MystiqueSet::union);
    Spotlight::pieces(cards.iter().map(piece_of)).and_seat(seat.index())
}

/// What each seat scores.
pub fn counted_guilds(view: &View) -> Vec<Exhibit> {
    let tableaus = view.table.tableaus();
    let of_seat = |seat: Seat| {
        let points = counted(tableaus.points(seat), "point", "points");
        Exhibit::part(led(&tableaus, seat), seat.called(), points)
    };
    view.table.seats().iter().map(of_seat).collect()
}

/// Who wins, and by controlling which guilds; of those who have equally many points, by their cards.
pub fn finale(view: &View) -> Finale {
    let GuildsPhase::Over(_) = view.table.phase else { return Finale::default() };
    let (tableaus, winners) = (view.table.tableaus(), view.table.tableaus().winners());
    let Some(winner) = winners.first().copied() else { return Finale::default() };
    let points = tableaus.points(winner);
    let is_tied = view.table.seats().iter().filter(|seat| tableaus.points(*seat) == points).count() > 1;
    let cards = counted(tableaus.of(winner).len() as u32, "card", "cards");
    let points = counted(points, "point", "points");
    let figure = if is_tied { format!("{points}, {cards}") } else { points };
    let led: Vec<String> = tableaus.led_by(winner).map(|guild| guild.to_string()).collect();
    let merits = match (winners.as_slice(), led.is_empty()) {
        ([_], false) => vec![format!("{} {}", winner.does("controls", "control"), listed(&led))],
        _ => Vec::new(),
    };
    let last = Exhibit::won_by(&winners, figure);
    Finale { merits, ..Finale::of(counted_guilds(view).into_iter().chain([last])) }
}
