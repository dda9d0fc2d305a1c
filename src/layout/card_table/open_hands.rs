//! Open hands of a few cards, with decks of their own. Where everybody draws from a deck that nobody else has, hand and deck lie at
//! the seat's plate and together are as wide as it, so that it is plain whose they are.

use super::super::area::Area;
use super::super::build::fan;
use super::super::fitting::PLATE_GROWS;
use super::super::piece::{Piece, PieceId};
use super::super::place::{CARD, Place, Point};
use super::super::seat_ring::{OPEN_HANDS, PLATE, SeatRing};
use super::super::table::{Label, LabelLook};
use super::builder::CardTable;
use super::cards::{CardArea, CardPiece, ShownCard};
use super::hands::{FROM_PLATE, ONLY_STEP};
use super::piles::PileSpot;
use crate::words::whose;

/// How large cards are in a hand of few that lies open beside a deck, and how many there are at most.
const OPEN_FEW: (f32, usize) = (OPEN_HANDS, 4);

/// The step from card to card of it, where it is not the only other hand.
const STEP: f32 = 32.0;

/// How large the cards of a deck are beside such a hand and above the own plate, and from the hand to the deck.
const PERSONAL: (f32, f32, f32) = (0.34, 0.5, 6.0);

/// How far under the middle of a deck the number on it ends, in table units.
const DECK_TAG: f32 = 10.0;

impl SeatRing {
    /// The step from card to card of another hand of few.
    fn few_step(self) -> f32 {
        if self.seats() == 2 { OPEN_HANDS * ONLY_STEP } else { STEP }
    }

    /// The middles of a hand of few that lies open and of the deck beside it, at the outer side. Both together are as wide as a plate, but
    /// for the only other hand.
    fn open_few(self, seat: u8) -> (Point, Point) {
        let ((scale, most), (small, _, gap), step) = (OPEN_FEW, PERSONAL, self.few_step());
        let ((x, _), (_, y)) = (self.plate(seat), self.hand(seat, scale));
        let (hand, deck) = (scale * CARD.0 + step * (most as f32 - 1.0), small * CARD.0);
        let outwards = if self.is_left(seat) { -1.0 } else { 1.0 };
        let below = (scale - small) * CARD.1 / 2.0;
        ((x - outwards * (deck + gap) / 2.0, y), (x + outwards * (hand + gap) / 2.0, y + below))
    }

    /// The middle of a seat's own deck, and how large its cards are: beside its open hand, and in front above the plate.
    fn personal_deck(self, seat: u8) -> (Point, f32) {
        if !self.is_front(seat) {
            return (self.open_few(seat).1, PERSONAL.0);
        }
        let ((x, y), scale) = (self.plate(seat), PERSONAL.1);
        let up = 0.5 * (PLATE_GROWS.1 * PLATE.1 + scale * CARD.1) + FROM_PLATE;
        ((x - (PLATE.0 - scale * CARD.0) / 2.0, y - up), scale)
    }
}

impl CardTable {
    /// Another seat's hand of a few cards, which lies open beside its [deck](CardTable::personal_deck).
    pub fn open_hand(&mut self, seat: usize, cards: &[ShownCard]) {
        let (number, (scale, _), step) = (seat as u8, OPEN_FEW, self.ring.few_step());
        let ((centre, _), area) = (self.ring.open_few(number), CardArea::Hand(number));
        let size = (scale * CARD.0 + step * cards.len().saturating_sub(1) as f32, scale * CARD.1);
        self.layout.areas.push(Area::new(area, centre, size, format!("{} hand", whose(number))));
        for (card, at) in cards.iter().zip(fan(centre, step, 0.0, cards.len())) {
            let piece = Piece::new(CardPiece::Card(card.number), card.face, area, Place { scale, ..at });
            self.layout.pieces.push(Piece { is_dimmed: card.is_dimmed, ..piece });
        }
    }

    /// A deck of a seat's own, face down beside its open hand, with the number of its cards on it. `drawn` is the card that came from it last, which turns over on its way if it lies on the table already.
    pub fn personal_deck(&mut self, seat: usize, left: usize, drawn: Option<u8>) {
        let number = seat as u8;
        let ((centre, scale), area) = (self.ring.personal_deck(number), CardArea::Pile(number));
        PileSpot::new(number, "deck", centre, scale).lay_face_down(&mut self.layout, area, left, String::new());
        if let Some(area) = self.layout.areas.last_mut() {
            area.name = format!("{} deck, {left} left", whose(number));
        }
        let foot = (centre.0, centre.1 + DECK_TAG);
        self.layout.labels.push(Label { look: LabelLook::OnCard, ..Label::new(foot, left.to_string()) });
        let drawn = drawn.map(|card| PieceId::of(CardPiece::Card(card)));
        if let Some(card) = self.layout.pieces.iter_mut().find(|piece| Some(piece.id) == drawn) {
            card.was = Some(PieceId::of(CardPiece::Pile(number, left as u8)));
        }
    }
}
