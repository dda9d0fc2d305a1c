//! The table itself: seats with their plates round a middle, and whatever a game adds that is its own. The other files lay cards on
//! it, each of them one thing.

use super::super::area::{Area, AreaId};
use super::super::piece::{Material, Piece};
use super::super::place::Point;
use super::super::seat_ring::{PLATE, SeatRing};
use super::super::table::{Label, Layout, SeatPlate};
use super::cards::CardArea;

/// Builds the layout of a game of cards.
pub struct CardTable {
    pub(super) ring: SeatRing,
    /// How far right it is said what must be done about the cards in the middle.
    pub(super) said_at: f32,
    pub(super) layout: Layout,
}

impl CardTable {
    pub fn new(ring: SeatRing, material: Material) -> CardTable {
        let mut layout = Layout { size: ring.size(), fills_room: true, material, ..Layout::default() };
        let (centre, size) = ring.middle(false);
        layout.areas.push(Area::new(CardArea::Middle, centre, size, "the middle"));
        CardTable { ring, said_at: ring.size().0 / 2.0, layout }
    }

    /// A seat's plate: who sits there, and a few words about them.
    pub fn plate(&mut self, seat: usize, words: String, is_turn: bool, is_dealer: bool) {
        let seat = seat as u8;
        let centre = self.ring.plate(seat);
        self.layout.plates.push(SeatPlate { seat, centre, size: PLATE, words, is_turn, is_dealer });
    }

    /// How high a caption is that there is room for, in table units.
    pub fn caption_room(&self) -> f32 {
        self.ring.caption_room()
    }

    /// The middle of a small pile beside the board.
    pub fn at_board(&self) -> Point {
        self.ring.at_board()
    }

    /// The middles of two small piles in a corner.
    pub fn corner(&self) -> [Point; 2] {
        self.ring.corner()
    }

    /// Writes something of the game's own on the cloth.
    pub fn label(&mut self, label: Label) {
        self.layout.labels.push(label);
    }

    /// Calls an area that lies here already by what its game knows of it, which is shown while it is pointed at.
    pub fn call(&mut self, area: CardArea, name: String) {
        let id = AreaId::of(area);
        if let Some(area) = self.layout.areas.iter_mut().find(|area| area.id == id) {
            (area.name, area.is_named) = (name, true);
        }
    }

    /// Adds an area of the game's own, such as a place of its board.
    pub fn area(&mut self, area: Area) {
        self.layout.areas.push(area);
    }

    /// Adds a piece that lies in an area of the game's own.
    pub fn piece(&mut self, piece: Piece) {
        self.layout.pieces.push(piece);
    }

    /// The table, with the buttons for what may be done beside the own plate.
    pub fn finish(self) -> Layout {
        let has_own = self.layout.has_hand.then_some(AreaId::of(CardArea::Own(0)));
        Layout { actions_at: Some(self.ring.actions()), first: has_own, ..self.layout }
    }
}
