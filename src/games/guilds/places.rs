//! Where everything lies on the table of Mystique Guilds: twelve columns, a guild each, and in them a row for each of the others, the
//! row that says who leads, and one's own row, with the largest cards. The two decks lie above all rows, or in a broad room at their
//! right.

use crate::engine::seats::{Seat, Seats};
use crate::layout::{Area, CAPTION_GAP, CARD, CONTEST_FIGURE, CardPiece, Numbered, PLATE, Place, Point, Room};

use super::guild::{Guild, MOST_PLAYERS};

/// The most cards that a guild has, and that a deck shows side by side.
pub const MOST_FANNED: u8 = 5;

/// An area of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GuildsArea {
    /// Where a card lies in somebody's tableau, by its index.
    Card(u8),
    /// The next cards of the draw deck, the one on top first.
    Next(u8),
    /// The upper cards of the discard deck, the one on top first.
    Discard(u8),
}

impl Numbered for GuildsArea {
    fn all() -> impl Iterator<Item = GuildsArea> {
        let cards = (0..60).map(GuildsArea::Card);
        cards.chain((0..MOST_FANNED).map(GuildsArea::Next)).chain((0..MOST_FANNED).map(GuildsArea::Discard))
    }
}

/// A face-down card of the draw deck, by its place from below.
pub fn undrawn(place: usize) -> CardPiece {
    CardPiece::Pile(0, place as u8)
}

/// How high the table is, and how wide at least.
const HIGH: f32 = 640.0;
const LEAST_WIDE: f32 = 940.0;

/// How wide the column of plates is, and in a broad room that of the decks; and what is free at the edges and between rows.
const PLATES: f32 = 226.0;
const DECKS: f32 = 140.0;
const MARGIN: f32 = 8.0;
const BETWEEN: f32 = 6.0;

/// How far from the lower edge the middle of the buttons is.
const ACTIONS_UP: f32 = 30.0;

/// Between two cards of a row, and how much of a card shows that is covered by the next one, of its height.
const APART: f32 = 3.0;
const SHOWN: f32 = 0.22;

/// The same where a row has room for it: the number and the suit.
const WITH_SUIT: f32 = 0.42;

/// The largest cards of a row.
const LARGEST: f32 = 1.0;

/// How deep the cards of a guild are fanned in one's own row and in those of the others at most, in cards that are covered; more lie
/// closer.
const OWN_DEEP: f32 = 4.0;
const DEEP: f32 = 2.0;

/// How high the pictures are in the row that says who leads: at least, and where the rows of the others leave room.
const CONTESTS: (f32, f32) = (38.0, 62.0);

/// How high figures are at most, for the width of a column: so that "12 : 3" has room in it.
const FIGURES_IN_COLUMN: f32 = 0.38;

/// The decks above the rows: how large their cards are, where the first deck begins, how far from it the second one does, and the step
/// from card to card. And at the side: how large, and the step down.
const ABOVE: (f32, f32, f32, f32) = (0.95, 24.0, 350.0, 42.0);
const BESIDE: (f32, f32) = (0.9, 26.0);

/// A row of the table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GuildsRow {
    pub top: f32,
    /// Its height.
    pub high: f32,
    /// How large its cards are.
    pub scale: f32,
}

/// Cards that are fanned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FanPlace {
    /// The card on top.
    pub first: Point,
    pub scale: f32,
    /// From card to card.
    pub step: Point,
}

/// Where everything lies.
#[derive(Clone, PartialEq, Debug)]
pub struct GuildsPlan {
    pub size: (f32, f32),
    /// The middle of the first column, and from column to column.
    columns: (f32, f32),
    /// The rows of the others, the next seat first, and then one's own.
    rows: Vec<GuildsRow>,
    /// The middle of the pictures in the row that says who leads, and how high they are.
    pub contests: (f32, f32),
    /// How high the figures are below them.
    pub figures: f32,
    pub deck: FanPlace,
    pub discards: FanPlace,
    /// Where the buttons for what may be done end.
    pub actions: Point,
}

impl GuildsPlan {
    /// `discards` is how many cards of the discard deck lie side by side at most.
    pub fn of(room: Room, seats: Seats, discards: u8) -> GuildsPlan {
        let size = room.size(HIGH.max(LEAST_WIDE / room.proportion()));
        let (wide, high) = size;
        let caption = room.caption_room(high);
        let (decks, top) = if room.is_broad() { (DECKS, MARGIN) } else { (MARGIN, MARGIN + decks_high(caption)) };
        let step = (wide - PLATES - decks) / Guild::COUNT as f32;
        let largest = ((step - APART) / CARD.0).min(LARGEST);
        let own = GuildsRow { top: 0.0, high: fanned(largest, OWN_DEEP), scale: largest };
        let others = seats.count().clamp(2, MOST_PLAYERS) - 1;
        let figures = caption.min(FIGURES_IN_COLUMN * step).max(CONTEST_FIGURE);
        let room_left = high - top - own.high - figures - MARGIN - 2.0 * BETWEEN;
        let wished = others as f32 * (fanned(largest, DEEP) + BETWEEN);
        let picture = (room_left - wished).clamp(CONTESTS.0, CONTESTS.1);
        let each = (room_left - picture) / others as f32;
        let scale = ((each - BETWEEN) / fanned(1.0, DEEP)).min(largest);
        let row = |number: usize| GuildsRow { top: top + each * number as f32, high: each - BETWEEN, scale };
        let below = top + room_left - picture + BETWEEN;
        let own = GuildsRow { top: below + picture + figures + BETWEEN, ..own };
        let [deck, discards] = if room.is_broad() { beside(size, caption, discards) } else { above() };
        GuildsPlan {
            size,
            columns: (PLATES + step / 2.0, step),
            rows: (0..others).map(row).chain([own]).collect(),
            contests: (below + picture / 2.0, picture),
            figures,
            deck,
            discards,
            actions: (wide - decks - MARGIN, high - ACTIONS_UP),
        }
    }

    /// The row of a seat, with this one in front.
    pub fn row(&self, seat: Seat, seats: Seats, front: Seat) -> GuildsRow {
        let after = seats.from(front).position(|other| other == seat).unwrap_or(0);
        let number = after.checked_sub(1).unwrap_or(self.rows.len().saturating_sub(1));
        self.rows.get(number).copied().unwrap_or(GuildsRow { top: 0.0, high: self.size.1, scale: LARGEST })
    }

    /// The middle of a guild's column.
    pub fn column(&self, guild: Guild) -> f32 {
        self.columns.0 + self.columns.1 * guild.index() as f32
    }

    /// What the pictures of the row of guilds mean, and the figures below them, at the left of them.
    pub fn beside_contests(&self) -> [(Point, &'static str); 2] {
        let (middle, high) = self.contests;
        let x = MARGIN + 10.0 + PLATE.0 / 2.0;
        [((x, middle), "Who leads"), ((x, middle + (high + self.figures) / 2.0), "leader’s total : next")]
    }

    /// The middle of a seat's plate, at its row.
    pub fn plate(&self, row: GuildsRow) -> Point {
        (MARGIN + 10.0 + PLATE.0 / 2.0, row.top + (row.scale * CARD.1).min(row.high) / 2.0)
    }
}

impl GuildsRow {
    /// Where the cards of a guild lie in it, with so many of them: the first one is covered by the next and so on.
    pub fn places(self, column: f32, count: usize) -> impl Iterator<Item = Place> {
        let card = self.scale * CARD.1;
        let covered = count.saturating_sub(1).max(1) as f32;
        let step = (WITH_SUIT * card).min((self.high - card) / covered);
        (0..count).map(move |number| {
            let y = self.top + card / 2.0 + step * number as f32;
            Place { scale: self.scale, ..Place::at((column, y)).on_level(number as u16) }
        })
    }

    /// The part of a card's place that shows, of so many that lie `step` below each other, as an area.
    pub fn area(self, id: GuildsArea, places: &[Place], number: usize, name: String) -> Area {
        let (wide, high) = (self.scale * CARD.0, self.scale * CARD.1);
        let at = |number: usize| places.get(number).map(|place| place.centre);
        let (x, y) = at(number).unwrap_or_default();
        let top = y - high / 2.0;
        let shown = at(number + 1).map_or(high, |(_, next)| next - y);
        Area::new(id, (x, top + shown / 2.0), (wide, shown), name)
    }
}

impl FanPlace {
    /// Whether its cards lie below each other, in a narrow column.
    pub fn is_upright(self) -> bool {
        self.step.0 == 0.0
    }

    /// The middle of a card of the fan.
    pub fn at(self, number: usize) -> Point {
        (self.first.0 + self.step.0 * number as f32, self.first.1 + self.step.1 * number as f32)
    }

    /// The part of a card that shows as an area: all of the one on top, and of the others what is not covered.
    pub fn area(self, id: GuildsArea, number: usize, name: String) -> Area {
        let ((x, y), (wide, high)) = (self.at(number), (self.scale * CARD.0, self.scale * CARD.1));
        if number == 0 {
            return Area::new(id, (x, y), (wide, high), name).outlined();
        }
        let (aside, down) = self.step;
        // What shows lies at the far end.
        let far = |step: f32, size: f32| {
            if step == 0.0 { (0.0, size) } else { (step.signum() * (size - step.abs()) / 2.0, step.abs()) }
        };
        let ((right, wide), (below, high)) = (far(aside, wide), far(down, high));
        Area::new(id, (x + right, y + below), (wide, high), name)
    }

    /// The middle of the lower edge of so many cards.
    pub fn below(self, count: usize) -> Point {
        let (first, last) = (self.first, self.at(count.saturating_sub(1)));
        ((first.0 + last.0) / 2.0, first.1.max(last.1) + self.scale * CARD.1 / 2.0)
    }
}

/// How high cards of this scale are of which so many are covered.
fn fanned(scale: f32, deep: f32) -> f32 {
    scale * CARD.1 * (1.0 + SHOWN * deep)
}

/// How high the decks are above the rows, with a caption of this height.
fn decks_high(caption: f32) -> f32 {
    ABOVE.0 * CARD.1 + caption + 3.0 * BETWEEN
}

/// Draw deck and discard deck above the rows: the next cards lie under the one on top to its right, and those that were discarded
/// before to its left, where their numbers show.
fn above() -> [FanPlace; 2] {
    let (scale, left, apart, step) = ABOVE;
    let (x, y) = (left + scale * CARD.0 / 2.0, MARGIN + scale * CARD.1 / 2.0);
    let reach = step * f32::from(MOST_FANNED - 1);
    let deck = FanPlace { first: (x, y), scale, step: (step, 0.0) };
    [deck, FanPlace { first: (x + apart + reach, y), scale, step: (-step, 0.0) }]
}

/// The same at the right edge, one below the other, with captions of this height and so many discards.
fn beside((wide, high): (f32, f32), caption: f32, discards: u8) -> [FanPlace; 2] {
    let (scale, step) = BESIDE;
    let (x, card) = (wide - DECKS / 2.0, scale * CARD.1);
    let reach = |cards: u8| step * f32::from(cards - 1);
    let deck = FanPlace { first: (x, MARGIN + card / 2.0), scale, step: (0.0, step) };
    let lowest = high - MARGIN - caption - card / 2.0;
    // Clear of the deck with its caption, and no lower: beside one's own row they would look like a part of it.
    let below = deck.first.1 + reach(MOST_FANNED) + card + CAPTION_GAP + caption + BETWEEN;
    let first = (x, (below + reach(discards)).min(lowest));
    [deck, FanPlace { first, scale, step: (0.0, -step) }]
}
