//! What nobody does in Mess Machine who knows the game.

use crate::engine::blunders::{Blunder, Blunders};
use crate::engine::game::Observation;
use crate::engine::seats::Seat;

use super::board::{Button, PictureGrid, Press};
use super::rules::{MessMachine, Move};
use super::table::{MessTable, Referee, Variant};

/// How many tokens more than a repair needs at least each button has while they abound.
const SPARE: u32 = 2;

impl Blunders for MessMachine {
    const BLUNDERS: &'static [Blunder<MessMachine>] = &[
        Blunder {
            name: "leaves a button too few tokens for a repair, though another press keeps it possible",
            is_made: gives_up_the_repair,
        },
        Blunder {
            name: "swaps two tiles that are both home, though the same button could bring two others nearer",
            is_made: parts_two_tiles_from_home,
        },
        Blunder {
            name: "moves a tile away from home, though the same button brings one home for a point",
            is_made: moves_a_tile_away_for_nothing,
        },
    ];
}

fn presses(seen: &Observation<'_, MessMachine>) -> impl Iterator<Item = Press> {
    seen.legal.listed().iter().filter_map(|mv| if let Move::Press(press) = mv { Some(*press) } else { None })
}

/// The presses of the same button: they take the same token, and break the machine alike.
fn with_same_button(seen: &Observation<'_, MessMachine>, press: Press) -> impl Iterator<Item = Press> {
    presses(seen).filter(move |other| other.button() == press.button())
}

/// Whether a press brings both of its tiles to the side of its button on which they are home.
fn brings_both_nearer(grid: PictureGrid, press: Press) -> bool {
    grid.pressed(press).astray(press.button()) < grid.astray(press.button())
}

/// Where all play together, or where a lost picture is the end and somebody else wins it; another may want to lose it.
fn gives_up_the_repair(seen: &Observation<'_, MessMachine>, mv: &Move) -> bool {
    let (table, Move::Press(press)) = (&seen.view.table, *mv) else { return false };
    is_beyond_repair(table, press)
        && (table.is_together() || loses_with_the_picture(table, seen.seat, press))
        && presses(seen).any(|other| !is_beyond_repair(table, other))
}

/// Whether a button then has fewer tokens than it needs to bring all tiles across, two with each press, and nothing breaks now.
fn is_beyond_repair(table: &MessTable, press: Press) -> bool {
    let (grid, mut left) = (table.grid.pressed(press), table.left);
    let token = &mut left[press.button().index()];
    *token = token.saturating_sub(1);
    let is_short = |button: &Button| grid.astray(*button) > 2 * u32::from(left[button.index()]);
    Button::ALL.iter().any(is_short) && !table.options.difficulty.malfunctions_at(left, press.button())
}

/// Whether somebody else is sure to score more, whatever they have chosen, if the game ends with a lost picture after this press.
fn loses_with_the_picture(table: &MessTable, seat: Seat, press: Press) -> bool {
    let ends_at_once = table.options.referee == Referee::Proves && table.options.variant != Variant::Consecutive;
    let own = table.seats.get(seat.index()).and_then(|own| Some((own.points, own.indirect?)));
    let Some((points, indirect)) = own.filter(|_| ends_at_once) else { return false };
    let not_held_by = |holder: Seat, button: Button| -> i32 {
        let others = table.seated().filter(|(other, _)| *other != holder);
        let held: i32 = others.map(|(_, other)| i32::from(other.tokens[button.index()])).sum();
        held + i32::from(holder != seat && button == press.button())
    };
    let score = points + i32::from(table.would_score(press)) + not_held_by(seat, indirect);
    table.seated().filter(|(other, _)| *other != seat).any(|(other, of)| {
        let least = Button::ALL.iter().map(|button| not_held_by(other, *button)).min();
        of.points + least.unwrap_or_default() > score
    })
}

/// No repair need begin so: it can make this press last instead. Where each plays for themselves, somebody may want the token, and gain
/// time.
fn parts_two_tiles_from_home(seen: &Observation<'_, MessMachine>, mv: &Move) -> bool {
    let (table, Move::Press(press)) = (&seen.view.table, *mv) else { return false };
    let (one, other) = press.cells();
    let are_home = table.grid.is_home(one) && table.grid.is_home(other);
    let is_better = |other: Press| brings_both_nearer(table.grid, other);
    are_home && table.is_together() && with_same_button(seen, press).any(is_better)
}

/// While tokens abound and the end is far: later a detour may be needed, or gain time.
fn moves_a_tile_away_for_nothing(seen: &Observation<'_, MessMachine>, mv: &Move) -> bool {
    let (table, Move::Press(press)) = (&seen.view.table, *mv) else { return false };
    let (one, other) = press.cells();
    if !table.grid.is_home(one) && !table.grid.is_home(other) {
        return false;
    }
    let scores = |better: Press| table.would_score(better) && brings_both_nearer(table.grid, better);
    is_far_from_the_end(table) && with_same_button(seen, press).any(scores)
}

/// Whether every button has tokens to spare, and everybody has at least two more turns before the picture can be whole.
fn is_far_from_the_end(table: &MessTable) -> bool {
    let abounds = |button: &Button| u32::from(table.left[button.index()]) >= table.grid.astray(*button) / 2 + SPARE;
    table.grid.lower_bound() as usize > 2 * table.seats.len() && Button::ALL.iter().all(abounds)
}
