//! Cards on a board that hang in lines: a line of cards that wraps like text, with others hanging below each of them.

use super::super::area::{Area, AreaLook};
use super::super::lines::HangingLines;
use super::super::piece::{Piece, PieceId};
use super::super::place::Place;
use super::builder::CardTable;
use super::cards::{CardArea, CardPiece, ShownCard};

/// A card that hangs in a line, and the seat that laid it.
pub type Hanging = (ShownCard, Option<usize>);

impl CardTable {
    /// Cards on the board as they hang in lines, the last of the line marked; each with the seat that laid it, if one did, so that
    /// one that was hidden glides from its hand. `held` is how many cards a seat has left.
    pub fn hang(&mut self, links: &[(Hanging, Vec<Hanging>)], last: &str, held: impl Fn(usize) -> usize) {
        let counts: Vec<usize> = links.iter().map(|(_, below)| below.len()).collect();
        let lines = HangingLines::fitting(&counts, self.ring.board());
        if let Some(place) = links.len().checked_sub(1).map(|number| lines.card(number)) {
            let area = Area::new(CardArea::Trick(0), place.centre, lines.size(), last);
            self.layout.areas.push(Area { look: AreaLook::Marked, ..area });
        }
        let mut lay = |(card, by): &Hanging, place: Place| {
            let piece = Piece::new(CardPiece::Card(card.number), card.face, CardArea::Middle, place);
            let was = by.map(|seat| PieceId::of(CardPiece::Hidden(seat as u8, held(seat) as u8)));
            self.layout.pieces.push(Piece { was, is_dimmed: card.is_dimmed, ..piece });
        };
        for (number, (card, below)) in links.iter().enumerate() {
            lay(card, lines.card(number));
            below.iter().enumerate().for_each(|(place, card)| lay(card, lines.hanging(number, place)));
        }
    }
}
