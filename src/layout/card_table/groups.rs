//! Groups of cards that are laid one after the other, each to be beaten by the next: the last one large in the middle of the table,
//! those before it small.

use super::super::piece::{Piece, PieceId};
use super::super::place::{CARD, Place, Point};
use super::builder::CardTable;
use super::cards::{CardArea, CardPiece, ShownCard};
use super::labels::SAID;

/// How large earlier groups of cards are, in rows of their own and beside the last one; and what is left free between the rows, for
/// words over the last one.
const EARLIER: (f32, f32) = (0.47, 0.62);
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

/// How much of the middle of a broad table is for groups before the last one: at least, and where that takes little room.
const LEFT: (f32, f32) = (0.36, 0.5);

/// What is free beside the last group.
const AROUND: f32 = 10.0;

impl CardTable {
    /// Groups of cards that were laid one after the other: the last one large in the middle, those before it in a row behind.
    /// On the last card of each is the marker of whoever laid it. `held` as for a [`CardTable::trick`].
    pub fn groups(&mut self, groups: &[(usize, Vec<ShownCard>)], held: impl Fn(usize) -> usize) {
        let Some(((seat, last), earlier)) = groups.split_last() else { return };
        let behind: Vec<(f32, ShownCard)> = earlier.iter().flat_map(|(_, cards)| in_row(cards)).collect();
        let ends = groups.iter().filter_map(|(seat, cards)| Some((cards.last()?.number, *seat as u8)));
        let ends: Vec<(u8, u8)> = ends.collect();
        let last_row = in_row(last);
        let steps = last_row.iter().skip(1).map(|(step, _)| step).sum();
        let (before, now) = self.group_rows((!behind.is_empty()).then_some(steps));
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

    /// Where groups of cards lie, those before the last one and that one: their middles, how wide they may be, how large the cards. `steps`
    /// says how many cards' widths the last one takes beside its first card, where there are others before it.
    fn group_rows(&self, steps: Option<f32>) -> (GroupRow, GroupRow) {
        let broad = self.ring.is_broad();
        let (centre, (wide, high)) = if broad { self.ring.middle_under_words(true) } else { self.ring.middle(true) };
        let (top, high) = (centre.1 - high / 2.0, high - SAID);
        let wide = wide - 2.0 * self.ring.beside_grown_plates();
        let (above, beside) = EARLIER;
        if broad {
            let (y, scale) = (top + high / 2.0, (high / CARD.1).min(1.2));
            let left = steps.map_or(0.0, |steps| {
                let needed = (1.0 + steps) * scale * CARD.0 + 2.0 * AROUND;
                (wide - needed).clamp(LEFT.0 * wide, LEFT.1 * wide)
            });
            let edge = centre.0 - wide / 2.0;
            let now = ((edge + (wide + left) / 2.0 + AROUND, y), wide - left - 2.0 * AROUND, scale);
            return (((edge + left / 2.0, y), left, beside), now);
        }
        let scale = ((high - above * CARD.1 - BETWEEN_ROWS) / CARD.1).min(1.2);
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
