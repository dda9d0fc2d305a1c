//! What seats have at their plates, small: what they set aside, what they won and what they took. No plate covers it, though plates
//! grow, nor does a hand or a card in the middle.

use super::super::area::{Area, AreaId};
use super::super::build::fan;
use super::super::fitting::PLATE_GROWS;
use super::super::piece::{Face, Piece};
use super::super::place::{CARD, Place, Point};
use super::super::seat_ring::{PLATE, SeatRing};
use super::super::table::Label;
use super::builder::CardTable;
use super::cards::{CardArea, CardPiece, MOST_HELD, ShownCard};
use super::hands::{FROM_PLATE, ON_PLATE};
use crate::cards::DeckCard;
use crate::words::called;

/// How large what is set aside and taken is.
const SMALL: f32 = 0.34;

/// How large the cards are that the viewer has set aside, and the step from one to the next: number and suit can be read.
const OWN_ASIDE: (f32, f32) = (0.48, 34.0);

/// From what is set aside to the middle of a word beside it, which is larger where all text is.
const BESIDE_ASIDE: f32 = 54.0;

/// What a seat has taken: the largest step from card to card, and from the first to the last; above the viewer's own plate and on
/// others, where it lies beside the hand.
const TAKEN: (f32, f32) = (7.0, 36.0);
const TAKEN_BESIDE: (f32, f32) = (3.0, 12.0);

impl SeatRing {
    /// The height of what lies above a plate that has grown.
    fn above_plate(self, seat: u8) -> f32 {
        self.plate(seat).1 - 0.5 * (PLATE_GROWS.1 * PLATE.1 + SMALL * CARD.1) - 4.0
    }

    /// The first and the last card of what a seat has taken: beside its hand, on the plate; above it where the own hand lies in front.
    fn pile(self, seat: u8, cards: usize, has_own_hand: bool) -> (Point, Point) {
        let (x, y) = self.plate(seat);
        let is_own = self.is_front(seat) && has_own_hand;
        let (step, widest) = if is_own { TAKEN } else { TAKEN_BESIDE };
        let wide = (step * cards.saturating_sub(1) as f32).min(widest);
        let (left, y) = match is_own {
            true => (x - (PLATE.0 - SMALL * CARD.0) / 2.0, self.above_plate(seat)),
            false => (x + ON_PLATE.2, y - 0.5 * (PLATE_GROWS.1 * PLATE.1 + SMALL * CARD.1) - 1.0),
        };
        ((left, y), (left + wide, y))
    }

    /// The middle of what a seat has set aside and is so wide: beside a plate at the upper edge, under one at a side, at the edge; in
    /// front above the plate, or beside it where another hand than the own one lies there.
    fn aside(self, seat: u8, (wide, high): (f32, f32), has_own_hand: bool) -> Point {
        let (x, y) = self.plate(seat);
        let outer = (PLATE.0 - wide) / 2.0;
        if self.is_front(seat) && has_own_hand {
            // What was taken lies at the left there.
            return (x + outer, self.above_plate(seat) - (high - SMALL * CARD.1) / 2.0);
        }
        if self.is_front(seat) || !self.is_at_side(seat) {
            let far = 0.5 * (PLATE_GROWS.0 * PLATE.0 + wide) + FROM_PLATE;
            return (if self.is_left(seat) { x + far } else { x - far }, y);
        }
        let below = y + 0.5 * (PLATE_GROWS.1 * PLATE.1 + SMALL * CARD.1) + 4.0;
        (if self.is_left(seat) { x - outer } else { x + outer }, below)
    }

    /// The middle of what a seat has won: under its plate; in front above it.
    fn won(self, seat: u8) -> Point {
        let (x, y) = self.plate(seat);
        let below = y + (PLATE.1 + SMALL * CARD.1) / 2.0 + 12.0;
        (x, if self.is_front(seat) { self.above_plate(seat) } else { below })
    }
}

impl CardTable {
    /// What a seat has set aside: so many cards, of which these are known.
    pub fn aside(&mut self, seat: usize, count: usize, known: &[ShownCard], name: &str) {
        let number = seat as u8;
        let is_own = self.ring.is_front(number) && self.layout.has_hand;
        let (scale, step) = match known.is_empty() {
            _ if is_own => OWN_ASIDE,
            true => (SMALL, 7.0),
            false => (SMALL, 22.0),
        };
        let wide = scale * CARD.0 + step * count.saturating_sub(1) as f32;
        let centre = self.ring.aside(number, (wide, scale * CARD.1), self.layout.has_hand);
        let area = CardArea::Aside(number);
        self.layout.areas.push(Area::new(area, centre, (wide, scale * CARD.1), name).named());
        for (place, at) in (0u8..).zip(fan(centre, step, 0.0, count)) {
            let at = Place { scale, ..at };
            let piece = match known.get(usize::from(place)) {
                Some(card) => Piece::new(CardPiece::Card(card.number), card.face, area, at),
                None => Piece::new(CardPiece::Aside(number, place), Face::Back, area, at),
            };
            self.layout.pieces.push(piece);
        }
    }

    /// What is written about what a seat has set aside, beside it: over or under the plate where it lies there, and else on its other side.
    pub fn about_aside(&mut self, seat: usize, words: &str) {
        let (number, area) = (seat as u8, AreaId::of(CardArea::Aside(seat as u8)));
        let Some(((x, y), wide)) = self.layout.area(area).map(|aside| (aside.centre, aside.size.0)) else { return };
        let plate = self.ring.plate(number).0;
        let is_at_end_of_plate = (x - plate).abs() < PLATE.0 / 2.0;
        let is_right = (x > plate) != is_at_end_of_plate;
        let beside = wide / 2.0 + BESIDE_ASIDE;
        self.layout.labels.push(Label::new((if is_right { x + beside } else { x - beside }, y), words));
    }

    /// What a seat has won, open under its plate.
    pub fn won<C: DeckCard + Into<Face>>(&mut self, seat: usize, cards: Vec<C>) {
        let (number, centre) = (seat as u8, self.ring.won(seat as u8));
        let area = CardArea::Taken(number);
        let name = format!("won by {}", called(number));
        self.layout.areas.push(Area::new(area, centre, (PLATE.0, SMALL * CARD.1), name).named());
        let step = ((PLATE.0 - SMALL * CARD.0) / cards.len().saturating_sub(1).max(1) as f32).min(26.0);
        let places = fan(centre, step, 0.0, cards.len());
        for (card, at) in cards.into_iter().zip(places) {
            let place = Place { scale: SMALL, ..at };
            self.layout.pieces.push(Piece::new(CardPiece::Card(card.index()), card.into(), area, place));
        }
    }

    /// What a seat has taken, a card for each trick or for each card.
    pub fn taken(&mut self, seat: usize, tricks: usize) {
        let number = seat as u8;
        let ((first, y), (last, _)) = self.ring.pile(number, tricks, self.layout.has_hand);
        let area = CardArea::Taken(number);
        let size = (SMALL * CARD.0 + last - first, SMALL * CARD.1);
        let name = format!("taken by {}", called(number));
        self.layout.areas.push(Area::new(area, ((first + last) / 2.0, y), size, name).named());
        let step = (last - first) / tricks.saturating_sub(1).max(1) as f32;
        for place in 0..(tricks as u8).min(MOST_HELD) {
            let centre = (first + step * f32::from(place), y);
            let at = Place { scale: SMALL, ..Place::at(centre).on_level(u16::from(place)) };
            self.layout.pieces.push(Piece::new(CardPiece::Taken(number, place), Face::Back, area, at));
        }
    }

    /// Cards on their way to what a seat has taken.
    pub fn swept<C: DeckCard + Into<Face>>(&mut self, seat: usize, cards: impl IntoIterator<Item = C>) {
        let (area, ((x, y), _)) = (CardArea::Taken(seat as u8), self.ring.pile(seat as u8, 1, self.layout.has_hand));
        for (level, card) in (100u16..).zip(cards) {
            let place = Place {
                scale: SMALL,
                ..Place::at((x + (2.0 * f32::from(level - 100)).min(TAKEN_BESIDE.1), y)).on_level(level)
            };
            self.layout.pieces.push(Piece::new(CardPiece::Card(card.index()), card.into(), area, place));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Edges, cards_of, edges, everywhere, overlap, shown};
    use super::*;
    use crate::layout::Material;

    #[test]
    fn what_seats_have_taken_and_set_aside_is_covered_by_no_plate_hand_or_trick_also_in_a_small_window() {
        for (room, seats) in everywhere() {
            let ring = SeatRing::new(seats, 0, room);
            let mut table = CardTable::new(ring, Material::Cards);
            for seat in 0..seats {
                table.plate(seat, "12 points".to_owned(), false, false);
                table.taken(seat, 12);
                table.hand(seat, if seat == 0 { 0 } else { 12 }, &[]);
                let known = if seat == 0 { shown(3) } else { Vec::new() };
                // Beside the plate there is room for more only with up to six seats.
                if seats <= 6 {
                    table.aside(seat, 3, &known, "aside");
                }
            }
            let trick: Vec<(usize, ShownCard)> = (0..seats).zip(shown(124).into_iter().skip(100)).collect();
            table.trick(&trick, None, |_| 12);
            let layout = table.finish();
            let (wide, high) = layout.plate_growth(f32::MAX);
            let grown = (wide * PLATE.0, high * PLATE.1);
            let plates: Vec<Edges> = layout.plates.iter().map(|plate| edges(plate.centre, grown)).collect();
            let of_all = |area: fn(u8) -> CardArea| -> Vec<Edges> {
                (0..seats as u8).flat_map(|seat| cards_of(&layout, area(seat))).collect()
            };
            let others = [of_all(CardArea::Hand), of_all(CardArea::Trick)].concat();
            for seat in 0..seats as u8 {
                for area in [CardArea::Taken(seat), CardArea::Aside(seat)] {
                    for card in cards_of(&layout, area) {
                        let by: Vec<&Edges> =
                            plates.iter().chain(&others).filter(|other| overlap(card, **other)).collect();
                        assert!(by.is_empty(), "{seats} seats in {room:?}, {area:?}: {card:?} by {by:?}");
                    }
                }
            }
        }
    }
}
