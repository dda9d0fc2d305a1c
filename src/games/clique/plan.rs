//! Where everything lies on the table of Clique Mystique that is not on the board: beside it, at the right, the opponent, the deck, a
//! place for cards that are to be replaced, and one's own hand in one row or two.

use crate::layout::{CARD, Point, Room, SquareGrid};
use crate::square::{Bounds, SIDE};

use super::rules::HAND;

/// How high the table is, how wide at least, and how wide at least what lies beside the board.
const HIGH: f32 = 700.0;
const LEAST_WIDE: f32 = 1036.0;
const LEAST_COLUMN: f32 = 326.0;

/// From what lies at an edge to the edge, and from the board to what is beside it.
const MARGIN: f32 = 10.0;
const BESIDE_BOARD: f32 = 14.0;

/// Between two cards of the hand; the least size of cards of which a whole hand lies in one row, and the largest.
const GAP: f32 = 8.0;
const IN_ONE_ROW: f32 = 0.9;
const LARGEST: f32 = 1.0;
const IN_TWO_ROWS: usize = 4;

/// Half of a plate that has grown, both ways, and what is kept free about it.
const HALF_PLATE: (f32, f32) = (111.0, 33.0);
const ROUND_PLATE: f32 = 12.0;

/// Half of the height that buttons take, where they stand in a row of their own and where they stand beside the plate.
const HALF_BUTTONS: (f32, f32) = (26.0, 38.0);

/// How far above the hand buttons beside the plate have their middle: in the smallest window they are largest for the table, and cards
/// that are raised stay clear of them.
const BUTTONS_OVER_HAND: f32 = 64.0;

/// The deck and the cards to be replaced: how large; what captions under them take; and how wide the place for them is at most.
pub(super) const SMALL: f32 = 0.6;
const CAPTIONED: f32 = 32.0;
const WIDEST_ASIDE: f32 = 330.0;

/// How wide the place is for what the opponent sets aside.
const ASIDE_WIDE: f32 = 104.0;

/// The other hand: how large and how far from card to card if it is hidden, and if it is open.
pub(super) const HIDDEN_HAND: (f32, f32) = (0.36, 11.0);
pub(super) const OPEN_HAND: (f32, f32) = (0.5, 44.0);

/// Where everything lies that is not on the board.
pub(super) struct CliquePlan {
    pub(super) size: (f32, f32),
    pub(super) grid: SquareGrid,
    /// The left and the right edge of what lies beside the board.
    left: f32,
    right: f32,
    /// How many cards of the hand lie in a row, and how large they are.
    pub(super) in_row: usize,
    pub(super) scale: f32,
}

impl CliquePlan {
    pub(super) fn of(room: Room) -> CliquePlan {
        let size = room.size(HIGH.max(LEAST_WIDE / room.proportion()));
        let side = (size.1 - 2.0 * MARGIN).min(size.0 - LEAST_COLUMN - BESIDE_BOARD - 2.0 * MARGIN);
        let whole = (0, SIDE as i8 - 1);
        let bounds = Bounds { columns: whole, rows: whole };
        let grid = SquareGrid::fitting_across(bounds, ((MARGIN + side / 2.0, size.1 / 2.0), (side, side)));
        let (left, right) = (MARGIN + side + BESIDE_BOARD, size.0 - MARGIN);
        let in_row = if right - left >= HAND as f32 * (IN_ONE_ROW * CARD.0 + GAP) { HAND } else { IN_TWO_ROWS };
        let scale = (((right - left + GAP) / in_row as f32 - GAP) / CARD.0).min(LARGEST);
        CliquePlan { size, grid, left, right, in_row, scale }
    }

    pub(super) fn rows(&self) -> usize {
        HAND.div_ceil(self.in_row)
    }

    /// From a row of the hand to the next.
    fn row(&self) -> f32 {
        self.scale * CARD.1 + GAP
    }

    /// The middle of a place of the hand.
    pub(super) fn held(&self, place: usize) -> Point {
        let (column, row) = (place % self.in_row, place / self.in_row);
        let card = (self.scale * CARD.0, self.scale * CARD.1);
        let low = self.size.1 - MARGIN - card.1 / 2.0;
        let x = self.left + card.0 / 2.0 + (card.0 + GAP) * column as f32;
        (x, low - self.row() * (self.rows() - 1 - row) as f32)
    }

    /// The upper edge of the hand.
    fn hand_top(&self) -> f32 {
        self.size.1 - MARGIN + GAP - self.row() * self.rows() as f32
    }

    pub(super) fn own_plate(&self) -> Point {
        (self.left + HALF_PLATE.0, self.hand_top() - ROUND_PLATE - HALF_PLATE.1)
    }

    /// Where the buttons end: beside one's own plate, or above it where there is no room.
    pub(super) fn actions(&self) -> Point {
        let (_, y) = self.own_plate();
        match self.is_wide() {
            true => (self.right, self.hand_top() - BUTTONS_OVER_HAND),
            false => (self.right, y - HALF_PLATE.1 - ROUND_PLATE - HALF_BUTTONS.0),
        }
    }

    fn is_wide(&self) -> bool {
        self.in_row == HAND
    }

    /// Where cards lie that are to be replaced: its middle and its size.
    pub(super) fn aside(&self) -> (Point, (f32, f32)) {
        let size = ((self.right - self.left).min(WIDEST_ASIDE), SMALL * CARD.1);
        let buttons = if self.is_wide() { HALF_BUTTONS.1 } else { HALF_BUTTONS.0 };
        let y = self.actions().1 - buttons - CAPTIONED - size.1 / 2.0;
        ((self.left + size.0 / 2.0, y), size)
    }

    pub(super) fn other_plate(&self) -> Point {
        (self.left + HALF_PLATE.0, MARGIN + HALF_PLATE.1)
    }

    pub(super) fn deck(&self) -> Point {
        let x = (self.right - SMALL * CARD.0 / 2.0 - 4.0).min(self.left + 2.0 * HALF_PLATE.0 + 64.0);
        (x, MARGIN + 8.0 + SMALL * CARD.1 / 2.0)
    }

    /// What the opponent sets aside: right of their hidden hand.
    pub(super) fn other_aside(&self) -> (Point, (f32, f32)) {
        let (scale, step) = HIDDEN_HAND;
        let hand = step * (HAND - 1) as f32 + scale * CARD.0;
        let (x, y) = self.other_hand(hand, scale * CARD.1, false);
        ((x + hand / 2.0 + GAP + ASIDE_WIDE / 2.0, y), (ASIDE_WIDE, scale * CARD.1))
    }

    /// The middle of the other hand, under its plate, or where it lies open under the deck.
    pub(super) fn other_hand(&self, wide: f32, high: f32, is_open: bool) -> Point {
        let top = match is_open {
            true => self.deck().1 + SMALL * CARD.1 / 2.0 + CAPTIONED,
            false => self.other_plate().1 + HALF_PLATE.1 + GAP,
        };
        (self.left + wide / 2.0 + 4.0, top + high / 2.0)
    }
}
