//! Where seats sit round a table of cards: the viewer in front, the others along the three other edges in playing order, always
//! clockwise. The middle is shared by what lies there, as large as there is room for.

use super::fitting::PLATE_GROWS;
use super::place::{CARD, Point};
use super::room::Room;
use super::table::CAPTION_ROOM;

/// A plate's width and height.
pub const PLATE: (f32, f32) = (190.0, 46.0);

pub(super) const MOST_SEATS: u8 = 8;

/// From what lies at an edge of the table to the edge.
const MARGIN: f32 = 12.0;

/// From a plate that has grown to the edge.
const EDGE: f32 = 4.0;

/// From the middle of a plate that has grown to what lies beside it.
const BESIDE_GROWN: f32 = PLATE_GROWS.0 * PLATE.0 / 2.0 + EDGE;

/// Between two cards that lie side by side, between two rows of them, and between what lies in the middle and what is round it.
const GAP: f32 = 8.0;
const ROW_GAP: f32 = 12.0;
const ROUND_MIDDLE: f32 = 10.0;

/// How high a table is in a room of the usual proportions and in a broad one, where more lies side by side.
const USUAL_HEIGHT: f32 = 640.0;
const BROAD_HEIGHT: f32 = 560.0;

/// A table is at least so wide that plates have room beside each other, with eight seats five of them.
const LEAST_WIDTH: f32 = 930.0;
const LEAST_WIDTH_FOR_EIGHT: f32 = 1020.0;

/// How large other hands are, face down and open.
pub(super) const OTHERS: f32 = 0.42;
pub(super) const OPEN_HANDS: f32 = 0.5;
const OPEN_AT_SIDES: f32 = 0.64;

/// With more seats, cards in the middle lie close to each other; and the room that words over them need below plates.
const CROWDED: u8 = 5;
const OVER_TRICK: f32 = 20.0;

/// From a plate, or what is written under a pile, to cards below it that have words over them: in a usual window, and in a broad one,
/// where letters are larger for the table.
const OVER_CARDS: (f32, f32) = (25.0, 31.0);

/// The largest cards in the middle.
const LARGEST: f32 = 1.2;

/// How far the upper edge of the own hand is from the lower edge of the table, with cards that are raised.
const OWN_HAND: f32 = 192.0;

/// From the middle of the own plate, and from that of the buttons for what may be done, to the lower edge.
const OWN_PLATE: f32 = 100.0;
const OWN_ROW: f32 = 222.0;

/// From the last of these buttons to the right edge of the table, and how wide one with a few words is with what lies beside it, in a
/// usual window and in a broad one, where buttons are larger for the table.
const BESIDE_ROW: f32 = 16.0;
const SHORT_ACTION: (f32, f32) = (145.0, 275.0);

/// From the middle of these buttons to what lies above them, in the same two.
const ABOVE_ROW: (f32, f32) = (30.0, 46.0);

/// What a board leaves free at its right, for a pile.
const BESIDE_BOARD: f32 = 92.0;

/// From plate to plate at the upper edge at the most, and from the first one's middle to that of a plate at the side.
const WIDEST_STEP: f32 = 340.0;
const BESIDE_CORNER: f32 = 205.0;

/// The middle of the last of two small piles, from the upper right corner, and how far the other is from it; and how far from the upper
/// edge they end with what is written under them.
const CORNER: (Point, f32) = ((62.0, 56.0), 108.0);
const UNDER_CORNER: f32 = 120.0;

/// From the lowest plates at a side to the lower edge of the table.
const LOWEST: f32 = 290.0;

/// The first plate of a column of seats, and how far the next is below it: as far as there is room for plates that have grown, and at
/// least so far.
const COLUMN: Point = (114.0, 40.0);
const COLUMN_STEPS: (f32, f32) = (62.0, 74.0);

/// From the middle of the buttons for what may be done to a board above them; and how much more for each unit by which captions have more
/// room than usual, for large buttons give way to the own hand.
const UNDER_BOARD: (f32, f32) = (36.0, 5.0);

/// Where seats sit, one in front and the others round the table in playing order.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SeatRing {
    seats: u8,
    front: u8,
    /// Whether the others sit in a column at the left, so that the middle is free for a board.
    is_column: bool,
    /// Whether the hands of the others lie open, larger than backs.
    has_open_hands: bool,
    is_broad: bool,
    size: (f32, f32),
    /// How high a caption is that there is room for.
    caption: f32,
}

/// What lies in the middle, each in a slot of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MiddleSlot {
    /// What a seat has played.
    Of(u8),
    /// What all play for: the sun of the round.
    Shared,
}

/// The middle of the table, divided among slots of which each holds cards side by side.
#[derive(Clone, Debug)]
pub struct MiddleSlots {
    /// How large the cards are.
    pub scale: f32,
    places: Vec<(MiddleSlot, Point)>,
}

impl MiddleSlots {
    /// The lower edge of the lowest cards.
    pub fn bottom(&self) -> f32 {
        let lowest = self.places.iter().map(|(_, (_, y))| *y).fold(0.0, f32::max);
        lowest + 0.5 * self.scale * CARD.1
    }

    /// The middle of a slot; of one that is not there, the first one's.
    pub fn at(&self, slot: MiddleSlot) -> Point {
        let found = self.places.iter().find(|(other, _)| *other == slot).or(self.places.first());
        found.map_or((0.0, 0.0), |(_, place)| *place)
    }
}

/// The edges at which others sit.
#[derive(Clone, Debug)]
struct Edges {
    /// From below upwards.
    left: Vec<u8>,
    /// From the left.
    top: Vec<u8>,
    /// From above downwards.
    right: Vec<u8>,
}

impl SeatRing {
    pub fn new(seats: usize, front: usize, room: Room) -> SeatRing {
        let seats = (seats as u8).clamp(1, MOST_SEATS);
        let part = ((room.proportion() - 1.5) / 0.7).clamp(0.0, 1.0);
        let high = USUAL_HEIGHT + part * (BROAD_HEIGHT - USUAL_HEIGHT);
        let least = if seats == MOST_SEATS { LEAST_WIDTH_FOR_EIGHT } else { LEAST_WIDTH };
        let high = high.max(least / room.proportion());
        let (front, size, is_broad) = (front as u8 % seats, room.size(high), room.is_broad());
        let caption = room.caption_room(high);
        SeatRing { seats, front, is_column: false, has_open_hands: false, is_broad, size, caption }
    }

    /// The same with the others in a column at the left, the next one on top: for games with a board.
    #[must_use]
    pub fn in_column(self) -> SeatRing {
        SeatRing { is_column: true, ..self }
    }

    /// The same with room at the upper edge for hands that lie open.
    #[must_use]
    pub fn with_open_hands(self) -> SeatRing {
        SeatRing { has_open_hands: true, ..self }
    }

    /// The whole table, in table units.
    pub fn size(self) -> (f32, f32) {
        self.size
    }

    /// Whether text is so large that captions have more room than usual.
    pub fn has_large_captions(self) -> bool {
        self.caption > CAPTION_ROOM
    }

    /// How high a caption is that there is room for, in table units.
    pub fn caption_room(self) -> f32 {
        self.caption
    }

    pub fn seats(self) -> usize {
        self.seats.into()
    }

    pub(super) fn front(self) -> u8 {
        self.front
    }

    pub(super) fn is_broad(self) -> bool {
        self.is_broad
    }

    pub(super) fn is_front(self, seat: u8) -> bool {
        seat == self.front
    }

    pub(super) fn is_column(self) -> bool {
        self.is_column
    }

    /// The others in playing order.
    fn others(self) -> impl DoubleEndedIterator<Item = u8> {
        (1..self.seats).map(move |after| (self.front + after) % self.seats)
    }

    fn edges(self) -> Edges {
        let others: Vec<u8> = self.others().collect();
        let at_top = ((self.size.0 - 2.0 * (PLATE.0 + 2.0 * MARGIN)) / (PLATE.0 + ROUND_MIDDLE)).floor().max(1.0);
        let beside = match others.len() {
            0 | 1 => 0,
            count if count - 2 <= at_top as usize => 1,
            _ => 2,
        };
        let (left, rest) = others.split_at(beside);
        let (top, right) = rest.split_at(rest.len() - beside);
        Edges { left: left.to_vec(), top: top.to_vec(), right: right.to_vec() }
    }

    /// How large hands are that lie open. Where a game is played with open hands and nobody sits at the upper edge, there is room for
    /// larger ones.
    pub(super) fn open_hands(self) -> f32 {
        if self.has_open_hands && self.edges().top.is_empty() { OPEN_AT_SIDES } else { OPEN_HANDS }
    }

    /// The height of the plates at the upper edge, under their hands.
    fn top_row(self) -> f32 {
        let hands = if self.has_open_hands { self.open_hands() } else { OTHERS };
        PLATE.1 / 2.0 + hands * CARD.1 + MARGIN + 2.0
    }

    /// The upper edge of the middle, under the plates at the upper edge of the table. Hands that lie open push these down, so there is
    /// less room between.
    fn under_top_row(self) -> f32 {
        let plate = if self.has_open_hands { 0.5 } else { 0.7 } * PLATE.1;
        self.top_row() + plate + ROUND_MIDDLE
    }

    /// The heights of the plates at a side with so many seats, from above.
    fn heights(self, beside: usize, top: usize) -> [f32; 2] {
        let (highest, lowest) = (self.top_row(), self.size.1 - LOWEST);
        if beside == 1 {
            // Clear of small piles in the corner; hands that lie open are higher, and leave the room below them to the middle.
            let down = if self.has_open_hands { 20.0 } else { 36.0 };
            let height = if top == 0 { highest + 0.35 * (lowest - highest) } else { (highest + lowest) / 2.0 + down };
            return [height; 2];
        }
        [highest, lowest.max(highest + 126.0)]
    }

    /// The middle of a seat's plate.
    pub fn plate(self, seat: u8) -> Point {
        if seat == self.front {
            return (self.at_side(), self.size.1 - OWN_PLATE);
        }
        if self.is_column {
            let after = (seat + self.seats - self.front) % self.seats;
            return (COLUMN.0, COLUMN.1 + self.column_step() * (f32::from(after) - 1.0));
        }
        let edges = self.edges();
        let at = |seats: &[u8]| seats.iter().position(|other| *other == seat);
        let [upper, lower] = self.heights(edges.left.len().max(1), edges.top.len());
        let x = self.at_side();
        if let Some(number) = at(&edges.left) {
            return (x, if number == 0 { lower } else { upper });
        }
        if let Some(number) = at(&edges.right) {
            return (self.size.0 - x, if number == 0 { upper } else { lower });
        }
        let number = at(&edges.top).unwrap_or(0) as f32 - (edges.top.len() as f32 - 1.0) / 2.0;
        let step = self.step_at_top(&edges).clamp(PLATE.0 + GAP, WIDEST_STEP);
        (self.size.0 / 2.0 + number * step, self.top_row())
    }

    /// From plate to plate in a column, which ends above what lies over the own plate.
    fn column_step(self) -> f32 {
        let high = self.size.1 - OWN_ROW - UNDER_BOARD.0 - COLUMN.1;
        let steps = f32::from(self.seats.saturating_sub(2)).max(1.0);
        (high / steps).clamp(COLUMN_STEPS.0, COLUMN_STEPS.1)
    }

    /// From plate to plate at the upper edge: with those in the corners, or clear of what lies above the plates at the sides.
    fn step_at_top(self, edges: &Edges) -> f32 {
        let count = edges.top.len() as f32;
        match edges.left.len() {
            2 => (self.size.0 - 2.0 * self.at_side()) / (count + 1.0),
            _ => (self.size.0 - 2.0 * (self.at_side() + BESIDE_CORNER)) / (count - 1.0).max(1.0),
        }
    }

    /// How far the middles of plates at a side are from the edge: in a small window plates are drawn larger.
    fn at_side(self) -> f32 {
        EDGE + PLATE_GROWS.0 * PLATE.0 / 2.0
    }

    /// The middle of the buttons for what may be done, at their right end.
    pub(super) fn actions(self) -> Point {
        (self.size.0 - BESIDE_ROW, self.size.1 - OWN_ROW)
    }

    /// How far from the right edge of the table cards end that keep clear of a short one of these buttons.
    fn beside_actions(self) -> f32 {
        BESIDE_ROW + if self.is_broad { SHORT_ACTION.1 } else { SHORT_ACTION.0 }
    }

    /// How low cards may lie that keep clear of these buttons.
    fn above_actions(self) -> f32 {
        self.size.1 - OWN_ROW - if self.is_broad { ABOVE_ROW.1 } else { ABOVE_ROW.0 }
    }

    /// Where a board lies: its middle and its size. Beside a column of others, or for somebody who is alone on all of the cloth, and
    /// left of a small pile at the right edge.
    pub fn board(self) -> (Point, (f32, f32)) {
        let left = if self.seats == 1 { 20.0 } else { COLUMN.0 + PLATE.0 / 2.0 + 82.0 };
        let right = self.size.0 - BESIDE_BOARD;
        let below = OWN_ROW + UNDER_BOARD.0 + UNDER_BOARD.1 * (self.caption - CAPTION_ROOM);
        let (top, bottom) = (16.0, self.size.1 - below);
        (((left + right) / 2.0, (top + bottom) / 2.0), (right - left, bottom - top))
    }

    /// The middle of a small pile at the right of a [board](SeatRing::board).
    pub(super) fn at_board(self) -> Point {
        (self.size.0 - BESIDE_BOARD / 2.0, 132.0)
    }

    /// The middles of two small piles at the upper edge, in the right corner or where nobody sits opposite.
    pub(super) fn corner(self) -> [Point; 2] {
        let x = if self.edges().top.is_empty() { self.size.0 / 2.0 + CORNER.1 / 2.0 } else { self.size.0 - CORNER.0.0 };
        [(x - CORNER.1, CORNER.0.1), (x, CORNER.0.1)]
    }

    /// The middle that plates and the own hand leave: its middle and its size. With `actions`, clear of their buttons, too.
    pub fn middle(self, actions: bool) -> (Point, (f32, f32)) {
        if self.is_column {
            return self.board();
        }
        let edges = self.edges();
        let left = if edges.left.is_empty() { 60.0 } else { self.at_side() + self.beside_plate() };
        let top = if edges.top.is_empty() { MARGIN } else { self.under_top_row() };
        let bottom = if actions { self.above_actions() } else { self.size.1 - OWN_HAND };
        let size = (self.size.0 - 2.0 * left, bottom - top);
        ((self.size.0 / 2.0, top + size.1 / 2.0), size)
    }

    /// The middle with room left free for words over the uppermost of what lies there, where plates are above it.
    pub fn middle_under_words(self, actions: bool) -> (Point, (f32, f32)) {
        let ((x, y), (wide, high)) = self.middle(actions);
        let free = self.free_over_words();
        ((x, y + free / 2.0), (wide, high - free))
    }

    /// How much lower than the upper edge of the middle cards begin that have words over them.
    fn free_over_words(self) -> f32 {
        if self.is_column || self.edges().top.is_empty() {
            return 0.0;
        }
        let there = self.under_top_row() - self.top_row() - PLATE.1 / 2.0;
        (self.over_cards() - there).max(0.0)
    }

    /// The room that words over cards need below something else.
    fn over_cards(self) -> f32 {
        if self.is_broad { OVER_CARDS.1 } else { OVER_CARDS.0 }
    }

    /// The part of the middle that lies below the hands at the sides, which reach beyond their plates where they lie open.
    pub(super) fn below_hands(self) -> (Point, (f32, f32)) {
        let ((x, y), (wide, high)) = self.middle(false);
        let Edges { left, right, .. } = self.edges();
        let lowest =
            left.iter().chain(&right).map(|seat| self.plate(*seat).1 - PLATE.1 / 2.0 + MARGIN).fold(0.0, f32::max);
        let (top, bottom) = (lowest.max(y - high / 2.0), y + high / 2.0);
        ((x, (top + bottom) / 2.0), (wide, (bottom - top).max(0.0)))
    }

    /// From the middle of a plate at a side to what lies in the middle of the table: where that fills it, clear of plates that have grown.
    fn beside_plate(self) -> f32 {
        if self.is_crowded() { BESIDE_GROWN } else { PLATE.0 / 2.0 + ROUND_MIDDLE }
    }

    /// How much narrower than the [middle](SeatRing::middle) what fills all of its width is at each side, so that it is clear of plates
    /// that have grown.
    pub(super) fn beside_grown_plates(self) -> f32 {
        if self.edges().left.is_empty() { 0.0 } else { (BESIDE_GROWN - self.beside_plate()).max(0.0) }
    }

    /// Whether so many cards lie in the middle that words over one of them may reach the next.
    pub(super) fn is_crowded(self) -> bool {
        self.seats > CROWDED
    }

    /// The middle with a slot for a card of each seat. `below` is left free under them for words; and so is room over them, where what
    /// is written over cards would reach the plates.
    pub fn trick_slots(self, below: f32) -> MiddleSlots {
        let is_below_plates = !self.edges().top.is_empty() && (self.is_crowded() || self.is_broad);
        self.slots_between(1.0, None, if is_below_plates { OVER_TRICK } else { 0.0 }, below)
    }

    /// The middle with a slot for each seat, and one that all share if that is given; each given as how many cards wide it is. Room is
    /// left free for words over them, and with what all share for two small piles at the upper edge, too.
    pub fn slots(self, of_seat: f32, shared: Option<f32>) -> MiddleSlots {
        let has_piles = shared.is_some() && self.edges().top.is_empty();
        let above = if has_piles { UNDER_CORNER + self.over_cards() - MARGIN } else { self.free_over_words() };
        self.slots_between(of_seat, shared, above, 0.0)
    }

    /// The same with so much left free above and below them.
    fn slots_between(self, of_seat: f32, shared: Option<f32>, above: f32, below: f32) -> MiddleSlots {
        let (centre, (wide, high)) = self.middle(false);
        let (top, size) = (centre.1 - high / 2.0 + above, (wide, high - above - below));
        // With what all share, the row of the front would reach the buttons for what may be done.
        let beside = if shared.is_some() { wide.min(self.size.0 - 2.0 * self.beside_actions()) } else { wide };
        let room = |row: &Vec<MiddleSlot>| if row.contains(&MiddleSlot::Of(self.front)) { beside } else { wide };
        let width = |slot: &MiddleSlot| if *slot == MiddleSlot::Shared { shared.unwrap_or(1.0) } else { of_seat };
        let (rows, row) = (self.in_rows(shared.is_some()), vec![self.in_one_row(shared.is_some())]);
        let [two, one] = [&rows, &row].map(|rows| fitting(rows, room, size.1, width));
        // In one row nothing that is written over a card reaches another: in a broad room it need not be much larger.
        let enough = if self.is_broad { two } else { 1.25 * two };
        let is_one = one > enough || rows.len() == 1 || self.seats == 2;
        let (rows, scale) = if is_one { (row, one) } else { (rows, two) };
        let high = scale * CARD.1;
        let rise = match is_one {
            // What is written over one of them would reach the next that is higher.
            true if shared.is_some() && self.seats > 2 => 0.0,
            true => ((size.1 - high) / 2.0).clamp(0.0, 0.3 * high),
            false => (high + ROW_GAP) / 2.0,
        };
        // Everything else keeps clear of them as far as there is room over it.
        let too_low = top + size.1 / 2.0 + rise + high / 2.0 - self.above_actions();
        let over = if shared.is_some() { 0.0 } else { size.1 / 2.0 - rise - high / 2.0 };
        let middle = top + size.1 / 2.0 - too_low.max(0.0).min(over);
        let mut places = Vec::new();
        for (number, row) in rows.iter().enumerate() {
            let widths: f32 = row.iter().map(width).sum();
            let mut x = centre.0 - (widths * scale * CARD.0 + GAP * (row.len() as f32 - 1.0)) / 2.0;
            for slot in row {
                let slot_width = width(slot) * scale * CARD.0;
                let down = match (is_one, number) {
                    (true, _) => self.height_in_row(*slot),
                    (false, 0) => -1.0,
                    // Nothing lies above them: they come up between the rows, so that four lie in a cross.
                    (false, _) if rows[0].len() == 1 && *slot != MiddleSlot::Of(self.front) && shared.is_none() => 0.0,
                    (false, _) => 1.0,
                };
                places.push((*slot, (x + slot_width / 2.0, middle + down * rise)));
                x += slot_width + GAP;
            }
        }
        MiddleSlots { scale, places }
    }

    /// Those at the upper edge with those in the upper corners, and the front with those at the sides.
    fn in_rows(self, shared: bool) -> Vec<Vec<MiddleSlot>> {
        let Edges { left, top, right } = self.edges();
        // With one at each side, those lie in the row that has fewer.
        let upper_sides = left.len() == 2 || (left.len() == 1 && (shared || top.is_empty()));
        let of = |seats: &[u8]| seats.iter().map(|seat| MiddleSlot::Of(*seat)).collect::<Vec<MiddleSlot>>();
        let (mut upper, mut lower) = (of(&top), vec![MiddleSlot::Of(self.front)]);
        if shared {
            lower.insert(0, MiddleSlot::Shared);
        }
        if upper_sides {
            upper.splice(0..0, of(&left[left.len() - 1..]));
            upper.extend(of(&right[..1]));
        }
        if left.len() == 2 || (left.len() == 1 && !upper_sides) {
            lower.splice(0..0, of(&left[..1]));
            lower.extend(of(&right[right.len() - 1..]));
        }
        [upper, lower].into_iter().filter(|row| !row.is_empty()).collect()
    }

    /// All in one row, as they sit from left to right.
    fn in_one_row(self, shared: bool) -> Vec<MiddleSlot> {
        let Edges { left, top, right } = self.edges();
        let half = top.len().div_ceil(2);
        let shared = shared.then_some(MiddleSlot::Shared);
        let front = MiddleSlot::Of(self.front);
        let before = left.iter().chain(&top[..half]).map(|seat| MiddleSlot::Of(*seat));
        let after = top[half..].iter().chain(&right).map(|seat| MiddleSlot::Of(*seat));
        before.chain(shared).chain([front]).chain(after).collect()
    }

    /// How high a slot of the one row lies: the front low, those of the upper edge high.
    fn height_in_row(self, slot: MiddleSlot) -> f32 {
        match slot {
            MiddleSlot::Of(seat) if seat == self.front => 1.0,
            MiddleSlot::Of(seat) if self.edges().top.contains(&seat) => -1.0,
            MiddleSlot::Of(_) | MiddleSlot::Shared => 0.0,
        }
    }

    /// Whether a seat sits at the left or the right edge.
    pub(super) fn is_at_side(self, seat: u8) -> bool {
        let edges = self.edges();
        edges.left.contains(&seat) || edges.right.contains(&seat)
    }

    /// Whether a seat sits left of the middle: what lies beside its plate lies at its right.
    pub(super) fn is_left(self, seat: u8) -> bool {
        self.plate(seat).0 <= self.size.0 / 2.0 + 1.0
    }
}

/// How large cards can be in these rows.
fn fitting(
    rows: &[Vec<MiddleSlot>],
    wide: impl Fn(&Vec<MiddleSlot>) -> f32,
    high: f32,
    width: impl Fn(&MiddleSlot) -> f32,
) -> f32 {
    let across = |row: &Vec<MiddleSlot>| {
        let gaps = GAP * (row.len() as f32 - 1.0);
        (wide(row) - gaps) / (CARD.0 * row.iter().map(&width).sum::<f32>())
    };
    let down = (high - ROW_GAP * (rows.len() as f32 - 1.0)) / (CARD.1 * rows.len() as f32);
    rows.iter().map(across).fold(down.min(LARGEST), f32::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOMS: [Room; 3] = [Room::NARROWEST, Room::USUAL, Room::WIDEST];

    #[test]
    fn plates_keep_clear_of_each_other() {
        for (room, seats) in ROOMS.into_iter().flat_map(|room| (2..=8u8).map(move |seats| (room, seats))) {
            let ring = SeatRing::new(seats.into(), 0, room);
            for (one, other) in (0..seats).flat_map(|one| (0..one).map(move |other| (one, other))) {
                let ((x, y), (x_other, y_other)) = (ring.plate(one), ring.plate(other));
                let apart = (x - x_other).abs() >= PLATE.0 || (y - y_other).abs() >= PLATE.1;
                assert!(apart, "{seats} seats in {room:?}: {one} and {other}");
            }
        }
    }

    #[test]
    fn seats_sit_clockwise_with_the_viewer_in_front() {
        let ring = SeatRing::new(4, 2, Room::USUAL);
        let [next, opposite, last] = [3, 0, 1].map(|seat| ring.plate(seat).0);
        assert!(next < opposite && opposite < last, "the next one at the left");
        assert_eq!(opposite, ring.size().0 / 2.0);
        let six = SeatRing::new(6, 0, Room::USUAL);
        assert!(six.plate(1).1 > six.plate(2).1 && six.plate(4).1 < six.plate(5).1, "up the left side, down the right");
    }

    #[test]
    fn cards_in_the_middle_lie_apart_and_the_fewer_seats_the_larger() {
        for room in ROOMS {
            let mut largest = f32::MAX;
            for seats in 2..=8u8 {
                let ring = SeatRing::new(seats.into(), 0, room);
                let slots = ring.slots(1.0, None);
                // As large as they are drawn: a table that is higher is drawn smaller.
                let drawn = slots.scale / ring.size().1;
                assert!(drawn <= largest && slots.scale >= 0.6, "{seats} seats in {room:?}: {}", slots.scale);
                largest = drawn;
                for (one, other) in (0..seats).flat_map(|one| (0..one).map(move |other| (one, other))) {
                    let ((x, y), (x_other, y_other)) = (slots.at(MiddleSlot::Of(one)), slots.at(MiddleSlot::Of(other)));
                    let (wide, high) = (slots.scale * CARD.0, slots.scale * CARD.1);
                    let apart = (x - x_other).abs() >= wide || (y - y_other).abs() >= high;
                    assert!(apart, "{seats} seats in {room:?}: {one} and {other}");
                }
            }
        }
    }
}
