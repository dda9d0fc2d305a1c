//! What seats lay before them for all to see, in the middle of the table, and beside it what all play for.

use super::super::area::{Area, AreaLook};
use super::super::piece::{Face, Piece};
use super::super::place::{CARD, Place, Point};
use super::super::seat_ring::MiddleSlot;
use super::builder::CardTable;
use super::cards::{CardArea, CardPiece, ShownCard};
use crate::words::whose;

/// What a seat has laid before it for this round, in cards: the step from one to the next, and how wide three are.
const LAID_STEP: f32 = 0.3;
const LAID: f32 = 1.0 + 2.0 * LAID_STEP;

/// How wide what all play for is, in cards: one, and a small pile at each side of it.
const SHARED: f32 = 2.8;

impl CardTable {
    /// What a seat has laid before it for all to see, and on it perhaps a card face down. `held` is how many cards its hand has
    /// without that one, which glides from there.
    pub fn laid(
        &mut self,
        seat: usize,
        open: impl IntoIterator<Item = ShownCard>,
        face_down: bool,
        held: usize,
        is_marked: bool,
    ) {
        let (number, slots) = (seat as u8, self.ring.slots(LAID, Some(SHARED)));
        let (scale, step, centre) = (slots.scale, LAID_STEP * slots.scale * CARD.0, slots.at(MiddleSlot::Of(number)));
        let open: Vec<ShownCard> = open.into_iter().collect();
        let cards = open.len() + usize::from(face_down);
        // As wide as what lies there; where nothing does, as what can.
        let in_cards = if cards == 0 { LAID } else { 1.0 + LAID_STEP * (cards as f32 - 1.0) };
        let size = (in_cards * scale * CARD.0, scale * CARD.1);
        let area = CardArea::Aside(number);
        let look = if is_marked { AreaLook::Marked } else { AreaLook::Bare };
        let name = format!("{} cards on the table", whose(number));
        self.layout.areas.push(Area { look, owner: Some(number), ..Area::new(area, centre, size, name) });
        let first = centre.0 - step * (cards.max(1) as f32 - 1.0) / 2.0;
        let places = (0u8..).map(|at| Place { scale, ..Place::at((first + step * f32::from(at), centre.1)) });
        let hidden = || CardPiece::Hidden(number, held as u8);
        let open = open.into_iter().map(|card| (CardPiece::Card(card.number), card.face, card.is_dimmed));
        let pieces = open.chain(face_down.then(|| (hidden(), Face::Back, false)));
        for ((level, (id, face, is_dimmed)), place) in (0u16..).zip(pieces).zip(places) {
            let piece = Piece::new(id, face, area, place.on_level(level));
            self.layout.pieces.push(Piece { is_dimmed, ..piece.was(hidden()) });
        }
    }

    /// The middle of what all play for, and how large its cards are, beside what is [laid](CardTable::laid).
    pub fn shared(&self) -> (Point, f32) {
        let slots = self.ring.slots(LAID, Some(SHARED));
        (slots.at(MiddleSlot::Shared), slots.scale)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{cards_of, edges, everywhere, overlap, shown};
    use super::*;
    use crate::layout::{Material, SeatRing};

    #[test]
    fn what_seats_lay_before_them_keeps_clear_of_the_small_piles_at_the_upper_edge() {
        for (room, seats) in everywhere().filter(|(_, seats)| *seats <= 4) {
            let mut table = CardTable::new(SeatRing::new(seats, 0, room), Material::Mystique);
            let piles = table.corner().map(|centre| edges(centre, (0.5 * CARD.0, 0.5 * CARD.1)));
            (0..seats).for_each(|seat| table.laid(seat, shown(3), false, 3, false));
            let layout = table.finish();
            for seat in 0..seats as u8 {
                let cards = cards_of(&layout, CardArea::Aside(seat));
                let covers = |card: &[f32; 4]| piles.iter().any(|pile| overlap(*card, *pile));
                assert!(cards.len() == 3 && !cards.iter().any(covers), "{seats} seats in {room:?}: {cards:?}");
            }
        }
    }
}
