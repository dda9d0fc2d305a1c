//! A table of cards as a whole; and what the tests of its parts share: cards to lay, and where they come to lie in every room.

use super::builder::CardTable;
use super::cards::{CardArea, ShownCard};
use crate::layout::{AreaId, CARD, Face, Layout, Material, Point, Room, SeatRing};

pub(super) fn shown(count: u8) -> Vec<ShownCard> {
    (0..count).map(|number| ShownCard { number, face: Face::Back, is_dimmed: false, badge: None }).collect()
}

/// Every number of seats in every kind of room.
pub(super) fn everywhere() -> impl Iterator<Item = (Room, usize)> {
    [Room::NARROWEST, Room::USUAL, Room::WIDEST].into_iter().flat_map(|room| (2..=8).map(move |seats| (room, seats)))
}

/// Left, right, upper and lower edge.
pub(super) type Edges = [f32; 4];

pub(super) fn edges((x, y): Point, (wide, high): (f32, f32)) -> Edges {
    [x - wide / 2.0, x + wide / 2.0, y - high / 2.0, y + high / 2.0]
}

pub(super) fn overlap(one: Edges, other: Edges) -> bool {
    one[0] < other[1] && other[0] < one[1] && one[2] < other[3] && other[2] < one[3]
}

pub(super) fn cards_of(layout: &Layout, area: CardArea) -> Vec<Edges> {
    let in_area = layout.pieces.iter().filter(|piece| piece.area == AreaId::of(area));
    let size = |scale: f32| (scale * CARD.0, scale * CARD.1);
    in_area.map(|piece| edges(piece.place.centre, size(piece.place.scale))).collect()
}

#[test]
fn every_number_of_seats_and_cards_lies_on_the_table_without_fault() {
    for (room, seats, held) in everywhere().flat_map(|(room, seats)| (0..=24).map(move |held| (room, seats, held))) {
        for front in 0..seats {
            let mut table = CardTable::new(SeatRing::new(seats, front, room), Material::Cards);
            for seat in 0..seats {
                table.plate(seat, "12 points".to_owned(), seat == 0, seat == 1);
                table.taken(seat, 4);
                if seat == front { table.own_hand(&shown(held), true) } else { table.hand(seat, held.into(), &[]) }
            }
            let trick: Vec<(usize, ShownCard)> = (0..seats).zip(shown(124).into_iter().skip(100)).collect();
            table.trick(&trick, Some(0), |_| held.into());
            let layout = table.finish();
            assert_eq!(layout.fault(), None, "{seats} seats, {held} cards in {room:?}");
        }
    }
}
