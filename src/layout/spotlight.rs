//! What is meant on a table: the places, pieces and seats that something said is about, so that they can be lit.

use super::area::{AreaId, Numbered};
use super::extent::Extent;
use super::piece::{Face, PieceId};
use super::place::{CARD, Point, TILE};
use super::table::Layout;

/// Areas, pieces wherever they lie, and plates of seats.
///
/// ```
/// use parlour::layout::{CardArea, Spotlight};
///
/// let spots = Spotlight::area(CardArea::Taken(1)).and_seat(1);
/// assert!(!spots.is_empty());
/// assert!(Spotlight::NONE.is_empty());
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Spotlight {
    pub areas: Vec<AreaId>,
    pub pieces: Vec<PieceId>,
    /// By number, from 0.
    pub seats: Vec<u8>,
}

/// A rectangle of the table to draw a frame around.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SpotFrame {
    pub centre: Point,
    pub size: (f32, f32),
    /// Degrees clockwise.
    pub turn: f32,
}

impl SpotFrame {
    /// How far it reaches with its turn.
    pub fn extent(&self) -> Extent {
        let ((wide, high), (sin, cos)) = (self.size, self.turn.to_radians().sin_cos());
        let (sin, cos) = (sin.abs(), cos.abs());
        Extent::about(self.centre, (wide * cos + high * sin, wide * sin + high * cos))
    }
}

impl Spotlight {
    pub const NONE: Spotlight = Spotlight { areas: Vec::new(), pieces: Vec::new(), seats: Vec::new() };

    pub fn area<A: Numbered>(area: A) -> Spotlight {
        Spotlight { areas: vec![AreaId::of(area)], ..Spotlight::NONE }
    }

    pub fn pieces(pieces: impl IntoIterator<Item = PieceId>) -> Spotlight {
        Spotlight { pieces: pieces.into_iter().collect(), ..Spotlight::NONE }
    }

    pub fn seat(seat: usize) -> Spotlight {
        Spotlight::NONE.and_seat(seat)
    }

    #[must_use]
    pub fn and_area<A: Numbered>(mut self, area: A) -> Spotlight {
        self.areas.push(AreaId::of(area));
        self
    }

    #[must_use]
    pub fn and_pieces(mut self, pieces: impl IntoIterator<Item = PieceId>) -> Spotlight {
        self.pieces.extend(pieces);
        self
    }

    #[must_use]
    pub fn and_seat(mut self, seat: usize) -> Spotlight {
        self.seats.push(seat as u8);
        self
    }

    pub fn is_empty(&self) -> bool {
        self.areas.is_empty() && self.pieces.is_empty() && self.seats.is_empty()
    }

    /// These and others, each once.
    pub fn join(&mut self, others: &Spotlight) {
        let missing = |known: &[AreaId], new: &[AreaId]| -> Vec<AreaId> {
            new.iter().copied().filter(|area| !known.contains(area)).collect()
        };
        self.areas.extend(missing(&self.areas, &others.areas));
        let pieces: Vec<PieceId> = others.pieces.iter().copied().filter(|piece| !self.pieces.contains(piece)).collect();
        self.pieces.extend(pieces);
        let seats: Vec<u8> = others.seats.iter().copied().filter(|seat| !self.seats.contains(seat)).collect();
        self.seats.extend(seats);
    }
}

impl Layout {
    /// The same table with all pieces standing back that are not meant. Where only seats or nothing is meant, none stands back.
    #[must_use]
    pub fn set_off(&self, spots: &Spotlight) -> Layout {
        let mut layout = self.clone();
        if spots.areas.is_empty() && spots.pieces.is_empty() {
            return layout;
        }
        for piece in &mut layout.pieces {
            piece.is_dimmed = !spots.pieces.contains(&piece.id) && !spots.areas.contains(&piece.area);
        }
        layout
    }

    /// A frame for each spot that is on this table; a piece that is gone, or an area that is no longer there, has none.
    pub fn frames(&self, spots: &Spotlight) -> Vec<SpotFrame> {
        let areas = spots.areas.iter().filter_map(|area| self.area(*area));
        let areas = areas.map(|area| SpotFrame { centre: area.centre, size: area.size, turn: area.turn });
        let pieces = spots.pieces.iter().filter_map(|piece| self.piece(*piece)).map(|piece| {
            let (wide, high) = if matches!(piece.face, Face::Part(_) | Face::Die(_)) { TILE } else { CARD };
            let (place, (x, y)) = (piece.place, piece.place.centre);
            let size = (place.scale * wide, place.scale * high);
            SpotFrame { centre: (x, y - place.thickness), size, turn: place.turn }
        });
        let plates = spots.seats.iter().filter_map(|seat| self.plates.iter().find(|plate| plate.seat == *seat));
        let plates = plates.map(|plate| SpotFrame { centre: plate.centre, size: plate.size, turn: 0.0 });
        let mut frames: Vec<SpotFrame> = Vec::new();
        for frame in areas.chain(pieces).chain(plates) {
            if !frames.contains(&frame) {
                frames.push(frame);
            }
        }
        frames
    }

    /// The first spot that is not on this table.
    pub fn missing_spot(&self, spots: &Spotlight) -> Option<String> {
        let area = spots.areas.iter().find(|area| self.area(**area).is_none()).map(|area| format!("{area:?}"));
        let piece = spots.pieces.iter().find(|piece| self.piece(**piece).is_none()).map(|piece| format!("{piece:?}"));
        let is_seated = |seat: &u8| self.plates.iter().any(|plate| plate.seat == *seat);
        let seat = spots.seats.iter().find(|seat| !is_seated(seat)).map(|seat| format!("the plate of seat {seat}"));
        area.or(piece).or(seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Area, Piece, Place, SeatPlate};

    #[derive(Clone, Copy, PartialEq)]
    struct Spot(u8);

    impl Numbered for Spot {
        fn all() -> impl Iterator<Item = Spot> {
            (0..4).map(Spot)
        }
    }

    fn table() -> Layout {
        let piece = |number: u8| {
            let place = Place { scale: 0.5, thickness: 3.0, ..Place::at((100.0 * f32::from(number), 70.0)) };
            Piece::new(Spot(number), Face::Back, Spot(number), place)
        };
        let area = |number: u8| Area::new(Spot(number), (100.0 * f32::from(number), 70.0), (100.0, 140.0), "spot");
        let plate = SeatPlate {
            seat: 1,
            centre: (50.0, 20.0),
            size: (190.0, 46.0),
            words: String::new(),
            is_turn: false,
            is_dealer: false,
        };
        Layout {
            size: (400.0, 140.0),
            areas: (0..3).map(area).collect(),
            pieces: (0..3).map(piece).collect(),
            plates: vec![plate],
            ..Layout::default()
        }
    }

    #[test]
    fn what_is_not_meant_stands_back_and_where_only_a_seat_is_meant_nothing_does() {
        let meant = Spotlight::pieces([PieceId::of(Spot(0))]).and_area(Spot(2));
        let dimmed: Vec<bool> = table().set_off(&meant).pieces.iter().map(|piece| piece.is_dimmed).collect();
        assert_eq!(dimmed, [false, true, false]);
        assert_eq!(table().set_off(&Spotlight::seat(1)), table());
        assert_eq!(table().set_off(&Spotlight::NONE), table());
    }

    #[test]
    fn a_frame_lies_where_its_piece_is_drawn_and_each_is_there_once() {
        let meant = Spotlight::pieces([PieceId::of(Spot(1)), PieceId::of(Spot(1)), PieceId::of(Spot(3))]).and_seat(1);
        let frames = table().frames(&meant);
        let piece = SpotFrame { centre: (100.0, 67.0), size: (50.0, 70.0), turn: 0.0 };
        assert_eq!(frames, [piece, SpotFrame { centre: (50.0, 20.0), size: (190.0, 46.0), turn: 0.0 }]);
        assert!(table().missing_spot(&meant).is_some_and(|missing| missing.contains("PieceId")));
        assert_eq!(table().missing_spot(&Spotlight::area(Spot(0)).and_seat(1)), None);
        assert!(table().missing_spot(&Spotlight::seat(0)).is_some_and(|missing| missing.contains("seat 0")));
    }

    #[test]
    fn joined_spots_are_each_there_once() {
        let mut one = Spotlight::area(Spot(0)).and_seat(1);
        one.join(&Spotlight::area(Spot(0)).and_seat(1).and_pieces([PieceId::of(Spot(2))]));
        assert_eq!(one, Spotlight::area(Spot(0)).and_seat(1).and_pieces([PieceId::of(Spot(2))]));
    }
}
