//! Hands: the viewer's own in front, as large as cards are, and those of the others at their plates, small, or large enough to be
//! read where they lie open.

use super::super::area::{Area, AreaId, AreaLook};
use super::super::build::fan;
use super::super::fitting::PLATE_GROWS;
use super::super::piece::{Face, Piece};
use super::super::place::{CARD, Place, Point};
use super::super::seat_ring::{OPEN_HANDS, OTHERS, PLATE, SeatRing};
use super::builder::CardTable;
use super::cards::{CardArea, CardPiece, ShownCard};
use crate::words::whose;

/// The largest step from card to card of the own hand, and what it leaves free at its right.
const OWN_STEP: f32 = 86.0;
const BESIDE_OWN: f32 = 24.0;

/// How much lower the outermost cards of the own hand lie than the middle, and how far they are from the edge of the table.
const BOW: f32 = 12.0;
const UNDER_OWN: f32 = 10.0;

/// How large hands are beside a column of plates, and how wide.
const IN_COLUMN: f32 = 0.26;
const IN_COLUMN_WIDE: f32 = 66.0;

/// The largest step from back to back of other hands, and from card to card of the known ones among backs.
const CLOSED_STEP: f32 = 11.0;
const HALF_OPEN_STEP: f32 = 20.0;

/// The largest step from card to card of other hands that lie open, for cards of the full size; and of the only other hand, of which every
/// card is seen whole, and how much of the table that takes at most.
const OPEN_STEP: f32 = 60.0;
pub(super) const ONLY_STEP: f32 = 104.0;
const ONLY_WIDE: f32 = 0.5;

/// How far cards lie from a plate that has grown.
pub(super) const FROM_PLATE: f32 = 6.0;

/// On a plate lie the hand and what is taken: the middle of the hand and how wide it is, and the first card of what is taken,
/// from the middle of the plate.
pub(super) const ON_PLATE: (f32, f32, f32) = (-28.0, 134.0, 64.0);

/// How far a hand that lies open stays from the edge of the table.
const FROM_EDGE: f32 = 4.0;

/// How much wider than a plate a hand is that lies open.
const OPEN_BESIDE: f32 = 70.0;

impl SeatRing {
    /// How much wider than its plate a hand is here that lies open: where many sit at the upper edge, it ends beside their plates.
    fn open_beside(self) -> f32 {
        if self.is_crowded() { 0.0 } else { OPEN_BESIDE }
    }

    /// The middle of another seat's hand: above its plate, or beside it.
    pub(super) fn hand(self, seat: u8, scale: f32) -> Point {
        let (x, y) = self.plate(seat);
        match self.is_column() {
            true => (x + PLATE.0 / 2.0 + 30.0, y),
            false => (x + ON_PLATE.0, y - PLATE.1 / 2.0 - 0.5 * scale * CARD.1 - 2.0),
        }
    }

    /// The same of a hand so wide that lies open: over the middle of its plate, or as near to that as the edge of the table allows.
    fn open_hand(self, seat: u8, scale: f32, wide: f32) -> Point {
        let (x, y) = (self.plate(seat).0, self.hand(seat, scale).1);
        let first = FROM_EDGE + wide / 2.0;
        (x.clamp(first, (self.size().0 - first).max(first)), y)
    }

    /// The middle of the own hand with so many cards, and the step from card to card: right of the plate, and about the middle of
    /// the table if it can be.
    fn own_hand(self, cards: usize) -> (Point, f32) {
        let (wide, high) = self.size();
        let left = self.plate_end();
        let gaps = cards.saturating_sub(1) as f32;
        let step = ((wide - BESIDE_OWN - left - CARD.0) / gaps.max(1.0)).min(OWN_STEP);
        let x = (wide / 2.0).max(left + (step * gaps + CARD.0) / 2.0);
        ((x, high - CARD.1 / 2.0 - BOW - UNDER_OWN), step)
    }

    /// Where what lies right of the own plate may begin.
    fn plate_end(self) -> f32 {
        let (x, _) = self.plate(self.front());
        x + PLATE_GROWS.0 * PLATE.0 / 2.0 + FROM_PLATE
    }
}

/// How another seat's hand lies at its plate: its middle, its size, how large its cards are, and where they are.
struct HandAtPlate {
    centre: Point,
    size: (f32, f32),
    scale: f32,
    places: Vec<Place>,
}

impl HandAtPlate {
    /// Cards in a straight row so wide.
    fn row(centre: Point, wide: f32, scale: f32, step: f32, count: usize) -> HandAtPlate {
        HandAtPlate { centre, size: (wide, scale * CARD.1), scale, places: fan(centre, step, 0.0, count).collect() }
    }

    /// Backs as a hand is held.
    fn fanned(centre: Point, wide: f32, scale: f32, step: f32, count: usize) -> HandAtPlate {
        let arc = (2.4 * count as f32).min(30.0);
        HandAtPlate {
            places: fan(centre, step, arc, count).collect(),
            ..HandAtPlate::row(centre, wide, scale, step, 0)
        }
    }
}

/// The step from card to card with which so many take no more than this room.
fn step_within(wide: f32, scale: f32, count: usize) -> f32 {
    (wide - scale * CARD.0) / count.saturating_sub(1).max(1) as f32
}

impl CardTable {
    /// The viewer's own hand, as it is sorted. `may_act`: its cards can be picked up.
    pub fn own_hand(&mut self, cards: &[ShownCard], may_act: bool) {
        self.own_hand_with_room(cards, may_act, cards.len());
    }

    /// The same of a hand that grows to so many cards: where the others will lie is shown.
    pub fn own_hand_with_room(&mut self, cards: &[ShownCard], may_act: bool, room: usize) {
        let count = room.max(cards.len());
        let (middle, step) = self.ring.own_hand(count);
        let wide = step * count as f32;
        let arc = (0.8 * count as f32).min((8.0 * BOW / wide.max(1.0)).to_degrees());
        let known = cards.iter().map(Some).chain(std::iter::repeat(None));
        for ((number, card), place) in (0u8..).zip(known).zip(fan(middle, step, arc, count)) {
            let area = CardArea::Own(number);
            let look = if card.is_some() { AreaLook::Fan } else { AreaLook::Outline };
            let key = Area::new(area, place.centre, CARD, "hand").with_key(number, 1);
            self.layout.areas.push(Area { look, turn: place.turn, ..key });
            self.layout.hand_places.extend((count > cards.len()).then_some(AreaId::of(area)));
            let Some(card) = card else { continue };
            let piece = Piece::new(CardPiece::Card(card.number), card.face, area, place);
            self.layout.pieces.push(Piece { is_dimmed: card.is_dimmed, badge: card.badge, ..piece.movable(may_act) });
        }
        self.layout.has_hand = true;
    }

    /// Another seat's hand: so many cards, of which these are known.
    pub fn hand(&mut self, seat: usize, count: usize, known: &[ShownCard]) {
        let number = seat as u8;
        let HandAtPlate { centre, size, scale, places } = match (self.ring.is_column(), known.len()) {
            (true, _) => self.hand_beside_plate(number, count),
            (false, 0) => self.closed_hand(number, count),
            (false, shown) if shown < count => self.half_open_hand(number, shown, count),
            _ => self.shown_hand(number, count),
        };
        let area = CardArea::Hand(number);
        self.layout.areas.push(Area::new(area, centre, size, format!("{} hand", whose(number))));
        for (place, at) in (0u8..).zip(places) {
            let at = Place { scale, ..at };
            let piece = match known.get(usize::from(place)) {
                Some(card) => Piece::new(CardPiece::Card(card.number), card.face, area, at),
                None => Piece::new(CardPiece::Hidden(number, place), Face::Back, area, at),
            };
            self.layout.pieces.push(piece);
        }
    }

    fn hand_beside_plate(&self, seat: u8, count: usize) -> HandAtPlate {
        let step = step_within(IN_COLUMN_WIDE, IN_COLUMN, count).min(CLOSED_STEP);
        HandAtPlate::fanned(self.ring.hand(seat, IN_COLUMN), IN_COLUMN_WIDE, IN_COLUMN, step, count)
    }

    fn closed_hand(&self, seat: u8, count: usize) -> HandAtPlate {
        let step = step_within(ON_PLATE.1, OTHERS, count).min(CLOSED_STEP);
        HandAtPlate::fanned(self.ring.hand(seat, OTHERS), ON_PLATE.1, OTHERS, step, count)
    }

    /// One of which all cards are known.
    fn shown_hand(&self, seat: u8, count: usize) -> HandAtPlate {
        let scale = self.ring.open_hands();
        let (room, most) = match self.ring.seats() {
            2 => (ONLY_WIDE * self.ring.size().0, ONLY_STEP),
            _ => (PLATE.0 + self.ring.open_beside(), OPEN_STEP),
        };
        let step = step_within(room, scale, count).min(most * scale);
        let wide = scale * CARD.0 + step * count.saturating_sub(1) as f32;
        HandAtPlate::row(self.ring.open_hand(seat, scale, wide), wide, scale, step, count)
    }

    /// One of which the first cards are known: these can be read, the backs lie close, and all of it takes no more room than backs do.
    fn half_open_hand(&self, seat: u8, shown: usize, count: usize) -> HandAtPlate {
        let scale = OPEN_HANDS;
        let room = ON_PLATE.1 - scale * CARD.0;
        let step = (room / shown as f32).min(HALF_OPEN_STEP);
        let backs = (count - shown).saturating_sub(1) as f32;
        let close = ((room - step * shown as f32) / backs.max(1.0)).min(CLOSED_STEP);
        let wide = scale * CARD.0 + step * shown as f32 + close * backs;
        let (centre, first) = (self.ring.hand(seat, scale), (scale * CARD.0 - wide) / 2.0);
        let x = |number: usize| step * number.min(shown) as f32 + close * number.saturating_sub(shown) as f32;
        let place = |number| Place::at((centre.0 + first + x(number), centre.1)).on_level(number as u16);
        HandAtPlate { centre, size: (wide, scale * CARD.1), scale, places: (0..count).map(place).collect() }
    }

    /// The middle that hands leave which lie open at the sides: its middle and its size.
    pub fn between_open_hands(&self) -> (Point, (f32, f32)) {
        let (centre, (wide, high)) = self.ring.middle(false);
        let has_sides = (0..self.ring.seats() as u8).any(|seat| self.ring.is_at_side(seat));
        (centre, (if has_sides { wide - 2.0 * self.ring.open_beside() } else { wide }, high))
    }

    /// What lies below them and between the plates: its middle and its size.
    pub fn below_open_hands(&self) -> (Point, (f32, f32)) {
        self.ring.below_hands()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{cards_of, everywhere, shown};
    use super::*;
    use crate::layout::{Material, Room};

    #[test]
    fn a_hand_of_which_some_cards_are_known_takes_no_more_room_than_backs_and_these_can_be_read() {
        for (room, seats) in everywhere() {
            for (seat, known, count) in
                (1..seats).flat_map(|seat| [(1, 2), (3, 12), (4, 15)].map(|(a, b)| (seat, a, b)))
            {
                let mut table = CardTable::new(SeatRing::new(seats, 0, room), Material::Mystique);
                table.hand(seat, count, &shown(known as u8));
                let layout = table.finish();
                let cards = cards_of(&layout, CardArea::Hand(seat as u8));
                assert_eq!(cards.len(), count);
                let wide = cards[count - 1][1] - cards[0][0];
                assert!(wide <= ON_PLATE.1 + 0.1, "{seats} seats in {room:?}, {known} of {count}: {wide}");
                let steps: Vec<f32> = cards.windows(2).map(|pair| pair[1][0] - pair[0][0]).collect();
                assert!(steps[..known].iter().all(|step| *step >= 15.0), "{seats} seats in {room:?}: {steps:?}");
            }
        }
    }

    /// The left edge of what lies in a hand of so many open cards, its right edge, and the middle of its plate.
    fn open(ring: SeatRing, seat: usize, cards: u8) -> (f32, f32, f32) {
        let mut table = CardTable::new(ring, Material::Mystique);
        table.plate(seat, "8 cards".to_owned(), false, false);
        table.hand(seat, cards.into(), &shown(cards));
        let layout = table.finish();
        let cards = cards_of(&layout, CardArea::Hand(seat as u8));
        let left = cards.iter().map(|card| card[0]).fold(f32::MAX, f32::min);
        let right = cards.iter().map(|card| card[1]).fold(0.0, f32::max);
        (left, right, layout.plates[0].centre.0)
    }

    #[test]
    fn the_only_other_hand_that_lies_open_shows_its_cards_whole() {
        for room in [Room::NARROWEST, Room::USUAL, Room::WIDEST] {
            let mut table = CardTable::new(SeatRing::new(2, 0, room).with_open_hands(), Material::Mystique);
            table.hand(1, 7, &shown(7));
            let cards = cards_of(&table.finish(), CardArea::Hand(1));
            assert!(cards.windows(2).all(|pair| pair[1][0] >= pair[0][1]), "{room:?}: {cards:?}");
        }
    }

    #[test]
    fn an_open_hand_lies_over_the_middle_of_its_plate_unless_it_would_reach_beyond_the_edge_of_the_table() {
        for (room, seats) in everywhere() {
            let ring = SeatRing::new(seats, 0, room).with_open_hands();
            for (seat, cards) in (1..seats).flat_map(|seat| [1, 3, 6, 8, 12].map(move |cards| (seat, cards))) {
                let (left, right, plate) = open(ring, seat, cards);
                let about = format!("{seats} seats in {room:?}, {cards} cards of seat {seat}: {left} to {right}");
                let (off, table) = ((left + right) / 2.0 - plate, ring.size().0);
                let is_at_edge = left < FROM_EDGE + 0.1 || right > table - FROM_EDGE - 0.1;
                assert!(left >= FROM_EDGE - 0.1 && right <= table - FROM_EDGE + 0.1, "{about}");
                assert!(off.abs() < 0.1 || is_at_edge, "{about}, {off} off the middle of its plate");
            }
        }
    }
}
