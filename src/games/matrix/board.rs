//! The 3×3 matrix itself: where a card may go, what it does there, gravity, chains and what they score.
//!
//! Everything that searches plays millions of these moves, so a board is nine bytes of cards and four nine-bit masks of
//! suits, copied freely and never allocated. The rules game ([`super::rules`]) adds the deck, the score and the end.
//!
//! Slot numbers run up the columns: `a1 a2 a3 b1 … c3` are bits 0 to 8 of every mask here.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;

use crate::cards::{Card, CardSet, Suit};

/// A place in the matrix: columns a b c from the left, rows 1 2 3 from the bottom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(u8);

impl Slot {
    /// How many there are.
    pub const COUNT: usize = 9;

    /// The slot in this column (0..=2 from the left) and row (0..=2 from the bottom).
    ///
    /// Returns `None` outside the matrix.
    pub const fn new(column: u8, row: u8) -> Option<Slot> {
        if column < 3 && row < 3 { Some(Slot(column * 3 + row)) } else { None }
    }

    /// All nine: a1, a2, a3, b1, … c3.
    pub fn all() -> impl DoubleEndedIterator<Item = Slot> + ExactSizeIterator {
        (0..Slot::COUNT as u8).map(Slot)
    }

    /// 0..=8, up the columns from a1.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0..=2 from the left.
    pub const fn column(self) -> u8 {
        self.0 / 3
    }

    /// 0..=2 from the bottom.
    pub const fn row(self) -> u8 {
        self.0 % 3
    }

    /// The slot's bit in a mask.
    pub const fn bit(self) -> u16 {
        1 << self.0
    }

    /// The slots whose bits are set, in order.
    pub fn of_mask(mask: u16) -> impl Iterator<Item = Slot> {
        let mut left = mask & ALL_SLOTS;
        std::iter::from_fn(move || {
            let slot = (left != 0).then(|| Slot(left.trailing_zeros() as u8))?;
            left &= left - 1;
            Some(slot)
        })
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column()) as char, self.row() + 1)
    }
}

impl fmt::Debug for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Text that is no slot of the matrix.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is not a slot; slots are a1 to c3, column a b c from the left and row 1 2 3 from the bottom")]
pub struct NotASlot(pub String);

impl FromStr for Slot {
    type Err = NotASlot;

    fn from_str(text: &str) -> Result<Slot, NotASlot> {
        let found = match text.as_bytes() {
            [column @ b'a'..=b'c', row @ b'1'..=b'3'] => Slot::new(column - b'a', row - b'1'),
            _ => None,
        };
        found.ok_or_else(|| NotASlot(text.chars().take(12).collect()))
    }
}

/// Why a card may not be laid on a slot. Each is one sentence of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Barred {
    /// The slot is empty, and nothing lies under it.
    #[error("cards have weight: {slot} has nothing under it, and only a Heart floats")]
    NothingUnder {
        /// The empty slot.
        slot: Slot,
    },
    /// A Heart or a Club on a card.
    #[error("{slot} is taken: only a Spade may replace a card and only a Diamond may push one up")]
    Occupied {
        /// The taken slot.
        slot: Slot,
    },
    /// A Spade on a card that is not lower.
    #[error("a Spade takes only a lower card, and {} does not beat {}", spade.pretty(), target.pretty())]
    NotHigher {
        /// The card to be laid.
        spade: Card,
        /// The card that lies there.
        target: Card,
    },
    /// A Diamond that would push a card out of the top row.
    #[error("a Diamond may not push a card out of the top, and above {slot} there is no room")]
    NoRoomAbove {
        /// Where the Diamond should have gone.
        slot: Slot,
    },
}

/// Up to three chains can leave in one play: nine slots, three cards each at the least.
pub const MOST_CHAINS: usize = 3;

/// One thing that happened on the board during a play, in the order players see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The card has been laid; what it took is gone and what it pushed has moved up.
    Laid,
    /// Cards with nothing under them have fallen.
    Fell,
    /// All chains on the board have left at once.
    Gathered {
        /// The slots of each chain, as masks; unused ones are 0.
        groups: [u16; MOST_CHAINS],
    },
}

/// What a play scored: the size of each chain in the order they left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    sizes: [u8; MOST_CHAINS],
    count: u8,
}

/// One chain as it is paid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoredChain {
    /// Its cards, 3..=9.
    pub size: u8,
    /// The size whose rate it is paid at, 3..=6: one more than its own after a chain upgrade.
    pub paid_as: u8,
    /// Its points: cards × rate.
    pub points: u16,
}

impl Tally {
    /// The tally of chains of these sizes; more than three cannot be.
    pub fn of(sizes: &[u8]) -> Tally {
        let mut tally = Tally::default();
        for size in sizes {
            tally.push(*size);
        }
        tally
    }

    fn push(&mut self, size: u8) {
        // Three chains of three empty the matrix, so there is always room; a wrong fourth would be dropped, not written
        // past the end.
        if let Some(place) = self.sizes.get_mut(usize::from(self.count)) {
            *place = size;
            self.count += 1;
        }
    }

    /// The sizes of the chains, in the order they left.
    pub fn sizes(&self) -> &[u8] {
        &self.sizes[..usize::from(self.count)]
    }

    /// The chains as they are paid. With two or more in one play, every one but one largest gets the next size's rate.
    pub fn chains(&self) -> ArrayVec<ScoredChain, MOST_CHAINS> {
        let sizes = self.sizes();
        let mut largest = 0;
        for (index, size) in sizes.iter().enumerate() {
            if *size > sizes[largest] {
                largest = index;
            }
        }
        let paid = |(index, &size): (usize, &u8)| {
            let upgrade = u8::from(index != largest);
            let paid_as = (size + upgrade).min(6);
            ScoredChain { size, paid_as, points: u16::from(size) * rate(paid_as) }
        };
        sizes.iter().enumerate().map(paid).collect()
    }

    /// The points of the whole play.
    pub fn points(&self) -> u16 {
        match self.sizes() {
            [] => 0,
            [size] => u16::from(*size) * rate(*size),
            _ => self.chains().iter().map(|chain| chain.points).sum(),
        }
    }
}

/// Points a card in a chain of this size: 1, 2, 4 and from six cards on 8.
pub const fn rate(size: u8) -> u16 {
    match size {
        0..=3 => 1,
        4 => 2,
        5 => 4,
        _ => 8,
    }
}

const ALL_SLOTS: u16 = 0x1FF;
const ROW_1: u16 = 0b001_001_001;
const ROW_3: u16 = 0b100_100_100;

/// For each set of slots, its connected groups of three or more: the matrix has room for at most two at once in one suit.
static GROUPS: [[u16; 2]; 512] = groups_of_every_mask();

const fn neighbours(mask: u16) -> u16 {
    let up = (mask & !ROW_3) << 1;
    let down = (mask & !ROW_1) >> 1;
    up | down | (mask << 3) | (mask >> 3)
}

const fn groups_of_every_mask() -> [[u16; 2]; 512] {
    let mut table = [[0; 2]; 512];
    let mut mask = 0;
    while mask < 512 {
        let mut left = mask as u16;
        let mut found = 0;
        while left != 0 {
            let mut group = left & left.wrapping_neg();
            loop {
                let grown = (group | neighbours(group)) & mask as u16;
                if grown == group {
                    break;
                }
                group = grown;
            }
            left &= !group;
            if group.count_ones() >= 3 {
                table[mask][found] = group;
                found += 1;
            }
        }
        mask += 1;
    }
    table
}

/// The matrix: which card lies in which slot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Board {
    /// The card's number + 1, or 0 for an empty slot. Bytes, not options: a board is copied for every move tried.
    cells: [u8; Slot::COUNT],
    suits: [u16; 4],
}

impl Board {
    /// The empty matrix.
    pub const EMPTY: Board = Board { cells: [0; Slot::COUNT], suits: [0; 4] };

    /// A board with these cards, for tests and for reading positions. Nothing is settled.
    pub fn with(cards: impl IntoIterator<Item = (Slot, Card)>) -> Board {
        let mut board = Board::EMPTY;
        for (slot, card) in cards {
            board.clear(slot.bit());
            board.put(slot, card);
        }
        board
    }

    /// The card in this slot.
    pub const fn card(&self, slot: Slot) -> Option<Card> {
        match self.cells[slot.index()] {
            0 => None,
            number => Card::from_index(number - 1),
        }
    }

    /// The slots with a card.
    pub const fn occupied(&self) -> u16 {
        self.suits[0] | self.suits[1] | self.suits[2] | self.suits[3]
    }

    /// The slots with a card of this suit.
    pub const fn suit(&self, suit: Suit) -> u16 {
        self.suits[suit as usize]
    }

    /// How many cards lie in the matrix, 0..=9.
    pub const fn len(&self) -> usize {
        self.occupied().count_ones() as usize
    }

    /// Whether no card lies in it.
    pub const fn is_empty(&self) -> bool {
        self.occupied() == 0
    }

    /// Whether all nine slots are taken.
    pub const fn is_full(&self) -> bool {
        self.occupied() == ALL_SLOTS
    }

    /// The cards that lie in it.
    pub fn card_set(&self) -> CardSet {
        self.cards().map(|(_, card)| card).collect()
    }

    /// The cards with their slots, in the order of the slots.
    pub fn cards(&self) -> impl Iterator<Item = (Slot, Card)> + '_ {
        Slot::all().filter_map(|slot| self.card(slot).map(|card| (slot, card)))
    }

    /// Left and right changed over: a position worth exactly as much.
    #[must_use]
    pub fn mirrored(&self) -> Board {
        let swap = |mask: u16| (mask & 0b111_000) | (mask >> 6) | ((mask & 0b111) << 6);
        let c = self.cells;
        Board { cells: [c[6], c[7], c[8], c[3], c[4], c[5], c[0], c[1], c[2]], suits: self.suits.map(swap) }
    }

    /// The slots that this card may be laid on.
    pub fn open_to(&self, card: Card) -> u16 {
        let occupied = self.occupied();
        if occupied == ALL_SLOTS {
            return 0;
        }
        let supported = ROW_1 | ((occupied & !ROW_3) << 1);
        let empty = !occupied & ALL_SLOTS;
        match card.suit() {
            Suit::Hearts => empty,
            Suit::Clubs => empty & supported,
            Suit::Spades => (empty & supported) | self.lower_than(card),
            Suit::Diamonds => (empty & supported) | self.pushable(),
        }
    }

    /// Whether the card may be laid on the slot.
    ///
    /// # Errors
    /// The rule that bars it.
    pub fn check(&self, card: Card, slot: Slot) -> Result<(), Barred> {
        if self.open_to(card) & slot.bit() != 0 {
            return Ok(());
        }
        Err(match (self.card(slot), card.suit()) {
            (None, _) => Barred::NothingUnder { slot },
            (Some(target), Suit::Spades) => Barred::NotHigher { spade: card, target },
            (Some(_), Suit::Diamonds) => Barred::NoRoomAbove { slot },
            (Some(_), _) => Barred::Occupied { slot },
        })
    }

    /// The slots with a card that this Spade beats: a lower one. A♠ beats all but an ace, every other Spade an ace too.
    fn lower_than(&self, spade: Card) -> u16 {
        let rank = spade.rank().number();
        let mut mask = 0;
        for slot in Slot::of_mask(self.occupied()) {
            let target = (self.cells[slot.index()] - 1) % 13 + 1;
            let beaten = if rank == 1 { target != 1 } else { target < rank };
            if beaten {
                mask |= slot.bit();
            }
        }
        mask
    }

    /// The slots with a card that can be pushed up: the cards stacked directly on it leave room below the top.
    const fn pushable(&self) -> u16 {
        let occupied = self.occupied();
        let empty = !occupied & ALL_SLOTS;
        let room_above = (empty & !ROW_1) >> 1;
        let room_two_above = (empty & ROW_3) >> 2;
        let both_taken = occupied & ROW_1 & (occupied >> 1);
        (occupied & room_above) | (both_taken & room_two_above)
    }

    /// Lays a card that [`Board::check`] allows, lets everything settle, and says what the play scored.
    ///
    /// Laying a card that is not allowed gives a board that play cannot reach, but never a panic.
    pub fn play(&mut self, card: Card, slot: Slot) -> Tally {
        self.play_stepwise(card, slot, |_, _| {})
    }

    /// As [`Board::play`], and tells of each step with the board after it.
    pub fn play_stepwise(&mut self, card: Card, slot: Slot, mut tell: impl FnMut(Step, &Board)) -> Tally {
        self.lay(card, slot);
        tell(Step::Laid, self);
        let mut tally = Tally::default();
        loop {
            if self.fall() {
                tell(Step::Fell, self);
            }
            let groups = self.chains();
            if groups[0] == 0 {
                return tally;
            }
            for group in groups.into_iter().filter(|group| *group != 0) {
                tally.push(group.count_ones() as u8);
                self.clear(group);
            }
            tell(Step::Gathered { groups }, self);
        }
    }

    fn lay(&mut self, card: Card, slot: Slot) {
        if self.occupied() & slot.bit() != 0 {
            match card.suit() {
                Suit::Diamonds => self.push_up(slot),
                _ => self.clear(slot.bit()),
            }
        }
        self.put(slot, card);
    }

    /// Moves the card in the slot, and those stacked directly on it, up by one.
    fn push_up(&mut self, slot: Slot) {
        let occupied = self.occupied();
        let mut top = slot;
        while top.row() < 2 && occupied & (top.bit() << 1) != 0 {
            top = Slot(top.0 + 1);
        }
        if top.row() == 2 {
            self.clear(top.bit());
            top = Slot(top.0 - 1);
        }
        for from in (slot.0..=top.0).rev() {
            self.shift(Slot(from), Slot(from + 1));
        }
    }

    /// Gravity: every card but a Heart falls until something is under it. Returns whether any did.
    fn fall(&mut self) -> bool {
        let mut fell = false;
        loop {
            let occupied = self.occupied();
            let over_nothing = !ROW_1 & (!occupied << 1);
            let falling = occupied & !self.suits[Suit::Hearts as usize] & over_nothing;
            if falling == 0 {
                return fell;
            }
            fell = true;
            let slot = Slot(falling.trailing_zeros() as u8);
            self.shift(slot, Slot(slot.0 - 1));
        }
    }

    /// The chains on the board: connected groups of three or more of one suit.
    fn chains(&self) -> [u16; MOST_CHAINS] {
        let mut found = [0; MOST_CHAINS];
        let mut count = 0;
        for mask in self.suits {
            for group in GROUPS[usize::from(mask)] {
                if group != 0 && count < MOST_CHAINS {
                    found[count] = group;
                    count += 1;
                }
            }
        }
        found
    }

    fn put(&mut self, slot: Slot, card: Card) {
        self.cells[slot.index()] = card.index() + 1;
        self.suits[card.suit() as usize] |= slot.bit();
    }

    fn shift(&mut self, from: Slot, to: Slot) {
        self.cells[to.index()] = std::mem::take(&mut self.cells[from.index()]);
        for suit in &mut self.suits {
            if *suit & from.bit() != 0 {
                *suit = (*suit & !from.bit()) | to.bit();
            }
        }
    }

    fn clear(&mut self, mask: u16) {
        for slot in Slot::of_mask(mask) {
            self.cells[slot.index()] = 0;
        }
        for suit in &mut self.suits {
            *suit &= !mask;
        }
    }
}

/// The rows from the top, an empty slot as `--`.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..3).rev() {
            for column in 0..3 {
                let card = Slot::new(column, row).and_then(|slot| self.card(slot));
                let text = card.map_or("--".to_owned(), |card| card.to_string());
                let gap = if column < 2 { " " } else { "" };
                write!(f, "{text}{gap}")?;
            }
            if row > 0 {
                write!(f, " / ")?;
            }
        }
        Ok(())
    }
}
