//! Piles that lie where the game says: a stock face down, discards, a row of open cards.

use super::super::area::{Area, Numbered};
use super::super::build::pile;
use super::super::piece::{Face, Piece, PieceId};
use super::super::place::{CARD, Place, Point};
use super::super::table::Layout;
use super::builder::CardTable;
use super::cards::{CardArea, CardPiece};
use crate::cards::DeckCard;

/// Where a pile lies, and how large its cards are.
#[derive(Clone, Copy, Debug)]
pub struct PileSpot {
    number: u8,
    name: &'static str,
    centre: Point,
    scale: f32,
    step: f32,
    key: Option<(i8, i8)>,
}

impl PileSpot {
    pub const fn new(number: u8, name: &'static str, centre: Point, scale: f32) -> PileSpot {
        PileSpot { number, name, centre, scale, step: 0.0, key: None }
    }

    /// The same with each card so far to the right of the one before, in table units.
    pub const fn fanned(self, step: f32) -> PileSpot {
        PileSpot { step, ..self }
    }

    /// The same where the arrow keys find it in this column and row.
    pub const fn with_key(self, column: i8, row: i8) -> PileSpot {
        PileSpot { key: Some((column, row)), ..self }
    }

    /// Lays a pile face down here, with what is written under it.
    pub fn lay_face_down(self, layout: &mut Layout, area: impl Numbered, count: usize, caption: String) {
        self.outline(layout, area, caption);
        for (number, place) in (0u8..).zip(pile(self.centre, count)) {
            let place = Place { scale: self.scale, thickness: self.scale * place.thickness, ..place };
            layout.pieces.push(Piece::new(CardPiece::Pile(self.number, number), Face::Back, area, place));
        }
    }

    fn outline(self, layout: &mut Layout, area: impl Numbered, caption: String) {
        let size = (self.scale * CARD.0, self.scale * CARD.1);
        let caption = Some(caption).filter(|caption| !caption.is_empty());
        layout.areas.push(Area { caption, key: self.key, ..Area::new(area, self.centre, size, self.name).outlined() });
    }
}

impl CardTable {
    /// A pile that lies face down, with what is written under it.
    pub fn stock(&mut self, spot: PileSpot, count: usize, caption: String) {
        spot.lay_face_down(&mut self.layout, CardArea::Pile(spot.number), count, caption);
    }

    /// A pile that lies open; `was` is the face-down pile from which its cards came, and how many are left there.
    pub fn open_pile<C: DeckCard + Into<Face>>(
        &mut self,
        spot: PileSpot,
        cards: impl IntoIterator<Item = C>,
        was: Option<(PileSpot, usize)>,
        caption: String,
    ) {
        let area = CardArea::Pile(spot.number);
        spot.outline(&mut self.layout, area, caption);
        for (level, card) in (0u16..).zip(cards) {
            let at = (spot.centre.0 + spot.step * f32::from(level), spot.centre.1);
            let place = Place { scale: spot.scale, ..Place::at(at).on_level(level) };
            let piece = Piece::new(CardPiece::Card(card.index()), card.into(), area, place);
            let was = was.map(|(pile, left)| PieceId::of(CardPiece::Pile(pile.number, left as u8)));
            self.layout.pieces.push(Piece { was, ..piece });
        }
    }
}
