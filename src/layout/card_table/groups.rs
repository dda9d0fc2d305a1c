//! Groups of cards that are laid one after the other, each to be beaten by the next: the last one large in the middle of the table,
//! those before it small.

use super::super::piece::{Piece, PieceId};
use super::super::place::{CARD, Place, Point};
use super::builder::CardTable;
use super::cards::{CardArea, CardPiece, ShownCard};
use super::labels::SAID;

/// How large earlier groups of cards are beside the last one: at least, and where there is room.
const BESIDE: (f32, f32) = (0.62, 0.8);

/// In a row above the last one, how large they are at least and at most; how large the last one is before they become larger; and what is
/// left free between the rows, for words over the last one.
const ABOVE: (f32, f32) = (0.47, 0.62);
const WHOLE: f32 = 1.0;
const BETWEEN_ROWS: f32 = 22.0;

/// The largest steps from card to card, in cards: in a group, and where the next group begins.
const IN_GROUP: f32 = 0.72;
const BETWEEN_GROUPS: f32 = 1.2;

/// The middle of a row of groups, how wide it may be, and how large its cards are.
pub(super) type GroupRow = (Point, f32, f32);

/// Cards of one group, each with the step to it from the one before, in cards.
pub(super) fn in_row(cards: &[ShownCard]) -> Vec<(f32, ShownCard)> {
    let step = |number: usize| if number == 0 { BETWEEN_GROUPS } else { IN_GROUP };
    cards.iter().enumerate().map(|(number, card)| (step(number), *card)).collect()
}

/// How wide a row is whose cards are as far from each other as they should be, in cards.
fn cards_wide(row: &[(f32, ShownCard)]) -> f32 {
    if row.is_empty() { 0.0 } else { 1.0 + row.iter().skip(1).map(|(step, _)| step).sum::<f32>() }
}

/// How much of the width of the middle is for groups beside the last one: at least, and at most.
const LEAST_LEFT: f32 = 0.36;
const MOST_LEFT: f32 = 0.8;

/// What is free beside the last group.
const AROUND: f32 = 10.0;

/// By how much a row may be wider than its room because of rounding.
const ROUNDING: f32 = 0.1;

impl CardTable {
    /// Groups of cards that were laid one after the other: the last one large in the middle, those before it in a row behind.
    /// On the last card of each is the marker of whoever laid it. `held` as for a [`CardTable::trick`].
    pub fn groups(&mut self, groups: &[(usize, Vec<ShownCard>)], held: impl Fn(usize) -> usize) {
        let Some(((seat, last), earlier)) = groups.split_last() else { return };
        let behind: Vec<(f32, ShownCard)> = earlier.iter().flat_map(|(_, cards)| in_row(cards)).collect();
        let ends = groups.iter().filter_map(|(seat, cards)| Some((cards.last()?.number, *seat as u8)));
        let ends: Vec<(u8, u8)> = ends.collect();
        let last_row = in_row(last);
        let (before, now) = self.group_rows(cards_wide(&behind), cards_wide(&last_row));
        self.said_at = now.0.0;
        self.lay_row(before, 0, &behind, |_| None);
        let first = held(*seat) as u8;
        let was = |number: u8| Some(CardPiece::Hidden(*seat as u8, first + number));
        self.lay_row(now, 100, &last_row, was);
        for (card, seat) in ends {
            let id = PieceId::of(CardPiece::Card(card));
            self.layout.pieces.iter_mut().filter(|piece| piece.id == id).for_each(|piece| piece.owner = Some(seat));
        }
    }

    /// Where groups of cards lie, those before the last one and that one, which are so many cards wide: side by side on a broad table and
    /// where that is wide enough for cards as large as one above the other.
    fn group_rows(&self, earlier: f32, last: f32) -> (GroupRow, GroupRow) {
        let above = self.groups_above(earlier > 0.0);
        let beside = self.groups_beside(earlier, last);
        let fits = |row: GroupRow, cards: f32| cards * row.2 * CARD.0 <= row.1 + ROUNDING;
        let is_larger = fits(beside.0, earlier) && fits(beside.1, last) && beside.1.2 >= above.1.2;
        if self.ring.is_broad() || is_larger { beside } else { above }
    }

    /// Groups before the last one at its left.
    fn groups_beside(&self, earlier: f32, last: f32) -> (GroupRow, GroupRow) {
        let ((x, y), (wide, high)) = self.ring.middle_under_words(true);
        let (y, high) = (y - SAID / 2.0, high - SAID);
        let wide = wide - 2.0 * self.ring.beside_grown_plates();
        let scale = (high / CARD.1).min(1.2);
        let left = match earlier > 0.0 {
            true => {
                let free = wide - last * scale * CARD.0 - 2.0 * AROUND;
                free.min(earlier * BESIDE.1 * CARD.0).clamp(LEAST_LEFT * wide, MOST_LEFT * wide)
            }
            false => 0.0,
        };
        let edge = x - wide / 2.0;
        let before = (left / (earlier.max(1.0) * CARD.0)).clamp(BESIDE.0, BESIDE.1);
        let now = ((edge + (wide + left) / 2.0 + AROUND, y), wide - left - 2.0 * AROUND, scale);
        (((edge + left / 2.0, y), left, before), now)
    }

    /// Groups before the last one above it.
    fn groups_above(&self, has_earlier: bool) -> (GroupRow, GroupRow) {
        let (centre, (wide, high)) = self.ring.middle(true);
        let (top, high) = (centre.1 - high / 2.0, high - SAID);
        let wide = wide - 2.0 * self.ring.beside_grown_plates();
        let both = (high - BETWEEN_ROWS) / CARD.1;
        let above = if has_earlier { (both - WHOLE).clamp(ABOVE.0, ABOVE.1) } else { ABOVE.0 };
        let scale = (both - above).min(1.2);
        let before = ((centre.0, top + above * CARD.1 / 2.0), wide, above);
        (before, ((centre.0, top + high - scale * CARD.1 / 2.0), wide, scale))
    }

    /// A row about its middle, each card so many cards' widths after the one before, closer if it is too wide.
    pub(super) fn lay_row(
        &mut self,
        (centre, widest, scale): GroupRow,
        level: u16,
        cards: &[(f32, ShownCard)],
        was: impl Fn(u8) -> Option<CardPiece>,
    ) {
        let card = scale * CARD.0;
        let steps: f32 = cards.iter().skip(1).map(|(step, _)| step).sum();
        let step_width = ((widest - card) / (steps * card).max(1.0)).min(1.0) * card;
        let mut x = centre.0 - 0.5 * step_width * steps;
        for ((number, (step, card)), level) in (0u8..).zip(cards).zip(level..) {
            x += if number == 0 { 0.0 } else { step * step_width };
            let place = Place { scale, ..Place::at((x, centre.1)).on_level(level) };
            let piece = Piece::new(CardPiece::Card(card.number), card.face, CardArea::Middle, place);
            self.layout.pieces.push(Piece { was: was(number).map(PieceId::of), ..piece });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{cards_of, edges, everywhere, overlap, shown};
    use super::*;
    use crate::layout::{CardArea, Material, Room, SeatRing};

    /// A table in the middle of which groups of so many cards lie.
    fn with_groups(seats: usize, room: Room, groups: &[usize]) -> CardTable {
        let mut table = CardTable::new(SeatRing::new(seats, 0, room), Material::Cards);
        let mut cards = shown(60).into_iter();
        let groups: Vec<(usize, Vec<ShownCard>)> =
            (0..seats).cycle().zip(groups).map(|(seat, count)| (seat, cards.by_ref().take(*count).collect())).collect();
        table.groups(&groups, |_| 9);
        table
    }

    #[test]
    fn earlier_groups_lie_beside_the_last_one_where_there_is_room_for_larger_cards() {
        let scales = |groups: &[usize]| -> Vec<f32> {
            let layout = with_groups(4, Room::USUAL, groups).finish();
            layout.pieces.iter().map(|piece| piece.place.scale).collect()
        };
        assert_eq!(scales(&[2]), [1.2; 2], "alone");
        let few = scales(&[2, 1, 2, 1]);
        assert!(few[5] == 1.2 && few[..5].iter().all(|scale| *scale > 0.7), "{few:?}");
        let many = scales(&[2, 2, 2, 2, 2]);
        assert!(many[9] > 0.95 && many[..8].iter().all(|scale| *scale == ABOVE.0), "above it, smaller: {many:?}");
    }

    #[test]
    fn groups_lie_within_the_middle_and_apart_from_each_other() {
        for (room, seats) in everywhere() {
            for groups in [&[1, 1][..], &[2, 1, 2, 1], &[5, 5], &[3, 3, 4, 5, 5]] {
                let table = with_groups(seats, room, groups);
                let (centre, size) = table.ring.middle(true);
                let size = (size.0 + 1.0, size.1 + 1.0);
                let (middle, cards) = (edges(centre, size), cards_of(&table.finish(), CardArea::Middle));
                let is_within = |card: &[f32; 4]| {
                    card[0] >= middle[0] && card[1] <= middle[1] && card[2] >= middle[2] && card[3] <= middle[3]
                };
                assert!(cards.iter().all(is_within), "{groups:?} for {seats} in {room:?}: {cards:?} in {middle:?}");
                let (earlier, last) = cards.split_at(cards.len() - groups.last().copied().unwrap_or(0));
                let is_free = |card: &[f32; 4]| earlier.iter().all(|other| !overlap(*card, *other));
                assert!(last.iter().all(is_free), "{groups:?} for {seats} in {room:?}");
            }
        }
    }
}
